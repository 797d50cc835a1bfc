/*
 * Comparison of two states of a world, cell by cell.
 */
#ifndef FF_CORE_VERIFY_COMPARE_H
#define FF_CORE_VERIFY_COMPARE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/raster.h"

/*
 * The data of a map, [w*h] each and borrowed; NULL: it is not.  What only one of the two has is not
 * compared.
 */
struct ff_compare_side {
	const uint8_t *classes;          /* enum ff_class */
	const uint8_t *costs;            /* 1..255 */
	const uint8_t *directions;       /* enum ff_direction */
	const struct ff_raster *values;  /* one channel: the more the worse */
	const struct ff_raster *codes;   /* any channels, as many as the other: equal or not */
	const struct ff_raster *vectors; /* two channels */
};

struct ff_compare_question {
	int32_t w, h; /* of all grids, each >= 1 */
	struct ff_compare_side old, new;
	/* Two values, or two numbers of vectors, are the same within 'abs', or within 'rel' times
	 * the old one's size, and 'rounding' + 'relative' times the larger one's for what their
	 * files left out; each >= 0.  All else is exact, and so are these if all are 0. */
	double abs, rel, rounding, relative;
	uint32_t area_limit; /* how many areas at most */
};

/* A cell and its numbers then and now: costs of the kind GROUND, codes of CHANGED, directions
 * of TURNED, else values; NAN where they are not known, INFINITY where there was or is none. */
struct ff_compare_cell {
	int32_t x, y;
	double old, new;
};

struct ff_compare_tally {
	uint64_t cells;
	/* Both undefined without cells.  The worst is the one whose cost or value changed most;
	 * where values came or went, the one that was or is nearest to a goal; of equals, and
	 * of CHANGED and TURNED, the first. */
	struct ff_compare_cell first, worst;
};

struct ff_compare_result {
	uint8_t *cells;     /* [w*h]  owned: see enum ff_change */
	uint64_t differing; /* cells that are not 0 */
	uint64_t turned;    /* cells with the flag */
	struct ff_compare_tally kinds[FF_CHANGE_KINDS];
	/* the cells whose values rose and fell most, whatever their kind; x < 0: none did */
	struct ff_compare_cell rise, fall;
	uint32_t area_count;          /* all of them */
	uint32_t listed;              /* how many of them are in 'areas' */
	struct ff_change_area *areas; /* [listed]  owned: the largest first, then by first cells */
};

/*
 * Finds what differs; free the result with ff_compare_free().  A
 * value that is not a number equals another such, and values that are not finite
 * are none.
 *
 * Linear time, a byte a cell, and 4 more while areas are looked for.  Returns FF_OK,
 * or FF_E_NOMEM (nothing is set).  No globals.
 */
enum ff_status ff_compare(const struct ff_compare_question *question,
			  struct ff_compare_result *result);

void ff_compare_free(struct ff_compare_result *result);

#endif
