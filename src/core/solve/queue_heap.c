/* J. W. J. Williams, "Algorithm 232: heapsort", Communications of the ACM 7(6), 1964. */
#include "core/solve/queue_heap.h"

#include <stdbool.h>

#include "core/base/memory.h"

static bool is_before(const struct ff_queue_heap_entry *a, const struct ff_queue_heap_entry *b)
{
	if (a->bound != b->bound)
		return a->bound < b->bound;
	if (a->cost != b->cost)
		return a->cost > b->cost;
	return a->item < b->item;
}

enum ff_status ff_queue_heap_put(struct ff_queue_heap *heap, struct ff_queue_heap_entry entry)
{
	void *block = heap->entries;
	struct ff_queue_heap_entry *entries;
	size_t at = heap->count;

	if (!ff_memory_grow(&block, &heap->room, at + 1, sizeof entry))
		return FF_E_NOMEM;
	heap->entries = entries = block;
	heap->count++;
	for (; at > 0 && is_before(&entry, &entries[(at - 1) / 2]); at = (at - 1) / 2)
		entries[at] = entries[(at - 1) / 2];
	entries[at] = entry;
	return FF_OK;
}

struct ff_queue_heap_entry ff_queue_heap_take(struct ff_queue_heap *heap)
{
	struct ff_queue_heap_entry *entries = heap->entries, first = entries[0];
	struct ff_queue_heap_entry last = entries[--heap->count];
	size_t at = 0;

	for (size_t next; (next = 2 * at + 1) < heap->count; at = next) {
		if (next + 1 < heap->count && is_before(&entries[next + 1], &entries[next]))
			next++;
		if (!is_before(&entries[next], &last))
			break;
		entries[at] = entries[next];
	}
	entries[at] = last;
	return first;
}
