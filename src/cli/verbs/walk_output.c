#include <math.h>

#include "cli/render.h"
#include "cli/verbs/walk_solution.h"
#include "draw/draw.h"
#include "io/walkers.h"

static const struct ff_walk_solution *walk_of(const struct ff_solution *s)
{
	return s->own;
}

/* Returns what pictures of walkers are made of: the scene of the run with the goals of all groups.
 */
static struct ff_scene scene_of(const struct ff_solution *s)
{
	struct ff_scene scene = s->scene;

	if (walk_of(s)->classes.cells != NULL) {
		scene.goals = &walk_of(s)->goals;
		scene.classes = &walk_of(s)->classes;
	}
	return scene;
}

static struct ff_raster layer_of(const struct ff_solution *s, enum ff_raster_type type, double none,
				 void *cells)
{
	return (struct ff_raster){.w = s->field.w,
				  .h = s->field.h,
				  .channels = 1,
				  .type = type,
				  .unit = 1,
				  .none = none,
				  .cells = cells};
}

struct ff_raster ff_walk_output_traffic_layer(const struct ff_options *options,
					      const struct ff_solution *s)
{
	const struct ff_walk_options *asked = walk_of(s)->options;

	(void)options;
	if (asked->traffic_all)
		return layer_of(s, FF_RASTER_U32, FF_LABELS_NONE, walk_of(s)->all.cells);
	if (asked->traffic_in == FF_WALK_OPTIONS_TRAFFIC_SECONDS)
		return layer_of(s, FF_RASTER_F64, (double)NAN, walk_of(s)->tally.seconds);
	return layer_of(s, FF_RASTER_U32, (double)NAN, walk_of(s)->tally.visits);
}

struct ff_raster ff_walk_output_density_layer(const struct ff_options *options,
					      const struct ff_solution *s)
{
	(void)options;
	return layer_of(s, FF_RASTER_F32, (double)INFINITY, walk_of(s)->tally.density);
}

struct ff_raster ff_walk_output_speeds_layer(const struct ff_options *options,
					     const struct ff_solution *s)
{
	(void)options;
	return layer_of(s, FF_RASTER_F32, (double)INFINITY, walk_of(s)->speeds);
}

static enum ff_status draw_measure(const struct ff_report *report,
				   const struct ff_draw_measure *what, struct ff_image *image,
				   struct ff_error *err)
{
	const struct ff_scene scene = scene_of(report->solution);

	return ff_draw_measure(&scene, what, report->style, image, report->machine, err);
}

enum ff_status ff_walk_output_traffic(const struct ff_report *report, struct ff_image *image,
				      struct ff_error *err)
{
	const struct ff_walk_options *walk = walk_of(report->solution)->options;
	const struct ff_raster raster =
		ff_walk_output_traffic_layer(report->options, report->solution);
	const char *title = walk->traffic_all ? "ways from all cells"
			    : walk->traffic_in == FF_WALK_OPTIONS_TRAFFIC_SECONDS
				    ? "seconds of walkers"
				    : "visits";

	return draw_measure(report, &(struct ff_draw_measure){&raster, title, true, false}, image,
			    err);
}

enum ff_status ff_walk_output_density(const struct ff_report *report, struct ff_image *image,
				      struct ff_error *err)
{
	const struct ff_raster raster =
		ff_walk_output_density_layer(report->options, report->solution);

	return draw_measure(report,
			    &(struct ff_draw_measure){&raster, "most walkers a cell", false, false},
			    image, err);
}

enum ff_status ff_walk_output_speeds(const struct ff_report *report, struct ff_image *image,
				     struct ff_error *err)
{
	const struct ff_raster raster =
		ff_walk_output_speeds_layer(report->options, report->solution);

	return draw_measure(report,
			    &(struct ff_draw_measure){&raster, "cells a second", false, true},
			    image, err);
}

