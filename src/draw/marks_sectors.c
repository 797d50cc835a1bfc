/*
 * Layers of sectors: the borders between them, the windows of portals, and routes.
 *
 * The windows of a portal are two bands, one on either side of the border.  A band ends short of a
 * sector's corner, where those of four borders would meet: that place is for corner portals.  Where
 * sectors are small in the picture there are no windows, and where they are tiny no borders: they
 * would cover the map.
 *
 * A route is drawn as it is walked, along the flow, or as it was planned, over the graph.  Where it
 * meets an earlier one it ends.
 */
#include "draw/marks.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "core/map/sectors.h"

enum {
	BORDERED = 16,    /* pixels of a sector's side, at least, for borders... */
	WINDOWED = 24,    /* ...and for windows */
	RIMMED = 8,       /* pixels of a cell from which on windows have rims... */
	RIMMED_SIDE = 48, /* ...and of a sector's side, those in use */
	WIDE = 24,        /* pixels of a cell from which on borders are twice as wide */
	CORNER = FF_PALETTE_PORTALS - 1,
};

static uint32_t column_of(const struct ff_scene *scene, uint32_t cell)
{
	return cell % (uint32_t)scene->map->w;
}

static uint32_t row_of(const struct ff_scene *scene, uint32_t cell)
{
	return cell / (uint32_t)scene->map->w;
}

struct ff_point ff_marks_middle(const struct ff_scene *scene, uint32_t cell)
{
	return (struct ff_point){column_of(scene, cell) + 0.5, row_of(scene, cell) + 0.5};
}

/* ---- routes ---- */

/* The lines of routes: route i has the points first[i]..first[i + 1]-1. */
struct trails {
	const struct ff_scene *scene;
	struct ff_point *points; /* owned; [count] */
	size_t count, room;
	size_t *first;   /* owned; [routes + 1] */
	uint8_t *walked; /* owned; a bit a cell that a route leaves along the flow */
};

static bool add_point(struct trails *trails, uint32_t cell)
{
	void *points = trails->points;

	if (!ff_memory_grow(&points, &trails->room, trails->count + 1, sizeof *trails->points))
		return false;
	trails->points = points;
	trails->points[trails->count++] = ff_marks_middle(trails->scene, cell);
	return true;
}

/* Adds a route up to the goal, or to the node where it meets an earlier one. */
static bool add_planned(struct trails *trails, const struct ff_route *route)
{
	size_t own = route->node_count - route->merged;
	bool added = add_point(trails, route->source);

	for (size_t i = 0; i <= own && added; i++)
		added = add_point(trails, i < route->node_count
						  ? trails->scene->graph->cells[route->nodes[i]]
						  : route->goal);
	return added;
}

static bool is_walked(const struct trails *trails, uint32_t cell)
{
	return (trails->walked[cell / 8] >> cell % 8 & 1) != 0;
}

/* Returns the cell that the flow leads to. */
static uint32_t next_of(const struct ff_flow *flow, uint32_t cell)
{
	struct ff_flow_step step = ff_flow_steps[flow->cells[cell]];

	return (uint32_t)((int64_t)cell + (int64_t)step.dy * flow->w + step.dx);
}

/* Adds the path from a source along the flow, up to its end or to a cell of an earlier path. */
static bool add_path(struct trails *trails, uint32_t cell)
{
	const struct ff_flow *flow = trails->scene->flow;
	uint8_t last = FF_NONE;

	while (flow->cells[cell] != FF_NONE && !is_walked(trails, cell)) {
		if (flow->cells[cell] != last && !add_point(trails, cell))
			return false;
		last = flow->cells[cell];
		trails->walked[cell / 8] |= (uint8_t)(1 << cell % 8);
		cell = next_of(flow, cell);
	}
	return add_point(trails, cell);
}

static void free_trails(struct trails *trails)
{
	free(trails->points);
	free(trails->first);
	free(trails->walked);
}

/* Follows all routes; false if memory ran out.  The caller frees the trails in any case. */
static bool follow_routes(struct trails *trails, const struct ff_scene *scene, bool planned)
{
	const struct ff_routes *routes = scene->routes;

	*trails = (struct trails){
		.scene = scene,
		.first = calloc(routes->count + 1, sizeof *trails->first),
		.walked = calloc((size_t)scene->map->w * (size_t)scene->map->h / 8 + 1, 1),
	};
	if (trails->first == NULL || trails->walked == NULL)
		return false;
	for (size_t i = 0; i < routes->count; i++) {
		const struct ff_route *route = &routes->items[i];

		if (route->reached &&
		    !(planned ? add_planned(trails, route) : add_path(trails, route->source)))
			return false;
		trails->first[i + 1] = trails->count;
	}
	return true;
}

struct ff_colour ff_marks_route_colour(size_t i)
{
	return ff_palette_groups[i < FF_PALETTE_GROUPS ? i : FF_PALETTE_GROUPS - 1];
}

