/*
 * Command lines as a test writes them.
 */
#ifndef WORDS_H
#define WORDS_H

#include "cli/options.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

/* words_parse() parses a line: words with single spaces between them, "_" for an empty one.  The
 * options point into the words: until the next call. */
static inline enum ff_status words_parse(const char *line, struct ff_options *options,
					 struct ff_error *err)
{
	enum { WORDS = 64 };
	static char text[1000];
	static char *argv[WORDS];
	char *at = text;
	int argc = 0;

	snprintf(text, sizeof text, "flowfield %s", line);
	for (char *word; argc < WORDS && (word = strsep(&at, " ")) != NULL;)
		if (*word != '\0')
			argv[argc++] = strcmp(word, "_") == 0 ? word + 1 : word;
	err->text[0] = '\0';
	return ff_options_parse(options, argc, argv, err);
}

/* words_right() is the options of a line that must be right; all 0 if it is not. */
static inline struct ff_options words_right(const char *line)
{
	struct ff_options options = {.map = ""};
	struct ff_error err;

	CHECK(words_parse(line, &options, &err) == FF_OK, "\"%s\": \"%s\"", line, err.text);
	return options;
}

#endif
