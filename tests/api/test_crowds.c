/*
 * Section "crowds" of flowfield.h, with an observer that checks every step and shares no code with
 * it.
 */
#include "flowfield.h"
#include "unit/heap.h"
#include "unit/oracle.h"
#include "unit/tap.h"

#include <inttypes.h>
#include <math.h>

enum { MOST = 1200, WORLDS = 2 };

/* A walker, as the test knows it. */
struct known {
	uint64_t id;
	double radius, speed, x, y; /* where it was when it was looked at last */
	bool seen;                  /* it was on the map then */
	enum ff_crowd_state state;
	double vx, vy;
};

/* A map, the worlds of it, and a crowd. */
struct street {
	int32_t w, h;
	uint8_t map[64 * 64];
	struct ff_world *worlds[WORLDS];
	double radii[WORLDS]; /* that they are made for */
	double goal[2];       /* of the first */
	bool progressive;     /* worlds answer as they are stepped */
	struct ff_crowd_rules rules;
	struct ff_crowd *crowd;
	struct known known[MOST];
	size_t count;
};

static struct street street; /* of the test that runs */
static uint64_t dice = ORACLE_SEED;

static double between(double least, double most)
{
	return least + (most - least) * ((double)(oracle_random(&dice) >> 11) * 0x1p-53);
}

/* ---- streets ---- */

static void take_map(int32_t w, int32_t h)
{
	memset(&street, 0, sizeof street);
	street.w = w;
	street.h = h;
	memset(street.map, 1, sizeof street.map);
	street.rules.dt = 0.1;
}

/* Takes a map from a drawing: '#' is a wall; rows end with '/'. */
static void draw_map(const char *rows)
{
	int32_t w = (int32_t)(strchr(rows, '/') - rows), h = (int32_t)strlen(rows) / (w + 1);

	take_map(w, h);
	for (int32_t y = 0; y < h; y++)
		for (int32_t x = 0; x < w; x++)
			if (rows[y * (w + 1) + x] == '#')
				street.map[y * w + x] = FF_COST_WALL;
}

static struct ff_world *lead_to(size_t k, double x, double y)
{
	const struct ff_rules rules = {.metric = FF_METRIC_EUCLID,
				       .radius = street.radii[k],
				       .progressive = street.progressive};

	if (k == 0) {
		street.goal[0] = x;
		street.goal[1] = y;
	}
	CHECK(ff_world_new(street.w, street.h, street.map, &rules, &street.worlds[k]) == FF_OK &&
		      ff_world_add_goal(street.worlds[k], x, y, 0) == FF_OK &&
		      ff_world_solve(street.worlds[k]) == FF_OK,
	      "no world");
	return street.worlds[k];
}

static void begin(void)
{
	CHECK(ff_crowd_new(&street.rules, &street.crowd) == FF_OK, "no crowd");
}

static void end(void)
{
	ff_crowd_free(street.crowd);
	for (size_t k = 0; k < WORLDS; k++)
		ff_world_free(street.worlds[k]);
}

/* Changes a cell in all worlds. */
static void build(int32_t x, int32_t y, uint8_t cost)
{
	street.map[y * street.w + x] = cost;
	for (size_t k = 0; k < WORLDS; k++)
		if (street.worlds[k] != NULL)
			CHECK(ff_world_edit(street.worlds[k], x, y, 1, 1, cost) == FF_OK &&
				      ff_world_solve(street.worlds[k]) == FF_OK,
			      "no edit");
}

static struct known *note(uint64_t id, double x, double y, double radius, double speed)
{
	street.known[street.count] =
		(struct known){.id = id, .radius = radius, .speed = speed, .x = x, .y = y};
	return &street.known[street.count++];
}

static struct known *put(size_t k, double x, double y, double radius)
{
	uint64_t id = 0;
	enum ff_status st = ff_crowd_add(street.crowd, street.worlds[k], x, y, radius, 1, &id);

	CHECK(st == FF_OK && id > 0, "at %g,%g: status %d", x, y, (int)st);
	return note(id, x, y, radius, 1);
}

/* ---- the observer ---- */

static bool is_wall(int32_t x, int32_t y)
{
	return x < 0 || y < 0 || x >= street.w || y >= street.h ||
	       street.map[y * street.w + x] == FF_COST_WALL;
}

/* Returns how far a place is from the nearest wall, or 9; < 0: in one. */
static double off_walls(double x, double y, int32_t reach)
{
	int32_t cx = (int32_t)floor(x + 0.5), cy = (int32_t)floor(y + 0.5);
	double least = 9;

	if (is_wall(cx, cy))
		return -1;
	for (int32_t wy = cy - reach; wy <= cy + reach; wy++)
		for (int32_t wx = cx - reach; wx <= cx + reach; wx++)
			if (is_wall(wx, wy))
				least = fmin(least, hypot(fmax(0, fabs(x - wx) - 0.5),
							  fmax(0, fabs(y - wy) - 0.5)));
	return least;
}

static bool is_on_map(const struct known *one)
{
	return one->state == FF_CROWD_WALKING || one->state == FF_CROWD_STRANDED;
}

static struct known *find_known(uint64_t id)
{
	for (size_t i = 0; i < street.count; i++)
		if (street.known[i].id == id)
			return &street.known[i];
	return NULL;
}

/* Copies all layers, and notes what they say; 'moved': a step was made since. */
static void look_up(bool moved)
{
	static uint64_t ids[MOST];
	static uint8_t states[MOST];
	static double at[MOST][2], going[MOST][2];
	size_t n = ff_crowd_count(street.crowd);

	CHECK(n == street.count, "%zu walkers, not %zu", n, street.count);
	CHECK(ff_crowd_copy(street.crowd, FF_CROWD_IDS, ids, n * sizeof *ids) == FF_OK &&
		      ff_crowd_copy(street.crowd, FF_CROWD_STATES, states, n) == FF_OK &&
		      ff_crowd_copy(street.crowd, FF_CROWD_POSITIONS, at, n * sizeof *at) ==
			      FF_OK &&
		      ff_crowd_copy(street.crowd, FF_CROWD_VELOCITIES, going, n * sizeof *going) ==
			      FF_OK,
	      "no copy");
	for (size_t i = 0; i < n; i++) {
		struct known *one = find_known(ids[i]);
		double way;

		if (!CHECK(one != NULL, "nobody has the id %" PRIu64, ids[i]))
			continue;
		way = hypot(at[i][0] - one->x, at[i][1] - one->y);
		one->state = (enum ff_crowd_state)states[i];
		CHECK(!moved || way <= one->speed * street.rules.dt + 1e-12, "it walks %g", way);
		for (int k = 1; k < 16 && one->seen && is_on_map(one); k++)
			CHECK(off_walls(one->x + (at[i][0] - one->x) * k / 16,
					one->y + (at[i][1] - one->y) * k / 16, 1) >= 0,
			      "a step leads through a wall");
		one->x = at[i][0];
		one->y = at[i][1];
		one->vx = going[i][0];
		one->vy = going[i][1];
		one->seen = is_on_map(one);
	}
}

