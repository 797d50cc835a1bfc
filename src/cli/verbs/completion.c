/*
 * flowfield completion: scripts that complete commands, options and their values.
 *
 * The tables of options say which values an option takes: one of some words, a file, or
 * anything.  The scripts are plain lists, so that people can read them before their shell does.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "cli/verb.h"

static const struct ff_argv_table table = {
	"flowfield completion",
	"usage: flowfield completion bash|zsh|fish\n"
	"\n"
	"Prints a script with which the shell completes commands, options and values.\n",
	ff_argv_help_alone,
	FF_ARGV_HELP_ALONE,
	ff_argv_set_word,
	NULL,
	NULL,
	NULL};

static bool has_options(const struct ff_verb *verb)
{
	return verb->table != &ff_options_table;
}

/* Calls a function for one verb of each table of options. */
static void for_each_table(void (*print)(const struct ff_verb *verb))
{
	for (size_t i = 0; i < ff_verb_count; i++)
		if (has_options(ff_verb_all[i]))
			print(ff_verb_all[i]);
	print(&ff_run_verb);
}

/* Prints the names of all verbs, or of those with options of their own. */
static void put_names(bool own, const char *between)
{
	const char *gap = "";

	for (size_t i = 0; i < ff_verb_count; i++)
		if (!own || has_options(ff_verb_all[i])) {
			printf("%s%s", gap, ff_verb_all[i]->name);
			gap = between;
		}
}

/* Prints the words that the operand of a verb may be. */
static void put_operands(const struct ff_verb *verb)
{
	if (verb->words != NULL)
		fputs(verb->words, stdout);
	else
		put_names(false, " ");
}

static bool takes_file(const struct ff_argv_option *option)
{
	return option->value != FF_ARGV_NONE && (strstr(option->value_name, "FILE") != NULL ||
						 strstr(option->value_name, "DIR") != NULL);
}

static void put_words(const struct ff_argv_option *option)
{
	for (size_t i = 0; i < option->word_count; i++)
		printf("%s%s", i > 0 ? " " : "", option->words[i]);
}

/* Prints a text for single quotes of a shell, with a backslash before each of 'special'. */
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

static void print_bash_values(const struct ff_verb *verb)
{
	const struct ff_argv_option *option;

	for (size_t i = 0; (option = ff_argv_option(verb->table, i)) != NULL; i++) {
		if (option->name == NULL || option->value == FF_ARGV_NONE)
			continue;
		printf("\t%s:--%s", verb->name, option->name);
		if (option->letter != 0)
			printf(" | %s:-%c", verb->name, option->letter);
		fputs(") kind=", stdout);
		fputs(takes_file(option) ? "file" : "word", stdout);
		if (option->value == FF_ARGV_OPTIONAL)
			fputs(" optional=1", stdout);
		fputs(" words=\"", stdout);
		put_words(option);
		fputs("\" ;;\n", stdout);
	}
}

static void print_bash_options(const struct ff_verb *verb)
{
	const struct ff_argv_option *option;

	printf("\t\t\t%s:) words=\"", verb->name);
	for (size_t i = 0; (option = ff_argv_option(verb->table, i)) != NULL; i++)
		if (option->name != NULL)
			printf("--%s ", option->name);
	fputs("\" ;;\n", stdout);
}

static void print_bash(void)
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
	for_each_table(print_bash_values);
	puts("\tesac\n"
	     "\tif [[ -z $kind || ( -n $optional && -z $assigned ) ]]; then\n"
	     "\t\tkind=file words=\n"
	     "\t\tif [[ $current == -* ]]; then\n"
	     "\t\t\tkind=word\n"
	     "\t\t\tcase $command: in");
	for_each_table(print_bash_options);
	fputs("\t\t\tesac\n"
	      "\t\telif [[ $COMP_CWORD -eq 1 ]]; then\n"
	      "\t\t\twords=\"",
	      stdout);
	put_names(false, " ");
	puts("\"");
	for (size_t i = 0; i < ff_verb_count; i++) {
		if (ff_verb_all[i]->operand == NULL)
			continue;
		printf("\t\telif [[ $command == %s ]]; then\n\t\t\tkind=word words=\"",
		       ff_verb_all[i]->name);
		put_operands(ff_verb_all[i]);
		puts("\"");
	}
	puts("\t\tfi\n"
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

static void print_zsh_option(const struct ff_argv_option *option)
{
	/* The star allows an option again; the program refuses those that may not be. */
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
			if (takes_file(option) && option->word_count > 0) {
				fputs("{_files; compadd -- ", stdout);
				put_words(option);
				putchar('}');
			} else if (takes_file(option)) {
				fputs("_files", stdout);
			} else if (option->word_count > 0) {
				putchar('(');
				put_words(option);
				putchar(')');
			}
		}
		putchar('\'');
	}
}

