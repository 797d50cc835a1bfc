#include "core/crowd/tally.h"

#include "guides.h"
#include "tap.h"

#include <inttypes.h>

static enum ff_status accumulate(const struct scene *s, struct ff_labels *visits)
{
	size_t n = (size_t)s->cost.w * (size_t)s->cost.h;

	*visits =
		(struct ff_labels){s->cost.w, s->cost.h, oracle_cells(n, sizeof *visits->cells), 0};
	memset(visits->cells, 0x5a, n * sizeof *visits->cells);
	return ff_accumulate(&s->flow, visits);
}

/* One walker from each cell. */
static uint32_t *walk_all(const struct scene *s)
{
	int32_t n = s->cost.w * s->cost.h;
	uint32_t *visits = calloc((size_t)n, sizeof *visits);

	for (int32_t i = 0; i < n && visits != NULL; i++) {
		int32_t at = i;

		while (s->flow.cells[at] != FF_NONE) {
			struct ff_flow_step step = ff_flow_steps[s->flow.cells[at]];

			visits[at]++;
			at += step.dy * s->cost.w + step.dx;
		}
		visits[at] += at != i;
	}
	return visits;
}

static void check_map(const struct scene *s, const char *name)
{
	int32_t n = s->cost.w * s->cost.h;
	uint32_t *truth = walk_all(s), largest = 0;
	uint64_t arrived = 0, started = 0;
	struct ff_labels visits;
	enum ff_status st = accumulate(s, &visits);

	CHECK(st == FF_OK, "%s: status %d", name, (int)st);
	for (int32_t i = 0; i < n; i++) {
		uint32_t wanted = truth[i] == 0 ? FF_LABELS_NONE : truth[i];

		CHECK(visits.cells[i] == wanted,
		      "%s: %" PRId32 ",%" PRId32 ": %" PRIu32 ", not %" PRIu32, name, i % s->cost.w,
		      i / s->cost.w, visits.cells[i], wanted);
		largest = truth[i] > largest ? truth[i] : largest;
		started += s->flow.cells[i] != FF_NONE;
		if (s->flow.cells[i] == FF_NONE && visits.cells[i] != FF_LABELS_NONE)
			arrived += visits.cells[i];
	}
	CHECK(arrived == started, "%s: %" PRIu64 " started, %" PRIu64 " arrived", name, started,
	      arrived);
	CHECK(visits.count == largest + 1, "%s: %" PRIu32, name, visits.count);
	free(truth);
	free(visits.cells);
}

static void each_cell_counts_all_who_come_through_it_and_everybody_arrives(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 6 * GUIDES_MODELS; k++) {
		const struct ff_model model = guides_model(k % GUIDES_MODELS);
		struct scene s;
		char name[32];

		guides_scene(&s, &model, 1 + (int32_t)(oracle_random(&dice) % 24),
			     1 + (int32_t)(oracle_random(&dice) % 24),
			     (int)(oracle_random(&dice) % 60), k % 2 == 0 ? 1 : 254, &dice);
		snprintf(name, sizeof name, "map %d", k);
		check_map(&s, name);
		scene_free(&s);
	}
}

static void in_a_corridor_they_are_one_more_in_each_cell(void)
{
	struct ff_labels visits;
	struct scene s;

	scene_of(&s, "....g.#../");
	CHECK(accumulate(&s, &visits) == FF_OK && visits.count == 6, "%" PRIu32, visits.count);
	for (uint32_t i = 0; i < 4; i++)
		CHECK(visits.cells[i] == i + 1, "%" PRIu32 ": %" PRIu32, i, visits.cells[i]);
	CHECK(visits.cells[4] == 5 && visits.cells[5] == 1, "%" PRIu32, visits.cells[4]);
	for (int i = 6; i < 9; i++)
		CHECK(visits.cells[i] == FF_LABELS_NONE, "%" PRIu32, visits.cells[i]);
	free(visits.cells);
	scene_free(&s);
}

static void where_nobody_walks_there_is_nothing(void)
{
	struct ff_labels visits;
	struct scene s;

	scene_new(&s, 3, 2);
	CHECK(accumulate(&s, &visits) == FF_OK && visits.count == 1, "%" PRIu32, visits.count);
	for (int i = 0; i < 6; i++)
		CHECK(visits.cells[i] == FF_LABELS_NONE, "%" PRIu32, visits.cells[i]);
	free(visits.cells);
	scene_free(&s);
}

static void circles_and_other_sizes_are_refused(void)
{
	struct ff_labels visits;
	struct scene s;

	scene_of(&s, ".....g/");
	s.flow.cells[1] = FF_W;
	CHECK(accumulate(&s, &visits) == FF_E_ARG, "%s", "a circle is accepted");
	s.flow.cells[1] = FF_E;
	visits.w = 5;
	CHECK(ff_accumulate(&s.flow, &visits) == FF_E_ARG, "%s", "sizes differ");
	visits.w = 6;
	CHECK(ff_accumulate(&s.flow, &visits) == FF_OK, "%s", "refused");
	free(visits.cells);
	scene_free(&s);
}

int main(void)
{
	RUN(each_cell_counts_all_who_come_through_it_and_everybody_arrives);
	RUN(in_a_corridor_they_are_one_more_in_each_cell);
	RUN(where_nobody_walks_there_is_nothing);
	RUN(circles_and_other_sizes_are_refused);
	return tap_done();
}
