#include "core/map/cost.h"

#include <stdlib.h>

#include <inttypes.h>

enum ff_status ff_cost_fits(int64_t w, int64_t h, int64_t limit, const char *name,
			    struct ff_error *err)
{
	if (w <= limit / h)
		return FF_OK;
	return ff_status_fail(err, FF_E_LIMIT,
			      "%s: is too large: %" PRId64 "x%" PRId64 " is more than %" PRId64
			      " cells (--max-cells)",
			      name, w, h, limit);
}

struct ff_cost_range ff_cost_range(const struct ff_cost *cost)
{
	size_t cells = (size_t)cost->w * (size_t)cost->h;
	uint8_t least = FF_COST_WALL, most = 0;

	for (size_t i = 0; i < cells; i++) {
		uint8_t c = cost->cells[i], open = c == FF_COST_WALL ? 0 : c;

		least = c < least ? c : least;
		most = open > most ? open : most;
	}
	if (most == 0)
		return (struct ff_cost_range){1, 1};
	return (struct ff_cost_range){least, most};
}

enum ff_status ff_cost_differences(const struct ff_cost *a, const struct ff_cost *b,
				   uint32_t **cells, size_t *count)
{
	size_t all = (size_t)a->w * (size_t)a->h, n = 0;
	uint32_t *list;

	if (a->w != b->w || a->h != b->h)
		return FF_E_ARG;
	for (size_t i = 0; i < all; i++)
		n += a->cells[i] != b->cells[i];
	if ((list = malloc((n + 1) * sizeof *list)) == NULL)
		return FF_E_NOMEM;
	*cells = list;
	*count = n;
	n = 0;
	for (size_t i = 0; n < *count; i++)
		if (a->cells[i] != b->cells[i])
			list[n++] = (uint32_t)i;
	return FF_OK;
}
