#include "draw/arrow_layout.h"

#include "core/map/field.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 8, MOST = FF_ARROW_COVERAGE - 1, ROOM = FF_ARROW_SIZE_MAX * FF_ARROW_SIZE_MAX };

/* The mask of a direction as the pictures have it. */
static const uint8_t *mask_of(int size, int direction)
{
	static uint8_t masks[FF_DIRECTIONS][ROOM];
	struct ff_flow_step step = ff_flow_steps[direction];
	double length = step.dx != 0 && step.dy != 0 ? sqrt(0.5) : 1;

	ff_arrow_mask(size, step.dx * length, step.dy * length, masks[direction]);
	return masks[direction];
}

static void every_pixel_of_the_square_is_set_and_none_beyond(void)
{
	for (int size = 1; size <= FF_ARROW_SIZE_MAX; size++) {
		uint8_t mask[ROOM + 1];

		memset(mask, 99, sizeof mask);
		ff_arrow_mask(size, 1, 0, mask);
		for (int i = 0; i < size * size; i++)
			CHECK(mask[i] <= MOST, "size %d, pixel %d: %d", size, i, mask[i]);
		for (int i = size * size; i <= ROOM; i++)
			CHECK(mask[i] == 99, "size %d wrote pixel %d", size, i);
	}
}

static void opposite_arrows_are_mirrored_at_the_middle(void)
{
	for (int size = 1; size <= FF_ARROW_SIZE_MAX; size++)
		for (int d = 0; d < 4; d++) {
			const uint8_t *there = mask_of(size, d), *back = mask_of(size, d + 4);

			for (int i = 0; i < size * size; i++)
				CHECK(there[i] == back[size * size - 1 - i],
				      "size %d, direction %d, pixel %d: %d and %d", size, d, i,
				      there[i], back[size * size - 1 - i]);
		}
}

static void a_quarter_turn_takes_each_arrow_to_the_next_but_one(void)
{
	for (int size = 1; size <= FF_ARROW_SIZE_MAX; size++)
		for (int d = 0; d < FF_DIRECTIONS; d++) {
			const uint8_t *here = mask_of(size, d),
				      *turned = mask_of(size, (d + 2) % 8);

			for (int y = 0; y < size; y++)
				for (int x = 0; x < size; x++)
					CHECK(here[y * size + x] == turned[x * size + size - 1 - y],
					      "size %d, direction %d, pixel %d,%d", size, d, x, y);
		}
}

static void each_arrow_is_alike_on_both_sides_of_its_line(void)
{
	for (int size = 1; size <= FF_ARROW_SIZE_MAX; size++) {
		const uint8_t *north = mask_of(size, FF_N), *east = mask_of(size, FF_SE);

		for (int y = 0; y < size; y++)
			for (int x = 0; x < size; x++) {
				CHECK(north[y * size + x] == north[y * size + size - 1 - x],
				      "size %d, N, pixel %d,%d", size, x, y);
				CHECK(east[y * size + x] == east[x * size + y],
				      "size %d, SE, pixel %d,%d", size, x, y);
			}
	}
}

/* How far the ink lies off the arrow's line, squared, on average: ahead of the middle or behind. */
static double spread(const uint8_t *mask, int size, struct ff_flow_step step, bool ahead)
{
	double sum = 0, squares = 0;

	for (int i = 0; i < size * size; i++) {
		int column = i % size, row = i / size;
		double x = (column + 0.5) / size - 0.5, y = (row + 0.5) / size - 0.5;
		double along = x * step.dx + y * step.dy, across = x * step.dy - y * step.dx;

		if (ahead ? along <= 0 : along >= 0)
			continue;
		sum += mask[i];
		squares += mask[i] * across * across;
	}
	return sum == 0 ? 0 : squares / sum;
}

static void the_head_is_broader_and_shows_the_way(void)
{
	for (int size = SMALLEST; size <= FF_ARROW_SIZE_MAX; size++)
		for (int d = 0; d < FF_DIRECTIONS; d++) {
			const uint8_t *mask = mask_of(size, d);
			double ahead = spread(mask, size, ff_flow_steps[d], true);
			double behind = spread(mask, size, ff_flow_steps[d], false);

			CHECK(ahead > 2 * behind, "size %d, direction %d: %g ahead, %g behind",
			      size, d, ahead, behind);
		}
}

static void an_arrow_is_full_in_its_middle_and_no_longer_than_its_reach(void)
{
	for (int size = SMALLEST; size <= FF_ARROW_SIZE_MAX; size++)
		for (int d = 0; d < FF_DIRECTIONS; d++) {
			const uint8_t *mask = mask_of(size, d);
			int full = 0;

			for (int i = 0; i < size * size; i++) {
				int column = i % size, row = i / size;
				double x = (column + 0.5) / size - 0.5;
				double y = (row + 0.5) / size - 0.5;
				double reach = FF_ARROW_REACH + 1.0 / size;

				full += mask[i] == MOST;
				CHECK(mask[i] == 0 || x * x + y * y <= reach * reach,
				      "size %d, direction %d: ink at pixel %d,%d", size, d, column,
				      row);
			}
			CHECK(full > 0, "size %d, direction %d: no full pixel", size, d);
		}
}

static void an_arrow_hangs_together(void)
{
	for (int size = SMALLEST; size <= FF_ARROW_SIZE_MAX; size++)
		for (int d = 0; d < FF_DIRECTIONS; d++) {
			struct ff_flow_step step = ff_flow_steps[d];
			const uint8_t *mask = mask_of(size, d);
			double length = step.dx != 0 && step.dy != 0 ? sqrt(0.5) : 1;

			/* Every point of its line, from its end to its tip, is inked. */
			for (int i = 0; i < 68; i++) {
				double t = -FF_ARROW_REACH + 0.02 + i * 0.01;
				int x = (int)((0.5 + t * step.dx * length) * size);
				int y = (int)((0.5 + t * step.dy * length) * size);

				CHECK(mask[y * size + x] > 0, "size %d, direction %d: a gap at %g",
				      size, d, t);
			}
		}
}

int main(void)
{
	RUN(every_pixel_of_the_square_is_set_and_none_beyond);
	RUN(opposite_arrows_are_mirrored_at_the_middle);
	RUN(a_quarter_turn_takes_each_arrow_to_the_next_but_one);
	RUN(each_arrow_is_alike_on_both_sides_of_its_line);
	RUN(the_head_is_broader_and_shows_the_way);
	RUN(an_arrow_is_full_in_its_middle_and_no_longer_than_its_reach);
	RUN(an_arrow_hangs_together);
	return tap_done();
}
