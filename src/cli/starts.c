#include "cli/starts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/random.h"
#include "core/crowd/crowd.h"
#include "core/crowd/follow.h"
#include "core/grid/regions.h"
#include "io/input.h"
#include "io/walkers.h"

bool ff_starts_take_name(const char *text, size_t n, char name[FF_WALKERS_NAME])
{
	if (!ff_walkers_name_fits(text, n))
		return false;
	memcpy(name, text, n);
	name[n] = '\0';
	return true;
}

/* N[@X,Y,W,H][:GROUP] */
static enum ff_number parse_spawn(const char *value, struct ff_starts_spawn *spawn)
{
	enum { AREA = 4 };
	size_t n = strcspn(value, "@:"), area;
	enum ff_number why = ff_number_parse(value, n, 1, FF_STARTS_WALKERS, &spawn->count);
	int32_t *to[AREA] = {&spawn->x, &spawn->y, &spawn->w, &spawn->h};

	value += n;
	for (int i = 0; *value != ':' && *value != '\0' && i < AREA && why == FF_NUMBER_OK; i++) {
		int64_t number = 0;

		if (*value != (i == 0 ? '@' : ','))
			return FF_NUMBER_NOT;
		area = strcspn(++value, ",:");
		why = ff_number_parse(value, area, i < 2 ? 0 : 1, INT32_MAX, &number);
		*to[i] = (int32_t)number;
		value += area;
	}
	if (why != FF_NUMBER_OK)
		return why;
	if ((spawn->x > 0 || spawn->y > 0) && spawn->h == 0)
		return FF_NUMBER_NOT;
	if (*value == '\0')
		return FF_NUMBER_OK;
	return *value == ':' && ff_starts_take_name(value + 1, strlen(value + 1), spawn->group)
		       ? FF_NUMBER_OK
		       : FF_NUMBER_NOT;
}

enum ff_status ff_starts_set_spawn(void *target, const struct ff_argv_option *option,
				   const char *value, struct ff_error *err)
{
	struct ff_starts *starts = (struct ff_starts *)((char *)target + option->offset);
	struct ff_starts_spawn spawn = {0};
	enum ff_number why = parse_spawn(value, &spawn);

	if (why != FF_NUMBER_OK)
		return ff_options_refuse(option, value, why,
					 "N from 1 to 10000000, with an optional @X,Y,W,H "
					 "(integers) and :GROUP",
					 err);
	if (!ff_memory_grow(&starts->spawns, &starts->spawn_room, starts->spawn_count + 1,
			    sizeof spawn))
		return ff_status_nomem(err, "walkers");
	starts->spawns[starts->spawn_count++] = spawn;
	return FF_OK;
}

void ff_starts_free(struct ff_starts *starts)
{
	free(starts->spawns);
	*starts = (struct ff_starts){0};
}

enum ff_status ff_starts_read(const struct ff_starts *starts, const struct ff_problem *problem,
			      double radius, double speed, struct ff_walkers *walkers,
			      struct ff_error *err)
{
	struct ff_input in;
	enum ff_status st;

	if (starts->agents == NULL)
		return FF_OK;
	if ((st = ff_input_open(&in, starts->agents, err)) != FF_OK)
		return st;
	st = ff_walkers_read(&in, radius, speed, walkers, err);
	ff_input_close(&in);
	for (size_t i = 0; i < walkers->count && st == FF_OK; i++) {
		struct ff_walker *walker = &walkers->items[i];
		struct ff_georeference_point at = {0, 0};
		struct ff_error what;

		if (!walker->metres)
			continue;
		ff_status_fail(&what, FF_OK, "%s:%zu: walker", starts->agents, walker->line);
		st = ff_problem_find_point(problem, what.text, walker->x, walker->y, &at, err);
		walker->x = at.x;
		walker->y = at.y;
		walker->metres = false;
	}
	return st;
}

double ff_starts_split(double along, int32_t parts)
{
	return along * parts + (parts - 1) / 2.0;
}

double ff_starts_join(double along, int32_t parts)
{
	return (along - (parts - 1) / 2.0) / parts;
}

