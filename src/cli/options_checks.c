#include "cli/options.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/outputs.h"
#include "cli/strings.h"
#include "cli/verb.h"

/* Returns true if --integration is to be a grey image. */
static bool has_samples(const char *value)
{
	const char *path;
	int format;

	return value != NULL &&
	       ff_outputs_find(FF_OPTIONS_INTEGRATION, value, &format, &path, NULL) == FF_OK &&
	       ff_formats[format].most > 0;
}

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
	if (o->flee < 0 && o->style.range > 0)
		return "--flee and --colormap 0:MAX: a flee map's values are below 0";
	if (o->scale_values > 0 && !has_samples(o->outputs[FF_OPTIONS_INTEGRATION]))
		return "--scale-values is for --integration as .pgm or .png";
	if ((missing & FF_STYLE_PATHS) != 0)
		return "--with paths: there is no source: give --from X,Y";
	if ((missing & FF_STYLE_PORTALS) != 0)
		return "--with portals: only flowfield sectors has portals";
	if (o->flee < 0 && (o->style.with & FF_STYLE_SIGHT) != 0)
		return "--flee and --with sight: a flee map has no goals to see";
	return NULL;
}

static const struct ff_options_rule shared[] = {
	{"coarsen", FF_OPTIONS_WITHOUT, "subdivide",
	 "--coarsen and --subdivide: cells become either larger or smaller"},
	{"flee", FF_OPTIONS_WITHOUT, "sight",
	 "--flee and --sight: walkers that flee do not walk to goals in sight"},
	{"flee", FF_OPTIONS_WITHOUT, "sight-mask",
	 "--flee and --sight-mask: a flee map has no goals to see"},
	{"flee", FF_OPTIONS_WITHOUT, "allocation",
	 "--flee and --allocation: in a flee map no goal serves a cell"},
	{"fps batch", FF_OPTIONS_NEEDS, "animate simulate", "--fps and --batch are for --animate"},
	{"cost-scale", FF_OPTIONS_WITHOUT, "invert wall-from remap legend",
	 "--cost-scale is for numbers, --invert, --wall-from, --remap and --legend for "
	 "greys and colours"},
	{"budget", FF_OPTIONS_WITHOUT, "max-unreached",
	 "--budget and --max-unreached: cells not yet computed may be reached"},
	{"budget", FF_OPTIONS_WITHOUT, "sight",
	 "--budget and --sight: a line of sight may cross cells not yet computed"},
};

enum ff_status ff_options_check_shared(const struct ff_options *o, struct ff_error *err)
{
	const char *wrong = find_wrong(o);

	if (wrong != NULL)
		return ff_status_fail(err, FF_E_USAGE, "%s", wrong);
	return ff_options_check_rules(o, shared, sizeof shared / sizeof *shared, err);
}

/* ---- suggestions ---- */

/* Words that people try as options, and what they mean: an option, with its value if that is known;
 * a sentence; or, NULL, one of the outputs.  The manual's GLOSSARY has the words of tutorials. */
