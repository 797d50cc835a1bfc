#include "draw/legend.h"

#include <math.h>
#include <string.h>

#include "draw/canvas.h"
#include "draw/closed.h"

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
	{FF_COLORMAP_CLOSED, FF_CLOSED_LABEL},
};

const char *ff_legend_goal(const struct ff_scene *scene)
{
	return scene->flee ? "refuge" : "goal";
}

size_t ff_legend_scene(const struct ff_scene *scene,
		       struct ff_legend_swatch swatches[FF_LEGEND_FIXED])
{
	memcpy(swatches, ff_legend_fixed, sizeof ff_legend_fixed);
	swatches[0].label = ff_legend_goal(scene);
	return FF_LEGEND_FIXED - (ff_closed_count(scene) == 0);
}

/* A number below an axis. */
struct label {
	char text[FF_STYLE_PRINT + 1];
	int length;
};

static struct label label_of(double value, bool decimals, bool more)
{
	struct label label;

	label.length = ff_style_print(label.text, value, decimals);
	if (more)
		label.text[label.length++] = '+';
	label.text[label.length] = '\0';
	return label;
}

/* Whether a value needs no decimal. */
static bool is_whole(double value)
{
	return fmod(floor(fabs(value) * 10 + 0.5), 10) == 0;
}

/* The least of 'step', 2 * step, 5 * step, 10 * step, ... that puts at most 'count' steps into
 * 'span'; all of them in tenths. */
static int64_t nice_step(int64_t step, double span, int64_t count)
{
	for (int i = 0; floor(span / (double)step) > (double)count; i++)
		step = i % 3 == 1 ? step / 2 * 5 : step * 2;
	return step;
}

static void draw_bar(struct ff_image *image, const struct ff_canvas_font *font,
		     const struct ff_legend *legend, int64_t x, int64_t y, int64_t w)
{
	double first = legend->first, span = legend->last - first, value = first;
	bool parts = !is_whole(first), last_parts = !is_whole(legend->last);
	struct label start = label_of(first, parts, false);
	struct label last = label_of(legend->last, last_parts, legend->more);
	int longest = start.length > last.length ? start.length : last.length;
	/* Steps below 1 only where an end is no whole number. */
	int64_t step =
		nice_step(parts || last_parts ? 1 : 10, span * 10, w / ((longest + 3) * font->w));
	int64_t below = y + BAR + 4, next = 0, k = (int64_t)floor(first * 10 / (double)step);
	bool fine = step < 10;

	for (int64_t i = 0; i < w; i++)
		ff_canvas_rectangle(image, x + i, y, 1, BAR,
				    (uint8_t)(i * legend->levels / w * legend->stride));
	ff_canvas_frame(image, x - 1, y - 1, w + 2, BAR + 2, FF_COLORMAP_FRAME);
	last = label_of(legend->last, fine || last_parts, legend->more);
	/* The first value, the multiples of a round step, and the last value. */
	while (value < legend->last) {
		int64_t at = (int64_t)((value - first) / span * (double)(w - 1));
		struct label label = label_of(value, fine || (parts && value == first), false);

		value = (double)(++k * step) / 10;
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
		put_swatch(&pen, 0,
			   label_of(legend->last, !is_whole(legend->last), legend->more).text);
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

/* Paper around the map. */
static void clear_rest(struct ff_image *image, int64_t wide, int64_t high)
{
	ff_canvas_rectangle(image, wide, 0, image->w - wide, high, FF_COLORMAP_PAPER);
	ff_canvas_rectangle(image, 0, high, image->w, image->h - high, FF_COLORMAP_PAPER);
}

enum ff_status ff_legend_canvas(struct ff_image *image, int32_t w, int32_t h,
				const struct ff_style *style, const struct ff_legend *legend,
				struct ff_error *err)
{
	int64_t wide = (int64_t)w * style->scale, high = (int64_t)h * style->scale;
	enum ff_status st;

	if (style->legend == FF_STYLE_LEGEND_ALWAYS ||
	    (style->legend == FF_STYLE_LEGEND_AUTO && wide >= SENSIBLE)) {
		wide = wide < SENSIBLE ? SENSIBLE : wide;
		high += lay_out(NULL, legend, wide, high);
	}
	if ((st = ff_canvas_new(image, wide, high, err)) == FF_OK)
		clear_rest(image, (int64_t)w * style->scale, (int64_t)h * style->scale);
	return st;
}

void ff_legend_draw(struct ff_image *image, int32_t w, int32_t h, const struct ff_style *style,
		    const struct ff_legend *legend)
{
	int64_t wide = (int64_t)w * style->scale, high = (int64_t)h * style->scale;

	clear_rest(image, wide, high);
	if (image->h == high)
		return;
	lay_out(image, legend, image->w, high);
	/* Where the map ends, should the floor be as white as the paper. */
	ff_canvas_rectangle(image, 0, high, wide, 1, FF_COLORMAP_FRAME);
	ff_canvas_rectangle(image, wide, 0, 1, high + 1, FF_COLORMAP_FRAME);
}
