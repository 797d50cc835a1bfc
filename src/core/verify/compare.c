/*
 * One pass finds the kind of change of each cell; the areas are those of ff_regions_label(): bytes
 * other than 0.
 */
#include "core/verify/compare.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/grid/regions.h"
#include "core/map/field.h"
#include "core/map/map.h"

/* The class of a cell of which only the cost is known. */
enum { OPEN = FF_CLASSES };

/* A comparison in progress; layers that only one side has are dropped. */
struct comparison {
	const struct ff_compare_question *question;
	struct ff_compare_side old, new;
	struct ff_compare_result result;
	double worst[FF_CHANGE_KINDS]; /* badness of the worst cells so far */
	double most_risen, most_fallen;
};

/* Two numbers of one cell. */
struct number_pair {
	double old, new, by;
	bool same;
};

static bool is_near(const struct ff_compare_question *q, const struct number_pair *number_pair)
{
	double old = fabs(number_pair->old), new = fabs(number_pair->new),
	       large = old > new ? old : new;
	double limit = q->rel * old > q->abs ? q->rel * old : q->abs;

	/* Decimals such as 0.1 are inexact in binary. */
	if (limit > 0)
		limit += large * DBL_EPSILON;
	return fabs(number_pair->by) <= limit + q->rounding + q->relative * large;
}

static struct number_pair pair_of(const struct ff_compare_question *q, const struct ff_raster *old,
				  const struct ff_raster *new, size_t n)
{
	struct number_pair number_pair = {.old = ff_raster_value(old, n),
					  .new = ff_raster_value(new, n)};

	number_pair.by = number_pair.new - number_pair.old;
	number_pair.same = number_pair.old == number_pair.new ||
			   (isnan(number_pair.old) && isnan(number_pair.new));
	if (!number_pair.same && isfinite(number_pair.old) && isfinite(number_pair.new))
		number_pair.same = is_near(q, &number_pair);
	return number_pair;
}

/* Returns the class of a cell, if need be from cost and value. */
static int state_of(const struct ff_compare_side *side, size_t i)
{
	if (side->classes != NULL)
		return side->classes[i];
	if (side->costs == NULL)
		return OPEN;
	if (!isfinite(ff_raster_value(side->costs, i)))
		return FF_WALL;
	if (side->values == NULL)
		return OPEN;
	return isfinite(ff_raster_value(side->values, i)) ? FF_REACHED : FF_UNREACHED;
}

/* Returns true if it is not known whether a cell reaches a goal. */
static bool is_unknown(int state)
{
	return state == FF_NOT_COMPUTED || state == FF_NOT_YET;
}

static enum ff_change kind_of_states(int old, int new)
{
	if (old == new)
		return FF_CHANGE_KINDS;
	if (new == FF_WALL)
		return FF_CHANGE_WALL_ADDED;
	if (is_unknown(old) && is_unknown(new))
		return FF_CHANGE_CHANGED;
	if (is_unknown(old))
		return FF_CHANGE_COMPUTED;
	if (is_unknown(new) && old != FF_WALL)
		return FF_CHANGE_UNCOMPUTED;
	if (new == FF_UNREACHED && old != FF_WALL)
		return FF_CHANGE_UNREACHABLE;
	if (old == FF_GOAL)
		return FF_CHANGE_GOAL_REMOVED;
	if (new == FF_GOAL)
		return FF_CHANGE_GOAL_ADDED;
	if (old == FF_WALL)
		return FF_CHANGE_WALL_REMOVED;
	/* Also beyond the limit a goal can be reached. */
	if (new == FF_FARTHER && old == FF_REACHED)
		return FF_CHANGE_LOST;
	return old == FF_FARTHER ? FF_CHANGE_GAINED : FF_CHANGE_REACHABLE;
}

static enum ff_change kind_of_values(const struct number_pair *number_pair)
{
	if (number_pair->same)
		return FF_CHANGE_KINDS;
	if (!isfinite(number_pair->new))
		return isfinite(number_pair->old) ? FF_CHANGE_LOST : FF_CHANGE_CHANGED;
	if (!isfinite(number_pair->old))
		return FF_CHANGE_GAINED;
	return number_pair->by > 0 ? FF_CHANGE_RISEN : FF_CHANGE_FALLEN;
}

static bool same_codes(const struct comparison *c, size_t i)
{
	const struct ff_raster *old = c->old.codes, *new = c->new.codes;

	for (int k = 0; k < old->channels; k++) {
		size_t n = i * (size_t)old->channels + (size_t)k;
		double a = ff_raster_raw(old, n), b = ff_raster_raw(new, n);

		if (a != b && !(isnan(a) && isnan(b)))
			return false;
	}
	return true;
}

