#include "core/crowd/agent.h"

#include "guides.h"
#include "tap.h"

static uint64_t dice = ORACLE_SEED;

static bool is_wall(const struct ff_cost *cost, int x, int y)
{
	return x < 0 || y < 0 || x >= cost->w || y >= cost->h ||
	       cost->cells[y * cost->w + x] == FF_COST_WALL;
}

/* How far a place is from the nearest wall. */
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

static void a_disc_that_keeps_within_limits_touches_no_wall(void)
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

static void centres_stay_where_a_goal_is_reached_from(void)
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
	/* Past the corner of that cell nothing is lost. */
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
	RUN(a_disc_that_keeps_within_limits_touches_no_wall);
	RUN(nothing_limits_a_disc_in_the_open_or_along_a_wall);
	RUN(centres_stay_where_a_goal_is_reached_from);
	return tap_done();
}
