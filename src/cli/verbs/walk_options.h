/*
 * The options that only walk has.
 */
#ifndef FF_CLI_VERBS_WALK_OPTIONS_H
#define FF_CLI_VERBS_WALK_OPTIONS_H

#include "cli/options.h"

enum { FF_WALK_OPTIONS = 32 }; /* with headings */

/* For ff_options_walk_table: its own ones, whose target is a struct ff_options, and those of runs
 * that it has not. */
extern const struct ff_argv_option ff_walk_options_list[FF_WALK_OPTIONS];
extern const char *const ff_walk_options_without[];

/* What of them is there before any is given: what ff_walk_options_settle() sets tells that it is
 * not. */
extern const struct ff_options_walk ff_walk_options_defaults;

/* The default radius of walkers, in cells. */
#define FF_WALK_OPTIONS_RADIUS 0.3

/* ff_walk_options_steps() is how many steps of 'dt' seconds a crowd walks at most. */
uint64_t ff_walk_options_steps(const struct ff_options_walk *walk, double dt);

/* ff_walk_options_settle() sets what was not given and has a default. */
void ff_walk_options_settle(struct ff_options_walk *walk);

/* ff_walk_options_astray() prints what is wrong with a --spawn whose group has no goals of its own,
 * for warnings and errors, and returns true; false if nothing is: 'text' is not set then. */
enum { FF_WALK_OPTIONS_ASTRAY = 192 };
bool ff_walk_options_astray(const struct ff_options_walk *walk, size_t which,
			    char text[FF_WALK_OPTIONS_ASTRAY]);

void ff_walk_options_free(struct ff_options_walk *walk);

#endif
