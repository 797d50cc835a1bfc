/*
 * A cell is affected if it sees its goal past the change before, or, afterwards, a goal past it
 * that is no farther away than its own.  Such cells may see any goal, in any direction: they are
 * processed together tile by tile, trying goals from the nearest on, until no remaining goal can be
 * nearer than those found.
 */
#include "core/update/sight_change.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

/* The label of a cell whose nearest goal must be found again. */
#define WAITS (FF_LABELS_NONE - 1)

enum {
	SIDE = 16, /* cells per side of a tile */
	CAST = 16, /* steps that take as long as casting lines that lead nowhere */
};

struct work {
	struct ff_sight_change *change;
	const struct ff_cost *cost;
	struct ff_labels *nearest;
	void *scratch;         /* for ff_sight_cast_through() */
	struct ff_seed *goals; /* [count]  in the order of precedence in ties */
	size_t count;
	uint32_t goal; /* cell of the current goal */
	enum ff_status st;
};

static int32_t column_of(const struct work *work, uint32_t cell)
{
	return (int32_t)(cell % (uint32_t)work->cost->w);
}

static int32_t row_of(const struct work *work, uint32_t cell)
{
	return (int32_t)(cell / (uint32_t)work->cost->w);
}

/* Returns the square of the distance between x,y and a cell. */
static int64_t squared_distance(const struct work *work, uint32_t cell, int32_t x, int32_t y)
{
	int64_t dx = column_of(work, cell) - x, dy = row_of(work, cell) - y;

	return dx * dx + dy * dy;
}

static void pay_steps(struct work *work, size_t steps)
{
	if (work->change->left >= steps)
		work->change->left -= steps;
	else if (work->st == FF_OK)
		work->st = FF_E_LIMIT;
}

/* Casts lines from the goal at 'goal' through a window. */
static void cast_goal(struct work *work, uint32_t goal, const struct ff_sight_window *window,
		      double reach, ff_sight_seen *seen)
{
	pay_steps(work, CAST);
	work->goal = goal;
	if (work->st == FF_OK &&
	    !ff_sight_cast_through(work->cost, column_of(work, goal), row_of(work, goal),
				   ff_cost_at(work->cost, goal), reach, window, &work->change->left,
				   work->scratch, seen, work))
		work->st = FF_E_LIMIT;
}

static void cast_all(struct work *work, ff_sight_seen *seen)
{
	for (size_t i = 0; i < work->change->window_count; i++)
		for (size_t g = 0; g < work->count && work->st == FF_OK; g++)
			cast_goal(work, work->goals[g].cell, &work->change->windows[i],
				  (double)INFINITY, seen);
}

/* Removes a cell's goal, so that another is searched. */
static void unset_goal(struct work *work, size_t cell)
{
	struct ff_sight_change *change = work->change;
	uint32_t *label = &work->nearest->cells[cell];
	void *block = change->cells;

	if (!ff_memory_grow(&block, &change->room, change->count + 1, sizeof *change->cells)) {
		work->st = FF_E_NOMEM;
		return;
	}
	change->cells = block;
	change->cells[change->count++] = (uint32_t)cell;
	change->gained -= *label != FF_LABELS_NONE;
	*label = WAITS;
}

static void lose_goal(void *context, int32_t x, int32_t y)
{
	struct work *work = context;
	size_t cell = ff_cost_index(work->cost, x, y);

	if (work->nearest->cells[cell] == work->goal)
		unset_goal(work, cell);
}

static void gain_goal(void *context, int32_t x, int32_t y)
{
	struct work *work = context;
	size_t cell = ff_cost_index(work->cost, x, y);
	uint32_t *label = &work->nearest->cells[cell];

	if (*label == work->goal)
		return;
	if (*label == FF_LABELS_NONE ||
	    (*label != WAITS &&
	     squared_distance(work, work->goal, x, y) <= squared_distance(work, *label, x, y)))
		unset_goal(work, cell);
	if (work->count == 1)
		*label = work->goal;
}

/* Returns true if 'a' precedes 'b' in ties. */
static bool precedes(const struct work *work, uint32_t a, uint32_t b)
{
	size_t i = 0;

	while (work->goals[i].cell != a && work->goals[i].cell != b)
		i++;
	return work->goals[i].cell == a;
}

static void offer_goal(void *context, int32_t x, int32_t y)
{
	const struct work *work = context;
	uint32_t *label = &work->nearest->cells[ff_cost_index(work->cost, x, y)];
	int64_t here, there;

	if (*label != WAITS) {
		here = squared_distance(work, *label, x, y);
		there = squared_distance(work, work->goal, x, y);
		if (there > here || (there == here && !precedes(work, work->goal, *label)))
			return;
	}
	*label = work->goal;
}

