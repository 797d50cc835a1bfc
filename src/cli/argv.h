/*
 * Command lines after a table: parsing, the list for --help, and a record of
 * what was given.
 */
#ifndef FF_CLI_ARGV_H
#define FF_CLI_ARGV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/base/status.h"

enum ff_argv_value { FF_ARGV_NONE, FF_ARGV_REQUIRED, FF_ARGV_OPTIONAL };

/* The tables whose --help shows an option: none, its own, or those based on it, too.  --help-all
 * shows every option. */
enum ff_argv_screen { FF_ARGV_LATER, FF_ARGV_FIRST, FF_ARGV_ALWAYS };

/* The help that a command line asks for. */
enum ff_argv_help { FF_ARGV_HELP_NONE, FF_ARGV_HELP_FIRST, FF_ARGV_HELP_ALL };

struct ff_argv_option {
	char letter;      /* 0: none */
	const char *name; /* NULL: 'text' is a heading */
	const char *value_name;
	const char *text; /* for --help */
	enum ff_argv_value value;
	bool recorded; /* changes cells or pictures */
	/* Takes the value (NULL where there is none) into 'target'. */
	enum ff_status (*set)(void *target, const struct ff_argv_option *option, const char *value,
			      struct ff_error *err);
	/* For 'set', as far as it needs them: */
	size_t place;             /* offset in 'target' of what is set */
	int64_t min, max;         /* of integers */
	double least, most, bare; /* of other numbers; 'bare' stands for a missing optional value */
	const char *what;         /* of a file that is read: "what --legend reads", for messages */
	const char *const *words; /* [word_count]  the words of which the value is one or, if that
				   * may be a file, may be one; NULL: it may be anything */
	size_t word_count;
	int which; /* what 'set' alone knows */
	enum ff_argv_screen screen;
};

struct ff_argv_table {
	const char *name;                     /* "flowfield diff": whose --help to see */
	const char *usage;                    /* the lines of --help before the options */
	const struct ff_argv_option *options; /* [count] */
	size_t count;
	/* Takes a word that is no option into 'target'. */
	enum ff_status (*operand)(void *target, const char *word, struct ff_error *err);
	/* Its options come after these, and it stands in where 'operand' or 'hint' is NULL; NULL:
	 * there is none. */
	const struct ff_argv_table *base;
	const char *const *without; /* names, up to NULL: options of its base that it has not; NULL:
				     * it has all */
	/* Says what an unknown option [n], with its dashes, could mean, in 'err'; false where it
	 * does not know. */
	bool (*hint)(const struct ff_argv_table *table, const char *given, size_t n,
		     struct ff_error *err);
};

/* ff_argv_option() is option i of a table, with those that it has of its base; NULL: there are no
 * more, or no table. */
const struct ff_argv_option *ff_argv_option(const struct ff_argv_table *table, size_t i);

/*
 * ff_argv_parse() hands every option and operand of argv[1..argc-1] to the
 * table's functions, in their order: --name, --name=value, --name value, -n,
 * -nvalue, -n value, -nm; "--" ends the options, "-" is an operand.  A value that is a word of its
 * own must not look like an option ("-q", "--"); an optional one must be a number below 0.
 *
 *   record  set to a command line of the recorded options, in the table's
 *           order; free() it
 *   given   set to the names of all options that were given, as often as they were, and NULL;
 *           free() it; NULL: nobody asks
 *
 * Returns FF_OK; FF_E_USAGE, with the nearest name for an unknown option; what
 * a function returned; FF_E_NOMEM.  On failure neither is set.
 */
enum ff_status ff_argv_parse(const struct ff_argv_table *table, int argc, char *const *argv,
			     void *target, char **record, const char ***given,
			     struct ff_error *err);

/* ff_argv_first() returns where the first word of argv[1..argc-1] is that is no option of the table
 * and no option's value; argc: there is none, as far as the options are those of the table. */
int ff_argv_first(const struct ff_argv_table *table, int argc, char *const *argv);

/* ff_argv_find() returns the option of a name of 'n' bytes; NULL: the table has none. */
const struct ff_argv_option *ff_argv_find(const struct ff_argv_table *table, const char *name,
					  size_t n);

/* ff_argv_slips() is how many slips of the keyboard are too many for a name of 'n' bytes;
 * ff_argv_nearer() returns true if 'other' is fewer than '*least' from it, and sets that. */
int ff_argv_slips(size_t n);
bool ff_argv_nearer(const char *name, size_t n, const char *other, int *least);

/*
 * For commands that take one word and no option except --help and --help-all: their table has
 * ff_argv_help_alone for its options, ff_argv_set_word() for its operand, and a struct
 * ff_argv_word for its target.
 */
struct ff_argv_word {
	const char *word; /* NULL: none was given */
	enum ff_argv_help help;
};

/* Takes --help or --help-all into the enum ff_argv_help at the option's place. */
enum ff_status ff_argv_set_help(void *target, const struct ff_argv_option *option,
				const char *value, struct ff_error *err);

/* The rows of --help and --help-all. */
#define FF_ARGV_HELP_ROWS(setter, at, shown) \
	{'h',                                \
	 "help",                             \
	 NULL,                               \
	 "print this help",                  \
	 FF_ARGV_NONE,                       \
	 .set = (setter),                    \
	 .place = (at),                      \
	 .which = FF_ARGV_HELP_FIRST,        \
	 .screen = (shown)},                 \
		{0,                          \
		 "help-all",                 \
		 NULL,                       \
		 "print all options",        \
		 FF_ARGV_NONE,               \
		 .set = (setter),            \
		 .place = (at),              \
		 .which = FF_ARGV_HELP_ALL,  \
		 .screen = (shown)},

enum { FF_ARGV_HELP_ALONE = 2 };
extern const struct ff_argv_option ff_argv_help_alone[FF_ARGV_HELP_ALONE];

enum ff_status ff_argv_set_word(void *target, const char *word, struct ff_error *err);

/* ff_argv_help() writes the usage and lists the options of the first screen, or all by their
 * headings. */
void ff_argv_help(const struct ff_argv_table *table, enum ff_argv_help which, FILE *to);

#endif
