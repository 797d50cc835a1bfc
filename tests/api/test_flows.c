/*
 * Rules of directions, against programs that know nothing of the solver: the listing of an article,
 * the vectors of another, and walkers that follow arrows to the goal that serves them.
 */
#include "worlds.h"

static const int step_x[9] = {0, 1, 1, 1, 0, -1, -1, -1, 0};
static const int step_y[9] = {-1, -1, 0, 1, 1, 1, 0, -1, 0};

enum { SIDE = 40, CELLS = SIDE * SIDE, GOALS = 4 };

/* A random map and its goals. */
struct ground {
	int32_t w, h, goals;
	uint8_t cost[CELLS];
	int32_t x[GOALS], y[GOALS];
	int64_t start[GOALS];
};

static int32_t below(uint64_t *dice, int32_t n)
{
	return (int32_t)(oracle_random(dice) % (uint64_t)n);
}

static void draw_ground(struct ground *ground, int32_t goals, int64_t starts, uint64_t *dice)
{
	static const int32_t dearest[] = {1, 3, 9, 60, 254};
	int32_t walls = below(dice, 40), most = dearest[below(dice, 5)], dear = below(dice, 100);

	ground->w = 1 + below(dice, SIDE);
	ground->h = 1 + below(dice, SIDE);
	ground->goals = goals;
	for (int32_t i = 0; i < ground->w * ground->h; i++)
		ground->cost[i] = (uint8_t)(below(dice, 100) < walls  ? FF_COST_WALL
					    : below(dice, 100) < dear ? 1 + below(dice, most)
								      : 1);
	for (int32_t i = 0; i < goals; i++) {
		ground->x[i] = below(dice, ground->w);
		ground->y[i] = below(dice, ground->h);
		ground->start[i] = below(dice, 2) * below(dice, (int32_t)starts + 1);
		ground->cost[ground->y[i] * ground->w + ground->x[i]] = 1;
	}
}

/* Returns a solved world of a ground. */
static struct ff_world *solve(const struct ground *ground, const struct ff_rules *rules)
{
	struct ff_world *world = worlds_new(ground->w, ground->h, ground->cost, rules);

	for (int32_t i = 0; i < ground->goals; i++)
		CHECK(ff_world_add_goal(world, ground->x[i], ground->y[i], ground->start[i]) ==
			      FF_OK,
		      "goal");
	CHECK(ff_world_solve(world) == FF_OK, "%s", ff_error());
	return world;
}

static bool is_open(const struct ground *ground, int32_t x, int32_t y)
{
	return x >= 0 && y >= 0 && x < ground->w && y < ground->h &&
	       ground->cost[y * ground->w + x] != FF_COST_WALL;
}

static bool may_step(const struct ground *ground, enum ff_corners corners, int32_t cell, int d)
{
	int32_t x = cell % ground->w, y = cell / ground->w;
	int sides = is_open(ground, x + step_x[d], y) + is_open(ground, x, y + step_y[d]);

	return is_open(ground, x + step_x[d], y + step_y[d]) &&
	       (d % 2 == 0 || sides >= 2 - (int)corners);
}

static int32_t beside(const struct ground *ground, int32_t cell, int d)
{
	return cell + step_y[d] * ground->w + step_x[d];
}

/* ---- the fifth article's listing ---- */

/* Counts steps from the goals outwards: a queue, and the next one is one farther. */
static void count_steps(const struct ground *ground, const struct ff_rules *rules,
			int32_t *distance)
{
	int32_t queue[CELLS], count = 0;

	for (int32_t i = 0; i < ground->w * ground->h; i++)
		distance[i] = -1;
	for (int32_t i = 0; i < ground->goals; i++) {
		int32_t goal = ground->y[i] * ground->w + ground->x[i];

		if (distance[goal] < 0)
			queue[count++] = goal;
		distance[goal] = 0;
	}
	for (int32_t k = 0; k < count; k++)
		for (int d = 0; d < 8; d += rules->metric == FF_METRIC_OCTILE ? 1 : 2) {
			int32_t next = beside(ground, queue[k], d);

			if (!may_step(ground, rules->corners, queue[k], d) || distance[next] >= 0)
				continue;
			distance[next] = distance[queue[k]] + 1;
			queue[count++] = next;
		}
}

