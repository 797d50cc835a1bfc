/*
 * Sweeps with NEON, 4 cells at a time.
 */
#if defined __ARM_NEON && defined __aarch64__

#include <arm_neon.h>
#include <stdint.h>
#include <string.h>

#define LANES 4

typedef int32x4_t lanes;

static inline lanes bytes(const uint8_t *p)
{
	uint32_t four;

	memcpy(&four, p, sizeof four);
	return vreinterpretq_s32_u32(vmovl_u16(vget_low_u16(vmovl_u8(vcreate_u8(four)))));
}

static inline lanes least(lanes a, lanes b)
{
	return vminq_s32(a, b);
}

static inline lanes least_unsigned(lanes a, lanes b)
{
	return vreinterpretq_s32_u32(vminq_u32(vreinterpretq_u32_s32(a), vreinterpretq_u32_s32(b)));
}

static inline lanes most_unsigned(lanes a, lanes b)
{
	return vreinterpretq_s32_u32(vmaxq_u32(vreinterpretq_u32_s32(a), vreinterpretq_u32_s32(b)));
}

/* Only moves by a constant have these instructions. */
static inline lanes up(lanes v, lanes next, int k)
{
	return k == 1 ? vextq_s32(next, v, 3) : vextq_s32(next, v, 2);
}

static inline lanes down(lanes v, lanes next, int k)
{
	return k == 1 ? vextq_s32(v, next, 1) : vextq_s32(v, next, 2);
}

static inline lanes first(lanes v)
{
	return vdupq_laneq_s32(v, 0);
}

static inline lanes last(lanes v)
{
	return vdupq_laneq_s32(v, 3);
}

static const uint32_t lane_bits[LANES] = {1, 2, 4, 8};

static inline uint32_t less(lanes a, lanes b)
{
	return vaddvq_u32(vandq_u32(vcltq_s32(a, b), vld1q_u32(lane_bits)));
}

static inline lanes choose(uint64_t bits, lanes a, lanes b)
{
	return vbslq_s32(vtstq_u32(vdupq_n_u32((uint32_t)bits), vld1q_u32(lane_bits)), a, b);
}

#include "core/solve/tile_sweep_lanes.h"

void ff_tile_sweep_neon(struct ff_tile *tile, void *memory)
{
	sweep_tile(tile, memory);
}

#else
typedef int no_neon; /* ISO C forbids an empty file */
#endif
