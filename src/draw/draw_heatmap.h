/*
 * The heatmap: how far everything is from the goal.
 */
#ifndef FF_DRAW_DRAW_HEATMAP_H
#define FF_DRAW_DRAW_HEATMAP_H

#include "core/base/status.h"
#include "core/map/image.h"
#include "draw/sheet.h"
#include "draw/style.h"

/*
 * ff_draw_heatmap(), like every ff_draw_*, makes a picture of a scene.  The
 * caller owns image->pixels and passes it to free().  Returns FF_OK; FF_E_LIMIT
 * if the picture is too large; FF_E_NOMEM.  On failure nothing is set.  No globals.
 */
enum ff_status ff_draw_heatmap(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_image *image, const struct ff_machine *machine,
			       struct ff_error *err);

/*
 * ff_draw_heatmap_svg() makes the text of an SVG file of the same picture, its layers
 * being "heatmap" (an image of the cells), "contours", "walls", "unreached",
 * "closed", "goals", "values" and "legend", as far as there are any.
 *
 *   text  set; [*size]  the caller owns it and passes it to free()
 *
 * Returns FF_OK; FF_E_NOMEM; or what 'about' says of a file that cannot be encoded.  On
 * failure nothing is set.  Equal input gives equal text, as long as 'about' encodes alike.
 */
enum ff_status ff_draw_heatmap_svg(const struct ff_scene *scene, const struct ff_style *style,
				   const struct ff_sheet_about *about, char **text, size_t *size,
				   const struct ff_machine *machine, struct ff_error *err);

#endif
