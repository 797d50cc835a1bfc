/*
 * Edits and whole maps are written into the problem's map and goals; core/update renews the
 * solution.
 */
#include "cli/verbs/repair.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/problem.h"
#include "cli/progress.h"
#include "core/base/memory.h"
#include "core/solve/seeds.h"
#include "io/edits.h"
#include "io/input.h"

static size_t cells_of(const struct ff_repair *repair)
{
	return (size_t)repair->problem->map.w * (size_t)repair->problem->map.h;
}

enum ff_status ff_repair_open(struct ff_repair *repair, const struct ff_solution_work *work,
			      struct ff_problem *problem, struct ff_solution *solution,
			      struct ff_error *err)
{
	const struct ff_options *options = work->options;
	struct ff_renew_world world = {
		.solve = &repair->solve,
		.map = &problem->map,
		.closed = &problem->closed,
		.radius = ff_problem_radius(options),
		.goals = &problem->goals,
		.counts = options->outputs[FF_OPTIONS_JSON] != NULL,
		.unsolved = work->values != NULL,
	};
	const struct ff_cost *cost = ff_problem_cost(problem);

	*repair = (struct ff_repair){.work = *work, .problem = problem, .solution = solution};
	repair->solve = ff_solution_solve(solution, work);
	if (!ff_cost_new(&repair->original, problem->map.w, problem->map.h,
			 problem->map.wide != NULL))
		return ff_status_nomem(err, "the map");
	ff_cost_copy(&problem->map, 0, 0, &repair->original);
	if (work->values != NULL) {
		if (!ff_cost_new(&repair->routed, cost->w, cost->h, cost->wide != NULL))
			return ff_status_nomem(err, "the map");
		ff_cost_copy(cost, 0, 0, &repair->routed);
	}
	if (ff_renew_open(&repair->renew, &world) != FF_OK)
		return ff_status_nomem(err, "repairs");
	return ff_problem_copy_goals(&repair->asked, ff_problem_asked_goals(problem), err);
}

void ff_repair_close(struct ff_repair *repair)
{
	ff_renew_close(&repair->renew);
	ff_solve_end(&repair->solve);
	free(repair->original.cells);
	free(repair->routed.cells);
	free(repair->asked.items);
	*repair = (struct ff_repair){0};
}

static enum ff_status refuse_edit(const struct ff_edit *edit, const char *name, const char *what,
				  struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s:%zu:%zu: %s", name, edit->line, edit->column,
			      what);
}

/* Sets the cost of an edited cell, or restores it. */
static enum ff_status edit_cell(void *context, const struct ff_edit *edit, size_t cell)
{
	struct ff_repair *repair = context;
	const struct ff_cost *before = &repair->original;
	uint32_t wall = ff_cost_wall(before), original = ff_cost_at(before, cell);
	uint32_t scale = repair->work.options->model.scale, plain = scale > 0 ? scale : 1;

	return ff_renew_set(&repair->renew, cell,
			    edit->kind == FF_EDITS_WALL   ? wall
			    : edit->kind == FF_EDITS_COST ? edit->cost
			    : original != wall            ? original
							  : plain);
}

/* Puts in front of an error about the goals the place of the last edit that may have caused it. */
static void blame_edit(const struct ff_edit *edits, size_t count, const char *name,
		       struct ff_error *err)
{
	struct ff_error what;
	size_t last = count - 1;

	while (last > 0 && (edits[last].kind == FF_EDITS_COST || edits[last].kind == FF_EDITS_OPEN))
		last--;
	ff_status_fail(&what, FF_E_INPUT, "after this edit: %s", err->text);
	refuse_edit(&edits[last], name, what.text, err);
}

/* Makes edits of the map's cells and of the goals before --snap. */
static enum ff_status apply_edits(struct ff_repair *repair, const struct ff_edit *edits,
				  size_t count, const char *name, struct ff_error *err)
{
	const struct ff_problem *problem = repair->problem;
	const struct ff_cost *map = &problem->map;
	struct ff_seeds_edited edited;
	enum ff_status st = ff_seeds_edit(ff_problem_asked_goals(repair->problem), edits, count,
					  problem->size.w, problem->size.h, &edited);

	if (st == FF_E_INPUT)
		return refuse_edit(&edits[edited.wrong], name, edited.why, err);
	if (st != FF_OK)
		return ff_status_nomem(err, "goals");
	repair->goals |= edited.any;
	st = ff_edits_cells(edits, count, map->w, map->h, repair->work.options->subdivide ? 2 : 1,
			    edit_cell, repair);
	return st == FF_OK ? FF_OK : ff_status_nomem(err, "the map");
}

