#include "cli/argv.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/input.h"

/* An option as it was given. */
struct given {
	const struct ff_argv_option *option;
	const char *value;
};

struct parse {
	const struct ff_argv_table *table;
	void *target;
	struct given *given; /* [count] */
	size_t count;
	struct ff_error *err;
};

static bool is_own(const struct ff_argv_table *table, const struct ff_argv_option *option)
{
	return option >= table->options && option < table->options + table->count;
}

/* Returns true if a table leaves out an option of its base.  It may have one of that name. */
static bool leaves_out(const struct ff_argv_table *table, const struct ff_argv_option *option)
{
	const char *name = option->name;

	if (table->without == NULL || is_own(table, option))
		return false;
	if (name != NULL && ff_strings_has(table->without, name, strlen(name)))
		return true;
	while (option->name != NULL)
		option--;
	return ff_strings_has(table->without, option->text, strlen(option->text));
}

const struct ff_argv_option *ff_argv_option(const struct ff_argv_table *table, size_t i)
{
	const struct ff_argv_table *own = table;

	for (; table != NULL; table = table->base)
		for (size_t k = 0; k < table->count; k++)
			if (!leaves_out(own, &table->options[k]) && i-- == 0)
				return &table->options[k];
	return NULL;
}

/* Reports an option of the base, called 'name' [n] or by a letter, that this table leaves out;
 * returns false if there is none. */
static bool report_left_out(const struct parse *parse, const char *name, size_t n, char letter)
{
	const char *space = strrchr(parse->table->name, ' ');
	const struct ff_argv_option *option;

	for (size_t i = 0; (option = ff_argv_option(parse->table->base, i)) != NULL; i++) {
		if (option->name == NULL || !leaves_out(parse->table, option))
			continue;
		if ((letter != 0 && option->letter == letter) ||
		    (strlen(option->name) == n && memcmp(option->name, name, n) == 0)) {
			ff_status_fail(parse->err, FF_E_USAGE, "--%s is not for %s", option->name,
				       space == NULL ? parse->table->name : space + 1);
			return true;
		}
	}
	return false;
}

const struct ff_argv_option *ff_argv_find(const struct ff_argv_table *table, const char *name,
					  size_t n)
{
	const struct ff_argv_option *option;

	for (size_t i = 0; (option = ff_argv_option(table, i)) != NULL; i++)
		if (option->name != NULL && strlen(option->name) == n &&
		    memcmp(option->name, name, n) == 0)
			return option;
	return NULL;
}

/* Asks the table, or its base, for a suggestion for an unknown option [n]. */
static bool ask_hint(const struct parse *parse, const char *given, size_t n)
{
	const struct ff_argv_table *table = parse->table;

	while (table != NULL && table->hint == NULL)
		table = table->base;
	return table != NULL && table->hint(parse->table, given, n, parse->err);
}

/* Refuses --name, of 'n' bytes with the dashes. */
static enum ff_status refuse_unknown(const struct parse *parse, const char *given, size_t length)
{
	const char *nearest = NULL, *name = given + 2;
	size_t n = length - 2;
	const struct ff_argv_option *option;

	assert(parse->table != NULL);
	if (report_left_out(parse, name, n, 0) || ask_hint(parse, given, length))
		return FF_E_USAGE;
	for (size_t i = 0; (option = ff_argv_option(parse->table, i)) != NULL; i++)
		if (option->name != NULL)
			nearest = ff_strings_nearer(name, n, nearest, option->name);
	if (nearest == NULL)
		return ff_status_fail(parse->err, FF_E_USAGE,
				      "unknown option --%.*s: see %s --help", (int)n, name,
				      parse->table->name);
	return ff_status_fail(parse->err, FF_E_USAGE, "unknown option --%.*s: did you mean --%s?",
			      (int)n, name, nearest);
}

static enum ff_status set_option(struct parse *parse, const struct ff_argv_option *option,
				 const char *value)
{
	parse->given[parse->count++] = (struct given){option, value};
	return option->set(parse->target, option, value, parse->err);
}

/* Returns true if a word can only be meant as an option: "-q", "--quiet", "--", but not "-1". */
static bool is_option(const char *word)
{
	if (word[0] != '-')
		return false;
	return word[1] == '-' ? !isdigit((unsigned char)word[2]) : isalpha((unsigned char)word[1]);
}

