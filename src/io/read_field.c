#include "io/read_field.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/number.h"
#include "io/scan.h"

enum column { X, Y, COST, CLASS, INTEGRATION, DIRECTION, DX, DY, COLUMNS };

static const char *const names[COLUMNS] = {"x",           "y",         "cost", "class",
					   "integration", "direction", "dx",   "dy"};

enum {
	FIELDS_MAX = 64, /* in a line */
	LINE_MAX = 512,  /* bytes that a line may have on average */
};

struct text {
	const char *at;
	size_t n;
};

/* A file while it is read. */
struct reading {
	const struct ff_input *in;
	size_t next, line;              /* where the next line starts; the last one's number */
	struct text fields[FIELDS_MAX]; /* [count]  of the last line */
	int count;
	int where[COLUMNS]; /* in which field a column is; -1: in none */
	int32_t w, h;
	struct ff_read_field to;
	uint8_t *seen; /* [w*h] */
	struct ff_error *err;
};

__attribute__((format(printf, 2, 3))) static enum ff_status bad(const struct reading *r,
								const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return ff_status_fail(r->err, FF_E_INPUT, "%s:%zu: %s", r->in->name, r->line, text);
}

/* Splits the next line into fields; false at the end. */
static bool next_line(struct reading *r)
{
	const char *data = (const char *)r->in->data;
	const char *end;
	size_t n;

	if (r->next >= r->in->size)
		return false;
	end = memchr(data + r->next, '\n', r->in->size - r->next);
	n = (end == NULL ? r->in->size : (size_t)(end - data)) - r->next;
	r->count = 0;
	r->line++;
	for (size_t from = r->next, last = r->next + n;;) {
		const char *comma = memchr(data + from, ',', last - from);
		size_t length = comma == NULL ? last - from : (size_t)(comma - data) - from;

		if (comma == NULL && length > 0 && data[last - 1] == '\r')
			length--;
		if (r->count < FIELDS_MAX)
			r->fields[r->count++] = (struct text){data + from, length};
		if (comma == NULL)
			break;
		from += length + 1;
	}
	r->next += n + 1;
	return true;
}

/* Finds the columns that the first line names; false if those without which nothing goes are
 * not among them. */
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

static enum ff_status read_header(struct reading *r)
{
	if (!find_columns(r))
		return bad(r, "the first line must name the columns x, y and integration");
	if ((r->where[DX] < 0) != (r->where[DY] < 0))
		return bad(r, "dx and dy come together");
	return FF_OK;
}

/* A column of the last line, if the file has it. */
static struct text field_of(const struct reading *r, enum column column)
{
	return r->fields[r->where[column]];
}

static enum ff_status whole(const struct reading *r, enum column column, int64_t min, int64_t max,
			    int64_t *out)
{
	struct text text = field_of(r, column);

	if (ff_number_parse(text.at, text.n, min, max, out) == FF_NUMBER_OK)
		return FF_OK;
	return bad(r, "%s is not a whole number in %" PRId64 "..%" PRId64, names[column], min, max);
}

static enum ff_status decimal(const struct reading *r, enum column column, double most, double *out)
{
	struct text text = field_of(r, column);

	if (ff_number_decimal(text.at, text.n, -most, most, out) == FF_NUMBER_OK)
		return FF_OK;
	return bad(r, "%s is not a number", names[column]);
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
	return bad(r, "class is not goal, reached, unreached, wall, not computed or not yet");
}

static enum ff_status read_cell(struct reading *r)
{
	int64_t x, y, number;
	double dx = 0, dy = 0;
	enum ff_status st;
	size_t i;

	for (int c = 0; c < COLUMNS; c++)
		if (r->where[c] >= r->count)
			return bad(r, "there is no %s", names[c]);
	if ((st = whole(r, X, 0, r->w - 1, &x)) != FF_OK ||
	    (st = whole(r, Y, 0, r->h - 1, &y)) != FF_OK)
		return st;
	i = (size_t)y * (size_t)r->w + (size_t)x;
	if (r->seen[i] != 0)
		return bad(r, "cell %" PRId64 ",%" PRId64 " is there twice", x, y);
	r->seen[i] = 1;
	r->to.field.f64[i] = FF_FIELD_NONEF;
	if (field_of(r, INTEGRATION).n > 0)
		st = decimal(r, INTEGRATION, 0x1p53, &r->to.field.f64[i]);
	if (st == FF_OK && r->to.costs != NULL &&
	    (st = whole(r, COST, 1, FF_COST_WALL, &number)) == FF_OK)
		r->to.costs[i] = (uint8_t)number;
	if (st == FF_OK && r->to.classes != NULL)
		st = read_class(r, i);
	if (st == FF_OK && r->to.directions != NULL &&
	    (st = whole(r, DIRECTION, 0, FF_NONE, &number)) == FF_OK)
		r->to.directions[i] = (uint8_t)number;
	if (st == FF_OK && r->to.vectors != NULL && (st = decimal(r, DX, 1e9, &dx)) == FF_OK &&
	    (st = decimal(r, DY, 1e9, &dy)) == FF_OK)
		r->to.vectors[i] = (struct ff_flow_vector){(float)dx, (float)dy};
	return st;
}

