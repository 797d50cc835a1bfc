#include "cmd/options.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/pool.h"
#include "cmd/argv.h"
#include "cmd/outputs.h"
#include "grid/sectors.h"

/* What is known while parsing. */
struct parse {
	struct ff_options options;
	size_t goals_room, goal_files_room, required_room, from_room, remaps_room;
};

typedef enum ff_status set_function(void *, const struct ff_argv_option *, const char *,
				    struct ff_error *);
static set_function set_goal, set_goals, set_flag, set_max_cost, set_require, set_from,
	set_load_graph, set_flee, set_choice, set_legend, set_radius, set_int, set_remap,
	set_output, set_scale_values, set_out_dir, set_force, set_range, set_max_memory,
	set_verbosity, set_action;

/* What set_flag() sets. */
enum flag { SNAP, SUBDIVIDE, SIGHT, INVERT, VALUES, DRY_RUN, NO_SANDBOX, EXACT, DETOURS };

/* What set_choice() sets: a name of a list, whose place there goes to an enum. */
enum choice { METRIC, STEP, CORNERS, FLOW, ENCODING, COLORMAP, LEGEND };

static const char *const legends[] = {
	[FF_STYLE_LEGEND_AUTO] = "auto",
	[FF_STYLE_LEGEND_ALWAYS] = "always",
	[FF_STYLE_LEGEND_NEVER] = "never",
};

static const struct {
	const char *const *names; /* [count] */
	int count;
	size_t place; /* in struct ff_options */
} choices[] = {
	[METRIC] = {ff_model_metrics, FF_METRICS, offsetof(struct ff_options, model.metric)},
	[STEP] = {ff_model_steps, FF_STEPS, offsetof(struct ff_options, model.step)},
	[CORNERS] = {ff_model_corners, FF_CORNERS, offsetof(struct ff_options, model.corners)},
	[FLOW] = {ff_model_flows, FF_FLOWS, offsetof(struct ff_options, model.flow)},
	[ENCODING] = {ff_encoding_names, FF_ENCODINGS, offsetof(struct ff_options, encoding)},
	[COLORMAP] = {ff_colormap_names, FF_COLORMAPS, offsetof(struct ff_options, style.colormap)},
	[LEGEND] = {legends, FF_STYLE_LEGEND_NEVER + 1, offsetof(struct ff_options, style.legend)},
};

_Static_assert(sizeof(enum ff_metric) == sizeof(int), "enums are set as ints");

/* What set_int() sets. */
enum number {
	MAX_UNREACHED,
	MAX_CELLS,
	WALL_FROM,
	UNKNOWN,
	SCALE,
	CONTOURS,
	THREADS,
	SECTOR_SIZE,
	CACHE_MIB,
};

enum { CACHE = 64, CACHE_MAX = 1 << 20 }; /* MiB of sectors that are kept */

static const struct {
	int min, max;
	size_t place; /* in struct ff_options */
} numbers[] = {
	[MAX_UNREACHED] = {0, FF_COST_CELLS_MAX, offsetof(struct ff_options, max_unreached)},
	[MAX_CELLS] = {1, FF_COST_CELLS_MAX, offsetof(struct ff_options, max_cells)},
	[WALL_FROM] = {1, 255, offsetof(struct ff_options, levels.wall_from)},
	[UNKNOWN] = {1, FF_COST_MAX, offsetof(struct ff_options, unknown)},
	[SCALE] = {1, FF_STYLE_SCALE_MAX, offsetof(struct ff_options, style.scale)},
	[CONTOURS] = {1, FF_STYLE_CONTOURS_MAX, offsetof(struct ff_options, style.contours)},
	[THREADS] = {1, FF_POOL_THREADS, offsetof(struct ff_options, threads)},
	[SECTOR_SIZE] = {FF_SECTORS_SIZE_MIN, FF_SECTORS_SIZE_MAX,
			 offsetof(struct ff_options, sectors.size)},
	[CACHE_MIB] = {0, CACHE_MAX, offsetof(struct ff_options, sectors.cache_mib)},
};

