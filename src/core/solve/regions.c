/*
 * Union-find (R. Tarjan, "Efficiency of a good but not linear set union algorithm", 1975) in
 * reading order, as in K. Wu, E. Otoo, K. Suzuki, "Optimizing two-pass connected-component labeling
 * algorithms", 2009.
 *
 * While areas grow, each cell of 'labels' points to another cell of its area that is not later than
 * itself; only an area's first cell points to itself.
 */
#include "core/solve/regions.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/solve/reach.h"

/* Returns the first cell of an area so far; halves the path for later calls. */
static uint32_t find_root(uint32_t *cells, uint32_t i)
{
	while (cells[i] != i) {
		cells[i] = cells[cells[i]];
		i = cells[i];
	}
	return i;
}

static void unite_areas(uint32_t *cells, uint32_t a, uint32_t b)
{
	if (cells[a] == cells[b])
		return;
	a = find_root(cells, a);
	b = find_root(cells, b);
	if (a < b)
		cells[b] = a;
	else
		cells[a] = b;
}

/* Joins cell 'i' in column 'x' to its neighbours that come before it. */
static void join_neighbours(uint32_t *cells, uint32_t w, uint32_t x, uint32_t i, bool diagonal)
{
	if (x > 0 && cells[i - 1] != FF_LABELS_NONE)
		cells[i] = cells[i - 1];
	if (i < w)
		return;
	if (cells[i - w] != FF_LABELS_NONE) {
		unite_areas(cells, i, i - w);
		return; /* both neighbours beyond it are joined to it already */
	}
	if (diagonal && x > 0 && cells[i - w - 1] != FF_LABELS_NONE)
		unite_areas(cells, i, i - w - 1);
	if (diagonal && x + 1 < w && cells[i - w + 1] != FF_LABELS_NONE)
		unite_areas(cells, i, i - w + 1);
}

/*
 * Replaces pointers with numbers, in order of the areas' first cells; returns how many there are.
 */
static uint32_t number_areas(uint32_t *cells, size_t n)
{
	uint32_t count = 0;

	for (size_t i = 0; i < n; i++)
		if (cells[i] == i)
			cells[i] = count++;
		else if (cells[i] != FF_LABELS_NONE)
			cells[i] = cells[cells[i]]; /* an earlier cell: already a number */
	return count;
}

/* Sets ranks[a] to the number of area 'a' by size; false if memory ran out. */
static bool rank_areas(const uint32_t *cells, size_t n, uint32_t *ranks, uint32_t count)
{
	/* Sorts by what an area lacks to the size of the whole map: the largest lacks least. */
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

static void renumber_cells(uint32_t *cells, size_t n, const uint32_t *ranks,
			   struct ff_region *regions)
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
			join_neighbours(labels->cells, (uint32_t)w, x, i, diagonal);
	}
	labels->count = number_areas(labels->cells, n);
	if (labels->count > 0) {
		ranks = ff_memory_cells((int32_t)labels->count, 1, sizeof *ranks);
		found = calloc(labels->count, sizeof *found);
		if (ranks == NULL || found == NULL ||
		    !rank_areas(labels->cells, n, ranks, labels->count))
			goto out;
		renumber_cells(labels->cells, n, ranks, found);
	}
	*regions = found;
	found = NULL;
	st = FF_OK;
out:
	free(found);
	free(ranks);
	return st;
}

/* Matching cells from..to-1 of a row, and the number of their part. */
struct run {
	int32_t from, to;
	uint32_t area;
};

/* An area that touches this row or the one before. */
struct part {
	struct ff_region region;
	uint32_t parent; /* itself, or a part that it was merged with */
	uint32_t next;   /* number in the next row; FF_LABELS_NONE: it ends here */
};

/* The labels of two rows (J. Hoshen, R. Kopelman, "Percolation and cluster distribution", 1976): an
 * area without a cell in the last row is complete, and its number is reused. */
struct sweep {
	int32_t w;
	bool diagonal;
	uint8_t *in;               /* [w]  0 or 1 */
	struct run *before, *runs; /* [w / 2 + 1] */
	struct part *parts, *kept; /* [w + 2] */
	size_t befores, count, part_count;
	uint32_t areas; /* complete areas, and the largest of them */
	struct ff_region largest;
};

static uint32_t root_part(struct part *parts, uint32_t i)
{
	while (parts[i].parent != i) {
		parts[i].parent = parts[parts[i].parent].parent;
		i = parts[i].parent;
	}
	return i;
}

