#define KERNELS ff_descend_rows_avx512
#include "core/solve/descend_rows_kernel.h"
