#include "draw/draw.h"

#include "core/crowd/follow.h"
#include "draw/groups.h"
#include "guides.h"
#include "pictures.h"
#include "scene.h"
#include "tap.h"

#include <inttypes.h>

/* A scene and its walkers. */
struct walked {
	struct scene s;
	struct ff_walkers walkers;
	struct ff_paths paths;
	struct ff_groups groups;
	char names[10][FF_WALKERS_NAME];
};

static void walked_of(struct walked *w, const char *rows)
{
	memset(w, 0, sizeof *w);
	scene_of(&w->s, rows);
	w->walkers.groups = w->names;
	w->walkers.group_count = 1;
	w->s.all.paths = &w->paths;
	w->s.all.groups = &w->groups;
}

/* Adds one more, with the next number from 1, to a group. */
static void walked_add(struct walked *w, double x, double y, uint32_t group,
		       enum ff_trace_rule rule)
{
	const struct ff_guide guide = guides_of(&w->s);
	size_t n = w->paths.count;
	struct ff_walker *walker;

	w->walkers.items = realloc(w->walkers.items, (n + 1) * sizeof *w->walkers.items);
	w->paths.items = realloc(w->paths.items, (n + 1) * sizeof *w->paths.items);
	if (w->walkers.items == NULL || w->paths.items == NULL)
		exit(1);
	walker = &w->walkers.items[n];
	*walker = (struct ff_walker){
		.id = n + 1, .group = group, .x = x, .y = y, .radius = 0.3, .speed = 1};
	CHECK(ff_trace(&guide, rule, walker, false, false, NULL, &w->paths.items[n]) == FF_OK,
	      "%zu", n);
	w->walkers.count = w->paths.count = n + 1;
}

static void walked_free(struct walked *w)
{
	free(w->walkers.items);
	ff_paths_free(&w->paths);
	scene_free(&w->s);
}

static enum ff_status draw_page(struct walked *w, const struct ff_style *style,
				struct ff_page *page)
{
	enum ff_status st = ff_groups_open(&w->groups, &w->walkers) ? FF_OK : FF_E_NOMEM;

	if (st == FF_OK)
		st = ff_draw_paths(&w->s.all, style, page, &pictures_err);
	ff_groups_close(&w->groups);
	return st;
}

static struct ff_bitmap draw(struct walked *w, int scale)
{
	const struct ff_style style = {.scale = scale, .bare = true};

	return pictures_pixels(draw_page(w, &style, pictures_page()));
}

static char *draw_svg(struct walked *w, int scale)
{
	const struct ff_style style = {.scale = scale};

	return pictures_text(draw_page(w, &style, pictures_sheet()));
}

/* Returns the colour at a place of the map. */
static struct ff_colour at(const struct ff_bitmap *image, int scale, double x, double y)
{
	return pictures_at(image, (int64_t)floor((x + 0.5) * scale),
			   (int64_t)floor((y + 0.5) * scale));
}

static bool same(struct ff_colour a, struct ff_colour b)
{
	return ff_image_same(a, b);
}

static const char open_ground[] = "............../............../............../............../"
				  "............../.............g/............../............../";

static void paths_are_lines_from_their_start_to_the_goal(void)
{
	for (int scale = 12; scale <= 32; scale += 4)
		for (enum ff_trace_rule rule = FF_TRACE_SMOOTH; rule < FF_TRACE_RULES; rule++) {
			const struct ff_path *path;
			struct ff_bitmap image;
			struct walked w;

			walked_of(&w, open_ground);
			walked_add(&w, 1, 1, 0, rule);
			path = w.paths.items;
			image = draw(&w, scale);
			for (size_t i = 1; i < path->count; i++) {
				double x = (path->points[i - 1].x + path->points[i].x) / 2;
				double y = (path->points[i - 1].y + path->points[i].y) / 2;

				/* The marker of the goal covers the end. */
				if (hypot(x - 13, y - 5) < 1.5)
					continue;
				CHECK(same(at(&image, scale, x, y), ff_palette_groups[0]),
				      "scale %d: %g,%g", scale, x, y);
			}
			CHECK(same(at(&image, scale, 2, 7), ff_palette_ground(0, 1)), "scale %d",
			      scale);
			free(image.pixels);
			walked_free(&w);
		}
}

