/*
 * Sweeps with WebAssembly's vectors, 4 cells at a time.
 */
#if defined __wasm_simd128__

#include <stdint.h>
#include <wasm_simd128.h>

#define LANES 4

typedef int32_t lanes __attribute__((vector_size(LANES * sizeof(int32_t))));

static inline lanes bytes(const uint8_t *p)
{
	return wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(wasm_v128_load32_zero(p)));
}

static inline lanes least(lanes a, lanes b)
{
	return wasm_i32x4_min(a, b);
}

static inline lanes least_unsigned(lanes a, lanes b)
{
	return wasm_u32x4_min(a, b);
}

static inline lanes most_unsigned(lanes a, lanes b)
{
	return wasm_u32x4_max(a, b);
}

/* Only moves by a constant have these instructions. */
static inline lanes up(lanes v, lanes next, int k)
{
	return k == 1 ? wasm_i32x4_shuffle(next, v, 3, 4, 5, 6)
		      : wasm_i32x4_shuffle(next, v, 2, 3, 4, 5);
}

static inline lanes down(lanes v, lanes next, int k)
{
	return k == 1 ? wasm_i32x4_shuffle(v, next, 1, 2, 3, 4)
		      : wasm_i32x4_shuffle(v, next, 2, 3, 4, 5);
}

static inline lanes first(lanes v)
{
	return wasm_i32x4_shuffle(v, v, 0, 0, 0, 0);
}

static inline lanes last(lanes v)
{
	return wasm_i32x4_shuffle(v, v, 3, 3, 3, 3);
}

static inline uint32_t less(lanes a, lanes b)
{
	return wasm_i32x4_bitmask(wasm_i32x4_lt(a, b));
}

static inline lanes choose(uint64_t bits, lanes a, lanes b)
{
	const lanes lane_bits = {1, 2, 4, 8};

	return wasm_v128_bitselect(
		a, b, (lanes)((lanes)(wasm_i32x4_splat((int32_t)bits) & lane_bits) == lane_bits));
}

#include "core/solve/tile_sweep_lanes.h"

void ff_tile_sweep_simd128(struct ff_tile *tile, void *memory)
{
	sweep_tile(tile, memory);
}

#else
typedef int no_simd128; /* ISO C forbids an empty file */
#endif
