#include "io/graph.h"

#include "core/base/machine.h"
#include "core/sectors/routing.h"
#include "feed.h"
#include "graphs.h"
#include "support/mapgen.h"
#include "tap.h"
#include "written.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <sys/wait.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* The kinds of costs that there are. */
static const struct kind {
	enum ff_metric metric;
	enum ff_field_type type;
} kinds[] = {{FF_METRIC_MANHATTAN, FF_FIELD_U32},
	     {FF_METRIC_OCTILE, FF_FIELD_U32},
	     {FF_METRIC_OCTILE, FF_FIELD_U64},
	     {FF_METRIC_EUCLID, FF_FIELD_F64}};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* Reads bytes; if that fails the graph must be as it was. */
static enum ff_status read_bytes(struct ff_portal_graph *graph, const void *bytes, size_t n,
				 struct ff_error *err)
{
	const enum ff_field_type type = graph->type;
	const void *costs = graph->costs;
	struct ff_input in = feed_open("map.graph", bytes, n);
	enum ff_status st;

	err->text[0] = '\0';
	st = ff_graph_read(&in, graphs_map, graph, err);
	ff_input_close(&in);
	if (st != FF_OK)
		CHECK(graph->type == type && graph->costs == costs, "\"%s\": it was changed",
		      err->text);
	return st;
}

static void same_numbers(const struct ff_portal_graph *a, const struct ff_portal_graph *b)
{
	size_t marks = (size_t)b->landmark_count * ff_sectors_count(&b->sectors);

	CHECK(a->type == b->type && a->costs != NULL &&
		      memcmp(a->costs, b->costs, graphs_costs(b) * ff_field_size(b->type)) == 0,
	      "type %d, and %d was written", (int)a->type, (int)b->type);
	if (!CHECK(a->landmark_count == b->landmark_count, "%" PRIu32 " landmarks, not %" PRIu32,
		   a->landmark_count, b->landmark_count))
		return;
	if (marks == 0) {
		CHECK(a->near == NULL && a->far == NULL && a->between == NULL && a->joined == NULL,
		      "there are none");
		return;
	}
	for (size_t i = 0; i < marks; i++)
		CHECK(a->near[i] == b->near[i] && a->far[i] == b->far[i], "landmark %zu", i);
	CHECK(memcmp(a->between, b->between, b->node_count * b->landmark_count) == 0,
	      "nodes are elsewhere between");
	CHECK(memcmp(a->joined, b->joined, b->node_count) == 0, "others are joined");
}

static void what_was_written_is_read(void)
{
	for (int k = 0; k < KINDS; k++) {
		struct ff_portal_graph graph = graphs_priced(kinds[k].metric, kinds[k].type);
		struct ff_portal_graph found = graphs_found(kinds[k].metric);
		struct ff_error err;
		size_t size;
		uint8_t *file = graphs_written(&graph, &size);

		if (CHECK(read_bytes(&found, file, size, &err) == FF_OK, "\"%s\"", err.text))
			same_numbers(&found, &graph);
		free(file);
		ff_portal_graph_free(&graph);
		ff_portal_graph_free(&found);
	}
}

/* All sectors clear, or none with a node: nothing to read, but all is known. */
static void a_graph_without_costs_is_read_too(void)
{
	struct ff_portal_graph graph = graphs_found(FF_METRIC_MANHATTAN);
	struct ff_error err;
	size_t size;
	uint8_t *file;

	memset(graph.first_cost, 0, 4 * sizeof *graph.first_cost);
	file = graphs_written(&graph, &size);
	CHECK(read_bytes(&graph, file, size, &err) == FF_OK && graph.costs != NULL, "\"%s\"",
	      err.text);
	free(file);
	ff_portal_graph_free(&graph);
}

