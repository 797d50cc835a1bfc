#include "core/crowd/follow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/map/model.h"

/* ---- the way from a place ---- */

/*
 * Bilinear interpolation of unit vectors, normalised again (E. Emerson, "Crowd Pathfinding and
 * Steering Using Flow Field Tiles", Game AI Pro, 2013, ch. 23), with two rules against its known
 * weaknesses.  Vectors on both sides of a wall's end, or of a ridge between two ways, point away
 * from each other, and their mean leads nowhere: only those on the side of the own cell's count.
 * And the mean may lead back into a cell just left: a cell is left only where its own vector leads
 * out of it.
 */

/* Returns true if a cell is open as solved, its way is known, and no wall was put there since. */
static bool is_open(const struct ff_guide *guide, int32_t x, int32_t y)
{
	return ff_cost_open(guide->cost, x, y) &&
	       (guide->map == guide->cost || ff_cost_open(guide->map, x, y)) &&
	       (guide->classes == NULL ||
		guide->classes->cells[ff_cost_index(guide->cost, x, y)] != FF_NOT_YET);
}

bool ff_sample_free(const struct ff_guide *guide, double from_x, double from_y, double to_x,
		    double to_y)
{
	int32_t x = ff_sample_cell(from_x), y = ff_sample_cell(from_y);
	int32_t next_x = ff_sample_cell(to_x), next_y = ff_sample_cell(to_y);
	double upright,
		level; /* positions along the segment, in one unit, where it crosses grid lines */
	bool beside, below;

	if (x == next_x && y == next_y)
		return true;
	if (!is_open(guide, next_x, next_y))
		return false;
	if (x == next_x || y == next_y)
		return true;
	upright = fabs((x + (next_x > x ? 0.5 : -0.5) - from_x) * (to_y - from_y));
	level = fabs((y + (next_y > y ? 0.5 : -0.5) - from_y) * (to_x - from_x));
	beside = is_open(guide, next_x, y);
	below = is_open(guide, x, next_y);
	if (upright < level)
		return beside;
	if (upright > level)
		return below;
	if (guide->model->corners == FF_CORNERS_STRICT)
		return beside && below;
	return guide->model->corners == FF_CORNERS_CUT || beside || below;
}

/* A position, and the step that is tried from it. */
struct place {
	const struct ff_guide *guide;
	double x, y, step;
};

static bool is_free(const struct place *at, struct ff_sample way)
{
	return ff_sample_free(at->guide, at->x, at->y, at->x + way.dx * at->step,
			      at->y + way.dy * at->step);
}

/* Returns true if a step into the cell at that offset crosses only sides that 'own' points to. */
static bool is_along(int32_t dx, int32_t dy, struct ff_flow_vector own)
{
	return (dx == 0 || (float)dx * own.dx > 0) && (dy == 0 || (float)dy * own.dy > 0);
}

static struct ff_sample unit_way(struct ff_sample way)
{
	double length = sqrt(way.dx * way.dx + way.dy * way.dy);

	return (struct ff_sample){way.dx / length, way.dy / length};
}

/* Returns the way where the mean is blocked. */
static struct ff_sample cell_way(const struct place *at, struct ff_sample own)
{
	struct ff_sample across = {own.dx > 0 ? 1 : own.dx < 0 ? -1 : 0, 0};
	struct ff_sample down = {0, own.dy > 0 ? 1 : own.dy < 0 ? -1 : 0};
	bool wide = fabs(own.dx) > fabs(own.dy);
	struct ff_sample longer = wide ? across : down, shorter = wide ? down : across;

	if (is_free(at, own))
		return own;
	if (is_free(at, longer))
		return longer;
	return (shorter.dx != 0 || shorter.dy != 0) && is_free(at, shorter)
		       ? shorter
		       : (struct ff_sample){0, 0};
}

