/*
 * One or more numbers for each cell: the content of any data file.
 */
#ifndef FF_CORE_MAP_RASTER_H
#define FF_CORE_MAP_RASTER_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/map/field.h"
#include "core/map/map.h"

enum ff_raster_type {
	FF_RASTER_U8,
	FF_RASTER_U16,
	FF_RASTER_U32,
	FF_RASTER_U64,
	FF_RASTER_F32,
	FF_RASTER_F64,
	FF_RASTER_TYPES,
};

struct ff_raster {
	int32_t w, h; /* each >= 1 */
	int channels; /* numbers per cell: 1, or 2 for vectors */
	enum ff_raster_type type;
	double unit, zero; /* the value of 'raw' is (raw - zero) / unit; unit > 0 */
	double none;       /* raw number of a cell without a value; NAN: every cell has one */
	void *cells;       /* [h][w][channels]  of 'type' */
	/* NULL; or [FF_DIRECTIONS + 1][channels]: the numbers, exact in 'type', of the directions
	 * that 'cells' hold instead, as uint8_t [h][w] */
	const float *directions;
};

/* Returns the bytes of a number. */
static inline size_t ff_raster_size(enum ff_raster_type type)
{
	static const uint8_t sizes[FF_RASTER_TYPES] = {1, 2, 4, 8, 4, 8};

	return sizes[type];
}

/* Returns how many numbers there are. */
static inline size_t ff_raster_numbers(const struct ff_raster *raster)
{
	return (size_t)raster->w * (size_t)raster->h * (size_t)raster->channels;
}

/* Returns true if raw numbers are integers; with unit 1 the values are, too. */
static inline bool ff_raster_whole(const struct ff_raster *raster)
{
	return raster->type < FF_RASTER_F32;
}

/* Returns numbers that are the values themselves; 'cells' may be set later. */
struct ff_raster ff_raster_of_values(int32_t w, int32_t h, int channels, enum ff_raster_type type,
				     double none, void *cells);

/* Returns a field as a raster of its values. */
struct ff_raster ff_raster_of_field(const struct ff_field *field);

/* Returns the vectors of a flow, or those that its directions stand for. */
struct ff_raster ff_raster_of_flow(const struct ff_flow *flow);

/* Returns the costs of a map as a raster, where walls have no value. */
struct ff_raster ff_raster_of_cost(const struct ff_cost *cost, double scale);

/* Returns the raw number n (n = cell * channels + channel); exact below 2^53. */
static inline double ff_raster_raw(const struct ff_raster *raster, size_t n)
{
	size_t channels = (size_t)raster->channels;

	if (raster->directions != NULL)
		return (double)raster
			->directions[((const uint8_t *)raster->cells)[n / channels] * channels +
				     n % channels];
	switch (raster->type) {
	case FF_RASTER_U8:
		return ((const uint8_t *)raster->cells)[n];
	case FF_RASTER_U16:
		return ((const uint16_t *)raster->cells)[n];
	case FF_RASTER_U32:
		return ((const uint32_t *)raster->cells)[n];
	case FF_RASTER_U64:
		return (double)((const uint64_t *)raster->cells)[n];
	case FF_RASTER_F32:
		return (double)((const float *)raster->cells)[n];
	default:
		return ((const double *)raster->cells)[n];
	}
}

/* Returns the value of number n; INFINITY where there is none. */
static inline double ff_raster_value(const struct ff_raster *raster, size_t n)
{
	double raw = ff_raster_raw(raster, n);

	return raw == raster->none ? (double)INFINITY : (raw - raster->zero) / raster->unit;
}

/* Sets to[0..count-1] to the values of the numbers from 'first' on, times the unit: exact where the
 * raw numbers are integers.  INFINITY where there is no value. */
void ff_raster_units(const struct ff_raster *raster, size_t first, size_t count, double *to);

/* Sets to[0..count-1] to ff_raster_value() of the numbers from 'first' on. */
void ff_raster_values(const struct ff_raster *raster, size_t first, size_t count, double *to);

/* The range of all values, times the unit; 0 and 0 if there are none. */
struct ff_raster_range {
	double least, most;
	bool whole; /* every value is an integer */
};

struct ff_raster_range ff_raster_range(const struct ff_raster *raster);

/* Returns true if 32-bit floats hold every value of that range whose raw number is an integer,
 * exactly once multiplied by the unit and rounded. */
bool ff_raster_fits_float(const struct ff_raster *raster, const struct ff_raster_range *range);

#endif
