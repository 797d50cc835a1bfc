#include "draw/legend.h"

#include <string.h>

#include "base/number.h"
#include "draw/canvas.h"

enum {
	SENSIBLE = 320, /* narrower pictures have no legend unless asked */
	WIDE = 560,     /* wider ones have large letters */
	BAR = 12,       /* height */
	BAR_WIDEST = 640,
};

const struct ff_legend_swatch ff_legend_fixed[FF_LEGEND_FIXED] = {
	{FF_COLORMAP_GOAL, "goal"},
	{FF_COLORMAP_UNREACHED, "unreached"},
	{FF_COLORMAP_WALL, "wall"},
};

/* The longest label of an axis: ten digits, a sign and the end. */
struct label {
	char text[12];
	int length;
};

static struct label label_of(uint32_t value, bool more)
{
	struct label label;

	label.length = (int)ff_number_print(label.text, value);
	if (more)
		label.text[label.length++] = '+';
	label.text[label.length] = '\0';
	return label;
}

/* The least of 1, 2, 5, 10, 20, ... that puts at most 'count' steps into 'span'. */
static uint64_t nice_step(uint32_t span, int64_t count)
{
	uint64_t step = 1;

	for (int i = 0; span / step > (uint64_t)count; i++)
		step = i % 3 == 1 ? step / 2 * 5 : step * 2;
	return step;
}

static void draw_bar(struct ff_image *image, const struct ff_canvas_font *font,
		     const struct ff_legend *legend, int64_t x, int64_t y, int64_t w)
{
	uint32_t span = legend->last - legend->first;
	struct label last = label_of(legend->last, legend->more);
	uint64_t step = nice_step(span, w / ((last.length + 3) * font->w));
	int64_t below = y + BAR + 4, next = 0;

	for (int64_t i = 0; i < w; i++)
		ff_canvas_rectangle(image, x + i, y, 1, BAR,
				    (uint8_t)(i * legend->levels / w * legend->stride));
	ff_canvas_frame(image, x - 1, y - 1, w + 2, BAR + 2, FF_COLORMAP_FRAME);
	/* The first value, the multiples of a round step, and the last value. */
	for (uint64_t value = legend->first; value < legend->last; value += step - value % step) {
		double part = (double)(value - legend->first) / span;
		int64_t at = (int64_t)(part * (double)(w - 1));
		struct label label = label_of((uint32_t)value, false);

		if (at < next || at + (label.length + 1 + last.length) * font->w > w)
			continue;
		next = at + (label.length + 1) * font->w;
		ff_canvas_rectangle(image, x + at, y + BAR, 1, 3, FF_COLORMAP_INK);
		ff_canvas_text(image, font, x + at, below, label.text, FF_COLORMAP_INK);
	}
	ff_canvas_rectangle(image, x + w - 1, y + BAR, 1, 3, FF_COLORMAP_INK);
	ff_canvas_text(image, font, x + w - last.length * font->w, below, last.text,
		       FF_COLORMAP_INK);
}

/* Where the next thing goes. */
struct pen {
	struct ff_image *image; /* NULL: only measure */
	const struct ff_canvas_font *font;
	int64_t margin, width, line;
	int64_t x, y;
};

static void put_swatch(struct pen *pen, uint8_t colour, const char *label)
{
	const struct ff_canvas_font *font = pen->font;
	int64_t text = pen->x + font->h + font->w, end = text + (int64_t)strlen(label) * font->w;

	if (pen->x > pen->margin && end > pen->width - pen->margin) {
		text -= pen->x - pen->margin;
		end -= pen->x - pen->margin;
		pen->x = pen->margin;
		pen->y += pen->line;
	}
	if (pen->image != NULL) {
		ff_canvas_rectangle(pen->image, pen->x, pen->y, font->h, font->h, colour);
		ff_canvas_frame(pen->image, pen->x, pen->y, font->h, font->h, FF_COLORMAP_FRAME);
		ff_canvas_text(pen->image, font, text, pen->y, label, FF_COLORMAP_INK);
	}
	pen->x = end + 2 * font->w;
}

/* Lays the legend out from row 'y' on, and draws it if 'image' is not NULL;
 * returns how many rows it takes. */
static int64_t lay_out(struct ff_image *image, const struct ff_legend *legend, int64_t width,
		       int64_t y)
{
	const struct ff_canvas_font *font = width < WIDE ? &ff_canvas_small : &ff_canvas_large;
	struct pen pen = {
		.image = image,
		.font = font,
		.margin = font->h,
		.width = width,
		.line = font->h + font->h / 2,
		.x = font->h,
		.y = y + font->h / 2,
	};

	if (legend->title != NULL) {
		if (image != NULL)
			ff_canvas_text(image, font, pen.x, pen.y, legend->title, FF_COLORMAP_INK);
		pen.x += ((int64_t)strlen(legend->title) + 3) * font->w;
	}
	/* A single value is no bar. */
	if (legend->levels > 0 && legend->first == legend->last)
		put_swatch(&pen, 0, label_of(legend->last, legend->more).text);
	for (size_t i = 0; i < legend->count; i++)
		put_swatch(&pen, legend->swatches[i].colour, legend->swatches[i].label);
	pen.y += pen.line;
	if (legend->levels > 0 && legend->first != legend->last) {
		int64_t bar = width - 2 * pen.margin;

		if (bar > BAR_WIDEST)
			bar = BAR_WIDEST;
		if (image != NULL)
			draw_bar(image, font, legend, pen.margin, pen.y, bar);
		pen.y += BAR + 4 + pen.line;
	}
	return pen.y - y;
}

enum ff_status ff_legend_canvas(struct ff_image *image, int32_t w, int32_t h,
				const struct ff_style *style, const struct ff_legend *legend,
				struct ff_error *err)
{
	int64_t wide = (int64_t)w * style->scale, high = (int64_t)h * style->scale;

	if (style->legend == FF_STYLE_LEGEND_ALWAYS ||
	    (style->legend == FF_STYLE_LEGEND_AUTO && wide >= SENSIBLE)) {
		wide = wide < SENSIBLE ? SENSIBLE : wide;
		high += lay_out(NULL, legend, wide, high);
	}
	return ff_canvas_new(image, wide, high, FF_COLORMAP_PAPER, err);
}

void ff_legend_draw(struct ff_image *image, int32_t w, int32_t h, const struct ff_style *style,
		    const struct ff_legend *legend)
{
	int64_t wide = (int64_t)w * style->scale, high = (int64_t)h * style->scale;

	ff_canvas_rectangle(image, wide, 0, image->w - wide, high, FF_COLORMAP_PAPER);
	ff_canvas_rectangle(image, 0, high, image->w, image->h - high, FF_COLORMAP_PAPER);
	if (image->h == high)
		return;
	lay_out(image, legend, image->w, high);
	/* Where the map ends, should the floor be as white as the paper. */
	ff_canvas_rectangle(image, 0, high, wide, 1, FF_COLORMAP_FRAME);
	ff_canvas_rectangle(image, wide, 0, 1, high + 1, FF_COLORMAP_FRAME);
}
