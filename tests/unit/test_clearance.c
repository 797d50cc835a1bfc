#include "core/solve/clearance.h"

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct ff_cost new_map(int32_t w, int32_t h)
{
	struct ff_cost map = {.w = w, .h = h, .cells = oracle_cells((size_t)(w * h), 1)};

	memset(map.cells, 1, (size_t)(w * h));
	return map;
}

static struct ff_cost random_map(int32_t w, int32_t h, uint64_t walls, uint64_t *dice)
{
	struct ff_cost map = new_map(w, h);

	for (int32_t i = 0; i < w * h; i++)
		map.cells[i] = (uint8_t)(oracle_random(dice) % 100 < walls
						 ? FF_COST_WALL
						 : 1 + oracle_random(dice) % FF_COST_MAX);
	return map;
}

/* Returns the distance from a cell's centre to the nearest point of a cell n away, in half cells.
 */
static int64_t half_cells(int64_t n)
{
	return n == 0 ? 0 : 2 * llabs(n) - 1;
}

static bool is_closer(int64_t square, double radius)
{
	double d = 2 * radius, rounded = d * d;

	return (double)square < rounded || ((double)square == rounded && fma(d, d, -rounded) > 0);
}

/* Returns true if a disc touches a wall, inside or outside the map. */
static bool is_closed(const struct ff_cost *map, int64_t x, int64_t y, double radius)
{
	int64_t far = (int64_t)radius + 2;

	for (int64_t dy = -far; dy <= far; dy++)
		for (int64_t dx = -far; dx <= far; dx++) {
			int64_t a = half_cells(dx), b = half_cells(dy);

			if (!ff_cost_open(map, x + dx, y + dy) && is_closer(a * a + b * b, radius))
				return true;
		}
	return false;
}

static void compare(const struct ff_cost *map, double radius)
{
	size_t n = (size_t)map->w * (size_t)map->h;
	struct ff_cost cost = {.w = map->w, .h = map->h, .cells = oracle_cells(n, 1)};
	enum ff_status st;

	memset(cost.cells, 0, n);
	st = ff_clearance_close(map, radius, &cost);
	CHECK(st == FF_OK, "status %d", (int)st);
	for (size_t i = 0; i < n; i++) {
		int32_t x = (int32_t)i % map->w, y = (int32_t)i / map->w;
		uint8_t wanted =
			is_closed(map, x, y, radius) ? (uint8_t)FF_COST_WALL : map->cells[i];

		if (!CHECK(cost.cells[i] == wanted,
			   "%" PRId32 "x%" PRId32 ", radius %.17g: cell %" PRId32 ",%" PRId32
			   " has %d, should have %d",
			   map->w, map->h, radius, x, y, cost.cells[i], wanted))
			break;
	}
	free(cost.cells);
}

static void every_wall_pattern_on_a_3x4_map_agrees_with_a_disc_tried_on_every_wall(void)
{
	static const double radii[] = {0, 0.5, 0.50001, 0.70710678, 0.75, 1, 1.5, 1.50001, 1.6};
	struct ff_cost map = new_map(3, 4);

	for (int walls = 0; walls < 1 << 12; walls++) {
		for (int i = 0; i < 12; i++)
			map.cells[i] = walls >> i & 1 ? FF_COST_WALL : 1;
		for (size_t r = 0; r < sizeof radii / sizeof *radii; r++)
			compare(&map, radii[r]);
	}
	free(map.cells);
}

static void random_maps_agree_with_a_disc_tried_on_every_wall(void)
{
	static const double radii[] = {0,   0.25, 0.5, 0.50001, 0.75, 1, 1.4142, 1.5, 2,  2.2,
				       2.5, 2.55, 3,   3.5,     4.75, 5, 6.5,    7.3, 10, 13};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 120; k++) {
		int32_t w = 1 + (int32_t)(oracle_random(&dice) % 40);
		int32_t h = 1 + (int32_t)(oracle_random(&dice) % 40);
		struct ff_cost map = random_map(w, h, (uint64_t)(k % 5), &dice);

		for (size_t r = 0; r < sizeof radii / sizeof *radii; r++)
			compare(&map, radii[r]);
		free(map.cells);
	}
}

/* The square of such a radius is rounded to an integer. */
static void radii_a_hair_from_a_distance_agree_with_a_disc_tried_on_every_wall(void)
{
	struct ff_cost map = new_map(19, 23);

	map.cells[map.w * 11 + 9] = FF_COST_WALL;
	for (int64_t a = 0; a < 8; a++)
		for (int64_t b = 0; b <= a; b++) {
			int64_t square =
				half_cells(a) * half_cells(a) + half_cells(b) * half_cells(b);
			double exact = sqrt((double)square) / 2;

			compare(&map, nextafter(exact, 0));
			compare(&map, exact);
			compare(&map, nextafter(exact, 100));
		}
	free(map.cells);
}

static void long_rows_and_columns_agree_with_a_disc_tried_on_every_wall(void)
{
	static const int32_t sizes[][2] = {{300, 1}, {1, 300}, {300, 2},
					   {2, 300}, {301, 5}, {5, 301}};
	static const double radii[] = {0.5, 0.6, 1, 1.5, 1.6, 2, 2.5, 2.6, 40};
	uint64_t dice = ORACLE_SEED;

	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		struct ff_cost map = random_map(sizes[s][0], sizes[s][1], 2, &dice);

		for (size_t r = 0; r < sizeof radii / sizeof *radii; r++)
			compare(&map, radii[r]);
		free(map.cells);
	}
}

static void a_radius_larger_than_the_map_closes_everything(void)
{
	static const double radii[] = {3.5001, 4, 1000, 1e9, 1e300, INFINITY};
	struct ff_cost map = new_map(11, 7), cost = new_map(11, 7);

	for (size_t r = 0; r < sizeof radii / sizeof *radii; r++) {
		memset(cost.cells, 1, 77);
		CHECK(ff_clearance_close(&map, radii[r], &cost) == FF_OK, "%g", radii[r]);
		for (int i = 0; i < 77; i++)
			CHECK(cost.cells[i] == FF_COST_WALL, "radius %g: cell %d", radii[r], i);
	}
	compare(&map, 3.5); /* the middle row is left */
	free(map.cells);
	free(cost.cells);
}

static void a_map_of_another_size_is_refused_and_left_alone(void)
{
	struct ff_cost map = new_map(4, 3), cost = new_map(3, 4);

	CHECK(ff_clearance_close(&map, 5, &cost) == FF_E_ARG, "transposed");
	cost.w = 4;
	CHECK(ff_clearance_close(&map, 5, &cost) == FF_E_ARG, "too high");
	for (int i = 0; i < 12; i++)
		CHECK(cost.cells[i] == 1, "cell %d", i);
	cost.h = 2;
	CHECK(ff_clearance_renew(&map, 5, NULL, 0, &cost, NULL, NULL) == FF_E_ARG, "too low");
	free(map.cells);
	free(cost.cells);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(every_wall_pattern_on_a_3x4_map_agrees_with_a_disc_tried_on_every_wall);
	RUN(random_maps_agree_with_a_disc_tried_on_every_wall);
	RUN(radii_a_hair_from_a_distance_agree_with_a_disc_tried_on_every_wall);
	RUN(long_rows_and_columns_agree_with_a_disc_tried_on_every_wall);
	RUN(a_radius_larger_than_the_map_closes_everything);
	RUN(a_map_of_another_size_is_refused_and_left_alone);
	return tap_done();
}
