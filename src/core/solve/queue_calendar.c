/*
 * R. Brown, "Calendar queues: a fast O(1) priority queue implementation",
 * Communications of the ACM 31(10), 1988.  A year is a little longer than the
 * span, so that all that waits is due within one, and a day a fraction of it.
 * What is due on a later day is only noted there, in no order.  Cells of today are in a
 * heap, which is small and stays in the nearest cache.  Days without a note are
 * skipped by a bit set of two levels.
 *
 * A heap of all cells costs more than its depth: to make a value lower there each
 * cell must know its place, and each move of an entry then writes to memory far
 * away.  Here a cell is noted again, and a note that its value has left behind is dropped
 * when its day comes.
 *
 * Where a day has more cells than the heap has room for, the heap has the lowest
 * of them: those from a ceiling on stay noted, or are noted again, and have their
 * turn when the heap is empty, as if on another day.
 */
#include "core/solve/queue_calendar.h"

#include <assert.h>
#include <string.h>

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

/* Lowers the ceiling: of what is in the heap, cells from there on are noted. */
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

/* The next day with a note, today included; INT64_MAX: none. */
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

/* Puts today's cells into the heap, but for those with a value of an earlier day now. */
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
		assert(put); /* the note that has been read is free */
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
