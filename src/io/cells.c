#include "io/cells.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "core/base/memory.h"
#include "core/base/number.h"

void ff_cells_put(const struct ff_raster *raster, size_t n, uint64_t bits)
{
	uint32_t bits32 = (uint32_t)bits;

	switch (raster->type) {
	case FF_RASTER_U8:
		((uint8_t *)raster->cells)[n] = (uint8_t)bits;
		break;
	case FF_RASTER_U16:
		((uint16_t *)raster->cells)[n] = (uint16_t)bits;
		break;
	case FF_RASTER_U32:
	case FF_RASTER_F32:
		memcpy((uint32_t *)raster->cells + n, &bits32, sizeof bits32);
		break;
	default:
		memcpy((uint64_t *)raster->cells + n, &bits, sizeof bits);
		break;
	}
}

size_t ff_cells_width(enum ff_raster_type type)
{
	static const uint8_t widths[FF_RASTER_TYPES] = {
		[FF_RASTER_U8] = 1,  [FF_RASTER_U16] = 2, [FF_RASTER_U32] = 4,
		[FF_RASTER_U64] = 8, [FF_RASTER_F32] = 4, [FF_RASTER_F64] = 8,
	};

	return widths[type];
}

double ff_cells_largest(enum ff_raster_type type)
{
	return (double)(UINT64_MAX >> (64 - 8 * ff_cells_width(type)));
}

enum ff_status ff_cells_allocate(const struct ff_input *in, struct ff_raster *raster,
				 struct ff_error *err)
{
	raster->cells = ff_memory_cells(raster->w, raster->h,
					ff_cells_width(raster->type) * (size_t)raster->channels);
	return raster->cells != NULL ? FF_OK : ff_status_nomem(err, in->name);
}

enum ff_status ff_cells_take(struct ff_input *in, size_t from, struct ff_raster *raster,
			     size_t width, struct ff_error *err)
{
	enum ff_status st;
	size_t bytes;

	if (!ff_memory_product((size_t)raster->w, (size_t)raster->h, &bytes) ||
	    !ff_memory_product(bytes, width, &bytes) || bytes > SIZE_MAX - 1 - from)
		return ff_status_nomem(err, in->name);
	/* Cells are made for numbers that are there; one byte more tells that it goes on. */
	if (ff_input_expect(in, 0) >= from + bytes)
		ff_input_reserve(in, from + bytes);
	if ((st = ff_input_fill(in, from + bytes + 1, err)) != FF_OK)
		return st;
	if (in->size < from + bytes)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: is truncated: %" PRId32 "x%" PRId32
				      " cells take %zu bytes, but there are %zu",
				      in->name, raster->w, raster->h, from + bytes, in->size);
	if (in->size > from + bytes)
		return ff_status_fail(err, FF_E_INPUT, "%s: goes on behind its cells, at byte %zu",
				      in->name, from + bytes);
	return ff_cells_allocate(in, raster, err);
}

enum ff_status ff_cells_check(const struct ff_input *in, struct ff_raster *raster,
			      struct ff_error *err)
{
	const size_t channels = (size_t)raster->channels;
	size_t count = (size_t)raster->w * (size_t)raster->h * channels;

	if (raster->type < FF_RASTER_U64)
		return FF_OK;
	for (size_t n = 0; n < count; n++) {
		double raw = ff_raster_raw(raster, n);

		if (isnan(raw)) {
			if (raster->type == FF_RASTER_F32)
				((float *)raster->cells)[n] = INFINITY;
			else
				((double *)raster->cells)[n] = (double)INFINITY;
		} else if (fabs(raw) >= 0x1p53 && raw != raster->none) {
			return ff_status_fail(err, FF_E_INPUT, "%s: cell %zu,%zu is not %s2^53",
					      in->name, n / channels % (size_t)raster->w,
					      n / channels / (size_t)raster->w,
					      raw < 0 ? "above -" : "below ");
		}
	}
	return FF_OK;
}

bool ff_cells_text(const char *text, size_t n, double *value)
{
	if (n == 0 ||
	    (n == 3 && (strncasecmp(text, "inf", 3) == 0 || strncasecmp(text, "nan", 3) == 0))) {
		*value = INFINITY;
		return true;
	}
	return ff_number_real(text, n, value) == FF_NUMBER_OK;
}
