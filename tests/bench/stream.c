/*
 * stream CELLS [THREADS]: print the nanoseconds a cell of reading a byte and
 * writing four in one pass, the least that any integration must do: "warm" over
 * memory that was written before, "fresh" into pages that the system still has to
 * allocate, as in a run of the program.  Medians of five passes.  CELLS should
 * exceed every cache.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/progress.h"
#include "core/base/machine.h"
#include "core/base/memory.h"
#include "core/base/number.h"

enum { PASSES = 5, ROW = 4096 };

struct pass {
	const uint8_t *from;
	uint32_t *to;
	uint32_t number;
};

static void stream(void *context, int first, int end)
{
	const struct pass *pass = context;
	const uint8_t *from = pass->from;
	uint32_t *to = pass->to, number = pass->number;

	for (size_t i = (size_t)first * ROW; i < (size_t)end * ROW; i++)
		to[i] = from[i] + number;
}

static int ascending(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

static double median(double values[PASSES])
{
	qsort(values, PASSES, sizeof values[0], ascending);
	return values[PASSES / 2];
}

static bool number(const char *text, int64_t max, int64_t *out)
{
	return ff_number_parse(text, strlen(text), 1, max, out) == FF_NUMBER_OK;
}

int main(int argc, char **argv)
{
	int64_t wanted = 0, threads = 1;
	double warm[PASSES], fresh[PASSES];
	struct ff_pool *pool;
	uint8_t *from;
	size_t cells;
	int rows;

	if (argc < 2 || argc > 3 || !number(argv[1], INT32_MAX, &wanted) || wanted < ROW ||
	    (argc == 3 && !number(argv[2], FF_THREADS_MAX, &threads)))
		return 2;
	rows = (int)(wanted / ROW);
	cells = (size_t)rows * ROW;
	if (ff_pool_open((int)threads, &pool) != FF_OK)
		return 5;
	if ((from = ff_memory_cells(ROW, rows, 1)) == NULL)
		return 5;
	memset(from, 1, cells);
	for (uint32_t i = 0; i < PASSES; i++) {
		double started = ff_clock_ms();
		struct pass pass = {from, ff_memory_cells(ROW, rows, sizeof *pass.to), i};

		if (pass.to == NULL)
			return 5;
		ff_pool_rows(pool, ROW, rows, stream, &pass);
		fresh[i] = ff_clock_ms() - started;
		pass.number = i + 1;
		started = ff_clock_ms();
		ff_pool_rows(pool, ROW, rows, stream, &pass);
		warm[i] = ff_clock_ms() - started;
		free(pass.to);
	}
	printf("warm\t%.3f\nfresh\t%.3f\n", median(warm) * 1e6 / (double)cells,
	       median(fresh) * 1e6 / (double)cells);
	free(from);
	ff_pool_close(pool);
	return 0;
}
