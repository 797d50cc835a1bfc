#include "cmd/argv.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* One option as it was given. */
struct given {
	const struct ff_argv_option *option;
	const char *value;
};

/* What is known while parsing. */
struct parse {
	const struct ff_argv_table *table;
	void *target;
	struct given *given; /* [count] */
	size_t count;
	struct ff_error *err;
};

/* How many letters must be put in, taken out, changed or swapped with the next
 * to make 'b' of 'a' (F. J. Damerau, 1964); names are short. */
static int distance(const char *a, size_t n, const char *b)
{
	enum { LONGEST = 32 };
	int rows[3][LONGEST + 1];
	int m = (int)strlen(b);

	if (n > LONGEST || m > LONGEST)
		return INT_MAX;
	for (int j = 0; j <= m; j++)
		rows[0][j] = j;
	for (int i = 1; i <= (int)n; i++) {
		int *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];

		row[0] = i;
		for (int j = 1; j <= m; j++) {
			int least = last[j - 1] + (a[i - 1] != b[j - 1]);

			least = last[j] + 1 < least ? last[j] + 1 : least;
			least = row[j - 1] + 1 < least ? row[j - 1] + 1 : least;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    before[j - 2] + 1 < least)
				least = before[j - 2] + 1;
			row[j] = least;
		}
	}
	return rows[n % 3][m];
}

static enum ff_status unknown(const struct parse *parse, const char *name, size_t n)
{
	const char *nearest = NULL;
	int least = (n < 3 ? 1 : (int)n / 3) + 1; /* this far off is no typing error */

	for (size_t i = 0; i < parse->table->count; i++) {
		const char *other = parse->table->options[i].name;
		int far;

		if (other == NULL)
			continue;
		far = n > 1 && strncmp(name, other, n) == 0 ? 0 : distance(name, n, other);
		if (far < least) {
			least = far;
			nearest = other;
		}
	}
	if (nearest == NULL)
		return ff_status_fail(parse->err, FF_E_USAGE,
				      "unknown option --%.*s: see %s --help", (int)n, name,
				      parse->table->name);
	return ff_status_fail(parse->err, FF_E_USAGE, "unknown option --%.*s: is it --%s?", (int)n,
			      name, nearest);
}

static enum ff_status set(struct parse *parse, const struct ff_argv_option *option,
			  const char *value)
{
	parse->given[parse->count++] = (struct given){option, value};
	return option->set(parse->target, option, value, parse->err);
}

/* --name, --name=value, --name value; '*used' is set if 'next' is its value. */
static enum ff_status parse_long(struct parse *parse, const char *word, const char *next,
				 bool *used)
{
	size_t n = strcspn(word, "=");
	const char *value = word[n] == '=' ? word + n + 1 : NULL;

	for (size_t i = 0; i < parse->table->count; i++) {
		const struct ff_argv_option *option = &parse->table->options[i];

		if (option->name == NULL || strlen(option->name) != n ||
		    memcmp(option->name, word, n) != 0)
			continue;
		if (option->value == FF_ARGV_NONE && value != NULL)
			return ff_status_fail(parse->err, FF_E_USAGE, "--%s takes no value",
					      option->name);
		if (option->value == FF_ARGV_REQUIRED && value == NULL) {
			if (next == NULL)
				return ff_status_fail(parse->err, FF_E_USAGE,
						      "--%s needs a value: %s", option->name,
						      option->value_name);
			value = next;
			*used = true;
		}
		return set(parse, option, value);
	}
	return unknown(parse, word, n);
}

