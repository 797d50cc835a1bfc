/*
 * The contents of outputs: pictures, films and packed data, which are made in memory, and data and
 * tables, which are written as they are made.
 *
 * Names: ff_render, ff_sector_report, ff_walk_output.
 */
#ifndef FF_CLI_RENDER_H
#define FF_CLI_RENDER_H

#include "cli/animation.h"
#include "cli/output_plan.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "core/base/status.h"
#include "core/map/image.h"
#include "core/map/raster.h"
#include "draw/svg.h"
#include "io/output.h"
#include "io/png.h"

/* Texts in a file about itself, where its format has room for them. */
struct ff_render_texts {
	struct ff_texts_line items[10]; /* [count] */
	size_t count;
	char digest[32], goals[32], scale[32], map[32], cell[16], colours[80];
};

/* Digests that show whether a file is about this map and these goals. */
struct ff_render_digests {
	uint64_t cost;
	/* and the place of the map, where goals come from files, whose names tell nothing, or the
	 * map is described, and metres may be any cell; else 0 */
	uint64_t goals;
};

/*
 * ff_render_digest() works out both for a problem that has been read: FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_render_digest(const struct ff_problem *problem, const struct ff_options *options,
				struct ff_render_digests *out, struct ff_error *err);

/*
 * ff_render_texts() sets 'texts' (which stays where it is) for an output of that kind, picture or
 * data; the options must outlive it.
 */
void ff_render_texts(struct ff_render_texts *texts, const struct ff_plan_item *item,
		     const struct ff_options *options, const struct ff_render_digests *digests);

/* ff_render_check() looks whether data files can hold what goes into them, before any is there, and
 * warns of digits that get lost: FF_OK or FF_E_LIMIT. */
enum ff_status ff_render_check(struct ff_report *report, struct ff_error *err);

/* The material of outputs; all borrowed. */
struct ff_render {
	/* with options, problem, solution, machine and style; what it took is added to its times */
	struct ff_report *report;
	struct ff_plan *plan; /* its items get their files */
	const struct ff_render_digests *digests;
	struct ff_progress *progress;
};

/*
 * ff_render_pictures() makes what stands still, side by side, as many at a time as there are
 * threads.  FF_OK, or else the first status in the plan that is not, and one line in 'err':
 * FF_E_LIMIT, FF_E_NOMEM.  What has been made is the plan's, whatever it returns.
 */
enum ff_status ff_render_pictures(const struct ff_render *render, struct ff_error *err);

/* A film being made, of frames that a verb adds; stays where it is. */
struct ff_render_film {
	struct ff_animation animation;
	struct ff_render_texts texts;
};

/* ff_render_film_begin() begins a film, which ff_animation_end() ends.  'colours' is the range of
 * its heatmaps; NULL: it shows none. */
void ff_render_film_begin(struct ff_render_film *film, const struct ff_render *render,
			  const struct ff_style_range *colours);

/*
 * ff_render_film() makes what moves, if that is asked for: how the field became known, or what the
 * verb has.  As ff_animation_front().
 */
enum ff_status ff_render_film(const struct ff_render *render, struct ff_error *err);

/* ff_render_write() writes an item of the plan that is not made in memory to its output, which is
 * open.  As ff_output_write(). */
enum ff_status ff_render_write(const struct ff_report *report,
			       const struct ff_render_digests *digests, struct ff_plan_item *item,
			       struct ff_error *err);

/*
 * Makers of outputs that only one verb has.  Each stands in a file of its verb and reads the verb's
 * findings (solution->own); output_rows.h names it in its row.
 */

/* ---- sectors: verbs/sectors.c ---- */

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

/* ---- walk: verbs/walk_report.c ---- */

/* Draw pictures, as ff_draw_heatmap() and ff_draw_heatmap_svg(). */
enum ff_status ff_walk_output_paths(const struct ff_report *report, struct ff_image *image,
				    struct ff_error *err);
enum ff_status ff_walk_output_paths_svg(const struct ff_report *report,
					const struct ff_svg_about *about, char **text, size_t *size,
					struct ff_error *err);
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
