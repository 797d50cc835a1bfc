#include "cli/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/hints.h"
#include "cli/option_checks.h"
#include "cli/option_values.h"
#include "cli/verbs/walk_options.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/map/sectors.h"


enum { FPS = 10, ANIMATION = 1 << 26 }; /* frames a second; bytes */

/* What is known while parsing. */
struct parse {
	struct ff_options options;
	size_t goals_room, goal_files_room, required_room, remaps_room;
};

static ff_option_values_set set_goal, set_goals, set_require, set_max_unreached, set_from,
	set_legend, set_remap, set_force, set_range, set_verbosity, set_action;

/* clang-format off */
static const struct ff_argv_option option_list[] = {
	{0, NULL, NULL, "Goals", FF_ARGV_NONE, false, NULL, 0},
	{'g', "goal", "X,Y[,W,H][+COST]", "walk to this cell, area or 1.5m,-2m; repeatable", FF_ARGV_REQUIRED, true, set_goal, 0},
	{0, "goals", "FILE", "goals from a CSV file or a mask image; repeatable", FF_ARGV_REQUIRED, true, set_goals, 0},
	{0, "snap", "N", "move a goal or source on a wall at most N cells", FF_ARGV_OPTIONAL, true, ff_option_values_real, FF_OPTION_VALUES_SNAP},
	{0, "max-cost", "C", "nothing beyond this cost is reached", FF_ARGV_REQUIRED, true, ff_option_values_real, FF_OPTION_VALUES_MAX_COST},
	{0, "flee", "F", "lead away from the goals: cost times F (-1.2)", FF_ARGV_OPTIONAL, true, ff_option_values_real, FF_OPTION_VALUES_FLEE},
	{0, "require", "X,Y", "exit 1 unless this cell is reached; repeatable", FF_ARGV_REQUIRED, false, set_require, 0},
	{0, "max-unreached", "N[%]", "exit 1 if more cells than N, or N%, are unreached", FF_ARGV_REQUIRED, false, set_max_unreached, 0},
	{0, NULL, NULL, "Movement", FF_ARGV_NONE, false, NULL, 0},
	{0, "metric", "NAME", "manhattan (default), octile or euclid", FF_ARGV_REQUIRED, true, ff_option_values_choice, FF_OPTION_VALUES_METRIC},
	{0, "step", "RULE", "what a step pays: cell (default) or mean", FF_ARGV_REQUIRED, true, ff_option_values_choice, FF_OPTION_VALUES_STEP},
	{0, "corners", "RULE", "diagonals: strict (default), lenient or cut", FF_ARGV_REQUIRED, true, ff_option_values_choice, FF_OPTION_VALUES_CORNERS},
	{0, "flow", "RULE", "lowest, path or gradient (default: by metric)", FF_ARGV_REQUIRED, true, ff_option_values_choice, FF_OPTION_VALUES_FLOW},
	{0, "sight", NULL, "who sees a goal goes straight to it", FF_ARGV_NONE, true, ff_option_values_flag, FF_OPTION_VALUES_SIGHT},
	{0, "radius", "R", "walkers are discs of R cells", FF_ARGV_REQUIRED, true, ff_option_values_real, FF_OPTION_VALUES_RADIUS},
	{0, "subdivide", NULL, "split each cell in 2x2 first", FF_ARGV_NONE, true, ff_option_values_flag, FF_OPTION_VALUES_SUBDIVIDE},
	{0, NULL, NULL, "Map", FF_ARGV_NONE, false, NULL, 0},
	{0, "invert", NULL, "black is wall: read grey v as 255 - v", FF_ARGV_NONE, true, ff_option_values_flag, FF_OPTION_VALUES_INVERT},
	{0, "wall-from", "T", "grey T (1..255) and up is wall, the rest costs 1", FF_ARGV_REQUIRED, true, ff_option_values_int, FF_OPTION_VALUES_WALL_FROM},
	{0, "remap", "A[-B]=C[,...]", "grey A to B costs C (1..254, or wall)", FF_ARGV_REQUIRED, true, set_remap, 0},
	{0, "unknown", "COST", "unknown cells (map_server) cost 1..254, not wall", FF_ARGV_REQUIRED, true, ff_option_values_int, FF_OPTION_VALUES_UNKNOWN},
	{0, "legend", "FILE|WHEN", "what colours cost; or auto, always, never (drawn)", FF_ARGV_REQUIRED, true, set_legend, FF_OPTION_VALUES_LEGEND},
	{0, NULL, NULL, "Outputs (without any: MAP.heatmap.png, MAP.arrows.png and MAP.reach.png)", FF_ARGV_NONE, false, NULL, 0},
	FF_OUTPUT_PICTURES(FF_OPTION_VALUES_OUTPUT)
	FF_OUTPUT_DATA(FF_OPTION_VALUES_OUTPUT)
	{0, "encoding", "NAME", "index (default), esri, degrees or bits", FF_ARGV_REQUIRED, true, ff_option_values_choice, FF_OPTION_VALUES_ENCODING},
	{0, "scale-values", "F", "round costs times F to make them grey levels", FF_ARGV_REQUIRED, true, ff_option_values_real, FF_OPTION_VALUES_SCALE_VALUES},
	{0, "none", "VALUE", "nan, max or -1 where .npy has no cost", FF_ARGV_REQUIRED, true, ff_option_values_choice, FF_OPTION_VALUES_NONE},
	FF_OUTPUT_REPORT(FF_OPTION_VALUES_OUTPUT)
	{0, "out-dir", "DIR", "folder for outputs (made if missing)", FF_ARGV_REQUIRED, false, ff_option_values_path, FF_OPTION_VALUES_OUT_DIR},
	{'f', "force", NULL, "replace protected files, and other maps' pictures", FF_ARGV_NONE, false, set_force, 1},
	{0, "no-clobber", NULL, "replace no file: fail if one is there", FF_ARGV_NONE, false, set_force, 0},
	{0, NULL, NULL, "Pictures", FF_ARGV_NONE, false, NULL, 0},
	{0, "colormap", "NAME", "viridis (default), cividis, turbo or gray", FF_ARGV_REQUIRED, true, ff_option_values_choice, FF_OPTION_VALUES_COLORMAP},
	{0, "range", "0:MAX", "last colour at cost MAX: heatmaps then compare", FF_ARGV_REQUIRED, true, set_range, 0},
	{0, "scale", "K", "draw each cell K pixels (1..256) a side", FF_ARGV_REQUIRED, true, ff_option_values_int, FF_OPTION_VALUES_SCALE},
	{0, "values", NULL, "print each cell's cost to the goal on the heatmap", FF_ARGV_NONE, true, ff_option_values_flag, FF_OPTION_VALUES_VALUES},
	{0, "contours", "N", "draw N (1..1000) lines of equal cost on it", FF_ARGV_REQUIRED, true, ff_option_values_int, FF_OPTION_VALUES_CONTOURS},
	{0, NULL, NULL, "Animation", FF_ARGV_NONE, false, NULL, 0},
	FF_OUTPUT_FILM(FF_OPTION_VALUES_OUTPUT)
	{0, "frames", "DIR", "a picture a frame, in a folder", FF_ARGV_REQUIRED, false, ff_option_values_path, FF_OPTION_VALUES_FRAMES},
	{0, "fps", "F", "frames a second (0.1..100; default 10)", FF_ARGV_REQUIRED, true, ff_option_values_real, FF_OPTION_VALUES_FPS},
	{0, "max-animation", "SIZE", "refuse animations of more bytes (default 64M)", FF_ARGV_REQUIRED, false, ff_option_values_size, FF_OPTION_VALUES_MAX_ANIMATION},
	{0, "batch", "CELLS", "cells a frame (default: it lasts 20 s)", FF_ARGV_REQUIRED, true, ff_option_values_long, FF_OPTION_VALUES_BATCH},
	{0, "budget", "CELLS", "stop after so many cells: others are not yet", FF_ARGV_REQUIRED, true, ff_option_values_long, FF_OPTION_VALUES_BUDGET},
	{0, NULL, NULL, "Other", FF_ARGV_NONE, false, NULL, 0},
	{'j', "threads", "N", "use N threads (1..256; default: as many as cores)", FF_ARGV_REQUIRED, false, ff_option_values_int, FF_OPTION_VALUES_THREADS},
	{0, "max-cells", "N", "refuse maps of more cells (default: 268435456)", FF_ARGV_REQUIRED, false, ff_option_values_int, FF_OPTION_VALUES_MAX_CELLS},
	{0, "max-memory", "SIZE", "use at most SIZE bytes (512M, 2G)", FF_ARGV_REQUIRED, false, ff_option_values_size, FF_OPTION_VALUES_MAX_MEMORY},
	{'n', "dry-run", NULL, "say about what memory is needed and what is written", FF_ARGV_NONE, false, ff_option_values_flag, FF_OPTION_VALUES_DRY_RUN},
	{0, "no-sandbox", NULL, "keep the right to open any file, and more", FF_ARGV_NONE, false, ff_option_values_flag, FF_OPTION_VALUES_NO_SANDBOX},
	{'v', "verbose", NULL, "say how long everything took", FF_ARGV_NONE, false, set_verbosity, FF_OPTIONS_VERBOSE},
	{'q', "quiet", NULL, "say nothing but errors", FF_ARGV_NONE, false, set_verbosity, FF_OPTIONS_QUIET},
	{'h', "help", NULL, "print this help", FF_ARGV_NONE, false, set_action, FF_OPTIONS_HELP},
	{'V', "version", NULL, "print the version", FF_ARGV_NONE, false, set_action, FF_OPTIONS_VERSION},
};