/* More than a pipe holds, and than is read at once; in pieces that end within numbers. */
static void a_pipe_is_read(void)
{
	enum { MANY = 50001 };
	struct ff_portal_graph graph = graphs_priced(FF_METRIC_EUCLID, FF_FIELD_F64);
	struct ff_portal_graph found = graphs_found(FF_METRIC_EUCLID);
	struct ff_input in = {.name = "pipe"};
	struct ff_error err = {""};
	uint64_t dice = ORACLE_SEED;
	uint8_t *file;
	size_t size;
	int ends[2];

	graph.first_cost[3] = found.first_cost[3] = MANY;
	free(graph.costs);
	graph.f64 = oracle_cells(MANY, sizeof(double));
	for (int i = 0; i < MANY; i++)
		graph.f64[i] = (double)(oracle_random(&dice) >> 12);
	file = graphs_written(&graph, &size);
	temp_require(pipe2(ends, O_CLOEXEC) == 0, "pipe");
	fflush(stdout);
	if (fork() == 0) {
		close(ends[0]);
		for (size_t at = 0; at < size; at += 4099)
			temp_require(
				write(ends[1], file + at, size - at < 4099 ? size - at : 4099) > 0,
				"write");
		_exit(0);
	}
	close(ends[1]);
	in.fd = ends[0];
	/* Finding out the format has read some bytes. */
	CHECK(ff_input_fill(&in, 12, &err) == FF_OK && in.size >= 12, "\"%s\"", err.text);
	if (CHECK(ff_graph_read(&in, graphs_map, &found, &err) == FF_OK, "\"%s\"", err.text))
		same_numbers(&found, &graph);
	ff_input_close(&in);
	wait(NULL);
	free(file);
	ff_portal_graph_free(&graph);
	ff_portal_graph_free(&found);
}

/* Reading bytes into the graph found with a metric fails with that text. */
static void refused(enum ff_metric metric, const uint8_t *file, size_t size, const char *says)
{
	struct ff_portal_graph found = graphs_found(metric);
	struct ff_error err;
	enum ff_status st = read_bytes(&found, file, size, &err);

	CHECK(st == FF_E_INPUT && strncmp(err.text, "map.graph: ", 11) == 0 &&
		      strcmp(err.text + 11, says) == 0,
	      "status %d, \"%s\", not \"%s\"", (int)st, err.text, says);
	ff_portal_graph_free(&found);
}

static void each_file_cut_short_is_refused(void)
{
	struct ff_portal_graph graph = graphs_priced(FF_METRIC_OCTILE, FF_FIELD_U64);
	size_t size;
	uint8_t *file = graphs_written(&graph, &size);
	char says[80];

	refused(FF_METRIC_OCTILE, file, 0, "is empty");
	for (size_t n = 1; n < size; n++) {
		if (n < FF_GRAPH_HEADER_SIZE)
			snprintf(says, sizeof says, "is cut short, by at least %zu bytes",
				 FF_GRAPH_HEADER_SIZE + FF_GRAPH_HEADER_SUM - n);
		else
			snprintf(says, sizeof says, "is cut short, by %zu bytes", size - n);
		refused(FF_METRIC_OCTILE, file, n, says);
	}
	free(file);
	ff_portal_graph_free(&graph);
}

static void each_bit_that_flips_is_noticed(void)
{
	for (int k = 0; k < KINDS; k++) {
		struct ff_portal_graph graph = graphs_priced(kinds[k].metric, kinds[k].type);
		struct ff_portal_graph found = graphs_found(kinds[k].metric);
		size_t size;
		uint8_t *file = graphs_written(&graph, &size);

		for (size_t bit = 0; bit < 8 * size; bit++) {
			struct ff_error err;
			enum ff_status st;

			file[bit / 8] ^= (uint8_t)(1 << bit % 8);
			st = read_bytes(&found, file, size, &err);
			CHECK(st == FF_E_INPUT, "bit %zu: status %d", bit, (int)st);
			/* The magic and the version are others, then. */
			if (bit / 8 >= FF_GRAPH_HEADER_VERSION)
				CHECK(strcmp(err.text, "map.graph: is damaged") == 0,
				      "bit %zu: \"%s\"", bit, err.text);
			file[bit / 8] ^= (uint8_t)(1 << bit % 8);
		}
		free(file);
		ff_portal_graph_free(&graph);
		ff_portal_graph_free(&found);
	}
}

