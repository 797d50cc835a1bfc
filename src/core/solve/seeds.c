/*
 * Nearest cells.  In each row only two cells matter to a point: the last open one before it and the
 * first one after it.  Points are taken by column, from left to right, so these two only move to
 * the right, and the whole map is read at most twice.
 *
 * With i,j the offset from the cell that contains a point to another cell and u,v that from its
 * centre to the point, the square of the distance is
 *
 * 	(i - u)^2 + (j - v)^2  =  (i^2 + j^2)  -  2(iu + jv)  +  (u^2 + v^2)
 *
 * The first part is an integer, too large for a double on the longest maps; the second one is exact
 * in a double for halves; the third one is the same for all cells.
 */
#include "core/solve/seeds.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/number.h"

struct search {
	const struct ff_cost *cost;
	int32_t column; /* of the points in turn, rounded down; -1: before the map */
	bool begun;     /* 'left' and 'right' are those of 'column' */
	int32_t *left;  /* [h]  the last open column of a row at or before 'column'; -1: none */
	int32_t *right; /* [h]  the first one after it; w: none */
};

/* A point, and the best cell so far. */
struct query {
	struct ff_nearest_point *point;
	int32_t x, y; /* of the cell that contains the point; may be just outside the map */
	double u, v;  /* -0.5..0.5 */
	int64_t whole;
	double part;
};

static int by_column(const void *left, const void *right)
{
	const struct ff_nearest_point *a = *(struct ff_nearest_point *const *)left;
	const struct ff_nearest_point *b = *(struct ff_nearest_point *const *)right;

	return (a->x > b->x) - (a->x < b->x);
}

/* Moves the two open cells of each row on to another column. */
static void move_to(struct search *search, int32_t column)
{
	const struct ff_cost *cost = search->cost;
	int32_t w = cost->w, last = search->begun ? search->column : -1;

	for (int32_t y = 0; y < cost->h && (!search->begun || column > last); y++) {
		const uint8_t *row = cost->cells + ff_cost_index(cost, 0, y);
		int32_t x = column;

		while (x > last && row[x] == FF_COST_WALL)
			x--;
		if (x > last || !search->begun)
			search->left[y] = x;
		if (search->begun && search->right[y] > column)
			continue;
		x = column + 1;
		while (x < w && row[x] == FF_COST_WALL)
			x++;
		search->right[y] = x;
	}
	search->column = column;
	search->begun = true;
}

/* Takes a cell if it is nearer than the best so far, or as near and earlier in reading order. */
static void offer_cell(const struct search *search, struct query *query, int32_t x, int32_t y)
{
	int64_t i = x - query->x, j = y - query->y, whole = i * i + j * j;
	double part = -2 * ((double)i * query->u + (double)j * query->v);
	double nearer = (double)(query->whole - whole) + (query->part - part);
	size_t cell = ff_cost_index(search->cost, x, y);

	if (query->point->found && (nearer < 0 || (nearer == 0 && cell > query->point->cell)))
		return;
	query->point->found = true;
	query->point->cell = cell;
	query->whole = whole;
	query->part = part;
}

/* Returns true if no cell at least 'rows' rows away can be as near as the best so far, with a
 * margin for rounding. */
static bool are_too_far(const struct query *query, int64_t rows)
{
	int64_t least = rows > 1 ? (rows - 1) * (rows - 1) : 0;

	return query->point->found && (double)(least - query->whole) > query->part + 1;
}

