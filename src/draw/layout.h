/*
 * The layout of a picture's page: a title, numbers of columns and rows along two edges of the map,
 * the map, and a legend below, which explains colours and marks.
 *
 * Names: ff_layout, ff_legend.
 */
#ifndef FF_DRAW_LAYOUT_H
#define FF_DRAW_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "draw/palette.h"
#include "draw/style.h"
#include "draw/surface.h"

/* ---- the legend ---- */

/* The sign before a label. */
enum ff_legend_sign {
	FF_LEGEND_AREA, /* a square of a fill */
	FF_LEGEND_SEEN, /* the same, which sees a goal */
	FF_LEGEND_LINE, /* all further ones: of the fill's colour */
	FF_LEGEND_ARROW,
	FF_LEGEND_DOT,
	FF_LEGEND_CROSS,
	FF_LEGEND_RING,
	FF_LEGEND_FRAME,
	FF_LEGEND_GOAL, /* the marker of goals */
	FF_LEGEND_MOST, /* the mark above the bar */
	FF_LEGEND_SPAN, /* a distance on the map, of legend->span pixels */
	FF_LEGEND_NONE, /* no sign */
};

enum {
	FF_LEGEND_ITEMS = 80,
	FF_LEGEND_TEXT = 4096, /* bytes of all labels */
	FF_LEGEND_TITLE = 128,
};

struct ff_legend_item {
	enum ff_legend_sign sign;
	struct ff_fill fill;
	size_t label; /* its place in 'text' */
};

/* {0} is empty. */
struct ff_legend {
	char title[FF_LEGEND_TITLE];                  /* above all; "": none */
	struct ff_legend_item items[FF_LEGEND_ITEMS]; /* [count] */
	size_t count;
	char text[FF_LEGEND_TEXT]; /* [used] */
	size_t used;
	double span;

	/* The bar of a scale. */
	int levels;                  /* 0: no bar */
	const struct ff_fill *fills; /* [levels]  borrowed */
	double first, last;          /* the values at its ends */
	double most;                 /* the largest value that occurs: marked; 0: not */
	bool more;                   /* the last colour stands for larger values, too */
	bool parts;                  /* steps below 1 are allowed even where both ends are whole */
	bool less; /* the first colour stands for smaller values, too; only with a scale */
	const struct ff_fill *wheel;  /* [FF_PALETTE_LEVELS] of directions; NULL: none; borrowed */
	const struct ff_scale *scale; /* NULL: values grow evenly along the bar; borrowed */
};

/* Sets the title; prints as printf() does. */
__attribute__((format(printf, 2, 3))) void ff_legend_title(struct ff_legend *legend,
							   const char *format, ...);

/* Adds an item, whose label is printed likewise; none if there is no room. */
__attribute__((format(printf, 4, 5))) void ff_legend_add(struct ff_legend *legend,
							 enum ff_legend_sign sign,
							 struct ff_fill fill, const char *format,
							 ...);

/* Lists the hues of groups with their names. */
void ff_legend_groups(struct ff_legend *legend, const struct ff_groups *groups,
		      enum ff_legend_sign sign);

/* Adds a bar as long as a round distance, if coordinates are those of a world: of a map w cells
 * wide.
 */
void ff_legend_add_span(struct ff_legend *legend, int32_t w, const struct ff_style *style);

/*
 * Sets the bar of a scale, on which values grow evenly from 'first' to 'last'; a single value is
 * an item instead.
 *
 *   fills  [levels]  borrowed
 *   most   the largest value that occurs
 */
void ff_legend_scale(struct ff_legend *legend, const struct ff_fill *fills, int levels,
		     double first, double last, double most);

/* Returns the height in pixels on a page 'wide' pixels wide. */
int64_t ff_legend_height(const struct ff_legend *legend, const struct ff_type *type, int64_t wide);

/* Paints a legend where its layout has it. */
void ff_legend_paint(const struct ff_legend *legend, struct ff_surface *on);

/* ---- the page ---- */

/* Sets the layout of a picture of w x h cells. */
void ff_layout_set(struct ff_layout *layout, int32_t w, int32_t h, const struct ff_style *style,
		   const struct ff_legend *legend);

/* Paints the title, the numbers, and the map's edge. */
void ff_layout_paint(const struct ff_layout *layout, struct ff_surface *on, const char *title);

/* Paints a counter over the last one; returns the pixels that may have changed: none where there is
 * no room for counters. */
struct ff_image_part ff_layout_paint_counter(const struct ff_layout *layout, struct ff_surface *on,
					     const char *counter);

/* Returns the pixels of the map. */
static inline struct ff_image_part ff_layout_map(const struct ff_layout *layout)
{
	return (struct ff_image_part){(int32_t)layout->x, (int32_t)layout->y, (int32_t)layout->w,
				      (int32_t)layout->h};
}

/* Returns the distance between two numbers along an edge in cells of the map, at least 1. */
static inline int32_t ff_layout_cells(const struct ff_layout *layout)
{
	double cells = layout->step / layout->place.resolution;

	return cells > 1 ? (int32_t)(cells + 1e-6) : 1;
}

#endif
