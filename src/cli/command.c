#include "cli/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

#include "cli/options.h"
#include "cli/verbs/cmd_batch.h"
#include "cli/verbs/cmd_completion.h"
#include "cli/verbs/cmd_diff.h"
#include "cli/verbs/cmd_textconv.h"

#ifndef FF_STB /* what the Makefile takes from the headers */
#define FF_STB       "stb_image"
#define FF_STB_WRITE "stb_image_write"
#endif

static enum ff_status help(int argc, char *const *argv, struct ff_error *err);
static enum ff_status version(int argc, char *const *argv, struct ff_error *err);

static enum ff_status refuse_word(void *target, const char *word, struct ff_error *err)
{
	(void)target;
	return ff_status_fail(err, FF_E_USAGE, "%s: flowfield version has no arguments", word);
}

static const struct ff_argv_table help_table = {
	"flowfield help",
	"usage: flowfield help [COMMAND]\n"
	"\n"
	"Prints the help of a command, or of a run and the list of all commands.\n",
	ff_argv_help_alone,
	1,
	ff_argv_set_word,
	NULL,
	NULL,
	NULL,
	NULL,
	NULL};

static const struct ff_argv_table version_table = {
	"flowfield version",
	"usage: flowfield version\n"
	"\n"
	"Prints the version, as flowfield --version does.\n",
	ff_argv_help_alone,
	1,
	refuse_word,
	NULL,
	NULL,
	NULL,
	NULL,
	NULL};

const struct ff_command ff_command_list[] = {
	{"verify", "check every cell of a field", &ff_options_verify_table, NULL},
	{"scen", "compare the lengths of scenarios' paths", &ff_options_table, NULL},
	{"sectors", "field and flow only where someone walks", &ff_options_sectors_table, NULL},
	{"walk", "walkers who follow the field", &ff_options_walk_table, NULL},
	{"update", "a map that changes, step by step", &ff_options_update_table, NULL},
	{"watch", "write all outputs anew when the map changes", &ff_options_watch_table, NULL},
	{"diff", "say what changed between two files or folders", &ff_cmd_diff_table, ff_cmd_diff},
	{"compare", "solve two maps and say what changed", &ff_options_compare_table, NULL},
	{"textconv", "print a file of ours as text, for git diff", &ff_cmd_textconv_table,
	 ff_cmd_textconv},
	{"batch", "run many jobs in one process", &ff_cmd_batch_table, ff_cmd_batch},
	{"completion", "print what completes these options in a shell", &ff_cmd_completion_table,
	 ff_cmd_completion},
	{"help", "print the help of a command", &help_table, help},
	{"version", "print the version", &version_table, version},
};

const size_t ff_command_count = sizeof ff_command_list / sizeof ff_command_list[0];

const struct ff_command *ff_command_find(const char *name)
{
	for (size_t i = 0; i < ff_command_count; i++)
		if (strcmp(name, ff_command_list[i].name) == 0)
			return &ff_command_list[i];
	return NULL;
}

const char *ff_command_nearest(const char *word)
{
	int least = ff_argv_slips(strlen(word));
	const char *nearest = NULL;

	for (size_t i = 0; i < ff_command_count; i++)
		if (ff_argv_nearer(word, strlen(word), ff_command_list[i].name, &least))
			nearest = ff_command_list[i].name;
	return nearest;
}

void ff_command_help(const struct ff_argv_table *table)
{
	ff_argv_help(table, stdout);
	if (table != &ff_options_table)
		return;
	puts("\nCommands:");
	for (size_t i = 0; i < ff_command_count; i++)
		printf("  %-28s %s\n", ff_command_list[i].name, ff_command_list[i].text);
}

void ff_command_version(void)
{
	puts("flowfield " FF_VERSION "\nPNG decoder: " FF_STB "\nPNG encoder: " FF_STB_WRITE
	     ", libdeflate " LIBDEFLATE_VERSION_STRING);
}

static enum ff_status help(int argc, char *const *argv, struct ff_error *err)
{
	const struct ff_argv_table *table = &ff_options_table;
	struct ff_argv_word given = {0};
	const struct ff_command *command;
	char *record;
	enum ff_status st = ff_argv_parse(&help_table, argc, argv, &given, &record, err);

	if (st != FF_OK)
		return st;
	free(record);
	command = given.word == NULL ? NULL : ff_command_find(given.word);
	if (given.word != NULL && command == NULL && !given.help) {
		const char *nearest = ff_command_nearest(given.word);

		return ff_status_fail(err, FF_E_USAGE, "no command '%s': %s%s%s", given.word,
				      nearest == NULL ? "see flowfield --help" : "did you mean ",
				      nearest == NULL ? "" : nearest, nearest == NULL ? "" : "?");
	}
	if (given.help)
		table = &help_table;
	else if (command != NULL)
		table = command->table;
	ff_command_help(table);
	return FF_OK;
}

static enum ff_status version(int argc, char *const *argv, struct ff_error *err)
{
	struct ff_argv_word given = {0};
	char *record;
	enum ff_status st = ff_argv_parse(&version_table, argc, argv, &given, &record, err);

	if (st != FF_OK)
		return st;
	free(record);
	if (given.help)
		ff_command_help(&version_table);
	else
		ff_command_version();
	return FF_OK;
}