static enum ff_status allocate(struct reading *r)
{
	struct ff_read_field *to = &r->to;
	bool all = true;

	to->field = (struct ff_field){.w = r->w, .h = r->h, .type = FF_FIELD_F64, .unit = 1};
	all &= (r->seen = ff_memory_cells(r->w, r->h, 1)) != NULL;
	all &= (to->field.cells = ff_memory_cells(r->w, r->h, sizeof(double))) != NULL;
	if (r->where[COST] >= 0)
		all &= (to->costs = ff_memory_cells(r->w, r->h, 1)) != NULL;
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

static enum ff_status check_whole(const struct reading *r)
{
	for (size_t i = 0; i < (size_t)r->w * (size_t)r->h; i++)
		if (r->seen[i] == 0)
			return ff_status_fail(
				r->err, FF_E_INPUT,
				"%s: cell %zu,%zu is missing: the map has %" PRId32 "x%" PRId32,
				r->in->name, i % (size_t)r->w, i / (size_t)r->w, r->w, r->h);
	return FF_OK;
}

/* Reads no more than 'cells' cells can need, and the first line. */
static enum ff_status begin(struct reading *r, struct ff_input *in, uint64_t cells,
			    struct ff_error *err)
{
	struct ff_scan scan = {.in = in, .line = 1};
	enum ff_status st;

	if ((st = ff_input_rest(in, (size_t)((cells + 16) * LINE_MAX), err)) != FF_OK)
		return st;
	ff_scan_mark(&scan);
	r->next = scan.at;
	if (!next_line(r))
		return ff_status_fail(err, FF_E_INPUT, "%s: is empty", in->name);
	return read_header(r);
}

/* Goes to the next line that is not empty; false at the end. */
static bool next_cell(struct reading *r)
{
	while (next_line(r))
		if (r->count != 1 || r->fields[0].n > 0)
			return true;
	return false;
}

bool ff_read_field_matches(const uint8_t *head, size_t n)
{
	/* Only looked at. */
	struct ff_input in = {.name = "", .data = (uint8_t *)head, .size = n};
	struct ff_scan scan = {.in = &in, .line = 1};
	struct reading r = {.in = &in};

	ff_scan_mark(&scan);
	r.next = scan.at;
	return next_line(&r) && find_columns(&r);
}

enum ff_status ff_read_field_size(struct ff_input *in, int64_t limit, int32_t *w, int32_t *h,
				  struct ff_error *err)
{
	struct reading r = {.in = in, .err = err};
	enum ff_status st = begin(&r, in, (uint64_t)limit, err);
	int64_t x, y, most_x = -1, most_y = -1;
	uint64_t cells = 0;

	for (; st == FF_OK && next_cell(&r); cells++) {
		if (r.where[X] >= r.count || r.where[Y] >= r.count)
			return bad(&r, "there is no %s", names[r.where[X] >= r.count ? X : Y]);
		if ((st = whole(&r, X, 0, INT32_MAX - 1, &x)) == FF_OK)
			st = whole(&r, Y, 0, INT32_MAX - 1, &y);
		if (st != FF_OK)
			break;
		most_x = x > most_x ? x : most_x;
		most_y = y > most_y ? y : most_y;
	}
	if (st != FF_OK)
		return st;
	if (cells == 0)
		return ff_status_fail(err, FF_E_INPUT, "%s: has no cells", in->name);
	/* A few may be missing, and are then named; but memory is for cells that are there. */
	if ((uint64_t)(most_x + 1) * (uint64_t)(most_y + 1) / 4 > cells)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: has %" PRIu64 " cells, but x and y make %" PRId64
				      "x%" PRId64,
				      in->name, cells, most_x + 1, most_y + 1);
	*w = (int32_t)(most_x + 1);
	*h = (int32_t)(most_y + 1);
	return FF_OK;
}

enum ff_status ff_read_field(struct ff_input *in, int32_t w, int32_t h, struct ff_read_field *to,
			     struct ff_error *err)
{
	struct reading r = {.in = in, .w = w, .h = h, .err = err};
	enum ff_status st = begin(&r, in, (uint64_t)w * (uint64_t)h, err);

	if (st == FF_OK)
		st = allocate(&r);
	while (st == FF_OK && next_cell(&r))
		st = read_cell(&r);
	if (st == FF_OK)
		st = check_whole(&r);
	free(r.seen);
	if (st != FF_OK)
		ff_read_field_free(&r.to);
	else
		*to = r.to;
	return st;
}

void ff_read_field_free(struct ff_read_field *field)
{
	free(field->field.cells);
	free(field->costs);
	free(field->classes);
	free(field->directions);
	free(field->vectors);
	*field = (struct ff_read_field){0};
}
