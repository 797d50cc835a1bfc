#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/output_plan.h"
#include "cli/problem.h"
#include "cli/report.h"
#include "cli/sandbox.h"
#include "io/output.h"

static void allow_input(struct ff_sandbox *sandbox, const char *path)
{
	if (path != NULL && strcmp(path, "-") != 0)
		ff_sandbox_read(sandbox, path);
}

bool ff_sandbox_replace_file(struct ff_sandbox *sandbox, const char *path, unsigned what)
{
	char *real = realpath(path, NULL), *folder;
	struct stat file;

	if (real != NULL) {
		folder = ff_output_folder(real);
		free(real);
	} else {
		if (errno == ENOMEM)
			return false;
		/* A dangling link is replaced itself. */
		if (lstat(path, &file) == 0 && S_ISLNK(file.st_mode))
			what |= FF_SANDBOX_LINKS;
		folder = ff_output_folder(path);
	}
	if (folder == NULL)
		return false;
	ff_sandbox_preserve(sandbox, path);
	ff_sandbox_replace(sandbox, folder, what);
	free(folder);
	return true;
}

static bool allow_outputs(struct ff_sandbox *sandbox, const struct ff_plan *plan)
{
	const char *rest;
	bool all = true;

	if (plan->folder != NULL) {
		char *there = ff_folder_there(plan->folder, &rest);

		if (there == NULL)
			return false;
		ff_sandbox_replace(sandbox, there, FF_SANDBOX_FOLDERS);
		free(there);
	}
	for (size_t i = 0; i < plan->count && all; i++) {
		const char *path = plan->items[i].path;

		if (plan->items[i].direct && strcmp(path, "-") != 0)
			ff_sandbox_write(sandbox, path);
		else if (!plan->items[i].direct)
			all = ff_sandbox_replace_file(sandbox, path, FF_SANDBOX_FILES);
		/* For outputs after other ones, it is planned again. */
		if (plan->items[i].derived)
			ff_sandbox_read(sandbox, path);
	}
	return all;
}

/* Enters a sandbox; with 'reading' one in which all files may be read, but only folders of the plan
 * listed. */
static enum ff_status enter_sandbox(const struct ff_options *options, const struct ff_plan *plan,
				    const char *const images[2], bool reading, struct ff_error *err)
{
	struct ff_sandbox sandbox;

	if (options->no_sandbox)
		return FF_OK;
	sandbox = ff_sandbox_begin();
	sandbox.verbose = options->verbosity == FF_OPTIONS_VERBOSE;
	if (reading)
		ff_sandbox_read_all(&sandbox);
	ff_sandbox_read(&sandbox, FF_REPORT_STATUS);
	allow_input(&sandbox, images[0]);
	allow_input(&sandbox, images[1]);
	for (size_t i = 0; i < ff_plan_inputs(options); i++)
		allow_input(&sandbox, ff_plan_input(options, i, NULL));
	if (plan != NULL && !allow_outputs(&sandbox, plan)) {
		ff_sandbox_leave(&sandbox);
		return ff_status_nomem(err, "the sandbox");
	}
	return ff_sandbox_enter(&sandbox, reading, err);
}

enum ff_status ff_sandbox_confine_pair(const struct ff_options *options,
				       const struct ff_options *other, const struct ff_plan *plan,
				       struct ff_problem *problem, struct ff_problem *second,
				       struct ff_error *err)
{
	const struct ff_options *both[2] = {options, other};
	struct ff_problem *problems[2] = {problem, second};
	const char *images[2] = {NULL, NULL};
	bool may[2] = {ff_problem_may_describe(options),
		       other != NULL && ff_problem_may_describe(other)};
	enum ff_status st;

	if (!may[0] && !may[1])
		return enter_sandbox(options, plan, images, false, err);
	st = enter_sandbox(options, plan, images, true, err);
	for (int i = 0; i < 2 && st == FF_OK; i++) {
		if (!may[i])
			continue;
		if ((st = ff_problem_find(problems[i], both[i], err)) == FF_OK)
			st = ff_problem_describe(problems[i], both[i], err);
		images[i] = problems[i]->image;
		if (st == FF_OK && plan != NULL && images[i] != NULL)
			st = ff_plan_check_input(plan, images[i], "the map's image", err);
	}
	return st == FF_OK ? enter_sandbox(options, plan, images, false, err) : st;
}

enum ff_status ff_sandbox_confine(const struct ff_options *options, const struct ff_plan *plan,
				  struct ff_problem *problem, struct ff_error *err)
{
	return ff_sandbox_confine_pair(options, NULL, plan, problem, NULL, err);
}
