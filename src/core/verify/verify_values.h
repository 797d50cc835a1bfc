/*
 * Whether the values of a claim are right.
 */
#ifndef FF_CORE_VERIFY_VERIFY_VALUES_H
#define FF_CORE_VERIFY_VERIFY_VALUES_H

#include "core/verify/verify_check.h"

/*
 * ff_verify_values() holds every value against its seed's start and its neighbours.
 *
 *   c  'sources' [seeds' count], 'off' and 'counted' are filled
 */
void ff_verify_values(struct ff_verify_check *c);

#endif