double ff_marks_line_width(const struct ff_layout *layout, size_t count)
{
	if (count <= FF_MARKS_FEW)
		return fmax(3 * layout->unit, layout->scale / 8);
	return count <= FF_MARKS_SOME ? fmax(2 * layout->unit, layout->scale / 12)
				      : fmax(1.5 * layout->unit, layout->scale / 16);
}

double ff_marks_start_radius(const struct ff_layout *layout, size_t count)
{
	enum { MANY = 1000 }; /* starts; more are smaller */
	double factor = count <= FF_MARKS_FEW ? 1.7 : count <= FF_MARKS_SOME ? 1.3 : 0.9;

	return count > MANY ? layout->unit : factor * ff_marks_line_width(layout, count);
}

/* Returns the width of the rims around lines and starts. */
static double rim_width(const struct ff_layout *layout, size_t count)
{
	return count <= FF_MARKS_FEW ? 1.5 * layout->unit : layout->unit;
}

/* The first route lies above the others, whose ends it covers. */
static enum ff_status paint_routes(struct ff_surface *on, const struct ff_picture *picture,
				   const void *context, struct ff_error *err)
{
	size_t count = picture->scene->routes->count;
	double width = ff_marks_line_width(on->layout, count);
	double around = 2 * rim_width(on->layout, count);
	struct trails trails;
	bool followed = follow_routes(&trails, picture->scene, context != NULL);

	for (int rim = 1; rim >= 0 && followed; rim--)
		for (size_t i = count; i-- > 0;) {
			const struct ff_stroke stroke = {
				.colour = rim ? ff_palette_colour(FF_PALETTE_PAPER)
					      : ff_marks_route_colour(i),
				.width = rim ? width + around : width,
				.opacity = 1,
			};

			if (picture->scene->routes->items[i].reached)
				on->line(on, &trails.points[trails.first[i]],
					 trails.first[i + 1] - trails.first[i], &stroke);
		}
	free_trails(&trails);
	return followed ? FF_OK : ff_status_nomem(err, "the paths");
}

static enum ff_status paint_sources(struct ff_surface *on, const struct ff_picture *picture,
				    const void *context, struct ff_error *err)
{
	const struct ff_routes *routes = picture->scene->routes;
	double radius = ff_marks_start_radius(on->layout, routes->count);
	double rim = rim_width(on->layout, routes->count);

	(void)context;
	(void)err;
	for (size_t i = routes->count; i-- > 0;) {
		struct ff_point at = ff_marks_middle(picture->scene, routes->items[i].source);

		if (!routes->items[i].reached) {
			ff_surface_cross(on, at, fmax(radius, 3 * on->layout->unit),
					 ff_marks_line_width(on->layout, routes->count));
			continue;
		}
		on->disc(on, at, radius + rim, ff_palette_colour(FF_PALETTE_PAPER));
		on->disc(on, at, radius, ff_marks_route_colour(i));
	}
	return FF_OK;
}

/* Returns true if an earlier route has the same source, and hides this one. */
static bool is_repeated(const struct ff_routes *routes, size_t which)
{
	for (size_t i = 0; i < which; i++)
		if (routes->items[i].source == routes->items[which].source)
			return true;
	return false;
}

static void list_routes(struct ff_picture *picture)
{
	const struct ff_scene *scene = picture->scene;
	const struct ff_routes *routes = scene->routes;
	size_t named = routes->count <= FF_PALETTE_GROUPS ? routes->count : FF_PALETTE_GROUPS - 1;
	const struct ff_fill lost = picture->fills[FF_PALETTE_INK];
	size_t next = named;

	for (size_t i = 0; i < named; i++) {
		const struct ff_route *route = &routes->items[i];
		const struct ff_fill line = {.colour = ff_marks_route_colour(i)};

		if (is_repeated(routes, i))
			continue;
		ff_legend_add(&picture->legend, route->reached ? FF_LEGEND_LINE : FF_LEGEND_CROSS,
			      route->reached ? line : lost, "%sfrom %" PRIu32 ",%" PRIu32,
			      route->reached ? "" : "no way ", column_of(scene, route->source),
			      row_of(scene, route->source));
	}
	while (next < routes->count && !routes->items[next].reached)
		next++;
	if (next < routes->count)
		ff_legend_add(&picture->legend, FF_LEGEND_LINE,
			      (struct ff_fill){.colour = ff_marks_route_colour(next)},
			      "and %zu more", routes->count - named);
	else if (named < routes->count)
		ff_legend_add(&picture->legend, FF_LEGEND_CROSS, lost, "and %zu more",
			      routes->count - named);
}

void ff_marks_add_routes(struct ff_picture *picture, bool planned)
{
	if (picture->scene->routes == NULL || picture->marks[FF_MARK_PATHS].paint != NULL)
		return;
	ff_picture_mark(picture, FF_MARK_PATHS, "routes", FF_SURFACE_MAP, paint_routes,
			planned ? picture->scene : NULL);
	ff_picture_mark(picture, FF_MARK_STARTS, "sources", FF_SURFACE_MAP, paint_sources, NULL);
	list_routes(picture);
}

