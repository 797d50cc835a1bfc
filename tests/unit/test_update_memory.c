/*
 * Memory that runs out at each allocation in turn in what repairs take.
 */
#include "edited.h"
#include "heap.h"
#include "tap.h"

enum { SIDE = 24, CELLS = SIDE * SIDE };

/* A map with much that changes: its upper half is closed, then it is opened, and the goals move. */
static enum ff_status try_repairs(const void *with)
{
	const struct ff_model *model = with;
	struct ff_seed items[2] = {{.cell = 0}, {.cell = 1, .start = 30}};
	struct ff_seeds seeds = {items, 2};
	uint8_t cells[CELLS];
	uint32_t values[CELLS];
	struct ff_cost cost = {SIDE, SIDE, cells};
	struct ff_field field = {
		.w = SIDE, .h = SIDE, .type = FF_FIELD_U32, .unit = 1, .u32 = values};
	struct ff_cost_change changes[CELLS];
	struct ff_update *update = (void *)&field;
	enum ff_status st;

	memset(cells, 1, sizeof cells);
	for (uint32_t i = 0; i < CELLS; i++)
		values[i] = i % SIDE + i / SIDE;
	st = ff_update_open(&update, model, &cost, &seeds, FF_FIELD_NONEF, &field);
	CHECK((st == FF_OK) == (update != NULL), "open");
	for (uint32_t i = 2; i < CELLS / 2; i++)
		changes[i - 2] = (struct ff_cost_change){i, FF_COST_WALL};
	if (st == FF_OK)
		st = ff_update(update, changes, CELLS / 2 - 2, NULL, SIZE_MAX);
	for (uint32_t i = 2; i < CELLS / 2; i++)
		changes[i - 2].cost = 3;
	items[1].cell = CELLS - 1;
	if (st == FF_OK)
		st = ff_update(update, changes, CELLS / 2 - 2, &seeds, SIZE_MAX);
	if (st == FF_OK)
		CHECK(values[CELLS - 2] == 31 && ff_update_figures_of(update).count > 0, "%u",
		      (unsigned)values[CELLS - 2]);
	ff_update_close(update);
	return st;
}

static void repairs_that_cannot_be_made_leave_nothing_behind(void)
{
	heap_survives(try_repairs, &manhattan, 10);
}

int main(void)
{
	RUN(repairs_that_cannot_be_made_leave_nothing_behind);
	return tap_done();
}
