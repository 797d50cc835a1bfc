/*
 * Memory that runs out at an allocation of the test's choice.
 */
#ifndef HEAP_H
#define HEAP_H

#include "core/base/status.h"
#include "tap.h"

/* The linker's --wrap (Makefile) leads each allocation through heap.c. */
extern struct heap {
	long count, fails_at; /* 0: none */
	long live;            /* blocks that are not freed */
	bool struck;
} heap;

/* Tries something that allocates. */
typedef enum ff_status heap_attempt(const void *with);

/* Fails each allocation of an attempt in turn; at least 'least' of them must be fatal. */
static inline void heap_survives(heap_attempt *try, const void *with, long least)
{
	long at = 0, failed = 0;

	do {
		long live = heap.live;
		enum ff_status st;

		heap.count = 0;
		heap.fails_at = ++at;
		heap.struck = false;
		st = try(with);
		heap.fails_at = 0;
		CHECK(st == FF_OK || (heap.struck && st == FF_E_NOMEM), "allocation %ld: status %d",
		      at, (int)st);
		CHECK(heap.live == live, "allocation %ld: %ld blocks are left", at,
		      heap.live - live);
		failed += st != FF_OK;
	} while (heap.struck);
	CHECK(failed >= least, "only %ld of %ld were fatal", failed, at - 1);
}

#endif
