#define KERNELS ff_descend_rows_avx2
#include "core/solve/descend_rows_kernel.h"
