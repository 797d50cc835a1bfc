/*
 * stb_image_write encodes samples of 8 bits, and knows neither palettes nor other depths.  But the
 * stream of 8-bit grey samples is that of 8-bit palette indices, of two indices of 4 bits a byte,
 * and, two samples a pixel, of 16-bit grey: so its file becomes ours by another header and a
 * palette.
 *
 * Most pictures have few colours: up to 16 take half a byte a pixel, which halves the work.
 */
#include "io/write_png.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "io/png_chunks.h"
#include "io/stb.h"

enum {
	FEW = 16,     /* colours that fit into half a byte */
	SAMPLED = 13, /* of so many rows one tells how smooth they are */
	SMOOTH = 10,  /* of so many pixels one at most differs from the one before */
	NEW = 0x80,   /* no number in half a byte */
};

bool ff_write_png_smooth(const struct ff_image *image)
{
	size_t w = (size_t)image->w, changes = 0, samples = 0;

	for (size_t y = 0; y < (size_t)image->h; y += SAMPLED, samples += w) {
		const uint8_t *row = image->pixels + y * w;

		for (size_t x = 1; x < w; x++)
			changes += row[x] != row[x - 1];
	}
	return changes * SMOOTH <= samples;
}

/* The number in the file's palette of a colour that is not in it yet. */
static void add_colour(struct ff_write_png_samples *samples, const struct ff_image *image,
		       uint8_t number[256], uint8_t colour)
{
	if (number[colour] != NEW)
		return;
	if (samples->colours < FEW) {
		number[colour] = (uint8_t)samples->colours;
		samples->palette[samples->colours] = image->palette[colour];
	}
	samples->colours++;
}

/* Two pixels a byte, the colours numbered as they come; false if there are too many. */
static bool lay_out_pairs(struct ff_write_png_samples *samples, const struct ff_image *image,
			  uint8_t *to)
{
	size_t w = (size_t)image->w, stride = (w + 1) / 2;
	const uint8_t *row = image->pixels;
	uint8_t number[256];

	memset(number, NEW, sizeof number);
	for (int32_t y = 0; y < image->h; y++, row += w, to += stride) {
		/* Where cells are drawn large, most rows are. */
		if (y > 0 && memcmp(row, row - w, w) == 0) {
			memcpy(to, to - stride, stride);
			continue;
		}
		for (size_t x = 0; x < w; x += 2) {
			uint8_t left = row[x], right = row[x + (x + 1 < w)];

			if (((number[left] | number[right]) & NEW) != 0) {
				add_colour(samples, image, number, left);
				add_colour(samples, image, number, right);
				if (samples->colours > FEW)
					return false;
			}
			to[x / 2] = (uint8_t)(number[left] << 4 | number[right]);
		}
		if (w % 2 != 0)
			to[stride - 1] &= 0xf0;
	}
	return true;
}

enum ff_status ff_write_png_data(const struct ff_write_png_samples *samples, uint8_t **file,
				 const uint8_t **chunk, size_t *n)
{
	int32_t w = samples->depth == 4 ? samples->w / 2 + samples->w % 2 : samples->w;
	size_t size;
	enum ff_status st =
		ff_stb_encode(samples->bytes, w, samples->h, samples->depth == 16 ? 2 : 1,
			      samples->smooth, file, &size);

	if (st != FF_OK)
		return st;
	*chunk = *file + FF_PNG_CHUNKS_START;
	*n = size - FF_STB_ROOM;
	return FF_OK;
}

/* The file; NULL if memory ran out. */
static uint8_t *assemble(const struct ff_write_png_samples *samples,
			 const struct ff_write_png_text *texts, size_t count, size_t *size)
{
	const uint8_t *chunk;
	uint8_t *encoded, *file, *to;
	size_t n;

	if (ff_write_png_data(samples, &encoded, &chunk, &n) != FF_OK)
		return NULL;
	n += FF_PNG_CHUNKS_FRAME;
	*size = FF_PNG_CHUNKS_START + n + FF_PNG_CHUNKS_FRAME;
	if (samples->colours > 0)
		*size += FF_PNG_CHUNKS_FRAME + 3 * (size_t)samples->colours;
	for (size_t i = 0; i < count; i++)
		*size += FF_PNG_CHUNKS_FRAME + strlen(texts[i].keyword) + 1 + strlen(texts[i].text);
	if ((file = malloc(*size)) != NULL) {
		to = ff_png_chunks_start(file, samples->w, samples->h, samples->depth,
					 samples->colours);
		if (samples->colours > 0)
			to = ff_png_chunks_palette(to, samples->palette, samples->colours);
		for (size_t i = 0; i < count; i++)
			to = ff_png_chunks_text(to, texts[i].keyword, texts[i].text);
		memcpy(to, chunk, n);
		ff_png_chunks_frame(to + n, "IEND", 0);
	}
	free(encoded);
	return file;
}

enum ff_status ff_write_png_fits(int32_t w, int32_t h, int depth, struct ff_error *err)
{
	if ((int64_t)w * h <= FF_IMAGE_PIXELS && ff_stb_fits(w, h, depth == 16 ? 2 : 1))
		return FF_OK;
	return ff_status_fail(err, FF_E_LIMIT, "a picture of %dx%d is too large", w, h);
}

enum ff_status ff_write_png_samples(const struct ff_write_png_samples *samples,
				    const struct ff_write_png_text *texts, size_t count,
				    uint8_t **data, size_t *size, struct ff_error *err)
{
	size_t all;
	uint8_t *file = assemble(samples, texts, count, &all);

	if (file == NULL)
		return ff_status_nomem(err, "a picture");
	*data = file;
	*size = all;
	return FF_OK;
}

enum ff_status ff_write_png(const struct ff_image *image, const struct ff_write_png_text *texts,
			    size_t count, uint8_t **data, size_t *size, struct ff_error *err)
{
	struct ff_write_png_samples samples = {.w = image->w, .h = image->h, .depth = 4};
	uint8_t *pairs = NULL;
	enum ff_status st;

	if ((st = ff_write_png_fits(image->w, image->h, 8, err)) != FF_OK)
		return st;
	samples.smooth = ff_write_png_smooth(image);
	if (!image->numbers &&
	    (pairs = ff_memory_cells(image->h, 1, ((size_t)image->w + 1) / 2)) == NULL)
		return ff_status_nomem(err, "a picture");
	samples.bytes = pairs;
	if (pairs == NULL || !lay_out_pairs(&samples, image, pairs)) {
		samples.depth = 8;
		samples.colours = image->colours;
		memcpy(samples.palette, image->palette, sizeof samples.palette);
		samples.bytes = image->pixels;
		free(pairs);
		pairs = NULL;
	}
	st = ff_write_png_samples(&samples, texts, count, data, size, err);
	free(pairs);
	return st;
}
