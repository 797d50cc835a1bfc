/*
 * A sector as a map of its own; the goals of each sector; the cache of integrated sectors, a hash
 * table by sector whose entries are also in an LRU list; and the directions of some sectors.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/map/model.h"
#include "core/sectors/routing.h"
#include "core/solve/descend.h"
#include "core/solve/integrate.h"

/* ---- one sector as a map ---- */

/* Allocates a field of a type for the largest sector and its margin. */
static enum ff_status open_field(struct ff_sector_map *map, enum ff_field_type type)
{
	const struct ff_sectors *sectors = &map->graph->sectors;
	int32_t w = (sectors->w < sectors->size ? sectors->w : sectors->size) + 2 * map->margin;
	int32_t h = (sectors->h < sectors->size ? sectors->h : sectors->size) + 2 * map->margin;

	free(map->field.cells);
	free(map->scratch);
	map->field.type = type;
	map->field.unit = ff_model_unit(&map->graph->model);
	map->field.cells = ff_memory_cells(w, h, ff_field_size(type));
	map->size = ff_integrate_scratch(&map->graph->model, type,
					 type == FF_INTEGRATE_TYPE_IN_ORDER, w, h, NULL);
	map->scratch = malloc(map->size);
	if (map->own.cells == NULL)
		(void)ff_cost_new(&map->own, w, h, map->whole->wide != NULL);
	return map->field.cells == NULL || map->scratch == NULL || map->own.cells == NULL
		       ? FF_E_NOMEM
		       : FF_OK;
}

enum ff_status ff_sector_map_open(struct ff_sector_map *map, const struct ff_portal_graph *graph,
				  const struct ff_cost *whole, enum ff_field_type type,
				  const struct ff_machine *machine)
{
	*map = (struct ff_sector_map){.graph = graph,
				      .whole = whole,
				      .margin = ff_model_is_continuous(&graph->model) ? 1 : 0,
				      .machine.cpu = ff_machine_cpu(machine)};
	return open_field(map, type);
}

void ff_sector_map_close(struct ff_sector_map *map)
{
	free(map->field.cells);
	free(map->seeds);
	free(map->own.cells);
	free(map->scratch);
}

void ff_sector_map_take(struct ff_sector_map *map, uint32_t sector)
{
	struct ff_sectors_area area = ff_sectors_area(&map->graph->sectors, sector);
	int32_t margin = map->margin, w = area.w + 2 * margin, h = area.h + 2 * margin;

	map->area = area;
	map->seed_count = 0;
	map->field.w = w;
	map->field.h = h;
	map->cost = (struct ff_cost){.w = w, .h = h};
	if (margin == 0 && map->graph->clear[sector]) {
		map->cost.cells = map->graph->clear_cost;
		return;
	}
	map->cost.cells = map->own.cells;
	map->cost.wide = map->own.wide;
	for (size_t i = 0; i < (size_t)w * (size_t)h && margin > 0; i++)
		ff_cost_set(&map->cost, i, ff_cost_wall(&map->cost));
	for (int32_t y = 0; y < area.h; y++) {
		size_t to = ff_cost_index(&map->cost, margin, y + margin);
		size_t from = ff_cost_index(map->whole, area.x, area.y + y), n = (size_t)area.w;

		memcpy(map->cost.cells + to, map->whole->cells + from, n);
		if (map->cost.wide != NULL)
			memcpy(map->cost.wide + to, map->whole->wide + from,
			       n * sizeof *map->cost.wide);
	}
}

static uint32_t local_cell(const struct ff_sector_map *map, int32_t x, int32_t y)
{
	return (uint32_t)ff_cost_index(&map->cost, x - map->area.x + map->margin,
				       y - map->area.y + map->margin);
}

uint32_t ff_sector_map_local(const struct ff_sector_map *map, uint32_t cell)
{
	uint32_t w = (uint32_t)map->whole->w;

	return local_cell(map, (int32_t)(cell % w), (int32_t)(cell / w));
}

