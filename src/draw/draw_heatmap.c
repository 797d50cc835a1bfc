#include "draw/draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/map/raster.h"
#include "draw/picture.h"

enum { STRETCH = 256 }; /* values that are read at a time */

struct heatmap {
	const struct ff_scene *scene;
	struct ff_raster raster; /* its field */
	double least,
		span; /* the value of the first colour, and the distance to that of the last */
	double whole; /* levels a unit, where cells and 'span' are whole numbers; or 0 */
};

static uint8_t colour_of(const struct heatmap *map, double value)
{
	double level = (value - map->least) * (FF_PALETTE_LEVELS - 1) / map->span;

	return (uint8_t)(level < FF_PALETTE_LEVELS - 1 ? level : FF_PALETTE_LEVELS - 1);
}

/* Sets the entries of whole numbers, where least is 0, without a division, as colour_of() does.
 * 'whole' is too large by a hair, so that a whole quotient is not missed; no other quotient is that
 * near to the next whole number.
 */
static void read_whole(const struct heatmap *map, size_t start, int n, uint8_t *colours)
{
	const uint32_t *value = map->scene->field->u32 + start;
	double whole = map->whole;

	/* Cells without a value get another colour later. */
	for (int i = 0; i < n; i++) {
		double level = (double)(int32_t)value[i] * whole;

		level = level < FF_PALETTE_LEVELS - 1 ? level : FF_PALETTE_LEVELS - 1;
		colours[i] = (uint8_t)(int32_t)level;
	}
}

static void read_any(const struct heatmap *map, size_t start, int n, uint8_t *colours)
{
	double value[STRETCH];

	ff_raster_values(&map->raster, start, (size_t)n, value);
	for (int i = 0; i < n; i++)
		colours[i] = colour_of(map, value[i]);
}

static void heatmap_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct heatmap *map = context;
	const struct ff_scene *scene = map->scene;
	const uint8_t *classes = scene->classes->cells + ff_cost_index(scene->cost, 0, y);

	for (int32_t x = 0; x < scene->field->w; x += STRETCH) {
		int n = scene->field->w - x < STRETCH ? scene->field->w - x : STRETCH;
		size_t start = ff_cost_index(scene->cost, x, y);

		if (map->whole > 0)
			read_whole(map, start, n, colours + x);
		else
			read_any(map, start, n, colours + x);
		for (int i = 0; i < n; i++)
			colours[x + i] = ff_palette_class(classes[x + i], colours[x + i]);
		for (int i = 0; i < n && scene->cost != scene->map; i++)
			if (ff_scene_closed(scene, start + (size_t)i))
				colours[x + i] = FF_PALETTE_CLOSED;
	}
}

static uint8_t under_number(const void *context, size_t cell)
{
	const struct heatmap *map = context;

	return map->scene->classes->cells[cell] == FF_GOAL
		       ? FF_PALETTE_GOAL
		       : colour_of(map, ff_field_value(map->scene->field, cell));
}

/* Returns the levels a unit for read_whole(); 0: it does not fit this field. */
static double whole_of(const struct heatmap *map)
{
	const struct ff_field *field = map->scene->field;

	if (field->type != FF_FIELD_U32 || field->unit != 1 || field->zero != 0 ||
	    map->least != 0 || floor(map->span) != map->span || map->span > UINT32_MAX ||
	    map->scene->largest > INT32_MAX)
		return 0;
	return (FF_PALETTE_LEVELS - 1) / map->span * (1 + 0x1p-50);
}

static void set_palette(const struct ff_picture *picture, struct ff_image *image)
{
	ff_palette_fill(image, picture->style->colormap);
}

/* The parts that a picture points to. */
struct parts {
	struct heatmap map;
	struct ff_legend_swatch swatches[FF_LEGEND_FIXED + 1];
	char title[64];
};

