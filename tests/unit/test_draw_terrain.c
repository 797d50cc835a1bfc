#include "draw/draw.h"

#include "draw/palette.h"
#include "glyphs.h"
#include "pictures.h"
#include "scene.h"
#include "tap.h"

#include <inttypes.h>

enum { LAST = FF_PALETTE_LEVELS - 1 };

static struct ff_image draw(const struct scene *s, int scale, enum ff_style_legend legend)
{
	const struct ff_style style = {.scale = scale, .legend = legend};
	struct ff_image image = {.w = 0};
	struct ff_error err = {""};

	CHECK(ff_draw_terrain(&s->all, &style, &image, NULL, &err) == FF_OK, "\"%s\"", err.text);
	return image;
}

/* Costs least..most and a wall in one row. */
static void row_of(struct scene *s, int least, int most)
{
	scene_new(s, most - least + 2, 1);
	for (int c = least; c <= most; c++)
		s->cost.cells[c - least] = (uint8_t)c;
	s->cost.cells[most - least + 1] = FF_COST_WALL;
}

static void the_cheapest_has_the_first_level_and_the_next_round_cost_the_last(void)
{
	static const int ranges[][3] = {{1, 254, 254}, {1, 2, 2},       {1, 3, 5},
					{7, 200, 200}, {253, 254, 254}, {100, 140, 200}};

	for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++) {
		int least = ranges[k][0], most = ranges[k][1], end = ranges[k][2];
		int last = (most - least) * LAST / (end - least);
		struct ff_image image;
		struct scene s;

		row_of(&s, least, most);
		image = draw(&s, 1, FF_STYLE_LEGEND_NEVER);
		CHECK(image.pixels[0] == 0 && image.pixels[most - least] == last,
		      "%d..%d: %d to %d", least, most, image.pixels[0], image.pixels[most - least]);
		for (int i = 1; i <= most - least; i++)
			CHECK(image.pixels[i] >= image.pixels[i - 1], "%d..%d: %d after %d", least,
			      most, image.pixels[i], image.pixels[i - 1]);
		for (int i = 1; i <= most - least && end - least <= LAST; i++)
			CHECK(image.pixels[i] > image.pixels[i - 1],
			      "%d..%d: costs %d and %d look the same", least, most, least + i - 1,
			      least + i);
		CHECK(image.pixels[most - least + 1] == FF_PALETTE_WALL, "%d..%d: the wall is %d",
		      least, most, image.pixels[most - least + 1]);
		free(image.pixels);
		scene_free(&s);
	}
}

static void one_cost_has_the_first_level(void)
{
	for (int cost = 1; cost <= 254; cost += 23) {
		struct ff_image image;
		struct scene s;

		row_of(&s, cost, cost);
		image = draw(&s, 1, FF_STYLE_LEGEND_NEVER);
		CHECK(image.pixels[0] == 0 && image.pixels[1] == FF_PALETTE_WALL, "%d, %d",
		      image.pixels[0], image.pixels[1]);
		free(image.pixels);
		scene_free(&s);
	}
}

static void walls_alone_can_be_drawn(void)
{
	struct ff_image image;
	struct scene s;

	scene_new(&s, 3, 2);
	memset(s.cost.cells, FF_COST_WALL, 6);
	image = draw(&s, 3, FF_STYLE_LEGEND_ALWAYS);
	for (int i = 0; i < 6; i++)
		CHECK(image.pixels[i / 3 * 3 * image.w + i % 3 * 3] == FF_PALETTE_WALL, "cell %d",
		      i);
	free(image.pixels);
	scene_free(&s);
}

/* Goals and classes do not show: it is the map as it was given. */
static void every_pixel_has_the_colour_of_its_cost(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int scale = 1; scale <= 30; scale++) {
		struct ff_image image, cells;
		struct scene s;

		scene_random(&s, 9, 7, 25, 254, &dice);
		image = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
		cells = draw(&s, 1, FF_STYLE_LEGEND_NEVER);
		CHECK(image.w == 9 * scale && image.h == 7 * scale, "%" PRId32 "x%" PRId32, image.w,
		      image.h);
		for (int32_t i = 0; i < image.w * image.h; i++) {
			int32_t cell = i / image.w / scale * 9 + i % image.w / scale;

			CHECK(image.pixels[i] == cells.pixels[cell],
			      "scale %d, cell %" PRId32 ": %d, not %d", scale, cell,
			      image.pixels[i], cells.pixels[cell]);
			CHECK((s.cost.cells[cell] == FF_COST_WALL) ==
				      (image.pixels[i] == FF_PALETTE_WALL),
			      "scale %d, cell %" PRId32 ": walls", scale, cell);
		}
		free(image.pixels);
		free(cells.pixels);
		scene_free(&s);
	}
}