/* Before those of runs. */
static const struct ff_argv_option verify_list[] = {
	{0, NULL, NULL, "Verify", FF_ARGV_NONE, false, NULL, 0},
	{0, "detours", NULL, "costs may be above the least, as those of sectors", FF_ARGV_NONE, false, ff_option_values_flag, FF_OPTION_VALUES_DETOURS},
};

static const struct ff_argv_option compare_list[] = {
	{0, NULL, NULL, "Outputs", FF_ARGV_NONE, false, NULL, 0},
	{0, "out", "FILE", "a picture of what changed, if anything did", FF_ARGV_REQUIRED, false, ff_option_values_path, FF_OPTION_VALUES_DIFFERENCE},
};

/* Before those of runs, whose defaults some of them change. */
static const struct ff_argv_option sectors_list[] = {
	{0, NULL, NULL, "Sectors (default outputs: MAP.heatmap.png, MAP.arrows.png and MAP.portals.png)", FF_ARGV_NONE, false, NULL, 0},
	{0, "from", "X,Y", "someone walks from this cell, or 1.5m,-2m; repeatable", FF_ARGV_REQUIRED, true, set_from, 0},
	{0, "size", "N", "a sector has N (8..1024; default 10) cells a side", FF_ARGV_REQUIRED, true, ff_option_values_int, FF_OPTION_VALUES_SECTOR_SIZE},
	{0, "exact", NULL, "compute more sectors until all costs are the least", FF_ARGV_NONE, true, ff_option_values_flag, FF_OPTION_VALUES_EXACT},
	FF_OUTPUT_STORED(FF_OPTION_VALUES_OUTPUT)
	{0, "load-graph", "FILE", "take it from there instead of working it out", FF_ARGV_REQUIRED, false, ff_option_values_path, FF_OPTION_VALUES_LOAD_GRAPH},
	FF_OUTPUT_SECTORS(FF_OPTION_VALUES_OUTPUT)
};

