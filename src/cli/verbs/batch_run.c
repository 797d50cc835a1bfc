/*
 * Workers take jobs in the manifest's order, and print their lines in that order, too.
 *
 * Temporary files exist only while a thread is inside the gate, as a reader of its lock.  One
 * thread waits for signals: it shuts the gate for good, as a writer, and once no thread is inside,
 * lets the signal end the program, whatever the workers are doing.  Writes fail while a signal is
 * pending, so that no worker stays inside or comes again.
 */
#include "cli/verbs/batch.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/budget.h"
#include "cli/html.h"
#include "cli/job.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/verbs/golden.h"
#include "core/base/machine.h"
#include "io/folder.h"
#include "io/output.h"

/* A batch under way. */
struct run {
	struct ff_batch *batch;
	pthread_rwlock_t gate;
	atomic_bool stopped;  /* standard output is broken: no more jobs are begun */
	sigset_t ending;      /* the signals that end the batch, and the one that ends the thread
			       * that waits for them */
	pthread_mutex_t lock; /* of what follows; held for a short time only */
	size_t done, printed; /* jobs */
	pthread_mutex_t output_lock; /* of both streams and what follows; only tried */
	struct ff_progress progress;
	bool broken;       /* standard output is a pipe without a reader */
	enum ff_status st; /* of the batch itself */
	struct ff_error err;
};

/* Returns a job's warnings and summary, unless it or the batch is quiet; free() them; NULL: none.
 */
static char *print_messages(const struct run *run, const struct ff_manifest_job *job,
			    const struct ff_job *made)
{
	enum ff_options_verbosity all = run->batch->options->verbosity,
				  own = job->command.options.verbosity;
	struct ff_error who;
	char *text = NULL;
	size_t size;
	FILE *to;

	if (all == FF_OPTIONS_QUIET || own == FF_OPTIONS_QUIET ||
	    (to = open_memstream(&text, &size)) == NULL)
		return NULL;
	ff_status_fail(&who, FF_OK, "flowfield: %s:%zu", run->batch->manifest->name, job->line);
	ff_report_print_warnings(&made->report, who.text, to);
	if (all == FF_OPTIONS_VERBOSE || own == FF_OPTIONS_VERBOSE)
		ff_report_print_summary(&made->report, who.text, to);
	if (fclose(to) == 0)
		return text;
	free(text);
	return NULL;
}

/* Waits for the signal that ends the program. */
_Noreturn static void wait_for_end(void)
{
	for (;;)
		pause();
}

/* Returns a line with a failed job's error, with its place in the manifest first. */
static const char *name_error(const struct ff_manifest *manifest, const struct ff_manifest_job *job,
			      struct ff_error *text)
{
	const char *error = job->error == NULL ? "out of memory" : job->error;

	ff_status_fail(text, FF_OK, "%s:%zu:", manifest->name, job->line);
	/* An error about the line itself already has its place. */
	if (strncmp(error, text->text, strlen(text->text)) == 0)
		ff_status_fail(text, FF_OK, "%s", error);
	else
		ff_status_fail(text, FF_OK, "%s:%zu: %s", manifest->name, job->line, error);
	return text->text;
}

static void put_path(FILE *lines, const char *path)
{
	struct ff_error clean;

	if (path == NULL)
		return;
	ff_status_fail(&clean, FF_OK, "%s", path);
	fprintf(lines, "\t%s", clean.text);
}

