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
#include "draw/values.h"

/* Corners and sides clockwise from the top left: side i joins corners i and i + 1. */
struct square {
	double value[4];
	int64_t x[4], y[4]; /* in pixels */
};

/* False where there is nothing to draw. */
static bool complete(double value[4], const bool has[4])
{
	int count = has[0] + has[1] + has[2] + has[3];

	if (count == 4)
		return true;
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

/* What lines are drawn. */
struct lines {
	double least, step; /* the k-th is at least + k * step */
	int count;          /* k is 1..count */
	int scale;
	uint8_t over[256]; /* what each colour becomes where they run */
};

/* The square between the cells x,y and x+1,y+1, whose values are two of each row. */
static void draw_square(struct ff_image *image, const struct lines *lines, int32_t x, int32_t y,
			const double *top, const double *bottom)
{
	int64_t scale = lines->scale, x0 = x * scale + scale / 2, y0 = y * scale + scale / 2;
	struct square square = {
		.value = {top[0], top[1], bottom[1], bottom[0]},
		.x = {x0, x0 + scale, x0 + scale, x0},
		.y = {y0, y0, y0 + scale, y0 + scale},
	};
	double least, most;
	bool has[4];

	for (int i = 0; i < 4; i++)
		has[i] = square.value[i] < FF_FIELD_NONEF;
	if (!complete(square.value, has))
		return;
	least = most = square.value[0];
	for (int i = 1; i < 4; i++) {
		least = square.value[i] < least ? square.value[i] : least;
		most = square.value[i] > most ? square.value[i] : most;
	}
	least = (least - lines->least) / lines->step;
	if (least >= lines->count)
		return;
	for (int k = (int)least + 1; k <= lines->count; k++) {
		double level = lines->least + k * lines->step;

		if (level > most)
			return;
		draw_level(image, &square, level, lines->over);
	}
}

/* 'n' values of row y from column x on; NONE outside. */
static void read_row(const struct ff_field *field, int32_t x, int32_t y, int32_t n, double *value)
{
	int32_t from = x < 0 ? -x : 0, to = field->w - x < n ? field->w - x : n;

	for (int32_t i = 0; i < n; i++)
		value[i] = FF_FIELD_NONEF;
	if (y >= 0 && y < field->h)
		ff_values_read(field, (size_t)y * (size_t)field->w + (size_t)(x + from), to - from,
			       value + from);
}

/* All squares from column x on, down the map; each row is read once. */
static void draw_strip(struct ff_image *image, const struct ff_field *field,
		       const struct lines *lines, int32_t x)
{
	int32_t n = field->w - x < FF_VALUES_STRETCH ? field->w - x : FF_VALUES_STRETCH;
	double rows[2][FF_VALUES_STRETCH + 1];

	read_row(field, x, -1, n + 1, rows[1]);
	for (int32_t y = -1; y < field->h; y++) {
		const double *top = rows[y & 1], *bottom = rows[~y & 1];

		read_row(field, x, y + 1, n + 1, rows[~y & 1]);
		for (int32_t i = 0; i < n; i++)
			draw_square(image, lines, x + i, y, top + i, bottom + i);
	}
}

void ff_contour_draw(struct ff_image *image, const struct ff_field *field, int scale, double least,
		     double most, int lines)
{
	struct lines all = {.least = least,
			    .step = (most - least) / (lines + 1),
			    .count = lines,
			    .scale = scale};

	if (most <= least)
		return;
	/* A line that is drawn twice stays what it is. */
	for (int c = 0; c < 256; c++)
		all.over[c] = c == FF_COLORMAP_PAPER || c == FF_COLORMAP_INK
				      ? (uint8_t)c
				      : ff_colormap_ink(image->palette[c]);
	for (int32_t x = -1; x < field->w; x += FF_VALUES_STRETCH)
		draw_strip(image, field, &all, x);
}
