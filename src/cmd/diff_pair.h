/*
 * Two files while they are compared: what diff.c and the files diff_*.c share.
 */
#ifndef FF_CMD_DIFF_PAIR_H
#define FF_CMD_DIFF_PAIR_H

#include "base/input.h"
#include "cmd/diff.h"
#include "format/read_raster.h"

/* A file, and what it says about the cells. */
struct ff_diff_side {
	struct ff_input in;
	struct ff_read_raster read;
	uint8_t *bytes;           /* owned; numbers as costs, classes or directions */
	struct ff_raster pixels;  /* of a picture */
	struct ff_raster vectors; /* of a table */
	struct ff_compare_side cells;
};

/* Two files under way. */
struct ff_diff_pair {
	struct ff_diff_side old, new;
	const struct ff_diff_rules *rules;
	uint32_t told;
	struct ff_diff diff;
	struct ff_error *err;
};

/* ff_diff_pair_note() adds a line to the notes.  FF_OK; FF_E_NOMEM, which 'err' tells. */
__attribute__((format(printf, 2, 3))) enum ff_status ff_diff_pair_note(struct ff_diff_pair *pair,
								       const char *format, ...);

#endif
