/*
 * Tasks under way are in a list; their parts are handed out under one lock.  A thread that calls
 * ff_pool_run() takes parts of its own task as long as there are any, and only then waits, so
 * nested work cannot deadlock.
 */
#include "core/base/machine.h"

#include <stdlib.h>

#if FF_THREADS
#include <sched.h>
#include <signal.h>
#include <unistd.h>

/* A task under way; it lives on the stack of ff_pool_run(). */
struct task {
	void (*work)(void *context, size_t part);
	void *context;
	size_t count, begun, done;
	struct task *next;
};

struct ff_pool {
	pthread_mutex_t lock;
	pthread_cond_t arrived;  /* a new task, or closing */
	pthread_cond_t finished; /* the last part of a task */
	struct task *tasks;      /* tasks with parts that have not begun */
	bool closing, started;
	int threads, workers; /* the most, including the caller's; those started */
	pthread_t worker[];
};

int ff_pool_cores(void)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef CPU_COUNT
	cpu_set_t set; /* too small for machines with more than 1024 cores */

	if (sched_getaffinity(0, sizeof set, &set) == 0)
		return CPU_COUNT(&set);
#endif
	return cores < 1 ? 1 : (int)cores;
}

enum ff_status ff_pool_open(int threads, struct ff_pool **out)
{
	struct ff_pool *pool = malloc(sizeof *pool + (size_t)threads * sizeof pool->worker[0]);

	*out = pool;
	if (pool == NULL)
		return FF_E_NOMEM;
	*pool = (struct ff_pool){.threads = threads};
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->arrived, NULL);
	pthread_cond_init(&pool->finished, NULL);
	return FF_OK;
}

/* Runs the next part of a task; the lock is held before and after. */
static void run_part(struct ff_pool *pool, struct task *task)
{
	size_t part = task->begun++;
	struct task **at = &pool->tasks;

	if (task->begun == task->count) {
		while (*at != task)
			at = &(*at)->next;
		*at = task->next;
	}
	pthread_mutex_unlock(&pool->lock);
	task->work(task->context, part);
	pthread_mutex_lock(&pool->lock);
	if (++task->done == task->count)
		pthread_cond_broadcast(&pool->finished);
}

static void *run_worker(void *context)
{
	struct ff_pool *pool = context;

	pthread_mutex_lock(&pool->lock);
	for (;;) {
		if (pool->tasks != NULL)
			run_part(pool, pool->tasks);
		else if (pool->closing)
			break;
		else
			pthread_cond_wait(&pool->arrived, &pool->lock);
	}
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

/* Starts the threads with all signals blocked, so that signals reach the thread that can clean up;
 * except SIGPROF, if it has a handler: that is for each thread that works. */
static void start_workers(struct ff_pool *pool)
{
	enum { STACK = 1 << 20 }; /* the default of 8 MiB counts against memory limits */
	pthread_attr_t small;
	struct sigaction ticks;
	sigset_t all, before;

	pool->started = true;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, STACK);
	sigfillset(&all);
	if (sigaction(SIGPROF, NULL, &ticks) == 0 && ticks.sa_handler != SIG_DFL)
		sigdelset(&all, SIGPROF);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (pool->workers < pool->threads - 1 &&
	       pthread_create(&pool->worker[pool->workers], &small, run_worker, pool) == 0)
		pool->workers++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&small);
	pool->threads = pool->workers + 1;
}

void ff_pool_close(struct ff_pool *pool)
{
	if (pool == NULL)
		return;
	pthread_mutex_lock(&pool->lock);
	pool->closing = true;
	pthread_cond_broadcast(&pool->arrived);
	pthread_mutex_unlock(&pool->lock);
	for (int i = 0; i < pool->workers; i++)
		pthread_join(pool->worker[i], NULL);
	pthread_cond_destroy(&pool->finished);
	pthread_cond_destroy(&pool->arrived);
	pthread_mutex_destroy(&pool->lock);
	free(pool);
}

int ff_pool_threads(const struct ff_pool *pool)
{
	return pool == NULL ? 1 : pool->threads;
}

void ff_pool_run(struct ff_pool *pool, size_t count, void (*work)(void *context, size_t part),
		 void *context)
{
	struct task task = {.work = work, .context = context, .count = count};

	if (pool == NULL || pool->threads == 1 || count < 2) {
		for (size_t part = 0; part < count; part++)
			work(context, part);
		return;
	}
	pthread_mutex_lock(&pool->lock);
	if (!pool->started)
		start_workers(pool);
	/* Nested work comes first: other parts wait for it. */
	task.next = pool->tasks;
	pool->tasks = &task; /* cppcheck-suppress autoVariables; it leaves the list before this
				function returns */
	pthread_cond_broadcast(&pool->arrived);
	while (task.begun < task.count)
		run_part(pool, &task);
	while (task.done < task.count)
		pthread_cond_wait(&pool->finished, &pool->lock);
	pthread_mutex_unlock(&pool->lock);
}

