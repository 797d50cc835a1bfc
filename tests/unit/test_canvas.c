#include "draw/canvas.h"

#include "draw/palette.h"

#include "marked.h"
#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAPER = 9, PEN = 5 };

/* A new picture, all PAPER. */
static struct ff_image sheet(int32_t w, int32_t h)
{
	struct ff_image image = {.w = 0};
	struct ff_error err = {""};

	CHECK(ff_canvas_new(&image, w, h, &err) == FF_OK, "\"%s\"", err.text);
	memset(image.pixels, PAPER, (size_t)w * (size_t)h);
	return image;
}

static int at(const struct ff_image *image, int64_t x, int64_t y)
{
	return image->pixels[y * image->w + x];
}

/* How many pixels are not PAPER. */
static int inked(const struct ff_image *image)
{
	int count = 0;

	for (int32_t i = 0; i < image->w * image->h; i++)
		count += image->pixels[i] != PAPER;
	return count;
}

static void a_new_picture_has_the_fixed_palette(void)
{
	struct ff_image image = sheet(7, 3), fixed;

	ff_palette_set(&fixed);
	CHECK(image.w == 7 && image.h == 3 && image.colours == FF_PALETTE_NOT_COMPUTED,
	      "%d colours", image.colours);
	CHECK(memcmp(image.palette + FF_PALETTE_LEVELS, fixed.palette + FF_PALETTE_LEVELS,
		     (FF_PALETTE_END - FF_PALETTE_LEVELS) * sizeof *fixed.palette) == 0,
	      "the palette");
	free(image.pixels);
}

static void a_picture_too_large_is_refused_with_what_to_do(void)
{
	static const int64_t sizes[][2] = {{268435457, 1},  {1, 268435457},
					   {32769, 32768},  {INT64_C(4294967296), 4294967296},
					   {4294967296, 1}, {INT64_C(1) << 40, 1 << 20}};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct ff_image image;
		struct ff_error err = {""};
		char message[100];

		mark(&image, sizeof image);
		CHECK(ff_canvas_new(&image, sizes[i][0], sizes[i][1], &err) == FF_E_LIMIT,
		      "%" PRId64 "x%" PRId64, sizes[i][0], sizes[i][1]);
		snprintf(message, sizeof message,
			 "a picture of %" PRId64 "x%" PRId64
			 " is too large: choose a smaller --scale",
			 sizes[i][0], sizes[i][1]);
		CHECK(strcmp(err.text, message) == 0, "\"%s\"", err.text);
		CHECK(is_marked(&image, sizeof image), "the image was set");
	}
}

static void row_of_numbers(const void *context, int32_t y, uint8_t *colours)
{
	const int32_t *w = context;

	for (int32_t x = 0; x < *w; x++)
		colours[x] = (uint8_t)(10 + (x + 7 * y) % 200);
}

static void a_cell_covers_just_its_own_square(void)
{
	for (int scale = 1; scale <= 9; scale++)
		for (int32_t w = 1; w < 30; w += 3) {
			/* Three columns to the right and two rows below belong to no cell. */
			int32_t h = 40 / w + 1;
			struct ff_image image = sheet(w * scale + 3, h * scale + 2);

			ff_canvas_cells(&image, w, h, scale, row_of_numbers, &w, NULL);
			for (int32_t y = 0; y < image.h; y++)
				for (int32_t x = 0; x < image.w; x++) {
					bool cell = x < w * scale && y < h * scale;
					int want = 10 + (x / scale + 7 * (y / scale)) % 200;

					CHECK(at(&image, x, y) == (cell ? want : PAPER),
					      "scale %d, pixel %" PRId32 ",%" PRId32 ": %d", scale,
					      x, y, at(&image, x, y));
				}
			free(image.pixels);
		}
}

