#define KERNELS ff_descend_rows_plain
#include "core/solve/descend_rows_kernel.h"
