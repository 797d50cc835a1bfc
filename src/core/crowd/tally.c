#include "core/crowd/tally.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/crowd/follow.h"
#include "core/grid/order.h"
#include "core/grid/regions.h"

/*
 * A jostled walker jitters on the spot, and step by step it seems to walk.  So it counts as
 * standing still if within SECONDS it gets no farther than it would walk in them at STILL of its
 * speed.
 */
#define STILL   0.1 /* of its speed */
#define SECONDS 1.0

/* A walker enters at rest, which says nothing about the place where it does.  An undisturbed start
 * takes about a second; one that takes longer than PATIENT is held up. */
#define STARTED 0.9 /* of its speed */
#define PATIENT 2.0 /* seconds */

/* Counts the open cells among the 3 * 3 around each open cell. */
static void count_open(struct ff_tally *tally, const struct ff_cost *map)
{
	for (int32_t y = 0; y < map->h; y++)
		for (int32_t x = 0; x < map->w; x++) {
			uint8_t *open = &tally->open[ff_cost_index(map, x, y)];

			*open = 0;
			for (int k = 0; k < 9 && ff_cost_open(map, x, y); k++)
				*open = (uint8_t)(*open + ff_cost_open(map, (int64_t)x + k % 3 - 1,
								       (int64_t)y + k / 3 - 1));
		}
}

enum ff_status ff_tally_open(struct ff_tally *tally, const struct ff_cost *map, unsigned grids)
{
	size_t n = (size_t)map->w * (size_t)map->h;
	struct ff_tally t = {.w = map->w, .h = map->h};
	bool ok = true;

	if ((grids & FF_TALLY_VISITS) != 0)
		ok &= (t.visits = calloc(n, sizeof *t.visits)) != NULL;
	if ((grids & FF_TALLY_SECONDS) != 0)
		ok &= (t.seconds = calloc(n, sizeof *t.seconds)) != NULL;
	if ((grids & FF_TALLY_SPEED) != 0) {
		ok &= (t.moving = calloc(n, sizeof *t.moving)) != NULL;
		ok &= (t.length = calloc(n, sizeof *t.length)) != NULL;
	}
	if ((grids & FF_TALLY_STILL) != 0) {
		ok &= (t.still = calloc(n, sizeof *t.still)) != NULL;
		ok &= (t.first = malloc(n * sizeof *t.first)) != NULL;
		ok &= (t.last = malloc(n * sizeof *t.last)) != NULL;
	}
	if ((grids & FF_TALLY_DENSITY) != 0) {
		ok &= (t.density = calloc(n, sizeof *t.density)) != NULL;
		ok &= (t.present = calloc(n, sizeof *t.present)) != NULL;
		ok &= (t.open = malloc(n)) != NULL;
	}
	if (!ok) {
		ff_tally_free(&t);
		return FF_E_NOMEM;
	}
	for (size_t i = 0; i < n && t.still != NULL; i++)
		t.first[i] = t.last[i] = (double)INFINITY;
	if (t.open != NULL)
		count_open(&t, map);
	*tally = t;
	return FF_OK;
}

void ff_tally_change(struct ff_tally *tally, const struct ff_cost *map)
{
	if (tally->open != NULL)
		count_open(tally, map);
}

void ff_tally_free(struct ff_tally *tally)
{
	free(tally->visits);
	free(tally->seconds);
	free(tally->moving);
	free(tally->length);
	free(tally->still);
	free(tally->first);
	free(tally->last);
	free(tally->density);
	free(tally->present);
	free(tally->open);
	free(tally->posts);
	free(tally->started);
	*tally = (struct ff_tally){0};
}

static size_t index_of(const struct ff_tally *tally, int32_t x, int32_t y)
{
	return (size_t)y * (size_t)tally->w + (size_t)x;
}

static size_t index_at(const struct ff_tally *tally, double x, double y)
{
	return index_of(tally, ff_sample_cell(x), ff_sample_cell(y));
}

/* The part of the 3 * 3 cells around a cell that is on the map: rows y0..y1, columns x0..x1. */
struct around {
	int32_t x0, y0, x1, y1;
};

static struct around around(const struct ff_tally *tally, size_t cell)
{
	int32_t x = (int32_t)(cell % (size_t)tally->w), y = (int32_t)(cell / (size_t)tally->w);

	return (struct around){x > 0 ? x - 1 : 0, y > 0 ? y - 1 : 0, x < tally->w - 1 ? x + 1 : x,
			       y < tally->h - 1 ? y + 1 : y};
}

