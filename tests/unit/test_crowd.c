#include "core/crowd/crowd.h"

#include "core/solve/clearance.h"
#include "guides.h"
#include "io/digest.h"
#include "tap.h"

#include <inttypes.h>

enum { MOST = 700, GUIDES = 2 };

/* Walkers on one map; a guide for each group. */
struct street {
	struct scene scenes[GUIDES];
	struct ff_cost closed[GUIDES]; /* what is solved, if it is another map */
	struct ff_guide guides[GUIDES];
	size_t guide_count;
	struct ff_walker items[MOST];
	struct ff_walkers walkers;
	struct ff_crowd_rules rules;
	struct ff_crowd *crowd;
};

static struct street street; /* of the test that runs */
static uint64_t dice = ORACLE_SEED;

static void begin(void)
{
	memset(&street, 0, sizeof street);
	street.walkers = (struct ff_walkers){.items = street.items, .group_count = 1};
	ff_crowd_defaults(&street.rules);
}

/* Adds a map, or the same one with other goals. */
static struct scene *guided(const char *rows, const struct ff_model *model)
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

static struct ff_walker *put(double x, double y, double radius)
{
	struct ff_walker *walker = &street.items[street.walkers.count++];

	*walker = (struct ff_walker){
		.id = street.walkers.count, .x = x, .y = y, .radius = radius, .speed = 1};
	return walker;
}

static bool opened(struct ff_pool *pool)
{
	const struct ff_machine machine = {.pool = pool};
	enum ff_status st = ff_crowd_open(&street.crowd, &street.rules, &machine);

	if (st == FF_OK)
		st = ff_crowd_enter(street.crowd, &street.walkers, street.guides);
	return CHECK(st == FF_OK, "status %d", (int)st);
}

static void end(void)
{
	ff_crowd_free(street.crowd);
	for (size_t g = 0; g < street.guide_count; g++) {
		scene_free(&street.scenes[g]);
		free(street.closed[g].cells);
	}
}

/* ---- what must be true of every step, found out without anything of src/core/crowd ---- */

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

/* How near a segment comes to a cell's square: an end of one of them, or it passes through. */
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

/* Everybody comes to a goal before so many seconds have gone by. */
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

/* Puts 'count' at random on reached cells where they fit; fewer if there is no room. */
static void put_random(size_t count, double least, double most)
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
		walker = put(x, y, radius);
		walker->group = walker->guide = (uint32_t)g;
		walker->speed = 0.5 + guides_unit(&dice);
		walker->start = (double)(oracle_random(&dice) % 3);
	}
}

static void nobody_ever_overlaps_a_wall_or_another_and_all_arrive_on_random_maps(void)
{
	int maps = getenv("FULL") != NULL ? 300 : 18;

	for (int k = 0; k < maps; k++) {
		struct ff_model model = {.metric = (enum ff_metric)(k % FF_METRICS),
					 .corners = (enum ff_corners)(k / FF_METRICS % 2)};
		char name[40];

		begin();
		model.flow = ff_model_metric[model.metric].flow;
		guides_scene(&street.scenes[0], &model, 20, 16, k % 4 * 10, k % 2 == 0 ? 1 : 5,
			     &dice);
		street.guides[0] = guides_of(&street.scenes[0]);
		street.guide_count = 1;
		street.rules.slow_by_cost = k % 3 == 0;
		put_random(40, 0.15, 0.5);
		snprintf(name, sizeof name, "map %d", k);
		if (opened(NULL))
			all_arrive(name, 900);
		end();
	}
}

