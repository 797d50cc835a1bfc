#include "core/crowd/follow.h"

#include "guides.h"
#include "realmaps.h"
#include "tap.h"

#include <inttypes.h>

/* ---- where a path may lead, found out without anything of src/core/crowd ---- */

static bool is_wall(const struct ff_cost *cost, int64_t x, int64_t y)
{
	return x < 0 || y < 0 || x >= cost->w || y >= cost->h ||
	       cost->cells[y * cost->w + x] == FF_COST_WALL;
}

/* What of 0..1 along a segment lies within a square: a slab a side (Kay and Kajiya, 1986). */
static bool clip(double from, double to, double low, double high, double range[2])
{
	double near = (low - from) / (to - from), far = (high - from) / (to - from);

	if (from == to)
		return from > low && from < high;
	if (near > far) {
		double swap = near;

		near = far;
		far = swap;
	}
	range[0] = fmax(range[0], near);
	range[1] = fmin(range[1], far);
	return range[0] < range[1];
}

/* Whether a segment comes into a wall by more than rounding. */
static bool is_walled(const struct ff_cost *cost, const struct ff_path_point *a,
		      const struct ff_path_point *b)
{
	for (int y = (int)floor(fmin(a->y, b->y)) - 1; y <= fmax(a->y, b->y) + 2; y++)
		for (int x = (int)floor(fmin(a->x, b->x)) - 1; x <= fmax(a->x, b->x) + 2; x++) {
			double range[2] = {0, 1}, in = 0.5 - 1e-9;

			if (is_wall(cost, x, y) && clip(a->x, b->x, x - in, x + in, range) &&
			    clip(a->y, b->y, y - in, y + in, range))
				return true;
		}
	return false;
}

/* Whether a segment passes through a corner that the rule forbids. */
static bool is_cornered(const struct ff_cost *cost, enum ff_corners corners,
			const struct ff_path_point *a, const struct ff_path_point *b)
{
	double dx = b->x - a->x, dy = b->y - a->y, length = sqrt(dx * dx + dy * dy);

	if (dx == 0 || dy == 0 || corners == FF_CORNERS_CUT)
		return false;
	for (int x = (int)floor(fmin(a->x, b->x)); x <= fmax(a->x, b->x); x++) {
		double at_x = x + 0.5, at_y = a->y + (at_x - a->x) / dx * dy;
		int64_t y = (int64_t)floor(at_y + 0.25);
		double off = fabs((at_y - ((double)y + 0.5)) * dx) / length;
		bool falls = dx * dy > 0;
		int walls = is_wall(cost, falls ? x + 1 : x, y) +
			    is_wall(cost, falls ? x : x + 1, y + 1);

		if (at_x <= fmin(a->x, b->x) || at_x >= fmax(a->x, b->x))
			continue;
		/* Who passes beside a corner of one wall does not touch it. */
		if ((walls == 2 && off < 1e-9) ||
		    (walls == 1 && corners == FF_CORNERS_STRICT && off < 1e-13))
			return true;
	}
	return false;
}

/* ---- paths ---- */

static struct ff_path trace_from(const struct ff_guide *guide, enum ff_trace_rule rule, double x,
				 double y, bool slow)
{
	const struct ff_walker walker = {.id = 7, .x = x, .y = y, .radius = 0.3, .speed = 2};
	struct ff_path path = {0};
	enum ff_status st = ff_trace(guide, rule, &walker, slow, &path);

	CHECK(st == FF_OK && path.id == 7 && path.count > 0, "status %d", (int)st);
	return path;
}

static size_t cell_of(const struct ff_cost *cost, const struct ff_path_point *point)
{
	return (size_t)floor(point->y + 0.5) * (size_t)cost->w + (size_t)floor(point->x + 0.5);
}

/* How long the paths are that have been checked. */
static double walked;

