/*
 * Values are checked first, then what follows from them: classes, vectors, directions, and finally
 * where these lead.
 *
 * Neighbours, the corner rule, prices, euclid's rule and lines of sight are implemented here a
 * second time, from the specification, so that a mistake in the solver's code is not repeated.
 */
#include "core/verify/verify.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

/* A claim being checked against a question. */
struct check {
	const struct ff_verify_question *q;
	const struct ff_verify_claim *claim;
	struct ff_verify_result *result;
	double *start; /* [w*h]  of the cheapest seed there, in units; INFINITY: none */
	/* in units: each value is a multiple of it; 0 with euclid on even ground */
	double quantum;
	int64_t *target; /* [w*h]  with sight: the goal that a cell must point at; -1: none */
	uint8_t *route;  /* [w*h]  enum route */
	/* [w*h]  with rule "sum" and hops: where steps to the lowest sums end at a goal, the first
	 * such step, be its value lower or not; FF_NONE elsewhere */
	uint8_t *anywhere;
	uint8_t *joined; /* [w*h]  with cells left out or a limit: 1: there is a way to a goal */
	double known;    /* the largest claimed value, in units */
	double *least;   /* [w*h]  with euclid on even ground: the value that the claim should have;
			    INFINITY: none.  NULL: each follows from its
			    neighbours' */
	uint8_t *aimed;  /* [w*h]  with 'least'; 1: the vector points along a shortest way */
	bool partial;    /* values may have detours, since some cells were not computed */
};

/* The step in each direction, along x and along y. */
static const int step_x[8] = {0, 1, 1, 1, 0, -1, -1, -1};
static const int step_y[8] = {-1, -1, 0, 1, 1, 1, 0, -1};

/* Returns the index of cell x,y. */
static size_t cell_at(const struct check *c, int64_t x, int64_t y)
{
	return (size_t)(y * c->q->cost->w + x);
}

/* Returns the index of the next cell in a direction, which must be on the map. */
static size_t cell_beside(const struct check *c, int32_t x, int32_t y, int d)
{
	return cell_at(c, (int64_t)x + step_x[d], (int64_t)y + step_y[d]);
}

/* Returns the cost of a cell, in units. */
static uint32_t cost_at(const struct check *c, size_t i)
{
	return ff_cost_at(c->q->cost, i);
}

/* Returns true if x,y is on the map and not a wall. */
static bool is_open(const struct check *c, int64_t x, int64_t y)
{
	return x >= 0 && y >= 0 && x < c->q->cost->w && y < c->q->cost->h &&
	       c->q->cost->cells[cell_at(c, x, y)] != FF_COST_WALL;
}

/* Returns true if the corner rule permits a step from cell x,y in direction d. */
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

/* Returns true if the claim leaves out a cell as not computed. */
static bool is_left_out(const struct check *c, size_t i)
{
	return c->claim->classes != NULL && c->claim->classes[i] == FF_NOT_COMPUTED;
}

/* Returns true if a cell was not known yet when work ended, and so neither any cheaper one. */
static bool is_pending(const struct check *c, size_t i)
{
	return c->claim->classes != NULL && c->claim->classes[i] == FF_NOT_YET;
}

/* Returns the claimed value of a cell, in units; multiples of the quantum are recovered from
 * decimals. */
static double claimed_value(const struct check *c, size_t i)
{
	double units = c->claim->field->f64[i] * c->q->unit, nearest;

	if (c->quantum == 0 || units == FF_FIELD_NONEF)
		return units;
	nearest = round(units / c->quantum) * c->quantum;
	/* The decimals of CSV are enough for the unit of wide maps and for euclid's quantum. */
	if (ff_model_is_wide(c->q->model) || ff_model_is_continuous(c->q->model))
		return nearest;
	/* 6 decimals, and the rounding of a double. */
	return fabs(units - nearest) <= 0.001 + units * 0x1p-51 ? nearest : units;
}

/* Returns the claimed value there; 'own' where there is none. */
static double value_or(const struct check *c, int64_t x, int64_t y, double own)
{
	double value = is_open(c, x, y) ? claimed_value(c, cell_at(c, x, y)) : FF_FIELD_NONEF;

	return value == FF_FIELD_NONEF ? own : value;
}

