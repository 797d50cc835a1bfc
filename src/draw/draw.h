/*
 * Pictures, each made by a file draw_*.c, and films, whose frames are made one by one.
 */
#ifndef FF_DRAW_DRAW_H
#define FF_DRAW_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/image.h"
#include "core/map/raster.h"
#include "core/map/sectors.h"
#include "core/map/walkers.h"
#include "draw/scene.h"
#include "draw/style.h"
#include "draw/svg.h"

/* The heatmap: how far everything is from the goal. */

/*
 * ff_draw_heatmap(), like every ff_draw_*, makes a picture of a scene.  The
 * caller owns image->pixels and passes it to free().  Returns FF_OK; FF_E_LIMIT
 * if the picture is too large; FF_E_NOMEM.  On failure nothing is set.  No globals.
 */
enum ff_status ff_draw_heatmap(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_image *image, const struct ff_machine *machine,
			       struct ff_error *err);

/*
 * ff_draw_heatmap_svg() makes the text of an SVG file of the same picture, its layers
 * being "heatmap" (an image of the cells), "contours", "walls", "unreached",
 * "closed", "goals", "values" and "legend", as far as there are any.
 *
 *   text  set; [*size]  the caller owns it and passes it to free()
 *
 * Returns FF_OK; FF_E_NOMEM; or what 'about' says of a file that cannot be encoded.  On
 * failure nothing is set.  Equal input gives equal text, as long as 'about' encodes alike.
 */
enum ff_status ff_draw_heatmap_svg(const struct ff_scene *scene, const struct ff_style *style,
				   const struct ff_svg_about *about, char **text, size_t *size,
				   const struct ff_machine *machine, struct ff_error *err);

/* The arrows: which way to go from everywhere. */

/* As ff_draw_heatmap(). */
enum ff_status ff_draw_arrows(const struct ff_scene *scene, const struct ff_style *style,
			      struct ff_image *image, const struct ff_machine *machine,
			      struct ff_error *err);

/*
 * As ff_draw_heatmap_svg(), with the layers "cost" or, where arrows would say little,
 * "directions" (an image of the cells), "arrows", "walls", "unreached", "closed",
 * "goals", "wheel" and "legend".
 */
enum ff_status ff_draw_arrows_svg(const struct ff_scene *scene, const struct ff_style *style,
				  const struct ff_svg_about *about, char **text, size_t *size,
				  const struct ff_machine *machine, struct ff_error *err);

/* Reach: what can be reached, and what not. */

/* As ff_draw_heatmap(). */
enum ff_status ff_draw_reach(const struct ff_scene *scene, const struct ff_style *style,
			     struct ff_image *image, const struct ff_machine *machine,
			     struct ff_error *err);

/* The terrain: what it costs to leave each cell. */

/* As ff_draw_heatmap(). */
enum ff_status ff_draw_terrain(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_image *image, const struct ff_machine *machine,
			       struct ff_error *err);

/* Labels: which area or goal each cell belongs to, or how many of something it has. */

struct ff_draw_labels {
	const struct ff_labels *labels; /* [w*h]  of the scene's size; all borrowed */
	const char *title;              /* of the legend; may be NULL */
	const char *const *names;       /* [named]  of labels 0..named-1, for the legend */
	uint32_t named;                 /* <= labels->count */
	bool ordered;                   /* labels are amounts: the style's colour map; else hues */
	bool borders;                   /* lines where cells of two labels meet */
};

/*
 * ff_draw_labels(), as ff_draw_heatmap(), makes a picture of a scene's map,
 * goals and classes, and of 'what'.  Goals, and cells without a label, have
 * the fixed colours.  Hues come again with another lightness after 24 labels,
 * and as they were after 72.  The legend has the first dozen names, how many
 * labels there are besides, and the fixed colours that occur.
 */
enum ff_status ff_draw_labels(const struct ff_scene *scene, const struct ff_draw_labels *what,
			      const struct ff_style *style, struct ff_image *image,
			      const struct ff_machine *machine, struct ff_error *err);

/* A mask: white where a cell has a label, black elsewhere. */

/*
 * ff_draw_mask() makes a picture for other programs, one pixel a cell, in greys
 * of 0 and 255.  The caller owns image->pixels and passes it to free().  Returns
 * FF_OK, or FF_E_NOMEM (nothing is set).
 */
enum ff_status ff_draw_mask(const struct ff_labels *labels, struct ff_image *image,
			    struct ff_error *err);

/* Sectors and portals: where the map is cut, and where walkers cross. */

