/*
 * What a run tells about its walkers.
 */
#ifndef FF_CLI_VERBS_WALK_REPORT_H
#define FF_CLI_VERBS_WALK_REPORT_H

#include "cli/report.h"

/* The object "walk" and its part of the summary: how many walkers arrived and when, and how long
 * each phase took; warnings about walkers and groups; --require; and the film of a crowd. */
extern const struct ff_report_verb ff_walk_report_verb;

#endif
