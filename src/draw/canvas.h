/*
 * Marks on a picture: rectangles, lines, rings, text, and cells made large.
 */
#ifndef FF_DRAW_CANVAS_H
#define FF_DRAW_CANVAS_H

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/image.h"

/*
 * ff_canvas_new() gives '*image' w * h pixels, not set, and the fixed colours of
 * the palette.  The caller owns image->pixels and passes it to
 * free().  FF_E_LIMIT if that is too large; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_canvas_new(struct ff_image *image, int64_t w, int64_t h, struct ff_error *err);

/*
 * ff_canvas_cells() draws a map of w * h cells, 'scale' pixels a side, from the
 * top left corner on.  'row' sets the colour of each of the 'w' cells of row 'y'; it
 * may be called for several rows at a time.
 */
void ff_canvas_cells(struct ff_image *image, int32_t w, int32_t h, int scale,
		     void (*row)(const void *context, int32_t y, uint8_t *colours),
		     const void *context, const struct ff_machine *machine);

/* What follows is cut off at the edges of the picture. */

void ff_canvas_rectangle(struct ff_image *image, int64_t x, int64_t y, int64_t w, int64_t h,
			 uint8_t colour);

/* ff_canvas_frame() is the rectangle's one pixel wide edge. */
void ff_canvas_frame(struct ff_image *image, int64_t x, int64_t y, int64_t w, int64_t h,
		     uint8_t colour);

/* ff_canvas_line() is one pixel wide and has both its ends; a pixel p becomes over[p]. */
void ff_canvas_line(struct ff_image *image, int64_t x0, int64_t y0, int64_t x1, int64_t y1,
		    const uint8_t over[256]);

/* ff_canvas_ring() sets the pixels at a distance of inner..outer from the middle of x,y. */
void ff_canvas_ring(struct ff_image *image, int64_t x, int64_t y, int inner, int outer,
		    uint8_t colour);

struct ff_canvas_font {
	int64_t w, h;          /* of a glyph, in pixels */
	const uint16_t *words; /* [95 * h] */
};

extern const struct ff_canvas_font ff_canvas_small, ff_canvas_large;

/* ff_canvas_text() writes ASCII with its top left corner at x,y; returns where it ends. */
int64_t ff_canvas_text(struct ff_image *image, const struct ff_canvas_font *font, int64_t x,
		       int64_t y, const char *text, uint8_t colour);

#endif
