/* The heap against a list that is searched from end to end. */
#include "core/solve/queue.h"
#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MOST = 300 };

/* Whether a is to come out before b, as the header says. */
static bool comes_first(const struct ff_queue_heap_entry *a, const struct ff_queue_heap_entry *b)
{
	if (a->bound < b->bound || a->bound > b->bound)
		return a->bound < b->bound;
	if (a->cost < b->cost || a->cost > b->cost)
		return a->cost > b->cost;
	return a->item < b->item;
}

static void what_comes_out_is_the_first_of_all_that_is_in(void)
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

int main(void)
{
	RUN(what_comes_out_is_the_first_of_all_that_is_in);
	return tap_done();
}
