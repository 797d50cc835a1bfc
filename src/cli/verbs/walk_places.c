/*
 * Who is to stand somewhere is put there before those whose places are drawn at random, in the
 * order of the options.
 */
#include "cli/verbs/walk_solution.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/number.h"
#include "core/crowd/follow.h"
#include "core/crowd/spawn.h"

/* "agents.csv:3: walker 7 at 1.5,2", or without a file what stands for it: "map.png: ", "". */
static void name_walker(const struct ff_walk_work *work, const struct ff_walker *walker,
			const char *place, struct ff_error *name)
{
	char x[32] = "", y[32] = "";

	x[ff_number_fixed(x, walker->x)] = '\0';
	y[ff_number_fixed(y, walker->y)] = '\0';
	if (walker->line > 0)
		ff_status_fail(name, FF_OK, "%s:%zu: walker %" PRIu64 " at %s,%s",
			       work->options->agents, walker->line, walker->id, x, y);
	else
		ff_status_fail(name, FF_OK, "%s%swalker %" PRIu64 " at %s,%s", place,
			       *place == '\0' ? "" : ": ", walker->id, x, y);
}

/* Walkers without --simulate need no room of their own. */
static enum ff_spawn_rule rule_of(const struct ff_walk_work *work)
{
	return work->options->simulate > 0 ? FF_SPAWN_CROWD : FF_SPAWN_ALONE;
}

/* Returns FF_E_INPUT if a walker starts outside the map: --snap does not move it either. */
static enum ff_status check_inside(const struct ff_walk_work *work)
{
	const struct ff_walkers *walkers = &work->walk->walkers;
	const struct ff_cost *map = &work->problem->map;
	struct ff_error name;

	for (size_t i = 0; i < walkers->count; i++) {
		const struct ff_walker *walker = &walkers->items[i];

		if (walker->x >= -0.5 && walker->y >= -0.5 && walker->x < map->w - 0.5 &&
		    walker->y < map->h - 0.5)
			continue;
		name_walker(work, walker, work->problem->name, &name);
		return ff_status_fail(work->err, FF_E_INPUT,
				      "%s is outside the map (x 0..%" PRId32 ", y 0..%" PRId32 ")",
				      name.text, map->w - 1, map->h - 1);
	}
	return FF_OK;
}

/* Returns why the disc of a walker that starts on the map does not fit there. */
static const char *why_not(const struct ff_guide *guide, const struct ff_walker *walker)
{
	const struct ff_cost *map = guide->map;
	size_t cell = ff_cost_index(map, ff_sample_cell(walker->x), ff_sample_cell(walker->y));

	if (map->cells[cell] == FF_COST_WALL)
		return "is in a wall";
	return guide->cost->cells[cell] == FF_COST_WALL ? "is too near a wall for his radius"
							: "touches a wall";
}

static enum ff_status check_places(const struct ff_walk_work *work)
{
	const struct ff_walkers *walkers = &work->walk->walkers;
	struct ff_error name, other;
	bool found;
	size_t a, b;

	for (size_t i = 0; i < walkers->count; i++) {
		const struct ff_walker *walker = &walkers->items[i];
		const struct ff_guide *guide = &work->walk->guides[walker->guide];

		if (ff_spawn_fits(guide, walker->x, walker->y, walker->radius))
			continue;
		name_walker(work, walker, work->problem->name, &name);
		return ff_status_fail(work->err, FF_E_INPUT, "%s %s", name.text,
				      why_not(guide, walker));
	}
	if (rule_of(work) == FF_SPAWN_ALONE)
		return FF_OK;
	if (ff_crowd_collides(walkers, &found, &a, &b) != FF_OK)
		return ff_status_nomem(work->err, "walkers");
	if (!found)
		return FF_OK;
	name_walker(work, &walkers->items[b], work->problem->name, &name);
	name_walker(work, &walkers->items[a], "", &other);
	return ff_status_fail(work->err, FF_E_INPUT, "%s overlaps %s, who starts at the same time",
			      name.text, other.text);
}

static enum ff_status snap(const struct ff_walk_work *work)
{
	struct ff_walk_solution *walk = work->walk;
	const struct ff_walker *given = work->walk->asked.walkers.items;
	size_t count = walk->walkers.count, failed = count;
	bool *moved = calloc(count + 1, sizeof *moved);
	struct ff_error name, place;
	enum ff_status st;

	if (moved == NULL)
		return ff_status_nomem(work->err, "walkers");
	st = ff_spawn_snap(&walk->walkers, rule_of(work), walk->guides, moved, &failed);
	if (st != FF_OK)
		st = ff_status_nomem(work->err, "walkers");
	for (size_t i = 0; i < count && st == FF_OK; i++) {
		const struct ff_walker *walker = &walk->walkers.items[i];

		if (i == failed) {
			name_walker(work, &given[i], work->problem->name, &name);
			st = ff_status_fail(work->err, FF_E_INPUT,
					    "%s fits nowhere: there is no place to move him to",
					    name.text);
		} else if (moved[i]) {
			char x[32] = "", y[32] = "";

			x[ff_number_fixed(x, walker->x)] = '\0';
			y[ff_number_fixed(y, walker->y)] = '\0';
			ff_status_fail(&place, FF_OK, "%s,%s", x, y);
			name_walker(work, &given[i], "", &name);
			st = ff_walk_work_note(work, name.text, "has no room", place.text);
		}
	}
	free(moved);
	return st;
}

