#include "draw/draw.h"

#include "draw/canvas.h"
#include "glyphs.h"
#include "pictures.h"
#include "scene.h"
#include "sheets.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>

enum { LAST = FF_PALETTE_LEVELS - 1 };

static struct ff_image draw(const struct scene *s, const struct ff_style *style)
{
	struct ff_image image = {.w = 0};
	struct ff_error err = {""};

	CHECK(ff_draw_heatmap(&s->all, style, &image, NULL, &err) == FF_OK, "\"%s\"", err.text);
	return image;
}

/* A picture without a legend. */
static struct ff_image draw_plain(const struct scene *s, int scale, double range)
{
	const struct ff_style style = {
		.scale = scale, .range = range, .legend = FF_STYLE_LEGEND_NEVER};

	return draw(s, &style);
}

static int at(const struct ff_image *image, int64_t x, int64_t y)
{
	return image->pixels[y * image->w + x];
}

/* The one colour that a cell has; -1 if it has several. */
static int colour_of(const struct ff_image *image, int32_t x, int32_t y, int scale)
{
	int colour = at(image, (int64_t)x * scale, (int64_t)y * scale);

	for (int64_t py = (int64_t)y * scale; py < (int64_t)(y + 1) * scale; py++)
		for (int64_t px = (int64_t)x * scale; px < (int64_t)(x + 1) * scale; px++)
			if (at(image, px, py) != colour)
				return -1;
	return colour;
}

/* One row of reached cells with these values. */
static void row_of(struct scene *s, const uint32_t *values, int32_t n)
{
	scene_new(s, n, 1);
	for (int32_t i = 0; i < n; i++) {
		s->field.u32[i] = values[i];
		if (values[i] > s->all.largest)
			s->all.largest = values[i];
	}
}

static void every_cell_has_the_colour_of_its_class_and_walls_no_level(void)
{
	static const int fixed[FF_CLASSES] = {[FF_GOAL] = FF_PALETTE_GOAL,
					      [FF_UNREACHED] = FF_PALETTE_UNREACHED,
					      [FF_WALL] = FF_PALETTE_WALL};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 60; k++) {
		int scale = 1 + k % 30;
		int32_t w = 1 + (int32_t)(oracle_random(&dice) % 12);
		int32_t h = 1 + (int32_t)(oracle_random(&dice) % 12);
		struct ff_image image;
		struct scene s;

		scene_random(&s, w, h, 40, 9, &dice);
		s.goals.count = 0; /* no rings */
		image = draw_plain(&s, scale, 0);
		CHECK(image.w == w * scale && image.h == h * scale, "%" PRId32 "x%" PRId32, image.w,
		      image.h);
		for (int32_t i = 0; i < w * h; i++) {
			enum ff_class class = (enum ff_class)s.classes.cells[i];
			int colour = colour_of(&image, i % w, i / w, scale);

			CHECK(class == FF_REACHED ? colour >= 0 && colour <= LAST
						  : colour == fixed[class],
			      "scale %d, cell %" PRId32 ",%" PRId32 ": a %s has colour %d", scale,
			      i % w, i / w, ff_classes_names[class], colour);
		}
		free(image.pixels);
		scene_free(&s);
	}
}

static void the_palette_is_that_of_the_colour_map(void)
{
	struct scene s;

	scene_of(&s, "g..#./");
	for (int map = 0; map < FF_COLORMAPS; map++) {
		const struct ff_style style = {.scale = 30, .colormap = (enum ff_colormap)map};
		struct ff_image image = draw(&s, &style), want;

		ff_palette_set(&want);
		ff_palette_fill(&want, (enum ff_colormap)map);
		CHECK(image.colours == FF_PALETTE_NOT_COMPUTED &&
			      memcmp(image.palette, want.palette,
				     FF_PALETTE_END * sizeof *want.palette) == 0,
		      "%s", ff_colormap_names[map]);
		free(image.pixels);
	}
	scene_free(&s);
}