/* Counts a walker that enters a cell (1) or leaves it (-1). */
static void count_presence(struct ff_tally *tally, size_t cell, int by)
{
	struct around a = around(tally, cell);

	for (int32_t y = a.y0; y <= a.y1; y++)
		for (int32_t x = a.x0; x <= a.x1; x++)
			tally->present[index_of(tally, x, y)] += (uint32_t)by;
}

/* Updates the density around a cell that a walker has entered. */
static void update_density(struct ff_tally *tally, size_t cell)
{
	struct around a = around(tally, cell);

	for (int32_t y = a.y0; y <= a.y1; y++)
		for (int32_t x = a.x0; x <= a.x1; x++) {
			size_t i = index_of(tally, x, y);
			float dense = tally->open[i] == 0
					      ? 0
					      : (float)tally->present[i] / (float)tally->open[i];

			tally->density[i] = dense > tally->density[i] ? dense : tally->density[i];
		}
}

static void post(struct ff_tally *tally, const struct ff_crowd *crowd, size_t i, double now)
{
	if (tally->posts != NULL)
		tally->posts[i] = (struct ff_tally_anchor){crowd->x[i], crowd->y[i], now};
}

enum ff_status ff_tally_begin(struct ff_tally *tally, const struct ff_crowd *crowd)
{
	if (tally->still != NULL) {
		tally->posts = calloc(crowd->count + 1, sizeof *tally->posts);
		if (tally->posts == NULL)
			return FF_E_NOMEM;
	}
	if (tally->moving != NULL) {
		tally->started = calloc(crowd->count + 1, sizeof *tally->started);
		if (tally->started == NULL)
			return FF_E_NOMEM;
	}
	for (size_t i = 0; i < crowd->count; i++) {
		size_t cell;

		if (crowd->state[i] != FF_CROWD_WALKING && crowd->state[i] != FF_CROWD_ARRIVED)
			continue;
		cell = index_at(tally, crowd->x[i], crowd->y[i]);
		post(tally, crowd, i, 0);
		if (tally->visits != NULL)
			tally->visits[cell]++;
		if (tally->present != NULL && crowd->state[i] == FF_CROWD_WALKING)
			count_presence(tally, cell, 1);
	}
	for (size_t i = 0; i < crowd->count && tally->present != NULL; i++)
		if (crowd->state[i] == FF_CROWD_WALKING)
			update_density(tally, index_at(tally, crowd->x[i], crowd->y[i]));
	return FF_OK;
}

/* The step of a walker. */
struct stride {
	bool there;      /* it was on the map during the step */
	bool came, went; /* it entered in the step; it left in it */
	size_t from, to; /* cells */
};

static struct stride stride_of(const struct ff_tally *tally, const struct ff_crowd *crowd, size_t i,
			       double before)
{
	struct stride stride = {0};
	bool arrived = crowd->state[i] == FF_CROWD_ARRIVED;

	if (crowd->state[i] != FF_CROWD_WALKING && !(arrived && crowd->until[i] > before))
		return stride;
	stride.there = true;
	stride.came = crowd->since[i] > before;
	stride.went = arrived;
	stride.from = index_at(tally, crowd->from_x[i], crowd->from_y[i]);
	stride.to = index_at(tally, crowd->x[i], crowd->y[i]);
	return stride;
}

/* Counts a step that has just ended if the walker stood still in it. */
static void count_still(struct ff_tally *tally, const struct ff_crowd *crowd, size_t i, size_t cell,
			double now, double dt)
{
	const struct ff_tally_anchor *at = &tally->posts[i];
	double dx = crowd->x[i] - at->x, dy = crowd->y[i] - at->y;
	double near = STILL * SECONDS * crowd->walkers[i].speed;

	if (tally->slow != NULL)
		near /= ff_model_slowdown(tally->model, tally->slow, cell);
	if (sqrt(dx * dx + dy * dy) >= near) {
		post(tally, crowd, i, now);
		return;
	}
	if (now - at->since < SECONDS)
		return;
	/* When a walker has stood long enough, all of that time counts. */
	tally->still[cell] += now - dt - at->since < SECONDS ? now - at->since : dt;
	if (tally->first[cell] == (double)INFINITY)
		tally->first[cell] = at->since;
	tally->last[cell] = now;
}

