/*
 * Bytes in memory as the input of a reader.
 */
#ifndef FEED_H
#define FEED_H

#include "core/map/map.h"
#include "io/formats.h"
#include "io/input.h"
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

typedef enum ff_status feed_reader(struct ff_input *in, struct ff_cost *map, struct ff_error *err);

/* feed_open() is an input that has been read to its end, in a block of its exact size. */
static inline struct ff_input feed_open(const char *name, const void *bytes, size_t n)
{
	uint8_t *data = oracle_cells(n > 0 ? n : 1, 1);

	if (n > 0)
		memcpy(data, bytes, n);
	return (struct ff_input){
		.name = name, .data = data, .size = n, .room = n, .fd = -1, .ended = true};
}

/*
 * feed() has 'n' bytes read as the file 'name'.  On failure 'map' has no cells;
 * a reader that set it all the same shows as a width of 0.
 */
static inline enum ff_status feed(feed_reader *read, const char *name, const void *bytes, size_t n,
				  struct ff_cost *map, struct ff_error *err)
{
	static uint8_t mine;
	struct ff_input in = feed_open(name, bytes, n);
	struct ff_cost untouched = {.w = -1, .h = -2, .cells = &mine};
	enum ff_status st;

	*map = untouched;
	err->text[0] = '\0';
	st = read(&in, map, err);
	ff_input_close(&in);
	if (st != FF_OK) {
		bool same = map->w == untouched.w && map->h == untouched.h && map->cells == &mine;

		*map = (struct ff_cost){.w = same ? -1 : 0, .h = -2, .cells = NULL};
	}
	return st;
}

#endif
