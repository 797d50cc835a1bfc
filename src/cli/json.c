#include "cli/json.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

json_t *ff_json_string(const char *text)
{
	json_t *whole;
	char *ascii;

	if (text == NULL)
		return json_null();
	errno = 0;
	whole = json_string(text);
	if (whole != NULL || errno == ENOMEM || (ascii = strdup(text)) == NULL)
		return whole;
	for (char *c = ascii; *c != '\0'; c++)
		if ((unsigned char)*c > 126)
			*c = '?';
	whole = json_string(ascii);
	free(ascii);
	return whole;
}

json_t *ff_json_strings(const struct ff_strings *texts)
{
	json_t *list = json_array();

	for (size_t i = 0; i < texts->count; i++)
		ff_json_append(&list, ff_json_string(texts->items[i]));
	return list;
}

void ff_json_set(json_t **object, const char *key, json_t *value)
{
	if (json_object_set_new(*object, key, value) == 0)
		return;
	json_decref(*object);
	*object = NULL;
}

void ff_json_append(json_t **list, json_t *value)
{
	if (json_array_append_new(*list, value) == 0)
		return;
	json_decref(*list);
	*list = NULL;
}

json_t *ff_json_number(double value)
{
	if (!isfinite(value))
		return json_null();
	if (value == floor(value) && fabs(value) < 0x1p53)
		return json_integer((json_int_t)value);
	return json_real(value);
}

json_t *ff_json_ms(double ms)
{
	/* 1024ths, which 17 digits print exactly */
	return json_real(round(ms * 1024) / 1024);
}

json_t *ff_json_digest(uint64_t digest)
{
	return digest == 0 ? json_null() : json_sprintf("%016" PRIx64, digest);
}

/* json_dumps() would leave out keys for which memory does not suffice (2.14). */
char *ff_json_lines(const json_t *document)
{
	const size_t flags = JSON_INDENT(2) | JSON_REAL_PRECISION(17);
	size_t size = json_dumpb(document, NULL, 0, flags);
	char *text = size == 0 ? NULL : malloc(size + 2);

	if (text == NULL)
		return NULL;
	if (json_dumpb(document, text, size, flags) != size) {
		free(text);
		return NULL;
	}
	memcpy(text + size, "\n", 2);
	return text;
}

json_t *ff_json_goals(const struct ff_goals *goals, const uint64_t *served)
{
	json_t *list = json_array();

	for (size_t i = 0; i < goals->count; i++) {
		const struct ff_goal *goal = &goals->items[i];
		json_t *object = json_object();

		if (goal->level > 0) {
			ff_json_set(&object, "level", json_integer(goal->level));
		} else {
			ff_json_set(&object, "x", ff_json_number(goal->x));
			ff_json_set(&object, "y", ff_json_number(goal->y));
		}
		if (goal->w > 1 || goal->h > 1) {
			ff_json_set(&object, "w", json_integer(goal->w));
			ff_json_set(&object, "h", json_integer(goal->h));
		}
		if (goal->start > 0)
			ff_json_set(&object, "cost", json_integer(goal->start));
		if (served != NULL)
			ff_json_set(&object, "cells", json_integer((json_int_t)served[i]));
		ff_json_append(&list, object);
	}
	return list;
}
