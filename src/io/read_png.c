/*
 * The rule of grey: each pixel must be opaque and its three colours equal, and
 * then it is one of 256 greys.
 */
#include "io/read_png.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/decode_png.h"

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

static enum ff_status wrong_pixel(const struct ff_input *in, const struct ff_decode_png *png,
				  size_t i, const char *is, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s: pixel %zu,%zu %s", in->name, i % (size_t)png->w,
			      i / (size_t)png->w, is);
}

/* The red, green and blue of pixel i, which must be opaque. */
static enum ff_status take_pixel(const struct ff_input *in, const struct ff_decode_png *png,
				 size_t i, uint32_t rgb[3], struct ff_error *err)
{
	uint32_t opaque = png->depth == 16 ? 65535 : 255, alpha = opaque, first;
	char is[80];

	first = ff_decode_png_sample(png, i, 0);
	rgb[0] = rgb[1] = rgb[2] = first;
	if (png->type == FF_DECODE_PNG_INDEXED) {
		if (first >= (uint32_t)png->colours) {
			snprintf(is, sizeof is, "has colour %" PRIu32 " of a palette of %d", first,
				 png->colours);
			return wrong_pixel(in, png, i, is, err);
		}
		for (int s = 0; s < 3; s++)
			rgb[s] = png->palette[first][s];
		alpha = png->alpha[first];
	} else if (png->samples >= 3) {
		rgb[1] = ff_decode_png_sample(png, i, 1);
		rgb[2] = ff_decode_png_sample(png, i, 2);
	}
	if (png->samples == 2 || png->samples == 4)
		alpha = ff_decode_png_sample(png, i, png->samples - 1);
	if (png->keyed && rgb[0] == key_sample(png, 0) &&
	    (png->type == FF_DECODE_PNG_GREY ||
	     (rgb[1] == key_sample(png, 1) && rgb[2] == key_sample(png, 2))))
		alpha = 0;
	return alpha == opaque ? FF_OK
			       : wrong_pixel(in, png, i,
					     "is transparent: every pixel must be opaque (convert "
					     "IN.png -background white -flatten OUT.png)",
					     err);
}

/* Turns the decoded pixels, in place, into one grey byte each. */
static enum ff_status to_grey(const struct ff_input *in, const struct ff_decode_png *png,
			      struct ff_error *err)
{
	size_t count = (size_t)png->w * (size_t)png->h;
	uint8_t *grey = png->pixels;
	enum ff_status st;

	if (png->samples == 1 && png->depth <= 8 && to_grey_bytes(png, count))
		return FF_OK;
	for (size_t i = 0; i < count; i++) {
		uint32_t rgb[3];
		char is[120];

		if ((st = take_pixel(in, png, i, rgb, err)) != FF_OK)
			return st;
		if (rgb[0] != rgb[1] || rgb[1] != rgb[2])
			return wrong_pixel(in, png, i,
					   "is coloured: only grey is read as cost (--legend FILE "
					   "reads colours)",
					   err);
		if (png->depth == 16 && rgb[0] % 257 != 0) {
			snprintf(is, sizeof is,
				 "has the 16-bit grey %" PRIu32
				 ", which no 8-bit grey equals (257 times 0..255 does)",
				 rgb[0]);
			return wrong_pixel(in, png, i, is, err);
		}
		grey[i] = (uint8_t)(png->depth == 16 ? rgb[0] / 257 : rgb[0]);
	}
	return FF_OK;
}

static int by_key(const void *a, const void *b)
{
	const struct ff_ground *left = a, *right = b;
	uint32_t l = ff_grounds_key(left->colour), r = ff_grounds_key(right->colour);

	return (l > r) - (l < r);
}

/* Turns the decoded pixels, in place, into the costs of grounds, which are sorted by by_key(). */
static enum ff_status to_costs(const struct ff_input *in, const struct ff_decode_png *png,
			       const struct ff_grounds *sorted, const char *legend,
			       struct ff_error *err)
{
	size_t count = (size_t)png->w * (size_t)png->h;
	uint8_t *costs = png->pixels;
	const struct ff_ground *last = &sorted->items[0];

	for (size_t i = 0; i < count; i++) {
		struct ff_ground wanted;
		uint32_t rgb[3];
		enum ff_status st = take_pixel(in, png, i, rgb, err);
		char is[80];

		if (st != FF_OK)
			return st;
		for (int s = 0; s < 3 && png->depth == 16; s++) {
			if (rgb[s] % 257 != 0)
				return wrong_pixel(
					in, png, i,
					"has a 16-bit colour that no 8-bit colour equals", err);
			rgb[s] /= 257;
		}
		wanted.colour =
			(struct ff_colour){(uint8_t)rgb[0], (uint8_t)rgb[1], (uint8_t)rgb[2]};
		/* Most are like their neighbours. */
		if (ff_grounds_key(wanted.colour) != ff_grounds_key(last->colour))
			last = bsearch(&wanted, sorted->items, sorted->count, sizeof wanted,
				       by_key);
		if (last == NULL) {
			snprintf(is, sizeof is, "is #%06" PRIx32 ", which is not in",
				 ff_grounds_key(wanted.colour));
			return ff_status_fail(err, FF_E_INPUT, "%s: pixel %zu,%zu %s %s", in->name,
					      i % (size_t)png->w, i / (size_t)png->w, is, legend);
		}
		costs[i] = last->cost;
	}
	return FF_OK;
}

static enum ff_status decode(struct ff_input *in, struct ff_decode_png *png, struct ff_error *err)
{
	enum ff_status st = ff_decode_png_header(in, png, err);

	return st == FF_OK ? ff_decode_png_pixels(in, png, err) : st;
}

/* The map of pixels that have become bytes, or not; the pixels are the caller's no more. */
static enum ff_status finish(struct ff_decode_png *png, enum ff_status st, struct ff_cost *map)
{
	void *fitted;

	if (st != FF_OK) {
		free(png->pixels);
		return st;
	}
	fitted = realloc(png->pixels, (size_t)png->w * (size_t)png->h);
	if (fitted != NULL)
		png->pixels = fitted;
	*map = (struct ff_cost){png->w, png->h, png->pixels};
	return FF_OK;
}

enum ff_status ff_read_png(struct ff_input *in, struct ff_cost *map, struct ff_error *err)
{
	struct ff_decode_png png;
	enum ff_status st = decode(in, &png, err);

	return st == FF_OK ? finish(&png, to_grey(in, &png, err), map) : st;
}

enum ff_status ff_read_png_colours(struct ff_input *in, const struct ff_grounds *grounds,
				   const char *legend, struct ff_cost *map, struct ff_error *err)
{
	struct ff_grounds sorted = {NULL, grounds->count};
	struct ff_decode_png png;
	enum ff_status st;

	if ((sorted.items = calloc(sorted.count, sizeof *sorted.items)) == NULL)
		return ff_status_nomem(err, legend);
	memcpy(sorted.items, grounds->items, sorted.count * sizeof *sorted.items);
	qsort(sorted.items, sorted.count, sizeof *sorted.items, by_key);
	if ((st = decode(in, &png, err)) == FF_OK)
		st = finish(&png, to_costs(in, &png, &sorted, legend, err), map);
	free(sorted.items);
	return st;
}
