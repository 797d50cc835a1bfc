#include "draw/marker.h"

#include <math.h>

#include "draw/canvas.h"
#include "draw/colormap.h"

enum {
	EASY = 12,    /* pixels of cells that need no mark */
	MANY = 100,   /* goals */
	SMALLEST = 8, /* pixels from a mark's middle to its inside, at least */
	LAYERS = 6,
};

/* Layer 'i' of a mark, from its inside outwards: seen on any background. */
static uint8_t layer_of(int i, uint8_t colour)
{
	const uint8_t layers[LAYERS] = {
		FF_COLORMAP_INK, FF_COLORMAP_PAPER, FF_COLORMAP_PAPER, colour,
		colour,          FF_COLORMAP_INK};

	return layers[i];
}

static void draw_ring(struct ff_image *image, const struct ff_goal *goal, int scale, uint8_t colour)
{
	bool single = floor(goal->x) == goal->x && floor(goal->y) == goal->y;
	/* The circle around a cell, or around the up to four that share the place, and a pixel. */
	int around = scale * 3 / (single ? 4 : 2) + 1;
	int radius = around > SMALLEST ? around : SMALLEST;
	int64_t x = (int64_t)floor((goal->x + 0.5) * scale);
	int64_t y = (int64_t)floor((goal->y + 0.5) * scale);

	for (int i = 0; i < LAYERS; i++)
		ff_canvas_ring(image, x, y, radius + i, radius + i, layer_of(i, colour));
}

/* How many pixels off an area's edges its frame begins. */
static int64_t gap_of(int64_t side)
{
	return side / 2 < SMALLEST ? SMALLEST - side / 2 : 1;
}

static void draw_frame(struct ff_image *image, const struct ff_goal *goal, int scale,
		       uint8_t colour)
{
	int64_t w = (int64_t)goal->w * scale, h = (int64_t)goal->h * scale;

	for (int i = 0; i < LAYERS; i++) {
		int64_t right = gap_of(w) + 1 + i, down = gap_of(h) + 1 + i;

		ff_canvas_frame(image, (int64_t)goal->x * scale - right,
				(int64_t)goal->y * scale - down, w + 2 * right, h + 2 * down,
				layer_of(i, colour));
	}
}

void ff_marker_goals(struct ff_image *image, const struct ff_scene *scene, int scale,
		     uint8_t colour)
{
	const struct ff_goals *goals = scene->goals;

	/* Large cells of goals are easy to see, if they are shown at all. */
	if ((scale >= EASY && !scene->flee) || goals->count > MANY)
		return;
	for (size_t i = 0; i < goals->count; i++) {
		const struct ff_goal *goal = &goals->items[i];

		if (goal->level != 0)
			continue;
		if (goal->w > 1 || goal->h > 1)
			draw_frame(image, goal, scale, scene->flee ? FF_COLORMAP_INK : colour);
		else
			draw_ring(image, goal, scale, scene->flee ? FF_COLORMAP_INK : colour);
	}
}
