/*
 * A queue of cells by whole numbers, none of which is less than what has been taken out: buckets
 * of several levels (E. V. Denardo and B. L. Fox, "Shortest-route methods: 1. reaching, pruning,
 * and buckets", Operations Research 27(1), 1979).  Few cells take little, and with many no cell
 * is moved more than a few times.
 */
#ifndef FF_CORE_SOLVE_QUEUE_RADIX_H
#define FF_CORE_SOLVE_QUEUE_RADIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/memory.h"
#include "core/base/status.h"

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

/* ff_queue_radix_clear() takes everything out; any key may then be put in. */
void ff_queue_radix_clear(struct ff_queue_radix *queue);

/* ff_queue_radix_empty() tells whether there is nothing in it. */
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

/* ff_queue_radix_put() puts an item in, with a key of at least that of the last one that was taken
 * out: FF_OK, or FF_E_NOMEM and it is not in. */
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

/* ff_queue_radix_take() takes out one of those with the least key, shifted; there is one. */
struct ff_queue_radix_entry ff_queue_radix_take(struct ff_queue_radix *queue);

#endif
