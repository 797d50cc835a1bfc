/*
 * What is said of a map that changes: a line for people, an object for programs.
 */
#ifndef FF_CLI_VERBS_UPDATE_REPORT_H
#define FF_CLI_VERBS_UPDATE_REPORT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/report.h"
#include "cli/verbs/repair.h"

struct ff_update_report_step {
	int32_t step;
	size_t edits; /* lines of the file; of --from-map: 0 */
	struct ff_repair_figures figures;
	uint64_t unreached[2]; /* cells, before and after it */
	double fresh_ms; /* with --verify: what integrating and choosing directions afresh took */
};

struct ff_update_report {
	const char *edits, *from_map;              /* files; NULL: none */
	bool verified;                             /* every step */
	const struct ff_update_report_step *steps; /* [count]  those so far */
	size_t count;
};

/* The object "update" of the report. */
extern const struct ff_report_verb ff_update_report_verb;

/* ff_update_report_repair() prints figures of a repair: "2 cells edited, 5 changed, 9 visited in
 * 0.01 ms". */
enum { FF_UPDATE_REPORT = 160 };
void ff_update_report_repair(const struct ff_repair_figures *figures, char text[FF_UPDATE_REPORT]);

/* These print a line about all steps, and about the last one. */
void ff_update_report_say(const struct ff_update_report *report, const char *name, FILE *to);
void ff_update_report_say_step(const struct ff_update_report *report, const char *name, FILE *to);

/* ff_update_report_unreached() says how many cells no goal reaches where they were as many as
 * 'before' and are 'now'; nothing if that is the same. */
enum { FF_UPDATE_REPORT_UNREACHED = 96 };
void ff_update_report_unreached(uint64_t before, uint64_t now,
				char text[FF_UPDATE_REPORT_UNREACHED]);

#endif
