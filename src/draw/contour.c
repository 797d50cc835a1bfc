/*
 * Marching squares (W. E. Lorensen and H. E. Cline, "Marching cubes", 1987, in two dimensions) on
 * the squares between four cells' centres.  Each level's line crosses a side of a square once at
 * most; a saddle is decided by the mean of its corners.
 *
 * A square at a wall lacks corners.  It is cut into quarters, one for each cell; a wall's quarter
 * is left out:
 *
 *	A---+---B    A, B alone: lines run from the side AB to the wall's edge.
 *	|   |   |    A, B, C, and a wall at D: the field is linear in A's quarter, so that M, the
 *	+---M---+    corner of the wall, has the mean of B and C; lines that pass between B and C
 *	|   |###|    end at the wall's edge, on the way from B over M to C.
 *	C---+---D    A and D, or one cell alone: no lines.
 *
 * Which lines there are follows from the cells' values alone.  Where on the wall's edge one ends
 * follows from the values there, which continue those of the open cell and the one behind it, so
 * that lines do not bend; an end stays between the same two cells.
 *
 * The squares are visited row by row.  A crossing is found by the square above or left of it and
 * linked on by the one below or right of it: those of one row's sides are consumed in the order in
 * which they were found.  Both ends of an unfinished line know each other, so that a line is put as
 * soon as it is complete, and memory follows the unfinished ones.
 */
#include "draw/contour.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "core/map/raster.h"
#include "draw/style.h"

enum { STRETCH = 32 }; /* squares that are looked at together */

#define NOTHING UINT32_MAX

/* A point of an unfinished line. */
struct node {
	double x, y;
	uint32_t link[2]; /* the points before and after; NOTHING: none yet */
	uint32_t other;   /* of an end: the line's other end */
	bool fixed;       /* it lies on the edge of a wall or of the map: the line ends here */
};

/* Crossings of the sides along a row of cells, from left to right and level after level. */
struct crossings {
	uint32_t *nodes; /* owned; [count] */
	size_t count, room;
};

enum { PAD = 2 }; /* columns outside the map, on each side of a row */

/* A row of cells, from column -PAD to column w + PAD - 1. */
struct row {
	double *units;  /* owned; [w + 2 * PAD]  values times the field's unit, or INFINITY */
	int32_t *bands; /* owned; [w + 2 * PAD]  the number of levels <= the value; -1: no value */
};

enum { ROWS = 4 }; /* the two of a square, and the ones above and below */

struct tracing {
	struct ff_raster raster;
	double interval, apart;
	int64_t before; /* the level j, 1 <= j <= levels, is (before + j) * interval */
	int32_t levels;
	struct row rows[ROWS];
	struct node *nodes; /* owned; [used] */
	size_t used, room;
	uint32_t unused;               /* the first of those to use again */
	struct crossings above, below; /* of the upper row, and of the lower one */
	size_t consumed;               /* of 'above' */
	uint32_t *left, *right;        /* owned; [levels]  of a square's sides */
	struct ff_point *points;       /* owned; the line that is put */
	size_t point_room;
	bool failed; /* memory ran out */
	void (*put)(void *context, int64_t k, double level, const struct ff_point *points,
		    size_t count, bool closed);
	void *context;
};

/* Corners clockwise from the top left; side i joins corners i and i + 1. */
struct square {
	int32_t cell_x, cell_y; /* at the top left corner */
	double x, y;            /* that corner, in map space */
	double units[4];
	int32_t bands[4];
	const uint32_t *sides[4]; /* their crossings; the first is of the level first[i] */
	int32_t first[4];
};

/* A place in a square. */
struct spot {
	double x, y, units;
	bool below; /* the level in question */
};

double ff_contour_interval(double least, double most, int about)
{
	double best = 0, nearest = INFINITY;

	if (!(most > least))
		return 0;
	for (int i = FF_STYLE_ROUNDS - 1; i >= 0; i--) {
		double interval = ff_style_round(i);
		double lines = ceil(most / interval) - floor(least / interval) - 1;
		double off = fabs(lines - about);

		if (lines >= 1 && off < nearest) {
			nearest = off;
			best = interval;
		}
	}
	return best > 0 ? best : ff_style_round(0);
}

