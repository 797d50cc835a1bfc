#include "core/grid/queue.h"

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- heap ---- */

/* The heap against a list that is searched from end to end. */

enum { MOST = 300 };

/* Returns true if a must come out before b. */
static bool comes_first(const struct ff_queue_heap_entry *a, const struct ff_queue_heap_entry *b)
{
	if (a->bound < b->bound || a->bound > b->bound)
		return a->bound < b->bound;
	if (a->cost < b->cost || a->cost > b->cost)
		return a->cost > b->cost;
	return a->item < b->item;
}

static void the_first_item_comes_out_first(void)
{
	struct ff_queue_heap_entry list[MOST];
	struct ff_queue_heap heap = {NULL, 0, 0};
	uint64_t dice = ORACLE_SEED;
	size_t count = 0, first;

	for (int i = 0; i < 20000; i++) {
		if (count < MOST && (count == 0 || oracle_random(&dice) % 5 < 3)) {
			list[count] =
				(struct ff_queue_heap_entry){(double)(oracle_random(&dice) % 40),
							     (double)(oracle_random(&dice) % 3),
							     (uint32_t)(oracle_random(&dice) % 5)};
			if (!CHECK(ff_queue_heap_put(&heap, list[count++]) == FF_OK, "%d", i))
				break;
		} else {
			struct ff_queue_heap_entry got = ff_queue_heap_take(&heap);

			first = 0;
			for (size_t k = 1; k < count; k++)
				if (comes_first(&list[k], &list[first]))
					first = k;
			CHECK(!comes_first(&list[first], &got) && !comes_first(&got, &list[first]),
			      "%d: %g %g %" PRIu32, i, got.bound, got.cost, got.item);
			list[first] = list[--count];
		}
		CHECK(heap.count == count, "%zu are in, not %zu", heap.count, count);
	}
	free(heap.entries);
}

/* ---- radix queue ---- */

enum { ITEMS = 4000 };

/* A queue and the keys that are in it, by item. */
struct keys {
	struct ff_queue_radix queue;
	uint64_t values[ITEMS];
	bool in[ITEMS];
	uint32_t count;
	uint64_t last;
};

static void put_key(struct keys *keys, uint64_t key)
{
	uint32_t item = keys->count++;

	keys->values[item] = key;
	keys->in[item] = true;
	CHECK(ff_queue_radix_put(&keys->queue, key, item) == FF_OK, "put");
}

/* Takes one, which must be among the least there are. */
static void take_least(struct keys *keys)
{
	struct ff_queue_radix_entry entry = ff_queue_radix_take(&keys->queue);
	uint64_t least = UINT64_MAX;

	for (uint32_t i = 0; i < keys->count; i++)
		if (keys->in[i] && keys->values[i] < least)
			least = keys->values[i];
	CHECK(entry.item < keys->count && keys->in[entry.item] &&
		      keys->values[entry.item] == entry.key &&
		      entry.key >> keys->queue.shift == least >> keys->queue.shift,
	      "item %" PRIu32 " with %" PRIu64 " comes before one with %" PRIu64, entry.item,
	      entry.key, least);
	keys->in[entry.item] = false;
	if (entry.key > keys->last)
		keys->last = entry.key;
}

/* Keys up to 'span' above what was taken last, which may then grow by digits. */
static void mix(struct keys *keys, uint64_t span, unsigned shift, uint64_t *dice)
{
	uint32_t waiting = 0;

	keys->count = 0;
	keys->last = 0;
	keys->queue.shift = shift;
	CHECK(ff_queue_radix_empty(&keys->queue), "it is not empty");
	while (keys->count < ITEMS / 16) {
		if (waiting > 0 && oracle_random(dice) % 3 == 0) {
			take_least(keys);
			waiting--;
		} else {
			put_key(keys, keys->last + oracle_random(dice) % span);
			waiting++;
		}
	}
	for (; waiting > 0; waiting--)
		take_least(keys);
	CHECK(ff_queue_radix_empty(&keys->queue), "something is left");
	ff_queue_radix_clear(&keys->queue);
}

static void the_least_key_comes_first_whatever_the_span(void)
{
	static struct keys keys;
	uint64_t dice = ORACLE_SEED;

	for (unsigned bits = 0; bits < 55; bits++)
		for (unsigned shift = 0; shift < 20; shift += 9)
			mix(&keys, UINT64_C(1) << bits, shift, &dice);
	free(keys.queue.entries);
}

