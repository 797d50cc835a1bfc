/*
 * Jobs: a map in, pictures and numbers out; alone in their process, or some of many.
 */
#ifndef FF_CLI_JOB_H
#define FF_CLI_JOB_H

#include "cli/options.h"
#include "cli/output_plan.h"
#include "cli/round.h"
#include "core/base/machine.h"
#include "core/base/status.h"

/*
 * Unless it is alone in its process, a job has one thread and memory of its own: jobs may be in any
 * step side by side, each used by one thread at a time.
 */
struct ff_job {
	const struct ff_options *options;
	int cores; /* what threads may be for */
	struct ff_machine machine;
	struct ff_progress progress;
	struct ff_problem problem;
	struct ff_solution solution;
	struct ff_round round; /* that is drawn and written now */
};

/*
 * ff_job_cpu() chooses what instructions jobs shall use: the best, or what the
 * environment's FLOWFIELD_CPU names.  FF_OK, or FF_E_USAGE where there are none such.
 */
enum ff_status ff_job_cpu(enum ff_cpu *out, struct ff_error *err);

/*
 * ff_job_make() reads, solves and draws, and writes what goes directly to a pipe or
 * a device.  It takes 'plan' over, unless memory does not suffice for a job, and then
 * leaves it empty.
 *
 *   out  set to a job, to be freed with ff_job_free(); the options must outlive it
 *
 * Returns FF_OK, or any other status and one line in 'err', and nothing is set.
 */
enum ff_status ff_job_make(struct ff_job **out, const struct ff_options *options,
			   struct ff_plan *plan, enum ff_cpu cpu, struct ff_error *err);

/*
 * ff_job_write() writes all other outputs under temporary names; the caller, who holds
 * signals, closes, places and commits what is in the plan, or has it discarded with the job. FF_OK;
 * FF_E_OUTPUT, FF_E_SIGNAL or FF_E_NOMEM, and then the job is good only for ff_job_free().
 */
enum ff_status ff_job_write(struct ff_job *job, struct ff_error *err);

/* ff_job_plan() is the job's plan, which it owns, with what is written in it. */
struct ff_plan *ff_job_plan(struct ff_job *job);

/* ff_job_report() is what is known of the job, once it is made. */
const struct ff_report *ff_job_report(const struct ff_job *job);

/* ff_job_field_digest() is the digest of the values of a job that is made. */
uint64_t ff_job_field_digest(const struct ff_job *job);

/* ff_job_free() frees a job, or NULL, and discards outputs that are not committed. */
void ff_job_free(struct ff_job *job);

/*
 * The steps of a job that is alone in its process, or of some of its rounds:
 *
 *   ff_job_alone()     begins one, with the plan of the options as its round: threads and a line on
 *                      the terminal are its own
 *   ff_job_open()      opens the problem, unless that is done, starts threads, and estimates what
 *                      memory it takes
 *   ff_job_ready()     checks, once the problem is read, that the outputs may be replaced and that
 *                      somebody listens
 *   ff_job_solve()     opens and reads the problem, as far as that has not been done, and solves
 *                      it; with --dry-run it only opens
 *   ff_job_round()     begins another round, of 'plan', which it takes over
 *   ff_job_conclude()  says what there is to say at the end, and returns the answer, or what
 *                      --dry-run promises
 *
 *   out      set to a job, to be freed with ff_job_free(); the options must outlive it
 *   options  of the round; must outlive it
 *
 * Return FF_OK, or any other status and one line in 'err'; ff_job_alone() then sets nothing.
 */
enum ff_status ff_job_alone(struct ff_job **out, const struct ff_options *options,
			    struct ff_error *err);
enum ff_status ff_job_open(struct ff_job *job, struct ff_error *err);
enum ff_status ff_job_ready(struct ff_job *job, struct ff_error *err);
enum ff_status ff_job_solve(struct ff_job *job, struct ff_error *err);
enum ff_status ff_job_conclude(const struct ff_job *job, struct ff_error *err);
void ff_job_round(struct ff_job *job, const struct ff_options *options, struct ff_plan *plan);

/* ff_job_work() is what the solution of a job is of. */
struct ff_solution_work ff_job_work(struct ff_job *job);

#endif
