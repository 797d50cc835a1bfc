/*
 * Pictures of sectors: the borders between them, the windows of portals, and the graph that routes
 * are found in.
 *
 * The windows of a portal are two bands, one on either side of the border.  A band ends short of a
 * sector's corner, where those of four borders would meet: that place is for corner portals.  Where
 * sectors are small in the picture there are no windows, and where they are tiny no borders: they
 * would cover the map.
 *
 * Of the graph a picture has the edges of nodes on routes, unless all are asked for or there are no
 * routes.  They are drawn if together, as lines of one pixel, they cover no more than an eighth of
 * the picture, and nodes likewise: beyond that they are a blot in which none can be followed.
 */
#include "draw/draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/map/sectors.h"
#include "draw/picture.h"

enum {
	BORDERED = 16,    /* pixels of a sector's side, at least, for borders... */
	WINDOWED = 24,    /* ...and for windows */
	RIMMED = 8,       /* pixels of a cell from which on windows have rims... */
	RIMMED_SIDE = 48, /* ...and of a sector's side, those in use */
	WIDE = 24,        /* pixels of a cell from which on borders are twice as wide */
	CORNER = FF_PALETTE_PORTALS - 1,
};

/* ---- borders ---- */

/* Returns the width of borders, which lie on the cells to the right or below, in cells. */
static double border_width(const struct ff_layout *layout)
{
	return (layout->scale < WIDE ? 1 : 2) * layout->unit / layout->scale;
}

static enum ff_status paint_borders(struct ff_surface *on, const struct ff_picture *picture)
{
	const struct ff_sectors *sectors = &picture->scene->graph->sectors;
	struct ff_colour colour = ff_palette_colour(FF_PALETTE_FRAME);
	double width = border_width(on->layout);

	for (int32_t x = sectors->size; x < sectors->w; x += sectors->size)
		on->box(on, x, 0, width, sectors->h, colour, 1);
	for (int32_t y = sectors->size; y < sectors->h; y += sectors->size)
		on->box(on, 0, y, sectors->w, width, colour, 1);
	return FF_OK;
}

/* ---- windows ---- */

static bool is_corner(const struct ff_portal *portal)
{
	return portal->direction != FF_E && portal->direction != FF_S;
}

/* Returns the kind of a portal, 0..CORNER: portals side by side along a border have different ones.
 */
static int portal_kind(const struct ff_portal *portal, const struct ff_sectors *sectors)
{
	uint32_t columns = (uint32_t)sectors->columns, sector = portal->sectors[0];

	if (is_corner(portal))
		return CORNER;
	if (portal->direction == FF_E)
		return (int)(sector / columns % 2);
	return (int)(2 + sector % columns % 2);
}

/* Sets used[i] of each portal that a route is planned through, as the table of portals has it.  A
 * path along the flow may cross to the same sector beside it. */
static void find_used(const struct ff_scene *scene, bool *used)
{
	for (size_t i = 0; i < scene->routes->count; i++) {
		const struct ff_route *route = &scene->routes->items[i];

		for (size_t k = 1; k < route->node_count; k++) {
			uint32_t portal = ff_portal_graph_crossed(scene->graph, route->nodes[k - 1],
								  route->nodes[k]);

			if (portal != FF_PORTAL_GRAPH_NONE)
				used[portal] = true;
		}
	}
}

static struct ff_colour colour_of_portal(int kind, bool used)
{
	return used ? ff_palette_portals_used[kind] : ff_palette_portal;
}

/* How bands are painted; sizes in cells. */
struct bands {
	struct ff_surface *on;
	const struct ff_sectors *sectors;
	struct ff_colour colour;
	double line;          /* width of borders */
	double thick, widest; /* of the band, and of those that a route uses */
	double rim;           /* 0: none */
};

/* Returns how far from its end at 'at' a band begins: 'room' at a sector's corner, else 0. */
static double gap_at(const struct bands *bands, int32_t at, int32_t most, int32_t length,
		     double room)
{
	if (at == 0 || at == most || at % bands->sectors->size != 0)
		return 0;
	return room < length / 2.0 ? room : 0;
}

