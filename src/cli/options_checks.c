#include "cli/options.h"

#include <limits.h>
#include <string.h>

#include "cli/output_plan.h"
#include "cli/outputs.h"
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

/* Returns the reason why --none has no effect or no meaning; NULL: it is right. */
static const char *wrong_for_none(const struct ff_options *o)
{
	const char *value = o->outputs[FF_OPTIONS_INTEGRATION], *path;
	bool whole = !ff_model_is_continuous(&o->model) && ff_model_unit(&o->model) == 1 &&
		     !o->subdivide && !(o->flee < 0);
	int format;

	if (value == NULL ||
	    ff_outputs_find(FF_OPTIONS_INTEGRATION, value, &format, &path, NULL) != FF_OK ||
	    format != FF_FORMATS_NPY)
		return "--none is for --integration as .npy";
	if (o->none != FF_CELLS_NAN && !whole)
		return "--none max and --none -1 are for integers (--metric manhattan without "
		       "--step mean, --subdivide or --flee); floats take --none nan";
	return NULL;
}

bool ff_options_given(const struct ff_options *o, const char *names)
{
	for (const char *name = names; *name != '\0'; name += strspn(name, " ")) {
		size_t n = strcspn(name, " ");

		for (const char **given = o->given; *given != NULL; given++)
			if (strlen(*given) == n && memcmp(*given, name, n) == 0)
				return true;
		name += n;
	}
	return false;
}

