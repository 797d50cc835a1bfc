/*
 * A solved problem that changes: what the change touches is repaired, and all else stays.
 */
#ifndef FF_CLI_VERBS_REPAIR_H
#define FF_CLI_VERBS_REPAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/problem.h"
#include "cli/solution.h"
#include "core/base/status.h"
#include "core/map/goals.h"
#include "core/solve/solve.h"
#include "core/update/renew.h"

/* Figures of a repair. */
struct ff_repair_figures {
	size_t edited;  /* cells of the map that cost something else now */
	size_t changed; /* cells whose value is another one now; where rebuilt: only for --json */
	size_t visited; /* cells looked at, each time counted; where rebuilt: all */
	bool rebuilt;   /* field, directions and classes have been made afresh */
	double ms;      /* that these took */
};

/* Filled by ff_repair_open(); a caller reads 'figures', of the last repair, and 'original'. */
struct ff_repair {
	struct ff_solution_work work;
	struct ff_problem *problem;
	struct ff_solution *solution;
	struct ff_solve solve; /* of the solution */
	struct ff_renew renew;
	uint8_t *original;     /* owned; [w*h]  what the map cost in the beginning */
	struct ff_goals asked; /* owned, except for the mask; those of the beginning */
	bool goals;            /* goals have come or gone since the last repair */
	bool renumbered;       /* and others have their numbers now */
	struct ff_repair_figures figures;
};

/*
 * ff_repair_open() prepares for repairs of a problem and its solution, which ff_solution_find() has
 * found.  Both are changed by repairs, and by nobody else meanwhile; all that 'work' names must
 * outlive it.  FF_OK; FF_E_NOMEM; whatever it returns, ff_repair_close() frees what is there.
 */
enum ff_status ff_repair_open(struct ff_repair *repair, const struct ff_solution_work *work,
			      struct ff_problem *problem, struct ff_solution *solution,
			      struct ff_error *err);
void ff_repair_close(struct ff_repair *repair);

/*
 * ff_repair_edits() makes edits [count], all of one step, and repairs field, directions (without
 * sight) and classes.  ff_repair_map() does so for another map in place of the problem's.
 * ff_repair_reset() takes all repairs back.  Then, or after many of them, ff_repair_complete()
 * makes all other layers what they should be: until then they are those of earlier.
 *
 *   edits  [count >= 1]  rectangles inside the map of the file
 *   name   of the file of edits, for messages
 *   map    [w*h]  as large as that of the problem
 *
 * Return FF_OK; FF_E_INPUT if a goal would be on no open cell or
 * there would be none, or FF_EDITS_NOGOAL names none, or a part of one; FF_E_LIMIT as
 * ff_solution_find(); FF_E_NOMEM.  After a failure it is only good for ff_repair_close().
 */
enum ff_status ff_repair_edits(struct ff_repair *repair, const struct ff_edit *edits, size_t count,
			       const char *name, struct ff_error *err);
enum ff_status ff_repair_map(struct ff_repair *repair, const struct ff_cost *map,
			     struct ff_error *err);
enum ff_status ff_repair_reset(struct ff_repair *repair, struct ff_error *err);
enum ff_status ff_repair_complete(struct ff_repair *repair, struct ff_error *err);

#endif
