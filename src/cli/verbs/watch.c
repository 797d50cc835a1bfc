/*
 * flowfield watch: writes all outputs again when an input changes. Each file is watched before it
 * is read, so that no change is missed in between. An error after a change is printed, and the
 * program waits for the next change: a map that is half written, or whose goal became a wall, is
 * probably repaired by it. The program ends only if the files cannot be watched any more, or if
 * the sandbox forbids reading them from now on.
 */
#include "cli/budget.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/job.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/sandbox.h"
#include "cli/verb.h"
#include "cli/verbs/repair.h"
#include "cli/verbs/watch_files.h"
#include "io/output.h"

/* Identifies a folder, by whatever path. */
struct folder {
	dev_t device;
	ino_t number;
};

/* The result of following one change or several. */
struct change_result {
	bool rebuilt; /* the problem was replaced and solved; only 'ms' of 'repair' is set then */
	struct ff_repair_figures repair;
};

struct watching {
	const struct ff_options *options;
	struct ff_job *job;
	struct ff_watch *watch;
	const char **files;      /* owned; [count + 1]; the map, other inputs, the map's image */
	bool *changed;           /* owned; [count + 1]; true for each of 'files' that changed */
	struct folder *folders;  /* owned; [count]; folders of the inputs at the start */
	size_t count;            /* inputs, the map included */
	struct ff_repair repair; /* {0} until prepared */
	bool solved;             /* the job's solution belongs to its problem */
	bool written;            /* the outputs show the job's solution */
	struct change_result pending; /* sum of the results since the last report */
	uint64_t unreached;           /* unreached cells at the last report */
	bool failed;                  /* the last attempt to follow a change failed */
	bool shut_out;                /* no later attempt can succeed: the sandbox forbids it */
};

static bool is_listed(const struct watching *w, const char *file)
{
	for (size_t i = 0; i < w->count; i++)
		if (strcmp(w->files[i], file) == 0)
			return true;
	return false;
}

/* Returns the folder of a file; {0} if it cannot be found. */
static struct folder folder_of(const char *file)
{
	char *path = ff_output_folder(file);
	struct stat folder = {0};

	if (path == NULL || stat(path, &folder) != 0)
		folder = (struct stat){0};
	free(path);
	return (struct folder){folder.st_dev, folder.st_ino};
}

static enum ff_status list_files(struct watching *w, struct ff_error *err)
{
	size_t inputs = ff_plan_inputs(w->options);

	w->files = calloc(inputs + 1, sizeof *w->files);
	w->changed = calloc(inputs + 1, sizeof *w->changed);
	w->folders = calloc(inputs + 1, sizeof *w->folders);
	if (w->files == NULL || w->changed == NULL || w->folders == NULL)
		return ff_status_nomem(err, "the names of the files");
	w->files[w->count++] = w->options->map;
	for (size_t i = 0; i < inputs; i++) {
		const char *input = ff_plan_input(w->options, i, NULL);

		if (input != NULL && !is_listed(w, input))
			w->files[w->count++] = input;
	}
	for (size_t i = 0; i < w->count; i++)
		w->folders[i] = folder_of(w->files[i]);
	return FF_OK;
}

/* Watches the inputs, and the map's image if it is another file. */
static enum ff_status watch_files(struct watching *w, const char *image, struct ff_error *err)
{
	w->files[w->count] = image;
	return ff_watch_files(w->watch, w->files, w->count + (image != NULL), err);
}

/* Refuses inputs that cannot be read twice, and outputs that cannot be replaced. */
static enum ff_status check_files(const struct watching *w, struct ff_error *err)
{
	const struct ff_plan *plan = &w->job->plan;
	struct stat file;

	for (size_t i = 0; i < w->count; i++)
		if (stat(w->files[i], &file) == 0 && !S_ISREG(file.st_mode) &&
		    !S_ISDIR(file.st_mode))
			return ff_status_fail(err, FF_E_USAGE,
					      "%s: is no regular file: watch reads its inputs "
					      "again after each change",
					      w->files[i]);
	for (size_t i = 0; i < plan->count; i++)
		if (plan->items[i].direct)
			return ff_status_fail(err, FF_E_USAGE,
					      "--%s %s: is no regular file: watch replaces its "
					      "outputs after each change",
					      ff_options_output_names[plan->items[i].kind],
					      plan->items[i].path);
	return FF_OK;
}

