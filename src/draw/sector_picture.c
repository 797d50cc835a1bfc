#include "draw/sector_picture.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/base.h"
#include "draw/canvas.h"
#include "draw/marker.h"

enum { THIN = 16 }; /* pixels of a cell, for one of a line */

/* Cells x..end-1 of a row, all of one sector. */
static void paint(const struct ff_sector_picture *map, size_t first, size_t end, uint32_t sector,
		  uint8_t *colours)
{
	const struct ff_scene *scene = map->scene;
	bool computed = map->routes->computed[sector] != 0, clear = map->graph->clear[sector] != 0;

	for (size_t i = first; i < end; i++) {
		/* A sector may have cells that no way into it leads to. */
		bool known = computed && scene->classes->cells[i] != FF_NOT_COMPUTED;
		int ground = known ? FF_SECTOR_PICTURE_COMPUTED : FF_SECTOR_PICTURE_OPEN;
		int colour = ground + (clear ? 0 : 1 + map->shades[scene->cost->cells[i]]);

		if (scene->classes->cells[i] == FF_WALL)
			colour = computed ? FF_SECTOR_PICTURE_WALL : FF_PALETTE_WALL;
		if (scene->classes->cells[i] == FF_UNREACHED)
			colour = FF_PALETTE_UNREACHED;
		if (scene->classes->cells[i] == FF_GOAL)
			colour = FF_PALETTE_GOAL;
		if (ff_scene_closed(scene, i))
			colour = FF_PALETTE_CLOSED;
		colours[i - first] = (uint8_t)colour;
	}
}

static void row(const void *context, int32_t y, uint8_t *colours)
{
	const struct ff_sector_picture *map = context;
	const struct ff_sectors *sectors = &map->graph->sectors;
	size_t start = (size_t)y * (size_t)sectors->w;
	uint32_t sector = (uint32_t)(y / sectors->size * sectors->columns);

	for (int32_t column = 0; column < sectors->columns; column++, sector++) {
		struct ff_sectors_area area = ff_sectors_area(sectors, sector);
		size_t first = start + (size_t)area.x;

		paint(map, first, first + (size_t)area.w, sector, colours + area.x);
	}
}

static void look_at(struct ff_sector_picture *map, uint32_t sector, uint8_t *colours)
{
	const struct ff_sectors *sectors = &map->graph->sectors;
	struct ff_sectors_area area = ff_sectors_area(sectors, sector);

	for (int32_t y = area.y; y < area.y + area.h; y++) {
		size_t first = (size_t)y * (size_t)sectors->w + (size_t)area.x;

		paint(map, first, first + (size_t)area.w, sector, colours);
		for (int32_t x = 0; x < area.w; x++)
			map->seen[colours[x]] = true;
	}
}

void ff_sector_picture_set(struct ff_sector_picture *map, const struct ff_scene *scene,
			   const struct ff_portal_graph *graph, const struct ff_routes *routes)
{
	uint8_t colours[FF_SECTORS_SIZE_MAX] = {0}; /* of a row of a sector */

	*map = (struct ff_sector_picture){.scene = scene, .graph = graph, .routes = routes};
	ff_base_levels(scene->cost, FF_SECTOR_PICTURE_SHADES, map->shades);
	for (uint32_t s = 0; s < ff_sectors_count(&graph->sectors); s++)
		look_at(map, s, colours);
}

static void list(struct ff_sector_picture_legend *legend, int colour, const char *label)
{
	legend->swatches[legend->count++] = (struct ff_legend_swatch){(uint8_t)colour, label};
}

/* The least and the largest shade of a kind of ground that occur; 0 and 0: none but clear. */
static void shades_of(const struct ff_sector_picture *map, int kind, int *least, int *largest)
{
	*least = *largest = 0;
	for (int i = 1; i <= FF_SECTOR_PICTURE_SHADES; i++)
		if (map->seen[kind + i]) {
			*least = *least == 0 ? i : *least;
			*largest = i;
		}
}

static void list_grounds(const struct ff_sector_picture *map, enum ff_palette_look look,
			 struct ff_sector_picture_legend *legend)
{
	static const int kinds[2] = {FF_SECTOR_PICTURE_COMPUTED, FF_SECTOR_PICTURE_OPEN};
	static const char *const labels[2] = {"computed", "not computed"};
	int least, largest, clear = -1, costly = 0;

