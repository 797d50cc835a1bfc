/*
 * What is said about two files that were compared: lines for people, which sort and grep
 * understand too, and a document for programs.
 */
#ifndef FF_CLI_VERBS_DIFF_REPORT_H
#define FF_CLI_VERBS_DIFF_REPORT_H

#include <jansson.h>

#include "cli/lines.h"
#include "cli/verbs/diff.h"

/*
 * ff_diff_report_lines() adds all that there is to say about a diff, each line behind
 * 'prefix'; 'verbose' also that there is nothing; no more than 'areas' are listed.  False if memory
 * ran out.
 */
bool ff_diff_report_lines(const struct ff_diff *diff, const char *prefix, bool verbose,
			  uint32_t areas, struct ff_lines *lines);

/* ff_diff_report_json() is the same as an object; NULL if memory ran out. */
json_t *ff_diff_report_json(const struct ff_diff *diff, const char *name);

#endif
