#include "io/graph_header.h"

#include <endian.h>

#include "io/bytes.h"
#include "io/cells.h"
#include "io/digest.h"

const uint8_t ff_graph_header_magic[FF_GRAPH_HEADER_MAGIC] = {0xff, 'F', 'F', 'G',
							      'R',  'A', 'P', 'H'};

enum { SUMMED = FF_GRAPH_HEADER_SIZE - FF_GRAPH_HEADER_SUM };

struct ff_graph_header ff_graph_header_of(const struct ff_portal_graph *graph, uint64_t map)
{
	return (struct ff_graph_header){
		.metric = (uint8_t)graph->model.metric,
		.step = (uint8_t)graph->model.step,
		.corners = (uint8_t)graph->model.corners,
		.type = (uint8_t)graph->type,
		.w = (uint32_t)graph->sectors.w,
		.h = (uint32_t)graph->sectors.h,
		.size = (uint32_t)graph->sectors.size,
		.landmarks = graph->landmark_count,
		.map = map,
		/* No two nodes are the same cell, and 31 bits count those. */
		.nodes = ff_digest_words((int32_t)graph->node_count, 1, graph->cells, UINT32_MAX),
		.costs = graph->first_cost[ff_sectors_count(&graph->sectors)],
	};
}

struct ff_graph_header_array ff_graph_header_array(const struct ff_graph_header *header,
						   const struct ff_portal_graph *graph,
						   enum ff_graph_header_part part)
{
	size_t nodes = header->landmarks > 0 ? graph->node_count : 0;

	switch (part) {
	case FF_GRAPH_HEADER_COSTS:
		return (struct ff_graph_header_array){
			(size_t)header->costs, ff_field_size((enum ff_field_type)header->type)};
	case FF_GRAPH_HEADER_BETWEEN:
		return (struct ff_graph_header_array){nodes * header->landmarks, 1};
	case FF_GRAPH_HEADER_JOINED:
		return (struct ff_graph_header_array){nodes, 1};
	default:
		return (struct ff_graph_header_array){(size_t)ff_sectors_count(&graph->sectors) *
							      header->landmarks,
						      sizeof(float)};
	}
}

static uint64_t sum(const uint8_t *bytes)
{
	struct ff_digest digest;

	ff_digest_begin(&digest);
	ff_digest_add(&digest, bytes, SUMMED);
	return ff_digest_sum(&digest);
}

void ff_graph_header_put(const struct ff_graph_header *header, uint8_t to[FF_GRAPH_HEADER_SIZE])
{
	uint8_t *at = to + FF_GRAPH_HEADER_MAGIC;

	memcpy(to, ff_graph_header_magic, FF_GRAPH_HEADER_MAGIC);
	at = ff_bytes_put_least(at, FF_PORTAL_GRAPH_VERSION, 4);
	*at++ = header->metric;
	*at++ = header->step;
	*at++ = header->corners;
	*at++ = header->type;
	at = ff_bytes_put_least(at, header->w, 4);
	at = ff_bytes_put_least(at, header->h, 4);
	at = ff_bytes_put_least(at, header->size, 4);
	at = ff_bytes_put_least(at, header->landmarks, 4);
	at = ff_bytes_put_least(at, header->map, 8);
	at = ff_bytes_put_least(at, header->nodes, 8);
	at = ff_bytes_put_least(at, header->costs, 8);
	ff_bytes_put_least(at, sum(to), FF_GRAPH_HEADER_SUM);
}

bool ff_graph_header_get(const uint8_t from[FF_GRAPH_HEADER_SIZE], struct ff_graph_header *header)
{
	if (sum(from) != ff_cells_get(from + SUMMED, FF_GRAPH_HEADER_SUM, false))
		return false;
	*header = (struct ff_graph_header){
		.metric = from[12],
		.step = from[13],
		.corners = from[14],
		.type = from[15],
		.w = (uint32_t)ff_cells_get(from + 16, 4, false),
		.h = (uint32_t)ff_cells_get(from + 20, 4, false),
		.size = (uint32_t)ff_cells_get(from + 24, 4, false),
		.landmarks = (uint32_t)ff_cells_get(from + 28, 4, false),
		.map = ff_cells_get(from + 32, 8, false),
		.nodes = ff_cells_get(from + 40, 8, false),
		.costs = ff_cells_get(from + 48, 8, false),
	};
	return header->metric < FF_METRICS && header->step < FF_STEPS &&
	       header->corners < FF_CORNERS && header->type < FF_FIELD_TYPES &&
	       (header->type == FF_FIELD_F64) == (ff_model_metric[header->metric].continuous) &&
	       header->landmarks <=
		       (ff_model_metric[header->metric].continuous ? 0 : FF_PORTAL_GRAPH_LANDMARKS);
}

void ff_graph_header_turn(void *numbers, size_t n, size_t size)
{
	uint32_t *words = numbers;
	uint64_t *longs = numbers;

	if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
		return;
	for (size_t i = 0; i < n; i++)
		if (size == sizeof *words)
			words[i] = htole32(words[i]);
		else if (size == sizeof *longs)
			longs[i] = htole64(longs[i]);
}
