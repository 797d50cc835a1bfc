/*
 * A step has two passes over bands of walkers, in the order of the hash grid, so that neighbours
 * are close in memory: the first records the state of each walker, the second moves them.  The
 * records do not change meanwhile, so the order of moves does not matter.
 *
 * A walker keeps its index in all arrays for life, and the index breaks ties; its id is the index
 * and the number of walkers that had it before.  What depends on all walkers, such as the size of
 * the grid's squares, is recomputed before a step if walkers were added or removed.
 */
#include "core/crowd/crowd.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/crowd/agent.h"
#include "core/crowd/follow.h"
#include "core/crowd/spawn.h"

/* Radii of progress after which a walker is not stalled. */
static const double progress = 0.33;

/* Walkers see each other as far as they walk in view_seconds, or view_radii. */
static const double view_seconds = 1.5, view_radii = 6;

enum { BAND = 256 }; /* walkers per part of a pass */

#define RULE_MAX 1e6

struct ff_crowd_work {
	struct ff_agent_rules agent_rules;
	struct ff_pool *pool, *own_pool; /* the one in use, and the crowd's own */
	struct ff_hash_grid grid;
	bool tuned;   /* the grid and the range of sight fit the current walkers */
	bool filled;  /* the grid holds all walkers on the map, at their positions */
	int32_t w, h; /* of all maps, while there are walkers */
	size_t large; /* walkers larger than the grid's ordinary ones, added since it was tuned */
	size_t room;
	struct ff_agents agents;
	uint32_t *active; /* [walking]  walkers on the map, in the order of entering */
	uint32_t *ready;  /* [ready_count]  waiting walkers whose time has come */
	uint32_t *later;  /* [later_count]  the other waiting ones: a heap, the next on top */
	uint32_t *vacant; /* [vacant_count]  free indices */
	size_t ready_count, later_count, vacant_count;
	const struct ff_guide **guides;    /* [count] */
	uint64_t *versions;                /* [count]  the guide's, when the walker last read it */
	uint32_t *cells;                   /* [count]  the last cell, to which 'around' belongs */
	struct ff_walls *around;           /* [count] */
	bool *caught;                      /* [count]  a wall was put where its disc is */
	double *want_x, *want_y, *stalled; /* [count]  as in struct ff_agents */
	double *yielded;                   /* [count]  as in struct ff_agent_move */
	double *nearest;                   /* [count]  the least distance left so far */
	double *near_x, *near_y;           /* [count]  where that was */
	void *memory;                      /* the block of all arrays */
};

/* ---- properties of a walker ---- */

/* Returns the index of the cell that contains a walker. */
static size_t cell_of(const struct ff_crowd *crowd, size_t slot)
{
	return ff_cost_index(crowd->work->guides[slot]->map, ff_sample_cell(crowd->x[slot]),
			     ff_sample_cell(crowd->y[slot]));
}

static enum ff_class class_of(const struct ff_crowd *crowd, size_t slot)
{
	const struct ff_guide *guide = crowd->work->guides[slot];

	return guide->pending ? FF_NOT_YET
			      : (enum ff_class)guide->classes->cells[cell_of(crowd, slot)];
}

/* Returns true if there is a goal, but none that a walker could reach from where it is. */
static bool is_cut_off(const struct ff_crowd *crowd, size_t slot)
{
	return !crowd->work->guides[slot]->aimless && class_of(crowd, slot) > FF_REACHED;
}

static double now_of(const struct ff_crowd *crowd)
{
	return (double)crowd->step * crowd->rules.dt;
}

/* Returns the longest step in seconds that is safe for a walker. */
static double longest_step(double radius, double speed)
{
	return (radius < 0.5 ? radius : 0.5) / speed;
}

double ff_crowd_longest_dt(const struct ff_walkers *walkers)
{
	double longest = INFINITY;

	for (size_t i = 0; i < walkers->count; i++) {
		double most = longest_step(walkers->items[i].radius, walkers->items[i].speed);

		longest = most < longest ? most : longest;
	}
	return longest;
}

/* Returns true if two discs overlap by more than rounding. */
static bool overlap(double dx, double dy, double radii)
{
	return sqrt(dx * dx + dy * dy) < radii - 1e-9;
}

/* Returns true if a wall was put where a walker's disc is.  One that leans on a wall may overlap it
 * by the slack and rounding. */
static bool overlaps_wall(const struct ff_crowd *crowd, uint32_t slot)
{
	return !ff_walls_clear(crowd->work->guides[slot]->map, crowd->x[slot], crowd->y[slot],
			       crowd->walkers[slot].radius - FF_WALLS_SLACK);
}

/* Finds the direction of a walker at x,y, the cost of the cell, and approximately the cost left to
 * a goal: the cell centre's, minus how far x,y is ahead of that. */
static inline struct ff_sample find_way(const struct ff_crowd *crowd, uint32_t slot, double x,
					double y, double *cost, double *left)
{
	const struct ff_crowd_rules *rules = &crowd->rules;
	const struct ff_guide *guide = crowd->work->guides[slot];
	int32_t column = ff_sample_cell(x), row = ff_sample_cell(y);
	size_t cell = ff_cost_index(guide->map, column, row);
	double speed = crowd->walkers[slot].speed;
	struct ff_sample way = {0, 0};

	*cost = 1;
	*left = INFINITY;
	if (guide->pending)
		return way;
	*cost = ff_cost_at(guide->cost, cell) / ff_model_one(guide->model);
	if (rules->slow_by_cost)
		speed /= ff_model_slowdown(guide->model, guide->cost, cell);
	way = ff_sample_way(guide, x, y, speed * rules->dt);
	*left = ff_field_value(guide->field, cell) -
		(way.dx * (x - column) + way.dy * (y - row)) * *cost;
	return way;
}

