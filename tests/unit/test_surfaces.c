/*
 * Both back ends, compared: each mark is painted by both, and the text of the SVG file says which
 * pixels are covered, and how.  Pixels at the edge of a mark are not looked at.
 */
#include "draw/surface.h"

#include "oracle.h"
#include "tap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE = 150, HIGH = 120, CORNERS = 40 };
static const double edge = 0.8; /* pixels */

static const struct ff_layout layout = {.wide = WIDE,
					.high = HIGH,
					.columns = 20,
					.rows = 15,
					.x = 12,
					.y = 9,
					.w = 120,
					.h = 90,
					.scale = 6,
					.block = 1,
					.unit = 3,
					.type = {6, 12, 0, 0}};

/* A mark that both pages get. */
struct painted {
	struct ff_point points[5];
	size_t count;
	struct ff_stroke stroke;
	struct ff_fill fill;
	double w, h, radius;
	enum ff_surface_align align;
};

typedef void paint(struct ff_surface *on, const struct painted *what);

static void paint_line(struct ff_surface *on, const struct painted *what)
{
	on->line(on, what->points, what->count, &what->stroke);
}

static void paint_polygon(struct ff_surface *on, const struct painted *what)
{
	on->polygon(on, what->points, 3, what->stroke.colour);
}

static void paint_disc(struct ff_surface *on, const struct painted *what)
{
	on->disc(on, what->points[0], what->radius, what->stroke.colour);
}

static void paint_ring(struct ff_surface *on, const struct painted *what)
{
	on->ring(on, what->points[0], what->radius, &what->stroke);
}

static void paint_box(struct ff_surface *on, const struct painted *what)
{
	on->box(on, what->points[0].x, what->points[0].y, what->w, what->h, what->stroke.colour,
		what->stroke.opacity);
}

static void paint_fill(struct ff_surface *on, const struct painted *what)
{
	on->fill(on, what->points[0].x, what->points[0].y, what->w, what->h, &what->fill);
}

static void paint_text(struct ff_surface *on, const struct painted *what)
{
	on->text(on, what->points[0], what->align, &layout.type, "HHH", what->stroke.colour);
}

/* ---- the text of an SVG file ---- */

/* Returns the value of an attribute of the element at 'element', or of 'none'. */
static double number_of(const char *element, const char *name, double none)
{
	const char *end = strchr(element, '>');
	char attribute[40];
	const char *at;

	snprintf(attribute, sizeof attribute, " %s=\"", name);
	at = strstr(element, attribute);
	return at == NULL || at > end ? none : strtod(at + strlen(attribute), NULL);
}

/* Sets a colour; false if the element has none of that name. */
static bool colour_of(const char *element, const char *name, struct ff_colour *colour)
{
	const char *end = strchr(element, '>');
	char attribute[40];
	const char *at;
	unsigned long value;
	char *last;

	snprintf(attribute, sizeof attribute, " %s=\"#", name);
	at = strstr(element, attribute);
	if (at == NULL || at > end)
		return false;
	value = strtoul(at + strlen(attribute), &last, 16);
	if (last - at - (long)strlen(attribute) == 3)
		value = (value >> 8) * 0x110000 + (value >> 4 & 15) * 0x1100 + (value & 15) * 0x11;
	*colour = (struct ff_colour){(uint8_t)(value >> 16), (uint8_t)(value >> 8), (uint8_t)value};
	return true;
}

/* A place's distance from the edge of a mark: below 0 within it. */
static double off_box(double x, double y, double left, double top, double w, double h)
{
	return fmax(fmax(left - x, x - left - w), fmax(top - y, y - top - h));
}

/* Returns the distance from a polyline, less half its width. */
static double off_line(const struct ff_point *points, size_t count, const char *element, double x,
		       double y)
{
	double half = number_of(element, "stroke-width", 0) / 2, best = HUGE_VAL;

	for (size_t i = 0; i < count; i++) {
		struct ff_point a = points[i], b = points[i + 1 < count ? i + 1 : i];
		double dx = b.x - a.x, dy = b.y - a.y, length = sqrt(dx * dx + dy * dy);
		double t = length > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / (length * length) : 0;

		t = fmin(fmax(t, 0), 1);
		best = fmin(best, hypot(x - a.x - t * dx, y - a.y - t * dy));
	}
	return best - half;
}

/* Returns how far a place is from a polygon's edge; below 0 within it. */
static double off_polygon(const struct ff_point *points, size_t count, double x, double y)
{
	double best = HUGE_VAL;
	bool in = false;

	for (size_t i = 0; i < count; i++) {
		struct ff_point a = points[i], b = points[(i + 1) % count];
		double dx = b.x - a.x, dy = b.y - a.y;
		double t = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy);

		t = fmin(fmax(t, 0), 1);
		best = fmin(best, hypot(x - a.x - t * dx, y - a.y - t * dy));
		if ((a.y > y) != (b.y > y) && x < a.x + (y - a.y) / dy * dx)
			in = !in;
	}
	return in ? -best : best;
}

