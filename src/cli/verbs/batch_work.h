/*
 * The jobs of a batch, one by one, up to outputs that are in their places.
 */
#ifndef FF_CLI_VERBS_BATCH_WORK_H
#define FF_CLI_VERBS_BATCH_WORK_H

#include "cli/verbs/batch_state.h"

enum { FF_BATCH_WORK_PATIENCE = 100 }; /* ms that a file waits for others */

/* ff_batch_work() does a job; its outputs may be left to wait for others.  Any thread. */
void ff_batch_work(struct ff_batch_state *batch, struct ff_manifest_job *job);

/* ff_batch_work_ripe() puts all that waits in place, if it is enough; called with 'lock' and
 * within the gate, and leaves both. */
void ff_batch_work_ripe(struct ff_batch_state *batch);

/* ff_batch_work_rest() does the same however little it is, when no more jobs are begun. */
void ff_batch_work_rest(struct ff_batch_state *batch);

#endif
