/*
 * Every colour of every picture.  No other file holds a colour.
 *
 * A thing has one colour and one pattern in all pictures and animations, in pixels and in SVG. What
 * may touch differs by at least 20 in CIE 1976 L*a*b* (CIE76), to eyes with all cones, without red,
 * green or blue ones, and in grey print; tests/unit/test_palette.c says which things may touch, and
 * where a series of hues cannot hold that in grey.  Marks on colour maps have rims, which hold it.
 *
 * Names: ff_palette, ff_colormap, ff_fill, ff_pattern, ff_groups.
 */
#ifndef FF_DRAW_PALETTE_H
#define FF_DRAW_PALETTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/map/field.h"
#include "core/map/image.h"
#include "core/map/walkers.h"

/* ---- fills ---- */

enum ff_pattern {
	FF_PATTERN_PLAIN,
	FF_PATTERN_STRIPES,      /* like a slash */
	FF_PATTERN_BACK_STRIPES, /* like a backslash */
	FF_PATTERN_DOTS,
};

struct ff_fill {
	struct ff_colour colour, line; /* line: of the pattern */
	enum ff_pattern pattern;
};

/* The entries of a picture: LEVELS of its own, then the fixed ones. */
enum {
	FF_PALETTE_LEVELS = 240,
	FF_PALETTE_PAPER = FF_PALETTE_LEVELS,
	FF_PALETTE_INK,
	FF_PALETTE_FRAME,
	FF_PALETTE_WALL,
	FF_PALETTE_UNREACHED,
	FF_PALETTE_GOAL,         /* a marker of this colour has rims of ink and paper */
	FF_PALETTE_CLOSED,       /* to wide walkers */
	FF_PALETTE_NOT_COMPUTED, /* this and the following: only in pictures with such cells */
	FF_PALETTE_NOT_YET,
	FF_PALETTE_FARTHER,
	FF_PALETTE_FRONT,  /* between known cells and those that are not yet */
	FF_PALETTE_EDITED, /* the line around edited cells */
	FF_PALETTE_END,
};

/* Sets the fixed entries of a picture. */
void ff_palette_fills(struct ff_fill fills[256]);

/* Returns the colour of a fixed entry. */
struct ff_colour ff_palette_colour(int entry);

/* Returns the entry of a class; 'open' for reached cells. */
static inline uint8_t ff_palette_class(uint8_t class, uint8_t open)
{
	/* Without a table, so that compilers make vector code. */
	return class == FF_REACHED        ? open
	       : class == FF_WALL         ? FF_PALETTE_WALL
	       : class == FF_UNREACHED    ? FF_PALETTE_UNREACHED
	       : class == FF_NOT_COMPUTED ? FF_PALETTE_NOT_COMPUTED
	       : class == FF_NOT_YET      ? FF_PALETTE_NOT_YET
	       : class == FF_FARTHER      ? FF_PALETTE_FARTHER
					  : FF_PALETTE_GOAL;
}

/* A colour in CIE 1976 L*a*b*, by the light of its samples, 0..1; and the light of a sample. */
struct ff_lab {
	float l, a, b;
};
struct ff_lab ff_palette_lab(double red, double green, double blue);
double ff_palette_light(int sample);

/* Returns PAPER or INK, whichever is easier to read on a colour. */
uint8_t ff_palette_ink(struct ff_colour colour);

/* Returns the colour that lies 'part' of 'whole' of the way from 'from' to 'to'. */
struct ff_colour ff_palette_mix(struct ff_colour from, struct ff_colour to, int part, int whole);

/* ---- ramps ---- */

enum ff_colormap {
	FF_COLORMAP_VIRIDIS,
	FF_COLORMAP_CIVIDIS,
	FF_COLORMAP_TURBO,
	FF_COLORMAP_GRAY,
	FF_COLORMAPS,
};

extern const char *const ff_colormap_names[FF_COLORMAPS];

/* Returns the colour of level 0..FF_PALETTE_LEVELS-1 of a colour map, without the ends of the map
 * that resemble walls. */
struct ff_colour ff_palette_level(enum ff_colormap map, int level);

/* Sets a picture's own entries to the levels of a colour map. */
void ff_palette_levels(struct ff_fill fills[256], enum ff_colormap map);

/* Sets entries 0..count-1 to the colours of a map from those that resemble the ground to those
 * that stand out from it. */
void ff_palette_strengths(struct ff_fill *fills, int count, enum ff_colormap map);

