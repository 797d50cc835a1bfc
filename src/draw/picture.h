/*
 * A picture before it is painted: cells, marks over them, and a legend.
 *
 * A file draw_*.c fills a struct ff_picture and paints it on a page, with the marks that --with
 * asks for.
 *
 * Names: ff_picture, ff_base, ff_marks.
 */
#ifndef FF_DRAW_PICTURE_H
#define FF_DRAW_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "draw/draw.h"
#include "draw/layout.h"
#include "draw/palette.h"
#include "draw/scene.h"
#include "draw/style.h"
#include "draw/surface.h"

/* Layers, from below to above. */
enum ff_mark {
	FF_MARK_BANDS,
	FF_MARK_DETOUR,
	FF_MARK_SIGHT,
	FF_MARK_GRID,
	FF_MARK_BORDERS, /* between areas or sectors */
	FF_MARK_PORTALS,
	FF_MARK_EDGES, /* of graphs */
	FF_MARK_FLOW,  /* arrows or streamlines */
	FF_MARK_CONTOURS,
	FF_MARK_CLEARANCE,
	FF_MARK_RIDGES,
	FF_MARK_CHOKES,
	FF_MARK_PATHS,
	FF_MARK_NODES,
	FF_MARK_RINGS, /* around small areas */
	FF_MARK_GOALS,
	FF_MARK_NUMBERS, /* of areas */
	FF_MARK_STARTS,  /* of paths */
	FF_MARK_NAMES,   /* of goals */
	FF_MARK_VALUES,
	FF_MARK_EDITS,
	FF_MARKS,
};

/* A box, in cells; and those that no further label may cover: the first ones, if there are more. */
struct ff_picture_box {
	double x0, y0, x1, y1;
};
enum { FF_PICTURE_LABELS = 256 };
struct ff_picture_labels {
	struct ff_picture_box items[FF_PICTURE_LABELS]; /* [count] */
	size_t count;
};

enum { FF_PICTURE_RINGS = 40 }; /* areas with a ring; more would hide the map */

/* The rings around small areas without a way, in cells; near areas share one. */
struct ff_picture_rings {
	struct ff_picture_ring {
		struct ff_point middle;
		double radius;
	} items[FF_PICTURE_RINGS]; /* [count] */
	size_t count;
};

struct ff_picture {
	int32_t w, h;                 /* cells */
	const struct ff_scene *scene; /* NULL: only the picture's own layers are painted */
	const struct ff_style *style;
	struct ff_layout layout; /* set before layers are painted */

	/* Sets the entries of the cells of row 'y'; may be called by several threads. */
	void (*row)(const void *context, int32_t y, uint8_t *entries);
	bool by_pixel;             /* row() sets the entries of a row of pixels, not of cells */
	const void *context;       /* of row(), goal_colour() and own marks; borrowed */
	struct ff_fill fills[256]; /* of entries */
	/* where a pixel stands for several cells, it shows the one of the highest rank; cells of
	 * rank 0 are mixed */
	uint8_t rank[256];  /* of entries */
	bool quiet;         /* paths stand out without rims */
	bool pale;          /* arrows and lines can be read on the cells without rims */
	unsigned shows;     /* layers in whose colours the cells are: bits of enum ff_style_layer */
	bool shares;        /* the legend has the number of cells of each class */
	bool hides_classes; /* open cells look alike whether they are reached or not */
	/* Returns the colour of the marker of a goal of the scene, from 'context'; NULL: all goals
	 * have the fixed one. */
	struct ff_colour (*goal_colour)(const void *context, size_t goal);

	/* Returns the colour of cells of a value, from 'context'; NULL: values do not decide on
	 * it. */
	struct ff_colour (*value_colour)(const void *context, double value);

	const struct ff_scale *uneven; /* of the values of cells; NULL: it is even; borrowed */

	struct {
		const char *id;       /* SVG: of the layer */
		ff_mark_paint *paint; /* NULL: there is no such layer */
	} marks[FF_MARKS];

	struct ff_picture_rings rings;
	struct ff_picture_labels *labels; /* borrowed; NULL: kept while it is painted */
	struct ff_legend legend;
	bool failed; /* memory ran out before there was anything to paint on */
};

/* Begins a picture of a scene's cells, with the fixed fills. */
void ff_picture_begin(struct ff_picture *picture, const struct ff_scene *scene,
		      const struct ff_style *style);

/* Sets the cells. */
void ff_picture_cells(struct ff_picture *picture,
		      void (*row)(const void *context, int32_t y, uint8_t *entries),
		      const void *context);

/* Adds a layer of marks, unless the picture has one there. */
void ff_picture_mark(struct ff_picture *picture, enum ff_mark kind, const char *id,
		     ff_mark_paint *paint);

enum { FF_PICTURE_MARKED = 100 }; /* goals; more have no markers: they would hide the map */

