/* Fast marching, on maps of 8 bits. */
#include "core/solve/integrate_march_kernel.h"
