/*
 * A hash grid: finds walkers that are near each other.
 */
#ifndef FF_CORE_CROWD_HASH_GRID_H
#define FF_CORE_CROWD_HASH_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/walkers.h"

/*
 * Squares of one size that share buckets; those adjacent in a row have consecutive ones.  A few
 * walkers much larger than the others have an extra bucket, so that squares need not be as large:
 * they count as near to all.
 */
struct ff_hash_grid {
	const struct ff_walker *walkers; /* borrowed, for their radii */
	double ordinary;                 /* the largest radius outside the extra bucket */
	double scale;                    /* squares per cell of the map */
	uint32_t mask;                   /* number of buckets - 1, without the extra one */
	uint32_t multiple;               /* of a row, in the hash of a square */
	uint32_t *first;                 /* [buckets + 2]  owned; start of each bucket in 'order' */
	uint32_t *order;                 /* [room]  owned; walkers by bucket */
	uint32_t *bucket;                /* [room]  owned; bucket of each walker */
	uint32_t *head; /* [buckets + 1]  owned; the walker last added to each bucket since it was
			   filled, or FF_HASH_GRID_NONE */
	uint32_t *next; /* [room]  owned; the walker added to its bucket before it, or NONE */
	bool added;     /* 'head' is not empty */
};

#define FF_HASH_GRID_NONE UINT32_MAX

/* Runs of 'order', possibly empty. */
enum { FF_HASH_GRID_RUNS = 7 };
struct ff_hash_grid_runs {
	uint32_t first[FF_HASH_GRID_RUNS], end[FF_HASH_GRID_RUNS];
	int count;
};

/* Capacity of the extra bucket, in walkers. */
enum { FF_HASH_GRID_LARGE = 32 };

/*
 * Returns the largest radius that is at most twice the largest of all but FF_HASH_GRID_LARGE
 * walkers; of no more walkers than that, the largest.  Radii of 0 are ignored; 0 if there are no
 * others.
 */
double ff_hash_grid_ordinary(const struct ff_walker *walkers, size_t count);

/* Makes room for 'room' walkers, < 2^31: FF_OK or FF_E_NOMEM; pass it to ff_hash_grid_close() in
 * either case.  Must be tuned before use. */
enum ff_status ff_hash_grid_open(struct ff_hash_grid *grid, size_t room);
void ff_hash_grid_close(struct ff_hash_grid *grid);

/*
 * Fits squares and buckets to walkers [count <= room], borrowed, with their ordinary radius, and
 * empties the grid.  Walkers see each other when their discs are less than 'sees' >= 0 cells apart;
 * sees + radius must be > 0 for walkers that are put in.
 */
void ff_hash_grid_tune(struct ff_hash_grid *grid, const struct ff_walker *walkers, size_t count,
		       double ordinary, double sees);

/* Fills the grid with walkers list[0..count-1], keeping that order in each bucket; walker n is at
 * x[n],y[n].  Replaces the old contents.  Allocates nothing. */
void ff_hash_grid_fill(struct ff_hash_grid *grid, const uint32_t *list, size_t count,
		       const double *x, const double *y);

/* Returns the runs of 'order' with all walkers that the one at x,y sees; others, too, but none
 * twice.  Walkers added later are not among them. */
struct ff_hash_grid_runs ff_hash_grid_near(const struct ff_hash_grid *grid, size_t walker, double x,
					   double y);

/* Add a walker after the grid was filled; remove one that was added so.  Others stay. */
void ff_hash_grid_add(struct ff_hash_grid *grid, uint32_t walker, double x, double y);
void ff_hash_grid_remove(struct ff_hash_grid *grid, uint32_t walker, double x, double y);

/* Lists of added walkers that a walker sees, linked by 'next'; others are among them. */
enum { FF_HASH_GRID_LISTS = 10 };

/* Sets the heads of these lists, or FF_HASH_GRID_NONE; false if the walker is in the extra bucket
 * and must look at all. */
bool ff_hash_grid_lists(const struct ff_hash_grid *grid, size_t walker, double x, double y,
			uint32_t heads[FF_HASH_GRID_LISTS]);

#endif