/*
 * ff_draw_portals(), as ff_draw_heatmap(), makes a picture of a scene's map, goals and classes,
 * and of its sectors and portals, and of the paths from the sources of the routes along the
 * directions; the graph needs no costs.  Portals that touch have different colours.  While it runs
 * it takes a bit a cell besides the pixels, and a number a route.
 */
enum ff_status ff_draw_portals(const struct ff_scene *scene, const struct ff_portal_graph *graph,
			       const struct ff_routes *routes, const struct ff_style *style,
			       struct ff_image *image, const struct ff_machine *machine,
			       struct ff_error *err);

/* The portal graph: what routes are found in. */

/*
 * ff_draw_graph(), as ff_draw_heatmap(), makes a picture of a scene's map, goals and classes,
 * pale, and over it of a graph that has its costs, and of the routes.  Edges within sectors are
 * straight lines from node to node, one for both directions; there are none where they would
 * cover the map.  Costs stand where there is room: of both directions where they differ, the
 * smaller first.  It takes no memory but the pixels.
 */
enum ff_status ff_draw_graph(const struct ff_scene *scene, const struct ff_portal_graph *graph,
			     const struct ff_routes *routes, const struct ff_style *style,
			     struct ff_image *image, const struct ff_machine *machine,
			     struct ff_error *err);

/* Paths: the ways that walkers take, as lines on the map. */

/*
 * ff_draw_paths(), as ff_draw_heatmap(), makes a picture of a scene's map, goals and classes, and
 * of the paths upon it, with a dot where each begins; who has no way is a cross.  Where several
 * groups walk, each has a colour; else each path has one, and the legend names where they begin if
 * they are no more than there are colours.  The more paths there are, the thinner they are.  It
 * takes no memory but the pixels.
 *
 *   walkers  those of the paths, in the same order
 */
enum ff_status ff_draw_paths(const struct ff_scene *scene, const struct ff_paths *paths,
			     const struct ff_walkers *walkers, const struct ff_style *style,
			     struct ff_image *image, const struct ff_machine *machine,
			     struct ff_error *err);

/*
 * ff_draw_paths_svg(), as ff_draw_heatmap_svg(), makes the same picture as vectors.  Its layers
 * are "map" (an image of the cells), "walls", "unreached", "closed", "goals", "paths",
 * "starts", "stranded" (who has no way) and "legend", as far as there are any.  A path is one
 * polyline, to a hundredth of a cell, with id "path-" and the walker's id, and class "group-" and
 * the number of his group, from 0.
 */
enum ff_status ff_draw_paths_svg(const struct ff_scene *scene, const struct ff_paths *paths,
				 const struct ff_walkers *walkers, const struct ff_style *style,
				 const struct ff_svg_about *about, char **text, size_t *size,
				 const struct ff_machine *machine, struct ff_error *err);

/* The histogram of arrivals: how many arrive when. */

/*
 * ff_draw_histogram() makes a picture of 800 x 400 pixels: bars, of groups on top of each other
 * where there are several; a line for which share of all walkers has arrived; marks at the mean
 * time of arrival, and when nine of ten of those who arrive have; and in words how many have not.
 *
 *   arrivals  [walkers->count]  times below 1e15
 *
 * The caller owns image->pixels and passes it to free().  Returns FF_OK or FF_E_NOMEM, and then
 * nothing is set.  No globals.
 */
enum ff_status ff_draw_histogram(const struct ff_walkers *walkers,
				 const struct ff_arrival *arrivals, struct ff_image *image,
				 struct ff_error *err);

/* A measure: how much of something each cell has, on quiet ground. */

struct ff_draw_measure {
	/* [scene], one channel, values >= 0; cells without one are ground; borrowed */
	const struct ff_raster *raster;
	const char *title; /* of the legend, with the unit */
	bool ratios;       /* equal steps of colour are equal ratios of values; else differences */
	/* Small values are what is looked for, and 0 is one of them: they stand out; else large
	 * ones do, and cells of 0 are ground. */
	bool small;
};

/*
 * ff_draw_measure(), as ff_draw_heatmap(), makes a picture of a scene's map, goals and classes, and
 * of 'what'.  The value that has the last colour is style->range, or the largest one; the first
 * colour has 0 or, of ratios, a round number no larger than the least value: but at least a
 * millionth of the last.
 */
enum ff_status ff_draw_measure(const struct ff_scene *scene, const struct ff_draw_measure *what,
			       const struct ff_style *style, struct ff_image *image,
			       const struct ff_machine *machine, struct ff_error *err);

/* The difference between two looks at a map, over what the map is now, in pale colours. */