static inline void add_vector(struct ff_sample *sum, const struct ff_guide *guide, int32_t x,
			      int32_t y, double weight, struct ff_flow_vector own)
{
	struct ff_flow_vector way = ff_guide_vector(guide, ff_cost_index(guide->cost, x, y));
	double counts = way.dx * own.dx + way.dy * own.dy >= 0 ? weight : 0;

	sum->dx += counts * (double)way.dx;
	sum->dy += counts * (double)way.dy;
}

void ff_sample_root(const struct ff_cost *cost, const struct ff_root *root, double off, double *x,
		    double *y)
{
	int across = 0, down = 0;

	for (int k = 0; k < 4 && root->x % 2 == 0; k++) {
		if (ff_cost_open(cost, root->x / 2 - k % 2, root->y / 2 - k / 2))
			continue;
		across = k % 2 == 0 ? 1 : -1;
		down = k / 2 == 0 ? 1 : -1;
	}
	*x = (root->x - 1) * 0.5 - across * off;
	*y = (root->y - 1) * 0.5 - down * off;
}

/*
 * Sets the way to the root of the cell x,y that the place is in, or, at a root, to the next one.
 * Returns false if it is not free, or if the cell's vector leads elsewhere, to a goal in sight.
 */
static bool find_root_way(const struct place *at, int32_t x, int32_t y,
			  struct ff_flow_vector vector, struct ff_sample *way)
{
	static const double off = 1.0 / 64, same = 1 - 1e-5;
	const struct ff_guide *guide = at->guide;
	const struct ff_roots *roots = ff_guide_roots(guide);
	const struct ff_root *items = roots->items, *root;
	uint32_t k = roots->of.cells[ff_cost_index(guide->cost, x, y)];
	double dx, dy, far;

	if (k == FF_LABELS_NONE)
		return false;
	root = &items[k];
	dx = root->x - 2 * x - 1;
	dy = root->y - 2 * y - 1;
	if (vector.dx * dx + vector.dy * dy < same * sqrt(dx * dx + dy * dy))
		return false;
	for (;; root = &items[root->next]) {
		ff_sample_root(guide->cost, root, off, &dx, &dy);
		dx -= at->x;
		dy -= at->y;
		far = sqrt(dx * dx + dy * dy);
		if (far > 0.5 * at->step || root->next == FF_LABELS_NONE)
			break;
	}
	*way = (struct ff_sample){dx / far, dy / far};
	return far > 0 && is_free(at, *way);
}

struct ff_sample ff_sample_way(const struct ff_guide *guide, double x, double y, double step)
{
	const struct place at = {guide, x, y, step};
	int32_t w = guide->cost->w, h = guide->cost->h;
	int32_t own_x, own_y, left, top, right, bottom;
	double across, down;
	struct ff_sample sum = {0, 0};
	struct ff_flow_vector vector;

	if (!(x >= -0.5 && y >= -0.5 && x < w - 0.5 && y < h - 0.5))
		return sum;
	own_x = (int32_t)(x + 0.5);
	own_y = (int32_t)(y + 0.5);
	vector = ff_guide_vector(guide, ff_cost_index(guide->cost, own_x, own_y));
	if (vector.dx == 0 && vector.dy == 0)
		return sum;
	if (ff_guide_roots(guide) != NULL && find_root_way(&at, own_x, own_y, vector, &sum))
		return sum;
	sum = (struct ff_sample){0, 0};
	/* Beyond the outer centres there is only one column or row, and its weight cancels out. */
	left = (int32_t)(x + 1) - 1;
	top = (int32_t)(y + 1) - 1;
	across = x - left;
	down = y - top;
	right = left + 1 < w ? left + 1 : left;
	bottom = top + 1 < h ? top + 1 : top;
	left = left < 0 ? 0 : left;
	top = top < 0 ? 0 : top;
	add_vector(&sum, guide, left, top, (1 - across) * (1 - down), vector);
	add_vector(&sum, guide, right, top, across * (1 - down), vector);
	add_vector(&sum, guide, left, bottom, (1 - across) * down, vector);
	add_vector(&sum, guide, right, bottom, across * down, vector);
	if (sum.dx != 0 || sum.dy != 0) {
		struct ff_sample mean = unit_way(sum);
		int32_t dx = ff_sample_cell(x + mean.dx * step) - own_x;
		int32_t dy = ff_sample_cell(y + mean.dy * step) - own_y;

		if (dx == 0 && dy == 0)
			return mean;
		if (is_along(dx, dy, vector) && is_free(&at, mean))
			return mean;
	}
	return cell_way(&at, unit_way((struct ff_sample){(double)vector.dx, (double)vector.dy}));
}