/*
 * Adapts a walker to a guide that has changed, or to another guide.  Its patience stays: the place
 * that was the nearest to a goal is so in the new field, too, and only what it walks from there on
 * is progress.  One that is free has none to lose.  While it has no way this is done again in each
 * step.
 */
static void follow_changes(struct ff_crowd *crowd, uint32_t slot)
{
	struct ff_crowd_work *work = crowd->work;
	const struct ff_guide *guide = work->guides[slot];
	bool stands = is_cut_off(crowd, slot);
	double cost, left, shift;

	work->versions[slot] = guide->version - stands;
	work->cells[slot] = UINT32_MAX;
	work->caught[slot] = overlaps_wall(crowd, slot);
	if (guide->aimless) {
		work->nearest[slot] = work->yielded[slot] = INFINITY;
		work->stalled[slot] = 0;
	}
	if (stands || work->nearest[slot] == (double)INFINITY)
		return;
	find_way(crowd, slot, work->near_x[slot], work->near_y[slot], &cost, &left);
	shift = left - work->nearest[slot];
	work->nearest[slot] = left;
	work->yielded[slot] = shift < (double)INFINITY ? work->yielded[slot] + shift : INFINITY;
}

/* ---- room in memory ---- */

/* A block of consecutive arrays. */
struct block {
	char *at;
	size_t room, count; /* per array, in walkers: capacity, and those to keep */
};

/* Returns the next array of a block, with the content of its predecessor. */
static void *next_array(struct block *block, const void *before, size_t size)
{
	void *array = block->at;

	if (block->count > 0)
		memcpy(array, before, block->count * size);
	block->at += block->room * size;
	return array;
}

/* Makes room for 'room' walkers; false, and nothing has changed, if memory ran out. */
static bool make_room(struct ff_crowd *crowd, size_t room)
{
	struct ff_crowd_work *work = crowd->work;
	struct ff_agents *agents = &work->agents;
	double **numbers[] = {
		&crowd->x,      &crowd->y,        &crowd->from_x,  &crowd->from_y,  &crowd->vx,
		&crowd->vy,     &crowd->since,    &crowd->until,   &work->want_x,   &work->want_y,
		&work->stalled, &work->yielded,   &work->nearest,  &work->near_x,   &work->near_y,
		&agents->x,     &agents->y,       &agents->radius, &agents->speed,  &agents->way_x,
		&agents->way_y, &agents->vx,      &agents->vy,     &agents->want_x, &agents->want_y,
		&agents->rank,  &agents->stalled,
	};
	uint32_t **indices[] = {&work->active, &work->ready,    &work->later,  &work->vacant,
				&work->cells,  &agents->walker, &agents->group};
	size_t number_count = sizeof numbers / sizeof *numbers;
	size_t slot_count = sizeof indices / sizeof *indices, bytes;
	/* The widest alignment comes first. */
	size_t each = sizeof *crowd->walkers + number_count * sizeof(double) +
		      sizeof *work->versions + 2 * sizeof(void *) + slot_count * sizeof(uint32_t) +
		      sizeof *crowd->state + sizeof *work->caught + sizeof *work->around +
		      sizeof *agents->around;
	struct ff_hash_grid grid = {0};
	struct block block;
	char *memory;

	if (room <= work->room)
		return true;
	if (room > INT32_MAX || !ff_memory_product(room, each, &bytes) ||
	    (memory = malloc(bytes)) == NULL)
		return false;
	if (ff_hash_grid_open(&grid, room) != FF_OK) {
		ff_hash_grid_close(&grid);
		free(memory);
		return false;
	}
	block = (struct block){memory, room, crowd->count};
	crowd->walkers = next_array(&block, crowd->walkers, sizeof *crowd->walkers);
	for (size_t i = 0; i < number_count; i++)
		*numbers[i] = next_array(&block, *numbers[i], sizeof(double));
	work->versions = next_array(&block, work->versions, sizeof *work->versions);
	work->guides = next_array(&block, work->guides, sizeof(void *));
	agents->guide = next_array(&block, agents->guide, sizeof(void *));
	for (size_t i = 0; i < slot_count; i++)
		*indices[i] = next_array(&block, *indices[i], sizeof(uint32_t));
	work->around = next_array(&block, work->around, sizeof *work->around);
	agents->around = next_array(&block, agents->around, sizeof *agents->around);
	crowd->state = next_array(&block, crowd->state, sizeof *crowd->state);
	work->caught = next_array(&block, work->caught, sizeof *work->caught);
	ff_hash_grid_close(&work->grid);
	free(work->memory);
	work->memory = memory;
	work->grid = grid;
	work->room = room;
	work->tuned = work->filled = false;
	return true;
}

/* Makes room for 'more' walkers, doubling the capacity. */
static bool grow(struct ff_crowd *crowd, size_t more)
{
	size_t vacant = crowd->work->vacant_count, room = crowd->work->room;
	size_t need = crowd->count + (more > vacant ? more - vacant : 0);

	return need <= room || (more == 1 && make_room(crowd, 2 * room + 8)) ||
	       make_room(crowd, need);
}

/* ---- the grid ---- */

/* Recomputes what depends on all walkers. */
static void tune(struct ff_crowd *crowd)
{
	struct ff_crowd_work *work = crowd->work;
	double ordinary = ff_hash_grid_ordinary(crowd->walkers, crowd->count);
	double dt = crowd->rules.dt, speed = 0, sees;

	for (size_t i = 0; i < crowd->count; i++)
		speed = crowd->walkers[i].speed > speed ? crowd->walkers[i].speed : speed;
	sees = speed * view_seconds;
	if (sees > view_radii * ordinary)
		sees = view_radii * ordinary;
	/* At least those see each other that could touch within a step. */
	sees = sees > 2 * speed * dt ? sees : 2 * speed * dt;
	work->agent_rules.sees = sees;
	ff_hash_grid_tune(&work->grid, crowd->walkers, crowd->count, ordinary,
			  sees > crowd->rules.neighbourhood ? sees : crowd->rules.neighbourhood);
	work->tuned = true;
	work->filled = false;
	work->large = 0;
}

