#define TILE_EUCLID ff_tile_euclid_avx2
#include "core/solve/tile_euclid_kernel.h"
