#include "draw/marker.h"

#include <math.h>

#include "draw/canvas.h"
#include "draw/palette.h"

enum {
	EASY = 12,    /* pixels of cells that need no mark */
	MANY = 100,   /* goals */
	SMALLEST = 8, /* pixels from a mark's middle to its inside, at least */
};

uint8_t ff_marker_layer(int layer, uint8_t colour)
{
	const uint8_t layers[FF_MARKER_LAYERS] = {
		FF_PALETTE_INK, FF_PALETTE_PAPER, FF_PALETTE_PAPER, colour, colour, FF_PALETTE_INK};

	return layers[layer];
}

static struct ff_marker ring_of(const struct ff_goal *goal, int scale)
{
	bool single = floor(goal->x) == goal->x && floor(goal->y) == goal->y;
	/* The circle around a cell, or around the up to four that share the place, and a pixel. */
	int around = scale * 3 / (single ? 4 : 2) + 1;

	return (struct ff_marker){.ring = true,
				  .x = (int64_t)floor((goal->x + 0.5) * scale),
				  .y = (int64_t)floor((goal->y + 0.5) * scale),
				  .radius = around > SMALLEST ? around : SMALLEST};
}

/* How many pixels off an area's edges its frame begins. */
static int64_t gap_of(int64_t side)
{
	return side / 2 < SMALLEST ? SMALLEST - side / 2 : 1;
}

static struct ff_marker frame_of(const struct ff_goal *goal, int scale)
{
	int64_t w = (int64_t)goal->w * scale, h = (int64_t)goal->h * scale;
	int64_t right = gap_of(w) + 1, down = gap_of(h) + 1;

	return (struct ff_marker){.x = (int64_t)goal->x * scale - right,
				  .y = (int64_t)goal->y * scale - down,
				  .w = w + 2 * right,
				  .h = h + 2 * down};
}

void ff_marker_each(const struct ff_scene *scene, int scale, uint8_t colour,
		    void (*put)(void *context, const struct ff_marker *marker, uint8_t colour),
		    void *context)
{
	const struct ff_goals *goals = scene->goals;

	/* Large cells of goals are easy to see, if they are shown at all. */
	if ((scale >= EASY && !scene->flee) || goals->count > MANY)
		return;
	for (size_t i = 0; i < goals->count; i++) {
		const struct ff_goal *goal = &goals->items[i];
		struct ff_marker marker =
			goal->w > 1 || goal->h > 1 ? frame_of(goal, scale) : ring_of(goal, scale);

		if (goal->level == 0)
			put(context, &marker, scene->flee ? FF_PALETTE_INK : colour);
	}
}

static void draw_mark(void *image, const struct ff_marker *m, uint8_t colour)
{
	for (int i = 0; i < FF_MARKER_LAYERS; i++) {
		int64_t out = i;

		if (m->ring)
			ff_canvas_ring(image, m->x, m->y, m->radius + i, m->radius + i,
				       ff_marker_layer(i, colour));
		else
			ff_canvas_frame(image, m->x - out, m->y - out, m->w + 2 * out,
					m->h + 2 * out, ff_marker_layer(i, colour));
	}
}

void ff_marker_goals(struct ff_image *image, const struct ff_scene *scene, int scale,
		     uint8_t colour)
{
	ff_marker_each(scene, scale, colour, draw_mark, image);
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

static void draw_dot(const struct edits *edits, int64_t x, int64_t y, uint8_t colour)
{
	if (x >= 0 && y >= 0 && x < edits->image->w && y < edits->image->h &&
	    !is_edited(edits, x, y))
		edits->image->pixels[y * edits->image->w + x] = colour;
}

/* What is beside one and in another is edited, too: it is left free. */
static void draw_edit(const struct edits *edits, const struct ff_image_part *e, int out,
		      uint8_t colour)
{
	int64_t x0 = (int64_t)e->x * edits->scale - out, y0 = (int64_t)e->y * edits->scale - out;
	int64_t x1 = ((int64_t)e->x + e->w) * edits->scale - 1 + out;
	int64_t y1 = ((int64_t)e->y + e->h) * edits->scale - 1 + out;

	for (int64_t x = x0; x <= x1; x++) {
		draw_dot(edits, x, y0, colour);
		draw_dot(edits, x, y1, colour);
	}
	for (int64_t y = y0; y <= y1; y++) {
		draw_dot(edits, x0, y, colour);
		draw_dot(edits, x1, y, colour);
	}
}

void ff_marker_edits(struct ff_image *image, int scale, const struct ff_image_part *items,
		     size_t count)
{
	const struct edits edits = {image, scale, items, count};

	if (count > FF_MARKER_EDITS)
		return;
	for (size_t i = 0; i < count; i++)
		draw_edit(&edits, &items[i], 2, FF_PALETTE_PAPER);
	/* Where they are many, these may not be hidden by those of others. */
	for (size_t i = 0; i < count; i++)
		draw_edit(&edits, &items[i], 1, FF_PALETTE_EDITED);
}
