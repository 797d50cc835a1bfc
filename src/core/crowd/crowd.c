/*
 * A step has two passes over bands of walkers, in the order of the hash grid, so that those who are
 * near each other are near in memory: the first notes for each how he stands, the second moves
 * them.  What is noted is not touched while they move, so nobody knows who moved first.
 */
#include "core/crowd/crowd.h"

#include <math.h>

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/crowd/agent.h"
#include "core/crowd/sample.h"

/*
 * What served best, of 1,000 walkers of radius 0.3 and speed 1 on maps of games and robots, and of
 * two crowds in a corridor: with a separation of 1 queues took a tenth longer; with 3, of two
 * crowds of 180 in a corridor ten wide, the last arrived after 477 s, and with 2 after 104.
 */
const struct ff_crowd_rules ff_crowd_defaults = {
	.dt = 0.1,
	.force = FF_AGENT_FORCE,
	.separation = 2,
	.alignment = 0.1,
	.cohesion = 0,
	.avoidance = 0.5,
	/* With it, as many come through a bottleneck as have been counted: test_crowd_flow. */
	.headway = 0.5,
};

/* Who came on by so many radii is not late. */
static const double progress = 0.33;

/* Walkers see each other as far as they walk in so many seconds, or so many radii. */
static const double sight_seconds = 1.5, sight_radii = 6;

enum { BAND = 256 }; /* walkers; what a thread takes at once */

struct ff_crowd_work {
	struct ff_crowd_rules rules;
	struct ff_agent_rules agent_rules;
	const struct ff_guide *guides;
	struct ff_pool *pool;
	struct ff_walls walls;
	struct ff_hash_grid grid;
	struct ff_agents agents;
	uint32_t *active;        /* [walking]  who walks */
	uint32_t *queue;         /* [waiting]  who waits, by start */
	double *want_x, *want_y; /* as in struct ff_agents, by walker, as 'late' */
	double *late;
	double *lent;    /* as in struct ff_agent_move */
	double *nearest; /* the least that was left to walk */
	double *numbers; /* all arrays of them */
	uint32_t *whos;  /* likewise */
};

/* A walker and when he starts, to be sorted. */
struct starter {
	double start;
	uint32_t who;
};

static int by_start(const void *a, const void *b)
{
	const struct starter *left = a, *right = b;

	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	return (left->who > right->who) - (left->who < right->who);
}

static const struct ff_guide *guide_of(const struct ff_crowd *crowd, size_t who)
{
	return &crowd->work->guides[crowd->walkers->items[who].guide];
}

/* Where the cell that he is in stands in any grid. */
static size_t cell_of(const struct ff_crowd *crowd, size_t who)
{
	return ff_cost_index(crowd->work->walls.map, ff_sample_cell(crowd->x[who]),
			     ff_sample_cell(crowd->y[who]));
}

static enum ff_class class_of(const struct ff_crowd *crowd, size_t who)
{
	return (enum ff_class)guide_of(crowd, who)->classes->cells[cell_of(crowd, who)];
}

double ff_crowd_longest(const struct ff_walkers *walkers)
{
	double longest = INFINITY;

	for (size_t i = 0; i < walkers->count; i++) {
		const struct ff_walker *walker = &walkers->items[i];
		double most = (walker->radius < 0.5 ? walker->radius : 0.5) / walker->speed;

		longest = most < longest ? most : longest;
	}
	return longest;
}

/* How far apart discs are who see each other: two could come to touch in a step, at least. */
static double sight_of(const struct ff_walkers *walkers, double dt)
{
	double radius = ff_hash_grid_ordinary(walkers), speed = 0, sees;

	for (size_t i = 0; i < walkers->count; i++)
		speed = walkers->items[i].speed > speed ? walkers->items[i].speed : speed;
	sees = speed * sight_seconds;
	if (sees > sight_radii * radius)
		sees = sight_radii * radius;
	return sees > 2 * speed * dt ? sees : 2 * speed * dt;
}

