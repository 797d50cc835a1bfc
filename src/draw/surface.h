/*
 * A page that marks are painted on.  Two back ends paint them: pixels (surface_pixels.c) and the
 * text of an SVG file (surface_svg.c).  Nothing else knows which of them paints.
 *
 * A layer has one of two spaces.  On the page, a place is in pixels from its top left corner.  On
 * the map it is in cells: cell x covers x..x+1, and marks are cut off at the map's edge.  Sizes of
 * boxes are in the units of their layer; radii and widths of lines are in pixels in both.
 *
 * Names: ff_surface, ff_stroke, ff_page.
 */
#ifndef FF_DRAW_SURFACE_H
#define FF_DRAW_SURFACE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/image.h"
#include "core/map/map.h"
#include "draw/palette.h"
#include "draw/type.h"

/* ---- pages and marks ---- */

/* Where everything lies on a page, in pixels: set by ff_layout_set(). */
struct ff_layout {
	int64_t wide, high;           /* the page */
	int32_t columns, rows;        /* the map, in cells... */
	int64_t x, y, w, h;           /* ...and on the page */
	double scale;                 /* of a cell's side: a whole number, or 1 / block */
	struct ff_georeference place; /* of the map in the coordinates of ticks... */
	double step;                  /* ...and the distance between two of these */
	bool metres;                  /* they are those of a world, not cells of the file */
	int block;                    /* cells of a pixel's side; 1 unless 'scale' is below 1 */
	double unit;                  /* a thin line: 1 or, in large pictures, more */
	struct ff_type type;
	bool framed;     /* there is a title, and numbers */
	int64_t counter; /* the row where the style's counter begins; -1: there is none */
	int64_t legend;  /* the row where the legend begins; -1: there is none */
};

struct ff_point {
	double x, y;
};

enum ff_surface_space {
	FF_SURFACE_PAGE,
	FF_SURFACE_MAP,
	FF_SURFACE_OVER, /* places are on the map, but nothing is cut at its edge */
};

enum ff_surface_align { FF_SURFACE_START, FF_SURFACE_MIDDLE, FF_SURFACE_END };

struct ff_stroke {
	struct ff_colour colour;
	double width;    /* pixels */
	double opacity;  /* 0..1 */
	const char *tag; /* SVG: attributes of the element, as "id=\"path-3\""; NULL: none */
	bool simple;     /* the line neither crosses itself nor turns back */
};

/* The cells of a map; all is borrowed. */
struct ff_surface_cells {
	int32_t w, h;
	/* Sets the entries of the cells of row 'y'; may be called by several threads. */
	void (*row)(const void *context, int32_t y, uint8_t *entries);
	const void *context;
	const struct ff_fill *fills; /* [256]  of entries */
	/* [256]  where a pixel stands for several cells, it shows the one of the highest rank;
	 * cells of rank 0 are mixed */
	const uint8_t *rank;
};

enum { FF_SURFACE_CORNERS = 32 }; /* of a polygon, at most */

struct ff_surface {
	const struct ff_layout *layout; /* borrowed */
	double x, y, scale;             /* the layer's origin on the page, and pixels a unit */

