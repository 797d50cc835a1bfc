/*
 * The neighbours of a cell, the corner rule, prices and lines of sight are
 * worked out here once more, from the contract: a mistake in the code that
 * solves is none here.
 */
#include "solve/verify.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

const char *const ff_verify_names[FF_VERIFY_KINDS] = {
	[FF_VERIFY_VALUE] = "values",         [FF_VERIFY_CLASS] = "classes",
	[FF_VERIFY_DIRECTION] = "directions", [FF_VERIFY_VECTOR] = "vectors",
	[FF_VERIFY_ROUTE] = "routes",
};

static const int step_x[8] = {0, 1, 1, 1, 0, -1, -1, -1};
static const int step_y[8] = {-1, -1, 0, 1, 1, 1, 0, -1};

struct check {
	const struct ff_verify_question *q;
	const struct ff_verify_claim *claim;
	struct ff_verify_result *result;
	double *start;   /* [w*h]  of the cheapest seed there, in units; INFINITY: none */
	size_t *sources; /* [source_count]  which seeds have no others all around them */
	size_t source_count;
	int64_t *target; /* [w*h]  with sight: the goal that a cell points at; -1: none */
	uint8_t *route;  /* [w*h]  enum route */
	uint8_t *joined; /* [w*h]  where cells are left out: 1: a way to a goal is there */
	double off; /* with euclid: the sum of how far cells are from their equation, in costs */
	uint64_t counted;
	double known; /* the largest value that is claimed, in units */
	bool partial; /* values may have detours, as was asked or as some cells were not computed */
};

/* With euclid, in costs of a cell: how far it may be from what its neighbours say; if one
 * alone says it, as in a corridor; and on the mean over at least so many cells. */
static const double slack_wave = 0.36, slack_step = 0.05, slack_mean = 0.1;
enum { MEAN_OF = 9 };

enum route { UNKNOWN, WALKED, GOOD, BAD };

static size_t at(const struct check *c, int64_t x, int64_t y)
{
	return (size_t)(y * c->q->cost->w + x);
}

static bool is_open(const struct check *c, int64_t x, int64_t y)
{
	return x >= 0 && y >= 0 && x < c->q->cost->w && y < c->q->cost->h &&
	       c->q->cost->cells[at(c, x, y)] != FF_COST_WALL;
}

static bool permitted(const struct check *c, int32_t x, int32_t y, int d)
{
	int64_t to_x = (int64_t)x + step_x[d], to_y = (int64_t)y + step_y[d];
	int sides = is_open(c, to_x, y) + is_open(c, x, to_y);

	if (!is_open(c, to_x, to_y))
		return false;
	if (d % 2 == 0 || c->q->model->corners == FF_CORNERS_CUT)
		return true;
	return sides >= (c->q->model->corners == FF_CORNERS_STRICT ? 2 : 1);
}

/* Whether nothing is said of a cell but that nobody asked for its value. */
static bool is_left_out(const struct check *c, size_t i)
{
	return c->claim->classes != NULL && c->claim->classes[i] == FF_NOT_COMPUTED;
}

/* Whether its value was not known yet when work ended: no cheaper one is known, either. */
static bool is_pending(const struct check *c, size_t i)
{
	return c->claim->classes != NULL && c->claim->classes[i] == FF_NOT_YET;
}

/* What the claim has there, in units: whole numbers are read back as such. */
static double claimed(const struct check *c, size_t i)
{
	double units = c->claim->field->f64[i] * c->q->unit;

	if (c->q->model->metric == FF_METRIC_EUCLID || units == FF_FIELD_NONEF)
		return units;
	/* 6 decimals, and what a double rounds off. */
	return fabs(units - round(units)) <= 0.001 + units * 0x1p-51 ? round(units) : units;
}

static double price(const struct check *c, int d, uint8_t from, uint8_t to)
{
	double cost = c->q->model->step == FF_STEP_MEAN ? from + to : from;

	if (c->q->model->metric == FF_METRIC_MANHATTAN)
		return cost;
	return cost * (d % 2 == 0 ? 408 : 577);
}

