/* The back end of pixels: cells, marks from below to above, then the legend, which covers all that
 * ran over the map's edge.
 */
#include "draw/picture.h"

#include <math.h>
#include <string.h>

#include "draw/contour.h"

/* ---- cells, contours and numbers ---- */

/* Contours run into cells without a value: paints those again. */
static void draw_outlines(struct ff_picture_pixels *pixels, const struct ff_mark *mark)
{
	const struct ff_scene *scene = pixels->picture->scene;
	const struct ff_classes *classes = scene->classes;
	int scale = pixels->scale;

	if (mark == pixels->picture->marks)
		return; /* nothing lies below but the cells */
	for (int32_t y = 0; y < classes->h; y++)
		for (int32_t x = 0; x < classes->w; x++) {
			size_t i = ff_cost_index(scene->cost, x, y);

			if (classes->cells[i] != FF_GOAL && classes->cells[i] != FF_REACHED)
				ff_canvas_rectangle(
					pixels->image, (int64_t)x * scale, (int64_t)y * scale,
					scale, scale,
					ff_scene_closed(scene, i)
						? FF_PALETTE_CLOSED
						: ff_palette_class(classes->cells[i], 0));
		}
}

static void draw_contours(struct ff_picture_pixels *pixels, const struct ff_mark *mark)
{
	ff_contour_draw(pixels->image, pixels->picture->scene->field, pixels->scale,
			mark->contours.least, mark->contours.most,
			pixels->picture->style->contours);
}

/* The context of draw_number(). */
struct printing {
	struct ff_image *image;
	const struct ff_canvas_font *font;
	int scale;
};

static void draw_number(void *context, const struct ff_mark_number *number)
{
	const struct printing *p = context;
	int64_t wide = number->length * p->font->w;
	int64_t left = number->x * p->scale + (p->scale - wide + 1) / 2;
	int64_t top = number->y * p->scale + (p->scale - p->font->h + 1) / 2;

	/* A box of the cell's colour keeps lines from striking it out. */
	ff_canvas_rectangle(p->image, left - 1, top, wide + 1, p->font->h, number->under);
	ff_canvas_text(p->image, p->font, left, top, number->text,
		       ff_palette_ink(p->image->palette[number->under]));
}

static void draw_numbers(struct ff_picture_pixels *pixels, const struct ff_mark *mark)
{
	struct printing printing = {
		pixels->image, ff_style_font(pixels->picture->scene, pixels->scale), pixels->scale};

	ff_mark_each_number(pixels->picture, mark, draw_number, &printing);
}

/* ---- arrows ---- */

/* Inks pixels; where neighbouring arrows touch, the darker ink stays. */
static void ink_row(uint8_t *restrict pixels, const uint8_t *restrict mask, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		uint8_t has = pixels[i] % FF_ARROW_COVERAGE;

		pixels[i] = (uint8_t)(pixels[i] + (mask[i] > has ? mask[i] - has : 0));
	}
}

/* The context of draw_arrow(). */
struct inking {
	struct ff_image *image;
	const struct ff_arrow_layout *layout;
};

/* Inks what an arrow covers.  Its square may run over the edge, but it does not. */
static void draw_arrow(void *context, const struct ff_arrow_place *place)
{
	const struct inking *inking = context;
	const struct ff_arrow_layout *layout = inking->layout;
	struct ff_image *image = inking->image;
	const uint8_t *mask = ff_arrow_layout_mask(layout, place->number);
	int64_t left = (int64_t)place->x * layout->scale + layout->scale / 2 - layout->size / 2;
	int64_t top = (int64_t)place->y * layout->scale + layout->scale / 2 - layout->size / 2;
	int64_t from = left < 0 ? -left : 0, size = layout->size;
	int64_t to = image->w - left < size ? image->w - left : size;

	for (int64_t row = 0; row < size; row++)
		if (top + row >= 0 && top + row < image->h)
			ink_row(image->pixels + (top + row) * image->w + left + from,
				mask + row * size + from, to - from);
}

