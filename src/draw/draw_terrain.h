/*
 * The terrain: what it costs to leave each cell.
 */
#ifndef FF_DRAW_DRAW_TERRAIN_H
#define FF_DRAW_DRAW_TERRAIN_H

#include "core/base/status.h"
#include "core/map/image.h"
#include "draw/style.h"

/* As ff_draw_heatmap(). */
enum ff_status ff_draw_terrain(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_image *image, const struct ff_machine *machine,
			       struct ff_error *err);

#endif
