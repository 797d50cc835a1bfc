#include "cmd/options.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/number.h"

/* What is known while parsing. */
struct parse {
	struct ff_options options;
	size_t goals_room, remaps_room;
	struct ff_error *err;
};

enum argument { NONE, REQUIRED, OPTIONAL };

struct option {
	char letter;      /* 0: none */
	const char *name; /* NULL: 'text' is a heading */
	const char *value;
	const char *text;
	enum argument argument;
	bool recorded; /* changes cells or pictures */
	enum ff_status (*set)(struct parse *parse, const struct option *option, const char *value);
	int which; /* for 'set' */
};

static enum ff_status set_goal(struct parse *, const struct option *, const char *);
static enum ff_status set_invert(struct parse *, const struct option *, const char *);
static enum ff_status set_wall_from(struct parse *, const struct option *, const char *);
static enum ff_status set_remap(struct parse *, const struct option *, const char *);
static enum ff_status set_output(struct parse *, const struct option *, const char *);
static enum ff_status set_out_dir(struct parse *, const struct option *, const char *);
static enum ff_status set_force(struct parse *, const struct option *, const char *);
static enum ff_status set_colormap(struct parse *, const struct option *, const char *);
static enum ff_status set_range(struct parse *, const struct option *, const char *);
static enum ff_status set_scale(struct parse *, const struct option *, const char *);
static enum ff_status set_legend(struct parse *, const struct option *, const char *);
static enum ff_status set_values(struct parse *, const struct option *, const char *);
static enum ff_status set_contours(struct parse *, const struct option *, const char *);
static enum ff_status set_verbosity(struct parse *, const struct option *, const char *);
static enum ff_status set_action(struct parse *, const struct option *, const char *);

/* clang-format off */
static const struct option table[] = {
	{0, NULL, NULL, "Goals", NONE, false, NULL, 0},
	{'g', "goal", "X,Y", "walk to this cell; repeatable", REQUIRED, true, set_goal, 0},
	{0, NULL, NULL, "Map", NONE, false, NULL, 0},
	{0, "invert", NULL, "black is wall: read grey v as 255 - v", NONE, true, set_invert, 0},
	{0, "wall-from", "T", "grey T (1..255) and above is wall, the rest costs 1", REQUIRED, true, set_wall_from, 0},
	{0, "remap", "A[-B]=C[,...]", "grey A to B costs C (1..254, or wall)", REQUIRED, true, set_remap, 0},
	{0, NULL, NULL, "Outputs (without any: MAP.heatmap.png, MAP.arrows.png and MAP.reach.png)", NONE, false, NULL, 0},
	{0, "heatmap", "FILE.png", "how far everything is from the goal", REQUIRED, false, set_output, FF_OPTIONS_HEATMAP},
	{0, "arrows", "FILE.png", "which way to go", REQUIRED, false, set_output, FF_OPTIONS_ARROWS},
	{0, "reach", "FILE.png", "what can be reached, and what not", REQUIRED, false, set_output, FF_OPTIONS_REACH},
	{0, "terrain", "FILE.png", "what each cell costs", REQUIRED, false, set_output, FF_OPTIONS_TERRAIN},
	{0, "csv", "FILE", "every cell as a line of text", REQUIRED, false, set_output, FF_OPTIONS_CSV},
	{0, "json", "FILE", "all figures about the run", REQUIRED, false, set_output, FF_OPTIONS_JSON},
	{0, "out-dir", "DIR", "where files without a name of yours go (made if missing)", REQUIRED, false, set_out_dir, 0},
	{'f', "force", NULL, "replace write-protected files, write pictures to a terminal", NONE, false, set_force, 1},
	{0, "no-clobber", NULL, "replace no file: fail if one is there", NONE, false, set_force, 0},
	{0, NULL, NULL, "Pictures", NONE, false, NULL, 0},
	{0, "colormap", "NAME", "viridis (default), cividis, turbo or gray", REQUIRED, true, set_colormap, 0},
	{0, "range", "0:MAX", "give the last colour to cost MAX, so that heatmaps compare", REQUIRED, true, set_range, 0},
	{0, "scale", "K", "draw each cell K pixels (1..256) a side", REQUIRED, true, set_scale, 0},
	{0, "legend", "WHEN", "auto (default), always (as --legend alone) or never", OPTIONAL, true, set_legend, 0},
	{0, "values", NULL, "print each cell's cost to the goal in the heatmap", NONE, true, set_values, 0},
	{0, "contours", "N", "draw N (1..1000) lines of equal cost in the heatmap", REQUIRED, true, set_contours, 0},
	{0, NULL, NULL, "Other", NONE, false, NULL, 0},
	{'v', "verbose", NULL, "say how long everything took", NONE, false, set_verbosity, FF_OPTIONS_VERBOSE},
	{'q', "quiet", NULL, "say nothing but errors", NONE, false, set_verbosity, FF_OPTIONS_QUIET},
	{'h', "help", NULL, "print this help", NONE, false, set_action, FF_OPTIONS_HELP},
	{'V', "version", NULL, "print the version", NONE, false, set_action, FF_OPTIONS_VERSION},
};
/* clang-format on */

