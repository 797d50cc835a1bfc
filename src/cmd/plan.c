#include "cmd/plan.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/outputs.h"

/* MAP without its folder and its extension; "stdin" for standard input. */
static void stem_of(const char *map, const char **stem, int *n)
{
	const char *slash = strrchr(map, '/');
	const char *dot;

	*stem = strcmp(map, "-") == 0 ? "stdin" : slash == NULL ? map : slash + 1;
	dot = strrchr(*stem, '.');
	*n = (int)(dot == NULL || dot == *stem ? strlen(*stem) : (size_t)(dot - *stem));
}

/* 'name' in the folder for outputs, unless it says where it is itself. */
static char *path_of(const struct ff_options *options, const char *name)
{
	const char *dir = options->out_dir, *root = options->root;
	char *path;

	if (strcmp(name, "-") == 0 || (root == NULL && (dir == NULL || name[0] == '/')))
		return strdup(name);
	if (dir == NULL || name[0] == '/')
		dir = "";
	if (asprintf(&path, "%s%s%s%s%s", root == NULL ? "" : root, root == NULL ? "" : "/", dir,
		     *dir == '\0' || dir[strlen(dir) - 1] == '/' ? "" : "/", name) < 0)
		return NULL;
	return path;
}

static char *derived_path(const struct ff_options *options, enum ff_options_output kind)
{
	char *name, *path;
	const char *stem;
	int n;

	stem_of(options->map, &stem, &n);
	if (asprintf(&name, "%.*s.%s.png", n, stem, ff_options_output_names[kind]) < 0)
		return NULL;
	path = path_of(options, name);
	free(name);
	return path;
}

/* Whether a path is another name of standard input or output.  Devices that hold
 * nothing, as /dev/null, are no place where two could meet. */
static bool is_stream(const char *path, int stream)
{
	struct stat file, other;

	return stat(path, &file) == 0 && fstat(stream, &other) == 0 &&
	       file.st_dev == other.st_dev && file.st_ino == other.st_ino &&
	       (!S_ISCHR(file.st_mode) || isatty(stream) == 1);
}

static enum ff_status add(struct ff_plan *plan, enum ff_options_output kind, int format, char *path,
			  struct ff_error *err)
{
	if (path != NULL && strcmp(path, "-") != 0 && is_stream(path, STDOUT_FILENO)) {
		free(path);
		path = strdup("-");
	}
	if (path == NULL)
		return ff_status_nomem(err, "file names");
	plan->items[plan->count++] = (struct ff_plan_item){.kind = kind,
							   .format = format,
							   .path = path,
							   .direct = ff_output_direct(path),
							   .output.fd = -1};
	if (strcmp(path, "-") == 0)
		plan->standard = true;
	return FF_OK;
}

static enum ff_status add_named(struct ff_plan *plan, enum ff_options_output kind,
				const struct ff_options *options, struct ff_error *err)
{
	const char *name;
	enum ff_status st;
	int format;

	st = ff_outputs_find(kind, options->outputs[kind], &format, &name, err);
	return st == FF_OK ? add(plan, kind, format, path_of(options, name), err) : st;
}

char *ff_plan_where(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *whole = realpath(path, NULL), *folder, *real;

	if (whole != NULL)
		return whole;
	if ((folder = ff_output_folder(path)) == NULL)
		return NULL;
	real = realpath(folder, NULL);
	free(folder);
	if (real == NULL || asprintf(&whole, "%s/%s", real, slash == NULL ? path : slash + 1) < 0)
		whole = NULL;
	free(real);
	return whole;
}

/* Whether they are, or would be, one file: FF_OK or FF_E_NOMEM. */
static enum ff_status same_file(const char *a, const char *b, bool *same, struct ff_error *err)
{
	struct stat left, right;
	enum ff_status st = FF_OK;
	char *pa, *pb = NULL;

