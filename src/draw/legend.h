/*
 * The strip below a picture that explains its colours.
 *
 * Names: ff_legend, ff_groups.
 */
#ifndef FF_DRAW_LEGEND_H
#define FF_DRAW_LEGEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/image.h"
#include "core/map/walkers.h"
#include "draw/style.h"

/* The label of closed cells; pictures without such cells do not list them. */
#define FF_LEGEND_CLOSED "too near a wall"

struct ff_legend_swatch {
	uint8_t colour;
	const char *label;
};

/* The labels of the fixed entries: goal, unreached, wall, closed, not computed and not yet. */
enum { FF_LEGEND_FIXED = 6 };
extern const struct ff_legend_swatch ff_legend_fixed[FF_LEGEND_FIXED];

enum { FF_LEGEND_EDGES = 256 };

struct ff_legend {
	const char *title; /* above all; may be NULL */
	const struct ff_legend_swatch *swatches;
	size_t count;
	int levels;         /* colours of the bar; 0: no bar */
	int stride;         /* they are the entries 0, stride, 2 * stride, ... */
	double first, last; /* the values at its ends */
	bool more;          /* the last colour stands for larger values, too */
	bool parts;         /* steps below 1 are allowed even where both ends are whole */
	bool less;          /* the first colour stands for smaller values, too; only with edges */
	/* NULL: values grow evenly along the bar; or [FF_LEGEND_EDGES + 1], ascending from 'first',
	 * a round number >= 1e-6, to 'last': the values at equal distances on it. */
	const double *edges;
};

/* Parts of a legend, in pixels. */
enum ff_legend_kind {
	FF_LEGEND_TEXT,   /* from its top left corner x,y on */
	FF_LEGEND_END,    /* text whose top right corner is x,y */
	FF_LEGEND_SWATCH, /* a framed square of a colour */
	FF_LEGEND_BAR,    /* all colours from left to right; its frame goes around it */
	FF_LEGEND_TICK,   /* a line of one pixel */
};

struct ff_legend_mark {
	enum ff_legend_kind kind;
	int64_t x, y, w, h; /* w and h: except of texts */
	uint8_t colour;     /* of a swatch */
	const char *text;   /* ASCII; of texts */
};

/*
 * Sets the size in pixels of the picture of a map of w * h cells, with room for the legend where
 * the style has one; returns true if it has.  The legend is below the map and, where it was asked
 * for and the map is too narrow, to the right: the map's top left corner is the picture's.
 */
bool ff_legend_size(int32_t w, int32_t h, const struct ff_style *style,
		    const struct ff_legend *legend, int64_t *wide, int64_t *high);

/* Returns the font of the legend of a picture that wide. */
const struct ff_canvas_font *ff_legend_font(int64_t wide);

/* Calls 'put' for each part of a legend that begins at row 'y' of a picture 'wide' pixels wide. */
void ff_legend_each(const struct ff_legend *legend, int64_t wide, int64_t y,
		    void (*put)(void *context, const struct ff_legend_mark *mark), void *context);

/* Extends a palette to the entries of a legend. */
void ff_legend_palette(struct ff_image *image, const struct ff_legend *legend);

/* Makes a picture of the size of ff_legend_size(), with a palette that has all entries of the
 * legend.  Returns as ff_canvas_new(). */
enum ff_status ff_legend_canvas(struct ff_image *image, int32_t w, int32_t h,
				const struct ff_style *style, const struct ff_legend *legend,
				struct ff_error *err);

/* Draws the legend, and covers all that ran over the map's edge. */
void ff_legend_draw(struct ff_image *image, int32_t w, int32_t h, const struct ff_style *style,
		    const struct ff_legend *legend);

/* Returns the label of cells of class goal: in flee maps they are refuges. */
const char *ff_legend_goal(const struct ff_scene *scene);

/*
 * Lists the fixed entries of a scene; returns their number.  Closed cells, not computed and not yet
 * are listed only where there are any.  Where cells are not yet and none is unreached, "not yet"
 * has the place of "unreached".
 */
size_t ff_legend_scene(const struct ff_scene *scene,
		       struct ff_legend_swatch swatches[FF_LEGEND_FIXED]);

/* Swatches of kinds of ground.  Points into itself: not to be copied. */
enum { FF_LEGEND_GROUNDS = 24, FF_LEGEND_LABEL = FF_GROUNDS_NAME + 16 };
struct ff_legend_grounds {
	struct ff_legend_swatch swatches[FF_LEGEND_GROUNDS];
	char labels[FF_LEGEND_GROUNDS][FF_LEGEND_LABEL];
	size_t count;
	bool walls, others; /* any of them is a wall; any of them is not */
};

/*
 * Lists the named kinds of ground whose costs occur on the map, with their costs ("mud 9"): as many
 * as there is room for, and the number of the others.
 *
 *   colours  [256]  the entries of each cost and of walls
 */
void ff_legend_grounds(const struct ff_scene *scene, const uint8_t colours[256],
		       struct ff_legend_grounds *out);

/*
 * Adds them to a legend, in place of the plain wall and of a bar of one cost.
 *
 *   swatches  those of the legend, with room for FF_LEGEND_GROUNDS more
 */
void ff_legend_add_grounds(struct ff_legend *legend, struct ff_legend_swatch *swatches,
			   const struct ff_legend_grounds *grounds);

/* Groups with walkers; of more than FF_PALETTE_GROUPS all beyond the seventh share a hue.  Points
 * into itself: not to be copied. */
struct ff_groups {
	uint8_t *hues;  /* owned; [walkers->group_count]  0..FF_PALETTE_GROUPS-1 */
	uint32_t count; /* of groups with walkers */
	struct ff_legend_swatch swatches[FF_PALETTE_GROUPS]; /* [listed] */
	size_t listed;
	char names[FF_PALETTE_GROUPS][FF_WALKERS_NAME + 16];
};

/* Finds the groups with walkers; hue k is entry first + k.  False if memory ran out.
 * ff_groups_close() frees in either case. */
bool ff_groups_open(struct ff_groups *groups, const struct ff_walkers *walkers, int first);
void ff_groups_close(struct ff_groups *groups);

/* Sets the entries first..first+FF_PALETTE_GROUPS-1 of a palette. */
void ff_groups_fill(struct ff_image *image, int first);

#endif
