#include "core/solve/subdivide.h"

#include <string.h>

#include "core/base/memory.h"

uint8_t *ff_subdivide_cells(int32_t w, int32_t h, const uint8_t *cells)
{
	size_t wide = 2 * (size_t)w;
	uint8_t *split = ff_memory_cells(2 * w, 2 * h, 1);

	for (size_t y = 0; y < (size_t)h && split != NULL; y++) {
		uint8_t *row = split + 2 * y * wide;

		for (size_t x = 0; x < wide; x++)
			row[x] = cells[y * (size_t)w + x / 2];
		memcpy(row + wide, row, wide);
	}
	return split;
}

struct ff_goal ff_subdivide_goal(struct ff_goal goal)
{
	if (goal.level == 0 && goal.w == 1 && goal.h == 1) {
		/* The centre of a cell is the corner that its quarters share. */
		goal.x = 2 * goal.x + 0.5;
		goal.y = 2 * goal.y + 0.5;
	} else {
		goal.x *= 2;
		goal.y *= 2;
		goal.w *= 2;
		goal.h *= 2;
	}
	return goal;
}