/* ---- paths ---- */

/*
 * A path ends because it must descend: the lowest value so far is kept, and if no lower one is
 * found for a while, for whatever reason, the path goes from centre to centre, each of a lower
 * value than the one before, until there is one.
 */

static const double straight = 1e-10; /* deviation from a straight line, in cells */

/* Length, cost and time of a part of a path. */
struct pace {
	double length, cost, time;
};

struct trace {
	const struct ff_guide *guide;
	const struct ff_walker *walker;
	bool slow;
	bool end;                       /* of the points only the last two are kept */
	const struct ff_joints *joints; /* NULL: none */
	struct ff_path *path;
	size_t room;       /* capacity of the points */
	size_t joint_room; /* capacity of its joints */
	double x, y;       /* current position */
	struct pace sum;   /* since the start; 'cost' in the field's units */
	double dx, dy;     /* direction of the last segment, of length 1 */
	struct pace run;   /* pace of that segment */
	double lowest;     /* the lowest value so far */
	double since;      /* cells walked since then */
};

static size_t cell_at(const struct trace *trace)
{
	return ff_cost_index(trace->guide->cost, ff_sample_cell(trace->x),
			     ff_sample_cell(trace->y));
}

/* ---- points ---- */

static enum ff_status add_point(struct trace *trace, double x, double y)
{
	struct ff_path *path = trace->path;

	if (trace->end && path->count == 2)
		path->points[0] = path->points[--path->count];
	if (!ff_memory_grow(&path->points, &trace->room, path->count + 1, sizeof *path->points))
		return FF_E_NOMEM;
	path->points[path->count++] = (struct ff_path_point){
		x, y, trace->sum.length, trace->sum.cost / ff_guide_unit(trace->guide),
		trace->sum.time / trace->walker->speed};
	return FF_OK;
}

static bool is_same_pace(double a, double b)
{
	return fabs(a - b) <= 1e-12 * (a + b);
}

/* Returns true if x,y continues the last segment straight on and at the same pace. */
static bool continues(const struct trace *trace, double x, double y, const struct pace *pace)
{
	const struct ff_path_point *from = trace->path->points + trace->path->count - 2;
	double dx, dy;

	if (trace->path->count < 2)
		return false;
	dx = x - from->x;
	dy = y - from->y;
	return fabs(dx * trace->dy - dy * trace->dx) <= straight &&
	       (x - trace->path->points[trace->path->count - 1].x) * trace->dx +
			       (y - trace->path->points[trace->path->count - 1].y) * trace->dy >
		       0 &&
	       is_same_pace(pace->cost * trace->run.length, trace->run.cost * pace->length) &&
	       is_same_pace(pace->time * trace->run.length, trace->run.time * pace->length);
}

/* Adds a straight part to x,y of constant pace. */
static enum ff_status add_segment(struct trace *trace, double x, double y, const struct pace *pace)
{
	const struct ff_path_point *last = trace->path->points + trace->path->count - 1;

	trace->sum.length += pace->length;
	trace->sum.cost += pace->cost;
	trace->sum.time += pace->time;
	trace->since += pace->length;
	if (continues(trace, x, y, pace)) {
		trace->path->count--;
	} else {
		trace->dx = (x - last->x) / pace->length;
		trace->dy = (y - last->y) / pace->length;
		trace->run = *pace;
	}
	return add_point(trace, x, y);
}

