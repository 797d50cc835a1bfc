#include "cmd/options.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/number.h"
#include "cmd/argv.h"

/* What is known while parsing. */
struct parse {
	struct ff_options options;
	size_t goals_room, remaps_room;
};

typedef enum ff_status set_function(void *, const struct ff_argv_option *, const char *,
				    struct ff_error *);
static set_function set_goal, set_invert, set_wall_from, set_remap, set_output, set_out_dir,
	set_force, set_colormap, set_range, set_scale, set_legend, set_values, set_contours,
	set_verbosity, set_action;

/* clang-format off */
static const struct ff_argv_option option_list[] = {
	{0, NULL, NULL, "Goals", FF_ARGV_NONE, false, NULL, 0},
	{'g', "goal", "X,Y", "walk to this cell; repeatable", FF_ARGV_REQUIRED, true, set_goal, 0},
	{0, NULL, NULL, "Map", FF_ARGV_NONE, false, NULL, 0},
	{0, "invert", NULL, "black is wall: read grey v as 255 - v", FF_ARGV_NONE, true, set_invert, 0},
	{0, "wall-from", "T", "grey T (1..255) and up is wall, the rest costs 1", FF_ARGV_REQUIRED, true, set_wall_from, 0},
	{0, "remap", "A[-B]=C[,...]", "grey A to B costs C (1..254, or wall)", FF_ARGV_REQUIRED, true, set_remap, 0},
	{0, NULL, NULL, "Outputs (without any: MAP.heatmap.png, MAP.arrows.png and MAP.reach.png)", FF_ARGV_NONE, false, NULL, 0},
	{0, "heatmap", "FILE.png", "how far everything is from the goal", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_HEATMAP},
	{0, "arrows", "FILE.png", "which way to go", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_ARROWS},
	{0, "reach", "FILE.png", "what can be reached, and what not", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_REACH},
	{0, "terrain", "FILE.png", "what each cell costs", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_TERRAIN},
	{0, "csv", "FILE", "every cell as a line of text", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_CSV},
	{0, "json", "FILE", "all figures about the run", FF_ARGV_REQUIRED, false, set_output, FF_OPTIONS_JSON},
	{0, "out-dir", "DIR", "folder for all outputs (made if missing)", FF_ARGV_REQUIRED, false, set_out_dir, 0},
	{'f', "force", NULL, "replace files that are write-protected", FF_ARGV_NONE, false, set_force, 1},
	{0, "no-clobber", NULL, "replace no file: fail if one is there", FF_ARGV_NONE, false, set_force, 0},
	{0, NULL, NULL, "Pictures", FF_ARGV_NONE, false, NULL, 0},
	{0, "colormap", "NAME", "viridis (default), cividis, turbo or gray", FF_ARGV_REQUIRED, true, set_colormap, 0},
	{0, "range", "0:MAX", "last colour at cost MAX: heatmaps then compare", FF_ARGV_REQUIRED, true, set_range, 0},
	{0, "scale", "K", "draw each cell K pixels (1..256) a side", FF_ARGV_REQUIRED, true, set_scale, 0},
	{0, "legend", "WHEN", "auto (default), always (--legend alone) or never", FF_ARGV_OPTIONAL, true, set_legend, 0},
	{0, "values", NULL, "print each cell's cost to the goal on the heatmap", FF_ARGV_NONE, true, set_values, 0},
	{0, "contours", "N", "draw N (1..1000) lines of equal cost on it", FF_ARGV_REQUIRED, true, set_contours, 0},
	{0, NULL, NULL, "Other", FF_ARGV_NONE, false, NULL, 0},
	{'v', "verbose", NULL, "say how long everything took", FF_ARGV_NONE, false, set_verbosity, FF_OPTIONS_VERBOSE},
	{'q', "quiet", NULL, "say nothing but errors", FF_ARGV_NONE, false, set_verbosity, FF_OPTIONS_QUIET},
	{'h', "help", NULL, "print this help", FF_ARGV_NONE, false, set_action, FF_OPTIONS_HELP},
	{'V', "version", NULL, "print the version", FF_ARGV_NONE, false, set_action, FF_OPTIONS_VERSION},
};
/* clang-format on */

const char *const ff_options_output_names[FF_OPTIONS_OUTPUTS] = {
	[FF_OPTIONS_HEATMAP] = "heatmap", [FF_OPTIONS_ARROWS] = "arrows",
	[FF_OPTIONS_REACH] = "reach",     [FF_OPTIONS_TERRAIN] = "terrain",
	[FF_OPTIONS_CSV] = "csv",         [FF_OPTIONS_JSON] = "json",
};

