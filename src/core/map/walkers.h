/*
 * Walkers: the layers that guide them, where they start, their paths, and when they arrive.
 *
 * Names: ff_guide, ff_world, ff_path, ff_paths, ff_trajectories, ff_arrivals.
 */
#ifndef FF_CORE_MAP_WALKERS_H
#define FF_CORE_MAP_WALKERS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/map.h"
#include "core/map/model.h"
#include "core/map/sectors.h"

/* The layers that guide walkers.  All have one size and are borrowed. */
struct ff_guide {
	const struct ff_cost *map; /* as read and edited: no disc touches its walls */
	/* As solved: 'map', or a copy in which cells too near to walls are closed to walkers'
	 * centres. */
	const struct ff_cost *cost;
	const struct ff_field *field;
	const struct ff_flow *flow;
	const struct ff_classes *classes; /* a walker in a cell of class goal has arrived */
	const struct ff_model *model;
	/* In place of field, flow and classes, which are NULL then, where only some sectors of the
	 * map have them. */
	const struct ff_sector_field *values;
	const struct ff_sector_flow *ways;
	double radius;    /* of the largest walkers that it leads, if that is above 0.5 */
	uint64_t version; /* changes with what it points to */
	bool pending;     /* not solved now: only 'map' may be read */
	bool aimless;     /* solved, without a goal */
	bool sight;       /* cells that see a goal point straight at it */
	bool walled;      /* 'map' has walls that were not there when it was solved */
};

/* Return the content, direction, vector and class of a cell, given its index, and the content that
 * means a cost of 1. */
static inline double ff_guide_raw(const struct ff_guide *guide, size_t cell)
{
	if (guide->field != NULL)
		return ff_field_raw(guide->field, cell);
	return ff_sector_field_raw(guide->values, (int32_t)(cell % (size_t)guide->cost->w),
				   (int32_t)(cell / (size_t)guide->cost->w));
}

/* Returns the roots that the vectors point at, except where a goal is in sight; or NULL. */
static inline const struct ff_roots *ff_guide_roots(const struct ff_guide *guide)
{
	return guide->field != NULL && guide->model->flow == FF_FLOW_GRADIENT && !guide->walled
		       ? guide->field->roots
		       : NULL;
}

static inline enum ff_direction ff_guide_direction(const struct ff_guide *guide, size_t cell)
{
	return guide->flow != NULL ? (enum ff_direction)guide->flow->cells[cell]
				   : ff_sector_flow_at(guide->ways, (uint32_t)cell).direction;
}

static inline struct ff_flow_vector ff_guide_vector(const struct ff_guide *guide, size_t cell)
{
	return guide->flow != NULL ? ff_flow_vector_at(guide->flow, cell)
				   : ff_sector_flow_at(guide->ways, (uint32_t)cell).vector;
}

static inline enum ff_class ff_guide_class(const struct ff_guide *guide, size_t cell)
{
	if (guide->classes != NULL)
		return (enum ff_class)guide->classes->cells[cell];
	return guide->cost->cells[cell] == FF_COST_WALL
		       ? FF_WALL
		       : ff_sector_flow_at(guide->ways, (uint32_t)cell).class;
}

static inline double ff_guide_unit(const struct ff_guide *guide)
{
	return guide->field != NULL ? guide->field->unit : guide->values->unit;
}

/* The handle of flowfield.h. */
struct ff_world {
	struct ff_guide guide; /* of the world's own grids; pending until it is solved */
	struct ff_world_work *work;
};

enum { FF_WALKERS_NAME = 32 }; /* bytes of a group's name, including its NUL */

#define FF_WALKERS_RADIUS_MIN 0.001
#define FF_WALKERS_RADIUS_MAX 1000
#define FF_WALKERS_SPEED_MIN  0.001
#define FF_WALKERS_SPEED_MAX  1000
#define FF_WALKERS_START_MAX  1000000

struct ff_walker {
	uint64_t id;    /* unique */
	uint32_t group; /* index in struct ff_walkers */
	uint32_t guide; /* index of its guide */
	double x, y;    /* in cells: 0,0 is the centre of the first cell */
	bool metres;    /* x and y are in metres (struct ff_georeference), not yet in cells */
	double radius;  /* in cells, > 0 */
	double speed;   /* top speed in cells per second, > 0 */
	double start;   /* seconds, >= 0: when it enters */
	size_t line;    /* line in its file, from 1; 0: there is no file */
};

