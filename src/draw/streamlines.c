/*
 * B. Jobard and W. Lefer, "Creating evenly-spaced streamlines of arbitrary density", 1997.
 *
 * A line goes from its seed upstream and downstream until it comes too near to another.  The points
 * at one distance on both sides of it are the next seeds.  When those of all lines have been tried,
 * seeds are taken from a coarse grid, the farthest from a goal first: its lines are the longest,
 * and it finds what other lines have no sight of.
 *
 * The way at a point is the mean of the four nearest cells' vectors, as a walker's is, and steps
 * are Heun's.  They are long where the way is straight; if even short ones are many cells, a cell's
 * own vector is smooth enough.  Where a short step would leave the open cells or lead to a larger
 * value, the line goes on from centre to centre, by the directions.  In the end its corners are
 * rounded.
 *
 * Flow to a goal converges: lines end one after the other, and those beside each other would all
 * end at the same value.  Each line keeps a little more or less distance than the last, so that no
 * ring of ends is seen.
 */
#include "draw/streamlines.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/base/memory.h"

/* In distances between lines. */
static const double near_share = 0.5;     /* from a line to those before it, at least */
static const double near_spread = 0.1;    /* added to that, more or less of it for each line */
static const double seed_share = 0.97;    /* from a seed to all lines, at least */
static const double seed_stride = 1;      /* between seeds along a line */
static const double block_share = 0.5;    /* side of a cell of the grid of seeds */
static const double bend_share = 2;       /* length of line within which it may be near to itself */
static const double long_share = 2;       /* length of a line, at least */
static const double lone_share = 0.8;     /* likewise, out of sight of others: room for a head */
static const double longest_share = 0.16; /* of a step */

/* In cells. */
static const double lone_cells = 3;       /* length of a line out of sight of others, at least */
static const double coarse_cells = 2;     /* steps that take the vector of the nearest cell alone */
static const double longest_cells = 0.25; /* the longest step is no shorter */
static const double shortest_cells[2] = {0.5, 2}; /* range of the shortest step */

/* Cosines of turns. */
static const double step_turn = 0.9;    /* in a step that could be shorter, at least */
static const double smooth_turn = 0.97; /* at a point that needs no rounding, at least */

enum { SMOOTH_PASSES = 8 };

#define NO_MARK UINT32_MAX

/* A point of a line, in the list of its bucket. */
struct mark {
	double x, y;
	double arc; /* length of line from the seed; < 0: upstream */
	uint32_t line, next;
};

/* A cell of the grid of seeds. */
struct seed {
	double value;
	uint32_t cell;
};

struct tracer {
	const struct ff_scene *scene;
	const struct ff_flow *flow;
	double distance;
	double longest, shortest; /* steps */
	double near;              /* from a line to others, at least */
	double reach;             /* likewise, of the line under way */
	double part;              /* of the line under way: 0..1, unlike that of the last */
	double side;              /* of a bucket */
	int32_t across, down;     /* buckets */
	uint32_t *buckets;        /* owned; [across*down]  last mark, or NO_MARK */
	struct mark *marks;       /* owned; upstream from the seed, then down */
	size_t count, room;
	struct seed *seeds; /* owned */
	size_t seed_count;
	struct ff_streamlines *out;
	size_t line_room, point_room, head_room;
	bool failed; /* memory ran out */
};

static double smaller(double a, double b)
{
	return a < b ? a : b;
}

static double larger(double a, double b)
{
	return a > b ? a : b;
}

/* ---- the map ---- */

static size_t cell_of(const struct tracer *t, int32_t x, int32_t y)
{
	return (size_t)y * (size_t)t->flow->w + (size_t)x;
}

static bool has_way(const struct tracer *t, int32_t x, int32_t y)
{
	return x >= 0 && y >= 0 && x < t->flow->w && y < t->flow->h &&
	       t->flow->cells[cell_of(t, x, y)] != FF_NONE;
}

static bool is_goal(const struct tracer *t, int32_t x, int32_t y)
{
	return x >= 0 && y >= 0 && x < t->flow->w && y < t->flow->h &&
	       t->scene->classes->cells[cell_of(t, x, y)] == FF_GOAL;
}