/* Counts 'length' cells walked in a step, unless the walker still starts from rest. */
static void count_speed(struct ff_tally *tally, const struct ff_crowd *crowd, size_t i, size_t cell,
			double length, double dt)
{
	double top = crowd->walkers[i].speed, now = (double)crowd->step * dt;

	if (tally->slow != NULL)
		top /= ff_model_slowdown(tally->model, tally->slow, cell);
	tally->started[i] = tally->started[i] || length >= STARTED * top * dt ||
			    now - crowd->since[i] > PATIENT;
	if (!tally->started[i])
		return;
	tally->moving[cell] += dt;
	tally->length[cell] += length;
}

/* Counts what a step adds to the cell where it began. */
static void count_stay(struct ff_tally *tally, const struct ff_crowd *crowd, size_t i, size_t cell,
		       double dt)
{
	double dx = crowd->x[i] - crowd->from_x[i], dy = crowd->y[i] - crowd->from_y[i];

	if (tally->seconds != NULL)
		tally->seconds[cell] += dt;
	if (tally->moving != NULL)
		count_speed(tally, crowd, i, cell, sqrt(dx * dx + dy * dy), dt);
	if (tally->still != NULL)
		count_still(tally, crowd, i, cell, (double)crowd->step * dt, dt);
}

void ff_tally_step(struct ff_tally *tally, const struct ff_crowd *crowd, double dt)
{
	double before = (double)(crowd->step - 1) * dt;

	for (size_t i = 0; i < crowd->count; i++) {
		struct stride stride = stride_of(tally, crowd, i, before);

		if (!stride.there)
			continue;
		if (!stride.came)
			count_stay(tally, crowd, i, stride.from, dt);
		else
			post(tally, crowd, i, (double)crowd->step * dt);
		if (tally->visits != NULL && (stride.came || stride.to != stride.from))
			tally->visits[stride.to]++;
		if (tally->present != NULL && !stride.came &&
		    (stride.went || stride.to != stride.from))
			count_presence(tally, stride.from, -1);
		if (tally->present != NULL && !stride.went &&
		    (stride.came || stride.to != stride.from))
			count_presence(tally, stride.to, 1);
	}
	/* After all have moved: in between, densities may be too high. */
	for (size_t i = 0; i < crowd->count && tally->present != NULL; i++) {
		struct stride stride = stride_of(tally, crowd, i, before);

		if (stride.there && !stride.went && (stride.came || stride.to != stride.from))
			update_density(tally, stride.to);
	}
}

/* One axis of a segment that is traversed cell by cell (J. Amanatides, A. Woo, "A Fast Voxel
 * Traversal Algorithm for Ray Tracing", 1987). */
struct axis {
	double from, by;   /* start, and signed length */
	int32_t cell, end; /* current and last cell */
};

static struct axis axis_of(double from, double to)
{
	return (struct axis){from, to - from, ff_sample_cell(from), ff_sample_cell(to)};
}

/* Returns the part of the segment before the next border: 1 if there is none. */
static double next_border(const struct axis *axis)
{
	double border = axis->cell + (axis->end > axis->cell ? 0.5 : -0.5);

	return axis->cell == axis->end ? 1 : fmin(1, (border - axis->from) / axis->by);
}

/* Goes on to the next cell of a segment; returns the part of it before that, from the start. */
static double cross(struct axis *x, struct axis *y)
{
	double at_x = next_border(x), at_y = next_border(y), at = fmin(at_x, at_y);
	/* Where both borders are at the segment's end, an axis that is already in its last
	 * cell stays. */
	bool cross_x = x->cell != x->end && at_x == at, cross_y = y->cell != y->end && at_y == at;

	x->cell += !cross_x ? 0 : x->end > x->cell ? 1 : -1;
	y->cell += !cross_y ? 0 : y->end > y->cell ? 1 : -1;
	return at;
}

static void count_part(struct ff_tally *tally, size_t cell, double part,
		       const struct ff_path_point *from, const struct ff_path_point *to)
{
	if (tally->seconds != NULL)
		tally->seconds[cell] += part * (to->time - from->time);
	if (tally->moving != NULL) {
		tally->moving[cell] += part * (to->time - from->time);
		tally->length[cell] += part * (to->length - from->length);
	}
}

static void count_segment(struct ff_tally *tally, const struct ff_path_point *from,
			  const struct ff_path_point *to)
{
	struct axis x = axis_of(from->x, to->x), y = axis_of(from->y, to->y);
	double done = 0;

	while (x.cell != x.end || y.cell != y.end) {
		size_t cell = index_of(tally, x.cell, y.cell);
		double at = fmax(cross(&x, &y), done);

		count_part(tally, cell, at - done, from, to);
		done = at;
		if (tally->visits != NULL)
			tally->visits[index_of(tally, x.cell, y.cell)]++;
	}
	count_part(tally, index_of(tally, x.cell, y.cell), 1 - done, from, to);
}

