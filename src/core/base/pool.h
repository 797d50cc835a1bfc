/*
 * Threads that share work which falls into parts, and the locks they need meanwhile.  With
 * -DFF_THREADS=0 there are none: the caller does all work, locks are empty, and POSIX is not
 * needed.
 */
#ifndef FF_CORE_BASE_POOL_H
#define FF_CORE_BASE_POOL_H

#ifndef FF_THREADS
#define FF_THREADS 1
#endif

#if FF_THREADS
#include <pthread.h>
#endif
#include <stddef.h>

#include "core/base/status.h"

struct ff_pool;

/* ff_pool_cores() returns how many cores this process may use: 1 or more.  Any thread. */
int ff_pool_cores(void);

/*
 * ff_pool_open() makes a pool of 'threads' threads (1..FF_THREADS_MAX), including
 * the caller's; the others start with the first work and take no signals.  If the
 * system grants fewer, fewer do the work.  The caller owns '*out' and passes it to
 * ff_pool_close(), from the same thread and not during work; NULL is allowed there.
 *
 * Returns FF_OK, or FF_E_NOMEM and '*out' is NULL.
 */
enum ff_status ff_pool_open(int threads, struct ff_pool **out);
void ff_pool_close(struct ff_pool *pool);

/* ff_pool_threads() returns the most threads that work; once work has been shared, how many
 * there are; 1 for NULL. */
int ff_pool_threads(const struct ff_pool *pool);

/*
 * ff_pool_run() calls work(context, part) once for each part in 0..count-1 and
 * returns when all are done.  Parts begin in that order, but on any thread and at
 * the same time: no two may touch the same memory without a lock.  A part may
 * itself call ff_pool_run().  With NULL for a pool the caller does all of them in turn.
 * Any thread may call it, and several at a time.  A part should take 20 us or more:
 * handing one out takes about 0.1 us.
 */
void ff_pool_run(struct ff_pool *pool, size_t count, void (*work)(void *context, size_t part),
		 void *context);

/*
 * ff_pool_rows() runs work(context, first, end) over bands of rows first <= y < end
 * as ff_pool_run() does.  A band has about 64 Ki cells of the map, whatever the
 * number of threads.
 *
 *   w, h  >= 1  cells in a row; rows
 */
void ff_pool_rows(struct ff_pool *pool, int w, int h,
		  void (*work)(void *context, int first, int end), void *context);

/* A lock, and the place where threads wait for what changes under it. */
struct ff_pool_lock {
#if FF_THREADS
	pthread_mutex_t mutex;
	pthread_cond_t changed;
#else
	char none;
#endif
};

/* ff_pool_lock_open() makes a lock that nobody holds; ff_pool_lock_close() frees it. */
void ff_pool_lock_open(struct ff_pool_lock *lock);
void ff_pool_lock_close(struct ff_pool_lock *lock);

/* ff_pool_lock() waits until the calling thread holds the lock; ff_pool_unlock() passes it on. */
void ff_pool_lock(struct ff_pool_lock *lock);
void ff_pool_unlock(struct ff_pool_lock *lock);

/* ff_pool_wait() unlocks, sleeps until another thread wakes it, perhaps less long, and locks again.
 * ff_pool_wake() wakes one thread that waits so, ff_pool_wake_all() all of them. */
void ff_pool_wait(struct ff_pool_lock *lock);
void ff_pool_wake(struct ff_pool_lock *lock);
void ff_pool_wake_all(struct ff_pool_lock *lock);

#endif