static bool is_open(const struct tracer *t, int32_t x, int32_t y)
{
	return has_way(t, x, y) || is_goal(t, x, y);
}

/* Returns the cell's value; 0 where values are not known. */
static double value_of(const struct tracer *t, int32_t x, int32_t y)
{
	return t->scene->field != NULL ? ff_field_raw(t->scene->field, cell_of(t, x, y)) : 0;
}

/* Returns true if the segment touches only open cells.  Both ends are on the map. */
static bool is_free(const struct tracer *t, double x, double y, double to_x, double to_y)
{
	int32_t cell_x = (int32_t)x, cell_y = (int32_t)y;
	int32_t left_x = abs((int32_t)to_x - cell_x), left_y = abs((int32_t)to_y - cell_y);
	int32_t dx = to_x > x ? 1 : -1, dy = to_y > y ? 1 : -1;

	/* Most segments are that short, and need no division. */
	if (left_x + left_y <= 1)
		return left_x + left_y == 0 || is_open(t, (int32_t)to_x, (int32_t)to_y);
	/* The next grid lines, as parts of the segment. */
	double part_x = left_x == 0 ? 2 : (cell_x + (dx > 0) - x) / (to_x - x);
	double part_y = left_y == 0 ? 2 : (cell_y + (dy > 0) - y) / (to_y - y);
	double stride_x = left_x == 0 ? 0 : dx / (to_x - x);
	double stride_y = left_y == 0 ? 0 : dy / (to_y - y);

	while (left_x > 0 || left_y > 0) {
		bool both = left_x > 0 && left_y > 0;
		bool corner = both && part_x == part_y;
		bool sideways = left_y == 0 || (both && part_x < part_y);

		if (corner && !is_open(t, cell_x + dx, cell_y) && !is_open(t, cell_x, cell_y + dy))
			return false;
		if (corner || sideways) {
			cell_x += dx;
			part_x += stride_x;
			left_x--;
		}
		if (corner || !sideways) {
			cell_y += dy;
			part_y += stride_y;
			left_y--;
		}
		if (!is_open(t, cell_x, cell_y))
			return false;
	}
	return true;
}

/* ---- marks ---- */

static int32_t bucket_of(double at, double side, int32_t count)
{
	int32_t bucket = at > 0 ? (int32_t)(at / side) : 0;

	return bucket < count ? bucket : count - 1;
}

/* Calls 'look' for the marks within 'radius' until it returns true; returns that. */
static inline bool find_mark(const struct tracer *t, double x, double y, double radius,
			     bool (*look)(const struct tracer *t, const struct mark *mark, double x,
					  double y, double arc),
			     double arc)
{
	int32_t left = bucket_of(x - radius, t->side, t->across);
	int32_t right = bucket_of(x + radius, t->side, t->across);
	int32_t top = bucket_of(y - radius, t->side, t->down);
	int32_t bottom = bucket_of(y + radius, t->side, t->down);

	for (int32_t row = top; row <= bottom; row++)
		for (int32_t column = left; column <= right; column++) {
			uint32_t i = t->buckets[(size_t)row * (size_t)t->across + (size_t)column];

			for (; i != NO_MARK; i = t->marks[i].next) {
				const struct mark *mark = &t->marks[i];
				double dx, dy;

				assert(t->marks != NULL); /* a bucket has one */
				dx = mark->x - x;
				dy = mark->y - y;
				if (dx * dx + dy * dy < radius * radius && look(t, mark, x, y, arc))
					return true;
			}
		}
	return false;
}

static bool is_any(const struct tracer *t, const struct mark *mark, double x, double y, double arc)
{
	(void)t, (void)mark, (void)x, (void)y, (void)arc;
	return true;
}

static bool is_seen(const struct tracer *t, const struct mark *mark, double x, double y, double arc)
{
	(void)arc;
	return is_free(t, x, y, mark->x, mark->y);
}

/* Returns true unless the mark is of the line under way, and little of it lies between. */
static bool is_other(const struct tracer *t, const struct mark *mark, double x, double y,
		     double arc)
{
	(void)x, (void)y;
	return mark->line != t->out->count || fabs(mark->arc - arc) > bend_share * t->distance;
}

