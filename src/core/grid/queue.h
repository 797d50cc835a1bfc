/*
 * Priority queues, least value first: a heap for any values, radix buckets for integers that never
 * fall, and a ring of buckets for those that are not far apart either.
 */
#ifndef FF_CORE_GRID_QUEUE_H
#define FF_CORE_GRID_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/memory.h"
#include "core/base/status.h"

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

/*
 * A ring of buckets (R. B. Dial, "Algorithm 360: shortest-path forest with topological ordering",
 * Communications of the ACM 12(11), 1969), each with the items of one key.  Keys that wait at the
 * same time differ by less than the ring's length.  Items are in blocks of a cache line, so that a
 * bucket is read without a jump for each.
 */

enum { FF_QUEUE_BLOCK_ITEMS = 14 };

struct ff_queue_block {
	uint32_t next; /* the next block, from 1; 0: none */
	uint32_t count;
	uint32_t items[FF_QUEUE_BLOCK_ITEMS];
};

struct ff_queue_ring {
	uint32_t length; /* a power of two, 64..2^18 */
	uint32_t *heads; /* [length]  the block to put items in; valid where there are any */
	uint64_t *some;  /* [length / 64]  a bit for each bucket that is not empty */
	uint64_t *words; /* [64]  a bit for each word of 'some' that is not 0 */
	uint64_t least;  /* no key is less */
	struct ff_queue_block *blocks; /* owned; [room] */
	size_t room;
	uint32_t used; /* blocks that have been in use */
	uint32_t idle; /* the first free one of them, from 1 */
};

/* Returns the bytes that a ring needs besides its blocks. */
size_t ff_queue_ring_size(uint32_t length);

/* Makes a ring empty, in ff_queue_ring_size() bytes that the caller lends it, aligned to 8.  The
 * caller passes 'blocks' to free(). */
void ff_queue_ring_open(struct ff_queue_ring *ring, uint32_t length, void *memory);

/* Puts an item: FF_OK, or FF_E_NOMEM and nothing has changed. */
enum ff_status ff_queue_ring_put(struct ff_queue_ring *ring, uint64_t key, uint32_t item);

/* Finds the least key; returns false if the ring is empty. */
bool ff_queue_ring_first(const struct ff_queue_ring *ring, uint64_t *key);

/* Takes all items of the least key, which 'least' becomes, in any order.
 *
 *   items  [*room]  the caller's, from malloc() or NULL; they grow as needed
 *   count  set; 0: the ring is empty
 *
 * FF_OK, or FF_E_NOMEM and nothing has changed. */
enum ff_status ff_queue_ring_take(struct ff_queue_ring *ring, uint32_t **items, size_t *room,
				  size_t *count);

#endif
