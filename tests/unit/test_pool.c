#include "core/base/machine.h"

#include "tap.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>

enum { PARTS = 1000 };

struct count {
	struct ff_pool *pool;
	atomic_int calls[PARTS];
};

static void add_one(void *context, size_t part)
{
	struct count *count = context;

	atomic_fetch_add(&count->calls[part], 1);
}

static bool all_are(const struct count *count, int calls)
{
	for (int i = 0; i < PARTS; i++)
		if (atomic_load(&count->calls[i]) != calls)
			return false;
	return true;
}

static void each_part_is_done_once(void)
{
	for (int threads = 1; threads <= 8; threads *= 2) {
		struct count count = {0};

		CHECK(ff_pool_open(threads, &count.pool) == FF_OK, "%d threads", threads);
		for (int i = 0; i < 100; i++)
			ff_pool_run(count.pool, PARTS, add_one, &count);
		CHECK(all_are(&count, 100), "%d threads do each part of each run once", threads);
		CHECK(ff_pool_threads(count.pool) == threads, "%d threads are told", threads);
		ff_pool_close(count.pool);
	}
}

static void add_all(void *context, size_t part)
{
	struct count *count = context;

	(void)part;
	ff_pool_run(count->pool, PARTS, add_one, count);
}

static void work_within_work_is_done(void)
{
	struct count count = {0};

	ff_pool_open(3, &count.pool);
	ff_pool_run(count.pool, 50, add_all, &count);
	CHECK(all_are(&count, 50), "parts run work of their own");
	ff_pool_close(count.pool);
}

static void without_a_pool_the_caller_works(void)
{
	struct count count = {0};

	ff_pool_run(NULL, PARTS, add_one, &count);
	ff_pool_run(NULL, 0, add_one, &count);
	CHECK(all_are(&count, 1), "all parts are done without a pool");
	CHECK(ff_pool_threads(NULL) == 1, "which is one thread");
	ff_pool_close(NULL);
}

/* Parts that wait for each other: they end only if as many threads as that are at work. */
struct meeting {
	struct ff_pool *pool;
	atomic_int there, blocked, short_of;
	int wanted;
};

static void meet(void *context, size_t part)
{
	struct meeting *meeting = context;
	sigset_t mask;

	(void)part;
	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	atomic_fetch_add(&meeting->blocked, sigismember(&mask, SIGTERM));
	atomic_fetch_add(&meeting->there, 1);
	while (atomic_load(&meeting->there) < meeting->wanted)
		sched_yield();
}

static void all_threads_work_at_once_and_only_the_callers_takes_signals(void)
{
	for (int threads = 2; threads <= 6; threads++) {
		struct meeting meeting = {.wanted = threads};

		ff_pool_open(threads, &meeting.pool);
		for (int i = 0; i < 50; i++) {
			atomic_store(&meeting.there, 0);
			atomic_store(&meeting.blocked, 0);
			ff_pool_run(meeting.pool, (size_t)threads, meet, &meeting);
		}
		CHECK(atomic_load(&meeting.blocked) == threads - 1, "%d of %d take no SIGTERM",
		      atomic_load(&meeting.blocked), threads);
		CHECK(ff_pool_threads(meeting.pool) == threads, "%d of %d threads",
		      ff_pool_threads(meeting.pool), threads);
		ff_pool_close(meeting.pool);
	}
}

/* Runs parts and looks at once whether all of them were done. */
static void run_and_look(void *context, size_t part)
{
	struct meeting *meeting = context;
	struct count count = {0};

	(void)part;
	ff_pool_run(meeting->pool, PARTS, add_one, &count);
	atomic_fetch_add(&meeting->short_of, !all_are(&count, 1));
}

static void whoever_runs_work_returns_when_it_is_done(void)
{
	struct meeting meeting = {0};

	ff_pool_open(4, &meeting.pool);
	for (int i = 0; i < 20; i++)
		ff_pool_run(meeting.pool, 20, run_and_look, &meeting);
	CHECK(atomic_load(&meeting.short_of) == 0, "%d returned too early",
	      atomic_load(&meeting.short_of));
	ff_pool_close(meeting.pool);
}

enum { ROWS = 70000 };

static void mark_rows(void *context, int first, int end)
{
	unsigned char *rows = context;

	for (int y = first; y < end; y++)
		rows[y]++;
}

static void bands_cover_all_rows(void)
{
	static const int sides[][2] = {{1, 1}, {1, ROWS}, {100, ROWS}, {100000, 3}, {65536, 2}};
	static unsigned char rows[ROWS];
	struct ff_pool *pool;

	ff_pool_open(2, &pool);
	for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
		int h = sides[i][1], once = 0;

		memset(rows, 0, sizeof rows);
		ff_pool_rows(pool, sides[i][0], h, mark_rows, rows);
		for (int y = 0; y < ROWS; y++)
			once += rows[y] == (y < h);
		CHECK(once == ROWS, "%d rows of %d are each done once", h, sides[i][0]);
	}
	ff_pool_close(pool);
}

static void there_is_a_core(void)
{
	CHECK(ff_pool_cores() >= 1, "%d", ff_pool_cores());
}

int main(void)
{
	RUN(there_is_a_core);
	RUN(each_part_is_done_once);
	RUN(work_within_work_is_done);
	RUN(all_threads_work_at_once_and_only_the_callers_takes_signals);
	RUN(whoever_runs_work_returns_when_it_is_done);
	RUN(without_a_pool_the_caller_works);
	RUN(bands_cover_all_rows);
	return tap_done();
}
