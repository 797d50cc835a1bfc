#include "io/csv.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/map/map.h"
#include "io/cells.h"
#include "io/output.h"
#include "io/scan.h"

enum {
	CELL = 64, /* bytes of a cell, at most, on average */
	SLACK = 4096,
};

/* A walk through a text, line by line. */
struct lines {
	const struct ff_input *in;
	const char *at, *end;
	size_t line; /* number of the last line taken, from 1 */
};

struct text {
	const char *at;
	size_t n;
};

static struct lines begin_lines(const struct ff_input *in)
{
	struct ff_scan scan = {.in = in, .line = 1};

	ff_scan_mark(&scan);
	return (struct lines){in, (const char *)in->data + scan.at,
			      (const char *)in->data + in->size, 0};
}

/* Takes a line, without its end; returns false at the end of the text. */
static bool next_line(struct lines *lines, struct text *line)
{
	const char *end;

	if (lines->at == lines->end)
		return false;
	end = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
	*line = (struct text){lines->at, (size_t)((end != NULL ? end : lines->end) - lines->at)};
	lines->at = end != NULL ? end + 1 : lines->end;
	lines->line++;
	if (line->n > 0 && line->at[line->n - 1] == '\r')
		line->n--;
	return true;
}

/* Takes the first field off a line, and the comma after it; 'last' is set if there is none. */
static struct text next_field(struct text *line, bool *last)
{
	const char *comma = memchr(line->at, ',', line->n);
	struct text field = {line->at, comma != NULL ? (size_t)(comma - line->at) : line->n};

	*last = comma == NULL;
	line->at += field.n + (comma != NULL);
	line->n -= field.n + (comma != NULL);
	return field;
}

/* Returns a field of a grid without the blanks around it, which a table has not. */
static struct text trim(struct text field)
{
	while (field.n > 0 && (*field.at == ' ' || *field.at == '\t')) {
		field.at++;
		field.n--;
	}
	while (field.n > 0 && (field.at[field.n - 1] == ' ' || field.at[field.n - 1] == '\t'))
		field.n--;
	return field;
}

static bool is_grid(const struct ff_input *in)
{
	struct lines lines = begin_lines(in);
	struct text line, cell;
	double value;
	bool last;

	if (!next_line(&lines, &line) || line.n == 0)
		return false;
	cell = trim(next_field(&line, &last));
	return (!last || cell.n > 0) && ff_cells_number(cell.at, cell.n, &value);
}

static enum ff_status size_grid(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
				struct ff_error *err)
{
	enum ff_status st = ff_cells_rest(in, (uint64_t)limit, CELL, SLACK, err);
	int64_t w = 0, h = 0, blank = 0;
	struct lines lines;
	struct text line;

	if (st != FF_OK)
		return st;
	lines = begin_lines(in);
	while (next_line(&lines, &line)) {
		bool last = h > 0;

		for (struct text rest = line; !last; w++)
			next_field(&rest, &last);
		blank = line.n == 0 ? blank + 1 : 0;
		h++;
	}
	h -= blank; /* empty lines at the end */
	if (w > INT32_MAX || h > INT32_MAX)
		return ff_cost_fits(w, h, INT32_MAX, in->name, err);
	*size = (struct ff_cells_size){.w = (int32_t)w, .h = (int32_t)h};
	return FF_OK;
}

static enum ff_status wrong_cell(const struct lines *lines, const char *line, struct text cell,
				 const char *what, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s:%zu:%td: %s", lines->in->name, lines->line,
			      cell.at - line + 1, what);
}

static enum ff_status read_row(const struct lines *lines, struct text line, int32_t w, double *row,
			       struct ff_error *err)
{
	const char *from = line.at;
	bool last = false;
	int32_t x = 0;

