/*
 * Connected areas.
 */
#ifndef FF_CORE_SOLVE_REGIONS_H
#define FF_CORE_SOLVE_REGIONS_H

#include <stdbool.h>

#include "core/base/status.h"
#include "core/map/field.h"

struct ff_region {
	uint64_t cells;
	uint32_t first; /* its first cell in reading order */
};

/*
 * Finds the connected areas of the cells whose byte is in first..last, and numbers them by size,
 * the largest first (of equals the one whose first cell comes first).
 *
 *   cells     [w*h]  e.g. costs (1..FF_COST_MAX: open areas) or classes
 *   diagonal  whether cells that meet at a corner only are connected
 *   labels    [w*h]  written; 'count' too
 *   regions   set; [labels->count], NULL if there is none; the caller owns it and passes it
 *             to free()
 *
 * Linear time.  Returns FF_OK, or FF_E_NOMEM ('labels' is then undefined and 'regions' not set).
 * No globals.
 */
enum ff_status ff_regions_label(int32_t w, int32_t h, const uint8_t *cells, uint8_t first,
				uint8_t last, bool diagonal, struct ff_labels *labels,
				struct ff_region **regions);

/*
 * Finds only how many such areas there are and which one would be the first, in less time and O(w)
 * memory.
 *
 *   count    set
 *   largest  set; no cells: there is none
 *
 * Returns FF_OK, or FF_E_NOMEM (nothing is set).  No globals.
 */
enum ff_status ff_regions_largest(int32_t w, int32_t h, const uint8_t *cells, uint8_t first,
				  uint8_t last, bool diagonal, uint32_t *count,
				  struct ff_region *largest);

#endif
