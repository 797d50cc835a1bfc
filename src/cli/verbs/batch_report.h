/*
 * What became of a batch, for programs that look at test results.
 */
#ifndef FF_CLI_VERBS_BATCH_REPORT_H
#define FF_CLI_VERBS_BATCH_REPORT_H

#include <stdio.h>

#include "cli/verbs/batch.h"

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
 * ff_batch_report_github() prints a workflow command, which GitHub shows beside the
 * manifest's line, for each of the first FF_BATCH_REPORT_SHOWN jobs that failed, and one that
 * counts the others: it shows ten of a step.  A warning counts the goldens that no job uses and
 * that are still there.
 */
enum { FF_BATCH_REPORT_SHOWN = 9 };
void ff_batch_report_github(const struct ff_batch_options *options,
			    const struct ff_manifest *manifest,
			    const struct ff_batch_counts *counts, const struct ff_golden_rest *rest,
			    FILE *to);

#endif