__attribute__((format(printf, 5, 6))) static void
wrong(struct check *c, enum ff_verify_kind kind, int32_t x, int32_t y, const char *format, ...)
{
	struct ff_verify_result *r = c->result;
	va_list args;

	bool earlier = y < r->y || (y == r->y && x < r->x);
	bool route = kind == FF_VERIFY_ROUTE, last = r->kind == FF_VERIFY_ROUTE;

	r->wrong[kind]++;
	/* A route that does not end well has its cause in another cell: it counts last. */
	if (r->any && (route == last ? !earlier : route))
		return;
	r->any = true;
	r->kind = kind;
	r->x = x;
	r->y = y;
	va_start(args, format);
	vsnprintf(r->what, sizeof r->what, format, args);
	va_end(args);
}

/* Whether the segment between two cells' centres runs through cells of that cost only,
 * and past open cells where it meets a corner. */
static bool sees(const struct check *c, int64_t x, int64_t y, int64_t goal_x, int64_t goal_y,
		 uint8_t cost)
{
	int64_t w = llabs(goal_x - x), h = llabs(goal_y - y), i = 0, j = 0;
	int right = goal_x > x ? 1 : -1, down = goal_y > y ? 1 : -1;

	while (i < w || j < h) {
		/* Which side of the cell is crossed first, in half cells. */
		int64_t side = (2 * i + 1) * h - (2 * j + 1) * w;

		if (c->q->cost->cells[at(c, x, y)] != cost)
			return false;
		if (side == 0 && !(is_open(c, x + right, y) && is_open(c, x, y + down)))
			return false;
		if (side <= 0) {
			x += right;
			i++;
		}
		if (side >= 0) {
			y += down;
			j++;
		}
	}
	return true;
}

/* The least that walking on through a neighbour costs; whole-number metrics. */
static double through_steps(const struct check *c, int32_t x, int32_t y)
{
	double least = FF_FIELD_NONEF;

	for (int d = 0; d < 8; d++) {
		size_t to = at(c, (int64_t)x + step_x[d], (int64_t)y + step_y[d]);
		double value;

		if ((d % 2 != 0 && c->q->model->metric == FF_METRIC_MANHATTAN) ||
		    !permitted(c, x, y, d))
			continue;
		value = claimed(c, to) +
			price(c, d, c->q->cost->cells[at(c, x, y)], c->q->cost->cells[to]);
		least = value < least ? value : least;
	}
	return least;
}

/* The lower of the values on both sides along one axis. */
static double lower_of(const struct check *c, int32_t x, int32_t y, int dx, int dy)
{
	double a = FF_FIELD_NONEF, b = FF_FIELD_NONEF;

	if (is_open(c, (int64_t)x - dx, (int64_t)y - dy))
		a = claimed(c, at(c, (int64_t)x - dx, (int64_t)y - dy));
	if (is_open(c, (int64_t)x + dx, (int64_t)y + dy))
		b = claimed(c, at(c, (int64_t)x + dx, (int64_t)y + dy));
	return a < b ? a : b;
}

/* The upwind solution of (D - a)^2 + (D - b)^2 = cost^2. */
static double through_front(const struct check *c, int32_t x, int32_t y)
{
	double cost = c->q->cost->cells[at(c, x, y)];
	double a = lower_of(c, x, y, 1, 0), b = lower_of(c, x, y, 0, 1);
	double least = a < b ? a : b, apart = fabs(a - b);

	if (least == FF_FIELD_NONEF || !(apart < cost))
		return least + cost;
	return (a + b + sqrt(2 * cost * cost - apart * apart)) / 2;
}

/* The same between a neighbour and the diagonal one beside it, which has a
 * corner in common with the cell: a wave may bend around a wall there. */
static double through_corner(const struct check *c, int32_t x, int32_t y, int straight,
			     int diagonal)
{
	static const double root = 1.41421356237309504880;
	int64_t by_x = (int64_t)x + step_x[straight], by_y = (int64_t)y + step_y[straight];
	int64_t from_x = (int64_t)x + step_x[diagonal], from_y = (int64_t)y + step_y[diagonal];
	double cost = c->q->cost->cells[at(c, x, y)], fall;

	if (!is_open(c, by_x, by_y) || !is_open(c, from_x, from_y) ||
	    c->q->cost->cells[at(c, by_x, by_y)] != cost)
		return FF_FIELD_NONEF;
	fall = claimed(c, at(c, by_x, by_y)) - claimed(c, at(c, from_x, from_y));
	if (!(fall > 0))
		return FF_FIELD_NONEF;
	if (fall * root >= cost)
		return claimed(c, at(c, from_x, from_y)) + root * cost;
	return claimed(c, at(c, by_x, by_y)) + sqrt(cost * cost - fall * fall);
}

