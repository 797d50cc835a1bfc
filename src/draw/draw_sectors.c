/*
 * Pictures of sectors: portals, and the graph that routes are found in.
 *
 * Edges of the graph are drawn if all together, as lines of one pixel, cover no more than an eighth
 * of the picture, and nodes likewise: beyond that they are a blot in which none can be followed.
 *
 * Costs of edges stand where no other line, node or cost is.  That is looked up in a grid of small
 * squares.
 */
#include "draw/draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "draw/marks.h"

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
	ff_marks_add_routes(&picture, false);
	return ff_marks_paint(&picture, page, err);
}

/* ---- the graph ---- */

enum {
	BLOT = 8,   /* a picture is a blot if more than 1/BLOT is covered */
	LEAST = 3,  /* pixels of a node, at least */
	LARGE = 32, /* pixels of a cell from which on lines and costs are larger */
	SQUARE = 2, /* pixels of a square's side, for a thin line of one */
};

/* Bits of a square, for the things in it. */
enum { LINE = 1, OWN = 2, NODE = 4, LABEL = 8 };

/* The graph of a picture, and where its lines lie. */
struct ink {
	const struct ff_scene *scene;
	const struct ff_portal_graph *graph; /* of the scene */
	bool edges, nodes;                   /* they are drawn */
	double room; /* that edges leave of what they may cover, in cells of a line */

	/* set while it is painted */
	struct ff_surface *on;
	struct ff_stroke stroke;
	double square; /* of a square's side, in pixels of the page */
	int64_t w, h;  /* of the map, in squares */
	uint8_t *uses; /* [w*h]  bits of each square */
};

/* Paints an edge, or counts it; false: no further ones are wanted. */
typedef bool ink_edge(struct ink *ink, struct ff_point from, struct ff_point to,
		      const double costs[2]);

static struct ff_point place_of(const struct ink *ink, uint32_t node)
{
	return ff_marks_middle(ink->scene, ink->graph->cells[node]);
}

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

static void each_edge(struct ink *ink, ink_edge *put)
{
	const struct ff_portal_graph *graph = ink->graph;
	double costs[2];

	for (uint32_t s = 0; s < ff_sectors_count(&graph->sectors); s++)
		for (uint32_t a = graph->first_node[s]; a < graph->first_node[s + 1]; a++)
			for (uint32_t b = a + 1; b < graph->first_node[s + 1]; b++)
				if (read_costs(graph, s, a, b, costs) &&
				    !put(ink, place_of(ink, a), place_of(ink, b), costs))
					return;
}

static bool measure_edge(struct ink *ink, struct ff_point from, struct ff_point to,
			 const double costs[2])
{
	double dx = to.x - from.x, dy = to.y - from.y;

	(void)costs;
	ink->room -= sqrt(dx * dx + dy * dy);
	return ink->room >= 0;
}

/* Chooses what is drawn, and sets the title and the items of the legend. */
static void choose_ink(struct ink *ink, struct ff_picture *picture)
{
	const struct ff_portal_graph *graph = ink->graph;
	double scale = (double)picture->style->scale / fmax(picture->style->block, 1);
	double cells = (double)picture->w * picture->h;

	ink->room = cells * scale / BLOT;
	each_edge(ink, measure_edge);
	ink->nodes = LEAST * (double)graph->node_count <= cells * scale * scale / BLOT;
	ink->edges = ink->room >= 0 && ink->nodes;
	ff_legend_title(&picture->legend, "portal graph");
	ff_legend_add(&picture->legend, ink->nodes ? FF_LEGEND_DOT : FF_LEGEND_NONE,
		      (struct ff_fill){.colour = ff_palette_node}, "%zu nodes%s", graph->node_count,
		      ink->nodes ? "" : " (not drawn)");
	ff_legend_add(&picture->legend, ink->edges ? FF_LEGEND_LINE : FF_LEGEND_NONE,
		      (struct ff_fill){.colour = ff_palette_edge}, "%" PRIu64 " edges%s",
		      ff_portal_graph_edges(graph), ink->edges ? "" : " (not drawn)");
}

/* ---- edges and links ---- */

static void each_link(struct ink *ink, ink_edge *put)
{
	const struct ff_portal_graph *graph = ink->graph;

	for (uint32_t a = 0; a < graph->node_count; a++)
		for (uint32_t i = graph->first_link[a]; i < graph->first_link[a + 1]; i++)
			if (a < graph->links[i].node)
				put(ink, place_of(ink, a), place_of(ink, graph->links[i].node),
				    NULL);
}

