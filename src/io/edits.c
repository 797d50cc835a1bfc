#include "io/edits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/map/map.h"
#include "io/scan.h"

enum { TEXT_MAX = 1 << 30 }; /* bytes */

enum { COLUMNS = 6 };

static const char *const names[2][COLUMNS] = {
	{"step", "x", "y", "w", "h", "what"},
	{"time", "x", "y", "w", "h", "what"},
};

struct reading {
	struct ff_scan scan;
	bool timed;
	int32_t w, h;
	double scale; /* of a wide map; else 0 */
	struct ff_edits edits;
	size_t room;
};

static enum ff_status end_line(struct ff_scan *scan, struct ff_error *err)
{
	return ff_scan_ends(scan) ? FF_OK
				  : ff_scan_wrong(scan, "the end of the line", "expected", err);
}

static enum ff_status read_header(struct reading *reading, struct ff_error *err)
{
	struct ff_scan *scan = &reading->scan;
	const char *const *columns = names[reading->timed];
	enum ff_status st = FF_OK;

	for (int i = 0; i < COLUMNS && st == FF_OK; i++) {
		struct ff_scan from;

		if (i > 0 && (st = ff_scan_comma(scan, columns[i], err)) != FF_OK)
			return st;
		from = *scan;
		if (ff_scan_name(scan, &columns[i], 1) != 0)
			st = ff_scan_expected(&from,
					      reading->timed ? "time,x,y,w,h,what, or a number"
							     : "step,x,y,w,h,what, or a number",
					      err);
	}
	return st == FF_OK ? end_line(scan, err) : st;
}

/* Reads a cost of a wide map. */
static enum ff_status read_units(struct ff_scan *scan, double scale, struct ff_edit *edit,
				 struct ff_error *err)
{
	struct ff_scan from = *scan;
	double cost = 0;

	char what[128];

	if (ff_scan_decimal(scan, "what", 0, 0x1p53, &cost, NULL) == FF_OK)
		edit->cost = (uint16_t)ff_cost_units(cost, scale);
	if (edit->cost != 0)
		return FF_OK;
	snprintf(what, sizeof what,
		 "a cost above 0, up to %.9g (see --cost-scale), wall, open, goal or nogoal",
		 FF_COST_WIDE_MAX / scale);
	return ff_scan_expected(&from, what, err);
}

static enum ff_status read_what(struct ff_scan *scan, double scale, struct ff_edit *edit,
				struct ff_error *err)
{
	struct ff_scan from = *scan;
	enum ff_status st;
	int64_t cost = 0;

	/* FF_EDITS_COST, the first kind, is written as a number. */
	edit->kind = (enum ff_edits_kind)(
		1 + ff_scan_name(scan, ff_edits_names + 1, FF_EDITS_KINDS - 1));
	if (edit->kind != FF_EDITS_KINDS)
		return FF_OK;
	*scan = from;
	edit->kind = FF_EDITS_COST;
	if (scale > 0)
		return read_units(scan, scale, edit, err);
	st = ff_scan_number(scan, "what", 1, FF_COST_WALL, &cost, NULL);
	if (cost == FF_COST_WALL)
		edit->kind = FF_EDITS_WALL;
	else
		edit->cost = (uint16_t)cost;
	return st == FF_OK
		       ? st
		       : ff_scan_expected(&from,
					  "a cost in 1..254, wall (or 255), open, goal or nogoal",
					  err);
}

/* Reads a number after a comma; sets its column. */
static enum ff_status read_side(struct ff_scan *scan, const char *name, int64_t min, int64_t max,
				int32_t *to, size_t *column, struct ff_error *err)
{
	enum ff_status st = ff_scan_comma(scan, name, err);
	int64_t number = 0;

	*column = ff_scan_column(scan);
	if (st == FF_OK)
		st = ff_scan_number(scan, name, min, max, &number, err);
	*to = (int32_t)number;
	return st;
}

/* Reads a rectangle; a number outside the map has a message of its own. */
static enum ff_status read_rectangle(struct reading *reading, struct ff_edit *edit,
				     struct ff_error *err)
{
	struct ff_scan *scan = &reading->scan;
	size_t x, y, w, h, wrong;
	enum ff_status st;

