/*
 * The part of the machine that a computation may use: vector instructions and threads, which share
 * work in parts.  With -DFF_THREADS=0 there are none: the caller does all work, locks are empty,
 * and POSIX is not needed.
 *
 * Names: ff_pool.
 */
#ifndef FF_CORE_BASE_MACHINE_H
#define FF_CORE_BASE_MACHINE_H

#ifndef FF_THREADS
#define FF_THREADS 1
#endif

#if FF_THREADS
#include <pthread.h>
#endif
#include <stdbool.h>
#include <stddef.h>

#include "core/base/status.h"

/* ---- threads ---- */

struct ff_pool;

/* Returns how many cores this process may use, at least 1.  Any thread. */
int ff_pool_cores(void);

/*
 * Opens a pool of 'threads' threads (1..FF_THREADS_MAX), including the caller's.  The others start
 * with the first work and block all signals; if the system grants fewer, fewer do the work.  The
 * caller owns '*out' and passes it to ff_pool_close(), from the same thread and not during work;
 * NULL is allowed there.
 *
 * FF_OK, or FF_E_NOMEM and '*out' is NULL.  Without threads '*out' is always NULL.
 */
enum ff_status ff_pool_open(int threads, struct ff_pool **out);
void ff_pool_close(struct ff_pool *pool);

/* Returns the most threads that work, or, once work has been shared, how many there are; 1 for
 * NULL. */
int ff_pool_threads(const struct ff_pool *pool);

/*
 * Calls work(context, part) once for each part in 0..count-1 and returns when all are done.  Parts
 * begin in that order, but on any thread and at the same time: no two may touch the same memory
 * without a lock.  A part may itself call ff_pool_run().  Without a pool (NULL) the caller does all
 * parts in turn.  Any thread may call it, and several at a time.  Handing a part out takes about
 * 0.1 us, so a part should take 20 us or more.
 */
void ff_pool_run(struct ff_pool *pool, size_t count, void (*work)(void *context, size_t part),
		 void *context);

/*
 * Runs work(context, first, end) over bands of rows first <= y < end, as ff_pool_run() does.  A
 * band has about 64 Ki cells, whatever the number of threads.
 *
 *   w, h  >= 1  cells in a row; rows
 */
void ff_pool_rows(struct ff_pool *pool, int w, int h,
		  void (*work)(void *context, int first, int end), void *context);

/* A lock with a condition variable. */
struct ff_pool_lock {
#if FF_THREADS
	pthread_mutex_t mutex;
	pthread_cond_t changed;
#else
	char none;
#endif
};

#if !FF_THREADS
#define ff_pool_lock_open(lock)  ((void)(lock))
#define ff_pool_lock_close(lock) ((void)(lock))
#define ff_pool_lock(lock)       ((void)(lock))
#define ff_pool_unlock(lock)     ((void)(lock))
#define ff_pool_wait(lock)       ((void)(lock))
#define ff_pool_wake(lock)       ((void)(lock))
#define ff_pool_wake_all(lock)   ((void)(lock))
#else

/* Makes an unlocked lock; ff_pool_lock_close() frees it. */
void ff_pool_lock_open(struct ff_pool_lock *lock);
void ff_pool_lock_close(struct ff_pool_lock *lock);

/* Waits until the calling thread holds the lock; ff_pool_unlock() releases it. */
void ff_pool_lock(struct ff_pool_lock *lock);
void ff_pool_unlock(struct ff_pool_lock *lock);

/* Releases the lock, sleeps until another thread wakes it, or spuriously, and takes the lock again.
 * ff_pool_wake() wakes one waiting thread, ff_pool_wake_all() all of them. */
void ff_pool_wait(struct ff_pool_lock *lock);
void ff_pool_wake(struct ff_pool_lock *lock);
void ff_pool_wake_all(struct ff_pool_lock *lock);
#endif

/* ---- the machine ---- */

/* Sets of vector instructions for which there are kernels, from worst to best. */
enum ff_cpu {
	FF_CPU_PLAIN, /* portable C, compiled for the oldest machine */
	FF_CPU_NEON,
	FF_CPU_SIMD128, /* WebAssembly's */
	FF_CPU_AVX2,
	FF_CPU_AVX512, /* F, BW, DQ and VL */
	FF_CPUS,
};

/* Names of the sets, in lower case. */
extern const char *const ff_machine_cpus[FF_CPUS];

/*
 * Functions borrow it only while they run; NULL in its place means {NULL, FF_CPU_PLAIN}.  Several
 * threads may use the same one.  No result depends on it: every kernel and any number of threads
 * give the same cells.
 */
struct ff_machine {
	struct ff_pool *pool; /* NULL: the calling thread alone */
	enum ff_cpu cpu;      /* kernels of this set, or of a worse one where it has none */
};

/* Return the pool and the instruction set of a machine, or of NULL. */
static inline struct ff_pool *ff_machine_pool(const struct ff_machine *machine)
{
	return machine == NULL ? NULL : machine->pool;
}

static inline enum ff_cpu ff_machine_cpu(const struct ff_machine *machine)
{
	return machine == NULL ? FF_CPU_PLAIN : machine->cpu;
}

/* Returns true if this machine can run kernels of that set; always true for plain. */
bool ff_machine_has(enum ff_cpu cpu);

/* Returns the best set that this machine can run. */
enum ff_cpu ff_machine_best(void);

/*
 * Opens a machine with the best set and 'threads' threads, as struct ff_rules counts them.  The
 * caller passes its pool to ff_pool_close().  FF_OK; FF_E_ARG if 'threads' is out of range;
 * FF_E_NOMEM.
 */
enum ff_status ff_machine_open(struct ff_machine *machine, int32_t threads);

#endif
