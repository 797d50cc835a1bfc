#include "draw/groups.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OTHERS = FF_GROUPS_HUES - 1 };

/* To be seen on white and on grey, and told apart by eyes without red or green cones, too, as far
 * as so many can be; the last one is grey. */
static const struct ff_colour hues[FF_GROUPS_HUES] = {
	{0, 104, 190}, {226, 96, 0},   {0, 150, 90},  {140, 50, 170},
	{214, 150, 0}, {60, 170, 226}, {130, 74, 30}, {110, 114, 122},
};

static void name_group(struct ff_groups *groups, uint32_t hue, int first, const char *name)
{
	char *to = groups->names[hue];

	/* There are letters for ASCII only. */
	snprintf(to, sizeof *groups->names, "%s", name[0] == '\0' ? "no group" : name);
	for (char *c = to; *c != '\0'; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	groups->swatches[groups->listed++] =
		(struct ff_legend_swatch){(uint8_t)(first + (int)hue), to};
}

bool ff_groups_open(struct ff_groups *groups, const struct ff_walkers *walkers, int first)
{
	uint32_t named, next = 0;

	groups->count = 0;
	groups->listed = 0;
	if ((groups->hues = calloc((size_t)walkers->group_count + 1, 1)) == NULL)
		return false;
	for (size_t i = 0; i < walkers->count; i++)
		groups->hues[walkers->items[i].group] = 1;
	for (uint32_t g = 0; g < walkers->group_count; g++)
		groups->count += groups->hues[g];
	named = groups->count > FF_GROUPS_HUES ? OTHERS : groups->count;
	for (uint32_t g = 0; g < walkers->group_count; g++) {
		if (groups->hues[g] == 0)
			continue;
		groups->hues[g] = (uint8_t)(next < named ? next : OTHERS);
		if (next < named)
			name_group(groups, next, first, walkers->groups[g]);
		next++;
	}
	if (next == named)
		return true;
	snprintf(groups->names[OTHERS], sizeof *groups->names, "%" PRIu32 " more groups",
		 next - named);
	groups->swatches[groups->listed++] =
		(struct ff_legend_swatch){(uint8_t)(first + OTHERS), groups->names[OTHERS]};
	return true;
}

void ff_groups_close(struct ff_groups *groups)
{
	free(groups->hues);
	groups->hues = NULL;
}

void ff_groups_fill(struct ff_image *image, int first)
{
	memcpy(image->palette + first, hues, sizeof hues);
}
