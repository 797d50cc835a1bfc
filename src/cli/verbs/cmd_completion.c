/*
 * A shell needs to know of each command which options it has, which of them take
 * a value, and of what kind: one of some words, a file, or anything.  All of that is
 * in the tables.  The scripts are plain lists, so that people can read what they
 * are about to let into their shell.
 */
#include "cli/verbs/cmd_completion.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/options.h"

const struct ff_argv_table ff_cmd_completion_table = {
	"flowfield completion",
	"usage: flowfield completion bash|zsh|fish\n"
	"\n"
	"Prints a script with which the shell completes commands, options and their values.\n",
	ff_argv_help_alone,
	1,
	ff_argv_set_word,
	NULL,
	NULL,
	NULL,
	NULL,
	NULL};

/* All that is not a command with options of its own. */
static const struct ff_command runs = {"", "", &ff_options_table, NULL};

static bool has_options(const struct ff_command *command)
{
	return command->table != runs.table;
}

/* Does something for each table of options. */
static void for_each(void (*print)(const struct ff_command *command))
{
	for (size_t c = 0; c < ff_command_count; c++)
		if (has_options(&ff_command_list[c]))
			print(&ff_command_list[c]);
	print(&runs);
}

/* The names of all commands, or of those with options of their own. */
static void put_names(bool own, const char *between)
{
	const char *gap = "";

	for (size_t c = 0; c < ff_command_count; c++)
		if (!own || has_options(&ff_command_list[c])) {
			printf("%s%s", gap, ff_command_list[c].name);
			gap = between;
		}
}

static const char *const *words_of(const struct ff_argv_table *table,
				   const struct ff_argv_option *option, size_t *count)
{
	*count = 0;
	return ff_argv_words(table, option, count);
}

static bool takes_file(const struct ff_argv_option *option)
{
	return option->value != FF_ARGV_NONE && (strstr(option->value_name, "FILE") != NULL ||
						 strstr(option->value_name, "DIR") != NULL);
}

static void put_words(const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		printf("%s%s", i > 0 ? " " : "", words[i]);
}

/* A text within single quotes of a shell, with a backslash before each of 'special'. */
static void put_quoted(const char *text, const char *special)
{
	for (; *text != '\0'; text++)
		if (*text == '\'')
			fputs("'\\''", stdout);
		else if (strchr(special, *text) != NULL)
			printf("\\%c", *text);
		else
			putchar(*text);
}

static void bash_values(const struct ff_command *command)
{
	const struct ff_argv_option *option;

	for (size_t i = 0; (option = ff_argv_option(command->table, i)) != NULL; i++) {
		const char *const *words;
		size_t count;

		if (option->name == NULL || option->value == FF_ARGV_NONE)
			continue;
		words = words_of(command->table, option, &count);
		printf("\t%s:--%s", command->name, option->name);
		if (option->letter != 0)
			printf(" | %s:-%c", command->name, option->letter);
		fputs(") kind=", stdout);
		fputs(takes_file(option) ? "file" : "word", stdout);
		if (option->value == FF_ARGV_OPTIONAL)
			fputs(" optional=1", stdout);
		fputs(" words=\"", stdout);
		put_words(words, count);
		fputs("\" ;;\n", stdout);
	}
}

static void bash_options(const struct ff_command *command)
{
	const struct ff_argv_option *option;

	printf("\t\t\t%s:) words=\"", command->name);
	for (size_t i = 0; (option = ff_argv_option(command->table, i)) != NULL; i++)
		if (option->name != NULL)
			printf("--%s ", option->name);
	fputs("\" ;;\n", stdout);
}

