#include "core/crowd/agent.h"

#include "guides.h"
#include "tap.h"

enum { TWO = 2 };

/* Two agents in the middle of open ground. */
static double x[TWO], y[TWO], radius[TWO], speed[TWO], way_x[TWO], way_y[TWO], vx[TWO], vy[TWO];
static double want_x[TWO], want_y[TWO], claim[TWO], late[TWO];
static uint32_t who[TWO], group[TWO];
static const struct ff_guide *guide[TWO];
static struct ff_walls around[TWO];
static struct ff_agents agents = {.walker = who,
				  .group = group,
				  .guide = guide,
				  .around = around,
				  .x = x,
				  .y = y,
				  .radius = radius,
				  .speed = speed,
				  .way_x = way_x,
				  .way_y = way_y,
				  .vx = vx,
				  .vy = vy,
				  .want_x = want_x,
				  .want_y = want_y,
				  .rank = claim,
				  .stalled = late};
static const struct ff_agent_rules rules = {.dt = 0.1, .force = 10, .sees = 4};
static const struct ff_hash_grid_runs both = {.first = {0}, .end = {TWO}, .count = 1};
static struct scene scene;
static struct ff_guide open_ground;
static uint64_t dice = ORACLE_SEED;

static void put(size_t i, double at_x, double at_y)
{
	who[i] = (uint32_t)i;
	group[i] = (uint32_t)i;
	x[i] = at_x;
	y[i] = at_y;
	radius[i] = 0.3;
	speed[i] = 1;
	way_x[i] = i == 0 ? 1 : -1;
	claim[i] = (double)i;
	around[i] = ff_walls_around(&open_ground, (int)lround(at_x), (int)lround(at_y));
	way_y[i] = vx[i] = vy[i] = want_x[i] = want_y[i] = late[i] = 0;
}

static double between(double least, double most)
{
	return least + (most - least) * guides_unit(&dice);
}

static void alone_he_soon_goes_where_he_should_as_fast_as_he_can(void)
{
	put(0, 4, 4);
	put(1, 9, 9);
	for (int k = 0; k < 80; k++) {
		struct ff_agent_move move = ff_agent_move(&rules, &agents, 0, &both);

		vx[0] = move.step.x / rules.dt;
		vy[0] = move.step.y / rules.dt;
		CHECK(hypot(move.step.x, move.step.y) <= 0.1 + 1e-15, "too fast");
	}
	CHECK(fabs(vx[0] - 1) < 1e-6 && fabs(vy[0]) < 1e-6, "at %g,%g", vx[0], vy[0]);
}

/* Returns how many steps it takes to turn round from full speed to nine tenths of it. */
static int turning_steps(double force)
{
	struct ff_agent_rules strong = rules;
	int steps = 0;

	strong.force = force;
	put(0, 4, 4);
	put(1, 9, 9);
	for (vx[0] = -1; vx[0] < 0.9 && steps < 1000; steps++) {
		struct ff_agent_move move = ff_agent_move(&strong, &agents, 0, &both);

		CHECK(move.step.x / rules.dt - vx[0] <= force * rules.dt + 1e-12, "%g a second",
		      (move.step.x / rules.dt - vx[0]) / rules.dt);
		vx[0] = move.step.x / rules.dt;
		vy[0] = move.step.y / rules.dt;
	}
	return steps;
}

/* The rest of the turn shrinks by a factor of 1 - F dt / 5 each step. */
static void the_stronger_the_force_the_sooner_he_turns(void)
{
	static const double forces[] = {1, 2, 5, 10, 20, 40, 50, 1000};

	for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
		int steps = turning_steps(forces[i]), expected = 1;

		for (double left = 2 * (1 - forces[i] / 50); left > 0.1 + 1e-12; expected++)
			left *= 1 - forces[i] / 50;
		CHECK(steps == expected, "force %g: %d steps, not %d", forces[i], steps, expected);
	}
}

static void no_more_than_the_gap_between_two_is_ever_used(void)
{
	for (int k = 0; k < 20000; k++) {
		double away = 0.6 + (k % 4 == 0 ? 0 : between(0, 0.3)), dx = between(-1, 1);
		double dy = between(-1, 1), length = hypot(dx, dy);
		struct ff_agent_move a, b;
		double nearer;

		dx /= length;
		dy /= length;
		put(0, 5, 5);
		put(1, 5 + away * dx, 5 + away * dy);
		for (size_t i = 0; i < TWO; i++) {
			vx[i] = between(-1, 1);
			vy[i] = between(-1, 1);
			want_x[i] = between(-1, 1);
			want_y[i] = between(-1, 1);
			way_x[i] = i == 0 ? dx : -dx;
			way_y[i] = i == 0 ? dy : -dy;
			late[i] = between(0, 20);
		}
		a = ff_agent_move(&rules, &agents, 0, &both);
		b = ff_agent_move(&rules, &agents, 1, &both);
		nearer =
			hypot(x[1] + b.step.x - x[0] - a.step.x, y[1] + b.step.y - y[0] - a.step.y);
		CHECK(nearer >= 0.6 - 1e-14, "from %.15f to %.15f", away, nearer);
	}
}

