#include "draw/marks.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "core/base/number.h"
#include "draw/contour.h"

/* Adds marks unless the picture has its own there. */
static void add_mark(struct ff_picture *picture, enum ff_mark kind, const char *id,
		     enum ff_surface_space space, ff_mark_paint *paint)
{
	if (picture->marks[kind].paint == NULL)
		ff_picture_mark(picture, kind, id, space, paint, NULL);
}

/* ---- goals ---- */

enum {
	MARKED = 100, /* goals; more have no markers: they would hide the map */
	NAMED = 12,   /* goals; more have no coordinates */
	MARKER = 9,   /* pixels of a marker's radius, for a thin line of one */
};

/* Returns the radius of the marker of a place, in pixels. */
static double marker_radius(const struct ff_layout *layout)
{
	return fmax(MARKER * layout->unit, layout->scale * 0.4);
}

/* Paints a frame of three lines around an area of goals. */
static void frame_goal(struct ff_surface *on, const struct ff_goal *goal, struct ff_colour colour)
{
	double unit = on->layout->unit, x = goal->x, y = goal->y, w = goal->w, h = goal->h;
	double least = MARKER * unit - fmin(w, h) * on->scale / 2, gap = fmax(least, unit);

	on->frame(on, x, y, w, h, gap, unit, ff_palette_colour(FF_PALETTE_PAPER));
	on->frame(on, x, y, w, h, gap + unit, 2 * unit, colour);
	on->frame(on, x, y, w, h, gap + 3 * unit, unit, ff_palette_colour(FF_PALETTE_PAPER));
	on->frame(on, x, y, w, h, gap + 4 * unit, unit, ff_palette_colour(FF_PALETTE_INK));
}

/* Prints a coordinate: 12, 12.5. */
static void print_coordinate(char to[FF_STYLE_PRINT], double value)
{
	ff_style_print(to, value, floor(value) != value);
}

/* Writes the coordinates of a goal beside its marker, where the page has room. */
static void name_goal(struct ff_surface *on, const struct ff_goal *goal)
{
	const struct ff_layout *layout = on->layout;
	double off = (marker_radius(layout) + 3 * layout->unit) / on->scale;
	double high = ff_type_h(&layout->type) / on->scale;
	char x[FF_STYLE_PRINT], y[FF_STYLE_PRINT], text[2 * FF_STYLE_PRINT];
	double right = goal->x + goal->w / 2.0 + off;
	struct ff_point at = {right, fmax(goal->y + 0.5 - off, high / 2)};
	double wide;

	print_coordinate(x, goal->x);
	print_coordinate(y, goal->y);
	snprintf(text, sizeof text, "%s,%s", x, y);
	wide = (double)ff_type_width(&layout->type, text) / on->scale;
	if (at.x + wide > layout->columns && layout->columns > wide)
		at.x = fmax(goal->x + 0.5 - off - wide, 0);
	ff_surface_label(on, at, FF_SURFACE_START, &layout->type, text);
}

static enum ff_status paint_goals(struct ff_surface *on, const struct ff_picture *picture,
				  const void *context, struct ff_error *err)
{
	const struct ff_goals *goals = picture->scene->goals;
	struct ff_colour colour =
		ff_palette_colour(picture->scene->flee ? FF_PALETTE_INK : FF_PALETTE_GOAL);

	(void)context;
	(void)err;
	for (size_t i = 0; i < goals->count && goals->count <= MARKED; i++) {
		const struct ff_goal *goal = &goals->items[i];

		if (goal->level != 0)
			continue;
		if (goal->w > 1 || goal->h > 1)
			frame_goal(on, goal, colour);
		else
			ff_surface_goal(on, (struct ff_point){goal->x + 0.5, goal->y + 0.5},
					marker_radius(on->layout), colour);
	}
	for (size_t i = 0; i < goals->count && goals->count <= NAMED && on->layout->framed; i++)
		if (goals->items[i].level == 0 && picture->marks[FF_MARK_VALUES].paint == NULL)
			name_goal(on, &goals->items[i]);
	return FF_OK;
}

/* ---- the grid ---- */

