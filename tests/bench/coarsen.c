/*
 * coarsen FOLDER [WALKS]: measure what --coarsen costs in length and saves in time, on the MovingAI
 * maps of a folder with their scenarios, WALKS (100) of each map, evenly spaced in its file.
 *Octile, one thread.  Prints, by map, K and rule:
 *
 *	joined   per cent of the walks whose goal is reached from the start's block
 *	blocks   mean and worst length of the path through blocks / that of the shortest on the
 *	         fine map: from the start by the middles of the blocks between to the goal, in
 *	         octile steps.  All walks that are joined
 *	crossed  per cent of these paths whose straight lines enter a wall of the fine map
 *	refined  mean and worst length of the shortest path on the fine map that stays in those
 *	         blocks, or beside a diagonal step between them / that of the shortest
 *	none     per cent of the joined walks that have no such path
 *	faster   time to integrate the fine map / the coarse one
 *
 * Exit status 1 if a path of rule 'any' enters a wall, is shorter than the shortest, or cannot be
 * refined.
 */
#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/progress.h"
#include "core/base/machine.h"
#include "core/base/number.h"
#include "core/solve/coarsen.h"
#include "core/solve/descend.h"
#include "core/solve/integrate.h"
#include "io/movingai.h"

enum { SIZES = 3, WALKS = 100, WALKS_MOST = 100000, PATH = 4096 };

static const int32_t sizes[SIZES] = {2, 4, 8};
static const struct ff_model model = {.metric = FF_METRIC_OCTILE, .flow = FF_FLOW_PATH};

/* The sums over walks. */
struct result {
	int walks, joined, crossed, refined, wrong;
	double blocks, blocks_worst, refined_sum, refined_worst;
	double fine_ms, coarse_ms;
};

static void add(struct result *to, const struct result *from)
{
	to->walks += from->walks;
	to->joined += from->joined;
	to->crossed += from->crossed;
	to->refined += from->refined;
	to->wrong += from->wrong;
	to->blocks += from->blocks;
	to->refined_sum += from->refined_sum;
	to->fine_ms += from->fine_ms;
	to->coarse_ms += from->coarse_ms;
	to->blocks_worst = fmax(to->blocks_worst, from->blocks_worst);
	to->refined_worst = fmax(to->refined_worst, from->refined_worst);
}

/* Prints a quotient; "-" if there is nothing to divide by. */
static void print_ratio(int width, int decimals, double sum, double by)
{
	if (by > 0)
		printf(" %*.*f", width, decimals, sum / by);
	else
		printf(" %*s", width, "-");
}

static void print(const char *map, int32_t k, int rule, const struct result *r)
{
	printf("%-20.20s %2" PRId32 " %-5s", map, k, ff_coarsen_rules[rule]);
	print_ratio(7, 1, 100.0 * r->joined, r->walks);
	print_ratio(8, 4, r->blocks, r->joined);
	print_ratio(7, 4, r->blocks_worst, r->joined > 0);
	print_ratio(7, 1, 100.0 * r->crossed, r->joined);
	print_ratio(8, 4, r->refined_sum, r->refined);
	print_ratio(7, 4, r->refined_worst, r->refined > 0);
	print_ratio(6, 1, 100.0 * (r->joined - r->refined), r->joined);
	print_ratio(7, 1, r->fine_ms, r->coarse_ms);
	putchar('\n');
	fflush(stdout);
}

/* A map, and room to integrate it. */
struct ground {
	struct ff_cost cost;
	struct ff_field field;
	void *scratch;
	size_t size;
};

static void close_ground(struct ground *ground)
{
	free(ground->cost.cells);
	free(ground->field.cells);
	free(ground->scratch);
}