static void colours_rise_with_the_value_from_the_first_level_to_the_last(void)
{
	static const uint32_t largest[] = {1,   2,    10,    238,     239,
					   240, 1000, 65536, 9999999, 4294967294};
	enum { CELLS = 1000 };

	for (size_t k = 0; k < sizeof largest / sizeof *largest; k++) {
		uint32_t values[CELLS];
		struct ff_image image;
		struct scene s;
		int used = 1;

		for (uint64_t i = 0; i < CELLS; i++)
			values[i] = (uint32_t)(i * largest[k] / (CELLS - 1));
		row_of(&s, values, CELLS);
		image = draw_plain(&s, 1, largest[k]);
		CHECK(at(&image, 0, 0) == 0 && at(&image, CELLS - 1, 0) == LAST,
		      "0..%" PRIu32 ": %d to %d", largest[k], at(&image, 0, 0),
		      at(&image, CELLS - 1, 0));
		for (int i = 1; i < CELLS; i++) {
			int before = at(&image, i - 1, 0), here = at(&image, i, 0);

			CHECK(here >= before && here <= LAST, "0..%" PRIu32 ": %d after %d",
			      largest[k], here, before);
			CHECK(largest[k] < 999 || here <= before + 1,
			      "0..%" PRIu32 ": a jump from %d to %d", largest[k], before, here);
			used += here > before;
		}
		CHECK(largest[k] < 999
			      ? used == (largest[k] < LAST ? (int)largest[k] + 1 : LAST + 1)
			      : used == LAST + 1,
		      "0..%" PRIu32 ": %d levels", largest[k], used);
		free(image.pixels);
		scene_free(&s);
	}
}

static void a_range_fixes_the_scale_and_clamps_values_beyond(void)
{
	static const uint32_t near[] = {1, 50, 99, 100, 101, 200, 4294967294},
			      far[] = {1, 50, 99, 100};
	struct ff_image all, some, wide;
	struct scene s, t;

	row_of(&s, near, 7);
	row_of(&t, far, 4);
	all = draw_plain(&s, 1, 100);
	some = draw_plain(&t, 1, 0);
	wide = draw_plain(&t, 1, 1000);
	for (int i = 0; i < 4; i++)
		CHECK(at(&all, i, 0) == at(&some, i, 0), "%" PRIu32 ": %d and %d", near[i],
		      at(&all, i, 0), at(&some, i, 0));
	for (int i = 3; i < 7; i++)
		CHECK(at(&all, i, 0) == LAST, "%" PRIu32 ": %d", near[i], at(&all, i, 0));
	CHECK(at(&all, 2, 0) < LAST, "99: %d", at(&all, 2, 0));
	CHECK(at(&wide, 3, 0) == LAST / 10, "100 of 1000: %d", at(&wide, 3, 0));
	free(all.pixels);
	free(some.pixels);
	free(wide.pixels);
	scene_free(&s);
	scene_free(&t);
}

static void a_value_that_stays_below_the_next_round_number_recolours_nothing(void)
{
	static const uint32_t old[] = {0, 1, 700, 2001, 4000}, new[] = {0, 1, 700, 2001, 5000},
			      beyond[] = {0, 1, 700, 2001, 5001};
	struct ff_image a, b, c;
	struct scene s, t, u;

	row_of(&s, old, 5);
	row_of(&t, new, 5);
	row_of(&u, beyond, 5);
	a = draw_plain(&s, 1, 0);
	b = draw_plain(&t, 1, 0);
	c = draw_plain(&u, 1, 0);
	for (int i = 0; i < 4; i++)
		CHECK(at(&a, i, 0) == at(&b, i, 0), "cell %d: %d and %d", i, at(&a, i, 0),
		      at(&b, i, 0));
	CHECK(at(&b, 4, 0) == LAST, "the end of the scale: %d", at(&b, 4, 0));
	CHECK(at(&c, 3, 0) == 2001 * LAST / 10000 && at(&c, 4, 0) == 5001 * LAST / 10000,
	      "of 10000: %d and %d", at(&c, 3, 0), at(&c, 4, 0));
	free(a.pixels);
	free(b.pixels);
	free(c.pixels);
	scene_free(&s);
	scene_free(&t);
	scene_free(&u);
}