/* ---- moves ---- */

/* A point at 'along', 0..1, where a segment passes from one cell to the next. */
struct crossing {
	double along, x, y;
	int32_t dx, dy; /* offset of the next cell */
};

/* Finds the crossings of the segment to x,y, at most one cell side away, in order; returns their
 * number. */
static int find_crossings(const struct trace *trace, double x, double y,
			  struct crossing crossings[2])
{
	double dx = x - trace->x, dy = y - trace->y;
	int32_t across = ff_sample_cell(x) - ff_sample_cell(trace->x);
	int32_t down = ff_sample_cell(y) - ff_sample_cell(trace->y);
	int count = 0;

	if (across != 0) {
		double line = ff_sample_cell(trace->x) + 0.5 * across;
		double along = (line - trace->x) / dx;

		crossings[count++] =
			(struct crossing){along, line, trace->y + along * dy, across, 0};
	}
	if (down != 0) {
		double line = ff_sample_cell(trace->y) + 0.5 * down;
		double along = (line - trace->y) / dy;

		crossings[count++] = (struct crossing){along, trace->x + along * dx, line, 0, down};
	}
	if (count == 2 && crossings[0].along == crossings[1].along) {
		crossings[0].y = crossings[1].y;
		crossings[0].dy = down;
		count = 1;
	} else if (count == 2 && crossings[1].along < crossings[0].along) {
		struct crossing second = crossings[0];

		crossings[0] = crossings[1];
		crossings[1] = second;
	}
	return count;
}

/*
 * Goes straight to x,y, at most one cell side away.
 *
 *   price  in the field's units; < 0: the cost of the cells on the way, by length
 */
static enum ff_status go_straight(struct trace *trace, double x, double y, double price)
{
	const struct ff_cost *cost = trace->guide->cost;
	double whole = sqrt((x - trace->x) * (x - trace->x) + (y - trace->y) * (y - trace->y));
	int32_t cell_x = ff_sample_cell(trace->x), cell_y = ff_sample_cell(trace->y);
	struct crossing crossings[3];
	int count = find_crossings(trace, x, y, crossings);
	struct pace pace = {0, 0, 0};
	double before = 0;

	crossings[count] = (struct crossing){1, x, y, 0, 0};
	for (int i = 0; i <= count; i++) {
		const struct crossing *to = &crossings[i];
		double part = to->along - before, length = part * whole;
		size_t cell = ff_cost_index(cost, cell_x, cell_y);
		uint32_t here = ff_cost_at(cost, cell);
		enum ff_status st;

		pace.length += length;
		pace.cost +=
			price < 0 ? length * ff_model_price(trace->guide->model, false, here, here)
				  : part * price;
		pace.time += trace->slow
				     ? length * ff_model_slowdown(trace->guide->model, cost, cell)
				     : length;
		before = to->along;
		cell_x += to->dx;
		cell_y += to->dy;
		trace->path->steps += i < count;
		/* Skips parts of length 0, and points where four cells meet, one of them a wall. */
		if (i < count &&
		    (pace.length <= straight || (1 - to->along) * whole <= straight ||
		     !ff_cost_open(cost, ff_sample_cell(to->x), ff_sample_cell(to->y))))
			continue;
		if ((st = add_segment(trace, to->x, to->y, &pace)) != FF_OK)
			return st;
		pace = (struct pace){0, 0, 0};
	}
	trace->x = x;
	trace->y = y;
	return FF_OK;
}

/* Goes straight to x,y, through cells of one cost or along their sides. */
static enum ff_status go_far(struct trace *trace, double x, double y, size_t ground)
{
	const struct ff_guide *guide = trace->guide;
	double dx = x - trace->x, dy = y - trace->y, length = sqrt(dx * dx + dy * dy);
	uint32_t cost = ff_cost_at(guide->cost, ground);
	struct pace pace = {length, length * ff_model_price(guide->model, false, cost, cost),
			    length};

