#include "core/solve/coarsen.h"

#include "core/solve/seeds.h"
#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The cost of a block by the contract, cell by cell, in wide costs or in bytes. */
static uint32_t cost_of_block(const struct ff_cost *map, int32_t bx, int32_t by, int32_t k,
			      enum ff_coarsen_rule rule, bool wide)
{
	uint32_t wall = wide ? FF_COST_WIDE_WALL : FF_COST_WALL;
	uint32_t cells = 0, walls = 0, mean = 1;
	double sum = 0;

	for (int32_t i = 0; i < map->w * map->h; i++) {
		if (i % map->w / k != bx || i / map->w / k != by)
			continue;
		cells++;
		if (map->cells[i] == FF_COST_WALL)
			walls++;
		else
			sum += wide ? map->wide[i] : map->cells[i];
	}
	if (walls == cells || (walls > 0 && rule == FF_COARSEN_ANY) ||
	    (walls > cells - walls && rule == FF_COARSEN_MOST))
		return wall;
	if (rule == FF_COARSEN_COUNT)
		return 1 + walls;
	/* The whole number that is at most half off, and not below by a half. */
	while (mean + 0.5 <= sum / (cells - walls))
		mean++;
	return mean;
}

static void check_map(const struct ff_cost *map, int32_t k, enum ff_coarsen_rule rule)
{
	struct ff_cost coarse = {0};
	int32_t w = (map->w + k - 1) / k, h = (map->h + k - 1) / k;

	if (!CHECK(ff_coarsen_map(map, k, rule, 1, &coarse) == FF_OK && coarse.w == w &&
			   coarse.h == h,
		   "%" PRId32 "x%" PRId32 " by %" PRId32 ": %" PRId32 "x%" PRId32, map->w, map->h,
		   k, coarse.w, coarse.h))
		return;
	CHECK((coarse.wide != NULL) == (map->wide != NULL), "wide costs %p", (void *)coarse.wide);
	for (int32_t i = 0; i < w * h; i++) {
		bool wall = map->wide != NULL && coarse.wide[i] == FF_COST_WIDE_WALL;

		CHECK(map->wide != NULL
			      ? coarse.cells[i] == (wall ? FF_COST_WALL : 1)
			      : coarse.cells[i] == cost_of_block(map, i % w, i / w, k, rule, false),
		      "%" PRId32 "x%" PRId32 " by %" PRId32 ", %s: block %" PRId32 " costs %d",
		      map->w, map->h, k, ff_coarsen_rules[rule], i, coarse.cells[i]);
		CHECK(map->wide == NULL ||
			      coarse.wide[i] == cost_of_block(map, i % w, i / w, k, rule, true),
		      "%" PRId32 "x%" PRId32 " by %" PRId32 ", %s: block %" PRId32 " costs wide %d",
		      map->w, map->h, k, ff_coarsen_rules[rule], i,
		      map->wide == NULL ? 0 : coarse.wide[i]);
	}
	free(coarse.cells);
}

/* Fills a map with costs and walls by a fixed rule. */
static void fill(struct ff_cost *map, int seed)
{
	uint32_t dice = (uint32_t)seed * 2654435761U + 1;

	for (int32_t i = 0; i < map->w * map->h; i++) {
		dice = dice * 1664525 + 1013904223;
		map->cells[i] = (uint8_t)(dice >> 30 == 0 ? 255 : 1 + (dice >> 16) % 254);
		if (map->wide != NULL)
			map->wide[i] = (uint16_t)(map->cells[i] == 255 ? FF_COST_WIDE_WALL
								       : 1 + (dice >> 8) % 65534);
	}
}

static void a_block_costs_the_mean_of_its_open_cells_or_is_a_wall_by_the_rule(void)
{
	uint8_t cells[11 * 9];
	uint16_t wide[11 * 9];

	for (int32_t w = 1; w <= 11; w++)
		for (int32_t h = 1; h <= 9; h += 2)
			for (int32_t k = 2; k <= 12; k++)
				for (int rule = 0; rule < FF_COARSEN_RULES; rule++) {
					struct ff_cost map = {
						.w = w, .h = h, .cells = cells, .wide = wide};

					fill(&map, w * h + k);
					check_map(&map, k, (enum ff_coarsen_rule)rule);
					map.wide = NULL;
					check_map(&map, k, (enum ff_coarsen_rule)rule);
				}
}