/* Adds a mark to the line under way; false if memory ran out. */
static bool add_mark(struct tracer *t, double x, double y, double arc)
{
	uint32_t *bucket;

	if (t->count >= NO_MARK ||
	    !ff_memory_grow(&t->marks, &t->room, t->count + 1, sizeof *t->marks)) {
		t->failed = true;
		return false;
	}
	bucket = &t->buckets[(size_t)bucket_of(y, t->side, t->down) * (size_t)t->across +
			     (size_t)bucket_of(x, t->side, t->across)];
	t->marks[t->count] = (struct mark){x, y, arc, (uint32_t)t->out->count, *bucket};
	*bucket = (uint32_t)t->count++;
	return true;
}

/* Adds a mark unless another is too near. */
static bool try_mark(struct tracer *t, double x, double y, double arc)
{
	return !find_mark(t, x, y, t->reach, is_other, arc) && add_mark(t, x, y, arc);
}

/* Removes the marks from 'first' on. */
static void drop_marks(struct tracer *t, size_t first)
{
	while (t->count > first) {
		const struct mark *mark = &t->marks[--t->count];

		t->buckets[(size_t)bucket_of(mark->y, t->side, t->down) * (size_t)t->across +
			   (size_t)bucket_of(mark->x, t->side, t->across)] = mark->next;
	}
}

/* ---- one line ---- */

struct way {
	double dx, dy;
};

/* The moving end of a line. */
struct pen {
	double x, y, arc;
	double step; /* length to try next */
	int sense;   /* 1: downstream, -1: upstream */
};

/* Returns the mean of the vectors around a point in a cell with vector 'own'. */
static struct way mean_way(const struct tracer *t, double x, double y, struct ff_flow_vector own)
{
	int32_t left = (int32_t)(x + 0.5) - 1, top = (int32_t)(y + 0.5) - 1;
	double across = x - 0.5 - left, down = y - 0.5 - top;
	struct way sum = {0, 0};

	for (int i = 0; i < 4; i++) {
		int32_t cell_x = left + i % 2, cell_y = top + i / 2;
		double weight = (i % 2 == 1 ? across : 1 - across) * (i / 2 == 1 ? down : 1 - down);
		struct ff_flow_vector vector;

		if (!has_way(t, cell_x, cell_y))
			continue;
		vector = ff_flow_vector_at(t->flow, cell_of(t, cell_x, cell_y));
		if (vector.dx * own.dx + vector.dy * own.dy < 0)
			continue;
		sum.dx += weight * (double)vector.dx;
		sum.dy += weight * (double)vector.dy;
	}
	return sum;
}

/* Sets the unit vector of the flow at a point on the map; false if there is none. */
static bool find_way(const struct tracer *t, double x, double y, struct way *way)
{
	struct ff_flow_vector own;
	double length;

	if (!has_way(t, (int32_t)x, (int32_t)y))
		return false;
	own = ff_flow_vector_at(t->flow, cell_of(t, (int32_t)x, (int32_t)y));
	*way = t->longest >= coarse_cells ? (struct way){(double)own.dx, (double)own.dy}
					  : mean_way(t, x, y, own);
	length = sqrt(way->dx * way->dx + way->dy * way->dy);
	if (!(length > 0))
		return false;
	way->dx /= length;
	way->dy /= length;
	return true;
}

/* Returns true if the pen may go straight to x,y. */
static bool may_go(const struct tracer *t, const struct pen *pen, double x, double y)
{
	int32_t from_x = (int32_t)pen->x, from_y = (int32_t)pen->y;
	int32_t to_x = (int32_t)x, to_y = (int32_t)y;

	if (!(x >= 0 && y >= 0 && x < t->flow->w && y < t->flow->h))
		return false;
	if (from_x == to_x && from_y == to_y)
		return true;
	if (!(pen->sense > 0 ? is_open(t, to_x, to_y) : has_way(t, to_x, to_y)))
		return false;
	if (!is_free(t, pen->x, pen->y, x, y))
		return false;
	return t->scene->field == NULL ||
	       pen->sense * value_of(t, to_x, to_y) < pen->sense * value_of(t, from_x, from_y);
}

/* Returns the number of parts of a segment that are no longer than a step.  It is odd: no point
 * stands on the corner that a diagonal step passes. */