/* clang-format off */
static const struct ff_argv_option option_list[] = {
	{0, NULL, NULL, "Goals", FF_ARGV_NONE, false, NULL, 0},
	{'g', "goal", "X,Y[,W,H][+COST]", "walk to this cell, area or 1.5m,-2m; repeatable", FF_ARGV_REQUIRED, true, set_goal, 0},
	{0, "goals", "FILE", "goals from a CSV file or a mask image; repeatable", FF_ARGV_REQUIRED, true, set_goals, 0},
	{0, "snap", NULL, "move a goal or source on a wall to an open cell", FF_ARGV_NONE, true, set_flag, SNAP},
	{0, "max-cost", "C", "nothing beyond this cost is reached", FF_ARGV_REQUIRED, true, set_max_cost, 0},
	{0, "flee", "F", "lead away from the goals: cost times F (-1.2)", FF_ARGV_OPTIONAL, true, set_flee, 0},
	{0, "require", "X,Y", "exit 1 unless this cell is reached; repeatable", FF_ARGV_REQUIRED, false, set_require, 0},
	{0, "max-unreached", "N", "exit 1 if more cells than N are not reached", FF_ARGV_REQUIRED, false, set_int, MAX_UNREACHED},
	{0, NULL, NULL, "Movement", FF_ARGV_NONE, false, NULL, 0},
	{0, "metric", "NAME", "manhattan (default), octile or euclid", FF_ARGV_REQUIRED, true, set_choice, METRIC},
	{0, "step", "RULE", "what a step pays: cell (default) or mean", FF_ARGV_REQUIRED, true, set_choice, STEP},
	{0, "corners", "RULE", "diagonals: strict (default), lenient or cut", FF_ARGV_REQUIRED, true, set_choice, CORNERS},
	{0, "flow", "RULE", "lowest, path or gradient (default: by metric)", FF_ARGV_REQUIRED, true, set_choice, FLOW},
	{0, "sight", NULL, "who sees a goal goes straight to it", FF_ARGV_NONE, true, set_flag, SIGHT},
	{0, "radius", "R", "walkers are discs of R cells", FF_ARGV_REQUIRED, true, set_radius, 0},
	{0, "subdivide", NULL, "split each cell in 2x2 first", FF_ARGV_NONE, true, set_flag, SUBDIVIDE},
	{0, NULL, NULL, "Map", FF_ARGV_NONE, false, NULL, 0},
	{0, "invert", NULL, "black is wall: read grey v as 255 - v", FF_ARGV_NONE, true, set_flag, INVERT},
	{0, "wall-from", "T", "grey T (1..255) and up is wall, the rest costs 1", FF_ARGV_REQUIRED, true, set_int, WALL_FROM},
	{0, "remap", "A[-B]=C[,...]", "grey A to B costs C (1..254, or wall)", FF_ARGV_REQUIRED, true, set_remap, 0},
	{0, "unknown", "COST", "unknown cells (map_server) cost 1..254, not wall", FF_ARGV_REQUIRED, true, set_int, UNKNOWN},
	{0, "legend", "FILE|WHEN", "what colours cost; or auto, always, never (drawn)", FF_ARGV_REQUIRED, true, set_legend, LEGEND},
	{0, NULL, NULL, "Outputs (without any: MAP.heatmap.png, MAP.arrows.png and MAP.reach.png)", FF_ARGV_NONE, false, NULL, 0},
	{0, "heatmap", "FILE", "how far all is from the goal (.png or .svg)", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_HEATMAP},
	{0, "arrows", "FILE", "which way to go (.png or .svg)", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_ARROWS},
	{0, "reach", "FILE", "what can be reached, and what not (or data)", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_REACH},
	{0, "terrain", "FILE.png", "what each cell costs", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_TERRAIN},
	{0, "allocation", "FILE", "which goal serves each cell (or data)", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_ALLOCATION},
	{0, "regions", "FILE", "connected open areas (or data)", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_REGIONS},
	{0, "ties", "FILE", "how many ways are equally good (or data)", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_TIES},
	{0, "sight-mask", "FILE.png", "which cells see a goal: 255, others 0", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_SIGHT_MASK},
	{0, "integration", "FILE", "cost to the goal: .npy .csv .pgm .pfm .png .asc", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_INTEGRATION},
	{0, "cost", "FILE", "what each cell costs: data as --integration", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_COST},
	{0, "csv", "FILE", "every cell as a line of text", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_CSV},
	{0, "directions", "FILE", "a direction a cell: data as --integration", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_DIRECTIONS},
	{0, "vectors", "FILE", "dx,dy a cell: data as .npy, .csv or .pfm", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_VECTORS},
	{0, "encoding", "NAME", "index (default), esri, degrees or bits", FF_ARGV_REQUIRED, true, set_choice, ENCODING},
	{0, "scale-values", "F", "round costs times F to make them grey levels", FF_ARGV_REQUIRED, true, set_scale_values, 0},
	{0, "json", "FILE", "all figures about the run", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_JSON},
	{0, "out-dir", "DIR", "folder for all outputs (made if missing)", FF_ARGV_REQUIRED, false, set_out_dir, 0},
	{'f', "force", NULL, "replace files that are write-protected", FF_ARGV_NONE, false, set_force, 1},
	{0, "no-clobber", NULL, "replace no file: fail if one is there", FF_ARGV_NONE, false, set_force, 0},
	{0, NULL, NULL, "Pictures", FF_ARGV_NONE, false, NULL, 0},
	{0, "colormap", "NAME", "viridis (default), cividis, turbo or gray", FF_ARGV_REQUIRED, true, set_choice, COLORMAP},
	{0, "range", "0:MAX", "last colour at cost MAX: heatmaps then compare", FF_ARGV_REQUIRED, true, set_range, 0},
	{0, "scale", "K", "draw each cell K pixels (1..256) a side", FF_ARGV_REQUIRED, true, set_int, SCALE},
	{0, "values", NULL, "print each cell's cost to the goal on the heatmap", FF_ARGV_NONE, true, set_flag, VALUES},
	{0, "contours", "N", "draw N (1..1000) lines of equal cost on it", FF_ARGV_REQUIRED, true, set_int, CONTOURS},
	{0, NULL, NULL, "Other", FF_ARGV_NONE, false, NULL, 0},
	{'j', "threads", "N", "use N threads (1..256; default: as many as cores)", FF_ARGV_REQUIRED, false, set_int, THREADS},
	{0, "max-cells", "N", "refuse maps of more cells (default: 268435456)", FF_ARGV_REQUIRED, false, set_int, MAX_CELLS},
	{0, "max-memory", "SIZE", "refuse what takes more bytes (512M, 2G)", FF_ARGV_REQUIRED, false, set_max_memory, 0},
	{'n', "dry-run", NULL, "say what memory is needed and what is written", FF_ARGV_NONE, false, set_flag, DRY_RUN},
	{0, "no-sandbox", NULL, "keep the right to open any file, and more", FF_ARGV_NONE, false, set_flag, NO_SANDBOX},
	{'v', "verbose", NULL, "say how long everything took", FF_ARGV_NONE, false, set_verbosity, FF_OPTIONS_VERBOSE},
	{'q', "quiet", NULL, "say nothing but errors", FF_ARGV_NONE, false, set_verbosity, FF_OPTIONS_QUIET},
	{'h', "help", NULL, "print this help", FF_ARGV_NONE, false, set_action, FF_OPTIONS_HELP},
	{'V', "version", NULL, "print the version", FF_ARGV_NONE, false, set_action, FF_OPTIONS_VERSION},
};

