/*
 * With 'sight' the goal that a cell points at is looked for among all seeds.  Whatever else a
 * direction or a vector may be follows from the values around the cell and the flow rule.
 */
#include "core/verify/verify_ways.h"

#include <math.h>
#include <stdlib.h>

/* The goal that a cell points at, while it is looked for. */
struct aim {
	int32_t x, y;
	int64_t nearest; /* the square of a distance */
	int64_t target;  /* -1: none yet */
	uint32_t goal;
};

/* Takes a seed if it is nearer and in sight; ties go to the first. */
static void offer_seed(struct ff_verify_check *c, struct aim *aim, const struct ff_seed *seed)
{
	int64_t w = c->q->cost->w, goal_x = seed->cell % w, goal_y = seed->cell / w;
	int64_t dx = goal_x - aim->x, dy = goal_y - aim->y, far = dx * dx + dy * dy;

	c->result->looks++;
	if (far > aim->nearest || (far == aim->nearest && (seed->goal > aim->goal ||
							   (seed->goal == aim->goal &&
							    (int64_t)seed->cell >= aim->target))))
		return;
	if (seed->start > c->start[seed->cell] ||
	    ff_verify_check_class(c, (int32_t)goal_x, (int32_t)goal_y) != FF_GOAL ||
	    !ff_verify_check_sees(c, aim->x, aim->y, goal_x, goal_y, c->q->cost->cells[seed->cell]))
		return;
	aim->nearest = far;
	aim->target = seed->cell;
	aim->goal = seed->goal;
}

static int by_cell(const void *left, const void *right)
{
	const struct ff_seed *a = left, *b = right;

	return (a->cell > b->cell) - (a->cell < b->cell);
}

/* The seeds by cells, and which of them are in each row. */
struct rows {
	struct ff_seed *seeds; /* owned */
	size_t *first;         /* owned; [h + 1] */
};

/* Offers the seeds of a row, from the column on to both sides while they may be nearer. */
static void offer_row(struct ff_verify_check *c, struct aim *aim, const struct rows *rows,
		      int64_t y)
{
	int64_t w = c->q->cost->w, dy = y - aim->y;
	size_t first = rows->first[y], end = rows->first[y + 1], low = first, high = end;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (rows->seeds[middle].cell % w < aim->x)
			low = middle + 1;
		else
			high = middle;
	}
	for (size_t left = low, right = low; left > first || right < end;) {
		int64_t before = left > first ? aim->x - rows->seeds[left - 1].cell % w : INT32_MAX;
		int64_t after = right < end ? rows->seeds[right].cell % w - aim->x : INT32_MAX;
		int64_t dx = before < after ? before : after;

		if (dx * dx + dy * dy > aim->nearest)
			return;
		offer_seed(c, aim, before < after ? &rows->seeds[--left] : &rows->seeds[right++]);
	}
}

/* Offers the goal that another cell points at: seeds farther away need not be looked at. */
static void offer_target(struct ff_verify_check *c, struct aim *aim, const struct rows *rows,
			 int64_t target)
{
	const struct ff_seed key = {.cell = (uint32_t)target};
	size_t count = c->q->seeds->count;
	const struct ff_seed *seed;

	if (target < 0)
		return;
	seed = bsearch(&key, rows->seeds, count, sizeof key, by_cell);
	if (seed != NULL)
		offer_seed(c, aim, seed);
}

/* The nearest goal in sight; ties to the first. */
static int64_t target_of(struct ff_verify_check *c, const struct rows *rows, int32_t x, int32_t y)
{
	struct aim aim = {x, y, INT64_MAX, -1, UINT32_MAX};
	int32_t h = c->q->cost->h;

	if (x > 0)
		offer_target(c, &aim, rows, c->target[ff_verify_check_at(c, x - 1, y)]);
	if (y > 0)
		offer_target(c, &aim, rows, c->target[ff_verify_check_at(c, x, y - 1)]);
	for (int64_t dy = 0; dy < h && dy * dy <= aim.nearest; dy++) {
		if (y - dy >= 0)
			offer_row(c, &aim, rows, y - dy);
		if (dy > 0 && y + dy < h && dy * dy <= aim.nearest)
			offer_row(c, &aim, rows, y + dy);
	}
	return aim.target;
}

