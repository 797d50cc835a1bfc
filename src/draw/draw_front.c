/*
 * The animation of a growing front.  Each cell of a frame is a piece of one of three pages of one
 * layout: one where no cell is known yet, one where all cells are the front, and the heatmap.
 */
#include "draw/draw.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "draw/picture.h"

/* A page whose reached and unreached cells all have one entry. */
struct uniform {
	const struct ff_scene *scene;
	uint8_t entry;
};

static void uniform_row(const void *context, int32_t y, uint8_t *entries)
{
	const struct uniform *uniform = context;
	const struct ff_scene *scene = uniform->scene;
	size_t start = ff_cost_index(scene->cost, 0, y);

	for (int32_t x = 0; x < scene->cost->w; x++) {
		uint8_t class = scene->classes->cells[start + (size_t)x];

		entries[x] = class == FF_GOAL || class == FF_WALL ? ff_palette_class(class, 0)
								  : uniform->entry;
	}
	ff_picture_close(scene, y, entries);
}

/* Draws a page without what is only known of the solution: flow, contours, values. */
static enum ff_status draw_uniform(const struct ff_scene *solved, const struct ff_style *style,
				   uint8_t entry, struct ff_page *page, struct ff_error *err)
{
	struct ff_classes classes = *solved->classes;
	struct ff_scene scene = *solved;
	struct ff_style plain = *style;
	struct uniform uniform = {&scene, entry};
	struct ff_picture picture;

	classes.count[FF_UNREACHED] = 0; /* no rings around what is small */
	scene.classes = &classes;
	plain.with &= FF_STYLE_GRID | FF_STYLE_SIGHT;
	ff_picture_begin(&picture, &scene, &plain);
	ff_picture_cells(&picture, uniform_row, &uniform);
	return ff_picture_paint(&picture, page, err);
}

/* Draws the heatmap, whose legend names what only the earlier frames show, too. */
static enum ff_status draw_whole(const struct ff_scene *scene, const struct ff_style *style,
				 struct ff_page *page, struct ff_error *err)
{
	const struct ff_style own = ff_heatmap_style(scene, style);
	struct ff_heatmap map;
	struct ff_picture picture;

	ff_picture_begin(&picture, scene, &own);
	ff_heatmap_open(&map, &picture, false);
	ff_legend_add(&picture.legend, FF_LEGEND_AREA, picture.fills[FF_PALETTE_FRONT], "front");
	if (scene->classes->count[FF_NOT_YET] == 0)
		ff_legend_add(&picture.legend, FF_LEGEND_AREA, picture.fills[FF_PALETTE_NOT_YET],
			      "not yet");
	return ff_picture_paint(&picture, page, err);
}

enum ff_status ff_draw_front_open(struct ff_draw_front *front, const struct ff_scene *scene,
				  const struct ff_style *style, const struct ff_machine *machine,
				  struct ff_error *err)
{
	struct ff_page whole = {.machine = machine}, edge = whole, unknown = whole;
	int32_t w = scene->cost->w, h = scene->cost->h;
	struct ff_style animated = *style;
	enum ff_status st;

	*front = (struct ff_draw_front){.scene = scene,
					.every = 1,
					.cells = scene->classes->count[FF_GOAL] +
						 scene->classes->count[FF_REACHED]};
	animated.counter = "";
	if ((st = draw_whole(scene, &animated, &whole, err)) == FF_OK)
		st = draw_uniform(scene, &animated, FF_PALETTE_FRONT, &edge, err);
	if (st == FF_OK)
		st = draw_uniform(scene, &animated, FF_PALETTE_NOT_YET, &unknown, err);
	front->whole = whole.bitmap;
	front->edge = edge.bitmap;
	front->layout = whole.layout;
	front->image = whole.bitmap;
	front->image.pixels = NULL;
	if (st == FF_OK) {
		front->image.pixels = ff_memory_cells(whole.bitmap.w, whole.bitmap.h,
						      sizeof *whole.bitmap.pixels);
		front->known = ff_memory_cells(w, h, 1);
		front->newest = ff_memory_cells(w, h, sizeof *front->newest);
		if (front->image.pixels == NULL || front->known == NULL || front->newest == NULL) {
			st = ff_status_nomem(err, "an animation");
		} else {
			ff_image_copy(&front->image, &front->whole,
				      (struct ff_image_part){0, 0, front->whole.w, front->whole.h});
			ff_image_copy(&front->image, &unknown.bitmap,
				      ff_layout_map(&front->layout));
			for (size_t i = 0; i < (size_t)w * (size_t)h; i++)
				front->known[i] = scene->classes->cells[i] == FF_WALL;
		}
	}
	if (st != FF_OK)
		ff_draw_front_free(front);
	free(unknown.bitmap.pixels);
	return st;
}