/* Before those of runs. */
static const struct ff_argv_option verify_list[] = {
	{0, NULL, NULL, "Verify", FF_ARGV_NONE, false, NULL, 0},
	{0, "detours", NULL, "costs may be above the least, as those of sectors", FF_ARGV_NONE, false, set_flag, DETOURS},
};

/* Before those of runs, whose defaults some of them change. */
static const struct ff_argv_option sectors_list[] = {
	{0, NULL, NULL, "Sectors (default outputs: MAP.heatmap.png, MAP.arrows.png and MAP.portals.png)", FF_ARGV_NONE, false, NULL, 0},
	{0, "from", "X,Y", "someone walks from this cell, or 1.5m,-2m; repeatable", FF_ARGV_REQUIRED, true, set_from, 0},
	{0, "size", "N", "a sector has N (8..1024; default 10) cells a side", FF_ARGV_REQUIRED, true, set_int, SECTOR_SIZE},
	{0, "exact", NULL, "compute more sectors until all costs are the least", FF_ARGV_NONE, true, set_flag, EXACT},
	{0, "cache-mib", "N", "keep N MiB (default 64) of sectors; 0: none", FF_ARGV_REQUIRED, false, set_int, CACHE_MIB},
	{0, "save-graph", "FILE", "keep the graph of portals in a file", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_SAVE_GRAPH},
	{0, "load-graph", "FILE", "take it from there instead of working it out", FF_ARGV_REQUIRED, false, set_load_graph, 0},
	{0, "portals", "FILE.png", "sectors, windows, portals, paths", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_PORTALS},
	{0, "graph", "FILE", "nodes and edges with their costs (.png or .csv)", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_GRAPH},
};
/* clang-format on */

