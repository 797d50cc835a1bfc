/*
 * The layers of a solution as data files hold them.
 */
#ifndef FF_CLI_LAYER_H
#define FF_CLI_LAYER_H

#include "cli/plan.h"
#include "cli/solution.h"
#include "draw/style.h"
#include "io/write_raster.h"

/* What files say of themselves, where they have room for it. */
struct ff_layer_texts {
	struct ff_write_png_text items[10]; /* [count] */
	size_t count;
	char digest[32], goals[32], scale[32], map[32], cell[16], colours[80];
};

/* By what one can tell whether a file is about this map and these goals. */
struct ff_layer_digests {
	uint64_t cost;
	/* and the place of the map, where goals come from files, whose names tell nothing, or the
	 * map is described, and metres may be any cell; else 0 */
	uint64_t goals;
};

/*
 * ff_layer_digest() works out both for a problem that has been read: FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_layer_digest(const struct ff_problem *problem, const struct ff_options *options,
			       struct ff_layer_digests *out, struct ff_error *err);

/*
 * ff_layer_texts() sets 'texts' (which stays where it is) for an output of that kind, picture or
 * data; the options must outlive it.
 */
void ff_layer_texts(struct ff_layer_texts *texts, const struct ff_plan_item *item,
		    const struct ff_options *options, const struct ff_layer_digests *digests);

/*
 * ff_layer_picture_texts() adds what a picture with a map needs to be read back as cells: the
 * map's size, the pixels of a cell's side, and, where 'colours' is not NULL, as of heatmaps, the
 * values of the first and the last colour.
 */
void ff_layer_picture_texts(struct ff_layer_texts *texts, const struct ff_style *style,
			    const struct ff_scene *scene, const struct ff_style_range *colours);

/* ff_layer_raster() is the grid of an output that may be a data file; it points into 'solution'. */
struct ff_raster ff_layer_raster(enum ff_options_output kind, const struct ff_options *options,
				 const struct ff_solution *solution);

/*
 * ff_layer_data() is the layer that an item of the plan is about, if that is a data file.  It
 * points into problem, solution and texts.
 */
struct ff_write_raster ff_layer_data(const struct ff_plan_item *item,
				     const struct ff_options *options,
				     const struct ff_problem *problem,
				     const struct ff_solution *solution,
				     const struct ff_layer_texts *texts);

#endif