/* Points each cell at the neighbour with the least distance plus weight. */
static void point_at_least(const struct ground *ground, const struct ff_rules *rules,
			   const int32_t *distance, uint8_t *way)
{
	for (int32_t i = 0; i < ground->w * ground->h; i++) {
		int32_t least = INT32_MAX;

		way[i] = 8;
		for (int d = 0; d < 8 && distance[i] > 0; d++) {
			int32_t next = beside(ground, i, d);

			if (!may_step(ground, rules->corners, i, d) || distance[next] < 0 ||
			    distance[next] + ground->cost[next] >= least)
				continue;
			least = distance[next] + ground->cost[next];
			way[i] = (uint8_t)d;
		}
	}
}

/* Returns the cell at which the ways from another one end; -1: they lead in a circle. */
static int32_t end_of(const struct ground *ground, const uint8_t *way, int32_t cell)
{
	for (int32_t steps = 0; steps <= ground->w * ground->h; steps++) {
		if (way[cell] == 8)
			return cell;
		cell = beside(ground, cell, way[cell]);
	}
	return -1;
}

static int32_t compared, circling, aside;

static void compare_with_listing(const struct ground *ground, const struct ff_rules *rules,
				 struct ff_world *world, int map)
{
	uint8_t *ours = worlds_layer(world, FF_LAYER_DIRECTIONS), way[CELLS];
	struct ff_fault fault;
	int32_t distance[CELLS];

	count_steps(ground, rules, distance);
	point_at_least(ground, rules, distance, way);
	for (int32_t i = 0; i < ground->w * ground->h; i++) {
		bool circles = end_of(ground, way, i) < 0;
		int32_t end = end_of(ground, ours, i);

		CHECK(circles || ours[i] == way[i], "map %d, %d: %d, not %d", map, i, ours[i],
		      way[i]);
		CHECK(end >= 0 && distance[end] <= 0, "map %d: from %d no goal is reached", map, i);
		CHECK(ff_world_value(world, i % ground->w, i / ground->w) ==
			      (distance[i] < 0 ? (double)INFINITY : distance[i]),
		      "map %d, %d: not %d steps", map, i, distance[i]);
		compared += distance[i] > 0;
		circling += circles;
		aside += !circles && way[i] != 8 &&
			 distance[beside(ground, i, way[i])] >= distance[i];
	}
	CHECK(ff_world_verify(world, &fault) == FF_OK, "map %d: %s", map, fault.text);
	free(ours);
}

static void hops_and_sum_are_the_listing_but_where_it_leads_in_a_circle(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 300; k++) {
		const struct ff_rules rules = {.metric = (enum ff_metric)(k % 2),
					       .corners = (enum ff_corners)(k / 2 % FF_CORNERS),
					       .step = FF_STEP_HOPS,
					       .flow = FF_FLOW_SUM};
		struct ground ground;
		struct ff_world *world;
		int32_t x, y;

		draw_ground(&ground, 1 + k % GOALS, 0, &dice);
		world = solve(&ground, &rules);
		compare_with_listing(&ground, &rules, world, k);
		/* A repair. */
		x = below(&dice, ground.w);
		y = below(&dice, ground.h);
		if (ground.cost[y * ground.w + x] != FF_COST_WALL) {
			ground.cost[y * ground.w + x] = 90;
			CHECK(ff_world_edit(world, x, y, 1, 1, 90) == FF_OK &&
				      ff_world_solve(world) == FF_OK,
			      "%s", ff_error());
			compare_with_listing(&ground, &rules, world, k);
		}
		ff_world_free(world);
	}
	NOTE("%d cells, of which the listing leads %d in a circle, and %d past dear ones", compared,
	     circling, aside);
	CHECK(circling > 0 && circling < compared && aside > 0, "nothing was compared");
}

/* ---- the pure vectors ---- */

/* Returns the value there, or the cell's own where there is none. */
static double value_at(const struct ff_world *world, const struct ground *ground, int32_t x,
		       int32_t y, double own)
{
	double value = x < 0 || y < 0 || x >= ground->w || y >= ground->h
			       ? (double)INFINITY
			       : ff_world_value(world, x, y);

	return value < (double)INFINITY ? value : own;
}