static bool make_rows(const struct ff_verify_check *c, struct rows *rows)
{
	const struct ff_seeds *seeds = c->q->seeds;
	size_t w = (size_t)c->q->cost->w, h = (size_t)c->q->cost->h, at = 0;

	rows->seeds = calloc(seeds->count + 1, sizeof *rows->seeds);
	rows->first = calloc(h + 1, sizeof *rows->first);
	if (rows->seeds == NULL || rows->first == NULL)
		return false;
	for (size_t i = 0; i < seeds->count; i++)
		rows->seeds[i] = seeds->items[i];
	qsort(rows->seeds, seeds->count, sizeof *rows->seeds, by_cell);
	for (size_t y = 0; y <= h; y++) {
		while (at < seeds->count && rows->seeds[at].cell < y * w)
			at++;
		rows->first[y] = at;
	}
	return true;
}

/* Whether the step is one of a cheapest path; whole-number metrics. */
static bool is_cheapest(const struct ff_verify_check *c, int32_t x, int32_t y, int d)
{
	size_t i = ff_verify_check_at(c, x, y), to = ff_verify_check_beside(c, x, y, d);
	double through = ff_verify_check_value(c, to) +
			 ff_verify_check_price(c, d, c->q->cost->cells[i], c->q->cost->cells[to]);

	if (d % 2 != 0 && !ff_model_is_diagonal(c->q->model))
		return false;
	return c->partial ? through <= ff_verify_check_value(c, i)
			  : through == ff_verify_check_value(c, i);
}

/* By how much the field falls along a permitted step, per length; 0 where it rises. */
static double fall_along(const struct ff_verify_check *c, int32_t x, int32_t y, int d)
{
	double fall;

	if (!ff_verify_check_permits(c, x, y, d))
		return 0;
	fall = ff_verify_check_value(c, ff_verify_check_at(c, x, y)) -
	       ff_verify_check_value(c, ff_verify_check_beside(c, x, y, d));
	if (!(fall > 0))
		return 0;
	return d % 2 == 0 ? fall : fall * 0.70710678118654752;
}

static double steepest(const struct ff_verify_check *c, int32_t x, int32_t y)
{
	double most = 0;

	for (int d = 0; d < 8; d++) {
		double fall = fall_along(c, x, y, d);

		most = fall > most ? fall : most;
	}
	return most;
}

/* Whether the step is one of those that the flow rule prefers to all others. */
static bool is_optimal(const struct ff_verify_check *c, int32_t x, int32_t y, int direction)
{
	const struct ff_model *model = c->q->model;
	size_t i = ff_verify_check_at(c, x, y), to = ff_verify_check_beside(c, x, y, direction);

	if (ff_verify_check_value(c, to) >= ff_verify_check_value(c, i))
		return false;
	if (model->flow == FF_FLOW_LOWEST) {
		for (int d = 0; d < 8; d++)
			if (ff_verify_check_permits(c, x, y, d) &&
			    ff_verify_check_value(c, ff_verify_check_beside(c, x, y, d)) <
				    ff_verify_check_value(c, to))
				return false;
		return true;
	}
	if (ff_model_is_continuous(model))
		return fall_along(c, x, y, direction) >=
		       steepest(c, x, y) * (model->flow == FF_FLOW_PATH ? 0.9999 : 0.5) - 2e-6;
	return model->flow == FF_FLOW_GRADIENT || is_cheapest(c, x, y, direction);
}

/* Whether the step is the nearest to the straight line to a cell in sight; where that is a
 * diagonal past a wall, along its longer part. */
static bool is_towards(const struct ff_verify_check *c, int32_t x, int32_t y, int direction,
		       int64_t target)
{
	int64_t dx = target % c->q->cost->w - x, dy = target / c->q->cost->w - y;
	int along = llabs(dx) > llabs(dy) ? (dx > 0 ? 2 : 6) : (dy > 0 ? 4 : 0);
	int nearest = (int)ff_flow_nearest((double)dx, (double)dy);

	if (!ff_verify_check_permits(c, x, y, nearest))
		nearest = along;
	return direction == nearest;
}

