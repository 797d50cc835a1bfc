#include "core/grid/queue.h"

#include <string.h>

/* J. W. J. Williams, "Algorithm 232: heapsort", Communications of the ACM 7(6), 1964. */

static bool is_before(const struct ff_queue_heap_entry *a, const struct ff_queue_heap_entry *b)
{
	if (a->bound != b->bound)
		return a->bound < b->bound;
	if (a->cost != b->cost)
		return a->cost > b->cost;
	return a->item < b->item;
}

enum ff_status ff_queue_heap_put(struct ff_queue_heap *heap, struct ff_queue_heap_entry entry)
{
	struct ff_queue_heap_entry *entries;
	size_t at = heap->count;

	if (!ff_memory_grow(&heap->entries, &heap->room, at + 1, sizeof entry))
		return FF_E_NOMEM;
	entries = heap->entries;
	heap->count++;
	for (; at > 0 && is_before(&entry, &entries[(at - 1) / 2]); at = (at - 1) / 2)
		entries[at] = entries[(at - 1) / 2];
	entries[at] = entry;
	return FF_OK;
}

struct ff_queue_heap_entry ff_queue_heap_take(struct ff_queue_heap *heap)
{
	struct ff_queue_heap_entry *entries = heap->entries, first = entries[0];
	struct ff_queue_heap_entry last = entries[--heap->count];
	size_t at = 0;

	for (size_t next; (next = 2 * at + 1) < heap->count; at = next) {
		if (next + 1 < heap->count && is_before(&entries[next + 1], &entries[next]))
			next++;
		if (!is_before(&entries[next], &last))
			break;
		entries[at] = entries[next];
	}
	entries[at] = last;
	return first;
}

/* Returns the first non-empty list of a level. */
static unsigned first_digit(const struct ff_queue_radix *queue, unsigned level)
{
	unsigned word = 0;

	while (queue->some[level][word] == 0)
		word++;
	return word * 64 + (unsigned)__builtin_ctzll(queue->some[level][word]);
}

static void close_list(struct ff_queue_radix *queue, unsigned level, unsigned digit)
{
	const uint64_t *some = queue->some[level];
	uint64_t any = 0;

	queue->lists[level][digit] = 0;
	queue->some[level][digit / 64] &= ~(UINT64_C(1) << digit % 64);
	for (int word = 0; word < FF_QUEUE_RADIX_WORDS; word++)
		any |= some[word];
	if (any == 0)
		queue->levels &= ~(1U << level);
}

void ff_queue_radix_clear(struct ff_queue_radix *queue)
{
	while (queue->levels != 0) {
		unsigned level = (unsigned)__builtin_ctz(queue->levels);

		close_list(queue, level, first_digit(queue, level));
	}
	queue->last = 0;
	queue->used = queue->idle = 0;
}

struct ff_queue_radix_entry ff_queue_radix_take(struct ff_queue_radix *queue)
{
	struct ff_queue_radix_entry *entries = queue->entries, *first;
	unsigned level = (unsigned)__builtin_ctz(queue->levels), digit = first_digit(queue, level);
	uint32_t at = queue->lists[level][digit];

	/*
	 * A single entry is taken as it is; of several, those with the least key move to level 0.
	 */
	if (level > 0 && entries[at - 1].next != 0) {
		uint64_t least = entries[at - 1].key;

		for (uint32_t other = entries[at - 1].next; other != 0;
		     other = entries[other - 1].next)
			least = entries[other - 1].key < least ? entries[other - 1].key : least;
		queue->last = least >> queue->shift;
		close_list(queue, level, digit);
		for (uint32_t next; at != 0; at = next) {
			next = entries[at - 1].next;
			ff_queue_radix_link(queue, at);
		}
		level = 0;
		digit = queue->last & (FF_QUEUE_RADIX_DIGITS - 1);
		at = queue->lists[0][digit];
	}
	first = &entries[at - 1];
	queue->last = first->key >> queue->shift;
	if (first->next == 0)
		close_list(queue, level, digit);
	else
		queue->lists[level][digit] = first->next;
	first->next = queue->idle;
	queue->idle = at;
	return *first;
}

/* ---- the ring ---- */

enum { GROUPS = 64 }; /* of 64 words of 64 buckets */

