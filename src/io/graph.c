#include "io/graph.h"

#include <endian.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/number.h"
#include "io/bytes.h"
#include "io/cells.h"
#include "io/digest.h"
#include "io/output.h"

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
		/* Nodes are different cells, so their number fits in 31 bits. */
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
	if (sum(from) != ff_bytes_get(from + SUMMED, FF_GRAPH_HEADER_SUM, false))
		return false;
	*header = (struct ff_graph_header){
		.metric = from[12],
		.step = from[13],
		.corners = from[14],
		.type = from[15],
		.w = (uint32_t)ff_bytes_get(from + 16, 4, false),
		.h = (uint32_t)ff_bytes_get(from + 20, 4, false),
		.size = (uint32_t)ff_bytes_get(from + 24, 4, false),
		.landmarks = (uint32_t)ff_bytes_get(from + 28, 4, false),
		.map = ff_bytes_get(from + 32, 8, false),
		.nodes = ff_bytes_get(from + 40, 8, false),
		.costs = ff_bytes_get(from + 48, 8, false),
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

/*
 * The reader compares the header with the graph first, so that a file cannot claim another size.
 */

static enum ff_status damaged(const struct ff_input *in, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s: is damaged", in->name);
}

/* Takes the next bytes; 'left' is the number to come if the file is whole. */
static enum ff_status take_bytes(struct ff_input *in, void *to, size_t size, uint64_t left,
				 struct ff_error *err)
{
	size_t got;
	enum ff_status st = ff_input_read(in, to, size, &got, err);

	if (st != FF_OK || got == size)
		return st;
	return ff_status_fail(err, FF_E_INPUT, "%s: is cut short, by %" PRIu64 " bytes", in->name,
			      left - got);
}

static enum ff_status read_header(struct ff_input *in, uint8_t bytes[FF_GRAPH_HEADER_SIZE],
				  struct ff_graph_header *header, struct ff_error *err)
{
	size_t got;
	enum ff_status st = ff_input_read(in, bytes, FF_GRAPH_HEADER_SIZE, &got, err);
	uint32_t version;

	if (st != FF_OK)
		return st;
	if (got == 0)
		return ff_status_fail(err, FF_E_INPUT, "%s: is empty", in->name);
	if (memcmp(bytes, ff_graph_header_magic,
		   got < FF_GRAPH_HEADER_MAGIC ? got : FF_GRAPH_HEADER_MAGIC) != 0)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: is no graph as --save-graph writes them", in->name);
	version = (uint32_t)ff_bytes_get(bytes + FF_GRAPH_HEADER_MAGIC, 4, false);
	if (got >= FF_GRAPH_HEADER_VERSION && version != FF_PORTAL_GRAPH_VERSION)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: is of version %" PRIu32 ", %s: %d expected", in->name,
				      version,
				      version > FF_PORTAL_GRAPH_VERSION ? "made by a newer program"
									: "which is out of date",
				      FF_PORTAL_GRAPH_VERSION);
	if (got < FF_GRAPH_HEADER_SIZE)
		return ff_status_fail(err, FF_E_INPUT, "%s: is cut short, by at least %zu bytes",
				      in->name, FF_GRAPH_HEADER_SIZE + FF_GRAPH_HEADER_SUM - got);
	return ff_graph_header_get(bytes, header) ? FF_OK : damaged(in, err);
}

/* An option that differs between a file and the run. */
struct difference {
	bool any;
	const char *option, *was, *is;
};

static enum ff_status check_options(const struct ff_input *in, const struct ff_graph_header *was,
				    const struct ff_graph_header *is, struct ff_error *err)
{
	char sizes[2][12], text[200];
	const struct difference differences[] = {
		{was->metric != is->metric, "metric", ff_model_metrics[was->metric],
		 ff_model_metrics[is->metric]},
		{was->step != is->step, "step", ff_model_steps[was->step],
		 ff_model_steps[is->step]},
		{was->corners != is->corners, "corners", ff_model_corners[was->corners],
		 ff_model_corners[is->corners]},
		{was->size != is->size, "size", sizes[0], sizes[1]},
	};
	int n = 0;

	snprintf(sizes[0], sizeof sizes[0], "%" PRIu32, was->size);
	snprintf(sizes[1], sizeof sizes[1], "%" PRIu32, is->size);
	for (size_t i = 0; i < sizeof differences / sizeof *differences; i++) {
		const struct difference *d = &differences[i];

		if (d->any)
			n += snprintf(text + n, sizeof text - (size_t)n, "%s--%s %s, here %s",
				      n > 0 ? "; " : "", d->option, d->was, d->is);
	}
	if (n == 0)
		return FF_OK;
	return ff_status_fail(err, FF_E_INPUT, "%s: was made with %s", in->name, text);
}

