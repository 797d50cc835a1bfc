#include "core/sectors/sector_goals.h"

#include <stdlib.h>

struct placed {
	struct ff_seed seed;
	size_t place; /* in the list that was given */
	uint32_t sector;
};

static int by_sector(const void *a, const void *b)
{
	const struct placed *left = a, *right = b;

	if (left->sector != right->sector)
		return left->sector < right->sector ? -1 : 1;
	return (left->place > right->place) - (left->place < right->place);
}

enum ff_status ff_sector_goals_make(struct ff_sector_goals *goals, const struct ff_seeds *seeds,
				    const struct ff_sectors *sectors)
{
	size_t n = seeds->count;
	struct placed *list = calloc(n + 1, sizeof *list);
	struct ff_sector_goals made = {.seeds = calloc(n + 1, sizeof *made.seeds),
				       .seed_count = n,
				       .sectors = calloc(n + 1, sizeof *made.sectors),
				       .first = calloc(n + 1, sizeof *made.first)};

	if (list == NULL || made.seeds == NULL || made.sectors == NULL || made.first == NULL) {
		free(list);
		ff_sector_goals_free(&made);
		return FF_E_NOMEM;
	}
	for (size_t i = 0; i < n; i++)
		list[i] = (struct placed){seeds->items[i], i,
					  ff_sectors_of(sectors, seeds->items[i].cell)};
	qsort(list, n, sizeof *list, by_sector);
	for (size_t i = 0; i < n; i++) {
		made.seeds[i] = list[i].seed;
		if (i > 0 && list[i].sector == list[i - 1].sector)
			continue;
		made.first[made.count] = i;
		made.sectors[made.count++] = list[i].sector;
	}
	made.first[made.count] = n;
	free(list);
	*goals = made;
	return FF_OK;
}

void ff_sector_goals_free(struct ff_sector_goals *goals)
{
	free(goals->seeds);
	free(goals->sectors);
	free(goals->first);
	*goals = (struct ff_sector_goals){0};
}

struct ff_seeds ff_sector_goals_of(const struct ff_sector_goals *goals, uint32_t sector)
{
	size_t first = 0, end = goals->count;

	while (first < end) {
		size_t middle = first + (end - first) / 2;

		if (goals->sectors[middle] < sector)
			first = middle + 1;
		else
			end = middle;
	}
	if (first == goals->count || goals->sectors[first] != sector)
		return (struct ff_seeds){NULL, 0};
	return (struct ff_seeds){goals->seeds + goals->first[first],
				 goals->first[first + 1] - goals->first[first]};
}
