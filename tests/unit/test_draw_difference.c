#include "draw/draw.h"

#include "core/map/field.h"
#include "draw/palette.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static struct ff_image draw(const struct ff_draw_difference *what, int scale,
			    enum ff_style_legend legend)
{
	const struct ff_style style = {.scale = scale, .legend = legend};
	struct ff_image image = {.w = 0};
	struct ff_error err = {""};

	CHECK(ff_draw_difference(what, &style, &image, NULL, &err) == FF_OK, "\"%s\"", err.text);
	return image;
}

static struct ff_colour colour_at(const struct ff_image *image, int32_t x, int32_t y)
{
	return image->palette[image->pixels[y * image->w + x]];
}

static bool same_colour(struct ff_colour a, struct ff_colour b)
{
	return a.r == b.r && a.g == b.g && a.b == b.b;
}

static void cells_that_changed_have_their_kinds_colour_and_others_are_pale(void)
{
	enum { N = FF_CHANGE_KINDS + FF_CLASSES };
	uint8_t cells[N] = {0}, classes[N] = {0};
	struct ff_draw_difference what = {.w = N,
					  .h = 1,
					  .cells = cells,
					  .names = ff_change_names,
					  .classes = classes,
					  .class_names = ff_classes_names};

	for (int i = 0; i < N; i++) {
		if (i < FF_CHANGE_KINDS)
			cells[i] = (uint8_t)((i + 1) | (i % 2 == 0 ? FF_CHANGE_FLAG : 0));
		else
			classes[i] = (uint8_t)(i - FF_CHANGE_KINDS);
	}
	for (int scale = 1; scale < 30; scale += 7) {
		struct ff_image image = draw(&what, scale, FF_STYLE_LEGEND_NEVER);

		CHECK(image.w == N * scale && image.h == scale, "%" PRId32, image.w);
		for (int i = 0; i < N; i++)
			for (int j = 0; j < i; j++) {
				struct ff_colour a = colour_at(&image, i * scale, scale - 1);
				struct ff_colour b = colour_at(&image, (j + 1) * scale - 1, 0);

				CHECK(!same_colour(a, b), "%d and %d", i, j);
			}
		for (int i = FF_CHANGE_KINDS; i < N; i++) {
			struct ff_colour c = colour_at(&image, i * scale, 0);

			CHECK(c.r + c.g + c.b > 3 * 210, "class %d is not pale",
			      i - FF_CHANGE_KINDS);
		}
		free(image.pixels);
	}
}

static void cells_that_rose_or_fell_less_are_paler(void)
{
	const uint8_t cells[] = {1 + FF_CHANGE_RISEN,  1 + FF_CHANGE_RISEN,  1 + FF_CHANGE_RISEN,
				 1 + FF_CHANGE_FALLEN, 1 + FF_CHANGE_FALLEN, 1 + FF_CHANGE_FALLEN};
	const uint8_t strengths[] = {0, 128, 255, 0, 128, 255};
	struct ff_draw_difference what = {
		.w = 6, .h = 1, .cells = cells, .names = ff_change_names, .strengths = strengths};
	struct ff_image image = draw(&what, 1, FF_STYLE_LEGEND_NEVER), full;

	for (int i = 0; i < 6; i++)
		if (i % 3 > 0)
			CHECK(colour_at(&image, i, 0).g < colour_at(&image, i - 1, 0).g, "%d", i);
	what.strengths = NULL;
	full = draw(&what, 1, FF_STYLE_LEGEND_NEVER);
	for (int i = 0; i < 6; i++)
		CHECK(same_colour(colour_at(&full, i, 0), colour_at(&image, i / 3 * 3 + 2, 0)),
		      "%d", i);
	free(image.pixels);
	free(full.pixels);
}

static void small_areas_have_a_frame_unless_there_are_many(void)
{
	enum { SIDE = 60, MANY = 51 };
	uint8_t *cells = calloc(SIDE * SIDE, 1);
	struct ff_change_area areas[MANY];
	struct ff_draw_difference what = {.w = SIDE,
					  .h = SIDE,
					  .cells = cells,
					  .names = ff_change_names,
					  .areas = areas,
					  .area_count = 1};
	struct ff_image image;

	for (int i = 0; i < MANY; i++)
		areas[i] = (struct ff_change_area){1, 30, 30, 1, 1};
	cells[30 * SIDE + 30] = 1 + FF_CHANGE_WALL_ADDED;
	image = draw(&what, 1, FF_STYLE_LEGEND_NEVER);
	CHECK(image.pixels[30 * SIDE + 17] == FF_PALETTE_INK &&
		      image.pixels[30 * SIDE + 43] == FF_PALETTE_INK &&
		      image.pixels[17 * SIDE + 30] == FF_PALETTE_INK,
	      "%d %d %d", image.pixels[30 * SIDE + 17], image.pixels[30 * SIDE + 43],
	      image.pixels[17 * SIDE + 30]);
	CHECK(image.pixels[30 * SIDE + 30] == FF_CHANGE_WALL_ADDED, "the cell itself is seen");
	free(image.pixels);
	what.area_count = MANY;
	image = draw(&what, 1, FF_STYLE_LEGEND_NEVER);
	CHECK(image.pixels[30 * SIDE + 17] == FF_PALETTE_PAPER, "too many");
	free(image.pixels);
	what.area_count = 1;
	image = draw(&what, 24, FF_STYLE_LEGEND_NEVER);
	CHECK(image.pixels[(30 * 24 + 12) * image.w + 30 * 24 - 2] == FF_PALETTE_PAPER,
	      "large enough");
	free(image.pixels);
	free(cells);
}

