/*
 * What update.h cites goes for any value that is a function of those of other cells, as long as it
 * only looks at such as are less than itself.  The values of fast marching are of that kind
 * (integrate_march.c): ff_update_march_value() plays what happens to a cell until it is settled,
 * with the values that those around it have in the end.  Equals among them are taken up together,
 * which that engine sees to as well.  What it looks at: four neighbours, the four beside those and
 * the four beyond, the cell's straight line and its own start.
 *
 * So the field is right once each cell has the value that follows from the others, and there is
 * only one such field: by induction over its values, the least first.  Cells that may not have it
 * are suspects.  They are taken up in the order of their values, or of the least that they can
 * have by a neighbour that has become cheaper.  One that has another value makes suspects of
 * those around it that are dearer, before or now.  A little more is taken for good at once, since
 * most changes are smallest at last and then lost in rounding; who gets much more has no value
 * until it is the turn of that, since those whom it comes from may get more, too.  The order
 * only saves time: none but the fixed point is left alone.
 */
#include "core/update/update_march.h"

#include <math.h>
#include <stdlib.h>

#include "core/map/field.h"
#include "core/solve/wave.h"
#include "core/update/update_lines.h"

#define INLINE FF_WAVE_INLINE

/* The directions of steps, as in integrate_march.c.  The opposite of one is two on. */
enum { UP, RIGHT, DOWN, LEFT, SIDES };

/* It is in the queue. */
enum { SUSPECT = FF_UPDATE_RUN_OWN };

struct own {
	struct ff_wave_squares squares;
	struct ff_update_lines lines;
};

bool ff_update_march_fits(const struct ff_model *model)
{
	return ff_model_is_continuous(model);
}

/* What a cell's value is made of. */
struct around {
	const struct ff_wave_squares *squares;
	uint8_t cost;
	double near[SIDES];   /* INFINITY: none */
	double corner[SIDES]; /* between that direction and the next */
	double far[SIDES];
	bool even[SIDES]; /* the neighbour costs the same */
};

INLINE void look(const struct ff_update *update, uint32_t cell, struct around *around)
{
	const struct own *own = update->own;
	const uint8_t *costs = update->cost->cells + cell;
	const double *values = update->field->f64 + cell;
	int32_t w = update->cost->w, h = update->cost->h;
	int32_t x = (int32_t)(cell % (uint32_t)w), y = (int32_t)(cell / (uint32_t)w);
	const ptrdiff_t steps[SIDES] = {-w, 1, w, -1};
	const int32_t room[SIDES] = {y, w - 1 - x, h - 1 - y, x};

	around->squares = &own->squares;
	around->cost = *costs;
	for (int d = 0; d < SIDES; d++) {
		int next = (d + 1) % SIDES;
		bool in = room[d] > 0;

		around->near[d] = in ? values[steps[d]] : (double)INFINITY;
		around->even[d] = in && costs[steps[d]] == *costs;
		around->far[d] = room[d] > 1 ? values[2 * steps[d]] : (double)INFINITY;
		around->corner[d] =
			in && room[next] > 0 ? values[steps[d] + steps[next]] : (double)INFINITY;
	}
}

INLINE struct ff_wave_arm arm_to(const struct around *around, int d, bool second)
{
	double fall = around->near[d] - around->far[d];

	return ff_wave_arm_of(second & around->even[d] & (fall > 0), fall);
}

/* What waves have that come by the neighbour in direction 'd', the last to have been settled. */
INLINE double march_by(const struct around *around, int d, bool second)
{
	uint8_t cost = around->cost;
	double from = around->near[d], value = from + cost;

	for (int k = 0; k < 2; k++) {
		int to = (d + 1 + 2 * k) % SIDES;
		double side = around->near[to], corner = around->corner[k == 0 ? d : to];

		if ((second ? side <= from : side < from) && from - side < cost)
			value = ff_wave_least(value,
					      ff_wave_meet_somehow(around->squares, cost, side,
								   from, arm_to(around, to, second),
								   arm_to(around, d, second)));
		/* Only while a repair is under way does the neighbour not have the step from there:
		 * what bends would then have less than it. */
		if (around->even[d] && corner < from && from - corner < 1.25 * cost)
			value = ff_wave_least(value, ff_wave_bend(cost, from, from - corner));
	}
	return value;
}

/* The same for all neighbours with that value. */
static double march_to(const struct around *around, double from, bool second)
{
	double value = INFINITY;

	for (int d = 0; d < SIDES; d++)
		if (around->near[d] == from)
			value = ff_wave_least(value, march_by(around, d, second));
	return value;
}

