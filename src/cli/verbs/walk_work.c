#include "cli/verbs/walk_solution.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/outputs.h"
#include "core/base/memory.h"

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

unsigned ff_walk_work_grids(const struct ff_walk_options *options, const struct ff_plan *plan)
{
	unsigned grids = 0, needs = ff_plan_needs(plan);

	if ((needs & FF_OUTPUTS_TRAFFIC) != 0)
		grids |= options->traffic_in == FF_WALK_OPTIONS_TRAFFIC_SECONDS ? FF_TALLY_SECONDS
										: FF_TALLY_VISITS;
	if ((needs & FF_OUTPUTS_SPEEDS) != 0)
		grids |= FF_TALLY_SPEED;
	if ((needs & FF_OUTPUTS_DENSITY) != 0)
		grids |= FF_TALLY_DENSITY;
	if (options->simulate > 0 && (needs & FF_OUTPUTS_JAMS) != 0)
		grids |= FF_TALLY_STILL;
	return grids;
}
