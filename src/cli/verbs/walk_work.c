#include "cli/verbs/walk_work.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/estimate.h"
#include "cli/outputs.h"
#include "core/base/memory.h"

enum ff_status ff_walk_work_fits(const struct ff_walk_work *work)
{
	struct ff_walk_solution *walk = work->walk;
	uint64_t bytes = work->held + walk->trajectories.bytes +
			 ff_estimate_paths(work->options, work->plan, walk->path_points);

	if (bytes > walk->estimated_bytes)
		walk->estimated_bytes = bytes;
	return ff_estimate_fits(bytes, work->problem, work->options, work->err);
}

uint64_t ff_walk_work_points(const struct ff_walk_work *work)
{
	uint64_t point = ff_estimate_paths(work->options, work->plan, 1);
	uint64_t most = (uint64_t)work->options->max_memory;

	return most > work->held ? (most - work->held) / point : 0;
}

enum ff_status ff_walk_work_arrivals(const struct ff_walk_work *work)
{
	struct ff_walk_solution *walk = work->walk;

	walk->arrivals = calloc(walk->walkers.count + 1, sizeof *walk->arrivals);
	return walk->arrivals == NULL ? ff_status_nomem(work->err, "walkers") : FF_OK;
}

enum ff_status ff_walk_work_note(const struct ff_walk_work *work, const char *what, const char *why,
				 const char *after)
{
	struct ff_walk_solution *walk = work->walk;
	void *notes = walk->notes;

	if (!ff_memory_grow(&notes, &walk->note_room, walk->note_count + 1, sizeof *walk->notes))
		return ff_status_nomem(work->err, "walkers");
	walk->notes = notes;
	snprintf(walk->notes[walk->note_count++], sizeof *walk->notes, "%.128s %s: moved to %.48s",
		 what, why, after);
	return FF_OK;
}

unsigned ff_walk_work_grids(const struct ff_options *options, const struct ff_plan *plan)
{
	unsigned grids = 0, needs = ff_plan_needs(plan);

	if ((needs & FF_OUTPUTS_TRAFFIC) != 0)
		grids |= options->walk.traffic_in == FF_OPTIONS_TRAFFIC_SECONDS ? FF_TALLY_SECONDS
										: FF_TALLY_VISITS;
	if ((needs & FF_OUTPUTS_SPEEDS) != 0)
		grids |= FF_TALLY_SPEED;
	if ((needs & FF_OUTPUTS_DENSITY) != 0)
		grids |= FF_TALLY_DENSITY;
	if (options->walk.simulate > 0 && (needs & FF_OUTPUTS_JAMS) != 0)
		grids |= FF_TALLY_STILL;
	return grids;
}
