#include "core/solve/descend.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/map/model.h"
#include "core/solve/descend_rows.h"
#include "core/solve/reach.h"

/* 1 / sqrt(2): converts a drop along a diagonal to a slope. */
static const double diagonal_slope = 0.70710678118654752440;

/* Slopes whose relative difference is below this differ only by rounding. */
static const double rounded_slope = 1e-9;

/* Returns how much the field falls along a step from a reached cell, per unit of length; 0 where
 * the step is not permitted or does not descend. */
static double path_slope(const struct ff_model *model, const struct ff_cost *cost,
			 const struct ff_field *field, int32_t x, int32_t y,
			 enum ff_direction direction)
{
	double drop;

	if (!ff_neighbours_permit(cost, model->corners, x, y, direction))
		return 0;
	drop = ff_field_raw(field, ff_cost_index(cost, x, y)) -
	       ff_field_raw(field, ff_neighbours_index(cost, x, y, direction));
	if (!(drop > 0))
		return 0;
	return ff_neighbours_diagonal(direction) ? drop * diagonal_slope : drop;
}

static enum ff_direction steepest_step(const struct ff_model *model, const struct ff_cost *cost,
				       const struct ff_field *field, int32_t x, int32_t y)
{
	enum ff_direction best = FF_NONE;
	double most = 0;

	for (int d = 0; d < FF_DIRECTIONS; d++) {
		double slope = path_slope(model, cost, field, x, y, (enum ff_direction)d);

		/* Slopes that differ by rounding are equal: the first wins. */
		if (slope * (1 - rounded_slope) > most) {
			most = slope;
			best = (enum ff_direction)d;
		}
	}
	return best;
}

enum ff_direction ff_descend_path_step(const struct ff_model *model, const struct ff_cost *cost,
				       const struct ff_field *field, int32_t x, int32_t y)
{
	size_t here = ff_cost_index(cost, x, y);
	double own = ff_field_raw(field, here), least = FF_FIELD_NONEF, lowest = own;
	enum ff_direction best = FF_NONE, low = FF_NONE;

	if (own == FF_FIELD_NONEF)
		return FF_NONE;
	if (ff_model_is_continuous(model))
		return steepest_step(model, cost, field, x, y);
	for (int i = 0; i < FF_DIRECTIONS; i++) {
		enum ff_direction d = (enum ff_direction)i;
		bool diagonal = ff_neighbours_diagonal(d);
		double there, through;
		size_t to;

		if (!ff_neighbours_permit(cost, model->corners, x, y, d))
			continue;
		to = ff_neighbours_index(cost, x, y, d);
		there = ff_field_raw(field, to);
		if (there < lowest) {
			lowest = there;
			low = d;
		}
		if (diagonal && ff_model_is_straight(model))
			continue;
		through = there + ff_model_price(model, diagonal, ff_cost_at(cost, here),
						 ff_cost_at(cost, to));
		if (through < least) {
			least = through;
			best = d;
		}
	}
	return least <= own ? best : low;
}

/* Returns a neighbour's value plus its own cost; FF_FIELD_NONEF where the step is not permitted or
 * does not descend (unless 'anywhere'), or the cell has no value. */
static double sum_of_step(const struct ff_model *model, const struct ff_cost *cost,
			  const struct ff_field *field, int32_t x, int32_t y,
			  enum ff_direction direction, bool anywhere)
{
	double own = ff_field_raw(field, ff_cost_index(cost, x, y)), there;
	size_t to;

	if (own == FF_FIELD_NONEF || !ff_neighbours_permit(cost, model->corners, x, y, direction))
		return FF_FIELD_NONEF;
	to = ff_neighbours_index(cost, x, y, direction);
	there = ff_field_raw(field, to);
	if (!(there < own) && !anywhere)
		return FF_FIELD_NONEF;
	return there + ff_model_weight(model, ff_cost_at(cost, to));
}

enum ff_direction ff_descend_sum_step(const struct ff_model *model, const struct ff_cost *cost,
				      const struct ff_field *field, int32_t x, int32_t y,
				      bool anywhere)
{
	enum ff_direction best = FF_NONE;
	double least = FF_FIELD_NONEF;

	for (int i = 0; i < FF_DIRECTIONS; i++) {
		enum ff_direction d = (enum ff_direction)i;
		double sum = sum_of_step(model, cost, field, x, y, d, anywhere);

		if (sum < least) {
			least = sum;
			best = d;
		}
	}
	return best;
}

