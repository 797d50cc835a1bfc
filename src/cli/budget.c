#include "cli/budget.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>

struct budget {
	atomic_int_fast64_t used,
		limit; /* bytes; of a thread below 0 if it frees what others took */
	atomic_int_fast64_t refused,
		used_then; /* bytes of the last block refused; bytes in use then */
};

static struct budget all = {.limit = INT64_MAX};
static atomic_int_fast64_t peak; /* of all.used */
static _Thread_local struct budget own = {.limit = INT64_MAX};

void ff_budget_limit(int64_t bytes)
{
	all.limit = bytes;
#if defined M_MMAP_THRESHOLD && defined M_TRIM_THRESHOLD
	/* Freed memory that malloc keeps is not counted, but the process has it. */
	if (bytes < INT64_MAX) {
		mallopt(M_MMAP_THRESHOLD, 128 << 10);
		mallopt(M_TRIM_THRESHOLD, 128 << 10);
	}
#endif
}

void ff_budget_begin(int64_t bytes)
{
	own.used = own.refused = 0;
	own.limit = bytes;
}

void ff_budget_end(void)
{
	own.limit = INT64_MAX;
	own.refused = 0;
}

/* Counts bytes of a block that is there as in use by all threads. */
static void add_used(int64_t bytes)
{
	int64_t used = atomic_fetch_add(&all.used, bytes) + bytes, most = peak;

	while (used > most && !atomic_compare_exchange_weak(&peak, &most, used))
		;
}

static bool take_from(struct budget *budget, int64_t bytes)
{
	int64_t before = atomic_fetch_add(&budget->used, bytes);

	if (before <= budget->limit - bytes)
		return true;
	budget->used -= bytes;
	budget->refused = bytes;
	budget->used_then = before;
	return false;
}

bool ff_budget_take(size_t bytes)
{
	/* Limited, so that sums do not overflow. */
	int64_t n = bytes < INT64_MAX / 1024 ? (int64_t)bytes : INT64_MAX / 1024;

	if (!take_from(&all, n))
		return false;
	if (take_from(&own, n))
		return true;
	all.used -= n;
	return false;
}

void ff_budget_free(size_t bytes)
{
	all.used -= (int64_t)bytes;
	own.used -= (int64_t)bytes;
}

void ff_budget_fail(size_t bytes)
{
	ff_budget_free(bytes < INT64_MAX / 1024 ? bytes : INT64_MAX / 1024);
	all.refused = own.refused = 0;
}

void ff_budget_correct(size_t asked, size_t bytes)
{
	int64_t more = (int64_t)bytes - (int64_t)asked;

	add_used(more);
	own.used += more;
}

void ff_budget_trim(void)
{
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

int64_t ff_budget_used(void)
{
	return all.used;
}

int64_t ff_budget_peak(void)
{
	return peak;
}

enum ff_status ff_budget_check(uint64_t bytes, const char *what, struct ff_error *err)
{
	if (!ff_budget_take(bytes))
		return ff_status_nomem(err, what);
	ff_budget_fail(bytes);
	return FF_OK;
}

static void print_size(char *to, size_t room, int64_t bytes)
{
	static const char *const units[] = {"bytes", "KiB", "MiB", "GiB"};
	double value = (double)bytes;
	int unit = 0;

	while (value >= 1024 && unit < 3) {
		value /= 1024;
		unit++;
	}
	snprintf(to, room, "%.4g %s", value, units[unit]);
}

enum ff_status ff_budget_explain(enum ff_status st, const char *name, struct ff_error *err)
{
	const struct budget *budget = own.refused > 0 ? &own : &all;
	char needed[32], used[32], limit[32];
	struct ff_error line;

	if (st != FF_E_NOMEM || budget->refused == 0)
		return st;
	line = *err;
	print_size(needed, sizeof needed, budget->refused);
	print_size(used, sizeof used, budget->used_then);
	print_size(limit, sizeof limit, budget->limit);
	return ff_status_fail(
		err, FF_E_LIMIT, "%s%s%s: %s needed, %s in use, --max-memory allows %s",
		name == NULL ? "" : name, name == NULL ? "" : ": ", line.text, needed, used, limit);
}
