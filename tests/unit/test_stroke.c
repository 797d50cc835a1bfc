#include "draw/canvas.h"

#include "draw/palette.h"

#include "oracle.h"
#include "tap.h"

#include <math.h>

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

static void a_line_covers_what_is_within_its_radius(void)
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

static void what_is_off_the_picture_is_cut_off(void)
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
	RUN(colours_between_a_ground_and_a_stroke_are_in_even_steps);
	RUN(a_line_covers_what_is_within_its_radius);
	RUN(strokes_that_overlap_leave_no_seam);
	RUN(other_colours_are_covered_or_stay);
	RUN(what_is_off_the_picture_is_cut_off);
	return tap_done();
}
