/*
 * The integration field: the cost to reach a goal from every cell.
 */
#ifndef FF_GRID_FIELD_H
#define FF_GRID_FIELD_H

#include <stdint.h>

#define FF_FIELD_NONE UINT32_MAX /* wall or unreached: no value */

struct ff_field {
	int32_t w, h;
	uint32_t *cells; /* [w*h, row-major]  cost units, 0 on a goal, or FF_FIELD_NONE */
};

#endif
