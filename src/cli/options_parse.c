#include "cli/options.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/outputs.h"
#include "cli/verb.h"
#include "core/base/machine.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/map/map.h"
#include "io/strings.h"

enum { FPS = 10 }; /* frames a second */

static ff_options_set set_goal, set_goals, set_from, set_require, set_legend, set_remap,
	set_coarsen, set_origin, set_force, set_colormap, set_scale, set_layers;

static const char *const legends[] = {
	[FF_STYLE_LEGEND_AUTO] = "auto",
	[FF_STYLE_LEGEND_ALWAYS] = "always",
	[FF_STYLE_LEGEND_NEVER] = "never",
};

#define AT(member)          .offset = offsetof(struct ff_options, member)
#define WORDS(names, count) .words = (names), .word_count = (count)

/* The options of a run, and of each verb that reads a map, unless its table leaves them out. */
/* clang-format off */
static const struct ff_argv_option option_list[] = {
	{.text = "Goals"},
	{'g', "goal", "X,Y[,W,H][+COST]", "walk to this cell or area; repeatable", FF_ARGV_REQUIRED, true, .set = set_goal, .screen = FF_ARGV_ALWAYS},
	{0, "goals", "FILE", "read goals from a table or a mask; repeatable", FF_ARGV_REQUIRED, true, .set = set_goals},
	{0, "from", "X,Y", "add a source: a cell to walk from; repeatable", FF_ARGV_REQUIRED, true, .set = set_from, .screen = FF_ARGV_ALWAYS},
	{0, "snap", "N", "move goals off walls, by at most N cells", FF_ARGV_OPTIONAL, true, ff_options_set_real, AT(snap), .least = 0.5, .most = 1e9, .bare = INFINITY},
	{0, "max-cost", "C", "leave out cells at a cost to goals above C", FF_ARGV_REQUIRED, true, ff_options_set_real, AT(max_cost), .most = 1e15},
	{0, "flee", "F", "lead away from the goals: costs times F (-1.2)", FF_ARGV_OPTIONAL, true, ff_options_set_real, AT(flee), .least = -5, .most = -0.01, .bare = -1.2},
	{0, "require", "X,Y", "exit 1 unless this cell is reached; repeatable", FF_ARGV_REQUIRED, false, .set = set_require},
	{0, "max-unreached", "N[%]", "exit 1 if more than N (or N%) are not reached", FF_ARGV_REQUIRED, false, ff_options_set_share, AT(max_unreached), .max = FF_COST_CELLS_MAX},
	{.text = "Movement"},
	{0, "metric", "NAME", "manhattan (default), octile or euclid", FF_ARGV_REQUIRED, true, ff_options_set_choice, AT(model.metric), WORDS(ff_model_metrics, FF_METRICS), .screen = FF_ARGV_ALWAYS},
	{0, "step", "RULE", "cost of a step: cell (default), mean or hops", FF_ARGV_REQUIRED, true, ff_options_set_choice, AT(model.step), WORDS(ff_model_steps, FF_STEPS)},
	{0, "corners", "RULE", "diagonals: strict (default), lenient or cut", FF_ARGV_REQUIRED, true, ff_options_set_choice, AT(model.corners), WORDS(ff_model_corners, FF_CORNERS), .screen = FF_ARGV_FIRST},
	{0, "flow", "RULE", "lowest, path, gradient, sum or differences", FF_ARGV_REQUIRED, true, ff_options_set_choice, AT(model.flow), WORDS(ff_model_flows + 1, FF_FLOWS - 1), .min = 1, .screen = FF_ARGV_FIRST},
	{0, "sight", NULL, "point straight at a goal in sight", FF_ARGV_NONE, true, ff_options_set_flag, AT(sight), .screen = FF_ARGV_FIRST},
	{0, "radius", "R", "radius of walkers in cells (default 0)", FF_ARGV_REQUIRED, true, ff_options_set_real, AT(radius), .most = 1e6},
	{0, "subdivide", NULL, "split each cell in 2x2 before solving", FF_ARGV_NONE, true, ff_options_set_flag, AT(subdivide)},
	{0, "coarsen", "K[,RULE]", "one cell of KxK: wall if any, most, all; or count", FF_ARGV_REQUIRED, true, .set = set_coarsen, .min = 2, .max = 65535},
	{.text = "Map"},
	{0, "invert", NULL, "read grey v as 255 - v: black is wall", FF_ARGV_NONE, true, ff_options_set_flag, AT(levels.invert)},
	{0, "wall-from", "T", "grey T (1..255) and up is wall, the rest costs 1", FF_ARGV_REQUIRED, true, ff_options_set_int, AT(levels.wall_from), .min = 1, .max = 255},
	{0, "remap", "A[-B]=C[,...]", "grey A to B costs C (1..254 or wall)", FF_ARGV_REQUIRED, true, .set = set_remap},
	{0, "cost-scale", "F", "real costs: a cost of 1 is F units (1..65534)", FF_ARGV_REQUIRED, true, ff_options_set_int, AT(cost_scale), .min = 1, .max = FF_COST_WIDE_MAX},
	{0, "legend", "FILE|WHEN", "costs of colours; or draw it: auto, always, never", FF_ARGV_REQUIRED, true, set_legend, AT(style.legend), WORDS(legends, FF_STYLE_LEGEND_NEVER + 1)},
	{0, "cell-size", "S", "side of a cell in metres, or any unit of a world", FF_ARGV_REQUIRED, true, ff_options_set_real, AT(cell_size), .least = 0.001, .most = 1e6},
	{0, "origin", "X,Y[,up|down]", "the map's corner in metres; y points down", FF_ARGV_REQUIRED, true, .set = set_origin, .most = 1e9},
	{.text = "Outputs"},
	FF_OUTPUT_PICTURES(FF_OPTIONS_OUTPUT_ROW)
	FF_OUTPUT_DATA(FF_OPTIONS_OUTPUT_ROW)
	{.text = "Files"},
	FF_OUTPUT_REPORT(FF_OPTIONS_OUTPUT_ROW)
	{0, "out-dir", "DIR", "folder for outputs (made if missing)", FF_ARGV_REQUIRED, false, ff_options_set_path, AT(out_dir), .which = 1},
	{'f', "force", NULL, "replace protected files and other maps' pictures", FF_ARGV_NONE, false, set_force, .which = 1},
	{0, "no-clobber", NULL, "fail if an output is there already", FF_ARGV_NONE, false, set_force, .which = 0},
	{.text = "Pictures"},
	{0, "colormap", "NAME|0:MAX", "viridis, cividis, turbo, gray; last colour at MAX", FF_ARGV_REQUIRED, true, set_colormap, AT(style.colormap), WORDS(ff_colormap_names, FF_COLORMAPS)},
	{0, "color-scale", "HOW", "colours by linear, log or rank; auto (default)", FF_ARGV_REQUIRED, true, ff_options_set_choice, AT(style.color_scale), WORDS(ff_scale_names, FF_SCALE_KINDS)},
	{0, "scale", "K|1/K", "pixels per cell (1..256), or cells per pixel", FF_ARGV_REQUIRED, true, .set = set_scale, .min = 1, .max = FF_STYLE_SCALE_MAX},
	{0, "overview", "N", "draw the map with at most N pixels a side", FF_ARGV_REQUIRED, true, ff_options_set_int, AT(style.overview), .min = 1, .max = 65535},
	{0, "with", "LAYERS", "draw marks, too: values, contours=9 and others", FF_ARGV_REQUIRED, true, .set = set_layers, WORDS(ff_style_layer_names, FF_STYLE_LAYERS), .screen = FF_ARGV_FIRST},
	{0, "bare", NULL, "draw the map alone: no title, ticks and legend", FF_ARGV_NONE, true, ff_options_set_flag, AT(style.bare)},
	{.text = "Animation"},
	FF_OUTPUT_ANIMATION(FF_OPTIONS_OUTPUT_ROW)
	{0, "fps", "F", "frames per second (0.1..100; default 10)", FF_ARGV_REQUIRED, true, ff_options_set_real, AT(animation.fps), .least = 0.1, .most = 100},
	{0, "batch", "CELLS", "cells per frame (default: 20 s in all)", FF_ARGV_REQUIRED, true, ff_options_set_long, AT(animation.batch), .min = 1, .max = FF_COST_CELLS_MAX},
	{0, "budget", "CELLS", "stop after CELLS cells; the rest become \"not yet\"", FF_ARGV_REQUIRED, true, ff_options_set_long, AT(animation.budget), .min = 1, .max = FF_COST_CELLS_MAX},
	{.text = "Other"},
	{'j', "threads", "N", "number of threads (1..256; default: all cores)", FF_ARGV_REQUIRED, false, ff_options_set_int, AT(threads), .min = 1, .max = FF_THREADS_MAX},
	{0, "max-cells", "N", "refuse a larger map (default 268435456 cells)", FF_ARGV_REQUIRED, false, ff_options_set_long, AT(max_cells), .min = 1, .max = FF_COST_CELLS_MAX},
	{0, "max-memory", "SIZE", "use at most SIZE bytes (512M, 2G)", FF_ARGV_REQUIRED, false, ff_options_set_size, AT(max_memory)},
	{0, "work-dir", "DIR", "keep layers in files, for maps beyond memory", FF_ARGV_REQUIRED, false, ff_options_set_path, AT(work_dir), .which = 1},
	{'n', "dry-run", NULL, "print the files and memory of a run; write none", FF_ARGV_NONE, false, ff_options_set_flag, AT(dry_run)},
	{0, "no-sandbox", NULL, "keep all rights (see SECURITY in the manual)", FF_ARGV_NONE, false, ff_options_set_flag, AT(no_sandbox)},
	{'v', "verbose", NULL, "report times and memory", FF_ARGV_NONE, false, ff_options_set_which, AT(verbosity), .which = FF_OPTIONS_VERBOSE},
	{'q', "quiet", NULL, "print nothing but errors", FF_ARGV_NONE, false, ff_options_set_which, AT(verbosity), .which = FF_OPTIONS_QUIET},
	FF_ARGV_HELP_ROW(offsetof(struct ff_options, help))
	{'V', "version", NULL, "print the version", FF_ARGV_NONE, false, ff_options_set_flag, AT(version)},
};

