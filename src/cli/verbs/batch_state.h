/*
 * Shared by batch.c and the files batch_*.c: a batch under way, and its parts.
 */
#ifndef FF_CLI_VERBS_BATCH_STATE_H
#define FF_CLI_VERBS_BATCH_STATE_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "cli/job.h"
#include "cli/output_plan.h"
#include "cli/progress.h"
#include "cli/verbs/batch.h"
#include "cli/verbs/batch_files.h"
#include "core/base/machine.h"

/* A gate that threads pass for a while, until it is shut for good. */
struct ff_batch_gate {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	size_t inside;
	bool shut;
};

/* Makes an open gate; any thread may then enter, leave or shut it. */
void ff_batch_gate_open(struct ff_batch_gate *gate);

/* Enters, or waits for ever once the gate is shut; ff_batch_gate_leave() leaves. */
void ff_batch_gate_enter(struct ff_batch_gate *gate);
void ff_batch_gate_leave(struct ff_batch_gate *gate);

/* Keeps all others out for good, and returns when no thread is inside. */
void ff_batch_gate_shut(struct ff_batch_gate *gate);

/* Frees a gate that no thread is inside of or waits for. */
void ff_batch_gate_close(struct ff_batch_gate *gate);

/* Files that wait for the disk together, at most, except those of one job. */
enum { FF_BATCH_STATE_FILES = 64 };

/* A job whose outputs are written under temporary names. */
struct ff_batch_written {
	struct ff_manifest_job *job;
	struct ff_plan plan; /* owned */
	struct ff_error err; /* what is said if they are placed */
	enum ff_status st;
};

/* Jobs whose outputs are written and not in place. */
struct ff_batch_written_list {
	struct ff_batch_written *items[FF_BATCH_STATE_FILES]; /* owned; [count] */
	size_t count, files;
	double since; /* when the first came */
};

/* A batch under way. */
struct ff_batch_state {
	const struct ff_batch_options *options;
	struct ff_manifest *manifest;
	struct ff_strings first;       /* owned; of the environment */
	struct ff_strings folders;     /* owned; to be made; then those that were */
	struct ff_strings devices;     /* owned; what is written directly */
	struct ff_manifest_job **todo; /* owned; [count]  of this shard */
	size_t count;
	int workers;
	size_t most; /* files that are written and wait together, except those of one job */
	enum ff_cpu cpu;
	bool no_sandbox; /* asked for by any job */
	struct ff_batch_gate gate;
	atomic_bool stopped;  /* nothing listens: no more jobs are begun */
	sigset_t ending;      /* the signals that end the batch, and the one that wakes who waits */
	pthread_mutex_t lock; /* of what follows; nothing is waited for with it */
	struct ff_batch_written_list written; /* changed within the gate only */
	size_t begun, done, told;
	pthread_cond_t changed; /* something waits for its place, or nothing will any more */
	bool ended;             /* nothing will */
	pthread_mutex_t voice;  /* of both streams and what follows; never waited for */
	struct ff_progress progress;
	bool broken;       /* standard output is a pipe that nothing reads */
	enum ff_status st; /* of what concerns all */
	struct ff_error err;
};

/*
 * Understands all lines, lists the jobs of this shard, and holds the files of all jobs against each
 * other.
 *
 *   batch   'first', 'folders', 'devices', 'todo', 'count', 'most', 'cpu' and 'no_sandbox' are set;
 *           'workers' may fall
 *   places  all 0; filled, also on failure
 *
 * FF_OK, though lines may be wrong, whose jobs are settled then; FF_E_USAGE where two jobs cannot
 * be done side by side, FF_E_NOMEM.
 */
enum ff_status ff_batch_prepare(struct ff_batch_state *batch, struct ff_batch_files *places,
				struct ff_error *err);

/*
 * Makes the folders that are missing, and then gives up all but what the jobs need.  FF_OK;
 * FF_E_USAGE as above, of the images of maps that are only described; FF_E_NOMEM.
 */
enum ff_status ff_batch_prepare_secure(struct ff_batch_state *batch, struct ff_batch_files *places,
				       struct ff_error *err);

/* Removes those of the folders made that are still empty. */
void ff_batch_prepare_undo(const struct ff_batch_state *batch);

/* Returns what a job says, unless it or the batch is quiet; the caller frees it; NULL: nothing. */
char *ff_batch_voice_words(const struct ff_batch_state *batch, const struct ff_manifest_job *job,
			   const struct ff_job *made);

/*
 * Notes what became of a job, for ff_batch_voice_speak() to tell; does not return if that is
 * FF_E_SIGNAL: a signal is on its way that ends us.  Any thread; without 'lock'.
 */
void ff_batch_voice_end(struct ff_batch_state *batch, struct ff_manifest_job *job,
			enum ff_status st, const struct ff_error *err);

/*
 * Reports the jobs that are over, but none before those above it, unless another thread is doing
 * so, which then reports these, too.  The streams may make it wait: not within the gate.  Any
 * thread; without 'lock'.
 */
void ff_batch_voice_speak(struct ff_batch_state *batch);

enum { FF_BATCH_WORK_PATIENCE = 100 }; /* ms that a file waits for others */

/* Does a job; its outputs may be left to wait for others.  Any thread. */
void ff_batch_work(struct ff_batch_state *batch, struct ff_manifest_job *job);

/* Puts all that waits in place, if it is enough; called with 'lock' and within the gate, and leaves
 * both. */
void ff_batch_work_ripe(struct ff_batch_state *batch);

/* Does the same however little it is, when no more jobs are begun. */
void ff_batch_work_rest(struct ff_batch_state *batch);

#endif