static void what_follows_the_end_is_refused(void)
{
	struct ff_portal_graph graph = graphs_priced(FF_METRIC_OCTILE, FF_FIELD_U32);
	size_t size;
	uint8_t *file = graphs_written(&graph, &size);

	/* With the NUL that temp_read() adds. */
	refused(FF_METRIC_OCTILE, file, size + 1, "goes on after its end");
	free(file);
	ff_portal_graph_free(&graph);
}

static void other_files_are_told_from_graphs(void)
{
	static const char *const others[] = {"P", "\x89PNG\r\n\x1a\n", "version 1\n", "\377",
					     "\377FFGRAPI"};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		refused(FF_METRIC_OCTILE, (const uint8_t *)others[i], strlen(others[i]),
			i == 3 ? "is cut short, by at least 71 bytes"
			       : "is no graph as --save-graph writes them");
}

static void other_versions_are_refused_whatever_they_hold(void)
{
	char says[120];

	for (unsigned version = 0; version < 3 + FF_PORTAL_GRAPH_VERSION; version++) {
		uint8_t file[13] = {0xff, 'F', 'F', 'G', 'R', 'A', 'P', 'H', (uint8_t)version};

		if (version == FF_PORTAL_GRAPH_VERSION)
			continue;
		snprintf(says, sizeof says, "is of version %u, %s: %d expected", version,
			 version > FF_PORTAL_GRAPH_VERSION ? "made by a newer program"
							   : "which is out of date",
			 FF_PORTAL_GRAPH_VERSION);
		refused(FF_METRIC_OCTILE, file, sizeof file, says);
		refused(FF_METRIC_OCTILE, file, 12, says);
	}
}

static const char another[] =
	"was made for another map (or another --radius, --legend, --remap, ...)";

static void graphs_of_other_maps_are_refused(void)
{
	struct ff_portal_graph graph = graphs_priced(FF_METRIC_OCTILE, FF_FIELD_U32);
	uint8_t bytes[FF_GRAPH_HEADER_SIZE];
	struct ff_graph_header header = ff_graph_header_of(&graph, graphs_map + 1);

	ff_graph_header_put(&header, bytes);
	refused(FF_METRIC_OCTILE, bytes, sizeof bytes, another);
	header.w = 25;
	ff_graph_header_put(&header, bytes);
	refused(FF_METRIC_OCTILE, bytes, sizeof bytes,
		"was made for a map of 25x8 cells; this one has 24x8");
	header.w = 24;
	header.h = UINT32_MAX;
	ff_graph_header_put(&header, bytes);
	refused(FF_METRIC_OCTILE, bytes, sizeof bytes,
		"was made for a map of 24x4294967295 cells; this one has 24x8");
	ff_portal_graph_free(&graph);
}

