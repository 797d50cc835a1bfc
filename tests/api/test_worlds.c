/*
 * Section "worlds" of flowfield.h, against an oracle that shares no code with it.
 */
#include <pthread.h>

#include "unit/heap.h"
#include "worlds.h"

enum { MAPS = 300, EDITED = 240, EDITS = 12 };

/* ---- results ---- */

/* The world that an oracle's question is; NULL if the public rules cannot ask that. */
static struct ff_world *ask(const struct oracle *truth, int32_t threads)
{
	const struct ff_seeds *seeds = &truth->seeds;
	struct ff_rules rules = {
		.metric = truth->model.metric,
		.step = truth->model.step,
		.corners = truth->model.corners,
		.flow = truth->model.flow,
		.threads = threads,
	};
	struct ff_world *world;

	if (truth->limit == 0)
		return NULL;
	for (size_t i = 0; i < seeds->count; i++)
		if ((uint64_t)seeds->items[i].start % truth->unit != 0)
			return NULL;
	if (truth->limit < (double)INFINITY)
		rules.max_cost = truth->limit / (double)truth->unit;
	world = worlds_new(truth->cost.w, truth->cost.h, truth->cost.cells, &rules);
	for (size_t i = 0; i < seeds->count; i++) {
		const struct ff_seed *seed = &seeds->items[i];
		int32_t x = (int32_t)seed->cell % truth->cost.w;
		int32_t y = (int32_t)seed->cell / truth->cost.w;

		CHECK(ff_world_add_goal(world, x, y, (int64_t)seed->start / (int64_t)truth->unit) ==
			      FF_OK,
		      "%s", truth->name);
	}
	return world;
}

static bool is_true(const struct oracle *truth, const struct ff_world *world, int32_t x, int32_t y)
{
	static const double half = 0.70710678118654752440;
	size_t i = (size_t)(y * truth->cost.w + x);
	uint64_t field = truth->field[i];
	double value =
		field == ORACLE_NONE ? (double)INFINITY : (double)field / (double)truth->unit;
	double length = truth->flow[i] % 2 == 0 ? 1 : half;
	double dx, dy, to_x = 0, to_y = 0;

	if (truth->flow[i] < 8) {
		to_x = truth->flow[i] % 4 == 0 ? 0 : truth->flow[i] < 4 ? length : -length;
		to_y = truth->flow[i] % 4 == 2                    ? 0
		       : truth->flow[i] > 2 && truth->flow[i] < 6 ? length
								  : -length;
	}
	ff_world_vector(world, x, y, &dx, &dy);
	return CHECK(ff_world_value(world, x, y) == value, "%s: %d,%d: %.9g, not %.9g", truth->name,
		     x, y, ff_world_value(world, x, y), value) &&
	       CHECK((uint8_t)ff_world_direction(world, x, y) == truth->flow[i],
		     "%s: %d,%d: direction %d, not %d", truth->name, x, y,
		     (int)ff_world_direction(world, x, y), truth->flow[i]) &&
	       CHECK((uint8_t)ff_world_class(world, x, y) == truth->classes[i],
		     "%s: %d,%d: class %d", truth->name, x, y, (int)ff_world_class(world, x, y)) &&
	       CHECK(fabs(dx - to_x) < 1e-7 && fabs(dy - to_y) < 1e-7, "%s: %d,%d: %.9g,%.9g",
		     truth->name, x, y, dx, dy);
}

static void compare_with_oracle(const struct oracle *truth)
{
	struct ff_world *world = ask(truth, (int32_t)(truth->dice % 3));
	struct ff_fault fault;
	uint64_t reached = truth->count[FF_GOAL] + truth->count[FF_REACHED];
	enum ff_status st;

	if (world == NULL)
		return;
	st = ff_world_solve(world);
	CHECK(st == FF_OK, "%s: %s: %s", truth->name, ff_status_text(st), ff_error());
	CHECK(ff_world_changed(world) == reached, "%s: %" PRIu64 ", not %" PRIu64, truth->name,
	      ff_world_changed(world), reached);
	for (int32_t y = 0; y < truth->cost.h; y++)
		for (int32_t x = 0; x < truth->cost.w; x++)
			if (!is_true(truth, world, x, y))
				break;
	st = ff_world_verify(world, &fault);
	CHECK(st == FF_OK && fault.cells == 0, "%s: %s", truth->name, fault.text);
	ff_world_free(world);
}

static void values_directions_and_classes_are_those_of_the_oracle(void)
{
	static const enum ff_flow_rule rules[] = {FF_FLOW_LOWEST, FF_FLOW_PATH, FF_FLOW_SUM};

	for (int k = 0; k < ORACLE_MODELS; k++)
		for (int i = 0; i < 3; i++) {
			const struct ff_model model = oracle_model(k, rules[i]);

			/* test_flows has an oracle for hops and "sum". */
			if (model.step != FF_STEP_HOPS || model.flow != FF_FLOW_SUM)
				oracle_random_maps(&model, MAPS / 4, compare_with_oracle);
		}
}

static void layers_equal_single_cells(void)
{
	static const uint8_t map[6] = {1, 2, 255, 4, 1, 1};
	struct ff_world *world = worlds_new(3, 2, map, NULL);
	uint8_t *cost, *directions, *classes;
	int32_t *goals;
	int64_t *seen;
	float *vectors;
	double *values;
	uint64_t *exact;

	ff_world_add_goal(world, 2, 1, 3);
	ff_world_add_goal(world, 0, 0, 0);
	CHECK(ff_world_solve(world) == FF_OK, "%s", ff_error());
	cost = worlds_layer(world, FF_LAYER_COST);
	values = worlds_layer(world, FF_LAYER_VALUES);
	directions = worlds_layer(world, FF_LAYER_DIRECTIONS);
	vectors = worlds_layer(world, FF_LAYER_VECTORS);
	classes = worlds_layer(world, FF_LAYER_CLASSES);
	goals = worlds_layer(world, FF_LAYER_ALLOCATION);
	seen = worlds_layer(world, FF_LAYER_SIGHT);
	exact = worlds_layer(world, FF_LAYER_EXACT);
	CHECK(memcmp(cost, map, 6) == 0, "costs");
	for (int32_t i = 0; i < 6; i++) {
		static const int32_t served[6] = {1, 1, -1, 1, 1, 0};
		double dx, dy;

		ff_world_vector(world, i % 3, i / 3, &dx, &dy);
		CHECK(values[i] == ff_world_value(world, i % 3, i / 3), "%d", i);
		CHECK(directions[i] == ff_world_direction(world, i % 3, i / 3), "%d", i);
		CHECK(classes[i] == ff_world_class(world, i % 3, i / 3), "%d", i);
		CHECK((double)vectors[2 * i] == dx && (double)vectors[2 * i + 1] == dy, "%d", i);
		CHECK(goals[i] == served[i], "%d: goal %d", i, goals[i]);
		CHECK(isinf(values[i]) ? exact[i] == UINT64_MAX : (double)exact[i] == values[i],
		      "%d: %" PRIu64, i, exact[i]);
	}
	CHECK(seen[0] == 0 && seen[5] == 5 && seen[2] == -1 && seen[4] == 5 && seen[1] == -1,
	      "%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64, seen[0], seen[5], seen[2],
	      seen[4], seen[1]);
	free(cost);
	free(values);
	free(directions);
	free(vectors);
	free(classes);
	free(goals);
	free(seen);
	free(exact);
	ff_world_free(world);
}

