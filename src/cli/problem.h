/*
 * What is to be solved: the map and the goals that the options name, read,
 * checked, and made ready.  The map comes last, so that it can be refused
 * before it takes any memory.
 */
#ifndef FF_CLI_PROBLEM_H
#define FF_CLI_PROBLEM_H

#include <stdbool.h>

#include "cli/options.h"
#include "core/base/status.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "io/formats.h"
#include "io/input.h"
#include "io/map_server.h"

/* A cell of the map in the file. */
struct ff_problem_cell {
	int32_t x, y;
};

enum { FF_PROBLEM_NOTES = 4 };

/* The stages of reading a problem. */
enum ff_problem_stage {
	FF_PROBLEM_NEW, /* it is {0} */
	FF_PROBLEM_FOUND,
	FF_PROBLEM_DESCRIBED,
	FF_PROBLEM_OPEN,
	FF_PROBLEM_READ,
};

/* With --subdivide all grids are twice as wide and high as the map in the file. */
struct ff_problem {
	enum ff_problem_stage stage;
	const char *name; /* of the map, in messages */
	const char *kind; /* of the file that the map is named by */
	const struct ff_format *format;
	struct ff_input in;               /* of the map, until that is read */
	bool described;                   /* the map is an image, named in a text of map_server */
	struct ff_map_server description; /* owned */
	char *image;                      /* owned; the image's path; NULL: the map is one itself */
	struct ff_georeference place;     /* of the map in the file */
	struct ff_grounds grounds;        /* owned; those of --legend */
	struct ff_problem_cell *required; /* owned; [options->required_count] */
	struct ff_problem_cell *sources;  /* owned; [options->source_count] */
	struct ff_cells_size size;        /* of the map in the file */
	struct ff_cost map;     /* owned; before it is read it has its size, and no cells */
	struct ff_cost closed;  /* owned; cells NULL: --radius closes nothing */
	struct ff_goals given;  /* owned, with its mask; where they are in the file's map */
	struct ff_goals wanted; /* owned, but for the mask; before --snap; items NULL: as given */
	struct ff_goals goals;  /* owned; where they are in 'map' */
	struct ff_seeds seeds;  /* owned */
	uint32_t unit;          /* of the field */
	double limit;           /* of the field, in its units */
	bool resolved;          /* ff_problem_resolve_goals() has been done */
	size_t moved;           /* how many goals and sources --snap has moved */
	char notes[FF_PROBLEM_NOTES][288]; /* the first of them */
	char pocket[256]; /* which of them is in a small part of the map; "": none */
};

/* ff_problem_may_describe() tells, by its name, whether the file that is named as the map may be a
 * text that only describes it: one in .yaml or .yml, or standard input. */
bool ff_problem_may_describe(const struct ff_options *options);

/*
 * Of a problem that is {0}, ff_problem_find() opens the file that is named as the map
 * and sets name, in and 'described': of that file it looks at the first bytes only,
 * or for a word.
 * ff_problem_describe() reads that file if it only describes the map, and sets
 * 'description', 'image' and 'place'.
 * ff_problem_open() does what of these has not been done yet, and reads what grows with the
 * goals: the map's header, the legend, and the files of goals; it sets kind, format, size,
 * grounds, given, required, sources, unit and the size of map.
 * ff_problem_read_map() then reads the map, and sets 'map', 'closed', 'unit' and 'limit'.
 * ff_problem_resolve() finds the goals and sources on it, and sets the rest.
 * ff_problem_read() does both.
 *
 * All return FF_OK, FF_E_USAGE, FF_E_INPUT, FF_E_LIMIT or FF_E_NOMEM, with one
 * line in 'err'; whatever they return, '*problem' is to be freed with
 * ff_problem_free().
 */
enum ff_status ff_problem_find(struct ff_problem *problem, const struct ff_options *options,
			       struct ff_error *err);
enum ff_status ff_problem_describe(struct ff_problem *problem, const struct ff_options *options,
				   struct ff_error *err);
enum ff_status ff_problem_open(struct ff_problem *problem, const struct ff_options *options,
			       struct ff_error *err);
enum ff_status ff_problem_read_map(struct ff_problem *problem, const struct ff_options *options,
				   struct ff_error *err);
enum ff_status ff_problem_resolve(struct ff_problem *problem, const struct ff_options *options,
				  struct ff_error *err);
enum ff_status ff_problem_read(struct ff_problem *problem, const struct ff_options *options,
			       struct ff_error *err);

/* ff_problem_print_size() prints what --dry-run says of a map that is open: its size, and that a
 * run takes about that many bytes. */
