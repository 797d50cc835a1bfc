/*
 * A root sees the map in four quadrants, each through cones: the directions between two rays, from
 * a row on.  Cones advance row by row.  In each row a cone meets runs of open cells; a strip is its
 * part within one run.  The strip's cells get the root's value and the distance, if that is less;
 * then the cone, narrowed to what leaves the run, goes on to the next row.  Where a wall stands
 * beside a strip, the string bends around its corner, which becomes a root of its own:
 *
 *	. . . . . .      the near corner a sees [vertical, ray from the root];
 *	  \   r . .      the far corner b of a run sees [ray from the root, horizontal].
 *	# # a . . b      A line along the wall, from a downwards, from b to the right, leads to the
 *	# # # . . #      corners at which walls beside it end.
 *
 * A corner bends strings if exactly one of its four cells is a wall, always around that wall, so
 * its cones lie in two opposite quadrants, one for each sense of rotation.  All quadrants are one
 * code: a frame mirrors columns, rows or both, so that cones lead right and down.  Coordinates are
 * half cells, and comparisons of rays are exact in integers; a ray meets a row at a multiple of
 * 1/(2h), which doubles tell apart.
 *
 * The order does not matter to values: they only fall, and each is always that of some string.  It
 * decides only which of equal strings gives a cell its root, and it is fixed.  Buckets
 * keep cones roughly in the order of their distance, so that few are cast again.  A cone's end is
 * cut off where other values, which grow by at most 1 a cell, prove that none beyond gets less, and
 * where all its rays cross the string of a cell that is nearer by that string.
 *
 * M. Cui, D. Harabor, A. Grastien, "Compromise-free pathfinding on a navigation mesh", IJCAI 2017,
 * expands such cones for single paths.  Strings cut them in J. Chen, Y. Han, "Shortest paths on a
 * polyhedron", SCG 1990.
 */
#include "core/solve/strips.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

#define INLINE static inline __attribute__((always_inline))
#define NONE   UINT32_MAX

/* A step of values as a part of the power of two at or above the cost. */
#define QUANTUM 0x1p-24

/* Widths of a bucket in costs.  In wide ones cones wait less often; but where many roots see many
 * others, cones that come too early are cast again. */
enum { NARROW = 2, WIDE = 8 };

/* Mirrored columns and rows of a frame. */
enum { MIRROR_X = 1, MIRROR_Y = 2, FRAMES = 4 };

struct point {
	int32_t x, y;
};

/* A waiting cone; rays are relative to the root. */
struct cone {
	double value; /* the root's, when the cone was made */
	struct point root, left, right;
	int32_t row; /* the next one */
	uint32_t id; /* of the root */
	uint32_t next;
	uint8_t frame;
	bool rest; /* the right part of a row, put off by put_off() */
};

/* The senses in which a string turns at a corner: towards the vertical or the horizontal. */
enum turn { DOWN, ALONG, TURNS };

struct corner {
	double value;           /* INFINITY: no string ends there yet */
	uint32_t parent[TURNS]; /* the root that its string leads to; NONE: none of that sense */
};

struct ff_strips {
	const struct ff_seeds *seeds;
	struct ff_field *field;
	struct ff_roots *roots;
	int32_t w, h;
	double cost, half; /* of a cell, and of a half cell */
	double limit;
	double quantum, rounding; /* adding and subtracting 'rounding' rounds to the quantum */
	double slack;             /* exceeds what rounding adds to a string */
	double near;              /* columns nearer than this are equal */
	double width;             /* of a bucket */
	double *values;           /* the field's */
	uint32_t *labels;
	size_t words;    /* per row */
	uint64_t *walls; /* owned; a bit for each cell, with walls around; then the same mirrored */
	uint64_t *convex;       /* owned; a bit for each corner that bends strings */
	uint32_t *rank;         /* owned; convex corners before a word */
	struct corner *corners; /* owned */
	struct ff_root *items;  /* the roots'; the seeds, then the corners */
	uint32_t corner_count;
	size_t cleared;       /* cells without a value yet */
	size_t next, started; /* seeds that have their values, and whose cones wait */
	struct cone *cones;
	size_t cone_room;
	uint32_t used, vacant;
	uint32_t *heads; /* owned; [ring]  a list of cones for each bucket */
	uint64_t ring, now, waiting;
	double end; /* of bucket 'now' */
	size_t work;
	bool failed; /* memory ran out */
};

/* ---- geometry ---- */

INLINE int32_t floor_of(double x)
{
	int32_t i = (int32_t)x;

	return i - (x < i);
}

INLINE int32_t ceil_of(double x)
{
	int32_t i = (int32_t)x;

	return i + (x > i);
}

INLINE double slope_of(struct point ray)
{
	return (double)ray.x / ray.y;
}