static void extreme_costs_stay_in_range(void)
{
	uint8_t cells[4] = {1, 1, 1, 1};
	uint16_t wide[4] = {65534, 65534, 65534, 65534};
	const struct ff_cost map = {.w = 2, .h = 2, .cells = cells, .wide = wide};

	for (int rule = 0; rule < FF_COARSEN_RULES; rule++)
		check_map(&map, 2, (enum ff_coarsen_rule)rule);
	memset(cells, 254, sizeof cells);
	check_map(&map, 65535, FF_COARSEN_ANY);
	memset(cells, 255, sizeof cells);
	check_map(&map, 2, FF_COARSEN_ALL);
}

static void half_of_the_cells_are_not_most(void)
{
	uint8_t cells[4] = {1, 255, 255, 4};
	const struct ff_cost map = {.w = 2, .h = 2, .cells = cells};
	struct ff_cost coarse = {0};

	if (!CHECK(ff_coarsen_map(&map, 2, FF_COARSEN_MOST, 1, &coarse) == FF_OK, "no memory"))
		return;
	CHECK(coarse.cells[0] == 3, "%d", coarse.cells[0]); /* 2.5 */
	free(coarse.cells);
}

/* Spreads the least number of each open area over it, by sweeps. */
static void spread(const struct ff_cost *map, bool corners, int32_t *area)
{
	bool moved = true;

	for (int32_t i = 0; i < map->w * map->h; i++)
		area[i] = map->cells[i] == FF_COST_WALL ? -1 : i;
	while (moved) {
		moved = false;
		for (int32_t i = 0; i < map->w * map->h; i++)
			for (int32_t j = 0; j < map->w * map->h; j++) {
				int32_t dx = abs(i % map->w - j % map->w);
				int32_t dy = abs(i / map->w - j / map->w);

				if (area[i] < 0 || area[j] < 0 || dx > 1 || dy > 1 ||
				    (dx + dy > 1 && !corners) || area[j] >= area[i])
					continue;
				area[i] = area[j];
				moved = true;
			}
	}
}

static int32_t size_of(const int32_t *area, int32_t n, int32_t which)
{
	int32_t size = 0;

	for (int32_t i = 0; i < n; i++)
		size += area[i] == which;
	return size;
}

/* Returns true if of two areas the first is the larger one, or as large and earlier. */
static bool is_larger(const int32_t *area, int32_t n, int32_t a, int32_t b)
{
	int32_t sizes[2] = {size_of(area, n, a), size_of(area, n, b)};

	return sizes[0] != sizes[1] ? sizes[0] > sizes[1] : a < b;
}

static void cells_are_lost_where_a_larger_area_was_connected(void)
{
	enum { W = 9, H = 8 };
	uint8_t cells[W * H];
	const struct ff_cost map = {.w = W, .h = H, .cells = cells};
	int32_t fine[W * H], blocks[W * H];
	uint64_t all = 0;

	for (int seed = 0; seed < 300; seed++) {
		enum ff_coarsen_rule rule = (enum ff_coarsen_rule)(seed % FF_COARSEN_RULES);
		int32_t k = 2 + seed / 7 % 2;
		uint64_t lost = 0, want = 0;
		bool corners = seed % 2 == 0;
		struct ff_cost coarse;

		fill(&(struct ff_cost){.w = W, .h = H, .cells = cells}, seed);
		CHECK(ff_coarsen_map(&map, k, rule, 1, &coarse) == FF_OK &&
			      ff_coarsen_lost(&map, k, &coarse, corners, &lost) == FF_OK,
		      "no memory");
		spread(&map, corners, fine);
		spread(&coarse, corners, blocks);
		for (int32_t i = 0; i < W * H; i++) {
			int32_t own = blocks[i / W / k * coarse.w + i % W / k];
			bool larger = false;

			for (int32_t j = 0; j < W * H && fine[i] >= 0 && own >= 0; j++) {
				int32_t other = blocks[j / W / k * coarse.w + j % W / k];

				larger |= fine[j] == fine[i] && other >= 0 && other != own &&
					  is_larger(blocks, coarse.w * coarse.h, other, own);
			}
			want += larger;
		}
		CHECK(lost == want, "map %d, %s: %" PRIu64 " lost, not %" PRIu64, seed,
		      ff_coarsen_rules[rule], lost, want);
		CHECK(lost == 0 || rule < FF_COARSEN_ALL, "map %d: %s", seed,
		      ff_coarsen_rules[rule]);
		all += lost;
		free(coarse.cells);
	}
	CHECK(all > 100, "only %" PRIu64 " cells", all);
}

static void each_cell_is_its_block(void)
{
	uint8_t cells[6] = {1, 2, 3, 4, 5, 255};
	const struct ff_cost coarse = {.w = 3, .h = 2, .cells = cells};
	uint8_t *fine = ff_coarsen_expand(&coarse, 3, 7, 5);

	for (int32_t i = 0; i < 35; i++)
		CHECK(fine[i] == cells[i / 7 / 3 * 3 + i % 7 / 3], "cell %" PRId32 ": %d", i,
		      fine[i]);
	free(fine);
}

