#include "support/mapgen.h"

#include "core/solve/regions.h"
#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	int32_t w, h;
} sizes[] = {{1, 1},   {1, 40},  {40, 1},  {2, 3},   {7, 5},    {8, 8},
	     {24, 24}, {64, 48}, {61, 97}, {97, 60}, {300, 30}, {31, 260}};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* A map that is there until the next one is made; an untouched cell stays 0. */
static struct ff_cost map_of(const char *kind, int i, uint64_t seed)
{
	static uint8_t cells[300 * 300];
	struct ff_cost map = {.w = sizes[i].w, .h = sizes[i].h, .cells = cells};

	memset(cells, 0, sizeof cells);
	CHECK(mapgen_fill(kind, map.w, map.h, seed, cells), "%s %dx%d", kind, map.w, map.h);
	return map;
}

static uint8_t at(const struct ff_cost *map, int32_t x, int32_t y)
{
	return x < 0 || y < 0 || x >= map->w || y >= map->h ? FF_COST_WALL
							    : map->cells[y * map->w + x];
}

/* How many of the four neighbours are open. */
static int exits(const struct ff_cost *map, int32_t x, int32_t y)
{
	return (at(map, x - 1, y) < FF_COST_WALL) + (at(map, x + 1, y) < FF_COST_WALL) +
	       (at(map, x, y - 1) < FF_COST_WALL) + (at(map, x, y + 1) < FF_COST_WALL);
}

static bool is_joined(const struct ff_cost *map)
{
	struct ff_labels labels = {.w = map->w, .h = map->h};
	struct ff_region *areas = NULL;
	bool joined;

	labels.cells = oracle_cells((size_t)(map->w * map->h), sizeof *labels.cells);
	joined = ff_regions_label(map->w, map->h, map->cells, 1, FF_COST_MAX, false, &labels,
				  &areas) == FF_OK &&
		 labels.count == 1;
	free(labels.cells);
	free(areas);
	return joined;
}

/* Open cells, and those of them with one neighbour and with more than two. */
static void count(const struct ff_cost *map, int *cells, int *ends, int *forks)
{
	*cells = *ends = *forks = 0;
	for (int32_t y = 0; y < map->h; y++)
		for (int32_t x = 0; x < map->w; x++) {
			if (at(map, x, y) == FF_COST_WALL)
				continue;
			*cells += 1;
			*ends += exits(map, x, y) == 1;
			*forks += exits(map, x, y) > 2;
		}
}

static void every_kind_fills_every_size_and_its_centre_is_open(void)
{
	for (const struct mapgen_kind *kind = mapgen_kinds; kind->name != NULL; kind++)
		for (int i = 0; i < SIZES; i++) {
			struct ff_cost map = map_of(kind->name, i, 3);

			CHECK(memchr(map.cells, 0, (size_t)(map.w * map.h)) == NULL, "%s %dx%d",
			      kind->name, map.w, map.h);
			CHECK(map.cells[map.w * map.h] == 0, "%s %dx%d", kind->name, map.w, map.h);
			if (map.w >= 8 && map.h >= 8)
				CHECK(at(&map, map.w / 2, map.h / 2) < FF_COST_WALL, "%s %dx%d",
				      kind->name, map.w, map.h);
		}
}

static void the_same_arguments_give_the_same_map(void)
{
	static uint8_t before[64 * 48];

	for (const struct mapgen_kind *kind = mapgen_kinds; kind->name != NULL; kind++) {
		memcpy(before, map_of(kind->name, 7, 5).cells, sizeof before);
		CHECK(memcmp(map_of(kind->name, 7, 5).cells, before, sizeof before) == 0, "%s",
		      kind->name);
	}
	memcpy(before, map_of("holes", 7, 5).cells, sizeof before);
	CHECK(memcmp(map_of("holes", 7, 6).cells, before, sizeof before) != 0, "another seed");
}

static void an_unknown_kind_is_refused(void)
{
	uint8_t cell;

	CHECK(!mapgen_fill("swamp", 1, 1, 1, &cell), "swamp");
}

static void serpentine_and_spiral_are_one_corridor(void)
{
	static const char *const kinds[] = {"serpentine", "spiral"};

	for (int k = 0; k < 2; k++)
		for (int i = 0; i < SIZES; i++) {
			struct ff_cost map = map_of(kinds[k], i, 1);
			int cells, ends, forks;

			count(&map, &cells, &ends, &forks);
			CHECK(is_joined(&map), "%s %dx%d", kinds[k], map.w, map.h);
			CHECK(forks == 0 && (ends == 2 || cells == 1),
			      "%s %dx%d: %d ends, %d forks", kinds[k], map.w, map.h, ends, forks);
			/* Half the map, except what a corridor cannot use at the sides. */
			CHECK(2 * cells >= map.w * map.h - 3 * (map.w + map.h),
			      "%s %dx%d: %d cells", kinds[k], map.w, map.h, cells);
		}
	CHECK(at(&(struct ff_cost){.w = 1, .h = 1, .cells = map_of("serpentine", 0, 1).cells}, 0,
		 0) == FF_COST_MAX,
	      "the dearest");
}

static void a_comb_has_its_teeth_on_one_corridor(void)
{
	for (int i = 0; i < SIZES; i++) {
		struct ff_cost map = map_of("comb", i, 1);

		CHECK(is_joined(&map), "%dx%d", map.w, map.h);
		for (int32_t y = 0; y < map.h; y++)
			for (int32_t x = 0; x < map.w; x++)
				CHECK(at(&map, x, y) == FF_COST_WALL || y == map.h / 2 ||
					      exits(&map, x, y) <= 2,
				      "%dx%d: %d,%d", map.w, map.h, x, y);
	}
}

static void checkers_alternate(void)
{
	struct ff_cost map = map_of("checkers", 8, 1);

	for (int32_t y = 0; y < map.h; y++)
		for (int32_t x = 0; x < map.w; x++)
			CHECK(at(&map, x, y) == ((x + y) % 2 == 0 ? 1 : FF_COST_MAX), "%d,%d", x,
			      y);
}

static void holes_are_walls_of_a_single_cell(void)
{
	struct ff_cost map = map_of("holes", 9, 2);
	int holes = 0;

	for (int32_t y = 0; y < map.h; y++)
		for (int32_t x = 0; x < map.w; x++) {
			int walls = 0;

			if (at(&map, x, y) != FF_COST_WALL)
				continue;
			holes++;
			for (int32_t v = y - 1; v <= y + 1; v++)
				for (int32_t u = x - 1; u <= x + 1; u++)
					walls += u >= 0 && v >= 0 && u < map.w && v < map.h &&
						 at(&map, u, v) == FF_COST_WALL;
			CHECK(walls == 1, "%d,%d: %d", x, y, walls);
		}
	CHECK(holes > map.w * map.h / 40 && holes < map.w * map.h / 15, "%d", holes);
}

int main(void)
{
	RUN(every_kind_fills_every_size_and_its_centre_is_open);
	RUN(the_same_arguments_give_the_same_map);
	RUN(an_unknown_kind_is_refused);
	RUN(serpentine_and_spiral_are_one_corridor);
	RUN(a_comb_has_its_teeth_on_one_corridor);
	RUN(checkers_alternate);
	RUN(holes_are_walls_of_a_single_cell);
	return tap_done();
}
