/*
 * Three phases.  First every line is understood, and the files that it names are held
 * against those of all others, also of other shards, which run elsewhere at the same
 * time.  Then everything is given up that no job needs.  Then the workers take jobs in
 * the manifest's order, and tell of them in that order, too.
 *
 * Signals are waited for by a thread of its own, and another one places files that would
 * wait for long.  Temporary files exist only within the gate: once that is shut and nobody
 * is inside, the signal may do what it always does, whatever the workers are at.
 */
#include "cmd/batch.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/gate.h"
#include "base/machine.h"
#include "base/output.h"
#include "base/sandbox.h"
#include "cmd/arguments.h"
#include "cmd/confine.h"
#include "cmd/golden.h"
#include "cmd/job.h"
#include "cmd/places.h"
#include "cmd/plan.h"
#include "cmd/problem.h"
#include "cmd/progress.h"
#include "cmd/report.h"
#include "cmd/resume.h"
#include "cmd/summary.h"

enum {
	WRITTEN = 64
}; /* files that wait for the disk together, at most, but for those of one job */

enum { PATIENCE = 100 }; /* ms that a file waits for others */

/* A job whose outputs are written under temporary names. */
struct written {
	struct ff_manifest_job *job;
	struct ff_plan plan; /* owned */
	struct ff_error err; /* what is said if they are placed */
	enum ff_status st;
};

/* Jobs whose outputs are written and not in place. */
struct written_list {
	struct written *items[WRITTEN]; /* owned; [count] */
	size_t count, files;
	double since; /* when the first came */
};

struct batch {
	const struct ff_batch_options *options;
	struct ff_manifest *manifest;
	struct ff_words first;         /* owned; of the environment */
	struct ff_words folders;       /* owned; to be made; then those that were */
	struct ff_words devices;       /* owned; what is written directly */
	struct ff_manifest_job **todo; /* owned; [count]  of this shard */
	size_t count;
	int workers;
	size_t most; /* files that are written and wait together, but for those of one job */
	enum ff_cpu cpu;
	bool no_sandbox; /* asked for by any job */
	struct ff_gate gate;
	atomic_bool stopped;  /* nobody listens: no more jobs are begun */
	sigset_t ending;      /* the signals that end the batch, and the one that wakes who waits */
	pthread_mutex_t lock; /* of what follows; nothing is waited for with it */
	struct written_list written; /* changed within the gate only */
	size_t begun, done, told;
	pthread_cond_t changed; /* something waits for its place, or nothing will any more */
	bool ended;             /* nothing will */
	pthread_mutex_t voice;  /* of both streams and what follows; never waited for */
	struct ff_progress progress;
	bool broken;       /* standard output is a pipe that nobody reads */
	enum ff_status st; /* of what concerns all */
	struct ff_error err;
};

