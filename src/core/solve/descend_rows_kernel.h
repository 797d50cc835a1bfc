/*
 * Included by descend_rows_*.c only: each compiles this source for its set of vector instructions,
 * after defining KERNELS, the name of the table.
 *
 * Each loop below has no branch and no call and handles one width of number, so that compilers
 * vectorise it; what the next loop needs stays in the L1 cache.  A comparison and two selects per
 * neighbour, in the fixed order of directions, break ties as specified.
 */
#ifndef FF_CORE_SOLVE_DESCEND_ROWS_KERNEL_H
#define FF_CORE_SOLVE_DESCEND_ROWS_KERNEL_H

#include "core/solve/descend_rows.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "core/map/map.h"

#define INLINE static inline __attribute__((always_inline))

/* Selections and macros count as nested branches.
 * NOLINTBEGIN(readability-function-cognitive-complexity) */

enum { MAX = FF_DESCEND_ROWS_MAX, LEFT = FF_DESCEND_ROWS_LEFT, DIAGONALS = 4 };

/* Diagonals that the corner rule forbids: 1, else 0. */
struct blocked {
	uint8_t ne[MAX], se[MAX], sw[MAX], nw[MAX];
};

INLINE void block(struct blocked *blocked, enum ff_corners corners,
		  const struct ff_descend_rows_stretch *at)
{
	const uint8_t *above = at->cost_above, *here = at->cost, *below = at->cost_below;
	const int32_t n = at->n;

	if (corners == FF_CORNERS_CUT) {
		memset(blocked, 0, sizeof *blocked);
		return;
	}
	for (int32_t i = 0; i < n; i++) {
		uint8_t up = above[i] == FF_COST_WALL, down = below[i] == FF_COST_WALL;
		uint8_t right = here[i + 1] == FF_COST_WALL, left = here[i - 1] == FF_COST_WALL;

		blocked->ne[i] = corners == FF_CORNERS_STRICT ? up | right : up & right;
		blocked->se[i] = corners == FF_CORNERS_STRICT ? down | right : down & right;
		blocked->sw[i] = corners == FF_CORNERS_STRICT ? down | left : down & left;
		blocked->nw[i] = corners == FF_CORNERS_STRICT ? up | left : up & left;
	}
}

#define NARROW(index)                                                        \
	INLINE void narrow_##index(const index *restrict ways,               \
				   const struct ff_descend_rows_stretch *at) \
	{                                                                    \
		uint8_t *restrict flow = at->flow;                           \
		const int32_t n = at->n;                                     \
                                                                             \
		for (int32_t i = 0; i < n; i++)                              \
			flow[i] = (uint8_t)ways[i];                          \
	}
NARROW(uint32_t)
NARROW(uint64_t)

/* Rule "lowest" for one type: a neighbour behind a blocked corner has no value. */
#define OFFER(value, direction)                           \
	do {                                              \
		offered = (value);                        \
		way = offered < best ? (direction) : way; \
		best = offered < best ? offered : best;   \
	} while (0)

#define LOWEST(name, type, index, none)                                                    \
	static void name(const struct ff_model *model, struct ff_descend_rows_stretch *at) \
	{                                                                                  \
		const type *restrict above = at->above, *restrict here = at->here;         \
		const type *restrict below = at->below;                                    \
		const int32_t n = at->n;                                                   \
		struct blocked blocked;                                                    \
		index ways[MAX];                                                           \
                                                                                           \
		block(&blocked, model->corners, at);                                       \
		for (int32_t i = 0; i < n; i++) {                                          \
			/* Nothing is less than 0. */                                      \
			type best = here[i] == (none) ? 0 : here[i], offered;              \
			index way = FF_NONE;                                               \
                                                                                           \
			OFFER(above[i], FF_N);                                             \
			OFFER(blocked.ne[i] ? (none) : above[i + 1], FF_NE);               \
			OFFER(here[i + 1], FF_E);                                          \
			OFFER(blocked.se[i] ? (none) : below[i + 1], FF_SE);               \
			OFFER(below[i], FF_S);                                             \
			OFFER(blocked.sw[i] ? (none) : below[i - 1], FF_SW);               \
			OFFER(here[i - 1], FF_W);                                          \
			OFFER(blocked.nw[i] ? (none) : above[i - 1], FF_NW);               \
			ways[i] = way;                                                     \
		}                                                                          \
		narrow_##index(ways, at);                                                  \
	}