	if ((st = read_side(scan, "x", 0, INT32_MAX, &edit->x, &x, err)) != FF_OK ||
	    (st = read_side(scan, "y", 0, INT32_MAX, &edit->y, &y, err)) != FF_OK ||
	    (st = read_side(scan, "w", 1, INT32_MAX, &edit->w, &w, err)) != FF_OK ||
	    (st = read_side(scan, "h", 1, INT32_MAX, &edit->h, &h, err)) != FF_OK)
		return st;
	edit->column = x;
	wrong = edit->x >= reading->w                     ? x
		: edit->y >= reading->h                   ? y
		: (int64_t)edit->x + edit->w > reading->w ? w
		: (int64_t)edit->y + edit->h > reading->h ? h
							  : 0;
	if (wrong == 0)
		return FF_OK;
	return ff_status_fail(err, FF_E_INPUT,
			      "%s:%zu:%zu: rectangle %" PRId32 ",%" PRId32 ",%" PRId32 ",%" PRId32
			      " is not inside the map (x 0..%" PRId32 ", y 0..%" PRId32 ")",
			      scan->in->name, edit->line, wrong, edit->x, edit->y, edit->w, edit->h,
			      reading->w - 1, reading->h - 1);
}

/* Reads a step or a time. */
static enum ff_status read_when(struct reading *reading, struct ff_edit *edit, struct ff_error *err)
{
	const struct ff_edits *edits = &reading->edits;
	struct ff_scan *scan = &reading->scan, from = *scan;
	const char *name = names[reading->timed][0];
	enum ff_status st;
	int64_t step = 0;

	if (reading->timed) {
		st = ff_scan_decimal(scan, name, 0, FF_EDITS_TIME_MAX, &edit->when, err);
	} else {
		st = ff_scan_number(scan, name, 0, FF_EDITS_STEP_MAX, &step, err);
		edit->when = (double)step;
	}
	if (st == FF_OK && edits->count > 0 && edit->when < edits->items[edits->count - 1].when)
		return ff_scan_wrong(&from, name, "is below the one before", err);
	return st;
}

static enum ff_status read_edit(struct reading *reading, struct ff_error *err)
{
	struct ff_scan *scan = &reading->scan;
	struct ff_edit edit = {.line = scan->line};
	enum ff_status st;

	if (reading->edits.count == FF_EDITS_READ_MAX)
		return ff_status_fail(err, FF_E_LIMIT, "%s:%zu: more than %d edits", scan->in->name,
				      scan->line, FF_EDITS_READ_MAX);
	if ((st = read_when(reading, &edit, err)) != FF_OK ||
	    (st = read_rectangle(reading, &edit, err)) != FF_OK ||
	    (st = ff_scan_comma(scan, "what", err)) != FF_OK ||
	    (st = read_what(scan, reading->scale, &edit, err)) != FF_OK ||
	    (st = end_line(scan, err)) != FF_OK)
		return st;
	if (!ff_memory_grow(&reading->edits.items, &reading->room, reading->edits.count + 1,
			    sizeof edit))
		return ff_status_nomem(err, scan->in->name);
	reading->edits.items[reading->edits.count++] = edit;
	return FF_OK;
}

static enum ff_status read_all(struct reading *reading, struct ff_error *err)
{
	struct ff_scan *scan = &reading->scan;
	enum ff_status st = FF_OK;
	bool first = true;

	ff_scan_mark(scan);
	for (; st == FF_OK && ff_scan_peek(scan) >= 0; ff_scan_skip_line(scan)) {
		if (ff_scan_ends(scan))
			continue;
		st = first && ff_scan_peek(scan) >= 'a' && ff_scan_peek(scan) <= 'z'
			     ? read_header(reading, err)
			     : read_edit(reading, err);
		first = false;
	}
	if (st == FF_OK && reading->edits.count == 0)
		st = ff_status_fail(err, FF_E_INPUT, "%s: has no edit", scan->in->name);
	return st;
}

enum ff_status ff_edits_read(struct ff_input *in, bool timed, int32_t w, int32_t h, double scale,
			     struct ff_edits *edits, struct ff_error *err)
{
	struct reading reading = {.scan = {.in = in, .line = 1, .stops = ",#"},
				  .timed = timed,
				  .w = w,
				  .h = h,
				  .scale = scale};
	enum ff_status st = ff_input_rest(in, TEXT_MAX, err);

	if (st == FF_OK)
		st = read_all(&reading, err);
	if (st == FF_OK)
		*edits = reading.edits;
	else
		free(reading.edits.items);
	return st;
}
