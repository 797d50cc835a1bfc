/*
 * The heatmap while it becomes known, cell by cell: frames of an animation.
 */
#ifndef FF_DRAW_DRAW_FRONT_H
#define FF_DRAW_DRAW_FRONT_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/image.h"
#include "draw/scene.h"
#include "draw/style.h"

/* Filled by ff_draw_front_open(); a caller reads 'image' and 'known' and leaves the rest alone. */
struct ff_draw_front {
	struct ff_image image; /* the frame */
	struct ff_image whole; /* the heatmap */
	int32_t w, h;
	int scale;
	const struct ff_scene *scene;
	uint8_t *known;      /* [w*h]  walls, and what was told */
	uint32_t *fresh;     /* [count]  cells told since the last frame, and before them... */
	size_t count, inked; /* ...[inked] those that were beside unknown ones */
};

/*
 * ff_draw_front_open() draws the heatmap of a scene, and as the first frame what it shows before
 * any of its cells is known: all but goals and walls are not yet.
 *
 *   scene  read until ff_draw_front_free()
 *
 * Returns as ff_draw_heatmap().  On failure nothing is left.
 */
enum ff_status ff_draw_front_open(struct ff_draw_front *front, const struct ff_scene *scene,
				  const struct ff_style *style, const struct ff_machine *machine,
				  struct ff_error *err);

/* ff_draw_front_tell() tells that a cell which has a value is known, once each. */
void ff_draw_front_tell(struct ff_draw_front *front, uint32_t cell);

/*
 * ff_draw_front_show() draws the next frame, and returns which part of it differs from the one
 * before: known cells beside cells that are not are inked, as the edge of the front.
 * ff_draw_front_finish() draws the last one, which is the heatmap.
 */
struct ff_image_part ff_draw_front_show(struct ff_draw_front *front);
struct ff_image_part ff_draw_front_finish(struct ff_draw_front *front);

void ff_draw_front_free(struct ff_draw_front *front);

#endif
