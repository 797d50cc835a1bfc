/*
 * A step has two passes over bands of walkers, in the order of the hash grid, so that those that
 * are near each other are near in memory: the first notes how each one stands, the second moves
 * them.  What is noted is not touched while they move, so the order of moving does not matter.
 *
 * A walker keeps its place in all arrays for its life, and that place's number breaks ties; its id
 * is the number and how many had the place before it.  Whatever depends on all walkers, such as the
 * size of the grid's squares, is found afresh before a step if walkers were added or removed.
 */
#include "core/crowd/crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/crowd/agent.h"
#include "core/crowd/follow.h"
#include "core/crowd/spawn.h"

/*
 * They served best, of 1,000 walkers of radius 0.3 and speed 1 on maps of games and robots, and of
 * two crowds in a corridor: with a separation of 1 queues took a tenth longer; with 3, of two
 * crowds of 180 in a corridor ten wide, the last arrived after 477 s, and with 2 after 104.
 */
static const struct ff_crowd_rules defaults = {
	.dt = 0.1,
	.force = FF_AGENT_FORCE,
	.separation = 2,
	.alignment = 0.1,
	.cohesion = 0,
	.avoidance = 0.5,
	/* With it, as many come through a bottleneck as have been counted: test_crowd_flow. */
	.headway = 0.5,
};

/* A walker that came on by so many radii is not late. */
static const double progress = 0.33;

/* Walkers see each other as far as they walk in so many seconds, or so many radii. */
static const double sight_seconds = 1.5, sight_radii = 6;

enum { BAND = 256 }; /* walkers that a thread takes at once */

struct ff_crowd_work {
	struct ff_crowd_rules rules;
	struct ff_agent_rules agent_rules;
	struct ff_pool *pool, *own_pool; /* one that is borrowed, or the crowd's own */
	struct ff_hash_grid grid;
	bool tuned;   /* the grid and what walkers see fit those that there are */
	bool filled;  /* all that are on the map are in the grid, where they are */
	size_t large; /* walkers added since it was tuned that are larger than it is made for */
	size_t room;
	struct ff_agents agents;
	uint32_t *active; /* [walking]  those on the map, in the order they came in */
	uint32_t *ready;  /* [ready_count]  those waiting whose time has come */
	uint32_t *later;  /* [later_count]  the others: a heap, the first to come on top */
	uint32_t *vacant; /* [vacant_count]  places that are free */
	size_t ready_count, later_count, vacant_count;
	const struct ff_guide **guides; /* [count] */
	uint64_t *versions;             /* [count]  the guide's, when the walker last looked */
	uint32_t *cells; /* [count]  the cell that it was in last, of which 'around' tells */
	struct ff_walls *around;           /* [count] */
	bool *caught;                      /* [count]  a wall was put where its disc is */
	double *want_x, *want_y, *stalled; /* [count]  as in struct ff_agents */
	double *yielded;                   /* [count]  as in struct ff_agent_move */
	double *nearest;                   /* [count]  the least that was left to walk */
	void *memory;                      /* all arrays */
};

/* ---- what is true of a walker ---- */

/* Returns where the cell that a walker is in stands in any grid. */
static size_t cell_of(const struct ff_crowd *crowd, size_t who)
{
	return ff_cost_index(crowd->work->guides[who]->map, ff_sample_cell(crowd->x[who]),
			     ff_sample_cell(crowd->y[who]));
}

static enum ff_class class_of(const struct ff_crowd *crowd, size_t who)
{
	const struct ff_guide *guide = crowd->work->guides[who];

	return guide->pending ? FF_NOT_YET
			      : (enum ff_class)guide->classes->cells[cell_of(crowd, who)];
}

static double now_of(const struct ff_crowd *crowd)
{
	return (double)crowd->step * crowd->work->rules.dt;
}

/* Returns the longest step that is safe for a walker. */
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

/* Returns true if two discs overlap, by more than the rounding of where they stand. */
static bool overlap(double dx, double dy, double radii)
{
	return sqrt(dx * dx + dy * dy) < radii - 1e-9;
}