static void the_legend_has_both_ends_of_the_costs(void)
{
	int64_t x, y;
	struct scene s;

	row_of(&s, 17, 203);
	for (int scale = 2; scale <= 4; scale += 2) {
		struct ff_image image = draw(&s, scale, FF_STYLE_LEGEND_AUTO);
		const struct ff_canvas_font *font =
			image.w < 560 ? &ff_canvas_small : &ff_canvas_large;

		CHECK(glyphs_find(&image, font, "cost of a cell", scale, &x, &y) &&
			      glyphs_find(&image, font, "17 ", scale, &x, &y) &&
			      glyphs_find(&image, font, " 254 ", scale, &x, &y) &&
			      glyphs_find(&image, font, "wall", scale, &x, &y),
		      "scale %d: something is missing", scale);
		free(image.pixels);
	}
	scene_free(&s);
}

static void cells_closed_to_wide_walkers_are_no_walls_and_have_no_cost(void)
{
	uint8_t open[4] = {1, 200, FF_COST_WALL, 100};
	const struct ff_cost map = {4, 1, open};
	struct ff_image image;
	struct scene s;
	int64_t x, y;

	scene_new(&s, 4, 1);
	memcpy(s.cost.cells, open, 4);
	image = draw(&s, 80, FF_STYLE_LEGEND_AUTO);
	CHECK(!glyphs_find(&image, &ff_canvas_small, "too near", 80, &x, &y), "there are none");
	free(image.pixels);
	s.cost.cells[1] = FF_COST_WALL;
	s.all.map = &map;
	image = draw(&s, 80, FF_STYLE_LEGEND_AUTO);
	CHECK(image.pixels[0] == 0 && image.pixels[80] == FF_PALETTE_CLOSED &&
		      image.pixels[160] == FF_PALETTE_WALL && image.pixels[240] == 99 * LAST / 199,
	      "%d, %d, %d, %d", image.pixels[0], image.pixels[80], image.pixels[160],
	      image.pixels[240]);
	CHECK(glyphs_find(&image, &ff_canvas_small, "too near a wall", 80, &x, &y),
	      "nothing is said about them");
	free(image.pixels);
	scene_free(&s);
}

static void kinds_of_ground_on_the_map_are_named_with_the_colour_of_their_cost(void)
{
	static struct ff_ground items[40] = {
		{{1, 2, 3}, 1, "road"}, {{1, 2, 4}, 9, "gra\303\237 9"},
		{{1, 2, 5}, 77, "sea"}, {{1, 2, 6}, 255, "house"},
		{{1, 2, 7}, 9, ""},
	};
	struct ff_grounds grounds = {items, 5};
	const struct ff_canvas_font *font = &ff_canvas_large;
	static const struct {
		const char *text;
		int colour;
	} wanted[] = {{"road 1", 0}, {"gra? 9 9", 8 * LAST / 9}, {"house (wall)", FF_PALETTE_WALL}};
	struct ff_image image;
	struct scene s;
	int64_t x, y;

	scene_new(&s, 40, 2);
	s.cost.cells[1] = 9;
	s.cost.cells[2] = FF_COST_WALL;
	s.all.grounds = &grounds;
	image = draw(&s, 20, FF_STYLE_LEGEND_AUTO);
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		bool there = glyphs_find(&image, font, wanted[i].text, 40, &x, &y);

		CHECK(there, "%s", wanted[i].text);
		CHECK(!there ||
			      image.pixels[(y + 3) * image.w + x - font->w - 3] == wanted[i].colour,
		      "%s: %d", wanted[i].text, image.pixels[(y + 3) * image.w + x - font->w - 3]);
	}
	CHECK(!glyphs_find(&image, font, "sea", 40, &x, &y), "there is no sea");
	free(image.pixels);
	for (int i = 5; i < 40; i++)
		items[i] = (struct ff_ground){{2, 2, (uint8_t)i}, 1, "field"};
	grounds.count = 40;
	image = draw(&s, 20, FF_STYLE_LEGEND_AUTO);
	CHECK(glyphs_find(&image, font, "and 15 more", 40, &x, &y), "how many more");
	free(image.pixels);
	scene_free(&s);
}

int main(void)
{
	RUN(the_cheapest_has_the_first_level_and_the_next_round_cost_the_last);
	RUN(one_cost_has_the_first_level);
	RUN(walls_alone_can_be_drawn);
	RUN(every_pixel_has_the_colour_of_its_cost);
	RUN(the_legend_has_both_ends_of_the_costs);
	RUN(cells_closed_to_wide_walkers_are_no_walls_and_have_no_cost);
	RUN(kinds_of_ground_on_the_map_are_named_with_the_colour_of_their_cost);
	return tap_done();
}