static void fill(struct ff_crowd *crowd)
{
	struct ff_crowd_work *work = crowd->work;

	ff_hash_grid_fill(&work->grid, work->active, crowd->walking, crowd->x, crowd->y);
	work->filled = true;
}

/* Prepares the grid for walkers that are about to enter.  It need not be retuned for each: only
 * oversized ones must stay few. */
static void prepare(struct ff_crowd *crowd)
{
	struct ff_crowd_work *work = crowd->work;

	if (work->room > 0 && (work->large > FF_HASH_GRID_LARGE || work->grid.walkers == NULL))
		tune(crowd);
	if (!work->filled)
		fill(crowd);
}

static bool is_in_way(const struct ff_crowd *crowd, size_t a, size_t b)
{
	return crowd->state[b] == FF_CROWD_WALKING && a != b &&
	       overlap(crowd->x[a] - crowd->x[b], crowd->y[a] - crowd->y[b],
		       crowd->walkers[a].radius + crowd->walkers[b].radius);
}

/* Returns true if no walker is in the way of one that is about to enter. */
static bool has_room(const struct ff_crowd *crowd, size_t slot)
{
	const struct ff_crowd_work *work = crowd->work;
	const struct ff_hash_grid *grid = &work->grid;
	struct ff_hash_grid_runs near =
		ff_hash_grid_near(grid, slot, crowd->x[slot], crowd->y[slot]);
	uint32_t lists[FF_HASH_GRID_LISTS];

	if (!ff_hash_grid_lists(grid, slot, crowd->x[slot], crowd->y[slot], lists)) {
		for (size_t i = 0; i < crowd->walking; i++)
			if (is_in_way(crowd, slot, work->active[i]))
				return false;
		return true;
	}
	for (int r = 0; r < near.count; r++)
		for (size_t i = near.first[r]; i < near.end[r]; i++)
			if (is_in_way(crowd, slot, grid->order[i]))
				return false;
	for (int k = 0; k < FF_HASH_GRID_LISTS && grid->added; k++)
		for (uint32_t i = lists[k]; i != FF_HASH_GRID_NONE; i = grid->next[i])
			if (is_in_way(crowd, slot, i))
				return false;
	return true;
}

/* ---- entering and leaving ---- */

/* Returns true if walker a enters before walker b. */
static bool is_sooner(const struct ff_crowd *crowd, uint32_t a, uint32_t b)
{
	double left = crowd->walkers[a].start, right = crowd->walkers[b].start;

	return left < right || (left == right && a < b);
}

/* Moves a walker down from index 'at' of the heap. */
static void sink_later(struct ff_crowd *crowd, size_t at, uint32_t slot)
{
	uint32_t *later = crowd->work->later;
	size_t count = crowd->work->later_count;

	for (size_t child; (child = 2 * at + 1) < count; at = child) {
		if (child + 1 < count && is_sooner(crowd, later[child + 1], later[child]))
			child++;
		if (!is_sooner(crowd, later[child], slot))
			break;
		later[at] = later[child];
	}
	later[at] = slot;
}

/* Moves a walker up from index 'at' of the heap. */
static void raise_later(struct ff_crowd *crowd, size_t at, uint32_t slot)
{
	uint32_t *later = crowd->work->later;

	for (; at > 0 && is_sooner(crowd, slot, later[(at - 1) / 2]); at = (at - 1) / 2)
		later[at] = later[(at - 1) / 2];
	later[at] = slot;
}

/* Removes the walker at index 'at' of the heap. */
static void drop_later(struct ff_crowd *crowd, size_t at)
{
	struct ff_crowd_work *work = crowd->work;
	uint32_t last = work->later[--work->later_count];

	if (at == work->later_count)
		return;
	sink_later(crowd, at, last);
	if (work->later[at] == last)
		raise_later(crowd, at, last);
}

static void put_on_map(struct ff_crowd *crowd, uint32_t slot)
{
	struct ff_crowd_work *work = crowd->work;

	crowd->state[slot] = FF_CROWD_WALKING;
	crowd->since[slot] = now_of(crowd);
	work->active[crowd->walking++] = slot;
	work->large += crowd->walkers[slot].radius > work->grid.ordinary;
	ff_hash_grid_add(&work->grid, slot, crowd->x[slot], crowd->y[slot]);
}

static void arrive_at_once(struct ff_crowd *crowd, uint32_t slot)
{
	crowd->state[slot] = FF_CROWD_ARRIVED;
	crowd->since[slot] = crowd->until[slot] = now_of(crowd);
	crowd->arrived++;
}

/* Puts walkers whose time has come on the map, if there is room, in the order of their starts. */
static void admit_ready(struct ff_crowd *crowd)
{
	struct ff_crowd_work *work = crowd->work;
	double now = now_of(crowd);
	size_t kept = 0;

	while (work->later_count > 0 && crowd->walkers[work->later[0]].start <= now) {
		work->ready[work->ready_count++] = work->later[0];
		drop_later(crowd, 0);
	}
	for (size_t i = 0; i < work->ready_count; i++) {
		uint32_t slot = work->ready[i];

		prepare(crowd);
		if (work->versions[slot] != work->guides[slot]->version)
			follow_changes(crowd, slot);
		if (class_of(crowd, slot) == FF_GOAL)
			arrive_at_once(crowd, slot);
		else if (!is_cut_off(crowd, slot) && !work->caught[slot] && has_room(crowd, slot))
			put_on_map(crowd, slot);
		else
			work->ready[kept++] = slot;
	}
	crowd->waiting -= work->ready_count - kept;
	work->ready_count = kept;
}