static double through_waves(const struct check *c, int32_t x, int32_t y)
{
	double least = through_front(c, x, y);

	for (int d = 0; d < 8; d++) {
		/* N and NE, E and NE, E and SE, ... */
		double value = through_corner(c, x, y, (d + 1) / 2 * 2 % 8, d / 2 * 2 + 1);

		least = value < least ? value : least;
	}
	return least;
}

/* Whether anybody has reason to walk straight to a seed: one inside of a goal's area only makes
 * the lists that is_straight() walks through long. */
static bool is_source(const struct check *c, const struct ff_seed *seed)
{
	int64_t w = c->q->cost->w, x = seed->cell % w, y = seed->cell / w;

	for (int d = 0; d < 8; d += 2)
		if (is_open(c, x + step_x[d], y + step_y[d]) &&
		    c->start[at(c, x + step_x[d], y + step_y[d])] > seed->start)
			return true;
	return false;
}

/* Whether a value is the straight way to a cell in sight where a seed starts, to the 6 decimals
 * that CSV files have. */
static bool comes_from(const struct check *c, int32_t x, int32_t y, double value, int64_t goal_x,
		       int64_t goal_y, double start)
{
	uint8_t cost = c->q->cost->cells[at(c, x, y)];
	double dx = (double)(goal_x - x), dy = (double)(goal_y - y);

	return fabs(start + cost * sqrt(dx * dx + dy * dy) - value) <= 2e-6 &&
	       sees(c, x, y, goal_x, goal_y, cost);
}

/* The same for any seed: looks at all of them, or, where they are many, at the cells that are not
 * too far away. */
static bool is_straight(const struct check *c, int32_t x, int32_t y, double value)
{
	double far = ceil((value + 1e-3) / c->q->cost->cells[at(c, x, y)]);
	int64_t w = c->q->cost->w, reach;

	if (!((2 * far + 1) * (2 * far + 1) < (double)c->source_count)) {
		for (size_t i = 0; i < c->source_count; i++) {
			const struct ff_seed *seed = &c->q->seeds->items[c->sources[i]];

			if (comes_from(c, x, y, value, seed->cell % w, seed->cell / w, seed->start))
				return true;
		}
		return false;
	}
	reach = (int64_t)far;
	for (int64_t to_y = y - reach; to_y <= y + reach; to_y++)
		for (int64_t to_x = x - reach; to_x <= x + reach; to_x++)
			if (is_open(c, to_x, to_y) &&
			    comes_from(c, x, y, value, to_x, to_y, c->start[at(c, to_x, to_y)]))
				return true;
	return false;
}

/* Reports a wrong value. */
static void wrong_value(struct check *c, int32_t x, int32_t y, double value, double should)
{
	if (value == FF_FIELD_NONEF)
		wrong(c, FF_VERIFY_VALUE, x, y, "there is no integration, it should be %.15g",
		      should / c->q->unit);
	else if (should == FF_FIELD_NONEF || should > c->q->limit)
		wrong(c, FF_VERIFY_VALUE, x, y, "integration is %.15g, there should be none",
		      value / c->q->unit);
	else if (c->partial)
		wrong(c, FF_VERIFY_VALUE, x, y, "integration is %.15g, walking on costs %.15g",
		      value / c->q->unit, should / c->q->unit);
	else
		wrong(c, FF_VERIFY_VALUE, x, y, "integration is %.15g, should be %.15g",
		      value / c->q->unit, should / c->q->unit);
}

static void check_steps(struct check *c, int32_t x, int32_t y)
{
	size_t i = at(c, x, y);
	double value = claimed(c, i), should = through_steps(c, x, y);

	if (c->start[i] < should)
		should = c->start[i];
	if (c->partial && value < FF_FIELD_NONEF && value >= should)
		return;
	if (should > c->q->limit ? value != FF_FIELD_NONEF : value != should)
		wrong_value(c, x, y, value, should);
}

