#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output_plan.h"
#include "cli/report.h"
#include "cli/sandbox.h"
#include "io/output.h"

static void allow_input(struct ff_sandbox *sandbox, const char *path)
{
	if (path != NULL && strcmp(path, "-") != 0)
		ff_sandbox_read(sandbox, path);
}

bool ff_sandbox_replace_file(struct ff_sandbox *sandbox, const char *path)
{
	char *real = realpath(path, NULL), *folder;

	if (real == NULL && errno == ENOMEM)
		return false;
	/* A dangling link is replaced itself. */
	folder = ff_output_folder(real != NULL ? real : path);
	free(real);
	if (folder == NULL)
		return false;
	ff_sandbox_preserve(sandbox, path);
	ff_sandbox_replace(sandbox, folder, false);
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
		ff_sandbox_replace(sandbox, there, true);
		free(there);
	}
	for (size_t i = 0; i < plan->count && all; i++) {
		const char *path = plan->items[i].path;

		if (plan->items[i].direct && strcmp(path, "-") != 0)
			ff_sandbox_write(sandbox, path);
		else if (!plan->items[i].direct)
			all = ff_sandbox_replace_file(sandbox, path);
	}
	return all;
}

enum ff_status ff_sandbox_confine(const struct ff_options *options, const struct ff_plan *plan,
				  struct ff_error *err)
{
	struct ff_sandbox sandbox;

	if (options->no_sandbox)
		return FF_OK;
	sandbox = ff_sandbox_begin();
	sandbox.verbose = options->verbosity == FF_OPTIONS_VERBOSE;
	ff_sandbox_read(&sandbox, FF_REPORT_STATUS);
	for (size_t i = 0; i < ff_plan_inputs(options); i++)
		allow_input(&sandbox, ff_plan_input(options, i, NULL));
	if (plan != NULL && !allow_outputs(&sandbox, plan)) {
		ff_sandbox_leave(&sandbox);
		return ff_status_nomem(err, "the sandbox");
	}
	return ff_sandbox_enter(&sandbox, err);
}
