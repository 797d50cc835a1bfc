/*
 * Random numbers that are the same on every machine.
 */
#ifndef FF_CORE_BASE_RANDOM_H
#define FF_CORE_BASE_RANDOM_H

#include <stdint.h>

/* The state of a generator, made by ff_random_seed(); each thread needs its own. */
struct ff_random {
	uint64_t state[4];
};

/* Returns a generator whose numbers depend on the seed alone. */
struct ff_random ff_random_seed(uint64_t seed);

/* Returns 'value' with its bits mixed, so that each bit of it changes about half of the result's
 * bits; 0 for 0. */
uint64_t ff_random_mix(uint64_t value);

/* Return the next random number: of 64 bits; in 0..limit-1 (limit >= 1), uniformly. */
uint64_t ff_random_next(struct ff_random *random);
uint64_t ff_random_below(struct ff_random *random, uint64_t limit);

#endif