LOWEST(lowest_u32, uint32_t, uint32_t, FF_FIELD_NONE32)
LOWEST(lowest_u64, uint64_t, uint64_t, FF_FIELD_NONE64)
LOWEST(lowest_f64, double, uint64_t, FF_FIELD_NONEF)

/* A wall has no value: the sum of two tests is the class. */
#define CLASSIFY(name, type, none)                                                         \
	static void name(const struct ff_model *model, struct ff_descend_rows_stretch *at) \
	{                                                                                  \
		const type *restrict here = at->here;                                      \
		const uint8_t *restrict cost = at->cost;                                   \
		uint8_t *restrict classes = at->classes;                                   \
		const int32_t n = at->n;                                                   \
		uint32_t empty = 0, walls = 0;                                             \
                                                                                           \
		(void)model;                                                               \
		for (int32_t i = 0; i < n; i++)                                            \
			classes[i] = here[i] == (none);                                    \
		for (int32_t i = 0; i < n; i++) {                                          \
			uint8_t lacks = classes[i], wall = cost[i] == FF_COST_WALL;        \
                                                                                           \
			empty += lacks;                                                    \
			walls += wall;                                                     \
			classes[i] = (uint8_t)(FF_REACHED + lacks + wall);                 \
		}                                                                          \
		at->empty = empty;                                                         \
		at->walls = walls;                                                         \
	}

CLASSIFY(classify_u32, uint32_t, FF_FIELD_NONE32)
CLASSIFY(classify_u64, uint64_t, FF_FIELD_NONE64)
CLASSIFY(classify_f64, double, FF_FIELD_NONEF)

/*
 * Rule "path".  In a finished field no neighbour's value plus the step's price is less than the
 * cell's own value: the first for which they are equal is the way.  Where none is, the cell has the
 * value of its own seed, and is left.
 */
INLINE uint32_t came(uint32_t own, uint32_t there, uint32_t price, uint8_t blocked, uint32_t bits)
{
	return (uint32_t)(((there + price) & bits) == own) & (uint32_t)(there != FF_FIELD_NONE32) &
	       (uint32_t)(blocked == 0);
}

/* Values may have lost all but their 'bits': those of neighbours differ by the price of a step at
 * most, which is less. */
INLINE void path_of(const struct ff_descend_rows_stretch *at, uint32_t bits, bool wide,
		    bool diagonals, enum ff_step step, uint32_t straight, uint32_t diagonal,
		    enum ff_corners corners)
{
	const uint32_t *restrict above = at->above, *restrict here = at->here;
	const uint32_t *restrict below = at->below;
	const uint8_t *restrict cost_above = at->cost_above, *restrict cost = at->cost;
	const uint8_t *restrict cost_below = at->cost_below;
	const uint16_t *restrict units_above = at->units_above, *restrict units = at->units;
	const uint16_t *restrict units_below = at->units_below;
	const int32_t n = at->n;
	struct blocked blocked;
	uint32_t ways[MAX];

	if (diagonals)
		block(&blocked, corners, at);
	for (int32_t i = 0; i < n; i++) {
#define PAYS(row, at) (wide ? units##row[at] : cost##row[at])
		uint32_t own = here[i], pays = step == FF_STEP_HOPS ? 1 : PAYS(, i), way = LEFT;

/* In reverse order: each overrides those after it. */
#define CAME(values, row, shift, each, blocks, direction)                                  \
	way = came(own, (values)[i + (shift)],                                             \
		   (step == FF_STEP_MEAN ? pays + PAYS(row, i + (shift)) : pays) * (each), \
		   (blocks), bits)                                                         \
		      ? (direction)                                                        \
		      : way
		if (diagonals)
			CAME(above, _above, -1, diagonal, blocked.nw[i], FF_NW);
		CAME(here, , -1, straight, 0, FF_W);
		if (diagonals)
			CAME(below, _below, -1, diagonal, blocked.sw[i], FF_SW);
		CAME(below, _below, 0, straight, 0, FF_S);
		if (diagonals)
			CAME(below, _below, 1, diagonal, blocked.se[i], FF_SE);
		CAME(here, , 1, straight, 0, FF_E);
		if (diagonals)
			CAME(above, _above, 1, diagonal, blocked.ne[i], FF_NE);
		CAME(above, _above, 0, straight, 0, FF_N);
#undef CAME
#undef PAYS
		ways[i] = own == FF_FIELD_NONE32 ? FF_NONE : way;
	}
	narrow_uint32_t(ways, at);
}

