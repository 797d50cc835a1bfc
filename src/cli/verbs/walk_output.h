/*
 * The outputs that only walk has, but for data files, which are layers like others.
 */
#ifndef FF_CLI_VERBS_WALK_OUTPUT_H
#define FF_CLI_VERBS_WALK_OUTPUT_H

#include "cli/plan.h"
#include "cli/solution.h"
#include "core/map/image.h"
#include "draw/sheet.h"
#include "draw/style.h"
#include "io/output.h"

/* ff_walk_output_has() tells whether an output is one of these. */
bool ff_walk_output_has(enum ff_options_output kind);

/* ff_walk_output_scene() returns what pictures of walkers are made of: the scene of the run with
 * the goals of all groups.  It borrows from the solution. */
struct ff_scene ff_walk_output_scene(const struct ff_solution *solution);

/* ff_walk_output_draw() makes a picture of pixels; ff_walk_output_svg() that of --paths as vectors.
 * As ff_draw_heatmap() and ff_draw_heatmap_svg(). */
enum ff_status ff_walk_output_draw(enum ff_options_output kind, const struct ff_options *options,
				   const struct ff_solution *solution, const struct ff_style *style,
				   struct ff_image *image, const struct ff_machine *machine,
				   struct ff_error *err);
enum ff_status ff_walk_output_svg(const struct ff_solution *solution, const struct ff_style *style,
				  const struct ff_sheet_about *about, char **text, size_t *size,
				  const struct ff_machine *machine, struct ff_error *err);

/* ff_walk_output_write() writes a table, as ff_output_write(). */
enum ff_status ff_walk_output_write(enum ff_options_output kind, struct ff_output *out,
				    const struct ff_solution *solution, struct ff_error *err);

/* ff_walk_output_grids() is what is to be counted of cells for the outputs that are planned: bits
 * of enum ff_tally_grid. */
unsigned ff_walk_output_grids(const struct ff_options *options, const struct ff_plan *plan);

#endif