/* Resets a walker at x,y that is not on the map. */
static void reset_walker(struct ff_crowd *crowd, uint32_t slot)
{
	struct ff_crowd_work *work = crowd->work;

	crowd->from_x[slot] = crowd->x[slot];
	crowd->from_y[slot] = crowd->y[slot];
	crowd->vx[slot] = crowd->vy[slot] = 0;
	crowd->since[slot] = crowd->walkers[slot].start;
	crowd->until[slot] = INFINITY;
	work->want_x[slot] = work->want_y[slot] = 0;
	work->nearest[slot] = work->yielded[slot] = INFINITY;
	work->stalled[slot] = 0;
	follow_changes(crowd, slot);
}

/* Makes a walker wait for its start, or lost if it reaches no goal from there. */
static void queue_walker(struct ff_crowd *crowd, uint32_t slot)
{
	struct ff_crowd_work *work = crowd->work;

	reset_walker(crowd, slot);
	if (is_cut_off(crowd, slot)) {
		crowd->state[slot] = FF_CROWD_LOST;
		crowd->lost++;
		return;
	}
	crowd->state[slot] = FF_CROWD_WAITING;
	crowd->waiting++;
	raise_later(crowd, work->later_count++, slot);
}

/* Removes a walker from the map, or from the list that it waits in. */
static void leave_lists(struct ff_crowd *crowd, uint32_t slot)
{
	struct ff_crowd_work *work = crowd->work;
	uint32_t *list = NULL;
	size_t *count = NULL, i = 0;

	if (crowd->state[slot] == FF_CROWD_ARRIVED) {
		crowd->arrived--;
	} else if (crowd->state[slot] == FF_CROWD_LOST) {
		crowd->lost--;
	} else if (crowd->state[slot] == FF_CROWD_WALKING) {
		if (work->filled)
			ff_hash_grid_remove(&work->grid, slot, crowd->x[slot], crowd->y[slot]);
		list = work->active;
		count = &crowd->walking;
	} else {
		crowd->waiting--;
		while (i < work->later_count && work->later[i] != slot)
			i++;
		if (i < work->later_count) {
			drop_later(crowd, i);
			return;
		}
		list = work->ready;
		count = &work->ready_count;
	}
	if (list == NULL)
		return;
	for (i = 0; list[i] != slot;)
		i++;
	memmove(list + i, list + i + 1, (--*count - i) * sizeof *list);
}

/* Gives a walker a vacant index or the next one; there is room. */
static uint32_t take_slot(struct ff_crowd *crowd, const struct ff_walker *walker,
			  const struct ff_guide *guide)
{
	struct ff_crowd_work *work = crowd->work;
	uint32_t slot = (uint32_t)crowd->count;
	uint64_t id = (uint64_t)slot + 1;

	if (work->vacant_count > 0) {
		slot = work->vacant[--work->vacant_count];
		id = crowd->walkers[slot].id + (UINT64_C(1) << 32);
	} else {
		crowd->count++;
	}
	crowd->walkers[slot] = *walker;
	crowd->walkers[slot].id = id;
	crowd->x[slot] = walker->x;
	crowd->y[slot] = walker->y;
	work->guides[slot] = guide;
	work->w = guide->map->w;
	work->h = guide->map->h;
	work->tuned = false;
	return slot;
}

/* Frees an index that no list holds any more. */
static void free_slot(struct ff_crowd *crowd, uint32_t slot)
{
	struct ff_crowd_work *work = crowd->work;

	crowd->state[slot] = FF_CROWD_VACANT;
	crowd->walkers[slot].radius = crowd->walkers[slot].speed = 0;
	work->vacant[work->vacant_count++] = slot;
	work->tuned = false;
}

/* ---- a crowd ---- */

/* Replaces a rule of 0 by its default, and a negative one by 0. */
static void set_rule(double *rule, double usual)
{
	*rule = *rule > 0 ? *rule : *rule < 0 ? 0 : usual;
}

/*
 * The defaults are best with 1,000 walkers of radius 0.3 and speed 1 on maps of games and robots,
 * and with two crowds in a corridor: with separation 1 queues took a tenth longer; of two crowds of
 * 180 in a corridor ten wide, the last arrived after 104 s with 2, and after 477 s with 3.
 */
static void set_rules(struct ff_crowd_rules *rules)
{
	set_rule(&rules->dt, 0.1);
	set_rule(&rules->separation, 2);
	set_rule(&rules->alignment, 0.1);
	set_rule(&rules->cohesion, 0);
	set_rule(&rules->avoidance, 0.5);
	/* Gives bottlenecks the flow that has been measured: test_crowd_flow. */
	set_rule(&rules->headway, 0.5);
}

static bool are_valid(const char *call, const struct ff_crowd_rules *rules)
{
	return ff_within(call, "rules.dt", rules->dt, 0, RULE_MAX) &&
	       ff_within(call, "rules.force", rules->force, 0, RULE_MAX) &&
	       ff_within(call, "rules.separation", rules->separation, -RULE_MAX, RULE_MAX) &&
	       ff_within(call, "rules.alignment", rules->alignment, -RULE_MAX, RULE_MAX) &&
	       ff_within(call, "rules.cohesion", rules->cohesion, -RULE_MAX, RULE_MAX) &&
	       ff_within(call, "rules.avoidance", rules->avoidance, -RULE_MAX, RULE_MAX) &&
	       ff_within(call, "rules.headway", rules->headway, -RULE_MAX, RULE_MAX) &&
	       ff_within(call, "rules.neighbourhood", rules->neighbourhood, 0, RULE_MAX) &&
	       ff_within(call, "rules.slow_by_cost", rules->slow_by_cost, 0, 1) &&
	       ff_within(call, "rules.threads", rules->threads, FF_THREADS_ALL, FF_THREADS_MAX);
}

