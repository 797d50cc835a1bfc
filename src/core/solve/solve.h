/*
 * Solving: from a map and its goals to values, directions, classes, goals in sight and allocation.
 * Sizes, widths and memory are chosen here; whoever solves only lends what is to be solved and
 * takes what comes out.
 */
#ifndef FF_CORE_SOLVE_SOLVE_H
#define FF_CORE_SOLVE_SOLVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"
#include "core/solve/integrate.h"

/* A map with its goals, and what is worked out of them.  Grids have the size of 'cost'. */
struct ff_solve {
	/* The problem; borrowed. */
	const struct ff_model *model;
	const struct ff_cost *cost; /* as walkers find it */
	const struct ff_seeds *seeds;
	uint32_t goals; /* how many the seeds are of */
	uint32_t unit;  /* of the field and of the seeds' starts */
	double limit;   /* in that unit; INFINITY: none */
	double flee;    /* < 0: away from the goals, by values of this factor; else to them */
	bool sight;     /* turn cells that see a goal straight at it */
	size_t most;    /* settle no more cells; SIZE_MAX: all.  Not when fleeing */
	const struct ff_machine *machine;

	/* The solution.  All cells are allocated here and owned by the caller, who passes them
	 * to free(); NULL: not there.  'nearest' and 'allocation', where there, are the field's. */
	struct ff_field *field;
	struct ff_flow *flow;
	struct ff_classes *classes;
	struct ff_labels *nearest;    /* ff_sight_nearest() */
	struct ff_labels *allocation; /* ff_allocate() */
	bool stopped;                 /* by 'most', before all cells were known */

	/* Work under way, from ff_solve_begin() to its end. */
	struct ff_solve_work {
		struct ff_integrate run; /* for reading: 'settled' */
		bool begun;              /* the last step only began that run */
		struct ff_field away;    /* of a flee map */
		struct ff_cost cost;     /* likewise, owned */
		struct ff_seeds seeds;
		double zero;
		void *scratch; /* owned; NULL: no run is under way */
		bool fleeing;
	} work;
};

/*
 * Frees the field, and what was made of it alone; ff_solve_step() then works at 'budget' cells (>=
 * 1), or allocates and begins a run, and sets '*done' once the field is finished.  ff_solve_end()
 * ends what is under way, if anything is; the field is undefined then.
 *
 * Return FF_OK; FF_E_NOMEM; FF_E_ARG as ff_integrate_begin() does.  After a failure there is no
 * field, and nothing is under way.
 */
void ff_solve_begin(struct ff_solve *solve);
enum ff_status ff_solve_step(struct ff_solve *solve, size_t budget, bool *done);
void ff_solve_end(struct ff_solve *solve);

/* Sets directions, without sight, and classes, from the field: FF_OK or FF_E_NOMEM.  It frees
 * 'nearest': what that had turned is turned back. */
enum ff_status ff_solve_flow(struct ff_solve *solve);

/* ff_solve_sight() and ff_solve_allocate() make 'nearest' and 'allocation' if they are not there;
 * the first also turns directions, if 'sight'.  FF_OK or FF_E_NOMEM. */
enum ff_status ff_solve_sight(struct ff_solve *solve);
enum ff_status ff_solve_allocate(struct ff_solve *solve);

/* Makes 32 bits of 64, in place, if all values fit. */
void ff_solve_narrow(struct ff_field *field);

/* Frees labels and forgets them. */
void ff_solve_drop(struct ff_labels *labels);

#endif