INLINE int64_t cross(struct point a, struct point b)
{
	return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

INLINE double least_of(double a, double b)
{
	return a < b ? a : b;
}

INLINE double most_of(double a, double b)
{
	return a > b ? a : b;
}

/* Returns the cost of a segment, rounded up. */
INLINE double cost_of(const struct ff_strips *run, double x, double y)
{
	const double half = run->half, rounding = run->rounding, quantum = run->quantum;
	double cost = sqrt(x * x + y * y) * half;
	double nearest = (cost + rounding) - rounding;

	return nearest + (nearest < cost ? quantum : 0);
}

/* ---- the map: rows of bits, with a frame of walls ---- */

/* Frames change from cone to cone, so what depends on them is arithmetic without branches. */

/* Return -1 if a frame mirrors columns or rows, else 0; 'flip | 1' is the step to the next one. */
INLINE int32_t flip_x(uint32_t frame)
{
	return -(int32_t)(frame & MIRROR_X);
}

INLINE int32_t flip_y(uint32_t frame)
{
	return -(int32_t)((frame & MIRROR_Y) / MIRROR_Y);
}

/* Returns -i if it is mirrored, else i. */
INLINE int32_t mirrored(int32_t i, int32_t flip)
{
	return (i ^ flip) - flip;
}

/* Returns true if column i of a row is a wall.  The row points at the word of column 0; the words
 * before it have the columns below 0. */
INLINE bool is_wall(const uint64_t *row, int32_t i)
{
	return (row[i >> 6] >> (i & 63) & 1) != 0;
}

/* Returns true if columns i and i+1 are open: then the corner between them and a wall beside one of
 * them bends strings. */
INLINE bool are_open(const uint64_t *row, int32_t i)
{
	return !is_wall(row, i) && !is_wall(row, i + 1);
}

/* Returns the first column from i on that is a wall (flip 0) or open (flip ~0); more than 'last' if
 * there is none up to it. */
INLINE int32_t find_column(const uint64_t *row, int32_t i, int32_t last, uint64_t flip)
{
	int32_t word = i >> 6;
	uint64_t bits = (row[word] ^ flip) >> (i & 63);

	if (bits != 0)
		return i + __builtin_ctzll(bits);
	while (++word <= last >> 6)
		if ((bits = row[word] ^ flip) != 0)
			return word * 64 + __builtin_ctzll(bits);
	return last + 1;
}

/* A row of a frame: column i has the bit i, and values[step * i]. */
struct row {
	const uint64_t *walls;
	double *values;
	uint32_t *labels;
	ptrdiff_t step, next, words; /* values to the next column and row, words to the next row */
	uint32_t frame;
};

INLINE struct row row_of(const struct ff_strips *run, uint32_t frame, int32_t j)
{
	ptrdiff_t y = j ^ flip_y(frame), words = (ptrdiff_t)run->words, down = flip_y(frame) | 1;
	ptrdiff_t copy = (run->h + 2) * words + words - 2; /* to the mirrored column 0 */
	ptrdiff_t first = y * run->w + flip_x(frame);

	return (struct row){run->walls + (y + 1) * words + 1 + (copy & flip_x(frame)),
			    run->values + first,
			    run->labels + first,
			    flip_x(frame) | 1,
			    down * run->w,
			    down * words,
			    frame};
}

INLINE void go_down(struct row *row)
{
	row->walls += row->words;
	row->values += row->next;
	row->labels += row->next;
}

static uint32_t count_of(uint64_t bits)
{
	bits -= bits >> 1 & 0x5555555555555555u;
	bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
	bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
	return (uint32_t)(bits * 0x0101010101010101u >> 56);
}

/* ---- waiting cones and roots ---- */

static void wait_for(struct ff_strips *run, const struct cone *cone, double least)
{
	double at = least / run->width;
	uint64_t bucket = at > (double)run->now ? (uint64_t)at : run->now;
	uint32_t at_cone = run->vacant;
	uint32_t *head = &run->heads[bucket & (run->ring - 1)];

	if (at_cone != NONE) {
		run->vacant = run->cones[at_cone].next;
	} else if (run->used == NONE - 1 || !ff_memory_grow(&run->cones, &run->cone_room,
							    run->used + 1, sizeof *run->cones)) {
		run->failed = true;
		return;
	} else {
		at_cone = run->used++;
	}
	run->cones[at_cone] = *cone;
	run->cones[at_cone].next = *head;
	*head = at_cone;
	run->waiting++;
}

/* Returns where a root lies from x,y of a frame. */
INLINE struct point towards(const struct ff_strips *run, uint32_t frame, uint32_t id, int32_t x,
			    int32_t y)
{
	const struct ff_root *at = &run->items[id];

	return (struct point){mirrored(at->x, flip_x(frame)) - x,
			      mirrored(at->y, flip_y(frame)) - y};
}

/* Returns the corner at x,y of a frame, which bends strings. */
INLINE struct corner *corner_at(const struct ff_strips *run, uint32_t frame, int32_t x, int32_t y)
{
	int32_t column = mirrored(x >> 1, flip_x(frame)), row = mirrored(y >> 1, flip_y(frame));
	size_t word = (size_t)row * run->words + ((uint32_t)column >> 6);
	uint64_t before = ((uint64_t)1 << (column & 63)) - 1;

	return &run->corners[run->rank[word] + count_of(run->convex[word] & before)];
}

/* Returns true if a value at a corner is more than one by the centre of a cell beside it. */
static bool is_beaten(const struct ff_strips *run, uint32_t frame, int32_t x, int32_t y,
		      double value)
{
	ptrdiff_t column = mirrored(x >> 1, flip_x(frame)), row = mirrored(y >> 1, flip_y(frame));
	const double *below = run->values + row * run->w + column, *above = below - run->w;
	double least = least_of(least_of(below[0], below[-1]), least_of(above[0], above[-1]));

	return least + 0.7072 * run->cost < value;
}

/* Makes a corner's string lead to a root. */
static void set_parent(struct ff_strips *run, struct corner *corner, enum turn turn, uint32_t id)
{
	struct ff_root *item = &run->items[run->seeds->count + (size_t)(corner - run->corners)];

	corner->parent[turn] = id;
	item->next = corner->parent[corner->parent[DOWN] == NONE ? ALONG : DOWN];
}

/*
 * Offers a corner that bends strings the one of a cone's root: if it is not longer than the
 * corner's, the corner becomes a root that casts the cone between the ray and its wall.  Of equal
 * strings of one sense the widest cone is cast, which contains the others.
 */
static void offer(struct ff_strips *run, uint32_t frame, enum turn turn, int32_t x, int32_t y,
		  const struct cone *from, struct point ray)
{
	struct corner *corner = corner_at(run, frame, x, y);
	struct cone cone = {.root = {x, y}, .row = y >> 1, .frame = (uint8_t)frame};
	uint32_t parent;

	cone.value = from->value + cost_of(run, ray.x, ray.y);
	parent = corner->parent[turn];
	if (cone.value > corner->value || is_beaten(run, frame, x, y, cone.value))
		return;
	if (cone.value == corner->value && parent != NONE) {
		int64_t wider = cross(ray, towards(run, frame, parent, x, y));

		if (wider == 0 && from->id < parent)
			set_parent(run, corner, turn, from->id);
		if (turn == DOWN ? wider >= 0 : wider <= 0)
			return;
	}
	if (cone.value < corner->value)
		corner->parent[!turn] = NONE;
	corner->value = cone.value;
	set_parent(run, corner, turn, from->id);
	cone.id = (uint32_t)run->seeds->count + (uint32_t)(corner - run->corners);
	cone.left = turn == DOWN ? (struct point){0, 1} : ray;
	cone.right = turn == DOWN ? ray : (struct point){1, 0};
	wait_for(run, &cone, cone.value);
}

/*
 * Returns true if a ray to a corner is all that remains of a cone, the corner's value is lower than
 * by that ray, and it casts a ray of the same direction.  Two segments rounded up exceed the whole
 * by at most a quantum, so nothing beyond gets less from the cone; what gets as much may have
 * either root, by the order of the work, which is fixed.
 */
INLINE bool is_late(const struct ff_strips *run, uint32_t frame, enum turn turn, int32_t x,
		    int32_t y, const struct cone *cone, struct point ray)
{
	const struct corner *corner;
	double value;
	int64_t wider;

	if (cross(turn == DOWN ? cone->right : cone->left, ray) != 0)
		return false;
	corner = corner_at(run, frame, x, y);
	value = cone->value + cost_of(run, ray.x, ray.y);
	if (corner->value >= value)
		return false;
	if (corner->value + run->slack < value)
		return true;
	if (corner->parent[turn] == NONE)
		return false;
	wider = cross(ray, towards(run, frame, corner->parent[turn], x, y));
	return turn == DOWN ? wider >= 0 : wider <= 0;
}

/* Returns true if a cone's only ray goes on straight from the string of its root: the root before
 * that casts it as well, and rounds once less. */
INLINE bool is_straight(const struct ff_strips *run, uint32_t frame, const struct cone *cone)
{
	uint32_t seeds = (uint32_t)run->seeds->count;

	for (int turn = 0; cone->id >= seeds && turn < TURNS; turn++) {
		uint32_t parent = run->corners[cone->id - seeds].parent[turn];

		if (parent != NONE &&
		    cross(cone->left, towards(run, frame, parent, cone->root.x, cone->root.y)) == 0)
			return true;
	}
	return false;
}

/* Offers the corner 'far' half cells along a line from the root, around a wall beyond the line or
 * on the cone's side of it. */
static void offer_along(struct ff_strips *run, const struct cone *cone, enum turn turn, bool beyond,
			int32_t far)
{
	struct point at = cone->root,
		     ray = turn == DOWN ? (struct point){0, far} : (struct point){far, 0};
	uint32_t frame = cone->frame;

	at.x += ray.x;
	at.y += ray.y;
	/* Around a wall beyond the line: its frame mirrors that. */
	if (beyond && turn == DOWN) {
		frame ^= MIRROR_X;
		at.x = -at.x;
	} else if (beyond) {
		frame ^= MIRROR_Y;
		at.y = -at.y;
	}
	offer(run, frame, turn == DOWN ? ALONG : DOWN, at.x, at.y, cone, ray);
}

/*
 * Follows the side of the wall that a root bends around, downwards or along the row, and on as long
 * as the same side of the line stays open.  Where a wall on one side ends, its corner is offered
 * the string, which bends around it.
 */
static void follow_side(struct ff_strips *run, const struct row *row, const struct cone *cone,
			enum turn turn)
{
	enum { BEYOND = 1, HERE = 2, BOTH = 3 }; /* sides of the line that are open */
	const ptrdiff_t along = turn, across = 1 - along;
	const ptrdiff_t beyond = -(across * row->step + along * row->next);
	const ptrdiff_t next = along * row->step + across * row->next;
	const uint64_t *here = row->walls, *there = here - along * row->words;
	int32_t i = cone->root.x >> 1, before = BOTH;
	const double *value = row->values + row->step * i;
	double limit = cone->value - run->slack;

	for (int32_t far = 2;; far += 2) {
		int32_t open = (is_wall(there, i - (int32_t)across) ? 0 : BEYOND) |
			       (is_wall(here, i) ? 0 : HERE);

		if ((open & before) == 0)
			return;
		if (open == BOTH && before != BOTH) {
			offer_along(run, cone, turn, before == HERE, far - 2);
			return;
		}
		run->work++;
		if (((open & HERE) != 0 && *value < limit) ||
		    ((open & BEYOND) != 0 && value[beyond] < limit))
			return;
		before = open;
		limit += run->cost;
		i += (int32_t)along;
		here += across * row->words;
		there += across * row->words;
		value += next;
	}
}

/* ---- strips ---- */

/* Gives a cell a value, unless it has a lower one, or as low a one of a lower root. */
INLINE void settle(double *value, uint32_t *label, double offered, uint32_t id)
{
	if (offered < *value || (offered == *value && id < *label)) {
		*value = offered;
		*label = id;
	}
}

/* Gives n cells of a row the value of a string to a root: the first is x half cells to the right
 * of it, all are y below. */
static void fill(const struct ff_strips *run, double *values, uint32_t *labels, int32_t n, double x,
		 double y, const struct cone *cone)
{
	enum { ROOM = 32 };
	double offered[ROOM];

	for (; n > 0; n -= ROOM, values += ROOM, labels += ROOM) {
		int32_t count = n < ROOM ? n : ROOM;

		for (int32_t k = 0; k < count; k++) /* vectorised */
			offered[k] = cone->value + cost_of(run, x + 2 * (double)k, y);
		for (int32_t k = 0; k < count; k++)
			settle(&values[k], &labels[k], offered[k], cone->id);
		x += 2 * ROOM;
	}
}

/* The slopes of a cone's rays: columns per row. */
struct slopes {
	double left, right;
};

/* A run of open cells, columns first..last, and a cone's part of the line through their centres, in
 * half cells. */
struct strip {
	int32_t first, last;
	double from, to;
};

/* Returns true if neither on that line from 'from' to 'to', next to the centres of columns i and
 * i+1, nor beyond it, anything gets less from the cone than by the cells of the run. */
INLINE bool is_dominated(const struct ff_strips *run, const struct row *row,
			 const struct cone *cone, const struct strip *strip, int32_t i, double from,
			 double to)
{
	double before = i >= strip->first ? row->values[row->step * i] : INFINITY;
	double behind = i < strip->last ? row->values[row->step * (i + 1)] : INFINITY;
	double centre = 2.0 * i + 1, x = from - cone->root.x;
	double y = 2.0 * cone->row + 1 - cone->root.y;
	/* The most that those values, growing by a cell's cost per cell, reach in between. */
	double most = (before + behind) * 0.5 + run->half;
	double above;

	before += (to - centre) * run->half;
	behind += (centre + 2 - from) * run->half;
	most = before < most ? before : most;
	most = behind < most ? behind : most;
	above = most + run->slack - cone->value;
	return above <= 0 || above * above <= (x * x + y * y) * (run->half * run->half);
}

/*
 * Returns true if column i's cell is nearer by its string than by the cone, and that string crosses
 * all rays from the cone's left (side 1) or right one (-1) to the cell's centre.  It is the nearer
 * one where they cross as well, so nothing beyond gets less from those rays.
 */
INLINE bool is_crossed(const struct ff_strips *run, const struct row *row, const struct cone *cone,
		       int32_t i, int side)
{
	struct point centre = {2 * i + 1 - cone->root.x, 2 * cone->row + 1 - cone->root.y}, from;
	double x = centre.x, y = centre.y;
	double above = row->values[row->step * i] + run->slack - cone->value;

	if (above > 0 && above * above > (x * x + y * y) * (run->half * run->half))
		return false;
	from = towards(run, row->frame, row->labels[row->step * i], cone->root.x, cone->root.y);
	return from.y <= centre.y && side * cross(centre, from) > 0 &&
	       side * cross(side > 0 ? cone->left : cone->right, from) >= 0;
}

/* Cuts off the dominated part of a strip at its left (side 1) or right end (-1); returns false if
 * nothing remains. */
INLINE bool trim(const struct ff_strips *run, const struct row *row, struct cone *cone,
		 struct slopes *slopes, const struct strip *strip, int32_t last, int side)
{
	double at = side > 0 ? strip->from : strip->to, end = side > 0 ? strip->to : strip->from;
	int32_t i = last;

	for (;;) {
		double next =
			side * (2.0 * (i + side) + 1) < side * end ? 2.0 * (i + side) + 1 : end;

		i += side;
		if (!is_dominated(run, row, cone, strip, side > 0 ? i - 1 : i, side > 0 ? at : next,
				  side > 0 ? next : at) &&
		    (i < strip->first || i > strip->last ||
		     row->labels[row->step * i] == cone->id ||
		     !is_crossed(run, row, cone, i, side))) {
			i -= side;
			break;
		}
		if (next == end)
			return false;
		at = next;
		if (row->labels[row->step * i] == cone->id)
			break;
	}
	if (i != last) {
		struct point ray = {2 * i + 1 - cone->root.x, 2 * cone->row + 1 - cone->root.y};

		*(side > 0 ? &cone->left : &cone->right) = ray;
		*(side > 0 ? &slopes->left : &slopes->right) = slope_of(ray);
	}
	return true;
}

INLINE void set_right(struct cone *cone, struct slopes *slopes, struct point ray)
{
	cone->right = ray;
	slopes->right = slope_of(ray);
}

/* Lets the part of a strip wait that is more than 'reach' to the right of the root, so that what
 * is far off in a row does not come before what is near. */
INLINE void put_off(struct ff_strips *run, struct cone *cone, struct slopes *slopes,
		    struct strip *strip, double reach)
{
	int32_t at = 2 * (int32_t)((cone->root.x + reach) * 0.5) + 1;
	struct point ray = {at - cone->root.x, 2 * cone->row + 1 - cone->root.y};
	struct cone rest;

	if (strip->to <= at + reach || strip->from >= at)
		return;
	rest = *cone;
	rest.left = ray;
	rest.rest = true;
	wait_for(run, &rest, cone->value + cost_of(run, ray.x, ray.y));
	run->work++;
	set_right(cone, slopes, ray);
	strip->to = at;
}

/*
 * Cuts off the right part of a strip where other strings cross it, or where a cell is nearer by
 * others than its column is to the root, for then all cells to the right are.  Looks at few cells
 * beyond column 'low'.
 */
INLINE void cut_off(const struct ff_strips *run, const struct row *row, struct cone *cone,
		    struct slopes *slopes, struct strip *strip, int32_t low)
{
	int32_t y = 2 * cone->row + 1 - cone->root.y;

	for (int32_t i = low + 1, gap = 4; 2.0 * i + 1 < strip->to; i += gap, gap *= 2) {
		struct point ray = {2 * i + 1 - cone->root.x, y};
		uint32_t label = row->labels[row->step * i];

		if (row->values[row->step * i] + run->slack > cone->value + ray.x * run->half &&
		    (label == FF_LABELS_NONE || label == cone->id ||
		     !is_crossed(run, row, cone, i, -1)))
			continue;
		strip->to = 2.0 * i + 1;
		if (y > 0)
			set_right(cone, slopes, ray);
		return;
	}
}

/* Passes a cone through a run of open cells of its row, of which what is more than 'reach' to the
 * right of its root waits: gives them values, offers the far corner, and narrows the cone to what
 * leaves the run; returns false if nothing does. */
INLINE bool pass(struct ff_strips *run, const struct row *row, struct cone *cone,
		 struct slopes *slopes, int32_t first, int32_t last, double reach)
{
	const ptrdiff_t step = row->step;
	int32_t y = 2 * cone->row + 1 - cone->root.y, low, high;
	struct point far = {2 * (last + 1) - cone->root.x, y + 1};
	struct strip strip = {first, last, cone->root.x, 2.0 * (last + 1)};
	int64_t over;

	if (y > 0) {
		strip.from += slopes->left * y;
		if (strip.from >= strip.to)
			return false;
		if (cone->right.y > 0)
			strip.to = least_of(strip.to, cone->root.x + slopes->right * y);
		strip.from = most_of(strip.from, 2.0 * first);
	}
	low = ceil_of((strip.from - 1) * 0.5 - run->near);
	if (low < last)
		cut_off(run, row, cone, slopes, &strip, low);
	if (y > 0 && strip.to - strip.from > reach)
		put_off(run, cone, slopes, &strip, reach);
	high = floor_of((strip.to - 1) * 0.5 + run->near);
	high = high > last ? last : high;
	if (low == high) {
		settle(&row->values[row->step * low], &row->labels[row->step * low],
		       cone->value + cost_of(run, 2.0 * low + 1 - cone->root.x, y), cone->id);
	} else if (low < high) {
		int32_t at = step < 0 ? high : low;

		run->work += (size_t)(high - low);
		fill(run, row->values + step * at, row->labels + step * at, high - low + 1,
		     (double)step * (2.0 * at + 1 - cone->root.x), y, cone);
	}
	if (find_column(row->walls + row->words, first, last, ~(uint64_t)0) > last)
		return false;
	if (y > 0 && (low > high || row->labels[row->step * low] != cone->id) &&
	    !trim(run, row, cone, slopes, &strip, low - 1, 1))
		return false;
	if (y > 0 && (low > high || row->labels[row->step * high] != cone->id) &&
	    !trim(run, row, cone, slopes, &strip, high + 1, -1))
		return false;
	over = cross(cone->right, far);
	if (over >= 0) {
		if (cross(cone->left, far) > 0)
			return false;
		if (are_open(row->walls + row->words, last)) {
			if (is_late(run, row->frame, ALONG, 2 * (last + 1), 2 * (cone->row + 1),
				    cone, far))
				return false;
			offer(run, row->frame, ALONG, 2 * (last + 1), 2 * (cone->row + 1), cone,
			      far);
		}
	}
	if (over > 0)
		set_right(cone, slopes, far);
	cone->row++;
	return cross(cone->left, cone->right) < 0 || !is_straight(run, row->frame, cone);
}

/* Returns the square of the least distance of a cone in its next row. */
INLINE double least_square(const struct ff_strips *run, const struct cone *cone,
			   const struct slopes *slopes)
{
	double y = most_of(2.0 * cone->row - cone->root.y, 0), x = slopes->left * y;

	return (x * x + y * y) * (run->half * run->half);
}

/* Offers the corner at which a run begins, inside a cone or at its left ray; returns false if
 * nothing beyond it gets less from the cone. */
INLINE bool offer_near(struct ff_strips *run, const struct row *row, const struct cone *cone,
		       struct point ray, bool inside)
{
	int32_t x = cone->root.x + ray.x, y = 2 * cone->row;

	if (!are_open(row->walls - row->words, (x >> 1) - 1))
		return true;
	if (inside || cone->left.x > 0)
		offer(run, row->frame, DOWN, x, y, cone, ray);
	return !is_late(run, row->frame, DOWN, x, y, cone, ray);
}

/* Returns true if a cone that ends at 'to' columns meets only the corner of column i, between two
 * walls. */
INLINE bool is_pinched(const struct ff_strips *run, const struct row *row, int32_t i, double to)
{
	return to - i <= run->near && is_wall(row->walls, i - 1) &&
	       is_wall(row->walls - row->words, i);
}

/* Passes a cone through the runs of its row from column 'next' on, which is inside it, and lets the
 * parts wait that leave them.  Not inline: most rows have one run, and keep their registers. */
static __attribute__((noinline)) void pass_apart(struct ff_strips *run, const struct row *row,
						 const struct cone *whole, int32_t next,
						 int32_t end, double to, double reach)
{
	const int32_t most = run->w & ~flip_x(row->frame); /* a wall */

	for (int32_t last; next <= end;
	     next = find_column(row->walls, last + 1, end, ~(uint64_t)0)) {
		struct cone cone = *whole;
		struct slopes slopes = {0, slope_of(cone.right)};

		last = find_column(row->walls, next, most, 0) - 1;
		cone.left = (struct point){2 * next - cone.root.x, 2 * cone.row - cone.root.y};
		if ((next == end && is_pinched(run, row, end, to)) ||
		    !offer_near(run, row, whole, cone.left, true))
			return;
		slopes.left = slope_of(cone.left);
		if (pass(run, row, &cone, &slopes, next, last, reach))
			wait_for(run, &cone, cone.value + sqrt(least_square(run, &cone, &slopes)));
	}
}

/* Passes a cone through the first run of its row that it meets; it becomes the part that leaves
 * that run, and parts in other runs wait.  Returns false if nothing leaves the first one. */
INLINE bool enter_row(struct ff_strips *run, const struct row *row, struct cone *cone,
		      struct slopes *slopes, double reach)
{
	int32_t y = 2 * cone->row - cone->root.y;
	double from = (cone->root.x + slopes->left * y) * 0.5;
	double to = (cone->root.x + slopes->right * y) * 0.5;
	int32_t start = floor_of(from + run->near), end = floor_of(to + run->near), i = start;
	int32_t last;

	if (is_wall(row->walls, i))
		i = find_column(row->walls, i, end, ~(uint64_t)0);
	if (i > end || (i == end && is_pinched(run, row, end, to)))
		return false;
	last = find_column(row->walls, i, run->w & ~flip_x(row->frame), 0) - 1;
	if (last < end) {
		int32_t next = find_column(row->walls, last + 1, end, ~(uint64_t)0);

		if (next <= end)
			pass_apart(run, row, cone, next, end, to, reach);
	}
	if (i > start || (from - start <= run->near && is_wall(row->walls, i - 1))) {
		struct point near = {2 * i - cone->root.x, y};

		if (!offer_near(run, row, cone, near, i > start))
			return false;
		if (i > start) {
			cone->left = near;
			slopes->left = slope_of(near);
		}
	}
	return pass(run, row, cone, slopes, i, last, reach);
}

/* Casts a cone, row by row, as long as its least distance is in this bucket. */
static void cast(struct ff_strips *run, struct row row, struct cone cone)
{
	struct slopes slopes = {slope_of(cone.left), cone.right.y > 0 ? slope_of(cone.right) : 0};
	double end = most_of(run->end - cone.value, 0), square;
	double reach = 1.5 * end / run->half + 16; /* beyond the bucket: fewer parts that wait */

	do {
		int32_t i = cone.root.x >> 1;

		run->work++;
		if (cone.row > cone.root.y >> 1) {
			if (!enter_row(run, &row, &cone, &slopes, reach))
				return;
		} else if (is_wall(row.walls, i) ||
			   !pass(run, &row, &cone, &slopes, i,
				 find_column(row.walls, i, run->w & ~flip_x(row.frame), 0) - 1,
				 reach)) {
			return;
		}
		go_down(&row);
		square = least_square(run, &cone, &slopes);
	} while (square < end * end);
	wait_for(run, &cone, cone.value + sqrt(square));
}

/* ---- runs ---- */

uint32_t ff_strips_cost(const struct ff_cost *cost)
{
	struct ff_cost_range range = ff_cost_range(cost);

	return range.least == range.most ? range.least : 0;
}

/* Returns a bit for each of eight cells that is open, the first one lowest. */
INLINE uint64_t open_cells(const uint8_t *cells)
{
	const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
	uint64_t bytes = 0;

	for (int k = 0; k < 8; k++) /* one load */
		bytes |= (uint64_t)(cells[k] ^ FF_COST_WALL) << 8 * k;
	bytes = (((bytes & low) + low) | bytes) & ~low; /* the high bit of each that is not 0 */
	return (bytes >> 7) * 0x0102040810204080u >> 56;
}

/* Returns a word's bits in reverse order. */
INLINE uint64_t reversed(uint64_t bits)
{
	bits = (bits >> 1 & 0x5555555555555555u) | (bits & 0x5555555555555555u) << 1;
	bits = (bits >> 2 & 0x3333333333333333u) | (bits & 0x3333333333333333u) << 2;
	bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0fu) | (bits & 0x0f0f0f0f0f0f0f0fu) << 4;
	return __builtin_bswap64(bits);
}

