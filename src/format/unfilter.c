/*
 * PNG specification, section 9.  With the filter "Paeth" each pixel waits for the
 * one before it, some seven cycles, and such rows are common; so four of them are
 * done at a time, each one pixel behind the row above, whose pixels are then still
 * in registers: four chains in place of one, and a third of the time.
 */
#include "format/unfilter.h"

#include <stddef.h>
#include <string.h>

enum filter { NONE, SUB, UP, AVERAGE, PAETH, FILTERS };

/* The one of left, above and corner that is nearest to left + above - corner, and the first
 * of equals.  Without a branch: median-like, by A. W. Paeth's rule told in thresholds. */
static inline uint8_t nearest(int left, int above, int corner)
{
	int threshold = 3 * corner - (left + above);
	int low = left < above ? left : above, high = left < above ? above : left;
	int other = high <= threshold ? low : corner;

	return (uint8_t)(threshold <= low ? high : other);
}

static void add_left(uint8_t *row, size_t w)
{
	uint8_t left = 0;

	for (size_t x = 0; x < w; x++)
		row[x] = left = (uint8_t)(row[x] + left);
}

static void add_above(uint8_t *restrict row, const uint8_t *restrict above, size_t w)
{
	for (size_t x = 0; x < w; x++)
		row[x] = (uint8_t)(row[x] + above[x]);
}

static void add_average(uint8_t *restrict row, const uint8_t *restrict above, size_t w)
{
	uint8_t left = 0;

	for (size_t x = 0; x < w; x++)
		row[x] = left = (uint8_t)(row[x] + (left + above[x]) / 2);
}

static void add_nearest(uint8_t *restrict row, const uint8_t *restrict above, size_t w)
{
	uint8_t left = 0, corner = 0;

	for (size_t x = 0; x < w; x++) {
		row[x] = left = (uint8_t)(row[x] + nearest(left, above[x], corner));
		corner = above[x];
	}
}

/* The pixel of a row that was last made, and the one before it. */
struct made {
	int last, before;
};

static inline void make(struct made *made, uint8_t *pixel, const struct made *above)
{
	int value = nearest(made->last, above->last, above->before);

	value = (uint8_t)(value + *pixel);
	made->before = made->last;
	made->last = value;
	*pixel = (uint8_t)value;
}

enum { TEAM = 4 }; /* rows that are done at a time */

/* Rows of the filter "Paeth", 'stride' apart; w >= TEAM. */
static void add_nearest_to_team(uint8_t *restrict row, const uint8_t *restrict above, size_t w,
				size_t stride)
{
	uint8_t *row1 = row + stride - 1, *row2 = row1 + stride - 1, *row3 = row2 + stride - 1;
	struct made over = {0, 0}, a = {0, 0}, b = {0, 0}, c = {0, 0}, d = {0, 0};

	/* The row below comes first, while what it needs is still there. */
	for (size_t x = 0; x < w + TEAM - 1; x++) {
		if (x >= 3)
			make(&d, row3 + x, &c);
		if (x >= 2 && x < w + 2)
			make(&c, row2 + x, &b);
		if (x >= 1 && x < w + 1)
			make(&b, row1 + x, &a);
		if (x < w) {
			over = (struct made){above[x], over.last};
			make(&a, row + x, &over);
		}
	}
}

/* Whether a team of rows begins at 'row', of 'rows' that there are. */
static bool is_team(const uint8_t *row, size_t rows, size_t stride)
{
	for (size_t r = 0; r < TEAM; r++)
		if (r >= rows || row[r * stride] != PAETH)
			return false;
	return true;
}

/* Without a row above, as if it were 0. */
static bool unfilter_first(uint8_t *row, enum filter filter, size_t w)
{
	/* The nearest is then the left one. */
	if (filter == SUB || filter == PAETH)
		add_left(row, w);
	for (size_t x = 1; x < w && filter == AVERAGE; x++)
		row[x] = (uint8_t)(row[x] + row[x - 1] / 2);
	return filter < FILTERS;
}

static bool unfilter_row(uint8_t *row, enum filter filter, const uint8_t *above, size_t w)
{
	switch (filter) {
	case NONE:
		return true;
	case SUB:
		add_left(row, w);
		return true;
	case UP:
		add_above(row, above, w);
		return true;
	case AVERAGE:
		add_average(row, above, w);
		return true;
	case PAETH:
		add_nearest(row, above, w);
		return true;
	default:
		return false;
	}
}

bool ff_unfilter(uint8_t *data, int32_t w, int32_t h)
{
	size_t wide = (size_t)w, stride = wide + 1, high = (size_t)h;

	for (size_t y = 0, rows; y < high; y += rows) {
		uint8_t *row = data + y * stride, *to = data + y * wide;
		const uint8_t *above = to - (y > 0 ? wide : 0);

		rows = y > 0 && wide >= TEAM && is_team(row, high - y, stride) ? TEAM : 1;
		if (rows == TEAM)
			add_nearest_to_team(row + 1, above, wide, stride);
		else if (!(y == 0 ? unfilter_first(row + 1, row[0], wide)
				  : unfilter_row(row + 1, row[0], above, wide)))
			return false;
		/* To where they belong, over what has been read. */
		for (size_t r = 0; r < rows; r++)
			memmove(to + r * wide, row + 1 + r * stride, wide);
	}
	return true;
}
