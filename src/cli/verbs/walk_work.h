/*
 * The steps of letting walkers walk, and what all of them need to know.
 */
#ifndef FF_CLI_VERBS_WALK_WORK_H
#define FF_CLI_VERBS_WALK_WORK_H

#include "cli/plan.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/solution.h"
#include "cli/verbs/walk_solution.h"
#include "core/base/machine.h"

/* All borrowed. */
struct ff_walk_work {
	struct ff_walk_solution *walk; /* in the making; its owner frees what a failed step left */
	const struct ff_solution *run;
	const struct ff_problem *problem;
	const struct ff_walk_options *options;
	const struct ff_plan *plan;
	const struct ff_machine *machine;
	struct ff_progress *progress;
	struct ff_error *err; /* where the line goes, if a step fails */
};

/* ff_walk_work_arrivals() makes room for when everybody arrives: FF_OK or FF_E_NOMEM. */
enum ff_status ff_walk_work_arrivals(const struct ff_walk_work *work);

/* ff_walk_work_grids() returns what is to be counted of cells for the outputs that are planned:
 * bits of enum ff_tally_grid. */
unsigned ff_walk_work_grids(const struct ff_walk_options *options, const struct ff_plan *plan);

/* ff_walk_work_note() notes that 'what' was moved, why, and where it is 'after': FF_OK or
 * FF_E_NOMEM. */
enum ff_status ff_walk_work_note(const struct ff_walk_work *work, const char *what, const char *why,
				 const char *after);

/*
 * ff_walk_places_find() sets the walkers of a solution that has its guides: those of the problem,
 * moved where --snap says so, and those of --spawn.  FF_OK; FF_E_INPUT if somebody cannot stand
 * where it is to start, or no more find room; FF_E_NOMEM.
 */
enum ff_status ff_walk_places_find(const struct ff_walk_work *work);

/*
 * ff_walk_crowd_simulate() lets the walkers of a solution, which has their places, walk all at
 * once.  FF_OK; FF_E_LIMIT if what is to be recorded takes more memory than is allowed; FF_E_NOMEM.
 */
enum ff_status ff_walk_crowd_simulate(const struct ff_walk_work *work);

#endif
