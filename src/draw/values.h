/*
 * A field's values, many at a time.
 */
#ifndef FF_DRAW_VALUES_H
#define FF_DRAW_VALUES_H

#include "core/map/field.h"

enum { FF_VALUES_STRETCH = 256 }; /* how many are good to have at a time */

/* ff_values_read() sets value[0..n-1] to ff_field_value() of the cells from 'start' on. */
void ff_values_read(const struct ff_field *field, size_t start, int32_t n, double *value);

#endif