static void check_direction(struct ff_verify_check *c, int32_t x, int32_t y)
{
	uint8_t direction = c->claim->directions[ff_verify_check_at(c, x, y)];

	if (ff_verify_check_class(c, x, y) != FF_REACHED) {
		if (direction != FF_NONE)
			ff_verify_check_wrong(c, FF_VERIFY_DIRECTION, x, y,
					      "direction is %d, should be none", direction);
	} else if (direction == FF_NONE) {
		ff_verify_check_wrong(c, FF_VERIFY_DIRECTION, x, y, "there is no direction");
	} else if (!ff_verify_check_permits(c, x, y, direction)) {
		ff_verify_check_wrong(c, FF_VERIFY_DIRECTION, x, y, "direction %d is not permitted",
				      direction);
	} else if (c->target[ff_verify_check_at(c, x, y)] >= 0) {
		if (!is_towards(c, x, y, direction, c->target[ff_verify_check_at(c, x, y)]))
			ff_verify_check_wrong(c, FF_VERIFY_DIRECTION, x, y,
					      "direction %d is not that of the goal in sight",
					      direction);
	} else if (!is_optimal(c, x, y, direction)) {
		ff_verify_check_wrong(c, FF_VERIFY_DIRECTION, x, y, "direction %d is not the best",
				      direction);
	}
}

/* Whether the cell that the vector leads into from the centre has a value. */
static bool enters_value(const struct ff_verify_check *c, int32_t x, int32_t y,
			 struct ff_flow_vector v)
{
	float w = fabsf(v.dx), h = fabsf(v.dy);
	int64_t to_x = (int64_t)x + (v.dx > 0 ? 1 : -1), to_y = (int64_t)y + (v.dy > 0 ? 1 : -1);

	if (fabsf(w - h) < 2e-6F)
		return ff_verify_check_open(c, to_x, to_y) &&
		       ff_verify_check_value(c, ff_verify_check_at(c, to_x, to_y)) < FF_FIELD_NONEF;
	if (w > h)
		return ff_verify_check_open(c, to_x, y) &&
		       ff_verify_check_value(c, ff_verify_check_at(c, to_x, y)) < FF_FIELD_NONEF;
	return ff_verify_check_open(c, x, to_y) &&
	       ff_verify_check_value(c, ff_verify_check_at(c, x, to_y)) < FF_FIELD_NONEF;
}

/* The claim there; 'own' where it has no value. */
static double or_own(const struct ff_verify_check *c, int64_t x, int64_t y, double own)
{
	double value = ff_verify_check_open(c, x, y)
			       ? ff_verify_check_value(c, ff_verify_check_at(c, x, y))
			       : FF_FIELD_NONEF;

	return value == FF_FIELD_NONEF ? own : value;
}

/* Whether the differences between opposite neighbours say where to go. */
static bool says_way(const struct ff_verify_check *c, int32_t x, int32_t y, double dx, double dy)
{
	struct ff_flow_vector v = {(float)dx, (float)dy};
	int d = (int)ff_flow_nearest(dx, dy);

	return ff_verify_check_permits(c, x, y, d) &&
	       ff_verify_check_value(c, ff_verify_check_beside(c, x, y, d)) <
		       ff_verify_check_value(c, ff_verify_check_at(c, x, y)) &&
	       enters_value(c, x, y, v);
}

/* By how much the field falls along a vector over the triangle that it leads across, between
 * a straight neighbour and the diagonal one beside it, per length. */
static double fall_towards(const struct ff_verify_check *c, int32_t x, int32_t y,
			   struct ff_flow_vector v)
{
	double w = fabs((double)v.dx), h = fabs((double)v.dy),
	       own = ff_verify_check_value(c, ff_verify_check_at(c, x, y));
	int right = v.dx > 0 ? 1 : -1, down = v.dy > 0 ? 1 : -1;
	double near =
		or_own(c, w >= h ? (int64_t)x + right : x, w >= h ? y : (int64_t)y + down, own);
	double far = or_own(c, (int64_t)x + right, (int64_t)y + down, near);

	return (own - near) * (w >= h ? w : h) + (near - far) * (w >= h ? h : w);
}

/* With rule "gradient" and whole numbers: whether the vector is that of those differences, or,
 * where they do not say, of a step of a cheapest path. */
static bool follows_slope(const struct ff_verify_check *c, int32_t x, int32_t y,
			  struct ff_flow_vector v, double loose)
{
	double own = ff_verify_check_value(c, ff_verify_check_at(c, x, y)), dx, dy, length;

