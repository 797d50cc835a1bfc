/*
 * Scales of colours: which values have equally many of the colours.
 */
#ifndef FF_DRAW_SCALE_H
#define FF_DRAW_SCALE_H

#include <stddef.h>
#include <stdint.h>

enum ff_scale_kind {
	FF_SCALE_AUTO,   /* linear, or by rank where most values would have the first colours */
	FF_SCALE_LINEAR, /* equal steps of colour are equal differences of values... */
	FF_SCALE_LOG,    /* ...or equal ratios... */
	FF_SCALE_RANK,   /* ...or equally many cells */
	FF_SCALE_KINDS,
};

extern const char *const ff_scale_names[FF_SCALE_KINDS];

enum {
	FF_SCALE_PARTS = 256,
	FF_SCALE_SAMPLE = 8192, /* values that ranks are found from, at most */
};

/* [i]  the least value of part i of the scale, ascending; the last one ends all. */
struct ff_scale {
	double edges[FF_SCALE_PARTS + 1];
};

/* Returns the i-th cell of a sample of that many, all over a map of 'cells'.  Of a map that may be
 * in files they lie on a few stretches of rows, since the system maps up to 2 MiB of a file for
 * each place that is read. */
static inline size_t ff_scale_cell(size_t i, size_t cells)
{
	enum { GROUP = 256, APART = 256, LARGE = 1 << 28 };

	if (cells <= FF_SCALE_SAMPLE)
		return i;
	if (cells <= LARGE)
		return (size_t)((uint64_t)i * UINT64_C(0x9e3779b97f4a7c15) % cells);
	return (size_t)((uint64_t)(i / GROUP) * UINT64_C(0x9e3779b97f4a7c15) %
			(cells - (size_t)GROUP * APART)) +
	       i % GROUP * APART;
}

/* Set equal differences, equal ratios (0 < first), or equal numbers of values, which are sorted. */
void ff_scale_differences(struct ff_scale *scale, double first, double last);
void ff_scale_ratios(struct ff_scale *scale, double first, double last);
void ff_scale_ranks(struct ff_scale *scale, double *values, size_t count, double first,
		    double last);

/* Returns the part of a value: the first or the last one if it is beyond the scale. */
int ff_scale_part(const struct ff_scale *scale, double value);

/* Returns the share of the scale below a value that is on it. */
double ff_scale_share(const struct ff_scale *scale, double value);

#endif