/* clang-format on */

const char *const ff_options_output_names[FF_OPTIONS_OUTPUTS] = {
#define NAME(id, name, ...) [FF_OPTIONS_##id] = (name),
	FF_OUTPUT_ROWS(NAME)
#undef NAME
};

/* ---- values, by their kind ---- */

_Static_assert(sizeof(enum ff_metric) == sizeof(int), "enums are set as ints");

/* Stores a value at the row's offset in the target. */
static void store_value(void *target, const struct ff_argv_option *option, const void *value,
			size_t size)
{
	memcpy((char *)target + option->offset, value, size);
}

enum ff_status ff_options_refuse(const struct ff_argv_option *option, const char *value,
				 enum ff_number why, const char *expected, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_USAGE, "%s%s%s%s: %sexpected %s",
			      option == NULL ? "" : "--", option == NULL ? "" : option->name,
			      option == NULL ? "" : " ", value,
			      why == FF_NUMBER_RANGE ? "out of range; " : "", expected);
}

enum ff_status ff_options_set_flag(void *target, const struct ff_argv_option *option,
				   const char *value, struct ff_error *err)
{
	(void)value, (void)err;
	store_value(target, option, &(bool){true}, sizeof(bool));
	return FF_OK;
}

enum ff_status ff_options_set_which(void *target, const struct ff_argv_option *option,
				    const char *value, struct ff_error *err)
{
	(void)value, (void)err;
	store_value(target, option, &option->which, sizeof option->which);
	return FF_OK;
}

