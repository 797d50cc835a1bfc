#include "core/map/map.h"

#include "tap.h"

#include <math.h>

static const struct ff_georeference office = {
	.x = -10, .y = -9.5, .resolution = 0.05}; /* of 384 x 200 cells */

static void check(double x, double y, bool inside, int32_t column, int32_t row)
{
	int32_t got[2] = {-1, -1};
	bool is = ff_georeference_cell(&office, 384, 200, x, y, &got[0], &got[1]);

	CHECK(is == inside && (!is || (got[0] == column && got[1] == row)), "%g,%g: %d, %d,%d", x,
	      y, is, got[0], got[1]);
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

/* The tutorials' rule: the position divided by the side of a cell, truncated. */
static void with_y_down_a_cell_is_the_position_divided_by_its_side_and_truncated(void)
{
	static const struct ff_georeference tiles = {.resolution = 32, .down = true};
	int32_t column, row;

	for (int x = 0; x < 4 * 32; x += 3)
		for (int y = 0; y < 3 * 32; y += 5)
			CHECK(ff_georeference_cell(&tiles, 4, 3, x + 0.5, y, &column, &row) &&
				      column == x / 32 && row == y / 32,
			      "%d,%d: %d,%d", x, y, column, row);
	CHECK(!ff_georeference_cell(&tiles, 4, 3, 128, 0, &column, &row) &&
		      !ff_georeference_cell(&tiles, 4, 3, 0, 96, &column, &row) &&
		      !ff_georeference_cell(&tiles, 4, 3, 0, -0.01, &column, &row),
	      "%d,%d", column, row);
}

int main(void)
{
	RUN(a_point_on_an_edge_is_in_the_cell_to_the_right_and_above);
	RUN(with_y_down_a_cell_is_the_position_divided_by_its_side_and_truncated);
	return tap_done();
}
