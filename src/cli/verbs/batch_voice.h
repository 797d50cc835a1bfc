/*
 * What a batch says of its jobs.
 */
#ifndef FF_CLI_VERBS_BATCH_VOICE_H
#define FF_CLI_VERBS_BATCH_VOICE_H

#include "cli/job.h"
#include "cli/verbs/batch_state.h"

/* ff_batch_voice_words() is what a job says, unless it or the batch is quiet; the caller frees it;
 * NULL: nothing. */
char *ff_batch_voice_words(const struct ff_batch_state *batch, const struct ff_manifest_job *job,
			   const struct ff_job *made);

/*
 * ff_batch_voice_end() notes what became of a job, for ff_batch_voice_speak() to tell; does not
 * return if that is FF_E_SIGNAL: a signal is on its way that ends us.  Any thread; without 'lock'.
 */
void ff_batch_voice_end(struct ff_batch_state *batch, struct ff_manifest_job *job,
			enum ff_status st, const struct ff_error *err);

/*
 * ff_batch_voice_speak() tells of the jobs that are over, but of none before those above it,
 * unless somebody else is about it, who then tells of these, too.  The streams may make it wait:
 * not within the gate.  Any thread; without 'lock'.
 */
void ff_batch_voice_speak(struct ff_batch_state *batch);

#endif
