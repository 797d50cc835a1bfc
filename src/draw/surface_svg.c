/*
 * The back end of SVG.  Cells are an image, embedded as a PNG file, of a few pixels each; walls,
 * goals and all that is hatched lie over it as paths, a layer with an id for each.
 */
#include "draw/surface.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/number.h"

/* ---- text ---- */

/* Returns room for 'n' more bytes; NULL if memory ran out. */
static char *reserve_text(struct ff_svg *svg, size_t n)
{
	void *text = svg->text;

	if (svg->failed)
		return NULL;
	if (n > SIZE_MAX - svg->size || !ff_memory_grow(&text, &svg->room, svg->size + n, 1))
		svg->failed = true;
	svg->text = text;
	if (svg->failed)
		return NULL;
	return svg->text + svg->size;
}

static void add_text(struct ff_svg *svg, const char *text, size_t n)
{
	char *to = n > 0 ? reserve_text(svg, n) : NULL;

	if (to == NULL)
		return;
	memcpy(to, text, n);
	svg->size += n;
}

/* Adds text as printf() does; no %f, which depends on the locale. */
__attribute__((format(printf, 2, 3))) static void print_text(struct ff_svg *svg, const char *format,
							     ...)
{
	va_list args, again;
	char *to;
	int n;

	va_start(args, format);
	va_copy(again, args);
	n = vsnprintf(NULL, 0, format, args);
	if (n < 0)
		svg->failed = true;
	else if ((to = reserve_text(svg, (size_t)n + 1)) != NULL)
		svg->size += (size_t)vsnprintf(to, (size_t)n + 1, format, again);
	va_end(again);
	va_end(args);
}

/* Adds a number (of less than 2^53) with up to 6 decimals: 12, .5, -.25. */
static void put_exact(struct ff_svg *svg, double value)
{
	char digits[32];
	size_t n = ff_number_fixed(digits, value), sign = digits[0] == '-';

	if (n > sign + 1 && digits[sign] == '0') {
		memmove(digits + sign, digits + sign + 1, n - sign - 1);
		n--;
	}
	add_text(svg, digits, n);
}

/* Adds any text: markup is escaped, and all that is not UTF-8 or not a character of XML becomes
 * '?'. */
static void put_escaped(struct ff_svg *svg, const char *text)
{
	while (*text != '\0') {
		size_t n = ff_status_character(text, SIZE_MAX);
		const char *other = n == 0         ? "?"
				    : *text == '&' ? "&amp;"
				    : *text == '<' ? "&lt;"
				    : *text == '>' ? "&gt;"
				    : *text == '"' ? "&quot;"
						   : NULL;

		if (other != NULL)
			add_text(svg, other, strlen(other));
		else
			add_text(svg, text, n);
		text += n == 0 ? 1 : n;
	}
}

static void put_base64(struct ff_svg *svg, const uint8_t *data, size_t size)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char *to = size > SIZE_MAX / 2 ? NULL : reserve_text(svg, (size + 2) / 3 * 4);

	for (size_t i = 0; i < size && to != NULL; i += 3) {
		size_t n = size - i < 3 ? size - i : 3;
		uint32_t three = (uint32_t)data[i] << 16;

		three |= n > 1 ? (uint32_t)data[i + 1] << 8 : 0;
		three |= n > 2 ? data[i + 2] : 0;
		for (size_t j = 0; j < 4; j++)
			if (j <= n)
				*to++ = digits[three >> (18 - 6 * j) & 63];
			else
				*to++ = '=';
	}
	svg->failed |= to == NULL;
	svg->size += to == NULL ? 0 : (size + 2) / 3 * 4;
}

/* ---- attributes ---- */

static struct ff_surface_svg *page_of(struct ff_surface *on)
{
	return (struct ff_surface_svg *)on;
}

/* Adds a number with two decimals. */
static void put_number(struct ff_svg *svg, double value)
{
	put_exact(svg, floor(value * 100 + 0.5) / 100);
}

static void put_attribute(struct ff_svg *svg, const char *name, double value)
{
	print_text(svg, " %s=\"", name);
	put_number(svg, value);
	print_text(svg, "\"");
}

