/*
 * flowfield update: a map that changes step by step. Outputs are made after each step that has
 * some. The animation comes with the last one, when the largest value of all steps is known: then
 * all steps are reset and repeated, and a frame is drawn after each.
 */
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/job.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/problem.h"
#include "cli/render.h"
#include "cli/sandbox.h"
#include "cli/verb.h"
#include "cli/verbs/repair.h"
#include "core/base/memory.h"
#include "core/base/status.h"
#include "draw/draw.h"

/* stands for the step's number in the names of outputs */
#define STEP "{step}"

/* A step. */
struct step {
	int32_t number;
	size_t first, edits; /* lines of the file */
	struct ff_repair_figures figures;
	uint64_t unreached[2]; /* cells, before and after it */
};

/* The object "update" of a report. */
struct report {
	const char *edits;        /* a file */
	const struct step *steps; /* [count]  those so far */
	size_t count;
};

/* Options for the outputs of a step. */
struct outputs {
	struct ff_options options;       /* owns nothing */
	char *names[FF_OPTIONS_OUTPUTS]; /* owned */
	bool any;                        /* there are outputs, or the default ones */
};

static bool is_numbered(const char *name)
{
	return name != NULL && strstr(name, STEP) != NULL;
}

/* Returns a name with the step's number in the place of STEP; NULL if memory ran out. */
static char *name_for(const char *name, int32_t step)
{
	enum { WORD = sizeof STEP - 1 };
	size_t size = 1;
	char number[16], *made, *to;
	int digits = snprintf(number, sizeof number, "%" PRId32, step);

	for (const char *at = name; *at != '\0'; at++)
		size += strncmp(at, STEP, WORD) == 0 ? (size_t)digits : 1;
	if ((made = to = malloc(size)) == NULL)
		return NULL;
	while (*name != '\0')
		if (strncmp(name, STEP, WORD) == 0) {
			memcpy(to, number, (size_t)digits);
			to += digits;
			name += WORD;
		} else {
			*to++ = *name++;
		}
	*to = '\0';
	return made;
}

static void free_outputs(struct outputs *names)
{
	for (int kind = 0; kind < FF_OPTIONS_OUTPUTS; kind++)
		free(names->names[kind]);
	*names = (struct outputs){0};
}

static enum ff_status make_outputs(struct outputs *names, const struct ff_options *options,
				   int32_t step, bool last, struct ff_error *err)
{
	bool named = false;

	*names = (struct outputs){.options = *options};
	for (int kind = 0; kind < FF_OPTIONS_OUTPUTS; kind++) {
		const char *name = options->outputs[kind];

		named |= name != NULL;
		if (is_numbered(name)) {
			if ((names->names[kind] = name_for(name, step)) == NULL) {
				free_outputs(names);
				return ff_status_nomem(err, "file names");
			}
			names->options.outputs[kind] = names->names[kind];
		} else if (!last) {
			names->options.outputs[kind] = NULL;
		}
		names->any |= names->options.outputs[kind] != NULL;
	}
	names->any |= last && !named;
	return FF_OK;
}

static json_t *update_json(const struct ff_report *report)
{
	const struct report *update = report->solution->own;
	json_t *steps = json_array();

	for (size_t i = 0; i < update->count; i++) {
		const struct step *step = &update->steps[i];
		json_t *object = ff_repair_json(&step->figures, step->edits);

		ff_json_set(&object, "step", json_integer(step->number));
		ff_json_append(&steps, object);
	}
	return json_pack("{s:o, s:o}", "edits", ff_json_string(update->edits), "steps", steps);
}

static const struct ff_report_verb report_verb = {.key = "update", .json = update_json};

/* Prints the sums over steps [count]. */
static void print_steps(const char *name, const struct step *steps, size_t count, FILE *to)
{
	struct ff_repair_figures sum = {0};
	char text[FF_REPAIR_TEXT];
	struct ff_error line;

	for (size_t i = 0; i < count; i++)
		ff_repair_add(&sum, &steps[i].figures);
	ff_repair_print(&sum, text);
	ff_status_fail(&line, FF_OK, "%s: %zu step%s: %s", name, count, count == 1 ? "" : "s",
		       text);
	fprintf(to, "flowfield: %s\n", line.text);
}

static void print_step(const char *name, const struct step *step, FILE *to)
{
	struct ff_repair_figures sum = {0};
	char text[FF_REPAIR_TEXT], more[96] = "";
	struct ff_error line;

	ff_repair_add(&sum, &step->figures);
	ff_repair_print(&sum, text);
	if (step->unreached[1] != step->unreached[0])
		snprintf(
			more, sizeof more, "; %" PRIu64 " cell%s unreached now, %" PRIu64 " before",
			step->unreached[1], step->unreached[1] == 1 ? "" : "s", step->unreached[0]);
	ff_status_fail(&line, FF_OK, "%s: step %" PRId32 ": %s%s", name, step->number, text, more);
	fprintf(to, "flowfield: %s\n", line.text);
}

