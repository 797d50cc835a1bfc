/*
 * A sample v of a file whose largest is m stands for v * 255 / m, and must
 * stand for a whole number: 16-bit samples are multiples of 257, and so on.
 */
#include "format/read_pgm.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"
#include "format/scan.h"

enum {
	HEADER = 64 * 1024, /* more than any header, long comments and all */
	SLACK = 1 << 24,
};

bool ff_read_pgm_matches(const uint8_t *head, size_t n)
{
	return n >= 3 && head[0] == 'P' && (head[1] == '2' || head[1] == '5') &&
	       (isspace(head[2]) || head[2] == '#');
}

static void skip_blanks(struct ff_scan *scan)
{
	for (int c; (c = ff_scan_peek(scan)) == '#' || isspace(c);) {
		ff_scan_next(scan);
		while (c == '#' && ff_scan_peek(scan) >= 0 && ff_scan_next(scan) != '\n')
			;
	}
}

static enum ff_status header_number(struct ff_scan *scan, const char *what, int64_t max,
				    int32_t *out, struct ff_error *err)
{
	enum ff_status st;
	int64_t value;

	skip_blanks(scan);
	st = ff_scan_number(scan, what, 1, max, &value, err);
	if (st != FF_OK)
		return st;
	/* What ends here may go on in the part that is not read yet. */
	if (scan->at == scan->in->size && !scan->in->ended)
		return ff_status_fail(err, FF_E_INPUT, "%s: the header is longer than %d bytes",
				      scan->in->name, HEADER);
	*out = (int32_t)value;
	return FF_OK;
}

/* Sample 'value' of 'most' as a grey level; -1 if it is none. */
static int level(uint32_t value, uint32_t most)
{
	return value <= most && value * 255 % most == 0 ? (int)(value * 255 / most) : -1;
}

static enum ff_status no_level(const struct ff_input *in, const struct ff_cost *map, size_t i,
			       uint32_t value, uint32_t most, struct ff_error *err)
{
	size_t x = i % (size_t)map->w, y = i / (size_t)map->w;

	if (value > most)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: pixel %zu,%zu is %" PRIu32
				      ", but the largest is %" PRIu32,
				      in->name, x, y, value, most);
	return ff_status_fail(err, FF_E_INPUT,
			      "%s: pixel %zu,%zu is %" PRIu32 " of %" PRIu32
			      ", which no 8-bit grey equals",
			      in->name, x, y, value, most);
}

static enum ff_status read_plain(struct ff_scan *scan, const struct ff_cost *map, uint32_t most,
				 struct ff_error *err)
{
	size_t count = (size_t)map->w * (size_t)map->h;

	for (size_t i = 0; i < count; i++) {
		enum ff_status st;
		int64_t value;
		int grey;

		skip_blanks(scan);
		st = ff_scan_number(scan, "a pixel", 0, UINT16_MAX, &value, err);
		if (st != FF_OK)
			return st;
		if ((grey = level((uint32_t)value, most)) < 0)
			return no_level(scan->in, map, i, (uint32_t)value, most, err);
		map->cells[i] = (uint8_t)grey;
	}
	skip_blanks(scan);
	return FF_OK;
}

static enum ff_status read_raw(struct ff_scan *scan, const struct ff_cost *map, uint32_t most,
			       struct ff_error *err)
{
	size_t count = (size_t)map->w * (size_t)map->h, wide = most < 256 ? 1 : 2;
	const struct ff_input *in = scan->in;
	const uint8_t *raster = in->data + scan->at + 1;

	for (size_t i = 0; i < count; i++) {
		uint32_t value =
			wide == 1 ? raster[i] : (uint32_t)(raster[2 * i] << 8 | raster[2 * i + 1]);
		int grey = level(value, most);

		if (grey < 0)
			return no_level(in, map, i, value, most, err);
		map->cells[i] = (uint8_t)grey;
	}
	scan->at += 1 + count * wide;
	return FF_OK;
}

/* A file may hold more images, of which the first one counts; anything else behind it
 * means that the header was not understood as it was meant. */
static enum ff_status check_end(const struct ff_scan *scan, struct ff_error *err)
{
	size_t rest = scan->in->size - scan->at;

	if (rest == 0 || (rest >= 3 && ff_read_pgm_matches(scan->in->data + scan->at, rest)))
		return FF_OK;
	return ff_status_fail(
		err, FF_E_INPUT,
		"%s: has %zu bytes too many behind its pixels (lines that end with CR LF?)",
		scan->in->name, rest);
}

static enum ff_status read_header(struct ff_input *in, struct ff_scan *scan, struct ff_cost *map,
				  int32_t *most, struct ff_error *err)
{
	enum ff_status st = ff_input_fill(in, HEADER, err);

	if (st == FF_OK)
		st = header_number(scan, "the width", INT32_MAX, &map->w, err);
	if (st == FF_OK)
		st = header_number(scan, "the height", INT32_MAX, &map->h, err);
	if (st == FF_OK)
		st = header_number(scan, "the largest value", UINT16_MAX, most, err);
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

enum ff_status ff_read_pgm_size(struct ff_input *in, struct ff_read_cost_size *size,
				struct ff_error *err)
{
	struct ff_scan scan = {.in = in, .at = 2, .line = 1};
	struct ff_cost map = {0};
	int32_t most = 1;
	enum ff_status st = read_header(in, &scan, &map, &most, err);
	uint64_t cells, pixel;

	if (st != FF_OK)
		return st;
	cells = (uint64_t)map.w * (uint64_t)map.h;
	pixel = in->data[1] == '2' ? plain_size(most) : most < 256 ? 1 : 2;
	*size = (struct ff_read_cost_size){map.w, map.h, UINT64_MAX};
	if (cells < UINT64_MAX / 16)
		size->bytes = ff_input_expect(in, cells * pixel + HEADER) + cells;
	return FF_OK;
}

enum ff_status ff_read_pgm(struct ff_input *in, struct ff_cost *map, struct ff_error *err)
{
	struct ff_scan scan = {.in = in, .at = 2, .line = 1};
	struct ff_cost read = {0};
	int32_t most = 1;
	enum ff_status st = read_header(in, &scan, &read, &most, err);
	size_t count, cap, least;

	if (st != FF_OK)
		return st;
	count = (size_t)read.w * (size_t)read.h;
	/* "65535 " a pixel, as much again in comments, and some. */
	if (!ff_memory_product(count, 12, &cap) || cap > SIZE_MAX - SLACK)
		return ff_status_nomem(err, in->name);
	if ((st = ff_input_rest(in, cap + SLACK, err)) != FF_OK)
		return st;
	/* Before memory is asked for that cannot be filled. */
	least = in->data[1] == '2' ? 2 * count : count * (most < 256 ? 1 : 2) + 1;
	if (in->size - scan.at < least)
		return ff_status_fail(err, FF_E_INPUT, "%s: is truncated", in->name);
	if ((read.cells = ff_memory_cells(read.w, read.h, 1)) == NULL)
		return ff_status_nomem(err, in->name);
	if (in->data[1] == '2')
		st = read_plain(&scan, &read, (uint32_t)most, err);
	else
		st = read_raw(&scan, &read, (uint32_t)most, err);
	if (st == FF_OK)
		st = check_end(&scan, err);
	if (st != FF_OK) {
		free(read.cells);
		return st;
	}
	*map = read;
	return FF_OK;
}
