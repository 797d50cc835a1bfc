/*
 * Whether directions and vectors of a claim lead where its values say.
 */
#ifndef FF_CORE_VERIFY_VERIFY_WAYS_H
#define FF_CORE_VERIFY_VERIFY_WAYS_H

#include "core/verify/verify_check.h"

/* ff_verify_ways_targets() finds the goals that cells must point straight at: sets 'target'.
 * Returns false if memory runs out. */
bool ff_verify_ways_targets(struct ff_verify_check *c);

/* These check what the claim must have; 'target' is read. */
void ff_verify_ways_directions(struct ff_verify_check *c);
void ff_verify_ways_vectors(struct ff_verify_check *c);

#endif
