/*
 * Who walks, and where to: what the options and the file of agents say of it, before there is a
 * field.
 */
#ifndef FF_CLI_VERBS_WALK_PROBLEM_H
#define FF_CLI_VERBS_WALK_PROBLEM_H

#include "cli/verbs/walk_options.h"
#include "core/base/status.h"
#include "core/map/goals.h"
#include "core/map/walkers.h"

struct ff_problem;

enum { FF_WALK_PROBLEM_GUIDES = 64 }; /* at most */

/* The goals of a guide, and the walkers it is for. */
struct ff_walk_problem_guide {
	size_t goals;  /* as ff_walk_problem_goals() has it */
	double radius; /* in cells; 0: of those for whom no cell is closed */
};

/* All zero: nobody. */
struct ff_walk_problem {
	struct ff_walkers walkers; /* owned; those of --agents, then those of --from */
	/* [guide_count]  the first is that of the run itself */
	struct ff_walk_problem_guide guides[FF_WALK_PROBLEM_GUIDES];
	size_t guide_count;
	uint32_t *spawn_guides; /* owned; [options->spawn_count]  which one each goes by */
	struct ff_goals *goals; /* owned; [goal_count]  of the groups of the options, in cells */
	size_t goal_count;
	/* Seconds of a step of the crowd, and of the longest one that is safe; 0: none. */
	double dt, longest_dt;
};

/*
 * ff_walk_problem_open() sets 'walk' for a problem that is open: places in metres are
 * in cells then, but none has been looked at.  FF_OK, FF_E_USAGE, FF_E_INPUT, FF_E_LIMIT or
 * FF_E_NOMEM; whatever it returns, it is to be freed.
 */
enum ff_status ff_walk_problem_open(struct ff_walk_problem *walk, const struct ff_problem *problem,
				    const struct ff_walk_options *options, struct ff_error *err);

/* ff_walk_problem_goals() is which goals a group has: 0 for those of the run, which are --goal's or
 * else those of the first group of the options; else the group's number, from 1. */
size_t ff_walk_problem_goals(const struct ff_walk_options *options, const char *group);

void ff_walk_problem_free(struct ff_walk_problem *walk);

#endif
