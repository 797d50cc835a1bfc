#include "draw/style.h"

#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { EASY = 1024, LARGEST = 4096, CELL = 32, ARROW = 16 };

static int scale_of(int32_t w, int32_t h)
{
	return ff_style_scale(w, h, true, false, 0);
}

static void pictures_without_marks_are_smaller(void)
{
	static const struct {
		int32_t cells;
		int scale;
	} wanted[] = {{1, 32},  {20, 32}, {21, 30}, {32, 20},  {64, 10},  {100, 10},
		      {103, 9}, {200, 5}, {512, 2}, {1024, 1}, {1025, 1}, {4096, 1}};

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		int32_t w = wanted[i].cells;
		int scale = ff_style_scale(w, w, false, false, 0);

		CHECK(scale == wanted[i].scale, "%" PRId32 ": scale %d, not %d", w, scale,
		      wanted[i].scale);
	}
	for (int32_t w = 1; w < 3000; w++)
		CHECK(ff_style_scale(w, 1, false, false, 0) <= scale_of(w, 1), "%" PRId32, w);
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

static void values_fit_if_their_characters_fit(void)
{
	for (int n = 1; n <= 20; n++)
		for (int scale = 1; scale <= FF_STYLE_SCALE_MAX; scale++)
			CHECK(ff_style_values_font(scale, n) ==
				      (scale >= 16 && scale >= n * 8 + 3  ? &ff_canvas_large
				       : scale >= 9 && scale >= n * 5 + 3 ? &ff_canvas_small
									  : NULL),
			      "scale %d, %d characters", scale, n);
}

static void cells_get_room_for_values_up_to_the_largest_picture(void)
{
	for (int n = 1; n <= 18; n += n < 4 ? 1 : 4)
		for (int32_t w = 1; w <= 5000; w++) {
			int scale = ff_style_scale(w, 1, true, true, n);
			int without = ff_style_scale(w, 1, true, false, n);

			CHECK(scale >= without && scale <= FF_STYLE_SCALE_MAX, "%" PRId32 ": %d", w,
			      scale);
			CHECK(scale == without || w * scale <= LARGEST,
			      "%" PRId32 ": %" PRId32 " pixels", w, w * scale);
			CHECK(ff_style_values_font(scale, n) != NULL ||
				      (scale == without &&
				       ff_style_values_font(LARGEST / w, n) == NULL),
			      "%" PRId32 ": scale %d has no room for %d characters", w, scale, n);
			CHECK(scale == without || ff_style_values_font(scale - 1, n) == NULL,
			      "%" PRId32 ": scale %d is more than needed", w, scale);
		}
}

static void check_print(double value, int decimals, const char *want)
{
	char text[FF_STYLE_PRINT];
	int n = ff_style_print(text, value, decimals);

	CHECK(strcmp(text, want) == 0 && n == (int)strlen(want), "%.17g: \"%s\", not \"%s\"", value,
	      text, want);
}

static void values_are_printed_to_the_nearest(void)
{
	check_print(0, 0, "0");
	check_print(0, 1, "0.0");
	check_print(7, 0, "7");
	check_print(7, 1, "7.0");
	check_print(0.5, 0, "1");
	check_print(1.4142156862745099, 1, "1.4");
	check_print(1.4142156862745099, 0, "1");
	check_print(99.96, 1, "100.0");
	check_print(9.94, 1, "9.9");
	check_print(4294967294, 0, "4294967294");
	check_print(9007199254740992, 0, "9007199254740992");
	check_print(9007199254740992, 1, "9007199254740992.0");
}

static void values_below_0_have_a_sign_if_they_are_not_printed_as_0(void)
{
	check_print(-1, 0, "-1");
	check_print(-119.2, 1, "-119.2");
	check_print(-0.5, 0, "-1");
	check_print(-0.4, 0, "0");
	check_print(-0.04, 1, "0.0");
	check_print(-0.06, 1, "-0.1");
	check_print(-9007199254740992.0, 1, "-9007199254740992.0");
}

static void values_have_a_decimal_unless_all_are_whole(void)
{
	CHECK(ff_style_decimals(&(struct ff_field){.type = FF_FIELD_U32, .unit = 1}) == 0, "u32");
	CHECK(ff_style_decimals(&(struct ff_field){.type = FF_FIELD_U64, .unit = 1}) == 0, "u64");
	CHECK(ff_style_decimals(&(struct ff_field){.type = FF_FIELD_U32, .unit = 2}) == 1, "mean");
	CHECK(ff_style_decimals(&(struct ff_field){.type = FF_FIELD_U64, .unit = 408}) == 1,
	      "octile");
	CHECK(ff_style_decimals(&(struct ff_field){.type = FF_FIELD_F64, .unit = 1}) == 1, "f64");
}

