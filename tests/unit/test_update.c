#include "core/update/update.h"

#include "field.h"
#include "realmaps.h"

enum { SEEDS = 40, CHANGES = 200 };

static const struct ff_model euclid = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};

/* Returns how often to try: more often with FULL. */
static int times(int few, int many)
{
	return getenv("FULL") != NULL ? many : few;
}

/* A map whose field is repaired, and the next edit. */
struct edited {
	char name[160]; /* for diagnostics */
	uint64_t dice;
	struct ff_model model;
	struct ff_cost cost; /* the map that is to be; 'map' is the repaired one */
	struct ff_cost map;
	struct ff_seed items[SEEDS];
	struct ff_seeds seeds;
	double limit;
	int most_cost, walls; /* per cent */
	struct ff_field field;
	struct ff_update *update;
	struct ff_cost_change changes[CHANGES];
	size_t count;
	bool moved; /* the seeds have changed */
	unsigned long rebuilt;
};

static uint32_t draw_below(struct edited *e, uint32_t below)
{
	return (uint32_t)(oracle_random(&e->dice) % below);
}

static size_t count_cells(const struct edited *e)
{
	return (size_t)e->cost.w * (size_t)e->cost.h;
}

static uint8_t draw_cost(struct edited *e)
{
	if (draw_below(e, 100) < (uint32_t)e->walls)
		return FF_COST_WALL;
	return (uint8_t)(1 + draw_below(e, (uint32_t)e->most_cost));
}

static int compare_starts(const void *left, const void *right)
{
	const struct ff_seed *a = left, *b = right;

	return (a->start > b->start) - (a->start < b->start);
}

/* Changes the cost of a cell in the next edit. */
static void change_cell(struct edited *e, uint32_t cell, uint8_t cost)
{
	e->changes[e->count++] = (struct ff_cost_change){cell, cost};
	e->cost.cells[cell] = cost;
}

static void add_seed(struct edited *e)
{
	bool again = e->seeds.count > 0 && draw_below(e, 8) == 0;
	uint32_t cell =
		again ? (uint32_t)e->items[0].cell : draw_below(e, (uint32_t)count_cells(e));
	double start = draw_below(e, 3) > 0
			       ? 0
			       : draw_below(e, 20) * ff_model_unit(&e->model) + draw_below(e, 2);

	if (e->seeds.count == SEEDS || e->cost.cells[cell] == FF_COST_WALL)
		return;
	if (e->model.metric == FF_METRIC_EUCLID)
		start /= 7;
	e->items[e->seeds.count++] = (struct ff_seed){.cell = cell, .start = start};
	e->moved = true;
}

/* Removes seeds on walls, adds one if none is left, and sorts them. */
static void settle_seeds(struct edited *e)
{
	size_t kept = 0;

	for (size_t i = 0; i < e->seeds.count; i++)
		if (e->cost.cells[e->items[i].cell] != FF_COST_WALL)
			e->items[kept++] = e->items[i];
	e->moved |= kept < e->seeds.count;
	e->seeds = (struct ff_seeds){e->items, kept};
	while (e->seeds.count == 0) {
		change_cell(e, draw_below(e, (uint32_t)count_cells(e)), 1);
		add_seed(e);
		e->count -= e->seeds.count == 0 && e->count == CHANGES;
	}
	qsort(e->items, e->seeds.count, sizeof *e->items, compare_starts);
}

static void solve_map(struct edited *e)
{
	struct ff_field fresh =
		field_of(e->name, &e->model, &e->map, &e->seeds, e->limit, e->field.type);

	memcpy(e->field.cells, fresh.cells, count_cells(e) * ff_field_size(fresh.type));
	free(fresh.cells);
}

/* Solves e->cost from e->seeds and opens it for repairs. */
static void open_update(struct edited *e, enum ff_field_type type)
{
	size_t n = count_cells(e);
	enum ff_status st;

	e->map = (struct ff_cost){.w = e->cost.w, .h = e->cost.h, .cells = oracle_cells(n, 1)};
	memcpy(e->map.cells, e->cost.cells, n);
	e->field = field_new(&e->model, e->cost.w, e->cost.h, type);
	solve_map(e);
	st = ff_update_open(&e->update, &e->model, &e->map, &e->seeds, e->limit, &e->field);
	CHECK(st == FF_OK, "%s: open: status %d", e->name, (int)st);
}

