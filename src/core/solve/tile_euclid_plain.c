#define TILE_EUCLID ff_tile_euclid_plain
#include "core/solve/tile_euclid_kernel.h"
