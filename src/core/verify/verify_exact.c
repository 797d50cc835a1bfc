/*
 * The shortest way is a chain of straight lines that turn at corners of walls.  Dijkstra's
 * algorithm over seeds and corners, in order of their values, looks from each at all that it sees,
 * cell by cell, and shares no code with the solver.  The claim itself keeps that short: where a way
 * comes by a cell, its length is at most half a diagonal more than a right value of the cell, on
 * either end of half a diagonal; so lines end where the claim says that a cell is nearer by more
 * than a whole one.  If the claim is too low there, that cell is reported; if it is too high, lines
 * are longer than need be.
 */
#include "core/verify/verify_exact.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"

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
	const struct ff_verify_exact *proof;
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
static const double diagonal = 1.4143;

double ff_verify_exact_loose(const struct ff_verify_exact *proof, double value)
{
	/* Each line's cost may be rounded up by 2^-23 of a cell's, and lines are half a cell long
	 * at least. */
	return 2e-6 * proof->unit + value * 0x1p-22;
}

static bool is_open(const struct search *s, int64_t x, int64_t y)
{
	const struct ff_cost *cost = s->proof->cost;

	return x >= 0 && y >= 0 && x < cost->w && y < cost->h &&
	       cost->cells[y * cost->w + x] != FF_COST_WALL;
}

/* ---- the heap ---- */

static void push_root(struct search *s, struct root root)
{
	void *heap = s->heap;
	size_t i = s->count;

	if (!ff_memory_grow(&heap, &s->room, s->count + 1, sizeof *s->heap)) {
		s->failed = true;
		return;
	}
	s->heap = heap;
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

/* ---- what a root sees ---- */

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
	int open = is_open(s, x - 1, y - 1) + is_open(s, x, y - 1) + is_open(s, x - 1, y) +
		   is_open(s, x, y);

	return open == 3 ? INFINITY : 0;
}

/* Offers a corner that is in sight. */
static void offer_corner(struct search *s, struct point at)
{
	int64_t x = (s->from.x + s->right * at.u) / 2, y = (s->from.y + s->down * at.v) / 2;
	double *value = &s->corners[y * (s->proof->cost->w + 1) + x], offered;

	if (*value == 0 || !((offered = length_to(s, at)) < *value))
		return;
	*value = offered;
	push_root(s, (struct root){offered, 2 * x, 2 * y});
}

/* Takes the way to a cell's centre that is in sight. */
static void take_cell(struct search *s, struct point centre, size_t i)
{
	const struct ff_verify_exact *proof = s->proof;
	double value = length_to(s, centre), loose = ff_verify_exact_loose(proof, value);
	double u = (double)centre.u, v = (double)centre.v, far = sqrt(u * u + v * v);

	if (value < proof->least[i])
		proof->least[i] = value;
	if (proof->vectors != NULL && far > 0 && value <= proof->claimed[i] + loose &&
	    fabs(proof->vectors[i].dx + s->right * u / far) <= 1e-5 &&
	    fabs(proof->vectors[i].dy + s->down * v / far) <= 1e-5)
		proof->aimed[i] = 1;
}

static void push_cone(struct search *s, struct cone cone)
{
	void *cones = s->cones;

	if (!ff_memory_grow(&cones, &s->cone_room, s->cone_count + 1, sizeof *s->cones)) {
		s->failed = true;
		return;
	}
	s->cones = cones;
	s->cones[s->cone_count++] = cone;
}

/* Looks through a run of open cells from 'first' on, to its end or to that of the cone; what leaves
 * it downwards waits.  Returns where the run ends. */
static int64_t look_through(struct search *s, struct cone cone, int64_t first, int64_t y)
{
	const struct ff_verify_exact *proof = s->proof;
	struct point low = {0, 0}, high = {0, 0}; /* sides of the cells that are not nearer */
	int64_t end = first, top = cone.top > 0 ? cone.top : 0;

	for (int64_t x = cell_of(s->from.x, s->right, first);
	     is_open(s, x, y) && side_of(cone.right, (struct point){end, cone.top + 2}) <= 0;
	     end += 2, x += s->right) {
		struct point centre = {end + 1, cone.top + 1};
		size_t i = (size_t)(y * proof->cost->w + x);
		double nearest = length_to(s, centre) - diagonal * s->cost;

		if (nearest > proof->claimed[i] || nearest > proof->most)
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

		if (!is_open(s, x, y)) {
			at += 2;
			if (x < 0 || x >= s->proof->cost->w)
				return;
			continue;
		}
		/* Walls that meet at a corner are shut. */
		if (side_of(cone.right, (struct point){at, cone.top}) == 0 &&
		    !is_open(s, x, y - s->down))
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
	const struct ff_verify_exact *proof = s->proof;
	double least = INFINITY;

	for (int k = 0; k < 4; k++) {
		int64_t x = root.x / 2 - k % 2, y = root.y / 2 - k / 2;

		if (is_open(s, x, y))
			least = fmin(least, proof->claimed[y * proof->cost->w + x]);
	}
	return root.value > fmin(least, proof->most) + diagonal * s->cost;
}

enum ff_status ff_verify_exact(const struct ff_verify_exact *proof)
{
	int32_t w = proof->cost->w, h = proof->cost->h;
	struct search s = {.proof = proof};
	size_t corners = ((size_t)w + 1) * ((size_t)h + 1);

	s.corners = malloc(corners * sizeof *s.corners);
	s.failed = s.corners == NULL;
	for (size_t i = 0; i < corners && !s.failed; i++)
		s.corners[i] = first_value(&s, (int64_t)(i % ((size_t)w + 1)),
					   (int64_t)(i / ((size_t)w + 1)));
	for (int32_t i = 0; i < w * h && !s.failed; i++) {
		proof->least[i] = proof->start[i];
		proof->aimed[i] = 0;
		if (proof->cost->cells[i] != FF_COST_WALL)
			s.cost = ff_cost_at(proof->cost, (size_t)i);
		if (proof->start[i] < INFINITY &&
		    proof->start[i] <= fmin(proof->claimed[i], proof->most) + s.cost)
			push_root(&s,
				  (struct root){proof->start[i], 2 * (i % w) + 1, 2 * (i / w) + 1});
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
	return s.failed ? FF_E_NOMEM : FF_OK;
}