/* Draws a random map of w * h cells and opens it for repairs. */
static void draw_edited(struct edited *e, const struct ff_model *model, int32_t w, int32_t h,
			enum ff_field_type type, uint64_t dice)
{
	static const int costs[] = {1, 2, 9, FF_COST_MAX};
	size_t n = (size_t)w * (size_t)h;

	*e = (struct edited){.dice = dice, .model = *model};
	e->cost = (struct ff_cost){.w = w, .h = h, .cells = oracle_cells(n, 1)};
	snprintf(e->name, sizeof e->name, "%s %s %s, %dx%d, type %d, dice %" PRIx64,
		 ff_model_metrics[model->metric], ff_model_steps[model->step],
		 ff_model_corners[model->corners], (int)w, (int)h, (int)type, dice);
	e->most_cost = costs[draw_below(e, 4)];
	e->walls = (int)draw_below(e, 50);
	e->limit = FF_FIELD_NONEF;
	if (draw_below(e, 4) == 0)
		e->limit = draw_below(e, (uint32_t)(2 * (w + h) * e->most_cost)) *
			   ff_model_unit(model) / 2.0;
	for (size_t i = 0; i < n; i++)
		e->cost.cells[i] = draw_cost(e);
	for (uint32_t i = 1 + (draw_below(e, 8) > 0 ? draw_below(e, 4) : draw_below(e, 30)); i > 0;
	     i--)
		add_seed(e);
	settle_seeds(e);
	open_update(e, type);
	e->count = 0;
}

static void free_edited(struct edited *e)
{
	ff_update_close(e->update);
	free(e->cost.cells);
	free(e->map.cells);
	free(e->field.cells);
}

/* Draws the next edit. */
static void draw_edit(struct edited *e)
{
	uint32_t n = (uint32_t)count_cells(e), what = draw_below(e, 8);
	uint32_t many = what < 4 ? 1 : what < 6 ? 1 + draw_below(e, 4) : draw_below(e, n);
	uint32_t cell;

	e->count = 0;
	e->moved = false;
	for (uint32_t i = 0; i < many && e->count < CHANGES / 2; i++) {
		cell = draw_below(e, n);
		change_cell(e, cell, draw_below(e, 16) == 0 ? e->cost.cells[cell] : draw_cost(e));
		if (draw_below(e, 16) == 0)
			change_cell(e, cell, draw_cost(e));
	}
	if (draw_below(e, 4) == 0) {
		for (uint32_t i = draw_below(e, 3); i > 0 && e->seeds.count > 0; i--) {
			e->items[draw_below(e, (uint32_t)e->seeds.count)] =
				e->items[e->seeds.count - 1];
			e->seeds.count--;
			e->moved = true;
		}
		for (uint32_t i = draw_below(e, 3); i > 0; i--)
			add_seed(e);
	}
	settle_seeds(e);
}

/* Returns the bits of a cell's value. */
static uint64_t cell_bits(const struct ff_field *field, size_t cell)
{
	return field->type == FF_FIELD_U32 ? field->u32[cell] : field->u64[cell];
}

/* Compares a repaired field with a fresh one, and the figures with the difference to 'before'. */
static bool check_repair(struct edited *e, const struct ff_field *before)
{
	struct ff_field fresh =
		field_of(e->name, &e->model, &e->cost, &e->seeds, e->limit, e->field.type);
	const struct ff_update_figures figures = ff_update_figures_of(e->update);
	size_t n = count_cells(e), differ = 0, wide = 0;
	bool ok = CHECK(memcmp(e->map.cells, e->cost.cells, n) == 0, "%s: the map", e->name);

	for (size_t i = 0; i < n && ok; i++) {
		uint64_t is = cell_bits(&e->field, i);

		ok = CHECK(is == cell_bits(&fresh, i), "%s: cell %zu has %.17g, should have %.17g",
			   e->name, i, ff_field_raw(&e->field, i), ff_field_raw(&fresh, i));
		differ += is != cell_bits(before, i);
		wide += ff_field_has(&fresh, i) && ff_field_raw(&fresh, i) >= FF_FIELD_NONE32;
	}
	for (size_t i = 0; i < figures.count && ok; i++)
		ok = CHECK(cell_bits(before, figures.cells[i]) !=
				   cell_bits(&e->field, figures.cells[i]),
			   "%s: cell %" PRIu32 " has not changed", e->name, figures.cells[i]);
	ok = ok && CHECK(figures.count == differ, "%s: %zu changed, not %zu", e->name,
			 figures.count, differ);
	ok = ok && CHECK(figures.all <= figures.count + e->count + 2 * SEEDS &&
				 (e->count == 0 || figures.all >= differ),
			 "%s: %zu in all", e->name, figures.all);
	ok = ok && CHECK(figures.narrow == (e->field.type == FF_FIELD_U64 && wide == 0),
			 "%s: narrow %d", e->name, figures.narrow);
	free(fresh.cells);
	return ok;
}