/* Finds the cell nearest to a point, starting with the nearest rows. */
static void find_nearest(const struct search *search, struct ff_nearest_point *point)
{
	struct query query = {.point = point};
	int32_t last = search->cost->h - 1, up, down, y;

	query.x = (int32_t)nearbyint(point->x);
	query.y = (int32_t)nearbyint(point->y);
	query.u = point->x - query.x;
	query.v = point->y - query.y;
	point->found = false;
	up = query.y < last ? query.y : last;
	down = up < 0 ? 0 : up + 1;
	while (up >= 0 || down <= last) {
		int64_t above = up >= 0 ? (int64_t)query.y - up : INT64_MAX;
		int64_t below = down <= last ? (int64_t)down - query.y : INT64_MAX;

		if (are_too_far(&query, above < below ? above : below))
			break;
		y = above < below ? up-- : down++;
		if (search->left[y] >= 0)
			offer_cell(search, &query, search->left[y], y);
		if (search->right[y] < search->cost->w)
			offer_cell(search, &query, search->right[y], y);
	}
	if (point->found)
		point->distance = sqrt(fmax((double)query.whole + query.part + query.u * query.u +
						    query.v * query.v,
					    0));
}

enum ff_status ff_nearest_find(const struct ff_cost *cost, struct ff_nearest_point *points,
			       size_t count)
{
	struct search search = {.cost = cost,
				.left = ff_memory_cells(cost->h, 1, sizeof *search.left),
				.right = ff_memory_cells(cost->h, 1, sizeof *search.right)};
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers */
	struct ff_nearest_point **order = calloc(count + 1, sizeof *order);
	enum ff_status st = FF_E_NOMEM;

	if (search.left == NULL || search.right == NULL || order == NULL)
		goto out;
	for (size_t i = 0; i < count; i++)
		order[i] = &points[i];
	/* NOLINTNEXTLINE(bugprone-sizeof-expression) */
	qsort(order, count, sizeof *order, by_column);
	for (size_t i = 0; i < count; i++) {
		move_to(&search, (int32_t)fmin(floor(order[i]->x), cost->w - 1));
		find_nearest(&search, order[i]);
	}
	st = FF_OK;
out:
	free(search.left);
	free(search.right);
	free(order);
	return st;
}

uint8_t *ff_subdivide_cells(int32_t w, int32_t h, const uint8_t *cells)
{
	size_t wide = 2 * (size_t)w;
	uint8_t *split = ff_memory_cells(2 * w, 2 * h, 1);

	for (size_t y = 0; y < (size_t)h && split != NULL; y++) {
		uint8_t *row = split + 2 * y * wide;

		for (size_t x = 0; x < wide; x++)
			row[x] = cells[y * (size_t)w + x / 2];
		memcpy(row + wide, row, wide);
	}
	return split;
}

struct ff_goal ff_subdivide_goal(struct ff_goal goal)
{
	if (goal.level == 0 && goal.w == 1 && goal.h == 1) {
		/* The centre of a cell is the corner that its quarters share. */
		goal.x = 2 * goal.x + 0.5;
		goal.y = 2 * goal.y + 0.5;
	} else {
		goal.x *= 2;
		goal.y *= 2;
		goal.w *= 2;
		goal.h *= 2;
	}
	return goal;
}

/* ---- seeds ---- */

/* The cells of a goal: a rectangle, or the pixels of one level. */
struct cells {
	const struct ff_cost *map;
	int32_t left, top, right, bottom; /* inside the map; inclusive */
	const uint8_t *mask;              /* NULL: a rectangle */
	uint8_t level;
};

static bool is_place(const struct ff_goal *goal)
{
	return goal->level == 0 && goal->w == 1 && goal->h == 1;
}

/* Finds the integers nearest to 'x', one or two, that are in 0..n-1 (so of -0.5 only 0); false if
 * there is none. */
static bool nearest_whole(double x, int32_t n, int32_t *first, int32_t *last)
{
	double low = trunc(x), high = low, beyond = x - low; /* all exact */

	if (fabs(beyond) > 0.5)
		low = high = low + copysign(1, x);
	else if (beyond == 0.5)
		high = low + 1;
	if (high < 0 || low >= n)
		return false;
	*first = low < 0 ? 0 : (int32_t)low;
	*last = high >= n ? n - 1 : (int32_t)high;
	return true;
}

