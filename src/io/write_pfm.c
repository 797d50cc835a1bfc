/*
 * After P. Debevec's Portable Float Map: rows from the bottom up, a negative scale for
 * little-endian.
 */
#include "io/write_pfm.h"

#include <inttypes.h>
#include <stdio.h>

#include "io/buffer.h"
#include "io/bytes.h"

enum {
	CHUNK = 2048,      /* cells */
	ROOM = CHUNK * 12, /* bytes of the largest of them */
};

_Static_assert((int)ROOM <= (int)FF_BUFFER_SIZE, "a chunk fits");

static enum ff_status write_row(struct ff_buffer *buffer, const struct ff_raster *raster, int32_t y)
{
	size_t channels = (size_t)raster->channels, w = (size_t)raster->w;
	double units[CHUNK * 2];

	for (size_t x = 0; x < w; x += CHUNK) {
		size_t n = (w - x < CHUNK ? w - x : CHUNK) * channels;
		char *room = ff_buffer_room(buffer, ROOM);
		uint8_t *to = (uint8_t *)room;

		if (room == NULL)
			break;
		ff_raster_units(raster, ((size_t)y * w + x) * channels, n, units);
		for (size_t i = 0; i < n; i++) {
			to = ff_bytes_put_float(to, (float)(units[i] / raster->unit));
			if (i % 2 == 1 && channels == 2)
				to = ff_bytes_put_float(to, 0);
		}
		buffer->used += (size_t)((char *)to - room);
	}
	return buffer->st;
}

enum ff_status ff_write_pfm(struct ff_output *out, const struct ff_write_raster *what,
			    struct ff_error *err)
{
	const struct ff_raster *raster = &what->raster;
	struct ff_buffer buffer = {.out = out, .err = err};

	buffer.used = (size_t)snprintf(buffer.bytes, FF_BUFFER_SIZE,
				       "%s\n%" PRId32 " %" PRId32 "\n-1.0\n",
				       raster->channels == 2 ? "PF" : "Pf", raster->w, raster->h);
	for (int32_t y = raster->h; y-- > 0;)
		if (write_row(&buffer, raster, y) != FF_OK)
			break;
	return ff_buffer_flush(&buffer);
}
