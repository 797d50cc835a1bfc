/*
 * Grids as text: a line for each row of the map, the cells separated by commas.
 */
#ifndef FF_FORMAT_WRITE_GRID_H
#define FF_FORMAT_WRITE_GRID_H

#include "base/output.h"
#include "grid/flow.h"
#include "grid/labels.h"

/* How directions are written as numbers. */
enum ff_write_grid_encoding {
	FF_WRITE_GRID_INDEX,   /* 0 N, 1 NE, 2 E, ... 7 NW, 8 none */
	FF_WRITE_GRID_ESRI,    /* 1 E, 2 SE, 4 S, ... 128 NE, 0 none */
	FF_WRITE_GRID_DEGREES, /* counter-clockwise from east, -1 none */
	FF_WRITE_GRID_BITS,    /* 1 N, 2 E, 4 S, 8 W, sums of two for diagonals, 0 none */
	FF_WRITE_GRID_ENCODINGS,
};

extern const char *const ff_write_grid_encodings[FF_WRITE_GRID_ENCODINGS];

/* All return as ff_output_write(). */

/* ff_write_grid_labels() writes -1 for FF_LABELS_NONE. */
enum ff_status ff_write_grid_labels(struct ff_output *out, const struct ff_labels *labels,
				    struct ff_error *err);

enum ff_status ff_write_grid_directions(struct ff_output *out, const struct ff_flow *flow,
					enum ff_write_grid_encoding encoding, struct ff_error *err);

/* ff_write_grid_vectors() writes two numbers a cell, dx and dy, to 6 decimals. */
enum ff_status ff_write_grid_vectors(struct ff_output *out, const struct ff_flow *flow,
				     struct ff_error *err);

#endif
