#include "core/solve/allocate.h"

#include "altered.h"
#include "tap.h"

#include <inttypes.h>

static void check_changes(struct altered *altered)
{
	int32_t w = altered->cost.w, h = altered->cost.h;
	size_t n = (size_t)w * (size_t)h;
	struct ff_labels labels = {w, h, oracle_cells(n, 4), 0}, wanted = labels;
	int steps = altered_steps();

	wanted.cells = oracle_cells(n, 4);
	CHECK(ff_allocate(&altered->model, &altered->cost, &altered->field, &altered->seeds,
			  ALTERED_GOALS, &labels) == FF_OK,
	      "refused");
	for (int step = 0; step < steps; step++) {
		uint32_t goals = ALTERED_GOALS + (uint32_t)step;

		altered_change(altered);
		CHECK(ff_allocate_renew(&altered->model, &altered->cost, &altered->field,
					&altered->seeds, goals, altered->cells, altered->count,
					&labels) == FF_OK,
		      "refused");
		CHECK(ff_allocate(&altered->model, &altered->cost, &altered->field, &altered->seeds,
				  goals, &wanted) == FF_OK,
		      "refused");
		CHECK(labels.count == goals, "%" PRIu32 " goals", labels.count);
		for (size_t i = 0; i < n; i++)
			if (!CHECK(labels.cells[i] == wanted.cells[i],
				   "metric %d, %" PRId32 "x%" PRId32 ": cell %zu has %" PRIu32
				   ", not %" PRIu32,
				   (int)altered->model.metric, w, h, i, labels.cells[i],
				   wanted.cells[i]))
				break;
	}
	free(labels.cells);
	free(wanted.cells);
}

static void after_changes_labels_are_those_of_the_whole_map_anew(void)
{
	altered_all(check_changes);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(after_changes_labels_are_those_of_the_whole_map_anew);
	return tap_done();
}
