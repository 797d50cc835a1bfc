/*
 * Values are checked first, then what follows from them: classes, vectors, directions, and
 * at last where those lead.
 *
 * The neighbours of a cell, the corner rule, prices and lines of sight are worked out here once
 * more, from the contract: a mistake in the code that solves is none here.
 */
#include "core/verify/verify.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

/* A claim while it is checked against a question. */
struct check {
	const struct ff_verify_question *q;
	const struct ff_verify_claim *claim;
	struct ff_verify_result *result;
	double *start;   /* [w*h]  of the cheapest seed there, in units; INFINITY: none */
	size_t *sources; /* [source_count]  the seeds that are not surrounded by others */
	size_t source_count;
	double line;     /* with euclid: how long a straight line to a seed may be, in cells */
	int64_t *target; /* [w*h]  with sight: the goal that a cell points at; -1: none */
	uint8_t *route;  /* [w*h]  enum route */
	uint8_t *joined; /* [w*h]  where cells are left out: 1: a way to a goal is there */
	double off; /* with euclid: the sum of how far cells are from their equation, in costs */
	uint64_t counted;
	double known; /* the largest value that is claimed, in units */
	bool partial; /* values may have detours, as was asked or as some cells were not computed */
};

/* The step in each direction along x and along y. */
static const int step_x[8] = {0, 1, 1, 1, 0, -1, -1, -1};
static const int step_y[8] = {-1, -1, 0, 1, 1, 1, 0, -1};

/* Returns the index of cell x,y of the map in grids [w*h]. */
static size_t cell_at(const struct check *c, int64_t x, int64_t y)
{
	return (size_t)(y * c->q->cost->w + x);
}

/* Returns the same for the next cell in a direction, which is on the map. */
static size_t cell_beside(const struct check *c, int32_t x, int32_t y, int d)
{
	return cell_at(c, (int64_t)x + step_x[d], (int64_t)y + step_y[d]);
}

/* Returns true if x,y, on the map or not, is a cell and no wall. */
static bool is_open(const struct check *c, int64_t x, int64_t y)
{
	return x >= 0 && y >= 0 && x < c->q->cost->w && y < c->q->cost->h &&
	       c->q->cost->cells[cell_at(c, x, y)] != FF_COST_WALL;
}

/* Returns true if the corner rule lets walkers on cell x,y step in direction d. */
static bool permits_step(const struct check *c, int32_t x, int32_t y, int d)
{
	int64_t to_x = (int64_t)x + step_x[d], to_y = (int64_t)y + step_y[d];
	int sides = is_open(c, to_x, y) + is_open(c, x, to_y);

	if (!is_open(c, to_x, to_y))
		return false;
	if (d % 2 == 0 || c->q->model->corners == FF_CORNERS_CUT)
		return true;
	return sides >= (c->q->model->corners == FF_CORNERS_STRICT ? 2 : 1);
}

/* Returns true if the claim leaves out a cell whose value was not asked for. */
static bool is_left_out(const struct check *c, size_t i)
{
	return c->claim->classes != NULL && c->claim->classes[i] == FF_NOT_COMPUTED;
}

/* Returns true if a cell's value was not known yet when work ended: no cheaper one is known,
 * either. */
static bool is_pending(const struct check *c, size_t i)
{
	return c->claim->classes != NULL && c->claim->classes[i] == FF_NOT_YET;
}

/* Returns the value that is claimed of a cell, in units: whole numbers are read back as such. */
static double claimed_value(const struct check *c, size_t i)
{
	double units = c->claim->field->f64[i] * c->q->unit;

	if (ff_model_is_continuous(c->q->model) || units == FF_FIELD_NONEF)
		return units;
	/* 6 decimals, and what a double rounds off. */
	return fabs(units - round(units)) <= 0.001 + units * 0x1p-51 ? round(units) : units;
}

/* Returns the price of a step, in units; whole-number metrics. */
static double step_price(const struct check *c, int d, uint8_t from, uint8_t to)
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

