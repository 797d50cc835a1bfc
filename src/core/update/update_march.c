/*
 * The method that update.h cites serves any value that is a function of those of other cells, as
 * long as it only looks at such as are less than itself.  The values of fast marching are of that
 * kind (integrate_march.c): ff_update_march_value() plays what happens to a cell until it is
 * settled, with the values that those around it have in the end.  Equals among them are taken up
 * together, which that engine sees to as well.  What it looks at: four neighbours, the four beside
 * those and the four beyond, the cell's straight line and its own start.
 *
 * So the field is right once each cell has the value that follows from the others, and there is
 * only one such field: by induction over its values, the least first.  Cells that may not have it
 * are suspects.  They are taken up in the order of their values, or of the least that they can
 * have by a neighbour that has become cheaper.  One that has another value makes suspects of
 * those around it that are dearer, before or now.  A little more is taken for good at once, since
 * most changes are smallest at last and then lost in rounding; a cell that gets much more has no
 * value until it is the turn of that, since those from which it comes may get more, too.  The order
 * only saves time: none but the fixed point is left alone.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/map/field.h"
#include "core/solve/eikonal.h"
#include "core/solve/integrate_engines.h"
#include "core/solve/sight.h"
#include "core/update/update_run.h"

/*
 * The straight lines of fast marching, kept from repair to repair: what seeds offer the cells that
 * see them (wave.h).
 *
 * Lines that come and go pass the edited cells.
 * So with the old map each source is asked what it sees through these, and all that has its line
 * from there loses it; with the new one what it sees now; and then the other sources, for
 * those that have lost theirs.  Where the sources or the length of their lines may be
 * others, it is given up: when goals have changed, when a seed has other costs around it
 * than before, and when seeds have different starts and lines around one of them are touched.
 */

/* The surroundings of a seed that its lines may go through: a bit per cost that there is around it,
 * of cells that are no seeds themselves in the last place. */
struct survey {
	uint64_t costs[4];
	bool spreads;
};

/* All zero: none.  To be closed once it has been opened, whatever that returned. */
struct lines {
	bool good; /* what follows goes with the map and the seeds */
	bool even; /* all seeds have the same start */
	struct ff_rays_layout layout;
	size_t cells;      /* in all bands */
	double *lines;     /* owned; [cells]  the starts of seeds and what straight lines offer */
	void *scratch;     /* owned; for ff_sight_cast() */
	enum ff_status st; /* of functions that are called back */

	/* All of these are owned. */
	struct ff_rays_source *sources; /* [source_count] */
	size_t source_count, source_room;
	uint32_t *renewed; /* [renewed_count]  cells with other lines, maybe; some twice */
	size_t renewed_count, renewed_room;
	struct ff_sight_window *windows; /* [window_count]  where the edits of this repair are */
	size_t window_count, window_room;
	struct survey *surveys; /* [survey_room]  of seeds that edits are next to */
	size_t survey_room;
	size_t left; /* steps that the casts of this repair may still take */
};

/* Returns where the line of a cell is in 'lines'. */
static size_t line_place(const struct lines *own, const struct ff_cost *cost, uint32_t cell)
{
	uint32_t w = (uint32_t)cost->w;

	return ff_rays_place(own->layout, (int32_t)(cell % w), (int32_t)(cell / w));
}

enum {
	CAST = 16,  /* steps that are as long as casting lines that lead nowhere */
	STEPS = 16, /* of lines, for each visit that a repair may take */
};

static void take_source(void *context, const struct ff_rays_source *source)
{
	struct lines *own = context;
	void *block = own->sources;

	if (!ff_memory_grow(&block, &own->source_room, own->source_count + 1,
			    sizeof *own->sources)) {
		own->st = FF_E_NOMEM;
		return;
	}
	own->sources = block;
	own->sources[own->source_count++] = *source;
}

/* Makes room for the lines of a map, which are not known yet: FF_OK or FF_E_NOMEM. */
static enum ff_status open_lines(struct lines *own, const struct ff_cost *cost)
{
	size_t bytes;

