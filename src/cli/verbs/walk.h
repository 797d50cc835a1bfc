/*
 * flowfield walk: its options, the walkers that they and a file of agents describe, and the
 * results of the walk.
 */
#ifndef FF_CLI_VERBS_WALK_H
#define FF_CLI_VERBS_WALK_H

#include "cli/job.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/solution.h"
#include "cli/starts.h"
#include "cli/verbs/repair.h"
#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/crowd/crowd.h"
#include "core/crowd/tally.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/walkers.h"
#include "core/sectors/routing.h"
#include "draw/draw.h"
#include "draw/scene.h"

/* ---- options ---- */

/* The goals of one group. */
struct ff_walk_options_group {
	struct ff_goals goals; /* owned; at least one */
	size_t room;
};

enum ff_walk_options_traffic {
	FF_WALK_OPTIONS_TRAFFIC_VISITS,
	FF_WALK_OPTIONS_TRAFFIC_SECONDS,
	FF_WALK_OPTIONS_TRAFFIC_ALL, /* visits of one walker from each reached cell */
	FF_WALK_OPTIONS_TRAFFICS,
};

struct ff_walk_options {
	struct ff_options common;
	bool own_goals; /* --goal or --goals is given; else those of the first group stand in */
	struct ff_options_place *from; /* owned; [from_count] */
	size_t from_count, from_room;
	struct ff_starts starts;              /* owned */
	struct ff_walkers names;              /* owned; of the groups, and no walkers */
	struct ff_walk_options_group *groups; /* owned; [group_count] */
	size_t group_count, group_room;
	double speed;      /* cells a second, of walkers without a speed of their own */
	bool require;      /* all walkers reach a goal */
	double simulate;   /* seconds at most; 0: each walker walks alone */
	const char *edits; /* of the map, while a crowd walks: a path, or "-"; NULL: none */
	struct ff_crowd_rules crowd; /* in cells of the map; without that of --speed */
	enum ff_walk_options_traffic traffic_in;
	int sectors; /* cells along the side of one; 0: the whole map is solved */
	double pace; /* seconds in one of the animation; 0: by its default length */
};

/* ---- walkers, before there is a field ---- */

enum { FF_WALK_PROBLEM_GUIDES = 64 }; /* the most */

/* The goals of a guide, and the walkers it is for. */
struct ff_walk_problem_guide {
	size_t goals;  /* a number of ff_walk_problem_goals() */
	double radius; /* cells; 0: of walkers for which no cell is closed */
};

/* The edits of one step of the crowd. */
struct ff_walk_change {
	uint64_t step;                    /* made before the step after it */
	size_t first, count;              /* of the edits */
	struct ff_repair_figures figures; /* of all fields together, once it is made */
	/* owned; [walkers]  with --sectors, the cell of each then; FF_WALK_GONE: it had arrived */
	uint32_t *places;
};

#define FF_WALK_GONE UINT32_MAX

/* All zero: no walkers. */
struct ff_walk_problem {
	struct ff_walkers walkers; /* owned; those of --agents, then those of --from */
	int32_t parts;             /* of the problem: all about walkers is in cells of the map */
	/* [guide_count]  the first is that of the run itself */
	struct ff_walk_problem_guide guides[FF_WALK_PROBLEM_GUIDES];
	size_t guide_count;
	uint32_t
		*spawn_guides; /* owned; [options->starts.spawn_count]  the guide of each --spawn */
	struct ff_goals *goals; /* owned; [goal_count]  of the groups of the options, in cells */
	size_t goal_count;
	/* seconds of a step of the crowd, and of the longest safe one; 0: no crowd */
	double dt, longest_dt;
	struct ff_edits edits;          /* owned; of the map, while the crowd walks */
	struct ff_walk_change *changes; /* owned; [change_count]  these edits, by step */
	size_t change_count;
};

/* ff_walk_problem_goals() returns the number of a group's goals: 0 for those of the run, which are
 * --goal's or else those of the first group of the options; else the group's number, from 1. */
size_t ff_walk_problem_goals(const struct ff_walk_options *options, const char *group);