static void walkers_without_a_way_are_crosses_that_the_legend_counts(void)
{
	struct ff_bitmap image;
	struct walked w;
	char *text;

	walked_of(&w, "......#...../......#...../..g...#...../......#...../......#...../");
	walked_add(&w, 5, 4, 0, FF_TRACE_SMOOTH);
	text = draw_svg(&w, 40);
	CHECK(strstr(text, "no way") == NULL, "nobody is lost");
	free(text);
	walked_add(&w, 9, 2, 0, FF_TRACE_SMOOTH);
	walked_add(&w, 11, 4, 0, FF_TRACE_SMOOTH);
	for (int scale = 4; scale <= 32; scale += 4) {
		image = draw(&w, scale);
		CHECK(same(at(&image, scale, 9, 2), ff_palette_colour(FF_PALETTE_INK)), "scale %d",
		      scale);
		CHECK(same(at(&image, scale, 5, 4), ff_palette_groups[0]), "scale %d", scale);
		free(image.pixels);
	}
	text = draw_svg(&w, 40);
	CHECK(pictures_says(text, "no way (2)") && pictures_says(text, "from 5,4") &&
		      !pictures_says(text, "from 9,2") && pictures_says(text, "unreached") &&
		      pictures_says(text, "1 path to the goal"),
	      "%s", text);
	free(text);
	walked_free(&w);
}

static void each_of_a_few_paths_has_a_colour_and_is_named(void)
{
	struct ff_bitmap image;
	struct walked w;
	char *text;

	walked_of(&w, open_ground);
	for (int i = 0; i < FF_PALETTE_GROUPS; i++)
		walked_add(&w, i, i % 4 * 2, 0, FF_TRACE_SMOOTH);
	image = draw(&w, 40);
	text = draw_svg(&w, 40);
	for (int i = 0; i < FF_PALETTE_GROUPS; i++) {
		char label[32];

		snprintf(label, sizeof label, "from %d,%d", i, i % 4 * 2);
		CHECK(pictures_says(text, label), "%s", label);
		CHECK(same(at(&image, 40, i, i % 4 * 2), ff_palette_groups[i]), "%s", label);
	}
	free(image.pixels);
	free(text);
	walked_free(&w);
}

static void walkers_from_one_place_are_named_once(void)
{
	const char *first;
	struct walked w;
	char *text;

	walked_of(&w, open_ground);
	for (int i = 0; i < 3; i++)
		walked_add(&w, i == 2 ? 9 : 3.5, 2, 0, FF_TRACE_SMOOTH);
	text = draw_svg(&w, 40);
	first = strstr(text, ">from 3.5,2<");
	CHECK(first != NULL && strstr(first + 1, ">from 3.5,2<") == NULL &&
		      pictures_says(text, "from 9,2"),
	      "%s", text);
	free(text);
	walked_free(&w);
}

static void where_a_few_share_a_way_all_can_be_seen(void)
{
	struct ff_bitmap image;
	struct walked w;

	walked_of(&w, "............g/");
	walked_add(&w, 6, 0, 0, FF_TRACE_CELLS);
	walked_add(&w, 0, 0, 0, FF_TRACE_CELLS);
	walked_add(&w, 3, 0, 0, FF_TRACE_CELLS);
	image = draw(&w, 20);
	CHECK(same(at(&image, 20, 1.5, 0), ff_palette_groups[1]) &&
		      same(at(&image, 20, 4.5, 0), ff_palette_groups[2]) &&
		      same(at(&image, 20, 9, 0), ff_palette_groups[0]),
	      "another order");
	free(image.pixels);
	walked_free(&w);
}

static void many_have_one_ink_that_is_darker_where_more_walk(void)
{
	struct ff_bitmap image;
	struct walked w;
	char *text;
	int before = 256;

	walked_of(&w, "........................................g/");
	for (int i = 0; i < 40; i++)
		walked_add(&w, i, 0, 0, FF_TRACE_CELLS);
	image = draw(&w, 40);
	for (int x = 0; x < 39; x++) {
		/* Red falls to that of the ink. */
		int red = at(&image, 40, x + 0.5, 0).r;

		CHECK((x < 6 ? red < before : red <= before) && red >= ff_palette_groups[0].r,
		      "%d: %d after %d", x, red, before);
		before = red;
	}
	free(image.pixels);
	text = draw_svg(&w, 40);
	CHECK(pictures_says(text, "path (darker: more walkers)") &&
		      strstr(text, ">from ") == NULL && pictures_says(text, "40 paths to the goal"),
	      "%s", text);
	free(text);
	walked_free(&w);
}

