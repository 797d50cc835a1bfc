/*
 * Edges are drawn if all of them together, as lines of one pixel, are no more than an eighth of the
 * picture: beyond that they are a blot in which none can be followed.
 */
#include "draw/draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/canvas.h"
#include "draw/legend.h"
#include "draw/sector_picture.h"

enum { EDGE = FF_SECTOR_PICTURE_FREE, NODE, LABEL, FREE };
enum {
	BLOT = 8,
	DOTS = 3, /* pixels of a cell; below, nodes are cells */
};

struct drawing {
	struct ff_sector_picture map;
	struct ff_image *image;
	int scale;
	struct ff_stroke edge, node; /* links are as nodes */
	bool any;                    /* there are edges */
	double room;                 /* pixels that edges may still cover */
	bool taken[256];             /* colours where no costs may stand */
	bool is_edge[256];           /* colours of edges */
};

/* What an edge costs in both directions, the cheaper one first; false: there is none. */
static bool costs_of(const struct ff_portal_graph *graph, uint32_t sector, uint32_t a, uint32_t b,
		     double costs[2])
{
	double there = ff_portal_graph_cost(graph, sector, a, b);
	double back = ff_portal_graph_cost(graph, sector, b, a);

	costs[0] = fmin(there, back);
	costs[1] = fmax(there, back);
	return costs[0] < FF_FIELD_NONEF;
}

/* Calls 'put' for each edge, until it returns false. */
static void each_edge(struct drawing *drawing, bool (*put)(struct drawing *drawing, uint32_t a,
							   uint32_t b, const double costs[2]))
{
	const struct ff_portal_graph *graph = drawing->map.graph;
	double costs[2];

	for (uint32_t s = 0; s < ff_sectors_count(&graph->sectors); s++)
		for (uint32_t a = graph->first_node[s]; a < graph->first_node[s + 1]; a++)
			for (uint32_t b = a + 1; b < graph->first_node[s + 1]; b++)
				if (costs_of(graph, s, a, b, costs) && !put(drawing, a, b, costs))
					return;
}

static void ends_of(const struct drawing *drawing, uint32_t a, uint32_t b, double from[2],
		    double to[2])
{
	const uint32_t *cells = drawing->map.graph->cells;

	ff_sector_picture_place(&drawing->map, drawing->scale, cells[a], from);
	ff_sector_picture_place(&drawing->map, drawing->scale, cells[b], to);
}

static bool measure_edge(struct drawing *drawing, uint32_t a, uint32_t b, const double costs[2])
{
	double from[2], to[2];

	(void)costs;
	drawing->any = true;
	ends_of(drawing, a, b, from, to);
	drawing->room -=
		sqrt((to[0] - from[0]) * (to[0] - from[0]) + (to[1] - from[1]) * (to[1] - from[1]));
	return drawing->room >= 0;
}

/* Whether all edges leave enough of the map. */
static bool has_room(struct drawing *drawing)
{
	const struct ff_sectors *sectors = &drawing->map.graph->sectors;

	drawing->room = (double)sectors->w * sectors->h * drawing->scale * drawing->scale / BLOT;
	each_edge(drawing, measure_edge);
	return drawing->room >= 0;
}

static bool draw_edge(struct drawing *drawing, uint32_t a, uint32_t b, const double costs[2])
{
	double from[2], to[2];

	(void)costs;
	ends_of(drawing, a, b, from, to);
	ff_stroke_line(drawing->image, from, to, 0.5, &drawing->edge);
	return true;
}

static void draw_links(struct drawing *drawing)
{
	const struct ff_portal_graph *graph = drawing->map.graph;
	double from[2], to[2], radius = drawing->scale < 8 ? 0.5 : 1;

	for (uint32_t a = 0; a < graph->node_count; a++)
		for (uint32_t i = graph->first_link[a]; i < graph->first_link[a + 1]; i++)
			if (a < graph->links[i].node) {
				ends_of(drawing, a, graph->links[i].node, from, to);
				ff_stroke_line(drawing->image, from, to, radius, &drawing->node);
			}
}