/* Looks whether all that are on the map are off walls and off each other. */
static void look(bool moved)
{
	look_up(moved);
	for (size_t i = 0; i < street.count; i++) {
		const struct known *one = &street.known[i];
		int32_t reach = (int32_t)ceil(one->radius) + 1;

		if (!is_on_map(one))
			continue;
		CHECK(off_walls(one->x, one->y, reach) >= one->radius - 1e-9,
		      "%zu at %.12f,%.12f: %g off a wall", i, one->x, one->y,
		      off_walls(one->x, one->y, reach));
		for (size_t j = 0; j < i; j++) {
			const struct known *other = &street.known[j];
			double away = hypot(one->x - other->x, one->y - other->y);

			CHECK(!is_on_map(other) || away >= one->radius + other->radius - 1e-9,
			      "%zu and %zu are %.12f apart", i, j, away);
		}
	}
}

static void step(void)
{
	ff_crowd_step(street.crowd);
	look(true);
}

static size_t count_in(enum ff_crowd_state state)
{
	size_t count = 0;

	for (size_t i = 0; i < street.count; i++)
		count += street.known[i].state == state;
	return count;
}

/* Steps until all have arrived, or that many seconds have passed. */
static void all_arrive(const char *where, double seconds)
{
	double until = ff_crowd_time(street.crowd) + seconds;

	while (count_in(FF_CROWD_ARRIVED) < street.count && ff_crowd_time(street.crowd) < until)
		step();
	CHECK(count_in(FF_CROWD_ARRIVED) == street.count, "%s: %zu of %zu arrived", where,
	      count_in(FF_CROWD_ARRIVED), street.count);
}

/* ---- coming and going ---- */

/* Returns what adding a walker there has to say. */
static enum ff_status truth_of(double x, double y, double radius)
{
	if (!(off_walls(x, y, (int32_t)ceil(radius) + 1) >= radius))
		return FF_E_INPUT;
	for (size_t i = 0; i < street.count; i++) {
		const struct known *one = &street.known[i];

		if (is_on_map(one) && hypot(one->x - x, one->y - y) < one->radius + radius)
			return FF_E_ANSWER;
	}
	return FF_OK;
}

/* Tries to add a walker anywhere, and expects what is true. */
static void try_anywhere(double least, double most)
{
	double x, y; /* anywhere but at the goal */
	double radius = between(least, most), speed = between(0.5, 1.5);
	enum ff_status truth, st;
	uint64_t id = 0;

	do {
		x = between(-0.5, street.w - 0.5);
		y = between(-0.5, street.h - 0.5);
	} while (hypot(x - street.goal[0], y - street.goal[1]) < 1 ||
		 (radius > 0.5 && fmax(fabs(x - 29.5), fabs(y - 29.5)) > 23));
	truth = truth_of(x, y, radius);
	st = ff_crowd_add(street.crowd, street.worlds[radius > 0.5], x, y, radius, speed, &id);
	CHECK(st == truth, "%g at %g,%g: status %d, not %d", radius, x, y, (int)st, (int)truth);
	if (st == FF_OK)
		note(id, x, y, radius, speed)->state = FF_CROWD_WALKING;
}

static void strew_walls(int percent, int32_t goal_x, int32_t goal_y)
{
	for (int32_t i = 0; i < street.w * street.h; i++)
		if (oracle_random(&dice) % 100 < (uint64_t)percent &&
		    i != goal_y * street.w + goal_x)
			street.map[i] = FF_COST_WALL;
}

static void drop_known(size_t i)
{
	CHECK(ff_crowd_remove(street.crowd, street.known[i].id) == FF_OK, "not removed");
	street.known[i] = street.known[--street.count];
}

static void walkers_added_while_it_runs_touch_neither_walls_nor_others_and_all_arrive(void)
{
	for (int k = 0; k < 6; k++) {
		take_map(24, 18);
		strew_walls(k * 3, 12, 9);
		lead_to(0, 12, 9);
		begin();
		for (int i = 0; i < 200; i++) {
			for (int tries = 0; tries < 3 && street.count < 60; tries++)
				try_anywhere(0.15, 0.45);
			step();
		}
		/* Some may be in places with no way out. */
		for (size_t i = street.count; i-- > 0;)
			if (street.known[i].state == FF_CROWD_STRANDED)
				drop_known(i);
		all_arrive("strewn with walls", 900);
		end();
	}
}

static void a_walker_is_added_only_where_it_overlaps_none(void)
{
	take_map(60, 60);
	lead_to(0, 30, 30);
	street.radii[1] = 5;
	lead_to(1, 30, 30);
	street.rules.dt = 0.02;
	begin();
	for (int i = 0; i < 6000; i++) {
		/* Larger and larger ones, then small ones again, and a few giants. */
		double most = i % 1500 < 1000 ? 0.05 + (i % 1000) * 0.001 : 0.2;

		try_anywhere(0.01 + most / 2, i % 97 == 0 ? 5 : most);
		if (street.count > MOST - 200 || (street.count > 0 && i % 7 == 0))
			drop_known(oracle_random(&dice) % street.count);
		if (i % 64 == 0)
			look(false);
	}
	CHECK(street.count > 300, "only %zu", street.count);
	end();
}

static void ids_stay_while_others_come_and_go(void)
{
	struct ff_crowd_walker walker;
	uint64_t ids[5], gone, came;
	double at[5][2];

	draw_map(".........../.........../.........../");
	lead_to(0, 10, 1);
	begin();
	for (int i = 0; i < 4; i++)
		ids[i] = put(0, i, 1, 0.3)->id;
	gone = ids[1];
	CHECK(ff_crowd_remove(street.crowd, gone) == FF_OK, "not removed");
	CHECK(ff_crowd_remove(street.crowd, gone) == FF_E_ARG, "removed twice");
	CHECK(ff_crowd_count(street.crowd) == 3, "%zu left", ff_crowd_count(street.crowd));
	CHECK(ff_crowd_add(street.crowd, street.worlds[0], 1, 1, 0.3, 1, &came) == FF_OK &&
		      came != gone && came != ids[0] && came != ids[2] && came != ids[3],
	      "its place is not free, or its id is given again");
	CHECK(ff_crowd_remove(street.crowd, gone) == FF_E_ARG &&
		      ff_crowd_send(street.crowd, gone, street.worlds[0]) == FF_E_ARG &&
		      ff_crowd_get(street.crowd, gone, &walker) == FF_E_ARG,
	      "somebody has the id of one that is gone");
	CHECK(ff_crowd_copy(street.crowd, FF_CROWD_IDS, ids, 4 * sizeof *ids) == FF_OK &&
		      ff_crowd_copy(street.crowd, FF_CROWD_POSITIONS, at, 4 * sizeof *at) == FF_OK,
	      "no copy");
	for (int i = 0; i < 4; i++)
		if (ids[i] == came)
			CHECK(at[i][0] == 1 && at[i][1] == 1, "it is at %g,%g", at[i][0], at[i][1]);
	end();
}