static enum ff_status add_seed(struct ff_sector_map *map, uint32_t cell, double start)
{
	if (!ff_memory_grow(&map->seeds, &map->seed_room, map->seed_count + 1, sizeof *map->seeds))
		return FF_E_NOMEM;
	map->seeds[map->seed_count++] = (struct ff_seed){.cell = cell, .start = start};
	return FF_OK;
}

enum ff_status ff_sector_map_start(struct ff_sector_map *map, const struct ff_seeds *seeds)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < seeds->count && st == FF_OK; i++)
		st = add_seed(map, ff_sector_map_local(map, (uint32_t)seeds->items[i].cell),
			      seeds->items[i].start);
	return st;
}

/* Returns the value of cell x,y of the whole map, which need not be inside; FF_FIELD_NONEF where
 * none is known. */
static double value_around(const struct ff_sector_values *values, int32_t x, int32_t y)
{
	const struct ff_sectors_area *area = &values->area;
	int32_t margin = (values->field.w - area->w) / 2;

	x -= area->x;
	y -= area->y;
	if (x < 0 || y < 0 || x >= area->w || y >= area->h)
		return FF_FIELD_NONEF;
	return values->base +
	       ff_field_raw(&values->field,
			    (size_t)(y + margin) * (size_t)values->field.w + (size_t)(x + margin));
}

/* Adds a seed at the border cell x,y if a value outside leads to it; not with euclid. */
static enum ff_status seed_border_cell(struct ff_sector_map *map,
				       const struct ff_sector_values *values, int32_t x, int32_t y)
{
	const struct ff_model *model = &map->graph->model;
	const struct ff_cost *cost = map->whole;
	const struct ff_sectors_area *area = &map->area;
	uint32_t own = ff_cost_at(cost, ff_cost_index(cost, x, y));
	double least = FF_FIELD_NONEF;

	for (int d = 0; d < FF_DIRECTIONS && own != ff_cost_wall(cost);
	     d += ff_model_is_diagonal(model) ? 1 : 2) {
		enum ff_direction direction = (enum ff_direction)d;
		int32_t to_x = x + ff_flow_steps[d].dx, to_y = y + ff_flow_steps[d].dy;
		double value;

		if (to_x >= area->x && to_y >= area->y && to_x < area->x + area->w &&
		    to_y < area->y + area->h)
			continue;
		value = value_around(values, to_x, to_y);
		if (value == FF_FIELD_NONEF ||
		    !ff_neighbours_permit(cost, model->corners, x, y, direction))
			continue;
		value += ff_model_price(model, ff_neighbours_diagonal(direction), own,
					ff_cost_at(cost, ff_cost_index(cost, to_x, to_y)));
		least = value < least ? value : least;
	}
	return least < FF_FIELD_NONEF ? add_seed(map, local_cell(map, x, y), least) : FF_OK;
}

/* Adds the value of cell x,y of the margin, also beside walls, since waves bend around these. */
static enum ff_status seed_margin_cell(struct ff_sector_map *map,
				       const struct ff_sector_values *values, int32_t x, int32_t y)
{
	double value = value_around(values, x, y);

	return value < FF_FIELD_NONEF ? add_seed(map, local_cell(map, x, y), value) : FF_OK;
}

enum ff_status ff_sector_map_enter(struct ff_sector_map *map, const struct ff_sector_values *values)
{
	const struct ff_sectors_area *area = &map->area;
	int32_t left = area->x - map->margin, right = area->x + area->w - 1 + map->margin;
	int32_t above = area->y - map->margin, below = area->y + area->h - 1 + map->margin;
	enum ff_status st = FF_OK;

	for (int32_t y = above; y <= below && st == FF_OK; y++) {
		/* Between the first and the last row, only both ends are at the border. */
		int32_t step = y == above || y == below || right == left ? 1 : right - left;

		for (int32_t x = left; x <= right && st == FF_OK; x += step)
			st = (map->margin > 0 ? seed_margin_cell : seed_border_cell)(map, values, x,
										     y);
	}
	return st;
}

static int by_start(const void *a, const void *b)
{
	const struct ff_seed *left = a, *right = b;

	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	return (left->cell > right->cell) - (left->cell < right->cell);
}