/* Returns the class that follows from the claimed value.  A goal's value is its start; where
 * it is less, walkers do better to walk on. */
static enum ff_class claimed_class(const struct check *c, int32_t x, int32_t y)
{
	size_t i = cell_at(c, x, y);
	double value = claimed_value(c, i);

	if (!is_open(c, x, y))
		return FF_WALL;
	if (value == FF_FIELD_NONEF)
		return FF_UNREACHED;
	return c->start[i] <= value + 1e-9 ? FF_GOAL : FF_REACHED;
}

/* Runs one kind of check over all cells, row by row. */
static void check_each(struct check *c, void (*check)(struct check *, int32_t, int32_t))
{
	for (int32_t y = 0; y < c->q->cost->h; y++)
		for (int32_t x = 0; x < c->q->cost->w; x++)
			check(c, x, y);
}

/* Returns true if the segment between two cells' centres runs through cells of that cost only, and
 * past open cells where it meets a corner. */
static bool sees_seed(const struct check *c, int64_t x, int64_t y, int64_t goal_x, int64_t goal_y,
		      uint8_t cost)
{
	int64_t w = llabs(goal_x - x), h = llabs(goal_y - y), i = 0, j = 0;
	int right = goal_x > x ? 1 : -1, down = goal_y > y ? 1 : -1;

	while (i < w || j < h) {
		/* Its sign tells which side of the cell is crossed first. */
		int64_t side = (2 * i + 1) * h - (2 * j + 1) * w;

		if (c->q->cost->cells[cell_at(c, x, y)] != cost)
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

/* Counts a fault, and keeps what is said of it if it comes first. */
__attribute__((format(printf, 5, 6))) static void report_wrong(struct check *c,
							       enum ff_verify_kind kind, int32_t x,
							       int32_t y, const char *format, ...)
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

/*
 * Values.
 *
 * Whole numbers must be the least over all steps; waves obey an equation, or come straight from
 * a seed in sight.
 */

/* With euclid, in costs of a cell: how far it may be from what its neighbours say; if one
 * alone says it, as in a corridor; and on the mean over at least so many cells. */
static const double slack_wave = 0.36, slack_step = 0.05, slack_mean = 0.1;
enum { MEAN_OF = 9 };

/* The least that walking on through a neighbour costs; whole-number metrics. */
static double through_steps(const struct check *c, int32_t x, int32_t y)
{
	double least = FF_FIELD_NONEF;

	for (int d = 0; d < 8; d++) {
		size_t to = cell_beside(c, x, y, d);
		double value;

		if ((d % 2 != 0 && ff_model_is_straight(c->q->model)) || !permits_step(c, x, y, d))
			continue;
		value = claimed_value(c, to) + step_price(c, d, c->q->cost->cells[cell_at(c, x, y)],
							  c->q->cost->cells[to]);
		least = value < least ? value : least;
	}
	return least;
}

/* The lower of the values on both sides along one axis. */
static double lower_of(const struct check *c, int32_t x, int32_t y, int dx, int dy)
{
	double a = FF_FIELD_NONEF, b = FF_FIELD_NONEF;

	if (is_open(c, (int64_t)x - dx, (int64_t)y - dy))
		a = claimed_value(c, cell_at(c, (int64_t)x - dx, (int64_t)y - dy));
	if (is_open(c, (int64_t)x + dx, (int64_t)y + dy))
		b = claimed_value(c, cell_at(c, (int64_t)x + dx, (int64_t)y + dy));
	return a < b ? a : b;
}

/* The upwind solution of (D - a)^2 + (D - b)^2 = cost^2. */
static double through_front(const struct check *c, int32_t x, int32_t y)
{
	double cost = c->q->cost->cells[cell_at(c, x, y)];
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
	double cost = c->q->cost->cells[cell_at(c, x, y)], fall;

	if (!is_open(c, by_x, by_y) || !is_open(c, from_x, from_y) ||
	    c->q->cost->cells[cell_at(c, by_x, by_y)] != cost)
		return FF_FIELD_NONEF;
	fall = claimed_value(c, cell_at(c, by_x, by_y)) -
	       claimed_value(c, cell_at(c, from_x, from_y));
	if (!(fall > 0))
		return FF_FIELD_NONEF;
	if (fall * root >= cost)
		return claimed_value(c, cell_at(c, from_x, from_y)) + root * cost;
	return claimed_value(c, cell_at(c, by_x, by_y)) + sqrt(cost * cost - fall * fall);
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

/* Tells whether anybody has reason to walk straight to a seed: one inside of a goal's area, or one
 * that a neighbour undercuts, only makes the lists that is_straight() walks through long. */
static bool is_source(const struct check *c, const struct ff_seed *seed)
{
	int64_t w = c->q->cost->w, x = seed->cell % w, y = seed->cell / w;
	bool spreads = false;

	for (int d = 0; d < 8; d += 2) {
		int64_t to_x = x + step_x[d], to_y = y + step_y[d];
		double there;

		if (!is_open(c, to_x, to_y))
			continue;
		there = c->start[cell_at(c, to_x, to_y)];
		if (there + c->q->cost->cells[seed->cell] <= seed->start)
			return false;
		spreads |= there > seed->start;
	}
	return spreads;
}

/* Returns how long straight lines may be: with more than 16 goals, twice as long as makes the discs
 * around all of them together 16 times as large as the map.  Farther away a wave is as good as
 * exact. */
static double longest_line(const struct check *c)
{
	double cells = (double)c->q->cost->w * c->q->cost->h;
	double sources = (double)c->source_count;

	return c->source_count <= 16 ? (double)INFINITY
				     : 2 * fmax(2, sqrt(16 / 3.14 * cells / sources)) + 1;
}

/* Returns true if a value is the straight way to a cell in sight where a seed starts, to the 6
 * decimals that CSV files have. */
static bool comes_from(const struct check *c, int32_t x, int32_t y, double value, int64_t goal_x,
		       int64_t goal_y, double start)
{
	uint8_t cost = c->q->cost->cells[cell_at(c, x, y)];
	double dx = (double)(goal_x - x), dy = (double)(goal_y - y);

	c->result->looks++;
	return fabs(start + cost * sqrt(dx * dx + dy * dy) - value) <= 2e-6 &&
	       sees_seed(c, x, y, goal_x, goal_y, cost);
}

/* The same for any seed: looks at all of them, or, where they are many, at the cells that are not
 * too far away. */
static bool is_straight(const struct check *c, int32_t x, int32_t y, double value)
{
	double far = ceil(fmin((value + 1e-3) / c->q->cost->cells[cell_at(c, x, y)], c->line));
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
			if (is_open(c, to_x, to_y) && comes_from(c, x, y, value, to_x, to_y,
								 c->start[cell_at(c, to_x, to_y)]))
				return true;
	return false;
}

/* Reports two values, with as many digits as make them differ. */
static void wrong_pair(struct check *c, int32_t x, int32_t y, double value, double should)
{
	char a[40], b[40];
	int digits = 15;

	do {
		snprintf(a, sizeof a, "%.*g", digits, value / c->q->unit);
		snprintf(b, sizeof b, "%.*g", digits, should / c->q->unit);
	} while (strcmp(a, b) == 0 && ++digits <= 17);
	report_wrong(c, FF_VERIFY_VALUE, x, y,
		     c->partial ? "integration is %s, walking on costs %s"
				: "integration is %s, should be %s",
		     a, b);
}

/* Reports a wrong value. */
static void wrong_value(struct check *c, int32_t x, int32_t y, double value, double should)
{
	if (value == FF_FIELD_NONEF)
		report_wrong(c, FF_VERIFY_VALUE, x, y,
			     "there is no integration, it should be %.15g", should / c->q->unit);
	else if (should == FF_FIELD_NONEF || should > c->q->limit)
		report_wrong(c, FF_VERIFY_VALUE, x, y, "integration is %.15g, there should be none",
			     value / c->q->unit);
	else
		wrong_pair(c, x, y, value, should);
}

static void check_steps(struct check *c, int32_t x, int32_t y)
{
	size_t i = cell_at(c, x, y);
	double value = claimed_value(c, i), should = through_steps(c, x, y);

	if (c->start[i] < should)
		should = c->start[i];
	if (c->partial && value < FF_FIELD_NONEF && value >= should)
		return;
	if (should > c->q->limit ? value != FF_FIELD_NONEF : value != should)
		wrong_value(c, x, y, value, should);
}

static void check_wave(struct check *c, int32_t x, int32_t y)
{
	/* Allows for the rounding of 6 decimals and of a double. */
	size_t i = cell_at(c, x, y);
	double value = claimed_value(c, i), wave = through_waves(c, x, y);
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
	/* A cell at the limit may be on either side of it. */
	if (value == FF_FIELD_NONEF
		    ? should == FF_FIELD_NONEF || should > c->q->limit - slack
		    : value <= c->q->limit && value < should && is_straight(c, x, y, value))
		return;
	if (value <= c->q->limit && should == wave && fabs(value - wave) <= slack) {
		/* The equation does not hold where straight lines from several seeds meet. */
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
	size_t i = cell_at(c, x, y);
	bool euclid = ff_model_is_continuous(c->q->model);
	double should = euclid ? through_waves(c, x, y) : through_steps(c, x, y);
	double slack = euclid ? slack_wave * c->q->cost->cells[i] + 2e-6 : 0;

	if (c->start[i] < should)
		should = c->start[i];
	if (should < c->known - slack && !c->partial)
		wrong_value(c, x, y, FF_FIELD_NONEF, should);
}

static void check_value(struct check *c, int32_t x, int32_t y)
{
	size_t i = cell_at(c, x, y);

	if (is_open(c, x, y) && is_left_out(c, i) && claimed_value(c, i) == FF_FIELD_NONEF)
		return;
	if (is_open(c, x, y) && is_pending(c, i) && claimed_value(c, i) == FF_FIELD_NONEF) {
		check_pending(c, x, y);
		return;
	}
	if (is_open(c, x, y) && ff_model_is_continuous(c->q->model))
		check_wave(c, x, y);
	else if (is_open(c, x, y))
		check_steps(c, x, y);
	else if (claimed_value(c, i) != FF_FIELD_NONEF)
		report_wrong(c, FF_VERIFY_VALUE, x, y, "a wall has an integration");
}

/* Small faults everywhere are a large one. */
static void check_mean(struct check *c)
{
	if (c->counted >= MEAN_OF && c->off > slack_mean * (double)c->counted)
		report_wrong(c, FF_VERIFY_VALUE, c->q->cost->w - 1, c->q->cost->h - 1,
			     "integrations are off by %.2g of a cell's cost on the mean",
			     c->off / (double)c->counted);
}

/* Compares every value with its seed's start and its neighbours.  Fills 'sources' [seeds' count],
 * 'off' and 'counted'. */
static void check_values(struct check *c)
{
	for (size_t i = 0; i < c->q->seeds->count; i++)
		if (is_source(c, &c->q->seeds->items[i]))
			c->sources[c->source_count++] = i;
	c->line = longest_line(c);
	check_each(c, check_value);
	check_mean(c);
}

/*
 * Directions and vectors.
 *
 * With 'sight' the goal that a cell points at is looked for among all seeds.  Whatever else a
 * direction or a vector may be follows from the values around the cell and the flow rule.
 */

/* The goal that a cell points at, while it is looked for. */
struct aim {
	int32_t x, y;
	int64_t nearest; /* the square of a distance */
	int64_t target;  /* -1: none yet */
	uint32_t goal;
};

/* Takes a seed if it is nearer and in sight; ties go to the first. */
static void offer_seed(struct check *c, struct aim *aim, const struct ff_seed *seed)
{
	int64_t w = c->q->cost->w, goal_x = seed->cell % w, goal_y = seed->cell / w;
	int64_t dx = goal_x - aim->x, dy = goal_y - aim->y, far = dx * dx + dy * dy;

	c->result->looks++;
	if (far > aim->nearest || (far == aim->nearest && (seed->goal > aim->goal ||
							   (seed->goal == aim->goal &&
							    (int64_t)seed->cell >= aim->target))))
		return;
	if (seed->start > c->start[seed->cell] ||
	    claimed_class(c, (int32_t)goal_x, (int32_t)goal_y) != FF_GOAL ||
	    !sees_seed(c, aim->x, aim->y, goal_x, goal_y, c->q->cost->cells[seed->cell]))
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
static void offer_row(struct check *c, struct aim *aim, const struct rows *rows, int64_t y)
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
static void offer_target(struct check *c, struct aim *aim, const struct rows *rows, int64_t target)
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
static int64_t target_of(struct check *c, const struct rows *rows, int32_t x, int32_t y)
{
	struct aim aim = {x, y, INT64_MAX, -1, UINT32_MAX};
	int32_t h = c->q->cost->h;

	if (x > 0)
		offer_target(c, &aim, rows, c->target[cell_at(c, x - 1, y)]);
	if (y > 0)
		offer_target(c, &aim, rows, c->target[cell_at(c, x, y - 1)]);
	for (int64_t dy = 0; dy < h && dy * dy <= aim.nearest; dy++) {
		if (y - dy >= 0)
			offer_row(c, &aim, rows, y - dy);
		if (dy > 0 && y + dy < h && dy * dy <= aim.nearest)
			offer_row(c, &aim, rows, y + dy);
	}
	return aim.target;
}

static bool make_rows(const struct check *c, struct rows *rows)
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

/* Returns true if the step is one of a cheapest path; whole-number metrics. */
static bool is_cheapest(const struct check *c, int32_t x, int32_t y, int d)
{
	size_t i = cell_at(c, x, y), to = cell_beside(c, x, y, d);
	double through = claimed_value(c, to) +
			 step_price(c, d, c->q->cost->cells[i], c->q->cost->cells[to]);

	if (d % 2 != 0 && !ff_model_is_diagonal(c->q->model))
		return false;
	return c->partial ? through <= claimed_value(c, i) : through == claimed_value(c, i);
}

/* By how much the field falls along a permitted step, per length; 0 where it rises. */
static double fall_along(const struct check *c, int32_t x, int32_t y, int d)
{
	double fall;

	if (!permits_step(c, x, y, d))
		return 0;
	fall = claimed_value(c, cell_at(c, x, y)) - claimed_value(c, cell_beside(c, x, y, d));
	if (!(fall > 0))
		return 0;
	return d % 2 == 0 ? fall : fall * 0.70710678118654752;
}

static double steepest_fall(const struct check *c, int32_t x, int32_t y)
{
	double most = 0;

	for (int d = 0; d < 8; d++) {
		double fall = fall_along(c, x, y, d);

		most = fall > most ? fall : most;
	}
	return most;
}

/* Returns true if the step is one of those that the flow rule prefers to all others. */
static bool is_optimal(const struct check *c, int32_t x, int32_t y, int direction)
{
	const struct ff_model *model = c->q->model;
	size_t i = cell_at(c, x, y), to = cell_beside(c, x, y, direction);

	if (claimed_value(c, to) >= claimed_value(c, i))
		return false;
	if (model->flow == FF_FLOW_LOWEST) {
		for (int d = 0; d < 8; d++)
			if (permits_step(c, x, y, d) &&
			    claimed_value(c, cell_beside(c, x, y, d)) < claimed_value(c, to))
				return false;
		return true;
	}
	if (ff_model_is_continuous(model))
		return fall_along(c, x, y, direction) >=
		       steepest_fall(c, x, y) * (model->flow == FF_FLOW_PATH ? 0.9999 : 0.5) - 2e-6;
	return model->flow == FF_FLOW_GRADIENT || is_cheapest(c, x, y, direction);
}

/* Returns true if the step is the nearest to the straight line to a cell in sight; where that is a
 * diagonal past a wall, along its longer part. */
static bool is_towards(const struct check *c, int32_t x, int32_t y, int direction, int64_t target)
{
	int64_t dx = target % c->q->cost->w - x, dy = target / c->q->cost->w - y;
	int along = llabs(dx) > llabs(dy) ? (dx > 0 ? 2 : 6) : (dy > 0 ? 4 : 0);
	int nearest = (int)ff_flow_nearest((double)dx, (double)dy);

	if (!permits_step(c, x, y, nearest))
		nearest = along;
	return direction == nearest;
}

static void check_direction(struct check *c, int32_t x, int32_t y)
{
	uint8_t direction = c->claim->directions[cell_at(c, x, y)];

	if (claimed_class(c, x, y) != FF_REACHED) {
		if (direction != FF_NONE)
			report_wrong(c, FF_VERIFY_DIRECTION, x, y,
				     "direction is %d, should be none", direction);
	} else if (direction == FF_NONE) {
		report_wrong(c, FF_VERIFY_DIRECTION, x, y, "there is no direction");
	} else if (!permits_step(c, x, y, direction)) {
		report_wrong(c, FF_VERIFY_DIRECTION, x, y, "direction %d is not permitted",
			     direction);
	} else if (c->target[cell_at(c, x, y)] >= 0) {
		if (!is_towards(c, x, y, direction, c->target[cell_at(c, x, y)]))
			report_wrong(c, FF_VERIFY_DIRECTION, x, y,
				     "direction %d is not that of the goal in sight", direction);
	} else if (!is_optimal(c, x, y, direction)) {
		report_wrong(c, FF_VERIFY_DIRECTION, x, y, "direction %d is not the best",
			     direction);
	}
}

/* Returns true if the cell that the vector leads into from the centre has a value. */
static bool enters_value(const struct check *c, int32_t x, int32_t y, struct ff_flow_vector v)
{
	float w = fabsf(v.dx), h = fabsf(v.dy);
	int64_t to_x = (int64_t)x + (v.dx > 0 ? 1 : -1), to_y = (int64_t)y + (v.dy > 0 ? 1 : -1);

	if (fabsf(w - h) < 2e-6F)
		return is_open(c, to_x, to_y) &&
		       claimed_value(c, cell_at(c, to_x, to_y)) < FF_FIELD_NONEF;
	if (w > h)
		return is_open(c, to_x, y) &&
		       claimed_value(c, cell_at(c, to_x, y)) < FF_FIELD_NONEF;
	return is_open(c, x, to_y) && claimed_value(c, cell_at(c, x, to_y)) < FF_FIELD_NONEF;
}

/* The claim there; 'own' where it has no value. */
static double or_own(const struct check *c, int64_t x, int64_t y, double own)
{
	double value = is_open(c, x, y) ? claimed_value(c, cell_at(c, x, y)) : FF_FIELD_NONEF;

	return value == FF_FIELD_NONEF ? own : value;
}

/* Returns true if the differences between opposite neighbours say where to go. */
static bool says_way(const struct check *c, int32_t x, int32_t y, double dx, double dy)
{
	struct ff_flow_vector v = {(float)dx, (float)dy};
	int d = (int)ff_flow_nearest(dx, dy);

	return permits_step(c, x, y, d) &&
	       claimed_value(c, cell_beside(c, x, y, d)) < claimed_value(c, cell_at(c, x, y)) &&
	       enters_value(c, x, y, v);
}

/* By how much the field falls along a vector over the triangle that it leads across, between
 * a straight neighbour and the diagonal one beside it, per length. */
static double fall_towards(const struct check *c, int32_t x, int32_t y, struct ff_flow_vector v)
{
	double w = fabs((double)v.dx), h = fabs((double)v.dy),
	       own = claimed_value(c, cell_at(c, x, y));
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
	double own = claimed_value(c, cell_at(c, x, y)), dx, dy, length;

	if (c->q->model->flow != FF_FLOW_GRADIENT)
		return true;
	if (ff_model_is_continuous(c->q->model))
		return fall_towards(c, x, y, v) >= 0.7 * steepest_fall(c, x, y) - 1e-5;
	dx = or_own(c, (int64_t)x - 1, y, own) - or_own(c, (int64_t)x + 1, y, own);
	dy = or_own(c, x, (int64_t)y - 1, own) - or_own(c, x, (int64_t)y + 1, own);
	length = sqrt(dx * dx + dy * dy);
	if (length > 0 && says_way(c, x, y, dx / length, dy / length))
		return fabs(v.dx - dx / length) <= loose && fabs(v.dy - dy / length) <= loose;
	for (int d = 0; d < 8; d++)
		if (fabs((double)v.dx - ff_flow_units[d].dx) <= loose &&
		    fabs((double)v.dy - ff_flow_units[d].dy) <= loose)
			return permits_step(c, x, y, d) && is_cheapest(c, x, y, d);
	return false;
}

/* Returns true if a vector is that of a direction; with rule "gradient" it need only be nearest
 * to it, within 22.5 degrees, or enter the cell that it leads to, within 45. */
static bool directions_agree(const struct ff_model *model, struct ff_flow_vector v, int direction,
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

static void check_vector(struct check *c, int32_t x, int32_t y)
{
	static const double loose = 1e-5; /* vectors have 6 decimals */
	size_t i = cell_at(c, x, y);
	struct ff_flow_vector v = c->claim->vectors[i];
	double length = sqrt((double)v.dx * v.dx + (double)v.dy * v.dy);
	int64_t target = c->target[i];

	if (claimed_class(c, x, y) != FF_REACHED) {
		if (length > 0)
			report_wrong(c, FF_VERIFY_VECTOR, x, y, "the vector should be 0,0");
	} else if (!(fabs(length - 1) <= loose)) {
		report_wrong(c, FF_VERIFY_VECTOR, x, y, "the vector's length is %.6g, should be 1",
			     length);
	} else if (target >= 0) {
		int64_t across = target % c->q->cost->w - x, down = target / c->q->cost->w - y;
		double dx = (double)across, dy = (double)down;
		double far = sqrt(dx * dx + dy * dy);

		if (fabs(v.dx - dx / far) > loose || fabs(v.dy - dy / far) > loose)
			report_wrong(c, FF_VERIFY_VECTOR, x, y,
				     "the vector does not point at the goal in sight");
	} else if (!enters_value(c, x, y, v)) {
		report_wrong(c, FF_VERIFY_VECTOR, x, y,
			     "the vector leads out of the reached cells");
	} else if (!follows_slope(c, x, y, v, loose)) {
		report_wrong(c, FF_VERIFY_VECTOR, x, y, "the vector does not lead down the slope");
	} else if (c->claim->directions != NULL && c->claim->directions[i] < FF_NONE &&
		   !directions_agree(c->q->model, v, c->claim->directions[i], loose)) {
		report_wrong(c, FF_VERIFY_VECTOR, x, y, "the vector's direction is another one");
	}
}

/* Finds the goals that cells must point straight at: sets 'target'.  Returns false if memory ran
 * out. */
static bool find_targets(struct check *c)
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
			if (claimed_class(c, x, y) == FF_REACHED)
				c->target[cell_at(c, x, y)] = target_of(c, &rows, x, y);
	free(rows.seeds);
	free(rows.first);
	return made;
}

static void check_directions(struct check *c)
{
	check_each(c, check_direction);
}

static void check_vectors(struct check *c)
{
	check_each(c, check_vector);
}

const char *const ff_verify_names[FF_VERIFY_KINDS] = {
	[FF_VERIFY_VALUE] = "values",         [FF_VERIFY_CLASS] = "classes",
	[FF_VERIFY_DIRECTION] = "directions", [FF_VERIFY_VECTOR] = "vectors",
	[FF_VERIFY_ROUTE] = "routes",
};

enum route { UNKNOWN, WALKED, GOOD, BAD };

static void check_class(struct check *c, int32_t x, int32_t y)
{
	enum ff_class class = claimed_class(c, x, y);
	uint8_t said = c->claim->classes[cell_at(c, x, y)];

	if (said != class &&
	    !((said == FF_NOT_COMPUTED || said == FF_NOT_YET) && class == FF_UNREACHED))
		report_wrong(c, FF_VERIFY_CLASS, x, y, "class is %s, should be %s",
			     ff_classes_names[said], ff_classes_names[class]);
	else if (said == FF_UNREACHED && c->joined[cell_at(c, x, y)])
		report_wrong(c, FF_VERIFY_CLASS, x, y,
			     "class is unreached, but there is a way to a goal");
}

/* Follows the directions from x,y until it is known how that ends. */
static void follow_route(struct check *c, int32_t x, int32_t y)
{
	int64_t here_x = x, here_y = y;
	enum route end;

	for (;;) {
		size_t i = cell_at(c, here_x, here_y);
		uint8_t d = c->claim->directions[i];

		end = (enum route)c->route[i];
		if (end == WALKED)
			end = BAD; /* a cycle */
		if (end != UNKNOWN)
			break;
		if (claimed_class(c, (int32_t)here_x, (int32_t)here_y) == FF_GOAL ||
		    c->target[i] >= 0) {
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
		size_t i = cell_at(c, here_x, here_y);
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
	size_t i = cell_at(c, x, y);

	if (claimed_class(c, x, y) != FF_REACHED)
		return;
	if (c->route[i] == UNKNOWN)
		follow_route(c, x, y);
	if (c->route[i] == BAD)
		report_wrong(c, FF_VERIFY_ROUTE, x, y,
			     "following the directions does not end at a goal");
}

static void join_cell(struct check *c, size_t *count, size_t i)
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
	int step = ff_model_is_diagonal(c->q->model) ? 1 : 2;
	size_t count = 0;

	for (size_t i = 0; i < c->q->seeds->count; i++)
		join_cell(c, &count, c->q->seeds->items[i].cell);
	for (size_t k = 0; k < count; k++) {
		int32_t x = (int32_t)(c->target[k] % c->q->cost->w);
		int32_t y = (int32_t)(c->target[k] / c->q->cost->w);

		for (int d = 0; d < 8; d += step)
			if (permits_step(c, x, y, d))
				join_cell(c, &count, cell_beside(c, x, y, d));
	}
}

enum ff_status ff_verify(const struct ff_verify_question *question,
			 const struct ff_verify_claim *claim, struct ff_verify_result *result)
{
	int32_t w = question->cost->w, h = question->cost->h;
	size_t cells = (size_t)w * (size_t)h;
	size_t count = question->seeds->count;
	bool whole = !ff_model_is_continuous(question->model), left_out = false, pending = false;
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
		double value = claimed_value(&c, i);

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
	for (size_t i = 0; i < count; i++) {
		const struct ff_seed *seed = &question->seeds->items[i];

		if (seed->start < c.start[seed->cell])
			c.start[seed->cell] = seed->start;
	}
	check_values(&c);
	if (!find_targets(&c)) {
		st = FF_E_NOMEM;
		goto out;
	}
	if (claim->classes != NULL)
		check_each(&c, check_class);
	if (claim->vectors != NULL)
		check_vectors(&c);
	if (claim->directions != NULL) {
		check_directions(&c);
		check_each(&c, check_route);
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