	/* Begins a layer above all others; SVG: a group of that id. */
	void (*layer)(struct ff_surface *on, const char *id, enum ff_surface_space space);
	/* Paints cells, once, on the map: FF_OK or FF_E_NOMEM; SVG: or the status of about->encode.
	 */
	enum ff_status (*cells)(struct ff_surface *on, const struct ff_surface_cells *cells,
				struct ff_error *err);
	/* Paints a polyline with round ends; where pieces overlap it is no darker. */
	void (*line)(struct ff_surface *on, const struct ff_point *points, size_t count,
		     const struct ff_stroke *stroke);
	/* Paints many lines by paint(on, context), and returns false if that does; pixels: several
	 * threads call it at the same time, each of which paints some rows of 'on'. */
	bool (*bands)(struct ff_surface *on,
		      bool (*paint)(struct ff_surface *on, const void *context),
		      const void *context);
	/* Fills the inside of a polygon that does not cross itself. */
	void (*polygon)(struct ff_surface *on, const struct ff_point *points, size_t count,
			struct ff_colour colour);
	/* Fills a circle. */
	void (*disc)(struct ff_surface *on, struct ff_point middle, double radius,
		     struct ff_colour colour);
	/* Paints a circle; 'radius' is that of the middle of its line. */
	void (*ring)(struct ff_surface *on, struct ff_point middle, double radius,
		     const struct ff_stroke *stroke);
	/* Fills a rectangle; its edges lie between pixels. */
	void (*box)(struct ff_surface *on, double x, double y, double w, double h,
		    struct ff_colour colour, double opacity);
	/* As box(), with a pattern, which begins in the page's corner as that of cells does. */
	void (*fill)(struct ff_surface *on, double x, double y, double w, double h,
		     const struct ff_fill *fill);
	/* Writes UTF-8; 'at' is its start, middle or end, half way up. */
	void (*text)(struct ff_surface *on, struct ff_point at, enum ff_surface_align align,
		     const struct ff_type *type, const char *text, struct ff_colour colour);
};

/* Returns the pixel of the page where a place of the layer lies. */
static inline double ff_surface_x(const struct ff_surface *on, double x)
{
	return on->x + x * on->scale;
}
static inline double ff_surface_y(const struct ff_surface *on, double y)
{
	return on->y + y * on->scale;
}

/* Sets the origin and the scale of a layer: what all back ends do to begin one. */
static inline void ff_surface_enter(struct ff_surface *on, enum ff_surface_space space)
{
	bool map = space != FF_SURFACE_PAGE;

	on->x = map ? (double)on->layout->x : 0;
	on->y = map ? (double)on->layout->y : 0;
	on->scale = map ? on->layout->scale : 1;
}

/* Paints a line of whole pixels around a rectangle, 'gap' pixels outside of it; both are rounded.
 */
void ff_surface_frame(struct ff_surface *on, double x, double y, double w, double h, double gap,
		      double width, struct ff_colour colour);

/* Writes a text on a box of paper, a little wider than it. */
void ff_surface_label(struct ff_surface *on, struct ff_point at, enum ff_surface_align align,
		      const struct ff_type *type, const char *text);

/* Paints the marker of goals: a disc of a colour on a rim of paper and ink. */
void ff_surface_goal(struct ff_surface *on, struct ff_point middle, double radius,
		     struct ff_colour colour);

/* Paints a piece of a stripe over cells that see a goal. */
void ff_surface_stripe(struct ff_surface *on, struct ff_point from, struct ff_point to);

/* Paints a cross of ink on paper, for what has no way; 'size' is half of its side, in pixels. */
void ff_surface_cross(struct ff_surface *on, struct ff_point middle, double size, double width);

/* ---- pixels ---- */

struct ff_surface_pixels {
	struct ff_surface surface;
	struct ff_bitmap bitmap; /* owned until closed */
	/* owned; of a page whose pixels are numbers; NULL: they are RGB */
	struct ff_surface_colours *colours;
	int64_t page_x, page_y;           /* of the first pixel, if it is part of a larger page */
	int32_t x0, y0, x1, y1;           /* pixels that the layer may paint */
	int32_t top, bottom;              /* rows of 'covers' that are the page's */
	const struct ff_machine *machine; /* borrowed; NULL: no threads */
	/* private: of lines of several pieces */
	uint32_t *covers; /* [w*h]  the line that covered a pixel last, and how much; NULL: none */
	uint32_t line;    /* the line being drawn: a multiple of 256 */
	atomic_bool failed; /* memory ran out */
};

/*
 * Makes a page of paper as large as the layout.
 *
 *   numbered  pixels are numbers, unless a pixel stands for several cells, lines are painted in
 *             bands, or there are too many colours
 *
 * Numbers take a third of the memory and of the time.  The edges of marks then cover sixteenths of
 * a pixel, and have a colour of the page that nobody can tell from the mixture.  Returns FF_OK;
 * FF_E_LIMIT if the page is too large; FF_E_NOMEM; on failure there is nothing to close.
 */