static void the_longest_value_is_one_of_the_ends(void)
{
	static const struct {
		double least, largest;
		int whole, with_decimal;
	} cases[] = {
		{0, 0, 1, 3},  {0, 9, 1, 3},    {0, 9.97, 2, 4},  {0, 4294967294, 10, 12},
		{-1, 0, 2, 4}, {-100, 7, 4, 6}, {-9, 1000, 4, 6}, {-0.4, 0, 1, 4},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (uint32_t unit = 1; unit <= 408; unit += 407) {
			const struct ff_field field = {.unit = unit};
			const struct ff_scene scene = {.field = &field,
						       .least = cases[i].least,
						       .largest = cases[i].largest};
			int want = unit == 1 ? cases[i].whole : cases[i].with_decimal;

			CHECK(ff_style_characters(&scene) == want, "%g..%g: %d, not %d",
			      cases[i].least, cases[i].largest, ff_style_characters(&scene), want);
		}
}

static void a_scale_ends_at_the_next_round_numbers(void)
{
	static const struct {
		double least, largest, first, last;
	} cases[] = {
		{0, 0, 0, 0},           {0, 1, 0, 1},
		{0, 1.01, 0, 2},        {0, 5054, 0, 10000},
		{0, 9642, 0, 10000},    {0, 10000, 0, 10000},
		{0, 12354, 0, 20000},   {-164.1, -9.9, -200, 0},
		{-0.3, 0.4, -0.5, 0.5}, {0, 6e18, 0, 6e18},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct ff_scene scene = {.least = cases[i].least,
					       .largest = cases[i].largest};
		struct ff_style_range range = ff_style_range(&(struct ff_style){.range = 0},
							     &scene),
				      asked = ff_style_range(&(struct ff_style){.range = 7},
							     &scene);

		CHECK(range.first == cases[i].first && range.last == cases[i].last,
		      "%g..%g: %g..%g", cases[i].least, cases[i].largest, range.first, range.last);
		CHECK(asked.first == cases[i].first && asked.last == 7, "to 7: %g..%g", asked.first,
		      asked.last);
	}
}

static void round_numbers_are_1_2_and_5_times_powers_of_ten(void)
{
	char text[32];

	for (int k = 0; k < FF_STYLE_ROUNDS; k++) {
		snprintf(text, sizeof text, "%de%d", (int[]){1, 2, 5}[k % 3], k / 3 - 6);
		CHECK(ff_style_round(k) == strtod(text, NULL), "%s: %.17g", text,
		      ff_style_round(k));
	}
}

static void each_value_lies_between_two_round_numbers(void)
{
	static const double values[][3] = {
		{1, 1, 1},       {1.01, 1, 2},       {0.03, 0.02, 0.05}, {4999, 2000, 5000},
		{0.5, 0.5, 0.5}, {7e17, 5e17, 1e18}, {1e-9, 1e-6, 1e-6}, {1e30, 5e18, 5e18},
	};

	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		CHECK(ff_style_round_down(values[i][0]) == values[i][1] &&
			      ff_style_round_up(values[i][0]) == values[i][2],
		      "%g: %g, %g", values[i][0], ff_style_round_down(values[i][0]),
		      ff_style_round_up(values[i][0]));
}

int main(void)
{
	RUN(small_maps_are_made_easy_to_see);
	RUN(pictures_without_marks_are_smaller);
	RUN(arrows_are_easy_to_see_on_maps_up_to_100_cells);
	RUN(large_maps_are_drawn_as_they_are);
	RUN(the_longer_side_counts_and_larger_maps_have_no_larger_cells);
	RUN(values_fit_if_their_characters_fit);
	RUN(cells_get_room_for_values_up_to_the_largest_picture);
	RUN(values_are_printed_to_the_nearest);
	RUN(values_below_0_have_a_sign_if_they_are_not_printed_as_0);
	RUN(values_have_a_decimal_unless_all_are_whole);
	RUN(the_longest_value_is_one_of_the_ends);
	RUN(a_scale_ends_at_the_next_round_numbers);
	RUN(round_numbers_are_1_2_and_5_times_powers_of_ten);
	RUN(each_value_lies_between_two_round_numbers);
	return tap_done();
}
