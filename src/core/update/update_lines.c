/*
 * Lines that come and go pass the edited cells.
 * So with the old map each source is asked what it sees through these, and all that has its line
 * from there loses it; with the new one what it sees now; and then the other sources, for
 * those that have lost theirs.  Where the sources or the length of their lines may be
 * others, it is given up: when goals have changed, when a seed has other costs around it
 * than before, and when seeds have different starts and lines around one of them are touched.
 */
#include "core/update/update_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/map/field.h"
#include "core/solve/integrate_engines.h"

enum {
	CAST = 16,  /* steps that are as long as casting lines that lead nowhere */
	STEPS = 16, /* of lines, for each visit that a repair may take */
};

static void take_source(void *context, const struct ff_straights_source *source)
{
	struct ff_update_lines *own = context;
	void *block = own->sources;

	if (!ff_memory_grow(&block, &own->source_room, own->source_count + 1,
			    sizeof *own->sources)) {
		own->st = FF_E_NOMEM;
		return;
	}
	own->sources = block;
	own->sources[own->source_count++] = *source;
}

enum ff_status ff_update_lines_open(struct ff_update_lines *own, const struct ff_cost *cost)
{
	size_t bytes;

	own->layout = ff_straights_bands(cost->w, cost->h);
	own->cells = ff_straights_cells(own->layout, cost->h);
	if (ff_memory_product(own->cells, sizeof *own->lines, &bytes))
		own->lines = malloc(bytes);
	own->scratch = malloc(ff_sight_scratch(cost->w, cost->h));
	return own->lines != NULL && own->scratch != NULL ? FF_OK : FF_E_NOMEM;
}

static struct ff_straights straights_of(const struct ff_update_lines *own,
					const struct ff_update *update)
{
	return (struct ff_straights){.cost = update->cost,
				     .seeds = &update->given,
				     .layout = own->layout,
				     .values = own->lines};
}

/* The lines are there, and no longer than 'reach'. */
static enum ff_status take_sources(struct ff_update_lines *own, const struct ff_update *update,
				   double reach)
{
	const struct ff_straights lines = straights_of(own, update);
	const struct ff_seed *seeds = update->given.items;

	own->st = FF_OK;
	own->source_count = 0;
	own->even = seeds[0].start == seeds[update->given.count - 1].start;
	ff_straights_tell(&lines, reach, take_source, own);
	own->good = own->st == FF_OK;
	return own->st;
}

void ff_update_lines_take(struct ff_update_lines *own, const struct ff_update *update,
			  const struct ff_integrate *run)
{
	const struct ff_integrate_march *march = run->scratch;

	memcpy(own->lines, march->values, own->cells * sizeof *own->lines);
	(void)take_sources(own, update, march->reach);
}

enum ff_status ff_update_lines_renew(struct ff_update_lines *own, const struct ff_update *update)
{
	struct ff_straights lines;

	if (own->good)
		return FF_OK;
	for (size_t i = 0; i < own->cells; i++)
		own->lines[i] = FF_FIELD_NONEF;
	for (size_t i = 0; i < update->seed_count; i++)
		own->lines[ff_update_lines_place(own, update->cost, update->seeds[i].cell)] =
			update->seeds[i].start;
	lines = straights_of(own, update);
	return take_sources(own, update, ff_straights_offer(&lines, INFINITY, own->scratch));
}