/* Adds to what all jobs share, but for what came just before. */
static enum ff_status share(struct batch *batch, struct ff_words *words, const char *path,
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
static enum ff_status note_folders(struct batch *batch, const char *path, struct ff_error *err)
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
static enum ff_status note_outputs(struct batch *batch, struct ff_manifest_job *job,
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
	struct batch *batch = context;
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

static enum ff_status prepare_all(struct batch *batch, struct ff_error *err)
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
static void share_descriptors(struct batch *batch)
{
	enum { OTHERS = 16, INPUTS = 2 };
	struct rlimit limit;
	size_t largest = 1, room;

	batch->most = WRITTEN;
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

static enum ff_status find_places(const struct batch *batch, struct ff_places *places,
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

/* Folders that jobs want and that are not there; where one cannot be made its job will say so. */
static void make_folders(struct batch *batch)
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

/* Those that are still empty go. */
static void remove_folders(const struct batch *batch)
{
	for (size_t i = batch->folders.count; i-- > 0;)
		(void)rmdir(batch->folders.items[i]);
}

/* Enters a sandbox; in that for reading descriptions all files may be read. */
static enum ff_status confine(struct batch *batch, const struct ff_places *places, bool reading,
			      struct ff_error *err)
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
static enum ff_status find_images(struct batch *batch, struct ff_places *places,
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

static bool describes(const struct batch *batch)
{
	for (size_t i = 0; i < batch->manifest->count; i++)
		if (may_describe(&batch->manifest->jobs[i]))
			return true;
	return false;
}

/* What a job says, unless it or the batch is quiet. */
static char *words_of(const struct batch *batch, const struct ff_manifest_job *job,
		      const struct ff_job *made)
{
	enum ff_options_verbosity all = batch->options->verbosity, own = job->options.verbosity;
	struct ff_error who;
	char *text = NULL;
	size_t size;
	FILE *to;

	if (all == FF_OPTIONS_QUIET || own == FF_OPTIONS_QUIET ||
	    (to = open_memstream(&text, &size)) == NULL)
		return NULL;
	ff_status_fail(&who, FF_OK, "flowfield: %s:%zu", batch->manifest->name, job->line);
	ff_summary_warn(ff_job_report(made), who.text, to);
	if (all == FF_OPTIONS_VERBOSE || own == FF_OPTIONS_VERBOSE)
		ff_summary_say(ff_job_report(made), who.text, to);
	if (fclose(to) == 0)
		return text;
	free(text);
	return NULL;
}

/* A signal is on its way that ends us. */
_Noreturn static void wait_for_end(void)
{
	for (;;)
		pause();
}

static void tell(const struct batch *batch, const struct ff_manifest_job *job, FILE *lines,
		 FILE *errors)
{
	bool wrote = job->outcome != FF_MANIFEST_FAILED ||
		     (job->status == FF_E_ANSWER && batch->options->golden == NULL);
	struct ff_error clean;

	if (job->said != NULL)
		fputs(job->said, errors);
	if (job->outcome == FF_MANIFEST_FAILED)
		fprintf(errors, "flowfield: %s\n", ff_manifest_error(batch->manifest, job, &clean));
	if (batch->options->verbosity == FF_OPTIONS_QUIET)
		return;
	fprintf(lines, "%s\t%zu\t%d", ff_manifest_outcomes[job->outcome], job->line,
		ff_status_exit(job->status));
	for (size_t i = 0; i < job->outputs.count && wrote; i++) {
		ff_status_fail(&clean, FF_OK, "%s", job->outputs.items[i]);
		fprintf(lines, "\t%s", clean.text);
	}
	fputc('\n', lines);
}

/* The next job that may be told: it is over, and so are those above it; NULL: none. */
static const struct ff_manifest_job *next_told(const struct batch *batch)
{
	const struct ff_manifest_job *job =
		batch->told < batch->count ? batch->todo[batch->told] : NULL;

	return job != NULL && job->over ? job : NULL;
}

/* Tells of jobs up to one that has errors to say, which come before its line; whether of any. */
static bool tell_some(struct batch *batch, FILE *lines, FILE *errors)
{
	const struct ff_manifest_job *job;
	bool any = false;

	pthread_mutex_lock(&batch->lock);
	while ((job = next_told(batch)) != NULL &&
	       (!any || (job->said == NULL && job->outcome != FF_MANIFEST_FAILED))) {
		tell(batch, job, lines, errors);
		batch->told++;
		any = true;
	}
	pthread_mutex_unlock(&batch->lock);
	return any;
}

/* Writes to a stream, and waits for it no longer than until a signal comes. */
static void utter(struct batch *batch, struct ff_output *stream, const char *text, size_t size)
{
	enum ff_status st = FF_OK;
	struct ff_error err;

	if (size == 0)
		return;
	st = ff_output_write(stream, text, size, &err);
	if (st == FF_E_SIGNAL) {
		pthread_mutex_unlock(&batch->voice);
		wait_for_end();
	}
	/* Who listens no more, as head(1), wants no more work done. */
	if (st != FF_OK && stream->fd == STDOUT_FILENO) {
		batch->st = st;
		batch->broken = errno == EPIPE;
		batch->err = err;
		atomic_store(&batch->stopped, true);
	}
}

/* Says what can be told, or some of it; false if that was nothing. */
static bool speak_some(struct batch *batch)
{
	struct ff_output out = {.name = "standard output", .fd = STDOUT_FILENO};
	struct ff_output error = {.name = "standard error", .fd = STDERR_FILENO};
	char *texts[2] = {NULL, NULL};
	size_t sizes[2] = {0, 0};
	FILE *lines = open_memstream(&texts[0], &sizes[0]);
	FILE *errors = open_memstream(&texts[1], &sizes[1]);
	bool all = lines != NULL && errors != NULL;
	bool any = all && tell_some(batch, lines, errors);

	all &= lines != NULL && fclose(lines) == 0;
	all &= errors != NULL && fclose(errors) == 0;
	if (any)
		ff_progress_end(&batch->progress);
	if (all) {
		utter(batch, &error, texts[1], sizes[1]);
		if (batch->st == FF_OK)
			utter(batch, &out, texts[0], sizes[0]);
	} else if (batch->st == FF_OK) {
		batch->st = ff_status_nomem(&batch->err, "the lines");
		atomic_store(&batch->stopped, true);
	}
	free(texts[0]);
	free(texts[1]);
	return any;
}

/*
 * Tells of the jobs that are over, but of none before those above it, unless somebody
 * else is about it, who then tells of these, too.  The streams may make it wait: not within
 * the gate.
 */
static void speak(struct batch *batch)
{
	bool more = true;

	while (more && pthread_mutex_trylock(&batch->voice) == 0) {
		size_t done;

		while (speak_some(batch))
			;
		pthread_mutex_lock(&batch->lock);
		done = batch->done;
		pthread_mutex_unlock(&batch->lock);
		ff_progress_jobs(&batch->progress, done, batch->count);
		pthread_mutex_unlock(&batch->voice);
		pthread_mutex_lock(&batch->lock);
		more = next_told(batch) != NULL && !atomic_load(&batch->stopped);
		pthread_mutex_unlock(&batch->lock);
	}
}

/* What became of a job, for speak() to tell. */
static void end(struct batch *batch, struct ff_manifest_job *job, enum ff_status st,
		const struct ff_error *err)
{
	if (st == FF_E_SIGNAL)
		wait_for_end();
	if (job->outcome == FF_MANIFEST_WAITING)
		ff_manifest_settle(job, st == FF_OK ? FF_MANIFEST_PASSED : FF_MANIFEST_FAILED, st,
				   st == FF_OK ? NULL : err);
	pthread_mutex_lock(&batch->lock);
	job->over = true;
	batch->done++;
	pthread_mutex_unlock(&batch->lock);
}

static void place(struct written *written)
{
	struct ff_error err;
	enum ff_status st;

	if ((st = ff_plan_close(&written->plan, &err)) == FF_OK &&
	    (st = ff_plan_place(&written->plan, &err)) == FF_OK)
		ff_plan_commit(&written->plan);
	ff_plan_free(&written->plan);
	if (st != FF_OK) {
		written->st = st;
		written->err = err;
	}
}

/* A few files are waited for one by one, which concerns no other file of anybody's. */
static void settle(const struct written_list *list)
{
	enum { FEW = 4 };
	struct ff_output *outputs[WRITTEN + FF_OPTIONS_OUTPUTS];
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++)
		for (size_t j = 0; j < list->items[i]->plan.count; j++) {
			struct ff_output *output = &list->items[i]->plan.items[j].output;

			if (output->fd >= 0)
				outputs[count++] = output;
		}
	if (count > FEW)
		ff_output_settle(outputs, count);
}

/* Puts all outputs of a list in their places, and ends their jobs. */
static void place_all(struct batch *batch, struct written_list *list)
{
	settle(list);
	for (size_t i = 0; i < list->count; i++)
		place(list->items[i]);
	ff_gate_leave(&batch->gate);
	for (size_t i = 0; i < list->count; i++) {
		end(batch, list->items[i]->job, list->items[i]->st, &list->items[i]->err);
		free(list->items[i]);
	}
	speak(batch);
}

/* Takes the list if it is time to place what is in it. */
static bool take_written(struct batch *batch, struct written_list *list)
{
	struct written_list *written = &batch->written;

	if (written->count == 0 || (written->files < batch->most && batch->begun < batch->count &&
				    ff_clock_ms() - written->since < PATIENCE))
		return false;
	*list = *written;
	*written = (struct written_list){.count = 0};
	return true;
}

/* Puts all in place, if enough of it waits; called with the lock and within the gate, and leaves
 * both. */
static void place_ripe(struct batch *batch)
{
	struct written_list list;
	bool took = take_written(batch, &list);

	pthread_mutex_unlock(&batch->lock);
	if (took)
		place_all(batch, &list);
	else
		ff_gate_leave(&batch->gate);
}

/* Writes what has been made. */
static enum ff_status put(struct batch *batch, struct written *written, struct ff_job *made)
{
	enum ff_status st;

	ff_gate_enter(&batch->gate);
	st = ff_job_write(made, &written->err);
	if (st == FF_OK && batch->options->golden != NULL)
		st = ff_golden_judge(ff_job_plan(made), batch->options->accept, &written->err);
	if (st != FF_OK) {
		ff_plan_free(ff_job_plan(made));
		ff_gate_leave(&batch->gate);
		return st;
	}
	written->job->ms = ff_job_report(made)->ms[FF_REPORT_TOTAL];
	written->st = ff_job_report(made)->answer;
	if (written->st != FF_OK)
		written->err = ff_job_report(made)->reason;
	written->job->said = words_of(batch, written->job, made);
	written->plan = *ff_job_plan(made);
	*ff_job_plan(made) = (struct ff_plan){0};
	pthread_mutex_lock(&batch->lock);
	if (batch->written.count == 0) {
		batch->written.since = ff_clock_ms();
		pthread_cond_signal(&batch->changed);
	}
	batch->written.items[batch->written.count++] = written;
	batch->written.files += written->plan.count;
	place_ripe(batch);
	return FF_OK;
}

/* From the plan to what waits for its place; FF_OK, and the job is over or will be. */
static enum ff_status make(struct batch *batch, struct written *written, struct ff_plan *plan)
{
	struct ff_manifest_job *job = written->job;
	struct ff_job *made = NULL;
	enum ff_status st;

	if ((st = ff_job_make(&made, &job->options, plan, batch->cpu, &written->err)) != FF_OK)
		return st;
	job->cost_digest = ff_job_report(made)->cost_digest;
	if (batch->options->json != NULL)
		job->field_digest = ff_job_field_digest(made);
	st = put(batch, written, made);
	ff_job_free(made);
	return st;
}

static void work(struct batch *batch, struct ff_manifest_job *job)
{
	struct written *written = calloc(1, sizeof *written);
	double started = ff_clock_ms();
	struct ff_plan plan = {0};
	struct ff_error err = {""};
	bool fits = false;
	enum ff_status st;

	if (written == NULL) {
		end(batch, job, ff_status_nomem(&err, "a job"), &err);
		speak(batch);
		return;
	}
	written->job = job;
	st = ff_plan_make(&plan, &job->options, &written->err);
	if (st == FF_OK && batch->options->resume)
		st = ff_resume_fits(&job->options, &plan, &fits, &job->cost_digest, &written->err);
	if (fits)
		ff_manifest_settle(job, FF_MANIFEST_SKIPPED, FF_OK, NULL);
	if (st == FF_OK && !fits && (st = make(batch, written, &plan)) == FF_OK)
		written = NULL; /* it is in the list, or gone */
	ff_plan_free(&plan);
	if (written == NULL)
		return;
	job->ms = ff_clock_ms() - started;
	end(batch, job, st, &written->err);
	free(written);
	speak(batch);
}

/* SIGPIPE is ignored, which it is only where it does not wait. */
static void let_pipes_break(void)
{
	sigset_t pipes;

	sigemptyset(&pipes);
	sigaddset(&pipes, SIGPIPE);
	pthread_sigmask(SIG_UNBLOCK, &pipes, NULL);
}

/* One job, or what is wrong with its line. */
static void run_one(void *context, size_t part)
{
	struct batch *batch = context;
	struct ff_manifest_job *job = batch->todo[part];

	let_pipes_break();
	pthread_mutex_lock(&batch->lock);
	batch->begun++;
	pthread_mutex_unlock(&batch->lock);
	if (atomic_load(&batch->stopped))
		return;
	if (job->outcome == FF_MANIFEST_WAITING) {
		work(batch, job);
		return;
	}
	end(batch, job, job->status, NULL);
	speak(batch);
}

/* The time of day in 'ms'. */
static struct timespec from_now(long ms)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += ms * 1000000;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	return until;
}

/* Wipes the line of progress, unless that would be to wait for who reads it. */
static void wipe_progress(struct batch *batch)
{
	struct pollfd room = {.fd = STDERR_FILENO, .events = POLLOUT};
	struct timespec until = from_now(200);

	if (pthread_mutex_timedlock(&batch->voice, &until) != 0)
		return;
	if (poll(&room, 1, 0) == 1)
		ff_progress_end(&batch->progress);
	/* It is kept: nothing is said after that. */
}

/* Ends the program as the signal would, once no temporary file is there. */
static void end_by(struct batch *batch, int number)
{
	sigset_t only;

	sigemptyset(&only);
	sigaddset(&only, number);
	kill(getpid(), number); /* writes that wait for somebody see it */
	ff_gate_shut(&batch->gate);
	for (size_t i = 0; i < batch->written.count; i++)
		ff_plan_free(&batch->written.items[i]->plan);
	remove_folders(batch);
	wipe_progress(batch);
	pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}

static void *watch(void *context)
{
	struct batch *batch = context;
	siginfo_t info;

	for (;;) {
		int number = sigwaitinfo(&batch->ending, &info);

		if (number == SIGRTMIN && info.si_pid == getpid())
			return NULL;
		if (number > 0)
			end_by(batch, number);
	}
}

/* Waits until something has waited for its place long enough; false: nothing will any more. */
static bool wait_for_written(struct batch *batch)
{
	struct timespec until;
	bool more;

	pthread_mutex_lock(&batch->lock);
	while (batch->written.count == 0 && !batch->ended)
		pthread_cond_wait(&batch->changed, &batch->lock);
	for (until = from_now(PATIENCE); !batch->ended;)
		if (pthread_cond_timedwait(&batch->changed, &batch->lock, &until) == ETIMEDOUT)
			break;
	more = !batch->ended;
	pthread_mutex_unlock(&batch->lock);
	return more;
}

/* Places what would wait for a job that takes long. */
static void *tidy(void *context)
{
	struct batch *batch = context;

	let_pipes_break();
	while (wait_for_written(batch)) {
		ff_gate_enter(&batch->gate);
		pthread_mutex_lock(&batch->lock);
		place_ripe(batch);
	}
	return NULL;
}

/* What waits when nobody listens any more, and no more jobs are begun. */
static void place_rest(struct batch *batch)
{
	struct written_list list;

	ff_gate_enter(&batch->gate);
	list = batch->written;
	batch->written.count = 0;
	place_all(batch, &list);
}

/* Does all jobs; a second thread may be lacking, and then files wait for longer. */
static void run_jobs(struct batch *batch, struct ff_pool *pool)
{
	pthread_t tidier;
	bool tidied = pthread_create(&tidier, NULL, tidy, batch) == 0;

	ff_pool_run(pool, batch->count, run_one, batch);
	pthread_mutex_lock(&batch->lock);
	batch->ended = true;
	pthread_cond_signal(&batch->changed);
	pthread_mutex_unlock(&batch->lock);
	if (tidied)
		pthread_join(tidier, NULL);
	place_rest(batch);
}

/* Does all jobs while a thread waits for signals. */
static enum ff_status run_all(struct batch *batch, struct ff_error *err)
{
	struct ff_pool *pool;
	pthread_t watcher;

	if (ff_pool_open(batch->workers, &pool) != FF_OK)
		return ff_status_nomem(err, "threads");
	if (pthread_create(&watcher, NULL, watch, batch) != 0) {
		ff_pool_close(pool);
		return ff_status_nomem(err, "threads");
	}
	batch->progress = ff_progress_begin(batch->options->verbosity != FF_OPTIONS_QUIET);
	run_jobs(batch, pool);
	ff_progress_end(&batch->progress);
	ff_pool_close(pool);
	pthread_kill(watcher, SIGRTMIN);
	pthread_join(watcher, NULL);
	if (batch->st != FF_OK)
		*err = batch->err;
	return batch->st;
}

/* The folders that are missing, and then nothing more than what the jobs need. */
static enum ff_status secure(struct batch *batch, struct ff_places *places, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	make_folders(batch);
	if (describes(batch) && (st = confine(batch, places, true, err)) == FF_OK)
		st = find_images(batch, places, err);
	return st == FF_OK ? confine(batch, places, false, err) : st;
}

/* With signals as they have to be meanwhile. */
static enum ff_status run_held(struct batch *batch, struct ff_places *places, struct ff_error *err)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN}, pipes;
	enum ff_status st;
	sigset_t before;

	sigaction(SIGPIPE, &ignore, &pipes);
	ff_output_hold(&before);
	ff_output_ending(&batch->ending);
	sigaddset(&batch->ending, SIGRTMIN);
	pthread_sigmask(SIG_BLOCK, &batch->ending, NULL);
	st = secure(batch, places, err);
	ff_places_free(places);
	if (st == FF_OK) {
		ff_gate_open(&batch->gate);
		st = run_all(batch, err);
		ff_gate_close(&batch->gate);
	}
	remove_folders(batch);
	ff_output_release(&before);
	sigaction(SIGPIPE, &pipes, NULL);
	if (batch->broken)
		(void)raise(SIGPIPE);
	return st;
}

static void count(const struct batch *batch, struct ff_batch_counts *counts)
{
	for (size_t i = 0; i < batch->count; i++) {
		const struct ff_manifest_job *job = batch->todo[i];

		counts->passed += job->outcome == FF_MANIFEST_PASSED;
		counts->failed += job->outcome == FF_MANIFEST_FAILED;
		counts->skipped += job->outcome == FF_MANIFEST_SKIPPED;
		if (ff_status_exit(job->status) > ff_status_exit(counts->worst))
			counts->worst = job->status;
	}
}

/* As many files may be open as this process may ask for. */
static void raise_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max)
		return;
	limit.rlim_cur = limit.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &limit);
}