struct ff_walker *ff_starts_add(struct ff_walkers *walkers, const char *group, size_t count,
				double radius, double speed)
{
	struct ff_walker *added;
	uint64_t last = 0;
	uint32_t number;

	for (size_t i = 0; i < walkers->count; i++)
		last = walkers->items[i].id > last ? walkers->items[i].id : last;
	if (ff_walkers_group(walkers, group, strlen(group), &number) != FF_OK ||
	    (added = ff_walkers_add(walkers, count)) == NULL)
		return NULL;
	for (size_t i = 0; i < count; i++)
		added[i] = (struct ff_walker){
			.id = last + 1 + i, .group = number, .radius = radius, .speed = speed};
	return added;
}

enum ff_status ff_starts_note(struct ff_starts_notes *notes, const char *what, const char *why,
			      const char *after, struct ff_error *err)
{
	if (!ff_memory_grow(&notes->items, &notes->room, notes->count + 1, sizeof *notes->items))
		return ff_status_nomem(err, "walkers");
	snprintf(notes->items[notes->count++], sizeof *notes->items, "%.128s %s: moved to %.48s",
		 what, why, after);
	return FF_OK;
}

void ff_starts_warn(const struct ff_starts_notes *notes, struct ff_report *report)
{
	enum { SHOWN = 3 };

	for (size_t i = 0; i < notes->count && i < SHOWN; i++)
		ff_report_warn(report, "%s", notes->items[i]);
	if (notes->count > SHOWN)
		ff_report_warn(report, "%zu more were moved", notes->count - SHOWN);
}

enum ff_status ff_starts_reach(const struct ff_cost *cost, const struct ff_model *model,
			       const struct ff_seeds *seeds, struct ff_classes *classes,
			       struct ff_error *err)
{
	size_t cells = (size_t)cost->w * (size_t)cost->h;
	struct ff_labels areas = {0};
	bool *joined = NULL; /* [areas.count + 1]  by label */
	enum ff_status st = FF_E_NOMEM;

	*classes = (struct ff_classes){.w = cost->w, .h = cost->h};
	classes->cells = ff_memory_cells(cost->w, cost->h, sizeof *classes->cells);
	if (classes->cells != NULL)
		st = ff_regions_label(cost->w, cost->h, cost->cells, 1, FF_COST_MAX,
				      ff_model_joins_corners(model), &areas, NULL);
	if (st == FF_OK && (joined = calloc((size_t)areas.count + 1, sizeof *joined)) == NULL)
		st = FF_E_NOMEM;
	for (size_t i = 0; i < seeds->count && st == FF_OK; i++)
		joined[areas.cells[seeds->items[i].cell]] = true;
	for (size_t i = 0; i < cells && st == FF_OK; i++)
		classes->cells[i] = cost->cells[i] == FF_COST_WALL ? FF_WALL
				    : joined[areas.cells[i]]       ? FF_REACHED
								   : FF_UNREACHED;
	for (size_t i = 0; i < seeds->count && st == FF_OK; i++)
		classes->cells[seeds->items[i].cell] = FF_GOAL;
	free(areas.cells);
	free(joined);
	if (st == FF_OK)
		return FF_OK;
	free(classes->cells);
	classes->cells = NULL;
	return ff_status_nomem(err, "places");
}

/*
 * ---- places: given ones come first, then random ones in the order of the options ----
 */

/* Prints "1.5,2", in cells of the file's map. */
static void name_place(const struct ff_starts_ground *ground, const struct ff_walker *walker,
		       char name[64])
{
	size_t n = ff_number_fixed(name, ff_starts_join(walker->x, ground->parts));

	name[n++] = ',';
	n += ff_number_fixed(name + n, ff_starts_join(walker->y, ground->parts));
	name[n] = '\0';
}

/* Prints "agents.csv:3: walker 7 at 1.5,2"; without a file 'place' stands in for it: "map.png" or
 * "". */