/* Prints the line of a job, and its messages and error. */
static void print_job(const struct run *run, const struct ff_manifest_job *job, FILE *lines,
		      FILE *errors)
{
	const struct ff_golden *golden = &run->batch->options->golden;
	bool done = job->outcome != FF_MANIFEST_FAILED ||
		    (job->status == FF_E_ANSWER && (golden->folder == NULL || golden->force));
	bool quiet = run->batch->options->verbosity == FF_OPTIONS_QUIET;
	struct ff_error clean;

	if (job->summary != NULL)
		fputs(job->summary, errors);
	if (job->outcome == FF_MANIFEST_FAILED || (job->outcome == FF_MANIFEST_CHANGED && !quiet))
		fprintf(errors, "flowfield: %s\n", name_error(run->batch->manifest, job, &clean));
	if (quiet)
		return;
	fprintf(lines, "%s\t%zu\t%d", ff_manifest_outcomes[job->outcome], job->line,
		ff_status_exit(job->status));
	put_path(lines, job->inputs.count > 0 ? job->inputs.items[0] : "-");
	for (size_t i = 0; i < job->outputs.count && done && golden->actual == NULL; i++)
		put_path(lines, job->outputs.items[i]);
	for (size_t i = 0; i < job->goldens.count; i++) {
		put_path(lines, job->goldens.items[i].actual);
		put_path(lines, job->goldens.items[i].picture);
	}
	fputc('\n', lines);
}

/* Returns the next job to print: it is over, and all before it are printed; NULL: none. */
static const struct ff_manifest_job *next_printed(const struct run *run)
{
	const struct ff_manifest_job *job =
		run->printed < run->batch->count ? run->batch->todo[run->printed] : NULL;

	return job != NULL && job->over ? job : NULL;
}

/* Prints jobs up to one with errors, which come before its line; returns true if it printed any. */
static bool print_jobs(struct run *run, FILE *lines, FILE *errors)
{
	const struct ff_manifest_job *job;
	bool any = false;

	pthread_mutex_lock(&run->lock);
	while ((job = next_printed(run)) != NULL &&
	       (!any || (job->summary == NULL && job->outcome == FF_MANIFEST_PASSED))) {
		print_job(run, job, lines, errors);
		run->printed++;
		any = true;
	}
	pthread_mutex_unlock(&run->lock);
	return any;
}

/* Writes to a stream, and waits for it until a signal comes. */
static void write_stream(struct run *run, struct ff_output *stream, const char *text, size_t size)
{
	enum ff_status st = FF_OK;
	struct ff_error err;

	if (size == 0)
		return;
	st = ff_output_write(stream, text, size, &err);
	if (st == FF_E_SIGNAL) {
		pthread_mutex_unlock(&run->output_lock);
		wait_for_end();
	}
	/* When the reader has gone, as head(1) does, nobody needs the rest of the work. */
	if (st != FF_OK && stream->fd == STDOUT_FILENO) {
		run->st = st;
		run->broken = errno == EPIPE;
		run->err = err;
		atomic_store(&run->stopped, true);
	}
}

/* Writes the lines of some of the jobs that can be printed; false if there are none. */
static bool write_jobs(struct run *run)
{
	struct ff_output out = {.name = "standard output", .fd = STDOUT_FILENO};
	struct ff_output error = {.name = "standard error", .fd = STDERR_FILENO};
	char *texts[2] = {NULL, NULL};
	size_t sizes[2] = {0, 0};
	FILE *lines = open_memstream(&texts[0], &sizes[0]);
	FILE *errors = open_memstream(&texts[1], &sizes[1]);
	bool all = lines != NULL && errors != NULL;
	bool any = all && print_jobs(run, lines, errors);

	all &= lines != NULL && fclose(lines) == 0;
	all &= errors != NULL && fclose(errors) == 0;
	if (any)
		ff_progress_end(&run->progress);
	if (all) {
		write_stream(run, &error, texts[1], sizes[1]);
		if (run->st == FF_OK)
			write_stream(run, &out, texts[0], sizes[0]);
	} else if (run->st == FF_OK) {
		run->st = ff_status_nomem(&run->err, "the lines");
		atomic_store(&run->stopped, true);
	}
	free(texts[0]);
	free(texts[1]);
	return any;
}

/* Prints the jobs that are over, but none before those above it, unless another thread is doing so,
 * which then prints these, too.  It may wait for the streams: not to be called inside the gate. */
