#include "format/read_movingai.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "format/scan.h"

enum { HEADER = 256, SLACK = 1 << 16 };

bool ff_read_movingai_matches(const uint8_t *head, size_t n)
{
	return n >= 5 && memcmp(head, "type ", 5) == 0;
}

/* Takes 'word' and what ends it; false where the text goes on otherwise. */
static bool take(struct ff_scan *scan, const char *word)
{
	size_t n = strlen(word);

	if (scan->in->size - scan->at < n || memcmp(scan->in->data + scan->at, word, n) != 0)
		return false;
	scan->at += n;
	return true;
}

static bool take_line_end(struct ff_scan *scan)
{
	if (ff_scan_peek(scan) == '\r')
		ff_scan_next(scan);
	if (ff_scan_peek(scan) != '\n')
		return false;
	ff_scan_next(scan);
	return true;
}

static enum ff_status read_side(struct ff_scan *scan, const char *what, int32_t *out,
				struct ff_error *err)
{
	enum ff_status st;
	int64_t value;

	if (!take(scan, what) || !take(scan, " "))
		return ff_scan_expected(scan, what, err);
	if ((st = ff_scan_number(scan, what, 1, INT32_MAX, &value, err)) != FF_OK)
		return st;
	if (!take_line_end(scan))
		return ff_scan_expected(scan, "the end of the line", err);
	*out = (int32_t)value;
	return FF_OK;
}

static enum ff_status read_header(struct ff_input *in, struct ff_scan *scan, struct ff_cost *map,
				  struct ff_error *err)
{
	enum ff_status st = ff_input_fill(in, HEADER, err);

	if (st != FF_OK)
		return st;
	if (!take(scan, "type octile") || !take_line_end(scan))
		return ff_scan_expected(scan, "\"type octile\"", err);
	if ((st = read_side(scan, "height", &map->h, err)) != FF_OK ||
	    (st = read_side(scan, "width", &map->w, err)) != FF_OK)
		return st;
	if (!take(scan, "map") || !take_line_end(scan))
		return ff_scan_expected(scan, "\"map\"", err);
	return FF_OK;
}

static enum ff_status read_row(struct ff_scan *scan, const struct ff_cost *map, int32_t y,
			       struct ff_error *err)
{
	const char *name = scan->in->name;
	uint8_t *row = map->cells + ff_cost_index(map, 0, y);

	for (int32_t x = 0; x < map->w; x++) {
		int c = ff_scan_peek(scan);

		if (c < 0)
			return ff_status_fail(err, FF_E_INPUT,
					      "%s:%zu:%zu: is truncated: %" PRId32
					      " rows of %" PRId32 " expected",
					      name, scan->line, ff_scan_column(scan), map->h,
					      map->w);
		if (c == '\n' || c == '\r')
			return ff_status_fail(err, FF_E_INPUT,
					      "%s:%zu:%zu: a row of %" PRId32
					      " cells, but the width is %" PRId32,
					      name, scan->line, ff_scan_column(scan), x, map->w);
		row[x] = c == '.' || c == 'G' || c == 'S' ? 1 : FF_COST_WALL;
		ff_scan_next(scan);
	}
	if (ff_scan_peek(scan) >= 0 && !take_line_end(scan))
		return ff_status_fail(err, FF_E_INPUT,
				      "%s:%zu:%" PRId32
				      ": a row of more cells than the width %" PRId32,
				      name, scan->line, map->w + 1, map->w);
	return FF_OK;
}

/* Of a file without anything that is not needed: a byte a cell and two for each line's end. */
static uint64_t file_size(const struct ff_cost *map)
{
	return (uint64_t)map->h * ((uint64_t)map->w + 2) + SLACK;
}

enum ff_status ff_read_movingai_size(struct ff_input *in, struct ff_read_cost_size *size,
				     struct ff_error *err)
{
	struct ff_scan scan = {.in = in, .line = 1};
	struct ff_cost map = {0};
	enum ff_status st = read_header(in, &scan, &map, err);

	if (st != FF_OK)
		return st;
	*size = (struct ff_read_cost_size){map.w, map.h,
					   ff_input_expect(in, file_size(&map)) +
						   (uint64_t)map.w * (uint64_t)map.h};
	return FF_OK;
}

enum ff_status ff_read_movingai(struct ff_input *in, struct ff_cost *map, struct ff_error *err)
{
	struct ff_scan scan = {.in = in, .line = 1};
	struct ff_cost read = {0};
	enum ff_status st;

	if ((st = read_header(in, &scan, &read, err)) != FF_OK ||
	    (st = ff_input_rest(in, (size_t)file_size(&read), err)) != FF_OK)
		return st;
	/* Before memory is asked for that cannot be filled. */
	if (in->size < (size_t)read.w * (size_t)read.h)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: is truncated: %" PRId32 " rows of %" PRId32 " expected",
				      in->name, read.h, read.w);
	if ((read.cells = ff_memory_cells(read.w, read.h, 1)) == NULL)
		return ff_status_nomem(err, in->name);
	for (int32_t y = 0; y < read.h && st == FF_OK; y++)
		st = read_row(&scan, &read, y, err);
	while (st == FF_OK && ff_scan_peek(&scan) >= 0)
		if (!take_line_end(&scan))
			st = ff_status_fail(err, FF_E_INPUT,
					    "%s:%zu:%zu: more rows than the height %" PRId32,
					    in->name, scan.line, ff_scan_column(&scan), read.h);
	if (st != FF_OK) {
		free(read.cells);
		return st;
	}
	*map = read;
	return FF_OK;
}