	own->layout = ff_rays_bands(cost->w, cost->h);
	own->cells = ff_rays_cells(own->layout, cost->h);
	if (ff_memory_product(own->cells, sizeof *own->lines, &bytes))
		own->lines = malloc(bytes);
	own->scratch = malloc(ff_sight_scratch(cost->w, cost->h));
	return own->lines != NULL && own->scratch != NULL ? FF_OK : FF_E_NOMEM;
}

static struct ff_rays straights_of(const struct lines *own, const struct ff_update *update)
{
	return (struct ff_rays){.cost = update->cost,
				.seeds = &update->given,
				.layout = own->layout,
				.values = own->lines};
}

/* The lines are there, and no longer than 'reach'. */
static enum ff_status take_sources(struct lines *own, const struct ff_update *update, double reach)
{
	const struct ff_rays lines = straights_of(own, update);
	const struct ff_seed *seeds = update->given.items;

	own->st = FF_OK;
	own->source_count = 0;
	own->even = seeds[0].start == seeds[update->given.count - 1].start;
	ff_rays_each(&lines, reach, take_source, own);
	own->good = own->st == FF_OK;
	return own->st;
}

/* Takes the lines from a run of the marching engine that has just begun, of the repairs' map and
 * seeds. */
static void take_lines(struct lines *own, const struct ff_update *update,
		       const struct ff_integrate *run)
{
	const struct ff_integrate_march *march = run->scratch;

	memcpy(own->lines, march->values, own->cells * sizeof *own->lines);
	(void)take_sources(own, update, march->reach);
}

/* Casts all lines anew unless they are known: FF_OK or FF_E_NOMEM. */
static enum ff_status renew_lines(struct lines *own, const struct ff_update *update)
{
	struct ff_rays lines;

	if (own->good)
		return FF_OK;
	for (size_t i = 0; i < own->cells; i++)
		own->lines[i] = FF_FIELD_NONEF;
	for (size_t i = 0; i < update->seed_count; i++)
		own->lines[line_place(own, update->cost, update->seeds[i].cell)] =
			update->seeds[i].start;
	lines = straights_of(own, update);
	return take_sources(own, update, ff_rays_offer(&lines, INFINITY, own->scratch));
}

static void close_lines(struct lines *own)
{
	free(own->lines);
	free(own->scratch);
	free(own->sources);
	free(own->renewed);
	free(own->windows);
	free(own->surveys);
	*own = (struct lines){0};
}

/* Tells whether a cell is a seed's or next to one. */
static bool is_at_seed(const struct ff_update *update, int32_t x, int32_t y)
{
	const struct ff_cost *cost = update->cost;

	if (update->flags[ff_cost_index(cost, x, y)] & FF_UPDATE_RUN_SEED)
		return true;
	for (int d = 0; d < FF_DIRECTIONS; d += 2) {
		int32_t to_x = x + ff_flow_steps[d].dx, to_y = y + ff_flow_steps[d].dy;

		if (ff_cost_inside(cost, to_x, to_y) &&
		    (update->flags[ff_cost_index(cost, to_x, to_y)] & FF_UPDATE_RUN_SEED))
			return true;
	}
	return false;
}

/* The casting of one source's lines. */
struct cast {
	struct lines *own;
	const struct ff_update *update;
	const struct ff_rays_source *source;
};

/* A line is about to be another one. */
static void renew_line(struct cast *cast, size_t cell, double *line, double value)
{
	struct lines *own = cast->own;
	void *block = own->renewed;

	if (!ff_memory_grow(&block, &own->renewed_room, own->renewed_count + 1,
			    sizeof *own->renewed)) {
		own->st = FF_E_NOMEM;
		return;
	}
	own->renewed = block;
	own->renewed[own->renewed_count++] = (uint32_t)cell;
	*line = value;
}

/* The seeds that offer lines depend on the lines that others offer those around them, if their
 * starts differ. */
