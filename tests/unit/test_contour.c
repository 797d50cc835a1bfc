#include "draw/contour.h"

#include "oracle.h"
#include "scene.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The lines that were put, in their order. */
struct line {
	int64_t k;
	double level;
	size_t first, count; /* points */
	bool closed;
};

static struct line lines[1 << 16];
static struct ff_point points[1 << 20];
static size_t line_count, point_count;

static void keep(void *context, int64_t k, double level, const struct ff_point *line, size_t count,
		 bool closed)
{
	(void)context;
	if (!CHECK(line_count < 1 << 16 && point_count + count <= 1 << 20, "too many lines"))
		exit(1);
	CHECK(count >= 2, "a line of %zu points", count);
	lines[line_count++] = (struct line){k, level, point_count, count, closed};
	memcpy(points + point_count, line, count * sizeof *line);
	point_count += count;
}

static void trace(const struct ff_field *field, double interval, double least, double most,
		  double apart)
{
	line_count = point_count = 0;
	CHECK(ff_contour_lines(field, interval, least, most, apart, keep, NULL) == FF_OK,
	      "no lines");
}

static double value_at(const struct ff_field *field, int64_t x, int64_t y)
{
	return x < 0 || y < 0 || x >= field->w || y >= field->h
		       ? INFINITY
		       : ff_field_value(field, (size_t)(y * field->w + x));
}

static bool is_open(const struct ff_field *field, int64_t x, int64_t y)
{
	return value_at(field, x, y) < INFINITY;
}

/* Returns the value at a cell's side or corner as its own quarter there has it: the mean of what
 * the quarter's neighbours have, itself for those without a value. */
static double side_value(const struct ff_field *field, int64_t x, int64_t y, int dx, int dy)
{
	double own = value_at(field, x, y), other = value_at(field, x + dx, y + dy);

	return other < INFINITY ? (own + other) / 2 : own;
}

static double corner_value(const struct ff_field *field, int64_t x, int64_t y, int dx, int dy)
{
	double own = value_at(field, x, y), across = value_at(field, x + dx, y);
	double down = value_at(field, x, y + dy), far = value_at(field, x + dx, y + dy);
	bool a = across < INFINITY, d = down < INFINITY, f = far < INFINITY;

	if (a && d && f)
		return (own + across + down + far) / 4;
	if (a && d)
		return (across + down) / 2; /* the wall is opposite */
	if (a && f)
		return (own + far) / 2; /* below is the wall */
	if (d && f)
		return (own + far) / 2;
	if (a)
		return (own + across) / 2;
	return d ? (own + down) / 2 : own;
}

/* Returns the value at a place in cell x,y, which has one: bilinear in its quarter. */
static double field_here(const struct ff_field *field, int64_t x, int64_t y,
			 const struct ff_point *p)
{
	int dx = p->x < (double)x + 0.5 ? -1 : 1, dy = p->y < (double)y + 0.5 ? -1 : 1;
	double u = fabs(p->x - (double)x - 0.5) * 2, v = fabs(p->y - (double)y - 0.5) * 2;

	return (1 - u) * (1 - v) * value_at(field, x, y) +
	       u * (1 - v) * side_value(field, x, y, dx, 0) +
	       (1 - u) * v * side_value(field, x, y, 0, dy) +
	       u * v * corner_value(field, x, y, dx, dy);
}

/* Finds an open cell whose closed square holds a place. */
static bool open_cell(const struct ff_field *field, const struct ff_point *p, int64_t *x,
		      int64_t *y)
{
	for (*y = (int64_t)ceil(p->y) - 1; *y <= (int64_t)floor(p->y); (*y)++)
		for (*x = (int64_t)ceil(p->x) - 1; *x <= (int64_t)floor(p->x); (*x)++)
			if (is_open(field, *x, *y))
				return true;
	return false;
}

/* Returns true if a place lies between an open cell and one without a value. */
static bool at_an_edge(const struct ff_field *field, const struct ff_point *p)
{
	int64_t x = (int64_t)floor(p->x), y = (int64_t)floor(p->y);
	bool up = p->x == (double)x, across = p->y == (double)y;

	return (up && is_open(field, x - 1, y) != is_open(field, x, y)) ||
	       (across && is_open(field, x, y - 1) != is_open(field, x, y)) ||
	       (up && across &&
		(is_open(field, x - 1, y - 1) != is_open(field, x, y - 1) ||
		 is_open(field, x - 1, y - 1) != is_open(field, x - 1, y)));
}

