/*
 * stb_image decodes every image.  It checks no checksum, trusts lengths and ignores what it does
 * not know, so it never sees the file: we walk the chunks as they come, check what can be
 * checked, keep nothing but the data, and hand it a file of the header and the data.  Palettes
 * and transparency we look up ourselves: an indexed image is declared grey, and its "grey
 * levels" are the indices, of which one may be past the palette.
 */
#include "io/decode_png.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

#include "io/bytes.h"
#include "io/stb.h"

enum {
	HEADER_END = 33,            /* signature and IHDR */
	FRAME = 12,                 /* a chunk's length, type and checksum */
	PIECE = 64 * 1024,          /* of a chunk, that is looked at at a time */
	TEXT = FF_TEXTS_BYTES + 80, /* the longest text, and its keyword */
	SLACK = 1 << 20,            /* bytes that the data may have more than they need */
};

static bool depth_fits(int type, int depth)
{
	switch (type) {
	case FF_DECODE_PNG_GREY:
		return depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
	case FF_DECODE_PNG_INDEXED:
		return depth == 1 || depth == 2 || depth == 4 || depth == 8;
	case FF_DECODE_PNG_RGB:
	case FF_DECODE_PNG_GREY_ALPHA:
	case FF_DECODE_PNG_RGB_ALPHA:
		return depth == 8 || depth == 16;
	default:
		return false;
	}
}

static enum ff_status truncated(const struct ff_input *in, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s: is truncated", in->name);
}

static enum ff_status corrupt(const struct ff_input *in, const char *what, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s: is corrupt: %s", in->name, what);
}

