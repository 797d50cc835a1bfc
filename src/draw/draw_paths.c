/* Paths of walkers, as marks over any picture, and the picture of them alone. */
#include "draw/draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "draw/picture.h"

enum {
	FEW = FF_PALETTE_GROUPS, /* paths, each of which has a colour */
	SOME = 128,              /* paths; more are thinner */
	MANY = 1000,             /* starts; more are smaller */
};

double ff_marks_line_width(const struct ff_layout *layout, size_t count)
{
	if (count <= FEW)
		return fmax(3 * layout->unit, layout->scale / 8);
	return count <= SOME ? fmax(2 * layout->unit, layout->scale / 12)
			     : fmax(1.5 * layout->unit, layout->scale / 16);
}

double ff_marks_rim(const struct ff_layout *layout, size_t count)
{
	return count <= FEW ? 1.5 * layout->unit : layout->unit;
}

struct ff_colour ff_marks_path_colour(size_t count, size_t i)
{
	return ff_palette_groups[count <= FEW ? i : 0];
}

/* How all paths are drawn. */
struct look {
	const struct ff_paths *paths;
	const struct ff_groups *groups;
	struct ff_paths some; /* from 'first' on; up to 'end' they are painted now */
	size_t first, end;
	bool grouped;     /* a colour is a group */
	bool rims, lines; /* what is painted of them */
	double opacity;   /* of lines */
	double width;     /* of lines, in pixels */
	double rim;       /* around lines and starts, in pixels */
	double dot;       /* radius of a start, in pixels */
};

static struct look look_of(const struct ff_picture *picture)
{
	const struct ff_layout *layout = &picture->layout;
	struct look look = {.paths = picture->scene->paths, .groups = picture->scene->groups};
	size_t count = look.paths->count;
	bool few = count <= FEW;

	look.grouped = ff_groups_coloured(look.groups);
	look.opacity = few ? 1 : fmax(look.grouped ? 0.3 : 0.1, 3 / sqrt((double)count));
	look.width = ff_marks_line_width(layout, count);
	look.rim = ff_marks_rim(layout, count);
	look.dot = count > MANY ? layout->unit
				: (few             ? 1.7
				   : count <= SOME ? 1.3
						   : 0.9) *
					  look.width;
	return look;
}

static struct ff_colour colour_of(const struct look *look, size_t path)
{
	if (look->grouped)
		return ff_groups_colour(look->groups, path);
	return ff_marks_path_colour(look->paths->count, path);
}

/* ---- layers ---- */

static double length_of(const struct ff_path *path)
{
	return path->points[path->count - 1].length;
}

static void paint_rim(struct ff_surface *on, const struct look *look, const struct ff_path *path,
		      const struct ff_point *points)
{
	const struct ff_stroke rim = {ff_palette_colour(FF_PALETTE_PAPER),
				      look->width + 2 * look->rim, 1, NULL, false};

	on->line(on, points, path->count, &rim);
}

static void paint_ink(struct ff_surface *on, const struct look *look, size_t which,
		      const struct ff_point *points)
{
	const struct ff_path *path = &look->some.items[which - look->first];
	char tag[96];
	const struct ff_stroke line = {colour_of(look, which), look->width, look->opacity, tag,
				       false};

	snprintf(tag, sizeof tag, "id=\"path-%" PRIu64 "\" class=\"group-%" PRIu32 "\"", path->id,
		 look->groups->walkers->items[which].group);
	on->line(on, points, path->count, &line);
}

/* Returns true if lines and starts have rims.  On quiet ground many stand out without rims, which
 * would hide it, unless walls of a pixel are everywhere. */
static bool has_rims(const struct ff_picture *picture)
{
	return picture->scene->paths->count <= FEW || !picture->quiet || picture->layout.block > 1;
}

/* Paints the rims or lines of some paths, or both; false if memory ran out. */
static bool paint_some(struct ff_surface *on, const void *context)
{
	const struct look *look = context;
	struct ff_point *points = NULL;
	size_t room = 0;

	for (size_t i = look->first; i < look->end; i++) {
		const struct ff_path *path = &look->some.items[i - look->first];

		if (!path->reached)
			continue;
		if (!ff_memory_grow(&points, &room, path->count, sizeof *points)) {
			free(points);
			return false;
		}
		for (size_t k = 0; k < path->count; k++)
			points[k] =
				(struct ff_point){path->points[k].x + 0.5, path->points[k].y + 0.5};
		if (look->rims)
			paint_rim(on, look, path, points);
		if (look->lines)
			paint_ink(on, look, i, points);
	}
	free(points);
	return true;
}

/* Paints the rims or lines of paths first..end-1, or both; false if memory ran out. */
static bool paint_all(struct ff_surface *on, struct look *look, size_t first, size_t end)
{
	bool painted = true;

	for (look->first = first; look->first < end && painted; look->first = look->end) {
		painted = ff_paths_enter(look->paths, look->first, &look->some);
		look->end = look->first + look->some.count;
		look->end = look->end < end ? look->end : end;
		painted = painted && on->bands(on, paint_some, look);
	}
	return painted;
}

/* Paints a few paths; where some share a way, the shortest is above, so that all are seen from
 * their starts on. */
