/*
 * Pictures of sectors: portals, and the graph that routes are found in.  Both show the map, pale,
 * and the routes over it.
 *
 * The windows of a portal are two bands, one on either side of the border.  A band ends short of a
 * sector's corner, where those of four borders would meet: that place is for corner portals.  Where
 * cells are pixels there is no room for that, and the shorter ones lie above.
 *
 * Edges of the graph are drawn if all together, as lines of one pixel, are no more than an eighth
 * of the picture: beyond that they are a blot in which none can be followed.
 */
#include "draw/draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "draw/picture.h"

/* The entries of the palette that both pictures have; each has its own from OWN on. */
enum {
	SHADES = 4, /* of the cost of cells */
	GROUNDS,    /* open ground: of clear sectors, and the shades of others */
	ROUTES = FF_PALETTE_ROUTES,

	OPEN = 0, /* in sectors that are not computed */
	COMPUTED = OPEN + GROUNDS,
	WALL = COMPUTED + GROUNDS, /* in computed sectors */
	LINE,                      /* between sectors */
	WALL_LINE,                 /* through walls */
	ROUTE,
	OWN = ROUTE + ROUTES,

	/* Two colours for each kind of border: one for every other sector along it. */
	PORTAL = OWN,
	CORNER = PORTAL + 4,
	PORTALS_FREE,

	EDGE = OWN,
	NODE,
	LABEL,
	GRAPH_FREE,
};

enum {
	THIN = 16,  /* pixels of a cell for each pixel of a line */
	SMALL = 40, /* pixels of a sector: smaller ones are mostly windows */
	BLOT = 8,
	DOTS = 3, /* pixels of a cell; below, nodes are cells */
	UNDER_ROUTES = ROUTE + 4,
};

struct ink;

struct map {
	const struct ff_scene *scene;
	const struct ff_portal_graph *graph;
	const struct ff_routes *routes;
	enum ff_palette_look look;
	uint8_t shades[256]; /* of each cost: 0..SHADES - 1 */
	bool seen[256];      /* entries that cells have */

	/* The lines of routes: route i has the points first[i]..first[i + 1]-1. */
	struct ff_path_point *points; /* owned; [count] */
	size_t count, room;
	size_t *first; /* owned; [routes + 1] */

	uint8_t grounds[UNDER_ROUTES + FF_PALETTE_PORTALS]; /* [ground_count]  below routes */
	size_t ground_count;
	struct ink *ink; /* of a graph */
};

/* ---- the map ---- */

/* Sets the entries of cells first..end-1 of a row, all of one sector. */
static void set_cells(const struct map *map, size_t first, size_t end, uint32_t sector,
		      uint8_t *colours)
{
	const struct ff_scene *scene = map->scene;
	bool computed = map->routes->computed[sector] != 0, clear = map->graph->clear[sector] != 0;

	for (size_t i = first; i < end; i++) {
		/* A computed sector may have cells that no way into it reaches. */
		bool known = computed && scene->classes->cells[i] != FF_NOT_COMPUTED;
		int ground = known ? COMPUTED : OPEN;
		int colour = ground + (clear ? 0 : 1 + map->shades[scene->cost->cells[i]]);

		if (scene->classes->cells[i] == FF_WALL)
			colour = computed ? WALL : FF_PALETTE_WALL;
		if (scene->classes->cells[i] == FF_UNREACHED)
			colour = FF_PALETTE_UNREACHED;
		if (scene->classes->cells[i] == FF_GOAL)
			colour = FF_PALETTE_GOAL;
		if (ff_scene_closed(scene, i))
			colour = FF_PALETTE_CLOSED;
		colours[i - first] = (uint8_t)colour;
	}
}

static void sector_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct map *map = context;
	const struct ff_sectors *sectors = &map->graph->sectors;
	size_t start = (size_t)y * (size_t)sectors->w;
	uint32_t sector = (uint32_t)(y / sectors->size * sectors->columns);

	for (int32_t column = 0; column < sectors->columns; column++, sector++) {
		struct ff_sectors_area area = ff_sectors_area(sectors, sector);
		size_t first = start + (size_t)area.x;

		set_cells(map, first, first + (size_t)area.w, sector, colours + area.x);
	}
}

static void note_colours(struct map *map, uint32_t sector, uint8_t *colours)
{
	const struct ff_sectors *sectors = &map->graph->sectors;
	struct ff_sectors_area area = ff_sectors_area(sectors, sector);

	for (int32_t y = area.y; y < area.y + area.h; y++) {
		size_t first = (size_t)y * (size_t)sectors->w + (size_t)area.x;

		set_cells(map, first, first + (size_t)area.w, sector, colours);
		for (int32_t x = 0; x < area.w; x++)
			map->seen[colours[x]] = true;
	}
}