/*
 * Integer metrics: differences between opposite neighbours.  Euclid: down the steepest of the eight
 * triangles between the centres of the cell, a straight neighbour and a diagonal one beside it,
 * over which the field is taken to be linear (D. Ferguson, A. Stentz, "Field D*", 2005).  Unlike
 * differences along both axes this looks around corners: beside a wall that ends, it leads past the
 * end and not along the wall.
 *
 * A vector leads from the cell's centre through one of its sides, or, at exactly 45 degrees,
 * through a corner; the cell that it enters must have a value.  Its nearest direction must be a
 * permitted step to a lower value, so following directions from cell to cell always descends.
 */

/* tan(22.5 degrees): from there on a diagonal is the nearest direction. */
static const double diagonal_from = 0.41421356237309504880;

/* The largest ratio of a vector's components where the diagonal step is not permitted. */
static const double within = 63.0 / 64;

/* Returns the content of the cell at x,y; 'own' where it has no value. */
static double value_at(const struct ff_field *field, int64_t x, int64_t y, double own)
{
	double raw;

	if (x < 0 || y < 0 || x >= field->w || y >= field->h)
		return own;
	raw = ff_field_raw(field, (size_t)y * (size_t)field->w + (size_t)x);
	return raw == FF_FIELD_NONEF ? own : raw;
}

/* Returns true if a step is permitted and leads to a lower value. */
static bool leads_down(const struct ff_model *model, const struct ff_cost *cost,
		       const struct ff_field *field, int32_t x, int32_t y, enum ff_direction d,
		       double own)
{
	return ff_neighbours_permit(cost, model->corners, x, y, d) &&
	       ff_field_raw(field, ff_cost_index(cost, x + ff_flow_steps[d].dx,
						 y + ff_flow_steps[d].dy)) < own;
}

/* Returns true if the cell that a vector enters has a value; leads_down() has checked the neighbour
 * that it enters through a corner. */
static bool enters_value(const struct ff_field *field, int32_t x, int32_t y, double dx, double dy)
{
	double w = fabs(dx), h = fabs(dy);
	int32_t right = dx > 0 ? 1 : -1, down = dy > 0 ? 1 : -1;

	if (w > h)
		return value_at(field, (int64_t)x + right, y, FF_FIELD_NONEF) < FF_FIELD_NONEF;
	if (h > w)
		return value_at(field, x, (int64_t)y + down, FF_FIELD_NONEF) < FF_FIELD_NONEF;
	return true;
}

/* The fall of the field, and the direction nearest to it. */
struct fall {
	double dx, dy;
	enum ff_direction direction; /* FF_NONE: no fall, or no permitted step */
};

static struct fall differences(const struct ff_field *field, int32_t x, int32_t y, double own)
{
	double dx =
		value_at(field, (int64_t)x - 1, y, own) - value_at(field, (int64_t)x + 1, y, own);
	double dy =
		value_at(field, x, (int64_t)y - 1, own) - value_at(field, x, (int64_t)y + 1, own);

	return (struct fall){dx, dy, dx != 0 || dy != 0 ? ff_flow_nearest(dx, dy) : FF_NONE};
}

static struct fall fall_across(const struct ff_model *model, const struct ff_cost *cost,
			       const struct ff_field *field, int32_t x, int32_t y, double own)
{
	struct fall fall = differences(field, x, y, own);

	if (fall.direction != FF_NONE &&
	    !(leads_down(model, cost, field, x, y, fall.direction, own) &&
	      enters_value(field, x, y, fall.dx, fall.dy)))
		fall.direction = FF_NONE;
	return fall;
}

/*
 * Returns the fall over the triangle between a straight neighbour and the diagonal one beside it.
 */
static struct fall fall_between(const struct ff_model *model, const struct ff_cost *cost,
				const struct ff_field *field, int32_t x, int32_t y, double own,
				enum ff_direction straight, enum ff_direction diagonal)
{
	struct ff_flow_step to = ff_flow_steps[straight], past = ff_flow_steps[diagonal];
	double near = value_at(field, (int64_t)x + to.dx, (int64_t)y + to.dy, own);
	double far = value_at(field, (int64_t)x + past.dx, (int64_t)y + past.dy, near);
	bool open = ff_neighbours_permit(cost, model->corners, x, y, diagonal);
	double along = own - near, aside = near - far;
	enum ff_direction d = straight;

	if (!(along > 0) && !(open && far < own))
		return (struct fall){0, 0, FF_NONE};
	if (!(along > 0)) /* the straight neighbour is a hill: the fall leads past it */
		along = aside = (own - far) / 2;
	else if (aside < 0)
		aside = 0;
	else if (aside > along && open)
		along = aside = (along + aside) / 2;
	if (!open && aside > along * within)
		aside = along * within;
	if (open && far < own && aside > along * diagonal_from)
		d = diagonal;
	return (struct fall){along * to.dx + aside * (past.dx - to.dx),
			     along * to.dy + aside * (past.dy - to.dy), d};
}

