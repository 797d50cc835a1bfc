#include "draw/sheet.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/canvas.h"
#include "draw/marker.h"
#include "draw/scene.h"

int ff_svg_grain(int scale)
{
	return scale < 4 ? scale : 4;
}

static void put_attribute(struct ff_svg *svg, const char *name, double value)
{
	ff_svg_print(svg, " %s=\"", name);
	ff_svg_number(svg, value);
	ff_svg_print(svg, "\"");
}

static void put_colour(struct ff_svg *svg, const char *name, struct ff_colour colour)
{
	ff_svg_print(svg, " %s=\"", name);
	ff_svg_colour(svg, colour);
	ff_svg_print(svg, "\"");
}

static void put_box(struct ff_svg *svg, double x, double y, double w, double h)
{
	ff_svg_print(svg, "<rect");
	put_attribute(svg, "x", x);
	put_attribute(svg, "y", y);
	put_attribute(svg, "width", w);
	put_attribute(svg, "height", h);
}

enum ff_status ff_sheet_begin(struct ff_sheet *sheet, const struct ff_svg_about *about,
			      const char *id, struct ff_error *err)
{
	int32_t w = sheet->scene->cost->w, h = sheet->scene->cost->h;
	struct ff_svg *svg = &sheet->svg;
	int64_t wide, high;
	enum ff_status st;
	uint8_t *data;
	size_t size;

	if ((st = about->encode(sheet->image, &data, &size, err)) != FF_OK)
		return st;
	ff_legend_size(w, h, sheet->style, sheet->legend, &wide, &high);
	ff_svg_print(svg,
		     "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		     "<svg xmlns=\"http://www.w3.org/2000/svg\" "
		     "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" width=\"%" PRId64
		     "\" height=\"%" PRId64 "\" viewBox=\"0 0 ",
		     wide, high);
	ff_svg_number(svg, (double)wide / sheet->style->scale);
	ff_svg_print(svg, " ");
	ff_svg_number(svg, (double)high / sheet->style->scale);
	ff_svg_print(svg, "\">\n<title>");
	ff_svg_escape(svg, about->name);
	ff_svg_print(svg,
		     "</title>\n<desc>%s; %" PRId32 " by %" PRId32 " cells</desc>\n<metadata>\n",
		     sheet->legend->title, w, h);
	for (size_t i = 0; i < about->count; i++) {
		ff_svg_print(svg, "%s: ", about->notes[i].keyword);
		ff_svg_escape(svg, about->notes[i].text);
		ff_svg_print(svg, "\n");
	}
	/* Pixels that stay sharp: what SVG 1.1 calls it, and what CSS does. */
	ff_svg_print(svg,
		     "</metadata>\n<image id=\"%s\" width=\"%" PRId32 "\" height=\"%" PRId32
		     "\" preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" "
		     "style=\"image-rendering:pixelated\" xlink:href=\"data:image/png;base64,",
		     id, w, h);
	ff_svg_base64(svg, data, size);
	ff_svg_print(svg, "\"/>\n");
	free(data);
	return FF_OK;
}

/* ---- outlines ---- */

/* A walk along the edges of the cells of one colour, with them on the right. */
struct walk {
	const struct ff_sheet *sheet;
	uint8_t colour;
	int64_t w, h;   /* cells */
	int64_t x, y;   /* the corner reached */
	int dx, dy;     /* where to */
	uint8_t *known; /* [w*h]  not 0 for cells whose upper edge was walked */
};

static bool is_in(const struct walk *walk, int64_t x, int64_t y)
{
	const struct ff_image *image = walk->sheet->image;
	int64_t grain = walk->sheet->grain;

	return x >= 0 && y >= 0 && x < walk->w && y < walk->h &&
	       image->pixels[y * grain * image->w + x * grain] == walk->colour;
}

/* The cell ahead of a corner, on the right or on the left. */
static bool ahead(const struct walk *walk, bool right)
{
	int sx = right ? -walk->dy : walk->dy, sy = right ? walk->dx : -walk->dx;

	return is_in(walk, walk->x + (walk->dx + sx - 1) / 2, walk->y + (walk->dy + sy - 1) / 2);
}

