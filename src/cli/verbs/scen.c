/*
 * flowfield scen: compares the lengths of MovingAI's scenarios.
 *
 * A field for each goal that occurs, since a benchmark has many paths to few of
 * them; threads take goals in turn, each with a field of its own.  A field goes as far as
 * the longest path to its goal should be, and only if that is too short farther.  Its values say
 * which steps a cheapest path has; their diagonals are counted, so that its length is as exact as
 * sqrt(2), and not as its 577/408.
 */
#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/sandbox.h"
#include "cli/verb.h"
#include "core/base/machine.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/map/model.h"
#include "core/solve/integrate.h"
#include "io/input.h"
#include "io/movingai.h"
#include "io/output.h"

struct scenarios {
	struct ff_options common;
	const char *file; /* a path, or "-" */
};

/* the largest relative excess of an octile path over its length: a little more than 577/408 over
 * sqrt(2) */
#define OCTILE_MARGIN 2e-6

/* the largest error of a length for each diagonal: files are made with 1.414213562 for sqrt(2), old
 * ones in single precision, with 1.41421354; even 2,000 diagonals are far from one step more or
 * less */
#define DIAGONAL_ERROR 3e-8

/* the largest relative rounding error of doubles after the few operations on them */
#define ROUNDING 1e-14

enum outcome { SAME, LONGER, SHORTER, NO_PATH, ON_A_WALL };

static const char *const outcomes[] = {
	[SAME] = "same",         [LONGER] = "longer",  [SHORTER] = "shorter",
	[NO_PATH] = "unreached", [ON_A_WALL] = "wall",
};

/* A scenario and its path. */
struct trip {
	const struct ff_movingai_scen_entry *entry;
	uint32_t start, goal; /* cells */
	double found;         /* in units of cost; INFINITY: there is no path */
	double diagonals;     /* of these steps, in units of cost */
};

/* The state of a thread. */
struct worker {
	struct scen *scen;
	struct ff_field field; /* cells owned */
	void *scratch;         /* owned */
	enum ff_status st;
};

struct scen {
	const struct ff_model *model;
	const struct ff_cost *cost;
	double margin;      /* of the limit of a field, as a share */
	struct trip *trips; /* owned; [count]  by goal */
	size_t *groups;     /* owned; [group_count + 1] the first trip to each goal */
	size_t count, group_count;
	struct ff_machine alone; /* a machine without other threads */
	size_t scratch;          /* bytes */
	struct worker *workers;  /* owned; [worker_count] */
	size_t worker_count;
	size_t end;         /* of the groups of a round */
	atomic_size_t next; /* the next group to take */
};

static double limit_of(const struct scen *scen, const struct ff_movingai_scen_entry *entry)
{
	return (entry->length + entry->slack) * (1 + scen->margin);
}

static enum ff_status integrate(struct worker *worker, uint32_t goal, double limit)
{
	const struct scen *scen = worker->scen;
	struct ff_seed seed = {.cell = goal};
	const struct ff_seeds seeds = {&seed, 1};

	return ff_integrate(scen->model, scen->cost, &seeds, limit, &worker->field, worker->scratch,
			    scen->scratch, &scen->alone);
}

/* Returns the direction of a step of a cheapest path, preferring diagonals, and its price. */
static enum ff_direction cheapest_step(const struct worker *worker, size_t cell, uint32_t *price)
{
	const struct ff_model *model = worker->scen->model;
	const struct ff_cost *cost = worker->scen->cost;
	int32_t x = (int32_t)(cell % (size_t)cost->w), y = (int32_t)(cell / (size_t)cost->w);

	for (int k = ff_model_is_diagonal(model) ? 0 : 4; k < 8; k++) {
		enum ff_direction d = (enum ff_direction)(k < 4 ? 2 * k + 1 : 2 * (k - 4));
		size_t to;

		if (!ff_neighbours_permit(cost, model->corners, x, y, d))
			continue;
		to = ff_neighbours_index(cost, x, y, d);
		*price = ff_model_price(model, ff_neighbours_diagonal(d), ff_cost_at(cost, cell),
					ff_cost_at(cost, to));
		if (ff_field_raw(&worker->field, to) + *price == ff_field_raw(&worker->field, cell))
			return d;
	}
	return FF_NONE;
}

