#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

/* Each page of fresh memory costs a page fault: with pages of 2 MiB they take a sixth of the time
 * of those of 4 KiB.  Where the system has no huge pages, the advice does nothing. */
enum { PAGE = 4096, HUGE_PAGE = 2 << 20, HUGE_FROM = 2 * HUGE_PAGE };

bool ff_memory_product(size_t a, size_t b, size_t *out)
{
	if (b != 0 && a > SIZE_MAX / b)
		return false;
	*out = a * b;
	return true;
}

void *ff_memory_cells(int32_t w, int32_t h, size_t size)
{
	size_t cells, bytes;
	void *block;

	if (w < 1 || h < 1 || !ff_memory_product((size_t)w, (size_t)h, &cells) ||
	    !ff_memory_product(cells, size, &bytes))
		return NULL;
	if (bytes < HUGE_FROM || bytes > SIZE_MAX - HUGE_PAGE)
		return malloc(bytes);
	block = aligned_alloc(HUGE_PAGE, (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
#ifdef MADV_HUGEPAGE
	if (block != NULL)
		(void)madvise(block, bytes, MADV_HUGEPAGE);
#endif
	return block;
}

#ifdef MADV_RANDOM
enum { SCATTERED = MADV_RANDOM, NEXT = MADV_WILLNEED };
#else
enum { SCATTERED, NEXT };
#endif

/* Advises the system of the pages that bytes lie in, where it takes advice. */
static void advise(void *from, size_t bytes, int advice)
{
#ifdef MADV_RANDOM
	const size_t before = (uintptr_t)from % PAGE;

	(void)madvise((char *)from - before, bytes + before, advice);
#else
	(void)from;
	(void)bytes;
	(void)advice;
#endif
}

void ff_memory_scatter(void *block, size_t bytes)
{
	/* Else the system reads megabytes around each page, in pieces that it goes through whenever
	 * a page of them is written. */
	advise(block, bytes, SCATTERED);
}

void ff_memory_fetch(void *from, size_t bytes)
{
	advise(from, bytes, NEXT);
}

void ff_memory_touch(void *from, size_t bytes)
{
	uint8_t *const last = (uint8_t *)from + bytes - 1;

	/* The processor writes what it reads. */
	for (uint8_t *at = from; at < last; at += PAGE)
		(void)__atomic_compare_exchange_n(at, &(uint8_t){0}, 0, false, __ATOMIC_RELAXED,
						  __ATOMIC_RELAXED);
	(void)__atomic_compare_exchange_n(last, &(uint8_t){0}, 0, false, __ATOMIC_RELAXED,
					  __ATOMIC_RELAXED);
}

bool ff_memory_grow(void *items, size_t *room, size_t need, size_t size)
{
	size_t wanted = need > *room * 2 ? need : *room * 2, bytes;
	void *block, *grown;

	if (need <= *room)
		return true;
	memcpy(&block, items, sizeof block);
	if (!ff_memory_product(wanted, size, &bytes) || (grown = realloc(block, bytes)) == NULL)
		return false;
	memcpy(items, &grown, sizeof grown);
	*room = wanted;
	return true;
}