/* Gives the map the costs of another one. */
static enum ff_status replace_map(struct ff_repair *repair, const struct ff_cost *map,
				  struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < cells_of(repair) && st == FF_OK; i++)
		st = ff_renew_set(&repair->renew, i, ff_cost_at(map, i));
	return st == FF_OK ? st : ff_status_nomem(err, "the map");
}

/* Returns true if edits may close other cells of the map that is not split, on which goals are
 * checked. */
static bool may_close(const struct ff_repair *repair)
{
	const struct ff_options *options = repair->work.options;
	const struct ff_renew_changes *edits = &repair->renew.edits;
	const struct ff_cost *now = &repair->problem->map;
	bool walls = false;

	if (!options->subdivide || !ff_problem_closes(options->radius))
		return false;
	for (size_t i = 0; i < edits->count && !walls; i++)
		walls = (edits->items[i].cost == ff_cost_wall(now)) !=
			(now->cells[edits->items[i].cell] == FF_COST_WALL);
	return walls;
}

/* Resolves the goals again if edits may have changed their seeds, and begins to renew. */
static enum ff_status begin_renewal(struct ff_repair *repair, struct ff_error *err)
{
	struct ff_problem *problem = repair->problem;
	struct ff_seeds before = problem->seeds;
	enum ff_status st = ff_renew_gather(&repair->renew, repair->goals);
	bool reseed = repair->renew.reseed || may_close(repair) ||
		      (repair->work.options->snap > 0 && repair->renew.figures.edited > 0);

	if (st != FF_OK)
		return ff_status_nomem(err, "the map");
	if (reseed) {
		problem->seeds = (struct ff_seeds){0};
		st = ff_problem_resolve_goals(problem, repair->work.options, err);
		repair->solve.goals = (uint32_t)problem->goals.count;
	}
	if (st == FF_OK && repair->work.values == NULL &&
	    ff_renew_begin(&repair->renew, reseed ? &before : NULL, repair->goals) != FF_OK)
		st = ff_status_nomem(err, "repairs");
	if (reseed)
		free(before.items);
	return st;
}

/* Renews field, directions and classes after the map has been edited. */
static enum ff_status renew(struct ff_repair *repair, struct ff_error *err)
{
	enum { BUDGET = 1 << 22 }; /* cells between two reports of progress */
	struct ff_solve *solve = &repair->solve;
	enum ff_status st = begin_renewal(repair, err);
	bool done = repair->work.values != NULL;

	while (st == FF_OK && !done) {
		if (ff_renew_step(&repair->renew, BUDGET, &done) != FF_OK)
			return ff_status_nomem(err, "repairs");
		if (repair->renew.stage == FF_RENEW_SOLVE)
			ff_progress_show(repair->work.progress, "integrating",
					 solve->work.run.settled, cells_of(repair));
	}
	return st;
}

/* Renews the solution after edits, unless 'st' is a failure, and sets the figures. */
static enum ff_status follow_edits(struct ff_repair *repair, double started, enum ff_status st,
				   struct ff_error *err)
{
	const struct ff_renew_figures *figures = &repair->renew.figures;

	if (st == FF_OK)
		st = renew(repair, err);
	repair->goals = false;
	repair->figures = (struct ff_repair_figures){
		.edited = figures->edited,
		.changed = figures->changed,
		.visited = figures->visited,
		.rebuilt = figures->rebuilt,
		.ms = ff_clock_ms() - started,
	};
	return st;
}

enum ff_status ff_repair_edits(struct ff_repair *repair, const struct ff_edit *edits, size_t count,
			       const char *name, struct ff_error *err)
{
	double started = ff_clock_ms();
	enum ff_status st = apply_edits(repair, edits, count, name, err);

	if (st != FF_OK)
		return st;
	if ((st = follow_edits(repair, started, st, err)) == FF_E_INPUT)
		blame_edit(edits, count, name, err);
	return st;
}

enum ff_status ff_repair_map(struct ff_repair *repair, const struct ff_cost *map,
			     struct ff_error *err)
{
	double started = ff_clock_ms();

	return follow_edits(repair, started, replace_map(repair, map, err), err);
}

enum ff_status ff_repair_reset(struct ff_repair *repair, struct ff_error *err)
{
	double started = ff_clock_ms();
	enum ff_status st =
		ff_problem_copy_goals(ff_problem_asked_goals(repair->problem), &repair->asked, err);

	if (st == FF_OK)
		st = replace_map(repair, &repair->original, err);
	repair->goals = true;
	return follow_edits(repair, started, st, err);
}

enum ff_status ff_repair_complete(struct ff_repair *repair, struct ff_error *err)
{
	return ff_solution_rest(repair->solution, &repair->work, err);
}

