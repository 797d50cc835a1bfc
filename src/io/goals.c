#include "io/goals.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "core/base/number.h"
#include "io/formats.h"
#include "io/png.h"
#include "io/scan.h"

enum {
	HEAD = 16,          /* bytes that tell images from text */
	TEXT_MAX = 1 << 26, /* most bytes of a list; over ten million goals */
};

static enum ff_status append_goal(struct ff_goals *goals, size_t *room, const struct ff_goal *goal,
				  const struct ff_input *in, struct ff_error *err)
{
	if (!ff_memory_grow(&goals->items, room, goals->count + 1, sizeof *goal))
		return ff_status_nomem(err, in->name);
	goals->items[goals->count++] = *goal;
	return FF_OK;
}

static enum ff_status add_levels(const struct ff_cost *image, struct ff_goals *goals, size_t *room,
				 const struct ff_input *in, struct ff_error *err)
{
	size_t count = (size_t)image->w * (size_t)image->h, before = goals->count;
	bool seen[256] = {false};
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < count; i++)
		seen[image->cells[i]] = true;
	for (int level = 1; level < 256 && st == FF_OK; level++)
		if (seen[level])
			st = append_goal(goals, room,
					 &(struct ff_goal){.w = 1, .h = 1, .level = (uint8_t)level},
					 in, err);
	if (st == FF_OK && goals->count == before)
		st = ff_status_fail(err, FF_E_INPUT, "%s: has no goal: all its pixels are 0",
				    in->name);
	return st;
}

static enum ff_status read_mask(struct ff_input *in, int32_t w, int32_t h, struct ff_goals *goals,
				size_t *room, struct ff_error *err)
{
	const struct ff_format *format;
	struct ff_cells_size size;
	struct ff_cost image;
	enum ff_status st;

	if ((st = ff_formats_size(in, FF_FORMATS_MAP, INT64_MAX, &format, &size, err)) != FF_OK)
		return st;
	if (goals->mask != NULL)
		return ff_status_fail(err, FF_E_INPUT, "%s: is a second mask", in->name);
	if (size.w != w || size.h != h)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: is %" PRId32 "x%" PRId32 ", the map %" PRId32
				      "x%" PRId32,
				      in->name, size.w, size.h, w, h);
	if ((st = format->read_map(in, &image, err)) != FF_OK)
		return st;
	if ((st = add_levels(&image, goals, room, in, err)) != FF_OK) {
		free(image.cells);
		return st;
	}
	goals->mask = image.cells;
	return FF_OK;
}

/* Puts a text that is no number, and the expected fields, into the error. */
static void name_text(const struct ff_scan *from, size_t end, const char *field,
		      struct ff_error *err)
{
	enum { SHOWN = 40 };
	const char *text = (const char *)from->in->data + from->at;
	size_t n = end - from->at;
	double number;

	if (n > 0 && ff_number_decimal(text, n, -FF_GOALS_SIDE_MAX, FF_GOALS_SIDE_MAX, &number) !=
			     FF_NUMBER_RANGE)
		ff_status_fail(err, FF_E_INPUT,
			       "%s:%zu:%zu: %s is '%.*s', not a number; expected x,y[,w,h[,cost]]",
			       from->in->name, from->line, ff_scan_column(from), field,
			       (int)(n < SHOWN ? n : SHOWN), text);
}

static enum ff_status read_place(struct ff_scan *scan, const char *field, double *out, bool *metres,
				 struct ff_error *err)
{
	const struct ff_scan from = *scan;
	enum ff_status st =
		ff_scan_decimal(scan, field, -FF_GOALS_SIDE_MAX, FF_GOALS_SIDE_MAX, out, err);

	if (st != FF_OK)
		name_text(&from, scan->at, field, err);
	*metres = st == FF_OK && ff_scan_peek(scan) == 'm';
	if (*metres)
		ff_scan_next(scan);
	return st;
}

static enum ff_status read_side(struct ff_scan *scan, const char *field, int32_t *out,
				struct ff_error *err)
{
	enum ff_status st;
	int64_t side;

	if ((st = ff_scan_comma(scan, field, err)) != FF_OK ||
	    (st = ff_scan_number(scan, field, 1, FF_GOALS_SIDE_MAX, &side, err)) != FF_OK)
		return st;
	*out = (int32_t)side;
	return FF_OK;
}

/* Reads the fields that may follow x and y. */
static enum ff_status read_more(struct ff_scan *scan, struct ff_goal *goal, struct ff_error *err)
{
	enum ff_status st;