/* Returns FF_OK if the next word may be the value of an option that was given as 'name'. */
static enum ff_status check_next(const struct parse *parse, const struct ff_argv_option *option,
				 const char *name, const char *next)
{
	bool file = strstr(option->value_name, "FILE") != NULL ||
		    strstr(option->value_name, "DIR") != NULL;

	if (next == NULL)
		return ff_status_fail(parse->err, FF_E_USAGE, "%s needs a value: %s", name,
				      option->value_name);
	if (!is_option(next))
		return FF_OK;
	return ff_status_fail(parse->err, FF_E_USAGE, "%s needs a value: %s; %s is an option%s%s%s",
			      name, option->value_name, next,
			      file ? " (a file of that name: ./" : "", file ? next : "",
			      file ? ")" : "");
}

/* Returns true if a word is a number below 0, or begins with one: no option does. */
static bool is_negative(const char *word)
{
	return word != NULL && word[0] == '-' &&
	       (isdigit((unsigned char)word[1]) || word[1] == '.');
}

/* Parses --name, --name=value or --name value; sets '*used' if 'next' is its value. */
static enum ff_status parse_long(struct parse *parse, const char *word, const char *next,
				 bool *used)
{
	const char *name = word + 2;
	size_t n = strcspn(name, "=");
	const char *value = name[n] == '=' ? name + n + 1 : NULL;
	const struct ff_argv_option *option = ff_argv_find(parse->table, name, n);

	if (option == NULL)
		return refuse_unknown(parse, word, n + 2);
	if (option->value == FF_ARGV_NONE && value != NULL)
		return ff_status_fail(parse->err, FF_E_USAGE, "--%s takes no value", option->name);
	if (option->value == FF_ARGV_REQUIRED && value == NULL) {
		enum ff_status st = check_next(parse, option, word, next);

		if (st != FF_OK)
			return st;
		*used = true;
	} else if (option->value == FF_ARGV_OPTIONAL && value == NULL) {
		*used = is_negative(next);
	}
	if (*used)
		value = next;
	return set_option(parse, option, value);
}

/* Parses -v, -vq, -g value or -gvalue. */
static enum ff_status parse_short(struct parse *parse, const char *word, const char *next,
				  bool *used)
{
	const char *letters = word + 1;
	const struct ff_argv_option *other;
	enum ff_status st = FF_OK;

	for (size_t i = 0; letters[1] != '\0' && (other = ff_argv_option(parse->table, i)) != NULL;
	     i++)
		if (other->name != NULL && strcmp(other->name, letters) == 0)
			return ff_status_fail(parse->err, FF_E_USAGE,
					      "unknown option -%s: did you mean --%s?", letters,
					      letters);
	for (const char *value = NULL; *letters != '\0' && value == NULL && st == FF_OK;
	     letters++) {
		const struct ff_argv_option *option = NULL;

		for (size_t i = 0; (other = ff_argv_option(parse->table, i)) != NULL; i++)
			if (other->letter == *letters)
				option = other;
		if (option == NULL) {
			const char given[] = {'-', *letters, '\0'};

			if (report_left_out(parse, "", 0, *letters) ||
			    ask_hint(parse, word, strlen(word)) || ask_hint(parse, given, 2))
				return FF_E_USAGE;
			return ff_status_fail(parse->err, FF_E_USAGE,
					      "unknown option %s: see %s --help", given,
					      parse->table->name);
		}
		if (option->value == FF_ARGV_REQUIRED) {
			const char name[] = {'-', *letters, '\0'};

			*used = letters[1] == '\0';
			value = *used ? next : letters + 1;
			if (*used)
				st = check_next(parse, option, name, next);
			if (st != FF_OK)
				return st;
		}
		st = set_option(parse, option, value);
	}
	return st;
}

/* Returns the recorded options in the table's order, "--goal 1,2 --scale 4"; NULL if memory ran
 * out. */
static char *record_of(const struct parse *parse)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);
	const struct ff_argv_option *option;
	const char *gap = "";

	if (to == NULL)
		return NULL;
	for (size_t i = 0; (option = ff_argv_option(parse->table, i)) != NULL; i++)
		for (size_t j = 0; j < parse->count; j++) {
			if (parse->given[j].option != option || !option->recorded)
				continue;
			fprintf(to, "%s--%s", gap, option->name);
			if (parse->given[j].value != NULL)
				fprintf(to, "%c%s", option->value == FF_ARGV_OPTIONAL ? '=' : ' ',
					parse->given[j].value);
			gap = " ";
		}
	if (fclose(to) != 0) {
		free(text);
		return NULL;
	}
	return text;
}

/* Sets the results of a line without errors; 'given' ends with NULL. */
static enum ff_status return_results(const struct parse *parse, char **record, const char ***given)
{
	char *text = record == NULL ? NULL : record_of(parse);
	const char **names = given == NULL ? NULL : calloc(parse->count + 1, sizeof *names);

