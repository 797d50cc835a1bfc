/*
 * flowfield sectors --requests: a table of the costs of many requests on one graph.
 */
#include "cli/verbs/sectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/job.h"
#include "core/base/number.h"
#include "io/movingai.h"
#include "io/output.h"

enum { LINE = 192 }; /* most bytes of a line */

struct answers {
	const struct ff_sector_options *asked;
	const struct ff_cost *cost;
	struct ff_routing routing;
	struct ff_progress *progress;
	struct ff_buffer table;
	bool timed; /* the table has times, which differ from run to run */
	size_t reached;
};

static void put_line(struct answers *answers, const struct ff_movingai_scen_entry *request,
		     double ms)
{
	const struct ff_route *route = answers->routing.routes.items;
	const struct ff_model *model = &answers->routing.graph.model;
	size_t kept, computed = ff_routing_computed(&answers->routing, &kept);
	char *at = ff_buffer_room(&answers->table, LINE);

	if (at == NULL)
		return;
	at = ff_buffer_number(at, (uint64_t)request->start_x);
	at = ff_buffer_number(at, (uint64_t)request->start_y);
	at = ff_buffer_number(at, (uint64_t)request->goal_x);
	at = ff_buffer_number(at, (uint64_t)request->goal_y);
	if (route->reached)
		at += ff_model_is_continuous(model)
			      ? ff_number_fixed(at, route->cost)
			      : ff_number_ratio(at, (int64_t)route->cost, ff_model_unit(model));
	*at++ = ',';
	at = ff_buffer_number(at, computed);
	at += ff_number_print(at, kept);
	if (answers->timed)
		at += sprintf(at, ",%.3f", ms);
	*at++ = '\n';
	answers->table.used = (size_t)(at - answers->table.bytes);
	answers->reached += route->reached;
}

static enum ff_status answer_all(struct answers *answers, const struct ff_movingai_scen *requests,
				 struct ff_error *err)
{
	const struct ff_cost *cost = answers->cost;
	char *at = ff_buffer_text(answers->table.bytes,
				  "start_x,start_y,goal_x,goal_y,cost,computed,kept");
	enum ff_status st = FF_OK;

	at = ff_buffer_text(at, answers->timed ? ",ms\n" : "\n");
	answers->table.used = (size_t)(at - answers->table.bytes);
	for (size_t i = 0; i < requests->count && st == FF_OK; i++) {
		const struct ff_movingai_scen_entry *request = &requests->items[i];
		uint32_t start = (uint32_t)ff_cost_index(cost, request->start_x, request->start_y);
		struct ff_seed goal = {
			.cell = (uint32_t)ff_cost_index(cost, request->goal_x, request->goal_y)};
		const struct ff_seeds goals = {&goal, cost->cells[goal.cell] != FF_COST_WALL};
		double begun = ff_clock_ms();

		ff_progress_show(answers->progress, "answering requests", i, requests->count);
		st = ff_routing_find(&answers->routing, &goals, &start, 1, answers->asked->exact);
		if (st == FF_OK)
			put_line(answers, request, ff_clock_ms() - begun);
		else
			st = ff_status_nomem(err, "the requests");
	}
	return st == FF_OK ? ff_buffer_flush(&answers->table) : st;
}

/* Reads the requests, and answers them on the graph of a map that has been read. */
static enum ff_status answer_file(struct answers *answers, struct ff_job *job, struct ff_input *in,
				  struct ff_error *err)
{
	const struct ff_problem *problem = &job->problem;
	const struct ff_options *options = job->options;
	const struct ff_routing_setup setup = {.model = &options->model,
					       .cost = answers->cost,
					       .size = ff_sector_size(answers->asked, problem),
					       .machine = &job->machine};
	struct ff_movingai_scen requests = {NULL, 0};
	struct ff_output out;
	double begun = ff_clock_ms(), priced = begun;
	enum ff_status st =
		ff_movingai_read_requests(in, problem->map.w, problem->map.h, &requests, err);

	if (st != FF_OK)
		return st;
	ff_progress_show(&job->progress, "pricing the graph", 0, 0);
	if (ff_routing_open(&answers->routing, &setup) != FF_OK ||
	    ff_routing_prepare(&answers->routing) != FF_OK) {
		st = ff_status_nomem(err, "the graph of portals");
	} else if ((st = ff_output_open(&out, "-", err)) == FF_OK) {
		priced = ff_clock_ms();
		answers->table.out = &out;
		if ((st = answer_all(answers, &requests, err)) == FF_OK)
			st = ff_output_close(&out, err);
	}
	ff_routing_close(&answers->routing);
	free(requests.items);
	ff_progress_end(&job->progress);
	if (st == FF_OK && options->verbosity != FF_OPTIONS_QUIET)
		fprintf(stderr,
			"flowfield: %s: %zu request%s, %zu reached; graph %.0f ms, requests %.0f "
			"ms\n",
			problem->name, requests.count, requests.count == 1 ? "" : "s",
			answers->reached, priced - begun, ff_clock_ms() - priced);
	return st;
}

enum ff_status ff_sector_requests(const struct ff_sector_options *asked, struct ff_error *err)
{
	const struct ff_options *options = &asked->common;
	struct answers answers = {.asked = asked,
				  .table.err = err,
				  .timed = options->verbosity == FF_OPTIONS_VERBOSE};
	struct ff_input in = {.fd = STDIN_FILENO};
	struct ff_job *job;
	enum ff_status st;

	if ((st = ff_job_begin(&job, options, err)) == FF_OK &&
	    (st = ff_job_open(job, err)) == FF_OK &&
	    (st = ff_input_open(&in, asked->requests, err)) == FF_OK && !options->dry_run &&
	    (st = ff_problem_read_map(&job->problem, options, err)) == FF_OK) {
		answers.cost = ff_problem_cost(&job->problem);
		answers.progress = &job->progress;
		st = answer_file(&answers, job, &in, err);
	}
	ff_input_close(&in);
	if (st != FF_OK || options->dry_run)
		return ff_job_end(job, st, err);
	ff_job_free(job);
	return FF_OK;
}