void ff_pool_lock_open(struct ff_pool_lock *lock)
{
	pthread_mutexattr_t attributes;

	/* Tiles hold locks for less time than it takes to fall asleep.  On an open map two threads
	 * are 1.7 times as fast as one if they spin before they sleep, and 1.5 times without. */
	pthread_mutexattr_init(&attributes);
#ifdef PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ADAPTIVE_NP);
#endif
	pthread_mutex_init(&lock->mutex, &attributes);
	pthread_mutexattr_destroy(&attributes);
	pthread_cond_init(&lock->changed, NULL);
}

void ff_pool_lock_close(struct ff_pool_lock *lock)
{
	pthread_cond_destroy(&lock->changed);
	pthread_mutex_destroy(&lock->mutex);
}

void ff_pool_lock(struct ff_pool_lock *lock)
{
	pthread_mutex_lock(&lock->mutex);
}

void ff_pool_unlock(struct ff_pool_lock *lock)
{
	pthread_mutex_unlock(&lock->mutex);
}

void ff_pool_wait(struct ff_pool_lock *lock)
{
	pthread_cond_wait(&lock->changed, &lock->mutex);
}

void ff_pool_wake(struct ff_pool_lock *lock)
{
	pthread_cond_signal(&lock->changed);
}

void ff_pool_wake_all(struct ff_pool_lock *lock)
{
	pthread_cond_broadcast(&lock->changed);
}

#else /* single-threaded */

int ff_pool_cores(void)
{
	return 1;
}

enum ff_status ff_pool_open(int threads, struct ff_pool **out)
{
	(void)threads;
	*out = NULL;
	return FF_OK;
}

void ff_pool_close(struct ff_pool *pool)
{
	(void)pool;
}

int ff_pool_threads(const struct ff_pool *pool)
{
	(void)pool;
	return 1;
}

void ff_pool_run(struct ff_pool *pool, size_t count, void (*work)(void *context, size_t part),
		 void *context)
{
	(void)pool;
	for (size_t part = 0; part < count; part++)
		work(context, part);
}

#endif

/* The arguments of ff_pool_rows(), and the height of a band in band_work. */
struct band_work {
	void (*work)(void *context, int first, int end);
	void *context;
	int h, band;
};

static void run_band(void *context, size_t part)
{
	const struct band_work *band_work = context;
	int first = (int)part * band_work->band;
	int end = band_work->h - first < band_work->band ? band_work->h : first + band_work->band;

	band_work->work(band_work->context, first, end);
}

void ff_pool_rows(struct ff_pool *pool, int w, int h,
		  void (*work)(void *context, int first, int end), void *context)
{
	enum { CELLS = 1 << 16 };
	struct band_work band_work = {work, context, h, w < CELLS ? CELLS / w : 1};

	ff_pool_run(pool, ((size_t)h + (size_t)band_work.band - 1) / (size_t)band_work.band,
		    run_band, &band_work);
}

const char *const ff_machine_cpus[FF_CPUS] = {
	[FF_CPU_PLAIN] = "plain", [FF_CPU_NEON] = "neon",     [FF_CPU_SIMD128] = "simd128",
	[FF_CPU_AVX2] = "avx2",   [FF_CPU_AVX512] = "avx512",
};

bool ff_machine_has(enum ff_cpu cpu)
{
	switch (cpu) {
	case FF_CPU_PLAIN:
		return true;
#if defined __x86_64__
	case FF_CPU_AVX2:
		return __builtin_cpu_supports("avx2");
	case FF_CPU_AVX512:
		return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
		       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#elif defined __aarch64__
	case FF_CPU_NEON:
		return true;
#elif defined __wasm_simd128__
	case FF_CPU_SIMD128:
		return true;
#endif
	default:
		return false;
	}
}

enum ff_cpu ff_machine_best(void)
{
	enum ff_cpu cpu = FF_CPU_AVX512;

	while (!ff_machine_has(cpu))
		cpu--;
	return cpu;
}

enum ff_status ff_machine_open(struct ff_machine *machine, int32_t threads)
{
	*machine = (struct ff_machine){.pool = NULL, .cpu = ff_machine_best()};
	if (threads < FF_THREADS_ALL || threads > FF_THREADS_MAX)
		return FF_E_ARG;
	if (threads == FF_THREADS_ALL)
		threads = ff_pool_cores();
	if (threads > FF_THREADS_MAX)
		threads = FF_THREADS_MAX;
	return threads > 1 ? ff_pool_open(threads, &machine->pool) : FF_OK;
}
