#include "draw/draw.h"

#include "draw/legend.h"
#include "pictures.h"
#include "scene.h"
#include "tap.h"

enum { LAST = FF_PALETTE_LEVELS - 1 };

static struct ff_bitmap draw_cells(const struct scene *s)
{
	const struct ff_style style = {.bare = true, .scale = 1};

	return pictures_pixels(ff_draw_terrain(&s->all, &style, pictures_page(), &pictures_err));
}

static char *write_svg(const struct scene *s)
{
	const struct ff_style style = {.scale = 60};

	return pictures_text(ff_draw_terrain(&s->all, &style, pictures_sheet(), &pictures_err));
}

static void check_cell(const struct ff_bitmap *picture, int x, struct ff_colour wanted)
{
	struct ff_colour c = pictures_at(picture, x, 0);

	CHECK(ff_image_same(c, wanted), "cell %d: %d %d %d, should be %d %d %d", x, c.r, c.g, c.b,
	      wanted.r, wanted.g, wanted.b);
}

/* Makes a row of costs least..most and a wall. */
static void row_of(struct scene *s, int least, int most)
{
	scene_new(s, most - least + 2, 1);
	for (int c = least; c <= most; c++)
		s->cost.cells[c - least] = (uint8_t)c;
	s->cost.cells[most - least + 1] = FF_COST_WALL;
	s->classes.cells[most - least + 1] = FF_WALL;
}

static void the_cheapest_has_the_first_colour_and_the_next_round_cost_the_last(void)
{
	static const int ranges[][3] = {{1, 254, 254},   {1, 2, 2},       {1, 3, 3}, {7, 200, 200},
					{253, 254, 254}, {100, 140, 150}, {9, 9, 0}};

	for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++) {
		int least = ranges[k][0], most = ranges[k][1], end = ranges[k][2];
		struct ff_bitmap picture;
		struct scene s;

		row_of(&s, least, most);
		picture = draw_cells(&s);
		for (int c = least; c <= most; c++)
			check_cell(
				&picture, c - least,
				ff_palette_terrain(
					c == least ? 0 : (c - least) * LAST / (end - least), LAST));
		check_cell(&picture, most - least + 1, ff_palette_colour(FF_PALETTE_WALL));
		free(picture.pixels);
		scene_free(&s);
	}
}

/* It is the map as it was given. */
static void open_cells_have_the_colour_of_their_cost_whatever_their_class(void)
{
	struct ff_bitmap picture;
	struct scene s;
	char *text;

	scene_new(&s, FF_CLASSES, 1);
	for (int x = 0; x < FF_CLASSES; x++) {
		s.classes.cells[x] = (uint8_t)x;
		s.classes.count[x] = 1;
	}
	s.cost.cells[FF_WALL] = FF_COST_WALL;
	picture = draw_cells(&s);
	for (int x = 0; x < FF_CLASSES; x++)
		check_cell(&picture, x,
			   x == FF_WALL ? ff_palette_colour(FF_PALETTE_WALL)
					: ff_palette_terrain(0, 1));
	free(picture.pixels);
	text = write_svg(&s);
	CHECK(pictures_says(text, "wall") && !pictures_says(text, "unreached") &&
		      !pictures_says(text, "not yet"),
	      "%s", text);
	free(text);
	scene_free(&s);
}

static void the_legend_has_both_ends_of_the_costs_and_the_largest(void)
{
	struct scene s;
	char *text;

	row_of(&s, 17, 140);
	text = write_svg(&s);
	CHECK(pictures_says(text, "cost of a cell") && pictures_says(text, "17") &&
		      pictures_says(text, "150") && pictures_says(text, "largest 140"),
	      "%s", text);
	free(text);
	scene_free(&s);
}

static void cells_closed_to_wide_walkers_are_no_walls_and_have_no_cost(void)
{
	uint8_t open[4] = {1, 200, FF_COST_WALL, 100};
	const struct ff_cost map = {.w = 4, .h = 1, .cells = open};
	struct ff_bitmap picture;
	struct scene s;
	char *text;

	scene_new(&s, 4, 1);
	memcpy(s.cost.cells, open, 4);
	s.cost.cells[1] = FF_COST_WALL;
	s.classes.cells[1] = s.classes.cells[2] = FF_WALL;
	s.classes.count[FF_WALL] = 2;
	s.all.map = &map;
	picture = draw_cells(&s);
	CHECK(pictures_is(pictures_at(&picture, 1, 0), pictures_fill(FF_PALETTE_CLOSED)), "%d",
	      pictures_at(&picture, 1, 0).r);
	check_cell(&picture, 2, ff_palette_colour(FF_PALETTE_WALL));
	check_cell(&picture, 3, ff_palette_terrain(99 * LAST / 199, LAST));
	free(picture.pixels);
	text = write_svg(&s);
	CHECK(pictures_says(text, FF_LEGEND_CLOSED), "%s", text);
	free(text);
	scene_free(&s);
}

static void costs_with_colours_of_their_own_have_those_muted_and_their_names(void)
{
	static struct ff_ground items[] = {
		{{10, 200, 30}, 1, "road"},
		{{200, 20, 30}, 9, "gra\303\237"},
		{{1, 2, 5}, 77, "sea"},
		{{1, 2, 6}, FF_COST_WALL, "house"},
	};
	const struct ff_grounds grounds = {items, 4};
	struct ff_bitmap picture;
	struct scene s;
	char *text;

	scene_new(&s, 3, 1);
	s.cost.cells[1] = 9;
	s.cost.cells[2] = FF_COST_WALL;
	s.classes.cells[2] = FF_WALL;
	s.classes.count[FF_WALL] = 1;
	s.all.grounds = &grounds;
	picture = draw_cells(&s);
	check_cell(&picture, 0, ff_palette_muted(items[0].colour));
	check_cell(&picture, 1, ff_palette_muted(items[1].colour));
	check_cell(&picture, 2, ff_palette_colour(FF_PALETTE_WALL));
	free(picture.pixels);
	text = write_svg(&s);
	CHECK(pictures_says(text, "road 1") && pictures_says(text, "gra\303\237 9") &&
		      pictures_says(text, "wall (house)") && strstr(text, "sea") == NULL,
	      "%s", text);
	free(text);
	scene_free(&s);
}

int main(void)
{
	RUN(the_cheapest_has_the_first_colour_and_the_next_round_cost_the_last);
	RUN(open_cells_have_the_colour_of_their_cost_whatever_their_class);
	RUN(the_legend_has_both_ends_of_the_costs_and_the_largest);
	RUN(cells_closed_to_wide_walkers_are_no_walls_and_have_no_cost);
	RUN(costs_with_colours_of_their_own_have_those_muted_and_their_names);
	return tap_done();
}