static const struct ff_argv_option update_list[] = {
	{0, NULL, NULL, "Changes", FF_ARGV_NONE, false, NULL, 0},
	{0, "edits", "FILE", "what changes, step by step: step,x,y,w,h,WHAT a line", FF_ARGV_REQUIRED, true, ff_option_values_path, FF_OPTION_VALUES_EDITS},
	{0, "from-map", "OLD", "solve this map, and repair it to MAP", FF_ARGV_REQUIRED, true, ff_option_values_path, FF_OPTION_VALUES_FROM_MAP},
	{0, "verify", NULL, "solve afresh after each step; exit 1 on a difference", FF_ARGV_NONE, false, ff_option_values_flag, FF_OPTION_VALUES_VERIFY},
};
/* clang-format on */

const char *const ff_options_output_names[FF_OPTIONS_OUTPUTS] = {
#define NAME(id, name, ...) [FF_OPTIONS_##id] = (name),
	FF_OUTPUT_ROWS(NAME)
#undef NAME
};

static enum ff_status set_goal(void *target, const struct ff_argv_option *option, const char *value,
			       struct ff_error *err)
{
	struct parse *parse = target;
	struct ff_goals *goals = &parse->options.goals;
	void *items = goals->items;
	struct ff_goal goal;
	enum ff_number why = ff_option_values_goal(value, &goal);