enum ff_status ff_crowd_open(struct ff_crowd **crowd, const struct ff_crowd_rules *rules,
			     const struct ff_machine *machine)
{
	struct ff_crowd *made;
	struct ff_crowd_work *work;

	*crowd = NULL;
	if (!are_valid("ff_crowd_new", rules))
		return FF_E_ARG;
	made = calloc(1, sizeof *made);
	work = calloc(1, sizeof *work);
	if (made == NULL || work == NULL) {
		free(made);
		free(work);
		return FF_E_NOMEM;
	}
	made->work = work;
	made->rules = *rules;
	set_rules(&made->rules);
	rules = &made->rules;
	work->agent_rules =
		(struct ff_agent_rules){rules->dt,        rules->force,         rules->separation,
					rules->alignment, rules->cohesion,      rules->avoidance,
					rules->headway,   rules->neighbourhood, 0};
	work->pool = ff_machine_pool(machine);
	*crowd = made;
	return FF_OK;
}

enum ff_status ff_crowd_new(const struct ff_crowd_rules *rules, struct ff_crowd **out)
{
	static const struct ff_crowd_rules defaults = {0};
	struct ff_machine machine;
	enum ff_status st;

	if (!ff_given(__func__, "out", out))
		return FF_E_ARG;
	*out = NULL;
	rules = rules != NULL ? rules : &defaults;
	if (!are_valid(__func__, rules))
		return FF_E_ARG;
	if ((st = ff_machine_open(&machine, rules->threads)) != FF_OK)
		return ff_result(__func__, st);
	if ((st = ff_crowd_open(out, rules, &machine)) == FF_OK)
		(*out)->work->own_pool = machine.pool;
	else
		ff_pool_close(machine.pool);
	return ff_result(__func__, st);
}

void ff_crowd_free(struct ff_crowd *crowd)
{
	if (crowd == NULL)
		return;
	ff_hash_grid_close(&crowd->work->grid);
	ff_pool_close(crowd->work->own_pool);
	free(crowd->work->memory);
	free(crowd->work);
	free(crowd);
}

enum ff_status ff_crowd_enter(struct ff_crowd *crowd, const struct ff_walkers *walkers,
			      const struct ff_guide *guides)
{
	if (crowd->rules.dt > ff_crowd_longest_dt(walkers))
		return FF_E_ARG;
	if (!grow(crowd, walkers->count))
		return FF_E_NOMEM;
	for (size_t i = 0; i < walkers->count; i++) {
		const struct ff_walker *walker = &walkers->items[i];

		queue_walker(crowd, take_slot(crowd, walker, &guides[walker->guide]));
	}
	if (walkers->count > 0)
		tune(crowd);
	admit_ready(crowd);
	return FF_OK;
}

/* Returns true if a walker may follow a guide: it is solved, leads to goals, has a map as large as
 * the others, and was made for walkers of that radius; and x,y is on the map. */
static bool may_follow(const char *call, const struct ff_crowd *crowd, const struct ff_guide *guide,
		       double x, double y, double radius)
{
	const struct ff_cost *map = guide->map;
	const struct ff_crowd_work *work = crowd->work;
	double most = guide->radius > 0.5 ? guide->radius : 0.5;

	if (guide->pending)
		ff_fail(FF_E_ARG, "%s: the world is not solved", call);
	else if (guide->model->flow == FF_FLOW_DIFFERENCES)
		ff_fail(FF_E_ARG, "%s: directions of FF_FLOW_DIFFERENCES need not lead to a goal",
			call);
	else if (ff_crowd_count(crowd) > 0 && (map->w != work->w || map->h != work->h))
		ff_fail(FF_E_ARG, "%s: the world has %d x %d cells, those of the others %d x %d",
			call, map->w, map->h, work->w, work->h);
	else if (radius > most)
		ff_fail(FF_E_ARG,
			"%s: radius is %.15g; expected %.15g at most, for that is what the world "
			"was made for (see rules.radius)",
			call, radius, most);
	else if (!(x >= -0.5 && y >= -0.5 && x < map->w - 0.5 && y < map->h - 0.5))
		ff_fail(FF_E_ARG, "%s: %.15g,%.15g is not on the map of %d x %d cells", call, x, y,
			map->w, map->h);
	else
		return true;
	return false;
}

/* Returns FF_OK if a walker fits where it starts, alone. */
static enum ff_status check_walker(const char *call, const struct ff_crowd *crowd,
				   const struct ff_guide *guide, const struct ff_walker *walker)
{
	double longest = longest_step(walker->radius, walker->speed), dt = crowd->rules.dt;

	if (!ff_within(call, "radius", walker->radius, FF_WALKERS_RADIUS_MIN,
		       FF_WALKERS_RADIUS_MAX) ||
	    !ff_within(call, "speed", walker->speed, FF_WALKERS_SPEED_MIN, FF_WALKERS_SPEED_MAX) ||
	    !ff_within(call, "start", walker->start, 0, FF_WALKERS_START_MAX) ||
	    !may_follow(call, crowd, guide, walker->x, walker->y, walker->radius))
		return FF_E_ARG;
	if (dt > longest)
		return ff_fail(FF_E_ARG,
			       "%s: speed is %.15g; expected %.15g at most, with this radius "
			       "and steps of %.15g s",
			       call, walker->speed, walker->speed * longest / dt, dt);
	if (!ff_spawn_fits(guide, walker->x, walker->y, walker->radius))
		return ff_fail(FF_E_INPUT, "%s: at %.15g,%.15g a wall is nearer than %.15g", call,
			       walker->x, walker->y, walker->radius);
	return FF_OK;
}

/* Adds a walker if it fits where it starts. */
static enum ff_status add_walker(const char *call, struct ff_crowd *crowd,
				 const struct ff_world *world, const struct ff_walker *walker,
				 uint32_t *slot)
{
	enum ff_status st = check_walker(call, crowd, &world->guide, walker);

	if (st != FF_OK)
		return st;
	if (!grow(crowd, 1))
		return ff_result(call, FF_E_NOMEM);
	*slot = take_slot(crowd, walker, &world->guide);
	return FF_OK;
}