static void read_map(struct map *map)
{
	uint8_t colours[FF_SECTORS_SIZE_MAX] = {0}; /* of a row of a sector */

	ff_base_levels(map->scene->cost, SHADES, map->shades);
	for (uint32_t s = 0; s < ff_sectors_count(&map->graph->sectors); s++)
		note_colours(map, s, colours);
}

static void set_palette(const struct ff_picture *picture, struct ff_image *image)
{
	const struct map *map = picture->context;
	const struct ff_palette_sectors *colours = ff_palette_sectors(map->look);

	ff_palette_set_look(image, map->look);
	for (int computed = 0; computed < 2; computed++) {
		struct ff_colour *to = image->palette + (computed ? COMPUTED : OPEN);

		to[0] = colours->clear[computed];
		ff_palette_fill_ramp(to + 1, SHADES, &colours->ground[computed]);
	}
	image->palette[WALL] = colours->wall;
	image->palette[LINE] = colours->line;
	image->palette[WALL_LINE] = colours->wall_line;
	memcpy(image->palette + ROUTE, ff_palette_routes, sizeof ff_palette_routes);
}

/* Returns the width of lines between sectors, which lie on the cells to the right of a border or
 * below it. */
static int line_width(int scale)
{
	return 1 + scale / THIN;
}

static void draw_borders(const void *context, struct ff_picture_pixels *pixels)
{
	const struct map *map = context;
	const struct ff_sectors *sectors = &map->graph->sectors;
	int64_t w = (int64_t)sectors->w * pixels->scale, h = (int64_t)sectors->h * pixels->scale;
	int64_t side = (int64_t)sectors->size * pixels->scale;
	uint8_t over[256];

	memset(over, LINE, sizeof over);
	over[FF_PALETTE_WALL] = over[WALL] = over[WALL_LINE] = WALL_LINE;
	over[FF_PALETTE_GOAL] = FF_PALETTE_GOAL;
	for (int i = 0; i < line_width(pixels->scale); i++) {
		for (int64_t x = side + i; x < w; x += side)
			ff_canvas_line(pixels->image, x, 0, x, h - 1, over);
		for (int64_t y = side + i; y < h; y += side)
			ff_canvas_line(pixels->image, 0, y, w - 1, y, over);
	}
}

/* ---- routes ---- */

/* Returns the entry of route 'i': those that a legend does not name share the last, a grey. */
static uint8_t route_colour(const struct map *map, size_t i)
{
	return map->routes->items[i].reached ? (uint8_t)(ROUTE + (i < ROUTES ? i : ROUTES - 1))
					     : FF_PALETTE_UNREACHED;
}

static uint32_t column_of(const struct map *map, uint32_t cell)
{
	return cell % (uint32_t)map->graph->sectors.w;
}

static uint32_t row_of(const struct map *map, uint32_t cell)
{
	return cell / (uint32_t)map->graph->sectors.w;
}

static bool add_point(struct map *map, uint32_t cell)
{
	void *points = map->points;

	if (!ff_memory_grow(&points, &map->room, map->count + 1, sizeof *map->points))
		return false;
	map->points = points;
	map->points[map->count++] =
		(struct ff_path_point){.x = column_of(map, cell), .y = row_of(map, cell)};
	return true;
}

/* Adds a route as the graph has it, up to the goal, or to the node where it meets an earlier one.
 */
static bool add_route(struct map *map, const struct ff_route *route)
{
	size_t own = route->node_count - route->merged;
	bool added = add_point(map, route->source);

	for (size_t i = 0; i <= own && route->reached && added; i++)
		added = add_point(map, i < route->node_count ? map->graph->cells[route->nodes[i]]
							     : route->goal);
	return added;
}

/* Returns true if the flow leads from a cell into one that no path has walked yet. */
static bool is_unwalked(const struct ff_flow *flow, const uint8_t *walked, uint32_t cell)
{
	return flow->cells[cell] != FF_NONE && (walked[cell / 8] >> cell % 8 & 1) == 0;
}

