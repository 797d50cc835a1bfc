/*
 * The strip below a picture that says what its colours mean.
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

/* What a legend calls closed cells; pictures without such cells do not list them. */
#define FF_LEGEND_CLOSED "too near a wall"

struct ff_legend_swatch {
	uint8_t colour;
	const char *label;
};

/* What the fixed colours of a map mean: goal, unreached, wall, closed, not computed and not yet. */
enum { FF_LEGEND_FIXED = 6 };
extern const struct ff_legend_swatch ff_legend_fixed[FF_LEGEND_FIXED];

enum { FF_LEGEND_EDGES = 256 };

struct ff_legend {
	const char *title; /* first of all; may be NULL */
	const struct ff_legend_swatch *swatches;
	size_t count;
	int levels;         /* the bar shows the palette's colours 0..levels-1; 0: no bar */
	int stride;         /* ... every stride-th of them */
	double first, last; /* the values at its ends */
	bool more;          /* the last colour stands for larger values, too */
	bool parts;         /* steps below 1 are right even where both ends are whole */
	bool less;          /* the first one for smaller ones; only with edges */
	/* NULL: values grow steadily along the bar; or [FF_LEGEND_EDGES + 1], ascending from
	 * 'first' to 'last': those at equal distances on it.  'first' is a round number, >= 1e-6.
	 */
	const double *edges;
};

/* What a legend is made of, in pixels. */
enum ff_legend_kind {
	FF_LEGEND_TEXT,   /* from its top left corner x,y on */
	FF_LEGEND_END,    /* text whose top right corner is x,y */
	FF_LEGEND_SWATCH, /* a framed square of a colour */
	FF_LEGEND_BAR,    /* all colours from left to right; its frame goes around it */
	FF_LEGEND_TICK,   /* a line of one pixel */
};

struct ff_legend_mark {
	enum ff_legend_kind kind;
	int64_t x, y, w, h; /* w and h not of texts */
	uint8_t colour;     /* of a swatch */
	const char *text;   /* ASCII; of texts */
};

/*
 * ff_legend_size() is the size in pixels of the picture of a map of w * h cells with
 * room for the legend where the style wants one; true if it has one.  What it takes
 * is below the map (and, where the legend was asked for and the map is too narrow
 * for it, to the right): the map's top left corner is the picture's.
 */
bool ff_legend_size(int32_t w, int32_t h, const struct ff_style *style,
		    const struct ff_legend *legend, int64_t *wide, int64_t *high);

/* ff_legend_font() is the font of a legend in a picture that wide. */
const struct ff_canvas_font *ff_legend_font(int64_t wide);

/* ff_legend_each() calls 'put' for each mark of a legend that stands from row 'y' on in a
 * picture that is 'wide' pixels wide. */
void ff_legend_each(const struct ff_legend *legend, int64_t wide, int64_t y,
		    void (*put)(void *context, const struct ff_legend_mark *mark), void *context);

/* ff_legend_palette() makes room in a palette for a colour of the legend beyond its end. */
void ff_legend_palette(struct ff_image *image, const struct ff_legend *legend);

/*
 * ff_legend_canvas() makes the picture of that size, with a palette that has all of the
 * legend's colours.  Returns as ff_canvas_new().
 */
enum ff_status ff_legend_canvas(struct ff_image *image, int32_t w, int32_t h,
				const struct ff_style *style, const struct ff_legend *legend,
				struct ff_error *err);

/* ff_legend_draw() draws the legend, last of all: what ran over the map's edge goes. */
void ff_legend_draw(struct ff_image *image, int32_t w, int32_t h, const struct ff_style *style,
		    const struct ff_legend *legend);

/* ff_legend_goal() is what cells of class goal are called: in flee maps refuges. */
const char *ff_legend_goal(const struct ff_scene *scene);

/*
 * ff_legend_scene() sets swatches[0..count-1] to the fixed colours as they are
 * in a scene and returns 'count': those of closed cells, and of cells not computed and not
 * yet, the last three, only count where there are any.  Where some are not yet, none need be
 * unreached, and then that one stands in its place.
 */
size_t ff_legend_scene(const struct ff_scene *scene,
		       struct ff_legend_swatch swatches[FF_LEGEND_FIXED]);

/* Swatches for kinds of ground, and what they say. */
enum { FF_LEGEND_GROUNDS = 24, FF_LEGEND_LABEL = FF_GROUNDS_NAME + 16 };
struct ff_legend_grounds {
	struct ff_legend_swatch swatches[FF_LEGEND_GROUNDS];
	char labels[FF_LEGEND_GROUNDS][FF_LEGEND_LABEL];
	size_t count;
	bool walls, others; /* whether any of them is a wall, and whether any is none */
};

/*
 * ff_legend_grounds() names the kinds of ground of a scene whose costs occur on the
 * map, with their costs ("mud 9"), those without a name left out: as many as there is room for,
 * and how many more there are; none where there are no names.
 *
 *   colours  [256]  of each cost and of walls
 *   out      set; points into itself: not to be copied
 */
void ff_legend_grounds(const struct ff_scene *scene, const uint8_t colours[256],
		       struct ff_legend_grounds *out);

/*
 * ff_legend_add_grounds() adds them to a legend, in place of what would say the same: the
 * plain wall, and a bar of one cost.
 *
 *   swatches  those of the legend, with room for FF_LEGEND_GROUNDS more
 */
void ff_legend_add_grounds(struct ff_legend *legend, struct ff_legend_swatch *swatches,
			   const struct ff_legend_grounds *grounds);

enum { FF_GROUPS_HUES = 8 }; /* where there are more groups, all beyond the seventh share one */

/* Those that have walkers.  Points into itself: not to be copied. */
struct ff_groups {
	uint8_t *hues;  /* owned; [walkers->group_count]  each group's: 0..FF_GROUPS_HUES-1 */
	uint32_t count; /* how many groups have walkers */
	struct ff_legend_swatch swatches[FF_GROUPS_HUES]; /* [listed]  what a legend says of them */
	size_t listed;
	char names[FF_GROUPS_HUES][FF_WALKERS_NAME + 16];
};

/* ff_groups_open() finds them; hue k is colour first + k.  False if memory ran out.
 * ff_groups_close() frees in either case. */
bool ff_groups_open(struct ff_groups *groups, const struct ff_walkers *walkers, int first);
void ff_groups_close(struct ff_groups *groups);

/* ff_groups_fill() sets a palette's colours first..first+FF_GROUPS_HUES-1. */
void ff_groups_fill(struct ff_image *image, int first);

#endif
