/*
 * Where a picture goes: pixels or an SVG file.
 */
#ifndef FF_DRAW_PAGE_H
#define FF_DRAW_PAGE_H

#include <stddef.h>

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/image.h"
#include "draw/picture.h"
#include "draw/surface.h"
#include "draw/svg.h"

struct ff_page {
	const struct ff_machine *machine; /* may be NULL; borrowed */
	/* NULL: pixels; else an SVG file, of that; borrowed */
	const struct ff_svg_about *about;

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

/*
 * Paints a picture, with the marks that the style asks for, on a page.  Returns FF_OK; FF_E_LIMIT
 * if it is too large; FF_E_NOMEM; or the status of about->encode.  On failure nothing is set.
 */
enum ff_status ff_page_picture(struct ff_picture *picture, struct ff_page *page,
			       struct ff_error *err);

#endif
