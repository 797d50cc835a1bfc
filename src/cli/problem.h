/*
 * The problem to solve: the map and the goals that the options name, read, checked and made ready.
 * The map is read last, so that it can be refused before it takes memory.
 */
#ifndef FF_CLI_PROBLEM_H
#define FF_CLI_PROBLEM_H

#include <stdbool.h>

#include "cli/options.h"
#include "core/base/status.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/solve/seeds.h"
#include "io/costs.h"
#include "io/formats.h"
#include "io/input.h"

/* A cell of the map in the file. */
struct ff_problem_cell {
	int32_t x, y;
};

enum { FF_PROBLEM_NOTES = 4 };

/* With --subdivide all grids are twice as wide and high as the map in the file, with --coarsen they
 * have a cell for each of its blocks. */
struct ff_problem {
	const char *name; /* the map's name, for messages */
	const struct ff_format *format;
	struct ff_input in;               /* of the map, until that is read */
	bool placed;                      /* the map has a place in the world */
	struct ff_georeference place;     /* of the map in the file; not placed: 0, 0, 1 */
	struct ff_georeference world;     /* of 'map', likewise */
	struct ff_grounds grounds;        /* owned; those of --legend */
	struct ff_problem_cell *required; /* owned; [options->required_count] */
	struct ff_problem_cell
		*sources;     /* owned; [source_count]  of --from, unless a verb has more */
	uint64_t *source_ids; /* owned; [source_count]  NULL: 1, 2, ... */
	size_t source_count;
	struct ff_cells_size size; /* of the map in the file */
	/* A cell of the file has 'parts' cells of 'map' on a side, and a cell of 'map' has 'block'
	 * cells of the file; one of both is 1. */
	int32_t parts, block;
	struct ff_cost map;     /* owned; until it is read only its size is set */
	struct ff_cost closed;  /* owned; cells NULL: --radius closes nothing */
	struct ff_goals given;  /* owned, with its mask; in the file's map, after --snap */
	struct ff_goals wanted; /* owned, except the mask; before --snap; items NULL: as 'given' */
	struct ff_goals goals;  /* owned; in 'map' */
	struct ff_seeds seeds;  /* owned */
	double unit;            /* of the field */
	struct ff_costs costs;  /* of the map in the file */
	struct ff_model model;  /* that of the options, for such costs */
	double limit;           /* of the field, in its units */
	bool resolved;          /* ff_problem_resolve_goals() has been done */
	size_t moved;           /* number of goals and sources that --snap has moved */
	char notes[FF_PROBLEM_NOTES][288]; /* the first of them */
	uint64_t lost;                     /* cells of the file that --coarsen cuts off */
};

/*
 * The steps of reading a problem, which is {0} at first:
 *
 *   ff_problem_open()      reads the map's header, the legend and the files of goals; sets name,
 *                          format, size, place, grounds, given, required, sources, unit and the
 *                          size of map
 *   ff_problem_load()      reads the map's costs, which need no unit yet; sets costs, or map
 *   ff_problem_read_map()  does that if it has not been done; sets map, closed, unit and limit
 *   ff_problem_read()      does that, finds the goals and sources on it, and sets the rest
 *
 * Return FF_OK, FF_E_USAGE, FF_E_INPUT, FF_E_LIMIT or FF_E_NOMEM, with one line in 'err'.  Whatever
 * they return, free the problem with ff_problem_free().
 */
enum ff_status ff_problem_open(struct ff_problem *problem, const struct ff_options *options,
			       struct ff_error *err);
enum ff_status ff_problem_load(struct ff_problem *problem, const struct ff_options *options,
			       struct ff_error *err);
enum ff_status ff_problem_read_map(struct ff_problem *problem, const struct ff_options *options,
				   struct ff_error *err);
enum ff_status ff_problem_read(struct ff_problem *problem, const struct ff_options *options,
			       struct ff_error *err);

/* ff_problem_print_size() prints the lines of --dry-run about a map that is open: its size, and the
 * bytes of its layers, which have 'cell' bytes for each cell that is solved. */
void ff_problem_print_size(const struct ff_problem *problem, size_t cell);

void ff_problem_free(struct ff_problem *problem);

/* ff_problem_cell() returns the cell of 'map' that is the first part of a cell of the file's map,
 * or its block. */