double ff_sector_map_order(struct ff_sector_map *map)
{
	double least;

	qsort(map->seeds, map->seed_count, sizeof *map->seeds, by_start);
	least = map->seeds[0].start;
	for (size_t i = 0; i < map->seed_count; i++)
		map->seeds[i].start -= least;
	return least;
}

/* Opens the cells of the margin that are seeds, or makes them walls again: they have values only
 * while the sector is integrated. */
static void set_margin(struct ff_sector_map *map, bool open)
{
	for (size_t i = 0; i < map->seed_count && map->margin > 0; i++) {
		int32_t x = (int32_t)map->seeds[i].cell % map->cost.w;
		int32_t y = (int32_t)map->seeds[i].cell / map->cost.w;
		size_t whole = ff_cost_index(map->whole, map->area.x + x - map->margin,
					     map->area.y + y - map->margin);

		if (x == 0 || y == 0 || x == map->cost.w - 1 || y == map->cost.h - 1)
			ff_cost_set(&map->cost, map->seeds[i].cell,
				    open ? ff_cost_at(map->whole, whole)
					 : ff_cost_wall(map->whole));
	}
}

enum ff_status ff_sector_map_integrate(struct ff_sector_map *map)
{
	const struct ff_seeds seeds = {map->seeds, map->seed_count};
	const struct ff_model *model = &map->graph->model;
	enum ff_status st;

	set_margin(map, true);
	st = ff_integrate(model, &map->cost, &seeds, FF_FIELD_NONEF, &map->field,
			  map->field.type == FF_INTEGRATE_TYPE_IN_ORDER, map->scratch, map->size,
			  &map->machine);
	if (st == FF_E_LIMIT && (st = open_field(map, FF_INTEGRATE_TYPE_IN_ORDER)) == FF_OK)
		st = ff_integrate(model, &map->cost, &seeds, FF_FIELD_NONEF, &map->field, true,
				  map->scratch, map->size, &map->machine);
	set_margin(map, false);
	return st;
}

bool ff_sector_map_starts(const struct ff_sector_map *map, uint32_t place)
{
	const struct ff_seed seed = {.cell = place, .start = ff_field_raw(&map->field, place)};

	return bsearch(&seed, map->seeds, map->seed_count, sizeof seed, by_start) != NULL;
}

/* ---- the goals of each sector ---- */

struct placed {
	struct ff_seed seed;
	size_t place; /* index in the given list */
	uint32_t sector;
};

static int by_sector(const void *a, const void *b)
{
	const struct placed *left = a, *right = b;

	if (left->sector != right->sector)
		return left->sector < right->sector ? -1 : 1;
	return (left->place > right->place) - (left->place < right->place);
}

enum ff_status ff_sector_goals_make(struct ff_sector_goals *goals, const struct ff_seeds *seeds,
				    const struct ff_sectors *sectors)
{
	size_t n = seeds->count;
	struct placed *list = calloc(n + 1, sizeof *list);
	struct ff_sector_goals made = {.seeds = calloc(n + 1, sizeof *made.seeds),
				       .seed_count = n,
				       .sectors = calloc(n + 1, sizeof *made.sectors),
				       .first = calloc(n + 1, sizeof *made.first)};

	if (list == NULL || made.seeds == NULL || made.sectors == NULL || made.first == NULL) {
		free(list);
		ff_sector_goals_free(&made);
		return FF_E_NOMEM;
	}
	for (size_t i = 0; i < n; i++)
		list[i] = (struct placed){seeds->items[i], i,
					  ff_sectors_of(sectors, (uint32_t)seeds->items[i].cell)};
	qsort(list, n, sizeof *list, by_sector);
	for (size_t i = 0; i < n; i++) {
		made.seeds[i] = list[i].seed;
		if (i > 0 && list[i].sector == list[i - 1].sector)
			continue;
		made.first[made.count] = i;
		made.sectors[made.count++] = list[i].sector;
	}
	made.first[made.count] = n;
	free(list);
	*goals = made;
	return FF_OK;
}

void ff_sector_goals_free(struct ff_sector_goals *goals)
{
	free(goals->seeds);
	free(goals->sectors);
	free(goals->first);
	*goals = (struct ff_sector_goals){0};
}