enum ff_status ff_options_check_rules(const struct ff_options *o,
				      const struct ff_options_rule *rules, size_t count,
				      struct ff_error *err)
{
	for (size_t i = 0; i < count; i++) {
		const struct ff_options_rule *rule = &rules[i];
		bool broken = ff_options_given(o, rule->options);

		if (broken && rule->rule != FF_OPTIONS_NEVER)
			broken = ff_options_given(o, rule->others) ==
				 (rule->rule == FF_OPTIONS_WITHOUT);
		if (broken)
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

static bool is_stream(const char *path)
{
	return path != NULL && strcmp(path, "-") == 0;
}

/* Returns what is wrong with the use of standard input and output; NULL: nothing. */
static const char *wrong_for_streams(const struct ff_options *o)
{
	int streams = is_stream(o->map);

	for (size_t i = 0; i < o->input_count; i++)
		streams += is_stream(o->inputs[i].path);
	if (streams > 1)
		return "standard input can be read only once";
	if (is_stream(o->out_dir))
		return "--out-dir -: standard output is no folder; an output named - goes there";
	if (is_stream(o->animation.frames))
		return "--frames -: standard output is no folder; --animate - goes there";
	return NULL;
}

/* Returns what is wrong with values that exclude each other; NULL: nothing. */
static const char *wrong_values(const struct ff_options *o)
{
	if (o->legend != NULL && ff_options_given(o, "invert wall-from remap"))
		return "--invert, --wall-from and --remap are for greys, --legend FILE for "
		       "colours";
	if (o->model.metric == FF_METRIC_EUCLID && o->model.step == FF_STEP_MEAN)
		return "--step mean is not for --metric euclid, which has no steps";
	if (o->scale_values > 0 && !has_samples(o->outputs[FF_OPTIONS_INTEGRATION]))
		return "--scale-values is for --integration as .pgm or .png";
	return o->none < FF_CELLS_NONES ? wrong_for_none(o) : NULL;
}

static const struct ff_options_rule shared[] = {
	{"encoding", FF_OPTIONS_NEEDS, "directions", "--encoding is for --directions"},
	{"flee", FF_OPTIONS_WITHOUT, "sight",
	 "--flee and --sight: walkers that flee do not walk to goals in sight"},
	{"flee", FF_OPTIONS_WITHOUT, "sight-mask",
	 "--flee and --sight-mask: a flee map has no goals to see"},
	{"flee", FF_OPTIONS_WITHOUT, "range",
	 "--flee and --range: a flee map's values are below 0"},
	{"flee", FF_OPTIONS_WITHOUT, "allocation",
	 "--flee and --allocation: in a flee map no goal serves a cell"},
	{"fps max-animation batch", FF_OPTIONS_NEEDS, "animate frames",
	 "--fps, --max-animation and --batch are for --animate or --frames"},
	{"budget", FF_OPTIONS_WITHOUT, "max-unreached",
	 "--budget and --max-unreached: cells not yet computed may be reached"},
	{"budget", FF_OPTIONS_WITHOUT, "sight",
	 "--budget and --sight: a line of sight may cross cells not yet computed"},
};

enum ff_status ff_options_check_shared(const struct ff_options *o, struct ff_error *err)
{
	const char *wrong = wrong_for_streams(o);

	if (wrong == NULL)
		wrong = wrong_values(o);
	if (wrong != NULL)
		return ff_status_fail(err, FF_E_USAGE, "%s", wrong);
	return ff_options_check_rules(o, shared, sizeof shared / sizeof *shared, err);
}

/* Options that only some pictures use.  Those of the model (--flow, --sight) are not among them:
 * every output says by which rules it was made. */
static const struct use {
	const char *name;
	enum ff_outputs_use bit;
} uses[] = {
	{"colormap", FF_OUTPUTS_COLORMAP}, {"range", FF_OUTPUTS_RANGE},
	{"scale", FF_OUTPUTS_SCALE},       {"legend", FF_OUTPUTS_LEGEND},
	{"values", FF_OUTPUTS_VALUES},     {"contours", FF_OUTPUTS_CONTOURS},
};

/* Returns the options that the written pictures use, as bits of enum ff_outputs_use. */
static unsigned written(const struct ff_options *o, const struct ff_plan *plan)
{
	/* JSON describes the style of pictures even if there are none. */
	unsigned all = o->outputs[FF_OPTIONS_JSON] != NULL ? UINT_MAX : 0;

	for (size_t i = 0; i < plan->count; i++)
		if (plan->items[i].format == FF_OUTPUTS_PNG ||
		    plan->items[i].format == FF_OUTPUTS_SVG)
			all |= ff_outputs_uses(plan->items[i].kind);
	return ff_options_animates(o) ? all | o->film_uses : all;
}

static bool has_option(const struct ff_options *o, const char *name)
{
	return ff_argv_find(o->verb->table, name, strlen(name)) != NULL;
}

/* Refuses an option, and lists the outputs of this command that would use it. */
static enum ff_status unused(const struct ff_options *o, const struct use *use,
			     struct ff_error *err)
{
	const char *names[FF_OPTIONS_OUTPUTS + 2];
	size_t count = 0;
	char list[256];

	if (o->default_count == 0)
		return ff_status_fail(err, FF_E_USAGE, "--%s is for pictures, and %s has none",
				      use->name, o->verb->name);
	for (int kind = 0; kind < FF_OPTIONS_OUTPUTS; kind++)
		if (kind != FF_OPTIONS_ANIMATE &&
		    (ff_outputs_uses((enum ff_options_output)kind) & use->bit) != 0 &&
		    has_option(o, ff_options_output_names[kind]))
			names[count++] = ff_options_output_names[kind];
	if ((o->film_uses & use->bit) != 0 && has_option(o, "frames")) {
		names[count++] = "animate";
		names[count++] = "frames";
	}
	ff_strings_join(list, sizeof list, "--", names, count, " and ");
	return ff_status_fail(err, FF_E_USAGE, "--%s is for pictures: %s", use->name, list);
}

/* Returns true if a word is that option, alone or with its value. */
static bool is_option(const char *word, const char *name)
{
	size_t n = strlen(name);

	return strncmp(word, "--", 2) == 0 && strncmp(word + 2, name, n) == 0 &&
	       (word[2 + n] == '\0' || word[2 + n] == '=');
}

/* Refuses an option that no written output uses. */
static enum ff_status check_use(const struct ff_options *o, const struct use *use,
				struct ff_error *err)
{
	struct ff_plan plan;
	enum ff_status st;

	/* --legend FILE is about the map's colours, not about pictures. */
	if (strcmp(use->name, "legend") == 0 && o->style.legend == FF_STYLE_LEGEND_AUTO)
		return FF_OK;
	if ((st = ff_plan_list(&plan, o, err)) != FF_OK)
		return st;
	if ((written(o, &plan) & use->bit) == 0)
		st = unused(o, use, err);
	ff_plan_free(&plan);
	return st;
}

enum ff_status ff_options_check_used(const struct ff_options *o, size_t count, char *const *words,
				     struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (o->help || o->version)
		return FF_OK;
	for (size_t i = 0; i < count && strcmp(words[i], "--") != 0 && st == FF_OK; i++)
		for (size_t k = 0; k < sizeof uses / sizeof *uses && st == FF_OK; k++)
			if (is_option(words[i], uses[k].name))
				st = check_use(o, &uses[k], err);
	return st;
}
