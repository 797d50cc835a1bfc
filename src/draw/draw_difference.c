/* Changes lie on the pale map, in colours stronger than any of its.
 */
#include "draw/draw.h"

#include <inttypes.h>

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
	PALER = 3, /* shades of a colour */
	EASY = 24, /* pixels of areas that need no frame, for a thin line of one */
	MANY = 50, /* areas, and goals: more would hide the map */
};

static uint8_t entry_of(const struct ff_draw_difference *what, size_t i)
{
	if (what->cells[i] != 0) {
		enum ff_change kind = ff_change_of(what->cells[i]);
		int shade =
			what->strengths == NULL ? PALER : what->strengths[i] * (PALER + 1) / 256;

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
				       PALER - i, PALER + 2);
		picture->rank[first + i] = (uint8_t)(1 + i);
	}
}

/* Sets fills; in overviews a goal and a changed cell are seen, of several changes the worst. */
static void set_fills(struct ff_picture *picture)
{
	ff_palette_fills(picture->fills);
	for (int k = 0; k < FF_CHANGE_KINDS; k++) {
		picture->fills[k] = ff_palette_change_fills[k];
		picture->rank[k] = (uint8_t)(1 + PALER + FF_CHANGE_KINDS - k);
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

/* Lists the palest shade that occurs of values that rose or fell little. */
static void list_shade(struct ff_picture *picture, const bool seen[256], int first)
{
	for (int i = 0; i < PALER; i++)
		if (seen[first + i]) {
			ff_legend_add(&picture->legend, FF_LEGEND_AREA, picture->fills[first + i],
				      "paler: smaller change");
			return;
		}
}

static void list_kinds(struct ff_picture *picture, const struct ff_draw_difference *what,
		       const bool seen[256])
{
	for (int k = 0; k < FF_CHANGE_KINDS; k++) {
		if (what->count[k] == 0)
			continue;
		ff_legend_add(&picture->legend, FF_LEGEND_AREA, picture->fills[k], "%s %" PRIu64,
			      what->names[k], what->count[k]);
		if (k == FF_CHANGE_RISEN)
			list_shade(picture, seen, SHADES);
		else if (k == FF_CHANGE_FALLEN)
			list_shade(picture, seen, SHADES + PALER);
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
static enum ff_status paint_goals(struct ff_surface *on, const struct ff_picture *picture,
				  struct ff_error *err)
{
	const struct ff_draw_difference *what = picture->context;

	(void)err;
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

/* Paints frames of ink between lines of paper, to be seen on anything. */
static enum ff_status paint_frames(struct ff_surface *on, const struct ff_picture *picture,
				   struct ff_error *err)
{
	const struct ff_draw_difference *what = picture->context;
	double scale = on->scale, unit = on->layout->unit;

	(void)err;
	for (uint32_t a = 0; a < what->area_count; a++) {
		const struct ff_change_area *area = &what->areas[a];
		double x = area->x, y = area->y, w = area->w, h = area->h;
		double gap = (EASY * unit - (w < h ? w : h) * scale) / 2;

		if (w * scale >= EASY * unit || h * scale >= EASY * unit)
			continue;
		ff_marks_frame(on, x, y, w, h, gap, ff_palette_colour(FF_PALETTE_INK));
	}
	return FF_OK;
}

enum ff_status ff_draw_difference(const struct ff_draw_difference *what,
				  const struct ff_style *style, struct ff_page *page,
				  struct ff_error *err)
{
	uint64_t cells = (uint64_t)what->w * (uint64_t)what->h, changed = 0, goals = 0;
	struct ff_picture picture = {.w = what->w, .h = what->h, .style = style};
	bool seen[256] = {false};

	set_fills(&picture);
	ff_picture_cells(&picture, difference_row, what);
	if (what->area_count <= MANY)
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
	list_kinds(&picture, what, seen);
	list_classes(&picture, what, seen);
	return ff_picture_paint(&picture, page, err);
}
