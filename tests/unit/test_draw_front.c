#include "pictures.h"

#include "draw/legend.h"

static struct ff_draw_front opened(const struct scene *s, const struct ff_style *style)
{
	struct ff_draw_front front;
	struct ff_error err = {""};

	CHECK(ff_draw_front_open(&front, &s->all, style, NULL, &err) == FF_OK, "%s", err.text);
	return front;
}

/* Bare pictures: the map begins in their corner. */
static void before_anything_is_known_there_are_goals_walls_and_the_rest(void)
{
	const struct ff_style style = {.bare = true, .scale = 40};
	struct ff_draw_front front;
	struct scene s;

	scene_of(&s, "g....../...#.../......#/");
	front = opened(&s, &style);
	pictures_expect(&front.image, &style, 3, 1, pictures_fill(FF_PALETTE_WALL));
	pictures_expect(&front.image, &style, 5, 2, pictures_fill(FF_PALETTE_NOT_YET));
	CHECK(ff_image_same(pictures_at(&front.image, 0, 0), ff_palette_colour(FF_PALETTE_GOAL)),
	      "the goal has another colour");
	ff_draw_front_free(&front);
	scene_free(&s);
}

static void cells_that_no_goal_reaches_are_not_yet_until_the_end(void)
{
	const struct ff_style style = {.bare = true, .scale = 40};
	struct ff_draw_front front;
	struct scene s;

	scene_of(&s, "g..#../...#../");
	front = opened(&s, &style);
	pictures_expect(&front.image, &style, 5, 1, pictures_fill(FF_PALETTE_NOT_YET));
	ff_draw_front_finish(&front);
	pictures_expect(&front.image, &style, 5, 1, pictures_fill(FF_PALETTE_UNREACHED));
	ff_draw_front_free(&front);
	scene_free(&s);
}

/* Checks that a cell is as in the heatmap. */
static void expect_heat(const struct ff_draw_front *front, int32_t x, int scale)
{
	int32_t middle = x * scale + scale / 2;

	CHECK(ff_image_same(pictures_at(&front->image, middle, scale / 2),
			    pictures_at(&front->whole, middle, scale / 2)),
	      "cell %" PRId32 " has another colour", x);
}

/* Along a corridor: goal at 0, then cells 1, 2, ... */
static void known_cells_beside_unknown_ones_are_the_front(void)
{
	const struct ff_style style = {.bare = true, .scale = 40};
	struct ff_draw_front front;
	struct ff_image_part part;
	struct scene s;

	scene_of(&s, "g......./");
	front = opened(&s, &style);
	for (uint32_t cell = 0; cell <= 3; cell++)
		ff_draw_front_add(&front, cell);
	part = ff_draw_front_frame(&front);
	CHECK(part.x == 0 && part.y == 0 && part.w == 160 && part.h == 40, "%d,%d %dx%d", part.x,
	      part.y, part.w, part.h);
	expect_heat(&front, 2, 40);
	pictures_expect(&front.image, &style, 3, 0, pictures_fill(FF_PALETTE_FRONT));
	pictures_expect(&front.image, &style, 4, 0, pictures_fill(FF_PALETTE_NOT_YET));
	part = ff_draw_front_frame(&front);
	CHECK(part.w == 0, "no cell was added, but %d pixels changed", part.w);
	pictures_expect(&front.image, &style, 3, 0, pictures_fill(FF_PALETTE_FRONT));
	ff_draw_front_add(&front, 4);
	part = ff_draw_front_frame(&front);
	CHECK(part.x == 120 && part.w == 80, "%d,%d %dx%d", part.x, part.y, part.w, part.h);
	expect_heat(&front, 3, 40);
	ff_draw_front_free(&front);
	scene_free(&s);
}

/* The markers of goals are above the front that begins there. */
static void marks_stay_above_the_front(void)
{
	const struct ff_style style = {.bare = true, .scale = 4};
	struct ff_draw_front front;
	struct scene s;

	scene_of(&s, "......./......./...g.../......./......./");
	front = opened(&s, &style);
	ff_draw_front_add(&front, 17);
	ff_draw_front_add(&front, 16);
	ff_draw_front_frame(&front);
	CHECK(!pictures_is(pictures_at(&front.image, 9, 9), pictures_fill(FF_PALETTE_FRONT)),
	      "the front hides the rim of a goal");
	ff_draw_front_free(&front);
	scene_free(&s);
}

/* Adds cells one by one: outside of the part that is returned nothing changes, and in the end the
 * map is that of the heatmap. */