/* Where discs fit exactly nobody gets by another but where there is a cell for each. */
static void crowds_of_discs_as_wide_as_the_gaps_arrive(void)
{
	int first = 90, maps = getenv("FULL") != NULL ? 1500 : 70; /* there are hard ones in them */

	for (int k = first; k < first + maps; k++) {
		struct ff_model model = {.metric = (enum ff_metric)(k % FF_METRICS),
					 .corners = (enum ff_corners)(k / FF_METRICS % 2)};
		struct scene *s = &street.scenes[0];

		begin();
		dice = (uint64_t)k;
		model.flow = ff_model_metric[model.metric].flow;
		guides_scene(s, &model, 12, 18, 15 + k % 4 * 7, 5, &dice);
		street.guides[0] = guides_of(s);
		street.guide_count = 1;
		put_random(100, 0.5, 0.5);
		for (size_t i = 0; i < street.walkers.count; i++)
			street.items[i].speed = 0.2 + 1.6 * guides_unit(&dice);
		if (opened(NULL)) {
			const struct ff_crowd *crowd = street.crowd;

			while (crowd->walking + crowd->waiting > 0 && crowd->step < 40000)
				ff_crowd_step(street.crowd);
			CHECK(crowd->arrived + crowd->lost == crowd->count,
			      "map %d: %zu walk, and %zu wait", k, crowd->walking, crowd->waiting);
		}
		end();
	}
}

static void wide_walkers_get_through_all_that_is_left_open_to_them(void)
{
	static const double radii[] = {0.5, 0.75, 1, 1.2, 1.5, 2.3};
	int maps = getenv("FULL") != NULL ? 600 : 36, tried = 0;

	for (int k = 0; k < maps; k++) {
		struct ff_model model = {.metric = (enum ff_metric)(k % FF_METRICS),
					 .corners = (enum ff_corners)(k / FF_METRICS % 2)};
		double radius = radii[k / (2 * FF_METRICS) % 6];
		struct scene *s = &street.scenes[0];
		char name[60];

		begin();
		model.flow = ff_model_metric[model.metric].flow;
		guides_scene(s, &model, 26, 20, 0, 1, &dice);
		for (int32_t i = 0; i < 26 * 20 / (int)(3 + 3 * radius * radius); i++)
			s->cost.cells[oracle_random(&dice) % (26 * 20)] = FF_COST_WALL;
		street.closed[0] = (struct ff_cost){26, 20, oracle_cells((size_t)26 * 20, 1)};
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
			put_random(4, radius, radius);
			tried += street.walkers.count > 0;
			snprintf(name, sizeof name, "map %d, radius %g", k, radius);
			if (opened(NULL))
				all_arrive(name, 600);
		} else {
			street.guide_count = 1;
		}
		end();
	}
	CHECK(tried * 5 > maps, "only %d maps have room", tried);
}

static void a_flat_wall_of_many_cells_slows_nobody_down_who_slides_along_it(void)
{
	enum { W = 60 };
	struct scene *s = &street.scenes[0];

	begin();
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
	put(1, 2.2, 0.3);
	if (opened(NULL))
		for (int k = 0; k < 600; k++) {
			step();
			CHECK(k < 80 || fabs(street.crowd->vx[0] - 0.8) < 1e-6,
			      "at %.6f he walks at %.6f", street.crowd->x[0], street.crowd->vx[0]);
		}
	end();
}

static void a_disc_of_radius_one_half_gets_through_corridors_of_one(void)
{
	for (int k = 0; k < FF_METRICS; k++) {
		struct ff_model model = {.metric = (enum ff_metric)k,
					 .flow = ff_model_metric[(enum ff_metric)k].flow};

		begin();
		guided("....#...#./....#.#.#./....#.#.#./......#.../....#####g/", &model);
		put(1.3, 1.2, 0.5);
		put(0, 4, 0.5);
		if (opened(NULL))
			all_arrive(ff_model_metrics[k], 120);
		end();
	}
}

/* Those whose starts lie in one step come in one after another, as if there were steps between. */
static void who_starts_a_little_later_waits_for_room_too(void)
{
	begin();
	guided("............g/", &manhattan);
	for (int i = 0; i < 12; i++) /* each second one is on those beside him */
		put(1 + 0.3 * i, 0, 0.3)->start = 0.01 + 0.005 * i;
	put(1.1, 0, 0.3)->start = 0.09;
	if (opened(NULL)) {
		step();
		CHECK(street.crowd->walking == 6 && street.crowd->state[12] == FF_CROWD_WAITING,
		      "%zu walk", street.crowd->walking);
		all_arrive("street", 60);
	}
	end();
}

