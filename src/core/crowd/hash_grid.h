/*
 * A hash grid: which walkers are near.
 */
#ifndef FF_CORE_CROWD_HASH_GRID_H
#define FF_CORE_CROWD_HASH_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/walkers.h"

/*
 * Squares of one size that share buckets; those beside each other in a row have one after another.
 * A few walkers that are much larger than all others have one bucket more for themselves, so that
 * squares need not be as large as they are: all are near them, and they are near to all.
 */
struct ff_hash_grid {
	const struct ff_walker *walkers; /* borrowed: their radii count */
	double ordinary;                 /* the largest radius that is not kept apart */
	double scale;                    /* squares a cell of the map */
	uint32_t mask;                   /* buckets - 1, without the one more */
	uint32_t multiple;               /* of a row, in the hash of a square */
	uint32_t *first;  /* [buckets + 2]  owned; where in 'order' each bucket begins */
	uint32_t *order;  /* [room]  owned; the walkers, bucket by bucket */
	uint32_t *bucket; /* [room]  owned; the bucket of each */
	uint32_t *head;   /* [buckets + 1]  owned; the last walker added to each bucket since it was
			   * filled, or FF_HASH_GRID_NONE */
	uint32_t *next;   /* [room]  owned; the walker added to its bucket before, or NONE */
	bool added;       /* there is one in 'head' */
};

#define FF_HASH_GRID_NONE UINT32_MAX

/* Runs of 'order'; some may be empty. */
enum { FF_HASH_GRID_RUNS = 7 };
struct ff_hash_grid_runs {
	uint32_t first[FF_HASH_GRID_RUNS], end[FF_HASH_GRID_RUNS];
	int count;
};

/* How many may be kept apart. */
enum { FF_HASH_GRID_LARGE = 32 };

/* Returns the largest radius that is at most twice as large as that of all but FF_HASH_GRID_LARGE
 * walkers; of so few or fewer, the largest.  Radii of 0 do not count; 0 if there are no others. */
double ff_hash_grid_ordinary(const struct ff_walker *walkers, size_t count);

/* Makes room for so many walkers, < 2^31: FF_OK or FF_E_NOMEM; what it allocated goes to
 * ff_hash_grid_close() in either case.  It has to be tuned before it is used. */
enum ff_status ff_hash_grid_open(struct ff_hash_grid *grid, size_t room);
void ff_hash_grid_close(struct ff_hash_grid *grid);

/*
 * Fits squares and buckets to walkers [count <= room], which are borrowed, with the ordinary radius
 * of them; what is in it is forgotten.  They see each other when their discs are less than 'sees'
 * >= 0 cells apart; the sum of that and of the radius is > 0, or nothing is put in.
 */
void ff_hash_grid_tune(struct ff_hash_grid *grid, const struct ff_walker *walkers, size_t count,
		       double ordinary, double sees);

/*
 * Sorts walkers who[0..count-1] into buckets, in that order in each; walker n is at x[n],y[n].
 * Its old contents are forgotten.  It allocates nothing.
 */
void ff_hash_grid_fill(struct ff_hash_grid *grid, const uint32_t *who, size_t count,
		       const double *x, const double *y);

/* Returns where in 'order' all stand that walker 'who', which is at x,y, sees; others, too, but
 * none twice.  Those that were added later are not among them. */
struct ff_hash_grid_runs ff_hash_grid_near(const struct ff_hash_grid *grid, size_t who, double x,
					   double y);

/* Add a walker after the others were sorted, and take one out again that was added so; one that
 * was not stays where it is. */
void ff_hash_grid_add(struct ff_hash_grid *grid, uint32_t who, double x, double y);
void ff_hash_grid_remove(struct ff_hash_grid *grid, uint32_t who, double x, double y);

/* Lists of those that were added and that a walker sees, by 'next'; others, too. */
enum { FF_HASH_GRID_LISTS = 10 };

/* Sets the heads of these lists, some of which may be FF_HASH_GRID_NONE; false if the walker is
 * kept apart, and has to look at all. */
bool ff_hash_grid_lists(const struct ff_hash_grid *grid, size_t who, double x, double y,
			uint32_t heads[FF_HASH_GRID_LISTS]);

#endif
