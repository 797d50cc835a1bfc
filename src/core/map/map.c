#include "core/map/map.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/number.h"

double ff_cost_one(double largest)
{
	enum { LEAST = -100 }; /* the result is a float */
	int exponent;
	double one;

	(void)frexp(largest, &exponent);
	one = ldexp(1, 16 - (exponent < LEAST ? LEAST : exponent));
	return largest * one < FF_COST_WIDE_MAX + 0.5 ? one : one / 2;
}

bool ff_cost_new(struct ff_cost *cost, int32_t w, int32_t h, bool wide)
{
	/* An odd number of bytes before the costs of 16 bits needs another one. */
	size_t cells = (size_t)w * (size_t)h, first = cells + cells % 2;

	*cost = (struct ff_cost){.w = w, .h = h};
	cost->cells = wide ? ff_memory_cells(1, 1, first + 2 * cells) : ff_memory_cells(w, h, 1);
	if (wide && cost->cells != NULL)
		cost->wide = (uint16_t *)(void *)(cost->cells + first);
	return cost->cells != NULL;
}

void ff_cost_copy(const struct ff_cost *from, int32_t left, int32_t top, struct ff_cost *to)
{
	for (int32_t y = 0; y < to->h; y++) {
		size_t at = ff_cost_index(from, left, top + y), row = ff_cost_index(to, 0, y);

		memcpy(to->cells + row, from->cells + at, (size_t)to->w);
		if (from->wide != NULL)
			memcpy(to->wide + row, from->wide + at, (size_t)to->w * sizeof *to->wide);
	}
}

enum ff_status ff_cost_fits(int64_t w, int64_t h, int64_t limit, const char *name,
			    struct ff_error *err)
{
	if (w <= limit / h)
		return FF_OK;
	return ff_status_fail(err, FF_E_LIMIT,
			      "%s: is too large: %" PRId64 "x%" PRId64 " is more than %" PRId64
			      " cells (--max-cells)",
			      name, w, h, limit);
}

static struct ff_cost_range wide_range(const uint16_t *wide, size_t cells)
{
	uint16_t least = FF_COST_WIDE_WALL, most = 0;

	for (size_t i = 0; i < cells; i++) {
		uint16_t c = wide[i], open = c == FF_COST_WIDE_WALL ? 0 : c;

		least = c < least ? c : least;
		most = open > most ? open : most;
	}
	if (most == 0)
		return (struct ff_cost_range){1, 1};
	return (struct ff_cost_range){least, most};
}

struct ff_cost_range ff_cost_range(const struct ff_cost *cost)
{
	size_t cells = (size_t)cost->w * (size_t)cost->h;
	uint8_t least = FF_COST_WALL, most = 0;

	if (cost->wide != NULL)
		return wide_range(cost->wide, cells);
	for (size_t i = 0; i < cells; i++) {
		uint8_t c = cost->cells[i], next = (uint8_t)(c + 1); /* 0: a wall */

		least = c < least ? c : least;
		most = next > most ? next : most;
	}
	if (most == 0)
		return (struct ff_cost_range){1, 1};
	return (struct ff_cost_range){least, most - 1U};
}

/* Returns a distance in whole cells.  With resolutions like 0.05 the quotient may be slightly below
 * an integer. */
static double whole_cells(double distance, double resolution)
{
	double exact = distance / resolution, nearest = floor(exact + 0.5);

	return fabs(exact - nearest) < 1e-9 ? nearest : floor(exact);
}

bool ff_georeference_cell(const struct ff_georeference *place, int32_t w, int32_t h, double x,
			  double y, int32_t *column, int32_t *row)
{
	double right = whole_cells(x - place->x, place->resolution);
	double along = whole_cells(y - place->y, place->resolution);

	if (!(right >= 0 && right < w && along >= 0 && along < h))
		return false;
	*column = (int32_t)right;
	*row = place->down ? (int32_t)along : h - 1 - (int32_t)along;
	return true;
}

struct ff_georeference_point ff_georeference_to_world(const struct ff_georeference *place,
						      int32_t h, double x, double y)
{
	return (struct ff_georeference_point){place->x + (x + 0.5) * place->resolution,
					      place->y + (place->down ? y + 0.5 : h - 0.5 - y) *
								 place->resolution};
}

