#include "draw/page.h"

#include "draw/surface.h"

enum ff_status ff_page_paint(struct ff_page *page, const struct ff_layout *layout,
			     const char *title,
			     enum ff_status (*paint)(struct ff_surface *on, const void *context,
						     struct ff_error *err),
			     const void *context, struct ff_error *err)
{
	struct ff_surface_pixels pixels;
	struct ff_surface_svg svg;
	enum ff_status st;

	page->layout = *layout;
	if (page->about != NULL) {
		ff_surface_svg_open(&svg, layout, page->about, page->machine, title);
		st = paint(&svg.surface, context, err);
		return ff_surface_svg_close(&svg, st, &page->text, &page->size, err);
	}
	if ((st = ff_surface_pixels_open(&pixels, layout, page->machine, err)) != FF_OK)
		return st;
	st = paint(&pixels.surface, context, err);
	return ff_surface_pixels_close(&pixels, st, &page->bitmap, err);
}