void ff_tally_path(struct ff_tally *tally, const struct ff_path *path)
{
	if (tally->visits != NULL)
		tally->visits[index_at(tally, path->points[0].x, path->points[0].y)]++;
	for (size_t i = 1; i < path->count; i++)
		count_segment(tally, &path->points[i - 1], &path->points[i]);
}

/* ---- jams ---- */

/* Inserts a jam into a sorted list with capacity 'room', if it is bad enough. */
static void list_jam(struct ff_jam *jams, size_t room, size_t *count, const struct ff_jam *jam)
{
	size_t at = *count;

	while (at > 0 && jams[at - 1].seconds < jam->seconds)
		at--;
	if (at == room)
		return;
	*count += *count < room;
	for (size_t i = *count - 1; i > at; i--)
		jams[i] = jams[i - 1];
	jams[at] = *jam;
}

/* Adds a cell to its jam. */
static void add_cell(const struct ff_tally *tally, size_t cell, struct ff_jam *jam)
{
	double still = tally->still[cell];

	if (jam->cells == 0)
		jam->first = (double)INFINITY;
	if (jam->cells++ == 0 || still > tally->still[index_of(tally, jam->x, jam->y)]) {
		jam->x = (int32_t)(cell % (size_t)tally->w);
		jam->y = (int32_t)(cell / (size_t)tally->w);
	}
	jam->seconds += still;
	jam->first = fmin(jam->first, tally->first[cell]);
	jam->last = fmax(jam->last, tally->last[cell]);
}

enum ff_status ff_jams_find(const struct ff_tally *tally, double least, struct ff_jam *jams,
			    size_t room, size_t *count, size_t *all)
{
	size_t cells = (size_t)tally->w * (size_t)tally->h, listed = 0;
	uint8_t *jammed = ff_memory_cells(tally->w, tally->h, 1);
	struct ff_labels areas = {0};
	struct ff_region *regions = NULL;
	struct ff_jam *found = NULL; /* [areas.count + 1] */
	enum ff_status st = FF_E_NOMEM;

	for (size_t i = 0; i < cells && jammed != NULL; i++)
		jammed[i] = tally->still[i] > 0 && tally->still[i] >= least;
	if (jammed != NULL)
		st = ff_regions_label(tally->w, tally->h, jammed, 1, 1, true, &areas, &regions);
	if (st == FF_OK && (found = calloc((size_t)areas.count + 1, sizeof *found)) == NULL)
		st = FF_E_NOMEM;
	for (size_t i = 0; i < cells && st == FF_OK; i++)
		if (jammed[i])
			add_cell(tally, i, &found[areas.cells[i]]);
	for (size_t i = 0; i < cells && st == FF_OK; i++)
		if (jammed[i] && regions[areas.cells[i]].first == i)
			list_jam(jams, room, &listed, &found[areas.cells[i]]);
	if (st == FF_OK) {
		*count = listed;
		*all = areas.count;
	}
	free(jammed);
	free(areas.cells);
	free(regions);
	free(found);
	return st;
}

/* ---- flow accumulation ---- */

/*
 * Flow accumulation, as of runoff (J. O'Callaghan, D. Mark, "The extraction of drainage networks
 * from digital elevation data", 1984), in topological order (A. Kahn, 1962).  No queue is needed:
 * when a cell is done, at most one becomes ready, the one that it leads to.
 */

enum { PASSED = UINT8_MAX }; /* done; otherwise how many of up to eight neighbours are awaited */

/* Finds the cell that a cell's direction leads to; false if there is none. */
static bool next_cell(const struct ff_flow *flow, size_t cell, size_t *next)
{
	struct ff_flow_step step = ff_flow_steps[flow->cells[cell]];

	*next = (size_t)((ptrdiff_t)cell + step.dy * (ptrdiff_t)flow->w + step.dx);
	return flow->cells[cell] != FF_NONE;
}

/* Propagates a cell that awaits no other, and all that become ready by it. */
static void propagate(const struct ff_flow *flow, uint32_t *visits, uint8_t *awaited, size_t cell)
{
	size_t next;

	while (awaited[cell] == 0 && next_cell(flow, cell, &next)) {
		awaited[cell] = PASSED;
		visits[next] += visits[cell];
		awaited[next]--;
		cell = next;
	}
}