struct update {
	struct ff_options common;
	const char *edits; /* a path, or "-" */
};

/* An update under way. */
struct changing {
	const struct ff_options *options;
	const struct update *asked; /* the same */
	struct ff_edits edits;      /* owned */
	struct ff_job *job;
	struct outputs names; /* of the last step */
	struct ff_repair repair;
	struct step *steps; /* owned; [count] */
	size_t count;
	struct report report;
	json_t *files; /* owned; those written so far, for a report about all steps; NULL: none */
	bool animated;
	double largest;              /* value of all steps */
	bool there[FF_CLASSES];      /* classes of cells that occur after any step */
	struct ff_style_edit *marks; /* owned; [marked]  of a frame, the oldest first */
	size_t marked, marks_room;
};

/* Finds where steps begin. */
static enum ff_status list_steps(struct changing *c, struct ff_error *err)
{
	const struct ff_edits *edits = &c->edits;

	if ((c->steps = calloc(edits->count, sizeof *c->steps)) == NULL)
		return ff_status_nomem(err, "the steps");
	for (size_t i = 0; i < edits->count; i++) {
		if (i == 0 || edits->items[i].when > edits->items[i - 1].when)
			c->steps[c->count++] =
				(struct step){.number = (int32_t)edits->items[i].when, .first = i};
		c->steps[c->count - 1].edits++;
	}
	return FF_OK;
}

/* Checks the outputs of all steps before the first one is made. */
static enum ff_status check_outputs(const struct changing *c, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < c->count && st == FF_OK; i++) {
		struct outputs names;
		struct ff_plan plan;

		/* An output that is written once must not have the name of a step's output. */
		if ((st = make_outputs(&names, c->options, c->steps[i].number, true, err)) != FF_OK)
			break;
		st = ff_plan_make(&plan, &names.options, err);
		ff_plan_free(&plan);
		free_outputs(&names);
	}
	return st;
}

static enum ff_status take_step(struct changing *c, size_t i, struct ff_error *err)
{
	return ff_repair_edits(&c->repair, c->edits.items + c->steps[i].first, c->steps[i].edits,
			       ff_repair_name(c->asked->edits), err);
}

/* Marks the rectangles of the edits of a step and of those before it. */
static enum ff_status mark_steps(struct changing *c, size_t last, struct ff_error *err)
{
	int32_t times = c->options->subdivide ? 2 : 1;

	c->marked = 0;
	for (size_t i = last < FF_STYLE_AGES ? 0 : last + 1 - FF_STYLE_AGES; i <= last; i++) {
		const struct ff_edit *edits = c->edits.items + c->steps[i].first;
		size_t count = c->steps[i].edits;

		if (count > FF_STYLE_EDITS)
			continue;
		if (!ff_memory_grow(&c->marks, &c->marks_room, c->marked + count, sizeof *c->marks))
			return ff_status_nomem(err, "an animation");
		for (size_t k = 0; k < count; k++)
			c->marks[c->marked++] =
				(struct ff_style_edit){{edits[k].x * times, edits[k].y * times,
							edits[k].w * times, edits[k].h * times},
						       (int)(last - i)};
	}
	return FF_OK;
}

/* Adds the frame after a step, or, if i is 0, before all of them.  All have one legend, and share
 * their colours. */
static enum ff_status add_frame(struct changing *c, struct ff_animation *animation, size_t i,
				struct ff_error *err)
{
	struct ff_page page = {.machine = &c->job->machine};
	struct ff_scene scene = c->job->solution.scene;
	struct ff_classes classes = *scene.classes;
	struct ff_style style = c->job->film;
	struct ff_style_edits edits;
	const struct step *step =
		&c->steps[i - (i > 0)]; /* the one before the frame, or the first */
	char counter[80];
	enum ff_status st;
	size_t n;

	if (i > 0 && (st = mark_steps(c, i - 1, err)) != FF_OK)
		return st;
	n = (size_t)snprintf(counter, sizeof counter, "%sstep %" PRId32, i == 0 ? "before " : "",
			     step->number);
	if (i > 0)
		snprintf(counter + n, sizeof counter - n,
			 ": %zu cell%s edited, %" PRIu64 " unreached", step->figures.edited,
			 step->figures.edited == 1 ? "" : "s", step->unreached[1]);
	edits = (struct ff_style_edits){c->marks, c->marked};
	style.counter = counter;
	style.edits = &edits;
	for (int class = 0; class < FF_CLASSES; class ++)
		classes.count[class] += c->there[class];
	scene.classes = &classes;
	scene.largest = c->largest;
	if ((st = ff_draw_heatmap(&scene, &style, &page, err)) != FF_OK)
		return st;
	st = ff_animation_add(animation, &page.bitmap,
			      (struct ff_image_part){0, 0, page.bitmap.w, page.bitmap.h}, err);
	free(page.bitmap.pixels);
	return st;
}

