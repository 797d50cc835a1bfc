#include "draw/style.h"

#include "tap.h"

#include <inttypes.h>

enum { EASY = 1024, LARGEST = 4096, CELL = 32, ARROW = 16 };

static int scale_of(int32_t w, int32_t h)
{
	return ff_style_scale(w, h, false, 0);
}

static void small_maps_are_made_easy_to_see(void)
{
	CHECK(scale_of(1, 1) == CELL, "1x1: %d", scale_of(1, 1));
	CHECK(scale_of(32, 20) == CELL, "32x20: %d", scale_of(32, 20));
	for (int32_t w = 1; w <= EASY; w++) {
		int scale = scale_of(w, w);

		CHECK(scale >= 1 && scale <= CELL, "%" PRId32 ": scale %d", w, scale);
		CHECK(scale == CELL || w * (scale + 1) > EASY,
		      "%" PRId32 ": scale %d, could be more", w, scale);
		CHECK(w * scale <= 1600, "%" PRId32 ": %" PRId32 " pixels", w, w * scale);
	}
}

static void arrows_are_easy_to_see_on_maps_up_to_100_cells(void)
{
	for (int32_t w = 1; w <= 100; w++)
		CHECK(scale_of(w, 1) >= ARROW, "%" PRId32 ": scale %d", w, scale_of(w, 1));
}

static void large_maps_are_drawn_as_they_are(void)
{
	CHECK(scale_of(1025, 3) == 1 && scale_of(3, 4096) == 1 && scale_of(16384, 16384) == 1,
	      "%d, %d, %d", scale_of(1025, 3), scale_of(3, 4096), scale_of(16384, 16384));
	CHECK(scale_of(INT32_MAX, INT32_MAX) == 1, "%d", scale_of(INT32_MAX, INT32_MAX));
}

static void the_longer_side_counts_and_larger_maps_have_no_larger_cells(void)
{
	for (int32_t w = 1; w < 3000; w++) {
		CHECK(scale_of(w, 1) == scale_of(1, w) && scale_of(w, w) == scale_of(w, 1),
		      "%" PRId32, w);
		CHECK(scale_of(w + 1, 1) <= scale_of(w, 1), "%" PRId32, w);
	}
}

static void values_fit_where_their_digits_do(void)
{
	static const uint32_t values[] = {0,      9,      10,       99,         100,
					  999,    1000,   9999,     10000,      99999,
					  100000, 999999, 10000000, 1000000000, 4294967294};

	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		char text[16];
		int digits = snprintf(text, sizeof text, "%" PRIu32, values[i]);

		for (int scale = 1; scale <= FF_STYLE_SCALE_MAX; scale++)
			CHECK(ff_style_values_font(scale, values[i]) ==
				      (scale >= 16 && scale >= digits * 8 + 3  ? &ff_canvas_large
				       : scale >= 9 && scale >= digits * 5 + 3 ? &ff_canvas_small
									       : NULL),
			      "scale %d, %" PRIu32, scale, values[i]);
	}
}

static void cells_get_room_for_values_up_to_the_largest_picture(void)
{
	static const uint32_t values[] = {9, 99, 9999, 999999, 4294967294};

	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		for (int32_t w = 1; w <= 5000; w++) {
			int scale = ff_style_scale(w, 1, true, values[i]);
			int without = ff_style_scale(w, 1, false, values[i]);

			CHECK(scale >= without && scale <= FF_STYLE_SCALE_MAX, "%" PRId32 ": %d", w,
			      scale);
			CHECK(scale == without || w * scale <= LARGEST,
			      "%" PRId32 ": %" PRId32 " pixels", w, w * scale);
			CHECK(ff_style_values_font(scale, values[i]) != NULL ||
				      (scale == without &&
				       ff_style_values_font(LARGEST / w, values[i]) == NULL),
			      "%" PRId32 ": scale %d has no room for %" PRIu32, w, scale,
			      values[i]);
			CHECK(scale == without ||
				      ff_style_values_font(scale - 1, values[i]) == NULL,
			      "%" PRId32 ": scale %d is more than needed", w, scale);
		}
}

int main(void)
{
	RUN(small_maps_are_made_easy_to_see);
	RUN(arrows_are_easy_to_see_on_maps_up_to_100_cells);
	RUN(large_maps_are_drawn_as_they_are);
	RUN(the_longer_side_counts_and_larger_maps_have_no_larger_cells);
	RUN(values_fit_where_their_digits_do);
	RUN(cells_get_room_for_values_up_to_the_largest_picture);
	return tap_done();
}
