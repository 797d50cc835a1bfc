#include "cli/option_checks.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "cli/outputs.h"
#include "cli/plan.h"
#include "cli/step_names.h"
#include "cli/verbs/walk_options.h"

/* Returns true if --integration is to be a grey image. */
static bool has_samples(const char *value)
{
	const char *path;
	int format;

	return value != NULL &&
	       ff_outputs_find(FF_OPTIONS_INTEGRATION, value, &format, &path, NULL) == FF_OK &&
	       ff_write_raster_formats[format].samples;
}

/* Returns what makes --none useless; NULL: nothing. */
static const char *wrong_for_none(const struct ff_options *o)
{
	const char *value = o->outputs[FF_OPTIONS_INTEGRATION], *path;
	bool whole = !ff_model_is_continuous(&o->model) && ff_model_unit(&o->model) == 1 &&
		     !o->subdivide && !(o->flee < 0);
	int format;

	if (value == NULL ||
	    ff_outputs_find(FF_OPTIONS_INTEGRATION, value, &format, &path, NULL) != FF_OK ||
	    format != FF_WRITE_RASTER_NPY)
		return "--none is for --integration as .npy";
	if (o->none != FF_WRITE_RASTER_NAN && !whole)
		return "--none max and --none -1 are for whole numbers, those of --metric "
		       "manhattan without --step mean, --subdivide and --flee; for floats there "
		       "is --none nan";
	return NULL;
}

