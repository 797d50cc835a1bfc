/*
 * PNG images: decoded through stb_image, with the samples that the file has; as maps, as files of
 * cells, and as pictures; and written through stb_image_write.
 */
#ifndef FF_IO_PNG_H
#define FF_IO_PNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/image.h"
#include "io/cells.h"
#include "io/input.h"
#include "io/texts.h"

/*
 * The chunks that PNG files are made of, written into memory.
 */

enum {
	FF_PNG_CHUNKS_HEAD = 8,   /* a chunk's length and type, before its data */
	FF_PNG_CHUNKS_FRAME = 12, /* and the checksum behind it */
	FF_PNG_CHUNKS_START = 8 + FF_PNG_CHUNKS_FRAME + 13, /* what ff_png_chunks_start() writes */
};

/* All of these return where what they wrote ends; there must be room. */

/* Makes a chunk of the 'n' bytes that stand at to + FF_PNG_CHUNKS_HEAD. */
uint8_t *ff_png_chunks_frame(uint8_t *to, const char *type, size_t n);

/* Writes the signature and the header; colours 0: grey. */
uint8_t *ff_png_chunks_start(uint8_t *to, int32_t w, int32_t h, int depth, int colours);

/* Takes 3 bytes a colour, ff_png_chunks_text() a byte more than both. */
uint8_t *ff_png_chunks_palette(uint8_t *to, const struct ff_colour *palette, int colours);
uint8_t *ff_png_chunks_text(uint8_t *to, const char *keyword, const char *text);

/*
 * PNG images as they are stored: of any kind, with the samples that the file has.
 */

/* The types of pixels, as the header has them. */
enum ff_png_type {
	FF_PNG_GREY = 0,
	FF_PNG_RGB = 2,
	FF_PNG_INDEXED = 3,
	FF_PNG_GREY_ALPHA = 4,
	FF_PNG_RGB_ALPHA = 6,
};

struct ff_png {
	int32_t w, h; /* each >= 1 */
	int depth;    /* bits a sample: 1, 2, 4, 8 or 16 */
	int samples;  /* a pixel: 1..4 */
	enum ff_png_type type;
	bool interlaced;
	/* receives the text of tEXt chunks, if the caller sets this after the header */
	struct ff_texts *texts;
	/* set with the pixels: */
	uint8_t palette[256][3];
	int colours;        /* entries of 'palette'; 0 without one */
	uint8_t alpha[256]; /* of each palette entry */
	bool keyed;         /* the grey or RGB pixel 'key' is transparent */
	uint16_t key[3];
	/* [h][w][samples]  of 16 bits uint16_t, else uint8_t: palette indices, or shares of
	 * 255 whatever the depth */
	void *pixels;
};

/*
 * Reads the header and sets what it tells; the rest of '*png' is cleared.  Returns FF_OK;
 * FF_E_INPUT if this is not the beginning of a PNG; FF_E_NOMEM.
 */
enum ff_status ff_png_header(struct ff_input *in, struct ff_png *png, struct ff_error *err);

/*
 * Returns how many bytes ff_png_pixels() holds at most, the file and the pixels among them;
 * UINT64_MAX if that cannot be counted.
 */
uint64_t ff_png_memory(const struct ff_input *in, const struct ff_png *png);

/*
 * Reads the rest, up to the chunk IEND; what comes behind that is not looked at.
 *
 *   in   has been through ff_png_header(); of its data, no more is kept
 *        than such an image can need, and what is kept is overwritten
 *   png  as set there; png->pixels the caller passes to free()
 *
 * Returns FF_OK; FF_E_INPUT if anything that pixels depend on is not as the PNG specification wants
 * it (second edition, sections 5, 10 and 11); a palette may be longer than it need be, and other
 * chunks need only be whole; FF_E_LIMIT if chunks go on without end, or the decoder cannot count
 * that many bits; FF_E_NOMEM.  On failure png->pixels is NULL.
 */
