/*
 * The figures about one run: a line for people, a document for programs.
 */
#ifndef FF_CLI_REPORT_H
#define FF_CLI_REPORT_H

#include "cli/options.h"
#include "cli/plan.h"
#include "cli/problem.h"
#include "cli/solution.h"
#include "cli/verbs/update_report.h"

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

/* Files that rounds before have written. */
struct ff_report_file {
	enum ff_options_output kind;
	int format; /* of ff_outputs_find() */
	char *path; /* owned */
};
struct ff_report_files {
	struct ff_report_file *items; /* owned; [count] */
	size_t count, room;
};

struct ff_report {
	const struct ff_options *options;
	const struct ff_problem *problem;
	const struct ff_solution *solution;
	const struct ff_machine *machine;
	const struct ff_plan *plan;
	const struct ff_report_files *earlier; /* told of before those of the plan; NULL: none */
	const struct ff_update_report *update; /* with FF_OPTIONS_UPDATE; else NULL */
	const struct ff_style *style;          /* as pictures are drawn */
	enum ff_status answer;  /* FF_OK or FF_E_ANSWER: what --require and the like ask */
	struct ff_error reason; /* of FF_E_ANSWER */
	uint64_t beyond;        /* cells that cost more than --range */
	uint64_t cost_digest, field_digest;
	double ms[FF_REPORT_PHASES];
	uint64_t peak_bytes, estimated_bytes;
	size_t frames;                               /* of the animation; 0: there is none */
	const char *outputs[FF_OPTIONS_OUTPUTS + 1]; /* [output_count]  the paths written */
	size_t output_count;
	char warnings[FF_REPORT_WARNINGS][224]; /* [warning_count] */
	size_t warning_count;
};

/* ff_report_warn() adds a warning. */
__attribute__((format(printf, 2, 3))) void ff_report_warn(struct ff_report *report,
							  const char *format, ...);

/* ff_report_keep() adds copies of what a plan has written to a list, which ff_report_forget()
 * frees: FF_OK or FF_E_NOMEM. */
enum ff_status ff_report_keep(struct ff_report_files *files, const struct ff_plan *plan,
			      struct ff_error *err);
void ff_report_forget(struct ff_report_files *files);

/* Where ff_report_peak() looks, if it may. */
#define FF_REPORT_STATUS "/proc/self/status"

/* ff_report_peak() is the most memory that this process has held so far, in bytes. */
uint64_t ff_report_peak(void);

/*
 * ff_report_json() makes the JSON document that the manual describes, with a
 * newline at its end; free() it.  NULL if memory ran out.
 */
char *ff_report_json(const struct ff_report *report);

#endif