static void graphs_of_other_options_are_refused_with_all_that_differ(void)
{
	struct ff_portal_graph graph = graphs_priced(FF_METRIC_OCTILE, FF_FIELD_U32);
	uint8_t bytes[FF_GRAPH_HEADER_SIZE];
	struct ff_graph_header header = ff_graph_header_of(&graph, graphs_map);

	ff_graph_header_put(&header, bytes);
	refused(FF_METRIC_MANHATTAN, bytes, sizeof bytes,
		"was made with --metric octile, here manhattan");
	header.step = FF_STEP_MEAN;
	ff_graph_header_put(&header, bytes);
	refused(FF_METRIC_OCTILE, bytes, sizeof bytes, "was made with --step mean, here cell");
	header.step = FF_STEP_CELL;
	header.corners = FF_CORNERS_CUT;
	ff_graph_header_put(&header, bytes);
	refused(FF_METRIC_OCTILE, bytes, sizeof bytes, "was made with --corners cut, here strict");
	header.size = UINT32_MAX;
	ff_graph_header_put(&header, bytes);
	refused(FF_METRIC_OCTILE, bytes, sizeof bytes,
		"was made with --corners cut, here strict; --size 4294967295, here 8");
	header.step = FF_STEP_MEAN;
	ff_graph_header_put(&header, bytes);
	refused(FF_METRIC_EUCLID, bytes, sizeof bytes,
		"was made with --metric octile, here euclid; --step mean, here cell; "
		"--corners cut, here strict; --size 4294967295, here 8");
	ff_portal_graph_free(&graph);
}

/* As if the program had other rules for where nodes are, and nobody had changed the version. */
static void graphs_of_other_nodes_are_refused(void)
{
	static const char says[] =
		"has other nodes than this program finds in the map: save it again";
	struct ff_portal_graph graph = graphs_priced(FF_METRIC_OCTILE, FF_FIELD_U32);
	uint8_t bytes[FF_GRAPH_HEADER_SIZE];
	struct ff_graph_header header = ff_graph_header_of(&graph, graphs_map);
	uint64_t n = header.costs;
	size_t size;
	uint8_t *file;

	header.costs = UINT64_MAX;
	ff_graph_header_put(&header, bytes);
	refused(FF_METRIC_OCTILE, bytes, sizeof bytes, says);
	header.costs = n - 1;
	ff_graph_header_put(&header, bytes);
	refused(FF_METRIC_OCTILE, bytes, sizeof bytes, says);
	graph.cells[2]++;
	file = graphs_written(&graph, &size);
	refused(FF_METRIC_OCTILE, file, size, says);
	free(file);
	ff_portal_graph_free(&graph);
}

static void numbers_that_are_no_costs_are_refused(void)
{
	static const double wrong[] = {-1, -0x1p-1074, NAN, -(double)INFINITY, 0x1.1p53};
	struct ff_portal_graph graph = graphs_priced(FF_METRIC_EUCLID, FF_FIELD_F64);
	size_t size;
	uint8_t *file;

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		graphs_set(&graph, 16, wrong[i]);
		file = graphs_written(&graph, &size);
		refused(FF_METRIC_EUCLID, file, size, "is damaged");
		free(file);
	}
	ff_portal_graph_free(&graph);
	graph = graphs_priced(FF_METRIC_OCTILE, FF_FIELD_U64);
	graph.u64[0] = (UINT64_C(1) << 53) + 1;
	file = graphs_written(&graph, &size);
	refused(FF_METRIC_OCTILE, file, size, "is damaged");
	free(file);
	ff_portal_graph_free(&graph);
}

static void landmarks_that_are_nowhere_are_refused(void)
{
	for (int i = 0; i < 6; i++) {
		struct ff_portal_graph graph = graphs_priced(FF_METRIC_OCTILE, FF_FIELD_U32);
		size_t size;
		uint8_t *file;

		if (i < 2)
			graph.near[5] = i == 0 ? NAN : -1;
		else if (i < 5)
			graph.far[5] = i == 2 ? NAN : i == 3 ? -1 : INFINITY;
		else
			graph.joined[6] = 2;
		file = graphs_written(&graph, &size);
		refused(FF_METRIC_OCTILE, file, size, "is damaged");
		free(file);
		ff_portal_graph_free(&graph);
	}
}

