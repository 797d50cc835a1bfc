#include "cli/words.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

/* What is being split, and how far that has come. */
struct split {
	const char *at, *end, *line_start;
	size_t line;
	const char *name;
	char *word; /* [n]  the word so far; room for all of the text */
	size_t n;
	struct ff_error *err;
};

enum ff_status ff_words_add(struct ff_words *words, const char *word, size_t n,
			    struct ff_error *err)
{
	void *items = words->items;
	char *copy = malloc(n + 1);

	if (copy == NULL ||
	    !ff_memory_grow(&items, &words->room, words->count + 1, sizeof *words->items)) {
		free(copy);
		return ff_status_nomem(err, "words");
	}
	memcpy(copy, word, n);
	copy[n] = '\0';
	words->items = items;
	words->items[words->count++] = copy;
	return FF_OK;
}

static enum ff_status wrong(const struct split *split, const char *at, const char *what)
{
	return ff_status_fail(split->err, FF_E_USAGE, "%s:%zu:%zu: %s", split->name, split->line,
			      (size_t)(at - split->line_start) + 1, what);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Takes what stands between two quotes; at the first of them. */
static enum ff_status take_quoted(struct split *split)
{
	const char *first = split->at++;
	char quote = *first;

	for (; split->at < split->end && *split->at != '\n' && *split->at != quote; split->at++) {
		if (quote == '"' && *split->at == '\\' && split->at + 1 < split->end &&
		    (split->at[1] == '"' || split->at[1] == '\\'))
			split->at++;
		if (*split->at == '\0')
			return wrong(split, split->at, "a NUL byte");
		split->word[split->n++] = *split->at;
	}
	if (split->at == split->end || *split->at == '\n')
		return wrong(split, first,
			     quote == '"' ? "this \" is not closed on its line"
					  : "this ' is not closed on its line");
	split->at++;
	return FF_OK;
}

static enum ff_status take_word(struct split *split)
{
	enum ff_status st = FF_OK;

	split->n = 0;
	while (split->at < split->end && !is_blank(*split->at) && st == FF_OK) {
		if (*split->at == '\'' || *split->at == '"') {
			st = take_quoted(split);
			continue;
		}
		if (*split->at == '\\' &&
		    (split->at + 1 == split->end || split->at[1] == '\n' || split->at[1] == '\r'))
			return wrong(split, split->at, "nothing follows this \\ on its line");
		split->at += *split->at == '\\';
		if (*split->at == '\0')
			return wrong(split, split->at, "a NUL byte");
		split->word[split->n++] = *split->at++;
	}
	return st;
}

enum ff_status ff_words_split(struct ff_words *words, const char *text, size_t n, const char *name,
			      size_t line, struct ff_error *err)
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
		} else if ((st = take_word(&split)) == FF_OK) {
			st = ff_words_add(words, split.word, split.n, err);
		}
	}
	free(split.word);
	return st;
}

size_t ff_words_mark(const char *text, size_t n)
{
	return n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

enum ff_status ff_words_append(struct ff_words *words, struct ff_words *more, struct ff_error *err)
{
	void *items = words->items;

	if (more->count == 0)
		return FF_OK;
	if (!ff_memory_grow(&items, &words->room, words->count + more->count, sizeof *words->items))
		return ff_status_nomem(err, "words");
	words->items = items;
	memcpy(words->items + words->count, more->items, more->count * sizeof *more->items);
	words->count += more->count;
	more->count = 0;
	return FF_OK;
}

void ff_words_free(struct ff_words *words)
{
	for (size_t i = 0; i < words->count; i++)
		free(words->items[i]);
	free(words->items);
	*words = (struct ff_words){0};
}