enum { OPTIONS = sizeof table / sizeof table[0] };

const char *const ff_options_output_names[FF_OPTIONS_OUTPUTS] = {
	[FF_OPTIONS_HEATMAP] = "heatmap", [FF_OPTIONS_ARROWS] = "arrows",
	[FF_OPTIONS_REACH] = "reach",     [FF_OPTIONS_TERRAIN] = "terrain",
	[FF_OPTIONS_CSV] = "csv",         [FF_OPTIONS_JSON] = "json",
};

static enum ff_status bad_number(struct parse *parse, const struct option *option,
				 const char *value, enum ff_number why, const char *range)
{
	return ff_status_fail(parse->err, FF_E_USAGE, "--%s %s: %s %s", option->name, value,
			      why == FF_NUMBER_RANGE ? "is out of range: wanted is"
						     : "is not a number: wanted is",
			      range);
}

static enum ff_status set_int(struct parse *parse, const struct option *option, const char *value,
			      int min, int max, int *out)
{
	enum ff_number why;
	int64_t number;

	why = ff_number_parse(value, strlen(value), min, max, &number);
	if (why != FF_NUMBER_OK) {
		char range[64];

		snprintf(range, sizeof range, "a whole number in %d..%d", min, max);
		return bad_number(parse, option, value, why, range);
	}
	*out = (int)number;
	return FF_OK;
}

static enum ff_status set_goal(struct parse *parse, const struct option *option, const char *value)
{
	const char *comma = strchr(value, ',');
	struct ff_goals *goals = &parse->options.goals;
	void *items = goals->items;
	enum ff_number why;
	struct ff_goal goal;

	if (comma == NULL)
		return bad_number(parse, option, value, FF_NUMBER_NOT,
				  "X,Y, two whole numbers and a comma");
	why = ff_number_parse(value, (size_t)(comma - value), INT64_MIN, INT64_MAX, &goal.x);
	if (why == FF_NUMBER_OK)
		why = ff_number_parse(comma + 1, strlen(comma + 1), INT64_MIN, INT64_MAX, &goal.y);
	if (why != FF_NUMBER_OK)
		return bad_number(parse, option, value, why, "X,Y, two whole numbers and a comma");
	if (!ff_memory_grow(&items, &parse->goals_room, goals->count + 1, sizeof goal))
		return ff_status_nomem(parse->err, "goals");
	goals->items = items;
	goals->items[goals->count++] = goal;
	return FF_OK;
}

static enum ff_status set_invert(struct parse *parse, const struct option *option,
				 const char *value)
{
	(void)option, (void)value;
	parse->options.levels.invert = 1;
	return FF_OK;
}

