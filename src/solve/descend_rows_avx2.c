#define KERNELS ff_descend_rows_avx2
#include "solve/descend_rows_kernel.h"
