/*
 * Most maps are of one byte a pixel and not interlaced: they are inflated into
 * their place, once, and unfiltered there.  All others stb_image decodes.
 *
 * stb_image checks no checksum, trusts lengths and ignores what it does not
 * know, so it never sees the file.  We walk the chunks, check what can be
 * checked, inflate once to be sure that the data are whole and as long as the
 * header says, and hand it a file that holds nothing but the header and the
 * data.  Palettes and transparency we look up ourselves: an indexed image is
 * declared grey, and its "grey levels" are the indices.
 */
#include "format/read_png.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>
#include <stb_image.h>

#include "base/bytes.h"
#include "base/memory.h"
#include "format/unfilter.h"

static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

enum {
	HEADER_END = 33, /* signature and IHDR */
	FRAME = 12,      /* a chunk's length, type and checksum */
	GREY = 0,
	RGB = 2,
	INDEXED = 3,
	GREY_ALPHA = 4,
	RGB_ALPHA = 6,
};

struct png {
	int32_t w, h;
	int depth; /* bits a sample */
	int type;  /* as in IHDR: GREY .. RGB_ALPHA */
	bool interlaced;
	uint8_t palette[256][3];
	int colours;        /* entries of 'palette'; 0 without PLTE */
	uint8_t alpha[256]; /* of each palette entry */
	bool keyed;         /* GREY, RGB: 'key' is transparent */
	uint16_t key[3];
	size_t data; /* bytes of compressed data, after compact() */
};

static int samples(int type)
{
	return type == RGB ? 3 : type == GREY_ALPHA ? 2 : type == RGB_ALPHA ? 4 : 1;
}

static bool depth_fits(int type, int depth)
{
	switch (type) {
	case GREY:
		return depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
	case INDEXED:
		return depth == 1 || depth == 2 || depth == 4 || depth == 8;
	case RGB:
	case GREY_ALPHA:
	case RGB_ALPHA:
		return depth == 8 || depth == 16;
	default:
		return false;
	}
}

bool ff_read_png_matches(const uint8_t *head, size_t n)
{
	return n >= sizeof signature && memcmp(head, signature, sizeof signature) == 0;
}

static enum ff_status truncated(const struct ff_input *in, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s: is truncated", in->name);
}

static enum ff_status corrupt(const struct ff_input *in, const char *what, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s: is corrupt: %s", in->name, what);
}

static enum ff_status read_header(const struct ff_input *in, struct png *png, struct ff_error *err)
{
	const uint8_t *d = in->data;
	enum ff_status st;
	uint32_t w, h;

	if (in->size < HEADER_END)
		return truncated(in, err);
	if (ff_bytes_get32(d + 8) != 13 || memcmp(d + 12, "IHDR", 4) != 0)
		return corrupt(in, "it does not begin with its header", err);
	if (libdeflate_crc32(0, d + 12, 17) != ff_bytes_get32(d + 29))
		return corrupt(in, "the header's checksum is wrong", err);
	w = ff_bytes_get32(d + 16);
	h = ff_bytes_get32(d + 20);
	if (w == 0 || h == 0 || w > INT32_MAX || h > INT32_MAX || !depth_fits(d[25], d[24]) ||
	    d[26] != 0 || d[27] != 0 || d[28] > 1)
		return corrupt(in, "the header makes no sense", err);
	if ((st = ff_cost_fits(w, h, in->name, err)) != FF_OK)
		return st;
	png->w = (int32_t)w;
	png->h = (int32_t)h;
	png->depth = d[24];
	png->type = d[25];
	png->interlaced = d[28] == 1;
	return FF_OK;
}

/* Bytes of one pass over 'w' x 'h' pixels: a filter byte before each row. */
static uint64_t pass_size(const struct png *png, int64_t w, int64_t h)
{
	uint64_t bits = (uint64_t)w * (uint64_t)(samples(png->type) * png->depth);

	return w <= 0 || h <= 0 ? 0 : ((bits + 7) / 8 + 1) * (uint64_t)h;
}