static void look_out(struct cast *cast, int32_t x, int32_t y)
{
	struct lines *own = cast->own;

	if (!own->even && own->st == FF_OK && is_at_seed(cast->update, x, y))
		own->st = FF_E_LIMIT;
}

/* A line that there was. */
static void lose_line(void *context, int32_t x, int32_t y)
{
	struct cast *cast = context;
	struct lines *own = cast->own;
	size_t cell = ff_cost_index(cast->update->cost, x, y);
	double *line = &own->lines[ff_rays_place(own->layout, x, y)];

	look_out(cast, x, y);
	if (*line == ff_rays_length(cast->source, x, y))
		renew_line(cast, cell, line, ff_update_run_start_of(cast->update, (uint32_t)cell));
}

/* A line that there is. */
static void gain_line(void *context, int32_t x, int32_t y)
{
	struct cast *cast = context;
	struct lines *own = cast->own;
	double *line = &own->lines[ff_rays_place(own->layout, x, y)];
	double value = ff_rays_length(cast->source, x, y);

	look_out(cast, x, y);
	if (value < *line)
		renew_line(cast, ff_cost_index(cast->update->cost, x, y), line, value);
}

/* Returns the distance of a number from an interval. */
static double interval_gap(int32_t a, int32_t first, int32_t last)
{
	return a < first ? first - a : a > last ? a - last : 0;
}

/* All lines through a window. */
static enum ff_status cast_through(struct lines *own, const struct ff_update *update,
				   const struct ff_sight_window *window, ff_sight_seen *seen)
{
	for (size_t i = 0; i < own->source_count && own->st == FF_OK; i++) {
		const struct ff_rays_source *source = &own->sources[i];
		struct cast cast = {own, update, source};
		double dx = interval_gap(source->x, window->x0, window->x1);
		double dy = interval_gap(source->y, window->y0, window->y1);

		if (dx * dx + dy * dy > source->reach * source->reach)
			continue;
		if (own->left < CAST ||
		    !ff_sight_cast_through(update->cost, source->x, source->y, source->own,
					   source->reach, window, &own->left, own->scratch, seen,
					   &cast))
			own->st = own->st == FF_OK ? FF_E_LIMIT : own->st;
		own->left -= own->left < CAST ? 0 : CAST;
	}
	return own->st;
}

static enum ff_status cast_through_all(struct lines *own, const struct ff_update *update,
				       ff_sight_seen *seen)
{
	for (size_t i = 0; i < own->window_count && own->st == FF_OK; i++)
		cast_through(own, update, &own->windows[i], seen);
	return own->st;
}

/* The least window that has both. */
static struct ff_sight_window join_windows(struct ff_sight_window a, struct ff_sight_window b)
{
	return (struct ff_sight_window){a.x0 < b.x0 ? a.x0 : b.x0, a.y0 < b.y0 ? a.y0 : b.y0,
					a.x1 > b.x1 ? a.x1 : b.x1, a.y1 > b.y1 ? a.y1 : b.y1};
}

/* Edits one after the other that are next to each other are in one window. */
static enum ff_status make_windows(struct lines *own, const struct ff_update *update)
{
	void *block = own->windows;

	own->window_count = 0;
	if (!ff_memory_grow(&block, &own->window_room, update->edit_count, sizeof *own->windows))
		return FF_E_NOMEM;
	own->windows = block;
	for (size_t i = 0; i < update->edit_count; i++) {
		struct ff_sight_window at = ff_update_run_at(update, update->edits[i].cell);

		own->window_count =
			ff_sight_window_add(own->windows, own->window_count, at.x0, at.y0);
	}
	return FF_OK;
}

/* Has the map as it was before the edits, or after them again. */
static void swap_edits(struct ff_update *update)
{
	for (size_t i = 0; i < update->edit_count; i++) {
		struct ff_update_run_edit *edit = &update->edits[i];
		uint8_t *cell = &update->cost->cells[edit->cell], here = *cell;

		*cell = edit->old;
		edit->old = here;
	}
}