	if (why != FF_NUMBER_OK)
		return ff_option_values_bad(option, value, why, ff_option_values_goals, err);
	if (!ff_memory_grow(&items, &parse->goals_room, goals->count + 1, sizeof goal))
		return ff_status_nomem(err, "goals");
	goals->items = items;
	goals->items[goals->count++] = goal;
	return FF_OK;
}

static enum ff_status set_goals(void *target, const struct ff_argv_option *option,
				const char *value, struct ff_error *err)
{
	struct parse *parse = target;
	struct ff_options *o = &parse->options;
	void *files = o->goal_files;
	struct ff_goal goal;

	if (*value == '\0')
		return ff_status_fail(err, FF_E_USAGE, "--%s needs a file's name", option->name);
	if (ff_option_values_goal(value, &goal) == FF_NUMBER_OK && access(value, F_OK) != 0)
		return ff_status_fail(err, FF_E_USAGE, "--%s %s: no such file; is it --goal %s?",
				      option->name, value, value);
	if (!ff_memory_grow(&files, &parse->goal_files_room, o->goal_file_count + 1,
			    sizeof *o->goal_files))
		return ff_status_nomem(err, "goals");
	o->goal_files = files;
	o->goal_files[o->goal_file_count++] = value;
	return FF_OK;
}

static enum ff_status set_require(void *target, const struct ff_argv_option *option,
				  const char *value, struct ff_error *err)
{
	struct parse *parse = target;
	struct ff_options *o = &parse->options;

	return ff_option_values_place(option, value, true, &o->required, &o->required_count,
				      &parse->required_room, "required cells", err);
}

/* N, or N% of the open cells; the last one counts. */
static enum ff_status set_max_unreached(void *target, const struct ff_argv_option *option,
					const char *value, struct ff_error *err)
{
	struct ff_options *o = &((struct parse *)target)->options;
	size_t n = strlen(value);
	int64_t cells = 0;
	double percent = -1;
	enum ff_number why = n > 0 && value[n - 1] == '%'
				     ? ff_number_decimal(value, n - 1, 0, 100, &percent)
				     : ff_number_parse(value, n, 0, FF_COST_CELLS_MAX, &cells);
	char wanted[96];

	if (why != FF_NUMBER_OK) {
		snprintf(wanted, sizeof wanted,
			 "a whole number in 0..%d, or 0%%..100%% of the open cells",
			 FF_COST_CELLS_MAX);
		return ff_option_values_bad(option, value, why, wanted, err);
	}
	o->max_unreached = (int)cells;
	o->max_unreached_percent = percent;
	return FF_OK;
}

static enum ff_status set_from(void *target, const struct ff_argv_option *option, const char *value,
			       struct ff_error *err)
{
	struct ff_options_sectors *sectors = &((struct parse *)target)->options.sectors;

	return ff_option_values_place(option, value, true, &sectors->from, &sectors->from_count,
				      &sectors->from_room, "sources", err);
}

/* One A[-B]=C of 'n' bytes; false if it is none. */
static bool parse_remap(const char *text, size_t n, struct ff_levels_remap *remap)
{
	const char *equals = memchr(text, '=', n);
	const char *dash = equals == NULL ? NULL : memchr(text, '-', (size_t)(equals - text));
	size_t levels = equals == NULL ? 0 : (size_t)(equals - text);
	int64_t first, last, cost = FF_COST_WALL;

	if (equals == NULL || ff_number_parse(text, dash == NULL ? levels : (size_t)(dash - text),
					      0, 255, &first) != FF_NUMBER_OK)
		return false;
	last = first;
	if (dash != NULL &&
	    ff_number_parse(dash + 1, (size_t)(equals - dash) - 1, 0, 255, &last) != FF_NUMBER_OK)
		return false;
	n -= levels + 1;
	if (!(n == 4 && memcmp(equals + 1, "wall", 4) == 0) &&
	    ff_number_parse(equals + 1, n, 1, FF_COST_MAX, &cost) != FF_NUMBER_OK)
		return false;
	if (last < first)
		return false;
	*remap = (struct ff_levels_remap){(uint8_t)first, (uint8_t)last, (uint8_t)cost};
	return true;
}