	for (int k = 0; k < 2; k++) {
		shades_of(map, kinds[k], &least, &largest);
		if (least > 0 || map->seen[kinds[k]])
			list(legend, kinds[k] + least, labels[k]);
		/* In the other looks nobody can tell it from the first of the shades. */
		if (map->seen[kinds[k]] && least > (look == FF_PALETTE_SECTORS ? 0 : 1))
			clear = kinds[k];
		if (largest > least)
			costly = kinds[k] + largest;
	}
	if (clear >= 0)
		list(legend, clear, "clear");
	if (costly > 0)
		list(legend, costly, "costlier");
}

static bool has_unreached(const struct ff_routes *routes)
{
	for (size_t i = 0; i < routes->count; i++)
		if (!routes->items[i].reached)
			return true;
	return false;
}

static void list_routes(const struct ff_sector_picture *map,
			struct ff_sector_picture_legend *legend)
{
	uint32_t w = (uint32_t)map->graph->sectors.w;
	size_t count = map->routes->count, next;
	size_t shown = count <= FF_SECTOR_PICTURE_ROUTES ? count : FF_SECTOR_PICTURE_ROUTES - 1;

	for (size_t i = 0; i < shown; i++) {
		const struct ff_route *route = &map->routes->items[i];

		snprintf(legend->routes[i], sizeof *legend->routes, "%sfrom %" PRIu32 ",%" PRIu32,
			 route->reached ? "" : "no way ", route->source % w, route->source / w);
		list(legend, ff_sector_picture_colour(map, i), legend->routes[i]);
	}
	if (shown == count)
		return;
	snprintf(legend->routes[shown], sizeof *legend->routes, "and %zu more", count - shown);
	next = shown;
	while (next + 1 < count && !map->routes->items[next].reached)
		next++;
	list(legend, ff_sector_picture_colour(map, next), legend->routes[shown]);
}

void ff_sector_picture_legend(const struct ff_sector_picture *map, enum ff_palette_look look,
			      struct ff_sector_picture_legend *legend)
{
	struct ff_legend_swatch others[FF_LEGEND_FIXED];
	size_t fixed = ff_legend_scene(map->scene, others);

	legend->count = 0;
	list_grounds(map, look, legend);
	for (size_t i = 0; i < fixed; i++) {
		if (others[i].colour == FF_PALETTE_WALL && !map->seen[FF_PALETTE_WALL] &&
		    map->seen[FF_SECTOR_PICTURE_WALL])
			others[i].colour = FF_SECTOR_PICTURE_WALL;
		/* Of sources without a way the list of routes tells. */
		if (others[i].colour == FF_PALETTE_UNREACHED && has_unreached(map->routes))
			continue;
		if (map->seen[others[i].colour])
			legend->swatches[legend->count++] = others[i];
	}
	list_routes(map, legend);
}

static void fill_palette(struct ff_image *image, enum ff_palette_look look)
{
	const struct ff_palette_sectors *colours = ff_palette_sectors(look);

	ff_palette_set_look(image, look);
	for (int computed = 0; computed < 2; computed++) {
		struct ff_colour *to = image->palette + (computed ? FF_SECTOR_PICTURE_COMPUTED
								  : FF_SECTOR_PICTURE_OPEN);

		to[0] = colours->clear[computed];
		ff_palette_fill_ramp(to + 1, FF_SECTOR_PICTURE_SHADES, &colours->ground[computed]);
	}
	image->palette[FF_SECTOR_PICTURE_WALL] = colours->wall;
	image->palette[FF_SECTOR_PICTURE_LINE] = colours->line;
	image->palette[FF_SECTOR_PICTURE_WALL_LINE] = colours->wall_line;
	memcpy(image->palette + FF_SECTOR_PICTURE_ROUTE, ff_palette_routes,
	       sizeof ff_palette_routes);
}

int ff_sector_picture_line(int scale)
{
	return 1 + scale / THIN;
}