/* Forgets how far a walker came by its guide, which has changed, and looks for walls on it. */
static void look_afresh(struct ff_crowd *crowd, size_t who)
{
	struct ff_crowd_work *work = crowd->work;
	const struct ff_guide *guide = work->guides[who];

	work->versions[who] = guide->version;
	work->nearest[who] = work->yielded[who] = INFINITY;
	work->stalled[who] = 0;
	work->cells[who] = UINT32_MAX;
	work->caught[who] = !ff_walls_clear(guide->map, crowd->x[who], crowd->y[who],
					    crowd->walkers[who].radius);
}

/* ---- room in memory ---- */

/* Arrays that follow one another in a block. */
struct block {
	char *at;
	size_t room, count; /* of each array, in walkers: all, and those to be kept */
};

/* Returns the next array of a block, with what is kept of the one before. */
static void *take(struct block *block, const void *before, size_t size)
{
	void *array = block->at;

	if (block->count > 0)
		memcpy(array, before, block->count * size);
	block->at += block->room * size;
	return array;
}

/* Makes room for so many walkers; false, and nothing has changed, if memory ran out. */
static bool make_room(struct ff_crowd *crowd, size_t room)
{
	struct ff_crowd_work *work = crowd->work;
	struct ff_agents *agents = &work->agents;
	double **numbers[] = {
		&crowd->x,       &crowd->y,       &crowd->from_x,  &crowd->from_y, &crowd->vx,
		&crowd->vy,      &crowd->since,   &crowd->until,   &work->want_x,  &work->want_y,
		&work->stalled,  &work->yielded,  &work->nearest,  &agents->x,     &agents->y,
		&agents->radius, &agents->speed,  &agents->way_x,  &agents->way_y, &agents->vx,
		&agents->vy,     &agents->want_x, &agents->want_y, &agents->rank,  &agents->stalled,
	};
	uint32_t **whos[] = {&work->active, &work->ready,    &work->later,  &work->vacant,
			     &work->cells,  &agents->walker, &agents->group};
	size_t number_count = sizeof numbers / sizeof *numbers;
	size_t who_count = sizeof whos / sizeof *whos, bytes;
	/* The widest alignment comes first. */
	size_t each = sizeof *crowd->walkers + number_count * sizeof(double) +
		      sizeof *work->versions + 2 * sizeof(void *) + who_count * sizeof(uint32_t) +
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
	crowd->walkers = take(&block, crowd->walkers, sizeof *crowd->walkers);
	for (size_t i = 0; i < number_count; i++)
		*numbers[i] = take(&block, *numbers[i], sizeof(double));
	work->versions = take(&block, work->versions, sizeof *work->versions);
	work->guides = take(&block, work->guides, sizeof(void *));
	agents->guide = take(&block, agents->guide, sizeof(void *));
	for (size_t i = 0; i < who_count; i++)
		*whos[i] = take(&block, *whos[i], sizeof(uint32_t));
	work->around = take(&block, work->around, sizeof *work->around);
	agents->around = take(&block, agents->around, sizeof *agents->around);
	crowd->state = take(&block, crowd->state, sizeof *crowd->state);
	work->caught = take(&block, work->caught, sizeof *work->caught);
	ff_hash_grid_close(&work->grid);
	free(work->memory);
	work->memory = memory;
	work->grid = grid;
	work->room = room;
	work->tuned = work->filled = false;
	return true;
}

enum ff_status ff_crowd_reserve(struct ff_crowd *crowd, size_t count)
{
	return make_room(crowd, count) ? FF_OK : FF_E_NOMEM;
}

/* Makes room for so many more walkers, doubling what there is. */
static bool grow(struct ff_crowd *crowd, size_t more)
{
	size_t vacant = crowd->work->vacant_count, room = crowd->work->room;
	size_t need = crowd->count + (more > vacant ? more - vacant : 0);

	return need <= room || (more == 1 && make_room(crowd, 2 * room + 8)) ||
	       make_room(crowd, need);
}

