/*
 * Where walkers start: the options --agents, --spawn and --seed, which several commands share, and
 * the places that they name or draw.
 */
#ifndef FF_CLI_STARTS_H
#define FF_CLI_STARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/options.h"
#include "cli/problem.h"
#include "cli/report.h"
#include "core/base/status.h"
#include "core/crowd/spawn.h"
#include "core/map/map.h"
#include "core/map/walkers.h"

enum { FF_STARTS_WALKERS = 10000000 }; /* the most of one --spawn */

#define FF_STARTS_RADIUS 0.3 /* of walkers, in cells, unless --radius says otherwise */

/* The walkers of one --spawn. */
struct ff_starts_spawn {
	int64_t count;
	int32_t x, y, w, h; /* cells of the map; w 0: anywhere */
	char group[FF_WALKERS_NAME];
};

/* Freed with ff_starts_free(). */
struct ff_starts {
	const char *agents;             /* a path, or "-"; NULL: none */
	struct ff_starts_spawn *spawns; /* owned; [spawn_count] */
	size_t spawn_count, spawn_room;
	int64_t seed;
};

/* The rows of these options, for a struct of options with a struct ff_starts as 'member'; 'form' is
 * that of --spawn. */
/* NOLINTBEGIN(bugprone-macro-parentheses) a type and a member have none */
/* clang-format off */
#define FF_STARTS_ROWS(type, member, form) \
	{0, "agents", "FILE", "read walkers from a table", FF_ARGV_REQUIRED, true, ff_options_set_input, .offset = offsetof(type, member.agents), .what = "what --agents reads", .screen = FF_ARGV_FIRST}, \
	{0, "spawn", form, "start N walkers at random places; repeatable", FF_ARGV_REQUIRED, true, .set = ff_starts_set_spawn, .offset = offsetof(type, member), .screen = FF_ARGV_FIRST}, \
	{0, "seed", "S", "seed of random places (default 1)", FF_ARGV_REQUIRED, true, ff_options_set_long, .offset = offsetof(type, member.seed), .max = INT64_MAX},
/* clang-format on */
/* NOLINTEND(bugprone-macro-parentheses) */

ff_options_set ff_starts_set_spawn;

/* Copies the name of a group, of 'n' bytes; returns false if it may not be one. */
bool ff_starts_take_name(const char *text, size_t n, char name[FF_WALKERS_NAME]);

void ff_starts_free(struct ff_starts *starts);

/* Adds the walkers of --agents, all in cells of the problem's map, which is open: returns as
 * ff_walkers_read() and ff_problem_find_point(), or FF_E_INPUT if there is no such file. */
enum ff_status ff_starts_read(const struct ff_starts *starts, const struct ff_problem *problem,
			      double radius, double speed, struct ff_walkers *walkers,
			      struct ff_error *err);

/* Return a coordinate of the file's map on one whose cells are 'parts' of a cell's side, and back.
 */
double ff_starts_split(double along, int32_t parts);
double ff_starts_join(double along, int32_t parts);

/* Adds walkers of a group, "" for none, at 0,0, with ids above those of the others: the first of
 * them, or NULL if memory ran out. */
struct ff_walker *ff_starts_add(struct ff_walkers *walkers, const char *group, size_t count,
				double radius, double speed);

/* Lines about walkers and goals that were moved; freed with free(). */
struct ff_starts_notes {
	char (*items)[224]; /* owned; [count] */
	size_t count, room;
};

/* Adds "WHAT WHY: moved to AFTER".  FF_OK or FF_E_NOMEM. */
enum ff_status ff_starts_note(struct ff_starts_notes *notes, const char *what, const char *why,
			      const char *after, struct ff_error *err);

/* Warns with the first few of the notes, and the number of the others. */
void ff_starts_warn(const struct ff_starts_notes *notes, struct ff_report *report);

/*
 * Finds the cells from which a goal can be reached, without solving: these are of class reached,
 * goals of class goal, all other open cells unreached.
 *
 *   seeds    on that map
 *   classes  set; the caller owns its cells
 *
 * FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_starts_reach(const struct ff_cost *cost, const struct ff_model *model,
			       const struct ff_seeds *seeds, struct ff_classes *classes,
			       struct ff_error *err);

/* The map, the rules and the options on which places depend; all borrowed. */
struct ff_starts_ground {
	const struct ff_starts *starts;
	const char *name; /* of the map, for messages */
	const struct ff_guide *guides;
	const uint32_t *spawn_guides; /* [starts->spawn_count]  NULL: the first guide */
	enum ff_spawn_rule rule;
	bool snap;            /* walkers that do not fit are moved */
	double radius, speed; /* of the walkers of --spawn */
	int32_t parts;        /* cells of the guides' map along the side of one of the file's */
	struct ff_starts_notes *notes;
};

/*
 * Checks the places of walkers, or moves those that do not fit, and adds the walkers of --spawn, in
 * the order of the options, with the next ids.  These are drawn from the cells of class reached.
 *
 * FF_OK; FF_E_INPUT if a walker does not fit where it is to start, or one of --spawn fits nowhere;
 * FF_E_NOMEM.
 */
enum ff_status ff_starts_place(const struct ff_starts_ground *ground, struct ff_walkers *walkers,
			       struct ff_error *err);

#endif