struct ff_seeds ff_sector_goals_of(const struct ff_sector_goals *goals, uint32_t sector)
{
	size_t first = 0, end = goals->count;

	while (first < end) {
		size_t middle = first + (end - first) / 2;

		if (goals->sectors[middle] < sector)
			first = middle + 1;
		else
			end = middle;
	}
	if (first == goals->count || goals->sectors[first] != sector)
		return (struct ff_seeds){NULL, 0};
	return (struct ff_seeds){goals->seeds + goals->first[first],
				 goals->first[first + 1] - goals->first[first]};
}

/* ---- cache ---- */

/* The parts of a seed that matter to the field. */
struct start {
	double value;
	uint32_t cell;
};

struct entry {
	struct entry *next;          /* in the same slot */
	struct entry *newer, *older; /* in the order of use */
	uint32_t sector, exit;
	size_t bytes; /* memory of the entry with all it owns */
	size_t start_count;
	struct ff_field field; /* its cells follow the starts */
	struct start starts[]; /* [start_count] */
};

enum { SLOTS = 4096 };

struct ff_sector_cache {
	size_t limit;
	struct entry *slots[SLOTS]; /* by sector: nearby ones have different slots */
	struct entry *newest, *oldest;
	struct ff_sector_cache_figures figures;
};

enum ff_status ff_sector_cache_open(struct ff_sector_cache **out, size_t limit)
{
	if ((*out = calloc(1, sizeof **out)) == NULL)
		return FF_E_NOMEM;
	(*out)->limit = limit;
	return FF_OK;
}

void ff_sector_cache_close(struct ff_sector_cache *cache)
{
	if (cache == NULL)
		return;
	for (struct entry *entry = cache->newest, *older; entry != NULL; entry = older) {
		older = entry->older;
		free(entry);
	}
	free(cache);
}

static bool has_key(const struct entry *entry, const struct ff_sector_cache_key *key)
{
	if (entry->sector != key->sector || entry->exit != key->exit ||
	    entry->start_count != key->seeds.count)
		return false;
	for (size_t i = 0; i < entry->start_count; i++)
		if (entry->starts[i].cell != key->seeds.items[i].cell ||
		    entry->starts[i].value != key->seeds.items[i].start)
			return false;
	return true;
}

static struct entry **slot_of(struct ff_sector_cache *cache, uint32_t sector)
{
	return &cache->slots[sector % SLOTS];
}

static void unlink_use(struct ff_sector_cache *cache, struct entry *entry)
{
	if (entry->newer == NULL)
		cache->newest = entry->older;
	else
		entry->newer->older = entry->older;
	if (entry->older == NULL)
		cache->oldest = entry->newer;
	else
		entry->older->newer = entry->newer;
}

static void link_use(struct ff_sector_cache *cache, struct entry *entry)
{
	entry->newer = NULL;
	entry->older = cache->newest;
	*(cache->newest == NULL ? &cache->oldest : &cache->newest->newer) = entry;
	cache->newest = entry;
}

const struct ff_field *ff_sector_cache_find(struct ff_sector_cache *cache,
					    const struct ff_sector_cache_key *key)
{
	struct entry *entry = *slot_of(cache, key->sector);

	while (entry != NULL && !has_key(entry, key))
		entry = entry->next;
	if (entry == NULL) {
		cache->figures.misses++;
		return NULL;
	}
	cache->figures.hits++;
	unlink_use(cache, entry);
	link_use(cache, entry);
	return &entry->field;
}

static void drop_entry(struct ff_sector_cache *cache, struct entry *entry)
{
	struct entry **at = slot_of(cache, entry->sector);

	while (*at != entry)
		at = &(*at)->next;
	*at = entry->next;
	unlink_use(cache, entry);
	cache->figures.entries--;
	cache->figures.bytes -= entry->bytes;
	free(entry);
}

void ff_sector_cache_invalidate(struct ff_sector_cache *cache, uint32_t sector)
{
	for (struct entry *entry = *slot_of(cache, sector), *next; entry != NULL; entry = next) {
		next = entry->next;
		if (entry->sector == sector)
			drop_entry(cache, entry);
	}
}

