#include "cmd/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

struct ff_progress ff_progress_begin(bool wanted)
{
	const char *terminal = getenv("TERM");
	double now = ff_clock_ms();

	return (struct ff_progress){.wanted = wanted && isatty(STDERR_FILENO) == 1 &&
					      (terminal == NULL || strcmp(terminal, "dumb") != 0),
				    .started = now,
				    .last = now};
}

void ff_progress_show(struct ff_progress *progress, const char *what, size_t done, size_t all)
{
	enum { PATIENCE = 500, PAUSE = 100 }; /* ms */
	double now;

	if (!progress->wanted)
		return;
	now = ff_clock_ms();
	if (now - progress->started < PATIENCE || (progress->shown && now - progress->last < PAUSE))
		return;
	if (all > 0)
		fprintf(stderr, "\r\033[K%s %d %%", what, (int)(100 * (double)done / (double)all));
	else
		fprintf(stderr, "\r\033[K%s", what);
	fflush(stderr);
	progress->shown = true;
	progress->last = now;
}

void ff_progress_end(struct ff_progress *progress)
{
	if (progress->shown)
		fputs("\r\033[K", stderr);
	progress->shown = false;
}
