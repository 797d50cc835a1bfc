/*
 * The solution of a problem: everything that outputs are made of.
 */
#ifndef FF_CLI_SOLUTION_H
#define FF_CLI_SOLUTION_H

#include "cli/problem.h"
#include "cli/progress.h"
#include "core/base/machine.h"
#include "core/grid/regions.h"
#include "core/map/field.h"
#include "core/map/sectors.h"
#include "core/map/walkers.h"
#include "core/solve/reach.h"
#include "core/solve/solve.h"
#include "draw/scene.h"

enum { FF_SOLUTION_AREAS = 100 }; /* that are listed */

struct ff_solution {
	const void *own;       /* borrowed; the verb's findings, for outputs that only it has */
	struct ff_field field; /* owned, as all grids */
	bool partial;          /* some cells may not be computed, wherever they are */
	/* owned; for an animation: cells in the order in which they became known; NULL: no
	 * animation */
	uint32_t *order;
	bool stopped; /* by --budget, before all cells were known */
	struct ff_flow flow;
	struct ff_classes classes;
	/* In place of the cells of field, flow and classes: those of some sectors of the map.  See
	 * ff_solution_sectors(). */
	const struct ff_sector_field *values; /* borrowed; NULL: all cells are there */
	struct ff_sector_flow ways;           /* owned */
	uint64_t values_digest;
	size_t farthest; /* the first cell with the largest of the values */
	struct ff_labels nearest, allocation, ties, regions, bands; /* cells NULL: not asked for */
	float *detours, *chokes; /* [w*h]  owned, as the two below; NULL: not asked for */
	float (*room)[2], (*gains)[2];
	uint8_t *ridges;
	struct ff_reach_summary summary;
	struct ff_region largest; /* of the open areas; no cells: not asked for */
	uint32_t area_count;      /* number of open areas */
	struct ff_region *areas;  /* owned; [area_count]; NULL: 'regions' was not asked for */
	/* [unreached_count, or the lesser]  the largest areas that no goal reaches */
	struct ff_region unreached[FF_SOLUTION_AREAS];
	uint32_t unreached_count;
	uint64_t sighted; /* cells that see a goal */
	/* The sources of --from as walkers, the guide that they follow, and their paths. */
	struct ff_walkers sources; /* owned */
	struct ff_groups groups;   /* owned; theirs */
	struct ff_guide guide;
	struct ff_paths paths; /* owned; none: not asked for */
	/* borrowed, for --paths of walkers: their guides, and the scene, if not those here */
	const struct ff_guide *guides;
	const struct ff_scene *walked;
	struct ff_scene scene; /* points to the above and to the problem */
	double integrate_ms, flow_ms;
};

/* The question, and what solving it uses; all borrowed. */
struct ff_solution_work {
	const struct ff_problem *problem; /* outlives the solution */
	const struct ff_options *options;
	const struct ff_machine *machine;
	struct ff_progress *progress;
	const struct ff_cost *cost;   /* in place of the problem's own; NULL: that */
	const struct ff_seeds *seeds; /* the same */
	/* In place of integrating: the field of some sectors, and the routes for which these were
	 * computed; 'routes' NULL: the only sector was. */
	const struct ff_sector_field *values; /* NULL: the map is integrated */
	const struct ff_routes *routes;
};

/*
 * ff_solution_find() solves a problem as the options say; free the solution with
 * ff_solution_free() if FF_OK is returned.  Else FF_E_NOMEM and one line in 'err', and nothing is
 * set.
 *
 * ff_solution_guide() finds only field, directions and classes: for other goals, or for wider
 * walkers (work->cost, work->seeds).
 */
enum ff_status ff_solution_find(struct ff_solution *solution, const struct ff_solution_work *work,
				struct ff_error *err);
enum ff_status ff_solution_guide(struct ff_solution *solution, const struct ff_solution_work *work,
				 struct ff_error *err);

/*
 * ff_solution_find() in steps, for problems that change: each step makes a part of the solution
 * for what the problem is now, afresh or by repairing what is there.
 *
 *   ff_solution_field()  the field
 *   ff_solution_flow()   from the field: directions without sight, and classes
 *   ff_solution_rest()   from both: sight, which changes directions, and all else
 *
 * Return as ff_solution_find() does; after a failure the solution is good only for
 * ff_solution_free().
 */
enum ff_status ff_solution_field(struct ff_solution *s, const struct ff_solution_work *work,
				 struct ff_error *err);
enum ff_status ff_solution_flow(struct ff_solution *s, const struct ff_solution_work *work,
				struct ff_error *err);
enum ff_status ff_solution_rest(struct ff_solution *s, const struct ff_solution_work *work,
				struct ff_error *err);

/*
 * ff_solution_sectors() does what the last two steps do, from a field of some sectors, without a
 * grid of the map: for outputs that show no cells, without sight.  Returns as they do.
 *
 *   values  outlives the solution; each source reaches a goal there
 */
enum ff_status ff_solution_sectors(struct ff_solution *s, const struct ff_solution_work *work,
				   const struct ff_sector_field *values, struct ff_error *err);

/* ff_solution_raw() and ff_solution_class() return the content and the class of a cell. */
double ff_solution_raw(const struct ff_solution *s, size_t cell);
enum ff_class ff_solution_class(const struct ff_solution *s, size_t cell);

/* ff_solution_source() returns the cell that the i-th source of --from starts from: of the cells
 * that --subdivide has made of one, the first with the least value. */
size_t ff_solution_source(const struct ff_solution *s, const struct ff_problem *problem, size_t i);

/* The length of a path, the straight distance between its ends, both in cells of the file, and how
 * many times as long as that it is. */
struct ff_solution_way {
	double length, straight, ratio;
};

/* Returns the way of a walker's path, of which only the last point need be there, on a map that has
 * 'parts' cells along a side of a cell of the file; after ff_solution_join_paths(). */
struct ff_solution_way ff_solution_way(const struct ff_walker *walker, const struct ff_path *path,
				       int32_t parts);

/* ff_solution_join_paths() converts lengths, and costs if 'costs' is set, from cells of the
 * problem's map to those of the file, which have 'parts' of them along a side; points stay. */
void ff_solution_join_paths(struct ff_paths *paths, int32_t parts, bool costs);

/* ff_solution_solve() returns the solver's view of a solution, which both outlive. */
struct ff_solve ff_solution_solve(struct ff_solution *s, const struct ff_solution_work *work);

void ff_solution_free(struct ff_solution *solution);

#endif
