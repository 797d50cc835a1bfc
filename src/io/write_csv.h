/*
 * Every cell as a line of text.
 */
#ifndef FF_IO_WRITE_CSV_H
#define FF_IO_WRITE_CSV_H

#include "core/map/field.h"
#include "core/map/map.h"
#include "io/output.h"

/*
 * ff_write_csv() writes a header line and then w*h lines, row-major, LF:
 *
 *   x,y,cost,class,integration,direction,dx,dy
 *
 * 'cost' is 1..255 (255: wall), 'class' a name of ff_classes_names,
 * 'integration' in units of cost or empty where there is none, 'direction' 0..8
 * as in enum ff_direction, 'dx,dy' the unit vector (y down) or 0,0.  Numbers
 * that are not whole have up to 6 decimals: times the field's unit and rounded,
 * an integration below 2^51 units reads back exactly.  'cost' is the map as it was read, and all
 * grids have its size.  Returns as ff_output_write().
 */
enum ff_status ff_write_csv(struct ff_output *out, const struct ff_cost *cost,
			    const struct ff_classes *classes, const struct ff_field *field,
			    const struct ff_flow *flow, struct ff_error *err);

/* ff_write_csv_value() writes the integration of cell 'i' as the table has it, without a NUL, at
 * 'to' (room for 32 bytes); returns its length, 0 where there is none. */
size_t ff_write_csv_value(char *to, const struct ff_field *field, size_t i);

#endif