/* Specialises path_of() for constant rules. */
INLINE void path_by_step(const struct ff_model *model, const struct ff_descend_rows_stretch *at,
			 uint32_t bits, bool wide)
{
	const uint32_t straight = FF_MODEL_STRAIGHT, diagonal = FF_MODEL_DIAGONAL;
	const uint32_t hop = wide ? model->scale : 1;
	bool four = ff_model_is_straight(model);

	if (model->step == FF_STEP_HOPS && four)
		path_of(at, bits, wide, false, FF_STEP_HOPS, hop, hop, FF_CORNERS_CUT);
	else if (model->step == FF_STEP_HOPS)
		path_of(at, bits, wide, true, FF_STEP_HOPS, hop, hop, model->corners);
	else if (model->step == FF_STEP_MEAN && four)
		path_of(at, bits, wide, false, FF_STEP_MEAN, 1, 1, FF_CORNERS_CUT);
	else if (model->step == FF_STEP_MEAN)
		path_of(at, bits, wide, true, FF_STEP_MEAN, straight, diagonal, model->corners);
	else if (four)
		path_of(at, bits, wide, false, FF_STEP_CELL, 1, 1, FF_CORNERS_CUT);
	else
		path_of(at, bits, wide, true, FF_STEP_CELL, straight, diagonal, model->corners);
}

static void path_u32(const struct ff_model *model, struct ff_descend_rows_stretch *at)
{
	if (ff_model_is_wide(model))
		path_by_step(model, at, UINT32_MAX, true);
	else
		path_by_step(model, at, UINT32_MAX, false);
}

/* Copies the low 31 bits of a row, and returns it. */
INLINE const uint32_t *low_bits(const uint64_t *row, int32_t n, uint32_t *to)
{
	for (int32_t i = 0; i < n + 2; i++)
		to[i] = row[i - 1] == FF_FIELD_NONE64 ? FF_FIELD_NONE32
						      : (uint32_t)row[i - 1] & INT32_MAX;
	return to + 1;
}

static void path_u64(const struct ff_model *model, struct ff_descend_rows_stretch *at)
{
	uint32_t above[MAX + 2], here[MAX + 2], below[MAX + 2];
	struct ff_descend_rows_stretch low = *at;

	low.above = low_bits(at->above, at->n, above);
	low.here = low_bits(at->here, at->n, here);
	low.below = low_bits(at->below, at->n, below);
	if (ff_model_is_wide(model))
		path_by_step(model, &low, INT32_MAX, true);
	else
		path_by_step(model, &low, INT32_MAX, false);
}

/* The fall of the field at each cell of a stretch. */
struct falls {
	double dx[MAX], dy[MAX]; /* 0,0: no direction */
	uint32_t ways[MAX];
};

/*
 * Normalises falls, rounded to floats as dx / sqrt(dx * dx + dy * dy) would be, without slow
 * divisions and roots of doubles.  1 / sqrt is computed in floats, to 2^-22, and with a Newton step
 * to 2^-43.4; where a quotient that far off could round to another float, in about one of 100,000
 * cells, the cell is left.
 */
INLINE void normalise(struct falls *falls, const struct ff_descend_rows_stretch *at)
{
	static const double within = 0x1p-43, rough = 0x1p-21;
	struct ff_flow_vector *restrict vectors = at->vectors;
	const int32_t n = at->n;
	uint32_t exact[MAX];

	for (int32_t i = 0; i < n; i++) {
		double dx = falls->dx[i], dy = falls->dy[i], square = dx * dx + dy * dy;
		double r = (double)(1 / sqrtf((float)square));
		double error = 1 - square * r * r;
		double rx = dx * (r + r * error / 2), ry = dy * (r + r * error / 2);
		float x = (float)(rx + rx * within), y = (float)(ry + ry * within);
		bool none = square == 0;

		exact[i] = (uint32_t)none | ((uint32_t)(x == (float)(rx - rx * within)) &
					     (uint32_t)(y == (float)(ry - ry * within)) &
					     (uint32_t)(fabs(error) <= rough));
		vectors[i].dx = none ? 0 : x;
		vectors[i].dy = none ? 0 : y;
	}
	for (int32_t i = 0; i < n; i++)
		falls->ways[i] = exact[i] ? falls->ways[i] : LEFT;
	narrow_uint32_t(falls->ways, at);
}

