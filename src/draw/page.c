#include "draw/page.h"

#include "draw/layout.h"
#include "draw/marks.h"

enum ff_status ff_page_paint(struct ff_page *page, const struct ff_layout *layout,
			     const char *title,
			     enum ff_status (*paint)(struct ff_surface *on, const void *context,
						     struct ff_error *err),
			     const void *context, struct ff_error *err)
{
	struct ff_surface_pixels pixels;
	struct ff_surface_svg svg;
	enum ff_status st;

	if (page->about != NULL) {
		ff_surface_svg_open(&svg, layout, page->about, title);
		st = paint(&svg.surface, context, err);
		st = ff_surface_svg_close(&svg, st, &page->text, &page->size, err);
	} else {
		st = ff_surface_pixels_open(&pixels, layout, page->machine, err);
		if (st == FF_OK) {
			st = paint(&pixels.surface, context, err);
			st = ff_surface_pixels_close(&pixels, st, &page->bitmap, err);
		}
	}
	if (st == FF_OK)
		page->layout = *layout;
	return st;
}

static enum ff_status paint_picture(struct ff_surface *on, const void *context,
				    struct ff_error *err)
{
	const struct ff_picture *picture = context;
	enum ff_status st = ff_picture_paint_cells(picture, on, err);

	for (int i = 0; i < FF_MARKS && st == FF_OK; i++) {
		if (picture->marks[i].paint == NULL)
			continue;
		on->layer(on, picture->marks[i].id, picture->marks[i].space);
		st = picture->marks[i].paint(on, picture, picture->marks[i].context, err);
	}
	if (st != FF_OK)
		return st;
	ff_layout_paint(&picture->layout, on, picture->style->title);
	if (picture->style->counter != NULL)
		ff_layout_paint_counter(&picture->layout, on, picture->style->counter);
	ff_legend_paint(&picture->legend, on);
	return FF_OK;
}

enum ff_status ff_page_picture(struct ff_picture *picture, struct ff_page *page,
			       struct ff_error *err)
{
	if (picture->scene != NULL)
		ff_marks_add(picture);
	if (picture->failed)
		return ff_status_nomem(err, "a picture");
	ff_layout_set(&picture->layout, picture->w, picture->h, picture->style, &picture->legend);
	return ff_page_paint(page, &picture->layout, picture->legend.title, paint_picture, picture,
			     err);
}
