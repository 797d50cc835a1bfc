#include "core/sectors/sector_map.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/map/neighbours.h"
#include "core/solve/integrate.h"

/* Room for fields of a type; the sides are those of the largest sector and its margin. */
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
	map->size = ff_integrate_scratch(&map->graph->model, type, w, h, NULL);
	map->scratch = malloc(map->size);
	if (map->cells == NULL)
		map->cells = ff_memory_cells(w, h, 1);
	return map->field.cells == NULL || map->scratch == NULL || map->cells == NULL ? FF_E_NOMEM
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
	free(map->cells);
	free(map->scratch);
}

void ff_sector_map_take(struct ff_sector_map *map, uint32_t sector)
{
	struct ff_sectors_area area = ff_sectors_area(&map->graph->sectors, sector);
	int32_t margin = map->margin, w = area.w + 2 * margin, h = area.h + 2 * margin;

	map->area = area;
	map->seed_count = 0;
	map->cost.w = map->field.w = w;
	map->cost.h = map->field.h = h;
	if (margin == 0 && map->graph->clear[sector]) {
		map->cost.cells = map->graph->clear_cost;
		return;
	}
	map->cost.cells = map->cells;
	if (margin > 0)
		memset(map->cells, FF_COST_WALL, (size_t)w * (size_t)h);
	for (int32_t y = 0; y < area.h; y++)
		memcpy(map->cells + ff_cost_index(&map->cost, margin, y + margin),
		       map->whole->cells + ff_cost_index(map->whole, area.x, area.y + y),
		       (size_t)area.w);
}

static uint32_t local(const struct ff_sector_map *map, int32_t x, int32_t y)
{
	return (uint32_t)ff_cost_index(&map->cost, x - map->area.x + map->margin,
				       y - map->area.y + map->margin);
}

uint32_t ff_sector_map_local(const struct ff_sector_map *map, uint32_t cell)
{
	uint32_t w = (uint32_t)map->whole->w;

	return local(map, (int32_t)(cell % w), (int32_t)(cell / w));
}

static enum ff_status add(struct ff_sector_map *map, uint32_t cell, double start)
{
	void *seeds = map->seeds;

	if (!ff_memory_grow(&seeds, &map->seed_room, map->seed_count + 1, sizeof *map->seeds))
		return FF_E_NOMEM;
	map->seeds = seeds;
	map->seeds[map->seed_count++] = (struct ff_seed){.cell = cell, .start = start};
	return FF_OK;
}

enum ff_status ff_sector_map_start(struct ff_sector_map *map, const struct ff_seeds *seeds)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < seeds->count && st == FF_OK; i++)
		st = add(map, ff_sector_map_local(map, seeds->items[i].cell),
			 seeds->items[i].start);
	return st;
}

/* Adds what cell x,y, at the border, may start with; not with euclid. */
static enum ff_status enter_at(struct ff_sector_map *map, const struct ff_sector_values *values,
			       int32_t x, int32_t y)
{
	const struct ff_model *model = &map->graph->model;
	const struct ff_cost *cost = map->whole;
	const struct ff_sectors_area *area = &map->area;
	uint8_t own = cost->cells[ff_cost_index(cost, x, y)];
	double least = FF_FIELD_NONEF;

	for (int d = 0; d < FF_DIRECTIONS && own != FF_COST_WALL;
	     d += ff_model_is_diagonal(model) ? 1 : 2) {
		enum ff_direction direction = (enum ff_direction)d;
		int32_t to_x = x + ff_flow_steps[d].dx, to_y = y + ff_flow_steps[d].dy;
		double value;

		if (to_x >= area->x && to_y >= area->y && to_x < area->x + area->w &&
		    to_y < area->y + area->h)
			continue;
		value = ff_sector_values_at(values, to_x, to_y);
		if (value == FF_FIELD_NONEF ||
		    !ff_neighbours_permit(cost, model->corners, x, y, direction))
			continue;
		value += ff_model_pays(model, ff_neighbours_diagonal(direction), own,
				       cost->cells[ff_cost_index(cost, to_x, to_y)]);
		least = value < least ? value : least;
	}
	return least < FF_FIELD_NONEF ? add(map, local(map, x, y), least) : FF_OK;
}

/* Adds what stands in cell x,y of the margin; those beside walls count too, for waves bend around
 * these. */
static enum ff_status keep_at(struct ff_sector_map *map, const struct ff_sector_values *values,
			      int32_t x, int32_t y)
{
	double value = ff_sector_values_at(values, x, y);

	return value < FF_FIELD_NONEF ? add(map, local(map, x, y), value) : FF_OK;
}

enum ff_status ff_sector_map_enter(struct ff_sector_map *map, const struct ff_sector_values *values)
{
	const struct ff_sectors_area *area = &map->area;
	int32_t left = area->x - map->margin, right = area->x + area->w - 1 + map->margin;
	int32_t above = area->y - map->margin, below = area->y + area->h - 1 + map->margin;
	enum ff_status st = FF_OK;

	for (int32_t y = above; y <= below && st == FF_OK; y++) {
		/* Between the first row and the last only both ends are at the border. */
		int32_t step = y == above || y == below || right == left ? 1 : right - left;

		for (int32_t x = left; x <= right && st == FF_OK; x += step)
			st = (map->margin > 0 ? keep_at : enter_at)(map, values, x, y);
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

/* Seeds in the margin are open, and cost what they do, while the sector is integrated: waves look
 * at what is behind them. */
static void set_margin(struct ff_sector_map *map, bool open)
{
	for (size_t i = 0; i < map->seed_count && map->margin > 0; i++) {
		int32_t x = (int32_t)map->seeds[i].cell % map->cost.w;
		int32_t y = (int32_t)map->seeds[i].cell / map->cost.w;
		size_t whole = ff_cost_index(map->whole, map->area.x + x - map->margin,
					     map->area.y + y - map->margin);

		if (x == 0 || y == 0 || x == map->cost.w - 1 || y == map->cost.h - 1)
			map->cost.cells[map->seeds[i].cell] =
				open ? map->whole->cells[whole] : FF_COST_WALL;
	}
}

enum ff_status ff_sector_map_integrate(struct ff_sector_map *map)
{
	const struct ff_seeds seeds = {map->seeds, map->seed_count};
	const struct ff_model *model = &map->graph->model;
	enum ff_status st;

	set_margin(map, true);
	st = ff_integrate(model, &map->cost, &seeds, FF_FIELD_NONEF, &map->field, map->scratch,
			  map->size, &map->machine);
	if (st == FF_E_LIMIT && (st = open_field(map, FF_FIELD_U64)) == FF_OK)
		st = ff_integrate(model, &map->cost, &seeds, FF_FIELD_NONEF, &map->field,
				  map->scratch, map->size, &map->machine);
	set_margin(map, false);
	return st;
}

bool ff_sector_map_starts(const struct ff_sector_map *map, uint32_t place)
{
	const struct ff_seed seed = {.cell = place, .start = ff_field_raw(&map->field, place)};

	return bsearch(&seed, map->seeds, map->seed_count, sizeof seed, by_start) != NULL;
}