/* Rule "path" decides where there is no way down the slope. */
static void step_instead(const struct ff_model *model, const struct ff_descend_rows_stretch *at,
			 struct falls *falls)
{
	struct ff_descend_rows_stretch steps = *at;
	const int32_t n = at->n;
	uint8_t ways[MAX];
	int32_t dx[MAX], dy[MAX];
	uint32_t take[MAX];

	steps.flow = ways;
	path_u32(model, &steps);
	for (int32_t i = 0; i < n; i++) {
		uint32_t way = ways[i], own = falls->ways[i];
		int32_t right = way - FF_NE <= FF_SE - FF_NE, left = way - FF_SW <= FF_NW - FF_SW;
		int32_t down = way - FF_SE <= FF_SW - FF_SE, level = (way | 4) == FF_W;

		take[i] = own == LEFT;
		falls->ways[i] = own == LEFT ? way : own;
		dx[i] = right - left;
		dy[i] = level ? 0 : 2 * down - 1;
	}
	for (int32_t i = 0; i < n; i++) {
		falls->dx[i] = take[i] ? dx[i] : falls->dx[i];
		falls->dy[i] = take[i] ? dy[i] : falls->dy[i];
	}
}

/* Rule "gradient", integers. */
static void across(const struct ff_model *model, struct ff_descend_rows_stretch *at)
{
	static const double tangent = 0.41421356237309504880; /* of 22.5 degrees */
	const uint32_t *restrict above = at->above, *restrict here = at->here;
	const uint32_t *restrict below = at->below;
	const int32_t n = at->n;
	uint32_t flat[MAX], steep[MAX], lacking = 0;
	struct blocked blocked;
	struct falls falls;

	block(&blocked, model->corners, at);
	for (int32_t i = 0; i < n; i++) {
		uint32_t own = here[i], none = own == FF_FIELD_NONE32;
		uint32_t up = above[i], right = here[i + 1], down = below[i], left = here[i - 1];
		int32_t dx, dy;

		/* A neighbour without a value counts as the cell's own. */
		up = up == FF_FIELD_NONE32 ? own : up;
		right = right == FF_FIELD_NONE32 ? own : right;
		down = down == FF_FIELD_NONE32 ? own : down;
		left = left == FF_FIELD_NONE32 ? own : left;
		/* Neighbours differ by at most the price of a step, which fits 31 bits. */
		dx = none ? 0 : (int32_t)(left - right);
		dy = none ? 0 : (int32_t)(up - down);
		falls.dx[i] = dx;
		falls.dy[i] = dy;
	}
	for (int32_t i = 0; i < n; i++) {
		double wide = fabs(falls.dx[i]), high = fabs(falls.dy[i]);

		flat[i] = high < wide * tangent;
		steep[i] = wide < high * tangent;
	}
	for (int32_t i = 0; i < n; i++) {
		uint32_t own = here[i], way, to, enters;
		uint32_t up = above[i], right = here[i + 1], down = below[i], left = here[i - 1];
		uint32_t ne = above[i + 1], se = below[i + 1], sw = below[i - 1], nw = above[i - 1];
		int32_t dx = (int32_t)falls.dx[i], dy = (int32_t)falls.dy[i];
		int32_t wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy;
		uint32_t side = dx > 0 ? right : left, end = dy > 0 ? down : up;
		uint32_t east, west;

		ne = blocked.ne[i] ? FF_FIELD_NONE32 : ne;
		se = blocked.se[i] ? FF_FIELD_NONE32 : se;
		sw = blocked.sw[i] ? FF_FIELD_NONE32 : sw;
		nw = blocked.nw[i] ? FF_FIELD_NONE32 : nw;
		east = dy > 0 ? se : ne;
		west = dy > 0 ? sw : nw;
		to = dx > 0 ? east : west;
		east = dy > 0 ? FF_SE : FF_NE;
		west = dy > 0 ? FF_SW : FF_NW;
		way = dx > 0 ? east : west;
		east = dx > 0 ? FF_E : FF_W;
		west = dy > 0 ? FF_S : FF_N;
		way = flat[i] ? east : way;
		way = steep[i] ? west : way;
		to = flat[i] ? side : to;
		to = steep[i] ? end : to;
		/* The cell that it enters must have a value; through the corner it is the diagonal
		 * one. */
		enters = wide > high ? side : 0;
		enters = high > wide ? end : enters;
		way = to < own ? way : LEFT;
		way = enters == FF_FIELD_NONE32 ? LEFT : way;
		way = (wide | high) == 0 ? LEFT : way;
		falls.ways[i] = own == FF_FIELD_NONE32 ? FF_NONE : way;
	}
	for (int32_t i = 0; i < n; i++)
		lacking |= falls.ways[i] == LEFT;
	if (lacking)
		step_instead(model, at, &falls);
	normalise(&falls, at);
}