static bool open_ground(struct ground *ground, const struct ff_machine *machine)
{
	int32_t w = ground->cost.w, h = ground->cost.h;

	ground->field = (struct ff_field){.w = w, .h = h, .unit = ff_model_unit(&model)};
	ground->field.type = ff_integrate_type(&model);
	ground->field.cells = malloc((size_t)w * (size_t)h * ff_field_size(ground->field.type));
	ground->size = ff_integrate_scratch(&model, ground->field.type, w, h, machine);
	ground->scratch = malloc(ground->size);
	return ground->field.cells != NULL && ground->scratch != NULL;
}

/* Solves for one goal; returns the milliseconds that it takes, or -1. */
static double solve(struct ground *ground, const struct ff_machine *machine, int32_t x, int32_t y)
{
	struct ff_seed seed = {(uint32_t)ff_cost_index(&ground->cost, x, y), 0, 0};
	struct ff_seeds seeds = {&seed, 1};
	double started = ff_clock_ms();

	if (ff_integrate(&model, &ground->cost, &seeds, (double)INFINITY, &ground->field,
			 ground->scratch, ground->size, machine) != FF_OK)
		return -1;
	return ff_clock_ms() - started;
}

/* Returns the length of the shortest path from a cell; INFINITY: there is none. */
static double length_from(const struct ground *ground, int32_t x, int32_t y)
{
	return ff_field_value(&ground->field, ff_cost_index(&ground->cost, x, y));
}

struct point {
	double x, y;
};

static double octile(struct point a, struct point b)
{
	double x = fabs(a.x - b.x), y = fabs(a.y - b.y);

	return fmax(x, y) + (sqrt(2) - 1) * fmin(x, y);
}

/* Returns true if the straight line between two points of a map enters a wall. */
static bool crosses(const struct ff_cost *map, struct point a, struct point b)
{
	enum { PARTS = 16 }; /* of a cell's side */
	int n = (int)(octile(a, b) * PARTS) + 1;

	for (int i = 0; i <= n; i++)
		if (!ff_cost_open(map, (int64_t)floor(a.x + (b.x - a.x) * i / n + 0.5),
				  (int64_t)floor(a.y + (b.y - a.y) * i / n + 0.5)))
			return true;
	return false;
}

/* A map in blocks. */
struct blocks {
	const struct ground *fine;
	struct ground coarse, within; /* 'within': the fine map, open in some blocks only */
	int32_t k;
	const struct ff_machine *machine;
};

/* Returns the middle of the cells of a block. */
static struct point middle(const struct blocks *b, int32_t x, int32_t y)
{
	double right = fmin((x + 1) * b->k, b->fine->cost.w);
	double bottom = fmin((y + 1) * b->k, b->fine->cost.h);

	return (struct point){(x * b->k + right - 1) / 2, (y * b->k + bottom - 1) / 2};
}

/* Opens a block of 'within', or closes it. */
static void set_block(struct blocks *b, int32_t x, int32_t y, bool open)
{
	struct ff_cost *to = &b->within.cost;

	for (int32_t i = y * b->k; i < (y + 1) * b->k && i < to->h; i++)
		for (int32_t j = x * b->k; j < (x + 1) * b->k && j < to->w; j++) {
			size_t cell = ff_cost_index(to, j, i);

			to->cells[cell] = open ? b->fine->cost.cells[cell] : FF_COST_WALL;
		}
}

/* Opens or closes the blocks on the way from a block to the goal's, and the two beside each
 * diagonal step. */
static void set_path(struct blocks *b, int32_t x, int32_t y, bool open)
{
	enum ff_direction d;

	set_block(b, x, y, open);
	while ((d = ff_descend_path_step(&model, &b->coarse.cost, &b->coarse.field, x, y)) !=
	       FF_NONE) {
		struct ff_flow_step step = ff_flow_steps[d];

		set_block(b, x + step.dx, y, open);
		set_block(b, x, y + step.dy, open);
		x += step.dx;
		y += step.dy;
		set_block(b, x, y, open);
	}
}

