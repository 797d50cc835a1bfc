/*
 * A number, or two, for each cell: what data files hold, whatever they are about.
 */
#ifndef FF_CORE_MAP_RASTER_H
#define FF_CORE_MAP_RASTER_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/map/field.h"

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
	int channels; /* numbers a cell: 1, or 2 for vectors */
	enum ff_raster_type type;
	double unit, zero; /* what holds 'raw' stands for (raw - zero) / unit; unit > 0 */
	double none;       /* what holds a cell without a value; NAN: all have one */
	void *cells;       /* [h][w][channels]  of 'type' */
	/* NULL; or [FF_DIRECTIONS + 1][channels], what the directions stand for that 'cells' are
	 * then, uint8_t [h][w]: numbers that 'type' can hold */
	const float *directions;
};

/* Returns the bytes that a number of a type takes. */
static inline size_t ff_raster_size(enum ff_raster_type type)
{
	static const uint8_t sizes[FF_RASTER_TYPES] = {1, 2, 4, 8, 4, 8};

	return sizes[type];
}

/* Returns the number of numbers. */
static inline size_t ff_raster_numbers(const struct ff_raster *raster)
{
	return (size_t)raster->w * (size_t)raster->h * (size_t)raster->channels;
}

/* Returns true if what is held are whole numbers: those of unit 1 are values, too.
 */
static inline bool ff_raster_whole(const struct ff_raster *raster)
{
	return raster->type < FF_RASTER_F32;
}

/* Returns the raster of a field's values: its cells, as they are held. */
struct ff_raster ff_raster_of_field(const struct ff_field *field);

/* Returns number n (n = cell * channels + channel) as it is held; exact below 2^53. */
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

/* Returns what it stands for; INFINITY where there is no value. */
static inline double ff_raster_value(const struct ff_raster *raster, size_t n)
{
	double raw = ff_raster_raw(raster, n);

	return raw == raster->none ? (double)INFINITY : (raw - raster->zero) / raster->unit;
}

/*
 * Sets to[0..count-1] to what the numbers from 'first' on stand for, times the
 * unit: exact where those are held as whole numbers.  INFINITY where there is no value.
 */
void ff_raster_units(const struct ff_raster *raster, size_t first, size_t count, double *to);

/* Sets to[0..count-1] to what the numbers from 'first' on stand for, as ff_raster_value(). */
void ff_raster_values(const struct ff_raster *raster, size_t first, size_t count, double *to);

/* The range of all values, times the unit; 0 and 0 where there are none. */
struct ff_raster_range {
	double least, most;
	bool whole; /* all of them, once divided by the unit */
};

struct ff_raster_range ff_raster_range(const struct ff_raster *raster);

/*
 * Returns true if floats of 32 bits give back every value of that range that is
 * held as a whole number: times the unit, and rounded.
 */
bool ff_raster_fits_float(const struct ff_raster *raster, const struct ff_raster_range *range);

#endif
