/*
 * Nearest cells.  In each row only two cells matter to a point: the last open one before it and the
 * first one after it.  Points are taken by column, from left to right, so these two only move to
 * the right, and the whole map is read at most twice.
 *
 * Among the points of one column, the row of the nearest cell rises with the point: if row a < b is
 * farther from a point than b is, the same holds for all points below.  Hence the middle point
 * halves the rows to search for those above and those below it.  (P. F. Felzenszwalb, D. P.
 * Huttenlocher, "Distance transforms of sampled functions", 2012, have the same two passes with
 * parabolas.)
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
	uint64_t looks;
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

	if (a->x != b->x)
		return a->x < b->x ? -1 : 1;
	return (a->y > b->y) - (a->y < b->y);
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
		search->looks += (uint64_t)(column - x);
		if (x > last || !search->begun)
			search->left[y] = x;
		if (search->begun && search->right[y] > column)
			continue;
		for (x = column + 1; x < w && row[x] == FF_COST_WALL; x++)
			search->looks++;
		search->right[y] = x;
	}
	search->column = column;
	search->begun = true;
}

/* Takes a cell if it is nearer than the best so far, or as near and earlier in reading order. */
static void offer_cell(struct search *search, struct query *query, int32_t x, int32_t y)
{
	int64_t i = x - query->x, j = y - query->y, whole = i * i + j * j;
	double part = -2 * ((double)i * query->u + (double)j * query->v);
	double nearer = (double)(query->whole - whole) + (query->part - part);
	size_t cell = ff_cost_index(search->cost, x, y);

	search->looks++;
	if (query->point->found && (nearer < 0 || (nearer == 0 && cell > query->point->cell)))
		return;
	query->point->found = true;
	query->point->cell = cell;
	query->whole = whole;
	query->part = part;
}

static void look_at_row(struct search *search, struct query *query, int32_t y)
{
	if (search->left[y] >= 0)
		offer_cell(search, query, search->left[y], y);
	if (search->right[y] < search->cost->w)
		offer_cell(search, query, search->right[y], y);
}

/* Returns true if no cell at least 'rows' rows away can be as near as the best so far, with a
 * margin for rounding. */
static bool are_too_far(const struct query *query, int64_t rows)
{
	int64_t least = rows > 1 ? (rows - 1) * (rows - 1) : 0;

	return query->point->found && (double)(least - query->whole) > query->part + 1;
}

/* Finds the cell nearest to a point, which is in one of the rows first..last, starting with the
 * nearest rows. */
static void find_nearest(struct search *search, struct ff_nearest_point *point, int32_t first,
			 int32_t last)
{
	struct query query = {.point = point};
	int32_t up, down;

	query.x = (int32_t)nearbyint(point->x);
	query.y = (int32_t)nearbyint(point->y);
	query.u = point->x - query.x;
	query.v = point->y - query.y;
	point->found = false;
	up = query.y < last ? query.y : last;
	down = up < first ? first : up + 1;
	while (up >= first || down <= last) {
		int64_t above = up >= first ? (int64_t)query.y - up : INT64_MAX;
		int64_t below = down <= last ? (int64_t)down - query.y : INT64_MAX;

		if (are_too_far(&query, above < below ? above : below))
			break;
		look_at_row(search, &query, above < below ? up-- : down++);
	}
	if (point->found)
		point->distance = sqrt(fmax((double)query.whole + query.part + query.u * query.u +
						    query.v * query.v,
					    0));
}

/* Finds the cells of points in one column, whose rows are in top..bottom.  Each call halves the
 * points.  NOLINTNEXTLINE(misc-no-recursion) */
static void find_column(struct search *search, struct ff_nearest_point **points, size_t count,
			int32_t top, int32_t bottom)
{
	while (count > 0) {
		size_t middle = count / 2;
		int32_t row;

		find_nearest(search, points[middle], top, bottom);
		if (!points[middle]->found)
			return;
		row = (int32_t)(points[middle]->cell / (size_t)search->cost->w);
		find_column(search, points, middle, top, row);
		points += middle + 1;
		count -= middle + 1;
		top = row;
	}
}

