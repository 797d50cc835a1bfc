#include "draw/legend.h"

#include "base/number.h"
#include "draw/canvas.h"

enum {
	SENSIBLE = 320, /* narrower pictures have no legend unless asked */
	WIDE = 560,     /* wider ones have large letters */
	BAR = 12,       /* height */
	BAR_WIDEST = 640,
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

static int length_of(const char *text)
{
	int n = 0;

	while (text[n] != '\0')
		n++;
	return n;
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
	int64_t room = (last.length + 3) * font->w; /* that a label takes */
	uint64_t step = nice_step(span, w / room < 1 ? 1 : w / room);
	int64_t below = y + BAR + 4, next = 0;

	for (int64_t i = 0; i < w; i++)
		ff_canvas_rectangle(
			image, x + i, y, 1, BAR,
			(uint8_t)(span == 0 ? 0 : i * legend->levels / w * legend->stride));
	ff_canvas_frame(image, x - 1, y - 1, w + 2, BAR + 2, FF_COLORMAP_FRAME);
	/* The first value, then the multiples of a round step. */
	for (uint64_t value = legend->first; value < legend->last || value == legend->first;
	     value += step - value % step) {
		double part = span == 0 ? 0 : (double)(value - legend->first) / span;
		int64_t at = (int64_t)(part * (double)(w - 1));
		struct label label = label_of((uint32_t)value, false);

		if (at < next || (span > 0 && at + room > w))
			continue;
		next = at + room - 2 * font->w;
		ff_canvas_rectangle(image, x + at, y + BAR, 1, 3, FF_COLORMAP_INK);
		ff_canvas_text(image, font, x + at, below, label.text, FF_COLORMAP_INK);
	}
	if (span > 0) {
		ff_canvas_rectangle(image, x + w - 1, y + BAR, 1, 3, FF_COLORMAP_INK);
		ff_canvas_text(image, font, x + w - (int64_t)last.length * font->w, below,
			       last.text, FF_COLORMAP_INK);
	}
}

/* Lays the legend out from row 'y' on, and draws it if 'image' is not NULL;
 * returns how many rows it takes. */
static int64_t lay_out(struct ff_image *image, const struct ff_legend *legend, int64_t width,
		       int64_t y)
{
	const struct ff_canvas_font *font = width < WIDE ? &ff_canvas_small : &ff_canvas_large;
	int64_t margin = font->h, line = font->h + font->h / 2, top = y;
	int64_t x = margin;

	y += font->h / 2;
	if (legend->title != NULL) {
		if (image != NULL)
			ff_canvas_text(image, font, x, y, legend->title, FF_COLORMAP_INK);
		x += (length_of(legend->title) + 3) * font->w;
	}
	for (size_t i = 0; i < legend->count; i++) {
		const struct ff_legend_swatch *swatch = &legend->swatches[i];
		int64_t wide = font->h + (length_of(swatch->label) + 3) * font->w;

		if (x > margin && x + wide - 2 * font->w > width - margin) {
			x = margin;
			y += line;
		}
		if (image != NULL) {
			ff_canvas_rectangle(image, x, y, font->h, font->h, swatch->colour);
			ff_canvas_frame(image, x, y, font->h, font->h, FF_COLORMAP_FRAME);
			ff_canvas_text(image, font, x + font->h + font->w, y, swatch->label,
				       FF_COLORMAP_INK);
		}
		x += wide;
	}
	y += line;
	if (legend->levels > 0) {
		int64_t bar = width - 2 * margin < BAR_WIDEST ? width - 2 * margin : BAR_WIDEST;

		if (legend->first == legend->last)
			bar = BAR; /* one value, one colour */

		if (image != NULL)
			draw_bar(image, font, legend, margin, y, bar);
		y += BAR + 4 + line;
	}
	return y - top;
}

enum ff_status ff_legend_canvas(struct ff_image *image, int32_t w, int32_t h,
				const struct ff_style *style, const struct ff_legend *legend,
				struct ff_error *err)
{
	int64_t wide = (int64_t)w * style->scale, high = (int64_t)h * style->scale, strip = 0;
	enum ff_status st;

	if (style->legend == FF_STYLE_LEGEND_ALWAYS ||
	    (style->legend == FF_STYLE_LEGEND_AUTO && wide >= SENSIBLE)) {
		wide = wide < SENSIBLE ? SENSIBLE : wide;
		strip = lay_out(NULL, legend, wide, high);
	}
	st = ff_canvas_new(image, wide, high + strip, FF_COLORMAP_PAPER, err);
	if (st == FF_OK && strip > 0)
		lay_out(image, legend, wide, high);
	return st;
}
