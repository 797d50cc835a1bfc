#include "cli/verbs/document.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

enum {
	SHOWN = 60,  /* bytes of a value, at most */
	PATH = 160,  /* bytes of a path, at most */
	KEPT = 1000, /* changes with a line of their own */
};

/* Two objects or two lists that are being compared. */
struct level {
	json_t *old, *new;
	void *member; /* of objects: the next one; first of the old one's, then of the new one's */
	bool added;
	size_t index; /* of lists */
	size_t path;  /* how long the path was before it */
};

/* A comparison under way. */
struct walk {
	char *path; /* [n]  where we are: "cells.wall" */
	size_t n, room;
	struct level *levels; /* [depth] */
	size_t depth, level_room;
	struct ff_document_difference *out;
	bool ours;   /* both are reports of this program: ff_document_changes() is left out */
	bool failed; /* memory ran out */
};

bool ff_document_matches(const uint8_t *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strchr(" \t\r\n", text[i]) == NULL || text[i] == '\0')
			return text[i] == '{' || text[i] == '[';
	return false;
}

bool ff_document_changes(const char *key, size_t n, size_t depth)
{
	static const char *const changing[] = {"peak_bytes", "estimated_bytes", "threads", "cpu"};

	if (n >= 2 && memcmp(key + n - 2, "ms", 2) == 0 && (n == 2 || key[n - 3] == '_'))
		return true;
	for (size_t i = 0; i < sizeof changing / sizeof *changing && depth == 1; i++)
		if (n == strlen(changing[i]) && memcmp(key, changing[i], n) == 0)
			return true;
	return false;
}

/* Adds a step to the path. */
static void enter_key(struct walk *walk, const char *key)
{
	size_t size = strlen(key);
	void *path = walk->path;

	if (!ff_memory_grow(&path, &walk->room, walk->n + size + 2, 1)) {
		walk->failed = true;
		return;
	}
	walk->path = path;
	if (walk->n > 0)
		walk->path[walk->n++] = '.';
	memcpy(walk->path + walk->n, key, size + 1);
	walk->n += size;
}

/* The beginning of a text that grows. */
struct start {
	char text[SHOWN + 1];
	size_t n; /* > SHOWN: it is longer than that */
};

/* Takes a piece of a value's text; not 0 ends it. */
static int add_piece(const char *piece, size_t size, void *context)
{
	struct start *start = context;
	size_t room = SHOWN - start->n, n = size < room ? size : room;

	memcpy(start->text + start->n, piece, n);
	start->n += n + (size > room);
	return size > room;
}

/* Moves a place in a text down to where a character begins. */
static size_t character_at(const char *text, size_t at)
{
	while (at > 0 && ((unsigned char)text[at] & 0xc0) == 0x80)
		at--;
	return at;
}

/* Writes a value as text, cut if it is long; false if memory ran out. */
static bool print_value(struct start *start, const json_t *value)
{
	start->n = 0;
	if (value == NULL) {
		memcpy(start->text, "none", 5);
		return true;
	}
	/* Fails, too, where the rest is not looked at, and then what is there is cut. */
	if (json_dump_callback(value, add_piece, start,
			       JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(17) |
				       JSON_SORT_KEYS) != 0 &&
	    start->n <= SHOWN)
		return false;
	if (start->n > SHOWN)
		memcpy(start->text + character_at(start->text, SHOWN - 3), "...", 4);
	else
		start->text[start->n] = '\0';
	return true;
}

/* Writes where we are; of long paths both ends. */
static void print_path(char to[PATH + 1], const struct walk *walk)
{
	enum { HALF = PATH / 2 - 2 };
	size_t head = HALF, tail = walk->n - HALF;

	if (walk->n <= PATH) {
		snprintf(to, PATH + 1, "%s", walk->n > 0 ? walk->path : "all of it");
		return;
	}
	head = character_at(walk->path, head);
	while (((unsigned char)walk->path[tail] & 0xc0) == 0x80)
		tail++;
	snprintf(to, PATH + 1, "%.*s...%s", (int)head, walk->path, walk->path + tail);
}

/* Counts a value that differs; the first ones get a line. */
static void note_change(struct walk *walk, const json_t *old, const json_t *new)
{
	struct start before, after;
	char path[PATH + 1];

	if (walk->out->differing++ >= KEPT)
		return;
	print_path(path, walk);
	if (!print_value(&before, old) || !print_value(&after, new) ||
	    !ff_strings_print(&walk->out->changes, "%s: %s -> %s", path, before.text, after.text))
		walk->failed = true;
}

static bool same_value(const json_t *old, const json_t *new)
{
	if (json_is_integer(old) != json_is_integer(new) && json_is_number(old) &&
	    json_is_number(new))
		return json_number_value(old) == json_number_value(new);
	return json_equal(old, new) == 1;
}

