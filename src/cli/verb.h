/*
 * The verbs: the commands that the first word of a command line may name, a row each; and what may
 * be meant by a word that is none.
 */
#ifndef FF_CLI_VERB_H
#define FF_CLI_VERB_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/argv.h"
#include "core/base/status.h"

struct ff_options;
struct ff_report_verb;

/* An operand beside the map: its name for messages ("field"), its offset in the options, and its
 * description as an input. */
struct ff_verb_operand {
	const char *name; /* NULL: none */
	size_t offset;
	const char *what;
};

struct ff_job;

struct ff_verb {
	const char *name; /* "": a run, the command line without a verb */
	const char *text; /* description, in a line */
	const struct ff_argv_table *table;
	/* The name of its operand, and the words that this may be; NULL: files. */
	const char *operand, *words;
	/*
	 * Runs a verb without a map, printing included; argv[0] is its name.  NULL: the verb has a
	 * map, and the members below.
	 */
	enum ff_status (*run)(int argc, char *const *argv, struct ff_error *err);
	size_t size;          /* size of its options, which begin with a struct ff_options */
	const void *defaults; /* [size]  defaults of its own options; NULL: all 0 */
	struct ff_verb_operand second; /* after the map */
	/* Checks the parsed options, and sets defaults: FF_OK, FF_E_USAGE or FF_E_NOMEM. */
	enum ff_status (*check)(struct ff_options *options, struct ff_error *err);
	void (*free)(struct ff_options *options); /* frees its own options; NULL: nothing to free */
	const struct ff_report_verb *report;      /* additions to reports; NULL: none */
	/* Does the job of the options: FF_OK, or any other status and one line in 'err'. */
	enum ff_status (*job)(const struct ff_options *options, struct ff_error *err);
};

/* Every verb except ff_run_verb, in the manual's order. */
extern const struct ff_verb *const ff_verb_all[];
extern const size_t ff_verb_count;

/* Each in the file of its name in cli/verbs. */
extern const struct ff_verb ff_run_verb, ff_verify_verb, ff_sectors_verb, ff_walk_verb,
	ff_update_verb, ff_diff_verb, ff_compare_verb, ff_textconv_verb, ff_batch_verb,
	ff_completion_verb, ff_at_verb;

/* ff_verb_find() returns the verb of that name; NULL: none. */
const struct ff_verb *ff_verb_find(const char *name);

/* ff_verb_help() prints the help of a table on standard output, and ff_verb_version() the text of
 * --version; the caller flushes and checks. */
void ff_verb_help(const struct ff_argv_table *table, enum ff_argv_help which);
void ff_verb_version(void);

/* ---- suggestions for words that are no option, no command and no map ---- */

/*
 * ff_verb_hint() writes a suggestion for an unknown option into 'err'; returns false if there is
 * none.
 *
 *   table  of the command, which is that of a run or based on it
 *   given  [n]  "-o", "--output": with its dashes, and without a value
 */
bool ff_verb_hint(const struct ff_argv_table *table, const char *given, size_t n,
		  struct ff_error *err);

/* ff_verb_hint_command() returns true if the first word of a command line looks like a command
 * but is none, nor a file; 'err' then names the option or the nearest command, or lists all.
 * 'next' is the second word; NULL: none. */
bool ff_verb_hint_command(const char *word, const char *next, struct ff_error *err);

/* ff_verb_hint_operand() returns FF_E_USAGE, with a suggestion for a second word beside the
 * map. */
enum ff_status ff_verb_hint_operand(const struct ff_argv_table *table, const char *map,
				    const char *word, struct ff_error *err);

#endif
