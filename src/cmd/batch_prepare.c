#include "cmd/batch_prepare.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output.h"
#include "base/sandbox.h"
#include "cmd/arguments.h"
#include "cmd/golden.h"
#include "cmd/job.h"
#include "cmd/problem.h"
#include "cmd/report.h"

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
static enum ff_status share(struct ff_batch_state *batch, struct ff_words *words, const char *path,
			    struct ff_error *err)
{
	enum ff_status st = FF_OK;

	pthread_mutex_lock(&batch->lock);
	if (words->count == 0 || strcmp(words->items[words->count - 1], path) != 0)
		st = ff_words_add(words, path, strlen(path), err);
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

/* What a job writes, and what folder is to be made for it. */
static enum ff_status note_outputs(struct ff_batch_state *batch, struct ff_manifest_job *job,
				   const struct ff_plan *plan, struct ff_error *err)
{
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
					   : ff_words_add(&job->outputs, path, strlen(path), err);
	}
	if (st == FF_OK && plan->folder != NULL)
		st = share(batch, &batch->folders, plan->folder, err);
	for (size_t i = 0; i < plan->count && st == FF_OK && batch->options->accept; i++)
		st = note_folders(batch, plan->items[i].path, err);
	return st;
}

/* Understands a line: what is wrong with it is known before any work. */
static void prepare(void *context, size_t part)
{
	struct ff_batch_state *batch = context;
	struct ff_manifest_job *job = &batch->manifest->jobs[part];
	struct ff_error err = {""};
	struct ff_plan plan = {0};
	enum ff_status st;

	st = ff_manifest_parse(batch->manifest, job, &batch->first, &err);
	job->options.root = batch->options->golden;
	if (st == FF_OK)
		st = batch->options->golden == NULL
			     ? ff_plan_make(&plan, &job->options, &err)
			     : ff_golden_plan(&plan, &job->options, batch->options->accept, &err);
	if (st == FF_OK)
		st = note_outputs(batch, job, &plan, &err);
	ff_plan_free(&plan);
	if (st != FF_OK)
		ff_manifest_settle(job, FF_MANIFEST_FAILED, st, &err);
}

static enum ff_status prepare_all(struct ff_batch_state *batch, struct ff_error *err)
{
	const struct ff_batch_options *o = batch->options;
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

		if (i % (size_t)o->shards == (size_t)o->shard - 1)
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

static enum ff_status find_places(const struct ff_batch_state *batch, struct ff_places *places,
				  struct ff_error *err)
{
	const struct ff_batch_options *o = batch->options;
	const char *const own[] = {o->junit, o->json};
	enum ff_status st = FF_OK;

	if (strcmp(o->manifest, "-") != 0)
		st = ff_places_add(places, o->manifest, 0, false, err);
	for (size_t i = 0; i < sizeof own / sizeof *own && st == FF_OK; i++)
		if (own[i] != NULL)
			st = ff_places_add(places, own[i], 0, true, err);
	for (size_t i = 0; i < batch->manifest->count && st == FF_OK; i++) {
		const struct ff_manifest_job *job = &batch->manifest->jobs[i];
		size_t inputs = job->parsed ? ff_plan_inputs(&job->options) : 0;

		for (size_t j = 0; j < inputs && st == FF_OK; j++) {
			const char *path = ff_plan_input(&job->options, j, NULL);

			if (path != NULL && strcmp(path, "-") != 0)
				st = ff_places_add(places, path, job->line, false, err);
		}
		for (size_t j = 0; j < job->outputs.count && st == FF_OK; j++)
			st = ff_places_add(places, job->outputs.items[j], job->line, true, err);
	}
	return st == FF_OK ? ff_places_check(places, batch->manifest->name, err) : st;
}

enum ff_status ff_batch_prepare(struct ff_batch_state *batch, struct ff_places *places,
				struct ff_error *err)
{
	enum ff_status st;

	raise_limit();
	if ((st = ff_job_cpu(&batch->cpu, err)) != FF_OK ||
	    (st = ff_arguments_environment(&batch->first, err)) != FF_OK ||
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

/* Enters a sandbox; in that for reading descriptions all files may be read. */
static enum ff_status confine(struct ff_batch_state *batch, const struct ff_places *places,
			      bool reading, struct ff_error *err)
{
	struct ff_sandbox sandbox;
	enum ff_status st;

	if (batch->options->no_sandbox || batch->no_sandbox)
		return FF_OK;
	sandbox = ff_sandbox_begin();
	if (reading)
		ff_sandbox_read_below(&sandbox, "/");
	ff_sandbox_read(&sandbox, FF_REPORT_STATUS);
	st = ff_places_allow(places, &sandbox, FF_SANDBOX_FILES, err);
	for (size_t i = 0; i < batch->devices.count; i++)
		ff_sandbox_write(&sandbox, batch->devices.items[i]);
	if (batch->options->golden != NULL)
		ff_sandbox_read_below(&sandbox, batch->options->golden);
	for (size_t i = 0; i < batch->count && batch->options->resume; i++)
		for (size_t j = 0; j < batch->todo[i]->outputs.count; j++)
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
		ff_sandbox_enter(&sandbox);
	else
		ff_sandbox_leave(&sandbox);
	return st;
}

/* Whether the map of a job may be only described.  A pipe would be empty once it has been read. */
static bool may_describe(const struct ff_manifest_job *job)
{
	struct stat file;

	return job->outcome == FF_MANIFEST_WAITING && ff_problem_may_describe(&job->options) &&
	       stat(job->options.map, &file) == 0 && S_ISREG(file.st_mode);
}

/* The images of maps that are only described; what is wrong with a description its job will say. */
static enum ff_status find_images(struct ff_batch_state *batch, struct ff_places *places,
				  struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < batch->manifest->count && st == FF_OK; i++) {
		const struct ff_manifest_job *job = &batch->manifest->jobs[i];
		struct ff_problem problem = {0};
		struct ff_error ours;

		if (!may_describe(job))
			continue;
		if (ff_problem_find(&problem, &job->options, &ours) == FF_OK &&
		    ff_problem_describe(&problem, &job->options, &ours) == FF_OK &&
		    problem.image != NULL)
			st = ff_places_add(places, problem.image, job->line, false, err);
		ff_problem_free(&problem);
	}
	return st == FF_OK ? ff_places_check(places, batch->manifest->name, err) : st;
}

static bool describes(const struct ff_batch_state *batch)
{
	for (size_t i = 0; i < batch->manifest->count; i++)
		if (may_describe(&batch->manifest->jobs[i]))
			return true;
	return false;
}

enum ff_status ff_batch_prepare_secure(struct ff_batch_state *batch, struct ff_places *places,
				       struct ff_error *err)
{
	enum ff_status st = FF_OK;

	make_folders(batch);
	if (describes(batch) && (st = confine(batch, places, true, err)) == FF_OK)
		st = find_images(batch, places, err);
	return st == FF_OK ? confine(batch, places, false, err) : st;
}