static void walkers_added_for_later_enter_in_time_and_wait_for_room(void)
{
	uint64_t first = 0, second = 0, lost = 0;

	draw_map(".........#./");
	lead_to(0, 8, 0);
	begin();
	CHECK(ff_crowd_add_later(street.crowd, street.worlds[0], 1, 0, 0.3, 1, 2, &first) ==
			      FF_OK &&
		      ff_crowd_add_later(street.crowd, street.worlds[0], 1, 0, 0.3, 1, 1,
					 &second) == FF_OK &&
		      ff_crowd_add_later(street.crowd, street.worlds[0], 10, 0, 0.3, 1, 0, &lost) ==
			      FF_OK,
	      "not added");
	note(first, 1, 0, 0.3, 1);
	note(second, 1, 0, 0.3, 1);
	note(lost, 10, 0, 0.3, 1);
	put(0, 1.1, 0, 0.3);
	look(false);
	CHECK(find_known(first)->state == FF_CROWD_WAITING &&
		      find_known(second)->state == FF_CROWD_WAITING &&
		      find_known(lost)->state == FF_CROWD_LOST,
	      "states %d, %d, %d", find_known(first)->state, find_known(second)->state,
	      find_known(lost)->state);
	while (find_known(first)->state == FF_CROWD_WAITING && ff_crowd_time(street.crowd) < 9) {
		step();
		CHECK(find_known(second)->state != FF_CROWD_WAITING ||
			      ff_crowd_time(street.crowd) < 1.6,
		      "it waits too long");
	}
	CHECK(fabs(ff_crowd_time(street.crowd) - 2) < 0.3, "it comes after %g s",
	      ff_crowd_time(street.crowd));
	CHECK(ff_crowd_remove(street.crowd, lost) == FF_OK, "not removed");
	*find_known(lost) = street.known[--street.count];
	all_arrive("street", 30);
	end();
}

/* ---- other goals ---- */

static void walkers_sent_elsewhere_turn_round(void)
{
	struct known *one;

	draw_map("............../............../............../");
	lead_to(0, 13, 1);
	lead_to(1, 0, 1);
	begin();
	one = put(0, 4, 1, 0.3);
	put(1, 9, 1, 0.3);
	for (int i = 0; i < 20; i++)
		step();
	CHECK(one->x > 5 && one->vx > 0.7, "it is at %g, by %g", one->x, one->vx);
	CHECK(ff_crowd_send(street.crowd, one->id, street.worlds[1]) == FF_OK, "not sent");
	for (int i = 0; i < 15; i++)
		step();
	CHECK(one->vx < -0.7, "it does not turn: %g", one->vx);
	all_arrive("there", 60);
	CHECK(one->x < 0.6, "it arrived at %g", one->x);
	CHECK(ff_crowd_send(street.crowd, one->id, street.worlds[0]) == FF_OK, "not sent back");
	step();
	CHECK(one->state == FF_CROWD_WALKING, "it does not come back: %d", one->state);
	all_arrive("back", 60);
	CHECK(one->x > 12.4, "it arrived at %g", one->x);
	end();
}

static void two_walkers_that_arrived_in_one_place_come_back_one_after_the_other(void)
{
	draw_map("........../");
	lead_to(0, 9, 0);
	lead_to(1, 0, 0);
	begin();
	put(0, 7, 0, 0.3);
	put(0, 6, 0, 0.3);
	all_arrive("there", 60);
	for (size_t i = 0; i < 2; i++)
		CHECK(ff_crowd_send(street.crowd, street.known[i].id, street.worlds[1]) == FF_OK,
		      "not sent");
	step();
	CHECK(count_in(FF_CROWD_WALKING) == 1 && count_in(FF_CROWD_WAITING) == 1,
	      "%zu walk, %zu wait", count_in(FF_CROWD_WALKING), count_in(FF_CROWD_WAITING));
	all_arrive("back", 60);
	end();
}

/* ---- worlds that change ---- */

static void walkers_turn_round_when_a_door_shuts(void)
{
	struct known *first;

	draw_map("......#....../......#....../............./......#....../......#....../"
		 "......#....../......#....../......#....../............./......#....../");
	lead_to(0, 12, 1);
	begin();
	for (int32_t i = 0; i < 8; i++)
		put(0, i % 4, i < 4 ? 1 : 2, 0.3);
	first = &street.known[7];
	while (first->x < 4.8 && ff_crowd_time(street.crowd) < 20)
		step();
	CHECK(first->vx > 0 && first->y < 3, "it is at %g,%g", first->x, first->y);
	build(6, 2, FF_COST_WALL);
	step();
	CHECK(first->vx < 1, "it goes on");
	for (int i = 0; i < 20; i++)
		step();
	CHECK(first->vy > 0.5, "it does not go to the other door: %g,%g", first->vx, first->vy);
	all_arrive("other door", 120);
	end();
}

static void stranded_walkers_stand_until_a_goal_can_be_reached(void)
{
	double x[6], y[6];

	draw_map("......#....../......#....../............./......#....../......#....../");
	lead_to(0, 12, 2);
	begin();
	for (int32_t i = 0; i < 6; i++)
		put(0, i % 3, i < 3 ? 1 : 2, 0.3);
	for (int i = 0; i < 10; i++)
		step();
	build(6, 2, FF_COST_WALL);
	for (int i = 0; i < 100; i++)
		step();
	CHECK(count_in(FF_CROWD_STRANDED) == 6, "%zu are stranded", count_in(FF_CROWD_STRANDED));
	for (size_t i = 0; i < 6; i++) {
		x[i] = street.known[i].x;
		y[i] = street.known[i].y;
	}
	for (int i = 0; i < 100; i++)
		step();
	for (size_t i = 0; i < 6; i++)
		CHECK(hypot(x[i] - street.known[i].x, y[i] - street.known[i].y) < 0.05,
		      "%zu wanders", i);
	put(0, 1, 4, 0.3);
	build(6, 2, 1);
	all_arrive("the door again", 60);
	end();
}

static double mean_across(const struct known *first)
{
	double sum = 0;

	for (int i = 0; i < 6; i++)
		sum += first[i].vy / 6;
	return sum;
}