static void set_id(const struct ff_crowd *crowd, uint32_t slot, uint64_t *id)
{
	if (id != NULL)
		*id = crowd->walkers[slot].id;
}

enum ff_status ff_crowd_add(struct ff_crowd *crowd, const struct ff_world *world, double x,
			    double y, double radius, double speed, uint64_t *id)
{
	const struct ff_walker walker = {.x = x, .y = y, .radius = radius, .speed = speed};
	uint32_t slot = 0;
	enum ff_status st = add_walker(__func__, crowd, world, &walker, &slot);

	if (st != FF_OK)
		return st;
	reset_walker(crowd, slot);
	prepare(crowd);
	if (class_of(crowd, slot) == FF_GOAL) {
		arrive_at_once(crowd, slot);
	} else if (has_room(crowd, slot)) {
		put_on_map(crowd, slot);
	} else {
		free_slot(crowd, slot);
		return FF_E_ANSWER;
	}
	set_id(crowd, slot, id);
	return FF_OK;
}

enum ff_status ff_crowd_add_later(struct ff_crowd *crowd, const struct ff_world *world, double x,
				  double y, double radius, double speed, double start, uint64_t *id)
{
	const struct ff_walker walker = {
		.x = x, .y = y, .radius = radius, .speed = speed, .start = start};
	uint32_t slot = 0;
	enum ff_status st = add_walker(__func__, crowd, world, &walker, &slot);

	if (st != FF_OK)
		return st;
	queue_walker(crowd, slot);
	set_id(crowd, slot, id);
	return FF_OK;
}

/* Finds a walker by its id; false if there is none. */
static bool find_walker(const char *call, const struct ff_crowd *crowd, uint64_t id, uint32_t *slot)
{
	uint64_t place = (id & UINT32_MAX) - 1;

	if (place >= crowd->count || crowd->walkers[place].id != id ||
	    crowd->state[place] == FF_CROWD_VACANT) {
		ff_fail(FF_E_ARG, "%s: id is %" PRIu64 "; there is no such walker", call, id);
		return false;
	}
	*slot = (uint32_t)place;
	return true;
}

/* Makes a walker that is not on the map wait for where it was. */
static void bring_back(struct ff_crowd *crowd, uint32_t slot)
{
	struct ff_walker *walker = &crowd->walkers[slot];

	leave_lists(crowd, slot);
	walker->start = walker->start > now_of(crowd) ? walker->start : now_of(crowd);
	queue_walker(crowd, slot);
}

enum ff_status ff_crowd_send(struct ff_crowd *crowd, uint64_t id, const struct ff_world *world)
{
	uint32_t slot;

	if (!find_walker(__func__, crowd, id, &slot) ||
	    !may_follow(__func__, crowd, &world->guide, crowd->x[slot], crowd->y[slot],
			crowd->walkers[slot].radius))
		return FF_E_ARG;
	crowd->work->guides[slot] = &world->guide;
	if (crowd->state[slot] == FF_CROWD_WALKING) {
		follow_changes(crowd, slot);
		return FF_OK;
	}
	bring_back(crowd, slot);
	return FF_OK;
}

enum ff_status ff_crowd_get(const struct ff_crowd *crowd, uint64_t id,
			    struct ff_crowd_walker *walker)
{
	uint32_t slot;

	if (!find_walker(__func__, crowd, id, &slot))
		return FF_E_ARG;
	*walker = (struct ff_crowd_walker){crowd->x[slot], crowd->y[slot],
					   crowd->walkers[slot].radius, crowd->walkers[slot].speed,
					   crowd->walkers[slot].group};
	return FF_OK;
}

/* Moves a walker on the map, and makes it as large, if no other is in the way. */
static bool put_elsewhere(struct ff_crowd *crowd, uint32_t slot, double x, double y, double radius)
{
	struct ff_hash_grid *grid = &crowd->work->grid;
	double from_x = crowd->x[slot], from_y = crowd->y[slot];
	double before = crowd->walkers[slot].radius;
	bool fits;

	prepare(crowd);
	ff_hash_grid_remove(grid, slot, from_x, from_y);
	crowd->x[slot] = x;
	crowd->y[slot] = y;
	crowd->walkers[slot].radius = radius;
	fits = has_room(crowd, slot);
	if (!fits) {
		crowd->x[slot] = from_x;
		crowd->y[slot] = from_y;
		crowd->walkers[slot].radius = before;
	}
	crowd->work->large += crowd->walkers[slot].radius > grid->ordinary;
	ff_hash_grid_add(grid, slot, crowd->x[slot], crowd->y[slot]);
	return fits;
}

enum ff_status ff_crowd_set(struct ff_crowd *crowd, uint64_t id,
			    const struct ff_crowd_walker *walker)
{
	struct ff_walker wanted = {
		.x = walker->x, .y = walker->y, .radius = walker->radius, .speed = walker->speed};
	enum ff_status st;
	uint32_t slot;
	bool moves;

	if (!find_walker(__func__, crowd, id, &slot))
		return FF_E_ARG;
	/* A walker on a wall that an edit put there may change its group all the same. */
	if (walker->x == crowd->x[slot] && walker->y == crowd->y[slot] &&
	    walker->radius == crowd->walkers[slot].radius &&
	    walker->speed == crowd->walkers[slot].speed) {
		crowd->walkers[slot].group = walker->group;
		return FF_OK;
	}
	st = check_walker(__func__, crowd, crowd->work->guides[slot], &wanted);
	if (st != FF_OK)
		return st;
	moves = walker->x < crowd->x[slot] || walker->x > crowd->x[slot] ||
		walker->y < crowd->y[slot] || walker->y > crowd->y[slot];
	if (crowd->state[slot] != FF_CROWD_WALKING) {
		crowd->walkers[slot].radius = walker->radius;
		crowd->x[slot] = walker->x;
		crowd->y[slot] = walker->y;
		if (moves)
			bring_back(crowd, slot);
	} else if (!put_elsewhere(crowd, slot, walker->x, walker->y, walker->radius)) {
		return FF_E_ANSWER;
	} else if (moves) {
		double since = crowd->since[slot];

		reset_walker(crowd, slot);
		crowd->since[slot] = since;
	}
	crowd->walkers[slot].speed = walker->speed;
	crowd->walkers[slot].group = walker->group;
	crowd->work->tuned = false;
	return FF_OK;
}

