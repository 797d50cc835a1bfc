/*
 * The options that only walk has.
 */
#ifndef FF_CLI_VERBS_WALK_OPTIONS_H
#define FF_CLI_VERBS_WALK_OPTIONS_H

#include "cli/options.h"

enum { FF_WALK_OPTIONS_WALKERS = 10000000 }; /* of one --spawn, and of a file */

/* Walkers who start somewhere. */
struct ff_walk_options_spawn {
	int64_t count;
	int32_t x, y, w, h; /* cells of the map; w 0: anywhere */
	char group[FF_WALKERS_NAME];
};

/* The goals of some of the walkers. */
struct ff_walk_options_group {
	char name[FF_WALKERS_NAME];
	struct ff_goals goals; /* owned; at least one */
	size_t room;
};

enum ff_walk_options_traffic {
	FF_WALK_OPTIONS_TRAFFIC_VISITS,
	FF_WALK_OPTIONS_TRAFFIC_SECONDS,
	FF_WALK_OPTIONS_TRAFFICS,
};

struct ff_walk_options {
	struct ff_options common;
	bool own_goals; /* there is --goal or --goals; else those of the first group stand in */
	struct ff_options_place *from; /* owned; [from_count] */
	size_t from_count, from_room;
	const char *agents;                   /* a path, or "-"; NULL: none */
	struct ff_walk_options_spawn *spawns; /* owned; [spawn_count] */
	size_t spawn_count, spawn_room;
	struct ff_walk_options_group *groups; /* owned; [group_count]  each name once */
	size_t group_count, group_room;
	int64_t seed;
	double speed; /* cells a second, of who has none of his own */
	enum ff_trace_rule follow;
	bool slow_by_cost;
	bool require;    /* all walkers reach a goal */
	double simulate; /* seconds at most; 0: nobody is in anybody's way */
	double dt;       /* seconds of a step; 0: not given */
	double force, separation, alignment, cohesion, avoidance,
		headway; /* below 0: the default */
	enum ff_walk_options_traffic traffic_in;
	bool traffic_all; /* from each cell that is reached */
	double pace;      /* seconds in one of the animation; 0: so that it lasts as it should */
};

extern const struct ff_argv_table ff_walk_options_table;
extern const struct ff_walk_options ff_walk_options_defaults;

/* ff_walk_options_check() and ff_walk_options_free() are those of struct ff_verb. */
enum ff_status ff_walk_options_check(struct ff_options *options, struct ff_error *err);
void ff_walk_options_free(struct ff_options *options);

/* ff_walk_options_steps() is how many steps of 'dt' seconds a crowd walks at most. */
uint64_t ff_walk_options_steps(const struct ff_walk_options *walk, double dt);

/* ff_walk_options_astray() prints what is wrong with a --spawn whose group has no goals of its own,
 * for warnings and errors, and returns true; false if nothing is: 'text' is not set then. */
enum { FF_WALK_OPTIONS_ASTRAY = 192 };
bool ff_walk_options_astray(const struct ff_walk_options *walk, size_t which,
			    char text[FF_WALK_OPTIONS_ASTRAY]);

#endif
