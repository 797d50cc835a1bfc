/* Changes lie on the pale map, in colours stronger than any of its. */
#include "draw/draw.h"

#include <inttypes.h>
#include <math.h>

#include "draw/picture.h"

/* Entries: kinds of change, in the order of enum ff_change; what lies below; and paler shades. */
enum {
	GROUND = FF_CHANGE_KINDS,
	GREY,
	GREYS = 32,
	SHADES = GREY + GREYS, /* of values that rose little, then of those that fell little */
	GREYEST = 168,
};

enum {
	PALER = 24, /* shades of a colour */
	EASY = 24,  /* pixels of areas that need no frame, for a thin line of one */
	MANY = 50,  /* areas, and goals: more would hide the map */
};

static uint8_t entry_of(const struct ff_draw_difference *what, size_t i)
{
	if (what->cells[i] != 0) {
		enum ff_change kind = ff_change_of(what->cells[i]);
		int shade = what->strengths == NULL ? PALER : what->strengths[i] * PALER / 256;

		if ((kind != FF_CHANGE_RISEN && kind != FF_CHANGE_FALLEN) || shade == PALER)
			return (uint8_t)kind;
		return (uint8_t)(SHADES + (kind == FF_CHANGE_RISEN ? 0 : PALER) + shade);
	}
	if (what->classes != NULL)
		return ff_palette_class(what->classes[i], GROUND);
	if (what->greys != NULL)
		return (uint8_t)(GREY + what->greys[i] * GREYS / 256);
	return FF_PALETTE_PAPER;
}

static void difference_row(const void *context, int32_t y, uint8_t *entries)
{
	const struct ff_draw_difference *what = context;
	size_t start = (size_t)y * (size_t)what->w;

	for (int32_t x = 0; x < what->w; x++)
		entries[x] = entry_of(what, start + (size_t)x);
}

/* Sets the shades of a kind from 'first' on, which are of a lower rank than any kind. */
static void set_shades(struct ff_picture *picture, enum ff_change kind, int first)
{
	for (int i = 0; i < PALER; i++) {
		picture->fills[first + i].colour =
			ff_palette_mix(ff_palette_change_fills[kind].colour, ff_palette_white,
				       PALER - 1 - i, PALER * 3 / 2);
		picture->rank[first + i] = (uint8_t)(2 + i);
	}
}

/* Sets fills; in overviews a goal and a changed cell are seen, of several changes the worst. */
static void set_fills(struct ff_picture *picture)
{
	ff_palette_fills(picture->fills);
	for (int k = 0; k < FF_CHANGE_KINDS; k++) {
		picture->fills[k] = ff_palette_change_fills[k];
		picture->rank[k] = (uint8_t)(2 + PALER + FF_CHANGE_KINDS - k);
	}
	picture->rank[FF_PALETTE_GOAL] = 1;
	picture->fills[GROUND].colour = ff_palette_ground(0, 1);
	for (int i = 0; i < GREYS; i++) {
		uint8_t v = (uint8_t)(GREYEST + i * (255 - GREYEST) / (GREYS - 1));

		picture->fills[GREY + i].colour = (struct ff_colour){v, v, v};
	}
	set_shades(picture, FF_CHANGE_RISEN, SHADES);
	set_shades(picture, FF_CHANGE_FALLEN, SHADES + PALER);
}

/* The bar of a scale on both sides of 0: fills of its levels, from the largest fall on. */
struct sides {
	struct ff_fill fills[2 * PALER];
};

static const double printable = 1e15; /* larger numbers have no place on a scale */

/* Sets the bar of the legend, and lists the cells that rose and fell most. */
static void set_bar(struct ff_picture *picture, const struct ff_draw_difference *what,
		    struct sides *sides)
{
	const double most = fmax(what->rise.by, what->fall.by);
	const double first = -ff_style_round_away(what->fall.by),
		     last = ff_style_round_away(what->rise.by);
	const struct {
		const struct ff_draw_worst *worst;
		enum ff_change kind;
		const char *text;
	} ends[] = {{&what->rise, FF_CHANGE_RISEN, "largest rise"},
		    {&what->fall, FF_CHANGE_FALLEN, "largest fall"}};

