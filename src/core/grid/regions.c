#include "core/grid/regions.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/map/map.h"

/* A list of regions. */
struct list {
	struct ff_region *items; /* owned */
	uint32_t count;
	size_t room;
};

static int by_size(const void *left, const void *right)
{
	const struct ff_region *a = left, *b = right;

	if (a->cells != b->cells)
		return a->cells > b->cells ? -1 : 1;
	return a->first < b->first ? -1 : 1;
}

/*
 * Numbers the cells of the area that contains 'first', and returns how many there are.  Cells that
 * wait for their turn are a stack: the label of each is the one below it, and that of the lowest
 * its own.
 */
static uint64_t flood(struct ff_labels *labels, const bool in[256], const uint8_t *cells,
		      uint32_t first, uint32_t number, bool diagonal)
{
	uint32_t w = (uint32_t)labels->w, top = first;
	uint64_t count = 0;

	labels->cells[first] = first;
	for (bool more = true; more; count++) {
		uint32_t cell = top;
		int32_t x = (int32_t)(cell % w), y = (int32_t)(cell / w);

		top = labels->cells[cell];
		more = top != cell;
		labels->cells[cell] = number;
		for (int d = 0; d < FF_DIRECTIONS; d += diagonal ? 1 : 2) {
			int32_t to_x = x + ff_flow_steps[d].dx, to_y = y + ff_flow_steps[d].dy;
			uint32_t to = (uint32_t)to_y * w + (uint32_t)to_x;

			if (to_x < 0 || to_y < 0 || to_x >= labels->w || to_y >= labels->h ||
			    labels->cells[to] != FF_LABELS_NONE || !in[cells[to]])
				continue;
			labels->cells[to] = more ? top : to;
			top = to;
			more = true;
		}
	}
	return count;
}

/* Renumbers areas by size; false if memory ran out. */
static bool rank_areas(struct ff_labels *labels, struct list *list)
{
	uint32_t *ranks = malloc(((size_t)list->count + 1) * sizeof *ranks);

	if (ranks == NULL)
		return false;
	if (list->count > 0)
		qsort(list->items, list->count, sizeof *list->items, by_size);
	for (uint32_t k = 0; k < list->count; k++)
		ranks[labels->cells[list->items[k].first]] = k;
	for (size_t i = 0; i < (size_t)labels->w * (size_t)labels->h; i++)
		if (labels->cells[i] != FF_LABELS_NONE)
			labels->cells[i] = ranks[labels->cells[i]];
	free(ranks);
	return true;
}

enum ff_status ff_regions_label(int32_t w, int32_t h, const uint8_t *cells, uint8_t first,
				uint8_t last, bool diagonal, struct ff_labels *labels,
				struct ff_region **regions)
{
	size_t n = (size_t)w * (size_t)h;
	struct list list = {0};
	bool in[256] = {false}, fits = ff_labels_new(labels, w, h);

	memset(in + first, true, (size_t)(last - first) + 1);
	for (size_t i = 0; i < n && fits; i++)
		labels->cells[i] = FF_LABELS_NONE;
	for (uint32_t i = 0; i < n && fits; i++) {
		struct ff_region *region;

		if (!in[cells[i]] || labels->cells[i] != FF_LABELS_NONE)
			continue;
		fits = ff_memory_grow(&list.items, &list.room, list.count + 1, sizeof *list.items);
		if (!fits)
			break;
		region = &list.items[list.count];
		region->first = i;
		region->cells = flood(labels, in, cells, i, list.count++, diagonal);
	}
	fits = fits && rank_areas(labels, &list);
	labels->count = list.count;
	if (fits && regions != NULL)
		*regions = list.items;
	else
		free(list.items);
	if (fits)
		return FF_OK;
	free(labels->cells);
	labels->cells = NULL;
	return FF_E_NOMEM;
}

/* Matching cells from..to-1 of a row, and the number of their part. */
struct run {
	int32_t from, to;
	uint32_t area;
};

/* An area that touches this row or the one before. */
struct part {
	struct ff_region region;
	struct ff_image_part box;
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
	ff_regions_found *found;
	void *context;
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
	ff_image_join(&parts[a].box, parts[b].box);
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
		struct ff_image_part box = {.y = y, .h = 1};
		struct part *part;

		if ((to = memchr(from, 0, (size_t)(end - from))) == NULL)
			to = end;
		run.from = (int32_t)(from - in);
		run.to = (int32_t)(to - in);
		box.x = run.from;
		box.w = run.to - run.from;
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
					      box,
					      run.area,
					      FF_LABELS_NONE};
		}
		part = &sweep->parts[run.area];
		part->region.cells += (uint64_t)(run.to - run.from);
		ff_image_join(&part->box, box);
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
			sweep->kept[kept] =
				(struct part){parts[i].region, parts[i].box, kept, FF_LABELS_NONE};
			kept++;
		}
		sweep->runs[k].area = parts[i].next;
	}
	for (uint32_t i = 0; i < sweep->part_count; i++)
		if (parts[i].parent == i && parts[i].next == FF_LABELS_NONE)
			sweep->found(sweep->context, &parts[i].region, &parts[i].box);
	sweep->parts = sweep->kept;
	sweep->kept = parts;
	sweep->part_count = kept;
	sweep->before = sweep->runs;
	sweep->befores = sweep->count;
	sweep->runs = runs;
}

enum ff_status ff_regions_find(int32_t w, int32_t h, const uint8_t *cells, uint8_t first,
			       uint8_t last, bool diagonal, ff_regions_found *found, void *context)
{
	size_t row = (size_t)w, runs = row / 2 + 1, parts = row + 2;
	struct part *all = calloc(2 * parts, sizeof *all);
	struct run *both = calloc(2 * runs, sizeof *both);
	struct sweep sweep = {.w = w,
			      .diagonal = diagonal,
			      .in = malloc(row),
			      .found = found,
			      .context = context};
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
	st = FF_OK;
out:
	free(sweep.in);
	free(both);
	free(all);
	return st;
}

/* The areas found so far. */
struct found {
	uint32_t count, room;
	struct ff_region *largest; /* [room]  those that there are not have no cells */
};

static void count_area(void *context, const struct ff_region *area, const struct ff_image_part *box)
{
	struct found *found = context;
	uint32_t at = found->room;
	(void)box;
	found->count++;
	for (; at > 0 && by_size(area, &found->largest[at - 1]) < 0; at--)
		if (at < found->room)
			found->largest[at] = found->largest[at - 1];
	if (at < found->room)
		found->largest[at] = *area;
}

enum ff_status ff_regions_largest(int32_t w, int32_t h, const uint8_t *cells, uint8_t first,
				  uint8_t last, bool diagonal, uint32_t room, uint32_t *count,
				  struct ff_region *largest)
{
	struct found found = {.room = room, .largest = largest};
	enum ff_status st;

	memset(largest, 0, room * sizeof *largest);
	st = ff_regions_find(w, h, cells, first, last, diagonal, count_area, &found);
	*count = found.count;
	return st;
}
