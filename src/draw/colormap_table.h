/*
 * The colour maps as tables: made by scripts/make_colormaps.
 */
#ifndef FF_DRAW_COLORMAP_TABLE_H
#define FF_DRAW_COLORMAP_TABLE_H

#include "core/map/image.h"

/* [256]  from the least value to the largest */
extern const struct ff_colour ff_colormap_table_viridis[256];
extern const struct ff_colour ff_colormap_table_cividis[256];
extern const struct ff_colour ff_colormap_table_turbo[256];

#endif