/* Surveys the cells around a seed. */
static struct survey survey_seed(const struct ff_update *update, int32_t x, int32_t y)
{
	const struct ff_cost *cost = update->cost;
	struct survey around = {{0}, false};

	for (int d = 0; d < FF_DIRECTIONS; d += 2) {
		int32_t to_x = x + ff_flow_steps[d].dx, to_y = y + ff_flow_steps[d].dy;
		size_t to;

		if (!ff_cost_open(cost, to_x, to_y))
			continue;
		to = ff_cost_index(cost, to_x, to_y);
		around.costs[cost->cells[to] / 64] |= UINT64_C(1) << cost->cells[to] % 64;
		around.spreads |= !(update->flags[to] & FF_UPDATE_RUN_SEED);
	}
	return around;
}

/* Notes what is around the seeds that edits are next to, or, if 'noted', tells whether it is what
 * was noted: then the same seeds offer lines through the same costs. */
static enum ff_status look_at_seeds(struct lines *own, const struct ff_update *update, bool noted)
{
	size_t count = 0;

	for (size_t i = 0; i < update->edit_count; i++) {
		struct ff_sight_window at = ff_update_run_at(update, update->edits[i].cell);

		if (!is_at_seed(update, at.x0, at.y0))
			continue;
		if (!own->even)
			return FF_E_LIMIT;
		for (int d = 0; d < FF_DIRECTIONS; d += 2) {
			int32_t x = at.x0 + ff_flow_steps[d].dx, y = at.y0 + ff_flow_steps[d].dy;
			struct survey here;
			void *block = own->surveys;

			if (!ff_cost_inside(update->cost, x, y) ||
			    !(update->flags[ff_cost_index(update->cost, x, y)] &
			      FF_UPDATE_RUN_SEED))
				continue;
			here = survey_seed(update, x, y);
			if (noted && (memcmp(here.costs, own->surveys[count].costs,
					     sizeof here.costs) != 0 ||
				      here.spreads != own->surveys[count].spreads))
				return FF_E_LIMIT;
			if (!noted &&
			    !ff_memory_grow(&block, &own->survey_room, count + 1, sizeof here))
				return FF_E_NOMEM;
			own->surveys = block;
			own->surveys[count++] = here;
		}
	}
	return FF_OK;
}

/* All lines through the edits, and lists their cells.  Those of other sources to cells that have
 * lost their line are looked for in all directions of these. */
static enum ff_status renew_passing(struct lines *own, struct ff_update *update)
{
	struct ff_sight_window lost;
	size_t losses;

	if ((own->st = look_at_seeds(own, update, false)) != FF_OK)
		return own->st;
	swap_edits(update);
	if ((own->st = look_at_seeds(own, update, true)) == FF_OK)
		cast_through_all(own, update, lose_line);
	swap_edits(update);
	losses = own->renewed_count;
	cast_through_all(own, update, gain_line);
	if (losses == 0 || own->source_count == 1 || own->st != FF_OK)
		return own->st;
	lost = ff_update_run_at(update, own->renewed[0]);
	for (size_t i = 1; i < losses; i++)
		lost = join_windows(lost, ff_update_run_at(update, own->renewed[i]));
	return cast_through(own, update, &lost, gain_line);
}

/*
 * Renews the lines that pass the edits of a repair, and lists their cells in 'renewed'; the map is
 * as it was before only meanwhile.  FF_OK; FF_E_LIMIT where that takes too long, or other seeds may
 * offer lines than before; FF_E_NOMEM.  The lines are not known after a failure.
 */
static enum ff_status follow_edits(struct lines *own, struct ff_update *update)
{
	own->good = false;
	own->renewed_count = 0;
	if (update->moved)
		return FF_E_LIMIT;
	/* A step takes less than a thirtieth of the time of a visit. */
	own->left = update->most < SIZE_MAX / STEPS ? STEPS * update->most : SIZE_MAX;
	own->st = make_windows(own, update);
	if (own->st == FF_OK)
		own->st = renew_passing(own, update);
	own->good = own->st == FF_OK;
	return own->st;
}

