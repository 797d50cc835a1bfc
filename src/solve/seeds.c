/*
 * The cells of a goal, of whatever kind, are walked in reading order, and so
 * the seeds of goals without start costs are in order as they are found.
 */
#include "solve/seeds.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"

/* The cells of one goal: those of a rectangle, or the pixels of one level. */
struct cells {
	const struct ff_cost *map;
	int32_t left, top, right, bottom; /* inside the map; right and bottom belong to it */
	const uint8_t *mask;              /* NULL: a rectangle */
	uint8_t level;
};

static bool is_place(const struct ff_goal *goal)
{
	return goal->level == 0 && goal->w == 1 && goal->h == 1;
}

/* The whole numbers nearest to 'x', one or two, as far as they are in 0..n-1 (so of -0.5 only 0);
 * false if none is. */
static bool nearest(double x, int32_t n, int32_t *first, int32_t *last)
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

/* False if a place is outside the map, or any of an area. */
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
		return nearest(goal->x, map->w, &cells->left, &cells->right) &&
		       nearest(goal->y, map->h, &cells->top, &cells->bottom);
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

/* The first of the cells in reading order that is not before 'from'; count_cells() if none is. */
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

/* By start, then goal, then cell. */
static int compare(const void *a, const void *b)
{
	const struct ff_seed *p = a, *q = b;

	if (p->start != q->start)
		return p->start < q->start ? -1 : 1;
	if (p->goal != q->goal)
		return p->goal < q->goal ? -1 : 1;
	return p->cell < q->cell ? -1 : p->cell > q->cell;
}

static enum ff_status outside(const struct ff_goal *goal, const struct ff_cost *map,
			      const char *name, struct ff_error *err)
{
	char text[FF_SEEDS_NAME];

	ff_seeds_name(goal, text);
	return ff_status_fail(err, FF_E_INPUT,
			      "%s: goal %s %s outside the map (x 0..%" PRId32 ", y 0..%" PRId32 ")",
			      name, text, is_place(goal) ? "is" : "reaches", map->w - 1,
			      map->h - 1);
}

static enum ff_status closed(const struct ff_goal *goal, const struct cells *cells,
			     const char *name, struct ff_error *err)
{
	char text[FF_SEEDS_NAME];
	const char *why = is_place(goal) ? "is on a wall" : "has no open cell";

	ff_seeds_name(goal, text);
	if (next_open_cell(cells, cells->map, 0) < count_cells(cells->map))
		why = "is too near a wall for --radius";
	return ff_status_fail(err, FF_E_INPUT, "%s: goal %s %s", name, text, why);
}

static bool append(struct ff_seeds *seeds, size_t *room, struct ff_seed seed)
{
	void *items = seeds->items;

	if (!ff_memory_grow(&items, room, seeds->count + 1, sizeof seed))
		return false;
	seeds->items = items;
	seeds->items[seeds->count++] = seed;
	return true;
}

enum ff_status ff_seeds_make(struct ff_seeds *seeds, const struct ff_goals *goals,
			     const struct ff_cost *map, const struct ff_cost *cost, uint32_t unit,
			     const char *name, struct ff_error *err)
{
	struct ff_seeds made = {NULL, 0};
	size_t room = 0, count = count_cells(map);
	enum ff_status st;

	for (size_t g = 0; g < goals->count; g++) {
		const struct ff_goal *goal = &goals->items[g];
		struct ff_seed seed = {.goal = (uint32_t)g, .start = (double)goal->start * unit};
		size_t before = made.count, i;
		struct cells cells;

		if (!find_cells(goal, goals, map, &cells)) {
			st = outside(goal, map, name, err);
			goto fail;
		}
		for (i = next_open_cell(&cells, cost, 0); i < count;
		     i = next_open_cell(&cells, cost, i + 1)) {
			seed.cell = (uint32_t)i;
			if (!append(&made, &room, seed)) {
				st = ff_status_nomem(err, "the goals");
				goto fail;
			}
		}
		if (made.count == before) {
			st = closed(goal, &cells, name, err);
			goto fail;
		}
	}
	if (made.items == NULL)
		return ff_status_fail(err, FF_E_INPUT, "%s: there is no goal", name);
	qsort(made.items, made.count, sizeof *made.items, compare);
	*seeds = made;
	return FF_OK;
fail:
	free(made.items);
	return st;
}

/*
 * Looking for the cell nearest to a point, from the cell that the point is in:
 * with i,j the way from that cell to another and u,v from its centre to the
 * point, the square of the distance is
 *
 *	(i - u)^2 + (j - v)^2  =  (i^2 + j^2)  -  2(iu + jv)  +  (u^2 + v^2)
 *
 * The first part is a whole number, too large for a double on the longest maps;
 * the second one is exact in a double for halves; the third one is the same for
 * all cells.
 */
