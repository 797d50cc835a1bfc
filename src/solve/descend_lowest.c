/*
 * A stretch of a row at a time, one direction after the other over the whole
 * stretch: each pass is a compare and two selects without a branch, which
 * compilers turn into vector code, and a strict "less" in the fixed order of
 * directions breaks ties as the contract says.  32-bit fields are compared as
 * they are, all others as doubles, which hold them exactly.
 */
#include "solve/descend_lowest.h"

#include <stddef.h>

#define INLINE static inline __attribute__((always_inline))

enum { STRETCH = 512 };

struct best {
	uint32_t value[STRETCH];
	double wide[STRETCH];
	uint32_t direction[STRETCH];
};

/* The two cells at the corner of a diagonal step, by their costs; whether it may be taken. */
INLINE uint32_t permits(enum ff_corners corners, uint8_t side, uint8_t end)
{
	uint32_t open = side != FF_COST_WALL, open_end = end != FF_COST_WALL;

	return corners == FF_CORNERS_STRICT ? open & open_end : open | open_end;
}

/* Offers to each of the cells from..to-1 its neighbour that way, of which the
 * first has 'value'; 'side' and 'end' are the costs of the two cells at its
 * corner, where the step is a diagonal and they matter. */
INLINE void offer(struct best *all, int32_t from, int32_t to, enum ff_direction direction,
		  const uint32_t *restrict value, bool cornered, enum ff_corners corners,
		  const uint8_t *restrict side, const uint8_t *restrict end)
{
	uint32_t *restrict best = all->value + from, *restrict way = all->direction + from;
	int32_t n = to - from;

	/* Selects by masks: of "less ? a : b" gcc makes jumps again. */
	for (int32_t i = 0; i < n; i++) {
		uint32_t less = value[i] < best[i];

		if (cornered)
			less &= permits(corners, side[i], end[i]);
		less = -less;
		way[i] = (way[i] & ~less) | ((uint32_t)direction & less);
		best[i] = (best[i] & ~less) | (value[i] & less);
	}
}

/* The same for fields of other types. */
INLINE void offer_wide(struct best *all, int32_t from, int32_t to, enum ff_direction direction,
		       const struct ff_field *field, size_t first, bool cornered,
		       enum ff_corners corners, const uint8_t *side, const uint8_t *end)
{
	for (int32_t i = from; i < to; i++) {
		double value = ff_field_raw(field, first + (size_t)(i - from));

		if (value < all->wide[i] &&
		    (!cornered || permits(corners, side[i - from], end[i - from]) != 0)) {
			all->wide[i] = value;
			all->direction[i] = (uint32_t)direction;
		}
	}
}

/* Sets the directions of the 'n' cells from x,y on. */
INLINE void stretch(const struct ff_cost *cost, const struct ff_field *field, struct ff_flow *flow,
		    int32_t x, int32_t y, int32_t n, enum ff_corners corners)
{
	bool narrow = field->type == FF_FIELD_U32;
	ptrdiff_t w = cost->w;
	ptrdiff_t here = y * w + x;
	struct best best;

	for (int32_t i = 0; i < n; i++)
		best.direction[i] = FF_NONE;
	/* Nothing is less than 0. */
	for (int32_t i = 0; i < n && narrow; i++) {
		uint32_t own = field->u32[here + i];

		best.value[i] = own == FF_FIELD_NONE32 ? 0 : own;
	}
	for (int32_t i = 0; i < n && !narrow; i++) {
		double own = ff_field_raw(field, (size_t)(here + i));

		best.wide[i] = own == FF_FIELD_NONEF ? 0 : own;
	}
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		int dx = ff_flow_steps[d].dx, dy = ff_flow_steps[d].dy;
		int32_t from = x + dx < 0 ? 1 : 0;
		int32_t to = x + n - 1 + dx >= cost->w ? n - 1 : n;
		ptrdiff_t side = here + from + dx, end = here + from + dy * w;
		bool cornered = dx != 0 && dy != 0 && corners != FF_CORNERS_CUT;

		if (y + dy < 0 || y + dy >= cost->h || from >= to)
			continue;
		if (!narrow)
			offer_wide(&best, from, to, (enum ff_direction)d, field, (size_t)(end + dx),
				   cornered, corners, cost->cells + side, cost->cells + end);
		else if (cornered)
			offer(&best, from, to, (enum ff_direction)d, field->u32 + end + dx, true,
			      corners, cost->cells + side, cost->cells + end);
		else
			offer(&best, from, to, (enum ff_direction)d, field->u32 + end + dx, false,
			      corners, NULL, NULL);
	}
	for (int32_t i = 0; i < n; i++)
		flow->cells[here + i] = (uint8_t)best.direction[i];
}

INLINE void descend(const struct ff_cost *cost, const struct ff_field *field, struct ff_flow *flow,
		    enum ff_corners corners)
{
	for (int32_t y = 0; y < cost->h; y++)
		for (int32_t x = 0; x < cost->w; x += STRETCH)
			stretch(cost, field, flow, x, y,
				cost->w - x < STRETCH ? cost->w - x : STRETCH, corners);
}

void ff_descend_lowest(const struct ff_model *model, const struct ff_cost *cost,
		       const struct ff_field *field, struct ff_flow *flow)
{
	switch (model->corners) {
	case FF_CORNERS_LENIENT:
		descend(cost, field, flow, FF_CORNERS_LENIENT);
		break;
	case FF_CORNERS_CUT:
		descend(cost, field, flow, FF_CORNERS_CUT);
		break;
	default:
		descend(cost, field, flow, FF_CORNERS_STRICT);
	}
}
