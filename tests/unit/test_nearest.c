/*
 * The open cells nearest to many points, against looking at every cell for each.
 */
#include "core/solve/seeds.h"

#include "oracle.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

/* 16 times the square of how far a cell is from a point in quarters of a cell. */
static int64_t apart(const struct ff_cost *cost, size_t cell, const struct ff_nearest_point *point)
{
	int64_t x = (int64_t)cell % cost->w, y = (int64_t)cell / cost->w;
	int64_t dx = 4 * x - (int64_t)(4 * point->x), dy = 4 * y - (int64_t)(4 * point->y);

	return dx * dx + dy * dy;
}

static bool find(const struct ff_cost *cost, const struct ff_nearest_point *point, size_t *best)
{
	size_t count = (size_t)cost->w * (size_t)cost->h;
	bool found = false;

	for (size_t i = 0; i < count; i++)
		if (cost->cells[i] != FF_COST_WALL &&
		    (!found || apart(cost, i, point) < apart(cost, *best, point))) {
			*best = i;
			found = true;
		}
	return found;
}

static int below(uint64_t *dice, int n)
{
	return (int)(oracle_random(dice) % (uint64_t)n);
}

static void every_point_has_the_first_of_the_nearest_open_cells(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int map = 0; map < 3000; map++) {
		struct ff_cost cost = {1 + below(&dice, 14), 1 + below(&dice, 14), NULL};
		size_t cells = (size_t)cost.w * (size_t)cost.h, count = (size_t)below(&dice, 40);
		struct ff_nearest_point *points = oracle_cells(count + 1, sizeof *points);
		int open = below(&dice, 8);

		cost.cells = oracle_cells(cells, 1);
		for (size_t i = 0; i < cells; i++)
			cost.cells[i] = below(&dice, 12) < open ? 7 : FF_COST_WALL;
		for (size_t i = 0; i < count; i++) /* -0.5, -0.25 ... */
			points[i] = (struct ff_nearest_point){
				.x = below(&dice, 4 * cost.w + 1) / 4.0 - 0.5,
				.y = below(&dice, 4 * cost.h + 1) / 4.0 - 0.5,
				.which = i};
		CHECK(ff_nearest_find(&cost, points, count, NULL) == FF_OK, "map %d: failed", map);
		for (size_t i = 0; i < count; i++) {
			size_t best = 0;
			bool found = find(&cost, &points[i], &best);

			CHECK(points[i].found == found && (!found || points[i].cell == best) &&
				      points[i].which == i,
			      "map %d: %g,%g: cell %zu, should be %zu", map, points[i].x,
			      points[i].y, points[i].cell, best);
			CHECK(!found ||
				      llabs((int64_t)(points[i].distance * points[i].distance * 16 +
						      0.5) -
					    apart(&cost, best, &points[i])) == 0,
			      "map %d: the distance is %g", map, points[i].distance);
		}
		free(cost.cells);
		free(points);
	}
}

/* All is wall but the first row: the worst for a search around each point. */
static void many_points_far_from_all_open_cells_take_no_longer_than_a_few(void)
{
	enum { SIDE = 1024, FEW = 500, MANY = 20000 };
	struct ff_cost cost = {SIDE, SIDE, oracle_cells(SIDE * SIDE, 1)};
	struct ff_nearest_point *points = oracle_cells(MANY, sizeof *points);
	uint64_t few = 0, many = 0;

	memset(cost.cells, 1, SIDE);
	memset(cost.cells + SIDE, FF_COST_WALL, (size_t)SIDE * (SIDE - 1));
	for (int i = 0; i < MANY; i++) {
		int row = i / 500;

		points[i] = (struct ff_nearest_point){.x = SIDE - 1 - i % 500, .y = row};
	}
	CHECK(ff_nearest_find(&cost, points, FEW, &few) == FF_OK &&
		      ff_nearest_find(&cost, points, MANY, &many) == FF_OK,
	      "failed");
	CHECK(points[MANY - 1].cell == SIDE - 500, "%zu", points[MANY - 1].cell);
	CHECK(many <= 3 * SIDE * SIDE && many <= 2 * few, "%llu cells looked at, for 40 rows %llu",
	      (unsigned long long)few, (unsigned long long)many);
	free(cost.cells);
	free(points);
}

/* "#" is wall; the part that the first point is moved into, and the larger one. */
static void pocket_is(const char *name, const char *map, int w, bool diagonal, double x, double y,
		      uint64_t cells, uint64_t larger, size_t cell)
{
	struct ff_cost cost = {w, (int32_t)strlen(map) / w, oracle_cells(strlen(map), 1)};
	struct ff_nearest_point point = {.x = x, .y = y};
	struct ff_nearest_pocket pocket;

	for (size_t i = 0; map[i] != '\0'; i++)
		cost.cells[i] = map[i] == '#' ? FF_COST_WALL : 1;
	CHECK(ff_nearest_find(&cost, &point, 1, NULL) == FF_OK && point.found &&
		      ff_nearest_find_pocket(&cost, diagonal, &point, 1, &pocket) == FF_OK,
	      "%s: failed", name);
	CHECK((pocket.point != NULL) == (cells > 0), "%s: found: %d", name, pocket.point != NULL);
	CHECK(cells == 0 || (pocket.cells == cells && pocket.larger == larger &&
			     pocket.cell == cell && pocket.point == &point),
	      "%s: %d and %d cells, at %zu", name, (int)pocket.cells, (int)pocket.larger,
	      pocket.cell);
	free(cost.cells);
}

static void a_point_in_a_small_part_is_told_if_a_larger_one_is_as_near(void)
{
	pocket_is("a closet", ".#........", 10, false, 1, 0, 1, 8, 2);
	pocket_is("half a cell", ".#........", 10, false, 1.5, 0, 0, 0, 0);
	pocket_is("a thick wall", ".##.......", 10, false, 1, 0, 1, 7, 3);
	pocket_is("a thicker wall", ".###......", 10, false, 1, 0, 0, 0, 0);
	pocket_is("not four times as large", "..#.......", 10, false, 2, 0, 0, 0, 0);
	pocket_is("one part", "..#..........", 13, false, 2, 0, 2, 10, 3);
	pocket_is("no wall", ".....", 5, false, 1, 0, 0, 0, 0);
	pocket_is("a corner",
		  ".#########"
		  "#.........",
		  10, false, 1, 0, 1, 9, 11);
	pocket_is("a corner that joins",
		  ".#########"
		  "#.........",
		  10, true, 1, 0, 0, 0, 0);
	pocket_is("a larger one, and the largest far away", ".#.....#.........", 17, false, 1, 0, 1,
		  5, 2);
	pocket_is("one that is not large enough, too", ".#...#.........", 15, false, 1, 0, 0, 0, 0);
	pocket_is("the largest of two, though it is farther",
		  "#.#####"
		  "##....."
		  "#######"
		  ".......",
		  7, false, 1, 1, 1, 7, 22);
	pocket_is("the nearer of two, as the largest is too far",
		  "#.#####"
		  "##....."
		  "#######"
		  "#######"
		  ".......",
		  7, false, 1, 1, 1, 5, 9);
}

int main(void)
{
	RUN(every_point_has_the_first_of_the_nearest_open_cells);
	RUN(many_points_far_from_all_open_cells_take_no_longer_than_a_few);
	RUN(a_point_in_a_small_part_is_told_if_a_larger_one_is_as_near);
	return tap_done();
}
