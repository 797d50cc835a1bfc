/*
 * A stretch of a row at a time, one direction after the other over the whole
 * stretch: each pass is a compare and two selects without a branch, which
 * compilers turn into vector code, and a strict "less" in the fixed order of
 * directions breaks ties as the contract says.
 */
#include "solve/descend_lowest.h"

#include <stddef.h>

enum { STRETCH = 512 };

struct best {
	uint32_t value[STRETCH];
	uint32_t direction[STRETCH];
};

/* Offers to each of the cells from..to-1 its neighbour that way, of which the
 * first has 'value'; 'side' and 'end' (NULL where the step is straight) are the
 * costs of the two cells at its corner. */
static void offer(struct best *all, int32_t from, int32_t to, enum ff_direction direction,
		  const uint32_t *restrict value, const uint8_t *restrict side,
		  const uint8_t *restrict end)
{
	uint32_t *restrict best = all->value + from, *restrict way = all->direction + from;
	int32_t n = to - from;

	/* Selects by masks: of "less ? a : b" gcc makes jumps again. */
	for (int32_t i = 0; i < n && side == NULL; i++) {
		uint32_t less = -(uint32_t)(value[i] < best[i]);

		way[i] = (way[i] & ~less) | ((uint32_t)direction & less);
		best[i] = (best[i] & ~less) | (value[i] & less);
	}
	for (int32_t i = 0; i < n && side != NULL; i++) {
		uint32_t less =
			-((uint32_t)(value[i] < best[i]) & (uint32_t)(side[i] != FF_COST_WALL) &
			  (uint32_t)(end[i] != FF_COST_WALL));

		way[i] = (way[i] & ~less) | ((uint32_t)direction & less);
		best[i] = (best[i] & ~less) | (value[i] & less);
	}
}

/* Sets the directions of the 'n' cells from x,y on. */
static void stretch(const struct ff_cost *cost, const struct ff_field *field, struct ff_flow *flow,
		    int32_t x, int32_t y, int32_t n)
{
	ptrdiff_t w = cost->w;
	ptrdiff_t here = y * w + x;
	struct best best;

	for (int32_t i = 0; i < n; i++) {
		uint32_t own = field->cells[here + i];

		best.value[i] = own == FF_FIELD_NONE ? 0 : own; /* nothing is less than 0 */
		best.direction[i] = FF_NONE;
	}
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		int dx = ff_flow_steps[d].dx, dy = ff_flow_steps[d].dy;
		int32_t from = x + dx < 0 ? 1 : 0;
		int32_t to = x + n - 1 + dx >= cost->w ? n - 1 : n;
		ptrdiff_t side = here + from + dx, end = here + from + dy * w;

		if (y + dy < 0 || y + dy >= cost->h || from >= to)
			continue;
		if (dx == 0 || dy == 0)
			offer(&best, from, to, (enum ff_direction)d, field->cells + end + dx, NULL,
			      NULL);
		else
			offer(&best, from, to, (enum ff_direction)d, field->cells + end + dx,
			      cost->cells + side, cost->cells + end);
	}
	for (int32_t i = 0; i < n; i++)
		flow->cells[here + i] = (uint8_t)best.direction[i];
}

void ff_descend_lowest(const struct ff_cost *cost, const struct ff_field *field,
		       struct ff_flow *flow)
{
	for (int32_t y = 0; y < cost->h; y++)
		for (int32_t x = 0; x < cost->w; x += STRETCH)
			stretch(cost, field, flow, x, y,
				cost->w - x < STRETCH ? cost->w - x : STRETCH);
}
