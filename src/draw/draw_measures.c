/* Measures of all cells, as pictures and as layers over others. */
#include "draw/draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/grid/regions.h"
#include "draw/contour.h"
#include "draw/picture.h"

static struct ff_raster raster_of(const struct ff_scene *scene, int channels, void *cells)
{
	return ff_raster_of_values(scene->map->w, scene->map->h, channels, FF_RASTER_F32,
				   (double)INFINITY, cells);
}

/* ---- detours ---- */

/* The least ratios of the tints of the layer. */
static const double tints[] = {1.5, 2, 4};
enum { TINTS = sizeof tints / sizeof *tints };

static double tint_opacity(const void *context, size_t cell)
{
	const struct ff_picture *picture = context;
	double ratio = (double)picture->scene->detours[cell];
	int tint = 0;

	while (tint < TINTS && ratio < (double)INFINITY && ratio >= tints[tint])
		tint++;
	return tint == 0 ? 0 : 0.2 + 0.6 * tint / (TINTS + 1);
}

static enum ff_status paint_detours(struct ff_surface *on, const struct ff_picture *picture)
{
	ff_marks_tint(on, picture, tint_opacity, picture, ff_palette_accent);
	return FF_OK;
}

void ff_marks_add_detour(struct ff_picture *picture)
{
	const struct ff_fill fill = {.colour = ff_palette_accent};

	if (picture->scene->detours == NULL)
		return;
	ff_picture_mark(picture, FF_MARK_DETOUR, "detour", paint_detours);
	ff_legend_add(&picture->legend, FF_LEGEND_AREA, fill,
		      "way / straight line: %g, %g, %g and more", tints[0], tints[1], tints[2]);
}

/* ---- clearance ---- */

enum ff_status ff_draw_clearance(const struct ff_scene *scene, const struct ff_style *style,
				 struct ff_page *page, struct ff_error *err)
{
	const struct ff_raster raster = raster_of(scene, 2, scene->room);
	const struct ff_draw_measure what = {.raster = &raster,
					     .channel = 1,
					     .title = "largest radius that reaches the goal",
					     .small = true};
	struct ff_style own = *style;

	if (!style->bare)
		own.with |= FF_STYLE_CLEARANCE;
	return ff_draw_measure(scene, &what, &own, page, err);
}

/* Returns the distance between lines of equal distance to walls; 0: there are none. */
static double room_interval(const struct ff_picture *picture, double *most)
{
	enum { LINES = 6 };
	size_t cells = (size_t)picture->w * (size_t)picture->h;

	*most = 0;
	for (size_t i = 0; i < cells; i++)
		if (picture->scene->room[i][0] < (float)INFINITY)
			*most = fmax(*most, (double)picture->scene->room[i][0]);
	return fmax(ff_contour_interval(0, *most, LINES), 1);
}

static void paint_room_line(void *context, int64_t k, double level, const struct ff_point *points,
			    size_t count, bool closed)
{
	struct ff_surface *on = context;
	const struct ff_stroke stroke = {
		.colour = ff_palette_accent, .width = on->layout->unit, .opacity = 0.8};
	const struct ff_point ends[] = {points[count - 1], points[0]};

	(void)k, (void)level;
	on->line(on, points, count, &stroke);
	if (closed)
		on->line(on, ends, 2, &stroke);
}

static enum ff_status paint_room(struct ff_surface *on, const struct ff_picture *picture)
{
	struct ff_field field = {.w = picture->w, .h = picture->h, .type = FF_FIELD_F64, .unit = 1};
	size_t cells = (size_t)picture->w * (size_t)picture->h;
	double most, interval = room_interval(picture, &most);
	enum ff_status st;

	if ((field.f64 = ff_memory_cells(field.w, field.h, sizeof *field.f64)) == NULL)
		return FF_E_NOMEM;
	for (size_t i = 0; i < cells; i++)
		field.f64[i] = (double)picture->scene->room[i][0];
	st = ff_contour_lines(&field, interval, 0, most, 1 / on->scale, paint_room_line, on);
	ff_field_free(&field);
	return st;
}

