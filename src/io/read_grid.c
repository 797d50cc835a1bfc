#include "io/read_grid.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/memory.h"
#include "core/map/map.h"
#include "io/cells.h"
#include "io/scan.h"

enum {
	CELL = 64, /* bytes that a cell may take on average */
	SLACK = 4096,
};

/* The text of a file while it is walked through, line by line. */
struct walk {
	const struct ff_input *in;
	const char *at, *end;
	size_t line; /* the one that was taken last */
};

/* A piece of it. */
struct text {
	const char *from, *to;
};

static struct walk begin(const struct ff_input *in)
{
	struct ff_scan scan = {.in = in, .line = 1};

	ff_scan_mark(&scan);
	return (struct walk){in, (const char *)in->data + scan.at,
			     (const char *)in->data + in->size, 0};
}

/* Takes a line, without what ends it; false at the end of the text. */
static bool next_line(struct walk *walk, struct text *line)
{
	const char *end;

	if (walk->at == walk->end)
		return false;
	end = memchr(walk->at, '\n', (size_t)(walk->end - walk->at));
	*line = (struct text){walk->at, end != NULL ? end : walk->end};
	walk->at = end != NULL ? end + 1 : walk->end;
	walk->line++;
	if (line->to > line->from && line->to[-1] == '\r')
		line->to--;
	return true;
}

/* Takes a cell off a line that has one left, and the comma behind it. */
static struct text next_cell(struct text *line, bool *last)
{
	const char *comma = memchr(line->from, ',', (size_t)(line->to - line->from));
	struct text cell = {line->from, comma != NULL ? comma : line->to};

	*last = comma == NULL;
	line->from = comma != NULL ? comma + 1 : line->to;
	while (cell.from < cell.to && (*cell.from == ' ' || *cell.from == '\t'))
		cell.from++;
	while (cell.from < cell.to && (cell.to[-1] == ' ' || cell.to[-1] == '\t'))
		cell.to--;
	return cell;
}

bool ff_read_grid_matches(const uint8_t *head, size_t n)
{
	/* Only looked at. */
	struct ff_input in = {.data = (uint8_t *)head, .size = n};
	struct walk walk = begin(&in);
	struct text line, cell;
	double value;
	bool last;

	if (!next_line(&walk, &line) || line.from == line.to)
		return false;
	cell = next_cell(&line, &last);
	return (!last || cell.from < cell.to) &&
	       ff_cells_text(cell.from, (size_t)(cell.to - cell.from), &value);
}

enum ff_status ff_read_grid_size(struct ff_input *in, int64_t limit,
				 struct ff_read_raster_size *size, struct ff_error *err)
{
	enum ff_status st = ff_input_rest(in, (size_t)((uint64_t)limit * CELL + SLACK), err);
	int64_t w = 0, h = 0, blank = 0;
	struct walk walk;
	struct text line;

	if (st != FF_OK)
		return st;
	walk = begin(in);
	while (next_line(&walk, &line)) {
		bool last = h > 0;

		for (struct text rest = line; !last; w++)
			next_cell(&rest, &last);
		blank = line.from == line.to ? blank + 1 : 0;
		h++;
	}
	h -= blank; /* at the end */
	if (w > INT32_MAX || h > INT32_MAX)
		return ff_cost_fits(w, h, INT32_MAX, in->name, err);
	*size = (struct ff_read_raster_size){(int32_t)w, (int32_t)h,
					     in->size + (uint64_t)w * (uint64_t)h * sizeof(double)};
	return FF_OK;
}

static enum ff_status wrong(const struct walk *walk, const char *line, struct text cell,
			    const char *what, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s:%zu:%td: %s", walk->in->name, walk->line,
			      cell.from - line + 1, what);
}

static enum ff_status read_row(const struct walk *walk, struct text line, int32_t w, double *row,
			       struct ff_error *err)
{
	const char *from = line.from;
	bool last = false;
	int32_t x = 0;

	for (; !last; x++) {
		struct text cell = next_cell(&line, &last);

		if (x == w)
			return ff_status_fail(err, FF_E_INPUT,
					      "%s:%zu:%td: a row of more cells than the first, "
					      "which has %" PRId32,
					      walk->in->name, walk->line, cell.from - from + 1, w);
		if (!ff_cells_text(cell.from, (size_t)(cell.to - cell.from), &row[x]))
			return wrong(walk, from, cell, "a number expected", err);
		if (fabs(row[x]) >= 0x1p53 && (row[x] < 0 || isfinite(row[x])))
			return wrong(walk, from, cell,
				     row[x] < 0 ? "a number above -2^53 expected"
						: "a number below 2^53 expected",
				     err);
	}
	if (x < w)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s:%zu:%td: a row of %" PRId32
				      " cells, but the first has %" PRId32,
				      walk->in->name, walk->line, line.to - from + 1, x, w);
	return FF_OK;
}

enum ff_status ff_read_grid(struct ff_input *in, struct ff_read_raster *read, struct ff_error *err)
{
	struct ff_raster *raster = &read->raster;
	struct walk walk = begin(in);
	enum ff_status st = FF_OK;
	struct text line;
	double *row;

	*raster = (struct ff_raster){.w = read->w,
				     .h = read->h,
				     .channels = 1,
				     .type = FF_RASTER_F64,
				     .unit = 1,
				     .none = INFINITY};
	/* Before memory is asked for that cannot be filled: a cell takes a comma or a line's end,
	 * but for the last one. */
	if (in->size + 1 < (uint64_t)read->w * (uint64_t)read->h)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: has rows of fewer cells than the first, which has "
				      "%" PRId32,
				      in->name, read->w);
	if ((st = ff_cells_allocate(in, raster, err)) != FF_OK)
		return st;
	read->kind = FF_READ_RASTER_NUMBERS;
	read->rounding = 0.5e-6;
	row = raster->cells;
	for (int32_t y = 0; y < read->h && st == FF_OK; y++, row += read->w)
		if (next_line(&walk, &line))
			st = read_row(&walk, line, read->w, row, err);
	return st;
}
