/*
 * The colours of groups of walkers: the same in paths, animations and histograms, and of their
 * goals.
 *
 * Names: ff_groups.
 */
#ifndef FF_DRAW_GROUPS_H
#define FF_DRAW_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/map/image.h"
#include "core/map/walkers.h"
#include "draw/layout.h"

enum { FF_GROUPS_NONE = 255 }; /* no hue */

/* Groups with walkers; of more than FF_PALETTE_GROUPS, all beyond the seventh share a hue. */
struct ff_groups {
	const struct ff_walkers *walkers; /* borrowed */
	uint8_t *hues;  /* owned; [walkers->group_count]  index of ff_palette_groups; or
			   FF_GROUPS_NONE: it has no walkers */
	uint32_t count; /* of groups with walkers */
};

/* Chooses the hues; false if memory ran out, and nothing is set. */
bool ff_groups_open(struct ff_groups *groups, const struct ff_walkers *walkers);
void ff_groups_close(struct ff_groups *groups);

/* Returns true if groups have colours: there are several; 'groups' may be NULL. */
static inline bool ff_groups_coloured(const struct ff_groups *groups)
{
	return groups != NULL && groups->count > 1;
}

/* Returns the colour of the group of a walker. */
struct ff_colour ff_groups_colour(const struct ff_groups *groups, size_t walker);

/* Returns the name of the only group that has a hue; NULL: there are several. */
const char *ff_groups_name(const struct ff_groups *groups, uint8_t hue);

/* Lists the hues with the names of their groups. */
void ff_groups_list(const struct ff_groups *groups, struct ff_legend *legend,
		    enum ff_legend_sign sign);

#endif
