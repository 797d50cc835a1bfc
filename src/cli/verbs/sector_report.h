/*
 * The figures about sectors: for a run's summary, and for its report.
 */
#ifndef FF_CLI_VERBS_SECTOR_REPORT_H
#define FF_CLI_VERBS_SECTOR_REPORT_H

#include <stdio.h>

#include <jansson.h>

#include "cli/options.h"
#include "cli/verbs/sector_solution.h"

/* ff_sector_report_json() is the object that the manual describes; NULL if memory ran out. */
json_t *ff_sector_report_json(const struct ff_sector_solution *solution,
			      const struct ff_options *options);

/* ff_sector_report_say() prints how many sectors and how good the routes are: part of a line. */
void ff_sector_report_say(const struct ff_sector_solution *solution, FILE *to);

/* ff_sector_report_phases() prints how long all phases took: part of a line. */
void ff_sector_report_phases(const struct ff_sector_solution *solution, FILE *to);

#endif