/* Returns how far a level lies from 'from' to 'to': 0..1. */
static double part_of(double level, double from, double to)
{
	double part = (level - from) / (to - from);

	if (!(part > 0))
		return 0;
	return part < 1 ? part : 1;
}

/* Returns a level times the field's unit. */
static double level_of(const struct tracing *t, int32_t j)
{
	return (double)(t->before + j) * t->interval * t->raster.unit;
}

/* Returns a new point; there is room. */
static uint32_t add_node(struct tracing *t, double x, double y, bool fixed)
{
	uint32_t at = t->unused;

	if (at != NOTHING)
		t->unused = t->nodes[at].link[0];
	else
		at = (uint32_t)t->used++;
	t->nodes[at] = (struct node){
		.x = x, .y = y, .link = {NOTHING, NOTHING}, .other = at, .fixed = fixed};
	return at;
}

/* Appends a node's place to 'points' unless it is too near to the last one; returns their number.
 */
static size_t add_point(struct tracing *t, size_t count, const struct node *node, bool last)
{
	if (count > 0) {
		double dx = node->x - t->points[count - 1].x, dy = node->y - t->points[count - 1].y;
		double far = dx * dx + dy * dy;

		if (far == 0 || (far < t->apart * t->apart && !last))
			return count;
	}
	if (!ff_memory_grow(&t->points, &t->point_room, count + 1, sizeof *t->points)) {
		t->failed = true;
		return count;
	}
	t->points[count] = (struct ff_point){node->x, node->y};
	return count + 1;
}

/* Puts the line from a node on, and frees its nodes. */
static void put_line(struct tracing *t, uint32_t from, int32_t j, bool closed)
{
	uint32_t before = NOTHING, at = from;
	size_t count = 0;

	do {
		struct node *node = &t->nodes[at];
		uint32_t next = node->link[before != NOTHING && node->link[0] == before];

		count = add_point(t, count, node, !closed && next == NOTHING);
		/* Its links are needed until the next one was visited. */
		if (before != NOTHING) {
			t->nodes[before].link[0] = t->unused;
			t->unused = before;
		}
		before = at;
		at = next;
	} while (at != NOTHING && at != from);
	t->nodes[before].link[0] = t->unused;
	t->unused = before;
	if (closed && count > 1 && t->points[0].x == t->points[count - 1].x &&
	    t->points[0].y == t->points[count - 1].y)
		count--;
	if (count > 1 && !t->failed)
		t->put(t->context, t->before + j, (double)(t->before + j) * t->interval, t->points,
		       count, closed);
}

/* Joins the ends 'a' and 'b' of lines of level j. */
static void link_nodes(struct tracing *t, uint32_t a, uint32_t b, int32_t j)
{
	struct node *nodes = t->nodes;
	uint32_t first = nodes[a].other, last = nodes[b].other;

	nodes[a].link[nodes[a].link[0] != NOTHING] = b;
	nodes[b].link[nodes[b].link[0] != NOTHING] = a;
	nodes[first].other = last;
	nodes[last].other = first;
	if (first == b)
		put_line(t, a, j, true);
	else if (nodes[first].fixed && nodes[last].fixed)
		put_line(t, first, j, false);
}

/* Returns true if a corner lies below level j. */
static bool is_below(const struct square *s, int corner, int32_t j)
{
	return s->bands[corner] < j;
}

static uint32_t crossing_of(const struct square *s, int side, int32_t j)
{
	return s->sides[side][j - s->first[side]];
}

static void link_whole_square(struct tracing *t, const struct square *s, int32_t j)
{
	int sides[4], n = 0;

	for (int side = 0; side < 4; side++)
		if (is_below(s, side, j) != is_below(s, (side + 1) % 4, j))
			sides[n++] = side;
	if (n == 2) {
		link_nodes(t, crossing_of(s, sides[0], j), crossing_of(s, sides[1], j), j);
	} else if (n == 4) {
		double mean = (s->units[0] + s->units[2] + (s->units[1] + s->units[3])) / 4;
		/* The corner 0 is connected with the centre, or corner 1 is. */
		int cut = (mean < level_of(t, j)) == is_below(s, 0, j) ? 0 : 3;

		for (int i = 0; i < 4; i += 2)
			link_nodes(t, crossing_of(s, (cut + i) % 4, j),
				   crossing_of(s, (cut + i + 1) % 4, j), j);
	}
}

