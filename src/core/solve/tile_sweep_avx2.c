/*
 * Sweeps with AVX2, 8 cells at a time.
 */
#if defined __AVX2__

#include <immintrin.h>
#include <stdint.h>

#define LANES 8

typedef __m256i lanes;

static inline lanes bytes(const uint8_t *p)
{
	return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)p));
}

static inline lanes least(lanes a, lanes b)
{
	return _mm256_min_epi32(a, b);
}

static inline lanes least_unsigned(lanes a, lanes b)
{
	return _mm256_min_epu32(a, b);
}

static inline lanes most_unsigned(lanes a, lanes b)
{
	return _mm256_max_epu32(a, b);
}

/* Only moves by a constant have these instructions. */
static inline lanes up(lanes v, lanes next, int k)
{
	lanes middle = _mm256_permute2x128_si256(next, v, 0x21);

	switch (k) {
	case 1:
		return _mm256_alignr_epi8(v, middle, 12);
	case 2:
		return _mm256_alignr_epi8(v, middle, 8);
	default:
		return middle;
	}
}

static inline lanes down(lanes v, lanes next, int k)
{
	lanes middle = _mm256_permute2x128_si256(v, next, 0x21);

	switch (k) {
	case 1:
		return _mm256_alignr_epi8(middle, v, 4);
	case 2:
		return _mm256_alignr_epi8(middle, v, 8);
	default:
		return middle;
	}
}

static inline lanes first(lanes v)
{
	return _mm256_broadcastd_epi32(_mm256_castsi256_si128(v));
}

static inline lanes last(lanes v)
{
	return _mm256_permutevar8x32_epi32(v, _mm256_set1_epi32(7));
}

static inline uint32_t less(lanes a, lanes b)
{
	return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(b, a)));
}

static inline lanes choose(uint64_t bits, lanes a, lanes b)
{
	const lanes lane = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
	lanes chosen = _mm256_cmpeq_epi32(
		_mm256_and_si256(_mm256_set1_epi32((int32_t)(bits & 255)), lane), lane);

	return _mm256_blendv_epi8(b, a, chosen);
}

#include "core/solve/tile_sweep_lanes.h"

void ff_tile_sweep_avx2(struct ff_tile *tile, void *memory)
{
	sweep_tile(tile, memory);
}

#else
typedef int no_avx2; /* ISO C forbids an empty file */
#endif