static void put_colour(struct ff_svg *svg, const char *name, struct ff_colour colour)
{
	if (colour.r % 17 == 0 && colour.g % 17 == 0 && colour.b % 17 == 0)
		print_text(svg, " %s=\"#%x%x%x\"", name, colour.r / 17U, colour.g / 17U,
			   colour.b / 17U);
	else
		print_text(svg, " %s=\"#%02x%02x%02x\"", name, colour.r, colour.g, colour.b);
}

static void put_opacity(struct ff_svg *svg, double opacity)
{
	if (opacity < 1)
		put_attribute(svg, "opacity", opacity);
}

/* Adds a place on the page. */
static void put_point(struct ff_surface *on, struct ff_point at)
{
	struct ff_svg *svg = &page_of(on)->svg;
	double y = floor(ff_surface_y(on, at.y) * 100 + 0.5) / 100;

	put_number(svg, ff_surface_x(on, at.x));
	print_text(svg, y < 0 ? "" : " ");
	put_exact(svg, y);
}

static void end_polygons(struct ff_surface_svg *page)
{
	if (page->polygons)
		print_text(&page->svg, "\"/>\n");
	page->polygons = false;
}

static void begin_layer(struct ff_surface *on, const char *id, enum ff_surface_space space)
{
	struct ff_surface_svg *page = page_of(on);

	end_polygons(page);
	if (page->open)
		print_text(&page->svg, "</g>\n");
	page->open = true;
	ff_surface_enter(on, space);
	print_text(&page->svg, "<g id=\"%s\"%s>\n", id,
		   space == FF_SURFACE_MAP ? " clip-path=\"url(#map)\"" : "");
}

/* ---- cells ---- */

/* A walk along the edges of the cells of an entry, with them on the right. */
struct walk {
	const uint8_t *entries; /* [w*h] */
	uint8_t entry;
	int64_t w, h;
	int64_t x, y;   /* the corner reached */
	int dx, dy;     /* direction */
	uint8_t *known; /* [w*h]  not 0 for cells whose upper edge was walked */
};

static bool is_in(const struct walk *walk, int64_t x, int64_t y)
{
	return x >= 0 && y >= 0 && x < walk->w && y < walk->h &&
	       walk->entries[y * walk->w + x] == walk->entry;
}

/* Returns true if the cell ahead of the corner, on the right or on the left, is in. */
static bool is_ahead(const struct walk *walk, bool right)
{
	int sx = right ? -walk->dy : walk->dy, sy = right ? walk->dx : -walk->dx;

	return is_in(walk, walk->x + (walk->dx + sx - 1) / 2, walk->y + (walk->dy + sy - 1) / 2);
}

/* Walks one straight stretch; returns its length. */
static int64_t walk_straight(struct walk *walk)
{
	int64_t n = 0;

	do {
		if (walk->dx == 1)
			walk->known[walk->y * walk->w + walk->x] = 1;
		walk->x += walk->dx;
		walk->y += walk->dy;
		n++;
	} while (is_ahead(walk, true) && !is_ahead(walk, false));
	return n;
}

/* Turns right where the cell there has another entry: loops that touch at a corner stay two. */
static void turn(struct walk *walk)
{
	int dx = walk->dx, side = is_ahead(walk, true) ? -1 : 1;

	walk->dx = -side * walk->dy;
	walk->dy = side * dx;
}

/* Adds the loop from the upper left corner of a cell on, which is a corner of the loop. */
static void put_loop(struct ff_svg *svg, struct walk *walk, int64_t x, int64_t y)
{
	walk->x = x;
	walk->y = y;
	walk->dx = 1;
	walk->dy = 0;
	for (;;) {
		bool level = walk->dx != 0;
		int64_t n = walk_straight(walk) * (walk->dx + walk->dy);

		turn(walk);
		if (walk->x == x && walk->y == y && walk->dx == 1)
			break; /* z draws the last one */
		print_text(svg, "%c%" PRId64, level ? 'h' : 'v', n);
	}
	print_text(svg, "z");
}

static void put_pattern_box(struct ff_svg *svg, double x, double y, double w, double h,
			    struct ff_colour colour)
{
	print_text(svg, "<rect");
	put_attribute(svg, "x", x);
	put_attribute(svg, "y", y);
	put_attribute(svg, "width", w);
	put_attribute(svg, "height", h);
	put_colour(svg, "fill", colour);
	print_text(svg, "/>");
}