static void bash(void)
{
	puts("# Completes flowfield's options in bash.\n"
	     "_flowfield() {\n"
	     "\tlocal current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}\n"
	     "\tlocal command= kind= optional= assigned= words=\n"
	     "\tCOMPREPLY=()\n"
	     "\t# \"=\" is a word of its own.\n"
	     "\tif [[ $current == = ]]; then\n"
	     "\t\tcurrent= assigned=1\n"
	     "\telif [[ $option == = && $COMP_CWORD -gt 1 ]]; then\n"
	     "\t\toption=${COMP_WORDS[COMP_CWORD - 2]} assigned=1\n"
	     "\tfi\n"
	     "\tif [[ $COMP_CWORD -gt 1 ]]; then\n"
	     "\t\tcase ${COMP_WORDS[1]} in");
	fputs("\t\t", stdout);
	put_names(true, " | ");
	puts(") command=${COMP_WORDS[1]} ;;\n"
	     "\t\tesac\n"
	     "\tfi\n"
	     "\tcase $command:$option in");
	for_each(bash_values);
	puts("\tesac\n"
	     "\tif [[ -z $kind || ( -n $optional && -z $assigned ) ]]; then\n"
	     "\t\tkind=file words=\n"
	     "\t\tif [[ $current == -* ]]; then\n"
	     "\t\t\tkind=word\n"
	     "\t\t\tcase $command: in");
	for_each(bash_options);
	fputs("\t\t\tesac\n"
	      "\t\telif [[ $COMP_CWORD -eq 1 ]]; then\n"
	      "\t\t\twords=\"",
	      stdout);
	put_names(false, " ");
	puts("\"\n"
	     "\t\telif [[ $command == completion ]]; then\n"
	     "\t\t\tkind=word words=\"bash zsh fish\"\n"
	     "\t\telif [[ $command == help ]]; then");
	fputs("\t\t\tkind=word words=\"", stdout);
	put_names(false, " ");
	puts("\"\n"
	     "\t\tfi\n"
	     "\tfi\n"
	     "\tif [[ -n $words ]]; then\n"
	     "\t\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
	     "\tfi\n"
	     "\tif [[ $kind == file ]]; then\n"
	     "\t\tcompopt -o filenames 2>/dev/null\n"
	     "\t\tlocal file\n"
	     "\t\twhile IFS= read -r file; do\n"
	     "\t\t\tCOMPREPLY+=(\"$file\")\n"
	     "\t\tdone < <(compgen -f -- \"$current\")\n"
	     "\tfi\n"
	     "}\n"
	     "complete -F _flowfield flowfield");
}

static void zsh_option(const struct ff_argv_table *table, const struct ff_argv_option *option)
{
	size_t count;
	const char *const *words = words_of(table, option, &count);

	/* All may be given again: which may not is for the program to say. */
	for (int named = 0; named < (option->letter != 0 ? 2 : 1); named++) {
		if (named == 0)
			printf(" \\\n\t\t'*--%s%s[", option->name,
			       option->value == FF_ARGV_NONE ? "" : "=");
		else
			printf(" \\\n\t\t'*-%c%s[", option->letter,
			       option->value == FF_ARGV_NONE ? "" : "+");
		put_quoted(option->text, "[]:\\");
		putchar(']');
		if (option->value != FF_ARGV_NONE) {
			fputs(option->value == FF_ARGV_OPTIONAL ? "::" : ":", stdout);
			put_quoted(option->value_name, ":\\");
			putchar(':');
			if (takes_file(option) && count > 0) {
				fputs("{_files; compadd -- ", stdout);
				put_words(words, count);
				putchar('}');
			} else if (takes_file(option)) {
				fputs("_files", stdout);
			} else if (count > 0) {
				putchar('(');
				put_words(words, count);
				putchar(')');
			}
		}
		putchar('\'');
	}
}

static void zsh_command(const struct ff_command *command)
{
	const struct ff_argv_option *option;

	printf("\t%s)\n\t\t_arguments -s -S", *command->name != '\0' ? command->name : "*");
	for (size_t i = 0; (option = ff_argv_option(command->table, i)) != NULL; i++)
		if (option->name != NULL)
			zsh_option(command->table, option);
	if (command->run == ff_cmd_completion)
		puts(" \\\n\t\t'1:shell:(bash zsh fish)'");
	else if (strcmp(command->name, "help") == 0)
		puts(" \\\n\t\t'1:command:_flowfield_commands'");
	else if (!has_options(command))
		puts(" \\\n\t\t'1:command or map:_flowfield_first' '*:file:_files'");
	else
		puts(" \\\n\t\t'*:file:_files'");
	puts("\t\t;;");
}