static enum ff_status bad_number(const struct ff_argv_option *option, const char *value,
				 enum ff_number why, const char *range, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_USAGE, "--%s %s: %s%s", option->name, value,
			      why == FF_NUMBER_RANGE ? "is out of range: wanted is " : "wanted is ",
			      range);
}

static enum ff_status set_int(const struct ff_argv_option *option, const char *value, int min,
			      int max, int *out, struct ff_error *err)
{
	enum ff_number why;
	int64_t number;

	why = ff_number_parse(value, strlen(value), min, max, &number);
	if (why != FF_NUMBER_OK) {
		char range[64];

		snprintf(range, sizeof range, "a whole number in %d..%d", min, max);
		return bad_number(option, value, why, range, err);
	}
	*out = (int)number;
	return FF_OK;
}

static enum ff_status set_goal(void *target, const struct ff_argv_option *option, const char *value,
			       struct ff_error *err)
{
	struct parse *parse = target;
	const char *comma = strchr(value, ',');
	struct ff_goals *goals = &parse->options.goals;
	void *items = goals->items;
	enum ff_number why;
	struct ff_goal goal;

	if (comma == NULL)
		return bad_number(option, value, FF_NUMBER_NOT,
				  "X,Y, two whole numbers and a comma", err);
	why = ff_number_parse(value, (size_t)(comma - value), INT64_MIN, INT64_MAX, &goal.x);
	if (why == FF_NUMBER_OK)
		why = ff_number_parse(comma + 1, strlen(comma + 1), INT64_MIN, INT64_MAX, &goal.y);
	if (why != FF_NUMBER_OK)
		return bad_number(option, value, why, "X,Y, two whole numbers and a comma", err);
	if (!ff_memory_grow(&items, &parse->goals_room, goals->count + 1, sizeof goal))
		return ff_status_nomem(err, "goals");
	goals->items = items;
	goals->items[goals->count++] = goal;
	return FF_OK;
}

static enum ff_status set_invert(void *target, const struct ff_argv_option *option,
				 const char *value, struct ff_error *err)
{
	struct parse *parse = target;

	(void)option, (void)value, (void)err;
	parse->options.levels.invert = 1;
	return FF_OK;
}