static void check_vector(const struct ff_world *world, const struct ground *ground, int32_t x,
			 int32_t y, int map)
{
	double own = ff_world_value(world, x, y), dx, dy, length, most = 0.5, found_x, found_y;
	int nearest = 8, code = (int)ff_world_direction(world, x, y);

	dx = value_at(world, ground, x - 1, y, own) - value_at(world, ground, x + 1, y, own);
	dy = value_at(world, ground, x, y - 1, own) - value_at(world, ground, x, y + 1, own);
	length = hypot(dx, dy);
	if (ff_world_class(world, x, y) != FF_REACHED || length == 0)
		dx = dy = length = 0;
	for (int d = 0; d < 8 && length > 0; d++) {
		double unit = hypot(step_x[d], step_y[d]);
		double cosine = (dx * step_x[d] + dy * step_y[d]) / length / unit;

		if (cosine > most) {
			most = cosine;
			nearest = d;
		}
	}
	ff_world_vector(world, x, y, &found_x, &found_y);
	CHECK(fabs(found_x - (length > 0 ? dx / length : 0)) < 1e-6 &&
		      fabs(found_y - (length > 0 ? dy / length : 0)) < 1e-6,
	      "map %d, %d,%d: %g,%g", map, x, y, found_x, found_y);
	/* Half-way between two codes either is the nearest. */
	CHECK(code == nearest || (code < 8 && length > 0 &&
				  (dx * step_x[code] + dy * step_y[code]) / length /
						  hypot(step_x[code], step_y[code]) >
					  most - 1e-9),
	      "map %d, %d,%d: code %d, not %d", map, x, y, code, nearest);
}

static void differences_are_left_minus_right_and_up_minus_down_and_nothing_else(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 240; k++) {
		struct ff_rules rules = {.metric = (enum ff_metric)(k % FF_METRICS),
					 .corners = (enum ff_corners)(k / 3 % FF_CORNERS),
					 .flow = FF_FLOW_DIFFERENCES};
		struct ground ground;
		struct ff_world *world;
		struct ff_fault fault;

		if (rules.metric != FF_METRIC_EUCLID)
			rules.step = (enum ff_step)(k / 9 % FF_STEPS);
		draw_ground(&ground, 1 + k % GOALS, 20, &dice);
		world = solve(&ground, &rules);
		if (k % 2 == 0)
			CHECK(ff_world_edit(world, below(&dice, ground.w), below(&dice, ground.h),
					    1, 1, 200) == FF_OK &&
				      ff_world_solve(world) == FF_OK,
			      "%s", ff_error());
		for (int32_t i = 0; i < ground.w * ground.h; i++)
			check_vector(world, &ground, i % ground.w, i / ground.w, k);
		CHECK(ff_world_verify(world, &fault) == FF_OK, "map %d: %s", k, fault.text);
		ff_world_free(world);
	}
}

/* Two goals at the ends of a corridor: the middle cell is as far from both. */
static void walkers_are_refused_where_they_would_get_stuck(void)
{
	static const uint8_t map[5] = {1, 1, 1, 1, 1};
	const struct ff_rules rules = {.flow = FF_FLOW_DIFFERENCES};
	struct ff_world *world = worlds_new(5, 1, map, &rules);
	struct ff_router *router = NULL;
	struct ff_crowd *crowd = NULL;
	double dx = 1, dy = 1;
	uint64_t id;
	size_t count;

	ff_world_add_goal(world, 0, 0, 0);
	ff_world_add_goal(world, 4, 0, 0);
	CHECK(ff_world_solve(world) == FF_OK, "%s", ff_error());
	CHECK(ff_world_class(world, 2, 0) == FF_REACHED &&
		      ff_world_direction(world, 2, 0) == FF_NONE,
	      "not stuck");
	ff_world_follow(world, 2, 0, &dx, &dy);
	CHECK(dx == 0 && dy == 0, "%g,%g", dx, dy);
	CHECK(ff_world_path(world, 1, 0, NULL, 0, &count) == FF_E_ARG, "path");
	CHECK(ff_router_new(5, 1, map, &rules, 0, &router) == FF_E_ARG && router == NULL, "router");
	CHECK(ff_crowd_new(NULL, &crowd) == FF_OK, "%s", ff_error());
	CHECK(ff_crowd_add(crowd, world, 1, 0, 0.3, 1, &id) == FF_E_ARG, "crowd");
	ff_crowd_free(crowd);
	ff_world_free(world);
}