/* Returns the cost of the diagonals of a cheapest path from a cell with a value, in the field's
 * units. */
static double diagonals_from(const struct worker *worker, size_t cell)
{
	const struct ff_cost *cost = worker->scen->cost;
	double sum = 0;

	while (ff_field_raw(&worker->field, cell) > 0) {
		uint32_t price = 0;
		enum ff_direction d = cheapest_step(worker, cell, &price);

		if (d == FF_NONE)
			break;
		sum += ff_neighbours_diagonal(d) ? price : 0;
		cell = ff_neighbours_index(cost, (int32_t)(cell % (size_t)cost->w),
					   (int32_t)(cell / (size_t)cost->w), d);
	}
	return sum;
}

/* Finds the trips of a group, which share a goal; true if all have a value. */
static bool take_lengths(struct worker *worker, struct trip *trips, size_t count)
{
	bool all = true;

	for (size_t i = 0; i < count; i++) {
		struct trip *trip = &trips[i];
		double value = ff_field_raw(&worker->field, trip->start), diagonals;

		all &= value < FF_FIELD_NONEF;
		if (!(value < FF_FIELD_NONEF))
			continue;
		diagonals = diagonals_from(worker, trip->start);
		trip->diagonals =
			diagonals / FF_MODEL_DIAGONAL * FF_MODEL_STRAIGHT / worker->field.unit;
		trip->found = (value - diagonals) / worker->field.unit + trip->diagonals * sqrt(2);
	}
	return all;
}

static enum ff_status find_group(struct worker *worker, struct trip *trips, size_t count)
{
	const struct scen *scen = worker->scen;
	uint32_t goal = trips->goal;
	enum ff_status st;
	double most = 0;

	for (size_t i = 0; i < count; i++) {
		most = fmax(most, limit_of(scen, trips[i].entry));
		trips[i].found = (double)INFINITY;
	}
	if (scen->cost->cells[goal] == FF_COST_WALL)
		return FF_OK;
	if ((st = integrate(worker, goal, ceil(most * worker->field.unit))) != FF_OK ||
	    take_lengths(worker, trips, count))
		return st;
	if ((st = integrate(worker, goal, FF_FIELD_NONEF)) == FF_OK)
		take_lengths(worker, trips, count);
	return st;
}

static void work(void *context, size_t part)
{
	struct scen *scen = context;
	struct worker *worker = &scen->workers[part];

	for (size_t g; worker->st == FF_OK && (g = atomic_fetch_add(&scen->next, 1)) < scen->end;)
		worker->st = find_group(worker, scen->trips + scen->groups[g],
					scen->groups[g + 1] - scen->groups[g]);
}

static void free_workers(struct scen *scen)
{
	for (size_t i = 0; i < scen->worker_count && scen->workers != NULL; i++) {
		free(scen->workers[i].field.cells);
		free(scen->workers[i].scratch);
	}
	free(scen->workers);
	scen->workers = NULL;
}

static enum ff_status make_workers(struct scen *scen, enum ff_field_type type, uint32_t unit,
				   struct ff_error *err)
{
	const struct ff_cost *cost = scen->cost;

	scen->scratch = ff_integrate_scratch(scen->model, type, cost->w, cost->h, &scen->alone);
	scen->workers = calloc(scen->worker_count, sizeof *scen->workers);
	for (size_t i = 0; i < scen->worker_count && scen->workers != NULL; i++) {
		struct worker *worker = &scen->workers[i];

		worker->scen = scen;
		worker->field =
			(struct ff_field){.w = cost->w, .h = cost->h, .type = type, .unit = unit};
		worker->field.cells = ff_memory_cells(cost->w, cost->h, ff_field_size(type));
		worker->scratch = ff_memory_cells(1, 1, scen->scratch);
		if (worker->field.cells == NULL || worker->scratch == NULL)
			free_workers(scen);
	}
	return scen->workers == NULL ? ff_status_nomem(err, "the integration fields") : FF_OK;
}

