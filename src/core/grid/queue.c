/*
 * R. Brown, "Calendar queues: a fast O(1) priority queue implementation", Communications of the ACM
 * 31(10), 1988.  A year is a little longer than the span, so that all that waits is due within one,
 * and a day is a fraction of it.  A cell that is due on a later day is only noted there, in no
 * order.  Today's cells are in a heap, which is small and stays in the L1 cache.  Days without a
 * note are skipped with a bit set of two levels.
 *
 * A heap of all cells costs more than its depth: to lower a value, each cell must know its place,
 * and each move of an entry then writes to distant memory.  Here a cell is noted again, and notes
 * with an outdated value are dropped when their day comes.
 *
 * Where a day has more cells than the heap can hold, the heap gets the lowest: cells at or above a
 * ceiling stay noted and are read when the heap is empty, as if on another day.
 */
#include "core/grid/queue.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "core/base/memory.h"

enum { DAYS = FF_QUEUE_CALENDAR_DAYS };

void ff_queue_calendar_open(struct ff_queue_calendar *queue, const double *values, size_t cells,
			    double span, void *memory)
{
	queue->values = values;
	queue->scale = (DAYS - 4) / span;
	queue->today = 0;
	queue->heap = memory;
	queue->room = cells / 32 + 1000;
	queue->notes = (struct ff_queue_calendar_note *)(queue->heap + queue->room);
	queue->end = (uint32_t)(cells + cells / 16 + 2);
	ff_queue_calendar_clear(queue);
}

void ff_queue_calendar_clear(struct ff_queue_calendar *queue)
{
	queue->ceiling = (double)INFINITY;
	queue->waiting = 0;
	queue->fresh = 1;
	queue->spare = 0;
	queue->words = 0;
	memset(queue->days, 0, sizeof queue->days);
	memset(queue->noted, 0, sizeof queue->noted);
}

/* Lowers the ceiling: cells of the heap at or above it are noted instead. */
bool ff_queue_calendar_narrow(struct ff_queue_calendar *queue)
{
	struct ff_queue_calendar_entry *heap = queue->heap;
	double low = heap[0].value, high = low, middle;
	size_t waiting = queue->waiting, equals = 0;

	for (size_t i = 0; i < waiting; i++)
		high = heap[i].value > high ? heap[i].value : high;
	middle = low + (high - low) / 2;
	queue->ceiling = middle > low ? middle : high;
	if (low == high)
		equals = waiting / 2;
	queue->waiting = 0;
	for (size_t i = 0; i < waiting; i++) {
		struct ff_queue_calendar_entry entry = heap[i];

		if (entry.value < queue->ceiling || i < equals)
			ff_queue_calendar_rise(heap, queue->waiting++, entry);
		else if (!ff_queue_calendar_note_down(queue, queue->today, entry.cell))
			return false;
	}
	return true;
}

/* Returns the next day with a note, today included; INT64_MAX: none. */
static int64_t next_day(const struct ff_queue_calendar *queue)
{
	unsigned today = (unsigned)queue->today & (DAYS - 1), word = today / 64, first;
	uint64_t bits = queue->noted[word] >> today % 64, words;

	if (bits != 0)
		return queue->today + __builtin_ctzll(bits);
	if (queue->words == 0)
		return INT64_MAX;
	first = word + 1;
	words = first < 64 ? queue->words >> first : 0;
	word = words != 0 ? first + (unsigned)__builtin_ctzll(words)
			  : (unsigned)__builtin_ctzll(queue->words);
	first = word * 64 + (unsigned)__builtin_ctzll(queue->noted[word]);
	return queue->today + ((first - today) & (DAYS - 1));
}

/* Moves today's cells into the heap; drops those that now have a value of an earlier day. */
static void read_today(struct ff_queue_calendar *queue)
{
	uint32_t today = (uint32_t)queue->today & (DAYS - 1);
	uint32_t note = queue->days[today];

	queue->days[today] = 0;
	queue->noted[today / 64] &= ~(UINT64_C(1) << today % 64);
	if (queue->noted[today / 64] == 0)
		queue->words &= ~(UINT64_C(1) << today / 64);
	while (note != 0) {
		struct ff_queue_calendar_note *at = &queue->notes[note];
		uint32_t next = at->next, cell = at->cell;
		double value = queue->values[cell];
		bool put;

		at->next = queue->spare;
		queue->spare = note;
		note = next;
		if ((int64_t)(value * queue->scale) != queue->today)
			continue;
		put = ff_queue_calendar_put(queue, cell, value);
		assert(put); /* the note just read is free */
		(void)put;
	}
}

bool ff_queue_calendar_turn(struct ff_queue_calendar *queue, double until)
{
	int64_t last = until < (double)INFINITY ? (int64_t)(until * queue->scale) : INT64_MAX - 1;

	for (int64_t day; (day = next_day(queue)) <= last;) {
		queue->today = day;
		queue->ceiling = (double)INFINITY;
		read_today(queue);
		if (queue->waiting > 0)
			return true;
	}
	if (until < (double)INFINITY && last > queue->today) {
		queue->today = last;
		queue->ceiling = (double)INFINITY;
	}
	return false;
}

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