static enum ff_status set_wall_from(struct parse *parse, const struct option *option,
				    const char *value)
{
	return set_int(parse, option, value, 1, 255, &parse->options.levels.wall_from);
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

static enum ff_status set_remap(struct parse *parse, const struct option *option, const char *value)
{
	struct ff_levels_rules *levels = &parse->options.levels;

	for (const char *at = value;; at++) {
		size_t n = strcspn(at, ",");
		void *remaps = parse->options.remaps;
		struct ff_levels_remap remap;

		if (!parse_remap(at, n, &remap))
			return ff_status_fail(parse->err, FF_E_USAGE,
					      "--%s %s: \"%.*s\" is not A=C or A-B=C with greys "
					      "0..255 and a cost 1..254 or wall",
					      option->name, value, (int)n, at);
		for (size_t i = 0; i < levels->count; i++) {
			const struct ff_levels_remap *other = &parse->options.remaps[i];

			if (remap.first <= other->last && other->first <= remap.last)
				return ff_status_fail(
					parse->err, FF_E_USAGE, "--%s %s: grey %d has two costs",
					option->name, value,
					remap.first > other->first ? remap.first : other->first);
		}
		if (!ff_memory_grow(&remaps, &parse->remaps_room, levels->count + 1, sizeof remap))
			return ff_status_nomem(parse->err, "greys");
		parse->options.remaps = remaps;
		parse->options.remaps[levels->count++] = remap;
		at += n;
		if (*at == '\0')
			return FF_OK;
	}
}

static enum ff_status set_output(struct parse *parse, const struct option *option,
				 const char *value)
{
	const char **path = &parse->options.outputs[option->which];
	const char *slash = strrchr(value, '/');
	const char *dot = strrchr(slash == NULL ? value : slash, '.');

	if (*path != NULL)
		return ff_status_fail(parse->err, FF_E_USAGE, "--%s is given twice", option->name);
	if (*value == '\0')
		return ff_status_fail(parse->err, FF_E_USAGE, "--%s needs a file's name",
				      option->name);
	if (option->which < FF_OPTIONS_PICTURES && dot != NULL && strcasecmp(dot, ".png") != 0)
		return ff_status_fail(parse->err, FF_E_USAGE,
				      "--%s %s: pictures are PNG files: name it .png", option->name,
				      value);
	*path = value;
	return FF_OK;
}

static enum ff_status set_out_dir(struct parse *parse, const struct option *option,
				  const char *value)
{
	if (*value == '\0')
		return ff_status_fail(parse->err, FF_E_USAGE, "--%s needs a folder's name",
				      option->name);
	parse->options.out_dir = value;
	return FF_OK;
}

/* --force and --no-clobber: the last one counts. */
static enum ff_status set_force(struct parse *parse, const struct option *option, const char *value)
{
	(void)value;
	parse->options.force = option->which == 1;
	parse->options.no_clobber = option->which == 0;
	return FF_OK;
}

static enum ff_status set_colormap(struct parse *parse, const struct option *option,
				   const char *value)
{
	for (int i = 0; i < FF_COLORMAPS; i++)
		if (strcmp(value, ff_colormap_names[i]) == 0) {
			parse->options.style.colormap = (enum ff_colormap)i;
			return FF_OK;
		}
	return ff_status_fail(parse->err, FF_E_USAGE, "--%s %s: there is %s", option->name, value,
			      option->text);
}

static enum ff_status set_range(struct parse *parse, const struct option *option, const char *value)
{
	enum ff_number why = FF_NUMBER_NOT;
	int64_t most;

	if (strncmp(value, "0:", 2) == 0)
		why = ff_number_parse(value + 2, strlen(value + 2), 1, FF_FIELD_NONE - 1, &most);
	if (why != FF_NUMBER_OK)
		return bad_number(parse, option, value, why, "0:MAX with a MAX of 1..4294967294");
	parse->options.style.range = (uint32_t)most;
	return FF_OK;
}

static enum ff_status set_scale(struct parse *parse, const struct option *option, const char *value)
{
	return set_int(parse, option, value, 1, FF_STYLE_SCALE_MAX, &parse->options.style.scale);
}

static enum ff_status set_legend(struct parse *parse, const struct option *option,
				 const char *value)
{
	static const char *const names[] = {
		[FF_STYLE_LEGEND_AUTO] = "auto",
		[FF_STYLE_LEGEND_ALWAYS] = "always",
		[FF_STYLE_LEGEND_NEVER] = "never",
	};

	if (value == NULL)
		value = names[FF_STYLE_LEGEND_ALWAYS];
	for (int i = 0; i < 3; i++)
		if (strcmp(value, names[i]) == 0) {
			parse->options.style.legend = (enum ff_style_legend)i;
			return FF_OK;
		}
	return ff_status_fail(parse->err, FF_E_USAGE, "--%s=%s: there is %s", option->name, value,
			      option->text);
}

static enum ff_status set_values(struct parse *parse, const struct option *option,
				 const char *value)
{
	(void)option, (void)value;
	parse->options.style.values = true;
	return FF_OK;
}

static enum ff_status set_contours(struct parse *parse, const struct option *option,
				   const char *value)
{
	return set_int(parse, option, value, 1, FF_STYLE_CONTOURS_MAX,
		       &parse->options.style.contours);
}

static enum ff_status set_verbosity(struct parse *parse, const struct option *option,
				    const char *value)
{
	(void)value;
	parse->options.verbosity = (enum ff_options_verbosity)option->which;
	return FF_OK;
}

static enum ff_status set_action(struct parse *parse, const struct option *option,
				 const char *value)
{
	(void)value;
	if (parse->options.action == FF_OPTIONS_RUN)
		parse->options.action = (enum ff_options_action)option->which;
	return FF_OK;
}

/* How many letters must be put in, taken out, changed or swapped with the next
 * to make 'b' of 'a' (F. J. Damerau, 1964); names are short. */
static int distance(const char *a, size_t n, const char *b)
{
	enum { LONGEST = 32 };
	int rows[3][LONGEST + 1];
	int m = (int)strlen(b);

	if (n > LONGEST || m > LONGEST)
		return LONGEST;
	for (int j = 0; j <= m; j++)
		rows[0][j] = j;
	for (int i = 1; i <= (int)n; i++) {
		int *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];

		row[0] = i;
		for (int j = 1; j <= m; j++) {
			int least = last[j - 1] + (a[i - 1] != b[j - 1]);

			least = last[j] + 1 < least ? last[j] + 1 : least;
			least = row[j - 1] + 1 < least ? row[j - 1] + 1 : least;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    before[j - 2] + 1 < least)
				least = before[j - 2] + 1;
			row[j] = least;
		}
	}
	return rows[n % 3][m];
}

