#include "core/update/sight_change.h"

#include "altered.h"
#include "core/solve/descend.h"
#include "core/solve/sight.h"
#include "tap.h"

#include <inttypes.h>

/* A flow and what it was turned to, in blocks of their exact sizes. */
struct layers {
	struct ff_flow flow;
	struct ff_classes classes;
	struct ff_labels nearest;
	int64_t sighted;
};

static struct layers new_layers(const struct altered *altered)
{
	int32_t w = altered->cost.w, h = altered->cost.h;
	size_t n = (size_t)w * (size_t)h;

	return (struct layers){
		{w, h, oracle_cells(n, 1), oracle_cells(n, sizeof(struct ff_flow_vector))},
		{.w = w, .h = h, .cells = oracle_cells(n, 1)},
		{w, h, oracle_cells(n, 4), 0},
		0};
}

static void free_layers(struct layers *layers)
{
	free(layers->flow.cells);
	free(layers->flow.vectors);
	free(layers->classes.cells);
	free(layers->nearest.cells);
}

static void find_anew(const struct altered *altered, struct layers *layers)
{
	layers->sighted = 0;
	CHECK(ff_descend(&altered->model, &altered->cost, &altered->field, &altered->seeds,
			 &layers->flow, &layers->classes, NULL) == FF_OK,
	      "refused");
	CHECK(ff_sight_nearest(&altered->cost, &altered->seeds, &altered->field, &layers->nearest,
			       NULL) == FF_OK,
	      "refused");
	ff_sight_turn(&altered->cost, altered->model.corners, &layers->nearest, &layers->flow);
	for (int32_t i = 0; i < altered->cost.w * altered->cost.h; i++)
		layers->sighted += layers->nearest.cells[i] != FF_LABELS_NONE;
}

static void follow(const struct altered *altered, struct layers *layers)
{
	struct ff_cost before = {altered->cost.w, altered->cost.h, altered->was};
	size_t n = (size_t)before.w * (size_t)before.h, count = 0;
	uint32_t *cells = oracle_cells(n, sizeof *cells);
	struct ff_sight_change change;

	for (size_t i = 0; i < n; i++)
		if (before.cells[i] != altered->cost.cells[i])
			cells[count++] = (uint32_t)i;
	CHECK(ff_sight_change_begin(&change, &before, &altered->seeds, cells, count, SIZE_MAX,
				    &layers->nearest) == FF_OK,
	      "refused");
	CHECK(ff_sight_change_end(&change, &altered->cost, &altered->seeds, &layers->nearest) ==
		      FF_OK,
	      "refused");
	layers->sighted += change.gained;
	CHECK(ff_descend_around(&altered->model, &altered->cost, &altered->field, &altered->seeds,
				altered->cells, altered->count, &layers->flow, &layers->classes,
				field_machine()) == FF_OK,
	      "refused");
	CHECK(ff_descend_around(&altered->model, &altered->cost, &altered->field, &altered->seeds,
				change.cells, change.count, &layers->flow, &layers->classes,
				field_machine()) == FF_OK,
	      "refused");
	ff_sight_turn_around(&altered->cost, altered->model.corners, &layers->nearest,
			     altered->cells, altered->count, &layers->flow);
	ff_sight_turn_around(&altered->cost, altered->model.corners, &layers->nearest, change.cells,
			     change.count, &layers->flow);
	ff_sight_change_free(&change);
	free(cells);
}

static void compare(const struct altered *altered, const struct layers *layers,
		    const struct layers *wanted)
{
	CHECK(layers->sighted == wanted->sighted, "%" PRId64 " cells, not %" PRId64,
	      layers->sighted, wanted->sighted);
	for (int32_t i = 0; i < altered->cost.w * altered->cost.h; i++)
		if (!CHECK(layers->nearest.cells[i] == wanted->nearest.cells[i] &&
				   layers->flow.cells[i] == wanted->flow.cells[i] &&
				   layers->flow.vectors[i].dx == wanted->flow.vectors[i].dx &&
				   layers->flow.vectors[i].dy == wanted->flow.vectors[i].dy,
			   "metric %d, rule %d, %" PRId32 "x%" PRId32 ": cell %" PRId32
			   " sees %" PRIu32 " and has direction %d, not %" PRIu32 " and %d",
			   (int)altered->model.metric, (int)altered->model.flow, altered->cost.w,
			   altered->cost.h, i, layers->nearest.cells[i], layers->flow.cells[i],
			   wanted->nearest.cells[i], wanted->flow.cells[i]))
			break;
}

/* Without start costs, and with most cells of one cost: otherwise little is in sight. */
static void make_plain(struct altered *altered)
{
	for (size_t s = 0; s < altered->seeds.count; s++)
		altered->items[s].start = 0;
	qsort(altered->items, altered->seeds.count, sizeof *altered->items, altered_order);
	altered->limit = FF_FIELD_NONEF;
	free(altered->field.cells);
	altered->field = field_of("plain", &altered->model, &altered->cost, &altered->seeds,
				  altered->limit, altered->field.type);
}

