/*
 * A* (P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for the heuristic determination of
 * minimum cost paths", 1968) over the nodes at which sectors are entered.  Expanding a node walks
 * to every node of its sector and from there across the border.  The goal is an extra node without
 * a cell: nodes in a sector with goal cells are joined to it at the cost of walking there within
 * the sector, and nodes of earlier routes at the cost of the rest of those.
 *
 * The heuristic is the distance at the least cost of the map, or a bound by landmarks
 * (routing.c): those beyond the goal and, where ways cost the same in both directions, those
 * behind the source, since it may be the goal that is hard to reach.  A search uses the bounds that
 * are largest at its source.  Besides, searches of one request learn from each other (S. Koenig, M.
 * Likhachev, "Adaptive A*", 2005): if a route costs C, and a node was entered at cost g, then the
 * rest from there costs C - g at least.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/grid/queue.h"
#include "core/map/model.h"
#include "core/sectors/routing.h"
#include "core/solve/descend.h"
#include "core/solve/integrate.h"

enum { CHOSEN = 16 }; /* bounds by landmarks per search */

/* A bound by a landmark, from the triangle inequality. */
struct bound_choice {
	uint32_t landmark;
	bool back; /* false: the landmark is beyond the goal; true: behind the node */
};

static const uint32_t none = UINT32_MAX;

/* The state of a node in a search; costs are from the source; NONEF: not known. */
struct visit {
	double cost;     /* of entering its sector there */
	double left;     /* of walking to it from where the sector was entered */
	uint32_t parent; /* the previous node at which a sector was entered; 'none': the source */
	uint32_t exit; /* the node at which that sector is left; of the goal 'none': it is not left
			*/
	uint32_t search; /* the search that set this */
};

/* The rest of the way from a node to the goal, on a route or within its sector. */
struct rest {
	double cost;
	uint32_t next;    /* the next node on a route; 'none': the goal */
	uint32_t route;   /* its route; 'none': within the sector, and another way may be cheaper */
	uint32_t request; /* the request that set this */
};

/* A lower bound of the rest of the way from a node to the goal. */
struct learned {
	double least;
	uint32_t request; /* the request that set this */
};

struct ff_route_search {
	const struct ff_portal_graph *graph;
	const struct ff_cost *cost;
	struct ff_sector_map map;
	struct ff_sector_goals goals; /* of a request */
	double *from;                 /* [cells of a sector]  costs from the source */
	double *row;                  /* [nodes of a sector]  costs from a node */
	struct visit *visits;         /* [node_count + 1]  the last one is the goal */
	struct rest *rests;           /* [node_count] */
	struct learned *learned;      /* [node_count]  NULL: each request had one source */
	uint32_t *entered;            /* owned; [entered_count]  nodes that a search expanded */
	size_t entered_count, entered_room;
	bool teaches;               /* another search follows in this request */
	struct ff_queue_heap queue; /* owned; nodes by the least cost of a route through them, or
				       cells by cost */
	uint32_t search, request;   /* numbers of the current ones */
	double base;                /* added to the values of integrate_goals() */
	double start;               /* the least start of the goals */
	int32_t left, right, top, bottom; /* bounding box of all goals */
	/* The largest cost from the goal to each landmark, minus the rest to pay there.  INFINITY:
	 * no bound. */
	double beyond[FF_PORTAL_GRAPH_LANDMARKS];
	/* The least cost from each landmark to the goal, plus the rest to pay there, without
	 * return_price().  -INFINITY: no bound. */
	double behind[FF_PORTAL_GRAPH_LANDMARKS];
	struct bound_choice chosen[CHOSEN]; /* [chosen_count] */
	uint32_t chosen_count;
};

