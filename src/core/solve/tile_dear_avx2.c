/*
 * Sweeps with AVX2, 4 cells of 64 bits at a time.
 */
#if defined __AVX2__

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define DEAR
#define LANES 4

typedef __m256i lanes;

static inline lanes bytes(const uint8_t *p)
{
	int32_t four;

	memcpy(&four, p, sizeof four);
	return _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four));
}

static inline lanes least(lanes a, lanes b)
{
	return _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(a, b));
}

static inline lanes up(lanes v, lanes next, int k)
{
	lanes middle = _mm256_permute2x128_si256(next, v, 0x21);

	return k == 1 ? _mm256_alignr_epi8(v, middle, 8) : middle;
}

static inline lanes down(lanes v, lanes next, int k)
{
	lanes middle = _mm256_permute2x128_si256(v, next, 0x21);

	return k == 1 ? _mm256_alignr_epi8(middle, v, 8) : middle;
}

static inline lanes first(lanes v)
{
	return _mm256_permute4x64_epi64(v, 0x00);
}

static inline lanes last(lanes v)
{
	return _mm256_permute4x64_epi64(v, 0xff);
}

static inline uint32_t less(lanes a, lanes b)
{
	return (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(b, a)));
}

static inline lanes choose(uint64_t bits, lanes a, lanes b)
{
	const lanes lane = _mm256_setr_epi64x(1, 2, 4, 8);
	lanes chosen = _mm256_cmpeq_epi64(
		_mm256_and_si256(_mm256_set1_epi64x((int64_t)(bits & 15)), lane), lane);

	return _mm256_blendv_epi8(b, a, chosen);
}

#include "core/solve/tile_sweep_lanes.h"

void ff_tile_dear_avx2(struct ff_tile *tile, void *memory)
{
	sweep_tile(tile, memory);
}

#else
typedef int no_avx2; /* ISO C forbids an empty file */
#endif