	if (what->strengths == NULL || !(most > 0) || most > printable)
		return;
	for (int i = 0; i < 2 * PALER; i++) {
		double value = first + (last - first) * (i + 0.5) / (2 * PALER);
		int shade = (int)fmin(fabs(value) / most * PALER, PALER - 1);

		sides->fills[i] = picture->fills[SHADES + (value > 0 ? 0 : PALER) + shade];
	}
	for (int k = 0; k < 2; k++) {
		char text[FF_STYLE_PRINT];

		ff_style_print(text, ends[k].worst->by,
			       floor(ends[k].worst->by) != ends[k].worst->by);
		if (ends[k].worst->by > 0)
			ff_legend_add(&picture->legend, FF_LEGEND_RING,
				      picture->fills[ends[k].kind], "%s %s at %" PRId32 ",%" PRId32,
				      ends[k].text, text, ends[k].worst->x, ends[k].worst->y);
	}
	ff_legend_scale(&picture->legend, sides->fills, 2 * PALER, first, last, last);
}

static void list_kinds(struct ff_picture *picture, const struct ff_draw_difference *what)
{
	for (int k = 0; k < FF_CHANGE_KINDS; k++) {
		if (what->count[k] == 0)
			continue;
		ff_legend_add(&picture->legend, FF_LEGEND_AREA, picture->fills[k], "%s %" PRIu64,
			      what->names[k], what->count[k]);
	}
}

static void list_classes(struct ff_picture *picture, const struct ff_draw_difference *what,
			 const bool seen[256])
{
	for (int c = 0; c < FF_CLASSES && what->classes != NULL; c++) {
		uint8_t entry = ff_palette_class((uint8_t)c, GROUND);

		if (c != FF_REACHED && seen[entry])
			ff_legend_add(&picture->legend,
				      c == FF_GOAL ? FF_LEGEND_GOAL : FF_LEGEND_AREA,
				      picture->fills[entry], "%s", what->class_names[c]);
	}
}

/* Returns true if a cell had and has a goal. */
static bool is_goal(const struct ff_draw_difference *what, int64_t x, int64_t y)
{
	size_t i = (size_t)(y * what->w + x);

	return what->classes != NULL && x >= 0 && y >= 0 && x < what->w && y < what->h &&
	       what->classes[i] == FF_GOAL &&
	       (what->cells[i] == 0 || ff_change_of(what->cells[i]) == FF_CHANGE_GROUND);
}

/* Paints markers of goals of a single cell. */
static enum ff_status paint_goals(struct ff_surface *on, const struct ff_picture *picture)
{
	const struct ff_draw_difference *what = picture->context;

	for (int32_t y = 0; y < what->h; y++)
		for (int32_t x = 0; x < what->w; x++)
			if (is_goal(what, x, y) && !is_goal(what, x - 1, y) &&
			    !is_goal(what, x + 1, y) && !is_goal(what, x, y - 1) &&
			    !is_goal(what, x, y + 1))
				ff_surface_goal(on, (struct ff_point){x + 0.5, y + 0.5},
						ff_marks_goal_radius(on->layout),
						picture->fills[FF_PALETTE_GOAL].colour);
	return FF_OK;
}

/* Returns true if an area is hard to find at a scale. */
static bool is_small(const struct ff_change_area *area, double scale, double unit)
{
	return fmax(area->w, area->h) * scale < EASY * unit;
}

/* Paints frames of ink between lines of paper, to be seen on anything, around small areas; those
 * that would cover each other become one.  Rings mark the cells that rose and fell most. */
static enum ff_status paint_frames(struct ff_surface *on, const struct ff_picture *picture)
{
	const struct ff_draw_difference *what = picture->context;
	const struct ff_draw_worst *worst[] = {&what->rise, &what->fall};
	double scale = on->scale, unit = on->layout->unit, least = EASY * unit / scale;
	double out = 4 * unit / scale; /* the width of a frame */
	struct {
		double x0, y0, x1, y1;
	} boxes[MANY];
	size_t count = 0;

