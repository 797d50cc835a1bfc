#include "io/png.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <libdeflate.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "io/bytes.h"
#include "io/cells.h"
#include "io/stb.h"

static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

uint8_t *ff_png_chunks_frame(uint8_t *to, const char *type, size_t n)
{
	ff_bytes_put32(to, (uint32_t)n);
	memcpy(to + 4, type, 4);
	return ff_bytes_put32(to + FF_PNG_CHUNKS_HEAD + n, libdeflate_crc32(0, to + 4, n + 4));
}

uint8_t *ff_png_chunks_start(uint8_t *to, int32_t w, int32_t h, int depth, enum ff_png_type type)
{
	memcpy(to, signature, sizeof signature);
	to += sizeof signature;
	ff_bytes_put32(to + 8, (uint32_t)w);
	ff_bytes_put32(to + 12, (uint32_t)h);
	to[16] = (uint8_t)depth;
	to[17] = (uint8_t)type;
	memset(to + 18, 0, 3); /* not interlaced */
	return ff_png_chunks_frame(to, "IHDR", 13);
}

uint8_t *ff_png_chunks_palette(uint8_t *to, const struct ff_colour *palette, int colours)
{
	for (int i = 0; i < colours; i++) {
		to[8 + 3 * i] = palette[i].r;
		to[8 + 3 * i + 1] = palette[i].g;
		to[8 + 3 * i + 2] = palette[i].b;
	}
	return ff_png_chunks_frame(to, "PLTE", 3 * (size_t)colours);
}

uint8_t *ff_png_chunks_text(uint8_t *to, const char *keyword, const char *text)
{
	size_t head = strlen(keyword) + 1, n = strlen(text);

	memcpy(to + FF_PNG_CHUNKS_HEAD, keyword, head);
	memcpy(to + FF_PNG_CHUNKS_HEAD + head, text, n);
	return ff_png_chunks_frame(to, "tEXt", head + n);
}

/*
 * stb_image decodes every image.  It ignores checksums and unknown chunks and trusts lengths, so it
 * never sees the file: we walk the chunks, check each, and give it a file of only the header and
 * the data.  Palettes and transparency we look up ourselves: an indexed image is declared grey, and
 * its "grey levels" are the indices, which may exceed the palette.
 */

enum {
	HEADER_END = 33,            /* signature and IHDR */
	FRAME = 12,                 /* bytes of a chunk's length, type and checksum */
	PIECE = 64 * 1024,          /* bytes of a chunk that are read at a time */
	TEXT = FF_TEXTS_BYTES + 80, /* most bytes of a text with its keyword */
	SLACK = 1 << 20,            /* bytes of data beyond what pixels need */
	CELL = 7,                   /* bytes of a packed cell, at most */
};

static bool depth_fits(int type, int depth)
{
	switch (type) {
	case FF_PNG_GREY:
		return depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
	case FF_PNG_INDEXED:
		return depth == 1 || depth == 2 || depth == 4 || depth == 8;
	case FF_PNG_RGB:
	case FF_PNG_GREY_ALPHA:
	case FF_PNG_RGB_ALPHA:
		return depth == 8 || depth == 16;
	default:
		return false;
	}
}

static enum ff_status truncated(const struct ff_input *in, struct ff_error *err)
{
	ff_status_fail(err, FF_E_INPUT, "%s: is truncated", in->name);
	return FF_E_INPUT;
}

static enum ff_status corrupt(const struct ff_input *in, const char *what, struct ff_error *err)
{
	ff_status_fail(err, FF_E_INPUT, "%s: is corrupt: %s", in->name, what);
	return FF_E_INPUT;
}

enum ff_status ff_png_header(struct ff_input *in, struct ff_png *png, struct ff_error *err)
{
	static const uint8_t samples[] = {
		[FF_PNG_GREY] = 1,       [FF_PNG_RGB] = 3,       [FF_PNG_INDEXED] = 1,
		[FF_PNG_GREY_ALPHA] = 2, [FF_PNG_RGB_ALPHA] = 4,
	};
	enum ff_status st = ff_input_fill(in, HEADER_END, err);
	const uint8_t *d = in->data;
	uint32_t w, h;

	if (st != FF_OK)
		return st;
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
	*png = (struct ff_png){
		.w = (int32_t)w,
		.h = (int32_t)h,
		.depth = d[24],
		.samples = samples[d[25]],
		.type = d[25],
		.interlaced = d[28] == 1,
	};
	memset(png->alpha, 255, sizeof png->alpha);
	return FF_OK;
}

/* Returns the bytes of the decoded pixels. */
static uint64_t decoded_size(const struct ff_png *png)
{
	return (uint64_t)png->w * (uint64_t)png->h *
	       (uint64_t)(png->samples * (png->depth == 16 ? 2 : 1));
}

/* Returns the bytes of one pass over w x h pixels: a filter byte before each row. */
static uint64_t pass_size(const struct ff_png *png, int64_t w, int64_t h)
{
	uint64_t bits = (uint64_t)w * (uint64_t)(png->samples * png->depth);

	return w <= 0 || h <= 0 ? 0 : ((bits + 7) / 8 + 1) * (uint64_t)h;
}