static enum ff_status set_remap(void *target, const struct ff_argv_option *option,
				const char *value, struct ff_error *err)
{
	struct parse *parse = target;
	struct ff_levels_rules *levels = &parse->options.levels;

	for (const char *at = value;; at++) {
		size_t n = strcspn(at, ",");
		void *remaps = parse->options.remaps;
		struct ff_levels_remap remap;

		if (!parse_remap(at, n, &remap))
			return ff_status_fail(err, FF_E_USAGE,
					      "--%s %s: \"%.*s\" is not A=C or A-B=C with greys "
					      "0..255 and a cost 1..254 or wall",
					      option->name, value, (int)n, at);
		for (size_t i = 0; i < levels->count; i++) {
			const struct ff_levels_remap *other = &parse->options.remaps[i];

			if (remap.first <= other->last && other->first <= remap.last)
				return ff_status_fail(
					err, FF_E_USAGE, "--%s %s: grey %d has two costs",
					option->name, value,
					remap.first > other->first ? remap.first : other->first);
		}
		if (!ff_memory_grow(&remaps, &parse->remaps_room, levels->count + 1, sizeof remap))
			return ff_status_nomem(err, "greys");
		parse->options.remaps = remaps;
		parse->options.remaps[levels->count++] = remap;
		at += n;
		if (*at == '\0')
			return FF_OK;
	}
}

/* --force and --no-clobber: the last one counts. */
static enum ff_status set_force(void *target, const struct ff_argv_option *option,
				const char *value, struct ff_error *err)
{
	struct parse *parse = target;

	(void)value, (void)err;
	parse->options.force = option->which == 1;
	parse->options.no_clobber = option->which == 0;
	return FF_OK;
}

/* Whether it is drawn, or where it is. */
static enum ff_status set_legend(void *target, const struct ff_argv_option *option,
				 const char *value, struct ff_error *err)
{
	struct ff_options *o = &((struct parse *)target)->options;

	size_t count;
	const char *const *words = ff_option_values_words(FF_OPTION_VALUES_LEGEND, &count);

	for (size_t i = 0; i < count; i++)
		if (strcmp(value, words[i]) == 0)
			return ff_option_values_choice(target, option, value, err);
	if (*value == '\0')
		return ff_status_fail(err, FF_E_USAGE, "--%s needs a file's name", option->name);
	if (o->legend != NULL)
		return ff_status_fail(err, FF_E_USAGE,
				      "one legend at a time: %s or %s?  (else there is auto, "
				      "always or never)",
				      o->legend, value);
	o->legend = value;
	return FF_OK;
}

static enum ff_status set_range(void *target, const struct ff_argv_option *option,
				const char *value, struct ff_error *err)
{
	struct parse *parse = target;
	double *most = &parse->options.style.range;
	enum ff_number why = FF_NUMBER_NOT;

	if (strncmp(value, "0:", 2) == 0)
		why = ff_number_decimal(value + 2, strlen(value + 2), 0, 1e15, most);
	if (why == FF_NUMBER_OK && *most > 0)
		return FF_OK;
	return ff_option_values_bad(option, value, why == FF_NUMBER_OK ? FF_NUMBER_RANGE : why,
				    "0:MAX with a MAX above 0, up to 1000000000000000", err);
}

static enum ff_status set_verbosity(void *target, const struct ff_argv_option *option,
				    const char *value, struct ff_error *err)
{
	struct parse *parse = target;

	(void)value, (void)err;
	parse->options.verbosity = (enum ff_options_verbosity)option->which;
	return FF_OK;
}

