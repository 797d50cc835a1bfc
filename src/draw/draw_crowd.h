/*
 * A crowd on its map: the pictures of an animation.
 */
#ifndef FF_DRAW_DRAW_CROWD_H
#define FF_DRAW_DRAW_CROWD_H

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/image.h"
#include "core/map/walkers.h"
#include "draw/scene.h"
#include "draw/style.h"

/* What a picture says besides where everybody is: how many have come to a goal, are still to come,
 * and never come. */
struct ff_draw_crowd_counts {
	size_t arrived, waiting, lost;
};

struct ff_draw_crowd;

/*
 * ff_draw_crowd_open() draws what stays as it is: terrain, walls, goals and the legend.
 *
 *   scene    map, goals and classes are drawn; borrowed by this call only
 *   walkers  borrowed until closed
 *
 * Walkers have the colour of their group; those of a single group one that tells how fast they
 * are, measured by their own speed.  The caller owns '*crowd' and passes it to
 * ff_draw_crowd_close(); NULL is allowed there.  Returns as ff_draw_heatmap().
 */
enum ff_status ff_draw_crowd_open(struct ff_draw_crowd **crowd, const struct ff_scene *scene,
				  const struct ff_walkers *walkers, const struct ff_style *style,
				  const struct ff_machine *machine, struct ff_error *err);
void ff_draw_crowd_close(struct ff_draw_crowd *crowd);

/*
 * ff_draw_crowd_frame() draws the next picture: discs as large as they are, but never too small to
 * be seen.
 *
 *   moment   later than that of the picture before, if there is one: speeds are what was walked
 *            since then; without one, all are as fast as they can be
 *   changed  set: all that differs from the picture before lies there; of the first one everything.
 *            w and h are 0 if nothing has changed
 *
 * Returns the picture, which is valid until the next call; all pictures have one size and one
 * palette.  It allocates nothing, and takes time for what has changed only.
 */
const struct ff_image *ff_draw_crowd_frame(struct ff_draw_crowd *crowd,
					   const struct ff_trajectories_moment *moment,
					   const struct ff_draw_crowd_counts *counts,
					   struct ff_image_part *changed);

#endif