/* Hands out arrays of 'count' each of a block. */
static bool allocate(struct ff_crowd *crowd)
{
	struct ff_crowd_work *work = crowd->work;
	struct ff_agents *agents = &work->agents;
	double **numbers[] = {
		&crowd->x,       &crowd->y,       &crowd->from_x,  &crowd->from_y, &crowd->vx,
		&crowd->vy,      &crowd->since,   &crowd->until,   &work->want_x,  &work->want_y,
		&work->late,     &work->lent,     &work->nearest,  &agents->x,     &agents->y,
		&agents->radius, &agents->speed,  &agents->way_x,  &agents->way_y, &agents->vx,
		&agents->vy,     &agents->want_x, &agents->want_y, &agents->claim, &agents->late,
	};
	uint32_t **whos[] = {&work->active, &work->queue, &agents->who, &agents->group,
			     &agents->guide};
	size_t count = crowd->count, all = sizeof numbers / sizeof *numbers, bytes;

	if (!ff_memory_product(count + 1, all * sizeof(double), &bytes))
		return false;
	work->numbers = malloc(bytes);
	work->whos = malloc((count + 1) * (sizeof whos / sizeof *whos) * sizeof(uint32_t));
	crowd->state = malloc(count + 1);
	if (work->numbers == NULL || work->whos == NULL || crowd->state == NULL)
		return false;
	for (size_t i = 0; i < all; i++)
		*numbers[i] = work->numbers + i * count;
	for (size_t i = 0; i < sizeof whos / sizeof *whos; i++)
		*whos[i] = work->whos + i * count;
	return true;
}

/* Everybody waits in the order of his start; false if memory ran out. */
static bool line_up(struct ff_crowd *crowd)
{
	struct starter *starters = malloc((crowd->count + 1) * sizeof *starters);
	size_t waiting = 0;

	if (starters == NULL)
		return false;
	for (size_t i = 0; i < crowd->count; i++) {
		const struct ff_walker *walker = &crowd->walkers->items[i];
		enum ff_class class;

		crowd->x[i] = crowd->from_x[i] = walker->x;
		crowd->y[i] = crowd->from_y[i] = walker->y;
		crowd->vx[i] = crowd->vy[i] = 0;
		crowd->since[i] = walker->start;
		crowd->until[i] = INFINITY;
		crowd->work->want_x[i] = crowd->work->want_y[i] = crowd->work->late[i] = 0;
		crowd->work->lent[i] = crowd->work->nearest[i] = INFINITY;
		class = class_of(crowd, i);
		crowd->state[i] =
			class == FF_GOAL || class == FF_REACHED ? FF_CROWD_WAITING : FF_CROWD_LOST;
		if (crowd->state[i] == FF_CROWD_WAITING)
			starters[waiting++] = (struct starter){walker->start, (uint32_t)i};
	}
	qsort(starters, waiting, sizeof *starters, by_start);
	for (size_t i = 0; i < waiting; i++)
		crowd->work->queue[i] = starters[i].who;
	free(starters);
	crowd->waiting = waiting;
	crowd->lost = crowd->count - waiting;
	return true;
}

/* Whether two discs overlap, by more than the rounding of where they stand. */
static bool overlap(double dx, double dy, double radii)
{
	return sqrt(dx * dx + dy * dy) < radii - 1e-9;
}

static bool in_the_way(const struct ff_crowd *crowd, size_t a, size_t b)
{
	return overlap(crowd->x[a] - crowd->x[b], crowd->y[a] - crowd->y[b],
		       crowd->walkers->items[a].radius + crowd->walkers->items[b].radius);
}

/* Whether nobody is in the way of a walker who is about to come: of those in the grid, and of
 * active ones first..end-1, who are not in it yet. */
static bool has_room(const struct ff_crowd *crowd, size_t who, size_t first, size_t end)
{
	const struct ff_crowd_work *work = crowd->work;
	struct ff_hash_grid_runs near =
		ff_hash_grid_near(&work->grid, who, crowd->x[who], crowd->y[who]);

	for (int r = 0; r < near.count; r++)
		for (size_t i = near.first[r]; i < near.end[r]; i++)
			if (in_the_way(crowd, who, work->grid.order[i]))
				return false;
	for (size_t i = first; i < end; i++)
		if (in_the_way(crowd, who, work->active[i]))
			return false;
	return true;
}

