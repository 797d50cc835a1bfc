#include "cli/verbs/walk_output.h"

#include "cli/layer.h"
#include "draw/draw_histogram.h"
#include "draw/draw_measure.h"
#include "draw/draw_paths.h"
#include "io/write_arrivals.h"
#include "io/write_paths.h"
#include "io/write_trajectories.h"

bool ff_walk_output_has(enum ff_options_output kind)
{
	return kind >= FF_OPTIONS_PATHS && kind <= FF_OPTIONS_TRAJECTORIES;
}

struct ff_scene ff_walk_output_scene(const struct ff_solution *s)
{
	struct ff_scene scene = s->scene;

	if (s->walk.classes.cells != NULL) {
		scene.goals = &s->walk.goals;
		scene.classes = &s->walk.classes;
	}
	return scene;
}

static enum ff_status draw_measure(enum ff_options_output kind, const struct ff_options *options,
				   const struct ff_solution *s, const struct ff_style *style,
				   struct ff_image *image, const struct ff_machine *machine,
				   struct ff_error *err)
{
	const struct ff_raster raster = ff_layer_raster(kind, options, s);
	const struct ff_scene scene = ff_walk_output_scene(s);
	struct ff_draw_measure what = {&raster, "visits", true, false};

	if (kind == FF_OPTIONS_DENSITY)
		what = (struct ff_draw_measure){&raster, "most walkers a cell", false, false};
	else if (kind == FF_OPTIONS_SPEED_MAP)
		what = (struct ff_draw_measure){&raster, "cells a second", false, true};
	else if (options->walk.traffic_all)
		what.title = "ways from all cells";
	else if (options->walk.traffic_in == FF_OPTIONS_TRAFFIC_SECONDS)
		what.title = "seconds of walkers";
	return ff_draw_measure(&scene, &what, style, image, machine, err);
}

enum ff_status ff_walk_output_draw(enum ff_options_output kind, const struct ff_options *options,
				   const struct ff_solution *s, const struct ff_style *style,
				   struct ff_image *image, const struct ff_machine *machine,
				   struct ff_error *err)
{
	const struct ff_walk_solution *walk = &s->walk;
	const struct ff_scene scene = ff_walk_output_scene(s);

	if (kind == FF_OPTIONS_PATHS)
		return ff_draw_paths(&scene, &walk->paths, &walk->walkers, style, image, machine,
				     err);
	if (kind == FF_OPTIONS_HISTOGRAM)
		return ff_draw_histogram(&walk->walkers, walk->arrivals, image, err);
	return draw_measure(kind, options, s, style, image, machine, err);
}

enum ff_status ff_walk_output_svg(const struct ff_solution *s, const struct ff_style *style,
				  const struct ff_sheet_about *about, char **text, size_t *size,
				  const struct ff_machine *machine, struct ff_error *err)
{
	const struct ff_scene scene = ff_walk_output_scene(s);

	return ff_draw_paths_svg(&scene, &s->walk.paths, &s->walk.walkers, style, about, text, size,
				 machine, err);
}

enum ff_status ff_walk_output_write(enum ff_options_output kind, struct ff_output *out,
				    const struct ff_solution *s, struct ff_error *err)
{
	const struct ff_walk_solution *walk = &s->walk;

	if (kind == FF_OPTIONS_PATHS)
		return ff_write_paths(out, &walk->paths, &walk->walkers, walk->guides, err);
	if (kind == FF_OPTIONS_ARRIVALS)
		return ff_write_arrivals(out, &walk->walkers, walk->arrivals, err);
	return ff_write_trajectories(out, &walk->walkers, &walk->trajectories, err);
}

unsigned ff_walk_output_grids(const struct ff_options *options, const struct ff_plan *plan)
{
	unsigned grids = 0;

	if (ff_plan_has(plan, FF_OPTIONS_TRAFFIC))
		grids |= options->walk.traffic_in == FF_OPTIONS_TRAFFIC_SECONDS ? FF_TALLY_SECONDS
										: FF_TALLY_VISITS;
	if (ff_plan_has(plan, FF_OPTIONS_SPEED_MAP))
		grids |= FF_TALLY_SPEED;
	if (ff_plan_has(plan, FF_OPTIONS_DENSITY))
		grids |= FF_TALLY_DENSITY;
	if (options->walk.simulate > 0 && ff_plan_has(plan, FF_OPTIONS_JSON)) /* which lists jams */
		grids |= FF_TALLY_STILL;
	return grids;
}
