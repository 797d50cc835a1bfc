#include "core/grid/regions.h"

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 10, LAST = 20 }; /* the bytes that make areas */

/* A flood fill: an area is the cells that it reaches from the first one. */
struct flood {
	int32_t w, h;
	const uint8_t *cells;
	bool diagonal;
	uint32_t *areas; /* in order of first cells */
	uint32_t *stack;
};

static void spill(struct flood *flood, uint32_t start, uint32_t area)
{
	size_t waiting = 1;

	flood->stack[0] = start;
	flood->areas[start] = area;
	while (waiting > 0) {
		int32_t i = (int32_t)flood->stack[--waiting];

		for (int32_t y = i / flood->w - 1; y <= i / flood->w + 1; y++)
			for (int32_t x = i % flood->w - 1; x <= i % flood->w + 1; x++) {
				int32_t to = y * flood->w + x;

				if (x < 0 || y < 0 || x >= flood->w || y >= flood->h ||
				    (!flood->diagonal && x != i % flood->w && y != i / flood->w) ||
				    flood->cells[to] < FIRST || flood->cells[to] > LAST ||
				    flood->areas[to] != FF_LABELS_NONE)
					continue;
				flood->areas[to] = area;
				flood->stack[waiting++] = (uint32_t)to;
			}
	}
}

/* Returns the size and the first cell of an area. */
static struct ff_region tally(const uint32_t *areas, size_t n, uint32_t area)
{
	struct ff_region region = {0};

	for (size_t i = n; i-- > 0;)
		if (areas[i] == area) {
			region.cells++;
			region.first = (uint32_t)i;
		}
	return region;
}

/* Compares labels and the list of areas, largest first, with the flood. */
static void check_labels(const struct flood *flood, uint32_t areas, const struct ff_labels *labels,
			 const struct ff_region *regions)
{
	size_t n = (size_t)(flood->w * flood->h);

	for (size_t i = 0; i < n; i++) {
		uint32_t label = labels->cells[i];

		if ((flood->areas[i] == FF_LABELS_NONE) != (label == FF_LABELS_NONE)) {
			CHECK(false, "cell %zu has %" PRIu32, i, label);
			return;
		}
		if (label == FF_LABELS_NONE)
			continue;
		if (!CHECK(label < areas && flood->areas[i] == flood->areas[regions[label].first],
			   "cell %zu has %" PRIu32, i, label))
			return;
	}
	for (uint32_t r = 0; r < areas; r++) {
		struct ff_region truth = tally(labels->cells, n, r);

		CHECK(truth.cells == tally(flood->areas, n, flood->areas[truth.first]).cells,
		      "area %" PRIu32 " is only a part", r);
		CHECK(truth.cells == regions[r].cells && truth.first == regions[r].first,
		      "area %" PRIu32 " has %" PRIu64 " cells from %zu on, not %" PRIu64
		      " from %zu",
		      r, truth.cells, truth.first, regions[r].cells, regions[r].first);
		CHECK(r == 0 || regions[r - 1].cells > regions[r].cells ||
			      (regions[r - 1].cells == regions[r].cells &&
			       regions[r - 1].first < regions[r].first),
		      "areas %" PRIu32 " and %" PRIu32 " are in the wrong order", r - 1, r);
	}
}

/* Compares the largest areas with the first ones of the list. */
static void compare_largest(int32_t w, int32_t h, const uint8_t *cells, bool diagonal,
			    uint32_t areas, const struct ff_region *regions)
{
	enum { ROOM = 5 };
	struct ff_region largest[ROOM + 1] = {{99, 99}};
	uint32_t count = 99;
	enum ff_status st =
		ff_regions_largest(w, h, cells, FIRST, LAST, diagonal, ROOM, &count, largest);

	CHECK(st == FF_OK && count == areas, "%" PRIu32 " areas, not %" PRIu32, count, areas);
	for (uint32_t i = 0; i <= ROOM; i++)
		CHECK(i >= areas || i == ROOM ? largest[i].cells == 0
					      : largest[i].cells == regions[i].cells &&
							largest[i].first == regions[i].first,
		      "%" PRId32 "x%" PRId32 ": area %" PRIu32 " has %" PRIu64 " cells from %zu on",
		      w, h, i, largest[i].cells, largest[i].first);
}