static void words_that_mean_nothing_are_refused(void)
{
	struct ff_portal_graph graph = graphs_priced(FF_METRIC_OCTILE, FF_FIELD_U32);
	const struct ff_graph_header right = ff_graph_header_of(&graph, graphs_map);
	struct ff_graph_header wrong[] = {right, right, right, right, right, right, right};
	uint8_t bytes[FF_GRAPH_HEADER_SIZE];

	wrong[0].metric = FF_METRICS;
	wrong[1].step = FF_STEPS;
	wrong[2].corners = FF_CORNERS;
	wrong[3].type = FF_FIELD_TYPES;
	wrong[4].type = FF_FIELD_F64;       /* not of octile */
	wrong[6].metric = FF_METRIC_EUCLID; /* without landmarks, then */
	wrong[6].type = FF_FIELD_F64;
	wrong[5].landmarks = FF_PORTAL_GRAPH_LANDMARKS + 1;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		ff_graph_header_put(&wrong[i], bytes);
		refused(FF_METRIC_OCTILE, bytes, sizeof bytes, "is damaged");
	}
	ff_portal_graph_free(&graph);
}

static void costs_that_no_memory_is_enough_for_are_an_error(void)
{
	struct ff_portal_graph found = graphs_found(FF_METRIC_OCTILE);
	uint8_t bytes[FF_GRAPH_HEADER_SIZE];
	struct ff_graph_header header;
	struct ff_error err;

	found.first_cost[3] = SIZE_MAX / 4 + 1;
	header = ff_graph_header_of(&found, graphs_map);
	ff_graph_header_put(&header, bytes);
	CHECK(read_bytes(&found, bytes, sizeof bytes, &err) == FF_E_NOMEM &&
		      strcmp(err.text, "out of memory for map.graph") == 0,
	      "\"%s\"", err.text);
	ff_portal_graph_free(&found);
}

static void what_cannot_be_read_is_an_error(void)
{
	struct ff_portal_graph found = graphs_found(FF_METRIC_OCTILE);
	struct ff_input in = {.name = "folder", .fd = open(".", O_RDONLY | O_CLOEXEC)};
	struct ff_error err = {""};

	CHECK(ff_graph_read(&in, graphs_map, &found, &err) == FF_E_INPUT &&
		      strncmp(err.text, "folder: ", 8) == 0 && found.costs == NULL,
	      "\"%s\"", err.text);
	ff_input_close(&in);
	ff_portal_graph_free(&found);
}

/* From map to graph, to file, and back: as in two runs of the program. */
static void graphs_of_maps_come_back(void)
{
	enum { W = 150, H = 90, MAPS = 3 };
	static const char *const names[MAPS] = {"terrain", "maze", "rooms"};
	const struct ff_machine machine = {0};
	struct ff_cost map = {.w = W, .h = H, .cells = oracle_cells((size_t)W * H, 1)};

	for (int i = 0; i < MAPS * FF_METRICS * FF_CORNERS; i++) {
		const struct ff_model model = {.metric = (enum ff_metric)(i / MAPS % FF_METRICS),
					       .corners = (enum ff_corners)(i / MAPS / FF_METRICS)};
		struct ff_portal_graph graph, found;
		struct ff_error err = {""};
		uint8_t *file;
		size_t size;

		temp_require(mapgen_fill(names[i % MAPS], W, H, 7, map.cells), names[i % MAPS]);
		temp_require(ff_portals_find(&graph, &model, &map, 16, &machine) == FF_OK &&
				     ff_portals_price(&graph, &map, &machine) == FF_OK &&
				     ff_landmarks_find(&graph, &map, &machine) == FF_OK &&
				     ff_portals_find(&found, &model, &map, 16, &machine) == FF_OK,
			     "portals");
		file = graphs_written(&graph, &size);
		if (CHECK(read_bytes(&found, file, size, &err) == FF_OK, "map %d: \"%s\"", i,
			  err.text))
			same_numbers(&found, &graph);
		free(file);
		ff_portal_graph_free(&graph);
		ff_portal_graph_free(&found);
	}
	free(map.cells);
}

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
	} models[] = {{FF_METRIC_MANHATTAN, FF_FIELD_U32},
		      {FF_METRIC_OCTILE, FF_FIELD_U64},
		      {FF_METRIC_EUCLID, FF_FIELD_F64}};

	for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
		struct ff_portal_graph graph = graphs_priced(models[k].metric, models[k].type);

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

