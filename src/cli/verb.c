#include "cli/verb.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <libdeflate.h>

#include "cli/options.h"
#include "io/strings.h"

#ifndef FF_STB /* the Makefile takes the versions from the headers */
#define FF_STB       "stb_image"
#define FF_STB_WRITE "stb_image_write"
#endif

const struct ff_verb *const ff_verb_all[] = {
	&ff_at_verb,   &ff_verify_verb,  &ff_sectors_verb,  &ff_walk_verb,  &ff_update_verb,
	&ff_diff_verb, &ff_compare_verb, &ff_textconv_verb, &ff_batch_verb, &ff_completion_verb,
};

const size_t ff_verb_count = sizeof ff_verb_all / sizeof ff_verb_all[0];

const struct ff_verb *ff_verb_find(const char *name)
{
	for (size_t i = 0; i < ff_verb_count; i++)
		if (strcmp(name, ff_verb_all[i]->name) == 0)
			return ff_verb_all[i];
	return NULL;
}

void ff_verb_help(const struct ff_argv_table *table, enum ff_argv_help which)
{
	ff_argv_help(table, which, stdout);
	if (table != &ff_options_table)
		return;
	puts("\nCommands (options of each: flowfield COMMAND --help):");
	for (size_t i = 0; i < ff_verb_count; i++)
		printf("  %-12s %s\n", ff_verb_all[i]->name, ff_verb_all[i]->text);
}

void ff_verb_version(void)
{
	puts("flowfield " FF_VERSION "\nPNG decoder: " FF_STB "\nPNG encoder: " FF_STB_WRITE
	     ", libdeflate " LIBDEFLATE_VERSION_STRING);
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
	{"bilinear-interpolation follow smoothing",
	 "the paths of flowfield walk are smooth; those of flowfield MAP --from X,Y --metric "
	 "octile go from cell to cell"},
	{"slow-by-cost", "--speed V,by-cost"},
	{"pace", "--fps F,X"},
	{"histogram", "--arrivals FILE.png"},
	{"sight-mask", "--with sight"},
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
	{"isochrone isochrones", "--bands"},
	{"sector size tile tiles", "--sectors"},
	{"tolerance", "--abs ABS --rel REL"},
	{"max-cells", "--max-changed N"},
	{"max-percent", "--max-changed P%"},
	{"list", "--dry-run"},
	{"sheet", "--report sheet=FILE.png"},
	{"range", "--colormap 0:MAX"},
	{"workers", "--threads"},
	{"actual diff-out", "--out"},
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
	{"max-animation", "--max-memory"},
	{"arrows-style", "--with streamlines"},
	{"detours", "--exact"},
	{"encoding", "directions are 0 N, 1 NE, ... 7 NW, 8 none"},
	{"scale-values", "values are written as .npy, .pfm, .raw or .csv"},
	{"field", "a cell of a field is a line of --csv"},
	{"from-map", "what differs between maps is shown by flowfield compare OLD NEW"},
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

enum { VERBS = 32 }; /* room for the names of all verbs */

/* Lists the commands that have an option that a run does not have; returns false if there are none.
 */
static bool name_owners(const char *given, size_t length, const char *name, size_t n,
			struct ff_error *err)
{
	const char *owners[VERBS];
	size_t count = 0;
	char list[256];
	bool same;

	for (size_t i = 0; i < ff_verb_count && count < VERBS; i++)
		if (ff_argv_find(ff_verb_all[i]->table, name, n) != NULL)
			owners[count++] = ff_verb_all[i]->table->name;
	if (count == 0 || ff_argv_find(&ff_options_table, name, n) != NULL)
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
	size_t name = meant == NULL ? 0 : strcspn(meant, " ="), count = 0;
	const struct ff_argv_option *option;
	const char *names[FF_OPTIONS_OUTPUTS];
	char list[512];

	if (meant == NULL) {
		for (size_t i = 0; (option = ff_argv_option(table, i)) != NULL; i++)
			if (option->set == ff_options_set_output && count < FF_OPTIONS_OUTPUTS)
				names[count++] = option->name;
		ff_strings_join(list, sizeof list, "--", names, count, ", ");
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

bool ff_verb_hint(const struct ff_argv_table *table, const char *given, size_t n,
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

bool ff_verb_hint_command(const char *word, const char *next, struct ff_error *err)
{
	const struct ff_argv_option *option = ff_argv_find(&ff_options_table, word, strlen(word));
	const char *nearest = NULL, *names[VERBS],
		   *map = next == NULL || *next == '-' ? "MAP" : next;
	size_t count = 0;
	char list[256], meant[PATH_MAX];

	if (!is_bare(word) || ff_verb_find(word) != NULL || access(word, F_OK) == 0 ||
	    errno != ENOENT)
		return false;
	for (; count < ff_verb_count && count < VERBS; count++) {
		names[count] = ff_verb_all[count]->name;
		nearest = ff_strings_nearer(word, strlen(word), nearest, names[count]);
	}
	ff_strings_join(list, sizeof list, "", names, count, ", ");
	if (strcmp(word, "help") == 0 || strcmp(word, "version") == 0)
		snprintf(meant, sizeof meant, "did you mean --%s?", word);
	else if (option != NULL)
		snprintf(meant, sizeof meant, "did you mean flowfield %s --goal X,Y --%s%s%s?", map,
			 word, option->value == FF_ARGV_REQUIRED ? " " : "",
			 option->value == FF_ARGV_REQUIRED ? option->value_name : "");
	else if (nearest != NULL)
		snprintf(meant, sizeof meant, "did you mean %s?", nearest);
	else
		snprintf(meant, sizeof meant, "expected a map, or one of %s", list);
	ff_status_fail(err, FF_E_USAGE, "no file or command '%s': %s", word, meant);
	return true;
}

enum ff_status ff_verb_hint_operand(const struct ff_argv_table *table, const char *map,
				    const char *word, struct ff_error *err)
{
	struct ff_goal goal;
	char meant[2 * PATH_MAX];

	if (ff_options_read_goal(word, &goal) == FF_NUMBER_OK)
		snprintf(meant, sizeof meant, ": did you mean --goal %s?", word);
	else if (ff_verb_find(map) != NULL)
		snprintf(meant, sizeof meant, ": a command comes first: flowfield %s %s?", map,
			 word);
	else if (ff_verb_find(word) != NULL)
		snprintf(meant, sizeof meant, ": did you mean flowfield %s %s?", word, map);
	else if (ff_argv_find(table, word, strlen(word)) != NULL)
		snprintf(meant, sizeof meant, ": did you mean --%s?", word);
	else
		snprintf(meant, sizeof meant, ", and %s is one%s", map,
			 isdigit((unsigned char)*word) ? " (a goal is --goal X,Y in one word)"
			 : table == &ff_options_table  ? " (flowfield batch runs many)"
						       : "");
	return ff_status_fail(err, FF_E_USAGE, "%s: expected one map%s", word, meant);
}