static enum ff_status set_action(void *target, const struct ff_argv_option *option,
				 const char *value, struct ff_error *err)
{
	struct parse *parse = target;

	(void)value, (void)err;
	if (parse->options.action < FF_OPTIONS_HELP)
		parse->options.action = (enum ff_options_action)option->which;
	return FF_OK;
}

bool ff_options_moves(const struct ff_options *o)
{
	return o->outputs[FF_OPTIONS_ANIMATE] != NULL || o->animation.frames != NULL;
}

/* The map; then the field of verify, or the scenarios of scen. */
static enum ff_status set_operand(void *target, const char *word, struct ff_error *err)
{
	struct ff_options *o = &((struct parse *)target)->options;
	bool two = o->action == FF_OPTIONS_VERIFY || o->action == FF_OPTIONS_SCEN ||
		   o->action == FF_OPTIONS_COMPARE;

	if (o->map == NULL)
		o->map = word;
	else if (two && o->checked == NULL)
		o->checked = word;
	else if (!two)
		return ff_hints_operand(o->table, o->map, word, err);
	else
		return ff_status_fail(err, FF_E_USAGE, "one %s at a time: %s or %s?",
				      o->action == FF_OPTIONS_SCEN      ? "file of scenarios"
				      : o->action == FF_OPTIONS_COMPARE ? "new map"
									: "field",
				      o->checked, word);
	return FF_OK;
}

/* What the first word may ask for instead of a run. */
static const struct ff_argv_table *verb_of(void *target, const char *word)
{
	static const struct {
		const char *name;
		enum ff_options_action action;
		const struct ff_argv_table *table;
	} verbs[] = {{"verify", FF_OPTIONS_VERIFY, &ff_options_verify_table},
		     {"compare", FF_OPTIONS_COMPARE, &ff_options_compare_table},
		     {"scen", FF_OPTIONS_SCEN, &ff_options_table},
		     {"sectors", FF_OPTIONS_SECTORS, &ff_options_sectors_table},
		     {"walk", FF_OPTIONS_WALK, &ff_options_walk_table},
		     {"update", FF_OPTIONS_UPDATE, &ff_options_update_table},
		     {"watch", FF_OPTIONS_WATCH, &ff_options_watch_table}};
	struct ff_options *o = &((struct parse *)target)->options;

	for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
		if (strcmp(word, verbs[i].name) == 0) {
			if (o->action == FF_OPTIONS_RUN)
				o->action = verbs[i].action;
			o->table = verbs[i].table;
			return o->table;
		}
	return NULL;
}

static const char *const *words_of(const struct ff_argv_option *option, size_t *count)
{
	if (option->set != ff_option_values_choice && option->set != set_legend)
		return NULL;
	return ff_option_values_words((enum ff_option_values_choice)option->which, count);
}

const struct ff_argv_table ff_options_table = {
	"flowfield",
	"usage: flowfield MAP --goal X,Y [options]\n"
	"       flowfield verify MAP FIELD --goal X,Y [options]\n"
	"       flowfield compare OLD NEW --goal X,Y [options]\n"
	"       flowfield scen MAP.map FILE.scen [options]\n"
	"       flowfield sectors MAP --goal X,Y --from X,Y [options]\n"
	"       flowfield walk MAP --goal X,Y --spawn N [options]\n"
	"       flowfield update MAP --goal X,Y --edits FILE [options]\n"
	"       flowfield watch MAP --goal X,Y [options]\n"
	"       flowfield help [COMMAND]\n"
	"\n"
	"Works out the cost to reach the goal from every cell of a map, and writes\n"
	"pictures and numbers.  MAP is a PNG or PGM image (grey 1..254 = cost, white =\n"
	"wall), a MovingAI map, rows of . and # as text, or a map_server .yaml beside\n"
	"its image; - is standard input, and as FILE standard output.  verify checks\n"
	"every cell of a field that --csv or --integration, or anyone, wrote; scen the\n"
	"lengths of MovingAI's scenarios.\n",
	option_list,
	sizeof option_list / sizeof option_list[0],
	set_operand,
	words_of,
	NULL,
	verb_of,
	NULL,
	ff_hints_option};

/* What asks of cells that nobody computes, or of a map that is not the graph's. */
static const char *const not_for_sectors[] = {
	"max-cost",   "flee",          "max-unreached", "sight",   "subdivide",
	"allocation", "ties",          "sight-mask",    "animate", "frames",
	"fps",        "max-animation", "batch",         "budget",  NULL};

