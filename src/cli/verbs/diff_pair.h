/*
 * Two files while they are compared: what diff.c and the files diff_*.c share.
 */
#ifndef FF_CLI_VERBS_DIFF_PAIR_H
#define FF_CLI_VERBS_DIFF_PAIR_H

#include "cli/verbs/diff.h"
#include "draw/colormap.h"
#include "io/formats.h"
#include "io/input.h"

/* The contents of a picture of ours: see ff_diff_drawn_about(). */
struct ff_diff_drawn {
	int32_t w, h;         /* of the map, in cells */
	int scale;            /* pixels of a cell's side */
	bool valued;          /* colours stand for values: the next three are set */
	enum ff_colormap map; /* whose colours they are */
	double first, last;   /* values of the first colour and of the last */
	bool ranged;          /* the last colour also stands for all values beyond */
	double *values; /* owned; [w*h]  of the cells, about; INFINITY: none, NAN: not known */
	uint8_t *codes; /* owned; [w*h][4]  of pixels, where nothing else is known */
};

/* A file, and what it says about the cells. */
struct ff_diff_side {
	struct ff_input in;
	struct ff_read_raster read;
	uint8_t *bytes;           /* owned; numbers as costs, classes or directions */
	struct ff_raster pixels;  /* of a picture */
	struct ff_raster vectors; /* of a table; of a picture of ours its values */
	struct ff_diff_drawn drawn;
	struct ff_compare_side cells;
};

/* Two files under way. */
struct ff_diff_pair {
	struct ff_diff_side old, new;
	const struct ff_diff_rules *rules;
	uint32_t told;
	bool rescaled; /* colours of the two stand for other values: these are the same if close */
	struct ff_diff diff;
	struct ff_error *err;
};

/* ff_diff_pair_note() adds a line to the notes.  FF_OK; FF_E_NOMEM, which 'err' tells. */
__attribute__((format(printf, 2, 3))) enum ff_status ff_diff_pair_note(struct ff_diff_pair *pair,
								       const char *format, ...);

#endif
