#include "io/graph.h"

#include <stdlib.h>

#include "core/base/number.h"
#include "io/cells.h"
#include "io/csv.h"

enum { LINE = 192 }; /* most bytes of a line */

struct table {
	struct ff_buffer buffer;
	const struct ff_portal_graph *graph;
	const struct ff_cost *cost;
};

/* Prints both coordinates of a node, with a comma after each. */
static char *put_cell(char *to, const struct ff_portal_graph *graph, uint32_t node)
{
	uint32_t w = (uint32_t)graph->sectors.w, cell = graph->cells[node];

	return ff_buffer_number(ff_buffer_number(to, cell % w), cell / w);
}

/* Writes an edge, unless its cost is FF_FIELD_NONEF. */
static void put_edge(struct table *table, uint32_t from, uint32_t to, double cost, const char *kind,
		     uint32_t number)
{
	const struct ff_portal_graph *graph = table->graph;
	char *at;

	if (cost == FF_FIELD_NONEF || (at = ff_buffer_room(&table->buffer, LINE)) == NULL)
		return;
	at = ff_buffer_number(ff_buffer_number(at, from), to);
	at += ff_csv_put_value(at, ff_model_is_continuous(&graph->model), cost,
			       ff_model_unit(&graph->model));
	*at++ = ',';
	at = ff_buffer_number(ff_buffer_text(at, kind), number);
	at = put_cell(put_cell(at, graph, from), graph, to);
	at[-1] = '\n';
	table->buffer.used = (size_t)(at - table->buffer.bytes);
}

/* Writes all edges that leave a node of a sector. */
static void put_node(struct table *table, uint32_t sector, uint32_t node)
{
	const struct ff_portal_graph *graph = table->graph;

	for (uint32_t to = graph->first_node[sector]; to < graph->first_node[sector + 1]; to++)
		if (to != node)
			put_edge(table, node, to, ff_portal_graph_cost(graph, sector, node, to),
				 "sector,", sector);
	for (uint32_t l = graph->first_link[node]; l < graph->first_link[node + 1]; l++) {
		const struct ff_portal_link *link = &graph->links[l];

		put_edge(table, node, link->node,
			 ff_portal_graph_step(graph, table->cost, node, link->node), "border,",
			 link->portal);
	}
}

enum ff_status ff_graph_write_csv(struct ff_output *out, const struct ff_portal_graph *graph,
				  const struct ff_cost *cost, struct ff_error *err)
{
	struct table table = {{.out = out, .err = err}, graph, cost};
	char *to = ff_buffer_text(table.buffer.bytes,
				  "from,to,cost,kind,number,from_x,from_y,to_x,to_y\n");

	table.buffer.used = (size_t)(to - table.buffer.bytes);
	for (uint32_t s = 0; s < ff_sectors_count(&graph->sectors); s++)
		for (uint32_t node = graph->first_node[s];
		     node < graph->first_node[s + 1] && table.buffer.st == FF_OK; node++)
			put_node(&table, s, node);
	return ff_buffer_flush(&table.buffer);
}

/* The table of portals, and what it is made of. */
struct portal_table {
	struct ff_buffer buffer;
	const struct ff_portal_graph *graph;
	uint32_t *first;  /* owned; [2 * portals + 1]  of each window in 'nodes' */
	uint32_t *nodes;  /* owned; [link_count]  by window, then by cell */
	uint32_t *routes; /* owned; [portals]  how many cross it */
};

/* Returns the number of the window of a portal that a node is in: the portal's first, or the one
 * after it. */
static size_t window_of(const struct ff_portal_graph *graph, uint32_t portal, uint32_t node)
{
	uint32_t sector = ff_sectors_of(&graph->sectors, graph->cells[node]);

	return 2 * (size_t)portal + (graph->portals[portal].sectors[0] != sector);
}

/* Lists the nodes of each window.  A portal has one link from each node of a window. */
static void list_window_nodes(struct portal_table *table)
{
	const struct ff_portal_graph *graph = table->graph;
	uint32_t *first = table->first;

	for (uint32_t node = 0; node < graph->node_count; node++)
		for (uint32_t l = graph->first_link[node]; l < graph->first_link[node + 1]; l++)
			first[window_of(graph, graph->links[l].portal, node)]++;
	for (size_t i = 1; i <= 2 * graph->portal_count; i++)
		first[i] += first[i - 1];
	for (uint32_t node = (uint32_t)graph->node_count; node-- > 0;)
		for (uint32_t l = graph->first_link[node]; l < graph->first_link[node + 1]; l++)
			table->nodes[--first[window_of(graph, graph->links[l].portal, node)]] =
				node;
}

