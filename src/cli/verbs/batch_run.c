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
#include "cli/verbs/batch.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "cli/progress.h"
#include "cli/verbs/batch_state.h"
#include "core/base/pool.h"
#include "io/output.h"

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
	struct ff_batch_state *batch = context;
	struct ff_manifest_job *job = batch->todo[part];

	let_pipes_break();
	pthread_mutex_lock(&batch->lock);
	batch->begun++;
	pthread_mutex_unlock(&batch->lock);
	if (atomic_load(&batch->stopped))
		return;
	if (job->outcome == FF_MANIFEST_WAITING) {
		ff_batch_work(batch, job);
		return;
	}
	ff_batch_voice_end(batch, job, job->status, NULL);
	ff_batch_voice_speak(batch);
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
static void wipe_progress(struct ff_batch_state *batch)
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
static void end_by(struct ff_batch_state *batch, int number)
{
	sigset_t only;

	sigemptyset(&only);
	sigaddset(&only, number);
	kill(getpid(), number); /* writes that wait for somebody see it */
	ff_batch_gate_shut(&batch->gate);
	for (size_t i = 0; i < batch->written.count; i++)
		ff_plan_free(&batch->written.items[i]->plan);
	ff_batch_prepare_undo(batch);
	wipe_progress(batch);
	pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}

static void *watch(void *context)
{
	struct ff_batch_state *batch = context;
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
static bool wait_for_written(struct ff_batch_state *batch)
{
	struct timespec until;
	bool more;

	pthread_mutex_lock(&batch->lock);
	while (batch->written.count == 0 && !batch->ended)
		pthread_cond_wait(&batch->changed, &batch->lock);
	for (until = from_now(FF_BATCH_WORK_PATIENCE); !batch->ended;)
		if (pthread_cond_timedwait(&batch->changed, &batch->lock, &until) == ETIMEDOUT)
			break;
	more = !batch->ended;
	pthread_mutex_unlock(&batch->lock);
	return more;
}

/* Places what would wait for a job that takes long. */
static void *tidy(void *context)
{
	struct ff_batch_state *batch = context;

	let_pipes_break();
	while (wait_for_written(batch)) {
		ff_batch_gate_enter(&batch->gate);
		pthread_mutex_lock(&batch->lock);
		ff_batch_work_ripe(batch);
	}
	return NULL;
}

/* Does all jobs; a second thread may be lacking, and then files wait for longer. */
static void run_jobs(struct ff_batch_state *batch, struct ff_pool *pool)
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
	ff_batch_work_rest(batch);
}

/* Does all jobs while a thread waits for signals. */
static enum ff_status run_all(struct ff_batch_state *batch, struct ff_error *err)
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
	/* Not pthread_kill(), for which musl has a call that the sandbox refuses. */
	kill(getpid(), SIGRTMIN);
	pthread_join(watcher, NULL);
	if (batch->st != FF_OK)
		*err = batch->err;
	return batch->st;
}

/* With signals as they have to be meanwhile. */
static enum ff_status run_held(struct ff_batch_state *batch, struct ff_batch_files *places,
			       struct ff_error *err)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN}, pipes;
	enum ff_status st;
	sigset_t before;

	sigaction(SIGPIPE, &ignore, &pipes);
	ff_output_hold(&before);
	ff_output_ending(&batch->ending);
	sigaddset(&batch->ending, SIGRTMIN);
	pthread_sigmask(SIG_BLOCK, &batch->ending, NULL);
	st = ff_batch_prepare_secure(batch, places, err);
	ff_batch_files_free(places);
	if (st == FF_OK) {
		ff_batch_gate_open(&batch->gate);
		st = run_all(batch, err);
		ff_batch_gate_close(&batch->gate);
	}
	ff_batch_prepare_undo(batch);
	ff_output_release(&before);
	sigaction(SIGPIPE, &pipes, NULL);
	if (batch->broken)
		(void)kill(getpid(), SIGPIPE);
	return st;
}

static void count(const struct ff_batch_state *batch, struct ff_batch_counts *counts)
{
	for (size_t i = 0; i < batch->count; i++) {
		const struct ff_manifest_job *job = batch->todo[i];

		counts->passed += job->outcome == FF_MANIFEST_PASSED;
		counts->failed += job->outcome == FF_MANIFEST_FAILED;
		counts->skipped += job->outcome == FF_MANIFEST_SKIPPED;
		if (ff_status_exit(job->status) > ff_status_exit(counts->worst))
			counts->worst = job->status;
		for (size_t j = 0; j < job->goldens.count; j++)
			counts->goldens[job->goldens.items[j].state]++;
	}
}

static enum ff_status run(struct ff_batch_state *batch, struct ff_error *err)
{
	struct ff_batch_files places = {0};
	enum ff_status st = ff_batch_prepare(batch, &places, err);

	if (st == FF_OK)
		st = run_held(batch, &places, err);
	ff_batch_files_free(&places);
	return st;
}

enum ff_status ff_batch_run(const struct ff_batch_options *options, struct ff_manifest *manifest,
			    struct ff_batch_counts *counts, struct ff_error *err)
{
	struct ff_batch_state batch = {.options = options, .manifest = manifest};
	double started = ff_clock_ms();
	enum ff_status st;

	batch.workers = options->workers > 0 ? options->workers : ff_pool_cores();
	if (batch.workers > FF_THREADS_MAX)
		batch.workers = FF_THREADS_MAX;
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
	ff_strings_free(&batch.first);
	ff_strings_free(&batch.folders);
	ff_strings_free(&batch.devices);
	free(batch.todo);
	return st;
}