static void the_largest_range_of_all_does_not_wrap(void)
{
	static const uint32_t values[] = {0, 1, 2147483647, 2147483648, 4294967293, 4294967294};
	struct ff_image image;
	struct scene s;

	row_of(&s, values, 6);
	image = draw_plain(&s, 1, 4294967294);
	CHECK(at(&image, 1, 0) == 0 && at(&image, 2, 0) == LAST / 2 &&
		      at(&image, 3, 0) == LAST / 2 && at(&image, 4, 0) == LAST - 1 &&
		      at(&image, 5, 0) == LAST,
	      "%d %d %d %d", at(&image, 2, 0), at(&image, 3, 0), at(&image, 4, 0),
	      at(&image, 5, 0));
	free(image.pixels);
	scene_free(&s);
}

static void a_map_of_one_goal_can_be_drawn(void)
{
	struct ff_image image;
	struct scene s;

	scene_of(&s, "g#./");
	for (int contours = 0; contours < 5; contours++) {
		const struct ff_style style = {
			.scale = 30, .contours = contours, .with = FF_STYLE_VALUES};

		image = draw(&s, &style);
		CHECK(at(&image, 0, 0) == FF_PALETTE_GOAL && at(&image, 30, 0) == FF_PALETTE_WALL &&
			      at(&image, 60, 0) == FF_PALETTE_UNREACHED,
		      "%d, %d, %d", at(&image, 0, 0), at(&image, 30, 0), at(&image, 60, 0));
		free(image.pixels);
	}
	scene_free(&s);
}

/* ---- values ---- */