static int parts_of(const struct tracer *t, const struct pen *pen, double x, double y)
{
	double dx = x - pen->x, dy = y - pen->y;

	return ((int)(sqrt(dx * dx + dy * dy) / t->longest * 0.999) + 1) | 1;
}

/* Moves the pen to the i-th of the ends of 'parts' parts. */
static void move_pen(struct pen *pen, const struct pen *from, double x, double y, int i, int parts)
{
	double dx = x - from->x, dy = y - from->y;

	pen->x = i == parts ? x : from->x + dx * i / parts;
	pen->y = i == parts ? y : from->y + dy * i / parts;
	pen->arc = from->arc + pen->sense * sqrt(dx * dx + dy * dy) * i / parts;
}

/* Returns true if the pen may go straight to x,y, point by point. */
static bool may_draw(const struct tracer *t, const struct pen *pen, double x, double y)
{
	int parts = parts_of(t, pen, x, y);
	struct pen at = *pen;

	if (!may_go(t, pen, x, y))
		return false;
	for (int i = 1; i <= parts; i++) {
		struct pen next = at;

		move_pen(&next, pen, x, y, i, parts);
		if (!may_go(t, &at, next.x, next.y))
			return false;
		at = next;
	}
	return true;
}

/* Draws straight to x,y; false if the line ends before. */
static bool draw_to(struct tracer *t, struct pen *pen, double x, double y)
{
	const struct pen from = *pen;
	int parts = parts_of(t, pen, x, y);

	for (int i = 1; i <= parts; i++) {
		move_pen(pen, &from, x, y, i, parts);
		if (!try_mark(t, pen->x, pen->y, pen->arc))
			return false;
	}
	return true;
}

/* Finds the end of a smooth step of the pen's length from where the flow is 'way'; false if the
 * flow turns too much or the pen may not go there. */
static bool try_step(const struct tracer *t, const struct pen *pen, struct way way, double *x,
		     double *y)
{
	double length = pen->step * pen->sense;
	double to_x = pen->x + length * way.dx, to_y = pen->y + length * way.dy;
	struct way next;

	if (!(to_x >= 0 && to_y >= 0 && to_x < t->flow->w && to_y < t->flow->h) ||
	    !find_way(t, to_x, to_y, &next))
		next = way;
	if (way.dx * next.dx + way.dy * next.dy < (pen->step >= 2 * t->shortest ? step_turn : 0))
		return false;
	*x = pen->x + length / 2 * (way.dx + next.dx);
	*y = pen->y + length / 2 * (way.dy + next.dy);
	return may_go(t, pen, *x, *y);
}

/* Finds a smooth step of the pen; false if there is none. */
static bool find_step(const struct tracer *t, struct pen *pen, double *x, double *y)
{
	struct way way;

	if (!find_way(t, pen->x, pen->y, &way))
		return false;
	while (!try_step(t, pen, way, x, y)) {
		if (pen->step < 2 * t->shortest) {
			pen->step = t->shortest;
			return false;
		}
		pen->step /= 2;
	}
	pen->step = smaller(2 * pen->step, t->longest);
	return true;
}

/* Returns the direction from the pen's cell to the one downstream, or to the one upstream that
 * continues the line best; FF_NONE if there is none. */
static enum ff_direction find_direction(const struct tracer *t, const struct pen *pen)
{
	int32_t x = (int32_t)pen->x, y = (int32_t)pen->y;
	enum ff_direction best = FF_NONE;
	struct ff_flow_vector own;
	float most = -2;

	if (!has_way(t, x, y))
		return FF_NONE;
	if (pen->sense > 0)
		return t->flow->cells[cell_of(t, x, y)];
	own = ff_flow_vector_at(t->flow, cell_of(t, x, y));
	for (enum ff_direction d = FF_N; d < FF_DIRECTIONS; d++) {
		struct ff_flow_vector way = ff_flow_units[d];
		int32_t from_x = x - ff_flow_steps[d].dx, from_y = y - ff_flow_steps[d].dy;
		float same = way.dx * own.dx + way.dy * own.dy;

		if (same <= most || !has_way(t, from_x, from_y) ||
		    t->flow->cells[cell_of(t, from_x, from_y)] != d)
			continue;
		most = same;
		best = (enum ff_direction)((d + FF_DIRECTIONS / 2) % FF_DIRECTIONS);
	}
	return best;
}

