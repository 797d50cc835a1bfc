/*
 * Where walkers start.
 */
#ifndef FF_CLI_VERBS_WALK_PLACES_H
#define FF_CLI_VERBS_WALK_PLACES_H

#include "cli/verbs/walk_work.h"

/*
 * ff_walk_places_find() sets the walkers of a solution that has its guides: those of the problem,
 * moved where --snap says so, and those of --spawn.  FF_OK; FF_E_INPUT if somebody cannot stand
 * where he is to start, or no more find room; FF_E_NOMEM.
 */
enum ff_status ff_walk_places_find(const struct ff_walk_work *work);

#endif
