/*
 * What is known of a sector, or of the whole map, to whoever integrates another sector.
 */
#ifndef FF_CORE_SECTORS_SECTOR_VALUES_H
#define FF_CORE_SECTORS_SECTOR_VALUES_H

#include "core/map/field.h"
#include "core/map/sectors.h"

/* What is known of an area of the whole map: 'base' and what a field has. */
struct ff_sector_values {
	struct ff_field field;       /* borrowed; of the area's size, and a margin on all sides */
	struct ff_sectors_area area; /* a sector's, or the whole map */
	double base;
};

/* ff_sector_values_at() is the value of cell x,y of the whole map; NONEF outside of the area too.
 */
static inline double ff_sector_values_at(const struct ff_sector_values *values, int32_t x,
					 int32_t y)
{
	const struct ff_sectors_area *area = &values->area;
	int32_t margin = (values->field.w - area->w) / 2;

	x -= area->x;
	y -= area->y;
	if (x < 0 || y < 0 || x >= area->w || y >= area->h)
		return FF_FIELD_NONEF;
	return values->base +
	       ff_field_raw(&values->field,
			    (size_t)(y + margin) * (size_t)values->field.w + (size_t)(x + margin));
}

#endif