static enum ff_status copy_walkers(const struct ff_walk_work *work)
{
	const struct ff_walkers *given = &work->walk->asked.walkers;
	struct ff_walkers *walkers = &work->walk->walkers;
	struct ff_walker *items;
	uint32_t group;

	if (given->count == 0)
		return FF_OK;
	for (uint32_t i = 0; i < given->group_count; i++)
		if (ff_walkers_group(walkers, given->groups[i], strlen(given->groups[i]), &group) !=
		    FF_OK)
			return ff_status_nomem(work->err, "walkers");
	if ((items = ff_walkers_add(walkers, given->count)) == NULL)
		return ff_status_nomem(work->err, "walkers");
	memcpy(items, given->items, given->count * sizeof *items);
	return FF_OK;
}

/* Returns why nobody can be placed in an area, however small; NULL: there is a place. */
static const char *why_nowhere(const struct ff_guide *guide, const struct ff_spawn_area *area)
{
	const struct ff_classes *classes = guide->classes;
	int64_t x0 = area->x < 0 ? 0 : area->x, x1 = (int64_t)area->x + area->w;
	int64_t y0 = area->y < 0 ? 0 : area->y, y1 = (int64_t)area->y + area->h;

	if (x0 >= classes->w || y0 >= classes->h || x1 <= 0 || y1 <= 0)
		return "the area is outside the map";
	for (int64_t y = y0; y < y1 && y < classes->h; y++)
		for (int64_t x = x0; x < x1 && x < classes->w; x++)
			if (classes->cells[(size_t)y * (size_t)classes->w + (size_t)x] ==
			    FF_REACHED)
				return NULL;
	return "no cell from which a goal can be reached is there";
}

static enum ff_status spawn(const struct ff_walk_work *work, size_t which, struct ff_random *random,
			    uint64_t *last)
{
	const struct ff_walk_options_spawn *spawn = &work->options->spawns[which];
	const struct ff_cost *map = &work->problem->map;
	struct ff_spawn_area area = {spawn->x, spawn->y, spawn->w, spawn->h};
	struct ff_walkers *walkers = &work->walk->walkers;
	uint32_t guide = work->walk->asked.spawn_guides[which], group;
	size_t count = (size_t)spawn->count, placed = 0;
	struct ff_walker *walker;
	char radius[32] = "", name[64] = "";
	const char *why;

	if (area.w > 0)
		snprintf(name, sizeof name, "@%" PRId32 ",%" PRId32 ",%" PRId32 ",%" PRId32, area.x,
			 area.y, area.w, area.h);
	if (area.w == 0)
		area = (struct ff_spawn_area){0, 0, map->w, map->h};
	if (ff_walkers_group(walkers, spawn->group, strlen(spawn->group), &group) != FF_OK ||
	    (walker = ff_walkers_add(walkers, count)) == NULL)
		return ff_status_nomem(work->err, "walkers");
	for (size_t i = 0; i < count; i++)
		walker[i] = (struct ff_walker){.id = ++*last,
					       .group = group,
					       .guide = guide,
					       .radius = work->options->common.radius,
					       .speed = work->options->speed};
	if (ff_spawn_random(walkers, count, rule_of(work), &work->walk->guides[guide], &area,
			    random, &placed) != FF_OK)
		return ff_status_nomem(work->err, "walkers");
	if (placed == count)
		return FF_OK;
	if (placed == 0 && (why = why_nowhere(&work->walk->guides[guide], &area)) != NULL)
		return ff_status_fail(work->err, FF_E_INPUT, "%s: --spawn %zu%s: %s",
				      work->problem->name, count, name, why);
	radius[ff_number_fixed(radius, work->options->common.radius)] = '\0';
	return ff_status_fail(
		work->err, FF_E_INPUT, "%s: --spawn %zu: only %zu more of radius %s find room%s",
		work->problem->name, count, placed, radius, spawn->w > 0 ? " in that area" : "");
}

enum ff_status ff_walk_places_find(const struct ff_walk_work *work)
{
	const struct ff_walk_options *asked = work->options;
	struct ff_random random = ff_random_seed((uint64_t)asked->seed);
	struct ff_walkers *walkers = &work->walk->walkers;
	uint64_t last = 0;
	enum ff_status st = copy_walkers(work);

	ff_progress_show(work->progress, "looking for places", 0, 0);
	if (st == FF_OK)
		st = check_inside(work);
	if (st == FF_OK && work->options->common.snap > 0)
		st = snap(work);
	if (st == FF_OK)
		st = check_places(work);
	for (size_t i = 0; i < walkers->count; i++)
		last = walkers->items[i].id > last ? walkers->items[i].id : last;
	for (size_t i = 0; i < asked->spawn_count && st == FF_OK; i++)
		st = spawn(work, i, &random, &last);
	return st;
}