static const struct {
	const char *words, *meant;
} hints[] = {
	{"o out output outputs outfile format png svg npy image picture flow-arrows reachability "
	 "reachable",
	 NULL},
	{"i in input map", "the map is a word without an option: flowfield MAP --goal X,Y"},
	{"to end target dest destination", "--goal"},
	{"start source a* astar pathfinding", "--from"},
	{"agent unit units enemy enemies",
	 "a path from a cell is --from X,Y; walkers are flowfield walk --agents FILE"},
	{"path route", "--paths"},
	{"boid boids flock flocking physics seek steering", "--simulate"},
	{"alignment avoidance cohesion dt headway neighbourhood separation", "--crowd NAME=N"},
	{"max-force", "--crowd force=N"},
	{"traffic-all", "--traffic-in all"},
	{"group", "the goal of a group of walkers is flowfield walk --goal GROUP=X,Y"},
	{"bilinear-interpolation smoothing", "--follow"},
	{"count", "--spawn"},
	{"euclid euclidean any-angle eikonal fast-marching", "--metric euclid"},
	{"octile diagonal diagonals 8", "--metric octile"},
	{"manhattan 4", "--metric manhattan"},
	{"corner-cutting", "--corners"},
	{"local-minimum local-optimum local-optima", "--flow"},
	{"line-of-sight los visibility", "--sight"},
	{"agent-size clearance", "--radius"},
	{"bfs breadth-first-search brush-fire dijkstra dijkstra-map distance distances "
	 "distance-field distance-transform integration-field wavefront",
	 "--integration"},
	{"flow-field vector-field", "--arrows"},
	{"heat-map", "--heatmap"},
	{"cost-field", "--cost"},
	{"weight weights", "--remap"},
	{"island islands", "--regions"},
	{"cost-stamp cost-stamps", "--edits"},
	{"portal window windows", "--portals"},
	{"sector size tile tiles", "--sectors"},
	{"abs", "--tolerance ABS"},
	{"rel", "--tolerance 0,REL"},
	{"max-percent", "a part of the cells is flowfield diff --max-cells N%"},
	{"range", "--colormap 0:MAX"},
	{"workers", "--threads"},
	{"diff-out", "--actual"},
	{"batch-size", "--batch"},
	{"interruptible time-slicing", "--budget"},
	{"cmap palette", "--colormap"},
	{"tile-size resolution", "--cell-size"},
	{"downsample downscale", "--coarsen"},
	{"width height zoom", "--scale"},
	{"contours grid layers overlay values", "--with"},
	{"streamlines", "--with streamlines"},
	{"threshold walls obstacle obstacles", "--wall-from"},
	{"black", "--invert"},
	{"usage ?", "--help"},
	{"help-all", "--help=all"},
};

/* Returns true if a name [n] is one of the words, whatever its dashes and capitals. */
static bool is_one_of(const char *words, const char *name, size_t n)
{
	size_t i = 0;

	for (;; words++) {
		while (i < n && (name[i] == '-' || name[i] == '_'))
			i++;
		if ((*words == ' ' || *words == '\0') && i == n)
			return true;
		if (*words == '\0')
			return false;
		if (*words == ' ')
			i = 0;
		else if (*words != '-')
			i = i < n && tolower((unsigned char)name[i]) == *words ? i + 1 : n + 1;
	}
}

/* Returns true if the command has an option of that name that a run does not have. */
static bool has_own(const struct ff_verb *verb, const char *name, size_t n)
{
	const struct ff_argv_option *option = ff_argv_find(verb->table, name, n);

	return verb->table != &ff_options_table && option != NULL &&
	       ff_argv_find(&ff_options_table, name, n) == NULL;
}

/* Lists the outputs of a command. */
static void list_outputs(const struct ff_argv_table *table, char *list, size_t room)
{
	const struct ff_argv_option *option;
	const char *names[FF_OPTIONS_OUTPUTS];
	size_t count = 0;

	for (size_t i = 0; (option = ff_argv_option(table, i)) != NULL; i++)
		if (option->set == ff_options_set_output && count < FF_OPTIONS_OUTPUTS)
			names[count++] = option->name;
	ff_strings_join(list, room, "--", names, count, ", ");
}

enum { VERBS = 32 }; /* room for the names of all verbs */

/* Lists the commands that have an option; returns false if there are none. */
static bool name_owners(const char *given, size_t length, const char *name, size_t n,
			struct ff_error *err)
{
	const char *owners[VERBS];
	size_t count = 0;
	char list[256];
	bool same;

	for (size_t i = 0; i < ff_verb_count && count < VERBS; i++)
		if (has_own(ff_verb_all[i], name, n))
			owners[count++] = ff_verb_all[i]->table->name;
	if (count == 0)
		return false;
	ff_strings_join(list, sizeof list, "", owners, count, " and ");
	same = length >= n && memcmp(given + length - n, name, n) == 0;
	ff_status_fail(err, FF_E_USAGE, "unknown option %.*s: %s %s %s%.*s", (int)length, given,
		       list, count == 1 ? "has" : "have", same ? "it" : "--", same ? 0 : (int)n,
		       name);
	return true;
}