static double luminance(struct ff_colour c)
{
	const double share[3] = {0.2126, 0.7152, 0.0722};
	const uint8_t rgb[3] = {c.r, c.g, c.b};
	double sum = 0;

	for (int i = 0; i < 3; i++) {
		double v = rgb[i] / 255.0;

		sum += share[i] * (v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
	}
	return sum;
}

/* The contrast ratio of WCAG 2, 1..21. */
static double contrast(struct ff_colour a, struct ff_colour b)
{
	double la = luminance(a) + 0.05, lb = luminance(b) + 0.05;

	return la > lb ? la / lb : lb / la;
}

/* Returns true if a cell shows 'text' and nothing else on its colour 'under', in the font. */
static bool shows(const struct ff_image *image, int64_t left, int64_t top, int scale, int under,
		  const struct ff_canvas_font *font, const char *text)
{
	struct ff_image cell = {.w = scale, .h = scale};
	int64_t wide = (int64_t)strlen(text) * font->w;
	bool found = false;

	cell.pixels = oracle_cells((size_t)scale * (size_t)scale, 1);
	for (int i = 0; i < scale * scale; i++)
		cell.pixels[i] = at(image, left + i % scale, top + i / scale) == under
					 ? FF_PALETTE_PAPER
					 : FF_PALETTE_INK;
	/* In the middle, give or take a pixel. */
	for (int i = 0; i < 4 && !found; i++) {
		int64_t x = (scale - wide + i % 2) / 2, y = (scale - font->h + i / 2) / 2;

		if (!glyphs_are(&cell, font, x, y, text))
			continue;
		ff_canvas_rectangle(&cell, x, y, wide, font->h, FF_PALETTE_PAPER);
		found = memchr(cell.pixels, FF_PALETTE_INK, (size_t)scale * (size_t)scale) == NULL;
	}
	free(cell.pixels);
	return found;
}

/* Cells with room show their value, readably, and others nothing. */
static void check_values(const struct scene *s, const struct ff_style *style)
{
	struct ff_image image = draw(s, style), bare;
	struct ff_style without = *style;
	int scale = style->scale;

	without.with = 0;
	bare = draw(s, &without);
	for (int32_t i = 0; i < s->cost.w * s->cost.h; i++) {
		int32_t x = i % s->cost.w, y = i / s->cost.w;
		int64_t left = (int64_t)x * scale, top = (int64_t)y * scale;
		int under = colour_of(&bare, x, y, scale), ink = under;
		bool none = s->field.u32[i] == FF_FIELD_NONE32;
		double value = ((double)s->field.u32[i] - s->field.zero) / s->field.unit;
		char text[16];

		snprintf(text, sizeof text, "%.*f", s->field.unit > 1, value);
		if (none || scale <= 8 || scale < (int)strlen(text) * 5 + 3) {
			CHECK(colour_of(&image, x, y, scale) == under,
			      "scale %d, %" PRId32 ",%" PRId32 ": something is printed for %s",
			      scale, x, y, text);
			continue;
		}
		CHECK(shows(&image, left, top, scale, under, &ff_canvas_small, text) ||
			      shows(&image, left, top, scale, under, &ff_canvas_large, text),
		      "scale %d, %" PRId32 ",%" PRId32 ": %s is not printed", scale, x, y, text);
		for (int64_t p = 0; p < scale * scale; p++)
			if (at(&image, left + p % scale, top + p / scale) != under)
				ink = at(&image, left + p % scale, top + p / scale);
		CHECK(contrast(image.palette[ink], image.palette[under]) >= 3,
		      "%s: contrast %g of %d on %d", text,
		      contrast(image.palette[ink], image.palette[under]), ink, under);
	}
	free(image.pixels);
	free(bare.pixels);
}

static void values_are_printed_where_there_is_room_and_can_be_read(void)
{
	struct scene s;

	scene_of(&s, "g12#1./.#3#.#/1M4..9/##M#2g/1#.#../");
	s.goals.count = 0; /* no rings */
	for (int scale = 1; scale <= 50; scale++) {
		const struct ff_style style = {
			.scale = scale, .with = FF_STYLE_VALUES, .legend = FF_STYLE_LEGEND_NEVER};

		check_values(&s, &style);
	}
	scene_free(&s);
}

/* At, just below and between the values where the colour changes. */
static void whole_numbers_have_the_colour_that_a_division_gives(void)
{
	static const uint32_t spans[] = {1,    2,     238,     239,     240,        241,
					 1000, 65536, 4194303, 1 << 30, 2147483646, 2147483647};
	enum { COUNT = 3 * LAST };
	uint64_t dice = ORACLE_SEED;

	for (size_t k = 0; k < 40; k++) {
		uint32_t values[COUNT];
		uint64_t span = k < 12 ? spans[k] : 1 + oracle_random(&dice) % 2147483647;
		struct ff_image image;
		struct scene s;

		for (uint64_t i = 0; i < COUNT; i++) {
			uint64_t value = i / 3 * span / LAST;

			values[i] = (uint32_t)(i % 3 == 0   ? value
					       : i % 3 == 1 ? (value + 1 < span ? value + 1 : span)
							    : oracle_random(&dice) % (span + 1));
		}
		values[COUNT - 1] = (uint32_t)span;
		row_of(&s, values, COUNT);
		image = draw_plain(&s, 1, (double)span);
		for (int32_t x = 0; x < COUNT; x++)
			CHECK(at(&image, x, 0) == (int)((uint64_t)values[x] * LAST / span),
			      "%" PRIu32 " of %" PRIu64 ": %d", values[x], span, at(&image, x, 0));
		free(image.pixels);
		scene_free(&s);
	}
}

static void values_can_be_read_on_every_colour_of_every_map(void)
{
	uint32_t values[FF_PALETTE_LEVELS];
	struct scene s;

	for (uint32_t i = 0; i <= LAST; i++)
		values[i] = i;
	row_of(&s, values, FF_PALETTE_LEVELS);
	s.classes.cells[0] = FF_GOAL;
	for (int map = 0; map < FF_COLORMAPS; map++) {
		const struct ff_style style = {.scale = 16,
					       .with = FF_STYLE_VALUES,
					       .colormap = (enum ff_colormap)map,
					       .legend = FF_STYLE_LEGEND_NEVER};

		check_values(&s, &style);
	}
	scene_free(&s);
}

static void a_value_of_ten_digits_is_printed_whole(void)
{
	static const uint32_t values[] = {4294967294, 1000000000, 0, 1, 999999999, 4294967293};
	struct scene s;

	row_of(&s, values, 6);
	s.classes.cells[2] = FF_GOAL;
	for (int scale = 44; scale <= 100; scale++) {
		const struct ff_style style = {
			.scale = scale, .with = FF_STYLE_VALUES, .legend = FF_STYLE_LEGEND_NEVER};

		check_values(&s, &style);
	}
	scene_free(&s);
}

static void values_of_steps_that_are_no_whole_cost_have_a_decimal(void)
{
	static const uint32_t values[] = {0, 577, 408, 1154, 40800, 40841, 409};
	struct scene s;

	row_of(&s, values, 7);
	s.field.unit = 408;
	s.all.largest = 40841 / 408.0;
	for (int scale = 16; scale <= 60; scale += 4) {
		const struct ff_style style = {
			.scale = scale, .with = FF_STYLE_VALUES, .legend = FF_STYLE_LEGEND_NEVER};

		check_values(&s, &style);
	}
	scene_free(&s);
}

static void goals_show_their_start_cost_and_0_need_be_no_goal(void)
{
	static const uint32_t values[] = {7, 8, 100, 0, 1};
	const struct ff_style style = {
		.scale = 30, .with = FF_STYLE_VALUES, .legend = FF_STYLE_LEGEND_NEVER};
	struct ff_image image;
	struct scene s;

	row_of(&s, values, 5);
	s.classes.cells[0] = FF_GOAL;
	check_values(&s, &style);
	image = draw(&s, &style);
	CHECK(at(&image, 0, 0) == FF_PALETTE_GOAL, "the goal: %d", at(&image, 0, 0));
	CHECK(at(&image, 90, 0) == 0, "reached at no cost: %d", at(&image, 90, 0));
	free(image.pixels);
	scene_free(&s);
}

static void values_below_0_are_printed_and_the_scale_begins_at_a_round_one(void)
{
	static const uint32_t values[] = {0, 1, 119, 60, 119 + 50};
	const struct ff_style style = {
		.scale = 40, .with = FF_STYLE_VALUES, .legend = FF_STYLE_LEGEND_NEVER};
	struct ff_image image;
	struct scene s;

	row_of(&s, values, 5);
	s.field.zero = 119;
	s.all.least = -119;
	s.all.largest = 50;
	check_values(&s, &style);
	image = draw_plain(&s, 1, 0);
	/* From -200 to 50. */
	CHECK(at(&image, 0, 0) == 81 * LAST / 250 && at(&image, 4, 0) == LAST, "%d to %d",
	      at(&image, 0, 0), at(&image, 4, 0));
	CHECK(at(&image, 2, 0) == 200 * LAST / 250, "0: %d", at(&image, 2, 0));
	free(image.pixels);
	image = draw_plain(&s, 1, 1);
	CHECK(at(&image, 0, 0) == 81 * LAST / 201 && at(&image, 2, 0) == 200 * LAST / 201 &&
		      at(&image, 4, 0) == LAST,
	      "up to 1: %d, %d, %d", at(&image, 0, 0), at(&image, 2, 0), at(&image, 4, 0));
	free(image.pixels);
	scene_free(&s);
}

/* Puts in place of a scene's field one of another type that says the same. */
static void retype(struct scene *s, enum ff_field_type type, uint32_t unit, uint32_t zero)
{
	size_t n = (size_t)s->cost.w * (size_t)s->cost.h;
	struct ff_field field = s->field;

	field.type = type;
	field.unit = unit;
	field.zero = zero;
	field.cells = oracle_cells(n, ff_field_size(type));
	for (size_t i = 0; i < n; i++) {
		bool none = s->field.u32[i] == FF_FIELD_NONE32;
		uint64_t raw = (uint64_t)s->field.u32[i] * unit + zero;

		if (type == FF_FIELD_U32)
			field.u32[i] = none ? FF_FIELD_NONE32 : (uint32_t)raw;
		else if (type == FF_FIELD_U64)
			field.u64[i] = none ? FF_FIELD_NONE64 : raw;
		else
			field.f64[i] = none ? FF_FIELD_NONEF : (double)raw;
	}
	free(s->field.cells);
	s->field = field;
}

static void equal_values_of_any_type_unit_and_zero_give_equal_pictures(void)
{
	static const int32_t widths[] = {1, 5, 255, 256, 257, 511, 513};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 7 * 3; k++) {
		const struct ff_style style = {.scale = 2, .contours = 9};
		struct ff_image want, image;
		struct scene s;

		scene_random(&s, widths[k / 3], 9, 20, 9, &dice);
		want = draw(&s, &style);
		retype(&s, (enum ff_field_type)(k % 3), k % 2 ? 408 : 1, k % 5 ? 0 : 1000);
		image = draw(&s, &style);
		CHECK(image.w == want.w && image.h == want.h &&
			      memcmp(image.pixels, want.pixels, (size_t)want.w * (size_t)want.h) ==
				      0,
		      "width %" PRId32 ", type %d", widths[k / 3], k % 3);
		free(want.pixels);
		free(image.pixels);
		scene_free(&s);
	}
}

