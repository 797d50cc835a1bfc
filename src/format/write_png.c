/*
 * stb_image_write makes a grey PNG; grey and indexed pixels are the same bytes,
 * so that declaring the image indexed and adding the palette is all it takes.
 * Rows are not filtered: pictures of flat areas and repeated cells are
 * compressed better, and faster, as they are.
 */
#include "format/write_png.h"

#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>
#include <stb_image_write.h>

#include "base/bytes.h"

enum {
	HEADER_END = 33, /* signature and IHDR */
	FRAME = 12,      /* a chunk's length, type and checksum */
	TYPE_AT = 25,    /* the colour type, in IHDR */
	INDEXED = 3,
	LEVEL = 3, /* of 1..12: larger ones take up to four times as long for a tenth less */
};

/* Frames the 'n' bytes that already stand at to + 8; returns the end of the chunk. */
static uint8_t *frame(uint8_t *to, const char *type, size_t n)
{
	ff_bytes_put32(to, (uint32_t)n);
	memcpy(to + 4, type, 4);
	return ff_bytes_put32(to + 8 + n, libdeflate_crc32(0, to + 4, n + 4));
}

static uint8_t *put_palette(uint8_t *to, const struct ff_image *image)
{
	for (int i = 0; i < image->colours; i++) {
		to[8 + 3 * i] = image->palette[i].r;
		to[8 + 3 * i + 1] = image->palette[i].g;
		to[8 + 3 * i + 2] = image->palette[i].b;
	}
	return frame(to, "PLTE", 3 * (size_t)image->colours);
}

static uint8_t *put_text(uint8_t *to, const struct ff_write_png_text *text)
{
	size_t keyword = strlen(text->keyword) + 1, n = strlen(text->text);

	memcpy(to + 8, text->keyword, keyword);
	memcpy(to + 8 + keyword, text->text, n);
	return frame(to, "tEXt", keyword + n);
}

/* What the encoder's callback needs and makes. */
struct assembly {
	const struct ff_image *image;
	const struct ff_write_png_text *texts;
	size_t count;
	uint8_t *file; /* NULL: memory ran out */
	size_t size;
};

/* Called once, with the whole grey PNG. */
static void assemble(void *context, void *data, int n)
{
	struct assembly *all = context;
	const uint8_t *grey = data;
	uint8_t *to;

	all->size = (size_t)n + FRAME + 3 * (size_t)all->image->colours;
	for (size_t i = 0; i < all->count; i++)
		all->size += FRAME + strlen(all->texts[i].keyword) + 1 + strlen(all->texts[i].text);
	if ((all->file = malloc(all->size)) == NULL)
		return;
	memcpy(all->file, grey, HEADER_END);
	all->file[TYPE_AT] = INDEXED;
	ff_bytes_put32(all->file + HEADER_END - 4, libdeflate_crc32(0, all->file + 12, 17));
	to = put_palette(all->file + HEADER_END, all->image);
	for (size_t i = 0; i < all->count; i++)
		to = put_text(to, &all->texts[i]);
	memcpy(to, grey + HEADER_END, (size_t)n - HEADER_END);
}

enum ff_status ff_write_png(const struct ff_image *image, const struct ff_write_png_text *texts,
			    size_t count, uint8_t **data, size_t *size, struct ff_error *err)
{
	struct assembly all = {.image = image, .texts = texts, .count = count};

	if ((int64_t)image->w * image->h > FF_IMAGE_PIXELS)
		return ff_status_fail(err, FF_E_LIMIT, "a picture of %dx%d is too large", image->w,
				      image->h);
	stbi_write_force_png_filter = 0;
	stbi_write_png_compression_level = LEVEL;
	if (!stbi_write_png_to_func(assemble, &all, image->w, image->h, 1, image->pixels, 0) ||
	    all.file == NULL)
		return ff_status_nomem(err, "a picture");
	*data = all.file;
	*size = all.size;
	return FF_OK;
}