enum ff_status ff_nearest_find(const struct ff_cost *cost, struct ff_nearest_point *points,
			       size_t count, uint64_t *looks)
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
	for (size_t from = 0, to = 0; from < count; from = to) {
		while (to < count && order[to]->x == order[from]->x) {
			order[to]->found = false;
			to++;
		}
		move_to(&search, (int32_t)fmin(floor(order[from]->x), cost->w - 1));
		find_column(&search, order + from, to - from, 0, cost->h - 1);
	}
	if (looks != NULL)
		*looks = search.looks;
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

/*
 * Seeds.  Goals are painted row by row: of the areas in a row the best one takes its cells first,
 * and later ones skip what is taken (union-find over columns).  So a row takes time for its cells
 * and its areas, not for all cells of all areas, and no cell has two seeds.
 */

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

#define NOBODY UINT32_MAX

/* A place or area on the map. */
struct area {
	int32_t left, top, right, bottom; /* as in struct cells */
	int64_t start;
	uint32_t goal;
};

/* The goals of a map during a sweep over its rows. */
struct sweep {
	const struct ff_goals *goals;
	const struct ff_cost *cost;
	struct area *areas;      /* owned; [area_count]  by first row, then the better ones first */
	size_t area_count, next; /* the first area whose row has not come yet */
	uint32_t *active;        /* owned; [active_count]  areas in the row, the best first */
	size_t active_count;
	bool *open;         /* owned; [goals->count]  the goal has an open cell */
	uint32_t *owner;    /* owned; [w]  the best area at each cell, or NOBODY */
	int32_t *skip;      /* owned; [w + 1]  union-find: next cell to try for one without owner */
	int32_t *next_open; /* owned; [w + 1]  the first open cell from there on */
	uint32_t level[256]; /* goal of each level of the mask, or NOBODY */
	bool level_open[256];
	struct ff_seeds *seeds; /* NULL: not wanted */
	size_t room;
	uint32_t unit;
};

/* Returns < 0 if cells shared by two goals belong to the first: it is cheaper, or given earlier. */
static int compare_goals(int64_t start_a, uint32_t a, int64_t start_b, uint32_t b)
{
	if (start_a != start_b)
		return start_a < start_b ? -1 : 1;
	return a < b ? -1 : a > b;
}

static int by_top(const void *left, const void *right)
{
	const struct area *a = left, *b = right;

	if (a->top != b->top)
		return a->top < b->top ? -1 : 1;
	return compare_goals(a->start, a->goal, b->start, b->goal);
}

/* Orders by start, then goal, then cell. */
static int compare_seeds(const void *left, const void *right)
{
	const struct ff_seed *a = left, *b = right;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	if (a->goal != b->goal)
		return a->goal < b->goal ? -1 : 1;
	return a->cell < b->cell ? -1 : a->cell > b->cell;
}

static void close_sweep(struct sweep *sweep)
{
	free(sweep->areas);
	free(sweep->active);
	free(sweep->open);
	free(sweep->owner);
	free(sweep->skip);
	free(sweep->next_open);
}