const char *const ff_options_output_names[FF_OPTIONS_OUTPUTS] = {
	[FF_OPTIONS_HEATMAP] = "heatmap",
	[FF_OPTIONS_ARROWS] = "arrows",
	[FF_OPTIONS_REACH] = "reach",
	[FF_OPTIONS_TERRAIN] = "terrain",
	[FF_OPTIONS_ALLOCATION] = "allocation",
	[FF_OPTIONS_REGIONS] = "regions",
	[FF_OPTIONS_TIES] = "ties",
	[FF_OPTIONS_SIGHT_MASK] = "sight-mask",
	[FF_OPTIONS_INTEGRATION] = "integration",
	[FF_OPTIONS_COST] = "cost",
	[FF_OPTIONS_CSV] = "csv",
	[FF_OPTIONS_DIRECTIONS] = "directions",
	[FF_OPTIONS_VECTORS] = "vectors",
	[FF_OPTIONS_JSON] = "json",
	[FF_OPTIONS_PORTALS] = "portals",
	[FF_OPTIONS_GRAPH] = "graph",
	[FF_OPTIONS_SAVE_GRAPH] = "save-graph",
};

static enum ff_status bad_number(const struct ff_argv_option *option, const char *value,
				 enum ff_number why, const char *range, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_USAGE, "--%s %s: %s%s", option->name, value,
			      why == FF_NUMBER_RANGE ? "is out of range: wanted is " : "wanted is ",
			      range);
}

static enum ff_status set_int(void *target, const struct ff_argv_option *option, const char *value,
			      struct ff_error *err)
{
	char *options = (char *)&((struct parse *)target)->options;
	int min = numbers[option->which].min, max = numbers[option->which].max;
	enum ff_number why;
	int64_t number;
	char range[64];

	why = ff_number_parse(value, strlen(value), min, max, &number);
	if (why == FF_NUMBER_OK) {
		memcpy(options + numbers[option->which].place, &(int){(int)number}, sizeof(int));
		return FF_OK;
	}
	snprintf(range, sizeof range, "a whole number in %d..%d", min, max);
	return bad_number(option, value, why, range, err);
}

static enum ff_status set_real(const struct ff_argv_option *option, const char *value, double min,
			       double max, const char *wanted, double *out, struct ff_error *err)
{
	enum ff_number why = ff_number_decimal(value, strlen(value), min, max, out);

	return why == FF_NUMBER_OK ? FF_OK : bad_number(option, value, why, wanted, err);
}

/* Reads 'count' numbers with commas between them. */
static enum ff_number parse_list(const char *text, size_t n, double *list, int count)
{
	static const double side = FF_GOALS_PLACE_MAX;
	enum ff_number worst = FF_NUMBER_OK;

	for (int i = 0; i < count; i++) {
		const char *comma = memchr(text, ',', n);
		size_t length = comma == NULL ? n : (size_t)(comma - text);

		enum ff_number why = ff_number_decimal(text, length, -side, side, &list[i]);

		if ((comma == NULL) != (i == count - 1) || why == FF_NUMBER_NOT)
			return FF_NUMBER_NOT;
		worst = why == FF_NUMBER_OK ? worst : why;
		text += length + 1;
		n -= length + (comma == NULL ? 0 : 1);
	}
	return worst;
}

/* Xm,Ym */
static enum ff_number parse_metres(const char *text, size_t n, double place[2])
{
	const char *comma = memchr(text, ',', n);
	size_t x = comma == NULL ? 0 : (size_t)(comma - text), y = n - x - 1;
	static const double side = FF_GOALS_PLACE_MAX;
	enum ff_number why[2];

	if (x == 0 || y == 0 || text[x - 1] != 'm' || text[n - 1] != 'm')
		return FF_NUMBER_NOT;
	why[0] = ff_number_decimal(text, x - 1, -side, side, &place[0]);
	why[1] = ff_number_decimal(comma + 1, y - 1, -side, side, &place[1]);
	return why[0] > why[1] ? why[0] : why[1];
}

static bool is_whole(double number)
{
	return floor(number) == number;
}

/* X,Y[,W,H][+COST] or Xm,Ym[+COST] */
static enum ff_number parse_goal(const char *value, struct ff_goal *goal)
{
	size_t n = strcspn(value, "+");
	double place[4] = {0, 0, 1, 1};
	enum ff_number why = parse_list(value, n, place, 2);