/* ---- allocation ---- */

/* Returns the goal of a cell that has its value from there; -1: none does. */
static int32_t goal_at(const struct ff_world *world, const struct ground *ground, int32_t cell)
{
	int32_t x = cell % ground->w, y = cell / ground->w;

	for (int32_t i = 0; i < ground->goals; i++)
		if (ground->x[i] == x && ground->y[i] == y &&
		    (double)ground->start[i] == ff_world_value(world, x, y))
			return i;
	return -1;
}

/* Returns the goal at which a walker ends that goes where cells point; -1: at none. */
static int32_t goal_from(const struct ff_world *world, const struct ground *ground,
			 const uint8_t *way, const int64_t *seen, int32_t cell)
{
	for (int32_t steps = 0; steps <= ground->w * ground->h; steps++) {
		int32_t goal = goal_at(world, ground, cell);

		if (goal >= 0)
			return goal;
		if (seen != NULL && seen[cell] >= 0)
			cell = (int32_t)seen[cell];
		else if (way[cell] < 8)
			cell = beside(ground, cell, way[cell]);
	}
	return -1;
}

static void check_allocation(struct ff_world *world, const struct ground *ground,
			     struct ff_rules rules, int map)
{
	int32_t *goals = worlds_layer(world, FF_LAYER_ALLOCATION);
	int64_t *seen = NULL;
	struct ff_world *guide = NULL;
	uint8_t *way;

	if (rules.sight)
		seen = worlds_layer(world, FF_LAYER_SIGHT);
	if (rules.flow == FF_FLOW_DIFFERENCES) {
		rules.flow = FF_FLOW_PATH;
		guide = solve(ground, &rules);
	}
	way = worlds_layer(guide != NULL ? guide : world, FF_LAYER_DIRECTIONS);
	for (int32_t i = 0; i < ground->w * ground->h; i++) {
		int32_t goal = goal_from(world, ground, way, seen, i);

		CHECK(goals[i] == goal, "map %d, %d: goal %d, not %d", map, i, goals[i], goal);
	}
	ff_world_free(guide);
	free(goals);
	free(seen);
	free(way);
}

static void each_cell_is_served_by_the_goal_that_its_arrows_reach(void)
{
	enum { RULES = FF_FLOWS - 1 };
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < FF_METRICS * RULES * FF_STEPS * 6; k++) {
		struct ff_rules rules = {
			.metric = (enum ff_metric)(k % FF_METRICS),
			.flow = (enum ff_flow_rule)(1 + k / FF_METRICS % RULES),
			.corners = (enum ff_corners)(k / 2 % FF_CORNERS),
			.sight = k / (FF_METRICS * RULES * FF_STEPS) % 2,
		};
		struct ground ground;
		struct ff_world *world;

		if (rules.metric != FF_METRIC_EUCLID)
			rules.step = (enum ff_step)(k / (FF_METRICS * RULES) % FF_STEPS);
		draw_ground(&ground, 1 + k % GOALS, 20, &dice);
		world = solve(&ground, &rules);
		check_allocation(world, &ground, rules, k);
		for (int edit = 0; edit < 3; edit++) {
			int32_t x = below(&dice, ground.w), y = below(&dice, ground.h);
			uint8_t cost = edit == 1 ? FF_COST_WALL : (uint8_t)(1 + below(&dice, 9));

			for (int32_t i = 0; i < ground.goals; i++)
				if (ground.x[i] == x && ground.y[i] == y)
					cost = 1;
			ground.cost[y * ground.w + x] = cost;
			CHECK(ff_world_edit(world, x, y, 1, 1, cost) == FF_OK &&
				      ff_world_solve(world) == FF_OK,
			      "%s", ff_error());
			check_allocation(world, &ground, rules, k);
		}
		ff_world_free(world);
	}
}

int main(void)
{
	RUN(hops_and_sum_are_the_listing_but_where_it_leads_in_a_circle);
	RUN(differences_are_left_minus_right_and_up_minus_down_and_nothing_else);
	RUN(walkers_are_refused_where_they_would_get_stuck);
	RUN(each_cell_is_served_by_the_goal_that_its_arrows_reach);
	return tap_done();
}