static const char header[] = "from,to,cost,kind,number,from_x,from_y,to_x,to_y\n";

/* The graph as a file; free() it. */
static char *listed(const struct ff_portal_graph *graph, const struct ff_cost *cost)
{
	struct ff_output out = written_open("graph.csv");
	struct ff_error err = {""};
	enum ff_status st = ff_graph_write_csv(&out, graph, cost, &err);

	CHECK(written_end(&out, st, &err) == FF_OK, "\"%s\"", err.text);
	return temp_read("graph.csv", NULL);
}

/* The map of the graph by hand; free() its cells. */
static struct ff_cost its_map(void)
{
	static const uint8_t costs[3] = {3, 1, 2};
	struct ff_cost map = {.w = GRAPHS_WIDTH,
			      .h = GRAPHS_HEIGHT,
			      .cells = oracle_cells((size_t)GRAPHS_WIDTH * GRAPHS_HEIGHT, 1)};

	for (int i = 0; i < GRAPHS_WIDTH * GRAPHS_HEIGHT; i++)
		map.cells[i] = costs[i % GRAPHS_WIDTH / 8];
	return map;
}

static void is_listed_as(struct ff_portal_graph graph, const char *lines)
{
	struct ff_cost map = its_map();
	char *got = listed(&graph, &map);

	CHECK(strncmp(got, header, sizeof header - 1) == 0 &&
		      strcmp(got + sizeof header - 1, lines) == 0,
	      "%s", got);
	free(got);
	free(map.cells);
	ff_portal_graph_free(&graph);
}

static void each_edge_is_a_line_and_so_is_a_node_without_any(void)
{
	is_listed_as(graphs_priced(FF_METRIC_MANHATTAN, FF_FIELD_U32),
		     "0,1,4294967280,sector,0,7,0,7,5\n"
		     "0,2,3,border,0,7,0,8,0\n"
		     "1,0,102,sector,0,7,5,7,0\n"
		     "1,3,3,border,1,7,5,8,5\n"
		     "2,3,5,sector,1,8,0,8,5\n"
		     "2,4,10,sector,1,8,0,15,3\n"
		     "2,0,1,border,0,8,0,7,0\n"
		     "3,2,5,sector,1,8,5,8,0\n"
		     "3,4,9,sector,1,8,5,15,3\n"
		     "3,1,1,border,1,8,5,7,5\n"
		     "4,2,10,sector,1,15,3,8,0\n"
		     "4,3,9,sector,1,15,3,8,5\n"
		     "4,5,1,border,2,15,3,16,3\n"
		     "5,4,2,border,2,16,3,15,3\n"
		     "6,,,node,2,20,7,,\n");
}

/* Octile, in 816ths: the longest number that there is, steps at their mean, diagonals. */
static void numbers_that_are_not_whole_have_decimals(void)
{
	struct ff_portal_graph graph = graphs_priced(FF_METRIC_OCTILE, FF_FIELD_U64);

	graph.model.step = FF_STEP_MEAN;
	is_listed_as(graph, "0,1,5519117190405.019608,sector,0,7,0,7,5\n"
			    "0,2,2,border,0,7,0,8,0\n"
			    "1,0,0.125,sector,0,7,5,7,0\n"
			    "1,3,2,border,1,7,5,8,5\n"
			    "2,3,5,sector,1,8,0,8,5\n"
			    "2,4,8.242647,sector,1,8,0,15,3\n"
			    "2,0,2,border,0,8,0,7,0\n"
			    "3,2,5,sector,1,8,5,8,0\n"
			    "3,4,7.828431,sector,1,8,5,15,3\n"
			    "3,1,2,border,1,8,5,7,5\n"
			    "4,2,8.242647,sector,1,15,3,8,0\n"
			    "4,3,7.828431,sector,1,15,3,8,5\n"
			    "4,5,1.5,border,2,15,3,16,3\n"
			    "5,4,1.5,border,2,16,3,15,3\n"
			    "6,,,node,2,20,7,,\n");
}

