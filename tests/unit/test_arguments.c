#include "cli/argv.h"

#include <stdlib.h>
#include <string.h>

#include "tap.h"

/* Returns the words of a text with '|' between them, or its error. */
static const char *split(const char *text, size_t n)
{
	static struct ff_error out;
	struct ff_strings words = {0};
	struct ff_error err = {""};
	size_t used = 0;

	out.text[0] = '\0';
	if (ff_arguments_split(&words, text, n, "f", 7, &err) != FF_OK)
		snprintf(out.text, sizeof out.text, "%s", err.text);
	else
		for (size_t i = 0; i < words.count; i++)
			used += (size_t)snprintf(out.text + used, sizeof out.text - used, "%s%s",
						 i > 0 ? "|" : "", words.items[i]);
	ff_strings_free(&words);
	return out.text;
}

static void words_are_what_a_shell_would_make_of_them(void)
{
	static const char *const cases[][2] = {
		{"", ""},
		{" \t\r\n ", ""},
		{"a", "a"},
		{"a b\tc\r\nd", "a|b|c|d"},
		{"  a  b  ", "a|b"},
		{"'a b' \"c d\"", "a b|c d"},
		{"a'b c'd\"e f\"g", "ab cde fg"},
		{"''", ""},
		{"a '' b", "a||b"},
		{"'\"' \"'\"", "\"|'"},
		{"\"a\\\"b\\\\c\\d\"", "a\"b\\c\\d"},
		{"'a\\b'", "a\\b"},
		{"a\\ b \\#c \\'d \\\\", "a b|#c|'d|\\"},
		{"a # b 'c\nd", "a|d"},
		{"a#b", "a#b"},
		{"# all of it", ""},
		{"'#a'", "#a"},
		{"a\\\tb", "a\tb"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		CHECK(strcmp(split(cases[i][0], strlen(cases[i][0])), cases[i][1]) == 0,
		      "\"%s\": \"%s\"", cases[i][0], split(cases[i][0], strlen(cases[i][0])));
}

static void what_is_wrong_is_told_by_line_and_column(void)
{
	static const char *const cases[][2] = {
		{"'a", "f:7:1: the quote ' is not closed on its line"},
		{"ab \"c\n\"", "f:7:4: the quote \" is not closed on its line"},
		{"\na\n b'c", "f:9:3: the quote ' is not closed on its line"},
		{"\"a\\\"", "f:7:1: the quote \" is not closed on its line"},
		{"a \\", "f:7:3: nothing follows this \\ on its line"},
		{"a\\\nb", "f:7:2: nothing follows this \\ on its line"},
		{"a\\\r\nb", "f:7:2: nothing follows this \\ on its line"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		CHECK(strcmp(split(cases[i][0], strlen(cases[i][0])), cases[i][1]) == 0,
		      "\"%s\": \"%s\"", cases[i][0], split(cases[i][0], strlen(cases[i][0])));
}

static void a_nul_byte_is_no_part_of_a_word(void)
{
	CHECK(strcmp(split("a\0b", 3), "f:7:2: a NUL byte") == 0, "%s", split("a\0b", 3));
	CHECK(strcmp(split("'\0'", 3), "f:7:2: a NUL byte") == 0, "%s", split("'\0'", 3));
	CHECK(strcmp(split("\\\0", 2), "f:7:2: a NUL byte") == 0, "%s", split("\\\0", 2));
}

static void only_so_many_bytes_are_looked_at(void)
{
	CHECK(strcmp(split("ab cd", 4), "ab|c") == 0, "%s", split("ab cd", 4));
	CHECK(strcmp(split("a\\b", 2), "f:7:2: nothing follows this \\ on its line") == 0, "%s",
	      split("a\\b", 2));
	CHECK(strcmp(split("\"a\\\"", 3), "f:7:1: the quote \" is not closed on its line") == 0,
	      "%s", split("\"a\\\"", 3));
}

static void appended_words_change_owners(void)
{
	struct ff_strings words = {0}, more = {0};
	struct ff_error err;

	CHECK(ff_strings_add(&words, "a", 1, &err) == FF_OK &&
		      ff_arguments_split(&more, "b c", 3, "f", 1, &err) == FF_OK &&
		      ff_strings_append(&words, &more, &err) == FF_OK,
	      "%s", err.text);
	CHECK(words.count == 3 && more.count == 0 && strcmp(words.items[2], "c") == 0, "%zu, %zu",
	      words.count, more.count);
	ff_strings_free(&words);
	ff_strings_free(&more);
}

int main(void)
{
	RUN(words_are_what_a_shell_would_make_of_them);
	RUN(what_is_wrong_is_told_by_line_and_column);
	RUN(a_nul_byte_is_no_part_of_a_word);
	RUN(only_so_many_bytes_are_looked_at);
	RUN(appended_words_change_owners);
	return tap_done();
}