/* Finds all trips; FF_E_LIMIT if values do not fit that type. */
static enum ff_status find_all(struct scen *scen, enum ff_field_type type, uint32_t unit,
			       struct ff_pool *pool, struct ff_progress *progress,
			       struct ff_error *err)
{
	enum { ROUND = 8 }; /* goals of a thread between two reports of progress */
	enum ff_status st = make_workers(scen, type, unit, err);

	atomic_init(&scen->next, 0);
	scen->end = 0;
	while (st == FF_OK && scen->end < scen->group_count) {
		size_t more = ROUND * scen->worker_count, left = scen->group_count - scen->end;

		/* Each thread has counted 'next' once too often. */
		atomic_store(&scen->next, scen->end);
		scen->end += more < left ? more : left;
		ff_pool_run(pool, scen->worker_count, work, scen);
		for (size_t i = 0; i < scen->worker_count; i++)
			st = scen->workers[i].st != FF_OK ? scen->workers[i].st : st;
		ff_progress_show(progress, "integrating", scen->end, scen->group_count);
	}
	free_workers(scen);
	return st;
}

static int by_goal(const void *a, const void *b)
{
	const struct trip *left = a, *right = b;

	if (left->goal != right->goal)
		return left->goal < right->goal ? -1 : 1;
	return (left->entry > right->entry) - (left->entry < right->entry);
}

static int by_entry(const void *a, const void *b)
{
	const struct trip *left = a, *right = b;

	return (left->entry > right->entry) - (left->entry < right->entry);
}

/* Lists the trips of a file's scenarios, sorted by goals. */
static enum ff_status make_trips(struct scen *scen, const struct ff_movingai_scen *read,
				 struct ff_error *err)
{
	scen->count = read->count;
	scen->trips = calloc(read->count, sizeof *scen->trips);
	scen->groups = calloc(read->count + 1, sizeof *scen->groups);
	if (scen->trips == NULL || scen->groups == NULL)
		return ff_status_nomem(err, "the scenarios");
	for (size_t i = 0; i < read->count; i++) {
		const struct ff_movingai_scen_entry *e = &read->items[i];

		scen->trips[i].entry = e;
		scen->trips[i].start = (uint32_t)ff_cost_index(scen->cost, e->start_x, e->start_y);
		scen->trips[i].goal = (uint32_t)ff_cost_index(scen->cost, e->goal_x, e->goal_y);
	}
	qsort(scen->trips, scen->count, sizeof *scen->trips, by_goal);
	for (size_t i = 0; i < scen->count; i++)
		if (i == 0 || scen->trips[i].goal != scen->trips[i - 1].goal)
			scen->groups[scen->group_count++] = i;
	scen->groups[scen->group_count] = scen->count;
	return FF_OK;
}

static enum outcome compare_trip(const struct scen *scen, const struct trip *trip)
{
	const struct ff_movingai_scen_entry *entry = trip->entry;
	double off = trip->found - entry->length;
	double most = entry->slack + trip->diagonals * DIAGONAL_ERROR + trip->found * ROUNDING;

	if (scen->cost->cells[trip->start] == FF_COST_WALL ||
	    scen->cost->cells[trip->goal] == FF_COST_WALL)
		return ON_A_WALL;
	if (trip->found == (double)INFINITY)
		return NO_PATH;
	return off > most ? LONGER : off < -most ? SHORTER : SAME;
}

/* "7,0,1,2,3,4,2.8284,2.828427,0.000027,same" */
static size_t print_trip(char *to, const struct trip *trip, enum outcome outcome,
			 const struct ff_input *in)
{
	const struct ff_movingai_scen_entry *e = trip->entry;
	char *at = to;

	at += sprintf(at, "%zu,%" PRId32 ",%" PRId32 ",%" PRId32 ",%" PRId32 ",%" PRId32 ",",
		      e->line, e->bucket, e->start_x, e->start_y, e->goal_x, e->goal_y);
	memcpy(at, in->data + e->at, e->n);
	at += e->n;
	*at++ = ',';
	if (trip->found < (double)INFINITY) {
		at += ff_number_fixed(at, trip->found);
		*at++ = ',';
		at += ff_number_fixed(at, trip->found - e->length);
	} else {
		*at++ = ',';
	}
	at += sprintf(at, ",%s\n", outcomes[outcome]);
	return (size_t)(at - to);
}