static void with_euclid_a_step_pays_for_the_cell_that_it_leaves(void)
{
	is_listed_as(graphs_priced(FF_METRIC_EUCLID, FF_FIELD_F64),
		     "0,1,4503599627370496,sector,0,7,0,7,5\n"
		     "0,2,3,border,0,7,0,8,0\n"
		     "1,0,102.25,sector,0,7,5,7,0\n"
		     "1,3,3,border,1,7,5,8,5\n"
		     "2,3,105.25,sector,1,8,0,8,5\n"
		     "2,4,106.25,sector,1,8,0,15,3\n"
		     "2,0,1,border,0,8,0,7,0\n"
		     "3,2,107.25,sector,1,8,5,8,0\n"
		     "3,4,109.25,sector,1,8,5,15,3\n"
		     "3,1,1,border,1,8,5,7,5\n"
		     "4,2,110.25,sector,1,15,3,8,0\n"
		     "4,3,111.25,sector,1,15,3,8,5\n"
		     "4,5,1,border,2,15,3,16,3\n"
		     "5,4,2,border,2,16,3,15,3\n"
		     "6,,,node,2,20,7,,\n");
}

/* A line of the file. */
struct line {
	uint32_t from, to, number;
	double cost;
	bool border;
	int32_t from_x, from_y, to_x, to_y;
};

/* Takes a number and what must follow it; -1 where there is none. */
static double take(char **text, char end)
{
	char *from = *text;
	double value = strtod(from, text);

	if (*text == from || **text != end)
		return -1;
	++*text;
	return value;
}

/* Takes a line of 'text'; false at the end, or where it is none of an edge. */
static bool take_line(char **text, struct line *line)
{
	if (**text == '\0')
		return false;
	line->from = (uint32_t)take(text, ',');
	line->to = (uint32_t)take(text, ',');
	line->cost = take(text, ',');
	line->border = strncmp(*text, "border,", 7) == 0;
	if (!CHECK(line->border || strncmp(*text, "sector,", 7) == 0, "%.20s", *text))
		return false;
	*text += 7;
	line->number = (uint32_t)take(text, ',');
	line->from_x = (int32_t)take(text, ',');
	line->from_y = (int32_t)take(text, ',');
	line->to_x = (int32_t)take(text, ',');
	line->to_y = (int32_t)take(text, '\n');
	return CHECK(line->from_x >= 0 && line->from_y >= 0 && line->to_x >= 0 && line->to_y >= 0 &&
			     line->cost >= 0,
		     "%.20s", *text);
}

static void check_line(const struct line *line, const struct ff_portal_graph *graph,
		       const struct ff_cost *map)
{
	uint32_t a = (uint32_t)ff_cost_index(map, line->from_x, line->from_y);
	uint32_t b = (uint32_t)ff_cost_index(map, line->to_x, line->to_y);
	double cost;

	CHECK(graph->cells[line->from] == a && graph->cells[line->to] == b, "%d,%d to %d,%d",
	      line->from_x, line->from_y, line->to_x, line->to_y);
	if (line->border) {
		bool diagonal = line->from_x != line->to_x && line->from_y != line->to_y;

		cost = map->cells[a] * (diagonal ? 577 / 408.0 : 1);
		CHECK(abs(line->from_x - line->to_x) <= 1 && abs(line->from_y - line->to_y) <= 1,
		      "%d,%d to %d,%d", line->from_x, line->from_y, line->to_x, line->to_y);
	} else {
		cost = ff_portal_graph_cost(graph, line->number, line->from, line->to) /
		       ff_model_unit(&graph->model);
	}
	CHECK(fabs(line->cost - cost) <= 5e-7, "%u to %u: %f, not %f", line->from, line->to,
	      line->cost, cost);
}