static void draw_arrows(struct ff_picture_pixels *pixels, const struct ff_mark *mark)
{
	struct inking inking = {pixels->image, mark->arrows};

	ff_arrow_layout_each(mark->arrows, pixels->picture->scene, draw_arrow, &inking);
}

static void draw_wheel(struct ff_picture_pixels *pixels, const struct ff_mark *mark)
{
	enum { RADIUS = FF_MARK_WHEEL_RADIUS, HUB = FF_MARK_WHEEL_HUB, SIDE = FF_MARK_WHEEL_SIDE };
	struct ff_image *image = pixels->image;
	int64_t x, y;

	(void)mark;
	if (!ff_mark_place_wheel(pixels->picture->scene, pixels->scale, &x, &y))
		return;
	ff_canvas_rectangle(image, x, y, SIDE, SIDE, FF_PALETTE_PAPER);
	ff_canvas_frame(image, x, y, SIDE, SIDE, FF_PALETTE_INK);
	x += SIDE / 2;
	y += SIDE / 2;
	for (int dy = -RADIUS; dy <= RADIUS; dy++)
		for (int dx = -RADIUS; dx <= RADIUS; dx++)
			if (dx * dx + dy * dy <= RADIUS * RADIUS && dx * dx + dy * dy >= HUB * HUB)
				ff_canvas_rectangle(image, x + dx, y + dy, 1, 1,
						    (uint8_t)ff_flow_nearest(dx, dy));
	for (int i = 0; i < FF_MARK_LETTERS; i++)
		ff_canvas_text(image, &ff_canvas_small, x + ff_mark_letters[i].x,
			       y + ff_mark_letters[i].y, ff_mark_letters[i].text, FF_PALETTE_INK);
}

/* ---- lines and dots ---- */

void ff_picture_mix(struct ff_picture_pixels *pixels)
{
	static const uint8_t paper = FF_PALETTE_PAPER;
	const struct ff_picture *picture = pixels->picture;
	struct ff_picture_pens *pens = &pixels->pens;
	struct ff_image *image = pixels->image;

	if (pixels->mixed)
		return;
	ff_stroke_mix(&pens->rim, image, paper, picture->grounds, picture->ground_count,
		      &pixels->free);
	for (int i = 0; i < FF_PALETTE_ROUTES; i++)
		ff_stroke_mix(&pens->routes[i], image, (uint8_t)(picture->routes + i), &paper, 1,
			      &pixels->free);
	ff_stroke_mix(&pens->unreached, image, FF_PALETTE_UNREACHED, &paper, 1, &pixels->free);
	ff_stroke_mix(&pens->goal, image, FF_PALETTE_GOAL, &paper, 1, &pixels->free);
	ff_stroke_mix(&pens->ink, image, FF_PALETTE_INK, &paper, 1, &pixels->free);
	pixels->mixed = true;
}

const struct ff_stroke *ff_picture_pen(const struct ff_picture_pixels *pixels, uint8_t colour)
{
	return colour == FF_PALETTE_UNREACHED ? &pixels->pens.unreached
	       : colour == FF_PALETTE_GOAL    ? &pixels->pens.goal
					   : &pixels->pens.routes[colour - pixels->picture->routes];
}

void ff_picture_place(int scale, double x, double y, double at[2])
{
	double shift = scale % 2 == 0 ? 0.5 : 0;

	at[0] = (x + 0.5) * scale + shift;
	at[1] = (y + 0.5) * scale + shift;
}

static void draw_line(const struct ff_picture_pixels *pixels, const struct ff_mark_line *line,
		      double radius, const struct ff_stroke *stroke)
{
	static const double fine = 0.75; /* pixels: shorter parts are drawn with the next one */
	double from[2], to[2];

	ff_picture_place(pixels->scale, line->points->x, line->points->y, from);
	for (size_t i = 1; i < line->count; i++) {
		ff_picture_place(pixels->scale, line->points[i].x, line->points[i].y, to);
		if (i + 1 < line->count && fabs(to[0] - from[0]) < fine &&
		    fabs(to[1] - from[1]) < fine)
			continue;
		ff_stroke_line(pixels->image, from, to, radius, stroke);
		memcpy(from, to, sizeof from);
	}
}

