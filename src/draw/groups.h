/*
 * Groups of walkers in pictures: a colour for each, and its name.
 */
#ifndef FF_DRAW_GROUPS_H
#define FF_DRAW_GROUPS_H

#include <stdbool.h>

#include "core/map/image.h"
#include "core/map/walkers.h"
#include "draw/legend.h"

enum { FF_GROUPS_HUES = 8 }; /* where there are more groups, all beyond the seventh share one */

/* Those that have walkers.  Points into itself: not to be copied. */
struct ff_groups {
	uint8_t *hues;  /* owned; [walkers->group_count]  each group's: 0..FF_GROUPS_HUES-1 */
	uint32_t count; /* how many groups have walkers */
	struct ff_legend_swatch swatches[FF_GROUPS_HUES]; /* [listed]  what a legend says of them */
	size_t listed;
	char names[FF_GROUPS_HUES][FF_WALKERS_NAME + 16];
};

/* ff_groups_open() finds them; hue k is colour first + k.  False if memory ran out.
 * ff_groups_close() frees in either case. */
bool ff_groups_open(struct ff_groups *groups, const struct ff_walkers *walkers, int first);
void ff_groups_close(struct ff_groups *groups);

/* ff_groups_fill() sets a palette's colours first..first+FF_GROUPS_HUES-1. */
void ff_groups_fill(struct ff_image *image, int first);

#endif
