#include "draw/picture.h"

#include "draw/canvas.h"
#include "draw/palette.h"
#include "oracle.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 400, EMPTY = 7 };

/* A picture with marks around these goals, on cells of that scale. */
static struct ff_image marked(struct ff_goal *items, size_t count, int scale)
{
	const struct ff_goals goals = {.items = items, .count = count};
	const struct ff_scene scene = {.goals = &goals};
	struct ff_image image = {.w = 0};

	CHECK(ff_canvas_new(&image, SIDE, SIDE, NULL) == FF_OK, "no picture");
	memset(image.pixels, EMPTY, SIDE * SIDE);
	ff_picture_draw_goals(&image, &scene, scale);
	return image;
}

static struct ff_goal place(double x, double y)
{
	return (struct ff_goal){.x = x, .y = y, .w = 1, .h = 1};
}

static struct ff_goal area(double x, double y, int32_t w, int32_t h)
{
	return (struct ff_goal){.x = x, .y = y, .w = w, .h = h};
}

static int inked(const struct ff_image *image)
{
	int count = 0;

	for (int i = 0; i < SIDE * SIDE; i++)
		count += image->pixels[i] != EMPTY;
	return count;
}

static void a_goal_on_small_cells_has_a_ring_around_it_and_can_be_seen_itself(void)
{
	for (int scale = 1; scale < 12; scale++) {
		int64_t cell = 200 / scale;
		struct ff_goal goal = place((double)cell, (double)cell);
		struct ff_image image = marked(&goal, 1, scale);
		int64_t left = cell * scale, top = cell * scale;
		int colours[256] = {0}, furthest = 0;

		for (int y = 0; y < SIDE; y++)
			for (int x = 0; x < SIDE; x++) {
				int64_t dx = x - left - scale / 2, dy = y - top - scale / 2;
				int off = (int)(dx * dx + dy * dy);

				colours[image.pixels[y * SIDE + x]]++;
				if (image.pixels[y * SIDE + x] == EMPTY)
					continue;
				furthest = off > furthest ? off : furthest;
				CHECK(x < left || x >= left + scale || y < top || y >= top + scale,
				      "scale %d: the ring covers the goal", scale);
			}
		/* The goal's own colour between ink and paper: seen on any background. */
		CHECK(colours[FF_PALETTE_GOAL] > 0 && colours[FF_PALETTE_INK] > 0 &&
			      colours[FF_PALETTE_PAPER] > 0,
		      "scale %d: %d, %d, %d pixels", scale, colours[FF_PALETTE_GOAL],
		      colours[FF_PALETTE_INK], colours[FF_PALETTE_PAPER]);
		CHECK(furthest >= 10 * 10 && furthest <= 30 * 30, "scale %d: %d pixels large",
		      scale, furthest);
		free(image.pixels);
	}
}

static void a_ring_is_ink_then_paper_then_the_goals_colour_then_ink(void)
{
	static const int order[] = {FF_PALETTE_INK, FF_PALETTE_PAPER, FF_PALETTE_GOAL,
				    FF_PALETTE_INK};
	struct ff_goal goal = place(200, 200);
	struct ff_image image = marked(&goal, 1, 1);
	int n = 0, before = EMPTY;

	for (int x = 200; x < SIDE; x++) {
		int here = image.pixels[200 * SIDE + x];

		if (here != before && here != EMPTY) {
			CHECK(n < 4 && here == order[n], "colour %d is %d", n, here);
			n++;
		}
		before = here;
	}
	CHECK(n == 4, "%d colours", n);
	free(image.pixels);
}

static void a_ring_is_the_same_from_all_sides(void)
{
	struct ff_goal goal = place(200, 200);
	struct ff_image image = marked(&goal, 1, 1);

	for (int y = -40; y <= 40; y++)
		for (int x = -40; x <= 40; x++) {
			int here = image.pixels[(200 + y) * SIDE + 200 + x];

			CHECK(here == image.pixels[(200 + y) * SIDE + 200 - x] &&
				      here == image.pixels[(200 + x) * SIDE + 200 + y],
			      "pixel %d,%d", x, y);
		}
	free(image.pixels);
}

static void large_cells_need_no_ring(void)
{
	for (int scale = 24; scale <= 256; scale += 29) {
		int64_t cell = 200 / scale;
		struct ff_goal goal = place((double)cell, (double)cell);
		struct ff_image image = marked(&goal, 1, scale);

		CHECK(inked(&image) == 0, "scale %d: %d pixels", scale, inked(&image));
		free(image.pixels);
	}
}

