#include "core/grid/regions.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/map/map.h"

static int by_size(const void *left, const void *right)
{
	const struct ff_region *a = left, *b = right;

	if (a->cells != b->cells)
		return a->cells > b->cells ? -1 : 1;
	return a->first < b->first ? -1 : 1;
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
	uint32_t label;  /* of its cells, if they get labels */
};

/* The labels of two rows (J. Hoshen, R. Kopelman, "Percolation and cluster distribution", 1976).
 * An area without a cell in the last row is complete, and its number is reused; its label is not.
 */
struct sweep {
	int32_t w;
	bool diagonal;
	uint8_t first, last;       /* the bytes that match */
	uint8_t *in;               /* owned, as all; [w]  0 or 1 */
	struct run *before, *runs; /* [w / 2 + 1] */
	struct part *parts, *kept; /* [w + 2] */
	size_t befores, count, part_count;
	uint32_t *labels; /* [label_count]  for each a lower one of the same area, or itself */
	size_t label_count, label_room;
	ff_regions_found *found; /* NULL: cells get labels */
	void *context;
};

static bool open_sweep(struct sweep *sweep)
{
	const size_t row = (size_t)sweep->w;

	sweep->in = malloc(row);
	sweep->before = calloc(row / 2 + 1, sizeof *sweep->before);
	sweep->runs = calloc(row / 2 + 1, sizeof *sweep->runs);
	sweep->parts = calloc(row + 2, sizeof *sweep->parts);
	sweep->kept = calloc(row + 2, sizeof *sweep->kept);
	return sweep->in != NULL && sweep->before != NULL && sweep->runs != NULL &&
	       sweep->parts != NULL && sweep->kept != NULL;
}

static void close_sweep(struct sweep *sweep)
{
	free(sweep->in);
	free(sweep->before);
	free(sweep->runs);
	free(sweep->parts);
	free(sweep->kept);
	free(sweep->labels);
}

static uint32_t root_part(struct part *parts, uint32_t i)
{
	while (parts[i].parent != i) {
		parts[i].parent = parts[parts[i].parent].parent;
		i = parts[i].parent;
	}
	return i;
}

/* Merges two parts and returns the number of the result. */
static uint32_t merge_parts(struct sweep *sweep, uint32_t a, uint32_t b)
{
	struct part *parts = sweep->parts;
	uint32_t higher;

	a = root_part(parts, a);
	b = root_part(parts, b);
	if (a == b)
		return a;
	parts[b].parent = a;
	parts[a].region.cells += parts[b].region.cells;
	if (parts[b].region.first < parts[a].region.first)
		parts[a].region.first = parts[b].region.first;
	ff_image_join(&parts[a].box, parts[b].box);
	if (sweep->found == NULL) {
		higher = parts[a].label > parts[b].label ? parts[a].label : parts[b].label;
		parts[a].label = parts[a].label < parts[b].label ? parts[a].label : parts[b].label;
		sweep->labels[higher] = parts[a].label;
	}
	return a;
}

/* Lists the runs of row 'y' of the cells, joined to those above. */
static void list_runs(struct sweep *sweep, const uint8_t *cells, int32_t y)
{
	const uint8_t *row = cells + (size_t)y * (size_t)sweep->w;
	const uint8_t *in = sweep->in, *end = in + sweep->w, *from = in, *to;
	int32_t touch = sweep->diagonal ? 1 : 0;
	size_t above = 0;

	for (int32_t x = 0; x < sweep->w; x++)
		sweep->in[x] =
			(uint8_t)(row[x] - sweep->first) <= (uint8_t)(sweep->last - sweep->first);
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
					   : merge_parts(sweep, run.area, sweep->before[k].area);
		if (run.area == FF_LABELS_NONE) {
			run.area = (uint32_t)sweep->part_count++;
			sweep->parts[run.area] = (struct part){
				.region.first = (size_t)(y * (int64_t)sweep->w + run.from),
				.box = box,
				.parent = run.area,
				.next = FF_LABELS_NONE,
				.label = (uint32_t)sweep->label_count};
			if (sweep->found == NULL) {
				sweep->labels[sweep->label_count] = (uint32_t)sweep->label_count;
				sweep->label_count++;
			}
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
			sweep->kept[kept] = parts[i];
			sweep->kept[kept].parent = kept;
			sweep->kept[kept].next = FF_LABELS_NONE;
			kept++;
		}
		sweep->runs[k].area = parts[i].next;
	}
	for (uint32_t i = 0; i < sweep->part_count && sweep->found != NULL; i++)
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
	struct sweep sweep = {.w = w,
			      .diagonal = diagonal,
			      .first = first,
			      .last = last,
			      .found = found,
			      .context = context};
	bool fits = open_sweep(&sweep);

	for (int32_t y = 0; y < h && fits; y++) {
		list_runs(&sweep, cells, y);
		carry_parts(&sweep);
	}
	sweep.count = 0;
	if (fits)
		carry_parts(&sweep);
	close_sweep(&sweep);
	return fits ? FF_OK : FF_E_NOMEM;
}

