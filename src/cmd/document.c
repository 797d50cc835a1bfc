#include "cmd/document.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/memory.h"

enum { SHOWN = 60 }; /* bytes of a value */

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
	struct ff_lines *changes;
	uint64_t values;
	bool failed; /* memory ran out */
};

bool ff_document_matches(const uint8_t *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strchr(" \t\r\n", text[i]) == NULL || text[i] == '\0')
			return text[i] == '{' || text[i] == '[';
	return false;
}

/* Adds a step to the path. */
static void enter(struct walk *walk, const char *key)
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

/* A value as text, cut if it is long; free() it.  NULL if memory ran out. */
static char *text_of(const json_t *value)
{
	char *text = value == NULL
			     ? strdup("none")
			     : json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY |
							 JSON_REAL_PRECISION(17) | JSON_SORT_KEYS);
	size_t cut = SHOWN - 3;

	if (text != NULL && strlen(text) > SHOWN) {
		/* Not within a character. */
		while (cut > 0 && ((unsigned char)text[cut] & 0xc0) == 0x80)
			cut--;
		memcpy(text + cut, "...", 4);
	}
	return text;
}

static void note_change(struct walk *walk, const json_t *old, const json_t *new)
{
	char *before = text_of(old), *after = text_of(new);

	if (before == NULL || after == NULL ||
	    !ff_lines_add(walk->changes, "%s: %s -> %s", walk->n > 0 ? walk->path : "all of it",
			  before, after))
		walk->failed = true;
	free(before);
	free(after);
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
		walk->values++;
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
static void step(struct walk *walk)
{
	struct level *level = &walk->levels[walk->depth - 1];
	size_t i = level->index++, path = walk->n;
	char index[24];
	const char *key;

	if (json_is_object(level->old)) {
		if ((key = next_member(level)) != NULL) {
			enter(walk, key);
			look_at(walk, json_object_get(level->old, key),
				json_object_get(level->new, key), path);
			return;
		}
	} else if (i < json_array_size(level->old) || i < json_array_size(level->new)) {
		snprintf(index, sizeof index, "%zu", i);
		enter(walk, index);
		look_at(walk, json_array_get(level->old, i), json_array_get(level->new, i), path);
		return;
	}
	walk->n = level->path;
	walk->depth--;
}

/* Takes the version out of one of our own reports, and what differs from run to run; NULL: it
 * is none. */
static json_t *take_version(json_t *document)
{
	static const char *const running[] = {"ms",      "peak_bytes", "estimated_bytes",
					      "threads", "cpu",        "outputs"};
	json_t *tool = json_object_get(document, "tool"), *version;
	json_t *files = json_object_get(document, "files");
	const char *name = json_string_value(json_object_get(tool, "name"));

	if (name == NULL || strcmp(name, "flowfield") != 0)
		return NULL;
	for (size_t i = 0; i < sizeof running / sizeof running[0]; i++)
		json_object_del(document, running[i]);
	json_object_del(json_object_get(document, "sectors"), "ms");
	json_object_del(json_object_get(document, "walk"), "ms");
	for (size_t i = 0; i < json_array_size(files); i++)
		json_object_del(json_array_get(files, i), "path");
	version = json_incref(json_object_get(tool, "version"));
	json_object_del(tool, "version");
	return version;
}

static void compare_versions(struct walk *walk, json_t *old, json_t *new, struct ff_lines *notes)
{
	const char *before = json_string_value(old), *after = json_string_value(new);

	if (before != NULL && after != NULL && strcmp(before, after) != 0 &&
	    !ff_lines_add(notes, "tool.version: %s -> %s", before, after))
		walk->failed = true;
	json_decref(old);
	json_decref(new);
}

/* NULL, and '*failed' set, if memory ran out; NULL where it is no JSON.  The library takes the
 * one for the other. */
static json_t *parse(const struct ff_input *in, bool *failed)
{
	json_t *document;

	errno = 0;
	document = json_loadb((const char *)in->data, in->size, JSON_REJECT_DUPLICATES, NULL);
	*failed |= document == NULL && errno == ENOMEM;
	return document;
}

enum ff_status ff_document_compare(const struct ff_input *old, const struct ff_input *new,
				   bool *valid, struct ff_lines *notes, struct ff_lines *changes,
				   uint64_t *values, struct ff_error *err)
{
	struct walk walk = {.changes = changes};
	json_t *a = parse(old, &walk.failed), *b = parse(new, &walk.failed);

	*valid = a != NULL && b != NULL;
	if (*valid && !walk.failed) {
		compare_versions(&walk, take_version(a), take_version(b), notes);
		look_at(&walk, a, b, 0);
		while (walk.depth > 0 && !walk.failed)
			step(&walk);
	}
	*values = walk.values;
	json_decref(a);
	json_decref(b);
	free(walk.path);
	free(walk.levels);
	return walk.failed ? ff_status_nomem(err, "a document") : FF_OK;
}
