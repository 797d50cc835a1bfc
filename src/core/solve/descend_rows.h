/*
 * The inner loops of ff_descend(), a stretch of a row at a time: one source,
 * compiled for each set of vector instructions.
 */
#ifndef FF_CORE_SOLVE_DESCEND_ROWS_H
#define FF_CORE_SOLVE_DESCEND_ROWS_H

#include "core/map/field.h"
#include "core/map/model.h"

enum {
	FF_DESCEND_ROWS_MAX = 256,          /* cells in a stretch, at most */
	FF_DESCEND_ROWS_LEFT = FF_NONE + 1, /* in place of a direction: left to the caller */
};

/* Cells side by side and all that are around them; outside of the map are walls without a value. */
struct ff_descend_rows_stretch {
	int32_t n;                        /* 1..MAX */
	const void *above, *here, *below; /* [-1..n]  what they hold, in the field's type... */
	const uint8_t *cost_above, *cost, *cost_below; /* [-1..n]  ...and their costs */
	uint8_t *flow;                  /* [n]  written: enum ff_direction, or LEFT */
	struct ff_flow_vector *vectors; /* [n]  written by rule "gradient", undefined where LEFT */
	uint8_t *classes;               /* [n]  written by 'classify' */
	uint32_t empty, walls;          /* set by it: how many of the n */
};

/*
 * A kernel sets the directions of a stretch as ff_descend() says, goals apart.
 * Rare cells, for which it has no vector code, it leaves to the caller.
 */
typedef void ff_descend_rows_kernel(const struct ff_model *model,
				    struct ff_descend_rows_stretch *at);

/* The kernels for one set of instructions; NULL: the caller does it cell by cell. */
struct ff_descend_rows {
	/* For each cell FF_REACHED, FF_UNREACHED or FF_WALL: goals apart, too. */
	ff_descend_rows_kernel *classify[FF_FIELD_TYPES];
	ff_descend_rows_kernel *lowest[FF_FIELD_TYPES];
	ff_descend_rows_kernel *path;     /* 32 bits, and so no euclid */
	ff_descend_rows_kernel *across;   /* gradient: the same */
	ff_descend_rows_kernel *steepest; /* gradient, euclid */
};

extern const struct ff_descend_rows ff_descend_rows_plain, ff_descend_rows_avx2,
	ff_descend_rows_avx512;

#endif
