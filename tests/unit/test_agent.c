#include "core/crowd/agent.h"

#include "guides.h"
#include "tap.h"

#include <inttypes.h>

/* ---- two walkers ---- */

enum { TWO = 2 };

/* Two agents in the middle of open ground. */
static double px[TWO], py[TWO], radii[TWO], speed[TWO], way_x[TWO], way_y[TWO], vx[TWO], vy[TWO];
static double want_x[TWO], want_y[TWO], claim[TWO], late[TWO];
static uint32_t who[TWO], group[TWO];
static const struct ff_guide *own_guide[TWO];
static struct ff_walls around[TWO];
static struct ff_agents agents = {.walker = who,
				  .group = group,
				  .guide = own_guide,
				  .around = around,
				  .x = px,
				  .y = py,
				  .radius = radii,
				  .speed = speed,
				  .way_x = way_x,
				  .way_y = way_y,
				  .vx = vx,
				  .vy = vy,
				  .want_x = want_x,
				  .want_y = want_y,
				  .rank = claim,
				  .stalled = late};
static const struct ff_agent_rules rules = {.dt = 0.1, .force = 2, .sees = 4};
static const struct ff_hash_grid_runs both = {.first = {0}, .end = {TWO}, .count = 1};
static struct scene scene;
static struct ff_guide open_ground;

static void place(size_t i, double at_x, double at_y)
{
	who[i] = (uint32_t)i;
	group[i] = (uint32_t)i;
	px[i] = at_x;
	py[i] = at_y;
	radii[i] = 0.3;
	speed[i] = 1;
	way_x[i] = i == 0 ? 1 : -1;
	claim[i] = (double)i;
	around[i] = ff_walls_around(&open_ground, (int)lround(at_x), (int)lround(at_y));
	way_y[i] = vx[i] = vy[i] = want_x[i] = want_y[i] = late[i] = 0;
}

static uint64_t dice = ORACLE_SEED;

static double between(double least, double most)
{
	return least + (most - least) * guides_unit(&dice);
}

static void a_walker_alone_soon_goes_its_way_at_full_speed(void)
{
	place(0, 4, 4);
	place(1, 9, 9);
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
	place(0, 4, 4);
	place(1, 9, 9);
	for (vx[0] = -1; vx[0] < 0.9 && steps < 1000; steps++) {
		struct ff_agent_move move = ff_agent_move(&strong, &agents, 0, &both);

		CHECK(move.step.x / rules.dt - vx[0] <= force * rules.dt + 1e-12, "%g a second",
		      (move.step.x / rules.dt - vx[0]) / rules.dt);
		vx[0] = move.step.x / rules.dt;
		vy[0] = move.step.y / rules.dt;
	}
	return steps;
}

/* At first the force is the largest; the rest of the turn then shrinks by a factor of 1 - F dt each
 * step.  In continuous time this takes 1 / F and ln(10) / F seconds. */
static void the_stronger_the_force_the_sooner_a_walker_turns(void)
{
	static const double forces[] = {0.2, 0.5, 1, 2, 5, 10, 20, 1000};

	for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
		double part = fmin(1, forces[i] * rules.dt), left = 2;
		double seconds = (1 + log(10)) / forces[i];
		int steps = turning_steps(forces[i]), expected = 0;

		for (; left > 0.1 + 1e-12; expected++)
			left -= fmin(left, 1) * part;
		CHECK(steps == expected, "force %g: %d steps, not %d", forces[i], steps, expected);
		CHECK(fabs(steps * rules.dt - seconds) < 0.05 * seconds + 2 * rules.dt,
		      "force %g: %g s, not %g", forces[i], steps * rules.dt, seconds);
	}
}

static void two_walkers_never_use_more_than_the_gap_between_them(void)
{
	for (int k = 0; k < 20000; k++) {
		double away = 0.6 + (k % 4 == 0 ? 0 : between(0, 0.3)), dx = between(-1, 1);
		double dy = between(-1, 1), length = hypot(dx, dy);
		struct ff_agent_move a, b;
		double nearer;

		dx /= length;
		dy /= length;
		place(0, 5, 5);
		place(1, 5 + away * dx, 5 + away * dy);
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
		nearer = hypot(px[1] + b.step.x - px[0] - a.step.x,
			       py[1] + b.step.y - py[0] - a.step.y);
		CHECK(nearer >= 0.6 - 1e-14, "from %.15f to %.15f", away, nearer);
	}
}

