/*
 * Streamlines hold what their header promises, on maps of all kinds; where they lead is compared
 * with plain geometry.
 */
#include "draw/streamlines.h"

#include "core/solve/solve.h"
#include "heap.h"
#include "scene.h"
#include "support/mapgen.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>

static const struct ff_model euclid = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};
static const struct ff_model octile = {.metric = FF_METRIC_OCTILE, .flow = FF_FLOW_PATH};

static double away(struct ff_point a, struct ff_point b)
{
	return hypot(a.x - b.x, a.y - b.y);
}

static bool is_open(const struct scene *s, int32_t x, int32_t y)
{
	uint8_t class = s->classes.cells[y * s->cost.w + x];

	return class == FF_REACHED || class == FF_GOAL;
}

/* Returns true if the segment passes through the inside of a cell: clipped to it, some is left. */
static bool enters(struct ff_point a, struct ff_point b, int32_t x, int32_t y)
{
	const double tiny = 1e-9, from[2] = {a.x, a.y}, to[2] = {b.x, b.y};
	const double low[2] = {x + tiny, y + tiny}, high[2] = {x + 1 - tiny, y + 1 - tiny};
	double first = 0, last = 1;

	for (int k = 0; k < 2; k++) {
		double d = to[k] - from[k], p = (low[k] - from[k]) / d, q = (high[k] - from[k]) / d;

		if (d == 0 && (from[k] < low[k] || from[k] > high[k]))
			return false;
		if (d == 0)
			continue;
		first = fmax(first, fmin(p, q));
		last = fmin(last, fmax(p, q));
	}
	return first < last;
}

/* No open cell may be left, and no corner between two others be passed. */
static void check_segment(const struct scene *s, struct ff_point a, struct ff_point b)
{
	int32_t left = (int32_t)fmin(a.x, b.x), right = (int32_t)fmax(a.x, b.x);
	int32_t top = (int32_t)fmin(a.y, b.y), bottom = (int32_t)fmax(a.y, b.y);

	if (!CHECK(fmin(a.x, b.x) >= 0 && fmin(a.y, b.y) >= 0 && right < s->cost.w &&
			   bottom < s->cost.h,
		   "%g,%g to %g,%g leaves the map", a.x, a.y, b.x, b.y))
		return;
	for (int32_t y = top; y <= bottom; y++)
		for (int32_t x = left; x <= right; x++) {
			CHECK(is_open(s, x, y) || !enters(a, b, x, y),
			      "%g,%g to %g,%g is in %" PRId32 ",%" PRId32, a.x, a.y, b.x, b.y, x,
			      y);
			if (x == right || y == bottom)
				continue;
			/* The corner at x+1,y+1. */
			CHECK((is_open(s, x, y) && is_open(s, x + 1, y + 1)) ==
					      (is_open(s, x + 1, y) || is_open(s, x, y + 1)) ||
				      is_open(s, x + 1, y) || is_open(s, x, y + 1) ||
				      fabs((x + 1 - a.x) * (b.y - a.y) -
					   (y + 1 - a.y) * (b.x - a.x)) > 1e-9 * away(a, b),
			      "%g,%g to %g,%g passes a corner", a.x, a.y, b.x, b.y);
		}
}

static double value_at(const struct scene *s, struct ff_point p)
{
	return ff_field_raw(&s->field, (size_t)p.y * (size_t)s->cost.w + (size_t)p.x);
}

static bool is_goal(const struct scene *s, struct ff_point p)
{
	return s->classes.cells[(int32_t)p.y * s->cost.w + (int32_t)p.x] == FF_GOAL;
}

