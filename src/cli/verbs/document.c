#include "cli/verbs/document.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json.h"
#include "core/base/memory.h"

enum {
	SHOWN = 60,  /* bytes of a value, at most */
	PATH = 160,  /* bytes of a path, at most */
	KEPT = 1000, /* changes with a line of their own */
};

/* A comparison under way. */
struct walk {
	char *path; /* [n] of the value: "cells.wall" */
	size_t n, room;
	size_t depth; /* open brackets */
	struct ff_document_difference *out;
	bool ours;   /* both are reports of this program: members that is_changing() are skipped */
	bool failed; /* memory ran out */
};

bool ff_document_matches(const uint8_t *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strchr(" \t\r\n", text[i]) == NULL || text[i] == '\0')
			return text[i] == '{' || text[i] == '[';
	return false;
}

/* Returns true if what a key of our reports stands for differs between two equal runs; 'depth' is 1
 * for the keys of the report itself. */
static bool is_changing(const char *key, size_t depth)
{
	static const char *const changing[] = {"peak_bytes", "threads", "cpu"};
	size_t n = strlen(key);

	if (n >= 2 && memcmp(key + n - 2, "ms", 2) == 0 && (n == 2 || key[n - 3] == '_'))
		return true;
	for (size_t i = 0; i < sizeof changing / sizeof *changing && depth == 1; i++)
		if (strcmp(key, changing[i]) == 0)
			return true;
	return false;
}

/* Adds a key to the path. */
static void enter_key(struct walk *walk, const char *key)
{
	size_t size = strlen(key);

	if (!ff_memory_grow(&walk->path, &walk->room, walk->n + size + 2, 1)) {
		walk->failed = true;
		return;
	}
	if (walk->n > 0)
		walk->path[walk->n++] = '.';
	memcpy(walk->path + walk->n, key, size + 1);
	walk->n += size;
}

/* Returns the beginning of the character that holds byte 'at' of a text. */
static size_t character_at(const char *text, size_t at)
{
	while (at > 0 && ((unsigned char)text[at] & 0xc0) == 0x80)
		at--;
	return at;
}

/* Prints a value, cut if it is long; false if memory ran out. */
static bool print_value(char to[SHOWN + 1], const json_t *value)
{
	char *text = value == NULL
			     ? strdup("none")
			     : json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY |
							 JSON_REAL_PRECISION(17) | JSON_SORT_KEYS);

	if (text == NULL)
		return false;
	snprintf(to, SHOWN + 1, "%s", text);
	if (strlen(text) > SHOWN)
		memcpy(to + character_at(text, SHOWN - 3), "...", 4);
	free(text);
	return true;
}

/* Prints the path, of a long one both ends. */
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

/* Counts a value that differs; the first KEPT ones get a line. */
static void note_change(struct walk *walk, const json_t *old, const json_t *new)
{
	char path[PATH + 1], before[SHOWN + 1], after[SHOWN + 1];

	if (walk->out->differing++ >= KEPT)
		return;
	print_path(path, walk);
	if (!print_value(before, old) || !print_value(after, new) ||
	    !ff_strings_print(&walk->out->changes, "%s: %s -> %s", path, before, after))
		walk->failed = true;
}

static bool same_value(const json_t *old, const json_t *new)
{
	if (json_is_integer(old) != json_is_integer(new) && json_is_number(old) &&
	    json_is_number(new))
		return json_number_value(old) == json_number_value(new);
	return json_equal(old, new) == 1;
}

/* NOLINTBEGIN(misc-no-recursion): Jansson parses 2048 levels at most */

static void compare_values(struct walk *walk, json_t *old, json_t *new);

static void compare_member(struct walk *walk, const char *key, json_t *old, json_t *new)
{
	size_t n = walk->n;

	if (walk->ours && is_changing(key, walk->depth))
		return;
	enter_key(walk, key);
	compare_values(walk, old, new);
	walk->n = n;
}