	*same = false;
	if (stat(a, &left) == 0 && stat(b, &right) == 0) {
		*same = left.st_dev == right.st_dev && left.st_ino == right.st_ino &&
			!S_ISCHR(left.st_mode);
		return FF_OK;
	}
	if ((pa = ff_plan_where(a)) != NULL && (pb = ff_plan_where(b)) != NULL)
		*same = strcmp(pa, pb) == 0;
	else if (errno == ENOMEM)
		st = ff_status_nomem(err, "file names");
	free(pa);
	free(pb);
	return st;
}

/* Whether the file that is there may be replaced. */
static enum ff_status check_replace(const struct ff_options *options,
				    const struct ff_plan_item *item, struct ff_error *err)
{
	struct stat file;

	if (item->direct)
		return FF_OK;
	/* A link that leads nowhere is there, too. */
	if (options->no_clobber && lstat(item->path, &file) == 0)
		return ff_status_fail(err, FF_E_OUTPUT, "%s: is there already (--no-clobber)",
				      item->path);
	if (stat(item->path, &file) != 0)
		return errno == ENOENT ? FF_OK
				       : ff_status_fail(err, FF_E_OUTPUT, "%s: %s", item->path,
							strerror(errno));
	if ((file.st_mode & 0222) == 0 && !options->force)
		return ff_status_fail(err, FF_E_OUTPUT,
				      "%s: is write-protected: --force replaces it", item->path);
	return FF_OK;
}

/* Whether only its owner may replace a file: in folders like /tmp. */
static bool is_kept(const char *folder, const char *path)
{
	struct stat in, file;
	uid_t user = geteuid();

	return user != 0 && stat(folder, &in) == 0 && (in.st_mode & S_ISVTX) != 0 &&
	       in.st_uid != user && lstat(path, &file) == 0 && file.st_uid != user;
}

/* What is better said before the work than after it. */
static enum ff_status check_folder(const char *path, struct ff_error *err)
{
	char *folder = ff_output_folder(path);
	enum ff_status st = FF_OK;

	if (folder == NULL)
		return ff_status_nomem(err, "file names");
	if (access(folder, W_OK) != 0)
		st = ff_status_fail(err, FF_E_OUTPUT, "%s: %s", path, strerror(errno));
	else if (is_kept(folder, path))
		st = ff_status_fail(err, FF_E_OUTPUT, "%s: %s", path, strerror(EPERM));
	free(folder);
	return st;
}

enum ff_status ff_plan_room(const char *path, struct ff_error *err)
{
	struct stat file;

	if (stat(path, &file) == 0 && S_ISDIR(file.st_mode))
		return ff_status_fail(err, FF_E_OUTPUT, "%s: is a directory", path);
	return ff_output_direct(path) ? FF_OK : check_folder(path, err);
}

/* An output must not go where an input comes from: FF_OK, FF_E_USAGE or FF_E_NOMEM. */
static enum ff_status spare(const struct ff_plan_item *item, const char *input, const char *what,
			    struct ff_error *err)
{
	bool same = !item->direct && is_stream(item->path, STDIN_FILENO);
	enum ff_status st = FF_OK;

	if (strcmp(input, "-") != 0)
		st = same_file(item->path, input, &same, err);
	return st != FF_OK || !same
		       ? st
		       : ff_status_fail(err, FF_E_USAGE, "--%s %s: that is %s",
					ff_options_output_names[item->kind], item->path, what);
}

size_t ff_plan_inputs(const struct ff_options *options)
{
	return 7 + options->goal_file_count;
}

const char *ff_plan_input(const struct ff_options *options, size_t i, const char **what)
{
	const struct {
		const char *path, *what;
	} single[7] = {
		{options->map, "the map itself"},
		{options->checked, "what is verified"},
		{options->legend, "what --legend reads"},
		{options->sectors.load_graph, "what --load-graph reads"},
		{options->walk.agents, "what --agents reads"},
		{options->from_map, "what --from-map reads"},
		{options->update.edits, "what --edits reads"},
	};

	if (what != NULL)
		*what = i < 7 ? single[i].what : "what --goals reads";
	return i < 7 ? single[i].path : options->goal_files[i - 7];
}