static void check_changes(struct altered *altered)
{
	struct layers layers = new_layers(altered), wanted = new_layers(altered);
	int steps = altered_steps();

	for (int32_t i = 0; i < altered->cost.w * altered->cost.h; i++)
		if (altered_below(altered, 100) < 85)
			altered->cost.cells[i] = 1;
	make_plain(altered);
	find_anew(altered, &layers);
	for (int step = 0; step < steps; step++) {
		struct ff_seed items[ALTERED_SEEDS];
		size_t count = altered->seeds.count;

		memcpy(items, altered->items, sizeof items);
		altered_change(altered);
		CHECK(ff_sight_change_follows(&altered->seeds, altered->limit) ==
			      (altered->items[altered->seeds.count - 1].start == 0),
		      "start costs");
		if (count == altered->seeds.count &&
		    memcmp(items, altered->items, count * sizeof *items) == 0) {
			follow(altered, &layers);
		} else {
			make_plain(altered);
			find_anew(altered, &layers);
		}
		find_anew(altered, &wanted);
		compare(altered, &layers, &wanted);
	}
	free_layers(&layers);
	free_layers(&wanted);
}

static void after_changes_cells_see_and_are_turned_to_what_they_would_on_the_map_anew(void)
{
	altered_all(check_changes);
}

static void a_change_is_not_followed_with_start_costs_a_limit_or_no_goal(void)
{
	struct ff_seed items[2] = {{0, 0, 0}, {1, 0, 3}};

	CHECK(ff_sight_change_follows(&(struct ff_seeds){items, 1}, FF_FIELD_NONEF), "plain");
	CHECK(!ff_sight_change_follows(&(struct ff_seeds){items, 2}, FF_FIELD_NONEF),
	      "a start cost");
	CHECK(!ff_sight_change_follows(&(struct ff_seeds){items, 1}, 1e9), "a limit");
	CHECK(!ff_sight_change_follows(&(struct ff_seeds){items, 0}, FF_FIELD_NONEF), "no goal");
}

/* Open ground, many goals, and two cells far apart that become walls. */
struct ground {
	struct ff_cost cost;
	struct ff_seed items[20];
	struct ff_seeds seeds;
	uint32_t cells[2];
};

static enum ff_status wall(const struct ground *ground, size_t most, size_t *steps)
{
	const struct ff_model model = {.metric = FF_METRIC_MANHATTAN};
	size_t n = (size_t)ground->cost.w * (size_t)ground->cost.h;
	struct ff_cost cost = {ground->cost.w, ground->cost.h, oracle_cells(n, 1)};
	struct ff_labels nearest = {cost.w, cost.h, oracle_cells(n, 4), 0};
	struct ff_labels wanted = {cost.w, cost.h, oracle_cells(n, 4), 0};
	struct ff_sight_change change;
	struct ff_field field;
	enum ff_status st;

	memcpy(cost.cells, ground->cost.cells, n);
	field = field_of("ground", &model, &cost, &ground->seeds, FF_FIELD_NONEF, FF_FIELD_U32);
	CHECK(ff_sight_nearest(&cost, &ground->seeds, &field, &nearest, NULL) == FF_OK, "refused");
	st = ff_sight_change_begin(&change, &cost, &ground->seeds, ground->cells, 2, most,
				   &nearest);
	cost.cells[ground->cells[0]] = cost.cells[ground->cells[1]] = FF_COST_WALL;
	free(field.cells);
	field = field_of("ground", &model, &cost, &ground->seeds, FF_FIELD_NONEF, FF_FIELD_U32);
	if (st == FF_OK)
		st = ff_sight_change_end(&change, &cost, &ground->seeds, &nearest);
	CHECK(ff_sight_nearest(&cost, &ground->seeds, &field, &wanted, NULL) == FF_OK, "refused");
	CHECK(st != FF_OK || memcmp(nearest.cells, wanted.cells, n * 4) == 0, "another goal");
	*steps = most - change.left;
	ff_sight_change_free(&change);
	free(cost.cells);
	free(field.cells);
	free(nearest.cells);
	free(wanted.cells);
	return st;
}

static void a_change_takes_few_steps_and_no_more_than_it_may(void)
{
	struct ground ground = {.cost = {200, 200, oracle_cells(40000, 1)},
				.cells = {3 * 200 + 3, 190 * 200 + 180}};
	size_t steps, some;

	memset(ground.cost.cells, 1, 40000);
	for (uint32_t i = 0; i < 20; i++)
		ground.items[i] = (struct ff_seed){
			(37 * i + 11) % 200 + 200 * ((13 * i * i + 7) % 200), i, 0};
	ground.seeds = (struct ff_seeds){ground.items, 20};
	CHECK(wall(&ground, SIZE_MAX, &steps) == FF_OK, "refused");
	CHECK(steps < 40000, "%zu steps, and finding all anew takes 20 times 40,000", steps);
	CHECK(wall(&ground, steps, &some) == FF_OK && some == steps, "%zu of %zu", some, steps);
	CHECK(wall(&ground, steps - 1, &some) == FF_E_LIMIT, "%zu of %zu", some, steps);
	CHECK(wall(&ground, steps / 4, &some) == FF_E_LIMIT, "%zu of %zu", some, steps);
	CHECK(wall(&ground, 0, &some) == FF_E_LIMIT, "%zu of %zu", some, steps);
	free(ground.cost.cells);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(after_changes_cells_see_and_are_turned_to_what_they_would_on_the_map_anew);
	RUN(a_change_takes_few_steps_and_no_more_than_it_may);
	RUN(a_change_is_not_followed_with_start_costs_a_limit_or_no_goal);
	return tap_done();
}
