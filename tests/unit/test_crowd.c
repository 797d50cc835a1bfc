#include "core/crowd/crowd.h"

#include "core/crowd/spawn.h"
#include "core/solve/clearance.h"
#include "core/solve/descend.h"
#include "field.h"
#include "guides.h"
#include "realmaps.h"

#include <math.h>

/* ---- walkers of radius 0.5 at most, checked by cell ---- */

/* The error that rounding may cause. */
#define CROWDED_ROUNDING 1e-9

struct crowded {
	struct ff_cost map;
	struct ff_model model;
	struct ff_field field;
	struct ff_flow flow;
	struct ff_classes classes;
	struct ff_guide guide;
	uint8_t *near;         /* 1: there is a wall in the cell or around it */
	int32_t *first, *next; /* lists of the walkers in each cell */
	double deepest;        /* the deepest overlap of two walkers, in cells */
	double nearest;        /* the least gap between a disc and a wall, in cells */
};

/* Makes a guide to an area; takes the cells of 'map' over. */
static void crowded_aim(struct crowded *c, struct ff_cost map, const struct ff_model *model,
			int32_t x, int32_t y, int32_t w, int32_t h)
{
	size_t n = (size_t)map.w * (size_t)map.h;
	struct ff_seed *list = oracle_cells((size_t)(w * h), sizeof *list);
	const struct ff_seeds seeds = {list, (size_t)(w * h)};

	for (int32_t i = 0; i < w * h; i++)
		list[i] = (struct ff_seed){
			.cell = (uint32_t)ff_cost_index(&map, x + i % w, y + i / w)};

	*c = (struct crowded){.map = map, .model = *model, .nearest = INFINITY};
	c->field = field_of("a crowd", model, &c->map, &seeds, INFINITY, ff_integrate_type(model));
	c->flow = (struct ff_flow){.w = map.w, .h = map.h, .cells = oracle_cells(n, 1)};
	if (model->flow == FF_FLOW_GRADIENT)
		c->flow.vectors = oracle_cells(n, sizeof *c->flow.vectors);
	c->classes = (struct ff_classes){.w = map.w, .h = map.h, .cells = oracle_cells(n, 1)};
	CHECK(ff_descend(model, &c->map, &c->field, &seeds, &c->flow, &c->classes, NULL) == FF_OK,
	      "%s", "no flow");
	c->guide = (struct ff_guide){.map = &c->map,
				     .cost = &c->map,
				     .field = &c->field,
				     .flow = &c->flow,
				     .classes = &c->classes,
				     .model = &c->model};
	c->first = oracle_cells(n, sizeof *c->first);
	memset(c->first, 0xff, n * sizeof *c->first);
	c->near = oracle_cells(n, 1);
	for (int32_t i = 0; i < map.w * map.h; i++)
		for (int k = 0; k < 9; k++)
			c->near[i] |=
				!ff_cost_open(&map, i % map.w + k % 3 - 1, i / map.w + k / 3 - 1);
	free(list);
}

static void crowded_free(struct crowded *c)
{
	free(c->map.cells);
	free(c->field.cells);
	free(c->flow.cells);
	free(c->flow.vectors);
	free(c->classes.cells);
	free(c->near);
	free(c->first);
	free(c->next);
}

/* Returns true if a segment passes through a cell, by clipping it at each side. */
static bool crowded_pierces(double x0, double y0, double x1, double y1, int32_t x, int32_t y)
{
	double from = 0, to = 1, dx = x1 - x0, dy = y1 - y0;
	const double side[4][2] = {{-dx, x0 - (x - 0.5)},
				   {dx, x + 0.5 - x0},
				   {-dy, y0 - (y - 0.5)},
				   {dy, y + 0.5 - y0}};

	for (int i = 0; i < 4; i++) {
		double p = side[i][0], q = side[i][1];

		if (p == 0 && q <= CROWDED_ROUNDING)
			return false;
		if (p < 0)
			from = fmax(from, q / p);
		else if (p > 0)
			to = fmin(to, q / p);
	}
	return (to - from) * sqrt(dx * dx + dy * dy) > CROWDED_ROUNDING ||
	       (dx == 0 && dy == 0 && from <= to);
}

static void crowded_look_at_walls(struct crowded *c, const struct ff_crowd *crowd, size_t i)
{
	double x = crowd->x[i], y = crowd->y[i], radius = crowd->walkers[i].radius;
	double from_x = crowd->from_x[i], from_y = crowd->from_y[i];
	int32_t reach = (int32_t)ceil(radius + 0.5);
	int32_t at_x = (int32_t)floor(x + 0.5), at_y = (int32_t)floor(y + 0.5);

	for (int32_t wy = at_y - reach; wy <= at_y + reach; wy++)
		for (int32_t wx = at_x - reach; wx <= at_x + reach; wx++) {
			double off_x, off_y;

			if (ff_cost_open(&c->map, wx, wy))
				continue;
			off_x = fmax(fabs(x - wx) - 0.5, 0);
			off_y = fmax(fabs(y - wy) - 0.5, 0);
			c->nearest = fmin(c->nearest, sqrt(off_x * off_x + off_y * off_y) - radius);
			CHECK(!crowded_pierces(from_x, from_y, x, y, wx, wy),
			      "step %" PRIu64 ": walker %zu goes from %.17g,%.17g to %.17g,%.17g "
			      "through the wall at %d,%d",
			      crowd->step, i, from_x, from_y, x, y, wx, wy);
		}
	CHECK(c->nearest >= -CROWDED_ROUNDING,
	      "step %" PRIu64 ": walker %zu at %.17g,%.17g: a disc is "
	      "%g in a wall",
	      crowd->step, i, x, y, -c->nearest);
}