/* Paints a box beside a border that is upright or level. */
static void paint_box(const struct bands *bands, bool upright, double across, double along,
		      double thick, double length, struct ff_colour colour)
{
	if (upright)
		bands->on->box(bands->on, across, along, thick, length, colour, 1);
	else
		bands->on->box(bands->on, along, across, length, thick, colour, 1);
}

/* Paints the rim of a box, so that it stands out from any map. */
static void paint_rim(const struct bands *bands, bool upright, double across, double along,
		      double thick, double length)
{
	double rim = bands->rim;

	if (rim > 0)
		paint_box(bands, upright, across - rim, along - rim, thick + 2 * rim,
			  length + 2 * rim, ff_palette_colour(FF_PALETTE_PAPER));
}

/* Paints both bands along the border at 'across', over cells from..from+length-1 along it. */
static void paint_bands(const struct bands *bands, bool upright, int32_t across, int32_t from,
			int32_t length)
{
	int32_t most = upright ? bands->sectors->h : bands->sectors->w, to = from + length;
	double first = from + gap_at(bands, from, most, length, bands->line + bands->widest);
	double end = to - gap_at(bands, to, most, length, bands->widest);
	double thick = bands->thick, before = across - thick, after = across + bands->line;

	paint_rim(bands, upright, before, first, after + thick - before, end - first);
	paint_box(bands, upright, before, first, thick, end - first, bands->colour);
	paint_box(bands, upright, after, first, thick, end - first, bands->colour);
}

/* Paints two squares at the corner where cells x,y and, to the right or left, the one below meet.
 */
static void paint_corner(const struct bands *bands, int32_t x, int32_t y, bool right)
{
	double thick = bands->thick;

	for (int below = 0; below < 2; below++) {
		double left = x + right + (below == right ? bands->line : -thick);
		double top = y + 1 + (below ? bands->line : -thick);

		paint_rim(bands, true, left, top, thick, thick);
		paint_box(bands, true, left, top, thick, thick, bands->colour);
	}
}

static void paint_portal(const struct bands *bands, const struct ff_portal *portal)
{
	uint32_t w = (uint32_t)bands->sectors->w;
	int32_t x = (int32_t)(portal->first[0] % w), y = (int32_t)(portal->first[0] / w);

	if (is_corner(portal))
		paint_corner(bands, x, y, portal->direction == FF_SE);
	else if (portal->direction == FF_E)
		paint_bands(bands, true, x + 1, y, portal->length);
	else
		paint_bands(bands, false, y + 1, x, portal->length);
}

/* Portals that a route uses lie above the others, and corners above bands. */
static enum ff_status paint_portals(struct ff_surface *on, const struct ff_picture *picture)
{
	const struct ff_portal_graph *graph = picture->scene->graph;
	double scale = on->layout->scale, unit = on->layout->unit;
	/* Values need most of a cell. */
	double most = (picture->style->with & FF_STYLE_VALUES) != 0 ? 6 * unit : 12 * unit;
	double side = graph->sectors.size * scale;
	double least = fmax(2, floor(fmin(side / 16, 5 * unit)));
	double widest = fmax(least, floor(fmin(scale * 0.45, most))) / scale;
	double narrow = fmax(1, floor(fmin(scale * 0.2, most / 2))) / scale;
	bool *used = calloc(graph->portal_count + 1, sizeof *used);

	if (used == NULL)
		return FF_E_NOMEM;
	find_used(picture->scene, used);
	for (int pass = 0; pass < 4; pass++)
		for (size_t i = 0; i < graph->portal_count; i++) {
			const struct ff_portal *portal = &graph->portals[i];
			int kind = portal_kind(portal, &graph->sectors);
			const struct bands bands = {
				.on = on,
				.sectors = &graph->sectors,
				.colour = colour_of_portal(kind, used[i]),
				.line = border_width(on->layout),
				.thick = used[i] ? widest : narrow,
				.widest = widest,
				.rim = scale < RIMMED && !(used[i] && side >= RIMMED_SIDE)
					       ? 0
					       : unit / scale,
			};

			if (pass == 2 * (kind == CORNER) + used[i])
				paint_portal(&bands, portal);
		}
	free(used);
	return FF_OK;
}