/*
 * Rule "gradient", euclid: the falls over eight triangles as in descend.c, of which the steepest is
 * kept.  Infinities stand for conditions, since they pass through arithmetic where conditions would
 * have to be combined: a diagonal that the corner rule forbids ends at an infinite height, and has
 * a 'cap' on the slope beside it and no slope from which it is the way ('from').
 */
struct diagonals {
	double height[DIAGONALS][MAX], cap[DIAGONALS][MAX], from[DIAGONALS][MAX];
};

INLINE void ease(struct diagonals *to, int diagonal, const double *restrict height,
		 const uint8_t *restrict blocked, int32_t n)
{
	static const double diagonal_from = 0.41421356237309504880, within = 63.0 / 64;

	for (int32_t i = 0; i < n; i++) {
		to->height[diagonal][i] = blocked[i] ? FF_FIELD_NONEF : height[i];
		to->cap[diagonal][i] = blocked[i] ? within : FF_FIELD_NONEF;
		to->from[diagonal][i] = blocked[i] ? FF_FIELD_NONEF : diagonal_from;
	}
}

/* A straight neighbour; a hill where the field does not fall towards it. */
#define STRAIGHT(name, value)                                           \
	double near_##name = (value) == FF_FIELD_NONEF ? own : (value); \
	double along_##name = own - near_##name

/* The slope of a diagonal, converted to one along both axes. */
#define DIAGONAL(name, number, value)                                                 \
	double far_##name = (value), past_##name = (own - all.height[number][i]) / 2; \
	double over_##name = past_##name > 0 ? past_##name : 0

#define TRIANGLE(number, straight, diagonal, index, level)                                 \
	do {                                                                               \
		double slope = along_##straight, aside = near_##straight - far_##diagonal; \
		double cap = slope * all.cap[index][i], mean, new;                         \
                                                                                           \
		aside = aside > 0 ? aside : 0;                                             \
		aside = aside > cap ? cap : aside;                                         \
		mean = (slope + aside) / 2;                                                \
		new = aside > slope ? mean : aside;                                        \
		slope = aside > slope ? mean : slope;                                      \
		aside = along_##straight > 0 ? new : over_##diagonal;                      \
		slope = along_##straight > 0 ? slope : over_##diagonal;                    \
		new = slope *slope + aside *aside;                                         \
		wide = new > square ? ((level) ? slope : aside) : wide;                    \
		high = new > square ? ((level) ? aside : slope) : high;                    \
		from = new > square ? all.from[index][i] : from;                           \
		fall = new > square ? (number) : fall;                                     \
		square = new > square ? new : square;                                      \
	} while (0)

static void steepest(const struct ff_model *model, struct ff_descend_rows_stretch *at)
{
	const double *restrict above = at->above, *restrict here = at->here;
	const double *restrict below = at->below;
	const int32_t n = at->n;
	double froms[MAX];
	uint64_t found[MAX];
	struct blocked blocked;
	struct diagonals all;
	struct falls falls;

	block(&blocked, model->corners, at);
	ease(&all, 0, above + 1, blocked.ne, n);
	ease(&all, 1, below + 1, blocked.se, n);
	ease(&all, 2, below - 1, blocked.sw, n);
	ease(&all, 3, above - 1, blocked.nw, n);
	for (int32_t i = 0; i < n; i++) {
		double own = here[i], square = 0, wide = 0, high = 0, from = 0;
		uint64_t fall = 8;
		STRAIGHT(n, above[i]);
		STRAIGHT(e, here[i + 1]);
		STRAIGHT(s, below[i]);
		STRAIGHT(w, here[i - 1]);
		DIAGONAL(ne, 0, above[i + 1]);
		DIAGONAL(se, 1, below[i + 1]);
		DIAGONAL(sw, 2, below[i - 1]);
		DIAGONAL(nw, 3, above[i - 1]);

		TRIANGLE(0, n, ne, 0, false);
		TRIANGLE(1, e, ne, 0, true);
		TRIANGLE(2, e, se, 1, true);
		TRIANGLE(3, s, se, 1, false);
		TRIANGLE(4, s, sw, 2, false);
		TRIANGLE(5, w, sw, 2, true);
		TRIANGLE(6, w, nw, 3, true);
		TRIANGLE(7, n, nw, 3, false);
		falls.dx[i] = wide;
		falls.dy[i] = high;
		froms[i] = from;
		found[i] = fall;
	}
	/* Signs and directions: N and NE, E and NE, E and SE, S and SE, ... */
	for (int32_t i = 0; i < n; i++) {
		uint64_t fall = found[i], none = here[i] == FF_FIELD_NONEF, level, way;
		double wide = falls.dx[i], high = falls.dy[i], along, aside;

		level = (fall + 1) / 2 & 1;
		along = level ? wide : high;
		aside = level ? high : wide;
		way = (fall + 1) / 2 * 2 & 7;
		way = aside > along * froms[i] ? fall / 2 * 2 + 1 : way;
		way = fall == 8 ? LEFT : way;
		wide = fall < 4 ? wide : 0 - wide;
		high = fall - 2 < 4 ? high : 0 - high;
		falls.dx[i] = none ? 0 : wide;
		falls.dy[i] = none ? 0 : high;
		found[i] = none ? FF_NONE : way;
	}
	for (int32_t i = 0; i < n; i++)
		falls.ways[i] = (uint32_t)found[i];
	normalise(&falls, at);
}