static void check_wave(struct check *c, int32_t x, int32_t y)
{
	/* What 6 decimals and a double round off. */
	size_t i = at(c, x, y);
	double value = claimed(c, i), wave = through_waves(c, x, y);
	double cost = c->q->cost->cells[i];
	double tiny = value < FF_FIELD_NONEF ? 2e-6 + 1e-15 * value : 0;
	double beside = lower_of(c, x, y, 1, 0), below = lower_of(c, x, y, 0, 1);
	double single = (beside < below ? beside : below) + cost, should = wave;
	double slack = cost * (wave < single ? slack_wave : slack_step) + tiny;

	if (value <= c->q->limit && fabs(value - c->start[i]) <= tiny &&
	    c->start[i] <= wave + slack)
		return;
	if (c->start[i] < wave - slack)
		should = c->start[i];
	/* Of a cell at the limit it is hard to tell on which side it is. */
	if (value == FF_FIELD_NONEF
		    ? should == FF_FIELD_NONEF || should > c->q->limit - slack
		    : value <= c->q->limit && value < should && is_straight(c, x, y, value))
		return;
	if (value <= c->q->limit && should == wave && fabs(value - wave) <= slack) {
		/* Where straight lines from several seeds meet, the equation is what is off. */
		if (value > wave + slack_mean * cost && is_straight(c, x, y, value))
			return;
		c->off += fabs(value - wave) / cost;
		c->counted++;
		return;
	}
	wrong_value(c, x, y, value, should);
}

/* A cell that is not known yet would not have come before any that is. */
static void check_pending(struct check *c, int32_t x, int32_t y)
{
	size_t i = at(c, x, y);
	bool euclid = c->q->model->metric == FF_METRIC_EUCLID;
	double should = euclid ? through_waves(c, x, y) : through_steps(c, x, y);
	double slack = euclid ? slack_wave * c->q->cost->cells[i] + 2e-6 : 0;

	if (c->start[i] < should)
		should = c->start[i];
	if (should < c->known - slack && !c->partial)
		wrong_value(c, x, y, FF_FIELD_NONEF, should);
}

static void check_value(struct check *c, int32_t x, int32_t y)
{
	size_t i = at(c, x, y);

	if (is_open(c, x, y) && is_left_out(c, i) && claimed(c, i) == FF_FIELD_NONEF)
		return;
	if (is_open(c, x, y) && is_pending(c, i) && claimed(c, i) == FF_FIELD_NONEF) {
		check_pending(c, x, y);
		return;
	}
	if (is_open(c, x, y) && c->q->model->metric == FF_METRIC_EUCLID)
		check_wave(c, x, y);
	else if (is_open(c, x, y))
		check_steps(c, x, y);
	else if (claimed(c, i) != FF_FIELD_NONEF)
		wrong(c, FF_VERIFY_VALUE, x, y, "a wall has an integration");
}

/* Small faults everywhere are a large one. */
static void check_mean(struct check *c)
{
	if (c->counted >= MEAN_OF && c->off > slack_mean * (double)c->counted)
		wrong(c, FF_VERIFY_VALUE, c->q->cost->w - 1, c->q->cost->h - 1,
		      "integrations are off by %.2g of a cell's cost on the mean",
		      c->off / (double)c->counted);
}

/* A goal's value is its start; where it is less, walkers do better to walk on. */
static enum ff_class class_of(const struct check *c, int32_t x, int32_t y)
{
	size_t i = at(c, x, y);
	double value = claimed(c, i);

	if (!is_open(c, x, y))
		return FF_WALL;
	if (value == FF_FIELD_NONEF)
		return FF_UNREACHED;
	return c->start[i] <= value + 1e-9 ? FF_GOAL : FF_REACHED;
}

static void check_class(struct check *c, int32_t x, int32_t y)
{
	enum ff_class class = class_of(c, x, y);
	uint8_t said = c->claim->classes[at(c, x, y)];

	if (said != class &&
	    !((said == FF_NOT_COMPUTED || said == FF_NOT_YET) && class == FF_UNREACHED))
		wrong(c, FF_VERIFY_CLASS, x, y, "class is %s, should be %s", ff_classes_names[said],
		      ff_classes_names[class]);
	else if (said == FF_UNREACHED && c->joined[at(c, x, y)])
		wrong(c, FF_VERIFY_CLASS, x, y, "class is unreached, but there is a way to a goal");
}