static void walkers_are_free_in_a_world_without_goals(void)
{
	double stalled[8], across;
	struct known *late;

	take_map(60, 24);
	street.rules.cohesion = 0.5;
	street.rules.alignment = 1;
	lead_to(0, 58, 4);
	begin();
	for (int i = 0; i < 6; i++)
		put(0, 2 + i % 3 * 1.5, 3 + floor(i / 3.0) * 1.5, 0.3);
	for (int i = 0; i < 10; i++)
		step();
	CHECK(count_in(FF_CROWD_WALKING) == 6, "they do not walk");
	ff_world_clear_goals(street.worlds[0]);
	CHECK(ff_world_solve(street.worlds[0]) == FF_OK, "%s", ff_error());
	late = put(0, 5, 20, 0.3);
	CHECK(ff_crowd_add_later(street.crowd, street.worlds[0], 5, 22, 0.3, 1, 3,
				 &street.known[street.count].id) == FF_OK,
	      "%s", ff_error());
	note(street.known[street.count].id, 5, 22, 0.3, 1);
	for (int i = 0; i < 100; i++)
		step();
	CHECK(count_in(FF_CROWD_WALKING) == 8, "%zu walk", count_in(FF_CROWD_WALKING));
	for (size_t i = 0; i < 6; i++)
		CHECK(street.known[i].vx > 0.5, "%zu walks on with %g", i, street.known[i].vx);
	CHECK(late->y > 18 && late->y < 22 && fabs(late->x - 5) < 2,
	      "one is drawn to %g,%g, which none is near", late->x, late->y);
	CHECK(ff_crowd_copy(street.crowd, FF_CROWD_STALLED, stalled, sizeof stalled) == FF_OK,
	      "no copy");
	for (size_t i = 0; i < 8; i++)
		CHECK(!(stalled[i] > 0), "%zu waited %g", i, stalled[i]);
	across = mean_across(street.known);
	CHECK(fabs(across) < 0.3, "they are drawn aside, with %g", across);
	CHECK(ff_world_add_goal(street.worlds[0], 2, 12, 0) == FF_OK &&
		      ff_world_solve(street.worlds[0]) == FF_OK,
	      "%s", ff_error());
	street.goal[0] = 2;
	street.goal[1] = 12;
	all_arrive("a goal again", 60);
	end();
}

static void a_walker_that_a_wall_is_put_on_gets_off_it(void)
{
	for (int k = 0; k < 3; k++) {
		struct known *one;

		draw_map("........../........../........../........../........../");
		lead_to(0, 9, 2);
		begin();
		one = put(0, 2.3 + 0.2 * k, 2.2, 0.3);
		look(false);
		for (int32_t i = 0; i < (k == 2 ? 9 : 1); i++)
			build(k == 2 ? 1 + i % 3 : 2 + k, k == 2 ? 1 + i / 3 : 2, FF_COST_WALL);
		one->seen = false; /* it may go through the wall that it is in */
		for (int i = 0; i < 60; i++) {
			ff_crowd_step(street.crowd);
			one->seen = false;
			look_up(true);
		}
		CHECK(off_walls(one->x, one->y, 2) >= one->radius - 1e-9, "%d: it is at %g,%g", k,
		      one->x, one->y);
		all_arrive("off the wall", 60);
		end();
	}
}

static void walkers_go_on_and_mind_new_walls_while_a_world_is_stepped(void)
{
	struct known *one;
	int done = 0;

	draw_map("........../........../........../");
	lead_to(0, 9, 1);
	begin();
	one = put(0, 2, 1, 0.3);
	CHECK(ff_world_edit(street.worlds[0], 5, 0, 1, 3, FF_COST_WALL) == FF_OK &&
		      ff_world_begin(street.worlds[0]) == FF_OK,
	      "not begun");
	for (int i = 0; i < 30; i++) {
		step();
		if (i == 3)
			CHECK(one->x > 2.1, "it stands at %g", one->x);
		CHECK(one->x <= 4.5 - 0.3 + 1e-6, "it is in the wall: %g", one->x);
	}
	CHECK(one->x > 4 && one->state == FF_CROWD_WALKING, "it stands at %g", one->x);
	CHECK(ff_world_edit(street.worlds[0], 5, 0, 1, 3, 1) == FF_OK, "%s", ff_error());
	all_arrive("opened", 30);
	while (done == 0)
		if (!CHECK(ff_world_step(street.worlds[0], 10, &done) == FF_OK, "no step"))
			break;
	end();
}

/* Makes a wall of a cell that no walker touches, or opens it, and begins to solve. */
static void change_any_cell(void)
{
	int32_t x = (int32_t)(oracle_random(&dice) % (uint64_t)street.w);
	int32_t y = (int32_t)(oracle_random(&dice) % (uint64_t)street.h);
	uint8_t *cell = &street.map[y * street.w + x];
	bool touched = x == 12 && y == 9; /* the goal */

	for (size_t i = 0; i < street.count; i++) {
		const struct known *one = &street.known[i];

		touched |= is_on_map(one) && hypot(fmax(0, fabs(one->x - x) - 0.5),
						   fmax(0, fabs(one->y - y) - 0.5)) < one->radius;
	}
	if (touched)
		return;
	*cell = *cell == FF_COST_WALL ? 1 : FF_COST_WALL;
	CHECK(ff_world_edit(street.worlds[0], x, y, 1, 1, *cell) == FF_OK &&
		      ff_world_begin(street.worlds[0]) == FF_OK,
	      "%s", ff_error());
}

static void no_walker_is_in_a_wall_in_any_frame_while_a_world_is_stepped(void)
{
	enum { FRAMES = 400, EDITS = 50 };

	for (int k = 0; k < 8; k++) {
		const uint64_t cells = UINT64_C(1) << k / 2 * 2; /* 1 to 64 */
		int done = 1, stepped = 0;

		take_map(24, 18);
		street.progressive = k % 2 == 1;
		strew_walls(12, 12, 9);
		lead_to(0, 12, 9);
		begin();
		for (int i = 0; i < 80; i++)
			try_anywhere(0.15, 0.45);
		look(false);
		for (int frame = 0; frame < FRAMES; frame++) {
			for (int i = 0; frame % EDITS == 0 && i < 5; i++, done = 0)
				change_any_cell();
			stepped += !done;
			if (!done)
				CHECK(ff_world_step(street.worlds[0], cells, &done) == FF_OK, "%s",
				      ff_error());
			step(); /* looks at all of them */
		}
		CHECK(stepped >= FRAMES / EDITS * 5, "in %d frames the world was solved", stepped);
		CHECK(count_in(FF_CROWD_ARRIVED) > 4, "%zu arrived", count_in(FF_CROWD_ARRIVED));
		end();
	}
}

/* ---- patience ---- */

enum disturbance {
	NOTHING,
	SOLVE,
	EDIT,       /* another cost in a corner */
	SAME_GOALS, /* cleared and added again */
	RUN_AWAY,   /* goals that move up and down */
	SEND_AGAIN, /* to the same world */
	SEND_OTHER, /* to the other of two equal worlds in turn */
	DISTURBANCES,
};

enum { ROOMS_W = 33, ROOMS_H = 16, THROUGH = 60 };

/* Two rooms, a door of two cells, and two equal worlds that lead to each end. */
struct rooms {
	struct ff_world *worlds[2][2]; /* [end][equal ones] */
	struct ff_crowd *crowd;
	uint64_t ids[THROUGH];
	uint8_t states[THROUGH];
};

static void set_ends(struct ff_world *world, int end, int32_t y, int32_t h)
{
	ff_world_clear_goals(world);
	CHECK(ff_world_add_goal_area(world, end == 0 ? ROOMS_W - 1 : 0, y, 1, h, 0) == FF_OK &&
		      ff_world_solve(world) == FF_OK,
	      "no ends");
}

