/*
 * After NumPy's description of its format 1.0 (numpy.lib.format).  What lies in memory as in the
 * file is written from there, all at once.
 */
#include "io/write_npy.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/buffer.h"
#include "io/bytes.h"

enum {
	CHUNK = 4096,
	HEADER = 128, /* bytes; a multiple of 64, where the numbers begin */
	BEFORE = 10,  /* of them before the text */
};

static const char *const names[FF_RASTER_TYPES] = {
	[FF_RASTER_U8] = "|u1",  [FF_RASTER_U16] = "<u2", [FF_RASTER_U32] = "<u4",
	[FF_RASTER_U64] = "<u8", [FF_RASTER_F32] = "<f4", [FF_RASTER_F64] = "<f8",
};

/* The largest unsigned number has the bits of -1. */
static const char *const signed_names[FF_RASTER_TYPES] = {
	[FF_RASTER_U8] = "|i1",
	[FF_RASTER_U16] = "<i2",
	[FF_RASTER_U32] = "<i4",
	[FF_RASTER_U64] = "<i8",
};

/* Whether what is held are the values themselves. */
static bool is_plain(const struct ff_raster *raster)
{
	return raster->unit == 1 && raster->zero == 0;
}

static enum ff_raster_type type_of(const struct ff_raster *raster, enum ff_write_raster_none none)
{
	struct ff_raster_range range;

	if (!ff_raster_whole(raster))
		return FF_RASTER_F32;
	if (is_plain(raster) && none == FF_WRITE_RASTER_NAN)
		return FF_RASTER_F64;
	if (is_plain(raster) && none != FF_WRITE_RASTER_MINUS)
		return raster->type;
	range = ff_raster_range(raster);
	if (is_plain(raster))
		return range.most < ldexp(1, 8 * (int)ff_raster_size(raster->type) - 1) - 1
			       ? raster->type
			       : FF_RASTER_U64;
	return ff_raster_single(raster, &range) ? FF_RASTER_F32 : FF_RASTER_F64;
}

static void put_header(struct ff_buffer *buffer, const struct ff_raster *raster, const char *name)
{
	char *text = buffer->bytes + BEFORE;
	int n;

	memcpy(buffer->bytes, "\x93NUMPY\1\0", 8);
	ff_bytes_put_least((uint8_t *)buffer->bytes + 8, HEADER - BEFORE, 2);
	n = snprintf(text, HEADER - BEFORE,
		     "{'descr': '%s', 'fortran_order': False, 'shape': (%" PRId32 ", %" PRId32
		     "%s), }",
		     name, raster->h, raster->w, raster->channels == 2 ? ", 2" : "");
	memset(text + n, ' ', (size_t)(HEADER - BEFORE - n));
	text[HEADER - BEFORE - 1] = '\n';
	buffer->used = HEADER;
}

/* Writes n numbers; of floats, 'none' for those that have no value. */
static uint8_t *put(uint8_t *to, enum ff_raster_type type, const struct ff_raster *raster,
		    double none, const double *units, size_t n)
{
	size_t size = ff_raster_size(type);

	if (type == FF_RASTER_F32)
		for (size_t i = 0; i < n; i++)
			to = ff_bytes_put_float(
				to, (float)(isinf(units[i]) ? none : units[i] / raster->unit));
	else if (type == FF_RASTER_F64)
		for (size_t i = 0; i < n; i++)
			to = ff_bytes_put_double(to,
						 isinf(units[i]) ? none : units[i] / raster->unit);
	else
		for (size_t i = 0; i < n; i++)
			to = ff_bytes_put_least(
				to, units[i] == (double)INFINITY ? UINT64_MAX : (uint64_t)units[i],
				size);
	return to;
}

static enum ff_status convert(struct ff_buffer *buffer, const struct ff_raster *raster,
			      enum ff_raster_type type, double none)
{
	size_t all = ff_raster_numbers(raster);
	double units[CHUNK];

	for (size_t first = 0; first < all; first += CHUNK) {
		size_t n = all - first < CHUNK ? all - first : CHUNK;
		char *to = ff_buffer_room(buffer, CHUNK * sizeof(double));

		if (to == NULL)
			break;
		ff_raster_units(raster, first, n, units);
		put((uint8_t *)to, type, raster, none, units, n);
		buffer->used += n * ff_raster_size(type);
	}
	return ff_buffer_flush(buffer);
}

enum ff_status ff_write_npy(struct ff_output *out, const struct ff_write_raster *what,
			    struct ff_error *err)
{
	const struct ff_raster *raster = &what->raster;
	const enum ff_raster_type type = type_of(raster, what->npy_none);
	const double none = what->npy_none == FF_WRITE_RASTER_NAN ? (double)NAN : (double)INFINITY;
	const bool little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
	struct ff_buffer buffer = {.out = out, .err = err};
	enum ff_status st;

	put_header(&buffer, raster,
		   (what->npy_none == FF_WRITE_RASTER_MINUS ? signed_names : names)[type]);
	if (type != raster->type || !is_plain(raster) || raster->directions != NULL || !little ||
	    (!ff_raster_whole(raster) && isnan(none)))
		return convert(&buffer, raster, type, none);
	st = ff_buffer_flush(&buffer);
	return st != FF_OK ? st
			   : ff_output_write(out, raster->cells,
					     ff_raster_numbers(raster) * ff_raster_size(type), err);
}
