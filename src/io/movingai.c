#include "io/movingai.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "io/scan.h"

enum { HEADER = 256, SLACK = 1 << 16, TEXT_MAX = 1 << 30 };

bool ff_movingai_matches(const struct ff_input *in)
{
	return in->size >= 5 && memcmp(in->data, "type ", 5) == 0;
}

/* Takes a word; returns false if something else comes. */
static bool take_word(struct ff_scan *scan, const char *word)
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

	if (!take_word(scan, what) || !take_word(scan, " "))
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
	if (!take_word(scan, "type octile") || !take_line_end(scan))
		return ff_scan_expected(scan, "\"type octile\"", err);
	if ((st = read_side(scan, "height", &map->h, err)) != FF_OK ||
	    (st = read_side(scan, "width", &map->w, err)) != FF_OK)
		return st;
	if (!take_word(scan, "map") || !take_line_end(scan))
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

enum ff_status ff_movingai_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
				struct ff_error *err)
{
	struct ff_scan scan = {.in = in, .line = 1};
	struct ff_cost map = {0};
	enum ff_status st = read_header(in, &scan, &map, err);

	(void)limit;
	if (st == FF_OK)
		*size = (struct ff_cells_size){.w = map.w, .h = map.h};
	return st;
}

enum ff_status ff_movingai_read(struct ff_input *in, struct ff_cost *map, struct ff_error *err)
{
	struct ff_scan scan = {.in = in, .line = 1};
	struct ff_cost read = {0};
	enum ff_status st;