static void count_routes(struct portal_table *table, const struct ff_routes *routes)
{
	for (size_t i = 0; i < routes->count; i++) {
		const struct ff_route *route = &routes->items[i];

		for (size_t k = 1; k < route->node_count; k++) {
			uint32_t portal = ff_portal_graph_crossed(table->graph, route->nodes[k - 1],
								  route->nodes[k]);

			if (portal != FF_PORTAL_GRAPH_NONE)
				table->routes[portal]++;
		}
	}
}

/* Writes one of the columns of a window: the numbers of its nodes, or their cells. */
static void put_window_nodes(struct portal_table *table, size_t window, bool cells)
{
	const struct ff_portal_graph *graph = table->graph;
	uint32_t w = (uint32_t)graph->sectors.w;
	char *at;

	for (uint32_t i = table->first[window]; i < table->first[window + 1]; i++) {
		uint32_t node = table->nodes[i], cell = graph->cells[node];

		if ((at = ff_buffer_room(&table->buffer, LINE)) == NULL)
			return;
		if (cells) {
			at += ff_number_print(at, cell % w);
			*at++ = ':';
			at += ff_number_print(at, cell / w);
		} else {
			at += ff_number_print(at, node);
		}
		*at++ = i + 1 < table->first[window + 1] ? ' ' : ',';
		table->buffer.used = (size_t)(at - table->buffer.bytes);
	}
}

/* Writes the columns of a window. */
static void put_window(struct portal_table *table, uint32_t portal, int side)
{
	const struct ff_sectors *sectors = &table->graph->sectors;
	const struct ff_portal *of = &table->graph->portals[portal];
	uint32_t w = (uint32_t)sectors->w, columns = (uint32_t)sectors->columns;
	uint32_t sector = of->sectors[side], first = of->first[side];
	uint32_t last = ff_portal_graph_window(of, side, of->length - 1, sectors->w);
	char *at = ff_buffer_room(&table->buffer, LINE);

	if (at == NULL)
		return;
	at = ff_buffer_number(at, sector);
	at = ff_buffer_number(ff_buffer_number(at, sector % columns), sector / columns);
	at = ff_buffer_number(ff_buffer_number(at, first % w), first / w);
	at = ff_buffer_number(ff_buffer_number(at, last % w), last / w);
	table->buffer.used = (size_t)(at - table->buffer.bytes);
	put_window_nodes(table, 2 * (size_t)portal + (size_t)side, false);
	put_window_nodes(table, 2 * (size_t)portal + (size_t)side, true);
}

static void put_portal(struct portal_table *table, uint32_t portal)
{
	const struct ff_portal *of = &table->graph->portals[portal];
	char *at = ff_buffer_room(&table->buffer, LINE);

	if (at == NULL)
		return;
	at = ff_buffer_number(ff_buffer_number(at, portal), of->direction);
	at = ff_buffer_number(at, (uint64_t)of->length);
	table->buffer.used = (size_t)(at - table->buffer.bytes);
	put_window(table, portal, 0);
	put_window(table, portal, 1);
	if ((at = ff_buffer_room(&table->buffer, LINE)) == NULL)
		return;
	at += ff_number_print(at, table->routes[portal]);
	*at++ = '\n';
	table->buffer.used = (size_t)(at - table->buffer.bytes);
}

enum ff_status ff_graph_write_portals(struct ff_output *out, const struct ff_portal_graph *graph,
				      const struct ff_routes *routes, struct ff_error *err)
{
	struct portal_table table = {
		.buffer = {.out = out, .err = err},
		.graph = graph,
		.first = calloc(2 * graph->portal_count + 1, sizeof *table.first),
		.nodes = calloc(graph->link_count + 1, sizeof *table.nodes),
		.routes = calloc(graph->portal_count + 1, sizeof *table.routes),
	};
	enum ff_status st;
	char *to;

	if (table.first == NULL || table.nodes == NULL || table.routes == NULL) {
		st = ff_status_nomem(err, "the table of portals");
	} else {
		list_window_nodes(&table);
		count_routes(&table, routes);
		to = ff_buffer_text(
			table.buffer.bytes,
			"number,direction,length,from_sector,from_column,from_row,from_x,from_y,"
			"from_last_x,from_last_y,from_nodes,from_node_cells,to_sector,to_column,"
			"to_row,to_x,to_y,to_last_x,to_last_y,to_nodes,to_node_cells,routes\n");
		table.buffer.used = (size_t)(to - table.buffer.bytes);
		for (uint32_t i = 0; i < graph->portal_count && table.buffer.st == FF_OK; i++)
			put_portal(&table, i);
		st = ff_buffer_flush(&table.buffer);
	}
	free(table.first);
	free(table.nodes);
	free(table.routes);
	return st;
}