/* Counts the points of lines at k that lie at a place. */
static int points_at(int64_t k, double x, double y)
{
	int n = 0;

	for (size_t l = 0; l < line_count; l++)
		for (size_t i = 0; lines[l].k == k && i < lines[l].count; i++) {
			const struct ff_point *p = &points[lines[l].first + i];

			n += fabs(p->x - x) < 1e-9 && fabs(p->y - y) < 1e-9;
		}
	return n;
}

/* Checks that each crossing of the way between two neighbours by a level is on one line, and no
 * line crosses elsewhere. */
static void check_crossings(const char *name, const struct ff_field *field, double interval,
			    double least, double most)
{
	size_t wanted = 0, found = 0;

	for (int64_t i = 0; i < 2 * (int64_t)field->w * field->h; i++) {
		int64_t x = i / 2 % field->w, y = i / 2 / field->w, down = i % 2;
		double a = value_at(field, x, y), b = value_at(field, x + !down, y + down);

		if (!(a < INFINITY && b < INFINITY))
			continue;
		for (int64_t k = -2000; k <= 2000; k++) {
			double level = (double)k * interval, part = (level - a) / (b - a);
			int n;

			if (level <= least || level >= most || (a < level) == (b < level))
				continue;
			n = points_at(k, (double)x + 0.5 + (down ? 0 : part),
				      (double)y + 0.5 + (down ? part : 0));
			CHECK(n == 1,
			      "%s: level %g between %" PRId64 ",%" PRId64 " is met %d times", name,
			      level, x, y, n);
			wanted++;
		}
	}
	for (size_t i = 0; i < point_count; i++) {
		bool on_column = fmod(points[i].x + 0.5, 1) == 0,
		     on_row = fmod(points[i].y + 0.5, 1) == 0;

		found += (on_column || on_row) && !at_an_edge(field, &points[i]);
	}
	CHECK(wanted == found, "%s: %zu crossings, not %zu", name, found, wanted);
}

/* Checks where all points and ends lie. */
static void check_places(const char *name, const struct ff_field *field, double interval,
			 double least, double most)
{
	for (size_t l = 0; l < line_count; l++) {
		const struct line *line = &lines[l];
		const struct ff_point *p = points + line->first;

		CHECK(line->level == (double)line->k * interval && line->level > least &&
			      line->level < most,
		      "%s: a line at %g", name, line->level);
		for (size_t i = 0; i < line->count; i++) {
			size_t next = i + 1 < line->count ? i + 1 : 0;
			struct ff_point half = {(p[i].x + p[next].x) / 2, (p[i].y + p[next].y) / 2};
			int64_t x, y;
			double here;

			if (!CHECK(open_cell(field, &p[i], &x, &y), "%s: %.17g,%.17g is in a wall",
				   name, p[i].x, p[i].y))
				continue;
			here = at_an_edge(field, &p[i]) ? line->level
							: field_here(field, x, y, &p[i]);
			CHECK(fabs(here - line->level) < 1e-9 * (1 + fabs(line->level)),
			      "%s: at %g,%g is %.17g, not %.17g", name, p[i].x, p[i].y, here,
			      line->level);
			if (next == 0 && !line->closed)
				continue;
			CHECK(open_cell(field, &half, &x, &y), "%s: %.17g,%.17g is in a wall", name,
			      half.x, half.y);
			CHECK(hypot(p[i].x - p[next].x, p[i].y - p[next].y) < 1.4143,
			      "%s: a leap from %g,%g to %g,%g", name, p[i].x, p[i].y, p[next].x,
			      p[next].y);
		}
		if (line->closed)
			continue;
		CHECK(at_an_edge(field, &p[0]), "%s: an end at %.17g,%.17g", name, p[0].x, p[0].y);
		CHECK(at_an_edge(field, &p[line->count - 1]), "%s: an end at %.17g,%.17g", name,
		      p[line->count - 1].x, p[line->count - 1].y);
	}
}