void ff_update_lines_close(struct ff_update_lines *own)
{
	free(own->lines);
	free(own->scratch);
	free(own->sources);
	free(own->renewed);
	free(own->windows);
	free(own->surveys);
	*own = (struct ff_update_lines){0};
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

/* What is done with the lines of one source. */
struct cast {
	struct ff_update_lines *own;
	const struct ff_update *update;
	const struct ff_straights_source *source;
};

/* A line is about to be another one. */
static void renew_line(struct cast *cast, size_t cell, double *line, double value)
{
	struct ff_update_lines *own = cast->own;
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

/* Which seeds offer lines depends on the lines that others offer those around them, if their starts
 * differ. */
static void look_out(struct cast *cast, int32_t x, int32_t y)
{
	struct ff_update_lines *own = cast->own;

	if (!own->even && own->st == FF_OK && is_at_seed(cast->update, x, y))
		own->st = FF_E_LIMIT;
}

/* A line that there was. */
static void lose_line(void *context, int32_t x, int32_t y)
{
	struct cast *cast = context;
	struct ff_update_lines *own = cast->own;
	size_t cell = ff_cost_index(cast->update->cost, x, y);
	double *line = &own->lines[ff_straights_place(own->layout, x, y)];

	look_out(cast, x, y);
	if (*line == ff_straights_length(cast->source, x, y))
		renew_line(cast, cell, line, ff_update_run_start_of(cast->update, (uint32_t)cell));
}

/* A line that there is. */
static void gain_line(void *context, int32_t x, int32_t y)
{
	struct cast *cast = context;
	struct ff_update_lines *own = cast->own;
	double *line = &own->lines[ff_straights_place(own->layout, x, y)];
	double value = ff_straights_length(cast->source, x, y);

	look_out(cast, x, y);
	if (value < *line)
		renew_line(cast, ff_cost_index(cast->update->cost, x, y), line, value);
}

/* How far a number is from an interval. */
static double gap(int32_t a, int32_t first, int32_t last)
{
	return a < first ? first - a : a > last ? a - last : 0;
}

/* All lines through a window. */
static enum ff_status cast_through(struct ff_update_lines *own, const struct ff_update *update,
				   const struct ff_sight_window *window, ff_sight_seen *seen)
{
	for (size_t i = 0; i < own->source_count && own->st == FF_OK; i++) {
		const struct ff_straights_source *source = &own->sources[i];
		struct cast cast = {own, update, source};
		double dx = gap(source->x, window->x0, window->x1);
		double dy = gap(source->y, window->y0, window->y1);

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

static enum ff_status cast_through_all(struct ff_update_lines *own, const struct ff_update *update,
				       ff_sight_seen *seen)
{
	for (size_t i = 0; i < own->window_count && own->st == FF_OK; i++)
		cast_through(own, update, &own->windows[i], seen);
	return own->st;
}

/* The least window that has both. */
static struct ff_sight_window join(struct ff_sight_window a, struct ff_sight_window b)
{
	return (struct ff_sight_window){a.x0 < b.x0 ? a.x0 : b.x0, a.y0 < b.y0 ? a.y0 : b.y0,
					a.x1 > b.x1 ? a.x1 : b.x1, a.y1 > b.y1 ? a.y1 : b.y1};
}

/* Edits one after the other that are next to each other are in one window. */
static enum ff_status make_windows(struct ff_update_lines *own, const struct ff_update *update)
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

/* What is around a seed. */
static struct ff_update_lines_survey survey(const struct ff_update *update, int32_t x, int32_t y)
{
	const struct ff_cost *cost = update->cost;
	struct ff_update_lines_survey around = {{0}, false};

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
static enum ff_status look_at_seeds(struct ff_update_lines *own, const struct ff_update *update,
				    bool noted)
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
			struct ff_update_lines_survey here;
			void *block = own->surveys;

			if (!ff_cost_inside(update->cost, x, y) ||
			    !(update->flags[ff_cost_index(update->cost, x, y)] &
			      FF_UPDATE_RUN_SEED))
				continue;
			here = survey(update, x, y);
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
static enum ff_status renew(struct ff_update_lines *own, struct ff_update *update)
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
		lost = join(lost, ff_update_run_at(update, own->renewed[i]));
	return cast_through(own, update, &lost, gain_line);
}

enum ff_status ff_update_lines_follow(struct ff_update_lines *own, struct ff_update *update)
{
	own->good = false;
	own->renewed_count = 0;
	if (update->moved)
		return FF_E_LIMIT;
	/* A step takes less than a thirtieth of the time of a visit. */
	own->left = update->most < SIZE_MAX / STEPS ? STEPS * update->most : SIZE_MAX;
	own->st = make_windows(own, update);
	if (own->st == FF_OK)
		own->st = renew(own, update);
	own->good = own->st == FF_OK;
	return own->st;
}
