/*
 * The method cited in update.h works for any value that is a function of other cells' values and
 * reads only those below itself.  Values of fast marching are of that kind (integrate_march.c):
 * ff_update_march_value() replays what happens to a cell until it is settled, given the final
 * values around it.  Equals among them are taken together, as in that engine.  It reads four
 * neighbours, the four beside those, the four beyond, the cell's ray and its own start.
 *
 * So the field is right once each cell has the value that follows from the others, and there is
 * only one such field: by induction over its values, least first.  Cells whose value may be wrong
 * are suspects.  They are taken in the order of their values, or of the least value possible
 * through a neighbour that has become cheaper.  If a cell's value changes, the cells around it that
 * are dearer, before or now, become suspects.  A small rise is accepted at once, since most changes
 * end up small and then vanish in rounding; a cell that rises much more has no value until its turn
 * comes again, since the cells it comes from may rise, too.  The order only saves time: the process
 * stops at the fixed point only.
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
 * The rays of fast marching (eikonal.h), kept from repair to repair.
 *
 * Rays that come and go pass the edited cells.  So on the old map each source is cast through
 * these, and all cells that have their ray from it lose it; on the new map sources are cast again,
 * and then other sources for cells that have lost theirs.  This is given up where the sources or
 * the length of rays may change: when goals have changed, when the costs around a seed have
 * changed, and when seeds have different starts and rays beside one of them are touched.
 */

/* The costs around a seed through which its rays may go: each once, ascending, then 0; and whether
 * some of those cells are no seeds themselves. */
struct seed_costs {
	uint32_t costs[FF_DIRECTIONS / 2];
	bool spreads;
};

/* All zero: none.  Must be closed once opened, whatever that returned. */
struct lines {
	bool good; /* the data below match the map and the seeds */
	bool even; /* all seeds have the same start */
	struct ff_rays_layout layout;
	size_t cells;      /* in all bands */
	double *lines;     /* owned; [cells]  starts of seeds and values of rays */
	void *scratch;     /* owned; for ff_sight_cast() */
	enum ff_status st; /* of callbacks */

	/* All owned: */
	struct ff_rays_source *sources; /* [source_count] */
	size_t source_count, source_room;
	uint32_t *renewed; /* [renewed_count]  cells whose ray may have changed; with repetitions */
	size_t renewed_count, renewed_room;
	struct ff_sight_window *windows; /* [window_count]  the edits of this repair */
	size_t window_count, window_room;
	struct seed_costs *surveys; /* [survey_room]  of seeds beside edits */
	size_t survey_room;
	size_t left; /* remaining budget of steps of this repair's casts */
};

/* Returns the index of a cell's ray in 'lines'. */
static size_t line_place(const struct lines *own, const struct ff_cost *cost, uint32_t cell)
{
	uint32_t w = (uint32_t)cost->w;

	return ff_rays_place(own->layout, (int32_t)(cell % w), (int32_t)(cell / w));
}

enum {
	CAST = 16,  /* steps that take as long as casting lines that lead nowhere */
	STEPS = 16, /* steps for each visit that a repair may make */
};

static void add_source(void *context, const struct ff_rays_source *source)
{
	struct lines *own = context;

	if (!ff_memory_grow(&own->sources, &own->source_room, own->source_count + 1,
			    sizeof *own->sources)) {
		own->st = FF_E_NOMEM;
		return;
	}
	own->sources[own->source_count++] = *source;
}

/* Allocates the rays of a map, not known yet: FF_OK or FF_E_NOMEM. */
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

static struct ff_rays rays_of(const struct lines *own, const struct ff_update *update)
{
	return (struct ff_rays){.cost = update->cost,
				.seeds = &update->given,
				.layout = own->layout,
				.values = own->lines};
}

/* Finds the sources of rays no longer than 'reach'. */
static enum ff_status find_sources(struct lines *own, const struct ff_update *update, double reach)
{
	const struct ff_rays lines = rays_of(own, update);
	const struct ff_seed *seeds = update->given.items;