/* Bytes that the data must inflate to. */
static uint64_t inflated_size(const struct png *png)
{
	static const uint8_t adam7[7][4] = {
		/* first x, y; every x, y */
		{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
		{0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2},
	};
	uint64_t size = 0;

	if (!png->interlaced)
		return pass_size(png, png->w, png->h);
	for (int i = 0; i < 7; i++)
		size += pass_size(png,
				  ((int64_t)png->w - adam7[i][0] + adam7[i][2] - 1) / adam7[i][2],
				  ((int64_t)png->h - adam7[i][1] + adam7[i][3] - 1) / adam7[i][3]);
	return size;
}

static enum ff_status read_palette(const struct ff_input *in, struct png *png, const uint8_t *data,
				   uint32_t n, struct ff_error *err)
{
	if (png->colours != 0 || n == 0 || n % 3 != 0 || n > sizeof png->palette ||
	    png->type == GREY || png->type == GREY_ALPHA)
		return corrupt(in, "its palette makes no sense", err);
	memcpy(png->palette, data, n);
	png->colours = (int)n / 3;
	return FF_OK;
}

static enum ff_status read_transparency(const struct ff_input *in, struct png *png,
					const uint8_t *data, uint32_t n, struct ff_error *err)
{
	if (png->type == INDEXED && n <= (uint32_t)png->colours) {
		memcpy(png->alpha, data, n);
		return FF_OK;
	}
	if ((png->type != GREY && png->type != RGB) || n != 2 * (uint32_t)samples(png->type))
		return corrupt(in, "its transparency makes no sense", err);
	for (size_t i = 0; i < n / 2; i++)
		png->key[i] = (uint16_t)(data[2 * i] << 8 | data[2 * i + 1]);
	png->keyed = true;
	return FF_OK;
}

static bool is_type(const uint8_t *type, const char *name)
{
	return memcmp(type, name, 4) == 0;
}

/*
 * Walks the chunks and leaves in->data as header, one IDAT and IEND.  The data
 * only ever move down, over what has been read.
 */
static enum ff_status compact(struct ff_input *in, struct png *png, struct ff_error *err)
{
	uint8_t *to = in->data + HEADER_END;
	size_t at = HEADER_END;
	bool data_over = false;

	for (;;) {
		uint8_t *chunk = in->data + at;
		enum ff_status st = FF_OK;
		uint32_t n;

		if (in->size - at < FRAME || (n = ff_bytes_get32(chunk)) > in->size - at - FRAME)
			return truncated(in, err);
		if (libdeflate_crc32(0, chunk + 4, (size_t)n + 4) != ff_bytes_get32(chunk + 8 + n))
			return corrupt(in, "a checksum is wrong", err);
		at += FRAME + (size_t)n;
		if (is_type(chunk + 4, "IEND"))
			break;
		if (is_type(chunk + 4, "IDAT")) {
			if (data_over)
				return corrupt(in, "its data are not in one piece", err);
			memmove(to + 8 + png->data, chunk + 8, n);
			png->data += n;
			continue;
		}
		data_over = png->data > 0;
		if (is_type(chunk + 4, "PLTE") && !data_over)
			st = read_palette(in, png, chunk + 8, n, err);
		else if (is_type(chunk + 4, "tRNS") && !data_over)
			st = read_transparency(in, png, chunk + 8, n, err);
		else if ((chunk[4] & 0x20) == 0)
			st = corrupt(in, "it has a critical part that is unknown or out of place",
				     err);
		if (st != FF_OK)
			return st;
	}
	if (png->data == 0)
		return corrupt(in, "it has no data", err);
	if (png->type == INDEXED && png->colours == 0)
		return corrupt(in, "it has no palette", err);
	ff_bytes_put32(to, (uint32_t)png->data);
	memcpy(to + 4, "IDAT", 4);
	ff_bytes_put32(to + 8 + png->data + 4, 0); /* after a checksum that nobody reads */
	memcpy(to + 8 + png->data + 8, "IEND", 4);
	in->size = HEADER_END + FRAME + png->data + FRAME;
	if (png->type == INDEXED)
		in->data[25] = GREY;
	return FF_OK;
}

/* Inflates the data, which must be just as much as the header says, checksum and all, to
 * bytes[0..inflated_size-1]. */
static enum ff_status inflate(const struct ff_input *in, const struct png *png, uint8_t *bytes,
			      struct ff_error *err)
{
	struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
	enum libdeflate_result result;

	if (inflater == NULL)
		return ff_status_nomem(err, in->name);
	result = libdeflate_zlib_decompress(inflater, in->data + HEADER_END + 8, png->data, bytes,
					    (size_t)inflated_size(png), NULL);
	libdeflate_free_decompressor(inflater);
	if (result == LIBDEFLATE_SUCCESS)
		return FF_OK;
	return corrupt(in,
		       result == LIBDEFLATE_BAD_DATA       ? "its data are damaged"
		       : result == LIBDEFLATE_SHORT_OUTPUT ? "it has less data than pixels"
							   : "it has more data than pixels",
		       err);
}

/* Pixel i's sample s at full depth: 16 bits, or 8, or the index. */
static uint32_t sample(const struct png *png, const void *pixels, int channels, size_t i, int s)
{
	static const uint8_t scale[9] = {1, 255, 85, 1, 17, 1, 1, 1, 1};
	size_t at = i * (size_t)channels + (size_t)s;

	if (png->depth == 16)
		return ((const uint16_t *)pixels)[at];
	return ((const uint8_t *)pixels)[at] / (png->type == INDEXED ? scale[png->depth] : 1U);
}

/* What a key sample of tRNS looks like in the decoded image; its high bits do not count. */
static uint32_t key_sample(const struct png *png, int s)
{
	uint32_t most = (1U << png->depth) - 1;

	return (png->key[s] & most) * (png->depth < 8 ? 255U / most : 1U);
}

/*
 * Turns decoded pixels of one byte, in place, into grey bytes by what each of the
 * 256 can mean; false, and nothing is changed, if there are any that are an error.
 */
static bool to_grey_bytes(const struct png *png, uint8_t *pixels, size_t count)
{
	uint8_t grey[256], wrong[256] = {0}, any = 0;
	bool other = false;

	for (int v = 0; v < 256; v++) {
		uint8_t pixel = (uint8_t)v;
		uint32_t index = sample(png, &pixel, 1, 0, 0);

		if (png->type == INDEXED) {
			const uint8_t *rgb = png->palette[index];

			wrong[v] = index >= (uint32_t)png->colours || png->alpha[index] != 255 ||
				   rgb[0] != rgb[1] || rgb[1] != rgb[2];
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
static enum ff_status to_grey(const struct ff_input *in, const struct png *png, void *pixels,
			      struct ff_error *err)
{
	int channels = samples(png->type);
	uint32_t opaque = png->depth == 16 ? 65535 : 255;
	size_t count = (size_t)png->w * (size_t)png->h;
	uint8_t *grey = pixels;

	if (channels == 1 && png->depth <= 8 && to_grey_bytes(png, pixels, count))
		return FF_OK;
	for (size_t i = 0; i < count; i++) {
		int32_t x = (int32_t)(i % (size_t)png->w), y = (int32_t)(i / (size_t)png->w);
		uint32_t r = sample(png, pixels, channels, i, 0), g = r, b = r, alpha = opaque;

		if (png->type == INDEXED) {
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
		} else if (channels >= 3) {
			g = sample(png, pixels, channels, i, 1);
			b = sample(png, pixels, channels, i, 2);
		}
		if (channels == 2 || channels == 4)
			alpha = sample(png, pixels, channels, i, channels - 1);
		if (png->keyed && r == key_sample(png, 0) &&
		    (png->type == GREY || (g == key_sample(png, 1) && b == key_sample(png, 2))))
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

/* Decodes an image of one byte a pixel that is not interlaced. */
static enum ff_status decode_bytes(const struct ff_input *in, const struct png *png, void **pixels,
				   struct ff_error *err)
{
	/* A filter byte before each row. */
	uint8_t *bytes = ff_memory_cells(png->h, 1, (size_t)png->w + 1);
	enum ff_status st = FF_OK;

	if (bytes == NULL)
		return ff_status_nomem(err, in->name);
	if ((st = inflate(in, png, bytes, err)) == FF_OK && !ff_unfilter(bytes, png->w, png->h))
		st = corrupt(in, "its data make no sense", err);
	if (st == FF_OK)
		*pixels = bytes;
	else
		free(bytes);
	return st;
}

/* Decodes any image, once it is known that its data are whole. */
static enum ff_status decode_any(const struct ff_input *in, const struct png *png, void **pixels,
				 struct ff_error *err)
{
	uint8_t *bytes = malloc((size_t)inflated_size(png));
	enum ff_status st =
		bytes == NULL ? ff_status_nomem(err, in->name) : inflate(in, png, bytes, err);
	int w, h, channels;

	free(bytes);
	if (st != FF_OK)
		return st;
	*pixels = png->depth == 16 ? (void *)stbi_load_16_from_memory(in->data, (int)in->size, &w,
								      &h, &channels, 0)
				   : (void *)stbi_load_from_memory(in->data, (int)in->size, &w, &h,
								   &channels, 0);
	/* What remains to go wrong is a filter that does not exist, or memory, for which
	 * stb_image has not always a reason to give. */
	if (*pixels == NULL) {
		const char *reason = stbi_failure_reason();

		if (reason == NULL || strcmp(reason, "outofmem") == 0)
			return ff_status_nomem(err, in->name);
		return corrupt(in, "its data make no sense", err);
	}
	if (w == png->w && h == png->h && channels == samples(png->type))
		return FF_OK;
	stbi_image_free(*pixels);
	return corrupt(in, "its data do not fit its header", err);
}

enum ff_status ff_read_png(struct ff_input *in, struct ff_cost *map, struct ff_error *err)
{
	struct png png = {0};
	enum ff_status st;
	void *pixels = NULL, *fitted;
	size_t cap;

	memset(png.alpha, 255, sizeof png.alpha);
	if ((st = ff_input_fill(in, HEADER_END, err)) != FF_OK ||
	    (st = read_header(in, &png, err)) != FF_OK)
		return st;
	if (inflated_size(&png) > INT_MAX / 2)
		return ff_status_fail(
			err, FF_E_LIMIT,
			"%s: is too large for its kind of pixels: save it as 8-bit grey", in->name);
	/* Data that do not shrink at all, as much again in other chunks, and some. */
	cap = 2 * (size_t)inflated_size(&png) + (1 << 24);
	if ((st = ff_input_rest(in, cap < INT_MAX ? cap : INT_MAX, err)) != FF_OK ||
	    (st = compact(in, &png, err)) != FF_OK)
		return st;
	st = samples(png.type) == 1 && png.depth == 8 && !png.interlaced
		     ? decode_bytes(in, &png, &pixels, err)
		     : decode_any(in, &png, &pixels, err);
	if (st != FF_OK)
		return st;
	if ((st = to_grey(in, &png, pixels, err)) != FF_OK) {
		free(pixels);
		return st;
	}
	fitted = realloc(pixels, (size_t)png.w * (size_t)png.h);
	if (fitted != NULL)
		pixels = fitted;
	*map = (struct ff_cost){png.w, png.h, pixels};
	return FF_OK;
}