static enum ff_status paint_grid(struct ff_surface *on, const struct ff_picture *picture,
				 const void *context, struct ff_error *err)
{
	int32_t step =
		picture->style->grid > 0 ? picture->style->grid : ff_layout_step(&picture->layout);
	double unit = on->layout->unit / on->scale;
	struct ff_colour colour = ff_palette_colour(FF_PALETTE_INK);

	(void)context;
	(void)err;
	for (int32_t x = step; x < picture->w; x += step)
		on->box(on, x, 0, unit, picture->h, colour, 0.35);
	for (int32_t y = step; y < picture->h; y += step)
		on->box(on, 0, y, picture->w, unit, colour, 0.35);
	return FF_OK;
}

/* ---- contours ---- */

enum { LABELLED = 400 }; /* pixels of a line for each label */

/* Returns the interval of a picture's contours; 0: there are none. */
static double contour_interval(const struct ff_picture *picture)
{
	return ff_contour_interval(picture->scene->least, picture->scene->largest,
				   picture->style->contours);
}

/* Lines being painted, and the places of their labels. */
struct contours {
	struct ff_surface *on;
	struct ff_contour_labels labels;
	bool named;  /* labels are painted: no values would lie over them */
	bool failed; /* memory ran out */
};

static void print_level(char text[FF_STYLE_PRINT + 16], double level)
{
	text[ff_number_fixed(text, level)] = '\0';
}

static void paint_contour(void *context, int64_t k, double level, const struct ff_point *points,
			  size_t count, bool closed)
{
	struct contours *contours = context;
	struct ff_surface *on = contours->on;
	double unit = on->layout->unit;
	bool is_main = ff_contour_is_main(k);
	struct ff_stroke stroke = {.colour = ff_palette_contour,
				   .width = (is_main ? 2 : 1) * unit,
				   .opacity = is_main ? 0.8 : 0.6};
	const struct ff_point ends[] = {points[count - 1], points[0]};
	char text[FF_STYLE_PRINT + 16];

	on->line(on, points, count, &stroke);
	if (closed)
		on->line(on, ends, 2, &stroke);
	if (!is_main || !contours->named)
		return;
	print_level(text, level);
	contours->failed |= !ff_contour_labels_add(
		&contours->labels, level, points, count,
		((double)ff_type_width(&on->layout->type, text) + 4 * unit) / on->scale,
		ff_type_h(&on->layout->type) / on->scale);
}

static enum ff_status paint_contours(struct ff_surface *on, const struct ff_picture *picture,
				     const void *context, struct ff_error *err)
{
	const struct ff_scene *scene = picture->scene;
	struct contours contours = {
		.on = on,
		.named = picture->marks[FF_MARK_VALUES].paint == NULL,
		.labels = {.w = picture->w,
			   .h = picture->h,
			   .gap = LABELLED / 4.0 / on->scale,
			   .every = LABELLED / on->scale},
	};
	enum ff_status st =
		ff_contour_lines(scene->field, contour_interval(picture), scene->least,
				 scene->largest, 1 / on->scale, paint_contour, &contours, err);

	(void)context;
	for (size_t i = 0; i < contours.labels.count && st == FF_OK; i++) {
		const struct ff_contour_label *label = &contours.labels.items[i];
		char text[FF_STYLE_PRINT + 16];

		print_level(text, label->level);
		ff_surface_label(on, (struct ff_point){label->x, label->y}, FF_SURFACE_MIDDLE,
				 &on->layout->type, text);
	}
	ff_contour_labels_free(&contours.labels);
	return st == FF_OK && contours.failed ? ff_status_nomem(err, "contours") : st;
}

static void add_contours(struct ff_picture *picture)
{
	struct ff_fill ink = {.colour = ff_palette_contour};
	double interval = contour_interval(picture);
	char every[FF_STYLE_PRINT + 16], fifth[FF_STYLE_PRINT + 16];

	if (interval == 0)
		return;
	add_mark(picture, FF_MARK_CONTOURS, "contours", FF_SURFACE_MAP, paint_contours);
	print_level(every, interval);
	print_level(fifth, FF_CONTOUR_MAIN * interval);
	ff_legend_add(&picture->legend, FF_LEGEND_LINE, ink, "equal cost, every %s (bold: %s)",
		      every, fifth);
}

