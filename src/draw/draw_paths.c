/*
 * Earlier paths lie above later ones, and all lie on the rims of all: where many meet they are one
 * broad way.
 */
#include "draw/draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/base.h"
#include "draw/canvas.h"
#include "draw/legend.h"
#include "draw/marker.h"
#include "draw/pens.h"

enum {
	HUE = FF_BASE_SHADES, /* the palette's colours after those of the ground */
	FREE = HUE + FF_PENS_HUES,
	SWATCHES = FF_BASE_SWATCHES + FF_PENS_HUES + 1,
	LABEL = FF_WALKERS_NAME + 32,
	RUN = 64, /* points that a segment of a vector picture stands for, at most */
};

static const double fine = 0.75;    /* pixels: shorter parts are drawn with what follows */
static const double precise = 0.01; /* cells that a vector picture may be off */

/* What is drawn, and what its legend says; points into itself: not to be copied. */
struct picture {
	struct ff_base floor;
	const struct ff_paths *paths;
	const struct ff_walkers *walkers;
	int scale;
	bool grouped;  /* a colour is a group, not a path */
	bool named;    /* the legend tells what each colour is */
	size_t lost;   /* paths that do not arrive */
	double radius; /* pixels: half of a line's width... */
	double rim;    /* ... how much wider its rim is on each side... */
	double spot;   /* ... and the radius of a dot */
	char title[96], labels[FF_PENS_HUES][LABEL], stranded[LABEL];
	struct ff_legend_swatch swatches[SWATCHES];
	struct ff_legend legend;
};

/* Which of the hues a path has: those that no legend names share the last. */
static size_t hue_of(const struct picture *picture, size_t i)
{
	size_t number = picture->grouped ? picture->walkers->items[i].group : i;

	if (!picture->grouped && !picture->named)
		return i % (FF_PENS_HUES - 1);
	return number < FF_PENS_HUES ? number : FF_PENS_HUES - 1;
}

static uint8_t colour_of(const struct picture *picture, size_t i)
{
	return (uint8_t)(HUE + hue_of(picture, i));
}

/* ---- the legend ---- */

static void list(struct picture *picture, int colour, const char *label)
{
	picture->swatches[picture->legend.count++] =
		(struct ff_legend_swatch){(uint8_t)colour, label};
}

/* "12", "12.5": with a decimal where it is needed. */
static const char *print(char to[FF_STYLE_PRINT], double value)
{
	ff_style_print(to, value, floor(value) == value ? 0 : 1);
	return to;
}

static void list_starts(struct picture *picture)
{
	for (size_t i = 0; i < picture->paths->count; i++) {
		const struct ff_path *path = &picture->paths->items[i];
		char x[FF_STYLE_PRINT], y[FF_STYLE_PRINT];

		if (!path->reached)
			continue;
		snprintf(picture->labels[i], LABEL, "from %s,%s", print(x, path->points->x),
			 print(y, path->points->y));
		list(picture, colour_of(picture, i), picture->labels[i]);
	}
}

/* A file may call them anything, and there are letters for ASCII only. */
static void name_group(char label[LABEL], const char *name)
{
	int n = 0;

	for (; *name != '\0'; name++)
		if (((unsigned char)*name & 0xc0) != 0x80)
			label[n++] = *name;
	label[n] = '\0';
	if (n == 0)
		snprintf(label, LABEL, "no group");
}

static void list_groups(struct picture *picture)
{
	size_t count = picture->walkers->group_count;
	size_t named = picture->named ? count : FF_PENS_HUES - 1;

	for (size_t i = 0; i < named; i++) {
		name_group(picture->labels[i], picture->walkers->groups[i]);
		list(picture, HUE + (int)i, picture->labels[i]);
	}
	if (picture->named)
		return;
	snprintf(picture->labels[named], LABEL, "and %zu more", count - named);
	list(picture, HUE + (int)named, picture->labels[named]);
}

static void set_legend(struct picture *picture)
{
	size_t count = picture->paths->count;

	picture->legend =
		(struct ff_legend){.title = picture->title, .swatches = picture->swatches};
	snprintf(picture->title, sizeof picture->title, "%zu path%s to the goal",
		 count - picture->lost, count - picture->lost == 1 ? "" : "s");
	if (picture->grouped)
		list_groups(picture);
	else if (picture->named)
		list_starts(picture);
	snprintf(picture->stranded, LABEL, "no way (%zu)", picture->lost);
	if (picture->lost > 0)
		list(picture, FF_PALETTE_INK, picture->stranded);
	picture->legend.count +=
		ff_base_legend(&picture->floor, picture->swatches + picture->legend.count);
}