/* What is true of every path of who starts in a reached cell. */
static void check_path(const struct ff_guide *guide, const char *name, const struct ff_path *path)
{
	const struct ff_path_point *p = path->points;
	const struct ff_path_point *end = p + path->count - 1;

	CHECK(path->reached && path->class == guide->classes->cells[cell_of(guide->cost, p)],
	      "%s: %g,%g does not arrive", name, p->x, p->y);
	CHECK(guide->classes->cells[cell_of(guide->cost, end)] == FF_GOAL,
	      "%s: from %g,%g to %g,%g", name, p->x, p->y, end->x, end->y);
	CHECK(p->length == 0 && p->cost == 0 && p->time == 0, "%s: %g", name, p->length);
	for (; p < end; p++) {
		double dx = p[1].x - p->x, dy = p[1].y - p->y, length = sqrt(dx * dx + dy * dy);

		CHECK(!is_walled(guide->cost, p, p + 1) &&
			      !is_cornered(guide->cost, guide->model->corners, p, p + 1),
		      "%s: %.17g,%.17g to %.17g,%.17g", name, p->x, p->y, p[1].x, p[1].y);
		CHECK(!is_wall(guide->cost, (int64_t)floor(p->x + 0.5), (int64_t)floor(p->y + 0.5)),
		      "%s: %.17g,%.17g", name, p->x, p->y);
		CHECK(length > 0 && fabs(p[1].length - p->length - length) < 1e-8, "%s: %g, not %g",
		      name, p[1].length - p->length, length);
		CHECK(p[1].cost > p->cost && p[1].time > p->time, "%s: %g %g", name, p[1].cost,
		      p[1].time);
	}
	walked += end->length;
}

static void name_it(char name[64], int k, const struct ff_model *model)
{
	snprintf(name, 64, "map %d, %s %s %s %s", k, ff_model_metrics[model->metric],
		 ff_model_steps[model->step], ff_model_corners[model->corners],
		 ff_model_flows[model->flow]);
}

/* From each cell that has a way, and from a place somewhere in it. */
static void check_all(const struct ff_guide *guide, const char *name, uint64_t *dice, int every)
{
	for (int32_t i = (int32_t)(oracle_random(dice) % (uint64_t)every);
	     i < guide->cost->w * guide->cost->h; i += every) {
		int32_t x = i % guide->cost->w, y = i / guide->cost->w;

		if (guide->classes->cells[i] != FF_REACHED)
			continue;
		for (enum ff_trace_rule rule = FF_TRACE_SMOOTH; rule < FF_TRACE_RULES; rule++)
			for (int off = 0; off < 2; off++) {
				double to_x = off == 0 ? 0 : guides_unit(dice) - 0.5;
				double to_y = off == 0 ? 0 : guides_unit(dice) - 0.5;
				struct ff_path path =
					trace_from(guide, rule, x + to_x, y + to_y, i % 3 == 0);

				check_path(guide, name, &path);
				free(path.points);
			}
	}
}

static void whoever_starts_in_a_reached_cell_arrives_and_touches_no_wall(void)
{
	int rounds = getenv("FULL") != NULL ? 60 : 3;
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < rounds * GUIDES_MODELS; k++) {
		const struct ff_model model = guides_model(k % GUIDES_MODELS);
		int32_t w = 1 + (int32_t)(oracle_random(&dice) % 16);
		int32_t h = 1 + (int32_t)(oracle_random(&dice) % 16);
		struct ff_guide guide;
		struct scene s;
		char name[64];

		guides_scene(&s, &model, w, h, (int)(oracle_random(&dice) % 60),
			     k % 3 == 0   ? 1
			     : k % 3 == 1 ? 9
					  : 254,
			     &dice);
		guide = guides_of(&s);
		name_it(name, k, &model);
		check_all(&guide, name, &dice, 1);
		guides_sight(&s);
		check_all(&guide, name, &dice, 1);
		scene_free(&s);
	}
	NOTE("%.0f cells walked", walked);
}

/* ---- real maps ---- */

/* Where the dice are, and how many maps there have been. */
struct journey {
	uint64_t dice;
	int number;
};