/* Prepares a sweep; goals that are not on the map are left out. */
static bool open_sweep(struct sweep *sweep, const struct ff_goals *goals,
		       const struct ff_cost *cost)
{
	sweep->goals = goals;
	sweep->cost = cost;
	sweep->areas = calloc(goals->count + 1, sizeof *sweep->areas);
	sweep->active = calloc(goals->count + 1, sizeof *sweep->active);
	sweep->open = calloc(goals->count + 1, sizeof *sweep->open);
	sweep->owner = ff_memory_cells(cost->w, 1, sizeof *sweep->owner);
	sweep->skip = ff_memory_cells(cost->w, 2, sizeof *sweep->skip);
	sweep->next_open = ff_memory_cells(cost->w, 2, sizeof *sweep->next_open);
	if (sweep->areas == NULL || sweep->active == NULL || sweep->open == NULL ||
	    sweep->owner == NULL || sweep->skip == NULL || sweep->next_open == NULL)
		return false;
	for (int i = 0; i < 256; i++)
		sweep->level[i] = NOBODY;
	for (uint32_t g = 0; g < goals->count; g++) {
		const struct ff_goal *goal = &goals->items[g];
		uint32_t *level = &sweep->level[goal->level];
		struct cells cells;

		if (goal->level != 0 &&
		    (*level == NOBODY ||
		     compare_goals(goal->start, g, goals->items[*level].start, *level) < 0))
			*level = g;
		if (goal->level == 0 && find_cells(goal, goals, cost, &cells))
			sweep->areas[sweep->area_count++] = (struct area){
				cells.left, cells.top, cells.right, cells.bottom, goal->start, g};
	}
	qsort(sweep->areas, sweep->area_count, sizeof *sweep->areas, by_top);
	return true;
}

/* Activates the areas whose first row this is, from the last to the first. */
static void begin_row(struct sweep *sweep, int32_t y)
{
	const uint8_t *row = sweep->cost->cells + ff_cost_index(sweep->cost, 0, y);
	size_t first = sweep->next, old = sweep->active_count, end;
	int32_t w = sweep->cost->w;

	while (sweep->next < sweep->area_count && sweep->areas[sweep->next].top == y)
		sweep->next++;
	end = old + sweep->next - first;
	sweep->active_count = end;
	for (size_t new = sweep->next; new > first;) {
		const struct area *a = &sweep->areas[new - 1];
		const struct area *b = old > 0 ? &sweep->areas[sweep->active[old - 1]] : NULL;
		bool stays = b != NULL && compare_goals(b->start, b->goal, a->start, a->goal) > 0;

		sweep->active[--end] = stays ? sweep->active[--old] : (uint32_t)-- new;
	}
	sweep->skip[w] = sweep->next_open[w] = w;
	for (int32_t x = w - 1; x >= 0; x--) {
		sweep->owner[x] = NOBODY;
		sweep->skip[x] = x;
		sweep->next_open[x] = row[x] != FF_COST_WALL ? x : sweep->next_open[x + 1];
	}
}

/* Gives an area the free cells of the row; returns true if it has more rows. */
static bool paint_area(struct sweep *sweep, uint32_t i, int32_t y)
{
	const struct area *area = &sweep->areas[i], *over;
	int32_t x = ff_cost_next_free(sweep->skip, area->left);
	bool taken = x > area->right;

	for (; x <= area->right; x = ff_cost_next_free(sweep->skip, x)) {
		sweep->owner[x] = i;
		sweep->skip[x] = x + 1;
	}
	sweep->open[area->goal] |= sweep->next_open[area->left] <= area->right;
	if (area->bottom == y)
		return false;
	over = &sweep->areas[sweep->owner[area->left]];
	return !(taken && over->right >= area->right && over->bottom >= area->bottom &&
		 sweep->open[area->goal]);
}

/* Makes the seeds of a row. */
static bool end_row(struct sweep *sweep, int32_t y)
{
	const struct ff_goals *goals = sweep->goals;
	int32_t w = sweep->cost->w;

	for (int32_t x = sweep->next_open[0]; x < w; x = sweep->next_open[x + 1]) {
		size_t cell = ff_cost_index(sweep->cost, x, y);
		uint8_t mark = goals->mask != NULL ? goals->mask[cell] : 0;
		uint32_t level = sweep->level[mark], goal = NOBODY;
		void *items;

		if (sweep->owner[x] != NOBODY)
			goal = sweep->areas[sweep->owner[x]].goal;
		sweep->level_open[mark] = true;
		if (level != NOBODY &&
		    (goal == NOBODY || compare_goals(goals->items[level].start, level,
						     goals->items[goal].start, goal) < 0))
			goal = level;
		if (goal == NOBODY || sweep->seeds == NULL)
			continue;
		items = sweep->seeds->items;
		if (!ff_memory_grow(&items, &sweep->room, sweep->seeds->count + 1,
				    sizeof *sweep->seeds->items))
			return false;
		sweep->seeds->items = items;
		sweep->seeds->items[sweep->seeds->count++] = (struct ff_seed){
			(uint32_t)cell, goal, (double)goals->items[goal].start * sweep->unit};
	}
	return true;
}

