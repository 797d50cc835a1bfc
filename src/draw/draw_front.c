/*
 * Two heatmaps, the finished one and one without a single value: a frame has each cell from
 * either of them, with all that is drawn upon it.
 */
#include "draw/draw_front.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "draw/canvas.h"
#include "draw/colormap.h"
#include "draw/pictures.h"

/* What is drawn of the scene before anything is known, without a legend. */
static enum ff_status draw_ground(const struct ff_draw_front *front, const struct ff_style *style,
				  struct ff_image *image, const struct ff_machine *machine,
				  struct ff_error *err)
{
	size_t cells = (size_t)front->w * (size_t)front->h;
	struct ff_classes classes = *front->scene->classes;
	struct ff_scene scene = *front->scene;
	struct ff_style plain = *style;
	enum ff_status st;

	if ((classes.cells = ff_memory_cells(front->w, front->h, 1)) == NULL)
		return ff_status_nomem(err, "an animation");
	for (size_t i = 0; i < cells; i++) {
		uint8_t class = scene.classes->cells[i];

		classes.cells[i] = class == FF_GOAL || class == FF_WALL ? class : FF_NOT_YET;
	}
	scene.classes = &classes;
	plain.legend = FF_STYLE_LEGEND_NEVER;
	plain.values = false;
	plain.contours = 0;
	st = ff_draw_heatmap(&scene, &plain, image, machine, err);
	free(classes.cells);
	return st;
}

/* Copies a rectangle from one image to the same place in another. */
static void copy(struct ff_image *to, const struct ff_image *from, int64_t x, int64_t y, int64_t w,
		 int64_t h)
{
	for (int64_t j = y; j < y + h; j++)
		memcpy(to->pixels + j * to->w + x, from->pixels + j * from->w + x, (size_t)w);
}

enum ff_status ff_draw_front_open(struct ff_draw_front *front, const struct ff_scene *scene,
				  const struct ff_style *style, const struct ff_machine *machine,
				  struct ff_error *err)
{
	struct ff_image ground = {0};
	enum ff_status st;

	*front = (struct ff_draw_front){
		.w = scene->cost->w, .h = scene->cost->h, .scale = style->scale, .scene = scene};
	if ((st = ff_draw_heatmap(scene, style, &front->whole, machine, err)) != FF_OK ||
	    (st = draw_ground(front, style, &ground, machine, err)) != FF_OK) {
		ff_draw_front_free(front);
		return st;
	}
	front->image = front->whole;
	for (int i = FF_COLORMAP_NOT_COMPUTED; i <= FF_COLORMAP_NOT_YET; i++)
		front->image.palette[i] = ground.palette[i];
	front->image.colours = FF_COLORMAP_NOT_YET + 1;
	front->image.pixels = ff_memory_cells(front->whole.w, front->whole.h, 1);
	front->known = ff_memory_cells(front->w, front->h, 1);
	front->fresh = ff_memory_cells(front->w, front->h, sizeof *front->fresh);
	if (front->image.pixels == NULL || front->known == NULL || front->fresh == NULL) {
		free(ground.pixels);
		ff_draw_front_free(front);
		return ff_status_nomem(err, "an animation");
	}
	for (size_t i = 0; i < (size_t)front->w * (size_t)front->h; i++)
		front->known[i] = scene->classes->cells[i] == FF_WALL;
	copy(&front->image, &front->whole, 0, 0, front->whole.w, front->whole.h);
	copy(&front->image, &ground, 0, 0, ground.w, ground.h);
	free(ground.pixels);
	return FF_OK;
}

void ff_draw_front_tell(struct ff_draw_front *front, uint32_t cell)
{
	front->known[cell] = 1;
	front->fresh[front->count++] = cell;
}

/* The pixels of a cell. */
static struct ff_image_part part_of(const struct ff_draw_front *front, uint32_t cell)
{
	int32_t scale = front->scale, x = (int32_t)(cell % (uint32_t)front->w) * scale;

	return (struct ff_image_part){x, (int32_t)(cell / (uint32_t)front->w) * scale, scale,
				      scale};
}

/* Whether one of the four cells around it is not known. */
static bool is_edge(const struct ff_draw_front *front, uint32_t cell)
{
	int32_t x = (int32_t)(cell % (uint32_t)front->w), y = (int32_t)(cell / (uint32_t)front->w);
	const uint8_t *known = front->known + cell;

	return (x > 0 && !known[-1]) || (x + 1 < front->w && !known[1]) ||
	       (y > 0 && !known[-(ptrdiff_t)front->w]) || (y + 1 < front->h && !known[front->w]);
}

struct ff_image_part ff_draw_front_show(struct ff_draw_front *front)
{
	struct ff_image_part changed = {0, 0, 0, 0};
	size_t kept = 0;

	for (size_t i = 0; i < front->count; i++) {
		uint32_t cell = front->fresh[i];
		struct ff_image_part part = part_of(front, cell);
		bool edge = is_edge(front, cell);

		if (edge)
			front->fresh[kept++] = cell;
		if (edge && i < front->inked)
			continue;
		ff_image_join(&changed, part);
		if (edge && front->scene->classes->cells[cell] != FF_GOAL)
			ff_canvas_rectangle(&front->image, part.x, part.y, part.w, part.h,
					    FF_COLORMAP_INK);
		else
			copy(&front->image, &front->whole, part.x, part.y, part.w, part.h);
	}
	front->count = front->inked = kept;
	return changed;
}

struct ff_image_part ff_draw_front_finish(struct ff_draw_front *front)
{
	copy(&front->image, &front->whole, 0, 0, front->whole.w, front->whole.h);
	return (struct ff_image_part){0, 0, front->whole.w, front->whole.h};
}

void ff_draw_front_free(struct ff_draw_front *front)
{
	free(front->image.pixels);
	free(front->whole.pixels);
	free(front->known);
	free(front->fresh);
	*front = (struct ff_draw_front){0};
}