/* One straight stretch; returns its length. */
static int64_t go(struct walk *walk)
{
	int64_t n = 0;

	do {
		if (walk->dx == 1)
			walk->known[walk->y * walk->w + walk->x] = 1;
		walk->x += walk->dx;
		walk->y += walk->dy;
		n++;
	} while (ahead(walk, true) && !ahead(walk, false));
	return n;
}

/* To the right where the cell there is of another colour: loops that touch at a corner stay two. */
static void turn(struct walk *walk)
{
	int dx = walk->dx, side = ahead(walk, true) ? -1 : 1;

	walk->dx = -side * walk->dy;
	walk->dy = side * dx;
}

/* The loop from the upper left corner of a cell on, which is a corner of the loop. */
static void put_loop(struct ff_svg *svg, struct walk *walk, int64_t x, int64_t y)
{
	walk->x = x;
	walk->y = y;
	walk->dx = 1;
	walk->dy = 0;
	for (;;) {
		bool level = walk->dx != 0;
		int64_t n = go(walk) * (walk->dx + walk->dy);

		turn(walk);
		if (walk->x == x && walk->y == y && walk->dx == 1)
			break; /* z draws the last one */
		ff_svg_print(svg, "%c%" PRId64, level ? 'h' : 'v', n);
	}
	ff_svg_print(svg, "z");
}

/* All cells of a colour as one path; nothing if there are none. */
static enum ff_status put_outline(struct ff_sheet *sheet, const char *id, uint8_t colour,
				  struct ff_error *err)
{
	const struct ff_image *image = sheet->image;
	struct walk walk = {.sheet = sheet,
			    .colour = colour,
			    .w = sheet->scene->cost->w,
			    .h = sheet->scene->cost->h};
	struct ff_svg *svg = &sheet->svg;
	int64_t last_x = 0, last_y = 0;

	if (memchr(image->pixels, colour, (size_t)image->w * (size_t)image->h) == NULL)
		return FF_OK;
	if ((walk.known = calloc((size_t)walk.w * (size_t)walk.h, 1)) == NULL)
		return ff_status_nomem(err, "a picture");
	ff_svg_print(svg, "<path");
	if (id != NULL)
		ff_svg_print(svg, " id=\"%s\"", id);
	put_colour(svg, "fill", image->palette[colour]);
	ff_svg_print(svg, " d=\"");
	/* Of each loop, the first corner met is the start of an upper edge. */
	for (int64_t y = 0; y < walk.h; y++)
		for (int64_t x = 0; x < walk.w; x++) {
			if (!is_in(&walk, x, y) || is_in(&walk, x, y - 1) ||
			    walk.known[y * walk.w + x] != 0)
				continue;
			ff_svg_step(svg, 'm', x - last_x, y - last_y);
			put_loop(svg, &walk, x, y);
			last_x = x;
			last_y = y;
		}
	ff_svg_print(svg, "\"/>\n");
	free(walk.known);
	return FF_OK;
}

enum ff_status ff_sheet_walls(struct ff_sheet *sheet, struct ff_error *err)
{
	enum ff_status st = put_outline(sheet, "walls", FF_PALETTE_WALL, err);

	if (st == FF_OK)
		st = put_outline(sheet, "unreached", FF_PALETTE_UNREACHED, err);
	if (st == FF_OK)
		st = put_outline(sheet, "closed", FF_PALETTE_CLOSED, err);
	if (st == FF_OK)
		st = put_outline(sheet, "not-computed", FF_PALETTE_NOT_COMPUTED, err);
	if (st == FF_OK)
		st = put_outline(sheet, "not-yet", FF_PALETTE_NOT_YET, err);
	return st;
}

/* ---- marks and the legend ---- */

void ff_sheet_pixels(struct ff_sheet *sheet, const char *id)
{
	ff_svg_print(&sheet->svg, "<g id=\"%s\"", id);
	if (sheet->style->scale > 1) {
		ff_svg_print(&sheet->svg, " transform=\"scale(");
		ff_svg_number(&sheet->svg, 1.0 / sheet->style->scale);
		ff_svg_print(&sheet->svg, ")\"");
	}
}