/* Adds a hatch, if a fill has one, for an element of the page or of the map. */
static void put_hatch(struct ff_surface_svg *page, const struct ff_fill *fill,
		      enum ff_surface_space space)
{
	const struct ff_layout *layout = page->surface.layout;
	struct ff_svg *svg = &page->svg;
	int period = ff_surface_period(layout), line = period / 3, half = period / 2;
	bool dots = fill->pattern == FF_PATTERN_DOTS;
	double across = dots ? period : period * sqrt(0.5);

	if (fill->pattern == FF_PATTERN_PLAIN)
		return;
	print_text(svg, "<pattern id=\"hatch-%d\" patternUnits=\"userSpaceOnUse\"",
		   ++page->hatches);
	put_attribute(svg, "width", dots ? 2 * across : across);
	put_attribute(svg, "height", across);
	print_text(svg, " patternTransform=\"");
	if (space == FF_SURFACE_MAP) {
		print_text(svg, "scale(");
		put_exact(svg, 1 / layout->scale);
		print_text(svg, ") translate(%" PRId64 " %" PRId64 ") ", -layout->x, -layout->y);
	}
	print_text(svg, "rotate(%d)\">", dots ? 0 : fill->pattern == FF_PATTERN_STRIPES ? 45 : -45);
	put_pattern_box(svg, 0, 0, dots ? 2 * across : across, across, fill->colour);
	if (dots) {
		put_pattern_box(svg, 0, 0, line, line, fill->line);
		put_pattern_box(svg, period, period - half, line, line, fill->line);
	} else {
		put_pattern_box(svg, 0, 0, line * sqrt(0.5), across, fill->line);
	}
	print_text(svg, "</pattern>\n");
}

/* Sets the attribute 'fill'; hatches are the one that was added last. */
static void put_fill(const struct ff_surface_svg *page, struct ff_svg *svg,
		     const struct ff_fill *fill)
{
	if (fill->pattern == FF_PATTERN_PLAIN)
		put_colour(svg, "fill", fill->colour);
	else
		print_text(svg, " fill=\"url(#hatch-%d)\"", page->hatches);
}

/* Adds the outlines of all cells of an entry as one path; nothing if there are none. */
static void put_outline(struct ff_surface_svg *page, struct walk *walk, const char *id,
			const struct ff_fill *fill)
{
	const struct ff_layout *layout = page->surface.layout;
	struct ff_svg *svg = &page->svg;
	int64_t last_x = 0, last_y = 0;

	if (memchr(walk->entries, walk->entry, (size_t)walk->w * (size_t)walk->h) == NULL)
		return;
	assert(walk->known != NULL);
	memset(walk->known, 0, (size_t)walk->w * (size_t)walk->h);
	put_hatch(page, fill, FF_SURFACE_MAP);
	print_text(svg, "<path id=\"%s\"", id);
	put_fill(page, svg, fill);
	print_text(svg, " transform=\"translate(%" PRId64 " %" PRId64 ") scale(", layout->x,
		   layout->y);
	put_exact(svg, layout->scale);
	print_text(svg, ")\" d=\"");
	/* The first corner of a loop that is met is the start of an upper edge. */
	for (int64_t y = 0; y < walk->h; y++)
		for (int64_t x = 0; x < walk->w; x++) {
			if (!is_in(walk, x, y) || is_in(walk, x, y - 1) ||
			    walk->known[y * walk->w + x] != 0)
				continue;
			print_text(svg,
				   y < last_y ? "m%" PRId64 "%" PRId64 : "m%" PRId64 " %" PRId64,
				   x - last_x, y - last_y);
			put_loop(svg, walk, x, y);
			last_x = x;
			last_y = y;
		}
	print_text(svg, "\"/>\n");
}

/* Adds the image of the cells: as few pixels each as show where a cell ends even if a viewer
 * smooths images. */
