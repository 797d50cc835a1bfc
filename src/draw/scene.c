#include "draw/scene.h"

#include <stdlib.h>
#include <string.h>

#include "draw/palette.h"

uint64_t ff_scene_count_closed(const struct ff_scene *scene)
{
	size_t cells = (size_t)scene->map->w * (size_t)scene->map->h;
	uint64_t count = 0;

	for (size_t i = 0; i < cells && scene->cost != scene->map; i++)
		count += ff_scene_closed(scene, i);
	return count;
}

/* ---- groups ---- */

enum { OTHERS = FF_PALETTE_GROUPS - 1 };

uint32_t ff_groups_named(const struct ff_groups *groups)
{
	return groups->count > FF_PALETTE_GROUPS ? OTHERS : groups->count;
}

bool ff_groups_open(struct ff_groups *groups, const struct ff_walkers *walkers)
{
	struct ff_groups g = {.walkers = walkers};
	uint32_t named, next = 0;

	if ((g.hues = malloc((size_t)walkers->group_count + 1)) == NULL)
		return false;
	memset(g.hues, FF_GROUPS_NONE, walkers->group_count);
	for (size_t i = 0; i < walkers->count; i++)
		g.hues[walkers->items[i].group] = OTHERS;
	for (uint32_t i = 0; i < walkers->group_count; i++)
		g.count += g.hues[i] != FF_GROUPS_NONE;
	named = ff_groups_named(&g);
	for (uint32_t i = 0; i < walkers->group_count && next < named; i++)
		if (g.hues[i] != FF_GROUPS_NONE)
			g.hues[i] = (uint8_t)next++;
	*groups = g;
	return true;
}

void ff_groups_close(struct ff_groups *groups)
{
	free(groups->hues);
	*groups = (struct ff_groups){0};
}

struct ff_colour ff_groups_colour(const struct ff_groups *groups, size_t walker)
{
	return ff_palette_groups[groups->hues[groups->walkers->items[walker].group]];
}

const char *ff_groups_name(const struct ff_groups *groups, uint8_t hue)
{
	const char *name = NULL;

	for (uint32_t i = 0; i < groups->walkers->group_count; i++) {
		if (groups->hues[i] == hue && name != NULL)
			return NULL;
		if (groups->hues[i] == hue)
			name = groups->walkers->groups[i];
	}
	return name;
}