static void a_walker_makes_room_for_one_ahead_that_has_waited(void)
{
	struct ff_agent_move move;

	place(0, 5, 5);
	place(1, 5.65, 5);
	want_x[0] = 1;
	move = ff_agent_move(&rules, &agents, 1, &both);
	CHECK(move.yielded == (double)INFINITY && move.want_x < 0, "nobody waits, but %g",
	      move.want_x);
	late[0] = 1;
	move = ff_agent_move(&rules, &agents, 1, &both);
	CHECK(move.yielded > claim[0] && move.yielded < claim[1] && move.want_x > 0,
	      "it claims %g and wants to go %g", move.yielded, move.want_x);
	claim[0] = 2;
	move = ff_agent_move(&rules, &agents, 1, &both);
	CHECK(move.yielded == (double)INFINITY && move.want_x < 0,
	      "one farther away has no right of way, but %g", move.want_x);
	claim[0] = 1;
	move = ff_agent_move(&rules, &agents, 1, &both);
	CHECK(move.yielded < (double)INFINITY, "of equals the first one has it");
}

/* A walker between a wall and another one that stands against the next wall. */
static void a_walker_that_fits_exactly_gets_by(void)
{
	struct ff_agent_move move;

	place(0, 5 + 6e-8, -5e-10);
	place(1, 5 - 5e-10, 1 + 5e-10);
	radii[0] = radii[1] = 0.5;
	way_x[0] = vx[0] = want_x[0] = -1;
	move = ff_agent_move(&rules, &agents, 0, &both);
	CHECK(move.step.x < -1e-3, "%g", move.step.x);
}

static void a_late_walker_keeps_no_distance(void)
{
	struct ff_agent_rules keeping = rules;
	struct ff_agent_move move;

	keeping.separation = 3;
	place(0, 5, 5);
	place(1, 5, 5.65);
	move = ff_agent_move(&keeping, &agents, 0, &both);
	CHECK(move.want_y < 0, "early, but %g", move.want_y);
	late[0] = 1;
	move = ff_agent_move(&keeping, &agents, 0, &both);
	CHECK(move.want_y == 0, "late, but %g", move.want_y);
}

static void a_wandering_walker_has_room_made_behind_it_too(void)
{
	struct ff_agent_move move;

	place(0, 5, 5);
	place(1, 5.65, 5);
	want_x[0] = -1;
	for (int k = 0; k < 2; k++) { /* a slow walker takes longer for ten radii */
		speed[0] = k == 0 ? 1 : 0.1;
		late[0] = 2.9 / speed[0];
		move = ff_agent_move(&rules, &agents, 1, &both);
		CHECK(move.yielded == (double)INFINITY, "it goes away, but %g", move.yielded);
		late[0] = 3.1 / speed[0];
		move = ff_agent_move(&rules, &agents, 1, &both);
		CHECK(move.yielded < (double)INFINITY, "it may come back, but %g", move.yielded);
	}
}