/* Adds the path from a source along the flow, up to its end or to a cell of an earlier path. */
static bool add_path(struct map *map, uint32_t cell, uint8_t *walked)
{
	const struct ff_flow *flow = map->scene->flow;
	bool added = add_point(map, cell);

	while (added && is_unwalked(flow, walked, cell)) {
		uint8_t direction = flow->cells[cell];
		struct ff_flow_step step = ff_flow_steps[direction];

		while (is_unwalked(flow, walked, cell) && flow->cells[cell] == direction) {
			walked[cell / 8] |= (uint8_t)(1 << cell % 8);
			cell = (uint32_t)((int64_t)cell + (int64_t)step.dy * flow->w + step.dx);
		}
		added = add_point(map, cell);
	}
	return added;
}

/* Sets the lines of all routes: as walked, or as the graph has them.  False if memory ran out. */
static bool add_lines(struct map *map, bool as_walked)
{
	const struct ff_flow *flow = map->scene->flow;
	uint8_t *walked = as_walked ? calloc((size_t)flow->w * (size_t)flow->h / 8 + 1, 1) : NULL;
	bool added = !as_walked || walked != NULL;

	map->first = calloc(map->routes->count + 1, sizeof *map->first);
	added = added && map->first != NULL;
	for (size_t i = 0; i < map->routes->count && added; i++) {
		const struct ff_route *route = &map->routes->items[i];

		added = as_walked ? add_path(map, route->source, walked) : add_route(map, route);
		map->first[i + 1] = map->count;
	}
	free(walked);
	return added;
}

static bool get_line(const void *context, size_t i, struct ff_mark_line *line)
{
	const struct map *map = context;

	*line = (struct ff_mark_line){.points = map->points + map->first[i],
				      .count = map->first[i + 1] - map->first[i],
				      .colour = route_colour(map, i)};
	return true;
}

/* Sets the sources' dots, and below them those of goals. */
static bool get_end(const void *context, size_t i, struct ff_mark_dot *dot)
{
	const struct map *map = context;
	bool source = i < map->routes->count;
	const struct ff_route *route = &map->routes->items[source ? i : i - map->routes->count];
	uint32_t cell = source ? route->source : route->goal;

	*dot = (struct ff_mark_dot){
		.x = column_of(map, cell),
		.y = row_of(map, cell),
		.colour = source ? route_colour(map, i) : FF_PALETTE_GOAL,
	};
	return source || route->reached;
}

static void add_routes(struct ff_picture *picture)
{
	const struct map *map = picture->context;
	struct ff_mark *lines = ff_picture_add(picture, FF_MARK_LINES);

	lines->lines.count = map->routes->count;
	lines->lines.line = get_line;
	lines->lines.radius = ff_style_line(picture->w, picture->h, picture->style->scale);
	lines->lines.rim = FF_STYLE_RIM;
}

static void add_ends(struct ff_picture *picture)
{
	const struct map *map = picture->context;
	struct ff_mark *dots;

	ff_picture_add(picture, FF_MARK_GOALS);
	dots = ff_picture_add(picture, FF_MARK_DOTS);
	dots->dots.count = 2 * map->routes->count;
	dots->dots.dot = get_end;
	dots->dots.radius = ff_style_dot(picture->w, picture->h, picture->style->scale);
}

/* Adds entries that routes may run over: those of the map, and 'own'. */
static void set_grounds(struct map *map, const uint8_t *own, size_t count)
{
	static const uint8_t fixed[] = {FF_PALETTE_WALL, FF_PALETTE_CLOSED, FF_PALETTE_UNREACHED,
					FF_PALETTE_GOAL};

	for (int i = 0; i < ROUTE; i++)
		map->grounds[i] = (uint8_t)i;
	memcpy(map->grounds + ROUTE, fixed, sizeof fixed);
	memcpy(map->grounds + UNDER_ROUTES, own, count);
	map->ground_count = UNDER_ROUTES + count;
}

/* ---- the legend ---- */

enum { SWATCHES = FF_PALETTE_PORTALS + 4 + FF_LEGEND_FIXED + ROUTES };

/* Points into itself: not to be copied. */
struct texts {
	struct ff_legend_swatch swatches[SWATCHES];
	size_t count;
	char title[80], routes[ROUTES + 1][48];
};

static void add_swatch(struct texts *texts, int colour, const char *label)
{
	texts->swatches[texts->count++] = (struct ff_legend_swatch){(uint8_t)colour, label};
}

/* Sets the least and the largest shade of a kind of ground that occur; 0 and 0: none but clear. */
static void find_shades(const struct map *map, int kind, int *least, int *largest)
{
	*least = *largest = 0;
	for (int i = 1; i <= SHADES; i++)
		if (map->seen[kind + i]) {
			*least = *least == 0 ? i : *least;
			*largest = i;
		}
}

