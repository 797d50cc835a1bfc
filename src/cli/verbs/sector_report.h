/*
 * The figures about sectors: for a run's summary, and for its report.
 */
#ifndef FF_CLI_VERBS_SECTOR_REPORT_H
#define FF_CLI_VERBS_SECTOR_REPORT_H

#include "cli/report.h"

/* The object "sectors" and its part of the summary: how many sectors, how good the routes are, and
 * how long all phases took; and warnings about sources. */
extern const struct ff_report_verb ff_sector_report_verb;

#endif