static int32_t *crowded_cell(const struct crowded *c, const struct ff_crowd *crowd, size_t i)
{
	return &c->first[ff_cost_index(&c->map, (int32_t)floor(crowd->x[i] + 0.5),
				       (int32_t)floor(crowd->y[i] + 0.5))];
}

/* Checks a walker and those in the lists of its cell and the ones around it. */
static void crowded_look_at_pairs(struct crowded *c, const struct ff_crowd *crowd, size_t i)
{
	const struct ff_walker *walkers = crowd->walkers;
	int32_t x = (int32_t)floor(crowd->x[i] + 0.5), y = (int32_t)floor(crowd->y[i] + 0.5);

	for (int32_t k = 0; k < 9; k++) {
		int32_t nx = x + k % 3 - 1, ny = y + k / 3 - 1;

		if (!ff_cost_inside(&c->map, nx, ny))
			continue;
		for (int32_t j = c->first[ff_cost_index(&c->map, nx, ny)]; j >= 0; j = c->next[j]) {
			double dx = crowd->x[i] - crowd->x[j], dy = crowd->y[i] - crowd->y[j];

			c->deepest = fmax(c->deepest, walkers[i].radius + walkers[j].radius -
							      sqrt(dx * dx + dy * dy));
		}
	}
	CHECK(c->deepest <= CROWDED_ROUNDING, "step %" PRIu64 ": two overlap by %g", crowd->step,
	      c->deepest);
}

/* Checks all walkers after a step; their radius is at most 0.5. */
static void crowded_look(struct crowded *c, const struct ff_crowd *crowd)
{
	if (c->next == NULL)
		c->next = oracle_cells(crowd->count, sizeof *c->next);
	for (size_t i = 0; i < crowd->count; i++) {
		int32_t *first = crowded_cell(c, crowd, i);

		if (crowd->state[i] != FF_CROWD_WALKING)
			continue;
		if (c->near[first - c->first] != 0)
			crowded_look_at_walls(c, crowd, i);
		crowded_look_at_pairs(c, crowd, i);
		c->next[i] = *first;
		*first = (int32_t)i;
	}
	for (size_t i = 0; i < crowd->count; i++)
		*crowded_cell(c, crowd, i) = -1;
}

/* ---- streets ---- */

enum { MOST = 700, GUIDES = 2 };

/* Walkers on one map; a guide for each group. */
struct street {
	struct scene scenes[GUIDES];
	struct ff_cost closed[GUIDES]; /* the map that is solved if it is not the scene's */
	struct ff_guide guides[GUIDES];
	size_t guide_count;
	struct ff_walker items[MOST];
	struct ff_walkers walkers;
	struct ff_crowd_rules rules;
	struct ff_crowd *crowd;
};

static struct street street; /* of the current test */
static uint64_t dice = ORACLE_SEED;

static void begin_street(void)
{
	memset(&street, 0, sizeof street);
	street.walkers = (struct ff_walkers){.items = street.items, .group_count = 1};
	street.rules.dt = 0.1;
}

/* Adds a map, or the same map with other goals. */
static struct scene *add_map(const char *rows, const struct ff_model *model)
{
	struct scene *s = &street.scenes[street.guide_count];

	scene_of(s, rows);
	s->model = *model;
	scene_solve(s);
	street.guides[street.guide_count++] = guides_of(s);
	for (size_t g = 0; g < street.guide_count; g++)
		street.guides[g].map = &street.scenes[0].cost;
	return s;
}

static struct ff_walker *add_walker(double x, double y, double radius)
{
	struct ff_walker *walker = &street.items[street.walkers.count++];

	*walker = (struct ff_walker){
		.id = street.walkers.count, .x = x, .y = y, .radius = radius, .speed = 1};
	return walker;
}

static bool open_street(void)
{
	enum ff_status st = ff_crowd_open(&street.crowd, &street.rules, NULL);

	if (st == FF_OK)
		st = ff_crowd_enter(street.crowd, &street.walkers, street.guides);
	return CHECK(st == FF_OK, "status %d", (int)st);
}

static void end_street(void)
{
	ff_crowd_free(street.crowd);
	for (size_t g = 0; g < street.guide_count; g++) {
		scene_free(&street.scenes[g]);
		free(street.closed[g].cells);
	}
}

/* ---- what is true of every step ---- */

static bool is_wall(const struct ff_cost *cost, int x, int y)
{
	return x < 0 || y < 0 || x >= cost->w || y >= cost->h ||
	       cost->cells[y * cost->w + x] == FF_COST_WALL;
}

static double to_segment(double px, double py, double ax, double ay, double bx, double by)
{
	double dx = bx - ax, dy = by - ay, square = dx * dx + dy * dy;
	double t = square > 0 ? ((px - ax) * dx + (py - ay) * dy) / square : 0;

	t = fmin(1, fmax(0, t));
	return hypot(ax + t * dx - px, ay + t * dy - py);
}

static double to_square(double px, double py, int x, int y)
{
	return hypot(fmax(0, fabs(px - x) - 0.5), fmax(0, fabs(py - y) - 0.5));
}