/* Finds the cells of a goal; false if a place is outside the map, or an area partly. */
static bool find_cells(const struct ff_goal *goal, const struct ff_goals *goals,
		       const struct ff_cost *map, struct cells *cells)
{
	*cells = (struct cells){.map = map};
	if (goal->level != 0) {
		cells->mask = goals->mask;
		cells->level = goal->level;
		return true;
	}
	if (is_place(goal))
		return nearest_whole(goal->x, map->w, &cells->left, &cells->right) &&
		       nearest_whole(goal->y, map->h, &cells->top, &cells->bottom);
	if (goal->x < 0 || goal->y < 0 || goal->x + goal->w > map->w || goal->y + goal->h > map->h)
		return false;
	cells->left = (int32_t)goal->x;
	cells->top = (int32_t)goal->y;
	cells->right = cells->left + goal->w - 1;
	cells->bottom = cells->top + goal->h - 1;
	return true;
}

static size_t count_cells(const struct ff_cost *map)
{
	return (size_t)map->w * (size_t)map->h;
}

/* Returns the first of the cells in reading order at or after 'from'; count_cells() if there is
 * none. */
static size_t next_cell(const struct cells *cells, size_t from)
{
	size_t count = count_cells(cells->map);
	int32_t x, y;

	if (from == count)
		return count;
	if (cells->mask != NULL) {
		const uint8_t *found = memchr(cells->mask + from, cells->level, count - from);

		return found == NULL ? count : (size_t)(found - cells->mask);
	}
	x = (int32_t)(from % (size_t)cells->map->w);
	y = (int32_t)(from / (size_t)cells->map->w);
	if (y < cells->top)
		return ff_cost_index(cells->map, cells->left, cells->top);
	if (x > cells->right)
		y++;
	if (x < cells->left || x > cells->right)
		x = cells->left;
	return y > cells->bottom ? count : ff_cost_index(cells->map, x, y);
}

static size_t next_open_cell(const struct cells *cells, const struct ff_cost *cost, size_t from)
{
	size_t count = count_cells(cost), i = next_cell(cells, from);

	while (i < count && cost->cells[i] == FF_COST_WALL)
		i = next_cell(cells, i + 1);
	return i;
}

/* Returns the separator between the map's name and a message. */
static const char *gap_after(const char *name)
{
	return *name == '\0' ? "" : ": ";
}

static enum ff_status refuse_outside(const struct ff_goal *goal, const struct ff_cost *map,
				     const char *name, struct ff_error *err)
{
	char text[FF_SEEDS_NAME];

	ff_seeds_name(goal, text);
	return ff_status_fail(err, FF_E_INPUT,
			      "%s%sgoal %s %s outside the map (x 0..%" PRId32 ", y 0..%" PRId32 ")",
			      name, gap_after(name), text, is_place(goal) ? "is" : "reaches",
			      map->w - 1, map->h - 1);
}

static enum ff_status refuse_closed(const struct ff_goal *goal, const struct cells *cells,
				    const char *name, struct ff_error *err)
{
	char text[FF_SEEDS_NAME];
	const char *why = is_place(goal) ? "is on a wall" : "has no open cell";

	ff_seeds_name(goal, text);
	if (next_open_cell(cells, cells->map, 0) < count_cells(cells->map))
		why = *name == '\0' ? "is too near a wall for the radius"
				    : "is too near a wall for --radius";
	return ff_status_fail(err, FF_E_INPUT, "%s%sgoal %s %s", name, gap_after(name), text, why);
}

/* A goal in the order in which goals take their cells. */
struct turn {
	int64_t start;
	uint32_t goal;
};

/*
 * The open cells of a map, a bit each, and those that no goal has taken: the cheapest goal takes
 * its cells first.  64 bits at a time, so that areas over each other take little time for the cells
 * that they share.
 */