static double squared_fall(struct fall fall)
{
	return fall.dx * fall.dx + fall.dy * fall.dy;
}

static struct fall steepest_fall(const struct ff_model *model, const struct ff_cost *cost,
				 const struct ff_field *field, int32_t x, int32_t y, double own)
{
	struct fall most = {0, 0, FF_NONE};

	for (int i = 0; i < FF_DIRECTIONS; i++) {
		/* N and NE, E and NE, E and SE, S and SE, ... */
		struct fall fall = fall_between(model, cost, field, x, y, own,
						(enum ff_direction)((i + 1) / 2 * 2 % 8),
						(enum ff_direction)(i / 2 * 2 + 1));

		if (squared_fall(fall) > squared_fall(most))
			most = fall;
	}
	return most;
}

/*
 * Returns the way to the cell's root, whose direction is the nearest step that is permitted and
 * leads to a lower value; no length on a goal.  The straight neighbour that the way enters is
 * always lower; where the way passes a corner of the cell, one of the two beside it is.
 */
static struct fall fall_to_root(const struct ff_model *model, const struct ff_cost *cost,
				const struct ff_field *field, int32_t x, int32_t y, double own)
{
	size_t here = ff_cost_index(cost, x, y);
	const struct ff_root *root = &field->roots->items[field->roots->of.cells[here]];
	int32_t dx = root->x - 2 * x - 1, dy = root->y - 2 * y - 1;
	struct fall fall = {dx, dy, FF_NONE};
	enum ff_direction nearest, straight = dy > 0 ? FF_S : FF_N;

	if (dx == 0 && dy == 0)
		return fall;
	nearest = ff_flow_nearest(dx, dy);
	fall.direction = dx > 0 ? FF_E : FF_W;
	if (abs(dy) >= abs(dx) && leads_down(model, cost, field, x, y, straight, own))
		fall.direction = straight;
	if (ff_neighbours_diagonal(nearest) && leads_down(model, cost, field, x, y, nearest, own))
		fall.direction = nearest;
	return fall;
}

void ff_descend_gradient_cell(const struct ff_model *model, const struct ff_cost *cost,
			      const struct ff_field *field, struct ff_flow *flow, int32_t x,
			      int32_t y)
{
	size_t here = ff_cost_index(cost, x, y);
	double own = ff_field_raw(field, here), length;
	enum ff_direction d = FF_NONE;
	struct fall fall;

	if (own < FF_FIELD_NONEF) {
		if (model->flow == FF_FLOW_DIFFERENCES)
			fall = differences(field, x, y, own);
		else if (field->roots != NULL)
			fall = fall_to_root(model, cost, field, x, y, own);
		else
			fall = (ff_model_is_continuous(model) ? steepest_fall : fall_across)(
				model, cost, field, x, y, own);
		if (fall.direction != FF_NONE) {
			length = sqrt(squared_fall(fall));
			flow->cells[here] = (uint8_t)fall.direction;
			flow->vectors[here] = (struct ff_flow_vector){(float)(fall.dx / length),
								      (float)(fall.dy / length)};
			return;
		}
		if (model->flow == FF_FLOW_GRADIENT && field->roots == NULL)
			d = ff_descend_path_step(model, cost, field, x, y);
	}
	flow->cells[here] = (uint8_t)d;
	flow->vectors[here] = ff_flow_units[d];
}

/*
 * Directions are set row by row, each cut into stretches for the kernels of descend_rows_*.c.  The
 * rows above and below are read again while they are still in the L1 cache, so memory is read once:
 * 4 bytes of field and 1 of map for 1 byte of flow (32-bit fields).  At the map's edges a kernel
 * gets a copy of the stretch surrounded by walls, so it has no special cases.  Cells that a kernel
 * leaves are done one by one.
 *
 * Around changed cells: all cells to renew are marked in the flow itself, which merges lists in any
 * order and with any overlap into runs along rows.  When the list reaches a marked cell, its whole
 * run is renewed and the marks vanish.
 */

enum { MAX = FF_DESCEND_ROWS_MAX, LEFT = FF_DESCEND_ROWS_LEFT, EDGE = 64 };

struct work {
	const struct ff_model *model;
	const struct ff_cost *cost;
	const struct ff_field *field;
	struct ff_flow *flow;
	struct ff_classes *classes;     /* NULL: not wanted */
	ff_descend_rows_kernel *kernel; /* NULL: cell by cell */
	ff_descend_rows_kernel *classify;
	int32_t row;                /* the first one of descend_part() */
	atomic_size_t empty, walls; /* cells; integers, so the order of bands does not matter */
};

