#include "cli/argv.h"

#include "tap.h"

#include <stdlib.h>
#include <string.h>

/* The calls of the table's functions: "apple(red) pear() word(x) ". */
struct log {
	char text[400];
};

static void note(struct log *log, const char *name, const char *value)
{
	size_t n = strlen(log->text);

	snprintf(log->text + n, sizeof log->text - n, "%s(%s) ", name, value == NULL ? "" : value);
}

static enum ff_status set(void *target, const struct ff_argv_option *option, const char *value,
			  struct ff_error *err)
{
	if (value != NULL && strcmp(value, "bad") == 0)
		return ff_status_fail(err, FF_E_LIMIT, "--%s is too bad", option->name);
	note(target, option->name, value);
	return FF_OK;
}

static enum ff_status operand(void *target, const char *word, struct ff_error *err)
{
	if (strcmp(word, "bad") == 0)
		return ff_status_fail(err, FF_E_INPUT, "a bad word");
	note(target, "word", word);
	return FF_OK;
}

static const struct ff_argv_option options[] = {
	{.text = "Fruit"},
	{'a', "apple", "COLOUR", "an apple of that colour", FF_ARGV_REQUIRED, true, .set = set},
	{'p', "pear", NULL, "a pear", FF_ARGV_NONE, true, .set = set},
	{0, "plum", "SIZE", "a plum", FF_ARGV_OPTIONAL, true, .set = set},
	{0, "nut", NULL, "a nut", FF_ARGV_NONE, false, .set = set},
	{.text = "Other"},
	{'v', "verbose", NULL, "say more", FF_ARGV_NONE, false, .set = set},
	{0, "version", NULL, "say which", FF_ARGV_NONE, false, .set = set},
};

/* options added by the first word "juice" */
static const struct ff_argv_option bottles[] = {
	{'b', "bottle", "SIZE", "a bottle", FF_ARGV_REQUIRED, true, .set = set},
	{0, "label", "FILE", "what is on it", FF_ARGV_REQUIRED, false, .set = set},
};

/* Explains the unknown options --cherry and -c. */
static bool hint(const struct ff_argv_table *of, const char *given, size_t n, struct ff_error *err)
{
	if ((n != 8 || strncmp(given, "--cherry", 8) != 0) &&
	    (n != 2 || strncmp(given, "-c", 2) != 0))
		return false;
	ff_status_fail(err, FF_E_USAGE, "%s: %.*s has a stone", of->name, (int)n, given);
	return true;
}

static const struct ff_argv_table table = {
	"fruit", "usage: fruit\n", options, sizeof options / sizeof *options, operand, NULL, NULL,
	hint};

static const struct ff_argv_table juice = {
	"fruit juice", "usage: fruit juice\n", bottles, 2, NULL, &table, NULL, NULL};

enum { WORDS = 12 };

/* Splits a line at blanks ('_' stands for an empty word) and parses it. */
static enum ff_status parse(const char *line, struct log *log, char **record, struct ff_error *err)
{
	char text[400], *argv[WORDS], *at = text;
	int argc = 0;

	snprintf(text, sizeof text, "%s", line);
	for (char *word; argc < WORDS && (word = strsep(&at, " ")) != NULL;)
		argv[argc++] = strcmp(word, "_") == 0 ? word + 1 : word;
	log->text[0] = err->text[0] = '\0';
	if (argc < 2 || strcmp(argv[1], "juice") != 0)
		return ff_argv_parse(&table, argc, argv, log, record, NULL, err);
	return ff_argv_parse(&juice, argc - 1, argv + 1, log, record, NULL, err);
}

static void accepted(const char *line, const char *calls, const char *recorded)
{
	struct ff_error err;
	struct log log;
	char *record = NULL;
	enum ff_status st = parse(line, &log, &record, &err);

	CHECK(st == FF_OK, "\"%s\": \"%s\"", line, err.text);
	CHECK(strcmp(log.text, calls) == 0, "\"%s\": %s", line, log.text);
	CHECK(st != FF_OK || strcmp(record, recorded) == 0, "\"%s\": recorded is \"%s\"", line,
	      record);
	free(record);
}