	own->st = FF_OK;
	own->source_count = 0;
	own->even = seeds[0].start == seeds[update->given.count - 1].start;
	ff_rays_each(&lines, reach, add_source, own);
	own->good = own->st == FF_OK;
	return own->st;
}

/* Casts all rays afresh unless they are known: FF_OK or FF_E_NOMEM. */
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
	lines = rays_of(own, update);
	return find_sources(own, update, ff_rays_offer(&lines, INFINITY, own->scratch));
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

/* Returns the window of one cell. */
static struct ff_sight_window window_at(const struct ff_update *update, uint32_t cell)
{
	int32_t x = (int32_t)(cell % (uint32_t)update->cost->w);
	int32_t y = (int32_t)(cell / (uint32_t)update->cost->w);

	return (struct ff_sight_window){x, y, x, y};
}

/* Returns true if a cell is a seed's or beside one. */
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

/* The casting of one source's rays. */
struct cast {
	struct lines *own;
	const struct ff_update *update;
	const struct ff_rays_source *source;
};

/* Records that a ray is about to change, and sets it. */
static void renew_line(struct cast *cast, size_t cell, double *line, double value)
{
	struct lines *own = cast->own;

	if (!ff_memory_grow(&own->renewed, &own->renewed_room, own->renewed_count + 1,
			    sizeof *own->renewed)) {
		own->st = FF_E_NOMEM;
		return;
	}
	own->renewed[own->renewed_count++] = (uint32_t)cell;
	*line = value;
}

/* If starts differ, a seed is a source or not depending on the rays around it. */
static void check_starts(struct cast *cast, int32_t x, int32_t y)
{
	struct lines *own = cast->own;

	if (!own->even && own->st == FF_OK && is_at_seed(cast->update, x, y))
		own->st = FF_E_LIMIT;
}

/* Removes a ray of the source. */
static void lose_line(void *context, int32_t x, int32_t y)
{
	struct cast *cast = context;
	struct lines *own = cast->own;
	size_t cell = ff_cost_index(cast->update->cost, x, y);
	double *line = &own->lines[ff_rays_place(own->layout, x, y)];

	check_starts(cast, x, y);
	if (*line == ff_rays_length(cast->source, x, y))
		renew_line(cast, cell, line, ff_update_run_start_of(cast->update, (uint32_t)cell));
}

/* Adds a ray of the source. */
static void gain_line(void *context, int32_t x, int32_t y)
{
	struct cast *cast = context;
	struct lines *own = cast->own;
	double *line = &own->lines[ff_rays_place(own->layout, x, y)];
	double value = ff_rays_length(cast->source, x, y);

	check_starts(cast, x, y);
	if (value < *line)
		renew_line(cast, ff_cost_index(cast->update->cost, x, y), line, value);
}

/* Returns the distance of a number from an interval. */
static double interval_gap(int32_t a, int32_t first, int32_t last)
{
	return a < first ? first - a : a > last ? a - last : 0;
}

/* Casts all sources through a window. */
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

/* Returns the bounding window of both. */
static struct ff_sight_window join_windows(struct ff_sight_window a, struct ff_sight_window b)
{
	return (struct ff_sight_window){a.x0 < b.x0 ? a.x0 : b.x0, a.y0 < b.y0 ? a.y0 : b.y0,
					a.x1 > b.x1 ? a.x1 : b.x1, a.y1 > b.y1 ? a.y1 : b.y1};
}

/* Makes windows of the edits; consecutive adjacent ones share one. */
static enum ff_status make_windows(struct lines *own, const struct ff_update *update)
{
	own->window_count = 0;
	if (!ff_memory_grow(&own->windows, &own->window_room, update->edit_count,
			    sizeof *own->windows))
		return FF_E_NOMEM;
	for (size_t i = 0; i < update->edit_count; i++) {
		struct ff_sight_window at = window_at(update, update->edits[i].cell);

		own->window_count =
			ff_sight_window_add(own->windows, own->window_count, at.x0, at.y0);
	}
	return FF_OK;
}

