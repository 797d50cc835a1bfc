/*
 * Cells are listed as they are first changed, and once more if they have cost the same in between;
 * what is kept in the end are those that differ from the map before, each once.
 */
#include "cli/verbs/edit_map.h"

#include <stdlib.h>
#include <string.h>

#include "cli/aim.h"
#include "core/base/memory.h"
#include "core/solve/seeds.h"

static size_t cells_of(const struct ff_edit_map *edit)
{
	return (size_t)edit->problem->map.w * (size_t)edit->problem->map.h;
}

enum ff_status ff_edit_map_open(struct ff_edit_map *edit, struct ff_problem *problem,
				bool subdivide, size_t most, struct ff_progress *progress,
				struct ff_error *err)
{
	const struct ff_cost *map = &problem->map;

	*edit = (struct ff_edit_map){
		.problem = problem, .subdivide = subdivide, .most = most, .progress = progress};
	edit->original = ff_memory_cells(map->w, map->h, 1);
	edit->last = ff_memory_cells(map->w, map->h, 1);
	if (edit->original == NULL || edit->last == NULL)
		return ff_status_nomem(err, "the map");
	memcpy(edit->original, map->cells, cells_of(edit));
	memcpy(edit->last, map->cells, cells_of(edit));
	return ff_aim_copy(&edit->asked, ff_aim_asked(problem), err);
}

void ff_edit_map_close(struct ff_edit_map *edit)
{
	free(edit->original);
	free(edit->last);
	free(edit->asked.items);
	free(edit->changes);
	*edit = (struct ff_edit_map){0};
}

static void begin(struct ff_edit_map *edit)
{
	edit->count = 0;
	edit->whole = edit->goals = edit->renumbered = false;
}

/* A cell of the map costs something else now. */
static enum ff_status set(struct ff_edit_map *edit, size_t cell, uint8_t cost, struct ff_error *err)
{
	uint8_t *now = &edit->problem->map.cells[cell];
	bool listed = edit->whole || cost == *now || *now != edit->last[cell];
	void *changes = edit->changes;

	*now = cost;
	if (listed)
		return FF_OK;
	if (edit->count == edit->most) {
		edit->whole = true;
		return FF_OK;
	}
	if (!ff_memory_grow(&changes, &edit->room, edit->count + 1, sizeof *edit->changes))
		return ff_status_nomem(err, "the map");
	edit->changes = changes;
	edit->changes[edit->count++].cell = (uint32_t)cell;
	return FF_OK;
}

static void end(struct ff_edit_map *edit)
{
	const uint8_t *now = edit->problem->map.cells;
	size_t cells = cells_of(edit), listed = edit->count;

	edit->count = edit->edited = 0;
	if (edit->whole) {
		for (size_t i = 0; i < cells; i++)
			edit->edited += now[i] != edit->last[i];
		memcpy(edit->last, now, cells);
		return;
	}
	for (size_t i = 0; i < listed; i++) {
		uint32_t cell = edit->changes[i].cell;

		if (now[cell] != edit->last[cell])
			edit->changes[edit->count++] =
				(struct ff_cost_change){cell, edit->last[cell]};
		edit->last[cell] = now[cell];
	}
	edit->edited = edit->count;
}

static enum ff_status refuse(const struct ff_edit *edit, const char *name, const char *what,
			     struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s:%zu:%zu: %s", name, edit->line, edit->column,
			      what);
}

/* A rectangle's cells cost 'cost', or what they did. */
static enum ff_status edit_cells(struct ff_edit_map *map, const struct ff_edit *edit,
				 struct ff_error *err)
{
	int32_t times = map->subdivide ? 2 : 1;
	uint8_t cost = edit->kind == FF_EDITS_WALL ? FF_COST_WALL : edit->cost;
	enum ff_status st = FF_OK;

