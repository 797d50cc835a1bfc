/*
 * Pictures of RGB pixels, or of colours that have numbers.
 */
#ifndef FF_CORE_MAP_IMAGE_H
#define FF_CORE_MAP_IMAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The largest picture, in pixels per side and in all. */
#define FF_IMAGE_SIDE   INT32_C(268435456)
#define FF_IMAGE_PIXELS INT64_C(1073741824)

struct ff_colour {
	uint8_t r, g, b;
};

static inline bool ff_image_same(struct ff_colour a, struct ff_colour b)
{
	return a.r == b.r && a.g == b.g && a.b == b.b;
}

struct ff_bitmap {
	int32_t w, h;
	struct ff_colour *pixels;  /* [w*h, row-major]  NULL: it has numbers */
	uint8_t *numbers;          /* [w*h]  of colours, which are in the same block */
	struct ff_colour *palette; /* [colours <= 256]  of the numbers */
	int colours;
};

/* A text that a picture's file holds, with its keyword of 1..79 bytes; both Latin-1. */
struct ff_image_text {
	const char *keyword, *text;
};

/* A rectangle of a picture in pixels, or of a map in cells; empty if w or h is 0. */
struct ff_image_part {
	int32_t x, y, w, h;
};

/* Copies a part of a picture to the same place of another one. */
static inline void ff_image_copy(const struct ff_bitmap *to, const struct ff_bitmap *from,
				 struct ff_image_part part)
{
	for (size_t y = (size_t)part.y, end = y + (size_t)part.h; y < end; y++)
		memcpy(to->pixels + y * (size_t)to->w + part.x,
		       from->pixels + y * (size_t)from->w + part.x,
		       (size_t)part.w * sizeof *to->pixels);
}

/* Extends 'all' to the bounding box of both. */
static inline void ff_image_join(struct ff_image_part *all, struct ff_image_part part)
{
	int32_t right = all->x + all->w, bottom = all->y + all->h;

	if (part.w == 0 || part.h == 0)
		return;
	if (all->w == 0 || all->h == 0) {
		*all = part;
		return;
	}
	right = part.x + part.w > right ? part.x + part.w : right;
	bottom = part.y + part.h > bottom ? part.y + part.h : bottom;
	all->x = part.x < all->x ? part.x : all->x;
	all->y = part.y < all->y ? part.y : all->y;
	all->w = right - all->x;
	all->h = bottom - all->y;
}

#endif