static void a_fraction_is_the_cells_beside_it_and_an_area_all_of_its_cells(void)
{
	static const uint8_t map[16] = {0};
	struct ff_world *world = worlds_new(4, 4, map, NULL);
	int goals = 0;

	ff_world_add_goal(world, 0.5, 0.5, 0);
	ff_world_add_goal_area(world, 2, 3, 2, 1, 0);
	CHECK(ff_world_solve(world) == FF_OK, "%s", ff_error());
	for (int32_t i = 0; i < 16; i++)
		goals += ff_world_class(world, i % 4, i / 4) == FF_GOAL;
	CHECK(goals == 6, "%d goals", goals);
	CHECK(ff_world_value(world, 3, 0) == 2 && ff_world_value(world, 3, 2) == 1, "0 is not 1");
	ff_world_clear_goals(world);
	ff_world_add_goal(world, 3, 3, 7);
	CHECK(ff_world_solve(world) == FF_OK, "%s", ff_error());
	CHECK(ff_world_value(world, 0, 0) == 13, "%g", ff_world_value(world, 0, 0));
	ff_world_free(world);
}

/* ---- at once, in steps, by several threads ---- */

/* A map drawn at random, all of cost 1 where walls are few, so that one sees far; the caller frees
 * it. */
static uint8_t *draw_map(uint64_t *dice, int32_t w, int32_t h, unsigned walls)
{
	uint8_t *map = oracle_cells((size_t)w * (size_t)h, 1);

	for (int32_t i = 0; i < w * h; i++)
		map[i] = (uint8_t)(oracle_random(dice) % 100 < walls ? 255
				   : walls < 5 || oracle_random(dice) % 3 > 0
					   ? 1
					   : 1 + oracle_random(dice) % 9);
	return map;
}

/* Adds a goal that has room for a wide walker, which others may take away again. */
static void add_goal(struct ff_world *const worlds[], int count, int32_t w, int32_t h,
		     uint64_t *dice, int64_t start)
{
	int32_t x = 2 + (int32_t)(oracle_random(dice) % (uint64_t)(w - 4));
	int32_t y = 2 + (int32_t)(oracle_random(dice) % (uint64_t)(h - 4));

	for (int i = 0; i < count; i++) {
		CHECK(ff_world_edit(worlds[i], x - 2, y - 2, 5, 5, 1) == FF_OK, "edit");
		CHECK(ff_world_add_goal(worlds[i], x, y, start) == FF_OK, "goal");
	}
}

static void steps_give_what_solving_at_once_gives(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < WORLDS_RULES * 3; k++) {
		struct ff_rules rules = worlds_rules(k);
		int32_t w = 8 + k % 23, h = 8 + k % 17;
		uint8_t *map = draw_map(&dice, w, h, 20);
		struct ff_world *worlds[3];
		char name[80];

		for (int i = 0; i < 3; i++) {
			rules.threads = i == 2 ? FF_THREADS_ALL : i;
			worlds[i] = worlds_new(w, h, map, &rules);
		}
		add_goal(worlds, 3, w, h, &dice, 0);
		add_goal(worlds, 3, w, h, &dice, k % 4);
		snprintf(name, sizeof name, "rules %d", k);
		for (int i = 0; i < 3; i++)
			CHECK(worlds_solve(worlds[i], (uint64_t)(i * i * 7)) == FF_OK, "%s: %s",
			      name, ff_error());
		worlds_same(worlds[0], worlds[1], rules.flee < 0, name);
		worlds_same(worlds[0], worlds[2], rules.flee < 0, name);
		for (int i = 0; i < 3; i++)
			ff_world_free(worlds[i]);
		free(map);
	}
}

static void a_world_has_no_result_before_the_last_step(void)
{
	static const uint8_t map[400] = {0};
	struct ff_world *world = worlds_new(20, 20, map, NULL);
	int done = 7;

	ff_world_add_goal(world, 0, 0, 0);
	CHECK(ff_world_begin(world) == FF_OK, "begin");
	CHECK(ff_world_step(world, 1, &done) == FF_OK && done == 0, "a step");
	CHECK(ff_world_class(world, 3, 3) == FF_NOT_YET, "class");
	CHECK(isinf(ff_world_value(world, 3, 3)), "value");
	ff_world_edit(world, 1, 1, 1, 1, FF_COST_WALL);
	while (!done)
		CHECK(ff_world_step(world, 50, &done) == FF_OK, "a step");
	CHECK(ff_world_class(world, 1, 1) == FF_REACHED, "an edit of meanwhile counts later");
	CHECK(ff_world_step(world, 1, &done) == FF_E_ARG, "a step without a begin");
	CHECK(ff_world_solve(world) == FF_OK && ff_world_class(world, 1, 1) == FF_WALL, "later");
	CHECK(ff_world_begin(world) == FF_OK && ff_world_begin(world) == FF_OK, "begin twice");
	CHECK(ff_world_solve(world) == FF_OK && ff_world_value(world, 3, 3) == 6, "afresh");
	ff_world_free(world);
}

/* Begins, and steps to the end; after each step but the last 'world' answers as 'former'. */
static void step_behind(struct ff_world *world, struct ff_world *former, uint64_t cells, bool flees,
			const char *name)
{
	int done = 0, steps = 0;

	CHECK(ff_world_begin(world) == FF_OK, "%s: %s", name, ff_error());
	while (!done && worlds_same(world, former, flees, name) &&
	       CHECK(ff_world_step(world, cells, &done) == FF_OK, "%s: %s", name, ff_error()))
		steps++;
	CHECK(steps > 2, "%s: %d steps", name, steps);
}

static void former_answers_stay_until_the_last_step(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < WORLDS_RULES; k++) {
		struct ff_rules rules = worlds_rules(k);
		uint8_t *map = draw_map(&dice, 33, 21, 10), costs[3 * 21];
		struct ff_world *worlds[3];
		char name[32];

		snprintf(name, sizeof name, "world %d", k);
		memset(map, 1, 4);
		for (int i = 0; i < 3; i++)
			worlds[i] = worlds_new(33, 21, map, &rules);
		add_goal(worlds, 3, 33, 21, &dice, 0);
		for (int i = 0; i < 2; i++)
			if (ff_world_solve(worlds[i]) != FF_OK)
				goto next;
		for (int round = 0; round < 3; round++) {
			for (int i = 0; i < 3 * 21; i++)
				costs[i] = i / 3 == (7 * round + k) % 21 ? 1 : 255;
			for (int i = 0; i < 3; i += 2)
				ff_world_edit_cells(worlds[i], 9 + round, 0, round == 1 ? 1 : 3, 21,
						    costs);
			if (ff_world_solve(worlds[2]) != FF_OK)
				goto next;
			step_behind(worlds[0], worlds[1], 1 + (uint64_t)round * 40, rules.flee < 0,
				    name);
			worlds_same(worlds[0], worlds[2], rules.flee < 0, name);
			ff_world_edit_cells(worlds[1], 9 + round, 0, round == 1 ? 1 : 3, 21, costs);
			CHECK(ff_world_solve(worlds[1]) == FF_OK, "%s", name);
		}
	next:
		for (int i = 0; i < 3; i++)
			ff_world_free(worlds[i]);
		free(map);
	}
}