/* Returns a corner as seen from level j. */
static struct spot corner_of(const struct square *s, int corner, int32_t j)
{
	return (struct spot){s->x + (corner == 1 || corner == 2), s->y + (corner >= 2),
			     s->units[corner], is_below(s, corner, j)};
}

/* Returns the spot halfway between two. */
static struct spot middle_of(const struct spot *p, const struct spot *q, double level)
{
	double mean = (p->units + q->units) / 2;

	return (struct spot){(p->x + q->x) / 2, (p->y + q->y) / 2, mean,
			     p->below == q->below ? p->below : mean < level};
}

/* Adds the point of a level between two spots. */
static uint32_t add_between(struct tracing *t, double level, const struct spot *from,
			    const struct spot *to)
{
	double part = part_of(level, from->units, to->units);

	return add_node(t, from->x + (to->x - from->x) * part, from->y + (to->y - from->y) * part,
			false);
}

static struct row *row_of(struct tracing *t, int32_t y)
{
	return &t->rows[y & (ROWS - 1)];
}

/* Returns the spot at the edge of the wall between an open corner and a missing one: the value goes
 * on as it came from the cell behind, if that has one. */
static struct spot edge_of(struct tracing *t, const struct square *s, int open, int wall, int32_t j)
{
	const struct spot from = corner_of(s, open, j), to = corner_of(s, wall, j);
	int32_t x = s->cell_x + (int32_t)(2 * (from.x - s->x) - (to.x - s->x));
	int32_t y = s->cell_y + (int32_t)(2 * (from.y - s->y) - (to.y - s->y));
	double behind = row_of(t, y)->units[x + PAD];
	double units =
		behind < (double)INFINITY ? from.units + (from.units - behind) / 2 : from.units;

	return (struct spot){(from.x + to.x) / 2, (from.y + to.y) / 2, units, from.below};
}

/* Adds the end of a line at a wall, on the edge between two spots of which one is below the level;
 * 'part' is where it is if their values do not tell. */
static uint32_t add_end(struct tracing *t, double level, const struct spot *from,
			const struct spot *to, double part)
{
	bool from_fits = (from->units < level) == from->below;
	bool to_fits = (to->units < level) == to->below;

	if (from_fits && to_fits)
		part = part_of(level, from->units, to->units);
	else if (from_fits != to_fits)
		part = from_fits ? 1 : 0;
	return add_node(t, from->x + (to->x - from->x) * part, from->y + (to->y - from->y) * part,
			true);
}

/* Links level j where all corners except 'wall' have values.  A, B, C, D and M are those of the
 * drawing above. */
static void link_around(struct tracing *t, const struct square *s, int wall, int32_t j)
{
	const int side_ab = (wall + 2) % 4, side_ac = (wall + 1) % 4;
	const double level = level_of(t, j);
	const int at_b = (wall + 3) % 4, at_c = (wall + 1) % 4;
	const struct spot a = corner_of(s, (wall + 2) % 4, j);
	const struct spot b = corner_of(s, at_b, j), c = corner_of(s, at_c, j);
	const struct spot ab = middle_of(&a, &b, level), ac = middle_of(&a, &c, level);
	const struct spot m = middle_of(&b, &c, level);
	const struct spot b_edge = edge_of(t, s, at_b, wall, j);
	const struct spot c_edge = edge_of(t, s, at_c, wall, j);
	uint32_t chain[4];
	int n = 0;

	/* From B's quarter through A's to C's: two ends at most, and what lies between them. */
	if (b.below != ab.below)
		chain[n++] = crossing_of(s, side_ab, j);
	if (b.below != m.below)
		chain[n++] = add_end(t, level, &b_edge, &m, 0);
	if (ab.below != m.below)
		chain[n++] = add_between(t, level, &ab, &m);
	if (a.below != ab.below)
		chain[n++] = crossing_of(s, side_ab, j);
	if (a.below != ac.below)
		chain[n++] = crossing_of(s, side_ac, j);
	if (ac.below != m.below)
		chain[n++] = add_between(t, level, &ac, &m);
	if (c.below != m.below)
		chain[n++] = add_end(t, level, &c_edge, &m, 0);
	if (c.below != ac.below)
		chain[n++] = crossing_of(s, side_ac, j);
	for (int i = 1; i < n; i++)
		link_nodes(t, chain[i - 1], chain[i], j);
}

