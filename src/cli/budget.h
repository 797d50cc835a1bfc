/*
 * The budget of --max-memory: the bytes of the heap that are in use, and how many may be.
 *
 * cli/allocator.c, which is linked with the program in the place of malloc() and its relatives,
 * counts every block here; a program without it counts nothing, and has no limit.  All functions
 * may be called from any thread.
 */
#ifndef FF_CLI_BUDGET_H
#define FF_CLI_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"

/* ff_budget_limit() sets how many bytes all threads together may use; INT64_MAX: any number. */
void ff_budget_limit(int64_t bytes);

/*
 * ff_budget_begin() gives the calling thread a budget of its own until ff_budget_end(): what it
 * takes from then on, less what it frees, may be 'bytes'.  The limit of all threads holds, too.
 */
void ff_budget_begin(int64_t bytes);
void ff_budget_end(void);

/*
 * ff_budget_take() counts a block of that size as in use, unless that is more than may be: then it
 * returns false, and ff_budget_explain() knows of it.  ff_budget_free() counts a block as free.
 * ff_budget_fail() takes back what was taken for a block that the system refused.
 */
bool ff_budget_take(size_t bytes);
void ff_budget_free(size_t bytes);
void ff_budget_fail(size_t bytes);

/* ff_budget_correct() counts a block for which 'asked' was taken as what it really has. */
void ff_budget_correct(size_t asked, size_t bytes);

/* ff_budget_used() returns how many bytes are in use. */
int64_t ff_budget_used(void);

/*
 * ff_budget_check() returns FF_OK if that many bytes may be taken now, but takes none; else
 * FF_E_NOMEM and a line in 'err' that says they are for 'what'.
 */
enum ff_status ff_budget_check(uint64_t bytes, const char *what, struct ff_error *err);

/*
 * ff_budget_explain() returns FF_E_LIMIT for FF_E_NOMEM if it was the budget that refused a block,
 * and then adds to the line in 'err' how much was asked for, how much was in use and what the limit
 * is.  It returns any other status as it is.
 *
 *   name  of the map, put in front; NULL: none
 */
enum ff_status ff_budget_explain(enum ff_status st, const char *name, struct ff_error *err);

#endif
