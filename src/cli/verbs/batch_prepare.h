/*
 * What is done before a batch has threads that work: its lines, its files, its sandbox.
 */
#ifndef FF_CLI_VERBS_BATCH_PREPARE_H
#define FF_CLI_VERBS_BATCH_PREPARE_H

#include "cli/places.h"
#include "cli/verbs/batch_state.h"

/*
 * ff_batch_prepare() understands all lines, lists the jobs of this shard, and holds the files
 * of all jobs against each other.
 *
 *   batch   'first', 'folders', 'devices', 'todo', 'count', 'most', 'cpu' and 'no_sandbox' are set;
 *           'workers' may fall
 *   places  all 0; filled, also on failure
 *
 * FF_OK, though lines may be wrong, whose jobs are settled then; FF_E_USAGE where two jobs cannot
 * be done side by side, FF_E_NOMEM.
 */
enum ff_status ff_batch_prepare(struct ff_batch_state *batch, struct ff_places *places,
				struct ff_error *err);

/*
 * ff_batch_prepare_secure() makes the folders that are missing, and then gives up all but what
 * the jobs need.  FF_OK; FF_E_USAGE as above, of the images of maps that are only described;
 * FF_E_NOMEM.
 */
enum ff_status ff_batch_prepare_secure(struct ff_batch_state *batch, struct ff_places *places,
				       struct ff_error *err);

/* ff_batch_prepare_undo() removes those of the folders made that are still empty. */
void ff_batch_prepare_undo(const struct ff_batch_state *batch);

#endif
