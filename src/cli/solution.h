/*
 * The solution of a problem: everything that outputs are made of.
 */
#ifndef FF_CLI_SOLUTION_H
#define FF_CLI_SOLUTION_H

#include "cli/output_plan.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "core/base/machine.h"
#include "core/map/field.h"
#include "core/solve/reach.h"
#include "core/solve/regions.h"
#include "core/solve/solve.h"
#include "draw/scene.h"

struct ff_solution {
	const void *own;       /* borrowed; what a verb finds out besides, for its outputs */
	struct ff_field field; /* owned, as all grids */
	bool partial;          /* some cells may not be computed, wherever they are */
	/* owned; cells in the order in which they became known, for a film of that; NULL: no film
	 */
	uint32_t *order;
	bool stopped; /* by --budget, before all cells were known */
	struct ff_flow flow;
	struct ff_classes classes;
	struct ff_labels nearest, allocation, ties, regions; /* cells NULL: not asked for */
	struct ff_reach_summary summary;
	struct ff_region largest;   /* of the open areas; no cells: not asked for */
	uint32_t area_count;        /* how many there are */
	struct ff_region *areas;    /* owned; [area_count], where 'regions' was asked for */
	struct ff_region unreached; /* the largest area that no goal reaches; no cells: none */
	uint64_t sighted;           /* cells that see a goal */
	struct ff_scene scene;      /* points to the above and to the problem */
	double integrate_ms, flow_ms;
};

/*
 * Solves a problem as the options say; free the solution with ff_solution_free() if FF_OK is
 * returned.  Else FF_E_NOMEM, or what ff_sector_solution_find() and ff_walk_solution_find()
 * return, with one line in 'err', and nothing is set.  'problem' must outlive it.
 */
enum ff_status ff_solution_find(struct ff_solution *solution, const struct ff_problem *problem,
				const struct ff_options *options, const struct ff_plan *plan,
				const struct ff_machine *machine, struct ff_progress *progress,
				struct ff_error *err);

/* A solution's question, and what its steps use; borrowed. */
struct ff_solution_work {
	const struct ff_problem *problem;
	const struct ff_options *options;
	const struct ff_plan *plan;
	const struct ff_machine *machine;
	struct ff_progress *progress;
};

/*
 * ff_solution_find() in steps, for problems that change: each makes a part of the solution of what
 * the problem is now, out of nothing or out of what has become wrong.
 *
 *   ff_solution_field()  the field
 *   ff_solution_flow()   of the field: directions without sight, and classes
 *   ff_solution_rest()   of both: sight, which turns directions, and all else
 *
 * Return as ff_solution_find() does; after a failure the solution is good only for
 * ff_solution_free().
 */
enum ff_status ff_solution_field(struct ff_solution *s, const struct ff_solution_work *of,
				 struct ff_error *err);
enum ff_status ff_solution_flow(struct ff_solution *s, const struct ff_solution_work *of,
				struct ff_error *err);
enum ff_status ff_solution_rest(struct ff_solution *s, const struct ff_solution_work *of,
				struct ff_error *err);

/* ff_solution_limited() integrates the problem into 'field', whose cells the caller owns, as far as
 * a limit in the field's units: FF_OK or FF_E_NOMEM. */
enum ff_status ff_solution_limited(const struct ff_solution_work *of, double limit,
				   struct ff_field *field, struct ff_error *err);

/* ff_solution_solve() is the solver's view of a solution, which both outlive. */
struct ff_solve ff_solution_solve(struct ff_solution *s, const struct ff_solution_work *of);

/*
 * ff_solution_guide() finds field, directions and classes only, of other goals, or for wider
 * walkers: 'cost' and 'seeds' stand in for the problem's own.  As ff_solution_find() otherwise.
 */
enum ff_status ff_solution_guide(struct ff_solution *solution, const struct ff_problem *problem,
				 const struct ff_options *options, const struct ff_plan *plan,
				 const struct ff_cost *cost, const struct ff_seeds *seeds,
				 const struct ff_machine *machine, struct ff_progress *progress,
				 struct ff_error *err);

void ff_solution_free(struct ff_solution *solution);

#endif