enum ff_status ff_sector_cache_put(struct ff_sector_cache *cache,
				   const struct ff_sector_cache_key *key,
				   const struct ff_field *field)
{
	size_t count = key->seeds.count;
	size_t cells = (size_t)field->w * (size_t)field->h * ff_field_size(field->type);
	size_t bytes = sizeof(struct entry) + count * sizeof(struct start) + cells;
	struct entry *entry, **slot;

	if (bytes > cache->limit)
		return FF_OK;
	if ((entry = malloc(bytes)) == NULL)
		return FF_E_NOMEM;
	for (struct entry *oldest = cache->oldest, *newer;
	     cache->figures.bytes > cache->limit - bytes; oldest = newer) {
		newer = oldest->newer;
		drop_entry(cache, oldest);
		cache->figures.evicted++;
	}
	*entry = (struct entry){.sector = key->sector,
				.exit = key->exit,
				.bytes = bytes,
				.start_count = count,
				.field = *field};
	for (size_t i = 0; i < count; i++)
		entry->starts[i] = (struct start){key->seeds.items[i].start,
						  (uint32_t)key->seeds.items[i].cell};
	entry->field.cells = &entry->starts[count];
	memcpy(entry->field.cells, field->cells, cells);
	slot = slot_of(cache, entry->sector);
	entry->next = *slot;
	*slot = entry;
	link_use(cache, entry);
	cache->figures.entries++;
	cache->figures.bytes += bytes;
	return FF_OK;
}

void ff_sector_cache_figures_of(const struct ff_sector_cache *cache,
				struct ff_sector_cache_figures *figures)
{
	*figures = cache->figures;
}

/*
 * ---- directions of some sectors ----
 *
 * A cell's direction depends on nothing but the cells around it, so each sector is a map of its
 * own, with a margin of one cell.
 */

/* A sector with a margin, where that is on the map. */
struct window {
	const struct ff_model *model;
	const struct ff_cost *whole;
	const struct ff_sector_field *values;
	struct ff_sector_goals goals; /* owned, as all grids; [(size + 2)^2] */
	struct ff_cost cost;
	struct ff_field field;
	struct ff_flow flow;
	struct ff_classes classes;
	struct ff_seed *seeds; /* owned; [seed_room] */
	size_t seed_room;
};

static enum ff_status open_window(struct window *window, const struct ff_seeds *seeds)
{
	const struct ff_sectors *sectors = &window->values->sectors;
	int32_t w = (sectors->w < sectors->size ? sectors->w : sectors->size) + 2;
	int32_t h = (sectors->h < sectors->size ? sectors->h : sectors->size) + 2;
	bool vectors = ff_model_has_vectors(window->model);

	window->field.type = window->values->type;
	window->field.unit = window->values->unit;
	window->field.cells = ff_memory_cells(w, h, ff_field_size(window->field.type));
	window->flow.cells = ff_memory_cells(w, h, 1);
	window->flow.vectors = vectors ? ff_memory_cells(w, h, sizeof *window->flow.vectors) : NULL;
	window->classes.cells = ff_memory_cells(w, h, 1);
	if (!ff_cost_new(&window->cost, w, h, window->whole->wide != NULL) ||
	    window->field.cells == NULL || window->flow.cells == NULL ||
	    window->classes.cells == NULL || (vectors && window->flow.vectors == NULL))
		return FF_E_NOMEM;
	return ff_sector_goals_make(&window->goals, seeds, sectors);
}

static void close_window(struct window *window)
{
	ff_sector_goals_free(&window->goals);
	free(window->cost.cells);
	free(window->field.cells);
	free(window->flow.cells);
	free(window->flow.vectors);
	free(window->classes.cells);
	free(window->seeds);
}

/* Lists the goals of a sector as cells of the window. */
static enum ff_status list_seeds(struct window *window, uint32_t sector, int32_t left, int32_t top,
				 struct ff_seeds *seeds)
{
	struct ff_seeds goals = ff_sector_goals_of(&window->goals, sector);
	uint32_t w = (uint32_t)window->whole->w;