static void fill_picture(struct ff_picture *picture, struct parts *parts,
			 const struct ff_scene *scene, const struct ff_style *style,
			 const struct ff_machine *machine)
{
	struct ff_style_range range = ff_style_range(style, scene);
	struct heatmap *map = &parts->map;

	*map = (struct heatmap){.scene = scene,
				.raster = ff_raster_of_field(scene->field),
				.least = range.first,
				.span = range.last > range.first ? range.last - range.first : 1};
	map->whole = whole_of(map);
	snprintf(parts->title, sizeof parts->title, "%s%s%s",
		 style->step != NULL ? style->step->name : "", style->step != NULL ? ": " : "",
		 scene->flee ? "cost to flee; rings are the goals" : "cost to reach the goal");
	*picture = (struct ff_picture){
		.w = scene->map->w,
		.h = scene->map->h,
		.style = style,
		.machine = machine,
		.scene = scene,
		.id = "heatmap",
		.row = heatmap_row,
		.palette = set_palette,
		.context = map,
		.legend =
			{
				.title = parts->title,
				.swatches = parts->swatches,
				.count = ff_legend_scene(scene, parts->swatches),
				.levels = FF_PALETTE_LEVELS,
				.stride = 1,
				.first = range.first,
				.last = range.last,
				.more = range.last < scene->largest,
			},
	};
	if (style->step != NULL)
		parts->swatches[picture->legend.count++] =
			(struct ff_legend_swatch){FF_PALETTE_EDITED, "edited"};
	if (style->contours > 0) {
		struct ff_mark *contours = ff_picture_add(picture, FF_MARK_CONTOURS);

		contours->contours.least = map->least;
		contours->contours.most = map->least + map->span;
	}
	ff_picture_add(picture, FF_MARK_OUTLINES);
	ff_picture_add(picture, FF_MARK_GOALS);
	if ((style->with & FF_STYLE_VALUES) != 0)
		ff_picture_add(picture, FF_MARK_NUMBERS)->numbers.under = under_number;
	if (style->step != NULL)
		ff_picture_add(picture, FF_MARK_EDITS);
}

enum ff_status ff_draw_heatmap(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_image *image, const struct ff_machine *machine,
			       struct ff_error *err)
{
	struct ff_picture picture;
	struct parts parts;

	fill_picture(&picture, &parts, scene, style, machine);
	return ff_picture_draw(&picture, image, err);
}

enum ff_status ff_draw_heatmap_svg(const struct ff_scene *scene, const struct ff_style *style,
				   const struct ff_svg_about *about, char **text, size_t *size,
				   const struct ff_machine *machine, struct ff_error *err)
{
	struct ff_picture picture;
	struct parts parts;

	fill_picture(&picture, &parts, scene, style, machine);
	return ff_picture_put(&picture, about, text, size, err);
}

/* ---- the animation of a front ---- */

/* Draws the scene before anything is known, without a legend. */
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
	plain.with &= ~(unsigned)FF_STYLE_VALUES;
	plain.contours = 0;
	st = ff_draw_heatmap(&scene, &plain, image, machine, err);
	free(classes.cells);
	return st;
}

/* Copies a rectangle from one image to the same place in another. */
static void copy_part(struct ff_image *to, const struct ff_image *from, int64_t x, int64_t y,
		      int64_t w, int64_t h)
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
	for (int i = FF_PALETTE_NOT_COMPUTED; i <= FF_PALETTE_NOT_YET; i++)
		front->image.palette[i] = ground.palette[i];
	front->image.colours = FF_PALETTE_NOT_YET + 1;
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
	copy_part(&front->image, &front->whole, 0, 0, front->whole.w, front->whole.h);
	copy_part(&front->image, &ground, 0, 0, ground.w, ground.h);
	free(ground.pixels);
	return FF_OK;
}

void ff_draw_front_add(struct ff_draw_front *front, uint32_t cell)
{
	front->known[cell] = 1;
	front->fresh[front->count++] = cell;
}

/* Returns the pixels of a cell. */
static struct ff_image_part part_of(const struct ff_draw_front *front, uint32_t cell)
{
	int32_t scale = front->scale, x = (int32_t)(cell % (uint32_t)front->w) * scale;

	return (struct ff_image_part){x, (int32_t)(cell / (uint32_t)front->w) * scale, scale,
				      scale};
}

/* Returns true if one of the four cells around it is not known. */
static bool is_edge(const struct ff_draw_front *front, uint32_t cell)
{
	int32_t x = (int32_t)(cell % (uint32_t)front->w), y = (int32_t)(cell / (uint32_t)front->w);
	const uint8_t *known = front->known + cell;

	return (x > 0 && !known[-1]) || (x + 1 < front->w && !known[1]) ||
	       (y > 0 && !known[-(ptrdiff_t)front->w]) || (y + 1 < front->h && !known[front->w]);
}

struct ff_image_part ff_draw_front_frame(struct ff_draw_front *front)
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
					    FF_PALETTE_INK);
		else
			copy_part(&front->image, &front->whole, part.x, part.y, part.w, part.h);
	}
	front->count = front->inked = kept;
	return changed;
}

struct ff_image_part ff_draw_front_finish(struct ff_draw_front *front)
{
	copy_part(&front->image, &front->whole, 0, 0, front->whole.w, front->whole.h);
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
