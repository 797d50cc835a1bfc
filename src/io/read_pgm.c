/*
 * A sample v of a file whose largest is m stands for v * 255 / m, and must
 * stand for a whole number: 16-bit samples are multiples of 257, and so on.
 */
#include "io/read_pgm.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "io/cells.h"
#include "io/netpbm.h"

enum { SLACK = 1 << 24 };

bool ff_read_pgm_matches(const uint8_t *head, size_t n)
{
	return n >= 3 && head[0] == 'P' && (head[1] == '2' || head[1] == '5') &&
	       (isspace(head[2]) || head[2] == '#');
}

/* What a header tells, and where the samples start. */
struct header {
	int32_t w, h, most;
	bool plain; /* the samples are text */
	size_t from;
};

/* Takes sample 'i', all before it having been taken. */
static inline enum ff_status take_sample(struct ff_scan *scan, const struct header *head, size_t i,
					 uint32_t *value, struct ff_error *err)
{
	const uint8_t *raw = scan->in->data + head->from;
	enum ff_status st;
	int64_t number;

	if (!head->plain) {
		*value = head->most < 256 ? raw[i] : (uint32_t)(raw[2 * i] << 8 | raw[2 * i + 1]);
	} else {
		ff_netpbm_skip(scan, NULL);
		st = ff_scan_number(scan, "a pixel", 0, UINT16_MAX, &number, err);
		if (st != FF_OK)
			return st;
		*value = (uint32_t)number;
	}
	if (*value <= (uint32_t)head->most)
		return FF_OK;
	return ff_status_fail(
		err, FF_E_INPUT, "%s: pixel %zu,%zu is %" PRIu32 ", but the largest is %" PRIi32,
		scan->in->name, i % (size_t)head->w, i / (size_t)head->w, *value, head->most);
}

/* A file may hold more images, of which the first one counts; anything else behind it
 * means that the header was not understood as it was meant. */
static enum ff_status check_end(const struct ff_scan *scan, const struct header *head,
				struct ff_error *err)
{
	size_t rest = scan->in->size - scan->at;

	if (rest == 0 || (rest >= 3 && ff_read_pgm_matches(scan->in->data + scan->at, rest)))
		return FF_OK;
	if (head->plain)
		return ff_status_fail(
			err, FF_E_INPUT,
			"%s:%zu:%zu: more than the %" PRId32 " x %" PRId32 " pixels of its header",
			scan->in->name, scan->line, ff_scan_column(scan), head->w, head->h);
	return ff_status_fail(
		err, FF_E_INPUT,
		"%s: has %zu bytes too many behind its pixels (lines that end with CR LF?)",
		scan->in->name, rest);
}

static enum ff_status read_header(struct ff_input *in, struct ff_scan *scan, struct header *head,
				  struct ff_texts *texts, struct ff_error *err)
{
	enum ff_status st = ff_input_fill(in, FF_NETPBM_HEADER, err);

	*scan = (struct ff_scan){.in = in, .at = 2, .line = 1};
	head->plain = in->size > 1 && in->data[1] == '2';
	if (st == FF_OK)
		st = ff_netpbm_number(scan, texts, "the width", INT32_MAX, &head->w, err);
	if (st == FF_OK)
		st = ff_netpbm_number(scan, texts, "the height", INT32_MAX, &head->h, err);
	if (st == FF_OK)
		st = ff_netpbm_number(scan, texts, "the largest value", UINT16_MAX, &head->most,
				      err);
	head->from = scan->at + 1;
	return st;
}

/* 'most' in digits, and a blank. */
static uint64_t plain_size(int32_t most)
{
	uint64_t size = 2;

	for (; most >= 10; most /= 10)
		size++;
	return size;
}

/* Both sizes, with 'cell' bytes for each cell that is read. */
static enum ff_status read_size(struct ff_input *in, uint64_t cell, struct header *head,
				uint64_t *bytes, struct ff_error *err)
{
	struct ff_scan scan;
	enum ff_status st = read_header(in, &scan, head, NULL, err);
	uint64_t cells, pixel;

	if (st != FF_OK)
		return st;
	cells = (uint64_t)head->w * (uint64_t)head->h;
	pixel = head->plain ? plain_size(head->most) : head->most < 256 ? 1 : 2;
	*bytes = UINT64_MAX;
	if (cells < UINT64_MAX / 16)
		*bytes = ff_input_expect(in, cells * pixel + FF_NETPBM_HEADER) + cells * cell;
	return FF_OK;
}

/* Reads all of it, and makes sure that the pixels are there, before memory is asked for that
 * cannot be filled. */
static enum ff_status read_file(struct ff_input *in, const struct header *head,
				struct ff_error *err)
{
	size_t count = (size_t)head->w * (size_t)head->h, cap, least;
	enum ff_status st;