struct sheet {
	const struct ff_cost *cost;
	size_t stride;        /* words of a row */
	uint64_t *open;       /* owned, as all; [h * stride], of the rows that are 'read' */
	uint64_t *untaken;    /* likewise */
	bool *read;           /* [h] */
	int32_t *left;        /* [h]  untaken cells of a row that is read */
	struct turn *turns;   /* [goals] */
	bool *has;            /* [goals]  the goal has an open cell */
	bool seen[256];       /* a goal of that level came before... */
	bool level_open[256]; /* ...and has an open cell */
};

static int by_turn(const void *left, const void *right)
{
	const struct turn *a = left, *b = right;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->goal < b->goal ? -1 : a->goal > b->goal;
}

static void close_sheet(struct sheet *sheet)
{
	free(sheet->open);
	free(sheet->untaken);
	free(sheet->read);
	free(sheet->left);
	free(sheet->turns);
	free(sheet->has);
}

static bool open_sheet(struct sheet *sheet, const struct ff_goals *goals,
		       const struct ff_cost *cost)
{
	*sheet = (struct sheet){.cost = cost, .stride = ((size_t)cost->w + 63) / 64};
	sheet->open = calloc(sheet->stride * (size_t)cost->h, sizeof *sheet->open);
	sheet->untaken = calloc(sheet->stride * (size_t)cost->h, sizeof *sheet->untaken);
	sheet->read = calloc((size_t)cost->h, sizeof *sheet->read);
	sheet->left = calloc((size_t)cost->h, sizeof *sheet->left);
	sheet->turns = calloc(goals->count + 1, sizeof *sheet->turns);
	sheet->has = calloc(goals->count + 1, sizeof *sheet->has);
	if (sheet->open == NULL || sheet->untaken == NULL || sheet->read == NULL ||
	    sheet->left == NULL || sheet->turns == NULL || sheet->has == NULL)
		return false;
	for (uint32_t g = 0; g < goals->count; g++)
		sheet->turns[g] = (struct turn){goals->items[g].start, g};
	qsort(sheet->turns, goals->count, sizeof *sheet->turns, by_turn);
	return true;
}

static void read_row(struct sheet *sheet, int32_t y)
{
	const uint8_t *row = sheet->cost->cells + ff_cost_index(sheet->cost, 0, y);
	uint64_t *open = sheet->open + (size_t)y * sheet->stride;

	if (sheet->read[y])
		return;
	for (int32_t x = 0; x < sheet->cost->w; x++) {
		open[x / 64] |= (uint64_t)(row[x] != FF_COST_WALL) << x % 64;
		sheet->left[y] += row[x] != FF_COST_WALL;
	}
	memcpy(sheet->untaken + (size_t)y * sheet->stride, open, sheet->stride * sizeof *open);
	sheet->read[y] = true;
}

/* The list that seeds are added to. */
struct list {
	struct ff_seeds seeds;
	size_t room;
};

/* Takes the cells left..right of a row: adds seeds, unless there is no list, and notes whether any
 * cell is open. */
static bool take_cells(struct sheet *sheet, int32_t y, int32_t left, int32_t right,
		       struct ff_seed seed, struct list *list)
{
	read_row(sheet, y);
	if (sheet->left[y] == 0 && sheet->has[seed.goal])
		return true;
	for (int32_t k = left / 64; k <= right / 64; k++) {
		size_t word = (size_t)y * sheet->stride + (size_t)k;
		uint64_t in = UINT64_MAX << (k == left / 64 ? left % 64 : 0);
		uint64_t take;

		in &= UINT64_MAX >> (k == right / 64 ? 63 - right % 64 : 0);
		sheet->has[seed.goal] |= (sheet->open[word] & in) != 0;
		if (list == NULL)
			continue;
		take = sheet->untaken[word] & in;
		sheet->untaken[word] &= ~in;
		for (int32_t x = k * 64; take != 0; x++, take >>= 1) {
			if ((take & 1) == 0)
				continue;
			if (!ff_memory_grow(&list->seeds.items, &list->room, list->seeds.count + 1,
					    sizeof seed))
				return false;
			seed.cell = ff_cost_index(sheet->cost, x, y);
			sheet->left[y]--;
			list->seeds.items[list->seeds.count++] = seed;
		}
	}
	return true;
}