/* Returns the distance between a segment and a cell. */
static double square_gap(double ax, double ay, double bx, double by, int x, int y)
{
	double least = fmin(to_square(ax, ay, x, y), to_square(bx, by, x, y));
	int parts = (int)(hypot(bx - ax, by - ay) / 0.03) + 1;

	for (int i = -1; i <= 1; i += 2)
		for (int j = -1; j <= 1; j += 2)
			least = fmin(least, to_segment(x + i * 0.5, y + j * 0.5, ax, ay, bx, by));
	for (int i = 1; i < parts; i++)
		least = fmin(least, to_square(ax + (bx - ax) * i / parts,
					      ay + (by - ay) * i / parts, x, y));
	return least;
}

static void check_walls(size_t i)
{
	const struct ff_crowd *crowd = street.crowd;
	const struct ff_walker *walker = &street.items[i];
	const struct ff_guide *guide = &street.guides[walker->guide];
	double ax = crowd->from_x[i], ay = crowd->from_y[i], bx = crowd->x[i], by = crowd->y[i];
	int reach = (int)ceil(walker->radius) + 1, cx = (int)lround(bx), cy = (int)lround(by);

	for (int y = cy - reach; y <= cy + reach; y++)
		for (int x = cx - reach; x <= cx + reach; x++) {
			double least = is_wall(guide->map, x, y) ? walker->radius : 0;

			if (least == 0 && !is_wall(guide->cost, x, y))
				continue;
			CHECK(square_gap(ax, ay, bx, by, x, y) >= least - 1e-9,
			      "step %" PRIu64 ": %zu from %.12f,%.12f to %.12f,%.12f by %d,%d",
			      crowd->step, i, ax, ay, bx, by, x, y);
			CHECK(least > 0 || fabs(bx - x) > 0.5 || fabs(by - y) > 0.5,
			      "step %" PRIu64 ": %zu is in a closed cell", crowd->step, i);
		}
}

static void check_pairs(size_t i)
{
	const struct ff_crowd *crowd = street.crowd;

	for (size_t j = 0; j < i; j++) {
		double away = hypot(crowd->x[i] - crowd->x[j], crowd->y[i] - crowd->y[j]);

		CHECK(crowd->state[j] != FF_CROWD_WALKING ||
			      away >= street.items[i].radius + street.items[j].radius - 1e-9,
		      "step %" PRIu64 ": %zu and %zu are %.12f apart", crowd->step, i, j, away);
	}
}

static void check_counts(void)
{
	const struct ff_crowd *crowd = street.crowd;
	size_t count[FF_CROWD_LOST + 1] = {0};

	for (size_t i = 0; i < crowd->count; i++)
		count[crowd->state[i]]++;
	CHECK(count[FF_CROWD_WAITING] == crowd->waiting &&
		      count[FF_CROWD_WALKING] == crowd->walking &&
		      count[FF_CROWD_ARRIVED] == crowd->arrived &&
		      count[FF_CROWD_LOST] == crowd->lost,
	      "step %" PRIu64 ": other counts", crowd->step);
}

static void step(void)
{
	const struct ff_crowd *crowd = street.crowd;

	ff_crowd_step(street.crowd);
	check_counts();
	for (size_t i = 0; i < crowd->count; i++) {
		double way = hypot(crowd->x[i] - crowd->from_x[i], crowd->y[i] - crowd->from_y[i]);

		if (crowd->state[i] != FF_CROWD_WALKING)
			continue;
		CHECK(way <= street.items[i].speed * street.rules.dt + 1e-12,
		      "%zu walks %.12f in a step", i, way);
		check_walls(i);
		check_pairs(i);
	}
}

/* Checks that all walkers arrive within some seconds. */
static void all_arrive(const char *where, double seconds)
{
	const struct ff_crowd *crowd = street.crowd;

	while (crowd->walking + crowd->waiting > 0 &&
	       (double)crowd->step * street.rules.dt < seconds)
		step();
	CHECK(crowd->arrived == crowd->count, "%s: %zu of %zu arrived after %g s, %zu are lost",
	      where, crowd->arrived, crowd->count, (double)crowd->step * street.rules.dt,
	      crowd->lost);
}

/* ---- the tests ---- */

/* Adds up to 'count' walkers at random places where they fit. */
static void add_random_walkers(size_t count, double least, double most)
{
	const struct ff_cost *map = street.guides[0].map;

	for (size_t tries = 0; street.walkers.count < count && tries < 100 * count; tries++) {
		double radius = least + (most - least) * guides_unit(&dice);
		double x = guides_unit(&dice) * map->w - 0.5, y = guides_unit(&dice) * map->h - 0.5;
		size_t g = oracle_random(&dice) % street.guide_count;
		int cx = (int)lround(x), cy = (int)lround(y), reach = (int)ceil(radius) + 1;
		bool fits = !is_wall(street.guides[g].cost, cx, cy) &&
			    street.guides[g].classes->cells[cy * map->w + cx] == FF_REACHED;
		struct ff_walker *walker;

		for (int j = cy - reach; j <= cy + reach; j++)
			for (int i = cx - reach; i <= cx + reach; i++)
				fits = fits &&
				       !(is_wall(map, i, j) && to_square(x, y, i, j) < radius);
		for (size_t i = 0; i < street.walkers.count; i++)
			fits = fits && hypot(street.items[i].x - x, street.items[i].y - y) >=
					       street.items[i].radius + radius;
		if (!fits)
			continue;
		walker = add_walker(x, y, radius);
		walker->group = walker->guide = (uint32_t)g;
		walker->speed = 0.5 + guides_unit(&dice);
		walker->start = (double)(oracle_random(&dice) % 3);
	}
}