/* Finds which goals have open cells, and makes their seeds. */
static bool run_sweep(struct sweep *sweep)
{
	bool masked = sweep->goals->mask != NULL, fits = true;

	for (int32_t y = 0; y < sweep->cost->h && fits; y++) {
		size_t kept = 0;

		if (!masked && sweep->active_count == 0) {
			if (sweep->next == sweep->area_count)
				break;
			y = sweep->areas[sweep->next].top;
		}
		begin_row(sweep, y);
		for (size_t i = 0; i < sweep->active_count; i++)
			if (paint_area(sweep, sweep->active[i], y))
				sweep->active[kept++] = sweep->active[i];
		sweep->active_count = kept;
		fits = end_row(sweep, y);
	}
	for (size_t g = 0; g < sweep->goals->count; g++)
		if (sweep->goals->items[g].level != 0)
			sweep->open[g] = sweep->level_open[sweep->goals->items[g].level];
	return fits;
}

/* Reports why a goal has no seeds. */
static enum ff_status refuse_goal(const struct ff_goal *goal, const struct ff_goals *goals,
				  const struct ff_cost *map, const char *name, struct ff_error *err)
{
	struct cells cells;

	return find_cells(goal, goals, map, &cells) ? refuse_closed(goal, &cells, name, err)
						    : refuse_outside(goal, map, name, err);
}

static bool is_sorted(const struct ff_seeds *seeds)
{
	for (size_t i = 1; i < seeds->count; i++)
		if (compare_seeds(&seeds->items[i - 1], &seeds->items[i]) > 0)
			return false;
	return true;
}