/* None of those that the options name. */
static enum ff_status spare_inputs(const struct ff_plan_item *item,
				   const struct ff_options *options, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < ff_plan_inputs(options) && st == FF_OK; i++) {
		const char *what, *input = ff_plan_input(options, i, &what);

		if (input != NULL)
			st = spare(item, input, what, err);
	}
	return st;
}

/* Whether a file stands, or would stand, in a folder: FF_OK or FF_E_NOMEM. */
static enum ff_status stands_in(const char *folder, const char *path, bool *within,
				struct ff_error *err)
{
	char *own = ff_output_folder(path);
	enum ff_status st;

	if (own == NULL)
		return ff_status_nomem(err, "file names");
	for (size_t n = strlen(own); n > 1 && own[n - 1] == '/'; n--)
		own[n - 1] = '\0';
	st = same_file(folder, own, within, err);
	free(own);
	return st;
}

/* Whether that is so of it, or of the file that it is a link to. */
static enum ff_status is_within(const char *folder, const char *path, bool *within,
				struct ff_error *err)
{
	char *real = realpath(path, NULL);
	enum ff_status st = FF_OK;

	*within = false;
	if (real == NULL && errno == ENOMEM)
		return ff_status_nomem(err, "file names");
	if (real != NULL)
		st = stands_in(folder, real, within, err);
	if (st == FF_OK && !*within)
		st = stands_in(folder, path, within, err);
	free(real);
	return st;
}

/* Frames must not go where an input is, either. */
static enum ff_status spare_within(const struct ff_frames *frames, const char *input,
				   const char *what, struct ff_error *err)
{
	enum ff_status st = FF_OK;
	bool within = false;

	if (frames->folder != NULL && strcmp(input, "-") != 0)
		st = is_within(frames->folder, input, &within, err);
	return st != FF_OK || !within
		       ? st
		       : ff_status_fail(err, FF_E_USAGE, "--frames %s: %s is in there",
					frames->folder, what);
}

enum ff_status ff_plan_spare(const struct ff_plan *plan, const char *input, const char *what,
			     struct ff_error *err)
{
	enum ff_status st = spare_within(&plan->frames, input, what, err);

	for (size_t i = 0; i < plan->count && st == FF_OK; i++)
		if (strcmp(plan->items[i].path, "-") != 0)
			st = spare(&plan->items[i], input, what, err);
	return st;
}

/* Whether "/../" is part of a path: where that leads is known only once all of it is there. */
static bool leads_out(const char *path)
{
	return strncmp(path, "../", 3) == 0 || strstr(path, "/../") != NULL;
}

/* Of an output to standard output. */
static enum ff_status check_standard(const struct ff_plan *plan, size_t i,
				     const struct ff_options *options, struct ff_error *err)
{
	const struct ff_plan_item *item = &plan->items[i];
	const char *name = ff_options_output_names[item->kind];

	for (size_t j = 0; j < i; j++)
		if (strcmp(plan->items[j].path, "-") == 0)
			return ff_status_fail(err, FF_E_USAGE,
					      "--%s and --%s cannot both go to standard output",
					      ff_options_output_names[plan->items[j].kind], name);
	if (is_stream(options->map, STDOUT_FILENO) && !ff_output_direct(options->map))
		return ff_status_fail(err, FF_E_USAGE, "--%s -: that is the map itself", name);
	if (ff_outputs_text(item->format) || isatty(STDOUT_FILENO) != 1)
		return FF_OK;
	return ff_status_fail(err, FF_E_USAGE,
			      "--%s -: %s is not for a terminal: send it to a file or a pipe", name,
			      item->format == FF_OUTPUTS_PNG ? "a picture" : "that format");
}

