/*
 * Command lines: their words, with those that files (@FILE) and $FLOWFIELD_OPTS add; parsing them
 * by a table of options, the list for --help, and a record of the options that were given.
 *
 * Names: ff_argv, ff_arguments.
 */
#ifndef FF_CLI_ARGV_H
#define FF_CLI_ARGV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/base/status.h"
#include "io/strings.h"

enum ff_argv_value { FF_ARGV_NONE, FF_ARGV_REQUIRED, FF_ARGV_OPTIONAL };

/* The tables whose --help shows an option: none, its own, or also those based on it.  --help=all
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
	size_t offset;            /* offset in 'target' of what is set */
	int64_t min, max;         /* of integers */
	double least, most, bare; /* of other numbers; 'bare' stands for a missing optional value */
	const char *what;         /* of a file that is read: "what --legend reads", for messages */
	const char *const *words; /* [word_count]  the words that the value may be; NULL: any */
	size_t word_count;
	int which; /* meaning known to 'set' alone */
	enum ff_argv_screen screen;
};

struct ff_argv_table {
	const char *name;                     /* "flowfield diff", for messages */
	const char *usage;                    /* the lines of --help before the options */
	const struct ff_argv_option *options; /* [count] */
	size_t count;
	/* Takes a word that is no option into 'target'. */
	enum ff_status (*operand)(void *target, const char *word, struct ff_error *err);
	/* Its options follow these, and it provides 'operand' or 'hint' where that is NULL; NULL:
	 * no base. */
	const struct ff_argv_table *base;
	/* names of options of the base that this table leaves out, and headings, for all below
	 * them, with single spaces between; the base begins with a heading; NULL: none */
	const char *without;
	/* Writes a suggestion for an unknown option [n], with its dashes, into 'err'; returns false
	 * if there is none. */
	bool (*hint)(const struct ff_argv_table *table, const char *given, size_t n,
		     struct ff_error *err);
};

/* ff_argv_option() returns option i of a table, followed by those of its base that it does not
 * leave out; NULL: there are no more, or no table. */
const struct ff_argv_option *ff_argv_option(const struct ff_argv_table *table, size_t i);

/*
 * ff_argv_parse() passes every option and operand of argv[1..argc-1] to the table's functions, in
 * their order: --name, --name=value, --name value, -n, -nvalue, -n value, -nm; "--" ends the
 * options, "-" is an operand.  A value that is a word of its own must not look like an option
 * ("-q", "--"); an optional one must be a number below 0.
 *
 *   record  set to a command line of the recorded options, in the table's order
 *   given   set to the names of all options given, as often as they were, then NULL
 *
 * Both are to be passed to free(), and may be NULL.
 *
 * Returns FF_OK; FF_E_USAGE, with the nearest name for an unknown option; what a function
 * returned; FF_E_NOMEM.  On failure neither is set.
 */
enum ff_status ff_argv_parse(const struct ff_argv_table *table, int argc, char *const *argv,
			     void *target, char **record, const char ***given,
			     struct ff_error *err);

/* ff_argv_find() returns the option with a name of 'n' bytes; NULL: none. */
const struct ff_argv_option *ff_argv_find(const struct ff_argv_table *table, const char *name,
					  size_t n);

/*
 * The target of a table with ff_argv_help_alone for its options and ff_argv_set_word() for its
 * operand: of a command that takes one word, and no option except --help.
 */
struct ff_argv_word {
	const char *word; /* NULL: none was given */
	enum ff_argv_help help;
};

/* Takes --help or --help=all into the enum ff_argv_help at the option's place. */
enum ff_status ff_argv_set_help(void *target, const struct ff_argv_option *option,
				const char *value, struct ff_error *err);

/* The row of --help. */
#define FF_ARGV_HELP_ROW(at)             \
	{'h',                            \
	 "help",                         \
	 "all",                          \
	 "print this help; all options", \
	 FF_ARGV_OPTIONAL,               \
	 .set = ff_argv_set_help,        \
	 .offset = (at),                 \
	 .screen = FF_ARGV_ALWAYS},

extern const struct ff_argv_option ff_argv_help_alone[1];

enum ff_status ff_argv_set_word(void *target, const char *word, struct ff_error *err);

/* ff_argv_help() writes the usage and lists the options of the first screen, or all by their
 * headings. */
void ff_argv_help(const struct ff_argv_table *table, enum ff_argv_help which, FILE *to);

/* ---- words of files and of the environment ---- */

/*
 * Text is split into words as in a shell.  Blanks (space, tab, carriage return, newline) separate
 * words.  Between '...' every character stands for itself, between "..." every one except \" and
 * \\; elsewhere \ quotes the next character.  A quote ends on the line on which it begins.  # at
 * the start of a word begins a comment, up to the end of the line.
 *
 * ff_arguments_split() adds the words of the 'n' bytes at 'text'.
 *
 *   name  of the text, and 'line' the number of its first line, for messages
 *
 * Returns FF_OK; FF_E_USAGE with "NAME:LINE:COLUMN: ..." in 'err', columns counted in bytes
 * from 1, where a quote is not closed, nothing follows \, or a byte is NUL; FF_E_LIMIT at more than
 * 2^20 words; FF_E_NOMEM.  On failure some words may have been added.
 */
enum ff_status ff_arguments_split(struct ff_strings *words, const char *text, size_t n,
				  const char *name, size_t line, struct ff_error *err);

/* ff_arguments_bom() returns the size of the byte order mark that a text begins with, as some
 * programs write it before UTF-8: 3 or 0.  Pass what follows it to ff_arguments_split(). */
size_t ff_arguments_bom(const char *text, size_t n);

/*
 * ff_arguments_add() adds copies of 'count' words.  A word @FILE is replaced by the words of that
 * file.
 *
 *   files  the names of these files are added; may be NULL
 *
 * Returns FF_OK; FF_E_INPUT if a file cannot be read; FF_E_USAGE if it cannot be split, or names a
 * file in turn; FF_E_LIMIT if there are more than 2^20 words, or 16 MiB of files; FF_E_NOMEM.  On
 * failure some words may have been added.
 */
enum ff_status ff_arguments_add(struct ff_strings *to, struct ff_strings *files, char *const *words,
				size_t count, struct ff_error *err);

/* ff_arguments_environment() does the same with the words of $FLOWFIELD_OPTS, if that is set. */
enum ff_status ff_arguments_environment(struct ff_strings *to, struct ff_strings *files,
					struct ff_error *err);

/* ff_arguments_add_origin() adds to an error about the command line where its words came from: the
 * names of the files and, if 'environment', $FLOWFIELD_OPTS. */
void ff_arguments_add_origin(const struct ff_strings *files, bool environment,
			     struct ff_error *err);

#endif