enum ff_status ff_seeds_make(struct ff_seeds *seeds, const struct ff_goals *goals,
			     const struct ff_cost *map, const struct ff_cost *cost, uint32_t unit,
			     const char *name, struct ff_error *err)
{
	struct ff_seeds made = {NULL, 0};
	struct sweep sweep = {.seeds = &made, .unit = unit};
	enum ff_status st = FF_OK;

	if (!open_sweep(&sweep, goals, cost) || !run_sweep(&sweep))
		st = ff_status_nomem(err, "the goals");
	/* Wide maps have large units; all sums of starts and ways must be whole doubles. */
	for (size_t g = 0; g < goals->count && st == FF_OK; g++)
		if ((double)goals->items[g].start * unit > 0x1p52)
			st = ff_status_fail(err, FF_E_INPUT,
					    "%s%sthe start cost of goal %zu is too large for "
					    "the map's units; expected at most %.0f",
					    name, gap_after(name), g, floor(0x1p52 / unit));
	for (size_t g = 0; g < goals->count && st == FF_OK; g++)
		if (!sweep.open[g])
			st = refuse_goal(&goals->items[g], goals, map, name, err);
	close_sweep(&sweep);
	if (st != FF_OK) {
		free(made.items);
		return st;
	}
	if (!is_sorted(&made))
		qsort(made.items, made.count, sizeof *made.items, compare_seeds);
	*seeds = made;
	return FF_OK;
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
	struct sweep sweep = {.seeds = NULL};
	enum ff_status st = FF_OK;
	size_t found = 0, room = 0;

	if (!open_sweep(&sweep, goals, cost) || !run_sweep(&sweep))
		st = FF_E_NOMEM;
	for (size_t g = 0; g < goals->count && st == FF_OK; g++) {
		void *block = closed;

		if (sweep.open[g] || !find_middle(&goals->items[g], goals, cost, &point))
			continue;
		point.which = g;
		if (!ff_memory_grow(&block, &room, found + 1, sizeof *closed)) {
			st = FF_E_NOMEM;
			break;
		}
		closed = block;
		closed[found++] = point;
	}
	close_sweep(&sweep);
	if (st == FF_OK)
		st = ff_nearest_find(cost, closed, found, NULL);
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

/*
 * Goals that come and go.  A goal has one piece, a rectangle, unless it is a level of the mask:
 * then each of its runs in a row is one.  The pieces of all goals, old and new, are sorted along a
 * Z-order curve and are a balanced tree: the node of a range is in its middle, its children are
 * those of the two halves.  Goals are numbered as they come, so a number is a time, too.
 */
struct box {
	int32_t left, top, right, bottom; /* inclusive */
	uint32_t goal;                    /* the least in it */
};

struct piece {
	struct box cells;  /* nothing: it was removed */
	struct box bounds; /* holds the pieces of its subtree */
};

struct pieces {
	struct piece *items; /* owned; [count] */
	size_t count, room;
	size_t *of;     /* owned; [goals]  pieces of each goal; 0: it was removed */
	bool found;     /* the rectangle holds a cell of a goal */
	size_t missing; /* pieces of goals to remove that it does not hold */
	uint64_t visits;
};

static const struct box nothing = {INT32_MAX, INT32_MAX, -1, -1, UINT32_MAX};

static struct box join_boxes(struct box a, struct box b)
{
	return (struct box){a.left < b.left ? a.left : b.left, a.top < b.top ? a.top : b.top,
			    a.right > b.right ? a.right : b.right,
			    a.bottom > b.bottom ? a.bottom : b.bottom,
			    a.goal < b.goal ? a.goal : b.goal};
}

/* Returns true if a box may share cells with a rectangle before the goal of that number came. */
static bool boxes_meet(struct box a, struct box b)
{
	return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom &&
	       a.goal < b.goal;
}

/* Orders by the coordinate that differs in the highest bit.  (T. M. Chan, "Closest-point problems
 * simplified on the RAM", 2002.) */
static int by_z_order(const void *left, const void *right)
{
	const struct box *a = left, *b = right; /* the first member of a piece */
	int32_t x = a->left ^ b->left, y = a->top ^ b->top;

	if (x == 0 && y == 0)
		return a->goal < b->goal ? -1 : a->goal > b->goal;
	return x < y && x < (x ^ y) ? a->top - b->top : a->left - b->left;
}

/* Adds the pieces of a goal to the array. */
static bool list_pieces(struct pieces *pieces, const struct ff_goals *goals, uint32_t goal,
			const struct ff_cost *map)
{
	size_t end = count_cells(map), w = (size_t)map->w, next;
	struct cells cells;

	if (!find_cells(&goals->items[goal], goals, map, &cells))
		return true;
	for (size_t i = next_cell(&cells, 0); i < end; i = next_cell(&cells, next)) {
		int32_t x = (int32_t)(i % w), y = (int32_t)(i / w);
		struct piece piece = {{x, y, cells.right, cells.bottom, goal},
				      {0, 0, map->w - 1, map->h - 1, 0}};
		void *items = pieces->items;

		for (next = i + 1; cells.mask != NULL && next % w != 0; next++)
			if (cells.mask[next] != cells.level)
				break;
		if (cells.mask != NULL)
			piece.cells = (struct box){x, y, x + (int32_t)(next - i - 1), y, goal};
		else
			next = end;
		if (!ff_memory_grow(&items, &pieces->room, pieces->count + 1, sizeof piece))
			return false;
		pieces->items = items;
		pieces->items[pieces->count++] = piece;
		pieces->of[goal]++;
	}
	return true;
}

/* Removes the pieces of a subtree that a rectangle meets; returns the bounds of the others.  It is
 * as deep as the logarithm of the pieces.  NOLINTNEXTLINE(misc-no-recursion) */
static struct box remove_pieces(struct pieces *pieces, size_t first, size_t end, struct box from)
{
	size_t middle = first + (end - first) / 2;
	struct piece *piece;
	struct box a, b;

	if (first == end)
		return nothing;
	piece = &pieces->items[middle];
	pieces->visits++;
	if (!boxes_meet(piece->bounds, from))
		return piece->bounds;
	a = piece->cells;
	if (boxes_meet(a, from)) {
		pieces->found = true;
		pieces->missing += pieces->of[a.goal];
		pieces->missing -= from.left <= a.left && a.right <= from.right &&
				   from.top <= a.top && a.bottom <= from.bottom;
		pieces->of[a.goal] = 0;
		piece->cells = nothing;
	}
	a = remove_pieces(pieces, first, middle, from);
	b = remove_pieces(pieces, middle + 1, end, from);
	return piece->bounds = join_boxes(piece->cells, join_boxes(a, b));
}

/* Removes goals; the first 'came' of them were there before the edits. */
static enum ff_status remove_goals(struct ff_goals *goals, uint32_t came,
				   const struct ff_edit *edits, size_t count,
				   const struct ff_cost *map, struct ff_seeds_edited *edited)
{
	size_t all = goals->count;
	struct pieces pieces = {.of = calloc(all + 1, sizeof(size_t))};
	bool fits = pieces.of != NULL;

	for (uint32_t g = 0; g < all && fits; g++)
		fits = list_pieces(&pieces, goals, g, map);
	if (fits && pieces.count > 0)
		qsort(pieces.items, pieces.count, sizeof *pieces.items, by_z_order);
	for (size_t i = 0; i < count && fits && edited->why == NULL; i++) {
		const struct ff_edit *e = &edits[i];
		struct box from = {e->x, e->y, e->x + e->w - 1, e->y + e->h - 1, came};

		came += e->kind == FF_EDITS_GOAL;
		if (e->kind != FF_EDITS_NOGOAL)
			continue;
		pieces.found = false;
		remove_pieces(&pieces, 0, pieces.count, from);
		edited->wrong = i;
		edited->why = !pieces.found        ? "no goal is in this rectangle"
			      : pieces.missing > 0 ? "a part of a goal is outside of the rectangle"
						   : NULL;
	}
	goals->count = 0;
	for (size_t g = 0; g < all && fits; g++)
		if (pieces.of[g] > 0)
			goals->items[goals->count++] = goals->items[g];
	edited->visits = pieces.visits;
	free(pieces.items);
	free(pieces.of);
	return !fits ? FF_E_NOMEM : edited->why != NULL ? FF_E_INPUT : FF_OK;
}

enum ff_status ff_seeds_edit(struct ff_goals *goals, const struct ff_edit *edits, size_t count,
			     int32_t w, int32_t h, struct ff_seeds_edited *edited)
{
	const struct ff_cost map = {.w = w, .h = h};
	size_t old = goals->count, room = old;
	bool removed = false;
	void *items = goals->items;

	*edited = (struct ff_seeds_edited){0};
	for (const struct ff_edit *e = edits; e < edits + count; e++) {
		removed |= e->kind == FF_EDITS_NOGOAL;
		if (e->kind != FF_EDITS_GOAL)
			continue;
		if (!ff_memory_grow(&items, &room, goals->count + 1, sizeof *goals->items))
			return FF_E_NOMEM;
		goals->items = items;
		goals->items[goals->count++] =
			(struct ff_goal){.x = e->x, .y = e->y, .w = e->w, .h = e->h};
	}
	edited->any = removed || goals->count > old;
	return removed ? remove_goals(goals, (uint32_t)old, edits, count, &map, edited) : FF_OK;
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
