/*
 * Priority queues of cells, least value first: a calendar queue for values within a fixed span, a
 * heap for any values, and radix buckets for integers that never fall.
 */
#ifndef FF_CORE_GRID_QUEUE_H
#define FF_CORE_GRID_QUEUE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/memory.h"
#include "core/base/status.h"

/*
 * A calendar queue of cells, for values within a fixed span of the one taken last.
 *
 * It keeps the cells' numbers only; their values are in the caller's array.  When a value there
 * falls, the cell is put again.  So the caller may get a cell more than once, the first time when
 * its value is due, and skips those that it has had; it must not put them again.  Equal values come
 * in any order.
 */

enum {
	FF_QUEUE_CALENDAR_DAYS = 64 * 64,
	/* bytes of memory per cell of the map, and in addition */
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
	uint32_t next; /* next note of the day; 0: none */
};

/* Filled by ff_queue_calendar_open(); opaque to callers. */
struct ff_queue_calendar {
	const double *values;
	double scale;   /* days per unit */
	double ceiling; /* today's cells below this are in 'heap', the others are noted */
	int64_t today;
	struct ff_queue_calendar_entry *heap; /* [room]  today's cells: 4-ary, least value first */
	size_t room, waiting;
	struct ff_queue_calendar_note *notes;  /* [end]  0 means none */
	uint32_t fresh, end;                   /* notes from 'fresh' on have never been used */
	uint32_t spare;                        /* the first free note below 'fresh' */
	uint32_t days[FF_QUEUE_CALENDAR_DAYS]; /* the first note of each day */
	uint64_t noted[FF_QUEUE_CALENDAR_DAYS / 64]; /* a bit per day with notes */
	uint64_t words;                              /* a bit per word of 'noted' other than 0 */
};

/*
 * Makes an empty queue.
 *
 *   values  [cells]  values of queued cells: 0..1e13; read while the queue is in use
 *   span    >= 1  no value may be put that is more than this above the last one taken or given to
 *           ff_queue_calendar_first(), nor below it
 *   memory  lent while the queue is in use; >= cells * FF_QUEUE_CALENDAR_CELL +
 *           FF_QUEUE_CALENDAR_EXTRA bytes, aligned as malloc's
 */
void ff_queue_calendar_open(struct ff_queue_calendar *queue, const double *values, size_t cells,
			    double span, void *memory);

/* Empties the queue; the current day stays. */
void ff_queue_calendar_clear(struct ff_queue_calendar *queue);

/*
 * Used by the inline functions below.  ff_queue_calendar_narrow() makes room in the heap, or
 * returns false if memory is used up; ff_queue_calendar_turn() fills the empty heap from the next
 * days, up to that of 'until', or returns false.
 */
bool ff_queue_calendar_narrow(struct ff_queue_calendar *queue);
bool ff_queue_calendar_turn(struct ff_queue_calendar *queue, double until);

/* Notes that a cell is due; false if memory is used up. */
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
 * Puts a cell, with values[cell] = 'value'.  Returns false, and does not put it, if cells put more
 * than once have used up the memory: then clear the queue and put all its cells again, which
 * succeeds.
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

/* Returns the first entry, or NULL if there is none up to 'until' (INFINITY: if the queue is
 * empty).  From then on nothing may be put that is below both 'until' and the first. */
static inline const struct ff_queue_calendar_entry *
ff_queue_calendar_first(struct ff_queue_calendar *queue, double until)
{
	return queue->waiting > 0 || ff_queue_calendar_turn(queue, until) ? queue->heap : NULL;
}