static enum ff_status put_image(struct ff_surface_svg *page, const struct ff_surface_cells *map,
				const uint8_t *entries, struct ff_error *err)
{
	const struct ff_layout *layout = page->surface.layout;
	int grain = layout->scale < 1 ? 1 : layout->scale < 4 ? (int)layout->scale : 4;
	struct ff_bitmap bitmap = {.w = map->w * grain, .h = map->h * grain};
	struct ff_svg *svg = &page->svg;
	struct ff_colour *to;
	enum ff_status st;
	uint8_t *data;
	size_t size;

	if ((int64_t)map->w * grain > FF_IMAGE_SIDE || (int64_t)map->h * grain > FF_IMAGE_SIDE ||
	    (to = bitmap.pixels = ff_memory_cells(bitmap.w, bitmap.h, sizeof *to)) == NULL)
		return ff_status_nomem(err, "a picture");
	for (int32_t y = 0; y < bitmap.h; y++)
		for (int32_t x = 0; x < bitmap.w; x++)
			*to++ = map->fills[entries[(size_t)(y / grain) * (size_t)map->w +
						   (size_t)(x / grain)]]
					.colour;
	st = page->about->encode(&bitmap, &data, &size, err);
	free(bitmap.pixels);
	if (st != FF_OK)
		return st;
	/* Pixels that stay sharp, in words of SVG 1.1 and of CSS. */
	print_text(svg, "<image id=\"cells\"");
	put_attribute(svg, "x", (double)layout->x);
	put_attribute(svg, "y", (double)layout->y);
	put_attribute(svg, "width", map->w * layout->scale);
	put_attribute(svg, "height", map->h * layout->scale);
	print_text(svg, " preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" "
			"style=\"image-rendering:pixelated\" "
			"xlink:href=\"data:image/png;base64,");
	put_base64(svg, data, size);
	print_text(svg, "\"/>\n");
	free(data);
	return FF_OK;
}

static enum ff_status put_cells(struct ff_surface *on, const struct ff_surface_cells *map,
				struct ff_error *err)
{
	static const struct {
		const char *id;
		uint8_t entry;
	} outlines[] = {
		{"walls", FF_PALETTE_WALL},      {"unreached", FF_PALETTE_UNREACHED},
		{"closed", FF_PALETTE_CLOSED},   {"not-computed", FF_PALETTE_NOT_COMPUTED},
		{"not-yet", FF_PALETTE_NOT_YET}, {"farther", FF_PALETTE_FARTHER},
		{"goal-cells", FF_PALETTE_GOAL},
	};
	struct ff_surface_svg *page = page_of(on);
	uint8_t *entries = ff_memory_cells(map->w, map->h, 1);
	struct walk walk = {.entries = entries,
			    .w = map->w,
			    .h = map->h,
			    .known = ff_memory_cells(map->w, map->h, 1)};
	enum ff_status st =
		entries == NULL || walk.known == NULL ? ff_status_nomem(err, "a picture") : FF_OK;

	for (int32_t y = 0; y < map->h && st == FF_OK; y++)
		map->row(map->context, y, entries + (size_t)y * (size_t)map->w);
	if (st == FF_OK)
		st = put_image(page, map, entries, err);
	for (int i = 0; i < FF_PALETTE_LEVELS && st == FF_OK; i++) {
		char id[24];

		if (map->fills[i].pattern == FF_PATTERN_PLAIN)
			continue;
		snprintf(id, sizeof id, "cells-%d", i);
		walk.entry = (uint8_t)i;
		put_outline(page, &walk, id, &map->fills[i]);
	}
	for (size_t i = 0; i < sizeof outlines / sizeof *outlines && st == FF_OK; i++) {
		walk.entry = outlines[i].entry;
		put_outline(page, &walk, outlines[i].id, &map->fills[walk.entry]);
	}
	free(entries);
	free(walk.known);
	return st;
}

/* ---- marks ---- */

static void put_stroke(struct ff_svg *svg, const struct ff_stroke *stroke)
{
	if (stroke->tag != NULL)
		print_text(svg, " %s", stroke->tag);
	put_colour(svg, "stroke", stroke->colour);
	put_attribute(svg, "stroke-width", stroke->width);
	put_opacity(svg, stroke->opacity);
	print_text(svg, " fill=\"none\"");
}

enum { RUN = 64 }; /* points that a piece stands for, at most */

/* Returns true if all points between two lie within a tenth of a pixel of their line. */
static bool is_straight(const struct ff_surface *on, const struct ff_point *from,
			const struct ff_point *to)
{
	double dx = to->x - from->x, dy = to->y - from->y, length = sqrt(dx * dx + dy * dy);

	for (const struct ff_point *p = from + 1; p < to; p++) {
		double off = fabs((p->x - from->x) * dy - (p->y - from->y) * dx);

		if (off * on->scale > 0.1 * length)
			return false;
	}
	return true;
}

