/*
 * A heap: a queue of whatever is known by a number, the one first that is to be taken up first,
 * for values of any span.  It grows as it needs; who lowers a value puts it again, and skips what
 * comes out with the old one.
 */
#ifndef FF_CORE_SOLVE_QUEUE_HEAP_H
#define FF_CORE_SOLVE_QUEUE_HEAP_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"

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

/* ff_queue_heap_put() puts one in: FF_OK, or FF_E_NOMEM and it is not in. */
enum ff_status ff_queue_heap_put(struct ff_queue_heap *heap, struct ff_queue_heap_entry entry);

/* ff_queue_heap_take() takes out the first; there is one. */
struct ff_queue_heap_entry ff_queue_heap_take(struct ff_queue_heap *heap);

#endif