void ff_sheet_font(struct ff_sheet *sheet, const struct ff_canvas_font *font)
{
	/* Letters of a common face are at most 0.64 as wide as high, on the mean. */
	ff_svg_print(&sheet->svg, " font-family=\"sans-serif\"");
	put_attribute(&sheet->svg, "font-size", (double)font->w * 1.5625);
}

/* All six layers, and over them two pairs: three lines. */
static void put_mark(void *context, const struct ff_marker *m, uint8_t colour)
{
	static const int first[] = {0, 1, 3}, wide[] = {FF_MARKER_LAYERS, 2, 2};
	struct ff_sheet *sheet = context;
	struct ff_svg *svg = &sheet->svg;

	for (int i = 0; i < 3; i++) {
		double out = first[i] + wide[i] / 2.0 - 0.5; /* of the middle of the line */

		if (m->ring) {
			ff_svg_print(svg, "<circle");
			put_attribute(svg, "cx", (double)m->x + 0.5);
			put_attribute(svg, "cy", (double)m->y + 0.5);
			put_attribute(svg, "r", m->radius + out);
		} else {
			put_box(svg, (double)m->x + 0.5 - out, (double)m->y + 0.5 - out,
				(double)m->w - 1 + 2 * out, (double)m->h - 1 + 2 * out);
		}
		put_colour(svg, "stroke", sheet->image->palette[ff_marker_layer(first[i], colour)]);
		ff_svg_print(svg, " stroke-width=\"%d\"/>\n", wide[i]);
	}
}

enum ff_status ff_sheet_goals(struct ff_sheet *sheet, struct ff_error *err)
{
	enum ff_status st;

	ff_svg_print(&sheet->svg, "<g id=\"goals\">\n");
	st = put_outline(sheet, NULL, FF_PALETTE_GOAL, err);
	ff_sheet_pixels(sheet, "marks");
	ff_svg_print(&sheet->svg, " fill=\"none\">\n");
	ff_marker_each(sheet->scene, sheet->style->scale, FF_PALETTE_GOAL, put_mark, sheet);
	ff_svg_print(&sheet->svg, "</g>\n</g>\n");
	return st;
}

static int off_by(int a, int b)
{
	return a < b ? b - a : a - b;
}

/* Whether all levels between two are, to a step, on the way from the one to the other. */
static bool is_even(const struct ff_colour *palette, size_t stride, size_t from, size_t to)
{
	struct ff_colour a = palette[from * stride], b = palette[to * stride];

	for (size_t i = from + 1; i < to; i++) {
		struct ff_colour c = palette[i * stride];
		int part = (int)(i - from), whole = (int)(to - from);

		if (off_by(c.r, a.r + (b.r - a.r) * part / whole) > 2 ||
		    off_by(c.g, a.g + (b.g - a.g) * part / whole) > 2 ||
		    off_by(c.b, a.b + (b.b - a.b) * part / whole) > 2)
			return false;
	}
	return true;
}

/* The colours of the bar, with as few stops as show them. */
static void put_gradient(struct ff_sheet *sheet)
{
	const struct ff_legend *legend = sheet->legend;
	struct ff_svg *svg = &sheet->svg;
	size_t levels = (size_t)legend->levels, stride = (size_t)legend->stride, level = 0;

	ff_svg_print(svg, "<linearGradient id=\"colours\">\n");
	for (;;) {
		size_t next = level + 1;

		ff_svg_print(svg, "<stop");
		put_attribute(svg, "offset",
			      floor((double)(2 * level + 1) * 5000 / (double)levels) / 10000);
		put_colour(svg, "stop-color", sheet->image->palette[level * stride]);
		ff_svg_print(svg, "/>\n");
		if (next >= levels)
			break;
		while (next + 1 < levels && is_even(sheet->image->palette, stride, level, next + 1))
			next++;
		level = next;
	}
	ff_svg_print(svg, "</linearGradient>\n");
}