static void a_solve_may_begin_again_after_any_step(void)
{
	uint64_t dice = ORACLE_SEED;
	uint8_t *map = draw_map(&dice, 33, 21, 10);
	struct ff_world *worlds[2];
	int done;

	map[0] = 1;
	for (int i = 0; i < 2; i++) {
		worlds[i] = worlds_new(33, 21, map, NULL);
		ff_world_add_goal(worlds[i], 0, 0, 0);
		ff_world_solve(worlds[i]);
	}
	for (int steps = 0; steps < 70; steps++) {
		uint8_t cost = steps % 2 == 0 ? FF_COST_WALL : 1;

		ff_world_edit(worlds[0], 16, 2, 1, 17, cost);
		CHECK(ff_world_begin(worlds[0]) == FF_OK, "%s", ff_error());
		for (int i = 0; i < steps; i++)
			ff_world_step(worlds[0], 1, &done);
		if (steps > 44) /* the former solution is copied, and gone */
			CHECK(ff_world_solve(worlds[0]) == FF_OK, "%s", ff_error());
		else
			step_behind(worlds[0], worlds[1], 1, false, "begun again");
		ff_world_edit(worlds[1], 16, 2, 1, 17, cost);
		ff_world_solve(worlds[1]);
		worlds_same(worlds[0], worlds[1], false, "begun again");
	}
	for (int i = 0; i < 2; i++)
		ff_world_free(worlds[i]);
	free(map);
}

static void a_solve_without_a_change_does_nothing(void)
{
	uint64_t dice = ORACLE_SEED;
	uint8_t *map = draw_map(&dice, 40, 30, 20);
	struct ff_world *world = worlds_new(40, 30, map, NULL);
	int done = 0;

	map[0] = 1;
	ff_world_edit(world, 0, 0, 1, 1, 1);
	ff_world_add_goal(world, 0, 0, 0);
	CHECK(ff_world_solve(world) == FF_OK && ff_world_changed(world) > 0, "%s", ff_error());
	for (int k = 0; k < 4; k++) {
		ff_world_clear_goals(world);
		ff_world_add_goal(world, 0, 0, 0);
		ff_world_edit_cells(world, 0, 0, 40, 30, map); /* as they are */
		if (k == 2)
			ff_world_edit(world, 0, 0, 1, 1, 7); /* and back */
		if (k == 2)
			ff_world_edit(world, 0, 0, 1, 1, 1);
		CHECK((k % 2 == 0 ? ff_world_solve(world) : ff_world_begin(world)) == FF_OK, "%s",
		      ff_error());
		CHECK(k % 2 == 0 || (ff_world_step(world, 1, &done) == FF_OK && done == 1),
		      "a single step");
		CHECK(ff_world_changed(world) == 0, "%d: %" PRIu64, k, ff_world_changed(world));
	}
	ff_world_free(world);
	free(map);
}

/* Checks a world that grows against the finished one; returns how many cells have a value. */
static uint64_t check_grown(struct ff_world *world, struct ff_world *fresh, int32_t w, int32_t h,
			    bool turns)
{
	double largest = 0, waiting = (double)INFINITY;
	uint64_t known = 0;

	for (int32_t y = 0; y < h; y++)
		for (int32_t x = 0; x < w; x++) {
			enum ff_class class = ff_world_class(world, x, y);
			enum ff_class wanted = ff_world_class(fresh, x, y);
			double value = ff_world_value(fresh, x, y), one[2], other[2];

			if (class == FF_NOT_YET) {
				CHECK(wanted != FF_WALL, "%d,%d is %d", x, y, (int)wanted);
				CHECK(isinf(ff_world_value(world, x, y)), "%d,%d", x, y);
				waiting = value < waiting ? value : waiting;
				continue;
			}
			CHECK(class == wanted && ff_world_value(world, x, y) == value, "%d,%d", x,
			      y);
			if (class > FF_REACHED)
				continue;
			known++;
			largest = value > largest ? value : largest;
			if (turns)
				continue;
			ff_world_vector(world, x, y, &one[0], &one[1]);
			ff_world_vector(fresh, x, y, &other[0], &other[1]);
			CHECK(ff_world_direction(world, x, y) == ff_world_direction(fresh, x, y) &&
				      one[0] == other[0] && one[1] == other[1],
			      "%d,%d goes to %g,%g, not %g,%g", x, y, one[0], one[1], other[0],
			      other[1]);
		}
	CHECK(largest <= waiting, "%g is known, and %g is not", largest, waiting);
	return known;
}

/* Returns the class of the cell that contains a place. */
static enum ff_class class_at(const struct ff_world *world, double x, double y)
{
	return ff_world_class(world, (int32_t)floor(x + 0.5), (int32_t)floor(y + 0.5));
}

/* Walks from a cell; returns the class of the cell where it stops. */
static enum ff_class class_at_end(const struct ff_world *world, double x, double y)
{
	for (int i = 0; i < 4000; i++)
		if (ff_world_walk(world, &x, &y, 0.25) < 0.25)
			break;
	return class_at(world, x, y);
}

/* Checks that two worlds have the same path from a cell. */
static void check_path(struct ff_world *const worlds[2], int32_t x, int32_t y)
{
	enum { ROOM = 256 };
	double points[2][2 * ROOM];
	size_t count[2];

	for (int i = 0; i < 2; i++)
		CHECK(ff_world_path(worlds[i], x, y, points[i], ROOM, &count[i]) == FF_OK, "%s",
		      ff_error());
	CHECK(count[0] == count[1] && count[0] <= ROOM &&
		      memcmp(points[0], points[1], 2 * count[0] * sizeof **points) == 0,
	      "from %d,%d: %zu points, not %zu", x, y, count[1], count[0]);
}

static void a_progressive_world_answers_by_what_is_settled(void)
{
	uint64_t dice = ORACLE_SEED;
	int walked = 0, arrived = 0;

	for (int k = 0; k < WORLDS_RULES; k++) {
		struct ff_rules rules = worlds_rules(k);
		bool turns = rules.sight || rules.flow == FF_FLOW_DIFFERENCES ||
			     (rules.flow == FF_FLOW_GRADIENT && rules.metric != FF_METRIC_EUCLID);
		uint8_t *map = draw_map(&dice, 45, 30, k % 4 == 0 ? 0 : 15);
		struct ff_world *worlds[2];
		uint64_t known = 0, before;
		bool exact = rules.metric == FF_METRIC_EUCLID && k % 2 == 1;
		int done = 0, steps = 0, more;

		for (int32_t i = 0; exact && i < 45 * 30; i++)
			map[i] = map[i] == 255 ? 255 : 1;
		if (rules.flee < 0)
			rules.flee = 0;
		worlds[0] = worlds_new(45, 30, map, &rules);
		rules.progressive = 1;
		worlds[1] = worlds_new(45, 30, map, &rules);
		add_goal(worlds, 2, 45, 30, &dice, 0);
		add_goal(worlds, 2, 45, 30, &dice, 3);
		for (int round = 0; round < 2 && ff_world_solve(worlds[0]) == FF_OK; round++) {
			bool grown = true;

			done = steps = 0;
			CHECK(ff_world_begin(worlds[1]) == FF_OK, "%s", ff_error());
			while (!done && grown) {
				before = known;
				grown = CHECK(ff_world_step(worlds[1], 3, &done) == FF_OK, "%s",
					      ff_error());
				if (steps++ < 2 || done)
					continue;
				known = check_grown(worlds[1], worlds[0], 45, 30, turns);
				if (steps > 3)
					CHECK(known <= before + 3, "%" PRIu64 " at once",
					      known - before);
				for (int32_t i = steps % 45; i < 45 * 30 && steps % 100 == 50;
				     i += 45)
					if (ff_world_class(worlds[1], i % 45, i / 45) ==
					    FF_REACHED) {
						enum ff_class end = class_at_end(worlds[1], i % 45,
										 floor(i / 45.0));

						CHECK(end <= FF_REACHED, "%d: %d", k, (int)end);
						if (exact && !turns)
							check_path(worlds, i % 45, i / 45);
						walked++;
						arrived += end == FF_GOAL;
					}
			}
			/* Further steps look at all cells again, and spread over some. */
			more = rules.max_cost > 0 || (rules.step == FF_STEP_HOPS &&
						      rules.flow == FF_FLOW_SUM)
				       ? 45 * 30 * 2 / 3
				       : 0;
			more += rules.sight ? 45 * 30 : 0;
			CHECK(steps >= (int)known / 3 && steps <= (int)known / 3 + 8 + more,
			      "%d: %d steps, %" PRIu64 " cells", k, steps, known);
			worlds_same(worlds[0], worlds[1], false, "as solved at once");
			for (int i = 0; i < 2; i++)
				ff_world_edit(worlds[i], 20, 3, 1, 20, FF_COST_WALL);
		}
		for (int i = 0; i < 2; i++)
			ff_world_free(worlds[i]);
		free(map);
	}
	CHECK(arrived > walked * 9 / 10, "%d of %d arrive at once", arrived, walked);
}

