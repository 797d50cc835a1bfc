#include "cli/front_film.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"

/* Tells the picture of all cells that have become known. */
static void look(struct ff_front_film *front)
{
	size_t cells = (size_t)front->field.w * (size_t)front->field.h;
	const uint8_t *known = front->picture.known;

	for (size_t i = 0; i < cells; i++)
		if (!known[i] && ff_integrate_settled(&front->run, i) < FF_FIELD_NONEF)
			ff_draw_front_tell(&front->picture, (uint32_t)i);
}

static enum ff_status draw(void *context, size_t i, const struct ff_image **image,
			   struct ff_image_part *changed, struct ff_error *err)
{
	struct ff_front_film *front = context;

	(void)err;
	*image = &front->picture.image;
	if (i + 1 == front->film.frames) {
		*changed = ff_draw_front_finish(&front->picture);
		return FF_OK;
	}
	/* These engines have no limit to fail for. */
	(void)ff_integrate_step(&front->run, front->batch);
	look(front);
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

enum ff_status ff_front_film_open(struct ff_front_film *front, const struct ff_problem *problem,
				  const struct ff_options *options,
				  const struct ff_solution *solution, const struct ff_style *style,
				  const struct ff_machine *machine, struct ff_error *err)
{
	const struct ff_cost *cost = ff_problem_cost(problem);
	enum ff_field_type type = ff_integrate_type_in_order(&options->model);
	size_t size = ff_integrate_scratch(&options->model, type, cost->w, cost->h, machine);
	size_t cells =
		(size_t)(solution->classes.count[FF_GOAL] + solution->classes.count[FF_REACHED]);
	enum ff_status st;

	*front = (struct ff_front_film){
		.field = {.w = cost->w, .h = cost->h, .type = type, .unit = problem->unit}};
	front->batch = batch_for(options, cells);
	front->film = (struct ff_animation_film){
		cells > front->batch ? (cells - 1) / front->batch + 1 : 1, draw, front,
		&front->colours};
	front->colours = ff_style_range(style, &solution->scene);
	st = ff_draw_front_open(&front->picture, &solution->scene, style, machine, err);
	if (st != FF_OK)
		return st;
	front->field.cells = ff_memory_cells(cost->w, cost->h, ff_field_size(type));
	front->scratch = ff_memory_cells(1, 1, size);
	if (front->field.cells == NULL || front->scratch == NULL ||
	    ff_integrate_begin(&front->run, &options->model, cost, &problem->seeds, problem->limit,
			       &front->field, front->scratch, size, machine) != FF_OK) {
		ff_front_film_free(front);
		return ff_status_nomem(err, "an animation");
	}
	return FF_OK;
}

void ff_front_film_free(struct ff_front_film *front)
{
	ff_draw_front_free(&front->picture);
	free(front->field.cells);
	free(front->scratch);
	*front = (struct ff_front_film){0};
}