static void refused(const char *line, enum ff_status status, const char *message)
{
	struct ff_error err;
	struct log log;
	char mine, *record = &mine;
	enum ff_status st = parse(line, &log, &record, &err);

	CHECK(st == status && strcmp(err.text, message) == 0, "\"%s\": status %d, \"%s\"", line,
	      (int)st, err.text);
	CHECK(record == &mine, "\"%s\": the record was set", line);
}

static void options_may_be_given_in_every_usual_way(void)
{
	accepted("prog", "", "");
	accepted("prog --apple red", "apple(red) ", "--apple red");
	accepted("prog --apple=red", "apple(red) ", "--apple red");
	accepted("prog -a red", "apple(red) ", "--apple red");
	accepted("prog -ared", "apple(red) ", "--apple red");
	accepted("prog -pa red", "pear() apple(red) ", "--apple red --pear");
	accepted("prog -pvared", "pear() verbose() apple(red) ", "--apple red --pear");
	accepted("prog --apple=--pear", "apple(--pear) ", "--apple --pear");
	accepted("prog -a-p", "apple(-p) ", "--apple -p");
	accepted("prog --apple= --pear", "apple() pear() ", "--apple  --pear");
	accepted("prog --apple _ -p", "apple() pear() ", "--apple  --pear");
	accepted("prog --apple a=b", "apple(a=b) ", "--apple a=b");
	accepted("prog --apple=a=b", "apple(a=b) ", "--apple a=b");
}

static void a_value_of_its_own_word_is_no_option(void)
{
	refused("prog --apple --pear", FF_E_USAGE,
		"--apple needs a value: COLOUR; --pear is an option");
	refused("prog -a -p", FF_E_USAGE, "-a needs a value: COLOUR; -p is an option");
	refused("prog -pa -x", FF_E_USAGE, "-a needs a value: COLOUR; -x is an option");
	refused("prog --apple --no-such=1", FF_E_USAGE,
		"--apple needs a value: COLOUR; --no-such=1 is an option");
	refused("prog --apple -- -p", FF_E_USAGE, "--apple needs a value: COLOUR; -- is an option");
	refused("prog juice --label -v", FF_E_USAGE,
		"--label needs a value: FILE; -v is an option (a file of that name: ./-v)");
	accepted("prog --apple - -a -1,2 -a -.5", "apple(-) apple(-1,2) apple(-.5) ",
		 "--apple - --apple -1,2 --apple -.5");
	accepted("prog juice --label=-v --label ./-v", "label(-v) label(./-v) ", "");
}

static void an_optional_value_comes_after_an_equals_sign_or_is_below_0(void)
{
	accepted("prog --plum -1.2 x", "plum(-1.2) word(x) ", "--plum=-1.2");
	accepted("prog --plum -.5", "plum(-.5) ", "--plum=-.5");
	accepted("prog --plum - --plum -p", "plum() word(-) plum() pear() ",
		 "--pear --plum --plum");
	accepted("prog --plum", "plum() ", "--plum");
	accepted("prog --plum=big", "plum(big) ", "--plum=big");
	accepted("prog --plum big", "plum() word(big) ", "--plum");
	accepted("prog --plum=", "plum() ", "--plum=");
}

static void words_may_stand_anywhere_and_a_dash_is_one(void)
{
	accepted("prog x --pear y - -v z", "word(x) pear() word(y) word(-) verbose() word(z) ",
		 "--pear");
	accepted("prog _", "word() ", "");
}

static void two_dashes_end_the_options(void)
{
	accepted("prog -p -- --pear -p -- x", "pear() word(--pear) word(-p) word(--) word(x) ",
		 "--pear");
	accepted("prog --apple=-- -p", "apple(--) pear() ", "--apple -- --pear");
}

