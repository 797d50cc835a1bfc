/*
 * A solved problem that changes: what follows from the change is repaired, and all else stays.
 */
#ifndef FF_CLI_VERBS_REPAIR_H
#define FF_CLI_VERBS_REPAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "cli/problem.h"
#include "cli/solution.h"
#include "core/base/status.h"
#include "core/map/goals.h"
#include "core/sectors/routing.h"
#include "core/solve/solve.h"
#include "core/update/renew.h"

/* Figures of a repair. */
struct ff_repair_figures {
	size_t edited;  /* cells of the map with another cost */
	size_t changed; /* cells with another value; where rebuilt: only for --json */
	size_t visited; /* cells visited, each time counted; where rebuilt: all */
	size_t rebuilt; /* 1: field, directions and classes were made afresh; of a sum, how many */
	size_t steps;   /* of a sum: how many steps it is of */
	double ms;
	bool sectors;          /* the field has only some sectors, whose figures follow */
	size_t priced;         /* those whose portals were priced again */
	size_t computed, kept; /* those that have values, and of these the ones that kept them */
	size_t reached;        /* sources */
};

/* Filled by ff_repair_open(); a caller reads 'figures', of the last repair, and 'original'. */
struct ff_repair {
	struct ff_solution_work work;
	struct ff_problem *problem;
	struct ff_solution *solution;
	struct ff_solve solve; /* of the solution */
	struct ff_renew renew;
	struct ff_cost original; /* owned; the map at the beginning */
	struct ff_goals asked;   /* owned, except for the mask; the goals at the beginning */
	bool goals;              /* goals were added or removed since the last repair */
	struct ff_repair_figures figures;
};

/*
 * ff_repair_open() prepares for repairs of a problem and its solution, which ff_solution_find() has
 * found.  Repairs change both, and nothing else may meanwhile; all that 'work' names must outlive
 * it.  With work->values they change the problem only: ff_repair_sectors() finds the rest.  FF_OK;
 * FF_E_NOMEM; whatever it returns, ff_repair_close() frees what is there.
 */
enum ff_status ff_repair_open(struct ff_repair *repair, const struct ff_solution_work *work,
			      struct ff_problem *problem, struct ff_solution *solution,
			      struct ff_error *err);
void ff_repair_close(struct ff_repair *repair);

/*
 * ff_repair_edits() makes edits [count], all of one step, and repairs field, directions (without
 * sight) and classes.  ff_repair_reset() takes all repairs back.  After one or many of them,
 * ff_solution_rest() updates all other layers.
 *
 *   edits  [count >= 1]  rectangles inside the map of the file
 *   name   of the file of edits, for messages
 *
 * Return FF_OK; FF_E_INPUT if a goal would be on no open cell, or FF_EDITS_NOGOAL names none, or a
 * part of one; FF_E_LIMIT as ff_solution_find(); FF_E_NOMEM.
 * After a failure it is only good for ff_repair_close().
 */
enum ff_status ff_repair_edits(struct ff_repair *repair, const struct ff_edit *edits, size_t count,
			       const char *name, struct ff_error *err);
enum ff_status ff_repair_reset(struct ff_repair *repair, struct ff_error *err);

/*
 * ff_repair_sectors() brings a routing of the problem up to date with repairs, and answers a
 * request as ff_routing_find() does, with its results; it completes 'figures'.
 *
 * ff_repair_read() reads a file of edits of a problem, which is open and, except with --dry-run,
 * read; 'path' NULL: sets nothing.  Returns as
 * ff_edits_read().
 */
enum ff_status ff_repair_sectors(struct ff_repair *repair, struct ff_routing *routing,
				 const uint32_t *sources, size_t count, bool exact,
				 struct ff_error *err);
enum ff_status ff_repair_read(struct ff_edits *edits, const char *path, bool timed,
			      const struct ff_problem *problem, struct ff_error *err);

/* ff_repair_name() returns the name of a file of edits in messages. */
const char *ff_repair_name(const char *path);

/* ff_repair_add() adds the figures of a repair to a sum.  The cells of those that were rebuilt are
 * left out: how many have changed is not known. */
void ff_repair_add(struct ff_repair_figures *sum, const struct ff_repair_figures *figures);

/* ff_repair_print() prints a sum: "2 cells edited, 5 changed, 9 visited, 1 rebuild in
 * 0.01 ms"; of a field of sectors "2 cells edited, 1 sector priced again, 36 of 39 kept in 0.01
 * ms". */
enum { FF_REPAIR_TEXT = 160 };
void ff_repair_print(const struct ff_repair_figures *sum, char text[FF_REPAIR_TEXT]);

/* ff_repair_json() returns the figures of a repair of 'edits' lines, as reports have them. */
json_t *ff_repair_json(const struct ff_repair_figures *figures, size_t edits);

#endif