	*goal = (struct ff_goal){0};
	if (why == FF_NUMBER_NOT && n > 0 && value[n - 1] == 'm') {
		why = parse_metres(value, n, place);
		goal->metres = true;
	} else if (why == FF_NUMBER_NOT) {
		why = parse_list(value, n, place, 4);
		for (int i = 0; i < 4 && why == FF_NUMBER_OK; i++)
			if (!is_whole(place[i]) || (i >= 2 && place[i] < 1))
				why = FF_NUMBER_NOT;
			else if (i >= 2 && place[i] > FF_GOALS_SIDE_MAX)
				why = FF_NUMBER_RANGE;
	}
	if (why != FF_NUMBER_OK)
		return why;
	goal->x = place[0];
	goal->y = place[1];
	goal->w = (int32_t)place[2];
	goal->h = (int32_t)place[3];
	if (value[n] == '\0')
		return FF_NUMBER_OK;
	return ff_number_parse(value + n + 1, strlen(value + n + 1), 0, FF_GOALS_START_MAX,
			       &goal->start);
}

static enum ff_status set_goal(void *target, const struct ff_argv_option *option, const char *value,
			       struct ff_error *err)
{
	struct parse *parse = target;
	struct ff_goals *goals = &parse->options.goals;
	void *items = goals->items;
	struct ff_goal goal;
	enum ff_number why = parse_goal(value, &goal);

	if (why != FF_NUMBER_OK)
		return bad_number(
			option, value, why,
			"X,Y or, with whole numbers, X,Y,W,H, or metres, Xm,Ym; then perhaps "
			"+COST",
			err);
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

	if (*value == '\0')
		return ff_status_fail(err, FF_E_USAGE, "--%s needs a file's name", option->name);
	if (!ff_memory_grow(&files, &parse->goal_files_room, o->goal_file_count + 1,
			    sizeof *o->goal_files))
		return ff_status_nomem(err, "goals");
	o->goal_files = files;
	o->goal_files[o->goal_file_count++] = value;
	return FF_OK;
}

static enum ff_status set_flag(void *target, const struct ff_argv_option *option, const char *value,
			       struct ff_error *err)
{
	struct ff_options *o = &((struct parse *)target)->options;

	(void)value, (void)err;
	switch ((enum flag)option->which) {
	case SNAP:
		o->snap = true;
		break;
	case SUBDIVIDE:
		o->subdivide = true;
		break;
	case SIGHT:
		o->sight = true;
		break;
	case INVERT:
		o->levels.invert = 1;
		break;
	case VALUES:
		o->style.values = true;
		break;
	case DRY_RUN:
		o->dry_run = true;
		break;
	case NO_SANDBOX:
		o->no_sandbox = true;
		break;
	case EXACT:
		o->sectors.exact = true;
		break;
	case DETOURS:
		o->detours = true;
		break;
	}
	return FF_OK;
}

static enum ff_status set_max_cost(void *target, const struct ff_argv_option *option,
				   const char *value, struct ff_error *err)
{
	struct parse *parse = target;

	return set_real(option, value, 0, 1e15, "a number of 0 or more", &parse->options.max_cost,
			err);
}

/* Adds a place to a list of 'room'; 'what' says what these are. */
static enum ff_status add_place(const struct ff_argv_option *option, const char *value,
				struct ff_options_place **places, size_t *count, size_t *room,
				const char *what, struct ff_error *err)
{
	void *items = *places;
	size_t n = strlen(value);
	double place[2];
	bool metres = parse_metres(value, n, place) == FF_NUMBER_OK;

	if (!metres && (parse_list(value, n, place, 2) != FF_NUMBER_OK || !is_whole(place[0]) ||
			!is_whole(place[1])))
		return bad_number(option, value, FF_NUMBER_NOT,
				  "X,Y, two whole numbers and a comma, or metres, Xm,Ym", err);
	if (!ff_memory_grow(&items, room, *count + 1, sizeof **places))
		return ff_status_nomem(err, what);
	*places = items;
	(*places)[(*count)++] = (struct ff_options_place){place[0], place[1], metres};
	return FF_OK;
}

static enum ff_status set_require(void *target, const struct ff_argv_option *option,
				  const char *value, struct ff_error *err)
{
	struct parse *parse = target;
	struct ff_options *o = &parse->options;

	return add_place(option, value, &o->required, &o->required_count, &parse->required_room,
			 "required cells", err);
}

