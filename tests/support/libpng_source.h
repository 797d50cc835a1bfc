/*
 * libpng, reading from memory and without messages.
 */
#ifndef LIBPNG_SOURCE_H
#define LIBPNG_SOURCE_H

#include <libpng16/png.h> /* by its folder: tests have a "png.h", too */
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct libpng_source {
	const uint8_t *at;
	size_t left;
};

static inline void libpng_source_read(png_structp png, png_bytep to, size_t n)
{
	struct libpng_source *from = png_get_io_ptr(png);

	if (n > from->left)
		png_error(png, "it is truncated");
	memcpy(to, from->at, n);
	from->at += n;
	from->left -= n;
}

static inline void libpng_source_give_up(png_structp png, png_const_charp why)
{
	(void)why;
	png_longjmp(png, 1);
}

static inline void libpng_source_keep_quiet(png_structp png, png_const_charp why)
{
	(void)png, (void)why;
}

/* Returns a reader of '*from'; its errors go to setjmp(png_jmpbuf()). */
static inline png_structp libpng_source_begin(struct libpng_source *from)
{
	png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, libpng_source_give_up,
						 libpng_source_keep_quiet);

	if (png != NULL)
		png_set_read_fn(png, from, libpng_source_read);
	return png;
}

#endif
