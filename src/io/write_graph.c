/*
 * On a machine that is little-endian, numbers are written from where they are.
 */
#include "io/write_graph.h"

#include <string.h>

#include "io/bytes.h"
#include "io/digest.h"
#include "io/graph_header.h"

static enum ff_status put(struct ff_output *out, struct ff_digest *digest, const void *bytes,
			  size_t n, struct ff_error *err)
{
	ff_digest_add(digest, bytes, n);
	return ff_output_write(out, bytes, n, err);
}

static enum ff_status put_array(struct ff_output *out, struct ff_digest *digest,
				const uint8_t *from, const struct ff_graph_header_array *array,
				struct ff_error *err)
{
	uint64_t turned[FF_GRAPH_HEADER_PIECE / sizeof(uint64_t)];
	size_t left = array->count * array->size;
	enum ff_status st = FF_OK;

	while (st == FF_OK && left > 0) {
		size_t n = left < sizeof turned ? left : sizeof turned;
		const void *piece = from;

		if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__) {
			piece = memcpy(turned, from, n);
			ff_graph_header_turn(turned, n / array->size, array->size);
		}
		st = put(out, digest, piece, n, err);
		from += n;
		left -= n;
	}
	return st;
}

enum ff_status ff_write_graph(struct ff_output *out, const struct ff_portal_graph *graph,
			      uint64_t map, struct ff_error *err)
{
	const void *const arrays[FF_GRAPH_HEADER_PARTS] = {
		[FF_GRAPH_HEADER_COSTS] = graph->costs,
		[FF_GRAPH_HEADER_NEAR] = graph->near,
		[FF_GRAPH_HEADER_FAR] = graph->far,
		[FF_GRAPH_HEADER_BETWEEN] = graph->between,
		[FF_GRAPH_HEADER_JOINED] = graph->joined,
	};
	struct ff_graph_header header = ff_graph_header_of(graph, map);
	uint8_t bytes[FF_GRAPH_HEADER_SIZE], sum[FF_GRAPH_HEADER_SUM];
	struct ff_digest digest;
	enum ff_status st;

	ff_digest_begin(&digest);
	ff_graph_header_put(&header, bytes);
	st = put(out, &digest, bytes, sizeof bytes, err);
	for (int i = 0; i < FF_GRAPH_HEADER_PARTS && st == FF_OK; i++) {
		struct ff_graph_header_array array =
			ff_graph_header_array(&header, graph, (enum ff_graph_header_part)i);

		st = put_array(out, &digest, arrays[i], &array, err);
	}
	if (st != FF_OK)
		return st;
	ff_bytes_put_least(sum, ff_digest_sum(&digest), sizeof sum);
	return ff_output_write(out, sum, sizeof sum, err);
}