enum ff_status ff_options_set_choice(void *target, const struct ff_argv_option *option,
				     const char *value, struct ff_error *err)
{
	int i = 0;

	while (i < (int)option->word_count && strcmp(value, option->words[i]) != 0)
		i++;
	if (i == (int)option->word_count) {
		char list[128];

		ff_strings_join(list, sizeof list, "", option->words, option->word_count, " or ");
		return ff_options_refuse(option, value, FF_NUMBER_NOT, list, err);
	}
	i += (int)option->min;
	store_value(target, option, &i, sizeof i);
	return FF_OK;
}

/* Reads an integer in the row's range. */
static enum ff_status read_integer(const struct ff_argv_option *option, const char *value,
				   int64_t *number, struct ff_error *err)
{
	enum ff_number why =
		ff_number_parse(value, strlen(value), option->min, option->max, number);
	char range[80];

	if (why == FF_NUMBER_OK)
		return FF_OK;
	snprintf(range, sizeof range, "an integer from %" PRId64 " to %" PRId64, option->min,
		 option->max);
	return ff_options_refuse(option, value, why, range, err);
}

enum ff_status ff_options_set_int(void *target, const struct ff_argv_option *option,
				  const char *value, struct ff_error *err)
{
	int64_t number = 0;
	enum ff_status st = read_integer(option, value, &number, err);

	if (st == FF_OK)
		store_value(target, option, &(int){(int)number}, sizeof(int));
	return st;
}

enum ff_status ff_options_set_long(void *target, const struct ff_argv_option *option,
				   const char *value, struct ff_error *err)
{
	int64_t number = 0;
	enum ff_status st = read_integer(option, value, &number, err);

	if (st == FF_OK)
		store_value(target, option, &number, sizeof number);
	return st;
}

/* Prints a limit without an exponent: the values of options have none, either. */
static void print_limit(char to[32], double limit)
{
	if (fabs(limit) < 1e-6 && limit != 0)
		snprintf(to, 32, "%.9f", limit);
	else
		to[ff_number_fixed(to, limit)] = '\0';
}

enum ff_status ff_options_set_real(void *target, const struct ff_argv_option *option,
				   const char *value, struct ff_error *err)
{
	char least[32], most[32], range[96];
	double number = option->bare;
	enum ff_number why = FF_NUMBER_OK;

	if (value != NULL)
		why = ff_number_decimal(value, strlen(value), option->least, option->most, &number);
	if (why != FF_NUMBER_OK) {
		print_limit(least, option->least);
		print_limit(most, option->most);
		snprintf(range, sizeof range, "a number from %s to %s", least, most);
		return ff_options_refuse(option, value, why, range, err);
	}
	store_value(target, option, &number, sizeof number);
	return FF_OK;
}

enum ff_status ff_options_set_size(void *target, const struct ff_argv_option *option,
				   const char *value, struct ff_error *err)
{
	static const char units[] = "KMGT";
	size_t n = strlen(value);
	const char *unit = n == 0 ? NULL : strchr(units, toupper((unsigned char)value[n - 1]));
	int shift = unit == NULL ? 0 : 10 * (int)(unit - units + 1);
	enum ff_number why;
	int64_t number;

	why = ff_number_parse(value, unit == NULL ? n : n - 1, 1, INT64_MAX >> shift, &number);
	if (why != FF_NUMBER_OK)
		return ff_options_refuse(
			option, value, why,
			"a number of bytes, 1 or more, or such a number with K, M, G or T", err);
	number <<= shift;
	store_value(target, option, &number, sizeof number);
	return FF_OK;
}

enum ff_status ff_options_set_path(void *target, const struct ff_argv_option *option,
				   const char *value, struct ff_error *err)
{
	bool folder = strcmp(option->value_name, "DIR") == 0;
	const char *before;

	if (*value == '\0')
		return ff_status_fail(err, FF_E_USAGE, "--%s needs a %s's name", option->name,
				      folder ? "folder" : "file");
	memcpy(&before, (char *)target + option->offset, sizeof before);
	if (before != NULL && option->which == 0)
		return ff_status_fail(err, FF_E_USAGE, "--%s is given twice", option->name);
	store_value(target, option, &value, sizeof value);
	return FF_OK;
}

/* Adds a file to the inputs. */
static enum ff_status add_input(struct ff_options *o, const char *what, const char *path,
				struct ff_error *err)
{
	if (!ff_memory_grow(&o->inputs, &o->input_room, o->input_count + 1, sizeof *o->inputs))
		return ff_status_nomem(err, "file names");
	o->inputs[o->input_count++] = (struct ff_options_input){path, what};
	return FF_OK;
}

