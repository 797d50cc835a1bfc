/* Fast marching, on maps of 8 bits. */
#include <stdint.h>

#define MARCH(name) ff_integrate_march_##name
#define MARCH_WIDE  false

typedef uint8_t march_cost;

#include "core/solve/integrate_march_kernel.h"
