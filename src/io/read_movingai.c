#include "io/read_movingai.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "io/scan.h"

enum { HEADER = 256, SLACK = 1 << 16, TEXT_MAX = 1 << 30 };

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

static bool is_open(int c)
{
	return c == '.' || c == 'G' || c == 'S';
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
		row[x] = is_open(c) ? 1 : FF_COST_WALL;
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

/* The letters that benchmarks use. */
static bool is_cell(int c)
{
	return is_open(c) || c == '@' || c == 'O' || c == 'T' || c == 'W' || c == '#';
}

bool ff_read_movingai_rows_matches(const uint8_t *head, size_t n)
{
	size_t most = n < FF_READ_COST_HEAD ? n : FF_READ_COST_HEAD;

	for (size_t i = 0; i < most; i++)
		if (!is_cell(head[i]) && (i == 0 || (head[i] != '\n' && head[i] != '\r')))
			return false;
	return n > 0;
}

bool ff_read_movingai_rows_nearly(const uint8_t *head, size_t n)
{
	size_t most = n < FF_READ_COST_HEAD ? n : FF_READ_COST_HEAD, cells = 0, others = 0;

	for (size_t i = 0; i < most; i++) {
		if (is_cell(head[i]))
			cells++;
		else if (iscntrl(head[i]) && !isspace(head[i]))
			return false;
		else if (head[i] != '\n' && head[i] != '\r')
			others++;
	}
	return cells > others;
}

/* Returns how many cells the row at 'from' has; sets where the next one begins. */
static size_t row_length(const struct ff_input *in, size_t from, size_t *next)
{
	const uint8_t *row = in->data + from;
	const uint8_t *end = memchr(row, '\n', in->size - from);
	size_t n = end == NULL ? in->size - from : (size_t)(end - row);

	*next = from + n + (end != NULL);
	return n > 0 && row[n - 1] == '\r' ? n - 1 : n;
}

/* Refuses a byte that is no cell. */
static enum ff_status refuse_cell(const struct ff_input *in, size_t at, int32_t y, size_t x,
				  struct ff_error *err)
{
	int c = in->data[at + x];
	char name[16];

	snprintf(name, sizeof name, isgraph(c) || c == ' ' ? "'%c'" : "byte 0x%02x",
		 (unsigned int)c);
	return ff_status_fail(err, FF_E_INPUT,
			      "%s:%" PRId32 ":%zu: %s is no cell; expected . G or S (open), or "
			      "@ O T W or # (a wall)",
			      in->name, y + 1, x + 1, name);
}

static bool is_blank(const struct ff_input *in, size_t from)
{
	for (; from < in->size; from++)
		if (in->data[from] != '\n' && in->data[from] != '\r')
			return false;
	return true;
}

/* Goes through all rows; sets w and h, and the cells if there is room for them. */
static enum ff_status take_rows(const struct ff_input *in, struct ff_cost *map,
				struct ff_error *err)
{
	size_t at = 0, next, n;

	for (map->h = 0; !is_blank(in, at) && map->h < INT32_MAX; map->h++, at = next) {
		n = row_length(in, at, &next);
		if (map->h == 0)
			map->w = (int32_t)n;
		for (size_t x = 0; x < n; x++)
			if (!is_cell(in->data[at + x]))
				return refuse_cell(in, at, map->h, x, err);
		if (n != (size_t)map->w)
			return ff_status_fail(err, FF_E_INPUT,
					      "%s:%" PRId32 ": a row of %zu cells, but the first "
					      "has %" PRId32,
					      in->name, map->h + 1, n, map->w);
		for (size_t x = 0; x < n && map->cells != NULL; x++)
			map->cells[ff_cost_index(map, (int32_t)x, map->h)] =
				is_open(in->data[at + x]) ? 1 : FF_COST_WALL;
	}
	return FF_OK;
}

enum ff_status ff_read_movingai_rows_size(struct ff_input *in, struct ff_read_cost_size *size,
					  struct ff_error *err)
{
	struct ff_cost map = {0};
	enum ff_status st = ff_input_rest(in, TEXT_MAX, err);

	if (st == FF_OK && (st = take_rows(in, &map, err)) == FF_OK)
		*size = (struct ff_read_cost_size){map.w, map.h,
						   in->size + (uint64_t)map.w * (uint64_t)map.h};
	return st;
}

enum ff_status ff_read_movingai_rows(struct ff_input *in, struct ff_cost *map, struct ff_error *err)
{
	struct ff_cost read = {0};
	enum ff_status st = ff_input_rest(in, TEXT_MAX, err);

	if (st != FF_OK || (st = take_rows(in, &read, err)) != FF_OK)
		return st;
	if ((read.cells = ff_memory_cells(read.w, read.h, 1)) == NULL)
		return ff_status_nomem(err, in->name);
	if ((st = take_rows(in, &read, err)) == FF_OK)
		*map = read;
	else
		free(read.cells);
	return st;
}