enum ff_status ff_accumulate(const struct ff_flow *flow, struct ff_labels *visits)
{
	size_t count = (size_t)flow->w * (size_t)flow->h, next;
	uint32_t largest = 0;
	uint8_t *awaited;
	bool circle = false;

	if (visits->w != flow->w || visits->h != flow->h)
		return FF_E_ARG;
	if ((awaited = ff_memory_cells(flow->w, flow->h, 1)) == NULL)
		return FF_E_NOMEM;
	memset(awaited, 0, count);
	for (size_t i = 0; i < count; i++) {
		bool leads = next_cell(flow, i, &next);

		visits->cells[i] = leads;
		awaited[next] += leads;
	}
	for (size_t i = 0; i < count; i++)
		propagate(flow, visits->cells, awaited, i);
	for (size_t i = 0; i < count; i++) {
		circle |= flow->cells[i] != FF_NONE && awaited[i] != PASSED;
		largest = visits->cells[i] > largest ? visits->cells[i] : largest;
		if (visits->cells[i] == 0)
			visits->cells[i] = FF_LABELS_NONE;
	}
	visits->count = largest + 1;
	free(awaited);
	return circle ? FF_E_ARG : FF_OK;
}

/*
 * Along vectors, walkers are counted in bundles.  Those of a cell that are about as far aside of
 * its middle, across its vector, go on as one from their mean place, to the next cell of a lower
 * value.  So each cell sends a few bundles, and cells are done in descending order of their values.
 * Shares for the two neighbours beside a vector (D-infinity) would spread walkers that in truth
 * walk in file: on rough ground half of them were elsewhere.
 */

/* Walkers at a place in a cell, on their way to one root, if there are any. */
struct bundle {
	double walkers, x, y;
	uint32_t root;
	uint32_t next; /* of the same cell, or free; FF_LABELS_NONE: the last */
};

struct bundles {
	const struct ff_guide *guide;
	const struct ff_roots *roots; /* NULL: vectors are followed */
	double *visits;
	uint32_t *first;      /* owned; [w*h]  the first bundle that waits in each cell */
	struct bundle *items; /* owned; [count] */
	size_t room, count;
	uint32_t free;
};

static int32_t column_of(const struct bundles *b, size_t cell)
{
	return (int32_t)(cell % (size_t)b->guide->cost->w);
}

static int32_t row_of(const struct bundles *b, size_t cell)
{
	return (int32_t)(cell / (size_t)b->guide->cost->w);
}

/* Returns the number of a place within its cell, across the way. */
static int lane_of(const struct bundles *b, size_t cell, double x, double y)
{
	/* Lanes of a cell: where ways are straight, and where each of them is many short steps. */
	enum { STRAIGHT = 16, CURVED = 12 };
	const struct ff_flow_vector way = ff_flow_vector_at(b->guide->flow, cell);
	double aside =
		(x - column_of(b, cell)) * (double)way.dy - (y - row_of(b, cell)) * (double)way.dx;

	return (int)((aside / 1.5 + 0.5) * (b->roots != NULL ? STRAIGHT : CURVED));
}

/* Lets a bundle wait in a cell, with those that are near it.  FF_OK or FF_E_NOMEM. */
static enum ff_status put_bundle(struct bundles *b, size_t cell, const struct bundle *bundle)
{
	const int lane = lane_of(b, cell, bundle->x, bundle->y);
	uint32_t at;

	for (at = b->first[cell]; b->items != NULL && at != FF_LABELS_NONE;
	     at = b->items[at].next) {
		struct bundle *other = &b->items[at];
		double sum = other->walkers + bundle->walkers;

		if (other->root != bundle->root || lane_of(b, cell, other->x, other->y) != lane)
			continue;
		other->x += (bundle->x - other->x) * (bundle->walkers / sum);
		other->y += (bundle->y - other->y) * (bundle->walkers / sum);
		other->walkers = sum;
		return FF_OK;
	}
	if ((at = b->free) != FF_LABELS_NONE) {
		b->free = b->items[at].next;
	} else {
		if (!ff_memory_grow(&b->items, &b->room, b->count + 1, sizeof *b->items))
			return FF_E_NOMEM;
		at = (uint32_t)b->count++;
	}
	b->items[at] = *bundle;
	b->items[at].next = b->first[cell];
	b->first[cell] = at;
	return FF_OK;
}

