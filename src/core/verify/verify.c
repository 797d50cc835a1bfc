/*
 * Values are checked first, then what follows from them: classes, vectors, directions, and
 * at last where those lead.
 */
#include "core/verify/verify.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/verify/verify_check.h"
#include "core/verify/verify_values.h"
#include "core/verify/verify_ways.h"

const char *const ff_verify_names[FF_VERIFY_KINDS] = {
	[FF_VERIFY_VALUE] = "values",         [FF_VERIFY_CLASS] = "classes",
	[FF_VERIFY_DIRECTION] = "directions", [FF_VERIFY_VECTOR] = "vectors",
	[FF_VERIFY_ROUTE] = "routes",
};

enum route { UNKNOWN, WALKED, GOOD, BAD };

static void check_class(struct ff_verify_check *c, int32_t x, int32_t y)
{
	enum ff_class class = ff_verify_check_class(c, x, y);
	uint8_t said = c->claim->classes[ff_verify_check_at(c, x, y)];

	if (said != class &&
	    !((said == FF_NOT_COMPUTED || said == FF_NOT_YET) && class == FF_UNREACHED))
		ff_verify_check_wrong(c, FF_VERIFY_CLASS, x, y, "class is %s, should be %s",
				      ff_classes_names[said], ff_classes_names[class]);
	else if (said == FF_UNREACHED && c->joined[ff_verify_check_at(c, x, y)])
		ff_verify_check_wrong(c, FF_VERIFY_CLASS, x, y,
				      "class is unreached, but there is a way to a goal");
}

/* Follows the directions from x,y until it is known how that ends. */
static void follow(struct ff_verify_check *c, int32_t x, int32_t y)
{
	int64_t here_x = x, here_y = y;
	enum route end;

	for (;;) {
		size_t i = ff_verify_check_at(c, here_x, here_y);
		uint8_t d = c->claim->directions[i];

		end = (enum route)c->route[i];
		if (end == WALKED)
			end = BAD; /* a cycle */
		if (end != UNKNOWN)
			break;
		if (ff_verify_check_class(c, (int32_t)here_x, (int32_t)here_y) == FF_GOAL ||
		    c->target[i] >= 0) {
			end = GOOD;
			break;
		}
		if (d >= FF_NONE || !ff_verify_check_open(c, here_x + ff_verify_check_x[d],
							  here_y + ff_verify_check_y[d])) {
			end = BAD;
			break;
		}
		c->route[i] = WALKED;
		here_x += ff_verify_check_x[d];
		here_y += ff_verify_check_y[d];
	}
	for (here_x = x, here_y = y;;) {
		size_t i = ff_verify_check_at(c, here_x, here_y);
		uint8_t d = c->claim->directions[i];

		if (c->route[i] != WALKED) {
			c->route[i] = (uint8_t)end;
			return;
		}
		c->route[i] = (uint8_t)end;
		here_x += ff_verify_check_x[d];
		here_y += ff_verify_check_y[d];
	}
}

static void check_route(struct ff_verify_check *c, int32_t x, int32_t y)
{
	size_t i = ff_verify_check_at(c, x, y);

	if (ff_verify_check_class(c, x, y) != FF_REACHED)
		return;
	if (c->route[i] == UNKNOWN)
		follow(c, x, y);
	if (c->route[i] == BAD)
		ff_verify_check_wrong(c, FF_VERIFY_ROUTE, x, y,
				      "following the directions does not end at a goal");
}

static void join(struct ff_verify_check *c, size_t *count, size_t i)
{
	if (c->joined[i])
		return;
	c->joined[i] = 1;
	c->target[(*count)++] = (int64_t)i; /* which have their own use later */
}

/* Finds what walkers from the seeds get to: between cells that are left out, neighbours say
 * nothing of one that is called unreached. */
static void find_joined(struct ff_verify_check *c)
{
	int step = ff_model_is_diagonal(c->q->model) ? 1 : 2;
	size_t count = 0;

	for (size_t i = 0; i < c->q->seeds->count; i++)
		join(c, &count, c->q->seeds->items[i].cell);
	for (size_t k = 0; k < count; k++) {
		int32_t x = (int32_t)(c->target[k] % c->q->cost->w);
		int32_t y = (int32_t)(c->target[k] / c->q->cost->w);

		for (int d = 0; d < 8; d += step)
			if (ff_verify_check_permits(c, x, y, d))
				join(c, &count, ff_verify_check_beside(c, x, y, d));
	}
}

enum ff_status ff_verify(const struct ff_verify_question *question,
			 const struct ff_verify_claim *claim, struct ff_verify_result *result)
{
	int32_t w = question->cost->w, h = question->cost->h;
	size_t cells = (size_t)w * (size_t)h;
	size_t count = question->seeds->count;
	bool whole = !ff_model_is_continuous(question->model), left_out = false, pending = false;
	struct ff_verify_check c = {.q = question,
				    .claim = claim,
				    .result = result,
				    .start = ff_memory_cells(w, h, sizeof *c.start),
				    .sources = calloc(count + 1, sizeof *c.sources),
				    .target = ff_memory_cells(w, h, sizeof *c.target),
				    .route = ff_memory_cells(w, h, 1),
				    .joined = ff_memory_cells(w, h, 1)};
	enum ff_status st = FF_E_NOMEM;

	if (claim->field->w != w || claim->field->h != h || claim->field->type != FF_FIELD_F64)
		st = FF_E_ARG;
	if (st == FF_E_ARG || c.start == NULL || c.sources == NULL || c.target == NULL ||
	    c.route == NULL || c.joined == NULL)
		goto out;
	*result = (struct ff_verify_result){0};
	for (size_t i = 0; i < cells; i++) {
		double value = ff_verify_check_value(&c, i);

		left_out |= ff_verify_check_left_out(&c, i);
		pending |= ff_verify_check_pending(&c, i);
		if (value < FF_FIELD_NONEF && value > c.known)
			c.known = value;
		c.start[i] = FF_FIELD_NONEF;
	}
	c.partial = whole && (left_out || question->detours);
	memset(c.route, UNKNOWN, cells);
	memset(c.joined, 0, cells);
	if ((left_out || pending) && question->limit == FF_FIELD_NONEF)
		find_joined(&c);
	for (size_t i = 0; i < count; i++) {
		const struct ff_seed *seed = &question->seeds->items[i];

		if (seed->start < c.start[seed->cell])
			c.start[seed->cell] = seed->start;
	}
	ff_verify_values(&c);
	if (!ff_verify_ways_targets(&c)) {
		st = FF_E_NOMEM;
		goto out;
	}
	if (claim->classes != NULL)
		ff_verify_check_each(&c, check_class);
	if (claim->vectors != NULL)
		ff_verify_ways_vectors(&c);
	if (claim->directions != NULL) {
		ff_verify_ways_directions(&c);
		ff_verify_check_each(&c, check_route);
	}
	st = FF_OK;
out:
	free(c.start);
	free(c.sources);
	free(c.target);
	free(c.route);
	free(c.joined);
	return st;
}