static void open_rooms(struct rooms *rooms)
{
	const struct ff_rules rules = {.metric = FF_METRIC_EUCLID};
	struct ff_crowd_rules steers = {0};

	take_map(ROOMS_W, ROOMS_H);
	for (int32_t y = 0; y < ROOMS_H; y++)
		if (y != ROOMS_H / 2 && y != ROOMS_H / 2 - 1)
			street.map[y * ROOMS_W + ROOMS_W / 2] = FF_COST_WALL;
	for (int k = 0; k < 4; k++) {
		struct ff_world **world = &rooms->worlds[k / 2][k % 2];

		CHECK(ff_world_new(ROOMS_W, ROOMS_H, street.map, &rules, world) == FF_OK,
		      "no world");
		set_ends(*world, k / 2, 0, ROOMS_H);
	}
	steers.dt = 1.0 / 60;
	CHECK(ff_crowd_new(&steers, &rooms->crowd) == FF_OK, "no crowd");
	for (int i = 0; i < THROUGH;) {
		const int half = ROOMS_W / 2;
		double x = (i % 2 == 0 ? 1 : half + 2) + between(0, half - 3);

		i += ff_crowd_add(rooms->crowd, rooms->worlds[i % 2][0], x, between(0, ROOMS_H - 1),
				  0.35, 6, &rooms->ids[i]) == FF_OK;
	}
}

static void close_rooms(struct rooms *rooms)
{
	ff_crowd_free(rooms->crowd);
	for (int k = 0; k < 4; k++)
		ff_world_free(rooms->worlds[k / 2][k % 2]);
}

/* Does for the n-th time what should disturb nobody. */
static void disturb(struct rooms *rooms, enum disturbance how, int n)
{
	int32_t range = ROOMS_H - 3, along = n % (2 * range);

	along = along < range ? along : 2 * range - along;
	for (int end = 0; end < 2; end++) {
		struct ff_world *world = rooms->worlds[end][0];

		if (how == RUN_AWAY || how == SAME_GOALS)
			set_ends(world, end, how == RUN_AWAY ? along : 0,
				 how == RUN_AWAY ? 3 : ROOMS_H);
		if (how == EDIT)
			CHECK(ff_world_edit(world, n % 3, 0, 1, 1, (uint8_t)(1 + n % 2)) == FF_OK,
			      "no edit");
		if (how == SOLVE || how == EDIT)
			CHECK(ff_world_solve(world) == FF_OK, "not solved");
	}
	for (int i = 0; i < THROUGH && (how == SEND_AGAIN || how == SEND_OTHER); i++)
		if (rooms->states[i] == FF_CROWD_WALKING)
			CHECK(ff_crowd_send(rooms->crowd, rooms->ids[i],
					    rooms->worlds[i % 2][how == SEND_AGAIN ? 0 : n % 2]) ==
				      FF_OK,
			      "not sent");
}

enum { FRAMES = 36000 }; /* in 600 seconds */

/* Returns the seconds until all are through the door, 600 at most. */
static double pass_door(enum disturbance how, int every, uint64_t seed)
{
	struct rooms rooms = {0};
	double seconds;
	size_t left = THROUGH;
	uint64_t before = dice;

	dice = seed;
	open_rooms(&rooms);
	for (int frame = 0; left > 0 && frame < FRAMES; frame++) {
		if (how != NOTHING && frame > 0 && (frame == 1 || frame % every == 0))
			disturb(&rooms, how, 1 + frame / every);
		ff_crowd_step(rooms.crowd);
		CHECK(ff_crowd_copy(rooms.crowd, FF_CROWD_STATES, rooms.states, THROUGH) == FF_OK,
		      "no states");
		left = 0;
		for (int i = 0; i < THROUGH; i++)
			left += rooms.states[i] != FF_CROWD_ARRIVED;
	}
	seconds = ff_crowd_time(rooms.crowd);
	close_rooms(&rooms);
	dice = before;
	return seconds;
}

static void patience_outlasts_solves_edits_and_other_goals(void)
{
	static const int intervals[] = {1, 30, 6, 60};
	bool full = getenv("FULL") != NULL;

	for (uint64_t seed = 1; seed <= (full ? 3 : 1); seed++) {
		double undisturbed = pass_door(NOTHING, 1, seed);

		CHECK(undisturbed < 60, "seed %" PRIu64 ": %g s", seed, undisturbed);
		for (int how = SOLVE; how < DISTURBANCES; how++) {
			/* The first edit makes the ground uneven, and so the field another. */
			double least = how == EDIT ? pass_door(EDIT, FRAMES, seed) : undisturbed;

			for (int k = 0; k < (full ? 4 : 2); k++) {
				double seconds =
					pass_door((enum disturbance)how, intervals[k], seed);

				CHECK(seconds < 1.3 * least,
				      "seed %" PRIu64 ", %d each %d frames: %g s, not %g", seed,
				      how, intervals[k], seconds, least);
			}
		}
	}
}

static void seconds_without_progress_are_counted(void)
{
	double stalled[2];

	draw_map("..............#/..............#/");
	lead_to(0, 13, 0);
	begin();
	put(0, 2, 0, 0.3);
	put(0, 12, 0, 0.3);
	for (int i = 0; i < 5; i++)
		step();
	CHECK(ff_crowd_copy(street.crowd, FF_CROWD_STALLED, stalled, sizeof stalled) == FF_OK &&
		      stalled[0] < 0.25 && stalled[1] < 0.25,
	      "%g and %g s", stalled[0], stalled[1]);
	ff_world_clear_goals(street.worlds[0]);
	CHECK(ff_world_add_goal(street.worlds[0], 0, 0, 0) == FF_OK &&
		      ff_world_solve(street.worlds[0]) == FF_OK,
	      "no other goal");
	/* One in a dead end beyond which its goal is: it stands in the way of nobody. */
	for (int32_t y = 0; y < 2; y++)
		build(8, y, FF_COST_WALL);
	for (int i = 0; i < 50; i++)
		step();
	CHECK(ff_crowd_copy(street.crowd, FF_CROWD_STALLED, stalled, sizeof stalled) == FF_OK &&
		      street.known[1].state == FF_CROWD_STRANDED && stalled[1] < 1,
	      "who cannot get on counts for %g s", stalled[1]);
	end();
}

