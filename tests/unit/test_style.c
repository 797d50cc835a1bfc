#include "draw/style.h"

#include "draw/surface.h"

#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 4096 };

/* The style that is chosen for a map of w x h cells; with values of 'characters', unless 0. */
static struct ff_style chosen(int32_t w, int32_t h, int side, int characters)
{
	struct ff_style style = {.with = characters > 0 ? FF_STYLE_VALUES : FF_STYLE_GRID};

	ff_style_scale(&style, w, h, side, characters);
	return style;
}

static void check_scale(int32_t w, int32_t h, int side, const char *want)
{
	struct ff_style style = chosen(w, h, side, 0);
	char text[FF_STYLE_PRINT];

	ff_style_print_scale(text, &style);
	CHECK(strcmp(text, want) == 0, "%" PRId32 "x%" PRId32 " within %d: %s, not %s", w, h, side,
	      text, want);
}

static void the_longer_side_has_about_1600_pixels_in_pictures_and_800_in_films(void)
{
	static const struct {
		int32_t cells;
		const char *picture, *film;
	} wanted[] = {
		{1, "64", "64"},
		{12, "64", "64"},
		{13, "64", "61"},
		{25, "64", "32"},
		{26, "61", "30"},
		{100, "16", "8"},
		{512, "3", "1"},
		{800, "2", "1"},
		{801, "1", "1"},
		{1000, "1", "1"},
		{1001, "1", "1/2"},
		{2000, "1", "1/2"},
		{2001, "1/2", "1/3"},
		{4000, "1/2", "1/4"},
		{4001, "1/3", "1/5"},
		{16384, "1/9", "1/17"},
		{268435456, "1/134218", "1/268436"},
	};

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		check_scale(wanted[i].cells, 1, FF_STYLE_PICTURE, wanted[i].picture);
		check_scale(1, wanted[i].cells, FF_STYLE_PICTURE, wanted[i].picture);
		check_scale(wanted[i].cells, wanted[i].cells, FF_STYLE_ANIMATION, wanted[i].film);
	}
	check_scale(INT32_MAX, INT32_MAX, FF_STYLE_PICTURE, "1/1073742");
}

static void a_picture_has_all_cells_and_at_most_a_quarter_more_pixels_than_wanted(void)
{
	for (int32_t w = 1; w < 9000; w++) {
		struct ff_style style = chosen(w, 1, FF_STYLE_PICTURE, 0);
		int64_t pixels = (w * (int64_t)style.scale - 1) / style.block + 1;

		CHECK(pixels <= 2000 && (w < 25 || pixels > 800), "%" PRId32 ": %" PRId64, w,
		      pixels);
		CHECK(pixels * style.block >= (int64_t)w * style.scale &&
			      (pixels - 1) * style.block < (int64_t)w * style.scale,
		      "%" PRId32 ": %" PRId64 " pixels of %d cells", w, pixels, style.block);
		CHECK(style.scale == 1 || style.block == 1, "%" PRId32, w);
	}
}

static void a_scale_that_is_given_stays(void)
{
	struct ff_style style = {.scale = 3, .block = 1, .with = FF_STYLE_VALUES};

	ff_style_scale(&style, 5000, 5000, FF_STYLE_ANIMATION, 7);
	CHECK(style.scale == 3 && style.block == 1, "%d, %d", style.scale, style.block);
	style = (struct ff_style){.scale = 1, .block = 4};
	ff_style_scale(&style, 10, 10, FF_STYLE_PICTURE, 7);
	CHECK(style.scale == 1 && style.block == 4, "%d, %d", style.scale, style.block);
}

static bool has_room(int scale, int characters)
{
	return ff_type_within(scale, scale, characters).w > 0;
}

static void values_have_the_largest_type_that_leaves_a_gap(void)
{
	for (int n = 1; n <= 20; n++)
		for (int scale = 1; scale <= FF_STYLE_SCALE_MAX; scale++) {
			struct ff_type type = ff_type_within(scale, scale, n);
			int w = type.w, larger = w > 0 ? w + 1 : 5;

			CHECK(w <= 12 && type.h < scale && (w == 0 || scale >= n * w + 3) &&
				      (w == 12 || scale < n * larger + 3 ||
				       scale <= (larger > 5 ? 2 * larger : 8)),
			      "scale %d, %d characters: %d", scale, n, w);
		}
}

static void cells_get_room_for_values_up_to_the_largest_picture(void)
{
	for (int n = 1; n <= 18; n += n < 4 ? 1 : 4)
		for (int32_t w = 1; w <= 5000; w++) {
			struct ff_style style = chosen(w, 1, FF_STYLE_ANIMATION, n);
			struct ff_style without = chosen(w, 1, FF_STYLE_ANIMATION, 0);
			int scale = style.scale;

			CHECK(style.block == without.block && scale >= without.scale &&
				      scale <= FF_STYLE_SCALE_MAX,
			      "%" PRId32 ": %d", w, scale);
			CHECK(scale == without.scale || w * scale <= LARGEST,
			      "%" PRId32 ": %" PRId32 " pixels", w, w * scale);
			CHECK(has_room(scale, n) ||
				      (scale == without.scale && !has_room(LARGEST / w, n)),
			      "%" PRId32 ": scale %d has no room for %d characters", w, scale, n);
			CHECK(scale == without.scale || !has_room(scale - 1, n),
			      "%" PRId32 ": scale %d is more than needed", w, scale);
		}
}

static void cells_of_values_and_arrows_have_room_for_both(void)
{
	for (int n = 1; n <= 6; n++)
		for (int32_t w = 1; w <= 120; w++) {
			struct ff_style style = {.with = FF_STYLE_VALUES | FF_STYLE_ARROWS};
			struct ff_type type;

			ff_style_scale(&style, w, 1, FF_STYLE_PICTURE, n);
			type = ff_type_within(style.scale, style.scale, n);
			CHECK(type.w > 0 && style.scale > 2 * 8,
			      "%" PRId32 " cells, %d characters: scale %d", w, n, style.scale);
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
		{0, 0, 0, 0},
		{0, 1, 0, 1},
		{0, 1.01, 0, 1.1},
		{0, 5054, 0, 5500},
		{0, 9642, 0, 10000},
		{0, 10000, 0, 10000},
		{0, 12354, 0, 13000},
		{-164.1, -9.9, -170, 0},
		{-0.45, 0.4, -0.45, 0.4},
		{0, 6e18, 0, 6e18},
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
	RUN(the_longer_side_has_about_1600_pixels_in_pictures_and_800_in_films);
	RUN(a_picture_has_all_cells_and_at_most_a_quarter_more_pixels_than_wanted);
	RUN(a_scale_that_is_given_stays);
	RUN(values_have_the_largest_type_that_leaves_a_gap);
	RUN(cells_get_room_for_values_up_to_the_largest_picture);
	RUN(cells_of_values_and_arrows_have_room_for_both);
	RUN(values_are_printed_to_the_nearest);
	RUN(values_below_0_have_a_sign_if_they_are_not_printed_as_0);
	RUN(values_have_a_decimal_unless_all_are_whole);
	RUN(the_longest_value_is_one_of_the_ends);
	RUN(a_scale_ends_at_the_next_round_numbers);
	RUN(round_numbers_are_1_2_and_5_times_powers_of_ten);
	RUN(each_value_lies_between_two_round_numbers);
	return tap_done();
}
