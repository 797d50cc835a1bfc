/*
 * flowfield MAP: what a command line without a verb does.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/job.h"
#include "cli/options.h"
#include "cli/verb.h"
#include "core/grid/regions.h"

static const struct ff_options_rule rules[] = {
	{"flee", FF_OPTIONS_WITHOUT, "animate budget",
	 "--flee and --animate or --budget: a flee map grows out of a finished field"},
};

static enum ff_status check_options(struct ff_options *o, struct ff_error *err)
{
	enum ff_status st;

	ff_options_choose(o, FF_METRIC_MANHATTAN, 0);
	o->grows = ff_options_animates(o);
	if ((st = ff_options_check_paths(o, err)) == FF_OK &&
	    (st = ff_options_check_shared(o, err)) == FF_OK)
		st = ff_options_check_rules(o, rules, sizeof rules / sizeof *rules, err);
	return st;
}

/* Finds the cell of an area that is nearest to the middle of the map. */
static struct ff_problem_cell find_middle(const struct ff_labels *labels, uint32_t area)
{
	struct ff_problem_cell found = {0, 0};
	int64_t least = INT64_MAX;

	for (int32_t y = 0; y < labels->h; y++)
		for (int32_t x = 0; x < labels->w; x++) {
			int64_t dx = 2 * (int64_t)x - labels->w, dy = 2 * (int64_t)y - labels->h;

			if (labels->cells[(size_t)y * (size_t)labels->w + (size_t)x] == area &&
			    dx * dx + dy * dy < least) {
				least = dx * dx + dy * dy;
				found = (struct ff_problem_cell){x, y};
			}
		}
	return found;
}

/* Describes a map that was given without a goal, with a command line that has one. */
static enum ff_status suggest_goal(const struct ff_problem *problem, const struct ff_strings *words,
				   struct ff_error *err)
{
	const struct ff_cost *map = ff_problem_cost(problem);
	const size_t cells = (size_t)map->w * (size_t)map->h;
	struct ff_region *regions;
	struct ff_labels areas;
	struct ff_problem_cell goal;
	char largest[40] = "s";
	uint64_t open = 0;
	size_t n;

	if (ff_regions_label(map->w, map->h, map->cells, 1, FF_COST_MAX, false, &areas, &regions) !=
	    FF_OK)
		return ff_status_nomem(err, "areas");
	for (uint32_t i = 0; i < areas.count; i++)
		open += regions[i].cells;
	if (areas.count == 1)
		*largest = '\0';
	else if (areas.count > 1)
		snprintf(largest, sizeof largest, "s (largest %" PRIu64 ")", regions[0].cells);
	ff_status_fail(err, FF_OK,
		       "%s: %" PRId32 "x%" PRId32 ": %" PRIu64 " open, %" PRIu64 " wall, %" PRIu32
		       " area%s; there is no goal%s",
		       problem->name, map->w, map->h, open, cells - open, areas.count, largest,
		       areas.count > 0 ? ".  Try: flowfield" : ", and no cell for one");
	n = strlen(err->text);
	for (size_t i = 1; i < words->count && n < sizeof err->text && areas.count > 0; i++) {
		const char *quote = ff_status_is_plain(words->items[i]) ? "" : "'";

		n += (size_t)snprintf(err->text + n, sizeof err->text - n, " %s%s%s", quote,
				      words->items[i], quote);
	}
	goal = find_middle(&areas, 0);
	if (n < sizeof err->text && areas.count > 0)
		snprintf(err->text + n, sizeof err->text - n, " --goal %" PRId32 ",%" PRId32,
			 goal.x * problem->block / problem->parts,
			 goal.y * problem->block / problem->parts);
	free(areas.cells);
	free(regions);
	return FF_E_USAGE;
}

/* Prints the paths written on standard output, where that carries no data, and a summary and
 * warnings on standard error.  With FF_E_ANSWER all files are written; after any other failure
 * none is changed, but what went directly to a pipe has gone. */
static enum ff_status run_map(const struct ff_options *options, struct ff_error *err)
{
	struct ff_job job;
	enum ff_status st;

	if ((st = ff_job_plan(&job, options, true, err)) != FF_OK ||
	    (st = ff_sandbox_enter(&job.plan.sandbox, err)) != FF_OK ||
	    (st = ff_problem_open(&job.problem, options, err)) != FF_OK)
		goto out;
	if (ff_options_check_goal(options, err) != FF_OK) {
		if ((st = ff_problem_read_map(&job.problem, options, err)) == FF_OK)
			st = suggest_goal(&job.problem, options->words, err);
		goto out;
	}
	if (options->dry_run || (st = ff_problem_read(&job.problem, options, err)) != FF_OK ||
	    (st = ff_job_ready(&job, err)) != FF_OK ||
	    (st = ff_solution_find(&job.solution, &job.work, err)) != FF_OK)
		goto out;
	ff_job_examine(&job);
	st = ff_job_publish(&job, err);
out:
	return ff_job_end(&job, st, err);
}

const struct ff_verb ff_run_verb = {
	.name = "",
	.text = "",
	.table = &ff_options_table,
	.size = sizeof(struct ff_options),
	.check = check_options,
	.job = run_map,
};