/* The blocks of a place's nearest cells are the nearest cells of its place among blocks. */
static void the_seeds_of_a_place_are_the_blocks_of_its_seeds(void)
{
	uint8_t cells[12 * 12];
	const struct ff_cost fine = {.w = 12, .h = 12, .cells = cells};

	memset(cells, 1, sizeof cells);
	for (int k = 2; k < 6; k++)
		for (int i = 0; i < 45 * 45; i++) {
			int row = i / 45;
			const struct ff_cost coarse = {.w = ff_coarsen_side(12, k),
						       .h = ff_coarsen_side(12, k),
						       .cells = cells};
			struct ff_goal goal = {.x = i % 45 / 4.0, .y = row / 4.0, .w = 1, .h = 1};
			struct ff_goal made = ff_coarsen_goal(goal, k);
			bool want[144] = {false}, got[144] = {false};
			struct ff_seeds seeds, blocks;

			if (!CHECK(ff_seeds_make(&seeds, &(struct ff_goals){&goal, 1, NULL}, &fine,
						 &fine, 1, "", NULL) == FF_OK &&
					   ff_seeds_make(&blocks,
							 &(struct ff_goals){&made, 1, NULL},
							 &coarse, &coarse, 1, "", NULL) == FF_OK,
				   "%g,%g by %d", goal.x, goal.y, k))
				return;
			for (size_t s = 0; s < seeds.count; s++)
				want[seeds.items[s].cell / 12 / (uint32_t)k * (uint32_t)coarse.w +
				     seeds.items[s].cell % 12 / (uint32_t)k] = true;
			for (size_t s = 0; s < blocks.count; s++)
				got[blocks.items[s].cell] = true;
			CHECK(memcmp(want, got, sizeof want) == 0, "%g,%g by %d: %g,%g", goal.x,
			      goal.y, k, made.x, made.y);
			free(seeds.items);
			free(blocks.items);
		}
}

static void an_area_is_the_blocks_with_a_cell_of_it(void)
{
	static const struct {
		struct ff_goal goal;
		double x, y;
		int32_t w, h;
	} areas[] = {
		{{.x = 0, .y = 0, .w = 4, .h = 1, .start = 9}, 0, 0, 1, 1},
		{{.x = 3, .y = 7, .w = 2, .h = 2, .start = 9}, 0, 1, 2, 2},
		{{.x = -5, .y = -1, .w = 6, .h = 9, .start = 9}, -2, -1, 3, 3},
		{{.x = -8, .y = 4, .w = 1 << 30, .h = 1, .start = 9}, -2, 1, 1 << 28, 1},
	};

	for (size_t i = 0; i < sizeof areas / sizeof *areas; i++) {
		struct ff_goal made = ff_coarsen_goal(areas[i].goal, 4);

		CHECK(made.x == areas[i].x && made.y == areas[i].y && made.w == areas[i].w &&
			      made.h == areas[i].h && made.start == 9,
		      "area %zu: %g,%g,%" PRId32 ",%" PRId32, i, made.x, made.y, made.w, made.h);
	}
	CHECK(ff_coarsen_goal((struct ff_goal){.x = 5, .w = 1, .h = 1, .level = 7}, 4).x == 5,
	      "a level has no place");
}

static void a_block_of_a_mask_has_the_lowest_level(void)
{
	static const uint8_t mask[] = {
		0, 0, 9, 3, 0, /**/
		0, 0, 0, 9, 7, /**/
		1, 0, 0, 0, 0,
	};
	uint8_t *coarse = ff_coarsen_mask(5, 3, mask, 2);

	CHECK(memcmp(coarse, (const uint8_t[]){0, 3, 7, 1, 0, 0}, 6) == 0, "%d %d %d %d %d %d",
	      coarse[0], coarse[1], coarse[2], coarse[3], coarse[4], coarse[5]);
	free(coarse);
}

int main(void)
{
	RUN(a_block_costs_the_mean_of_its_open_cells_or_is_a_wall_by_the_rule);
	RUN(extreme_costs_stay_in_range);
	RUN(half_of_the_cells_are_not_most);
	RUN(cells_are_lost_where_a_larger_area_was_connected);
	RUN(each_cell_is_its_block);
	RUN(the_seeds_of_a_place_are_the_blocks_of_its_seeds);
	RUN(an_area_is_the_blocks_with_a_cell_of_it);
	RUN(a_block_of_a_mask_has_the_lowest_level);
	return tap_done();
}