/* Prints the lines, and returns the answer. */
static enum ff_status print_trips(const struct scen *scen, const struct ff_input *in, bool quiet,
				  double started, struct ff_error *err)
{
	static const char header[] =
		"line,bucket,start_x,start_y,goal_x,goal_y,expected,found,difference,verdict\n";
	enum { BUFFER = 64 * 1024, LINE = 256 };
	char buffer[BUFFER], clean[sizeof err->text];
	const struct trip *first = NULL;
	size_t n = strlen(header), wrong = 0;
	struct ff_output out;
	double largest = 0;
	enum ff_status st = ff_output_open(&out, "-", err);

	memcpy(buffer, header, n);
	for (size_t i = 0; i < scen->count && st == FF_OK; i++) {
		const struct trip *trip = &scen->trips[i];
		enum outcome outcome = compare_trip(scen, trip);

		if (outcome != SAME && wrong++ == 0)
			first = trip;
		if (trip->found < (double)INFINITY)
			largest = fmax(largest, fabs(trip->found - trip->entry->length));
		if (n > BUFFER - LINE - trip->entry->n) {
			st = ff_output_write(&out, buffer, n, err);
			n = 0;
		}
		n += print_trip(buffer + n, trip, outcome, in);
	}
	if (st == FF_OK && (st = ff_output_write(&out, buffer, n, err)) == FF_OK)
		st = ff_output_close(&out, err);
	if (st != FF_OK)
		return st;
	if (first != NULL)
		return ff_status_fail(err, FF_E_ANSWER,
				      "%s: %zu of %zu lengths are not as expected, the first in "
				      "line %zu: %s",
				      in->name, wrong, scen->count, first->entry->line,
				      outcomes[compare_trip(scen, first)]);
	if (quiet)
		return FF_OK;
	snprintf(clean, sizeof clean, "%s", in->name);
	ff_status_clean(clean);
	buffer[ff_number_fixed(buffer, largest)] = '\0';
	fprintf(stderr,
		"flowfield: %s: %zu paths to %zu goals, all as long as expected; largest "
		"difference %s; %.0f ms\n",
		clean, scen->count, scen->group_count, buffer, ff_clock_ms() - started);
	return FF_OK;
}

/* Reads the scenarios and compares their lengths; the map has been read. */
static enum ff_status compare_lengths(const struct ff_problem *problem,
				      const struct ff_options *options, int threads,
				      struct ff_input *in, double started, struct ff_error *err)
{
	struct ff_progress progress = ff_progress_begin(options->verbosity != FF_OPTIONS_QUIET);
	struct scen scen = {.model = &options->model,
			    .cost = ff_problem_cost(problem),
			    .margin = OCTILE_MARGIN,
			    .alone.cpu = ff_machine_best()};
	struct ff_movingai_scen read = {NULL, 0};
	struct ff_pool *pool = NULL;
	enum ff_status st = ff_movingai_read_scen(in, problem->size.w, problem->size.h, &read, err);

	if (st == FF_OK)
		st = make_trips(&scen, &read, err);
	if (st == FF_OK && ff_pool_open(threads, &pool) != FF_OK)
		st = ff_status_nomem(err, "threads");
	scen.worker_count = (size_t)threads;
	if (st == FF_OK)
		st = find_all(&scen, ff_integrate_type(&options->model), problem->unit, pool,
			      &progress, err);
	if (scen.count > 0 && st == FF_E_LIMIT) /* the map's costs need 64 bits */
		st = find_all(&scen, FF_FIELD_U64, problem->unit, pool, &progress, err);
	ff_progress_end(&progress);
	if (st == FF_OK) {
		qsort(scen.trips, scen.count, sizeof *scen.trips, by_entry);
		st = print_trips(&scen, in, options->verbosity == FF_OPTIONS_QUIET, started, err);
	}
	ff_pool_close(pool);
	free(scen.trips);
	free(scen.groups);
	free(read.items);
	return st;
}