/* With each metric and its own flow, or with one of them. */
static void check_map(const char *path, void *context)
{
	struct journey *journey = context;
	uint64_t *dice = &journey->dice;
	struct ff_cost map;

	journey->number++;
	if (!realmaps_read(path, &map))
		return;
	for (int k = 0; k < FF_METRICS; k++) {
		struct ff_guide guide;
		struct scene s;
		int32_t goal = map.w * map.h / 2 + map.w / 2, y;

		if (getenv("FULL") == NULL && (k + journey->number) % FF_METRICS != 0)
			continue;
		scene_new(&s, map.w, map.h);
		s.model.metric = (enum ff_metric)k;
		s.model.flow = ff_model_metric[s.model.metric].flow;
		memcpy(s.cost.cells, map.cells, (size_t)map.w * (size_t)map.h);
		while (map.cells[goal] == FF_COST_WALL)
			goal++;
		y = goal / map.w;
		scene_goal(&s, goal % map.w, y);
		scene_solve(&s);
		guide = guides_of(&s);
		check_all(&guide, path, dice, map.w * map.h / (getenv("FULL") != NULL ? 2000 : 40));
		guides_sight(&s);
		check_all(&guide, path, dice, map.w * map.h / (getenv("FULL") != NULL ? 2000 : 40));
		scene_free(&s);
	}
	free(map.cells);
}

static void on_real_maps_they_arrive_too(void)
{
	struct journey journey = {ORACLE_SEED, 0};

	realmaps_each(check_map, &journey);
	NOTE("%d maps", journey.number);
}

/* ---- where naive followers fail ---- */

static void nobody_stays_at_the_local_optimum_left_of_a_walls_centre(void)
{
	static const char *const maps[] = {
		"............../......#......./......#......./......#......./......#......g/"
		"......#......./......#......./......#......./............../",
		"............../......#......./......#......./......#......./......#......./"
		"......#......g/......#......./......#......./......#......./............../",
	};

	for (size_t m = 0; m < sizeof maps / sizeof *maps; m++)
		for (int k = 0; k < GUIDES_MODELS; k++) {
			struct ff_guide guide;
			struct scene s;
			char name[64];

			scene_of(&s, maps[m]);
			s.model = guides_model(k);
			scene_solve(&s);
			guide = guides_of(&s);
			name_it(name, k, &s.model);
			for (int i = 0; i <= 40; i++) {
				double y = 3 + (double)i / 20;
				struct ff_path path =
					trace_from(&guide, FF_TRACE_SMOOTH, 4.5, y, false);

				check_path(&guide, name, &path);
				free(path.points);
			}
			scene_free(&s);
		}
}

static void nobody_passes_the_diagonal_gap_between_two_blocked_corners(void)
{
	static const char rows[] =
		"......./.....##/....#../..##.../.#...../.#..g../.#...../.#...../";

	for (int k = 0; k < GUIDES_MODELS; k++) {
		struct ff_guide guide;
		struct scene s;
		char name[64];
		uint64_t dice = ORACLE_SEED;

		scene_of(&s, rows);
		s.model = guides_model(k);
		scene_solve(&s);
		guide = guides_of(&s);
		name_it(name, k, &s.model);
		check_all(&guide, name, &dice, 1);
		for (enum ff_trace_rule rule = FF_TRACE_SMOOTH; rule < FF_TRACE_RULES; rule++) {
			struct ff_path path = trace_from(&guide, rule, 2, 2, false);
			bool cut = s.model.corners == FF_CORNERS_CUT && path.reached;

			CHECK(path.reached == cut && (cut || path.count == 1),
			      "%s: %zu points, class %d", name, path.count, (int)path.class);
			free(path.points);
		}
		scene_free(&s);
	}
}

static void directions_that_lead_in_a_circle_keep_nobody(void)
{
	struct ff_guide guide;
	struct scene s;
	uint64_t dice = ORACLE_SEED;

	scene_of(&s, "......../......../......../......../......../......../.......g/");
	guide = guides_of(&s);
	for (int y = 1; y < 5; y++)
		for (int x = 1; x < 5; x++)
			s.flow.cells[y * 8 + x] = (uint8_t)(y < 3   ? x < 3 ? FF_N : FF_E
							    : x < 3 ? FF_W
								    : FF_S);
	for (int x = 1; x < 5; x++) {
		s.flow.cells[1 * 8 + x] = FF_E;
		s.flow.cells[4 * 8 + x] = FF_W;
		s.flow.cells[x * 8 + 1] = FF_N;
		s.flow.cells[x * 8 + 4] = FF_S;
	}
	check_all(&guide, "a circle", &dice, 1);
	scene_free(&s);
}

