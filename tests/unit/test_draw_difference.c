#include "draw/draw.h"

#include "core/map/field.h"
#include "pictures.h"
#include "tap.h"

static struct ff_bitmap draw(const struct ff_draw_difference *what, const struct ff_style *style)
{
	return pictures_pixels(ff_draw_difference(what, style, pictures_page(), &pictures_err));
}

static const struct ff_style bare = {.bare = true, .scale = 1};

static void changed_cells_have_the_fill_of_their_kind_and_others_that_of_the_map(void)
{
	enum { N = FF_CHANGE_KINDS + FF_CLASSES };
	uint8_t cells[N] = {0}, classes[N] = {0};
	const struct ff_draw_difference what = {.w = N,
						.h = 1,
						.cells = cells,
						.names = ff_change_names,
						.classes = classes,
						.class_names = ff_classes_names};

	for (int i = 0; i < N; i++) {
		classes[i] = FF_REACHED;
		if (i < FF_CHANGE_KINDS)
			cells[i] = (uint8_t)((i + 1) | (i % 2 == 0 ? FF_CHANGE_FLAG : 0));
		else
			classes[i] = (uint8_t)(i - FF_CHANGE_KINDS);
	}
	/* A goal among goals has no marker. */
	classes[FF_CHANGE_KINDS - 1] = classes[FF_CHANGE_KINDS + 1] = FF_GOAL;
	cells[FF_CHANGE_KINDS - 1] = 0;
	for (int scale = 1; scale < 30; scale += 7) {
		const struct ff_style style = {.bare = true, .scale = scale};
		struct ff_bitmap picture = draw(&what, &style);

		CHECK(picture.w == N * scale && picture.h == scale, "%" PRId32, picture.w);
		for (int i = 0; i < FF_CHANGE_KINDS - 1; i++)
			pictures_expect(&picture, &style, i, 0, ff_palette_change_fills[i]);
		for (int i = FF_CHANGE_KINDS - 1; i < N; i++)
			pictures_expect(&picture, &style, i, 0,
					classes[i] == FF_REACHED
						? pictures_plain(ff_palette_ground(0, 1))
						: pictures_fill(ff_palette_class(classes[i], 0)));
		free(picture.pixels);
	}
}

static void cells_that_rose_or_fell_less_are_paler(void)
{
	const uint8_t cells[] = {1 + FF_CHANGE_RISEN,  1 + FF_CHANGE_RISEN,  1 + FF_CHANGE_RISEN,
				 1 + FF_CHANGE_FALLEN, 1 + FF_CHANGE_FALLEN, 1 + FF_CHANGE_FALLEN};
	const uint8_t strengths[] = {0, 128, 255, 0, 128, 255};
	const struct ff_draw_difference what = {
		.w = 6, .h = 1, .cells = cells, .names = ff_change_names, .strengths = strengths};
	struct ff_bitmap picture = draw(&what, &bare);

	for (int i = 0; i < 6; i++)
		if (i % 3 > 0)
			CHECK(pictures_at(&picture, i, 0).g < pictures_at(&picture, i - 1, 0).g,
			      "%d", i);
	pictures_expect(&picture, &bare, 2, 0, ff_palette_change_fills[FF_CHANGE_RISEN]);
	pictures_expect(&picture, &bare, 5, 0, ff_palette_change_fills[FF_CHANGE_FALLEN]);
	free(picture.pixels);
}

static bool is_dark(const struct ff_bitmap *picture, int64_t x, int64_t y)
{
	return pictures_at(picture, x, y).g < 128;
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
	const struct ff_style large = {.bare = true, .scale = 24};
	struct ff_bitmap picture;

	for (int i = 0; i < MANY; i++)
		areas[i] = (struct ff_change_area){1, 30, 30, 1, 1};
	cells[30 * SIDE + 30] = 1 + FF_CHANGE_RISEN;
	picture = draw(&what, &bare);
	CHECK(is_dark(&picture, 16, 30) && is_dark(&picture, 44, 30) && is_dark(&picture, 30, 16),
	      "no frame");
	pictures_expect(&picture, &bare, 30, 30, ff_palette_change_fills[FF_CHANGE_RISEN]);
	free(picture.pixels);
	what.area_count = MANY;
	picture = draw(&what, &bare);
	CHECK(!is_dark(&picture, 16, 30), "too many");
	free(picture.pixels);
	what.area_count = 1;
	areas[0].w = areas[0].h = 2;
	picture = draw(&what, &large);
	for (int x = 29 * 24; x < 30 * 24; x++)
		CHECK(!is_dark(&picture, x, 30 * 24 + 12), "large enough");
	free(picture.pixels);
	free(cells);
}

