#include "heap.h"

#include <stdlib.h>

struct heap heap;

static bool fails(void)
{
	bool strikes = ++heap.count == heap.fails_at;

	heap.struck |= strikes;
	return strikes;
}

static void *taken(void *block)
{
	heap.live += block != NULL;
	return block;
}

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl*): these names are the linker's. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

void *__wrap_malloc(size_t size)
{
	return fails() ? NULL : taken(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : taken(__real_calloc(n, size));
}

void *__wrap_realloc(void *block, size_t size)
{
	if (fails())
		return NULL;
	heap.live -= block != NULL;
	return taken(__real_realloc(block, size));
}

void __wrap_free(void *block)
{
	heap.live -= block != NULL;
	__real_free(block);
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl*) */