/* ---- contours ---- */

static void contours_are_lines_on_cells_with_a_value_only(void)
{
	uint64_t dice = ORACLE_SEED;
	int lined = 0;

	for (int k = 0; k < 40; k++) {
		int scale = 1 + k % 20;
		const struct ff_style style = {
			.scale = scale, .contours = 1 + k * 3, .legend = FF_STYLE_LEGEND_NEVER};
		struct ff_image image, bare;
		struct scene s;

		scene_random(&s, 15, 11, 5 + k, 20, &dice);
		s.goals.count = 0;
		image = draw(&s, &style);
		bare = draw_plain(&s, scale, 0);
		for (int32_t i = 0; i < image.w * image.h; i++) {
			int32_t x = i % image.w / scale, y = i / image.w / scale;
			enum ff_class class = (enum ff_class)s.classes.cells[y * 15 + x];

			if (image.pixels[i] == bare.pixels[i])
				continue;
			lined++;
			CHECK(image.pixels[i] == ff_palette_ink(image.palette[bare.pixels[i]]),
			      "a line of colour %d on %d", image.pixels[i], bare.pixels[i]);
			CHECK(class == FF_REACHED || class == FF_GOAL,
			      "scale %d: a line on the %s %" PRId32 ",%" PRId32, scale,
			      ff_classes_names[class], x, y);
		}
		free(image.pixels);
		free(bare.pixels);
		scene_free(&s);
	}
	CHECK(lined > 1000, "%d pixels of lines", lined);
}

