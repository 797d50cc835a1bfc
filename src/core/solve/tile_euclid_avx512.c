#define TILE_EUCLID ff_tile_euclid_avx512
#include "core/solve/tile_euclid_kernel.h"