/*
 * A stretch of a row with one more cell at either end, surrounded by walls where it leaves the map.
 */
struct copy {
	union {
		uint32_t u32[EDGE + 2];
		uint64_t u64[EDGE + 2];
		double f64[EDGE + 2];
	} values;
	uint8_t costs[EDGE + 2];
	uint16_t units[EDGE + 2]; /* of wide maps */
};

/* Fills the copy with those cells x-1..x+n of row 'y' that are on the map. */
static void fill_copy(struct copy *copy, const struct work *work, int32_t x, int32_t y, int32_t n)
{
	const struct ff_field *field = work->field;
	size_t size = ff_field_size(field->type), to = x == 0 ? 1 : 0;
	size_t from = ff_cost_index(work->cost, x, y) + to - 1;
	size_t cells = (size_t)n + 1 - to + (x + n < work->cost->w ? 1 : 0);

	memset(copy->costs, FF_COST_WALL, sizeof copy->costs);
	memset(&copy->values, 0xff, sizeof copy->values); /* NONE of integers */
	for (int i = 0; i < EDGE + 2 && field->type == FF_FIELD_F64; i++)
		copy->values.f64[i] = FF_FIELD_NONEF;
	if (y < 0 || y >= work->cost->h)
		return;
	memcpy(copy->costs + to, work->cost->cells + from, cells);
	if (work->cost->wide != NULL)
		memcpy(copy->units + to, work->cost->wide + from, cells * sizeof *copy->units);
	memcpy((uint8_t *)&copy->values + to * size, (uint8_t *)field->cells + from * size,
	       cells * size);
}

static void run_kernel(const struct work *work, struct ff_descend_rows_stretch *at)
{
	if (work->kernel == NULL)
		memset(at->flow, LEFT, (size_t)at->n);
	else
		work->kernel(work->model, at);
	if (work->classes != NULL)
		work->classify(work->model, at);
}

static void run_at_edge(const struct work *work, struct ff_descend_rows_stretch *at, int32_t x,
			int32_t y)
{
	size_t size = ff_field_size(work->field->type);
	struct ff_descend_rows_stretch copied = *at;
	struct copy rows[3];

	for (int k = 0; k < 3; k++)
		fill_copy(&rows[k], work, x, y + k - 1, at->n);
	copied.above = (uint8_t *)&rows[0].values + size;
	copied.here = (uint8_t *)&rows[1].values + size;
	copied.below = (uint8_t *)&rows[2].values + size;
	copied.cost_above = rows[0].costs + 1;
	copied.cost = rows[1].costs + 1;
	copied.cost_below = rows[2].costs + 1;
	copied.units_above = rows[0].units + 1;
	copied.units = rows[1].units + 1;
	copied.units_below = rows[2].units + 1;
	run_kernel(work, &copied);
	at->empty = copied.empty;
	at->walls = copied.walls;
}

static void run_inside(const struct work *work, struct ff_descend_rows_stretch *at, size_t first)
{
	size_t size = ff_field_size(work->field->type), w = (size_t)work->cost->w;
	const uint8_t *values = (const uint8_t *)work->field->cells + first * size;

	at->above = values - w * size;
	at->here = values;
	at->below = values + w * size;
	at->cost = work->cost->cells + first;
	at->cost_above = at->cost - w;
	at->cost_below = at->cost + w;
	if (work->cost->wide != NULL) {
		at->units = work->cost->wide + first;
		at->units_above = at->units - w;
		at->units_below = at->units + w;
	}
	run_kernel(work, at);
}

/* Sets the directions that a kernel left. */
static void finish_row(const struct work *work, int32_t x, int32_t y, int32_t n)
{
	size_t first = ff_cost_index(work->cost, x, y);
	const uint8_t *flow = work->flow->cells + first, *left = flow, *end = flow + n;

	while (left < end && (left = memchr(left, LEFT, (size_t)(end - left))) != NULL) {
		int32_t at = x + (int32_t)(left - flow);

		if (ff_model_has_vectors(work->model) && work->flow->vectors != NULL)
			ff_descend_gradient_cell(work->model, work->cost, work->field, work->flow,
						 at, y);
		else
			work->flow->cells[ff_cost_index(work->cost, at, y)] =
				(uint8_t)(work->model->flow == FF_FLOW_SUM
						  ? ff_descend_sum_step(work->model, work->cost,
									work->field, at, y, false)
						  : ff_descend_path_step(work->model, work->cost,
									 work->field, at, y));
	}
}

