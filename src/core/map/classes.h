/*
 * The six classes of cells, never confused.
 */
#ifndef FF_CORE_MAP_CLASSES_H
#define FF_CORE_MAP_CLASSES_H

#include <stdint.h>

enum ff_class {
	FF_GOAL,
	FF_REACHED,
	FF_UNREACHED, /* open, but no goal can be reached */
	FF_WALL,
	FF_NOT_COMPUTED, /* open, but nobody asked for its value: it may be reached or not */
	FF_NOT_YET,      /* open, but work ended before its value was known; it may be reached */
	FF_CLASSES,
};

struct ff_classes {
	int32_t w, h;
	uint8_t *cells;             /* [w*h, row-major]  enum ff_class */
	uint64_t count[FF_CLASSES]; /* how many cells of each; their sum is w*h */
};

/* What the classes are called in every output. */
extern const char *const ff_classes_names[FF_CLASSES];

#endif