/* -v, -vq, -g value, -gvalue. */
static enum ff_status parse_short(struct parse *parse, const char *letters, const char *next,
				  bool *used)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < parse->table->count && letters[1] != '\0'; i++)
		if (parse->table->options[i].name != NULL &&
		    strcmp(parse->table->options[i].name, letters) == 0)
			return ff_status_fail(parse->err, FF_E_USAGE,
					      "unknown option -%s: is it --%s?", letters, letters);
	for (const char *value = NULL; *letters != '\0' && value == NULL && st == FF_OK;
	     letters++) {
		const struct ff_argv_option *option = NULL;

		for (size_t i = 0; i < parse->table->count; i++)
			if (parse->table->options[i].letter == *letters)
				option = &parse->table->options[i];
		if (option == NULL)
			return ff_status_fail(parse->err, FF_E_USAGE,
					      "unknown option -%c: see %s --help", *letters,
					      parse->table->name);
		if (option->value == FF_ARGV_REQUIRED) {
			value = letters[1] != '\0' ? letters + 1 : next;
			*used = letters[1] == '\0';
			if (value == NULL)
				return ff_status_fail(parse->err, FF_E_USAGE,
						      "-%c needs a value: %s", *letters,
						      option->value_name);
		}
		st = set(parse, option, value);
	}
	return st;
}

/* "--goal 1,2 --scale 4": what was given and is recorded, whatever its order was. */
static char *record_of(const struct parse *parse)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);
	const char *gap = "";

	if (to == NULL)
		return NULL;
	for (size_t i = 0; i < parse->table->count; i++)
		for (size_t j = 0; j < parse->count; j++) {
			const struct ff_argv_option *option = &parse->table->options[i];

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

enum ff_status ff_argv_parse(const struct ff_argv_table *table, int argc, char *const *argv,
			     void *target, char **record, struct ff_error *err)
{
	struct parse parse = {.table = table, .target = target, .err = err};
	enum ff_status st = FF_OK;
	bool options_over = false;
	size_t letters = 1;
	char *text;

	/* Each letter may be an option: that is the most there can be. */
	for (int i = 1; i < argc; i++)
		letters += strlen(argv[i]);
	if ((parse.given = calloc(letters, sizeof *parse.given)) == NULL)
		return ff_status_nomem(err, "the command line");
	for (int i = 1; i < argc && st == FF_OK; i++) {
		const char *word = argv[i], *next = i + 1 < argc ? argv[i + 1] : NULL;
		bool used = false;

		if (options_over || word[0] != '-' || word[1] == '\0')
			st = table->operand(target, word, err);
		else if (strcmp(word, "--") == 0)
			options_over = true;
		else if (word[1] == '-')
			st = parse_long(&parse, word + 2, next, &used);
		else
			st = parse_short(&parse, word + 1, next, &used);
		i += used;
	}
	text = st == FF_OK ? record_of(&parse) : NULL;
	free(parse.given);
	if (st == FF_OK && text == NULL)
		return ff_status_nomem(err, "the command line");
	if (st == FF_OK)
		*record = text;
	return st;
}

static enum ff_status set_help(void *target, const struct ff_argv_option *option, const char *value,
			       struct ff_error *err)
{
	(void)option, (void)value, (void)err;
	((struct ff_argv_word *)target)->help = true;
	return FF_OK;
}

const struct ff_argv_option ff_argv_help_alone[1] = {
	{'h', "help", NULL, "print this help", FF_ARGV_NONE, false, set_help, 0},
};

enum ff_status ff_argv_set_word(void *target, const char *word, struct ff_error *err)
{
	struct ff_argv_word *one = target;

	if (one->word != NULL)
		return ff_status_fail(err, FF_E_USAGE, "one at a time: %s or %s?", one->word, word);
	one->word = word;
	return FF_OK;
}

void ff_argv_help(const struct ff_argv_table *table, FILE *to)
{
	fputs(table->usage, to);
	for (size_t i = 0; i < table->count; i++) {
		const struct ff_argv_option *o = &table->options[i];
		char left[48];

		if (o->name == NULL) {
			fprintf(to, "\n%s:\n", o->text);
			continue;
		}
		snprintf(left, sizeof left, "%c%c%c --%s%s%s%s", o->letter != 0 ? '-' : ' ',
			 o->letter != 0 ? o->letter : ' ', o->letter != 0 ? ',' : ' ', o->name,
			 o->value == FF_ARGV_NONE       ? ""
			 : o->value == FF_ARGV_REQUIRED ? " "
							: "[=",
			 o->value == FF_ARGV_NONE ? "" : o->value_name,
			 o->value == FF_ARGV_OPTIONAL ? "]" : "");
		fprintf(to, "  %-28s %s\n", left, o->text);
	}
}
