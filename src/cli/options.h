/*
 * The options that all verbs with a map share.  The rows of a verb drive the parser, --help, the
 * completions and the check of the manual; options of its own stand in a struct in the verb's file,
 * which begins with a struct ff_options.
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

/* A file that is read. */
struct ff_options_input {
	const char *path; /* or "-" */
	const char *what; /* "what --legend reads", for messages */
};

/* Pictures that move. */
struct ff_options_animation {
	const char *frames; /* a folder for them; NULL: none */
	double fps;         /* frames a second */
	int64_t max_bytes;
	int64_t batch;  /* cells a frame; 0: so that it lasts as it should */
	int64_t budget; /* cells until solving stops; INT64_MAX: all */
};

struct ff_verb;

/* Texts point into argv. */
struct ff_options {
	const struct ff_verb *verb;      /* whose options these are: set by ff_options_parse() */
	bool help, version;              /* if either, nothing else counts */
	const char **given;              /* owned; the names of all options given, and NULL */
	const char *map;                 /* a path, or "-" */
	struct ff_options_input *inputs; /* owned; [input_count]  all but the map */
	size_t input_count, input_room;
	struct ff_goals goals; /* owned; those of --goal */
	size_t goals_room;
	const char **goal_files; /* owned; [goal_file_count] */
	size_t goal_file_count, goal_files_room;
	/* Cells from which someone walks, and that --snap moves as it does goals. */
	struct ff_options_place *sources; /* owned; [source_count] */
	size_t source_count, source_room;
	double snap;     /* how far goals are moved at most, in cells; 0: not at all */
	double max_cost; /* units of cost; INFINITY: none */
	struct ff_options_place *required; /* owned; [required_count] */
	size_t required_count, required_room;
	int max_unreached;            /* cells; -1: any */
	double max_unreached_percent; /* of the open cells, where that is not -1; -1: cells count */
	struct ff_options_animation animation;
	double flee; /* what costs are multiplied by, below 0; 0: no flee map */
	struct ff_model model;
	bool sight, subdivide;
	double radius; /* of walkers, in cells */
	struct ff_levels_rules levels;
	struct ff_levels_remap *remaps; /* owned; what 'levels' points to */
	size_t remaps_room;
	const char *legend;                      /* what colours cost: a path, or "-"; NULL: none */
	int unknown;                             /* what unknown cells cost; 0: they are walls */
	const char *outputs[FF_OPTIONS_OUTPUTS]; /* for ff_outputs_find(); NULL: not asked for */
	/* [default_count]  what is written where nothing is asked for */
	enum ff_options_output defaults[3];
	size_t default_count;           /* 0: the verb has no pictures */
	unsigned film_uses;             /* what --animate and --frames heed: enum ff_outputs_use */
	enum ff_encoding encoding;      /* of directions */
	double scale_values;            /* of grey images; 0: none */
	enum ff_write_raster_none none; /* of integrations in .npy */
	const char *out_dir;            /* NULL: here */
	const char
		*root; /* below it all outputs go, by their names; NULL: none; no option sets it */
	bool force, no_clobber;
	struct ff_style style; /* scale 0: chosen by the map's size */
	int threads;           /* 0: as many as there are cores */
	int max_cells;         /* of the map, split or not */
	int64_t max_memory;    /* bytes; INT64_MAX: any */
	bool dry_run, no_sandbox;
	/* No option sets these: */
	bool changes; /* the map, during the run */
	bool rereads; /* the inputs are read again and again */
	bool grows;   /* --animate and --frames show how cells become known */
	enum ff_options_verbosity verbosity;
	const struct ff_words *arguments; /* files of arguments; NULL: none; no option sets it */
	char *recorded; /* owned; the options that change cells or pictures, in the table's order */
};

/* The names of outputs in options and derived names. */
extern const char *const ff_options_output_names[FF_OPTIONS_OUTPUTS];

/*
 * ff_options_parse() reads a command line into the options of a verb, and has it check them: free
 * them with ff_options_free() if FF_OK is returned.  Else FF_E_USAGE or FF_E_NOMEM, and nothing
 * is set.
 *
 *   out   [verb->size bytes]  set
 *   argv  argv[0] is not looked at, and the verb's name is not among the words
 */
enum ff_status ff_options_parse(struct ff_options *out, const struct ff_verb *verb, int argc,
				char *const *argv, struct ff_error *err);

void ff_options_free(struct ff_options *options);

/* ff_options_moves() returns true if --animate or --frames is there. */
bool ff_options_moves(const struct ff_options *options);

/* ff_options_asks() returns true if an output, or an answer to --require and the like, is asked
 * for. */
bool ff_options_asks(const struct ff_options *options);

/* ff_options_add_input() lists a file that is read: FF_OK or FF_E_NOMEM. */
enum ff_status ff_options_add_input(struct ff_options *options, const char *what, const char *path,
				    struct ff_error *err);

/* ff_options_choose() sets what was not chosen: the metric, the flow, by the metric, and the radius
 * of walkers. */
void ff_options_choose(struct ff_options *options, enum ff_metric metric, double radius);

/* The options of runs, which those of all verbs with a map are based on. */
extern const struct ff_argv_table ff_options_table;

/* ff_options_usage() writes the short help. */
void ff_options_usage(FILE *to);

#endif
