#include "core/solve/queue.h"

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>

enum { ITEMS = 4000 };

/* How often each key is in, by a number for each. */
struct ground {
	struct ff_queue_radix queue;
	uint64_t keys[ITEMS];
	bool in[ITEMS];
	uint32_t count;
	uint64_t last;
};

static void put(struct ground *ground, uint64_t key)
{
	uint32_t item = ground->count++;

	ground->keys[item] = key;
	ground->in[item] = true;
	CHECK(ff_queue_radix_put(&ground->queue, key, item) == FF_OK, "put");
}

/* Takes one, which must be among the least there are. */
static void take(struct ground *ground)
{
	struct ff_queue_radix_entry entry = ff_queue_radix_take(&ground->queue);
	uint64_t least = UINT64_MAX;

	for (uint32_t i = 0; i < ground->count; i++)
		if (ground->in[i] && ground->keys[i] < least)
			least = ground->keys[i];
	CHECK(entry.item < ground->count && ground->in[entry.item] &&
		      ground->keys[entry.item] == entry.key &&
		      entry.key >> ground->queue.shift == least >> ground->queue.shift,
	      "item %" PRIu32 " with %" PRIu64 " comes before one with %" PRIu64, entry.item,
	      entry.key, least);
	ground->in[entry.item] = false;
	if (entry.key > ground->last)
		ground->last = entry.key;
}

/* Keys up to 'span' above what was taken last, which may then grow by digits. */
static void mix(struct ground *ground, uint64_t span, unsigned shift, uint64_t *dice)
{
	uint32_t waiting = 0;

	ground->count = 0;
	ground->last = 0;
	ground->queue.shift = shift;
	CHECK(ff_queue_radix_empty(&ground->queue), "it is not empty");
	while (ground->count < ITEMS / 16) {
		if (waiting > 0 && oracle_random(dice) % 3 == 0) {
			take(ground);
			waiting--;
		} else {
			put(ground, ground->last + oracle_random(dice) % span);
			waiting++;
		}
	}
	for (; waiting > 0; waiting--)
		take(ground);
	CHECK(ff_queue_radix_empty(&ground->queue), "something is left");
	ff_queue_radix_clear(&ground->queue);
}

static void the_least_key_comes_first_whatever_the_span(void)
{
	static struct ground ground;
	uint64_t dice = ORACLE_SEED;

	for (unsigned bits = 0; bits < 55; bits++)
		for (unsigned shift = 0; shift < 20; shift += 9)
			mix(&ground, UINT64_C(1) << bits, shift, &dice);
	free(ground.queue.entries);
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

static void room_is_for_as_many_as_are_in_at_once(void)
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

int main(void)
{
	RUN(the_least_key_comes_first_whatever_the_span);
	RUN(after_it_is_cleared_lesser_keys_may_come);
	RUN(room_is_for_as_many_as_are_in_at_once);
	return tap_done();
}