/* Repairs the field in steps of 'budget' and checks the result; when the update gives up, solves
 * afresh. */
static bool repair(struct edited *e, size_t budget, size_t most)
{
	size_t bytes = count_cells(e) * ff_field_size(e->field.type);
	struct ff_field before = e->field;
	enum ff_status st;
	bool done = false, ok;

	before.cells = oracle_cells(bytes, 1);
	memcpy(before.cells, e->field.cells, bytes);
	st = ff_update_begin(e->update, e->changes, e->count, e->moved ? &e->seeds : NULL, most);
	while (st == FF_OK && !done)
		st = ff_update_step(e->update, budget, &done);
	if (most < SIZE_MAX && st == FF_E_LIMIT) {
		e->rebuilt++;
		ok = CHECK(ff_update_figures_of(e->update).visited <= most, "%s: visited", e->name);
		ok &= CHECK(memcmp(before.cells, e->field.cells, bytes) == 0,
			    "%s: it gave up, and has changed the field", e->name);
		solve_map(e);
		ff_update_reset(e->update);
	} else {
		ok = CHECK(st == FF_OK, "%s: status %d", e->name, (int)st) &&
		     check_repair(e, &before);
	}
	free(before.cells);
	return ok;
}

/* Checks some edits of a random map of up to most_w * most_h cells; false if one is wrong. */
static bool try_sequence(const struct ff_model *model, int32_t most_w, int32_t most_h,
			 enum ff_field_type type, uint64_t *dice)
{
	struct edited e;
	uint64_t own = oracle_random(dice);
	int32_t w = 1 + (int32_t)(oracle_random(dice) % (uint64_t)most_w);
	int32_t h = 1 + (int32_t)(oracle_random(dice) % (uint64_t)most_h);
	bool ok = true;

	draw_edited(&e, model, w, h, type, own);
	for (uint32_t i = 2 + draw_below(&e, 6); i > 0 && ok; i--) {
		static const size_t budgets[] = {1, 2, 7, SIZE_MAX};
		size_t budget = budgets[draw_below(&e, 4)];

		draw_edit(&e);
		ok = repair(&e, budget, draw_below(&e, 16) == 0 ? draw_below(&e, 64) : SIZE_MAX);
	}
	free_edited(&e);
	return ok;
}

static void random_edits_give_what_solving_afresh_gives(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < times(6000, 20000); i++) {
		const struct ff_model model = oracle_model(i % ORACLE_MODELS, FF_FLOW_LOWEST);
		enum ff_field_type type = i / ORACLE_MODELS % 4 == 0 ? FF_FIELD_U64 : FF_FIELD_U32;
		bool row = i % 40 == 39, column = i % 40 == 38;

		if (!try_sequence(&model,
				  column ? 1
				  : row  ? 90
					 : 12,
				  row      ? 1
				  : column ? 90
					   : 12,
				  type, &dice))
			break;
	}
	for (int i = times(2000, 100000); i > 0; i--)
		if (!try_sequence(&euclid, 16, 16, FF_FIELD_F64, &dice))
			break;
	for (int i = times(60, 3000); i > 0; i--)
		if (!try_sequence(&euclid, 70, i % 10 == 0 ? 1 : 70, FF_FIELD_F64, &dice))
			break;
}