enum ff_status ff_repair_sectors(struct ff_repair *repair, struct ff_routing *routing,
				 const uint32_t *sources, size_t count, bool exact,
				 struct ff_error *err)
{
	double started = ff_clock_ms();
	struct ff_repair_figures *figures = &repair->figures;
	const struct ff_cost *cost = ff_problem_cost(repair->problem);
	size_t priced = routing->priced, changed = 0;
	uint32_t *changes = NULL;
	enum ff_status st = ff_cost_differences(&repair->routed, cost, &changes, &changed);

	if (st == FF_OK)
		st = ff_routing_renew(routing, changes, changed);
	free(changes);
	if (st == FF_OK)
		st = ff_routing_find(routing, &repair->problem->seeds, sources, count, exact);
	if (st != FF_OK)
		return ff_status_nomem(err, "the routes");
	ff_cost_copy(cost, 0, 0, &repair->routed);
	figures->sectors = true;
	figures->priced = routing->priced - priced;
	figures->computed = ff_routing_computed(routing, &figures->kept);
	figures->ms += ff_clock_ms() - started;
	return FF_OK;
}

enum ff_status ff_repair_read(struct ff_edits *edits, const char *path, bool timed,
			      const struct ff_problem *problem, const struct ff_options *options,
			      struct ff_error *err)
{
	struct ff_input in;
	enum ff_status st;

	if (path == NULL)
		return FF_OK;
	if ((st = ff_input_open(&in, path, err)) != FF_OK)
		return st;
	st = ff_edits_read(&in, timed, problem->size.w, problem->size.h, options->model.scale,
			   edits, err);
	ff_input_close(&in);
	return st;
}

const char *ff_repair_name(const char *path)
{
	return strcmp(path, "-") == 0 ? "standard input" : path;
}

void ff_repair_print(const struct ff_repair_figures *figures, char text[FF_REPAIR_TEXT])
{
	size_t n = (size_t)snprintf(text, FF_REPAIR_TEXT, "%zu cell%s edited, ", figures->edited,
				    figures->edited == 1 ? "" : "s");

	if (figures->sectors)
		snprintf(text + n, FF_REPAIR_TEXT - n,
			 "%zu sector%s priced again, %zu of %zu kept in %.2f ms", figures->priced,
			 figures->priced == 1 ? "" : "s", figures->kept, figures->computed,
			 figures->ms);
	else if (figures->rebuilt)
		snprintf(text + n, FF_REPAIR_TEXT - n, "rebuilt in %.2f ms", figures->ms);
	else
		snprintf(text + n, FF_REPAIR_TEXT - n, "%zu changed, %zu visited in %.2f ms",
			 figures->changed, figures->visited, figures->ms);
}

void ff_repair_add(struct ff_repair_sum *sum, const struct ff_repair_figures *figures)
{
	struct ff_repair_figures *all = figures->rebuilt ? &sum->rebuilt : &sum->repaired;

	all->edited += figures->edited;
	all->changed += figures->changed;
	all->visited += figures->visited;
	all->ms += figures->ms;
	all->sectors = figures->sectors;
	all->priced += figures->priced;
	all->computed += figures->computed;
	all->kept += figures->kept;
	all->rebuilt = figures->rebuilt;
	sum->repairs++;
	sum->rebuilds += figures->rebuilt;
}

void ff_repair_print_sum(const struct ff_repair_sum *sum, char text[2 * FF_REPAIR_TEXT])
{
	bool mixed = sum->rebuilds > 0 && sum->rebuilds < sum->repairs;
	size_t n;

	ff_repair_print(sum->rebuilds < sum->repairs ? &sum->repaired : &sum->rebuilt, text);
	n = strlen(text);
	if (!mixed)
		return;
	n += (size_t)snprintf(text + n, (size_t)2 * FF_REPAIR_TEXT - n,
			      "; %zu of them: ", sum->rebuilds);
	ff_repair_print(&sum->rebuilt, text + n);
}

void ff_repair_print_unreached(uint64_t before, uint64_t now, char text[FF_REPAIR_UNREACHED])
{
	*text = '\0';
	if (now != before)
		snprintf(text, FF_REPAIR_UNREACHED,
			 "; %" PRIu64 " cell%s unreached now, %" PRIu64 " before", now,
			 now == 1 ? "" : "s", before);
}

/* A layer of both solutions, as cells of 'size' bytes. */
struct layer {
	const char *name;
	const void *repaired, *fresh; /* NULL: not there */
	size_t size;
	void (*print)(const void *cell, char text[64]);
};

static void print_byte(const void *cell, char text[64])
{
	snprintf(text, 64, "%d", *(const uint8_t *)cell);
}

static void print_label(const void *cell, char text[64])
{
	uint32_t label;

	memcpy(&label, cell, sizeof label);
	snprintf(text, 64, label == FF_LABELS_NONE ? "none" : "%" PRIu32, label);
}

