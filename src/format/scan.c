#include "format/scan.h"

#include <ctype.h>
#include <inttypes.h>

#include "base/number.h"

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

enum ff_status ff_scan_number(struct ff_scan *scan, const char *what, int64_t min, int64_t max,
			      int64_t *out, struct ff_error *err)
{
	const char *text = (const char *)scan->in->data + scan->at, *name = scan->in->name;
	size_t from = scan->at, column = ff_scan_column(scan);

	while (ff_scan_peek(scan) >= 0 && !isspace(ff_scan_peek(scan)))
		ff_scan_next(scan);
	if (scan->at == from && ff_scan_peek(scan) < 0)
		return ff_status_fail(err, FF_E_INPUT, "%s:%zu:%zu: is truncated: %s is missing",
				      name, scan->line, column, what);
	switch (ff_number_parse(text, scan->at - from, min, max, out)) {
	case FF_NUMBER_OK:
		return FF_OK;
	case FF_NUMBER_RANGE:
		return ff_status_fail(err, FF_E_INPUT,
				      "%s:%zu:%zu: %s is not in %" PRId64 "..%" PRId64, name,
				      scan->line, column, what, min, max);
	default:
		return ff_status_fail(err, FF_E_INPUT, "%s:%zu:%zu: %s is not a whole number", name,
				      scan->line, column, what);
	}
}