/* Makes the animation: repeats all steps from the beginning. */
static enum ff_status make_animation(struct changing *c, struct ff_error *err)
{
	struct ff_job *job = c->job;
	struct ff_scene scene = c->job->solution.scene;
	struct ff_style_range colours;
	struct ff_animation animation;
	enum ff_status st = FF_OK;

	scene.largest = c->largest;
	colours = ff_style_range(&c->options->style, &scene);
	ff_animation_begin(&animation, &job->report, &colours);
	animation.frames = c->count + 1;
	for (size_t i = 0; i <= c->count && st == FF_OK; i++) {
		st = i == 0 ? ff_repair_reset(&c->repair, err) : take_step(c, i - 1, err);
		if (st == FF_OK &&
		    (st = ff_solution_rest(&c->job->solution, &c->repair.work, err)) == FF_OK)
			st = add_frame(c, &animation, i, err);
	}
	return ff_animation_end(&animation, st, err);
}

/* Draws and writes the outputs of a step. */
static enum ff_status output_step(struct changing *c, size_t i, const struct outputs *names,
				  struct ff_error *err)
{
	struct ff_job *job = c->job;
	double read_ms = job->report.ms[FF_REPORT_READ], started = job->started;
	struct report own = c->report;
	struct ff_plan plan;
	enum ff_status st;

	st = ff_plan_make(&plan, &names->options, err);
	ff_job_restart(job, &names->options, &plan);
	if (st != FF_OK)
		return st;
	job->report.ms[FF_REPORT_READ] = read_ms;
	job->started = started;
	/* A report for each step is about that step only. */
	if (names->names[FF_OPTIONS_JSON] != NULL)
		own.steps = &c->steps[i], own.count = 1;
	job->solution.own = &own;
	job->report.earlier = c->files;
	ff_job_examine(job);
	if (i + 1 == c->count && c->animated)
		st = make_animation(c, err);
	if (st == FF_OK)
		st = ff_job_publish(job, err);
	job->solution.own = NULL;
	/* Nothing may fail once the last files have their names. */
	if (st == FF_OK && c->files != NULL && i + 1 < c->count)
		st = ff_report_list_files(&c->files, &job->plan, err);
	return st;
}

/* Notes what the legend of all frames needs to know. */
static void note_state(struct changing *c)
{
	const struct ff_scene *scene = &c->job->solution.scene;
	struct ff_reach_summary summary;
	uint64_t closed;

	if (!c->animated)
		return;
	closed = ff_scene_count_closed(scene);
	for (int class = 0; class < FF_CLASSES; class ++)
		c->there[class] |= scene->classes->count[class] > (class == FF_WALL ? closed : 0);
	summary = ff_reach_summarise(&c->job->solution.field);
	c->largest = summary.largest > c->largest ? summary.largest : c->largest;
}

static enum ff_status run_step(struct changing *c, size_t i, struct ff_error *err)
{
	struct outputs *names = &c->names;
	enum ff_status st;

	ff_progress_show(&c->job->progress, "repairing", 0, 0);
	c->steps[i].unreached[0] = c->job->solution.classes.count[FF_UNREACHED];
	if ((st = take_step(c, i, err)) != FF_OK)
		return st;
	c->steps[i].unreached[1] = c->job->solution.classes.count[FF_UNREACHED];
	c->steps[i].figures = c->repair.figures;
	c->report.count = i + 1;
	note_state(c);
	free_outputs(names);
	if ((st = make_outputs(names, c->options, c->steps[i].number, i + 1 == c->count, err)) !=
	    FF_OK)
		return st;
	if (names->any)
		st = ff_solution_rest(&c->job->solution, &c->repair.work, err);
	if (st == FF_OK && names->any)
		st = output_step(c, i, names, err);
	if (c->options->verbosity == FF_OPTIONS_VERBOSE && st == FF_OK) {
		ff_progress_end(&c->job->progress);
		print_step(c->job->problem.name, &c->steps[i], stderr);
	}
	return st;
}

/* Prepares everything up to the solution of the map at the beginning. */
static enum ff_status begin_update(struct changing *c, struct ff_error *err)
{
	struct ff_job *job = c->job;
	enum ff_status st;

