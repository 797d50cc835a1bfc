#include "core/map/map.h"

#include "tap.h"

#include <math.h>

static const struct ff_georeference office = {-10, -9.5, 0.05}; /* of 384 x 200 cells */

static void check(double x, double y, bool inside, int32_t column, int32_t row)
{
	int32_t got[2] = {-1, -1};
	bool is = ff_georeference_cell(&office, 384, 200, x, y, &got[0], &got[1]);

	CHECK(is == inside && (!is || (got[0] == column && got[1] == row)), "%g,%g: %d, %d,%d", x,
	      y, is, got[0], got[1]);
}

static void the_origin_is_the_lower_left_corner_of_the_cell_at_the_lower_left(void)
{
	check(-10, -9.5, true, 0, 199);
	check(-9.96, -9.46, true, 0, 199);
	check(-9.94, -9.46, true, 1, 199);
	check(-9.96, -9.44, true, 0, 198);
	check(-10 + 383.5 * 0.05, -9.5 + 199.5 * 0.05, true, 383, 0);
}

static void a_point_on_an_edge_is_in_the_cell_to_the_right_and_above(void)
{
	/* All of them, whatever the rounding of 0.05 makes of it. */
	for (int i = 0; i < 384; i++) {
		double x = (-1000 + 5 * i) / 100.0;

		check(x, -9.5, true, i, 199);
	}
	for (int i = 0; i < 200; i++) {
		double y = (-950 + 5 * i) / 100.0;

		check(0.01, y, true, 200, 199 - i);
	}
}

static void a_point_elsewhere_is_in_no_cell(void)
{
	check(-10.01, 0, false, 0, 0);
	check(0, -9.51, false, 0, 0);
	check(9.2, 0, false, 0, 0);
	check(0, 0.5, false, 0, 0);
	check(1e300, 0, false, 0, 0);
	check(0, -1e300, false, 0, 0);
	check((double)NAN, 0, false, 0, 0);
	check(0, (double)INFINITY, false, 0, 0);
}

int main(void)
{
	RUN(the_origin_is_the_lower_left_corner_of_the_cell_at_the_lower_left);
	RUN(a_point_on_an_edge_is_in_the_cell_to_the_right_and_above);
	RUN(a_point_elsewhere_is_in_no_cell);
	return tap_done();
}
