/*
 * The layout of a picture's page: a title, numbers of columns and rows along two edges of the map,
 * the map, and a legend below.
 *
 * Names: ff_layout.
 */
#ifndef FF_DRAW_LAYOUT_H
#define FF_DRAW_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "draw/legend.h"
#include "draw/style.h"
#include "draw/surface.h"

/* Sets the layout of a picture of w x h cells. */
void ff_layout_set(struct ff_layout *layout, int32_t w, int32_t h, const struct ff_style *style,
		   const struct ff_legend *legend);

/* Paints the title, the numbers, and the map's edge. */
void ff_layout_paint(const struct ff_layout *layout, struct ff_surface *on, const char *title);

/* Paints a counter over the last one; returns the pixels that may have changed: none where there is
 * no room for counters. */
struct ff_image_part ff_layout_paint_counter(const struct ff_layout *layout, struct ff_surface *on,
					     const char *counter);

/* Returns the distance in cells between two numbers along an edge: 1, 2 or 5 times a power of ten.
 */
int32_t ff_layout_step(const struct ff_layout *layout);

#endif
