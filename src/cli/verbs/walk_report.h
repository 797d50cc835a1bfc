/*
 * What a run tells about its walkers.
 */
#ifndef FF_CLI_VERBS_WALK_REPORT_H
#define FF_CLI_VERBS_WALK_REPORT_H

#include <stdio.h>

#include <jansson.h>

#include "cli/options.h"
#include "cli/problem.h"
#include "cli/verbs/walk_solution.h"

/* ff_walk_report_json() is the object "walk" of the report; NULL if memory ran out. */
json_t *ff_walk_report_json(const struct ff_walk_solution *walk, const struct ff_problem *problem,
			    const struct ff_options *options);

/* ff_walk_report_say() says how many walkers arrived and when, for the summary. */
void ff_walk_report_say(const struct ff_walk_solution *walk, const struct ff_options *options,
			FILE *to);

/* ff_walk_report_phases() says how long each phase took, after a comma. */
void ff_walk_report_phases(const struct ff_walk_solution *walk, FILE *to);

#endif
