/*
 * The heatmap: how far everything is from the goal.
 */
#ifndef FF_DRAW_DRAW_HEATMAP_H
#define FF_DRAW_DRAW_HEATMAP_H

#include "base/status.h"
#include "draw/style.h"
#include "grid/image.h"

/*
 * ff_draw_heatmap(), like every ff_draw_*, makes a picture of a scene.  The
 * caller owns image->pixels and passes it to free().  Returns FF_OK; FF_E_LIMIT
 * if the picture is too large; FF_E_NOMEM.  On failure nothing is set.  No globals.
 */
enum ff_status ff_draw_heatmap(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_image *image, const struct ff_machine *machine,
			       struct ff_error *err);

#endif
