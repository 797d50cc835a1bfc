/*
 * The makers of outputs that only one verb has: each stands in a file of its verb, and reads what
 * the verb has found out (solution->own).  output_rows.h has them in its rows.
 */
#ifndef FF_CLI_MAKERS_H
#define FF_CLI_MAKERS_H

#include "cli/animation.h"
#include "cli/report.h"
#include "core/map/image.h"
#include "core/map/raster.h"
#include "draw/sheet.h"
#include "io/output.h"

/* ---- sectors: verbs/sector_report.c ---- */

/* Draw pictures, as ff_draw_heatmap(). */
enum ff_status ff_sector_report_portals(const struct ff_report *report, struct ff_image *image,
					struct ff_error *err);
enum ff_status ff_sector_report_graph(const struct ff_report *report, struct ff_image *image,
				      struct ff_error *err);

/* Write the graph as a table, and as a file that --load-graph reads; as ff_output_write(). */
enum ff_status ff_sector_report_graph_csv(struct ff_output *out, const struct ff_report *report,
					  struct ff_error *err);
enum ff_status ff_sector_report_graph_file(struct ff_output *out, const struct ff_report *report,
					   struct ff_error *err);

/* ---- walk: verbs/walk_output.c ---- */

/* Draw pictures, as ff_draw_heatmap() and ff_draw_heatmap_svg(). */
enum ff_status ff_walk_output_paths(const struct ff_report *report, struct ff_image *image,
				    struct ff_error *err);
enum ff_status ff_walk_output_paths_svg(const struct ff_report *report,
					const struct ff_sheet_about *about, char **text,
					size_t *size, struct ff_error *err);
enum ff_status ff_walk_output_traffic(const struct ff_report *report, struct ff_image *image,
				      struct ff_error *err);
enum ff_status ff_walk_output_density(const struct ff_report *report, struct ff_image *image,
				      struct ff_error *err);
enum ff_status ff_walk_output_speeds(const struct ff_report *report, struct ff_image *image,
				     struct ff_error *err);
enum ff_status ff_walk_output_histogram(const struct ff_report *report, struct ff_image *image,
					struct ff_error *err);

/* Return the grids of data files, which point into the solution. */
struct ff_raster ff_walk_output_traffic_layer(const struct ff_options *options,
					      const struct ff_solution *s);
struct ff_raster ff_walk_output_density_layer(const struct ff_options *options,
					      const struct ff_solution *s);
struct ff_raster ff_walk_output_speeds_layer(const struct ff_options *options,
					     const struct ff_solution *s);

/* Write tables, as ff_output_write(). */
enum ff_status ff_walk_output_paths_csv(struct ff_output *out, const struct ff_report *report,
					struct ff_error *err);
enum ff_status ff_walk_output_arrivals(struct ff_output *out, const struct ff_report *report,
				       struct ff_error *err);
enum ff_status ff_walk_output_trajectories(struct ff_output *out, const struct ff_report *report,
					   struct ff_error *err);

/*
 * Adds the frames of a crowd walking: one after every so many seconds, with
 * --pace, or as many as FF_ANIMATION_SECONDS have.  Returns as ff_animation_add() or
 * ff_draw_crowd_open().
 */
enum ff_status ff_walk_output_film(struct ff_animation *animation, const struct ff_report *report,
				   struct ff_error *err);

#endif
