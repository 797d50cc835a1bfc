#include "core/base/memory.h"

#include "tap.h"

#include <stdlib.h>
#include <string.h>

static void a_product_is_exact_or_refused(void)
{
	static const size_t half = SIZE_MAX / 2;
	static const struct {
		size_t a, b;
		bool fits;
		size_t product;
	} cases[] = {
		{0, 0, true, 0},
		{0, SIZE_MAX, true, 0},
		{SIZE_MAX, 0, true, 0},
		{3, 5, true, 15},
		{1, SIZE_MAX, true, SIZE_MAX},
		{SIZE_MAX, 1, true, SIZE_MAX},
		{half, 2, true, SIZE_MAX - 1},
		{half + 1, 2, false, 0},
		{2, half + 1, false, 0},
		{SIZE_MAX, 2, false, 0},
		{SIZE_MAX, SIZE_MAX, false, 0}, /* wraps to 1 */
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		size_t product = 77;
		bool fits = ff_memory_product(cases[i].a, cases[i].b, &product);

		CHECK(fits == cases[i].fits && product == (fits ? cases[i].product : 77),
		      "%zu * %zu: %d, %zu", cases[i].a, cases[i].b, fits, product);
	}
}

static void cells_have_the_size_asked_for(void)
{
	unsigned char *cells = ff_memory_cells(7, 5, 8);

	if (CHECK(cells != NULL, "7 x 5 x 8 bytes"))
		memset(cells, 1, 280); /* the sanitizer sees a smaller block */
	free(cells);
}

static void a_side_below_1_or_a_size_that_wraps_gives_no_cells(void)
{
	CHECK(ff_memory_cells(0, 5, 1) == NULL, "0 x 5");
	CHECK(ff_memory_cells(5, 0, 1) == NULL, "5 x 0");
	CHECK(ff_memory_cells(-1, 5, 1) == NULL, "-1 x 5");
	CHECK(ff_memory_cells(-2, -2, 1) == NULL, "-2 x -2");
	CHECK(ff_memory_cells(INT32_MIN, 1, 1) == NULL, "INT32_MIN x 1");
	CHECK(ff_memory_cells(INT32_MAX, INT32_MAX, 8) == NULL, "the product wraps");
	CHECK(ff_memory_cells(1, 2, SIZE_MAX) == NULL, "the product wraps");
}

static void a_block_grows_and_keeps_what_it_holds(void)
{
	void *block = NULL;
	size_t room = 0, moves = 0;

	for (uint32_t i = 0; i < 5000; i++) {
		size_t before = room;

		if (!CHECK(ff_memory_grow(&block, &room, i + 1, sizeof i) && room > i,
			   "room %zu for %u", room, i + 1))
			break;
		moves += room != before;
		((uint32_t *)block)[i] = i;
	}
	CHECK(moves <= 14, "%zu moves for 5000 elements", moves);
	for (uint32_t i = 0; i < 5000 && i < room; i++)
		if (!CHECK(((uint32_t *)block)[i] == i, "element %u", i))
			break;
	free(block);
}

static void room_that_is_there_is_left_alone(void)
{
	uint64_t own[4];
	void *block = own;
	size_t room = 4;

	CHECK(ff_memory_grow(&block, &room, 4, sizeof *own) && block == own && room == 4,
	      "room %zu", room);
	CHECK(ff_memory_grow(&block, &room, 0, sizeof *own) && block == own && room == 4,
	      "room %zu", room);
}

static void growth_that_wraps_is_refused_and_changes_nothing(void)
{
	void *block = malloc(8), *before = block;
	size_t room = 1;

	CHECK(!ff_memory_grow(&block, &room, SIZE_MAX / 4, 8), "SIZE_MAX / 4 elements of 8");
	CHECK(block == before && room == 1, "room %zu", room);
	free(block);
}

int main(void)
{
	RUN(a_product_is_exact_or_refused);
	RUN(cells_have_the_size_asked_for);
	RUN(a_side_below_1_or_a_size_that_wraps_gives_no_cells);
	RUN(a_block_grows_and_keeps_what_it_holds);
	RUN(room_that_is_there_is_left_alone);
	RUN(growth_that_wraps_is_refused_and_changes_nothing);
	return tap_done();
}