static void print_long(const void *cell, char text[64])
{
	uint64_t value;

	memcpy(&value, cell, sizeof value);
	snprintf(text, 64, value == FF_FIELD_NONE64 ? "none" : "%" PRIu64, value);
}

static void print_real(const void *cell, char text[64])
{
	double value;

	memcpy(&value, cell, sizeof value);
	snprintf(text, 64, isinf(value) ? "none" : "%.17g", value);
}

static void print_vector(const void *cell, char text[64])
{
	struct ff_flow_vector vector;

	memcpy(&vector, cell, sizeof vector);
	snprintf(text, 64, "%.9g,%.9g", (double)vector.dx, (double)vector.dy);
}

static enum ff_status compare_layer(const struct layer *layer, int32_t w, int32_t h,
				    const char *what, struct ff_error *err)
{
	const uint8_t *a = layer->repaired, *b = layer->fresh;
	size_t cells = (size_t)w * (size_t)h, i = 0;
	char one[64], other[64];

	if (a == NULL || b == NULL || memcmp(a, b, cells * layer->size) == 0)
		return FF_OK;
	while (memcmp(a + i * layer->size, b + i * layer->size, layer->size) == 0)
		i++;
	layer->print(a + i * layer->size, one);
	layer->print(b + i * layer->size, other);
	return ff_status_fail(err, FF_E_ANSWER,
			      "%s: %s of cell %zu,%zu: repaired %s, solved afresh %s", what,
			      layer->name, i % (size_t)w, i / (size_t)w, one, other);
}

static enum ff_status compare_seeds(const struct ff_seeds *a, const struct ff_seeds *b, int32_t w,
				    const char *what, struct ff_error *err)
{
	size_t i = 0;

	if (a->count != b->count)
		return ff_status_fail(err, FF_E_ANSWER,
				      "%s: goals have %zu cells repaired, %zu found afresh", what,
				      a->count, b->count);
	while (i < a->count && a->items[i].cell == b->items[i].cell &&
	       a->items[i].goal == b->items[i].goal && a->items[i].start == b->items[i].start)
		i++;
	if (i == a->count)
		return FF_OK;
	return ff_status_fail(err, FF_E_ANSWER,
			      "%s: a goal's cell: repaired %" PRIu32 ",%" PRIu32
			      ", found afresh %" PRIu32 ",%" PRIu32,
			      what, a->items[i].cell % (uint32_t)w, a->items[i].cell / (uint32_t)w,
			      b->items[i].cell % (uint32_t)w, b->items[i].cell / (uint32_t)w);
}

enum ff_status ff_repair_compare(const struct ff_problem *repaired, const struct ff_problem *fresh,
				 const struct ff_solution *a, const struct ff_solution *b,
				 const char *what, struct ff_error *err)
{
	const struct layer layers[] = {
		{"closed cost", repaired->closed.cells, fresh->closed.cells, 1, print_byte},
		{"value", a->field.cells, b->field.cells, ff_field_size(a->field.type),
		 a->field.type == FF_FIELD_U32   ? print_label
		 : a->field.type == FF_FIELD_U64 ? print_long
						 : print_real},
		{"class", a->classes.cells, b->classes.cells, 1, print_byte},
		{"direction", a->flow.cells, b->flow.cells, 1, print_byte},
		{"vector", a->flow.vectors, b->flow.vectors, sizeof *a->flow.vectors, print_vector},
		{"goal in sight", a->nearest.cells, b->nearest.cells, sizeof(uint32_t),
		 print_label},
		{"goal", a->allocation.cells, b->allocation.cells, sizeof(uint32_t), print_label},
		{"area", a->regions.cells, b->regions.cells, sizeof(uint32_t), print_label},
		{"number of ways", a->ties.cells, b->ties.cells, sizeof(uint32_t), print_label},
	};
	enum ff_status st = compare_seeds(&repaired->seeds, &fresh->seeds, a->field.w, what, err);

	if (st == FF_OK && a->field.type != b->field.type)
		return ff_status_fail(
			err, FF_E_ANSWER, "%s: values of %zu bits repaired, of %zu solved afresh",
			what, 8 * ff_field_size(a->field.type), 8 * ff_field_size(b->field.type));
	for (size_t i = 0; i < sizeof layers / sizeof *layers && st == FF_OK; i++)
		st = compare_layer(&layers[i], a->field.w, a->field.h, what, err);
	for (int c = 0; c < FF_CLASSES && st == FF_OK; c++)
		if (a->classes.count[c] != b->classes.count[c])
			st = ff_status_fail(err, FF_E_ANSWER,
					    "%s: cells that are %s: repaired %" PRIu64
					    ", solved afresh %" PRIu64,
					    what, ff_classes_names[c], a->classes.count[c],
					    b->classes.count[c]);
	return st;
}