/* Goes to the centre of the next cell, through that of the own one if need be. */
static bool draw_cell(struct tracer *t, struct pen *pen)
{
	enum ff_direction direction = find_direction(t, pen);
	double x = (int32_t)pen->x + 0.5, y = (int32_t)pen->y + 0.5;
	double to_x = x + ff_flow_steps[direction].dx, to_y = y + ff_flow_steps[direction].dy;
	const struct pen centre = {.x = x, .y = y, .sense = pen->sense};

	if (direction == FF_NONE)
		return false;
	if (may_draw(t, pen, to_x, to_y))
		return draw_to(t, pen, to_x, to_y);
	return may_draw(t, &centre, to_x, to_y) && draw_to(t, pen, x, y) &&
	       draw_to(t, pen, to_x, to_y);
}

/* Draws a line from a point up or down the stream. */
static void draw_half(struct tracer *t, double from_x, double from_y, int sense)
{
	struct pen pen = {from_x, from_y, 0, t->longest, sense};
	double x, y;

	for (;;) {
		if (is_goal(t, (int32_t)pen.x, (int32_t)pen.y)) {
			x = (int32_t)pen.x + 0.5;
			y = (int32_t)pen.y + 0.5;
			draw_to(t, &pen, x, y);
			break;
		}
		if (!(find_step(t, &pen, &x, &y) ? draw_to(t, &pen, x, y) : draw_cell(t, &pen)))
			break;
	}
}

/* ---- all lines ---- */

/* Makes room for 'need' items; false if memory ran out. */
static bool grow(struct tracer *t, void *items, size_t *room, size_t need, size_t size)
{
	if (!ff_memory_grow(items, room, need, size))
		t->failed = true;
	return !t->failed;
}

/* Returns the point at 'arc' from the start of the 'count' points, of which '*at' is before. */
static struct ff_point point_at(const struct ff_point *points, size_t count, size_t *at,
				double *before, double arc)
{
	for (;; ++*at) {
		const struct ff_point *a = &points[*at], *b = a + 1;
		double length = sqrt((b->x - a->x) * (b->x - a->x) + (b->y - a->y) * (b->y - a->y));

		if (*before + length >= arc || *at + 2 == count) {
			double part = length > 0 ? (arc - *before) / length : 0;

			part = part < 1 ? part : 1;
			return (struct ff_point){a->x + part * (b->x - a->x),
						 a->y + part * (b->y - a->y)};
		}
		*before += length;
	}
}

static double length_of(const struct ff_point *points, size_t count)
{
	double length = 0;

	for (size_t i = 1; i < count; i++) {
		double dx = points[i].x - points[i - 1].x, dy = points[i].y - points[i - 1].y;

		length += sqrt(dx * dx + dy * dy);
	}
	return length;
}

/* Adds the heads of a line. */
static void add_heads(struct tracer *t, const struct ff_streamline *line)
{
	const struct ff_point *points = t->out->points + line->first;
	double head = FF_STREAMLINES_HEAD * t->distance;
	double length = length_of(points, line->count);
	double whole = length / (FF_STREAMLINES_GAP * t->distance);
	size_t count = whole < 1.5 ? 1 : (size_t)(whole + 0.5), back_at = 0, tip_at = 0;
	double back_before = 0, tip_before = 0;
	double phase = count > 1 ? 0.25 + t->part / 2 : 0.5;

	if (length < 2 * head || !grow(t, &t->out->heads, &t->head_room, t->out->head_count + count,
				       sizeof *t->out->heads))
		return;
	for (size_t i = 0; i < count; i++) {
		double middle = length * ((double)i + phase) / (double)count;
		struct ff_point back =
			point_at(points, line->count, &back_at, &back_before, middle - head / 2);
		struct ff_point tip =
			point_at(points, line->count, &tip_at, &tip_before, middle + head / 2);
		double dx = tip.x - back.x, dy = tip.y - back.y, chord = sqrt(dx * dx + dy * dy);

		if (chord > head / 2)
			t->out->heads[t->out->head_count++] =
				(struct ff_streamlines_head){tip.x, tip.y, dx / chord, dy / chord};
	}
}

