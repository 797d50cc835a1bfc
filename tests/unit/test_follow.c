#include "core/crowd/follow.h"

#include "core/solve/solve.h"
#include "guides.h"
#include "realmaps.h"

#include <inttypes.h>

/* ---- the way at a place ---- */

static bool is_way(struct ff_sample way, double dx, double dy)
{
	return fabs(way.dx - dx) < 1e-7 && fabs(way.dy - dy) < 1e-7;
}

#define WAY(way, wanted_x, wanted_y)                                                           \
	CHECK(is_way(way, wanted_x, wanted_y), "%.9g,%.9g, not %.9g,%.9g", (way).dx, (way).dy, \
	      (double)(wanted_x), (double)(wanted_y))

/* Returns the vector of a cell; 0,0 outside the map. */
static struct ff_sample vector_at(const struct ff_guide *guide, int32_t x, int32_t y)
{
	struct ff_flow_vector vector = {0, 0};

	if (x >= 0 && y >= 0 && x < guide->cost->w && y < guide->cost->h)
		vector = ff_flow_vector_at(guide->flow, ff_cost_index(guide->cost, x, y));
	return (struct ff_sample){(double)vector.dx, (double)vector.dy};
}

/* Returns the weighted mean of the vectors less than a cell away that do not point away. */
static struct ff_sample mean_at(const struct ff_guide *guide, double x, double y)
{
	struct ff_sample own = vector_at(guide, (int32_t)floor(x + 0.5), (int32_t)floor(y + 0.5));
	struct ff_sample sum = {0, 0};
	double length;

	for (int32_t v = 0; v < guide->cost->h; v++)
		for (int32_t u = 0; u < guide->cost->w; u++) {
			double weight = fmax(0, 1 - fabs(x - u)) * fmax(0, 1 - fabs(y - v));
			struct ff_sample way = vector_at(guide, u, v);

			if ((float)(way.dx * own.dx + way.dy * own.dy) < 0)
				continue;
			sum.dx += weight * way.dx;
			sum.dy += weight * way.dy;
		}
	length = sqrt(sum.dx * sum.dx + sum.dy * sum.dy);
	return length > 0 ? (struct ff_sample){sum.dx / length, sum.dy / length} : sum;
}

static void between_cells_the_way_is_the_mean_of_those_that_agree_with_the_own_cell(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int round = 0; round < 200; round++) {
		struct ff_guide guide;
		struct scene s;

		scene_new(&s, 5, 4);
		guide = guides_of(&s);
		for (int i = 0; i < 20; i++)
			s.flow.cells[i] = (uint8_t)(oracle_random(&dice) % 8);
		for (int k = 0; k < 20; k++) {
			/* A step from here does not leave the cell. */
			double x =
				(double)(oracle_random(&dice) % 5) - 0.4 + 0.8 * guides_unit(&dice);
			double y =
				(double)(oracle_random(&dice) % 4) - 0.4 + 0.8 * guides_unit(&dice);
			struct ff_sample way = mean_at(&guide, x, y);

			if (way.dx != 0 || way.dy != 0)
				WAY(ff_sample_way(&guide, x, y, 0.09), way.dx, way.dy);
		}
		scene_free(&s);
	}
}

/* Returns true if a dense row of points on the segment is in open cells. */
static bool looks_free(const struct ff_cost *cost, const double from[2], const double to[2])
{
	enum { POINTS = 1000 };

	for (int i = 0; i <= POINTS; i++) {
		double along = (double)i / POINTS;
		double x = from[0] + (to[0] - from[0]) * along + 0.5;
		double y = from[1] + (to[1] - from[1]) * along + 0.5;

		if (x < 0 || y < 0 || x >= cost->w || y >= cost->h ||
		    cost->cells[(int)y * cost->w + (int)x] == FF_COST_WALL)
			return false;
	}
	return true;
}