static void put_legend_text(struct ff_sheet *sheet, const struct ff_legend_mark *mark,
			    const struct ff_canvas_font *font)
{
	struct ff_svg *svg = &sheet->svg;

	ff_svg_print(svg, "<text");
	put_attribute(svg, "x", (double)mark->x);
	put_attribute(svg, "y", (double)mark->y + (double)font->h * 0.75);
	ff_svg_print(svg, "%s>", mark->kind == FF_LEGEND_END ? " text-anchor=\"end\"" : "");
	ff_svg_escape(svg, mark->text);
	ff_svg_print(svg, "</text>\n");
}

/* What put_legend_mark() knows. */
struct writing {
	struct ff_sheet *sheet;
	const struct ff_canvas_font *font;
};

static void put_legend_mark(void *context, const struct ff_legend_mark *mark)
{
	const struct writing *writing = context;
	struct ff_sheet *sheet = writing->sheet;
	struct ff_svg *svg = &sheet->svg;
	double x = (double)mark->x, y = (double)mark->y, w = (double)mark->w, h = (double)mark->h;

	switch (mark->kind) {
	case FF_LEGEND_TEXT:
	case FF_LEGEND_END:
		put_legend_text(sheet, mark, writing->font);
		return;
	case FF_LEGEND_SWATCH:
		put_box(svg, x + 0.5, y + 0.5, w - 1, h - 1);
		put_colour(svg, "fill", sheet->image->palette[mark->colour]);
		break;
	case FF_LEGEND_BAR:
		put_gradient(sheet);
		put_box(svg, x - 0.5, y - 0.5, w + 1, h + 1);
		ff_svg_print(svg, " fill=\"url(#colours)\"");
		break;
	case FF_LEGEND_TICK:
		put_box(svg, x, y, w, h);
		ff_svg_print(svg, "/>\n");
		return;
	}
	put_colour(svg, "stroke", sheet->image->palette[FF_PALETTE_FRAME]);
	ff_svg_print(svg, "/>\n");
}

static void put_legend(struct ff_sheet *sheet)
{
	const struct ff_colour *palette = sheet->image->palette;
	int64_t wide = (int64_t)sheet->scene->cost->w * sheet->style->scale, width, height;
	int64_t high = (int64_t)sheet->scene->cost->h * sheet->style->scale;
	struct ff_svg *svg = &sheet->svg;
	struct writing writing = {.sheet = sheet};

	if (!ff_legend_size(sheet->scene->cost->w, sheet->scene->cost->h, sheet->style,
			    sheet->legend, &width, &height))
		return;
	writing.font = ff_legend_font(width);
	ff_sheet_pixels(sheet, "legend");
	ff_sheet_font(sheet, writing.font);
	put_colour(svg, "fill", palette[FF_PALETTE_INK]);
	ff_svg_print(svg, " xml:space=\"preserve\"");
	/* Paper around the map, over what ran over its edge, and where the map ends. */
	ff_svg_print(svg, ">\n<path");
	put_colour(svg, "fill", palette[FF_PALETTE_PAPER]);
	ff_svg_print(svg,
		     " d=\"M%" PRId64 " 0H%" PRId64 "V%" PRId64 "H0V%" PRId64 "H%" PRId64
		     "z\"/>\n<path fill=\"none\"",
		     wide, width, height, high, wide);
	put_colour(svg, "stroke", palette[FF_PALETTE_FRAME]);
	ff_svg_print(svg, " d=\"M0 %" PRId64 ".5H%" PRId64 "%s\"/>\n", high, wide,
		     width > wide ? ".5V0" : "");
	ff_legend_each(sheet->legend, width, high, put_legend_mark, &writing);
	ff_svg_print(svg, "</g>\n");
}

enum ff_status ff_sheet_end(struct ff_sheet *sheet, enum ff_status st, char **text, size_t *size,
			    struct ff_error *err)
{
	if (st != FF_OK) {
		free(sheet->svg.text);
		sheet->svg = (struct ff_svg){0};
		return st;
	}
	put_legend(sheet);
	ff_svg_print(&sheet->svg, "</svg>\n");
	return ff_svg_take(&sheet->svg, text, size, err);
}