enum ff_status ff_options_set_input(void *target, const struct ff_argv_option *option,
				    const char *value, struct ff_error *err)
{
	enum ff_status st = ff_options_set_path(target, option, value, err);

	return st == FF_OK ? add_input(target, option->what, value, err) : st;
}

enum ff_status ff_options_set_output(void *target, const struct ff_argv_option *option,
				     const char *value, struct ff_error *err)
{
	const char **output = &((struct ff_options *)target)->outputs[option->which], *path;
	int format;

	if (*output != NULL)
		return ff_status_fail(err, FF_E_USAGE, "--%s is given twice", option->name);
	*output = value;
	return ff_outputs_find((enum ff_options_output)option->which, value, &format, &path, err);
}

/* Reads numbers [count] with commas between them, of 'n' bytes. */
static enum ff_number read_numbers(const char *text, size_t n, double *list, int count)
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

/* Parses Xm,Ym. */
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

const char ff_options_goal_form[] =
	"X,Y, or integers X,Y,W,H, or metres Xm,Ym, each with an optional +COST";

enum ff_number ff_options_read_goal(const char *value, struct ff_goal *goal)
{
	size_t n = strcspn(value, "+");
	double place[4] = {0, 0, 1, 1};
	enum ff_number why = read_numbers(value, n, place, 2);

