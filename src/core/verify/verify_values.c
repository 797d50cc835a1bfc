/*
 * Whole numbers must be the least over all steps; waves obey an equation, or come straight from
 * a seed in sight.
 */
#include "core/verify/verify_values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* With euclid, in costs of a cell: how far it may be from what its neighbours say; if one
 * alone says it, as in a corridor; and on the mean over at least so many cells. */
static const double slack_wave = 0.36, slack_step = 0.05, slack_mean = 0.1;
enum { MEAN_OF = 9 };

/* The least that walking on through a neighbour costs; whole-number metrics. */
static double through_steps(const struct ff_verify_check *c, int32_t x, int32_t y)
{
	double least = FF_FIELD_NONEF;

	for (int d = 0; d < 8; d++) {
		size_t to = ff_verify_check_beside(c, x, y, d);
		double value;

		if ((d % 2 != 0 && ff_model_is_straight(c->q->model)) ||
		    !ff_verify_check_permits(c, x, y, d))
			continue;
		value = ff_verify_check_value(c, to) +
			ff_verify_check_price(c, d, c->q->cost->cells[ff_verify_check_at(c, x, y)],
					      c->q->cost->cells[to]);
		least = value < least ? value : least;
	}
	return least;
}

/* The lower of the values on both sides along one axis. */
static double lower_of(const struct ff_verify_check *c, int32_t x, int32_t y, int dx, int dy)
{
	double a = FF_FIELD_NONEF, b = FF_FIELD_NONEF;

	if (ff_verify_check_open(c, (int64_t)x - dx, (int64_t)y - dy))
		a = ff_verify_check_value(c,
					  ff_verify_check_at(c, (int64_t)x - dx, (int64_t)y - dy));
	if (ff_verify_check_open(c, (int64_t)x + dx, (int64_t)y + dy))
		b = ff_verify_check_value(c,
					  ff_verify_check_at(c, (int64_t)x + dx, (int64_t)y + dy));
	return a < b ? a : b;
}

/* The upwind solution of (D - a)^2 + (D - b)^2 = cost^2. */
static double through_front(const struct ff_verify_check *c, int32_t x, int32_t y)
{
	double cost = c->q->cost->cells[ff_verify_check_at(c, x, y)];
	double a = lower_of(c, x, y, 1, 0), b = lower_of(c, x, y, 0, 1);
	double least = a < b ? a : b, apart = fabs(a - b);

	if (least == FF_FIELD_NONEF || !(apart < cost))
		return least + cost;
	return (a + b + sqrt(2 * cost * cost - apart * apart)) / 2;
}

/* The same between a neighbour and the diagonal one beside it, which has a
 * corner in common with the cell: a wave may bend around a wall there. */
static double through_corner(const struct ff_verify_check *c, int32_t x, int32_t y, int straight,
			     int diagonal)
{
	static const double root = 1.41421356237309504880;
	int64_t by_x = (int64_t)x + ff_verify_check_x[straight],
		by_y = (int64_t)y + ff_verify_check_y[straight];
	int64_t from_x = (int64_t)x + ff_verify_check_x[diagonal],
		from_y = (int64_t)y + ff_verify_check_y[diagonal];
	double cost = c->q->cost->cells[ff_verify_check_at(c, x, y)], fall;

	if (!ff_verify_check_open(c, by_x, by_y) || !ff_verify_check_open(c, from_x, from_y) ||
	    c->q->cost->cells[ff_verify_check_at(c, by_x, by_y)] != cost)
		return FF_FIELD_NONEF;
	fall = ff_verify_check_value(c, ff_verify_check_at(c, by_x, by_y)) -
	       ff_verify_check_value(c, ff_verify_check_at(c, from_x, from_y));
	if (!(fall > 0))
		return FF_FIELD_NONEF;
	if (fall * root >= cost)
		return ff_verify_check_value(c, ff_verify_check_at(c, from_x, from_y)) +
		       root * cost;
	return ff_verify_check_value(c, ff_verify_check_at(c, by_x, by_y)) +
	       sqrt(cost * cost - fall * fall);
}

static double through_waves(const struct ff_verify_check *c, int32_t x, int32_t y)
{
	double least = through_front(c, x, y);

	for (int d = 0; d < 8; d++) {
		/* N and NE, E and NE, E and SE, ... */
		double value = through_corner(c, x, y, (d + 1) / 2 * 2 % 8, d / 2 * 2 + 1);

		least = value < least ? value : least;
	}
	return least;
}

/* Tells whether anybody has reason to walk straight to a seed: one inside of a goal's area, or one
 * that a neighbour undercuts, only makes the lists that is_straight() walks through long. */
static bool is_source(const struct ff_verify_check *c, const struct ff_seed *seed)
{
	int64_t w = c->q->cost->w, x = seed->cell % w, y = seed->cell / w;
	bool spreads = false;

	for (int d = 0; d < 8; d += 2) {
		int64_t to_x = x + ff_verify_check_x[d], to_y = y + ff_verify_check_y[d];
		double there;

		if (!ff_verify_check_open(c, to_x, to_y))
			continue;
		there = c->start[ff_verify_check_at(c, to_x, to_y)];
		if (there + c->q->cost->cells[seed->cell] <= seed->start)
			return false;
		spreads |= there > seed->start;
	}
	return spreads;
}

/* How long straight lines may be: with more than 16 goals, twice as long as makes the discs around
 * all of them together 16 times as large as the map.  Farther away a wave is as good as exact. */
static double longest_line(const struct ff_verify_check *c)
{
	double cells = (double)c->q->cost->w * c->q->cost->h;
	double sources = (double)c->source_count;

	return c->source_count <= 16 ? (double)INFINITY
				     : 2 * fmax(2, sqrt(16 / 3.14 * cells / sources)) + 1;
}