/* Takes the cells of the first goal of a level; others of it get none. */
static bool take_level(struct sheet *sheet, const struct cells *cells, struct ff_seed seed,
		       struct list *list)
{
	size_t count = count_cells(cells->map), w = (size_t)cells->map->w;
	bool *has = &sheet->level_open[cells->level], fits = true;

	for (size_t i = sheet->seen[cells->level] ? count : next_cell(cells, 0); i < count && fits;
	     i = next_cell(cells, i + 1))
		fits = take_cells(sheet, (int32_t)(i / w), (int32_t)(i % w), (int32_t)(i % w), seed,
				  list);
	*has |= sheet->has[seed.goal];
	sheet->has[seed.goal] = *has;
	sheet->seen[cells->level] = true;
	return fits;
}

/* Finds which goals have open cells, and makes their seeds, in order, unless there is no list;
 * goals that are not on the map have none. */
static bool take_turns(struct sheet *sheet, const struct ff_goals *goals, double unit,
		       struct list *list)
{
	bool fits = true;

	for (size_t i = 0; i < goals->count && fits; i++) {
		const struct turn *turn = &sheet->turns[i];
		const struct ff_seed seed = {.goal = turn->goal,
					     .start = round((double)turn->start * unit)};
		struct cells cells;

		if (!find_cells(&goals->items[turn->goal], goals, sheet->cost, &cells))
			continue;
		if (cells.level != 0)
			fits = cells.mask == NULL || take_level(sheet, &cells, seed, list);
		for (int32_t y = cells.top; cells.level == 0 && y <= cells.bottom && fits; y++)
			fits = take_cells(sheet, y, cells.left, cells.right, seed, list);
	}
	return fits;
}

enum ff_status ff_seeds_make(struct ff_seeds *seeds, const struct ff_goals *goals,
			     const struct ff_cost *map, const struct ff_cost *cost, double unit,
			     const char *name, struct ff_error *err)
{
	struct list made = {0};
	struct cells cells;
	struct sheet sheet;
	enum ff_status st = FF_OK;

	if (!open_sheet(&sheet, goals, cost) || !take_turns(&sheet, goals, unit, &made))
		st = ff_status_nomem(err, "the goals");
	/* Wide maps have large units; all sums of starts and ways must be whole doubles. */
	for (size_t g = 0; g < goals->count && st == FF_OK; g++)
		if ((double)goals->items[g].start * unit > 0x1p52)
			st = ff_status_fail(err, FF_E_INPUT,
					    "%s%sthe start cost of goal %zu is too large for "
					    "the map's units; expected at most %.0f",
					    name, gap_after(name), g, floor(0x1p52 / unit));
	for (size_t g = 0; g < goals->count && st == FF_OK; g++)
		if (!sheet.has[g])
			st = find_cells(&goals->items[g], goals, map, &cells)
				     ? refuse_closed(&goals->items[g], &cells, name, err)
				     : refuse_outside(&goals->items[g], map, name, err);
	close_sheet(&sheet);
	if (st == FF_OK)
		*seeds = made.seeds;
	else
		free(made.seeds.items);
	return st;
}

bool ff_seeds_are_open(const struct ff_seeds *seeds, const struct ff_cost *cost)
{
	size_t cells = (size_t)cost->w * (size_t)cost->h;

	for (size_t i = 0; i < seeds->count; i++)
		if (seeds->items[i].cell >= cells ||
		    cost->cells[seeds->items[i].cell] == FF_COST_WALL)
			return false;
	return seeds->count > 0;
}

