/*
 * Edits are written to the map at once, and the former costs are kept; for wide walkers this gives
 * a list of cells of the closed map.  Seeds are made on the edited map.  But the field's repair has
 * to see both states: so the former costs are swapped in, and it makes the changes itself.
 *
 * A cell is listed when it is first changed, and again if it was restored in between; in the end
 * only cells that differ from the former map are kept, each once.  If there are so many changes
 * that a repair would give up, no list is made and everything is solved afresh.
 */
#include "core/update/renew.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/solve/clearance.h"
#include "core/solve/descend.h"

/* The ratio of cells that may change to those that a repair visits. */
enum { REACHED = 16 };

/* The most cells that a repair visits, in multiples of ff_update_most().  Most edits that
 * change a large part of the map, such as doors, pay nevertheless; where repairs are given up one
 * after the other, as when a goal moves, the number falls. */
enum { PATIENCE = 8 };

static struct ff_cost *cost_of(const struct ff_renew *renew)
{
	const struct ff_renew_world *world = &renew->world;

	return world->closed->cells != NULL ? world->closed : world->map;
}

static size_t cells_of(const struct ff_renew *renew)
{
	return (size_t)renew->world.map->w * (size_t)renew->world.map->h;
}

/* Flee maps have two fields, and exact fields are found faster than repaired: both are always
 * solved afresh, and so is a map without goals. */
static enum ff_status open_update(struct ff_renew *renew)
{
	const struct ff_solve *solve = renew->world.solve;

	if (solve->flee < 0 || solve->seeds->count == 0 || renew->world.unsolved ||
	    solve->field->roots != NULL)
		return FF_OK;
	return ff_update_open(&renew->update, solve->model, cost_of(renew), solve->seeds,
			      solve->limit, solve->field);
}

enum ff_status ff_renew_open(struct ff_renew *renew, const struct ff_renew_world *world)
{
	const struct ff_cost *map = world->map;

	*renew = (struct ff_renew){.world = *world};
	renew->most = ff_update_most(world->solve->model, map->w, map->h);
	renew->patience = PATIENCE * renew->most;
	if (!ff_cost_new(&renew->last, map->w, map->h, map->wide != NULL))
		return FF_E_NOMEM;
	ff_cost_copy(map, 0, 0, &renew->last);
	return open_update(renew);
}

void ff_renew_close(struct ff_renew *renew)
{
	ff_update_close(renew->update);
	ff_field_free(&renew->before);
	free(renew->last.cells);
	free(renew->edits.items);
	free(renew->closings.items);
	free(renew->around);
	*renew = (struct ff_renew){0};
}

/* Drops the repairs' copy of the field. */
static void forget_update(struct ff_renew *renew)
{
	ff_update_close(renew->update);
	renew->update = NULL;
}

enum ff_status ff_renew_set(struct ff_renew *renew, size_t cell, uint32_t cost)
{
	struct ff_renew_changes *edits = &renew->edits;
	uint32_t now = ff_cost_at(renew->world.map, cell);
	bool listed = renew->whole || cost == now || now != ff_cost_at(&renew->last, cell);

	ff_cost_set(renew->world.map, cell, cost);
	if (listed)
		return FF_OK;
	if (edits->count == renew->most) {
		renew->whole = true;
		return FF_OK;
	}
	if (!ff_memory_grow(&edits->items, &edits->room, edits->count + 1, sizeof *edits->items))
		return FF_E_NOMEM;
	edits->items[edits->count++].cell = (uint32_t)cell;
	return FF_OK;
}

