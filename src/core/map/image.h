/*
 * A picture: one byte a pixel, and the colours that the bytes stand for.
 */
#ifndef FF_CORE_MAP_IMAGE_H
#define FF_CORE_MAP_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

/* The largest picture, in pixels a side and in all. */
#define FF_IMAGE_SIDE   INT32_C(268435456)
#define FF_IMAGE_PIXELS INT64_C(1073741824)

struct ff_colour {
	uint8_t r, g, b;
};

struct ff_image {
	int32_t w, h;
	int colours;                   /* 1..256; every pixel is below it */
	struct ff_colour palette[256]; /* [colours] */
	bool numbers;                  /* pixels mean something by themselves: files keep them */
	uint8_t *pixels;               /* [w*h, row-major] */
};

/* A part of a picture, in pixels; w or h 0: nothing. */
struct ff_image_part {
	int32_t x, y, w, h;
};

/* Makes a part the least one that holds both. */
void ff_image_join(struct ff_image_part *all, struct ff_image_part part);

#endif