/* Reads the points of a path of M, L and h0; returns their number. */
static size_t read_points(const char *element, struct ff_point points[CORNERS])
{
	char *d = strstr(element, " d=\"") + 4;
	size_t n = 0;

	while ((*d == 'M' || *d == 'L') && n < CORNERS) {
		points[n].x = strtod(d + 1, &d);
		points[n++].y = strtod(d, &d);
	}
	return n;
}

/* Sets the colour that an SVG file's mark gives a place of the page; false near its edges. */
static bool colour_at(const char *text, double x, double y, struct ff_colour *colour)
{
	const char *group = strstr(text, "<g id="), *element = strchr(group, '\n') + 1;
	struct ff_colour own = {0, 0, 0};
	struct ff_point points[CORNERS];
	double off, opacity, width;
	bool lined;

	opacity = number_of(element, "opacity", 1);
	width = number_of(element, "stroke-width", 0);
	lined = colour_of(element, "stroke", &own);
	if (!lined)
		colour_of(element, "fill", &own);
	if (strncmp(element, "<circle", 7) == 0) {
		off = hypot(x - number_of(element, "cx", 0), y - number_of(element, "cy", 0)) -
		      number_of(element, "r", 0);
		off = lined ? fabs(off) - width / 2 : off;
	} else if (strncmp(element, "<rect", 5) == 0) {
		off = off_box(x, y, number_of(element, "x", 0), number_of(element, "y", 0),
			      number_of(element, "width", 0), number_of(element, "height", 0));
		off = lined ? fabs(off) - width / 2 : off;
	} else {
		size_t count = read_points(element, points);

		off = lined ? off_line(points, count, element, x, y)
			    : off_polygon(points, count, x, y);
	}
	if (strstr(group, "clip-path") != NULL)
		off = fmax(off, off_box(x, y, (double)layout.x, (double)layout.y, (double)layout.w,
					(double)layout.h));
	if (fabs(off) < edge)
		return false;
	*colour = ff_palette_colour(FF_PALETTE_PAPER);
	if (off > 0)
		return true;
	colour->r = (uint8_t)(colour->r + (own.r - colour->r) * opacity + 0.5);
	colour->g = (uint8_t)(colour->g + (own.g - colour->g) * opacity + 0.5);
	colour->b = (uint8_t)(colour->b + (own.b - colour->b) * opacity + 0.5);
	return true;
}

/* ---- both ---- */

static const struct ff_svg_about about = {"map", NULL, 0, NULL};

/* Paints on both pages: pixels that the caller frees, and a text likewise. */
static char *paint_both(paint *mark, const struct painted *what, enum ff_surface_space space,
			struct ff_bitmap *bitmap)
{
	struct ff_surface_pixels pixels;
	struct ff_surface_svg svg;
	struct ff_error err = {""};
	char *text = NULL, *made = NULL;
	size_t size = 0;

	CHECK(ff_surface_pixels_open(&pixels, &layout, false, NULL, &err) == FF_OK, "%s", err.text);
	ff_surface_svg_open(&svg, &layout, &about, NULL, "");
	pixels.surface.layer(&pixels.surface, "mark", space);
	svg.surface.layer(&svg.surface, "mark", space);
	mark(&pixels.surface, what);
	mark(&svg.surface, what);
	CHECK(ff_surface_pixels_close(&pixels, FF_OK, bitmap, &err) == FF_OK, "%s", err.text);
	if (ff_surface_svg_close(&svg, FF_OK, &made, &size, &err) != FF_OK ||
	    (text = realloc(made, size + 1)) == NULL) {
		printf("Bail out! no picture: %s\n", err.text);
		exit(1);
	}
	text[size] = '\0';
	return text;
}

static double between(uint64_t *dice, double from, double to)
{
	return from + (to - from) * (double)(oracle_random(dice) % 100001) / 100000;
}

