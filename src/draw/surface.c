#include "draw/surface.h"

#include <math.h>

#include "draw/palette.h"

void ff_surface_frame(struct ff_surface *on, double x, double y, double w, double h, double gap,
		      double width, struct ff_colour colour)
{
	/* In pixels of the page from here on. */
	double in = floor(gap + 0.5), out = floor(gap + width + 0.5) - in;
	double x0 = floor(ff_surface_x(on, x) + 0.5) - in,
	       y0 = floor(ff_surface_y(on, y) + 0.5) - in;
	double x1 = floor(ff_surface_x(on, x + w) + 0.5) + in;
	double y1 = floor(ff_surface_y(on, y + h) + 0.5) + in;
	struct ff_surface layer = *on;

	on->x = on->y = 0;
	on->scale = 1;
	on->box(on, x0 - out, y0 - out, x1 - x0 + 2 * out, out, colour, 1);
	on->box(on, x0 - out, y1, x1 - x0 + 2 * out, out, colour, 1);
	on->box(on, x0 - out, y0, out, y1 - y0, colour, 1);
	on->box(on, x1, y0, out, y1 - y0, colour, 1);
	*on = layer;
}

void ff_surface_label(struct ff_surface *on, struct ff_point at, enum ff_surface_align align,
		      const struct ff_type *type, const char *text)
{
	double margin = on->layout->unit / on->scale;
	double wide = (double)ff_type_width(type, text) / on->scale;
	double high = type->h / on->scale, left = -wide * (int)align / 2 - margin;
	double right = left + wide + 2 * margin, dx = type->dx, dy = type->dy;
	struct ff_colour paper = ff_palette_colour(FF_PALETTE_PAPER);
	struct ff_point corners[] = {
		{left, -high / 2}, {right, -high / 2}, {right, high / 2}, {left, high / 2}};

	for (int i = 0; i < 4; i++)
		corners[i] = (struct ff_point){at.x + corners[i].x * dx - corners[i].y * dy,
					       at.y + corners[i].x * dy + corners[i].y * dx};
	if (dx != 0 || dy != 0)
		on->polygon(on, corners, 4, paper);
	else
		on->box(on, at.x + left, at.y - high / 2, wide + 2 * margin, high, paper, 1);
	on->text(on, at, align, type, text, ff_palette_colour(FF_PALETTE_INK));
}

void ff_surface_goal(struct ff_surface *on, struct ff_point middle, double radius,
		     struct ff_colour colour)
{
	double rim = fmax(radius / 7, 1);

	on->disc(on, middle, radius, ff_palette_colour(FF_PALETTE_INK));
	on->disc(on, middle, radius - rim, ff_palette_colour(FF_PALETTE_PAPER));
	on->disc(on, middle, radius - 2.5 * rim, colour);
	on->disc(on, middle, rim, ff_palette_colour(FF_PALETTE_PAPER));
}

void ff_surface_stripe(struct ff_surface *on, struct ff_point from, struct ff_point to)
{
	const struct ff_point points[] = {from, to};
	const struct ff_stroke rim = {.colour = ff_palette_sight_edge,
				      .width = 2.5 * on->layout->unit,
				      .opacity = 1},
			       line = {.colour = ff_palette_sight,
				       .width = 1.25 * on->layout->unit,
				       .opacity = 1};

	on->line(on, points, 2, &rim);
	on->line(on, points, 2, &line);
}

void ff_surface_cross(struct ff_surface *on, struct ff_point middle, double size, double width)
{
	double arm = size / on->scale, x = middle.x, y = middle.y;
	const struct ff_point lines[2][2] = {{{x - arm, y - arm}, {x + arm, y + arm}},
					     {{x - arm, y + arm}, {x + arm, y - arm}}};

	for (int rim = 1; rim >= 0; rim--) {
		const struct ff_stroke stroke = {
			.colour = ff_palette_colour(rim ? FF_PALETTE_PAPER : FF_PALETTE_INK),
			.width = rim ? width + 2 * on->layout->unit : width,
			.opacity = 1,
		};

		on->line(on, lines[0], 2, &stroke);
		on->line(on, lines[1], 2, &stroke);
	}
}

/* ---- pages ---- */

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
		ff_surface_svg_open(&svg, layout, page->about, page->machine, title);
		st = paint(&svg.surface, context, err);
		st = ff_surface_svg_close(&svg, st, &page->text, &page->size, err);
	} else {
		st = ff_surface_pixels_open(&pixels, layout, true, page->machine, err);
		if (st == FF_OK) {
			st = paint(&pixels.surface, context, err);
			if (!page->numbered)
				(void)ff_surface_pixels_expand(&pixels);
			st = ff_surface_pixels_close(&pixels, st, &page->bitmap, err);
		}
	}
	if (st == FF_OK)
		page->layout = *layout;
	return st;
}