/* Returns true if 'text' stands in the middle of a cell, with no line through it: in one of two
 * fonts. */
static bool printed_over_lines(const struct ff_image *image, int64_t left, int64_t top, int scale,
			       int under, const struct ff_canvas_font *font, const char *text)
{
	int64_t wide = (int64_t)strlen(text) * font->w;
	struct ff_image box = {.w = (int32_t)wide, .h = (int32_t)font->h};
	bool found;

	left += (scale - wide + 1) / 2;
	top += (scale - font->h + 1) / 2;
	box.pixels = oracle_cells((size_t)(wide * font->h), 1);
	for (int64_t i = 0; i < wide * font->h; i++)
		box.pixels[i] = at(image, left + i % wide, top + i / wide) == under
					? FF_PALETTE_PAPER
					: FF_PALETTE_INK;
	found = glyphs_are(&box, font, 0, 0, text);
	free(box.pixels);
	return found;
}

static void contours_do_not_strike_values_out(void)
{
	struct scene s;

	scene_of(&s, "g..3./..5../9..../....M/");
	for (int scale = 20; scale <= 45; scale += 5) {
		const struct ff_style style = {.scale = scale,
					       .with = FF_STYLE_VALUES,
					       .contours = 1000,
					       .legend = FF_STYLE_LEGEND_NEVER};
		struct ff_image image = draw(&s, &style), bare = draw_plain(&s, scale, 0);

		for (int32_t i = 1; i < 5 * 4; i++) {
			int64_t left = i % 5 * scale, top = i / 5 * scale;
			int under = at(&bare, left, top);
			char text[16];

			snprintf(text, sizeof text, "%" PRIu32, s.field.u32[i]);
			CHECK(printed_over_lines(&image, left, top, scale, under, &ff_canvas_small,
						 text) ||
				      printed_over_lines(&image, left, top, scale, under,
							 &ff_canvas_large, text),
			      "scale %d: %s cannot be read", scale, text);
		}
		free(image.pixels);
		free(bare.pixels);
	}
	scene_free(&s);
}