/* Makes the rows of bits: column 0 is in the second word. */
static void make_walls(struct ff_strips *run, const struct ff_cost *cost)
{
	size_t words = run->words, all = words * ((size_t)run->h + 2);

	memset(run->walls, 0xff, 2 * all * sizeof *run->walls);
	for (int32_t y = 0; y < run->h; y++) {
		const uint8_t *cells = cost->cells + (size_t)y * (size_t)run->w;
		uint64_t *row = run->walls + (size_t)(y + 1) * words + 1;
		int32_t x = 0;

		for (; x + 8 <= run->w; x += 8)
			row[x >> 6] &= ~(open_cells(cells + x) << (x & 63));
		for (; x < run->w; x++)
			row[x >> 6] &= ~((uint64_t)(cells[x] != FF_COST_WALL) << (x & 63));
		row--;
		for (size_t k = 0; k < words; k++)
			row[all + k] = reversed(row[words - 1 - k]);
	}
}

/* Finds the corners with exactly one wall, makes their bits and counts them. */
static void find_corners(struct ff_strips *run)
{
	for (int32_t y = 0; y <= run->h; y++) {
		const uint64_t *above = run->walls + (size_t)y * run->words + 1;
		const uint64_t *below = above + run->words;
		size_t at = (size_t)y * run->words;

		for (size_t k = 0; k + 1 < run->words; k++) {
			uint64_t ne = above[k], se = below[k];
			uint64_t nw = ne << 1 | above[k - 1] >> 63;
			uint64_t sw = se << 1 | below[k - 1] >> 63;

			/* One or three, and not three. */
			run->convex[at + k] = (nw ^ ne ^ sw ^ se) & ~((nw & ne) | (sw & se));
			run->rank[at + k] = run->corner_count;
			run->corner_count += count_of(run->convex[at + k]);
		}
	}
}

