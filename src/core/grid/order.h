/*
 * Order: the cells of a field by their values.
 */
#ifndef FF_CORE_GRID_ORDER_H
#define FF_CORE_GRID_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/field.h"

/*
 * Lists the cells that have a value in ascending order, equals in reading order: for passes over
 * the field from the goals outwards, or back.  Linear time.
 *
 *   order  set; [*count]; the caller owns it and passes it to free()
 *
 * FF_OK, or FF_E_NOMEM (nothing is set).  No globals.
 */
enum ff_status ff_order_cells(const struct ff_field *field, uint32_t **order, size_t *count);

#endif
