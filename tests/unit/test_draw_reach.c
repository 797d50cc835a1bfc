#include "draw/draw.h"

#include "glyphs.h"
#include "pictures.h"
#include "scene.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>

enum { REACHED = 0 }; /* the only colour of its own */

static struct ff_image draw(const struct scene *s, int scale, enum ff_style_legend legend)
{
	const struct ff_style style = {.scale = scale, .legend = legend};
	struct ff_image image = {.w = 0};
	struct ff_error err = {""};

	CHECK(ff_draw_reach(&s->all, &style, &image, NULL, &err) == FF_OK, "\"%s\"", err.text);
	return image;
}

static void every_pixel_has_the_colour_of_its_cells_class(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int scale = 1; scale <= 40; scale++) {
		struct ff_image image;
		struct scene s;

		scene_random(&s, 9, 7, 45, 4, &dice);
		s.goals.count = 0; /* no rings */
		image = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
		CHECK(image.w == 9 * scale && image.h == 7 * scale, "%" PRId32 "x%" PRId32, image.w,
		      image.h);
		for (int32_t i = 0; i < image.w * image.h; i++) {
			int32_t x = i % image.w / scale, y = i / image.w / scale;

			CHECK(image.pixels[i] ==
				      ff_palette_class(s.classes.cells[y * 9 + x], REACHED),
			      "scale %d, cell %" PRId32 ",%" PRId32 ": colour %d, class %d", scale,
			      x, y, image.pixels[i], s.classes.cells[y * 9 + x]);
		}
		free(image.pixels);
		scene_free(&s);
	}
}

static double linear(uint8_t v)
{
	return v <= 10 ? v / 255.0 / 12.92 : pow((v / 255.0 + 0.055) / 1.055, 2.4);
}

/* Sets the rest of a colour without one kind of cones (Vienot, Brettel and Mollon, 1999). */
static void without_cones(struct ff_colour c, bool red, double seen[2])
{
	double r = linear(c.r), g = linear(c.g), b = linear(c.b);

	seen[0] = red ? 0.11238 * r + 0.88762 * g : 0.29275 * r + 0.70725 * g;
	seen[1] = red ? 0.00401 * r - 0.00401 * g + b : -0.02234 * r + 0.02234 * g + b;
}

static void the_classes_differ_without_red_or_without_green_cones(void)
{
	static const int kinds[] = {FF_PALETTE_GOAL, REACHED,           FF_PALETTE_UNREACHED,
				    FF_PALETTE_WALL, FF_PALETTE_CLOSED, FF_PALETTE_NOT_COMPUTED};
	struct ff_image image;
	struct scene s;

	scene_of(&s, "g.#./");
	image = draw(&s, 1, FF_STYLE_LEGEND_NEVER);
	for (int a = 0; a < (int)(sizeof kinds / sizeof kinds[0]); a++)
		for (int b = 0; b < a; b++)
			for (int red = 0; red < 2; red++) {
				double p[2], q[2];

				without_cones(image.palette[kinds[a]], red, p);
				without_cones(image.palette[kinds[b]], red, q);
				CHECK(fabs(p[0] - q[0]) + fabs(p[1] - q[1]) > 0.15,
				      "%d and %d without %s cones: %g,%g and %g,%g", a, b,
				      red ? "red" : "green", p[0], p[1], q[0], q[1]);
			}
	free(image.pixels);
	scene_free(&s);
}

static void the_legend_counts_the_classes(void)
{
	static const char *const labels[] = {"goal 1 (0.1 %)", "reached 699 (69.9 %)",
					     "unreached 100 (10.0 %)", "wall 200 (20.0 %)"};
	struct scene s;

	scene_new(&s, 40, 25);
	for (int i = 0; i < 1000; i++)
		s.classes.cells[i] = (uint8_t)(i == 0    ? FF_GOAL
					       : i < 700 ? FF_REACHED
					       : i < 800 ? FF_UNREACHED
							 : FF_WALL);
	s.classes.count[FF_GOAL] = 1;
	s.classes.count[FF_REACHED] = 699;
	s.classes.count[FF_UNREACHED] = 100;
	s.classes.count[FF_WALL] = 200;
	for (int scale = 8; scale <= 24; scale += 8) {
		struct ff_image image = draw(&s, scale, FF_STYLE_LEGEND_AUTO);
		const struct ff_canvas_font *font =
			image.w < 560 ? &ff_canvas_small : &ff_canvas_large;

		for (int c = FF_GOAL; c <= FF_WALL; c++) {
			int64_t x = 0, y = 0, half = font->h / 2;

			if (!CHECK(glyphs_find(&image, font, labels[c], 25 * scale, &x, &y),
				   "scale %d: no \"%s\"", scale, labels[c]))
				continue;
			CHECK(image.pixels[(y + half) * image.w + x - font->w - half] ==
				      ff_palette_class((uint8_t)c, REACHED),
			      "scale %d: the colour beside \"%s\"", scale, labels[c]);
		}
		free(image.pixels);
	}
	scene_free(&s);
}