static void threads_draw_the_same_cells(void)
{
	for (int scale = 1; scale <= 3; scale++) {
		const int32_t w = 611, h = 700;
		struct ff_image one = sheet(w * scale, h * scale + 5);

		ff_canvas_cells(&one, w, h, scale, row_of_numbers, &w, NULL);
		for (int threads = 1; threads <= 3; threads++) {
			struct ff_image image = sheet(w * scale, h * scale + 5);
			struct ff_machine machine = {.cpu = FF_CPU_PLAIN};

			CHECK(ff_pool_open(threads, &machine.pool) == FF_OK, "no pool");
			ff_canvas_cells(&image, w, h, scale, row_of_numbers, &w, &machine);
			CHECK(memcmp(image.pixels, one.pixels, (size_t)image.w * (size_t)image.h) ==
				      0,
			      "scale %d, %d threads", scale, threads);
			ff_pool_close(machine.pool);
			free(image.pixels);
		}
		free(one.pixels);
	}
}

static void a_rectangle_is_cut_off_at_the_edges(void)
{
	static const int64_t places[] = {INT32_MIN, -30, -3, 0, 4, 11, 12, INT32_MAX};
	static const int64_t sizes[] = {0, 1, 3, 12, 40, INT32_MAX};

	for (int k = 0; k < 8 * 8 * 6 * 6; k++) {
		int64_t left = places[k % 8], top = places[k / 8 % 8];
		int64_t wide = sizes[k / 64 % 6], high = sizes[k / 384];
		struct ff_image image = sheet(12, 9);

		ff_canvas_rectangle(&image, left, top, wide, high, PEN);
		for (int32_t y = 0; y < 9; y++)
			for (int32_t x = 0; x < 12; x++) {
				bool inside =
					x >= left && x < left + wide && y >= top && y < top + high;

				CHECK((at(&image, x, y) == PEN) == inside,
				      "%" PRId64 ",%" PRId64 " %" PRId64 "x%" PRId64
				      ": pixel %" PRId32 ",%" PRId32,
				      left, top, wide, high, x, y);
			}
		free(image.pixels);
	}
}

static void a_frame_is_the_edge_of_its_rectangle(void)
{
	for (int k = 0; k < 400; k++) {
		int left = k % 5 - 2, top = k / 5 % 4 - 2, wide = 1 + k / 20 % 5,
		    high = 1 + k / 100;
		struct ff_image image = sheet(6, 5);

		ff_canvas_frame(&image, left, top, wide, high, PEN);
		for (int y = 0; y < 5; y++)
			for (int x = 0; x < 6; x++) {
				bool inside =
					x >= left && x < left + wide && y >= top && y < top + high;
				bool inner = x > left && x < left + wide - 1 && y > top &&
					     y < top + high - 1;

				CHECK((at(&image, x, y) == PEN) == (inside && !inner),
				      "%d,%d %dx%d: pixel %d,%d", left, top, wide, high, x, y);
			}
		free(image.pixels);
	}
}

static uint8_t pen[256]; /* PEN over whatever is there */

static void a_line_takes_its_colour_from_what_it_crosses(void)
{
	struct ff_image image = sheet(9, 3);
	uint8_t over[256];

	for (int c = 0; c < 256; c++)
		over[c] = (uint8_t)(255 - c);
	for (int i = 0; i < 27; i++)
		image.pixels[i] = (uint8_t)i;
	ff_canvas_line(&image, 0, 1, 8, 1, over);
	for (int i = 0; i < 27; i++)
		CHECK(image.pixels[i] == (i / 9 == 1 ? 255 - i : i), "pixel %d: %d", i,
		      image.pixels[i]);
	free(image.pixels);
}

static void a_line_has_both_ends_one_pixel_a_step_and_stays_near(void)
{
	for (int k = 0; k < 15 * 15 * 4; k++) {
		int x0 = k % 2 ? 2 : 14, y0 = k / 2 % 2 ? 1 : 13, x1 = k / 4 % 15, y1 = k / 60;
		int w = abs(x1 - x0), h = abs(y1 - y0), longer = w > h ? w : h;
		struct ff_image image = sheet(15, 15);

		ff_canvas_line(&image, x0, y0, x1, y1, pen);
		CHECK(at(&image, x0, y0) == PEN && at(&image, x1, y1) == PEN,
		      "%d,%d to %d,%d: an end", x0, y0, x1, y1);
		CHECK(inked(&image) == longer + 1, "%d,%d to %d,%d: %d pixels", x0, y0, x1, y1,
		      inked(&image));
		for (int y = 0; y < 15; y++)
			for (int x = 0; x < 15; x++) {
				/* Twice the area between the pixel and the line, and half a
				 * pixel's. */
				int off = abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0));

				CHECK(at(&image, x, y) == PAPER || 2 * off <= longer,
				      "%d,%d to %d,%d: pixel %d,%d", x0, y0, x1, y1, x, y);
			}
		free(image.pixels);
	}
}

