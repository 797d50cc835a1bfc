/*
 * Palettes: the colours of a colour map, and those that mean one thing only.
 */
#ifndef FF_DRAW_COLORMAP_H
#define FF_DRAW_COLORMAP_H

#include "core/map/image.h"

enum ff_colormap {
	FF_COLORMAP_VIRIDIS,
	FF_COLORMAP_CIVIDIS,
	FF_COLORMAP_TURBO,
	FF_COLORMAP_GRAY,
	FF_COLORMAPS,
};

/* Every picture's palette: LEVELS colours of its own, then the fixed ones. */
enum {
	FF_COLORMAP_LEVELS = 240,
	FF_COLORMAP_PAPER = FF_COLORMAP_LEVELS,
	FF_COLORMAP_INK,
	FF_COLORMAP_FRAME,
	FF_COLORMAP_WALL,
	FF_COLORMAP_UNREACHED,
	FF_COLORMAP_GOAL,
	FF_COLORMAP_CLOSED,       /* to wide walkers */
	FF_COLORMAP_NOT_COMPUTED, /* this and those that follow: only in palettes of pictures... */
	FF_COLORMAP_NOT_YET,      /* ...that have such cells */
	FF_COLORMAP_EDITED,       /* the line around what was edited */
	FF_COLORMAP_END,
};

extern const char *const ff_colormap_names[FF_COLORMAPS];

/* ff_colormap_level() is the colour of level 0..FF_COLORMAP_LEVELS-1. */
struct ff_colour ff_colormap_level(enum ff_colormap map, int level);

/* ff_colormap_ink() is PAPER or INK, whichever is easier to read on a colour. */
uint8_t ff_colormap_ink(struct ff_colour c);

/* ff_colormap_fixed() sets the fixed colours of a palette, and 'colours': to all before
 * NOT_COMPUTED.
 */
void ff_colormap_fixed(struct ff_image *image);

/* ff_colormap_fill() sets a palette's own colours to those of a map. */
void ff_colormap_fill(struct ff_image *image, enum ff_colormap map);

#endif