static void check_growing(const struct ff_style *style)
{
	struct ff_draw_front front;
	struct ff_bitmap want;
	struct ff_colour *before;
	struct scene s;
	size_t pixels;

	scene_of(&s, "g....#../.##..#../...#..../");
	front = opened(&s, style);
	pixels = (size_t)front.image.w * (size_t)front.image.h;
	before = oracle_cells(pixels, sizeof *before);
	for (uint32_t i = 0; i < 24; i++) {
		struct ff_image_part part;
		size_t wrong = 0;

		memcpy(before, front.image.pixels, pixels * sizeof *before);
		if (s.classes.cells[i] == FF_REACHED || s.classes.cells[i] == FF_GOAL)
			ff_draw_front_add(&front, i);
		part = i == 23 ? ff_draw_front_finish(&front) : ff_draw_front_frame(&front);
		for (size_t p = 0; p < pixels; p++) {
			int32_t x = (int32_t)(p % (size_t)front.image.w);
			int32_t y = (int32_t)(p / (size_t)front.image.w);
			bool within = x >= part.x && y >= part.y && x < part.x + part.w &&
				      y < part.y + part.h;

			wrong += !within && !ff_image_same(front.image.pixels[p], before[p]);
		}
		CHECK(wrong == 0, "cell %" PRIu32 ": %zu pixels changed outside", i, wrong);
	}
	if (style->bare) {
		want = pictures_pixels(
			ff_draw_heatmap(&s.all, style, pictures_page(), &pictures_err));
		CHECK(want.w == front.image.w && want.h == front.image.h &&
			      memcmp(front.image.pixels, want.pixels, pixels * sizeof *before) == 0,
		      "scale %d, block %d: the last frame is not the heatmap", style->scale,
		      style->block);
		free(want.pixels);
	}
	free(before);
	ff_draw_front_free(&front);
	scene_free(&s);
}

static void parts_hold_all_that_changes_and_the_last_frame_is_the_heatmap(void)
{
	check_growing(&(struct ff_style){.bare = true, .scale = 1});
	check_growing(&(struct ff_style){.bare = true, .scale = 1, .block = 3});
	check_growing(&(struct ff_style){.scale = 1, .block = 2});
	check_growing(&(struct ff_style){.scale = 7, .title = "a title"});
	check_growing(&(struct ff_style){.bare = true,
					 .scale = 60,
					 .with = FF_STYLE_VALUES | FF_STYLE_CONTOURS |
						 FF_STYLE_ARROWS | FF_STYLE_GRID,
					 .contours = 5});
}

/* Cells are counted in a line of their own: maps of one picture, apart from their numbers. */
static void the_line_below_the_map_counts_cells(void)
{
	const struct ff_style style = {.scale = 40};
	struct ff_draw_front front;
	struct ff_image_part one, two;
	struct scene s;

	scene_of(&s, "g.../");
	front = opened(&s, &style);
	ff_draw_front_add(&front, 0);
	one = ff_draw_front_frame(&front);
	two = ff_draw_front_frame(&front);
	CHECK(one.y + one.h == two.y + two.h && two.y >= front.layout.y + front.layout.h &&
		      two.y + two.h <= front.layout.legend,
	      "the line is at %d..%d", two.y, two.y + two.h);
	ff_draw_front_free(&front);
	scene_free(&s);
}

static void what_is_not_yet_is_hatched_in_overviews_too(void)
{
	const struct ff_style style = {.bare = true, .scale = 1, .block = 3};
	struct ff_fill hatch = pictures_fill(FF_PALETTE_NOT_YET);
	struct ff_draw_front front;
	size_t lines = 0, wrong = 0;
	struct scene s;

	scene_new(&s, 60, 60);
	front = opened(&s, &style);
	for (int i = 0; i < 400; i++) {
		wrong += !pictures_is(front.image.pixels[i], hatch);
		lines += ff_image_same(front.image.pixels[i], hatch.line);
	}
	CHECK(wrong == 0 && lines > 0 && lines < 400, "%zu pixels of lines, %zu of others", lines,
	      wrong);
	ff_draw_front_free(&front);
	scene_free(&s);
}

/* Where nothing is known, no ring says that an area will not be reached. */
static void a_small_area_that_stays_unreached_has_no_ring_before_the_end(void)
{
	const struct ff_style style = {.bare = true, .scale = 5};
	struct ff_fill hatch = pictures_fill(FF_PALETTE_NOT_YET);
	struct ff_fill wall = pictures_fill(FF_PALETTE_WALL);
	struct ff_draw_front front;
	size_t others = 0;
	struct scene s;

	scene_of(&s, "g............................./"
		     "....................#........./"
		     "...................#.#......../"
		     "....................#........./"
		     "............................../");
	front = opened(&s, &style);
	for (int64_t y = 0; y < front.image.h; y++)
		for (int64_t x = 50; x < front.image.w; x++) {
			others += !pictures_is(pictures_at(&front.image, x, y), hatch) &&
				  !pictures_is(pictures_at(&front.image, x, y), wall);
		}
	CHECK(others == 0, "%zu pixels", others);
	ff_draw_front_free(&front);
	scene_free(&s);
}

static void a_picture_too_large_is_refused(void)
{
	struct ff_draw_front front;
	struct ff_error err = {""};
	struct scene s;

	scene_new(&s, 129, 128);
	CHECK(ff_draw_front_open(&front, &s.all, &(struct ff_style){.scale = 256}, NULL, &err) ==
			      FF_E_LIMIT &&
		      front.image.pixels == NULL,
	      "it was drawn");
	scene_free(&s);
}

int main(void)
{
	RUN(before_anything_is_known_there_are_goals_walls_and_the_rest);
	RUN(cells_that_no_goal_reaches_are_not_yet_until_the_end);
	RUN(known_cells_beside_unknown_ones_are_the_front);
	RUN(marks_stay_above_the_front);
	RUN(parts_hold_all_that_changes_and_the_last_frame_is_the_heatmap);
	RUN(the_line_below_the_map_counts_cells);
	RUN(what_is_not_yet_is_hatched_in_overviews_too);
	RUN(a_small_area_that_stays_unreached_has_no_ring_before_the_end);
	RUN(a_picture_too_large_is_refused);
	return tap_done();
}