static void fill(struct ff_crowd *crowd)
{
	struct ff_crowd_work *work = crowd->work;

	ff_hash_grid_fill(&work->grid, work->active, crowd->walking, crowd->x, crowd->y);
}

/* Lets those onto the map whose time has come, if there is room.  Nobody is in the way of others
 * with his start, who come with him; those who come in the same step, but started before, are
 * looked at one by one, until they are so many that it pays to fill the grid anew. */
static void let_in(struct ff_crowd *crowd)
{
	struct ff_crowd_work *work = crowd->work;
	double now = (double)crowd->step * work->rules.dt;
	size_t settled = crowd->walking, before = settled, kept = 0, next = 0;
	double start = -1;

	if (crowd->waiting == 0 || crowd->walkers->items[work->queue[0]].start > now)
		return;
	fill(crowd);
	for (; next < crowd->waiting; next++) {
		uint32_t who = work->queue[next];

		if (crowd->walkers->items[who].start > now)
			break;
		if (crowd->walkers->items[who].start > start) {
			start = crowd->walkers->items[who].start;
			before = crowd->walking;
		}
		if ((before - settled) * (before - settled) > crowd->count) {
			fill(crowd);
			settled = before;
		}
		if (class_of(crowd, who) == FF_GOAL) {
			crowd->state[who] = FF_CROWD_ARRIVED;
			crowd->since[who] = crowd->until[who] = now;
			crowd->arrived++;
		} else if (has_room(crowd, who, settled, before)) {
			crowd->state[who] = FF_CROWD_WALKING;
			crowd->since[who] = now;
			work->active[crowd->walking++] = who;
		} else {
			work->queue[kept++] = who;
		}
	}
	memmove(work->queue + kept, work->queue + next,
		(crowd->waiting - next) * sizeof *work->queue);
	crowd->waiting -= next - kept;
}

enum ff_status ff_crowd_open(struct ff_crowd **crowd, const struct ff_walkers *walkers,
			     const struct ff_guide *guides, size_t guide_count,
			     const struct ff_crowd_rules *rules, const struct ff_machine *machine)
{
	struct ff_crowd *made;
	struct ff_crowd_work *work;
	double sees = sight_of(walkers, rules->dt);

	if (!(rules->dt > 0 && rules->dt <= ff_crowd_longest(walkers)) || guide_count == 0)
		return FF_E_ARG;
	made = calloc(1, sizeof *made);
	work = calloc(1, sizeof *work);
	if (made == NULL || work == NULL) {
		free(made);
		free(work);
		return FF_E_NOMEM;
	}
	*made = (struct ff_crowd){.walkers = walkers, .count = walkers->count, .work = work};
	work->rules = *rules;
	work->agent_rules = (struct ff_agent_rules){
		rules->dt,       rules->force,     rules->separation, rules->alignment,
		rules->cohesion, rules->avoidance, rules->headway,    sees};
	work->guides = guides;
	work->pool = ff_machine_pool(machine);
	if (ff_walls_make(&work->walls, guides, guide_count, machine) != FF_OK ||
	    ff_hash_grid_open(&work->grid, walkers, sees) != FF_OK || !allocate(made) ||
	    !line_up(made)) {
		ff_crowd_close(made);
		return FF_E_NOMEM;
	}
	let_in(made);
	*crowd = made;
	return FF_OK;
}

void ff_crowd_close(struct ff_crowd *crowd)
{
	if (crowd == NULL)
		return;
	ff_walls_free(&crowd->work->walls);
	ff_hash_grid_close(&crowd->work->grid);
	free(crowd->work->numbers);
	free(crowd->work->whos);
	free(crowd->work);
	free(crowd->state);
	free(crowd);
}

/* What is left to walk from x,y to a goal, about: as at the cell's centre, less the way that he is
 * ahead of that. */