/* Returns the bytes that the data must inflate to. */
static uint64_t inflated_size(const struct ff_png *png)
{
	static const uint8_t adam7[7][4] = {
		/* first x, y; step of x, y */
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

/* Returns the most bytes of packed data: incompressible pixels, packed badly. */
static uint64_t packed_size_max(const struct ff_png *png)
{
	uint64_t size = inflated_size(png);

	return size + size / 8 + SLACK;
}

/* Returns the bytes of the block that stb_image inflates to: its guess, doubled until it fits. */
static uint64_t inflated_room(const struct ff_png *png)
{
	uint64_t room = pass_size(png, png->w, png->h);

	while (room < inflated_size(png))
		room *= 2;
	return room;
}

/* Returns the bytes of a row of pixels, if they may replace the inflated data (stb.c); else 0. */
static uint64_t in_place(const struct ff_png *png)
{
	return png->interlaced || png->depth < 8
		       ? 0
		       : (uint64_t)png->w * (uint64_t)(png->samples * png->depth / 8);
}

/*
 * Returns the bytes that stb_image takes.  It copies the data, inflates them into another block,
 * and makes pixels of that, in place if it can; of interlaced images one pass at a time, of which
 * the last has half of the pixels.  It frees the copy before it makes pixels, but malloc() may keep
 * it.
 */
static uint64_t stb_size(const struct ff_png *png, uint64_t packed)
{
	uint64_t pixels = in_place(png) > 0 ? in_place(png) : decoded_size(png);

	pixels += png->interlaced ? pixels / 2 : 0;
	return inflated_room(png) + packed + pixels;
}

static enum ff_status read_transparency(const struct ff_input *in, struct ff_png *png,
					const uint8_t *data, uint32_t n, struct ff_error *err)
{
	if (png->type == FF_PNG_INDEXED && n > 0 && n <= (uint32_t)png->colours) {
		memcpy(png->alpha, data, n);
		return FF_OK;
	}
	if ((png->type != FF_PNG_GREY && png->type != FF_PNG_RGB) ||
	    n != 2 * (uint32_t)png->samples)
		return corrupt(in, "its transparency makes no sense", err);
	for (size_t i = 0; i < n / 2; i++)
		png->key[i] = (uint16_t)(data[2 * i] << 8 | data[2 * i + 1]);
	png->keyed = true;
	return FF_OK;
}

/* Adds the text of a chunk tEXt: a keyword, a NUL and the text. */
static enum ff_status add_text(const uint8_t *bytes, uint32_t n, struct ff_texts *texts)
{
	const uint8_t *end = n > 0 ? memchr(bytes, 0, n) : NULL;

	if (end == NULL)
		return FF_OK;
	return ff_texts_add(texts, bytes, (size_t)(end - bytes), end + 1,
			    (size_t)(bytes + n - (end + 1)));
}

struct walk {
	size_t at;     /* index in in->data of the next byte */
	size_t packed; /* bytes of data kept, from DATA on; a checksum follows */
	uint64_t passed;
	bool data, data_over, transparency;
};

enum { DATA = HEADER_END + 8 };

/* Reads until n bytes follow walk->at, which moves down over bytes that are done. */
static enum ff_status need_bytes(struct ff_input *in, struct walk *walk, size_t n,
				 struct ff_error *err)
{
	size_t kept = DATA + walk->packed + 4, ahead = in->size - walk->at;
	enum ff_status st;

	if (ahead >= n)
		return FF_OK;
	if (walk->at > kept) {
		memmove(in->data + kept, in->data + walk->at, ahead);
		in->size = kept + ahead;
		walk->at = kept;
	}
	if ((st = ff_input_fill(in, walk->at + n, err)) != FF_OK)
		return st;
	return in->size - walk->at < n ? truncated(in, err) : FF_OK;
}

/* Takes the rest of a chunk, n bytes, and its checksum; keeps the bytes if they are data. */
static enum ff_status take_chunk(struct ff_input *in, struct walk *walk, uint32_t n, bool data,
				 uint32_t crc, struct ff_error *err)
{
	enum ff_status st;

	for (uint32_t piece; n > 0; n -= piece) {
		uint8_t *from;

		piece = n < PIECE ? n : PIECE;
		if ((st = need_bytes(in, walk, piece, err)) != FF_OK)
			return st;
		from = in->data + walk->at;
		crc = libdeflate_crc32(crc, from, piece);
		if (data) {
			memmove(in->data + DATA + walk->packed, from, piece);
			walk->packed += piece;
		}
		walk->at += piece;
	}
	if ((st = need_bytes(in, walk, 4, err)) != FF_OK)
		return st;
	if (ff_bytes_get32(in->data + walk->at) != crc)
		return corrupt(in, "a checksum is wrong", err);
	walk->at += 4;
	return FF_OK;
}

/* Takes the rest of a chunk that fits in one piece; sets *bytes to its n bytes. */
static enum ff_status take_whole(struct ff_input *in, struct walk *walk, uint32_t n, uint32_t crc,
				 const uint8_t **bytes, struct ff_error *err)
{
	enum ff_status st = need_bytes(in, walk, (size_t)n + 4, err);

	if (st == FF_OK && (st = take_chunk(in, walk, n, false, crc, err)) == FF_OK)
		*bytes = in->data + walk->at - 4 - n;
	return st;
}

/* The name of the chunk of cells: ancillary, private, and not to be copied by programs that change
 * the pixels, of which it would tell no longer. */
static const char cells_chunk[] = "ffCL";

static bool is_type(const uint8_t *type, const char *name)
{
	return memcmp(type, name, 4) == 0;
}

/* Takes the data of a chunk IDAT. */
static enum ff_status take_data(struct ff_input *in, struct walk *walk, const struct ff_png *png,
				uint32_t n, uint32_t crc, struct ff_error *err)
{
	if (walk->data_over)
		return corrupt(in, "its data are not in one piece", err);
	if (png->type == FF_PNG_INDEXED && png->colours == 0)
		return corrupt(in, "it has no palette", err);
	if (n > packed_size_max(png) - walk->packed)
		return corrupt(in, "its data are longer than its pixels can need", err);
	walk->data = true;
	return take_chunk(in, walk, n, true, crc, err);
}

/* Takes the rest of any other chunk. */
static enum ff_status take_other(struct ff_input *in, struct walk *walk, struct ff_png *png,
				 const uint8_t *type, uint32_t n, uint32_t crc,
				 struct ff_error *err)
{
	const uint8_t *bytes;
	enum ff_status st;

	walk->data_over = walk->data;
	if (is_type(type, "PLTE") && !walk->data && !walk->transparency) {
		if (n > sizeof png->palette)
			return corrupt(in, "its palette makes no sense", err);
		if ((st = take_whole(in, walk, n, crc, &bytes, err)) != FF_OK)
			return st;
		if (png->colours != 0 || n == 0 || n % 3 != 0 || png->type == FF_PNG_GREY ||
		    png->type == FF_PNG_GREY_ALPHA)
			return corrupt(in, "its palette makes no sense", err);
		memcpy(png->palette, bytes, n);
		png->colours = (int)n / 3;
		return FF_OK;
	}
	if (is_type(type, "tRNS")) {
		if (walk->data || walk->transparency || n > sizeof png->alpha)
			return corrupt(in, "its transparency makes no sense", err);
		walk->transparency = true;
		st = take_whole(in, walk, n, crc, &bytes, err);
		return st == FF_OK ? read_transparency(in, png, bytes, n, err) : st;
	}
	if (is_type(type, "tEXt") && png->about != NULL && n <= TEXT) {
		if ((st = take_whole(in, walk, n, crc, &bytes, err)) != FF_OK)
			return st;
		return add_text(bytes, n, &png->about->texts) == FF_OK
			       ? FF_OK
			       : ff_status_nomem(err, in->name);
	}
	if (is_type(type, cells_chunk) && png->about != NULL &&
	    png->about->shown.numbers.cells == NULL &&
	    n / CELL <= (uint64_t)png->w * (uint64_t)png->h + SLACK) {
		if ((st = take_whole(in, walk, n, crc, &bytes, err)) != FF_OK)
			return st;
		/* Damaged ones are no cells. */
		st = ff_cells_unpack(bytes, n, png->w, png->h, &png->about->shown);
		return st == FF_E_NOMEM ? ff_status_nomem(err, in->name) : FF_OK;
	}
	if (isupper(type[0]))
		return corrupt(in, "it has a critical part that is unknown or out of place", err);
	return take_chunk(in, walk, n, false, crc, err);
}

/* Walks the chunks; leaves in->data as the header, one chunk IDAT and IEND. */
static enum ff_status gather_data(struct ff_input *in, struct ff_png *png, size_t *packed,
				  struct ff_error *err)
{
	struct walk walk = {.at = HEADER_END};
	const uint64_t most = packed_size_max(png) + INT32_MAX;
	enum ff_status st = FF_OK;
	uint8_t *end;
	bool over = false;

	while (!over) {
		uint8_t type[4];
		uint32_t n, crc;

		if ((st = need_bytes(in, &walk, 8, err)) != FF_OK)
			return st;
		n = ff_bytes_get32(in->data + walk.at);
		memcpy(type, in->data + walk.at + 4, 4);
		walk.at += 8;
		if (n > INT32_MAX || !isalpha(type[0]) || !isalpha(type[1]) || !isalpha(type[2]) ||
		    !isalpha(type[3]))
			return corrupt(in, "a part has no proper name or length", err);
		if ((walk.passed += n + (uint64_t)FRAME) > most)
			return ff_status_fail(err, FF_E_LIMIT,
					      "%s: is larger than %" PRIu64 " bytes", in->name,
					      most);
		crc = libdeflate_crc32(0, type, 4);
		over = is_type(type, "IEND");
		if (is_type(type, "IDAT"))
			st = take_data(in, &walk, png, n, crc, err);
		else if (!over)
			st = take_other(in, &walk, png, type, n, crc, err);
		else if (n == 0)
			st = take_chunk(in, &walk, 0, false, crc, err);
		else
			st = corrupt(in, "its end is not empty", err);
		if (st != FF_OK)
			return st;
	}
	if (walk.packed == 0)
		return corrupt(in, "it has no data", err);
	/* No memory is taken for pixels that are not there: deflate expands at most 1032 times. */
	if (inflated_size(png) / 1032 > walk.packed)
		return corrupt(in, "it has less data than pixels", err);
	*packed = walk.packed;
	ff_bytes_put32(in->data + HEADER_END, (uint32_t)walk.packed);
	memcpy(in->data + HEADER_END + 4, "IDAT", 4);
	end = in->data + DATA + walk.packed + 4; /* after an unused checksum */
	memcpy(ff_bytes_put32(end, 0), "IEND", 4);
	in->size = DATA + walk.packed + 4 + FRAME;
	if (png->type == FF_PNG_INDEXED)
		in->data[25] = FF_PNG_GREY;
	return FF_OK;
}

/* Returns true if stb_image, which counts in int, can decode the image. */
static bool fits_stb(const struct ff_png *png)
{
	return (uint64_t)png->w * (uint64_t)png->h * (uint64_t)png->samples <= 1 << 30 &&
	       decoded_size(png) <= INT_MAX && inflated_room(png) <= INT_MAX &&
	       packed_size_max(png) <= INT_MAX - PIECE &&
	       (uint64_t)png->w * (uint64_t)(png->samples * png->depth) <= INT_MAX - 7;
}

/* Returns true if the data hold an Adler-32: at their end, or anywhere if more bytes follow the
 * stream, whose end is unknown.  The checksums of the chunks have been checked. */
static bool has_adler(const uint8_t *data, size_t n, uint32_t adler)
{
	uint8_t bytes[4];

	ff_bytes_put32(bytes, adler);
	return n >= 4 && (memcmp(data + n - 4, bytes, 4) == 0 || memmem(data, n, bytes, 4) != NULL);
}

/* Decodes the file that gather_data() left. */
static enum ff_status decode_pixels(const struct ff_input *in, struct ff_png *png, size_t packed,
				    struct ff_error *err)
{
	enum { SMALL = 64 * 1024 }; /* bytes of rounding */
	const struct ff_stb_file file = {.data = in->data,
					 .size = in->size,
					 .wide = png->depth == 16,
					 .inflated = (size_t)inflated_size(png),
					 .inflated_most = (size_t)inflated_room(png),
					 .in_place = (size_t)in_place(png)};
	struct ff_stb_image image;
	const char *why;
	enum ff_status st =
		ff_stb_decode(&file, (size_t)stb_size(png, packed) + SMALL, &image, &why);

	if (st != FF_OK)
		return st == FF_E_NOMEM ? ff_status_nomem(err, in->name) : corrupt(in, why, err);
	if (image.w != png->w || image.h != png->h || image.channels != png->samples) {
		free(image.samples);
		return corrupt(in, "its data do not fit its header", err);
	}
	if (!has_adler(in->data + DATA, packed, image.adler)) {
		free(image.samples);
		return corrupt(in, "its data are damaged", err);
	}
	png->pixels = image.samples;
	/* stb_image has scaled indices to 0..255. */
	for (size_t i = 0; i < (size_t)png->w * (size_t)png->h && png->type == FF_PNG_INDEXED; i++)
		((uint8_t *)png->pixels)[i] /= (uint8_t)(255 / ((1 << png->depth) - 1));
	return FF_OK;
}

enum ff_status ff_png_pixels(struct ff_input *in, struct ff_png *png, struct ff_error *err)
{
	enum ff_status st;
	size_t packed = 0;
	uint64_t most;

	/* Below this, 64 bits can count all sizes, even a few times as large. */
	if ((uint64_t)png->w * (uint64_t)png->h > UINT64_MAX / 64)
		return ff_status_nomem(err, in->name);
	if (!fits_stb(png)) {
		ff_status_fail(err, FF_E_LIMIT,
			       "%s: %" PRId32 "x%" PRId32 " pixels of this kind are more "
			       "than the PNG decoder can count: save it as 8-bit grey, or as "
			       "PGM or NPY, which may have any size",
			       in->name, png->w, png->h);
		return FF_E_LIMIT;
	}
	most = packed_size_max(png);
	if (ff_input_expect(in) < most)
		most = ff_input_expect(in);
	ff_input_reserve(in, (size_t)most);
	if ((st = gather_data(in, png, &packed, err)) != FF_OK)
		return st;
	return decode_pixels(in, png, packed, err);
}

enum ff_status ff_png_read_texts(struct ff_input *in, struct ff_texts *texts, struct ff_error *err)
{
	enum { MOST = 1 << 20 };
	size_t at = sizeof signature;

	while (at < MOST) {
		enum ff_status st = ff_input_fill(in, at + FRAME, err);
		size_t n;

		if (st != FF_OK || in->size < at + FRAME)
			return st;
		n = ff_bytes_get32(in->data + at);
		if (is_type(in->data + at + 4, "IDAT") || n > MOST)
			return FF_OK;
		if ((st = ff_input_fill(in, at + FRAME + n, err)) != FF_OK ||
		    in->size < at + FRAME + n)
			return st;
		if (is_type(in->data + at + 4, "tEXt") &&
		    add_text(in->data + at + 8, (uint32_t)n, texts) != FF_OK)
			return ff_status_nomem(err, in->name);
		at += FRAME + n;
	}
	return FF_OK;
}

/*
 * Maps: each pixel must be opaque, and its three colours one of 256 greys, or in the legend.
 */

bool ff_png_matches(const struct ff_input *in)
{
	return in->size >= sizeof signature && memcmp(in->data, signature, sizeof signature) == 0;
}

enum ff_status ff_png_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
			   struct ff_error *err)
{
	struct ff_png png;
	enum ff_status st = ff_png_header(in, &png, err);

	(void)limit;
	if (st == FF_OK)
		*size = (struct ff_cells_size){
			.w = png.w, .h = png.h, .fine = png.type == FF_PNG_GREY && png.depth == 16};
	return st;
}

/* Returns a key sample of tRNS, without its unused high bits, as decoded samples are scaled. */
static uint32_t key_sample(const struct ff_png *png, int s)
{
	uint32_t most = (1U << png->depth) - 1;

	return (png->key[s] & most) * (png->depth < 8 ? 255U / most : 1U);
}

/* Returns true if pixel i has the transparent colour. */
static bool is_key(const struct ff_png *png, size_t i)
{
	for (int s = 0; s < png->samples && png->keyed; s++)
		if (ff_png_sample(png, i, s) != key_sample(png, s))
			return false;
	return png->keyed;
}

static bool has_key(const struct ff_png *png)
{
	size_t count = (size_t)png->w * (size_t)png->h, i = 0;

	while (png->keyed && i < count && !is_key(png, i))
		i++;
	return png->keyed && i < count;
}

/*
 * Turns decoded pixels of one byte, in place, into greys by a table of 256.  Returns false, and
 * changes nothing, if a pixel is invalid.
 */
static bool to_grey_bytes(const struct ff_png *png, size_t count)
{
	uint8_t *pixels = png->pixels;
	uint8_t grey[256], wrong[256] = {0}, any = 0;
	bool other = false;

	for (int v = 0; v < 256; v++) {
		if (png->type == FF_PNG_INDEXED) {
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

static enum ff_status wrong_pixel(const struct ff_input *in, const struct ff_png *png, size_t i,
				  const char *is, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s: pixel %zu,%zu %s", in->name, i % (size_t)png->w,
			      i / (size_t)png->w, is);
}

enum { CHANNELS = 4 }; /* red, green, blue, opacity */

/* Reads the channels of pixel i, in the range of its samples: FF_OK; FF_E_INPUT if it has a colour
 * that is not in the palette. */
static enum ff_status take_pixel(const struct ff_input *in, const struct ff_png *png, size_t i,
				 uint32_t rgba[CHANNELS], struct ff_error *err)
{
	const uint32_t first = ff_png_sample(png, i, 0);
	char is[80];

	rgba[0] = rgba[1] = rgba[2] = first;
	rgba[3] = png->depth == 16 ? 65535 : 255;
	if (png->type == FF_PNG_INDEXED) {
		if (first >= (uint32_t)png->colours) {
			snprintf(is, sizeof is, "has colour %" PRIu32 " of a palette of %d", first,
				 png->colours);
			return wrong_pixel(in, png, i, is, err);
		}
		for (int s = 0; s < 3; s++)
			rgba[s] = png->palette[first][s];
		rgba[3] = png->alpha[first];
	}
	for (int s = 1; s < 3 && png->samples >= 3; s++)
		rgba[s] = ff_png_sample(png, i, s);
	if (png->samples % 2 == 0)
		rgba[3] = ff_png_sample(png, i, png->samples - 1);
	else if (is_key(png, i))
		rgba[3] = 0;
	return FF_OK;
}

/* Reads the colour of pixel i, which must be opaque. */
static enum ff_status take_colour(const struct ff_input *in, const struct ff_png *png, size_t i,
				  uint32_t rgba[CHANNELS], struct ff_error *err)
{
	enum ff_status st = take_pixel(in, png, i, rgba, err);

	if (st != FF_OK || rgba[3] == (png->depth == 16 ? 65535 : 255))
		return st;
	return wrong_pixel(in, png, i,
			   "is transparent: every pixel must be opaque (convert IN.png -background "
			   "white -flatten OUT.png)",
			   err);
}

/* Turns decoded pixels, in place, into one grey byte each. */
static enum ff_status to_grey(const struct ff_input *in, const struct ff_png *png,
			      struct ff_error *err)
{
	size_t count = (size_t)png->w * (size_t)png->h;
	uint8_t *grey = png->pixels;
	enum ff_status st;

	if (png->samples == 1 && png->depth <= 8 && to_grey_bytes(png, count))
		return FF_OK;
	for (size_t i = 0; i < count; i++) {
		uint32_t rgb[CHANNELS];
		char is[120];

		if ((st = take_colour(in, png, i, rgb, err)) != FF_OK)
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

/* Turns decoded pixels, in place, into the costs of grounds, which are sorted by by_key(). */
static enum ff_status to_costs(const struct ff_input *in, const struct ff_png *png,
			       const struct ff_grounds *sorted, const char *legend,
			       struct ff_error *err)
{
	size_t count = (size_t)png->w * (size_t)png->h;
	uint8_t *costs = png->pixels;
	const struct ff_ground *last = &sorted->items[0];

	for (size_t i = 0; i < count; i++) {
		struct ff_ground wanted;
		uint32_t rgb[CHANNELS];
		enum ff_status st = take_colour(in, png, i, rgb, err);
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
		/* Most pixels equal their neighbours. */
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

static enum ff_status decode_whole(struct ff_input *in, struct ff_png *png, struct ff_error *err)
{
	enum ff_status st = ff_png_header(in, png, err);

	if (st == FF_OK)
		st = ff_png_pixels(in, png, err);
	assert(st != FF_OK || png->pixels != NULL);
	return st;
}

/* Makes a map of pixels that have become bytes; frees them if 'st' is a failure. */
static enum ff_status finish_costs(struct ff_png *png, enum ff_status st, struct ff_cost *map)
{
	void *fitted;

	if (st != FF_OK) {
		free(png->pixels);
		return st;
	}
	fitted = realloc(png->pixels, (size_t)png->w * (size_t)png->h);
	if (fitted != NULL)
		png->pixels = fitted;
	*map = (struct ff_cost){.w = png->w, .h = png->h, .cells = png->pixels};
	return FF_OK;
}

enum ff_status ff_png_read_map(struct ff_input *in, struct ff_cost *map, struct ff_error *err)
{
	struct ff_png png;
	enum ff_status st = decode_whole(in, &png, err);

	return st == FF_OK ? finish_costs(&png, to_grey(in, &png, err), map) : st;
}

enum ff_status ff_png_read_colours(struct ff_input *in, const struct ff_grounds *grounds,
				   const char *legend, struct ff_cost *map, struct ff_error *err)
{
	struct ff_grounds sorted = {NULL, grounds->count};
	struct ff_png png;
	enum ff_status st;

	if ((sorted.items = calloc(sorted.count, sizeof *sorted.items)) == NULL)
		return ff_status_nomem(err, legend);
	memcpy(sorted.items, grounds->items, sorted.count * sizeof *sorted.items);
	qsort(sorted.items, sorted.count, sizeof *sorted.items, by_key);
	if ((st = decode_whole(in, &png, err)) == FF_OK)
		st = finish_costs(&png, to_costs(in, &png, &sorted, legend, err), map);
	free(sorted.items);
	return st;
}

static enum ff_status read_pixels(const struct ff_input *in, const struct ff_png *png,
				  struct ff_cells_file *read, struct ff_error *err)
{
	const uint32_t unit = png->depth == 16 ? 257 : 1;
	size_t count = (size_t)png->w * (size_t)png->h;
	uint32_t rgba[CHANNELS];
	enum ff_status st;

	read->kind = FF_CELLS_PICTURE;
	if ((read->pixels = ff_memory_cells(png->w, png->h, CHANNELS)) == NULL)
		return ff_status_nomem(err, in->name);
	for (size_t i = 0; i < count; i++) {
		if ((st = take_pixel(in, png, i, rgba, err)) != FF_OK)
			return st;
		for (int c = 0; c < CHANNELS; c++) {
			if (rgba[c] % unit != 0)
				return wrong_pixel(in, png, i,
						   "has a colour of 16 bits that none of 8 equals",
						   err);
			read->pixels[i * CHANNELS + (size_t)c] = (uint8_t)(rgba[c] / unit);
		}
	}
	return FF_OK;
}

enum ff_status ff_png_read_layer(struct ff_input *in, struct ff_cells_file *file,
				 struct ff_error *err)
{
	struct ff_png png;
	enum ff_status st = ff_png_header(in, &png, err);

	if (st != FF_OK)
		return st;
	png.about = file;
	if ((st = ff_png_pixels(in, &png, err)) != FF_OK)
		return st;
	assert(png.pixels != NULL);
	if (png.type != FF_PNG_GREY || has_key(&png)) {
		st = read_pixels(in, &png, file, err);
		free(png.pixels);
		return st;
	}
	file->kind = FF_CELLS_NUMBERS;
	file->raster = (struct ff_raster){.w = png.w,
					  .h = png.h,
					  .channels = 1,
					  .type = png.depth == 16 ? FF_RASTER_U16 : FF_RASTER_U8,
					  .cells = png.pixels};
	return ff_cells_scale(in, file, (int32_t)ff_cells_largest(file->raster.type), err);
}

/*
 * stb_image_write knows neither palettes nor depths other than 8 bits.  But palette indices of 8
 * bits, or two of 4 bits per byte, make the same stream as grey samples of 8 bits, and greys of 16
 * bits the same as two samples per pixel: with another header and a palette its file becomes ours.
 *
 * Pictures with few colours take half a byte per pixel and half the work.
 */

enum {
	FEW = 16,     /* colours that fit into half a byte */
	MOST = 256,   /* colours that fit into a byte */
	SLOTS = 1024, /* of a hash table of colours */
	SAMPLED = 13, /* rows from one that is sampled for smoothness to the next */
	SMOOTH = 10,  /* pixels per change, at least, in a smooth image */
};

/* The samples of an image as a file has them, and its header. */
struct samples {
	int32_t w, h;                   /* in pixels */
	enum ff_png_type type;          /* not with grey and alpha */
	int depth;                      /* bits per sample: 8; 4 if indexed; 16 if grey */
	bool smooth;                    /* rows differ little from those above */
	int colours;                    /* of the palette */
	struct ff_colour palette[MOST]; /* [colours] */
	const void *bytes;              /* [h * (bytes of a row)]; 16 bits are big-endian */
};

/* Returns true if neighbours in rows of bytes are mostly equal. */
static bool is_smooth(const uint8_t *bytes, int32_t width, int32_t height)
{
	size_t w = (size_t)width, changes = 0, pixels = 0;

	for (size_t y = 0; y < (size_t)height; y += SAMPLED, pixels += w) {
		const uint8_t *row = bytes + y * w;

		for (size_t x = 1; x < w; x++)
			changes += row[x] != row[x - 1];
	}
	return changes * SMOOTH <= pixels;
}

/* Returns the bytes of a pixel; of two pixels if they have 4 bits each. */
static int bytes_of(enum ff_png_type type, int depth)
{
	return type == FF_PNG_RGB_ALPHA ? 4 : type == FF_PNG_RGB ? 3 : depth == 16 ? 2 : 1;
}

/* Makes a PNG file without a palette, which has the chunk IDAT of the samples: FF_OK or
 * FF_E_NOMEM. */
static enum ff_status encode(const struct samples *samples, uint8_t **file, const uint8_t **chunk,
			     size_t *n)
{
	int32_t w = samples->depth == 4 ? samples->w / 2 + samples->w % 2 : samples->w;
	size_t size;
	enum ff_status st = ff_stb_encode(samples->bytes, w, samples->h,
					  bytes_of(samples->type, samples->depth), samples->smooth,
					  file, &size);

	if (st != FF_OK)
		return st;
	*chunk = *file + FF_PNG_CHUNKS_START;
	*n = size - FF_STB_ROOM;
	return FF_OK;
}

enum ff_status ff_png_write_data(const uint8_t *pixels, int32_t w, int32_t h, enum ff_png_type type,
				 bool smooth, uint8_t **file, const uint8_t **chunk, size_t *n)
{
	const struct samples samples = {
		.w = w, .h = h, .type = type, .depth = 8, .smooth = smooth, .bytes = pixels};

	return encode(&samples, file, chunk, n);
}

static enum ff_status write_samples(const struct samples *samples, const struct ff_png_about *about,
				    uint8_t **data, size_t *size, struct ff_error *err)
{
	const struct ff_image_text *texts = about->texts;
	const uint8_t *chunk;
	uint8_t *encoded, *file, *to;
	size_t n, all;

	if (encode(samples, &encoded, &chunk, &n) != FF_OK)
		return ff_status_nomem(err, "a picture");
	n += FF_PNG_CHUNKS_FRAME;
	all = FF_PNG_CHUNKS_START + n + FF_PNG_CHUNKS_FRAME;
	if (samples->colours > 0)
		all += FF_PNG_CHUNKS_FRAME + 3 * (size_t)samples->colours;
	if (about->cells != NULL)
		all += FF_PNG_CHUNKS_FRAME + about->cells_size;
	for (size_t i = 0; i < about->count; i++)
		all += FF_PNG_CHUNKS_FRAME + strlen(texts[i].keyword) + 1 + strlen(texts[i].text);
	if ((file = malloc(all)) != NULL) {
		to = ff_png_chunks_start(file, samples->w, samples->h, samples->depth,
					 samples->type);
		if (samples->colours > 0)
			to = ff_png_chunks_palette(to, samples->palette, samples->colours);
		for (size_t i = 0; i < about->count; i++)
			to = ff_png_chunks_text(to, texts[i].keyword, texts[i].text);
		memcpy(to, chunk, n);
		to += n;
		/* After the data: viewers need not pass it, and the texts stay near the start. */
		if (about->cells != NULL) {
			memcpy(to + FF_PNG_CHUNKS_HEAD, about->cells, about->cells_size);
			to = ff_png_chunks_frame(to, cells_chunk, about->cells_size);
		}
		ff_png_chunks_frame(to, "IEND", 0);
		*data = file;
		*size = all;
	}
	free(encoded);
	return file != NULL ? FF_OK : ff_status_nomem(err, "a picture");
}

enum ff_status ff_png_fits(int32_t w, int32_t h, enum ff_png_type type, int depth,
			   struct ff_error *err)
{
	if ((int64_t)w * h <= FF_IMAGE_PIXELS && ff_stb_fits(w, h, bytes_of(type, depth)))
		return FF_OK;
	return ff_status_fail(err, FF_E_LIMIT, "a picture of %dx%d is too large", w, h);
}

/* Returns the number of a colour, which may be a new one, or MOST if there is no room for it.  The
 * slots, by open addressing, are the numbers of colours from 1 on; 0: free. */
static int number_of(struct samples *samples, uint16_t slots[SLOTS], struct ff_colour colour)
{
	uint32_t rgb = (uint32_t)(colour.r << 16 | colour.g << 8 | colour.b);
	uint32_t slot = rgb * UINT32_C(2654435761) >> 22;

	for (; slots[slot] != 0; slot = (slot + 1) % SLOTS)
		if (ff_image_same(samples->palette[slots[slot] - 1], colour))
			return slots[slot] - 1;
	if (samples->colours == MOST)
		return MOST;
	samples->palette[samples->colours] = colour;
	slots[slot] = (uint16_t)++samples->colours;
	return samples->colours - 1;
}

/* Sets a byte per pixel to the number of its colour; returns false if there are more than MOST. */
static bool number_pixels(struct samples *samples, const struct ff_bitmap *bitmap, uint8_t *to)
{
	size_t w = (size_t)bitmap->w;
	const struct ff_colour *row = bitmap->pixels;
	uint16_t slots[SLOTS] = {0};

	for (int32_t y = 0; y < bitmap->h; y++, row += w, to += w) {
		/* Rows repeat where cells are drawn large. */
		if (y > 0 && memcmp(row, row - w, w * sizeof *row) == 0) {
			memcpy(to, to - w, w);
			continue;
		}
		for (size_t x = 0; x < w; x++) {
			int number;

			if (x > 0 && ff_image_same(row[x], row[x - 1]))
				number = to[x - 1];
			else if (y > 0 && ff_image_same(row[x], *(row + x - w)))
				number = *(to + x - w);
			else if ((number = number_of(samples, slots, row[x])) == MOST)
				return false;
			to[x] = (uint8_t)number;
		}
	}
	return true;
}

/* Packs bytes of 4 bits in pairs, in place; rows end at whole bytes. */
static void pack_pairs(uint8_t *bytes, int32_t width, int32_t height)
{
	size_t w = (size_t)width;
	const uint8_t *from = bytes;

	for (int32_t y = 0; y < height; y++, from += w) {
		for (size_t x = 0; x + 1 < w; x += 2)
			*bytes++ = (uint8_t)(from[x] << 4 | from[x + 1]);
		if (w % 2 != 0)
			*bytes++ = (uint8_t)(from[w - 1] << 4);
	}
}

enum ff_status ff_png_write(const struct ff_bitmap *bitmap, const struct ff_png_about *about,
			    uint8_t **data, size_t *size, struct ff_error *err)
{
	struct samples samples = {.w = bitmap->w,
				  .h = bitmap->h,
				  .type = FF_PNG_INDEXED,
				  .depth = 8,
				  .colours = bitmap->colours};
	enum ff_status st = ff_png_fits(bitmap->w, bitmap->h, FF_PNG_INDEXED, 8, err);
	uint8_t *bytes = bitmap->numbers;

	if (st != FF_OK)
		return st;
	if (bytes != NULL)
		memcpy(samples.palette, bitmap->palette,
		       (size_t)samples.colours * sizeof *samples.palette);
	else if ((bytes = ff_memory_cells(bitmap->w, bitmap->h, 1)) == NULL)
		return ff_status_nomem(err, "a picture");
	samples.bytes = bytes;
	if (bitmap->numbers == NULL && !number_pixels(&samples, bitmap, bytes)) {
		free(bytes);
		bytes = NULL;
		samples.type = FF_PNG_RGB;
		samples.colours = 0;
		samples.bytes = bitmap->pixels;
		if ((st = ff_png_fits(bitmap->w, bitmap->h, FF_PNG_RGB, 8, err)) != FF_OK)
			return st;
	} else {
		if (samples.colours <= FEW) {
			samples.depth = 4;
			pack_pairs(bytes, bitmap->w, bitmap->h);
		}
	}
	st = write_samples(&samples, about, data, size, err);
	if (bytes != bitmap->numbers)
		free(bytes);
	return st;
}

enum ff_status ff_png_encode(const struct ff_bitmap *bitmap, uint8_t **data, size_t *size,
			     struct ff_error *err)
{
	return ff_png_write(bitmap, &(struct ff_png_about){0}, data, size, err);
}

/* Makes the file of a layer, which carries texts. */
static enum ff_status write_layer(const struct samples *samples, const struct ff_cells_data *what,
				  uint8_t **data, size_t *size, struct ff_error *err)
{
	const struct ff_png_about about = {.texts = what->texts, .count = what->text_count};

	return write_samples(samples, &about, data, size, err);
}

enum { CHUNK = 2048 };

/* Returns a component of a unit vector as a byte: 128 is 0, 1 and 255 are -1 and 1. */
static uint8_t component_byte(double component)
{
	return (uint8_t)(128 + (int)(component * 127 + (component < 0 ? -0.5 : 0.5)));
}

/* Makes the file of samples of 16 bits, or of vectors and classes as colours.  Both grow steadily,
 * so rows differ little from those above. */
static enum ff_status write_grid(const struct ff_cells_data *what, enum ff_png_type type, int depth,
				 uint8_t **data, size_t *size, struct ff_error *err)
{
	struct samples samples = {.w = what->raster.w,
				  .h = what->raster.h,
				  .type = type,
				  .depth = depth,
				  .smooth = true};
	size_t all = ff_raster_numbers(&what->raster), each = (size_t)bytes_of(type, depth);
	enum ff_status st = ff_png_fits(samples.w, samples.h, type, depth, err);
	uint16_t numbers[CHUNK];
	double values[CHUNK];
	uint8_t *bytes, *to;

	if (st != FF_OK)
		return st;
	if ((bytes = to = ff_memory_cells(samples.w, samples.h, each)) == NULL)
		return ff_status_nomem(err, "a picture");
	for (size_t first = 0; first < all; first += CHUNK) {
		size_t n = all - first < CHUNK ? all - first : CHUNK;

		if (type == FF_PNG_GREY)
			ff_cells_samples(what, first, n, numbers);
		else
			ff_raster_values(&what->raster, first, n, values);
		for (size_t i = 0; i < n && type == FF_PNG_GREY; i++) {
			*to++ = (uint8_t)(numbers[i] >> 8);
			*to++ = (uint8_t)numbers[i];
		}
		for (size_t i = 0; i < n && type != FF_PNG_GREY; i += 2) {
			*to++ = component_byte(values[i]);
			*to++ = component_byte(values[i + 1]);
			*to++ = what->classes[(first + i) / 2];
		}
	}
	samples.bytes = bytes;
	st = write_layer(&samples, what, data, size, err);
	free(bytes);
	return st;
}

enum ff_status ff_png_write16(const struct ff_cells_data *what, uint8_t **data, size_t *size,
			      struct ff_error *err)
{
	return write_grid(what, FF_PNG_GREY, 16, data, size, err);
}

enum ff_status ff_png_write_flow(const struct ff_cells_data *what, uint8_t **data, size_t *size,
				 struct ff_error *err)
{
	return write_grid(what, FF_PNG_RGB, 8, data, size, err);
}

enum ff_status ff_png_write8(const struct ff_cells_data *what, uint8_t **data, size_t *size,
			     struct ff_error *err)
{
	const uint8_t *cells = what->raster.cells;
	struct samples samples = {.w = what->raster.w,
				  .h = what->raster.h,
				  .type = FF_PNG_GREY,
				  .depth = 8,
				  .bytes = cells};
	enum ff_status st;

	if (what->raster.type != FF_RASTER_U8)
		return ff_png_write16(what, data, size, err);
	if ((st = ff_png_fits(samples.w, samples.h, FF_PNG_GREY, 8, err)) != FF_OK)
		return st;
	samples.smooth = is_smooth(cells, samples.w, samples.h);
	return write_layer(&samples, what, data, size, err);
}
