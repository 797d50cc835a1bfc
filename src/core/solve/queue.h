/*
 * Queues of cells, the least value first: a calendar for values within a fixed span, a heap for any
 * values, and buckets of several levels for whole numbers that never fall.
 */
#ifndef FF_CORE_SOLVE_QUEUE_H
#define FF_CORE_SOLVE_QUEUE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/memory.h"
#include "core/base/status.h"

/*
 * A calendar: a queue of cells, the least value first, for values that come
 * within a fixed span of the one that was taken last.
 *
 * It keeps the cells' numbers only: their values stand in an array of the
 * caller's.  A cell whose value there becomes lower is put again.  So the caller
 * may be given a cell more than once, the first time when its value is due, and
 * skips what it has had; that it does not put again.  Equal values come in any
 * order.
 */

enum {
	FF_QUEUE_CALENDAR_DAYS = 64 * 64,
	/* Bytes lent per cell of the map, and besides. */
	FF_QUEUE_CALENDAR_CELL = 9,
	FF_QUEUE_CALENDAR_EXTRA = 16384 + 64,
};

struct ff_queue_calendar_entry {
	double value;
	uint32_t cell;
};

/* A note that a cell is due on some day. */
struct ff_queue_calendar_note {
	uint32_t cell;
	uint32_t next; /* of the same day; 0: none */
};

/* Filled by ff_queue_calendar_open(); callers leave it alone. */
struct ff_queue_calendar {
	const double *values;
	double scale;   /* days per unit */
	double ceiling; /* today's cells up to this are in 'heap', those from this on are noted */
	int64_t today;
	struct ff_queue_calendar_entry *heap; /* [room]  4-ary, the least value first: of today */
	size_t room, waiting;
	struct ff_queue_calendar_note *notes;  /* [end]  0 is none */
	uint32_t fresh, end;                   /* those from 'fresh' on have never been used */
	uint32_t spare;                        /* the first of those that are free again */
	uint32_t days[FF_QUEUE_CALENDAR_DAYS]; /* the first note of each */
	uint64_t noted[FF_QUEUE_CALENDAR_DAYS / 64]; /* a bit per day: it has notes */
	uint64_t words;                              /* a bit per word of 'noted': it is not 0 */
};

/*
 * Makes an empty queue.
 *
 *   values  [cells]  of cells in the queue: 0..1e13; read while it is in use
 *   span    >= 1  no value that is put is more than this above the last one taken
 *           or given to ff_queue_calendar_first(), nor below it
 *   memory  lent while it is in use; >= cells * FF_QUEUE_CALENDAR_CELL +
 *           FF_QUEUE_CALENDAR_EXTRA bytes, aligned as malloc's
 */
void ff_queue_calendar_open(struct ff_queue_calendar *queue, const double *values, size_t cells,
			    double span, void *memory);

/* Empties the queue; time goes on. */
void ff_queue_calendar_clear(struct ff_queue_calendar *queue);

/*
 * These serve the functions below: narrow() makes room in the heap, or is false if there is no
 * memory left; turn() fills the heap when it is empty and tells whether it could, without going
 * beyond the day of 'until'.
 */
bool ff_queue_calendar_narrow(struct ff_queue_calendar *queue);
bool ff_queue_calendar_turn(struct ff_queue_calendar *queue, double until);

/* Notes that a cell is due; false if there is no memory left. */
static inline bool ff_queue_calendar_note_down(struct ff_queue_calendar *queue, int64_t when,
					       uint32_t cell)
{
	uint32_t day = (uint32_t)when & (FF_QUEUE_CALENDAR_DAYS - 1), note = queue->spare;

	if (note != 0) {
		queue->spare = queue->notes[note].next;
	} else {
		if (queue->fresh == queue->end)
			return false;
		note = queue->fresh++;
	}
	queue->notes[note] = (struct ff_queue_calendar_note){cell, queue->days[day]};
	queue->days[day] = note;
	queue->noted[day / 64] |= UINT64_C(1) << day % 64;
	queue->words |= UINT64_C(1) << day / 64;
	return true;
}

static inline void ff_queue_calendar_rise(struct ff_queue_calendar_entry *heap, size_t place,
					  struct ff_queue_calendar_entry entry)
{
	for (; place > 0 && heap[(place - 1) / 4].value > entry.value; place = (place - 1) / 4)
		heap[place] = heap[(place - 1) / 4];
	heap[place] = entry;
}

/*
 * Puts a cell in; values[cell] is 'value'.  False, and it is not in, if there is no memory left
 * because of cells that were put more than once: then clear the queue and put all cells again that
 * are to be in it, which succeeds.
 */
static inline bool ff_queue_calendar_put(struct ff_queue_calendar *queue, uint32_t cell,
					 double value)
{
	int64_t day = (int64_t)(value * queue->scale);

	if (queue->waiting == queue->room && !ff_queue_calendar_narrow(queue))
		return false;
	if (day == queue->today && value < queue->ceiling) {
		ff_queue_calendar_rise(queue->heap, queue->waiting++,
				       (struct ff_queue_calendar_entry){value, cell});
		return true;
	}
	return ff_queue_calendar_note_down(queue, day, cell);
}

/*
 * Returns the first in the queue, or NULL if there is none but may be some beyond 'until'
 * (INFINITY: if it is empty).  Nothing may be put from then on that is below 'until' and the first.
 */
static inline const struct ff_queue_calendar_entry *
ff_queue_calendar_first(struct ff_queue_calendar *queue, double until)
{
	return queue->waiting > 0 || ff_queue_calendar_turn(queue, until) ? queue->heap : NULL;
}