/* Lists the colours of windows in use that occur, with their numbers of portals; only the last one
 * of those along borders has a label, as have those at corners. */
static void list_kinds(struct ff_legend *legend, const size_t seen[FF_PALETTE_PORTALS])
{
	size_t along = 0;
	int last = 0;

	for (int kind = 0; kind < CORNER; kind++) {
		along += seen[kind];
		last = seen[kind] > 0 ? kind : last;
	}
	for (int kind = 0; kind < FF_PALETTE_PORTALS; kind++) {
		const struct ff_fill fill = {.colour = colour_of_portal(kind, true)};
		size_t count = kind == CORNER ? seen[kind] : along;

		if (seen[kind] == 0)
			continue;
		if (kind < last)
			ff_legend_add(legend, FF_LEGEND_AREA, fill, "%s", "");
		else
			ff_legend_add(
				legend, FF_LEGEND_AREA, fill, "%swindows of %zu portal%s in use",
				kind == CORNER ? "corner " : "", count, count == 1 ? "" : "s");
	}
}

static void list_portals(struct ff_picture *picture)
{
	const struct ff_portal_graph *graph = picture->scene->graph;
	size_t seen[FF_PALETTE_PORTALS] = {0}, idle = 0;
	bool *used = calloc(graph->portal_count + 1, sizeof *used);

	if (used == NULL) {
		picture->failed = true;
		return;
	}
	find_used(picture->scene, used);
	for (size_t i = 0; i < graph->portal_count; i++)
		if (used[i])
			seen[portal_kind(&graph->portals[i], &graph->sectors)]++;
		else
			idle++;
	free(used);
	if (idle > 0)
		ff_legend_add(&picture->legend, FF_LEGEND_AREA,
			      (struct ff_fill){.colour = ff_palette_portal},
			      "windows of %zu portal%s not in use", idle, idle == 1 ? "" : "s");
	list_kinds(&picture->legend, seen);
}

/* Returns the pixels of a sector's side. */
static double side_of(const struct ff_picture *picture)
{
	const struct ff_style *style = picture->style;

	return (double)picture->scene->graph->sectors.size * style->scale / fmax(style->block, 1);
}

/* Adds the borders between sectors, unless these are too small in the picture. */
static void add_borders(struct ff_picture *picture)
{
	if (side_of(picture) >= BORDERED)
		ff_picture_mark(picture, FF_MARK_BORDERS, "borders", paint_borders);
}

/* ---- renewal ---- */

/* Paints a frame within each sector that was computed anew, and another one within that if its
 * portals were priced again. */
static enum ff_status paint_renewed(struct ff_surface *on, const struct ff_picture *picture)
{
	enum { FRAME = 4 }; /* units of width */
	const struct ff_scene *scene = picture->scene;
	const struct ff_sectors *sectors = &scene->graph->sectors;

	for (uint32_t s = 0; s < ff_sectors_count(sectors); s++) {
		struct ff_sectors_area area = ff_sectors_area(sectors, s);
		double gap = -FRAME * on->layout->unit;

		if ((scene->routes->computed[s] & FF_ROUTES_INTEGRATED) != 0)
			ff_marks_frame(on, area.x, area.y, area.w, area.h, gap,
				       ff_palette_colour(FF_PALETTE_INK));
		if (scene->renewed[s] != 0)
			ff_marks_frame(on, area.x, area.y, area.w, area.h, 2 * gap,
				       ff_palette_colour(FF_PALETTE_EDITED));
	}
	return FF_OK;
}

/* Marks what the last edits have changed. */
static void add_renewed(struct ff_picture *picture)
{
	const struct ff_scene *scene = picture->scene;
	size_t priced = 0, anew = 0, kept = 0;

	for (uint32_t s = 0; s < ff_sectors_count(&scene->graph->sectors); s++) {
		uint8_t computed = scene->routes->computed[s];

		priced += scene->renewed[s] != 0;
		anew += (computed & FF_ROUTES_INTEGRATED) != 0;
		kept += computed == FF_ROUTES_COMPUTED;
	}
	ff_picture_mark(picture, FF_MARK_EDITS, "renewed", paint_renewed);
	ff_legend_add(&picture->legend, FF_LEGEND_LINE, picture->fills[FF_PALETTE_EDITED],
		      "%zu priced again", priced);
	ff_legend_add(&picture->legend, FF_LEGEND_LINE, picture->fills[FF_PALETTE_INK],
		      "%zu computed anew", anew);
	ff_legend_add(&picture->legend, FF_LEGEND_NONE, (struct ff_fill){0}, "%zu kept", kept);
}

