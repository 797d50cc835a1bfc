#include "io/graph.h"

#include "graphs.h"
#include "tap.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { HEADER = 64, SUM = 8 };

static void put(uint8_t **to, uint64_t value, int bytes)
{
	for (; bytes > 0; bytes--, value >>= 8)
		*(*to)++ = value & 255;
}

static void put_floats(uint8_t **to, const float *from, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t bits;

		memcpy(&bits, &from[i], sizeof bits);
		put(to, bits, 4);
	}
}

/* The documented layout, a byte at a time. */
static void is_written_as_documented(const struct ff_portal_graph *graph)
{
	size_t n = graphs_costs(graph), bytes = n * ff_field_size(graph->type), size;
	size_t marks = (size_t)3 * graph->landmark_count;
	uint8_t *got = graphs_written(graph, &size);
	uint8_t *want = oracle_cells(HEADER + bytes + marks * 8 +
					     GRAPHS_NODES * (graph->landmark_count + (size_t)1) +
					     SUM,
				     1),
		*to = want, nodes[8 + 8 * 7];

	memcpy(to, "\377FFGRAPH", 8);
	to += 8;
	put(&to, FF_PORTAL_GRAPH_VERSION, 4);
	put(&to, graph->model.metric, 1);
	put(&to, graph->model.step, 1);
	put(&to, graph->model.corners, 1);
	put(&to, graph->type, 1);
	put(&to, GRAPHS_WIDTH, 4);
	put(&to, GRAPHS_HEIGHT, 4);
	put(&to, 8, 4);
	put(&to, graph->landmark_count, 4);
	put(&to, graphs_map, 8);
	{
		uint8_t *at = nodes;

		put(&at, GRAPHS_NODES, 4);
		put(&at, 1, 4);
		for (int i = 0; i < GRAPHS_NODES; i++)
			put(&at, graph->cells[i], 8);
		put(&to, XXH3_64bits(nodes, sizeof nodes), 8);
	}
	put(&to, n, 8);
	put(&to, XXH3_64bits(want, 56), 8);
	for (size_t i = 0; i < n; i++) {
		uint64_t bits = graph->type == FF_FIELD_U32 ? graph->u32[i] : graph->u64[i];

		put(&to, bits, (int)ff_field_size(graph->type));
	}
	put_floats(&to, graph->near, marks);
	put_floats(&to, graph->far, marks);
	for (uint32_t i = 0; i < GRAPHS_NODES * graph->landmark_count; i++)
		put(&to, graph->between[i], 1);
	for (int i = 0; i < GRAPHS_NODES && marks > 0; i++)
		put(&to, graph->joined[i], 1);
	put(&to, XXH3_64bits(want, (size_t)(to - want)), 8);
	if (CHECK(size == (size_t)(to - want), "%zu bytes, not %td", size, to - want))
		for (size_t i = 0; i < size; i++)
			CHECK(got[i] == want[i], "byte %zu is %#x, not %#x", i, got[i], want[i]);
	free(got);
	free(want);
}

static void a_file_is_what_its_description_says(void)
{
	static const struct {
		enum ff_metric metric;
		enum ff_field_type type;
	} kinds[] = {{FF_METRIC_MANHATTAN, FF_FIELD_U32},
		     {FF_METRIC_OCTILE, FF_FIELD_U64},
		     {FF_METRIC_EUCLID, FF_FIELD_F64}};

	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		struct ff_portal_graph graph = graphs_priced(kinds[k].metric, kinds[k].type);

		if (k == 1) {
			graph.model.step = FF_STEP_MEAN;
			graph.model.corners = FF_CORNERS_CUT;
		}
		is_written_as_documented(&graph);
		ff_portal_graph_free(&graph);
	}
}

static void the_flow_makes_no_difference(void)
{
	struct ff_portal_graph graph = graphs_priced(FF_METRIC_OCTILE, FF_FIELD_U32);
	size_t size, again;
	uint8_t *one = graphs_written(&graph, &size), *other;

	graph.model.flow = FF_FLOW_GRADIENT;
	other = graphs_written(&graph, &again);
	CHECK(size == again && memcmp(one, other, size) == 0, "%zu and %zu bytes", size, again);
	free(one);
	free(other);
	ff_portal_graph_free(&graph);
}

static void what_cannot_be_written_is_an_error(void)
{
	struct ff_portal_graph graph = graphs_priced(FF_METRIC_OCTILE, FF_FIELD_U32);
	struct ff_error err = {""};
	struct ff_output out;

	if (CHECK(ff_output_open(&out, "/dev/full", &err) == FF_OK, "\"%s\"", err.text)) {
		CHECK(ff_graph_write(&out, &graph, graphs_map, &err) == FF_E_OUTPUT &&
			      strncmp(err.text, "/dev/full: ", 11) == 0,
		      "\"%s\"", err.text);
		ff_output_discard(&out);
	}
	ff_portal_graph_free(&graph);
}

int main(void)
{
	temp_enter();
	RUN(a_file_is_what_its_description_says);
	RUN(the_flow_makes_no_difference);
	RUN(what_cannot_be_written_is_an_error);
	return tap_done();
}