static inline struct ff_problem_cell ff_problem_cell(const struct ff_problem *problem,
						     struct ff_problem_cell cell)
{
	return (struct ff_problem_cell){cell.x * problem->parts / problem->block,
					cell.y * problem->parts / problem->block};
}

/* ff_problem_name_goal() prints a goal as options have it, or the place of its middle in the world.
 */
void ff_problem_name_goal(const struct ff_problem *problem, size_t which, char name[FF_SEEDS_NAME]);

/* ff_problem_world() returns the place of 'map' in the world; NULL: it has none. */
const struct ff_georeference *ff_problem_world(const struct ff_problem *problem);

/*
 * ff_problem_find_point() sets 'at' to a point in metres in the file's map; 'what' names the point
 * in messages.  ff_problem_find_goals() finds the cells of all goals in metres.  FF_OK, FF_E_USAGE
 * or FF_E_INPUT.
 */
enum ff_status ff_problem_find_point(const struct ff_problem *problem, const char *what, double x,
				     double y, struct ff_georeference_point *at,
				     struct ff_error *err);
enum ff_status ff_problem_find_goals(const struct ff_problem *problem, struct ff_goals *goals,
				     struct ff_error *err);

/* ff_problem_find_places() finds the cells of places given with 'option', once the map's size is
 * known: 'cells' is set to [count], which the caller owns, or NULL if 'count' is 0.  FF_OK,
 * FF_E_USAGE, FF_E_INPUT or FF_E_NOMEM. */
enum ff_status ff_problem_find_places(const struct ff_problem *problem, const char *option,
				      const struct ff_options_place *places, size_t count,
				      struct ff_problem_cell **cells, struct ff_error *err);

/* ff_problem_closes() returns true if walkers of a radius are too wide for some cells near walls.
 */
bool ff_problem_closes(double radius);

/* ff_problem_radius() returns --radius in cells of 'map', as cells near walls are closed for it. */
static inline double ff_problem_radius(const struct ff_options *options)
{
	if (options->discs && !ff_problem_closes(options->radius))
		return options->radius;
	return options->coarsen.side > 0 ? options->radius / options->coarsen.side
					 : options->radius * (options->subdivide ? 2 : 1);
}

/* ff_problem_cost() returns the map with the cells closed that --radius closes. */
const struct ff_cost *ff_problem_cost(const struct ff_problem *problem);

/* ---- from the goals of the options to seeds ---- */

/* ff_problem_copy_goals() makes 'to' a copy of 'from' that shares its mask, and frees the items
 * that 'to' had: FF_OK or FF_E_NOMEM.  The items may be NULL. */
enum ff_status ff_problem_copy_goals(struct ff_goals *to, const struct ff_goals *from,
				     struct ff_error *err);

/* ff_problem_asked_goals() returns the goals in the file's map before --snap: 'wanted', or 'given'.
 */
struct ff_goals *ff_problem_asked_goals(struct ff_problem *problem);

/*
 * ff_problem_resolve_goals() moves the goals (--snap), checks them on the file's map, and makes
 * seeds of them on 'map', which is split and closed already.  Call it once the map has been read,
 * and after the map or ff_problem_asked_goals() has changed.  It sets given, wanted, goals, seeds
 * and notes.  With --subdivide, and possibly with --snap, its time grows with the cells of the map.
 *
 * FF_OK; FF_E_INPUT if a goal has no open cell; FF_E_NOMEM.  After a failure the problem has no
 * seeds.
 */
enum ff_status ff_problem_resolve_goals(struct ff_problem *problem,
					const struct ff_options *options, struct ff_error *err);

/*
 * ff_problem_resolve_afresh() makes 'fresh' a copy of the problem in which all that follows from
 * the map and ff_problem_asked_goals() is computed anew: closed, given, wanted, goals, seeds and
 * notes. It borrows all else.  Returns as ff_problem_resolve_goals(); whatever it returns, free it
 * with ff_problem_free_resolved().
 */
enum ff_status ff_problem_resolve_afresh(struct ff_problem *fresh, const struct ff_problem *problem,
					 const struct ff_options *options, struct ff_error *err);
void ff_problem_free_resolved(struct ff_problem *fresh);

#endif