	if (ff_scan_ends(scan))
		return FF_OK;
	if ((st = read_side(scan, "w", &goal->w, err)) != FF_OK ||
	    (st = read_side(scan, "h", &goal->h, err)) != FF_OK || ff_scan_ends(scan))
		return st;
	if ((st = ff_scan_comma(scan, "cost", err)) != FF_OK ||
	    (st = ff_scan_number(scan, "cost", 0, FF_GOALS_START_MAX, &goal->start, err)) != FF_OK)
		return st;
	return ff_scan_ends(scan) ? FF_OK
				  : ff_scan_wrong(scan, "the end of the line", "expected", err);
}

static enum ff_status read_goal(struct ff_scan *scan, struct ff_goal *goal, struct ff_error *err)
{
	static const char whole[] = "of an area is not a whole number";
	struct ff_scan x = *scan, y, more;
	enum ff_status st;
	bool metres;

	*goal = (struct ff_goal){.w = 1, .h = 1};
	if ((st = read_place(scan, "x", &goal->x, &goal->metres, err)) != FF_OK ||
	    (st = ff_scan_comma(scan, "y", err)) != FF_OK)
		return st;
	y = *scan;
	if ((st = read_place(scan, "y", &goal->y, &metres, err)) != FF_OK)
		return st;
	if (metres != goal->metres)
		return ff_scan_wrong(
			&y, "y", metres ? "is in metres, x is not" : "is not in metres, as x is",
			err);
	more = *scan;
	if ((st = read_more(scan, goal, err)) != FF_OK || (goal->w == 1 && goal->h == 1))
		return st;
	if (metres)
		return ff_scan_wrong(&more, "an area", "is not for metres", err);
	if (goal->x != floor(goal->x))
		return ff_scan_wrong(&x, "x", whole, err);
	if (goal->y != floor(goal->y))
		return ff_scan_wrong(&y, "y", whole, err);
	return FF_OK;
}

/* Reads a line with the names of the fields. */
static enum ff_status read_header(struct ff_scan *scan, struct ff_error *err)
{
	static const char *const headers[] = {"x,y,w,h,cost", "x,y,w,h", "x,y"};
	struct ff_scan from = *scan;

	for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
		const char *name = headers[i];

		*scan = from;
		for (; *name != '\0' && ff_scan_peek(scan) == *name; name++) {
			ff_scan_next(scan);
			ff_scan_skip(scan, " \t");
		}
		if (*name == '\0' && ff_scan_ends(scan))
			return FF_OK;
	}
	return ff_scan_expected(&from, "x,y, x,y,w,h or x,y,w,h,cost, or a number", err);
}

static enum ff_status read_list(struct ff_input *in, struct ff_goals *goals, size_t *room,
				struct ff_error *err)
{
	struct ff_scan scan = {.in = in, .line = 1, .stops = ",#m"};
	size_t before = goals->count;
	bool begun = false;
	enum ff_status st;

	if ((st = ff_input_rest(in, TEXT_MAX, err)) != FF_OK)
		return st;
	ff_scan_mark(&scan);
	for (; ff_scan_peek(&scan) >= 0; ff_scan_skip_line(&scan)) {
		struct ff_goal goal;

		if (ff_scan_ends(&scan))
			continue;
		if (!begun && ff_scan_peek(&scan) == 'x') {
			begun = true;
			if ((st = read_header(&scan, err)) != FF_OK)
				return st;
			continue;
		}
		begun = true;
		if ((st = read_goal(&scan, &goal, err)) != FF_OK ||
		    (st = append_goal(goals, room, &goal, in, err)) != FF_OK)
			return st;
	}
	if (goals->count == before)
		return ff_status_fail(err, FF_E_INPUT, "%s: has no goal", in->name);
	return FF_OK;
}

enum ff_status ff_goals_read(struct ff_input *in, int32_t w, int32_t h, struct ff_goals *goals,
			     size_t *room, struct ff_error *err)
{
	size_t before = goals->count;
	enum ff_status st;

	if ((st = ff_input_fill(in, HEAD, err)) != FF_OK ||
	    (st = ff_formats_foreign(in, err)) != FF_OK)
		return st;
	if (ff_png_matches(in) || ff_netpbm_pgm_matches(in))
		st = read_mask(in, w, h, goals, room, err);
	else
		st = read_list(in, goals, room, err);
	if (st != FF_OK)
		goals->count = before;
	return st;
}