static void print_error(const struct ff_error *err)
{
	fprintf(stderr, "flowfield: %s\n", err->text);
}

/* Prints warnings, the summary if wanted, and why an option such as --require is not met. */
static void print_report(const struct watching *w, bool with_summary)
{
	const struct ff_report *report = &w->job->report;

	if (w->options->verbosity != FF_OPTIONS_QUIET) {
		ff_report_print_warnings(report, "flowfield", stderr);
		if (with_summary)
			ff_report_print_summary(report, "flowfield", stderr);
	}
	if (report->answer != FF_OK)
		print_error(&report->reason);
}

static uint64_t count_unreached(const struct watching *w)
{
	return w->job->solution.classes.count[FF_UNREACHED];
}

/* Adds one result to a sum of results. */
static void add_result(struct change_result *sum, const struct change_result *change)
{
	sum->rebuilt |= change->rebuilt;
	sum->repair.edited += change->repair.edited;
	sum->repair.changed += change->repair.changed;
	sum->repair.visited += change->repair.visited;
	sum->repair.rebuilt |= change->repair.rebuilt;
	sum->repair.ms += change->repair.ms;
}

/* Prints the results since the last report in one line; 'files' is the number of outputs. */
static void print_change(const struct watching *w, size_t files)
{
	const struct ff_problem *problem = &w->job->problem;
	const struct change_result *change = &w->pending;
	const struct ff_repair_figures *repair = &change->repair;
	char text[FF_REPAIR_TEXT], unreached[FF_REPAIR_UNREACHED], written[64] = "";
	struct ff_error line;

	if (w->options->verbosity == FF_OPTIONS_QUIET)
		return;
	if (change->rebuilt)
		snprintf(text, sizeof text, "%" PRId32 "x%" PRId32 ", rebuilt in %.2f ms",
			 problem->map.w, problem->map.h, repair->ms);
	else if (repair->edited == 0)
		snprintf(text, sizeof text, "as before");
	else
		ff_repair_print(repair, text);
	if (files > 0)
		snprintf(written, sizeof written, "; %zu file%s written", files,
			 files == 1 ? "" : "s");
	ff_repair_print_unreached(w->unreached, count_unreached(w), unreached);
	ff_status_fail(&line, FF_OK, "%s: %s%s%s", w->options->map, text, unreached, written);
	print_error(&line);
}

/* Plans the outputs again: their folders may have changed. */
static enum ff_status plan_outputs(struct watching *w, struct ff_error *err)
{
	struct ff_plan plan;
	enum ff_status st = ff_plan_make(&plan, w->options, err);

	if (st != FF_OK)
		return st;
	ff_job_restart(w->job, w->options, &plan);
	return check_files(w, err);
}

/* Draws and writes the solution. */
static enum ff_status write_outputs(struct watching *w, struct ff_error *err)
{
	enum ff_status st = ff_job_output(w->job, err);

	w->written = st == FF_OK;
	return st;
}

/* Moves 'next', which is open, into the job, and solves it. */
static enum ff_status rebuild_problem(struct watching *w, struct ff_problem *next,
				      struct change_result *change, struct ff_error *err)
{
	struct ff_job *job = w->job;
	enum ff_status st;

	w->solved = w->written = false;
	ff_repair_close(&w->repair);
	ff_solution_free(&job->solution);
	ff_problem_free(&job->problem);
	job->problem = *next;
	*next = (struct ff_problem){0};
	st = ff_job_solve(job, err);
	w->solved = st == FF_OK;
	change->rebuilt = true;
	change->repair.ms = job->solution.integrate_ms + job->solution.flow_ms;
	return st;
}

/* Repairs the job's solution for the map of 'next', the only part that can differ. */
static enum ff_status repair_map(struct watching *w, const struct ff_problem *next,
				 struct change_result *change, struct ff_error *err)
{
	struct ff_job *job = w->job;
	enum ff_status st;

