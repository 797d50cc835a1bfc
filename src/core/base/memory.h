/*
 * Sizes that cannot wrap, and memory for arrays.
 */
#ifndef FF_CORE_BASE_MEMORY_H
#define FF_CORE_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sets *out = a * b; returns false, and leaves '*out' as it is, if that wraps. */
bool ff_memory_product(size_t a, size_t b, size_t *out);

/*
 * Allocates w * h cells of 'size' bytes each, not cleared.  The caller owns the block and passes it
 * to free().  NULL if memory ran out, the size wraps, or a side is below 1.
 */
void *ff_memory_cells(int32_t w, int32_t h, size_t size);

/*
 * Advice for blocks that a caller's allocator has mapped from files: the first is for a block whose
 * pages are written in no order, the second for bytes that are read next.  Nothing else changes.
 */
void ff_memory_scatter(void *block, size_t bytes);
void ff_memory_fetch(void *from, size_t bytes);

/* Maps the pages of bytes for writing.  Reading one first maps those around it, too. */
void ff_memory_touch(void *from, size_t bytes);

/*
 * Makes room for at least 'need' elements of 'size' bytes in a block that has room for '*room' of
 * them.  It doubles the room, so that repeated growth takes linear time.  Returns false if memory
 * ran out or a size wraps; nothing has changed then.
 *
 *   items  address of the pointer to the block, of whatever type it is
 */
bool ff_memory_grow(void *items, size_t *room, size_t need, size_t size);

#endif
