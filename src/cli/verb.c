#include "cli/verb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

#include "cli/options.h"

#ifndef FF_STB /* the Makefile takes the versions from the headers */
#define FF_STB       "stb_image"
#define FF_STB_WRITE "stb_image_write"
#endif

static enum ff_status run_help(int argc, char *const *argv, struct ff_error *err);
static enum ff_status run_version(int argc, char *const *argv, struct ff_error *err);

static enum ff_status refuse_word(void *target, const char *word, struct ff_error *err)
{
	(void)target;
	return ff_status_fail(err, FF_E_USAGE, "%s: flowfield version has no arguments", word);
}

static const struct ff_argv_table help_table = {
	.name = "flowfield help",
	.usage = "usage: flowfield help [COMMAND] [--help=all]\n"
		 "\n"
		 "Prints the help of a command, or that of flowfield and a list of all commands.\n",
	.options = ff_argv_help_alone,
	.count = 1,
	.operand = ff_argv_set_word,
};

static const struct ff_argv_table version_table = {
	.name = "flowfield version",
	.usage = "usage: flowfield version\n"
		 "\n"
		 "Prints the version, as flowfield --version does.\n",
	.options = ff_argv_help_alone,
	.count = 1,
	.operand = refuse_word,
};

static const struct ff_verb verb_help = {.name = "help",
					 .text = "print the help of a command",
					 .table = &help_table,
					 .operand = "command",
					 .run = run_help};

static const struct ff_verb verb_version = {.name = "version",
					    .text = "print the version",
					    .table = &version_table,
					    .run = run_version};

const struct ff_verb *const ff_verb_all[] = {
	&ff_at_verb,     &ff_verify_verb,     &ff_sectors_verb, &ff_walk_verb,
	&ff_update_verb, &ff_diff_verb,       &ff_compare_verb, &ff_textconv_verb,
	&ff_batch_verb,  &ff_completion_verb, &verb_help,       &verb_version,
};

const size_t ff_verb_count = sizeof ff_verb_all / sizeof ff_verb_all[0];

const struct ff_verb *ff_verb_find(const char *name)
{
	for (size_t i = 0; i < ff_verb_count; i++)
		if (strcmp(name, ff_verb_all[i]->name) == 0)
			return ff_verb_all[i];
	return NULL;
}

const struct ff_verb *ff_verb_take(int *count, char **line)
{
	int first = ff_argv_first(&ff_options_table, *count, line);
	const struct ff_verb *verb = first == *count ? NULL : ff_verb_find(line[first]);
	char *word;

	if (verb == NULL || verb->run != NULL)
		return &ff_run_verb;
	word = line[first];
	memmove(line + first, line + first + 1, (size_t)(*count - first - 1) * sizeof *line);
	line[--*count] = word;
	return verb;
}

void ff_verb_help(const struct ff_argv_table *table, enum ff_argv_help which)
{
	ff_argv_help(table, which, stdout);
	if (table != &ff_options_table)
		return;
	puts("\nCommands (options of each: flowfield COMMAND --help):");
	for (size_t i = 0; i < ff_verb_count; i++)
		printf("  %-12s %s\n", ff_verb_all[i]->name, ff_verb_all[i]->text);
}

void ff_verb_version(void)
{
	puts("flowfield " FF_VERSION "\nPNG decoder: " FF_STB "\nPNG encoder: " FF_STB_WRITE
	     ", libdeflate " LIBDEFLATE_VERSION_STRING);
}

static enum ff_status run_help(int argc, char *const *argv, struct ff_error *err)
{
	const struct ff_argv_table *table = &ff_options_table;
	struct ff_argv_word given = {0};
	const struct ff_verb *verb;
	char *record;
	enum ff_status st = ff_argv_parse(&help_table, argc, argv, &given, &record, NULL, err);

	if (st != FF_OK)
		return st;
	free(record);
	verb = given.word == NULL ? NULL : ff_verb_find(given.word);
	if (given.word != NULL && verb == NULL && given.help != FF_ARGV_HELP_FIRST) {
		if (ff_options_hint_command(given.word, err))
			return FF_E_USAGE;
		return ff_status_fail(err, FF_E_USAGE, "no command '%s': see flowfield --help",
				      given.word);
	}
	if (given.help == FF_ARGV_HELP_FIRST)
		table = &help_table;
	else if (verb != NULL)
		table = verb->table;
	ff_verb_help(table, given.help == FF_ARGV_HELP_ALL ? given.help : FF_ARGV_HELP_FIRST);
	return FF_OK;
}

static enum ff_status run_version(int argc, char *const *argv, struct ff_error *err)
{
	struct ff_argv_word given = {0};
	char *record;
	enum ff_status st = ff_argv_parse(&version_table, argc, argv, &given, &record, NULL, err);

	if (st != FF_OK)
		return st;
	free(record);
	if (given.help)
		ff_verb_help(&version_table, given.help);
	else
		ff_verb_version();
	return FF_OK;
}
