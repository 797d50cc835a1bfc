/*
 * The inner loops of ff_descend(), on a stretch of a row: one source, compiled for each set of
 * vector instructions.
 */
#ifndef FF_CORE_SOLVE_DESCEND_ROWS_H
#define FF_CORE_SOLVE_DESCEND_ROWS_H

#include "core/map/field.h"
#include "core/map/model.h"

enum {
	FF_DESCEND_ROWS_MAX = 256,          /* the most cells in a stretch */
	FF_DESCEND_ROWS_LEFT = FF_NONE + 1, /* in place of a direction: the caller must set it */
};

/* Cells of a row and all cells around them; outside the map are walls without a value. */
struct ff_descend_rows_stretch {
	int32_t n;                        /* 1..MAX */
	const void *above, *here, *below; /* [-1..n]  cells of the field, in its type... */
	const uint8_t *cost_above, *cost, *cost_below;     /* [-1..n]  ...and their costs; */
	const uint16_t *units_above, *units, *units_below; /* those of wide maps, else NULL */
	int32_t x, y;                                      /* the first */
	const uint32_t *labels;         /* [n]  their roots, in fields that have roots... */
	const struct ff_root *roots;    /* ...and those */
	uint8_t *flow;                  /* [n]  written: enum ff_direction, or LEFT */
	struct ff_flow_vector *vectors; /* [n]  written by rule "gradient"; undefined where LEFT */
	uint8_t *classes;               /* [n]  written by 'classify' */
	uint32_t empty, walls;          /* set: how many of the n */
};

/* Sets the directions of a stretch as ff_descend() does, except on goals.  Rare cells, for which
 * there is no vector code, are left to the caller. */
typedef void ff_descend_rows_kernel(const struct ff_model *model,
				    struct ff_descend_rows_stretch *at);

/* The kernels of one instruction set; NULL: the caller does it cell by cell. */
struct ff_descend_rows {
	/* Sets FF_REACHED, FF_UNREACHED or FF_WALL, also on goals. */
	ff_descend_rows_kernel *classify[FF_FIELD_TYPES];
	ff_descend_rows_kernel *lowest[FF_FIELD_TYPES];
	ff_descend_rows_kernel *path[FF_FIELD_TYPES]; /* of integers */
	ff_descend_rows_kernel *across;               /* gradient, 32 bits */
	ff_descend_rows_kernel *steepest;             /* gradient, euclid */
	ff_descend_rows_kernel *to_roots;             /* gradient, fields that have roots */
};

extern const struct ff_descend_rows ff_descend_rows_plain, ff_descend_rows_avx2,
	ff_descend_rows_avx512;

#endif