static void intervals_are_round_and_give_about_as_many_lines(void)
{
	static const struct {
		double least, most;
		int about;
		double interval;
	} rows[] = {
		{0, 100, 10, 10},      {0, 101, 10, 10}, {0, 1000, 10, 100}, {0, 1, 10, 0.1},
		{0, 7, 3, 2},          {0, 163, 8, 20},  {-80, 0, 8, 10},    {-50, 50, 10, 10},
		{99.5, 100.5, 5, 0.2}, {5, 10, 2, 2},    {0, 2e6, 12, 2e5},  {0, 0.003, 2, 0.001},
		{3, 3, 10, 0},         {4, 3, 10, 0},    {0, 0, 10, 0},      {7, 8, 2, 0.5},
	};
	uint64_t dice = ORACLE_SEED;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		double interval = ff_contour_interval(rows[i].least, rows[i].most, rows[i].about);

		CHECK(interval == rows[i].interval, "%g..%g, about %d: %g, not %g", rows[i].least,
		      rows[i].most, rows[i].about, interval, rows[i].interval);
	}
	for (int i = 0; i < 20000; i++) {
		double least = (double)(oracle_random(&dice) % 200000) / 100 - 1000;
		double span = (double)(oracle_random(&dice) % 1000000 + 1) / 1000;
		int about = 2 + (int)(oracle_random(&dice) % 30);
		double interval = ff_contour_interval(least, least + span, about);
		int count = 0;

		for (int64_t k = (int64_t)floor(least / interval);
		     (double)k * interval < least + span; k++)
			count += (double)k * interval > least;
		CHECK(count >= 1 && 2 * count <= 3 * about, "%.17g + %.17g, about %d: %g: %d lines",
		      least, span, about, interval, count);
	}
}

/* Odd values and even levels never meet, so that no two crossings share a place. */
static void lines_meet_each_crossing_once_and_end_at_walls(void)
{
	enum { SIDE = 14 };
	static uint32_t whole[SIDE * SIDE];
	static uint64_t wide[SIDE * SIDE];
	static double real[SIDE * SIDE];
	uint64_t dice = ORACLE_SEED;

	for (int run = 0; run < 600; run++) {
		int32_t w = 1 + (int32_t)(oracle_random(&dice) % SIDE);
		int32_t h = 1 + (int32_t)(oracle_random(&dice) % SIDE);
		uint64_t walls = (uint64_t)(run % 5) * 15, range = 4 + oracle_random(&dice) % 60;
		struct ff_field fields[] = {
			{w, h, FF_FIELD_U32, 1, 0, {whole}, NULL},
			{w, h, FF_FIELD_U64, 4, 40, {wide}, NULL},
			{w, h, FF_FIELD_F64, 1, 0, {real}, NULL},
		};
		const struct ff_field *field = &fields[run % 3];
		double interval = run % 2 == 0 ? 2 : 10, least = ff_field_cost(field, 0);
		double most = least + (double)(2 * range);
		char name[40];

		for (int i = 0; i < w * h; i++) {
			bool none = oracle_random(&dice) % 100 < walls;
			uint64_t value = oracle_random(&dice) % range * 2 + 1;

			whole[i] = none ? FF_FIELD_NONE32 : (uint32_t)value;
			wide[i] = none ? FF_FIELD_NONE64 : 4 * value;
			real[i] = none ? INFINITY
				       : (double)value + (double)(oracle_random(&dice) % 99) / 100 -
						  0.5;
		}
		snprintf(name, sizeof name, "run %d, %dx%d", run, (int)w, (int)h);
		trace(field, interval, least, most, 0);
		check_crossings(name, field, interval, least, most);
		check_places(name, field, interval, least, most);
	}
}

/* Levels go through cells' centres, and along plateaus. */
static void values_on_a_level_break_no_line(void)
{
	enum { SIDE = 12 };
	static uint32_t values[SIDE * SIDE];
	uint64_t dice = ORACLE_SEED;

	for (int run = 0; run < 600; run++) {
		int32_t w = 1 + (int32_t)(oracle_random(&dice) % SIDE);
		int32_t h = 1 + (int32_t)(oracle_random(&dice) % SIDE);
		const struct ff_field field = {w, h, FF_FIELD_U32, 1, 0, {values}, NULL};

		for (int i = 0; i < w * h; i++)
			values[i] = oracle_random(&dice) % 5 == 0
					    ? FF_FIELD_NONE32
					    : (uint32_t)(oracle_random(&dice) % 7);
		trace(&field, 2, 0, 7, 0);
		check_places("plateaus", &field, 2, 0, 7);
	}
}