static bool paint_line(struct ink *ink, struct ff_point from, struct ff_point to,
		       const double costs[2])
{
	(void)costs;
	ink->on->line(ink->on, (struct ff_point[]){from, to}, 2, &ink->stroke);
	return true;
}

static enum ff_status paint_edges(struct ff_surface *on, const struct ff_picture *picture,
				  const void *context, struct ff_error *err)
{
	struct ink ink = *(const struct ink *)context;

	(void)picture;
	(void)err;
	ink.on = on;
	ink.stroke = (struct ff_stroke){.colour = ff_palette_edge,
					.width = (on->scale < LARGE ? 1 : 2) * on->layout->unit,
					.opacity = 1};
	if (ink.edges)
		each_edge(&ink, paint_line);
	ink.stroke.colour = ff_palette_node;
	ink.stroke.width = (on->scale < 8 ? 1 : 2) * on->layout->unit;
	each_link(&ink, paint_line);
	return FF_OK;
}

/* ---- nodes ---- */

static double node_radius(const struct ff_layout *layout)
{
	return layout->scale < 6 ? fmax(layout->scale / 2, 0.7)
				 : fmin(2 + layout->scale / 10, 8) * layout->unit;
}

/* ---- costs ---- */

/* Squares, first ones inside and ends outside. */
struct squares {
	int64_t x, y, end_x, end_y;
};

/* Returns the squares below a box of that many pixels; they may lie outside of the map. */
static struct squares squares_of(const struct ink *ink, struct ff_point middle, double w, double h)
{
	double x = middle.x * ink->on->scale, y = middle.y * ink->on->scale;

	return (struct squares){
		.x = (int64_t)floor((x - w / 2) / ink->square),
		.y = (int64_t)floor((y - h / 2) / ink->square),
		.end_x = (int64_t)ceil((x + w / 2) / ink->square),
		.end_y = (int64_t)ceil((y + h / 2) / ink->square),
	};
}

static void use_squares(struct ink *ink, struct squares box, uint8_t use)
{
	for (int64_t y = box.y > 0 ? box.y : 0; y < ink->h && y < box.end_y; y++)
		for (int64_t x = box.x > 0 ? box.x : 0; x < ink->w && x < box.end_x; x++)
			ink->uses[y * ink->w + x] |= use;
}

/* Returns true if squares lie on the map, and nothing is there but OWN lines. */
static bool are_free(const struct ink *ink, struct squares box)
{
	if (box.x < 0 || box.y < 0 || box.end_x > ink->w || box.end_y > ink->h)
		return false;
	for (int64_t y = box.y; y < box.end_y; y++)
		for (int64_t x = box.x; x < box.end_x; x++) {
			uint8_t use = ink->uses[y * ink->w + x];

			if (use != 0 && use != OWN && use != (OWN | LINE))
				return false;
		}
	return true;
}

/* Sets and clears bits of the squares along a line; returns true if it runs over a node between its
 * ends. */
static bool use_line(struct ink *ink, struct ff_point from, struct ff_point to, uint8_t set,
		     uint8_t clear)
{
	double scale = ink->on->scale / ink->square; /* squares a cell */
	double dx = (to.x - from.x) * scale, dy = (to.y - from.y) * scale;
	double longer = fmax(fabs(dx), fabs(dy));
	double end = 2 * node_radius(ink->on->layout) / ink->square + 1;
	int64_t steps = (int64_t)(2 * longer) + 1;
	bool over = false;

	for (int64_t k = 0; k <= steps; k++) {
		double part = (double)k / (double)steps;
		int64_t x = (int64_t)(from.x * scale + dx * part);
		int64_t y = (int64_t)(from.y * scale + dy * part);
		uint8_t *use = &ink->uses[y * ink->w + x];

		*use = (uint8_t)((*use | set) & ~clear);
		over |= (*use & NODE) != 0 && part * longer > end && (1 - part) * longer > end;
	}
	return over;
}

static bool note_line(struct ink *ink, struct ff_point from, struct ff_point to,
		      const double costs[2])
{
	(void)costs;
	use_line(ink, from, to, LINE, 0);
	return true;
}

/* Writes a text in the first of a few places along an edge with room. */
static void write_along(struct ink *ink, struct ff_point from, struct ff_point to, const char *text)
{
	static const double parts[] = {0.5, 0.38, 0.62, 0.27, 0.73};
	const struct ff_type type = {&ff_font_sizes[ink->on->scale < LARGE ? 1 : 2],
				     (int)ink->on->layout->unit};
	double w = (double)ff_type_width(&type, text) + 2 * ink->square, h = ff_type_h(&type);

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		struct ff_point at = {from.x + (to.x - from.x) * parts[i],
				      from.y + (to.y - from.y) * parts[i]};
		struct squares box = squares_of(ink, at, w, h);

		if (!are_free(ink, box))
			continue;
		use_squares(ink, box, LABEL);
		ff_surface_label(ink->on, at, FF_SURFACE_MIDDLE, &type, text);
		return;
	}
}