/* Chooses the width of buckets, by the shares of cells that are roots and that are open. */
static void choose_width(struct ff_strips *run)
{
	double cells = (double)run->w * run->h, open = 0;

	for (size_t k = 0; k < run->words * ((size_t)run->h + 2); k++)
		open += count_of(~run->walls[k]);
	open *= (double)run->corner_count + (double)run->seeds->count;
	run->width = run->cost * (open * 8 > cells * cells ? NARROW : WIDE);
}

/* Lists the seeds and the corners, in the order of their numbers. */
static void place_roots(struct ff_strips *run)
{
	const struct ff_seeds *seeds = run->seeds;
	struct ff_root *item = run->items;

	for (size_t k = 0; k < seeds->count; k++)
		*item++ = (struct ff_root){
			2 * (int32_t)(seeds->items[k].cell % (uint32_t)run->w) + 1,
			2 * (int32_t)(seeds->items[k].cell / (uint32_t)run->w) + 1, NONE};
	for (size_t word = 0; word < run->words * ((size_t)run->h + 1); word++)
		for (uint64_t bits = run->convex[word]; bits != 0; bits &= bits - 1)
			*item++ = (struct ff_root){
				2 * ((int32_t)(word % run->words) * 64 + __builtin_ctzll(bits)),
				2 * (int32_t)(word / run->words), NONE};
}

