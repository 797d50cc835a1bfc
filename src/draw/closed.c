#include "draw/closed.h"

uint64_t ff_closed_count(const struct ff_scene *scene)
{
	size_t cells = (size_t)scene->map->w * (size_t)scene->map->h;
	uint64_t count = 0;

	if (scene->cost == scene->map)
		return 0;
	for (size_t i = 0; i < cells; i++)
		count += ff_scene_closed(scene, i);
	return count;
}
