/*
 * The euclid engine: fast marching.
 */
#ifndef FF_CORE_SOLVE_INTEGRATE_MARCH_H
#define FF_CORE_SOLVE_INTEGRATE_MARCH_H

#include "core/solve/integrate.h"
#include "core/solve/queue_calendar.h"
#include "core/solve/straights.h"
#include "core/solve/wave.h"

/* How the engine's scratch memory begins; its grids and what is lent to the queue follow. */
struct ff_integrate_march {
	struct ff_straights_layout layout;
	size_t cells;   /* in all bands */
	double *values; /* [cells]  in the field's memory, or after this */
	uint8_t *costs; /* [cells] */
	uint8_t *flags; /* [cells]  what is known of a cell */
	double reach;   /* how long straight lines are at most */
	size_t next;    /* the first seed that has not had its turn */
	struct ff_wave_squares squares;
	struct ff_queue_calendar queue;
};

/* As struct ff_integrate_engine wants them; arguments are checked by ff_integrate_begin(). */
bool ff_integrate_march_fits(const struct ff_model *model, enum ff_field_type type);
size_t ff_integrate_march_scratch(int32_t w, int32_t h, int threads);
void ff_integrate_march_begin(struct ff_integrate *run);
enum ff_status ff_integrate_march_step(struct ff_integrate *run, size_t budget);
double ff_integrate_march_settled(const struct ff_integrate *run, size_t cell);
void ff_integrate_march_stop(struct ff_integrate *run);

/*
 * ff_integrate_march_begin_within() begins anew a run that has begun, with no
 * straight line from a seed longer than 'reach' cells: so that tests see how
 * good the marching itself is.  ff_integrate_march_begin() is INFINITY.
 */
void ff_integrate_march_begin_within(struct ff_integrate *run, double reach);

#endif
