#include "cli/verbs/batch_state.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/arguments.h"
#include "cli/job.h"
#include "cli/problem.h"
#include "cli/report.h"
#include "cli/sandbox.h"
#include "cli/verbs/golden.h"
#include "io/folder.h"
#include "io/output.h"

/* As many files may be open as this process may ask for. */
static void raise_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max)
		return;
	limit.rlim_cur = limit.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &limit);
}

/* Adds to what all jobs share, but for what came just before. */
static enum ff_status share(struct ff_batch_state *batch, struct ff_strings *words,
			    const char *path, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	pthread_mutex_lock(&batch->lock);
	if (words->count == 0 || strcmp(words->items[words->count - 1], path) != 0)
		st = ff_strings_add(words, path, strlen(path), err);
	pthread_mutex_unlock(&batch->lock);
	return st;
}

/* The folders on the way to 'path' that are not there, those that hold others first. */
static enum ff_status note_folders(struct ff_batch_state *batch, const char *path,
				   struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (const char *slash = strchr(path + 1, '/'); slash != NULL && st == FF_OK;
	     slash = strchr(slash + 1, '/')) {
		char *folder = strndup(path, (size_t)(slash - path));
		struct stat file;

		if (folder == NULL)
			return ff_status_nomem(err, "file names");
		if (stat(folder, &file) != 0)
			st = share(batch, &batch->folders, folder, err);
		free(folder);
	}
	return st;
}

/* Returns true if a job is one of this shard. */
static bool is_of_shard(const struct ff_batch_state *batch, const struct ff_manifest_job *job)
{
	const struct ff_batch_options *o = batch->options;
	size_t i = (size_t)(job - batch->manifest->jobs);

	return i % (size_t)o->shards == (size_t)o->shard - 1;
}

/* Notes the folders of an output that is to be compared, and of the picture of a difference. */
static enum ff_status note_golden(struct ff_batch_state *batch, const char *output,
				  struct ff_error *err)
{
	const struct ff_golden *golden = &batch->options->golden;
	enum ff_status st = note_folders(batch, output, err);
	char *picture;

	if (st != FF_OK || golden->pictures == NULL)
		return st;
	if ((picture = ff_golden_picture(golden, output)) == NULL)
		return ff_status_nomem(err, "file names");
	st = note_folders(batch, picture, err);
	free(picture);
	return st;
}

/* Notes what a job writes, and what folders are to be made for it. */
static enum ff_status note_outputs(struct ff_batch_state *batch, struct ff_manifest_job *job,
				   const struct ff_plan *plan, struct ff_error *err)
{
	bool golden = batch->options->golden.folder != NULL && is_of_shard(batch, job);
	enum ff_status st = FF_OK;

	if (plan->standard)
		return ff_status_fail(err, FF_E_USAGE,
				      "a job of a batch cannot write to standard output");
	if (job->options.animation.frames != NULL)
		return ff_status_fail(err, FF_E_USAGE,
				      "a job of a batch has no --frames: --animate is one file");
	for (size_t i = 0; i < plan->count && st == FF_OK; i++) {
		const char *path = plan->items[i].path;

		st = plan->items[i].direct ? share(batch, &batch->devices, path, err)
					   : ff_strings_add(&job->outputs, path, strlen(path), err);
	}
	if (st == FF_OK && plan->folder != NULL)
		st = note_folders(batch, plan->folder, err);
	for (size_t i = 0; i < plan->count && st == FF_OK && golden; i++)
		st = note_golden(batch, plan->items[i].path, err);
	return st;
}

/* Understands a line: what is wrong with it is known before any work. */
static void prepare(void *context, size_t part)
{
	struct ff_batch_state *batch = context;
	struct ff_manifest_job *job = &batch->manifest->jobs[part];
	const struct ff_golden *golden = &batch->options->golden;
	struct ff_error err = {""};
	struct ff_plan plan = {0};
	enum ff_status st;

	st = ff_manifest_parse(batch->manifest, job, &batch->first, &err);
	if (st == FF_OK && golden->folder != NULL) {
		job->options.root = ff_golden_root(golden);
		/* Equal outputs replace nothing: see ff_golden_judge(). */
		job->options.force = true;
		job->options.no_clobber = false;
		st = ff_golden_plan(&plan, &job->options, golden, &err);
	} else if (st == FF_OK) {
		st = ff_plan_make(&plan, &job->options, &err);
	}
	if (st == FF_OK)
		st = note_outputs(batch, job, &plan, &err);
	job->planned = st == FF_OK;
	ff_plan_free(&plan);
	if (st != FF_OK)
		ff_manifest_settle(job, FF_MANIFEST_FAILED, st, &err);
}

