/*
 * Marching squares (W. E. Lorensen and H. E. Cline, "Marching cubes", 1987, in
 * two dimensions) on the squares between four cells' centres.
 *
 * A square at a wall lacks values: each missing corner gets the mean of its
 * neighbours in the square, which continues the lines straight to the wall and
 * across one-cell corridors.  Two cells that meet only at a corner are no
 * neighbours, and no line is drawn between them.
 */
#include "draw/contour.h"

#include <stdbool.h>

#include "draw/canvas.h"
#include "draw/colormap.h"

/* Corners and sides clockwise from the top left: side i joins corners i and i + 1. */
struct square {
	double value[4];
	int64_t x[4], y[4]; /* in pixels */
};

/* False where there is nothing to draw. */
static bool complete(double value[4], const bool has[4])
{
	int count = has[0] + has[1] + has[2] + has[3];

	if (count < 2 || (count == 2 && has[0] == has[2]))
		return false;
	for (int i = 0; i < 4; i++) {
		int before = (i + 3) % 4, after = (i + 1) % 4;

		if (has[i])
			continue;
		if (has[before] && has[after])
			value[i] = (value[before] + value[after]) / 2;
		else
			value[i] = has[before] ? value[before] : value[after];
	}
	return true;
}

static void draw_level(struct ff_image *image, const struct square *s, double level,
		       const uint8_t over[256])
{
	int64_t x[4], y[4];
	int n = 0;

	for (int side = 0; side < 4; side++) {
		/* From left or top, so that both squares of a side find the same pixel. */
		int i = side < 2 ? side : (side + 1) % 4, j = side < 2 ? side + 1 : side;
		double part;

		if ((s->value[i] < level) == (s->value[j] < level))
			continue;
		part = (level - s->value[i]) / (s->value[j] - s->value[i]);
		x[n] = s->x[i] + (int64_t)(part * (double)(s->x[j] - s->x[i]) + 0.5);
		y[n] = s->y[i] + (int64_t)(part * (double)(s->y[j] - s->y[i]) + 0.5);
		n++;
	}
	/* Four crossings are a saddle: either pairing is right. */
	for (int i = 0; i + 1 < n; i += 2)
		ff_canvas_line(image, x[i], y[i], x[i + 1], y[i + 1], over);
}

static void draw_square(struct ff_image *image, const struct ff_field *field, int32_t x, int32_t y,
			int scale, double step, int lines, const uint8_t over[256])
{
	static const int right[4] = {0, 1, 1, 0}, down[4] = {0, 0, 1, 1};
	struct square square;
	bool has[4];
	double least, most;

	for (int i = 0; i < 4; i++) {
		int64_t cx = (int64_t)x + right[i], cy = (int64_t)y + down[i];

		has[i] = cx >= 0 && cy >= 0 && cx < field->w && cy < field->h &&
			 field->cells[cy * field->w + cx] != FF_FIELD_NONE;
		square.value[i] = has[i] ? (double)field->cells[cy * field->w + cx] : 0;
		square.x[i] = cx * scale + scale / 2;
		square.y[i] = cy * scale + scale / 2;
	}
	if (!complete(square.value, has))
		return;
	least = most = square.value[0];
	for (int i = 1; i < 4; i++) {
		least = square.value[i] < least ? square.value[i] : least;
		most = square.value[i] > most ? square.value[i] : most;
	}
	if (least / step >= lines)
		return;
	for (int k = (int)(least / step) + 1; k <= lines && k * step <= most; k++)
		draw_level(image, &square, k * step, over);
}

void ff_contour_draw(struct ff_image *image, const struct ff_field *field, int scale, uint32_t most,
		     int lines)
{
	double step = (double)most / (lines + 1);
	uint8_t over[256];

	if (most == 0)
		return;
	/* A line that is drawn twice stays what it is. */
	for (int c = 0; c < 256; c++)
		over[c] = c == FF_COLORMAP_PAPER || c == FF_COLORMAP_INK
				  ? (uint8_t)c
				  : ff_colormap_ink(image->palette[c]);
	for (int32_t y = -1; y < field->h; y++)
		for (int32_t x = -1; x < field->w; x++)
			draw_square(image, field, x, y, scale, step, lines, over);
}
