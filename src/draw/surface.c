#include "draw/surface.h"

#include <math.h>

#include "draw/palette.h"

void ff_surface_label(struct ff_surface *on, struct ff_point at, enum ff_surface_align align,
		      const struct ff_type *type, const char *text)
{
	double margin = on->layout->unit / on->scale;
	double wide = (double)ff_type_width(type, text) / on->scale;
	double high = ff_type_h(type) / on->scale;

	on->box(on, at.x - wide * (int)align / 2 - margin, at.y - high / 2, wide + 2 * margin, high,
		ff_palette_colour(FF_PALETTE_PAPER), 1);
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
