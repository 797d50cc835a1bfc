#include "cli/verbs/crowd_film.h"

#include <math.h>

#include "cli/verbs/walk_output.h"

static enum ff_status draw(void *context, size_t i, const struct ff_image **image,
			   struct ff_image_part *changed, struct ff_error *err)
{
	struct ff_crowd_film *film = context;
	const struct ff_walk_solution *walk = film->walk;
	size_t last = walk->trajectories.count - 1;
	size_t moment = (size_t)((double)i * film->moments + 0.5);

	(void)err;
	if (moment > last || i + 1 == film->film.frames)
		moment = last;
	/* Frames may be nearer than moments. */
	*changed = (struct ff_image_part){0, 0, 0, 0};
	if (film->image == NULL || moment != film->shown)
		film->image = ff_draw_crowd_frame(film->crowd, &walk->trajectories.moments[moment],
						  &walk->counts[moment], changed);
	film->shown = moment;
	*image = film->image;
	return FF_OK;
}

enum ff_status ff_crowd_film_open(struct ff_crowd_film *film, const struct ff_options *options,
				  const struct ff_solution *solution, const struct ff_style *style,
				  const struct ff_machine *machine, struct ff_error *err)
{
	const struct ff_walk_solution *walk = &solution->walk;
	const struct ff_scene scene = ff_walk_output_scene(solution);
	size_t last = walk->trajectories.count - 1;
	double dt = walk->rules.dt, pace = options->walk.pace;

	if (!(pace > 0))
		pace = (double)last * dt / FF_ANIMATION_SECONDS;
	*film = (struct ff_crowd_film){.walk = walk, .moments = pace / options->animation.fps / dt};
	film->film = (struct ff_animation_film){
		last == 0 ? 1 : (size_t)ceil((double)last / film->moments - 1e-6) + 1, draw, film,
		NULL};
	return ff_draw_crowd_open(&film->crowd, &scene, &walk->walkers, style, machine, err);
}

void ff_crowd_film_free(struct ff_crowd_film *film)
{
	ff_draw_crowd_close(film->crowd);
	*film = (struct ff_crowd_film){0};
}
