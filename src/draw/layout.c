#include "draw/layout.h"

#include <inttypes.h>
#include <stdio.h>

#include "draw/legend.h"
#include "draw/palette.h"
#include "draw/surface.h"

enum {
	TICK = 4,        /* pixels of a tick, for a thin line of one */
	NARROWEST = 36,  /* characters of a framed page... */
	TITLE = 90,      /* ...which is wider for a longer title, up to this; then that is cut */
	DESIGNED = 1066, /* pixels of the largest picture whose thin lines are one pixel wide */
};

static int digits_of(int64_t n)
{
	return snprintf(NULL, 0, "%" PRId64, n);
}

int32_t ff_layout_step(const struct ff_layout *layout)
{
	static const int steps[] = {1, 2, 5};
	int32_t longest = layout->columns > layout->rows ? layout->columns : layout->rows;
	double room = (digits_of(longest) + 2) * ff_type_w(&layout->type);
	int32_t power = 1;

	for (int i = 0;; i++) {
		int32_t step = steps[i % 3] * power;

		if (step * layout->scale >= room || step >= longest)
			return step;
		if (i % 3 == 2)
			power *= 10;
	}
}

/* Returns the width of the narrowest page for the title of a style. */
static int64_t title_width(const struct ff_style *style, const struct ff_type *type)
{
	int64_t character = ff_type_w(type), wide = NARROWEST * character;

	if (style->title != NULL && ff_type_width(type, style->title) > wide - 2 * character)
		wide = ff_type_width(type, style->title) + 2 * character;
	return wide < TITLE * character ? wide : TITLE * character;
}

void ff_layout_set(struct ff_layout *layout, int32_t w, int32_t h, const struct ff_style *style,
		   const struct ff_legend *legend)
{
	int32_t block = style->block > 1 ? style->block : 1;
	int64_t longer, type, character;

	*layout = (struct ff_layout){
		.columns = w,
		.rows = h,
		.block = block,
		.scale = block > 1 ? 1.0 / block : style->scale,
		.w = block > 1 ? (w + block - 1) / block : (int64_t)w * style->scale,
		.h = block > 1 ? (h + block - 1) / block : (int64_t)h * style->scale,
		.framed = !style->bare,
		.counter = -1,
		.legend = -1,
	};
	longer = layout->w > layout->h ? layout->w : layout->h;
	layout->unit = longer > DESIGNED ? (double)longer / DESIGNED : 1;
	layout->type = ff_type_for(longer);
	type = ff_type_h(&layout->type);
	character = ff_type_w(&layout->type);
	layout->wide = layout->w;
	layout->high = layout->h;
	if (layout->framed) {
		int64_t tick = (int64_t)(TICK * layout->unit);
		int64_t half = digits_of(w - 1) / 2 + 1; /* of the last column's number */

		layout->x = (digits_of(h - 1) + 1) * character + tick;
		layout->y = 3 * type + tick;
		layout->wide = layout->x + layout->w + (half > 2 ? half : 2) * character;
		layout->high = layout->y + layout->h + type / 2;
		if (layout->wide < title_width(style, &layout->type))
			layout->wide = title_width(style, &layout->type);
	}
	if (layout->framed && style->counter != NULL) {
		layout->counter = layout->high;
		layout->high += type * 3 / 2;
	}
	if (style->legend != FF_STYLE_LEGEND_NEVER &&
	    (layout->framed || style->legend == FF_STYLE_LEGEND_ALWAYS)) {
		int64_t least = ff_legend_width(legend, &layout->type);

		layout->wide = layout->wide > least ? layout->wide : least;
		layout->legend = layout->high;
		layout->high += ff_legend_height(legend, &layout->type, layout->wide);
	}
}

/* Writes a line half way up at 'y', shortened if it is longer than the page. */
static void write_line(const struct ff_layout *layout, struct ff_surface *on, double y,
		       const char *line)
{
	int64_t character = ff_type_w(&layout->type), room = layout->wide / character - 2;
	char text[1024];
	size_t end = 0;

	if (ff_type_width(&layout->type, line) > room * character) {
		for (int64_t n = 0; end < sizeof text - sizeof "..."; end++)
			if (!ff_type_continues(line[end]) && n++ == room - 3)
				break;
		snprintf(text, sizeof text, "%.*s...", (int)end, line);
		line = text;
	}
	on->text(on, (struct ff_point){(double)ff_type_w(&layout->type), y}, FF_SURFACE_START,
		 &layout->type, line, ff_palette_colour(FF_PALETTE_INK));
}

static void write_numbers(const struct ff_layout *layout, struct ff_surface *on)
{
	int32_t step = ff_layout_step(layout);
	double tick = TICK * layout->unit, wide = layout->unit;
	double half = ff_type_h(&layout->type) / 2.0;
	char text[16];

	for (int32_t column = 0; column < layout->columns; column += step) {
		double x = (double)layout->x + (column + 0.5) * layout->scale;

		snprintf(text, sizeof text, "%" PRId32, column);
		on->box(on, x - wide / 2, (double)layout->y - tick, wide, tick,
			ff_palette_colour(FF_PALETTE_INK), 1);
		on->text(on, (struct ff_point){x, (double)layout->y - tick - half},
			 FF_SURFACE_MIDDLE, &layout->type, text, ff_palette_colour(FF_PALETTE_INK));
	}
	for (int32_t row = 0; row < layout->rows; row += step) {
		double y = (double)layout->y + (row + 0.5) * layout->scale;

		snprintf(text, sizeof text, "%" PRId32, row);
		on->box(on, (double)layout->x - tick, y - wide / 2, tick, wide,
			ff_palette_colour(FF_PALETTE_INK), 1);
		on->text(on,
			 (struct ff_point){
				 (double)layout->x - tick - ff_type_w(&layout->type) / 2.0, y},
			 FF_SURFACE_END, &layout->type, text, ff_palette_colour(FF_PALETTE_INK));
	}
}

void ff_layout_paint(const struct ff_layout *layout, struct ff_surface *on, const char *title)
{
	if (!layout->framed)
		return;
	on->layer(on, "frame", FF_SURFACE_PAGE);
	if (title != NULL)
		write_line(layout, on, ff_type_h(&layout->type) * 0.9, title);
	if (layout->columns == 0)
		return;
	on->frame(on, (double)layout->x, (double)layout->y, (double)layout->w, (double)layout->h, 0,
		  1, ff_palette_colour(FF_PALETTE_FRAME));
	write_numbers(layout, on);
}

struct ff_image_part ff_layout_paint_counter(const struct ff_layout *layout, struct ff_surface *on,
					     const char *counter)
{
	int32_t high = ff_type_h(&layout->type) * 3 / 2;

	if (layout->counter < 0)
		return (struct ff_image_part){0};
	on->layer(on, "counter", FF_SURFACE_PAGE);
	on->box(on, 0, (double)layout->counter, (double)layout->wide, high,
		ff_palette_colour(FF_PALETTE_PAPER), 1);
	write_line(layout, on, (double)layout->counter + high / 2.0, counter);
	return (struct ff_image_part){0, (int32_t)layout->counter, (int32_t)layout->wide, high};
}