/* Estimates the memory: the map, a field for each thread, and for each line the scenario, its trip
 * and its group. */
static uint64_t estimate(const struct ff_problem *problem, const struct ff_options *options,
			 int threads, const struct ff_input *in)
{
	enum {
		PIPE = 1 << 20,
		LINE = 32,
		HELD = 192
	}; /* bytes of a text in a pipe, of a line, of memory for a line */
	uint64_t cells = (uint64_t)problem->map.w * (uint64_t)problem->map.h;
	uint64_t text = ff_input_expect(in, PIPE);
	enum ff_field_type type = ff_integrate_type(&options->model);

	return problem->size.bytes + text + text / LINE * HELD +
	       (uint64_t)threads * (cells * ff_field_size(type) +
				    ff_integrate_scratch(&options->model, type, problem->map.w,
							 problem->map.h, NULL));
}

static enum ff_status solve_scenarios(const struct ff_options *options, struct ff_error *err)
{
	const struct scenarios *asked = (const struct scenarios *)options;
	struct ff_problem problem = {0};
	struct ff_input in = {.fd = STDIN_FILENO};
	int threads = options->threads > 0 ? options->threads : ff_pool_cores();
	double started = ff_clock_ms();
	enum ff_status st;

	if (threads > FF_THREADS_MAX)
		threads = FF_THREADS_MAX;
	if ((st = ff_sandbox_confine(options, NULL, err)) != FF_OK ||
	    (st = ff_problem_open(&problem, options, err)) != FF_OK ||
	    (st = ff_input_open(&in, asked->file, err)) != FF_OK)
		goto out;
	if (options->dry_run)
		ff_problem_print_size(&problem, estimate(&problem, options, threads, &in));
	else if ((st = ff_problem_read_map(&problem, options, err)) == FF_OK)
		st = compare_lengths(&problem, options, threads, &in, started, err);
out:
	ff_input_close(&in);
	ff_problem_free(&problem);
	return st;
}

#define OUTPUT_NAME(id, name, ...) name,

/* Goals, which the scenarios have, outputs, other requirements, and options that change paths. */
/* clang-format off */
static const char *const not_for_scen[] = {
	FF_OUTPUT_ROWS(OUTPUT_NAME)
	"goal", "goals", "from", "snap", "out-dir", "require", "max-unreached", "max-cost", "flee",
	"sight", "subdivide", "coarsen", "cell-size", "origin", "budget", NULL};
/* clang-format on */

static const struct ff_argv_table table = {
	"flowfield scen",
	"usage: flowfield scen MAP.map FILE.scen [options]\n"
	"\n"
	"Finds the path of each scenario of a MovingAI benchmark, and prints its length\n"
	"beside the expected one as a line of CSV.  The metric is octile (default) or\n"
	"manhattan.  Exit status 0: all lengths are the same, 1: not.\n",
	NULL,
	0,
	NULL,
	&ff_options_table,
	not_for_scen,
	NULL};

static enum ff_status check_options(struct ff_options *o, struct ff_error *err)
{
	const struct scenarios *asked = (const struct scenarios *)o;
	const char *wrong = NULL;

	ff_options_choose(o, FF_METRIC_OCTILE, 0);
	o->default_count = 0;
	if (asked->file == NULL)
		wrong = "there are no scenarios: name a .scen file, or -";
	else if (ff_model_is_continuous(&o->model))
		wrong = "scen compares lengths of paths of steps: --metric octile or manhattan";
	else if (o->model.step == FF_STEP_HOPS)
		wrong = "scen compares lengths of paths, and --step hops counts steps";
	if (wrong != NULL)
		return ff_status_fail(err, FF_E_USAGE, "%s", wrong);
	return ff_options_check_shared(o, err);
}

const struct ff_verb ff_scen_verb = {
	.name = "scen",
	.text = "compare path lengths of MovingAI scenarios",
	.table = &table,
	.size = sizeof(struct scenarios),
	.second = {"file of scenarios", offsetof(struct scenarios, file), "what is verified"},
	.check = check_options,
	.job = solve_scenarios,
};
