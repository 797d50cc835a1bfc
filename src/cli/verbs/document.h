/*
 * JSON documents, and the differences between two of them.
 */
#ifndef FF_CLI_VERBS_DOCUMENT_H
#define FF_CLI_VERBS_DOCUMENT_H

#include <stdint.h>

#include "cli/strings.h"
#include "io/input.h"

/* ff_document_matches() returns true if a text [n] begins as an object or a list does. */
bool ff_document_matches(const uint8_t *text, size_t n);

/*
 * ff_document_print() prints a document, a key or a value a line, without what differs between two
 * equal runs of this program: times in milliseconds anywhere ("ms", and "fresh_ms" of older ones),
 * and memory, threads and instructions.
 *
 *   text  set; free() it
 *
 * FF_OK; FF_E_INPUT if it is no JSON; FF_E_NOMEM.
 */
enum ff_status ff_document_print(const struct ff_input *in, char **text, struct ff_error *err);

struct ff_document_difference {
	bool valid;              /* both are JSON; else nothing was compared */
	struct ff_strings notes; /* the program's version, if two reports differ in that */
	/* "cells.wall: 3 -> 4" of the first values that differ; long paths and values are cut */
	struct ff_strings changes;
	uint64_t differing; /* values that differ */
	uint64_t values;    /* values of one document or both */
};

/*
 * ff_document_compare() compares two documents that have been read, value by value.
 * In our own reports it ignores what ff_document_print() does, and the names of the files written
 * (outputs, the path of each of files).
 *
 *   out  set; the caller owns its lines
 *
 * Time and memory grow with the size of the documents, whatever differs.  Returns FF_OK or
 * FF_E_NOMEM.  On failure 'out' has no lines.
 */
enum ff_status ff_document_compare(const struct ff_input *old, const struct ff_input *new,
				   struct ff_document_difference *out, struct ff_error *err);

#endif