static void a_line_is_cut_off_at_the_edges(void)
{
	struct ff_image image = sheet(10, 6);

	ff_canvas_line(&image, -100, 3, 100, 3, pen);
	CHECK(inked(&image) == 10 && at(&image, 0, 3) == PEN && at(&image, 9, 3) == PEN,
	      "%d pixels", inked(&image));
	ff_canvas_line(&image, -5, -50, -5, 50, pen);
	ff_canvas_line(&image, 10, 0, 10, 5, pen);
	ff_canvas_line(&image, 0, 6, 9, 6, pen);
	CHECK(inked(&image) == 10, "%d pixels", inked(&image));
	free(image.pixels);
}

static void a_ring_lies_between_its_two_radii(void)
{
	for (int outer = 0; outer <= 14; outer++)
		for (int inner = 0; inner <= outer; inner++) {
			struct ff_image image = sheet(31, 31);

			ff_canvas_ring(&image, 15, 15, inner, outer, PEN);
			for (int y = 0; y < 31; y++)
				for (int x = 0; x < 31; x++) {
					/* Half pixels, so that the bounds are whole numbers. */
					int d = 4 * ((x - 15) * (x - 15) + (y - 15) * (y - 15));
					bool in = d <= (2 * outer + 1) * (2 * outer + 1) &&
						  (inner == 0 ||
						   d >= (2 * inner - 1) * (2 * inner - 1));

					CHECK((at(&image, x, y) == PEN) == in,
					      "radii %d..%d, pixel %d,%d", inner, outer, x, y);
				}
			free(image.pixels);
		}
}

static void a_ring_is_cut_off_at_the_edges(void)
{
	struct ff_image image = sheet(10, 10);

	for (int64_t y = -40; y < 50; y += 3)
		for (int64_t x = -40; x < 50; x += 3)
			ff_canvas_ring(&image, x, y, 28, 30, PEN);
	CHECK(inked(&image) > 0, "nothing");
	free(image.pixels);
}

/* Returns true if the glyph of 'c' covers its pixel x,y. */
static bool covers(const struct ff_canvas_font *font, char c, int x, int y)
{
	return font == &ff_canvas_small ? ff_canvas_font_5x8[c - ' '][y] >> (15 - x) & 1
					: ff_canvas_font_8x16[c - ' '][y] >> (15 - x) & 1;
}

static void text_is_the_glyphs_side_by_side(void)
{
	static const struct ff_canvas_font *const fonts[] = {&ff_canvas_small, &ff_canvas_large};

	for (int k = 0; k < 2; k++) {
		int w = (int)fonts[k]->w, h = (int)fonts[k]->h;
		char text[96];

		for (int c = ' '; c <= '~'; c++)
			text[c - ' '] = (char)c;
		text[95] = '\0';
		for (int left = -w - 1; left < 5; left += 3)
			for (int top = -3; top < 5; top += 4) {
				struct ff_image image = sheet(95 * w, h + 2);
				int64_t end =
					ff_canvas_text(&image, fonts[k], left, top, text, PEN);

				CHECK(end == left + 95 * w, "it ends at %" PRId64, end);
				for (int y = 0; y < h + 2; y++)
					for (int x = 0; x < 95 * w; x++) {
						int gx = x - left, gy = y - top;
						bool in =
							gx >= 0 && gy >= 0 && gx < 95 * w &&
							gy < h &&
							covers(fonts[k], text[gx / w], gx % w, gy);

						CHECK((at(&image, x, y) == PEN) == in,
						      "font %d at %d,%d: pixel %d,%d", k, left, top,
						      x, y);
					}
				free(image.pixels);
			}
	}
}

static void every_letter_can_be_told_from_every_other(void)
{
	for (int a = 0; a < 95; a++)
		for (int b = 0; b < a; b++) {
			CHECK(memcmp(ff_canvas_font_5x8[a], ff_canvas_font_5x8[b],
				     sizeof ff_canvas_font_5x8[a]) != 0,
			      "small '%c' and '%c'", ' ' + a, ' ' + b);
			CHECK(memcmp(ff_canvas_font_8x16[a], ff_canvas_font_8x16[b],
				     sizeof ff_canvas_font_8x16[a]) != 0,
			      "large '%c' and '%c'", ' ' + a, ' ' + b);
		}
}

