/*
 * The numbers that other programs know directions by.
 */
#ifndef FF_CORE_MAP_ENCODING_H
#define FF_CORE_MAP_ENCODING_H

#include "core/map/flow.h"

enum ff_encoding {
	FF_ENCODING_INDEX,   /* 0 N, 1 NE, 2 E, ... 7 NW, 8 none */
	FF_ENCODING_ESRI,    /* 1 E, 2 SE, 4 S, ... 128 NE, 0 none */
	FF_ENCODING_DEGREES, /* counter-clockwise from east, -1 none */
	FF_ENCODING_BITS,    /* 1 N, 2 E, 4 S, 8 W, sums of two for diagonals, 0 none */
	FF_ENCODINGS,
};

extern const char *const ff_encoding_names[FF_ENCODINGS];

/* Of enum ff_direction; but for degrees, bytes. */
extern const float ff_encoding_numbers[FF_ENCODINGS][FF_DIRECTIONS + 1];

#endif