	if ((record != NULL && text == NULL) || (given != NULL && names == NULL)) {
		free(text);
		free(names);
		return ff_status_nomem(parse->err, "the command line");
	}
	if (record != NULL)
		*record = text;
	for (size_t i = 0; i < parse->count && names != NULL; i++)
		names[i] = parse->given[i].option->name;
	if (given != NULL)
		*given = names;
	return FF_OK;
}

/* Suggests, for an invalid line, X,Y where the last option's value was "X Y" or "XxY", and = where
 * a number behind that option was no operand.  'at' points to the word behind the refused one. */
static void suggest_value(const struct parse *parse, char *const *at, bool ends)
{
	static const char digits[] = "0123456789.";
	const struct given *last = &parse->given[parse->count - 1];
	const char *name = last->option->name, *form = last->option->value_name,
		   *value = last->value;
	size_t n = value == NULL ? 0 : strspn(value, digits);
	bool two = n > 0 && value[n] == '\0';
	const char *y = two && !ends ? at[0] : n > 0 && value[n] == 'x' ? value + n + 1 : "";

	if (value == NULL && strncmp(at[-2], "--", 2) == 0 && strcmp(at[-2] + 2, name) == 0 &&
	    isdigit((unsigned char)at[-1][0]) && at[-1][strspn(at[-1], "+,0123456789.")] == '\0')
		ff_status_fail(parse->err, FF_E_USAGE,
			       last->option->value == FF_ARGV_OPTIONAL
				       ? "--%s %s: did you mean --%s=%s?"
				       : "--%s takes no value: %s",
			       name, at[-1], name, at[-1]);
	else if (*y != '\0' && y[strspn(y, digits)] == '\0' &&
		 ((strncmp(form, "X,Y", 3) == 0 && form[3] != ',') || *form == '['))
		ff_status_fail(parse->err, FF_E_USAGE, "--%s %s%s%s: did you mean --%s %.*s,%s?",
			       name, value, two ? " " : "", two ? y : "", name, (int)n, value, y);
}

enum ff_status ff_argv_parse(const struct ff_argv_table *table, int argc, char *const *argv,
			     void *target, char **record, const char ***given, struct ff_error *err)
{
	struct parse parse = {.table = table, .target = target, .err = err};
	enum ff_status st = FF_OK;
	const struct ff_argv_table *words = table;
	bool options_over = false;
	size_t letters = 1;
	int i;

	/* Each letter behind one - may be an option: there cannot be more. */
	for (i = 1; i < argc; i++)
		letters += strncmp(argv[i], "--", 2) == 0 ? 1
			   : argv[i][0] == '-'            ? strlen(argv[i])
							  : 0;
	if ((parse.given = calloc(letters, sizeof *parse.given)) == NULL)
		return ff_status_nomem(err, "the command line");
	while (words->operand == NULL)
		words = words->base;
	for (i = 1; i < argc && st == FF_OK; i++) {
		const char *word = argv[i], *next = i + 1 < argc ? argv[i + 1] : NULL;
		bool used = false;

		/* A place may lie left of the origin: "-1.5m,2m". */
		if (options_over || word[0] != '-' || word[1] == '\0' ||
		    (is_negative(word) && strchr(word, ',') != NULL))
			st = words->operand(target, word, err);
		else if (strcmp(word, "--") == 0)
			options_over = true;
		else if (word[1] == '-')
			st = parse_long(&parse, word, next, &used);
		else
			st = parse_short(&parse, word, next, &used);
		i += used;
	}
	if (st == FF_OK)
		st = return_results(&parse, record, given);
	else if (st == FF_E_USAGE && parse.count > 0)
		suggest_value(&parse, argv + i, i == argc);
	free(parse.given);
	return st;
}

enum ff_status ff_argv_set_help(void *target, const struct ff_argv_option *option,
				const char *value, struct ff_error *err)
{
	enum ff_argv_help help = value == NULL ? FF_ARGV_HELP_FIRST : FF_ARGV_HELP_ALL;

	if (value != NULL && strcmp(value, "all") != 0)
		return ff_status_fail(err, FF_E_USAGE, "--help=%s: expected all", value);
	memcpy((char *)target + option->offset, &help, sizeof help);
	return FF_OK;
}

const struct ff_argv_option ff_argv_help_alone[1] = {
	FF_ARGV_HELP_ROW(offsetof(struct ff_argv_word, help))};

enum ff_status ff_argv_set_word(void *target, const char *word, struct ff_error *err)
{
	struct ff_argv_word *one = target;