static bool has_turned(const struct comparison *c, size_t i)
{
	if (c->old.directions != NULL && c->old.directions[i] != c->new.directions[i])
		return true;
	for (size_t n = 2 * i; c->old.vectors != NULL && n < 2 * i + 2; n++)
		if (!pair_of(c->question, c->old.vectors, c->new.vectors, n).same)
			return true;
	return false;
}

/* Returns the numbers of a cell for a kind. */
static struct ff_compare_cell cell_of(const struct comparison *c, size_t i, enum ff_change kind,
				      const struct number_pair *values)
{
	struct ff_compare_cell cell = {
		.x = (int32_t)(i % (size_t)c->question->w),
		.y = (int32_t)(i / (size_t)c->question->w),
		.old = values->old,
		.new = values->new,
	};

	if (kind == FF_CHANGE_GROUND) {
		cell.old = ff_raster_value(c->old.costs, i);
		cell.new = ff_raster_value(c->new.costs, i);
	} else if (kind == FF_CHANGE_CHANGED && c->old.codes != NULL &&
		   c->old.codes->channels == 1) {
		cell.old = ff_raster_raw(c->old.codes, i);
		cell.new = ff_raster_raw(c->new.codes, i);
	} else if (kind == FF_CHANGE_TURNED) {
		cell.old = c->old.directions != NULL ? c->old.directions[i] : (double)NAN;
		cell.new = c->old.directions != NULL ? c->new.directions[i] : (double)NAN;
	}
	return cell;
}

/* Returns how bad a cell's change is among those of its kind. */
static double change_badness(enum ff_change kind, const struct ff_compare_cell *cell)
{
	if (kind == FF_CHANGE_CHANGED || kind == FF_CHANGE_TURNED)
		return 0;
	if (isfinite(cell->old) && isfinite(cell->new))
		return fabs(cell->new - cell->old);
	if (isfinite(cell->old))
		return -cell->old;
	return isfinite(cell->new) ? -cell->new : -(double)INFINITY;
}

static void count_change(struct comparison *c, size_t i, enum ff_change kind,
			 const struct number_pair *values)
{
	struct ff_compare_tally *tally = &c->result.kinds[kind];
	struct ff_compare_cell cell = cell_of(c, i, kind, values);
	double bad = change_badness(kind, &cell);

	if (tally->cells++ == 0)
		tally->first = cell;
	else if (bad <= c->worst[kind])
		return;
	tally->worst = cell;
	c->worst[kind] = bad;
}

/* Updates the largest rise and fall. */
static void note_extreme(struct comparison *c, size_t i, const struct number_pair *values)
{
	if (values->same || !isfinite(values->old) || !isfinite(values->new))
		return;
	if (values->by > c->most_risen) {
		c->most_risen = values->by;
		c->result.rise = cell_of(c, i, FF_CHANGE_RISEN, values);
	} else if (values->by < c->most_fallen) {
		c->most_fallen = values->by;
		c->result.fall = cell_of(c, i, FF_CHANGE_FALLEN, values);
	}
}

static enum ff_change first_change(enum ff_change a, enum ff_change b)
{
	return a < b ? a : b;
}

/* Marks the cells that are, or of which a part is, in a rectangle that is not compared. */
static void mark_ignored(const struct ff_compare_question *q, uint8_t *cells)
{
	const int64_t up = q->pixels[0], down = q->pixels[1];

	for (size_t k = 0; k < q->ignored_count; k++) {
		const struct ff_image_part *part = &q->ignored[k];
		int64_t x = part->x * up / down, y = part->y * up / down;
		int64_t right = (((int64_t)part->x + part->w) * up + down - 1) / down;
		int64_t bottom = (((int64_t)part->y + part->h) * up + down - 1) / down;

		right = right < q->w ? right : q->w;
		bottom = bottom < q->h ? bottom : q->h;
		for (; x < right && y < bottom; y++)
			memset(cells + y * q->w + x, 1, (size_t)(right - x));
	}
}