/* Takes out the entry that ff_queue_calendar_first() has returned. */
static inline void ff_queue_calendar_take(struct ff_queue_calendar *queue)
{
	struct ff_queue_calendar_entry *heap = queue->heap;
	struct ff_queue_calendar_entry last = heap[--queue->waiting];
	size_t place = 0;

	for (size_t next = 1; next < queue->waiting; next = 4 * place + 1) {
		size_t end = next + 4 < queue->waiting ? next + 4 : queue->waiting;
		double value = heap[next].value;

		/* Branch-free, since the choice is unpredictable. */
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

/* A binary heap of items, for any values.  It grows as needed.  A caller that lowers a value puts
 * the item again, and skips what comes out with the old one. */

struct ff_queue_heap_entry {
	double bound;  /* least first... */
	double cost;   /* ...of equals the largest, which is farther on... */
	uint32_t item; /* ...then the lowest number */
};

/* All zero: empty.  The caller passes 'entries' to free(). */
struct ff_queue_heap {
	struct ff_queue_heap_entry *entries; /* [count] */
	size_t count, room;
};

/* Puts an entry: FF_OK, or FF_E_NOMEM and nothing has changed. */
enum ff_status ff_queue_heap_put(struct ff_queue_heap *heap, struct ff_queue_heap_entry entry);

/* Takes out the first entry; the heap must not be empty. */
struct ff_queue_heap_entry ff_queue_heap_take(struct ff_queue_heap *heap);

/*
 * A radix queue of items by integer keys, none less than the last one taken: buckets of several
 * levels (E. V. Denardo, B. L. Fox, "Shortest-route methods: 1. reaching, pruning, and buckets",
 * Operations Research 27(1), 1979).  Short queues are cheap, and in long ones no item is moved more
 * than a few times.
 */

enum {
	FF_QUEUE_RADIX_BITS = 8, /* bits per digit */
	FF_QUEUE_RADIX_DIGITS = 1 << FF_QUEUE_RADIX_BITS,
	FF_QUEUE_RADIX_LEVELS = 64 / FF_QUEUE_RADIX_BITS,
	FF_QUEUE_RADIX_WORDS = FF_QUEUE_RADIX_DIGITS / 64,
};

struct ff_queue_radix_entry {
	uint64_t key;
	uint32_t item; /* any number that identifies the item */
	uint32_t next; /* next in its list, from 1; 0: none */
};

/* All zero: empty.  The caller passes 'entries' to free().  A key is in the level of the highest
 * digit in which it differs from 'last' (none: 0), and there in the list of that digit. */
struct ff_queue_radix {
	struct ff_queue_radix_entry *entries; /* [room] */
	size_t room;
	unsigned shift;  /* low bits of keys that are ignored; set while the queue is empty */
	unsigned levels; /* bit k: level k is not empty */
	uint64_t last;   /* the least possible key, shifted */
	uint32_t used;   /* entries that have been in use */
	uint32_t idle;   /* the first free one of them, as 'next' */
	uint64_t some[FF_QUEUE_RADIX_LEVELS]
		     [FF_QUEUE_RADIX_WORDS]; /* a bit per list that is not empty */
	uint32_t lists[FF_QUEUE_RADIX_LEVELS][FF_QUEUE_RADIX_DIGITS];
};

/* Removes all items; then any key may be put. */
void ff_queue_radix_clear(struct ff_queue_radix *queue);

/* Returns true if the queue is empty. */
static inline bool ff_queue_radix_empty(const struct ff_queue_radix *queue)
{
	return queue->levels == 0;
}

/* Links entry 'at' (from 1) into its list. */
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

/* Puts an item with a key of at least that of the last one taken: FF_OK, or FF_E_NOMEM and nothing
 * has changed. */
static inline enum ff_status ff_queue_radix_put(struct ff_queue_radix *queue, uint64_t key,
						uint32_t item)
{
	uint32_t at = queue->idle;

	if (at != 0) {
		queue->idle = queue->entries[at - 1].next;
	} else {
		if (!ff_memory_grow(&queue->entries, &queue->room, (size_t)queue->used + 1,
				    sizeof *queue->entries))
			return FF_E_NOMEM;
		at = ++queue->used;
	}
	queue->entries[at - 1].key = key;
	queue->entries[at - 1].item = item;
	ff_queue_radix_link(queue, at);
	return FF_OK;
}

/* Takes out an entry with the least shifted key; the queue must not be empty. */
struct ff_queue_radix_entry ff_queue_radix_take(struct ff_queue_radix *queue);

#endif
