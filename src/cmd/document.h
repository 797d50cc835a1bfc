/*
 * Two JSON documents, and what differs between them.
 */
#ifndef FF_CMD_DOCUMENT_H
#define FF_CMD_DOCUMENT_H

#include <stdint.h>

#include "base/input.h"
#include "cmd/lines.h"

/* ff_document_matches() tells whether a text [n] begins as an object or a list does. */
bool ff_document_matches(const uint8_t *text, size_t n);

/*
 * ff_document_compare() compares two documents that have been read, value by value.
 * Of our own reports it leaves out what differs from run to run: ms, peak_bytes,
 * estimated_bytes, threads, cpu, and where the outputs went (outputs, the path of each of files).
 *
 *   valid    set: whether both are JSON; else nothing is compared
 *   notes    the program's version is added, if the two reports differ in that
 *   changes  for each value that differs "cells.wall: 3 -> 4" is added
 *   values   set: how many values one of them has, or both
 *
 * Returns FF_OK, or FF_E_NOMEM.
 */
enum ff_status ff_document_compare(const struct ff_input *old, const struct ff_input *new,
				   bool *valid, struct ff_lines *notes, struct ff_lines *changes,
				   uint64_t *values, struct ff_error *err);

#endif