static void name_walker(const struct ff_starts_ground *ground, const struct ff_walker *walker,
			const char *place, struct ff_error *name)
{
	char at[64];

	name_place(ground, walker, at);
	if (walker->line > 0)
		ff_status_fail(name, FF_OK, "%s:%zu: walker %" PRIu64 " at %s",
			       ground->starts->agents, walker->line, walker->id, at);
	else
		ff_status_fail(name, FF_OK, "%s%swalker %" PRIu64 " at %s", place,
			       *place == '\0' ? "" : ": ", walker->id, at);
}

/* Refuses walkers that start outside the map, which --snap does not move either. */
static enum ff_status check_inside(const struct ff_starts_ground *ground,
				   const struct ff_walkers *walkers, struct ff_error *err)
{
	const struct ff_cost *map = ground->guides->map;
	struct ff_error name;

	for (size_t i = 0; i < walkers->count; i++) {
		const struct ff_walker *walker = &walkers->items[i];

		if (walker->x >= -0.5 && walker->y >= -0.5 && walker->x < map->w - 0.5 &&
		    walker->y < map->h - 0.5)
			continue;
		name_walker(ground, walker, ground->name, &name);
		return ff_status_fail(err, FF_E_INPUT,
				      "%s is outside the map (x 0..%" PRId32 ", y 0..%" PRId32 ")",
				      name.text, map->w / ground->parts - 1,
				      map->h / ground->parts - 1);
	}
	return FF_OK;
}

/* Returns the reason why the disc of a walker on the map does not fit there. */
static const char *why_not(const struct ff_guide *guide, const struct ff_walker *walker)
{
	const struct ff_cost *map = guide->map;
	size_t cell = ff_cost_index(map, ff_sample_cell(walker->x), ff_sample_cell(walker->y));

	if (map->cells[cell] == FF_COST_WALL)
		return "is on a wall";
	return guide->cost->cells[cell] == FF_COST_WALL ? "is too near a wall for its radius"
							: "touches a wall";
}

static enum ff_status check_places(const struct ff_starts_ground *ground,
				   const struct ff_walkers *walkers, struct ff_error *err)
{
	struct ff_error name, other;
	bool found;
	size_t a, b;

	for (size_t i = 0; i < walkers->count; i++) {
		const struct ff_walker *walker = &walkers->items[i];
		const struct ff_guide *guide = &ground->guides[walker->guide];

		if (ff_spawn_fits(guide, walker->x, walker->y, walker->radius))
			continue;
		name_walker(ground, walker, ground->name, &name);
		return ff_status_fail(err, FF_E_INPUT, "%s %s%s", name.text, why_not(guide, walker),
				      ground->snap ? "" : " (see --snap)");
	}
	if (ground->rule == FF_SPAWN_ALONE)
		return FF_OK;
	if (ff_crowd_collides(walkers, &found, &a, &b) != FF_OK)
		return ff_status_nomem(err, "walkers");
	if (!found)
		return FF_OK;
	name_walker(ground, &walkers->items[b], ground->name, &name);
	name_walker(ground, &walkers->items[a], "", &other);
	return ff_status_fail(err, FF_E_INPUT, "%s overlaps %s, which starts at the same time",
			      name.text, other.text);
}

/* Notes the walkers that were moved from where they were 'before', up to the one that 'failed'. */
static enum ff_status note_moves(const struct ff_starts_ground *ground,
				 const struct ff_walkers *walkers, const struct ff_walker *before,
				 const bool *moved, size_t failed, struct ff_error *err)
{
	enum ff_status st = FF_OK;
	struct ff_error name;
	char place[64];

	for (size_t i = 0; i < walkers->count && st == FF_OK; i++) {
		if (i == failed) {
			name_walker(ground, &before[i], ground->name, &name);
			return ff_status_fail(err, FF_E_INPUT,
					      "%s fits nowhere: there is no place to move it to",
					      name.text);
		}
		if (!moved[i])
			continue;
		name_place(ground, &walkers->items[i], place);
		name_walker(ground, &before[i], "", &name);
		st = ff_starts_note(ground->notes, name.text, "has no room", place, err);
	}
	return st;
}

static enum ff_status snap_walkers(const struct ff_starts_ground *ground,
				   struct ff_walkers *walkers, struct ff_error *err)
{
	size_t count = walkers->count, failed = count;
	struct ff_walker *before = calloc(count + 1, sizeof *before);
	bool *moved = calloc(count + 1, sizeof *moved);
	enum ff_status st = FF_E_NOMEM;