/* ---- what paths say of themselves ---- */

static void a_path_of_cells_costs_what_the_field_says(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 40; k++) {
		const struct ff_model model = oracle_model(k % ORACLE_MODELS, FF_FLOW_PATH);
		struct ff_guide guide;
		struct scene s;

		guides_scene(&s, &model, 14, 11, 25, k % 2 == 0 ? 9 : 254, &dice);
		guide = guides_of(&s);
		for (int32_t i = 0; i < 14 * 11; i++) {
			int32_t y = i / 14;
			struct ff_path path;
			const struct ff_path_point *end;

			if (s.classes.cells[i] > FF_REACHED)
				continue;
			path = trace_from(&guide, FF_TRACE_CELLS, i % 14, y, false);
			end = path.points + path.count - 1;
			CHECK(end->cost == ff_field_value(&s.field, (size_t)i),
			      "map %d, %d,%d: %.17g, not %.17g", k, i % 14, i / 14, end->cost,
			      ff_field_value(&s.field, (size_t)i));
			CHECK(fabs(end->time * 2 - end->length) < 1e-9, "%g", end->time);
			free(path.points);
		}
		scene_free(&s);
	}
}

static void a_smooth_path_pays_for_its_length_in_each_cell(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < GUIDES_MODELS; k++) {
		const struct ff_model model = guides_model(k);
		struct ff_guide guide;
		struct scene s;

		guides_scene(&s, &model, 14, 11, 20, 9, &dice);
		guide = guides_of(&s);
		for (int32_t i = 0; i < 14 * 11; i++) {
			int32_t y = i / 14;
			struct ff_path path;

			if (s.classes.cells[i] > FF_REACHED)
				continue;
			path = trace_from(&guide, FF_TRACE_SMOOTH, i % 14, y, true);
			for (size_t n = 1; n < path.count; n++) {
				const struct ff_path_point *a = &path.points[n - 1], *b = a + 1;
				struct ff_path_point middle = {.x = (a->x + b->x) / 2,
							       .y = (a->y + b->y) / 2};
				double cost = (b->length - a->length) *
					      s.cost.cells[cell_of(&s.cost, &middle)];
				/* A corner with a wall has no point of its own. */
				bool strict = model.corners == FF_CORNERS_STRICT;

				CHECK(!strict || fabs(b->cost - a->cost - cost) < 1e-9,
				      "map %d: %g, not %g", k, b->cost - a->cost, cost);
				CHECK(fabs((b->time - a->time) * 2 - (b->cost - a->cost)) < 1e-9,
				      "map %d: %g s", k, b->time - a->time);
			}
			free(path.points);
		}
		scene_free(&s);
	}
}

static void points_on_a_straight_line_are_one_segment(void)
{
	struct ff_guide guide;
	struct scene s;
	struct ff_path path;

	scene_of(&s, "..........g/.........../.........../");
	guide = guides_of(&s);
	for (enum ff_trace_rule rule = FF_TRACE_SMOOTH; rule < FF_TRACE_RULES; rule++) {
		path = trace_from(&guide, rule, 0, 0, false);
		CHECK(path.count == 2 && path.steps == 10, "%zu points, %" PRIu64 " steps",
		      path.count, path.steps);
		free(path.points);
	}
	path = trace_from(&guide, FF_TRACE_CELLS, 2, 2, false);
	CHECK(path.count == 3 && path.steps == 8, "%zu points, %" PRIu64 " steps", path.count,
	      path.steps);
	CHECK(path.points[1].length == sqrt(2) + sqrt(2), "%.17g", path.points[1].length);
	free(path.points);
	s.cost.cells[5] = 3;
	path = trace_from(&guide, FF_TRACE_SMOOTH, 0, 0, false);
	CHECK(path.count == 4 && path.points[1].x == 4.5 && path.points[2].x == 5.5, "%zu points",
	      path.count);
	free(path.points);
	scene_free(&s);
}

