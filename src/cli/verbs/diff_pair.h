/*
 * Shared by diff_pair.c and diff_drawn.c: a pair of files that are compared.
 */
#ifndef FF_CLI_VERBS_DIFF_PAIR_H
#define FF_CLI_VERBS_DIFF_PAIR_H

#include "cli/verbs/diff.h"
#include "core/map/image.h"
#include "draw/palette.h"
#include "io/cells.h"
#include "io/input.h"

/* The contents of a picture of ours: see ff_diff_drawn_about(). */
struct ff_diff_drawn {
	int32_t w, h;              /* of the map, in cells */
	int scale;                 /* pixels of a cell's side; 0: cells are smaller than a pixel */
	struct ff_image_part part; /* the pixels of the picture that show the map */
	bool valued;               /* colours stand for values: the next three are set */
	enum ff_colormap map;      /* of these colours */
	double first, last;        /* values of the first colour and of the last */
	bool ranged;               /* the last colour also stands for all values beyond */
	double *values;            /* owned; [w*h]  estimates; INFINITY: none, NAN: not known */
	uint8_t *codes; /* owned; [w*h][4]  hashes of pixels, where nothing else is known */
};

/* A file and its cells. */
struct ff_diff_side {
	struct ff_input in;
	struct ff_cells_file read;
	uint8_t *bytes;           /* owned; numbers as costs, classes or directions */
	struct ff_raster pixels;  /* of a picture */
	struct ff_raster costs;   /* of a table or a map */
	struct ff_raster vectors; /* of a table; of a picture of ours its values */
	struct ff_diff_drawn drawn;
	struct ff_compare_side cells;
};

/* A comparison under way. */
struct ff_diff_pair {
	struct ff_diff_side old, new;
	const struct ff_diff_rules *rules;
	uint32_t area_limit; /* areas to find, at most */
	bool rescaled;   /* colours of the two stand for other values: close values are the same */
	bool framed;     /* pixels around the maps of two pictures of ours differ */
	uint64_t hidden; /* cells whose meaning one of the pictures hides... */
	bool comparable; /* ...but whose pixels can be compared */
	struct ff_diff diff;
	struct ff_error *err;
};

/* Adds a line to the notes.  FF_OK; FF_E_NOMEM and a line in 'err'. */
__attribute__((format(printf, 2, 3))) enum ff_status ff_diff_pair_note(struct ff_diff_pair *pair,
								       const char *format, ...);

/*
 * Reads from the texts of a picture the place and the size of its map, the pixels of a cell, and
 * the scale of its colours.
 *
 *   about  set
 *
 * Returns false if the texts are missing, as in pictures of older versions, or do not fit the
 * picture's size.
 */
bool ff_diff_drawn_about(const struct ff_cells_file *read, struct ff_diff_drawn *about);

/* Returns true if two pictures that ff_diff_drawn_about() has described differ around their maps.
 */
bool ff_diff_drawn_around(const struct ff_diff_pair *pair);

/* Leaves only the pixels of the map of a picture that ff_diff_drawn_about() has described. */
void ff_diff_drawn_crop(struct ff_cells_file *read, const struct ff_diff_drawn *about);

/*
 * Reads the cells of two cropped pictures from their colours: of heatmaps classes and estimated
 * values, of reach classes, of others hashes of pixels.  Both pictures have a map of one size and
 * one layer, in which cells have pixels.
 *
 *   pair  'cells' and 'drawn' of both sides are set; of 'diff' the kind, the size and the names;
 *         a difference of scales is noted, and hidden cells are counted
 *
 * Returns FF_OK; FF_E_NOMEM.
 */
enum ff_status ff_diff_drawn_take(struct ff_diff_pair *pair, const char *layer);

#endif