	for (; !last; x++) {
		struct text cell = trim(next_field(&line, &last));

		if (x == w)
			return ff_status_fail(err, FF_E_INPUT,
					      "%s:%zu:%td: a row of more cells than the first, "
					      "which has %" PRId32,
					      lines->in->name, lines->line, cell.at - from + 1, w);
		if (!ff_cells_number(cell.at, cell.n, &row[x]))
			return wrong_cell(lines, from, cell, "a number expected", err);
		if (fabs(row[x]) >= 0x1p53 && (row[x] < 0 || isfinite(row[x])))
			return wrong_cell(lines, from, cell,
					  row[x] < 0 ? "a number above -2^53 expected"
						     : "a number below 2^53 expected",
					  err);
	}
	if (x < w)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s:%zu:%td: a row of %" PRId32
				      " cells, but the first has %" PRId32,
				      lines->in->name, lines->line, line.at - from + 1, x, w);
	return FF_OK;
}

static enum ff_status read_grid(struct ff_input *in, struct ff_cells_file *read,
				struct ff_error *err)
{
	struct ff_raster *raster = &read->raster;
	struct lines lines = begin_lines(in);
	enum ff_status st = FF_OK;
	struct text line;
	double *row;

	*raster = ff_raster_of_values(read->w, read->h, 1, FF_RASTER_F64, (double)INFINITY, NULL);
	/* No memory is taken for cells that are not there: each but the last takes a byte. */
	if (in->size + 1 < (uint64_t)read->w * (uint64_t)read->h)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: has rows of fewer cells than the first, which has "
				      "%" PRId32,
				      in->name, read->w);
	if ((st = ff_cells_allocate(in, raster, err)) != FF_OK)
		return st;
	read->kind = FF_CELLS_NUMBERS;
	read->rounding = 0.5e-6;
	row = raster->cells;
	for (int32_t y = 0; y < read->h && st == FF_OK; y++, row += read->w)
		if (next_line(&lines, &line))
			st = read_row(&lines, line, read->w, row, err);
	return st;
}

enum column { X, Y, COST, CLASS, INTEGRATION, DIRECTION, DX, DY, COLUMNS };

static const char *const names[COLUMNS] = {"x",           "y",         "cost", "class",
					   "integration", "direction", "dx",   "dy"};

enum {
	FIELDS_MAX = 64, /* fields of a line */
	LINE_MAX = 512,  /* bytes of a line, at most, on average */
	TABLE_SLACK = 8192,
};

/* A table that is being read. */
struct reading {
	struct lines lines;
	struct text fields[FIELDS_MAX]; /* [count]  of the last line */
	int count;
	int where[COLUMNS]; /* index of the column's field; -1: none */
	int32_t w, h;
	struct ff_cells_table to;
	uint8_t *seen; /* [w*h]  1: the cell has been read */
	struct ff_error *err;
};

__attribute__((format(printf, 2, 3))) static enum ff_status wrong_line(const struct reading *r,
								       const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return ff_status_fail(r->err, FF_E_INPUT, "%s:%zu: %s", r->lines.in->name, r->lines.line,
			      text);
}

/* Splits the next line into fields; returns false at the end of the text. */
static bool next_record(struct reading *r)
{
	struct text line;
	bool last = false;

	if (!next_line(&r->lines, &line))
		return false;
	for (r->count = 0; !last;) {
		struct text field = next_field(&line, &last);

		if (r->count < FIELDS_MAX)
			r->fields[r->count++] = field;
	}
	return true;
}

/* Finds the columns that the first line names; returns false if a required one is missing. */
static bool find_columns(struct reading *r)
{
	for (int c = 0; c < COLUMNS; c++) {
		r->where[c] = -1;
		for (int i = 0; i < r->count; i++)
			if (r->fields[i].n == strlen(names[c]) &&
			    memcmp(r->fields[i].at, names[c], r->fields[i].n) == 0)
				r->where[c] = i;
	}
	return r->where[X] >= 0 && r->where[Y] >= 0 && r->where[INTEGRATION] >= 0;
}

/* Returns the field of a column that the file has, in the last line. */
static struct text field_of(const struct reading *r, enum column column)
{
	return r->fields[r->where[column]];
}

static enum ff_status whole_of(const struct reading *r, enum column column, int64_t min,
			       int64_t max, int64_t *out)
{
	struct text text = field_of(r, column);

	if (ff_number_parse(text.at, text.n, min, max, out) == FF_NUMBER_OK)
		return FF_OK;
	return wrong_line(r, "%s is not an integer from %" PRId64 " to %" PRId64, names[column],
			  min, max);
}

