/*
 * Drawing into pixels of a palette: cells made large, rectangles, lines, rings, text, and strokes
 * with smooth edges.  All is cut off at the edges of the picture.
 *
 * Names: ff_canvas, ff_stroke.
 */
#ifndef FF_DRAW_CANVAS_H
#define FF_DRAW_CANVAS_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/image.h"

/*
 * Gives '*image' w * h pixels, not set, and the fixed colours of the palette.  The caller owns
 * image->pixels and passes it to free().  FF_OK; FF_E_LIMIT if that is too large; FF_E_NOMEM.  On
 * failure nothing is set.
 */
enum ff_status ff_canvas_new(struct ff_image *image, int64_t w, int64_t h, struct ff_error *err);

/*
 * Draws a map of w * h cells, 'scale' pixels a side, from the top left corner on.  'row' sets the
 * entries of the 'w' cells of row 'y'; it may be called for several rows at a time.
 */
void ff_canvas_cells(struct ff_image *image, int32_t w, int32_t h, int scale,
		     void (*row)(const void *context, int32_t y, uint8_t *colours),
		     const void *context, const struct ff_machine *machine);

void ff_canvas_rectangle(struct ff_image *image, int64_t x, int64_t y, int64_t w, int64_t h,
			 uint8_t colour);

/* Draws the edge of a rectangle, one pixel wide. */
void ff_canvas_frame(struct ff_image *image, int64_t x, int64_t y, int64_t w, int64_t h,
		     uint8_t colour);

/* Draws a line one pixel wide, with both its ends; a pixel p becomes over[p]. */
void ff_canvas_line(struct ff_image *image, int64_t x0, int64_t y0, int64_t x1, int64_t y1,
		    const uint8_t over[256]);

/* Sets the pixels at a distance of inner..outer from the middle of x,y. */
void ff_canvas_ring(struct ff_image *image, int64_t x, int64_t y, int inner, int outer,
		    uint8_t colour);

struct ff_canvas_font {
	int64_t w, h;          /* of a glyph, in pixels */
	const uint16_t *words; /* [95 * h] */
};

/* The glyphs of ' '..'~', made by scripts/make_font: rows from the top, the leftmost pixel in the
 * highest bit. */
extern const uint16_t ff_canvas_font_5x8[95][8];
extern const uint16_t ff_canvas_font_8x16[95][16];

extern const struct ff_canvas_font ff_canvas_small, ff_canvas_large;

/* Writes ASCII with its top left corner at x,y; returns the column after it. */
int64_t ff_canvas_text(struct ff_image *image, const struct ff_canvas_font *font, int64_t x,
		       int64_t y, const char *text, uint8_t colour);

/* ---- strokes ---- */

enum {
	FF_STROKE_STEPS = 5,                   /* of a pixel's coverage: 0..4 */
	FF_STROKE_MIXES = FF_STROKE_STEPS - 2, /* entries between a ground and a stroke */
};

/* The entry that a pixel becomes: by its coverage, and by its entry before. */
struct ff_stroke {
	uint8_t over[FF_STROKE_STEPS][256];
};

/*
 * Makes a stroke of an entry of the palette.
 *
 *   grounds  [count]  entries that its edges are mixed with; on others they are rough
 *   next     the first free entry, moved on by count * FF_STROKE_MIXES
 */
void ff_stroke_mix(struct ff_stroke *stroke, struct ff_image *image, uint8_t colour,
		   const uint8_t *grounds, size_t count, int *next);

/* Draws all that is within 'radius' pixels of the line between two points; 0,0 is the picture's top
 * left corner.  Two equal points are a dot. */
void ff_stroke_line(struct ff_image *image, const double from[2], const double to[2], double radius,
		    const struct ff_stroke *stroke);

#endif
