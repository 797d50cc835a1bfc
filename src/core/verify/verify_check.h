/*
 * A claim while it is held against a question: what verify.c and the files verify_*.c share.
 */
#ifndef FF_CORE_VERIFY_VERIFY_CHECK_H
#define FF_CORE_VERIFY_VERIFY_CHECK_H

#include <math.h>

#include "core/verify/verify.h"

struct ff_verify_check {
	const struct ff_verify_question *q;
	const struct ff_verify_claim *claim;
	struct ff_verify_result *result;
	double *start;   /* [w*h]  of the cheapest seed there, in units; INFINITY: none */
	size_t *sources; /* [source_count]  which seeds have no others all around them */
	size_t source_count;
	double line;     /* with euclid: how long a straight line to a seed may be, in cells */
	int64_t *target; /* [w*h]  with sight: the goal that a cell points at; -1: none */
	uint8_t *route;  /* [w*h]  enum route of verify.c */
	uint8_t *joined; /* [w*h]  where cells are left out: 1: a way to a goal is there */
	double off; /* with euclid: the sum of how far cells are from their equation, in costs */
	uint64_t counted;
	double known; /* the largest value that is claimed, in units */
	bool partial; /* values may have detours, as was asked or as some cells were not computed */
};

/* What a step in each direction adds to x and to y. */
extern const int ff_verify_check_x[8], ff_verify_check_y[8];

/* ff_verify_check_at() is where cell x,y of the map stands in grids [w*h]. */
static inline size_t ff_verify_check_at(const struct ff_verify_check *c, int64_t x, int64_t y)
{
	return (size_t)(y * c->q->cost->w + x);
}

/* ff_verify_check_beside() is the same for the next cell in a direction, if that is on the map. */
static inline size_t ff_verify_check_beside(const struct ff_verify_check *c, int32_t x, int32_t y,
					    int d)
{
	return ff_verify_check_at(c, (int64_t)x + ff_verify_check_x[d],
				  (int64_t)y + ff_verify_check_y[d]);
}

/* ff_verify_check_open() tells whether x,y, on the map or not, is a cell and no wall. */
static inline bool ff_verify_check_open(const struct ff_verify_check *c, int64_t x, int64_t y)
{
	return x >= 0 && y >= 0 && x < c->q->cost->w && y < c->q->cost->h &&
	       c->q->cost->cells[ff_verify_check_at(c, x, y)] != FF_COST_WALL;
}

/* ff_verify_check_permits() tells whether the corner rule lets walkers on cell x,y step that way.
 */
static inline bool ff_verify_check_permits(const struct ff_verify_check *c, int32_t x, int32_t y,
					   int d)
{
	int64_t to_x = (int64_t)x + ff_verify_check_x[d], to_y = (int64_t)y + ff_verify_check_y[d];
	int sides = ff_verify_check_open(c, to_x, y) + ff_verify_check_open(c, x, to_y);

	if (!ff_verify_check_open(c, to_x, to_y))
		return false;
	if (d % 2 == 0 || c->q->model->corners == FF_CORNERS_CUT)
		return true;
	return sides >= (c->q->model->corners == FF_CORNERS_STRICT ? 2 : 1);
}

/* ff_verify_check_left_out() tells whether nothing is said of a cell but that nobody asked for its
 * value. */
static inline bool ff_verify_check_left_out(const struct ff_verify_check *c, size_t i)
{
	return c->claim->classes != NULL && c->claim->classes[i] == FF_NOT_COMPUTED;
}

/* ff_verify_check_pending() tells whether its value was not known yet when work ended: no cheaper
 * one is known, either. */
static inline bool ff_verify_check_pending(const struct ff_verify_check *c, size_t i)
{
	return c->claim->classes != NULL && c->claim->classes[i] == FF_NOT_YET;
}

/* ff_verify_check_value() is what the claim has there, in units: whole numbers are read back as
 * such. */
static inline double ff_verify_check_value(const struct ff_verify_check *c, size_t i)
{
	double units = c->claim->field->f64[i] * c->q->unit;

	if (ff_model_is_continuous(c->q->model) || units == FF_FIELD_NONEF)
		return units;
	/* 6 decimals, and what a double rounds off. */
	return fabs(units - round(units)) <= 0.001 + units * 0x1p-51 ? round(units) : units;
}

/* ff_verify_check_price() is what a step costs, in units; whole-number metrics. */
static inline double ff_verify_check_price(const struct ff_verify_check *c, int d, uint8_t from,
					   uint8_t to)
{
	double cost = c->q->model->step == FF_STEP_MEAN ? from + to : from;

	/* Written down once more: a proof does not take its prices from what it proves. */
	switch (c->q->model->metric) {
	case FF_METRIC_MANHATTAN:
		return cost;
	case FF_METRIC_OCTILE:
		return cost * (d % 2 == 0 ? 408 : 577);
	case FF_METRIC_EUCLID:
	case FF_METRICS:
		break;
	}
	return FF_FIELD_NONEF;
}

/* ff_verify_check_class() is what the claim makes of a cell.  A goal's value is its start; where
 * it is less, walkers do better to walk on. */
static inline enum ff_class ff_verify_check_class(const struct ff_verify_check *c, int32_t x,
						  int32_t y)
{
	size_t i = ff_verify_check_at(c, x, y);
	double value = ff_verify_check_value(c, i);

	if (!ff_verify_check_open(c, x, y))
		return FF_WALL;
	if (value == FF_FIELD_NONEF)
		return FF_UNREACHED;
	return c->start[i] <= value + 1e-9 ? FF_GOAL : FF_REACHED;
}

/* ff_verify_check_each() runs one kind of check over all cells, row by row. */
static inline void ff_verify_check_each(struct ff_verify_check *c,
					void (*check)(struct ff_verify_check *, int32_t, int32_t))
{
	for (int32_t y = 0; y < c->q->cost->h; y++)
		for (int32_t x = 0; x < c->q->cost->w; x++)
			check(c, x, y);
}

/*
 * ff_verify_check_sees() tells whether the segment between two cells' centres runs through cells
 * of that cost only, and past open cells where it meets a corner.
 */
bool ff_verify_check_sees(const struct ff_verify_check *c, int64_t x, int64_t y, int64_t goal_x,
			  int64_t goal_y, uint8_t cost);

/* ff_verify_check_wrong() counts a fault, and keeps what is said of it if it comes first. */
__attribute__((format(printf, 5, 6))) void ff_verify_check_wrong(struct ff_verify_check *c,
								 enum ff_verify_kind kind,
								 int32_t x, int32_t y,
								 const char *format, ...);

#endif
