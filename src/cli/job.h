/*
 * A job: a map in, pictures and numbers out.  It is alone in its process, or one of a batch.
 *
 * The main job, as a verb tells it: ff_job_begin() plans the outputs and enters the sandbox,
 * ff_job_read() opens and reads the map, ff_job_solve() also solves it, ff_job_output() draws and
 * writes, ff_job_end() prints the summary and gives the answer.  Where the problem changes
 * (update), outputs are made again after each change: ff_job_restart().
 */
#ifndef FF_CLI_JOB_H
#define FF_CLI_JOB_H

#include "cli/options.h"
#include "cli/output_plan.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/render.h"
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
	/* The outputs, made anew by ff_job_restart(). */
	double started;              /* ff_clock_ms() */
	struct ff_plan plan;         /* owned */
	bool animated;               /* the animation is made: see ff_job_animation() */
	struct ff_style style, film; /* as pictures and animations are drawn */
	char title[512];             /* of pictures */
	struct ff_render_digests digests;
	struct ff_report report; /* its options are those of the outputs */
	/* owned; printed on standard output once the files are in place, also if the job is quiet;
	 * NULL: the names of the files */
	char *listing;
};

/*
 * ff_job_cpu() chooses the instructions that jobs use: the best, or those that the environment's
 * FLOWFIELD_CPU names.  FF_OK, or FF_E_USAGE if there are no such instructions.
 */
enum ff_status ff_job_cpu(enum ff_cpu *out, struct ff_error *err);

/*
 * A job that is alone in its process:
 *
 *   ff_job_new()    plans its outputs, and shows a line on the terminal
 *   ff_job_begin()  also enters the sandbox (ff_sandbox_confine())
 *   ff_job_end()    erases that line and, if 'st' is FF_OK, concludes; frees the job, which may be
 *                   NULL, and returns the answer, or 'st'
 *
 *   out  set to a job, to be freed with ff_job_free(); the options must outlive it
 *
 * The first two return FF_OK, or any other status and one line in 'err', and then set 'out' to
 * NULL.
 */
enum ff_status ff_job_new(struct ff_job **out, const struct ff_options *options,
			  struct ff_error *err);
enum ff_status ff_job_begin(struct ff_job **out, const struct ff_options *options,
			    struct ff_error *err);
enum ff_status ff_job_end(struct ff_job *job, enum ff_status st, struct ff_error *err);

/*
 * ff_job_make() reads, solves and draws a job of a batch, and writes what goes directly to a pipe
 * or a device.  It takes 'plan' over, unless memory does not suffice for a job, and then leaves it
 * empty.  As ff_job_new() otherwise.
 */
enum ff_status ff_job_make(struct ff_job **out, const struct ff_options *options,
			   struct ff_plan *plan, enum ff_cpu cpu, struct ff_error *err);

/* ff_job_free() frees a job, or NULL, and discards outputs that are not committed. */
void ff_job_free(struct ff_job *job);

/*
 * The steps to a solution:
 *
 *   ff_job_open()   opens the problem, unless that is done, and starts threads
 *   ff_job_ready()  checks, once the problem is read, that standard output can take the names of
 *                   the files
 *   ff_job_read()   opens and reads the problem, as far as that has not been done, and does
 *                   ff_job_ready(); with --dry-run it only opens
 *   ff_job_solve()  does that and solves the problem; with --dry-run it only opens
 *
 * Return FF_OK, or any other status and one line in 'err'.
 */
enum ff_status ff_job_open(struct ff_job *job, struct ff_error *err);
enum ff_status ff_job_ready(struct ff_job *job, struct ff_error *err);
enum ff_status ff_job_read(struct ff_job *job, struct ff_error *err);
enum ff_status ff_job_solve(struct ff_job *job, struct ff_error *err);

/*
 * The steps from a solution to files, each done once, in this order:
 *
 *   ff_job_restart()  begins other outputs, of 'plan', which it takes over, and of 'options', which
 *                     must outlive the job; those of ff_job_new() have begun already
 *   ff_job_examine()  fills in the report and the style of pictures
 *   ff_job_draw()     makes all pictures, and writes what goes directly to a pipe or a device
 *   ff_job_write()    writes all other outputs under temporary names; the caller holds signals, and
 *                     commits the plan afterwards, or frees it
 *   ff_job_publish()  does all that, and prints the names of the files on standard output unless it
 *                     carries data or the job is quiet
 *   ff_job_output()   does ff_job_examine(), ff_job_draw() and ff_job_publish()
 *
 * Return FF_OK, or any other status and one line in 'err': the job is good only for
 * ff_job_restart() and ff_job_free() then, and no file has been changed unless a rename failed or
 * the names could not be printed.
 */
void ff_job_restart(struct ff_job *job, const struct ff_options *options, struct ff_plan *plan);
enum ff_status ff_job_examine(struct ff_job *job, struct ff_error *err);
enum ff_status ff_job_draw(struct ff_job *job, struct ff_error *err);
enum ff_status ff_job_write(struct ff_job *job, struct ff_error *err);
enum ff_status ff_job_publish(struct ff_job *job, struct ff_error *err);
enum ff_status ff_job_output(struct ff_job *job, struct ff_error *err);

/*
 * ff_job_animation() begins an animation of frames that the verb adds between ff_job_examine() and
 * ff_job_draw(): as ff_render_animation_begin().
 */
void ff_job_animation(struct ff_job *job, struct ff_render_animation *output,
		      const struct ff_style_range *colours);

/* ff_job_conclude() prints warnings and the summary and returns the answer (FF_OK or FF_E_ANSWER);
 * with --dry-run it prints the size of the map and the outputs. */
enum ff_status ff_job_conclude(const struct ff_job *job, struct ff_error *err);

/* ff_job_work() returns what the steps of a solution need (ff_solution_field() and others). */
struct ff_solution_work ff_job_work(struct ff_job *job);

/* ff_job_field_digest() returns the digest of the values of a job that is solved. */
uint64_t ff_job_field_digest(const struct ff_job *job);

#endif