enum ff_status ff_route_open(struct ff_route_search **out, const struct ff_portal_graph *graph,
			     const struct ff_cost *cost, const struct ff_machine *machine)
{
	struct ff_route_search *search = calloc(1, sizeof *search);
	size_t side = (size_t)graph->sectors.size + 2; /* including the margin of sector maps */
	uint32_t most = 0;                             /* nodes of a sector */

	*out = NULL;
	if (search == NULL)
		return FF_E_NOMEM;
	for (uint32_t s = 0; s < ff_sectors_count(&graph->sectors); s++)
		if (graph->first_node[s + 1] - graph->first_node[s] > most)
			most = graph->first_node[s + 1] - graph->first_node[s];
	search->graph = graph;
	search->cost = cost;
	search->from = malloc(side * side * sizeof *search->from);
	search->row = malloc((most + (size_t)1) * sizeof *search->row);
	/* Pages of nodes that no search reaches are never touched. */
	search->visits = calloc(graph->node_count + 1, sizeof *search->visits);
	search->rests = calloc(graph->node_count + 1, sizeof *search->rests);
	/* The engine in order needs no memory for tiles, which is that of many nodes. */
	if (ff_sector_map_open(&search->map, graph, cost,
			       ff_model_is_continuous(&graph->model) ? FF_FIELD_F64
								     : FF_INTEGRATE_TYPE_IN_ORDER,
			       machine) != FF_OK ||
	    search->from == NULL || search->row == NULL || search->visits == NULL ||
	    search->rests == NULL) {
		ff_route_close(search);
		return FF_E_NOMEM;
	}
	*out = search;
	return FF_OK;
}

void ff_route_close(struct ff_route_search *search)
{
	if (search == NULL)
		return;
	ff_sector_map_close(&search->map);
	free(search->from);
	free(search->row);
	free(search->visits);
	free(search->rests);
	free(search->learned);
	free(search->entered);
	free(search->queue.entries);
	free(search);
}

/* Returns true if ways cost the same in both directions, apart from return_price() of their ends.
 */
static bool is_symmetric(const struct ff_model *model)
{
	return ff_model_is_straight(model) || model->step != FF_STEP_CELL;
}

/* Returns the part of a way's cost that depends on its end.  With FF_STEP_CELL each step pays for
 * the cell that it leaves, so a way and its reverse differ by the difference of this at both ends.
 */
static double return_price(const struct ff_model *model, uint32_t cost)
{
	return model->step == FF_STEP_CELL ? cost : 0;
}

static double return_price_of(const struct ff_route_search *search, uint32_t node)
{
	const struct ff_portal_graph *graph = search->graph;

	return return_price(&graph->model, ff_cost_at(search->cost, graph->cells[node]));
}

/* Returns a lower bound of the cost from a node to the goal. */
static double heuristic(const struct ff_route_search *search, uint32_t node)
{
	const struct ff_portal_graph *graph = search->graph;
	uint32_t cell = graph->cells[node], sector = ff_sectors_of(&graph->sectors, cell);
	int32_t x = (int32_t)(cell % (uint32_t)search->cost->w);
	int32_t y = (int32_t)(cell / (uint32_t)search->cost->w);
	int32_t dx = x < search->left    ? search->left - x
		     : x > search->right ? x - search->right
					 : 0;
	int32_t dy = y < search->top      ? search->top - y
		     : y > search->bottom ? y - search->bottom
					  : 0;
	double least = ff_model_bound(&graph->model, graph->least, dx, dy) + search->start;

	for (uint32_t i = 0; i < search->chosen_count; i++) {
		uint32_t k = search->chosen[i].landmark;
		double bound =
			search->chosen[i].back
				? search->behind[k] + return_price_of(search, node) -
					  ff_portal_graph_far(graph, sector, node, k)
				: ff_portal_graph_near(graph, sector, node, k) - search->beyond[k];

		least = bound > least ? bound : least;
	}
	if (search->learned != NULL && search->learned[node].request == search->request &&
	    search->learned[node].least > least)
		least = search->learned[node].least;
	return least;
}