static void walkers_are_set_elsewhere_and_made_larger_and_faster(void)
{
	struct ff_crowd_walker walker = {0};
	struct known *one, *other;

	draw_map("................../................../................../");
	lead_to(0, 17, 1);
	begin();
	one = put(0, 2, 1, 0.3);
	other = put(0, 5, 1, 0.3);
	CHECK(ff_crowd_get(street.crowd, one->id, &walker) == FF_OK && walker.x == 2 &&
		      walker.y == 1 && walker.radius == 0.3 && walker.speed == 1,
	      "it is at %g,%g", walker.x, walker.y);
	walker.x = 4.5;
	CHECK(ff_crowd_set(street.crowd, one->id, &walker) == FF_E_ANSWER, "on another");
	walker.x = 9;
	walker.y = -0.3;
	CHECK(ff_crowd_set(street.crowd, one->id, &walker) == FF_E_INPUT, "in a wall");
	walker.y = 1;
	walker.speed = 3.1;
	CHECK(ff_crowd_set(street.crowd, one->id, &walker) == FF_E_ARG, "too fast");
	CHECK(ff_crowd_get(street.crowd, one->id, &walker) == FF_OK && walker.x == 2 &&
		      walker.speed == 1,
	      "what failed has changed it");
	for (int i = 0; i < 10; i++)
		step();
	walker = (struct ff_crowd_walker){9, 1, 0.45, 2, 0};
	CHECK(ff_crowd_set(street.crowd, one->id, &walker) == FF_OK, "%s", ff_error());
	one->seen = false;
	one->x = 9;
	one->y = 1;
	one->radius = 0.45;
	one->speed = 2;
	look(false);
	CHECK(one->vx == 0 && one->x == 9, "it is at %g, by %g", one->x, one->vx);
	CHECK(ff_crowd_add(street.crowd, street.worlds[0], 9.7, 1, 0.3, 1, NULL) == FF_E_ANSWER,
	      "it is not where it was set");
	for (int i = 0; i < 20; i++)
		step();
	CHECK(one->vx > 1.8, "it is no faster than %g", one->vx);
	all_arrive("there", 60);
	CHECK(ff_crowd_get(street.crowd, other->id, &walker) == FF_OK, "gone");
	walker.speed = 0.5;
	CHECK(ff_crowd_set(street.crowd, other->id, &walker) == FF_OK, "%s", ff_error());
	step();
	CHECK(other->state == FF_CROWD_ARRIVED, "it has arrived, whatever its speed");
	walker.x = 3;
	CHECK(ff_crowd_set(street.crowd, other->id, &walker) == FF_OK, "%s", ff_error());
	other->x = 3;
	step();
	CHECK(other->state == FF_CROWD_WALKING && fabs(other->x - 3) < 0.1, "it is at %g",
	      other->x);
	all_arrive("again", 60);
	end();
}

/* ---- groups ---- */

/* Returns the mean distance of those on the map from their middle. */
static double spread_of_all(void)
{
	double x = 0, y = 0, sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < street.count; i++)
		if (is_on_map(&street.known[i])) {
			x += street.known[i].x;
			y += street.known[i].y;
			n++;
		}
	for (size_t i = 0; i < street.count; i++)
		if (is_on_map(&street.known[i]))
			sum += hypot(street.known[i].x - x / (double)n,
				     street.known[i].y - y / (double)n);
	return n > 0 ? sum / (double)n : 0;
}

static void walk_together(double cohesion, double alignment, double neighbourhood)
{
	double before, most = 0;

	take_map(60, 30);
	lead_to(0, 58, 15);
	street.rules.cohesion = cohesion;
	street.rules.alignment = alignment;
	street.rules.neighbourhood = neighbourhood;
	begin();
	for (int i = 0; i < 60; i++)
		put(0, 2 + i % 10 * 1.3, 10 + floor(i / 10.0) * 1.7 + i % 2 * 0.5, 0.3);
	look(false);
	before = spread_of_all();
	while (count_in(FF_CROWD_ARRIVED) < 60 && ff_crowd_time(street.crowd) < 200) {
		ff_crowd_step(street.crowd);
		look_up(true);
		most = fmax(most, spread_of_all());
	}
	CHECK(count_in(FF_CROWD_ARRIVED) == 60 && most <= before * 1.01,
	      "cohesion %g, alignment %g, within %g: %zu arrive, %g apart instead of %g", cohesion,
	      alignment, neighbourhood, count_in(FF_CROWD_ARRIVED), most, before);
	end();
}

static void a_group_arrives_no_wider_than_it_started_with_any_weight(void)
{
	static const double weights[] = {0.1, 0.7, 2, 5};

	for (int k = 0; k < 4; k++)
		for (int r = 0; r < 3; r++) {
			walk_together(weights[k], 0, r * 5);
			walk_together(weights[k], weights[k], r * 5);
			walk_together(0, weights[k], r * 5);
		}
}

/* Returns how near two of a group that start that far from each other come in some seconds. */
static double draw_near(double neighbourhood)
{
	double least = 9;

	take_map(40, 20);
	lead_to(0, 39, 10);
	street.rules.cohesion = 1;
	street.rules.neighbourhood = neighbourhood;
	begin();
	put(0, 2, 8, 0.3);
	put(0, 2, 12, 0.3);
	for (int i = 0; i < 25; i++) {
		step();
		least = fmin(least, street.known[1].y - street.known[0].y);
	}
	end();
	return least;
}

static void a_neighbourhood_is_as_large_as_it_is_set(void)
{
	double usual = draw_near(0), small = draw_near(3.5), large = draw_near(4.5);

	CHECK(usual == small && large < small - 0.3, "%g, %g and %g apart", usual, small, large);
}

/* ---- always the same ---- */

/* Lets a crowd do everything that there is, and sums up all that can be seen of it. */
static uint64_t play(int32_t threads)
{
	uint64_t sum = 14695981039346656037U;
	static double at[MOST][2];

	dice = 99;
	take_map(40, 40);
	strew_walls(8, 35, 35);
	street.map[0] = 1;
	lead_to(0, 35, 35);
	lead_to(1, 0, 0);
	street.rules.threads = threads;
	street.rules.dt = 0.06;
	begin();
	for (int i = 0; i < 120; i++) {
		size_t n;

		for (int tries = 0; tries < 12; tries++)
			try_anywhere(0.1, 0.4);
		if (street.count > 3 && i % 4 == 0)
			drop_known(oracle_random(&dice) % street.count);
		if (street.count > 3 && i % 3 == 0)
			(void)ff_crowd_send(street.crowd,
					    street.known[oracle_random(&dice) % street.count].id,
					    street.worlds[i % 2]);
		if (i % 40 == 20)
			build(i / 3, 20, FF_COST_WALL);
		ff_crowd_step(street.crowd);
		look_up(false);
		n = ff_crowd_count(street.crowd);
		CHECK(ff_crowd_copy(street.crowd, FF_CROWD_POSITIONS, at, n * sizeof *at) == FF_OK,
		      "no copy");
		for (size_t k = 0; k < n * sizeof *at; k++)
			sum = (sum ^ ((unsigned char *)at)[k]) * 1099511628211U;
	}
	CHECK(street.count > 400, "only %zu", street.count);
	end();
	return sum;
}

static void equal_calls_give_equal_numbers_with_any_number_of_threads(void)
{
	uint64_t one = play(0);

	CHECK(one == play(1), "again");
	CHECK(one == play(2), "two threads");
	CHECK(one == play(5), "five threads");
}