static void print_ended(struct run *run)
{
	bool more = true;

	while (more && pthread_mutex_trylock(&run->output_lock) == 0) {
		size_t done;

		while (write_jobs(run))
			;
		pthread_mutex_lock(&run->lock);
		done = run->done;
		pthread_mutex_unlock(&run->lock);
		ff_progress_jobs(&run->progress, done, run->batch->count);
		pthread_mutex_unlock(&run->output_lock);
		pthread_mutex_lock(&run->lock);
		more = next_printed(run) != NULL && !atomic_load(&run->stopped);
		pthread_mutex_unlock(&run->lock);
	}
}

/* Sets the result of a job; does not return if that is FF_E_SIGNAL: a signal is on its way that
 * ends the program. */
static void end_job(struct run *run, struct ff_manifest_job *job, enum ff_status st,
		    const struct ff_error *err)
{
	if (st == FF_E_SIGNAL)
		wait_for_end();
	if (job->outcome == FF_MANIFEST_WAITING)
		ff_manifest_settle(job, st == FF_OK ? FF_MANIFEST_PASSED : FF_MANIFEST_FAILED, st,
				   st == FF_OK ? NULL : err);
	pthread_mutex_lock(&run->lock);
	job->over = true;
	run->done++;
	pthread_mutex_unlock(&run->lock);
}

/* ---- jobs ---- */

/* Writes the outputs of a job that is made, compares them with its goldens, and gives them their
 * names; returns the job's status. */
static enum ff_status write_outputs(struct run *run, struct ff_manifest_job *job,
				    struct ff_job *made, struct ff_error *err)
{
	const struct ff_golden *golden = &run->batch->options->golden;
	const struct ff_diff_rules *all = &run->batch->options->rules;
	struct ff_diff_rules rules = job->command.rules;
	enum ff_status st, answer = made->report.answer;

	if (rules.ignored_count == 0) {
		rules.ignored = all->ignored;
		rules.ignored_count = all->ignored_count;
	}
	if (answer != FF_OK) {
		*err = made->report.reason;
		if ((job->reason = strdup(err->text)) == NULL)
			return ff_status_nomem(err, "a line");
	}
	if ((st = ff_job_write(made, err)) != FF_OK)
		return st;
	job->summary = print_messages(run, job, made);
	if (golden->folder != NULL) {
		/* Two outputs take as much again. */
		ff_solution_free(&made->solution);
		ff_problem_free(&made->problem);
		st = ff_golden_judge(golden, &rules, &made->plan, job->reason, &job->goldens, err);
		if (st == FF_E_ANSWER) {
			answer = st;
			st = FF_OK;
		}
	}
	if (st != FF_OK)
		return st;
	/* Golden's pictures of differences are not written yet. */
	if ((st = ff_plan_write(&made->plan, false, err)) != FF_OK ||
	    (st = ff_plan_commit(&made->plan, err)) != FF_OK)
		ff_golden_free(&job->goldens);
	else if (answer == FF_OK && job->goldens.worst == FF_GOLDEN_CHANGED)
		ff_manifest_settle(job, FF_MANIFEST_CHANGED, FF_OK, err);
	return st != FF_OK ? st : answer;
}

/* Writes the page of a job beside the report on all of them. */
static enum ff_status write_page(const struct run *run, struct ff_manifest_job *job,
				 struct ff_report *report, struct ff_error *err)
{
	struct ff_output out = {.fd = -1};
	enum ff_status st = FF_OK;
	char *path;

	if ((run->batch->options->pages != NULL ||
	     run->batch->options->reports[FF_BATCH_SHEET] != NULL) &&
	    !ff_html_tile(report, &job->tile))
		return ff_status_nomem(err, "a picture");
	if (run->batch->options->pages == NULL)
		return FF_OK;
	if (asprintf(&path, "%s/%zu.html", run->batch->options->pages, job->line) < 0)
		return ff_status_nomem(err, "file names");
	if ((st = ff_output_open(&out, path, err)) == FF_OK &&
	    (st = ff_html_write(&out, report, err)) == FF_OK &&
	    (st = ff_output_close(&out, err)) == FF_OK)
		st = ff_output_commit(&out, true, err);
	ff_output_discard(&out);
	free(path);
	return st;
}

