/*
 * yardstick KIND W H: time Dijkstra's algorithm in its usual form, with a binary
 * heap, on a map of mapgen's from cell w/2,h/2, metric manhattan.  Prints
 * nanoseconds a cell, allocation included, and the digest of the field, which must
 * equal the program's.  W * H is 4096 * 4096 at most.
 *
 * The engines are compared with it, so it must not change: one array in rows;
 * stale entries of the heap are skipped.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/progress.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "io/digest.h"
#include "support/mapgen.h"

enum { WALL = 255, MOST = 4096 * 4096 };

struct entry {
	uint32_t value, cell;
};

struct heap {
	void *entries; /* struct entry [room], a binary heap of least value */
	size_t count, room;
};

static bool push(struct heap *heap, uint32_t value, uint32_t cell)
{
	struct entry *entries;
	size_t i = heap->count;

	if (!ff_memory_grow(&heap->entries, &heap->room, heap->count + 1, sizeof *entries))
		return false;
	entries = heap->entries;
	heap->count++;
	for (; i > 0 && entries[(i - 1) / 2].value > value; i = (i - 1) / 2)
		entries[i] = entries[(i - 1) / 2];
	entries[i] = (struct entry){value, cell};
	return true;
}

static struct entry pop(struct heap *heap)
{
	struct entry *entries = heap->entries;
	struct entry top = entries[0], last = entries[--heap->count];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < heap->count) {
		if (child + 1 < heap->count && entries[child + 1].value < entries[child].value)
			child++;
		if (entries[child].value >= last.value)
			break;
		entries[i] = entries[child];
		i = child;
	}
	entries[i] = last;
	return top;
}

/* Returns the field, which the caller frees; NULL if memory ran out. */
static uint32_t *dijkstra(const uint8_t *cost, uint32_t w, uint32_t h)
{
	uint32_t *field = malloc((size_t)w * h * sizeof *field), goal = h / 2 * w + w / 2;
	struct heap heap = {0};
	bool held;

	if (field == NULL)
		return NULL;
	memset(field, 0xff, (size_t)w * h * sizeof *field);
	field[goal] = 0;
	held = push(&heap, 0, goal);
	while (held && heap.count > 0) {
		struct entry from = pop(&heap);
		uint32_t x = from.cell % w, y = from.cell / w, to[4], count = 0;

		if (from.value != field[from.cell])
			continue;
		if (y > 0)
			to[count++] = from.cell - w;
		if (x + 1 < w)
			to[count++] = from.cell + 1;
		if (y + 1 < h)
			to[count++] = from.cell + w;
		if (x > 0)
			to[count++] = from.cell - 1;
		for (uint32_t i = 0; i < count && held; i++) {
			uint32_t value =
				from.value + cost[to[i]]; /* a walker pays for leaving to[i] */

			if (cost[to[i]] == WALL || value >= field[to[i]])
				continue;
			field[to[i]] = value;
			held = push(&heap, value, to[i]);
		}
	}
	free(heap.entries);
	if (held)
		return field;
	free(field);
	return NULL;
}

static bool side(const char *text, int32_t *out)
{
	int64_t value;

	if (ff_number_parse(text, strlen(text), 1, MOST, &value) != FF_NUMBER_OK)
		return false;
	*out = (int32_t)value;
	return true;
}

int main(int argc, char **argv)
{
	int32_t w, h;
	uint8_t *cost;
	uint32_t *field;
	double started, ms;

	if (argc != 4 || !side(argv[2], &w) || !side(argv[3], &h) || w > MOST / h)
		return 2;
	if ((cost = ff_memory_cells(w, h, 1)) == NULL || !mapgen_fill(argv[1], w, h, 1, cost))
		return 5;
	started = ff_clock_ms();
	if ((field = dijkstra(cost, (uint32_t)w, (uint32_t)h)) == NULL)
		return 5;
	ms = ff_clock_ms() - started;
	printf("%.3f\t%016" PRIx64 "\n", ms * 1e6 / ((double)w * h),
	       ff_digest_words(w, h, field, UINT32_MAX));
	free(field);
	free(cost);
	return 0;
}