static void a_group_keeps_together_and_others_do_not(void)
{
	struct ff_crowd_walker walker;
	double apart[2];

	for (uint32_t k = 0; k < 2; k++) {
		draw_map("................../................../................../"
			 "................../................../");
		lead_to(0, 17, 2);
		street.rules.cohesion = 2;
		street.rules.separation = street.rules.avoidance = -1;
		begin();
		put(0, 3, 1.4, 0.3);
		put(0, 3, 2.9, 0.3);
		CHECK(ff_crowd_get(street.crowd, street.known[1].id, &walker) == FF_OK, "gone");
		walker.group = k;
		CHECK(ff_crowd_set(street.crowd, street.known[1].id, &walker) == FF_OK, "no group");
		for (int i = 0; i < 10; i++)
			step();
		apart[k] = street.known[1].y - street.known[0].y;
		end();
	}
	draw_map("................../................../..................");
	lead_to(0, 17, 1);
	begin();
	put(0, 3, 1, 0.3);
	CHECK(ff_world_edit(street.worlds[0], 3, 1, 1, 1, FF_COST_WALL) == FF_OK &&
		      ff_crowd_get(street.crowd, street.known[0].id, &walker) == FF_OK,
	      "a wall");
	walker.group = 7;
	CHECK(ff_crowd_set(street.crowd, street.known[0].id, &walker) == FF_OK &&
		      ff_crowd_get(street.crowd, street.known[0].id, &walker) == FF_OK &&
		      walker.group == 7,
	      "one on a wall has no group: %s", ff_error());
	walker.x = (double)NAN;
	CHECK(ff_crowd_set(street.crowd, street.known[0].id, &walker) == FF_E_ARG, "nowhere");
	end();
	CHECK(apart[0] < apart[1] - 0.05, "%g and %g apart", apart[0], apart[1]);
}

/* ---- refusals ---- */

static void arguments_out_of_range_change_nothing(void)
{
	static const double bad[][5] = {
		/* x, y, radius, speed, start */
		{-1, 0, 0.3, 1, 0},
		{0, 2.5, 0.3, 1, 0},
		{(double)NAN, 0, 0.3, 1, 0},
		{0, 0, 0, 1, 0},
		{0, 0, -1, 1, 0},
		{0, 0, 0.3, 0, 0},
		{0, 0, 0.3, 3.1, 0},
		{0, 0, 0.5, 5.1, 0},
		{0, 0, (double)NAN, 1, 0},
		{0, 0, 0.3, 1, -1},
		{0, 0, 0.3, 1, (double)INFINITY},
	};
	struct ff_world *unsolved = NULL, *small = NULL;
	const uint8_t cell = 1;
	uint64_t id = 7;
	char byte;

	draw_map("......../......#./");
	lead_to(0, 7, 0);
	begin();
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		CHECK(ff_crowd_add_later(street.crowd, street.worlds[0], bad[i][0], bad[i][1],
					 bad[i][2], bad[i][3], bad[i][4], &id) == FF_E_ARG &&
			      id == 7,
		      "%zu", i);
	CHECK(ff_crowd_add(street.crowd, street.worlds[0], 6, 1, 0.3, 1, &id) == FF_E_INPUT,
	      "in a wall");
	CHECK(ff_crowd_add(street.crowd, street.worlds[0], 5.3, 1, 0.3, 1, &id) == FF_E_INPUT,
	      "a wall in its way");
	CHECK(ff_crowd_add_later(street.crowd, street.worlds[0], 0, -0.4, 0.3, 1, 1, &id) ==
		      FF_E_INPUT,
	      "beyond the edge");
	CHECK(ff_crowd_count(street.crowd) == 0 && id == 7, "somebody came");
	put(0, 2, 0, 0.3);
	CHECK(ff_crowd_add(street.crowd, street.worlds[0], 2.5, 0, 0.3, 1, &id) == FF_E_ANSWER,
	      "on another");
	CHECK(ff_crowd_add(street.crowd, street.worlds[0], 2.6, 0, 0.3, 1, NULL) == FF_OK,
	      "beside another");
	CHECK(ff_world_new(8, 2, street.map, NULL, &unsolved) == FF_OK &&
		      ff_world_new(1, 1, &cell, NULL, &small) == FF_OK &&
		      ff_world_add_goal(small, 0, 0, 0) == FF_OK && ff_world_solve(small) == FF_OK,
	      "no worlds");
	id = street.known[0].id;
	CHECK(ff_crowd_add(street.crowd, unsolved, 5, 0, 0.3, 1, NULL) == FF_E_ARG &&
		      ff_crowd_send(street.crowd, id, unsolved) == FF_E_ARG,
	      "by a world that is not solved");
	CHECK(ff_crowd_send(street.crowd, id, small) == FF_E_ARG, "to a world that it is not in");
	CHECK(ff_crowd_send(street.crowd, 0, street.worlds[0]) == FF_E_ARG &&
		      ff_crowd_remove(street.crowd, UINT64_MAX) == FF_E_ARG,
	      "nobody");
	CHECK(ff_crowd_copy(street.crowd, FF_CROWD_STATES, &byte, 1) == FF_E_ARG &&
		      ff_crowd_copy(street.crowd, FF_CROWD_LAYERS, &byte, 0) == FF_E_ARG,
	      "of another size");
	CHECK(ff_crowd_count(street.crowd) == 2, "%zu walkers", ff_crowd_count(street.crowd));
	ff_world_free(unsolved);
	ff_world_free(small);
	end();
}

static void rules_out_of_range_make_no_crowd(void)
{
	struct ff_crowd_rules rules[8] = {0};
	struct ff_crowd *crowd;

	rules[0].dt = -0.1;
	rules[1].dt = (double)NAN;
	rules[2].force = -1;
	rules[3].neighbourhood = -1;
	rules[4].cohesion = (double)INFINITY;
	rules[5].threads = FF_THREADS_MAX + 1;
	rules[6].threads = -2;
	rules[7].headway = 1e7;
	for (size_t i = 0; i < 8; i++) {
		crowd = (struct ff_crowd *)&rules;
		CHECK(ff_crowd_new(&rules[i], &crowd) == FF_E_ARG && crowd == NULL, "%zu", i);
		CHECK(strncmp(ff_error(), "ff_crowd_new: rules.", 20) == 0, "%s", ff_error());
	}
	CHECK(ff_crowd_new(NULL, &crowd) == FF_OK, "no defaults");
	ff_crowd_step(crowd);
	CHECK(fabs(ff_crowd_time(crowd) - 0.1) < 1e-12 && ff_crowd_count(crowd) == 0,
	      "a step of nobody");
	ff_crowd_free(crowd);
	ff_crowd_free(NULL);
}

/* Returns the sum of the numbers of a crowd of those rules after some seconds. */
static double sum_with(const struct ff_crowd_rules *rules)
{
	double sum = 0;

	take_map(20, 9);
	lead_to(0, 19, 4);
	lead_to(1, 0, 4);
	street.rules = *rules;
	begin();
	for (int i = 0; i < 30; i++)
		put((size_t)i % 2, 1 + i % 2 * 10 + i % 5 * 0.7, 1 + floor(i / 5.0), 0.3);
	for (int i = 0; i < 80; i++)
		ff_crowd_step(street.crowd);
	look_up(false);
	for (size_t i = 0; i < street.count; i++)
		sum += (double)(i + 1) * (street.known[i].x + 7 * street.known[i].y);
	end();
	return sum;
}

