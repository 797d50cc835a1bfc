/*
 * Maps for the samples, the tests and the bench: each kind poses a different
 * problem.  Integers only and random numbers of its own, so that the same
 * arguments give the same cells on every machine.
 */
#ifndef TESTS_MAPGEN_H
#define TESTS_MAPGEN_H

#include <stdbool.h>
#include <stdint.h>

struct map;

struct mapgen_kind {
	const char *name;
	const char *about;             /* one line */
	bool (*fill)(struct map *map); /* for mapgen_fill() */
};

/* all kinds; a NULL name ends the table */
extern const struct mapgen_kind mapgen_kinds[];

/*
 * mapgen_fill() makes a map of that kind; time is linear in its cells.
 *
 *   kind   a name from mapgen_kinds
 *   w, h   >= 1; w * h fits size_t.  What a kind is about shows from about 64x48
 *   seed   another seed gives another map, unless there is no chance in the kind
 *   cells  [w*h, row-major]  written: cost 1..254, or 255 for a wall
 *
 * Where both sides are 8 or more, cell w/2,h/2 is open; where they are 24 or
 * more, it lies in the largest open area.
 *
 * False, and the cells are undefined, if there is no such kind or memory ran out.
 */
bool mapgen_fill(const char *kind, int32_t w, int32_t h, uint64_t seed, uint8_t *cells);

#endif