size_t ff_queue_ring_size(uint32_t length)
{
	return (GROUPS + length / 64) * sizeof(uint64_t) + length * sizeof(uint32_t);
}

void ff_queue_ring_open(struct ff_queue_ring *ring, uint32_t length, void *memory)
{
	*ring = (struct ff_queue_ring){.length = length, .words = memory};
	ring->some = ring->words + GROUPS;
	ring->heads = (uint32_t *)(ring->some + length / 64);
	memset(memory, 0, (GROUPS + length / 64) * sizeof *ring->some);
}

/* Returns a free block, from 1; 0 if memory ran out. */
static uint32_t new_block(struct ff_queue_ring *ring)
{
	uint32_t at = ring->idle;

	if (at != 0)
		ring->idle = ring->blocks[at - 1].next;
	else if (ff_memory_grow(&ring->blocks, &ring->room, (size_t)ring->used + 1,
				sizeof *ring->blocks))
		at = ++ring->used;
	return at;
}

enum ff_status ff_queue_ring_put(struct ff_queue_ring *ring, uint64_t key, uint32_t item)
{
	uint32_t at = (uint32_t)key & (ring->length - 1), word = at / 64;
	bool some = (ring->some[word] >> at % 64 & 1) != 0;
	uint32_t head = some ? ring->heads[at] : 0;
	struct ff_queue_block *block;

	if (!some || ring->blocks[head - 1].count == FF_QUEUE_BLOCK_ITEMS) {
		uint32_t block_at = new_block(ring);

		if (block_at == 0)
			return FF_E_NOMEM;
		ring->blocks[block_at - 1].next = head;
		ring->blocks[block_at - 1].count = 0;
		ring->heads[at] = head = block_at;
		ring->some[word] |= UINT64_C(1) << at % 64;
		ring->words[word / 64] |= UINT64_C(1) << word % 64;
	}
	block = &ring->blocks[head - 1];
	block->items[block->count++] = item;
	return FF_OK;
}

bool ff_queue_ring_first(const struct ff_queue_ring *ring, uint64_t *key)
{
	const uint32_t from = (uint32_t)ring->least & (ring->length - 1);
	uint32_t word = from / 64, next = word + 1, group = next / 64 % GROUPS;
	uint64_t bits = ring->some[word] & UINT64_MAX << from % 64;
	uint64_t words = next % 64 == 0 ? UINT64_MAX : UINT64_MAX << next % 64;

	/* Once round: the words from the next one on, up to the beginning of this one. */
	words &= ring->words[group];
	for (int i = 0; bits == 0 && words == 0 && i < GROUPS; i++) {
		group = (group + 1) % GROUPS;
		words = ring->words[group];
	}
	if (bits == 0 && words == 0)
		return false;
	if (bits == 0) {
		word = group * 64 + (uint32_t)__builtin_ctzll(words);
		bits = ring->some[word];
	}
	*key = ring->least +
	       ((word * 64 + (uint32_t)__builtin_ctzll(bits) - from) & (ring->length - 1));
	return true;
}

enum ff_status ff_queue_ring_take(struct ff_queue_ring *ring, uint32_t **items, size_t *room,
				  size_t *count)
{
	struct ff_queue_block *block = NULL;
	uint32_t at, word;
	size_t n = 0;

	*count = 0;
	if (!ff_queue_ring_first(ring, &ring->least))
		return FF_OK;
	at = (uint32_t)ring->least & (ring->length - 1);
	for (uint32_t next = ring->heads[at]; next != 0; next = block->next) {
		block = &ring->blocks[next - 1];
		n += block->count;
	}
	if (!ff_memory_grow(items, room, n, sizeof **items))
		return FF_E_NOMEM;
	for (uint32_t next = ring->heads[at]; next != 0; next = block->next) {
		block = &ring->blocks[next - 1];
		memcpy(*items + *count, block->items, block->count * sizeof **items);
		*count += block->count;
	}
	if (block != NULL)
		block->next = ring->idle;
	ring->idle = ring->heads[at];
	word = at / 64;
	ring->some[word] &= ~(UINT64_C(1) << at % 64);
	if (ring->some[word] == 0)
		ring->words[word / 64] &= ~(UINT64_C(1) << word % 64);
	return FF_OK;
}
