/*
 * The rows are laid out as PNG wants them and handed to libdeflate, which compresses
 * them right into the file: stb_image_write, which knows neither palettes nor half
 * bytes, would copy everything twice more to get there.
 *
 * Most pictures have few colours: up to 16 take half a byte a pixel, which halves
 * the work and makes smaller files, too.  Noise is packed best and fastest as it
 * is at libdeflate's lowest level.  Level 2 takes half of that time where pixels
 * repeat, and there the differences between rows make gradients small, too.
 * Where cells are drawn large, most rows are the one above once more, and our own
 * deflate_rows takes an eighth of the time.
 */
#include "format/write_png.h"

#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

#include "base/memory.h"
#include "format/deflate_rows.h"
#include "format/png_chunks.h"

enum {
	FEW = 16,     /* colours that fit into half a byte */
	SAMPLED = 13, /* of so many rows one tells how smooth they are */
	SMOOTH = 10,  /* of so many pixels one at most differs from the one before */
	REPEATED = 4, /* of so many rows one at most differs from the one above */
	NEW = 0x80,   /* no number in half a byte */
};

static bool is_smooth(const struct ff_image *image)
{
	size_t w = (size_t)image->w, changes = 0, samples = 0;

	for (size_t y = 0; y < (size_t)image->h; y += SAMPLED, samples += w) {
		const uint8_t *row = image->pixels + y * w;

		for (size_t x = 1; x < w; x++)
			changes += row[x] != row[x - 1];
	}
	return changes * SMOOTH <= samples;
}

static bool is_repeated(const struct ff_image *image)
{
	size_t w = (size_t)image->w, h = (size_t)image->h, changes = 1;

	if (w < 3 || w + 1 > FF_DEFLATE_ROWS_STRIDE)
		return false;
	for (size_t y = 1; y < h && changes * REPEATED <= h; y++)
		changes += memcmp(image->pixels + y * w, image->pixels + (y - 1) * w, w) != 0;
	return changes * REPEATED <= h;
}

void ff_write_png_look(struct ff_write_png_rows *rows, const struct ff_image *image)
{
	rows->repeated = is_repeated(image);
	rows->smooth = is_smooth(image);
}

/* The number in the file's palette of a colour that is not in it yet. */
static void add_colour(struct ff_write_png_rows *rows, const struct ff_image *image,
		       uint8_t number[256], uint8_t colour)
{
	if (number[colour] != NEW)
		return;
	if (rows->colours < FEW) {
		number[colour] = (uint8_t)rows->colours;
		rows->palette[rows->colours] = image->palette[colour];
	}
	rows->colours++;
}

/* Two pixels a byte, the colours numbered as they come; false if there are too many. */
static bool lay_out_pairs(struct ff_write_png_rows *rows, const struct ff_image *image)
{
	size_t w = (size_t)image->w;
	const uint8_t *row = image->pixels;
	uint8_t number[256], *to = rows->bytes;

	memset(number, NEW, sizeof number);
	rows->depth = 4;
	rows->stride = (w + 1) / 2 + 1;
	for (int32_t y = 0; y < image->h; y++, row += w, to += rows->stride) {
		/* Where cells are drawn large, most rows are. */
		if (y > 0 && memcmp(row, row - w, w) == 0) {
			memcpy(to, to - rows->stride, rows->stride);
			continue;
		}
		to[0] = 0;
		for (size_t x = 0; x < w; x += 2) {
			uint8_t left = row[x], right = row[x + (x + 1 < w)];

			if (((number[left] | number[right]) & NEW) != 0) {
				add_colour(rows, image, number, left);
				add_colour(rows, image, number, right);
				if (rows->colours > FEW)
					return false;
			}
			to[1 + x / 2] = (uint8_t)(number[left] << 4 | number[right]);
		}
		if (w % 2 != 0)
			to[rows->stride - 1] &= 0xf0;
	}
	return true;
}

void ff_write_png_bytes(struct ff_write_png_rows *rows, const struct ff_image *image)
{
	size_t w = (size_t)image->w;
	const uint8_t *row = image->pixels;
	uint8_t *to = rows->bytes;

	rows->depth = 8;
	rows->stride = w + 1;
	rows->colours = image->colours;
	memcpy(rows->palette, image->palette, sizeof rows->palette);
	for (int32_t y = 0; y < image->h; y++, row += w) {
		*to++ = rows->smooth ? FF_WRITE_PNG_UP : 0;
		if (rows->smooth && y > 0)
			for (size_t x = 0; x < w; x++)
				to[x] = (uint8_t)(row[x] - (row - w)[x]);
		else
			memcpy(to, row, w);
		to += w;
	}
}

