/*
 * The options that all verbs with a map share.  The rows of a verb drive the parser, --help, the
 * completions and the lists of options in the manual.  A verb's own options stand in a struct in
 * its file, which begins with a struct ff_options.
 */
#ifndef FF_CLI_OPTIONS_H
#define FF_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/argv.h"
#include "core/base/number.h"
#include "core/base/status.h"
#include "core/crowd/follow.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"
#include "core/map/walkers.h"
#include "core/solve/coarsen.h"
#include "draw/style.h"
#include "io/formats.h"
#include "io/strings.h"

/*
 * The outputs, a row each: the option that asks for one, its files, what it needs, and its maker.
 * A new output is a row in one of these groups, and its maker.
 *
 *	X(ID, name, argument, help, screen, formats, standard, bare, needs, maker)
 *
 *   ID              its number is FF_OPTIONS_ID
 *   name            of the option, of files named after the map, and of the layer in a file's texts
 *   argument, help  of the option
 *   screen          FIRST: --help shows the option; LATER: only --help=all does
 *   formats         a set of those in outputs.h; 0: it has but one, of its own
 *   standard, bare  the formats of standard output, and of a name without an extension
 *   needs           a set of enum ff_outputs_need
 *   maker           MADE(initialisers of struct ff_output_maker in render.c)
 *
 * Each file that expands rows defines the short names of the columns that it reads.
 */
/* clang-format off */

/* In the order of --help and of reports. */
#define FF_OUTPUT_PICTURES(X) \
	X(HEATMAP, "heatmap", "FILE", "picture of the cost to the goal (.png or .svg)", FIRST, PNG | SVG, PNG, PNG, 0, MADE(.draw = ff_draw_heatmap, .layer = integration_layer, .ranged = true)) \
	X(ARROWS, "arrows", "FILE", "picture of the directions (.png or .svg)", FIRST, PNG | SVG, PNG, PNG, 0, MADE(.draw = ff_draw_arrows)) \
	X(REACH, "reach", "FILE", "what is reached, by class (.png, .svg or data)", LATER, PNG | SVG | DATA, PNG, PNG, 0, MADE(.draw = ff_draw_reach, GRID(classes.cells, U8, 1, NAN), .names = ff_classes_names, .name_count = FF_CLASSES)) \
	X(TERRAIN, "terrain", "FILE", "picture of the cost of each cell (.png or .svg)", LATER, PNG | SVG, PNG, PNG, 0, MADE(.draw = ff_draw_terrain, .layer = terrain_layer)) \
	X(ALLOCATION, "allocation", "FILE", "goal that serves each cell (.png, .svg or data)", LATER, PNG | SVG | DATA, CSV, UNNAMED, ALLOCATION, MADE(.paint = paint_allocation, GRID(allocation.cells, U32, 1, FF_LABELS_NONE))) \
	X(REGIONS, "regions", "FILE", "connected open areas (.png, .svg or data)", LATER, PNG | SVG | DATA, CSV, UNNAMED, REGIONS, MADE(.draw = ff_draw_regions, GRID(regions.cells, U32, 1, FF_LABELS_NONE))) \
	X(TIES, "ties", "FILE", "number of equally good steps (.png, .svg or data)", LATER, PNG | SVG | DATA, CSV, UNNAMED, TIES, MADE(.draw = ff_draw_ties, GRID(ties.cells, U32, 1, FF_LABELS_NONE))) \
	X(BANDS, "bands", "FILE", "bands of equal cost (.png, .svg or data)", LATER, PNG | SVG | DATA, PNG, PNG, BANDS, MADE(.draw = ff_draw_bands, GRID(bands.cells, U32, 1, FF_LABELS_NONE), .ranged = true)) \
	X(RELIEF, "relief", "FILE", "ways as grain over the heatmap (.png or .svg)", LATER, PNG | SVG, PNG, PNG, 0, MADE(.draw = ff_draw_relief, .ranged = true)) \
	X(DETOUR, "detour", "FILE", "way divided by straight line (.png, .svg or data)", LATER, PNG | SVG | DATA, PNG, PNG, DETOUR, MADE(.measure = {.title = "way / straight line", .ratios = true}, GRID(detours, F32, 1, INFINITY), .measures = true)) \
	X(CLEARANCE, "clearance", "FILE", "room to walls, and of the way to goals (same)", LATER, PNG | SVG | PAIRS, PNG, PNG, CLEARANCE, MADE(.draw = ff_draw_clearance, GRID(room, F32, 2, INFINITY), .codes = "distance to walls; largest radius that reaches a goal", .measures = true)) \
	X(CHOKES, "chokes", "FILE", "cells that many must pass (.png, .svg or data)", LATER, PNG | SVG | DATA, PNG, PNG, CHOKES, MADE(.draw = ff_draw_chokes, GRID(chokes, F32, 1, INFINITY), .codes = "percent of the other cells", .measures = true)) \
	X(RIDGES, "ridges", "FILE", "where ways part (.png, .svg or data)", LATER, PNG | SVG | DATA, PNG, PNG, RIDGES, MADE(.draw = ff_draw_ridges, GRID(ridges, U8, 1, FF_RIDGES_NONE), .codes = "1 parts from the right, 2 from below, 3 from both")) \
	X(GAIN, "gain", "FILE", "what opening a wall would save (.png, .svg, data)", LATER, PNG | SVG | PAIRS, PNG, PNG, GAIN, MADE(.draw = ff_draw_gain, GRID(gains, F32, 2, INFINITY), .codes = "fall of the mean cost, more cells reached: walls opened, chokes closed", .measures = true)) \
	X(PATHS, "paths", "FILE", "path of each source or walker (.png .svg .csv)", ALWAYS, PNG | SVG | TABLE, TABLE, UNNAMED, PATHS, MADE(.paint = paint_paths, .write = write_paths)) \
	X(HTML, "html", "FILE.html", "page that answers: move goals, paint walls", FIRST, 0, OWN, OWN, 0, MADE(.write = ff_html_write))

