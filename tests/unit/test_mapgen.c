#include "support/mapgen.h"

#include "core/map/map.h"
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

int main(void)
{
	RUN(every_kind_fills_every_size_and_its_centre_is_open);
	RUN(the_same_arguments_give_the_same_map);
	return tap_done();
}
