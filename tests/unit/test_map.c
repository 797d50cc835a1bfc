#include "core/map/map.h"
#include "core/map/model.h"
#include "core/map/walkers.h"
#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <string.h>

/* ---- costs ---- */

static void the_range_is_that_of_the_open_cells(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 2000; k++) {
		uint8_t cells[12];
		const struct ff_cost map = {.w = 4, .h = 3, .cells = cells};
		struct ff_cost_range range;
		int least = 0, most = 0;

		for (int i = 0; i < 12; i++) {
			cells[i] = (uint8_t)(k % 3 == 0 || oracle_random(&dice) % 2
						     ? 1 + oracle_random(&dice) % 255
						     : FF_COST_WALL);
			if (cells[i] == FF_COST_WALL)
				continue;
			least = least == 0 || cells[i] < least ? cells[i] : least;
			most = cells[i] > most ? cells[i] : most;
		}
		range = ff_cost_range(&map);
		CHECK(most == 0 || ((int)range.least == least && (int)range.most == most),
		      "%d..%d, not %d..%d", range.least, range.most, least, most);
	}
}

/* ---- models ---- */

static void a_cost_of_1_is_1_or_2_or_408_or_816_units(void)
{
	const struct ff_model euclid = {.metric = FF_METRIC_EUCLID};

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);
		uint32_t wanted = (model.metric == FF_METRIC_OCTILE ? 408U : 1U) *
				  (model.step == FF_STEP_MEAN ? 2U : 1U);

		wanted = model.step == FF_STEP_HOPS ? 1 : wanted;
		CHECK(ff_model_unit(&model) == wanted, "model %d: %u", k,
		      (unsigned)ff_model_unit(&model));
	}
	CHECK(ff_model_unit(&euclid) == 1, "euclid");
}

static void a_step_pays_for_the_cell_it_leaves_or_half_of_both_and_more_along_a_diagonal(void)
{
	static const struct {
		enum ff_metric metric;
		enum ff_step step;
		uint32_t straight, diagonal;
	} wanted[] = {
		{FF_METRIC_MANHATTAN, FF_STEP_CELL, 254, 254},
		{FF_METRIC_MANHATTAN, FF_STEP_MEAN, 257, 257},
		{FF_METRIC_OCTILE, FF_STEP_CELL, 254 * 408, 254 * 577},
		{FF_METRIC_OCTILE, FF_STEP_MEAN, 257 * 408, 257 * 577},
		{FF_METRIC_MANHATTAN, FF_STEP_HOPS, 1, 1},
		{FF_METRIC_OCTILE, FF_STEP_HOPS, 1, 1},
	};

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		const struct ff_model model = {.metric = wanted[i].metric, .step = wanted[i].step};
		uint32_t straight = ff_model_price(&model, false, 254, 3);
		uint32_t diagonal = ff_model_price(&model, true, 254, 3);

		CHECK(straight == wanted[i].straight, "line %zu: %u", i, (unsigned)straight);
		CHECK(diagonal == wanted[i].diagonal || model.metric == FF_METRIC_MANHATTAN,
		      "line %zu: %u", i, (unsigned)diagonal);
	}
}

/* ---- walkers ---- */

/* Comparing all pairs of that many names would take minutes. */
static void any_number_of_groups_is_told_apart_by_names(void)
{
	enum { MANY = 300000 };
	struct ff_walkers walkers = {0};
	char name[FF_WALKERS_NAME];
	uint32_t group = 1, wrong = 0;

	CHECK(ff_walkers_group(&walkers, "", 0, &group) == FF_OK && group == 0, "no name is one");
	for (int round = 0; round < 2; round++)
		for (uint32_t i = 1; i <= MANY; i++) {
			int n = snprintf(name, sizeof name, "group %u", (unsigned)i);

			wrong += ff_walkers_group(&walkers, name, (size_t)n, &group) != FF_OK ||
				 group != i;
		}
	CHECK(wrong == 0 && walkers.group_count == MANY + 1, "%u are wrong", (unsigned)wrong);
	CHECK(strcmp(walkers.groups[MANY], "group 300000") == 0, "%s", walkers.groups[MANY]);
	ff_walkers_free(&walkers);
}

/* Which edit set each cell last, and how many calls there were. */
struct painted {
	const struct ff_edit *first;
	int last[240];
	size_t calls;
};

static enum ff_status paint(void *context, const struct ff_edit *edit, size_t cell)
{
	struct painted *painted = context;

	painted->last[cell] = 1 + (int)(edit - painted->first);
	painted->calls++;
	return FF_OK;
}

static void the_last_edit_of_a_cell_counts_and_many_set_each_cell_once(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 2000; k++) {
		int times = 1 + k % 2, w = 10 * times, h = 6 * times;
		struct painted painted = {0};
		struct ff_edit edits[40] = {0};
		int wanted[240] = {0};
		size_t count = 1 + oracle_random(&dice) % 40, covered = 0, area = 0;

		for (size_t i = 0; i < count; i++) {
			struct ff_edit *edit = &edits[i];

			edit->kind = (enum ff_edits_kind)(oracle_random(&dice) % FF_EDITS_KINDS);
			edit->x = (int32_t)(oracle_random(&dice) % 10);
			edit->y = (int32_t)(oracle_random(&dice) % 6);
			edit->w = 1 + (int32_t)(oracle_random(&dice) % (uint64_t)(10 - edit->x));
			edit->h = 1 + (int32_t)(oracle_random(&dice) % (uint64_t)(6 - edit->y));
			if (edit->kind == FF_EDITS_GOAL || edit->kind == FF_EDITS_NOGOAL)
				continue;
			for (int y = edit->y * times; y < (edit->y + edit->h) * times; y++)
				for (int x = edit->x * times; x < (edit->x + edit->w) * times;
				     x++, area++)
					wanted[y * w + x] = 1 + (int)i;
		}
		for (int i = 0; i < w * h; i++)
			covered += wanted[i] != 0;
		painted.first = edits;
		CHECK(ff_edits_cells(edits, count, w, h, times, paint, &painted) == FF_OK,
		      "%zu edits", count);
		CHECK(memcmp(painted.last, wanted, sizeof wanted) == 0, "%zu edits", count);
		CHECK(painted.calls == (area > (size_t)(w * h) ? covered : area),
		      "%zu calls for %zu cells, area %zu", painted.calls, covered, area);
	}
}

int main(void)
{
	RUN(the_range_is_that_of_the_open_cells);
	RUN(the_last_edit_of_a_cell_counts_and_many_set_each_cell_once);
	RUN(a_cost_of_1_is_1_or_2_or_408_or_816_units);
	RUN(a_step_pays_for_the_cell_it_leaves_or_half_of_both_and_more_along_a_diagonal);
	RUN(any_number_of_groups_is_told_apart_by_names);
	return tap_done();
}