/* Sets where a bundle in a cell goes next: its root, the end of a short step, or after 'far' cells
 * without a descent the centre of the next cell, as paths do. */
static void aim_bundle(const struct bundles *b, const struct bundle *bundle, size_t cell,
		       double far, double *x, double *y)
{
	const struct ff_guide *guide = b->guide;
	struct ff_sample way = {0, 0};
	size_t next;

	if (b->roots != NULL) {
		ff_sample_root(guide->cost, &b->roots->items[bundle->root], ff_trace_off, x, y);
		return;
	}
	if (far <= ff_trace_patience)
		way = ff_sample_way(guide, bundle->x, bundle->y, ff_trace_step);
	*x = bundle->x + way.dx * ff_trace_step;
	*y = bundle->y + way.dy * ff_trace_step;
	if (way.dx != 0 || way.dy != 0)
		return;
	next_cell(guide->flow, cell, &next);
	*x = column_of(b, next);
	*y = row_of(b, next);
}

/* Sends a bundle from a cell to one of a lower value, and counts it in those on its way.  FF_OK or
 * FF_E_NOMEM. */
static enum ff_status send_bundle(struct bundles *b, size_t from, struct bundle bundle)
{
	const struct ff_guide *guide = b->guide;
	const double value = ff_field_raw(guide->field, from);
	size_t cell = from;
	double far = 0;

	while (bundle.root != FF_LABELS_NONE) {
		double to_x, to_y, part = 0;
		struct axis x, y;

		aim_bundle(b, &bundle, cell, far, &to_x, &to_y);
		x = axis_of(bundle.x, to_x);
		y = axis_of(bundle.y, to_y);
		x.cell = column_of(b, cell); /* the place may be on a side of it */
		y.cell = row_of(b, cell);
		while (x.cell != x.end || y.cell != y.end) {
			const int32_t row = y.cell;

			part = cross(&x, &y);
			if (!ff_cost_open(guide->cost, x.cell, y.cell)) {
				/* It leads along the corner of a wall. */
				struct axis *other = y.cell == row ? &y : &x;

				other->cell +=
					(other->end > other->cell) - (other->end < other->cell);
			}
			cell = ff_cost_index(guide->cost, x.cell, y.cell);
			b->visits[cell] += bundle.walkers;
			if (guide->flow->cells[cell] == FF_NONE)
				return FF_OK;
			if (!(ff_field_raw(guide->field, cell) < value))
				continue;
			part = b->roots == NULL && x.cell == x.end && y.cell == y.end ? 1 : part;
			bundle.x += part * x.by;
			bundle.y += part * y.by;
			return put_bundle(b, cell, &bundle);
		}
		bundle.x = to_x;
		bundle.y = to_y;
		far += ff_trace_step;
		if (b->roots != NULL)
			bundle.root = b->roots->items[bundle.root].next;
	}
	return FF_OK;
}

enum ff_status ff_accumulate_vectors(const struct ff_guide *guide, double *visits)
{
	const size_t cells = (size_t)guide->cost->w * (size_t)guide->cost->h;
	struct bundles b = {
		.guide = guide,
		.roots = ff_guide_roots(guide),
		.visits = visits,
		.first = ff_memory_cells(guide->cost->w, guide->cost->h, sizeof *b.first),
		.free = FF_LABELS_NONE};
	enum ff_status st = b.first != NULL ? FF_OK : FF_E_NOMEM;
	uint32_t *order = NULL;
	size_t count = 0;

	if (st == FF_OK)
		st = ff_order_cells(guide->field, &order, &count);
	for (size_t i = 0; i < cells && st == FF_OK; i++) {
		visits[i] = 0;
		b.first[i] = FF_LABELS_NONE;
	}
	while (count-- > 0 && st == FF_OK) {
		const size_t cell = order[count];
		struct bundle bundle = {.walkers = 1,
					.x = column_of(&b, cell),
					.y = row_of(&b, cell),
					.root = b.roots != NULL ? b.roots->of.cells[cell] : 0};

		if (guide->flow->cells[cell] == FF_NONE)
			continue;
		visits[cell]++;
		st = send_bundle(&b, cell, bundle);
		for (uint32_t at = b.first[cell], next;
		     b.items != NULL && at != FF_LABELS_NONE && st == FF_OK; at = next) {
			bundle = b.items[at];
			next = bundle.next;
			b.items[at].next = b.free;
			b.free = at;
			st = send_bundle(&b, cell, bundle);
		}
	}
	free(order);
	free(b.first);
	free(b.items);
	return st;
}