/* Sets directions and classes of cells x..end-1 of row 'y'; 'at' is the stretch. */
static void descend_stretch(const struct work *work, int32_t x, int32_t end, int32_t y,
			    struct ff_descend_rows_stretch *at)
{
	const struct ff_flow *flow = work->flow;
	size_t i = ff_cost_index(work->cost, x, y);
	int32_t w = work->cost->w;
	bool edge = y == 0 || y == work->cost->h - 1 || x == 0 || w - x <= EDGE;
	int32_t inside = end < w - EDGE ? end : w - EDGE, most = edge ? EDGE : MAX;
	int32_t rest = (edge ? end : inside) - x;

	*at = (struct ff_descend_rows_stretch){
		.n = rest < most ? rest : most, .x = x, .y = y, .flow = flow->cells + i};
	if (work->field->roots != NULL) {
		at->labels = work->field->roots->of.cells + i;
		at->roots = work->field->roots->items;
	}
	if (flow->vectors != NULL)
		at->vectors = flow->vectors + i;
	if (work->classes != NULL)
		at->classes = work->classes->cells + i;
	if (edge)
		run_at_edge(work, at, x, y);
	else
		run_inside(work, at, i);
	finish_row(work, x, y, at->n);
	if (at->vectors != NULL && flow->vectors != NULL && !ff_model_has_vectors(work->model))
		for (int32_t k = 0; k < at->n; k++)
			at->vectors[k] = ff_flow_units[at->flow[k]];
}

/* Sets directions and classes of cells x..end-1 of row 'y'. */
static void descend_row(struct work *work, int32_t x, int32_t end, int32_t y)
{
	struct ff_descend_rows_stretch at;

	for (; x < end; x += at.n) {
		descend_stretch(work, x, end, y, &at);
		work->empty += at.empty;
		work->walls += at.walls;
	}
}

static void descend_part(void *context, int first, int end)
{
	struct work *work = context;

	for (int32_t y = first; y < end; y++)
		descend_row(work, 0, work->cost->w, work->row + y);
}

static const struct ff_descend_rows *rows_for(const struct ff_machine *machine)
{
	switch (ff_machine_cpu(machine)) {
#if defined __x86_64__
	case FF_CPU_AVX512:
		return &ff_descend_rows_avx512;
	case FF_CPU_AVX2:
		return &ff_descend_rows_avx2;
#endif
	default:
		return &ff_descend_rows_plain;
	}
}

static ff_descend_rows_kernel *kernel_for(const struct ff_descend_rows *rows,
					  const struct ff_model *model,
					  const struct ff_field *field)
{
	enum ff_field_type type = field->type;
	bool euclid = ff_model_is_continuous(model);

	if (model->flow == FF_FLOW_LOWEST)
		return rows->lowest[type]; /* cppcheck-suppress CastIntegerToAddressAtReturn */
	if (model->flow == FF_FLOW_SUM || model->flow == FF_FLOW_DIFFERENCES)
		return NULL;
	if (model->flow == FF_FLOW_PATH)
		return rows->path[type]; /* cppcheck-suppress CastIntegerToAddressAtReturn */
	if (type == FF_FIELD_U32 && !euclid)
		return rows->across;
	if (type == FF_FIELD_F64 && euclid && model->flow == FF_FLOW_GRADIENT)
		return field->roots != NULL ? rows->to_roots : rows->steepest;
	return NULL;
}

static bool sizes_fit(const struct ff_model *model, const struct ff_cost *cost,
		      const struct ff_field *field, const struct ff_flow *flow,
		      const struct ff_classes *classes)
{
	return cost->w == field->w && cost->h == field->h && cost->w == flow->w &&
	       cost->h == flow->h &&
	       (classes == NULL || (cost->w == classes->w && cost->h == classes->h)) &&
	       (!ff_model_has_vectors(model) || flow->vectors != NULL);
}

static struct work work_for(const struct ff_model *model, const struct ff_cost *cost,
			    const struct ff_field *field, struct ff_flow *flow,
			    struct ff_classes *classes, const struct ff_machine *machine)
{
	const struct ff_descend_rows *rows = rows_for(machine);

	return (struct work){.model = model,
			     .cost = cost,
			     .field = field,
			     .flow = flow,
			     .classes = classes,
			     .kernel = kernel_for(rows, model, field),
			     .classify = rows->classify[field->type]};
}

static void stay_at(struct ff_flow *flow, size_t cell)
{
	flow->cells[cell] = FF_NONE;
	if (flow->vectors != NULL)
		flow->vectors[cell] = ff_flow_units[FF_NONE];
}