void ff_draw_front_add(struct ff_draw_front *front, uint32_t cell)
{
	front->known[cell] = 1;
	front->newest[front->count++] = cell;
	front->added++;
	front->last = cell;
}

/* Returns the pixels of a cell. */
static struct ff_image_part cell_part(const struct ff_draw_front *front, uint32_t cell)
{
	const struct ff_layout *layout = &front->layout;
	int32_t x = (int32_t)(cell % (uint32_t)layout->columns) / layout->block;
	int32_t y = (int32_t)(cell / (uint32_t)layout->columns) / layout->block;
	int32_t side = layout->block > 1 ? 1 : (int32_t)layout->scale;

	return (struct ff_image_part){(int32_t)layout->x + x * side, (int32_t)layout->y + y * side,
				      side, side};
}

/* Returns true if one of the four cells around it is not known. */
static bool is_edge(const struct ff_draw_front *front, uint32_t cell)
{
	int32_t w = front->layout.columns, h = front->layout.rows;
	int32_t x = (int32_t)(cell % (uint32_t)w), y = (int32_t)(cell / (uint32_t)w);
	const uint8_t *known = front->known + cell;

	return (x > 0 && !known[-1]) || (x + 1 < w && !known[1]) ||
	       (y > 0 && !known[-(ptrdiff_t)w]) || (y + 1 < h && !known[w]);
}

/* Writes how far the front has come; returns the pixels that may have changed. */
static struct ff_image_part write_counter(struct ff_draw_front *front)
{
	const struct ff_field *field = front->scene->field;
	struct ff_surface_pixels on;
	struct ff_image_part changed;
	char cost[FF_STYLE_PRINT], text[FF_STYLE_PRINT + 80];

	if (front->added == 0)
		return (struct ff_image_part){0};
	ff_style_print(cost, ff_field_value(field, front->last), ff_style_decimals(field));
	snprintf(text, sizeof text, "%" PRIu64 " of %" PRIu64 " cells, cost %s", front->added,
		 front->cells, cost);
	ff_surface_pixels_over(&on, &front->layout, front->image);
	changed = ff_layout_paint_counter(&front->layout, &on.surface, text);
	front->failed |= atomic_load(&on.failed);
	return changed;
}

/* A pixel may stand for several cells: cells behind the front are drawn before it. */
struct ff_image_part ff_draw_front_frame(struct ff_draw_front *front)
{
	struct ff_image_part changed = {0};
	size_t edges = 0, old = 0;

	if (front->frames++ % front->every == 0)
		changed = write_counter(front);
	for (size_t i = 0; i < front->count; i++) {
		uint32_t cell = front->newest[i];
		struct ff_image_part part = cell_part(front, cell);

		if (is_edge(front, cell)) {
			front->newest[edges++] = cell;
			old += i < front->edges;
		} else {
			ff_image_copy(&front->image, &front->whole, part);
			ff_image_join(&changed, part);
		}
	}
	for (size_t i = 0; i < edges; i++) {
		struct ff_image_part part = cell_part(front, front->newest[i]);

		ff_image_copy(&front->image, &front->edge, part);
		if (i >= old)
			ff_image_join(&changed, part);
	}
	front->count = front->edges = edges;
	return changed;
}

struct ff_image_part ff_draw_front_finish(struct ff_draw_front *front)
{
	ff_image_copy(&front->image, &front->whole, ff_layout_map(&front->layout));
	write_counter(front);
	return (struct ff_image_part){0, 0, front->whole.w, front->whole.h};
}

void ff_draw_front_free(struct ff_draw_front *front)
{
	free(front->image.pixels);
	free(front->whole.pixels);
	free(front->edge.pixels);
	free(front->known);
	free(front->newest);
	*front = (struct ff_draw_front){0};
}