static enum ff_status decimal_of(const struct reading *r, enum column column, double most,
				 double *out)
{
	struct text text = field_of(r, column);

	if (ff_number_real(text.at, text.n, out) == FF_NUMBER_OK && fabs(*out) <= most)
		return FF_OK;
	return wrong_line(r, "%s is not a number", names[column]);
}

static enum ff_status read_class(const struct reading *r, size_t i)
{
	struct text text = field_of(r, CLASS);

	for (int c = 0; c < FF_CLASSES; c++)
		if (text.n == strlen(ff_classes_names[c]) &&
		    memcmp(text.at, ff_classes_names[c], text.n) == 0) {
			r->to.classes[i] = (uint8_t)c;
			return FF_OK;
		}
	return wrong_line(
		r, "class is not goal, reached, farther, unreached, wall, not computed or not yet");
}

/* Reads a cost.  Walls are 255, or inf where a cell's cost may be 255. */
static enum ff_status read_cost(const struct reading *r, size_t i)
{
	struct text text = field_of(r, COST);
	double *cost = &r->to.costs[i];

	*cost = (double)INFINITY;
	if (text.n == 3 && memcmp(text.at, "inf", 3) == 0)
		return FF_OK;
	if (ff_number_real(text.at, text.n, cost) != FF_NUMBER_OK || !(*cost > 0 && *cost < 0x1p53))
		return wrong_line(r, "%s is not a number above 0 and below 2^53, nor inf",
				  names[COST]);
	return FF_OK;
}

/* Makes walls of the costs of 255, unless the table has other walls, or fractions: then they are
 * costs. */
static void find_walls(const struct ff_cells_table *table, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (table->costs[i] == (double)INFINITY ||
		    table->costs[i] != floor(table->costs[i]))
			return;
	for (size_t i = 0; i < count; i++)
		if (table->costs[i] == FF_COST_WALL)
			table->costs[i] = (double)INFINITY;
}

static enum ff_status read_cell(struct reading *r)
{
	int64_t x, y, number;
	double dx = 0, dy = 0;
	enum ff_status st;
	size_t i;

	for (int c = 0; c < COLUMNS; c++)
		if (r->where[c] >= r->count)
			return wrong_line(r, "there is no %s", names[c]);
	if ((st = whole_of(r, X, 0, r->w - 1, &x)) != FF_OK ||
	    (st = whole_of(r, Y, 0, r->h - 1, &y)) != FF_OK)
		return st;
	i = (size_t)y * (size_t)r->w + (size_t)x;
	if (r->seen[i] != 0)
		return wrong_line(r, "cell %" PRId64 ",%" PRId64 " is there twice", x, y);
	r->seen[i] = 1;
	r->to.field.f64[i] = FF_FIELD_NONEF;
	if (field_of(r, INTEGRATION).n > 0)
		st = decimal_of(r, INTEGRATION, 0x1p53, &r->to.field.f64[i]);
	if (st == FF_OK && r->to.costs != NULL)
		st = read_cost(r, i);
	if (st == FF_OK && r->to.classes != NULL)
		st = read_class(r, i);
	if (st == FF_OK && r->to.directions != NULL &&
	    (st = whole_of(r, DIRECTION, 0, FF_NONE, &number)) == FF_OK)
		r->to.directions[i] = (uint8_t)number;
	if (st == FF_OK && r->to.vectors != NULL && (st = decimal_of(r, DX, 1e9, &dx)) == FF_OK &&
	    (st = decimal_of(r, DY, 1e9, &dy)) == FF_OK)
		r->to.vectors[i] = (struct ff_flow_vector){(float)dx, (float)dy};
	return st;
}

static enum ff_status allocate_table(struct reading *r)
{
	struct ff_cells_table *to = &r->to;
	bool all = true;

