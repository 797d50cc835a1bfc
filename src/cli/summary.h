/*
 * A run in a few lines, for people.
 */
#ifndef FF_CLI_SUMMARY_H
#define FF_CLI_SUMMARY_H

#include <stdio.h>

#include "cli/report.h"

/*
 * ff_summary_warn() prints the warnings and ff_summary_say() the summary of a run whose files are
 * written, each line after "WHO: ".
 */
void ff_summary_warn(const struct ff_report *report, const char *who, FILE *to);
void ff_summary_say(const struct ff_report *report, const char *who, FILE *to);

#endif
