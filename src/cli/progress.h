/*
 * The line on a terminal that shows how far a long run is, and is erased at its end; and the clock.
 *
 * Names: ff_progress, ff_clock.
 */
#ifndef FF_CLI_PROGRESS_H
#define FF_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

/* ff_clock_ms() returns milliseconds since a fixed moment; it never goes back. */
double ff_clock_ms(void);

struct ff_progress {
	bool wanted;
	bool shown;
	double started; /* ff_clock_ms() */
	double last;    /* when the line was last written */
};

/*
 * ff_progress_begin() wants a line only where 'wanted' and stderr is a terminal
 * that can move its cursor.
 */
struct ff_progress ff_progress_begin(bool wanted);

/* ff_progress_show() shows that 'done' of 'all' steps of 'what' are done; all 0: unknown. */
void ff_progress_show(struct ff_progress *progress, const char *what, size_t done, size_t all);

/*
 * ff_progress_jobs() shows that 'done' of 'all' jobs are done: a bar, how many a second and how
 * long the others will take.
 */
void ff_progress_jobs(struct ff_progress *progress, size_t done, size_t all);

/*
 * ff_progress_crowd() shows how many seconds of 'most' a crowd has walked, and how many of 'all'
 * have arrived.
 */
void ff_progress_crowd(struct ff_progress *progress, double seconds, double most, size_t arrived,
		       size_t all);

/* ff_progress_end() wipes the line. */
void ff_progress_end(struct ff_progress *progress);

#endif
