/*
 * Threads that share work which falls into parts.
 */
#ifndef FF_CORE_BASE_POOL_H
#define FF_CORE_BASE_POOL_H

#include <stddef.h>

#include "core/base/status.h"

enum { FF_POOL_THREADS = 256 }; /* at most */

struct ff_pool;

/*
 * ff_pool_open() makes a pool of 'threads' threads (1..FF_POOL_THREADS), the
 * caller's among them; the others are started when there is work for them and
 * take no signals.  Where the system gives fewer, fewer do the work.  The caller
 * owns '*out' and passes it to ff_pool_close(), from the same thread and not
 * while work is under way; NULL is allowed there.
 *
 * Returns FF_OK, or FF_E_NOMEM and '*out' is NULL.
 */
enum ff_status ff_pool_open(int threads, struct ff_pool **out);
void ff_pool_close(struct ff_pool *pool);

/* ff_pool_threads() is how many threads work at most, and, once work has been shared, how many
 * there are; 1 for NULL. */
int ff_pool_threads(const struct ff_pool *pool);

/*
 * ff_pool_run() calls work(context, part) once for each part in 0..count-1 and
 * returns when all are done.  Parts are begun in that order, but on any thread
 * and side by side: what two of them touch must differ.  A part may itself call
 * ff_pool_run().  With NULL for a pool the caller does all of them in turn.
 * Any thread may call it, and several at a time.  A part should take 20 us or more: what it costs
 * to hand one out is about 0.1 us.
 */
void ff_pool_run(struct ff_pool *pool, size_t count, void (*work)(void *context, size_t part),
		 void *context);

/*
 * ff_pool_rows() is ff_pool_run() over bands of rows: work(context, first, end)
 * for rows first <= y < end, of about 64 Ki cells of the map each, so that every
 * number of threads gets the same bands.
 *
 *   w, h  >= 1  cells in a row; rows
 */
void ff_pool_rows(struct ff_pool *pool, int w, int h,
		  void (*work)(void *context, int first, int end), void *context);

#endif