/* All borrowed. */
struct ff_draw_difference {
	int32_t w, h;
	const uint8_t *cells;            /* [w*h]  see enum ff_change */
	uint64_t count[FF_CHANGE_KINDS]; /* cells of each kind */
	const char *const *names;        /* [FF_CHANGE_KINDS]  what the legend calls them */
	const uint8_t *strengths;        /* [w*h]  how much rose or fell, 255 most; NULL: as much */
	const struct ff_change_area *areas; /* [area_count]  those that may have a frame */
	uint32_t area_count;
	/* The ground below, [w*h] each; NULL: it is not known. */
	const uint8_t *classes;         /* enum ff_class */
	const char *const *class_names; /* [FF_CLASSES]  what the legend calls them */
	const uint8_t *greys;           /* or any picture: 0 black .. 255 white */
};

/*
 * ff_draw_difference() makes the picture; areas too small to be found at a
 * glance have a frame around them, unless there are many.  The caller owns
 * image->pixels and passes it to free().  Returns FF_OK; FF_E_LIMIT if the
 * picture is too large; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_draw_difference(const struct ff_draw_difference *what,
				  const struct ff_style *style, struct ff_image *image,
				  const struct ff_machine *machine, struct ff_error *err);

/* Filled by ff_draw_front_open(); a caller reads 'image' and 'known' and leaves the rest alone. */
struct ff_draw_front {
	struct ff_image image; /* the frame */
	struct ff_image whole; /* the heatmap */
	int32_t w, h;
	int scale;
	const struct ff_scene *scene;
	uint8_t *known;      /* [w*h]  walls, and what was told */
	uint32_t *fresh;     /* [count]  cells told since the last frame, and before them... */
	size_t count, inked; /* ...[inked] those that were beside unknown ones */
};

/*
 * ff_draw_front_open() draws the heatmap of a scene, and as the first frame what it shows before
 * any of its cells is known: all but goals and walls are not yet.
 *
 *   scene  read until ff_draw_front_free()
 *
 * Returns as ff_draw_heatmap().  On failure nothing is left.
 */
enum ff_status ff_draw_front_open(struct ff_draw_front *front, const struct ff_scene *scene,
				  const struct ff_style *style, const struct ff_machine *machine,
				  struct ff_error *err);

/* ff_draw_front_tell() tells that a cell which has a value is known, once each. */
void ff_draw_front_tell(struct ff_draw_front *front, uint32_t cell);

/*
 * ff_draw_front_show() draws the next frame, and returns which part of it differs from the one
 * before: known cells beside cells that are not are inked, as the edge of the front.
 * ff_draw_front_finish() draws the last one, which is the heatmap.
 */
struct ff_image_part ff_draw_front_show(struct ff_draw_front *front);
struct ff_image_part ff_draw_front_finish(struct ff_draw_front *front);

void ff_draw_front_free(struct ff_draw_front *front);

/* What a picture says besides where everybody is: how many have come to a goal, are still to come,
 * and never come. */
struct ff_draw_crowd_counts {
	size_t arrived, waiting, lost;
};

struct ff_draw_crowd;

/*
 * ff_draw_crowd_open() draws what stays as it is: terrain, walls, goals and the legend.
 *
 *   scene    map, goals and classes are drawn; borrowed by this call only
 *   walkers  borrowed until closed
 *
 * Walkers have the colour of their group; those of a single group one that tells how fast they
 * are, measured by their own speed.  The caller owns '*crowd' and passes it to
 * ff_draw_crowd_close(); NULL is allowed there.  Returns as ff_draw_heatmap().
 */
enum ff_status ff_draw_crowd_open(struct ff_draw_crowd **crowd, const struct ff_scene *scene,
				  const struct ff_walkers *walkers, const struct ff_style *style,
				  const struct ff_machine *machine, struct ff_error *err);
void ff_draw_crowd_close(struct ff_draw_crowd *crowd);

/*
 * ff_draw_crowd_frame() draws the next picture: discs as large as they are, but never too small to
 * be seen.
 *
 *   moment   later than that of the picture before, if there is one: speeds are what was walked
 *            since then; without one, all are as fast as they can be
 *   changed  set: all that differs from the picture before lies there; of the first one everything.
 *            w and h are 0 if nothing has changed
 *
 * Returns the picture, which is valid until the next call; all pictures have one size and one
 * palette.  It allocates nothing, and takes time for what has changed only.
 */
const struct ff_image *ff_draw_crowd_frame(struct ff_draw_crowd *crowd,
					   const struct ff_trajectories_moment *moment,
					   const struct ff_draw_crowd_counts *counts,
					   struct ff_image_part *changed);

#endif