/* How far a place is from a polyline. */
static double off(const struct ff_path *path, double x, double y)
{
	double least = (double)INFINITY;

	for (size_t i = 1; i < path->count; i++) {
		const struct ff_path_point *a = &path->points[i - 1], *b = a + 1;
		double dx = b->x - a->x, dy = b->y - a->y;
		double along = ((x - a->x) * dx + (y - a->y) * dy) / (dx * dx + dy * dy);
		double near = along < 0 ? 0 : along > 1 ? 1 : along;

		least = fmin(least, hypot(x - a->x - near * dx, y - a->y - near * dy));
	}
	return least;
}

static void the_points_that_are_kept_tell_all_of_the_way_that_was_walked(void)
{
	struct scene s;
	struct ff_guide guide;

	scene_of(&s, "..................../..................../....####............/"
		     ".......#............/.......#....##..g.../.......#............/"
		     "..................../..................../");
	s.model = (struct ff_model){.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};
	scene_solve(&s);
	guide = guides_of(&s);
	for (int32_t i = 0; i < 160; i++) {
		int32_t row = i / 20;
		double x = i % 20, y = row, step = 1.0 / 8;
		struct ff_path path;
		int steps = 0;

		if (s.classes.cells[i] != FF_REACHED)
			continue;
		path = trace_from(&guide, FF_TRACE_SMOOTH, x, y, false);
		while (s.classes.cells[(int)floor(y + 0.5) * 20 + (int)floor(x + 0.5)] != FF_GOAL &&
		       steps++ < 1000) {
			struct ff_sample way = ff_sample_way(&guide, x, y, step);

			x += way.dx * step;
			y += way.dy * step;
			CHECK(off(&path, x, y) < 1e-9, "cell %d, %g,%g: off by %g", i, x, y,
			      off(&path, x, y));
		}
		CHECK(path.points[path.count - 1].x == x && path.points[path.count - 1].y == y,
		      "cell %d", i);
		free(path.points);
	}
	scene_free(&s);
}

static void who_starts_at_a_goal_is_there_and_who_has_no_way_stays(void)
{
	struct ff_guide guide;
	struct scene s;

	scene_of(&s, "..g.#../....#../");
	guide = guides_of(&s);
	for (enum ff_trace_rule rule = FF_TRACE_SMOOTH; rule < FF_TRACE_RULES; rule++) {
		struct ff_path there = trace_from(&guide, rule, 2.3, -0.2, true);
		struct ff_path lost = trace_from(&guide, rule, 5.25, 1, true);

		CHECK(there.count == 1 && there.reached && there.class == FF_GOAL &&
			      there.steps == 0 && there.points[0].x == 2.3 &&
			      there.points[0].length == 0,
		      "%zu points", there.count);
		CHECK(lost.count == 1 && !lost.reached && lost.class == FF_UNREACHED &&
			      lost.steps == 0 && lost.points[0].x == 5.25,
		      "%zu points", lost.count);
		free(there.points);
		free(lost.points);
	}
	scene_free(&s);
}

int main(void)
{
	RUN(whoever_starts_in_a_reached_cell_arrives_and_touches_no_wall);
	RUN(on_real_maps_they_arrive_too);
	RUN(nobody_stays_at_the_local_optimum_left_of_a_walls_centre);
	RUN(nobody_passes_the_diagonal_gap_between_two_blocked_corners);
	RUN(directions_that_lead_in_a_circle_keep_nobody);
	RUN(a_path_of_cells_costs_what_the_field_says);
	RUN(a_smooth_path_pays_for_its_length_in_each_cell);
	RUN(points_on_a_straight_line_are_one_segment);
	RUN(the_points_that_are_kept_tell_all_of_the_way_that_was_walked);
	RUN(who_starts_at_a_goal_is_there_and_who_has_no_way_stays);
	return tap_done();
}