static void a_segment_is_free_if_it_enters_no_wall(void)
{
	uint64_t dice = ORACLE_SEED;
	int wrong = 0, blocked = 0;

	for (int i = 0; i < 20000; i++) {
		uint8_t cells[9];
		const struct ff_cost cost = {.w = 3, .h = 3, .cells = cells};
		const struct ff_guide guide = {.map = &cost, .cost = &cost, .model = &manhattan};
		double from[2], to[2], angle = guides_unit(&dice) * 2 - 1;
		double length = guides_unit(&dice);

		for (int k = 0; k < 9; k++)
			cells[k] = oracle_random(&dice) % 3 == 0 ? FF_COST_WALL : 1;
		for (int k = 0; k < 2; k++)
			from[k] = guides_unit(&dice) * 3 - 0.5;
		to[0] = from[0] + length * angle;
		to[1] = from[1] + length * sqrt(1 - angle * angle) * (i % 2 == 0 ? 1 : -1);
		if (!looks_free(&cost, from, from))
			continue;
		/* A corner may be cut between two points. */
		if (ff_sample_free(&guide, from[0], from[1], to[0], to[1]) !=
		    looks_free(&cost, from, to))
			wrong++;
		blocked += !looks_free(&cost, from, to);
	}
	CHECK(wrong <= 5 && blocked > 1000, "%d differ, %d are blocked", wrong, blocked);
}

static void the_corner_rule_decides_on_segments_through_a_corner(void)
{
	static const bool free[FF_CORNERS][3] = {
		[FF_CORNERS_STRICT] = {true, false, false},
		[FF_CORNERS_LENIENT] = {true, true, false},
		[FF_CORNERS_CUT] = {true, true, true},
	};

	for (enum ff_corners corners = FF_CORNERS_STRICT; corners < FF_CORNERS; corners++)
		for (int walls = 0; walls < 3; walls++)
			for (int side = 0; side < 2; side++)
				for (int d = 1; d < 8; d += 2) {
					const struct ff_model model = {.corners = corners,
								       .flow = FF_FLOW_LOWEST};
					struct ff_flow_step step = ff_flow_steps[d];
					uint8_t cells[9];
					const struct ff_cost cost = {
						.w = 3, .h = 3, .cells = cells};
					const struct ff_guide guide = {
						.map = &cost, .cost = &cost, .model = &model};
					double part = 0.25;

					memset(cells, 1, 9);
					if (walls > side)
						cells[3 + 1 + step.dx] = FF_COST_WALL;
					if (walls > 1 - side)
						cells[3 * (1 + step.dy) + 1] = FF_COST_WALL;
					CHECK(ff_sample_free(
						      &guide, 1 + 0.5 * step.dx * part,
						      1 + 0.5 * step.dy * part, 1 + 0.75 * step.dx,
						      1 + 0.75 * step.dy) == free[corners][walls],
					      "corners %d, %d walls, direction %d", corners, walls,
					      d);
					cells[3 * (1 + step.dy) + 1 + step.dx] = FF_COST_WALL;
					CHECK(!ff_sample_free(&guide, 1, 1, 1 + 0.75 * step.dx,
							      1 + 0.75 * step.dy),
					      "corners %d, %d walls, direction %d", corners, walls,
					      d);
				}
}

static void from_anywhere_in_a_reached_cell_a_free_step_leads_on(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < GUIDES_MODELS * 8; k++) {
		const struct ff_model model = guides_model(k % GUIDES_MODELS);
		struct ff_guide guide;
		struct scene s;

		guides_scene(&s, &model, 9, 7, 10 + 5 * (k % 7), k % 2 == 0 ? 1 : 254, &dice);
		if (k / GUIDES_MODELS % 2 == 1)
			guides_sight(&s);
		guide = guides_of(&s);
		for (int i = 0; i < 300; i++) {
			double x = guides_unit(&dice) * 9 - 0.5, y = guides_unit(&dice) * 7 - 0.5;
			double step = 1 - guides_unit(&dice);
			struct ff_sample way = ff_sample_way(&guide, x, y, step);
			size_t cell = (size_t)(y + 0.5) * 9 + (size_t)(x + 0.5);
			struct ff_sample own;
			int32_t dx, dy;

			if (s.flow.cells[cell] == FF_NONE) {
				WAY(way, 0, 0);
				continue;
			}
			if (model.corners == FF_CORNERS_CUT && way.dx == 0 && way.dy == 0)
				continue;
			own = vector_at(&guide, (int32_t)cell % 9, (int32_t)cell / 9);
			dx = ff_sample_cell(x + way.dx * step) - (int32_t)cell % 9;
			dy = ff_sample_cell(y + way.dy * step) - (int32_t)cell / 9;
			CHECK((dx == 0 || dx * own.dx > 0) && (dy == 0 || dy * own.dy > 0),
			      "model %d, %g,%g: %g,%g leads back", k, x, y, way.dx, way.dy);
			CHECK(fabs(way.dx * way.dx + way.dy * way.dy - 1) < 1e-12,
			      "model %d, %g,%g: %g,%g", k, x, y, way.dx, way.dy);
			CHECK(ff_sample_free(&guide, x, y, x + way.dx * step, y + way.dy * step),
			      "model %d, %g,%g: %g,%g", k, x, y, way.dx, way.dy);
		}
		scene_free(&s);
	}
}