/* Returns the state of a node, or the goal, in this search. */
static struct visit *visit_of(struct ff_route_search *search, uint32_t node)
{
	struct visit *visit = &search->visits[node];

	if (visit->search != search->search)
		*visit = (struct visit){FF_FIELD_NONEF, FF_FIELD_NONEF, none, none, search->search};
	return visit;
}

/*
 * Returns true if entering a sector at a node is useless: entering it elsewhere and walking to that
 * node costs no more, and less for the rest of the way.  Not with euclid, whose costs do not add
 * up.
 */
static bool is_dominated(const struct ff_route_search *search, const struct visit *visit,
			 double cost)
{
	return visit->left <= cost && !ff_model_is_continuous(&search->graph->model);
}

/* Offers a node, or the goal, a way of that cost through a node that leaves a sector. */
static enum ff_status offer_way(struct ff_route_search *search, uint32_t node, double cost,
				uint32_t parent, uint32_t exit)
{
	struct visit *visit = visit_of(search, node);

	if (!(cost < visit->cost) || is_dominated(search, visit, cost))
		return FF_OK;
	/* An earlier search may have proved that no goal can be reached from there. */
	if (node < search->graph->node_count && search->rests[node].request == search->request &&
	    search->rests[node].cost == FF_FIELD_NONEF)
		return FF_OK;
	visit->cost = cost;
	visit->parent = parent;
	visit->exit = exit;
	if (node < search->graph->node_count)
		return ff_queue_heap_put(
			&search->queue,
			(struct ff_queue_heap_entry){cost + heuristic(search, node), cost, node});
	return ff_queue_heap_put(&search->queue, (struct ff_queue_heap_entry){cost, cost, node});
}

/* Offers a way of that cost to the nodes across the border from a node, or to the goal if a route
 * leads on from it. */
static enum ff_status leave_sector(struct ff_route_search *search, uint32_t exit, double cost,
				   uint32_t parent)
{
	const struct ff_portal_graph *graph = search->graph;
	const struct rest *rest = &search->rests[exit];
	enum ff_status st = FF_OK;

	if (rest->request == search->request && rest->route != none)
		return offer_way(search, (uint32_t)graph->node_count, cost + rest->cost, parent,
				 exit);
	for (uint32_t i = graph->first_link[exit]; i < graph->first_link[exit + 1] && st == FF_OK;
	     i++) {
		uint32_t to = graph->links[i].node;

		st = offer_way(search, to,
			       cost + ff_portal_graph_step(graph, search->cost, exit, to), parent,
			       exit);
	}
	return st;
}

/* Offers ways to all that can be reached from a node at which its sector is entered. */
static enum ff_status expand_node(struct ff_route_search *search, uint32_t node)
{
	const struct ff_portal_graph *graph = search->graph;
	uint32_t sector = ff_sectors_of(&graph->sectors, graph->cells[node]);
	uint32_t first = graph->first_node[sector], count = graph->first_node[sector + 1] - first;
	const struct rest *rest = &search->rests[node];
	double cost = search->visits[node].cost;
	enum ff_status st = FF_OK;

	if (rest->request == search->request)
		st = offer_way(search, (uint32_t)graph->node_count, cost + rest->cost, node,
			       rest->route == none ? none : node);
	if (rest->request == search->request && rest->route != none)
		return st;
	ff_portal_graph_row(graph, sector, node, search->row);
	for (uint32_t i = 0; i < count && st == FF_OK; i++) {
		struct visit *visit = visit_of(search, first + i);
		double left = cost + search->row[i];

		if (!(left < visit->left))
			continue;
		visit->left = left;
		st = leave_sector(search, first + i, left, node);
	}
	return st;
}