	*goal = (struct ff_goal){0};
	if (why == FF_NUMBER_NOT && n > 0 && value[n - 1] == 'm') {
		why = parse_metres(value, n, place);
		goal->metres = true;
	} else if (why == FF_NUMBER_NOT) {
		why = read_numbers(value, n, place, 4);
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

enum ff_status ff_options_add_place(const struct ff_argv_option *option, const char *value,
				    bool whole, struct ff_options_place **places, size_t *count,
				    size_t *room, const char *what, struct ff_error *err)
{
	size_t n = strlen(value);
	double place[2];
	bool metres = parse_metres(value, n, place) == FF_NUMBER_OK;

	if (!metres && (read_numbers(value, n, place, 2) != FF_NUMBER_OK ||
			(whole && (!is_whole(place[0]) || !is_whole(place[1])))))
		return ff_options_refuse(option, value, FF_NUMBER_NOT,
					 whole ? "integers X,Y or metres Xm,Ym"
					       : "numbers X,Y or metres Xm,Ym",
					 err);
	if (!ff_memory_grow(places, room, *count + 1, sizeof **places))
		return ff_status_nomem(err, what);
	(*places)[(*count)++] = (struct ff_options_place){place[0], place[1], metres};
	return FF_OK;
}

enum ff_status ff_options_add_goal(const struct ff_argv_option *option, const char *value,
				   const char *place, struct ff_goals *goals, size_t *room,
				   struct ff_error *err)
{
	struct ff_goal goal;
	enum ff_number why = ff_options_read_goal(place, &goal);

	if (why != FF_NUMBER_OK)
		return ff_options_refuse(option, value, why, ff_options_goal_form, err);
	if (!ff_memory_grow(&goals->items, room, goals->count + 1, sizeof goal))
		return ff_status_nomem(err, "goals");
	goals->items[goals->count++] = goal;
	return FF_OK;
}

size_t ff_options_find_word(const struct ff_argv_option *option, const char *item)
{
	size_t n = strcspn(item, "=,"), k = 0;

	while (k < option->word_count &&
	       (strlen(option->words[k]) != n || memcmp(item, option->words[k], n) != 0))
		k++;
	return k;
}

enum ff_status ff_options_refuse_item(const struct ff_argv_option *option, const char *value,
				      const char *item, struct ff_error *err)
{
	char text[160];

	ff_strings_join(text, sizeof text, "", option->words, option->word_count, " or ");
	return ff_status_fail(err, FF_E_USAGE, "--%s %s: \"%.*s\" is not %s", option->name, value,
			      (int)strcspn(item, ","), item, text);
}

/* ---- values of single options ---- */

static enum ff_status set_goal(void *target, const struct ff_argv_option *option, const char *value,
			       struct ff_error *err)
{
	struct ff_options *o = target;

	return ff_options_add_goal(option, value, value, &o->goals, &o->goals_room, err);
}

static enum ff_status set_goals(void *target, const struct ff_argv_option *option,
				const char *value, struct ff_error *err)
{
	struct ff_options *o = target;
	struct ff_goal goal;

	if (*value == '\0')
		return ff_status_fail(err, FF_E_USAGE, "--%s needs a file's name", option->name);
	if (ff_options_read_goal(value, &goal) == FF_NUMBER_OK && access(value, F_OK) != 0)
		return ff_status_fail(err, FF_E_USAGE,
				      "--%s %s: no such file; did you mean --goal %s?",
				      option->name, value, value);
	if (!ff_memory_grow(&o->goal_files, &o->goal_files_room, o->goal_file_count + 1,
			    sizeof *o->goal_files))
		return ff_status_nomem(err, "goals");
	o->goal_files[o->goal_file_count++] = value;
	return add_input(o, "what --goals reads", value, err);
}

static enum ff_status set_from(void *target, const struct ff_argv_option *option, const char *value,
			       struct ff_error *err)
{
	struct ff_options *o = target;

	return ff_options_add_place(option, value, true, &o->sources, &o->source_count,
				    &o->source_room, "sources", err);
}

static enum ff_status set_require(void *target, const struct ff_argv_option *option,
				  const char *value, struct ff_error *err)
{
	struct ff_options *o = target;

	return ff_options_add_place(option, value, true, &o->required, &o->required_count,
				    &o->required_room, "required cells", err);
}

enum ff_status ff_options_set_share(void *target, const struct ff_argv_option *option,
				    const char *value, struct ff_error *err)
{
	struct ff_options_share share = {0, -1};
	size_t n = strlen(value);
	enum ff_number why = n > 0 && value[n - 1] == '%'
				     ? ff_number_decimal(value, n - 1, 0, 100, &share.percent)
				     : ff_number_parse(value, n, 0, option->max, &share.cells);
	char expected[96];

	if (why != FF_NUMBER_OK) {
		snprintf(expected, sizeof expected,
			 "an integer from 0 to %" PRId64 ", or 0%% to 100%% of the cells",
			 (int64_t)option->max);
		return ff_options_refuse(option, value, why, expected, err);
	}
	store_value(target, option, &share, sizeof share);
	return FF_OK;
}

/* Parses one A[-B]=C of 'n' bytes; returns false if it is wrong. */
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
	struct ff_options *o = target;
	struct ff_levels_rules *levels = &o->levels;

	for (const char *at = value;; at++) {
		size_t n = strcspn(at, ",");
		struct ff_levels_remap remap;

		if (!parse_remap(at, n, &remap))
			return ff_status_fail(err, FF_E_USAGE,
					      "--%s %s: \"%.*s\" is not A=C or A-B=C with greys "
					      "0..255 and a cost 1..254 or wall",
					      option->name, value, (int)n, at);
		for (size_t i = 0; i < levels->count; i++) {
			const struct ff_levels_remap *other = &o->remaps[i];

			if (remap.first <= other->last && other->first <= remap.last)
				return ff_status_fail(
					err, FF_E_USAGE, "--%s %s: grey %d has two costs",
					option->name, value,
					remap.first > other->first ? remap.first : other->first);
		}
		if (!ff_memory_grow(&o->remaps, &o->remaps_room, levels->count + 1, sizeof remap))
			return ff_status_nomem(err, "greys");
		o->remaps[levels->count++] = remap;
		at += n;
		if (*at == '\0')
			return FF_OK;
	}
}

/* Takes K[,RULE]: the last one counts. */
static enum ff_status set_coarsen(void *target, const struct ff_argv_option *option,
				  const char *value, struct ff_error *err)
{
	struct ff_options_coarsen *coarsen = &((struct ff_options *)target)->coarsen;
	size_t n = strcspn(value, ",");
	int rule = 0;
	int64_t side = 0;
	enum { MOST = 15 }; /* with rule count: MOST * MOST is still a cost */
	enum ff_number why = ff_number_parse(value, n, option->min, option->max, &side);

	while (value[n] == ',' && rule < FF_COARSEN_RULES &&
	       strcmp(value + n + 1, ff_coarsen_rules[rule]) != 0)
		rule++;
	if (rule == FF_COARSEN_RULES)
		why = FF_NUMBER_NOT;
	if (rule == FF_COARSEN_COUNT && why == FF_NUMBER_OK && side > MOST)
		return ff_options_refuse(option, value, FF_NUMBER_RANGE,
					 "an integer from 2 to 15 with count, whose costs end at "
					 "254",
					 err);
	if (why != FF_NUMBER_OK)
		return ff_options_refuse(option, value, why,
					 "an integer from 2 to 65535, with an optional ,any ,most "
					 ",all or ,count",
					 err);
	*coarsen = (struct ff_options_coarsen){(int)side, (enum ff_coarsen_rule)rule};
	return FF_OK;
}

/* Takes X,Y[,up|down]: the last one counts. */
static enum ff_status set_origin(void *target, const struct ff_argv_option *option,
				 const char *value, struct ff_error *err)
{
	struct ff_options_origin *origin = &((struct ff_options *)target)->origin;
	const char *comma = strrchr(value, ',');
	bool up = comma != NULL && strcmp(comma, ",up") == 0;
	bool word = up || (comma != NULL && strcmp(comma, ",down") == 0);
	double corner[2] = {0, 0};
	enum ff_number why =
		read_numbers(value, word ? (size_t)(comma - value) : strlen(value), corner, 2);

	if (why == FF_NUMBER_OK &&
	    (fabs(corner[0]) > option->most || fabs(corner[1]) > option->most))
		why = FF_NUMBER_RANGE;
	if (why != FF_NUMBER_OK)
		return ff_options_refuse(
			option, value, why,
			"X,Y, X,Y,up or X,Y,down with numbers from -1000000000 to 1000000000", err);
	*origin = (struct ff_options_origin){corner[0], corner[1], up, true};
	return FF_OK;
}

/* Takes --force or --no-clobber: the last one counts. */
static enum ff_status set_force(void *target, const struct ff_argv_option *option,
				const char *value, struct ff_error *err)
{
	struct ff_options *o = target;

	(void)value, (void)err;
	o->force = option->which == 1;
	o->no_clobber = option->which == 0;
	return FF_OK;
}

/* Takes when the legend is drawn, or the file with the costs of colours. */
static enum ff_status set_legend(void *target, const struct ff_argv_option *option,
				 const char *value, struct ff_error *err)
{
	struct ff_options *o = target;

	for (size_t i = 0; i < option->word_count; i++)
		if (strcmp(value, option->words[i]) == 0)
			return ff_options_set_choice(target, option, value, err);
	if (*value == '\0')
		return ff_status_fail(err, FF_E_USAGE, "--%s needs a file's name", option->name);
	if (o->legend != NULL)
		return ff_status_fail(err, FF_E_USAGE,
				      "--%s %s: one file at a time, and %s is given already; "
				      "otherwise expected auto, always or never",
				      option->name, value, o->legend);
	o->legend = value;
	return add_input(o, "what --legend reads", value, err);
}

static enum ff_status set_colormap(void *target, const struct ff_argv_option *option,
				   const char *value, struct ff_error *err)
{
	struct ff_options *o = target;
	double *most = &o->style.range;
	enum ff_number why;

	if (strncmp(value, "0:", 2) != 0)
		return ff_options_set_choice(target, option, value, err);
	why = ff_number_decimal(value + 2, strlen(value + 2), 0, 1e15, most);
	if (why == FF_NUMBER_OK && *most > 0)
		return FF_OK;
	return ff_options_refuse(option, value, why == FF_NUMBER_OK ? FF_NUMBER_RANGE : why,
				 "0:MAX with MAX above 0 and at most 1000000000000000", err);
}

/* Takes K, or 1/K for a map that is drawn smaller. */
static enum ff_status set_scale(void *target, const struct ff_argv_option *option,
				const char *value, struct ff_error *err)
{
	struct ff_style *style = &((struct ff_options *)target)->style;
	bool smaller = strncmp(value, "1/", 2) == 0;
	const char *number = smaller ? value + 2 : value;
	int64_t k = 0;
	enum ff_number why = ff_number_parse(number, strlen(number), option->min,
					     smaller ? FF_STYLE_BLOCK_MAX : option->max, &k);
	char expected[80];

	if (why != FF_NUMBER_OK) {
		snprintf(expected, sizeof expected,
			 "an integer from %" PRId64 " to %" PRId64 ", or 1/1 to 1/%d", option->min,
			 option->max, FF_STYLE_BLOCK_MAX);
		return ff_options_refuse(option, value, why, expected, err);
	}
	style->scale = smaller ? 1 : (int)k;
	style->block = smaller ? (int)k : 1;
	return FF_OK;
}

/* Takes a list of layers, in addition to those that are given; some may have a number. */
static enum ff_status set_layers(void *target, const struct ff_argv_option *option,
				 const char *value, struct ff_error *err)
{
	struct ff_style *style = &((struct ff_options *)target)->style;
	char text[80];

	for (const char *at = value;; at++) {
		size_t n = strcspn(at, ","), name = strcspn(at, "=,");
		size_t k = ff_options_find_word(option, at);
		enum ff_number why = FF_NUMBER_OK;
		int64_t number = 0, most;

		most = k < option->word_count ? ff_style_layer_ranges[k].most : 0;
		if (k == option->word_count || (name < n && most == 0))
			return ff_options_refuse_item(option, value, at, err);
		if (name < n)
			why = ff_number_parse(at + name + 1, n - name - 1, 1, most, &number);
		if (why != FF_NUMBER_OK) {
			snprintf(text, sizeof text, "%s=N with an integer from 1 to %" PRId64,
				 option->words[k], most);
			return ff_options_refuse(option, value, why, text, err);
		}
		style->with |= 1U << k;
		if (name < n)
			style->numbers[k] = (int)number;
		at += n;
		if (*at == '\0')
			return FF_OK;
	}
}

bool ff_options_animates(const struct ff_options *o)
{
	return o->outputs[FF_OPTIONS_ANIMATE] != NULL;
}

/* Takes the map, and then the verb's other operand. */
static enum ff_status set_operand(void *target, const char *word, struct ff_error *err)
{
	struct ff_options *o = target;
	const struct ff_verb_operand *second = &o->verb->second;
	const char *before;