	to->field = (struct ff_field){.w = r->w, .h = r->h, .type = FF_FIELD_F64, .unit = 1};
	all &= (r->seen = ff_memory_cells(r->w, r->h, 1)) != NULL;
	all &= (to->field.cells = ff_memory_cells(r->w, r->h, sizeof(double))) != NULL;
	if (r->where[COST] >= 0)
		all &= (to->costs = ff_memory_cells(r->w, r->h, sizeof *to->costs)) != NULL;
	if (r->where[CLASS] >= 0)
		all &= (to->classes = ff_memory_cells(r->w, r->h, 1)) != NULL;
	if (r->where[DIRECTION] >= 0)
		all &= (to->directions = ff_memory_cells(r->w, r->h, 1)) != NULL;
	if (r->where[DX] >= 0)
		all &= (to->vectors = ff_memory_cells(r->w, r->h, sizeof *to->vectors)) != NULL;
	if (!all)
		return ff_status_nomem(r->err, "a field");
	memset(r->seen, 0, (size_t)r->w * (size_t)r->h);
	return FF_OK;
}

/* Reads the text, capped at what 'cells' cells can need, and its first line. */
static enum ff_status begin_table(struct reading *r, struct ff_input *in, uint64_t cells,
				  struct ff_error *err)
{
	enum ff_status st = ff_cells_rest(in, cells, LINE_MAX, TABLE_SLACK, err);

	if (st != FF_OK)
		return st;
	r->lines = begin_lines(in);
	if (!next_record(r))
		return ff_status_fail(err, FF_E_INPUT, "%s: is empty", in->name);
	if (!find_columns(r))
		return wrong_line(r, "the first line must name the columns x, y and integration");
	if ((r->where[DX] < 0) != (r->where[DY] < 0))
		return wrong_line(r, "dx and dy come together");
	return FF_OK;
}

/* Goes to the next line that is not empty; returns false at the end of the text. */
static bool find_cell(struct reading *r)
{
	while (next_record(r))
		if (r->count != 1 || r->fields[0].n > 0)
			return true;
	return false;
}

bool ff_csv_is_table(const struct ff_input *in)
{
	/* The same bytes whether or not the rest has been read. */
	struct ff_input head = *in;
	struct reading r;

	if (head.size > FF_CELLS_HEAD)
		head.size = FF_CELLS_HEAD;
	r.lines = begin_lines(&head);
	return next_record(&r) && find_columns(&r);
}

static enum ff_status size_table(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
				 struct ff_error *err)
{
	struct reading r = {.err = err};
	enum ff_status st = begin_table(&r, in, (uint64_t)limit, err);
	int64_t x, y, most_x = -1, most_y = -1;
	uint64_t cells = 0;

	for (; st == FF_OK && find_cell(&r); cells++) {
		if (r.where[X] >= r.count || r.where[Y] >= r.count)
			return wrong_line(&r, "there is no %s",
					  names[r.where[X] >= r.count ? X : Y]);
		if ((st = whole_of(&r, X, 0, INT32_MAX - 1, &x)) == FF_OK)
			st = whole_of(&r, Y, 0, INT32_MAX - 1, &y);
		if (st != FF_OK)
			break;
		most_x = x > most_x ? x : most_x;
		most_y = y > most_y ? y : most_y;
	}
	if (st != FF_OK)
		return st;
	if (cells == 0)
		return ff_status_fail(err, FF_E_INPUT, "%s: has no cells", in->name);
	/* Few missing cells are named later; for many no memory is taken. */
	if ((uint64_t)(most_x + 1) * (uint64_t)(most_y + 1) / 4 > cells)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: has %" PRIu64 " cells, but x and y make %" PRId64
				      "x%" PRId64,
				      in->name, cells, most_x + 1, most_y + 1);
	*size = (struct ff_cells_size){.w = (int32_t)(most_x + 1), .h = (int32_t)(most_y + 1)};
	return FF_OK;
}

enum ff_status ff_csv_read_table(struct ff_input *in, int32_t w, int32_t h,
				 struct ff_cells_table *to, struct ff_error *err)
{
	struct reading r = {.w = w, .h = h, .err = err};
	enum ff_status st = begin_table(&r, in, (uint64_t)w * (uint64_t)h, err);

