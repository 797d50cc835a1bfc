/*
 * A cell's direction depends on nothing but the cells around it, so each sector is a map of its
 * own, with a margin of one cell.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/sectors/routing.h"
#include "core/solve/descend.h"

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
	void *room = window->seeds;

	if (!ff_memory_grow(&room, &window->seed_room, goals.count + 1, sizeof *window->seeds))
		return FF_E_NOMEM;
	window->seeds = room;
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
