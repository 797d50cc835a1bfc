/* Paths of walkers, as marks over any picture, and the picture of them alone. */
#include "draw/draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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
	bool grouped;   /* a colour is a group */
	bool rims;      /* lines and starts have rims; set while they are painted */
	double opacity; /* of lines */
	double width;   /* of lines, in pixels */
	double rim;     /* around lines and starts, in pixels */
	double dot;     /* radius of a start, in pixels */
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

/* Returns the points of the longest path. */
static size_t count_points(const struct ff_paths *paths)
{
	size_t longest = 1;

	for (size_t i = 0; i < paths->count; i++)
		if (paths->items[i].count > longest)
			longest = paths->items[i].count;
	return longest;
}

static double length_of(const struct ff_path *path)
{
	return path->points[path->count - 1].length;
}

static void paint_path(struct ff_surface *on, const struct look *look, size_t which,
		       const struct ff_stroke *stroke, struct ff_point *points)
{
	const struct ff_path *path = &look->paths->items[which];

	for (size_t k = 0; k < path->count; k++)
		points[k] = (struct ff_point){path->points[k].x + 0.5, path->points[k].y + 0.5};
	if (path->reached)
		on->line(on, points, path->count, stroke);
}

static void paint_rim(struct ff_surface *on, const struct look *look, size_t which,
		      struct ff_point *points)
{
	const struct ff_stroke rim = {ff_palette_colour(FF_PALETTE_PAPER),
				      look->width + 2 * look->rim, 1, NULL};

	paint_path(on, look, which, &rim, points);
}

static void paint_ink(struct ff_surface *on, const struct look *look, size_t which,
		      struct ff_point *points)
{
	char tag[96];
	const struct ff_stroke line = {colour_of(look, which), look->width, look->opacity, tag};

	snprintf(tag, sizeof tag, "id=\"path-%" PRIu64 "\" class=\"group-%" PRIu32 "\"",
		 look->paths->items[which].id, look->groups->walkers->items[which].group);
	paint_path(on, look, which, &line, points);
}

/* Paints a few paths; where some share a way, the shortest is above, so that all are seen from
 * their starts on. */
static void paint_few(struct ff_surface *on, const struct look *look, struct ff_point *points)
{
	const struct ff_path *items = look->paths->items;
	size_t order[FEW] = {0}, k;

	for (size_t i = 0; i < look->paths->count; i++) {
		for (k = i; k > 0 && length_of(&items[order[k - 1]]) < length_of(&items[i]); k--)
			order[k] = order[k - 1];
		order[k] = i;
	}
	for (size_t i = 0; i < look->paths->count; i++) {
		paint_rim(on, look, order[i], points);
		paint_ink(on, look, order[i], points);
	}
}

/* Returns true if lines and starts have rims.  On quiet ground many stand out without rims, which
 * would hide it, unless walls of a pixel are everywhere. */
static bool has_rims(const struct ff_picture *picture)
{
	return picture->scene->paths->count <= FEW || !picture->quiet || picture->layout.block > 1;
}

/* Paints the lines of all paths; false if memory ran out. */
static bool paint_lines(struct ff_surface *on, const void *context)
{
	const struct look *look = context;
	size_t count = look->paths->count;
	struct ff_point *points = malloc(count_points(look->paths) * sizeof *points);

	if (points == NULL)
		return false;
	if (count <= FEW) {
		paint_few(on, look, points);
	} else {
		for (size_t i = 0; i < count && look->rims; i++)
			paint_rim(on, look, i, points);
		for (size_t i = 0; i < count; i++)
			paint_ink(on, look, i, points);
	}
	free(points);
	return true;
}

static enum ff_status paint_paths(struct ff_surface *on, const struct ff_picture *picture,
				  struct ff_error *err)
{
	struct look look = look_of(picture);

	look.rims = has_rims(picture);
	return on->bands(on, paint_lines, &look) ? FF_OK : ff_status_nomem(err, "a picture");
}

static enum ff_status paint_starts(struct ff_surface *on, const struct ff_picture *picture,
				   struct ff_error *err)
{
	const struct look look = look_of(picture);
	bool rims = has_rims(picture);
	double size = fmax(look.dot, 3 * picture->layout.unit);

	(void)err;
	for (size_t i = 0; i < look.paths->count; i++) {
		const struct ff_path *path = &look.paths->items[i];
		struct ff_point at = {path->points->x + 0.5, path->points->y + 0.5};

		if (!path->reached) {
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

/* Returns true if an earlier path has the same start. */
static bool is_repeated(const struct ff_paths *paths, size_t which)
{
	const struct ff_path_point *start = paths->items[which].points;

	for (size_t i = 0; i < which; i++)
		if (paths->items[i].points->x == start->x && paths->items[i].points->y == start->y)
			return true;
	return false;
}

static void list_starts(const struct look *look, struct ff_legend *legend)
{
	for (size_t i = 0; i < look->paths->count; i++) {
		const struct ff_path *path = &look->paths->items[i];
		char x[FF_STYLE_PRINT], y[FF_STYLE_PRINT];

		if (path->reached && !is_repeated(look->paths, i))
			ff_legend_add(legend, FF_LEGEND_LINE,
				      (struct ff_fill){.colour = colour_of(look, i)}, "from %s,%s",
				      ff_style_print_coordinate(x, path->points->x),
				      ff_style_print_coordinate(y, path->points->y));
	}
}

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
		list_starts(&look, legend);
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
