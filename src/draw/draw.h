/*
 * Pictures, which files draw_*.c make, and animations, whose frames are made one by one; and those
 * of their parts that other pictures share.
 *
 * Names: ff_draw, ff_heatmap, ff_marks.
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
#include "core/map/model.h"
#include "core/map/raster.h"
#include "core/map/sectors.h"
#include "core/map/walkers.h"
#include "draw/scene.h"
#include "draw/style.h"
#include "draw/surface.h"

struct ff_picture;

/* Paints a layer of a picture: FF_OK or FF_E_NOMEM.  It has been begun. */
typedef enum ff_status ff_mark_paint(struct ff_surface *on, const struct ff_picture *picture);

/* ---- pictures of cells ---- */

/*
 * Draws the cost to reach a goal from each cell on a page, which says whether pixels or an SVG file
 * are made.  Returns FF_OK; FF_E_LIMIT if the picture is too large; FF_E_NOMEM; or the status of
 * about->encode.  On failure nothing is set.  All pictures below are drawn the same way, of the
 * scene's map, goals and classes.
 */
enum ff_status ff_draw_heatmap(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_page *page, struct ff_error *err);

/* Draws the flow over a pale heatmap: by arrows, or by streamlines where cells are too small for
 * them, or the style has these. */
enum ff_status ff_draw_arrows(const struct ff_scene *scene, const struct ff_style *style,
			      struct ff_page *page, struct ff_error *err);

/* Draws the direction of each cell as a colour of the wheel. */
enum ff_status ff_draw_directions(const struct ff_scene *scene, const struct ff_style *style,
				  struct ff_page *page, struct ff_error *err);

/* Levels of the style's colour map, by the cost to reach a goal. */
struct ff_heatmap {
	const struct ff_scene *scene; /* borrowed */
	struct ff_raster raster;      /* its field */
	const struct ff_fill *fills;  /* the picture's */
	double least, span;      /* the value of the first colour; from there to that of the last */
	enum ff_scale_kind kind; /* unless linear, 'scale' has the parts of the values, in place
				    of 'span' */
	struct ff_scale scale;
	double whole; /* levels a unit, where cells and 'span' are whole numbers; or 0 */
	double band;  /* the interval of bands, each of which has one colour; 0: none */
};

/* Returns the kind of scale that a heatmap has: the style's, or the one that suits the values. */
enum ff_scale_kind ff_heatmap_scale(const struct ff_scene *scene, const struct ff_style *style);

/* Returns the style of a heatmap: a style, or one with contours if that has no layers but paths, is
 * not bare, and contours would say something. */
struct ff_style ff_heatmap_style(const struct ff_scene *scene, const struct ff_style *style);

/* Sets the levels that values have; false if memory ran out. */
bool ff_heatmap_begin(struct ff_heatmap *map, const struct ff_scene *scene,
		      const struct ff_style *style);

/* Sets the cells of a picture to a heatmap, and begins its legend; 'pale': as what lies below the
 * flow. */
void ff_heatmap_open(struct ff_heatmap *map, struct ff_picture *picture, bool pale);

/* Draws a heatmap whose colours are those of bands, with labels: ff_picture_bands(). */
enum ff_status ff_draw_bands(const struct ff_scene *scene, const struct ff_style *style,
			     struct ff_page *page, struct ff_error *err);

/* Draws a heatmap with a grain that runs along the ways, shaded by the slope. */
enum ff_status ff_draw_relief(const struct ff_scene *scene, const struct ff_style *style,
			      struct ff_page *page, struct ff_error *err);

/* Returns the entry of a cell's value. */
uint8_t ff_heatmap_level(const struct ff_heatmap *map, size_t cell);

/* Draws the class of each cell, or, where every open cell is reached, shades of bands. */
enum ff_status ff_draw_reach(const struct ff_scene *scene, const struct ff_style *style,
			     struct ff_page *page, struct ff_error *err);