/* Measures the way through blocks, from a cell in block x,y. */
static double measure_path(const struct blocks *b, struct point from, int32_t x, int32_t y,
			   struct point goal, bool *crossed)
{
	enum ff_direction d;
	struct point at = from;
	double length = 0;

	while ((d = ff_descend_path_step(&model, &b->coarse.cost, &b->coarse.field, x, y)) !=
	       FF_NONE) {
		struct point next;

		x += ff_flow_steps[d].dx;
		y += ff_flow_steps[d].dy;
		if (ff_descend_path_step(&model, &b->coarse.cost, &b->coarse.field, x, y) ==
		    FF_NONE)
			break; /* the goal's own block */
		next = middle(b, x, y);
		length += octile(at, next);
		*crossed |= crosses(&b->fine->cost, at, next);
		at = next;
	}
	*crossed |= crosses(&b->fine->cost, at, goal);
	return length + octile(at, goal);
}

/* Measures a walk whose goal the fine map is solved for. */
static bool measure(struct blocks *b, const struct ff_movingai_scen_entry *walk,
		    enum ff_coarsen_rule rule, struct result *r)
{
	static const double slack = 1e-5; /* of 577 / 408 as the square root of 2 */
	int32_t x = walk->start_x / b->k, y = walk->start_y / b->k;
	int32_t goal_x = walk->goal_x / b->k, goal_y = walk->goal_y / b->k;
	double shortest = length_from(b->fine, walk->start_x, walk->start_y), blocks, refined, ms;
	bool crossed = false;

	r->walks++;
	if (!ff_cost_open(&b->coarse.cost, x, y) || !ff_cost_open(&b->coarse.cost, goal_x, goal_y))
		return true;
	if ((ms = solve(&b->coarse, b->machine, goal_x, goal_y)) < 0)
		return false;
	r->coarse_ms += ms;
	if (length_from(&b->coarse, x, y) == (double)INFINITY)
		return true;
	blocks = measure_path(b, (struct point){walk->start_x, walk->start_y}, x, y,
			      (struct point){walk->goal_x, walk->goal_y}, &crossed);
	set_path(b, x, y, true);
	ms = solve(&b->within, b->machine, walk->goal_x, walk->goal_y);
	refined = length_from(&b->within, walk->start_x, walk->start_y);
	set_path(b, x, y, false);
	r->joined++;
	r->crossed += crossed;
	r->blocks += blocks / shortest;
	r->blocks_worst = fmax(r->blocks_worst, blocks / shortest);
	if (refined < (double)INFINITY) {
		r->refined++;
		r->refined_sum += refined / shortest;
		r->refined_worst = fmax(r->refined_worst, refined / shortest);
	}
	r->wrong += rule == FF_COARSEN_ANY &&
		    (crossed || blocks < shortest * (1 - slack) || refined == (double)INFINITY);
	return ms >= 0;
}

/* Measures one map with blocks of one size and rule. */
static bool measure_blocks(struct blocks *b, const struct ff_movingai_scen *scen, size_t step,
			   struct ground *fine, enum ff_coarsen_rule rule, struct result *r)
{
	bool done = ff_coarsen_map(&fine->cost, b->k, rule, 1, &b->coarse.cost) == FF_OK &&
		    open_ground(&b->coarse, b->machine);

	for (size_t i = 0; i < scen->count && done; i += step) {
		const struct ff_movingai_scen_entry *walk = &scen->items[i];
		double before = r->coarse_ms, ms;

		if (walk->start_x == walk->goal_x && walk->start_y == walk->goal_y)
			continue;
		ms = solve(fine, b->machine, walk->goal_x, walk->goal_y);
		done = ms >= 0 && measure(b, walk, rule, r);
		if (r->coarse_ms > before) /* a walk of which both were solved */
			r->fine_ms += ms;
	}
	close_ground(&b->coarse);
	b->coarse = (struct ground){.scratch = NULL};
	return done;
}

