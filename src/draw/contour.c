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
	int32_t x, y; /* the cell at its top left corner */
};

/* What lines are wanted, and who takes them. */
struct lines {
	double least, step; /* the k-th is at least + k * step */
	int first, last;    /* k is one of these */
	void (*put)(void *context, int k, const struct ff_contour_point ends[2]);
	void *context;
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

static void put_level(const struct lines *lines, const struct square *s, int k, double level)
{
	struct ff_contour_point ends[4];
	int n = 0;

	for (int side = 0; side < 4; side++) {
		/* From left or top, so that both squares of a side find the same point. */
		int i = side < 2 ? side : (side + 1) % 4, j = side < 2 ? side + 1 : side;

		if ((s->value[i] < level) == (s->value[j] < level))
			continue;
		ends[n++] = (struct ff_contour_point){.x = s->x + (side == 1),
						      .y = s->y + (side == 2),
						      .down = side % 2 == 1,
						      .part = (level - s->value[i]) /
							      (s->value[j] - s->value[i])};
	}
	/* Four crossings are a saddle: either pairing is right. */
	for (int i = 0; i + 1 < n; i += 2)
		lines->put(lines->context, k, ends + i);
}

/* The square between the cells x,y and x+1,y+1, whose values are two of each row. */
static void put_square(const struct lines *lines, int32_t x, int32_t y, const double *top,
		       const double *bottom)
{
	struct square square = {{top[0], top[1], bottom[1], bottom[0]}, x, y};
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
	if (least >= lines->last)
		return;
	for (int k = least < lines->first ? lines->first : (int)least + 1; k <= lines->last; k++) {
		double level = lines->least + k * lines->step;

		if (level > most)
			return;
		put_level(lines, &square, k, level);
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
static void put_strip(const struct ff_field *field, const struct lines *lines, int32_t x)
{
	int32_t n = field->w - x < FF_VALUES_STRETCH ? field->w - x : FF_VALUES_STRETCH;
	double rows[2][FF_VALUES_STRETCH + 1];

	read_row(field, x, -1, n + 1, rows[1]);
	for (int32_t y = -1; y < field->h; y++) {
		const double *top = rows[y & 1], *bottom = rows[~y & 1];

		read_row(field, x, y + 1, n + 1, rows[~y & 1]);
		for (int32_t i = 0; i < n; i++)
			put_square(lines, x + i, y, top + i, bottom + i);
	}
}

void ff_contour_some(const struct ff_field *field, double least, double most, int lines, int first,
		     int last,
		     void (*put)(void *context, int k, const struct ff_contour_point ends[2]),
		     void *context)
{
	const struct lines some = {least, (most - least) / (lines + 1), first, last, put, context};

	if (most <= least)
		return;
	for (int32_t x = -1; x < field->w; x += FF_VALUES_STRETCH)
		put_strip(field, &some, x);
}

void ff_contour_each(const struct ff_field *field, double least, double most, int lines,
		     void (*put)(void *context, int k, const struct ff_contour_point ends[2]),
		     void *context)
{
	ff_contour_some(field, least, most, lines, 1, lines, put, context);
}

/* What draw_piece() knows. */
struct drawing {
	struct ff_image *image;
	int scale;
	uint8_t over[256]; /* what each colour becomes where lines run */
};

static void draw_piece(void *context, int k, const struct ff_contour_point ends[2])
{
	const struct drawing *drawing = context;
	int64_t scale = drawing->scale, x[2], y[2];

	(void)k;
	for (int i = 0; i < 2; i++) {
		int64_t off = (int64_t)(ends[i].part * (double)scale + 0.5);

		x[i] = ends[i].x * scale + scale / 2 + (ends[i].down ? 0 : off);
		y[i] = ends[i].y * scale + scale / 2 + (ends[i].down ? off : 0);
	}
	ff_canvas_line(drawing->image, x[0], y[0], x[1], y[1], drawing->over);
}

void ff_contour_draw(struct ff_image *image, const struct ff_field *field, int scale, double least,
		     double most, int lines)
{
	struct drawing drawing = {.image = image, .scale = scale};

	/* A line that is drawn twice stays what it is. */
	for (int c = 0; c < 256; c++)
		drawing.over[c] = c == FF_COLORMAP_PAPER || c == FF_COLORMAP_INK
					  ? (uint8_t)c
					  : ff_colormap_ink(image->palette[c]);
	ff_contour_each(field, least, most, lines, draw_piece, &drawing);
}