/* Completes the list of edits with the former costs. */
static void end_edits(struct ff_renew *renew)
{
	const struct ff_cost *now = renew->world.map;
	struct ff_renew_changes *edits = &renew->edits;
	size_t listed = edits->count;

	edits->count = renew->figures.edited = 0;
	if (renew->whole) {
		for (size_t i = 0; i < cells_of(renew); i++)
			renew->figures.edited += ff_cost_at(now, i) != ff_cost_at(&renew->last, i);
		ff_cost_copy(now, 0, 0, &renew->last);
		return;
	}
	for (size_t i = 0; i < listed; i++) {
		uint32_t cell = edits->items[i].cell, was = ff_cost_at(&renew->last, cell);

		if (ff_cost_at(now, cell) != was)
			edits->items[edits->count++] = (struct ff_cost_change){cell, (uint16_t)was};
		ff_cost_set(&renew->last, cell, ff_cost_at(now, cell));
	}
	renew->figures.edited = edits->count;
}

/* Swaps the costs of a map and those of a list. */
static void swap_costs(struct ff_cost *cost, const struct ff_renew_changes *changes)
{
	for (size_t i = 0; i < changes->count; i++) {
		struct ff_cost_change *change = &changes->items[i];
		uint16_t was = (uint16_t)ff_cost_at(cost, change->cell);

		ff_cost_set(cost, change->cell, change->cost);
		change->cost = was;
	}
}

/* Returns the changes of the map that walkers find. */
static struct ff_renew_changes *changes_of(struct ff_renew *renew)
{
	return renew->world.closed->cells != NULL ? &renew->closings : &renew->edits;
}

/* Returns true if a cell is, or would be, a seed of one of the goals. */
static bool is_goal(const struct ff_renew *renew, uint32_t cell)
{
	const struct ff_goals *goals = renew->world.goals;
	int32_t w = renew->world.map->w, x = (int32_t)cell % w, y = (int32_t)cell / w;

	if (goals->mask != NULL && goals->mask[cell] != 0)
		return true;
	for (size_t i = 0; i < goals->count; i++) {
		const struct ff_goal *goal = &goals->items[i];

		/* A place between cells has the cells beside it. */
		if (goal->level == 0 && x > goal->x - 1 && y > goal->y - 1 &&
		    x < goal->x + goal->w && y < goal->y + goal->h)
			return true;
	}
	return false;
}

/* Returns true if the changes of the map may change the seeds. */
static bool touches_goals(struct ff_renew *renew)
{
	enum { FEW = 1 << 10 };
	const struct ff_renew_changes *was = changes_of(renew);
	const uint8_t *now = cost_of(renew)->cells;
	const uint32_t wall = ff_cost_wall(cost_of(renew));

	/* Making all seeds anew is faster then. */
	if (renew->world.goals->count > (FEW + renew->world.solve->seeds->count) / (was->count + 1))
		return was->count > 0;
	for (size_t i = 0; i < was->count; i++)
		if ((was->items[i].cost == wall) != (now[was->items[i].cell] == FF_COST_WALL) &&
		    is_goal(renew, was->items[i].cell))
			return true;
	return false;
}

/* Closes the cells near the edits, and lists their former costs. */
static enum ff_status close_cells(struct ff_renew *renew)
{
	const struct ff_renew_changes *edits = &renew->edits;
	uint32_t *cells = malloc((edits->count + 1) * sizeof *cells);
	enum ff_status st;

	if (cells == NULL)
		return FF_E_NOMEM;
	for (size_t i = 0; i < edits->count; i++)
		cells[i] = edits->items[i].cell;
	free(renew->closings.items);
	renew->closings = (struct ff_renew_changes){0};
	st = ff_clearance_renew(renew->world.map, renew->world.radius, cells, edits->count,
				renew->world.closed, &renew->closings.items,
				&renew->closings.count);
	free(cells);
	if (st == FF_OK)
		swap_costs(renew->world.closed, &renew->closings);
	return st;
}

enum ff_status ff_renew_gather(struct ff_renew *renew, bool goals)
{
	struct ff_renew_world *world = &renew->world;
	double reach = 4 * (world->radius + 1) * (world->radius + 1);
	enum ff_status st = FF_OK;