static void find_centre(const struct ff_cost *cost, size_t cell, double *x, double *y)
{
	size_t row = cell / (size_t)cost->w;

	*x = (double)(cell - row * (size_t)cost->w);
	*y = (double)row;
}

/* Finds the point from which a goal is moved; false if it is not on the map. */
static bool find_middle(const struct ff_goal *goal, const struct ff_goals *goals,
			const struct ff_cost *cost, struct ff_nearest_point *point)
{
	struct cells cells;
	size_t first;

	if (!find_cells(goal, goals, cost, &cells))
		return false;
	point->x = goal->x + (goal->w - 1) / 2.0;
	point->y = goal->y + (goal->h - 1) / 2.0;
	if (goal->level == 0)
		return true;
	if ((first = next_cell(&cells, 0)) == count_cells(cost))
		return false;
	find_centre(cost, first, &point->x, &point->y);
	return true;
}

enum ff_status ff_seeds_find_closed(const struct ff_goals *goals, const struct ff_cost *cost,
				    struct ff_nearest_point **points, size_t *count)
{
	struct ff_nearest_point *closed = NULL, point = {0};
	struct sheet sheet;
	enum ff_status st = FF_OK;
	size_t found = 0, room = 0;

	if (!open_sheet(&sheet, goals, cost) || !take_turns(&sheet, goals, 1, NULL))
		st = FF_E_NOMEM;
	for (size_t g = 0; g < goals->count && st == FF_OK; g++) {
		if (sheet.has[g] || !find_middle(&goals->items[g], goals, cost, &point))
			continue;
		point.which = g;
		if (!ff_memory_grow(&closed, &room, found + 1, sizeof *closed)) {
			st = FF_E_NOMEM;
			break;
		}
		closed[found++] = point;
	}
	close_sheet(&sheet);
	if (st == FF_OK)
		st = ff_nearest_find(cost, closed, found);
	if (st != FF_OK) {
		free(closed);
		return st;
	}
	*points = closed;
	*count = found;
	return FF_OK;
}

void ff_seeds_move(struct ff_goal *goal, const struct ff_cost *cost, size_t cell)
{
	*goal = (struct ff_goal){.w = 1, .h = 1, .start = goal->start};
	find_centre(cost, cell, &goal->x, &goal->y);
}

bool ff_seeds_is_inside(const struct ff_goal *goal, const struct ff_goals *goals, int32_t w,
			int32_t h)
{
	const struct ff_cost map = {.w = w, .h = h};
	struct cells cells;

	return find_cells(goal, goals, &map, &cells);
}

/* ---- goals that come and go ---- */

/* The smallest rectangle around a goal, or around several. */
struct box {
	int32_t left, top, right, bottom; /* inclusive */
};

static const struct box nothing = {INT32_MAX, INT32_MAX, -1, -1};

static struct box box_of(const struct ff_goal *goal, const struct ff_goals *goals,
			 const struct ff_cost *map, const struct box levels[256])
{
	struct cells cells;

	if (!find_cells(goal, goals, map, &cells))
		return nothing;
	if (goal->level != 0)
		return levels[goal->level];
	return (struct box){cells.left, cells.top, cells.right, cells.bottom};
}

static bool box_holds(const struct box *box, int32_t x, int32_t y)
{
	return x >= box->left && x <= box->right && y >= box->top && y <= box->bottom;
}

/* Sets the boxes of the levels of the mask. */
static void find_levels(const struct ff_goals *goals, int32_t w, int32_t h, struct box levels[256])
{
	for (int i = 0; i < 256; i++)
		levels[i] = nothing;
	for (int32_t y = 0; y < h && goals->mask != NULL; y++)
		for (int32_t x = 0; x < w; x++) {
			struct box *box = &levels[goals->mask[(size_t)y * (size_t)w + (size_t)x]];

			box->left = x < box->left ? x : box->left;
			box->right = x > box->right ? x : box->right;
			box->top = y < box->top ? y : box->top;
			box->bottom = y;
		}
}