/* ff_walk_options_without_goals() prints, for warnings and errors, that the group of a --spawn has
 * no goals of its own, and returns true; returns false, and sets nothing, if it has. */
enum { FF_WALK_OPTIONS_WITHOUT_GOALS = 192 };
bool ff_walk_options_without_goals(const struct ff_walk_options *walk, size_t which,
				   char text[FF_WALK_OPTIONS_WITHOUT_GOALS]);

/* ff_walk_options_steps() returns the most steps of 'dt' seconds that a crowd walks. */
uint64_t ff_walk_options_steps(const struct ff_walk_options *walk, double dt);

void ff_walk_problem_free(struct ff_walk_problem *walk);

/* ff_walk_edits_read() reads --edits, once the map is open and 'dt' is known: FF_OK, or as
 * ff_edits_read(). */
enum ff_status ff_walk_edits_read(struct ff_walk_problem *walk, const struct ff_problem *problem,
				  const struct ff_walk_options *options, struct ff_error *err);

/* ---- what becomes of them ---- */

enum { FF_WALK_SOLUTION_JAMS = 20 }; /* the worst ones are listed */

enum ff_walk_solution_phase {
	FF_WALK_SOLUTION_GUIDES, /* except the first */
	FF_WALK_SOLUTION_PLACES,
	FF_WALK_SOLUTION_SECTORS, /* all guides, for --sectors */
	FF_WALK_SOLUTION_SIMULATE,
	FF_WALK_SOLUTION_FOLLOW, /* each walker alone, on the map at the end */
	FF_WALK_SOLUTION_PHASES,
};

/* The origin of a guide: the run's goals or those of a group, for walkers of one radius. */
struct ff_walk_field {
	struct ff_options options; /* the run's, except the radius; owns nothing */
	char name[160];            /* of the problem: "map.png: group red" */
	struct ff_problem own;    /* that of a group or a radius; see ff_problem_resolve_afresh() */
	struct ff_cost map;       /* owned; what edits change; cells NULL: the run's map */
	struct ff_solution found; /* owned; of 'own' */
	struct ff_problem *problem; /* 'own', or the run's; borrowed, as all below */
	struct ff_solution *solution;
	struct ff_field view;    /* the field with values in cells of the map; owns nothing */
	struct ff_repair repair; /* open while there are edits */
	/* With --batch, the same field while it grows.  Once it is finished, walkers follow
	 * 'solution'. */
	struct ff_solve growth;
	struct ff_solution grown;  /* owned; of 'growth' */
	bool due;                  /* it is to grow anew */
	struct ff_routing routing; /* with --sectors; closed once it has answered without edits */
	struct ff_routing_count sectors; /* what its last answer took */
};

/* ff_walk_field_grows() returns true while a field of --batch is not finished. */
static inline bool ff_walk_field_grows(const struct ff_walk_field *field)
{
	return !field->due && field->growth.work.order != NULL;
}

/* All zero: none. */
struct ff_walk_solution {
	const struct ff_walk_options *options;
	const struct ff_machine *machine;
	struct ff_walk_problem asked; /* owned */
	struct ff_walkers walkers;    /* owned; those of 'asked', then those of --spawn */
	struct ff_guide *guides; /* owned; [guide_count]  the first is that of the run itself */
	size_t guide_count;
	struct ff_walk_field *fields; /* owned; [guide_room]  of guides that share no other's */
	size_t guide_room;
	size_t changes; /* of those that are asked for, made so far */
	/* owned; for pictures: the goals of all groups, and the run's classes with their cells;
	 * none if all walk to the run's goals */
	struct ff_goals goals;
	size_t *goal_sets;  /* owned; [goals.count]  numbers of ff_walk_problem_goals() */
	uint8_t *goal_hues; /* owned; [goals.count]  see struct ff_scene; the run's goals last */
	size_t goal_room, set_room;
	struct ff_classes classes;
	struct ff_scene scene;   /* of their pictures: the run's, with the goals of all groups */
	struct ff_groups groups; /* owned; of all walkers */
	struct ff_crowd_rules rules;
	struct ff_paths paths;       /* owned; none: not asked for.  Many are followed when shown */
	struct ff_arrival *arrivals; /* owned; [walkers.count] */
	struct ff_tally tally;       /* owned; the grids that outputs need */
	float *speeds;               /* owned; [w*h]  NULL: not asked for; INFINITY: no walker */
	/* owned; [w*h]  of --traffic-in all: along directions, or along vectors */
	struct ff_labels all;
	double *streams;
	struct ff_trajectories trajectories; /* owned; none: not asked for */
	struct ff_draw_crowd_counts *counts; /* owned; [trajectories.count]  for pictures */
	struct ff_jam jams[FF_WALK_SOLUTION_JAMS];
	size_t jam_count, jam_all;
	uint64_t steps;                         /* of the crowd */
	size_t arrived, lost, walking, waiting; /* their sum is walkers.count */
	struct ff_starts_notes notes;           /* owned; walkers and goals moved */
	double ms[FF_WALK_SOLUTION_PHASES];
};