/* Tells whether a straight line is not voided by them. */
static bool keeps_straight(const struct around *around, double from, double offer)
{
	return march_to(around, from, false) >= offer - ff_wave_margin * around->cost;
}

/* The neighbours in the order in which they are settled. */
INLINE void sort(const double near[SIDES], int order[SIDES])
{
	for (int d = 0; d < SIDES; d++) {
		int at = d;

		for (; at > 0 && near[order[at - 1]] > near[d]; at--)
			order[at] = order[at - 1];
		order[at] = d;
	}
}

double ff_update_march_value(const struct ff_update *update, uint32_t cell)
{
	const struct own *own = update->own;
	double limit = update->limit;
	double start = ff_update_run_start_of(update, cell);
	double at = own->lines.lines[ff_update_lines_place(&own->lines, update->cost, cell)];
	bool straight = at < start, waiting = false;
	struct around around;
	int order[SIDES];

	if (update->cost->cells[cell] == FF_COST_WALL)
		return INFINITY;
	look(update, cell, &around);
	sort(around.near, order);
	for (int i = 0; i < SIDES; i++) {
		int d = order[i];
		double from = around.near[d], offer, value;

		if (from == INFINITY || (waiting && at <= from))
			break;
		offer = at > from ? at : (double)INFINITY;
		if (!straight) {
			value = march_by(&around, d, true);
		} else if (keeps_straight(&around, from, offer)) {
			value = ff_wave_least(offer, from + around.cost);
		} else {
			straight = false;
			value = march_to(&around, from, true);
		}
		if (waiting && value >= at)
			continue;
		value = ff_wave_least(value, offer);
		if (value > limit)
			continue;
		at = value;
		waiting = true;
	}
	if (!waiting)
		at = INFINITY;
	return start <= limit ? ff_wave_least(at, start) : at;
}

enum ff_status ff_update_march_renew(struct ff_update *update)
{
	struct own *own = update->own;
	enum ff_status st = FF_OK;

	if (own == NULL) {
		if ((own = update->own = calloc(1, sizeof *own)) == NULL)
			return FF_E_NOMEM;
		ff_wave_fill(&own->squares);
		st = ff_update_lines_open(&own->lines, update->cost);
	}
	return st == FF_OK ? ff_update_lines_renew(&own->lines, update) : st;
}

void ff_update_march_begun(struct ff_update *update, const struct ff_integrate *run)
{
	struct own *own = update->own;

	ff_update_lines_take(&own->lines, update, run);
}

void ff_update_march_close(struct ff_update *update)
{
	struct own *own = update->own;

	if (own != NULL)
		ff_update_lines_close(&own->lines);
	free(own);
}

/* Has a cell looked at, no later than when it is its value's turn. */
static enum ff_status suspect(struct ff_update *update, size_t cell, double when)
{
	uint64_t key = ff_update_run_key(when);

	update->flags[cell] |= SUSPECT;
	if (key < update->queue.last)
		key = update->queue.last;
	return ff_queue_radix_put(&update->queue, key, (uint32_t)cell);
}

/* The same for one that may have a value only now. */
static enum ff_status begin_with(struct ff_update *update, uint32_t cell)
{
	double value, had = update->field->f64[cell];

	if (update->flags[cell] & SUSPECT)
		return FF_OK;
	if (update->visited >= update->most)
		return FF_E_LIMIT;
	update->visited++;
	value = ff_update_march_value(update, cell);
	if (value == had)
		return FF_OK;
	return suspect(update, cell, ff_wave_least(value, had));
}

static enum ff_status begin_around(struct ff_update *update, uint32_t cell)
{
	const struct ff_cost *cost = update->cost;
	struct ff_sight_window at = ff_update_run_at(update, cell);
	enum ff_status st = begin_with(update, cell);

	for (int d = 0; d < FF_DIRECTIONS && st == FF_OK; d += 2) {
		int32_t x = at.x0 + ff_flow_steps[d].dx, y = at.y0 + ff_flow_steps[d].dy;

		if (ff_cost_open(cost, x, y))
			st = begin_with(update, (uint32_t)ff_cost_index(cost, x, y));
	}
	return st;
}

/* Nobody is suspect any more. */
static void acquit(struct ff_update *update)
{
	for (uint32_t i = 0; i < update->queue.used; i++)
		update->flags[update->queue.entries[i].item] &= (uint8_t)~SUSPECT;
}