static void list_grounds(const struct map *map, struct texts *texts)
{
	static const int kinds[2] = {COMPUTED, OPEN};
	static const char *const labels[2] = {"computed", "not computed"};
	int least, largest, clear = -1, costly = 0;

	for (int k = 0; k < 2; k++) {
		find_shades(map, kinds[k], &least, &largest);
		if (least > 0 || map->seen[kinds[k]])
			add_swatch(texts, kinds[k] + least, labels[k]);
		/* In the other looks it resembles the first of the shades. */
		if (map->seen[kinds[k]] && least > (map->look == FF_PALETTE_SECTORS ? 0 : 1))
			clear = kinds[k];
		if (largest > least)
			costly = kinds[k] + largest;
	}
	if (clear >= 0)
		add_swatch(texts, clear, "clear");
	if (costly > 0)
		add_swatch(texts, costly, "costlier");
}

static bool has_unreached(const struct ff_routes *routes)
{
	for (size_t i = 0; i < routes->count; i++)
		if (!routes->items[i].reached)
			return true;
	return false;
}

static void list_routes(const struct map *map, struct texts *texts)
{
	uint32_t w = (uint32_t)map->graph->sectors.w;
	size_t count = map->routes->count, next;
	size_t shown = count <= ROUTES ? count : ROUTES - 1;

	for (size_t i = 0; i < shown; i++) {
		const struct ff_route *route = &map->routes->items[i];

		snprintf(texts->routes[i], sizeof *texts->routes, "%sfrom %" PRIu32 ",%" PRIu32,
			 route->reached ? "" : "no way ", route->source % w, route->source / w);
		add_swatch(texts, route_colour(map, i), texts->routes[i]);
	}
	if (shown == count)
		return;
	snprintf(texts->routes[shown], sizeof *texts->routes, "and %zu more", count - shown);
	next = shown;
	while (next + 1 < count && !map->routes->items[next].reached)
		next++;
	add_swatch(texts, route_colour(map, next), texts->routes[shown]);
}

/* Lists what occurs and can be told apart. */
static void list_map(const struct map *map, struct texts *texts)
{
	struct ff_legend_swatch others[FF_LEGEND_FIXED];
	size_t fixed = ff_legend_scene(map->scene, others);

	list_grounds(map, texts);
	for (size_t i = 0; i < fixed; i++) {
		if (others[i].colour == FF_PALETTE_WALL && !map->seen[FF_PALETTE_WALL] &&
		    map->seen[WALL])
			others[i].colour = WALL;
		/* The list of routes has the sources without a way. */
		if (others[i].colour == FF_PALETTE_UNREACHED && has_unreached(map->routes))
			continue;
		if (map->seen[others[i].colour])
			texts->swatches[texts->count++] = others[i];
	}
	list_routes(map, texts);
}

/* ---- both pictures ---- */

static struct ff_picture picture_of(const struct map *map, const struct ff_style *style,
				    const struct ff_machine *machine)
{
	return (struct ff_picture){
		.w = map->scene->map->w,
		.h = map->scene->map->h,
		.style = style,
		.machine = machine,
		.scene = map->scene,
		.row = sector_row,
		.context = map,
		.routes = ROUTE,
		.grounds = map->grounds,
		.ground_count = map->ground_count,
	};
}

/* Paints a picture, and frees its map. */
static enum ff_status draw_map(struct map *map, const struct ff_picture *picture, bool as_walked,
			       struct ff_image *image, struct ff_error *err)
{
	enum ff_status st = add_lines(map, as_walked) ? ff_picture_draw(picture, image, err)
						      : ff_status_nomem(err, "the paths");

	free(map->points);
	free(map->first);
	return st;
}

/* ---- portals ---- */

/* Windows of small sectors are pale, so that the map can be seen between them. */
static void set_portal_palette(const struct ff_picture *picture, struct ff_image *image)
{
	const struct map *map = picture->context;

	set_palette(picture, image);
	for (int i = 0; i < FF_PALETTE_PORTALS; i++) {
		struct ff_colour c = ff_palette_portals[i];

		if (map->look == FF_PALETTE_SECTORS_CROWDED)
			c = (struct ff_colour){(uint8_t)(127 + c.r / 2), (uint8_t)(127 + c.g / 2),
					       (uint8_t)(127 + c.b / 2)};
		image->palette[PORTAL + i] = c;
	}
}