/* Throws a mark whose parts are large enough to have pixels that are no edge. */
static void throw_mark(struct painted *what, enum ff_surface_space space, uint64_t *dice)
{
	double wide = space == FF_SURFACE_MAP ? 20 : WIDE, high = wide * HIGH / WIDE;

	*what = (struct painted){.count = 1 + oracle_random(dice) % 5,
				 .w = between(dice, wide / 4, wide / 2),
				 .h = between(dice, high / 4, high / 2),
				 .radius = between(dice, 5, 30),
				 .align = (enum ff_surface_align)(oracle_random(dice) % 3)};
	for (int i = 0; i < 5; i++)
		what->points[i] = (struct ff_point){between(dice, wide / 5, wide * 0.8),
						    between(dice, high / 5, high * 0.8)};
	what->stroke = (struct ff_stroke){.colour = {(uint8_t)oracle_random(dice), 34, 51},
					  .width = between(dice, 3, 9),
					  .opacity = between(dice, 0.2, 1)};
	what->fill = (struct ff_fill){what->stroke.colour, {200, 250, 9}, FF_PATTERN_PLAIN};
}

/* Returns the number of pixels that a mark covers for sure. */
static int check_pixels(const struct ff_bitmap *bitmap, const char *text, const char *what)
{
	struct ff_colour paper = ff_palette_colour(FF_PALETTE_PAPER);
	int covered = 0;

	for (int y = 0; y < HIGH; y++)
		for (int x = 0; x < WIDE; x++) {
			struct ff_colour is = bitmap->pixels[y * bitmap->w + x], wanted;

			if (!colour_at(text, x + 0.5, y + 0.5, &wanted))
				continue;
			covered += !ff_image_same(wanted, paper);
			/* Opacities have two decimals in SVG; joints are mixed twice. */
			CHECK(abs(is.r - wanted.r) <= 3 && abs(is.g - wanted.g) <= 3 &&
				      abs(is.b - wanted.b) <= 3,
			      "%s: %d,%d is %d %d %d, in SVG %d %d %d", what, x, y, is.r, is.g,
			      is.b, wanted.r, wanted.g, wanted.b);
		}
	return covered;
}

static void marks_cover_the_same_pixels_with_the_same_colours(void)
{
	static const struct {
		const char *name;
		paint *mark;
	} marks[] = {{"line", paint_line}, {"polygon", paint_polygon}, {"disc", paint_disc},
		     {"ring", paint_ring}, {"box", paint_box},         {"fill", paint_fill}};
	uint64_t dice = ORACLE_SEED;

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		int covered = 0;

		for (int turn = 0; turn < 20; turn++) {
			enum ff_surface_space space =
				turn % 2 == 0 ? FF_SURFACE_PAGE : FF_SURFACE_MAP;
			struct ff_bitmap bitmap;
			struct painted what;
			char *text;

			throw_mark(&what, space, &dice);
			text = paint_both(marks[i].mark, &what, space, &bitmap);
			covered += check_pixels(&bitmap, text, marks[i].name);
			free(bitmap.pixels);
			free(text);
		}
		CHECK(covered > 2000, "%s: %d pixels are sure", marks[i].name, covered);
	}
}

static void texts_stand_in_the_same_place(void)
{
	static const char *const anchors[] = {NULL, "middle", "end"};
	const struct ff_colour paper = ff_palette_colour(FF_PALETTE_PAPER);
	uint64_t dice = ORACLE_SEED;

	for (int turn = 0; turn < 30; turn++) {
		int left = WIDE, right = 0, bottom = 0;
		struct ff_colour colour;
		struct ff_bitmap bitmap;
		struct painted what;
		const char *element;
		double x, glyph = layout.type.w;
		double wide = (double)ff_type_width(&layout.type, "HHH");
		char *text;

		throw_mark(&what, FF_SURFACE_PAGE, &dice);
		text = paint_both(paint_text, &what, FF_SURFACE_PAGE, &bitmap);
		element = strstr(text, "<text ");
		CHECK(colour_of(element, "fill", &colour), "%s", element);
		for (int i = 0; i < WIDE * HIGH; i++) {
			int row = i / WIDE;

			if (ff_image_same(bitmap.pixels[i], paper))
				continue;
			left = i % WIDE < left ? i % WIDE : left;
			right = i % WIDE + 1 > right ? i % WIDE + 1 : right;
			bottom = row + 1;
		}
		x = number_of(element, "x", -1) - wide * (int)what.align / 2;
		CHECK(fabs(left - x) <= glyph / 2 && fabs(right - x - wide) <= glyph / 2,
		      "%d..%d, in SVG from %g", left, right, x);
		CHECK(fabs(bottom - number_of(element, "y", -1)) <= 2, "%d, in SVG %g", bottom,
		      number_of(element, "y", -1));
		CHECK(anchors[what.align] == NULL
			      ? strstr(element, "text-anchor") == NULL
			      : strstr(strstr(element, "text-anchor"), anchors[what.align]) != NULL,
		      "%s", element);
		free(bitmap.pixels);
		free(text);
	}
}

int main(void)
{
	RUN(marks_cover_the_same_pixels_with_the_same_colours);
	RUN(texts_stand_in_the_same_place);
	return tap_done();
}
