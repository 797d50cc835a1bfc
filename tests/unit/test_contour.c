#include "draw/contour.h"

#include "draw/canvas.h"
#include "draw/palette.h"
#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { EMPTY = 7, LINE = FF_PALETTE_PAPER };

static uint32_t values[64 * 64];

/* A picture of w * h cells with the lines of 'values'. */
static struct ff_image draw(int32_t w, int32_t h, int scale, uint32_t most, int lines)
{
	const struct ff_field field = {.w = w, .h = h, .unit = 1, .u32 = values};
	struct ff_image image = {.w = 0};

	CHECK(ff_canvas_new(&image, (int64_t)w * scale, (int64_t)h * scale, NULL) == FF_OK,
	      "no picture");
	memset(image.pixels, EMPTY, (size_t)image.w * (size_t)image.h);
	ff_contour_draw(&image, &field, scale, 0, most, lines);
	return image;
}

static bool lined(const struct ff_image *image, int32_t x, int32_t y)
{
	return image->pixels[y * image->w + x] == LINE;
}

static int inked(const struct ff_image *image)
{
	int count = 0;

	for (int32_t i = 0; i < image->w * image->h; i++)
		count += image->pixels[i] == LINE;
	return count;
}

/* A ramp from left to right (or top to bottom): 'lines' straight ones, where they should be. */
static void check_ramp(int32_t w, int scale, int lines, bool down)
{
	int32_t h = 5;
	struct ff_image image;
	int found = 0;

	for (int32_t y = 0; y < h; y++)
		for (int32_t x = 0; x < w; x++)
			values[down ? x * h + y : y * w + x] = 100 * (uint32_t)x;
	image = down ? draw(h, w, scale, 100 * (uint32_t)(w - 1), lines)
		     : draw(w, h, scale, 100 * (uint32_t)(w - 1), lines);
	for (int32_t at = 0; at < w * scale; at++) {
		int middle = scale / 2; /* of the first cell */
		double want = (double)(found + 1) * (w - 1) * scale / (lines + 1) + middle;
		bool whole = true, any = false;

		for (int32_t across = 0; across < h * scale; across++) {
			bool here = down ? lined(&image, across, at) : lined(&image, at, across);

			whole &= here;
			any |= here;
		}
		CHECK(whole == any,
		      "%" PRId32 " cells, scale %d, %d lines: a broken line at %" PRId32, w, scale,
		      lines, at);
		if (!any)
			continue;
		found++;
		CHECK(at > want - 1.001 && at < want + 0.501,
		      "%" PRId32 " cells, scale %d: line %d of %d at %" PRId32 ", not %g", w, scale,
		      found, lines, at, want);
	}
	CHECK(found == lines, "%" PRId32 " cells, scale %d: %d lines of %d", w, scale, found,
	      lines);
	free(image.pixels);
}

static void a_ramp_has_as_many_lines_as_asked_for_at_equal_distances(void)
{
	for (int lines = 1; lines <= 20; lines++)
		for (int scale = 4; scale <= 20; scale += 4)
			for (int down = 0; down < 2; down++) {
				check_ramp(25, scale, lines, down == 1);
				check_ramp(2 + lines, scale, lines, down == 1);
			}
}

static void lines_enclose_a_goal(void)
{
	enum { SIZE = 21, SCALE = 8, MIDDLE = SIZE / 2 * SCALE + SCALE / 2 };
	struct ff_image image;
	static const int ways[8][2] = {{0, -1}, {1, -1}, {1, 0},  {1, 1},
				       {0, 1},  {-1, 1}, {-1, 0}, {-1, -1}};

	for (int i = 0; i < SIZE * SIZE; i++)
		values[i] = (uint32_t)(abs(i % SIZE - SIZE / 2) + abs(i / SIZE - SIZE / 2));
	image = draw(SIZE, SIZE, SCALE, 12, 3); /* at 3, 6 and 9 */
	for (int k = 0; k < 8; k++) {
		int crossed = 0;
		bool before = false;

		for (int r = 0; r < SIZE / 2 * SCALE; r++) {
			int x = MIDDLE + r * ways[k][0], y = MIDDLE + r * ways[k][1];
			/* Diagonal lines have holes at their corners: look at the neighbour, too.
			 */
			bool here = lined(&image, x, y) || lined(&image, x + 1, y);

			crossed += here && !before;
			before = here;
		}
		CHECK(crossed == 3, "way %d crosses %d lines", k, crossed);
	}
	free(image.pixels);
}

static void a_level_field_has_no_lines(void)
{
	struct ff_image image;

	for (int i = 0; i < 36; i++)
		values[i] = 3;
	image = draw(6, 6, 8, 7, 5);
	CHECK(inked(&image) == 0, "%d pixels", inked(&image));
	free(image.pixels);
	memset(values, 0, sizeof values);
	image = draw(6, 6, 8, 0, 1000);
	CHECK(inked(&image) == 0, "largest 0: %d pixels", inked(&image));
	free(image.pixels);
	for (int i = 0; i < 36; i++)
		values[i] = FF_FIELD_NONE32;
	image = draw(6, 6, 8, 9, 9);
	CHECK(inked(&image) == 0, "no values: %d pixels", inked(&image));
	free(image.pixels);
}