/* ---- the legend ---- */

static bool says(const struct ff_image *image, int32_t below, const char *text)
{
	int64_t x, y;

	return glyphs_find(image, image->w < 560 ? &ff_canvas_small : &ff_canvas_large, text, below,
			   &x, &y);
}

static void the_legend_explains_the_colours(void)
{
	static const uint32_t values[] = {0, 1, 2, 5000};
	struct scene s;

	row_of(&s, values, 4);
	for (uint32_t range = 0; range <= 8000; range += 4000) {
		const struct ff_style style = {.scale = 100, .range = range};
		struct ff_image image = draw(&s, &style);

		CHECK(says(&image, 100, "goal") && says(&image, 100, "unreached") &&
			      says(&image, 100, "wall"),
		      "a class is missing");
		CHECK(says(&image, 100,
			   range == 0      ? " 5000"
			   : range == 4000 ? " 4000+"
					   : " 8000"),
		      "range %" PRIu32 ": no last label", range);
		CHECK(says(&image, 100, "5000+") == false && says(&image, 100, "8000+") == false,
		      "range %" PRIu32 ": more than the largest", range);
		free(image.pixels);
	}
	scene_free(&s);
}

static void check_unknown(enum ff_class unknown, int colour, const char *name)
{
	for (int contours = 0; contours < 9; contours += 4)
		for (int cells = 0; cells < 4; cells += 3) {
			const struct ff_style style = {
				.scale = 36, .contours = contours, .legend = FF_STYLE_LEGEND_AUTO};
			struct ff_image image;
			struct scene s;
			int64_t x, y;

			scene_of(&s, "g....#.../.....#.../");
			scene_forget(&s, 3, cells, unknown);
			image = draw(&s, &style);
			for (int i = 0; i < 18; i++) {
				uint8_t class = s.classes.cells[i], *at = image.pixels;
				int middle = (i / 9 * 36 + 18) * image.w + i % 9 * 36 + 18;

				CHECK((at[middle] == colour) == (class == unknown),
				      "contours %d, cell %d, %s: %d", contours, i,
				      ff_classes_names[class], at[middle]);
			}
			CHECK(image.colours == (cells > 0 ? colour + 1 : FF_PALETTE_NOT_COMPUTED),
			      "%d colours", image.colours);
			CHECK(glyphs_find(&image, &ff_canvas_small, name, 2 * 36, &x, &y) ==
				      (cells > 0),
			      "%d cells", cells);
			free(image.pixels);
			scene_free(&s);
		}
}

static void cells_not_computed_or_not_yet_have_a_colour_that_the_legend_names(void)
{
	check_unknown(FF_NOT_COMPUTED, FF_PALETTE_NOT_COMPUTED, "not computed");
	check_unknown(FF_NOT_YET, FF_PALETTE_NOT_YET, "not yet");
}

