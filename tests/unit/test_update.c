#include "core/update/update.h"

#include "edited.h"
#include "realmaps.h"
#include "tap.h"

enum { SEQUENCES = 20000 };

static void random_edits_of_random_maps_give_what_solving_afresh_gives(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < SEQUENCES; i++) {
		const struct ff_model model = oracle_model(i % ORACLE_MODELS, FF_FLOW_LOWEST);
		enum ff_field_type type = i / ORACLE_MODELS % 4 == 0 ? FF_FIELD_U64 : FF_FIELD_U32;

		if (!edited_sequence(&model, 12, 12, type, &dice))
			break;
	}
}

static void and_on_maps_of_one_row_or_column(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < 1000; i++) {
		const struct ff_model model = oracle_model(i % ORACLE_MODELS, FF_FLOW_LOWEST);

		if (!edited_sequence(&model, i % 2 == 0 ? 1 : 90, i % 2 == 0 ? 90 : 1, FF_FIELD_U32,
				     &dice))
			break;
	}
}

/* A map of cost 1 with a goal, ready for repairs. */
static void open_plain(struct edited *e, int k, int32_t w, int32_t h, uint32_t goal)
{
	*e = (struct edited){.model = oracle_model(k, FF_FLOW_LOWEST), .limit = FF_FIELD_NONEF};
	snprintf(e->name, sizeof e->name, "model %d", k);
	e->cost = (struct ff_cost){w, h, oracle_cells((size_t)w * (size_t)h, 1)};
	memset(e->cost.cells, 1, (size_t)w * (size_t)h);
	e->items[0] = (struct ff_seed){.cell = goal};
	e->seeds = (struct ff_seeds){e->items, 1};
}

/* One cell costs another amount; how many cells were visited for that. */
static size_t edit(struct edited *e, uint32_t cell, uint8_t cost)
{
	e->count = 0;
	e->moved = false;
	edited_change(e, cell, cost);
	edited_repair(e, SIZE_MAX, SIZE_MAX);
	return ff_update_figures_of(e->update).visited;
}

static void the_only_door_closes_and_opens(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		struct edited e;
		size_t count;

		open_plain(&e, k, 30, 20, 200);
		for (uint32_t y = 0; y < 20; y++)
			e.cost.cells[y * 30 + 12] = y == 7 ? 1 : FF_COST_WALL;
		edited_open(&e, FF_FIELD_U32);
		edit(&e, 7 * 30 + 12, FF_COST_WALL);
		count = ff_update_figures_of(e.update).count;
		CHECK(count == 12 * 20 + 1, "model %d: %zu cells behind it", k, count);
		edit(&e, 7 * 30 + 12, 1);
		count = ff_update_figures_of(e.update).count;
		CHECK(count == 12 * 20 + 1, "model %d: %zu cells again", k, count);
		edited_free(&e);
	}
}

static void an_edit_beside_the_goal_or_of_the_goal_itself(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		struct edited e;

		open_plain(&e, k, 40, 31, 15 * 40 + 20);
		edited_open(&e, FF_FIELD_U32);
		edit(&e, 15 * 40 + 21, FF_COST_WALL);
		edit(&e, 15 * 40 + 21, 200);
		edit(&e, 14 * 40 + 20, FF_COST_WALL);
		edit(&e, 15 * 40 + 20, 77);
		edit(&e, 15 * 40 + 21, 1);
		edited_free(&e);
	}
}

static void far_from_everything_an_edit_visits_a_few_cells(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		struct edited e;
		size_t visited;

		open_plain(&e, k, 500, 500, 0);
		edited_open(&e, FF_FIELD_U32);
		visited = edit(&e, 500 * 500 - 1, FF_COST_WALL);
		CHECK(visited < 8, "model %d: %zu visits to close it", k, visited);
		visited = edit(&e, 500 * 500 - 1, 5);
		CHECK(visited < 8, "model %d: %zu visits to open it", k, visited);
		visited = edit(&e, 250 * 500 + 250, FF_COST_WALL);
		CHECK(visited < 5000, "model %d: %zu visits in the middle", k, visited);
		edited_free(&e);
	}
}