/* Returns true if a rectangle holds a cell of a goal whose box it meets. */
static bool holds_cell(const struct ff_goals *goals, const struct ff_goal *goal,
		       const struct box *in, int32_t w)
{
	for (int32_t y = in->top; y <= in->bottom && goal->level != 0; y++)
		if (memchr(goals->mask + (size_t)y * (size_t)w + (size_t)in->left, goal->level,
			   (size_t)(in->right - in->left) + 1) != NULL)
			return true;
	return goal->level == 0;
}

/*
 * A tree of boxes, each around those of its two children.  Its leaves are the goals, in an order
 * that keeps near ones together, so that a rectangle meets few boxes in vain.  All goals that it
 * does meet leave with it, or the edit is refused.
 */
struct leaf {
	struct box box; /* nothing: not added yet, or removed */
	size_t goal;    /* undefined in inner nodes */
};

struct tree {
	struct leaf *nodes; /* [2 * leaves + 2]  from 1; the children of i are 2i and 2i + 1 */
	size_t leaves;      /* the last nodes */
	size_t *node_of;    /* [leaves]  goal -> leaf */
};

/* Compares the centres of two boxes by their place on a Z-order curve. */
static int by_curve(const void *left, const void *right)
{
	const struct box *a = &((const struct leaf *)left)->box;
	const struct box *b = &((const struct leaf *)right)->box;
	uint32_t ax = (uint32_t)a->left + (uint32_t)a->right;
	uint32_t bx = (uint32_t)b->left + (uint32_t)b->right;
	uint32_t ay = (uint32_t)a->top + (uint32_t)a->bottom;
	uint32_t by = (uint32_t)b->top + (uint32_t)b->bottom;
	uint32_t x = ax ^ bx, y = ay ^ by;

	return x < y && x < (x ^ y) ? (ay > by) - (ay < by) : (ax > bx) - (ax < bx);
}

static void join_boxes(struct tree *tree, size_t i)
{
	const struct box *a = &tree->nodes[2 * i].box, *b = &tree->nodes[2 * i + 1].box;

	tree->nodes[i].box = (struct box){a->left < b->left ? a->left : b->left,
					  a->top < b->top ? a->top : b->top,
					  a->right > b->right ? a->right : b->right,
					  a->bottom > b->bottom ? a->bottom : b->bottom};
}

/* Makes a tree of all goals, those that edits add included, with only the first ones in it. */
static void plant_tree(struct tree *tree, size_t first)
{
	struct leaf *leaves = tree->nodes + tree->leaves;

	qsort(leaves, tree->leaves, sizeof *leaves, by_curve);
	for (size_t i = 0; i < tree->leaves; i++) {
		tree->node_of[leaves[i].goal] = tree->leaves + i;
		if (leaves[i].goal >= first)
			leaves[i].box = nothing;
	}
	for (size_t i = tree->leaves; i-- > 1;)
		join_boxes(tree, i);
}

/* Removes the goals in a rectangle from node i on, and counts them; returns false if a part of one
 * is outside. */
/* NOLINTNEXTLINE(misc-no-recursion): as deep as the tree, log2 of the goals */
static bool remove_goals(struct tree *tree, size_t i, const struct ff_goals *goals,
			 const struct box *in, int32_t w, size_t *count)
{
	struct box *box = &tree->nodes[i].box;

	if (box->left > in->right || box->right < in->left || box->top > in->bottom ||
	    box->bottom < in->top)
		return true;
	if (i < tree->leaves) {
		bool whole = remove_goals(tree, 2 * i, goals, in, w, count) &&
			     remove_goals(tree, 2 * i + 1, goals, in, w, count);

		join_boxes(tree, i);
		return whole;
	}
	if (!holds_cell(goals, &goals->items[tree->nodes[i].goal], in, w))
		return true;
	if (!box_holds(in, box->left, box->top) || !box_holds(in, box->right, box->bottom))
		return false;
	*box = nothing;
	++*count;
	return true;
}