enum ff_status ff_update_march_begin(struct ff_update *update)
{
	struct own *own = update->own;
	enum ff_status st = ff_update_lines_follow(&own->lines, update);

	for (size_t i = 0; i < own->lines.renewed_count && st == FF_OK; i++)
		st = begin_with(update, own->lines.renewed[i]);
	for (size_t i = 0; i < update->edit_count && st == FF_OK; i++)
		st = begin_around(update, update->edits[i].cell);
	if (st != FF_OK)
		acquit(update);
	return st;
}

/* A neighbour of one whose value was or is 'least' and is now 'now'. */
INLINE enum ff_status tell_next(struct ff_update *update, size_t cell, double least, double now)
{
	double value = update->field->f64[cell];
	uint8_t cost = update->cost->cells[cell];
	bool waits = update->flags[cell] & SUSPECT;

	if (cost == FF_COST_WALL || value <= least)
		return FF_OK;
	if (value > now + cost)
		return suspect(update, cell, now + 0.7 * cost);
	if (waits)
		return FF_OK;
	if (value < INFINITY)
		return suspect(update, cell, value);
	return update->limit < INFINITY ? suspect(update, cell, least) : FF_OK;
}

/* A cell that such a one may matter to by way of 'link'. */
INLINE enum ff_status tell_by(struct ff_update *update, size_t cell, size_t link, double least)
{
	const uint8_t *costs = update->cost->cells;
	double value = update->field->f64[cell], between = update->field->f64[link];

	if (costs[cell] != costs[link] || (update->flags[cell] & SUSPECT) || between <= least ||
	    value <= between || costs[cell] == FF_COST_WALL)
		return FF_OK;
	return suspect(update, cell, value < INFINITY ? value : between + 0.7 * costs[cell]);
}

/* A cell had 'old': those whose values may come from it are to be looked at. */
static enum ff_status tell(struct ff_update *update, uint32_t cell, double old)
{
	int32_t w = update->cost->w, h = update->cost->h;
	int32_t x = (int32_t)(cell % (uint32_t)w), y = (int32_t)(cell / (uint32_t)w);
	const ptrdiff_t steps[SIDES] = {-w, 1, w, -1};
	const int32_t room[SIDES] = {y, w - 1 - x, h - 1 - y, x};
	double now = update->field->f64[cell], least = ff_wave_least(old, now);
	enum ff_status st = FF_OK;

	for (int d = 0; d < SIDES && st == FF_OK; d++) {
		int next = (d + 1) % SIDES;
		size_t at = cell + (size_t)steps[d];

		if (room[d] == 0)
			continue;
		st = tell_next(update, at, least, now);
		if (st == FF_OK && room[d] > 1)
			st = tell_by(update, at + (size_t)steps[d], at, least);
		if (room[next] == 0)
			continue;
		if (st == FF_OK)
			st = tell_by(update, at + (size_t)steps[next], at, least);
		if (st == FF_OK)
			st = tell_by(update, at + (size_t)steps[next], cell + (size_t)steps[next],
				     least);
	}
	return st;
}

/* Takes up the cell whose turn it is. */
INLINE enum ff_status turn(struct ff_update *update)
{
	struct ff_queue_radix_entry first = ff_queue_radix_take(&update->queue);
	double *value = &update->field->f64[first.item], old = *value, now;
	enum ff_status st;

	if (!(update->flags[first.item] & SUSPECT))
		return FF_OK;
	update->flags[first.item] &= (uint8_t)~SUSPECT;
	update->visited++;
	now = ff_update_march_value(update, first.item);
	if (now == old)
		return FF_OK;
	if (now < old && ff_update_run_key(now) > first.key)
		return suspect(update, first.item, now);
	st = ff_update_run_touch(update, first.item);
	if (st != FF_OK)
		return st;
	/* What is a little more is likely to be right at once. */
	*value = now < old + 0.5 * update->cost->cells[first.item] ? now : (double)INFINITY;
	if (*value != now)
		st = suspect(update, first.item, now);
	return st == FF_OK ? tell(update, first.item, old) : st;
}

enum ff_status ff_update_march_step(struct ff_update *update, size_t budget)
{
	enum ff_status st = FF_OK;

	for (; st == FF_OK && budget > 0 && !ff_queue_radix_empty(&update->queue); budget--) {
		if (update->visited >= update->most)
			st = FF_E_LIMIT;
		else
			st = turn(update);
	}
	update->done = st == FF_OK && ff_queue_radix_empty(&update->queue);
	if (st != FF_OK)
		acquit(update);
	return st;
}