static void set_picture(struct picture *picture, const struct ff_scene *scene,
			const struct ff_paths *paths, const struct ff_walkers *walkers, int scale)
{
	int32_t w = scene->map->w, h = scene->map->h;
	/* Of lines as wide as they can be there would be nothing else to be seen. */
	double crowded = paths->count <= 16 ? 1 : paths->count <= 128 ? 0.7 : 0.45;

	*picture = (struct picture){.paths = paths, .walkers = walkers, .scale = scale};
	ff_base_set(&picture->floor, scene);
	picture->grouped = walkers->group_count > 1;
	picture->named = (picture->grouped ? walkers->group_count : paths->count) <= FF_PENS_HUES;
	for (size_t i = 0; i < paths->count; i++)
		picture->lost += !paths->items[i].reached;
	picture->radius = fmax(crowded * ff_pens_line(w, h, scale), 0.5);
	picture->rim = ff_pens_rim * crowded;
	picture->spot = fmax(crowded * crowded * ff_pens_spot(w, h, scale), picture->radius + 0.75);
	set_legend(picture);
}

static void set_palette(struct ff_image *image)
{
	ff_base_palette(image);
	memcpy(image->palette + HUE, ff_palette_routes, sizeof ff_palette_routes);
}

/* ---- as pixels ---- */

static void place(const struct picture *picture, const struct ff_path_point *point, double at[2])
{
	at[0] = (point->x + 0.5) * picture->scale;
	at[1] = (point->y + 0.5) * picture->scale;
	/* In the middle of a pixel centres make sharp lines. */
	if (picture->scale % 2 == 0) {
		at[0] += 0.5;
		at[1] += 0.5;
	}
}

static void draw_path(const struct picture *picture, struct ff_image *image,
		      const struct ff_path *path, double radius, const struct ff_stroke *stroke)
{
	double from[2], to[2];

	place(picture, &path->points[0], from);
	for (size_t i = 1; i < path->count; i++) {
		place(picture, &path->points[i], to);
		if (i + 1 < path->count && fabs(to[0] - from[0]) < fine &&
		    fabs(to[1] - from[1]) < fine)
			continue;
		ff_stroke_line(image, from, to, radius, stroke);
		from[0] = to[0];
		from[1] = to[1];
	}
}

static void spare(struct ff_stroke *stroke)
{
	for (int step = 0; step < FF_STROKE_STEPS; step++)
		stroke->over[step][FF_PALETTE_GOAL] = FF_PALETTE_GOAL;
}

/* Lines end at the edges of goals. */
static void draw_paths(const struct picture *picture, struct ff_image *image, struct ff_pens *pens)
{
	const struct ff_paths *paths = picture->paths;

	spare(&pens->rim);
	for (int i = 0; i < FF_PENS_HUES; i++)
		spare(&pens->hues[i]);

	for (size_t i = 0; i < paths->count; i++)
		if (paths->items[i].reached)
			draw_path(picture, image, &paths->items[i], picture->radius + picture->rim,
				  &pens->rim);
	for (size_t i = paths->count; i-- > 0;)
		if (paths->items[i].reached)
			draw_path(picture, image, &paths->items[i], picture->radius,
				  &pens->hues[hue_of(picture, i)]);
}

static void draw_cross(struct ff_image *image, const double at[2], double size, double radius,
		       const struct ff_stroke *stroke)
{
	for (int i = 0; i < 2; i++) {
		double from[2] = {at[0] - size, at[1] - (i == 0 ? size : -size)};
		double to[2] = {at[0] + size, at[1] + (i == 0 ? size : -size)};

		ff_stroke_line(image, from, to, radius, stroke);
	}
}

/* A dot of a size that many are drawn with, too. */
static void draw_dot(const struct picture *picture, struct ff_image *image, const double at[2],
		     const struct ff_pens *pens, const struct ff_stroke *stroke)
{
	if (picture->spot >= 4) {
		ff_pens_dot(image, at, picture->spot, pens, stroke);
		return;
	}
	ff_stroke_line(image, at, at, picture->spot + picture->rim, &pens->rim);
	ff_stroke_line(image, at, at, picture->spot, stroke);
}