/* Swaps the map's costs with those before the edits. */
static void swap_edits(struct ff_update *update)
{
	for (size_t i = 0; i < update->edit_count; i++) {
		struct ff_update_run_edit *edit = &update->edits[i];
		uint16_t here = (uint16_t)ff_cost_at(update->cost, edit->cell);

		ff_cost_set(update->cost, edit->cell, edit->old);
		edit->old = here;
	}
}

/* Inserts a cost unless it is listed. */
static void add_seed_cost(struct seed_costs *around, uint32_t cost)
{
	for (int i = 0; i < FF_DIRECTIONS / 2 && cost != around->costs[i]; i++)
		if (around->costs[i] == 0 || cost < around->costs[i]) {
			uint32_t moves = around->costs[i];

			around->costs[i] = cost;
			cost = moves;
		}
}

/* Reads the costs around a seed. */
static struct seed_costs read_seed_costs(const struct ff_update *update, int32_t x, int32_t y)
{
	const struct ff_cost *cost = update->cost;
	struct seed_costs around = {{0}, false};

	for (int d = 0; d < FF_DIRECTIONS; d += 2) {
		int32_t to_x = x + ff_flow_steps[d].dx, to_y = y + ff_flow_steps[d].dy;
		size_t to;

		if (!ff_cost_open(cost, to_x, to_y))
			continue;
		to = ff_cost_index(cost, to_x, to_y);
		add_seed_cost(&around, ff_cost_at(cost, to));
		around.spreads |= !(update->flags[to] & FF_UPDATE_RUN_SEED);
	}
	return around;
}

/* Records the costs around the seeds beside edits, or, if 'noted', returns FF_E_LIMIT if they have
 * changed: otherwise the same seeds cast rays through the same costs. */
static enum ff_status survey_seeds(struct lines *own, const struct ff_update *update, bool noted)
{
	size_t count = 0;

	for (size_t i = 0; i < update->edit_count; i++) {
		struct ff_sight_window at = window_at(update, update->edits[i].cell);

		if (!is_at_seed(update, at.x0, at.y0))
			continue;
		if (!own->even)
			return FF_E_LIMIT;
		for (int d = 0; d < FF_DIRECTIONS; d += 2) {
			int32_t x = at.x0 + ff_flow_steps[d].dx, y = at.y0 + ff_flow_steps[d].dy;
			struct seed_costs here;

			if (!ff_cost_inside(update->cost, x, y) ||
			    !(update->flags[ff_cost_index(update->cost, x, y)] &
			      FF_UPDATE_RUN_SEED))
				continue;
			here = read_seed_costs(update, x, y);
			if (noted && (memcmp(here.costs, own->surveys[count].costs,
					     sizeof here.costs) != 0 ||
				      here.spreads != own->surveys[count].spreads))
				return FF_E_LIMIT;
			if (!noted && !ff_memory_grow(&own->surveys, &own->survey_room, count + 1,
						      sizeof here))
				return FF_E_NOMEM;
			own->surveys[count++] = here;
		}
	}
	return FF_OK;
}

/* Renews all rays through the edits, and lists their cells; then casts other sources in all
 * directions to cells that have lost their ray. */
static enum ff_status renew_passing(struct lines *own, struct ff_update *update)
{
	struct ff_sight_window lost;
	size_t losses;

	if ((own->st = survey_seeds(own, update, false)) != FF_OK)
		return own->st;
	swap_edits(update);
	if ((own->st = survey_seeds(own, update, true)) == FF_OK)
		cast_through_all(own, update, lose_line);
	swap_edits(update);
	losses = own->renewed_count;
	cast_through_all(own, update, gain_line);
	if (losses == 0 || own->source_count == 1 || own->st != FF_OK)
		return own->st;
	lost = window_at(update, own->renewed[0]);
	for (size_t i = 1; i < losses; i++)
		lost = join_windows(lost, window_at(update, own->renewed[i]));
	return cast_through(own, update, &lost, gain_line);
}

