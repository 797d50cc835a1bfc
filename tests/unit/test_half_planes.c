#include "core/crowd/agent.h"

#include "guides.h"
#include "tap.h"

static uint64_t dice = ORACLE_SEED;

static double random_between(double least, double most)
{
	return least + (most - least) * guides_unit(&dice);
}

static struct ff_half_planes random_planes(int count)
{
	struct ff_half_planes planes = {.farthest = INFINITY};

	for (int k = 0; k < count; k++) {
		double nx = random_between(-1, 1), ny = random_between(-1, 1);
		double length = hypot(nx, ny);
		/* Parallel ones, opposite ones, and ones that pass through the middle. */
		uint64_t kind = oracle_random(&dice) % 5;

		if (k > 0 && kind < 2) {
			nx = planes.nx[k - 1] * (kind == 0 ? 1 : -1);
			ny = planes.ny[k - 1] * (kind == 0 ? 1 : -1);
			length = 1;
		}
		ff_half_planes_add(&planes, nx / length, ny / length,
				   oracle_random(&dice) % 3 == 0 ? 0 : random_between(0, 1));
	}
	return planes;
}

/* How far the step is beyond the planes; below 0 where it is within all of them. */
static double beyond(const struct ff_half_planes *planes, double x, double y)
{
	double most = -INFINITY;

	for (int k = 0; k < planes->count; k++)
		most = fmax(most, planes->nx[k] * x + planes->ny[k] * y - planes->most[k]);
	return most;
}

/* The least distance from the wanted step to one that is allowed, of those that come into
 * question: itself, its feet on the lines, and where two lines meet. */
static double least_distance(const struct ff_half_planes *planes, double wx, double wy)
{
	double least = beyond(planes, wx, wy) <= 1e-12 ? 0 : INFINITY;

	for (int i = 0; i < planes->count; i++) {
		double over = planes->nx[i] * wx + planes->ny[i] * wy - planes->most[i];
		double x = wx - over * planes->nx[i], y = wy - over * planes->ny[i];

		if (beyond(planes, x, y) <= 1e-12)
			least = fmin(least, hypot(x - wx, y - wy));
		for (int j = 0; j < i; j++) {
			double across =
				planes->nx[i] * planes->ny[j] - planes->ny[i] * planes->nx[j];

			x = (planes->most[i] * planes->ny[j] - planes->most[j] * planes->ny[i]) /
			    across;
			y = (planes->most[j] * planes->nx[i] - planes->most[i] * planes->nx[j]) /
			    across;
			if (fabs(across) > 1e-9 && beyond(planes, x, y) <= 1e-12)
				least = fmin(least, hypot(x - wx, y - wy));
		}
	}
	return least;
}

static void the_step_is_the_nearest_one_that_all_planes_allow(void)
{
	for (int k = 0; k < 20000; k++) {
		struct ff_half_planes planes = random_planes((int)(oracle_random(&dice) % 9));
		struct ff_half_planes_step wanted = {random_between(-1, 1), random_between(-1, 1)};
		struct ff_half_planes_step step = ff_half_planes_nearest(&planes, wanted);
		double least = least_distance(&planes, wanted.x, wanted.y);

		CHECK(beyond(&planes, step.x, step.y) < 2e-15, "%d: %g beyond", k,
		      beyond(&planes, step.x, step.y));
		CHECK(fabs(hypot(step.x - wanted.x, step.y - wanted.y) - least) < 1e-7,
		      "%d: %.12f away, but %.12f is allowed", k,
		      hypot(step.x - wanted.x, step.y - wanted.y), least);
	}
}

static void planes_that_there_is_no_room_for_make_the_step_shorter(void)
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

/* Where lines are all but one, the least rounding moves the place where they meet far. */
static void lines_that_are_all_but_one_let_nothing_through(void)
{
	for (int k = 0; k < 200000; k++) {
		struct ff_half_planes planes = {.farthest = INFINITY};
		double turn = 6.3 * guides_unit(&dice), most = random_between(0.1, 0.5);
		struct ff_half_planes_step wanted = {cos(turn), sin(turn)}, step;

		for (int i = 0; i < 5; i++) {
			double by = turn + random_between(-4e-15, 4e-15);

			if (i % 2 == 1)
				by += (i == 1 ? 1 : -1) * random_between(1, 2);
			ff_half_planes_add(&planes, cos(by), sin(by),
					   i % 2 == 1 ? random_between(0, 0.1)
						      : most * (1 + random_between(-4e-16, 4e-16)));
		}
		step = ff_half_planes_nearest(&planes, wanted);
		CHECK(beyond(&planes, step.x, step.y) < 2e-15, "%d: %g beyond", k,
		      beyond(&planes, step.x, step.y));
	}
}

int main(void)
{
	RUN(the_step_is_the_nearest_one_that_all_planes_allow);
	RUN(lines_that_are_all_but_one_let_nothing_through);
	RUN(planes_that_there_is_no_room_for_make_the_step_shorter);
	return tap_done();
}
