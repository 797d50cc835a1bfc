/*
 * Every colour of every picture: colour maps, the colours of classes in each kind of picture, and
 * series of hues.  No other file holds a colour.
 *
 * Names: ff_palette, ff_colormap.
 */
#ifndef FF_DRAW_PALETTE_H
#define FF_DRAW_PALETTE_H

#include <stdint.h>

#include "core/map/field.h"
#include "core/map/image.h"

enum ff_colormap {
	FF_COLORMAP_VIRIDIS,
	FF_COLORMAP_CIVIDIS,
	FF_COLORMAP_TURBO,
	FF_COLORMAP_GRAY,
	FF_COLORMAPS,
};

extern const char *const ff_colormap_names[FF_COLORMAPS];

/* The entries of an image's palette: LEVELS of the picture's own, then the fixed ones. */
enum {
	FF_PALETTE_LEVELS = 240,
	FF_PALETTE_PAPER = FF_PALETTE_LEVELS,
	FF_PALETTE_INK,
	FF_PALETTE_FRAME,
	FF_PALETTE_WALL,
	FF_PALETTE_UNREACHED,
	FF_PALETTE_GOAL,
	FF_PALETTE_CLOSED,       /* to wide walkers */
	FF_PALETTE_NOT_COMPUTED, /* this and the following: only in images with such cells */
	FF_PALETTE_NOT_YET,
	FF_PALETTE_EDITED, /* the line around edited cells */
	FF_PALETTE_END,
};

/* Kinds of pictures that have their own colours for some classes. */
enum ff_palette_look {
	FF_PALETTE_PLAIN, /* no colours of its own */
	FF_PALETTE_ARROWS,
	FF_PALETTE_DIRECTIONS,
	FF_PALETTE_WALKS, /* paths and crowds */
	FF_PALETTE_REACH,
	FF_PALETTE_MEASURE,
	FF_PALETTE_DIFFERENCE,
	FF_PALETTE_SECTORS,
	FF_PALETTE_SECTORS_CROWDED, /* much is drawn over it: computed sectors stand out more */
	FF_PALETTE_SECTORS_FAINT,   /* a map in the background */
};

/* Sets the fixed entries of a palette, and 'colours': to all before NOT_COMPUTED. */
void ff_palette_set(struct ff_image *image);

/* Changes the fixed entries that differ in a look. */
void ff_palette_set_look(struct ff_image *image, enum ff_palette_look look);

/* Returns the entry of a class; 'open' for reached cells. */
static inline uint8_t ff_palette_class(uint8_t class, uint8_t open)
{
	/* Without a table, so that compilers make vector code. */
	return class == FF_REACHED        ? open
	       : class == FF_WALL         ? FF_PALETTE_WALL
	       : class == FF_UNREACHED    ? FF_PALETTE_UNREACHED
	       : class == FF_NOT_COMPUTED ? FF_PALETTE_NOT_COMPUTED
	       : class == FF_NOT_YET      ? FF_PALETTE_NOT_YET
					  : FF_PALETTE_GOAL;
}

/* Returns the colour of level 0..FF_PALETTE_LEVELS-1 of a colour map. */
struct ff_colour ff_palette_level(enum ff_colormap map, int level);

/* Sets a palette's own entries to the levels of a colour map. */
void ff_palette_fill(struct ff_image *image, enum ff_colormap map);

/* Returns PAPER or INK, whichever is easier to read on a colour. */
uint8_t ff_palette_ink(struct ff_colour colour);

/* Returns the colour that lies 'part' of 'whole' of the way from 'from' to 'to'. */
struct ff_colour ff_palette_mix(struct ff_colour from, struct ff_colour to, int part, int whole);

/* ---- hues ---- */

enum {
	FF_PALETTE_ROUTES = 8, /* the last one is a grey, for all that no legend names */
	FF_PALETTE_GROUPS = 8, /* likewise */
	FF_PALETTE_PACES = 3,
	FF_PALETTE_HUES = 24,
	FF_PALETTE_PORTALS = 5,
};

extern const struct ff_colour ff_palette_directions[FF_DIRECTIONS];
extern const struct ff_colour ff_palette_routes[FF_PALETTE_ROUTES]; /* of paths and routes */
extern const struct ff_colour ff_palette_groups[FF_PALETTE_GROUPS]; /* of walkers */
extern const struct ff_colour ff_palette_paces[FF_PALETTE_PACES];   /* standing, slow, walking */
extern const struct ff_colour ff_palette_hues[FF_PALETTE_HUES];     /* of labels */
extern const struct ff_colour ff_palette_changes[FF_CHANGE_KINDS];
/* Two for windows to the right, two for windows below, and one for corner portals. */
extern const struct ff_colour ff_palette_portals[FF_PALETTE_PORTALS];

/* Colours of a single thing. */
extern const struct ff_colour ff_palette_white, ff_palette_reached, ff_palette_arrow,
	ff_palette_walker_rim, ff_palette_bar, ff_palette_grid, ff_palette_edge, ff_palette_node;

/* ---- ground ---- */

/* Open ground, from the cheapest cost to the dearest. */
struct ff_palette_ramp {
	struct ff_colour light, dark;
};

extern const struct ff_palette_ramp ff_palette_walks_ground, ff_palette_arrows_ground;

/* Sets colours[0..count-1] to a ramp. */
void ff_palette_fill_ramp(struct ff_colour *colours, int count, const struct ff_palette_ramp *ramp);

/* The map below sectors, by whether a sector is computed. */
struct ff_palette_sectors {
	struct ff_colour clear[2]; /* sectors without walls and of one cost */
	struct ff_palette_ramp ground[2];
	struct ff_colour wall;            /* in computed sectors; in others that of the look */
	struct ff_colour line, wall_line; /* between sectors, and through walls */
};

/* Returns those of a look from FF_PALETTE_SECTORS on. */
const struct ff_palette_sectors *ff_palette_sectors(enum ff_palette_look look);

/* ---- made by scripts/make_colormaps ---- */

/* [256]  from the least value to the largest */
extern const struct ff_colour ff_palette_viridis[256];
extern const struct ff_colour ff_palette_cividis[256];
extern const struct ff_colour ff_palette_turbo[256];

#endif