static void a_growth_that_is_abandoned_is_no_solution(void)
{
	static const uint8_t map[400] = {1};
	struct ff_rules rules = {.progressive = 1};
	struct ff_world *world = worlds_new(20, 20, map, &rules);
	struct ff_fault fault;
	int32_t labels[400];
	int done = 0;

	ff_world_add_goal(world, 2, 2, 0);
	CHECK(ff_world_begin(world) == FF_OK, "%s", ff_error());
	for (int i = 0; i < 5; i++)
		CHECK(ff_world_step(world, 9, &done) == FF_OK && !done, "%s", ff_error());
	for (int turn = 0; turn < 2; turn++) {
		CHECK(ff_world_copy(world, FF_LAYER_ALLOCATION, labels, sizeof labels) == FF_E_ARG,
		      "turn %d", turn);
		CHECK(ff_world_verify(world, &fault) == FF_E_ARG, "turn %d", turn);
		CHECK(ff_world_begin(world) == FF_OK, "%s", ff_error());
	}
	while (!done && CHECK(ff_world_step(world, 90, &done) == FF_OK, "%s", ff_error()))
		continue;
	CHECK(ff_world_verify(world, &fault) == FF_OK, "%s", fault.text);
	ff_world_free(world);
}

static void without_goals_a_world_is_solved(void)
{
	for (int k = 0; k < 2 * FF_METRICS; k++) {
		static const uint8_t map[20] = {1, 255};
		struct ff_rules rules = {.metric = (enum ff_metric)(k / 2), .sight = k % 2};
		struct ff_world *world = worlds_new(5, 4, map, &rules);
		struct ff_fault fault;
		int64_t labels[20];
		double dx, dy;

		for (int round = 0; round < 3; round++) {
			CHECK(worlds_solve(world, (uint64_t)(k % 2) * 4) == FF_OK, "%s",
			      ff_error());
			CHECK(ff_world_class(world, 0, 0) == FF_UNREACHED &&
				      ff_world_class(world, 1, 0) == FF_WALL &&
				      isinf(ff_world_value(world, 3, 3)) &&
				      ff_world_direction(world, 3, 3) == FF_NONE,
			      "nothing is reached");
			ff_world_follow(world, 2, 2, &dx, &dy);
			CHECK(dx == 0 && dy == 0, "%g,%g", dx, dy);
			for (int i = FF_LAYER_ALLOCATION; i <= FF_LAYER_SIGHT; i++)
				CHECK(ff_world_copy(world, (enum ff_layer)i, labels,
						    ff_world_size(world, (enum ff_layer)i)) ==
						      FF_OK &&
					      labels[3] == -1,
				      "%s", ff_error());
			CHECK(ff_world_verify(world, &fault) == FF_OK, "%s", fault.text);
			ff_world_add_goal(world, 4, 3, 0);
			CHECK(ff_world_solve(world) == FF_OK && ff_world_value(world, 4, 2) == 1 &&
				      ff_world_changed(world) == 19,
			      "a goal again: %" PRIu64, ff_world_changed(world));
			ff_world_clear_goals(world);
			ff_world_edit(world, 3, 3, 1, 1, (uint8_t)(2 + round));
		}
		ff_world_free(world);
	}
}

struct side {
	struct ff_world *world;
	enum ff_status st;
};

static void *solve_side(void *context)
{
	struct side *side = context;

	for (int i = 0; i < 20 && side->st == FF_OK; i++) {
		ff_world_edit(side->world, i, i, 3, 1, i % 2 == 0 ? FF_COST_WALL : 2);
		side->st = ff_world_solve(side->world);
	}
	return NULL;
}

static void two_threads_may_solve_two_worlds(void)
{
	for (int k = 0; k < FF_METRICS; k++) {
		uint64_t dice = ORACLE_SEED;
		uint8_t *map = draw_map(&dice, 150, 120, 10);
		struct ff_rules rules = {.metric = (enum ff_metric)k, .sight = 1, .threads = 2};
		struct side sides[3];
		struct ff_world *worlds[3];
		pthread_t thread;

		for (int i = 0; i < 3; i++)
			worlds[i] = worlds_new(150, 120, map, &rules);
		add_goal(worlds, 3, 150, 120, &dice, 0);
		for (int i = 0; i < 3; i++)
			sides[i] = (struct side){worlds[i], FF_OK};
		CHECK(pthread_create(&thread, NULL, solve_side, &sides[0]) == 0, "no thread");
		solve_side(&sides[1]);
		pthread_join(thread, NULL);
		solve_side(&sides[2]);
		for (int i = 0; i < 3; i++)
			CHECK(sides[i].st == FF_OK, "%s", ff_status_text(sides[i].st));
		worlds_same(worlds[0], worlds[1], false, "beside each other");
		worlds_same(worlds[0], worlds[2], false, "alone");
		for (int i = 0; i < 3; i++)
			ff_world_free(worlds[i]);
		free(map);
	}
}

/* ---- values that need 64 bits ---- */

static void compare_with_large_starts(const struct oracle *given)
{
	struct oracle truth;

	oracle_new(&truth, &given->model, given->cost.w, given->cost.h, given->seeds.count);
	memcpy(truth.cost.cells, given->cost.cells, (size_t)given->cost.w * (size_t)given->cost.h);
	for (size_t i = 0; i < given->seeds.count; i++) {
		truth.seeds.items[i] = given->seeds.items[i];
		truth.seeds.items[i].start = (double)(truth.unit * UINT64_C(99999999900));
	}
	snprintf(truth.name, sizeof truth.name, "%.100s, large starts", given->name);
	truth.dice = given->dice;
	oracle_solve(&truth);
	compare_with_oracle(&truth);
	oracle_free(&truth);
}

static void values_may_need_64_bits(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_random_maps(&model, 20, compare_with_large_starts);
	}
}

