#include "io/read_picture.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "io/cells.h"
#include "io/decode_png.h"

enum { CHANNELS = 4 }; /* of a picture: red, green, blue, opacity */

enum ff_status ff_read_picture_size(struct ff_input *in, int64_t limit,
				    struct ff_read_raster_size *size, struct ff_error *err)
{
	struct ff_decode_png png;
	enum ff_status st = ff_decode_png_header(in, &png, err);
	uint64_t bytes;

	(void)limit;
	if (st != FF_OK)
		return st;
	bytes = ff_decode_png_memory(in, &png);
	if (bytes < UINT64_MAX / 2)
		bytes += (uint64_t)png.w * (uint64_t)png.h * CHANNELS;
	*size = (struct ff_read_raster_size){png.w, png.h, bytes};
	return FF_OK;
}

static enum ff_status wrong(const struct ff_input *in, const struct ff_decode_png *png, size_t i,
			    const char *what, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s: pixel %zu,%zu %s", in->name, i % (size_t)png->w,
			      i / (size_t)png->w, what);
}

/* Whether the samples of pixel 'i' are those that the file says are transparent; of fewer than 8
 * bits they have become shares of 255. */
static bool is_key(const struct ff_decode_png *png, size_t i)
{
	uint32_t most = (1U << png->depth) - 1, times = png->depth < 8 ? 255U / most : 1U;

	for (int s = 0; s < png->samples && png->keyed; s++)
		if (ff_decode_png_sample(png, i, s) != (png->key[s] & most) * times)
			return false;
	return png->keyed;
}

static enum ff_status read_pixel(const struct ff_input *in, const struct ff_decode_png *png,
				 size_t i, uint8_t rgba[CHANNELS], struct ff_error *err)
{
	const bool grey = png->samples < 3;
	uint32_t samples[CHANNELS] = {0, 0, 0, 0};

	for (int s = 0; s < png->samples; s++) {
		samples[s] = ff_decode_png_sample(png, i, s);
		if (png->depth == 16 && samples[s] % 257 != 0)
			return wrong(in, png, i, "has a colour of 16 bits that none of 8 equals",
				     err);
		samples[s] /= png->depth == 16 ? 257 : 1;
	}
	if (png->type == FF_DECODE_PNG_INDEXED) {
		if (samples[0] >= (uint32_t)png->colours)
			return wrong(in, png, i, "has a colour that is not in the palette", err);
		for (int c = 0; c < 3; c++)
			rgba[c] = png->palette[samples[0]][c];
		rgba[3] = png->alpha[samples[0]];
		return FF_OK;
	}
	for (int c = 0; c < 3; c++)
		rgba[c] = (uint8_t)samples[grey ? 0 : c];
	rgba[3] = png->samples % 2 == 0 ? (uint8_t)samples[png->samples - 1]
					: (is_key(png, i) ? 0 : 255);
	return FF_OK;
}

static enum ff_status read_pixels(const struct ff_input *in, const struct ff_decode_png *png,
				  struct ff_read_raster *read, struct ff_error *err)
{
	size_t count = (size_t)png->w * (size_t)png->h;
	enum ff_status st = FF_OK;

	read->kind = FF_READ_RASTER_PICTURE;
	if ((read->pixels = ff_memory_cells(png->w, png->h, CHANNELS)) == NULL)
		return ff_status_nomem(err, in->name);
	for (size_t i = 0; i < count && st == FF_OK; i++)
		st = read_pixel(in, png, i, read->pixels + i * CHANNELS, err);
	return st;
}

enum ff_status ff_read_picture(struct ff_input *in, struct ff_read_raster *read,
			       struct ff_error *err)
{
	struct ff_decode_png png;
	enum ff_status st = ff_decode_png_header(in, &png, err);

	if (st != FF_OK)
		return st;
	png.texts = &read->texts;
	if ((st = ff_decode_png_pixels(in, &png, err)) != FF_OK)
		return st;
	if (png.type != FF_DECODE_PNG_GREY || png.keyed) {
		st = read_pixels(in, &png, read, err);
		free(png.pixels);
		return st;
	}
	read->kind = FF_READ_RASTER_NUMBERS;
	read->raster = (struct ff_raster){.w = png.w,
					  .h = png.h,
					  .channels = 1,
					  .type = png.depth == 16 ? FF_RASTER_U16 : FF_RASTER_U8,
					  .cells = png.pixels};
	return ff_read_raster_samples(in, read, (int32_t)ff_cells_largest(read->raster.type), err);
}