static bool is_corner(const struct ff_portal *portal)
{
	return portal->direction != FF_E && portal->direction != FF_S;
}

static uint8_t portal_colour(const struct ff_portal *portal, const struct ff_sectors *sectors)
{
	uint32_t columns = (uint32_t)sectors->columns, sector = portal->sectors[0];

	if (is_corner(portal))
		return CORNER;
	if (portal->direction == FF_E)
		return (uint8_t)(PORTAL + sector / columns % 2);
	return (uint8_t)(PORTAL + 2 + sector % columns % 2);
}

struct bands {
	struct ff_image *image;
	const struct ff_sectors *sectors;
	int scale, line, thick;
};

/* Returns the pixels that a band ends short of its cells: none at the map's edge. */
static int64_t gap_of(const struct bands *bands, int32_t at, int32_t most, int32_t length)
{
	int64_t half = ((int64_t)length * bands->scale - 1) / 2;

	if (at == 0 || at == most || at % bands->sectors->size != 0 || bands->scale == 1)
		return 0;
	return bands->thick < half ? bands->thick : half;
}

/* Draws both bands along the border at 'across', over cells from..from+length-1 along it. */
static void draw_bands(const struct bands *bands, bool upright, int32_t across, int32_t from,
		       int32_t length, uint8_t colour)
{
	int32_t most = upright ? bands->sectors->h : bands->sectors->w;
	int64_t border = (int64_t)across * bands->scale, thick = bands->thick;
	int64_t first = (int64_t)from * bands->scale + gap_of(bands, from, most, length);
	int64_t end = (int64_t)(from + length) * bands->scale -
		      gap_of(bands, from + length, most, length);

	for (int side = 0; side < 2; side++) {
		int64_t at = side == 0 ? border - thick : border + bands->line;

		if (upright)
			ff_canvas_rectangle(bands->image, at, first, thick, end - first, colour);
		else
			ff_canvas_rectangle(bands->image, first, at, end - first, thick, colour);
	}
}

/* Draws two squares at the corner where cells x,y and, to the right or left, the one below meet. */
static void draw_corner(const struct bands *bands, int32_t x, int32_t y, bool right)
{
	int64_t thick = bands->thick, line = bands->line;
	int64_t at_x = (int64_t)(x + right) * bands->scale;
	int64_t at_y = (int64_t)(y + 1) * bands->scale;
	int64_t before = at_x - thick, after = at_x + line;

	ff_canvas_rectangle(bands->image, right ? before : after, at_y - thick, thick, thick,
			    CORNER);
	ff_canvas_rectangle(bands->image, right ? after : before, at_y + line, thick, thick,
			    CORNER);
}

static void draw_portal(const struct bands *bands, const struct ff_portal *portal)
{
	int32_t x = (int32_t)(portal->first[0] % (uint32_t)bands->sectors->w);
	int32_t y = (int32_t)(portal->first[0] / (uint32_t)bands->sectors->w);
	uint8_t colour = portal_colour(portal, bands->sectors);

	if (is_corner(portal))
		draw_corner(bands, x, y, portal->direction == FF_SE);
	else if (portal->direction == FF_E)
		draw_bands(bands, true, x + 1, y, portal->length, colour);
	else
		draw_bands(bands, false, y + 1, x, portal->length, colour);
}

static void draw_portals(const void *context, struct ff_picture_pixels *pixels)
{
	const struct map *map = context;
	const struct ff_portal_graph *graph = map->graph;
	const struct bands bands = {
		.image = pixels->image,
		.sectors = &graph->sectors,
		.scale = pixels->scale,
		.line = pixels->scale == 1 ? 0 : line_width(pixels->scale),
		.thick = pixels->scale < 4 ? 1 : pixels->scale * 3 / 8,
	};

	/* Wide portals first, then those of one cell, then corners. */
	for (int pass = 0; pass < 3; pass++)
		for (size_t i = 0; i < graph->portal_count; i++) {
			const struct ff_portal *portal = &graph->portals[i];

			if (pass == (is_corner(portal) ? 2 : portal->length == 1))
				draw_portal(&bands, portal);
		}
}