static enum ff_status set_from(void *target, const struct ff_argv_option *option, const char *value,
			       struct ff_error *err)
{
	struct parse *parse = target;
	struct ff_options_sectors *sectors = &parse->options.sectors;

	return add_place(option, value, &sectors->from, &sectors->from_count, &parse->from_room,
			 "sources", err);
}

static enum ff_status set_load_graph(void *target, const struct ff_argv_option *option,
				     const char *value, struct ff_error *err)
{
	const char **graph = &((struct parse *)target)->options.sectors.load_graph;

	if (*value == '\0')
		return ff_status_fail(err, FF_E_USAGE, "--%s needs a file's name", option->name);
	if (*graph != NULL)
		return ff_status_fail(err, FF_E_USAGE, "--%s is given twice", option->name);
	*graph = value;
	return FF_OK;
}

/* A number of bytes, or of as many as K, M, G or T say. */
static enum ff_status set_max_memory(void *target, const struct ff_argv_option *option,
				     const char *value, struct ff_error *err)
{
	static const char units[] = "KMGT";
	struct parse *parse = target;
	size_t n = strlen(value);
	const char *unit = n == 0 ? NULL : strchr(units, toupper((unsigned char)value[n - 1]));
	int shift = unit == NULL ? 0 : 10 * (int)(unit - units + 1);
	enum ff_number why;
	int64_t number;

	why = ff_number_parse(value, unit == NULL ? n : n - 1, 1, INT64_MAX >> shift, &number);
	if (why != FF_NUMBER_OK)
		return bad_number(option, value, why,
				  "a number of bytes of 1 or more, or one with K, M, G or T", err);
	parse->options.max_memory = number << shift;
	return FF_OK;
}

static enum ff_status set_flee(void *target, const struct ff_argv_option *option, const char *value,
			       struct ff_error *err)
{
	struct parse *parse = target;

	if (value == NULL)
		value = "-1.2";
	/* With the largest start cost on the largest map, values stay within 2^53. */
	return set_real(option, value, -5, -0.01, "a number in -5..-0.01", &parse->options.flee,
			err);
}

