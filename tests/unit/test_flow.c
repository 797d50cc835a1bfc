#include "core/map/field.h"

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>

static void directions_go_clockwise_from_north_with_y_down(void)
{
	CHECK(ff_flow_steps[FF_N].dx == 0 && ff_flow_steps[FF_N].dy == -1, "N");
	CHECK(ff_flow_steps[FF_E].dx == 1 && ff_flow_steps[FF_E].dy == 0, "E");
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		struct ff_flow_step here = ff_flow_steps[d], turned = ff_flow_steps[(d + 2) % 8];

		/* A quarter to the right takes x,y to -y,x. */
		CHECK(turned.dx == -here.dy && turned.dy == here.dx, "direction %d", d);
	}
	for (int d = FF_NE; d < FF_DIRECTIONS; d += 2) {
		struct ff_flow_step before = ff_flow_steps[d - 1],
				    after = ff_flow_steps[(d + 1) % 8];

		CHECK(ff_flow_steps[d].dx == before.dx + after.dx &&
			      ff_flow_steps[d].dy == before.dy + after.dy,
		      "direction %d is not between its neighbours", d);
	}
}

static void no_direction_leads_nowhere(void)
{
	CHECK(FF_NONE == 8, "%d", FF_NONE);
	CHECK(ff_flow_steps[FF_NONE].dx == 0 && ff_flow_steps[FF_NONE].dy == 0, "somewhere");
}

static void units_are_one_long_and_point_along_the_steps(void)
{
	CHECK(ff_flow_units[FF_NONE].dx == 0 && ff_flow_units[FF_NONE].dy == 0, "none");
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		double dx = (double)ff_flow_units[d].dx, dy = (double)ff_flow_units[d].dy;

		CHECK(fabs(sqrt(dx * dx + dy * dy) - 1) < 1e-7, "direction %d", d);
		CHECK(dx * ff_flow_steps[d].dy == dy * ff_flow_steps[d].dx &&
			      dx * ff_flow_steps[d].dx + dy * ff_flow_steps[d].dy > 0,
		      "direction %d points elsewhere", d);
	}
}

static void the_vector_of_a_cell_is_its_own_or_that_of_its_direction(void)
{
	uint8_t cells[2] = {FF_SW, FF_NONE};
	struct ff_flow_vector vectors[2] = {{0.6F, 0.8F}, {0, 0}};
	struct ff_flow flow = {2, 1, cells, NULL};

	CHECK(ff_flow_vector_at(&flow, 0).dx == ff_flow_units[FF_SW].dx &&
		      ff_flow_vector_at(&flow, 0).dy == ff_flow_units[FF_SW].dy &&
		      ff_flow_vector_at(&flow, 1).dx == 0,
	      "without vectors");
	flow.vectors = vectors;
	CHECK(ff_flow_vector_at(&flow, 0).dx == 0.6F && ff_flow_vector_at(&flow, 0).dy == 0.8F,
	      "with vectors");
}

/* The first of the directions that a vector turns least away from. */
static int nearest(double dx, double dy)
{
	double most = -INFINITY;
	int best = 0;

	for (int d = 0; d < FF_DIRECTIONS; d++) {
		double cosine = (dx * ff_flow_steps[d].dx + dy * ff_flow_steps[d].dy) /
				(d % 2 == 0 ? 1 : sqrt(2));

		if (cosine > most) {
			most = cosine;
			best = d;
		}
	}
	return best;
}

static void a_vectors_nearest_direction_is_the_one_it_turns_least_away_from(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int d = 0; d < FF_DIRECTIONS; d++)
		CHECK((int)ff_flow_nearest(ff_flow_steps[d].dx, ff_flow_steps[d].dy) == d,
		      "direction %d", d);
	for (int i = 0; i < 100000; i++) {
		/* None of these is half way between two directions, whose tangent is no ratio. */
		double dx = (double)(oracle_random(&dice) % 2001) - 1000;
		double dy = (double)(oracle_random(&dice) % 2001) - 1000;

		if (dx == 0 && dy == 0)
			continue;
		CHECK((int)ff_flow_nearest(dx, dy) == nearest(dx, dy), "%g,%g: %d, not %d", dx, dy,
		      (int)ff_flow_nearest(dx, dy), nearest(dx, dy));
		CHECK((int)ff_flow_nearest(dx * 1e-200, dy * 1e-200) == nearest(dx, dy),
		      "%g,%g, very short", dx, dy);
	}
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(directions_go_clockwise_from_north_with_y_down);
	RUN(no_direction_leads_nowhere);
	RUN(units_are_one_long_and_point_along_the_steps);
	RUN(the_vector_of_a_cell_is_its_own_or_that_of_its_direction);
	RUN(a_vectors_nearest_direction_is_the_one_it_turns_least_away_from);
	return tap_done();
}