size_t ff_write_png_room(const struct ff_write_png_rows *rows)
{
	return libdeflate_zlib_compress_bound(NULL, rows->stride * (size_t)rows->h);
}

/* Where rows repeat, libdeflate would look for long for what is known. */
size_t ff_write_png_pack(const struct ff_write_png_rows *rows, uint8_t *to, size_t room)
{
	size_t h = (size_t)rows->h, n = 0;
	struct libdeflate_compressor *compressor;

	if (rows->repeated &&
	    ff_deflate_rows(rows->bytes, rows->stride, h, to, room, &n) != FF_E_LIMIT)
		return n;
	if ((compressor = libdeflate_alloc_compressor(rows->smooth ? 2 : 1)) == NULL)
		return 0;
	n = libdeflate_zlib_compress(compressor, rows->bytes, rows->stride * h, to, room);
	libdeflate_free_compressor(compressor);
	return n;
}

/* The file; NULL if memory ran out. */
static uint8_t *assemble(const struct ff_write_png_rows *rows,
			 const struct ff_write_png_text *texts, size_t count, size_t *size)
{
	size_t room = ff_write_png_room(rows), n;
	uint8_t *file, *to, *fitted;

	*size = FF_PNG_CHUNKS_START + (size_t)2 * FF_PNG_CHUNKS_FRAME;
	if (rows->colours > 0)
		*size += FF_PNG_CHUNKS_FRAME + 3 * (size_t)rows->colours;
	for (size_t i = 0; i < count; i++)
		*size += FF_PNG_CHUNKS_FRAME + strlen(texts[i].keyword) + 1 + strlen(texts[i].text);
	if ((file = malloc(*size + room)) == NULL)
		return NULL;
	to = ff_png_chunks_start(file, rows->w, rows->h, rows->depth, rows->colours);
	if (rows->colours > 0)
		to = ff_png_chunks_palette(to, rows->palette, rows->colours);
	for (size_t i = 0; i < count; i++)
		to = ff_png_chunks_text(to, texts[i].keyword, texts[i].text);
	if ((n = ff_write_png_pack(rows, to + FF_PNG_CHUNKS_HEAD, room)) == 0) {
		free(file);
		return NULL;
	}
	ff_png_chunks_frame(ff_png_chunks_frame(to, "IDAT", n), "IEND", 0);
	*size += n;
	fitted = realloc(file, *size);
	return fitted != NULL ? fitted : file;
}

enum ff_status ff_write_png_fits(int32_t w, int32_t h, struct ff_error *err)
{
	if ((int64_t)w * h <= FF_IMAGE_PIXELS)
		return FF_OK;
	return ff_status_fail(err, FF_E_LIMIT, "a picture of %dx%d is too large", w, h);
}

enum ff_status ff_write_png_rows(const struct ff_write_png_rows *rows,
				 const struct ff_write_png_text *texts, size_t count,
				 uint8_t **data, size_t *size, struct ff_error *err)
{
	size_t all;
	uint8_t *file = assemble(rows, texts, count, &all);

	if (file == NULL)
		return ff_status_nomem(err, "a picture");
	*data = file;
	*size = all;
	return FF_OK;
}

enum ff_status ff_write_png(const struct ff_image *image, const struct ff_write_png_text *texts,
			    size_t count, uint8_t **data, size_t *size, struct ff_error *err)
{
	struct ff_write_png_rows rows = {.w = image->w, .h = image->h};
	enum ff_status st;

	if ((st = ff_write_png_fits(image->w, image->h, err)) != FF_OK)
		return st;
	if ((rows.bytes = ff_memory_cells(image->h, 1, (size_t)image->w + 1)) == NULL)
		return ff_status_nomem(err, "a picture");
	ff_write_png_look(&rows, image);
	if (image->numbers || !lay_out_pairs(&rows, image))
		ff_write_png_bytes(&rows, image);
	st = ff_write_png_rows(&rows, texts, count, data, size, err);
	free(rows.bytes);
	return st;
}
