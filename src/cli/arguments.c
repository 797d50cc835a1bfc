#include "cli/arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/input.h"

/* A list of words that is being gone through. */
struct level {
	char *const *words; /* [count] */
	size_t count, next;
	struct ff_words own; /* of a file, which is known by: */
	dev_t device;
	ino_t inode;
};

/* The command line, and the files that are being gone through, each named by the one before. */
struct nest {
	struct level levels[1 + FF_ARGUMENTS_DEPTH];
	int depth; /* of the last one */
};

/* Whether a file may be the next level. */
static enum ff_status check(const struct nest *nest, const char *name, const struct stat *file,
			    struct ff_error *err)
{
	for (int i = 1; i <= nest->depth; i++)
		if (nest->levels[i].inode == file->st_ino && nest->levels[i].device == file->st_dev)
			return ff_status_fail(err, FF_E_USAGE, "@%s: leads to itself", name);
	if (nest->depth == FF_ARGUMENTS_DEPTH)
		return ff_status_fail(err, FF_E_USAGE, "@%s: files name files more than %d deep",
				      name, FF_ARGUMENTS_DEPTH);
	return FF_OK;
}

static enum ff_status enter(struct nest *nest, const char *path, struct ff_error *err)
{
	enum { MOST = 16 << 20 };
	struct level level = {0};
	struct stat file = {0};
	struct ff_input in;
	enum ff_status st;

	if (strcmp(path, "-") == 0)
		return ff_status_fail(err, FF_E_USAGE, "@-: name a file; a map called @- is ./@-");
	if ((st = ff_input_open(&in, path, err)) != FF_OK)
		return st;
	(void)fstat(in.fd, &file);
	if ((st = check(nest, path, &file, err)) == FF_OK &&
	    (st = ff_input_rest(&in, MOST, err)) == FF_OK) {
		const char *text = (const char *)in.data;
		size_t mark = ff_words_mark(text, in.size);

		st = ff_words_split(&level.own, text + mark, in.size - mark, path, 1, err);
	}
	ff_input_close(&in);
	if (st != FF_OK) {
		ff_words_free(&level.own);
		return st;
	}
	level.words = level.own.items;
	level.count = level.own.count;
	level.device = file.st_dev;
	level.inode = file.st_ino;
	nest->levels[++nest->depth] = level;
	return FF_OK;
}

enum ff_status ff_arguments_add(struct ff_words *to, struct ff_words *files, char *const *words,
				size_t count, struct ff_error *err)
{
	enum { MOST = 1 << 20 };
	struct nest nest = {.levels[0] = {.words = words, .count = count}};
	enum ff_status st = FF_OK;
	size_t taken = 0;

	while (nest.depth >= 0 && st == FF_OK) {
		struct level *level = &nest.levels[nest.depth];
		const char *word;

		if (level->next == level->count) {
			ff_words_free(&level->own);
			nest.depth--;
			continue;
		}
		word = level->words[level->next++];
		if (taken++ == MOST)
			st = ff_status_fail(err, FF_E_LIMIT, "a command line of more than %d words",
					    MOST);
		else if (word[0] != '@' || word[1] == '\0')
			st = ff_words_add(to, word, strlen(word), err);
		else if (files == NULL ||
			 (st = ff_words_add(files, word + 1, strlen(word + 1), err)) == FF_OK)
			st = enter(&nest, word + 1, err);
	}
	for (; nest.depth > 0; nest.depth--)
		ff_words_free(&nest.levels[nest.depth].own);
	return st;
}

enum ff_status ff_arguments_environment(struct ff_words *to, struct ff_words *files,
					struct ff_error *err)
{
	const char *text = getenv("FLOWFIELD_OPTS");
	struct ff_words words = {0};
	enum ff_status st;

	if (text == NULL)
		return FF_OK;
	st = ff_words_split(&words, text, strlen(text), "FLOWFIELD_OPTS", 1, err);
	if (st == FF_OK)
		st = ff_arguments_add(to, files, words.items, words.count, err);
	ff_words_free(&words);
	return st;
}

void ff_arguments_blame(const struct ff_words *files, bool environment, struct ff_error *err)
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