/* The nearest goal in sight; ties to the first. */
static int64_t target_of(const struct check *c, int32_t x, int32_t y)
{
	const struct ff_seeds *seeds = c->q->seeds;
	int64_t w = c->q->cost->w, nearest = INT64_MAX, target = -1;
	uint32_t goal = 0;

	for (size_t i = 0; i < seeds->count; i++) {
		const struct ff_seed *seed = &seeds->items[i];
		int64_t goal_x = seed->cell % w, goal_y = seed->cell / w;
		int64_t far = (goal_x - x) * (goal_x - x) + (goal_y - y) * (goal_y - y);

		if (far > nearest ||
		    (far == nearest &&
		     (seed->goal > goal || (seed->goal == goal && (int64_t)seed->cell > target))))
			continue;
		if (seed->start > c->start[seed->cell] ||
		    class_of(c, (int32_t)goal_x, (int32_t)goal_y) != FF_GOAL ||
		    !sees(c, x, y, goal_x, goal_y, c->q->cost->cells[seed->cell]))
			continue;
		nearest = far;
		target = seed->cell;
		goal = seed->goal;
	}
	return target;
}

/* Whether the step is one of a cheapest path; whole-number metrics. */
static bool is_cheapest(const struct check *c, int32_t x, int32_t y, int d)
{
	size_t i = at(c, x, y), to = at(c, (int64_t)x + step_x[d], (int64_t)y + step_y[d]);
	double through = claimed(c, to) + price(c, d, c->q->cost->cells[i], c->q->cost->cells[to]);

	if (d % 2 != 0 && c->q->model->metric != FF_METRIC_OCTILE)
		return false;
	return c->partial ? through <= claimed(c, i) : through == claimed(c, i);
}

/* By how much the field falls along a permitted step, per length; 0 where it rises. */
static double fall_along(const struct check *c, int32_t x, int32_t y, int d)
{
	double fall;

	if (!permitted(c, x, y, d))
		return 0;
	fall = claimed(c, at(c, x, y)) -
	       claimed(c, at(c, (int64_t)x + step_x[d], (int64_t)y + step_y[d]));
	if (!(fall > 0))
		return 0;
	return d % 2 == 0 ? fall : fall * 0.70710678118654752;
}

static double steepest(const struct check *c, int32_t x, int32_t y)
{
	double most = 0;

	for (int d = 0; d < 8; d++) {
		double fall = fall_along(c, x, y, d);

		most = fall > most ? fall : most;
	}
	return most;
}

/* Whether the step is one of those that the flow rule prefers to all others. */
static bool is_optimal(const struct check *c, int32_t x, int32_t y, int direction)
{
	const struct ff_model *model = c->q->model;
	size_t i = at(c, x, y),
	       to = at(c, (int64_t)x + step_x[direction], (int64_t)y + step_y[direction]);

	if (claimed(c, to) >= claimed(c, i))
		return false;
	if (model->flow == FF_FLOW_LOWEST) {
		for (int d = 0; d < 8; d++)
			if (permitted(c, x, y, d) &&
			    claimed(c, at(c, (int64_t)x + step_x[d], (int64_t)y + step_y[d])) <
				    claimed(c, to))
				return false;
		return true;
	}
	if (model->metric == FF_METRIC_EUCLID)
		return fall_along(c, x, y, direction) >=
		       steepest(c, x, y) * (model->flow == FF_FLOW_PATH ? 0.9999 : 0.5) - 2e-6;
	return model->flow == FF_FLOW_GRADIENT || is_cheapest(c, x, y, direction);
}

/* Whether the step is the nearest to the straight line to a cell in sight; where that is a
 * diagonal past a wall, along its longer part. */
static bool is_towards(const struct check *c, int32_t x, int32_t y, int direction, int64_t target)
{
	int64_t dx = target % c->q->cost->w - x, dy = target / c->q->cost->w - y;
	int along = llabs(dx) > llabs(dy) ? (dx > 0 ? 2 : 6) : (dy > 0 ? 4 : 0);
	int nearest = (int)ff_flow_nearest((double)dx, (double)dy);

	if (!permitted(c, x, y, nearest))
		nearest = along;
	return direction == nearest;
}

