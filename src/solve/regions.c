/*
 * Union and find (R. Tarjan, "Efficiency of a good but not linear set union
 * algorithm", 1975) in the order of reading, as in K. Wu, E. Otoo and K. Suzuki,
 * "Optimizing two-pass connected-component labeling algorithms", 2009.
 *
 * While areas grow, each cell of 'labels' names another one of its area that is
 * no later than itself; only an area's first cell names itself.
 */
#include "solve/regions.h"

#include <stdlib.h>

#include "base/memory.h"
#include "solve/order.h"

/* The first cell of the area so far; the way there is halved for those who come next. */
static uint32_t root(uint32_t *cells, uint32_t i)
{
	while (cells[i] != i) {
		cells[i] = cells[cells[i]];
		i = cells[i];
	}
	return i;
}

static void unite(uint32_t *cells, uint32_t a, uint32_t b)
{
	if (cells[a] == cells[b])
		return;
	a = root(cells, a);
	b = root(cells, b);
	if (a < b)
		cells[b] = a;
	else
		cells[a] = b;
}

/* Joins cell 'i' in column 'x' to its neighbours that were read before. */
static void join(uint32_t *cells, uint32_t w, uint32_t x, uint32_t i, bool diagonal)
{
	if (x > 0 && cells[i - 1] != FF_LABELS_NONE)
		cells[i] = cells[i - 1];
	if (i < w)
		return;
	if (cells[i - w] != FF_LABELS_NONE) {
		unite(cells, i, i - w);
		return; /* both beyond it are joined to it, if they are there */
	}
	if (diagonal && x > 0 && cells[i - w - 1] != FF_LABELS_NONE)
		unite(cells, i, i - w - 1);
	if (diagonal && x + 1 < w && cells[i - w + 1] != FF_LABELS_NONE)
		unite(cells, i, i - w + 1);
}

/* Makes numbers of the names, in order of the areas' first cells; how many. */
static uint32_t number(uint32_t *cells, size_t n)
{
	uint32_t count = 0;

	for (size_t i = 0; i < n; i++)
		if (cells[i] == i)
			cells[i] = count++;
		else if (cells[i] != FF_LABELS_NONE)
			cells[i] = cells[cells[i]]; /* earlier: a number already */
	return count;
}

/* ranks[a] is the number by size of area 'a'; false if memory ran out. */
static bool rank(const uint32_t *cells, size_t n, uint32_t *ranks, uint32_t count)
{
	/* The largest lacks the least of the whole map. */
	const struct ff_field lacks = {
		.w = (int32_t)count, .h = 1, .type = FF_FIELD_U32, .u32 = ranks};
	uint32_t *order;
	size_t all;

	for (uint32_t a = 0; a < count; a++)
		ranks[a] = (uint32_t)n;
	for (size_t i = 0; i < n; i++)
		if (cells[i] != FF_LABELS_NONE)
			ranks[cells[i]]--;
	if (ff_order_cells(&lacks, &order, &all) != FF_OK)
		return false;
	for (size_t i = 0; i < all; i++)
		ranks[order[i]] = (uint32_t)i;
	free(order);
	return true;
}

static void renumber(uint32_t *cells, size_t n, const uint32_t *ranks, struct ff_region *regions)
{
	for (size_t i = 0; i < n; i++) {
		struct ff_region *region;

		if (cells[i] == FF_LABELS_NONE)
			continue;
		cells[i] = ranks[cells[i]];
		region = &regions[cells[i]];
		if (region->cells++ == 0)
			region->first = (uint32_t)i;
	}
}

enum ff_status ff_regions_label(int32_t w, int32_t h, const uint8_t *cells, uint8_t first,
				uint8_t last, bool diagonal, struct ff_labels *labels,
				struct ff_region **regions)
{
	size_t n = (size_t)w * (size_t)h;
	struct ff_region *found = NULL;
	enum ff_status st = FF_E_NOMEM;
	uint32_t *ranks = NULL;

	for (uint32_t i = 0, x = 0; i < n; i++, x = x + 1 < (uint32_t)w ? x + 1 : 0) {
		bool in = cells[i] >= first && cells[i] <= last;

		labels->cells[i] = in ? i : FF_LABELS_NONE;
		if (in)
			join(labels->cells, (uint32_t)w, x, i, diagonal);
	}
	labels->count = number(labels->cells, n);
	if (labels->count > 0) {
		ranks = ff_memory_cells((int32_t)labels->count, 1, sizeof *ranks);
		found = calloc(labels->count, sizeof *found);
		if (ranks == NULL || found == NULL || !rank(labels->cells, n, ranks, labels->count))
			goto out;
		renumber(labels->cells, n, ranks, found);
	}
	*regions = found;
	found = NULL;
	st = FF_OK;
out:
	free(found);
	free(ranks);
	return st;
}
