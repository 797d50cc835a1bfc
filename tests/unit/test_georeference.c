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

static void a_point_of_the_map_is_one_of_the_world_and_back(void)
{
	for (int down = 0; down < 2; down++) {
		struct ff_georeference place = office;
		struct ff_georeference_point corner, at, back;

		place.down = down != 0;
		/* The corner that the origin is: bottom left, or top left. */
		corner = ff_georeference_to_world(&place, 200, -0.5, down ? -0.5 : 199.5);
		CHECK(corner.x == -10 && corner.y == -9.5, "%g,%g", corner.x, corner.y);
		at = ff_georeference_to_world(&place, 200, 3, 0);
		CHECK(fabs(at.x + 9.825) < 1e-12 && fabs(at.y - (down ? -9.475 : 0.475)) < 1e-12,
		      "%.17g,%.17g", at.x, at.y);
		back = ff_georeference_to_map(&place, 200, at.x, at.y);
		CHECK(fabs(back.x - 3) < 1e-9 && fabs(back.y) < 1e-9, "%g,%g", back.x, back.y);
	}
}

int main(void)
{
	RUN(the_origin_is_the_lower_left_corner_of_the_cell_at_the_lower_left);
	RUN(a_point_on_an_edge_is_in_the_cell_to_the_right_and_above);
	RUN(a_point_elsewhere_is_in_no_cell);
	RUN(with_y_down_a_cell_is_the_position_divided_by_its_side_and_truncated);
	RUN(a_point_of_the_map_is_one_of_the_world_and_back);
	return tap_done();
}
