/*
 * A batch under way: what batch.c and the files batch_*.c share.
 */
#ifndef FF_CLI_VERBS_BATCH_STATE_H
#define FF_CLI_VERBS_BATCH_STATE_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "cli/plan.h"
#include "cli/progress.h"
#include "cli/verbs/batch.h"
#include "cli/verbs/batch_gate.h"
#include "core/base/machine.h"

/* Files that wait for the disk together, at most, but for those of one job. */
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

struct ff_batch_state {
	const struct ff_batch_options *options;
	struct ff_manifest *manifest;
	struct ff_words first;         /* owned; of the environment */
	struct ff_words folders;       /* owned; to be made; then those that were */
	struct ff_words devices;       /* owned; what is written directly */
	struct ff_manifest_job **todo; /* owned; [count]  of this shard */
	size_t count;
	int workers;
	size_t most; /* files that are written and wait together, but for those of one job */
	enum ff_cpu cpu;
	bool no_sandbox; /* asked for by any job */
	struct ff_batch_gate gate;
	atomic_bool stopped;  /* nobody listens: no more jobs are begun */
	sigset_t ending;      /* the signals that end the batch, and the one that wakes who waits */
	pthread_mutex_t lock; /* of what follows; nothing is waited for with it */
	struct ff_batch_written_list written; /* changed within the gate only */
	size_t begun, done, told;
	pthread_cond_t changed; /* something waits for its place, or nothing will any more */
	bool ended;             /* nothing will */
	pthread_mutex_t voice;  /* of both streams and what follows; never waited for */
	struct ff_progress progress;
	bool broken;       /* standard output is a pipe that nobody reads */
	enum ff_status st; /* of what concerns all */
	struct ff_error err;
};

#endif