	if (before != NULL && moved != NULL) {
		if (count > 0)
			memcpy(before, walkers->items, count * sizeof *before);
		st = ff_spawn_snap(walkers, ground->rule, ground->guides, moved, &failed);
	}
	st = st == FF_OK ? note_moves(ground, walkers, before, moved, failed, err)
			 : ff_status_nomem(err, "walkers");
	free(before);
	free(moved);
	return st;
}

/* Returns the reason why no walker, however small, fits in an area; NULL: there is a place. */
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
	return "no goal can be reached from there";
}

/* Refuses a --spawn of which only the first 'placed' walkers have room. */
static enum ff_status refuse_spawn(const struct ff_starts_ground *ground,
				   const struct ff_starts_spawn *spawn,
				   const struct ff_guide *guide, const struct ff_spawn_area *area,
				   size_t placed, struct ff_error *err)
{
	const char *why = placed == 0 ? why_nowhere(guide, area) : NULL;
	char radius[32] = "", name[64] = "";

	if (spawn->w > 0)
		snprintf(name, sizeof name, "@%" PRId32 ",%" PRId32 ",%" PRId32 ",%" PRId32,
			 spawn->x, spawn->y, spawn->w, spawn->h);
	if (why != NULL)
		return ff_status_fail(err, FF_E_INPUT, "%s: --spawn %" PRId64 "%s: %s",
				      ground->name, spawn->count, name, why);
	radius[ff_number_fixed(radius, ground->radius / ground->parts)] = '\0';
	return ff_status_fail(
		err, FF_E_INPUT, "%s: --spawn %" PRId64 ": only %zu more of radius %s find room%s",
		ground->name, spawn->count, placed, radius, spawn->w > 0 ? " in that area" : "");
}

/* Returns a number of cells in parts of cells. */
static int32_t scale(int32_t cells, int32_t parts)
{
	return cells > INT32_MAX / parts ? INT32_MAX : cells * parts;
}

/* Adds the walkers of one --spawn. */
static enum ff_status add_spawn(const struct ff_starts_ground *ground, size_t which,
				struct ff_walkers *walkers, struct ff_random *random,
				struct ff_error *err)
{
	const struct ff_starts_spawn *spawn = &ground->starts->spawns[which];
	uint32_t number = ground->spawn_guides == NULL ? 0 : ground->spawn_guides[which];
	const struct ff_guide *guide = &ground->guides[number];
	int32_t parts = ground->parts;
	struct ff_spawn_area area = {scale(spawn->x, parts), scale(spawn->y, parts),
				     scale(spawn->w, parts), scale(spawn->h, parts)};
	size_t count = (size_t)spawn->count, placed = 0;
	struct ff_walker *walker;

	if (area.w == 0)
		area = (struct ff_spawn_area){0, 0, guide->map->w, guide->map->h};
	walker = ff_starts_add(walkers, spawn->group, count, ground->radius, ground->speed);
	for (size_t i = 0; i < count && walker != NULL; i++)
		walker[i].guide = number;
	if (walker == NULL ||
	    ff_spawn_random(walkers, count, ground->rule, guide, &area, random, &placed) != FF_OK)
		return ff_status_nomem(err, "walkers");
	return placed == count ? FF_OK : refuse_spawn(ground, spawn, guide, &area, placed, err);
}

enum ff_status ff_starts_place(const struct ff_starts_ground *ground, struct ff_walkers *walkers,
			       struct ff_error *err)
{
	struct ff_random random = ff_random_seed((uint64_t)ground->starts->seed);
	enum ff_status st = check_inside(ground, walkers, err);

	if (st == FF_OK && ground->snap)
		st = snap_walkers(ground, walkers, err);
	if (st == FF_OK)
		st = check_places(ground, walkers, err);
	for (size_t i = 0; i < ground->starts->spawn_count && st == FF_OK; i++)
		st = add_spawn(ground, i, walkers, &random, err);
	return st;
}