/* ---- values ---- */

/* Writes a row of values; 'entries' are those of its cells. */
static void write_row(struct ff_surface *on, const struct ff_picture *picture, int32_t y,
		      const uint8_t *entries)
{
	const struct ff_field *field = picture->scene->field;
	int decimals = ff_style_decimals(field);
	/* Where lines may strike them out, they stand on a box of the cell's colour. */
	bool boxed = picture->marks[FF_MARK_CONTOURS].paint != NULL ||
		     picture->marks[FF_MARK_FLOW].paint != NULL;

	for (int32_t x = 0; x < picture->w; x++) {
		double value = ff_field_value(field, ff_cost_index(picture->scene->cost, x, y));
		struct ff_colour under = picture->fills[entries[x]].colour;
		struct ff_point at = {x + 0.5, y + 0.5};
		char text[FF_STYLE_PRINT];
		struct ff_type type;
		double w, h;

		if (value == FF_FIELD_NONEF || entries[x] == FF_PALETTE_GOAL)
			continue;
		type = ff_type_within(on->scale, on->scale, ff_style_print(text, value, decimals));
		if (type.font == NULL)
			continue;
		w = (double)ff_type_width(&type, text) / on->scale;
		h = ff_type_h(&type) / on->scale;
		if (boxed)
			on->box(on, at.x - w / 2, at.y - h / 2, w, h, under, 1);
		on->text(on, at, FF_SURFACE_MIDDLE, &type, text,
			 ff_palette_colour(ff_palette_ink(under)));
	}
}

static enum ff_status paint_values(struct ff_surface *on, const struct ff_picture *picture,
				   const void *context, struct ff_error *err)
{
	uint8_t *entries = malloc((size_t)picture->w);

	(void)context;
	if (entries == NULL)
		return ff_status_nomem(err, "a picture");
	for (int32_t y = 0; y < picture->h; y++) {
		picture->row(picture->context, y, entries);
		write_row(on, picture, y, entries);
	}
	free(entries);
	return FF_OK;
}

/* ---- sight ---- */

static enum ff_status paint_sight(struct ff_surface *on, const struct ff_picture *picture,
				  const void *context, struct ff_error *err)
{
	const struct ff_labels *sight = picture->scene->sight;

	(void)context;
	(void)err;
	for (int32_t y = 0; y < sight->h; y++)
		for (int32_t x = 0; x < sight->w;) {
			const uint32_t *row = sight->cells + (size_t)y * (size_t)sight->w;
			int32_t from = x;

			while (x < sight->w && row[x] != FF_LABELS_NONE)
				x++;
			if (x > from)
				on->box(on, from, y, x - from, 1, ff_palette_sight, 0.4);
			else
				x++;
		}
	return FF_OK;
}

/* ---- small areas without a way ---- */

enum {
	SPOT = 8,   /* pixels of an area that needs a ring */
	SPOTS = 40, /* rings; more would hide the map */
};

/* Areas of unreached cells that are small in the picture. */
struct spots {
	struct ff_image_part areas[SPOTS]; /* [count]  their bounding boxes */
	size_t count;
	bool many;       /* there are more */
	uint8_t *known;  /* owned; a bit a cell */
	uint32_t *queue; /* owned; [room] */
	size_t room;
};

static bool take_cell(struct spots *spots, const struct ff_classes *classes, int64_t x, int64_t y)
{
	size_t i = (size_t)(y * classes->w + x);

	if (x < 0 || y < 0 || x >= classes->w || y >= classes->h ||
	    classes->cells[i] != FF_UNREACHED || (spots->known[i / 8] >> i % 8 & 1) != 0)
		return false;
	spots->known[i / 8] |= (uint8_t)(1 << i % 8);
	return true;
}

