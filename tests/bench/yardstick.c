/*
 * yardstick heap|dial KIND W H: time Dijkstra's algorithm in its usual forms, with a
 * binary heap, or with a bucket for each value (Dial, 1969) and huge pages, on a map
 * of mapgen's from cell w/2,h/2, metric manhattan.  Prints nanoseconds a cell,
 * allocation included, and the digest of the field, which must equal the program's.
 * W * H is 4096 * 4096 at most.
 *
 * The engines are compared with it, so it must not change: one array in rows;
 * stale entries are skipped.
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

/* The cells that wait, by their values modulo their number. */
struct buckets {
	struct bucket {
		uint32_t *cells;
		size_t count, room;
	} of[WALL + 1];
	size_t waiting;
};

static bool put(struct buckets *buckets, uint32_t value, uint32_t cell)
{
	struct bucket *bucket = &buckets->of[value % (WALL + 1)];

	if (!ff_memory_grow(&bucket->cells, &bucket->room, bucket->count + 1,
			    sizeof *bucket->cells))
		return false;
	bucket->cells[bucket->count++] = cell;
	buckets->waiting++;
	return true;
}

/* Lists the cells beside one; returns how many. */
static uint32_t look_around(uint32_t cell, uint32_t w, uint32_t h, uint32_t *to)
{
	uint32_t x = cell % w, y = cell / w, count = 0;

	if (y > 0)
		to[count++] = cell - w;
	if (x + 1 < w)
		to[count++] = cell + 1;
	if (y + 1 < h)
		to[count++] = cell + w;
	if (x > 0)
		to[count++] = cell - 1;
	return count;
}

/* Fill the field, in which only the goal has a value; false if memory ran out. */
static bool by_heap(const uint8_t *cost, uint32_t w, uint32_t h, uint32_t goal, uint32_t *field)
{
	struct heap heap = {0};
	bool held = push(&heap, 0, goal);

	while (held && heap.count > 0) {
		struct entry from = pop(&heap);
		uint32_t to[4], count;

		if (from.value != field[from.cell])
			continue;
		count = look_around(from.cell, w, h, to);
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
	return held;
}

static bool by_dial(const uint8_t *cost, uint32_t w, uint32_t h, uint32_t goal, uint32_t *field)
{
	struct buckets buckets = {0};
	bool held = put(&buckets, 0, goal);

	for (uint32_t least = 0; held && buckets.waiting > 0; least++) {
		struct bucket *bucket = &buckets.of[least % (WALL + 1)];

		for (; held && bucket->count > 0; buckets.waiting--) {
			uint32_t cell = bucket->cells[--bucket->count], to[4], count;

			if (field[cell] != least)
				continue;
			count = look_around(cell, w, h, to);
			for (uint32_t i = 0; i < count && held; i++) {
				uint32_t value = least + cost[to[i]];

				if (cost[to[i]] == WALL || value >= field[to[i]])
					continue;
				field[to[i]] = value;
				held = put(&buckets, value, to[i]);
			}
		}
	}
	for (int i = 0; i <= WALL; i++)
		free(buckets.of[i].cells);
	return held;
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
	bool dial = argc == 5 && strcmp(argv[1], "dial") == 0;
	size_t goal, cells;
	double started, ms;

	if (argc != 5 || !side(argv[3], &w) || !side(argv[4], &h) || w > MOST / h)
		return 2;
	if ((cost = ff_memory_cells(w, h, 1)) == NULL || !mapgen_fill(argv[2], w, h, 1, cost))
		return 5;
	cells = (size_t)w * (size_t)h;
	goal = (size_t)h / 2 * (size_t)w + (size_t)w / 2;
	started = ff_clock_ms();
	field = dial ? ff_memory_cells(w, h, sizeof *field) : malloc(cells * sizeof *field);
	if (field == NULL)
		return 5;
	memset(field, 0xff, cells * sizeof *field);
	field[goal] = 0;
	if (!(dial ? by_dial : by_heap)(cost, (uint32_t)w, (uint32_t)h, (uint32_t)goal, field))
		return 5;
	ms = ff_clock_ms() - started;
	printf("%.3f\t%016" PRIx64 "\n", ms * 1e6 / (double)cells,
	       ff_digest_words(w, h, field, UINT32_MAX));
	free(field);
	free(cost);
	return 0;
}
