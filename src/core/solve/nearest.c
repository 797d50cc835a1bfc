/*
 * In each row only two cells matter to a point: the last open one before it and the first one after
 * it.  Points are taken by column, from left to right, so that these two of each row only move to
 * the right, and the whole map is looked at twice at most.
 *
 * Among the points of one column the nearest row rises with the point: if row a < b is farther from
 * a point than b is, it is so from all points below.  Hence the middle point halves the rows that
 * are left to look at for those above and those below it.  (P. F. Felzenszwalb, D. P. Huttenlocher,
 * "Distance transforms of sampled functions", 2012, have the same two passes with parabolas.)
 *
 * With i,j the way from the cell that a point is in to another and u,v from its centre to the
 * point, the square of the distance is
 *
 *	(i - u)^2 + (j - v)^2  =  (i^2 + j^2)  -  2(iu + jv)  +  (u^2 + v^2)
 *
 * The first part is a whole number, too large for a double on the longest maps; the second one is
 * exact in a double for halves; the third one is the same for all cells.
 */
#include "core/solve/nearest.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "core/solve/regions.h"

struct search {
	const struct ff_cost *cost;
	int32_t column; /* of the points whose turn it is: rounded down; -1: before the map */
	bool begun;     /* 'left' and 'right' are those of 'column' */
	int32_t *left;  /* [h]  the last open column of a row that is not after 'column'; -1 */
	int32_t *right; /* [h]  the first one that is; w */
	uint64_t looks;
};