/* ---- borders ---- */

/* Returns the width of borders, which lie on the cells to the right or below, in cells. */
static double border_width(const struct ff_layout *layout)
{
	return (layout->scale < WIDE ? 1 : 2) * layout->unit / layout->scale;
}

static enum ff_status paint_borders(struct ff_surface *on, const struct ff_picture *picture,
				    const void *context, struct ff_error *err)
{
	const struct ff_sectors *sectors = &picture->scene->graph->sectors;
	struct ff_colour colour = ff_palette_colour(FF_PALETTE_FRAME);
	double width = border_width(on->layout);

	(void)context;
	(void)err;
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
	return used ? ff_palette_portals_used[kind] : ff_palette_portals[kind];
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
static enum ff_status paint_portals(struct ff_surface *on, const struct ff_picture *picture,
				    const void *context, struct ff_error *err)
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

	(void)context;
	if (used == NULL)
		return ff_status_nomem(err, "the portals");
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

/* Lists the colours of windows that occur, with their numbers of portals; only the last one of
 * those along borders has a label, as have those at corners. */
static void list_kinds(struct ff_legend *legend, const size_t seen[FF_PALETTE_PORTALS], bool used)
{
	size_t along = 0;
	int last = 0;

	for (int kind = 0; kind < CORNER; kind++) {
		along += seen[kind];
		last = seen[kind] > 0 ? kind : last;
	}
	for (int kind = 0; kind < FF_PALETTE_PORTALS; kind++) {
		const struct ff_fill fill = {.colour = colour_of_portal(kind, used)};
		size_t count = kind == CORNER ? seen[kind] : along;

		if (seen[kind] == 0)
			continue;
		if (kind < last)
			ff_legend_add(legend, FF_LEGEND_AREA, fill, "%s", "");
		else
			ff_legend_add(legend, FF_LEGEND_AREA, fill, "%swindows of %zu portal%s %s",
				      kind == CORNER ? "corner " : "", count, count == 1 ? "" : "s",
				      used ? "in use" : "not in use");
	}
}

static void list_portals(struct ff_picture *picture)
{
	const struct ff_portal_graph *graph = picture->scene->graph;
	size_t seen[2][FF_PALETTE_PORTALS] = {{0}};
	bool *used = calloc(graph->portal_count + 1, sizeof *used);

	if (used == NULL) {
		picture->failed = true;
		return;
	}
	find_used(picture->scene, used);
	for (size_t i = 0; i < graph->portal_count; i++)
		seen[used[i]][portal_kind(&graph->portals[i], &graph->sectors)]++;
	free(used);
	for (int in_use = 0; in_use < 2; in_use++)
		list_kinds(&picture->legend, seen[in_use], in_use);
}

/* Returns the pixels of a sector's side. */
static double side_of(const struct ff_picture *picture)
{
	const struct ff_style *style = picture->style;

	return (double)picture->scene->graph->sectors.size * style->scale / fmax(style->block, 1);
}

void ff_marks_add_borders(struct ff_picture *picture)
{
	if (side_of(picture) >= BORDERED)
		ff_picture_mark(picture, FF_MARK_BORDERS, "borders", FF_SURFACE_MAP, paint_borders,
				NULL);
}

/* ---- renewal ---- */

/* Paints a frame within each sector that was computed anew, and another one within that if its
 * portals were priced again. */
static enum ff_status paint_renewed(struct ff_surface *on, const struct ff_picture *picture,
				    const void *context, struct ff_error *err)
{
	enum { FRAME = 4 }; /* units of width */
	const struct ff_scene *scene = picture->scene;
	const struct ff_sectors *sectors = &scene->graph->sectors;

	(void)context;
	(void)err;
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
	ff_picture_mark(picture, FF_MARK_EDITS, "renewed", FF_SURFACE_MAP, paint_renewed, NULL);
	ff_legend_add(&picture->legend, FF_LEGEND_LINE, picture->fills[FF_PALETTE_EDITED],
		      "%zu priced again", priced);
	ff_legend_add(&picture->legend, FF_LEGEND_LINE, picture->fills[FF_PALETTE_INK],
		      "%zu computed anew", anew);
	ff_legend_add(&picture->legend, FF_LEGEND_NONE, (struct ff_fill){0}, "%zu kept", kept);
}

void ff_marks_add_portals(struct ff_picture *picture)
{
	if (picture->scene->graph == NULL || picture->marks[FF_MARK_PORTALS].paint != NULL)
		return;
	ff_marks_add_borders(picture);
	if (picture->scene->renewed != NULL && side_of(picture) >= BORDERED)
		add_renewed(picture);
	if (side_of(picture) < WINDOWED)
		return;
	ff_picture_mark(picture, FF_MARK_PORTALS, "portals", FF_SURFACE_MAP, paint_portals, NULL);
	list_portals(picture);
}