/* Takes out the first, which ff_queue_calendar_first() has found. */
static inline void ff_queue_calendar_take(struct ff_queue_calendar *queue)
{
	struct ff_queue_calendar_entry *heap = queue->heap;
	struct ff_queue_calendar_entry last = heap[--queue->waiting];
	size_t place = 0;

	for (size_t next = 1; next < queue->waiting; next = 4 * place + 1) {
		size_t end = next + 4 < queue->waiting ? next + 4 : queue->waiting;
		double value = heap[next].value;

		/* No branch in here: nothing could predict it. */
		for (size_t i = next + 1; i < end; i++) {
			next = heap[i].value < value ? i : next;
			value = heap[i].value < value ? heap[i].value : value;
		}
		if (last.value <= value)
			break;
		heap[place] = heap[next];
		place = next;
	}
	heap[place] = last;
}

/*
 * A heap: a queue of whatever is known by a number, the one first that is to be taken up first, for
 * values of any span.  It grows as it needs; a caller that lowers a value puts it again, and skips
 * what comes out with the old one.
 */

struct ff_queue_heap_entry {
	double bound;  /* the least comes first... */
	double cost;   /* ...of equals the one with the most, which is farther on... */
	uint32_t item; /* ...and then the one with the lower number */
};

/* All zero: empty.  free() what 'entries' points to. */
struct ff_queue_heap {
	struct ff_queue_heap_entry *entries; /* [count] */
	size_t count, room;
};

/* Puts one in: FF_OK, or FF_E_NOMEM and it is not in. */
enum ff_status ff_queue_heap_put(struct ff_queue_heap *heap, struct ff_queue_heap_entry entry);

/* Takes out the first; there is one. */
struct ff_queue_heap_entry ff_queue_heap_take(struct ff_queue_heap *heap);

/*
 * A queue of cells by whole numbers, none of which is less than what has been taken out: buckets
 * of several levels (E. V. Denardo and B. L. Fox, "Shortest-route methods: 1. reaching, pruning,
 * and buckets", Operations Research 27(1), 1979).  Few cells take little, and with many no cell
 * is moved more than a few times.
 */

enum {
	FF_QUEUE_RADIX_BITS = 8, /* of a digit */
	FF_QUEUE_RADIX_DIGITS = 1 << FF_QUEUE_RADIX_BITS,
	FF_QUEUE_RADIX_LEVELS = 64 / FF_QUEUE_RADIX_BITS,
	FF_QUEUE_RADIX_WORDS = FF_QUEUE_RADIX_DIGITS / 64,
};

struct ff_queue_radix_entry {
	uint64_t key;
	uint32_t item; /* whatever is known by a number */
	uint32_t next; /* in its list, counted from 1; 0 ends it */
};

/*
 * All zero: empty.  free() what 'entries' points to.  A key is in the level of the highest digit
 * in which it differs from 'last' (none: 0), and there in the list of that digit.
 */
struct ff_queue_radix {
	struct ff_queue_radix_entry *entries; /* [room] */
	size_t room;
	unsigned shift;  /* so many low bits of keys are not looked at; set while it is empty */
	unsigned levels; /* bit k: there is something in level k */
	uint64_t last;   /* the least key there can be, shifted */
	uint32_t used;   /* entries that have been in use... */
	uint32_t idle;   /* ...and the first of those that are not any more, as 'next' */
	uint64_t some[FF_QUEUE_RADIX_LEVELS][FF_QUEUE_RADIX_WORDS]; /* a bit a list */
	uint32_t lists[FF_QUEUE_RADIX_LEVELS][FF_QUEUE_RADIX_DIGITS];
};

/* Takes everything out; any key may then be put in. */
void ff_queue_radix_clear(struct ff_queue_radix *queue);

/* Returns true if there is nothing in it. */
static inline bool ff_queue_radix_empty(const struct ff_queue_radix *queue)
{
	return queue->levels == 0;
}

/* Puts entry 'at' (from 1) where it belongs. */
static inline void ff_queue_radix_link(struct ff_queue_radix *queue, uint32_t at)
{
	struct ff_queue_radix_entry *entry = &queue->entries[at - 1];
	uint64_t key = entry->key >> queue->shift, differs = (key ^ queue->last) | 1;
	unsigned level = (63 - (unsigned)__builtin_clzll(differs)) / FF_QUEUE_RADIX_BITS;
	unsigned digit = key >> level * FF_QUEUE_RADIX_BITS & (FF_QUEUE_RADIX_DIGITS - 1);

	entry->next = queue->lists[level][digit];
	queue->lists[level][digit] = at;
	queue->some[level][digit / 64] |= UINT64_C(1) << digit % 64;
	queue->levels |= 1U << level;
}

/* Puts an item in, with a key of at least that of the last one that was taken out: FF_OK, or
 * FF_E_NOMEM and it is not in. */
static inline enum ff_status ff_queue_radix_put(struct ff_queue_radix *queue, uint64_t key,
						uint32_t item)
{
	uint32_t at = queue->idle;

	if (at != 0) {
		queue->idle = queue->entries[at - 1].next;
	} else {
		void *block = queue->entries;

		if (!ff_memory_grow(&block, &queue->room, (size_t)queue->used + 1,
				    sizeof *queue->entries))
			return FF_E_NOMEM;
		queue->entries = block;
		at = ++queue->used;
	}
	queue->entries[at - 1].key = key;
	queue->entries[at - 1].item = item;
	ff_queue_radix_link(queue, at);
	return FF_OK;
}

/* Takes out one of those with the least key, shifted; there is one. */
struct ff_queue_radix_entry ff_queue_radix_take(struct ff_queue_radix *queue);

#endif