	if (c->q->model->flow != FF_FLOW_GRADIENT)
		return true;
	if (ff_model_is_continuous(c->q->model))
		return fall_towards(c, x, y, v) >= 0.7 * steepest(c, x, y) - 1e-5;
	dx = or_own(c, (int64_t)x - 1, y, own) - or_own(c, (int64_t)x + 1, y, own);
	dy = or_own(c, x, (int64_t)y - 1, own) - or_own(c, x, (int64_t)y + 1, own);
	length = sqrt(dx * dx + dy * dy);
	if (length > 0 && says_way(c, x, y, dx / length, dy / length))
		return fabs(v.dx - dx / length) <= loose && fabs(v.dy - dy / length) <= loose;
	for (int d = 0; d < 8; d++)
		if (fabs((double)v.dx - ff_flow_units[d].dx) <= loose &&
		    fabs((double)v.dy - ff_flow_units[d].dy) <= loose)
			return ff_verify_check_permits(c, x, y, d) && is_cheapest(c, x, y, d);
	return false;
}

/* Whether a vector is that of a direction; with rule "gradient" it need only be nearest
 * to it, within 22.5 degrees, or enter the cell that it leads to, within 45. */
static bool agree(const struct ff_model *model, struct ff_flow_vector v, int direction,
		  double loose)
{
	struct ff_flow_vector unit = ff_flow_units[direction];
	double cosine = (double)v.dx * unit.dx + (double)v.dy * unit.dy;

	if (model->flow != FF_FLOW_GRADIENT)
		return fabs((double)v.dx - unit.dx) <= loose &&
		       fabs((double)v.dy - unit.dy) <= loose;
	return cosine >= (direction % 2 == 0 && ff_model_is_continuous(model)
				  ? 0.70710678118654752
				  : 0.92387953251128676) -
				 loose;
}

static void check_vector(struct ff_verify_check *c, int32_t x, int32_t y)
{
	static const double loose = 1e-5; /* vectors have 6 decimals */
	size_t i = ff_verify_check_at(c, x, y);
	struct ff_flow_vector v = c->claim->vectors[i];
	double length = sqrt((double)v.dx * v.dx + (double)v.dy * v.dy);
	int64_t target = c->target[i];

	if (ff_verify_check_class(c, x, y) != FF_REACHED) {
		if (length > 0)
			ff_verify_check_wrong(c, FF_VERIFY_VECTOR, x, y,
					      "the vector should be 0,0");
	} else if (!(fabs(length - 1) <= loose)) {
		ff_verify_check_wrong(c, FF_VERIFY_VECTOR, x, y,
				      "the vector's length is %.6g, should be 1", length);
	} else if (target >= 0) {
		int64_t across = target % c->q->cost->w - x, down = target / c->q->cost->w - y;
		double dx = (double)across, dy = (double)down;
		double far = sqrt(dx * dx + dy * dy);

		if (fabs(v.dx - dx / far) > loose || fabs(v.dy - dy / far) > loose)
			ff_verify_check_wrong(c, FF_VERIFY_VECTOR, x, y,
					      "the vector does not point at the goal in sight");
	} else if (!enters_value(c, x, y, v)) {
		ff_verify_check_wrong(c, FF_VERIFY_VECTOR, x, y,
				      "the vector leads out of the reached cells");
	} else if (!follows_slope(c, x, y, v, loose)) {
		ff_verify_check_wrong(c, FF_VERIFY_VECTOR, x, y,
				      "the vector does not lead down the slope");
	} else if (c->claim->directions != NULL && c->claim->directions[i] < FF_NONE &&
		   !agree(c->q->model, v, c->claim->directions[i], loose)) {
		ff_verify_check_wrong(c, FF_VERIFY_VECTOR, x, y,
				      "the vector's direction is another one");
	}
}

bool ff_verify_ways_targets(struct ff_verify_check *c)
{
	size_t cells = (size_t)c->q->cost->w * (size_t)c->q->cost->h;
	struct rows rows = {NULL, NULL};
	bool made;

	for (size_t i = 0; i < cells; i++)
		c->target[i] = -1;
	if (!c->q->sight)
		return true;
	made = make_rows(c, &rows);
	for (int32_t y = 0; y < c->q->cost->h && made; y++)
		for (int32_t x = 0; x < c->q->cost->w; x++)
			if (ff_verify_check_class(c, x, y) == FF_REACHED)
				c->target[ff_verify_check_at(c, x, y)] = target_of(c, &rows, x, y);
	free(rows.seeds);
	free(rows.first);
	return made;
}

void ff_verify_ways_directions(struct ff_verify_check *c)
{
	ff_verify_check_each(c, check_direction);
}

void ff_verify_ways_vectors(struct ff_verify_check *c)
{
	ff_verify_check_each(c, check_vector);
}
