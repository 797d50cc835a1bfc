#include "io/write_png16.h"

#include <stdlib.h>

#include "core/base/memory.h"
#include "io/write_samples.h"

enum { CHUNK = 2048 };

static void lay_out(const struct ff_write_raster *what, uint8_t *to)
{
	size_t count = (size_t)what->raster.w * (size_t)what->raster.h;
	uint16_t samples[CHUNK];

	for (size_t first = 0; first < count; first += CHUNK) {
		size_t n = count - first < CHUNK ? count - first : CHUNK;

		ff_write_samples(what, first, n, samples);
		for (size_t i = 0; i < n; i++) {
			*to++ = (uint8_t)(samples[i] >> 8);
			*to++ = (uint8_t)samples[i];
		}
	}
}

enum ff_status ff_write_png16(const struct ff_write_raster *what, uint8_t **data, size_t *size,
			      struct ff_error *err)
{
	/* Costs that grow steadily differ little from the row above, and often as much along it. */
	struct ff_write_png_samples samples = {
		.w = what->raster.w, .h = what->raster.h, .smooth = true, .depth = 16};
	enum ff_status st;
	uint8_t *bytes;

	if ((st = ff_write_png_fits(samples.w, samples.h, samples.depth, err)) != FF_OK)
		return st;
	if ((bytes = ff_memory_cells(samples.w, samples.h, 2)) == NULL)
		return ff_status_nomem(err, "a picture");
	lay_out(what, bytes);
	samples.bytes = bytes;
	st = ff_write_png_samples(&samples, what->texts, what->text_count, data, size, err);
	free(bytes);
	return st;
}

enum ff_status ff_write_png16_bytes(const struct ff_write_raster *what, uint8_t **data,
				    size_t *size, struct ff_error *err)
{
	const struct ff_image image = {
		.w = what->raster.w, .h = what->raster.h, .pixels = what->raster.cells};
	struct ff_write_png_samples samples = {
		.w = image.w, .h = image.h, .depth = 8, .bytes = image.pixels};
	enum ff_status st = ff_write_png_fits(image.w, image.h, samples.depth, err);

	if (st != FF_OK)
		return st;
	samples.smooth = ff_write_png_smooth(&image);
	return ff_write_png_samples(&samples, what->texts, what->text_count, data, size, err);
}