#define FF_OUTPUT_DATA(X) \
	X(INTEGRATION, "integration", "FILE", "cost to the goal (.npy .csv .png .raw .h ...)", FIRST, DATA, CSV, UNNAMED, 0, MADE(.layer = integration_layer, .codes = "1 is a straight step at cost 1", .measures = true)) \
	X(COST, "cost", "FILE", "cost of each cell (data, as --integration)", LATER, DATA | PNG8, CSV, UNNAMED, 0, MADE(.layer = cost_layer, .codes = "255 is a wall")) \
	X(CSV, "csv", "FILE", "table of all cells, a line each", FIRST, 0, OWN, OWN, 0, MADE(.write = write_table)) \
	X(DIRECTIONS, "directions", "FILE", "direction of each cell (data, or colours as .svg)", FIRST, SVG | DATA, CSV, CSV, 0, MADE(.draw = ff_draw_directions, GRID(flow.cells, U8, 1, NAN), .names = ff_flow_names, .name_count = FF_DIRECTIONS + 1)) \
	X(VECTORS, "vectors", "FILE", "vectors (.npy .csv .pfm .raw .h), flow map (.png)", LATER, PAIRS | FLOWMAP, CSV, CSV, 0, MADE(.layer = vectors_layer, .codes = "x to the right, y down, of length 1; or 0,0"))

#define FF_OUTPUT_REPORT(X) \
	X(JSON, "json", "FILE", "report with all figures", ALWAYS, 0, OWN, OWN, FIGURES, MADE(.draw = NULL))

#define FF_OUTPUT_ANIMATION(X) \
	X(ANIMATE, "animate", "FILE.png", "animation of the field or the crowd (APNG)", LATER, APNG, APNG, APNG, 0, MADE(.draw = NULL))

#define FF_OUTPUT_CELLS(X) \
	X(PICTURE, "picture", "FILE", "the cell large, with the reasons (.png or .svg)", FIRST, PNG | SVG, PNG, PNG, 0, MADE(.paint = ff_at_output_picture, .mapless = true))

#define FF_OUTPUT_SECTORS(X) \
	X(PORTALS, "portals", "FILE", "sectors and portals (.png, .svg or .csv)", FIRST, PNG | SVG | TABLE, PNG, PNG, PATHS, MADE(.draw = ff_draw_portals, .write = ff_sectors_portals)) \
	X(GRAPH, "graph", "FILE", "nodes and edges (.png, .svg), with costs (.csv)", FIRST, PNG | SVG | TABLE, TABLE, UNNAMED, PATHS, MADE(.draw = ff_draw_graph, .write = ff_sectors_graph))