	if (o->map == NULL) {
		o->map = word;
		return FF_OK;
	}
	if (second->name == NULL)
		return ff_verb_hint_operand(o->verb->table, o->map, word, err);
	memcpy(&before, (char *)target + second->offset, sizeof before);
	if (before != NULL)
		return ff_status_fail(err, FF_E_USAGE, "one %s at a time: %s or %s?", second->name,
				      before, word);
	memcpy((char *)target + second->offset, &word, sizeof word);
	return add_input(o, second->what, word, err);
}

const struct ff_argv_table ff_options_table = {
	"flowfield",
	"usage: flowfield MAP --goal X,Y [options]\n"
	"       flowfield COMMAND ...\n"
	"\n"
	"Computes the cost to reach the goal from every cell of a map, and writes\n"
	"pictures and numbers; by default MAP.heatmap.png, MAP.arrows.png, MAP.reach.png.\n"
	"MAP is a PNG or PGM image (grey 1..254 is cost, white is wall; --invert: black),\n"
	"a MovingAI map, or rows of . and #; - is standard input, or output.\n",
	option_list,
	sizeof option_list / sizeof option_list[0],
	set_operand,
	NULL,
	NULL,
	ff_verb_hint};

void ff_options_choose(struct ff_options *o, enum ff_metric metric, double radius)
{
	if (o->model.metric == FF_METRICS)
		o->model.metric = metric;
	if (o->model.flow == FF_FLOW_OWN)
		o->model.flow = ff_model_metric[o->model.metric].flow;
	if (o->radius < 0)
		o->radius = radius;
}

static const struct ff_options defaults = {
	.verbosity = FF_OPTIONS_NORMAL,
	.animation.budget = INT64_MAX,
	.radius = -1, /* not given */
	.max_cost = INFINITY,
	.max_unreached = {-1, -1},
	.max_cells = FF_COST_CELLS,
	.max_memory = INT64_MAX,
	.model.metric = FF_METRICS, /* not chosen */
	.defaults = {FF_OPTIONS_HEATMAP, FF_OPTIONS_ARROWS, FF_OPTIONS_REACH},
	.default_count = 3,
	.layers = (1U << FF_STYLE_LAYERS) - 1 - FF_STYLE_PATHS - FF_STYLE_PORTALS -
		  FF_STYLE_GRAPH_ALL,
};

/* Has the verb check the options, and sets defaults that depend on them. */
static enum ff_status complete_options(struct ff_options *o, struct ff_error *err)
{
	enum ff_status st;