static void check_direction(struct check *c, int32_t x, int32_t y)
{
	uint8_t direction = c->claim->directions[at(c, x, y)];

	if (class_of(c, x, y) != FF_REACHED) {
		if (direction != FF_NONE)
			wrong(c, FF_VERIFY_DIRECTION, x, y, "direction is %d, should be none",
			      direction);
	} else if (direction == FF_NONE) {
		wrong(c, FF_VERIFY_DIRECTION, x, y, "there is no direction");
	} else if (!permitted(c, x, y, direction)) {
		wrong(c, FF_VERIFY_DIRECTION, x, y, "direction %d is not permitted", direction);
	} else if (c->target[at(c, x, y)] >= 0) {
		if (!is_towards(c, x, y, direction, c->target[at(c, x, y)]))
			wrong(c, FF_VERIFY_DIRECTION, x, y,
			      "direction %d is not that of the goal in sight", direction);
	} else if (!is_optimal(c, x, y, direction)) {
		wrong(c, FF_VERIFY_DIRECTION, x, y, "direction %d is not the best", direction);
	}
}

/* Whether the cell that the vector leads into from the centre has a value. */
static bool enters_value(const struct check *c, int32_t x, int32_t y, struct ff_flow_vector v)
{
	float w = fabsf(v.dx), h = fabsf(v.dy);
	int64_t to_x = (int64_t)x + (v.dx > 0 ? 1 : -1), to_y = (int64_t)y + (v.dy > 0 ? 1 : -1);

	if (fabsf(w - h) < 2e-6F)
		return is_open(c, to_x, to_y) && claimed(c, at(c, to_x, to_y)) < FF_FIELD_NONEF;
	if (w > h)
		return is_open(c, to_x, y) && claimed(c, at(c, to_x, y)) < FF_FIELD_NONEF;
	return is_open(c, x, to_y) && claimed(c, at(c, x, to_y)) < FF_FIELD_NONEF;
}

/* The claim there; 'own' where it has no value. */
static double or_own(const struct check *c, int64_t x, int64_t y, double own)
{
	double value = is_open(c, x, y) ? claimed(c, at(c, x, y)) : FF_FIELD_NONEF;

	return value == FF_FIELD_NONEF ? own : value;
}

/* Whether the differences between opposite neighbours say where to go. */
static bool says_way(const struct check *c, int32_t x, int32_t y, double dx, double dy)
{
	struct ff_flow_vector v = {(float)dx, (float)dy};
	int d = (int)ff_flow_nearest(dx, dy);

	return permitted(c, x, y, d) &&
	       claimed(c, at(c, (int64_t)x + step_x[d], (int64_t)y + step_y[d])) <
		       claimed(c, at(c, x, y)) &&
	       enters_value(c, x, y, v);
}

/* By how much the field falls along a vector over the triangle that it leads across, between
 * a straight neighbour and the diagonal one beside it, per length. */
static double fall_towards(const struct check *c, int32_t x, int32_t y, struct ff_flow_vector v)
{
	double w = fabs((double)v.dx), h = fabs((double)v.dy), own = claimed(c, at(c, x, y));
	int right = v.dx > 0 ? 1 : -1, down = v.dy > 0 ? 1 : -1;
	double near =
		or_own(c, w >= h ? (int64_t)x + right : x, w >= h ? y : (int64_t)y + down, own);
	double far = or_own(c, (int64_t)x + right, (int64_t)y + down, near);

	return (own - near) * (w >= h ? w : h) + (near - far) * (w >= h ? h : w);
}

/* With rule "gradient" and whole numbers: whether the vector is that of those differences, or,
 * where they do not say, of a step of a cheapest path. */
