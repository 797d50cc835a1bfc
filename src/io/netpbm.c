#include "io/netpbm.h"

#include <ctype.h>
#include <string.h>

static enum ff_status add_comment(const uint8_t *from, size_t n, struct ff_texts *texts)
{
	const uint8_t *colon;

	while (n > 0 && (*from == '#' || *from == ' ')) {
		from++;
		n--;
	}
	while (n > 0 && isspace(from[n - 1]))
		n--;
	colon = n > 0 ? memchr(from, ':', n) : NULL;
	if (colon == NULL || colon + 1 == from + n || colon[1] != ' ')
		return FF_OK;
	return ff_texts_add(texts, from, (size_t)(colon - from), colon + 2,
			    (size_t)(from + n - (colon + 2)));
}

enum ff_status ff_netpbm_skip(struct ff_scan *scan, struct ff_texts *texts)
{
	enum ff_status st = FF_OK;

	for (int c; st == FF_OK && ((c = ff_scan_peek(scan)) == '#' || isspace(c));) {
		size_t from = scan->at;

		ff_scan_next(scan);
		while (c == '#' && ff_scan_peek(scan) >= 0 && ff_scan_next(scan) != '\n')
			;
		if (c == '#' && texts != NULL)
			st = add_comment(scan->in->data + from, scan->at - from, texts);
	}
	return st;
}

enum ff_status ff_netpbm_whole(const struct ff_scan *scan, struct ff_error *err)
{
	if (scan->at < scan->in->size || scan->in->ended)
		return FF_OK;
	return ff_status_fail(err, FF_E_INPUT, "%s: the header is longer than %d bytes",
			      scan->in->name, FF_NETPBM_HEADER);
}

enum ff_status ff_netpbm_number(struct ff_scan *scan, struct ff_texts *texts, const char *what,
				int64_t max, int32_t *out, struct ff_error *err)
{
	enum ff_status st = ff_netpbm_skip(scan, texts);
	int64_t value;

	if (st != FF_OK)
		return ff_status_nomem(err, scan->in->name);
	if ((st = ff_scan_number(scan, what, 1, max, &value, err)) != FF_OK ||
	    (st = ff_netpbm_whole(scan, err)) != FF_OK)
		return st;
	*out = (int32_t)value;
	return FF_OK;
}
