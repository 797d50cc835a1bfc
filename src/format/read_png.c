/*
 * The rule of grey: each pixel must be opaque and its three colours equal, and
 * then it is one of 256 greys.
 */
#include "format/read_png.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "format/decode_png.h"

bool ff_read_png_matches(const uint8_t *head, size_t n)
{
	static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

	return n >= sizeof signature && memcmp(head, signature, sizeof signature) == 0;
}

enum ff_status ff_read_png_size(struct ff_input *in, struct ff_read_cost_size *size,
				struct ff_error *err)
{
	struct ff_decode_png png;
	enum ff_status st = ff_decode_png_header(in, &png, err);

	if (st == FF_OK)
		*size = (struct ff_read_cost_size){png.w, png.h, ff_decode_png_memory(in, &png)};
	return st;
}

/* What a key sample of tRNS looks like in the decoded image; its high bits do not count. */
static uint32_t key_sample(const struct ff_decode_png *png, int s)
{
	uint32_t most = (1U << png->depth) - 1;

	return (png->key[s] & most) * (png->depth < 8 ? 255U / most : 1U);
}

/*
 * Turns decoded pixels of one byte, in place, into grey bytes by what each of the
 * 256 can mean; false, and nothing is changed, if there are any that are an error.
 */
static bool to_grey_bytes(const struct ff_decode_png *png, size_t count)
{
	uint8_t *pixels = png->pixels;
	uint8_t grey[256], wrong[256] = {0}, any = 0;
	bool other = false;

	for (int v = 0; v < 256; v++) {
		if (png->type == FF_DECODE_PNG_INDEXED) {
			const uint8_t *rgb = png->palette[v];

			wrong[v] = v >= png->colours || png->alpha[v] != 255 || rgb[0] != rgb[1] ||
				   rgb[1] != rgb[2];
			grey[v] = rgb[0];
		} else {
			wrong[v] = png->keyed && (uint32_t)v == key_sample(png, 0);
			grey[v] = (uint8_t)v;
		}
		any |= wrong[v];
		other |= grey[v] != v;
	}
	if (any != 0) {
		any = 0;
		for (size_t i = 0; i < count; i++)
			any |= wrong[pixels[i]];
	}
	for (size_t i = 0; i < count && other && any == 0; i++)
		pixels[i] = grey[pixels[i]];
	return any == 0;
}

/* Turns the decoded pixels, in place, into one grey byte each. */
static enum ff_status to_grey(const struct ff_input *in, const struct ff_decode_png *png,
			      struct ff_error *err)
{
	uint32_t opaque = png->depth == 16 ? 65535 : 255;
	size_t count = (size_t)png->w * (size_t)png->h;
	uint8_t *grey = png->pixels;

	if (png->samples == 1 && png->depth <= 8 && to_grey_bytes(png, count))
		return FF_OK;
	for (size_t i = 0; i < count; i++) {
		int32_t x = (int32_t)(i % (size_t)png->w), y = (int32_t)(i / (size_t)png->w);
		uint32_t r = ff_decode_png_sample(png, i, 0), g = r, b = r, alpha = opaque;

		if (png->type == FF_DECODE_PNG_INDEXED) {
			uint32_t index = r;

			if (index >= (uint32_t)png->colours)
				return ff_status_fail(err, FF_E_INPUT,
						      "%s: pixel %" PRId32 ",%" PRId32
						      " has colour %" PRIu32 " of a palette of %d",
						      in->name, x, y, index, png->colours);
			r = png->palette[index][0];
			g = png->palette[index][1];
			b = png->palette[index][2];
			alpha = png->alpha[index];
		} else if (png->samples >= 3) {
			g = ff_decode_png_sample(png, i, 1);
			b = ff_decode_png_sample(png, i, 2);
		}
		if (png->samples == 2 || png->samples == 4)
			alpha = ff_decode_png_sample(png, i, png->samples - 1);
		if (png->keyed && r == key_sample(png, 0) &&
		    (png->type == FF_DECODE_PNG_GREY ||
		     (g == key_sample(png, 1) && b == key_sample(png, 2))))
			alpha = 0;
		if (alpha != opaque)
			return ff_status_fail(err, FF_E_INPUT,
					      "%s: pixel %" PRId32 ",%" PRId32
					      " is transparent: every pixel must be opaque",
					      in->name, x, y);
		if (r != g || g != b)
			return ff_status_fail(err, FF_E_INPUT,
					      "%s: pixel %" PRId32 ",%" PRId32
					      " is coloured: only grey is read as cost",
					      in->name, x, y);
		if (png->depth == 16 && r % 257 != 0)
			return ff_status_fail(
				err, FF_E_INPUT,
				"%s: pixel %" PRId32 ",%" PRId32 " has the 16-bit grey %" PRIu32
				", which no 8-bit grey equals (257 times 0..255 does)",
				in->name, x, y, r);
		grey[i] = (uint8_t)(png->depth == 16 ? r / 257 : r);
	}
	return FF_OK;
}

enum ff_status ff_read_png(struct ff_input *in, struct ff_cost *map, struct ff_error *err)
{
	struct ff_decode_png png;
	enum ff_status st;
	void *fitted;

	if ((st = ff_decode_png_header(in, &png, err)) != FF_OK ||
	    (st = ff_decode_png_pixels(in, &png, err)) != FF_OK)
		return st;
	if ((st = to_grey(in, &png, err)) != FF_OK) {
		free(png.pixels);
		return st;
	}
	fitted = realloc(png.pixels, (size_t)png.w * (size_t)png.h);
	if (fitted != NULL)
		png.pixels = fitted;
	*map = (struct ff_cost){png.w, png.h, png.pixels};
	return FF_OK;
}