	if (st == FF_OK)
		st = allocate_table(&r);
	while (st == FF_OK && find_cell(&r))
		st = read_cell(&r);
	for (size_t i = 0; i < (size_t)w * (size_t)h && st == FF_OK; i++)
		if (r.seen[i] == 0)
			st = ff_status_fail(err, FF_E_INPUT,
					    "%s: cell %zu,%zu is missing: the map has %" PRId32
					    "x%" PRId32,
					    in->name, i % (size_t)w, i / (size_t)w, w, h);
	if (st == FF_OK && r.to.costs != NULL)
		find_walls(&r.to, (size_t)r.w * (size_t)r.h);
	free(r.seen);
	if (st != FF_OK)
		ff_cells_table_free(&r.to);
	else
		*to = r.to;
	return st;
}

bool ff_csv_matches(const struct ff_input *in)
{
	return ff_csv_is_table(in) || is_grid(in);
}

enum ff_status ff_csv_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
			   struct ff_error *err)
{
	return ff_csv_is_table(in) ? size_table(in, limit, size, err)
				   : size_grid(in, limit, size, err);
}

enum ff_status ff_csv_read(struct ff_input *in, struct ff_cells_file *file, struct ff_error *err)
{
	enum ff_status st;

	if (!ff_csv_is_table(in))
		return read_grid(in, file, err);
	if ((st = ff_csv_read_table(in, file->w, file->h, &file->table, err)) != FF_OK)
		return st;
	file->kind = FF_CELLS_TABLE;
	file->raster = ff_raster_of_values(file->w, file->h, 1, FF_RASTER_F64, (double)INFINITY,
					   file->table.field.cells);
	file->rounding = 0.5e-6;
	return FF_OK;
}

enum {
	CHUNK = 1024,      /* numbers */
	ROOM = CHUNK * 33, /* most bytes of a chunk, separators included */
};

_Static_assert((int)ROOM <= (int)FF_BUFFER_SIZE, "a chunk fits");

static char *put_value(char *to, const struct ff_raster *raster, double units, const char *none)
{
	size_t n;

	if (units == (double)INFINITY) {
		n = strlen(none);
		memcpy(to, none, n);
	} else if (!ff_raster_whole(raster)) {
		n = ff_number_fixed(to, units / raster->unit);
	} else if (raster->unit == 1 && units >= 0) {
		n = ff_number_print(to, (uint64_t)units);
	} else {
		n = ff_number_ratio(to, (int64_t)units, raster->unit);
	}
	return to + n;
}

enum ff_status ff_csv_write_rows(struct ff_buffer *buffer, const struct ff_raster *raster,
				 char separator, const char *none)
{
	size_t all = ff_raster_numbers(raster),
	       width = (size_t)raster->w * (size_t)raster->channels;
	size_t left = width; /* numbers left in the row */
	double units[CHUNK];

	for (size_t first = 0; first < all; first += CHUNK) {
		size_t n = all - first < CHUNK ? all - first : CHUNK;
		char *to = ff_buffer_room(buffer, ROOM);

		if (to == NULL)
			break;
		ff_raster_units(raster, first, n, units);
		for (size_t i = 0; i < n; i++) {
			to = put_value(to, raster, units[i], none);
			left--;
			*to = separator;
			if (left == 0) {
				*to = '\n';
				left = width;
			}
			to++;
		}
		buffer->used = (size_t)(to - buffer->bytes);
	}
	return ff_buffer_flush(buffer);
}

enum ff_status ff_csv_write(struct ff_output *out, const struct ff_cells_data *what,
			    struct ff_error *err)
{
	struct ff_buffer buffer = {.out = out, .err = err};

	return ff_csv_write_rows(&buffer, &what->raster, ',', what->none);
}

/* sqrt(1/2) with all digits of a double */
#define HALF "0.7071067811865476"

/* Each direction and its vector, for a flow without vectors of its own. */
static const char *const directions[FF_DIRECTIONS + 1] = {
	[FF_N] = "0,0,-1",   [FF_NE] = "1," HALF ",-" HALF "",
	[FF_E] = "2,1,0",    [FF_SE] = "3," HALF "," HALF "",
	[FF_S] = "4,0,1",    [FF_SW] = "5,-" HALF "," HALF "",
	[FF_W] = "6,-1,0",   [FF_NW] = "7,-" HALF ",-" HALF "",
	[FF_NONE] = "8,0,0",
};

