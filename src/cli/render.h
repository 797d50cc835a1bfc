/*
 * The contents of outputs: pictures, animations and packed data, which are made in memory, and data
 * and tables, which are written as they are made.
 *
 * Names: ff_render, ff_animation, ff_at_output, ff_sectors, ff_walk_output.
 */
#ifndef FF_CLI_RENDER_H
#define FF_CLI_RENDER_H

#include "cli/outputs.h"
#include "cli/report.h"
#include "core/base/status.h"
#include "core/map/image.h"
#include "core/map/raster.h"
#include "draw/surface.h"
#include "io/apng.h"
#include "io/output.h"
#include "io/png.h"

/* Texts in a file about itself, where its format has room for them. */
struct ff_render_texts {
	struct ff_image_text items[10]; /* [count] */
	size_t count;
	char digest[32], scale[32], map[32], cell[FF_STYLE_PRINT], colours[80];
	char place[48], codes[128];
};

/*
 * Makes pictures and packed data, as many at a time as there are threads, and the animation of a
 * growing front, if one is asked for and the verb has made none: cells appear in the order in which
 * they became known, --batch of them in each frame, or as many as --fps and FF_ANIMATION_SECONDS
 * give.  Data files that could not hold their values are refused first, and digits that get lost
 * are warned of.  FF_OK, or else the first status in the plan that is not, and one line in 'err':
 * FF_E_LIMIT, FF_E_NOMEM.  All that was made belongs to the plan, whatever is returned.
 */
enum ff_status ff_render_make(struct ff_report *report, struct ff_error *err);

/* Writes an item of the plan that is not made in memory to its output, which is open.  As
 * ff_output_write(). */
enum ff_status ff_render_write(const struct ff_report *report, struct ff_plan_item *item,
			       struct ff_error *err);

/* ---- animations: frames become an animated picture, of which only what is encoded is kept ---- */

/* Default length in seconds, and the time for which the last frame stays. */
enum { FF_ANIMATION_SECONDS = 20, FF_ANIMATION_HOLD = 2 };

/* An animation being made; stays where it is. */
struct ff_animation {
	struct ff_report *report;  /* borrowed; gets the number of frames */
	struct ff_plan_item *item; /* the animated picture */
	struct ff_render_texts texts;
	size_t frames, done;  /* of all, at least 1, set before the first one; so far */
	uint32_t rate, ticks; /* ticks a second, and a frame */
	struct ff_colour
		palette[FF_APNG_COLOURS]; /* [colours]  of the animated picture, if known */
	int colours;
	struct ff_apng apng;
};

/* ff_animation_begin() begins the animation of a report that has been examined.  'colours' is the
 * range of its heatmaps; NULL: it shows none. */
void ff_animation_begin(struct ff_animation *animation, struct ff_report *report,
			const struct ff_style_range *colours);

/*
 * ff_animation_add() adds the next frame.  All have one size.
 *
 *   changed  the part outside of which the image is as before; ignored for the first frame
 *
 * Returns FF_OK; FF_E_LIMIT as ff_apng_open(); FF_E_NOMEM.
 */
enum ff_status ff_animation_add(struct ff_animation *animation, const struct ff_bitmap *image,
				struct ff_image_part changed, struct ff_error *err);

/* ff_animation_end() gives the file to the plan if 'st' is FF_OK, frees the rest, and returns 'st',
 * or FF_E_NOMEM. */
enum ff_status ff_animation_end(struct ff_animation *animation, enum ff_status st,
				struct ff_error *err);

/*
 * Makers of outputs that only one verb has.  Each stands in a file of its verb and reads the verb's
 * findings (solution->own); options.h names it in its row.
 */

/* ---- at: verbs/at.c ---- */

/* Draws a picture, as ff_draw_heatmap(). */
enum ff_status ff_at_output_picture(const struct ff_report *report, struct ff_page *page,
				    struct ff_error *err);

/* ---- sectors: verbs/sectors.c ---- */

/* Write the portals and the graph as tables; as ff_output_write(). */
enum ff_status ff_sectors_portals(struct ff_output *out, const struct ff_report *report,
				  struct ff_error *err);
enum ff_status ff_sectors_graph(struct ff_output *out, const struct ff_report *report,
				struct ff_error *err);

/* ---- walk: verbs/walk_report.c ---- */

/* Draw pictures, as ff_draw_heatmap(). */
enum ff_status ff_walk_output_traffic(const struct ff_report *report, struct ff_page *page,
				      struct ff_error *err);
enum ff_status ff_walk_output_histogram(const struct ff_report *report, struct ff_page *page,
					struct ff_error *err);

/* Return the grids of data files, which point into the solution. */
struct ff_raster ff_walk_output_traffic_layer(const struct ff_solution *s);
struct ff_raster ff_walk_output_density_layer(const struct ff_solution *s);
struct ff_raster ff_walk_output_speeds_layer(const struct ff_solution *s);

/* Write tables, as ff_output_write(). */
enum ff_status ff_walk_output_arrivals(struct ff_output *out, const struct ff_report *report,
				       struct ff_error *err);
enum ff_status ff_walk_output_trajectories(struct ff_output *out, const struct ff_report *report,
					   struct ff_error *err);

#endif
