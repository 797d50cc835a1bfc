/*
 * The engines of integration, one for each kind of field: what they keep between steps, and their
 * functions as struct ff_integrate_engine wants them.
 */
#ifndef FF_CORE_SOLVE_INTEGRATE_ENGINES_H
#define FF_CORE_SOLVE_INTEGRATE_ENGINES_H

#include "core/solve/eikonal.h"
#include "core/solve/integrate.h"
#include "core/solve/queue.h"

/*
 * The engine for every metric of whole numbers of 64 bits: Dial's buckets, each
 * as wide as the shortest step.  Between steps the field is readable: settled
 * cells are final, others have upper bounds or none.
 */

/* A step is at most 254 * 577 / 408 times as long as the shortest one can be. */
enum { FF_INTEGRATE_BUCKETS_COUNT = 512 };

/* A cell's neighbours in the list of its bucket; once it is settled, 'before' is itself. */
struct ff_integrate_buckets_link {
	uint32_t before, after;
};

/* The beginning of the engine's scratch memory; a link per cell follows. */
struct ff_integrate_buckets {
	uint64_t width;   /* of a bucket, in values */
	uint64_t now;     /* the bucket that is emptied, counted from value 0 */
	uint64_t waiting; /* cells in all buckets */
	uint64_t most;    /* no cell gets more */
	size_t next;      /* the first seed that has not started */
	bool sorted;      /* bucket 'now' is, and nothing comes into it any more */
	uint32_t head[FF_INTEGRATE_BUCKETS_COUNT];
	struct ff_integrate_buckets_link links[]; /* [w*h] */
};

/* As struct ff_integrate_engine wants them; arguments are checked by ff_integrate_begin(). */
bool ff_integrate_buckets_fits(const struct ff_model *model, enum ff_field_type type);
size_t ff_integrate_buckets_scratch(int32_t w, int32_t h, int threads);
void ff_integrate_buckets_begin(struct ff_integrate *run);
enum ff_status ff_integrate_buckets_step(struct ff_integrate *run, size_t budget);
double ff_integrate_buckets_settled(const struct ff_integrate *run, size_t cell);
void ff_integrate_buckets_stop(struct ff_integrate *run);

/*
 * The euclid engine: fast marching.
 */

/* The beginning of the engine's scratch memory; its grids and what is lent to the queue follow. */
struct ff_integrate_march {
	struct ff_rays_layout layout;
	size_t cells;   /* in all bands */
	double *values; /* [cells]  in the field's memory, or after this */
	uint8_t *costs; /* [cells] */
	uint8_t *flags; /* [cells]  what is known of a cell */
	double reach;   /* how long straight lines are at most */
	size_t next;    /* the first seed that has not had its turn */
	struct ff_eikonal_squares squares;
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
 * Begins anew a run that has begun, with no straight line from a seed longer than 'reach' cells: so
 * that tests see how good the marching itself is.  ff_integrate_march_begin() is INFINITY.
 */
void ff_integrate_march_begin_within(struct ff_integrate *run, double reach);

/*
 * The engine for every metric of whole numbers of 32 bits: tiles that fit the
 * caches, finished one at a time by each thread.  Between steps the field is not
 * to be read.
 */

/* As struct ff_integrate_engine wants them; arguments are checked by ff_integrate_begin(). */
bool ff_integrate_tiles_fits(const struct ff_model *model, enum ff_field_type type);
size_t ff_integrate_tiles_scratch(int32_t w, int32_t h, int threads);
void ff_integrate_tiles_begin(struct ff_integrate *run);
enum ff_status ff_integrate_tiles_step(struct ff_integrate *run, size_t budget);

#endif
