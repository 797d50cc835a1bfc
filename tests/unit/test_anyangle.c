#include "bench/anyangle.h"

#include "tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 16 };

/* A map drawn in rows: '#' is wall, '.' open, 'g' the goal. */
struct drawn {
	struct ff_cost cost;
	double *lengths;
};

static struct drawn solve(const char *const rows[], int32_t h)
{
	int32_t w = (int32_t)strlen(rows[0]), goal_x = 0, goal_y = 0;
	size_t n = (size_t)w * (size_t)h;
	struct drawn map = {{.w = w, .h = h, .cells = malloc(n)}, malloc(n * sizeof(double))};

	for (int32_t y = 0; y < h; y++) {
		for (int32_t x = 0; x < w; x++) {
			map.cost.cells[y * w + x] = rows[y][x] == '#' ? FF_COST_WALL : 1;
			if (rows[y][x] == 'g') {
				goal_x = x;
				goal_y = y;
			}
		}
	}
	CHECK(anyangle_lengths(&map.cost, goal_x, goal_y, map.lengths), "memory ran out");
	return map;
}

static void check_length(const struct drawn *map, int32_t x, int32_t y, double wanted)
{
	double got = map->lengths[ff_cost_index(&map->cost, x, y)];

	CHECK(got == wanted || fabs(got - wanted) < 1e-12, "%d,%d: %.17g, should be %.17g", x, y,
	      got, wanted);
}

static void drop(struct drawn *map)
{
	free(map->cost.cells);
	free(map->lengths);
}

static void on_an_open_map_every_path_is_straight(void)
{
	static const char *const rows[] = {".......", ".......", "..g....", ".......", "......."};
	struct drawn map = solve(rows, 5);

	for (int32_t y = 0; y < 5; y++)
		for (int32_t x = 0; x < 7; x++)
			check_length(&map, x, y, sqrt((x - 2) * (x - 2) + (y - 2) * (y - 2)));
	drop(&map);
}

static void a_path_bends_around_the_corners_of_a_wall(void)
{
	static const char *const rows[] = {
		".......", "..###..", ".g###..", "..###..", ".......",
	};
	struct drawn map = solve(rows, 5);

	/* The corners are at 1.5,0.5 and 4.5,0.5, and so below. */
	check_length(&map, 5, 2, 2 * sqrt(0.25 + 2.25) + 3);
	check_length(&map, 4, 0, sqrt(0.25 + 2.25) + sqrt(2.5 * 2.5 + 0.25));
	check_length(&map, 3, 4, sqrt(0.25 + 2.25) + sqrt(1.5 * 1.5 + 0.25));
	check_length(&map, 5, 1, sqrt(0.25 + 2.25) + 3 + sqrt(0.5));
	check_length(&map, 3, 2, INFINITY);
	drop(&map);
}

static void a_path_may_touch_a_corner_and_run_along_a_side(void)
{
	static const char *const rows[] = {
		"g...",
		"#...",
		"....",
		".#..",
	};
	struct drawn map = solve(rows, 4);

	check_length(&map, 1, 1, sqrt(2)); /* through the corner */
	check_length(&map, 2, 2, 2 * sqrt(2));
	check_length(&map, 0, 2, 2 * sqrt(0.5) + 1); /* down the side of the wall */
	drop(&map);
}

static void no_path_leads_between_walls_that_meet_at_a_corner(void)
{
	static const char *const shut[] = {"g#", "#."};
	static const char *const across[] = {"...", ".g#", ".#.", "..."};
	/* The line between the first two columns has a wall first on one side, then on the other.
	 */
	static const char *const along[] = {"...#", "...#", ".#.#", "#..#", ".g.#"};
	struct drawn map = solve(shut, 2);

	check_length(&map, 1, 1, INFINITY);
	drop(&map);
	map = solve(across, 4);
	check_length(&map, 2, 2, 2 + 2 * sqrt(0.5));
	drop(&map);
	map = solve(along, 5);
	check_length(&map, 0, 2, sqrt(0.25 + 2.25) + 2 + sqrt(0.5));
	drop(&map);
}

