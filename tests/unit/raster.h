/*
 * Bytes in memory as a file of cells.
 */
#ifndef RASTER_H
#define RASTER_H

#include "feed.h"
#include "io/formats.h"
#include "marked.h"
#include "tap.h"

/* A file whose bytes may be anything: TEXT("P5 ...") counts them. */
#define TEXT(literal) literal, sizeof(literal) - 1

/* raster_read() reads the file "a" of no more than 'limit' cells; free '*read' if FF_OK. */
static inline enum ff_status raster_read(const void *bytes, size_t n, int64_t limit,
					 struct ff_cells_file *read, struct ff_error *err)
{
	struct ff_input in = feed_open("a", bytes, n);
	const struct ff_format *format;
	struct ff_cells_size size;
	enum ff_status st;

	err->text[0] = '\0';
	mark(read, sizeof *read);
	st = ff_formats_size(&in, FF_FORMATS_LAYER, limit, &format, &size, err);
	if (st == FF_OK)
		st = ff_formats_read(&in, format, &size, read, err);
	ff_input_close(&in);
	return st;
}

/* raster_refused() checks that the file is refused, and how. */
static inline void raster_refused(const char *bytes, size_t n, const char *message)
{
	struct ff_cells_file read;
	struct ff_error err;
	enum ff_status st = raster_read(bytes, n, 1000, &read, &err);

	CHECK(st == FF_E_INPUT && strcmp(err.text, message) == 0,
	      "%.60s: status %d, \"%s\", not \"%s\"", bytes, (int)st, err.text, message);
	if (CHECK(st == FF_OK || is_marked(&read, sizeof read), "something was set") && st == FF_OK)
		ff_cells_free(&read);
}

/* raster_right() is what a file says that is one of 'format' with w x h cells. */
static inline struct ff_cells_file raster_right(const char *bytes, size_t n, const char *format,
						int32_t w, int32_t h)
{
	struct ff_cells_file read;
	struct ff_error err;
	enum ff_status st = raster_read(bytes, n, 1000, &read, &err);

	if (!CHECK(st == FF_OK, "%.60s: status %d, \"%s\"", bytes, (int)st, err.text))
		return (struct ff_cells_file){0};
	CHECK(strcmp(read.format, format) == 0 && read.w == w && read.h == h,
	      "%.60s: %s, %dx%d, not %s, %dx%d", bytes, read.format, read.w, read.h, format, w, h);
	CHECK(read.kind == FF_CELLS_PICTURE || (read.raster.w == w && read.raster.h == h),
	      "%.60s: the raster has another size", bytes);
	return read;
}

/* raster_holds() checks the values of a raster, and frees it. */
static inline void raster_holds(struct ff_cells_file *read, size_t count, const double *values)
{
	size_t all = read->raster.cells == NULL
			     ? 0
			     : (size_t)read->w * (size_t)read->h * (size_t)read->raster.channels;

	CHECK(all == count, "%zu numbers, not %zu", all, count);
	for (size_t n = 0; n < all && n < count; n++)
		CHECK(ff_raster_value(&read->raster, n) == values[n],
		      "number %zu is %.17g, not %.17g", n, ff_raster_value(&read->raster, n),
		      values[n]);
	ff_cells_free(read);
}

/* raster_cut() checks that a file without its last byte, or any more, is an error, or at least
 * no crash if 'may' it be right. */
static inline void raster_cut(const char *bytes, size_t n, bool may)
{
	for (size_t cut = 0; cut < n; cut++) {
		struct ff_cells_file read;
		struct ff_error err;
		enum ff_status st = raster_read(bytes, cut, 1000, &read, &err);

		CHECK(st == FF_E_INPUT || (may && st == FF_OK), "%zu bytes: status %d, \"%s\"", cut,
		      (int)st, err.text);
		if (st == FF_OK)
			ff_cells_free(&read);
		else
			CHECK(strncmp(err.text, "a:", 2) == 0, "%zu bytes: \"%s\"", cut, err.text);
	}
}

#endif
