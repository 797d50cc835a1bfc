/*
 * A metric, and the bytes of a graph's file of a map of 16 x 8 cells: as they are, which must
 * come to the same from memory and from a file, and then with right checksums, which no fuzzer
 * finds.  What can be read is written as the same bytes again.
 */
#include "fuzz.h"

#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

#include "io/bytes.h"
#include "io/digest.h"
#include "io/graph.h"

enum { SECTORS = 2, NODES = 40, SUMMED = FF_GRAPH_HEADER_SIZE - FF_GRAPH_HEADER_SUM };

static const uint64_t digest_of_map = 0x6d6170; /* "pam" */

/* Two sectors, of two nodes and of one, and so five costs; only what is read is to be freed. */
static struct ff_portal_graph find(enum ff_metric metric)
{
	static uint8_t clear[2];
	static uint32_t cells[3] = {7, 127, 8}, first_node[3] = {0, 2, 3};
	static size_t first_cost[3] = {0, 4, 5};

	return (struct ff_portal_graph){
		.sectors = ff_sectors_cut(16, 8, 8),
		.model = {.metric = metric},
		.clear = clear,
		.cells = cells,
		.first_node = first_node,
		.node_count = 3,
		.first_cost = first_cost,
	};
}

static void check_numbers(const struct ff_portal_graph *graph)
{
	for (size_t i = 0; i < (size_t)graph->landmark_count * SECTORS; i++)
		assert(graph->near[i] >= 0 && graph->far[i] >= 0 && isfinite(graph->far[i]));
	for (size_t i = 0; i < graph->node_count && graph->landmark_count > 0; i++)
		assert(graph->joined[i] <= 1);
	for (uint32_t s = 0; s < SECTORS; s++)
		for (uint32_t i = graph->first_node[s]; i < graph->first_node[s + 1]; i++)
			for (uint32_t j = graph->first_node[s]; j < graph->first_node[s + 1]; j++) {
				double cost = ff_portal_graph_cost(graph, s, i, j);

				assert((cost >= 0 && cost <= 0x1p53) || cost == FF_FIELD_NONEF);
			}
}

static void write_again(const struct ff_portal_graph *graph, const uint8_t *data, size_t size)
{
	struct ff_output out = {.name = "graph", .fd = memfd_create("graph", MFD_CLOEXEC)};
	uint8_t *again = fuzz_block(size + 1, 1);
	struct ff_error err;

	assert(ff_graph_write(&out, graph, digest_of_map, &err) == FF_OK);
	assert(pread(out.fd, again, size + 1, 0) == (ssize_t)size);
	assert(memcmp(again, data, size) == 0);
	free(again);
	close(out.fd);
}

/* Reads an input, and closes it. */
static enum ff_status read_input(struct ff_input in, struct ff_portal_graph *graph,
				 struct ff_error *err)
{
	enum ff_status st = ff_graph_read(&in, digest_of_map, graph, err);

	ff_input_close(&in);
	assert((st == FF_OK) == (graph->costs != NULL));
	if (st != FF_OK)
		fuzz_failed(st, err, "graph");
	else
		check_numbers(graph);
	return st;
}

static void forget(struct ff_portal_graph *graph)
{
	free(graph->costs);
	free(graph->near);
	free(graph->far);
	free(graph->between);
	free(graph->joined);
}

static void read_both_ways(enum ff_metric metric, const uint8_t *data, size_t size)
{
	struct ff_portal_graph graph = find(metric), other = find(metric);
	struct ff_input file = {.name = "graph", .fd = memfd_create("graph", MFD_CLOEXEC)};
	struct ff_error err = {""}, other_err = {""};
	enum ff_status st = read_input(fuzz_input("graph", data, size), &graph, &err);

	assert(write(file.fd, data, size) == (ssize_t)size && lseek(file.fd, 0, SEEK_SET) == 0);
	assert(read_input(file, &other, &other_err) == st && strcmp(err.text, other_err.text) == 0);
	if (st == FF_OK)
		write_again(&graph, data, size);
	forget(&graph);
	forget(&other);
}

/* Makes checksums right, and the digest of nodes, if that is 0. */
static void repair(enum ff_metric metric, uint8_t *data, size_t size)
{
	struct ff_portal_graph graph = find(metric);
	struct ff_digest digest;

	if (size < FF_GRAPH_HEADER_SIZE + FF_GRAPH_HEADER_SUM)
		return;
	if (memcmp(data + NODES, "\0\0\0\0\0\0\0", 8) == 0)
		ff_bytes_put_least(data + NODES, ff_graph_header_of(&graph, 0).nodes, 8);
	ff_digest_begin(&digest);
	ff_digest_add(&digest, data, SUMMED);
	ff_bytes_put_least(data + SUMMED, ff_digest_sum(&digest), 8);
	ff_digest_begin(&digest);
	ff_digest_add(&digest, data, size - FF_GRAPH_HEADER_SUM);
	ff_bytes_put_least(data + size - FF_GRAPH_HEADER_SUM, ff_digest_sum(&digest), 8);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum ff_metric metric;
	uint8_t *repaired;

	if (size == 0)
		return 0;
	metric = (enum ff_metric)(*data++ % FF_METRICS);
	size--;
	read_both_ways(metric, data, size);
	repaired = fuzz_block(size, 1);
	memcpy(repaired, data, size);
	repair(metric, repaired, size);
	read_both_ways(metric, repaired, size);
	free(repaired);
	return 0;
}
