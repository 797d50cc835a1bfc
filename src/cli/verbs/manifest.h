/*
 * A list of jobs: each line of a text is a command line without the program's name.
 */
#ifndef FF_CLI_VERBS_MANIFEST_H
#define FF_CLI_VERBS_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/options.h"
#include "cli/strings.h"
#include "cli/verbs/golden.h"
#include "core/base/status.h"

enum ff_manifest_outcome {
	FF_MANIFEST_WAITING,
	FF_MANIFEST_PASSED,
	FF_MANIFEST_FAILED,
	FF_MANIFEST_SKIPPED, /* its outputs are what it would make */
};

struct ff_manifest_job {
	size_t line; /* from 1 */
	char *text;  /* owned; [length]  the line as it is, up to its last word; then a NUL */
	size_t length;
	struct ff_strings words; /* owned; a whole command line */
	struct ff_strings files; /* owned; the files that some of these come from */
	struct ff_options options;
	bool parsed;               /* 'options' are there, and owned */
	struct ff_strings outputs; /* owned; what it writes, and goes to no pipe or device */
	bool planned;              /* 'outputs' are all of them, and 'image' is known */
	char *image;               /* owned; that its map describes; NULL: its map is an image */
	/* what became of it: */
	bool over; /* all of it is known, and it may be told */
	enum ff_manifest_outcome outcome;
	enum ff_status status;
	char *error;                        /* owned; NULL: none, or memory ran out */
	char *reason;                       /* owned; why its answer is no; NULL: it is not */
	struct ff_golden_files goldens;     /* owned; what was compared */
	char *said;                         /* owned; lines of warnings and a summary; NULL: none */
	uint64_t cost_digest, field_digest; /* 0: not known */
	double ms;
};

struct ff_manifest {
	const char *name;             /* for messages */
	struct ff_manifest_job *jobs; /* owned; [count] */
	size_t count, room;
};

/*
 * ff_manifest_read() reads 'path' ("-": standard input), and sets line and text of each job;
 * nothing of a line is understood yet.  FF_OK, FF_E_INPUT (also where there are no jobs),
 * FF_E_LIMIT where it is larger than 1 GiB, or FF_E_NOMEM; whatever it returns, the manifest is to
 * be freed.
 */
enum ff_status ff_manifest_read(struct ff_manifest *manifest, const char *path,
				struct ff_error *err);

/*
 * ff_manifest_parse() sets words and options of a job: 'first' are words that
 * come before those of the line.  Different jobs may be parsed side by side.
 *
 * Returns FF_OK; FF_E_USAGE for what no job of many can be; what ff_arguments_add() and
 * ff_options_parse() return.
 */
enum ff_status ff_manifest_parse(const struct ff_manifest *manifest, struct ff_manifest_job *job,
				 const struct ff_strings *first, struct ff_error *err);

/* ff_manifest_settle() tells what became of a job, with the text of 'err' unless it is NULL. */
void ff_manifest_settle(struct ff_manifest_job *job, enum ff_manifest_outcome outcome,
			enum ff_status status, const struct ff_error *err);

/* What outcomes are called: "pass", "fail", "skip". */
extern const char *const ff_manifest_outcomes[];

/* ff_manifest_error() makes a line of a failed job's error, with its place in the manifest first.
 */
const char *ff_manifest_error(const struct ff_manifest *manifest, const struct ff_manifest_job *job,
			      struct ff_error *text);

void ff_manifest_free(struct ff_manifest *manifest);

#endif