static void list_portals(struct texts *texts, const struct map *map)
{
	const struct ff_portal_graph *graph = map->graph;
	uint32_t sectors = ff_sectors_count(&graph->sectors), computed = 0;
	bool seen[PORTALS_FREE] = {false};

	for (uint32_t s = 0; s < sectors; s++)
		computed += map->routes->computed[s] != 0;
	snprintf(texts->title, sizeof texts->title,
		 "sectors of %" PRId32 "x%" PRId32 " cells, %" PRIu32 " of %" PRIu32 " computed",
		 graph->sectors.size, graph->sectors.size, computed, sectors);
	for (size_t i = 0; i < graph->portal_count; i++)
		seen[portal_colour(&graph->portals[i], &graph->sectors)] = true;
	for (int colour = PORTAL; colour < PORTALS_FREE; colour++)
		if (seen[colour])
			add_swatch(texts, colour, colour == CORNER ? "corner windows" : "");
	/* Only the last one of all windows has a label. */
	for (size_t i = texts->count; i-- > 0;)
		if (texts->swatches[i].colour != CORNER) {
			texts->swatches[i].label = "windows";
			break;
		}
	list_map(map, texts);
}

enum ff_status ff_draw_portals(const struct ff_scene *scene, const struct ff_portal_graph *graph,
			       const struct ff_routes *routes, const struct ff_style *style,
			       struct ff_image *image, const struct ff_machine *machine,
			       struct ff_error *err)
{
	static const uint8_t windows[] = {PORTAL, PORTAL + 1, PORTAL + 2, PORTAL + 3, CORNER};
	struct map map = {
		.scene = scene,
		.graph = graph,
		.routes = routes,
		.look = graph->sectors.size * style->scale < SMALL ? FF_PALETTE_SECTORS_CROWDED
								   : FF_PALETTE_SECTORS,
	};
	struct texts texts = {.count = 0};
	struct ff_picture picture;

	read_map(&map);
	set_grounds(&map, windows, sizeof windows);
	list_portals(&texts, &map);
	picture = picture_of(&map, style, machine);
	picture.palette = set_portal_palette;
	picture.free = PORTALS_FREE;
	picture.legend = (struct ff_legend){
		.title = texts.title, .swatches = texts.swatches, .count = texts.count};
	ff_picture_add(&picture, FF_MARK_OWN)->own = draw_borders;
	ff_picture_add(&picture, FF_MARK_OWN)->own = draw_portals;
	add_routes(&picture);
	add_ends(&picture);
	return draw_map(&map, &picture, true, image, err);
}

/* ---- the graph ---- */

/* How edges, links and costs are drawn. */
struct ink {
	struct ff_image *image;
	int scale;
	struct ff_stroke edge, node; /* links are as nodes */
	bool any;                    /* there are edges */
	double room;                 /* pixels that edges may still cover */
	bool taken[256];             /* entries where no costs may stand */
	bool is_edge[256];           /* entries of edges */
};

/* Sets the costs of an edge in both directions, the cheaper one first; false: there is none. */
static bool read_costs(const struct ff_portal_graph *graph, uint32_t sector, uint32_t a, uint32_t b,
		       double costs[2])
{
	double there = ff_portal_graph_cost(graph, sector, a, b);
	double back = ff_portal_graph_cost(graph, sector, b, a);

	costs[0] = fmin(there, back);
	costs[1] = fmax(there, back);
	return costs[0] < FF_FIELD_NONEF;
}

/* Calls 'put' for each edge, until it returns false. */
static void each_edge(const struct map *map, bool (*put)(const struct map *map, uint32_t a,
							 uint32_t b, const double costs[2]))
{
	const struct ff_portal_graph *graph = map->graph;
	double costs[2];

	for (uint32_t s = 0; s < ff_sectors_count(&graph->sectors); s++)
		for (uint32_t a = graph->first_node[s]; a < graph->first_node[s + 1]; a++)
			for (uint32_t b = a + 1; b < graph->first_node[s + 1]; b++)
				if (read_costs(graph, s, a, b, costs) && !put(map, a, b, costs))
					return;
}

static void place_cell(const struct map *map, uint32_t cell, double at[2])
{
	ff_picture_place(map->ink->scale, column_of(map, cell), row_of(map, cell), at);
}

static void find_ends(const struct map *map, uint32_t a, uint32_t b, double from[2], double to[2])
{
	const uint32_t *cells = map->graph->cells;

	place_cell(map, cells[a], from);
	place_cell(map, cells[b], to);
}

static bool measure_edge(const struct map *map, uint32_t a, uint32_t b, const double costs[2])
{
	double from[2], to[2];

	(void)costs;
	map->ink->any = true;
	find_ends(map, a, b, from, to);
	map->ink->room -=
		sqrt((to[0] - from[0]) * (to[0] - from[0]) + (to[1] - from[1]) * (to[1] - from[1]));
	return map->ink->room >= 0;
}

