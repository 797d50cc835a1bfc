/*
 * The bytes as a map that is no image: a MovingAI map, or none at all.
 */
#include "fuzz_map.h"

#include "io/cells.h"
#include "io/movingai.h"
#include "io/png.h"

/* The rows stand behind the fourth line, as they are. */
static void check_rows(const uint8_t *data, size_t size, const struct ff_cost *map)
{
	const uint8_t *at = data, *end = data + size;

	for (int line = 0; line < 4; line++)
		at = (const uint8_t *)memchr(at, '\n', (size_t)(end - at)) + 1;
	for (int32_t y = 0; y < map->h; y++) {
		for (int32_t x = 0; x < map->w; x++, at++) {
			assert(at < end && *at != '\n' && *at != '\r');
			assert((map->cells[ff_cost_index(map, x, y)] == 1) ==
			       (*at == '.' || *at == 'G' || *at == 'S'));
		}
		if (at < end && *at == '\r')
			at++;
		assert(at == end || *at == '\n');
		at += at < end;
	}
	for (; at < end; at++)
		assert(*at == '\n' || *at == '\r');
}

/* Every byte is a cell, or ends a line. */
static void check_text(const uint8_t *data, size_t size, const struct ff_cost *map)
{
	size_t cells = (size_t)map->w * (size_t)map->h, cell = 0;

	for (size_t i = 0; i < size; i++)
		if (data[i] != '\n' && data[i] != '\r') {
			assert(cell < cells && strchr(".GS@OTW#", data[i]) != NULL);
			assert((map->cells[cell] == 1) == (strchr(".GS", data[i]) != NULL));
			cell++;
		}
	assert(cell == cells);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_map got;

	if (fuzz_map_is(ff_png_matches, data, size) ||
	    fuzz_map_is(ff_netpbm_pgm_matches, data, size))
		return 0;
	got = fuzz_map(data, size);
	if (got.status == FF_OK && strcmp(got.format->name, "text") == 0) {
		assert(fuzz_map_is(ff_movingai_rows_matches, data, size));
		check_text(data, size, &got.map);
	} else if (got.status == FF_OK) {
		assert(strcmp(got.format->name, "movingai") == 0);
		assert(fuzz_map_is(ff_movingai_matches, data, size));
		check_rows(data, size, &got.map);
	}
	free(got.map.cells);
	return 0;
}