/* What has lost its value is visited once more. */
static void it_gives_up_as_soon_as_it_is_known_to_visit_too_many(void)
{
	struct edited e;

	open_plain(&e, 0, 1000, 1, 0);
	edited_open(&e, FF_FIELD_U32);
	e.count = 0;
	e.moved = false;
	edited_change(&e, 1, FF_COST_WALL);
	edited_repair(&e, SIZE_MAX, 600);
	CHECK(e.rebuilt == 1, "it went on");
	CHECK(ff_update_figures_of(e.update).visited < 320, "%zu visits",
	      ff_update_figures_of(e.update).visited);
	edited_free(&e);
}

/* An edit of nothing. */
static void nothing_is_visited_where_nothing_changes(void)
{
	struct edited e;

	open_plain(&e, 0, 9, 9, 0);
	edited_open(&e, FF_FIELD_U32);
	CHECK(edit(&e, 40, 1) == 1, "%zu visits", ff_update_figures_of(e.update).visited);
	CHECK(ff_update_figures_of(e.update).all == 0, "cells");
	edited_free(&e);
}

static void beyond_the_most_visits_it_gives_up_and_goes_on_after_a_fresh_solution(void)
{
	struct edited e;
	struct ff_cost_change wall = {45, FF_COST_WALL};

	open_plain(&e, 7, 9, 9, 44);
	edited_open(&e, FF_FIELD_U32);
	for (size_t most = 0; most < 12; most++) {
		e.count = 0;
		edited_change(&e, wall.cell, most % 2 == 0 ? FF_COST_WALL : 1);
		edited_repair(&e, 1, most);
		edit(&e, 0, most % 2 == 0 ? 3 : 9);
	}
	CHECK(e.rebuilt > 4, "%lu times", e.rebuilt);
	edited_free(&e);
}

static void a_value_that_32_bits_cannot_hold_needs_a_field_of_64(void)
{
	struct edited e;
	struct ff_seed far = {.cell = 0, .start = 0xfffffff0}, near = {.cell = 0};
	enum ff_status st;
	size_t n = 100;

	open_plain(&e, 0, 10, 10, 0);
	edited_open(&e, FF_FIELD_U32);
	st = ff_update(e.update, NULL, 0, &(struct ff_seeds){&far, 1}, SIZE_MAX);
	CHECK(st == FF_E_LIMIT, "status %d", (int)st);
	free(e.field.cells);
	e.field = field_new(&e.model, 10, 10, FF_FIELD_U64);
	e.items[0] = far;
	edited_solve(&e);
	st = ff_update_reset(e.update);
	CHECK(st == FF_OK, "status %d", (int)st);
	edit(&e, 55, 9);
	CHECK(!ff_update_figures_of(e.update).narrow, "it is wide");
	e.items[0] = near;
	e.count = 0;
	e.moved = true;
	edited_repair(&e, 3, SIZE_MAX);
	CHECK(ff_update_figures_of(e.update).narrow, "it is narrow");
	for (size_t i = 0; i < n; i++)
		CHECK(e.field.u64[i] <= 26, "cell %zu", i);
	edited_free(&e);
}

static void what_cannot_be_is_refused_and_nothing_changes(void)
{
	struct edited e;
	struct ff_seed outside = {.cell = 25}, inside = {.cell = 7};
	const struct ff_seeds none = {&inside, 0}, one = {&inside, 1}, bad = {&outside, 1};
	const struct ff_cost_change twice[3] = {{3, 9}, {3, 4}, {7, FF_COST_WALL}};
	const struct ff_cost_change past = {25, 3}, zero = {3, 0}, shut = {12, FF_COST_WALL},
				    wall[2] = {{3, 9}, {7, FF_COST_WALL}};
	const struct {
		const struct ff_cost_change *changes;
		size_t count;
		const struct ff_seeds *seeds;
	} tries[] = {{&past, 1, NULL}, {&zero, 1, NULL}, {&shut, 1, NULL}, {wall, 2, &one},
		     {twice, 3, &one}, {wall, 1, &none}, {wall, 1, &bad}};
	struct ff_update *update = NULL;
	struct ff_field other;

	open_plain(&e, 3, 5, 5, 12);
	edited_open(&e, FF_FIELD_U32);
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		enum ff_status st = ff_update(e.update, tries[i].changes, tries[i].count,
					      tries[i].seeds, SIZE_MAX);

		CHECK(st == FF_E_ARG, "%zu: status %d", i, (int)st);
		CHECK(memcmp(e.map.cells, e.cost.cells, 25) == 0, "%zu: the map", i);
	}
	edit(&e, 7, 3);
	other = e.field;
	other.type = FF_FIELD_F64;
	CHECK(ff_update_open(&update, &e.model, &e.map, &e.seeds, e.limit, &other) == FF_E_ARG,
	      "type");
	other = e.field;
	other.w = 4;
	CHECK(ff_update_open(&update, &e.model, &e.map, &e.seeds, e.limit, &other) == FF_E_ARG,
	      "size");
	CHECK(ff_update_open(&update, &e.model, &e.map, &none, e.limit, &e.field) == FF_E_ARG,
	      "seeds");
	CHECK(update == NULL, "something is open");
	ff_update_close(NULL);
	edited_free(&e);
}