static void values_may_need_64_bits_only_on_a_long_way(void)
{
	enum { W = 256, H = 201 };
	static const struct ff_rules rules = {.metric = FF_METRIC_OCTILE, .step = FF_STEP_MEAN};
	uint8_t *map = oracle_cells((size_t)W * H, 1);
	struct ff_world *world, *fresh;
	int rows = (H + 1) / 2;
	double steps = (W - 1) * rows + H - 1;

	/* One way to and fro, with walls between its rows. */
	for (int i = 0; i < W * H; i++)
		map[i] = i / W % 2 == 1 && i % W != (i / W % 4 == 1 ? W - 1 : 0) ? 255 : 254;
	world = worlds_new(W, H, map, &rules);
	ff_world_add_goal(world, 0, 0, 0);
	CHECK(ff_world_solve(world) == FF_OK, "%s", ff_error());
	CHECK(ff_world_value(world, W - 1, H - 1) == 254 * steps ||
		      ff_world_value(world, 0, H - 1) == 254 * steps,
	      "%g %g, not %g", ff_world_value(world, W - 1, H - 1), ff_world_value(world, 0, H - 1),
	      254 * steps);
	/* And back to 32 bits. */
	ff_world_edit(world, 0, 0, W, H, 1);
	fresh = worlds_new(W, H, (memset(map, 1, (size_t)W * H), map), &rules);
	ff_world_add_goal(fresh, 0, 0, 0);
	CHECK(ff_world_solve(world) == FF_OK && ff_world_solve(fresh) == FF_OK, "again");
	worlds_same(world, fresh, false, "all of cost 1");
	ff_world_free(world);
	ff_world_free(fresh);
	free(map);
}

/* ---- edits ---- */

/* Rule "sum" looks at what neighbours cost: an edit may change directions and no value at all. */
static void with_sum_the_cost_of_a_goal_turns_its_neighbours(void)
{
	for (int metric = 0; metric < FF_METRICS; metric++) {
		const struct ff_rules rules = {.metric = (enum ff_metric)metric,
					       .flow = FF_FLOW_SUM};
		uint8_t map[45];
		struct ff_world *world = worlds_new(45, 1, (memset(map, 1, 45), map), &rules);

		ff_world_add_goal(world, 0, 0, 0);
		ff_world_add_goal(world, 2, 0, 0);
		CHECK(ff_world_solve(world) == FF_OK && ff_world_direction(world, 1, 0) == FF_E,
		      "E is before W");
		CHECK(ff_world_edit(world, 2, 0, 1, 1, 2) == FF_OK &&
			      ff_world_solve(world) == FF_OK && ff_world_changed(world) == 0 &&
			      ff_world_direction(world, 1, 0) == FF_W,
		      "metric %d: direction %d, %d values", metric,
		      (int)ff_world_direction(world, 1, 0), (int)ff_world_changed(world));
		ff_world_free(world);
	}
}

/* One random edit of a world, and of the map that a fresh one is to be of. */
static void edit(struct ff_world *world, int32_t w, int32_t h, uint8_t *map, uint64_t *dice)
{
	int32_t x = (int32_t)(oracle_random(dice) % (uint64_t)w);
	int32_t y = (int32_t)(oracle_random(dice) % (uint64_t)h);
	int32_t wide = 1 + (int32_t)(oracle_random(dice) % 3), high = 4 - wide;
	uint8_t cost = (uint8_t)(oracle_random(dice) % 2 == 0 ? 255 : 1 + oracle_random(dice) % 9);
	uint8_t costs[9];

	wide = x + wide > w ? w - x : wide;
	high = y + high > h ? h - y : high;
	for (int i = 0; i < 9; i++)
		costs[i] = (uint8_t)(oracle_random(dice) % 2 == 0 ? cost : i % 3);
	if (oracle_random(dice) % 2 == 0) {
		memset(costs, cost, sizeof costs);
		CHECK(ff_world_edit(world, x, y, wide, high, cost) == FF_OK, "edit");
	} else {
		CHECK(ff_world_edit_cells(world, x, y, wide, high, costs) == FF_OK, "edit cells");
	}
	for (int32_t i = 0; i < wide * high; i++)
		map[(y + i / wide) * w + x + i % wide] = costs[i];
}

/* Where the goals of an edited world are. */
struct goals {
	int32_t x[4], y[4];
	int64_t start[4];
	int count;
};

static void add_edited_goal(struct ff_world *world, int32_t w, int32_t h, struct goals *goals,
			    uint8_t *map, uint64_t *dice)
{
	int k = goals->count++;

	goals->x[k] = 2 + (int32_t)(oracle_random(dice) % (uint64_t)(w - 4));
	goals->y[k] = 2 + (int32_t)(oracle_random(dice) % (uint64_t)(h - 4));
	goals->start[k] = (int64_t)(oracle_random(dice) % 3);
	CHECK(ff_world_add_goal(world, goals->x[k], goals->y[k], goals->start[k]) == FF_OK, "goal");
	CHECK(ff_world_edit(world, goals->x[k] - 2, goals->y[k] - 2, 5, 5, 1) == FF_OK, "edit");
	for (int32_t i = 0; i < 25; i++)
		map[(goals->y[k] - 2 + i / 5) * w + goals->x[k] - 2 + i % 5] = 1;
}

/* Solves a world after edits, and the same afresh; false if they differ. */
static bool solve_both(struct ff_world *world, int32_t w, int32_t h, const struct ff_rules *rules,
		       const struct goals *goals, const uint8_t *map, uint64_t steps,
		       const char *name)
{
	struct ff_world *fresh = worlds_new(w, h, map, rules);
	bool flees = rules->flee < 0;
	enum ff_status st, wanted;
	char why[512];
	bool same;

	for (int k = 0; k < goals->count; k++)
		ff_world_add_goal(fresh, goals->x[k], goals->y[k], goals->start[k]);
	wanted = ff_world_solve(fresh);
	snprintf(why, sizeof why, "%s", strstr(ff_error(), ": "));
	st = worlds_solve(world, steps);
	same = CHECK(st == wanted, "%s: %s, not %s", name, ff_status_text(st),
		     ff_status_text(wanted));
	if (same && st == FF_OK)
		same = worlds_same(world, fresh, flees, name);
	else
		same = same && CHECK(strcmp(strstr(ff_error(), ": "), why) == 0, "%s: %s, not %s",
				     name, ff_error(), why);
	ff_world_free(fresh);
	return same;
}

/* Begins to solve a world after an edit, and leaves it at that. */
static void begin_in_vain(struct ff_world *world, int32_t w, int32_t h, uint8_t *map,
			  uint64_t steps, uint64_t *dice)
{
	int done;

	edit(world, w, h, map, dice);
	if (CHECK(ff_world_begin(world) == FF_OK, "begin")) {
		enum ff_status st = ff_world_step(world, steps, &done);

		CHECK(st == FF_OK || st == FF_E_INPUT, "a step");
	}
	edit(world, w, h, map, dice);
}

