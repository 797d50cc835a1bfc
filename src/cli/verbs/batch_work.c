#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/budget.h"
#include "cli/job.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/verbs/batch_state.h"
#include "cli/verbs/golden.h"
#include "cli/verbs/resume.h"
#include "io/folder.h"
#include "io/output.h"

void ff_batch_gate_open(struct ff_batch_gate *gate)
{
	*gate = (struct ff_batch_gate){.inside = 0};
	pthread_mutex_init(&gate->lock, NULL);
	pthread_cond_init(&gate->changed, NULL);
}

void ff_batch_gate_enter(struct ff_batch_gate *gate)
{
	pthread_mutex_lock(&gate->lock);
	while (gate->shut)
		pthread_cond_wait(&gate->changed, &gate->lock);
	gate->inside++;
	pthread_mutex_unlock(&gate->lock);
}

void ff_batch_gate_leave(struct ff_batch_gate *gate)
{
	pthread_mutex_lock(&gate->lock);
	gate->inside--;
	pthread_cond_broadcast(&gate->changed);
	pthread_mutex_unlock(&gate->lock);
}

void ff_batch_gate_shut(struct ff_batch_gate *gate)
{
	pthread_mutex_lock(&gate->lock);
	gate->shut = true;
	while (gate->inside > 0)
		pthread_cond_wait(&gate->changed, &gate->lock);
	pthread_mutex_unlock(&gate->lock);
}

void ff_batch_gate_close(struct ff_batch_gate *gate)
{
	pthread_cond_destroy(&gate->changed);
	pthread_mutex_destroy(&gate->lock);
}

char *ff_batch_voice_words(const struct ff_batch_state *batch, const struct ff_manifest_job *job,
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
	ff_report_say_warnings(&made->report, who.text, to);
	if (all == FF_OPTIONS_VERBOSE || own == FF_OPTIONS_VERBOSE)
		ff_report_say(&made->report, who.text, to);
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

static void put_path(FILE *lines, const char *path)
{
	struct ff_error clean;

	if (path == NULL)
		return;
	ff_status_fail(&clean, FF_OK, "%s", path);
	fprintf(lines, "\t%s", clean.text);
}

/* Prints the line of a job, and what is to be said of it. */
static void tell(const struct ff_batch_state *batch, const struct ff_manifest_job *job, FILE *lines,
		 FILE *errors)
{
	const struct ff_golden *golden = &batch->options->golden;
	bool done = job->outcome != FF_MANIFEST_FAILED ||
		    (job->status == FF_E_ANSWER && (golden->folder == NULL || golden->force));
	struct ff_error clean;

	if (job->said != NULL)
		fputs(job->said, errors);
	if (job->outcome == FF_MANIFEST_FAILED)
		fprintf(errors, "flowfield: %s\n", ff_manifest_error(batch->manifest, job, &clean));
	if (batch->options->verbosity == FF_OPTIONS_QUIET)
		return;
	fprintf(lines, "%s\t%zu\t%d", ff_manifest_outcomes[job->outcome], job->line,
		ff_status_exit(job->status));
	for (size_t i = 0; i < job->outputs.count && done && golden->actual == NULL; i++)
		put_path(lines, job->outputs.items[i]);
	for (size_t i = 0; i < job->goldens.count; i++) {
		put_path(lines, job->goldens.items[i].actual);
		put_path(lines, job->goldens.items[i].picture);
	}
	fputc('\n', lines);
}

/* The next job that may be told: it is over, and so are those above it; NULL: none. */
static const struct ff_manifest_job *next_told(const struct ff_batch_state *batch)
{
	const struct ff_manifest_job *job =
		batch->told < batch->count ? batch->todo[batch->told] : NULL;

	return job != NULL && job->over ? job : NULL;
}

/* Tells of jobs up to one that has errors to say, which come before its line; whether of any. */
static bool tell_some(struct ff_batch_state *batch, FILE *lines, FILE *errors)
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
static void utter(struct ff_batch_state *batch, struct ff_output *stream, const char *text,
		  size_t size)
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
	/* A reader that has gone, as head(1) does, wants no more work done. */
	if (st != FF_OK && stream->fd == STDOUT_FILENO) {
		batch->st = st;
		batch->broken = errno == EPIPE;
		batch->err = err;
		atomic_store(&batch->stopped, true);
	}
}

/* Says what can be told, or some of it; false if that was nothing. */
static bool speak_some(struct ff_batch_state *batch)
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

void ff_batch_voice_speak(struct ff_batch_state *batch)
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

void ff_batch_voice_end(struct ff_batch_state *batch, struct ff_manifest_job *job,
			enum ff_status st, const struct ff_error *err)
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

/*
 * Outputs wait for others, as the disk takes many at once in little more time than one.
 */

static void place(struct ff_batch_written *written)
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
		ff_golden_free(&written->job->goldens); /* nothing became of them */
	}
}