static void of_many_cells_in_a_pixel_the_worst_change_is_seen(void)
{
	enum { BLOCK = 8 };
	uint8_t cells[BLOCK * BLOCK] = {0};
	const struct ff_draw_difference what = {
		.w = BLOCK, .h = BLOCK, .cells = cells, .names = ff_change_names};
	const struct ff_style style = {.bare = true, .scale = 1, .block = BLOCK};

	/* Each is worse than all before it. */
	for (int kind = FF_CHANGE_KINDS - 1; kind >= 0; kind--) {
		struct ff_bitmap picture;

		cells[(kind * 37 + 11) % (BLOCK * BLOCK)] = (uint8_t)(1 + kind);
		picture = draw(&what, &style);
		CHECK(picture.w == 1 && picture.h == 1, "%" PRId32, picture.w);
		CHECK(pictures_is(pictures_at(&picture, 0, 0), ff_palette_change_fills[kind]), "%s",
		      ff_change_names[kind]);
		free(picture.pixels);
	}
}

static void goals_that_stay_have_their_marker(void)
{
	enum { SIDE = 60 };
	uint8_t *cells = calloc(SIDE * SIDE, 1), *classes = oracle_cells(SIDE, SIDE);
	const struct ff_draw_difference what = {.w = SIDE,
						.h = SIDE,
						.cells = cells,
						.names = ff_change_names,
						.classes = classes,
						.class_names = ff_classes_names};
	struct ff_bitmap picture;

	memset(classes, FF_REACHED, SIDE * SIDE);
	classes[30 * SIDE + 30] = classes[10 * SIDE + 50] = FF_GOAL;
	cells[10 * SIDE + 50] = 1 + FF_CHANGE_GOAL_ADDED;
	classes[45 * SIDE + 15] = FF_GOAL;
	cells[45 * SIDE + 15] = 1 + FF_CHANGE_GROUND;
	picture = draw(&what, &bare);
	CHECK(is_dark(&picture, 22, 30) && is_dark(&picture, 38, 30) && is_dark(&picture, 30, 22),
	      "no rim");
	CHECK(!is_dark(&picture, 42, 10), "a goal that was added is a change");
	CHECK(is_dark(&picture, 7, 45) && is_dark(&picture, 23, 45), "new ground below a goal");
	free(picture.pixels);
	free(cells);
	free(classes);
}

static void pictures_lie_below_in_pale_greys(void)
{
	uint8_t cells[256] = {0}, greys[256];
	const struct ff_draw_difference what = {
		.w = 256, .h = 1, .cells = cells, .names = ff_change_names, .greys = greys};
	struct ff_bitmap picture;

	for (int i = 0; i < 256; i++)
		greys[i] = (uint8_t)i;
	picture = draw(&what, &bare);
	for (int i = 0; i < 256; i++) {
		struct ff_colour c = pictures_at(&picture, i, 0);

		CHECK(c.r == c.g && c.g == c.b && c.r >= 168, "%d", i);
		CHECK(i == 0 || c.r >= pictures_at(&picture, i - 1, 0).r, "%d", i);
	}
	free(picture.pixels);
}

static void the_legend_counts_the_kinds_that_occur(void)
{
	uint8_t cells[400] = {0}, classes[400], strengths[400];
	struct ff_draw_difference what = {.w = 400,
					  .h = 1,
					  .cells = cells,
					  .names = ff_change_names,
					  .classes = classes,
					  .class_names = ff_classes_names,
					  .strengths = strengths};
	const struct ff_style style = {.scale = 1, .title = "a.csv -> b.csv"};
	char *text;

	memset(classes, FF_REACHED, sizeof classes);
	memset(strengths, 255, sizeof strengths);
	classes[9] = FF_WALL;
	cells[7] = 1 + FF_CHANGE_GROUND;
	cells[8] = 1 + FF_CHANGE_RISEN;
	what.count[FF_CHANGE_GROUND] = what.count[FF_CHANGE_RISEN] = 1;
	text = pictures_text(ff_draw_difference(&what, &style, pictures_sheet(), &pictures_err));
	CHECK(pictures_says(text, "a.csv -&gt; b.csv") && pictures_says(text, "2 of 400 changed") &&
		      pictures_says(text, "ground cost changed 1") &&
		      pictures_says(text, "cost to goal risen 1") && pictures_says(text, "wall"),
	      "%s", text);
	CHECK(strstr(text, ">goal") == NULL && strstr(text, ">paler") == NULL &&
		      strstr(text, ">unreached") == NULL && strstr(text, ">reached") == NULL,
	      "something does not occur");
	CHECK(pictures_has(text, "cells-10"), "the hatch of changed ground is missing");
	free(text);
	strengths[8] = 100;
	text = pictures_text(ff_draw_difference(&what, &style, pictures_sheet(), &pictures_err));
	CHECK(pictures_says(text, "paler: smaller change"), "%s", text);
	free(text);
}

int main(void)
{
	RUN(changed_cells_have_the_fill_of_their_kind_and_others_that_of_the_map);
	RUN(cells_that_rose_or_fell_less_are_paler);
	RUN(small_areas_have_a_frame_unless_there_are_many);
	RUN(of_many_cells_in_a_pixel_the_worst_change_is_seen);
	RUN(goals_that_stay_have_their_marker);
	RUN(pictures_lie_below_in_pale_greys);
	RUN(the_legend_counts_the_kinds_that_occur);
	return tap_done();
}