static void a_giant_and_many_small_ones_pass_each_other(void)
{
	struct scene *s = &street.scenes[0];

	begin();
	scene_new(s, 30, 20);
	scene_goal(s, 29, 10);
	scene_solve(s);
	street.guides[0] = guides_of(s);
	street.guide_count = 1;
	for (int i = 0; i < 80; i++) {
		int row = i / 10;

		put(9 + i % 10, 4 + 1.5 * row, 0.3)->start = i < 60 ? 0 : 7;
		street.items[i].speed = i % 2 == 0 ? 0.1 : 1;
	}
	put(4, 10, 3.1);
	if (opened(NULL)) {
		while (street.crowd->state[80] == FF_CROWD_WALKING && street.crowd->step < 250)
			step();
		CHECK(street.crowd->x[80] > 5, "he came to %g", street.crowd->x[80]);
	}
	end();
}

/* Slow ones, whose steps are long. */
static void nobody_overlaps_in_steps_of_many_seconds(void)
{
	begin();
	guided("........../........../........../........../....g...../", &manhattan);
	street.rules.dt = 4;
	street.rules.separation = street.rules.avoidance = 0;
	for (int row = 0; row < 3; row++)
		for (int i = 0; i < 8; i++)
			put(1.1 * i + 0.4, 1.1 * row, 0.3)->speed = 0.07;
	if (opened(NULL))
		all_arrive("slow", 4000);
	end();
}

static void two_side_by_side_before_a_door_both_get_through(void)
{
	for (int k = 0; k < FF_METRICS; k++) {
		struct ff_model model = {.metric = (enum ff_metric)k,
					 .flow = ff_model_metric[(enum ff_metric)k].flow};

		begin();
		guided("......./......./......./###.###/......./...g.../", &model);
		put(2.65, 1, 0.3);
		put(3.35, 1, 0.3);
		if (opened(NULL))
			all_arrive(ff_model_metrics[k], 30);
		end();
	}
}

static void of_two_who_meet_in_a_corridor_one_backs_out(void)
{
	struct ff_model model = {.flow = FF_FLOW_LOWEST};

	begin();
	guided("...#######.../............g/...#######.../", &model);
	guided("...#######.../g............/...#######.../", &model);
	put(2, 1, 0.3);
	put(10, 1, 0.3)->guide = 1;
	street.items[1].group = 1;
	if (opened(NULL))
		all_arrive("corridor", 120);
	end();
}

static void nobody_stays_left_of_a_walls_centre(void)
{
	for (int k = 0; k < FF_METRICS; k++) {
		struct ff_model model = {.metric = (enum ff_metric)k,
					 .flow = ff_model_metric[(enum ff_metric)k].flow};

		begin();
		guided(".........../......#..../......#..../......#..../......#.g../......#..../"
		       "......#..../......#..../.........../",
		       &model);
		for (int y = 0; y < 9; y++) {
			put(1, y, 0.3);
			put(4.9, y, 0.3);
		}
		if (opened(NULL))
			all_arrive(ff_model_metrics[k], 60);
		end();
	}
}

static void nobody_passes_between_two_blocked_corners(void)
{
	for (int k = 0; k < FF_CORNERS; k++) {
		struct ff_model model = {.metric = FF_METRIC_OCTILE,
					 .corners = (enum ff_corners)k,
					 .flow = FF_FLOW_PATH};

		begin();
		guided("g.##/..##/##../##../", &model);
		put(2, 2, 0.05);
		put(3, 3, 0.3);
		street.rules.dt = 0.05;
		if (opened(NULL)) {
			for (int i = 0; i < 400; i++)
				step();
			CHECK(street.crowd->arrived == 0 &&
				      street.crowd->lost == (k == FF_CORNERS_CUT ? 0 : 2),
			      "%s: %zu arrived, %zu lost", ff_model_corners[k],
			      street.crowd->arrived, street.crowd->lost);
		}
		end();
	}
}