/* A goal with a start cost may have lower neighbours that lead to another goal. */
static void stay_at_goals(const struct ff_seeds *seeds, const struct ff_field *field,
			  struct ff_flow *flow)
{
	for (size_t i = 0; i < seeds->count; i++)
		if (ff_field_raw(field, seeds->items[i].cell) >= seeds->items[i].start)
			stay_at(flow, seeds->items[i].cell);
}

enum ff_status ff_descend_some(const struct ff_model *model, const struct ff_cost *cost,
			       const struct ff_field *field, const struct ff_seeds *seeds,
			       struct ff_flow *flow, struct ff_classes *classes,
			       const struct ff_machine *machine, struct ff_descend_run *run,
			       size_t budget)
{
	struct work work = work_for(model, cost, field, flow, classes, machine);
	size_t w = (size_t)cost->w, cells = w * (size_t)cost->h, x = run->next % w;

	if (!sizes_fit(model, cost, field, flow, classes))
		return FF_E_ARG;
	budget = budget < cells - run->next ? budget : cells - run->next;
	work.row = (int32_t)(run->next / w);
	if (x > 0 || budget < w) {
		budget = budget < w - x ? budget : w - x;
		descend_row(&work, (int32_t)x, (int32_t)(x + budget), work.row);
	} else {
		budget -= budget % w;
		ff_pool_rows(ff_machine_pool(machine), cost->w, (int)(budget / w), descend_part,
			     &work);
	}
	run->next += budget;
	run->empty += work.empty;
	run->walls += work.walls;
	if (run->next < cells)
		return FF_OK;
	if (classes != NULL) {
		memset(classes->count, 0, sizeof classes->count);
		classes->count[FF_REACHED] = cells - run->empty;
		classes->count[FF_UNREACHED] = run->empty - run->walls;
		classes->count[FF_WALL] = run->walls;
		ff_reach_goals(seeds, field, classes);
	}
	stay_at_goals(seeds, field, flow);
	return FF_OK;
}

enum ff_status ff_descend(const struct ff_model *model, const struct ff_cost *cost,
			  const struct ff_field *field, const struct ff_seeds *seeds,
			  struct ff_flow *flow, struct ff_classes *classes,
			  const struct ff_machine *machine)
{
	struct ff_descend_run run = {0};

	return ff_descend_some(model, cost, field, seeds, flow, classes, machine, &run, SIZE_MAX);
}

static void set_class(struct ff_classes *classes, size_t cell, enum ff_class class)
{
	classes->count[classes->cells[cell]]--;
	classes->count[class]++;
	classes->cells[cell] = (uint8_t) class;
}

/* Marks a cell of a row and its two neighbours in the row, where they exist. */
static void mark_three(uint8_t *flow, bool left, bool right)
{
	if (left && right)
		memset(flow - 1, LEFT, 3); /* a constant: no call */
	else
		memset(flow - left, LEFT, 1U + left + right);
}

/* Marks the cells around a changed one, and makes it no goal until its seed has been looked up. */
static void mark_around(const struct work *work, uint32_t cell)
{
	uint32_t w = (uint32_t)work->cost->w, h = (uint32_t)work->cost->h;
	uint32_t x = cell % w, y = cell / w;
	bool left = x > 0, right = x + 1 < w;
	uint8_t *flow = work->flow->cells + cell;

	mark_three(flow, left, right);
	if (y > 0)
		mark_three(flow - w, left, right);
	if (y + 1 < h)
		mark_three(flow + w, left, right);
	if (work->classes->cells[cell] == FF_GOAL)
		set_class(work->classes, cell, FF_REACHED);
}

/* Updates the counts for the classes of a stretch that have changed; goals stay goals. */
static void reclassify(const struct work *work, const struct ff_descend_rows_stretch *at,
		       const uint8_t *before)
{
	uint64_t *count = work->classes->count;

	if (memcmp(before, at->classes, (size_t)at->n) == 0)
		return;
	for (int32_t i = 0; i < at->n; i++) {
		if (before[i] == FF_GOAL) {
			at->classes[i] = FF_GOAL;
			stay_at(work->flow, (size_t)(at->flow - work->flow->cells) + (size_t)i);
		}
		count[before[i]]--;
		count[at->classes[i]]++;
	}
}

/* Renews the run of marked cells that contains x,y. */
static void renew_run(const struct work *work, int32_t x, int32_t y)
{
	const uint8_t *row = work->flow->cells + ff_cost_index(work->cost, 0, y);
	int32_t first = x, end = x + 1;
	struct ff_descend_rows_stretch at;

	while (first > 0 && row[first - 1] == LEFT)
		first--;
	while (end < work->cost->w && row[end] == LEFT)
		end++;
	for (; first < end; first += at.n) {
		int32_t most = end - first < MAX ? end - first : MAX;
		uint8_t before[MAX];

		memcpy(before, work->classes->cells + ff_cost_index(work->cost, first, y),
		       (size_t)most);
		descend_stretch(work, first, end, y, &at);
		reclassify(work, &at, before);
	}
}

