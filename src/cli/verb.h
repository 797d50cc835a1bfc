/*
 * The verbs: what the first word of a command line may be, a row each.
 */
#ifndef FF_CLI_VERB_H
#define FF_CLI_VERB_H

#include <stddef.h>

#include "cli/argv.h"
#include "core/base/status.h"

struct ff_options;
struct ff_report_verb;

/* An operand beside the map: its name for messages ("field"), its place in the options, and what it
 * is as an input. */
struct ff_verb_operand {
	const char *name; /* NULL: none */
	size_t place;
	const char *what;
};

struct ff_verb {
	const char *name; /* "": a run, which is what a command line without a verb is */
	const char *text; /* what it does, in a line */
	const struct ff_argv_table *table;
	/* The completion of its operand: its name, and the words; 'words' NULL: the verbs;
	 * 'operand' NULL: files. */
	const char *operand, *words;
	/*
	 * A verb without a map does it all, the printing too: argv[0] is its name.  NULL: it has a
	 * map, and what follows.
	 */
	enum ff_status (*run)(int argc, char *const *argv, struct ff_error *err);
	size_t size;                   /* of its options, which begin with a struct ff_options */
	const void *defaults;          /* [size]  of those of its own; NULL: all 0 */
	struct ff_verb_operand second; /* after the map */
	/* Looks at options that are parsed, and sets what was not given: FF_OK, FF_E_USAGE or
	 * FF_E_NOMEM. */
	enum ff_status (*check)(struct ff_options *options, struct ff_error *err);
	void (*free)(struct ff_options *options); /* what is its own; NULL: nothing */
	const struct ff_report_verb *report;      /* what it adds to its reports; NULL: nothing */
	/* Does what the options ask for: FF_OK, or any other status and one line in 'err'. */
	enum ff_status (*job)(const struct ff_options *options, struct ff_error *err);
};

/* Every verb except ff_run_verb, in the manual's order. */
extern const struct ff_verb *const ff_verb_all[];
extern const size_t ff_verb_count;

/* Each in the file of its name in cli/verbs. */
extern const struct ff_verb ff_run_verb, ff_verify_verb, ff_scen_verb, ff_sectors_verb,
	ff_walk_verb, ff_update_verb, ff_watch_verb, ff_diff_verb, ff_compare_verb,
	ff_textconv_verb, ff_batch_verb, ff_completion_verb;

/* ff_verb_find() is the verb of that name; NULL if there is none. */
const struct ff_verb *ff_verb_find(const char *name);

/*
 * ff_verb_take() is the verb with a map that the first word is which is no option, and puts that
 * word behind the others; else ff_run_verb.
 *
 *   line  words [*count], of which the first is the program; the verb is counted no more
 */
const struct ff_verb *ff_verb_take(int *count, char **line);

/* ff_verb_nearest() is the name of a verb that a mistyped word could be; NULL if there is none. */
const char *ff_verb_nearest(const char *word);

/* ff_verb_help() prints the help of a table on standard output, and ff_verb_version() the text of
 * --version; the caller flushes and checks. */
void ff_verb_help(const struct ff_argv_table *table, enum ff_argv_help which);
void ff_verb_version(void);

#endif
