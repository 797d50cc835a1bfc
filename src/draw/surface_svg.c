/*
 * The back end of SVG.  Cells, unless they are few, and patterns are images, embedded as PNG files,
 * which the back end of pixels paints; all marks are shapes.  On a large page a pixel of an image
 * is as large as a thin line is wide, so that memory and time do not grow with --scale.
 */
#include "draw/surface.h"

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
	if (svg->failed)
		return NULL;
	if (n > SIZE_MAX - svg->size || !ff_memory_grow(&svg->text, &svg->room, svg->size + n, 1))
		svg->failed = true;
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

/* ---- pixels ---- */

/* Adds an image, w x h on the page, and frees its pixels: the status of about->encode. */
static enum ff_status put_image(struct ff_surface_svg *page, const char *id, double x, double y,
				double w, double h, struct ff_bitmap *bitmap, struct ff_error *err)
{
	struct ff_svg *svg = &page->svg;
	uint8_t *data;
	size_t size;
	enum ff_status st = page->about->encode(bitmap, &data, &size, err);

	free(bitmap->pixels);
	if (st != FF_OK)
		return st;
	print_text(svg, "<image%s", id);
	put_attribute(svg, "x", x);
	put_attribute(svg, "y", y);
	put_attribute(svg, "width", w);
	put_attribute(svg, "height", h);
	/* Pixels that stay sharp, in words of SVG 1.1 and of CSS. */
	print_text(svg, " preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" "
			"style=\"image-rendering:pixelated\" xlink:href=\"data:image/png;base64,");
	put_base64(svg, data, size);
	print_text(svg, "\"/>\n");
	free(data);
	return FF_OK;
}

enum { FEW = 1024 }; /* cells that are rectangles: some viewers blur images */

/* Adds cells as rectangles, a run of equal ones each. */
static void put_few_cells(struct ff_surface *on, const struct ff_surface_cells *map)
{
	const struct ff_layout *layout = on->layout;
	double scale = layout->scale;
	uint8_t entries[FEW];

	on->layer(on, "cells", FF_SURFACE_PAGE);
	for (int32_t y = 0; y < map->h; y++) {
		map->row(map->context, y, entries);
		for (int32_t x = 0, end; x < map->w; x = end) {
			for (end = x + 1; end < map->w && entries[end] == entries[x];)
				end++;
			on->fill(on, (double)layout->x + x * scale, (double)layout->y + y * scale,
				 (end - x) * scale, scale, &map->fills[entries[x]]);
		}
	}
}

/* Adds cells as the image that the pixels of a page would be; where those are larger, a cell's side
 * has at least 4, which show where it ends even if a viewer smooths images. */
static enum ff_status put_cells(struct ff_surface *on, const struct ff_surface_cells *map,
				struct ff_error *err)
{
	struct ff_surface_svg *page = page_of(on);
	const struct ff_layout *layout = on->layout;
	struct ff_layout alone = *layout;
	struct ff_surface_pixels pixels;
	struct ff_bitmap bitmap;
	enum ff_status st;

	if (layout->block == 1 && (int64_t)map->w * map->h <= FEW) {
		put_few_cells(on, map);
		return FF_OK;
	}
	if (layout->block == 1) {
		alone.scale =
			fmax(fmin(layout->scale, 4), ceil(layout->scale / floor(layout->unit)));
		alone.unit *= alone.scale / layout->scale;
		alone.w = layout->columns * (int64_t)alone.scale;
		alone.h = layout->rows * (int64_t)alone.scale;
	}
	alone.x = alone.y = 0;
	alone.wide = alone.w;
	alone.high = alone.h;
	if ((st = ff_surface_pixels_open(&pixels, &alone, false, page->machine, err)) != FF_OK)
		return st;
	pixels.page_x = (int64_t)((double)layout->x * (alone.scale / layout->scale));
	pixels.page_y = (int64_t)((double)layout->y * (alone.scale / layout->scale));
	st = pixels.surface.cells(&pixels.surface, map, err);
	if ((st = ff_surface_pixels_close(&pixels, st, &bitmap, err)) != FF_OK)
		return st;
	return put_image(page, " id=\"cells\"", (double)layout->x, (double)layout->y,
			 (double)layout->w, (double)layout->h, &bitmap, err);
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

/* Its edges are whole pixels. */
static void put_box(struct ff_surface *on, double x, double y, double w, double h,
		    struct ff_colour colour, double opacity)
{
	struct ff_svg *svg = &page_of(on)->svg;
	double x0 = floor(ff_surface_x(on, x) + 0.5), y0 = floor(ff_surface_y(on, y) + 0.5);