enum ff_status ff_surface_pixels_open(struct ff_surface_pixels *pixels,
				      const struct ff_layout *layout, bool numbered,
				      const struct ff_machine *machine, struct ff_error *err);

/* Makes a page of pixels that are there already, which the caller keeps: such as a frame of an
 * animation, of that layout.  Nothing needs to be closed if lines are opaque. */
void ff_surface_pixels_over(struct ff_surface_pixels *pixels, const struct ff_layout *layout,
			    struct ff_bitmap bitmap);

/* Turns the numbers of a page into colours, unless it has none.  Returns false if memory ran out:
 * what follows then fails. */
bool ff_surface_pixels_expand(struct ff_surface_pixels *pixels);

/* Ends a page: sets '*bitmap', whose pixels or numbers the caller passes to free(), if 'st' is
 * FF_OK and memory sufficed for all marks; returns 'st' or FF_E_NOMEM. */
enum ff_status ff_surface_pixels_close(struct ff_surface_pixels *pixels, enum ff_status st,
				       struct ff_bitmap *bitmap, struct ff_error *err);

/* ---- SVG ---- */

/* The description of a file, and the encoder of the image within it. */
struct ff_svg_about {
	const char *name;                  /* of the map: any bytes */
	const struct ff_image_text *notes; /* [count]  the file's metadata */
	size_t count;
	/* Sets *data, a PNG file that free() takes, and *size on FF_OK; else returns the error. */
	enum ff_status (*encode)(const struct ff_bitmap *bitmap, uint8_t **data, size_t *size,
				 struct ff_error *err);
};

/* The text of a file.  Once memory has run out nothing more is added. */
struct ff_svg {
	char *text; /* owned; [size] */
	size_t size, room;
	bool failed;
};

/* SVG 1.1 (W3C, 2011), without scripts, style sheets, or anything outside of the file.  Its unit is
 * a pixel of the page. */
struct ff_surface_svg {
	struct ff_surface surface;
	struct ff_svg svg;
	const struct ff_svg_about *about;
	const struct ff_machine *machine; /* borrowed; NULL: no threads */
	bool open;                        /* a layer is open */
	struct ff_colour polygon;         /* the colour of a path that polygons are added to... */
	bool polygons;                    /* ...if there is one */
};

/* Begins a file; 'title' describes it. */
void ff_surface_svg_open(struct ff_surface_svg *page, const struct ff_layout *layout,
			 const struct ff_svg_about *about, const struct ff_machine *machine,
			 const char *title);

/* Ends a file, as ff_surface_pixels_close() does a page. */
enum ff_status ff_surface_svg_close(struct ff_surface_svg *page, enum ff_status st, char **text,
				    size_t *size, struct ff_error *err);

/* ---- pages ---- */

/* A picture, or an SVG file, to be drawn. */
struct ff_page {
	const struct ff_machine *machine; /* may be NULL; borrowed */
	/* NULL: pixels; else an SVG file, of that; borrowed */
	const struct ff_svg_about *about;
	bool numbered; /* the bitmap may have numbers in place of pixels */

	/* Drawing sets either; the caller owns it, and passes it to free(). */
	struct ff_bitmap bitmap;
	char *text;
	size_t size;             /* of 'text' */
	struct ff_layout layout; /* set, too: where its parts are */
};

/*
 * Opens a surface for a page, has 'paint' paint it, and closes it.  'title' describes an SVG file.
 * Returns FF_OK; FF_E_LIMIT if the page is too large; FF_E_NOMEM; or the status of paint().  On
 * failure nothing is set.
 */
enum ff_status ff_page_paint(struct ff_page *page, const struct ff_layout *layout,
			     const char *title,
			     enum ff_status (*paint)(struct ff_surface *on, const void *context,
						     struct ff_error *err),
			     const void *context, struct ff_error *err);

#endif