	/* A byte per cell, two per line, and some. */
	if ((st = read_header(in, &scan, &read, err)) != FF_OK ||
	    (st = ff_cells_rest(in, (uint64_t)read.h * ((uint64_t)read.w + 2) + SLACK, 1, 0,
				err)) != FF_OK)
		return st;
	/* No memory is taken for cells that are not there. */
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

/* Returns true if a byte is a letter that benchmarks use. */
static bool is_cell(int c)
{
	return is_open(c) || c == '@' || c == 'O' || c == 'T' || c == 'W' || c == '#';
}

bool ff_movingai_rows_matches(const struct ff_input *in)
{
	const uint8_t *head = in->data;
	size_t most = in->size < FF_CELLS_HEAD ? in->size : FF_CELLS_HEAD;

	for (size_t i = 0; i < most; i++)
		if (!is_cell(head[i]) && (i == 0 || (head[i] != '\n' && head[i] != '\r')))
			return false;
	return in->size > 0;
}

bool ff_movingai_rows_nearly(const struct ff_input *in)
{
	const uint8_t *head = in->data;
	size_t most = in->size < FF_CELLS_HEAD ? in->size : FF_CELLS_HEAD, cells = 0, others = 0;

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

/* Refuses byte x of a row, which is no cell. */
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

/* Walks through all rows; sets w and h, and the cells unless they are NULL. */
static enum ff_status take_rows(const struct ff_input *in, struct ff_cost *map,
				struct ff_error *err)
{
	size_t at = 0, end = in->size, next, n;

	while (end > 0 && (in->data[end - 1] == '\n' || in->data[end - 1] == '\r'))
		end--;
	for (map->h = 0; at < end && map->h < INT32_MAX; map->h++, at = next) {
		const uint8_t *row = in->data + at, *line = memchr(row, '\n', in->size - at);

		n = line == NULL ? in->size - at : (size_t)(line - row);
		next = at + n + (line != NULL);
		n -= n > 0 && row[n - 1] == '\r';
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

enum ff_status ff_movingai_rows_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
				     struct ff_error *err)
{
	struct ff_cost map = {0};
	enum ff_status st = ff_input_rest(in, TEXT_MAX, err);

	(void)limit;
	if (st == FF_OK && (st = take_rows(in, &map, err)) == FF_OK)
		*size = (struct ff_cells_size){.w = map.w, .h = map.h};
	return st;
}

enum ff_status ff_movingai_rows_read(struct ff_input *in, struct ff_cost *map, struct ff_error *err)
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

enum { SCENARIOS_MAX = 1 << 26 }; /* bytes; over a million lines */

/* Takes blanks and at most 'tabs' tabs; returns the number of tabs. */
static int take_gap(struct ff_scan *scan, int tabs)
{
	int taken = 0;

	for (int c; (c = ff_scan_peek(scan)) == ' ' || (c == '\t' && taken < tabs);) {
		taken += c == '\t';
		ff_scan_next(scan);
	}
	return taken;
}

static enum ff_status take_map(struct ff_scan *scan, struct ff_error *err)
{
	bool blanks = take_gap(scan, 1) > 0; /* allowed in the name */
	struct ff_scan from = *scan;

	for (int c; (c = ff_scan_peek(scan)) >= 0 && c != '\t' && c != '\n' && c != '\r';) {
		if (c == ' ' && !blanks)
			break;
		ff_scan_next(scan);
	}
	return scan->at == from.at ? ff_scan_expected(&from, "the map's name", err) : FF_OK;
}

static enum ff_status read_integer(struct ff_scan *scan, const char *what, int32_t min, int32_t max,
				   int32_t *out, struct ff_error *err)
{
	enum ff_status st;
	int64_t value;

	take_gap(scan, INT_MAX);
	if ((st = ff_scan_number(scan, what, min, max, &value, err)) == FF_OK)
		*out = (int32_t)value;
	return st;
}

/* Takes a side of the map that an entry is for, which must be this side. */
static enum ff_status check_side(struct ff_scan *scan, const char *what, int32_t side,
				 struct ff_error *err)
{
	struct ff_scan from;
	enum ff_status st;
	int32_t value = 0;

	take_gap(scan, INT_MAX);
	from = *scan;
	if ((st = read_integer(scan, what, 1, INT32_MAX, &value, err)) != FF_OK || value == side)
		return st;
	return ff_status_fail(err, FF_E_INPUT,
			      "%s:%zu:%zu: %s is %" PRId32 ", the map's is %" PRId32,
			      scan->in->name, from.line, ff_scan_column(&from), what, value, side);
}

static enum ff_status read_entry(struct ff_scan *scan, int32_t w, int32_t h,
				 struct ff_movingai_scen_entry *entry, struct ff_error *err)
{
	enum ff_status st;
	int32_t bucket;

	entry->line = scan->line;
	if ((st = read_integer(scan, "bucket", 0, INT32_MAX, &bucket, err)) != FF_OK ||
	    (st = take_map(scan, err)) != FF_OK ||
	    (st = check_side(scan, "width", w, err)) != FF_OK ||
	    (st = check_side(scan, "height", h, err)) != FF_OK ||
	    (st = read_integer(scan, "start x", 0, w - 1, &entry->start_x, err)) != FF_OK ||
	    (st = read_integer(scan, "start y", 0, h - 1, &entry->start_y, err)) != FF_OK ||
	    (st = read_integer(scan, "goal x", 0, w - 1, &entry->goal_x, err)) != FF_OK ||
	    (st = read_integer(scan, "goal y", 0, h - 1, &entry->goal_y, err)) != FF_OK)
		return st;
	take_gap(scan, INT_MAX);
	return ff_scan_decimal(scan, "the length", 0, FF_MOVINGAI_LENGTH_MAX, &entry->length, err);
}

/* Reads four numbers with commas between them. */
static enum ff_status read_request(struct ff_scan *scan, int32_t w, int32_t h,
				   struct ff_movingai_scen_entry *entry, struct ff_error *err)
{
	static const char *const fields[] = {"start x", "start y", "goal x", "goal y"};
	int32_t *const to[] = {&entry->start_x, &entry->start_y, &entry->goal_x, &entry->goal_y};
	enum ff_status st = FF_OK;

	entry->line = scan->line;
	for (int i = 0; i < 4 && st == FF_OK; i++) {
		if (i > 0)
			st = ff_scan_comma(scan, fields[i], err);
		if (st == FF_OK)
			st = read_integer(scan, fields[i], 0, (i % 2 == 0 ? w : h) - 1, to[i], err);
	}
	return st;
}

enum ff_status ff_movingai_read_requests(struct ff_input *in, int32_t w, int32_t h,
					 struct ff_movingai_scen *scen, struct ff_error *err)
{
	struct ff_scan scan = {.in = in, .line = 1};
	struct ff_movingai_scen_entry *items = NULL;
	size_t room = 0, count = 0;
	enum ff_status st;
	/* Only requests have comments. */
	bool (*ends)(struct ff_scan *) = ff_scan_ends_line;
	bool requests;

	if ((st = ff_input_rest(in, SCENARIOS_MAX, err)) != FF_OK)
		return st;
	ff_scan_mark(&scan);
	requests = ff_scan_peek(&scan) != 'v';
	if (requests) {
		scan.stops = ",#";
		ends = ff_scan_ends;
	} else {
		struct ff_scan from = scan;

		if (take_word(&scan, "version 1"))
			(void)take_word(&scan, ".0");
		if (scan.at == from.at || !ff_scan_ends_line(&scan))
			return ff_scan_expected(&from, "\"version 1\"", err);
	}
	while (st == FF_OK && ff_scan_peek(&scan) >= 0) {
		struct ff_movingai_scen_entry entry = {0};

		if (ends(&scan)) {
			ff_scan_skip_line(&scan);
			continue;
		}
		st = (requests ? read_request : read_entry)(&scan, w, h, &entry, err);
		if (st == FF_OK && !ends(&scan))
			st = ff_scan_expected(&scan, "the end of the line", err);
		if (st == FF_OK && ff_memory_grow(&items, &room, count + 1, sizeof entry))
			items[count++] = entry;
		else if (st == FF_OK)
			st = ff_status_nomem(err, in->name);
	}
	if (st == FF_OK && count == 0)
		st = ff_status_fail(err, FF_E_INPUT, "%s: has no %s", in->name,
				    requests ? "request" : "scenario");
	if (st != FF_OK) {
		free(items);
		return st;
	}
	*scen = (struct ff_movingai_scen){items, count};
	return FF_OK;
}