static void fields_of_all_metrics_have_sound_lines(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int metric = 0; metric < FF_METRICS; metric++)
		for (int run = 0; run < 12; run++) {
			struct scene s = {.cost = {0}};
			double interval, most;

			scene_new(&s, 1, 1);
			scene_free(&s);
			scene_random(&s, 30, 24, 5 + 4 * run, run % 2 == 0 ? 1 : 9, &dice);
			s.model.metric = (enum ff_metric)metric;
			scene_solve(&s);
			most = s.all.largest;
			interval = ff_contour_interval(0, most, 10);
			if (interval > 0) {
				trace(&s.field, interval, 0, most, 0);
				check_places("solved", &s.field, interval, 0, most);
				CHECK(line_count > 0, "no line up to %g", most);
			}
			scene_free(&s);
		}
}

/* A plane, whose lines are straight up to walls, except that an end does not move past the middle
 * of a cell. */
static void straight_lines_are_straight_up_to_walls(void)
{
	enum { SIDE = 24 };
	static double values[SIDE * SIDE];
	const struct ff_field field = {SIDE, SIDE, FF_FIELD_F64, 1, 0, {.f64 = values}, NULL};
	int ends = 0, exact = 0;

	for (int run = 0; run < 64; run++) {
		double dx = run % 8 + 0.31, dy = run / 8.0 + 0.17;

		for (int i = 0; i < SIDE * SIDE; i++) {
			int x = i % SIDE, y = i / SIDE;

			values[i] = x >= 8 && x < 14 && y >= 6 && y < 15 && (x != 8 || y != 6)
					    ? INFINITY
					    : dx * (x + 0.5) + dy * (y + 0.5);
		}
		trace(&field, 10, 0, 1000, 0);
		check_places("plane", &field, 10, 0, 1000);
		for (size_t l = 0; l < line_count; l++)
			for (size_t i = 0; i < lines[l].count; i++) {
				const struct ff_point *p = &points[lines[l].first + i];
				double off = fabs(dx * p->x + dy * p->y - lines[l].level);
				bool end = i == 0 || i + 1 == lines[l].count;

				CHECK(off < 1e-9 || (end && (fmod(p->x, 1) == 0.5 ||
							     fmod(p->y, 1) == 0.5)),
				      "%g,%g is off by %g", p->x, p->y, off);
				ends += end;
				exact += end && off < 1e-9;
			}
	}
	CHECK(ends > 1000 && 2 * exact > ends, "%d of %d", exact, ends);
}

static void walls_that_meet_at_a_corner_are_not_passed_between(void)
{
	uint32_t values[4];
	const struct ff_field field = {2, 2, FF_FIELD_U32, 1, 0, {values}, NULL};

	for (int k = 0; k < 2; k++) {
		values[0] = values[1] = values[2] = values[3] = FF_FIELD_NONE32;
		values[k] = 11;
		values[3 - k] = 91;
		trace(&field, 10, 0, 100, 0);
		CHECK(line_count == 0, "%zu lines", line_count);
	}
}

static void a_saddle_is_decided_by_its_mean(void)
{
	uint32_t values[4];
	const struct ff_field field = {2, 2, FF_FIELD_U32, 1, 0, {values}, NULL};

	for (int run = 0; run < 4; run++) {
		uint32_t high = run / 2 == 0 ? 22 : 18; /* the mean is above 10, or below */

		values[run % 2] = values[3 - run % 2] = high;
		values[1 - run % 2] = values[2 + run % 2] = 0;
		trace(&field, 10, 0, 20, 0);
		CHECK(line_count == 2, "%zu lines", line_count);
		for (size_t l = 0; l < line_count; l++) {
			const struct ff_point *p = &points[lines[l].first];
			double x = 0, y = 0;
			size_t n = 0;

			/* The corner that it cuts off: the one that its inner points are near. */
			for (size_t i = 0; i < lines[l].count; i++)
				if (fmod(p[i].x, 1) != 0 && fmod(p[i].y, 1) != 0) {
					x += p[i].x;
					y += p[i].y;
					n++;
				}
			x = x / (double)n > 1;
			y = y / (double)n > 1;
			CHECK(n == 2 && (values[(int)(2 * y + x)] == 0) == (high == 22),
			      "run %d: it cuts off %g,%g", run, x, y);
		}
	}
}