static int by_goal_and_cell(const void *left, const void *right)
{
	const struct ff_seed *a = left, *b = right;

	if (a->goal != b->goal)
		return a->goal < b->goal ? -1 : 1;
	return (a->cell > b->cell) - (a->cell < b->cell);
}

static enum ff_status open_work(struct work *work, struct ff_sight_change *change,
				const struct ff_cost *cost, const struct ff_seeds *seeds,
				struct ff_labels *nearest)
{
	*work = (struct work){.change = change, .cost = cost, .nearest = nearest};
	work->scratch = malloc(ff_sight_scratch(cost->w, cost->h));
	work->goals = calloc(seeds->count, sizeof *work->goals);
	if (work->scratch == NULL || work->goals == NULL)
		return FF_E_NOMEM;
	memcpy(work->goals, seeds->items, seeds->count * sizeof *work->goals);
	work->count = seeds->count;
	qsort(work->goals, work->count, sizeof *work->goals, by_goal_and_cell);
	return FF_OK;
}

static void close_work(struct work *work)
{
	free(work->scratch);
	free(work->goals);
}

bool ff_sight_change_follows(const struct ff_seeds *seeds, double limit)
{
	return seeds->count > 0 && seeds->items[seeds->count - 1].start == 0 &&
	       limit == FF_FIELD_NONEF;
}

static enum ff_status make_windows(struct work *work, const uint32_t *cells, size_t count)
{
	struct ff_sight_change *change = work->change;
	void *block = NULL;

	if (!ff_memory_grow(&block, &change->window_room, count, sizeof *change->windows))
		return FF_E_NOMEM;
	change->windows = block;
	for (size_t i = 0; i < count; i++)
		change->window_count =
			ff_sight_window_add(change->windows, change->window_count,
					    column_of(work, cells[i]), row_of(work, cells[i]));
	return FF_OK;
}

enum ff_status ff_sight_change_begin(struct ff_sight_change *change, const struct ff_cost *cost,
				     const struct ff_seeds *seeds, const uint32_t *cells,
				     size_t count, size_t most, struct ff_labels *nearest)
{
	struct work work;
	enum ff_status st = FF_OK;

	*change = (struct ff_sight_change){.left = most};
	if (count == 0)
		return FF_OK;
	st = open_work(&work, change, cost, seeds, nearest);
	if (st == FF_OK)
		st = make_windows(&work, cells, count);
	if (st == FF_OK) {
		cast_all(&work, lose_goal);
		st = work.st;
	}
	close_work(&work);
	return st;
}

/* Orders cells by tile. */
static int by_tile(const void *left, const void *right)
{
	const struct ff_sight_window *a = left, *b = right;

	if (a->y0 / SIDE != b->y0 / SIDE)
		return a->y0 / SIDE < b->y0 / SIDE ? -1 : 1;
	return (a->x0 / SIDE > b->x0 / SIDE) - (a->x0 / SIDE < b->x0 / SIDE);
}

/* Joins a window to the last one of a list if both are in one tile, else appends it. */
static size_t join_window(struct ff_sight_window *windows, size_t count, struct ff_sight_window one)
{
	struct ff_sight_window *last;

	if (count == 0 || by_tile(&windows[count - 1], &one) != 0) {
		windows[count] = one;
		return count + 1;
	}
	last = &windows[count - 1];
	last->x0 = one.x0 < last->x0 ? one.x0 : last->x0;
	last->y0 = one.y0 < last->y0 ? one.y0 : last->y0;
	last->x1 = one.x1 > last->x1 ? one.x1 : last->x1;
	last->y1 = one.y1 > last->y1 ? one.y1 : last->y1;
	return count;
}

/* Returns, for each tile, the bounding window of the cells that search there. */
static struct ff_sight_window *tile_windows(struct work *work, size_t *count)
{
	const struct ff_sight_change *change = work->change;
	struct ff_sight_window *tiles = NULL;
	size_t room = 0, all = 0;

	for (size_t i = 0; i < change->count; i++) {
		void *block = tiles;
		int32_t x = column_of(work, change->cells[i]), y = row_of(work, change->cells[i]);

		if (!ff_memory_grow(&block, &room, all + 1, sizeof *tiles)) {
			free(tiles);
			return NULL;
		}
		tiles = block;
		all = join_window(tiles, all, (struct ff_sight_window){x, y, x, y});
	}
	if (tiles == NULL)
		return NULL;
	qsort(tiles, all, sizeof *tiles, by_tile);
	*count = 0;
	for (size_t i = 0; i < all; i++)
		*count = join_window(tiles, *count, tiles[i]);
	return tiles;
}