/* Returns the length of a line; checks where it runs. */
static double check_line(const struct scene *s, const struct ff_point *p, size_t count)
{
	double length = 0;

	CHECK(count >= 2, "%zu points", count);
	for (size_t i = 0; i + 1 < count; i++) {
		check_segment(s, p[i], p[i + 1]);
		length += away(p[i], p[i + 1]);
		CHECK(value_at(s, p[i]) >= value_at(s, p[i + 1]), "uphill at %g,%g", p[i].x,
		      p[i].y);
		CHECK(!is_goal(s, p[i]) || is_goal(s, p[i + 1]), "leaves the goal at %g,%g", p[i].x,
		      p[i].y);
	}
	return length;
}

/* Returns the least distance between points of two lines. */
static double find_least(const struct ff_streamlines *out, const struct ff_streamline *one,
			 const struct ff_streamline *other)
{
	double least = INFINITY;

	for (size_t i = one->first; i < one->first + one->count; i++)
		for (size_t k = other->first; k < other->first + other->count; k++) {
			double dx = out->points[i].x - out->points[k].x;
			double dy = out->points[i].y - out->points[k].y;

			least = fmin(least, dx * dx + dy * dy);
		}
	return sqrt(least);
}

static void check_spacing(const struct ff_streamlines *out, double distance)
{
	for (size_t i = 0; i < out->count; i++)
		for (size_t k = 0; k < i; k++) {
			double least = find_least(out, &out->lines[i], &out->lines[k]);

			CHECK(least >= distance / 2 - 1e-9, "lines %zu and %zu are %g apart", k, i,
			      least);
		}
}

/* Returns the line that a place is on, and sets the lengths before and after it; count: none. */
static size_t find_line(const struct ff_streamlines *out, struct ff_point place, double *before,
			double *after, struct ff_point *way)
{
	for (size_t i = 0; i < out->count; i++) {
		const struct ff_point *p = out->points + out->lines[i].first;
		bool found = false;

		*before = *after = 0;
		for (size_t k = 0; k + 1 < out->lines[i].count; k++) {
			double length = away(p[k], p[k + 1]), part = away(p[k], place);

			if (!found && part + away(place, p[k + 1]) <= length + 1e-9) {
				found = true;
				*before += part;
				*after += length - part;
				*way = (struct ff_point){p[k + 1].x - p[k].x, p[k + 1].y - p[k].y};
			} else {
				*(found ? after : before) += length;
			}
		}
		if (found)
			return i;
	}
	return out->count;
}

static void check_heads(const struct ff_streamlines *out, double distance)
{
	for (size_t i = 0; i < out->head_count; i++) {
		const struct ff_streamlines_head *head = &out->heads[i];
		struct ff_point tip = {head->x, head->y}, way = {0, 0};
		double least = FF_STREAMLINES_HEAD / 2 * distance - 1e-6, before = 0, after = 0;

		if (!CHECK(find_line(out, tip, &before, &after, &way) < out->count,
			   "%g,%g is on no line", tip.x, tip.y))
			continue;
		CHECK(before >= least && after >= least, "%g and %g from the ends", before, after);
		CHECK(fabs(hypot(head->dx, head->dy) - 1) < 1e-9, "%g,%g", head->dx, head->dy);
	}
}

static struct ff_streamlines trace(const struct scene *s, double distance)
{
	struct ff_streamlines out = {.count = 0};

	CHECK(ff_streamlines_trace(&s->all, distance, &out) == FF_OK, "%s", "no lines");
	return out;
}

/* Traces and checks all that is promised of every map; returns the number of lines. */
static size_t check_all(const struct scene *s, double distance)
{
	struct ff_streamlines out = trace(s, distance);
	size_t count = out.count, points = 0;

	for (size_t i = 0; i < count; i++) {
		double length = check_line(s, out.points + out.lines[i].first, out.lines[i].count);

		CHECK(out.lines[i].first == points, "line %zu is at %zu", i, out.lines[i].first);
		points += out.lines[i].count;
		/* Half a distance, before corners were rounded. */
		CHECK(length >= 0.3 * distance, "a length of %g", length);
	}
	CHECK(points == out.point_count, "%zu points", points);
	check_spacing(&out, distance);
	check_heads(&out, distance);
	ff_streamlines_free(&out);
	CHECK(out.lines == NULL && out.count == 0, "%s", "not empty");
	return count;
}