	renew->figures = (struct ff_renew_figures){0};
	renew->around_count = 0;
	end_edits(renew);
	renew->afresh = renew->whole ||
			(world->closed->cells != NULL &&
			 (double)renew->edits.count * reach > REACHED * (double)renew->most);
	renew->whole = false;
	if (world->closed->cells != NULL)
		st = renew->afresh ? ff_clearance_close(world->map, world->radius, world->closed)
				   : close_cells(renew);
	renew->reseed = st == FF_OK && (renew->afresh || goals || touches_goals(renew));
	return st;
}

static enum ff_status add_around(struct ff_renew *renew, uint32_t cell)
{
	if (!ff_memory_grow(&renew->around, &renew->around_room, renew->around_count + 1,
			    sizeof *renew->around))
		return FF_E_NOMEM;
	renew->around[renew->around_count++] = cell;
	return FF_OK;
}

static bool same_seeds(const struct ff_seeds *a, const struct ff_seeds *b)
{
	size_t i = 0;

	if (a->count != b->count)
		return false;
	while (i < a->count && a->items[i].cell == b->items[i].cell &&
	       a->items[i].goal == b->items[i].goal && a->items[i].start == b->items[i].start)
		i++;
	return i == a->count;
}

static void begin_afresh(struct ff_renew *renew)
{
	struct ff_solve *solve = renew->world.solve;

	renew->figures.rebuilt = true;
	renew->figures.visited = cells_of(renew);
	if (renew->world.counts) {
		renew->before = *solve->field;
		solve->field->cells = NULL;
		solve->field->roots = NULL;
	}
	solve->cost = cost_of(renew);
	ff_solve_begin(solve);
	renew->stage = FF_RENEW_SOLVE;
}

enum ff_status ff_renew_begin(struct ff_renew *renew, const struct ff_seeds *before, bool goals)
{
	const struct ff_solve *solve = renew->world.solve;
	const struct ff_renew_changes *changes = changes_of(renew);
	size_t many = REACHED * renew->most; /* more seeds than are worth comparing */
	bool aimed = before != NULL && (goals || !same_seeds(before, solve->seeds));
	enum ff_status st;

	if (ff_solve_is_exact(solve->model, cost_of(renew)))
		forget_update(renew);
	ff_solve_drop(solve->allocation);
	if (renew->afresh || solve->seeds->count == 0 ||
	    (before != NULL && (before->count > many || solve->seeds->count > many))) {
		forget_update(renew);
		begin_afresh(renew);
		return FF_OK;
	}
	swap_costs(cost_of(renew), changes);
	renew->stage = changes->count == 0 && !aimed ? FF_RENEW_DONE : FF_RENEW_REPAIR;
	if (renew->stage == FF_RENEW_DONE)
		return FF_OK;
	ff_solve_drop(solve->nearest);
	st = renew->update == NULL ? FF_E_LIMIT : FF_OK;
	for (size_t i = 0; i < changes->count && st == FF_OK; i++)
		st = add_around(renew, changes->items[i].cell);
	if (st == FF_OK)
		st = ff_update_begin(renew->update, changes->items, changes->count,
				     aimed ? solve->seeds : NULL, renew->patience);
	/* Makes the changes that the repair has not made. */
	for (size_t i = 0; i < changes->count && st != FF_OK; i++)
		ff_cost_set(cost_of(renew), changes->items[i].cell, changes->items[i].cost);
	if (st != FF_E_LIMIT)
		return st;
	begin_afresh(renew);
	return FF_OK;
}

/* Ends a repair, and lists where directions are renewed. */
static enum ff_status end_repair(struct ff_renew *renew)
{
	struct ff_update_figures figures = ff_update_figures_of(renew->update);
	enum ff_status st = FF_OK;

	renew->stage = FF_RENEW_FLOW;
	renew->next = 0;
	renew->figures.changed = figures.count;
	renew->figures.visited = figures.visited;
	for (size_t i = 0; i < figures.all && st == FF_OK; i++)
		st = add_around(renew, figures.cells[i]);
	if (st != FF_OK || !figures.narrow)
		return st;
	ff_solve_narrow(renew->world.solve->field);
	ff_update_reset(renew->update);
	return FF_OK;
}