#define INLINE FF_EIKONAL_INLINE

/* The directions of steps, as in integrate_march.c.  The opposite of one is two on. */
enum { UP, RIGHT, DOWN, LEFT, SIDES };

/* It is in the queue. */
enum { SUSPECT = FF_UPDATE_RUN_OWN };

struct own {
	struct ff_eikonal_squares squares;
	struct lines lines;
};

bool ff_update_march_fits(const struct ff_model *model)
{
	return ff_model_is_continuous(model);
}

/* The values around a cell of which its own is made. */
struct around {
	const struct ff_eikonal_squares *squares;
	uint8_t cost;
	double near[SIDES];   /* INFINITY: none */
	double corner[SIDES]; /* between that direction and the next */
	double far[SIDES];
	bool even[SIDES]; /* the neighbour costs the same */
};

INLINE void look_around(const struct ff_update *update, uint32_t cell, struct around *around)
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

INLINE struct ff_eikonal_arm arm_to(const struct around *around, int d, bool second)
{
	double fall = around->near[d] - around->far[d];

	return ff_eikonal_arm_of(second & around->even[d] & (fall > 0), fall);
}

/* Returns the value of waves that come by the neighbour in direction 'd', the last to be
 * settled. */
INLINE double march_by(const struct around *around, int d, bool second)
{
	uint8_t cost = around->cost;
	double from = around->near[d], value = from + cost;

	for (int k = 0; k < 2; k++) {
		int to = (d + 1 + 2 * k) % SIDES;
		double side = around->near[to], corner = around->corner[k == 0 ? d : to];

		if ((second ? side <= from : side < from) && from - side < cost)
			value = ff_eikonal_least(
				value, ff_eikonal_meet_any_order(around->squares, cost, side, from,
								 arm_to(around, to, second),
								 arm_to(around, d, second)));
		/* Only while a repair is under way does the neighbour not have the step from there:
		 * what bends would then have less than it. */
		if (around->even[d] && corner < from && from - corner < 1.25 * cost)
			value = ff_eikonal_least(value, ff_eikonal_bend(cost, from, from - corner));
	}
	return value;
}

/* The same for all neighbours with that value. */
static double march_to(const struct around *around, double from, bool second)
{
	double value = INFINITY;

	for (int d = 0; d < SIDES; d++)
		if (around->near[d] == from)
			value = ff_eikonal_least(value, march_by(around, d, second));
	return value;
}

/* Tells whether a straight line is not voided by them. */
static bool keeps_straight(const struct around *around, double from, double offer)
{
	return march_to(around, from, false) >= offer - ff_eikonal_margin * around->cost;
}

/* The neighbours in the order in which they are settled. */
INLINE void sort_sides(const double near[SIDES], int order[SIDES])
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
	double at = own->lines.lines[line_place(&own->lines, update->cost, cell)];
	bool straight = at < start, waiting = false;
	struct around around;
	int order[SIDES];

	if (update->cost->cells[cell] == FF_COST_WALL)
		return INFINITY;
	look_around(update, cell, &around);
	sort_sides(around.near, order);
	for (int i = 0; i < SIDES; i++) {
		int d = order[i];
		double from = around.near[d], offer, value;

		if (from == INFINITY || (waiting && at <= from))
			break;
		offer = at > from ? at : (double)INFINITY;
		if (!straight) {
			value = march_by(&around, d, true);
		} else if (keeps_straight(&around, from, offer)) {
			value = ff_eikonal_least(offer, from + around.cost);
		} else {
			straight = false;
			value = march_to(&around, from, true);
		}
		if (waiting && value >= at)
			continue;
		value = ff_eikonal_least(value, offer);
		if (value > limit)
			continue;
		at = value;
		waiting = true;
	}
	if (!waiting)
		at = INFINITY;
	return start <= limit ? ff_eikonal_least(at, start) : at;
}

enum ff_status ff_update_march_reset(struct ff_update *update)
{
	struct own *own = update->own;
	enum ff_status st = FF_OK;