static void print_zsh_command(const struct ff_verb *verb)
{
	const struct ff_argv_option *option;

	printf("\t%s)\n\t\t_arguments -s -S", *verb->name != '\0' ? verb->name : "*");
	for (size_t i = 0; (option = ff_argv_option(verb->table, i)) != NULL; i++)
		if (option->name != NULL)
			print_zsh_option(option);
	if (verb->words != NULL)
		printf(" \\\n\t\t'1:%s:(%s)'\n", verb->operand, verb->words);
	else if (verb->operand != NULL)
		printf(" \\\n\t\t'1:%s:_flowfield_commands'\n", verb->operand);
	else if (!has_options(verb))
		puts(" \\\n\t\t'1:command or map:_flowfield_first' '*:file:_files'");
	else
		puts(" \\\n\t\t'*:file:_files'");
	puts("\t\t;;");
}

static void print_zsh(void)
{
	puts("#compdef flowfield\n"
	     "# Completes flowfield's options in zsh.\n"
	     "_flowfield_commands() {\n"
	     "\tlocal -a commands\n"
	     "\tcommands=(");
	for (size_t c = 0; c < ff_verb_count; c++) {
		printf("\t\t'%s:", ff_verb_all[c]->name);
		put_quoted(ff_verb_all[c]->text, ":\\");
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
	for_each_table(print_zsh_command);
	puts("\tesac\n"
	     "}\n"
	     "if [[ $funcstack[1] == _flowfield ]]; then\n"
	     "\t_flowfield \"$@\"\n"
	     "else\n"
	     "\tcompdef _flowfield flowfield\n"
	     "fi");
}

static void print_fish_option(const struct ff_verb *verb, const struct ff_argv_option *option)
{
	fputs("complete -c flowfield -n '", stdout);
	if (has_options(verb))
		printf("__fish_seen_subcommand_from %s", verb->name);
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
	if (option->word_count > 0) {
		fputs(" -a '", stdout);
		put_words(option);
		putchar('\'');
	}
	putchar('\n');
}

static void print_fish_command(const struct ff_verb *verb)
{
	const struct ff_argv_option *option;

	for (size_t i = 0; (option = ff_argv_option(verb->table, i)) != NULL; i++)
		if (option->name != NULL)
			print_fish_option(verb, option);
}

static void print_fish(void)
{
	puts("# Completes flowfield's options in fish.");
	for (size_t c = 0; c < ff_verb_count; c++) {
		printf("complete -c flowfield -n __fish_use_subcommand -a %s -d '",
		       ff_verb_all[c]->name);
		put_quoted(ff_verb_all[c]->text, "\\");
		puts("'");
	}
	for (size_t i = 0; i < ff_verb_count; i++) {
		if (ff_verb_all[i]->operand == NULL)
			continue;
		printf("complete -c flowfield -n '__fish_seen_subcommand_from %s' -x -a '",
		       ff_verb_all[i]->name);
		put_operands(ff_verb_all[i]);
		puts("'");
	}
	for_each_table(print_fish_command);
}

static enum ff_status run_completion(int argc, char *const *argv, struct ff_error *err)
{
	static const struct {
		const char *name;
		void (*print)(void);
	} shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
	struct ff_argv_word given = {0};
	enum ff_status st;
	char *record;

	if ((st = ff_argv_parse(&table, argc, argv, &given, &record, NULL, err)) != FF_OK)
		return st;
	free(record);
	if (given.help) {
		ff_argv_help(&table, given.help, stdout);
		return FF_OK;
	}
	for (size_t i = 0; given.word != NULL && i < sizeof shells / sizeof shells[0]; i++)
		if (strcmp(given.word, shells[i].name) == 0) {
			shells[i].print();
			return FF_OK;
		}
	if (given.word == NULL)
		return ff_status_fail(err, FF_E_USAGE,
				      "no shell is named: expected bash, zsh or fish");
	return ff_status_fail(err, FF_E_USAGE, "%s: no such shell; expected bash, zsh or fish",
			      given.word);
}

const struct ff_verb ff_completion_verb = {
	.name = "completion",
	.text = "print a script that completes options in a shell",
	.table = &table,
	.operand = "shell",
	.words = "bash zsh fish",
	.run = run_completion,
};