/* Whether a value is the straight way to a cell in sight where a seed starts, to the 6 decimals
 * that CSV files have. */
static bool comes_from(const struct ff_verify_check *c, int32_t x, int32_t y, double value,
		       int64_t goal_x, int64_t goal_y, double start)
{
	uint8_t cost = c->q->cost->cells[ff_verify_check_at(c, x, y)];
	double dx = (double)(goal_x - x), dy = (double)(goal_y - y);

	c->result->looks++;
	return fabs(start + cost * sqrt(dx * dx + dy * dy) - value) <= 2e-6 &&
	       ff_verify_check_sees(c, x, y, goal_x, goal_y, cost);
}

/* The same for any seed: looks at all of them, or, where they are many, at the cells that are not
 * too far away. */
static bool is_straight(const struct ff_verify_check *c, int32_t x, int32_t y, double value)
{
	double far = ceil(
		fmin((value + 1e-3) / c->q->cost->cells[ff_verify_check_at(c, x, y)], c->line));
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
			if (ff_verify_check_open(c, to_x, to_y) &&
			    comes_from(c, x, y, value, to_x, to_y,
				       c->start[ff_verify_check_at(c, to_x, to_y)]))
				return true;
	return false;
}

/* Reports two values, with as many digits as make them differ. */
static void wrong_pair(struct ff_verify_check *c, int32_t x, int32_t y, double value, double should)
{
	char a[40], b[40];
	int digits = 15;

	do {
		snprintf(a, sizeof a, "%.*g", digits, value / c->q->unit);
		snprintf(b, sizeof b, "%.*g", digits, should / c->q->unit);
	} while (strcmp(a, b) == 0 && ++digits <= 17);
	ff_verify_check_wrong(c, FF_VERIFY_VALUE, x, y,
			      c->partial ? "integration is %s, walking on costs %s"
					 : "integration is %s, should be %s",
			      a, b);
}

/* Reports a wrong value. */
static void wrong_value(struct ff_verify_check *c, int32_t x, int32_t y, double value,
			double should)
{
	if (value == FF_FIELD_NONEF)
		ff_verify_check_wrong(c, FF_VERIFY_VALUE, x, y,
				      "there is no integration, it should be %.15g",
				      should / c->q->unit);
	else if (should == FF_FIELD_NONEF || should > c->q->limit)
		ff_verify_check_wrong(c, FF_VERIFY_VALUE, x, y,
				      "integration is %.15g, there should be none",
				      value / c->q->unit);
	else
		wrong_pair(c, x, y, value, should);
}

static void check_steps(struct ff_verify_check *c, int32_t x, int32_t y)
{
	size_t i = ff_verify_check_at(c, x, y);
	double value = ff_verify_check_value(c, i), should = through_steps(c, x, y);

	if (c->start[i] < should)
		should = c->start[i];
	if (c->partial && value < FF_FIELD_NONEF && value >= should)
		return;
	if (should > c->q->limit ? value != FF_FIELD_NONEF : value != should)
		wrong_value(c, x, y, value, should);
}

static void check_wave(struct ff_verify_check *c, int32_t x, int32_t y)
{
	/* What 6 decimals and a double round off. */
	size_t i = ff_verify_check_at(c, x, y);
	double value = ff_verify_check_value(c, i), wave = through_waves(c, x, y);
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
static void check_pending(struct ff_verify_check *c, int32_t x, int32_t y)
{
	size_t i = ff_verify_check_at(c, x, y);
	bool euclid = ff_model_is_continuous(c->q->model);
	double should = euclid ? through_waves(c, x, y) : through_steps(c, x, y);
	double slack = euclid ? slack_wave * c->q->cost->cells[i] + 2e-6 : 0;

	if (c->start[i] < should)
		should = c->start[i];
	if (should < c->known - slack && !c->partial)
		wrong_value(c, x, y, FF_FIELD_NONEF, should);
}

static void check_value(struct ff_verify_check *c, int32_t x, int32_t y)
{
	size_t i = ff_verify_check_at(c, x, y);

	if (ff_verify_check_open(c, x, y) && ff_verify_check_left_out(c, i) &&
	    ff_verify_check_value(c, i) == FF_FIELD_NONEF)
		return;
	if (ff_verify_check_open(c, x, y) && ff_verify_check_pending(c, i) &&
	    ff_verify_check_value(c, i) == FF_FIELD_NONEF) {
		check_pending(c, x, y);
		return;
	}
	if (ff_verify_check_open(c, x, y) && ff_model_is_continuous(c->q->model))
		check_wave(c, x, y);
	else if (ff_verify_check_open(c, x, y))
		check_steps(c, x, y);
	else if (ff_verify_check_value(c, i) != FF_FIELD_NONEF)
		ff_verify_check_wrong(c, FF_VERIFY_VALUE, x, y, "a wall has an integration");
}

/* Small faults everywhere are a large one. */
static void check_mean(struct ff_verify_check *c)
{
	if (c->counted >= MEAN_OF && c->off > slack_mean * (double)c->counted)
		ff_verify_check_wrong(c, FF_VERIFY_VALUE, c->q->cost->w - 1, c->q->cost->h - 1,
				      "integrations are off by %.2g of a cell's cost on the mean",
				      c->off / (double)c->counted);
}

void ff_verify_values(struct ff_verify_check *c)
{
	for (size_t i = 0; i < c->q->seeds->count; i++)
		if (is_source(c, &c->q->seeds->items[i]))
			c->sources[c->source_count++] = i;
	c->line = longest_line(c);
	ff_verify_check_each(c, check_value);
	check_mean(c);
}