/* Draws the cost of each cell. */
enum ff_status ff_draw_terrain(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_page *page, struct ff_error *err);

enum { FF_DRAW_NAMES = 12 }; /* labels that a legend names */

/*
 * Draws which goal each cell is nearest to: a label for each goal of the scene, in the same order.
 * Areas have the number of their goal within them, if there is room, and lines of ink between them;
 * the markers of goals have the colour of their area.  Hues are repeated with another lightness
 * after 24 labels, and as they are after 72.  The legend has the first dozen names and the number
 * of the others.
 *
 *   labels  [w*h]  of the scene's size
 *   names   [the lesser of labels->count and FF_DRAW_NAMES]
 */
enum ff_status ff_draw_allocation(const struct ff_scene *scene, const struct ff_labels *labels,
				  const char *const *names, const struct ff_style *style,
				  struct ff_page *page, struct ff_error *err);

/* Draws scene->regions in the same hues, with their sizes in cells. */
enum ff_status ff_draw_regions(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_page *page, struct ff_error *err);

/* Draws scene->ties, the equally good ways on from each cell: the more, the stronger the colour. */
enum ff_status ff_draw_ties(const struct ff_scene *scene, const struct ff_style *style,
			    struct ff_page *page, struct ff_error *err);

/* A measure of cells. */
struct ff_draw_measure {
	/* [scene], values >= 0; cells without one are ground; borrowed */
	const struct ff_raster *raster;
	const char *title; /* of the legend, with the unit */
	bool ratios;       /* equal steps of colour are equal ratios of values; else differences */
	/* Small values stand out, 0 among them; else large values do, and cells of 0 are ground. */
	bool small;
	int channel;          /* of the raster */
	unsigned layer;       /* of --with that shows the same; 0: none */
	ff_mark_paint *notes; /* more marks; NULL: none */
	double least;         /* that is drawn; cells of less are ground */
};

/*
 * Draws a measure.  The last colour stands for style->range, or for the largest value; the first
 * one for 0 or, of ratios, for a round number no larger than the least value, but at least a
 * millionth of the last.
 */
enum ff_status ff_draw_measure(const struct ff_scene *scene, const struct ff_draw_measure *what,
			       const struct ff_style *style, struct ff_page *page,
			       struct ff_error *err);

/* Draw the scene's measures: the largest radius that still reaches a goal, over lines of equal
 * distance to walls; what it gains to open walls, and the worst cells to close; the share of all
 * cells that must pass a cell, and ridges over the ways. */
enum ff_status ff_draw_clearance(const struct ff_scene *scene, const struct ff_style *style,
				 struct ff_page *page, struct ff_error *err);
enum ff_status ff_draw_gain(const struct ff_scene *scene, const struct ff_style *style,
			    struct ff_page *page, struct ff_error *err);
enum ff_status ff_draw_chokes(const struct ff_scene *scene, const struct ff_style *style,
			      struct ff_page *page, struct ff_error *err);
enum ff_status ff_draw_ridges(const struct ff_scene *scene, const struct ff_style *style,
			      struct ff_page *page, struct ff_error *err);

/* ---- sectors ---- */

/* Draws the scene's sectors, portals, and paths if they are known; the graph needs no costs. */
enum ff_status ff_draw_portals(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_page *page, struct ff_error *err);

/* Draws the scene's graph, which has its costs, and the routes over it.  Edges within sectors are
 * straight lines from node to node; there are no edges, or nodes, where these would cover the map.
 */
enum ff_status ff_draw_graph(const struct ff_scene *scene, const struct ff_style *style,
			     struct ff_page *page, struct ff_error *err);

/* ---- walks ---- */

/*
 * Draws the scene's paths, with a dot where each begins; walkers without a way are crosses.  Where
 * several groups walk, each has a colour; else each of a few paths has one, and the legend names
 * where it begins; many paths have one ink, and are the darker the more of them there are.
 */
enum ff_status ff_draw_paths(const struct ff_scene *scene, const struct ff_style *style,
			     struct ff_page *page, struct ff_error *err);