static enum ff_status check_header(const struct ff_input *in, const struct ff_graph_header *was,
				   const struct ff_graph_header *is, struct ff_error *err)
{
	enum ff_status st;

	if (was->w != is->w || was->h != is->h)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: was made for a map of %" PRIu32 "x%" PRIu32
				      " cells; this one has %" PRIu32 "x%" PRIu32,
				      in->name, was->w, was->h, is->w, is->h);
	if (was->map != is->map)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: was made for another map (or another --radius, "
				      "--legend, --remap, ...)",
				      in->name);
	if ((st = check_options(in, was, is, err)) != FF_OK)
		return st;
	if (was->nodes != is->nodes || was->costs != is->costs)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: has other nodes than this program finds in the map: "
				      "save it again",
				      in->name);
	return FF_OK;
}

/* Returns true if n numbers are valid in a part: possible costs, or none. */
static bool are_sound(const void *numbers, size_t n, enum ff_graph_header_part part,
		      enum ff_field_type type)
{
	const uint64_t *longs = numbers;
	const double *reals = numbers;
	const uint8_t *bytes = numbers;
	const float *floats = numbers;
	bool all = true;

	if (part == FF_GRAPH_HEADER_JOINED)
		for (size_t i = 0; i < n; i++)
			all &= bytes[i] <= 1;
	else if (part == FF_GRAPH_HEADER_NEAR || part == FF_GRAPH_HEADER_FAR)
		for (size_t i = 0; i < n; i++)
			all &= floats[i] >= 0 &&
			       (part == FF_GRAPH_HEADER_NEAR || floats[i] < (float)INFINITY);
	else if (part == FF_GRAPH_HEADER_COSTS && type == FF_FIELD_U64)
		for (size_t i = 0; i < n; i++)
			all &= longs[i] <= UINT64_C(1) << 53 || longs[i] == FF_FIELD_NONE64;
	else if (part == FF_GRAPH_HEADER_COSTS && type == FF_FIELD_F64)
		for (size_t i = 0; i < n; i++)
			all &= (reals[i] >= 0 && reals[i] <= 0x1p53) || reals[i] == FF_FIELD_NONEF;
	return all;
}

struct body {
	struct ff_input *in;
	const struct ff_graph_header *header;
	struct ff_digest digest;
	uint64_t left; /* bytes to come, if the file is whole */
	bool sound;
	void *parts[FF_GRAPH_HEADER_PARTS]; /* owned */
};

static enum ff_status read_part(struct body *body, enum ff_graph_header_part part,
				const struct ff_graph_header_array *array, struct ff_error *err)
{
	size_t bytes = array->count * array->size;
	uint8_t *to = body->parts[part];
	enum ff_status st;

	for (size_t at = 0, n; at < bytes; at += n) {
		n = bytes - at < FF_GRAPH_HEADER_PIECE ? bytes - at : FF_GRAPH_HEADER_PIECE;
		if ((st = take_bytes(body->in, to + at, n, body->left, err)) != FF_OK)
			return st;
		body->left -= n;
		ff_digest_add(&body->digest, to + at, n);
		ff_graph_header_turn(to + at, n / array->size, array->size);
		body->sound &= are_sound(to + at, n / array->size, part,
					 (enum ff_field_type)body->header->type);
	}
	return FF_OK;
}

/* Fails if bytes follow the last part. */
static enum ff_status read_end(struct body *body, struct ff_error *err)
{
	uint8_t sum[FF_GRAPH_HEADER_SUM], more;
	enum ff_status st;
	size_t n;