/* A file of many pieces. */
static void the_graph_of_a_map_has_all_its_edges(void)
{
	enum { W = 150, H = 90 };
	const struct ff_machine machine = {0};
	struct ff_cost map = {.w = W, .h = H, .cells = oracle_cells((size_t)W * H, 1)};

	temp_require(mapgen_fill("holes", W, H, 7, map.cells), "map");
	for (int m = 0; m < FF_METRICS; m++) {
		const struct ff_model model = {.metric = (enum ff_metric)m,
					       .corners = FF_CORNERS_CUT};
		struct ff_portal_graph graph;
		struct line line;
		uint64_t n = 0;
		char *text, *at;

		temp_require(ff_portals_find(&graph, &model, &map, 16, &machine) == FF_OK &&
				     ff_portals_price(&graph, &map, &machine) == FF_OK,
			     "portals");
		text = listed(&graph, &map);
		CHECK(strlen(text) > 100000, "%zu bytes", strlen(text));
		at = text + sizeof header - 1;
		for (; take_line(&at, &line); n++)
			check_line(&line, &graph, &map);
		CHECK(n == ff_portal_graph_edges(&graph), "%" PRIu64 " of %" PRIu64 " edges", n,
		      ff_portal_graph_edges(&graph));
		free(text);
		ff_portal_graph_free(&graph);
	}
	free(map.cells);
}

static void edge_what_cannot_be_written_is_an_error(void)
{
	struct ff_portal_graph graph = graphs_priced(FF_METRIC_OCTILE, FF_FIELD_U32);
	struct ff_cost map = its_map();
	struct ff_error err = {""};
	struct ff_output out;

	temp_require(ff_output_open(&out, "/dev/full", &err) == FF_OK, err.text);
	CHECK(ff_graph_write_csv(&out, &graph, &map, &err) == FF_E_OUTPUT &&
		      strncmp(err.text, "/dev/full: ", 11) == 0,
	      "\"%s\"", err.text);
	ff_output_discard(&out);
	free(map.cells);
	ff_portal_graph_free(&graph);
}

int main(void)
{
	temp_enter();
	RUN(what_was_written_is_read);
	RUN(a_graph_without_costs_is_read_too);
	RUN(a_pipe_is_read);
	RUN(each_file_cut_short_is_refused);
	RUN(each_bit_that_flips_is_noticed);
	RUN(what_follows_the_end_is_refused);
	RUN(other_files_are_told_from_graphs);
	RUN(other_versions_are_refused_whatever_they_hold);
	RUN(graphs_of_other_maps_are_refused);
	RUN(graphs_of_other_options_are_refused_with_all_that_differ);
	RUN(graphs_of_other_nodes_are_refused);
	RUN(numbers_that_are_no_costs_are_refused);
	RUN(landmarks_that_are_nowhere_are_refused);
	RUN(words_that_mean_nothing_are_refused);
	RUN(costs_that_no_memory_is_enough_for_are_an_error);
	RUN(what_cannot_be_read_is_an_error);
	RUN(graphs_of_maps_come_back);
	RUN(a_file_is_what_its_description_says);
	RUN(the_flow_makes_no_difference);
	RUN(what_cannot_be_written_is_an_error);
	RUN(each_edge_is_a_line_and_so_is_a_node_without_any);
	RUN(numbers_that_are_not_whole_have_decimals);
	RUN(with_euclid_a_step_pays_for_the_cell_that_it_leaves);
	RUN(the_graph_of_a_map_has_all_its_edges);
	RUN(edge_what_cannot_be_written_is_an_error);
	return tap_done();
}