static void lines_go_on_to_the_wall_and_through_corridors(void)
{
	enum { W = 20, SCALE = 8 };
	struct ff_image image;

	for (int i = 0; i < 3 * W; i++)
		values[i] = i / W == 1 ? (uint32_t)i % W : FF_FIELD_NONE32;
	image = draw(W, 3, SCALE, W - 1, 4);
	for (int y = SCALE; y < 2 * SCALE; y++) {
		int count = 0;

		for (int x = 0; x < W * SCALE; x++)
			count += lined(&image, x, y);
		CHECK(count == 4, "row %d of the corridor: %d lines", y - SCALE, count);
	}
	free(image.pixels);
}

static void cells_that_meet_at_a_corner_are_not_joined(void)
{
	struct ff_image image;

	for (int k = 0; k < 2; k++) {
		values[0] = values[1] = values[2] = values[3] = FF_FIELD_NONE32;
		values[k] = 10;
		values[3 - k] = 90;
		image = draw(2, 2, 10, 100, 9);
		CHECK(inked(&image) == 0, "%d pixels", inked(&image));
		free(image.pixels);
	}
}

/* The largest value may be set lower than the field's, and the field's may be anything. */
static void values_beyond_the_range_have_no_lines(void)
{
	struct ff_image image;

	for (int x = 0; x < 20; x++)
		values[x] = (uint32_t)x * 10;
	image = draw(20, 1, 8, 95, 4); /* at 19, 38, 57 and 76 */
	for (int y = 0; y < 8; y++) {
		int near = 0, far = 0;

		for (int x = 0; x < 160; x++)
			*(x < 80 ? &near : &far) += lined(&image, x, y);
		CHECK(near == 4 && far == 0, "row %d: %d and %d", y, near, far);
	}
	free(image.pixels);
}

static void lines_do_not_depend_on_how_far_off_the_edge_they_are(void)
{
	enum { W = 700, H = 5, SCALE = 4, OFF = 100 };
	uint32_t all[W * H];
	struct ff_image whole, part;
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < W * H; i++)
		values[i] = all[i] = oracle_random(&dice) % 9 == 0
					     ? FF_FIELD_NONE32
					     : (uint32_t)(oracle_random(&dice) % 100);
	whole = draw(W, H, SCALE, 100, 3);
	for (int i = 0; i < (W - OFF) * H; i++)
		values[i] = all[i / (W - OFF) * W + i % (W - OFF) + OFF];
	part = draw(W - OFF, H, SCALE, 100, 3);
	for (int y = 0; y < H * SCALE; y++)
		for (int x = SCALE; x < (W - OFF) * SCALE; x++)
			CHECK(lined(&part, x, y) == lined(&whole, x + OFF * SCALE, y),
			      "pixel %d,%d", x, y);
	CHECK(inked(&whole) > 1000, "%d pixels", inked(&whole));
	free(whole.pixels);
	free(part.pixels);
}

static void lines_are_at_the_same_places_in_any_type_unit_and_zero(void)
{
	enum { SIDE = 40, SCALE = 5, LINES = 7, MOST = 4096 };
	static uint64_t whole[SIDE * SIDE];
	static double real[SIDE * SIDE];
	struct ff_field fields[] = {
		{.type = FF_FIELD_U64, .unit = 4, .zero = 8000, .u64 = whole},
		{.type = FF_FIELD_F64, .unit = 1, .zero = 0.5, .f64 = real},
	};
	struct ff_image plain;
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < SIDE * SIDE; i++) {
		bool none = oracle_random(&dice) % 10 == 0;

		values[i] = none ? FF_FIELD_NONE32 : (uint32_t)(oracle_random(&dice) % MOST);
		whole[i] = none ? FF_FIELD_NONE64 : values[i] * (uint64_t)4;
		real[i] = none ? FF_FIELD_NONEF : values[i];
	}
	plain = draw(SIDE, SIDE, SCALE, MOST, LINES);
	for (size_t k = 0; k < 2; k++) {
		double least = ff_field_cost(&fields[k], 0);
		struct ff_image image;

		fields[k].w = fields[k].h = SIDE;
		CHECK(ff_canvas_new(&image, SIDE * SCALE, SIDE * SCALE, NULL) == FF_OK,
		      "no picture");
		memset(image.pixels, EMPTY, (size_t)image.w * (size_t)image.h);
		ff_contour_draw(&image, &fields[k], SCALE, least, least + MOST, LINES);
		CHECK(memcmp(image.pixels, plain.pixels, SIDE * SCALE * SIDE * SCALE) == 0,
		      "field %zu", k);
		free(image.pixels);
	}
	CHECK(inked(&plain) > 1000, "%d pixels", inked(&plain));
	free(plain.pixels);
}

static void large_values_have_no_lines_of_a_short_range(void)
{
	struct ff_image image;

	values[0] = 4000000000;
	values[1] = FF_FIELD_NONE32 - 1;
	image = draw(2, 1, 8, 1, 1000);
	CHECK(inked(&image) == 0, "%d pixels", inked(&image));
	free(image.pixels);
}

int main(void)
{
	RUN(a_ramp_has_as_many_lines_as_asked_for_at_equal_distances);
	RUN(lines_enclose_a_goal);
	RUN(a_level_field_has_no_lines);
	RUN(lines_go_on_to_the_wall_and_through_corridors);
	RUN(cells_that_meet_at_a_corner_are_not_joined);
	RUN(values_beyond_the_range_have_no_lines);
	RUN(large_values_have_no_lines_of_a_short_range);
	RUN(lines_do_not_depend_on_how_far_off_the_edge_they_are);
	RUN(lines_are_at_the_same_places_in_any_type_unit_and_zero);
	return tap_done();
}
