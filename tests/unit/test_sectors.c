#include "core/map/sectors.h"

#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>

/* Counts for each cell how many areas it is in. */
static void check(int32_t w, int32_t h, int32_t size)
{
	struct ff_sectors sectors = ff_sectors_cut(w, h, size);
	uint8_t *covered = calloc((size_t)(w * h), 1);

	CHECK(covered != NULL && ff_sectors_count(&sectors) == (uint32_t)(((w + size - 1) / size) *
									  ((h + size - 1) / size)),
	      "%" PRId32 "x%" PRId32 " by %" PRId32, w, h, size);
	for (uint32_t s = 0; s < ff_sectors_count(&sectors) && covered != NULL; s++) {
		struct ff_sectors_area area = ff_sectors_area(&sectors, s);
		bool last = area.x + area.w == w, lowest = area.y + area.h == h;

		CHECK(area.w >= 1 && area.h >= 1 && (last ? area.w <= size : area.w == size) &&
			      (lowest ? area.h <= size : area.h == size),
		      "%" PRId32 "x%" PRId32 " by %" PRId32 ": sector %" PRIu32 " is %" PRId32
		      "x%" PRId32,
		      w, h, size, s, area.w, area.h);
		for (int32_t y = area.y; y < area.y + area.h; y++)
			for (int32_t x = area.x; x < area.x + area.w; x++) {
				covered[y * w + x]++;
				CHECK(x < w && y < h &&
					      ff_sectors_of(&sectors, (uint32_t)(y * w + x)) == s,
				      "cell %" PRId32 ",%" PRId32, x, y);
			}
	}
	for (int32_t i = 0; i < w * h && covered != NULL; i++)
		CHECK(covered[i] == 1, "cell %" PRId32 " is in %d sectors", i, covered[i]);
	free(covered);
}

static void each_cell_is_in_one_sector_and_that_is_the_one_its_place_says(void)
{
	static const int32_t sides[] = {1, 2, 7, 8, 9, 15, 16, 17, 40};
	static const int32_t sizes[] = {8, 9, 10, 16, 17, 40, 41, 1024};
	enum { SIDES = sizeof sides / sizeof *sides };

	for (size_t i = 0; i < SIDES * SIDES; i++)
		for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
			check(sides[i / SIDES], sides[i % SIDES], sizes[k]);
}

static void sectors_of_the_largest_maps_are_counted_and_placed(void)
{
	struct ff_sectors row = ff_sectors_cut(INT32_MAX, 1, 8);
	struct ff_sectors square = ff_sectors_cut(46340, 46340, 8);
	struct ff_sectors_area end = ff_sectors_area(&row, (1U << 28) - 1);

	CHECK(ff_sectors_count(&row) == 1U << 28, "%" PRIu32, ff_sectors_count(&row));
	CHECK(end.x == INT32_MAX - 7 && end.w == 7 && end.h == 1, "%" PRId32 "+%" PRId32, end.x,
	      end.w);
	CHECK(ff_sectors_of(&row, INT32_MAX - 1) == (1U << 28) - 1, "the last cell");
	CHECK(ff_sectors_of(&square, 46340U * 46340U - 1) == ff_sectors_count(&square) - 1,
	      "the last cell");
}

int main(void)
{
	RUN(each_cell_is_in_one_sector_and_that_is_the_one_its_place_says);
	RUN(sectors_of_the_largest_maps_are_counted_and_placed);
	return tap_done();
}