static enum ff_status run(struct batch *batch, struct ff_error *err)
{
	struct ff_places places = {0};
	enum ff_status st;

	raise_limit();
	if ((st = ff_job_cpu(&batch->cpu, err)) != FF_OK ||
	    (st = ff_arguments_environment(&batch->first, err)) != FF_OK ||
	    (st = prepare_all(batch, err)) != FF_OK)
		goto out;
	share_descriptors(batch);
	if ((st = find_places(batch, &places, err)) != FF_OK)
		goto out;
	st = run_held(batch, &places, err);
out:
	ff_places_free(&places);
	return st;
}

enum ff_status ff_batch_run(const struct ff_batch_options *options, struct ff_manifest *manifest,
			    struct ff_batch_counts *counts, struct ff_error *err)
{
	struct batch batch = {.options = options, .manifest = manifest};
	double started = ff_clock_ms();
	enum ff_status st;

	batch.workers = options->workers > 0 ? options->workers : ff_machine_cores();
	if (batch.workers > FF_POOL_THREADS)
		batch.workers = FF_POOL_THREADS;
	pthread_mutex_init(&batch.lock, NULL);
	pthread_mutex_init(&batch.voice, NULL);
	pthread_cond_init(&batch.changed, NULL);
	if ((st = run(&batch, err)) == FF_OK) {
		*counts = (struct ff_batch_counts){.ms = ff_clock_ms() - started};
		count(&batch, counts);
	}
	pthread_cond_destroy(&batch.changed);
	pthread_mutex_destroy(&batch.voice);
	pthread_mutex_destroy(&batch.lock);
	ff_words_free(&batch.first);
	ff_words_free(&batch.folders);
	ff_words_free(&batch.devices);
	free(batch.todo);
	return st;
}
