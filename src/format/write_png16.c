/*
 * The difference to the row above is small where costs grow steadily, and often the same along a
 * row.
 */
#include "format/write_png16.h"

#include <stdlib.h>

#include "base/memory.h"
#include "format/write_samples.h"

enum { CHUNK = 2048 };

/* From the last row to the first, so that the one above is still as it was. */
static void filter(const struct ff_write_png_rows *rows)
{
	for (size_t y = (size_t)rows->h; y-- > 0;) {
		uint8_t *row = rows->bytes + y * rows->stride;

		row[0] = FF_WRITE_PNG_UP;
		for (size_t i = 1; i < rows->stride && y > 0; i++)
			row[i] = (uint8_t)(row[i] - (row - rows->stride)[i]);
	}
}

static void lay_out(const struct ff_write_png_rows *rows, const struct ff_write_raster *what)
{
	size_t w = (size_t)rows->w;
	uint16_t samples[CHUNK];

	for (size_t y = 0; y < (size_t)rows->h; y++) {
		uint8_t *to = rows->bytes + y * rows->stride + 1;

		for (size_t x = 0; x < w; x += CHUNK) {
			size_t n = w - x < CHUNK ? w - x : CHUNK;

			ff_write_samples(what, y * w + x, n, samples);
			for (size_t i = 0; i < n; i++) {
				*to++ = (uint8_t)(samples[i] >> 8);
				*to++ = (uint8_t)samples[i];
			}
		}
	}
}

enum ff_status ff_write_png16(const struct ff_write_raster *what, uint8_t **data, size_t *size,
			      struct ff_error *err)
{
	struct ff_write_png_rows rows = {
		.w = what->raster.w, .h = what->raster.h, .smooth = true, .depth = 16};
	enum ff_status st;

	if ((st = ff_write_png_fits(rows.w, rows.h, err)) != FF_OK)
		return st;
	rows.stride = 1 + 2 * (size_t)rows.w;
	if ((rows.bytes = ff_memory_cells(rows.h, 1, rows.stride)) == NULL)
		return ff_status_nomem(err, "a picture");
	lay_out(&rows, what);
	filter(&rows);
	st = ff_write_png_rows(&rows, what->texts, what->text_count, data, size, err);
	free(rows.bytes);
	return st;
}