/* Explains an unknown option of the table above. */
static bool explain_option(const struct ff_argv_table *table, const char *given, size_t n,
			   const char *meant, struct ff_error *err)
{
	size_t name = meant == NULL ? 0 : strcspn(meant, " =");
	char list[512];

	if (meant == NULL) {
		list_outputs(table, list, sizeof list);
		if (*list == '\0')
			return false;
		ff_status_fail(err, FF_E_USAGE,
			       "unknown option %.*s: each output has an option and a file, whose "
			       "name says the format: %s",
			       (int)n, given, list);
	} else if (*meant != '-') {
		ff_status_fail(err, FF_E_USAGE, "unknown option %.*s: %s", (int)n, given, meant);
	} else if (ff_argv_find(table, meant + 2, name - 2) == NULL) {
		return name_owners(given, n, meant + 2, name - 2, err);
	} else {
		ff_status_fail(err, FF_E_USAGE, "unknown option %.*s: did you mean %s?", (int)n,
			       given, meant);
	}
	return true;
}

bool ff_options_hint(const struct ff_argv_table *table, const char *given, size_t n,
		     struct ff_error *err)
{
	size_t dashes = given[1] == '-' ? 2 : 1, length = n - dashes;
	const char *name = given + dashes;

	for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
		if (is_one_of(hints[i].words, name, length))
			return explain_option(table, given, n, hints[i].meant, err);
	for (size_t i = 0; i < ff_verb_count; i++)
		if (strlen(ff_verb_all[i]->name) == length &&
		    memcmp(ff_verb_all[i]->name, name, length) == 0) {
			ff_status_fail(
				err, FF_E_USAGE,
				"unknown option %.*s: did you mean the command flowfield %s?",
				(int)n, given, ff_verb_all[i]->name);
			return true;
		}
	return name_owners(given, n, name, length, err);
}

/* Returns true if a word could be the name of a command: it has no dot and no slash. */
static bool is_bare(const char *word)
{
	if (!isalpha((unsigned char)*word))
		return false;
	while (isalnum((unsigned char)*word) || *word == '-' || *word == '_')
		word++;
	return *word == '\0';
}

bool ff_options_hint_command(const char *word, struct ff_error *err)
{
	const char *nearest = NULL, *names[VERBS];
	size_t count = 0;
	char list[256];

	if (!is_bare(word) || ff_verb_find(word) != NULL || access(word, F_OK) == 0 ||
	    errno != ENOENT)
		return false;
	if (strcmp(word, "help") == 0 || strcmp(word, "version") == 0) {
		ff_status_fail(err, FF_E_USAGE, "no file or command '%s': did you mean --%s?", word,
			       word);
		return true;
	}
	for (; count < ff_verb_count && count < VERBS; count++) {
		names[count] = ff_verb_all[count]->name;
		nearest = ff_argv_nearer(word, strlen(word), nearest, names[count]);
	}
	if (nearest != NULL) {
		ff_status_fail(err, FF_E_USAGE, "no file or command '%s': did you mean %s?", word,
			       nearest);
		return true;
	}
	ff_strings_join(list, sizeof list, "", names, count, ", ");
	ff_status_fail(err, FF_E_USAGE, "no file or command '%s': expected a map, or one of %s",
		       word, list);
	return true;
}

enum ff_status ff_options_hint_operand(const struct ff_argv_table *table, const char *map,
				       const char *word, struct ff_error *err)
{
	struct ff_goal goal;

	if (ff_options_read_goal(word, &goal) == FF_NUMBER_OK)
		return ff_status_fail(err, FF_E_USAGE,
				      "%s: expected one map: did you mean --goal %s?", word, word);
	if (*word != '\0' && word[strspn(word, "+-.,0123456789")] == '\0')
		return ff_status_fail(err, FF_E_USAGE,
				      "%s: expected one map, and this is no option's value (a "
				      "goal is --goal X,Y in one word)",
				      word);
	if (ff_verb_find(map) != NULL)
		return ff_status_fail(err, FF_E_USAGE,
				      "%s: expected one map: a command comes first: flowfield %s "
				      "%s?",
				      word, map, word);
	if (ff_verb_find(word) != NULL)
		return ff_status_fail(err, FF_E_USAGE,
				      "%s: expected one map: did you mean flowfield %s %s?", word,
				      word, map);
	if (ff_argv_find(table, word, strlen(word)) != NULL)
		return ff_status_fail(err, FF_E_USAGE, "%s: expected one map: did you mean --%s?",
				      word, word);
	return ff_status_fail(err, FF_E_USAGE, "%s: expected one map, and %s is one%s", word, map,
			      table == &ff_options_table ? " (flowfield batch runs many)" : "");
}
