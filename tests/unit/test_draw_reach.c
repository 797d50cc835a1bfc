#include "draw/draw.h"

#include "draw/legend.h"
#include "pictures.h"
#include "scene.h"
#include "tap.h"

static char *legend_of(const struct scene *s)
{
	const struct ff_style style = {.scale = 40};

	return pictures_text(ff_draw_reach(&s->all, &style, pictures_sheet(), &pictures_err));
}

static void every_cell_has_the_colour_of_its_class(void)
{
	static const int entries[FF_CLASSES] = {
		[FF_GOAL] = FF_PALETTE_GOAL,       [FF_UNREACHED] = FF_PALETTE_UNREACHED,
		[FF_WALL] = FF_PALETTE_WALL,       [FF_NOT_COMPUTED] = FF_PALETTE_NOT_COMPUTED,
		[FF_NOT_YET] = FF_PALETTE_NOT_YET, [FF_FARTHER] = FF_PALETTE_FARTHER,
	};

	for (int scale = 1; scale <= 9; scale += 4) {
		const struct ff_style style = {.bare = true, .scale = scale};
		struct ff_bitmap picture;
		struct scene s;

		/* Neither goals nor areas without a way are marked. */
		scene_new(&s, 2 * FF_CLASSES, 1);
		for (int x = 0; x < 2 * FF_CLASSES; x++)
			s.classes.cells[x] = (uint8_t)(x / 2);
		picture = pictures_pixels(
			ff_draw_reach(&s.all, &style, pictures_page(), &pictures_err));
		CHECK(picture.w == 2 * FF_CLASSES * scale && picture.h == scale, "%dx%d", picture.w,
		      picture.h);
		for (int x = 0; x < 2 * FF_CLASSES; x++)
			pictures_expect(&picture, &style, x, 0,
					x / 2 == FF_REACHED ? pictures_plain(ff_palette_reached)
							    : pictures_fill(entries[x / 2]));
		free(picture.pixels);
		scene_free(&s);
	}
}

static void the_legend_counts_the_classes_that_occur(void)
{
	struct scene s;
	char *text;

	scene_new(&s, 100, 100);
	s.classes.count[FF_GOAL] = 1;
	s.classes.count[FF_REACHED] = 7999;
	s.classes.count[FF_WALL] = 2000;
	text = legend_of(&s);
	CHECK(pictures_says(text, "goal 1 (&lt;0.1 %)") &&
		      pictures_says(text, "reached 7999 (80.0 %)") &&
		      pictures_says(text, "wall 2000 (20.0 %)"),
	      "%s", text);
	CHECK(strstr(text, ">unreached") == NULL && strstr(text, ">not ") == NULL &&
		      strstr(text, FF_LEGEND_CLOSED) == NULL,
	      "something does not occur");
	free(text);
	s.all.flee = true;
	s.classes.count[FF_UNREACHED] = 1000;
	s.classes.count[FF_NOT_COMPUTED] = 500;
	s.classes.count[FF_NOT_YET] = 15;
	s.classes.count[FF_FARTHER] = 100;
	s.all.limit = 12.5;
	text = legend_of(&s);
	CHECK(strstr(text, ">refuge 1 ") != NULL &&
		      pictures_says(text, "unreached 1000 (10.0 %)") &&
		      pictures_says(text, "not computed 500 (5.0 %)") &&
		      pictures_says(text, "not yet 15 (0.2 %)") &&
		      pictures_says(text, "farther than 12.5: 100 (1.0 %)"),
	      "%s", text);
	free(text);
	scene_free(&s);
}

static void cells_closed_to_wide_walkers_are_counted_apart_from_walls(void)
{
	uint8_t open[10] = {1, 1, 1, FF_COST_WALL, 1, 1, 1, 1, 1, 1};
	const struct ff_style style = {.bare = true, .scale = 40};
	const struct ff_cost map = {.w = 10, .h = 1, .cells = open};
	struct ff_bitmap picture;
	struct scene s;
	char *text;

	scene_of(&s, "g###..####/");
	s.all.map = &map;
	picture = pictures_pixels(ff_draw_reach(&s.all, &style, pictures_page(), &pictures_err));
	pictures_expect(&picture, &style, 3, 0, pictures_fill(FF_PALETTE_WALL));
	pictures_expect(&picture, &style, 9, 0, pictures_fill(FF_PALETTE_CLOSED));
	free(picture.pixels);
	text = legend_of(&s);
	CHECK(pictures_says(text, "wall 1 (10.0 %)") &&
		      pictures_says(text, FF_LEGEND_CLOSED " 6 (60.0 %)"),
	      "%s", text);
	free(text);
	scene_free(&s);
}

int main(void)
{
	RUN(every_cell_has_the_colour_of_its_class);
	RUN(the_legend_counts_the_classes_that_occur);
	RUN(cells_closed_to_wide_walkers_are_counted_apart_from_walls);
	return tap_done();
}
