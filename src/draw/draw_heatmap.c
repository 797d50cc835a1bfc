#include "draw/draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/map/raster.h"
#include "draw/canvas.h"
#include "draw/contour.h"
#include "draw/legend.h"
#include "draw/marker.h"
#include "draw/palette.h"

enum { STRETCH = 256 }; /* values that are read at a time */

struct heatmap {
	const struct ff_scene *scene;
	struct ff_raster raster; /* its field */
	double least, span; /* the value that has the first colour, and how far off is the last */
	double whole;       /* levels a unit, where cells and 'span' are whole numbers; or 0 */
};

static uint8_t colour_of(const struct heatmap *map, double value)
{
	double level = (value - map->least) * (FF_PALETTE_LEVELS - 1) / map->span;

	return (uint8_t)(level < FF_PALETTE_LEVELS - 1 ? level : FF_PALETTE_LEVELS - 1);
}

/*
 * What colour_of() would say of whole numbers, where least is 0, without a division:
 * 'whole' is too large by a hair, so that a quotient that is whole is not missed, and
 * of the others none is so near to the next one above.
 */
static void read_whole(const struct heatmap *map, size_t start, int n, uint8_t *colours)
{
	const uint32_t *value = map->scene->field->u32 + start;
	double whole = map->whole;

	/* Those without a value get another colour later. */
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

static void row(const void *context, int32_t y, uint8_t *colours)
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

/* Contours run into cells that have no value; those are put right here. */
static void draw_contours(struct ff_image *image, const struct heatmap *map,
			  const struct ff_style *style)
{
	const struct ff_classes *classes = map->scene->classes;
	int scale = style->scale;

	ff_contour_draw(image, map->scene->field, scale, map->least, map->least + map->span,
			style->contours);
	for (int32_t y = 0; y < classes->h; y++)
		for (int32_t x = 0; x < classes->w; x++) {
			size_t i = ff_cost_index(map->scene->cost, x, y);

			if (classes->cells[i] != FF_GOAL && classes->cells[i] != FF_REACHED)
				ff_canvas_rectangle(
					image, (int64_t)x * scale, (int64_t)y * scale, scale, scale,
					ff_scene_closed(map->scene, i)
						? FF_PALETTE_CLOSED
						: ff_palette_class(classes->cells[i], 0));
		}
}

/* A cell's value in print. */
struct number {
	char text[FF_STYLE_PRINT];
	int length;
	int64_t x, y; /* of the cell */
	uint8_t under;
};

/* Calls 'put' for each one for which there is room. */
static void each_value(const struct heatmap *map, int scale,
		       void (*put)(void *context, const struct number *number), void *context)
{
	const struct ff_scene *scene = map->scene;
	const struct ff_field *field = scene->field;
	int decimals = ff_style_decimals(field);

	for (int32_t y = 0; y < field->h; y++)
		for (int32_t x = 0; x < field->w; x++) {
			size_t i = ff_cost_index(scene->cost, x, y);
			double value = ff_field_value(field, i);
			struct number number = {.x = x, .y = y};

			if (value == FF_FIELD_NONEF)
				continue;
			number.length = ff_style_print(number.text, value, decimals);
			number.under = scene->classes->cells[i] == FF_GOAL ? FF_PALETTE_GOAL
									   : colour_of(map, value);
			if (ff_style_values_font(scale, number.length) != NULL)
				put(context, &number);
		}
}

/* In which font all of them are. */
static const struct ff_canvas_font *values_font(const struct ff_scene *scene, int scale)
{
	const struct ff_canvas_font *font = ff_style_values_font(scale, ff_style_characters(scene));

	return font != NULL ? font : &ff_canvas_small; /* for those that are short enough */
}

/* What draws values into pixels. */
struct printing {
	struct ff_image *image;
	const struct ff_canvas_font *font;
	int scale;
};

static void draw_value(void *context, const struct number *number)
{
	const struct printing *p = context;
	int64_t wide = number->length * p->font->w;
	int64_t left = number->x * p->scale + (p->scale - wide + 1) / 2;
	int64_t top = number->y * p->scale + (p->scale - p->font->h + 1) / 2;

	/* On a box of the cell's colour, so that no line strikes it out. */
	ff_canvas_rectangle(p->image, left - 1, top, wide + 1, p->font->h, number->under);
	ff_canvas_text(p->image, p->font, left, top, number->text,
		       ff_palette_ink(p->image->palette[number->under]));
}

/* Levels a unit for read_whole(); 0: not for this field. */
static double whole_of(const struct heatmap *map)
{
	const struct ff_field *field = map->scene->field;

	if (field->type != FF_FIELD_U32 || field->unit != 1 || field->zero != 0 ||
	    map->least != 0 || floor(map->span) != map->span || map->span > UINT32_MAX ||
	    map->scene->largest > INT32_MAX)
		return 0;
	return (FF_PALETTE_LEVELS - 1) / map->span * (1 + 0x1p-50);
}

/* What is drawn, and what its legend says. */
struct picture {
	struct heatmap map;
	struct ff_legend_swatch swatches[FF_LEGEND_FIXED + 1];
	char title[64];
	struct ff_legend legend;
};

static void set_picture(struct picture *picture, const struct ff_scene *scene,
			const struct ff_style *style)
{
	struct ff_style_range range = ff_style_range(style, scene);

	picture->map =
		(struct heatmap){.scene = scene,
				 .raster = ff_raster_of_field(scene->field),
				 .least = range.first,
				 .span = range.last > range.first ? range.last - range.first : 1};
	picture->map.whole = whole_of(&picture->map);
	snprintf(picture->title, sizeof picture->title, "%s%s%s",
		 style->step != NULL ? style->step->name : "", style->step != NULL ? ": " : "",
		 scene->flee ? "flight from the rings: low is safe" : "cost to reach the goal");
	picture->legend = (struct ff_legend){
		.title = picture->title,
		.swatches = picture->swatches,
		.count = ff_legend_scene(scene, picture->swatches),
		.levels = FF_PALETTE_LEVELS,
		.stride = 1,
		.first = range.first,
		.last = range.last,
		.more = range.last < scene->largest,
	};
	if (style->step != NULL)
		picture->swatches[picture->legend.count++] =
			(struct ff_legend_swatch){FF_PALETTE_EDITED, "edited"};
}

enum ff_status ff_draw_heatmap(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_image *image, const struct ff_machine *machine,
			       struct ff_error *err)
{
	int32_t w = scene->cost->w, h = scene->cost->h;
	struct picture picture;
	enum ff_status st;

	set_picture(&picture, scene, style);
	if ((st = ff_legend_canvas(image, w, h, style, &picture.legend, err)) != FF_OK)
		return st;
	ff_palette_fill(image, style->colormap);
	ff_canvas_cells(image, w, h, style->scale, row, &picture.map, machine);
	if (style->contours > 0)
		draw_contours(image, &picture.map, style);
	ff_marker_goals(image, scene, style->scale, FF_PALETTE_GOAL);
	if (style->values)
		each_value(
			&picture.map, style->scale, draw_value,
			&(struct printing){image, values_font(scene, style->scale), style->scale});
	if (style->step != NULL)
		ff_marker_edits(image, style->scale, style->step->edits, style->step->count);
	ff_legend_draw(image, w, h, style, &picture.legend);
	return FF_OK;
}

/* ---- as vectors ---- */

/* What lines and numbers are drawn on. */
struct ground {
	const struct heatmap *map;
	const struct ff_style *style;
	struct ff_sheet *sheet;
	const struct ff_canvas_font *font;
	uint8_t ink; /* of the numbers that put_value() puts */
};

static struct ff_colour line_colour(const void *context, int k)
{
	const struct ground *ground = context;
	double value = ground->map->least + k * ground->map->span / (ground->style->contours + 1);
	const struct ff_colour *palette = ground->sheet->image->palette;

	return palette[ff_palette_ink(palette[colour_of(ground->map, value)])];
}

static enum ff_status put_contours(const struct ground *ground, struct ff_error *err)
{
	struct ff_svg *svg = &ground->sheet->svg;
	enum ff_status st;

	ff_svg_print(svg, "<g id=\"contours\" fill=\"none\" transform=\"scale(");
	ff_svg_number(svg, 1.0 / FF_CONTOUR_PARTS);
	ff_svg_print(svg, ")\" stroke-width=\"");
	ff_svg_number(svg, (double)FF_CONTOUR_PARTS / ground->style->scale);
	ff_svg_print(svg, "\">\n");
	st = ff_contour_paths(svg, ground->map->scene->field, ground->map->least,
			      ground->map->least + ground->map->span, ground->style->contours,
			      line_colour, ground, err);
	ff_svg_print(svg, "</g>\n");
	return st;
}

static void put_value(void *context, const struct number *number)
{
	const struct ground *ground = context;
	const struct ff_colour *palette = ground->sheet->image->palette;
	const struct ff_canvas_font *font = ground->font;
	struct ff_svg *svg = &ground->sheet->svg;
	int64_t scale = ground->style->scale, wide = number->length * font->w;

	if (ff_palette_ink(palette[number->under]) != ground->ink)
		return;
	/* On a box of the cell's colour, so that no line strikes it out. */
	if (ground->style->contours > 0) {
		ff_svg_print(svg, "<path fill=\"");
		ff_svg_colour(svg, palette[number->under]);
		ff_svg_print(svg, "\" d=\"");
		ff_svg_step(svg, 'M', number->x * scale + (scale - wide) / 2,
			    number->y * scale + (scale - font->h + 1) / 2);
		ff_svg_print(svg, "h%dv%dh-%dz\"/>", (int)wide, (int)font->h, (int)wide);
	}
	ff_svg_print(svg, "<text x=\"");
	ff_svg_number(svg, (double)(number->x * scale) + (double)scale / 2);
	ff_svg_print(svg, "\" y=\"");
	ff_svg_number(svg,
		      (double)(number->y * scale) + (double)scale / 2 + (double)font->w * 0.5625);
	ff_svg_print(svg, "\">%s</text>\n", number->text);
}

static void put_values(struct ground *ground)
{
	const uint8_t inks[] = {FF_PALETTE_INK, FF_PALETTE_PAPER};
	struct ff_svg *svg = &ground->sheet->svg;

	ff_sheet_pixels(ground->sheet, "values");
	ff_sheet_font(ground->sheet, ground->font);
	ff_svg_print(svg, " text-anchor=\"middle\">\n");
	for (int i = 0; i < 2; i++) {
		ground->ink = inks[i];
		ff_svg_print(svg, "<g fill=\"");
		ff_svg_colour(svg, ground->sheet->image->palette[inks[i]]);
		ff_svg_print(svg, "\">\n");
		each_value(ground->map, ground->style->scale, put_value, ground);
		ff_svg_print(svg, "</g>\n");
	}
	ff_svg_print(svg, "</g>\n");
}

enum ff_status ff_draw_heatmap_svg(const struct ff_scene *scene, const struct ff_style *style,
				   const struct ff_svg_about *about, char **text, size_t *size,
				   const struct ff_machine *machine, struct ff_error *err)
{
	int32_t w = scene->cost->w, h = scene->cost->h;
	struct picture picture;
	struct ff_image image;
	struct ff_sheet sheet = {.scene = scene,
				 .style = style,
				 .legend = &picture.legend,
				 .image = &image,
				 .grain = ff_svg_grain(style->scale)};
	struct ground ground = {.map = &picture.map,
				.style = style,
				.sheet = &sheet,
				.font = values_font(scene, style->scale)};
	enum ff_status st;

	set_picture(&picture, scene, style);
	st = ff_canvas_new(&image, (int64_t)w * sheet.grain, (int64_t)h * sheet.grain, err);
	if (st != FF_OK)
		return st;
	ff_legend_palette(&image, &picture.legend);
	ff_palette_fill(&image, style->colormap);
	ff_canvas_cells(&image, w, h, sheet.grain, row, &picture.map, machine);
	st = ff_sheet_begin(&sheet, about, "heatmap", err);
	if (st == FF_OK && style->contours > 0)
		st = put_contours(&ground, err);
	if (st == FF_OK)
		st = ff_sheet_walls(&sheet, err);
	if (st == FF_OK)
		st = ff_sheet_goals(&sheet, err);
	if (st == FF_OK && style->values)
		put_values(&ground);
	st = ff_sheet_end(&sheet, st, text, size, err);
	free(image.pixels);
	return st;
}

/* ---- the film of a front ---- */

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
					    FF_PALETTE_INK);
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
