/*
 * flowfield batch: the jobs of a manifest, run side by side: each on one thread, with memory of its
 * own.  batch.c is the verb and its reports, batch_prepare.c all that comes before the first job,
 * batch_run.c the work.
 *
 * Names: ff_manifest.
 */
#ifndef FF_CLI_VERBS_BATCH_H
#define FF_CLI_VERBS_BATCH_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "cli/options.h"
#include "cli/sandbox.h"
#include "cli/verb.h"
#include "cli/verbs/diff.h"
#include "cli/verbs/golden.h"
#include "core/base/status.h"
#include "draw/draw.h"
#include "io/strings.h"

/* reports that are files */
enum ff_batch_report {
	FF_BATCH_JUNIT,
	FF_BATCH_JSON,
	FF_BATCH_MARKDOWN,
	FF_BATCH_HTML,
	FF_BATCH_SHEET,
	FF_BATCH_REPORTS,
};

struct ff_batch_options {
	const char *manifest; /* a path, or "-" */
	int workers;          /* 0: as many as there are cores */
	const char *only;     /* a pattern of the jobs to run; NULL: all */
	bool dry_run;         /* print these, and run none */
	/* of these, the jobs shard - 1, shard - 1 + shards, ...: 1 <= shard <= shards */
	int shard, shards;
	struct ff_golden golden;
	struct ff_diff_rules rules;            /* for goldens; jobs may have others */
	const char *reports[FF_BATCH_REPORTS]; /* paths, or "-"; NULL: none */
	bool github;
	char *index, *pages; /* owned; the path of the HTML report, and its folder; or NULL */
	bool no_sandbox;
	enum ff_options_verbosity verbosity;
};

/* ---- jobs: each line of a text is a command line without the program's name ---- */

enum ff_manifest_outcome {
	FF_MANIFEST_WAITING,
	FF_MANIFEST_PASSED,
	FF_MANIFEST_CHANGED, /* the map; goldens are the same within the rules */
	FF_MANIFEST_FAILED,
};

/* The names of outcomes: "not run", "pass", "changed", "fail" */
extern const char *const ff_manifest_outcomes[];

/* The command line of a job: that of a run, and the rules for its goldens.  A job without --ignore
 * has the rectangles of the batch. */
struct ff_manifest_command {
	struct ff_options options;
	struct ff_diff_rules rules;
};

struct ff_manifest_job {
	size_t line; /* from 1 */
	char *text;  /* owned; [length]  the line up to its last word; then a NUL */
	size_t length;
	struct ff_strings words; /* owned; a whole command line, while it is needed */
	struct ff_strings files; /* owned; likewise: the files that some of these come from */
	struct ff_manifest_command command;
	bool parsed;               /* 'command' is there, and owned; likewise */
	struct ff_strings inputs;  /* owned; the files read: the map, others, '@FILE's */
	struct ff_strings outputs; /* owned; the files written, except pipes and devices */
	int64_t max_memory;        /* bytes */
	bool planned;              /* 'inputs' and 'outputs' are known */
	bool chosen;               /* --only and --shard leave it to be run */
	/* its result: */
	bool over; /* the result is complete */
	enum ff_manifest_outcome outcome;
	enum ff_status status;
	char *error;                        /* owned; NULL: none, or memory ran out */
	char *reason;                       /* owned; why its answer is no; NULL: it is not */
	struct ff_golden_files goldens;     /* owned; those compared */
	char *summary;                      /* owned; lines of warnings and figures; NULL: none */
	uint64_t cost_digest, field_digest; /* 0: not known */
	struct ff_draw_tile tile;           /* owned; for pages and the sheet */
	double ms;
};

struct ff_manifest {
	const char *name;             /* for messages */
	struct ff_manifest_job *jobs; /* owned; [count] */
	size_t count, room;
};

/*
 * ff_manifest_read() reads 'path' ("-": standard input), and sets line and text of each job, which
 * it does not parse.  FF_OK, FF_E_INPUT (also where there are no jobs), FF_E_LIMIT where it is
 * larger than 1 GiB, or FF_E_NOMEM; whatever it returns, the manifest is to be freed.
 */
