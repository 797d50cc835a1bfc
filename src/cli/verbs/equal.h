/*
 * Whether two solutions of a problem are the same, bit for bit.
 */
#ifndef FF_CLI_VERBS_EQUAL_H
#define FF_CLI_VERBS_EQUAL_H

#include "cli/problem.h"
#include "cli/solution.h"
#include "core/base/status.h"

/*
 * ff_equal_check() compares every layer that is there, a solution that was repaired with one that
 * was found afresh, and what closed cells and seeds their problems have: FF_OK; FF_E_ANSWER, and
 * 'err' names layer, cell and both values of the first difference.
 *
 *   repaired, a  a problem and its solution
 *   fresh, b     the same, of ff_problem_resolve_afresh()
 *   what         of what it is said: "map.png: step 3"
 */
enum ff_status ff_equal_check(const struct ff_problem *repaired, const struct ff_problem *fresh,
			      const struct ff_solution *a, const struct ff_solution *b,
			      const char *what, struct ff_error *err);

#endif
