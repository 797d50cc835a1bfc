/*
 * Labels: which area or goal each cell belongs to, or how many of something it has.
 */
#ifndef FF_DRAW_DRAW_LABELS_H
#define FF_DRAW_DRAW_LABELS_H

#include <stdbool.h>

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/image.h"
#include "draw/style.h"

struct ff_draw_labels {
	const struct ff_labels *labels; /* [w*h]  of the scene's size; all borrowed */
	const char *title;              /* of the legend; may be NULL */
	const char *const *names;       /* [named]  of labels 0..named-1, for the legend */
	uint32_t named;                 /* <= labels->count */
	bool ordered;                   /* labels are amounts: the style's colour map; else hues */
	bool borders;                   /* lines where cells of two labels meet */
};

/*
 * ff_draw_labels(), as ff_draw_heatmap(), makes a picture of a scene's map,
 * goals and classes, and of 'what'.  Goals, and cells without a label, have
 * the fixed colours.  Hues come again with another lightness after 24 labels,
 * and as they were after 72.  The legend has the first dozen names, how many
 * labels there are besides, and the fixed colours that occur.
 */
enum ff_status ff_draw_labels(const struct ff_scene *scene, const struct ff_draw_labels *what,
			      const struct ff_style *style, struct ff_image *image,
			      const struct ff_machine *machine, struct ff_error *err);

#endif