static enum ff_status check_item(const struct ff_plan *plan, size_t i,
				 const struct ff_options *options, struct ff_error *err)
{
	const struct ff_plan_item *item = &plan->items[i];
	const char *name = ff_options_output_names[item->kind];
	enum ff_status st;
	bool same;

	if (strcmp(item->path, "-") == 0)
		return check_standard(plan, i, options, err);
	if ((st = spare_inputs(item, options, err)) != FF_OK)
		return st;
	for (size_t j = 0; j < i; j++) {
		if (strcmp(plan->items[j].path, "-") == 0)
			continue;
		if ((st = same_file(item->path, plan->items[j].path, &same, err)) != FF_OK)
			return st;
		if (same)
			return ff_status_fail(err, FF_E_USAGE, "--%s and --%s would both write %s",
					      ff_options_output_names[plan->items[j].kind], name,
					      item->path);
	}
	if (plan->folder != NULL && leads_out(item->path))
		return ff_status_fail(err, FF_E_USAGE,
				      "--%s %s: leads out of a folder that is still to be made",
				      name, item->path);
	if ((st = check_replace(options, item, err)) != FF_OK || item->direct)
		return st;
	return plan->folder != NULL ? FF_OK : check_folder(item->path, err);
}

/* Looks for the folder for outputs, or for the one in which to make it. */
static enum ff_status plan_folder(struct ff_plan *plan, const char *folder, struct ff_error *err)
{
	struct stat file;
	char *bare;

	if (stat(folder, &file) == 0) {
		if (S_ISDIR(file.st_mode))
			return FF_OK;
		return ff_status_fail(err, FF_E_OUTPUT, "%s: is not a folder", folder);
	}
	if ((bare = strdup(folder)) == NULL)
		return ff_status_nomem(err, "file names");
	for (size_t n = strlen(bare); n > 1 && bare[n - 1] == '/'; n--)
		bare[n - 1] = '\0';
	plan->folder = bare;
	return check_folder(bare, err);
}

/* What is written where nothing is asked for: kinds [return value]. */
static size_t list_derived(const struct ff_options *options, enum ff_options_output kinds[3])
{
	size_t n = 0;

	if (options->action == FF_OPTIONS_WALK) {
		if (!options->walk.traffic_all)
			kinds[n++] = FF_OPTIONS_PATHS;
		if (options->walk.traffic_all || options->walk.simulate > 0)
			kinds[n++] = FF_OPTIONS_TRAFFIC;
		if (options->walk.simulate > 0)
			kinds[n++] = FF_OPTIONS_HISTOGRAM;
		return n;
	}
	kinds[n++] = FF_OPTIONS_HEATMAP;
	kinds[n++] = FF_OPTIONS_ARROWS;
	kinds[n++] = options->action == FF_OPTIONS_SECTORS ? FF_OPTIONS_PORTALS : FF_OPTIONS_REACH;
	return n;
}

enum ff_status ff_plan_list(struct ff_plan *plan, const struct ff_options *options,
			    struct ff_error *err)
{
	struct ff_plan all = {.no_clobber = options->no_clobber};
	enum ff_options_output derived[3];
	size_t count = list_derived(options, derived);
	enum ff_status st = FF_OK;

	for (int kind = 0; kind < FF_OPTIONS_OUTPUTS && st == FF_OK; kind++)
		if (options->outputs[kind] != NULL)
			st = add_named(&all, (enum ff_options_output)kind, options, err);
	if (all.count > 0 || options->animation.frames != NULL)
		count = 0;
	for (size_t i = 0; i < count && st == FF_OK; i++)
		st = add(&all, derived[i], FF_OUTPUTS_PNG, derived_path(options, derived[i]), err);
	if (st == FF_OK)
		*plan = all;
	else
		ff_plan_free(&all);
	return st;
}

/* No other output may be the folder for frames, or in it. */
static enum ff_status check_apart(const struct ff_plan_item *item, const char *folder,
				  struct ff_error *err)
{
	const char *name = ff_options_output_names[item->kind];
	bool same, within = false;
	enum ff_status st;

	if (strcmp(item->path, "-") == 0)
		return FF_OK;
	st = same_file(folder, item->path, &same, err);
	if (st == FF_OK && same)
		return ff_status_fail(err, FF_E_USAGE, "--%s and --frames would both write %s",
				      name, folder);
	if (st == FF_OK)
		st = is_within(folder, item->path, &within, err);
	return st != FF_OK || !within ? st
				      : ff_status_fail(err, FF_E_USAGE,
						       "--%s %s: that is in the folder of --frames",
						       name, item->path);
}

