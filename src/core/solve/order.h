/*
 * Cells in order of their values: what whoever works through a finished field
 * from the goals outwards, or from the far end inwards, needs.
 */
#ifndef FF_CORE_SOLVE_ORDER_H
#define FF_CORE_SOLVE_ORDER_H

#include <stddef.h>

#include "core/base/status.h"
#include "core/map/field.h"

/*
 * ff_order_cells() lists the cells that have a value, the least first; equals
 * in reading order.  Linear time.
 *
 *   order  set; [*count]; the caller owns it and passes it to free()
 *
 * Returns FF_OK, or FF_E_NOMEM (nothing is set).  No globals.
 */
enum ff_status ff_order_cells(const struct ff_field *field, uint32_t **order, size_t *count);

#endif