/* What makes no sense for scenarios, which have goals of their own; NULL: nothing. */
static const char *wrong_for_scen(const struct ff_options *o, bool asks)
{
	if (o->goals.count > 0 || o->goal_file_count > 0 || o->snap > 0)
		return "scen takes its goals from the scenarios";
	if (asks)
		return "scen has one output, on standard output, and no other question to answer";
	if (ff_model_is_continuous(&o->model))
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
		      is_stream(o->sectors.load_graph) + is_stream(o->from_map) +
		      is_stream(o->update.edits) + is_stream(o->walk.agents);

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

/* What an animation is not for, and what it is that asks for one; NULL: nothing. */
static const char *wrong_for_animation(const struct ff_options *o)
{
	bool moves = ff_options_moves(o), stops = o->animation.budget < INT64_MAX;

	if (!moves &&
	    (o->animation.fps > 0 || o->animation.max_bytes > 0 || o->animation.batch > 0))
		return o->action == FF_OPTIONS_WALK
			       ? "--fps and --max-animation are for --animate or --frames"
			       : "--fps, --max-animation and --batch are for --animate or --frames";
	if (stops && (o->action == FF_OPTIONS_VERIFY || o->action == FF_OPTIONS_SCEN))
		return "--budget is for runs: verify and scen need all cells";
	if (stops && o->max_unreached >= 0)
		return "--budget and --max-unreached: what is not yet known may be reached";
	if (stops && o->sight)
		return "--budget and --sight: a line of sight may lead through what is not yet "
		       "known";
	if (o->flee < 0 && o->action == FF_OPTIONS_UPDATE && moves)
		return "--flee and --animate or --frames: a flee map's values have no range that "
		       "all "
		       "frames could share";
	if (o->flee < 0 && o->action == FF_OPTIONS_RUN && (moves || stops))
		return "--flee and --animate, --frames or --budget: a flee map grows out of a "
		       "finished field";
	return NULL;
}

/* What a command cannot do without, and has not got; NULL: nothing. */
static const char *missing(const struct ff_options *o)
{
	bool goals = o->goals.count > 0 || o->goal_file_count > 0 || o->walk.group_count > 0;

	if (o->map == NULL || *o->map == '\0')
		return "there is no map: name a file, or -";
	if (o->action == FF_OPTIONS_VERIFY && o->checked == NULL)
		return "there is no field to verify: name a file, or -";
	if (o->action == FF_OPTIONS_COMPARE && o->checked == NULL)
		return "there is no new map: flowfield compare OLD NEW --goal X,Y";
	if (o->action == FF_OPTIONS_SCEN && o->checked == NULL)
		return "there are no scenarios: name a .scen file, or -";
	if (!goals && o->action != FF_OPTIONS_SCEN)
		return "there is no goal: give --goal X,Y";
	if (o->action == FF_OPTIONS_SECTORS && o->sectors.from_count == 0)
		return "there is no source: give --from X,Y";
	if (o->action == FF_OPTIONS_UPDATE && o->from_map == NULL && o->update.edits == NULL)
		return "there is no change: give --edits FILE or --from-map OLD";
	return NULL;
}

/* Refuses that somebody walks to --goal if there is none. */
static enum ff_status check_walk_goals(const struct ff_options *o, struct ff_error *err)
{
	const struct ff_options_walk *walk = &o->walk;
	bool lacks = walk->from_count > 0;
	char text[FF_WALK_OPTIONS_ASTRAY];

	if (o->action != FF_OPTIONS_WALK || o->goals.count > 0 || o->goal_file_count > 0)
		return FF_OK;
	for (size_t i = 0; i < walk->spawn_count; i++) {
		if (ff_walk_options_astray(walk, i, text))
			return ff_status_fail(err, FF_E_USAGE, "%s", text);
		lacks |= walk->spawns[i].group[0] == '\0';
	}
	return !lacks ? FF_OK
		      : ff_status_fail(err, FF_E_USAGE,
				       "who is in no group with goals of its own walks to --goal: "
				       "give one");
}

/* Whether an output is written: asked for, or one of those where nothing is. */
static bool is_written(const struct ff_options *o, enum ff_options_output kind, bool derived)
{
	for (int i = 0; i < FF_OPTIONS_OUTPUTS; i++)
		derived &= o->outputs[i] == NULL;
	return o->outputs[kind] != NULL || (derived && o->animation.frames == NULL);
}

/* What is given and changes nothing. */
static const char *idle_in_walk(const struct ff_options *o)
{
	const struct ff_options_walk *walk = &o->walk;
	bool crowd = walk->simulate > 0;

	if (walk->seed >= 0 && walk->spawn_count == 0)
		return "--seed is for --spawn N";
	if (walk->traffic_in < FF_OPTIONS_TRAFFICS &&
	    !is_written(o, FF_OPTIONS_TRAFFIC, crowd || walk->traffic_all))
		return "--traffic-in is for --traffic";
	if (walk->follow < FF_TRACE_RULES && crowd && !is_written(o, FF_OPTIONS_PATHS, true))
		return "--follow is for --paths: a crowd goes where there is room";
	if (walk->pace > 0 && !ff_options_moves(o))
		return "--pace is for --animate or --frames";
	return NULL;
}

/* What is only for crowds. */
static const char *wrong_alone(const struct ff_options *o)
{
	const struct ff_options_walk *walk = &o->walk;

	if (o->outputs[FF_OPTIONS_DENSITY] != NULL || o->outputs[FF_OPTIONS_SPEED_MAP] != NULL ||
	    o->outputs[FF_OPTIONS_TRAJECTORIES] != NULL || ff_options_moves(o))
		return "--density, --speed-map, --trajectories, --animate and --frames are for "
		       "--simulate SECONDS";
	if (walk->dt > 0 || walk->force >= 0 || walk->separation >= 0 || walk->alignment >= 0 ||
	    walk->cohesion >= 0 || walk->avoidance >= 0 || walk->headway >= 0)
		return "--dt, --max-force, --separation, --alignment, --cohesion, --avoidance "
		       "and --headway are for --simulate SECONDS";
	return NULL;
}

/* What does not go with --traffic-all. */
static const char *wrong_for_all(const struct ff_options *o, bool nobody)
{
	if (o->sight)
		return "--traffic-all and --sight: who sees a goal leaves the directions of cells";
	if (o->walk.simulate > 0)
		return "--traffic-all is without --simulate: nobody is in anybody's way";
	if (o->walk.traffic_in == FF_OPTIONS_TRAFFIC_SECONDS)
		return "--traffic-all counts visits, not seconds";
	if (nobody &&
	    (o->walk.speed > 0 || o->walk.follow < FF_TRACE_RULES || o->walk.slow_by_cost))
		return "--speed, --follow and --slow-by-cost are about walkers: give --from X,Y, "
		       "--agents FILE.csv or --spawn N";
	if (nobody &&
	    (o->walk.require || o->outputs[FF_OPTIONS_PATHS] != NULL ||
	     o->outputs[FF_OPTIONS_ARRIVALS] != NULL || o->outputs[FF_OPTIONS_HISTOGRAM] != NULL))
		return "--paths, --arrivals, --histogram and --require are about walkers: give "
		       "--from X,Y, --agents FILE.csv or --spawn N";
	return NULL;
}

static const char *wrong_for_walk(const struct ff_options *o)
{
	const struct ff_options_walk *walk = &o->walk;
	bool nobody = walk->from_count == 0 && walk->agents == NULL && walk->spawn_count == 0;

	if (nobody && !walk->traffic_all)
		return "there is nobody to walk: give --from X,Y, --agents FILE.csv or --spawn N";
	if (!(o->radius >= FF_WALKERS_RADIUS_MIN && o->radius <= FF_WALKERS_RADIUS_MAX))
		return "--radius of walkers is in 0.001..1000";
	if (walk->traffic_all && wrong_for_all(o, nobody) != NULL)
		return wrong_for_all(o, nobody);
	if (!(walk->simulate > 0) && wrong_alone(o) != NULL)
		return wrong_alone(o);
	if (idle_in_walk(o) != NULL)
		return idle_in_walk(o);
	if (!(walk->simulate > 0))
		return NULL;
	if (o->model.corners == FF_CORNERS_CUT)
		return "--simulate and --corners cut: no disc fits between walls that touch at a "
		       "corner";
	return NULL;
}

/* Whether a step's number would be part of a path's folders. */
static bool numbers_folder(const char *path)
{
	const char *slash = path == NULL ? NULL : strrchr(path, '/');
	const char *step = path == NULL ? NULL : strstr(path, FF_STEP_NAMES);

	return slash != NULL && step != NULL && step < slash;
}

static const char *wrong_for_update(const struct ff_options *o)
{
	const char *animation = o->outputs[FF_OPTIONS_ANIMATE], *frames = o->animation.frames;

	if (o->from_map != NULL && o->update.edits != NULL)
		return "--edits and --from-map: one of them says what changes";
	if ((animation != NULL && strstr(animation, FF_STEP_NAMES) != NULL) ||
	    (frames != NULL && strstr(frames, FF_STEP_NAMES) != NULL))
		return "--animate and --frames show all steps: {step} is not for their names";
	for (int kind = 0; kind < FF_OPTIONS_OUTPUTS; kind++)
		if (numbers_folder(o->outputs[kind]))
			return "{step} is for names of files, not of folders";
	if (o->out_dir != NULL && strstr(o->out_dir, FF_STEP_NAMES) != NULL)
		return "{step} is for names of files, not of folders";
	return NULL;
}

/* Returns what is wrong with the use of standard input and output, if anything is. */
static const char *wrong_for_streams(const struct ff_options *o)
{
	if (o->action == FF_OPTIONS_WATCH && streams_of(o) > 0)
		return "watch reads its inputs each time that they change: standard input cannot";
	if (streams_of(o) > 1)
		return "standard input can be read only once";
	if (o->out_dir != NULL && strcmp(o->out_dir, "-") == 0)
		return "--out-dir -: standard output is no folder; an output named - goes there";
	if (o->animation.frames != NULL && strcmp(o->animation.frames, "-") == 0)
		return "--frames -: standard output is no folder; --animate - goes there";
	return NULL;
}

enum ff_status ff_option_checks_all(const struct ff_options *o, struct ff_error *err)
{
	const char *wrong = missing(o);
	bool asks = o->required_count > 0 || o->max_unreached >= 0 || o->out_dir != NULL ||
		    o->animation.frames != NULL;

	for (int kind = 0; kind < FF_OPTIONS_OUTPUTS; kind++)
		asks |= o->outputs[kind] != NULL;
	if (wrong != NULL)
		return ff_status_fail(err, FF_E_USAGE, "%s", wrong);
	if (o->action == FF_OPTIONS_SCEN && wrong_for_scen(o, asks) != NULL)
		wrong = wrong_for_scen(o, asks);
	else if (wrong_for_streams(o) != NULL)
		wrong = wrong_for_streams(o);
	else if (o->legend != NULL &&
		 (o->levels.invert != 0 || o->levels.wall_from != 0 || o->levels.count > 0))
		wrong = "--invert, --wall-from and --remap are for greys, --legend FILE for "
			"colours";
	else if (ff_model_is_continuous(&o->model) && o->model.step == FF_STEP_MEAN)
		wrong = "--step mean is not for --metric euclid, which knows no steps";
	else if (ff_model_is_continuous(&o->model) && o->detours)
		wrong = "--detours is not for --metric euclid, where they cannot be told from "
			"faults";
	else if (asks && o->action == FF_OPTIONS_VERIFY)
		wrong = "verify only reads: it has no outputs, and no other question to answer";
	else if (o->encoding < FF_ENCODINGS && o->outputs[FF_OPTIONS_DIRECTIONS] == NULL)
		wrong = "--encoding is for --directions";
	else if (o->scale_values > 0 && !has_samples(o->outputs[FF_OPTIONS_INTEGRATION]))
		wrong = "--scale-values is for --integration as .pgm or .png";
	else if (o->none < FF_WRITE_RASTER_NONES && wrong_for_none(o) != NULL)
		wrong = wrong_for_none(o);
	else if (o->flee < 0 && wrong_for_flee(o) != NULL)
		wrong = wrong_for_flee(o);
	else if (wrong_for_animation(o) != NULL)
		wrong = wrong_for_animation(o);
	else if (o->action == FF_OPTIONS_WALK)
		wrong = wrong_for_walk(o);
	else if (o->action == FF_OPTIONS_UPDATE)
		wrong = wrong_for_update(o);
	return wrong == NULL ? check_walk_goals(o, err)
			     : ff_status_fail(err, FF_E_USAGE, "%s", wrong);
}

/* Options that only some pictures use.  What belongs to the model (--flow, --sight) is none of
 * them: every output says by which rules it was made. */
static const struct use {
	const char *name;
	enum ff_outputs_use bit;
} uses[] = {
	{"colormap", FF_OUTPUTS_COLORMAP}, {"range", FF_OUTPUTS_RANGE},
	{"scale", FF_OUTPUTS_SCALE},       {"legend", FF_OUTPUTS_LEGEND},
	{"values", FF_OUTPUTS_VALUES},     {"contours", FF_OUTPUTS_CONTOURS},
};

/* Returns what a film of this command uses: of a field, or of walkers. */
static unsigned film_uses(const struct ff_options *o)
{
	return o->action == FF_OPTIONS_WALK ? FF_OUTPUTS_MAP : ff_outputs_uses(FF_OPTIONS_ANIMATE);
}

/* Returns what the pictures that are written use. */
static unsigned written(const struct ff_options *o, const struct ff_plan *plan)
{
	/* JSON says what pictures look like even if there are none. */
	unsigned all = o->outputs[FF_OPTIONS_JSON] != NULL ? UINT_MAX : 0;

	if (o->action == FF_OPTIONS_VERIFY || o->action == FF_OPTIONS_SCEN)
		return 0;
	for (size_t i = 0; i < plan->count; i++)
		if (plan->items[i].format == FF_OUTPUTS_PNG ||
		    plan->items[i].format == FF_OUTPUTS_SVG)
			all |= ff_outputs_uses(plan->items[i].kind);
	return ff_options_moves(o) ? all | film_uses(o) : all;
}

static bool has_option(const struct ff_argv_table *table, const char *name)
{
	const struct ff_argv_option *option;

	for (size_t i = 0; (option = ff_argv_option(table, i)) != NULL; i++)
		if (option->name != NULL && strcmp(option->name, name) == 0)
			return true;
	return false;
}

/* Says which outputs of this command would use the option. */
static enum ff_status unused(const struct ff_options *o, const struct use *use,
			     struct ff_error *err)
{
	bool reads = o->action == FF_OPTIONS_VERIFY || o->action == FF_OPTIONS_SCEN;
	const char *names[FF_OPTIONS_OUTPUTS + 2];
	char list[256] = "";
	size_t count = 0, n = 0;

	if (reads)
		return ff_status_fail(err, FF_E_USAGE, "--%s is for pictures, and %s has none",
				      use->name, o->action == FF_OPTIONS_SCEN ? "scen" : "verify");
	for (int kind = 0; kind < FF_OPTIONS_OUTPUTS; kind++)
		if (kind != FF_OPTIONS_ANIMATE &&
		    (ff_outputs_uses((enum ff_options_output)kind) & use->bit) != 0 &&
		    has_option(o->table, ff_options_output_names[kind]))
			names[count++] = ff_options_output_names[kind];
	if ((film_uses(o) & use->bit) != 0 && has_option(o->table, "frames")) {
		names[count++] = "animate";
		names[count++] = "frames";
	}
	for (size_t i = 0; i < count && n < sizeof list; i++)
		n += (size_t)snprintf(list + n, sizeof list - n, "%s--%s",
				      i == 0           ? ""
				      : i == count - 1 ? " and "
						       : ", ",
				      names[i]);
	return ff_status_fail(err, FF_E_USAGE, "--%s is for pictures: %s", use->name, list);
}

/* Returns true if a word is that option, alone or with its value. */
static bool is_option(const char *word, const char *name)
{
	size_t n = strlen(name);

	return strncmp(word, "--", 2) == 0 && strncmp(word + 2, name, n) == 0 &&
	       (word[2 + n] == '\0' || word[2 + n] == '=');
}

/* Refuses an option that no output uses which is written. */
static enum ff_status check_use(const struct ff_options *o, const struct use *use,
				struct ff_error *err)
{
	struct ff_plan plan;
	enum ff_status st;

	/* --legend FILE is about the map's colours. */
	if (strcmp(use->name, "legend") == 0 && o->style.legend == FF_STYLE_LEGEND_AUTO)
		return FF_OK;
	if ((st = ff_plan_list(&plan, o, err)) != FF_OK)
		return st;
	if ((written(o, &plan) & use->bit) == 0)
		st = unused(o, use, err);
	ff_plan_free(&plan);
	return st;
}

enum ff_status ff_option_checks_used(const struct ff_options *o, size_t count, char *const *words,
				     struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (o->action >= FF_OPTIONS_HELP)
		return FF_OK;
	for (size_t i = 0; i < count && strcmp(words[i], "--") != 0 && st == FF_OK; i++)
		for (size_t k = 0; k < sizeof uses / sizeof *uses && st == FF_OK; k++)
			if (is_option(words[i], uses[k].name))
				st = check_use(o, &uses[k], err);
	return st;
}
