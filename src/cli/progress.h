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
	double started;   /* ff_clock_ms() */
	double last;      /* ff_clock_ms() when the line was last written */
	const char *what; /* a constant: what it showed then; NULL: a bar or nothing */
};

/*
 * ff_progress_begin() begins a line that is shown only if 'wanted' and stderr is a terminal that
 * can move its cursor.
 */
struct ff_progress ff_progress_begin(bool wanted);

/* ff_progress_show() shows 'what', and the share 'done' of 'all'; all 0: unknown. */
void ff_progress_show(struct ff_progress *progress, const char *what, size_t done, size_t all);

/*
 * ff_progress_jobs() shows the jobs done of all: a bar, the rate and the time left.
 */
void ff_progress_jobs(struct ff_progress *progress, size_t done, size_t all);

/*
 * ff_progress_crowd() shows the seconds, of at most 'most', that a crowd has walked, and the
 * walkers that have arrived.
 */
void ff_progress_crowd(struct ff_progress *progress, double seconds, double most, size_t arrived,
		       size_t all);

/* ff_progress_end() erases the line. */
void ff_progress_end(struct ff_progress *progress);

#endif