enum { LINE = 192 }; /* most bytes of a line */

void ff_csv_begin(struct ff_buffer *buffer, const char *columns,
		  const struct ff_georeference *place)
{
	char *to = ff_buffer_text(buffer->bytes, columns);

	to = ff_buffer_text(to, place != NULL ? ",wx,wy\n" : "\n");
	buffer->used = (size_t)(to - buffer->bytes);
}

size_t ff_csv_put_value(char *to, bool continuous, double raw, double unit)
{
	enum { FINE = 2000 }; /* units of which 6 decimals do not tell the 256th parts apart */
	double parts = continuous ? 256 : 1;

	if (continuous && unit >= 1 && unit < FINE)
		return ff_number_fixed(to, raw / unit);
	return ff_number_ratio(to, (int64_t)round(raw * parts), unit * parts);
}

/* Returns 'at' or, if that is too near an edge of its cell for 6 decimals, the nearest that is not.
 */
static double keep_inside(double at, double edge, double other)
{
	double margin = fmin(1e-6, fabs(other - edge) / 4);

	return fmin(fmax(at, fmin(edge, other) + margin), fmax(edge, other) - margin);
}

char *ff_csv_put_world(char *to, const struct ff_georeference *place, int32_t h, double x, double y)
{
	struct ff_georeference_point at, first, last;
	double left, top;

	if (place == NULL)
		return to;
	left = floor(x + 0.5) - 0.5;
	top = floor(y + 0.5) - 0.5;
	at = ff_georeference_to_world(place, h, x, y);
	first = ff_georeference_to_world(place, h, left, top);
	last = ff_georeference_to_world(place, h, left + 1, top + 1);
	*to++ = ',';
	to += ff_number_fixed(to, keep_inside(at.x, first.x, last.x));
	*to++ = ',';
	return to + ff_number_fixed(to, keep_inside(at.y, first.y, last.y));
}

size_t ff_csv_put_cost(char *to, const struct ff_cost *cost, double scale, size_t i)
{
	if (cost->wide == NULL)
		return ff_number_print(to, cost->cells[i]);
	if (cost->wide[i] != FF_COST_WIDE_WALL)
		return ff_number_ratio(to, cost->wide[i], scale);
	memcpy(to, "inf", 3);
	return 3;
}

enum ff_status ff_csv_write_table(struct ff_output *out, const struct ff_cost *cost, double scale,
				  const struct ff_classes *classes, const struct ff_field *field,
				  const struct ff_flow *flow, const struct ff_georeference *place,
				  struct ff_error *err)
{
	struct ff_buffer buffer = {.out = out, .err = err};
	char *to;

	ff_csv_begin(&buffer, "x,y,cost,class,integration,direction,dx,dy", place);
	for (int32_t y = 0; y < cost->h; y++)
		for (int32_t x = 0; x < cost->w; x++) {
			size_t i = ff_cost_index(cost, x, y);
			double raw;

			if ((to = ff_buffer_room(&buffer, LINE)) == NULL)
				return buffer.st;
			to = ff_buffer_number(to, (uint64_t)x);
			to = ff_buffer_number(to, (uint64_t)y);
			to += ff_csv_put_cost(to, cost, scale, i);
			*to++ = ',';
			to = ff_buffer_text(to, ff_classes_names[classes->cells[i]]);
			*to++ = ',';
			if ((raw = ff_field_raw(field, i)) != FF_FIELD_NONEF)
				to += ff_csv_put_value(to, field->type == FF_FIELD_F64,
						       raw - field->zero, field->unit);
			*to++ = ',';
			if (flow->vectors == NULL) {
				to = ff_buffer_text(to, directions[flow->cells[i]]);
			} else {
				to = ff_buffer_number(to, flow->cells[i]);
				to += ff_number_fixed(to, flow->vectors[i].dx);
				*to++ = ',';
				to += ff_number_fixed(to, flow->vectors[i].dy);
			}
			to = ff_csv_put_world(to, place, cost->h, x, y);
			*to++ = '\n';
			buffer.used = (size_t)(to - buffer.bytes);
		}
	return ff_buffer_flush(&buffer);
}
