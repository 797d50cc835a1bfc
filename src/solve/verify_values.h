/*
 * Whether the values of a claim are right.
 */
#ifndef FF_SOLVE_VERIFY_VALUES_H
#define FF_SOLVE_VERIFY_VALUES_H

#include "solve/verify_check.h"

/*
 * ff_verify_values() holds every value against its seed's start and its neighbours.
 *
 *   c  'sources' [seeds' count], 'off' and 'counted' are filled
 */
void ff_verify_values(struct ff_verify_check *c);

#endif