static void put_line(struct ff_surface *on, const struct ff_point *points, size_t count,
		     const struct ff_stroke *stroke)
{
	struct ff_svg *svg = &page_of(on)->svg;

	end_polygons(page_of(on));
	if (count == 0)
		return;
	print_text(svg, "<path stroke-linecap=\"round\" stroke-linejoin=\"round\"");
	put_stroke(svg, stroke);
	print_text(svg, " d=\"M");
	put_point(on, points[0]);
	if (count == 1)
		print_text(svg, "h0"); /* a point alone is no line */
	for (size_t i = 0, next; i + 1 < count; i = next) {
		next = i + 1;
		while (next + 1 < count && next - i < RUN &&
		       is_straight(on, &points[i], &points[next + 1]))
			next++;
		print_text(svg, "L");
		put_point(on, points[next]);
	}
	print_text(svg, "\"/>\n");
}

static bool put_bands(struct ff_surface *on,
		      bool (*paint)(struct ff_surface *on, const void *context),
		      const void *context)
{
	return paint(on, context);
}

/* Polygons of one colour, one after another, are one path. */
static void put_polygon(struct ff_surface *on, const struct ff_point *points, size_t count,
			struct ff_colour colour)
{
	struct ff_surface_svg *page = page_of(on);
	struct ff_svg *svg = &page->svg;

	if (page->polygons && memcmp(&page->polygon, &colour, sizeof colour) != 0)
		end_polygons(page);
	if (!page->polygons) {
		print_text(svg, "<path");
		put_colour(svg, "fill", colour);
		print_text(svg, " d=\"");
	}
	page->polygons = true;
	page->polygon = colour;
	for (size_t i = 0; i < count; i++) {
		print_text(svg, i == 0 ? "M" : "L");
		put_point(on, points[i]);
	}
	print_text(svg, "z");
}

static void put_circle(struct ff_surface *on, struct ff_point middle, double radius)
{
	struct ff_svg *svg = &page_of(on)->svg;

	end_polygons(page_of(on));
	print_text(svg, "<circle");
	put_attribute(svg, "cx", ff_surface_x(on, middle.x));
	put_attribute(svg, "cy", ff_surface_y(on, middle.y));
	put_attribute(svg, "r", radius);
}

static void put_disc(struct ff_surface *on, struct ff_point middle, double radius,
		     struct ff_colour colour)
{
	put_circle(on, middle, radius);
	put_colour(&page_of(on)->svg, "fill", colour);
	print_text(&page_of(on)->svg, "/>\n");
}

static void put_ring(struct ff_surface *on, struct ff_point middle, double radius,
		     const struct ff_stroke *stroke)
{
	put_circle(on, middle, radius);
	put_stroke(&page_of(on)->svg, stroke);
	print_text(&page_of(on)->svg, "/>\n");
}

/* Adds a rectangle with whole pixels as its edges, 'out' pixels larger on each side. */
static void put_rectangle(struct ff_surface *on, double x, double y, double w, double h, double out)
{
	struct ff_svg *svg = &page_of(on)->svg;
	double x0 = floor(ff_surface_x(on, x) + 0.5), y0 = floor(ff_surface_y(on, y) + 0.5);
	double x1 = floor(ff_surface_x(on, x + w) + 0.5), y1 = floor(ff_surface_y(on, y + h) + 0.5);

	end_polygons(page_of(on));
	print_text(svg, "<rect");
	put_attribute(svg, "x", x0 - out);
	put_attribute(svg, "y", y0 - out);
	put_attribute(svg, "width", x1 - x0 + 2 * out);
	put_attribute(svg, "height", y1 - y0 + 2 * out);
}

static void put_box(struct ff_surface *on, double x, double y, double w, double h,
		    struct ff_colour colour, double opacity)
{
	struct ff_svg *svg = &page_of(on)->svg;

	put_rectangle(on, x, y, w, h, 0);
	put_colour(svg, "fill", colour);
	put_opacity(svg, opacity);
	print_text(svg, "/>\n");
}

static void put_filled(struct ff_surface *on, double x, double y, double w, double h,
		       const struct ff_fill *fill)
{
	struct ff_surface_svg *page = page_of(on);

	end_polygons(page);
	put_hatch(page, fill, FF_SURFACE_PAGE);
	put_rectangle(on, x, y, w, h, 0);
	put_fill(page, &page->svg, fill);
	print_text(&page->svg, "/>\n");
}

