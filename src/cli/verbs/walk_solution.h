/*
 * The walk of walkers: their guides, their paths, and the crowd that they are.
 */
#ifndef FF_CLI_VERBS_WALK_SOLUTION_H
#define FF_CLI_VERBS_WALK_SOLUTION_H

#include "cli/output_plan.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/solution.h"
#include "cli/verbs/walk_options.h"
#include "cli/verbs/walk_problem.h"
#include "core/base/machine.h"
#include "core/crowd/crowd.h"
#include "core/crowd/tally.h"
#include "core/map/field.h"
#include "core/map/walkers.h"
#include "draw/draw.h"

enum { FF_WALK_SOLUTION_JAMS = 20 }; /* the worst ones are listed */

enum ff_walk_solution_phase {
	FF_WALK_SOLUTION_GUIDES, /* but the first */
	FF_WALK_SOLUTION_PLACES,
	FF_WALK_SOLUTION_FOLLOW, /* everybody alone */
	FF_WALK_SOLUTION_SIMULATE,
	FF_WALK_SOLUTION_PHASES,
};

/* All zero: none. */
struct ff_walk_solution {
	const struct ff_walk_options *options;
	struct ff_walk_problem asked; /* owned */
	struct ff_walkers walkers;    /* owned; with those of --spawn, who come last */
	struct ff_guide *guides; /* owned; [guide_count]  the first is that of the run itself */
	size_t guide_count;
	struct ff_solution *solved; /* owned; [guide_room]  of those that are not shared */
	struct ff_cost *closed;     /* owned; [guide_room]  as well */
	size_t guide_room;
	/* The goals of all groups, for pictures, and the run's classes with their cells; owned;
	 * none if all walk to the run's goals. */
	struct ff_goals goals;
	size_t goal_room;
	struct ff_classes classes;
	struct ff_crowd_rules rules;
	struct ff_paths paths;       /* owned; none: not asked for */
	struct ff_arrival *arrivals; /* owned; [walkers.count] */
	struct ff_tally tally;       /* owned; what outputs need of it */
	float *speeds;               /* owned; [w*h]  NULL: not asked for; INFINITY: nobody */
	struct ff_labels all;        /* owned; of --traffic-all */
	/* Owned; none: not asked for.  Then, of each moment, what pictures of it say. */
	struct ff_trajectories trajectories;
	struct ff_draw_crowd_counts *counts; /* owned */
	struct ff_jam jams[FF_WALK_SOLUTION_JAMS];
	size_t jam_count, jam_all;
	uint64_t steps;                         /* of the crowd */
	size_t arrived, lost, walking, waiting; /* their sum is walkers.count */
	char (*notes)[224];                     /* owned; [note_count]  who was moved */
	size_t note_count, note_room;
	double ms[FF_WALK_SOLUTION_PHASES];
};

/*
 * ff_walk_solution_find() lets the walkers of a problem walk.
 *
 *   walk  {0} but for 'options' and 'asked'; set; whatever is returned, it is to be freed
 *   run   the solution of the run itself: field, directions and classes; it must outlive this one
 *
 * Returns FF_OK; FF_E_INPUT if a walker cannot be where it is to start; FF_E_LIMIT if that takes
 * more memory than is allowed; FF_E_NOMEM; and one line in 'err'.
 */
enum ff_status ff_walk_solution_find(struct ff_walk_solution *walk, const struct ff_solution *run,
				     const struct ff_problem *problem, const struct ff_plan *plan,
				     const struct ff_machine *machine, struct ff_progress *progress,
				     struct ff_error *err);

/* ff_walk_solution_seconds() is how long the crowd has walked. */
double ff_walk_solution_seconds(const struct ff_walk_solution *walk);

void ff_walk_solution_free(struct ff_walk_solution *walk);

/* The object "walk" and its part of the summary: how many walkers arrived and when, and how long
 * each phase took; warnings about walkers and groups; --require; and the film of a crowd. */
extern const struct ff_report_verb ff_walk_report_verb;

/* ---- the steps of letting walkers walk, and what all of them need to know ---- */

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
