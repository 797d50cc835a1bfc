#include "draw/palette.h"

#include "tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAST = FF_PALETTE_LEVELS - 1 };

static int apart(struct ff_colour a, struct ff_colour b)
{
	int r = abs(a.r - b.r), g = abs(a.g - b.g), blue = abs(a.b - b.b);

	return r > g ? (r > blue ? r : blue) : (g > blue ? g : blue);
}

/* CIE 1976 lightness of an sRGB colour, 0..100. */
static double lightness(struct ff_colour c)
{
	const double share[3] = {0.2126, 0.7152, 0.0722};
	const uint8_t rgb[3] = {c.r, c.g, c.b};
	double y = 0;

	for (int i = 0; i < 3; i++) {
		double v = rgb[i] / 255.0;

		y += share[i] * (v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
	}
	return y > 0.008856 ? 116 * cbrt(y) - 16 : 903.3 * y;
}

static void no_level_of_any_map_is_a_fixed_colour_or_near_one(void)
{
	struct ff_image image;

	ff_palette_set(&image);
	for (int map = 0; map < FF_COLORMAPS; map++)
		for (int level = 0; level <= LAST; level++) {
			struct ff_colour c = ff_palette_level((enum ff_colormap)map, level);

			for (int i = FF_PALETTE_WALL; i < FF_PALETTE_END; i++)
				CHECK(apart(c, image.palette[i]) >= 24,
				      "%s %d is %d,%d,%d: %d from fixed colour %d",
				      ff_colormap_names[map], level, c.r, c.g, c.b,
				      apart(c, image.palette[i]), i);
		}
}

static void the_fixed_colours_differ(void)
{
	struct ff_image image;

	ff_palette_set(&image);
	CHECK(image.colours == FF_PALETTE_NOT_COMPUTED, "%d colours", image.colours);
	for (int i = FF_PALETTE_LEVELS; i < FF_PALETTE_END; i++)
		for (int j = FF_PALETTE_LEVELS; j < i; j++)
			CHECK(apart(image.palette[i], image.palette[j]) >= 20, "%d and %d", i, j);
}

static void the_levels_go_from_one_end_of_the_table_to_the_other(void)
{
	static const struct ff_colour *const tables[] = {
		[FF_COLORMAP_VIRIDIS] = ff_palette_viridis,
		[FF_COLORMAP_CIVIDIS] = ff_palette_cividis,
		[FF_COLORMAP_TURBO] = ff_palette_turbo,
	};

	for (int map = 0; map < FF_COLORMAP_GRAY; map++) {
		int at = 0;

		CHECK(apart(ff_palette_level((enum ff_colormap)map, 0), tables[map][0]) == 0,
		      "%s: the first", ff_colormap_names[map]);
		CHECK(apart(ff_palette_level((enum ff_colormap)map, LAST), tables[map][255]) == 0,
		      "%s: the last", ff_colormap_names[map]);
		/* Each level further on in the table than the one before. */
		for (int level = 0; level <= LAST; level++) {
			struct ff_colour c = ff_palette_level((enum ff_colormap)map, level);

			while (at < 256 && apart(tables[map][at], c) != 0)
				at++;
			CHECK(at < 256, "%s %d is not in the table, or out of order",
			      ff_colormap_names[map], level);
		}
	}
}

static void viridis_cividis_and_gray_get_lighter_in_even_steps(void)
{
	static const enum ff_colormap maps[] = {FF_COLORMAP_VIRIDIS, FF_COLORMAP_CIVIDIS,
						FF_COLORMAP_GRAY};
	enum { STEP = 16 };

	for (int k = 0; k < 3; k++) {
		double first = lightness(ff_palette_level(maps[k], 0));
		double mean = (lightness(ff_palette_level(maps[k], LAST)) - first) / LAST * STEP;

		CHECK(mean > 3, "%s: %g a step", ff_colormap_names[maps[k]], mean);
		for (int level = 0; level + STEP <= LAST; level++) {
			double here = lightness(ff_palette_level(maps[k], level));
			double step = lightness(ff_palette_level(maps[k], level + STEP)) - here;

			CHECK(step > mean * 0.5 && step < mean * 1.5,
			      "%s %d: a step of %g, the mean is %g", ff_colormap_names[maps[k]],
			      level, step, mean);
		}
	}
}

static void filling_leaves_the_fixed_colours_and_the_other_way_round(void)
{
	for (int map = 0; map < FF_COLORMAPS; map++) {
		struct ff_image image, before;

		memset(&image, 0x5a, sizeof image);
		ff_palette_set(&image);
		CHECK(apart(image.palette[0], (struct ff_colour){0x5a, 0x5a, 0x5a}) == 0 &&
			      apart(image.palette[LAST], image.palette[0]) == 0,
		      "the levels changed");
		before = image;
		ff_palette_fill(&image, (enum ff_colormap)map);
		for (int i = 0; i < FF_PALETTE_END; i++)
			CHECK(apart(image.palette[i],
				    i < FF_PALETTE_LEVELS
					    ? ff_palette_level((enum ff_colormap)map, i)
					    : before.palette[i]) == 0,
			      "%s: entry %d", ff_colormap_names[map], i);
		CHECK(image.colours == FF_PALETTE_NOT_COMPUTED, "%d colours", image.colours);
	}
}

static void every_map_has_its_name(void)
{
	static const char *const names[] = {"viridis", "cividis", "turbo", "gray"};

	for (int map = 0; map < FF_COLORMAPS; map++)
		CHECK(strcmp(ff_colormap_names[map], names[map]) == 0, "\"%s\"",
		      ff_colormap_names[map]);
}

int main(void)
{
	RUN(no_level_of_any_map_is_a_fixed_colour_or_near_one);
	RUN(the_fixed_colours_differ);
	RUN(the_levels_go_from_one_end_of_the_table_to_the_other);
	RUN(viridis_cividis_and_gray_get_lighter_in_even_steps);
	RUN(filling_leaves_the_fixed_colours_and_the_other_way_round);
	RUN(every_map_has_its_name);
	return tap_done();
}