static enum ff_status unknown(struct parse *parse, const char *name, size_t n)
{
	const char *nearest = NULL;
	int least = n < 4 ? 2 : 4; /* this far off is no typing error */

	for (int i = 0; i < OPTIONS; i++) {
		int far;

		if (table[i].name == NULL)
			continue;
		far = n > 1 && strncmp(name, table[i].name, n) == 0
			      ? 0
			      : distance(name, n, table[i].name);
		if (far < least) {
			least = far;
			nearest = table[i].name;
		}
	}
	if (nearest == NULL)
		return ff_status_fail(parse->err, FF_E_USAGE,
				      "unknown option --%.*s: see flowfield --help", (int)n, name);
	return ff_status_fail(parse->err, FF_E_USAGE, "unknown option --%.*s: is it --%s?", (int)n,
			      name, nearest);
}

/* Remembers one option as given; joined in the table's order at the end. */
struct given {
	const struct option *option;
	const char *value;
};

/* --name, --name=value, --name value; sets '*used' to 1 if the next word is its value. */
static enum ff_status parse_long(struct parse *parse, const char *word, const char *next,
				 struct given *given, int *used)
{
	size_t n = strcspn(word, "=");
	const char *value = word[n] == '=' ? word + n + 1 : NULL;

	for (int i = 0; i < OPTIONS; i++) {
		const struct option *option = &table[i];

		if (option->name == NULL || strlen(option->name) != n ||
		    memcmp(option->name, word, n) != 0)
			continue;
		if (option->argument == NONE && value != NULL)
			return ff_status_fail(parse->err, FF_E_USAGE, "--%s takes no value",
					      option->name);
		if (option->argument == REQUIRED && value == NULL) {
			if (next == NULL)
				return ff_status_fail(parse->err, FF_E_USAGE,
						      "--%s needs a value: %s", option->name,
						      option->value);
			value = next;
			*used = 1;
		}
		*given = (struct given){option, value};
		return option->set(parse, option, value);
	}
	return unknown(parse, word, n);
}

/* -v, -vq, -g VALUE, -gVALUE. */
static enum ff_status parse_short(struct parse *parse, const char *letters, const char *next,
				  struct given *given, int *used)
{
	for (; *letters != '\0'; letters++) {
		const struct option *option = NULL;
		const char *value = NULL;
		enum ff_status st;

		for (int i = 0; i < OPTIONS; i++)
			if (table[i].letter == *letters)
				option = &table[i];
		if (option == NULL)
			return ff_status_fail(parse->err, FF_E_USAGE,
					      "unknown option -%c: see flowfield --help", *letters);
		if (option->argument == REQUIRED) {
			value = letters[1] != '\0' ? letters + 1 : next;
			if (value == NULL)
				return ff_status_fail(parse->err, FF_E_USAGE,
						      "-%c needs a value: %s", *letters,
						      option->value);
			*used = letters[1] == '\0';
		}
		*given = (struct given){option, value};
		if ((st = option->set(parse, option, value)) != FF_OK || value != NULL)
			return st;
	}
	return FF_OK;
}

/* "--goal 1,2 --scale 4": what was given and is recorded, whatever its order was. */
static char *record(const struct given *given, size_t count)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);
	const char *gap = "";

	if (to == NULL)
		return NULL;
	for (int i = 0; i < OPTIONS; i++)
		for (size_t j = 0; j < count; j++) {
			if (given[j].option != &table[i] || !table[i].recorded)
				continue;
			fprintf(to, "%s--%s", gap, table[i].name);
			if (given[j].value != NULL)
				fprintf(to, "%c%s", table[i].argument == OPTIONAL ? '=' : ' ',
					given[j].value);
			gap = " ";
		}
	if (fclose(to) != 0) {
		free(text);
		return NULL;
	}
	return text;
}

