/*
 * Paths: the ways that walkers take, as lines on the map.
 */
#ifndef FF_DRAW_DRAW_PATHS_H
#define FF_DRAW_DRAW_PATHS_H

#include "core/base/status.h"
#include "core/map/image.h"
#include "core/map/walkers.h"
#include "draw/sheet.h"
#include "draw/style.h"

/*
 * ff_draw_paths(), as ff_draw_heatmap(), makes a picture of a scene's map, goals and classes, and
 * of the paths upon it, with a dot where each begins; who has no way is a cross.  Where several
 * groups walk, each has a colour; else each path has one, and the legend names where they begin if
 * they are no more than there are colours.  The more paths there are, the thinner they are.  It
 * takes no memory but the pixels.
 *
 *   walkers  those of the paths, in the same order
 */
enum ff_status ff_draw_paths(const struct ff_scene *scene, const struct ff_paths *paths,
			     const struct ff_walkers *walkers, const struct ff_style *style,
			     struct ff_image *image, const struct ff_machine *machine,
			     struct ff_error *err);

/*
 * ff_draw_paths_svg(), as ff_draw_heatmap_svg(), makes the same picture as vectors.  Its layers
 * are "map" (an image of the cells), "walls", "unreached", "closed", "goals", "paths",
 * "starts", "stranded" (who has no way) and "legend", as far as there are any.  A path is one
 * polyline, to a hundredth of a cell, with id "path-" and the walker's id, and class "group-" and
 * the number of his group, from 0.
 */
enum ff_status ff_draw_paths_svg(const struct ff_scene *scene, const struct ff_paths *paths,
				 const struct ff_walkers *walkers, const struct ff_style *style,
				 const struct ff_sheet_about *about, char **text, size_t *size,
				 const struct ff_machine *machine, struct ff_error *err);

#endif