static void walkers_never_overlap_a_wall_or_each_other_and_all_arrive(void)
{
	int maps = getenv("FULL") != NULL ? 300 : 18;

	for (int k = 0; k < maps; k++) {
		struct ff_model model = {.metric = (enum ff_metric)(k % FF_METRICS),
					 .corners = (enum ff_corners)(k / FF_METRICS % 2),
					 .flow = FF_FLOW_LOWEST};
		char name[40];

		begin_street();
		model.flow = ff_model_metric[model.metric].flow;
		guides_scene(&street.scenes[0], &model, 20, 16, k % 4 * 10, k % 2 == 0 ? 1 : 5,
			     &dice);
		street.guides[0] = guides_of(&street.scenes[0]);
		street.guide_count = 1;
		street.rules.slow_by_cost = k % 3 == 0;
		add_random_walkers(40, 0.15, 0.5);
		snprintf(name, sizeof name, "map %d", k);
		if (open_street())
			all_arrive(name, 900);
		end_street();
	}
}

/* Where discs fit exactly, two pass each other only where each has a cell. */
static void crowds_of_discs_as_wide_as_the_gaps_arrive(void)
{
	int first = 90, maps = getenv("FULL") != NULL ? 1500 : 70; /* there are hard ones in them */

	for (int k = first; k < first + maps; k++) {
		struct ff_model model = {.metric = (enum ff_metric)(k % FF_METRICS),
					 .corners = (enum ff_corners)(k / FF_METRICS % 2),
					 .flow = FF_FLOW_LOWEST};
		struct scene *s = &street.scenes[0];

		begin_street();
		dice = (uint64_t)k;
		model.flow = ff_model_metric[model.metric].flow;
		guides_scene(s, &model, 12, 18, 15 + k % 4 * 7, 5, &dice);
		street.guides[0] = guides_of(s);
		street.guide_count = 1;
		add_random_walkers(100, 0.5, 0.5);
		for (size_t i = 0; i < street.walkers.count; i++)
			street.items[i].speed = 0.2 + 1.6 * guides_unit(&dice);
		if (open_street()) {
			const struct ff_crowd *crowd = street.crowd;

			while (crowd->walking + crowd->waiting > 0 && crowd->step < 40000)
				ff_crowd_step(street.crowd);
			CHECK(crowd->arrived + crowd->lost == crowd->count,
			      "map %d: %zu walk, and %zu wait", k, crowd->walking, crowd->waiting);
		}
		end_street();
	}
}

static void wide_walkers_get_through_all_cells_that_are_open_to_them(void)
{
	static const double radii[] = {0.5, 0.75, 1, 1.2, 1.5, 2.3};
	int maps = getenv("FULL") != NULL ? 600 : 36, tried = 0;

	for (int k = 0; k < maps; k++) {
		struct ff_model model = {.metric = (enum ff_metric)(k % FF_METRICS),
					 .corners = (enum ff_corners)(k / FF_METRICS % 2),
					 .flow = FF_FLOW_LOWEST};
		double radius = radii[k / (2 * FF_METRICS) % 6];
		struct scene *s = &street.scenes[0];
		char name[60];

		begin_street();
		model.flow = ff_model_metric[model.metric].flow;
		guides_scene(s, &model, 26, 20, 0, 1, &dice);
		for (int32_t i = 0; i < 26 * 20 / (int)(3 + 3 * radius * radius); i++)
			s->cost.cells[oracle_random(&dice) % (26 * 20)] = FF_COST_WALL;
		street.closed[0] = (struct ff_cost){
			.w = 26, .h = 20, .cells = oracle_cells((size_t)26 * 20, 1)};
		if (ff_clearance_close(&s->cost, radius, &street.closed[0]) == FF_OK &&
		    !is_wall(&street.closed[0], (int)s->goals.items[0].x,
			     (int)s->goals.items[0].y)) {
			struct ff_cost map = s->cost;

			s->cost = street.closed[0];
			scene_solve(s);
			street.closed[0] = map;
			street.guides[0] = guides_of(s);
			street.guides[0].map = &street.closed[0];
			street.guide_count = 1;
			add_random_walkers(4, radius, radius);
			tried += street.walkers.count > 0;
			snprintf(name, sizeof name, "map %d, radius %g", k, radius);
			if (open_street())
				all_arrive(name, 600);
		} else {
			street.guide_count = 1;
		}
		end_street();
	}
	CHECK(tried * 5 > maps, "only %d maps have room", tried);
}

static void a_walker_slides_along_a_flat_wall_at_full_speed(void)
{
	enum { W = 60 };
	struct scene *s = &street.scenes[0];

	begin_street();
	scene_new(s, W, 4);
	s->flow.vectors = oracle_cells((size_t)W * 4, sizeof *s->flow.vectors);
	for (int i = 0; i < W * 4; i++) {
		s->flow.cells[i] = FF_E;
		s->flow.vectors[i] = (struct ff_flow_vector){0.8F, 0.6F};
		s->field.u32[i] = W - (uint32_t)i % W;
		if (i >= W * 3) {
			s->cost.cells[i] = FF_COST_WALL;
			s->classes.cells[i] = FF_WALL;
		}
	}
	street.guides[0] = guides_of(s);
	street.guide_count = 1;
	add_walker(1, 2.2, 0.3);
	if (open_street())
		for (int k = 0; k < 600; k++) {
			step();
			CHECK(k < 80 || fabs(street.crowd->vx[0] - 0.8) < 1e-6,
			      "at %.6f it walks at %.6f", street.crowd->x[0], street.crowd->vx[0]);
		}
	end_street();
}

