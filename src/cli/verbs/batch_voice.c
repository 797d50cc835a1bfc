#include "cli/verbs/batch_voice.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/report.h"
#include "io/output.h"

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
	ff_report_say_warnings(ff_job_report(made), who.text, to);
	if (all == FF_OPTIONS_VERBOSE || own == FF_OPTIONS_VERBOSE)
		ff_report_say(ff_job_report(made), who.text, to);
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
	/* Who listens no more, as head(1), wants no more work done. */
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