static void who_is_behind_makes_room_for_who_has_waited(void)
{
	struct ff_agent_move move;

	put(0, 5, 5);
	put(1, 5.65, 5);
	want_x[0] = 1;
	move = ff_agent_move(&rules, &agents, 1, &both);
	CHECK(move.yielded == (double)INFINITY && move.want_x < 0, "nobody waits, but %g",
	      move.want_x);
	late[0] = 1;
	move = ff_agent_move(&rules, &agents, 1, &both);
	CHECK(move.yielded > claim[0] && move.yielded < claim[1] && move.want_x > 0,
	      "he claims %g and wants to go %g", move.yielded, move.want_x);
	claim[0] = 2;
	move = ff_agent_move(&rules, &agents, 1, &both);
	CHECK(move.yielded == (double)INFINITY && move.want_x < 0,
	      "who is farther has no right of way, but %g", move.want_x);
	claim[0] = 1;
	move = ff_agent_move(&rules, &agents, 1, &both);
	CHECK(move.yielded < (double)INFINITY, "of equals the first one has it");
}

/* Between a wall and somebody who stands against the next one. */
static void who_fits_exactly_gets_by(void)
{
	struct ff_agent_move move;

	put(0, 5 + 6e-8, -5e-10);
	put(1, 5 - 5e-10, 1 + 5e-10);
	radius[0] = radius[1] = 0.5;
	way_x[0] = vx[0] = want_x[0] = -1;
	move = ff_agent_move(&rules, &agents, 0, &both);
	CHECK(move.step.x < -1e-3, "%g", move.step.x);
}

static void who_is_late_keeps_no_distance(void)
{
	struct ff_agent_rules keeping = rules;
	struct ff_agent_move move;

	keeping.separation = 3;
	put(0, 5, 5);
	put(1, 5, 5.65);
	move = ff_agent_move(&keeping, &agents, 0, &both);
	CHECK(move.want_y < 0, "early, but %g", move.want_y);
	late[0] = 1;
	move = ff_agent_move(&keeping, &agents, 0, &both);
	CHECK(move.want_y == 0, "late, but %g", move.want_y);
}

static void who_wanders_has_room_made_behind_him_too(void)
{
	struct ff_agent_move move;

	put(0, 5, 5);
	put(1, 5.65, 5);
	want_x[0] = -1;
	for (int k = 0; k < 2; k++) { /* ten radii take a slow one longer */
		speed[0] = k == 0 ? 1 : 0.1;
		late[0] = 2.9 / speed[0];
		move = ff_agent_move(&rules, &agents, 1, &both);
		CHECK(move.yielded == (double)INFINITY, "he goes away, but %g", move.yielded);
		late[0] = 3.1 / speed[0];
		move = ff_agent_move(&rules, &agents, 1, &both);
		CHECK(move.yielded < (double)INFINITY, "he may come back, but %g", move.yielded);
	}
}

/* Of many moments, in about a half; and who is behind has it in others. */
static void who_is_in_a_jam_for_long_has_right_of_way_half_of_the_time(void)
{
	int alone = 0, first = 0;

	put(0, 5, 5);
	put(1, 5.65, 5);
	for (int k = 0; k < 100; k++) {
		late[0] = late[1] = 0.5 * k;
		CHECK(ff_agent_rank(&agents, 0, 7) == 7, "late by %g s", late[0]);
	}
	for (int k = 0; k < 1000; k++) {
		late[0] = late[1] = 60 + 60 * k;
		alone += ff_agent_rank(&agents, 0, 7) == 7;
		first += ff_agent_rank(&agents, 0, 7) < ff_agent_rank(&agents, 1, 8);
	}
	CHECK(alone > 400 && alone < 600, "%d of 1000", alone);
	CHECK(first > 650 && first < 850, "%d of 1000", first);
}

int main(void)
{
	scene_new(&scene, 12, 12);
	open_ground = guides_of(&scene);
	guide[0] = guide[1] = &open_ground;
	RUN(alone_he_soon_goes_where_he_should_as_fast_as_he_can);
	RUN(the_stronger_the_force_the_sooner_he_turns);
	RUN(no_more_than_the_gap_between_two_is_ever_used);
	RUN(who_is_behind_makes_room_for_who_has_waited);
	RUN(who_fits_exactly_gets_by);
	RUN(who_is_late_keeps_no_distance);
	RUN(who_wanders_has_room_made_behind_him_too);
	RUN(who_is_in_a_jam_for_long_has_right_of_way_half_of_the_time);
	scene_free(&scene);
	return tap_done();
}
