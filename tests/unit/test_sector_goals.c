#include "core/sectors/routing.h"

#include "sectored.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>

/* The seeds of each sector, in the order in which they were given. */
static void check(int32_t w, int32_t h, int32_t size, size_t count, uint64_t *dice)
{
	struct ff_sectors sectors = ff_sectors_cut(w, h, size);
	struct ff_seeds seeds = {oracle_cells(count + 1, sizeof *seeds.items), count};
	struct ff_sector_goals goals;
	size_t found = 0, with = 0;

	for (size_t i = 0; i < count; i++)
		seeds.items[i] = (struct ff_seed){(uint32_t)sectored_below(dice, w * h),
						  (uint32_t)i, (double)i};
	if (!CHECK(ff_sector_goals_make(&goals, &seeds, &sectors) == FF_OK, "status")) {
		free(seeds.items);
		return;
	}
	for (uint32_t s = 0; s < ff_sectors_count(&sectors); s++) {
		struct ff_seeds here = ff_sector_goals_of(&goals, s);
		size_t k = 0;

		for (size_t i = 0; i < count; i++) {
			if (ff_sectors_of(&sectors, seeds.items[i].cell) != s)
				continue;
			CHECK(k < here.count && here.items[k].goal == i &&
				      here.items[k].cell == seeds.items[i].cell &&
				      here.items[k].start == seeds.items[i].start,
			      "sector %" PRIu32 ": seed %zu is not the one given as %zu", s, k, i);
			k++;
		}
		CHECK(here.count == k, "sector %" PRIu32 " has %zu, not %zu", s, here.count, k);
		found += k;
		with += k > 0;
	}
	CHECK(found == count && goals.seed_count == count && goals.count == with,
	      "%zu of %zu seeds, %zu of %zu sectors", found, goals.seed_count, with, goals.count);
	for (size_t i = 1; i < goals.count; i++)
		CHECK(goals.sectors[i - 1] < goals.sectors[i], "sector %zu of the list", i);
	ff_sector_goals_free(&goals);
	CHECK(goals.seeds == NULL && goals.sectors == NULL && goals.first == NULL &&
		      goals.count == 0,
	      "something is left");
	free(seeds.items);
}

static void each_sector_has_its_seeds_in_the_order_they_were_given_in(void)
{
	static const size_t counts[] = {1, 2, 5, 100, 2000};
	uint64_t dice = ORACLE_SEED;

	for (size_t k = 0; k < 100; k++)
		check(1 + sectored_below(&dice, 60), 1 + sectored_below(&dice, 60),
		      8 + sectored_below(&dice, 20), counts[k % 5], &dice);
}

static void without_seeds_no_sector_has_any(void)
{
	uint64_t dice = ORACLE_SEED;

	check(20, 20, 8, 0, &dice);
}

int main(void)
{
	RUN(each_sector_has_its_seeds_in_the_order_they_were_given_in);
	RUN(without_seeds_no_sector_has_any);
	return tap_done();
}