static void corridors_as_wide_as_a_cell_are_cut_at_each_turn(void)
{
	static const char *const bends[] = {"....", "###.", "....", ".###", "...g"};
	/* Here the line between the columns may be walked, for both sides are open in between. */
	static const char *const shift[] = {"..g", ".##", "..#", "#.#", "..#"};
	struct drawn map = solve(bends, 5);

	check_length(&map, 0, 0, 2 * sqrt(0.25 + 6.25) + 2 + sqrt(5));
	drop(&map);
	map = solve(shift, 5);
	check_length(&map, 0, 4, sqrt(0.25 + 2.25) + 3 + sqrt(0.5));
	drop(&map);
}

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static bool is_open(const struct ff_cost *cost, int32_t x, int32_t y)
{
	return x >= 0 && y >= 0 && x < cost->w && y < cost->h &&
	       cost->cells[y * cost->w + x] != FF_COST_WALL;
}

/* Relaxed until nothing moves: no path of straight and diagonal steps is shorter, and each is
 * open to a walker in any direction. */
static void check_steps(const struct ff_cost *cost, const double *lengths)
{
	for (int32_t y = 0; y < cost->h; y++) {
		for (int32_t x = 0; x < cost->w; x++) {
			for (int d = 0; d < 9; d++) {
				int32_t i = x + d % 3 - 1, j = y + d / 3 - 1;
				double step = sqrt((i - x) * (i - x) + (j - y) * (j - y));

				if (!is_open(cost, x, y) || !is_open(cost, i, j) ||
				    !is_open(cost, x, j) || !is_open(cost, i, y))
					continue;
				CHECK(lengths[y * cost->w + x] == lengths[j * cost->w + i] ||
					      lengths[y * cost->w + x] <=
						      lengths[j * cost->w + i] + step + 1e-12,
				      "%d,%d is farther than a step from %d,%d", x, y, i, j);
			}
		}
	}
}

static void on_random_maps_the_way_back_is_as_long_and_neighbours_are_a_step_apart(void)
{
	uint64_t dice = 20250131;

	for (int map = 0; map < 30; map++) {
		int32_t w = 3 + (int32_t)(next(&dice) % 6), h = 3 + (int32_t)(next(&dice) % 6);
		size_t n = (size_t)w * (size_t)h;
		struct ff_cost cost = {.w = w, .h = h, .cells = malloc(n)};
		double *all = malloc(n * n * sizeof *all);

		for (size_t i = 0; i < n; i++)
			cost.cells[i] = next(&dice) % 3 == 0 ? FF_COST_WALL : 1;
		for (size_t i = 0; i < n; i++) {
			int32_t x = (int32_t)i % w, y = (int32_t)i / w;

			if (cost.cells[i] == FF_COST_WALL)
				continue;
			CHECK(anyangle_lengths(&cost, x, y, all + i * n), "memory ran out");
			check_steps(&cost, all + i * n);
			for (size_t j = 0; j < i; j++)
				CHECK(cost.cells[j] == FF_COST_WALL ||
					      all[i * n + j] == all[j * n + i] ||
					      fabs(all[i * n + j] - all[j * n + i]) < 1e-12,
				      "map %d: cells %zu and %zu: %.17g and back %.17g", map, i, j,
				      all[i * n + j], all[j * n + i]);
		}
		free(cost.cells);
		free(all);
	}
}

int main(void)
{
	RUN(on_an_open_map_every_path_is_straight);
	RUN(a_path_bends_around_the_corners_of_a_wall);
	RUN(a_path_may_touch_a_corner_and_run_along_a_side);
	RUN(no_path_leads_between_walls_that_meet_at_a_corner);
	RUN(corridors_as_wide_as_a_cell_are_cut_at_each_turn);
	RUN(on_random_maps_the_way_back_is_as_long_and_neighbours_are_a_step_apart);
	return tap_done();
}