	if ((st = ff_job_plan(job, c->options, true, err)) != FF_OK ||
	    (st = ff_sandbox_enter(&job->plan.sandbox, err)) != FF_OK ||
	    (st = ff_problem_open(&job->problem, c->options, err)) != FF_OK ||
	    (!c->options->dry_run &&
	     (st = ff_problem_read(&job->problem, c->options, err)) != FF_OK) ||
	    (st = ff_repair_read(&c->edits, c->asked->edits, false, &job->problem, err)) != FF_OK ||
	    (st = list_steps(c, err)) != FF_OK || (st = check_outputs(c, err)) != FF_OK ||
	    c->options->dry_run || (st = ff_job_ready(job, err)) != FF_OK ||
	    (st = ff_solution_find(&job->solution, &job->work, err)) != FF_OK)
		return st;
	if (c->options->outputs[FF_OPTIONS_JSON] != NULL &&
	    !is_numbered(c->options->outputs[FF_OPTIONS_JSON]) && (c->files = json_array()) == NULL)
		return ff_status_nomem(err, "the report");
	c->animated = ff_options_animates(c->options);
	c->report = (struct report){c->asked->edits, c->steps, 0};
	note_state(c);
	return ff_repair_open(&c->repair, &job->work, &job->problem, &job->solution, err);
}

static enum ff_status update_map(const struct ff_options *options, struct ff_error *err)
{
	struct ff_job job = {.options = options};
	struct changing c = {
		.options = options, .asked = (const struct update *)options, .job = &job};
	enum ff_status st = begin_update(&c, err);
	const char *name;
	bool done;

	for (size_t i = 0; i < c.count && st == FF_OK && !options->dry_run; i++)
		st = run_step(&c, i, err);
	ff_repair_close(&c.repair);
	done = st == FF_OK && !options->dry_run;
	name = job.problem.name;
	st = ff_job_end(&job, st, err);
	if (done && options->verbosity != FF_OPTIONS_QUIET)
		print_steps(name, c.steps, c.count, stderr);
	free_outputs(&c.names);
	json_decref(c.files);
	free(c.edits.items);
	free(c.steps);
	free(c.marks);
	return st;
}

#define AT(member) .offset = offsetof(struct update, member)

/* clang-format off */
static const struct ff_argv_option rows[] = {
	{.text = "Changes"},
	{0, "edits", "FILE", "file of edits, a line each: step,x,y,w,h,WHAT", FF_ARGV_REQUIRED, true, ff_options_set_input, AT(edits), .what = "what --edits reads", .screen = FF_ARGV_FIRST},
};
/* clang-format on */

static const struct ff_argv_table table = {
	"flowfield update",
	"usage: flowfield update MAP --goal X,Y --edits FILE [options]\n"
	"\n"
	"Solves a map, edits it step by step, and repairs the field after each step\n"
	"instead of solving again.  WHAT is a cost (1..254), wall, open, goal or nogoal.\n"
	"Has the outputs of flowfield: those with {step} in their name are written after\n"
	"each step, others after the last one.\n",
	rows,
	sizeof rows / sizeof *rows,
	NULL,
	&ff_options_table,
	"html batch budget coarsen work-dir",
	NULL};

static const struct ff_options_rule rules[] = {
	{"flee", FF_OPTIONS_WITHOUT, "animate",
	 "--flee and --animate: a flee map's values have no range that all frames could share"},
};

static enum ff_status check_options(struct ff_options *o, struct ff_error *err)
{
	bool folder = is_numbered(o->out_dir);
	enum ff_status st;

	ff_options_choose(o, FF_METRIC_MANHATTAN, 0);
	if ((st = ff_options_check_goal(o, err)) != FF_OK ||
	    (st = ff_options_check_paths(o, err)) != FF_OK)
		return st;
	if (((const struct update *)o)->edits == NULL)
		return ff_status_fail(err, FF_E_USAGE, "there is no change: give --edits FILE");
	if ((st = ff_options_check_shared(o, err)) != FF_OK ||
	    (st = ff_options_check_rules(o, rules, sizeof rules / sizeof *rules, err)) != FF_OK)
		return st;
	if (is_numbered(o->outputs[FF_OPTIONS_ANIMATE]))
		return ff_status_fail(err, FF_E_USAGE,
				      "--animate shows all steps: {step} is not for its name");
	for (int kind = 0; kind < FF_OPTIONS_OUTPUTS; kind++)
		folder |= is_numbered(o->outputs[kind]) &&
			  strchr(strstr(o->outputs[kind], STEP), '/') != NULL;
	return folder ? ff_status_fail(err, FF_E_USAGE,
				       "{step} is for names of files, not of folders")
		      : FF_OK;
}

const struct ff_verb ff_update_verb = {
	.name = "update",
	.text = "repair the field of a map that is edited",
	.table = &table,
	.size = sizeof(struct update),
	.check = check_options,
	.report = &report_verb,
	.job = update_map,
};
