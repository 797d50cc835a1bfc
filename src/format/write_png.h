/*
 * Pictures as palette PNGs, in memory.
 */
#ifndef FF_FORMAT_WRITE_PNG_H
#define FF_FORMAT_WRITE_PNG_H

#include <stddef.h>

#include "base/status.h"
#include "grid/image.h"

/* A line of text in the file: a keyword of 1..79 bytes and its text, both Latin-1. */
struct ff_write_png_text {
	const char *keyword, *text;
};

/*
 * ff_write_png() makes a whole PNG file of a picture: of 4 bits a pixel where no
 * more than 16 colours are used, and then with a palette of only those, unless the
 * image's pixels are numbers.
 *
 *   texts  [count]  written in this order, as tEXt chunks before the data
 *   data   set; [*size]  the caller owns it and passes it to free()
 *
 * Equal input gives equal bytes with the same libdeflate.  No globals: pictures may
 * be written side by side.
 * Returns FF_OK; FF_E_LIMIT if the picture is larger than FF_IMAGE_PIXELS;
 * FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_write_png(const struct ff_image *image, const struct ff_write_png_text *texts,
			    size_t count, uint8_t **data, size_t *size, struct ff_error *err);

enum { FF_WRITE_PNG_UP = 2 }; /* the filter by which each byte is less the one above */

/* An image as it is in a file, but for packing. */
struct ff_write_png_rows {
	int32_t w, h;
	bool smooth;                   /* a little more work makes it far smaller */
	bool repeated;                 /* most rows are the one above, and a short one */
	int depth;                     /* bits a pixel: 4 or 8, or 16 for grey */
	int colours;                   /* 0: grey */
	struct ff_colour palette[256]; /* [colours] */
	size_t stride;                 /* bytes of a row, with the filter byte */
	uint8_t *bytes;                /* [h*stride] */
};

/* ff_write_png_rows() is what ff_write_png() does once it has such rows: FF_OK or FF_E_NOMEM.
 * ff_write_png_fits() tells whether that may be so many pixels: FF_OK or FF_E_LIMIT. */
enum ff_status ff_write_png_rows(const struct ff_write_png_rows *rows,
				 const struct ff_write_png_text *texts, size_t count,
				 uint8_t **data, size_t *size, struct ff_error *err);
enum ff_status ff_write_png_fits(int32_t w, int32_t h, struct ff_error *err);

/*
 * Its parts, for who makes files of more than one picture.  ff_write_png_look() sets how the rows
 * of an image are packed best, ff_write_png_bytes() then all of them but w and h: the
 * image's pixels as they are, into 'bytes', which has room for h*(w+1).  ff_write_png_pack()
 * packs them into to[room], which need not be more than ff_write_png_room() bytes, and
 * returns how many that took; 0 if memory ran out.
 */
void ff_write_png_look(struct ff_write_png_rows *rows, const struct ff_image *image);
void ff_write_png_bytes(struct ff_write_png_rows *rows, const struct ff_image *image);
size_t ff_write_png_room(const struct ff_write_png_rows *rows);
size_t ff_write_png_pack(const struct ff_write_png_rows *rows, uint8_t *to, size_t room);

#endif
