/*
 * Buckets by counting sort (M. Müller, "Blazing Fast Neighbor Search with Spatial Hashing", Ten
 * Minute Physics 11).  The hash of a square is its column plus a multiple of its row, so three
 * squares of a row are three consecutive buckets.  That multiple is odd and near the golden section
 * of the number of buckets: adjacent rows and next but one are then more than three buckets apart,
 * so no bucket is visited twice.
 */
#include "core/crowd/hash_grid.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_BUCKETS = 64 };

double ff_hash_grid_ordinary(const struct ff_walker *walkers, size_t count)
{
	enum { MOST = FF_HASH_GRID_LARGE + 1 };
	double most[MOST] = {0}, ordinary = 0; /* the largest radii, descending */
	size_t last;

	for (size_t i = 0; i < count; i++) {
		double radius = walkers[i].radius;
		int k = MOST - 1;

		if (radius <= most[k])
			continue;
		for (; k > 0 && most[k - 1] < radius; k--)
			most[k] = most[k - 1];
		most[k] = radius;
	}
	last = most[MOST - 1] > 0 ? MOST - 1 : 0;
	for (size_t i = 0; i < count; i++) {
		double radius = walkers[i].radius;

		if (radius <= 2 * most[last] && radius > ordinary)
			ordinary = radius;
	}
	return ordinary;
}

static size_t buckets_for(size_t walkers)
{
	size_t buckets = LEAST_BUCKETS;

	while (buckets < 2 * walkers)
		buckets *= 2;
	return buckets;
}

enum ff_status ff_hash_grid_open(struct ff_hash_grid *grid, size_t room)
{
	size_t buckets = buckets_for(room);

	*grid = (struct ff_hash_grid){
		.first = malloc((buckets + 2) * sizeof *grid->first),
		.order = malloc((room + 1) * sizeof *grid->order),
		.bucket = malloc((room + 1) * sizeof *grid->bucket),
		.head = malloc((buckets + 1) * sizeof *grid->head),
		.next = malloc((room + 1) * sizeof *grid->next),
	};
	if (grid->first == NULL || grid->order == NULL || grid->bucket == NULL ||
	    grid->head == NULL || grid->next == NULL)
		return FF_E_NOMEM;
	return FF_OK;
}

void ff_hash_grid_close(struct ff_hash_grid *grid)
{
	free(grid->first);
	free(grid->order);
	free(grid->bucket);
	free(grid->head);
	free(grid->next);
}

void ff_hash_grid_tune(struct ff_hash_grid *grid, const struct ff_walker *walkers, size_t count,
		       double ordinary, double sees)
{
	size_t buckets = buckets_for(count);

	grid->walkers = walkers;
	grid->ordinary = ordinary;
	grid->scale = 1 / (2 * ordinary + sees > 0 ? 2 * ordinary + sees : 1);
	grid->mask = (uint32_t)buckets - 1;
	/* 0.618 of 2^6 and more: 39.6 of 64, 79.1 of 128, ... */
	grid->multiple = (uint32_t)((uint64_t)buckets * 633 / 1024) | 1;
	memset(grid->first, 0, (buckets + 2) * sizeof *grid->first);
	memset(grid->head, 0xff, (buckets + 1) * sizeof *grid->head);
	grid->added = false;
}

/* Returns the bucket of the square in a column and a row. */
static uint32_t bucket_of(const struct ff_hash_grid *grid, uint32_t column, uint32_t row)
{
	return (column + row * grid->multiple) & grid->mask;
}

static bool is_large(const struct ff_hash_grid *grid, size_t walker)
{
	return grid->walkers[walker].radius > grid->ordinary;
}

static uint32_t square_of(const struct ff_hash_grid *grid, double along)
{
	double square = along * grid->scale;
	int32_t whole = (int32_t)square;

	return (uint32_t)(whole - (square < whole));
}

/* Returns the bucket of a walker at x,y. */
static uint32_t bucket_at(const struct ff_hash_grid *grid, size_t walker, double x, double y)
{
	return is_large(grid, walker) ? grid->mask + 1
				      : bucket_of(grid, square_of(grid, x), square_of(grid, y));
}

void ff_hash_grid_fill(struct ff_hash_grid *grid, const uint32_t *list, size_t count,
		       const double *x, const double *y)
{
	uint32_t *first = grid->first, sum = 0;

	if (grid->added)
		memset(grid->head, 0xff, ((size_t)grid->mask + 2) * sizeof *grid->head);
	grid->added = false;
	memset(first, 0, ((size_t)grid->mask + 3) * sizeof *first);
	for (size_t i = 0; i < count; i++) {
		uint32_t n = list[i];

		grid->bucket[i] = bucket_at(grid, n, x[n], y[n]);
		first[grid->bucket[i]]++;
	}
	for (size_t b = 0; b <= (size_t)grid->mask + 2; b++) {
		sum += first[b];
		first[b] = sum;
	}
	/* Backwards: each bucket's end becomes its beginning. */
	for (size_t i = count; i-- > 0;)
		grid->order[--first[grid->bucket[i]]] = list[i];
}

struct ff_hash_grid_runs ff_hash_grid_near(const struct ff_hash_grid *grid, size_t walker, double x,
					   double y)
{
	const uint32_t *large =
		&grid->first[grid->mask + 1]; /* beginning and end of the last bucket */
	struct ff_hash_grid_runs runs = {.count = 0};
	uint32_t column = square_of(grid, x) - 1, row = square_of(grid, y) - 1;

	if (is_large(grid, walker)) {
		runs.first[runs.count] = 0;
		runs.end[runs.count++] = large[1];
		return runs;
	}
	for (uint32_t i = 0; i < 3; i++) {
		uint32_t begin = bucket_of(grid, column, row + i), end = begin + 3;
		uint32_t whole = end <= grid->mask + 1 ? end : grid->mask + 1;

		runs.first[runs.count] = grid->first[begin];
		runs.end[runs.count++] = grid->first[whole];
		if (whole < end) {
			runs.first[runs.count] = grid->first[0];
			runs.end[runs.count++] = grid->first[end - whole];
		}
	}
	if (large[0] < large[1]) {
		runs.first[runs.count] = large[0];
		runs.end[runs.count++] = large[1];
	}
	return runs;
}

void ff_hash_grid_add(struct ff_hash_grid *grid, uint32_t walker, double x, double y)
{
	uint32_t *head = &grid->head[bucket_at(grid, walker, x, y)];

	grid->next[walker] = *head;
	*head = walker;
	grid->added = true;
}

void ff_hash_grid_remove(struct ff_hash_grid *grid, uint32_t walker, double x, double y)
{
	uint32_t *link = &grid->head[bucket_at(grid, walker, x, y)];

	while (*link != FF_HASH_GRID_NONE && *link != walker)
		link = &grid->next[*link];
	if (*link == walker)
		*link = grid->next[walker];
}

bool ff_hash_grid_lists(const struct ff_hash_grid *grid, size_t walker, double x, double y,
			uint32_t heads[FF_HASH_GRID_LISTS])
{
	uint32_t column = square_of(grid, x) - 1, row = square_of(grid, y) - 1;

	for (uint32_t k = 0; k < FF_HASH_GRID_LISTS - 1; k++)
		heads[k] = grid->head[bucket_of(grid, column + k % 3, row + k / 3)];
	heads[FF_HASH_GRID_LISTS - 1] = grid->head[grid->mask + 1];
	return !is_large(grid, walker);
}