/* Returns the change of cell 'i': 0, or its kind + 1 and the flag. */
static uint8_t change_of(struct comparison *c, size_t i)
{
	struct number_pair values = {(double)NAN, (double)NAN, 0, true};
	enum ff_change kind = kind_of_states(state_of(&c->old, i), state_of(&c->new, i));
	bool turned = has_turned(c, i);

	if (c->old.values != NULL) {
		values = pair_of(c->question, c->old.values, c->new.values, i);
		kind = first_change(kind, kind_of_values(&values));
		note_extreme(c, i, &values);
	}
	if (c->old.costs != NULL) {
		double before = ff_raster_value(c->old.costs, i);
		double after = ff_raster_value(c->new.costs, i);

		if (before != after && isfinite(before) && isfinite(after))
			kind = first_change(kind, FF_CHANGE_GROUND);
	}
	if (c->old.codes != NULL && !same_codes(c, i))
		kind = first_change(kind, FF_CHANGE_CHANGED);
	if (turned)
		kind = first_change(kind, FF_CHANGE_TURNED);
	if (kind == FF_CHANGE_KINDS)
		return 0;
	count_change(c, i, kind, &values);
	c->result.differing++;
	c->result.turned += turned;
	return (uint8_t)((kind + 1) | (turned ? FF_CHANGE_FLAG : 0));
}

static void widen_area(struct ff_change_area *area, int32_t x, int32_t y)
{
	int32_t right = area->x + area->w, bottom = area->y + area->h;

	if (area->w == 0) {
		*area = (struct ff_change_area){area->cells, x, y, 1, 1};
		return;
	}
	area->x = x < area->x ? x : area->x;
	area->y = y < area->y ? y : area->y;
	area->w = (x < right ? right : x + 1) - area->x;
	area->h = (y < bottom ? bottom : y + 1) - area->y;
}

static enum ff_status find_areas(struct comparison *c)
{
	struct ff_compare_result *result = &c->result;
	int32_t w = c->question->w, h = c->question->h;
	struct ff_labels labels = {0};
	struct ff_region *regions = NULL;
	enum ff_status st = FF_E_NOMEM;

	if (ff_regions_label(w, h, result->cells, 1, UINT8_MAX, true, &labels, &regions) != FF_OK)
		goto out;
	result->area_count = labels.count;
	result->listed =
		labels.count < c->question->area_limit ? labels.count : c->question->area_limit;
	if (result->listed > 0 &&
	    (result->areas = calloc(result->listed, sizeof *result->areas)) == NULL)
		goto out;
	for (uint32_t a = 0; a < result->listed; a++)
		result->areas[a].cells = regions[a].cells;
	for (int32_t y = 0; y < h && result->listed > 0; y++)
		for (int32_t x = 0; x < w; x++) {
			uint32_t label = labels.cells[(size_t)y * (size_t)w + (size_t)x];

			if (label < result->listed)
				widen_area(&result->areas[label], x, y);
		}
	st = FF_OK;
out:
	free(labels.cells);
	free(regions);
	return st;
}

/* Drops the layers that only one side has. */
static void pair_sides(struct comparison *c)
{
	struct ff_compare_side *old = &c->old, *new = &c->new;

	if (old->classes == NULL || new->classes == NULL)
		old->classes = new->classes = NULL;
	if (old->costs == NULL || new->costs == NULL)
		old->costs = new->costs = NULL;
	if (old->directions == NULL || new->directions == NULL)
		old->directions = new->directions = NULL;
	if (old->values == NULL || new->values == NULL)
		old->values = new->values = NULL;
	if (old->codes == NULL || new->codes == NULL)
		old->codes = new->codes = NULL;
	if (old->vectors == NULL || new->vectors == NULL)
		old->vectors = new->vectors = NULL;
}

enum ff_status ff_compare(const struct ff_compare_question *question,
			  struct ff_compare_result *result)
{
	struct comparison c = {.question = question, .old = question->old, .new = question->new};
	size_t cells = (size_t)question->w * (size_t)question->h;

	pair_sides(&c);
	c.result.rise.x = c.result.fall.x = -1;
	if ((c.result.cells = ff_memory_cells(question->w, question->h, 1)) == NULL)
		return FF_E_NOMEM;
	memset(c.result.cells, 0, cells);
	mark_ignored(question, c.result.cells);
	for (size_t i = 0; i < cells; i++)
		c.result.cells[i] = c.result.cells[i] != 0 ? 0 : change_of(&c, i);
	if (c.result.differing > 0 && find_areas(&c) != FF_OK) {
		ff_compare_free(&c.result);
		return FF_E_NOMEM;
	}
	*result = c.result;
	return FF_OK;
}

void ff_compare_free(struct ff_compare_result *result)
{
	free(result->cells);
	free(result->areas);
	*result = (struct ff_compare_result){0};
}