static void thinned_lines_keep_their_ends_and_the_distance(void)
{
	struct scene s;
	struct line whole[400];
	struct ff_point ends[400][2];
	size_t count;
	uint64_t dice = ORACLE_SEED;

	scene_random(&s, 60, 60, 10, 1, &dice);
	trace(&s.field, 10, 0, s.all.largest, 0);
	count = line_count;
	if (!CHECK(count > 10 && count < 400, "%zu lines", count))
		return;
	for (size_t l = 0; l < count; l++) {
		whole[l] = lines[l];
		ends[l][0] = points[lines[l].first];
		ends[l][1] = points[lines[l].first + lines[l].count - 1];
	}
	trace(&s.field, 10, 0, s.all.largest, 3);
	for (size_t l = 0, m = 0; l < line_count; l++, m++) {
		const struct ff_point *p = points + lines[l].first;

		/* Small closed lines may be gone. */
		while (m < count &&
		       (whole[m].k != lines[l].k || ends[m][0].x != p->x || ends[m][0].y != p->y))
			m++;
		if (!CHECK(m < count, "a line that was not there"))
			break;
		CHECK(lines[l].closed || (p[lines[l].count - 1].x == ends[m][1].x &&
					  p[lines[l].count - 1].y == ends[m][1].y),
		      "another end");
		for (size_t i = 1; i + 1 < lines[l].count; i++)
			CHECK(hypot(p[i].x - p[i - 1].x, p[i].y - p[i - 1].y) >= 3, "too near");
	}
	scene_free(&s);
}

static void labels_lie_on_main_lines_and_keep_their_distance(void)
{
	enum { SIDE = 200 };
	uint64_t dice = ORACLE_SEED;

	for (int run = 0; run < 8; run++) {
		struct ff_contour_labels labels = {.w = SIDE, .h = SIDE, .gap = 2};
		struct scene s;

		scene_random(&s, SIDE, SIDE, run, 1, &dice);
		trace(&s.field, 5, 0, s.all.largest, 0);
		for (size_t l = 0; l < line_count; l++)
			if (ff_contour_is_main(lines[l].k))
				CHECK(ff_contour_labels_add(&labels, lines[l].level,
							    points + lines[l].first, lines[l].count,
							    4 + run, 3),
				      "no memory");
		CHECK(labels.count > 3, "%zu labels", labels.count);
		for (size_t i = 0; i < labels.count; i++) {
			const struct ff_contour_label *a = &labels.items[i];

			CHECK(fabs(a->w - a->dx * (4 + run) - fabs(a->dy) * 3) < 1e-9 &&
				      fabs(a->h - fabs(a->dy) * (4 + run) - a->dx * 3) < 1e-9,
			      "%g,%g has the size of another box", a->x, a->y);
			CHECK(a->x >= a->w / 2 && a->x <= SIDE - a->w / 2 && a->y >= a->h / 2 &&
				      a->y <= SIDE - a->h / 2,
			      "%g,%g is not inside", a->x, a->y);
			CHECK(points_at((int64_t)(a->level / 5), a->x, a->y) > 0 &&
				      fmod(a->level, 25) == 0,
			      "%g,%g is not on a main line", a->x, a->y);
			for (size_t j = 0; j < i; j++) {
				const struct ff_contour_label *b = &labels.items[j];

				CHECK(fabs(a->x - b->x) >= (a->w + b->w) / 2 + 2 ||
					      fabs(a->y - b->y) >= (a->h + b->h) / 2 + 2,
				      "%g,%g and %g,%g are too near", a->x, a->y, b->x, b->y);
			}
		}
		ff_contour_labels_free(&labels);
		scene_free(&s);
	}
}

int main(void)
{
	RUN(intervals_are_round_and_give_about_as_many_lines);
	RUN(lines_meet_each_crossing_once_and_end_at_walls);
	RUN(values_on_a_level_break_no_line);
	RUN(fields_of_all_metrics_have_sound_lines);
	RUN(straight_lines_are_straight_up_to_walls);
	RUN(walls_that_meet_at_a_corner_are_not_passed_between);
	RUN(a_saddle_is_decided_by_its_mean);
	RUN(thinned_lines_keep_their_ends_and_the_distance);
	RUN(labels_lie_on_main_lines_and_keep_their_distance);
	return tap_done();
}
