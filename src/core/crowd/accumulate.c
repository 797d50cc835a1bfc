/*
 * As hydrologists accumulate runoff (O'Callaghan and Mark, "The extraction of drainage networks
 * from digital elevation data", 1984), in topological order (Kahn, 1962).  The order needs no
 * queue: at most one cell becomes ready when one is passed on, the one that it leads to.
 */
#include "core/crowd/accumulate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

enum { PASSED = UINT8_MAX }; /* instead of how many of up to eight are still awaited */

/* Where a cell leads; false if that is nowhere. */
static bool next_of(const struct ff_flow *flow, size_t cell, size_t *next)
{
	struct ff_flow_step step = ff_flow_steps[flow->cells[cell]];

	*next = (size_t)((ptrdiff_t)cell + step.dy * (ptrdiff_t)flow->w + step.dx);
	return flow->cells[cell] != FF_NONE;
}

/* Passes on a cell that awaits nobody, and all that this makes ready. */
static void pass_on(const struct ff_flow *flow, uint32_t *visits, uint8_t *awaited, size_t cell)
{
	size_t next;

	while (awaited[cell] == 0 && next_of(flow, cell, &next)) {
		awaited[cell] = PASSED;
		visits[next] += visits[cell];
		awaited[next]--;
		cell = next;
	}
}

enum ff_status ff_accumulate(const struct ff_flow *flow, struct ff_labels *visits)
{
	size_t count = (size_t)flow->w * (size_t)flow->h, next;
	uint32_t largest = 0;
	uint8_t *awaited;
	bool circle = false;

	if (visits->w != flow->w || visits->h != flow->h)
		return FF_E_ARG;
	if ((awaited = ff_memory_cells(flow->w, flow->h, 1)) == NULL)
		return FF_E_NOMEM;
	memset(awaited, 0, count);
	for (size_t i = 0; i < count; i++) {
		bool leads = next_of(flow, i, &next);

		visits->cells[i] = leads;
		awaited[next] += leads;
	}
	for (size_t i = 0; i < count; i++)
		pass_on(flow, visits->cells, awaited, i);
	for (size_t i = 0; i < count; i++) {
		circle |= flow->cells[i] != FF_NONE && awaited[i] != PASSED;
		largest = visits->cells[i] > largest ? visits->cells[i] : largest;
		if (visits->cells[i] == 0)
			visits->cells[i] = FF_LABELS_NONE;
	}
	visits->count = largest + 1;
	free(awaited);
	return circle ? FF_E_ARG : FF_OK;
}