/* Makes a map of cost 1 with one goal, for a model of integers or, after those, euclid. */
static void open_plain(struct edited *e, int k, int32_t w, int32_t h, uint32_t goal)
{
	*e = (struct edited){.model = euclid, .limit = FF_FIELD_NONEF};
	if (k < ORACLE_MODELS)
		e->model = oracle_model(k, FF_FLOW_LOWEST);
	snprintf(e->name, sizeof e->name, "model %d", k);
	e->cost = (struct ff_cost){.w = w, .h = h, .cells = oracle_cells((size_t)w * (size_t)h, 1)};
	memset(e->cost.cells, 1, (size_t)w * (size_t)h);
	e->items[0] = (struct ff_seed){.cell = goal};
	e->seeds = (struct ff_seeds){e->items, 1};
}

/* Changes the cost of one cell; returns how many cells were visited. */
static size_t edit_cell(struct edited *e, uint32_t cell, uint8_t cost)
{
	e->count = 0;
	e->moved = false;
	change_cell(e, cell, cost);
	repair(e, SIZE_MAX, SIZE_MAX);
	return ff_update_figures_of(e->update).visited;
}

static void an_edit_visits_few_cells_or_none(void)
{
	for (int k = 0; k <= ORACLE_MODELS; k++) {
		struct edited e;
		size_t visited;

		open_plain(&e, k, 500, 500, 0);
		open_update(&e, ff_integrate_type(&e.model));
		visited = edit_cell(&e, 500 * 500 - 1, FF_COST_WALL);
		CHECK(visited < 8, "model %d: %zu visits to close a corner", k, visited);
		visited = edit_cell(&e, 500 * 500 - 1, 5);
		CHECK(visited < 8, "model %d: %zu visits to open it", k, visited);
		visited = edit_cell(&e, 250 * 500 + 250, FF_COST_WALL);
		CHECK(visited < 5000, "model %d: %zu visits in the middle", k, visited);
		visited = edit_cell(&e, 40, 1);
		CHECK(visited == 1 && ff_update_figures_of(e.update).all == 0,
		      "model %d: %zu visits for nothing", k, visited);
		free_edited(&e);
	}
}

/* Cells that lost their value are visited again, so that half of the most is enough to know. */
static void an_update_gives_up_as_soon_as_it_must_visit_too_many(void)
{
	struct edited e;

	open_plain(&e, 0, 1000, 1, 0);
	open_update(&e, FF_FIELD_U32);
	e.count = 0;
	e.moved = false;
	change_cell(&e, 1, FF_COST_WALL);
	repair(&e, SIZE_MAX, 600);
	CHECK(e.rebuilt == 1, "it went on");
	CHECK(ff_update_figures_of(e.update).visited < 320, "%zu visits",
	      ff_update_figures_of(e.update).visited);
	free_edited(&e);
}

static void an_update_that_gave_up_goes_on_after_a_fresh_solution(void)
{
	struct edited e;
	struct ff_cost_change wall = {45, FF_COST_WALL};

	open_plain(&e, 7, 9, 9, 44);
	open_update(&e, FF_FIELD_U32);
	for (size_t most = 0; most < 12; most++) {
		e.count = 0;
		change_cell(&e, wall.cell, most % 2 == 0 ? FF_COST_WALL : 1);
		repair(&e, 1, most);
		edit_cell(&e, 0, most % 2 == 0 ? 3 : 9);
	}
	CHECK(e.rebuilt > 4, "%lu times", e.rebuilt);
	free_edited(&e);
}

static void a_value_that_32_bits_cannot_hold_needs_a_field_of_64(void)
{
	struct edited e;
	struct ff_seed far = {.cell = 0, .start = 0xfffffff0}, near = {.cell = 0};
	enum ff_status st;
	size_t n = 100;

	open_plain(&e, 0, 10, 10, 0);
	open_update(&e, FF_FIELD_U32);
	st = ff_update(e.update, NULL, 0, &(struct ff_seeds){&far, 1}, SIZE_MAX);
	CHECK(st == FF_E_LIMIT, "status %d", (int)st);
	free(e.field.cells);
	e.field = field_new(&e.model, 10, 10, FF_FIELD_U64);
	e.items[0] = far;
	solve_map(&e);
	ff_update_reset(e.update);
	edit_cell(&e, 55, 9);
	CHECK(!ff_update_figures_of(e.update).narrow, "it is wide");
	e.items[0] = near;
	e.count = 0;
	e.moved = true;
	repair(&e, 3, SIZE_MAX);
	CHECK(ff_update_figures_of(e.update).narrow, "it is narrow");
	for (size_t i = 0; i < n; i++)
		CHECK(e.field.u64[i] <= 26, "cell %zu", i);
	free_edited(&e);
}