	if (trace->slow)
		pace.time *= ff_model_slowdown(guide->model, guide->cost, ground);
	trace->path->steps += (uint64_t)(abs(ff_sample_cell(x) - ff_sample_cell(trace->x)) +
					 abs(ff_sample_cell(y) - ff_sample_cell(trace->y)));
	trace->x = x;
	trace->y = y;
	return length <= straight ? FF_OK : add_segment(trace, x, y, &pace);
}

static enum ff_status to_centre(struct trace *trace)
{
	double x = ff_sample_cell(trace->x), y = ff_sample_cell(trace->y);

	if (fabs(x - trace->x) > straight || fabs(y - trace->y) > straight)
		return go_straight(trace, x, y, -1);
	trace->x = x;
	trace->y = y;
	return FF_OK;
}

/* Returns the price of the model's step; < 0 where the price depends on length. */
static double price_of(const struct ff_guide *guide, size_t from, size_t to, bool diagonal)
{
	const struct ff_model *model = guide->model;

	if (ff_model_is_continuous(model))
		return -1;
	return ff_model_price(model, diagonal, ff_cost_at(guide->cost, from),
			      ff_cost_at(guide->cost, to)) *
	       (diagonal && ff_model_is_straight(model) && model->step != FF_STEP_HOPS ? sqrt(2)
										       : 1);
}

/* Goes from the centre of a cell to that of the next. */
static enum ff_status go_to_next(struct trace *trace, enum ff_direction direction,
				 enum ff_trace_rule rule)
{
	const struct ff_guide *guide = trace->guide;
	int32_t x = ff_sample_cell(trace->x), y = ff_sample_cell(trace->y);
	double price = -1;

	if (rule == FF_TRACE_CELLS)
		price = price_of(guide, cell_at(trace),
				 ff_neighbours_index(guide->cost, x, y, direction),
				 ff_neighbours_diagonal(direction));
	return go_straight(trace, x + ff_flow_steps[direction].dx, y + ff_flow_steps[direction].dy,
			   price);
}

/* Returns the permitted direction to the lowest value, if that is below the cell's own. */
static enum ff_direction lowest_from(const struct trace *trace)
{
	const struct ff_guide *guide = trace->guide;
	int32_t x = ff_sample_cell(trace->x), y = ff_sample_cell(trace->y);
	double lowest = ff_guide_raw(guide, cell_at(trace));
	enum ff_direction best = FF_NONE;

	for (enum ff_direction d = FF_N; d < FF_DIRECTIONS; d++) {
		double value;

		if (!ff_neighbours_permit(guide->cost, guide->model->corners, x, y, d))
			continue;
		value = ff_guide_raw(guide, ff_neighbours_index(guide->cost, x, y, d));
		if (value < lowest) {
			lowest = value;
			best = d;
		}
	}
	return best;
}

/* Returns the cell's own direction if that is a permitted step and, if 'lower', leads to a lower
 * value; else that of lowest_from(). */
static enum ff_direction direction_from(const struct trace *trace, bool lower)
{
	const struct ff_guide *guide = trace->guide;
	int32_t x = ff_sample_cell(trace->x), y = ff_sample_cell(trace->y);
	size_t cell = cell_at(trace);
	enum ff_direction own = ff_guide_direction(guide, cell);

	if (own != FF_NONE && ff_neighbours_permit(guide->cost, guide->model->corners, x, y, own) &&
	    (!lower || ff_guide_raw(guide, ff_neighbours_index(guide->cost, x, y, own)) <
			       ff_guide_raw(guide, cell)))
		return own;
	return lowest_from(trace);
}

/* Returns true if no vector of the cell at x,y, nor of those on both sides of it, leads aside from
 * the way dx,dy, which is straight. */
