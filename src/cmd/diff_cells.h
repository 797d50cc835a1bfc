/*
 * Two files of cells, and what differs between them.
 */
#ifndef FF_CMD_DIFF_CELLS_H
#define FF_CMD_DIFF_CELLS_H

#include "cmd/diff_pair.h"

/*
 * ff_diff_cells() compares two files that are open and that ff_read_raster() reads.
 *
 *   pair  of 'diff' all is set but 'same' and 'equal'
 *
 * Returns as ff_diff_files(); on failure, too, whoever closes the pair frees what is in it.
 */
enum ff_status ff_diff_cells(struct ff_diff_pair *pair);

#endif