static enum ff_status set_wall_from(void *target, const struct ff_argv_option *option,
				    const char *value, struct ff_error *err)
{
	struct parse *parse = target;

	return set_int(option, value, 1, 255, &parse->options.levels.wall_from, err);
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
	const char **path = &parse->options.outputs[option->which];
	const char *slash = strrchr(value, '/');
	const char *dot = strrchr(slash == NULL ? value : slash, '.');

	if (*path != NULL)
		return ff_status_fail(err, FF_E_USAGE, "--%s is given twice", option->name);
	if (*value == '\0')
		return ff_status_fail(err, FF_E_USAGE, "--%s needs a file's name", option->name);
	if (option->which < FF_OPTIONS_PICTURES && dot != NULL && strcasecmp(dot, ".png") != 0)
		return ff_status_fail(err, FF_E_USAGE,
				      "--%s %s: pictures are PNG files: name it .png", option->name,
				      value);
	*path = value;
	return FF_OK;
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

/* Looks 'value' up in names[0..count-1]; '*out' is where it stands. */
static enum ff_status set_name(const struct ff_argv_option *option, const char *value,
			       const char *const *names, int count, int *out, struct ff_error *err)
{
	for (int i = 0; i < count; i++)
		if (strcmp(value, names[i]) == 0) {
			*out = i;
			return FF_OK;
		}
	return ff_status_fail(err, FF_E_USAGE, "--%s%c%s: there is %s", option->name,
			      option->value == FF_ARGV_OPTIONAL ? '=' : ' ', value, option->text);
}

static enum ff_status set_colormap(void *target, const struct ff_argv_option *option,
				   const char *value, struct ff_error *err)
{
	struct parse *parse = target;
	int map = 0;
	enum ff_status st;

	st = set_name(option, value, ff_colormap_names, FF_COLORMAPS, &map, err);
	parse->options.style.colormap = (enum ff_colormap)map;
	return st;
}

static enum ff_status set_range(void *target, const struct ff_argv_option *option,
				const char *value, struct ff_error *err)
{
	struct parse *parse = target;
	enum ff_number why = FF_NUMBER_NOT;
	int64_t most;

	if (strncmp(value, "0:", 2) == 0)
		why = ff_number_parse(value + 2, strlen(value + 2), 1, FF_FIELD_NONE - 1, &most);
	if (why != FF_NUMBER_OK)
		return bad_number(option, value, why, "0:MAX with a MAX of 1..4294967294", err);
	parse->options.style.range = (uint32_t)most;
	return FF_OK;
}

static enum ff_status set_scale(void *target, const struct ff_argv_option *option,
				const char *value, struct ff_error *err)
{
	struct parse *parse = target;

	return set_int(option, value, 1, FF_STYLE_SCALE_MAX, &parse->options.style.scale, err);
}

static enum ff_status set_legend(void *target, const struct ff_argv_option *option,
				 const char *value, struct ff_error *err)
{
	static const char *const names[] = {
		[FF_STYLE_LEGEND_AUTO] = "auto",
		[FF_STYLE_LEGEND_ALWAYS] = "always",
		[FF_STYLE_LEGEND_NEVER] = "never",
	};
	struct parse *parse = target;
	int when = FF_STYLE_LEGEND_ALWAYS;
	enum ff_status st = FF_OK;

	if (value != NULL)
		st = set_name(option, value, names, sizeof names / sizeof names[0], &when, err);
	parse->options.style.legend = (enum ff_style_legend)when;
	return st;
}

static enum ff_status set_values(void *target, const struct ff_argv_option *option,
				 const char *value, struct ff_error *err)
{
	struct parse *parse = target;

	(void)option, (void)value, (void)err;
	parse->options.style.values = true;
	return FF_OK;
}

static enum ff_status set_contours(void *target, const struct ff_argv_option *option,
				   const char *value, struct ff_error *err)
{
	struct parse *parse = target;

	return set_int(option, value, 1, FF_STYLE_CONTOURS_MAX, &parse->options.style.contours,
		       err);
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
	if (parse->options.action == FF_OPTIONS_RUN)
		parse->options.action = (enum ff_options_action)option->which;
	return FF_OK;
}

/* What no single option can know. */
static enum ff_status check(const struct ff_options *o, struct ff_error *err)
{
	if (o->map == NULL || *o->map == '\0')
		return ff_status_fail(err, FF_E_USAGE, "there is no map: name a file, or -");
	if (o->goals.count == 0)
		return ff_status_fail(err, FF_E_USAGE, "there is no goal: give --goal X,Y");
	return FF_OK;
}

static enum ff_status set_map(void *target, const char *word, struct ff_error *err)
{
	struct parse *parse = target;

	if (parse->options.map != NULL)
		return ff_status_fail(err, FF_E_USAGE, "one map at a time: %s or %s?",
				      parse->options.map, word);
	parse->options.map = word;
	return FF_OK;
}

static const struct ff_argv_table table = {option_list, sizeof option_list / sizeof option_list[0],
					   set_map};

enum ff_status ff_options_parse(struct ff_options *out, int argc, char *const *argv,
				struct ff_error *err)
{
	struct parse parse = {.options.verbosity = FF_OPTIONS_NORMAL};
	enum ff_status st;

	st = ff_argv_parse(&table, argc, argv, &parse, &parse.options.recorded, err);
	if (argc < 2)
		parse.options.action = FF_OPTIONS_USAGE;
	if (st == FF_OK && parse.options.action == FF_OPTIONS_RUN)
		st = check(&parse.options, err);
	if (st != FF_OK) {
		ff_options_free(&parse.options);
		return st;
	}
	parse.options.levels.remaps = parse.options.remaps;
	*out = parse.options;
	return FF_OK;
}

void ff_options_free(struct ff_options *options)
{
	free(options->goals.items);
	free(options->remaps);
	free(options->recorded);
}

void ff_options_usage(FILE *to)
{
	fputs("flowfield: which way to the goal, from every cell of a map\n"
	      "usage: flowfield MAP --goal X,Y [options]\n"
	      "  MAP     a PNG or PGM image (grey = cost, white = wall), a MovingAI map, or -\n"
	      "  --goal  the cell to walk to; repeatable\n"
	      "  --help  all options\n"
	      "three pictures, here:  flowfield map.png --goal 40,12\n"
	      "in a pipeline:         flowfield - --goal 40,12 --csv - < map.png\n",
	      to);
}

void ff_options_help(FILE *to)
{
	fputs("usage: flowfield MAP --goal X,Y [options]\n"
	      "\n"
	      "Works out the cost to reach the goal from every cell of a map, and writes\n"
	      "pictures and numbers.  MAP is a PNG or PGM image (grey 1..254 = cost, white =\n"
	      "wall) or a MovingAI map; - is standard input, and as FILE standard output.\n",
	      to);
	ff_argv_help(&table, to);
}