	job->report.ms[FF_REPORT_READ] = ff_clock_ms() - job->started;
	st = ff_repair_map(&w->repair, &next->map, err);
	change->repair = w->repair.figures;
	job->solution.integrate_ms = change->repair.ms;
	job->solution.flow_ms = 0;
	if (st == FF_OK && change->repair.edited > 0) {
		w->written = false;
		st = ff_repair_complete(&w->repair, err);
	}
	w->solved = st == FF_OK;
	return st;
}

/* Reads the inputs again into 'next', and rebuilds or repairs the job's solution. */
static enum ff_status follow_change(struct watching *w, struct ff_problem *next,
				    struct change_result *change, struct ff_error *err)
{
	const struct ff_problem *problem = &w->job->problem;
	enum ff_status st;

	if ((st = ff_problem_find(next, w->options, err)) != FF_OK ||
	    (st = ff_problem_describe(next, w->options, err)) != FF_OK ||
	    (next->image != NULL && (st = ff_plan_check_input(&w->job->plan, next->image,
							      "the map's image", err)) != FF_OK) ||
	    (st = watch_files(w, next->image, err)) != FF_OK ||
	    (st = ff_problem_open(next, w->options, err)) != FF_OK)
		return st;
	if (!w->solved || next->map.w != problem->map.w || next->map.h != problem->map.h)
		return rebuild_problem(w, next, change, err);
	if ((st = ff_problem_read(next, w->options, err)) != FF_OK)
		return st;
	return repair_map(w, next, change, err);
}

/* Returns true if a file other than the map's image changed: then everything is rebuilt. */
static bool others_changed(const struct watching *w)
{
	size_t image = w->files[w->count] == NULL ? 0 : w->count;
	bool any = false;

	for (size_t i = 0; i < w->count; i++)
		any |= w->changed[i] && i != image;
	return any;
}

/* Returns true if a file cannot be opened although its permissions allow it. */
static bool is_blocked(const char *path)
{
	int fd = access(path, R_OK) == 0 ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : 0;

	if (fd > 0)
		close(fd);
	return fd < 0 && (errno == EACCES || errno == EPERM);
}

/* Replaces the error if the sandbox is the reason that an input cannot be read. */
static void explain_sandbox(struct watching *w, const char *image, struct ff_error *err)
{
	for (size_t i = 0; i <= w->count && !w->options->no_sandbox; i++) {
		const char *file = i < w->count ? w->files[i] : image;
		struct folder now;

		if (file == NULL || !is_blocked(file))
			continue;
		ff_status_fail(err, FF_E_INPUT,
			       "%s: leads into a folder that the sandbox forbids; use "
			       "--no-sandbox",
			       file);
		if (i == w->count)
			return;
		now = folder_of(file);
		w->shut_out =
			now.device != w->folders[i].device || now.number != w->folders[i].number;
		if (w->shut_out)
			ff_status_fail(err, FF_E_INPUT,
				       "%s: its folder was replaced, and the sandbox forbids the "
				       "new one: restart watch, or use --no-sandbox",
				       file);
		return;
	}
}

/* Follows a change: reads, solves, writes and reports. */
static enum ff_status follow_and_write(struct watching *w, struct ff_error *err)
{
	struct ff_problem next = {0};
	struct change_result change = {0};
	size_t files = 0;
	enum ff_status st;

	w->job->progress = ff_progress_begin(w->options->verbosity != FF_OPTIONS_QUIET);
	if ((st = plan_outputs(w, err)) == FF_OK)
		st = follow_change(w, &next, &change, err);
	if (st == FF_E_INPUT)
		explain_sandbox(w, next.image, err);
	ff_problem_free(&next);
	if (st == FF_OK)
		add_result(&w->pending, &change);
	if (st == FF_OK && !w->written) {
		files = w->job->plan.count;
		st = write_outputs(w, err);
	}
	ff_progress_end(&w->job->progress);
	if (st != FF_OK) {
		w->failed = true;
		return ff_budget_explain(st, w->options->map, err);
	}
	if (files > 0 || w->failed)
		print_change(w, files);
	if (files > 0)
		print_report(w, w->options->verbosity == FF_OPTIONS_VERBOSE);
	w->pending = (struct change_result){0};
	w->unreached = count_unreached(w);
	w->failed = false;
	return FF_OK;
}