static void compare_objects(struct walk *walk, json_t *old, json_t *new)
{
	void *at;

	for (at = json_object_iter(old); at != NULL; at = json_object_iter_next(old, at)) {
		const char *key = json_object_iter_key(at);

		compare_member(walk, key, json_object_iter_value(at), json_object_get(new, key));
	}
	for (at = json_object_iter(new); at != NULL; at = json_object_iter_next(new, at)) {
		const char *key = json_object_iter_key(at);

		if (json_object_get(old, key) == NULL)
			compare_member(walk, key, NULL, json_object_iter_value(at));
	}
}

static void compare_lists(struct walk *walk, json_t *old, json_t *new)
{
	size_t n = walk->n;
	char index[24];

	for (size_t i = 0; i < json_array_size(old) || i < json_array_size(new); i++) {
		snprintf(index, sizeof index, "%zu", i);
		enter_key(walk, index);
		compare_values(walk, json_array_get(old, i), json_array_get(new, i));
		walk->n = n;
	}
}

/* Compares two values; NULL: only the other document has one. */
static void compare_values(struct walk *walk, json_t *old, json_t *new)
{
	bool lists = json_is_array(old) && json_is_array(new);

	if (walk->failed)
		return;
	if (!lists && !(json_is_object(old) && json_is_object(new))) {
		walk->out->values++;
		if (old == NULL || new == NULL || !same_value(old, new))
			note_change(walk, old, new);
		return;
	}
	walk->depth++;
	if (lists)
		compare_lists(walk, old, new);
	else
		compare_objects(walk, old, new);
	walk->depth--;
}

/* Removes the members of a value that is_changing(). */
static void remove_changing(json_t *value, size_t depth)
{
	void *at = json_object_iter(value);

	while (at != NULL) {
		const char *key = json_object_iter_key(at);
		json_t *member = json_object_iter_value(at);

		at = json_object_iter_next(value, at);
		if (is_changing(key, depth))
			json_object_del(value, key);
		else
			remove_changing(member, depth + 1);
	}
	for (size_t i = 0; i < json_array_size(value); i++)
		remove_changing(json_array_get(value, i), depth + 1);
}

/* NOLINTEND(misc-no-recursion) */

/* Takes the version and the names of files out of a report of this program; NULL: it is none. */
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

/* Parses a document; '*document' is NULL if it is no JSON, and 'why' is set. */
static enum ff_status parse_document(const struct ff_input *in, json_t **document,
				     json_error_t *why, struct ff_error *err)
{
	errno = 0;
	*document = json_loadb((const char *)in->data, in->size, JSON_REJECT_DUPLICATES, why);
	return *document == NULL && errno == ENOMEM ? ff_status_nomem(err, in->name) : FF_OK;
}

enum ff_status ff_document_print(const struct ff_input *in, char **text, struct ff_error *err)
{
	json_t *document = NULL;
	json_error_t why = {.line = 0};
	enum ff_status st = parse_document(in, &document, &why, err);

	if (st != FF_OK)
		return st;
	if (document == NULL)
		return ff_status_fail(err, FF_E_INPUT, "%s:%d:%d: %s", in->name, why.line,
				      why.column, why.text);
	remove_changing(document, 1);
	*text = ff_json_lines(document);
	json_decref(document);
	return *text == NULL ? ff_status_nomem(err, in->name) : FF_OK;
}

enum ff_status ff_document_compare(const struct ff_input *old, const struct ff_input *new,
				   struct ff_document_difference *out, struct ff_error *err)
{
	struct walk walk = {.out = out};
	json_t *a = NULL, *b = NULL;
	json_error_t ignored;
	enum ff_status st;

	*out = (struct ff_document_difference){0};
	if ((st = parse_document(old, &a, &ignored, err)) == FF_OK)
		st = parse_document(new, &b, &ignored, err);
	out->valid = a != NULL && b != NULL;
	if (st == FF_OK && out->valid) {
		compare_versions(&walk, take_version(a), take_version(b));
		compare_values(&walk, a, b);
	}
	json_decref(a);
	json_decref(b);
	free(walk.path);
	if (st == FF_OK && walk.failed)
		st = ff_status_nomem(err, "a document");
	if (st == FF_OK)
		return FF_OK;
	ff_strings_free(&out->notes);
	ff_strings_free(&out->changes);
	return st;
}