static void put_frame(struct ff_surface *on, double x, double y, double w, double h, double gap,
		      double width, struct ff_colour colour)
{
	struct ff_svg *svg = &page_of(on)->svg;
	double in = floor(gap + 0.5), out = floor(gap + width + 0.5);

	put_rectangle(on, x, y, w, h, (in + out) / 2);
	print_text(svg, " fill=\"none\"");
	put_colour(svg, "stroke", colour);
	put_attribute(svg, "stroke-width", out - in);
	print_text(svg, "/>\n");
}

static void put_text(struct ff_surface *on, struct ff_point at, enum ff_surface_align align,
		     const struct ff_type *type, const char *text, struct ff_colour colour)
{
	static const char *const anchors[] = {"", " text-anchor=\"middle\"",
					      " text-anchor=\"end\""};
	struct ff_svg *svg = &page_of(on)->svg;

	end_polygons(page_of(on));
	print_text(svg, "<text xml:space=\"preserve\" font-family=\"sans-serif\"%s",
		   anchors[align]);
	/* Letters of a common face are on average at most 0.64 as wide as high. */
	put_attribute(svg, "font-size", ff_type_w(type) * 1.5625);
	put_attribute(svg, "x", ff_surface_x(on, at.x));
	put_attribute(svg, "y", ff_surface_y(on, at.y) + ff_type_w(type) * 0.5625);
	put_colour(svg, "fill", colour);
	print_text(svg, ">");
	put_escaped(svg, text);
	print_text(svg, "</text>\n");
}

/* ---- the page ---- */

void ff_surface_svg_open(struct ff_surface_svg *page, const struct ff_layout *layout,
			 const struct ff_svg_about *about, const char *title)
{
	struct ff_svg *svg = &page->svg;

	*page = (struct ff_surface_svg){
		.surface =
			{
				.layout = layout,
				.scale = 1,
				.layer = begin_layer,
				.cells = put_cells,
				.line = put_line,
				.bands = put_bands,
				.polygon = put_polygon,
				.disc = put_disc,
				.ring = put_ring,
				.box = put_box,
				.fill = put_filled,
				.frame = put_frame,
				.text = put_text,
			},
		.about = about,
	};
	print_text(svg,
		   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		   "<svg xmlns=\"http://www.w3.org/2000/svg\" "
		   "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" width=\"%" PRId64
		   "\" height=\"%" PRId64 "\" viewBox=\"0 0 %" PRId64 " %" PRId64 "\">\n<title>",
		   layout->wide, layout->high, layout->wide, layout->high);
	put_escaped(svg, about->name);
	print_text(svg, "</title>\n<desc>");
	put_escaped(svg, title);
	print_text(svg, "; %" PRId32 " by %" PRId32 " cells</desc>\n<metadata>\n", layout->columns,
		   layout->rows);
	for (size_t i = 0; i < about->count; i++) {
		print_text(svg, "%s: ", about->notes[i].keyword);
		put_escaped(svg, about->notes[i].text);
		print_text(svg, "\n");
	}
	print_text(svg,
		   "</metadata>\n<clipPath id=\"map\"><path d=\"M%" PRId64 " %" PRId64 "h%" PRId64
		   "v%" PRId64 "h-%" PRId64 "z\"/></clipPath>\n<path",
		   layout->x, layout->y, layout->w, layout->h, layout->w);
	put_colour(svg, "fill", ff_palette_colour(FF_PALETTE_PAPER));
	print_text(svg, " d=\"M0 0h%" PRId64 "v%" PRId64 "H0z\"/>\n", layout->wide, layout->high);
}

enum ff_status ff_surface_svg_close(struct ff_surface_svg *page, enum ff_status st, char **text,
				    size_t *size, struct ff_error *err)
{
	end_polygons(page);
	if (page->open)
		print_text(&page->svg, "</g>\n");
	print_text(&page->svg, "</svg>\n");
	if (st == FF_OK && page->svg.failed)
		st = ff_status_nomem(err, "a picture");
	if (st == FF_OK) {
		*text = page->svg.text;
		*size = page->svg.size;
	} else {
		free(page->svg.text);
	}
	return st;
}