/*
 * ff_walk_solution_find() lets the walkers of a problem walk.
 *
 *   walk  {0} except 'options' and 'asked'; set; to be freed whatever is returned
 *   run, problem  the solution of the run itself and its problem, which edits change; both must
 *                 outlive 'walk'.  With --sectors the run is solved here: until then it is {0}
 *
 * Returns FF_OK; FF_E_INPUT if a walker cannot be where it is to start; FF_E_LIMIT if that takes
 * more memory than is allowed; FF_E_NOMEM; and one line in 'err'.
 */
enum ff_status ff_walk_solution_find(struct ff_walk_solution *walk, struct ff_solution *run,
				     struct ff_problem *problem, const struct ff_plan *plan,
				     const struct ff_machine *machine, struct ff_progress *progress,
				     struct ff_error *err);

/* ff_walk_solution_seconds() returns how long the crowd has walked. */
double ff_walk_solution_seconds(const struct ff_walk_solution *walk);

void ff_walk_solution_free(struct ff_walk_solution *walk);

/*
 * The edits of a walk; nothing to do if there are none:
 *
 *   ff_walk_edits_due()     returns true if the next edits are to be made at a step of the crowd
 *   ff_walk_edits_make()    makes these, and repairs all fields: guides have another version
 *   ff_walk_edits_rewind()  takes all edits back, to make them once more; fields grow anew
 *   ff_walk_edits_show()    updates what pictures are made of
 *   ff_walk_edits_grow()    with --batch, settles 'cells' more cells of each field that is not
 *                           finished; 0: only begins those that are to grow anew
 *
 * Return FF_OK; FF_E_INPUT as ff_repair_edits(); FF_E_NOMEM; and one line in 'err'.
 */
bool ff_walk_edits_due(const struct ff_walk_solution *walk, uint64_t step);
enum ff_status ff_walk_edits_make(struct ff_walk_solution *walk, struct ff_error *err);
enum ff_status ff_walk_edits_rewind(struct ff_walk_solution *walk, struct ff_error *err);
enum ff_status ff_walk_edits_show(struct ff_walk_solution *walk, struct ff_error *err);
enum ff_status ff_walk_edits_grow(struct ff_walk_solution *walk, size_t cells,
				  struct ff_error *err);

/* Sets the scene of the walkers, and adds to the run's solution what outputs show of them;
 * borrowed.
 */
void ff_walk_solution_show(struct ff_walk_solution *walk, const struct ff_problem *problem,
			   struct ff_solution *run);

/* Makes the animation of a crowd, if it is asked for: a frame after each step of seconds, with
 * --fps, or as many as FF_ANIMATION_SECONDS have.  Between ff_job_examine() and ff_job_publish();
 * returns as ff_animation_add() or ff_draw_crowd_open(). */
enum ff_status ff_walk_film_make(struct ff_walk_solution *walk, struct ff_job *job,
				 struct ff_error *err);

/* The object "walk" and its part of the summary, warnings about walkers and groups, and --require.
 */
extern const struct ff_report_verb ff_walk_report_verb;

#endif
