/*
 * The crowd of a walk: as many steps as are asked for, and what is known of them after.
 */
#ifndef FF_CLI_VERBS_WALK_CROWD_H
#define FF_CLI_VERBS_WALK_CROWD_H

#include "cli/verbs/walk_work.h"

/*
 * ff_walk_crowd_simulate() lets the walkers of a solution, which has their places, walk all at
 * once.  FF_OK; FF_E_LIMIT if what is to be recorded takes more memory than is allowed; FF_E_NOMEM.
 */
enum ff_status ff_walk_crowd_simulate(const struct ff_walk_work *work);

#endif