/* Returns the index of the first seed whose start is at least 'value', or above it if 'above'. */
static size_t first_seed(const struct ff_seeds *seeds, double value, bool above)
{
	size_t first = 0, end = seeds->count;

	while (first < end) {
		size_t middle = first + (end - first) / 2;
		double start = seeds->items[middle].start;

		if (start < value || (above && start == value))
			first = middle + 1;
		else
			end = middle;
	}
	return first;
}

/*
 * A goal has the start of its seed as its value.  No other cell has the least start of all; a cell
 * whose value equals another start may have it from its neighbours, and only then are the seeds
 * with that start searched.
 */
static void renew_goals(const struct work *work, const struct ff_seeds *seeds,
			const uint32_t *cells, size_t count)
{
	double least = FF_FIELD_NONEF, most = 0;
	struct ff_seeds unsure;

	for (size_t i = 0; i < count; i++) {
		double value = ff_field_raw(work->field, cells[i]);
		size_t seed;

		if (!(value <= seeds->items[seeds->count - 1].start))
			continue;
		seed = first_seed(seeds, value, false);
		if (seeds->items[seed].start != value)
			continue;
		if (seed == 0) {
			set_class(work->classes, cells[i], FF_GOAL);
			stay_at(work->flow, cells[i]);
			continue;
		}
		least = value < least ? value : least;
		most = value > most ? value : most;
	}
	if (least > most)
		return;
	unsure.items = seeds->items + first_seed(seeds, least, false);
	unsure.count = first_seed(seeds, most, true) - (size_t)(unsure.items - seeds->items);
	ff_reach_goals(&unsure, work->field, work->classes);
	stay_at_goals(&unsure, work->field, work->flow);
}

enum ff_status ff_descend_around(const struct ff_model *model, const struct ff_cost *cost,
				 const struct ff_field *field, const struct ff_seeds *seeds,
				 const uint32_t *cells, size_t count, struct ff_flow *flow,
				 struct ff_classes *classes, const struct ff_machine *machine)
{
	const struct work work = work_for(model, cost, field, flow, classes, machine);

	if (!sizes_fit(model, cost, field, flow, classes) || seeds->count == 0)
		return FF_E_ARG;
	for (size_t i = 0; i < count; i++)
		mark_around(&work, cells[i]);
	/* The three cells in a row around each are all marked, or none is. */
	for (size_t i = 0; i < count; i++) {
		int32_t x = (int32_t)cells[i] % cost->w, y = (int32_t)cells[i] / cost->w;

		for (int32_t row = y > 0 ? y - 1 : 0; row <= y + 1 && row < cost->h; row++)
			if (flow->cells[ff_cost_index(cost, x, row)] == LEFT)
				renew_run(&work, x, row);
	}
	renew_goals(&work, seeds, cells, count);
	return FF_OK;
}

/*
 * ---- allocation and ties ----
 *
 * Each cell is followed until a cell whose goal is known; then the way is gone once more, and that
 * goal set along it.  So each cell is left twice at most.
 */

/* The labels of a cell whose goal is not known yet, and of one on the way that is being followed;
 * no goals have these numbers. */
#define UNKNOWN  (FF_LABELS_NONE - 1)
#define FOLLOWED (FF_LABELS_NONE - 2)

/* The solution that walkers follow. */
struct followed {
	const struct ff_model *model;
	const struct ff_cost *cost;
	const struct ff_field *field;
	const struct ff_flow *flow;
	const struct ff_labels *nearest; /* goals in sight; NULL: nobody looks at them */
};

/* Returns the cell to which a walker goes from another; the same one: it stays. */
static size_t next_stop(const struct followed *f, size_t cell)
{
	int32_t x = (int32_t)(cell % (size_t)f->cost->w), y = (int32_t)(cell / (size_t)f->cost->w);
	struct ff_flow_step step = ff_flow_steps[f->flow->cells[cell]];

	if (f->nearest != NULL && f->nearest->cells[cell] != FF_LABELS_NONE)
		return f->nearest->cells[cell];
	if (f->model->flow == FF_FLOW_DIFFERENCES)
		step = ff_flow_steps[ff_descend_path_step(f->model, f->cost, f->field, x, y)];
	if (!ff_cost_inside(f->cost, x + step.dx, y + step.dy))
		return cell;
	return ff_cost_index(f->cost, x + step.dx, y + step.dy);
}

