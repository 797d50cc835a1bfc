#include "core/solve/queue.h"

#include "tap.h"

#include <stdlib.h>
#include <string.h>

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
static int put(struct ground *ground, uint32_t cell, double value)
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
static uint32_t take(struct ground *ground, double until)
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
			cleared += put(ground, cell, value);
		}
		cell = take(ground, (double)INFINITY);
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
	CHECK(take(ground, (double)INFINITY) == UINT32_MAX, "there is another one");
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

static void cells_that_are_put_again_and_again_use_up_the_memory_and_go_in_after_clearing(void)
{
	CHECK(check_order(100, 100, 1, 90, 2000) > 0, "the queue was never full");
}

static void equal_values_need_no_room_in_the_heap(void)
{
	struct ground *ground = open_ground(10001, 10);
	uint32_t taken = 0;

	for (uint32_t i = 0; i < 10000; i++)
		put(ground, i, i == 9000 ? 4.999 : 5);
	CHECK(take(ground, (double)INFINITY) == 9000, "the lowest is not the first");
	put(ground, 10000, 5);
	while (take(ground, (double)INFINITY) != UINT32_MAX)
		taken++;
	CHECK(taken == 10000, "%u cells taken", taken);
	close_ground(ground);
}

static void time_stops_where_it_is_told_to(void)
{
	struct ground *ground = open_ground(5, 10);

	put(ground, 0, 8);
	CHECK(take(ground, 3) == UINT32_MAX, "a cell before its time");
	put(ground, 1, 3);
	put(ground, 2, 12.9);
	CHECK(take(ground, 5) == 1, "the cell of time 3");
	CHECK(take(ground, 8) == 0, "the cell of time 8");
	CHECK(take(ground, 12) == UINT32_MAX, "a cell before its time");
	CHECK(take(ground, 1e12) == 2, "the cell of time 12.9");
	CHECK(take(ground, 1e12) == UINT32_MAX, "none is left");
	put(ground, 3, 1e12 + 10);
	put(ground, 4, 1e12);
	CHECK(take(ground, (double)INFINITY) == 4, "far in the future");
	CHECK(take(ground, (double)INFINITY) == 3, "farther in the future");
	close_ground(ground);
}

int main(void)
{
	RUN(cells_come_in_the_order_of_their_values);
	RUN(cells_that_are_due_together_come_in_order_too);
	RUN(cells_that_are_put_again_and_again_use_up_the_memory_and_go_in_after_clearing);
	RUN(equal_values_need_no_room_in_the_heap);
	RUN(time_stops_where_it_is_told_to);
	return tap_done();
}
