/*
 * The engines of integration in files of their own: their state between steps, and their functions
 * for struct ff_integrate_engine.
 */
#ifndef FF_CORE_SOLVE_INTEGRATE_ENGINES_H
#define FF_CORE_SOLVE_INTEGRATE_ENGINES_H

#include "core/grid/queue.h"
#include "core/solve/eikonal.h"
#include "core/solve/integrate.h"

/* Euclid: fast marching, in two variants: for wide maps and for all others. */

/* The beginning of the scratch memory; the grids and the queue's memory follow. */
struct ff_integrate_march {
	struct ff_rays_layout layout;
	size_t cells;   /* in all bands */
	double *values; /* [cells]  in the field's memory, or after this */
	void *costs;    /* [cells]  of 8 bits, or 16 in wide maps */
	uint8_t *flags; /* [cells]  what is known of a cell */
	double reach;   /* the longest ray, in cells */
	size_t next;    /* the first seed that has not been settled */
	struct ff_eikonal_squares squares;
	struct ff_queue_calendar queue;
};

/* Functions of struct ff_integrate_engine; ff_integrate_begin() has checked the arguments.
 * ..._begin_within() restarts a run that has begun, with no ray longer than 'reach' cells, for
 * tests of the marching itself.  ..._begin() uses INFINITY. */
#define FF_INTEGRATE_MARCH_FUNCTIONS(name)                                       \
	bool name##_fits(const struct ff_model *model, enum ff_field_type type); \
	size_t name##_scratch(int32_t w, int32_t h, int threads);                \
	void name##_begin(struct ff_integrate *run);                             \
	enum ff_status name##_step(struct ff_integrate *run, size_t budget);     \
	double name##_settled(const struct ff_integrate *run, size_t cell);      \
	void name##_stop(struct ff_integrate *run);                              \
	void name##_begin_within(struct ff_integrate *run, double reach)

FF_INTEGRATE_MARCH_FUNCTIONS(ff_integrate_march);
FF_INTEGRATE_MARCH_FUNCTIONS(ff_integrate_march_wide);

/* Integers of 32 bits, any metric: tiles that fit the caches, each finished by one thread at a
 * time.  Between steps the field must not be read. */

bool ff_integrate_tiles_fits(const struct ff_model *model, enum ff_field_type type);
size_t ff_integrate_tiles_scratch(int32_t w, int32_t h, int threads);
void ff_integrate_tiles_begin(struct ff_integrate *run);
enum ff_status ff_integrate_tiles_step(struct ff_integrate *run, size_t budget);

#endif
