/*
 * The neighbours of a cell, the corner rule, prices and lines of sight are
 * worked out here, and in the header, once more, from the contract: a mistake in the code that
 * solves is none here.
 */
#include "core/verify/verify_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const int ff_verify_check_x[8] = {0, 1, 1, 1, 0, -1, -1, -1};
const int ff_verify_check_y[8] = {-1, -1, 0, 1, 1, 1, 0, -1};

bool ff_verify_check_sees(const struct ff_verify_check *c, int64_t x, int64_t y, int64_t goal_x,
			  int64_t goal_y, uint8_t cost)
{
	int64_t w = llabs(goal_x - x), h = llabs(goal_y - y), i = 0, j = 0;
	int right = goal_x > x ? 1 : -1, down = goal_y > y ? 1 : -1;

	while (i < w || j < h) {
		/* Which side of the cell is crossed first, in half cells. */
		int64_t side = (2 * i + 1) * h - (2 * j + 1) * w;

		if (c->q->cost->cells[ff_verify_check_at(c, x, y)] != cost)
			return false;
		if (side == 0 && !(ff_verify_check_open(c, x + right, y) &&
				   ff_verify_check_open(c, x, y + down)))
			return false;
		if (side <= 0) {
			x += right;
			i++;
		}
		if (side >= 0) {
			y += down;
			j++;
		}
	}
	return true;
}

void ff_verify_check_wrong(struct ff_verify_check *c, enum ff_verify_kind kind, int32_t x,
			   int32_t y, const char *format, ...)
{
	struct ff_verify_result *r = c->result;
	va_list args;

	bool earlier = y < r->y || (y == r->y && x < r->x);
	bool route = kind == FF_VERIFY_ROUTE, last = r->kind == FF_VERIFY_ROUTE;

	r->wrong[kind]++;
	/* A route that does not end well has its cause in another cell: it counts last. */
	if (r->any && (route == last ? !earlier : route))
		return;
	r->any = true;
	r->kind = kind;
	r->x = x;
	r->y = y;
	va_start(args, format);
	vsnprintf(r->what, sizeof r->what, format, args);
	va_end(args);
}