	if (one->word != NULL)
		return ff_status_fail(err, FF_E_USAGE, "%s: expected nothing after %s", word,
				      one->word);
	one->word = word;
	return FF_OK;
}

/* Writes the line of an option. */
static void write_option(const struct ff_argv_option *o, FILE *to)
{
	enum { LEFT = 28 };
	char left[48];

	snprintf(left, sizeof left, "%c%c%c --%s%s%s%s", o->letter != 0 ? '-' : ' ',
		 o->letter != 0 ? o->letter : ' ', o->letter != 0 ? ',' : ' ', o->name,
		 o->value == FF_ARGV_NONE       ? ""
		 : o->value == FF_ARGV_REQUIRED ? " "
						: "[=",
		 o->value == FF_ARGV_NONE ? "" : o->value_name,
		 o->value == FF_ARGV_OPTIONAL ? "]" : "");
	/* A text without room beside its option is printed below it. */
	if (strlen(left) > LEFT)
		fprintf(to, "  %s\n  %-*s %s\n", left, LEFT, "", o->text);
	else
		fprintf(to, "  %-*s %s\n", LEFT, left, o->text);
}

/* Returns true if an option is left out of --help. */
static bool is_hidden(const struct ff_argv_table *table, const struct ff_argv_option *o)
{
	return o->name != NULL && o->screen < (is_own(table, o) ? FF_ARGV_FIRST : FF_ARGV_ALWAYS);
}

void ff_argv_help(const struct ff_argv_table *table, enum ff_argv_help which, FILE *to)
{
	const struct ff_argv_option *o;
	int hidden = 0;
	const char *heading = which == FF_ARGV_HELP_ALL ? "Options" : NULL;

	fputs(table->usage, to);
	for (size_t i = 0; (o = ff_argv_option(table, i)) != NULL; i++)
		hidden += is_hidden(table, o);
	if (which == FF_ARGV_HELP_FIRST && hidden > 0)
		fprintf(to, "\nOptions (all of them: %s --help=all):\n", table->name);
	else if (which == FF_ARGV_HELP_FIRST)
		fputs("\nOptions:\n", to);
	for (size_t i = 0; (o = ff_argv_option(table, i)) != NULL; i++) {
		/* Headings are printed with all options only. */
		if (which == FF_ARGV_HELP_FIRST && (o->name == NULL || is_hidden(table, o)))
			continue;
		if (o->name == NULL) {
			heading = o->text;
			continue;
		}
		if (heading != NULL)
			fprintf(to, "\n%s:\n", heading);
		heading = NULL;
		write_option(o, to);
	}
}

/* ---- words of files and of the environment ---- */

/* A command line cannot take more, so that a small manifest or file cannot make it large. */
enum { WORDS = 1 << 20, BYTES = 16 << 20 };

/* A text being split. */
struct split {
	const char *at, *end, *line_start;
	size_t line;
	const char *name;
	char *word; /* [n]  the word so far; has room for all of the text */
	size_t n;
	struct ff_error *err;
};

static enum ff_status fail_at(const struct split *split, const char *at, const char *what)
{
	return ff_status_fail(split->err, FF_E_USAGE, "%s:%zu:%zu: %s", split->name, split->line,
			      (size_t)(at - split->line_start) + 1, what);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Takes the text between two quotes; 'at' is at the first of them. */
static enum ff_status split_quoted(struct split *split)
{
	const char *first = split->at++;
	char quote = *first;

	for (; split->at < split->end && *split->at != '\n' && *split->at != quote; split->at++) {
		if (quote == '"' && *split->at == '\\' && split->at + 1 < split->end &&
		    (split->at[1] == '"' || split->at[1] == '\\'))
			split->at++;
		if (*split->at == '\0')
			return fail_at(split, split->at, "a NUL byte");
		split->word[split->n++] = *split->at;
	}
	if (split->at == split->end || *split->at == '\n')
		return fail_at(split, first,
			       quote == '"' ? "the quote \" is not closed on its line"
					    : "the quote ' is not closed on its line");
	split->at++;
	return FF_OK;
}

static enum ff_status split_word(struct split *split)
{
	enum ff_status st = FF_OK;