void ff_crowd_recall(struct ff_crowd *crowd)
{
	for (size_t i = 0; i < crowd->count && crowd->lost > 0; i++)
		if (crowd->state[i] == FF_CROWD_LOST)
			bring_back(crowd, (uint32_t)i);
}

enum ff_status ff_crowd_remove(struct ff_crowd *crowd, uint64_t id)
{
	uint32_t slot;

	if (!find_walker(__func__, crowd, id, &slot))
		return FF_E_ARG;
	leave_lists(crowd, slot);
	free_slot(crowd, slot);
	return FF_OK;
}

double ff_crowd_time(const struct ff_crowd *crowd)
{
	return now_of(crowd);
}

size_t ff_crowd_count(const struct ff_crowd *crowd)
{
	return crowd->count - crowd->work->vacant_count;
}

enum ff_status ff_crowd_copy(const struct ff_crowd *crowd, enum ff_crowd_layer layer, void *buffer,
			     size_t bytes)
{
	static const size_t sizes[FF_CROWD_LAYERS] = {
		[FF_CROWD_IDS] = sizeof(uint64_t),
		[FF_CROWD_STATES] = sizeof(uint8_t),
		[FF_CROWD_POSITIONS] = 2 * sizeof(double),
		[FF_CROWD_VELOCITIES] = 2 * sizeof(double),
		[FF_CROWD_STALLED] = sizeof(double),
	};
	char *to = buffer;
	size_t need;

	if ((unsigned)layer >= FF_CROWD_LAYERS)
		return ff_fail(FF_E_ARG, "%s: layer is %d; expected 0 to %d", __func__, (int)layer,
			       FF_CROWD_LAYERS - 1);
	need = ff_crowd_count(crowd) * sizes[layer];
	if (bytes != need)
		return ff_fail(FF_E_ARG, "%s: bytes is %zu; expected %zu", __func__, bytes, need);
	if (need > 0 && !ff_given(__func__, "buffer", buffer))
		return FF_E_ARG;
	for (size_t i = 0; i < crowd->count && to != NULL; i++) {
		bool walks = crowd->state[i] == FF_CROWD_WALKING;
		uint8_t state;
		double pair[2];
		const void *from = pair;

		if (crowd->state[i] == FF_CROWD_VACANT)
			continue;
		switch (layer) {
		case FF_CROWD_IDS:
			from = &crowd->walkers[i].id;
			break;
		case FF_CROWD_STATES:
			state = walks && is_cut_off(crowd, i) ? FF_CROWD_STRANDED : crowd->state[i];
			from = &state;
			break;
		case FF_CROWD_POSITIONS:
			pair[0] = crowd->x[i];
			pair[1] = crowd->y[i];
			break;
		case FF_CROWD_VELOCITIES:
			pair[0] = walks ? crowd->vx[i] : 0;
			pair[1] = walks ? crowd->vy[i] : 0;
			break;
		case FF_CROWD_STALLED:
			pair[0] = walks ? crowd->work->stalled[i] : 0;
			break;
		case FF_CROWD_LAYERS:
			break;
		}
		memcpy(to, from, sizes[layer]);
		to += sizes[layer];
	}
	return FF_OK;
}

/* ---- steps ---- */

/* Changes the direction of a walker that overlaps a wall, until it is off it. */
static void get_off_walls(struct ff_crowd *crowd, uint32_t slot, struct ff_sample *way)
{
	const struct ff_cost *map = crowd->work->guides[slot]->map;
	double x = crowd->x[slot], y = crowd->y[slot], radius = crowd->walkers[slot].radius, length;
	struct ff_half_planes_step off;

	crowd->work->caught[slot] = overlaps_wall(crowd, slot);
	if (!crowd->work->caught[slot])
		return;
	off = ff_walls_escape(map, x, y, radius);
	way->dx += 2 * off.x;
	way->dy += 2 * off.y;
	length = sqrt(way->dx * way->dx + way->dy * way->dy);
	if (length > 0) {
		way->dx /= length;
		way->dy /= length;
	}
}

static void record_walker(struct ff_crowd *crowd, size_t i)
{
	struct ff_crowd_work *work = crowd->work;
	struct ff_agents *agents = &work->agents;
	uint32_t slot = work->grid.order[i];
	const struct ff_walker *walker = &crowd->walkers[slot];
	const struct ff_guide *guide = work->guides[slot];
	double x = crowd->x[slot], y = crowd->y[slot];
	size_t cell = cell_of(crowd, slot);
	double cost, left, claim, speed = walker->speed;
	struct ff_sample way = find_way(crowd, slot, x, y, &cost, &left);
	bool stands = way.dx == 0 && way.dy == 0 && class_of(crowd, slot) > FF_REACHED;

	if (crowd->rules.slow_by_cost && !guide->pending)
		speed /= ff_model_slowdown(guide->model, guide->cost, cell);
	if (work->versions[slot] != guide->version)
		follow_changes(crowd, slot);
	if (left < work->nearest[slot] - progress * walker->radius * cost) {
		work->nearest[slot] = left;
		work->near_x[slot] = x;
		work->near_y[slot] = y;
		work->stalled[slot] = 0;
	} else if (!stands) { /* where no way leads on, waiting is not stalling */
		work->stalled[slot] += crowd->rules.dt;
	}
	if (work->cells[slot] != cell) {
		work->cells[slot] = (uint32_t)cell;
		work->around[slot] = ff_walls_around(guide, ff_sample_cell(x), ff_sample_cell(y));
	}
	if (work->caught[slot]) {
		get_off_walls(crowd, slot, &way);
		speed = walker->speed;
	}
	agents->walker[i] = slot;
	agents->group[i] = walker->group;
	agents->guide[i] = guide;
	agents->around[i] = work->around[slot];
	agents->x[i] = x;
	agents->y[i] = y;
	agents->radius[i] = walker->radius;
	agents->speed[i] = speed;
	agents->way_x[i] = way.dx;
	agents->way_y[i] = way.dy;
	agents->vx[i] = crowd->vx[slot];
	agents->vy[i] = crowd->vy[slot];
	agents->want_x[i] = work->want_x[slot];
	agents->want_y[i] = work->want_y[slot];
	agents->stalled[i] = stands ? 0 : work->stalled[slot];
	claim = ff_agent_rank(agents, i, left);
	agents->rank[i] = claim < work->yielded[slot] ? claim : work->yielded[slot];
}

