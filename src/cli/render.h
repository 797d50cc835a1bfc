/*
 * The contents of outputs: pictures, animations and packed data, which are made in memory, and data
 * and tables, which are written as they are made.
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
#include "draw/page.h"
#include "io/output.h"
#include "io/png.h"

enum { FF_RENDER_CODES = 128 }; /* bytes of a line about codes */

/* Texts in a file about itself, where its format has room for them. */
struct ff_render_texts {
	struct ff_texts_line items[10]; /* [count] */
	size_t count;
	char digest[32], goals[32], scale[32], map[32], cell[FF_STYLE_PRINT], colours[80];
	char place[48], codes[FF_RENDER_CODES];
};

/* Digests of the map and the goals that a file is about. */
struct ff_render_digests {
	uint64_t cost;
	/* of goals from files, whose names mean little, with the place of the map; also of
	 * described maps, where metres may be any cell; else 0 */
	uint64_t goals;
};

/* Digests a problem that has been read: FF_OK or FF_E_NOMEM. */
enum ff_status ff_render_digest(const struct ff_problem *problem, const struct ff_options *options,
				struct ff_render_digests *out, struct ff_error *err);

/* Checks that data files can hold their values, before any is there, and warns of digits that get
 * lost: FF_OK or FF_E_LIMIT. */
enum ff_status ff_render_check(struct ff_report *report, struct ff_error *err);

/* The material of outputs; all borrowed. */
struct ff_render {
	/* with options, problem, solution, machine and style; times are added to it */
	struct ff_report *report;
	struct ff_plan *plan; /* its items get their files */
	const struct ff_render_digests *digests;
	struct ff_progress *progress;
};

/* Makes pictures and packed data, as many at a time as there are threads.  FF_OK, or else the first
 * status in the plan that is not, and one line in 'err': FF_E_LIMIT, FF_E_NOMEM.  All that was made
 * belongs to the plan, whatever is returned. */
enum ff_status ff_render_pictures(const struct ff_render *render, struct ff_error *err);

/* An animation being made, of frames that a verb adds; stays where it is. */
struct ff_render_animation {
	struct ff_animation animation;
	struct ff_render_texts texts;
};

/* Begins an animation, which ff_animation_end() ends.  'colours' is the range of its heatmaps;
 * NULL: it shows none. */
void ff_render_animation_begin(struct ff_render_animation *output, const struct ff_render *render,
			       const struct ff_style_range *colours);

/* Makes the animation, if one is asked for: the verb's, or how the field became known.  As
 * ff_animation_front(). */
enum ff_status ff_render_animation(const struct ff_render *render, struct ff_error *err);

/* Writes an item of the plan that is not made in memory to its output, which is open.  As
 * ff_output_write(). */
enum ff_status ff_render_write(const struct ff_report *report,
			       const struct ff_render_digests *digests, struct ff_plan_item *item,
			       struct ff_error *err);

/*
 * Makers of outputs that only one verb has.  Each stands in a file of its verb and reads the verb's
 * findings (solution->own); output_rows.h names it in its row.
 */

/* ---- sectors: verbs/sectors.c ---- */

/* Write the portals and the graph as tables; as ff_output_write(). */
enum ff_status ff_sector_report_portals(struct ff_output *out, const struct ff_report *report,
					struct ff_error *err);
enum ff_status ff_sector_report_graph_csv(struct ff_output *out, const struct ff_report *report,
					  struct ff_error *err);

/* ---- walk: verbs/walk_report.c ---- */

/* Draw pictures, as ff_draw_heatmap(). */
enum ff_status ff_walk_output_traffic(const struct ff_report *report, struct ff_page *page,
				      struct ff_error *err);
enum ff_status ff_walk_output_density(const struct ff_report *report, struct ff_page *page,
				      struct ff_error *err);
enum ff_status ff_walk_output_speeds(const struct ff_report *report, struct ff_page *page,
				     struct ff_error *err);
enum ff_status ff_walk_output_histogram(const struct ff_report *report, struct ff_page *page,
					struct ff_error *err);

/* Return the grids of data files, which point into the solution. */
struct ff_raster ff_walk_output_traffic_layer(const struct ff_options *options,
					      const struct ff_solution *s);
struct ff_raster ff_walk_output_density_layer(const struct ff_options *options,
					      const struct ff_solution *s);
struct ff_raster ff_walk_output_speeds_layer(const struct ff_options *options,
					     const struct ff_solution *s);

/* Write tables, as ff_output_write(). */
enum ff_status ff_walk_output_arrivals(struct ff_output *out, const struct ff_report *report,
				       struct ff_error *err);
enum ff_status ff_walk_output_trajectories(struct ff_output *out, const struct ff_report *report,
					   struct ff_error *err);

#endif