/* Returns the price of a step, in units; integer metrics. */
static double step_price(const struct check *c, int d, uint32_t from, uint32_t to)
{
	double cost = c->q->model->step == FF_STEP_MEAN ? from + to : from;

	/* Specified a second time on purpose: a proof does not use the prices of what it proves. */
	if (c->q->model->step == FF_STEP_HOPS)
		return ff_model_is_wide(c->q->model) ? c->q->model->scale : 1;
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

/* Returns the class that follows from the claimed value.  A goal's value is its start; where it is
 * less, walkers do better to walk on. */
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

/* Runs a check over all cells, row by row. */
static void check_each(struct check *c, void (*check)(struct check *, int32_t, int32_t))
{
	for (int32_t y = 0; y < c->q->cost->h; y++)
		for (int32_t x = 0; x < c->q->cost->w; x++)
			check(c, x, y);
}

/* Returns true if the segment between two cells' centres passes only through cells of that cost,
 * and past open cells where it meets a corner. */
static bool sees_seed(const struct check *c, int64_t x, int64_t y, int64_t goal_x, int64_t goal_y,
		      uint32_t cost)
{
	int64_t w = llabs(goal_x - x), h = llabs(goal_y - y), i = 0, j = 0;
	int right = goal_x > x ? 1 : -1, down = goal_y > y ? 1 : -1;

	while (i < w || j < h) {
		/* Its sign is the side of the cell that is crossed first. */
		int64_t side = (2 * i + 1) * h - (2 * j + 1) * w;

		if (cost_at(c, cell_at(c, x, y)) != cost)
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

/* Counts a fault, and keeps its text if it comes first. */
__attribute__((format(printf, 5, 6))) static void report_wrong(struct check *c,
							       enum ff_verify_kind kind, int32_t x,
							       int32_t y, const char *format, ...)
{
	struct ff_verify_result *r = c->result;
	va_list args;

	bool earlier = y < r->y || (y == r->y && x < r->x);
	bool route = kind == FF_VERIFY_ROUTE, last = r->kind == FF_VERIFY_ROUTE;

	r->wrong[kind]++;
	/* A route that does not end at a goal has its cause in another cell: it counts last. */
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
 * ---- exact fields ----
 *
 * The shortest way is a chain of straight lines that turn at corners of walls.  Dijkstra's
 * algorithm over seeds and corners, in order of their values, looks from each at all that it sees,
 * cell by cell, and shares no code with the solver.  The claim itself keeps that short: where a way
 * comes by a cell, its length is at most half a diagonal more than a right value of the cell, on
 * either end of half a diagonal; so lines end where the claim says that a cell is nearer by more
 * than a whole one.  If the claim is too low there, that cell is reported; if it is too high, lines
 * are longer than need be.
 */

/* In half cells, to the right and down from a root, in a quadrant that may be mirrored. */
struct point {
	int64_t u, v;
};

/* The directions that a root sees from a row on: between two rays, the left nearer to the vertical.
 */
struct cone {
	int64_t top; /* of the row */
	struct point left, right;
};

struct root {
	double value;
	int64_t x, y; /* in half cells; the centre of cell 0,0 is 1,1 */
};

struct search {
	const struct check *c;
	const double *claimed; /* [w*h]  values; INFINITY: none */
	double cost;
	double *corners;   /* [(w+1)*(h+1)]  least values so far; 0: no way bends there */
	struct root *heap; /* [count], least first */
	size_t count, room;
	struct cone *cones; /* [cone_count]  waiting, of one quadrant */
	size_t cone_count, cone_room;
	struct root from;
	int right, down; /* of the quadrant: 1 or -1 */
	bool failed;     /* memory ran out */
};

/* A diagonal of a cell, and a little more. */
static const double whole_diagonal = 1.4143;

/* Returns how far a value may be off: 6 decimals, and rounding.  Each line's cost may be rounded up
 * by 2^-23 of a cell's, and lines are half a cell long at least. */
static double exact_loose(const struct check *c, double value)
{
	return 2e-6 * c->q->unit + value * 0x1p-22;
}

static void push_root(struct search *s, struct root root)
{
	size_t i = s->count;

	if (!ff_memory_grow(&s->heap, &s->room, s->count + 1, sizeof *s->heap)) {
		s->failed = true;
		return;
	}
	s->count++;
	for (; i > 0 && s->heap[(i - 1) / 2].value > root.value; i = (i - 1) / 2)
		s->heap[i] = s->heap[(i - 1) / 2];
	s->heap[i] = root;
}

static struct root pop_root(struct search *s)
{
	struct root least = s->heap[0], last = s->heap[--s->count];
	size_t i = 0;

	for (size_t child = 1; child < s->count; i = child, child = 2 * i + 1) {
		child += child + 1 < s->count && s->heap[child + 1].value < s->heap[child].value;
		if (s->heap[child].value >= last.value)
			break;
		s->heap[i] = s->heap[child];
	}
	s->heap[i] = last;
	return least;
}

/* Returns the side of a ray on which a point lies: > 0 to its right, 0 on it. */
static int64_t side_of(struct point ray, struct point at)
{
	return ray.v * at.u - ray.u * at.v;
}

static double length_to(const struct search *s, struct point at)
{
	double u = (double)at.u, v = (double)at.v;

	return s->from.value + s->cost * 0.5 * sqrt(u * u + v * v);
}

/* Returns the column or row of the cell between 'at' and at+2, as the quadrant counts. */
static int64_t cell_of(int64_t root, int sign, int64_t at)
{
	return sign > 0 ? (root + at) / 2 : (root - at) / 2 - 1;
}

/* Returns the first value of a corner: ways bend around it if one of its four cells is a wall. */
static double first_value(const struct search *s, int64_t x, int64_t y)
{
	int open = is_open(s->c, x - 1, y - 1) + is_open(s->c, x, y - 1) + is_open(s->c, x - 1, y) +
		   is_open(s->c, x, y);

	return open == 3 ? INFINITY : 0;
}

/* Offers a corner that is in sight. */
static void offer_corner(struct search *s, struct point at)
{
	int64_t x = (s->from.x + s->right * at.u) / 2, y = (s->from.y + s->down * at.v) / 2;
	double *value = &s->corners[y * (s->c->q->cost->w + 1) + x], offered;

	if (*value == 0 || !((offered = length_to(s, at)) < *value))
		return;
	*value = offered;
	push_root(s, (struct root){offered, 2 * x, 2 * y});
}

/* Takes the way to a cell's centre that is in sight. */
static void take_cell(struct search *s, struct point centre, size_t i)
{
	const struct check *c = s->c;
	double value = length_to(s, centre), loose = exact_loose(c, value);
	double u = (double)centre.u, v = (double)centre.v, far = sqrt(u * u + v * v);

	if (value < c->least[i])
		c->least[i] = value;
	if (c->claim->vectors != NULL && far > 0 && value <= s->claimed[i] + loose &&
	    fabs(c->claim->vectors[i].dx + s->right * u / far) <= 1e-5 &&
	    fabs(c->claim->vectors[i].dy + s->down * v / far) <= 1e-5)
		c->aimed[i] = 1;
}

static void push_cone(struct search *s, struct cone cone)
{
	if (!ff_memory_grow(&s->cones, &s->cone_room, s->cone_count + 1, sizeof *s->cones)) {
		s->failed = true;
		return;
	}
	s->cones[s->cone_count++] = cone;
}

/* Looks through a run of open cells from 'first' on, to its end or to that of the cone; what leaves
 * it downwards waits.  Returns where the run ends. */
static int64_t look_through(struct search *s, struct cone cone, int64_t first, int64_t y)
{
	const struct check *c = s->c;
	struct point low = {0, 0}, high = {0, 0}; /* sides of the cells that are not nearer */
	int64_t end = first, top = cone.top > 0 ? cone.top : 0;

	for (int64_t x = cell_of(s->from.x, s->right, first);
	     is_open(s->c, x, y) && side_of(cone.right, (struct point){end, cone.top + 2}) <= 0;
	     end += 2, x += s->right) {
		struct point centre = {end + 1, cone.top + 1};
		size_t i = (size_t)(y * c->q->cost->w + x);
		double nearest = length_to(s, centre) - whole_diagonal * s->cost;

		if (nearest > s->claimed[i] || nearest > c->q->limit)
			continue;
		if (low.v == 0)
			low = (struct point){end, cone.top + 2};
		high = (struct point){end + 2, top};
		if (centre.u >= 0 && centre.v >= 0 && side_of(cone.left, centre) >= 0 &&
		    side_of(cone.right, centre) <= 0)
			take_cell(s, centre, i);
	}
	if (low.v == 0)
		return end;
	for (int64_t u = first; u <= end; u += 2) {
		struct point at = {u, cone.top + 2};

		if (u >= 0 && side_of(cone.left, at) >= 0 && side_of(cone.right, at) <= 0)
			offer_corner(s, at);
		if (cone.top == 0 && u > 0)
			offer_corner(s, (struct point){u, 0});
	}
	if (side_of(cone.right, (struct point){end, cone.top + 2}) < 0)
		cone.right = (struct point){end, cone.top + 2};
	if (low.u > 0 && side_of(cone.left, low) > 0)
		cone.left = low;
	if (side_of(cone.right, high) < 0)
		cone.right = high;
	cone.top += 2;
	if (side_of(cone.left, cone.right) >= 0)
		push_cone(s, cone);
	return end;
}

/* Looks through the runs of a row that a cone enters from above. */
static void look_down(struct search *s, struct cone cone)
{
	int64_t y = cell_of(s->from.y, s->down, cone.top), base = s->from.x % 2 == 0 ? 0 : -1;
	int64_t at = cone.left.u * cone.top / cone.left.v; /* where 'left' enters, rounded down */

	if (cone.top <= 0) {
		look_through(s, cone, base, y);
		return;
	}
	at = (at - base) / 2 * 2 + base;
	while (side_of(cone.right, (struct point){at, cone.top}) <= 0) {
		int64_t x = cell_of(s->from.x, s->right, at);
		struct cone part = cone;

		if (!is_open(s->c, x, y)) {
			at += 2;
			if (x < 0 || x >= s->c->q->cost->w)
				return;
			continue;
		}
		/* Walls that meet at a corner are shut. */
		if (side_of(cone.right, (struct point){at, cone.top}) == 0 &&
		    !is_open(s->c, x, y - s->down))
			return;
		if (side_of(cone.left, (struct point){at, cone.top}) > 0)
			part.left = (struct point){at, cone.top};
		at = look_through(s, part, at, y);
	}
}

static void look_from(struct search *s, struct root root)
{
	s->from = root;
	for (int quadrant = 0; quadrant < 4 && !s->failed; quadrant++) {
		s->right = quadrant % 2 == 0 ? 1 : -1;
		s->down = quadrant < 2 ? 1 : -1;
		s->cone_count = 0;
		push_cone(s, (struct cone){root.y % 2 == 0 ? 0 : -1, {0, 1}, {1, 0}});
		while (s->cone_count > 0 && !s->failed)
			look_down(s, s->cones[--s->cone_count]);
	}
}

/* Returns true if a corner's value is more than that of a way by one of its cells. */
static bool is_beaten(const struct search *s, struct root root)
{
	const struct check *c = s->c;
	double least = INFINITY;

	for (int k = 0; k < 4; k++) {
		int64_t x = root.x / 2 - k % 2, y = root.y / 2 - k / 2;

		if (is_open(s->c, x, y))
			least = fmin(least, s->claimed[y * c->q->cost->w + x]);
	}
	return root.value > fmin(least, c->q->limit) + whole_diagonal * s->cost;
}

/* Sets 'least' to what the values should be, as far as the claim is right: it equals the claim, to
 * exact_loose(), in all cells if and only if that does in truth; and 'aimed'.  False if memory ran
 * out. */
static bool find_lengths(const struct check *c, const double *claimed)
{
	int32_t w = c->q->cost->w, h = c->q->cost->h;
	struct search s = {.c = c, .claimed = claimed};
	size_t corners = ((size_t)w + 1) * ((size_t)h + 1);

	s.corners = malloc(corners * sizeof *s.corners);
	s.failed = s.corners == NULL;
	for (size_t i = 0; i < corners && !s.failed; i++)
		s.corners[i] = first_value(&s, (int64_t)(i % ((size_t)w + 1)),
					   (int64_t)(i / ((size_t)w + 1)));
	for (int32_t i = 0; i < w * h && !s.failed; i++) {
		c->least[i] = c->start[i];
		c->aimed[i] = 0;
		if (c->q->cost->cells[i] != FF_COST_WALL)
			s.cost = ff_cost_at(c->q->cost, (size_t)i);
		if (c->start[i] < INFINITY && c->start[i] <= fmin(claimed[i], c->q->limit) + s.cost)
			push_root(&s, (struct root){c->start[i], 2 * (i % w) + 1, 2 * (i / w) + 1});
	}
	while (s.count > 0 && !s.failed) {
		struct root root = pop_root(&s);
		bool corner = root.x % 2 == 0;

		if (!corner || (root.value <= s.corners[root.y / 2 * (w + 1) + root.x / 2] &&
				!is_beaten(&s, root)))
			look_from(&s, root);
	}
	free(s.corners);
	free(s.heap);
	free(s.cones);
	return !s.failed;
}

/*
 * ---- values ----
 *
 * Each value must be the least of its seed's start and of what the cells around it give.  That is
 * always more than the values it comes by, so only one field is right.
 */

/* Returns what a value gives at that price; no value where the price is lost in rounding, since
 * huge values could then justify each other. */
static double plus_price(double value, double price)
{
	return value + price > value ? value + price : FF_FIELD_NONEF;
}

/* Returns the least cost of walking on through a neighbour; integer metrics. */
static double steps_value(const struct check *c, int32_t x, int32_t y)
{
	double least = FF_FIELD_NONEF;

	for (int d = 0; d < 8; d++) {
		size_t to = cell_beside(c, x, y, d);

		if ((d % 2 != 0 && ff_model_is_straight(c->q->model)) || !permits_step(c, x, y, d))
			continue;
		least = fmin(least, plus_price(claimed_value(c, to),
					       step_price(c, d, cost_at(c, cell_at(c, x, y)),
							  cost_at(c, to))));
	}
	return least;
}

/* Returns the value that a cell gets between its neighbour in a straight direction and the lower of
 * the two cells beside that which touch it at a corner: a front that is straight between the two
 * passes the cell, or, where it falls too steeply, comes from the corner.  In quanta all is whole
 * and the squares are below 2^50, so roots are rounded up rightly. */
static double bend_value(const struct check *c, int32_t x, int32_t y, int d)
{
	int left = (d + 7) % 8, right = d + 1;
	double near = value_or(c, (int64_t)x + step_x[d], (int64_t)y + step_y[d], FF_FIELD_NONEF);
	double far = fmin(
		value_or(c, (int64_t)x + step_x[left], (int64_t)y + step_y[left], FF_FIELD_NONEF),
		value_or(c, (int64_t)x + step_x[right], (int64_t)y + step_y[right],
			 FF_FIELD_NONEF));
	double cost = cost_at(c, cell_at(c, x, y)) / c->quantum;
	double fall = fmin(fmax((near - far) / c->quantum, 0), cost);
	double price = 2 * fall * fall <= cost * cost ? ceil(sqrt(cost * cost - fall * fall))
						      : ceil(sqrt(2 * cost * cost)) - fall;

	return plus_price(near, price * c->quantum);
}

/* Returns the value that a cell gets by one farther away, across a square of open cells, all at the
 * cost of the dearest; no value if that is not below 'least'. */
static double jump_value(const struct check *c, int32_t x, int32_t y, int dx, int dy, double least)
{
	double value = value_or(c, (int64_t)x + dx, (int64_t)y + dy, FF_FIELD_NONEF);
	double length = ceil(sqrt(dx * dx + dy * dy) * 0x1p16) * 0x1p-16;
	int side = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
	uint32_t dearest = cost_at(c, cell_at(c, x, y));

	/* Most are dearer even if no other cell is. */
	if (!(value + dearest * length < least))
		return FF_FIELD_NONEF;
	for (int k = 1; k < side * side; k++) {
		int64_t by_x = x + (int64_t)k % side * (dx > 0 ? 1 : -1);
		int64_t by_y = y + (int64_t)k / side * (dy > 0 ? 1 : -1);
		uint32_t cost = is_open(c, by_x, by_y) ? cost_at(c, cell_at(c, by_x, by_y)) : 0;

		if (cost == 0)
			return FF_FIELD_NONEF;
		dearest = cost > dearest ? cost : dearest;
	}
	return plus_price(value, ceil(dearest * length / c->quantum) * c->quantum);
}

/* Returns the least value that the cells around a cell give it, with euclid on uneven ground. */
static double bends_value(const struct check *c, int32_t x, int32_t y)
{
	static const int jumps[][2] = {{1, 2}, {1, 3}, {2, 3}, {1, 4}, {3, 4}};
	double least = FF_FIELD_NONEF;

	for (int d = 0; d < 8; d += 2)
		least = fmin(least, bend_value(c, x, y, d));
	for (int k = 0; k < 40; k++) {
		const int *jump = jumps[k / 8];

		least = fmin(least, jump_value(c, x, y, jump[k & 1] * (k & 2 ? -1 : 1),
					       jump[~k & 1] * (k & 4 ? -1 : 1), least));
	}
	return least;
}

/* Returns what the value of an open cell should be. */
static double right_value(const struct check *c, int32_t x, int32_t y)
{
	size_t i = cell_at(c, x, y);

	if (c->least != NULL)
		return c->least[i];
	return fmin(c->start[i], ff_model_is_continuous(c->q->model) ? bends_value(c, x, y)
								     : steps_value(c, x, y));
}

/* Reports two values, with as many digits as are needed to tell them apart. */
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

static void check_rule(struct check *c, int32_t x, int32_t y)
{
	double value = claimed_value(c, cell_at(c, x, y)), should = right_value(c, x, y);

	if (c->partial && value < FF_FIELD_NONEF && value >= should)
		return;
	if (should > c->q->limit ? value != FF_FIELD_NONEF : value != should)
		wrong_value(c, x, y, value, should);
}

static void check_exact(struct check *c, int32_t x, int32_t y)
{
	size_t i = cell_at(c, x, y);
	double value = claimed_value(c, i), should = c->least[i];
	double loose = exact_loose(c, fmin(value, should));

	/* A cell at the limit may be on either side of it. */
	if (value == FF_FIELD_NONEF ? should > c->q->limit - loose || should == FF_FIELD_NONEF
				    : fabs(value - should) <= loose)
		return;
	wrong_value(c, x, y, value, should);
}

/* Checks that a cell not known yet would not have come before any known one. */
static void check_pending(struct check *c, int32_t x, int32_t y)
{
	double should = right_value(c, x, y);
	double slack = c->least != NULL ? exact_loose(c, c->known) : 0;

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
	if (is_open(c, x, y) && c->least != NULL)
		check_exact(c, x, y);
	else if (is_open(c, x, y))
		check_rule(c, x, y);
	else if (claimed_value(c, i) != FF_FIELD_NONEF)
		report_wrong(c, FF_VERIFY_VALUE, x, y, "a wall has an integration");
}

/*
 * ---- directions and vectors ----
 *
 * With 'sight' the goal that a cell must point at is searched among all seeds.  Every other
 * direction or vector follows from the values around the cell and the flow rule.
 */

/* The goal that a cell must point at, during the search. */
struct target_search {
	int32_t x, y;
	int64_t nearest; /* square of its distance */
	int64_t target;  /* -1: none yet */
	uint32_t goal;
};

/* Takes a seed if it is nearer and in sight; ties go to the first. */
static void offer_seed(struct check *c, struct target_search *target_search,
		       const struct ff_seed *seed)
{
	int64_t w = c->q->cost->w, goal_x = (int64_t)seed->cell % w,
		goal_y = (int64_t)seed->cell / w;
	int64_t dx = goal_x - target_search->x, dy = goal_y - target_search->y,
		far = dx * dx + dy * dy;

	c->result->looks++;
	if (far > target_search->nearest ||
	    (far == target_search->nearest &&
	     (seed->goal > target_search->goal ||
	      (seed->goal == target_search->goal && (int64_t)seed->cell >= target_search->target))))
		return;
	if (seed->start > c->start[seed->cell] ||
	    claimed_class(c, (int32_t)goal_x, (int32_t)goal_y) != FF_GOAL ||
	    !sees_seed(c, target_search->x, target_search->y, goal_x, goal_y,
		       cost_at(c, seed->cell)))
		return;
	target_search->nearest = far;
	target_search->target = (int64_t)seed->cell;
	target_search->goal = seed->goal;
}

static int by_cell(const void *left, const void *right)
{
	const struct ff_seed *a = left, *b = right;

	return (a->cell > b->cell) - (a->cell < b->cell);
}

/* The seeds by cell, with an index of rows. */
struct rows {
	struct ff_seed *seeds; /* owned */
	size_t *first;         /* owned; [h + 1] */
};

/* Offers the seeds of a row, from the column on to both sides while they may be nearer. */
static void offer_row(struct check *c, struct target_search *target_search, const struct rows *rows,
		      int64_t y)
{
	int64_t w = c->q->cost->w, dy = y - target_search->y;
	size_t first = rows->first[y], end = rows->first[y + 1], low = first, high = end;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if ((int64_t)rows->seeds[middle].cell % w < target_search->x)
			low = middle + 1;
		else
			high = middle;
	}
	for (size_t left = low, right = low; left > first || right < end;) {
		int64_t before =
			left > first ? target_search->x - (int64_t)rows->seeds[left - 1].cell % w
				     : INT32_MAX;
		int64_t after = right < end
					? (int64_t)rows->seeds[right].cell % w - target_search->x
					: INT32_MAX;
		int64_t dx = before < after ? before : after;

		if (dx * dx + dy * dy > target_search->nearest)
			return;
		offer_seed(c, target_search,
			   before < after ? &rows->seeds[--left] : &rows->seeds[right++]);
	}
}

/* Offers the goal of another cell, which bounds the search. */
static void offer_target(struct check *c, struct target_search *target_search,
			 const struct rows *rows, int64_t target)
{
	const struct ff_seed key = {.cell = (uint32_t)target};
	size_t count = c->q->seeds->count;
	const struct ff_seed *seed;

	if (target < 0)
		return;
	seed = bsearch(&key, rows->seeds, count, sizeof key, by_cell);
	if (seed != NULL)
		offer_seed(c, target_search, seed);
}

/* Returns the nearest goal in sight; ties go to the first. */
static int64_t target_of(struct check *c, const struct rows *rows, int32_t x, int32_t y)
{
	struct target_search target_search = {x, y, INT64_MAX, -1, UINT32_MAX};
	int32_t h = c->q->cost->h;

	if (x > 0)
		offer_target(c, &target_search, rows, c->target[cell_at(c, x - 1, y)]);
	if (y > 0)
		offer_target(c, &target_search, rows, c->target[cell_at(c, x, y - 1)]);
	for (int64_t dy = 0; dy < h && dy * dy <= target_search.nearest; dy++) {
		if (y - dy >= 0)
			offer_row(c, &target_search, rows, y - dy);
		if (dy > 0 && y + dy < h && dy * dy <= target_search.nearest)
			offer_row(c, &target_search, rows, y + dy);
	}
	return target_search.target;
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

/* Returns true if a step is one of a cheapest path; integer metrics. */
static bool is_cheapest(const struct check *c, int32_t x, int32_t y, int d)
{
	size_t i = cell_at(c, x, y), to = cell_beside(c, x, y, d);
	double through = claimed_value(c, to) + step_price(c, d, cost_at(c, i), cost_at(c, to));

	if (d % 2 != 0 && !ff_model_is_diagonal(c->q->model))
		return false;
	return c->partial ? through <= claimed_value(c, i) : through == claimed_value(c, i);
}

/* Returns how much the field falls along a permitted step, per unit of length; 0 where it rises. */
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

/* Returns how far the difference of two values may be off, by 6 decimals, with euclid on even
 * ground. */
static double looseness(const struct check *c)
{
	return c->quantum > 0 ? 0 : 2e-6 * c->q->unit;
}

/* Returns the value of a neighbour plus its own cost; no value where the step is not permitted or
 * does not descend by more than 'least'. */
static double sum_at(const struct check *c, int32_t x, int32_t y, int d, double least)
{
	uint32_t own;
	double price;
	size_t to;

	if (!permits_step(c, x, y, d))
		return FF_FIELD_NONEF;
	to = cell_beside(c, x, y, d);
	own = cost_at(c, to);
	if (claimed_value(c, to) >= claimed_value(c, cell_at(c, x, y)) - least)
		return FF_FIELD_NONEF;
	price = ff_model_is_continuous(c->q->model) ? own : step_price(c, 0, own, own);
	if (c->q->model->step == FF_STEP_HOPS)
		price *= own / ff_model_one(c->q->model);
	return claimed_value(c, to) + price;
}

/* Returns true if no sum is below that of a direction, allowing for the rounding of 6 decimals and
 * of a float with euclid on even ground. */
static bool is_least_sum(const struct check *c, int32_t x, int32_t y, int direction)
{
	double loose = looseness(c), sum = sum_at(c, x, y, direction, -loose);
	double rounded = loose > 0 ? loose + sum * 0x1p-22 : 0;

	for (int d = 0; d < 8; d++)
		if (sum_at(c, x, y, d, loose) < sum - rounded)
			return false;
	return true;
}

/* Returns true if a direction is among the best for the flow rule. */
static bool is_optimal(const struct check *c, int32_t x, int32_t y, int direction)
{
	const struct ff_model *model = c->q->model;
	size_t i = cell_at(c, x, y), to = cell_beside(c, x, y, direction);

	if (c->anywhere[i] != FF_NONE)
		return direction == c->anywhere[i];
	if (claimed_value(c, to) - claimed_value(c, i) >=
	    (model->flow == FF_FLOW_SUM ? looseness(c) : 0))
		return false;
	if (model->flow == FF_FLOW_LOWEST) {
		for (int d = 0; d < 8; d++)
			if (permits_step(c, x, y, d) &&
			    claimed_value(c, cell_beside(c, x, y, d)) < claimed_value(c, to))
				return false;
		return true;
	}
	if (model->flow == FF_FLOW_SUM)
		return is_least_sum(c, x, y, direction);
	if (c->least != NULL && model->flow == FF_FLOW_GRADIENT)
		return true;
	if (ff_model_is_continuous(model))
		return fall_along(c, x, y, direction) >=
		       steepest_fall(c, x, y) * (model->flow == FF_FLOW_PATH ? 0.9999 : 0.5) -
			       looseness(c);
	return model->flow == FF_FLOW_GRADIENT || is_cheapest(c, x, y, direction);
}

/* Returns true if a direction is the step nearest to the straight line to a cell in sight, or,
 * where that is a diagonal past a wall, the one along the line's longer part. */
static bool is_towards(const struct check *c, int32_t x, int32_t y, int direction, int64_t target)
{
	int64_t dx = target % c->q->cost->w - x, dy = target / c->q->cost->w - y;
	int along = llabs(dx) > llabs(dy) ? (dx > 0 ? 2 : 6) : (dy > 0 ? 4 : 0);
	int nearest = (int)ff_flow_nearest((double)dx, (double)dy);

	if (!permits_step(c, x, y, nearest))
		nearest = along;
	return direction == nearest;
}

/* Sets the differences between opposite neighbours, normalised, and returns their length. */
static double differences_at(const struct check *c, int32_t x, int32_t y, double *dx, double *dy)
{
	double own = claimed_value(c, cell_at(c, x, y)), length;

	*dx = value_or(c, (int64_t)x - 1, y, own) - value_or(c, (int64_t)x + 1, y, own);
	*dy = value_or(c, x, (int64_t)y - 1, own) - value_or(c, x, (int64_t)y + 1, own);
	length = sqrt(*dx * *dx + *dy * *dy);
	if (length > 0) {
		*dx /= length;
		*dy /= length;
	}
	return length;
}

/* Returns true if a vector is that of rule "differences", or, with 'code', if a direction's unit
 * vector is the nearest to it; allowing for the rounding of
 * values with euclid on even ground. */
static bool is_of_differences(const struct check *c, int32_t x, int32_t y, struct ff_flow_vector v,
			      bool code)
{
	bool rough = c->quantum == 0;
	double dx, dy, length = differences_at(c, x, y, &dx, &dy), loose = 1e-5;
	double rounded = 4e-6 * c->q->unit + claimed_value(c, cell_at(c, x, y)) * 0x1p-21;

	if (length == 0 || (rough && length <= rounded))
		return rough || (v.dx == 0 && v.dy == 0);
	if (rough)
		loose += 2 * rounded / length;
	if (code)
		return v.dx * dx + v.dy * dy >= 0.92387953251128676 - loose;
	return fabs(v.dx - dx) <= loose && fabs(v.dy - dy) <= loose;
}

static void check_direction(struct check *c, int32_t x, int32_t y)
{
	uint8_t direction = c->claim->directions[cell_at(c, x, y)];

	if (claimed_class(c, x, y) != FF_REACHED) {
		if (direction != FF_NONE)
			report_wrong(c, FF_VERIFY_DIRECTION, x, y,
				     "direction is %d, should be none", direction);
	} else if (c->q->model->flow == FF_FLOW_DIFFERENCES && c->target[cell_at(c, x, y)] < 0) {
		if (!is_of_differences(c, x, y, ff_flow_units[direction], true))
			report_wrong(c, FF_VERIFY_DIRECTION, x, y,
				     "direction %d is not that of the differences", direction);
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

/* Returns true if the cell that a vector enters from the centre has a value. */
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

/* Returns true if the differences between opposite neighbours determine the vector. */
static bool decides_way(const struct check *c, int32_t x, int32_t y, double dx, double dy)
{
	struct ff_flow_vector v = {(float)dx, (float)dy};
	int d = (int)ff_flow_nearest(dx, dy);

	return permits_step(c, x, y, d) &&
	       claimed_value(c, cell_beside(c, x, y, d)) < claimed_value(c, cell_at(c, x, y)) &&
	       enters_value(c, x, y, v);
}

/* Returns how much the field falls along a vector, per unit of length, over the triangle that it
 * crosses: between a straight neighbour and the diagonal one beside it. */
static double fall_towards(const struct check *c, int32_t x, int32_t y, struct ff_flow_vector v)
{
	double w = fabs((double)v.dx), h = fabs((double)v.dy),
	       own = claimed_value(c, cell_at(c, x, y));
	int right = v.dx > 0 ? 1 : -1, down = v.dy > 0 ? 1 : -1;
	double near =
		value_or(c, w >= h ? (int64_t)x + right : x, w >= h ? y : (int64_t)y + down, own);
	double far = value_or(c, (int64_t)x + right, (int64_t)y + down, near);

	return (own - near) * (w >= h ? w : h) + (near - far) * (w >= h ? h : w);
}

/* Returns true if, with rule "gradient" and integers, a vector is that of the differences, or,
 * where they do not determine it, of a step of a cheapest path. */
static bool follows_slope(const struct check *c, int32_t x, int32_t y, struct ff_flow_vector v,
			  double loose)
{
	double dx, dy;

	if (c->q->model->flow != FF_FLOW_GRADIENT)
		return true;
	if (ff_model_is_continuous(c->q->model))
		return fall_towards(c, x, y, v) >= 0.7 * steepest_fall(c, x, y) - 1e-5;
	if (differences_at(c, x, y, &dx, &dy) > 0 && decides_way(c, x, y, dx, dy))
		return fabs(v.dx - dx) <= loose && fabs(v.dy - dy) <= loose;
	for (int d = 0; d < 8; d++)
		if (fabs((double)v.dx - ff_flow_units[d].dx) <= loose &&
		    fabs((double)v.dy - ff_flow_units[d].dy) <= loose)
			return permits_step(c, x, y, d) && is_cheapest(c, x, y, d);
	return false;
}

/* Returns true if a vector matches a direction; with rule "gradient" it need only be nearest to it,
 * within 22.5 degrees, or enter the cell that it leads to, within 45. */
static bool directions_agree(const struct ff_model *model, struct ff_flow_vector v, int direction,
			     double loose)
{
	struct ff_flow_vector unit = ff_flow_units[direction];
	double cosine = (double)v.dx * unit.dx + (double)v.dy * unit.dy;

	if (!ff_model_has_vectors(model))
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
	} else if (c->q->model->flow == FF_FLOW_DIFFERENCES && target < 0) {
		if (!is_of_differences(c, x, y, v, false))
			report_wrong(c, FF_VERIFY_VECTOR, x, y,
				     "the vector is not that of the differences");
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
	} else if (c->least != NULL && c->q->model->flow == FF_FLOW_GRADIENT
			   ? !c->aimed[i]
			   : !follows_slope(c, x, y, v, loose)) {
		report_wrong(c, FF_VERIFY_VECTOR, x, y, "the vector does not lead down the slope");
	} else if (c->claim->directions != NULL && c->claim->directions[i] < FF_NONE &&
		   !directions_agree(c->q->model, v, c->claim->directions[i], loose)) {
		report_wrong(c, FF_VERIFY_VECTOR, x, y, "the vector's direction is another one");
	}
}

/* Finds the goals that cells must point at: sets 'target'.  Returns false if memory ran out. */
static bool find_targets(struct check *c)
{
	struct rows rows = {NULL, NULL};
	bool made;

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
	bool joined = c->joined[cell_at(c, x, y)], empty = class == FF_UNREACHED;

	if (empty && joined && c->q->limit < FF_FIELD_NONEF)
		class = FF_FARTHER;
	if (said != class && !((said == FF_NOT_COMPUTED || said == FF_NOT_YET) && empty))
		report_wrong(c, FF_VERIFY_CLASS, x, y, "class is %s, should be %s",
			     ff_classes_names[said], ff_classes_names[class]);
	else if (said == FF_UNREACHED && joined)
		report_wrong(c, FF_VERIFY_CLASS, x, y,
			     "class is unreached, but there is a way to a goal");
}

/* Follows directions from x,y until the end is known. */
static void follow_route(struct check *c, const uint8_t *directions, int32_t x, int32_t y)
{
	int64_t here_x = x, here_y = y;
	enum route end;

	for (;;) {
		size_t i = cell_at(c, here_x, here_y);
		uint8_t d = directions[i];

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
		uint8_t d = directions[i];

		if (c->route[i] != WALKED || d >= FF_NONE) {
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
		follow_route(c, c->claim->directions, x, y);
	if (c->route[i] == BAD)
		report_wrong(c, FF_VERIFY_ROUTE, x, y,
			     "following the directions does not end at a goal");
}

/* Sets 'anywhere'; no cell has a 'target' yet. */
static void find_anywhere(struct check *c)
{
	int32_t w = c->q->cost->w, h = c->q->cost->h;

	for (int32_t i = 0; i < w * h; i++) {
		double least = FF_FIELD_NONEF;

		c->anywhere[i] = FF_NONE;
		for (int d = 0; d < 8 && claimed_class(c, i % w, i / w) == FF_REACHED; d++) {
			double sum = sum_at(c, i % w, i / w, d, -(double)INFINITY);

			if (sum < least)
				c->anywhere[i] = (uint8_t)d;
			least = sum < least ? sum : least;
		}
	}
	for (int32_t i = 0; i < w * h; i++)
		follow_route(c, c->anywhere, i % w, i / w);
	for (int32_t i = 0; i < w * h; i++) {
		if (c->route[i] != GOOD)
			c->anywhere[i] = FF_NONE;
		c->route[i] = UNKNOWN;
	}
}

static void connect_cell(struct check *c, size_t *count, size_t i)
{
	if (c->joined[i])
		return;
	c->joined[i] = 1;
	c->target[(*count)++] = (int64_t)i; /* 'target' is no longer needed here */
}

/* Finds the cells that have a way to a goal: next to cells that are left out or beyond the limit,
 * the neighbours of an unreached cell prove nothing. */
static void find_connected(struct check *c)
{
	int step = ff_model_is_diagonal(c->q->model) ? 1 : 2;
	size_t count = 0;

	for (size_t i = 0; i < c->q->seeds->count; i++)
		connect_cell(c, &count, c->q->seeds->items[i].cell);
	for (size_t k = 0; k < count; k++) {
		int32_t x = (int32_t)(c->target[k] % c->q->cost->w);
		int32_t y = (int32_t)(c->target[k] / c->q->cost->w);

		for (int d = 0; d < 8; d += step)
			if (permits_step(c, x, y, d))
				connect_cell(c, &count, cell_beside(c, x, y, d));
	}
}

/* Returns the quantum of euclid on uneven ground. */
static double rule_quantum(const struct ff_model *model)
{
	return ff_model_is_wide(model) ? 0x1p-8 : 0x1p-16;
}

double ff_verify_quantum(const struct ff_model *model, const struct ff_cost *cost)
{
	struct ff_cost_range costs = ff_cost_range(cost);

	if (!ff_model_is_continuous(model))
		return 1;
	return costs.least == costs.most ? 0 : rule_quantum(model);
}

/* Finds what the values should be on even ground: FF_OK or FF_E_NOMEM.  'left_out': cells were not
 * computed. */
static enum ff_status find_exact(struct check *c, bool left_out)
{
	int32_t w = c->q->cost->w, h = c->q->cost->h;
	double *claimed = ff_memory_cells(w, h, sizeof *claimed);
	enum ff_status st = FF_E_NOMEM;

	c->least = ff_memory_cells(w, h, sizeof *c->least);
	c->aimed = ff_memory_cells(w, h, 1);
	if (claimed != NULL && c->least != NULL && c->aimed != NULL) {
		for (size_t i = 0; i < (size_t)w * (size_t)h; i++)
			claimed[i] = claimed_value(c, i);
		st = find_lengths(c, claimed) ? FF_OK : FF_E_NOMEM;
	}
	/* Fields of sectors, which leave out cells, have the rule of uneven ground. */
	for (size_t i = 0; st == FF_OK && left_out && i < (size_t)w * (size_t)h; i++)
		if (claimed[i] < FF_FIELD_NONEF &&
		    !(fabs(claimed[i] - c->least[i]) <= exact_loose(c, claimed[i]))) {
			free(c->least);
			c->least = NULL;
			c->quantum = rule_quantum(c->q->model);
			break;
		}
	free(claimed);
	return st;
}

enum ff_status ff_verify(const struct ff_verify_question *question,
			 const struct ff_verify_claim *claim, struct ff_verify_result *result)
{
	int32_t w = question->cost->w, h = question->cost->h;
	size_t cells = (size_t)w * (size_t)h;
	size_t count = question->seeds->count;
	bool left_out = false, pending = false;
	struct check c = {.q = question,
			  .claim = claim,
			  .result = result,
			  .quantum = ff_verify_quantum(question->model, question->cost),
			  .start = ff_memory_cells(w, h, sizeof *c.start),
			  .target = ff_memory_cells(w, h, sizeof *c.target),
			  .route = ff_memory_cells(w, h, 1),
			  .anywhere = ff_memory_cells(w, h, 1),
			  .joined = ff_memory_cells(w, h, 1)};
	enum ff_status st = FF_E_NOMEM;

	if (claim->field->w != w || claim->field->h != h || claim->field->type != FF_FIELD_F64)
		st = FF_E_ARG;
	if (st == FF_E_ARG || c.start == NULL || c.target == NULL || c.route == NULL ||
	    c.anywhere == NULL || c.joined == NULL)
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
	memset(c.route, UNKNOWN, cells);
	memset(c.joined, 0, cells);
	if (left_out || pending || question->limit < FF_FIELD_NONEF)
		find_connected(&c);
	for (size_t i = 0; i < count; i++) {
		const struct ff_seed *seed = &question->seeds->items[i];

		if (seed->start < c.start[seed->cell])
			c.start[seed->cell] = seed->start;
	}
	if (c.quantum == 0 && find_exact(&c, left_out) != FF_OK) {
		st = FF_E_NOMEM;
		goto out;
	}
	c.partial = left_out && c.least == NULL;
	check_each(&c, check_value);
	for (size_t i = 0; i < cells; i++)
		c.target[i] = -1;
	if (ff_model_goes_anywhere(question->model) && !c.partial)
		find_anywhere(&c);
	else
		memset(c.anywhere, FF_NONE, cells);
	if (!find_targets(&c)) {
		st = FF_E_NOMEM;
		goto out;
	}
	if (claim->classes != NULL)
		check_each(&c, check_class);
	if (claim->vectors != NULL)
		check_each(&c, check_vector);
	if (claim->directions != NULL) {
		check_each(&c, check_direction);
		if (question->model->flow != FF_FLOW_DIFFERENCES)
			check_each(&c, check_route);
	}
	st = FF_OK;
out:
	free(c.least);
	free(c.aimed);
	free(c.start);
	free(c.target);
	free(c.route);
	free(c.anywhere);
	free(c.joined);
	return st;
}
