/*
 * Command lines as a test writes them.
 */
#ifndef WORDS_H
#define WORDS_H

#include "cli/options.h"
#include "cli/verb.h"
#include "tap.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* words_parse() parses a line: words with single spaces between them, "_" for an empty one.  The
 * options point into the words: until the next call.  words_own() is all options of that line, with
 * those that are the verb's own. */
static inline void *words_own(void)
{
	static _Alignas(max_align_t) char own[1 << 14];

	return own;
}

static inline enum ff_status words_parse(const char *line, struct ff_options *options,
					 struct ff_error *err)
{
	enum { WORDS = 64 };
	static char text[1000];
	static char *argv[WORDS];
	char *at = text;
	int argc = 0;
	const struct ff_verb *verb;
	enum ff_status st;

	snprintf(text, sizeof text, "flowfield %s", line);
	for (char *word; argc < WORDS && (word = strsep(&at, " ")) != NULL;)
		if (*word != '\0')
			argv[argc++] = strcmp(word, "_") == 0 ? word + 1 : word;
	err->text[0] = '\0';
	verb = ff_verb_take(&argc, argv);
	if (verb->size > 1 << 14)
		return FF_E_NOMEM;
	st = ff_options_parse(words_own(), verb, argc, argv, err);
	if (st == FF_OK)
		memcpy(options, words_own(), sizeof *options);
	return st;
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