static bool is_lane(const struct ff_guide *guide, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
	for (int64_t side = -1; side <= 1; side++) {
		int64_t beside_x = x + side * dy, beside_y = y + side * dx;
		struct ff_flow_vector vector;

		if (beside_x < 0 || beside_y < 0 || beside_x >= guide->cost->w ||
		    beside_y >= guide->cost->h)
			continue;
		vector = ff_guide_vector(
			guide, ff_cost_index(guide->cost, (int32_t)beside_x, (int32_t)beside_y));
		if (vector.dx * (float)dy + vector.dy * (float)dx != 0)
			return false;
	}
	return true;
}

/*
 * Finds where short steps lead straight on from a place at which the path has just descended: into
 * the last of the cells of one cost, each lower than the one before, whose vectors lead the same
 * way along the grid, where no mean of vectors leads aside.  Corridors are walked at once that way.
 * False if there is no such cell.
 */
static bool look_ahead(const struct trace *trace, double *to_x, double *to_y)
{
	const struct ff_guide *guide = trace->guide;
	const struct ff_cost *cost = guide->cost;
	size_t start = cell_at(trace), here = start, next;
	struct ff_flow_vector way = ff_guide_vector(guide, start), own = way;
	int32_t dx = (int32_t)way.dx, dy = (int32_t)way.dy, cells = 0;
	int32_t x = ff_sample_cell(trace->x), y = ff_sample_cell(trace->y);

	if (abs(dx) + abs(dy) != 1 || trace->since > 0 || ff_guide_roots(guide) != NULL ||
	    !is_lane(guide, x - dx, y - dy, dx, dy) || !is_lane(guide, x, y, dx, dy))
		return false;
	for (; own.dx == way.dx && own.dy == way.dy && is_open(guide, x + dx, y + dy); cells++) {
		next = ff_cost_index(cost, x + dx, y + dy);
		if (ff_cost_at(cost, next) != ff_cost_at(cost, start) ||
		    !(ff_guide_raw(guide, next) < ff_guide_raw(guide, here)) ||
		    !is_lane(guide, x + dx, y + dy, dx, dy))
			break;
		x += dx;
		y += dy;
		here = next;
		own = ff_guide_vector(guide, here);
	}
	/* Step by step, so that rounding is the same. */
	*to_x = trace->x;
	*to_y = trace->y;
	while (dx != 0 && ff_sample_cell(*to_x) != x)
		*to_x += dx * ff_trace_step;
	while (dy != 0 && ff_sample_cell(*to_y) != y)
		*to_y += dy * ff_trace_step;
	return cells > 0;
}

/* Takes a short smooth step, or one from centre to centre; '*moved': there was one. */
static enum ff_status take_step(struct trace *trace, enum ff_trace_rule rule, bool *moved)
{
	bool patient = trace->since <= ff_trace_patience;
	enum ff_direction direction;
	enum ff_status st;

	*moved = true;
	if (patient && rule == FF_TRACE_SMOOTH) {
		struct ff_sample way;
		double x, y;

		if (look_ahead(trace, &x, &y))
			return go_far(trace, x, y, cell_at(trace));
		way = ff_sample_way(trace->guide, trace->x, trace->y, ff_trace_step);
		if (way.dx != 0 || way.dy != 0)
			return go_straight(trace, trace->x + way.dx * ff_trace_step,
					   trace->y + way.dy * ff_trace_step, -1);
	}
	direction = direction_from(trace, !patient);
	*moved = direction != FF_NONE;
	if (!*moved)
		return FF_OK;
	st = to_centre(trace);
	return st == FF_OK ? go_to_next(trace, direction, rule) : st;
}

/* ---- ways that join ---- */

/*
 * Walkers in a corridor differ less and less, until they are at the same places bit by bit.  Where
 * a path has just descended, the place alone decides on the rest.  One in EVERY places is noted,
 * chosen by a hash of its coordinates, so that all paths choose the same.
 */