/* Adds borders and, where they have room, the windows of portals. */
void ff_marks_add_portals(struct ff_picture *picture)
{
	if (picture->scene->graph == NULL || picture->marks[FF_MARK_PORTALS].paint != NULL)
		return;
	add_borders(picture);
	if (picture->scene->renewed != NULL && side_of(picture) >= BORDERED)
		add_renewed(picture);
	if (side_of(picture) < WINDOWED)
		return;
	ff_picture_mark(picture, FF_MARK_PORTALS, "portals", paint_portals);
	list_portals(picture);
}

/* ---- portals ---- */

enum ff_status ff_draw_portals(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_page *page, struct ff_error *err)
{
	const struct ff_sectors *sectors = &scene->graph->sectors;
	uint32_t count = ff_sectors_count(sectors), computed = 0;
	struct ff_picture picture;
	struct ff_base base;

	for (uint32_t s = 0; s < count; s++)
		computed += scene->routes->computed[s] != 0;
	ff_picture_begin(&picture, scene, style);
	ff_legend_title(&picture.legend, "sectors of %" PRId32 "x%" PRId32 " cells", sectors->size,
			sectors->size);
	ff_legend_add(&picture.legend, FF_LEGEND_NONE, (struct ff_fill){0},
		      "%" PRIu32 " of %" PRIu32 " computed", computed, count);
	ff_marks_add_portals(&picture);
	ff_base_open(&base, &picture, 0);
	ff_picture_cells(&picture, ff_base_row, &base);
	ff_picture_list_classes(&picture);
	ff_marks_add_paths(&picture);
	return ff_picture_paint(&picture, page, err);
}

/* ---- the graph ---- */

enum {
	BLOT = 8,   /* a picture is a blot if more than 1/BLOT is covered */
	LEAST = 3,  /* pixels of a node, at least */
	LARGE = 32, /* pixels of a cell from which on lines are wider */
};

/* Returns the middle of a cell, or that of a node's. */
static struct ff_point middle_of(const struct ff_portal_graph *graph, uint32_t cell)
{
	uint32_t w = (uint32_t)graph->sectors.w, row = cell / w;

	return (struct ff_point){cell % w + 0.5, row + 0.5};
}

static struct ff_point place_of(const struct ff_portal_graph *graph, uint32_t node)
{
	return middle_of(graph, graph->cells[node]);
}

/* The part of a graph that is drawn. */
struct shown {
	bool *routed; /* owned; [node_count]  the node is on a route, or all are asked for */
	bool *nodes;  /* owned; [node_count]  it has an edge that is drawn */
	size_t node_count;
	uint64_t edges; /* in both directions */
	double length;  /* of edges within sectors, in cells */
};

static bool has_edge(const struct ff_portal_graph *graph, const struct shown *shown, uint32_t s,
		     uint32_t a, uint32_t b)
{
	return (shown->routed[a] || shown->routed[b]) &&
	       ff_portal_graph_cost(graph, s, a, b) != FF_FIELD_NONEF;
}

static void close_shown(struct shown *shown)
{
	free(shown->routed);
	free(shown->nodes);
}