	end_polygons(page_of(on));
	print_text(svg, "<rect");
	put_attribute(svg, "x", x0);
	put_attribute(svg, "y", y0);
	put_attribute(svg, "width", floor(ff_surface_x(on, x + w) + 0.5) - x0);
	put_attribute(svg, "height", floor(ff_surface_y(on, y + h) + 0.5) - y0);
	put_colour(svg, "fill", colour);
	put_opacity(svg, opacity);
	print_text(svg, "/>\n");
}

/* A pattern is an image. */
static void put_filled(struct ff_surface *on, double x, double y, double w, double h,
		       const struct ff_fill *fill)
{
	struct ff_surface_svg *page = page_of(on);
	double pixel = floor(on->layout->unit);
	double left = floor(ff_surface_x(on, x) + 0.5), top = floor(ff_surface_y(on, y) + 0.5);
	const struct ff_layout alone = {.wide = (int64_t)ceil(w / pixel),
					.high = (int64_t)ceil(h / pixel),
					.unit = on->layout->unit / pixel};
	struct ff_surface_pixels pixels;
	struct ff_bitmap bitmap;
	struct ff_error err;

	if (fill->pattern == FF_PATTERN_PLAIN) {
		on->box(on, x, y, w, h, fill->colour, 1);
		return;
	}
	end_polygons(page);
	if (ff_surface_pixels_open(&pixels, &alone, false, NULL, &err) != FF_OK) {
		page->svg.failed = true;
		return;
	}
	pixels.page_x = (int64_t)(left / pixel);
	pixels.page_y = (int64_t)(top / pixel);
	pixels.surface.fill(&pixels.surface, 0, 0, (double)alone.wide, (double)alone.high, fill);
	if (ff_surface_pixels_close(&pixels, FF_OK, &bitmap, &err) != FF_OK ||
	    put_image(page, "", left, top, ceil(w), ceil(h), &bitmap, &err) != FF_OK)
		page->svg.failed = true;
}

static void put_text(struct ff_surface *on, struct ff_point at, enum ff_surface_align align,
		     const struct ff_type *type, const char *text, struct ff_colour colour)
{
	static const char *const anchors[] = {"", " text-anchor=\"middle\"",
					      " text-anchor=\"end\""};
	struct ff_svg *svg = &page_of(on)->svg;
	double x = ff_surface_x(on, at.x), y = ff_surface_y(on, at.y);
	bool turned = type->dx != 0 || type->dy != 0;

	end_polygons(page_of(on));
	print_text(svg, "<text xml:space=\"preserve\" font-family=\"DejaVu Sans, sans-serif\"%s",
		   anchors[align]);
	put_attribute(svg, "font-size", ff_type_size(type));
	put_attribute(svg, "textLength", (double)ff_type_width(type, text));
	put_attribute(svg, "x", turned ? 0 : x);
	put_attribute(svg, "y", (turned ? 0 : y) + ff_type_base(type));
	if (turned) {
		const double matrix[] = {type->dx, type->dy, -type->dy, type->dx, x, y};

		print_text(svg, " transform=\"matrix(");
		for (int i = 0; i < 6; i++) {
			put_exact(svg, floor(matrix[i] * 10000 + 0.5) / 10000);
			print_text(svg, i < 5 ? " " : ")\"");
		}
	}
	put_colour(svg, "fill", colour);
	print_text(svg, ">");
	put_escaped(svg, text);
	print_text(svg, "</text>\n");
}

/* ---- the page ---- */

void ff_surface_svg_open(struct ff_surface_svg *page, const struct ff_layout *layout,
			 const struct ff_svg_about *about, const struct ff_machine *machine,
			 const char *title)
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
				.text = put_text,
			},
		.about = about,
		.machine = machine,
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