enum { EVERY = 64, MOST = 1 << 15 };

static uint64_t hash_of(double x, double y)
{
	uint64_t a, b;

	memcpy(&a, &x, sizeof a);
	memcpy(&b, &y, sizeof b);
	a = (a ^ b * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xc2b2ae3d27d4eb4f);
	return (a ^ a >> 32) * UINT64_C(0x9e3779b97f4a7c15) >> 32;
}

enum ff_status ff_joints_open(struct ff_joints *joints, size_t cells, const struct ff_path *paths)
{
	*joints = (struct ff_joints){.paths = paths, .room = EVERY};
	while (joints->room < cells / 8 && joints->room < MOST)
		joints->room *= 2;
	joints->slots = calloc(joints->room, sizeof *joints->slots);
	return joints->slots == NULL ? FF_E_NOMEM : FF_OK;
}

static bool is_same_state(const struct ff_joint_state *a, const struct ff_joint_state *b)
{
	return a->guide == b->guide && a->x == b->x && a->y == b->y && a->from_x == b->from_x &&
	       a->from_y == b->from_y && a->dx == b->dx && a->dy == b->dy &&
	       a->length == b->length && a->cost == b->cost && a->time == b->time;
}

/* Returns the slot of a state, or the free one for it. */
static struct ff_joint *slot_of(const struct ff_joints *joints, const struct ff_joint_state *state)
{
	size_t i = hash_of(state->x, state->y) / EVERY % joints->room;

	while (joints->slots[i].state.guide != NULL &&
	       !is_same_state(&joints->slots[i].state, state))
		i = (i + 1) % joints->room;
	return &joints->slots[i];
}

void ff_joints_add(struct ff_joints *joints, struct ff_path *path)
{
	for (size_t i = 0; i < path->joint_count; i++) {
		struct ff_joint *slot = slot_of(joints, &path->joints[i].state);

		/* Half of the slots stay free. */
		if (slot->state.guide != NULL || joints->count == joints->room / 2)
			continue;
		*slot = path->joints[i];
		slot->path = (size_t)(path - joints->paths);
		joints->count++;
	}
	free(path->joints);
	path->joints = NULL;
	path->joint_count = 0;
}

/* Appends the rest of the path that was at a joint. */
static enum ff_status take_rest(struct trace *trace, const struct ff_joint *joint)
{
	const struct ff_path *other = &trace->joints->paths[joint->path];
	struct ff_path *path = trace->path;
	struct ff_path_point here = path->points[path->count - 1];
	const struct ff_path_point *last = &joint->last;
	size_t first = trace->end ? other->count - 1 : joint->point;

	/* The last point is taken, too: what came next may have moved it straight on. */
	path->count--;
	if (!ff_memory_grow(&path->points, &trace->room, path->count + other->count - first,
			    sizeof here))
		return FF_E_NOMEM;
	for (size_t i = first; i < other->count; i++) {
		const struct ff_path_point *to = &other->points[i];

		path->points[path->count++] = (struct ff_path_point){
			to->x, to->y, here.length + (to->length - last->length),
			here.cost + (to->cost - last->cost),
			here.time +
				(to->time - last->time) * (joint->speed / trace->walker->speed)};
	}
	path->steps += other->steps - joint->steps;
	return FF_OK;
}

/* Takes the rest of another path if one was in the same state: '*joined' is set; else notes it. */
static enum ff_status try_joints(struct trace *trace, bool *joined)
{
	struct ff_path *path = trace->path;
	const struct ff_path_point *last = path->points + path->count - 1;
	struct ff_joint joint = {.point = path->count - 1,
				 .last = *last,
				 .steps = path->steps,
				 .speed = trace->walker->speed};
	const struct ff_joint *slot;

