/*
 * Paths: the ways on which walkers follow a guide.
 */
#ifndef FF_CORE_MAP_PATHS_H
#define FF_CORE_MAP_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/map/classes.h"

struct ff_path_point {
	double x, y;   /* in cells: 0,0 is the centre of the first cell */
	double length; /* from the start, in cells */
	double cost;   /* from the start: what walking there has cost */
	double time;   /* from the start, in seconds */
};

struct ff_path {
	uint64_t id;                  /* the walker's */
	struct ff_path_point *points; /* owned; [count >= 1]  the first one is where he starts */
	size_t count;
	uint64_t steps;      /* how many times he comes into another cell */
	enum ff_class class; /* of the cell where he starts */
	bool reached;        /* he comes to a goal: else he stays where he is */
};

/* Freed with ff_paths_free(). */
struct ff_paths {
	struct ff_path *items; /* [count]  in the order of the walkers */
	size_t count;
};

void ff_paths_free(struct ff_paths *paths);

#endif
