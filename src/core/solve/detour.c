/* One pass over the cells in the order of their values: a way's end is known before its beginning.
 */
#include "core/solve/measures.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "core/grid/order.h"

enum ff_status ff_detour_measure(const struct ff_solve *solve, float *ratios)
{
	const struct ff_field *field = solve->field;
	const struct ff_labels *nearest = solve->sight ? solve->nearest : NULL;
	const size_t w = (size_t)field->w, cells = w * (size_t)field->h;
	uint32_t *order, *ends = ff_memory_cells(field->w, field->h, sizeof *ends);
	size_t count;

	if (ends == NULL || ff_order_cells(field, &order, &count) != FF_OK) {
		free(ends);
		return FF_E_NOMEM;
	}
	for (size_t i = 0; i < cells; i++)
		ratios[i] = INFINITY;
	for (size_t i = 0; i < count; i++) {
		size_t cell = order[i];
		struct ff_ways ways = ff_ways_of(solve, cell);
		double length = ways.length;

		for (int k = 0; k < ways.count; k++)
			length += ways.shares[k] * (double)ratios[ways.cells[k]];
		/* On even ground values are exact. */
		if (field->roots != NULL)
			length = ff_field_value(field, cell) * field->unit /
				 ff_model_weight(solve->model, ff_cost_at(solve->cost, cell));
		ratios[cell] = (float)length;
		ends[cell] = ways.count == 0 ? order[i] : ends[ways.cells[0]];
	}
	for (size_t i = 0; i < count; i++) {
		size_t cell = order[i], end = ends[cell];
		int32_t dx = (int32_t)(cell % w) - (int32_t)(end % w);
		int32_t dy = (int32_t)(cell / w) - (int32_t)(end / w);
		double straight = sqrt((double)dx * dx + (double)dy * dy);

		if (cell == end || (nearest != NULL && nearest->cells[cell] != FF_LABELS_NONE))
			ratios[cell] = 1;
		else
			ratios[cell] = (float)fmax((double)ratios[cell] / straight, 1);
	}
	free(order);
	free(ends);
	return FF_OK;
}
