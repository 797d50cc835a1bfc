#include "cli/arguments.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/input.h"

/* A command line cannot take more, so that a small manifest or file cannot make it large. */
enum { WORDS = 1 << 20, FILES = 1000, BYTES = 16 << 20 };

/* A text being split. */
struct split {
	const char *at, *end, *line_start;
	size_t line;
	const char *name;
	char *word; /* [n]  the word so far; has room for all of the text */
	size_t n;
	struct ff_error *err;
};

static enum ff_status refuse_words(struct ff_error *err)
{
	return ff_status_fail(err, FF_E_LIMIT, "a command line of more than %d words", WORDS);
}

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
static enum ff_status take_quoted(struct split *split)
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
			st = refuse_words(err);
		} else if ((st = take_word(&split)) == FF_OK) {
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

/* A list of words being expanded. */
struct level {
	char *const *words; /* [count] */
	size_t count, next;
	struct ff_strings own; /* the words of a file, identified by: */
	dev_t device;
	ino_t inode;
};

/* The command line and the files being expanded, each named by the one before. */
struct nest {
	struct level levels[1 + FF_ARGUMENTS_DEPTH];
	int depth;                  /* of the last one */
	size_t words, files, bytes; /* of all so far: of files, as often as they are named */
};

/* Returns FF_OK if a file may be the next level. */
static enum ff_status check_level(const struct nest *nest, const char *name,
				  const struct stat *file, struct ff_error *err)
{
	for (int i = 1; i <= nest->depth; i++)
		if (nest->levels[i].inode == file->st_ino && nest->levels[i].device == file->st_dev)
			return ff_status_fail(err, FF_E_USAGE, "@%s: includes itself", name);
	if (nest->depth == FF_ARGUMENTS_DEPTH)
		return ff_status_fail(err, FF_E_USAGE, "@%s: more than %d files deep", name,
				      FF_ARGUMENTS_DEPTH);
	return FF_OK;
}

static enum ff_status enter_file(struct nest *nest, const char *path, struct ff_error *err)
{
	struct level level = {0};
	struct stat file = {0};
	struct ff_input in;
	enum ff_status st;

	if (strcmp(path, "-") == 0)
		return ff_status_fail(err, FF_E_USAGE, "@-: name a file; a map called @- is ./@-");
	if (nest->files++ == FILES)
		return ff_status_fail(err, FF_E_LIMIT, "a command line of more than %d files",
				      FILES);
	if ((st = ff_input_open(&in, path, err)) != FF_OK)
		return st;
	(void)fstat(in.fd, &file);
	if ((st = check_level(nest, path, &file, err)) == FF_OK &&
	    (st = ff_input_rest(&in, BYTES, err)) == FF_OK && (nest->bytes += in.size) > BYTES)
		st = ff_status_fail(err, FF_E_LIMIT,
				    "a command line of files of more than %d bytes", BYTES);
	if (st == FF_OK) {
		const char *text = (const char *)in.data;
		size_t mark = ff_arguments_bom(text, in.size);

		st = ff_arguments_split(&level.own, text + mark, in.size - mark, path, 1, err);
	}
	if (st == FF_OK && (nest->words += level.own.count) > WORDS)
		st = refuse_words(err);
	ff_input_close(&in);
	if (st != FF_OK) {
		ff_strings_free(&level.own);
		return st;
	}
	level.words = level.own.items;
	level.count = level.own.count;
	level.device = file.st_dev;
	level.inode = file.st_ino;
	nest->levels[++nest->depth] = level;
	return FF_OK;
}

enum ff_status ff_arguments_add(struct ff_strings *to, struct ff_strings *files, char *const *words,
				size_t count, struct ff_error *err)
{
	struct nest nest = {.levels[0] = {.words = words, .count = count}, .words = count};
	enum ff_status st = FF_OK;

	while (nest.depth >= 0 && st == FF_OK) {
		struct level *level = &nest.levels[nest.depth];
		const char *word;

		if (level->next == level->count) {
			ff_strings_free(&level->own);
			nest.depth--;
			continue;
		}
		word = level->words[level->next++];
		if (word[0] != '@' || word[1] == '\0')
			st = ff_strings_add(to, word, strlen(word), err);
		else if (files == NULL ||
			 (st = ff_strings_add(files, word + 1, strlen(word + 1), err)) == FF_OK)
			st = enter_file(&nest, word + 1, err);
	}
	for (; nest.depth > 0; nest.depth--)
		ff_strings_free(&nest.levels[nest.depth].own);
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
