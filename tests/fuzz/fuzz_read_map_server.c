/*
 * The bytes of a text of map_server: read twice over, which must give the same; and
 * what was read, written in plain form, is read as the same again.
 */
#include "fuzz.h"

#include <math.h>
#include <stdio.h>

#include "io/map_server.h"

static enum ff_status read_bytes(const uint8_t *data, size_t size, struct ff_map_server *map,
				 struct ff_error *err)
{
	struct ff_input in = fuzz_input("yaml", data, size);
	enum ff_status st = ff_map_server_read(&in, map, err);

	(void)ff_map_server_matches(in.data, in.size);
	ff_input_close(&in);
	return st;
}

static void check(const struct ff_map_server *map)
{
	uint8_t costs[256];

	assert(map->image[0] != '\0');
	assert(map->place.resolution >= 1e-6 && map->place.resolution <= 1e6);
	assert(fabs(map->place.x) <= 1e9 && fabs(map->place.y) <= 1e9);
	assert(map->occupancy.free >= 0 && map->occupancy.occupied <= 1);
	assert(map->occupancy.free <= map->occupancy.occupied);
	ff_levels_occupancy(&map->occupancy, 255, costs);
	for (int v = 0; v < 256; v++)
		assert(costs[v] >= 1);
}

static void read_again(const struct ff_map_server *map)
{
	struct ff_map_server again;
	struct ff_error err;
	char text[400];
	int n = snprintf(text, sizeof text,
			 "image: x\nresolution: %.20f\norigin: [%.9f, %.9f, 0]\nnegate: %d\n"
			 "occupied_thresh: %.20f\nfree_thresh: %.20f\nmode: %s\n",
			 map->place.resolution, map->place.x, map->place.y, map->occupancy.negate,
			 map->occupancy.occupied, map->occupancy.free,
			 map->occupancy.scaled ? "scale" : "trinary");

	assert(read_bytes((const uint8_t *)text, (size_t)n, &again, &err) == FF_OK);
	assert(fabs(again.place.resolution / map->place.resolution - 1) < 1e-9);
	assert(fabs(again.place.x - map->place.x) < 1e-6 &&
	       fabs(again.place.y - map->place.y) < 1e-6);
	assert(again.occupancy.negate == map->occupancy.negate &&
	       again.occupancy.scaled == map->occupancy.scaled);
	assert(fabs(again.occupancy.free - map->occupancy.free) < 1e-15 &&
	       fabs(again.occupancy.occupied - map->occupancy.occupied) < 1e-15);
	free(again.image);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ff_map_server map = {.image = NULL}, twice = {.image = NULL};
	struct ff_error err = {""};
	enum ff_status st = read_bytes(data, size, &map, &err);

	if (st != FF_OK) {
		fuzz_failed(st, &err, "yaml");
		assert(map.image == NULL);
		return 0;
	}
	check(&map);
	assert(read_bytes(data, size, &twice, &err) == FF_OK);
	assert(strcmp(map.image, twice.image) == 0);
	read_again(&map);
	free(map.image);
	free(twice.image);
	return 0;
}