static void spare_goals(struct ff_stroke *stroke)
{
	for (int step = 0; step < FF_STROKE_STEPS; step++)
		stroke->over[step][FF_PALETTE_GOAL] = FF_PALETTE_GOAL;
}

static void draw_lines(struct ff_picture_pixels *pixels, const struct ff_mark *mark)
{
	const void *context = pixels->picture->context;
	struct ff_mark_line line = {.count = 0};

	ff_picture_mix(pixels);
	if (mark->lines.outside_goals) {
		spare_goals(&pixels->pens.rim);
		for (int i = 0; i < FF_PALETTE_ROUTES; i++)
			spare_goals(&pixels->pens.routes[i]);
	}
	for (size_t i = 0; i < mark->lines.count; i++)
		if (mark->lines.line(context, i, &line))
			draw_line(pixels, &line, mark->lines.radius + mark->lines.rim,
				  &pixels->pens.rim);
	for (size_t i = mark->lines.count; i-- > 0;)
		if (mark->lines.line(context, i, &line))
			draw_line(pixels, &line, mark->lines.radius,
				  ff_picture_pen(pixels, line.colour));
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

/* Large dots have a pale rim and a dark one around it; small ones only a pale one. */
static void draw_dot(const struct ff_picture_pixels *pixels, const struct ff_mark *mark,
		     const double at[2], const struct ff_stroke *stroke)
{
	double radius = mark->dots.radius;
	bool large = radius >= 4;

	if (large)
		ff_stroke_line(pixels->image, at, at, radius + 1, &pixels->pens.ink);
	ff_stroke_line(pixels->image, at, at, large ? radius : radius + mark->dots.rim,
		       &pixels->pens.rim);
	ff_stroke_line(pixels->image, at, at, large ? radius - 1.5 : radius, stroke);
}

static void draw_dots(struct ff_picture_pixels *pixels, const struct ff_mark *mark)
{
	double cross = fmax(mark->dots.radius * 0.8, 2), at[2];
	struct ff_mark_dot dot = {.cross = false};

	ff_picture_mix(pixels);
	for (size_t i = mark->dots.count; i-- > 0;) {
		if (!mark->dots.dot(pixels->picture->context, i, &dot))
			continue;
		ff_picture_place(pixels->scale, dot.x, dot.y, at);
		if (!dot.cross) {
			draw_dot(pixels, mark, at, ff_picture_pen(pixels, dot.colour));
			continue;
		}
		draw_cross(pixels->image, at, cross, mark->dots.line + FF_STYLE_RIM,
			   &pixels->pens.rim);
		draw_cross(pixels->image, at, cross, mark->dots.line, &pixels->pens.ink);
	}
}

/* ---- goals and edits ---- */

static void draw_ring(void *image, const struct ff_mark_ring *ring)
{
	for (int i = 0; i < FF_MARK_LAYERS; i++) {
		int64_t out = i;

		if (ring->round)
			ff_canvas_ring(image, ring->x, ring->y, ring->radius + i, ring->radius + i,
				       ff_mark_layer(ring, i));
		else
			ff_canvas_frame(image, ring->x - out, ring->y - out, ring->w + 2 * out,
					ring->h + 2 * out, ff_mark_layer(ring, i));
	}
}

void ff_picture_draw_goals(struct ff_image *image, const struct ff_scene *scene, int scale)
{
	ff_mark_each_goal(scene, scale, draw_ring, image);
}

static void draw_goals(struct ff_picture_pixels *pixels, const struct ff_mark *mark)
{
	(void)mark;
	ff_picture_draw_goals(pixels->image, pixels->picture->scene, pixels->scale);
}

/* Rectangles in cells, around which lines are drawn. */
struct edits {
	struct ff_image *image;
	int scale;
	const struct ff_image_part *items; /* [count] */
	size_t count;
};

static bool is_edited(const struct edits *edits, int64_t x, int64_t y)
{
	for (size_t i = 0; i < edits->count; i++) {
		const struct ff_image_part *e = &edits->items[i];

		if (x >= (int64_t)e->x * edits->scale &&
		    x < ((int64_t)e->x + e->w) * edits->scale &&
		    y >= (int64_t)e->y * edits->scale && y < ((int64_t)e->y + e->h) * edits->scale)
			return true;
	}
	return false;
}

static void set_beside_edits(const struct edits *edits, int64_t x, int64_t y, uint8_t colour)
{
	if (x >= 0 && y >= 0 && x < edits->image->w && y < edits->image->h &&
	    !is_edited(edits, x, y))
		edits->image->pixels[y * edits->image->w + x] = colour;
}

/* Draws the line 'out' pixels outside of a rectangle, except in other rectangles. */
static void draw_around(const struct edits *edits, const struct ff_image_part *e, int out,
			uint8_t colour)
{
	int64_t x0 = (int64_t)e->x * edits->scale - out, y0 = (int64_t)e->y * edits->scale - out;
	int64_t x1 = ((int64_t)e->x + e->w) * edits->scale - 1 + out;
	int64_t y1 = ((int64_t)e->y + e->h) * edits->scale - 1 + out;

	for (int64_t x = x0; x <= x1; x++) {
		set_beside_edits(edits, x, y0, colour);
		set_beside_edits(edits, x, y1, colour);
	}
	for (int64_t y = y0; y <= y1; y++) {
		set_beside_edits(edits, x0, y, colour);
		set_beside_edits(edits, x1, y, colour);
	}
}

void ff_picture_draw_edits(struct ff_image *image, int scale, const struct ff_image_part *items,
			   size_t count)
{
	const struct edits edits = {image, scale, items, count};

	if (count > FF_STYLE_EDITS)
		return;
	for (size_t i = 0; i < count; i++)
		draw_around(&edits, &items[i], 2, FF_PALETTE_PAPER);
	/* The coloured lines are drawn last: paper around other edits may not hide them. */
	for (size_t i = 0; i < count; i++)
		draw_around(&edits, &items[i], 1, FF_PALETTE_EDITED);
}

static void draw_edits(struct ff_picture_pixels *pixels, const struct ff_mark *mark)
{
	const struct ff_style_step *step = pixels->picture->style->step;

	(void)mark;
	ff_picture_draw_edits(pixels->image, pixels->scale, step->edits, step->count);
}

static void draw_own(struct ff_picture_pixels *pixels, const struct ff_mark *mark)
{
	mark->own(pixels->picture->context, pixels);
}

enum ff_status ff_picture_draw(const struct ff_picture *picture, struct ff_image *image,
			       struct ff_error *err)
{
	static void (*const draw[FF_MARK_KINDS])(struct ff_picture_pixels *,
						 const struct ff_mark *) = {
		[FF_MARK_OUTLINES] = draw_outlines, [FF_MARK_CONTOURS] = draw_contours,
		[FF_MARK_NUMBERS] = draw_numbers,   [FF_MARK_ARROWS] = draw_arrows,
		[FF_MARK_WHEEL] = draw_wheel,       [FF_MARK_LINES] = draw_lines,
		[FF_MARK_DOTS] = draw_dots,         [FF_MARK_GOALS] = draw_goals,
		[FF_MARK_EDITS] = draw_edits,       [FF_MARK_OWN] = draw_own,
	};
	struct ff_picture_pixels pixels = {.picture = picture,
					   .image = image,
					   .scale = picture->style->scale,
					   .free = picture->free};
	enum ff_status st;

	st = ff_legend_canvas(image, picture->w, picture->h, picture->style, &picture->legend, err);
	if (st != FF_OK)
		return st;
	picture->palette(picture, image);
	ff_canvas_cells(image, picture->w, picture->h, pixels.scale, picture->row, picture->context,
			picture->machine);
	for (size_t i = 0; i < picture->mark_count; i++)
		draw[picture->marks[i].kind](&pixels, &picture->marks[i]);
	ff_legend_draw(image, picture->w, picture->h, picture->style, &picture->legend);
	return FF_OK;
}