static void edit_one_world(int k, uint64_t *dice)
{
	const struct ff_rules rules = worlds_rules(k);
	bool wide = k % 8 == 7; /* beyond the tiles and stretches that solvers work in */
	int32_t w = 9 + (int32_t)(oracle_random(dice) % (wide ? 600 : 40));
	int32_t h = 9 + (int32_t)(oracle_random(dice) % (wide ? 5 : 40));
	uint8_t *map = draw_map(dice, w, h, k % 4 == 2 ? 3 : 20);
	struct ff_world *world = worlds_new(w, h, map, &rules);
	struct goals goals = {.count = 0};
	char name[80];
	bool ok = true;

	add_edited_goal(world, w, h, &goals, map, dice);
	for (int i = 0; i < EDITS && ok; i++) {
		snprintf(name, sizeof name, "world %d, edit %d", k, i);
		ok = solve_both(world, w, h, &rules, &goals, map, i % 3 == 0 ? 0 : (uint64_t)i * 9,
				name);
		for (uint64_t n = oracle_random(dice) % 3; n > 0; n--)
			edit(world, w, h, map, dice);
		if (i % 4 == 3 && goals.count < 3)
			add_edited_goal(world, w, h, &goals, map, dice);
		if (i % 7 == 6) {
			ff_world_clear_goals(world);
			goals.count = 0;
			add_edited_goal(world, w, h, &goals, map, dice);
		}
		if (i == 8)
			for (int32_t n = 0; n < w * h / 3 && n < 700; n++)
				edit(world, w, h, map, dice);
		if (i % 5 == 4)
			begin_in_vain(world, w, h, map, (uint64_t)i, dice);
	}
	ff_world_free(world);
	free(map);
}

static void edited_worlds_are_as_if_solved_afresh(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < EDITED; k++)
		edit_one_world(k, &dice);
}

static void a_goal_may_be_too_near_a_wall(void)
{
	static const struct ff_rules rules = {.radius = 3};
	static const uint8_t map[25] = {0};
	struct ff_world *world = worlds_new(5, 5, map, &rules);

	ff_world_add_goal(world, 1, 2, 0);
	CHECK(ff_world_solve(world) == FF_E_INPUT, "a wide walker");
	CHECK(strcmp(ff_error(), "ff_world_solve: goal 1,2 is too near a wall for the radius") == 0,
	      "%s", ff_error());
	ff_world_free(world);
}

static void goals_may_change_their_numbers(void)
{
	static const uint8_t map[9] = {0};
	struct ff_world *world = worlds_new(9, 1, map, NULL), *fresh = worlds_new(9, 1, map, NULL);

	ff_world_add_goal(world, 0, 0, 0);
	ff_world_add_goal(world, 8, 0, 0);
	CHECK(ff_world_solve(world) == FF_OK, "%s", ff_error());
	free(worlds_layer(world, FF_LAYER_ALLOCATION)); /* from now on it is kept */
	CHECK(ff_world_solve(world) == FF_OK, "%s", ff_error());
	ff_world_clear_goals(world);
	for (int i = 0; i < 2; i++) {
		ff_world_add_goal(world, i == 0 ? 8 : 0, 0, 0);
		ff_world_add_goal(fresh, i == 0 ? 8 : 0, 0, 0);
	}
	CHECK(ff_world_solve(world) == FF_OK && ff_world_solve(fresh) == FF_OK, "solve");
	worlds_same(world, fresh, false, "goals in another order");
	ff_world_free(world);
	ff_world_free(fresh);
}

static void a_goal_that_is_walled_in_can_be_opened_again(void)
{
	static const uint8_t map[25] = {0};
	struct ff_world *world = worlds_new(5, 5, map, NULL);

	ff_world_add_goal(world, 2, 2, 0);
	CHECK(ff_world_solve(world) == FF_OK, "%s", ff_error());
	ff_world_edit(world, 2, 2, 1, 1, FF_COST_WALL);
	CHECK(ff_world_class(world, 2, 2) == FF_GOAL, "not before it is solved");
	CHECK(ff_world_solve(world) == FF_E_INPUT, "the goal is a wall");
	CHECK(strstr(ff_error(), "2,2") != NULL, "%s", ff_error());
	CHECK(ff_world_class(world, 2, 2) == FF_WALL && ff_world_class(world, 0, 0) == FF_NOT_YET,
	      "as one that is not solved");
	ff_world_edit(world, 2, 2, 1, 1, 3);
	CHECK(ff_world_solve(world) == FF_OK && ff_world_value(world, 0, 0) == 4, "open");
	CHECK(ff_world_changed(world) == 25, "%" PRIu64, ff_world_changed(world));
	CHECK(ff_world_solve(world) == FF_OK && ff_world_changed(world) == 0, "no edit");
	ff_world_edit(world, 0, 0, 1, 1, 2);
	CHECK(ff_world_solve(world) == FF_OK && ff_world_changed(world) == 1, "a corner");
	ff_world_edit_cells(world, 0, 0, 5, 5, map);
	ff_world_edit(world, 0, 0, 5, 5, 2);
	CHECK(ff_world_solve(world) == FF_OK && ff_world_changed(world) == 24, "all: %" PRIu64,
	      ff_world_changed(world));
	ff_world_free(world);
}

/* ---- walkers ---- */

static void walkers_that_follow_reach_the_goal_and_never_enter_a_wall(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 60; k++) {
		struct ff_rules rules = {.metric = (enum ff_metric)(k % FF_METRICS),
					 .sight = k / 3 % 2};
		int32_t w = 10 + k % 20, h = 12 + k % 9;
		uint8_t *map = draw_map(&dice, w, h, 25);
		struct ff_world *world = worlds_new(w, h, map, &rules);
		int walked = 0;

		add_goal(&world, 1, w, h, &dice, 0);
		CHECK(ff_world_solve(world) == FF_OK, "%s", ff_error());
		for (int32_t i = 0; i < w * h; i += 5) {
			int32_t from_x = i % w, from_y = i / w;
			double x = from_x, y = from_y, dx = 1, dy = 0;
			enum ff_class now = ff_world_class(world, from_x, from_y);
			int steps = 0;

			ff_world_follow(world, x, y, &dx, &dy);
			CHECK((dx == 0 && dy == 0) == (now != FF_REACHED), "world %d: %d", k, i);
			while (now == FF_REACHED && steps++ < 50000) {
				ff_world_follow(world, x, y, &dx, &dy);
				if (!CHECK(fabs(dx * dx + dy * dy - 1) < 1e-9,
					   "world %d: %g,%g at %g,%g", k, dx, dy, x, y))
					break;
				x += dx / 10;
				y += dy / 10;
				now = ff_world_class(world, (int32_t)floor(x + 0.5),
						     (int32_t)floor(y + 0.5));
			}
			CHECK(steps == 0 || now == FF_GOAL,
			      "world %d: from %d to a cell of class %d", k, i, (int)now);
			walked += steps > 0;
		}
		CHECK(walked > 0, "world %d: nobody", k);
		ff_world_free(world);
		free(map);
	}
}

static void walkers_that_walk_arrive_whatever_their_steps_are(void)
{
	static const double steps[] = {0.05, 0.25, 1, 7, 1e6};
	uint64_t dice = ORACLE_SEED;
	int walked = 0;

	for (int k = 0; k < 12; k++) {
		struct ff_rules rules = {.metric = (enum ff_metric)(k % FF_METRICS)};
		uint8_t *map = draw_map(&dice, 31, 23, 30);
		struct ff_world *world = worlds_new(31, 23, map, &rules);
		double x, y, distance = steps[k % 5], went;

		add_goal(&world, 1, 31, 23, &dice, 0);
		CHECK(ff_world_solve(world) == FF_OK, "%s", ff_error());
		for (int32_t i = k % 3; i < 31 * 23; i += 3) {
			if (ff_world_class(world, i % 31, i / 31) != FF_REACHED)
				continue;
			x = i % 31;
			y = floor(i / 31.0);
			for (int n = 0; n < 20000; n++) {
				went = ff_world_walk(world, &x, &y, distance);
				if (!CHECK(class_at(world, x, y) != FF_WALL, "%g,%g", x, y) ||
				    went < distance)
					break;
			}
			CHECK(class_at(world, x, y) == FF_GOAL, "%d: from %d it stops at %g,%g", k,
			      i, x, y);
			CHECK(ff_world_walk(world, &x, &y, 1) == 0, "at a goal");
			walked++;
		}
		CHECK(ff_world_walk(world, &x, &y, (double)NAN) == 0 &&
			      ff_world_walk(world, &x, &y, -1) == 0,
		      "no distance");
		ff_world_free(world);
		free(map);
	}
	CHECK(walked > 483, "%d walkers", walked);
}