static bool allocate(struct ff_strips *run, const struct ff_cost *cost)
{
	size_t rows = (size_t)run->h + 2;

	run->walls = malloc(2 * run->words * rows * sizeof *run->walls);
	run->convex = calloc(run->words * rows, sizeof *run->convex);
	run->rank = malloc(run->words * rows * sizeof *run->rank);
	run->heads = malloc((size_t)run->ring * sizeof *run->heads);
	if (run->walls == NULL || run->convex == NULL || run->rank == NULL || run->heads == NULL)
		return false;
	make_walls(run, cost);
	find_corners(run);
	choose_width(run);
	run->corners = malloc(((size_t)run->corner_count + 1) * sizeof *run->corners);
	run->items = malloc((run->seeds->count + run->corner_count) * sizeof *run->items);
	run->roots->items = run->items;
	run->roots->of.count = (uint32_t)run->seeds->count + run->corner_count;
	if (run->corners == NULL || run->items == NULL)
		return false;
	for (uint32_t k = 0; k < run->corner_count; k++)
		run->corners[k] = (struct corner){INFINITY, {NONE, NONE}};
	place_roots(run);
	for (size_t i = 0; i < run->ring; i++)
		run->heads[i] = NONE;
	return true;
}

enum ff_status ff_strips_open(struct ff_strips **out, const struct ff_cost *cost,
			      const struct ff_seeds *seeds, double limit, struct ff_field *field,
			      struct ff_roots *roots)
{
	size_t cells = (size_t)cost->w * (size_t)cost->h;
	uint32_t unit = ff_strips_cost(cost);
	struct ff_strips *run;
	double power = 1;