static void of_two_walkers_that_meet_in_a_corridor_one_backs_out(void)
{
	struct ff_model model = {.flow = FF_FLOW_LOWEST};

	begin_street();
	add_map("...#######.../............g/...#######.../", &model);
	add_map("...#######.../g............/...#######.../", &model);
	add_walker(2, 1, 0.3);
	add_walker(10, 1, 0.3)->guide = 1;
	street.items[1].group = 1;
	if (open_street())
		all_arrive("corridor", 120);
	end_street();
}

static void no_walker_passes_between_two_blocked_corners(void)
{
	for (int k = 0; k < FF_CORNERS; k++) {
		struct ff_model model = {.metric = FF_METRIC_OCTILE,
					 .corners = (enum ff_corners)k,
					 .flow = FF_FLOW_PATH};

		begin_street();
		add_map("g.##/..##/##../##../", &model);
		add_walker(2, 2, 0.05);
		add_walker(3, 3, 0.3);
		street.rules.dt = 0.05;
		if (open_street()) {
			for (int i = 0; i < 400; i++)
				step();
			CHECK(street.crowd->arrived == 0 &&
				      street.crowd->lost == (k == FF_CORNERS_CUT ? 0 : 2),
			      "%s: %zu arrived, %zu lost", ff_model_corners[k],
			      street.crowd->arrived, street.crowd->lost);
		}
		end_street();
	}
}

static void a_step_is_no_longer_than_is_safe(void)
{
	enum ff_status st;

	begin_street();
	add_map("......g/", &manhattan);
	CHECK(ff_crowd_longest_dt(&street.walkers) == (double)INFINITY, "nobody needs short steps");
	add_walker(0, 0, 0.5)->speed = 2;
	CHECK(ff_crowd_longest_dt(&street.walkers) == 0.25, "a radius");
	add_walker(3, 0, 3)->speed = 4;
	CHECK(ff_crowd_longest_dt(&street.walkers) == 0.125, "half a cell");
	street.rules.dt = 0.126;
	if (CHECK(ff_crowd_open(&street.crowd, &street.rules, NULL) == FF_OK, "no crowd")) {
		st = ff_crowd_enter(street.crowd, &street.walkers, street.guides);
		CHECK(st == FF_E_ARG && street.crowd->count == 0, "status %d", (int)st);
	}
	ff_crowd_free(street.crowd);
	street.rules.dt = -1;
	st = ff_crowd_open(&street.crowd, &street.rules, NULL);
	CHECK(st == FF_E_ARG && street.crowd == NULL, "status %d", (int)st);
	end_street();
}

/* Measures the distance of two walkers and the speed of the second after four steps with one
 * weight; the first is led east, the second nowhere. */
static void try_weight(double *weight, double much, double away, double *apart, double *speed)
{
	struct scene *s = &street.scenes[0];

	scene_new(s, 20, 9);
	for (int i = 0; i < 20 * 4; i++)
		s->flow.cells[i] = FF_E;
	street.guides[0] = guides_of(s);
	street.guide_count = 1;
	street.rules.separation = street.rules.alignment = -1;
	street.rules.cohesion = street.rules.avoidance = -1;
	*weight = much;
	add_walker(3, 3.4, 0.3);
	add_walker(3, 3.4 + away, 0.3);
	if (open_street()) {
		for (int i = 0; i < 4; i++)
			step();
		*apart = street.crowd->y[1] - street.crowd->y[0];
		*speed = street.crowd->vx[1];
	}
	end_street();
}

static void each_weight_has_its_effect(void)
{
	double apart = 0, speed = 0;

	begin_street();
	try_weight(&street.rules.separation, -1, 0.65, &apart, &speed);
	CHECK(fabs(apart - 0.65) < 1e-12 && speed == 0, "%.12f apart, %.12f", apart, speed);
	begin_street();
	try_weight(&street.rules.separation, 4, 0.65, &apart, &speed);
	CHECK(apart > 0.75, "separation: %.12f apart", apart);
	begin_street();
	try_weight(&street.rules.cohesion, 2, 1.8, &apart, &speed);
	CHECK(apart < 1.78, "cohesion: %.12f apart", apart);
	begin_street();
	try_weight(&street.rules.alignment, 2, 1.2, &apart, &speed);
	CHECK(speed > 0.05, "alignment: at %.12f", speed);
}

static void two_walkers_that_meet_keep_right(void)
{
	struct scene *s = &street.scenes[0];

	begin_street();
	scene_new(s, 20, 9);
	for (int i = 0; i < 20 * 9; i++) {
		s->flow.cells[i] = i % 20 < 10 ? FF_E : FF_W;
		s->field.u32[i] = (uint32_t)(i % 20 < 10 ? 20 - i % 20 : i % 20 + 1);
	}
	street.guides[0] = guides_of(s);
	street.guide_count = 1;
	street.rules.separation = street.rules.alignment = -1;
	street.rules.avoidance = 3;
	add_walker(5, 4, 0.3);
	add_walker(14, 4, 0.3);
	if (open_street()) {
		while (street.crowd->x[1] - street.crowd->x[0] > 1.2)
			step();
		CHECK(street.crowd->y[1] - street.crowd->y[0] < -0.2, "they are %.12f aside",
		      street.crowd->y[1] - street.crowd->y[0]);
	}
	end_street();
}

static void expensive_ground_slows_walkers_down_if_asked_to(void)
{
	for (int slow = 0; slow < 2; slow++) {
		begin_street();
		add_map("44444444444g/", &manhattan);
		add_walker(1, 0, 0.3);
		street.rules.slow_by_cost = slow == 1;
		if (open_street()) {
			double seconds = slow == 1 ? 38 : 9.5;

			all_arrive("expensive ground", 60);
			CHECK(fabs(street.crowd->until[0] - seconds) < 1.2, "it takes %g s",
			      street.crowd->until[0]);
		}
		end_street();
	}
}