static void who_starts_later_waits_for_his_time_and_for_room(void)
{
	begin();
	guided("............g/", &manhattan);
	put(1, 0, 0.3);
	put(1, 0, 0.3)->start = 0.2;
	put(5, 0, 0.3)->start = 20;
	if (opened(NULL)) {
		const struct ff_crowd *crowd = street.crowd;

		CHECK(crowd->walking == 1 && crowd->waiting == 2, "%zu walk", crowd->walking);
		all_arrive("street", 60);
		CHECK(crowd->since[0] == 0 && crowd->since[1] > 0.5 && crowd->since[1] < 1.5 &&
			      fabs(crowd->since[2] - 20) < 0.11,
		      "they come at %g, %g, %g", crowd->since[0], crowd->since[1], crowd->since[2]);
		CHECK(crowd->until[0] < crowd->until[1] && crowd->until[1] < crowd->until[2],
		      "they arrive at %g, %g, %g", crowd->until[0], crowd->until[1],
		      crowd->until[2]);
	}
	end();
}

static void who_starts_at_a_goal_is_there_and_who_cannot_reach_one_never_comes(void)
{
	begin();
	guided("g.#./", &manhattan);
	put(0.2, 0, 0.2);
	put(3, 0, 0.3);
	if (opened(NULL)) {
		CHECK(street.crowd->state[0] == FF_CROWD_ARRIVED && street.crowd->until[0] == 0 &&
			      street.crowd->state[1] == FF_CROWD_LOST &&
			      street.crowd->until[1] == (double)INFINITY,
		      "states %d, %d", street.crowd->state[0], street.crowd->state[1]);
		step();
		CHECK(street.crowd->walking == 0, "somebody walks");
	}
	end();
}

static void a_step_is_no_longer_than_is_safe(void)
{
	enum ff_status st;

	begin();
	guided("......g/", &manhattan);
	CHECK(ff_crowd_longest_dt(&street.walkers) == (double)INFINITY, "nobody needs short steps");
	put(0, 0, 0.5)->speed = 2;
	CHECK(ff_crowd_longest_dt(&street.walkers) == 0.25, "a radius");
	put(3, 0, 3)->speed = 4;
	CHECK(ff_crowd_longest_dt(&street.walkers) == 0.125, "half a cell");
	street.rules.dt = 0.126;
	if (CHECK(ff_crowd_open(&street.crowd, &street.rules, NULL) == FF_OK, "no crowd")) {
		st = ff_crowd_enter(street.crowd, &street.walkers, street.guides);
		CHECK(st == FF_E_ARG && street.crowd->count == 0, "status %d", (int)st);
	}
	ff_crowd_free(street.crowd);
	street.rules.dt = 0;
	st = ff_crowd_open(&street.crowd, &street.rules, NULL);
	CHECK(st == FF_E_ARG && street.crowd == NULL, "status %d", (int)st);
	end();
}

/* Two on open ground, the first one led east and the second one nowhere; what four steps of one
 * weight's work make of how far apart they are, and of the second one's speed. */
static void weigh(double *weight, double much, double away, double *apart, double *speed)
{
	struct scene *s = &street.scenes[0];

	scene_new(s, 20, 9);
	for (int i = 0; i < 20 * 4; i++)
		s->flow.cells[i] = FF_E;
	street.guides[0] = guides_of(s);
	street.guide_count = 1;
	street.rules.separation = street.rules.alignment = 0;
	street.rules.cohesion = street.rules.avoidance = 0;
	*weight = much;
	put(3, 3.4, 0.3);
	put(3, 3.4 + away, 0.3);
	if (opened(NULL)) {
		for (int i = 0; i < 4; i++)
			step();
		*apart = street.crowd->y[1] - street.crowd->y[0];
		*speed = street.crowd->vx[1];
	}
	end();
}