/* Rule "gradient", fields that have roots: as fall_to_root() in descend.c. */
static void to_roots(const struct ff_model *model, struct ff_descend_rows_stretch *at)
{
	static const double tangent = 0.41421356237309504880; /* of 22.5 degrees */
	const double *restrict above = at->above, *restrict here = at->here;
	const double *restrict below = at->below;
	const uint32_t *restrict labels = at->labels;
	const int32_t n = at->n, x = 2 * at->x + 1, y = 2 * at->y + 1;
	int32_t to[MAX][2];
	uint64_t ways[MAX];
	uint8_t shut[MAX];
	struct blocked blocked;
	struct falls falls;

	block(&blocked, model->corners, at);
	for (int32_t i = 0; i < n; i++)
		shut[i] = (uint8_t)(blocked.ne[i] << FF_NE | blocked.se[i] << FF_SE |
				    blocked.sw[i] << FF_SW | blocked.nw[i] << FF_NW);
	/* x and y in one load */
	for (int32_t i = 0; i < n; i++)
		memcpy(to[i], &at->roots[labels[i] == FF_LABELS_NONE ? 0 : labels[i]],
		       sizeof to[i]);
	for (int32_t i = 0; i < n; i++) {
		double own = here[i], has = own < FF_FIELD_NONEF;
		double dx = has * (to[i][0] - x - 2 * i), dy = has * (to[i][1] - y);
		double wide = fabs(dx), high = fabs(dy);
		double north = above[i], northeast = above[i + 1], northwest = above[i - 1];
		double south = below[i], southeast = below[i + 1], southwest = below[i - 1];
		double east = dy > 0 ? southeast : northeast, west = dy > 0 ? southwest : northwest;
		double along = dy > 0 ? south : north, past = dx > 0 ? east : west;
		uint64_t right = dy > 0 ? FF_SE : FF_NE, left = dy > 0 ? FF_SW : FF_NW;
		uint64_t diagonal = dx > 0 ? right : left;
		uint64_t across = dx > 0 ? FF_E : FF_W, straight = dy > 0 ? FF_S : FF_N, way;

		straight = along < own ? straight : across;
		straight = high < wide ? across : straight;
		way = past < own ? diagonal : straight;
		way = (shut[i] >> diagonal & 1) != 0 ? straight : way;
		way = high < wide * tangent ? straight : way;
		way = wide < high * tangent ? straight : way;
		ways[i] = wide + high == 0 ? FF_NONE : way;
		falls.dx[i] = dx;
		falls.dy[i] = dy;
	}
	for (int32_t i = 0; i < n; i++)
		falls.ways[i] = (uint32_t)ways[i];
	normalise(&falls, at);
}

const struct ff_descend_rows KERNELS = {
	.classify = {[FF_FIELD_U32] = classify_u32,
		     [FF_FIELD_U64] = classify_u64,
		     [FF_FIELD_F64] = classify_f64},
	.lowest = {[FF_FIELD_U32] = lowest_u32,
		   [FF_FIELD_U64] = lowest_u64,
		   [FF_FIELD_F64] = lowest_f64},
	.path = {[FF_FIELD_U32] = path_u32, [FF_FIELD_U64] = path_u64},
	.across = across,
	.steepest = steepest,
	.to_roots = to_roots,
};

/* NOLINTEND(readability-function-cognitive-complexity) */

#endif