static void lines_keep_their_distance_and_to_open_cells_and_run_downhill(void)
{
	static const struct ff_model *const models[] = {&manhattan, &octile, &euclid};
	static const double distances[] = {1, 1.5, 2.5, 4, 9, 40};
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < 300; i++) {
		int32_t w = 1 + (int32_t)(oracle_random(&dice) % 40);
		int32_t h = 1 + (int32_t)(oracle_random(&dice) % 40);
		int32_t goal = (int32_t)(oracle_random(&dice) % (uint64_t)(w * h)), row = goal / w;
		struct scene s;

		scene_new(&s, w, h);
		for (int32_t c = 0; c < w * h; c++)
			s.cost.cells[c] =
				(uint8_t)(c != goal && oracle_random(&dice) % 100 <
								  (uint64_t)(i % 5 * 12)
						  ? FF_COST_WALL
						  : 1 + oracle_random(&dice) % (i % 2 ? 1 : 200));
		scene_goal(&s, goal % w, row);
		s.model = *models[i % 3];
		s.model.corners = (enum ff_corners)(i / 3 % FF_CORNERS);
		scene_solve(&s);
		check_all(&s, distances[i % 6]);
		scene_free(&s);
	}
}

static void maps_of_every_kind_have_lines(void)
{
	static const struct ff_model *const models[] = {&manhattan, &octile, &euclid};

	for (const struct mapgen_kind *kind = mapgen_kinds; kind->name != NULL; kind++)
		for (int m = 0; m < 3; m++) {
			struct scene s;

			scene_new(&s, 96, 64);
			CHECK(mapgen_fill(kind->name, 96, 64, 1, s.cost.cells), "%s", kind->name);
			scene_goal(&s, 48, 32);
			s.model = *models[m];
			scene_solve(&s);
			CHECK(check_all(&s, 4) > 0, "%s has no line", kind->name);
			scene_free(&s);
		}
}

/* An open map with a goal in its middle, the cell x,y. */
static void open_scene(struct scene *s, const struct ff_model *model, int32_t x, int32_t y)
{
	scene_new(s, 2 * x + 1, 2 * y + 1);
	scene_goal(s, x, y);
	s->model = *model;
	scene_solve(s);
}

static void lines_on_open_ground_point_at_the_goal(void)
{
	for (int distance = 2; distance <= 16; distance *= 2) {
		struct ff_point goal = {60.5, 45.5};
		struct ff_streamlines out;
		struct scene s;

		open_scene(&s, &euclid, 60, 45);
		out = trace(&s, distance);
		CHECK(out.count > 0, "%s", "no line");
		for (size_t i = 0; i < out.count; i++)
			for (size_t k = 0; k + 1 < out.lines[i].count; k++) {
				const struct ff_point *p = out.points + out.lines[i].first + k;
				double dx = p[1].x - p[0].x, dy = p[1].y - p[0].y;
				double along = (goal.x - p[0].x) * dx + (goal.y - p[0].y) * dy;

				CHECK(away(p[0], goal) < 6 ||
					      along > 0.98 * away(p[0], p[1]) * away(p[0], goal),
				      "%g,%g to %g,%g", p[0].x, p[0].y, p[1].x, p[1].y);
			}
		for (size_t i = 0; i < out.head_count; i++) {
			const struct ff_streamlines_head *head = &out.heads[i];
			double dx = goal.x - head->x, dy = goal.y - head->y;

			CHECK(hypot(dx, dy) < 6 ||
				      head->dx * dx + head->dy * dy > 0.97 * hypot(dx, dy),
			      "head %g,%g", head->x, head->y);
		}
		ff_streamlines_free(&out);
		scene_free(&s);
	}
}

