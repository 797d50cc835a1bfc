#include "core/solve/queue_radix.h"

/* The first list of a level in which there is something. */
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

	/* One alone comes out as it is; of more, those with the least key come to be in level 0. */
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
