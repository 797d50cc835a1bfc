#include "cli/front_film.h"

#include <math.h>

static enum ff_status draw_frame(void *context, size_t i, const struct ff_image **image,
				 struct ff_image_part *changed, struct ff_error *err)
{
	struct ff_front_film *front = context;

	(void)err;
	*image = &front->picture.image;
	if (i + 1 == front->film.frames) {
		*changed = ff_draw_front_finish(&front->picture);
		return FF_OK;
	}
	for (size_t end = front->shown + front->batch; front->shown < end; front->shown++)
		ff_draw_front_tell(&front->picture, front->order[front->shown]);
	*changed = ff_draw_front_show(&front->picture);
	return FF_OK;
}

static size_t batch_for(const struct ff_options *options, size_t cells)
{
	double frames = ceil(FF_ANIMATION_SECONDS * options->animation.fps);

	if (options->animation.batch > 0)
		return (size_t)options->animation.batch;
	return frames < (double)cells ? (size_t)ceil((double)cells / frames) : 1;
}

enum ff_status ff_front_film_open(struct ff_front_film *front, const struct ff_options *options,
				  const struct ff_solution *solution, const struct ff_style *style,
				  const struct ff_machine *machine, struct ff_error *err)
{
	size_t cells =
		(size_t)(solution->classes.count[FF_GOAL] + solution->classes.count[FF_REACHED]);
	size_t batch = batch_for(options, cells);

	*front = (struct ff_front_film){.order = solution->order,
					.batch = batch,
					.film = {cells > batch ? (cells - 1) / batch + 1 : 1,
						 draw_frame, front, &front->colours},
					.colours = ff_style_range(style, &solution->scene)};
	return ff_draw_front_open(&front->picture, &solution->scene, style, machine, err);
}

void ff_front_film_free(struct ff_front_film *front)
{
	ff_draw_front_free(&front->picture);
	*front = (struct ff_front_film){0};
}