/* Makes a job from its plan to its outputs. */
static enum ff_status make_job(struct run *run, struct ff_manifest_job *job, struct ff_error *err)
{
	const struct ff_options *options = &job->command.options;
	struct ff_job made;
	enum ff_status st;

	if ((st = ff_job_plan(&made, options, false, err)) != FF_OK ||
	    (st = ff_problem_open(&made.problem, options, err)) != FF_OK ||
	    (st = ff_problem_read(&made.problem, options, err)) != FF_OK ||
	    (st = ff_job_ready(&made, err)) != FF_OK ||
	    (st = ff_solution_find(&made.solution, &made.work, err)) != FF_OK)
		goto out;
	ff_job_examine(&made);
	if ((st = ff_job_draw(&made, err)) != FF_OK)
		goto out;
	job->cost_digest = made.report.cost_digest;
	if (run->batch->options->reports[FF_BATCH_JSON] != NULL ||
	    run->batch->options->pages != NULL)
		job->field_digest = made.report.field_digest = ff_job_field_digest(&made);
	pthread_rwlock_rdlock(&run->gate);
	if ((st = write_page(run, job, &made.report, err)) == FF_OK)
		st = write_outputs(run, job, &made, err);
	ff_plan_free(&made.plan);
	pthread_rwlock_unlock(&run->gate);
out:
	ff_job_free(&made);
	return st;
}

static void run_job(struct run *run, struct ff_manifest_job *job)
{
	double started = ff_clock_ms();
	struct ff_error err = {""};
	enum ff_status st;

	ff_budget_begin(job->max_memory);
	if ((st = ff_batch_parse(run->batch, job, &err)) == FF_OK)
		st = make_job(run, job, &err);
	st = ff_budget_explain(st, job->inputs.items[0], &err);
	ff_batch_forget(job);
	ff_budget_end();
	job->ms = ff_clock_ms() - started;
	end_job(run, job, st, &err);
	print_ended(run);
}

/* Runs one job, or reports the error in its line. */
static void run_one(void *context, size_t part)
{
	struct run *run = context;
	struct ff_manifest_job *job = run->batch->todo[part];
	sigset_t pipes;

	/* Only an unblocked signal is ignored. */
	sigemptyset(&pipes);
	sigaddset(&pipes, SIGPIPE);
	pthread_sigmask(SIG_UNBLOCK, &pipes, NULL);
	if (atomic_load(&run->stopped))
		return;
	if (job->outcome == FF_MANIFEST_WAITING) {
		run_job(run, job);
		return;
	}
	end_job(run, job, job->status, NULL);
	print_ended(run);
}

/* Ends the program as the signal would, once no temporary file is there. */
static void end_by(struct run *run, int number)
{
	sigset_t only;

	sigemptyset(&only);
	sigaddset(&only, number);
	kill(getpid(), number); /* interrupts writes that wait for a reader */
	pthread_rwlock_wrlock(&run->gate);
	ff_folder_unmake(&run->batch->folders);
	/* Unless a thread prints; the lock is kept, so that nothing is printed after that. */
	if (pthread_mutex_trylock(&run->output_lock) == 0)
		ff_progress_end(&run->progress);
	pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}

static void *wait_for_signals(void *context)
{
	struct run *run = context;
	siginfo_t info;

	for (;;) {
		int number = sigwaitinfo(&run->ending, &info);

		if (number == SIGRTMIN && info.si_pid == getpid())
			return NULL;
		if (number > 0)
			end_by(run, number);
	}
}

/* Runs all jobs while a thread waits for signals. */
static enum ff_status run_all(struct run *run, struct ff_error *err)
{
	struct ff_pool *pool;
	pthread_t signals;