static void the_record_is_in_the_tables_order_and_has_what_counts(void)
{
	accepted("prog --plum=1 -v -p x -a red --version",
		 "plum(1) verbose() pear() word(x) "
		 "apple(red) version() ",
		 "--apple red --pear --plum=1");
	accepted("prog -a 2 --plum --apple=1 -p -p", "apple(2) plum() apple(1) pear() pear() ",
		 "--apple 2 --apple 1 --pear --pear --plum");
}

static void a_first_word_may_bring_more_options(void)
{
	accepted("prog juice -v -p --bottle big x -b 2",
		 "verbose() pear() bottle(big) word(x) bottle(2) ",
		 "--bottle big --bottle 2 --pear");
	accepted("prog juice -- juice", "word(juice) ", "");
	accepted("prog x juice", "word(x) word(juice) ", "");
	refused("prog --bottle 1 juice", FF_E_USAGE, "unknown option --bottle: see fruit --help");
	refused("prog x juice -b 1", FF_E_USAGE, "unknown option -b: see fruit --help");
	refused("prog juice --botle 1", FF_E_USAGE,
		"unknown option --botle: did you mean --bottle?");
	refused("prog juice --aple 1", FF_E_USAGE, "unknown option --aple: did you mean --apple?");
	refused("prog juice -x", FF_E_USAGE, "unknown option -x: see fruit juice --help");
	refused("prog juice bad", FF_E_INPUT, "a bad word");
}

static void what_is_wrong_with_an_option_is_said(void)
{
	refused("prog --apple", FF_E_USAGE, "--apple needs a value: COLOUR");
	refused("prog -a", FF_E_USAGE, "-a needs a value: COLOUR");
	refused("prog -pa", FF_E_USAGE, "-a needs a value: COLOUR");
	refused("prog --pear=1", FF_E_USAGE, "--pear takes no value");
	refused("prog --pear=", FF_E_USAGE, "--pear takes no value");
	refused("prog -x", FF_E_USAGE, "unknown option -x: see fruit --help");
	refused("prog -vx", FF_E_USAGE, "unknown option -x: see fruit --help");
}

static void a_mistyped_option_names_the_nearest(void)
{
	refused("prog --aple red", FF_E_USAGE, "unknown option --aple: did you mean --apple?");
	refused("prog --appple=red", FF_E_USAGE, "unknown option --appple: did you mean --apple?");
	refused("prog --palpe", FF_E_USAGE, "unknown option --palpe: see fruit --help");
	refused("prog -apple red", FF_E_USAGE, "unknown option -apple: did you mean --apple?");
	refused("prog --paer", FF_E_USAGE, "unknown option --paer: did you mean --pear?");
	refused("prog --plim", FF_E_USAGE, "unknown option --plim: did you mean --plum?");
	refused("prog --versoin", FF_E_USAGE, "unknown option --versoin: did you mean --version?");
	refused("prog --verb", FF_E_USAGE, "unknown option --verb: did you mean --verbose?");
	refused("prog --versio", FF_E_USAGE, "unknown option --versio: did you mean --version?");
	refused("prog --pe", FF_E_USAGE, "unknown option --pe: did you mean --pear?");
	/* In a name this short only one letter may be wrong, missing, too much or swapped. */
	refused("prog --not", FF_E_USAGE, "unknown option --not: did you mean --nut?");
	refused("prog --ut", FF_E_USAGE, "unknown option --ut: did you mean --nut?");
	refused("prog --nt", FF_E_USAGE, "unknown option --nt: did you mean --nut?");
	refused("prog --ntu", FF_E_USAGE, "unknown option --ntu: did you mean --nut?");
	refused("prog --unt", FF_E_USAGE, "unknown option --unt: did you mean --nut?");
	refused("prog --Pear", FF_E_USAGE, "unknown option --Pear: did you mean --pear?");
}

static void a_table_may_know_what_an_unknown_option_means(void)
{
	refused("prog --cherry=red", FF_E_USAGE, "fruit: --cherry has a stone");
	refused("prog --cherries", FF_E_USAGE, "unknown option --cherries: see fruit --help");
	refused("prog -vc", FF_E_USAGE, "fruit: -c has a stone");
	refused("prog juice --cherry", FF_E_USAGE, "fruit juice: --cherry has a stone");
}

