#include "core/grid/queue.h"

/* J. W. J. Williams, "Algorithm 232: heapsort", Communications of the ACM 7(6), 1964. */

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
	struct ff_queue_heap_entry *entries;
	size_t at = heap->count;

	if (!ff_memory_grow(&heap->entries, &heap->room, at + 1, sizeof entry))
		return FF_E_NOMEM;
	entries = heap->entries;
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

/* Returns the first non-empty list of a level. */
static unsigned first_digit(const struct ff_queue_radix *queue, unsigned level)
{
	unsigned word = 0;

	while (queue->some[level][word] == 0)
		word++;
	return word * 64 + (unsigned)__builtin_ctzll(queue->some[level][word]);
}

static void close_list(struct ff_queue_radix *queue, unsigned level, unsigned digit)
{
	const uint64_t *some = queue->some[level];
	uint64_t any = 0;

	queue->lists[level][digit] = 0;
	queue->some[level][digit / 64] &= ~(UINT64_C(1) << digit % 64);
	for (int word = 0; word < FF_QUEUE_RADIX_WORDS; word++)
		any |= some[word];
	if (any == 0)
		queue->levels &= ~(1U << level);
}

void ff_queue_radix_clear(struct ff_queue_radix *queue)
{
	while (queue->levels != 0) {
		unsigned level = (unsigned)__builtin_ctz(queue->levels);

		close_list(queue, level, first_digit(queue, level));
	}
	queue->last = 0;
	queue->used = queue->idle = 0;
}

struct ff_queue_radix_entry ff_queue_radix_take(struct ff_queue_radix *queue)
{
	struct ff_queue_radix_entry *entries = queue->entries, *first;
	unsigned level = (unsigned)__builtin_ctz(queue->levels), digit = first_digit(queue, level);
	uint32_t at = queue->lists[level][digit];

	/*
	 * A single entry is taken as it is; of several, those with the least key move to level 0.
	 */
	if (level > 0 && entries[at - 1].next != 0) {
		uint64_t least = entries[at - 1].key;

		for (uint32_t other = entries[at - 1].next; other != 0;
		     other = entries[other - 1].next)
			least = entries[other - 1].key < least ? entries[other - 1].key : least;
		queue->last = least >> queue->shift;
		close_list(queue, level, digit);
		for (uint32_t next; at != 0; at = next) {
			next = entries[at - 1].next;
			ff_queue_radix_link(queue, at);
		}
		level = 0;
		digit = queue->last & (FF_QUEUE_RADIX_DIGITS - 1);
		at = queue->lists[0][digit];
	}
	first = &entries[at - 1];
	queue->last = first->key >> queue->shift;
	if (first->next == 0)
		close_list(queue, level, digit);
	else
		queue->lists[level][digit] = first->next;
	first->next = queue->idle;
	queue->idle = at;
	return *first;
}
