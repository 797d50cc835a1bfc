/*
 * The report on a run: the answer to what the options require, warnings, the summary for people and
 * the JSON document for programs.
 */
#ifndef FF_CLI_REPORT_H
#define FF_CLI_REPORT_H

#include <stdio.h>

#include <jansson.h>

#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/problem.h"
#include "cli/solution.h"

enum ff_report_phase {
	FF_REPORT_READ,
	FF_REPORT_INTEGRATE,
	FF_REPORT_FLOW,
	FF_REPORT_DRAW,
	FF_REPORT_WRITE,
	FF_REPORT_TOTAL,
	FF_REPORT_PHASES,
};

enum { FF_REPORT_WARNINGS = 8 };

struct ff_report;

/* A requirement of --require or --max-unreached, which makes the answer yes or no. */
struct ff_report_requirement {
	const char *option; /* "require" or "max-unreached" */
	char value[64];     /* of the option: "40,12", "684", "10%"; "": it has none */
	char found[96];     /* "reached", "wall", "20 of 3957 cells (0.505 %)" */
	bool met;
};

/* A verb's additions to a report.  A function that is NULL adds or replaces nothing. */
struct ff_report_verb {
	const char *key; /* key of its object in the document */
	json_t *(*json)(
		const struct ff_report *report); /* makes the object; NULL if memory ran out */
	/* These print into the summary: the result, in place of the farthest cell; and times,
	 * behind those of integration and of directions. */
	void (*print_result)(const struct ff_report *report, FILE *to);
	void (*print_integrate)(const struct ff_report *report, FILE *to);
	void (*print_flow)(const struct ff_report *report, FILE *to);
	void (*warn)(struct ff_report *report);
	/* In place of requirements about cells: sets requirement i, false if there is none; and
	 * returns the answer, FF_OK or FF_E_ANSWER with one line in 'err'. */
	bool (*require)(const struct ff_report *report, size_t i,
			struct ff_report_requirement *out);
	enum ff_status (*answer)(const struct ff_report *report, struct ff_error *err);
	bool measures; /* without a heatmap, 0:MAX is about the verb's own pictures */
};

extern const struct ff_report_verb ff_report_run; /* adds nothing */

struct ff_report {
	const struct ff_report_verb *verb;
	const struct ff_options *options;
	const struct ff_problem *problem;
	const struct ff_solution *solution;
	const struct ff_machine *machine;
	struct ff_progress *progress;
	struct ff_plan *plan; /* its items get their files */
	json_t *earlier; /* borrowed; files that are listed before those of the plan; NULL: none */
	const struct ff_style *style, *film; /* as pictures and animations are drawn */
	enum ff_status answer;  /* FF_OK or FF_E_ANSWER: the answer to --require and the like */
	struct ff_error reason; /* of FF_E_ANSWER */
	uint64_t beyond;        /* cells that cost more than 0:MAX */
	uint64_t cost_digest, field_digest;
	double ms[FF_REPORT_PHASES];
	uint64_t peak_bytes;                     /* of the process */
	uint64_t heap_bytes;                     /* of the heap, at most */
	size_t frames;                           /* of the animation; 0: none */
	const char *outputs[FF_OPTIONS_OUTPUTS]; /* [output_count]  the paths written */
	size_t output_count;
	char warnings[FF_REPORT_WARNINGS][224]; /* [warning_count] */
	size_t warning_count;
};

/*
 * ff_report_examine() fills in the answer, the cells beyond 0:MAX, and the warnings.  Solution,
 * plan and style of the report are set before.
 */
void ff_report_examine(struct ff_report *report);

__attribute__((format(printf, 2, 3))) void ff_report_warn(struct ff_report *report,
							  const char *format, ...);

/* ff_report_list_files() adds the files of a plan to a list, as the report has them.  FF_OK, or
 * FF_E_NOMEM, and '*list' is NULL. */
enum ff_status ff_report_list_files(json_t **list, const struct ff_plan *plan,
				    struct ff_error *err);

/* ff_report_peak() returns the most memory that the process has used so far, in bytes. */
uint64_t ff_report_peak(void);

/*
 * ff_report_print_summary() prints the summary of a run whose files are in place, and
 * ff_report_print_warnings() the warnings.  Each line begins with 'prefix', which is ASCII.
 */
void ff_report_print_warnings(const struct ff_report *report, const char *prefix, FILE *to);
void ff_report_print_summary(const struct ff_report *report, const char *prefix, FILE *to);

/*
 * ff_report_json() makes the JSON document that the manual describes, with a
 * newline at its end; free() it.  NULL if memory ran out.
 */
char *ff_report_json(const struct ff_report *report);

#endif