	split->n = 0;
	while (split->at < split->end && !is_blank(*split->at) && st == FF_OK) {
		if (*split->at == '\'' || *split->at == '"') {
			st = split_quoted(split);
			continue;
		}
		if (*split->at == '\\' &&
		    (split->at + 1 == split->end || split->at[1] == '\n' || split->at[1] == '\r'))
			return fail_at(split, split->at, "nothing follows this \\ on its line");
		split->at += *split->at == '\\';
		if (*split->at == '\0')
			return fail_at(split, split->at, "a NUL byte");
		split->word[split->n++] = *split->at++;
	}
	return st;
}

enum ff_status ff_arguments_split(struct ff_strings *words, const char *text, size_t n,
				  const char *name, size_t line, struct ff_error *err)
{
	struct split split = {
		.at = text, .end = text + n, .line_start = text, .line = line, .name = name};
	enum ff_status st = FF_OK;

	split.err = err;
	if ((split.word = malloc(n + 1)) == NULL)
		return ff_status_nomem(err, "words");
	while (split.at < split.end && st == FF_OK) {
		if (*split.at == '\n') {
			split.line++;
			split.line_start = ++split.at;
		} else if (is_blank(*split.at)) {
			split.at++;
		} else if (*split.at == '#') {
			while (split.at < split.end && *split.at != '\n')
				split.at++;
		} else if (words->count == WORDS) {
			st = ff_status_fail(err, FF_E_LIMIT, "a command line of more than %d words",
					    WORDS);
		} else if ((st = split_word(&split)) == FF_OK) {
			st = ff_strings_add(words, split.word, split.n, err);
		}
	}
	free(split.word);
	return st;
}

size_t ff_arguments_bom(const char *text, size_t n)
{
	return n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

/* Adds the words of a file, which may name no other; '*bytes' counts those of all files. */
static enum ff_status add_file(struct ff_strings *to, const char *path, size_t *bytes,
			       struct ff_error *err)
{
	size_t first = to->count;
	struct ff_input in;
	enum ff_status st;

	if (strcmp(path, "-") == 0)
		return ff_status_fail(err, FF_E_USAGE, "@-: name a file; a map called @- is ./@-");
	if ((st = ff_input_open(&in, path, err)) != FF_OK)
		return st;
	if ((st = ff_input_rest(&in, BYTES, err)) == FF_OK && (*bytes += in.size) > BYTES)
		st = ff_status_fail(err, FF_E_LIMIT,
				    "a command line of files of more than %d bytes", BYTES);
	if (st == FF_OK) {
		const char *text = (const char *)in.data;
		size_t mark = ff_arguments_bom(text, in.size);

		st = ff_arguments_split(to, text + mark, in.size - mark, path, 1, err);
	}
	for (size_t i = first; i < to->count && st == FF_OK; i++)
		if (to->items[i][0] == '@' && to->items[i][1] != '\0')
			st = ff_status_fail(err, FF_E_USAGE,
					    "@%s: names %s, but a file names no other", path,
					    to->items[i]);
	ff_input_close(&in);
	return st;
}

enum ff_status ff_arguments_add(struct ff_strings *to, struct ff_strings *files, char *const *words,
				size_t count, struct ff_error *err)
{
	enum ff_status st = FF_OK;
	size_t bytes = 0;

	for (size_t i = 0; i < count && st == FF_OK; i++) {
		const char *word = words[i];

		if (word[0] != '@' || word[1] == '\0')
			st = ff_strings_add(to, word, strlen(word), err);
		else if (files == NULL ||
			 (st = ff_strings_add(files, word + 1, strlen(word + 1), err)) == FF_OK)
			st = add_file(to, word + 1, &bytes, err);
	}
	return st;
}

enum ff_status ff_arguments_environment(struct ff_strings *to, struct ff_strings *files,
					struct ff_error *err)
{
	const char *text = getenv("FLOWFIELD_OPTS");
	struct ff_strings words = {0};
	enum ff_status st;

	if (text == NULL)
		return FF_OK;
	st = ff_arguments_split(&words, text, strlen(text), "FLOWFIELD_OPTS", 1, err);
	if (st == FF_OK)
		st = ff_arguments_add(to, files, words.items, words.count, err);
	ff_strings_free(&words);
	return st;
}

void ff_arguments_add_origin(const struct ff_strings *files, bool environment, struct ff_error *err)
{
	const char *text = environment ? getenv("FLOWFIELD_OPTS") : NULL;
	size_t n = strlen(err->text), size = sizeof err->text;

	for (size_t i = 0; i < files->count && n < size; i++)
		n += (size_t)snprintf(err->text + n, size - n, "%s%s%s",
				      i == 0 ? " (with @" : ", @", files->items[i],
				      i + 1 == files->count ? ")" : "");
	if (text != NULL && *text != '\0' && n < size)
		snprintf(err->text + n, size - n, " (FLOWFIELD_OPTS is \"%s\")", text);
	ff_status_clean(err->text);
}