/*
 * Renews the rays that pass the edits of a repair, and lists their cells in 'renewed'; the former
 * map is swapped in meanwhile.  FF_OK; FF_E_LIMIT where that takes too long, or the sources may
 * have changed; FF_E_NOMEM.  After a failure the rays are not known.
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

/* The directions of steps, as in integrate_march.c; d + 2 is opposite. */
enum { UP, RIGHT, DOWN, LEFT, SIDES };

/* in the queue */
enum { SUSPECT = FF_UPDATE_RUN_OWN };

struct own {
	struct ff_eikonal_squares squares;
	struct lines lines;
};

/* The values around a cell that determine its own. */
struct around {
	const struct ff_eikonal_squares *squares; /* NULL in wide maps */
	uint32_t cost;
	double near[SIDES];   /* INFINITY: none */
	double corner[SIDES]; /* between that direction and the next */
	double far[SIDES];
	bool even[SIDES]; /* the neighbour has the same cost */
};

INLINE void look_around(const struct ff_update *update, uint32_t cell, struct around *around)
{
	const struct own *own = update->own;
	const struct ff_cost *cost = update->cost;
	const double *values = update->field->f64 + cell;
	int32_t w = update->cost->w, h = update->cost->h;
	int32_t x = (int32_t)(cell % (uint32_t)w), y = (int32_t)(cell / (uint32_t)w);
	const ptrdiff_t steps[SIDES] = {-w, 1, w, -1};
	const int32_t room[SIDES] = {y, w - 1 - x, h - 1 - y, x};

	around->squares = cost->wide != NULL ? NULL : &own->squares;
	around->cost = ff_cost_at(cost, cell);
	for (int d = 0; d < SIDES; d++) {
		int next = (d + 1) % SIDES;
		bool in = room[d] > 0;

		around->near[d] = in ? values[steps[d]] : (double)INFINITY;
		around->even[d] = in && ff_cost_at(cost, cell + (size_t)steps[d]) == around->cost;
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

/* Returns the value of waves by the neighbour in direction 'd', the last to be settled. */
INLINE double march_by(const struct around *around, int d, bool second)
{
	uint32_t cost = around->cost;
	double from = around->near[d], value = from + cost;

	for (int k = 0; k < 2; k++) {
		int to = (d + 1 + 2 * k) % SIDES;
		double side = around->near[to], corner = around->corner[k == 0 ? d : to];

		if ((second ? side <= from : side < from) && from - side < cost)
			value = ff_eikonal_least(
				value, ff_eikonal_meet_any_order(around->squares, cost, side, from,
								 arm_to(around, to, second),
								 arm_to(around, d, second)));
		/* Only during a repair can the neighbour lack the step from there: then the bent
		 * wave would be below it. */
		if (around->even[d] && corner < from && from - corner < 1.25 * cost)
			value = ff_eikonal_least(value, ff_eikonal_bend(cost, from, from - corner));
	}
	return value;
}

/* Returns the least value of waves by any neighbour with that value. */
static double march_to(const struct around *around, double from, bool second)
{
	double value = INFINITY;

	for (int d = 0; d < SIDES; d++)
		if (around->near[d] == from)
			value = ff_eikonal_least(value, march_by(around, d, second));
	return value;
}

/* Sorts the neighbours in the order in which they are settled. */
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
		} else if (march_to(&around, from, false) >=
			   offer - ff_eikonal_margin * around.cost) {
			/* No wave from around voids the ray. */
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
	const struct ff_integrate_march *march = run->scratch;
	struct lines *lines = &((struct own *)update->own)->lines;

	memcpy(lines->lines, march->values, lines->cells * sizeof *lines->lines);
	(void)find_sources(lines, update, march->reach);
}

void ff_update_march_close(struct ff_update *update)
{
	struct own *own = update->own;

	if (own != NULL)
		close_lines(&own->lines);
	free(own);
}

/* Returns the bits of a double >= 0, which have the order of the values. */
static uint64_t key_of(double value)
{
	uint64_t key;

	memcpy(&key, &value, sizeof key);
	return key;
}

/* Makes a cell a suspect, to be taken no later than at its value. */
static enum ff_status suspect_cell(struct ff_update *update, size_t cell, double when)
{
	uint64_t key = key_of(when);

	update->flags[cell] |= SUSPECT;
	if (key < update->queue.last)
		key = update->queue.last;
	return ff_queue_radix_put(&update->queue, key, (uint32_t)cell);
}

/* The same for a cell that may get a value only now. */
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
	struct ff_sight_window at = window_at(update, cell);
	enum ff_status st = begin_with(update, cell);

	for (int d = 0; d < FF_DIRECTIONS && st == FF_OK; d += 2) {
		int32_t x = at.x0 + ff_flow_steps[d].dx, y = at.y0 + ff_flow_steps[d].dy;

		if (ff_cost_open(cost, x, y))
			st = begin_with(update, (uint32_t)ff_cost_index(cost, x, y));
	}
	return st;
}