/* Checks that an area found row by row has the box of its label's cells. */
static void check_box(void *context, const struct ff_region *area, const struct ff_image_part *box)
{
	const struct ff_labels *labels = context;
	struct ff_image_part truth = {0, 0, 0, 0};

	for (int32_t i = 0; i < labels->w * labels->h; i++)
		if (labels->cells[i] == labels->cells[area->first])
			ff_image_join(&truth,
				      (struct ff_image_part){i % labels->w, i / labels->w, 1, 1});
	CHECK(memcmp(&truth, box, sizeof truth) == 0,
	      "%" PRId32 "x%" PRId32 " from %" PRId32 ",%" PRId32, box->w, box->h, box->x, box->y);
}

static void compare(int32_t w, int32_t h, const uint8_t *cells, bool diagonal)
{
	size_t n = (size_t)(w * h);
	struct flood flood = {w, h, cells, diagonal, oracle_cells(n, 4), oracle_cells(n, 4)};
	struct ff_labels labels;
	struct ff_region *regions = NULL;
	uint32_t areas = 0;
	enum ff_status st;

	memset(flood.areas, 0xff, n * 4);
	for (uint32_t i = 0; i < n; i++)
		if (cells[i] >= FIRST && cells[i] <= LAST && flood.areas[i] == FF_LABELS_NONE)
			spill(&flood, i, areas++);
	st = ff_regions_label(w, h, cells, FIRST, LAST, diagonal, &labels, &regions);
	CHECK(st == FF_OK && labels.count == areas && (regions == NULL) == (areas == 0),
	      "%" PRId32 "x%" PRId32 ": status %d, %" PRIu32 " areas, should be %" PRIu32, w, h,
	      (int)st, labels.count, areas);
	if (st == FF_OK && labels.count == areas) {
		check_labels(&flood, areas, &labels, regions);
		compare_largest(w, h, cells, diagonal, areas, regions);
		CHECK(ff_regions_find(w, h, cells, FIRST, LAST, diagonal, check_box, &labels) ==
			      FF_OK,
		      "no boxes");
	}
	free(flood.areas);
	free(flood.stack);
	free(labels.cells);
	free(regions);
}

static void every_pattern_on_a_small_map_agrees_with_a_flood(void)
{
	static const int32_t sizes[][2] = {{3, 4}, {4, 3}, {12, 1}, {1, 12}, {2, 2}, {1, 1}};

	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		int32_t w = sizes[s][0], n = w * sizes[s][1];
		uint8_t *cells = oracle_cells((size_t)n, 1);

		for (int pattern = 0; pattern < 1 << n; pattern++) {
			for (int i = 0; i < n; i++)
				cells[i] = pattern >> i & 1 ? FIRST : LAST + 1;
			compare(w, n / w, cells, false);
			compare(w, n / w, cells, true);
		}
		free(cells);
	}
}

static void random_maps_agree_with_a_flood(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 300; k++) {
		int32_t w = 1 + (int32_t)(oracle_random(&dice) % 50);
		int32_t h = 1 + (int32_t)(oracle_random(&dice) % 50);
		uint8_t *cells = oracle_cells((size_t)(w * h), 1);
		uint64_t out = oracle_random(&dice) % 100;

		for (int32_t i = 0; i < w * h; i++)
			cells[i] = (uint8_t)(oracle_random(&dice) % 100 < out
						     ? oracle_random(&dice) % FIRST
						     : FIRST + oracle_random(&dice) %
								       (LAST - FIRST + 1));
		compare(w, h, cells, k % 2 == 0);
		free(cells);
	}
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(every_pattern_on_a_small_map_agrees_with_a_flood);
	RUN(random_maps_agree_with_a_flood);
	return tap_done();
}