/* Freed with ff_walkers_free(). */
struct ff_walkers {
	struct ff_walker *items; /* [count]  owned, in the order given */
	size_t count, room;
	char (*groups)[FF_WALKERS_NAME]; /* owned; [group_count]  names; the first may be "" */
	uint32_t group_count;
	size_t group_room;
	uint32_t *slots; /* owned; [slot_count]  hash table of names: 1 + group, or 0 */
	size_t slot_count;
};

/* Returns true if 'n' bytes may name a group: 1 to FF_WALKERS_NAME - 1 bytes, no control character,
 * none of , = : " #, and no blank at either end; or #rrggbb. */
bool ff_walkers_name_fits(const char *text, size_t n);

/* Returns 1 + the group of that name; 0: there is none. */
uint32_t ff_walkers_find(const struct ff_walkers *walkers, const char *name);

/* Sets 'group' to the group named by 'n' < FF_WALKERS_NAME bytes, adding it if there is none.
 * FF_OK or FF_E_NOMEM. */
enum ff_status ff_walkers_group(struct ff_walkers *walkers, const char *name, size_t n,
				uint32_t *group);

/* Appends 'count' walkers, all zero, and returns the first; NULL if memory ran out. */
struct ff_walker *ff_walkers_add(struct ff_walkers *walkers, size_t count);

void ff_walkers_free(struct ff_walkers *walkers);

struct ff_path_point {
	double x, y;   /* in cells: 0,0 is the centre of the first cell */
	double length; /* from the start, in cells */
	double cost;   /* from the start */
	double time;   /* from the start, in seconds */
};

struct ff_path {
	uint64_t id;                  /* the walker's */
	struct ff_path_point *points; /* owned; [count >= 1]  from its start; or only the last */
	size_t count;
	uint64_t steps;          /* how many times it enters another cell */
	enum ff_class class;     /* of its first cell */
	bool reached;            /* false: no goal can be reached, and it stays where it is */
	double value;            /* the field's at its source, in units of cost; of --from alone */
	struct ff_joint *joints; /* owned; [joint_count]  see ff_joints_add() */
	size_t joint_count;
};

/* Drops the first points of a path, but not the last, which has the figures of the whole path. */
void ff_path_trim(struct ff_path *path, size_t first);

/* Freed with ff_paths_free(). */
struct ff_paths {
	struct ff_path *items; /* [count]  in the order of the walkers */
	size_t count;
	/* Follows some walkers again, from 'first' on, and at least one: sets 'some', which the
	 * caller frees.  Returns false if memory ran out; may be called from any thread.  NULL: all
	 * points are kept; else 'items' have only the last ones */
	bool (*follow)(const void *context, size_t first, struct ff_paths *some);
	const void *context;
};

/* Sets 'some' to paths from 'first' on with all their points; false if memory ran out.  Frees those
 * that it had before, which is {0} at first and, in the end, passed to ff_paths_leave(). */
bool ff_paths_enter(const struct ff_paths *paths, size_t first, struct ff_paths *some);
void ff_paths_leave(const struct ff_paths *paths, struct ff_paths *some);

void ff_paths_free(struct ff_paths *paths);

struct ff_trajectories_place {
	double x, y; /* in cells: 0,0 is the centre of the first cell */
};

/* The walkers on the map at one time. */
struct ff_trajectories_moment {
	double time;                          /* seconds since the beginning */
	uint32_t *walkers;                    /* owned; [count]  indices of walkers, ascending */
	struct ff_trajectories_place *places; /* owned; [count] */
	size_t count;
};

/* Freed with ff_trajectories_free(); all zero: empty. */
struct ff_trajectories {
	struct ff_trajectories_moment *moments; /* owned; [count]  equally spaced in time */
	size_t count, room;
};

/* Appends a moment with room for 'count' walkers, for the caller to fill in; NULL if memory ran
 * out, and nothing has changed. */
struct ff_trajectories_moment *ff_trajectories_add(struct ff_trajectories *all, double time,
						   size_t count);

void ff_trajectories_free(struct ff_trajectories *all);

struct ff_arrival {
	double entered; /* seconds: when it entered the map; INFINITY: not yet */
	double arrived; /* seconds, >= entered: when it reached a goal; INFINITY: not yet */
	double x, y;    /* in cells: where it is last */
	bool lost;      /* no goal can be reached from its start: it never enters */
};

/* Returns true if the walker has reached a goal. */
static inline bool ff_arrivals_reached(const struct ff_arrival *arrival)
{
	return arrival->arrived < (double)INFINITY;
}

#endif
