#include "draw/marker.h"

#include "draw/canvas.h"
#include "draw/colormap.h"
#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SIDE = 400, EMPTY = 7 };

/* A picture with marks around these goals, on cells of that scale. */
static struct ff_image marked(struct ff_goal *items, size_t count, int scale)
{
	const struct ff_goals goals = {.items = items, .count = count};
	struct ff_image image = {.w = 0};

	CHECK(ff_canvas_new(&image, SIDE, SIDE, EMPTY, NULL) == FF_OK, "no picture");
	ff_marker_goals(&image, &goals, scale, FF_COLORMAP_GOAL);
	return image;
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
		struct ff_goal goal = {200 / scale, 200 / scale};
		struct ff_image image = marked(&goal, 1, scale);
		int64_t left = goal.x * scale, top = goal.y * scale;
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
		CHECK(colours[FF_COLORMAP_GOAL] > 0 && colours[FF_COLORMAP_INK] > 0 &&
			      colours[FF_COLORMAP_PAPER] > 0,
		      "scale %d: %d, %d, %d pixels", scale, colours[FF_COLORMAP_GOAL],
		      colours[FF_COLORMAP_INK], colours[FF_COLORMAP_PAPER]);
		CHECK(furthest >= 10 * 10 && furthest <= 30 * 30, "scale %d: %d pixels large",
		      scale, furthest);
		free(image.pixels);
	}
}

static void a_ring_is_ink_then_paper_then_the_goals_colour_then_ink(void)
{
	static const int order[] = {FF_COLORMAP_INK, FF_COLORMAP_PAPER, FF_COLORMAP_GOAL,
				    FF_COLORMAP_INK};
	struct ff_goal goal = {200, 200};
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
	struct ff_goal goal = {200, 200};
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
		struct ff_goal goal = {200 / scale, 200 / scale};
		struct ff_image image = marked(&goal, 1, scale);

		CHECK(inked(&image) == 0, "scale %d: %d pixels", scale, inked(&image));
		free(image.pixels);
	}
}

static void too_many_goals_have_no_rings(void)
{
	struct ff_goal goals[101];

	for (int i = 0; i < 101; i++)
		goals[i] = (struct ff_goal){20 + i % 10 * 40, 20 + i / 10 * 40};
	for (size_t count = 0; count <= 101; count += count == 2 ? 98 : 1) {
		struct ff_image image = marked(goals, count, 1), one = marked(goals, 1, 1);
		int rings = inked(&image) / inked(&one);

		CHECK(rings == (count > 100 ? 0 : (int)count), "%zu goals: %d rings", count, rings);
		free(image.pixels);
		free(one.pixels);
	}
}

static void rings_at_the_edges_are_cut_off(void)
{
	static const int64_t places[] = {0, 1, 199, 398, 399};

	for (int k = 0; k < 25; k++) {
		struct ff_goal goal = {places[k % 5], places[k / 5]};
		struct ff_image image = marked(&goal, 1, 1);

		CHECK(inked(&image) > 0, "goal %" PRId64 ",%" PRId64, goal.x, goal.y);
		free(image.pixels);
	}
}

int main(void)
{
	RUN(a_goal_on_small_cells_has_a_ring_around_it_and_can_be_seen_itself);
	RUN(a_ring_is_ink_then_paper_then_the_goals_colour_then_ink);
	RUN(a_ring_is_the_same_from_all_sides);
	RUN(large_cells_need_no_ring);
	RUN(too_many_goals_have_no_rings);
	RUN(rings_at_the_edges_are_cut_off);
	return tap_done();
}