/* ---- walls and corners, without src/core/crowd ---- */

static bool is_wall(const struct ff_cost *cost, int64_t x, int64_t y)
{
	return x < 0 || y < 0 || x >= cost->w || y >= cost->h ||
	       cost->cells[y * cost->w + x] == FF_COST_WALL;
}

/* Clips the part 0..1 of a segment by a slab (Kay and Kajiya, 1986). */
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

/* Returns true if a segment enters a wall by more than rounding. */
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

/* Returns true if a segment passes through a corner that the rule forbids. */
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
		/* A path beside a corner of one wall does not touch it. */
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
	enum ff_status st = ff_trace(guide, rule, &walker, slow, false, NULL, &path);

	CHECK(st == FF_OK && path.id == 7 && path.count > 0, "status %d", (int)st);
	return path;
}

static size_t cell_of(const struct ff_cost *cost, const struct ff_path_point *point)
{
	return (size_t)floor(point->y + 0.5) * (size_t)cost->w + (size_t)floor(point->x + 0.5);
}

/* The length of all checked paths, in cells. */
static double walked;

/* Checks what is true of every path from a reached cell. */
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

/* Checks paths from each reached cell: from its centre and from elsewhere in it. */
static void check_all(const struct ff_guide *guide, const char *name, uint64_t *dice, int every)
{
	for (int32_t i = (int32_t)(oracle_random(dice) % (uint64_t)every);
	     i < guide->cost->w * guide->cost->h; i += every) {
		int32_t x = i % guide->cost->w, y = i / guide->cost->w;

		if (guide->classes->cells[i] != FF_REACHED)
			continue;
		for (enum ff_trace_rule rule = FF_TRACE_SMOOTH; rule <= FF_TRACE_CELLS; rule++)
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

static void paths_from_reached_cells_arrive_and_touch_no_wall(void)
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

/* ---- by roots ---- */

/* Solves a map of one cost exactly. */
static void solve_by_roots(struct scene *s)
{
	struct ff_labels nearest = {0}, allocation = {0};
	struct ff_solve solve = {.model = &s->model,
				 .cost = &s->cost,
				 .seeds = &s->seeds,
				 .unit = s->field.unit,
				 .limit = FF_FIELD_NONEF,
				 .most = SIZE_MAX,
				 .field = &s->field,
				 .flow = &s->flow,
				 .classes = &s->classes,
				 .nearest = &nearest,
				 .allocation = &allocation};
	bool done = false;

	ff_solve_begin(&solve);
	while (!done && CHECK(ff_solve_step(&solve, SIZE_MAX, &done) == FF_OK, "solved"))
		;
	CHECK(ff_solve_flow(&solve) == FF_OK && s->field.roots != NULL, "exactly");
}

/* Finds where a root is: 'off' cells in both directions off the one wall at its corner. */
static struct ff_path_point place_of(const struct ff_cost *cost, const struct ff_root *root,
				     double off)
{
	struct ff_path_point at = {.x = (root->x - 1) / 2.0, .y = (root->y - 1) / 2.0};
	int32_t x = root->x / 2, y = root->y / 2;

	if (root->x % 2 != 0)
		return at;
	at.x += is_wall(cost, x, y) || is_wall(cost, x, y - 1) ? -off : off;
	at.y += is_wall(cost, x, y) || is_wall(cost, x - 1, y) ? -off : off;
	return at;
}

/* Checks a path that goes by roots from x,y: all that is said of them, and their length. */
static void check_roots(const struct scene *s, const struct ff_guide *guide, double x, double y,
			bool slow)
{
	struct ff_path path = trace_from(guide, FF_TRACE_SMOOTH, x, y, slow);
	const struct ff_path_point *end = path.points + path.count - 1, *p = path.points;
	int32_t cell_x = ff_sample_cell(x), cell_y = ff_sample_cell(y);
	size_t cell = ff_cost_index(&s->cost, cell_x, cell_y);
	uint32_t k = s->field.roots->of.cells[cell];
	double cost = s->cost.cells[cell], detour = 2 * hypot(x - cell_x, y - cell_y) * cost;
	uint64_t steps = 0;

	check_path(guide, "by roots", &path);
	for (size_t i = 1; i < path.count; i++)
		steps += (uint64_t)(abs(ff_sample_cell(p[i].x) - ff_sample_cell(p[i - 1].x)) +
				    abs(ff_sample_cell(p[i].y) - ff_sample_cell(p[i - 1].y)));
	CHECK(path.steps == steps, "%" PRIu64 " steps, not %" PRIu64, path.steps, steps);
	CHECK(fabs(end->cost - cost * end->length) < 1e-9 &&
		      fabs(end->time - end->length * (slow ? cost : 1) / 2) < 1e-9,
	      "cost %g, time %g, length %g", end->cost, end->time, end->length);
	CHECK(fabs(end->cost - s->field.f64[cell]) < 1e-5 * cost + detour,
	      "%g,%g: cost %.9g, not %.9g", x, y, end->cost, s->field.f64[cell]);
	/* Off the centre it goes to where the way from there leaves the cell, unless it turns. */
	if (x != cell_x || y != cell_y) {
		struct ff_path_point to = place_of(&s->cost, &s->field.roots->items[k], 1e-9);
		double dx = to.x - cell_x, dy = to.y - cell_y, far = fmax(fabs(dx), fabs(dy));

		p += far > 0.5;
		CHECK(p == path.points || (fabs(p->x - cell_x - dx * 0.5 / far) < 1e-8 &&
					   fabs(p->y - cell_y - dy * 0.5 / far) < 1e-8),
		      "%g,%g: over %g,%g", x, y, p->x, p->y);
	}
	for (p++; p <= end && k != FF_LABELS_NONE; k = s->field.roots->items[k].next) {
		struct ff_path_point to = place_of(&s->cost, &s->field.roots->items[k], 1e-9);

		/* Roots on a line are one segment. */
		if (fabs(p->x - to.x) < 1e-12 && fabs(p->y - to.y) < 1e-12)
			p++;
	}
	CHECK(p == end + 1, "%g,%g: a point that is no root: %.12g,%.12g", x, y, p->x, p->y);
	free(path.points);
}

/* Checks the way at x,y: to the first root that is not there yet, if a step is free. */
static bool check_root_way(const struct scene *s, const struct ff_guide *guide, double x, double y,
			   double step)
{
	const struct ff_roots *roots = s->field.roots;
	uint32_t k = roots->of.cells[ff_cost_index(&s->cost, ff_sample_cell(x), ff_sample_cell(y))];
	struct ff_sample way = ff_sample_way(guide, x, y, step);
	struct ff_path_point to = place_of(&s->cost, &roots->items[k], 1.0 / 64);
	double far;

	while (hypot(to.x - x, to.y - y) <= step / 2 && roots->items[k].next != FF_LABELS_NONE) {
		k = roots->items[k].next;
		to = place_of(&s->cost, &roots->items[k], 1.0 / 64);
	}
	far = hypot(to.x - x, to.y - y);
	CHECK(ff_sample_free(guide, x, y, x + way.dx * step, y + way.dy * step), "%g,%g: a wall", x,
	      y);
	if (!ff_sample_free(guide, x, y, x + (to.x - x) / far * step, y + (to.y - y) / far * step))
		return false;
	WAY(way, (to.x - x) / far, (to.y - y) / far);
	return true;
}

static void where_a_field_has_roots_paths_and_ways_lead_to_one_after_the_other(void)
{
	uint64_t dice = ORACLE_SEED;
	int free_ways = 0, ways = 0;

	for (int k = 0; k < 300; k++) {
		/* Strings touch corners. */
		const struct ff_model model = {.metric = FF_METRIC_EUCLID,
					       .flow = FF_FLOW_GRADIENT,
					       .corners = FF_CORNERS_LENIENT};
		int32_t w = 1 + (int32_t)(oracle_random(&dice) % 20);
		int32_t h = 1 + (int32_t)(oracle_random(&dice) % 20);
		struct ff_guide guide;
		struct scene s;

		guides_scene(&s, &model, w, h, (int)(oracle_random(&dice) % 50), 1, &dice);
		for (int32_t i = 0; i < w * h; i++)
			if (s.cost.cells[i] != FF_COST_WALL)
				s.cost.cells[i] = (uint8_t)(1 + k % 3);
		solve_by_roots(&s);
		guide = guides_of(&s);
		for (int32_t i = 0; i < w * h; i++) {
			double x = floor(i % w), y = floor((double)i / w);
			double off_x = x + guides_unit(&dice) - 0.5,
			       off_y = y + guides_unit(&dice) - 0.5;

			if (s.classes.cells[i] != FF_REACHED)
				continue;
			check_roots(&s, &guide, x, y, k % 2 == 0);
			check_roots(&s, &guide, off_x, off_y, k % 2 == 0);
			free_ways +=
				check_root_way(&s, &guide, off_x, off_y, 1 - guides_unit(&dice));
			ways++;
		}
		ff_field_free(&s.field);
		scene_free(&s);
	}
	CHECK(free_ways > ways * 3 / 4, "%d of %d ways are free", free_ways, ways);
}

/* ---- real maps ---- */

/* The random state and the number of maps so far. */
struct journey {
	uint64_t dice;
	int number;
};

/* ---- where naive followers fail ---- */

static void no_path_stays_at_the_local_optimum_beside_the_centre_of_a_wall(void)
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

static void directions_in_a_circle_hold_no_path(void)
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

/* ---- costs, times and points of paths ---- */

static void a_path_of_cells_costs_the_value_of_the_field(void)
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
				/* Not the middle, which may be where four cells meet. */
				struct ff_path_point within = {.x = a->x + (b->x - a->x) * 0.49,
							       .y = a->y + (b->y - a->y) * 0.49};
				bool hops = model.step == FF_STEP_HOPS;
				double length = b->length - a->length;
				double ground = length * s.cost.cells[cell_of(&s.cost, &within)];
				double cost = hops ? length : ground;
				/* A corner with a wall has no point of its own. */
				bool strict = model.corners == FF_CORNERS_STRICT;

				CHECK(!strict || fabs(b->cost - a->cost - cost) < 1e-9,
				      "map %d: %g, not %g", k, b->cost - a->cost, cost);
				CHECK((hops && !strict) ||
					      fabs((b->time - a->time) * 2 -
						   (hops ? ground : b->cost - a->cost)) < 1e-9,
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
	for (enum ff_trace_rule rule = FF_TRACE_SMOOTH; rule <= FF_TRACE_CELLS; rule++) {
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

/* Traces a path of cells with joints, and adds its own; returns how many places it noted, about one
 * in 64 cells that it walked itself. */
static size_t trace_joined(const struct ff_guide *guide, struct ff_joints *joints, double x,
			   double y, struct ff_path *path)
{
	const struct ff_walker walker = {.id = 7, .x = x, .y = y, .radius = 0.3, .speed = 2};
	enum ff_status st = ff_trace(guide, FF_TRACE_CELLS, &walker, false, false, joints, path);
	size_t noted = path->joint_count;

	CHECK(st == FF_OK && path->reached, "status %d", (int)st);
	ff_joints_add(joints, path);
	return noted;
}

static void ways_of_cells_that_join_are_walked_once(void)
{
	enum { SIDE = 101, CELLS = (SIDE + 1) * (SIDE + 1) / 2, LATER = 9 };
	struct ff_path paths[1 + LATER] = {{0}}, alone;
	struct ff_joints joints;
	struct ff_guide guide;
	struct scene s;
	size_t noted;

	scene_new(&s, SIDE, SIDE);
	for (int i = 0; i < SIDE * SIDE; i++) {
		int x = i % SIDE, y = i / SIDE;

		s.cost.cells[i] = y % 2 == 1 && x != (y % 4 == 1 ? SIDE - 1 : 0) ? FF_COST_WALL : 1;
	}
	scene_goal(&s, 0, 0);
	scene_solve(&s);
	guide = guides_of(&s);
	CHECK(ff_joints_open(&joints, SIDE * SIDE, paths) == FF_OK, "memory");
	noted = trace_joined(&guide, &joints, 0, SIDE - 1, &paths[0]);
	CHECK(noted > CELLS / 128 && noted < CELLS / 32, "%zu places of %d cells", noted, CELLS);
	noted = 0;
	for (int i = 1; i <= LATER; i++) {
		noted += trace_joined(&guide, &joints, 50, 10 * i, &paths[i]);
		alone = trace_from(&guide, FF_TRACE_CELLS, 50, 10 * i, false);
		CHECK(alone.steps == paths[i].steps && alone.count == paths[i].count, "path %d", i);
		free(alone.points);
	}
	CHECK(noted < 3 * LATER, "%zu places are noted again", noted);
	for (int i = 0; i <= LATER; i++)
		free(paths[i].points);
	free(joints.slots);
	scene_free(&s);
}

/* Returns the distance of a place from a path. */
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

/* Compares a path with short steps, each of which asks for the way. */
static void check_steps(const struct ff_guide *guide, double x, double y)
{
	static const double step = 1.0 / 8;
	const struct ff_path_point from = {.x = x, .y = y};
	size_t at = cell_of(guide->cost, &from), before;
	struct ff_path path = trace_from(guide, FF_TRACE_SMOOTH, x, y, false);
	const struct ff_path_point *end = path.points + path.count - 1;
	uint64_t entered = 0;
	int steps = 0;

	for (; guide->classes->cells[at] != FF_GOAL && steps < 1000; steps++) {
		struct ff_sample way = ff_sample_way(guide, x, y, step);
		struct ff_path_point to = {.x = x + way.dx * step, .y = y + way.dy * step};

		x = to.x;
		y = to.y;
		CHECK(off(&path, x, y) < 1e-9, "from %g,%g: %g,%g is off by %g", from.x, from.y, x,
		      y, off(&path, x, y));
		before = at;
		at = cell_of(guide->cost, &to);
		entered += at % 20 != before % 20;
		entered += at / 20 != before / 20;
	}
	CHECK(end->x == x && end->y == y && fabs(end->length - steps * step) < 1e-9,
	      "from %g,%g: %.17g,%.17g after %g, not %.17g,%.17g after %g", from.x, from.y, end->x,
	      end->y, end->length, x, y, steps * step);
	CHECK(path.steps == entered, "from %g,%g: %" PRIu64 " cells, not %" PRIu64, from.x, from.y,
	      path.steps, entered);
	free(path.points);
}

static void the_points_of_a_path_describe_the_whole_way(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 3 * FF_METRICS; k++) {
		struct ff_guide guide;
		struct scene s;

		scene_of(&s, "..................../..................../.#########....#####./"
			     ".#......#........#../.##.#####..##..g.#../.#......#........#../"
			     ".#####..##########../..................../");
		s.model = (struct ff_model){.metric = (enum ff_metric)(k % FF_METRICS),
					    .flow = FF_FLOW_GRADIENT};
		s.cost.cells[10] = k < FF_METRICS ? 1 : 3;
		scene_solve(&s);
		guide = guides_of(&s);
		for (int32_t i = 0; i < 160; i++) {
			double aside = k < 2 * FF_METRICS ? 0 : guides_unit(&dice) - 0.5;
			int32_t row = i / 20;

			if (s.classes.cells[i] == FF_REACHED)
				check_steps(&guide, i % 20 + aside, row - aside);
		}
		scene_free(&s);
	}
}

/* A goal whose start cost is just what the way to the other one costs. */
static void a_path_ends_at_a_goal_before_lower_cells(void)
{
	struct ff_guide guide;
	struct ff_path path;
	struct scene s;

	scene_of(&s, "....g....g/");
	s.goals.items[0].start = 5;
	scene_solve(&s);
	guide = guides_of(&s);
	path = trace_from(&guide, FF_TRACE_SMOOTH, 0, 0, false);
	CHECK(path.points[path.count - 1].x == 3.5, "at %g", path.points[path.count - 1].x);
	free(path.points);
	scene_free(&s);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(between_cells_the_way_is_the_mean_of_those_that_agree_with_the_own_cell);
	RUN(a_segment_is_free_if_it_enters_no_wall);
	RUN(the_corner_rule_decides_on_segments_through_a_corner);
	RUN(from_anywhere_in_a_reached_cell_a_free_step_leads_on);
	RUN(paths_from_reached_cells_arrive_and_touch_no_wall);
	RUN(where_a_field_has_roots_paths_and_ways_lead_to_one_after_the_other);
	RUN(no_path_stays_at_the_local_optimum_beside_the_centre_of_a_wall);
	RUN(directions_in_a_circle_hold_no_path);
	RUN(a_path_of_cells_costs_the_value_of_the_field);
	RUN(a_smooth_path_pays_for_its_length_in_each_cell);
	RUN(points_on_a_straight_line_are_one_segment);
	RUN(ways_of_cells_that_join_are_walked_once);
	RUN(the_points_of_a_path_describe_the_whole_way);
	RUN(a_path_ends_at_a_goal_before_lower_cells);
	return tap_done();
}