static void after_it_is_cleared_lesser_keys_may_come(void)
{
	struct ff_queue_radix queue = {0};
	uint64_t dice = ORACLE_SEED;

	for (int turn = 0; turn < 100; turn++) {
		uint64_t least = UINT64_MAX;

		for (uint32_t i = 0; i < 40; i++) {
			uint64_t key = oracle_random(&dice) >> (1 + turn % 60);

			least = key < least ? key : least;
			CHECK(ff_queue_radix_put(&queue, key, i) == FF_OK, "put");
		}
		CHECK(ff_queue_radix_take(&queue).key == least, "turn %d", turn);
		ff_queue_radix_clear(&queue);
		CHECK(ff_queue_radix_empty(&queue), "turn %d", turn);
	}
	free(queue.entries);
}

static void room_is_needed_only_for_items_in_the_queue(void)
{
	struct ff_queue_radix queue = {0};

	for (int turn = 0; turn < 50; turn++) {
		for (uint32_t i = 0; i < 100; i++)
			CHECK(ff_queue_radix_put(&queue, i, i) == FF_OK, "put");
		for (uint32_t i = 0; i < 1000; i++) {
			CHECK(ff_queue_radix_take(&queue).key == i, "take");
			CHECK(ff_queue_radix_put(&queue, 100 + i, i) == FF_OK, "put");
		}
		CHECK(queue.used == 100, "turn %d: %" PRIu32, turn, queue.used);
		ff_queue_radix_clear(&queue);
	}
	free(queue.entries);
}

/* ---- ring ---- */

/* Rings of all lengths against a list: each key comes out once, the least first, with its items. */
static void a_ring_gives_all_items_of_the_least_key(void)
{
	uint64_t dice = ORACLE_SEED;

	for (uint32_t length = 64; length <= 1 << 18; length *= 2) {
		void *memory = oracle_cells(ff_queue_ring_size(length), 1);
		struct ff_queue_ring ring;
		uint64_t values[ITEMS] = {0}, base = oracle_random(&dice) >> 20, first;
		uint32_t *items = NULL;
		size_t room = 0, count, taken = 0;

		memset(memory, 0x5a, ff_queue_ring_size(length));
		ff_queue_ring_open(&ring, length, memory);
		CHECK(!ff_queue_ring_first(&ring, &first), "it is not empty");
		ring.least = base;
		for (uint32_t put = 0; put < ITEMS || ff_queue_ring_first(&ring, &first);) {
			uint64_t least = UINT64_MAX;
			size_t equal = 0;

			for (int i = (int)(oracle_random(&dice) % 40); i > 0 && put < ITEMS; i--) {
				uint64_t far = oracle_random(&dice) % length;

				far = oracle_random(&dice) % 2 == 0 ? far % 3 : far;
				values[put] = ring.least + far;
				CHECK(ff_queue_ring_put(&ring, values[put], put) == FF_OK, "put");
				put++;
			}
			for (uint32_t i = 0; i < put; i++)
				least = values[i] < least ? values[i] : least;
			for (uint32_t i = 0; i < put; i++)
				equal += values[i] == least && least != UINT64_MAX;
			CHECK(ff_queue_ring_take(&ring, &items, &room, &count) == FF_OK &&
				      count == equal && (count == 0 || ring.least == least),
			      "%zu items of %" PRIu64 ", not %zu of %" PRIu64, count, ring.least,
			      equal, least);
			for (size_t i = 0; i < count; i++) {
				CHECK(values[items[i]] == least, "item %" PRIu32, items[i]);
				values[items[i]] = UINT64_MAX;
			}
			taken += count;
		}
		CHECK(taken == ITEMS, "%zu came out", taken);
		free(items);
		free(ring.blocks);
		free(memory);
	}
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(the_first_item_comes_out_first);
	RUN(the_least_key_comes_first_whatever_the_span);
	RUN(after_it_is_cleared_lesser_keys_may_come);
	RUN(room_is_needed_only_for_items_in_the_queue);
	RUN(a_ring_gives_all_items_of_the_least_key);
	return tap_done();
}