static void walls_bind_from_the_edit_on(void)
{
	static const uint8_t map[30] = {0};

	for (int k = 0; k < 4; k++) {
		struct ff_rules rules = {.metric = FF_METRIC_EUCLID, .radius = k % 2};
		struct ff_world *world = worlds_new(10, 3, map, &rules);
		double x = 1, y = 1;
		int done;

		ff_world_add_goal(world, 8, 1, 0);
		CHECK(ff_world_solve(world) == FF_OK, "%s", ff_error());
		ff_world_edit(world, 5, 0, 1, 3, FF_COST_WALL);
		if (k >= 2)
			CHECK(ff_world_begin(world) == FF_OK &&
				      ff_world_step(world, 1, &done) == FF_OK && done == 0,
			      "%s", ff_error());
		CHECK(ff_world_walk(world, &x, &y, 20) < 20 && x < 4.5 && x > 4, "%g", x);
		CHECK(ff_world_class(world, 5, 1) == FF_REACHED, "the field is the former one");
		ff_world_edit(world, 5, 1, 1, 1, 1);
		CHECK(ff_world_walk(world, &x, &y, 20) < 20 && lround(x) == 8, "%g", x);
		ff_world_free(world);
	}
}

static void a_path_leads_from_a_place_to_a_goal(void)
{
	static const uint8_t map[15] = {1, 1, 1, 1, 1, 255, 255, 255, 255, 1, 1, 1, 1, 1, 1};
	static const struct ff_rules rules = {.metric = FF_METRIC_EUCLID};
	struct ff_world *world = worlds_new(5, 3, map, &rules);
	double points[200], few[4];
	size_t count, again;

	CHECK(ff_world_path(world, 0, 0, NULL, 0, &count) == FF_E_ARG, "not solved");
	ff_world_add_goal(world, 0, 2, 0);
	CHECK(ff_world_solve(world) == FF_OK, "%s", ff_error());
	CHECK(ff_world_path(world, 0.25, -0.25, points, 100, &count) == FF_OK && count > 2, "%zu",
	      count);
	CHECK(points[0] == 0.25 && points[1] == -0.25, "%g,%g", points[0], points[1]);
	CHECK(lround(points[2 * count - 2]) == 0 && lround(points[2 * count - 1]) == 2, "%g,%g",
	      points[2 * count - 2], points[2 * count - 1]);
	CHECK(ff_world_path(world, 0.25, -0.25, few, 2, &again) == FF_OK && again == count, "%zu",
	      again);
	for (int i = 0; i < 4; i++)
		CHECK(few[i] == points[i], "the first two: %g, not %g", few[i], points[i]);
	CHECK(ff_world_path(world, 0, 1, NULL, 0, &count) == FF_E_ANSWER && count == 0, "a wall");
	CHECK(ff_world_path(world, -3, 1, NULL, 0, &count) == FF_E_ANSWER, "off the map");
	CHECK(ff_world_path(world, 1e300, 1, NULL, 0, &count) == FF_E_ANSWER, "far off");
	CHECK(ff_world_path(world, (double)NAN, 1, NULL, 0, &count) == FF_E_ARG, "not a number");
	CHECK(ff_world_path(world, 0, 2, points, 100, &count) == FF_OK && count == 1, "at a goal");
	ff_world_free(world);
}

/* ---- comparison and errors ---- */

static void comparison_shows_the_changes_of_an_edit(void)
{
	static const uint8_t map[12] = {0};
	struct ff_world *a = worlds_new(4, 3, map, NULL), *b = worlds_new(4, 3, map, NULL);
	struct ff_world *c = worlds_new(3, 4, map, NULL);
	struct ff_difference found = {0};

	ff_world_add_goal(a, 0, 0, 0);
	ff_world_add_goal(b, 0, 0, 0);
	ff_world_add_goal(c, 0, 0, 0);
	CHECK(ff_world_solve(a) == FF_OK, "%s", ff_error());
	CHECK(ff_world_compare(a, b, &found) == FF_E_ARG, "one is not solved");
	CHECK(ff_world_solve(b) == FF_OK && ff_world_solve(c) == FF_OK, "solved");
	CHECK(ff_world_compare(a, c, &found) == FF_E_ARG, "other sizes");
	CHECK(ff_world_compare(a, b, &found) == FF_OK && found.cells == 0 && found.x == -1 &&
		      found.rise == 0 && found.fall == 0,
	      "%" PRIu64, found.cells);
	ff_world_edit(b, 1, 0, 1, 1, 5);
	ff_world_edit(b, 3, 2, 1, 1, FF_COST_WALL);
	CHECK(ff_world_solve(b) == FF_OK, "%s", ff_error());
	CHECK(ff_world_compare(a, b, &found) == FF_OK && found.x == 1 && found.y == 0, "%d,%d",
	      found.x, found.y);
	CHECK(found.rise == 4 && found.fall == 0 && found.cells >= 3, "+%g -%g", found.rise,
	      found.fall);
	CHECK(ff_world_compare(b, a, &found) == FF_OK && found.rise == 0 && found.fall == 4,
	      "+%g -%g", found.rise, found.fall);
	ff_world_free(a);
	ff_world_free(b);
	ff_world_free(c);
}