static bool write_costs(struct ink *ink, struct ff_point from, struct ff_point to,
			const double costs[2])
{
	const struct ff_portal_graph *graph = ink->graph;
	double unit = ff_model_unit(&graph->model);
	int decimals = unit != 1 || ff_model_is_continuous(&graph->model);
	char text[2 * FF_STYLE_PRINT];
	int length = ff_style_print(text, costs[0] / unit, decimals);

	/* Graphs from files may lack the way back. */
	if (costs[1] != costs[0] && costs[1] < FF_FIELD_NONEF) {
		text[length++] = '/';
		ff_style_print(text + length, costs[1] / unit, decimals);
	}
	/* Over a node, a cost might be that of either of two shorter edges. */
	if (!use_line(ink, from, to, OWN, 0))
		write_along(ink, from, to, text);
	use_line(ink, from, to, 0, OWN);
	return true;
}

static enum ff_status paint_costs(struct ink *ink, struct ff_error *err)
{
	const struct ff_scene *scene = ink->scene;
	const struct ff_layout *layout = ink->on->layout;
	double node = 2 * node_radius(layout), place = 14 * layout->unit;

	ink->square = SQUARE * layout->unit;
	ink->w = (int64_t)((double)layout->w / ink->square) + 1;
	ink->h = (int64_t)((double)layout->h / ink->square) + 1;
	if ((ink->uses = calloc((size_t)(ink->w * ink->h), sizeof *ink->uses)) == NULL)
		return ff_status_nomem(err, "a picture");
	for (uint32_t i = 0; i < ink->graph->node_count; i++)
		use_squares(ink, squares_of(ink, place_of(ink, i), node, node), NODE);
	for (size_t i = 0; i < scene->routes->count; i++)
		use_squares(ink,
			    squares_of(ink, ff_marks_middle(scene, scene->routes->items[i].source),
				       place, place),
			    LABEL);
	for (size_t i = 0; i < scene->goals->count; i++) {
		const struct ff_goal *goal = &scene->goals->items[i];
		struct ff_point middle = {goal->x + goal->w / 2.0, goal->y + goal->h / 2.0};

		use_squares(ink, squares_of(ink, middle, place, place), LABEL);
	}
	each_link(ink, note_line);
	each_edge(ink, note_line);
	ink->on->layer(ink->on, "costs", FF_SURFACE_MAP);
	each_edge(ink, write_costs);
	free(ink->uses);
	return FF_OK;
}

/* Nodes on routes are painted last, in the colours of the routes. */
static enum ff_status paint_nodes(struct ff_surface *on, const struct ff_picture *picture,
				  const void *context, struct ff_error *err)
{
	const struct ff_routes *routes = picture->scene->routes;
	struct ink ink = *(const struct ink *)context;
	double radius = node_radius(on->layout);

	ink.on = on;
	for (uint32_t i = 0; i < ink.graph->node_count; i++)
		on->disc(on, place_of(&ink, i), radius, ff_palette_node);
	for (size_t i = routes->count; i-- > 0;)
		for (size_t k = 0; k < routes->items[i].node_count; k++)
			on->disc(on, place_of(&ink, routes->items[i].nodes[k]), radius,
				 ff_marks_route_colour(i));
	return ink.edges ? paint_costs(&ink, err) : FF_OK;
}

enum ff_status ff_draw_graph(const struct ff_scene *scene, const struct ff_style *style,
			     struct ff_page *page, struct ff_error *err)
{
	struct ink ink = {.scene = scene, .graph = scene->graph};
	struct ff_picture picture;
	struct ff_base base;

	ff_picture_begin(&picture, scene, style);
	choose_ink(&ink, &picture);
	ff_marks_add_borders(&picture);
	if (ink.nodes) {
		ff_picture_mark(&picture, FF_MARK_EDGES, "edges", FF_SURFACE_MAP, paint_edges,
				&ink);
		ff_picture_mark(&picture, FF_MARK_NODES, "nodes", FF_SURFACE_MAP, paint_nodes,
				&ink);
	}
	ff_base_open(&base, &picture, 0);
	base.all = picture.hides_classes = true;
	ff_picture_cells(&picture, ff_base_row, &base);
	ff_picture_list_classes(&picture);
	ff_marks_add_routes(&picture, true);
	return ff_marks_paint(&picture, page, err);
}