static enum ff_status begin_watching(struct watching *w, struct ff_error *err)
{
	struct ff_job *job = w->job;
	enum ff_status st;

	if ((st = check_files(w, err)) != FF_OK || (st = ff_watch_open(&w->watch, err)) != FF_OK ||
	    (st = watch_files(w, NULL, err)) != FF_OK ||
	    (st = ff_sandbox_confine(w->options, &job->plan, &job->problem, err)) != FF_OK ||
	    (st = watch_files(w, job->problem.image, err)) != FF_OK ||
	    (st = ff_job_solve(job, err)) != FF_OK || (st = write_outputs(w, err)) != FF_OK)
		return st;
	w->solved = true;
	w->unreached = count_unreached(w);
	print_report(w, true);
	return FF_OK;
}

/* Prepares the next repair while the program waits anyway. If memory lacks, the next change
 * rebuilds the solution instead. */
static void prepare_repair(struct watching *w)
{
	struct ff_job *job = w->job;
	const struct ff_solution_work work = ff_job_work(job);

	if (w->solved && w->repair.problem != NULL)
		return;
	ff_repair_close(&w->repair);
	if (w->solved)
		w->solved = ff_repair_open(&w->repair, &work, &job->problem, &job->solution,
					   NULL) == FF_OK;
}

static enum ff_status wait_for_changes(struct watching *w, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	while (st == FF_OK) {
		prepare_repair(w);
		if ((st = ff_watch_wait(w->watch, w->changed, err)) != FF_OK)
			break;
		w->solved = w->solved && !others_changed(w);
		/* The image is watched again once the map's description, which may name another,
		 * has been read. */
		if ((st = watch_files(w, NULL, err)) != FF_OK || follow_and_write(w, err) == FF_OK)
			continue;
		if (w->shut_out)
			return FF_E_INPUT;
		print_error(err);
	}
	return st;
}

static enum ff_status watch_map(const struct ff_options *options, struct ff_error *err)
{
	struct watching w = {.options = options};
	enum ff_status st;

	if (options->dry_run)
		return ff_run_verb.job(options, err);
	if ((st = list_files(&w, err)) == FF_OK && (st = ff_job_new(&w.job, options, err)) == FF_OK)
		st = begin_watching(&w, err);
	if (w.job != NULL)
		ff_progress_end(&w.job->progress);
	if (st == FF_OK)
		st = wait_for_changes(&w, err);
	ff_repair_close(&w.repair);
	ff_job_free(w.job);
	ff_watch_close(w.watch);
	free(w.files);
	free(w.changed);
	free(w.folders);
	return st;
}

/* Options for outputs that cannot be replaced repeatedly, or for a field that grows. */
static const char *const not_for_watch[] = {
	"json", "no-clobber", "animate", "frames", "fps", "max-animation", "batch", "budget", NULL};

static const struct ff_argv_table table = {
	"flowfield watch",
	"usage: flowfield watch MAP --goal X,Y [options]\n"
	"\n"
	"Writes all outputs again whenever the map or another input changes, until it is\n"
	"stopped.  Has the outputs of flowfield, except --json and animations.\n",
	NULL,
	0,
	NULL,
	&ff_options_table,
	not_for_watch,
	NULL};

static bool is_stream(const char *path)
{
	return strcmp(path, "-") == 0;
}

static enum ff_status check_options(struct ff_options *o, struct ff_error *err)
{
	bool streams = is_stream(o->map);
	enum ff_status st;

	ff_options_choose(o, FF_METRIC_MANHATTAN, 0);
	o->rereads = true;
	if ((st = ff_options_check_goal(o, err)) != FF_OK ||
	    (st = ff_options_check_paths(o, err)) != FF_OK)
		return st;
	for (size_t i = 0; i < o->input_count; i++)
		streams |= is_stream(o->inputs[i].path);
	if (streams)
		return ff_status_fail(
			err, FF_E_USAGE,
			"watch reads its inputs again after each change, which standard "
			"input does not allow");
	return ff_options_check_shared(o, err);
}

const struct ff_verb ff_watch_verb = {
	.name = "watch",
	.text = "write all outputs again when the map changes",
	.table = &table,
	.size = sizeof(struct ff_options),
	.check = check_options,
	.job = watch_map,
};
