#include "io/write_grid.h"

#include <string.h>

#include "core/base/number.h"

enum {
	CHUNK = 1024,      /* numbers */
	ROOM = CHUNK * 33, /* bytes of the longest of them, and of what separates them */
};

_Static_assert((int)ROOM <= (int)FF_BUFFER_SIZE, "a chunk fits");

static char *put(char *to, const struct ff_raster *raster, double units, const char *none)
{
	size_t n;

	if (units == (double)INFINITY) {
		n = strlen(none);
		memcpy(to, none, n);
	} else if (!ff_raster_whole(raster)) {
		n = ff_number_fixed(to, units / raster->unit);
	} else if (raster->unit == 1 && units >= 0) {
		n = ff_number_print(to, (uint64_t)units);
	} else {
		n = ff_number_ratio(to, (int64_t)units, (uint32_t)raster->unit);
	}
	return to + n;
}

enum ff_status ff_write_grid_rows(struct ff_buffer *buffer, const struct ff_raster *raster,
				  char separator, const char *none)
{
	size_t all = ff_raster_numbers(raster),
	       width = (size_t)raster->w * (size_t)raster->channels;
	size_t left = width; /* in the row */
	double units[CHUNK];

	for (size_t first = 0; first < all; first += CHUNK) {
		size_t n = all - first < CHUNK ? all - first : CHUNK;
		char *to = ff_buffer_room(buffer, ROOM);

		if (to == NULL)
			break;
		ff_raster_units(raster, first, n, units);
		for (size_t i = 0; i < n; i++) {
			to = put(to, raster, units[i], none);
			left--;
			*to = separator;
			if (left == 0) {
				*to = '\n';
				left = width;
			}
			to++;
		}
		buffer->used = (size_t)(to - buffer->bytes);
	}
	return ff_buffer_flush(buffer);
}

enum ff_status ff_write_grid(struct ff_output *out, const struct ff_write_raster *what,
			     struct ff_error *err)
{
	struct ff_buffer buffer = {.out = out, .err = err};

	return ff_write_grid_rows(&buffer, &what->raster, ',', what->none);
}