/* Sets the costs from a source to all cells of its sector, which is the current one. */
static enum ff_status walk_from(struct ff_route_search *search, uint32_t source)
{
	const struct ff_cost *cost = &search->map.cost;
	const struct ff_model *model = &search->graph->model;
	size_t cells = (size_t)cost->w * (size_t)cost->h;
	uint32_t start = ff_sector_map_local(&search->map, source);
	double *from = search->from;
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < cells; i++)
		from[i] = FF_FIELD_NONEF;
	from[start] = 0;
	search->queue.count = 0;
	st = ff_queue_heap_put(&search->queue, (struct ff_queue_heap_entry){0, 0, start});
	while (st == FF_OK && search->queue.count > 0) {
		struct ff_queue_heap_entry here = ff_queue_heap_take(&search->queue);
		int32_t x = (int32_t)here.item % cost->w, y = (int32_t)here.item / cost->w;

		for (int d = 0; d < FF_DIRECTIONS && here.cost == from[here.item] && st == FF_OK;
		     d += ff_model_is_diagonal(model) ? 1 : 2) {
			enum ff_direction direction = (enum ff_direction)d;
			size_t to;
			double value;

			if (!ff_neighbours_permit(cost, model->corners, x, y, direction))
				continue;
			to = ff_neighbours_index(cost, x, y, direction);
			value = here.cost + ff_model_price(model, ff_neighbours_diagonal(direction),
							   ff_cost_at(cost, here.item),
							   ff_cost_at(cost, to));
			if (value >= from[to])
				continue;
			from[to] = value;
			st = ff_queue_heap_put(&search->queue, (struct ff_queue_heap_entry){
								       value, value, (uint32_t)to});
		}
	}
	return st;
}

/* Does the same, faster, where ways cost the same in both directions; with euclid approximately. */
static enum ff_status walk_back(struct ff_route_search *search, uint32_t source)
{
	const struct ff_model *model = &search->graph->model;
	const struct ff_cost *cost = &search->map.cost;
	bool exact = is_symmetric(model);
	struct ff_seed seed = {.cell = source};
	enum ff_status st = ff_sector_map_start(&search->map, &(struct ff_seeds){&seed, 1});
	double begun = exact ? return_price(model, ff_cost_at(search->cost, source)) : 0;

	if (st == FF_OK)
		st = ff_sector_map_integrate(&search->map);
	for (size_t i = 0; i < (size_t)cost->w * (size_t)cost->h && st == FF_OK; i++)
		search->from[i] = ff_field_raw(&search->map.field, i) +
				  (exact ? begun - return_price(model, ff_cost_at(cost, i)) : 0);
	return st;
}

/* Integrates a sector from the goals in it, of which there is at least one. */
static enum ff_status integrate_goals(struct ff_route_search *search, uint32_t sector)
{
	struct ff_seeds goals = ff_sector_goals_of(&search->goals, sector);
	enum ff_status st;

	ff_sector_map_take(&search->map, sector);
	if ((st = ff_sector_map_start(&search->map, &goals)) != FF_OK)
		return st;
	search->base = ff_sector_map_order(&search->map);
	return ff_sector_map_integrate(&search->map);
}

/* Returns the value that integrate_goals() found for a cell of that sector. */
static double goal_cost(const struct ff_route_search *search, uint32_t cell)
{
	return search->base +
	       ff_field_raw(&search->map.field, ff_sector_map_local(&search->map, cell));
}

/* Joins a node to the goals in its sector, and updates 'beyond' and 'behind'. */
static void join_node(struct ff_route_search *search, uint32_t sector, uint32_t node)
{
	const struct ff_portal_graph *graph = search->graph;
	double cost = goal_cost(search, graph->cells[node]);

	if (cost == FF_FIELD_NONEF)
		return;
	search->rests[node] = (struct rest){cost, none, none, search->request};
	for (uint32_t k = 0; k < graph->landmark_count; k++) {
		double beyond = graph->joined[node]
					? ff_portal_graph_far(graph, sector, node, k) - cost
					: (double)INFINITY;
		double behind = graph->joined[node] && is_symmetric(&graph->model)
					? ff_portal_graph_near(graph, sector, node, k) + cost -
						  return_price_of(search, node)
					: -(double)INFINITY;

		search->beyond[k] = beyond > search->beyond[k] ? beyond : search->beyond[k];
		search->behind[k] = behind < search->behind[k] ? behind : search->behind[k];
	}
}