void ff_marks_add_clearance(struct ff_picture *picture)
{
	const struct ff_fill fill = {.colour = ff_palette_accent};
	double most;

	if (picture->scene->room == NULL)
		return;
	ff_picture_mark(picture, FF_MARK_CLEARANCE, "clearance", paint_room);
	ff_legend_add(&picture->legend, FF_LEGEND_LINE, fill, "equal distance to walls, every %g",
		      room_interval(picture, &most));
}

/* ---- chokes ---- */

enum ff_status ff_draw_chokes(const struct ff_scene *scene, const struct ff_style *style,
			      struct ff_page *page, struct ff_error *err)
{
	const struct ff_raster raster = raster_of(scene, 1, scene->chokes);
	const struct ff_draw_measure what = {.raster = &raster,
					     .least = style->numbers[FF_STYLE_NUMBER_CHOKES],
					     .title = "% of all cells that must pass",
					     .layer = FF_STYLE_CHOKES};
	struct ff_style own = *style;

	if (!style->bare)
		own.with |= FF_STYLE_CHOKES;
	return ff_draw_measure(scene, &what, &own, page, err);
}

static bool is_choke(const struct ff_picture *picture, size_t cell)
{
	float share = picture->scene->chokes[cell];

	return share < (float)INFINITY && share > 0 &&
	       share >= (float)picture->style->numbers[FF_STYLE_NUMBER_CHOKES];
}

static double choke_opacity(const void *context, size_t cell)
{
	return is_choke(context, cell);
}

static int32_t column_of(const struct ff_picture *picture, size_t cell)
{
	return (int32_t)(cell % (size_t)picture->w);
}

static int32_t row_of(const struct ff_picture *picture, size_t cell)
{
	return (int32_t)(cell / (size_t)picture->w);
}

/* Returns the box of a mark of that radius on a cell, 'gap' units of width around it. */
static struct ff_picture_box around(const struct ff_surface *on, const struct ff_picture *picture,
				    size_t cell, double radius, double gap)
{
	double x = column_of(picture, cell) + 0.5, y = row_of(picture, cell) + 0.5;
	double out = radius + gap * on->layout->unit / on->scale;

	return (struct ff_picture_box){x - out, y - out, x + out, y + out};
}

/* Marks the cells, and labels the largest share of each area of them. */
static enum ff_status paint_chokes(struct ff_surface *on, const struct ff_picture *picture)
{
	enum { LABELS = 100 };
	const float *shares = picture->scene->chokes;
	size_t cells = (size_t)picture->w * (size_t)picture->h;
	uint8_t *there = ff_memory_cells(picture->w, picture->h, 1);
	size_t best[LABELS];
	struct ff_labels areas = {.cells = NULL};
	enum ff_status st = FF_E_NOMEM;
	uint32_t count;

	if ((picture->shows & FF_STYLE_CHOKES) == 0)
		ff_marks_tint(on, picture, choke_opacity, picture, ff_palette_accent);
	for (size_t i = 0; there != NULL && i < cells; i++)
		there[i] = is_choke(picture, i);
	if (there != NULL)
		st = ff_regions_label(picture->w, picture->h, there, 1, 1, true, &areas, NULL);
	count = areas.count < LABELS ? areas.count : LABELS;
	for (uint32_t k = 0; k < count; k++)
		best[k] = cells;
	for (size_t i = 0; i < cells && st == FF_OK; i++) {
		uint32_t k = areas.cells[i];

		if (k == FF_LABELS_NONE)
			continue;
		if (k < count && (best[k] == cells || shares[i] > shares[best[k]]))
			best[k] = i;
	}
	for (uint32_t k = 0; k < count && st == FF_OK; k++)
		ff_marks_reserve(picture, around(on, picture, best[k], 0.5, 0));
	for (uint32_t k = 0; k < count && st == FF_OK && on->layout->framed; k++) {
		char text[FF_STYLE_PRINT + 2];
		int n = ff_style_print(text, (double)shares[best[k]], 0);

		text[n] = '%';
		text[n + 1] = '\0';
		/* Beside the cell, which it would hide. */
		ff_marks_label(on, picture, around(on, picture, best[k], 0.5, 3), text);
	}
	free(areas.cells);
	free(there);
	return st == FF_OK ? st : FF_E_NOMEM;
}

