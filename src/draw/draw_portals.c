/*
 * The windows of a portal are two bands, one on either side of the border.  A band ends short of
 * a sector's corner, where those of four borders would meet: that place is for corner portals.
 * Where cells are pixels there is no room for that, and the shorter ones lie above.
 */
#include "draw/draw.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/canvas.h"
#include "draw/legend.h"
#include "draw/sector_picture.h"

/* Two colours for each kind of border: one for every other sector along it. */
enum { PORTAL = FF_SECTOR_PICTURE_FREE, CORNER = PORTAL + 4, FREE };
enum { SMALL = 40 }; /* pixels of a sector */

/* Small sectors are mostly windows: those are pale, so that the map can be seen between them. */
static void set_hues(struct ff_image *image, bool pale)
{
	for (int i = 0; i < FREE - PORTAL; i++) {
		struct ff_colour c = ff_palette_portals[i];

		if (pale)
			c = (struct ff_colour){(uint8_t)(127 + c.r / 2), (uint8_t)(127 + c.g / 2),
					       (uint8_t)(127 + c.b / 2)};
		image->palette[PORTAL + i] = c;
	}
}

static bool is_corner(const struct ff_portal *portal)
{
	return portal->direction != FF_E && portal->direction != FF_S;
}

static uint8_t colour_of(const struct ff_portal *portal, const struct ff_sectors *sectors)
{
	uint32_t columns = (uint32_t)sectors->columns, sector = portal->sectors[0];

	if (is_corner(portal))
		return CORNER;
	if (portal->direction == FF_E)
		return (uint8_t)(PORTAL + sector / columns % 2);
	return (uint8_t)(PORTAL + 2 + sector % columns % 2);
}

struct drawing {
	struct ff_image *image;
	const struct ff_sectors *sectors;
	int scale, line, thick;
};

/* How many pixels a band ends short of its cells: nothing at the map's edge. */
static int64_t short_of(const struct drawing *drawing, int32_t at, int32_t most, int32_t length)
{
	int64_t half = ((int64_t)length * drawing->scale - 1) / 2;

	if (at == 0 || at == most || at % drawing->sectors->size != 0 || drawing->scale == 1)
		return 0;
	return drawing->thick < half ? drawing->thick : half;
}

/* A band along the border at 'across', over cells from..from+length-1 along it. */
static void draw_bands(const struct drawing *drawing, bool upright, int32_t across, int32_t from,
		       int32_t length, uint8_t colour)
{
	int32_t most = upright ? drawing->sectors->h : drawing->sectors->w;
	int64_t border = (int64_t)across * drawing->scale, thick = drawing->thick;
	int64_t first = (int64_t)from * drawing->scale + short_of(drawing, from, most, length);
	int64_t end = (int64_t)(from + length) * drawing->scale -
		      short_of(drawing, from + length, most, length);

	for (int side = 0; side < 2; side++) {
		int64_t at = side == 0 ? border - thick : border + drawing->line;

		if (upright)
			ff_canvas_rectangle(drawing->image, at, first, thick, end - first, colour);
		else
			ff_canvas_rectangle(drawing->image, first, at, end - first, thick, colour);
	}
}

/* Two squares at the corner where cells x,y and, to the right or left, the one below meet. */
static void draw_corner(const struct drawing *drawing, int32_t x, int32_t y, bool right)
{
	int64_t thick = drawing->thick, line = drawing->line;
	int64_t at_x = (int64_t)(x + right) * drawing->scale;
	int64_t at_y = (int64_t)(y + 1) * drawing->scale;
	int64_t before = at_x - thick, after = at_x + line;

	ff_canvas_rectangle(drawing->image, right ? before : after, at_y - thick, thick, thick,
			    CORNER);
	ff_canvas_rectangle(drawing->image, right ? after : before, at_y + line, thick, thick,
			    CORNER);
}

static void draw_portal(const struct drawing *drawing, const struct ff_portal *portal)
{
	int32_t x = (int32_t)(portal->first[0] % (uint32_t)drawing->sectors->w);
	int32_t y = (int32_t)(portal->first[0] / (uint32_t)drawing->sectors->w);
	uint8_t colour = colour_of(portal, drawing->sectors);

	if (is_corner(portal))
		draw_corner(drawing, x, y, portal->direction == FF_SE);
	else if (portal->direction == FF_E)
		draw_bands(drawing, true, x + 1, y, portal->length, colour);
	else
		draw_bands(drawing, false, y + 1, x, portal->length, colour);
}