/* The walker behind has it at other times. */
static void a_walker_long_in_a_jam_has_right_of_way_half_of_the_time(void)
{
	int alone = 0, first = 0;

	place(0, 5, 5);
	place(1, 5.65, 5);
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

/* ---- half planes ---- */

static struct ff_half_planes random_planes(int count)
{
	struct ff_half_planes planes = {.farthest = INFINITY};

	for (int k = 0; k < count; k++) {
		double nx = between(-1, 1), ny = between(-1, 1);
		double length = hypot(nx, ny);
		/* Parallel lines, opposite ones, and ones through the middle. */
		uint64_t kind = oracle_random(&dice) % 5;

		if (k > 0 && kind < 2) {
			nx = planes.nx[k - 1] * (kind == 0 ? 1 : -1);
			ny = planes.ny[k - 1] * (kind == 0 ? 1 : -1);
			length = 1;
		}
		ff_half_planes_add(&planes, nx / length, ny / length,
				   oracle_random(&dice) % 3 == 0 ? 0 : between(0, 1));
	}
	return planes;
}

/* Returns the distance of a step beyond the planes; below 0 within all of them. */
static double excess(const struct ff_half_planes *planes, double x, double y)
{
	double most = -INFINITY;

	for (int k = 0; k < planes->count; k++)
		most = fmax(most, planes->nx[k] * x + planes->ny[k] * y - planes->most[k]);
	return most;
}

/* Returns the least distance from the wanted step to an allowed one: itself, a foot on a line, or
 * an intersection of two lines. */
static double least_distance(const struct ff_half_planes *planes, double wx, double wy)
{
	double least = excess(planes, wx, wy) <= 1e-12 ? 0 : INFINITY;

	for (int i = 0; i < planes->count; i++) {
		double over = planes->nx[i] * wx + planes->ny[i] * wy - planes->most[i];
		double x = wx - over * planes->nx[i], y = wy - over * planes->ny[i];

		if (excess(planes, x, y) <= 1e-12)
			least = fmin(least, hypot(x - wx, y - wy));
		for (int j = 0; j < i; j++) {
			double across =
				planes->nx[i] * planes->ny[j] - planes->ny[i] * planes->nx[j];

			x = (planes->most[i] * planes->ny[j] - planes->most[j] * planes->ny[i]) /
			    across;
			y = (planes->most[j] * planes->nx[i] - planes->most[i] * planes->nx[j]) /
			    across;
			if (fabs(across) > 1e-9 && excess(planes, x, y) <= 1e-12)
				least = fmin(least, hypot(x - wx, y - wy));
		}
	}
	return least;
}

static void the_step_is_the_nearest_one_that_all_planes_allow(void)
{
	for (int k = 0; k < 20000; k++) {
		struct ff_half_planes planes = random_planes((int)(oracle_random(&dice) % 9));
		struct ff_half_planes_step wanted = {between(-1, 1), between(-1, 1)};
		struct ff_half_planes_step step = ff_half_planes_nearest(&planes, wanted);
		double least = least_distance(&planes, wanted.x, wanted.y);

		CHECK(excess(&planes, step.x, step.y) < 2e-15, "%d: %g beyond", k,
		      excess(&planes, step.x, step.y));
		CHECK(fabs(hypot(step.x - wanted.x, step.y - wanted.y) - least) < 1e-7,
		      "%d: %.12f away, but %.12f is allowed", k,
		      hypot(step.x - wanted.x, step.y - wanted.y), least);
	}
}

static void planes_beyond_the_room_for_them_shorten_the_step(void)
{
	struct ff_half_planes planes = {.farthest = INFINITY};
	struct ff_half_planes_step step;

	for (int k = 0; k < FF_HALF_PLANES; k++)
		ff_half_planes_add(&planes, 0, 1, 2);
	step = ff_half_planes_nearest(&planes, (struct ff_half_planes_step){0.6, 0.8});
	CHECK(step.x == 0.6 && step.y == 0.8, "%g,%g", step.x, step.y);
	ff_half_planes_add(&planes, 1, 0, 0.25);
	ff_half_planes_add(&planes, -1, 0, 0.5);
	step = ff_half_planes_nearest(&planes, (struct ff_half_planes_step){0.6, 0.8});
	CHECK(fabs(step.x - 0.15) < 1e-12 && fabs(step.y - 0.2) < 1e-12, "%g,%g", step.x, step.y);
}

/* Rounding moves the intersection of nearly equal lines far away. */
static void nearly_equal_lines_let_nothing_through(void)
{
	for (int k = 0; k < 200000; k++) {
		struct ff_half_planes planes = {.farthest = INFINITY};
		double turn = 6.3 * guides_unit(&dice), most = between(0.1, 0.5);
		struct ff_half_planes_step wanted = {cos(turn), sin(turn)}, step;

		for (int i = 0; i < 5; i++) {
			double by = turn + between(-4e-15, 4e-15);

			if (i % 2 == 1)
				by += (i == 1 ? 1 : -1) * between(1, 2);
			ff_half_planes_add(&planes, cos(by), sin(by),
					   i % 2 == 1 ? between(0, 0.1)
						      : most * (1 + between(-4e-16, 4e-16)));
		}
		step = ff_half_planes_nearest(&planes, wanted);
		CHECK(excess(&planes, step.x, step.y) < 2e-15, "%d: %g beyond", k,
		      excess(&planes, step.x, step.y));
	}
}

/* ---- walls ---- */

static bool is_wall(const struct ff_cost *cost, int x, int y)
{
	return x < 0 || y < 0 || x >= cost->w || y >= cost->h ||
	       cost->cells[y * cost->w + x] == FF_COST_WALL;
}

/* Returns the distance from a place to the nearest wall. */
static double room(const struct ff_cost *cost, double x, double y)
{
	double least = 9;

	for (int j = (int)y - 6; j <= y + 7; j++)
		for (int i = (int)x - 6; i <= x + 7; i++)
			if (is_wall(cost, i, j))
				least = fmin(least, hypot(fmax(0, fabs(x - i) - 0.5),
							  fmax(0, fabs(y - j) - 0.5)));
	return least;
}

static struct ff_half_planes limits(const struct ff_guide *guide, double x, double y, double radius,
				    double wx, double wy)
{
	struct ff_half_planes planes = {.farthest = INFINITY};

	ff_walls_limit(guide, ff_walls_around(guide, (int)lround(x), (int)lround(y)), x, y, radius,
		       (struct ff_half_planes_step){wx, wy}, &planes);
	return planes;
}

static void a_disc_within_its_limits_touches_no_wall(void)
{
	int tried = 0;

	for (int k = 0; k < 60; k++) {
		struct scene s;
		struct ff_guide guide;

		guides_scene(&s, &manhattan, 14, 12, k % 5 * 8, 1, &dice);
		guide = guides_of(&s);
		for (int n = 0; n < 400; n++) {
			double x = guides_unit(&dice) * 14 - 0.5;
			double y = guides_unit(&dice) * 12 - 0.5, has = room(&s.cost, x, y);
			double radius = has * (n % 3 == 0 ? 1 : guides_unit(&dice));
			double most = fmin(0.5, radius), wx = most * (guides_unit(&dice) - 0.5);
			double wy = most * (guides_unit(&dice) - 0.5);
			struct ff_half_planes planes;
			struct ff_half_planes_step step;

			if (!(radius > 0.01 && radius < 3))
				continue;
			tried++;
			planes = limits(&guide, x, y, radius, wx, wy);
			step = ff_half_planes_nearest(&planes,
						      (struct ff_half_planes_step){wx, wy});
			CHECK(room(&s.cost, x + step.x, y + step.y) >= radius - 1e-9,
			      "from %g,%g by %g,%g: %.12f, not %.12f", x, y, step.x, step.y,
			      room(&s.cost, x + step.x, y + step.y), radius);
		}
		scene_free(&s);
	}
	CHECK(tried > 5000, "only %d", tried);
}

static void nothing_limits_a_disc_in_the_open_or_along_a_wall(void)
{
	struct scene s;
	struct ff_guide guide;
	struct ff_half_planes planes;

	scene_of(&s, "......../......../......../..####../.......g/");
	guide = guides_of(&s);
	planes = limits(&guide, 4, 1, 0.4, 0.3, 0.3);
	CHECK(planes.count == 0, "%d in the open", planes.count);
	for (int k = 0; k < 740; k++) {
		struct ff_half_planes_step step = {0.09, 0};
		double x = k / 100.0;

		planes = limits(&guide, x, 2.2, 0.3, 0.09, 0);
		step = ff_half_planes_nearest(&planes, step);
		CHECK(x > 7.1 || (step.x > 0.0899999 && fabs(step.y) < 1e-9), "at %g: %g,%g", x,
		      step.x, step.y);
	}
	scene_free(&s);
}

static void centres_stay_in_cells_that_reach_a_goal(void)
{
	struct scene s;
	struct ff_guide guide;
	struct ff_half_planes planes;
	struct ff_half_planes_step step;

	scene_of(&s, "...../...../..g../");
	s.classes.cells[1] = FF_UNREACHED;
	guide = guides_of(&s);
	planes = limits(&guide, 0.45, 0.2, 0.3, 0.2, 0);
	step = ff_half_planes_nearest(&planes, (struct ff_half_planes_step){0.2, 0});
	CHECK(0.45 + step.x < 0.5 && step.x > 0.0499, "it moves by %g", step.x);
	/* Past the corner of that cell the step is whole. */
	planes = limits(&guide, 0.45, 0.55, 0.3, 0.2, 0);
	step = ff_half_planes_nearest(&planes, (struct ff_half_planes_step){0.2, 0});
	CHECK(step.x > 0.2 - 1e-12, "it moves by %g", step.x);
	planes = limits(&guide, 0.4, 0.6, 0.3, 0.1, -0.1);
	step = ff_half_planes_nearest(&planes, (struct ff_half_planes_step){0.1, -0.1});
	CHECK(hypot(step.x, step.y) > 0.0999, "it moves by %g,%g", step.x, step.y);
	scene_free(&s);
}

int main(void)
{
	scene_new(&scene, 12, 12);
	open_ground = guides_of(&scene);
	own_guide[0] = own_guide[1] = &open_ground;
	RUN(a_walker_alone_soon_goes_its_way_at_full_speed);
	RUN(the_stronger_the_force_the_sooner_a_walker_turns);
	RUN(two_walkers_never_use_more_than_the_gap_between_them);
	RUN(a_walker_makes_room_for_one_ahead_that_has_waited);
	RUN(a_walker_that_fits_exactly_gets_by);
	RUN(a_late_walker_keeps_no_distance);
	RUN(a_wandering_walker_has_room_made_behind_it_too);
	RUN(a_walker_long_in_a_jam_has_right_of_way_half_of_the_time);
	RUN(the_step_is_the_nearest_one_that_all_planes_allow);
	RUN(planes_beyond_the_room_for_them_shorten_the_step);
	RUN(nearly_equal_lines_let_nothing_through);
	RUN(a_disc_within_its_limits_touches_no_wall);
	RUN(nothing_limits_a_disc_in_the_open_or_along_a_wall);
	RUN(centres_stay_in_cells_that_reach_a_goal);
	scene_free(&scene);
	return tap_done();
}
