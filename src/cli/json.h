/*
 * Documents for programs, piece by piece.  A piece that memory does not suffice for is
 * NULL, and so is all that it goes into.
 */
#ifndef FF_CLI_JSON_H
#define FF_CLI_JSON_H

#include <stdint.h>

#include <jansson.h>

#include "core/map/goals.h"

/* ff_json_string() is a text; a path need not be UTF-8, as JSON must be: other bytes become '?'. */
json_t *ff_json_string(const char *text);

/* ff_json_number() is a number; a whole one as such. */
json_t *ff_json_number(double value);

/* These put a value, which is theirs from then on, into an object or a list. */
void ff_json_set(json_t **object, const char *key, json_t *value);
void ff_json_append(json_t **list, json_t *value);

/*
 * ff_json_goals() is a list of goals.
 *
 *   served  [goals->count]  how many cells each one serves; NULL: nobody asked
 */
json_t *ff_json_goals(const struct ff_goals *goals, const uint64_t *served);

/* ff_json_lines() is a document as text, with a newline at its end; free() it.  NULL if
 * memory ran out. */
char *ff_json_lines(const json_t *document);

#endif
