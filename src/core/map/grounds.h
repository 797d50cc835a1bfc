/*
 * Kinds of ground: what the colours of a map stand for.
 */
#ifndef FF_CORE_MAP_GROUNDS_H
#define FF_CORE_MAP_GROUNDS_H

#include <stddef.h>

#include "core/map/image.h"

enum { FF_GROUNDS_NAME = 64 }; /* bytes of a name, with its NUL */

struct ff_ground {
	struct ff_colour colour;
	uint8_t cost;               /* 1..254, or FF_COST_WALL */
	char name[FF_GROUNDS_NAME]; /* without control characters; "": it has none */
};

struct ff_grounds {
	struct ff_ground *items; /* [count]  no two of one colour */
	size_t count;
};

/* ff_grounds_key() is a colour as a number, 0xrrggbb. */
static inline uint32_t ff_grounds_key(struct ff_colour colour)
{
	return (uint32_t)colour.r << 16 | (uint32_t)colour.g << 8 | colour.b;
}

#endif
