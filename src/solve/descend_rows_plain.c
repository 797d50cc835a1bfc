#define KERNELS ff_descend_rows_plain
#include "solve/descend_rows_kernel.h"
