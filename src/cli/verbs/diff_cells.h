/*
 * Two files of cells, and what differs between them.
 */
#ifndef FF_CLI_VERBS_DIFF_CELLS_H
#define FF_CLI_VERBS_DIFF_CELLS_H

#include "cli/verbs/diff_pair.h"

/* ff_diff_cells_known() tells whether a file is one of cells: data, a picture or a map.  FF_OK;
 * FF_E_INPUT or FF_E_NOMEM where nothing can be read. */
enum ff_status ff_diff_cells_known(struct ff_input *in, bool *known, struct ff_error *err);

/*
 * ff_diff_cells() compares two files that are open and that ff_diff_cells_known() knows.
 *
 *   pair  of 'diff' all is set but 'same' and 'equal'
 *
 * Returns as ff_diff_files(); on failure, too, whoever closes the pair frees what is in it.
 */
enum ff_status ff_diff_cells(struct ff_diff_pair *pair);

/* ff_diff_cells_read() does so where both have been read. */
enum ff_status ff_diff_cells_read(struct ff_diff_pair *pair);

#endif
