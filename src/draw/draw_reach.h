/*
 * Reach: what can be reached, and what not.
 */
#ifndef FF_DRAW_DRAW_REACH_H
#define FF_DRAW_DRAW_REACH_H

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/image.h"
#include "draw/style.h"

/* The colours of classes up to FF_WALL, then of cells that are closed to wide walkers; and of the
 * other two. */
extern const struct ff_colour ff_draw_reach_colours[FF_WALL + 2], ff_draw_reach_not_computed,
	ff_draw_reach_not_yet;

/* As ff_draw_heatmap(). */
enum ff_status ff_draw_reach(const struct ff_scene *scene, const struct ff_style *style,
			     struct ff_image *image, const struct ff_machine *machine,
			     struct ff_error *err);

#endif
