/*
 * Comparison of two states of a world, cell by cell.
 */
#ifndef FF_CORE_VERIFY_COMPARE_H
#define FF_CORE_VERIFY_COMPARE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/image.h"
#include "core/map/raster.h"

/* The layers of a map, [w*h] each and borrowed; NULL: not known.  Layers that only one side has are
 * not compared. */
struct ff_compare_side {
	const uint8_t *classes;         /* enum ff_class */
	const struct ff_raster *costs;  /* one channel; INFINITY: a wall */
	const uint8_t *directions;      /* enum ff_direction */
	const struct ff_raster *values; /* one channel: larger is worse */
	const struct ff_raster
		*codes; /* any channels, the same number on both sides: equal or not */
	const struct ff_raster *vectors; /* two channels */
};

struct ff_compare_question {
	int32_t w, h; /* of all grids, each >= 1 */
	struct ff_compare_side old, new;
	/*
	 * Values, and components of vectors, are equal within 'abs', or within 'rel' times the size
	 * of the old one, plus 'rounding' + 'relative' times the larger one for the rounding of
	 * their files; each >= 0.  Everything else is compared exactly, and so are these if all are
	 * 0.
	 */
	double abs, rel, rounding, relative;
	uint32_t area_limit; /* the most areas to list */
	/* [ignored_count]  rectangles of a map whose cells count as the same; grids that are
	 * pictures of the map have pixels[0]/pixels[1] pixels to a cell, other grids 1/1 */
	const struct ff_image_part *ignored;
	size_t ignored_count;
	int64_t pixels[2];
};

/* A changed cell and its numbers before and after: costs for GROUND, codes for CHANGED, directions
 * for TURNED, else values; NAN where they are not known, INFINITY where there was or is none. */
struct ff_compare_cell {
	int32_t x, y;
	double old, new;
};

struct ff_compare_tally {
	uint64_t cells;
	/*
	 * Undefined without cells.  The worst is the one whose cost or value changed most; where
	 * values came or went, the one nearest to a goal; of equals, and of CHANGED and TURNED, the
	 * first.
	 */
	struct ff_compare_cell first, worst;
};

struct ff_compare_result {
	uint8_t *cells;     /* [w*h]  owned: see enum ff_change */
	uint64_t differing; /* cells other than 0 */
	uint64_t turned;    /* cells with the flag */
	struct ff_compare_tally kinds[FF_CHANGE_KINDS];
	/* cells whose values rose and fell most, of any kind; x < 0: none */
	struct ff_compare_cell rise, fall;
	uint32_t area_count;          /* number of areas */
	uint32_t listed;              /* number of areas in 'areas' */
	struct ff_change_area *areas; /* [listed]  owned: the largest first, then by first cell */
};

/*
 * Compares two sides; free the result with ff_compare_free().  Two NaNs are equal, and values that
 * are not finite count as no value.
 *
 * Linear time; a byte per cell, and 4 more while areas are searched.  FF_OK, or FF_E_NOMEM (nothing
 * is set).  No globals.
 */
enum ff_status ff_compare(const struct ff_compare_question *question,
			  struct ff_compare_result *result);

void ff_compare_free(struct ff_compare_result *result);

#endif