/* Return the width of each of 'count' paths and of the rims around them, in pixels, and the colour
 * of path i, unless they have those of groups. */
double ff_marks_line_width(const struct ff_layout *layout, size_t count);
double ff_marks_rim(const struct ff_layout *layout, size_t count);
struct ff_colour ff_marks_path_colour(size_t count, size_t i);

/*
 * Draws when walkers arrive: bars, stacked by group; a line for the share of all walkers that has
 * arrived; marks at the mean time of arrival, and when nine of ten of those that arrive have
 * arrived; and in words the numbers of the others.  FF_OK, FF_E_NOMEM, or the status of
 * about->encode.
 *
 *   arrivals  [groups->walkers->count]  times below 1e15
 *   style     its title and 'bare'
 */
enum ff_status ff_draw_histogram(const struct ff_groups *groups, const struct ff_arrival *arrivals,
				 const struct ff_style *style, struct ff_page *page,
				 struct ff_error *err);

/* ---- many maps ---- */

enum { FF_DRAW_TILE = 160 }; /* pixels of a tile's side */
enum ff_draw_frame { FF_DRAW_FRAME_NONE, FF_DRAW_FRAME_CHANGED, FF_DRAW_FRAME_FAILED };

/* A small picture of a map. */
struct ff_draw_tile {
	int32_t w, h;     /* up to FF_DRAW_TILE */
	uint8_t *entries; /* owned; [w*h]  levels, and fixed entries; NULL: there is none */
	enum ff_colormap colormap;
	const char *name, *note;  /* below it; borrowed */
	enum ff_draw_frame frame; /* around it */
};

/* Draws a contact sheet of tiles [count]; as ff_draw_histogram(), pixels only. */
enum ff_status ff_draw_sheet(const struct ff_draw_tile *tiles, size_t count, const char *title,
			     struct ff_page *page, struct ff_error *err);

/* ---- one cell ---- */

/* Draws a cell of the map and its neighbours with their costs, the sums that a step makes of them,
 * and why the direction leads where it does. */
enum ff_status ff_draw_at(const struct ff_scene *scene, const struct ff_model *model, int32_t x,
			  int32_t y, const struct ff_style *style, struct ff_page *page,
			  struct ff_error *err);

/* ---- differences ---- */

/* The cell whose value changed most in one direction; 'by' 0: none did. */
struct ff_draw_worst {
	int32_t x, y;
	double by; /* > 0 */
};

/* Two states of a map; all borrowed. */
struct ff_draw_difference {
	int32_t w, h;
	const uint8_t *cells;            /* [w*h]  see enum ff_change */
	uint64_t count[FF_CHANGE_KINDS]; /* cells of each kind */
	const char *const *names;        /* [FF_CHANGE_KINDS]  labels of the legend */
	const uint8_t *strengths; /* [w*h]  of what rose or fell, 255 most; NULL: all are equal */
	struct ff_draw_worst rise, fall;
	const struct ff_change_area *areas; /* [area_count]  those that may have a frame */
	uint32_t area_count;
	/* The ground below, [w*h] each; NULL: it is not known. */
	const uint8_t *classes;         /* enum ff_class */
	const char *const *class_names; /* [FF_CLASSES]  labels of the legend */
	const uint8_t *greys;           /* or any picture: 0 black .. 255 white */
};

/* Draws a difference over a pale map; areas too small to be found at a glance have a frame around
 * them, unless there are many. */
enum ff_status ff_draw_difference(const struct ff_draw_difference *what,
				  const struct ff_style *style, struct ff_page *page,
				  struct ff_error *err);

/* ---- the animation of a front ---- */