static enum ff_status join_goals(struct ff_route_search *search)
{
	const struct ff_portal_graph *graph = search->graph;
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < search->goals.count && st == FF_OK; i++) {
		uint32_t sector = search->goals.sectors[i];

		st = integrate_goals(search, sector);
		for (uint32_t n = graph->first_node[sector];
		     n < graph->first_node[sector + 1] && st == FF_OK; n++)
			join_node(search, sector, n);
	}
	return st;
}

/* Chooses the bounds that are largest at the source's sector. */
static void choose_landmarks(struct ff_route_search *search, uint32_t sector)
{
	const struct ff_portal_graph *graph = search->graph;
	size_t first = (size_t)sector * graph->landmark_count;
	bool chosen[2 * FF_PORTAL_GRAPH_LANDMARKS] = {false};

	search->chosen_count = 0;
	while (search->chosen_count < CHOSEN) {
		double most = 0;
		uint32_t best = none;

		for (uint32_t i = 0; i < 2 * graph->landmark_count; i++) {
			uint32_t k = i / 2;
			double bound = i % 2 != 0
					       ? search->behind[k] - (double)graph->far[first + k]
					       : (double)graph->near[first + k] - search->beyond[k];

			if (chosen[i] || !(bound > most) || bound == FF_FIELD_NONEF)
				continue;
			most = bound;
			best = i;
		}
		if (best == none)
			return;
		chosen[best] = true;
		search->chosen[search->chosen_count++] =
			(struct bound_choice){best / 2, best % 2 != 0};
	}
}

/* Offers ways to all that can be reached from a source. */
static enum ff_status join_source(struct ff_route_search *search, uint32_t source)
{
	const struct ff_portal_graph *graph = search->graph;
	uint32_t sector = ff_sectors_of(&graph->sectors, source);
	bool back = ff_model_is_continuous(&graph->model) || is_symmetric(&graph->model);
	double here = FF_FIELD_NONEF;
	enum ff_status st = FF_OK;

	if (ff_sector_goals_of(&search->goals, sector).count > 0) {
		if ((st = integrate_goals(search, sector)) != FF_OK)
			return st;
		here = goal_cost(search, source);
	}
	if (graph->first_node[sector] < graph->first_node[sector + 1]) {
		ff_sector_map_take(&search->map, sector);
		st = (back ? walk_back : walk_from)(search, source);
	}
	search->queue.count = 0;
	choose_landmarks(search, sector);
	if (st == FF_OK)
		st = offer_way(search, (uint32_t)graph->node_count, here, none, none);
	for (uint32_t n = graph->first_node[sector];
	     n < graph->first_node[sector + 1] && st == FF_OK; n++) {
		double cost = search->from[ff_sector_map_local(&search->map, graph->cells[n])];

		if (cost < FF_FIELD_NONEF)
			st = leave_sector(search, n, cost, none);
	}
	return st;
}

/* Sets 'goal' to the one that the way within the sector of a cell leads to. */
static enum ff_status find_goal(struct ff_route_search *search, uint32_t cell, uint32_t *goal)
{
	const struct ff_sector_map *map = &search->map;
	enum ff_status st = integrate_goals(search, ff_sectors_of(&search->graph->sectors, cell));
	enum ff_direction d = FF_NONE;
	int32_t x, y;

