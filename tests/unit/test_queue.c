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

/* ---- calendar queue ---- */

/* A queue of cells, what it is lent, and which cells are in it or have been taken. */
struct ground {
	size_t cells;
	double *values;
	bool *in, *had;
	void *memory;
	struct ff_queue_calendar queue;
};

static void *lend(size_t bytes)
{
	void *block = malloc(bytes);

	if (block == NULL) {
		puts("Bail out! out of memory");
		exit(1);
	}
	return block;
}

static struct ground *open_ground(size_t cells, double span)
{
	struct ground *ground = lend(sizeof *ground);
	size_t bytes = cells * FF_QUEUE_CALENDAR_CELL + FF_QUEUE_CALENDAR_EXTRA;

	ground->cells = cells;
	ground->values = lend(cells * sizeof *ground->values);
	ground->in = lend(cells * sizeof *ground->in);
	ground->had = lend(cells * sizeof *ground->had);
	ground->memory = lend(bytes);
	memset(ground->memory, 0x5a, bytes);
	memset(ground->in, 0, cells * sizeof *ground->in);
	memset(ground->had, 0, cells * sizeof *ground->had);
	ff_queue_calendar_open(&ground->queue, ground->values, cells, span, ground->memory);
	return ground;
}

static void close_ground(struct ground *ground)
{
	free(ground->values);
	free(ground->in);
	free(ground->had);
	free(ground->memory);
	free(ground);
}

/* Puts a cell in; how often the queue had to be cleared for that. */
static int put_cell(struct ground *ground, uint32_t cell, double value)
{
	ground->values[cell] = value;
	ground->in[cell] = true;
	if (ff_queue_calendar_put(&ground->queue, cell, value))
		return 0;
	ff_queue_calendar_clear(&ground->queue);
	for (uint32_t i = 0; i < ground->cells; i++)
		if (ground->in[i] &&
		    !CHECK(ff_queue_calendar_put(&ground->queue, i, ground->values[i]),
			   "cell %u of %zu does not go in again", i, ground->cells))
			break;
	return 1;
}

/* The first cell, which is taken out; UINT32_MAX: there is none up to 'until'. */
static uint32_t take_next(struct ground *ground, double until)
{
	const struct ff_queue_calendar_entry *first;

	while ((first = ff_queue_calendar_first(&ground->queue, until)) != NULL) {
		uint32_t cell = first->cell;
		double value = first->value;

		if (ground->in[cell] && value > until)
			return UINT32_MAX;
		ff_queue_calendar_take(&ground->queue);
		if (!ground->in[cell])
			continue;
		CHECK(value == ground->values[cell], "cell %u comes with %.17g instead of %.17g",
		      cell, value, ground->values[cell]);
		ground->in[cell] = false;
		ground->had[cell] = true;
		return cell;
	}
	return UINT32_MAX;
}

static uint64_t dice = 4;

/* Sebastiano Vigna's splitmix64, as a fraction. */
static double fraction(void)
{
	uint64_t z = dice += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

static uint32_t below(uint32_t n)
{
	return (uint32_t)(fraction() * n);
}

/*
 * Cells are put in, and put in again with lower values, up to 'span' times 'part'
 * above the one that was taken last, and 'puts' of them for each that is taken.
 */
static int check_order(uint32_t cells, double span, double part, uint32_t puts, uint32_t rounds)
{
	struct ground *ground = open_ground(cells, span);
	size_t inside = 0;
	double last = 0;
	int cleared = 0;

	for (uint32_t round = 0; round < rounds || inside > 0; round++) {
		uint32_t cell;

		for (uint32_t i = 0; round < rounds && i < puts; i++) {
			double value = last + span * part * fraction();

			cell = below(cells);
			if (ground->had[cell] ||
			    (ground->in[cell] && value >= ground->values[cell]))
				continue;
			inside += !ground->in[cell];
			cleared += put_cell(ground, cell, value);
		}
		cell = take_next(ground, (double)INFINITY);
		if (!CHECK((cell == UINT32_MAX) == (inside == 0), "%zu cells are left", inside))
			break;
		if (cell == UINT32_MAX)
			continue;
		inside--;
		if (!CHECK(ground->values[cell] >= last, "%.17g after %.17g", ground->values[cell],
			   last))
			break;
		last = ground->values[cell];
	}
	CHECK(take_next(ground, (double)INFINITY) == UINT32_MAX, "there is another one");
	close_ground(ground);
	return cleared;
}

static void cells_come_in_the_order_of_their_values(void)
{
	check_order(1, 1, 1, 1, 1000);
	check_order(50, 1, 1, 2, 20000);
	check_order(5000, 254, 1, 3, 50000);
	check_order(5000, 254, 0.004, 3, 50000);
}

/* All in a few days: the heap has no room for them. */
static void cells_that_are_due_together_come_in_order_too(void)
{
	check_order(20000, 254, 1e-4, 4, 20000);
	check_order(20000, 254, 1e-9, 4, 20000);
}

static void cells_put_too_often_use_up_the_memory_until_it_is_cleared(void)
{
	CHECK(check_order(100, 100, 1, 90, 2000) > 0, "the queue was never full");
}

static void equal_values_need_no_room_in_the_heap(void)
{
	struct ground *ground = open_ground(10001, 10);
	uint32_t taken = 0;

	for (uint32_t i = 0; i < 10000; i++)
		put_cell(ground, i, i == 9000 ? 4.999 : 5);
	CHECK(take_next(ground, (double)INFINITY) == 9000, "the lowest is not the first");
	put_cell(ground, 10000, 5);
	while (take_next(ground, (double)INFINITY) != UINT32_MAX)
		taken++;
	CHECK(taken == 10000, "%u cells taken", taken);
	close_ground(ground);
}

static void time_stops_at_its_limit(void)
{
	struct ground *ground = open_ground(5, 10);

	put_cell(ground, 0, 8);
	CHECK(take_next(ground, 3) == UINT32_MAX, "a cell before its time");
	put_cell(ground, 1, 3);
	put_cell(ground, 2, 12.9);
	CHECK(take_next(ground, 5) == 1, "the cell of time 3");
	CHECK(take_next(ground, 8) == 0, "the cell of time 8");
	CHECK(take_next(ground, 12) == UINT32_MAX, "a cell before its time");
	CHECK(take_next(ground, 1e12) == 2, "the cell of time 12.9");
	CHECK(take_next(ground, 1e12) == UINT32_MAX, "none is left");
	put_cell(ground, 3, 1e12 + 10);
	put_cell(ground, 4, 1e12);
	CHECK(take_next(ground, (double)INFINITY) == 4, "far in the future");
	CHECK(take_next(ground, (double)INFINITY) == 3, "farther in the future");
	close_ground(ground);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(the_first_item_comes_out_first);
	RUN(the_least_key_comes_first_whatever_the_span);
	RUN(after_it_is_cleared_lesser_keys_may_come);
	RUN(room_is_needed_only_for_items_in_the_queue);
	RUN(cells_come_in_the_order_of_their_values);
	RUN(cells_that_are_due_together_come_in_order_too);
	RUN(cells_put_too_often_use_up_the_memory_until_it_is_cleared);
	RUN(equal_values_need_no_room_in_the_heap);
	RUN(time_stops_at_its_limit);
	return tap_done();
}