/* Labels cells, each area by as many numbers as it has beginnings; false if memory ran out, or
 * there are too many. */
static bool label_parts(struct sweep *sweep, const uint8_t *cells, struct ff_labels *labels)
{
	const size_t row = (size_t)sweep->w;
	uint32_t *to = labels->cells;

	for (int32_t y = 0; y < labels->h; y++, to += row) {
		if (sweep->label_count >= FF_LABELS_NONE - row ||
		    !ff_memory_grow(&sweep->labels, &sweep->label_room,
				    sweep->label_count + row / 2 + 1, sizeof *sweep->labels))
			return false;
		list_runs(sweep, cells, y);
		memset(to, 0xff, row * sizeof *to); /* FF_LABELS_NONE */
		for (size_t k = 0; k < sweep->count; k++) {
			const struct run *run = &sweep->runs[k];
			const uint32_t label =
				sweep->parts[root_part(sweep->parts, run->area)].label;

			for (int32_t x = run->from; x < run->to; x++)
				to[x] = label;
		}
		carry_parts(sweep);
	}
	return true;
}

/* Lists the areas by size and numbers the labels so; NULL if memory ran out. */
static struct ff_region *rank_areas(struct sweep *sweep, struct ff_labels *labels)
{
	const size_t cells = (size_t)labels->w * (size_t)labels->h;
	uint32_t *to = sweep->labels, count = 0;
	struct ff_region *areas;

	for (size_t i = 0; i < sweep->label_count; i++)
		to[i] = to[i] == i ? count++ : to[to[i]];
	labels->count = count;
	if ((areas = calloc((size_t)count + 1, sizeof *areas)) == NULL)
		return NULL;
	for (size_t i = cells; count > 0 && i-- > 0;)
		if (labels->cells[i] != FF_LABELS_NONE) {
			labels->cells[i] = to[labels->cells[i]];
			areas[labels->cells[i]].cells++;
			areas[labels->cells[i]].first = i;
		}
	qsort(areas, count, sizeof *areas, by_size);
	for (uint32_t k = 0; k < count; k++)
		to[labels->cells[areas[k].first]] = k;
	for (size_t i = 0; count > 0 && i < cells; i++)
		if (labels->cells[i] != FF_LABELS_NONE)
			labels->cells[i] = to[labels->cells[i]];
	return areas;
}

enum ff_status ff_regions_label(int32_t w, int32_t h, const uint8_t *cells, uint8_t first,
				uint8_t last, bool diagonal, struct ff_labels *labels,
				struct ff_region **regions)
{
	struct sweep sweep = {.w = w, .diagonal = diagonal, .first = first, .last = last};
	struct ff_region *areas = NULL;

	if (ff_labels_new(labels, w, h) && open_sweep(&sweep) && label_parts(&sweep, cells, labels))
		areas = rank_areas(&sweep, labels);
	close_sweep(&sweep);
	if (areas == NULL) {
		free(labels->cells);
		labels->cells = NULL;
		return FF_E_NOMEM;
	}
	if (regions != NULL && labels->count > 0) {
		*regions = areas;
		return FF_OK;
	}
	if (regions != NULL)
		*regions = NULL;
	free(areas);
	return FF_OK;
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