static bool read_files(const char *path, struct ff_cost *map, struct ff_movingai_scen *scen)
{
	struct ff_error err = {""};
	char name[PATH + 8];
	struct ff_input in;
	enum ff_status st;

	if ((st = ff_input_open(&in, path, &err)) == FF_OK) {
		st = ff_movingai_read(&in, map, &err);
		ff_input_close(&in);
	}
	snprintf(name, sizeof name, "%s.scen", path);
	if (st == FF_OK && (st = ff_input_open(&in, name, &err)) == FF_OK) {
		st = ff_movingai_read_requests(&in, map->w, map->h, scen, &err);
		ff_input_close(&in);
	}
	if (st != FF_OK)
		fprintf(stderr, "coarsen: %s\n", err.text);
	return st == FF_OK;
}

static bool measure_map(const char *path, int walks, const struct ff_machine *machine,
			struct result all[SIZES][FF_COARSEN_RULES])
{
	struct ground fine = {.scratch = NULL};
	struct ff_movingai_scen scen = {NULL, 0};
	bool done = read_files(path, &fine.cost, &scen);
	struct blocks b = {.fine = &fine, .machine = machine};
	size_t step = scen.count < (size_t)walks ? 1 : scen.count / (size_t)walks;

	b.within.cost = (struct ff_cost){.w = fine.cost.w, .h = fine.cost.h};
	if (done) {
		size_t cells = (size_t)fine.cost.w * (size_t)fine.cost.h;

		b.within.cost.cells = malloc(cells);
		done = b.within.cost.cells != NULL && open_ground(&fine, machine) &&
		       open_ground(&b.within, machine);
		if (done)
			memset(b.within.cost.cells, FF_COST_WALL, cells);
	}
	for (int size = 0; size < SIZES && done; size++)
		for (int rule = 0; rule < FF_COARSEN_RULES && done; rule++) {
			struct result result = {0};

			b.k = sizes[size];
			done = measure_blocks(&b, &scen, step, &fine, (enum ff_coarsen_rule)rule,
					      &result);
			print(strrchr(path, '/') + 1, b.k, rule, &result);
			add(&all[size][rule], &result);
		}
	close_ground(&b.within);
	close_ground(&fine);
	free(scen.items);
	return done;
}

static int is_map(const struct dirent *entry)
{
	size_t n = strlen(entry->d_name);

	return n > 4 && strcmp(entry->d_name + n - 4, ".map") == 0;
}

int main(int argc, char **argv)
{
	struct result all[SIZES][FF_COARSEN_RULES] = {0};
	const struct ff_machine machine = {.pool = NULL, .cpu = ff_machine_best()};
	struct dirent **found;
	int64_t walks = WALKS;
	int n, wrong = 0;

	if (argc < 2 || argc > 3 ||
	    (argc == 3 &&
	     ff_number_parse(argv[2], strlen(argv[2]), 1, WALKS_MOST, &walks) != FF_NUMBER_OK)) {
		fputs("usage: coarsen FOLDER [WALKS]\n", stderr);
		return 2;
	}
	if ((n = scandir(argv[1], &found, is_map, alphasort)) <= 0) {
		printf("coarsen: no maps in %s\n", argv[1]);
		return 0;
	}
	puts("map                   K rule   joined   blocks   worst crossed  refined   worst   "
	     "none  faster");
	for (int i = 0; i < n; i++) {
		char path[PATH];

		snprintf(path, sizeof path, "%s/%s", argv[1], found[i]->d_name);
		free(found[i]);
		if (!measure_map(path, (int)walks, &machine, all))
			return 1;
	}
	free(found);
	for (int size = 0; size < SIZES; size++)
		for (int rule = 0; rule < FF_COARSEN_RULES; rule++) {
			print("all", sizes[size], rule, &all[size][rule]);
			wrong += all[size][rule].wrong;
		}
	if (wrong > 0)
		fprintf(stderr, "coarsen: %d paths of rule any are wrong\n", wrong);
	return wrong > 0;
}
