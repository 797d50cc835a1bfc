/*
 * Random numbers that are the same on every machine: xoshiro256** (D. Blackman, S. Vigna,
 * "Scrambled Linear Pseudorandom Number Generators", ACM TOMS 47(4), 2021).  Its state is seeded by
 * SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA
 * 2014), as its authors advise: no seed gives the all-zero state.
 */
#ifndef FF_CORE_BASE_RANDOM_H
#define FF_CORE_BASE_RANDOM_H

#include <stdint.h>

/* The state of a generator, made by ff_random_seed(); each thread needs its own. */
struct ff_random {
	uint64_t state[4];
};

/* Returns 'value' with its bits mixed, so that each bit of it changes about half of the result's
 * bits; 0 for 0. */
static inline uint64_t ff_random_mix(uint64_t value)
{
	value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
	return value ^ value >> 31;
}

/* Returns a generator whose numbers depend on the seed alone. */
static inline struct ff_random ff_random_seed(uint64_t seed)
{
	struct ff_random random;

	for (int i = 0; i < 4; i++)
		random.state[i] = ff_random_mix(seed += UINT64_C(0x9e3779b97f4a7c15));
	return random;
}

/* Return the next random number: of 64 bits; in 0..limit-1 (limit >= 1), uniformly. */
static inline uint64_t ff_random_next(struct ff_random *random)
{
	uint64_t *s = random->state, value = s[1] * 5, shifted = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= shifted;
	s[3] = s[3] << 45 | s[3] >> 19;
	return (value << 7 | value >> 57) * 9;
}

static inline uint64_t ff_random_below(struct ff_random *random, uint64_t limit)
{
	/* Rejects the lowest 2^64 mod limit numbers, which would make some results more likely. */
	uint64_t least = -limit % limit, value;

	do
		value = ff_random_next(random);
	while (value < least);
	return value % limit;
}

#endif
