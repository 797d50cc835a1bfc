/*
 * Maps drawn with letters, their portal graphs, and routes over these.
 */
#ifndef SURVEYED_H
#define SURVEYED_H

#include "core/map/sectors.h"
#include "core/sectors/routing.h"
#include "core/solve/descend.h"

#include "field.h"
#include "pictures.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SURVEYED_ROUTES = 12 };

struct surveyed {
	struct ff_cost map, cost;
	struct ff_classes classes;
	struct ff_flow flow; /* nowhere */
	struct ff_goal goal;
	struct ff_goals goals;
	struct ff_portal_graph graph;
	struct ff_routes routes;
	struct ff_route items[SURVEYED_ROUTES];
	struct ff_scene scene;
};

/* surveyed_new() is open ground of cost 1 that is cut into no sectors yet; the goal is 0,0. */
static inline void surveyed_new(struct surveyed *s, int32_t w, int32_t h)
{
	size_t n = (size_t)w * (size_t)h;

	*s = (struct surveyed){.map = {w, h, oracle_cells(n, 1), NULL},
			       .cost = {w, h, oracle_cells(n, 1), NULL},
			       .classes = {.w = w, .h = h, .cells = oracle_cells(n, 1)},
			       .flow = {.w = w, .h = h, .cells = oracle_cells(n, 1)},
			       .goal = {.w = 1, .h = 1}};
	memset(s->map.cells, 1, n);
	memset(s->cost.cells, 1, n);
	memset(s->classes.cells, FF_REACHED, n);
	memset(s->flow.cells, FF_NONE, n);
	s->classes.cells[0] = FF_GOAL;
	s->goals = (struct ff_goals){.items = &s->goal, .count = 1};
	s->routes.items = s->items;
	s->scene = (struct ff_scene){.map = &s->map,
				     .cost = &s->cost,
				     .goals = &s->goals,
				     .flow = &s->flow,
				     .classes = &s->classes};
}

static inline void surveyed_set(struct surveyed *s, int32_t x, int32_t y, uint8_t cost)
{
	size_t i = (size_t)y * (size_t)s->map.w + (size_t)x;

	s->map.cells[i] = s->cost.cells[i] = cost;
	if (cost == FF_COST_WALL)
		s->classes.cells[i] = FF_WALL;
}

/* surveyed_aim() lets the flow lead from everywhere to the goal at 0,0. */
static inline void surveyed_aim(struct surveyed *s, const struct ff_model *model)
{
	struct ff_field field = field_new(model, s->cost.w, s->cost.h, ff_integrate_type(model));
	struct ff_seed seed = {.cell = 0};
	const struct ff_seeds seeds = {&seed, 1};
	size_t size = ff_integrate_scratch(model, field.type, field.w, field.h, NULL);
	void *scratch = oracle_cells(size, 1);

	CHECK(ff_integrate(model, &s->cost, &seeds, INFINITY, &field, scratch, size, NULL) ==
			      FF_OK &&
		      ff_descend(model, &s->cost, &field, &seeds, &s->flow, NULL, NULL) == FF_OK,
	      "%s", "no flow");
	free(scratch);
	free(field.cells);
}

/* surveyed_cut() finds the portals, and what it costs between them. */
static inline void surveyed_cut(struct surveyed *s, const struct ff_model *model, int32_t size)
{
	enum ff_status st = ff_portals_find(&s->graph, model, &s->cost, size, NULL);

	if (st == FF_OK)
		st = ff_portals_price(&s->graph, &s->cost, NULL);
	if (!CHECK(st == FF_OK, "no graph: status %d", (int)st))
		return;
	s->routes.computed = oracle_cells(ff_sectors_count(&s->graph.sectors), 1);
	memset(s->routes.computed, 0, ff_sectors_count(&s->graph.sectors));
}

/* surveyed_node() is the node in a cell; node_count: there is none. */
static inline uint32_t surveyed_node(const struct surveyed *s, int32_t x, int32_t y)
{
	uint32_t node = 0;

	while (node < s->graph.node_count && s->graph.cells[node] != (uint32_t)(y * s->map.w + x))
		node++;
	return node;
}

