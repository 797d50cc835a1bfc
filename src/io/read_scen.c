#include "io/read_scen.h"

#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "io/scan.h"

enum { LENGTH_DIGITS = 64, TEXT_MAX = 1 << 26 }; /* bytes: a million lines and more */

/* Takes what is between fields; of tabs so many at most, and how many there were. */
static int take_gap(struct ff_scan *scan, int tabs)
{
	int taken = 0;

	for (int c; (c = ff_scan_peek(scan)) == ' ' || (c == '\t' && taken < tabs);) {
		taken += c == '\t';
		ff_scan_next(scan);
	}
	return taken;
}

/* Takes the end of the line or of the file, and blanks in front of it; false where there is none,
 * and then only blanks are taken. */
static bool take_line_end(struct ff_scan *scan)
{
	struct ff_scan ahead;

	take_gap(scan, INT_MAX);
	ahead = *scan;
	if (ff_scan_peek(&ahead) == '\r')
		ff_scan_next(&ahead);
	if (ff_scan_peek(&ahead) >= 0 && ff_scan_peek(&ahead) != '\n')
		return false;
	ff_scan_next(&ahead);
	*scan = ahead;
	return true;
}

static enum ff_status read_version(struct ff_scan *scan, struct ff_error *err)
{
	static const char *const versions[] = {"version 1.0", "version 1"};

	for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
		struct ff_scan ahead = *scan;
		size_t n = strlen(versions[i]);

		if (scan->in->size - scan->at < n ||
		    memcmp(scan->in->data + scan->at, versions[i], n) != 0)
			continue;
		ahead.at += n;
		if (!take_line_end(&ahead))
			continue;
		*scan = ahead;
		return FF_OK;
	}
	return ff_scan_expected(scan, "\"version 1\"", err);
}

static enum ff_status take_map(struct ff_scan *scan, struct ff_error *err)
{
	bool blanks = take_gap(scan, 1) > 0; /* may be in it */
	struct ff_scan from = *scan;

	for (int c; (c = ff_scan_peek(scan)) >= 0 && c != '\t' && c != '\n' && c != '\r';) {
		if (c == ' ' && !blanks)
			break;
		ff_scan_next(scan);
	}
	return scan->at == from.at ? ff_scan_expected(&from, "the map's name", err) : FF_OK;
}

static enum ff_status read_whole(struct ff_scan *scan, const char *what, int32_t min, int32_t max,
				 int32_t *out, struct ff_error *err)
{
	enum ff_status st;
	int64_t value;

	take_gap(scan, INT_MAX);
	if ((st = ff_scan_number(scan, what, min, max, &value, err)) == FF_OK)
		*out = (int32_t)value;
	return st;
}

/* A side of the map that the entry is for, which must be this one. */
static enum ff_status check_side(struct ff_scan *scan, const char *what, int32_t side,
				 struct ff_error *err)
{
	struct ff_scan from;
	enum ff_status st;
	int32_t value = 0;

	take_gap(scan, INT_MAX);
	from = *scan;
	if ((st = read_whole(scan, what, 1, INT32_MAX, &value, err)) != FF_OK || value == side)
		return st;
	return ff_status_fail(err, FF_E_INPUT,
			      "%s:%zu:%zu: %s is %" PRId32 ", the map's is %" PRId32,
			      scan->in->name, from.line, ff_scan_column(&from), what, value, side);
}

/* Half of the last place of what was printed. */
static double slack_of(const char *text, size_t n)
{
	const char *point = memchr(text, '.', n);
	size_t places = point == NULL ? 0 : n - 1 - (size_t)(point - text);
	double half = 0.5;

	for (size_t i = 0; i < places || i < 2; i++)
		half /= 10;
	return half;
}

static enum ff_status read_length(struct ff_scan *scan, struct ff_read_scen_entry *entry,
				  struct ff_error *err)
{
	enum ff_status st;
	struct ff_scan from;

	take_gap(scan, INT_MAX);
	from = *scan;
	st = ff_scan_decimal(scan, "the length", 0, FF_READ_SCEN_LENGTH_MAX, &entry->length, err);
	if (st != FF_OK)
		return st;
	entry->at = from.at;
	entry->n = scan->at - from.at;
	if (entry->n > LENGTH_DIGITS)
		return ff_scan_expected(&from, "a length of 64 digits at most", err);
	entry->slack = slack_of((const char *)scan->in->data + entry->at, entry->n);
	return FF_OK;
}

static enum ff_status read_entry(struct ff_scan *scan, int32_t w, int32_t h,
				 struct ff_read_scen_entry *entry, struct ff_error *err)
{
	enum ff_status st;

	entry->line = scan->line;
	if ((st = read_whole(scan, "bucket", 0, INT32_MAX, &entry->bucket, err)) != FF_OK ||
	    (st = take_map(scan, err)) != FF_OK ||
	    (st = check_side(scan, "width", w, err)) != FF_OK ||
	    (st = check_side(scan, "height", h, err)) != FF_OK ||
	    (st = read_whole(scan, "start x", 0, w - 1, &entry->start_x, err)) != FF_OK ||
	    (st = read_whole(scan, "start y", 0, h - 1, &entry->start_y, err)) != FF_OK ||
	    (st = read_whole(scan, "goal x", 0, w - 1, &entry->goal_x, err)) != FF_OK ||
	    (st = read_whole(scan, "goal y", 0, h - 1, &entry->goal_y, err)) != FF_OK ||
	    (st = read_length(scan, entry, err)) != FF_OK)
		return st;
	return take_line_end(scan) ? FF_OK : ff_scan_expected(scan, "the end of the line", err);
}

enum ff_status ff_read_scen(struct ff_input *in, int32_t w, int32_t h, struct ff_read_scen *scen,
			    struct ff_error *err)
{
	struct ff_scan scan = {.in = in, .line = 1};
	void *items = NULL;
	size_t room = 0, count = 0;
	enum ff_status st;

	if ((st = ff_input_rest(in, TEXT_MAX, err)) != FF_OK)
		return st;
	ff_scan_mark(&scan);
	if ((st = read_version(&scan, err)) != FF_OK)
		return st;
	while (st == FF_OK && ff_scan_peek(&scan) >= 0) {
		struct ff_read_scen_entry entry = {0};

		if (take_line_end(&scan))
			continue;
		if ((st = read_entry(&scan, w, h, &entry, err)) == FF_OK &&
		    !ff_memory_grow(&items, &room, count + 1, sizeof entry))
			st = ff_status_nomem(err, in->name);
		if (st == FF_OK)
			((struct ff_read_scen_entry *)items)[count++] = entry;
	}
	if (st == FF_OK && count == 0)
		st = ff_status_fail(err, FF_E_INPUT, "%s: has no scenario", in->name);
	if (st != FF_OK) {
		free(items);
		return st;
	}
	*scen = (struct ff_read_scen){items, count};
	return FF_OK;
}