/* Links level j on a side at a wall: the line runs to the wall's edge. */
static void link_to_wall(struct tracing *t, const struct square *s, int side, int32_t j)
{
	const int next = (side + 1) % 4;
	const struct spot from = edge_of(t, s, side, (side + 3) % 4, j);
	const struct spot to = edge_of(t, s, next, (next + 1) % 4, j);
	const double level = level_of(t, j);

	link_nodes(t, crossing_of(s, side, j),
		   add_end(t, level, &from, &to, part_of(level, s->units[side], s->units[next])),
		   j);
}

/* Returns the number of levels that cross a side, and sets the least. */
static int32_t levels_between(const struct square *s, int side, int32_t *first)
{
	int32_t a = s->bands[side], b = s->bands[(side + 1) % 4];

	*first = (a < b ? a : b) + 1;
	if (a < 0 || b < 0)
		return 0;
	return a < b ? b - a : a - b;
}

/* Adds the crossings of the sides that no earlier square has: the right and the bottom one. */
static void add_crossings(struct tracing *t, struct square *s)
{
	int32_t n = levels_between(s, 1, &s->first[1]);

	for (int32_t i = 0; i < n; i++) {
		double part = part_of(level_of(t, s->first[1] + i), s->units[1], s->units[2]);

		t->right[i] = add_node(t, s->x + 1, s->y + part, false);
	}
	n = levels_between(s, 2, &s->first[2]);
	s->sides[2] = t->below.nodes + t->below.count;
	for (int32_t i = 0; i < n; i++) {
		double part = part_of(level_of(t, s->first[2] + i), s->units[3], s->units[2]);

		t->below.nodes[t->below.count++] = add_node(t, s->x + part, s->y + 1, false);
	}
}

/* Makes room for what a square that 'n' levels cross may add. */
static bool reserve(struct tracing *t, size_t n)
{
	enum { MOST = 5 }; /* per level: two crossings, two ends of quarters, one at the wall */

	return t->used + MOST * n < NOTHING &&
	       ff_memory_grow(&t->nodes, &t->room, t->used + MOST * n, sizeof *t->nodes) &&
	       ff_memory_grow(&t->below.nodes, &t->below.room, t->below.count + n,
			      sizeof *t->below.nodes);
}

/* Links the lines in the square whose top left corner is the centre of cell x,y. */
static bool trace_square(struct tracing *t, int32_t x, int32_t y)
{
	const int32_t left = x + PAD;
	const struct row *top = row_of(t, y), *bottom = row_of(t, y + 1);
	uint32_t *right = t->right;
	struct square s = {
		.cell_x = x,
		.cell_y = y,
		.x = x + 0.5,
		.y = y + 0.5,
		.units = {top->units[left], top->units[left + 1], bottom->units[left + 1],
			  bottom->units[left]},
		.bands = {top->bands[left], top->bands[left + 1], bottom->bands[left + 1],
			  bottom->bands[left]},
	};
	int32_t least = INT32_MAX, most = -1, n;
	int open = 0, wall = 0, side = 0;

	for (int i = 0; i < 4; i++) {
		if (s.bands[i] < 0) {
			wall = i;
			continue;
		}
		open++;
		least = s.bands[i] < least ? s.bands[i] : least;
		most = s.bands[i] > most ? s.bands[i] : most;
		side = s.bands[(i + 1) % 4] >= 0 ? i : side;
	}
	if (least >= most)
		return true;
	if (!reserve(t, (size_t)(most - least)))
		return false;
	s.sides[1] = t->right;
	s.sides[3] = t->left;
	n = levels_between(&s, 0, &s.first[0]);
	s.sides[0] = n > 0 ? t->above.nodes + t->consumed : NULL;
	t->consumed += (size_t)n;
	levels_between(&s, 3, &s.first[3]);
	add_crossings(t, &s);
	for (int32_t j = least + 1; j <= most; j++) {
		if (open == 4)
			link_whole_square(t, &s, j);
		else if (open == 3)
			link_around(t, &s, wall, j);
		else if (s.bands[side] >= 0 && s.bands[(side + 1) % 4] >= 0)
			link_to_wall(t, &s, side, j);
	}
	t->right = t->left;
	t->left = right;
	return !t->failed;
}