static enum ff_status prepare_all(struct ff_batch_state *batch, struct ff_error *err)
{
	struct ff_manifest *manifest = batch->manifest;
	struct ff_pool *pool;

	if (ff_pool_open(batch->workers, &pool) != FF_OK)
		return ff_status_nomem(err, "threads");
	ff_pool_run(pool, manifest->count, prepare, batch);
	ff_pool_close(pool);
	batch->todo = malloc((manifest->count + 1) * sizeof(struct ff_manifest_job *));
	if (batch->todo == NULL)
		return ff_status_nomem(err, "the jobs");
	for (size_t i = 0; i < manifest->count; i++) {
		struct ff_manifest_job *job = &manifest->jobs[i];

		if (is_of_shard(batch, job))
			batch->todo[batch->count++] = job;
		batch->no_sandbox |= job->parsed && job->options.no_sandbox;
	}
	return FF_OK;
}

/*
 * How many files may be open, and so how many may wait together, and how many may work.  Each
 * worker, the thread that tidies, and what is being gathered hold that many and those of one job.
 */
static void share_descriptors(struct ff_batch_state *batch)
{
	enum { OTHERS = 16, INPUTS = 2 };
	struct rlimit limit;
	size_t largest = 1, room;

	batch->most = FF_BATCH_STATE_FILES;
	for (size_t i = 0; i < batch->manifest->count; i++)
		if (batch->manifest->jobs[i].outputs.count > largest)
			largest = batch->manifest->jobs[i].outputs.count;
	if (batch->options->golden.pictures != NULL)
		largest *= 2; /* one of what differs in each */
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
		return;
	room = limit.rlim_cur > OTHERS ? (size_t)limit.rlim_cur - OTHERS : 0;
	while (batch->workers > 1 &&
	       (size_t)batch->workers * (INPUTS + largest + 1) + 2 * (largest + 1) > room)
		batch->workers--;
	room -= room < INPUTS * (size_t)batch->workers ? room : INPUTS * (size_t)batch->workers;
	room /= (size_t)batch->workers + 2;
	room -= room < largest ? room : largest;
	if (room < batch->most)
		batch->most = room;
}

/* Returns true if a place is below a folder, both as they really are. */
static bool is_below(const char *place, const char *folder)
{
	size_t n = strcmp(folder, "/") == 0 ? 0 : strlen(folder);

	return strncmp(place, folder, n) == 0 && place[n] == '/';
}

/* Where the folders of --golden, --actual and --diff-out really are. */
struct roots {
	char *golden, *actual, *pictures; /* owned; NULL: there is none */
};

/* Looks where they are; none may hold another, since files are removed in them. */
static enum ff_status find_roots(const struct ff_golden *golden, struct roots *roots,
				 struct ff_error *err)
{
	const struct {
		const char *option, *folder;
		char **real;
	} all[] = {{"--golden", golden->folder, &roots->golden},
		   {"--actual", golden->actual, &roots->actual},
		   {"--diff-out", golden->pictures, &roots->pictures}};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (all[i].folder == NULL)
			continue;
		if ((*all[i].real = ff_folder_real(all[i].folder)) == NULL)
			return ff_status_nomem(err, "file names");
		/* The options see to it that the others come with --golden. */
		if (i == 0 || roots->golden == NULL ||
		    (strcmp(*all[i].real, roots->golden) != 0 &&
		     !is_below(*all[i].real, roots->golden) &&
		     !is_below(roots->golden, *all[i].real)))
			continue;
		return ff_status_fail(err, FF_E_USAGE,
				      "%s %s: name a folder that neither is nor holds that of "
				      "--golden, nor is in it",
				      all[i].option, all[i].folder);
	}
	return FF_OK;
}

/* Adds a place; a job fails whose path leads out of the folder 'root', which really is 'real'. */
static enum ff_status add_below(struct ff_batch_files *places, const char *root, const char *real,
				const char *path, bool written, struct ff_manifest_job *job,
				struct ff_error *err)
{
	enum ff_status st = ff_batch_files_add(places, path, job->line, written, err);
	struct ff_error ours;

