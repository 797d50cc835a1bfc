/*
 * PNG images as they are stored: of any kind, with the samples that the file has.
 */
#ifndef FF_IO_DECODE_PNG_H
#define FF_IO_DECODE_PNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/input.h"
#include "io/texts.h"

/* The types of pixels, as the header has them. */
enum ff_decode_png_type {
	FF_DECODE_PNG_GREY = 0,
	FF_DECODE_PNG_RGB = 2,
	FF_DECODE_PNG_INDEXED = 3,
	FF_DECODE_PNG_GREY_ALPHA = 4,
	FF_DECODE_PNG_RGB_ALPHA = 6,
};

struct ff_decode_png {
	int32_t w, h; /* each >= 1 */
	int depth;    /* bits a sample: 1, 2, 4, 8 or 16 */
	int samples;  /* a pixel: 1..4 */
	enum ff_decode_png_type type;
	bool interlaced;
	/* Where the text of tEXt chunks is put, if the caller sets this after the header. */
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
 * ff_decode_png_header() reads the header and sets what it tells; the rest of
 * '*png' is cleared.  Returns FF_OK; FF_E_INPUT if this is not the beginning of a
 * PNG; FF_E_NOMEM.
 */
enum ff_status ff_decode_png_header(struct ff_input *in, struct ff_decode_png *png,
				    struct ff_error *err);

/*
 * ff_decode_png_memory() is how many bytes ff_decode_png_pixels() holds at most,
 * the file and the pixels among them; UINT64_MAX if that cannot be counted.
 */
uint64_t ff_decode_png_memory(const struct ff_input *in, const struct ff_decode_png *png);

/*
 * ff_decode_png_pixels() reads the rest, up to the chunk IEND; what comes
 * behind that is not looked at.
 *
 *   in   has been through ff_decode_png_header(); of its data, no more is kept
 *        than such an image can need, and what is kept is overwritten
 *   png  as set there; png->pixels the caller passes to free()
 *
 * Returns FF_OK; FF_E_INPUT if anything that pixels depend on is not as the PNG
 * specification wants it (second edition, sections 5, 10 and 11); a palette may
 * be longer than it need be, and other chunks need only be whole;
 * FF_E_LIMIT if chunks go on without end, or the decoder cannot count that many
 * bits; FF_E_NOMEM.  On failure png->pixels is NULL.
 */
enum ff_status ff_decode_png_pixels(struct ff_input *in, struct ff_decode_png *png,
				    struct ff_error *err);

/* ff_decode_png_sample() is sample s (0..samples-1) of pixel i, counted row by row. */
static inline uint32_t ff_decode_png_sample(const struct ff_decode_png *png, size_t i, int s)
{
	size_t at = i * (size_t)png->samples + (size_t)s;

	return png->depth == 16 ? ((const uint16_t *)png->pixels)[at]
				: ((const uint8_t *)png->pixels)[at];
}

#endif