/* Returns true if a level passes between any of these cells of two rows. */
static bool is_crossed(const int32_t *top, const int32_t *bottom, int32_t cells)
{
	uint32_t least =
		UINT32_MAX; /* as unsigned numbers, cells without a value are the largest */
	int32_t most = -1;

	for (int32_t i = 0; i < cells; i++) {
		uint32_t a = (uint32_t)top[i], b = (uint32_t)bottom[i];
		uint32_t low = a < b ? a : b;
		int32_t high = top[i] > bottom[i] ? top[i] : bottom[i];

		least = low < least ? low : least;
		most = high > most ? high : most;
	}
	return most >= 0 && least < (uint32_t)most;
}

/* Links the lines between rows y and y + 1. */
static bool trace_row(struct tracing *t, int32_t y)
{
	const int32_t *top = row_of(t, y)->bands + PAD, *bottom = row_of(t, y + 1)->bands + PAD;
	int32_t w = t->raster.w;

	t->consumed = t->below.count = 0;
	for (int32_t from = -1; from < w; from += STRETCH) {
		int32_t end = w - from < STRETCH ? w : from + STRETCH;

		if (!is_crossed(top + from, bottom + from, end - from + 1))
			continue;
		for (int32_t x = from; x < end; x++)
			if (is_crossed(top + x, bottom + x, 2) && !trace_square(t, x, y))
				return false;
	}
	return true;
}

/* A function of its own, so that compilers vectorise it. */
static void find_bands(const double *units, int32_t n, double step, double before, int32_t levels,
		       int32_t *bands)
{
	double most = levels;

	for (int32_t i = 0; i < n; i++) {
		double band = units[i] / step - before;

		band = band < 0 ? 0 : band;
		band = band > most ? most : band;
		band = units[i] < (double)INFINITY ? band : -1;
		bands[i] = (int32_t)band;
	}
}

/* Reads row y; rows outside the map have no values. */
static void read_row(struct tracing *t, int32_t y)
{
	struct row *row = row_of(t, y);
	size_t w = (size_t)t->raster.w;

	if (y >= 0 && y < t->raster.h)
		ff_raster_units(&t->raster, (size_t)y * w, w, row->units + PAD);
	else
		for (size_t x = 0; x < w; x++)
			row->units[x + PAD] = INFINITY;
	find_bands(row->units, t->raster.w + 2 * PAD, t->interval * t->raster.unit,
		   (double)t->before, t->levels, row->bands);
}

static bool trace_rows(struct tracing *t)
{
	for (int32_t y = -2; y < 1; y++)
		read_row(t, y);
	for (int32_t y = -1; y < t->raster.h; y++) {
		struct crossings swap = t->above;

		t->above = t->below;
		t->below = swap;
		read_row(t, y + 2);
		if (!trace_row(t, y))
			return false;
	}
	return true;
}

enum ff_status ff_contour_lines(const struct ff_field *field, double interval, double least,
				double most, double apart,
				void (*put)(void *context, int64_t k, double level,
					    const struct ff_point *points, size_t count,
					    bool closed),
				void *context)
{
	struct tracing t = {.raster = ff_raster_of_field(field),
			    .interval = interval,
			    .apart = apart,
			    .unused = NOTHING,
			    .put = put,
			    .context = context};
	double before = floor(least / interval), levels = ceil(most / interval) - 1 - before;
	size_t w = (size_t)field->w + PAD + PAD;
	bool done;

	if (!(most > least) || levels < 1)
		return FF_OK;
	assert(interval > 0 && levels < 0x1p30);
	t.before = (int64_t)before;
	t.levels = (int32_t)levels;
	t.left = malloc((size_t)t.levels * sizeof *t.left);
	t.right = malloc((size_t)t.levels * sizeof *t.right);
	done = t.left != NULL && t.right != NULL;
	for (int i = 0; i < ROWS; i++) {
		t.rows[i].units = malloc(w * sizeof *t.rows[i].units);
		t.rows[i].bands = malloc(w * sizeof *t.rows[i].bands);
		done = done && t.rows[i].units != NULL && t.rows[i].bands != NULL;
		for (size_t x = 0; done && x < PAD; x++)
			t.rows[i].units[x] = t.rows[i].units[w - 1 - x] = INFINITY;
	}
	done = done && trace_rows(&t);
	for (int i = 0; i < ROWS; i++) {
		free(t.rows[i].units);
		free(t.rows[i].bands);
	}
	free(t.left);
	free(t.right);
	free(t.above.nodes);
	free(t.below.nodes);
	free(t.nodes);
	free(t.points);
	return done ? FF_OK : FF_E_NOMEM;
}