	for (uint32_t a = 0; a < what->area_count && what->area_count <= MANY; a++) {
		const struct ff_change_area *area = &what->areas[a];
		double across = fmax(0, (least - area->w) / 2),
		       down = fmax(0, (least - area->h) / 2);

		if (!is_small(area, scale, unit))
			continue;
		boxes[count].x0 = area->x - across;
		boxes[count].y0 = area->y - down;
		boxes[count].x1 = area->x + area->w + across;
		boxes[count++].y1 = area->y + area->h + down;
	}
	for (size_t i = 0; i < count; i++)
		for (size_t k = i + 1; k < count; k++) {
			if (boxes[i].x0 - out > boxes[k].x1 + out ||
			    boxes[k].x0 - out > boxes[i].x1 + out ||
			    boxes[i].y0 - out > boxes[k].y1 + out ||
			    boxes[k].y0 - out > boxes[i].y1 + out)
				continue;
			boxes[i].x0 = fmin(boxes[i].x0, boxes[k].x0);
			boxes[i].y0 = fmin(boxes[i].y0, boxes[k].y0);
			boxes[i].x1 = fmax(boxes[i].x1, boxes[k].x1);
			boxes[i].y1 = fmax(boxes[i].y1, boxes[k].y1);
			boxes[k] = boxes[--count];
			k = i; /* with all again */
		}
	for (size_t i = 0; i < count; i++)
		ff_marks_frame(on, boxes[i].x0, boxes[i].y0, boxes[i].x1 - boxes[i].x0,
			       boxes[i].y1 - boxes[i].y0, 0, ff_palette_colour(FF_PALETTE_INK));
	for (int k = 0; k < 2 && what->strengths != NULL; k++) {
		const struct ff_point middle = {worst[k]->x + 0.5, worst[k]->y + 0.5};
		const struct ff_stroke rim = {.colour = ff_palette_colour(FF_PALETTE_PAPER),
					      .width = 4 * unit,
					      .opacity = 1};
		const struct ff_stroke line = {
			.colour =
				picture->fills[k == 0 ? FF_CHANGE_RISEN : FF_CHANGE_FALLEN].colour,
			.width = 2 * unit,
			.opacity = 1};

		if (!(worst[k]->by > 0))
			continue;
		on->ring(on, middle, ff_marks_goal_radius(on->layout), &rim);
		on->ring(on, middle, ff_marks_goal_radius(on->layout), &line);
	}
	return FF_OK;
}

enum ff_status ff_draw_difference(const struct ff_draw_difference *what,
				  const struct ff_style *style, struct ff_page *page,
				  struct ff_error *err)
{
	uint64_t cells = (uint64_t)what->w * (uint64_t)what->h, changed = 0, goals = 0, small = 0;
	struct ff_picture picture = {.w = what->w, .h = what->h, .style = style};
	bool seen[256] = {false};
	struct sides sides;
	struct ff_layout layout;

	set_fills(&picture);
	ff_picture_cells(&picture, difference_row, what);
	ff_picture_mark(&picture, FF_MARK_EDITS, "changes", paint_frames);
	for (uint64_t i = 0; i < cells; i++) {
		uint8_t entry = entry_of(what, i);

		changed += what->cells[i] != 0;
		seen[entry] = true;
		if (is_goal(what, (int64_t)(i % (uint64_t)what->w),
			    (int64_t)(i / (uint64_t)what->w))) {
			goals++;
			seen[FF_PALETTE_GOAL] = true;
		}
	}
	if (goals > 0 && goals <= MANY)
		ff_picture_mark(&picture, FF_MARK_GOALS, "goals", paint_goals);
	ff_legend_title(&picture.legend, "%" PRIu64 " of %" PRIu64 " changed", changed, cells);
	list_kinds(&picture, what);
	list_classes(&picture, what, seen);
	ff_layout_set(&layout, what->w, what->h, style, &picture.legend);
	for (uint32_t a = 0; a < what->area_count && what->area_count <= MANY; a++)
		small += is_small(&what->areas[a], layout.scale, layout.unit);
	if (small > 0)
		ff_legend_add(&picture.legend, FF_LEGEND_FRAME, picture.fills[FF_PALETTE_INK],
			      "small changed area%s", small == 1 ? "" : "s");
	set_bar(&picture, what, &sides);
	return ff_picture_paint(&picture, page, err);
}