static double node_radius(int scale)
{
	return scale < 6 ? scale * 0.5 : scale < 24 ? 2 + scale * 0.1 : 4.5;
}

static void draw_node(struct drawing *drawing, uint32_t node, uint8_t colour,
		      const struct ff_stroke *stroke)
{
	uint32_t cell = drawing->map.graph->cells[node];
	int64_t scale = drawing->scale, w = drawing->map.graph->sectors.w;
	double at[2];

	ff_sector_picture_place(&drawing->map, drawing->scale, cell, at);
	if (scale < DOTS)
		ff_canvas_rectangle(drawing->image, cell % w * scale, cell / w * scale, scale,
				    scale, colour);
	else
		ff_stroke_line(drawing->image, at, at, node_radius(drawing->scale), stroke);
}

/* Those on routes last, in the colours of the routes. */
static void draw_nodes(struct drawing *drawing, const struct ff_pens *pens)
{
	const struct ff_routes *routes = drawing->map.routes;

	for (size_t i = 0; i < drawing->map.graph->node_count; i++)
		draw_node(drawing, (uint32_t)i, NODE, &drawing->node);
	for (size_t i = routes->count; i-- > 0;)
		for (size_t k = 0; k < routes->items[i].node_count; k++)
			draw_node(drawing, routes->items[i].nodes[k],
				  ff_sector_picture_colour(&drawing->map, i),
				  ff_sector_picture_pen(&drawing->map, pens, i));
}

/* Whether there is ground or a route, and no other line than the edge itself, which has so many
 * pixels there. */
static bool is_free(const struct drawing *drawing, int64_t x, int64_t y, int64_t w, int64_t h,
		    double own)
{
	const struct ff_sectors *sectors = &drawing->map.graph->sectors;
	const struct ff_image *image = drawing->image;
	int lines = 0;

	if (x < 0 || y < 0 || x + w > (int64_t)sectors->w * drawing->scale ||
	    y + h > (int64_t)sectors->h * drawing->scale)
		return false;
	for (int64_t row = y; row < y + h; row++)
		for (int64_t column = x; column < x + w; column++) {
			uint8_t pixel = image->pixels[row * image->w + column];

			if (drawing->taken[pixel])
				return false;
			lines += drawing->is_edge[pixel];
		}
	return lines <= own;
}

/* Where there is room, on paper, in the first of a few places along the edge. */
static void print_along(struct drawing *drawing, const double from[2], const double to[2],
			const char *text, int length)
{
	static const double parts[] = {0.5, 0.38, 0.62, 0.27, 0.73};
	const struct ff_canvas_font *font = &ff_canvas_small;
	int64_t w = length * font->w + 1, h = font->h;
	double dx = to[0] - from[0], dy = to[1] - from[1];
	/* Of an edge through the middle; with its smooth rims it is up to 2.5 pixels wide. */
	double own = 2.5 * sqrt(dx * dx + dy * dy) /
		     fmax(fabs(dx) / (double)(w + 2), fabs(dy) / (double)(h + 2));

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		int64_t x = (int64_t)(from[0] + dx * parts[i]) - w / 2;
		int64_t y = (int64_t)(from[1] + dy * parts[i]) - h / 2;

		if (!is_free(drawing, x - 1, y - 1, w + 2, h + 2, own))
			continue;
		ff_canvas_rectangle(drawing->image, x, y, w, h, LABEL);
		ff_canvas_text(drawing->image, font, x + 1, y, text, FF_PALETTE_INK);
		return;
	}
}

static bool print_costs(struct drawing *drawing, uint32_t a, uint32_t b, const double costs[2])
{
	const struct ff_portal_graph *graph = drawing->map.graph;
	double unit = ff_model_unit(&graph->model), from[2], to[2];
	int decimals = unit != 1 || graph->type == FF_FIELD_F64;
	char text[2 * FF_STYLE_PRINT];
	int length = ff_style_print(text, costs[0] / unit, decimals);

	/* Graphs from files may say that there is no way back. */
	if (costs[1] != costs[0] && costs[1] < FF_FIELD_NONEF) {
		text[length++] = '/';
		length += ff_style_print(text + length, costs[1] / unit, decimals);
	}
	ends_of(drawing, a, b, from, to);
	print_along(drawing, from, to, text, length);
	return true;
}

