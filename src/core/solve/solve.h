/*
 * Solving: from a map and its goals to values, directions, classes, goals in sight and allocation.
 * Sizes, widths and memory are chosen here; the caller lends the problem and takes the solution.
 */
#ifndef FF_CORE_SOLVE_SOLVE_H
#define FF_CORE_SOLVE_SOLVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/grid/queue.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"
#include "core/solve/descend.h"
#include "core/solve/integrate.h"
#include "core/solve/sight.h"
#include "core/solve/strips.h"

/* A map with its goals, and its solution.  Grids have the size of 'cost'. */
struct ff_solve {
	/* The problem; borrowed. */
	const struct ff_model *model;
	const struct ff_cost *cost; /* with cells closed to wide walkers */
	const struct ff_seeds *seeds;
	uint32_t goals; /* number of goals of the seeds */
	double unit;    /* of the field and of the seeds' starts */
	double limit;   /* in that unit; INFINITY: none */
	double flee; /* < 0: factor of the values that walkers flee by; else they go to the goals */
	bool sight;  /* turn cells that see a goal straight towards it */
	size_t most; /* the most cells to settle; SIZE_MAX: all.  Not when fleeing */
	/* Settle cells in order, and have values, directions and classes of the settled ones after
	 * each step; the others are not yet.  Not when fleeing. */
	bool grows;
	/* Values NULL, or [w*h] where values are kept until the field is there (struct
	 * ff_integrate_kept), of a model of whole numbers, without 'flee', 'grows' and 'most'; they
	 * are taken over, and values beyond 32 bits are refused. */
	struct ff_integrate_kept kept;
	const struct ff_machine *machine;

	/*
	 * The solution.  All cells are allocated here; the caller owns them and passes them to
	 * free(); NULL: not there.  'nearest' and 'allocation' always belong to the current field.
	 */
	struct ff_field *field;
	struct ff_flow *flow;
	struct ff_classes *classes;
	struct ff_labels *nearest;    /* of ff_sight_step() */
	struct ff_labels *allocation; /* of ff_allocate() */
	bool stopped;                 /* by 'most', before all cells were settled */
	uint64_t effort;              /* cells settled or visited, and directions set, so far */

	/* Work under way, until the last step or ff_solve_end(). */
	struct ff_solve_work {
		struct ff_integrate run;    /* callers may read 'settled' */
		struct ff_strips *strips;   /* owned; instead of 'run', on even ground */
		bool exact;                 /* which of them */
		bool begun;                 /* the last step only began that run */
		struct ff_field away;       /* that run's, of a flee map or one that grows */
		uint32_t *order;            /* owned; the settled cells of one that grows... */
		size_t shown;               /* ...and how many of them are shown */
		struct ff_queue_heap front; /* cells beside those of an exact one */
		size_t seeded;              /* seeds that have been in it */
		uint64_t effort;            /* when it began... */
		uint64_t pace;              /* ...and, once it is done, for each settled cell */
		struct ff_descend_run flow;
		struct ff_solve_spread {
			uint8_t *ways; /* owned; [w*h]  steps to the lowest sum, or NULL */
			size_t *cells; /* owned; [room]  a queue from 'gone' on; NULL: not begun */
			size_t room, gone;
			size_t next;    /* the first cell that has not been looked at... */
			size_t at, end; /* ...and, of all that were ever in it, in the queue */
			bool failed;    /* memory ran out */
		} spread;
		struct ff_sight *sight; /* owned; goals in sight are searched */
		size_t turns;           /* cells that are to be turned towards them */
		struct ff_cost cost;    /* its map; owned */
		struct ff_seeds seeds;
		double zero;
		void *scratch; /* owned; NULL: no run is under way */
		bool fleeing;
	} work;
};

/* Returns true if the field of a map is exact in any direction: with euclid, where all open cells
 * have one cost. */
bool ff_solve_is_exact(const struct ff_model *model, const struct ff_cost *cost);

/*
 * Frees the field and all that depends on it; ff_solve_step() then works on 'budget' cells (>= 1),
 * or allocates and begins a run, and sets '*done' once the field is finished.  ff_solve_end() stops
 * work that is under way; the field is undefined then.
 *
 * Without seeds no cell has a value.
 *
 * FF_OK; FF_E_NOMEM; FF_E_ARG as ff_integrate_begin() does.  After a failure there is no field, and
 * no work under way.
 */
void ff_solve_begin(struct ff_solve *solve);
enum ff_status ff_solve_step(struct ff_solve *solve, size_t budget, bool *done);
void ff_solve_end(struct ff_solve *solve);

/* Sets directions, without sight, and classes from the field: FF_OK or FF_E_NOMEM.  Frees
 * 'nearest', whose effect on directions is undone.  ff_solve_flow_step() does so for about 'budget'
 * cells (>= 1) and sets '*done' with the last step, at once if they have grown with the field. */
enum ff_status ff_solve_flow(struct ff_solve *solve);
enum ff_status ff_solve_flow_step(struct ff_solve *solve, size_t budget, bool *done);

/*
 * Completes what depends on more than the cells around a cell, after ff_descend() or
 * ff_descend_around(): about 'budget' cells of it, and '*done' with the last.
 *
 * Rule "sum" with hops turns cells to the neighbour with the lowest sum, whether its value is lower
 * or not, except those from which such steps lead in a circle.  A cell that is turned leads to
 * others that are, also between two steps, so that every path ends at a goal.
 *
 * With a limit, each cell without a value becomes farther if a goal can be reached from it, and
 * else unreached, or, in a field that grows, not yet.
 *
 * FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_solve_spread(struct ff_solve *solve, size_t budget, bool *done);

/* Make 'nearest' and 'allocation' unless they exist; the first also turns directions, if 'sight'.
 * ff_solve_sight_step() does so for about 'budget' cells (>= 1), and sets '*done' with the last.
 * FF_OK or FF_E_NOMEM. */
enum ff_status ff_solve_sight(struct ff_solve *solve);
enum ff_status ff_solve_sight_step(struct ff_solve *solve, size_t budget, bool *done);
enum ff_status ff_solve_allocate(struct ff_solve *solve);

/* Converts a field of 64 bits to 32, in place, if all values fit. */
void ff_solve_narrow(struct ff_field *field);

/* Frees labels and sets them to none. */
void ff_solve_drop(struct ff_labels *labels);

#endif
