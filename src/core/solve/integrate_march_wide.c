/* Fast marching, on wide maps. */
#include <stdint.h>

#define MARCH(name) ff_integrate_march_wide_##name
#define MARCH_WIDE  true

typedef uint16_t march_cost;

#include "core/solve/integrate_march_kernel.h"