enum ff_status ff_seeds_edit(struct ff_goals *goals, const struct ff_edit *edits, size_t count,
			     int32_t w, int32_t h, struct ff_seeds_edited *edited)
{
	const struct ff_cost map = {.w = w, .h = h};
	struct box levels[256];
	struct tree tree = {NULL, 0, NULL};
	size_t first = goals->count, all = first, kept = 0;
	bool removes = false;
	void *items;

	*edited = (struct ff_seeds_edited){0};
	for (size_t i = 0; i < count; i++) {
		removes |= edits[i].kind == FF_EDITS_NOGOAL;
		all += edits[i].kind == FF_EDITS_GOAL;
	}
	edited->any = removes || all > first;
	if (!edited->any)
		return FF_OK;
	if ((items = realloc(goals->items, (all + 1) * sizeof *goals->items)) == NULL)
		return FF_E_NOMEM;
	goals->items = items;
	for (size_t i = 0, g = first; i < count; i++)
		if (edits[i].kind == FF_EDITS_GOAL)
			goals->items[g++] = (struct ff_goal){
				.x = edits[i].x, .y = edits[i].y, .w = edits[i].w, .h = edits[i].h};
	goals->count = all;
	if (!removes)
		return FF_OK;
	tree.leaves = all;
	tree.nodes = malloc((2 * all + 2) * sizeof *tree.nodes);
	tree.node_of = calloc(all + 1, sizeof *tree.node_of);
	if (tree.nodes == NULL || tree.node_of == NULL) {
		free(tree.nodes);
		free(tree.node_of);
		return FF_E_NOMEM;
	}
	find_levels(goals, w, h, levels);
	tree.nodes[1].box = nothing;
	for (size_t g = 0; g < all; g++)
		tree.nodes[all + g] =
			(struct leaf){box_of(&goals->items[g], goals, &map, levels), g};
	plant_tree(&tree, first);
	for (size_t i = 0, g = first; i < count && edited->why == NULL; i++) {
		const struct ff_edit *e = &edits[i];
		const struct box in = {e->x, e->y, e->x + e->w - 1, e->y + e->h - 1};
		size_t removed = 0;

		if (e->kind == FF_EDITS_GOAL) {
			size_t node = tree.node_of[g++];

			tree.nodes[node].box = in;
			while ((node /= 2) > 0)
				join_boxes(&tree, node);
		} else if (e->kind == FF_EDITS_NOGOAL) {
			edited->wrong = i;
			if (!remove_goals(&tree, 1, goals, &in, w, &removed))
				edited->why = "a part of a goal is outside of the rectangle";
			else if (removed == 0)
				edited->why = "no goal is in this rectangle";
		}
	}
	for (size_t g = 0; g < all; g++)
		if (tree.nodes[tree.node_of[g]].box.right >= 0)
			goals->items[kept++] = goals->items[g];
	goals->count = kept;
	free(tree.nodes);
	free(tree.node_of);
	return edited->why != NULL ? FF_E_INPUT : FF_OK;
}

void ff_seeds_name(const struct ff_goal *goal, char name[FF_SEEDS_NAME])
{
	const size_t size = FF_SEEDS_NAME;
	char x[32], y[32];
	int n;

	x[ff_number_fixed(x, goal->x)] = '\0';
	y[ff_number_fixed(y, goal->y)] = '\0';
	if (goal->level != 0)
		n = snprintf(name, size, "level %d", goal->level);
	else
		n = snprintf(name, size, "%s,%s", x, y);
	if (goal->level == 0 && !is_place(goal))
		n += snprintf(name + n, size - (size_t)n, ",%" PRId32 ",%" PRId32, goal->w,
			      goal->h);
	if (goal->start != 0)
		snprintf(name + n, size - (size_t)n, "+%" PRId64, goal->start);
}