	if (st != FF_OK)
		return st;
	x = (int32_t)(cell % (uint32_t)search->cost->w) - map->area.x + map->margin;
	y = (int32_t)(cell / (uint32_t)search->cost->w) - map->area.y + map->margin;
	while (!ff_sector_map_starts(map, (uint32_t)ff_cost_index(&map->cost, x, y)) &&
	       (d = ff_descend_path_step(&search->graph->model, &map->cost, &map->field, x, y)) !=
		       FF_NONE) {
		x += ff_flow_steps[d].dx;
		y += ff_flow_steps[d].dy;
	}
	*goal = (uint32_t)ff_cost_index(search->cost, x - map->margin + map->area.x,
					y - map->margin + map->area.y);
	return FF_OK;
}

/* Lists the nodes that the search found, up to the first one of an earlier route. */
static size_t list_nodes(const struct ff_route_search *search, uint32_t *nodes)
{
	const struct visit *visit = &search->visits[search->graph->node_count];
	size_t count = 0;

	for (;; visit = &search->visits[visit->parent]) {
		if (visit->exit != none) {
			if (nodes != NULL)
				nodes[count] = visit->exit;
			count++;
		}
		if (visit->parent == none)
			break;
		if (visit->parent != visit->exit) {
			if (nodes != NULL)
				nodes[count] = visit->parent;
			count++;
		}
	}
	for (size_t i = 0; i < count / 2 && nodes != NULL; i++) {
		uint32_t node = nodes[i];

		nodes[i] = nodes[count - 1 - i];
		nodes[count - 1 - i] = node;
	}
	return count;
}

/* Cuts loops out of a route: with euclid, whose costs do not always add up, it may pass a node
 * twice. */
static void cut_loops(const struct ff_route_search *search, struct ff_route *route)
{
	uint32_t *nodes = route->nodes;

	for (size_t i = 0; i < route->node_count; i++) {
		size_t again = route->node_count - 1;

		while (nodes[again] != nodes[i])
			again--;
		for (size_t k = i; k < again; k++)
			route->planned -= ff_portal_graph_price(search->graph, search->cost,
								nodes[k], nodes[k + 1]);
		memmove(nodes + i, nodes + again, (route->node_count - again) * sizeof *nodes);
		route->node_count -= again - i;
		/* The loop ended on an earlier route. */
		if (again > i && route->merged > route->node_count - i)
			route->merged = route->node_count - i;
	}
}

/* Stores the rest of a route at its nodes, for later routes to join. */
static void store_rest(struct ff_route_search *search, const struct ff_route *route,
		       uint32_t number)
{
	for (size_t i = route->node_count - route->merged; i-- > 0;) {
		uint32_t node = route->nodes[i], next = none;
		double left = search->rests[node].cost;

		if (i + 1 < route->node_count) {
			next = route->nodes[i + 1];
			left = search->rests[next].cost +
			       ff_portal_graph_price(search->graph, search->cost, node, next);
		}
		search->rests[node] = (struct rest){left, next, number, search->request};
	}
}

/* Makes a route of the search's result, and stores it for later routes. */
static enum ff_status record_route(struct ff_route_search *search, struct ff_routes *routes,
				   struct ff_route *route)
{
	uint32_t end = search->visits[search->graph->node_count].exit;
	size_t own = list_nodes(search, NULL), all = own;
	enum ff_status st = FF_OK;

	for (uint32_t n = end; n != none && search->rests[n].next != none;)
		n = search->rests[n].next, all++;
	if ((route->nodes = malloc((all + 1) * sizeof *route->nodes)) == NULL)
		return FF_E_NOMEM;
	list_nodes(search, route->nodes);
	for (size_t i = own; i < all; i++)
		route->nodes[i] = search->rests[route->nodes[i - 1]].next;
	route->node_count = all;
	route->merged = end == none ? 0 : all - own + 1;
	route->planned = search->visits[search->graph->node_count].cost;
	route->reached = true;
	if (end != none)
		route->goal = routes->items[search->rests[end].route].goal;
	else
		st = find_goal(search,
			       all == 0 ? route->source
					: search->graph->cells[route->nodes[all - 1]],
			       &route->goal);
	if (ff_model_is_continuous(&search->graph->model))
		cut_loops(search, route);
	if (route->merged > 0)
		route->joins = search->rests[route->nodes[route->node_count - route->merged]].route;
	route->rest = route->node_count == 0
			      ? route->planned
			      : search->rests[route->nodes[route->node_count - 1]].cost;
	store_rest(search, route, (uint32_t)(route - routes->items));
	return st;
}