static bool follows_slope(const struct check *c, int32_t x, int32_t y, struct ff_flow_vector v,
			  double loose)
{
	double own = claimed(c, at(c, x, y)), dx, dy, length;

	if (c->q->model->flow != FF_FLOW_GRADIENT)
		return true;
	if (c->q->model->metric == FF_METRIC_EUCLID)
		return fall_towards(c, x, y, v) >= 0.7 * steepest(c, x, y) - 1e-5;
	dx = or_own(c, (int64_t)x - 1, y, own) - or_own(c, (int64_t)x + 1, y, own);
	dy = or_own(c, x, (int64_t)y - 1, own) - or_own(c, x, (int64_t)y + 1, own);
	length = sqrt(dx * dx + dy * dy);
	if (length > 0 && says_way(c, x, y, dx / length, dy / length))
		return fabs(v.dx - dx / length) <= loose && fabs(v.dy - dy / length) <= loose;
	for (int d = 0; d < 8; d++)
		if (fabs((double)v.dx - ff_flow_units[d].dx) <= loose &&
		    fabs((double)v.dy - ff_flow_units[d].dy) <= loose)
			return permitted(c, x, y, d) && is_cheapest(c, x, y, d);
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
	return cosine >= (direction % 2 == 0 && model->metric == FF_METRIC_EUCLID
				  ? 0.70710678118654752
				  : 0.92387953251128676) -
				 loose;
}

static void check_vector(struct check *c, int32_t x, int32_t y)
{
	static const double loose = 1e-5; /* vectors have 6 decimals */
	size_t i = at(c, x, y);
	struct ff_flow_vector v = c->claim->vectors[i];
	double length = sqrt((double)v.dx * v.dx + (double)v.dy * v.dy);
	int64_t target = c->target[i];

	if (class_of(c, x, y) != FF_REACHED) {
		if (length > 0)
			wrong(c, FF_VERIFY_VECTOR, x, y, "the vector should be 0,0");
	} else if (!(fabs(length - 1) <= loose)) {
		wrong(c, FF_VERIFY_VECTOR, x, y, "the vector's length is %.6g, should be 1",
		      length);
	} else if (target >= 0) {
		int64_t across = target % c->q->cost->w - x, down = target / c->q->cost->w - y;
		double dx = (double)across, dy = (double)down;
		double far = sqrt(dx * dx + dy * dy);

		if (fabs(v.dx - dx / far) > loose || fabs(v.dy - dy / far) > loose)
			wrong(c, FF_VERIFY_VECTOR, x, y,
			      "the vector does not point at the goal in sight");
	} else if (!enters_value(c, x, y, v)) {
		wrong(c, FF_VERIFY_VECTOR, x, y, "the vector leads out of the reached cells");
	} else if (!follows_slope(c, x, y, v, loose)) {
		wrong(c, FF_VERIFY_VECTOR, x, y, "the vector does not lead down the slope");
	} else if (c->claim->directions != NULL && c->claim->directions[i] < FF_NONE &&
		   !agree(c->q->model, v, c->claim->directions[i], loose)) {
		wrong(c, FF_VERIFY_VECTOR, x, y, "the vector's direction is another one");
	}
}

/* Follows the directions from x,y until it is known how that ends. */
static void follow(struct check *c, int32_t x, int32_t y)
{
	int64_t here_x = x, here_y = y;
	enum route end;

	for (;;) {
		size_t i = at(c, here_x, here_y);
		uint8_t d = c->claim->directions[i];

		end = (enum route)c->route[i];
		if (end == WALKED)
			end = BAD; /* a cycle */
		if (end != UNKNOWN)
			break;
		if (class_of(c, (int32_t)here_x, (int32_t)here_y) == FF_GOAL || c->target[i] >= 0) {
			end = GOOD;
			break;
		}
		if (d >= FF_NONE || !is_open(c, here_x + step_x[d], here_y + step_y[d])) {
			end = BAD;
			break;
		}
		c->route[i] = WALKED;
		here_x += step_x[d];
		here_y += step_y[d];
	}
	for (here_x = x, here_y = y;;) {
		size_t i = at(c, here_x, here_y);
		uint8_t d = c->claim->directions[i];

		if (c->route[i] != WALKED) {
			c->route[i] = (uint8_t)end;
			return;
		}
		c->route[i] = (uint8_t)end;
		here_x += step_x[d];
		here_y += step_y[d];
	}
}

static void check_route(struct check *c, int32_t x, int32_t y)
{
	size_t i = at(c, x, y);

	if (class_of(c, x, y) != FF_REACHED)
		return;
	if (c->route[i] == UNKNOWN)
		follow(c, x, y);
	if (c->route[i] == BAD)
		wrong(c, FF_VERIFY_ROUTE, x, y, "following the directions does not end at a goal");
}