/* A point, and the best cell so far. */
struct aim {
	struct ff_nearest_point *point;
	int32_t x, y; /* of the cell that the point is in; may be next to the map */
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

/* Takes a cell if it is nearer than the best so far, or as near and comes first. */
static void offer(struct search *search, struct aim *aim, int32_t x, int32_t y)
{
	int64_t i = x - aim->x, j = y - aim->y, whole = i * i + j * j;
	double part = -2 * ((double)i * aim->u + (double)j * aim->v);
	double nearer = (double)(aim->whole - whole) + (aim->part - part);
	size_t cell = ff_cost_index(search->cost, x, y);

	search->looks++;
	if (aim->point->found && (nearer < 0 || (nearer == 0 && cell > aim->point->cell)))
		return;
	aim->point->found = true;
	aim->point->cell = cell;
	aim->whole = whole;
	aim->part = part;
}

static void look_at_row(struct search *search, struct aim *aim, int32_t y)
{
	if (search->left[y] >= 0)
		offer(search, aim, search->left[y], y);
	if (search->right[y] < search->cost->w)
		offer(search, aim, search->right[y], y);
}

/* Tells whether no cell that is so many rows away or more can be as near as the best so far: with
 * room for rounding. */
static bool is_beyond(const struct aim *aim, int64_t rows)
{
	int64_t least = rows > 1 ? (rows - 1) * (rows - 1) : 0;

	return aim->point->found && (double)(least - aim->whole) > aim->part + 1;
}

/* Finds the cell nearest to a point, which is in one of the rows first..last, the nearest rows
 * first. */
static void find_one(struct search *search, struct ff_nearest_point *point, int32_t first,
		     int32_t last)
{
	struct aim aim = {.point = point};
	int32_t up, down;

	aim.x = (int32_t)nearbyint(point->x);
	aim.y = (int32_t)nearbyint(point->y);
	aim.u = point->x - aim.x;
	aim.v = point->y - aim.y;
	point->found = false;
	up = aim.y < last ? aim.y : last;
	down = up < first ? first : up + 1;
	while (up >= first || down <= last) {
		int64_t above = up >= first ? (int64_t)aim.y - up : INT64_MAX;
		int64_t below = down <= last ? (int64_t)down - aim.y : INT64_MAX;

		if (is_beyond(&aim, above < below ? above : below))
			break;
		look_at_row(search, &aim, above < below ? up-- : down++);
	}
	if (point->found)
		point->distance =
			sqrt(fmax((double)aim.whole + aim.part + aim.u * aim.u + aim.v * aim.v, 0));
}

/* Finds the cells of points in one column, from the first row to the last; those of the first and
 * the last rows 'top' and 'bottom' bound them.  Each call halves the points.
 * NOLINTNEXTLINE(misc-no-recursion) */
static void find_column(struct search *search, struct ff_nearest_point **points, size_t count,
			int32_t top, int32_t bottom)
{
	while (count > 0) {
		size_t middle = count / 2;
		int32_t row;

		find_one(search, points[middle], top, bottom);
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
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are what is put in order */
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

enum { SMALL = 4 }; /* how many times as large a larger part is at least */

/* The parts of a map, the largest first. */
struct parts {
	struct ff_labels labels;   /* 'cells' is owned */
	struct ff_region *regions; /* owned; [labels.count] */
};

/* A point in a small part, and the best cell so far of a larger one. */
struct small {
	const struct ff_nearest_point *point;
	uint64_t least;  /* how many cells a larger part has */
	uint32_t before; /* only parts before this one are better than, or as good as, the best */
	bool found;
	double distance;
	size_t cell;
};

/* Takes a cell if its part is larger than that of the best so far, or if it is nearer in that; rows
 * come from the first to the last. */
static void offer_larger(const struct parts *parts, struct small *small, int32_t x, int32_t y)
{
	size_t cell = (size_t)y * (size_t)parts->labels.w + (size_t)x;
	uint32_t part = parts->labels.cells[cell];
	double dx = x - small->point->x, dy = y - small->point->y, distance;

	if (part >= small->before || parts->regions[part].cells < small->least)
		return;
	distance = sqrt(dx * dx + dy * dy);
	if (distance > small->point->distance + 1 ||
	    (small->found && part + 1 == small->before && distance >= small->distance))
		return;
	small->found = true;
	small->before = part + 1;
	small->distance = distance;
	small->cell = cell;
}

/* Looks for a larger part in the cells that are no more than one farther from the point than its
 * own; none that is nearer is open. */
static void look_around(const struct parts *parts, struct small *small)
{
	const struct ff_nearest_point *point = small->point;
	double near = point->distance, far = near + 1;
	int32_t top = (int32_t)fmax(ceil(point->y - far), 0);
	int32_t bottom = (int32_t)fmin(floor(point->y + far), parts->labels.h - 1);

	for (int32_t y = top; y <= bottom; y++) {
		double dy = fabs(y - point->y);
		double inner = sqrt(fmax(near * near - dy * dy, 0));
		double outer = sqrt(fmax(far * far - dy * dy, 0));
		double left = floor(point->x - inner) + 1, right = ceil(point->x + inner) - 1;
		int32_t first = (int32_t)fmax(floor(point->x - outer), 0);
		int32_t last = (int32_t)fmin(ceil(point->x + outer), parts->labels.w - 1);

		for (int32_t x = first; x <= last; x++) {
			if (x > left && x < right)
				x = (int32_t)fmin(right, last);
			offer_larger(parts, small, x, y);
		}
	}
}

/* Copies the points, and finds for each the nearest cell of all parts that are larger than the
 * smallest one with a point in it: where that is too far there is no need to look around. */
static enum ff_status find_larger(const struct parts *parts, const struct ff_nearest_point *points,
				  size_t count, struct ff_nearest_point *others)
{
	const struct ff_labels *labels = &parts->labels;
	struct ff_cost larger = {labels->w, labels->h, ff_memory_cells(labels->w, labels->h, 1)};
	uint64_t least = UINT64_MAX;
	enum ff_status st;

	if (larger.cells == NULL)
		return FF_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		uint64_t cells = parts->regions[labels->cells[points[i].cell]].cells * SMALL;

		others[i] = points[i];
		least = cells < least ? cells : least;
	}
	for (size_t i = 0; i < (size_t)labels->w * (size_t)labels->h; i++) {
		uint32_t part = labels->cells[i];

		larger.cells[i] = part != FF_LABELS_NONE && parts->regions[part].cells >= least
					  ? 1
					  : FF_COST_WALL;
	}
	st = ff_nearest_find(&larger, others, count, NULL);
	free(larger.cells);
	return st;
}

/* Finds the first of the points that are in a small part. */
static void find_small(const struct parts *parts, const struct ff_nearest_point *points,
		       const struct ff_nearest_point *others, size_t count,
		       struct ff_nearest_pocket *pocket)
{
	const struct ff_region *regions = parts->regions;

	for (size_t i = 0; i < count && pocket->point == NULL; i++) {
		uint32_t own = parts->labels.cells[points[i].cell];
		uint64_t cells = regions[own].cells;
		struct small small = {.point = &points[i], .least = cells * SMALL, .before = own};

		if (regions[0].cells < small.least || !others[i].found ||
		    others[i].distance > points[i].distance + 1)
			continue;
		look_around(parts, &small);
		if (small.found)
			*pocket = (struct ff_nearest_pocket){
				&points[i], cells, regions[small.before - 1].cells, small.cell};
	}
}

enum ff_status ff_nearest_find_pocket(const struct ff_cost *cost, bool diagonal,
				      const struct ff_nearest_point *points, size_t count,
				      struct ff_nearest_pocket *pocket)
{
	struct parts parts = {.labels = {.w = cost->w, .h = cost->h}};
	struct ff_nearest_point *others = NULL;
	struct ff_region largest;
	enum ff_status st;
	uint32_t regions;

	*pocket = (struct ff_nearest_pocket){NULL, 0, 0, 0};
	st = ff_regions_largest(cost->w, cost->h, cost->cells, 1, FF_COST_MAX, diagonal, &regions,
				&largest);
	if (st != FF_OK || regions < 2)
		return st;
	st = FF_E_NOMEM;
	others = calloc(count + 1, sizeof *others);
	parts.labels.cells = ff_memory_cells(cost->w, cost->h, sizeof *parts.labels.cells);
	if (others != NULL && parts.labels.cells != NULL)
		st = ff_regions_label(cost->w, cost->h, cost->cells, 1, FF_COST_MAX, diagonal,
				      &parts.labels, &parts.regions);
	if (st == FF_OK)
		st = find_larger(&parts, points, count, others);
	if (st == FF_OK)
		find_small(&parts, points, others, count, pocket);
	free(others);
	free(parts.labels.cells);
	free(parts.regions);
	return st;
}