static void each_weight_has_its_effect(void)
{
	double apart = 0, speed = 0;

	begin();
	weigh(&street.rules.separation, 0, 0.65, &apart, &speed);
	CHECK(fabs(apart - 0.65) < 1e-12 && speed == 0, "%.12f apart, %.12f", apart, speed);
	begin();
	weigh(&street.rules.separation, 4, 0.65, &apart, &speed);
	CHECK(apart > 0.75, "separation: %.12f apart", apart);
	begin();
	weigh(&street.rules.cohesion, 2, 1.8, &apart, &speed);
	CHECK(apart < 1.78, "cohesion: %.12f apart", apart);
	begin();
	weigh(&street.rules.alignment, 2, 1.2, &apart, &speed);
	CHECK(speed > 0.05, "alignment: at %.12f", speed);
}

static void two_who_come_towards_each_other_keep_right(void)
{
	struct scene *s = &street.scenes[0];

	begin();
	scene_new(s, 20, 9);
	for (int i = 0; i < 20 * 9; i++) {
		s->flow.cells[i] = i % 20 < 10 ? FF_E : FF_W;
		s->field.u32[i] = (uint32_t)(i % 20 < 10 ? 20 - i % 20 : i % 20 + 1);
	}
	street.guides[0] = guides_of(s);
	street.guide_count = 1;
	street.rules.separation = street.rules.alignment = 0;
	street.rules.avoidance = 3;
	put(5, 4, 0.3);
	put(14, 4.1, 0.3);
	if (opened(NULL)) {
		while (street.crowd->x[1] - street.crowd->x[0] > 1.2)
			step();
		CHECK(street.crowd->y[1] - street.crowd->y[0] < -0.2, "they are %.12f aside",
		      street.crowd->y[1] - street.crowd->y[0]);
	}
	end();
}

static void dear_ground_slows_walkers_down_if_it_shall(void)
{
	for (int slow = 0; slow < 2; slow++) {
		begin();
		guided("44444444444g/", &manhattan);
		put(1, 0, 0.3);
		street.rules.slow_by_cost = slow == 1;
		if (opened(NULL)) {
			double seconds = slow == 1 ? 38 : 9.5;

			all_arrive("dear ground", 60);
			CHECK(fabs(street.crowd->until[0] - seconds) < 1.2, "it takes %g s",
			      street.crowd->until[0]);
		}
		end();
	}
}

static uint64_t digest_after(int steps, int threads)
{
	struct ff_pool *pool = NULL;
	struct ff_digest digest;

	ff_digest_begin(&digest);
	if (CHECK(ff_pool_open(threads, &pool) == FF_OK, "no pool") && opened(pool)) {
		const struct ff_crowd *crowd = street.crowd;

		for (int i = 0; i < steps; i++) {
			ff_crowd_step(street.crowd);
			ff_digest_add(&digest, crowd->x, crowd->count * sizeof *crowd->x);
			ff_digest_add(&digest, crowd->y, crowd->count * sizeof *crowd->y);
			ff_digest_add(&digest, crowd->vx, crowd->count * sizeof *crowd->vx);
		}
	}
	ff_crowd_free(street.crowd);
	street.crowd = NULL;
	ff_pool_close(pool);
	return ff_digest_sum(&digest);
}

static void the_number_of_threads_changes_nothing(void)
{
	struct ff_model model = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};
	uint64_t one;

	begin();
	guides_scene(&street.scenes[0], &model, 40, 40, 10, 3, &dice);
	street.guides[0] = guides_of(&street.scenes[0]);
	street.guide_count = 1;
	put_random(600, 0.2, 0.4);
	CHECK(street.walkers.count > 550, "only %zu", street.walkers.count);
	one = digest_after(150, 1);
	CHECK(one == digest_after(150, 2), "two threads");
	CHECK(one == digest_after(150, 5), "five threads");
	end();
}

