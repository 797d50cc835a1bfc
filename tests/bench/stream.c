/*
 * stream CELLS: nanoseconds a cell to read a byte and write four, the least that
 * any integration must do; the median of five passes over memory that is warm.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum { PASSES = 5 };

static int ascending(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

int main(int argc, char **argv)
{
	size_t cells = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
	uint8_t *from = malloc(cells);
	uint32_t *to = malloc(cells * sizeof *to);
	double ms[PASSES];

	if (cells == 0 || from == NULL || to == NULL)
		return 1;
	memset(from, 1, cells);
	memset(to, 1, cells * sizeof *to);
	for (int pass = 0; pass < PASSES; pass++) {
		double started = ff_clock_ms();

		for (size_t i = 0; i < cells; i++)
			to[i] = from[i] + (uint32_t)pass;
		ms[pass] = ff_clock_ms() - started;
	}
	qsort(ms, PASSES, sizeof ms[0], ascending);
	printf("%.3f\n", ms[PASSES / 2] * 1e6 / (double)cells);
	free(from);
	free(to);
	return 0;
}