enum ff_status ff_walk_output_paths(const struct ff_report *report, struct ff_image *image,
				    struct ff_error *err)
{
	const struct ff_walk_solution *walk = walk_of(report->solution);
	const struct ff_scene scene = scene_of(report->solution);

	return ff_draw_paths(&scene, &walk->paths, &walk->walkers, report->style, image,
			     report->machine, err);
}

enum ff_status ff_walk_output_paths_svg(const struct ff_report *report,
					const struct ff_svg_about *about, char **text,
					size_t *size, struct ff_error *err)
{
	const struct ff_walk_solution *walk = walk_of(report->solution);
	const struct ff_scene scene = scene_of(report->solution);

	return ff_draw_paths_svg(&scene, &walk->paths, &walk->walkers, report->style, about, text,
				 size, report->machine, err);
}

enum ff_status ff_walk_output_histogram(const struct ff_report *report, struct ff_image *image,
					struct ff_error *err)
{
	const struct ff_walk_solution *walk = walk_of(report->solution);

	return ff_draw_histogram(&walk->walkers, walk->arrivals, image, err);
}

enum ff_status ff_walk_output_paths_csv(struct ff_output *out, const struct ff_report *report,
					struct ff_error *err)
{
	const struct ff_walk_solution *walk = walk_of(report->solution);

	return ff_walkers_write_paths(out, &walk->paths, &walk->walkers, walk->guides, err);
}

enum ff_status ff_walk_output_arrivals(struct ff_output *out, const struct ff_report *report,
				       struct ff_error *err)
{
	const struct ff_walk_solution *walk = walk_of(report->solution);

	return ff_walkers_write_arrivals(out, &walk->walkers, walk->arrivals, err);
}

enum ff_status ff_walk_output_trajectories(struct ff_output *out, const struct ff_report *report,
					   struct ff_error *err)
{
	const struct ff_walk_solution *walk = walk_of(report->solution);

	return ff_walkers_write_trajectories(out, &walk->walkers, &walk->trajectories, err);
}

/* Adds frames that are 'moments' moments of the trajectories apart; the last one shows the end. */
static enum ff_status add_frames(struct ff_animation *a, const struct ff_walk_solution *walk,
				 struct ff_draw_crowd *crowd, double moments, struct ff_error *err)
{
	size_t last = walk->trajectories.count - 1, shown = SIZE_MAX;
	const struct ff_image *image = NULL;
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < a->frames && st == FF_OK; i++) {
		size_t moment = (size_t)((double)i * moments + 0.5);
		struct ff_image_part changed = {0, 0, 0, 0};

		if (moment > last || i + 1 == a->frames)
			moment = last;
		/* Frames may be nearer than moments. */
		if (moment != shown)
			image = ff_draw_crowd_frame(crowd, &walk->trajectories.moments[moment],
						    &walk->counts[moment], &changed);
		shown = moment;
		st = ff_animation_add(a, image, changed, err);
	}
	return st;
}

enum ff_status ff_walk_output_film(struct ff_animation *animation, const struct ff_report *report,
				   struct ff_error *err)
{
	const struct ff_options *options = report->options;
	const struct ff_walk_solution *walk = walk_of(report->solution);
	const struct ff_scene scene = scene_of(report->solution);
	size_t last = walk->trajectories.count - 1;
	double dt = walk->rules.dt, pace = walk->options->pace, moments;
	struct ff_draw_crowd *crowd;
	enum ff_status st;

	if (!(pace > 0))
		pace = (double)last * dt / FF_ANIMATION_SECONDS;
	moments = pace / options->animation.fps / dt;
	ff_animation_plan(animation,
			  last == 0 ? 1 : (size_t)ceil((double)last / moments - 1e-6) + 1,
			  "--fps, --pace");
	st = ff_draw_crowd_open(&crowd, &scene, &walk->walkers, report->style, report->machine,
				err);
	if (st != FF_OK)
		return st;
	st = add_frames(animation, walk, crowd, moments, err);
	ff_draw_crowd_close(crowd);
	return st;
}