/* Finds what is drawn; false if memory ran out, and there is nothing to close. */
static bool open_shown(struct shown *shown, const struct ff_picture *picture)
{
	const struct ff_portal_graph *graph = picture->scene->graph;
	const struct ff_routes *routes = picture->scene->routes;
	bool all = (picture->style->with & FF_STYLE_GRAPH_ALL) != 0, any = false;

	*shown = (struct shown){.routed = calloc(graph->node_count + 1, sizeof *shown->routed),
				.nodes = calloc(graph->node_count + 1, sizeof *shown->nodes)};
	if (shown->routed == NULL || shown->nodes == NULL) {
		close_shown(shown);
		return false;
	}
	for (size_t i = 0; i < routes->count; i++)
		for (size_t k = 0; k < routes->items[i].node_count; k++)
			any = shown->routed[routes->items[i].nodes[k]] = true;
	for (uint32_t a = 0; a < graph->node_count; a++)
		shown->routed[a] |= all || !any;
	for (uint32_t s = 0; s < ff_sectors_count(&graph->sectors); s++)
		for (uint32_t a = graph->first_node[s]; a < graph->first_node[s + 1]; a++)
			for (uint32_t b = a + 1; b < graph->first_node[s + 1]; b++) {
				struct ff_point p = place_of(graph, a), q = place_of(graph, b);
				double dx = q.x - p.x, dy = q.y - p.y;

				if (!has_edge(graph, shown, s, a, b))
					continue;
				shown->nodes[a] = shown->nodes[b] = true;
				shown->length += sqrt(dx * dx + dy * dy);
				shown->edges += 2;
			}
	for (uint32_t a = 0; a < graph->node_count; a++)
		for (uint32_t i = graph->first_link[a]; i < graph->first_link[a + 1]; i++) {
			uint32_t b = graph->links[i].node;
			bool drawn = shown->routed[a] || shown->routed[b];

			shown->nodes[a] |= drawn;
			shown->nodes[b] |= drawn;
			shown->edges += drawn;
		}
	for (uint32_t a = 0; a < graph->node_count; a++)
		shown->node_count += shown->nodes[a] |= shown->routed[a];
	return true;
}

/* Paints the links between nodes, above the edges within sectors if there are any. */
static enum ff_status paint_lines(struct ff_surface *on, const struct ff_picture *picture,
				  bool edges)
{
	const struct ff_portal_graph *graph = picture->scene->graph;
	const double unit = on->layout->unit;
	const struct ff_stroke edge = {.colour = ff_palette_edge,
				       .width = (on->scale < LARGE ? 1 : 2) * unit,
				       .opacity = 1};
	const struct ff_stroke link = {
		.colour = ff_palette_node, .width = (on->scale < 8 ? 1 : 2) * unit, .opacity = 1};
	struct shown shown;

	if (!open_shown(&shown, picture))
		return FF_E_NOMEM;
	for (uint32_t s = 0; s < ff_sectors_count(&graph->sectors) && edges; s++)
		for (uint32_t a = graph->first_node[s]; a < graph->first_node[s + 1]; a++)
			for (uint32_t b = a + 1; b < graph->first_node[s + 1]; b++) {
				const struct ff_point ends[] = {place_of(graph, a),
								place_of(graph, b)};

				if (has_edge(graph, &shown, s, a, b))
					on->line(on, ends, 2, &edge);
			}
	for (uint32_t a = 0; a < graph->node_count; a++)
		for (uint32_t i = graph->first_link[a]; i < graph->first_link[a + 1]; i++) {
			uint32_t b = graph->links[i].node;
			const struct ff_point ends[] = {place_of(graph, a), place_of(graph, b)};

			if (a < b && (shown.routed[a] || shown.routed[b]))
				on->line(on, ends, 2, &link);
		}
	close_shown(&shown);
	return FF_OK;
}

static enum ff_status paint_links(struct ff_surface *on, const struct ff_picture *picture)
{
	return paint_lines(on, picture, false);
}

static enum ff_status paint_edges(struct ff_surface *on, const struct ff_picture *picture)
{
	return paint_lines(on, picture, true);
}

/* Paints the routes over the graph, from node to node, in the colours of their sources; the first
 * one is above the others. */
static enum ff_status paint_routes(struct ff_surface *on, const struct ff_picture *picture)
{
	const struct ff_portal_graph *graph = picture->scene->graph;
	const struct ff_routes *routes = picture->scene->routes;
	double width = ff_marks_line_width(on->layout, routes->count);