static double left_to_walk(const struct ff_guide *guide, size_t cell, double ahead)
{
	return ff_field_value(guide->field, cell) - ahead * guide->cost->cells[cell];
}

static void note(struct ff_crowd *crowd, size_t i)
{
	struct ff_crowd_work *work = crowd->work;
	struct ff_agents *agents = &work->agents;
	uint32_t who = work->grid.order[i];
	const struct ff_walker *walker = &crowd->walkers->items[who];
	const struct ff_guide *guide = &work->guides[walker->guide];
	double x = crowd->x[who], y = crowd->y[who];
	int32_t column = ff_sample_cell(x), row = ff_sample_cell(y);
	double fx = x - column, fy = y - row;
	size_t cell = ff_cost_index(guide->map, column, row);
	double cost = guide->cost->cells[cell];
	double speed = work->rules.slow_by_cost ? walker->speed / cost : walker->speed;
	struct ff_sample way = ff_sample_way(guide, x, y, speed * work->rules.dt);
	double left = left_to_walk(guide, cell, way.dx * fx + way.dy * fy), claim;

	if (left < work->nearest[who] - progress * walker->radius * cost) {
		work->nearest[who] = left;
		work->late[who] = 0;
	} else {
		work->late[who] += work->rules.dt;
	}
	agents->who[i] = who;
	agents->group[i] = walker->group;
	agents->guide[i] = walker->guide;
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
	agents->late[i] = work->late[who];
	claim = ff_agent_claim(agents, i, left);
	agents->claim[i] = claim < work->lent[who] ? claim : work->lent[who];
}

static void move(struct ff_crowd *crowd, size_t i)
{
	struct ff_crowd_work *work = crowd->work;
	uint32_t who = work->agents.who[i];
	double x = work->agents.x[i], y = work->agents.y[i];
	struct ff_hash_grid_runs near = ff_hash_grid_near(&work->grid, who, x, y);
	struct ff_agent_move move =
		ff_agent_move(&work->agent_rules, &work->agents, i, &near, &work->walls);

	crowd->from_x[who] = x;
	crowd->from_y[who] = y;
	crowd->x[who] = x + move.step.x;
	crowd->y[who] = y + move.step.y;
	crowd->vx[who] = move.step.x / work->rules.dt;
	crowd->vy[who] = move.step.y / work->rules.dt;
	work->want_x[who] = move.want_x;
	work->want_y[who] = move.want_y;
	work->lent[who] = move.lent;
	if (class_of(crowd, who) == FF_GOAL)
		crowd->state[who] = FF_CROWD_ARRIVED;
}

static void note_band(void *context, size_t band)
{
	struct ff_crowd *crowd = context;

	for (size_t i = band * BAND; i < crowd->walking && i < (band + 1) * BAND; i++)
		note(crowd, i);
}

static void move_band(void *context, size_t band)
{
	struct ff_crowd *crowd = context;

	for (size_t i = band * BAND; i < crowd->walking && i < (band + 1) * BAND; i++)
		move(crowd, i);
}

/* Takes those off the map who have arrived. */
static void let_out(struct ff_crowd *crowd)
{
	struct ff_crowd_work *work = crowd->work;
	size_t left = 0;

	for (size_t i = 0; i < crowd->walking; i++) {
		uint32_t who = work->active[i];

		if (crowd->state[who] == FF_CROWD_ARRIVED)
			crowd->until[who] = (double)crowd->step * work->rules.dt;
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

	fill(crowd);
	ff_pool_run(work->pool, bands, note_band, crowd);
	ff_pool_run(work->pool, bands, move_band, crowd);
	crowd->step++;
	let_out(crowd);
	let_in(crowd);
}

/* The first one after 'a' who starts with him, and touches him; the count: nobody. */
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
		st = ff_hash_grid_open(&grid, walkers, 0);
	if (st == FF_OK) {
		for (size_t i = 0; i < count; i++) {
			x[i] = walkers->items[i].x;
			y[i] = walkers->items[i].y;
			who[i] = (uint32_t)i;
		}
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