enum ff_status ff_manifest_read(struct ff_manifest *manifest, const char *path,
				struct ff_error *err);

/* ff_manifest_settle() sets the result of a job, with the text of 'err' unless it is NULL. */
void ff_manifest_settle(struct ff_manifest_job *job, enum ff_manifest_outcome outcome,
			enum ff_status status, const struct ff_error *err);

void ff_manifest_free(struct ff_manifest *manifest);

/* ---- before the first job: batch_prepare.c ---- */

/* A file that a job reads or writes. */
struct ff_batch_file {
	char *place;  /* owned; a real path, except for what is still to be made */
	size_t line;  /* of the manifest; 0: the batch itself */
	bool written; /* else read */
};

/* All zero: none. */
struct ff_batch_files {
	struct ff_batch_file *items; /* owned; [count] */
	size_t count, room;
};

/* A batch that has been prepared. */
struct ff_batch {
	const struct ff_batch_options *options;
	struct ff_manifest *manifest;
	struct ff_verb verb;                 /* parses the line of a job ... */
	struct ff_manifest_command defaults; /* ... from these rules on */
	struct ff_strings first;             /* owned; the words of the environment */
	struct ff_strings folders;           /* owned; missing folders; then those that were made */
	struct ff_sandbox sandbox;           /* owned; until ff_batch_secure() has ended */
	struct ff_batch_files files;         /* owned; until ff_batch_secure() has ended */
	struct ff_manifest_job **todo;       /* owned; [count]  those chosen */
	size_t count;
	int workers;
	char *here;           /* owned; the folder that outputs are in; NULL: no sandbox */
	pthread_mutex_t lock; /* of 'folders' and 'sandbox' while jobs are prepared */
};

/*
 * ff_batch_prepare() parses all lines, chooses the jobs to run, and compares the files of all jobs
 * with each other.
 *
 *   batch  'options', 'manifest' and 'workers' are set; the rest is 0, and is set here
 *
 * FF_OK, though lines may be wrong: their jobs are settled; FF_E_USAGE if two jobs cannot run side
 * by side, or --only chooses none; FF_E_NOMEM.  Whatever it returns, ff_batch_free() frees what is
 * there.
 */
enum ff_status ff_batch_prepare(struct ff_batch *batch, struct ff_error *err);

/*
 * ff_batch_secure() makes the missing folders, and enters the sandbox that the jobs need.  FF_OK;
 * FF_E_NOMEM.
 */
enum ff_status ff_batch_secure(struct ff_batch *batch, struct ff_error *err);

/*
 * ff_batch_parse() expands and parses the line of a job, as ff_batch_prepare() has done to know its
 * files, and ff_batch_forget() frees the command line: no more are in memory than jobs are at work.
 * FF_OK; what ff_arguments_add() and ff_options_parse() return.
 */
enum ff_status ff_batch_parse(const struct ff_batch *batch, struct ff_manifest_job *job,
			      struct ff_error *err);
void ff_batch_forget(struct ff_manifest_job *job);

void ff_batch_free(struct ff_batch *batch);

/* ---- the work: batch_run.c ---- */

/* The chosen jobs, counted by result. */
struct ff_batch_counts {
	size_t passed, changed, failed;
	enum ff_status worst;
	double ms;
	size_t goldens[FF_GOLDEN_STATES]; /* outputs */
};

/*
 * ff_batch_run() runs the jobs of a manifest that has been read, or with --dry-run only chooses
 * them. It prints a line for each on standard output and errors on standard error; the manifest
 * then has their results.  Returns FF_OK, whatever the results, and sets 'counts'; or FF_E_USAGE if
 * two jobs cannot run side by side or none is chosen, FF_E_OUTPUT if standard output fails,
 * FF_E_NOMEM, and one line in 'err'.
 *
 * A signal that ends a program does so promptly, as soon as no temporary file is there: the call
 * does not return then.
 */
enum ff_status ff_batch_run(const struct ff_batch_options *options, struct ff_manifest *manifest,
			    struct ff_batch_counts *counts, struct ff_error *err);

#endif