/* Returns true if all edges leave enough of the map. */
static bool has_room(const struct map *map)
{
	const struct ff_sectors *sectors = &map->graph->sectors;

	map->ink->room = (double)sectors->w * sectors->h * map->ink->scale * map->ink->scale / BLOT;
	each_edge(map, measure_edge);
	return map->ink->room >= 0;
}

static bool draw_edge(const struct map *map, uint32_t a, uint32_t b, const double costs[2])
{
	double from[2], to[2];

	(void)costs;
	find_ends(map, a, b, from, to);
	ff_stroke_line(map->ink->image, from, to, 0.5, &map->ink->edge);
	return true;
}

static void draw_links(const struct map *map)
{
	const struct ff_portal_graph *graph = map->graph;
	double from[2], to[2], radius = map->ink->scale < 8 ? 0.5 : 1;

	for (uint32_t a = 0; a < graph->node_count; a++)
		for (uint32_t i = graph->first_link[a]; i < graph->first_link[a + 1]; i++)
			if (a < graph->links[i].node) {
				find_ends(map, a, graph->links[i].node, from, to);
				ff_stroke_line(map->ink->image, from, to, radius, &map->ink->node);
			}
}

static double node_radius(int scale)
{
	return scale < 6 ? scale * 0.5 : scale < 24 ? 2 + scale * 0.1 : 4.5;
}

static void draw_node(const struct map *map, uint32_t node, uint8_t colour,
		      const struct ff_stroke *stroke)
{
	uint32_t cell = map->graph->cells[node];
	int64_t scale = map->ink->scale, w = map->graph->sectors.w;
	double at[2];

	place_cell(map, cell, at);
	if (scale < DOTS)
		ff_canvas_rectangle(map->ink->image, cell % w * scale, cell / w * scale, scale,
				    scale, colour);
	else
		ff_stroke_line(map->ink->image, at, at, node_radius(map->ink->scale), stroke);
}

/* Draws the nodes on routes last, in the colours of the routes. */
static void draw_nodes(const void *context, struct ff_picture_pixels *pixels)
{
	const struct map *map = context;
	const struct ff_routes *routes = map->routes;

	for (size_t i = 0; i < map->graph->node_count; i++)
		draw_node(map, (uint32_t)i, NODE, &map->ink->node);
	for (size_t i = routes->count; i-- > 0;)
		for (size_t k = 0; k < routes->items[i].node_count; k++)
			draw_node(map, routes->items[i].nodes[k], route_colour(map, i),
				  ff_picture_pen(pixels, route_colour(map, i)));
}

/* Returns true if a box holds ground or routes, and no line but the edge itself, which has 'own'
 * pixels there. */
static bool is_free(const struct map *map, int64_t x, int64_t y, int64_t w, int64_t h, double own)
{
	const struct ff_sectors *sectors = &map->graph->sectors;
	const struct ff_image *image = map->ink->image;
	int lines = 0;

	if (x < 0 || y < 0 || x + w > (int64_t)sectors->w * map->ink->scale ||
	    y + h > (int64_t)sectors->h * map->ink->scale)
		return false;
	for (int64_t row = y; row < y + h; row++)
		for (int64_t column = x; column < x + w; column++) {
			uint8_t pixel = image->pixels[row * image->w + column];

			if (map->ink->taken[pixel])
				return false;
			lines += map->ink->is_edge[pixel];
		}
	return lines <= own;
}

/* Prints on paper in the first of a few places along the edge with room. */
static void print_along(const struct map *map, const double from[2], const double to[2],
			const char *text, int length)
{
	static const double parts[] = {0.5, 0.38, 0.62, 0.27, 0.73};
	const struct ff_canvas_font *font = &ff_canvas_small;
	int64_t w = length * font->w + 1, h = font->h;
	double dx = to[0] - from[0], dy = to[1] - from[1];
	/* The pixels of an edge through the middle, which is up to 2.5 wide with its smooth rims.
	 */
	double own = 2.5 * sqrt(dx * dx + dy * dy) /
		     fmax(fabs(dx) / (double)(w + 2), fabs(dy) / (double)(h + 2));

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		int64_t x = (int64_t)(from[0] + dx * parts[i]) - w / 2;
		int64_t y = (int64_t)(from[1] + dy * parts[i]) - h / 2;

		if (!is_free(map, x - 1, y - 1, w + 2, h + 2, own))
			continue;
		ff_canvas_rectangle(map->ink->image, x, y, w, h, LABEL);
		ff_canvas_text(map->ink->image, font, x + 1, y, text, FF_PALETTE_INK);
		return;
	}
}