/* Runs one kind of check over all cells. */
static void each(struct check *c, void (*check)(struct check *, int32_t, int32_t))
{
	for (int32_t y = 0; y < c->q->cost->h; y++)
		for (int32_t x = 0; x < c->q->cost->w; x++)
			check(c, x, y);
}

static void join(struct check *c, size_t *count, size_t i)
{
	if (c->joined[i])
		return;
	c->joined[i] = 1;
	c->target[(*count)++] = (int64_t)i; /* which have their own use later */
}

/* Finds what walkers from the seeds get to: between cells that are left out, neighbours say
 * nothing of one that is called unreached. */
static void find_joined(struct check *c)
{
	int step = c->q->model->metric == FF_METRIC_OCTILE ? 1 : 2;
	size_t count = 0;

	for (size_t i = 0; i < c->q->seeds->count; i++)
		join(c, &count, c->q->seeds->items[i].cell);
	for (size_t k = 0; k < count; k++) {
		int32_t x = (int32_t)(c->target[k] % c->q->cost->w);
		int32_t y = (int32_t)(c->target[k] / c->q->cost->w);

		for (int d = 0; d < 8; d += step)
			if (permitted(c, x, y, d))
				join(c, &count,
				     at(c, (int64_t)x + step_x[d], (int64_t)y + step_y[d]));
	}
}

static void find_target(struct check *c, int32_t x, int32_t y)
{
	if (c->q->sight && class_of(c, x, y) == FF_REACHED)
		c->target[at(c, x, y)] = target_of(c, x, y);
}

enum ff_status ff_verify(const struct ff_verify_question *question,
			 const struct ff_verify_claim *claim, struct ff_verify_result *result)
{
	int32_t w = question->cost->w, h = question->cost->h;
	size_t cells = (size_t)w * (size_t)h;
	size_t count = question->seeds->count;
	bool whole = question->model->metric != FF_METRIC_EUCLID, left_out = false, pending = false;
	struct check c = {.q = question,
			  .claim = claim,
			  .result = result,
			  .start = ff_memory_cells(w, h, sizeof *c.start),
			  .sources = calloc(count + 1, sizeof *c.sources),
			  .target = ff_memory_cells(w, h, sizeof *c.target),
			  .route = ff_memory_cells(w, h, 1),
			  .joined = ff_memory_cells(w, h, 1)};
	enum ff_status st = FF_E_NOMEM;

	if (claim->field->w != w || claim->field->h != h || claim->field->type != FF_FIELD_F64)
		st = FF_E_ARG;
	if (st == FF_E_ARG || c.start == NULL || c.sources == NULL || c.target == NULL ||
	    c.route == NULL || c.joined == NULL)
		goto out;
	*result = (struct ff_verify_result){0};
	for (size_t i = 0; i < cells; i++) {
		double value = claimed(&c, i);

		left_out |= is_left_out(&c, i);
		pending |= is_pending(&c, i);
		if (value < FF_FIELD_NONEF && value > c.known)
			c.known = value;
		c.start[i] = FF_FIELD_NONEF;
	}
	c.partial = whole && (left_out || question->detours);
	memset(c.route, UNKNOWN, cells);
	memset(c.joined, 0, cells);
	if ((left_out || pending) && question->limit == FF_FIELD_NONEF)
		find_joined(&c);
	for (size_t i = 0; i < cells; i++)
		c.target[i] = -1;
	for (size_t i = 0; i < count; i++) {
		const struct ff_seed *seed = &question->seeds->items[i];

		if (seed->start < c.start[seed->cell])
			c.start[seed->cell] = seed->start;
	}
	for (size_t i = 0; i < count; i++)
		if (is_source(&c, &question->seeds->items[i]))
			c.sources[c.source_count++] = i;
	each(&c, check_value);
	check_mean(&c);
	each(&c, find_target);
	if (claim->classes != NULL)
		each(&c, check_class);
	if (claim->vectors != NULL)
		each(&c, check_vector);
	if (claim->directions != NULL) {
		each(&c, check_direction);
		each(&c, check_route);
	}
	st = FF_OK;
out:
	free(c.start);
	free(c.sources);
	free(c.target);
	free(c.route);
	free(c.joined);
	return st;
}
