#include "grid/cost.h"

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
	bool seen[256] = {false};
	struct ff_cost_range range = {1, 1};

	for (size_t i = 0; i < cells; i++)
		seen[cost->cells[i]] = true;
	for (int c = FF_COST_MAX; c >= 1; c--)
		if (seen[c])
			range.least = (uint8_t)c;
	for (int c = 1; c <= FF_COST_MAX; c++)
		if (seen[c])
			range.most = (uint8_t)c;
	return range;
}