	/* "65535 " a pixel, as much again in comments, and some. */
	if (!ff_memory_product(count, 12, &cap) || cap > SIZE_MAX - SLACK)
		return ff_status_nomem(err, in->name);
	if ((st = ff_input_rest(in, cap + SLACK, err)) != FF_OK)
		return st;
	least = head->plain ? 2 * count : count * (head->most < 256 ? 1 : 2) + 1;
	if (in->size - (head->from - 1) < least)
		return ff_status_fail(err, FF_E_INPUT, "%s: is truncated", in->name);
	return FF_OK;
}

/* Goes to the end of the samples, and checks what comes behind them. */
static enum ff_status leave(struct ff_scan *scan, const struct header *head, struct ff_error *err)
{
	if (head->plain)
		ff_netpbm_skip(scan, NULL);
	else
		scan->at =
			head->from + (size_t)head->w * (size_t)head->h * (head->most < 256 ? 1 : 2);
	return check_end(scan, head, err);
}

enum ff_status ff_read_pgm_size(struct ff_input *in, struct ff_read_cost_size *size,
				struct ff_error *err)
{
	struct header head;
	uint64_t bytes;
	enum ff_status st = read_size(in, 1, &head, &bytes, err);

	if (st == FF_OK)
		*size = (struct ff_read_cost_size){head.w, head.h, bytes};
	return st;
}

static enum ff_status read_levels(struct ff_scan *scan, const struct header *head, uint8_t *cells,
				  struct ff_error *err)
{
	const uint32_t most = (uint32_t)head->most;
	size_t count = (size_t)head->w * (size_t)head->h;

	for (size_t i = 0; i < count; i++) {
		uint32_t value;
		enum ff_status st = take_sample(scan, head, i, &value, err);

		if (st != FF_OK)
			return st;
		if (value * 255 % most != 0)
			return ff_status_fail(
				err, FF_E_INPUT,
				"%s: pixel %zu,%zu is %" PRIu32 " of %" PRIu32
				", which no 8-bit grey equals (%s)",
				scan->in->name, i % (size_t)head->w, i / (size_t)head->w, value,
				most,
				most < 256 ? "write 255 as the largest value if the "
					     "numbers are greys of 0..255"
					   : "convert IN.pgm -depth 8 OUT.pgm rounds it");
		cells[i] = (uint8_t)(value * 255 / most);
	}
	return leave(scan, head, err);
}

enum ff_status ff_read_pgm(struct ff_input *in, struct ff_cost *map, struct ff_error *err)
{
	struct ff_scan scan;
	struct header head;
	enum ff_status st = read_header(in, &scan, &head, NULL, err);
	uint8_t *cells;

	if (st != FF_OK || (st = read_file(in, &head, err)) != FF_OK)
		return st;
	if ((cells = ff_memory_cells(head.w, head.h, 1)) == NULL)
		return ff_status_nomem(err, in->name);
	if ((st = read_levels(&scan, &head, cells, err)) == FF_OK)
		*map = (struct ff_cost){head.w, head.h, cells};
	else
		free(cells);
	return st;
}

enum ff_status ff_read_pgm_raster_size(struct ff_input *in, int64_t limit,
				       struct ff_read_raster_size *size, struct ff_error *err)
{
	struct header head;
	uint64_t bytes;
	enum ff_status st = read_size(in, sizeof(uint16_t), &head, &bytes, err);

	(void)limit;
	if (st == FF_OK)
		*size = (struct ff_read_raster_size){head.w, head.h, bytes};
	return st;
}

enum ff_status ff_read_pgm_raster(struct ff_input *in, struct ff_read_raster *read,
				  struct ff_error *err)
{
	struct ff_raster *raster = &read->raster;
	struct ff_scan scan;
	struct header head;
	enum ff_status st = read_header(in, &scan, &head, &read->texts, err);
	size_t count;

	if (st != FF_OK || (st = read_file(in, &head, err)) != FF_OK)
		return st;
	*raster = (struct ff_raster){.w = head.w,
				     .h = head.h,
				     .channels = 1,
				     .type = head.most < 256 ? FF_RASTER_U8 : FF_RASTER_U16};
	if ((st = ff_cells_allocate(in, raster, err)) != FF_OK)
		return st;
	read->kind = FF_READ_RASTER_NUMBERS;
	count = (size_t)head.w * (size_t)head.h;
	for (size_t i = 0; i < count; i++) {
		uint32_t value;

		if ((st = take_sample(&scan, &head, i, &value, err)) != FF_OK)
			return st;
		ff_cells_put(raster, i, value);
	}
	if ((st = leave(&scan, &head, err)) != FF_OK)
		return st;
	return ff_read_raster_samples(in, read, head.most, err);
}