static void cells_closed_to_wide_walkers_are_no_walls(void)
{
	uint8_t open[5] = {1, 1, 9, FF_COST_WALL, 1};
	const struct ff_cost map = {5, 1, open};

	for (int contours = 0; contours < 9; contours += 4) {
		const struct ff_style style = {.scale = 80, .contours = contours};
		struct ff_image image;
		struct scene s;

		scene_of(&s, "g.##./");
		image = draw(&s, &style);
		CHECK(!says(&image, 80, "too near a wall"), "there are none");
		free(image.pixels);
		s.all.map = &map;
		image = draw(&s, &style);
		CHECK(colour_of(&image, 2, 0, 80) == FF_PALETTE_CLOSED &&
			      colour_of(&image, 3, 0, 80) == FF_PALETTE_WALL,
		      "%d and %d", colour_of(&image, 2, 0, 80), colour_of(&image, 3, 0, 80));
		CHECK(says(&image, 80, "too near a wall"), "nothing is said about them");
		free(image.pixels);
		scene_free(&s);
	}
}

static void a_file_has_a_layer_of_cells_not_computed_or_not_yet_if_there_are_any(void)
{
	sheets_unknown(sheets_heatmap, FF_NOT_COMPUTED, ">not computed<", "not-computed");
	sheets_unknown(sheets_heatmap, FF_NOT_YET, ">not yet<", "not-yet");
}

static void a_picture_too_large_is_refused_and_nothing_set(void)
{
	pictures_refuse(ff_draw_heatmap);
}

/* ---- as vectors ---- */

static void a_file_has_a_layer_for_all_that_is_drawn(void)
{
	static const char *const ids[] = {"heatmap", "contours", "walls", "unreached",
					  "goals",   "values",   "legend"};
	struct ff_style style = {.scale = 40, .legend = FF_STYLE_LEGEND_ALWAYS, .contours = 3};
	struct scene s;
	char *text;

	scene_of(&s, "g..#./....#./..###./");
	style.with = FF_STYLE_VALUES;
	text = sheets_heatmap(&s.all, &style);
	for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
		char id[32];

		snprintf(id, sizeof id, " id=\"%s\"", ids[i]);
		CHECK(sheets_count(text, id) == 1, "%d layers %s", sheets_count(text, id), ids[i]);
	}
	CHECK(sheets_count(text, ">0</text>") == 2, "the goal's number and the legend's: %s", text);
	free(text);
	style = (struct ff_style){.scale = 40, .legend = FF_STYLE_LEGEND_NEVER};
	text = sheets_heatmap(&s.all, &style);
	CHECK(strstr(text, "contours") == NULL && strstr(text, "<text") == NULL &&
		      strstr(text, "legend") == NULL,
	      "what was not asked for: %s", text);
	free(text);
	scene_free(&s);
}

int main(void)
{
	RUN(every_cell_has_the_colour_of_its_class_and_walls_no_level);
	RUN(the_palette_is_that_of_the_colour_map);
	RUN(colours_rise_with_the_value_from_the_first_level_to_the_last);
	RUN(a_range_fixes_the_scale_and_clamps_values_beyond);
	RUN(a_value_that_stays_below_the_next_round_number_recolours_nothing);
	RUN(the_largest_range_of_all_does_not_wrap);
	RUN(a_map_of_one_goal_can_be_drawn);
	RUN(values_are_printed_where_there_is_room_and_can_be_read);
	RUN(whole_numbers_have_the_colour_that_a_division_gives);
	RUN(values_can_be_read_on_every_colour_of_every_map);
	RUN(a_value_of_ten_digits_is_printed_whole);
	RUN(contours_are_lines_on_cells_with_a_value_only);
	RUN(contours_do_not_strike_values_out);
	RUN(the_legend_explains_the_colours);
	RUN(a_file_has_a_layer_of_cells_not_computed_or_not_yet_if_there_are_any);
	RUN(a_picture_too_large_is_refused_and_nothing_set);
	RUN(values_of_steps_that_are_no_whole_cost_have_a_decimal);
	RUN(goals_show_their_start_cost_and_0_need_be_no_goal);
	RUN(values_below_0_are_printed_and_the_scale_begins_at_a_round_one);
	RUN(equal_values_of_any_type_unit_and_zero_give_equal_pictures);
	RUN(cells_not_computed_or_not_yet_have_a_colour_that_the_legend_names);
	RUN(cells_closed_to_wide_walkers_are_no_walls);
	RUN(a_file_has_a_layer_for_all_that_is_drawn);
	return tap_done();
}
