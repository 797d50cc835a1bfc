/*
 * A hash grid: who is near.
 */
#ifndef FF_CORE_CROWD_HASH_GRID_H
#define FF_CORE_CROWD_HASH_GRID_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/walkers.h"

/* Squares of one size that share buckets; those beside each other in a row have one after another.
 * A few walkers who are much larger than all others have one bucket more for themselves, so that
 * squares need not be as large as they are: all are near them, and they are near to all. */
struct ff_hash_grid {
	const struct ff_walker *walkers; /* borrowed */
	double ordinary;                 /* who has a larger radius is kept apart */
	double scale;                    /* squares a cell of the map */
	uint32_t mask;                   /* buckets - 1, without the one more */
	uint32_t *first; /* [buckets + 2]  owned; where in 'order' each bucket begins */
	uint32_t *order; /* [walkers]  owned; who is in them, bucket by bucket, ascending in each */
	uint32_t *bucket; /* [walkers]  owned; in which one each is */
};

/* Runs of 'order'; some may be empty. */
enum { FF_HASH_GRID_RUNS = 7 };
struct ff_hash_grid_runs {
	uint32_t first[FF_HASH_GRID_RUNS], end[FF_HASH_GRID_RUNS];
	int count;
};

/* How many may be kept apart. */
enum { FF_HASH_GRID_LARGE = 32 };

/* ff_hash_grid_ordinary() is the largest radius that is at most twice as large as that of all but
 * FF_HASH_GRID_LARGE walkers; of so few or fewer, the largest.  0 of nobody. */
double ff_hash_grid_ordinary(const struct ff_walkers *walkers);

/*
 * ff_hash_grid_open() makes room for all walkers (< 2^31), who are borrowed: their radii count.
 * They see each other when their discs are less than 'sees' >= 0 cells apart; the sum of that and
 * of their ordinary radius is > 0, or there is nobody.  Returns FF_OK or FF_E_NOMEM; what it
 * allocated goes to ff_hash_grid_close() in either case.
 */
enum ff_status ff_hash_grid_open(struct ff_hash_grid *grid, const struct ff_walkers *walkers,
				 double sees);
void ff_hash_grid_close(struct ff_hash_grid *grid);

/*
 * ff_hash_grid_fill() sorts walkers who[0..count-1] into buckets; walker n is at
 * x[n],y[n].  What was there is forgotten.  It allocates nothing.
 */
void ff_hash_grid_fill(struct ff_hash_grid *grid, const uint32_t *who, size_t count,
		       const double *x, const double *y);

/* ff_hash_grid_near() tells where in 'order' all stand whom walker 'who', who is at x,y, sees;
 * others, too, but nobody twice. */
struct ff_hash_grid_runs ff_hash_grid_near(const struct ff_hash_grid *grid, size_t who, double x,
					   double y);

#endif