#define FF_OUTPUT_WALKS(X) \
	X(TRAFFIC, "traffic", "FILE", "walkers through each cell (.png, .svg or data)", FIRST, PNG | SVG | DATA, CSV, UNNAMED, TRAFFIC, MADE(.paint = ff_walk_output_traffic, .layer = ff_walk_output_traffic_layer))

#define FF_OUTPUT_CROWDS(X) \
	X(DENSITY, "density", "FILE", "highest density of walkers (.png, .svg or data)", FIRST, PNG | SVG | DATA, CSV, UNNAMED, DENSITY, MADE(.measure = {.title = "most walkers a cell"}, .layer = ff_walk_output_density_layer)) \
	X(SPEED_MAP, "speed-map", "FILE", "speed of walkers, by cell (.png, .svg or data)", LATER, PNG | SVG | DATA, CSV, UNNAMED, SPEEDS, MADE(.measure = {.title = "speed, cells a second", .small = true}, .layer = ff_walk_output_speeds_layer)) \
	X(ARRIVALS, "arrivals", "FILE", "arrivals over time (.png, .svg), or each (.csv)", FIRST, PNG | SVG | TABLE, TABLE, TABLE, 0, MADE(.paint = ff_walk_output_histogram, .write = ff_walk_output_arrivals, .mapless = true)) \
	X(TRAJECTORIES, "trajectories", "FILE.csv", "table of positions after each step", LATER, TABLE, TABLE, TABLE, TRAJECTORIES, MADE(.write = ff_walk_output_trajectories))

/* clang-format on */

#define FF_OUTPUT_ROWS(X)      \
	FF_OUTPUT_PICTURES(X)  \
	FF_OUTPUT_DATA(X)      \
	FF_OUTPUT_REPORT(X)    \
	FF_OUTPUT_ANIMATION(X) \
	FF_OUTPUT_CELLS(X)     \
	FF_OUTPUT_SECTORS(X)   \
	FF_OUTPUT_WALKS(X)     \
	FF_OUTPUT_CROWDS(X)

/* The outputs that can be asked for, in the order of their rows. */
enum ff_options_output {
#define FF_OPTIONS_OUTPUT_ID(id, ...) FF_OPTIONS_##id,
	FF_OUTPUT_ROWS(FF_OPTIONS_OUTPUT_ID)
#undef FF_OPTIONS_OUTPUT_ID
		FF_OPTIONS_OUTPUTS,
};

enum ff_options_verbosity { FF_OPTIONS_QUIET, FF_OPTIONS_NORMAL, FF_OPTIONS_VERBOSE };

/* A cell, a point on the map, or a point in metres. */
struct ff_options_place {
	double x, y; /* integers, except for metres and walkers */
	bool metres;
};

/* The corner of the map that --origin places in the world: the top left one, or with 'up', where y
 * points up, the bottom left one. */
struct ff_options_origin {
	double x, y;
	bool up, given;
};

/* The blocks of cells that --coarsen makes one cell of. */
struct ff_options_coarsen {
	int side; /* cells; 0: none */
	enum ff_coarsen_rule rule;
};

/* A file that is read. */
struct ff_options_input {
	const char *path; /* or "-" */
	const char *what; /* "what --legend reads", for messages */
};

/* The options of animations. */
struct ff_options_animation {
	double fps;     /* frames a second */
	int64_t batch;  /* cells a frame; 0: as many as make it last 20 seconds */
	int64_t budget; /* cells after which solving stops; INT64_MAX: all */
};

struct ff_verb;

/* A number of cells, or a percentage of all; the last one given counts. */
struct ff_options_share {
	int64_t cells;
	double percent; /* < 0: cells */
};