struct search {
	const struct ff_cost *cost;
	int32_t x, y; /* of the cell that the point is in; may be next to the map */
	double u, v;  /* -0.5..0.5 */
	size_t best;  /* the nearest open cell so far, with the first two parts */
	int64_t whole;
	double part;
	bool found;
};

/* Looks at the cells of a rectangle as far as it is inside the map. */
static void look(struct search *s, int32_t left, int32_t top, int32_t right, int32_t bottom)
{
	if (left < 0)
		left = 0;
	if (top < 0)
		top = 0;
	for (int32_t y = top; y <= bottom && y < s->cost->h; y++)
		for (int32_t x = left; x <= right && x < s->cost->w; x++) {
			int64_t i = x - s->x, j = y - s->y, whole = i * i + j * j;
			double part = -2 * ((double)i * s->u + (double)j * s->v);
			size_t cell = ff_cost_index(s->cost, x, y);
			double nearer = (double)(s->whole - whole) + (s->part - part);

			if (s->cost->cells[cell] == FF_COST_WALL ||
			    (s->found && (nearer < 0 || (nearer == 0 && cell > s->best))))
				continue;
			s->best = cell;
			s->whole = whole;
			s->part = part;
			s->found = true;
		}
}

/*
 * Looks at the square rings around the point's cell, as far as the map goes.  A
 * cell of ring r is r - 0.5 away or farther, which leaves r - 1 room for rounding.
 */
static bool search(struct search *s)
{
	int32_t w = s->cost->w, h = s->cost->h, last = 0;
	const int32_t sides[4] = {s->x, s->y, w - 1 - s->x, h - 1 - s->y};

	for (int i = 0; i < 4; i++)
		last = sides[i] > last ? sides[i] : last;
	look(s, s->x, s->y, s->x, s->y);
	for (int32_t r = 1; r <= last; r++) {
		int64_t near = (int64_t)(r - 1) * (r - 1);

		if (s->found && (double)(near - s->whole) > s->part + 1)
			break;
		look(s, s->x - r, s->y - r, s->x + r, s->y - r);
		look(s, s->x - r, s->y - r + 1, s->x - r, s->y + r - 1);
		look(s, s->x + r, s->y - r + 1, s->x + r, s->y + r - 1);
		look(s, s->x - r, s->y + r, s->x + r, s->y + r);
	}
	return s->found;
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

bool ff_seeds_snap(struct ff_goal *goal, const struct ff_goals *goals, const struct ff_cost *cost)
{
	size_t count = count_cells(cost), first;
	double x = goal->x + (goal->w - 1) / 2.0, y = goal->y + (goal->h - 1) / 2.0;
	struct search s = {.cost = cost};
	struct cells cells;

	if (!find_cells(goal, goals, cost, &cells) || next_open_cell(&cells, cost, 0) < count)
		return false;
	if (goal->level != 0) {
		if ((first = next_cell(&cells, 0)) == count)
			return false;
		find_centre(cost, first, &x, &y);
	}
	s.x = (int32_t)nearbyint(x);
	s.y = (int32_t)nearbyint(y);
	s.u = x - s.x;
	s.v = y - s.y;
	if (!search(&s))
		return false;
	*goal = (struct ff_goal){.w = 1, .h = 1, .start = goal->start};
	find_centre(cost, s.best, &goal->x, &goal->y);
	return true;
}

/* How many whole numbers are in first..last and also among 'count' of them from 'from' on. */
static size_t overlap(int32_t first, int32_t last, int32_t from, int32_t count)
{
	int64_t low = first > from ? first : from;
	int64_t high = (int64_t)from + count - 1 < last ? (int64_t)from + count - 1 : last;

	return high < low ? 0 : (size_t)(high - low + 1);
}

void ff_seeds_count(const struct ff_goal *goal, const struct ff_goals *goals, int32_t w, int32_t h,
		    struct ff_seeds_part part, size_t *inside, size_t *all)
{
	const struct ff_cost map = {.w = w, .h = h};
	size_t count = count_cells(&map), x, y;
	struct cells cells;

	*inside = *all = 0;
	if (!find_cells(goal, goals, &map, &cells))
		return;
	if (cells.mask == NULL) {
		*all = overlap(cells.left, cells.right, 0, w) *
		       overlap(cells.top, cells.bottom, 0, h);
		*inside = overlap(cells.left, cells.right, part.x, part.w) *
			  overlap(cells.top, cells.bottom, part.y, part.h);
		return;
	}
	for (size_t i = next_cell(&cells, 0); i < count; i = next_cell(&cells, i + 1)) {
		x = i % (size_t)w;
		y = i / (size_t)w;
		*inside += overlap((int32_t)x, (int32_t)x, part.x, part.w) *
			   overlap((int32_t)y, (int32_t)y, part.y, part.h);
		++*all;
	}
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
