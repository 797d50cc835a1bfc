/*
 * PNG images: decoded by stb_image, as maps and as layers, and encoded by stb_image_write, as
 * layers and as pictures.
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

enum {
	FF_PNG_CHUNKS_HEAD = 8,   /* bytes of a chunk's length and type, before its data */
	FF_PNG_CHUNKS_FRAME = 12, /* bytes of these and of the checksum after the data */
	FF_PNG_CHUNKS_START =
		8 + FF_PNG_CHUNKS_FRAME + 13, /* bytes that ff_png_chunks_start() writes */
};

/* The types of pixels, as in the header. */
enum ff_png_type {
	FF_PNG_GREY = 0,
	FF_PNG_RGB = 2,
	FF_PNG_INDEXED = 3,
	FF_PNG_GREY_ALPHA = 4,
	FF_PNG_RGB_ALPHA = 6,
};

/* Chunks in memory.  All return the end of what they wrote; there must be room. */

/* Makes a chunk of the n bytes at to + FF_PNG_CHUNKS_HEAD. */
uint8_t *ff_png_chunks_frame(uint8_t *to, const char *type, size_t n);

/* Writes the signature and the header. */
uint8_t *ff_png_chunks_start(uint8_t *to, int32_t w, int32_t h, int depth, enum ff_png_type type);

/* Take a frame and 3 bytes per colour, or both texts and a byte. */
uint8_t *ff_png_chunks_palette(uint8_t *to, const struct ff_colour *palette, int colours);
uint8_t *ff_png_chunks_text(uint8_t *to, const char *keyword, const char *text);

/* An image of any type, with the samples that the file has. */
struct ff_png {
	int32_t w, h; /* each >= 1 */
	int depth;    /* bits per sample: 1, 2, 4, 8 or 16 */
	int samples;  /* per pixel: 1..4 */
	enum ff_png_type type;
	bool interlaced;
	/* gets the texts of tEXt chunks, and the cells that a picture shows, if the caller sets
	 * this after ff_png_header() */
	struct ff_cells_file *about;
	/* set by ff_png_pixels(): */
	uint8_t palette[256][3];
	int colours;        /* entries of the palette; 0: none */
	uint8_t alpha[256]; /* opacity of each entry */
	bool keyed;         /* pixels equal to 'key', grey or RGB, are transparent */
	uint16_t key[3];
	/* [h][w][samples]  uint16_t for 16 bits, else uint8_t: palette indices, or samples scaled
	 * to 0..255 */
	void *pixels;
};

/*
 * Reads the header into '*png', and clears the rest of it.  Returns FF_OK; FF_E_INPUT if the input
 * is no PNG; FF_E_NOMEM.
 */
enum ff_status ff_png_header(struct ff_input *in, struct ff_png *png, struct ff_error *err);

/*
 * Reads the rest, up to the chunk IEND; bytes after it are ignored.
 *
 *   in   has been through ff_png_header(); of its data, no more is kept
 *        than such an image can need, and it is overwritten
 *   png  as set there; the caller passes png->pixels to free()
 *
 * Returns FF_OK; FF_E_INPUT if anything that pixels depend on violates the PNG specification
 * (second edition, sections 5, 10 and 11), except that a palette may be too long, or a chunk is
 * damaged; FF_E_LIMIT if chunks never end, or the image has more bits than the decoder can count;
 * FF_E_NOMEM. On failure png->pixels is NULL.
 */
enum ff_status ff_png_pixels(struct ff_input *in, struct ff_png *png, struct ff_error *err);

/* Returns sample s of pixel i, counted row by row. */
static inline uint32_t ff_png_sample(const struct ff_png *png, size_t i, int s)
{
	size_t at = i * (size_t)png->samples + (size_t)s;

	return png->depth == 16 ? ((const uint16_t *)png->pixels)[at]
				: ((const uint8_t *)png->pixels)[at];
}