void ff_marks_add_chokes(struct ff_picture *picture)
{
	const struct ff_fill fill = {.colour = ff_palette_accent};

	if (picture->scene->chokes == NULL)
		return;
	ff_picture_mark(picture, FF_MARK_CHOKES, "chokes", paint_chokes);
	if ((picture->shows & FF_STYLE_CHOKES) == 0)
		ff_legend_add(&picture->legend, FF_LEGEND_AREA, fill,
			      "%d %% of all cells must pass here, or more",
			      picture->style->numbers[FF_STYLE_NUMBER_CHOKES]);
}

/* ---- gain ---- */

enum { BEST = 10 };               /* changes that have a label... */
static const float SHOWN = 0.05F; /* ...if it is not 0.0 */

/* Returns true if one change does more than another: first by the cells that it connects or cuts
 * off, then by the mean cost.  'sign' is -1 for those that do harm. */
static bool does_more(const float one[2], const float other[2], float sign)
{
	return sign * one[1] != sign * other[1] ? sign * one[1] > sign * other[1]
						: sign * one[0] > sign * other[0];
}

/* Lists the changes of open or of wall cells that do most, no two of them nearer to each other than
 * 'apart' cells; returns their number. */
static int find_best(const struct ff_picture *picture, bool walls, double apart, size_t best[BEST])
{
	const struct ff_scene *scene = picture->scene;
	size_t cells = (size_t)picture->w * (size_t)picture->h;
	float sign = walls ? 1 : -1;
	int count = 0;

	for (bool any = true; any && count < BEST; count += any) {
		any = false;
		for (size_t i = 0; i < cells; i++) {
			const float *gain = scene->gains[i];
			bool counts = (scene->map->cells[i] == FF_COST_WALL) == walls &&
				      gain[0] != (float)INFINITY &&
				      (sign * gain[0] >= SHOWN || sign * gain[1] > 0) &&
				      (!any || does_more(gain, scene->gains[best[count]], sign));

			for (int k = 0; k < count && counts; k++) {
				double dx = column_of(picture, i) - column_of(picture, best[k]);
				double dy = row_of(picture, i) - row_of(picture, best[k]);

				counts = dx * dx + dy * dy >= apart * apart;
			}
			if (counts)
				best[count] = i;
			any |= counts;
		}
	}
	return count;
}

/* Labels the best walls to open with how the mean cost changes, or how many more cells are reached,
 * and rings the worst cells to close, likewise. */
static enum ff_status paint_gains(struct ff_surface *on, const struct ff_picture *picture)
{
	const struct ff_stroke ring = {
		.colour = ff_palette_accent, .width = 2 * on->layout->unit, .opacity = 1};
	double radius = ff_marks_goal_radius(on->layout) / on->scale;
	size_t best[2][BEST];
	int counts[2];

