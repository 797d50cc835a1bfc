/*
 * Jobs side by side: each on one thread, with memory of its own, and nothing shared.
 */
#ifndef FF_CLI_VERBS_BATCH_H
#define FF_CLI_VERBS_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/options.h"
#include "cli/verbs/golden.h"
#include "cli/verbs/manifest.h"
#include "core/base/status.h"

struct ff_batch_options {
	const char *manifest; /* a path, or "-" */
	int workers;          /* 0: as many as there are cores */
	int shard, shards; /* the jobs shard - 1, shard - 1 + shards, ...: 1 <= shard <= shards */
	bool resume;
	struct ff_golden golden;
	const char *junit, *json; /* files for reports; NULL: none */
	bool github;
	bool no_sandbox;
	enum ff_options_verbosity verbosity;
};

/* How it went: jobs of this shard. */
struct ff_batch_counts {
	size_t passed, failed, skipped;
	enum ff_status worst;
	double ms;
	size_t goldens[FF_GOLDEN_STATES]; /* outputs */
};

/*
 * Runs the jobs of a manifest, which has been read, and tells of each on standard output and
 * standard error; what became of each stands in the manifest then.  Returns FF_OK, whatever became
 * of them, and sets 'counts'; or FF_E_USAGE where two jobs cannot be done side by side, FF_E_OUTPUT
 * where standard output fails, FF_E_NOMEM, and one line in 'err'.
 *
 * A signal that ends a program does so promptly, as soon as no temporary file is there: the call
 * does not return then.
 */
enum ff_status ff_batch_run(const struct ff_batch_options *options, struct ff_manifest *manifest,
			    struct ff_batch_counts *counts, struct ff_error *err);

/*
 * ff_batch_report_junit() and ff_batch_report_json() make a document about the jobs of a
 * shard, once they are over; free() it.  NULL if memory ran out.
 *
 *   rest  goldens that no job uses
 */
char *ff_batch_report_junit(const struct ff_batch_options *options,
			    const struct ff_manifest *manifest,
			    const struct ff_batch_counts *counts);
char *ff_batch_report_json(const struct ff_batch_options *options,
			   const struct ff_manifest *manifest, const struct ff_batch_counts *counts,
			   const struct ff_golden_rest *rest);

/*
 * Prints a workflow command, which GitHub shows beside the manifest's line, for each of the first
 * FF_BATCH_REPORT_SHOWN jobs that failed, and one that counts the others: it shows ten of a step.
 * A warning counts the goldens that no job uses and that are still there.
 */
enum { FF_BATCH_REPORT_SHOWN = 9 };
void ff_batch_report_github(const struct ff_batch_options *options,
			    const struct ff_manifest *manifest,
			    const struct ff_batch_counts *counts, const struct ff_golden_rest *rest,
			    FILE *to);

#endif