	if ((st = take_bytes(body->in, sum, sizeof sum, body->left, err)) != FF_OK ||
	    (st = ff_input_read(body->in, &more, 1, &n, err)) != FF_OK)
		return st;
	if (n > 0)
		return ff_status_fail(err, FF_E_INPUT, "%s: goes on after its end", body->in->name);
	if (!body->sound || ff_digest_sum(&body->digest) != ff_bytes_get(sum, sizeof sum, false))
		return damaged(body->in, err);
	return FF_OK;
}

static enum ff_status read_body(struct body *body, const struct ff_portal_graph *graph,
				struct ff_error *err)
{
	struct ff_graph_header_array arrays[FF_GRAPH_HEADER_PARTS];
	enum ff_status st = FF_OK;

	body->left = FF_GRAPH_HEADER_SUM;
	for (int i = 0; i < FF_GRAPH_HEADER_PARTS; i++) {
		size_t bytes;

		arrays[i] =
			ff_graph_header_array(body->header, graph, (enum ff_graph_header_part)i);
		/* Costs get a block even if there are none; landmarks do not. */
		if (arrays[i].count == 0 && i != FF_GRAPH_HEADER_COSTS)
			continue;
		if (!ff_memory_product(arrays[i].count, arrays[i].size, &bytes) ||
		    (body->parts[i] = malloc(bytes > 0 ? bytes : 1)) == NULL)
			return ff_status_nomem(err, body->in->name);
		body->left += bytes;
	}
	for (int i = 0; i < FF_GRAPH_HEADER_PARTS && st == FF_OK; i++)
		st = read_part(body, (enum ff_graph_header_part)i, &arrays[i], err);
	return st != FF_OK ? st : read_end(body, err);
}

enum ff_status ff_graph_read(struct ff_input *in, uint64_t map, struct ff_portal_graph *graph,
			     struct ff_error *err)
{
	const struct ff_graph_header is = ff_graph_header_of(graph, map);
	uint8_t head[FF_GRAPH_HEADER_SIZE];
	struct ff_graph_header was = {0};
	struct body body = {.in = in, .header = &was, .sound = true};
	enum ff_status st = read_header(in, head, &was, err);

	if (st != FF_OK || (st = check_header(in, &was, &is, err)) != FF_OK)
		return st;
	ff_digest_begin(&body.digest);
	ff_digest_add(&body.digest, head, sizeof head);
	st = read_body(&body, graph, err);
	if (st != FF_OK) {
		for (int i = 0; i < FF_GRAPH_HEADER_PARTS; i++)
			free(body.parts[i]);
		return st;
	}
	graph->type = (enum ff_field_type)was.type;
	graph->costs = body.parts[FF_GRAPH_HEADER_COSTS];
	graph->landmark_count = was.landmarks;
	graph->near = body.parts[FF_GRAPH_HEADER_NEAR];
	graph->far = body.parts[FF_GRAPH_HEADER_FAR];
	graph->between = body.parts[FF_GRAPH_HEADER_BETWEEN];
	graph->joined = body.parts[FF_GRAPH_HEADER_JOINED];
	return FF_OK;
}

/*
 * The writer copies numbers only on big-endian machines.
 */

static enum ff_status put_bytes(struct ff_output *out, struct ff_digest *digest, const void *bytes,
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
		st = put_bytes(out, digest, piece, n, err);
		from += n;
		left -= n;
	}
	return st;
}

enum ff_status ff_graph_write(struct ff_output *out, const struct ff_portal_graph *graph,
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
	st = put_bytes(out, &digest, bytes, sizeof bytes, err);
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

static char *put_cost(char *to, const struct ff_portal_graph *graph, double cost)
{
	to += ff_model_is_continuous(&graph->model)
		      ? ff_number_fixed(to, cost)
		      : ff_number_ratio(to, (int64_t)cost, ff_model_unit(&graph->model));
	*to++ = ',';
	return to;
}

/* Writes an edge; returns false, and writes nothing, if its cost is FF_FIELD_NONEF. */
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

/* Writes all edges that leave a node of a sector. */
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