/* Clears the flags of all suspects. */
static void clear_suspects(struct ff_update *update)
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
		clear_suspects(update);
	return st;
}

/* Makes a neighbour of a changed cell a suspect; 'least' is the lower of the cell's values before
 * and now. */
INLINE enum ff_status suspect_neighbour(struct ff_update *update, size_t cell, double least,
					double now)
{
	double value = update->field->f64[cell];
	uint32_t cost = ff_cost_at(update->cost, cell);
	bool waits = update->flags[cell] & SUSPECT;

	if (update->cost->cells[cell] == FF_COST_WALL || value <= least)
		return FF_OK;
	if (value > now + cost)
		return suspect_cell(update, cell, now + 0.7 * cost);
	if (waits)
		return FF_OK;
	if (value < INFINITY)
		return suspect_cell(update, cell, value);
	return update->limit < INFINITY ? suspect_cell(update, cell, least) : FF_OK;
}

/* Makes a cell a suspect to which a changed cell may matter by way of 'link'. */
INLINE enum ff_status suspect_through(struct ff_update *update, size_t cell, size_t link,
				      double least)
{
	uint32_t cost = ff_cost_at(update->cost, cell);
	double value = update->field->f64[cell], between = update->field->f64[link];

	if (cost != ff_cost_at(update->cost, link) || (update->flags[cell] & SUSPECT) ||
	    between <= least || value <= between || update->cost->cells[cell] == FF_COST_WALL)
		return FF_OK;
	return suspect_cell(update, cell, value < INFINITY ? value : between + 0.7 * cost);
}

/* Makes suspects of the cells whose values may come from a cell that had the value 'old'. */
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
		st = suspect_neighbour(update, at, least, now);
		if (st == FF_OK && room[d] > 1)
			st = suspect_through(update, at + (size_t)steps[d], at, least);
		if (room[next] == 0)
			continue;
		if (st == FF_OK)
			st = suspect_through(update, at + (size_t)steps[next], at, least);
		if (st == FF_OK)
			st = suspect_through(update, at + (size_t)steps[next],
					     cell + (size_t)steps[next], least);
	}
	return st;
}

/* Takes the next suspect from the queue and updates it. */
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
	if (now < old && key_of(now) > first.key)
		return suspect_cell(update, first.item, now);
	st = ff_update_run_touch(update, first.item);
	if (st != FF_OK)
		return st;
	/* A small rise is likely to be final. */
	*value = now < old + 0.5 * ff_cost_at(update->cost, first.item) ? now : (double)INFINITY;
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
		clear_suspects(update);
	return st;
}