	if (st != FF_OK || is_below(places->items[places->count - 1].place, real))
		return st;
	free(places->items[--places->count].place);
	ff_status_fail(&ours, FF_E_USAGE, "%s: a symbolic link leads out of %s", path, root);
	if (job->outcome == FF_MANIFEST_WAITING)
		ff_manifest_settle(job, FF_MANIFEST_FAILED, FF_E_USAGE, &ours);
	return FF_OK;
}

/* Adds where an output goes, where its golden is, and where the picture of a difference goes. */
static enum ff_status add_golden(struct ff_batch_files *places, const struct ff_golden *golden,
				 const struct roots *roots, const char *output,
				 struct ff_manifest_job *job, struct ff_error *err)
{
	char *path = ff_golden_path(golden, output);
	char *picture = golden->pictures == NULL ? NULL : ff_golden_picture(golden, output);
	enum ff_status st;

	if (path == NULL || (picture == NULL && golden->pictures != NULL))
		st = ff_status_nomem(err, "file names");
	else
		st = add_below(places, golden->folder, roots->golden, path, golden->actual == NULL,
			       job, err);
	if (st == FF_OK && golden->actual != NULL)
		st = add_below(places, golden->actual, roots->actual, output, true, job, err);
	if (st == FF_OK && picture != NULL)
		st = add_below(places, golden->pictures, roots->pictures, picture, true, job, err);
	free(path);
	free(picture);
	return st;
}

/* Adds what a job reads and writes. */
static enum ff_status add_job(struct ff_batch_files *places, const struct ff_golden *golden,
			      const struct roots *roots, struct ff_manifest_job *job,
			      struct ff_error *err)
{
	size_t inputs = job->parsed ? ff_plan_inputs(&job->options) : 0;
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < inputs && st == FF_OK; i++) {
		const char *path = ff_plan_input(&job->options, i, NULL);

		if (path != NULL && strcmp(path, "-") != 0)
			st = ff_batch_files_add(places, path, job->line, false, err);
	}
	for (size_t i = 0; i < job->outputs.count && st == FF_OK; i++)
		st = golden->folder == NULL
			     ? ff_batch_files_add(places, job->outputs.items[i], job->line, true,
						  err)
			     : add_golden(places, golden, roots, job->outputs.items[i], job, err);
	return st;
}

static enum ff_status find_places(const struct ff_batch_state *batch, struct ff_batch_files *places,
				  struct ff_error *err)
{
	const struct ff_batch_options *o = batch->options;
	const char *const own[] = {o->junit, o->json};
	struct roots roots = {NULL, NULL, NULL};
	enum ff_status st = find_roots(&o->golden, &roots, err);

	if (st == FF_OK && strcmp(o->manifest, "-") != 0)
		st = ff_batch_files_add(places, o->manifest, 0, false, err);
	for (size_t i = 0; i < sizeof own / sizeof *own && st == FF_OK; i++)
		if (own[i] != NULL)
			st = ff_batch_files_add(places, own[i], 0, true, err);
	for (size_t i = 0; i < batch->manifest->count && st == FF_OK; i++)
		st = add_job(places, &o->golden, &roots, &batch->manifest->jobs[i], err);
	free(roots.golden);
	free(roots.actual);
	free(roots.pictures);
	return st == FF_OK ? ff_batch_files_check(places, batch->manifest->name, err) : st;
}

enum ff_status ff_batch_prepare(struct ff_batch_state *batch, struct ff_batch_files *places,
				struct ff_error *err)
{
	enum ff_status st;

	raise_limit();
	if ((st = ff_job_cpu(&batch->cpu, err)) != FF_OK ||
	    (st = ff_arguments_environment(&batch->first, NULL, err)) != FF_OK ||
	    (st = prepare_all(batch, err)) != FF_OK)
		return st;
	share_descriptors(batch);
	return find_places(batch, places, err);
}

/* Folders that jobs want and that are not there; where one cannot be made its job will say so. */
static void make_folders(struct ff_batch_state *batch)
{
	size_t made = 0;

	for (size_t i = 0; i < batch->folders.count; i++) {
		char *folder = batch->folders.items[i];

		if (mkdir(folder, 0777) == 0)
			batch->folders.items[made++] = folder;
		else
			free(folder);
	}
	batch->folders.count = made;
}

void ff_batch_prepare_undo(const struct ff_batch_state *batch)
{
	for (size_t i = batch->folders.count; i-- > 0;)
		(void)rmdir(batch->folders.items[i]);
}

/* Enters a sandbox; in that for reading descriptions all files may be read, but no
 * other folder can be listed. */