static void the_largest_value_of_32_bits_is_one_below_none(void)
{
	for (uint32_t k = 0; k < 2; k++) {
		struct edited e;
		struct ff_seed seed = {.cell = 0, .start = 0xfffffffe + (double)k};
		enum ff_status st;

		open_plain(&e, 0, 1, 1, 0);
		edited_open(&e, FF_FIELD_U32);
		st = ff_update(e.update, NULL, 0, &(struct ff_seeds){&seed, 1}, SIZE_MAX);
		CHECK(st == (k == 0 ? FF_OK : FF_E_LIMIT), "%.0f: status %d", seed.start, (int)st);
		CHECK(k > 0 || ff_field_raw(&e.field, 0) == seed.start, "%.0f",
		      ff_field_raw(&e.field, 0));
		edited_free(&e);
	}
}

/* Edits of rectangles and of cells, now and then with another goal. */
static void edit_map(const char *path, const struct ff_model *model, int edits)
{
	struct edited e = {
		.dice = ORACLE_SEED, .limit = FF_FIELD_NONEF, .most_cost = 3, .model = *model};

	snprintf(e.name, sizeof e.name, "%.150s", path);
	if (!realmaps_read(path, &e.cost))
		return;
	e.walls = 40;
	while (e.seeds.count < 2)
		edited_add_seed(&e);
	edited_settle(&e);
	edited_open(&e, ff_integrate_type(model));
	for (int i = 0; i < edits; i++) {
		int32_t side = 1 + (int32_t)edited_draw(&e, 12);
		uint32_t x = edited_draw(&e, (uint32_t)(e.cost.w - side));
		uint32_t y = edited_draw(&e, (uint32_t)(e.cost.h - side));
		uint8_t cost = edited_cost(&e);

		e.count = 0;
		e.moved = false;
		for (int32_t j = 0; j < side * side; j++)
			edited_change(&e,
				      (y + (uint32_t)(j / side)) * (uint32_t)e.cost.w + x +
					      (uint32_t)(j % side),
				      cost);
		if (i % 8 == 7)
			edited_add_seed(&e);
		edited_settle(&e);
		if (!edited_repair(&e, SIZE_MAX, SIZE_MAX))
			break;
	}
	edited_free(&e);
}

static void edit_real(const char *path, void *context)
{
	const struct ff_model euclid = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};
	int *k = context;
	struct ff_model model = oracle_model((*k)++ * 5 % ORACLE_MODELS, FF_FLOW_LOWEST);

	edit_map(path, &model, 24);
	edit_map(path, &euclid, getenv("FULL") != NULL ? 24 : 3);
}

static void edits_of_real_maps_give_what_solving_afresh_gives(void)
{
	int k = 0;

	realmaps_each(edit_real, &k);
}

int main(void)
{
	RUN(random_edits_of_random_maps_give_what_solving_afresh_gives);
	RUN(and_on_maps_of_one_row_or_column);
	RUN(the_only_door_closes_and_opens);
	RUN(an_edit_beside_the_goal_or_of_the_goal_itself);
	RUN(far_from_everything_an_edit_visits_a_few_cells);
	RUN(nothing_is_visited_where_nothing_changes);
	RUN(it_gives_up_as_soon_as_it_is_known_to_visit_too_many);
	RUN(beyond_the_most_visits_it_gives_up_and_goes_on_after_a_fresh_solution);
	RUN(a_value_that_32_bits_cannot_hold_needs_a_field_of_64);
	RUN(the_largest_value_of_32_bits_is_one_below_none);
	RUN(what_cannot_be_is_refused_and_nothing_changes);
	RUN(edits_of_real_maps_give_what_solving_afresh_gives);
	return tap_done();
}
