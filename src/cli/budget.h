/*
 * The budget of --max-memory: the bytes of the heap in use, and their limit.
 *
 * cli/allocator.c, which replaces malloc() and its relatives in the program, counts every block
 * here.  A program without it counts nothing, and has no limit.  All functions may be called from
 * any thread.
 */
#ifndef FF_CLI_BUDGET_H
#define FF_CLI_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"

/* ff_budget_limit() sets the bytes that all threads together may use; INT64_MAX: no limit. */
void ff_budget_limit(int64_t bytes);

/*
 * ff_budget_begin() gives the calling thread a budget of its own until ff_budget_end(): what it
 * allocates from then on, less what it frees, may be 'bytes'.  The limit of all threads holds, too.
 */
void ff_budget_begin(int64_t bytes);
void ff_budget_end(void);

/*
 * ff_budget_take() counts a block of that size as in use; beyond the limit it returns false, and
 * ff_budget_explain() reports it.  ff_budget_free() counts a block as free.  ff_budget_fail()
 * undoes ff_budget_take() for a block that the system refused.
 */
bool ff_budget_take(size_t bytes);
void ff_budget_free(size_t bytes);
void ff_budget_fail(size_t bytes);

/* ff_budget_correct() replaces the size 'asked', which was taken, by the block's real size. */
void ff_budget_correct(size_t asked, size_t bytes);

/* ff_budget_trim() returns freed blocks to the system, as far as malloc can. */
void ff_budget_trim(void);

/* ff_budget_used() returns the bytes in use, and ff_budget_peak() the most that have been. */
int64_t ff_budget_used(void);
int64_t ff_budget_peak(void);

/*
 * ff_budget_check() returns FF_OK if that many bytes could be taken now, but takes none; else
 * FF_E_NOMEM, with one line in 'err' that says what they are for.
 */
enum ff_status ff_budget_check(uint64_t bytes, const char *what, struct ff_error *err);

/*
 * ff_budget_explain() returns FF_E_LIMIT in place of FF_E_NOMEM if the budget refused a block, and
 * adds the bytes asked for, those in use and the limit to the line in 'err'.  It returns any other
 * status unchanged.
 *
 *   name  of the map, put in front; NULL: none
 */
enum ff_status ff_budget_explain(enum ff_status st, const char *name, struct ff_error *err);

#endif