static enum ff_status step_repair(struct ff_renew *renew, size_t budget, bool *done)
{
	size_t before = ff_update_figures_of(renew->update).visited;
	enum ff_status st = ff_update_step(renew->update, budget, done);

	renew->world.solve->effort += ff_update_figures_of(renew->update).visited - before;
	if (st == FF_E_LIMIT) {
		renew->patience =
			renew->patience / 2 > renew->most ? renew->patience / 2 : renew->most;
		begin_afresh(renew);
	} else if (st == FF_OK && *done) {
		renew->patience = renew->patience * 2 < PATIENCE * renew->most
					  ? renew->patience * 2
					  : PATIENCE * renew->most;
		st = end_repair(renew);
	}
	*done = false;
	return st == FF_E_LIMIT ? FF_OK : st;
}

/* Counts the cells first..end-1 that have another value after all was solved afresh. */
static void count_changed(struct ff_renew *renew, size_t first, size_t end)
{
	const struct ff_field *before = &renew->before, *after = renew->world.solve->field;
	bool same = before->type == FF_FIELD_F64 && after->type == FF_FIELD_F64 &&
		    before->zero == after->zero;
	size_t changed = 0;

	for (size_t i = first; before->cells != NULL && i < end; i++)
		changed += same ? before->f64[i] != after->f64[i]
				: ff_field_value(before, i) != ff_field_value(after, i);
	renew->figures.changed += changed;
	if (end < cells_of(renew))
		return;
	ff_field_free(&renew->before);
}

/* Renews directions and classes. */
static enum ff_status step_flow(struct ff_renew *renew, size_t budget, bool *done)
{
	/* from 1/SOONER of the map on starting afresh is faster; a cell has AROUND around it */
	enum { SOONER = 10, AROUND = 9 };
	struct ff_solve *solve = renew->world.solve;
	size_t count = renew->around_count - renew->next, first = solve->work.flow.next;
	enum ff_status st;

	/* Any direction may have been turned by sight, or lead past a changed cell. */
	if (renew->figures.rebuilt || ff_model_goes_anywhere(solve->model) || solve->sight ||
	    renew->around_count > cells_of(renew) / SOONER) {
		st = ff_solve_flow_step(solve, budget, done);
		if (st == FF_OK && renew->figures.rebuilt)
			count_changed(renew, first,
				      *done ? cells_of(renew) : solve->work.flow.next);
		return st;
	}
	count = count < budget / AROUND + 1 ? count : budget / AROUND + 1;
	st = ff_descend_around(solve->model, solve->cost, solve->field, solve->seeds,
			       renew->around + renew->next, count, solve->flow, solve->classes,
			       solve->machine);
	renew->next += count;
	solve->effort += AROUND * count;
	if (st != FF_OK || renew->next < renew->around_count)
		return st;
	return ff_solve_spread(solve, AROUND * count < budget ? budget - AROUND * count : 0, done);
}

static enum ff_status step_afresh(struct ff_renew *renew, size_t budget, bool *done)
{
	struct ff_solve *solve = renew->world.solve;
	enum ff_status st = ff_solve_step(solve, budget, done);

	if (st != FF_OK || !*done)
		return st;
	*done = false;
	renew->stage = FF_RENEW_FLOW;
	if (renew->update == NULL)
		return open_update(renew);
	ff_update_reset(renew->update);
	return FF_OK;
}

enum ff_status ff_renew_step(struct ff_renew *renew, size_t budget, bool *done)
{
	enum ff_status st = FF_OK;

	*done = renew->stage == FF_RENEW_DONE;
	if (renew->stage == FF_RENEW_REPAIR)
		st = step_repair(renew, budget, done);
	else if (renew->stage == FF_RENEW_SOLVE)
		st = step_afresh(renew, budget, done);
	else if (renew->stage == FF_RENEW_FLOW)
		st = step_flow(renew, budget, done);
	if (st == FF_OK && *done) {
		renew->stage = FF_RENEW_DONE;
		renew->edits.count = 0;
	}
	return st;
}
