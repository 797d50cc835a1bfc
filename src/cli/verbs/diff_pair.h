/*
 * Shared by diff.c and the files diff_*.c: a pair of files that are compared, and how.
 */
#ifndef FF_CLI_VERBS_DIFF_PAIR_H
#define FF_CLI_VERBS_DIFF_PAIR_H

#include "cli/verbs/diff.h"
#include "draw/palette.h"
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
	struct ff_cells_file read;
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

/* Adds a line to the notes.  FF_OK; FF_E_NOMEM, which 'err' tells. */
__attribute__((format(printf, 2, 3))) enum ff_status ff_diff_pair_note(struct ff_diff_pair *pair,
								       const char *format, ...);

/*
 * Keeps of two files, whose cells have been compared and differ, what ff_diff_draw() wants of them
 * when they are closed.
 *
 *   pair  in 'diff' 'class_names' is set, and those of 'classes', 'greys' and 'strengths' that
 *         this difference has
 *
 * FF_OK; FF_E_NOMEM, which 'err' tells.
 */
enum ff_status ff_diff_picture_keep(struct ff_diff_pair *pair);

/*
 * Reads what a picture says of the map that it shows: its size, the pixels of a cell, and the scale
 * of its colours.
 *
 *   about  set
 *
 * Returns false if it does not say enough, or more than its pixels can hold.
 */
bool ff_diff_drawn_about(const struct ff_cells_file *read, struct ff_diff_drawn *about);

/*
 * Finds out what each cell of two pictures is by its colour, the legend aside: of heatmaps its
 * class and about its integration, of reach its class, of others whether its pixels are the same.
 * Both pictures have a map of one size and one layer.
 *
 *   pair  of the sides 'cells' and 'drawn' are set; of 'diff' the kind, the size and the names;
 *         a difference of scales is noted
 *
 * Returns FF_OK; FF_E_NOMEM.
 */
enum ff_status ff_diff_drawn_take(struct ff_diff_pair *pair, const char *layer);

/* Finds out whether a file is one of cells: data, a picture or a map.  FF_OK; FF_E_INPUT or
 * FF_E_NOMEM where nothing can be read. */
enum ff_status ff_diff_cells_known(struct ff_input *in, bool *known, struct ff_error *err);

/*
 * Compares two files that are open and that ff_diff_cells_known() knows.
 *
 *   pair  of 'diff' all is set but 'same' and 'equal'
 *
 * Returns as ff_diff_files(); on failure, too, the caller that closes the pair frees what is in it.
 */
enum ff_status ff_diff_cells(struct ff_diff_pair *pair);

/* Does the same with two files that have been read. */
enum ff_status ff_diff_cells_read(struct ff_diff_pair *pair);

#endif