static void too_many_goals_have_no_rings(void)
{
	struct ff_goal goals[101];

	for (int i = 0; i < 101; i++) {
		int row = i / 10;

		goals[i] = place(20 + i % 10 * 40, 20 + row * 40);
	}
	for (size_t count = 0; count <= 101; count += count == 2 ? 98 : 1) {
		struct ff_image image = marked(goals, count, 1), one = marked(goals, 1, 1);
		int rings = inked(&image) / inked(&one);

		CHECK(rings == (count > 100 ? 0 : (int)count), "%zu goals: %d rings", count, rings);
		free(image.pixels);
		free(one.pixels);
	}
}

static void a_ring_lies_around_the_true_place(void)
{
	static const double places[] = {20, 20.25, 20.5, 20.75, 21};

	for (int scale = 1; scale < 12; scale++)
		for (int k = 0; k < 25; k++) {
			struct ff_goal goal = place(places[k % 5], places[k / 5]);
			struct ff_image image = marked(&goal, 1, scale);
			int left = SIDE, right = 0, top = SIDE, bottom = 0;
			double x = (goal.x + 0.5) * scale - 0.5, y = (goal.y + 0.5) * scale - 0.5;

			for (int i = 0; i < SIDE * SIDE; i++) {
				if (image.pixels[i] == EMPTY)
					continue;
				left = i % SIDE < left ? i % SIDE : left;
				right = i % SIDE > right ? i % SIDE : right;
				top = i / SIDE < top ? i / SIDE : top;
				bottom = i / SIDE > bottom ? i / SIDE : bottom;
			}
			CHECK(fabs((left + right) / 2.0 - x) <= 0.5 &&
				      fabs((top + bottom) / 2.0 - y) <= 0.5,
			      "scale %d, %g,%g: columns %d..%d, rows %d..%d", scale, goal.x, goal.y,
			      left, right, top, bottom);
			free(image.pixels);
		}
}

static void a_ring_leaves_all_cells_of_a_fractional_place_to_be_seen(void)
{
	for (int scale = 1; scale < 12; scale++)
		for (int k = 0; k < 3; k++) {
			struct ff_goal goal = place(k == 1 ? 20 : 20.5, k == 2 ? 20 : 20.5);
			struct ff_image image = marked(&goal, 1, scale);

			for (int y = 20 * scale; y < (k == 2 ? 21 : 22) * scale; y++)
				for (int x = 20 * scale; x < (k == 1 ? 21 : 22) * scale; x++)
					CHECK(image.pixels[y * SIDE + x] == EMPTY,
					      "scale %d, %g,%g: the ring covers %d,%d", scale,
					      goal.x, goal.y, x, y);
			free(image.pixels);
		}
}

static void an_area_has_a_frame_in_the_colours_of_a_ring_around_it(void)
{
	static const int32_t sizes[][2] = {{2, 1}, {1, 2}, {3, 3}, {30, 2}, {1, 30}, {20, 25}};
	static const int layers[] = {FF_PALETTE_INK,  FF_PALETTE_PAPER, FF_PALETTE_PAPER,
				     FF_PALETTE_GOAL, FF_PALETTE_GOAL,  FF_PALETTE_INK};

	for (int scale = 1; scale < 12; scale++)
		for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
			int w = sizes[k][0], h = sizes[k][1], cell = 60 / scale;
			struct ff_goal goal = area(cell, cell, w, h);
			struct ff_image image = marked(&goal, 1, scale);
			int x = (2 * cell + w) * scale / 2, y = (2 * cell + h) * scale / 2;
			int n = 0, from = (cell + w) * scale;

			for (int i = cell * scale; i < (cell + w) * scale; i++)
				for (int j = cell * scale; j < (cell + h) * scale; j++)
					CHECK(i >= SIDE || j >= SIDE ||
						      image.pixels[j * SIDE + i] == EMPTY,
					      "scale %d, %dx%d: the frame covers %d,%d", scale, w,
					      h, i, j);
			/* To the right of its middle. */
			while (from < SIDE && image.pixels[y * SIDE + from] == EMPTY)
				from++;
			for (; n < 6 && from + n < SIDE; n++)
				CHECK(image.pixels[y * SIDE + from + n] == layers[n],
				      "scale %d, %dx%d: layer %d is %d", scale, w, h, n,
				      image.pixels[y * SIDE + from + n]);
			CHECK(from + 6 >= SIDE || image.pixels[y * SIDE + from + 6] == EMPTY,
			      "scale %d, %dx%d: a layer too many", scale, w, h);
			CHECK(from - x >= 8 && from - (cell + w) * scale <= 9,
			      "scale %d, %dx%d: it begins %d pixels off", scale, w, h, from - x);
			free(image.pixels);
		}
}