/* Looks for the folder for frames; no other file may have one of their names. */
static enum ff_status plan_frames(struct ff_plan *plan, const struct ff_options *options,
				  struct ff_error *err)
{
	char *folder = path_of(options, options->animation.frames);
	enum ff_status st;

	if (folder == NULL)
		return ff_status_nomem(err, "file names");
	if (plan->folder != NULL && leads_out(folder)) {
		st = ff_status_fail(err, FF_E_USAGE,
				    "--frames %s: leads out of a folder that is still to be made",
				    folder);
		free(folder);
		return st;
	}
	st = ff_frames_plan(&plan->frames, folder,
			    options->no_clobber ? FF_FRAMES_NEW
			    : options->force    ? FF_FRAMES_ANY
						: FF_FRAMES_WRITABLE,
			    plan->folder != NULL, err);
	for (size_t i = 0; i < plan->count && st == FF_OK; i++)
		st = check_apart(&plan->items[i], plan->frames.folder, err);
	for (size_t i = 0; i < ff_plan_inputs(options) && st == FF_OK; i++) {
		const char *what, *input = ff_plan_input(options, i, &what);

		if (input != NULL)
			st = spare_within(&plan->frames, input, what, err);
	}
	return st;
}

enum ff_status ff_plan_make(struct ff_plan *plan, const struct ff_options *options,
			    struct ff_error *err)
{
	struct ff_plan all;
	enum ff_status st = ff_plan_list(&all, options, err);

	if (st != FF_OK)
		return st;
	if (options->out_dir != NULL && options->root == NULL)
		st = plan_folder(&all, options->out_dir, err);
	for (size_t i = 0; i < all.count && st == FF_OK; i++)
		st = check_item(&all, i, options, err);
	if (st == FF_OK && options->animation.frames != NULL)
		st = plan_frames(&all, options, err);
	if (st != FF_OK) {
		ff_plan_free(&all);
		return st;
	}
	*plan = all;
	return FF_OK;
}

enum ff_status ff_plan_folder(struct ff_plan *plan, struct ff_error *err)
{
	if (plan->folder == NULL)
		return FF_OK;
	plan->folder_made = mkdir(plan->folder, 0777) == 0;
	if (plan->folder_made || errno == EEXIST)
		return FF_OK;
	return ff_status_fail(err, FF_E_OUTPUT, "%s: %s", plan->folder, strerror(errno));
}

enum ff_status ff_plan_close(struct ff_plan *plan, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < plan->count && st == FF_OK; i++)
		if (plan->items[i].output.fd >= 0)
			st = ff_output_close(&plan->items[i].output, err);
	return st;
}

enum ff_status ff_plan_place(struct ff_plan *plan, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < plan->count && st == FF_OK; i++)
		st = ff_output_place(&plan->items[i].output, !plan->no_clobber, err);
	return st == FF_OK ? ff_frames_place(&plan->frames, !plan->no_clobber, err) : st;
}

void ff_plan_commit(struct ff_plan *plan)
{
	for (size_t i = 0; i < plan->count; i++)
		ff_output_commit(&plan->items[i].output);
	ff_frames_commit(&plan->frames);
	plan->folder_made = false;
}

void ff_plan_free(struct ff_plan *plan)
{
	for (size_t i = plan->count; i-- > 0;) {
		ff_output_discard(&plan->items[i].output);
		free(plan->items[i].file);
		free(plan->items[i].path);
	}
	ff_frames_free(&plan->frames);
	if (plan->folder_made)
		rmdir(plan->folder);
	free(plan->folder);
	*plan = (struct ff_plan){0};
}

bool ff_plan_has(const struct ff_plan *plan, enum ff_options_output kind)
{
	for (size_t i = 0; i < plan->count; i++)
		if (plan->items[i].kind == kind)
			return true;
	return false;
}
