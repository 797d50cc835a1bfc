#include "core/map/paths.h"

#include <stdlib.h>

void ff_paths_free(struct ff_paths *paths)
{
	for (size_t i = 0; i < paths->count; i++)
		free(paths->items[i].points);
	free(paths->items);
	*paths = (struct ff_paths){0};
}
