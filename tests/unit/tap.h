/*
 * TAP, the Test Anything Protocol, for prove.  A test is a function whose name
 * is a sentence: main() is a list of RUN(sentence) and then "return tap_done()".
 * With TAP_ONLY in the environment, only those with that text in their names run.
 */
#ifndef TAP_H
#define TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAP_SHOWN = 5 }; /* faults shown of one test */

static struct {
	int tests, failed;
	unsigned long checks, faults; /* of the test that runs */
	char skipped[200];            /* why, or "" */
} tap;

/* NOTE() prints a line of comment, SKIP() says why the test that runs cannot be run here. */
#define NOTE(...) (printf("# " __VA_ARGS__), putchar('\n'), fflush(stdout))
#define SKIP(...) snprintf(tap.skipped, sizeof tap.skipped, __VA_ARGS__)

/* CHECK(ok, "values %d, ...", ...) is 'ok', and tells the values if not. */
#define CHECK(ok, ...) tap_check((ok), __FILE__, __LINE__, #ok, __VA_ARGS__)
#define RUN(test)      (tap_wanted(#test) ? (test(), tap_end(tap_words(#test))) : (void)0)

__attribute__((format(printf, 5, 6))) static inline bool
tap_check(bool ok, const char *file, int line, const char *what, const char *format, ...)
{
	va_list args;

	tap.checks++;
	if (ok || tap.faults++ >= TAP_SHOWN)
		return ok;
	/* To standard error, which prove shows. */
	fprintf(stderr, "# %s:%d: %s\n#   ", file, line, what);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	putc('\n', stderr);
	return ok;
}

static inline bool tap_wanted(const char *name)
{
	const char *only = getenv("TAP_ONLY");

	return only == NULL || strstr(name, only) != NULL;
}

/* tap_words() is the function's name as a sentence, until it is called again. */
static inline const char *tap_words(const char *name)
{
	static char words[200];

	snprintf(words, sizeof words, "%s", name);
	for (char *c = words; *c != '\0'; c++)
		if (*c == '_')
			*c = ' ';
	return words;
}

/* tap_end() reports all checks since the last one; a test without any has failed. */
static inline void tap_end(const char *sentence)
{
	bool skip = tap.skipped[0] != '\0';
	bool ok = tap.faults == 0 && (tap.checks > 0 || skip);

	printf("%sok %d - %s%s%s\n", ok ? "" : "not ", ++tap.tests, sentence,
	       skip ? " # SKIP " : "", tap.skipped);
	fflush(stdout);
	if (!ok)
		fprintf(stderr, "# not ok %d - %s\n", tap.tests, sentence);
	tap.failed += !ok;
	tap.checks = tap.faults = 0;
	tap.skipped[0] = '\0';
}

/* tap_done() prints the plan and is main()'s exit status. */
static inline int tap_done(void)
{
	printf("1..%d\n", tap.tests);
	return tap.failed > 0;
}

#endif
