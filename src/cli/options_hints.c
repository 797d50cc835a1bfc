#include "cli/options.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/verb.h"

/* Options that people try, and what they mean: an option, with its value if that is known; a
 * sentence; or, NULL, one of the outputs. */
static const struct {
	const char *name, *meant;
} hints[] = {
	{"o", NULL},
	{"out", NULL},
	{"output", NULL},
	{"outputs", NULL},
	{"outfile", NULL},
	{"format", NULL},
	{"png", NULL},
	{"svg", NULL},
	{"npy", NULL},
	{"image", NULL},
	{"picture", NULL},
	{"flow-field", NULL},
	{"reachability", NULL},
	{"reachable", NULL},
	{"flow-arrows", NULL},
	{"distance", NULL},
	{"distances", NULL},
	{"i", "the map is a word without an option: flowfield MAP --goal X,Y"},
	{"in", "the map is a word without an option: flowfield MAP --goal X,Y"},
	{"input", "the map is a word without an option: flowfield MAP --goal X,Y"},
	{"map", "the map is a word without an option: flowfield MAP --goal X,Y"},
	{"to", "--goal"},
	{"end", "--goal"},
	{"target", "--goal"},
	{"dest", "--goal"},
	{"destination", "--goal"},
	{"start", "--from"},
	{"source", "--from"},
	{"origin", "--from"},
	{"path", "--paths"},
	{"route", "--paths"},
	{"crowd", "--simulate"},
	{"count", "--spawn"},
	{"euclid", "--metric euclid"},
	{"euclidean", "--metric euclid"},
	{"octile", "--metric octile"},
	{"manhattan", "--metric manhattan"},
	{"diagonal", "--metric octile"},
	{"diagonals", "--metric octile"},
	{"8", "--metric octile"},
	{"4", "--metric manhattan"},
	{"cmap", "--colormap"},
	{"palette", "--colormap"},
	{"width", "--scale"},
	{"height", "--scale"},
	{"zoom", "--scale"},
	{"threshold", "--wall-from"},
	{"walls", "--wall-from"},
	{"black", "--invert"},
	{"usage", "--help"},
	{"?", "--help"},
};

/* Returns true if the command has an option of that name that a run does not have. */
static bool has_own(const struct ff_verb *verb, const char *name, size_t n)
{
	const struct ff_argv_option *option = ff_argv_find(verb->table, name, n);

	return verb->table != &ff_options_table && option != NULL &&
	       ff_argv_find(&ff_options_table, name, n) == NULL;
}

/* Lists the outputs of a command. */
static void list_outputs(const struct ff_argv_table *table, char *list, size_t room)
{
	const struct ff_argv_option *option;
	const char *names[FF_OPTIONS_OUTPUTS];
	size_t count = 0;

	for (size_t i = 0; (option = ff_argv_option(table, i)) != NULL; i++)
		if (option->set == ff_options_set_output && count < FF_OPTIONS_OUTPUTS)
			names[count++] = option->name;
	ff_strings_join(list, room, "--", names, count, ", ");
}

enum { VERBS = 32 }; /* room for the names of all verbs */

/* Lists the commands that have an option; returns false if there are none. */
static bool name_owners(const char *given, size_t length, const char *name, size_t n,
			struct ff_error *err)
{
	const char *owners[VERBS];
	size_t count = 0;
	char list[256];
	bool same;

	for (size_t i = 0; i < ff_verb_count && count < VERBS; i++)
		if (has_own(ff_verb_all[i], name, n))
			owners[count++] = ff_verb_all[i]->table->name;
	if (count == 0)
		return false;
	ff_strings_join(list, sizeof list, "", owners, count, " and ");
	same = length >= n && memcmp(given + length - n, name, n) == 0;
	ff_status_fail(err, FF_E_USAGE, "unknown option %.*s: %s %s %s%.*s", (int)length, given,
		       list, count == 1 ? "has" : "have", same ? "it" : "--", same ? 0 : (int)n,
		       name);
	return true;
}