static void no_glyph_is_wider_than_its_font(void)
{
	for (int a = 0; a < 95; a++) {
		for (int y = 0; y < 8; y++)
			CHECK((ff_canvas_font_5x8[a][y] & 0x07ff) == 0, "small '%c'", ' ' + a);
		for (int y = 0; y < 16; y++)
			CHECK((ff_canvas_font_8x16[a][y] & 0x00ff) == 0, "large '%c'", ' ' + a);
	}
}

static void a_byte_that_is_not_ascii_becomes_a_question_mark(void)
{
	struct ff_image image = sheet(20, 8), marks = sheet(20, 8);

	ff_canvas_text(&image, &ff_canvas_small, 0, 0, "\xc3\xa9\t\x7f", PEN);
	ff_canvas_text(&marks, &ff_canvas_small, 0, 0, "????", PEN);
	CHECK(memcmp(image.pixels, marks.pixels, 20 * 8) == 0, "%d pixels", inked(&image));
	free(image.pixels);
	free(marks.pixels);
}

enum { SIDE = 40, GROUND = 0, INK = 1, OTHER = 2, FREE = 3 };

static struct ff_image picture(struct ff_stroke *stroke)
{
	static const uint8_t grounds[] = {GROUND};
	struct ff_image image = {.w = SIDE, .h = SIDE, .pixels = oracle_cells(SIDE * SIDE, 1)};
	int next = FREE;

	memset(image.pixels, GROUND, SIDE * SIDE);
	ff_palette_set(&image);
	image.palette[GROUND] = (struct ff_colour){200, 100, 0};
	image.palette[INK] = (struct ff_colour){0, 100, 200};
	ff_stroke_mix(stroke, &image, INK, grounds, 1, &next);
	CHECK(next == FREE + FF_STROKE_MIXES, "%d", next);
	return image;
}

/* How much of a pixel is covered, 0..4; -1: it is none of those colours. */
static int covered(const struct ff_image *image, int x, int y)
{
	uint8_t p = image->pixels[y * SIDE + x];

	if (p == GROUND || p == INK)
		return p == INK ? FF_STROKE_STEPS - 1 : 0;
	return p >= FREE && p < FREE + FF_STROKE_MIXES ? p - FREE + 1 : -1;
}

static void colours_between_a_ground_and_a_stroke_are_in_even_steps(void)
{
	struct ff_stroke stroke;
	struct ff_image image = picture(&stroke);

	for (int i = 0; i < FF_STROKE_MIXES; i++) {
		struct ff_colour c = image.palette[FREE + i];

		CHECK(c.r == 150 - 50 * i && c.g == 100 && c.b == 50 + 50 * i, "%d: %d,%d,%d", i,
		      c.r, c.g, c.b);
	}
	free(image.pixels);
}

static void a_stroke_covers_all_within_its_radius(void)
{
	for (int k = 0; k < 40; k++) {
		struct ff_stroke stroke;
		struct ff_image image = picture(&stroke);
		double from[2] = {k % 7 * 3 + 4.5, k % 11 * 2 + 6}, radius = 0.5 + k % 5;
		double to[2] = {k % 13 * 3 - 2, k % 17 * 3 - 3.5};

		if (k % 20 == 0)
			memcpy(to, from, sizeof to);
		ff_stroke_line(&image, from, to, radius, &stroke);
		for (int i = 0; i < SIDE * SIDE; i++) {
			int column = i % SIDE, line = i / SIDE, is = covered(&image, column, line);
			double x = column + 0.5, y = line + 0.5, least = INFINITY;

			for (int part = 0; part <= 300; part++) {
				double dx = x - from[0] - (to[0] - from[0]) * part / 300;
				double dy = y - from[1] - (to[1] - from[1]) * part / 300;

				least = fmin(least, sqrt(dx * dx + dy * dy));
			}
			least = fmax(0, fmin(1, radius + 0.5 - least)) * (FF_STROKE_STEPS - 1);
			CHECK(fabs(least - is) < 0.6, "line %d, pixel %d,%d: %d, not %f", k, column,
			      line, is, least);
		}
		free(image.pixels);
	}
}

