#include "draw/draw.h"

#include "draw/palette.h"
#include "scene.h"
#include "tap.h"

#include <inttypes.h>

static struct ff_draw_front opened(const struct scene *s, const struct ff_style *style)
{
	struct ff_draw_front front;
	struct ff_error err = {""};

	CHECK(ff_draw_front_open(&front, &s->all, style, NULL, &err) == FF_OK, "%s", err.text);
	return front;
}

/* The colour in the middle of a cell. */
static int at(const struct ff_draw_front *front, int32_t x, int32_t y)
{
	int scale = front->scale;

	return front->image
		.pixels[(y * scale + scale / 2) * front->image.w + x * scale + scale / 2];
}

/* The same in the heatmap. */
static int heat(const struct ff_draw_front *front, int32_t x, int32_t y)
{
	int scale = front->scale;

	return front->whole
		.pixels[(y * scale + scale / 2) * front->whole.w + x * scale + scale / 2];
}

static void before_anything_is_known_there_are_goals_walls_and_the_rest(void)
{
	for (int scale = 1; scale <= 30; scale += 29) {
		struct scene s;
		struct ff_draw_front front;

		scene_of(&s, "g..#./...##/");
		front = opened(&s, &(struct ff_style){.scale = scale});
		CHECK(at(&front, 0, 0) == FF_PALETTE_GOAL, "%d", at(&front, 0, 0));
		CHECK(at(&front, 3, 0) == FF_PALETTE_WALL, "%d", at(&front, 3, 0));
		CHECK(at(&front, 1, 0) == FF_PALETTE_NOT_YET, "%d", at(&front, 1, 0));
		CHECK(at(&front, 4, 0) == FF_PALETTE_NOT_YET, "what no goal reaches: %d",
		      at(&front, 4, 0));
		CHECK(front.image.colours == FF_PALETTE_NOT_YET + 1, "%d colours",
		      front.image.colours);
		ff_draw_front_free(&front);
		scene_free(&s);
	}
}

/* Along a corridor: goal at 0, then cells 1, 2, ... */
static void the_front_is_inked_and_cells_behind_it_have_their_colour(void)
{
	const struct ff_style style = {.scale = 10};
	struct ff_draw_front front;
	struct ff_image_part part;
	struct scene s;

	scene_of(&s, "g......./");
	front = opened(&s, &style);
	ff_draw_front_add(&front, 0);
	part = ff_draw_front_frame(&front);
	CHECK(at(&front, 0, 0) == FF_PALETTE_GOAL, "goals are not inked: %d", at(&front, 0, 0));
	CHECK(part.x == 0 && part.y == 0 && part.w == 10 && part.h == 10, "%d,%d %dx%d", part.x,
	      part.y, part.w, part.h);
	ff_draw_front_add(&front, 1);
	ff_draw_front_add(&front, 2);
	part = ff_draw_front_frame(&front);
	CHECK(part.x == 0 && part.w == 30, "%d,%d %dx%d", part.x, part.y, part.w, part.h);
	CHECK(at(&front, 1, 0) == heat(&front, 1, 0), "%d", at(&front, 1, 0));
	CHECK(at(&front, 2, 0) == FF_PALETTE_INK, "%d", at(&front, 2, 0));
	CHECK(at(&front, 3, 0) == FF_PALETTE_NOT_YET, "%d", at(&front, 3, 0));
	part = ff_draw_front_frame(&front);
	CHECK(part.w == 0, "nothing was told, but %d pixels changed", part.w);
	CHECK(at(&front, 2, 0) == FF_PALETTE_INK, "the front stays where it is: %d",
	      at(&front, 2, 0));
	ff_draw_front_add(&front, 3);
	part = ff_draw_front_frame(&front);
	CHECK(part.x == 20 && part.w == 20, "%d,%d %dx%d", part.x, part.y, part.w, part.h);
	CHECK(at(&front, 2, 0) == heat(&front, 2, 0), "%d", at(&front, 2, 0));
	ff_draw_front_free(&front);
	scene_free(&s);
}

/* Cells told in order, some a frame: outside of the part that is told, nothing changes, and in
 * the end there is the heatmap. */
static void check_growing(int colormap, int scale, enum ff_style_legend legend)
{
	const struct ff_style style = {.colormap = (enum ff_colormap)colormap,
				       .scale = scale,
				       .legend = legend,
				       .values = scale > 20,
				       .contours = scale > 1 ? 5 : 0};
	struct ff_draw_front front;
	struct ff_image want;
	struct ff_error err = {""};
	struct scene s;
	uint8_t *before;
	size_t pixels;

	scene_of(&s, "g....#../.##..#../...#..../");
	front = opened(&s, &style);
	CHECK(ff_draw_heatmap(&s.all, &style, &want, NULL, &err) == FF_OK, "%s", err.text);
	pixels = (size_t)want.w * (size_t)want.h;
	before = oracle_cells(pixels, 1);
	for (uint32_t i = 0; i < 24; i++) {
		struct ff_image_part part;
		size_t wrong = 0;

		memcpy(before, front.image.pixels, pixels);
		if (s.classes.cells[i] == FF_REACHED || s.classes.cells[i] == FF_GOAL)
			ff_draw_front_add(&front, i);
		part = i == 23 ? ff_draw_front_finish(&front) : ff_draw_front_frame(&front);
		for (size_t p = 0; p < pixels; p++) {
			int32_t x = (int32_t)(p % (size_t)want.w),
				y = (int32_t)(p / (size_t)want.w);
			bool within = x >= part.x && y >= part.y && x < part.x + part.w &&
				      y < part.y + part.h;

			wrong += !within && front.image.pixels[p] != before[p];
		}
		CHECK(wrong == 0, "cell %" PRIu32 ": %zu pixels changed outside", i, wrong);
	}
	CHECK(front.image.w == want.w && front.image.h == want.h &&
		      memcmp(front.image.pixels, want.pixels, pixels) == 0,
	      "scale %d: the last frame is not the heatmap", scale);
	CHECK(memcmp(front.image.palette, want.palette,
		     (size_t)want.colours * sizeof *want.palette) == 0,
	      "scale %d: the palettes differ", scale);
	free(before);
	free(want.pixels);
	ff_draw_front_free(&front);
	scene_free(&s);
}

static void parts_hold_all_that_changes_and_the_last_frame_is_the_heatmap(void)
{
	for (int map = 0; map < FF_COLORMAPS; map++) {
		check_growing(map, 1, FF_STYLE_LEGEND_NEVER);
		check_growing(map, 7, FF_STYLE_LEGEND_ALWAYS);
		check_growing(map, 60, FF_STYLE_LEGEND_AUTO);
	}
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
	RUN(the_front_is_inked_and_cells_behind_it_have_their_colour);
	RUN(parts_hold_all_that_changes_and_the_last_frame_is_the_heatmap);
	RUN(a_picture_too_large_is_refused);
	return tap_done();
}