	if (!ff_memory_grow(&window->seeds, &window->seed_room, goals.count + 1,
			    sizeof *window->seeds))
		return FF_E_NOMEM;
	for (size_t i = 0; i < goals.count; i++) {
		window->seeds[i] = goals.items[i];
		window->seeds[i].cell = (uint32_t)ff_cost_index(
			&window->cost, (int32_t)(goals.items[i].cell % w) - left,
			(int32_t)(goals.items[i].cell / w) - top);
	}
	*seeds = (struct ff_seeds){window->seeds, goals.count};
	return FF_OK;
}

/* Copies a sector without its margin, and counts its cells. */
static enum ff_status take_sector(const struct window *window, uint32_t sector, int32_t left,
				  int32_t top, struct ff_sector_flow *flow)
{
	struct ff_sectors_area area = ff_sectors_area(&flow->sectors, sector);
	struct ff_classes classes;
	struct ff_flow grid;
	enum ff_status st = ff_sector_flow_add(flow, sector, &grid, &classes);

	for (int32_t y = 0; y < area.h && st == FF_OK; y++)
		for (int32_t x = 0; x < area.w; x++) {
			size_t to = (size_t)y * (size_t)area.w + (size_t)x;
			size_t from =
				ff_cost_index(&window->cost, area.x - left + x, area.y - top + y);
			uint8_t class = window->classes.cells[from];

			grid.cells[to] = window->flow.cells[from];
			if (flow->vectors)
				grid.vectors[to] = window->flow.vectors[from];
			classes.cells[to] = class == FF_UNREACHED ? FF_NOT_COMPUTED : class;
			flow->directions[grid.cells[to]]++;
			flow->classes[classes.cells[to]]++;
		}
	return st;
}

static enum ff_status descend_sector(struct window *window, uint32_t sector,
				     struct ff_sector_flow *flow)
{
	struct ff_sectors_area area = ff_sectors_area(&flow->sectors, sector);
	int32_t left = area.x > 0 ? area.x - 1 : 0, top = area.y > 0 ? area.y - 1 : 0;
	int32_t right = area.x + area.w + (area.x + area.w < window->whole->w);
	int32_t bottom = area.y + area.h + (area.y + area.h < window->whole->h);
	struct ff_seeds seeds;
	enum ff_status st;

	window->cost.w = window->field.w = window->flow.w = window->classes.w = right - left;
	window->cost.h = window->field.h = window->flow.h = window->classes.h = bottom - top;
	ff_cost_copy(window->whole, left, top, &window->cost);
	ff_sector_field_copy(window->values, left, top, &window->field);
	if ((st = list_seeds(window, sector, left, top, &seeds)) == FF_OK)
		st = ff_descend(window->model, &window->cost, &window->field, &seeds, &window->flow,
				&window->classes, NULL);
	return st == FF_OK ? take_sector(window, sector, left, top, flow) : st;
}

/* Counts the cells of the sectors without values. */
static void count_others(const struct ff_cost *cost, struct ff_sector_flow *flow)
{
	size_t cells = (size_t)cost->w * (size_t)cost->h;
	uint64_t walls = 0, counted = 0;

	for (size_t i = 0; i < cells; i++)
		walls += cost->cells[i] == FF_COST_WALL;
	for (int c = 0; c < FF_CLASSES; c++)
		counted += flow->classes[c];
	flow->directions[FF_NONE] += cells - counted;
	flow->classes[FF_NOT_COMPUTED] += cells - counted - (walls - flow->classes[FF_WALL]);
	flow->classes[FF_WALL] = walls;
}

enum ff_status ff_sector_flow_find(const struct ff_model *model, const struct ff_cost *cost,
				   const struct ff_seeds *seeds,
				   const struct ff_sector_field *field, struct ff_sector_flow *flow)
{
	struct window window = {.model = model, .whole = cost, .values = field};
	enum ff_status st = ff_sector_flow_open(flow, &field->sectors, ff_model_has_vectors(model));

	if (st == FF_OK)
		st = open_window(&window, seeds);
	for (uint32_t s = 0; s < ff_sectors_count(&field->sectors) && st == FF_OK; s++)
		if (field->blocks[s] != NULL)
			st = descend_sector(&window, s, flow);
	if (st == FF_OK)
		count_others(cost, flow);
	close_window(&window);
	return st;
}