static void what_is_near_to_none_names_the_help(void)
{
	refused("prog --bananas", FF_E_USAGE, "unknown option --bananas: see fruit --help");
	refused("prog --x", FF_E_USAGE, "unknown option --x: see fruit --help");
	refused("prog --p", FF_E_USAGE, "unknown option --p: see fruit --help");
	refused("prog --tun", FF_E_USAGE, "unknown option --tun: see fruit --help");
	refused("prog --not-it", FF_E_USAGE, "unknown option --not-it: see fruit --help");
	refused("prog --=x", FF_E_USAGE, "unknown option --: see fruit --help");
	refused("prog --a-very-long-name-that-nobody-ever-thought-of", FF_E_USAGE,
		"unknown option --a-very-long-name-that-nobody-ever-thought-of: see fruit "
		"--help");
}

static void what_a_function_says_is_passed_on_and_ends_the_parsing(void)
{
	struct ff_error err;
	struct log log;
	char *record = NULL;

	refused("prog --apple bad", FF_E_LIMIT, "--apple is too bad");
	refused("prog -abad", FF_E_LIMIT, "--apple is too bad");
	refused("prog --plum=bad", FF_E_LIMIT, "--plum is too bad");
	refused("prog bad", FF_E_INPUT, "a bad word");
	CHECK(parse("prog -p bad -v --unknown", &log, &record, &err) == FF_E_INPUT &&
		      strcmp(log.text, "pear() ") == 0,
	      "\"%s\", %s", err.text, log.text);
}

/* Checks how the help begins and ends. */
static void help_is(const struct ff_argv_table *of, const char *first, const char *last)
{
	size_t n = 0, size = strlen(last);
	char *text = NULL;
	FILE *to = open_memstream(&text, &n);

	if (!CHECK(to != NULL, "no memory"))
		return;
	ff_argv_help(of, FF_ARGV_HELP_ALL, to);
	fclose(to);
	CHECK(strncmp(text, first, strlen(first)) == 0 && n >= size &&
		      strcmp(text + n - size, last) == 0 &&
		      n == (first == last ? size : strlen(first) + size),
	      "it is:\n%s", text);
	free(text);
}

static void the_help_lists_headings_and_options(void)
{
	static const char want[] = "usage: fruit\n"
				   "\nFruit:\n"
				   "  -a, --apple COLOUR           an apple of that colour\n"
				   "  -p, --pear                   a pear\n"
				   "      --plum[=SIZE]            a plum\n"
				   "      --nut                    a nut\n"
				   "\nOther:\n"
				   "  -v, --verbose                say more\n"
				   "      --version                say which\n";
	static const char more[] = "usage: fruit juice\n"
				   "\nOptions:\n"
				   "  -b, --bottle SIZE            a bottle\n"
				   "      --label FILE             what is on it\n";

	help_is(&table, want, want);
	help_is(&juice, more, strchr(want, '\n') + 1);
}

int main(void)
{
	RUN(options_may_be_given_in_every_usual_way);
	RUN(a_value_of_its_own_word_is_no_option);
	RUN(an_optional_value_comes_after_an_equals_sign_or_is_below_0);
	RUN(words_may_stand_anywhere_and_a_dash_is_one);
	RUN(two_dashes_end_the_options);
	RUN(the_record_is_in_the_tables_order_and_has_what_counts);
	RUN(a_first_word_may_bring_more_options);
	RUN(what_is_wrong_with_an_option_is_said);
	RUN(a_mistyped_option_names_the_nearest);
	RUN(a_table_may_know_what_an_unknown_option_means);
	RUN(what_is_near_to_none_names_the_help);
	RUN(what_a_function_says_is_passed_on_and_ends_the_parsing);
	RUN(the_help_lists_headings_and_options);
	return tap_done();
}
