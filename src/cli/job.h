/*
 * A job: a map in, pictures and numbers out.  It is alone in its process, or one of a batch.
 *
 * A verb tells the main job, from ff_job_plan() to ff_job_end(): see verbs/run.c.  Where the
 * problem changes (update), outputs are made again after each change: ff_job_restart().
 */
#ifndef FF_CLI_JOB_H
#define FF_CLI_JOB_H

#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/solution.h"
#include "core/base/machine.h"
#include "core/base/status.h"

/*
 * Unless it is alone in its process, a job has one thread and memory of its own: jobs may be in any
 * step side by side, each used by one thread at a time.
 */
struct ff_job {
	const struct ff_options *options; /* borrowed */
	bool alone;                       /* in its process: may have threads and a progress line */
	int cores;                        /* the most threads that are of use */
	struct ff_machine machine;
	struct ff_progress progress;
	struct ff_problem problem;
	struct ff_solution solution;
	struct ff_solution_work work; /* of these */
	/* The outputs, made anew by ff_job_restart(). */
	double started;              /* ff_clock_ms() */
	struct ff_plan plan;         /* owned */
	struct ff_style style, film; /* as pictures and animations are drawn */
	char title[512];             /* of pictures */
	struct ff_report report;     /* its options are those of the outputs */
	/* owned; printed on standard output before the files are in place, also if the job is
	 * quiet; NULL: the names of the files are, after that */
	char *listing;
};

/*
 * ff_job_cpu() chooses the instructions that jobs use: the best, or those that the environment's
 * FLOWFIELD_CPU names.  FF_OK, or FF_E_USAGE if there are no such instructions.
 */
enum ff_status ff_job_cpu(enum ff_cpu *out, struct ff_error *err);

/*
 * ff_job_plan() begins a job, plans its outputs, and shows a line on the terminal if it is alone.
 *
 *   job      set, whatever is returned: ff_job_end() or ff_job_free() frees it; stays where it is
 *   options  must outlive it
 *
 * FF_OK, or any other status and one line in 'err', as all of these.
 */
enum ff_status ff_job_plan(struct ff_job *job, const struct ff_options *options, bool alone,
			   struct ff_error *err);

/*
 * The caller then enters the sandbox, opens and reads the problem, and solves it:
 *
 *   ff_sandbox_enter(), ff_problem_open(), ff_problem_read()
 *   ff_job_ready()  once the map is read: starts threads, and checks that standard output can take
 *                   the names of the files
 *   ff_solution_find()
 *
 * From the solution to files, each done once, in this order:
 *
 *   ff_job_examine()  fills in the report and the style of pictures; then a verb may make an
 *                     animation of its own
 *   ff_job_draw()     makes all pictures, and writes what goes directly to a pipe or a device
 *   ff_job_write()    writes all other outputs under temporary names; the caller holds signals, and
 *                     commits the plan afterwards, or frees it
 *   ff_job_publish()  does the last two, and prints the names of the files on standard output
 *                     unless it carries data or the job is quiet
 *
 * After a failure the job is good only for ff_job_restart() and for its end, and no file has been
 * changed unless a rename failed or the names could not be printed.
 */
enum ff_status ff_job_ready(struct ff_job *job, struct ff_error *err);
void ff_job_examine(struct ff_job *job);
enum ff_status ff_job_draw(struct ff_job *job, struct ff_error *err);
enum ff_status ff_job_write(struct ff_job *job, struct ff_error *err);
enum ff_status ff_job_publish(struct ff_job *job, struct ff_error *err);

/* ff_job_restart() begins other outputs, of 'plan', which it takes over, and of 'options', which
 * must outlive the job. */
void ff_job_restart(struct ff_job *job, const struct ff_options *options, struct ff_plan *plan);

/*
 * ff_job_end() erases the line on the terminal and, if 'st' is FF_OK, prints warnings and the
 * summary, or with --dry-run the size of the map and the outputs; then it frees the job.  Returns
 * the answer (FF_OK or FF_E_ANSWER), or 'st'.
 */
enum ff_status ff_job_end(struct ff_job *job, enum ff_status st, struct ff_error *err);

/* ff_job_free() frees a job, and discards outputs that are not committed. */
void ff_job_free(struct ff_job *job);

/* ff_job_print_question() prints the goals, the metric and the options that change cells,
 * shortened, of a job whose map is read: "goal 1,2   euclid, radius 3". */
void ff_job_print_question(const struct ff_job *job, char *to, size_t size);

/* ff_job_field_digest() returns the digest of the values of a job that is solved. */
uint64_t ff_job_field_digest(const struct ff_job *job);

#endif