/* Solves a corridor without obstacles for two groups: the first walks to its right end, the second
 * to its left. */
static void add_corridor(struct scene scenes[2], int32_t wide, int32_t length)
{
	for (int g = 0; g < 2; g++) {
		struct scene *s = &scenes[g];

		scene_new(s, length, wide);
		s->model = (struct ff_model){.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};
		for (int32_t y = 0; y < wide; y++)
			scene_goal(s, g == 0 ? length - 1 : 0, y);
		scene_solve(s);
		street.guides[g] = guides_of(s);
		street.guides[g].map = &scenes[0].cost;
	}
	street.guide_count = 2;
}

/* Puts the same number of walkers of each group at random places near the ends where they start. */
static void fill_ends(size_t each, int32_t end, uint64_t seed)
{
	struct ff_random random = ff_random_seed(seed);

	for (uint32_t g = 0; g < 2; g++) {
		const struct ff_cost *map = street.guides[g].map;
		const struct ff_spawn_area area = {g == 0 ? 0 : map->w - end, 0, end, map->h};
		size_t placed = 0;

		for (size_t i = 0; i < each; i++) {
			struct ff_walker *walker = add_walker(0, 0, 0.3);

			walker->guide = walker->group = g;
		}
		CHECK(ff_spawn_random(&street.walkers, each, FF_SPAWN_CROWD, &street.guides[g],
				      &area, &random, &placed) == FF_OK &&
			      placed == each,
		      "room for %zu", placed);
	}
}

/* Returns when the last of 'count' walkers from 'first' on arrives if there are no others. */
static double last_arrival(size_t first, size_t count)
{
	const struct ff_walkers some = {.items = street.items + first, .count = count};
	struct ff_crowd *crowd = NULL;
	double last = INFINITY;

	if (CHECK(ff_crowd_open(&crowd, &street.rules, NULL) == FF_OK &&
			  ff_crowd_enter(crowd, &some, street.guides) == FF_OK,
		  "%s", "no crowd")) {
		while (crowd->walking > 0 && crowd->step < 6000)
			ff_crowd_step(crowd);
		last = crowd->walking == 0 ? (double)crowd->step * street.rules.dt : INFINITY;
	}
	ff_crowd_free(crowd);
	return last;
}

/* Simulated times, the same on every machine. */
static void two_crowds_that_meet_at_random_form_lanes(void)
{
	enum { EACH = 100, WIDE = 10, LONG = 60, END = 20 };
	int seeds = getenv("FULL") != NULL ? 40 : 6;
	double worst = 0;

	for (int seed = 1; seed <= seeds; seed++) {
		double one, other, both;

		begin_street();
		add_corridor(street.scenes, WIDE, LONG);
		fill_ends(EACH, END, (uint64_t)seed);
		one = last_arrival(0, EACH);
		other = last_arrival(EACH, EACH);
		both = last_arrival(0, (size_t)2 * EACH);
		worst = fmax(worst, both / fmax(one, other));
		CHECK(both <= 1.6 * fmax(one, other),
		      "seed %d: the last arrives after %g s, alone after %g and %g", seed, both,
		      one, other);
		end_street();
	}
	NOTE("two crowds take up to %.2f times as long as one", worst);
}

/* Returns how far a walker on open ground gets beyond a line behind which it is led to its right,
 * and when it first had nine tenths of its speed. */
static double turn_right(double force, double speed, double *started)
{
	struct scene *s = &street.scenes[0];
	double farthest = -INFINITY;

	begin_street();
	scene_new(s, 120, 60);
	for (int i = 0; i < 120 * 60; i++) {
		s->flow.cells[i] = i % 120 < 40 ? FF_E : FF_S;
		s->field.u32[i] = (uint32_t)(1000 - (i % 120 < 40 ? i % 120 : 40 + i / 120));
	}
	street.guides[0] = guides_of(s);
	street.guide_count = 1;
	street.rules.force = force;
	street.rules.dt = 0.02;
	add_walker(2, 5, 0.3)->speed = speed;
	*started = 0;
	if (open_street()) {
		while (street.crowd->y[0] < 50 && street.crowd->step < 20000) {
			step();
			farthest = fmax(farthest, street.crowd->x[0] - 39.5);
			if (*started == 0 && street.crowd->vx[0] >= 0.9 * speed)
				*started = (double)street.crowd->step * street.rules.dt;
		}
		CHECK(street.crowd->y[0] >= 50, "force %g: it ends at %g,%g", force,
		      street.crowd->x[0], street.crowd->y[0]);
	}
	end_street();
	return farthest;
}

/* The tutorial's figures among them: speed 4, force 5 and 20. */
static void the_largest_force_bounds_curves_and_starts(void)
{
	static const double forces[] = {0.2, 0.5, 1, 2, 5, 10, 20, 32, 50};

	for (int fast = 0; fast < 2; fast++) {
		double speed = fast == 1 ? 4 : 1, before = INFINITY, started, sharp, usual;

		sharp = turn_right(1000, speed, &started);
		usual = turn_right(0, speed, &started);
		for (size_t i = fast == 1 ? 2 : 0; i < sizeof forces / sizeof *forces; i++) {
			double curve = speed * speed / forces[i], seconds = speed / forces[i];
			double beyond = turn_right(forces[i], speed, &started) - sharp;

			NOTE("speed %g, force %g: %.2f cells beyond the line, %.2f s to start",
			     speed, forces[i], beyond, started);
			CHECK(beyond < before || fabs(beyond) < 0.01, "force %g: %g", forces[i],
			      beyond);
			CHECK(fabs(beyond - curve) < 0.2 * curve + 0.4,
			      "force %g: %g cells, not %g", forces[i], beyond, curve);
			CHECK(fabs(started - log(10) * seconds) < 0.1 * seconds + 0.05,
			      "force %g: %g s, not %g", forces[i], started, log(10) * seconds);
			CHECK(forces[i] != 2 * speed * speed || beyond == usual - sharp,
			      "the default is %g", usual - sharp);
			before = beyond;
		}
	}
}

