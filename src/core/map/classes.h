/*
 * The six classes of cells, never confused.
 */
#ifndef FF_CORE_MAP_CLASSES_H
#define FF_CORE_MAP_CLASSES_H

#include <stdint.h>

#include "flowfield.h"

struct ff_classes {
	int32_t w, h;
	uint8_t *cells;             /* [w*h, row-major]  enum ff_class */
	uint64_t count[FF_CLASSES]; /* how many cells of each; their sum is w*h */
};

/* What the classes are called in every output. */
extern const char *const ff_classes_names[FF_CLASSES];

#endif
