#include "core/map/encoding.h"

const char *const ff_encoding_names[FF_ENCODINGS] = {
	[FF_ENCODING_INDEX] = "index",
	[FF_ENCODING_ESRI] = "esri",
	[FF_ENCODING_DEGREES] = "degrees",
	[FF_ENCODING_BITS] = "bits",
};

const float ff_encoding_numbers[FF_ENCODINGS][FF_DIRECTIONS + 1] = {
	[FF_ENCODING_INDEX] = {0, 1, 2, 3, 4, 5, 6, 7, 8},
	[FF_ENCODING_ESRI] = {64, 128, 1, 2, 4, 8, 16, 32, 0},
	[FF_ENCODING_DEGREES] = {90, 45, 0, 315, 270, 225, 180, 135, -1},
	[FF_ENCODING_BITS] = {1, 3, 2, 6, 4, 12, 8, 9, 0},
};