	*out = NULL;
	if (unit == 0 || field->w != cost->w || field->h != cost->h || roots->of.w != cost->w ||
	    roots->of.h != cost->h || field->type != FF_FIELD_F64 || seeds->count == 0)
		return FF_E_ARG;
	for (size_t k = 0; k < seeds->count; k++)
		if (seeds->items[k].cell >= cells ||
		    cost->cells[seeds->items[k].cell] == FF_COST_WALL)
			return FF_E_ARG;
	if ((run = calloc(1, sizeof *run)) == NULL)
		return FF_E_NOMEM;
	while (power < unit)
		power *= 2;
	*run = (struct ff_strips){
		.seeds = seeds,
		.field = field,
		.roots = roots,
		.w = cost->w,
		.h = cost->h,
		.cost = unit,
		.half = 0.5 * unit,
		.limit = limit,
		.quantum = power * QUANTUM,
		.rounding = 1.5 * 0x1p52 * power * QUANTUM,
		.slack = 64 * power * QUANTUM,
		.near = 0.05 / (cost->h + 1.0),
		.values = field->f64,
		.labels = roots->of.cells,
		.words = (size_t)cost->w / 64 + 2,
		.vacant = NONE,
	};
	/* No cone waits for a bucket farther off than the map is long. */
	for (run->ring = 1; (double)run->ring * NARROW < 2.0 * cost->w + 2.0 * cost->h + 8;)
		run->ring *= 2;
	if (!allocate(run, cost)) {
		ff_strips_close(run);
		return FF_E_NOMEM;
	}
	*out = run;
	return FF_OK;
}

