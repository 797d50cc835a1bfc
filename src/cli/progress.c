#include "cli/progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

double ff_clock_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

struct ff_progress ff_progress_begin(bool wanted)
{
	const char *terminal = getenv("TERM");
	double now = ff_clock_ms();

	return (struct ff_progress){.wanted = wanted && isatty(STDERR_FILENO) == 1 &&
					      (terminal == NULL || strcmp(terminal, "dumb") != 0),
				    .started = now,
				    .last = now};
}

/* Returns true if it is time to show something: another thing at once. */
static bool is_due(struct ff_progress *progress, const char *what)
{
	enum { PATIENCE = 500, PAUSE = 100 }; /* ms */
	double now;

	if (!progress->wanted)
		return false;
	now = ff_clock_ms();
	if (now - progress->started < PATIENCE ||
	    (progress->what == what && now - progress->last < PAUSE))
		return false;
	progress->what = what;
	progress->shown = true;
	progress->last = now;
	return true;
}

void ff_progress_show(struct ff_progress *progress, const char *what, size_t done, size_t all)
{
	if (!is_due(progress, what))
		return;
	if (all > 0)
		fprintf(stderr, "\r\033[K%s %d %%", what,
			(int)(100 * fmin((double)done / (double)all, 1)));
	else
		fprintf(stderr, "\r\033[K%s", what);
	fflush(stderr);
}

/* Prints a bar: "[=====     ] ". */
static void put_bar(double share)
{
	enum { WIDTH = 30 };
	static const char marks[] = "==============================";
	int filled = (int)(WIDTH * share);

	fprintf(stderr, "\r\033[K[%.*s%*s] ", filled, marks, WIDTH - filled, "");
}

void ff_progress_jobs(struct ff_progress *progress, size_t done, size_t all)
{
	double rate;

	if (done == 0 || !is_due(progress, NULL))
		return;
	rate = 1000 * (double)done / (progress->last - progress->started);
	put_bar((double)done / (double)all);
	fprintf(stderr, "%zu of %zu, %.0f a second, %.0f s left", done, all, rate,
		(double)(all - done) / rate);
	fflush(stderr);
}

void ff_progress_crowd(struct ff_progress *progress, double seconds, double most, size_t arrived,
		       size_t all)
{
	if (!is_due(progress, NULL))
		return;
	put_bar(fmin(seconds / most, 1));
	fprintf(stderr, "%.1f of at most %.0f s, %zu of %zu arrived", seconds, most, arrived, all);
	fflush(stderr);
}

void ff_progress_end(struct ff_progress *progress)
{
	if (progress->shown)
		fputs("\r\033[K", stderr);
	progress->shown = false;
}