/* Sets a picture's own entries to the colours of directions, clockwise from the right. */
void ff_palette_wheel(struct ff_fill fills[256]);

/* Returns a pale version of a colour, for what lies below arrows and streamlines. */
struct ff_colour ff_palette_pale(struct ff_colour colour);

/* Return the colours of open cells that cost 'part' of 'whole', from the cheapest, 0, to the
 * dearest, 0 < whole: in pictures of the terrain, and, quieter, below everything else. */
struct ff_colour ff_palette_terrain(int part, int whole);
struct ff_colour ff_palette_ground(int part, int whole);

/* Returns a designer's own colour, muted so that marks can be read on it. */
struct ff_colour ff_palette_muted(struct ff_colour colour);

/* ---- series ---- */

enum {
	FF_PALETTE_GROUPS = 8, /* the last one is a grey, for all that no legend names */
	FF_PALETTE_PACES = 3,
	FF_PALETTE_HUES = 24,
	FF_PALETTE_PORTALS = 5,
};

extern const struct ff_colour ff_palette_groups[FF_PALETTE_GROUPS]; /* of paths, routes, walkers */
extern const struct ff_colour ff_palette_paces[FF_PALETTE_PACES];   /* standing, slow, walking */
/* Labels: those of groups first, without the grey.  A line of ink lies between areas. */
extern const struct ff_colour ff_palette_hues[FF_PALETTE_HUES];
/* Portals that a route uses: two for windows to the right, two for windows below, and one for
 * corner portals; and all others. */
extern const struct ff_colour ff_palette_portals_used[FF_PALETTE_PORTALS];
extern const struct ff_colour ff_palette_portal;
extern const struct ff_fill ff_palette_change_fills[FF_CHANGE_KINDS];

/* Colours of a single thing. */
extern const struct ff_colour ff_palette_accent;  /* the largest value, and edits */
extern const struct ff_colour ff_palette_arrow;   /* arrows and streamlines */
extern const struct ff_colour ff_palette_contour; /* lines of equal cost */
/* The tint and the stripes of cells that see a goal; and the rims of these stripes, without which
 * they would hardly show on pale cells, and the edge around them all. */
extern const struct ff_colour ff_palette_sight, ff_palette_sight_edge;
enum { FF_PALETTE_TINT = 20 };                    /* percent */
extern const struct ff_colour ff_palette_reached; /* cells, where no more is shown of them */
extern const struct ff_colour ff_palette_white, ff_palette_walker_rim, ff_palette_bar,
	ff_palette_grid, ff_palette_edge, ff_palette_node;

/* ---- made by scripts/make_colormaps ---- */

/* [256]  from the least value to the largest */
extern const struct ff_colour ff_palette_viridis[256];
extern const struct ff_colour ff_palette_cividis[256];
extern const struct ff_colour ff_palette_turbo[256];

/*
 * Groups of walkers have the same colours in paths, animations and histograms, and so have their
 * goals.
 */

enum { FF_GROUPS_NONE = 255 }; /* no hue */

/* Groups with walkers; of more than FF_PALETTE_GROUPS, all beyond the seventh share a hue. */
struct ff_groups {
	const struct ff_walkers *walkers; /* borrowed */
	uint8_t *hues;                    /* owned; [walkers->group_count]  index of 'colours'; or
					     FF_GROUPS_NONE: it has no walkers */
	uint32_t count;                   /* of groups with walkers */
	/* those of ff_palette_groups; in place of the nearest, those that groups are named by */
	struct ff_colour colours[FF_PALETTE_GROUPS];
};

/* Chooses the hues: a group named by a colour, as #rrggbb or as in CSS, has that if it can be told
 * from walls, ground and the other hues; false if memory ran out, and nothing is set. */
bool ff_groups_open(struct ff_groups *groups, const struct ff_walkers *walkers);
void ff_groups_close(struct ff_groups *groups);

/* Returns true if groups have colours: there are several; 'groups' may be NULL. */
static inline bool ff_groups_coloured(const struct ff_groups *groups)
{
	return groups != NULL && groups->count > 1;
}

/* Returns the number of groups that have a hue of their own. */
uint32_t ff_groups_named(const struct ff_groups *groups);

/* Returns the colour of the group of a walker. */
struct ff_colour ff_groups_colour(const struct ff_groups *groups, size_t walker);

/* Returns the name of the only group that has a hue; NULL: there are several. */
const char *ff_groups_name(const struct ff_groups *groups, uint8_t hue);

#endif