static void walkers_that_start_in_one_place_are_found(void)
{
	bool found = true;
	size_t a = 9, b = 9;

	begin_street();
	CHECK(ff_crowd_collides(&street.walkers, &found, &a, &b) == FF_OK && !found, "nobody");
	add_walker(5, 5, 0.3);
	add_walker(5.6, 5, 0.3);
	add_walker(5.1, 5, 0.3)->start = 1;
	CHECK(ff_crowd_collides(&street.walkers, &found, &a, &b) == FF_OK && !found && a == 9,
	      "walkers that touch, or start later, do not collide");
	add_walker(7, 5, 1.2);
	add_walker(5.2, 5.2, 0.3);
	CHECK(ff_crowd_collides(&street.walkers, &found, &a, &b) == FF_OK && found && a == 0 &&
		      b == 4,
	      "found %d: %zu, %zu", found, a, b);
	street.items[0].start = 2;
	CHECK(ff_crowd_collides(&street.walkers, &found, &a, &b) == FF_OK && found && a == 1 &&
		      b == 3,
	      "found %d: %zu, %zu", found, a, b);
	end_street();
}

/* ---- real maps ---- */

/* Large maps take half a minute, and are walked only with FULL. */

enum { SMALL = 1 << 16 /* cells */ };

/* Returns how many walkers to send over a map. */
static size_t walkers_on_maps(void)
{
	return getenv("FULL") != NULL ? 1000 : 300;
}

/* Reads the goal of the last entry of a map's scenarios. */
static bool read_goal(const char *path, const struct ff_cost *map, int32_t goal[2])
{
	struct ff_movingai_scen scen;

	if (!realmaps_scen(path, map, &scen))
		return false;
	goal[0] = scen.items[scen.count - 1].goal_x;
	goal[1] = scen.items[scen.count - 1].goal_y;
	free(scen.items);
	return true;
}

/* Draws walkers all over a map; the caller frees them. */
static struct ff_walkers draw_walkers(const struct crowded *c)
{
	struct ff_walkers walkers = {.items =
					     oracle_cells(walkers_on_maps(), sizeof *walkers.items),
				     .count = walkers_on_maps()};
	const struct ff_spawn_area everywhere = {0, 0, c->map.w, c->map.h};
	struct ff_random random = ff_random_seed(1);
	size_t placed = 0;

	for (size_t i = 0; i < walkers_on_maps(); i++)
		walkers.items[i] = (struct ff_walker){.id = i, .radius = 0.3, .speed = 1};
	CHECK(ff_spawn_random(&walkers, walkers_on_maps(), FF_SPAWN_CROWD, &c->guide, &everywhere,
			      &random, &placed) == FF_OK &&
		      placed == walkers_on_maps(),
	      "room for %zu", placed);
	return walkers;
}

/* Returns the highest value of the field. */
static double longest_way(const struct crowded *c)
{
	size_t n = (size_t)c->map.w * (size_t)c->map.h;
	double longest = 0;

	for (size_t i = 0; i < n; i++)
		if (ff_field_has(&c->field, i))
			longest = fmax(longest, ff_field_value(&c->field, i));
	return longest;
}

static void walk_over(const char *path, void *model)
{
	struct ff_cost map;
	struct crowded c;
	struct ff_walkers walkers;
	struct ff_crowd *crowd = NULL;
	struct ff_crowd_rules rules;
	int32_t goal[2] = {0, 0};
	double most;

	if (!realmaps_read(path, &map))
		return;
	if ((getenv("FULL") == NULL && map.w * map.h > SMALL) || !read_goal(path, &map, goal)) {
		free(map.cells);
		return;
	}
	crowded_aim(&c, map, model, goal[0], goal[1], 1, 1);
	walkers = draw_walkers(&c);
	most = 2 * longest_way(&c) + 2000;
	rules = (struct ff_crowd_rules){.dt = 0.1};
	if (CHECK(ff_crowd_open(&crowd, &rules, NULL) == FF_OK &&
			  ff_crowd_enter(crowd, &walkers, &c.guide) == FF_OK,
		  "%s", path)) {
		while (crowd->arrived < walkers_on_maps() &&
		       (double)crowd->step * rules.dt < most) {
			ff_crowd_step(crowd);
			crowded_look(&c, crowd);
		}
		NOTE("%s: all of %zu there after %.0f s, the longest way is %.0f",
		     strrchr(path, '/') + 1, crowd->arrived, (double)crowd->step * rules.dt,
		     longest_way(&c));
		CHECK(crowd->arrived == walkers_on_maps(), "%s: after %g s only %zu have arrived",
		      path, most, crowd->arrived);
	}
	ff_crowd_free(crowd);
	free(walkers.items);
	crowded_free(&c);
}

static struct ff_model model_of(enum ff_metric metric)
{
	return (struct ff_model){.metric = metric, .flow = ff_model_metric[metric].flow};
}