/* Looks into two objects or two lists next, or notes how two values differ. */
static void look_at(struct walk *walk, json_t *old, json_t *new, size_t path)
{
	bool objects = json_is_object(old) && json_is_object(new);
	void *levels = walk->levels;

	if (!objects && !(json_is_array(old) && json_is_array(new))) {
		walk->out->values++;
		if (old == NULL || new == NULL || !same_value(old, new))
			note_change(walk, old, new);
		walk->n = path;
		return;
	}
	if (!ff_memory_grow(&levels, &walk->level_room, walk->depth + 1, sizeof *walk->levels)) {
		walk->failed = true;
		return;
	}
	walk->levels = levels;
	walk->levels[walk->depth++] = (struct level){
		.old = old, .new = new, .member = json_object_iter(old), .path = path};
}

/* The next member of two objects: a name that at least one of them has; NULL after the last. */
static const char *next_member(struct level *level)
{
	const char *key;

	for (;;) {
		if (level->member == NULL && level->added)
			return NULL;
		if (level->member == NULL) {
			level->added = true;
			level->member = json_object_iter(level->new);
			continue;
		}
		key = json_object_iter_key(level->member);
		level->member = json_object_iter_next(level->added ? level->new : level->old,
						      level->member);
		if (!level->added || json_object_get(level->old, key) == NULL)
			return key;
	}
}

/* One step: into the next pair of the innermost level, or out of it. */
static void take_step(struct walk *walk)
{
	struct level *level = &walk->levels[walk->depth - 1];
	size_t i = level->index++, path = walk->n;
	char index[24];
	const char *key;

	if (json_is_object(level->old)) {
		do
			key = next_member(level);
		while (key != NULL && walk->ours &&
		       ff_document_changes(key, strlen(key), walk->depth));
		if (key != NULL) {
			enter_key(walk, key);
			look_at(walk, json_object_get(level->old, key),
				json_object_get(level->new, key), path);
			return;
		}
	} else if (i < json_array_size(level->old) || i < json_array_size(level->new)) {
		snprintf(index, sizeof index, "%zu", i);
		enter_key(walk, index);
		look_at(walk, json_array_get(level->old, i), json_array_get(level->new, i), path);
		return;
	}
	walk->n = level->path;
	walk->depth--;
}

/* Takes the version and the names of files out of one of our own reports; NULL: it is none. */
static json_t *take_version(json_t *document)
{
	json_t *tool = json_object_get(document, "tool"), *version;
	json_t *files = json_object_get(document, "files");
	const char *name = json_string_value(json_object_get(tool, "name"));

	if (name == NULL || strcmp(name, "flowfield") != 0)
		return NULL;
	json_object_del(document, "outputs");
	for (size_t i = 0; i < json_array_size(files); i++)
		json_object_del(json_array_get(files, i), "path");
	version = json_incref(json_object_get(tool, "version"));
	json_object_del(tool, "version");
	return version;
}

static void compare_versions(struct walk *walk, json_t *old, json_t *new)
{
	const char *before = json_string_value(old), *after = json_string_value(new);

	walk->ours = old != NULL && new != NULL;
	if (before != NULL && after != NULL && strcmp(before, after) != 0 &&
	    !ff_strings_print(&walk->out->notes, "tool.version: %s -> %s", before, after))
		walk->failed = true;
	json_decref(old);
	json_decref(new);
}

/* Returns how deep the brackets outside of strings nest. */
static int find_depth(const struct ff_input *in)
{
	int depth = 0, deepest = 0;
	bool quoted = false;

	for (size_t i = 0; i < in->size; i++) {
		uint8_t c = in->data[i];

		if (quoted) {
			i += c == '\\';
			quoted = c != '"';
			continue;
		}
		quoted = c == '"';
		depth += (c == '{' || c == '[') - (c == '}' || c == ']');
		deepest = depth > deepest ? depth : deepest;
	}
	return deepest;
}

enum ff_status ff_document_parse(const struct ff_input *in, json_t **document, struct ff_error *err)
{
	if (find_depth(in) > FF_DOCUMENT_DEPTH)
		return ff_status_fail(err, FF_E_LIMIT,
				      "%s: JSON is nested deeper than %d levels; reports are not",
				      in->name, FF_DOCUMENT_DEPTH);
	errno = 0;
	*document = json_loadb((const char *)in->data, in->size, JSON_REJECT_DUPLICATES, NULL);
	return *document == NULL && errno == ENOMEM ? ff_status_nomem(err, in->name) : FF_OK;
}

enum ff_status ff_document_compare(const struct ff_input *old, const struct ff_input *new,
				   struct ff_document_difference *out, struct ff_error *err)
{
	struct walk walk = {.out = out};
	json_t *a = NULL, *b = NULL;
	enum ff_status st;

	*out = (struct ff_document_difference){0};
	if ((st = ff_document_parse(old, &a, err)) == FF_OK)
		st = ff_document_parse(new, &b, err);
	out->valid = a != NULL && b != NULL;
	if (st == FF_OK && out->valid) {
		compare_versions(&walk, take_version(a), take_version(b));
		look_at(&walk, a, b, 0);
		while (walk.depth > 0 && !walk.failed)
			take_step(&walk);
	}
	json_decref(a);
	json_decref(b);
	free(walk.path);
	free(walk.levels);
	if (st == FF_OK && walk.failed)
		st = ff_status_nomem(err, "a document");
	if (st == FF_OK)
		return FF_OK;
	ff_strings_free(&out->notes);
	ff_strings_free(&out->changes);
	return st;
}