/* What is about a field that grows. */
static const char *const not_for_update[] = {"batch", "budget", NULL};

/* What cannot be replaced again and again, or is about a field that grows. */
static const char *const not_for_watch[] = {
	"json", "no-clobber", "animate", "frames", "fps", "max-animation", "batch", "budget", NULL};

/* Options of a run that compare refuses: other outputs, and other questions. */
static const char *const not_for_compare[] = {
	"require",    "max-unreached", "heatmap",    "arrows",     "reach",        "terrain",
	"allocation", "regions",       "ties",       "sight-mask", "integration",  "cost",
	"csv",        "directions",    "vectors",    "encoding",   "scale-values", "none",
	"out-dir",    "force",         "no-clobber", "colormap",   "range",        "scale",
	"values",     "contours",      "animate",    "frames",     "fps",          "max-animation",
	"batch",      "budget",        "dry-run",    NULL};

const struct ff_argv_table ff_options_compare_table = {
	"flowfield compare",
	"usage: flowfield compare OLD NEW --goal X,Y [options]\n"
	"\n"
	"Solves two maps with the same options, and says what changed as flowfield diff does\n"
	"of the tables that --csv writes.  Exit status 0: nothing, 1: something.\n",
	compare_list,
	sizeof compare_list / sizeof compare_list[0],
	NULL,
	NULL,
	&ff_options_table,
	NULL,
	not_for_compare,
	NULL};

const struct ff_argv_table ff_options_verify_table = {
	"flowfield verify",
	"usage: flowfield verify MAP FIELD --goal X,Y [options]\n"
	"\n"
	"Holds every cell of a field that --csv or --integration, or anyone, wrote against\n"
	"the map, the goals and the options of the run that it is of.\n"
	"It has the options of a run, but for outputs, --flee, --require and\n"
	"--max-unreached.\n",
	verify_list,
	sizeof verify_list / sizeof verify_list[0],
	NULL,
	NULL,
	&ff_options_table,
	NULL,
	NULL,
	NULL};

const struct ff_argv_table ff_options_sectors_table = {
	"flowfield sectors",
	"usage: flowfield sectors MAP --goal X,Y --from X,Y [--from X,Y ...] [options]\n"
	"\n"
	"Cuts the map into sectors, finds routes from the sources to the goal through the\n"
	"portals between them, and works out the field of the sectors on these routes only.\n",
	sectors_list,
	sizeof sectors_list / sizeof sectors_list[0],
	NULL,
	NULL,
	&ff_options_table,
	NULL,
	not_for_sectors,
	NULL};

const struct ff_argv_table ff_options_walk_table = {
	"flowfield walk",
	"usage: flowfield walk MAP --goal X,Y --from X,Y [--from X,Y ...] [options]\n"
	"       flowfield walk MAP --goal X,Y --agents FILE.csv [options]\n"
	"       flowfield walk MAP --goal X,Y --spawn N[@X,Y,W,H][:GROUP] [options]\n"
	"       flowfield walk MAP --goal X,Y --traffic-all [options]\n"
	"\n"
	"Walkers follow the field: each alone or, with --simulate, as a crowd whose discs\n"
	"overlap neither walls nor each other.\n",
	ff_walk_options_list,
	FF_WALK_OPTIONS,
	NULL,
	NULL,
	&ff_options_table,
	NULL,
	ff_walk_options_without,
	NULL};

const struct ff_argv_table ff_options_update_table = {
	"flowfield update",
	"usage: flowfield update MAP --goal X,Y --edits FILE [options]\n"
	"       flowfield update MAP --goal X,Y --from-map OLD [options]\n"
	"\n"
	"Solves a map that changes step by step, and repairs the field each time instead of\n"
	"solving it afresh.  WHAT is a cost (1..254), wall, open, goal or nogoal.  Outputs with\n"
	"{step} in their name are written after each step, others after the last one;\n"
	"animations have a frame before the first step and one after each.\n",
	update_list,
	sizeof update_list / sizeof update_list[0],
	NULL,
	NULL,
	&ff_options_table,
	NULL,
	not_for_update,
	NULL};