/* Returns true if a label's box lies inside the map and far enough from those added before. */
static bool is_free(const struct ff_contour_labels *labels, const struct ff_contour_label *label)
{
	if (label->x < label->w / 2 || label->x > labels->w - label->w / 2 ||
	    label->y < label->h / 2 || label->y > labels->h - label->h / 2)
		return false;
	for (size_t i = 0; i < labels->count; i++) {
		const struct ff_contour_label *other = &labels->items[i];

		if (fabs(label->x - other->x) < (label->w + other->w) / 2 + labels->gap &&
		    fabs(label->y - other->y) < (label->h + other->h) / 2 + labels->gap)
			return false;
	}
	return true;
}

static double distance(const struct ff_point *a, const struct ff_point *b)
{
	double dx = b->x - a->x, dy = b->y - a->y;

	return sqrt(dx * dx + dy * dy);
}

/* Turns a label at point i along the line; returns the cosine of half of the line's turn below it,
 * or -1 if the line ends there. */
static double turn_label(struct ff_contour_label *label, const struct ff_point *points,
			 size_t count, size_t i, double w, double h)
{
	size_t a = i, b = i;
	double dx, dy, length, before, after;

	while (a > 0 && distance(&points[a], &points[i]) < w / 2)
		a--;
	while (b + 1 < count && distance(&points[b], &points[i]) < w / 2)
		b++;
	before = distance(&points[a], &points[i]);
	after = distance(&points[b], &points[i]);
	length = distance(&points[a], &points[b]);
	if (before < w / 2 || after < w / 2 || !(length > 0))
		return -1;
	dx = (points[b].x - points[a].x) / length;
	dy = (points[b].y - points[a].y) / length;
	label->x = points[i].x;
	label->y = points[i].y;
	label->dx = fabs(dx);
	label->dy = dx < 0 ? -dy : dy;
	label->w = fabs(dx) * w + fabs(dy) * h;
	label->h = fabs(dy) * w + fabs(dx) * h;
	return length / (before + after);
}

bool ff_contour_labels_add(struct ff_contour_labels *labels, double level,
			   const struct ff_point *points, size_t count, double w, double h)
{
	enum { TRIES = 100 };
	static const double straight[] = {0.96, 0};
	/* A label hides the line below it; some of that is seen on both sides. */
	const double most = w + 2 * h;
	const size_t step = (count + TRIES - 1) / TRIES;
	double length = 0, along = 0;
	size_t middle = 0;

	for (size_t k = 1; k < count; k++)
		length += distance(&points[k - 1], &points[k]);
	while (along < length / 2 && middle + 1 < count) {
		along += distance(&points[middle], &points[middle + 1]);
		middle++;
	}
	for (int pass = 0; pass < 2 && length >= most; pass++)
		for (size_t k = 0; k <= 2 * (size_t)TRIES; k++) {
			/* To one side and the other, farther and farther away. */
			size_t off = (k + 1) / 2 * step,
			       i = k % 2 == 0 ? middle - off : middle + off;
			struct ff_contour_label label = {.level = level};

			if (i >= count ||
			    turn_label(&label, points, count, i, w, h) < straight[pass] ||
			    !is_free(labels, &label))
				continue;
			if (!ff_memory_grow(&labels->items, &labels->room, labels->count + 1,
					    sizeof *labels->items))
				return false;
			labels->items[labels->count++] = label;
			return true;
		}
	return true;
}

void ff_contour_labels_free(struct ff_contour_labels *labels)
{
	free(labels->items);
	labels->items = NULL;
	labels->count = labels->room = 0;
}
