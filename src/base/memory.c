#include "base/memory.h"

#include <stdlib.h>

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

	if (w < 1 || h < 1 || !ff_memory_product((size_t)w, (size_t)h, &cells) ||
	    !ff_memory_product(cells, size, &bytes))
		return NULL;
	return malloc(bytes);
}

bool ff_memory_grow(void **block, size_t *room, size_t need, size_t size)
{
	size_t wanted = need > *room * 2 ? need : *room * 2, bytes;
	void *grown;

	if (need <= *room)
		return true;
	if (!ff_memory_product(wanted, size, &bytes) || (grown = realloc(*block, bytes)) == NULL)
		return false;
	*block = grown;
	*room = wanted;
	return true;
}