static void strokes_that_overlap_leave_no_seam(void)
{
	static const double ends[3][2] = {{5, 5}, {20.3, 13.1}, {35, 33}};
	struct ff_stroke stroke;
	struct ff_image once = picture(&stroke), twice = picture(&stroke);

	ff_stroke_line(&once, ends[0], ends[1], 2, &stroke);
	for (int i = 0; i < 3; i++)
		ff_stroke_line(&twice, ends[0], ends[1], 2, &stroke);
	CHECK(memcmp(once.pixels, twice.pixels, SIDE * SIDE) == 0, "%s", "twice is more");
	ff_stroke_line(&twice, ends[1], ends[2], 2, &stroke);
	for (int i = 0; i < SIDE * SIDE; i++)
		CHECK(covered(&twice, i % SIDE, i / SIDE) >= covered(&once, i % SIDE, i / SIDE),
		      "pixel %d", i);
	free(once.pixels);
	free(twice.pixels);
}

static void other_colours_are_covered_or_stay(void)
{
	static const double from[2] = {3, 3}, to[2] = {37, 20};
	struct ff_stroke stroke;
	struct ff_image image = picture(&stroke), known = picture(&stroke);

	memset(image.pixels, OTHER, SIDE * SIDE);
	ff_stroke_line(&image, from, to, 3, &stroke);
	ff_stroke_line(&known, from, to, 3, &stroke);
	for (int i = 0; i < SIDE * SIDE; i++)
		CHECK(image.pixels[i] == (covered(&known, i % SIDE, i / SIDE) > FF_STROKE_STEPS / 2
						  ? INK
						  : OTHER),
		      "pixel %d: %d", i, image.pixels[i]);
	free(image.pixels);
	free(known.pixels);
}

static void strokes_are_cut_off_at_the_edges(void)
{
	static const double far[][2] = {{-1e9, -1e9}, {1e9, 3},  {20, 1e9},
					{20, -1e9},   {-50, 20}, {90, 20}};
	struct ff_stroke stroke;
	struct ff_image image = picture(&stroke);

	for (int i = 0; i < 6; i++)
		ff_stroke_line(&image, far[i], far[i], 5, &stroke);
	for (int i = 0; i < SIDE * SIDE; i++)
		CHECK(image.pixels[i] == GROUND, "pixel %d", i);
	for (int i = 0; i < 6; i += 2)
		ff_stroke_line(&image, far[i], far[i + 1], 5, &stroke);
	CHECK(covered(&image, 0, 20) == FF_STROKE_STEPS - 1, "%d", covered(&image, 0, 20));
	CHECK(covered(&image, 20, 0) == FF_STROKE_STEPS - 1, "%d", covered(&image, 20, 0));
	free(image.pixels);
}

int main(void)
{
	RUN(a_new_picture_has_the_fixed_palette);
	RUN(a_picture_too_large_is_refused_with_what_to_do);
	RUN(a_cell_covers_just_its_own_square);
	RUN(threads_draw_the_same_cells);
	RUN(a_rectangle_is_cut_off_at_the_edges);
	RUN(a_frame_is_the_edge_of_its_rectangle);
	memset(pen, PEN, sizeof pen);
	RUN(a_line_takes_its_colour_from_what_it_crosses);
	RUN(a_line_has_both_ends_one_pixel_a_step_and_stays_near);
	RUN(a_line_is_cut_off_at_the_edges);
	RUN(a_ring_lies_between_its_two_radii);
	RUN(a_ring_is_cut_off_at_the_edges);
	RUN(text_is_the_glyphs_side_by_side);
	RUN(every_letter_can_be_told_from_every_other);
	RUN(no_glyph_is_wider_than_its_font);
	RUN(a_byte_that_is_not_ascii_becomes_a_question_mark);
	RUN(colours_between_a_ground_and_a_stroke_are_in_even_steps);
	RUN(a_stroke_covers_all_within_its_radius);
	RUN(strokes_that_overlap_leave_no_seam);
	RUN(other_colours_are_covered_or_stay);
	RUN(strokes_are_cut_off_at_the_edges);
	return tap_done();
}