static void pictures_lie_below_in_pale_greys(void)
{
	uint8_t cells[256] = {0}, greys[256];
	struct ff_draw_difference what = {
		.w = 256, .h = 1, .cells = cells, .names = ff_change_names, .greys = greys};
	struct ff_image image;

	for (int i = 0; i < 256; i++)
		greys[i] = (uint8_t)i;
	image = draw(&what, 1, FF_STYLE_LEGEND_NEVER);
	for (int i = 0; i < 256; i++) {
		struct ff_colour c = colour_at(&image, i, 0);

		CHECK(c.r == c.g && c.g == c.b && c.r >= 168, "%d", i);
		CHECK(i == 0 || c.r >= colour_at(&image, i - 1, 0).r, "%d", i);
	}
	free(image.pixels);
}

static double linear(uint8_t v)
{
	return v <= 10 ? v / 255.0 / 12.92 : pow((v / 255.0 + 0.055) / 1.055, 2.4);
}

/* Sets the rest of a colour without one kind of cones (Vienot, Brettel and Mollon, 1999), in steps
 * that look alike in the dark and in the light. */
static void without_cones(struct ff_colour c, bool red, double seen[2])
{
	double r = linear(c.r), g = linear(c.g), b = linear(c.b);

	seen[0] = cbrt(red ? 0.11238 * r + 0.88762 * g : 0.29275 * r + 0.70725 * g);
	seen[1] = cbrt(red ? fmax(0, 0.00401 * r - 0.00401 * g + b)
			   : fmax(0, -0.02234 * r + 0.02234 * g + b));
}

static void worse_and_better_differ_for_every_kind_of_colour_vision(void)
{
	static const enum ff_change pairs[][2] = {
		{FF_CHANGE_UNREACHABLE, FF_CHANGE_REACHABLE},
		{FF_CHANGE_WALL_ADDED, FF_CHANGE_WALL_REMOVED},
		{FF_CHANGE_RISEN, FF_CHANGE_FALLEN},
		{FF_CHANGE_LOST, FF_CHANGE_GAINED},
		{FF_CHANGE_GOAL_REMOVED, FF_CHANGE_GOAL_ADDED},
		{FF_CHANGE_UNREACHABLE, FF_CHANGE_WALL_ADDED},
		{FF_CHANGE_UNREACHABLE, FF_CHANGE_RISEN},
		{FF_CHANGE_GROUND, FF_CHANGE_RISEN},
		{FF_CHANGE_GROUND, FF_CHANGE_UNREACHABLE},
		{FF_CHANGE_GROUND, FF_CHANGE_FALLEN},
		{FF_CHANGE_TURNED, FF_CHANGE_RISEN},
		{FF_CHANGE_WALL_REMOVED, FF_CHANGE_FALLEN},
	};
	uint8_t cell = 0;
	const struct ff_draw_difference what = {
		.w = 1, .h = 1, .cells = &cell, .names = ff_change_names};
	struct ff_image image = draw(&what, 1, FF_STYLE_LEGEND_NEVER);

	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
		for (int red = 0; red < 2; red++) {
			double p[2], q[2];

			without_cones(image.palette[pairs[i][0]], red, p);
			without_cones(image.palette[pairs[i][1]], red, q);
			CHECK(fabs(p[0] - q[0]) + fabs(p[1] - q[1]) > 0.15,
			      "%s and %s without %s cones: %g", ff_change_names[pairs[i][0]],
			      ff_change_names[pairs[i][1]], red ? "red" : "green",
			      fabs(p[0] - q[0]) + fabs(p[1] - q[1]));
		}
	free(image.pixels);
}

static void the_legend_lists_the_kinds_that_occur(void)
{
	enum { W = 400 };
	uint8_t cells[W] = {0};
	struct ff_draw_difference what = {.w = W, .h = 1, .cells = cells, .names = ff_change_names};
	struct ff_image one, more;

	cells[7] = 1 + FF_CHANGE_GROUND;
	what.count[FF_CHANGE_GROUND] = 1;
	one = draw(&what, 1, FF_STYLE_LEGEND_AUTO);
	CHECK(one.h > 1, "there is none");
	for (int32_t i = W; i < one.w * one.h; i++)
		CHECK(one.pixels[i] == FF_CHANGE_GROUND || one.pixels[i] >= FF_CHANGE_KINDS,
		      "pixel %" PRId32 " is %d", i, one.pixels[i]);
	cells[8] = 1 + FF_CHANGE_TURNED;
	what.count[FF_CHANGE_TURNED] = 1;
	more = draw(&what, 1, FF_STYLE_LEGEND_AUTO);
	CHECK(memchr(more.pixels + W, FF_CHANGE_TURNED, (size_t)(more.w * (more.h - 1))) != NULL,
	      "no swatch");
	free(one.pixels);
	free(more.pixels);
}

int main(void)
{
	RUN(cells_that_changed_have_their_kinds_colour_and_others_are_pale);
	RUN(cells_that_rose_or_fell_less_are_paler);
	RUN(small_areas_have_a_frame_unless_there_are_many);
	RUN(pictures_lie_below_in_pale_greys);
	RUN(worse_and_better_differ_for_every_kind_of_colour_vision);
	RUN(the_legend_lists_the_kinds_that_occur);
	return tap_done();
}