static bool paint_few(struct ff_surface *on, struct look *look)
{
	const struct ff_path *items = look->paths->items;
	size_t order[FEW] = {0}, k;
	bool painted = true;

	for (size_t i = 0; i < look->paths->count; i++) {
		for (k = i; k > 0 && length_of(&items[order[k - 1]]) < length_of(&items[i]); k--)
			order[k] = order[k - 1];
		order[k] = i;
	}
	look->rims = look->lines = true;
	for (size_t i = 0; i < look->paths->count && painted; i++)
		painted = paint_all(on, look, order[i], order[i] + 1);
	return painted;
}

static enum ff_status paint_paths(struct ff_surface *on, const struct ff_picture *picture)
{
	struct look look = look_of(picture);
	size_t count = look.paths->count;
	bool painted = true;

	if (count <= FEW) {
		painted = paint_few(on, &look);
	} else {
		look.rims = has_rims(picture);
		if (look.rims)
			painted = paint_all(on, &look, 0, count);
		look.rims = false;
		look.lines = true;
		painted = painted && paint_all(on, &look, 0, count);
	}
	ff_paths_leave(look.paths, &look.some);
	return painted ? FF_OK : FF_E_NOMEM;
}

static enum ff_status paint_starts(struct ff_surface *on, const struct ff_picture *picture)
{
	const struct look look = look_of(picture);
	bool rims = has_rims(picture);
	double size = fmax(look.dot, 3 * picture->layout.unit);

	for (size_t i = 0; i < look.paths->count; i++) {
		const struct ff_walker *walker = &look.groups->walkers->items[i];
		struct ff_point at = {walker->x + 0.5, walker->y + 0.5};

		if (!look.paths->items[i].reached) {
			ff_surface_cross(on, at, size, look.width);
			continue;
		}
		if (rims)
			on->disc(on, at, look.dot + look.rim, ff_palette_colour(FF_PALETTE_PAPER));
		on->disc(on, at, look.dot, colour_of(&look, i));
	}
	return FF_OK;
}

/* ---- the legend ---- */

/* Returns true if an earlier walker has the same start. */
static bool is_repeated(const struct ff_walker *walkers, size_t which)
{
	for (size_t i = 0; i < which; i++)
		if (walkers[i].x == walkers[which].x && walkers[i].y == walkers[which].y)
			return true;
	return false;
}

static void list_starts(const struct look *look, struct ff_picture *picture)
{
	const struct ff_walker *walkers = look->groups->walkers->items;

	for (size_t i = 0; i < look->paths->count; i++) {
		char place[FF_GEOREFERENCE_NAME];

		ff_style_print_place(place, picture->style, picture->h, walkers[i].x + 0.5,
				     walkers[i].y + 0.5);
		if (look->paths->items[i].reached && !is_repeated(walkers, i))
			ff_legend_add(&picture->legend, FF_LEGEND_LINE,
				      (struct ff_fill){.colour = colour_of(look, i)}, "from %s",
				      place);
	}
}

/* Adds the paths of the scene's walkers or sources, if they are known, with their starts.  They
 * have rims unless the ground is quiet. */
void ff_marks_add_paths(struct ff_picture *picture)
{
	/* Only pictures of sectors have a graph. */
	const char *more = picture->scene->graph != NULL ? "sources" : "walkers";
	struct ff_legend *legend = &picture->legend;
	struct look look;
	size_t lost = 0;

	if (picture->scene->paths == NULL || picture->marks[FF_MARK_STARTS].paint != NULL)
		return;
	look = look_of(picture);
	for (size_t i = 0; i < look.paths->count; i++)
		lost += !look.paths->items[i].reached;
	ff_picture_mark(picture, FF_MARK_PATHS, "paths", paint_paths);
	ff_picture_mark(picture, FF_MARK_STARTS, "starts", paint_starts);
	if (look.grouped)
		ff_legend_groups(legend, look.groups, FF_LEGEND_LINE);
	if (look.grouped && look.opacity < 1)
		ff_legend_add(legend, FF_LEGEND_NONE, (struct ff_fill){0}, "darker: more %s", more);
	else if (look.opacity < 1)
		ff_legend_add(legend, FF_LEGEND_LINE,
			      (struct ff_fill){.colour = colour_of(&look, 0)},
			      "path (darker: more %s)", more);
	else if (!look.grouped)
		list_starts(&look, picture);
	if (lost > 0)
		ff_legend_add(legend, FF_LEGEND_CROSS, picture->fills[FF_PALETTE_INK],
			      "no way (%zu)", lost);
}

/* ---- the picture ---- */

enum ff_status ff_draw_paths(const struct ff_scene *scene, const struct ff_style *style,
			     struct ff_page *page, struct ff_error *err)
{
	size_t count = 0;
	struct ff_picture picture;
	struct ff_base base;

	for (size_t i = 0; i < scene->paths->count; i++)
		count += scene->paths->items[i].reached;
	ff_picture_begin(&picture, scene, style);
	ff_legend_title(&picture.legend, "%zu path%s to the goal", count, count == 1 ? "" : "s");
	picture.quiet = true;
	ff_marks_add_paths(&picture);
	ff_base_open(&base, &picture, 0);
	ff_picture_cells(&picture, ff_base_row, &base);
	ff_picture_list_classes(&picture);
	return ff_picture_paint(&picture, page, err);
}