	for (int walls = 0; walls < 2; walls++) {
		counts[walls] = find_best(picture, walls != 0, 8 * radius, best[walls]);
		for (int i = counts[walls] - 1; i >= 0; i--) {
			struct ff_point at = {column_of(picture, best[walls][i]) + 0.5,
					      row_of(picture, best[walls][i]) + 0.5};

			on->ring(on, at, ff_marks_goal_radius(on->layout), &ring);
			ff_marks_reserve(picture, around(on, picture, best[walls][i], radius, 0));
		}
	}
	for (int k = 0; k < 2 * BEST && on->layout->framed; k++) {
		const int walls = k % 2, i = k / 2; /* the best and the worst first */
		const float *gain = picture->scene->gains[i < counts[walls] ? best[walls][i] : 0];
		char text[FF_STYLE_PRINT + 8], number[FF_STYLE_PRINT];

		if (i >= counts[walls])
			continue;
		ff_style_print(number, fabs(gain[1] != 0 ? (double)gain[1] : (double)gain[0]),
			       gain[1] == 0);
		snprintf(text, sizeof text, "%c%s%s", (gain[1] != 0) == (walls != 0) ? '+' : '-',
			 number, gain[1] != 0 ? " cells" : "");
		ff_marks_label(on, picture, around(on, picture, best[walls][i], radius, 3), text);
	}
	return FF_OK;
}

enum ff_status ff_draw_gain(const struct ff_scene *scene, const struct ff_style *style,
			    struct ff_page *page, struct ff_error *err)
{
	const struct ff_raster raster = raster_of(scene, 2, scene->gains);
	const size_t cells = (size_t)scene->map->w * (size_t)scene->map->h;
	char title[FF_LEGEND_TITLE];
	struct ff_draw_measure what = {.raster = &raster, .title = title, .notes = paint_gains};
	size_t tried[2] = {0, 0};

	for (size_t i = 0; i < cells; i++)
		if (scene->gains[i][0] != (float)INFINITY)
			tried[scene->map->cells[i] == FF_COST_WALL]++;
	snprintf(title, sizeof title,
		 "fall of the mean cost if one of %zu walls opens; rings: best of them, worst of "
		 "%zu cells to close",
		 tried[1], tried[0]);
	return ff_draw_measure(scene, &what, style, page, err);
}

/* ---- ridges ---- */

enum ff_status ff_draw_ridges(const struct ff_scene *scene, const struct ff_style *style,
			      struct ff_page *page, struct ff_error *err)
{
	struct ff_style own = *style;

	own.with |= FF_STYLE_RIDGES;
	return ff_draw_arrows(scene, &own, page, err);
}

/* Returns true if ways part at the edge between two blocks of cells. */
static bool is_ridge(const void *context, int32_t x, int32_t y, bool below)
{
	const struct ff_picture *picture = context;
	int32_t block = picture->layout.block, bit = below ? FF_RIDGES_BELOW : FF_RIDGES_RIGHT;
	bool parts = false;

	for (int32_t i = 0; i < block && !parts; i++) {
		int32_t at_x = below ? x * block + i : (x + 1) * block - 1;
		int32_t at_y = below ? (y + 1) * block - 1 : y * block + i;
		uint8_t cell;

		if (at_x >= picture->w || at_y >= picture->h)
			continue;
		cell = picture->scene->ridges[ff_cost_index(picture->scene->map, at_x, at_y)];
		parts = cell != FF_RIDGES_NONE && (cell & bit) != 0;
	}
	return parts;
}

static enum ff_status paint_ridges(struct ff_surface *on, const struct ff_picture *picture)
{
	int32_t block = on->layout->block;
	struct ff_marks_border border = {
		.w = (picture->w - 1) / block + 1,
		.h = (picture->h - 1) / block + 1,
		.between = is_ridge,
		.context = picture,
		.thick = 5 * on->layout->unit,
		.colour = ff_palette_colour(FF_PALETTE_PAPER),
	};
	enum ff_status st = ff_marks_borders(on, &border);

	border.thick = 3 * on->layout->unit;
	border.colour = ff_palette_accent;
	return st == FF_OK ? ff_marks_borders(on, &border) : st;
}

void ff_marks_add_ridges(struct ff_picture *picture)
{
	const struct ff_fill fill = {.colour = ff_palette_accent};

	if (picture->scene->ridges == NULL)
		return;
	ff_picture_mark(picture, FF_MARK_RIDGES, "ridges", paint_ridges);
	ff_legend_add(&picture->legend, FF_LEGEND_LINE, fill, "ridge: ways part here");
}