/* Returns the square of the distance from which on goals do not matter to the cells of a window. */
static int64_t farthest_goal(const struct work *work, const struct ff_sight_window *window)
{
	int64_t most = 0;

	for (int32_t y = window->y0; y <= window->y1; y++)
		for (int32_t x = window->x0; x <= window->x1; x++) {
			uint32_t label = work->nearest->cells[ff_cost_index(work->cost, x, y)];
			int64_t there;

			if (label == FF_LABELS_NONE || !ff_cost_open(work->cost, x, y))
				continue;
			if (label == WAITS)
				return INT64_MAX;
			there = squared_distance(work, label, x, y);
			most = there > most ? there : most;
		}
	return most;
}

/* Return the distances of a number from the nearest and the farthest element of an interval. */
static int64_t least_gap(int32_t a, int32_t first, int32_t last)
{
	return a < first ? (int64_t)first - a : a > last ? (int64_t)a - last : 0;
}

static int64_t most_gap(int32_t a, int32_t first, int32_t last)
{
	return a - first > last - a ? (int64_t)a - first : (int64_t)last - a;
}

/* A goal, and the square of its distance. */
struct candidate {
	int64_t distance;
	size_t at; /* index in 'goals' */
};

/* Finds the next goal in the order of distances from a window; false if there is none. */
static bool next_goal(struct work *work, const struct ff_sight_window *window,
		      struct candidate *goal)
{
	struct candidate best = {INT64_MAX, 0};

	pay_steps(work, 1 + work->count / 4);
	for (size_t i = 0; i < work->count; i++) {
		uint32_t cell = work->goals[i].cell;
		int64_t dx = least_gap(column_of(work, cell), window->x0, window->x1);
		int64_t dy = least_gap(row_of(work, cell), window->y0, window->y1);
		int64_t there = dx * dx + dy * dy;

		if (there < best.distance &&
		    (there > goal->distance || (there == goal->distance && i > goal->at)))
			best = (struct candidate){there, i};
	}
	*goal = best;
	return best.distance < INT64_MAX;
}

static void find_in(struct work *work, const struct ff_sight_window *window)
{
	struct candidate goal = {-1, 0};

	while (work->st == FF_OK && next_goal(work, window, &goal) &&
	       goal.distance <= farthest_goal(work, window)) {
		uint32_t cell = work->goals[goal.at].cell;
		double dx = (double)most_gap(column_of(work, cell), window->x0, window->x1);
		double dy = (double)most_gap(row_of(work, cell), window->y0, window->y1);

		cast_goal(work, cell, window, sqrt(dx * dx + dy * dy) + 1, offer_goal);
	}
}

static void search_again(struct work *work)
{
	struct ff_sight_window *tiles;
	size_t count = 0;

	if (work->change->count == 0)
		return;
	if ((tiles = tile_windows(work, &count)) == NULL)
		work->st = FF_E_NOMEM;
	for (size_t i = 0; i < count; i++)
		find_in(work, &tiles[i]);
	free(tiles);
}

enum ff_status ff_sight_change_end(struct ff_sight_change *change, const struct ff_cost *cost,
				   const struct ff_seeds *seeds, struct ff_labels *nearest)
{
	struct work work;
	enum ff_status st;

	if (change->window_count == 0)
		return FF_OK;
	st = open_work(&work, change, cost, seeds, nearest);
	if (st == FF_OK) {
		cast_all(&work, gain_goal);
		if (work.count > 1 && change->count > 0 && work.st == FF_OK)
			search_again(&work);
		st = work.st;
	}
	for (size_t i = 0; i < change->count && st == FF_OK; i++) {
		uint32_t *label = &nearest->cells[change->cells[i]];

		*label = *label == WAITS ? FF_LABELS_NONE : *label;
		change->gained += *label != FF_LABELS_NONE;
	}
	close_work(&work);
	return st;
}

void ff_sight_change_free(struct ff_sight_change *change)
{
	free(change->windows);
	free(change->cells);
	*change = (struct ff_sight_change){0};
}

size_t ff_sight_change_most(int32_t w, int32_t h)
{
	enum { SHARE = 2, FLOOR = 4096 };

	return (size_t)w * (size_t)h / SHARE + FLOOR;
}