static void zsh(void)
{
	puts("#compdef flowfield\n"
	     "# Completes flowfield's options in zsh.\n"
	     "_flowfield_commands() {\n"
	     "\tlocal -a commands\n"
	     "\tcommands=(");
	for (size_t c = 0; c < ff_command_count; c++) {
		printf("\t\t'%s:", ff_command_list[c].name);
		put_quoted(ff_command_list[c].text, ":\\");
		puts("'");
	}
	fputs("\t)\n"
	      "\t_describe command commands\n"
	      "}\n"
	      "_flowfield_first() {\n"
	      "\t_flowfield_commands\n"
	      "\t_files\n"
	      "}\n"
	      "_flowfield() {\n"
	      "\tlocal command=\n"
	      "\tif (( CURRENT > 2 )) && [[ $words[2] == (",
	      stdout);
	put_names(true, "|");
	puts(") ]]; then\n"
	     "\t\tcommand=$words[2]\n"
	     "\t\tshift words\n"
	     "\t\t(( CURRENT-- ))\n"
	     "\tfi\n"
	     "\tcase $command in");
	for_each(zsh_command);
	puts("\tesac\n"
	     "}\n"
	     "if [[ $funcstack[1] == _flowfield ]]; then\n"
	     "\t_flowfield \"$@\"\n"
	     "else\n"
	     "\tcompdef _flowfield flowfield\n"
	     "fi");
}

static void fish_option(const struct ff_command *command, const struct ff_argv_option *option)
{
	size_t count;
	const char *const *words = words_of(command->table, option, &count);

	fputs("complete -c flowfield -n '", stdout);
	if (has_options(command))
		printf("__fish_seen_subcommand_from %s", command->name);
	else {
		fputs("not __fish_seen_subcommand_from ", stdout);
		put_names(true, " ");
	}
	printf("' -l %s", option->name);
	if (option->letter != 0)
		printf(" -s %c", option->letter);
	fputs(" -d '", stdout);
	put_quoted(option->text, "\\");
	putchar('\'');
	if (option->value == FF_ARGV_REQUIRED)
		fputs(takes_file(option) ? " -r -F" : " -x", stdout);
	if (count > 0) {
		fputs(" -a '", stdout);
		put_words(words, count);
		putchar('\'');
	}
	putchar('\n');
}

static void fish_command(const struct ff_command *command)
{
	const struct ff_argv_option *option;

	for (size_t i = 0; (option = ff_argv_option(command->table, i)) != NULL; i++)
		if (option->name != NULL)
			fish_option(command, option);
}

static void fish(void)
{
	puts("# Completes flowfield's options in fish.");
	for (size_t c = 0; c < ff_command_count; c++) {
		printf("complete -c flowfield -n __fish_use_subcommand -a %s -d '",
		       ff_command_list[c].name);
		put_quoted(ff_command_list[c].text, "\\");
		puts("'");
	}
	puts("complete -c flowfield -n '__fish_seen_subcommand_from completion' -x "
	     "-a 'bash zsh fish'");
	fputs("complete -c flowfield -n '__fish_seen_subcommand_from help' -x -a '", stdout);
	put_names(false, " ");
	puts("'");
	for_each(fish_command);
}

enum ff_status ff_cmd_completion(int argc, char *const *argv, struct ff_error *err)
{
	static const struct {
		const char *name;
		void (*print)(void);
	} shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
	struct ff_argv_word given = {0};
	enum ff_status st;
	char *record;

	if ((st = ff_argv_parse(&ff_cmd_completion_table, argc, argv, &given, &record, err)) !=
	    FF_OK)
		return st;
	free(record);
	if (given.help) {
		ff_argv_help(&ff_cmd_completion_table, stdout);
		return FF_OK;
	}
	for (size_t i = 0; given.word != NULL && i < sizeof shells / sizeof shells[0]; i++)
		if (strcmp(given.word, shells[i].name) == 0) {
			shells[i].print();
			return FF_OK;
		}
	if (given.word == NULL)
		return ff_status_fail(err, FF_E_USAGE, "which shell: bash, zsh or fish?");
	return ff_status_fail(err, FF_E_USAGE, "%s: there is bash, zsh and fish", given.word);
}