static enum ff_status confine(struct ff_batch_state *batch, const struct ff_batch_files *places,
			      bool reading, struct ff_error *err)
{
	const struct ff_golden *golden = &batch->options->golden;
	struct ff_sandbox sandbox;
	enum ff_status st;

	if (batch->options->no_sandbox || batch->no_sandbox)
		return FF_OK;
	sandbox = ff_sandbox_begin();
	if (reading)
		ff_sandbox_read_all(&sandbox);
	ff_sandbox_read(&sandbox, FF_REPORT_STATUS);
	st = ff_batch_files_allow(places, &sandbox, FF_SANDBOX_FILES, err);
	for (size_t i = 0; i < batch->devices.count; i++)
		ff_sandbox_write(&sandbox, batch->devices.items[i]);
	if (golden->folder != NULL)
		ff_sandbox_read_below(&sandbox, golden->folder);
	/* Folders that another batch removes meanwhile are made again, and what is kept is read. */
	if (golden->folder != NULL && (golden->actual == NULL || golden->prune))
		ff_sandbox_replace(&sandbox, golden->folder, FF_SANDBOX_FOLDERS);
	if (golden->actual != NULL) {
		ff_sandbox_read_below(&sandbox, golden->actual);
		ff_sandbox_replace(&sandbox, golden->actual, FF_SANDBOX_FOLDERS);
	}
	if (golden->pictures != NULL) {
		ff_sandbox_read_below(&sandbox, golden->pictures);
		ff_sandbox_replace(&sandbox, golden->pictures, FF_SANDBOX_FOLDERS);
	}
	/* Their own texts are read. */
	for (size_t i = 0; i < batch->count; i++)
		for (size_t j = 0;
		     j < batch->todo[i]->outputs.count &&
		     (batch->options->resume || ff_plan_derives(&batch->todo[i]->options));
		     j++)
			ff_sandbox_read(&sandbox, batch->todo[i]->outputs.items[j]);
	for (size_t i = 0; i < batch->folders.count && st == FF_OK; i++) {
		char *parent = ff_output_folder(batch->folders.items[i]);

		if (parent == NULL)
			st = ff_status_nomem(err, "the sandbox");
		else
			ff_sandbox_replace(&sandbox, parent, FF_SANDBOX_FOLDERS);
		free(parent);
	}
	if (st == FF_OK)
		st = ff_sandbox_enter(&sandbox, reading, err);
	else
		ff_sandbox_leave(&sandbox);
	return st;
}

/* Returns true if the map of a job may be only described, by its name. */
static bool may_describe(const struct ff_manifest_job *job)
{
	return job->parsed && job->options.map != NULL && ff_problem_may_describe(&job->options);
}

/* Sets the image that the map of a job describes, if it does; what is wrong with a description its
 * job will say.  A pipe is not read: it would be empty then. */
static void find_image(struct ff_manifest_job *job)
{
	struct ff_problem problem = {0};
	struct ff_error ours;
	struct stat file;

	if (stat(job->options.map, &file) == 0 && S_ISREG(file.st_mode) &&
	    ff_problem_find(&problem, &job->options, &ours) == FF_OK &&
	    ff_problem_describe(&problem, &job->options, &ours) == FF_OK) {
		job->image = problem.image;
		problem.image = NULL;
	} else {
		job->planned = false;
	}
	ff_problem_free(&problem);
}

static enum ff_status find_images(struct ff_batch_state *batch, struct ff_batch_files *places,
				  struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < batch->manifest->count && st == FF_OK; i++) {
		struct ff_manifest_job *job = &batch->manifest->jobs[i];

		if (may_describe(job))
			find_image(job);
		if (job->image != NULL)
			st = ff_batch_files_add(places, job->image, job->line, false, err);
	}
	return st == FF_OK ? ff_batch_files_check(places, batch->manifest->name, err) : st;
}

static bool describes(const struct ff_batch_state *batch)
{
	for (size_t i = 0; i < batch->manifest->count; i++)
		if (may_describe(&batch->manifest->jobs[i]))
			return true;
	return false;
}

enum ff_status ff_batch_prepare_secure(struct ff_batch_state *batch, struct ff_batch_files *places,
				       struct ff_error *err)
{
	enum ff_status st = FF_OK;

	make_folders(batch);
	if (describes(batch) && (st = confine(batch, places, true, err)) == FF_OK)
		st = find_images(batch, places, err);
	return st == FF_OK ? confine(batch, places, false, err) : st;
}