void ff_problem_print_size(const struct ff_problem *problem, uint64_t bytes);

void ff_problem_free(struct ff_problem *problem);

/* ff_problem_print_point() prints a point in metres: "1.5m,-2m". */
enum { FF_PROBLEM_POINT = 80 };
void ff_problem_print_point(double x, double y, char name[FF_PROBLEM_POINT]);

/* ff_problem_find_cell() sets 'cell' to that which a point in metres is in; 'what' is whose it is.
 * ff_problem_find_goals() does so for those goals that are points.  FF_OK, FF_E_USAGE or
 * FF_E_INPUT. */
enum ff_status ff_problem_find_cell(const struct ff_problem *problem, const char *what, double x,
				    double y, struct ff_problem_cell *cell, struct ff_error *err);
enum ff_status ff_problem_find_goals(const struct ff_problem *problem, struct ff_goals *goals,
				     struct ff_error *err);

/*
 * ff_problem_closes() tells whether walkers of a radius are too wide for some cells, where there
 * are walls; ff_problem_close() makes of a map one in which those are closed, and frees what was in
 * 'closed'; ff_problem_close_map() does so with the problem's map, if --radius closes anything.
 * FF_OK or FF_E_NOMEM.
 */
bool ff_problem_closes(double radius);
enum ff_status ff_problem_close(const struct ff_cost *map, double radius, struct ff_cost *closed,
				struct ff_error *err);
enum ff_status ff_problem_close_map(struct ff_problem *problem, const struct ff_options *options,
				    struct ff_error *err);

/*
 * ff_problem_read_other() reads another map just as the problem's own, which is open and described:
 * with the same levels, legend or description (it is an image if that of the problem is described),
 * of the same size, its cells split and closed likewise.
 *
 *   path    "-" is standard input
 *   map     set; the caller owns its cells
 *   closed  set; the caller owns its cells, which are NULL where --radius closes nothing
 *
 * FF_OK, FF_E_USAGE, FF_E_INPUT or FF_E_NOMEM, and nothing is set.
 */
enum ff_status ff_problem_read_other(const struct ff_problem *problem,
				     const struct ff_options *options, const char *path,
				     struct ff_cost *map, struct ff_cost *closed,
				     struct ff_error *err);

/* ff_problem_cost() is the map as walkers find it. */
const struct ff_cost *ff_problem_cost(const struct ff_problem *problem);

/* ---- from goals as they were given to seeds: problem_goals.c ---- */

/* ff_problem_read_goals() reads the goals of a problem whose map is open: it sets 'given', where
 * metres are metres still.  FF_OK, FF_E_USAGE, FF_E_INPUT, FF_E_LIMIT or FF_E_NOMEM. */
enum ff_status ff_problem_read_goals(struct ff_problem *problem, const struct ff_options *options,
				     struct ff_error *err);

/* ff_problem_copy_goals() makes 'to', whose items it frees, a copy that shares the mask: FF_OK or
 * FF_E_NOMEM.  The items may be NULL. */
enum ff_status ff_problem_copy_goals(struct ff_goals *to, const struct ff_goals *from,
				     struct ff_error *err);

/* ff_problem_asked_goals() is where the goals are in the map of the file before --snap: 'wanted',
 * or 'given'.
 */
struct ff_goals *ff_problem_asked_goals(struct ff_problem *problem);

/*
 * ff_problem_resolve_goals() moves the goals with --snap, from where they were wanted, checks them
 * where they are in the map of the file, and makes seeds of them on 'map', which is split and
 * closed already: once it has been read, and after it or the goals (ff_problem_asked_goals()) have
 * changed.  It sets given, wanted, goals, seeds and notes.  With --subdivide that takes time for
 * each cell of the map, as
 * --snap may, too.  FF_OK; FF_E_INPUT if there is no goal, or one has no open cell;
 * FF_E_NOMEM.  After a failure the problem has no seeds.
 */
enum ff_status ff_problem_resolve_goals(struct ff_problem *problem,
					const struct ff_options *options, struct ff_error *err);

/*
 * ff_problem_resolve_afresh() makes 'fresh' the problem with everything that follows from the map
 * and the goals as they were asked for made anew: the closed map, given, wanted, goals, seeds and
 * notes.  It borrows all else.  As ff_problem_resolve_goals(); whatever it returns, free it with
 * ff_problem_free_afresh().
 */
enum ff_status ff_problem_resolve_afresh(struct ff_problem *fresh, const struct ff_problem *problem,
					 const struct ff_options *options, struct ff_error *err);
void ff_problem_free_afresh(struct ff_problem *fresh);

#endif