enum ff_status ff_png_pixels(struct ff_input *in, struct ff_png *png, struct ff_error *err);

/* Returns sample s (0..samples-1) of pixel i, counted row by row. */
static inline uint32_t ff_png_sample(const struct ff_png *png, size_t i, int s)
{
	size_t at = i * (size_t)png->samples + (size_t)s;

	return png->depth == 16 ? ((const uint16_t *)png->pixels)[at]
				: ((const uint8_t *)png->pixels)[at];
}

/* As struct ff_format has them. */
bool ff_png_matches(const struct ff_input *in);
enum ff_status ff_png_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
			   struct ff_error *err);
enum ff_status ff_png_read_map(struct ff_input *in, struct ff_cost *map, struct ff_error *err);
enum ff_status ff_png_read_colours(struct ff_input *in, const struct ff_grounds *grounds,
				   const char *legend, struct ff_cost *map, struct ff_error *err);
enum ff_status ff_png_read_layer(struct ff_input *in, struct ff_cells_file *file,
				 struct ff_error *err);
enum ff_status ff_png_read_texts(struct ff_input *in, struct ff_texts *texts, struct ff_error *err);

/*
 * Pictures as palette PNGs, in memory.
 */

/*
 * Makes a whole PNG file of a picture: of 4 bits a pixel where no more than 16 colours are used,
 * and then with a palette of only those, unless the image's pixels are numbers.
 *
 *   texts  [count]  written in this order, as tEXt chunks before the data
 *   data   set; [*size]  the caller owns it and passes it to free()
 *
 * Equal input gives equal bytes with the same libdeflate.  Pictures may be written side by side.
 * Returns FF_OK; FF_E_LIMIT if the picture is larger than FF_IMAGE_PIXELS; FF_E_NOMEM.  On failure
 * nothing is set.
 */
enum ff_status ff_png_write(const struct ff_image *image, const struct ff_texts_line *texts,
			    size_t count, uint8_t **data, size_t *size, struct ff_error *err);

/* The samples of an image as they are in a file, and what its header says of them. */
struct ff_png_samples {
	int32_t w, h;                  /* in pixels */
	bool smooth;                   /* neighbours are mostly alike */
	int depth;                     /* bits a pixel: 4 or 8, or 16 for grey */
	int colours;                   /* 0: grey */
	struct ff_colour palette[256]; /* [colours] */
	const uint8_t *bytes; /* [h * (bytes of a row)]; of 16 bits the high one is first */
};

/* Returns what ff_png_write() does once it has such samples. ff_png_fits() tells whether
 * there may be that many: FF_OK or FF_E_LIMIT. */
enum ff_status ff_png_write_samples(const struct ff_png_samples *samples,
				    const struct ff_texts_line *texts, size_t count, uint8_t **data,
				    size_t *size, struct ff_error *err);
enum ff_status ff_png_fits(int32_t w, int32_t h, int depth, struct ff_error *err);

/*
 * Makes only the chunk IDAT of samples of 8 bits or more, for a file of several pictures.
 *
 *   file   set; the caller passes it to free()
 *   chunk  set; within it
 *   n      set; bytes of the chunk's data
 *
 * Returns FF_OK or FF_E_NOMEM, and then nothing is set.
 */
enum ff_status ff_png_write_data(const struct ff_png_samples *samples, uint8_t **file,
				 const uint8_t **chunk, size_t *n);

/* Returns true if neighbours in an image are mostly alike. */
bool ff_png_smooth(const struct ff_image *image);

/*
 * Grey images of 16 bits, or of 8, in memory.
 */

/* Makes a PNG file of samples (ff_cells_samples()); else as ff_png_write(). */
enum ff_status ff_png_write16(const struct ff_cells_data *what, uint8_t **data, size_t *size,
			      struct ff_error *err);

/* Makes a file of 8 bits of a raster of type FF_RASTER_U8, as it is. */
enum ff_status ff_png_write8(const struct ff_cells_data *what, uint8_t **data, size_t *size,
			     struct ff_error *err);

#endif
