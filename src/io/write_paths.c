#include "io/write_paths.h"

#include <math.h>

#include "core/base/number.h"
#include "io/buffer.h"

enum { LINE = 256 }; /* longer than any */

/* A number and a comma. */
static char *put(char *to, double value)
{
	to += ff_number_fixed(to, value);
	*to++ = ',';
	return to;
}

/* A coordinate and a comma: below the next cell, which may be a wall, in print, too. */
static char *put_place(char *to, double along, int32_t cell)
{
	return put(to, fmin(along, cell + 0.499999));
}

static char *put_point(char *to, const struct ff_path *path, size_t step,
		       const struct ff_classes *classes)
{
	const struct ff_path_point *point = &path->points[step];
	int32_t x = (int32_t)floor(point->x + 0.5), y = (int32_t)floor(point->y + 0.5);
	size_t cell = (size_t)y * (size_t)classes->w + (size_t)x;

	to = ff_buffer_number(ff_buffer_number(to, path->id), step);
	to = put_place(put_place(to, point->x, x), point->y, y);
	if (path->reached)
		to = put(put(put(to, point->length), point->cost), point->time);
	else
		to = ff_buffer_text(to, ",,,");
	to = ff_buffer_text(to, ff_classes_names[classes->cells[cell]]);
	*to++ = '\n';
	return to;
}

enum ff_status ff_write_paths(struct ff_output *out, const struct ff_paths *paths,
			      const struct ff_walkers *walkers, const struct ff_guide *guides,
			      struct ff_error *err)
{
	struct ff_buffer buffer = {.out = out, .err = err};
	char *to = ff_buffer_text(buffer.bytes, "id,step,x,y,length,cost,time,class\n");

	buffer.used = (size_t)(to - buffer.bytes);
	for (size_t i = 0; i < paths->count; i++) {
		const struct ff_path *path = &paths->items[i];
		const struct ff_classes *classes = guides[walkers->items[i].guide].classes;

		for (size_t step = 0; step < path->count; step++) {
			if ((to = ff_buffer_room(&buffer, LINE)) == NULL)
				return buffer.st;
			to = put_point(to, path, step, classes);
			buffer.used = (size_t)(to - buffer.bytes);
		}
	}
	return ff_buffer_flush(&buffer);
}