/* Returns true if 'p' may stand between 'before' and 'after' on the way downstream. */
static bool may_pass(const struct tracer *t, const struct ff_point *before,
		     const struct ff_point *p, const struct ff_point *after)
{
	const struct pen down = {.x = before->x, .y = before->y, .sense = 1};
	const struct pen up = {.x = after->x, .y = after->y, .sense = -1};

	return may_go(t, &down, p->x, p->y) && may_go(t, &up, p->x, p->y) &&
	       !find_mark(t, p->x, p->y, t->near, is_any, 0);
}

/* Rounds the corners of a line that has no marks. */
static void smooth_line(const struct tracer *t, struct ff_point *points, size_t count)
{
	for (int pass = 0; pass < SMOOTH_PASSES; pass++)
		for (size_t i = 1; i + 1 < count; i++) {
			const struct ff_point *a = points + i - 1, *b = points + i + 1;
			double ax = points[i].x - a->x, ay = points[i].y - a->y;
			double bx = b->x - points[i].x, by = b->y - points[i].y;
			double dot = ax * bx + ay * by;
			struct ff_point mean = {(a->x + b->x + 2 * points[i].x) / 4,
						(a->y + b->y + 2 * points[i].y) / 4};

			if ((dot < 0 || dot * dot < smooth_turn * smooth_turn *
							    (ax * ax + ay * ay) *
							    (bx * bx + by * by)) &&
			    may_pass(t, a, &mean, b))
				points[i] = mean;
		}
}

/* Makes a line of the marks from 'first' on, of which 'up' are upstream of the seed. */
static void keep_line(struct tracer *t, size_t first, size_t up)
{
	struct ff_streamlines *out = t->out;
	struct ff_streamline line = {out->point_count, t->count - first};

	if (!grow(t, &out->lines, &t->line_room, out->count + 1, sizeof *out->lines))
		return;
	if (!grow(t, &out->points, &t->point_room, out->point_count + line.count,
		  sizeof *out->points))
		return;
	for (size_t i = 0; i < line.count; i++) {
		/* Upstream marks stand from the seed on. */
		const struct mark *mark = &t->marks[first + (i <= up ? up - i : i)];

		out->points[out->point_count++] = (struct ff_point){mark->x, mark->y};
	}
	drop_marks(t, first);
	smooth_line(t, out->points + line.first, line.count);
	for (size_t i = line.first; i < out->point_count && !t->failed; i++)
		add_mark(t, out->points[i].x, out->points[i].y, 0);
	out->lines[out->count++] = line;
	add_heads(t, &line);
}

/* Draws a line through a seed, and keeps it if it is long enough. */
static void draw_line(struct tracer *t, double x, double y, double least)
{
	static const double golden = 0.61803398874989485;
	double turns = (double)t->out->count * golden, length;
	size_t first = t->count, up;

	/* Lines that end or have their heads at the same distance from a goal would draw circles
	 * around it. */
	t->part = turns - floor(turns);
	t->reach = t->near + near_spread * t->part * t->distance;
	if (!try_mark(t, x, y, 0))
		return;
	draw_half(t, x, y, -1);
	up = t->count - first - 1;
	draw_half(t, x, y, 1);
	length = -t->marks[first + up].arc;
	length += t->count - 1 > first + up ? t->marks[t->count - 1].arc : 0;
	if (t->failed || length < least || t->count - first < 2)
		drop_marks(t, first);
	else
		keep_line(t, first, up);
}

/* Tries the seeds on both sides of a line. */
static void draw_beside(struct tracer *t, const struct ff_streamline *line)
{
	double since = seed_stride * t->distance;

	for (size_t i = 0; i + 1 < line->count; i++) {
		struct ff_point a = t->out->points[line->first + i];
		struct ff_point b = t->out->points[line->first + i + 1];
		double dx = b.x - a.x, dy = b.y - a.y, length = sqrt(dx * dx + dy * dy);

		since += length;
		if (since < seed_stride * t->distance || !(length > 0))
			continue;
		since = 0;
		for (int side = -1; side <= 1; side += 2) {
			double x = a.x - side * dy / length * t->distance;
			double y = a.y + side * dx / length * t->distance;

			if (x >= 0 && y >= 0 && has_way(t, (int32_t)x, (int32_t)y) &&
			    !find_mark(t, x, y, seed_share * t->distance, is_any, 0))
				draw_line(t, x, y, long_share * t->distance);
		}
		if (t->failed)
			return;
	}
}