static void groups_share_a_colour_and_those_beyond_the_colours_the_last(void)
{
	struct ff_bitmap image;
	struct walked w;
	char *text;

	walked_of(&w, open_ground);
	w.walkers.group_count = 10;
	for (uint32_t i = 0; i < 10; i++) {
		snprintf(w.names[i], FF_WALKERS_NAME, "%s%" PRIu32, i == 2 ? "\xc3\xa4" : "g", i);
		walked_add(&w, i, 1, i, FF_TRACE_SMOOTH);
		walked_add(&w, i, 7, i, FF_TRACE_SMOOTH);
	}
	w.names[0][0] = '\0';
	image = draw(&w, 40);
	for (int i = 0; i < 10; i++)
		for (int y = 1; y <= 7; y += 6)
			CHECK(same(at(&image, 40, i, y),
				   ff_palette_groups[i < FF_PALETTE_GROUPS
							     ? i
							     : FF_PALETTE_GROUPS - 1]),
			      "group %d", i);
	free(image.pixels);
	text = draw_svg(&w, 40);
	CHECK(pictures_says(text, "no group") && pictures_says(text, "g1") &&
		      pictures_says(text, "\xc3\xa4"
					  "2") &&
		      pictures_says(text, "g6") && !pictures_says(text, "g7") &&
		      pictures_says(text, "3 more groups"),
	      "%s", text);
	free(text);
	walked_free(&w);
}

static void a_goal_has_the_colour_of_its_only_group(void)
{
	static const uint8_t hues[] = {1, FF_GROUPS_NONE, 0, 1};
	struct ff_bitmap image;
	struct walked w;

	walked_of(&w, "............./..g...g...g../............./............./");
	scene_goal(&w.s, 10, 1);
	w.s.all.goal_hues = hues;
	w.walkers.group_count = 2;
	walked_add(&w, 0, 3, 0, FF_TRACE_SMOOTH);
	for (uint32_t several = 0; several < 2; several++) {
		struct ff_colour plain = ff_palette_colour(FF_PALETTE_GOAL);

		if (several == 1)
			walked_add(&w, 4, 3, 1, FF_TRACE_SMOOTH);
		image = draw(&w, 40);
		/* Beside its middle. */
		CHECK(same(at(&image, 40, 2.2, 1), several == 1 ? ff_palette_groups[1] : plain),
		      "that of one of %u groups", several + 1);
		CHECK(same(at(&image, 40, 6.2, 1), plain), "that of none");
		CHECK(same(at(&image, 40, 10.2, 1), plain), "that of two");
		free(image.pixels);
	}
	walked_free(&w);
}

static void other_pictures_show_paths_if_asked_for(void)
{
	const struct ff_style style = {.scale = 40, .with = FF_STYLE_PATHS}, plain = {.scale = 40};
	struct walked w;
	char *text;

	walked_of(&w, open_ground);
	walked_add(&w, 1, 1, 0, FF_TRACE_SMOOTH);
	if (!ff_groups_open(&w.groups, &w.walkers))
		exit(1);
	text = pictures_text(ff_draw_heatmap(&w.s.all, &style, pictures_sheet(), &pictures_err));
	CHECK(pictures_has(text, "paths") && pictures_has(text, "starts") &&
		      pictures_says(text, "from 1,1"),
	      "%s", text);
	free(text);
	text = pictures_text(ff_draw_heatmap(&w.s.all, &plain, pictures_sheet(), &pictures_err));
	CHECK(!pictures_has(text, "paths") && !pictures_says(text, "from 1,1"), "%s", text);
	free(text);
	ff_groups_close(&w.groups);
	walked_free(&w);
}

/* ---- as vectors ---- */

static void a_vector_picture_has_a_line_for_each_path(void)
{
	struct walked w;
	char *text;

	walked_of(&w, ".......#../.......#../...g...#../.......#../");
	w.walkers.group_count = 2;
	walked_add(&w, 0, 2, 0, FF_TRACE_SMOOTH);
	walked_add(&w, 6, 0, 1, FF_TRACE_CELLS);
	walked_add(&w, 9, 0, 1, FF_TRACE_CELLS);
	text = draw_svg(&w, 40);
	CHECK(pictures_has(text, "paths") && pictures_has(text, "starts") &&
		      pictures_has(text, "goals"),
	      "%s", text);
	CHECK(strstr(text, " id=\"path-1\" class=\"group-0\" ") != NULL &&
		      strstr(text, " id=\"path-2\" class=\"group-1\" ") != NULL,
	      "%s", text);
	CHECK(!pictures_has(text, "path-3"), "what has no way has a line");
	free(text);
	walked_free(&w);
}

int main(void)
{
	RUN(paths_are_lines_from_their_start_to_the_goal);
	RUN(walkers_without_a_way_are_crosses_that_the_legend_counts);
	RUN(each_of_a_few_paths_has_a_colour_and_is_named);
	RUN(walkers_from_one_place_are_named_once);
	RUN(where_a_few_share_a_way_all_can_be_seen);
	RUN(many_have_one_ink_that_is_darker_where_more_walk);
	RUN(groups_share_a_colour_and_those_beyond_the_colours_the_last);
	RUN(a_goal_has_the_colour_of_its_only_group);
	RUN(other_pictures_show_paths_if_asked_for);
	RUN(a_vector_picture_has_a_line_for_each_path);
	return tap_done();
}