static void the_largest_value_of_32_bits_is_one_below_none(void)
{
	for (uint32_t k = 0; k < 2; k++) {
		struct edited e;
		struct ff_seed seed = {.cell = 0, .start = 0xfffffffe + (double)k};
		enum ff_status st;

		open_plain(&e, 0, 1, 1, 0);
		open_update(&e, FF_FIELD_U32);
		st = ff_update(e.update, NULL, 0, &(struct ff_seeds){&seed, 1}, SIZE_MAX);
		CHECK(st == (k == 0 ? FF_OK : FF_E_LIMIT), "%.0f: status %d", seed.start, (int)st);
		CHECK(k > 0 || ff_field_raw(&e.field, 0) == seed.start, "%.0f",
		      ff_field_raw(&e.field, 0));
		free_edited(&e);
	}
}

static void invalid_changes_are_refused_and_nothing_changes(void)
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
	open_update(&e, FF_FIELD_U32);
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		enum ff_status st = ff_update(e.update, tries[i].changes, tries[i].count,
					      tries[i].seeds, SIZE_MAX);

		CHECK(st == FF_E_ARG, "%zu: status %d", i, (int)st);
		CHECK(memcmp(e.map.cells, e.cost.cells, 25) == 0, "%zu: the map", i);
	}
	edit_cell(&e, 7, 3);
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
	free_edited(&e);
}

/* ---- real maps ---- */

/* Edits squares of a map from a file, and adds a goal now and then. */
static void edit_map(const char *path, const struct ff_model *model, int edits)
{
	struct edited e = {
		.dice = ORACLE_SEED, .limit = FF_FIELD_NONEF, .most_cost = 3, .model = *model};

	snprintf(e.name, sizeof e.name, "%.150s", path);
	if (!realmaps_read(path, &e.cost))
		return;
	e.walls = 40;
	while (e.seeds.count < 2)
		add_seed(&e);
	settle_seeds(&e);
	open_update(&e, ff_integrate_type(model));
	for (int i = 0; i < edits; i++) {
		int32_t side = 1 + (int32_t)draw_below(&e, 12);
		uint32_t x = draw_below(&e, (uint32_t)(e.cost.w - side));
		uint32_t y = draw_below(&e, (uint32_t)(e.cost.h - side));
		uint8_t cost = draw_cost(&e);

		e.count = 0;
		e.moved = false;
		for (int32_t j = 0; j < side * side; j++)
			change_cell(&e,
				    (y + (uint32_t)(j / side)) * (uint32_t)e.cost.w + x +
					    (uint32_t)(j % side),
				    cost);
		if (i % 8 == 7)
			add_seed(&e);
		settle_seeds(&e);
		if (!repair(&e, SIZE_MAX, SIZE_MAX))
			break;
	}
	free_edited(&e);
}

static void edit_real(const char *path, void *context)
{
	int *k = context;
	struct ff_model model = oracle_model((*k)++ * 5 % ORACLE_MODELS, FF_FLOW_LOWEST);

	edit_map(path, &model, times(8, 24));
	edit_map(path, &euclid, times(3, 24));
}

static void edits_of_real_maps_give_what_solving_afresh_gives(void)
{
	int k = 0;

	realmaps_each(edit_real, &k);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(random_edits_give_what_solving_afresh_gives);
	RUN(an_edit_visits_few_cells_or_none);
	RUN(an_update_gives_up_as_soon_as_it_must_visit_too_many);
	RUN(an_update_that_gave_up_goes_on_after_a_fresh_solution);
	RUN(a_value_that_32_bits_cannot_hold_needs_a_field_of_64);
	RUN(the_largest_value_of_32_bits_is_one_below_none);
	RUN(invalid_changes_are_refused_and_nothing_changes);
	RUN(edits_of_real_maps_give_what_solving_afresh_gives);
	return tap_done();
}