/* Returns the largest distance from a reached cell to a line, and sets the mean. */
static double find_gap(const struct scene *s, const struct ff_streamlines *out, double *mean)
{
	double largest = 0, sum = 0;
	int32_t count = 0;

	for (int32_t i = 0; i < s->cost.w * s->cost.h; i += 13) {
		int32_t row = i / s->cost.w;
		double x = i % s->cost.w + 0.5, y = row + 0.5, least = INFINITY;

		if (s->classes.cells[i] != FF_REACHED)
			continue;
		for (const struct ff_point *p = out->points; p < out->points + out->point_count;
		     p++)
			least = fmin(least, (p->x - x) * (p->x - x) + (p->y - y) * (p->y - y));
		least = sqrt(least);
		largest = fmax(largest, least);
		sum += least;
		count++;
	}
	*mean = sum / count;
	return largest;
}

static void no_place_is_far_from_a_line(void)
{
	static const struct ff_model *const models[] = {&manhattan, &octile, &euclid};
	static const char *const kinds[] = {"empty", "terrain", "trap", "caves", "rooms", "city"};

	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		for (int m = 0; m < 3; m++)
			for (int distance = 2; distance <= 8; distance *= 2) {
				struct ff_streamlines out;
				struct scene s;
				double gap, mean;

				scene_new(&s, 96, 80);
				mapgen_fill(kinds[k], 96, 80, 5, s.cost.cells);
				scene_goal(&s, 48, 40);
				s.model = *models[m];
				scene_solve(&s);
				out = trace(&s, distance);
				gap = find_gap(&s, &out, &mean) / distance;
				CHECK(gap < 2 && mean < 0.5 * distance,
				      "%s, model %d, distance %d: %g, mean %g", kinds[k], m,
				      distance, gap, mean / distance);
				ff_streamlines_free(&out);
				scene_free(&s);
			}
}

/* Directions from a file may lead anywhere, and have no values. */
static void circling_directions_end(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < 200; i++) {
		struct ff_streamlines out;
		struct scene s;

		scene_new(&s, 24, 24);
		for (int32_t c = 0; c < 24 * 24; c++) {
			int32_t x = c % 24 - 12, y = c / 24 - 12;

			s.flow.cells[c] = i == 0   ? (uint8_t)ff_flow_nearest(-y, x == 0 ? 1 : x)
					  : i == 1 ? (x < 0 ? FF_E : FF_W)
						   : (uint8_t)(oracle_random(&dice) % 9);
		}
		s.all.field = NULL;
		out = trace(&s, 1 + i % 7);
		for (size_t k = 0; k < out.count; k++)
			for (size_t n = 0; n + 1 < out.lines[k].count; n++)
				check_segment(&s, out.points[out.lines[k].first + n],
					      out.points[out.lines[k].first + n + 1]);
		check_spacing(&out, 1 + i % 7);
		ff_streamlines_free(&out);
		scene_free(&s);
	}
}

static enum ff_status try_trace(const void *with)
{
	const struct scene *s = with;
	struct ff_streamlines out;
	enum ff_status st = ff_streamlines_trace(&s->all, 2, &out);

	CHECK(st == FF_OK || (out.points == NULL && out.count == 0), "%s", "lines are left");
	ff_streamlines_free(&out);
	return st;
}

static void running_out_of_memory_leaves_nothing(void)
{
	struct scene s;

	open_scene(&s, &manhattan, 16, 16);
	heap_survives(try_trace, &s, 8);
	scene_free(&s);
}

int main(void)
{
	RUN(lines_keep_their_distance_and_to_open_cells_and_run_downhill);
	RUN(maps_of_every_kind_have_lines);
	RUN(lines_on_open_ground_point_at_the_goal);
	RUN(no_place_is_far_from_a_line);
	RUN(circling_directions_end);
	RUN(running_out_of_memory_leaves_nothing);
	return tap_done();
}