void ff_strips_close(struct ff_strips *run)
{
	if (run == NULL)
		return;
	free(run->walls);
	free(run->convex);
	free(run->rank);
	free(run->corners);
	free(run->cones);
	free(run->heads);
	free(run);
}

/* Returns true if a seed is the corner of a square of four open cells with values as low, so that
 * others are nearer to all that it sees in a quadrant. */
static bool is_inside(const struct ff_strips *run, const struct cone *cone)
{
	struct row row = row_of(run, cone->frame, cone->row);
	const uint64_t *below = row.walls + row.words;
	int32_t x = cone->root.x >> 1;
	const double *right = row.values + row.step * (x + 1);

	return !is_wall(row.walls, x + 1) && !is_wall(below, x) && !is_wall(below, x + 1) &&
	       right[0] <= cone->value && right[row.next] <= cone->value &&
	       right[row.next - row.step] <= cone->value;
}

/* Starts the seeds of this bucket: all get their values before the first one is cast.  Returns
 * false if the budget ends before. */
static bool start_seeds(struct ff_strips *run, size_t until)
{
	const struct ff_seed *seeds = run->seeds->items;

	for (; run->next < run->seeds->count && seeds[run->next].start < run->end; run->next++) {
		const struct ff_seed *seed = &seeds[run->next];
		struct cone own = {.value = seed->start, .id = (uint32_t)run->next};

		if (run->work >= until)
			return false;
		run->work++;
		if (seed->start <= run->limit)
			fill(run, &run->values[seed->cell], &run->labels[seed->cell], 1, 0, 0,
			     &own);
	}
	for (; run->started < run->next; run->started++) {
		struct cone cone = {.value = seeds[run->started].start,
				    .left = {0, 1},
				    .right = {1, 0},
				    .id = (uint32_t)run->started};

		if (run->work >= until)
			return false;
		run->work++;
		if (!(cone.value <= run->limit) ||
		    run->values[seeds[run->started].cell] + run->slack < cone.value)
			continue;
		for (cone.frame = 0; cone.frame < FRAMES; cone.frame++) {
			cone.root = towards(run, cone.frame, cone.id, 0, 0);
			cone.row = cone.root.y >> 1;
			if (!is_inside(run, &cone))
				wait_for(run, &cone, cone.value);
		}
	}
	return true;
}