static void draw_all(struct drawing *drawing, bool edges)
{
	enum { GROUNDS = FF_SECTOR_PICTURE_ROUTE, FIXED = 3 };
	static const uint8_t lines[] = {EDGE, NODE};
	struct ff_pens pens;
	uint8_t below[GROUNDS + FIXED + 1];
	int next = FREE, first;

	for (int i = 0; i < GROUNDS; i++)
		below[i] = (uint8_t)i;
	memcpy(below + GROUNDS,
	       (uint8_t[]){FF_PALETTE_WALL, FF_PALETTE_CLOSED, FF_PALETTE_PAPER, EDGE}, FIXED + 1);
	ff_stroke_mix(&drawing->edge, drawing->image, EDGE, below, GROUNDS + FIXED - 1, &next);
	drawing->is_edge[EDGE] = true;
	memset(drawing->is_edge + FREE, true, (size_t)(next - FREE));
	first = next;
	ff_stroke_mix(&drawing->node, drawing->image, NODE, below, GROUNDS + FIXED + 1, &next);
	memset(drawing->taken + first, true, (size_t)(next - first));
	drawing->taken[NODE] = drawing->taken[LABEL] = true;
	drawing->taken[FF_PALETTE_INK] = drawing->taken[FF_PALETTE_GOAL] = true;
	ff_sector_picture_pens(&pens, drawing->image, lines, sizeof lines, &next);

	if (edges)
		each_edge(drawing, draw_edge);
	draw_links(drawing);
	ff_sector_picture_routes(&drawing->map, drawing->image, drawing->scale, &pens);
	draw_nodes(drawing, &pens);
	ff_sector_picture_ends(&drawing->map, drawing->image, drawing->scale, &pens);
	if (edges)
		each_edge(drawing, print_costs);
}

enum ff_status ff_draw_graph(const struct ff_scene *scene, const struct ff_portal_graph *graph,
			     const struct ff_routes *routes, const struct ff_style *style,
			     struct ff_image *image, const struct ff_machine *machine,
			     struct ff_error *err)
{
	struct ff_legend_swatch swatches[2 + FF_SECTOR_PICTURE_SWATCHES];
	int32_t w = scene->map->w, h = scene->map->h;
	struct drawing drawing = {.image = image, .scale = style->scale};
	struct ff_sector_picture_legend shared;
	char title[80];
	struct ff_legend legend = {.title = title, .swatches = swatches};
	enum ff_status st;
	bool edges;

	ff_sector_picture_set(&drawing.map, scene, graph, routes);
	edges = has_room(&drawing);
	snprintf(title, sizeof title, "portal graph: %zu nodes, %" PRIu64 " edges%s",
		 graph->node_count, ff_portal_graph_edges(graph), edges ? "" : " (not drawn)");
	if (graph->node_count > 0)
		swatches[legend.count++] = (struct ff_legend_swatch){NODE, "nodes and links"};
	if (drawing.any && edges)
		swatches[legend.count++] = (struct ff_legend_swatch){EDGE, "edges in sectors"};
	ff_sector_picture_legend(&drawing.map, FF_PALETTE_SECTORS_FAINT, &shared);
	memcpy(swatches + legend.count, shared.swatches, shared.count * sizeof *swatches);
	legend.count += shared.count;
	if ((st = ff_legend_canvas(image, w, h, style, &legend, err)) != FF_OK)
		return st;
	ff_sector_picture_draw(&drawing.map, image, style->scale, FF_PALETTE_SECTORS_FAINT,
			       machine);
	image->palette[EDGE] = ff_palette_edge;
	image->palette[NODE] = ff_palette_node;
	image->palette[LABEL] = ff_palette_white;
	draw_all(&drawing, edges);
	ff_legend_draw(image, w, h, style, &legend);
	return FF_OK;
}