/* Raises the bounds of the nodes that were expanded before a route of that cost was found. */
static void learn_bounds(struct ff_route_search *search, double cost)
{
	/* Sums of real numbers are rounded. */
	double slack = ff_model_is_continuous(&search->graph->model) ? 1 - 0x1p-40 : 1;

	for (size_t i = 0; i < search->entered_count; i++) {
		struct learned *learned = &search->learned[search->entered[i]];
		double least = (cost - search->visits[search->entered[i]].cost) * slack;

		if (learned->request != search->request || learned->least < least)
			*learned = (struct learned){least, search->request};
	}
}

static enum ff_status find_route(struct ff_route_search *search, struct ff_routes *routes,
				 struct ff_route *route)
{
	uint32_t goal = (uint32_t)search->graph->node_count;
	enum ff_status st;

	search->search++;
	search->entered_count = 0;
	st = join_source(search, route->source);
	while (st == FF_OK && search->queue.count > 0) {
		struct ff_queue_heap_entry entry = ff_queue_heap_take(&search->queue);
		const struct visit *visit;

		if (entry.item == goal) {
			learn_bounds(search, search->visits[goal].cost);
			return record_route(search, routes, route);
		}
		visit = &search->visits[entry.item];
		if (entry.cost > visit->cost || is_dominated(search, visit, entry.cost))
			continue; /* outdated: a cheaper way was found since */
		route->expanded++;
		if (search->teaches) { /* later searches what is left from here */
			if (!ff_memory_grow(&search->entered, &search->entered_room,
					    search->entered_count + 1, sizeof *search->entered))
				return FF_E_NOMEM;
			search->entered[search->entered_count++] = entry.item;
		}
		st = expand_node(search, entry.item);
	}
	/* There is no goal: no later search need come to these nodes. */
	for (uint32_t n = 0; n < goal && st == FF_OK && route->expanded > 0; n++)
		if (search->visits[n].search == search->search &&
		    (search->visits[n].cost < FF_FIELD_NONEF ||
		     search->visits[n].left < FF_FIELD_NONEF))
			search->rests[n] =
				(struct rest){FF_FIELD_NONEF, none, none, search->request};
	return st;
}

/* Numbers of the routes by their sources: a hash table with linear probing, at most half full. */
struct sources {
	uint32_t *slots; /* owned; [mask + 1]  1 + the first route from a source; 0: none */
	size_t mask;     /* their number is a power of 2 */
};

/* Returns the slot of a source: its own, or a free one. */
static uint32_t *slot_of(const struct sources *sources, const struct ff_routes *routes,
			 uint32_t source)
{
	const uint32_t hash = source * UINT32_C(0x9e3779b1);
	size_t i = hash & sources->mask;

	while (sources->slots[i] != 0 && routes->items[sources->slots[i] - 1].source != source)
		i = (i + 1) & sources->mask;
	return &sources->slots[i];
}

/* Makes a route a copy of an earlier one from the same source, which it joins at once. */
static enum ff_status copy_route(struct ff_routes *routes, uint32_t earlier, struct ff_route *route)
{
	const struct ff_route *first = &routes->items[earlier];
	size_t count = first->node_count;

	if (!first->reached)
		return FF_OK;
	if ((route->nodes = malloc((count + 1) * sizeof *route->nodes)) == NULL)
		return FF_E_NOMEM;
	if (count > 0)
		memcpy(route->nodes, first->nodes, count * sizeof *route->nodes);
	route->reached = true;
	route->planned = first->planned;
	route->rest = first->rest;
	route->node_count = route->merged = count;
	route->joins = first->merged == count ? first->joins : earlier;
	route->goal = first->goal;
	return FF_OK;
}