static void cells_closed_to_wide_walkers_are_counted_apart_from_walls(void)
{
	uint8_t open[10] = {1, 1, 1, FF_COST_WALL, 1, 1, 1, 1, 1, 1};
	const struct ff_cost map = {10, 1, open};
	struct ff_image image;
	struct scene s;
	int64_t x, y;

	scene_of(&s, "g###..####/");
	image = draw(&s, 40, FF_STYLE_LEGEND_AUTO);
	CHECK(!glyphs_find(&image, &ff_canvas_small, "too near", 40, &x, &y), "there are none");
	CHECK(glyphs_find(&image, &ff_canvas_small, "wall 7 (70.0 %)", 40, &x, &y), "no walls");
	free(image.pixels);
	s.all.map = &map;
	image = draw(&s, 40, FF_STYLE_LEGEND_AUTO);
	for (int i = 0; i < 10; i++) {
		int want = i == 0             ? FF_PALETTE_GOAL
			   : i == 3           ? FF_PALETTE_WALL
			   : i == 4 || i == 5 ? FF_PALETTE_UNREACHED
					      : FF_PALETTE_CLOSED;

		CHECK(image.pixels[i * 40] == want, "cell %d: %d", i, image.pixels[i * 40]);
	}
	CHECK(glyphs_find(&image, &ff_canvas_small, " wall 1 (10.0 %)", 40, &x, &y), "walls");
	CHECK(glyphs_find(&image, &ff_canvas_small, "too near a wall 6 (60.0 %)", 40, &x, &y),
	      "closed cells");
	free(image.pixels);
	scene_free(&s);
}

static void check_unknown(enum ff_class class, int colour, const char *name, const char *share)
{
	struct ff_image image;
	struct scene s;
	int64_t x, y;

	scene_of(&s, "g...#..#../");
	image = draw(&s, 40, FF_STYLE_LEGEND_AUTO);
	CHECK(!glyphs_find(&image, &ff_canvas_small, name, 40, &x, &y), "there are none");
	CHECK(image.colours == FF_PALETTE_NOT_COMPUTED, "%d colours", image.colours);
	free(image.pixels);
	scene_forget(&s, 2, 4, class);
	image = draw(&s, 40, FF_STYLE_LEGEND_AUTO);
	for (int i = 0; i < 10; i++) {
		int want = i == 0             ? FF_PALETTE_GOAL
			   : i == 1           ? REACHED
			   : i == 4 || i == 7 ? FF_PALETTE_WALL
			   : i < 6            ? colour
					      : FF_PALETTE_UNREACHED;

		CHECK(image.pixels[i * 40] == want, "cell %d: %d", i, image.pixels[i * 40]);
	}
	CHECK(image.colours == colour + 1, "%d colours", image.colours);
	CHECK(glyphs_find(&image, &ff_canvas_small, share, 40, &x, &y), "they are not counted");
	free(image.pixels);
	scene_free(&s);
}

static void cells_not_computed_and_not_yet_are_classes_of_their_own(void)
{
	check_unknown(FF_NOT_COMPUTED, FF_PALETTE_NOT_COMPUTED, "not computed",
		      "not computed 3 (30.0 %)");
	check_unknown(FF_NOT_YET, FF_PALETTE_NOT_YET, "not yet", "not yet 3 (30.0 %)");
}

int main(void)
{
	RUN(every_pixel_has_the_colour_of_its_cells_class);
	RUN(the_classes_differ_without_red_or_without_green_cones);
	RUN(the_legend_counts_the_classes);
	RUN(cells_not_computed_and_not_yet_are_classes_of_their_own);
	RUN(cells_closed_to_wide_walkers_are_counted_apart_from_walls);
	return tap_done();
}