const struct ff_argv_table ff_options_watch_table = {
	"flowfield watch",
	"usage: flowfield watch MAP --goal X,Y [options]\n"
	"\n"
	"A run that does not end: whenever the map, or another of its inputs, changes, the\n"
	"outputs are written anew.  The field is repaired where the map's size is as it was.\n"
	"It has the options of a run, but for --json, --no-clobber, --budget and animations.\n",
	option_list,
	0,
	NULL,
	NULL,
	&ff_options_table,
	NULL,
	not_for_watch,
	NULL};

/* What was not given, and nothing refuses. */
static void settle(struct ff_options *o)
{
	if (o->encoding == FF_ENCODINGS)
		o->encoding = FF_ENCODING_INDEX;
	if (!(o->animation.fps > 0))
		o->animation.fps = FPS;
	if (o->animation.max_bytes == 0)
		o->animation.max_bytes = ANIMATION;
	ff_walk_options_settle(&o->walk);
}

/* The metric of who chooses none.  Walkers go in any direction: led by whole steps, of which many
 * are equally good, all of a crowd would end up along one wall. */
static enum ff_metric metric_of(const struct ff_options *o)
{
	switch (o->action) {
	case FF_OPTIONS_WALK:
		return o->model.step == FF_STEP_MEAN ? FF_METRIC_OCTILE : FF_METRIC_EUCLID;
	case FF_OPTIONS_SCEN:
		return FF_METRIC_OCTILE;
	default:
		return FF_METRIC_MANHATTAN;
	}
}

enum ff_status ff_options_parse(struct ff_options *out, int argc, char *const *argv,
				struct ff_error *err)
{
	struct parse parse = {.options = {.table = &ff_options_table,
					  .verbosity = FF_OPTIONS_NORMAL,
					  .sectors = {.size = FF_SECTORS_SIZE},
					  .walk = ff_walk_options_defaults,
					  .animation.budget = INT64_MAX,
					  .radius = -1, /* not given */
					  .max_cost = INFINITY,
					  .max_unreached = -1,
					  .max_unreached_percent = -1,
					  .max_cells = FF_COST_CELLS,
					  .max_memory = INT64_MAX,
					  .model.metric = FF_METRICS, /* not chosen */
					  .model.flow = FF_FLOWS,
					  .encoding = FF_ENCODINGS,
					  .none = FF_WRITE_RASTER_NONES}};
	enum ff_status st;

	st = ff_argv_parse(&ff_options_table, argc, argv, &parse, &parse.options.recorded, err);
	if (parse.options.model.metric == FF_METRICS)
		parse.options.model.metric = metric_of(&parse.options);
	if (parse.options.model.flow == FF_FLOWS)
		parse.options.model.flow = ff_model_metric[parse.options.model.metric].flow;
	if (parse.options.radius < 0)
		parse.options.radius =
			parse.options.action == FF_OPTIONS_WALK ? FF_WALK_OPTIONS_RADIUS : 0;
	if (st == FF_OK && parse.options.action < FF_OPTIONS_HELP)
		st = ff_option_checks_all(&parse.options, err);
	if (st != FF_OK) {
		ff_options_free(&parse.options);
		return st;
	}
	settle(&parse.options);
	parse.options.levels.remaps = parse.options.remaps;
	*out = parse.options;
	return FF_OK;
}

void ff_options_free(struct ff_options *options)
{
	free(options->goals.items);
	free(options->goal_files);
	free(options->required);
	free(options->sectors.from);
	ff_walk_options_free(&options->walk);
	free(options->remaps);
	free(options->recorded);
}

void ff_options_usage(FILE *to)
{
	fputs("flowfield: which way to the goal, from every cell of a map\n"
	      "usage: flowfield MAP --goal X,Y [options]\n"
	      "  MAP     a PNG or PGM image (grey = cost, white = wall), .map, .yaml, or -\n"
	      "  --goal  the cell to walk to; repeatable\n"
	      "  --help  all options\n"
	      "three pictures, here:  flowfield map.png --goal 40,12\n"
	      "in a pipeline:         flowfield - --goal 40,12 --csv - < map.png\n",
	      to);
}