/* What no single option can know. */
static enum ff_status check(struct parse *parse)
{
	const struct ff_options *o = &parse->options;
	const char *standard = NULL;
	bool named = false;

	if (o->map == NULL)
		return ff_status_fail(parse->err, FF_E_USAGE, "there is no map: name a file, or -");
	if (o->goals.count == 0)
		return ff_status_fail(parse->err, FF_E_USAGE, "there is no goal: give --goal X,Y");
	for (int i = 0; i < FF_OPTIONS_OUTPUTS; i++) {
		if (o->outputs[i] == NULL)
			continue;
		named = true;
		if (strcmp(o->outputs[i], "-") != 0)
			continue;
		if (standard != NULL)
			return ff_status_fail(parse->err, FF_E_USAGE,
					      "--%s and --%s cannot both go to standard output",
					      standard, ff_options_output_names[i]);
		standard = ff_options_output_names[i];
	}
	if (named && o->out_dir != NULL)
		return ff_status_fail(parse->err, FF_E_USAGE,
				      "--out-dir is for outputs without a name of yours");
	return FF_OK;
}

enum ff_status ff_options_parse(struct ff_options *out, int argc, char *const *argv,
				struct ff_error *err)
{
	struct parse parse = {.options.verbosity = FF_OPTIONS_NORMAL, .err = err};
	struct given *given = calloc((size_t)argc + 1, sizeof *given);
	enum ff_status st = FF_OK;
	bool options_over = false;

	if (given == NULL)
		return ff_status_nomem(err, "the command line");
	if (argc < 2)
		parse.options.action = FF_OPTIONS_USAGE;
	for (int i = 1; i < argc && st == FF_OK; i++) {
		const char *word = argv[i], *next = i + 1 < argc ? argv[i + 1] : NULL;
		int used = 0;

		if (!options_over && strcmp(word, "--") == 0)
			options_over = true;
		else if (!options_over && strncmp(word, "--", 2) == 0)
			st = parse_long(&parse, word + 2, next, &given[i], &used);
		else if (!options_over && word[0] == '-' && word[1] != '\0')
			st = parse_short(&parse, word + 1, next, &given[i], &used);
		else if (parse.options.map == NULL)
			parse.options.map = word;
		else
			st = ff_status_fail(err, FF_E_USAGE, "one map at a time: %s or %s?",
					    parse.options.map, word);
		i += used;
	}
	if (st == FF_OK && parse.options.action == FF_OPTIONS_RUN)
		st = check(&parse);
	if (st == FF_OK && (parse.options.recorded = record(given, (size_t)argc + 1)) == NULL)
		st = ff_status_nomem(err, "the command line");
	free(given);
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
	      "\n"
	      "usage: flowfield MAP --goal X,Y [options]\n"
	      "       MAP is a PNG or PGM image (grey = cost, white = wall) or a MovingAI map\n"
	      "       flowfield --help lists the options\n"
	      "\n"
	      "  flowfield map.png --goal 40,12                 three pictures, here\n"
	      "  flowfield - --goal 40,12 --csv - < map.png     numbers, in a pipeline\n",
	      to);
}

void ff_options_help(FILE *to)
{
	fputs("usage: flowfield MAP --goal X,Y [options]\n"
	      "\n"
	      "Works out the cost to reach the goal from every cell of a map, and writes\n"
	      "pictures and numbers.  MAP is a PNG or PGM image (grey 1..254 = cost, 255 = wall)\n"
	      "or a MovingAI map; - is standard input, and - as FILE standard output.\n",
	      to);
	for (int i = 0; i < OPTIONS; i++) {
		const struct option *o = &table[i];
		char left[48];

		if (o->name == NULL) {
			fprintf(to, "\n%s:\n", o->text);
			continue;
		}
		snprintf(left, sizeof left, "%c%c%c --%s%s%s%s", o->letter != 0 ? '-' : ' ',
			 o->letter != 0 ? o->letter : ' ', o->letter != 0 ? ',' : ' ', o->name,
			 o->argument == NONE       ? ""
			 : o->argument == REQUIRED ? " "
						   : "[=",
			 o->argument == NONE ? "" : o->value, o->argument == OPTIONAL ? "]" : "");
		fprintf(to, "  %-27s %s\n", left, o->text);
	}
}