static void draw_all(const struct ff_portal_graph *graph, struct ff_image *image, int scale)
{
	const struct drawing drawing = {
		.image = image,
		.sectors = &graph->sectors,
		.scale = scale,
		.line = scale == 1 ? 0 : ff_sector_picture_line(scale),
		.thick = scale < 4 ? 1 : scale * 3 / 8,
	};

	for (int pass = 0; pass < 3; pass++)
		for (size_t i = 0; i < graph->portal_count; i++) {
			const struct ff_portal *portal = &graph->portals[i];

			if (pass == (is_corner(portal) ? 2 : portal->length == 1))
				draw_portal(&drawing, portal);
		}
}

struct texts {
	struct ff_legend_swatch swatches[FREE - PORTAL + FF_SECTOR_PICTURE_SWATCHES];
	size_t count;
	struct ff_sector_picture_legend map;
	char title[80];
};

static void set_texts(struct texts *texts, const struct ff_sector_picture *map,
		      enum ff_palette_look look)
{
	const struct ff_portal_graph *graph = map->graph;
	uint32_t sectors = ff_sectors_count(&graph->sectors), computed = 0;
	bool seen[FF_SECTOR_PICTURE_FREE + FREE - PORTAL] = {false};

	for (uint32_t s = 0; s < sectors; s++)
		computed += map->routes->computed[s] != 0;
	snprintf(texts->title, sizeof texts->title,
		 "sectors of %" PRId32 "x%" PRId32 " cells, %" PRIu32 " of %" PRIu32 " computed",
		 graph->sectors.size, graph->sectors.size, computed, sectors);
	for (size_t i = 0; i < graph->portal_count; i++)
		seen[colour_of(&graph->portals[i], &graph->sectors)] = true;
	for (int colour = PORTAL; colour < FREE; colour++)
		if (seen[colour])
			texts->swatches[texts->count++] = (struct ff_legend_swatch){
				(uint8_t)colour, colour == CORNER ? "corner portal" : ""};
	for (size_t i = texts->count; i-- > 0;)
		if (texts->swatches[i].colour != CORNER) {
			texts->swatches[i].label = "portals";
			break;
		}
	ff_sector_picture_legend(map, look, &texts->map);
	memcpy(texts->swatches + texts->count, texts->map.swatches,
	       texts->map.count * sizeof *texts->swatches);
	texts->count += texts->map.count;
}

enum ff_status ff_draw_portals(const struct ff_scene *scene, const struct ff_portal_graph *graph,
			       const struct ff_routes *routes, const struct ff_style *style,
			       struct ff_image *image, const struct ff_machine *machine,
			       struct ff_error *err)
{
	static const uint8_t windows[] = {PORTAL, PORTAL + 1, PORTAL + 2, PORTAL + 3, CORNER};
	int32_t w = scene->map->w, h = scene->map->h;
	struct ff_sector_picture map;
	struct ff_pens pens;
	struct texts texts = {.count = 0};
	struct ff_legend legend;
	enum ff_status st;
	enum ff_palette_look look = graph->sectors.size * style->scale < SMALL
					    ? FF_PALETTE_SECTORS_CROWDED
					    : FF_PALETTE_SECTORS;
	int next = FREE;
	size_t *steps;

	ff_sector_picture_set(&map, scene, graph, routes);
	set_texts(&texts, &map, look);
	legend = (struct ff_legend){
		.title = texts.title, .swatches = texts.swatches, .count = texts.count};
	if ((steps = ff_sector_picture_steps(&map)) == NULL)
		return ff_status_nomem(err, "the paths");
	if ((st = ff_legend_canvas(image, w, h, style, &legend, err)) != FF_OK) {
		free(steps);
		return st;
	}
	ff_sector_picture_draw(&map, image, style->scale, look, machine);
	set_hues(image, look == FF_PALETTE_SECTORS_CROWDED);
	draw_all(graph, image, style->scale);
	ff_sector_picture_pens(&pens, image, windows, sizeof windows, &next);
	ff_sector_picture_paths(&map, steps, image, style->scale, &pens);
	ff_sector_picture_ends(&map, image, style->scale, &pens);
	ff_legend_draw(image, w, h, style, &legend);
	free(steps);
	return FF_OK;
}