	for (int32_t y = edit->y * times; y < (edit->y + edit->h) * times; y++)
		for (int32_t x = edit->x * times; x < (edit->x + edit->w) * times && st == FF_OK;
		     x++) {
			size_t cell = ff_cost_index(&map->problem->map, x, y);
			uint8_t original = map->original[cell];

			if (edit->kind == FF_EDITS_OPEN)
				cost = original != FF_COST_WALL ? original : 1;
			st = set(map, cell, cost, err);
		}
	return st;
}

static enum ff_status add_goal(struct ff_edit_map *map, const struct ff_edit *edit,
			       struct ff_error *err)
{
	struct ff_goals *goals = ff_aim_asked(map->problem);
	struct ff_goal *items = realloc(goals->items, (goals->count + 1) * sizeof *items);

	if (items == NULL)
		return ff_status_nomem(err, "goals");
	goals->items = items;
	goals->items[goals->count++] =
		(struct ff_goal){.x = edit->x, .y = edit->y, .w = edit->w, .h = edit->h};
	map->goals = true;
	return FF_OK;
}

/* Removes the goals that a rectangle holds. */
static enum ff_status remove_goals(struct ff_edit_map *map, const struct ff_edit *edit,
				   const char *name, struct ff_error *err)
{
	const struct ff_problem *problem = map->problem;
	struct ff_goals *goals = ff_aim_asked(map->problem);
	size_t kept = 0;

	for (size_t i = 0; i < goals->count; i++) {
		size_t inside, all;

		ff_seeds_count(&goals->items[i], goals, problem->size.w, problem->size.h,
			       (struct ff_seeds_part){edit->x, edit->y, edit->w, edit->h}, &inside,
			       &all);
		if (inside > 0 && inside < all)
			return refuse(edit, name, "a part of a goal is outside of the rectangle",
				      err);
		if (inside == 0)
			goals->items[kept++] = goals->items[i];
	}
	if (kept == goals->count)
		return refuse(edit, name, "no goal is in this rectangle", err);
	goals->count = kept;
	map->goals = map->renumbered = true;
	return FF_OK;
}

enum ff_status ff_edit_map_apply(struct ff_edit_map *edit, const struct ff_edit *edits,
				 size_t count, const char *name, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	begin(edit);
	for (size_t i = 0; i < count && st == FF_OK; i++) {
		ff_progress_show(edit->progress, "editing", i, count);
		st = edits[i].kind == FF_EDITS_GOAL     ? add_goal(edit, &edits[i], err)
		     : edits[i].kind == FF_EDITS_NOGOAL ? remove_goals(edit, &edits[i], name, err)
							: edit_cells(edit, &edits[i], err);
	}
	if (st != FF_OK)
		return st;
	end(edit);
	if (ff_aim_asked(edit->problem)->count > 0)
		return FF_OK;
	ff_status_fail(err, FF_E_INPUT, "no goal is left after this step");
	ff_edit_map_blame(edits, count, name, err);
	return FF_E_INPUT;
}

void ff_edit_map_blame(const struct ff_edit *edits, size_t count, const char *name,
		       struct ff_error *err)
{
	struct ff_error what = *err;
	size_t last = count - 1;

	while (last > 0 && (edits[last].kind == FF_EDITS_COST || edits[last].kind == FF_EDITS_OPEN))
		last--;
	refuse(&edits[last], name, what.text, err);
}

enum ff_status ff_edit_map_replace(struct ff_edit_map *edit, const struct ff_cost *map,
				   struct ff_error *err)
{
	size_t cells = cells_of(edit);
	enum ff_status st = FF_OK;

	begin(edit);
	for (size_t i = 0; i < cells && st == FF_OK; i++)
		st = set(edit, i, map->cells[i], err);
	if (st == FF_OK)
		end(edit);
	return st;
}

enum ff_status ff_edit_map_reset(struct ff_edit_map *edit, struct ff_error *err)
{
	const struct ff_cost *map = &edit->problem->map;
	struct ff_cost original = {map->w, map->h, edit->original};
	enum ff_status st = ff_aim_copy(ff_aim_asked(edit->problem), &edit->asked, err);

	if (st == FF_OK)
		st = ff_edit_map_replace(edit, &original, err);
	edit->goals = edit->renumbered = true;
	return st;
}