static void draw_start(const struct picture *picture, struct ff_image *image, size_t i,
		       const struct ff_pens *pens)
{
	const struct ff_path *path = &picture->paths->items[i];
	double at[2], cross = fmax(picture->spot * 0.8, 2);

	place(picture, path->points, at);
	if (!path->reached) {
		draw_cross(image, at, cross, picture->radius + ff_pens_rim, &pens->rim);
		draw_cross(image, at, cross, picture->radius, &pens->ink);
	} else {
		draw_dot(picture, image, at, pens, &pens->hues[hue_of(picture, i)]);
	}
}

enum ff_status ff_draw_paths(const struct ff_scene *scene, const struct ff_paths *paths,
			     const struct ff_walkers *walkers, const struct ff_style *style,
			     struct ff_image *image, const struct ff_machine *machine,
			     struct ff_error *err)
{
	int32_t w = scene->map->w, h = scene->map->h;
	uint8_t grounds[FF_BASE_GROUNDS];
	struct picture picture;
	struct ff_pens pens;
	enum ff_status st;
	int next = FREE;

	set_picture(&picture, scene, paths, walkers, style->scale);
	if ((st = ff_legend_canvas(image, w, h, style, &picture.legend, err)) != FF_OK)
		return st;
	set_palette(image);
	ff_canvas_cells(image, w, h, style->scale, ff_base_row, &picture.floor, machine);
	ff_base_grounds(grounds);
	ff_pens_mix(&pens, image, HUE, grounds, FF_BASE_GROUNDS, &next);
	draw_paths(&picture, image, &pens);
	ff_marker_goals(image, scene, style->scale, FF_PALETTE_GOAL);
	for (size_t i = paths->count; i-- > 0;)
		draw_start(&picture, image, i, &pens);
	ff_legend_draw(image, w, h, style, &picture.legend);
	return FF_OK;
}

/* ---- as vectors ---- */

static void put_place(struct ff_svg *svg, double along)
{
	ff_svg_number(svg, floor((along + 0.5) * 1000 + 0.5) / 1000);
}

/* Whether a segment tells enough of the points between its ends. */
static bool is_enough(const struct ff_path_point *from, const struct ff_path_point *to)
{
	double dx = to->x - from->x, dy = to->y - from->y, length = sqrt(dx * dx + dy * dy);

	for (const struct ff_path_point *p = from + 1; p < to; p++)
		if (fabs((p->x - from->x) * dy - (p->y - from->y) * dx) > precise * length)
			return false;
	return true;
}

static void put_points(struct ff_svg *svg, const struct ff_path *path)
{
	for (size_t i = 0, next; i < path->count; i = next) {
		ff_svg_print(svg, i == 0 ? "" : " ");
		put_place(svg, path->points[i].x);
		ff_svg_print(svg, ",");
		put_place(svg, path->points[i].y);
		next = i + 1;
		while (next + 1 < path->count && next - i < RUN &&
		       is_enough(&path->points[i], &path->points[next + 1]))
			next++;
	}
}

static void put_path(struct ff_sheet *sheet, const struct picture *picture, size_t i)
{
	const struct ff_path *path = &picture->paths->items[i];
	struct ff_svg *svg = &sheet->svg;

	ff_svg_print(svg, "<polyline id=\"path-%" PRIu64 "\" class=\"group-%" PRIu32 "\" stroke=\"",
		     path->id, picture->walkers->items[i].group);
	ff_svg_colour(svg, sheet->image->palette[colour_of(picture, i)]);
	ff_svg_print(svg, "\" points=\"");
	put_points(svg, path);
	ff_svg_print(svg, "\"/>\n");
}

static void put_paths(struct ff_sheet *sheet, const struct picture *picture)
{
	struct ff_svg *svg = &sheet->svg;

	ff_svg_print(svg, "<g id=\"paths\" fill=\"none\" stroke-linejoin=\"round\" "
			  "stroke-linecap=\"round\" stroke-width=\"");
	ff_svg_number(svg, 2 * picture->radius / picture->scale);
	ff_svg_print(svg, "\">\n");
	for (size_t i = picture->paths->count; i-- > 0;)
		if (picture->paths->items[i].reached)
			put_path(sheet, picture, i);
	ff_svg_print(svg, "</g>\n");
}