static void a_rule_of_0_is_its_default_and_a_negative_one_switches_a_force_off(void)
{
	struct ff_crowd_rules usual = {.dt = 0.1, .separation = 2, .alignment = 0.1};
	const struct ff_crowd_rules none = {0};
	double *const forces[] = {&usual.separation, &usual.alignment, &usual.avoidance,
				  &usual.headway};

	usual.avoidance = usual.headway = 0.5;
	CHECK(sum_with(&none) == sum_with(&usual), "not the defaults");
	for (int k = 0; k < 4; k++) {
		double before = *forces[k], off, tiny;

		*forces[k] = -3;
		off = sum_with(&usual);
		*forces[k] = 1e-300;
		tiny = sum_with(&usual);
		*forces[k] = before;
		/* With avoidance, however little, walkers look for a way past others. */
		CHECK(off != sum_with(&usual) && (k == 2 || fabs(off - tiny) < 1e-9),
		      "%d: %.15g, %.15g", k, off, tiny);
	}
}

static void a_walker_too_wide_for_its_world_is_refused(void)
{
	const struct ff_rules rules = {.metric = FF_METRIC_EUCLID, .radius = 0.8};
	struct ff_world *wide = NULL;
	uint64_t id = 0;

	take_map(12, 12);
	lead_to(0, 11, 6);
	begin();
	CHECK(ff_crowd_add(street.crowd, street.worlds[0], 4, 4, 0.51, 1, &id) == FF_E_ARG &&
		      ff_crowd_add_later(street.crowd, street.worlds[0], 4, 4, 0.8, 1, 0, &id) ==
			      FF_E_ARG,
	      "too wide");
	CHECK(strstr(ff_error(), "radius is 0.8; expected 0.5 at most") != NULL, "%s", ff_error());
	CHECK(ff_world_new(12, 12, street.map, &rules, &wide) == FF_OK &&
		      ff_world_add_goal(wide, 10, 6, 0) == FF_OK && ff_world_solve(wide) == FF_OK,
	      "no world");
	CHECK(ff_crowd_add(street.crowd, wide, 4, 4, 0.81, 1, &id) == FF_E_ARG, "still too wide");
	CHECK(ff_crowd_add(street.crowd, wide, 4, 4, 0.8, 1, &id) == FF_OK, "%s", ff_error());
	CHECK(ff_crowd_send(street.crowd, id, street.worlds[0]) == FF_E_ARG, "sent");
	CHECK(ff_crowd_set(street.crowd, id, &(struct ff_crowd_walker){4, 4, 0.9, 1, 0}) ==
		      FF_E_ARG,
	      "made wider");
	CHECK(ff_crowd_set(street.crowd, id, &(struct ff_crowd_walker){4, 4, 0.4, 1, 0}) == FF_OK &&
		      ff_crowd_send(street.crowd, id, street.worlds[0]) == FF_OK,
	      "%s", ff_error());
	end();
	ff_world_free(wide);
}

static void worlds_of_two_sizes_are_refused(void)
{
	struct ff_world *other = NULL;
	uint64_t id;

	take_map(12, 12);
	lead_to(0, 11, 6);
	CHECK(ff_world_new(12, 11, street.map, NULL, &other) == FF_OK &&
		      ff_world_add_goal(other, 0, 0, 0) == FF_OK && ff_world_solve(other) == FF_OK,
	      "no world");
	begin();
	id = put(0, 4, 4, 0.3)->id;
	CHECK(ff_crowd_add(street.crowd, other, 6, 6, 0.3, 1, NULL) == FF_E_ARG &&
		      ff_crowd_send(street.crowd, id, other) == FF_E_ARG,
	      "two sizes");
	CHECK(strstr(ff_error(), "12 x 11 cells, those of the others 12 x 12") != NULL, "%s",
	      ff_error());
	CHECK(ff_crowd_remove(street.crowd, id) == FF_OK &&
		      ff_crowd_add(street.crowd, other, 6, 6, 0.3, 1, NULL) == FF_OK,
	      "an empty crowd is of no size");
	end();
	ff_world_free(other);
}

/* ---- memory ---- */

static enum ff_status run_a_crowd(const void *with)
{
	struct ff_crowd *crowd = NULL;
	enum ff_status st = ff_crowd_new(NULL, &crowd);

	(void)with;
	for (int i = 0; i < 40 && st == FF_OK; i++) {
		size_t count = ff_crowd_count(crowd);
		int row = 9 - i / 10;
		long taken;

		st = ff_crowd_add(crowd, street.worlds[0], 9 - i % 10, row, 0.3, 1, NULL);
		CHECK((st == FF_OK) == (ff_crowd_count(crowd) == count + 1), "%d: status %d", i,
		      (int)st);
		taken = heap.count;
		ff_crowd_step(crowd);
		CHECK(heap.count == taken, "a step allocates");
	}
	ff_crowd_free(crowd);
	return st;
}

static void a_crowd_survives_any_allocation_that_fails(void)
{
	take_map(12, 12);
	lead_to(0, 11, 11);
	heap_survives(run_a_crowd, NULL, 2); /* room for one more is enough */
	end();
}

int main(void)
{
	RUN(walkers_added_while_it_runs_touch_neither_walls_nor_others_and_all_arrive);
	RUN(a_walker_is_added_only_where_it_overlaps_none);
	RUN(ids_stay_while_others_come_and_go);
	RUN(walkers_added_for_later_enter_in_time_and_wait_for_room);
	RUN(walkers_sent_elsewhere_turn_round);
	RUN(two_walkers_that_arrived_in_one_place_come_back_one_after_the_other);
	RUN(walkers_turn_round_when_a_door_shuts);
	RUN(stranded_walkers_stand_until_a_goal_can_be_reached);
	RUN(walkers_are_free_in_a_world_without_goals);
	RUN(a_walker_that_a_wall_is_put_on_gets_off_it);
	RUN(walkers_go_on_and_mind_new_walls_while_a_world_is_stepped);
	RUN(no_walker_is_in_a_wall_in_any_frame_while_a_world_is_stepped);
	RUN(patience_outlasts_solves_edits_and_other_goals);
	RUN(seconds_without_progress_are_counted);
	RUN(walkers_are_set_elsewhere_and_made_larger_and_faster);
	RUN(a_group_arrives_no_wider_than_it_started_with_any_weight);
	RUN(a_neighbourhood_is_as_large_as_it_is_set);
	RUN(equal_calls_give_equal_numbers_with_any_number_of_threads);
	RUN(a_group_keeps_together_and_others_do_not);
	RUN(arguments_out_of_range_change_nothing);
	RUN(rules_out_of_range_make_no_crowd);
	RUN(a_rule_of_0_is_its_default_and_a_negative_one_switches_a_force_off);
	RUN(a_walker_too_wide_for_its_world_is_refused);
	RUN(worlds_of_two_sizes_are_refused);
	RUN(a_crowd_survives_any_allocation_that_fails);
	return tap_done();
}
