/*
 * Runs of several processes (MPI, "make mpi"): each reads, solves and writes its share of the map.
 *
 * All processes call these functions in the same order and with the same options.
 */
#ifndef FF_CLI_CLUSTER_H
#define FF_CLI_CLUSTER_H

#include <stdbool.h>

#include "cli/options.h"
#include "core/base/status.h"

#ifdef FF_MPI

/* Begins and ends the use of MPI.  The end agrees on one status, that of the first process that
 * failed, and returns it to all; only one of them is to print 'err': '*print' is set. */
void ff_cluster_begin(int *argc, char ***argv);
enum ff_status ff_cluster_end(enum ff_status st, struct ff_error *err, bool *print);

/* Returns true if there is one process: then everything is as without MPI. */
bool ff_cluster_alone(void);

/* Does the job of a run: any status, and one line in 'err', in each process. */
enum ff_status ff_cluster_run(const struct ff_options *options, struct ff_error *err);

#else

static inline void ff_cluster_begin(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
}

static inline enum ff_status ff_cluster_end(enum ff_status st, struct ff_error *err, bool *print)
{
	(void)err;
	(void)print;
	return st;
}

static inline bool ff_cluster_alone(void)
{
	return true;
}

static inline enum ff_status ff_cluster_run(const struct ff_options *options, struct ff_error *err)
{
	(void)options;
	(void)err;
	return FF_E_USAGE;
}

#endif

#endif