static void arguments_out_of_range_are_refused(void)
{
	static const uint8_t map[6] = {1, 1, 1, 1, 1, 1};
	static const struct ff_rules wrong[] = {
		{.metric = FF_METRICS},
		{.step = (enum ff_step) - 1},
		{.metric = FF_METRIC_EUCLID, .step = FF_STEP_MEAN},
		{.metric = FF_METRIC_EUCLID, .step = FF_STEP_HOPS},
		{.flee = -1.2, .flow = FF_FLOW_DIFFERENCES},
		{.corners = FF_CORNERS},
		{.flow = FF_FLOWS},
		{.radius = -1},
		{.radius = (double)NAN},
		{.max_cost = -1},
		{.max_cost = (double)NAN},
		{.flee = 1},
		{.flee = -6},
		{.flee = -1, .sight = 1},
		{.threads = FF_THREADS_MAX + 1},
		{.threads = -2},
	};
	struct ff_world *world = (struct ff_world *)&world;
	double dx = 5, dy = 5;
	uint8_t layer[48];

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		CHECK(ff_world_new(3, 2, map, &wrong[i], &world) == FF_E_ARG && world == NULL,
		      "rules %zu", i);
	CHECK(ff_world_new(0, 2, map, NULL, &world) == FF_E_ARG, "width");
	CHECK(ff_world_new(3, -2, map, NULL, &world) == FF_E_ARG, "height");
	CHECK(ff_world_new(65536, 65536, map, NULL, &world) == FF_E_ARG, "size");
	CHECK(ff_world_new(3, 2, NULL, NULL, &world) == FF_E_ARG, "map");
	world = worlds_new(3, 2, map, NULL);
	CHECK(ff_world_add_goal(world, 3, 0, 0) == FF_E_ARG, "goal");
	CHECK(ff_world_add_goal(world, 0, (double)NAN, 0) == FF_E_ARG, "goal");
	CHECK(ff_world_add_goal(world, 0, 0, -1) == FF_E_ARG, "start");
	CHECK(ff_world_add_goal(world, 0, 0, FF_GOALS_START_MAX + 1) == FF_E_ARG, "start");
	CHECK(ff_world_add_goal_area(world, 2, 0, 2, 1, 0) == FF_E_ARG, "area");
	CHECK(ff_world_add_goal_area(world, 0, 0, 0, 1, 0) == FF_E_ARG, "area");
	CHECK(ff_world_edit(world, 0, 0, 3, 3, 1) == FF_E_ARG, "edit");
	CHECK(ff_world_edit(world, INT32_MAX, 0, INT32_MAX, 1, 1) == FF_E_ARG, "edit");
	CHECK(ff_world_edit_cells(world, 0, 0, 1, 1, NULL) == FF_E_ARG, "edit");
	CHECK(ff_world_size(world, FF_LAYERS) == 0 && ff_world_size(world, FF_LAYER_VALUES) == 48,
	      "sizes");
	CHECK(ff_world_copy(world, FF_LAYER_COST, layer, 6) == FF_OK, "costs");
	CHECK(ff_world_copy(world, FF_LAYER_VALUES, layer, 48) == FF_E_ARG, "not solved");
	CHECK(ff_world_copy(world, FF_LAYER_COST, layer, 5) == FF_E_ARG, "size");
	CHECK(ff_world_verify(world, &(struct ff_fault){0}) == FF_E_ARG, "not solved");
	ff_world_follow(world, 0, 0, &dx, &dy);
	CHECK(dx == 0 && dy == 0, "not solved");
	CHECK(ff_world_class(world, -1, 0) == FF_WALL && ff_world_class(world, 0, 0) == FF_NOT_YET,
	      "classes");
	ff_world_add_goal(world, 0, 0, 0);
	CHECK(ff_world_solve(world) == FF_OK, "%s", ff_error());
	CHECK(ff_world_direction(world, 3, 0) == FF_NONE && isinf(ff_world_value(world, 0, 2)),
	      "outside");
	for (int i = 0; i < 4; i++) {
		static const double far[4][2] = {{-0.6, 0}, {1e300, 0}, {0, -1e300}, {NAN, 0}};

		dx = dy = 5;
		ff_world_follow(world, far[i][0], far[i][1], &dx, &dy);
		CHECK(dx == 0 && dy == 0, "outside");
	}
	ff_world_free(world);
	ff_world_free(NULL);
}

/* ---- memory ---- */

/* Solves again what has failed, which must give what it would have. */
static enum ff_status solve_again(struct ff_world *world, enum ff_status st, double value)
{
	bool failed = st == FF_E_NOMEM;

	if (failed) {
		heap.fails_at = 0;
		CHECK(ff_world_class(world, 0, 0) == FF_NOT_YET, "as one that is not solved");
		CHECK(strstr(ff_error(), "memory") != NULL, "%s", ff_error());
		st = ff_world_solve(world);
	}
	CHECK(st == FF_OK && (isnan(value) || ff_world_value(world, 19, 0) == value),
	      "%s: %g, not %g", ff_status_text(st), ff_world_value(world, 19, 0), value);
	return failed ? FF_E_NOMEM : st;
}

/* All that a world can do, up to what fails. */
static enum ff_status use_world(const void *with)
{
	static const uint8_t map[400] = {0}, door[2] = {FF_COST_WALL, 1};
	const struct ff_rules *rules = with;
	double wide = rules->radius > 0 ? (double)NAN : 0; /* walkers have no room at an edge */
	struct ff_world *world;
	enum ff_status st = ff_world_new(20, 20, map, rules, &world);
	struct ff_difference difference;
	struct ff_fault fault;
	uint8_t layer[3200];
	double points[8];
	size_t count;

	if (st != FF_OK) {
		CHECK(world == NULL, "it is set");
		return st;
	}
	if ((st = ff_world_add_goal(world, 2, 2, 0)) == FF_OK &&
	    (st = ff_world_add_goal_area(world, 2, 17, 2, 2, 9)) == FF_OK &&
	    (st = solve_again(world, ff_world_solve(world), 19 + wide)) == FF_OK)
		for (int i = 0; i < FF_LAYERS && st == FF_OK; i++)
			st = ff_world_copy(world, (enum ff_layer)i, layer,
					   ff_world_size(world, (enum ff_layer)i));
	if (st == FF_OK && (st = ff_world_edit(world, 10, 0, 1, 10, FF_COST_WALL)) == FF_OK &&
	    (st = ff_world_edit_cells(world, 10, 8, 1, 2, door)) == FF_OK &&
	    (st = solve_again(world, ff_world_solve(world), 33 + wide)) == FF_OK &&
	    (st = ff_world_add_goal(world, 18, 5, 1)) == FF_OK &&
	    (st = solve_again(world, ff_world_solve(world), 7 + wide)) == FF_OK)
		st = ff_world_path(world, 1, 1, points, 4, &count);
	if (st == FF_OK && (st = ff_world_copy(world, FF_LAYER_COST, layer, 400)) == FF_OK)
		CHECK(layer[10] == 255 && layer[170] == 255 && layer[190] == 1, "edits");
	if (st == FF_OK && (st = ff_world_verify(world, &fault)) == FF_OK)
		st = ff_world_compare(world, world, &difference);
	ff_world_free(world);
	return st;
}

static void a_world_survives_any_allocation_that_fails(void)
{
	static const struct ff_rules rules[] = {{.sight = 1}, {.radius = 0.75, .threads = 2}};

	heap_survives(use_world, &rules[0], 30);
	heap_survives(use_world, &rules[1], 30);
}

int main(void)
{
	RUN(values_directions_and_classes_are_those_of_the_oracle);
	RUN(layers_equal_single_cells);
	RUN(a_fraction_is_the_cells_beside_it_and_an_area_all_of_its_cells);
	RUN(steps_give_what_solving_at_once_gives);
	RUN(a_world_has_no_result_before_the_last_step);
	RUN(former_answers_stay_until_the_last_step);
	RUN(a_solve_may_begin_again_after_any_step);
	RUN(a_solve_without_a_change_does_nothing);
	RUN(a_progressive_world_answers_by_what_is_settled);
	RUN(a_growth_that_is_abandoned_is_no_solution);
	RUN(without_goals_a_world_is_solved);
	RUN(two_threads_may_solve_two_worlds);
	RUN(values_may_need_64_bits);
	RUN(values_may_need_64_bits_only_on_a_long_way);
	RUN(with_sum_the_cost_of_a_goal_turns_its_neighbours);
	RUN(edited_worlds_are_as_if_solved_afresh);
	RUN(a_goal_may_be_too_near_a_wall);
	RUN(goals_may_change_their_numbers);
	RUN(a_goal_that_is_walled_in_can_be_opened_again);
	RUN(walkers_that_follow_reach_the_goal_and_never_enter_a_wall);
	RUN(walkers_that_walk_arrive_whatever_their_steps_are);
	RUN(walls_bind_from_the_edit_on);
	RUN(a_path_leads_from_a_place_to_a_goal);
	RUN(comparison_shows_the_changes_of_an_edit);
	RUN(arguments_out_of_range_are_refused);
	RUN(a_world_survives_any_allocation_that_fails);
	return tap_done();
}