static void draw_lines(const struct ff_sector_picture *map, struct ff_image *image, int scale)
{
	const struct ff_sectors *sectors = &map->graph->sectors;
	int64_t w = (int64_t)sectors->w * scale, h = (int64_t)sectors->h * scale;
	int64_t side = (int64_t)sectors->size * scale;
	uint8_t over[256];

	memset(over, FF_SECTOR_PICTURE_LINE, sizeof over);
	over[FF_PALETTE_WALL] = over[FF_SECTOR_PICTURE_WALL] = FF_SECTOR_PICTURE_WALL_LINE;
	over[FF_SECTOR_PICTURE_WALL_LINE] = FF_SECTOR_PICTURE_WALL_LINE;
	over[FF_PALETTE_GOAL] = FF_PALETTE_GOAL;
	for (int i = 0; i < ff_sector_picture_line(scale); i++) {
		for (int64_t x = side + i; x < w; x += side)
			ff_canvas_line(image, x, 0, x, h - 1, over);
		for (int64_t y = side + i; y < h; y += side)
			ff_canvas_line(image, 0, y, w - 1, y, over);
	}
}

void ff_sector_picture_draw(const struct ff_sector_picture *map, struct ff_image *image, int scale,
			    enum ff_palette_look look, const struct ff_machine *machine)
{
	const struct ff_sectors *sectors = &map->graph->sectors;

	fill_palette(image, look);
	ff_canvas_cells(image, sectors->w, sectors->h, scale, row, map, machine);
	draw_lines(map, image, scale);
}

static int64_t middle_of(uint32_t column, int scale)
{
	return column * (int64_t)scale + scale / 2;
}

void ff_sector_picture_place(const struct ff_sector_picture *map, int scale, uint32_t cell,
			     double at[2])
{
	uint32_t w = (uint32_t)map->graph->sectors.w;

	at[0] = (double)middle_of(cell % w, scale) + 0.5;
	at[1] = (double)middle_of(cell / w, scale) + 0.5;
}

/* Which of the colours of routes: those that a legend does not name share the last, a grey. */
static size_t hue_of(size_t i)
{
	return i < FF_SECTOR_PICTURE_ROUTES ? i : FF_SECTOR_PICTURE_ROUTES - 1;
}

uint8_t ff_sector_picture_colour(const struct ff_sector_picture *map, size_t i)
{
	return map->routes->items[i].reached ? (uint8_t)(FF_SECTOR_PICTURE_ROUTE + hue_of(i))
					     : FF_PALETTE_UNREACHED;
}

const struct ff_stroke *ff_sector_picture_pen(const struct ff_sector_picture *map,
					      const struct ff_pens *pens, size_t i)
{
	return map->routes->items[i].reached ? &pens->hues[hue_of(i)] : &pens->unreached;
}

void ff_sector_picture_pens(struct ff_pens *pens, struct ff_image *image, const uint8_t *grounds,
			    size_t count, int *next)
{
	enum { COMMON = FF_SECTOR_PICTURE_ROUTE + 4 };
	static const uint8_t fixed[] = {FF_PALETTE_WALL, FF_PALETTE_CLOSED, FF_PALETTE_UNREACHED,
					FF_PALETTE_GOAL};
	uint8_t below[256];

	for (int i = 0; i < FF_SECTOR_PICTURE_ROUTE; i++)
		below[i] = (uint8_t)i;
	memcpy(below + FF_SECTOR_PICTURE_ROUTE, fixed, sizeof fixed);
	memcpy(below + COMMON, grounds, count);
	ff_pens_mix(pens, image, FF_SECTOR_PICTURE_ROUTE, below, COMMON + count, next);
}

/* A route up to the goal, or to the node where it comes upon another one. */
static void draw_route(const struct ff_sector_picture *map, struct ff_image *image, int scale,
		       const struct ff_route *route, double radius, const struct ff_stroke *stroke)
{
	size_t own = route->node_count - route->merged;
	double from[2], to[2];

	ff_sector_picture_place(map, scale, route->source, from);
	for (size_t i = 0; i <= own && route->reached; i++) {
		uint32_t cell =
			i < route->node_count ? map->graph->cells[route->nodes[i]] : route->goal;

		ff_sector_picture_place(map, scale, cell, to);
		ff_stroke_line(image, from, to, radius, stroke);
		memcpy(from, to, sizeof from);
	}
}

static double line_radius(const struct ff_sector_picture *map, int scale)
{
	return ff_pens_line(map->graph->sectors.w, map->graph->sectors.h, scale);
}