/* Explains an unknown option of the table above. */
static bool explain(const struct ff_argv_table *table, const char *given, size_t n,
		    const char *meant, struct ff_error *err)
{
	size_t name = meant == NULL ? 0 : strcspn(meant, " ");
	char list[512];

	if (meant == NULL) {
		list_outputs(table, list, sizeof list);
		ff_status_fail(err, FF_E_USAGE,
			       "unknown option %.*s: each output has an option and a file, whose "
			       "name says the format: %s",
			       (int)n, given, list);
	} else if (*meant != '-') {
		ff_status_fail(err, FF_E_USAGE, "unknown option %.*s: %s", (int)n, given, meant);
	} else if (ff_argv_find(table, meant + 2, name - 2) == NULL) {
		return name_owners(given, n, meant + 2, name - 2, err);
	} else {
		ff_status_fail(err, FF_E_USAGE, "unknown option %.*s: did you mean %s?", (int)n,
			       given, meant);
	}
	return true;
}

bool ff_options_hint(const struct ff_argv_table *table, const char *given, size_t n,
		     struct ff_error *err)
{
	size_t dashes = given[1] == '-' ? 2 : 1, length = n - dashes;
	const char *name = given + dashes;

	for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
		if (strlen(hints[i].name) == length && memcmp(hints[i].name, name, length) == 0)
			return explain(table, given, n, hints[i].meant, err);
	for (size_t i = 0; i < ff_verb_count; i++)
		if (strlen(ff_verb_all[i]->name) == length &&
		    memcmp(ff_verb_all[i]->name, name, length) == 0) {
			ff_status_fail(
				err, FF_E_USAGE,
				"unknown option %.*s: did you mean the command flowfield %s?",
				(int)n, given, ff_verb_all[i]->name);
			return true;
		}
	return name_owners(given, n, name, length, err);
}

/* Returns true if a word could be the name of a command: it has no dot and no slash. */
static bool is_bare(const char *word)
{
	if (!isalpha((unsigned char)*word))
		return false;
	while (isalnum((unsigned char)*word) || *word == '-' || *word == '_')
		word++;
	return *word == '\0';
}

bool ff_options_hint_command(const char *word, struct ff_error *err)
{
	const char *nearest, *names[VERBS];
	size_t count = 0;
	char list[256];

	if (!is_bare(word) || ff_verb_find(word) != NULL || access(word, F_OK) == 0 ||
	    errno != ENOENT)
		return false;
	nearest = ff_verb_nearest(word);
	if (nearest != NULL) {
		ff_status_fail(err, FF_E_USAGE, "no file or command '%s': did you mean %s?", word,
			       nearest);
		return true;
	}
	for (; count < ff_verb_count && count < VERBS; count++)
		names[count] = ff_verb_all[count]->name;
	ff_strings_join(list, sizeof list, "", names, count, ", ");
	ff_status_fail(err, FF_E_USAGE, "no file or command '%s': expected a map, or one of %s",
		       word, list);
	return true;
}

enum ff_status ff_options_hint_operand(const struct ff_argv_table *table, const char *map,
				       const char *word, struct ff_error *err)
{
	struct ff_goal goal;

	if (ff_options_read_goal(word, &goal) == FF_NUMBER_OK)
		return ff_status_fail(err, FF_E_USAGE, "one map at a time: did you mean --goal %s?",
				      word);
	if (*word != '\0' && word[strspn(word, "+-.,0123456789")] == '\0')
		return ff_status_fail(err, FF_E_USAGE,
				      "one map at a time: %s is no option's value (a goal is "
				      "--goal X,Y in one word)",
				      word);
	if (ff_verb_find(word) != NULL)
		return ff_status_fail(err, FF_E_USAGE,
				      "one map at a time: did you mean flowfield %s %s?", word,
				      map);
	if (ff_argv_find(table, word, strlen(word)) != NULL)
		return ff_status_fail(err, FF_E_USAGE, "one map at a time: did you mean --%s?",
				      word);
	return ff_status_fail(err, FF_E_USAGE, "one map at a time: %s or %s?%s", map, word,
			      table == &ff_options_table ? " (flowfield batch runs many)" : "");
}
