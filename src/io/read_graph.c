/*
 * What the header says is held against the graph before anything else is read, so that its size
 * is that of the graph, whatever a file claims.
 */
#include "io/read_graph.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "io/cells.h"
#include "io/digest.h"
#include "io/graph_header.h"

static enum ff_status damaged(const struct ff_input *in, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s: is damaged", in->name);
}

/* Takes the next bytes of those of which 'left' are to come. */
static enum ff_status take(struct ff_input *in, void *to, size_t size, uint64_t left,
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
	version = (uint32_t)ff_cells_get(bytes + FF_GRAPH_HEADER_MAGIC, 4, false);
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

/* What of options is another one, if it is. */
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

/* Whether n numbers are what a part may hold: costs that a walk can have, or none. */
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

/* A file while it is read. */
struct body {
	struct ff_input *in;
	const struct ff_graph_header *header;
	struct ff_digest digest;
	uint64_t left; /* bytes to come, if it is whole */
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
		if ((st = take(body->in, to + at, n, body->left, err)) != FF_OK)
			return st;
		body->left -= n;
		ff_digest_add(&body->digest, to + at, n);
		ff_graph_header_turn(to + at, n / array->size, array->size);
		body->sound &= are_sound(to + at, n / array->size, part,
					 (enum ff_field_type)body->header->type);
	}
	return FF_OK;
}

/* What follows the last part. */
static enum ff_status read_end(struct body *body, struct ff_error *err)
{
	uint8_t sum[FF_GRAPH_HEADER_SUM], more;
	enum ff_status st;
	size_t n;

	if ((st = take(body->in, sum, sizeof sum, body->left, err)) != FF_OK ||
	    (st = ff_input_read(body->in, &more, 1, &n, err)) != FF_OK)
		return st;
	if (n > 0)
		return ff_status_fail(err, FF_E_INPUT, "%s: goes on after its end", body->in->name);
	if (!body->sound || ff_digest_sum(&body->digest) != ff_cells_get(sum, sizeof sum, false))
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
		/* Other than landmarks, costs are there even where they are none. */
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

enum ff_status ff_read_graph(struct ff_input *in, uint64_t map, struct ff_portal_graph *graph,
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