void ff_sector_picture_routes(const struct ff_sector_picture *map, struct ff_image *image,
			      int scale, const struct ff_pens *pens)
{
	const struct ff_routes *routes = map->routes;
	double radius = line_radius(map, scale);

	for (size_t i = 0; i < routes->count; i++)
		draw_route(map, image, scale, &routes->items[i], radius + ff_pens_rim, &pens->rim);
	/* Earlier ones lie above those that merge with them. */
	for (size_t i = routes->count; i-- > 0;)
		draw_route(map, image, scale, &routes->items[i], radius,
			   ff_sector_picture_pen(map, pens, i));
}

/* Where the flow leads from a cell that has a direction. */
static uint32_t next_of(const struct ff_flow *flow, uint32_t cell)
{
	struct ff_flow_step step = ff_flow_steps[flow->cells[cell]];

	return (uint32_t)((int64_t)cell + (int64_t)step.dy * flow->w + step.dx);
}

size_t *ff_sector_picture_steps(const struct ff_sector_picture *map)
{
	const struct ff_flow *flow = map->scene->flow;
	const struct ff_routes *routes = map->routes;
	uint8_t *walked = calloc((size_t)flow->w * (size_t)flow->h / 8 + 1, 1);
	size_t *steps = calloc(routes->count + 1, sizeof *steps);

	if (walked == NULL || steps == NULL) {
		free(walked);
		free(steps);
		return NULL;
	}
	for (size_t i = 0; i < routes->count; i++) {
		uint32_t cell = routes->items[i].source;

		while (flow->cells[cell] != FF_NONE && (walked[cell / 8] >> cell % 8 & 1) == 0) {
			walked[cell / 8] |= (uint8_t)(1 << cell % 8);
			cell = next_of(flow, cell);
			steps[i]++;
		}
	}
	free(walked);
	return steps;
}

static void draw_path(const struct ff_sector_picture *map, struct ff_image *image, int scale,
		      uint32_t cell, size_t steps, double radius, const struct ff_stroke *stroke)
{
	const struct ff_flow *flow = map->scene->flow;
	double from[2], to[2];

	ff_sector_picture_place(map, scale, cell, from);
	while (steps > 0) {
		for (uint8_t direction = flow->cells[cell];
		     steps > 0 && flow->cells[cell] == direction; steps--)
			cell = next_of(flow, cell);
		ff_sector_picture_place(map, scale, cell, to);
		ff_stroke_line(image, from, to, radius, stroke);
		memcpy(from, to, sizeof from);
	}
}

void ff_sector_picture_paths(const struct ff_sector_picture *map, const size_t *steps,
			     struct ff_image *image, int scale, const struct ff_pens *pens)
{
	const struct ff_routes *routes = map->routes;
	double radius = line_radius(map, scale);

	for (size_t i = 0; i < routes->count; i++)
		draw_path(map, image, scale, routes->items[i].source, steps[i],
			  radius + ff_pens_rim, &pens->rim);
	/* Earlier ones lie above those that end on them. */
	for (size_t i = routes->count; i-- > 0;)
		draw_path(map, image, scale, routes->items[i].source, steps[i], radius,
			  ff_sector_picture_pen(map, pens, i));
}

static void draw_end(const struct ff_sector_picture *map, struct ff_image *image, int scale,
		     uint32_t cell, const struct ff_pens *pens, const struct ff_stroke *stroke)
{
	double at[2];

	ff_sector_picture_place(map, scale, cell, at);
	ff_pens_dot(image, at, ff_pens_spot(map->graph->sectors.w, map->graph->sectors.h, scale),
		    pens, stroke);
}

void ff_sector_picture_ends(const struct ff_sector_picture *map, struct ff_image *image, int scale,
			    const struct ff_pens *pens)
{
	const struct ff_routes *routes = map->routes;

	ff_marker_goals(image, map->scene, scale, FF_PALETTE_GOAL);
	for (size_t i = routes->count; i-- > 0;)
		if (routes->items[i].reached)
			draw_end(map, image, scale, routes->items[i].goal, pens, &pens->goal);
	for (size_t i = routes->count; i-- > 0;)
		draw_end(map, image, scale, routes->items[i].source, pens,
			 ff_sector_picture_pen(map, pens, i));
}