/* Restarts the numbers of searches and requests before one of them repeats. */
static void restart_numbers(struct ff_route_search *search, size_t count)
{
	size_t nodes = search->graph->node_count;

	if (count < UINT32_MAX - search->search && search->request < UINT32_MAX)
		return;
	memset(search->visits, 0, (nodes + 1) * sizeof *search->visits);
	memset(search->rests, 0, (nodes + 1) * sizeof *search->rests);
	if (search->learned != NULL)
		memset(search->learned, 0, (nodes + 1) * sizeof *search->learned);
	search->search = search->request = 0;
}

static enum ff_status begin_request(struct ff_route_search *search, const struct ff_seeds *seeds)
{
	search->request++;
	search->start = seeds->items[0].start;
	for (int k = 0; k < FF_PORTAL_GRAPH_LANDMARKS; k++) {
		search->beyond[k] = -(double)INFINITY;
		search->behind[k] = (double)INFINITY;
	}
	search->left = search->top = INT32_MAX;
	search->right = search->bottom = 0;
	for (size_t i = 0; i < seeds->count; i++) {
		int32_t x = (int32_t)(seeds->items[i].cell % (uint32_t)search->cost->w);
		int32_t y = (int32_t)(seeds->items[i].cell / (uint32_t)search->cost->w);

		search->left = x < search->left ? x : search->left;
		search->right = x > search->right ? x : search->right;
		search->top = y < search->top ? y : search->top;
		search->bottom = y > search->bottom ? y : search->bottom;
	}
	return join_goals(search);
}

enum ff_status ff_route_find(struct ff_route_search *search, const struct ff_seeds *seeds,
			     const uint32_t *sources, size_t count, struct ff_routes *routes)
{
	const struct ff_sectors *sectors = &search->graph->sectors;
	struct ff_routes found = {.items = calloc(count + 1, sizeof *found.items),
				  .count = count,
				  .computed = calloc(ff_sectors_count(sectors), 1)};
	struct sources known = {.mask = 15};
	enum ff_status st = ff_sector_goals_make(&search->goals, seeds, sectors);

	while (known.mask < 2 * count)
		known.mask = 2 * known.mask + 1;
	known.slots = calloc(known.mask + 1, sizeof *known.slots);
	if (search->learned == NULL && count > 1)
		search->learned = calloc(search->graph->node_count + 1, sizeof *search->learned);
	if (st == FF_OK && (known.slots == NULL || found.items == NULL || found.computed == NULL ||
			    (search->learned == NULL && count > 1)))
		st = FF_E_NOMEM;
	if (st == FF_OK && seeds->count > 0) {
		restart_numbers(search, count);
		st = begin_request(search, seeds);
	}
	for (size_t i = 0; i < count && st == FF_OK; i++) {
		uint32_t *slot;

		found.items[i] = (struct ff_route){.source = sources[i],
						   .planned = FF_FIELD_NONEF,
						   .cost = FF_FIELD_NONEF,
						   .least = FF_FIELD_NONEF};
		if (search->cost->cells[sources[i]] == FF_COST_WALL || seeds->count == 0)
			continue;
		search->teaches = i + 1 < count;
		slot = slot_of(&known, &found, sources[i]);
		if (*slot != 0) {
			st = copy_route(&found, *slot - 1, &found.items[i]);
			continue;
		}
		st = find_route(search, &found, &found.items[i]);
		*slot = (uint32_t)i + 1;
	}
	free(known.slots);
	ff_sector_goals_free(&search->goals);
	if (st == FF_OK) {
		*routes = found;
		return FF_OK;
	}
	if (found.items == NULL)
		found.count = 0;
	ff_routes_free(&found);
	return st;
}
