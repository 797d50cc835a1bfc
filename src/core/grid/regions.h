/*
 * Regions: connected areas of cells.
 */
#ifndef FF_CORE_GRID_REGIONS_H
#define FF_CORE_GRID_REGIONS_H

#include <stdbool.h>

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/image.h"

struct ff_region {
	uint64_t cells;
	size_t first; /* first cell in reading order */
};

/*
 * Labels the connected areas of the cells whose byte is in first..last, numbered by size, the
 * largest first (of equals the one whose first cell comes first).
 *
 *   cells     [w*h]  e.g. costs (1..FF_COST_MAX: open areas) or classes
 *   diagonal  8-connected, else 4-connected
 *   labels    made, as ff_labels_new() does
 *   regions   set; [labels->count], NULL if there are none; the caller owns it and passes it to
 *             free().  NULL: not wanted
 *
 * Linear time.  FF_OK, or FF_E_NOMEM (labels->cells is then NULL and 'regions' not set).  No
 * globals.
 */
enum ff_status ff_regions_label(int32_t w, int32_t h, const uint8_t *cells, uint8_t first,
				uint8_t last, bool diagonal, struct ff_labels *labels,
				struct ff_region **regions);

/* A callback for an area; 'box' is the least rectangle that contains it. */
typedef void ff_regions_found(void *context, const struct ff_region *area,
			      const struct ff_image_part *box);

/*
 * Calls 'found' for each such area, in the order of their last rows, in less time and O(w) memory.
 * FF_OK or FF_E_NOMEM.  No globals.
 */
enum ff_status ff_regions_find(int32_t w, int32_t h, const uint8_t *cells, uint8_t first,
			       uint8_t last, bool diagonal, ff_regions_found *found, void *context);

/*
 * Finds only the number of the areas and the largest ones, likewise.
 *
 *   count    set
 *   largest  [room]  set, in the order of ff_regions_label(); 'cells' 0: there are no more
 *
 * FF_OK, or FF_E_NOMEM (what is set means nothing).  No globals.
 */
enum ff_status ff_regions_largest(int32_t w, int32_t h, const uint8_t *cells, uint8_t first,
				  uint8_t last, bool diagonal, uint32_t room, uint32_t *count,
				  struct ff_region *largest);

#endif