	for (int rim = 1; rim >= 0; rim--)
		for (size_t i = routes->count; i-- > 0;) {
			const struct ff_route *route = &routes->items[i];
			const struct ff_stroke stroke = {
				.colour = rim ? ff_palette_colour(FF_PALETTE_PAPER)
					      : ff_marks_path_colour(routes->count, i),
				.width = rim ? width + 2 * ff_marks_rim(on->layout, routes->count)
					     : width,
				.opacity = 1};
			struct ff_point ends[2] = {middle_of(graph, route->source)};

			for (size_t k = 0; k <= route->node_count && route->reached; k++) {
				ends[1] = k < route->node_count ? place_of(graph, route->nodes[k])
								: middle_of(graph, route->goal);
				on->line(on, ends, 2, &stroke);
				ends[0] = ends[1];
			}
		}
	return FF_OK;
}

/* Paints the nodes; those on routes last, in the colours of these. */
static enum ff_status paint_nodes(struct ff_surface *on, const struct ff_picture *picture)
{
	const struct ff_portal_graph *graph = picture->scene->graph;
	const struct ff_routes *routes = picture->scene->routes;
	double scale = on->layout->scale;
	double radius =
		scale < 6 ? fmax(scale / 2, 0.7) : fmin(2 + scale / 10, 8) * on->layout->unit;

	struct shown shown;

	if (!open_shown(&shown, picture))
		return FF_E_NOMEM;
	for (uint32_t i = 0; i < graph->node_count; i++)
		if (shown.nodes[i])
			on->disc(on, place_of(graph, i), radius, ff_palette_node);
	close_shown(&shown);
	for (size_t i = routes->count; i-- > 0;)
		for (size_t k = 0; k < routes->items[i].node_count; k++)
			on->disc(on, place_of(graph, routes->items[i].nodes[k]), radius,
				 ff_marks_path_colour(routes->count, i));
	return FF_OK;
}

/* Adds the graph, as far as it can be followed, and its routes. */
static void add_graph(struct ff_picture *picture)
{
	const struct ff_portal_graph *graph = picture->scene->graph;
	double scale = (double)picture->style->scale / fmax(picture->style->block, 1);
	double room = (double)picture->w * picture->h * scale / BLOT; /* cells of a line */
	struct shown shown;
	bool nodes, edges;

	if (!open_shown(&shown, picture)) {
		picture->failed = true;
		return;
	}
	nodes = LEAST * (double)shown.node_count <= room * scale;
	edges = nodes && shown.length <= room;
	ff_legend_add(&picture->legend, nodes ? FF_LEGEND_DOT : FF_LEGEND_NONE,
		      (struct ff_fill){.colour = ff_palette_node}, "%zu of %zu nodes%s",
		      shown.node_count, graph->node_count, nodes ? "" : " (not drawn)");
	ff_legend_add(&picture->legend, edges ? FF_LEGEND_LINE : FF_LEGEND_NONE,
		      (struct ff_fill){.colour = ff_palette_edge},
		      "%" PRIu64 " of %" PRIu64 " edges%s", shown.edges,
		      ff_portal_graph_edges(graph), edges ? "" : " (not drawn)");
	close_shown(&shown);
	add_borders(picture);
	if (nodes) {
		ff_picture_mark(picture, FF_MARK_EDGES, "edges", edges ? paint_edges : paint_links);
		ff_picture_mark(picture, FF_MARK_NODES, "nodes", paint_nodes);
	}
}

void ff_marks_add_graph_all(struct ff_picture *picture)
{
	/* Unless it is a picture of the graph. */
	if (picture->scene->graph != NULL && picture->marks[FF_MARK_PATHS].paint != paint_routes)
		add_graph(picture);
}

enum ff_status ff_draw_graph(const struct ff_scene *scene, const struct ff_style *style,
			     struct ff_page *page, struct ff_error *err)
{
	struct ff_picture picture;
	struct ff_base base;

	ff_picture_begin(&picture, scene, style);
	ff_legend_title(&picture.legend, "portal graph");
	add_graph(&picture);
	ff_base_open(&base, &picture, 0);
	base.all = picture.hides_classes = true;
	ff_picture_cells(&picture, ff_base_row, &base);
	ff_picture_list_classes(&picture);
	ff_picture_mark(&picture, FF_MARK_PATHS, "routes", paint_routes);
	ff_marks_add_paths(&picture);
	return ff_picture_paint(&picture, page, err);
}