static enum ff_status set_radius(void *target, const struct ff_argv_option *option,
				 const char *value, struct ff_error *err)
{
	struct parse *parse = target;

	return set_real(option, value, 0, 1e6, "a number in 0..1000000", &parse->options.radius,
			err);
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

static enum ff_status set_output(void *target, const struct ff_argv_option *option,
				 const char *value, struct ff_error *err)
{
	struct parse *parse = target;
	const char **output = &parse->options.outputs[option->which], *path;
	int format;

	if (*output != NULL)
		return ff_status_fail(err, FF_E_USAGE, "--%s is given twice", option->name);
	*output = value;
	return ff_outputs_find((enum ff_options_output)option->which, value, &format, &path, err);
}

static enum ff_status set_scale_values(void *target, const struct ff_argv_option *option,
				       const char *value, struct ff_error *err)
{
	double *scale = &((struct parse *)target)->options.scale_values;
	enum ff_number why = ff_number_decimal(value, strlen(value), 1e-9, 1e9, scale);

	return why == FF_NUMBER_OK
		       ? FF_OK
		       : bad_number(option, value, why, "a number in 0.000000001..1000000000", err);
}

static enum ff_status set_out_dir(void *target, const struct ff_argv_option *option,
				  const char *value, struct ff_error *err)
{
	struct parse *parse = target;

	if (*value == '\0')
		return ff_status_fail(err, FF_E_USAGE, "--%s needs a folder's name", option->name);
	parse->options.out_dir = value;
	return FF_OK;
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

static enum ff_status set_choice(void *target, const struct ff_argv_option *option,
				 const char *value, struct ff_error *err)
{
	char *options = (char *)&((struct parse *)target)->options;
	const char *const *names = choices[option->which].names;
	int i = 0;

	while (i < choices[option->which].count && strcmp(value, names[i]) != 0)
		i++;
	if (i == choices[option->which].count)
		return ff_status_fail(err, FF_E_USAGE, "--%s %s: there is %s", option->name, value,
				      option->text);
	memcpy(options + choices[option->which].place, &i, sizeof i);
	return FF_OK;
}

/* Whether it is drawn, or where it is. */
static enum ff_status set_legend(void *target, const struct ff_argv_option *option,
				 const char *value, struct ff_error *err)
{
	struct ff_options *o = &((struct parse *)target)->options;

	for (int i = 0; i <= FF_STYLE_LEGEND_NEVER; i++)
		if (strcmp(value, legends[i]) == 0)
			return set_choice(target, option, value, err);
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
	return bad_number(option, value, why == FF_NUMBER_OK ? FF_NUMBER_RANGE : why,
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

/* Whether --integration is to be a grey image. */
static bool has_samples(const char *value)
{
	const char *path;
	int format;

	return value != NULL &&
	       ff_outputs_find(FF_OPTIONS_INTEGRATION, value, &format, &path, NULL) == FF_OK &&
	       ff_write_raster_formats[format].samples;
}

/* What makes no sense for scenarios, which have goals of their own; NULL: nothing. */
static const char *wrong_for_scen(const struct ff_options *o, bool asks)
{
	if (o->checked == NULL)
		return "there are no scenarios: name a .scen file, or -";
	if (o->goals.count > 0 || o->goal_file_count > 0 || o->snap)
		return "scen takes its goals from the scenarios";
	if (asks)
		return "scen has one output, on standard output, and no other question to answer";
	if (o->model.metric == FF_METRIC_EUCLID)
		return "scen compares lengths of paths of steps: --metric octile or manhattan";
	if (o->flee < 0 || o->sight || o->subdivide || o->max_cost < (double)INFINITY)
		return "--flee, --sight, --subdivide and --max-cost are not for scen";
	return NULL;
}

static bool is_stream(const char *path)
{
	return path != NULL && strcmp(path, "-") == 0;
}

/* How many inputs are standard input. */
static int streams_of(const struct ff_options *o)
{
	int streams = is_stream(o->map) + is_stream(o->checked) + is_stream(o->legend) +
		      is_stream(o->sectors.load_graph);

	for (size_t i = 0; i < o->goal_file_count; i++)
		streams += is_stream(o->goal_files[i]);
	return streams;
}

/* What a flee map is not for, or NULL. */
static const char *wrong_for_flee(const struct ff_options *o)
{
	if (o->sight)
		return "--flee and --sight: who flees does not walk to what it sees";
	if (o->outputs[FF_OPTIONS_SIGHT_MASK] != NULL)
		return "--flee and --sight-mask: in a flee map nobody looks for goals";
	if (o->action == FF_OPTIONS_VERIFY)
		return "--flee: a flee map cannot be verified";
	if (o->style.range > 0)
		return "--flee and --range: a flee map's values are below 0";
	if (o->outputs[FF_OPTIONS_ALLOCATION] != NULL)
		return "--flee and --allocation: in a flee map no goal serves a cell";
	return NULL;
}

/* What no single option can know. */
static enum ff_status check(const struct ff_options *o, struct ff_error *err)
{
	const char *wrong = NULL;
	bool asks = o->required_count > 0 || o->max_unreached >= 0 || o->out_dir != NULL;
	for (int kind = 0; kind < FF_OPTIONS_OUTPUTS; kind++)
		asks |= o->outputs[kind] != NULL;
	if (o->map == NULL || *o->map == '\0')
		wrong = "there is no map: name a file, or -";
	else if (o->action == FF_OPTIONS_VERIFY && o->checked == NULL)
		wrong = "there is no field to verify: name a file, or -";
	else if (o->action == FF_OPTIONS_SCEN && wrong_for_scen(o, asks) != NULL)
		wrong = wrong_for_scen(o, asks);
	else if (o->goals.count == 0 && o->goal_file_count == 0 && o->action != FF_OPTIONS_SCEN)
		wrong = "there is no goal: give --goal X,Y";
	else if (o->action == FF_OPTIONS_SECTORS && o->sectors.from_count == 0)
		wrong = "there is no source: give --from X,Y";
	else if (streams_of(o) > 1)
		wrong = "standard input can be read only once";
	else if (o->legend != NULL &&
		 (o->levels.invert != 0 || o->levels.wall_from != 0 || o->levels.count > 0))
		wrong = "--invert, --wall-from and --remap are for greys, --legend FILE for "
			"colours";
	else if (o->model.metric == FF_METRIC_EUCLID && o->model.step == FF_STEP_MEAN)
		wrong = "--step mean is not for --metric euclid, which knows no steps";
	else if (o->model.metric == FF_METRIC_EUCLID && o->detours)
		wrong = "--detours is not for --metric euclid, where they cannot be told from "
			"faults";
	else if (asks && o->action == FF_OPTIONS_VERIFY)
		wrong = "verify only reads: it has no outputs, and no other question to answer";
	else if (o->encoding < FF_ENCODINGS && o->outputs[FF_OPTIONS_DIRECTIONS] == NULL)
		wrong = "--encoding is for --directions";
	else if (o->scale_values > 0 && !has_samples(o->outputs[FF_OPTIONS_INTEGRATION]))
		wrong = "--scale-values is for --integration as .pgm or .png";
	else if (o->flee < 0)
		wrong = wrong_for_flee(o);
	return wrong == NULL ? FF_OK : ff_status_fail(err, FF_E_USAGE, "%s", wrong);
}

/* The map; then the field of verify, or the scenarios of scen. */
static enum ff_status set_operand(void *target, const char *word, struct ff_error *err)
{
	struct ff_options *o = &((struct parse *)target)->options;
	bool two = o->action == FF_OPTIONS_VERIFY || o->action == FF_OPTIONS_SCEN;

	if (o->map == NULL)
		o->map = word;
	else if (two && o->checked == NULL)
		o->checked = word;
	else
		return ff_status_fail(err, FF_E_USAGE, "one %s at a time: %s or %s?",
				      o->checked == NULL             ? "map"
				      : o->action == FF_OPTIONS_SCEN ? "file of scenarios"
								     : "field",
				      o->checked != NULL ? o->checked : o->map, word);
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
		     {"scen", FF_OPTIONS_SCEN, &ff_options_table},
		     {"sectors", FF_OPTIONS_SECTORS, &ff_options_sectors_table}};
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
	if (option->set != set_choice && option->set != set_legend)
		return NULL;
	*count = (size_t)choices[option->which].count;
	return choices[option->which].names;
}

const struct ff_argv_table ff_options_table = {
	"flowfield",
	"usage: flowfield MAP --goal X,Y [options]\n"
	"       flowfield verify MAP FIELD --goal X,Y [options]\n"
	"       flowfield scen MAP.map FILE.scen [options]\n"
	"       flowfield sectors MAP --goal X,Y --from X,Y [options]\n"
	"       flowfield COMMAND --help\n"
	"\n"
	"Works out the cost to reach the goal from every cell of a map, and writes\n"
	"pictures and numbers.  MAP is a PNG or PGM image (grey 1..254 = cost, white =\n"
	"wall), a MovingAI map or a map_server .yaml beside its image; - is standard\n"
	"input, and as FILE standard output.  verify checks every cell of a field that\n"
	"--csv or --integration, or anyone, wrote; scen the lengths of MovingAI's\n"
	"scenarios.\n",
	option_list,
	sizeof option_list / sizeof option_list[0],
	set_operand,
	words_of,
	NULL,
	verb_of,
	NULL};

/* What asks of cells that nobody computes, or of a map that is not the graph's. */
static const char *const not_for_sectors[] = {"max-cost", "flee",       "max-unreached",
					      "sight",    "subdivide",  "allocation",
					      "ties",     "sight-mask", NULL};

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
	not_for_sectors};

enum ff_status ff_options_parse(struct ff_options *out, int argc, char *const *argv,
				struct ff_error *err)
{
	struct parse parse = {.options = {.table = &ff_options_table,
					  .verbosity = FF_OPTIONS_NORMAL,
					  .sectors = {.size = FF_SECTORS_SIZE, .cache_mib = CACHE},
					  .max_cost = INFINITY,
					  .max_unreached = -1,
					  .max_cells = FF_COST_CELLS,
					  .max_memory = INT64_MAX,
					  .model.metric = FF_METRICS, /* not chosen */
					  .model.flow = FF_FLOWS,
					  .encoding = FF_ENCODINGS}};
	enum ff_status st;

	st = ff_argv_parse(&ff_options_table, argc, argv, &parse, &parse.options.recorded, err);
	if (parse.options.model.metric == FF_METRICS)
		parse.options.model.metric = parse.options.action == FF_OPTIONS_SCEN
						     ? FF_METRIC_OCTILE
						     : FF_METRIC_MANHATTAN;
	if (parse.options.model.flow == FF_FLOWS)
		parse.options.model.flow = ff_model_flow(parse.options.model.metric);
	if (st == FF_OK && parse.options.action < FF_OPTIONS_HELP)
		st = check(&parse.options, err);
	if (st != FF_OK) {
		ff_options_free(&parse.options);
		return st;
	}
	if (parse.options.encoding == FF_ENCODINGS)
		parse.options.encoding = FF_ENCODING_INDEX;
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
