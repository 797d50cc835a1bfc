/*
 * What the command line asks for.  One table, in options.c, drives the parser,
 * --help and the check of the manual.
 */
#ifndef FF_CLI_OPTIONS_H
#define FF_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/argv.h"
#include "cli/output_rows.h"
#include "cli/words.h"
#include "core/base/status.h"
#include "core/crowd/follow.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"
#include "core/map/walkers.h"
#include "draw/style.h"
#include "io/formats.h"

enum ff_options_action {
	FF_OPTIONS_RUN,
	FF_OPTIONS_VERIFY,
	FF_OPTIONS_COMPARE,
	FF_OPTIONS_SCEN,
	FF_OPTIONS_SECTORS,
	FF_OPTIONS_WALK,
	FF_OPTIONS_UPDATE,
	FF_OPTIONS_WATCH,
	FF_OPTIONS_HELP, /* and what else needs no map */
	FF_OPTIONS_VERSION,
};

/* The outputs that can be asked for, in the order of their rows. */
enum ff_options_output {
#define FF_OPTIONS_OUTPUT_ID(id, ...) FF_OPTIONS_##id,
	FF_OUTPUT_ROWS(FF_OPTIONS_OUTPUT_ID)
#undef FF_OPTIONS_OUTPUT_ID
		FF_OPTIONS_OUTPUTS,
};

enum ff_options_verbosity { FF_OPTIONS_QUIET, FF_OPTIONS_NORMAL, FF_OPTIONS_VERBOSE };

/* A cell, a point on the map, or one in the world. */
struct ff_options_place {
	double x, y; /* whole numbers, but for metres and walkers */
	bool metres;
};

/* What only FF_OPTIONS_SECTORS has. */
struct ff_options_sectors {
	struct ff_options_place *from; /* owned; [from_count]  the sources */
	size_t from_count, from_room;
	int size; /* of a sector's side, in cells */
	bool exact;
	const char *load_graph; /* a path, or "-"; NULL: none */
};

enum { FF_OPTIONS_WALKERS_MAX = 10000000 }; /* of one --spawn, and of a file */

/* Walkers who start somewhere. */
struct ff_options_spawn {
	int64_t count;
	int32_t x, y, w, h; /* cells of the map; w 0: anywhere */
	char group[FF_WALKERS_NAME];
};

/* The goals of some of the walkers. */
struct ff_options_group {
	char name[FF_WALKERS_NAME];
	struct ff_goals goals; /* owned; at least one */
	size_t room;
};

enum ff_options_traffic {
	FF_OPTIONS_TRAFFIC_VISITS,
	FF_OPTIONS_TRAFFIC_SECONDS,
	FF_OPTIONS_TRAFFICS,
};

/* What only FF_OPTIONS_WALK has. */
struct ff_options_walk {
	struct ff_options_place *from; /* owned; [from_count] */
	size_t from_count, from_room;
	const char *agents;              /* a path, or "-"; NULL: none */
	struct ff_options_spawn *spawns; /* owned; [spawn_count] */
	size_t spawn_count, spawn_room;
	struct ff_options_group *groups; /* owned; [group_count]  each name once */
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
	enum ff_options_traffic traffic_in;
	bool traffic_all; /* from each cell that is reached */
	double pace;      /* seconds in one of the animation; 0: so that it lasts as it should */
};

/* What only FF_OPTIONS_UPDATE has, besides 'from_map'. */
struct ff_options_update {
	const char *edits; /* a path, or "-"; NULL: none */
	bool verify;       /* every step against a fresh solution */
};

/* Pictures that move. */
struct ff_options_animation {
	const char *frames; /* a folder for them; NULL: none */
	double fps;         /* frames a second */
	int64_t max_bytes;
	int64_t batch;  /* cells a frame; 0: so that it lasts as it should */
	int64_t budget; /* cells until solving stops; INT64_MAX: all */
};

/* Texts point into argv. */
struct ff_options {
	enum ff_options_action action;
	const struct ff_argv_table *table; /* of the options that there are, for FF_OPTIONS_HELP */
	const char *map;                   /* a path, or "-" */
	/* the field that FF_OPTIONS_VERIFY is about, the scenarios of FF_OPTIONS_SCEN, or the new
	 * map of FF_OPTIONS_COMPARE: a path, or "-" */
	const char *checked;
	struct ff_goals goals;   /* owned; those of --goal */
	const char **goal_files; /* owned; [goal_file_count] */
	size_t goal_file_count;
	double snap;     /* how far goals are moved at most, in cells; 0: not at all */
	double max_cost; /* units of cost; INFINITY: none */
	struct ff_options_place *required; /* owned; [required_count] */
	size_t required_count;
	int max_unreached;            /* cells; -1: any */
	double max_unreached_percent; /* of the open cells, where that is not -1; -1: cells count */
	struct ff_options_sectors sectors;
	struct ff_options_walk walk;
	struct ff_options_update update;
	struct ff_options_animation animation;
	double flee; /* what costs are multiplied by, below 0; 0: no flee map */
	struct ff_model model;
	bool sight, subdivide;
	bool detours;  /* FF_OPTIONS_VERIFY: values may be above the least */
	double radius; /* of walkers, in cells */
	struct ff_levels_rules levels;
	struct ff_levels_remap *remaps;          /* owned; what 'levels' points to */
	const char *legend;                      /* what colours cost: a path, or "-"; NULL: none */
	const char *difference;                  /* FF_OPTIONS_COMPARE: a picture; NULL: none */
	const char *from_map;                    /* the map as it was: a path, or "-"; NULL: none */
	int unknown;                             /* what unknown cells cost; 0: they are walls */
	const char *outputs[FF_OPTIONS_OUTPUTS]; /* for ff_outputs_find(); NULL: not asked for */
	enum ff_encoding encoding;               /* of directions */
	double scale_values;                     /* of grey images; 0: none */
	enum ff_write_raster_none none;          /* of integrations in .npy */
	const char *out_dir;                     /* NULL: here */
	const char
		*root; /* below it all outputs go, by their names; NULL: none; no option sets it */
	bool force, no_clobber;
	struct ff_style style; /* scale 0: chosen by the map's size */
	int threads;           /* 0: as many as there are cores */
	int max_cells;         /* of the map, split or not */
	int64_t max_memory;    /* bytes; INT64_MAX: any */
	bool dry_run, no_sandbox;
	enum ff_options_verbosity verbosity;
	const struct ff_words *arguments; /* files of arguments; NULL: none; no option sets it */
	char *recorded; /* owned; the options that change cells or pictures, in the table's order */
};

/* What an output is called in options and derived names. */
extern const char *const ff_options_output_names[FF_OPTIONS_OUTPUTS];

/*
 * ff_options_parse() reads a command line into '*out'; free it with
 * ff_options_free() if FF_OK is returned.  Else FF_E_USAGE or FF_E_NOMEM, and
 * nothing is set.  Where the action is help or version, nothing else counts.
 */
enum ff_status ff_options_parse(struct ff_options *out, int argc, char *const *argv,
				struct ff_error *err);

void ff_options_free(struct ff_options *options);

/* ff_options_moves() tells whether --animate or --frames is there. */
bool ff_options_moves(const struct ff_options *options);

/* The options of runs and scen; those of verify; those of compare; those of sectors; of walk; of
 * update; and of watch. */
extern const struct ff_argv_table ff_options_table, ff_options_verify_table,
	ff_options_compare_table, ff_options_sectors_table, ff_options_walk_table,
	ff_options_update_table, ff_options_watch_table;

/* ff_options_usage() writes the short help. */
void ff_options_usage(FILE *to);

#endif
