#include "core/crowd/hash_grid.h"

#include "guides.h"
#include "tap.h"

enum { COUNT = 400 };

static uint64_t dice = ORACLE_SEED;
static double x[2 * COUNT], y[2 * COUNT];
static uint32_t who[COUNT];
static struct ff_walker items[2 * COUNT];
static const struct ff_walkers walkers = {.items = items, .count = (size_t)2 * COUNT};

/* Checks that the grid names each walker in reach of one exactly once. */
static void ask(const struct ff_hash_grid *grid, size_t count, size_t one, double sees)
{
	struct ff_hash_grid_runs near = ff_hash_grid_near(grid, one, x[one], y[one]);
	int named[2 * COUNT] = {0};

	for (int r = 0; r < near.count; r++)
		for (uint32_t i = near.first[r]; i < near.end[r]; i++)
			named[grid->order[i]]++;
	for (size_t i = 0; i < count; i++) {
		bool in_reach = hypot(x[who[i]] - x[one], y[who[i]] - y[one]) <=
				items[who[i]].radius + items[one].radius + sees;

		CHECK(named[who[i]] <= 1 && (named[who[i]] == 1 || !in_reach),
		      "%u is named %d times to %zu, which sees %g", who[i], named[who[i]], one,
		      sees);
	}
}

static void all_walkers_in_reach_are_found_once(void)
{
	for (int k = 0; k < 200; k++) {
		double sees = 4 * guides_unit(&dice), wide = 1 + 200 * guides_unit(&dice);
		size_t count = oracle_random(&dice) % (COUNT + 1);
		struct ff_hash_grid grid;

		for (size_t i = 0; i < walkers.count; i++)
			items[i].radius = 0.1 + 0.2 * guides_unit(&dice) +
					  (i * 20 < (size_t)k ? guides_unit(&dice) * k : 0);
		for (size_t i = 0; i < count; i++) {
			who[i] = (uint32_t)(2 * i + oracle_random(&dice) % 2);
			x[who[i]] = guides_unit(&dice) * wide - 0.5;
			y[who[i]] = guides_unit(&dice) * wide - 0.5;
		}
		if (CHECK(ff_hash_grid_open(&grid, walkers.count) == FF_OK, "no memory")) {
			ff_hash_grid_tune(&grid, items, walkers.count,
					  ff_hash_grid_ordinary(items, walkers.count), sees);
			ff_hash_grid_fill(&grid, who, count, x, y);
			for (size_t i = 0; i < 20 && i < count; i++)
				ask(&grid, count, who[i], sees);
		}
		ff_hash_grid_close(&grid);
	}
}

static void a_filled_grid_forgets_its_old_walkers(void)
{
	struct ff_hash_grid grid;
	struct ff_hash_grid_runs near;

	who[0] = 0;
	x[0] = y[0] = 3;
	if (CHECK(ff_hash_grid_open(&grid, walkers.count) == FF_OK, "no memory")) {
		ff_hash_grid_tune(&grid, items, walkers.count,
				  ff_hash_grid_ordinary(items, walkers.count), 1);
		ff_hash_grid_fill(&grid, who, 1, x, y);
		ff_hash_grid_fill(&grid, who, 0, x, y);
		near = ff_hash_grid_near(&grid, 0, 3, 3);
		for (int r = 0; r < near.count; r++)
			CHECK(near.first[r] == near.end[r], "run %d", r);
	}
	ff_hash_grid_close(&grid);
}

static void a_few_walkers_are_kept_apart_only_if_they_are_much_larger(void)
{
	size_t few = FF_HASH_GRID_LARGE;

	for (size_t i = 0; i < walkers.count; i++)
		items[i].radius = i < FF_HASH_GRID_LARGE ? 5 : 0.3;
	CHECK(ff_hash_grid_ordinary(items, walkers.count) == 0.3, "%g",
	      ff_hash_grid_ordinary(items, walkers.count));
	items[3].radius = 0.6;
	CHECK(ff_hash_grid_ordinary(items, walkers.count) == 0.6, "%g",
	      ff_hash_grid_ordinary(items, walkers.count));
	items[3].radius = 5;
	items[FF_HASH_GRID_LARGE].radius = 4;
	CHECK(ff_hash_grid_ordinary(items, walkers.count) == 5, "%g",
	      ff_hash_grid_ordinary(items, walkers.count));
	items[3].radius = 9;
	CHECK(ff_hash_grid_ordinary(items, few) == 9, "%g", ff_hash_grid_ordinary(items, few));
	few = 0;
	CHECK(ff_hash_grid_ordinary(items, few) == 0, "%g", ff_hash_grid_ordinary(items, few));
}

int main(void)
{
	RUN(all_walkers_in_reach_are_found_once);
	RUN(a_few_walkers_are_kept_apart_only_if_they_are_much_larger);
	RUN(a_filled_grid_forgets_its_old_walkers);
	return tap_done();
}