/* Texts point into argv. */
struct ff_options {
	const struct ff_verb *verb;      /* set by ff_options_parse() */
	enum ff_argv_help help;          /* if given, nothing else matters */
	bool version;                    /* likewise */
	const char **given;              /* owned; the names of all options given, then NULL */
	const char *map;                 /* a path, or "-" */
	struct ff_options_input *inputs; /* owned; [input_count]  all except the map */
	size_t input_count, input_room;
	struct ff_goals goals; /* owned; those of --goal */
	size_t goals_room;
	const char **goal_files; /* owned; [goal_file_count] */
	size_t goal_file_count, goal_files_room;
	/* The cells of --from; --snap moves them as it does goals.  walk has walkers instead. */
	struct ff_options_place *sources; /* owned; [source_count] */
	size_t source_count, source_room;
	double snap;                       /* cells that a goal is moved at most; 0: not at all */
	double max_cost;                   /* units of cost; INFINITY: none */
	struct ff_options_place *required; /* owned; [required_count] */
	size_t required_count, required_room;
	struct ff_options_share max_unreached; /* cells -1: any */
	struct ff_options_animation animation;
	double flee;           /* factor of the costs, below 0; 0: no flee map */
	struct ff_model model; /* its scale and one are those of the map: struct ff_problem */
	int cost_scale;        /* units of a cost of 1; 0: chosen by the map */
	bool sight, subdivide;
	struct ff_options_coarsen coarsen;
	double radius; /* of walkers, in cells */
	struct ff_levels_rules levels;
	struct ff_levels_remap *remaps; /* owned; 'levels' points to them */
	size_t remaps_room;
	const char *legend; /* costs of colours: a path, or "-"; NULL: none */
	double cell_size;   /* of a cell's side in metres; 0: not given */
	struct ff_options_origin origin;
	const char *outputs[FF_OPTIONS_OUTPUTS]; /* for ff_outputs_find(); NULL: not asked for */
	/* [default_count]  outputs if none is asked for */
	enum ff_options_output defaults[3];
	size_t default_count; /* 0: the verb has no pictures */
	const char *out_dir;  /* NULL: the working directory */
	const char
		*root; /* folder for all outputs, by their names; NULL: none; no option sets it */
	bool force, no_clobber;
	struct ff_style style; /* scale 0: chosen by the map's size */
	unsigned layers;       /* marks that --with may draw here: bits of enum ff_style_layer; no
				  option sets it */
	int threads;           /* 0: one for each core */
	int64_t max_cells;     /* of the map, after --subdivide */
	int64_t max_memory;    /* bytes; INT64_MAX: any */
	const char *work_dir;  /* folder for large blocks of memory; NULL: none */
	bool dry_run, no_sandbox;
	/* No option sets these: */
	bool discs;   /* a --radius of up to 0.5 closes no cell, not even a part of one: walkers are
			 kept off walls */
	bool grows;   /* --animate shows the field as it grows */
	double speed; /* of walkers, in cells a second; 0: their values are no times */
	bool slow_by_cost; /* on ground of cost 1; else on any */
	enum ff_options_verbosity verbosity;
	const struct ff_strings *words;     /* the command line, the verb's first; NULL: unknown */
	const struct ff_strings *arguments; /* files of arguments; NULL: none */
	char *recorded; /* owned; the options that change cells or pictures, in the table's order */
};

/* The names of outputs in options and derived names. */
extern const char *const ff_options_output_names[FF_OPTIONS_OUTPUTS];

/* ---- parsing ---- */

/*
 * ff_options_parse() parses a command line into the options of a verb, and has the verb check them;
 * free them with ff_options_free() if FF_OK is returned.  Else FF_E_USAGE or FF_E_NOMEM, and
 * nothing is set.
 *
 *   out   [verb->size bytes]  set
 *   argv  argv[0] is ignored; the verb's name is not among the words
 */
enum ff_status ff_options_parse(struct ff_options *out, const struct ff_verb *verb, int argc,
				char *const *argv, struct ff_error *err);

void ff_options_free(struct ff_options *options);

/* ff_options_animates() returns true if --animate is given. */
bool ff_options_animates(const struct ff_options *options);

/* ff_options_choose() sets what the user did not: the metric, the metric's flow, and the radius of
 * walkers. */
void ff_options_choose(struct ff_options *options, enum ff_metric metric, double radius);

/* The options of a run; the tables of all verbs with a map are based on it. */
extern const struct ff_argv_table ff_options_table;

/* ff_options_usage() writes the short help. */
void ff_options_usage(FILE *to);

/* ---- values, by their kind ---- */

/*
 * These take a value into 'target', a struct that begins with a struct ff_options, as the row
 * (struct ff_argv_option) says.  They return FF_OK, FF_E_USAGE or FF_E_NOMEM.
 *
 *   flag    a bool becomes true
 *   which   an enum or an int becomes 'which'
 *   choice  an enum becomes the value's index in 'words'
 *   int     an int, in min..max; 'long' an int64_t
 *   real    a double, in least..most; 'bare' without a value
 *   size    an int64_t: bytes, or a number with K, M, G or T
 *   path    the name of a file or folder, given once; if 'which' is 1, the last one counts
 *   input   the path of a file that is read, listed with the inputs as 'what'
 *   output  'which' is an enum ff_options_output
 */
