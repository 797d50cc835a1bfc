/*
 * A crowd walking: a frame after every so many seconds.
 */
#ifndef FF_CLI_VERBS_CROWD_FILM_H
#define FF_CLI_VERBS_CROWD_FILM_H

#include "cli/animation.h"
#include "cli/solution.h"
#include "draw/draw_crowd.h"
#include "draw/style.h"

/* Filled by ff_crowd_film_open(), and stays where it is. */
struct ff_crowd_film {
	const struct ff_walk_solution *walk; /* borrowed */
	struct ff_draw_crowd *crowd;         /* owned */
	double moments;                      /* from frame to frame */
	size_t shown;                        /* the moment of the last frame */
	const struct ff_image *image;        /* that frame */
	struct ff_animation_film film;
};

/*
 * ff_crowd_film_open() prepares a film of the trajectories of a solution: all of them must outlive
 * it.  With --pace, or as long as FF_ANIMATION_SECONDS.  Returns as ff_draw_crowd_open(); on
 * failure nothing is left.
 */
enum ff_status ff_crowd_film_open(struct ff_crowd_film *film, const struct ff_options *options,
				  const struct ff_solution *solution, const struct ff_style *style,
				  const struct ff_machine *machine, struct ff_error *err);

void ff_crowd_film_free(struct ff_crowd_film *film);

#endif