static bool print_costs(const struct map *map, uint32_t a, uint32_t b, const double costs[2])
{
	const struct ff_portal_graph *graph = map->graph;
	double unit = ff_model_unit(&graph->model), from[2], to[2];
	int decimals = unit != 1 || graph->type == FF_FIELD_F64;
	char text[2 * FF_STYLE_PRINT];
	int length = ff_style_print(text, costs[0] / unit, decimals);

	/* Graphs from files may lack the way back. */
	if (costs[1] != costs[0] && costs[1] < FF_FIELD_NONEF) {
		text[length++] = '/';
		length += ff_style_print(text + length, costs[1] / unit, decimals);
	}
	find_ends(map, a, b, from, to);
	print_along(map, from, to, text, length);
	return true;
}

static void draw_edges(const void *context, struct ff_picture_pixels *pixels)
{
	enum { FIXED = 3 };
	const struct map *map = context;
	struct ink *ink = map->ink;
	uint8_t below[ROUTE + FIXED + 1];
	int first = pixels->free;

	for (int i = 0; i < ROUTE; i++)
		below[i] = (uint8_t)i;
	memcpy(below + ROUTE,
	       (uint8_t[]){FF_PALETTE_WALL, FF_PALETTE_CLOSED, FF_PALETTE_PAPER, EDGE}, FIXED + 1);
	ink->image = pixels->image;
	ff_stroke_mix(&ink->edge, ink->image, EDGE, below, ROUTE + FIXED - 1, &pixels->free);
	ink->is_edge[EDGE] = true;
	memset(ink->is_edge + first, true, (size_t)(pixels->free - first));
	first = pixels->free;
	ff_stroke_mix(&ink->node, ink->image, NODE, below, ROUTE + FIXED + 1, &pixels->free);
	memset(ink->taken + first, true, (size_t)(pixels->free - first));
	ink->taken[NODE] = ink->taken[LABEL] = true;
	ink->taken[FF_PALETTE_INK] = ink->taken[FF_PALETTE_GOAL] = true;
	if (ink->room >= 0)
		each_edge(map, draw_edge);
	draw_links(map);
}

static void draw_costs(const void *context, struct ff_picture_pixels *pixels)
{
	(void)pixels;
	each_edge(context, print_costs);
}

static void set_graph_palette(const struct ff_picture *picture, struct ff_image *image)
{
	set_palette(picture, image);
	image->palette[EDGE] = ff_palette_edge;
	image->palette[NODE] = ff_palette_node;
	image->palette[LABEL] = ff_palette_white;
}

enum ff_status ff_draw_graph(const struct ff_scene *scene, const struct ff_portal_graph *graph,
			     const struct ff_routes *routes, const struct ff_style *style,
			     struct ff_image *image, const struct ff_machine *machine,
			     struct ff_error *err)
{
	static const uint8_t lines[] = {EDGE, NODE};
	struct ink ink = {.scale = style->scale};
	struct map map = {
		.scene = scene,
		.graph = graph,
		.routes = routes,
		.look = FF_PALETTE_SECTORS_FAINT,
		.ink = &ink,
	};
	struct texts texts = {.count = 0};
	struct ff_picture picture;
	bool edges;

	read_map(&map);
	set_grounds(&map, lines, sizeof lines);
	edges = has_room(&map);
	snprintf(texts.title, sizeof texts.title, "portal graph: %zu nodes, %" PRIu64 " edges%s",
		 graph->node_count, ff_portal_graph_edges(graph), edges ? "" : " (not drawn)");
	if (graph->node_count > 0)
		add_swatch(&texts, NODE, "nodes and links");
	if (ink.any && edges)
		add_swatch(&texts, EDGE, "edges in sectors");
	list_map(&map, &texts);
	picture = picture_of(&map, style, machine);
	picture.palette = set_graph_palette;
	picture.free = GRAPH_FREE;
	picture.legend = (struct ff_legend){
		.title = texts.title, .swatches = texts.swatches, .count = texts.count};
	ff_picture_add(&picture, FF_MARK_OWN)->own = draw_borders;
	ff_picture_add(&picture, FF_MARK_OWN)->own = draw_edges;
	add_routes(&picture);
	ff_picture_add(&picture, FF_MARK_OWN)->own = draw_nodes;
	add_ends(&picture);
	if (edges)
		ff_picture_add(&picture, FF_MARK_OWN)->own = draw_costs;
	return draw_map(&map, &picture, false, image, err);
}