static void goals_of_a_mask_have_no_mark(void)
{
	struct ff_goal goals[2] = {place(100, 100), {.level = 7}};
	struct ff_image one = marked(goals, 1, 1), both = marked(goals, 2, 1);

	CHECK(memcmp(one.pixels, both.pixels, SIDE * SIDE) == 0, "the mask's goal has a mark");
	free(one.pixels);
	free(both.pixels);
}

static void marks_beyond_the_edges_are_cut_off(void)
{
	struct ff_goal goals[] = {area(0, 0, 400, 400), area(390, 395, 10, 5), place(399.5, 399.5)};
	struct ff_image image = marked(goals, 3, 1);

	CHECK(inked(&image) > 0, "nothing");
	free(image.pixels);
}

static void rings_at_the_edges_are_cut_off(void)
{
	static const double places[] = {0, 1, 199, 398, 399};

	for (int k = 0; k < 25; k++) {
		struct ff_goal goal = place(places[k % 5], places[k / 5]);
		struct ff_image image = marked(&goal, 1, 1);

		CHECK(inked(&image) > 0, "goal %g,%g", goal.x, goal.y);
		free(image.pixels);
	}
}

static void edits_have_one_line_around_all_of_them(void)
{
	static const struct ff_image_part edits[] = {{10, 10, 4, 2}, {12, 11, 1, 5}, {0, 0, 1, 1}};
	struct ff_image image = marked(NULL, 0, 3);
	int colours[256] = {0};

	ff_picture_draw_edits(&image, 3, edits, 3);
	for (int y = 0; y < SIDE; y++)
		for (int x = 0; x < SIDE; x++) {
			uint8_t colour = image.pixels[y * SIDE + x];
			bool inside = false;

			colours[colour]++;
			for (int i = 0; i < 3; i++) {
				const struct ff_image_part *e = &edits[i];

				inside |= x / 3 >= e->x && y / 3 >= e->y && x / 3 < e->x + e->w &&
					  y / 3 < e->y + e->h;
			}
			CHECK(!inside || colour == EMPTY, "%d,%d", x, y);
		}
	/* Around 12 x 6 pixels, less 3; three sides of 3 x 12; and two of a corner's cell. */
	CHECK(colours[FF_PALETTE_EDITED] == 40 - 3 + 11 + 5 + 11 + 7, "%d",
	      colours[FF_PALETTE_EDITED]);
	CHECK(colours[FF_PALETTE_PAPER] > 0, "paper");
	free(image.pixels);
}

static void too_many_edits_have_no_line(void)
{
	struct ff_image_part edits[FF_STYLE_EDITS + 1];
	struct ff_image image = marked(NULL, 0, 1);

	for (int i = 0; i <= FF_STYLE_EDITS; i++)
		edits[i] = (struct ff_image_part){i, i, 1, 1};
	ff_picture_draw_edits(&image, 1, edits, FF_STYLE_EDITS + 1);
	CHECK(inked(&image) == 0, "a line");
	ff_picture_draw_edits(&image, 1, edits, FF_STYLE_EDITS);
	CHECK(inked(&image) > 0, "no line");
	free(image.pixels);
}

int main(void)
{
	RUN(a_goal_on_small_cells_has_a_ring_around_it_and_can_be_seen_itself);
	RUN(a_ring_is_ink_then_paper_then_the_goals_colour_then_ink);
	RUN(a_ring_is_the_same_from_all_sides);
	RUN(large_cells_need_no_ring);
	RUN(too_many_goals_have_no_rings);
	RUN(a_ring_lies_around_the_true_place);
	RUN(a_ring_leaves_all_cells_of_a_fractional_place_to_be_seen);
	RUN(an_area_has_a_frame_in_the_colours_of_a_ring_around_it);
	RUN(goals_of_a_mask_have_no_mark);
	RUN(marks_beyond_the_edges_are_cut_off);
	RUN(rings_at_the_edges_are_cut_off);
	RUN(edits_have_one_line_around_all_of_them);
	RUN(too_many_edits_have_no_line);
	return tap_done();
}
