#include "io/cells.h"

#include <inttypes.h>
#include <libdeflate.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/memory.h"
#include "core/base/number.h"
#include "io/bytes.h"
#include "io/deflate.h"

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

double ff_cells_largest(enum ff_raster_type type)
{
	return (double)(UINT64_MAX >> (64 - 8 * ff_raster_size(type)));
}

enum ff_status ff_cells_allocate(const struct ff_input *in, struct ff_raster *raster,
				 struct ff_error *err)
{
	raster->cells = ff_memory_cells(raster->w, raster->h,
					ff_raster_size(raster->type) * (size_t)raster->channels);
	return raster->cells != NULL ? FF_OK : ff_status_nomem(err, in->name);
}

enum ff_status ff_cells_rest(struct ff_input *in, uint64_t cells, size_t each, size_t slack,
			     struct ff_error *err)
{
	if (cells > (SIZE_MAX - 1 - slack) / each)
		return ff_status_nomem(err, in->name);
	return ff_input_rest(in, (size_t)cells * each + slack, err);
}

enum ff_status ff_cells_take(struct ff_input *in, size_t from, struct ff_raster *raster,
			     size_t width, bool whole, struct ff_error *err)
{
	enum ff_status st;
	size_t bytes;

	if (!ff_memory_product((size_t)raster->w, (size_t)raster->h, &bytes) ||
	    !ff_memory_product(bytes, width, &bytes) || bytes > SIZE_MAX - 1 - from)
		return ff_status_nomem(err, in->name);
	in->taken = from;
	if (!whole && ff_input_expect(in) == from + bytes)
		return ff_cells_allocate(in, raster, err);
	/* One byte more shows excess. */
	if (ff_input_expect(in) >= from + bytes)
		ff_input_reserve(in, from + bytes);
	if ((st = ff_input_fill(in, from + bytes + 1, err)) != FF_OK)
		return st;
	if (in->size < from + bytes)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: is truncated: %" PRId32 "x%" PRId32
				      " cells take %zu bytes, but there are %zu",
				      in->name, raster->w, raster->h, from + bytes, in->size);
	if (in->size > from + bytes)
		return ff_status_fail(err, FF_E_INPUT, "%s: goes on after its cells, at byte %zu",
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

enum ff_raster_type ff_cells_type(const struct ff_raster *raster,
				  const struct ff_raster_range *range)
{
	struct ff_raster_range found;

	if (!ff_raster_whole(raster))
		return FF_RASTER_F32;
	if (raster->unit == 1 && raster->zero == 0)
		return raster->type;
	if (range == NULL) {
		found = ff_raster_range(raster);
		range = &found;
	}
	return ff_raster_fits_float(raster, range) ? FF_RASTER_F32 : FF_RASTER_F64;
}

void ff_cells_numbers(const struct ff_raster *raster, size_t first, size_t count,
		      enum ff_raster_type type, uint8_t *to)
{
	enum { CHUNK = 1024 };
	const size_t size = ff_raster_size(type);
	double units[CHUNK];

	for (size_t n; count > 0; first += n, count -= n) {
		n = count < CHUNK ? count : CHUNK;
		ff_raster_units(raster, first, n, units);
		if (type == FF_RASTER_F32)
			for (size_t i = 0; i < n; i++)
				to = ff_bytes_put_float(to, (float)(units[i] / raster->unit));
		else if (type == FF_RASTER_F64)
			for (size_t i = 0; i < n; i++)
				to = ff_bytes_put_double(to, units[i] / raster->unit);
		else
			for (size_t i = 0; i < n; i++)
				to = ff_bytes_put_least(to,
							units[i] == (double)INFINITY
								? UINT64_MAX
								: (uint64_t)units[i],
							size);
	}
}

bool ff_cells_number(const char *text, size_t n, double *value)
{
	if (n == 0 ||
	    (n == 3 && (strncasecmp(text, "inf", 3) == 0 || strncasecmp(text, "nan", 3) == 0))) {
		*value = INFINITY;
		return true;
	}
	return ff_number_real(text, n, value) == FF_NUMBER_OK;
}

bool ff_cells_everywhere(const char *layer)
{
	static const char *const whole[] = {"cost", "directions", "reach"};

	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		if (layer != NULL && strcmp(layer, whole[i]) == 0)
			return true;
	return false;
}

enum ff_status ff_cells_scale(const struct ff_input *in, struct ff_cells_file *read, int32_t most,
			      struct ff_error *err)
{
	const char *scale = ff_cells_text(read, "Scale");
	struct ff_raster *raster = &read->raster;

	raster->unit = 1;
	read->most = most;
	read->integers = true;
	raster->none = most == ff_cells_largest(raster->type) &&
				       !ff_cells_everywhere(ff_cells_text(read, "Layer"))
			       ? most
			       : (double)NAN;
	if (scale == NULL)
		return FF_OK;
	if (ff_number_real(scale, strlen(scale), &raster->unit) != FF_NUMBER_OK ||
	    !(raster->unit > 0 && raster->unit < (double)INFINITY))
		return ff_status_fail(err, FF_E_INPUT, "%s: its Scale is not a number above 0",
				      in->name);
	read->rounding = 0.5 / raster->unit;
	return FF_OK;
}

const char *ff_cells_text(const struct ff_cells_file *read, const char *keyword)
{
	return ff_texts_find(&read->texts, keyword);
}

void ff_cells_table_free(struct ff_cells_table *table)
{
	free(table->field.cells);
	free(table->costs);
	free(table->classes);
	free(table->directions);
	free(table->vectors);
	*table = (struct ff_cells_table){0};
}

void ff_cells_free(struct ff_cells_file *read)
{
	if (read->kind == FF_CELLS_TABLE)
		ff_cells_table_free(&read->table);
	else
		free(read->raster.cells);
	free(read->pixels);
	free(read->shown.numbers.cells);
	ff_texts_free(&read->texts);
	*read = (struct ff_cells_file){0};
}

enum {
	GRIDS = 6,        /* of bytes, as packed: four of the numbers, classes, directions */
	PACKED_START = 8, /* bytes of width and height */
	CHUNK = 1024,     /* numbers that are read at a time */
};

static void put_grid(uint8_t *to, const uint8_t *grid, size_t cells)
{
	if (grid != NULL)
		memcpy(to, grid, cells);
	else
		memset(to, 0, cells);
}

uint8_t *ff_cells_pack(const struct ff_cells_shown *shown, size_t *size)
{
	const struct ff_raster *numbers = &shown->numbers;
	const size_t cells = ff_raster_numbers(numbers);
	size_t room = libdeflate_zlib_compress_bound(NULL, GRIDS * cells);
	uint8_t *grids = ff_memory_cells(numbers->w, numbers->h, GRIDS);
	uint8_t *packed = malloc(PACKED_START + room);
	uint32_t bits[CHUNK], last = 0;
	double values[CHUNK];

	if (grids == NULL || packed == NULL) {
		free(grids);
		free(packed);
		return NULL;
	}
	if (numbers->cells == NULL)
		memset(grids, 0, 4 * cells);
	for (size_t first = 0, n; first < cells && numbers->cells != NULL; first += n) {
		n = cells - first < CHUNK ? cells - first : CHUNK;
		ff_raster_values(numbers, first, n, values);
		for (size_t i = 0; i < n; i++) {
			float number = (float)values[i];

			memcpy(&bits[i], &number, sizeof number);
		}
		for (size_t k = 0; k < sizeof last; k++) {
			uint8_t *to = grids + k * cells + first;

			to[0] = (uint8_t)((bits[0] - last) >> (24 - 8 * k));
			for (size_t i = 1; i < n; i++)
				to[i] = (uint8_t)((bits[i] - bits[i - 1]) >> (24 - 8 * k));
		}
		last = bits[n - 1];
	}
	put_grid(grids + 4 * cells, shown->classes, cells);
	put_grid(grids + 5 * cells, shown->directions, cells);
	ff_bytes_put32(ff_bytes_put32(packed, (uint32_t)numbers->w), (uint32_t)numbers->h);
	*size = ff_deflate_rows(grids, (size_t)numbers->w, GRIDS * (size_t)numbers->h, 1,
				packed + PACKED_START, room);
	if (*size == 0) {
		free(packed);
		packed = NULL;
	}
	*size += PACKED_START;
	free(grids);
	return packed;
}

enum ff_status ff_cells_unpack(const uint8_t *packed, size_t n, int32_t w, int32_t h,
			       struct ff_cells_shown *shown)
{
	uint32_t width = n < PACKED_START ? 0 : ff_bytes_get32(packed);
	uint32_t height = n < PACKED_START ? 0 : ff_bytes_get32(packed + 4);
	const size_t cells = (size_t)width * height;
	struct libdeflate_decompressor *unpacker;
	enum ff_status st = FF_E_INPUT;
	uint32_t bits = 0;
	size_t taken;
	float *numbers, *kept;
	uint8_t *grids;

	if (width == 0 || height == 0 || width > (uint32_t)w || height > (uint32_t)h)
		return FF_E_INPUT;
	numbers = ff_memory_cells((int32_t)width, (int32_t)height, sizeof *numbers + GRIDS);
	unpacker = libdeflate_alloc_decompressor();
	if (numbers == NULL || unpacker == NULL) {
		st = FF_E_NOMEM;
		goto out;
	}
	grids = (uint8_t *)(numbers + cells);
	if (libdeflate_zlib_decompress_ex(unpacker, packed + PACKED_START, n - PACKED_START, grids,
					  GRIDS * cells, &taken, NULL) != LIBDEFLATE_SUCCESS ||
	    taken != n - PACKED_START)
		goto out;
	for (size_t i = 0; i < cells; i++) {
		uint32_t by = 0;

		for (size_t k = 0; k < sizeof by; k++)
			by = by << 8 | grids[k * cells + i];
		bits += by;
		memcpy(&numbers[i], &bits, sizeof bits);
		if (grids[4 * cells + i] >= FF_CLASSES || grids[5 * cells + i] > FF_NONE)
			goto out;
	}
	memmove(grids, grids + 4 * cells, 2 * cells);
	if ((kept = realloc(numbers, cells * (sizeof *numbers + 2))) != NULL) {
		numbers = kept;
		grids = (uint8_t *)(numbers + cells);
	}
	*shown = (struct ff_cells_shown){.numbers = {.w = (int32_t)width,
						     .h = (int32_t)height,
						     .channels = 1,
						     .type = FF_RASTER_F32,
						     .unit = 1,
						     .none = (double)INFINITY,
						     .cells = numbers},
					 .classes = grids,
					 .directions = grids + cells};
	numbers = NULL;
	st = FF_OK;
out:
	libdeflate_free_decompressor(unpacker);
	free(numbers);
	return st;
}

static double scaled(const struct ff_cells_data *what, double units)
{
	double value = units / what->raster.unit;

	return what->scale > 0 ? floor(value * what->scale + 0.5) : value;
}

/* Refuses 'cell', the first that is not a sample. */
static enum ff_status refuse_cell(const struct ff_cells_data *what, size_t cell, double units,
				  struct ff_error *err)
{
	size_t w = (size_t)what->raster.w;
	char number[64];
	const char *wrong;

	number[ff_number_fixed(number, units / what->raster.unit)] = '\0';
	wrong = units < 0                                    ? "below 0"
		: scaled(what, units) > FF_CELLS_SAMPLE_MOST ? "more than 65534"
							     : "not whole";
	return ff_status_fail(err, FF_E_LIMIT,
			      "%s: cell %zu,%zu is %s: no grey image holds what is %s: name it "
			      ".npy, .pfm, .csv or .asc",
			      what->name, cell % w, cell / w, number, wrong);
}

const char *ff_cells_layer(const struct ff_cells_data *what)
{
	for (size_t i = 0; i < what->text_count; i++)
		if (strcmp(what->texts[i].keyword, "Layer") == 0)
			return what->texts[i].text;
	return "cells";
}

enum ff_status ff_cells_check_samples(const struct ff_cells_data *what, struct ff_error *err)
{
	size_t all = ff_raster_numbers(&what->raster);
	double units[CHUNK];

	for (size_t first = 0; first < all; first += CHUNK) {
		size_t n = all - first < CHUNK ? all - first : CHUNK;

		ff_raster_units(&what->raster, first, n, units);
		for (size_t i = 0; i < n; i++) {
			double sample = scaled(what, units[i]);

			if (units[i] < (double)INFINITY &&
			    !(units[i] >= 0 && sample <= FF_CELLS_SAMPLE_MOST &&
			      floor(sample) == sample))
				return refuse_cell(what, first + i, units[i], err);
		}
	}
	return FF_OK;
}

void ff_cells_samples(const struct ff_cells_data *what, size_t first, size_t count, uint16_t *to)
{
	double units[CHUNK];

	for (size_t n; count > 0; first += n, to += n, count -= n) {
		n = count < CHUNK ? count : CHUNK;
		ff_raster_units(&what->raster, first, n, units);
		for (size_t i = 0; i < n; i++)
			to[i] = (uint16_t)(units[i] == (double)INFINITY ? FF_CELLS_SAMPLE_NONE
									: scaled(what, units[i]));
	}
}