	if (own == NULL) {
		if ((own = update->own = calloc(1, sizeof *own)) == NULL)
			return FF_E_NOMEM;
		ff_eikonal_fill(&own->squares);
		st = open_lines(&own->lines, update->cost);
	}
	return st == FF_OK ? renew_lines(&own->lines, update) : st;
}

void ff_update_march_begun(struct ff_update *update, const struct ff_integrate *run)
{
	struct own *own = update->own;

	take_lines(&own->lines, update, run);
}

void ff_update_march_close(struct ff_update *update)
{
	struct own *own = update->own;

	if (own != NULL)
		close_lines(&own->lines);
	free(own);
}

/* Has a cell looked at, no later than when it is its value's turn. */
static enum ff_status suspect_cell(struct ff_update *update, size_t cell, double when)
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
	return suspect_cell(update, cell, ff_eikonal_least(value, had));
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
static void acquit_all(struct ff_update *update)
{
	for (uint32_t i = 0; i < update->queue.used; i++)
		update->flags[update->queue.entries[i].item] &= (uint8_t)~SUSPECT;
}

enum ff_status ff_update_march_begin(struct ff_update *update)
{
	struct own *own = update->own;
	enum ff_status st = follow_edits(&own->lines, update);

	for (size_t i = 0; i < own->lines.renewed_count && st == FF_OK; i++)
		st = begin_with(update, own->lines.renewed[i]);
	for (size_t i = 0; i < update->edit_count && st == FF_OK; i++)
		st = begin_around(update, update->edits[i].cell);
	if (st != FF_OK)
		acquit_all(update);
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
		return suspect_cell(update, cell, now + 0.7 * cost);
	if (waits)
		return FF_OK;
	if (value < INFINITY)
		return suspect_cell(update, cell, value);
	return update->limit < INFINITY ? suspect_cell(update, cell, least) : FF_OK;
}

/* A cell that such a one may matter to by way of 'link'. */
INLINE enum ff_status tell_by(struct ff_update *update, size_t cell, size_t link, double least)
{
	const uint8_t *costs = update->cost->cells;
	double value = update->field->f64[cell], between = update->field->f64[link];

	if (costs[cell] != costs[link] || (update->flags[cell] & SUSPECT) || between <= least ||
	    value <= between || costs[cell] == FF_COST_WALL)
		return FF_OK;
	return suspect_cell(update, cell, value < INFINITY ? value : between + 0.7 * costs[cell]);
}

/* A cell had 'old': those whose values may come from it are to be looked at. */
static enum ff_status suspect_dearer(struct ff_update *update, uint32_t cell, double old)
{
	int32_t w = update->cost->w, h = update->cost->h;
	int32_t x = (int32_t)(cell % (uint32_t)w), y = (int32_t)(cell / (uint32_t)w);
	const ptrdiff_t steps[SIDES] = {-w, 1, w, -1};
	const int32_t room[SIDES] = {y, w - 1 - x, h - 1 - y, x};
	double now = update->field->f64[cell], least = ff_eikonal_least(old, now);
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
INLINE enum ff_status settle_next(struct ff_update *update)
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
		return suspect_cell(update, first.item, now);
	st = ff_update_run_touch(update, first.item);
	if (st != FF_OK)
		return st;
	/* A little more is likely to be right at once. */
	*value = now < old + 0.5 * update->cost->cells[first.item] ? now : (double)INFINITY;
	if (*value != now)
		st = suspect_cell(update, first.item, now);
	return st == FF_OK ? suspect_dearer(update, first.item, old) : st;
}

enum ff_status ff_update_march_step(struct ff_update *update, size_t budget)
{
	enum ff_status st = FF_OK;

	for (; st == FF_OK && budget > 0 && !ff_queue_radix_empty(&update->queue); budget--) {
		if (update->visited >= update->most)
			st = FF_E_LIMIT;
		else
			st = settle_next(update);
	}
	update->done = st == FF_OK && ff_queue_radix_empty(&update->queue);
	if (st != FF_OK)
		acquit_all(update);
	return st;
}
