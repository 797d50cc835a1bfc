/*
 * Outputs compared with the goldens: a folder of files that are known to be right.
 */
#ifndef FF_CLI_VERBS_GOLDEN_H
#define FF_CLI_VERBS_GOLDEN_H

#include <stdbool.h>

#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/verbs/diff.h"
#include "core/base/status.h"
#include "io/folder.h"
#include "io/strings.h"

/* The options of goldens. */
struct ff_golden {
	const char *folder; /* NULL: outputs are written and not compared */
	const char *actual; /* folder for outputs that differ, and pictures of how; NULL: none */
	bool accept;        /* add and replace goldens */
	bool force;         /* also those of a job whose answer is no, and protected ones */
	bool prune;         /* remove goldens that no job uses */
	bool strict;        /* a changed map is a difference */
};

/* The first four from good to bad. */
enum ff_golden_state {
	FF_GOLDEN_SAME,
	FF_GOLDEN_CHANGED, /* the same within the rules, but of a map with other costs */
	FF_GOLDEN_MISSING,
	FF_GOLDEN_DIFFERENT,
	FF_GOLDEN_ADDED,
	FF_GOLDEN_REPLACED,
	FF_GOLDEN_STATES,
};

/* The names of states: "same", "changed", "missing", "different", "added", "replaced". */
extern const char *const ff_golden_states[FF_GOLDEN_STATES];

/* An output and its golden. */
struct ff_golden_file {
	char *path; /* owned; of the golden */
	enum ff_golden_state state;
	char *text;    /* owned; in one line; NULL unless it is changed, missing or different */
	char *actual;  /* owned; the path of the kept output; NULL: none */
	char *picture; /* owned; of the difference; NULL: none */
};

/* All zero: none. */
struct ff_golden_files {
	struct ff_golden_file *items; /* owned; [count] */
	size_t count;
	enum ff_golden_state worst;
};

/* A golden of the list that no job writes or reads. */
struct ff_golden_unused {
	char *name; /* owned; in the folder */
	bool removed;
};

/* All zero: none. */
struct ff_golden_rest {
	struct ff_golden_unused *items; /* owned; [count]  sorted by bytes */
	size_t count;
};

/* ff_golden_free() frees the files of a job. */
void ff_golden_free(struct ff_golden_files *files);

/* ff_golden_root() returns the folder in which outputs are written; NULL: each in its own. */
const char *ff_golden_root(const struct ff_golden *golden);

/*
 * ff_golden_path() and ff_golden_picture() return the path of the golden of an output, and of the
 * picture of a difference; free() them.  NULL if memory ran out.
 *
 *   output  a path in ff_golden_root()
 */
char *ff_golden_path(const struct ff_golden *golden, const char *output);
char *ff_golden_picture(const struct ff_golden *golden, const char *output);

/*
 * ff_golden_plan() lists the outputs of a job whose options have ff_golden_root() for a 'root'.
 *
 *   plan  set; to be freed with ff_plan_free(), whatever is returned
 *
 * FF_OK; FF_E_USAGE if an output's name leads out of the folder, or it or its golden is no regular
 * file; FF_E_NOMEM.
 */
enum ff_status ff_golden_plan(struct ff_plan *plan, const struct ff_options *options,
			      const struct ff_golden *golden, struct ff_error *err);

/*
 * ff_golden_judge() compares the outputs that are written under temporary names with the goldens.
 * Those to be placed stay in the plan, to which pictures of differences are added; the others are
 * discarded, and files that an earlier run kept of them are removed.
 *
 *   reason  why the job's answer is no: then goldens are renewed only by force; NULL: it is yes
 *   files   cleared; set to an item for each output
 *
 * Returns FF_OK, with one line if maps changed; FF_E_ANSWER and one line with the reason and the
 * first difference, if there is a reason or goldens differ and are not renewed; FF_E_INPUT if a
 * golden cannot be read; FF_E_OUTPUT, also if a golden to renew is write-protected and not renewed
 * by force; FF_E_SIGNAL; FF_E_LIMIT; FF_E_NOMEM.
 */
enum ff_status ff_golden_judge(const struct ff_golden *golden, const struct ff_diff_rules *rules,
			       struct ff_plan *plan, const char *reason,
			       struct ff_golden_files *files, struct ff_error *err);

/*
 * ff_golden_settle() brings the list of goldens up to date, DIR/.flowfield: a name a line, sorted
 * by bytes.  With --prune goldens of the list that are not needed are removed from the folder and
 * the list, and folders that become empty; what lies outside of the folder, and what is no regular
 * file, never is.
 *
 *   accepted  names of goldens that the jobs have renewed, or that were the same; emptied
 *   needed    real paths of the files that jobs write or read, and of others; NULL: they are not
 *             known
 *   rest      all zero; set to the goldens that are not needed; free it with
 *             ff_golden_rest_free(), whatever is returned
 *
 * FF_OK; FF_E_INPUT if the list cannot be read; FF_E_OUTPUT; FF_E_SIGNAL; FF_E_LIMIT; FF_E_NOMEM.
 */
enum ff_status ff_golden_settle(const struct ff_golden *golden, struct ff_strings *accepted,
				struct ff_strings *needed, struct ff_golden_rest *rest,
				struct ff_error *err);

void ff_golden_rest_free(struct ff_golden_rest *rest);

#endif