/* Walks over the area of a cell; false if memory ran out. */
static bool walk_area(struct spots *spots, const struct ff_classes *classes, uint32_t start,
		      struct ff_image_part *area)
{
	static const int steps[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
	uint32_t w = (uint32_t)classes->w;
	size_t count = 0;
	void *queue = spots->queue;

	*area = (struct ff_image_part){(int32_t)(start % w), (int32_t)(start / w), 1, 1};
	if (!ff_memory_grow(&queue, &spots->room, 1, sizeof *spots->queue))
		return false;
	spots->queue = queue;
	spots->queue[count++] = start;
	while (count > 0) {
		uint32_t cell = spots->queue[--count];
		int32_t x = (int32_t)(cell % w), y = (int32_t)(cell / w);

		ff_image_join(area, (struct ff_image_part){x, y, 1, 1});
		queue = spots->queue;
		if (!ff_memory_grow(&queue, &spots->room, count + 4, sizeof *spots->queue))
			return false;
		spots->queue = queue;
		for (int i = 0; i < 4; i++)
			if (take_cell(spots, classes, x + steps[i][0], y + steps[i][1]))
				spots->queue[count++] = (uint32_t)((int64_t)cell + steps[i][0] +
								   (int64_t)steps[i][1] * w);
	}
	return true;
}

static bool find_spots(struct spots *spots, const struct ff_classes *classes, double most)
{
	size_t cells = (size_t)classes->w * (size_t)classes->h;
	struct ff_image_part area;

	if ((spots->known = calloc(cells / 8 + 1, 1)) == NULL)
		return false;
	for (size_t i = 0; i < cells && !spots->many; i++) {
		if (!take_cell(spots, classes, (int64_t)i % classes->w, (int64_t)i / classes->w))
			continue;
		if (!walk_area(spots, classes, (uint32_t)i, &area))
			return false;
		if (area.w > most || area.h > most)
			continue;
		spots->many = spots->count == SPOTS;
		if (!spots->many)
			spots->areas[spots->count++] = area;
	}
	return true;
}

static enum ff_status paint_spots(struct ff_surface *on, const struct ff_picture *picture,
				  const void *context, struct ff_error *err)
{
	double unit = on->layout->unit, radius = SPOT * unit;
	const struct ff_stroke rim = {ff_palette_colour(FF_PALETTE_PAPER), 4 * unit, 1, NULL,
				      false};
	const struct ff_stroke line = {picture->fills[FF_PALETTE_UNREACHED].line, 2 * unit, 1, NULL,
				       false};
	struct spots spots = {.count = 0};
	bool found = find_spots(&spots, picture->scene->classes, SPOT * unit / on->scale);

	(void)context;
	for (size_t i = 0; i < spots.count && found && !spots.many; i++) {
		const struct ff_image_part *area = &spots.areas[i];
		struct ff_point middle = {area->x + area->w / 2.0, area->y + area->h / 2.0};

		on->ring(on, middle, radius, &rim);
		on->ring(on, middle, radius, &line);
	}
	free(spots.known);
	free(spots.queue);
	return found ? FF_OK : ff_status_nomem(err, "a picture");
}

/* ---- all ---- */

void ff_marks_add(struct ff_picture *picture)
{
	const struct ff_scene *scene = picture->scene;
	unsigned with = picture->style->with;

	add_mark(picture, FF_MARK_GOALS, "goals", FF_SURFACE_MAP, paint_goals);
	if ((with & FF_STYLE_GRID) != 0)
		add_mark(picture, FF_MARK_GRID, "grid", FF_SURFACE_MAP, paint_grid);
	if ((with & FF_STYLE_CONTOURS) != 0)
		add_contours(picture);
	if ((with & FF_STYLE_VALUES) != 0)
		add_mark(picture, FF_MARK_VALUES, "values", FF_SURFACE_MAP, paint_values);
	if ((with & FF_STYLE_SIGHT) != 0 && scene->sight != NULL)
		add_mark(picture, FF_MARK_SIGHT, "sight", FF_SURFACE_MAP, paint_sight);
	if (scene->classes->count[FF_UNREACHED] > 0)
		add_mark(picture, FF_MARK_SPOTS, "spots", FF_SURFACE_MAP, paint_spots);
}