static void put_dot(struct ff_sheet *sheet, const struct ff_path_point *at, double radius,
		    uint8_t colour)
{
	struct ff_svg *svg = &sheet->svg;

	ff_svg_print(svg, "<circle cx=\"");
	put_place(svg, at->x);
	ff_svg_print(svg, "\" cy=\"");
	put_place(svg, at->y);
	ff_svg_print(svg, "\" r=\"");
	ff_svg_number(svg, radius);
	ff_svg_print(svg, "\" fill=\"");
	ff_svg_colour(svg, sheet->image->palette[colour]);
	ff_svg_print(svg, "\"/>\n");
}

/* Adds a dot where each path begins that reaches a goal. */
static void put_starts(struct ff_sheet *sheet, const struct picture *picture)
{
	struct ff_svg *svg = &sheet->svg;
	double radius = picture->spot / picture->scale;

	ff_svg_print(svg, "<g id=\"starts\" stroke=\"");
	ff_svg_colour(svg, sheet->image->palette[FF_PALETTE_PAPER]);
	ff_svg_print(svg, "\" stroke-width=\"");
	ff_svg_number(svg, radius / 3);
	ff_svg_print(svg, "\">\n");
	for (size_t i = picture->paths->count; i-- > 0;)
		if (picture->paths->items[i].reached)
			put_dot(sheet, picture->paths->items[i].points, radius,
				colour_of(picture, i));
	ff_svg_print(svg, "</g>\n");
}

/* Crosses: twice, as a rim and upon it. */
static void put_stranded(struct ff_sheet *sheet, const struct picture *picture)
{
	static const uint8_t colours[2] = {FF_PALETTE_PAPER, FF_PALETTE_INK};
	struct ff_svg *svg = &sheet->svg;
	double size = fmax(picture->spot * 0.8, 2) / picture->scale;

	ff_svg_print(svg, "<g id=\"stranded\" fill=\"none\" stroke-linecap=\"round\">\n");
	for (int pass = 0; pass < 2; pass++) {
		ff_svg_print(svg, "<path stroke=\"");
		ff_svg_colour(svg, sheet->image->palette[colours[pass]]);
		ff_svg_print(svg, "\" stroke-width=\"");
		ff_svg_number(svg, 2 * (picture->radius + (pass == 0 ? ff_pens_rim : 0)) /
					   picture->scale);
		ff_svg_print(svg, "\" d=\"");
		for (size_t i = 0; i < picture->paths->count; i++) {
			const struct ff_path_point *point = picture->paths->items[i].points;

			for (int side = -1; side <= 1 && !picture->paths->items[i].reached;
			     side += 2) {
				ff_svg_print(svg, "M");
				put_place(svg, point->x - size);
				ff_svg_print(svg, " ");
				put_place(svg, point->y - size * side);
				ff_svg_print(svg, "L");
				put_place(svg, point->x + size);
				ff_svg_print(svg, " ");
				put_place(svg, point->y + size * side);
			}
		}
		ff_svg_print(svg, "\"/>\n");
	}
	ff_svg_print(svg, "</g>\n");
}

enum ff_status ff_draw_paths_svg(const struct ff_scene *scene, const struct ff_paths *paths,
				 const struct ff_walkers *walkers, const struct ff_style *style,
				 const struct ff_svg_about *about, char **text, size_t *size,
				 const struct ff_machine *machine, struct ff_error *err)
{
	int32_t w = scene->map->w, h = scene->map->h;
	struct picture picture;
	struct ff_image image;
	struct ff_sheet sheet = {.scene = scene,
				 .style = style,
				 .legend = &picture.legend,
				 .image = &image,
				 .grain = ff_svg_grain(style->scale)};
	enum ff_status st;

	set_picture(&picture, scene, paths, walkers, style->scale);
	st = ff_canvas_new(&image, (int64_t)w * sheet.grain, (int64_t)h * sheet.grain, err);
	if (st != FF_OK)
		return st;
	ff_legend_palette(&image, &picture.legend);
	set_palette(&image);
	ff_canvas_cells(&image, w, h, sheet.grain, ff_base_row, &picture.floor, machine);
	st = ff_sheet_begin(&sheet, about, "map", err);
	if (st == FF_OK)
		st = ff_sheet_walls(&sheet, err);
	if (st == FF_OK) {
		put_paths(&sheet, &picture);
		st = ff_sheet_goals(&sheet, err);
	}
	if (st == FF_OK) {
		put_starts(&sheet, &picture);
		if (picture.lost > 0)
			put_stranded(&sheet, &picture);
	}
	st = ff_sheet_end(&sheet, st, text, size, err);
	free(image.pixels);
	return st;
}