	if (trace->joints == NULL || trace->since > 0 || path->count < 2 ||
	    hash_of(trace->x, trace->y) % EVERY != 0 || last->x != trace->x || last->y != trace->y)
		return FF_OK;
	joint.state = (struct ff_joint_state){
		trace->guide, trace->x,  trace->y,          last[-1].x,      last[-1].y,
		trace->dx,    trace->dy, trace->run.length, trace->run.cost, trace->run.time};
	slot = slot_of(trace->joints, &joint.state);
	*joined = slot->state.guide != NULL;
	if (*joined)
		return take_rest(trace, slot);
	if (trace->joints->count == trace->joints->room / 2)
		return FF_OK;
	if (!ff_memory_grow(&path->joints, &trace->joint_room, path->joint_count + 1, sizeof joint))
		return FF_E_NOMEM;
	path->joints[path->joint_count++] = joint;
	return FF_OK;
}

/* ---- shortest paths ---- */

/* Goes by the roots, first to where the way from the cell's centre is about to leave the cell. */
static enum ff_status follow_roots(struct trace *trace)
{
	const double side = 0.5 - ff_trace_off;
	const struct ff_roots *roots = ff_guide_roots(trace->guide);
	size_t start = cell_at(trace);
	double x = ff_sample_cell(trace->x), y = ff_sample_cell(trace->y);
	enum ff_status st = FF_OK;
	bool off = trace->x != x || trace->y != y;

	for (uint32_t k = roots->of.cells[start]; st == FF_OK && k != FF_LABELS_NONE;
	     k = roots->items[k].next) {
		double to_x, to_y, far;

		ff_sample_root(trace->guide->cost, &roots->items[k], ff_trace_off, &to_x, &to_y);
		far = fmax(fabs(to_x - x), fabs(to_y - y));
		if (off)
			st = go_far(trace, x + (to_x - x) * side / far, y + (to_y - y) * side / far,
				    start);
		off = false;
		if (st == FF_OK)
			st = go_far(trace, to_x, to_y, start);
	}
	return st;
}

static enum ff_status follow_guide(struct trace *trace, enum ff_trace_rule rule)
{
	enum ff_status st = add_point(trace, trace->x, trace->y);
	bool joined = false,
	     moved = trace->path->class == FF_REACHED || trace->path->class == FF_GOAL;

	if (st == FF_OK && rule == FF_TRACE_SMOOTH && ff_guide_roots(trace->guide) != NULL &&
	    !trace->guide->sight && trace->path->class == FF_REACHED) {
		trace->path->reached = true;
		return follow_roots(trace);
	}
	while (st == FF_OK && moved && !joined &&
	       ff_guide_class(trace->guide, cell_at(trace)) != FF_GOAL) {
		double value = ff_guide_raw(trace->guide, cell_at(trace));

		if (value < trace->lowest) {
			trace->lowest = value;
			trace->since = 0;
		}
		if ((st = try_joints(trace, &joined)) == FF_OK && !joined)
			st = take_step(trace, rule, &moved);
	}
	trace->path->reached = moved;
	return st;
}

enum ff_status ff_trace(const struct ff_guide *guide, enum ff_trace_rule rule,
			const struct ff_walker *walker, bool slow_by_cost, bool end,
			const struct ff_joints *joints, struct ff_path *path)
{
	struct ff_path traced = {.id = walker->id};
	struct trace trace = {.guide = guide,
			      .walker = walker,
			      .slow = slow_by_cost,
			      .end = end,
			      .joints = joints,
			      .path = &traced,
			      .x = walker->x,
			      .y = walker->y,
			      .lowest = FF_FIELD_NONEF};
	enum ff_status st;

	traced.class = ff_guide_class(guide, cell_at(&trace));
	st = follow_guide(&trace, rule);
	if (st != FF_OK) {
		free(traced.points);
		free(traced.joints);
		return st;
	}
	ff_path_trim(&traced, end ? traced.count - 1 : 0);
	*path = traced;
	return FF_OK;
}