/* Takes the next cone of this bucket and casts it, unless its root has a lower value by now. */
static void take_cone(struct ff_strips *run, uint32_t *head)
{
	struct cone cone = run->cones[*head];
	uint32_t taken = *head, seeds = (uint32_t)run->seeds->count;
	struct row row;

	*head = cone.next;
	run->cones[taken].next = run->vacant;
	run->vacant = taken;
	run->waiting--;
	if (cone.id >= seeds && run->corners[cone.id - seeds].value < cone.value)
		return;
	row = row_of(run, cone.frame, cone.row);
	if (cone.id >= seeds && cone.row == cone.root.y >> 1 && !cone.rest) {
		if (cone.left.x == 0)
			follow_side(run, &row, &cone, DOWN);
		if (cone.right.y == 0)
			follow_side(run, &row, &cone, ALONG);
	}
	cast(run, row, cone);
}

/* Clears values and labels of more cells, many in the time of one's work. */
static bool clear_some(struct ff_strips *run, size_t budget)
{
	enum { FASTER = 16 };
	size_t left = (size_t)run->w * (size_t)run->h - run->cleared;
	size_t end = run->cleared + (left / FASTER < budget ? left : budget * FASTER);

	for (size_t i = run->cleared; i < end; i++)
		run->values[i] = FF_FIELD_NONEF;
	for (size_t i = run->cleared; i < end; i++)
		run->labels[i] = FF_LABELS_NONE;
	run->cleared = end;
	return end == (size_t)run->w * (size_t)run->h;
}

/* Removes values beyond the limit. */
static void apply_limit(struct ff_strips *run)
{
	for (size_t i = 0; i < (size_t)run->w * (size_t)run->h; i++)
		if (run->values[i] > run->limit) {
			run->values[i] = FF_FIELD_NONEF;
			run->labels[i] = FF_LABELS_NONE;
		}
}

enum ff_status ff_strips_step(struct ff_strips *run, size_t budget, bool *done)
{
	size_t until = run->work + budget < budget ? SIZE_MAX : run->work + budget;

	*done = false;
	if (run->cleared < (size_t)run->w * (size_t)run->h && !clear_some(run, budget))
		return FF_OK;
	while (run->waiting > 0 || run->started < run->seeds->count) {
		uint32_t *head;
		bool begun;

		if (run->waiting == 0 && run->seeds->items[run->started].start > run->end)
			run->now = (uint64_t)(run->seeds->items[run->started].start / run->width);
		run->end = (double)(run->now + 1) * run->width;
		if ((double)run->now * run->width > run->limit)
			break;
		begun = start_seeds(run, until);
		if (run->failed)
			return FF_E_NOMEM;
		if (!begun)
			return FF_OK;
		head = &run->heads[run->now & (run->ring - 1)];
		while (*head != NONE) {
			take_cone(run, head);
			if (run->failed)
				return FF_E_NOMEM;
			if (run->work >= until)
				return FF_OK;
		}
		run->now++;
	}
	if (run->limit < FF_FIELD_NONEF)
		apply_limit(run);
	*done = true;
	return FF_OK;
}

double ff_strips_final(const struct ff_strips *run)
{
	return run->now == 0 ? 0 : (double)run->now * run->width - run->slack;
}

size_t ff_strips_work(const struct ff_strips *run)
{
	return run->work;
}