static void move_walker(struct ff_crowd *crowd, size_t i)
{
	struct ff_crowd_work *work = crowd->work;
	uint32_t slot = work->agents.walker[i];
	double x = work->agents.x[i], y = work->agents.y[i];
	struct ff_hash_grid_runs near = ff_hash_grid_near(&work->grid, slot, x, y);
	struct ff_agent_move move = ff_agent_move(&work->agent_rules, &work->agents, i, &near);

	crowd->from_x[slot] = x;
	crowd->from_y[slot] = y;
	crowd->x[slot] = x + move.step.x;
	crowd->y[slot] = y + move.step.y;
	crowd->vx[slot] = move.step.x / crowd->rules.dt;
	crowd->vy[slot] = move.step.y / crowd->rules.dt;
	work->want_x[slot] = move.want_x;
	work->want_y[slot] = move.want_y;
	work->yielded[slot] = move.yielded;
	if (class_of(crowd, slot) == FF_GOAL)
		crowd->state[slot] = FF_CROWD_ARRIVED;
}

static void record_band(void *context, size_t band)
{
	struct ff_crowd *crowd = context;

	for (size_t i = band * BAND; i < crowd->walking && i < (band + 1) * BAND; i++)
		record_walker(crowd, i);
}

static void move_band(void *context, size_t band)
{
	struct ff_crowd *crowd = context;

	for (size_t i = band * BAND; i < crowd->walking && i < (band + 1) * BAND; i++)
		move_walker(crowd, i);
}

/* Removes walkers that have arrived from the map. */
static void remove_arrived(struct ff_crowd *crowd)
{
	struct ff_crowd_work *work = crowd->work;
	size_t left = 0;

	for (size_t i = 0; i < crowd->walking; i++) {
		uint32_t slot = work->active[i];

		if (crowd->state[slot] == FF_CROWD_ARRIVED)
			crowd->until[slot] = now_of(crowd);
		else
			work->active[left++] = slot;
	}
	crowd->arrived += crowd->walking - left;
	crowd->walking = left;
}

void ff_crowd_step(struct ff_crowd *crowd)
{
	struct ff_crowd_work *work = crowd->work;
	size_t bands = (crowd->walking + BAND - 1) / BAND;

	if (!work->tuned && work->room > 0)
		tune(crowd);
	if (crowd->walking > 0)
		fill(crowd);
	ff_pool_run(work->pool, bands, record_band, crowd);
	ff_pool_run(work->pool, bands, move_band, crowd);
	crowd->step++;
	work->filled = false;
	remove_arrived(crowd);
	admit_ready(crowd);
}

/* ---- overlapping starts ---- */

/*
 * Returns the first walker after 'a' that starts at the same time and touches it; the count: none.
 */
static size_t first_touched(const struct ff_walkers *walkers, const struct ff_hash_grid *grid,
			    size_t a)
{
	const struct ff_walker *one = &walkers->items[a];
	struct ff_hash_grid_runs near = ff_hash_grid_near(grid, a, one->x, one->y);
	size_t found = walkers->count;

	for (int r = 0; r < near.count; r++)
		for (size_t i = near.first[r]; i < near.end[r]; i++) {
			size_t b = grid->order[i];
			const struct ff_walker *other = &walkers->items[b];

			if (b > a && b < found && one->start == other->start &&
			    overlap(one->x - other->x, one->y - other->y,
				    one->radius + other->radius))
				found = b;
		}
	return found;
}

enum ff_status ff_crowd_collides(const struct ff_walkers *walkers, bool *found, size_t *a,
				 size_t *b)
{
	size_t count = walkers->count, first = 0, second = count;
	double *x = malloc((2 * count + 1) * sizeof *x), *y = x == NULL ? NULL : x + count;
	uint32_t *slot = malloc((count + 1) * sizeof *slot);
	struct ff_hash_grid grid = {0};
	enum ff_status st = x == NULL || slot == NULL ? FF_E_NOMEM : FF_OK;

	if (st == FF_OK)
		st = ff_hash_grid_open(&grid, count);
	if (st == FF_OK) {
		for (size_t i = 0; i < count; i++) {
			x[i] = walkers->items[i].x;
			y[i] = walkers->items[i].y;
			slot[i] = (uint32_t)i;
		}
		ff_hash_grid_tune(&grid, walkers->items, count,
				  ff_hash_grid_ordinary(walkers->items, count), 0);
		ff_hash_grid_fill(&grid, slot, count, x, y);
		while (first < count && (second = first_touched(walkers, &grid, first)) == count)
			first++;
		*found = first < count;
		if (*found) {
			*a = first;
			*b = second;
		}
	}
	ff_hash_grid_close(&grid);
	free(x);
	free(slot);
	return st;
}