/* ---- the grid ---- */

/* Fits what depends on all walkers to those that there are. */
static void tune(struct ff_crowd *crowd)
{
	struct ff_crowd_work *work = crowd->work;
	double ordinary = ff_hash_grid_ordinary(crowd->walkers, crowd->count);
	double dt = work->rules.dt, speed = 0, sees;

	for (size_t i = 0; i < crowd->count; i++)
		speed = crowd->walkers[i].speed > speed ? crowd->walkers[i].speed : speed;
	sees = speed * sight_seconds;
	if (sees > sight_radii * ordinary)
		sees = sight_radii * ordinary;
	/* Two that could come to touch in a step see each other, at least. */
	work->agent_rules.sees = sees > 2 * speed * dt ? sees : 2 * speed * dt;
	ff_hash_grid_tune(&work->grid, crowd->walkers, crowd->count, ordinary,
			  work->agent_rules.sees);
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

/* Gets the grid ready for walkers that are about to come.  It need not fit to each of them: only
 * those that are too large for it must not become many. */
static void prepare(struct ff_crowd *crowd)
{
	struct ff_crowd_work *work = crowd->work;

	if (work->room > 0 && (work->large > FF_HASH_GRID_LARGE || work->grid.walkers == NULL))
		tune(crowd);
	if (!work->filled)
		fill(crowd);
}

static bool in_the_way(const struct ff_crowd *crowd, size_t a, size_t b)
{
	return crowd->state[b] == FF_CROWD_WALKING && a != b &&
	       overlap(crowd->x[a] - crowd->x[b], crowd->y[a] - crowd->y[b],
		       crowd->walkers[a].radius + crowd->walkers[b].radius);
}

/* Returns true if none is in the way of a walker that is about to come. */
static bool has_room(const struct ff_crowd *crowd, size_t who)
{
	const struct ff_crowd_work *work = crowd->work;
	const struct ff_hash_grid *grid = &work->grid;
	struct ff_hash_grid_runs near = ff_hash_grid_near(grid, who, crowd->x[who], crowd->y[who]);
	uint32_t lists[FF_HASH_GRID_LISTS];

	if (!ff_hash_grid_lists(grid, who, crowd->x[who], crowd->y[who], lists)) {
		for (size_t i = 0; i < crowd->walking; i++)
			if (in_the_way(crowd, who, work->active[i]))
				return false;
		return true;
	}
	for (int r = 0; r < near.count; r++)
		for (size_t i = near.first[r]; i < near.end[r]; i++)
			if (in_the_way(crowd, who, grid->order[i]))
				return false;
	for (int k = 0; k < FF_HASH_GRID_LISTS && grid->added; k++)
		for (uint32_t i = lists[k]; i != FF_HASH_GRID_NONE; i = grid->next[i])
			if (in_the_way(crowd, who, i))
				return false;
	return true;
}

/* ---- coming and going ---- */

/* Returns true if walker a comes before walker b. */
static bool is_sooner(const struct ff_crowd *crowd, uint32_t a, uint32_t b)
{
	double left = crowd->walkers[a].start, right = crowd->walkers[b].start;

	return left < right || (left == right && a < b);
}

/* Moves a walker down from place 'at' of the heap to where it belongs. */
static void sink_later(struct ff_crowd *crowd, size_t at, uint32_t who)
{
	uint32_t *later = crowd->work->later;
	size_t count = crowd->work->later_count;

	for (size_t child; (child = 2 * at + 1) < count; at = child) {
		if (child + 1 < count && is_sooner(crowd, later[child + 1], later[child]))
			child++;
		if (!is_sooner(crowd, later[child], who))
			break;
		later[at] = later[child];
	}
	later[at] = who;
}

/* Moves a walker up from place 'at' of the heap to where it belongs. */
static void raise_later(struct ff_crowd *crowd, size_t at, uint32_t who)
{
	uint32_t *later = crowd->work->later;

	for (; at > 0 && is_sooner(crowd, who, later[(at - 1) / 2]); at = (at - 1) / 2)
		later[at] = later[(at - 1) / 2];
	later[at] = who;
}

/* Takes the walker at place 'at' out of the heap. */
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

static void put_on_map(struct ff_crowd *crowd, uint32_t who)
{
	struct ff_crowd_work *work = crowd->work;

	crowd->state[who] = FF_CROWD_WALKING;
	crowd->since[who] = now_of(crowd);
	work->active[crowd->walking++] = who;
	work->large += crowd->walkers[who].radius > work->grid.ordinary;
	ff_hash_grid_add(&work->grid, who, crowd->x[who], crowd->y[who]);
}

static void arrive_at_once(struct ff_crowd *crowd, uint32_t who)
{
	crowd->state[who] = FF_CROWD_ARRIVED;
	crowd->since[who] = crowd->until[who] = now_of(crowd);
	crowd->arrived++;
}

/* Lets those onto the map whose time has come, if there is room, in the order of their starts. */
static void let_in(struct ff_crowd *crowd)
{
	struct ff_crowd_work *work = crowd->work;
	double now = now_of(crowd);
	size_t kept = 0;

	while (work->later_count > 0 && crowd->walkers[work->later[0]].start <= now) {
		work->ready[work->ready_count++] = work->later[0];
		drop_later(crowd, 0);
	}
	for (size_t i = 0; i < work->ready_count; i++) {
		uint32_t who = work->ready[i];
		enum ff_class class;

		prepare(crowd);
		if (work->versions[who] != work->guides[who]->version)
			look_afresh(crowd, who);
		class = class_of(crowd, who);
		if (class == FF_GOAL)
			arrive_at_once(crowd, who);
		else if (class == FF_REACHED && !work->caught[who] && has_room(crowd, who))
			put_on_map(crowd, who);
		else
			work->ready[kept++] = who;
	}
	crowd->waiting -= work->ready_count - kept;
	work->ready_count = kept;
}

/* Readies a walker at x,y that is not on the map. */
static void stand_by(struct ff_crowd *crowd, uint32_t who)
{
	struct ff_crowd_work *work = crowd->work;

	crowd->from_x[who] = crowd->x[who];
	crowd->from_y[who] = crowd->y[who];
	crowd->vx[who] = crowd->vy[who] = 0;
	crowd->since[who] = crowd->walkers[who].start;
	crowd->until[who] = INFINITY;
	work->want_x[who] = work->want_y[who] = 0;
	look_afresh(crowd, who);
}

/* Lets a walker that is not on the map wait for its start, unless it reaches no goal from there. */
static void line_up(struct ff_crowd *crowd, uint32_t who)
{
	struct ff_crowd_work *work = crowd->work;

	stand_by(crowd, who);
	if (class_of(crowd, who) > FF_REACHED) {
		crowd->state[who] = FF_CROWD_LOST;
		crowd->lost++;
		return;
	}
	crowd->state[who] = FF_CROWD_WAITING;
	crowd->waiting++;
	raise_later(crowd, work->later_count++, who);
}

/* Takes a walker out of where it counts, off the map or off what it waits in. */
static void leave(struct ff_crowd *crowd, uint32_t who)
{
	struct ff_crowd_work *work = crowd->work;
	uint32_t *list = NULL;
	size_t *count = NULL, i = 0;

	if (crowd->state[who] == FF_CROWD_ARRIVED) {
		crowd->arrived--;
	} else if (crowd->state[who] == FF_CROWD_LOST) {
		crowd->lost--;
	} else if (crowd->state[who] == FF_CROWD_WALKING) {
		if (work->filled)
			ff_hash_grid_remove(&work->grid, who, crowd->x[who], crowd->y[who]);
		list = work->active;
		count = &crowd->walking;
	} else {
		crowd->waiting--;
		while (i < work->later_count && work->later[i] != who)
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
	for (i = 0; list[i] != who;)
		i++;
	memmove(list + i, list + i + 1, (--*count - i) * sizeof *list);
}

/* Gives a walker a place: a vacant one, or the next; there is room. */
static uint32_t settle(struct ff_crowd *crowd, const struct ff_walker *walker,
		       const struct ff_guide *guide)
{
	struct ff_crowd_work *work = crowd->work;
	uint32_t who = (uint32_t)crowd->count;
	uint64_t id = (uint64_t)who + 1;

	if (work->vacant_count > 0) {
		who = work->vacant[--work->vacant_count];
		id = crowd->walkers[who].id + (UINT64_C(1) << 32);
	} else {
		crowd->count++;
	}
	crowd->walkers[who] = *walker;
	crowd->walkers[who].id = id;
	crowd->x[who] = walker->x;
	crowd->y[who] = walker->y;
	work->guides[who] = guide;
	work->tuned = false;
	return who;
}

/* Leaves a place that no list names any more to others. */
static void vacate(struct ff_crowd *crowd, uint32_t who)
{
	struct ff_crowd_work *work = crowd->work;

	crowd->state[who] = FF_CROWD_VACANT;
	crowd->walkers[who].radius = crowd->walkers[who].speed = 0;
	work->vacant[work->vacant_count++] = who;
	work->tuned = false;
}

/* ---- a crowd ---- */

void ff_crowd_defaults(struct ff_crowd_rules *rules)
{
	*rules = defaults;
}

static bool is_weight(double value)
{
	return value >= 0 && value < (double)INFINITY;
}

enum ff_status ff_crowd_open(struct ff_crowd **crowd, const struct ff_crowd_rules *rules,
			     const struct ff_machine *machine)
{
	struct ff_crowd *made;
	struct ff_crowd_work *work;

	*crowd = NULL;
	if (!(rules->dt > 0 && is_weight(rules->dt) && rules->force > 0 &&
	      is_weight(rules->force) && is_weight(rules->separation) &&
	      is_weight(rules->alignment) && is_weight(rules->cohesion) &&
	      is_weight(rules->avoidance) && is_weight(rules->headway)))
		return FF_E_ARG;
	made = calloc(1, sizeof *made);
	work = calloc(1, sizeof *work);
	if (made == NULL || work == NULL) {
		free(made);
		free(work);
		return FF_E_NOMEM;
	}
	made->work = work;
	work->rules = *rules;
	work->agent_rules = (struct ff_agent_rules){
		rules->dt,       rules->force,     rules->separation, rules->alignment,
		rules->cohesion, rules->avoidance, rules->headway,    0};
	work->pool = ff_machine_pool(machine);
	*crowd = made;
	return FF_OK;
}

enum ff_status ff_crowd_new(const struct ff_crowd_rules *rules, struct ff_crowd **out)
{
	struct ff_machine machine;
	enum ff_status st;

	*out = NULL;
	rules = rules != NULL ? rules : &defaults;
	if ((st = ff_machine_open(&machine, rules->threads)) != FF_OK)
		return st;
	if ((st = ff_crowd_open(out, rules, &machine)) == FF_OK)
		(*out)->work->own_pool = machine.pool;
	else
		ff_pool_close(machine.pool);
	return st;
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
	if (crowd->work->rules.dt > ff_crowd_longest_dt(walkers))
		return FF_E_ARG;
	if (!grow(crowd, walkers->count))
		return FF_E_NOMEM;
	for (size_t i = 0; i < walkers->count; i++) {
		const struct ff_walker *walker = &walkers->items[i];

		line_up(crowd, settle(crowd, walker, &guides[walker->guide]));
	}
	if (walkers->count > 0)
		tune(crowd);
	let_in(crowd);
	return FF_OK;
}

static bool is_between(double value, double least, double most)
{
	return value >= least && value <= most;
}

/* Returns true if x,y is on the map of a world that is solved. */
static bool is_on_map(const struct ff_world *world, double x, double y)
{
	const struct ff_cost *map = world->guide.map;

	return !world->guide.pending && x >= -0.5 && y >= -0.5 && x < map->w - 0.5 &&
	       y < map->h - 0.5;
}

/* Gives a walker a place if it fits where it starts. */
static enum ff_status add_walker(struct ff_crowd *crowd, const struct ff_world *world,
				 const struct ff_walker *walker, uint32_t *who)
{
	if (!is_on_map(world, walker->x, walker->y) ||
	    !is_between(walker->radius, FF_WALKERS_RADIUS_MIN, FF_WALKERS_RADIUS_MAX) ||
	    !is_between(walker->speed, FF_WALKERS_SPEED_MIN, FF_WALKERS_SPEED_MAX) ||
	    !is_between(walker->start, 0, FF_WALKERS_START_MAX) ||
	    crowd->work->rules.dt > longest_step(walker->radius, walker->speed))
		return FF_E_ARG;
	if (!ff_spawn_fits(&world->guide, walker->x, walker->y, walker->radius))
		return FF_E_INPUT;
	if (!grow(crowd, 1))
		return FF_E_NOMEM;
	*who = settle(crowd, walker, &world->guide);
	return FF_OK;
}

static void set_id(const struct ff_crowd *crowd, uint32_t who, uint64_t *id)
{
	if (id != NULL)
		*id = crowd->walkers[who].id;
}

enum ff_status ff_crowd_add(struct ff_crowd *crowd, const struct ff_world *world, double x,
			    double y, double radius, double speed, uint64_t *id)
{
	const struct ff_walker walker = {.x = x, .y = y, .radius = radius, .speed = speed};
	uint32_t who;
	enum ff_status st = add_walker(crowd, world, &walker, &who);

	if (st != FF_OK)
		return st;
	stand_by(crowd, who);
	prepare(crowd);
	if (class_of(crowd, who) == FF_GOAL) {
		arrive_at_once(crowd, who);
	} else if (has_room(crowd, who)) {
		put_on_map(crowd, who);
	} else {
		vacate(crowd, who);
		return FF_E_ANSWER;
	}
	set_id(crowd, who, id);
	return FF_OK;
}

enum ff_status ff_crowd_add_later(struct ff_crowd *crowd, const struct ff_world *world, double x,
				  double y, double radius, double speed, double start, uint64_t *id)
{
	const struct ff_walker walker = {
		.x = x, .y = y, .radius = radius, .speed = speed, .start = start};
	uint32_t who;
	enum ff_status st = add_walker(crowd, world, &walker, &who);

	if (st != FF_OK)
		return st;
	line_up(crowd, who);
	set_id(crowd, who, id);
	return FF_OK;
}

/* Finds a walker by its id; false if there is none. */
static bool find_walker(const struct ff_crowd *crowd, uint64_t id, uint32_t *who)
{
	uint64_t place = (id & UINT32_MAX) - 1;

	if (place >= crowd->count || crowd->walkers[place].id != id ||
	    crowd->state[place] == FF_CROWD_VACANT)
		return false;
	*who = (uint32_t)place;
	return true;
}

enum ff_status ff_crowd_group(struct ff_crowd *crowd, uint64_t id, uint32_t group)
{
	uint32_t who;

	if (!find_walker(crowd, id, &who))
		return FF_E_ARG;
	crowd->walkers[who].group = group;
	return FF_OK;
}

enum ff_status ff_crowd_send(struct ff_crowd *crowd, uint64_t id, const struct ff_world *world)
{
	struct ff_walker *walker;
	uint32_t who;

	if (!find_walker(crowd, id, &who) || !is_on_map(world, crowd->x[who], crowd->y[who]))
		return FF_E_ARG;
	walker = &crowd->walkers[who];
	crowd->work->guides[who] = &world->guide;
	if (crowd->state[who] == FF_CROWD_WALKING) {
		look_afresh(crowd, who);
		return FF_OK;
	}
	leave(crowd, who);
	walker->start = walker->start > now_of(crowd) ? walker->start : now_of(crowd);
	line_up(crowd, who);
	return FF_OK;
}

enum ff_status ff_crowd_remove(struct ff_crowd *crowd, uint64_t id)
{
	uint32_t who;

	if (!find_walker(crowd, id, &who))
		return FF_E_ARG;
	leave(crowd, who);
	vacate(crowd, who);
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

static enum ff_crowd_state state_of(const struct ff_crowd *crowd, size_t who)
{
	bool stands = crowd->state[who] == FF_CROWD_WALKING && class_of(crowd, who) > FF_REACHED;

	return stands ? FF_CROWD_STRANDED : (enum ff_crowd_state)crowd->state[who];
}

enum ff_status ff_crowd_copy(const struct ff_crowd *crowd, enum ff_crowd_layer layer, void *buffer,
			     size_t bytes)
{
	static const size_t sizes[FF_CROWD_LAYERS] = {
		[FF_CROWD_IDS] = sizeof(uint64_t),
		[FF_CROWD_STATES] = sizeof(uint8_t),
		[FF_CROWD_POSITIONS] = 2 * sizeof(double),
		[FF_CROWD_VELOCITIES] = 2 * sizeof(double),
	};
	char *to = buffer;

	if ((unsigned)layer >= FF_CROWD_LAYERS || bytes != ff_crowd_count(crowd) * sizes[layer] ||
	    (buffer == NULL && bytes > 0))
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
			state = (uint8_t)state_of(crowd, i);
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
		case FF_CROWD_LAYERS:
			break;
		}
		memcpy(to, from, sizes[layer]);
		to += sizes[layer];
	}
	return FF_OK;
}

/* ---- steps ---- */

/* Finds the way from where a walker is, its cell's cost, and about what is left to walk to a goal:
 * as at the cell's centre, less the way that the walker is ahead of that. */
static struct ff_sample find_way(const struct ff_crowd *crowd, uint32_t who, size_t cell,
				 double *cost, double *left)
{
	const struct ff_crowd_rules *rules = &crowd->work->rules;
	const struct ff_guide *guide = crowd->work->guides[who];
	double x = crowd->x[who], y = crowd->y[who], speed = crowd->walkers[who].speed;
	struct ff_sample way = {0, 0};

	*cost = 1;
	*left = INFINITY;
	if (guide->pending)
		return way;
	*cost = guide->cost->cells[cell];
	way = ff_sample_way(guide, x, y, (rules->slow_by_cost ? speed / *cost : speed) * rules->dt);
	*left = ff_field_value(guide->field, cell) -
		(way.dx * (x - ff_sample_cell(x)) + way.dy * (y - ff_sample_cell(y))) * *cost;
	return way;
}

/* Changes the way of a walker that a wall was put on, until it is off it. */
static void get_off_walls(struct ff_crowd *crowd, uint32_t who, struct ff_sample *way)
{
	const struct ff_cost *map = crowd->work->guides[who]->map;
	double x = crowd->x[who], y = crowd->y[who], radius = crowd->walkers[who].radius, length;
	struct ff_half_planes_step off;

	crowd->work->caught[who] = !ff_walls_clear(map, x, y, radius);
	if (!crowd->work->caught[who])
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

static void note_walker(struct ff_crowd *crowd, size_t i)
{
	struct ff_crowd_work *work = crowd->work;
	struct ff_agents *agents = &work->agents;
	uint32_t who = work->grid.order[i];
	const struct ff_walker *walker = &crowd->walkers[who];
	const struct ff_guide *guide = work->guides[who];
	double x = crowd->x[who], y = crowd->y[who];
	size_t cell = cell_of(crowd, who);
	double cost, left, claim, speed = walker->speed;
	struct ff_sample way = find_way(crowd, who, cell, &cost, &left);

	if (work->rules.slow_by_cost)
		speed /= cost;
	if (work->versions[who] != guide->version)
		look_afresh(crowd, who);
	if (left < work->nearest[who] - progress * walker->radius * cost) {
		work->nearest[who] = left;
		work->stalled[who] = 0;
	} else {
		work->stalled[who] += work->rules.dt;
	}
	if (work->cells[who] != cell) {
		work->cells[who] = (uint32_t)cell;
		work->around[who] = ff_walls_around(guide, ff_sample_cell(x), ff_sample_cell(y));
	}
	if (way.dx == 0 && way.dy == 0 && class_of(crowd, who) > FF_REACHED)
		work->stalled[who] = 0; /* where no way leads on nobody is late */
	if (work->caught[who]) {
		get_off_walls(crowd, who, &way);
		speed = walker->speed;
	}
	agents->walker[i] = who;
	agents->group[i] = walker->group;
	agents->guide[i] = guide;
	agents->around[i] = work->around[who];
	agents->x[i] = x;
	agents->y[i] = y;
	agents->radius[i] = walker->radius;
	agents->speed[i] = speed;
	agents->way_x[i] = way.dx;
	agents->way_y[i] = way.dy;
	agents->vx[i] = crowd->vx[who];
	agents->vy[i] = crowd->vy[who];
	agents->want_x[i] = work->want_x[who];
	agents->want_y[i] = work->want_y[who];
	agents->stalled[i] = work->stalled[who];
	claim = ff_agent_rank(agents, i, left);
	agents->rank[i] = claim < work->yielded[who] ? claim : work->yielded[who];
}

static void move_walker(struct ff_crowd *crowd, size_t i)
{
	struct ff_crowd_work *work = crowd->work;
	uint32_t who = work->agents.walker[i];
	double x = work->agents.x[i], y = work->agents.y[i];
	struct ff_hash_grid_runs near = ff_hash_grid_near(&work->grid, who, x, y);
	struct ff_agent_move move = ff_agent_move(&work->agent_rules, &work->agents, i, &near);

	crowd->from_x[who] = x;
	crowd->from_y[who] = y;
	crowd->x[who] = x + move.step.x;
	crowd->y[who] = y + move.step.y;
	crowd->vx[who] = move.step.x / work->rules.dt;
	crowd->vy[who] = move.step.y / work->rules.dt;
	work->want_x[who] = move.want_x;
	work->want_y[who] = move.want_y;
	work->yielded[who] = move.yielded;
	if (class_of(crowd, who) == FF_GOAL)
		crowd->state[who] = FF_CROWD_ARRIVED;
}

static void note_band(void *context, size_t band)
{
	struct ff_crowd *crowd = context;

	for (size_t i = band * BAND; i < crowd->walking && i < (band + 1) * BAND; i++)
		note_walker(crowd, i);
}

static void move_band(void *context, size_t band)
{
	struct ff_crowd *crowd = context;

	for (size_t i = band * BAND; i < crowd->walking && i < (band + 1) * BAND; i++)
		move_walker(crowd, i);
}

/* Takes those off the map that have arrived. */
static void let_out(struct ff_crowd *crowd)
{
	struct ff_crowd_work *work = crowd->work;
	size_t left = 0;

	for (size_t i = 0; i < crowd->walking; i++) {
		uint32_t who = work->active[i];

		if (crowd->state[who] == FF_CROWD_ARRIVED)
			crowd->until[who] = now_of(crowd);
		else
			work->active[left++] = who;
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
	ff_pool_run(work->pool, bands, note_band, crowd);
	ff_pool_run(work->pool, bands, move_band, crowd);
	crowd->step++;
	work->filled = false;
	let_out(crowd);
	let_in(crowd);
}

/* ---- walkers that start in one place ---- */

/* Returns the first walker after 'a' that starts with it, and touches it; the count: none. */
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
	uint32_t *who = malloc((count + 1) * sizeof *who);
	struct ff_hash_grid grid = {0};
	enum ff_status st = x == NULL || who == NULL ? FF_E_NOMEM : FF_OK;

	if (st == FF_OK)
		st = ff_hash_grid_open(&grid, count);
	if (st == FF_OK) {
		for (size_t i = 0; i < count; i++) {
			x[i] = walkers->items[i].x;
			y[i] = walkers->items[i].y;
			who[i] = (uint32_t)i;
		}
		ff_hash_grid_tune(&grid, walkers->items, count,
				  ff_hash_grid_ordinary(walkers->items, count), 0);
		ff_hash_grid_fill(&grid, who, count, x, y);
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
	free(who);
	return st;
}