/* Filled by ff_draw_front_open(); a caller only reads 'image'. */
struct ff_draw_front {
	struct ff_bitmap image;       /* the frame */
	struct ff_bitmap whole, edge; /* pages that cells are copied from: known ones, the front */
	struct ff_layout layout;      /* of the frame */
	const struct ff_scene *scene;
	uint8_t *known;        /* [w*h]  walls, and cells that were added */
	uint32_t *newest;      /* [count]  cells added since the last frame, and before them... */
	size_t count, edges;   /* ...[edges] those that were beside unknown ones */
	uint64_t added, cells; /* cells added, of all that have a value */
	uint32_t last;         /* the cell added last */
	size_t frames;         /* drawn */
	size_t every;          /* frames from one counter to the next; set by the caller, or 1 */
	bool failed;           /* memory ran out for a counter */
};

/*
 * Draws the heatmap of a scene, and the first frame, in which all but goals and walls are not yet.
 *
 *   scene  read until ff_draw_front_free()
 *
 * Returns as ff_draw_heatmap().  On failure nothing is left.
 */
enum ff_status ff_draw_front_open(struct ff_draw_front *front, const struct ff_scene *scene,
				  const struct ff_style *style, const struct ff_machine *machine,
				  struct ff_error *err);

/* Adds a cell with a value to the known ones; once each. */
void ff_draw_front_add(struct ff_draw_front *front, uint32_t cell);

/* Draws the next frame, in which known cells beside unknown ones are the front; counts the cells
 * if it is time to; returns the part that differs from the last frame. */
struct ff_image_part ff_draw_front_frame(struct ff_draw_front *front);

/* Draws the last frame, whose map is that of the heatmap; returns all of it. */
struct ff_image_part ff_draw_front_finish(struct ff_draw_front *front);

void ff_draw_front_free(struct ff_draw_front *front);

/* ---- the animation of a crowd ---- */

/* Walkers that have arrived, have not set out yet, and have no way. */
struct ff_draw_crowd_counts {
	size_t arrived, waiting, lost;
	size_t edits; /* of the map, so far */
};

struct ff_draw_crowd;

/*
 * Draws all that stays: the ground, walls, goals and the legend.
 *
 *   scene  with groups of walkers, which are borrowed until closed; the rest by this call only
 *
 * Walkers have the colour of their group; those of a single group that of their pace, compared with
 * their own speed.  The caller owns '*crowd' and passes it to ff_draw_crowd_close(), which allows
 * NULL.  Returns as ff_draw_heatmap().
 */
enum ff_status ff_draw_crowd_open(struct ff_draw_crowd **crowd, const struct ff_scene *scene,
				  const struct ff_style *style, const struct ff_machine *machine,
				  struct ff_error *err);
void ff_draw_crowd_close(struct ff_draw_crowd *crowd);

/*
 * Draws the ground of later frames: the map has changed.  The title and the legend stay those of
 * ff_draw_crowd_open(), which should list all that occurs in any frame.  The scene has the same
 * size, the style differs in its edits only.  Returns as ff_draw_heatmap(); after a failure close.
 */
enum ff_status ff_draw_crowd_change(struct ff_draw_crowd *crowd, const struct ff_scene *scene,
				    const struct ff_style *style, const struct ff_machine *machine,
				    struct ff_error *err);

/*
 * Chooses colours for frames that are stored with a palette: those of all that stays, those of
 * walkers, and some between, which their soft edges have; the nearest one is never far off.
 * Returns their number; 0 if these are more than 'most'.
 */
int ff_draw_crowd_palette(const struct ff_draw_crowd *crowd, struct ff_colour *palette, int most);

/*
 * Draws the next frame: discs of the walkers' size, but never too small to be seen.
 *
 *   moment   later than that of the last frame, if there is one: paces are measured from there
 *   changed  set: all that differs from the last frame lies there; w and h are 0 if nothing does
 *
 * Returns the frame, valid until the next call; all have one size.  NULL: memory ran out.  The time
 * follows what has changed.
 */
const struct ff_bitmap *ff_draw_crowd_frame(struct ff_draw_crowd *crowd,
					    const struct ff_trajectories_moment *moment,
					    const struct ff_draw_crowd_counts *counts,
					    struct ff_image_part *changed);

#endif
