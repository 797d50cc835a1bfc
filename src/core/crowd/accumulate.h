/*
 * Flow accumulation: how many ways lead through each cell.
 */
#ifndef FF_CORE_CROWD_ACCUMULATE_H
#define FF_CORE_CROWD_ACCUMULATE_H

#include "core/base/status.h"
#include "core/map/field.h"

/*
 * ff_accumulate() sets for each cell on how many of the paths along the directions it lies, if one
 * starts in each cell that has a direction: its own counts, too.  In linear time: a cell is
 * passed on once all that lead to it have been.
 *
 *   flow    [w*h]  directions that lead in no circle, as ff_descend() makes them
 *   visits  [w*h]  written: 1 or more, where paths end too; FF_LABELS_NONE where none
 *           comes.  'count' is the largest of them + 1
 *
 * Takes a byte a cell while it runs.  Returns FF_OK; FF_E_ARG if sizes differ, or the directions
 * lead in a circle (visits are then undefined); FF_E_NOMEM.  No globals.
 */
enum ff_status ff_accumulate(const struct ff_flow *flow, struct ff_labels *visits);

#endif
