#include "cmd/confine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/output.h"
#include "base/sandbox.h"
#include "cmd/report.h"

static void allow_input(struct ff_sandbox *sandbox, const char *path)
{
	if (path != NULL && strcmp(path, "-") != 0)
		ff_sandbox_read(sandbox, path);
}

/* The folder of 'path', or of what that is a link to; false if memory ran out. */
static bool allow_folder(struct ff_sandbox *sandbox, const char *path, unsigned what)
{
	char *real = realpath(path, NULL), *folder;
	struct stat file;

	if (real != NULL) {
		folder = ff_output_folder(real);
		free(real);
	} else {
		if (errno == ENOMEM)
			return false;
		/* A link to nothing is replaced itself. */
		if (lstat(path, &file) == 0 && S_ISLNK(file.st_mode))
			what |= FF_SANDBOX_LINKS;
		folder = ff_output_folder(path);
	}
	if (folder == NULL)
		return false;
	ff_sandbox_replace(sandbox, folder, what);
	free(folder);
	return true;
}

static bool allow_outputs(struct ff_sandbox *sandbox, const struct ff_plan *plan)
{
	bool all = true;

	if (plan->folder != NULL)
		all = allow_folder(sandbox, plan->folder, FF_SANDBOX_FOLDERS);
	for (size_t i = 0; i < plan->count && all; i++) {
		const char *path = plan->items[i].path;

		if (plan->items[i].direct && strcmp(path, "-") != 0)
			ff_sandbox_write(sandbox, path);
		else if (!plan->items[i].direct)
			all = allow_folder(sandbox, path, FF_SANDBOX_FILES);
	}
	return all;
}

enum ff_status ff_confine(const struct ff_options *options, const struct ff_plan *plan,
			  struct ff_error *err)
{
	struct ff_sandbox sandbox;

	if (options->no_sandbox)
		return FF_OK;
	sandbox = ff_sandbox_begin();
	allow_input(&sandbox, FF_REPORT_STATUS);
	allow_input(&sandbox, options->map);
	allow_input(&sandbox, options->checked);
	for (size_t i = 0; i < options->goal_file_count; i++)
		allow_input(&sandbox, options->goal_files[i]);
	if (plan != NULL && !allow_outputs(&sandbox, plan)) {
		ff_sandbox_leave(&sandbox);
		return ff_status_nomem(err, "the sandbox");
	}
	ff_sandbox_enter(&sandbox);
	return FF_OK;
}