/* A few files are waited for one by one, which concerns no other file of anybody's. */
static void settle(const struct ff_batch_written_list *list)
{
	enum { FEW = 4 };
	struct ff_output *outputs[FF_BATCH_STATE_FILES + FF_PLAN_ITEMS];
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
static void place_all(struct ff_batch_state *batch, struct ff_batch_written_list *list)
{
	settle(list);
	for (size_t i = 0; i < list->count; i++)
		place(list->items[i]);
	ff_batch_gate_leave(&batch->gate);
	for (size_t i = 0; i < list->count; i++) {
		ff_batch_voice_end(batch, list->items[i]->job, list->items[i]->st,
				   &list->items[i]->err);
		free(list->items[i]);
	}
	ff_batch_voice_speak(batch);
}

/* Takes the list if it is time to place what is in it. */
static bool take_written(struct ff_batch_state *batch, struct ff_batch_written_list *list)
{
	struct ff_batch_written_list *written = &batch->written;

	if (written->count == 0 || (written->files < batch->most && batch->begun < batch->count &&
				    ff_clock_ms() - written->since < FF_BATCH_WORK_PATIENCE))
		return false;
	*list = *written;
	*written = (struct ff_batch_written_list){.count = 0};
	return true;
}

void ff_batch_work_ripe(struct ff_batch_state *batch)
{
	struct ff_batch_written_list list;
	bool took = take_written(batch, &list);

	pthread_mutex_unlock(&batch->lock);
	if (took)
		place_all(batch, &list);
	else
		ff_batch_gate_leave(&batch->gate);
}

void ff_batch_work_rest(struct ff_batch_state *batch)
{
	struct ff_batch_written_list list;

	ff_batch_gate_enter(&batch->gate);
	list = batch->written;
	batch->written.count = 0;
	place_all(batch, &list);
}

/* Makes folders that another batch, which found them empty at its end, has removed meanwhile. */
static enum ff_status make_folders(const struct ff_plan *plan, struct ff_error *err)
{
	struct ff_folder made = {0};
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < plan->count && st == FF_OK; i++)
		st = ff_folder_make(plan->items[i].path, &made, err);
	ff_folder_free(&made);
	return st;
}

/* Compares what has been written with the goldens: FF_OK, or why nothing is to be placed. */
static enum ff_status judge(struct ff_batch_state *batch, struct ff_batch_written *written,
			    struct ff_plan *plan)
{
	struct ff_manifest_job *job = written->job;
	enum ff_status st = ff_golden_judge(&batch->options->golden, plan, job->reason,
					    &job->goldens, &written->err);

	if (st != FF_E_ANSWER)
		return st;
	written->st = st;
	return FF_OK;
}

/* Writes what has been made. */
static enum ff_status put(struct ff_batch_state *batch, struct ff_batch_written *written,
			  struct ff_job *made)
{
	bool golden = batch->options->golden.folder != NULL;
	enum ff_status st = FF_OK;

	written->st = made->report.answer;
	if (written->st != FF_OK) {
		written->err = made->report.reason;
		if ((written->job->reason = strdup(written->err.text)) == NULL)
			return ff_status_nomem(&written->err, "a line");
	}
	ff_batch_gate_enter(&batch->gate);
	if (golden)
		st = make_folders(&made->plan, &written->err);
	if (st == FF_OK)
		st = ff_job_write(made, &written->err);
	if (st == FF_OK && golden)
		st = judge(batch, written, &made->plan);
	if (st != FF_OK) {
		ff_plan_free(&made->plan);
		ff_batch_gate_leave(&batch->gate);
		return st;
	}
	written->job->ms = made->report.ms[FF_REPORT_TOTAL];
	written->job->said = ff_batch_voice_words(batch, written->job, made);
	written->plan = made->plan;
	made->plan = (struct ff_plan){0};
	pthread_mutex_lock(&batch->lock);
	if (batch->written.count == 0) {
		batch->written.since = ff_clock_ms();
		pthread_cond_signal(&batch->changed);
	}
	batch->written.items[batch->written.count++] = written;
	batch->written.files += written->plan.count;
	ff_batch_work_ripe(batch);
	return FF_OK;
}

/* From the plan to what waits for its place; FF_OK, and the job is over or will be. */
static enum ff_status make(struct ff_batch_state *batch, struct ff_batch_written *written,
			   struct ff_plan *plan)
{
	struct ff_manifest_job *job = written->job;
	struct ff_job *made = NULL;
	enum ff_status st;

	ff_budget_begin(job->options.max_memory);
	st = ff_job_make(&made, &job->options, plan, batch->cpu, &written->err);
	if (st != FF_OK)
		goto out;
	job->cost_digest = made->report.cost_digest;
	if (batch->options->json != NULL)
		job->field_digest = ff_job_field_digest(made);
	st = put(batch, written, made);
out:
	st = ff_budget_explain(st, job->options.map, &written->err);
	ff_budget_end();
	ff_job_free(made);
	return st;
}

void ff_batch_work(struct ff_batch_state *batch, struct ff_manifest_job *job)
{
	struct ff_batch_written *written = calloc(1, sizeof *written);
	double started = ff_clock_ms();
	struct ff_plan plan = {0};
	struct ff_error err = {""};
	bool fits = false;
	enum ff_status st;

	if (written == NULL) {
		ff_batch_voice_end(batch, job, ff_status_nomem(&err, "a job"), &err);
		ff_batch_voice_speak(batch);
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
	ff_batch_voice_end(batch, job, st, &written->err);
	free(written);
	ff_batch_voice_speak(batch);
}