/* As struct ff_format has them.  Layers of opaque greys are numbers, all others pictures. */
bool ff_png_matches(const struct ff_input *in);
enum ff_status ff_png_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
			   struct ff_error *err);
enum ff_status ff_png_read_map(struct ff_input *in, struct ff_cost *map, struct ff_error *err);
enum ff_status ff_png_read_colours(struct ff_input *in, const struct ff_grounds *grounds,
				   const char *legend, struct ff_cost *map, struct ff_error *err);
enum ff_status ff_png_read_layer(struct ff_input *in, struct ff_cells_file *file,
				 struct ff_error *err);
enum ff_status ff_png_read_texts(struct ff_input *in, struct ff_texts *texts, struct ff_error *err);

/* Texts and cells that a picture carries besides its pixels. */
struct ff_png_about {
	const struct ff_image_text *texts; /* [count] */
	size_t count;
	const uint8_t *cells; /* [cells_size]  ff_cells_pack(); NULL: none */
	size_t cells_size;
};

/*
 * Makes a PNG file of a picture.  With at most 16 colours the file has 4 bits per pixel and a
 * palette, with at most 256 it has 8 bits and a palette, else it has 3 bytes per pixel.  Colours
 * of pixels are numbered in order of appearance, row by row.
 *
 *   bitmap its numbers, if it has any, are overwritten
 *   about  become tEXt chunks before the data, in this order, and a chunk after them
 *   data   set; [*size]  the caller passes it to free()
 *
 * Equal input gives equal bytes with the same libdeflate.  Threads may write pictures at once.
 * Returns FF_OK; FF_E_LIMIT if the picture is larger than FF_IMAGE_PIXELS, or has more bytes than
 * the encoder can count; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_png_write(const struct ff_bitmap *bitmap, const struct ff_png_about *about,
			    uint8_t **data, size_t *size, struct ff_error *err);

/* The same without chunks; struct ff_svg_about. */
enum ff_status ff_png_encode(const struct ff_bitmap *bitmap, uint8_t **data, size_t *size,
			     struct ff_error *err);

/* Returns FF_OK if an image of such samples can be written, else FF_E_LIMIT. */
enum ff_status ff_png_fits(int32_t w, int32_t h, enum ff_png_type type, int depth,
			   struct ff_error *err);

/*
 * Makes the chunk IDAT of a picture, for a file of several.
 *
 *   pixels  [h][w] indices of a palette, or [h][w][4] red, green, blue and opacity; ff_png_fits()
 *   type    FF_PNG_INDEXED or FF_PNG_RGB_ALPHA
 *   smooth  rows differ little from those above
 *   file    set; the caller passes it to free()
 *   chunk   set; the chunk within it
 *   n       set; bytes of the chunk's data
 *
 * Returns FF_OK, or FF_E_NOMEM with nothing set.
 */
enum ff_status ff_png_write_data(const uint8_t *pixels, int32_t w, int32_t h, enum ff_png_type type,
				 bool smooth, uint8_t **file, const uint8_t **chunk, size_t *n);

/* Makes a grey PNG file of 16 bits from samples (ff_cells_samples()); else as ff_png_write(). */
enum ff_status ff_png_write16(const struct ff_cells_data *what, uint8_t **data, size_t *size,
			      struct ff_error *err);

/*
 * Makes a flow map of a raster of vectors, an RGB PNG file of 8 bits: red and green are 128 + 127
 * times dx and dy, rounded, blue is the cell's class.
 */
enum ff_status ff_png_write_flow(const struct ff_cells_data *what, uint8_t **data, size_t *size,
				 struct ff_error *err);

/* Makes one of 8 bits from the cells of a raster of type FF_RASTER_U8; of other types one of 16. */
enum ff_status ff_png_write8(const struct ff_cells_data *what, uint8_t **data, size_t *size,
			     struct ff_error *err);

#endif