enum ff_status ff_allocate(const struct ff_model *model, const struct ff_cost *cost,
			   const struct ff_field *field, const struct ff_seeds *seeds,
			   uint32_t goals, const struct ff_flow *flow,
			   const struct ff_labels *nearest, struct ff_labels *labels)
{
	const struct followed followed = {model, cost, field, flow, nearest};
	size_t cells = (size_t)cost->w * (size_t)cost->h;
	uint32_t *label = labels->cells;

	if (field->w != cost->w || field->h != cost->h || flow->w != cost->w ||
	    flow->h != cost->h || labels->w != cost->w || labels->h != cost->h)
		return FF_E_ARG;
	for (size_t i = 0; i < cells; i++)
		label[i] = UNKNOWN;
	for (size_t s = 0; s < seeds->count; s++) {
		const struct ff_seed *seed = &seeds->items[s];

		if (seed->start == ff_field_raw(field, seed->cell) &&
		    seed->goal < label[seed->cell])
			label[seed->cell] = seed->goal;
	}
	for (size_t i = 0; i < cells; i++) {
		size_t at = i;
		uint32_t goal;

		for (; label[at] == UNKNOWN; at = next_stop(&followed, at))
			label[at] = FOLLOWED;
		/* Directions of files may lead off the map or in a circle. */
		goal = label[at] == FOLLOWED ? FF_LABELS_NONE : label[at];
		for (at = i; label[at] == FOLLOWED; at = next_stop(&followed, at))
			label[at] = goal;
	}
	labels->count = goals;
	return FF_OK;
}

/* Returns the measure of a neighbour, the less the better; FF_FIELD_NONEF: no permitted step leads
 * there. */
static double neighbour_measure(const struct ff_model *model, const struct ff_cost *cost,
				const struct ff_field *field, int32_t x, int32_t y,
				enum ff_direction d, bool anywhere)
{
	bool diagonal = ff_neighbours_diagonal(d);
	size_t to;

	if (model->flow == FF_FLOW_SUM)
		return sum_of_step(model, cost, field, x, y, d, anywhere);
	/* Steeper is better. */
	if (ff_model_is_continuous(model) && model->flow != FF_FLOW_LOWEST)
		return -path_slope(model, cost, field, x, y, d);
	if (!ff_neighbours_permit(cost, model->corners, x, y, d))
		return FF_FIELD_NONEF;
	to = ff_neighbours_index(cost, x, y, d);
	if (model->flow == FF_FLOW_LOWEST)
		return ff_field_raw(field, to);
	if (diagonal && ff_model_is_straight(model))
		return FF_FIELD_NONEF;
	return ff_field_raw(field, to) + ff_model_price(model, diagonal,
							ff_cost_at(cost, ff_cost_index(cost, x, y)),
							ff_cost_at(cost, to));
}

static uint32_t count_ties(const struct ff_model *model, const struct ff_cost *cost,
			   const struct ff_field *field, int32_t x, int32_t y,
			   enum ff_direction way)
{
	/* Integers are exact. */
	double rounded = ff_model_is_continuous(model) ? rounded_slope : 0;
	double least = FF_FIELD_NONEF;
	bool anywhere = ff_model_goes_anywhere(model) &&
			ff_field_raw(field, ff_neighbours_index(cost, x, y, way)) >=
				ff_field_raw(field, ff_cost_index(cost, x, y));
	uint32_t ties = 0;

	for (int i = 0; i < FF_DIRECTIONS; i++) {
		enum ff_direction d = (enum ff_direction)i;
		double value = neighbour_measure(model, cost, field, x, y, d, anywhere);

		if (value < least && !(fabs(value - least) <= fabs(value) * rounded)) {
			least = value;
			ties = 0;
		}
		ties += value < FF_FIELD_NONEF && fabs(value - least) <= fabs(value) * rounded;
	}
	return ties;
}

enum ff_status ff_ties_count(const struct ff_model *model, const struct ff_cost *cost,
			     const struct ff_field *field, const struct ff_flow *flow,
			     struct ff_labels *labels)
{
	if (cost->w != field->w || cost->h != field->h || cost->w != flow->w ||
	    cost->h != flow->h || cost->w != labels->w || cost->h != labels->h)
		return FF_E_ARG;
	for (int32_t y = 0; y < cost->h; y++)
		for (int32_t x = 0; x < cost->w; x++) {
			size_t i = ff_cost_index(cost, x, y);

			labels->cells[i] = flow->cells[i] == FF_NONE
						   ? FF_LABELS_NONE
						   : count_ties(model, cost, field, x, y,
								(enum ff_direction)flow->cells[i]);
		}
	labels->count = FF_DIRECTIONS + 1;
	return FF_OK;
}
