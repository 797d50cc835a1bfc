/*
 * The goal's cells by the sector that they are in.
 */
#ifndef FF_CORE_SECTORS_SECTOR_GOALS_H
#define FF_CORE_SECTORS_SECTOR_GOALS_H

#include "core/base/status.h"
#include "core/map/goals.h"
#include "core/map/sectors.h"

struct ff_sector_goals {
	struct ff_seed *seeds; /* owned; [seed_count]  by sector, then as they were given */
	size_t seed_count;
	uint32_t *sectors; /* owned; [count]  those with goals, in order */
	size_t *first;     /* owned; [count + 1]  where each one's begin */
	size_t count;
};

/* ff_sector_goals_make() orders seeds; ff_sector_goals_free() frees them.  FF_OK, or FF_E_NOMEM
 * and nothing is set. */
enum ff_status ff_sector_goals_make(struct ff_sector_goals *goals, const struct ff_seeds *seeds,
				    const struct ff_sectors *sectors);
void ff_sector_goals_free(struct ff_sector_goals *goals);

/* ff_sector_goals_of() lists those of a sector; none where it has none. */
struct ff_seeds ff_sector_goals_of(const struct ff_sector_goals *goals, uint32_t sector);

#endif
