/*
 * The arrows: which way to go from everywhere.
 */
#ifndef FF_DRAW_DRAW_ARROWS_H
#define FF_DRAW_DRAW_ARROWS_H

#include "core/base/status.h"
#include "core/map/image.h"
#include "draw/sheet.h"
#include "draw/style.h"

/* As ff_draw_heatmap(). */
enum ff_status ff_draw_arrows(const struct ff_scene *scene, const struct ff_style *style,
			      struct ff_image *image, const struct ff_machine *machine,
			      struct ff_error *err);

/*
 * As ff_draw_heatmap_svg(), with the layers "cost" or, where arrows would say little,
 * "directions" (an image of the cells), "arrows", "walls", "unreached", "closed",
 * "goals", "wheel" and "legend".
 */
enum ff_status ff_draw_arrows_svg(const struct ff_scene *scene, const struct ff_style *style,
				  const struct ff_sheet_about *about, char **text, size_t *size,
				  const struct ff_machine *machine, struct ff_error *err);

#endif