	if (o->help || o->version)
		return FF_OK;
	if (o->map == NULL || *o->map == '\0')
		return ff_status_fail(err, FF_E_USAGE, "there is no map: name a file, or -");
	if ((st = o->verb->check(o, err)) != FF_OK)
		return st;
	if (!(o->animation.fps > 0))
		o->animation.fps = FPS;
	for (int k = 0; k < FF_STYLE_LAYERS; k++)
		if (o->style.numbers[k] == 0)
			o->style.numbers[k] = ff_style_layer_ranges[k].usual;
	o->levels.remaps = o->remaps;
	return FF_OK;
}

enum ff_status ff_options_parse(struct ff_options *out, const struct ff_verb *verb, int argc,
				char *const *argv, struct ff_error *err)
{
	struct ff_options *o = calloc(1, verb->size);
	enum ff_status st;

	if (o == NULL)
		return ff_status_nomem(err, "the command line");
	if (verb->defaults != NULL)
		memcpy(o, verb->defaults, verb->size);
	*o = defaults;
	o->verb = verb;
	st = ff_argv_parse(verb->table, argc, argv, o, &o->recorded, &o->given, err);
	if (st == FF_OK)
		st = complete_options(o, err);
	if (st == FF_OK)
		memcpy(out, o, verb->size);
	else
		ff_options_free(o);
	free(o);
	return st;
}

void ff_options_free(struct ff_options *options)
{
	if (options->verb != NULL && options->verb->free != NULL)
		options->verb->free(options);
	free(options->given);
	free(options->inputs);
	free(options->goals.items);
	free(options->goal_files);
	free(options->sources);
	free(options->required);
	free(options->remaps);
	free(options->recorded);
}

void ff_options_usage(FILE *to)
{
	fputs("flowfield: which way to the goal, from every cell of a map\n"
	      "usage: flowfield MAP --goal X,Y [options]\n"
	      "  MAP     a PNG or PGM image (grey = cost, white = wall), .map, or -\n"
	      "  --goal  the cell to walk to; repeatable\n"
	      "  --help  options and commands\n"
	      "three pictures, here:  flowfield map.png --goal 40,12\n"
	      "in a pipeline:         flowfield - --goal 40,12 --csv - < map.png\n",
	      to);
}

/* ---- options that exclude or need each other ---- */

bool ff_options_given(const struct ff_options *o, const char *names)
{
	for (const char **given = o->given; *given != NULL; given++)
		if (ff_strings_has(names, *given, strlen(*given)))
			return true;
	return false;
}

enum ff_status ff_options_check_rules(const struct ff_options *o,
				      const struct ff_options_rule *rules, size_t count,
				      struct ff_error *err)
{
	for (size_t i = 0; i < count; i++) {
		const struct ff_options_rule *rule = &rules[i];

		if (ff_options_given(o, rule->options) &&
		    ff_options_given(o, rule->others) == (rule->rule == FF_OPTIONS_WITHOUT))
			return ff_status_fail(err, FF_E_USAGE, "%s", rule->why);
	}
	return FF_OK;
}

enum ff_status ff_options_check_goal(const struct ff_options *o, struct ff_error *err)
{
	if (o->goals.count > 0 || o->goal_file_count > 0)
		return FF_OK;
	return ff_status_fail(err, FF_E_USAGE, "there is no goal: give --goal X,Y");
}

enum ff_status ff_options_check_paths(struct ff_options *o, struct ff_error *err)
{
	static const struct ff_options_rule rules[] = {
		{"paths", FF_OPTIONS_NEEDS, "from", "--paths: there is no source: give --from X,Y"},
	};

