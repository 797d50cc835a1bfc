/*
 * A number for each cell: which area it belongs to, which goal serves it, ...
 */
#ifndef FF_CORE_MAP_LABELS_H
#define FF_CORE_MAP_LABELS_H

#include <stdint.h>

#define FF_LABELS_NONE UINT32_MAX

struct ff_labels {
	int32_t w, h;
	uint32_t *cells; /* [w*h, row-major]  0..count-1, or FF_LABELS_NONE */
	uint32_t count;
};

#endif