/* Merges two parts and returns the number of the result. */
static uint32_t merge_parts(struct part *parts, uint32_t a, uint32_t b)
{
	a = root_part(parts, a);
	b = root_part(parts, b);
	if (a == b)
		return a;
	parts[b].parent = a;
	parts[a].region.cells += parts[b].region.cells;
	if (parts[b].region.first < parts[a].region.first)
		parts[a].region.first = parts[b].region.first;
	return a;
}

/* Lists the runs of row 'y', joined to those above. */
static void list_runs(struct sweep *sweep, int32_t y)
{
	const uint8_t *in = sweep->in, *end = in + sweep->w, *from = in, *to;
	int32_t touch = sweep->diagonal ? 1 : 0;
	size_t above = 0;

	sweep->count = 0;
	while (from < end && (from = memchr(from, 1, (size_t)(end - from))) != NULL) {
		struct run run = {.area = FF_LABELS_NONE};
		struct part *part;

		if ((to = memchr(from, 0, (size_t)(end - from))) == NULL)
			to = end;
		run.from = (int32_t)(from - in);
		run.to = (int32_t)(to - in);
		from = to;
		while (above < sweep->befores && sweep->before[above].to + touch <= run.from)
			above++;
		for (size_t k = above; k < sweep->befores && sweep->before[k].from < run.to + touch;
		     k++)
			run.area = run.area == FF_LABELS_NONE
					   ? root_part(sweep->parts, sweep->before[k].area)
					   : merge_parts(sweep->parts, run.area,
							 sweep->before[k].area);
		if (run.area == FF_LABELS_NONE) {
			run.area = (uint32_t)sweep->part_count++;
			sweep->parts[run.area] =
				(struct part){{0, (uint32_t)(y * (int64_t)sweep->w + run.from)},
					      run.area,
					      FF_LABELS_NONE};
		}
		part = &sweep->parts[run.area];
		part->region.cells += (uint64_t)(run.to - run.from);
		sweep->runs[sweep->count++] = run;
	}
}

/* Renumbers the parts that touch the row; the others are complete. */
static void carry_parts(struct sweep *sweep)
{
	struct run *runs = sweep->before;
	struct part *parts = sweep->parts;
	uint32_t kept = 0;

	for (size_t k = 0; k < sweep->count; k++) {
		uint32_t i = root_part(parts, sweep->runs[k].area);

		if (parts[i].next == FF_LABELS_NONE) {
			parts[i].next = kept;
			sweep->kept[kept] = (struct part){parts[i].region, kept, FF_LABELS_NONE};
			kept++;
		}
		sweep->runs[k].area = parts[i].next;
	}
	for (uint32_t i = 0; i < sweep->part_count; i++) {
		const struct ff_region *region = &parts[i].region;

		if (parts[i].parent != i || parts[i].next != FF_LABELS_NONE)
			continue;
		sweep->areas++;
		if (region->cells > sweep->largest.cells ||
		    (region->cells == sweep->largest.cells && region->first < sweep->largest.first))
			sweep->largest = *region;
	}
	sweep->parts = sweep->kept;
	sweep->kept = parts;
	sweep->part_count = kept;
	sweep->before = sweep->runs;
	sweep->befores = sweep->count;
	sweep->runs = runs;
}

enum ff_status ff_regions_largest(int32_t w, int32_t h, const uint8_t *cells, uint8_t first,
				  uint8_t last, bool diagonal, uint32_t *count,
				  struct ff_region *largest)
{
	size_t row = (size_t)w, runs = row / 2 + 1, parts = row + 2;
	struct part *all = calloc(2 * parts, sizeof *all);
	struct run *both = calloc(2 * runs, sizeof *both);
	struct sweep sweep = {.w = w, .diagonal = diagonal, .in = malloc(row)};
	enum ff_status st = FF_E_NOMEM;

	if (all == NULL || both == NULL || sweep.in == NULL)
		goto out;
	sweep.parts = all;
	sweep.kept = all + parts;
	sweep.before = both;
	sweep.runs = both + runs;
	for (int32_t y = 0; y < h; y++) {
		const uint8_t *from = cells + (size_t)y * row;

		for (size_t x = 0; x < row; x++)
			sweep.in[x] = (uint8_t)(from[x] - first) <= (uint8_t)(last - first);
		list_runs(&sweep, y);
		carry_parts(&sweep);
	}
	sweep.count = 0;
	carry_parts(&sweep);
	*count = sweep.areas;
	*largest = sweep.largest;
	st = FF_OK;
out:
	free(sweep.in);
	free(both);
	free(all);
	return st;
}
