/*
 * JSON documents, piece by piece.  A piece for which memory does not suffice is NULL, and so is
 * every piece that contains it.
 */
#ifndef FF_CLI_JSON_H
#define FF_CLI_JSON_H

#include <stdint.h>

#include <jansson.h>

#include "core/map/goals.h"
#include "io/strings.h"

/* ff_json_string() returns a text, or null for NULL; ff_json_strings() a list of texts.  Paths need
 * not be UTF-8, as JSON must be: their other bytes become '?'. */
json_t *ff_json_string(const char *text);
json_t *ff_json_strings(const struct ff_strings *texts);

/* ff_json_number() returns a number, an integer where it is one; null unless it is finite.
 * ff_json_ms() returns milliseconds, rounded. */
json_t *ff_json_number(double value);
json_t *ff_json_ms(double ms);

/* ff_json_digest() returns a digest as text; null for 0, which is none. */
json_t *ff_json_digest(uint64_t digest);

/* These add a value, which they take over, to an object or a list. */
void ff_json_set(json_t **object, const char *key, json_t *value);
void ff_json_append(json_t **list, json_t *value);

/*
 * ff_json_goals() returns a list of goals.
 *
 *   served  [goals->count]  cells that each goal serves; may be NULL
 */
json_t *ff_json_goals(const struct ff_goals *goals, const uint64_t *served);

/* ff_json_lines() prints a document as text with a newline at its end; free() it.  NULL if memory
 * ran out. */
char *ff_json_lines(const json_t *document);

#endif