struct ff_georeference_point ff_georeference_to_map(const struct ff_georeference *place, int32_t h,
						    double x, double y)
{
	double along = (y - place->y) / place->resolution;

	return (struct ff_georeference_point){(x - place->x) / place->resolution - 0.5,
					      (place->down ? along : h - along) - 0.5};
}

void ff_georeference_print(double x, double y, char to[FF_GEOREFERENCE_NAME])
{
	size_t n = fabs(x) < 0x1p53 ? ff_number_fixed(to, x) : 0;

	to[n++] = 'm';
	to[n++] = ',';
	n += fabs(y) < 0x1p53 ? ff_number_fixed(to + n, y) : 0;
	to[n++] = 'm';
	to[n] = '\0';
}

void ff_levels_fill(const struct ff_levels_rules *rules, uint8_t cost[256])
{
	for (int v = 0; v < 256; v++) {
		int level = rules->invert ? 255 - v : v;
		int value = level == 0 ? 1 : level;

		if (rules->wall_from != 0)
			value = level >= rules->wall_from ? FF_COST_WALL : 1;
		for (size_t i = 0; i < rules->count; i++)
			if (level >= rules->remaps[i].first && level <= rules->remaps[i].last)
				value = rules->remaps[i].cost;
		cost[v] = (uint8_t)value;
	}
}

void ff_levels_apply(const uint8_t cost[256], uint8_t *cells, size_t n)
{
	bool others = false;

	for (int v = 1; v < 256; v++)
		others |= cost[v] != v;
	/* Usually only level 0 changes, and no table is needed. */
	if (!others)
		for (size_t i = 0; i < n; i++)
			cells[i] = cells[i] == 0 ? cost[0] : cells[i];
	else
		for (size_t i = 0; i < n; i++)
			cells[i] = cost[cells[i]];
}

const char *const ff_edits_names[FF_EDITS_KINDS] = {
	[FF_EDITS_COST] = "cost", [FF_EDITS_WALL] = "wall",     [FF_EDITS_OPEN] = "open",
	[FF_EDITS_GOAL] = "goal", [FF_EDITS_NOGOAL] = "nogoal",
};

int32_t ff_cost_next_free(int32_t *skip, int32_t cell)
{
	while (skip[cell] != cell) {
		skip[cell] = skip[skip[cell]];
		cell = skip[cell];
	}
	return cell;
}

static bool sets_costs(const struct ff_edit *edit)
{
	return edit->kind != FF_EDITS_GOAL && edit->kind != FF_EDITS_NOGOAL;
}

/* Returns the area of all rectangles that change costs, in cells of the map. */
static int64_t area_of(const struct ff_edit *edits, size_t count, int32_t times)
{
	int64_t area = 0;

	for (size_t i = 0; i < count; i++)
		if (sets_costs(&edits[i]))
			area += (int64_t)edits[i].w * times * edits[i].h * times;
	return area;
}

enum ff_status ff_edits_cells(const struct ff_edit *edits, size_t count, int32_t w, int32_t h,
			      int32_t times, ff_edits_set *set, void *context)
{
	/* [w*h + 1]  a union-find of the cells that are not set yet; NULL: not needed */
	int32_t *skip = NULL;
	enum ff_status st = FF_OK;

	if (area_of(edits, count, times) > (int64_t)w * h &&
	    (skip = ff_memory_cells(w, h + 1, sizeof *skip)) == NULL)
		return FF_E_NOMEM;
	for (int64_t i = 0; skip != NULL && i <= (int64_t)w * h; i++)
		skip[i] = (int32_t)i;
	for (size_t i = 0; i < count && st == FF_OK; i++) {
		const struct ff_edit *edit = &edits[skip != NULL ? count - 1 - i : i];
		int32_t rows = sets_costs(edit) ? edit->h * times : 0;

		for (int32_t row = 0; row < rows && st == FF_OK; row++) {
			int32_t cell = (edit->y * times + row) * w + edit->x * times;
			int32_t end = cell + edit->w * times;

			for (; st == FF_OK; cell++) {
				if (skip != NULL)
					cell = ff_cost_next_free(skip, cell);
				if (cell >= end)
					break;
				if (skip != NULL)
					skip[cell] = cell + 1;
				st = set(context, edit, (size_t)cell);
			}
		}
	}
	free(skip);
	return st;
}
