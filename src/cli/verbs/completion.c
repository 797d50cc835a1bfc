/*
 * flowfield completion: scripts that complete commands, options and their values.
 *
 * A script is the rows of all commands and options, and a function that reads them: people can read
 * both before their shell does.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/verb.h"

static const struct ff_argv_table table = {
	"flowfield completion",
	"usage: flowfield completion bash|zsh|fish\n"
	"\n"
	"Prints a script with which the shell completes commands, options and values.\n",
	ff_argv_help_alone,
	1,
	ff_argv_set_word,
	NULL,
	NULL,
	NULL};

/* Prints a text, with a backslash before each of 'special'. */
static void put_quoted(const char *text, const char *special)
{
	for (; *text != '\0'; text++) {
		if (strchr(special, *text) != NULL)
			putchar('\\');
		putchar(*text);
	}
}

static void put_option(const struct ff_verb *verb, const struct ff_argv_option *option,
		       const char *special)
{
	const char *form = option->value == FF_ARGV_NONE ? "" : option->value_name;
	bool list = option->word_count > 0 &&
		    (strcmp(form, "LAYERS") == 0 || strstr(form, ",...") != NULL);

	printf("%s;%s;", verb->name, option->name);
	if (option->letter != 0)
		putchar(option->letter);
	printf(";%s%s;",
	       *form == '\0'                  ? ""
	       : strcmp(form, "DIR") == 0     ? "dir"
	       : strstr(form, "FILE") != NULL ? "file"
	       : list                         ? "list"
					      : "word",
	       option->value == FF_ARGV_OPTIONAL ? "?" : "");
	for (size_t i = 0; i < option->word_count; i++)
		printf("%s%s", i > 0 ? " " : "", option->words[i]);
	printf(";%s;", form);
	put_quoted(option->text, special);
	putchar('\n');
}

static void put_options(const struct ff_verb *verb, const char *special)
{
	const struct ff_argv_option *option;

	for (size_t i = 0; (option = ff_argv_option(verb->table, i)) != NULL; i++)
		if (option->name != NULL)
			put_option(verb, option, special);
}

/*
 * Prints the rows that the scripts read:
 *
 *	COMMAND;;;;WORDS;OPERAND;TEXT             WORDS: what the operand may be; empty: a file
 *	COMMAND;OPTION;LETTER;TAKES;WORDS;VALUE;TEXT
 *
 * TAKES is empty, word, list (of words, with commas), file (maybe after "npy:" or "junit=") or dir,
 * and ends in ? if the value may be left out.
 */
static void put_rows(const char *special)
{
	for (size_t i = 0; i < ff_verb_count; i++) {
		const struct ff_verb *verb = ff_verb_all[i];

		printf("%s;;;;%s;%s;", verb->name, verb->operand != NULL ? verb->words : "",
		       verb->operand != NULL ? verb->operand : "");
		put_quoted(verb->text, special);
		putchar('\n');
	}
	for (size_t i = 0; i < ff_verb_count; i++)
		put_options(ff_verb_all[i], special);
	put_options(&ff_run_verb, special);
}