static void walkers_on_real_maps_arrive_and_never_overlap_a_wall_or_each_other(void)
{
	for (int k = FF_METRICS - 1; k >= (getenv("FULL") != NULL ? 0 : FF_METRICS - 1); k--) {
		struct ff_model model = model_of((enum ff_metric)k);

		realmaps_each(walk_over, &model);
	}
}

/* ---- a bottleneck ---- */

/*
 * Flow through bottlenecks, in persons per metre of width and second: the SFPE handbook plans with
 * about 1.3; experiments found 1.85 and more (T. Kretz, A. Gruenebohm, M. Schreckenberg,
 * "Experimental study of pedestrian flow through a bottleneck", J. Stat. Mech. 2006, P10014) and
 * 1.9, growing with the width (A. Seyfried and others, "New insights into pedestrian flow through
 * bottlenecks", Transportation Science 43(3), 2009).
 */

/* Cells; no walker beyond LINE comes back. */
enum { ROOM_W = 40, ROOM_H = 30, NECK = 7, LINE = ROOM_W + NECK };

/* A cell is 0.5 m; people walk 1.34 m/s (Weidmann 1993) and are discs of 0.4 m. */
static const double metre = 1 / 0.5, speed = 1.34 / 0.5, radius = 0.2 / 0.5;

static void wall(struct ff_cost *map, int32_t x, int32_t y, int32_t w, int32_t h)
{
	for (int32_t row = y; row < y + h; row++)
		memset(map->cells + ff_cost_index(map, x, row), FF_COST_WALL, (size_t)w);
}

static struct ff_cost open_map(int32_t w, int32_t h)
{
	struct ff_cost map = {.w = w, .h = h, .cells = oracle_cells((size_t)(w * h), 1)};

	memset(map.cells, 1, (size_t)(w * h));
	return map;
}

/* Returns persons per metre and second through a bottleneck of 'width' cells, without the first and
 * last fifth of them. */
static double flow_through(int32_t width, size_t count)
{
	struct ff_cost map = open_map(ROOM_W + NECK + 4, ROOM_H);
	const struct ff_spawn_area room = {0, 0, ROOM_W - 4, ROOM_H};
	int32_t above = (ROOM_H - width) / 2;
	struct ff_random random = ff_random_seed(1);
	struct ff_walkers walkers = {.items = oracle_cells(count, sizeof *walkers.items),
				     .count = count};
	double *times = oracle_cells(count, sizeof *times), result = 0;
	struct ff_crowd_rules rules;
	struct ff_crowd *crowd = NULL;
	struct crowded c;
	size_t placed = 0, out = 0, first = count / 5, last = count * 4 / 5;

	wall(&map, ROOM_W, 0, NECK, above);
	wall(&map, ROOM_W, above + width, NECK, ROOM_H - above - width);
	crowded_aim(&c, map, &(struct ff_model){FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT},
		    map.w - 1, 0, 1, ROOM_H);
	for (size_t i = 0; i < count; i++)
		walkers.items[i] = (struct ff_walker){.id = i, .radius = radius, .speed = speed};
	CHECK(ff_spawn_random(&walkers, count, FF_SPAWN_CROWD, &c.guide, &room, &random, &placed) ==
			      FF_OK &&
		      placed == count,
	      "room for %zu", placed);
	rules = (struct ff_crowd_rules){.dt = 0.1};
	if (CHECK(ff_crowd_open(&crowd, &rules, NULL) == FF_OK &&
			  ff_crowd_enter(crowd, &walkers, &c.guide) == FF_OK,
		  "%s", "no crowd")) {
		while (out < count && (double)crowd->step * rules.dt < 1000) {
			ff_crowd_step(crowd);
			crowded_look(&c, crowd);
			for (size_t i = 0; i < count; i++)
				if (out < count && crowd->from_x[i] < LINE && crowd->x[i] >= LINE)
					times[out++] = (double)crowd->step * rules.dt;
		}
		CHECK(out == count, "%zu of %zu came through", out, count);
		result = (double)(last - first) / (times[last] - times[first]) / (width / metre);
	}
	ff_crowd_free(crowd);
	crowded_free(&c);
	free(walkers.items);
	free(times);
	return result;
}

static void the_flow_through_a_bottleneck_is_as_measured_with_people(void)
{
	for (int32_t width = 2; width <= 6; width++) {
		double flow = flow_through(width, 200);

		NOTE("%.1f m: %.2f persons by metre and second", width / metre, flow);
		CHECK(flow > 1.3 && flow < 1.9, "%d cells: %g", width, flow);
	}
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(walkers_never_overlap_a_wall_or_each_other_and_all_arrive);
	RUN(crowds_of_discs_as_wide_as_the_gaps_arrive);
	RUN(wide_walkers_get_through_all_cells_that_are_open_to_them);
	RUN(a_walker_slides_along_a_flat_wall_at_full_speed);
	RUN(of_two_walkers_that_meet_in_a_corridor_one_backs_out);
	RUN(no_walker_passes_between_two_blocked_corners);
	RUN(a_step_is_no_longer_than_is_safe);
	RUN(each_weight_has_its_effect);
	RUN(two_walkers_that_meet_keep_right);
	RUN(expensive_ground_slows_walkers_down_if_asked_to);
	RUN(two_crowds_that_meet_at_random_form_lanes);
	RUN(the_largest_force_bounds_curves_and_starts);
	RUN(walkers_that_start_in_one_place_are_found);
	RUN(walkers_on_real_maps_arrive_and_never_overlap_a_wall_or_each_other);
	RUN(the_flow_through_a_bottleneck_is_as_measured_with_people);
	return tap_done();
}