	if (ff_pool_open(run->batch->workers, &pool) != FF_OK)
		return ff_status_nomem(err, "threads");
	if (pthread_create(&signals, NULL, wait_for_signals, run) != 0) {
		ff_pool_close(pool);
		return ff_status_nomem(err, "threads");
	}
	run->progress = ff_progress_begin(run->batch->options->verbosity != FF_OPTIONS_QUIET);
	ff_pool_run(pool, run->batch->count, run_one, run);
	ff_progress_end(&run->progress);
	ff_pool_close(pool);
	/* Not pthread_kill(), for which musl has a call that the sandbox refuses. */
	kill(getpid(), SIGRTMIN);
	pthread_join(signals, NULL);
	if (run->st != FF_OK)
		*err = run->err;
	return run->st;
}

/* Enters the sandbox and runs all jobs, with signals held. */
static enum ff_status run_held(struct run *run, struct ff_error *err)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN}, pipes;
	pthread_rwlockattr_t gate;
	enum ff_status st;
	sigset_t before;

	sigaction(SIGPIPE, &ignore, &pipes);
	ff_output_hold(&before);
	ff_output_ending(&run->ending);
	sigaddset(&run->ending, SIGRTMIN);
	pthread_sigmask(SIG_BLOCK, &run->ending, NULL);
	if ((st = ff_batch_secure(run->batch, err)) == FF_OK) {
		pthread_rwlockattr_init(&gate);
#ifdef PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP /* else it is shut when nobody is inside */
		pthread_rwlockattr_setkind_np(&gate, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
#endif
		pthread_rwlock_init(&run->gate, &gate);
		pthread_rwlockattr_destroy(&gate);
		st = run_all(run, err);
		pthread_rwlock_destroy(&run->gate);
	}
	ff_folder_unmake(&run->batch->folders);
	ff_output_release(&before);
	sigaction(SIGPIPE, &pipes, NULL);
	if (run->broken)
		(void)kill(getpid(), SIGPIPE);
	return st;
}

static void count_outcomes(const struct ff_batch *batch, struct ff_batch_counts *counts)
{
	for (size_t i = 0; i < batch->count; i++) {
		const struct ff_manifest_job *job = batch->todo[i];

		counts->passed += job->outcome == FF_MANIFEST_PASSED;
		counts->changed += job->outcome == FF_MANIFEST_CHANGED;
		counts->failed += job->outcome == FF_MANIFEST_FAILED;
		if (ff_status_exit(job->status) > ff_status_exit(counts->worst))
			counts->worst = job->status;
		for (size_t j = 0; j < job->goldens.count; j++)
			counts->goldens[job->goldens.items[j].state]++;
	}
}

enum ff_status ff_batch_run(const struct ff_batch_options *options, struct ff_manifest *manifest,
			    struct ff_batch_counts *counts, struct ff_error *err)
{
	struct ff_batch batch = {.options = options, .manifest = manifest};
	struct run run = {.batch = &batch};
	double started = ff_clock_ms();
	struct rlimit open_files;
	enum ff_status st;

	/* Each worker has several files open. */
	if (getrlimit(RLIMIT_NOFILE, &open_files) == 0) {
		open_files.rlim_cur = open_files.rlim_max;
		(void)setrlimit(RLIMIT_NOFILE, &open_files);
	}
	batch.workers = options->workers > 0 ? options->workers : ff_pool_cores();
	if (batch.workers > FF_THREADS_MAX)
		batch.workers = FF_THREADS_MAX;
	pthread_mutex_init(&run.lock, NULL);
	pthread_mutex_init(&run.output_lock, NULL);
	if ((st = ff_batch_prepare(&batch, err)) == FF_OK && !options->dry_run)
		st = run_held(&run, err);
	if (st == FF_OK) {
		*counts = (struct ff_batch_counts){.ms = ff_clock_ms() - started};
		count_outcomes(&batch, counts);
	}
	pthread_mutex_destroy(&run.output_lock);
	pthread_mutex_destroy(&run.lock);
	ff_batch_free(&batch);
	return st;
}