typedef enum ff_status ff_options_set(void *target, const struct ff_argv_option *option,
				      const char *value, struct ff_error *err);
ff_options_set ff_options_set_flag, ff_options_set_which, ff_options_set_choice, ff_options_set_int,
	ff_options_set_long, ff_options_set_real, ff_options_set_share, ff_options_set_size,
	ff_options_set_path, ff_options_set_input, ff_options_set_output;

/* The option of an output's row. */
#define FF_OPTIONS_OUTPUT_ROW(id, name, argument, help, shown, ...) \
	{0,                                                         \
	 name,                                                      \
	 argument,                                                  \
	 help,                                                      \
	 FF_ARGV_REQUIRED,                                          \
	 false,                                                     \
	 ff_options_set_output,                                     \
	 .which = FF_OPTIONS_##id,                                  \
	 .screen = FF_ARGV_##shown},

/* ff_options_refuse() returns FF_E_USAGE and the message about a value: "--scale 0: out of range;
 * expected an integer from 1 to 256".  'why' is FF_NUMBER_RANGE or FF_NUMBER_NOT; 'option' NULL: it
 * is an operand. */
enum ff_status ff_options_refuse(const struct ff_argv_option *option, const char *value,
				 enum ff_number why, const char *expected, struct ff_error *err);

/* ff_options_find_word() returns the index of the row's word with which an item "NAME" or
 * "NAME=..." of a list begins; 'word_count': none.  ff_options_refuse_item() refuses such an
 * item. */
size_t ff_options_find_word(const struct ff_argv_option *option, const char *item);
enum ff_status ff_options_refuse_item(const struct ff_argv_option *option, const char *value,
				      const char *item, struct ff_error *err);

/* ff_options_add_goal() adds the goal at 'place', the end of 'value', to a list of 'room'. */
enum ff_status ff_options_add_goal(const struct ff_argv_option *option, const char *value,
				   const char *place, struct ff_goals *goals, size_t *room,
				   struct ff_error *err);

/* ff_options_read_goal() reads X,Y[,W,H][+COST] or Xm,Ym[+COST]. */
enum ff_number ff_options_read_goal(const char *value, struct ff_goal *goal);

/* The form that ff_options_read_goal() expects, for messages. */
extern const char ff_options_goal_form[];

/*
 * ff_options_add_place() adds X,Y or Xm,Ym to a list of 'room'; 'option' NULL: an operand.
 *
 *   whole  X and Y must be integers
 *   what   the list, for messages
 */
enum ff_status ff_options_add_place(const struct ff_argv_option *option, const char *value,
				    bool whole, struct ff_options_place **places, size_t *count,
				    size_t *room, const char *what, struct ff_error *err);

/* ---- options that exclude or need each other ---- */

/* A rule about options, named with single spaces between them. */
struct ff_options_rule {
	const char *options; /* any of these ... */
	enum { FF_OPTIONS_WITHOUT, FF_OPTIONS_NEEDS } rule;
	const char *others; /* ... is refused with one of these, or without all of these */
	const char *why;    /* the message */
};

/* ff_options_check_rules() returns FF_E_USAGE with the message of the first rule of [count] that is
 * broken; else FF_OK. */
enum ff_status ff_options_check_rules(const struct ff_options *options,
				      const struct ff_options_rule *rules, size_t count,
				      struct ff_error *err);

/* ff_options_given() returns true if one of those options was given. */
bool ff_options_given(const struct ff_options *options, const char *names);

/* ff_options_check_goal() returns FF_E_USAGE if there is no goal; else FF_OK. */
enum ff_status ff_options_check_goal(const struct ff_options *options, struct ff_error *err);

/* ff_options_check_paths() draws the paths of --from over all pictures; FF_E_USAGE if paths are
 * asked for without a source; else FF_OK. */
enum ff_status ff_options_check_paths(struct ff_options *options, struct ff_error *err);

/* ff_options_check_shared() applies the rules that hold for every verb: FF_OK or FF_E_USAGE. */
enum ff_status ff_options_check_shared(const struct ff_options *options, struct ff_error *err);

#endif