/* ---- the grid of seeds ---- */

/* Finds a cell with a direction in a block: that in its middle, else the first one. */
static bool find_cell(const struct tracer *t, int32_t left, int32_t top, int32_t side, int32_t *x,
		      int32_t *y)
{
	*x = left + side / 2;
	*y = top + side / 2;
	if (has_way(t, *x, *y))
		return true;
	for (*y = top; *y < top + side && *y < t->flow->h; ++*y)
		for (*x = left; *x < left + side && *x < t->flow->w; ++*x)
			if (has_way(t, *x, *y))
				return true;
	return false;
}

static int by_value(const void *a, const void *b)
{
	const struct seed *one = a, *other = b;

	if (one->value != other->value)
		return one->value > other->value ? -1 : 1;
	return one->cell < other->cell ? -1 : one->cell > other->cell;
}

static bool find_seeds(struct tracer *t)
{
	int32_t side = (int32_t)(block_share * t->distance), x, y;
	size_t room = 0;

	side = side < 1 ? 1 : side;
	for (int32_t top = 0; top < t->flow->h; top += side)
		for (int32_t left = 0; left < t->flow->w; left += side) {

			if (!find_cell(t, left, top, side, &x, &y))
				continue;
			if (!grow(t, &t->seeds, &room, t->seed_count + 1, sizeof *t->seeds))
				return false;
			t->seeds[t->seed_count++] =
				(struct seed){value_of(t, x, y), (uint32_t)cell_of(t, x, y)};
		}
	if (t->seed_count > 0)
		qsort(t->seeds, t->seed_count, sizeof *t->seeds, by_value);
	return true;
}

static void draw_all(struct tracer *t)
{
	double least = lone_share * t->distance;
	size_t tried = 0;

	least = smaller(larger(least, lone_cells), long_share * t->distance);
	for (size_t i = 0; i < t->seed_count && !t->failed; i++) {
		uint32_t w = (uint32_t)t->flow->w, row = t->seeds[i].cell / w;
		double x = t->seeds[i].cell % w + 0.5, y = row + 0.5;

		if (find_mark(t, x, y, t->near, is_any, 0) ||
		    find_mark(t, x, y, t->distance, is_seen, 0))
			continue;
		draw_line(t, x, y, least);
		for (; tried < t->out->count && !t->failed; tried++) {
			const struct ff_streamline line = t->out->lines[tried];

			draw_beside(t, &line);
		}
	}
}

enum ff_status ff_streamlines_trace(const struct ff_scene *scene, double distance,
				    struct ff_streamlines *out)
{
	struct tracer t = {.scene = scene, .flow = scene->flow, .distance = distance, .out = out};

	*out = (struct ff_streamlines){.count = 0};
	t.near = t.side = near_share * distance;
	t.longest = larger(longest_share * distance, longest_cells);
	t.shortest = larger(t.longest / 4, shortest_cells[0]);
	t.shortest = smaller(smaller(t.shortest, shortest_cells[1]), t.longest);
	t.across = (int32_t)(t.flow->w / t.side) + 1;
	t.down = (int32_t)(t.flow->h / t.side) + 1;
	t.buckets = ff_memory_cells(t.across, t.down, sizeof *t.buckets);
	if (t.buckets == NULL) {
		t.failed = true;
	} else {
		for (size_t i = 0; i < (size_t)t.across * (size_t)t.down; i++)
			t.buckets[i] = NO_MARK;
		if (find_seeds(&t))
			draw_all(&t);
	}
	free(t.buckets);
	free(t.marks);
	free(t.seeds);
	if (!t.failed)
		return FF_OK;
	ff_streamlines_free(out);
	return FF_E_NOMEM;
}

void ff_streamlines_free(struct ff_streamlines *lines)
{
	free(lines->lines);
	free(lines->points);
	free(lines->heads);
	*lines = (struct ff_streamlines){.count = 0};
}