/* A script, whose rows stand between two texts; 'special' is what their quotes need escaped. */
static const struct shell {
	const char *name, *special, *before, *after;
} shells[] = {
	{"bash", "",
	 "# Completes flowfield's options in bash.\n"
	 "_flowfield() {\n"
	 "\tlocal current=${COMP_WORDS[COMP_CWORD]} option i=$((COMP_CWORD - 1)) prefix=\n"
	 "\tlocal command= names= options= operands= takes= assigned= words= c o l t w rest file\n"
	 "\tCOMPREPLY=()\n"
	 "\t# \"=\" and \":\" are words of their own.\n"
	 "\twhile [[ $i -gt 1 && ${COMP_WORDS[i]} != -* && ${COMP_WORDS[i]}${COMP_WORDS[i + 1]} == "
	 "*[=:]* ]]; do\n"
	 "\t\ti=$((i - 1))\n"
	 "\tdone\n"
	 "\toption=${COMP_WORDS[i]} current=${current#[=:]}\n"
	 "\t[[ ${COMP_WORDS[i + 1]} == = ]] && assigned=1\n"
	 "\twhile IFS=';' read -r c o l t w rest; do\n"
	 "\t\tif [[ -z $o ]]; then\n"
	 "\t\t\tnames+=\" $c\"\n"
	 "\t\t\t[[ $COMP_CWORD -gt 1 && ${COMP_WORDS[1]} == \"$c\" ]] && command=$c operands=$w\n"
	 "\t\telif [[ $c == \"$command\" ]]; then\n"
	 "\t\t\toptions+=\" --$o\"\n"
	 "\t\t\t[[ $option == \"--$o\" || ( -n $l && $option == \"-$l\" ) ]] && takes=$t words=$w\n"
	 "\t\tfi\n"
	 "\tdone <<'END'\n",
	 "END\n"
	 "\t[[ $takes == file* && $((COMP_CWORD - i)) -gt $((1 + assigned)) ]] && words=\n"
	 "\tif [[ -z $takes || ( $takes == *\\? && -z $assigned ) ]]; then\n"
	 "\t\ttakes=file words=\n"
	 "\t\tif [[ $current == -* ]]; then\n"
	 "\t\t\ttakes=word words=$options\n"
	 "\t\telif [[ $COMP_CWORD -eq 1 ]]; then\n"
	 "\t\t\twords=$names\n"
	 "\t\telif [[ -n $operands ]]; then\n"
	 "\t\t\ttakes=word words=$operands\n"
	 "\t\tfi\n"
	 "\tfi\n"
	 "\tif [[ -n $words ]]; then\n"
	 "\t\t[[ $takes == list && $current == *,* ]] && prefix=${current%,*},\n"
	 "\t\tmapfile -t COMPREPLY < <(compgen -P \"$prefix\" -W \"$words\" -- "
	 "\"${current#\"$prefix\"}\")\n"
	 "\tfi\n"
	 "\tif [[ ${COMPREPLY[0]} == *= ]]; then\n"
	 "\t\tcompopt -o nospace 2>/dev/null\n"
	 "\telif [[ $takes == file* || $takes == dir ]]; then\n"
	 "\t\tcompopt -o filenames 2>/dev/null\n"
	 "\t\twhile IFS= read -r file; do\n"
	 "\t\t\tCOMPREPLY+=(\"$file\")\n"
	 "\t\tdone < <(compgen -\"${takes:0:1}\" -- \"$current\")\n"
	 "\tfi\n"
	 "}\n"
	 "complete -F _flowfield flowfield\n"},
	{"zsh", "",
	 "#compdef flowfield\n"
	 "# Completes flowfield's options in zsh.\n"
	 "_flowfield_first() {\n"
	 "\t_describe command commands\n"
	 "\t_files\n"
	 "}\n"
	 "_flowfield_file() {\n"
	 "\tcompset -P '[a-z0-9]#[=:]'\n"
	 "\t_files\n"
	 "}\n"
	 "_flowfield() {\n"
	 "\tsetopt local_options extended_glob\n"
	 "\tlocal -a commands specs operand\n"
	 "\tlocal command= action c o l t w v text\n"
	 "\toperand=('1:command or map:_flowfield_first' '*:file:_files')\n"
	 "\twhile IFS=';' read -r c o l t w v text; do\n"
	 "\t\ttext=${text//(#b)([][:\\\\])/\\\\$match[1]} v=${v//:/\\\\:} action=\n"
	 "\t\tif [[ -z $o ]]; then\n"
	 "\t\t\tcommands+=(\"$c:$text\")\n"
	 "\t\t\tif (( CURRENT > 2 )) && [[ $words[2] == $c ]]; then\n"
	 "\t\t\t\tcommand=$c operand=('*:file:_files')\n"
	 "\t\t\t\t[[ -n $w ]] && operand=(\"1:$v:($w)\")\n"
	 "\t\t\tfi\n"
	 "\t\telif [[ $c == $command ]]; then\n"
	 "\t\t\t[[ -n $w ]] && action=\"($w)\"\n"
	 "\t\t\t[[ $t == list ]] && action=\"{compset -P '*,'; compadd -- $w}\"\n"
	 "\t\t\t[[ $t == dir ]] && action='_files -/'\n"
	 "\t\t\t[[ $t == file* ]] && action=\"{compadd ${${(M)w:#*=*}:+-S ''} -- $w; "
	 "_flowfield_file}\"\n"
	 "\t\t\t[[ -n $t ]] && action=\":$v:$action\"\n"
	 "\t\t\t[[ $t == *\\? ]] && action=:$action\n"
	 "\t\t\t# The star allows an option again; the program refuses those that may not be.\n"
	 "\t\t\tspecs+=(\"*--$o${t:+=}[$text]$action\")\n"
	 "\t\t\t[[ -n $l ]] && specs+=(\"*-$l${t:++}[$text]$action\")\n"
	 "\t\tfi\n"
	 "\tdone <<'END'\n",
	 "END\n"
	 "\tif [[ -n $command ]]; then\n"
	 "\t\tshift words\n"
	 "\t\t(( CURRENT-- ))\n"
	 "\tfi\n"
	 "\t_arguments -s -S $specs $operand\n"
	 "}\n"
	 "if [[ $funcstack[1] == _flowfield ]]; then\n"
	 "\t_flowfield \"$@\"\n"
	 "else\n"
	 "\tcompdef _flowfield flowfield\n"
	 "fi\n"},
	{"fish", "'\\",
	 "# Completes flowfield's options in fish.\n"
	 "for row in (string split \\n -- '",
	 "')\n"
	 "\tset -l f (string split -m 6 ';' -- $row)\n"
	 "\ttest (count $f) -eq 7; or continue\n"
	 "\tset -l line complete -c flowfield -n \"__fish_seen_subcommand_from $f[1]\"\n"
	 "\tif test -z $f[2]\n"
	 "\t\tset -a __flowfield_commands $f[1]\n"
	 "\t\tcomplete -c flowfield -n __fish_use_subcommand -a $f[1] -d $f[7]\n"
	 "\t\ttest -z $f[5]; or $line -x -a $f[5]\n"
	 "\t\tcontinue\n"
	 "\tend\n"
	 "\ttest -n $f[1]; or set line[5] \"not __fish_seen_subcommand_from "
	 "$__flowfield_commands\"\n"
	 "\tset -a line -l $f[2] -d $f[7]\n"
	 "\ttest -z $f[3]; or set -a line -s $f[3]\n"
	 "\ttest $f[4] != list; or set f[4..5] word \"(__fish_append , $f[5])\"\n"
	 "\ttest $f[4] != dir; or set f[4..5] word \"(__fish_complete_directories "
	 "(commandline -ct | string replace -r '^--[^=]*=' ''))\"\n"
	 "\ttest $f[4] != word; or set -a line -x\n"
	 "\ttest $f[4] != file; or set -a line -r -F\n"
	 "\ttest -z $f[5]; or set -a line -a $f[5]\n"
	 "\t$line\n"
	 "end\n"
	 "set -e __flowfield_commands\n"},
};

static enum ff_status run_completion(int argc, char *const *argv, struct ff_error *err)
{
	struct ff_argv_word given = {0};
	enum ff_status st;

	if ((st = ff_argv_parse(&table, argc, argv, &given, NULL, NULL, err)) != FF_OK)
		return st;
	if (given.help) {
		ff_argv_help(&table, given.help, stdout);
		return FF_OK;
	}
	for (size_t i = 0; given.word != NULL && i < sizeof shells / sizeof shells[0]; i++)
		if (strcmp(given.word, shells[i].name) == 0) {
			fputs(shells[i].before, stdout);
			put_rows(shells[i].special);
			fputs(shells[i].after, stdout);
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
