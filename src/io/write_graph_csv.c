#include "io/write_graph_csv.h"

#include "core/base/number.h"
#include "io/buffer.h"

enum { LINE = 192 }; /* longer than any */

struct table {
	struct ff_buffer buffer;
	const struct ff_portal_graph *graph;
	const struct ff_cost *cost;
};

/* Both coordinates of a node, with a comma behind each. */
static char *put_cell(char *to, const struct ff_portal_graph *graph, uint32_t node)
{
	uint32_t w = (uint32_t)graph->sectors.w, cell = graph->cells[node];

	return ff_buffer_number(ff_buffer_number(to, cell % w), cell / w);
}

static char *put_cost(char *to, const struct ff_portal_graph *graph, double cost)
{
	to += ff_model_is_continuous(&graph->model)
		      ? ff_number_fixed(to, cost)
		      : ff_number_ratio(to, (int64_t)cost, ff_model_unit(&graph->model));
	*to++ = ',';
	return to;
}

/* An edge, unless there is none, as a cost of FF_FIELD_NONEF tells; whether there is. */
static bool put_edge(struct table *table, uint32_t from, uint32_t to, double cost, const char *kind,
		     uint32_t number)
{
	const struct ff_portal_graph *graph = table->graph;
	char *at;

	if (cost == FF_FIELD_NONEF)
		return false;
	if ((at = ff_buffer_room(&table->buffer, LINE)) == NULL)
		return true;
	at = ff_buffer_number(ff_buffer_number(at, from), to);
	at = put_cost(at, graph, cost);
	at = ff_buffer_number(ff_buffer_text(at, kind), number);
	at = put_cell(put_cell(at, graph, from), graph, to);
	at[-1] = '\n';
	table->buffer.used = (size_t)(at - table->buffer.bytes);
	return true;
}

/* All edges that leave a node of a sector. */
static void put_node(struct table *table, uint32_t sector, uint32_t node)
{
	const struct ff_portal_graph *graph = table->graph;
	bool any = false;
	char *at;

	for (uint32_t to = graph->first_node[sector]; to < graph->first_node[sector + 1]; to++)
		if (to != node)
			any |= put_edge(table, node, to,
					ff_portal_graph_cost(graph, sector, node, to), "sector,",
					sector);
	for (uint32_t l = graph->first_link[node]; l < graph->first_link[node + 1]; l++) {
		const struct ff_portal_link *link = &graph->links[l];

		any |= put_edge(table, node, link->node,
				ff_portal_graph_step(graph, table->cost, node, link->node),
				"border,", link->portal);
	}
	if (any || (at = ff_buffer_room(&table->buffer, LINE)) == NULL)
		return;
	at = ff_buffer_text(ff_buffer_number(at, node), ",,node,");
	at = put_cell(ff_buffer_number(at, sector), graph, node);
	at = ff_buffer_text(at, ",\n");
	table->buffer.used = (size_t)(at - table->buffer.bytes);
}

enum ff_status ff_write_graph_csv(struct ff_output *out, const struct ff_portal_graph *graph,
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