/* surveyed_route() adds a route to the goal over nodes [count]; 'merged' of them are of another. */
static inline void surveyed_route(struct surveyed *s, uint32_t source, bool reached,
				  const uint32_t *nodes, size_t count, size_t merged)
{
	struct ff_route *route = &s->items[s->routes.count++];

	*route = (struct ff_route){.source = source,
				   .reached = reached,
				   .nodes = oracle_cells(count + 1, sizeof *nodes),
				   .node_count = count,
				   .merged = merged};
	if (count > 0)
		memcpy(route->nodes, nodes, count * sizeof *nodes);
	if (!reached)
		s->classes.cells[source] = FF_UNREACHED;
}

static inline void surveyed_free(struct surveyed *s)
{
	for (size_t i = 0; i < s->routes.count; i++)
		free(s->items[i].nodes);
	free(s->routes.computed);
	ff_portal_graph_free(&s->graph);
	free(s->map.cells);
	free(s->cost.cells);
	free(s->classes.cells);
	free(s->flow.cells);
}

/* Counts the classes, and returns the scene. */
static inline const struct ff_scene *surveyed_scene(struct surveyed *s)
{
	memset(s->classes.count, 0, sizeof s->classes.count);
	for (size_t i = 0; i < (size_t)s->map.w * (size_t)s->map.h; i++)
		s->classes.count[s->classes.cells[i]]++;
	s->scene.graph = &s->graph;
	s->scene.routes = &s->routes;
	return &s->scene;
}

typedef enum ff_status surveyed_draw(const struct ff_scene *scene, const struct ff_style *style,
				     struct ff_page *page, struct ff_error *err);

/* Returns the map alone. */
static inline struct ff_bitmap surveyed_pixels(struct surveyed *s, surveyed_draw *draw, int scale)
{
	const struct ff_style style = {.bare = true, .scale = scale};

	return pictures_pixels(draw(surveyed_scene(s), &style, pictures_page(), &pictures_err));
}

/* Returns the text of an SVG file with a legend. */
static inline char *surveyed_text(struct surveyed *s, surveyed_draw *draw, int scale)
{
	const struct ff_style style = {.scale = scale};

	return pictures_text(draw(surveyed_scene(s), &style, pictures_sheet(), &pictures_err));
}

static inline bool surveyed_says(struct surveyed *s, surveyed_draw *draw, int scale,
				 const char *what)
{
	char *text = surveyed_text(s, draw, scale);
	bool says = pictures_says(text, what);

	free(text);
	return says;
}

/* Returns the colour in the middle between two cells, or in that of a cell. */
static inline struct ff_colour surveyed_between(const struct surveyed *s,
						const struct ff_bitmap *picture, int scale,
						uint32_t a, uint32_t b)
{
	uint32_t w = (uint32_t)s->map.w;

	return pictures_at(picture, ((int64_t)(a % w) + b % w + 1) * scale / 2,
			   ((int64_t)(a / w) + b / w + 1) * scale / 2);
}

/* Returns the index of a colour in a series; 'count': it has none. */
static inline int surveyed_index(struct ff_colour colour, const struct ff_colour *series, int count)
{
	int i = 0;

	while (i < count && !ff_image_same(colour, series[i]))
		i++;
	return i;
}

/* Returns the number of pixels of a colour. */
static inline size_t surveyed_count(const struct ff_bitmap *picture, struct ff_colour colour)
{
	size_t n = 0;

	for (int64_t i = 0; i < (int64_t)picture->w * picture->h; i++)
		n += ff_image_same(picture->pixels[i], colour);
	return n;
}

/* surveyed_shapes() has maps drawn that are long, narrow or small. */
static inline void surveyed_shapes(surveyed_draw *draw)
{
	static const int32_t sizes[][2] = {{1, 1}, {1, 20000}, {20000, 1}, {8, 9}, {1024, 3}};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		int32_t w = sizes[i][0], h = sizes[i][1];
		struct ff_bitmap picture;
		struct surveyed s;

		surveyed_new(&s, w, h);
		surveyed_cut(&s, &manhattan, 8);
		surveyed_aim(&s, &manhattan);
		surveyed_route(&s, (uint32_t)(w * h - 1), true, NULL, 0, 0);
		picture = surveyed_pixels(&s, draw, 1);
		CHECK(picture.w == w && picture.h == h, "%" PRId32 "x%" PRId32, picture.w,
		      picture.h);
		free(picture.pixels);
		free(surveyed_text(&s, draw, 4));
		surveyed_free(&s);
	}
}

#endif
