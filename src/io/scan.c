#include "io/scan.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/base/number.h"

void ff_scan_mark(struct ff_scan *scan)
{
	static const char mark[3] = "\xef\xbb\xbf";

	if (scan->at == 0 && scan->in->size >= sizeof mark &&
	    memcmp(scan->in->data, mark, sizeof mark) == 0)
		scan->at = scan->line_start = sizeof mark;
}

size_t ff_scan_column(const struct ff_scan *scan)
{
	return scan->at - scan->line_start + 1;
}

int ff_scan_peek(const struct ff_scan *scan)
{
	return scan->at == scan->in->size ? -1 : scan->in->data[scan->at];
}

int ff_scan_next(struct ff_scan *scan)
{
	int c = ff_scan_peek(scan);

	if (c >= 0)
		scan->at++;
	if (c == '\n') {
		scan->line++;
		scan->line_start = scan->at;
	}
	return c;
}

void ff_scan_skip(struct ff_scan *scan, const char *bytes)
{
	for (int c; (c = ff_scan_peek(scan)) > 0 && strchr(bytes, c) != NULL;)
		ff_scan_next(scan);
}

int ff_scan_name(struct ff_scan *scan, const char *const *names, int count)
{
	const char *word = (const char *)scan->in->data + scan->at;
	size_t from = scan->at, n;
	int c, found = 0;

	while ((c = ff_scan_peek(scan)) >= 'a' && c <= 'z')
		ff_scan_next(scan);
	n = scan->at - from;
	while (found < count && (strlen(names[found]) != n || memcmp(names[found], word, n) != 0))
		found++;
	return found;
}

enum ff_status ff_scan_expected(const struct ff_scan *scan, const char *what, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s:%zu:%zu: %s expected", scan->in->name,
			      scan->line, ff_scan_column(scan), what);
}

enum ff_status ff_scan_wrong(const struct ff_scan *scan, const char *what, const char *is,
			     struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s:%zu:%zu: %s %s", scan->in->name, scan->line,
			      ff_scan_column(scan), what, is);
}

bool ff_scan_ends_line(struct ff_scan *scan)
{
	struct ff_scan ahead;
	int c;

	ff_scan_skip(scan, " \t");
	ahead = *scan;
	c = ff_scan_next(&ahead);
	return c < 0 || c == '\n' || (c == '\r' && ff_scan_peek(&ahead) == '\n');
}

bool ff_scan_ends(struct ff_scan *scan)
{
	return ff_scan_ends_line(scan) || ff_scan_peek(scan) == '#';
}

enum ff_status ff_scan_comma(struct ff_scan *scan, const char *field, struct ff_error *err)
{
	if (!ff_scan_ends(scan)) {
		if (ff_scan_peek(scan) != ',')
			return ff_scan_wrong(scan, "a comma", "expected", err);
		ff_scan_next(scan);
	}
	return ff_scan_ends(scan) ? ff_scan_wrong(scan, field, "is missing", err) : FF_OK;
}

void ff_scan_skip_line(struct ff_scan *scan)
{
	for (int c; (c = ff_scan_next(scan)) >= 0 && c != '\n';)
		;
}

static bool ends_number(const struct ff_scan *scan)
{
	int c = ff_scan_peek(scan);

	return c < 0 || isspace(c) ||
	       (c != '\0' && scan->stops != NULL && strchr(scan->stops, c) != NULL);
}

/* Takes all bytes up to the end of a number, valid or not; returns the first one, at 'from'. */
static const char *take_number(struct ff_scan *scan, struct ff_scan *from)
{
	*from = *scan;
	while (!ends_number(scan))
		ff_scan_next(scan);
	return (const char *)scan->in->data + from->at;
}

static enum ff_status refuse_number(const struct ff_scan *from, const char *what, const char *why,
				    struct ff_error *err)
{
	const char *name = from->in->name;
	size_t column = ff_scan_column(from);

	if (ff_scan_peek(from) < 0)
		return ff_status_fail(err, FF_E_INPUT, "%s:%zu:%zu: is truncated: %s is missing",
				      name, from->line, column, what);
	return ff_status_fail(err, FF_E_INPUT, "%s:%zu:%zu: %s is not %s", name, from->line, column,
			      what, why);
}

enum ff_status ff_scan_number(struct ff_scan *scan, const char *what, int64_t min, int64_t max,
			      int64_t *out, struct ff_error *err)
{
	struct ff_scan from;
	const char *text = take_number(scan, &from);
	size_t n = scan->at - from.at;
	enum ff_number why = ff_number_parse(text, n, min, max, out);
	int64_t positive;
	char range[64];

	if (why == FF_NUMBER_OK)
		return FF_OK;
	/* A negative number where none may be is out of range, not malformed. */
	if (why != FF_NUMBER_RANGE &&
	    (n == 0 || *text != '-' ||
	     ff_number_parse(text + 1, n - 1, 0, INT64_MAX, &positive) == FF_NUMBER_NOT))
		return refuse_number(&from, what, "a whole number", err);
	snprintf(range, sizeof range, "in %" PRId64 "..%" PRId64, min, max);
	return refuse_number(&from, what, range, err);
}

/* A message about what is not a number names limits below this one. */
#define LIMIT_NAMED 1e9

enum ff_status ff_scan_decimal(struct ff_scan *scan, const char *what, double min, double max,
			       double *out, struct ff_error *err)
{
	struct ff_scan from;
	const char *text = take_number(scan, &from);
	enum ff_number why = ff_number_decimal(text, scan->at - from.at, min, max, out);
	char least[32], most[32], range[80];

	if (why == FF_NUMBER_OK)
		return FF_OK;
	if (why != FF_NUMBER_RANGE && max >= LIMIT_NAMED)
		return refuse_number(&from, what, "a number", err);
	least[ff_number_fixed(least, min)] = '\0';
	most[ff_number_fixed(most, max)] = '\0';
	snprintf(range, sizeof range,
		 why == FF_NUMBER_RANGE ? "in %s..%s" : "a number from %s to %s", least, most);
	return refuse_number(&from, what, range, err);
}