	if (o->source_count > 0) {
		o->layers |= FF_STYLE_PATHS;
		o->style.with |= FF_STYLE_PATHS;
	}
	return ff_options_check_rules(o, rules, sizeof rules / sizeof *rules, err);
}

static bool is_stream(const char *path)
{
	return path != NULL && strcmp(path, "-") == 0;
}

/* Returns what is wrong with values; NULL: nothing. */
static const char *find_wrong(const struct ff_options *o)
{
	/* Marks that this command has nothing to draw of; a command without pictures takes all. */
	unsigned missing = o->default_count == 0 ? 0 : o->style.with & ~o->layers;
	int streams = is_stream(o->map);

	for (size_t i = 0; i < o->input_count; i++)
		streams += is_stream(o->inputs[i].path);
	if (streams > 1)
		return "standard input can be read only once";
	if (is_stream(o->out_dir))
		return "--out-dir -: standard output is no folder; an output named - goes there";
	if (o->legend != NULL && ff_options_given(o, "invert wall-from remap"))
		return "--invert, --wall-from and --remap are for greys, --legend FILE for "
		       "colours";
	if (ff_model_is_continuous(&o->model) && o->model.step != FF_STEP_CELL)
		return o->model.step == FF_STEP_MEAN
			       ? "--step mean is not for --metric euclid, which has no steps"
			       : "--step hops is not for --metric euclid, which has no steps";
	if (o->model.flow == FF_FLOW_DIFFERENCES &&
	    ff_options_given(o, "from agents spawn traffic-in flee"))
		return "--flow differences is for looking at, and leads walkers into walls and "
		       "dead ends; walkers take --flow gradient or path";
	if (o->outputs[FF_OPTIONS_GAIN] != NULL &&
	    (ff_model_is_continuous(&o->model) || o->flee < 0 || o->radius > 0.5 ||
	     o->animation.budget < INT64_MAX))
		return "--gain is for --metric manhattan or octile, without --flee, --budget and "
		       "--radius beyond 0.5";
	if (o->flee < 0 && o->style.range > 0)
		return "--flee and --colormap 0:MAX: a flee map's values are below 0";
	if ((missing & FF_STYLE_PATHS) != 0)
		return "--with paths: there is no source: give --from X,Y";
	if ((missing & (FF_STYLE_PORTALS | FF_STYLE_GRAPH_ALL)) != 0)
		return "--with portals and graph-all: only flowfield sectors has portals";
	if (missing != 0)
		return "--with detour, clearance, chokes and ridges are not for walk and sectors";
	if (o->flee < 0 && (o->style.with & FF_STYLE_SIGHT) != 0)
		return "--flee and --with sight: a flee map has no goals to see";
	return NULL;
}

static const struct ff_options_rule shared[] = {
	{"coarsen", FF_OPTIONS_WITHOUT, "subdivide",
	 "--coarsen and --subdivide: cells become either larger or smaller"},
	{"flee", FF_OPTIONS_WITHOUT, "sight",
	 "--flee and --sight: walkers that flee do not walk to goals in sight"},
	{"flee", FF_OPTIONS_WITHOUT, "allocation",
	 "--flee and --allocation: in a flee map no goal serves a cell"},
	{"fps batch", FF_OPTIONS_NEEDS, "animate simulate", "--fps and --batch are for --animate"},
	{"cost-scale", FF_OPTIONS_WITHOUT, "invert wall-from remap legend",
	 "--cost-scale is for numbers, --invert, --wall-from, --remap and --legend for "
	 "greys and colours"},
	{"overview", FF_OPTIONS_WITHOUT, "scale",
	 "--overview and --scale: both say how large a cell is drawn"},
	{"budget", FF_OPTIONS_WITHOUT, "max-unreached",
	 "--budget and --max-unreached: cells not yet computed may be reached"},
	{"budget", FF_OPTIONS_WITHOUT, "sight",
	 "--budget and --sight: a line of sight may cross cells not yet computed"},
};

/* Refuses, with --work-dir or for maps of more cells than are listed by their index, every option
 * that lists cells, jumps over the map, or holds a layer more than once. */
static enum ff_status check_large(const struct ff_options *o, struct ff_error *err)
{
	static const char fit[] =
		"goal goals max-cost require max-unreached metric step corners flow invert "
		"wall-from remap cost-scale legend cell-size origin heatmap arrows reach terrain "
		"regions integration cost csv directions vectors json out-dir force no-clobber "
		"colormap color-scale scale overview with bare threads max-cells max-memory "
		"work-dir dry-run no-sandbox verbose quiet";
	const unsigned needs = FF_OUTPUTS_AREAS | FF_OUTPUTS_REGIONS | FF_OUTPUTS_JAMS;
	const char *beyond = o->work_dir != NULL ? "--work-dir" : "--max-cells beyond 2147483647";
	const char **given = o->given;

	if (o->work_dir == NULL && o->max_cells <= FF_COST_CELLS_LISTED)
		return FF_OK;
	if (o->verb != &ff_run_verb)
		return ff_status_fail(err, FF_E_USAGE, "%s is for flowfield MAP, not for %s",
				      beyond, o->verb->name);
	while (*given != NULL && ff_strings_has(fit, *given, strlen(*given)))
		given++;
	if (*given != NULL)
		return ff_status_fail(err, FF_E_USAGE, "%s and --%s: that needs the map in memory",
				      beyond, *given);
	if (ff_model_is_continuous(&o->model))
		return ff_status_fail(err, FF_E_USAGE,
				      "%s and --metric euclid: that needs the map in memory; "
				      "expected manhattan or octile",
				      beyond);
	if (o->model.flow > FF_FLOW_PATH)
		return ff_status_fail(err, FF_E_USAGE,
				      "%s and --flow %s: that needs the map in memory; expected "
				      "lowest or path",
				      beyond, ff_model_flows[o->model.flow]);
	if ((ff_outputs_needs(o) & ~needs) != 0)
		return ff_status_fail(err, FF_E_USAGE,
				      "%s and --with detour, clearance, chokes, ridges or sight: "
				      "that needs the map in memory",
				      beyond);
	return FF_OK;
}

enum ff_status ff_options_check_shared(const struct ff_options *o, struct ff_error *err)
{
	const char *wrong = find_wrong(o);
	enum ff_status st;

	if (wrong != NULL)
		return ff_status_fail(err, FF_E_USAGE, "%s", wrong);
	if ((st = check_large(o, err)) != FF_OK)
		return st;
	return ff_options_check_rules(o, shared, sizeof shared / sizeof *shared, err);
}