static void two_crowds_pass_each_other_in_a_corridor_of_eight(void)
{
	enum { WIDE = 8, LONG = 40, EACH = 60 };
	char rows[WIDE * (LONG + 1) + 1];
	struct ff_model model = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};

	begin();
	for (int g = 0; g < 2; g++) {
		for (int i = 0; i < WIDE * (LONG + 1); i++) {
			int x = i % (LONG + 1);

			rows[i] = '.';
			if (x == LONG)
				rows[i] = '/';
			else if (x == (g == 0 ? LONG - 1 : 0))
				rows[i] = 'g';
		}
		rows[sizeof rows - 1] = '\0';
		guided(rows, &model);
	}
	for (int i = 0; i < EACH; i++)
		for (uint32_t g = 0; g < 2; g++) {
			int row = i / WIDE, y = i % WIDE;
			double x = 1.5 + row;
			struct ff_walker *walker = put(g == 0 ? x : LONG - 1 - x, y, 0.3);

			walker->guide = walker->group = g;
		}
	if (opened(NULL))
		all_arrive("corridor", 150);
	end();
}

static void a_crowd_gets_through_a_door_of_one(void)
{
	int count = getenv("FULL") != NULL ? 300 : 120;

	begin();
	guided("............./............./............./............./............./"
	       "............./............./............./............./............./"
	       "######.######/............./............./......g....../",
	       &manhattan);
	for (int i = 0; i < count; i++) {
		int row = i / 20;

		put(i % 20 * 0.63, row * 0.61, 0.3);
	}
	if (opened(NULL))
		all_arrive("door", 600);
	end();
}

static void those_who_would_start_in_one_place_are_found(void)
{
	bool found = true;
	size_t a = 9, b = 9;

	begin();
	CHECK(ff_crowd_collides(&street.walkers, &found, &a, &b) == FF_OK && !found, "nobody");
	put(5, 5, 0.3);
	put(5.6, 5, 0.3);
	put(5.1, 5, 0.3)->start = 1;
	CHECK(ff_crowd_collides(&street.walkers, &found, &a, &b) == FF_OK && !found && a == 9,
	      "who touches, or comes later, does not collide");
	put(7, 5, 1.2);
	put(5.2, 5.2, 0.3);
	CHECK(ff_crowd_collides(&street.walkers, &found, &a, &b) == FF_OK && found && a == 0 &&
		      b == 4,
	      "found %d: %zu, %zu", found, a, b);
	street.items[0].start = 2;
	CHECK(ff_crowd_collides(&street.walkers, &found, &a, &b) == FF_OK && found && a == 1 &&
		      b == 3,
	      "found %d: %zu, %zu", found, a, b);
	end();
}

int main(void)
{
	RUN(nobody_ever_overlaps_a_wall_or_another_and_all_arrive_on_random_maps);
	RUN(crowds_of_discs_as_wide_as_the_gaps_arrive);
	RUN(wide_walkers_get_through_all_that_is_left_open_to_them);
	RUN(a_flat_wall_of_many_cells_slows_nobody_down_who_slides_along_it);
	RUN(a_disc_of_radius_one_half_gets_through_corridors_of_one);
	RUN(who_starts_a_little_later_waits_for_room_too);
	RUN(a_giant_and_many_small_ones_pass_each_other);
	RUN(nobody_overlaps_in_steps_of_many_seconds);
	RUN(two_side_by_side_before_a_door_both_get_through);
	RUN(of_two_who_meet_in_a_corridor_one_backs_out);
	RUN(nobody_stays_left_of_a_walls_centre);
	RUN(nobody_passes_between_two_blocked_corners);
	RUN(who_starts_later_waits_for_his_time_and_for_room);
	RUN(who_starts_at_a_goal_is_there_and_who_cannot_reach_one_never_comes);
	RUN(a_step_is_no_longer_than_is_safe);
	RUN(each_weight_has_its_effect);
	RUN(two_who_come_towards_each_other_keep_right);
	RUN(dear_ground_slows_walkers_down_if_it_shall);
	RUN(the_number_of_threads_changes_nothing);
	RUN(two_crowds_pass_each_other_in_a_corridor_of_eight);
	RUN(a_crowd_gets_through_a_door_of_one);
	RUN(those_who_would_start_in_one_place_are_found);
	return tap_done();
}