/* Lists the classes of cells that are shown, reached ones only with their shares; and the markers
 * of goals that walkers flee from, if they do. */
void ff_picture_list_classes(struct ff_picture *picture);

/* Sets the entries of the cells of row 'y' that are closed to wide walkers. */
void ff_picture_close(const struct ff_scene *scene, int32_t y, uint8_t *entries);

/* ---- the base layer ---- */

/* Quiet ground: the darker the more it costs or, where costs have colours of their own, those,
 * muted. */
struct ff_base {
	const struct ff_scene *scene; /* borrowed */
	uint8_t entries[256];         /* of each cost */
	/* wide maps: entries from first to last, by costs from least on, in units */
	int first, last;
	uint32_t least, span;
	bool all; /* cells that are not reached have the ground's entries, too */
};

/* Gives costs, from the least to the most, entries from 'first' to 'last', evenly. */
void ff_base_levels(struct ff_base *base, struct ff_cost_range costs, int first, int last);

enum { FF_BASE_ENTRIES = 160 }; /* that a base may have, at most */

/* Sets a base, whose entries are the picture's from 'first' on; returns the next one.  Adds what
 * ground there is to the legend. */
int ff_base_open(struct ff_base *base, struct ff_picture *picture, int first);

/* Gives each cost that occurs the colour that it has on the map, muted, and its name; returns the
 * next entry.  Does nothing and returns 0 where costs have no colours of their own. */
int ff_base_own(struct ff_base *base, struct ff_picture *picture, int first);

/* Returns the entry of a cell: of its class or ground. */
uint8_t ff_base_entry(const struct ff_base *base, size_t cell);

/* Sets the entries of a row; 'context' is a base. */
void ff_base_row(const void *context, int32_t y, uint8_t *entries);

/* ---- marks that any picture of a map may have ---- */

/* Returns the interval of the bands that a style asks for, in units of cost: round, in seconds
 * where these are known. */
double ff_picture_bands(const struct ff_scene *scene, const struct ff_style *style);

/* Paints an arrow in a square of 'size' cells, 'rim' cells larger on all sides. */
void ff_marks_arrow(struct ff_surface *on, struct ff_point middle, struct ff_flow_vector way,
		    double size, double rim, struct ff_colour colour);

/* Keeps labels off a box. */
void ff_marks_reserve(const struct ff_picture *picture, struct ff_picture_box box);

/* Writes a text beside a mark, whose box that is: to its right and above its middle, or wherever
 * else around it the text covers no marker of a goal, no label and nothing that is reserved;
 * nowhere if there is no such place on the map. */
void ff_marks_label(struct ff_surface *on, const struct ff_picture *picture,
		    struct ff_picture_box own, const char *text);

/* Paints a colour over cells, in runs of equal opacity; 0: not. */
void ff_marks_tint(struct ff_surface *on, const struct ff_picture *picture,
		   double (*opacity)(const void *context, size_t cell), const void *context,
		   struct ff_colour colour);

/* Lines between cells, or between the blocks of cells that pixels stand for. */
struct ff_marks_border {
	int32_t w, h; /* cells, or blocks */
	/* Returns true if there is a line between x,y and the one on its right, or below. */
	bool (*between)(const void *context, int32_t x, int32_t y, bool below);
	const void *context;
	double thick; /* pixels */
	struct ff_colour colour;
};

/* Paints lines that lie half on either side of a border; runs of it are one box.  FF_OK or
 * FF_E_NOMEM. */
enum ff_status ff_marks_borders(struct ff_surface *on, const struct ff_marks_border *border);

/* Add the layers of the style's rows, such as ff_marks_add_paths(), if the scene has what they
 * show and the picture has none of its own there. */
#define DECLARE(id, name, ...) void ff_marks_add_##name(struct ff_picture *picture);
FF_STYLE_LAYER_ROWS(DECLARE)
#undef DECLARE

enum { FF_MARKS_NAMED = 12 }; /* goals; more have no coordinates */

/* Returns the radius of the marker of a goal, in pixels. */
double ff_marks_goal_radius(const struct ff_layout *layout);

/* Paints a frame of a colour between two lines of paper, 'gap' pixels outside of a rectangle. */
void ff_marks_frame(struct ff_surface *on, double x, double y, double w, double h, double gap,
		    struct ff_colour colour);

/* Adds the layers that the style asks for, and those of every picture, unless the picture has
 * layers of its own there; and their items to the legend. */
void ff_marks_add(struct ff_picture *picture);

/*
 * Paints a picture, with the marks that the style asks for, on a page.  Returns FF_OK; FF_E_LIMIT
 * if it is too large; FF_E_NOMEM; or the status of about->encode.  On failure nothing is set.
 */
enum ff_status ff_picture_paint(struct ff_picture *picture, struct ff_page *page,
				struct ff_error *err);

#endif