enum ff_status ff_decode_png_header(struct ff_input *in, struct ff_decode_png *png,
				    struct ff_error *err)
{
	static const uint8_t samples[] = {
		[FF_DECODE_PNG_GREY] = 1,      [FF_DECODE_PNG_RGB] = 3,
		[FF_DECODE_PNG_INDEXED] = 1,   [FF_DECODE_PNG_GREY_ALPHA] = 2,
		[FF_DECODE_PNG_RGB_ALPHA] = 4,
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
	*png = (struct ff_decode_png){
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

/* Whether the sizes below, and a few times as much, can be counted at all. */
static bool is_countable(const struct ff_decode_png *png)
{
	return (uint64_t)png->w * (uint64_t)png->h <= UINT64_MAX / 64;
}

/* Bytes of the decoded pixels. */
static uint64_t decoded_size(const struct ff_decode_png *png)
{
	return (uint64_t)png->w * (uint64_t)png->h *
	       (uint64_t)(png->samples * (png->depth == 16 ? 2 : 1));
}

/* Bytes of one pass over 'w' x 'h' pixels: a filter byte before each row. */
static uint64_t pass_size(const struct ff_decode_png *png, int64_t w, int64_t h)
{
	uint64_t bits = (uint64_t)w * (uint64_t)(png->samples * png->depth);

	return w <= 0 || h <= 0 ? 0 : ((bits + 7) / 8 + 1) * (uint64_t)h;
}

/* Bytes that the data must inflate to. */
static uint64_t inflated_size(const struct ff_decode_png *png)
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

/* Bytes of data that are kept: what does not shrink at all, packed badly. */
static uint64_t packed_size_max(const struct ff_decode_png *png)
{
	uint64_t size = inflated_size(png);

	return size + size / 8 + SLACK;
}

/* Bytes of the block that stb_image inflates to: what it expects, doubled until they fit. */
static uint64_t inflated_room(const struct ff_decode_png *png)
{
	uint64_t room = pass_size(png, png->w, png->h);

	while (room < inflated_size(png))
		room *= 2;
	return room;
}

/*
 * Bytes that stb_image takes.  It copies the data, inflates them to a block of their own, and makes
 * pixels of that, if interlaced a pass at a time: the last one is half of them, but for very
 * small images.  It frees the copy before it makes pixels, but malloc() may keep it.
 */
static uint64_t stb_size(const struct ff_decode_png *png, uint64_t packed)
{
	uint64_t pixels = decoded_size(png);

	pixels += png->interlaced ? pixels / 2 : 0;
	return inflated_room(png) + packed + pixels;
}

uint64_t ff_decode_png_memory(const struct ff_input *in, const struct ff_decode_png *png)
{
	uint64_t most, file;

	if (!is_countable(png))
		return UINT64_MAX;
	most = packed_size_max(png);
	file = ff_input_expect(in, most);
	if (file > most)
		file = most;
	return file + stb_size(png, file);
}

static enum ff_status read_palette(const struct ff_input *in, struct ff_decode_png *png,
				   const uint8_t *data, uint32_t n, struct ff_error *err)
{
	if (png->colours != 0 || n == 0 || n % 3 != 0 || png->type == FF_DECODE_PNG_GREY ||
	    png->type == FF_DECODE_PNG_GREY_ALPHA)
		return corrupt(in, "its palette makes no sense", err);
	memcpy(png->palette, data, n);
	png->colours = (int)n / 3;
	return FF_OK;
}

static enum ff_status read_transparency(const struct ff_input *in, struct ff_decode_png *png,
					const uint8_t *data, uint32_t n, struct ff_error *err)
{
	if (png->type == FF_DECODE_PNG_INDEXED && n > 0 && n <= (uint32_t)png->colours) {
		memcpy(png->alpha, data, n);
		return FF_OK;
	}
	if ((png->type != FF_DECODE_PNG_GREY && png->type != FF_DECODE_PNG_RGB) ||
	    n != 2 * (uint32_t)png->samples)
		return corrupt(in, "its transparency makes no sense", err);
	for (size_t i = 0; i < n / 2; i++)
		png->key[i] = (uint16_t)(data[2 * i] << 8 | data[2 * i + 1]);
	png->keyed = true;
	return FF_OK;
}

/* Takes a keyword, a NUL and a text. */
static enum ff_status add_text(const uint8_t *bytes, uint32_t n, struct ff_texts *texts)
{
	const uint8_t *end = n > 0 ? memchr(bytes, 0, n) : NULL;

	if (end == NULL)
		return FF_OK;
	return ff_texts_add(texts, bytes, (size_t)(end - bytes), end + 1,
			    (size_t)(bytes + n - (end + 1)));
}

/* How far the walk over the chunks has come. */
struct walk {
	size_t at;     /* in->data: what comes next */
	size_t packed; /* bytes of data that are kept, from DATA on; a checksum follows */
	uint64_t passed;
	bool data, data_over, transparency;
};

enum { DATA = HEADER_END + 8 };

/* Makes in->data + walk->at the next 'n' bytes at least, over what is not needed any more. */
static enum ff_status need(struct ff_input *in, struct walk *walk, size_t n, struct ff_error *err)
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

/* Takes the rest of a chunk, 'n' bytes, and its checksum; of data, it keeps them. */
static enum ff_status take(struct ff_input *in, struct walk *walk, uint32_t n, bool data,
			   uint32_t crc, struct ff_error *err)
{
	enum ff_status st;

	for (uint32_t piece; n > 0; n -= piece) {
		uint8_t *from;

		piece = n < PIECE ? n : PIECE;
		if ((st = need(in, walk, piece, err)) != FF_OK)
			return st;
		from = in->data + walk->at;
		crc = libdeflate_crc32(crc, from, piece);
		if (data) {
			memmove(in->data + DATA + walk->packed, from, piece);
			walk->packed += piece;
		}
		walk->at += piece;
	}
	if ((st = need(in, walk, 4, err)) != FF_OK)
		return st;
	if (ff_bytes_get32(in->data + walk->at) != crc)
		return corrupt(in, "a checksum is wrong", err);
	walk->at += 4;
	return FF_OK;
}

/* Takes the rest of a chunk that fits in one piece: 'n' bytes, which come to stand at *bytes. */
static enum ff_status take_whole(struct ff_input *in, struct walk *walk, uint32_t n, uint32_t crc,
				 const uint8_t **bytes, struct ff_error *err)
{
	enum ff_status st = need(in, walk, (size_t)n + 4, err);

	if (st == FF_OK && (st = take(in, walk, n, false, crc, err)) == FF_OK)
		*bytes = in->data + walk->at - 4 - n;
	return st;
}

static bool is_type(const uint8_t *type, const char *name)
{
	return memcmp(type, name, 4) == 0;
}

static bool is_name(const uint8_t *type)
{
	return isalpha(type[0]) && isalpha(type[1]) && isalpha(type[2]) && isalpha(type[3]);
}

/* Takes the data of a chunk IDAT. */
static enum ff_status take_data(struct ff_input *in, struct walk *walk,
				const struct ff_decode_png *png, uint32_t n, uint32_t crc,
				struct ff_error *err)
{
	if (walk->data_over)
		return corrupt(in, "its data are not in one piece", err);
	if (png->type == FF_DECODE_PNG_INDEXED && png->colours == 0)
		return corrupt(in, "it has no palette", err);
	if (n > packed_size_max(png) - walk->packed)
		return corrupt(in, "its data are longer than its pixels can need", err);
	walk->data = true;
	return take(in, walk, n, true, crc, err);
}

/* Takes the rest of a chunk that is not of the data. */
static enum ff_status take_other(struct ff_input *in, struct walk *walk, struct ff_decode_png *png,
				 const uint8_t *type, uint32_t n, uint32_t crc,
				 struct ff_error *err)
{
	const uint8_t *bytes;
	enum ff_status st;

	walk->data_over = walk->data;
	if (is_type(type, "PLTE") && !walk->data && !walk->transparency) {
		if (n > sizeof png->palette)
			return corrupt(in, "its palette makes no sense", err);
		st = take_whole(in, walk, n, crc, &bytes, err);
		return st == FF_OK ? read_palette(in, png, bytes, n, err) : st;
	}
	if (is_type(type, "tRNS")) {
		if (walk->data || walk->transparency || n > sizeof png->alpha)
			return corrupt(in, "its transparency makes no sense", err);
		walk->transparency = true;
		st = take_whole(in, walk, n, crc, &bytes, err);
		return st == FF_OK ? read_transparency(in, png, bytes, n, err) : st;
	}
	if (is_type(type, "tEXt") && png->texts != NULL && n <= TEXT) {
		if ((st = take_whole(in, walk, n, crc, &bytes, err)) != FF_OK)
			return st;
		return add_text(bytes, n, png->texts) == FF_OK ? FF_OK
							       : ff_status_nomem(err, in->name);
	}
	if (isupper(type[0]))
		return corrupt(in, "it has a critical part that is unknown or out of place", err);
	return take(in, walk, n, false, crc, err);
}

/* Walks the chunks and leaves in->data as header, one IDAT of png's data and IEND. */
static enum ff_status gather(struct ff_input *in, struct ff_decode_png *png, size_t *packed,
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

		if ((st = need(in, &walk, 8, err)) != FF_OK)
			return st;
		n = ff_bytes_get32(in->data + walk.at);
		memcpy(type, in->data + walk.at + 4, 4);
		walk.at += 8;
		if (n > INT32_MAX || !is_name(type))
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
			st = take(in, &walk, 0, false, crc, err);
		else
			st = corrupt(in, "its end is not empty", err);
		if (st != FF_OK)
			return st;
	}
	if (walk.packed == 0)
		return corrupt(in, "it has no data", err);
	/* Before memory is asked for that cannot be filled: two bits make 258 bytes at most. */
	if (inflated_size(png) / 1032 > walk.packed)
		return corrupt(in, "it has less data than pixels", err);
	*packed = walk.packed;
	ff_bytes_put32(in->data + HEADER_END, (uint32_t)walk.packed);
	memcpy(in->data + HEADER_END + 4, "IDAT", 4);
	end = in->data + DATA + walk.packed + 4; /* after a checksum that nobody reads */
	memcpy(ff_bytes_put32(end, 0), "IEND", 4);
	in->size = DATA + walk.packed + 4 + FRAME;
	if (png->type == FF_DECODE_PNG_INDEXED)
		in->data[25] = FF_DECODE_PNG_GREY;
	return FF_OK;
}

/* Makes indices of greys, which stand for their share of 255. */
static void take_back_scale(uint8_t *pixels, size_t count, int depth)
{
	const uint8_t scale = (uint8_t)(255 / ((1 << depth) - 1));

	for (size_t i = 0; i < count && scale > 1; i++)
		pixels[i] /= scale;
}

/* Returns true if stb_image can count the samples in an int. */
static bool fits_stb(const struct ff_decode_png *png)
{
	return (uint64_t)png->w * (uint64_t)png->h * (uint64_t)png->samples <= 1 << 30 &&
	       decoded_size(png) <= INT_MAX && inflated_room(png) <= INT_MAX &&
	       packed_size_max(png) <= INT_MAX - PIECE &&
	       (uint64_t)png->w * (uint64_t)(png->samples * png->depth) <= INT_MAX - 7;
}

/* Returns true if data have that Adler-32: at their end, or before bytes that follow the stream,
 * whose end nobody tells.  Their chunks' checksums are right already. */
static bool has_adler(const uint8_t *data, size_t n, uint32_t adler)
{
	uint8_t bytes[4];

	ff_bytes_put32(bytes, adler);
	return n >= 4 && (memcmp(data + n - 4, bytes, 4) == 0 || memmem(data, n, bytes, 4) != NULL);
}

/* Decodes the header and the data that stand in 'in'. */
static enum ff_status decode(const struct ff_input *in, struct ff_decode_png *png, size_t packed,
			     struct ff_error *err)
{
	enum { SMALL = 64 * 1024 }; /* bytes for rounding up */
	const struct ff_stb_file file = {.data = in->data,
					 .size = in->size,
					 .wide = png->depth == 16,
					 .inflated = (size_t)inflated_size(png),
					 .inflated_most = (size_t)inflated_room(png)};
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
	if (png->type == FF_DECODE_PNG_INDEXED)
		take_back_scale(png->pixels, (size_t)png->w * (size_t)png->h, png->depth);
	return FF_OK;
}

enum ff_status ff_decode_png_pixels(struct ff_input *in, struct ff_decode_png *png,
				    struct ff_error *err)
{
	enum ff_status st;
	size_t packed = 0;
	uint64_t most;

	if (!is_countable(png))
		return ff_status_nomem(err, in->name);
	if (!fits_stb(png))
		return ff_status_fail(
			err, FF_E_LIMIT,
			"%s: %" PRId32 "x%" PRId32 " pixels of this kind are more "
			"than the PNG decoder can count: save it as 8-bit grey, or as "
			"PGM",
			in->name, png->w, png->h);
	most = packed_size_max(png);
	if (ff_input_expect(in, 0) < most)
		most = ff_input_expect(in, 0);
	ff_input_reserve(in, (size_t)most);
	if ((st = gather(in, png, &packed, err)) != FF_OK)
		return st;
	return decode(in, png, packed, err);
}
