#include "core/solve/seeds.h"

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void every_cell_becomes_four(void)
{
	for (int32_t w = 1; w < 10; w++)
		for (int32_t h = 1; h < 6; h++) {
			uint8_t *cells = oracle_cells((size_t)(w * h), 1), *split;

			for (int32_t i = 0; i < w * h; i++)
				cells[i] = (uint8_t)(i * 7 + w);
			split = ff_subdivide_cells(w, h, cells);
			if (!CHECK(split != NULL, "no memory"))
				return;
			for (int32_t i = 0; i < 4 * w * h; i++)
				CHECK(split[i] == cells[i / (2 * w) / 2 * w + i % (2 * w) / 2],
				      "%" PRId32 "x%" PRId32 ": cell %" PRId32 " is %d", w, h, i,
				      split[i]);
			free(cells);
			free(split);
		}
}

static void a_place_stays_the_same_point_of_the_ground(void)
{
	static const double places[][2] = {{0, 0}, {40, 12}, {40.5, 12.5}, {40.25, -0.5}, {-3, 7}};

	for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
		const struct ff_goal goal = {
			.x = places[k][0], .y = places[k][1], .w = 1, .h = 1, .start = 9};
		struct ff_goal split = ff_subdivide_goal(goal);

		/* The left edge of the map is half a cell left of 0, whatever a cell is. */
		CHECK((split.x + 0.5) / 2 == goal.x + 0.5 && (split.y + 0.5) / 2 == goal.y + 0.5,
		      "%g,%g is at %g,%g", goal.x, goal.y, split.x, split.y);
		CHECK(split.w == 1 && split.h == 1 && split.start == 9 && split.level == 0,
		      "%g,%g is another kind of goal", goal.x, goal.y);
	}
}

static void an_area_covers_the_quarters_of_its_cells(void)
{
	const struct ff_goal goal = {.x = 3, .y = -2, .w = 5, .h = 1, .start = 9};
	struct ff_goal split = ff_subdivide_goal(goal);

	CHECK(split.x == 6 && split.y == -4 && split.w == 10 && split.h == 2 && split.start == 9,
	      "%g,%g,%" PRId32 ",%" PRId32, split.x, split.y, split.w, split.h);
}

static void a_level_stays_that_level(void)
{
	const struct ff_goal goal = {.w = 1, .h = 1, .level = 200};

	CHECK(ff_subdivide_goal(goal).level == 200, "%d", ff_subdivide_goal(goal).level);
}

/* On an open map, whichever cells are nearest there: their quarters that are nearest here. */
static void the_seeds_of_a_place_are_those_of_the_cells_or_within(void)
{
	uint8_t cells[64];
	const struct ff_cost cost = {4, 4, cells}, fine = {8, 8, cells};

	memset(cells, 1, sizeof cells);
	for (int k = 0; k < 13 * 13; k++) {
		int row = k / 13;
		struct ff_goal goal = {.x = k % 13 / 4.0, .y = row / 4.0, .w = 1, .h = 1};
		struct ff_goal split = ff_subdivide_goal(goal);
		struct ff_seeds seeds, quarters;

		if (!CHECK(ff_seeds_make(&seeds, &(struct ff_goals){&goal, 1, NULL}, &cost, &cost,
					 1, "map", NULL) == FF_OK &&
				   ff_seeds_make(&quarters, &(struct ff_goals){&split, 1, NULL},
						 &fine, &fine, 1, "map", NULL) == FF_OK,
			   "%g,%g", goal.x, goal.y))
			continue;
		for (size_t i = 0; i < quarters.count; i++) {
			uint32_t cell = quarters.items[i].cell;
			uint32_t whole = cell / 8 / 2 * 4 + cell % 8 / 2;
			bool found = false;

			for (size_t j = 0; j < seeds.count; j++)
				found |= seeds.items[j].cell == whole;
			CHECK(found, "%g,%g: cell %" PRIu32 " is in none of its cells", goal.x,
			      goal.y, cell);
		}
		free(seeds.items);
		free(quarters.items);
	}
}

int main(void)
{
	RUN(every_cell_becomes_four);
	RUN(a_place_stays_the_same_point_of_the_ground);
	RUN(an_area_covers_the_quarters_of_its_cells);
	RUN(a_level_stays_that_level);
	RUN(the_seeds_of_a_place_are_those_of_the_cells_or_within);
	return tap_done();
}
