/*
 * Marching squares (W. E. Lorensen and H. E. Cline, "Marching cubes", 1987, in
 * two dimensions) on the squares between four cells' centres.
 *
 * A square at a wall lacks values: each missing corner gets the mean of its
 * neighbours in the square, which continues the lines straight to the wall and
 * across one-cell corridors.  Two cells that meet only at a corner are no
 * neighbours, and no line is drawn between them.
 *
 * For vectors the pieces are joined to long paths.  A pass over the field counts the pieces of each
 * line; further passes take as many lines as may be held at a time: memory follows the longest
 * line, and the number of passes the output.  A line crosses a side of a square once at most, and a
 * side has two squares: the end seen there before is the one to join.
 */
#include "draw/contour.h"

#include <stdbool.h>
#include <stdlib.h>

#include "core/map/raster.h"
#include "draw/canvas.h"
#include "draw/palette.h"
#include "draw/style.h"

enum { STRETCH = 256 }; /* values of a row that are read at a time */

/* Corners and sides clockwise from the top left: side i joins corners i and i + 1. */
struct square {
	double value[4];
	int32_t x, y; /* the cell at its top left corner */
};

/* The wanted lines, and their receiver. */
struct lines {
	double least, step; /* the k-th is at least + k * step */
	int first, last;    /* k is one of these */
	void (*put)(void *context, int k, const struct ff_contour_point ends[2]);
	void *context;
};

/* Fills in missing corners; false where there is nothing to draw. */
static bool complete_corners(double value[4], const bool has[4])
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
		/* Going from left or top, both squares of a side find the same point. */
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

/* Adds the lines of the square between the cells x,y and x+1,y+1; 'top' and 'bottom' have two
 * values each. */
static void put_square(const struct lines *lines, int32_t x, int32_t y, const double *top,
		       const double *bottom)
{
	struct square square = {{top[0], top[1], bottom[1], bottom[0]}, x, y};
	double least, most;
	bool has[4];

	for (int i = 0; i < 4; i++)
		has[i] = square.value[i] < FF_FIELD_NONEF;
	if (!complete_corners(square.value, has))
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

/* Reads 'n' values of row y from column x on; NONE outside. */
static void read_row(const struct ff_field *field, int32_t x, int32_t y, int32_t n, double *value)
{
	const struct ff_raster raster = ff_raster_of_field(field);
	int32_t from = x < 0 ? -x : 0, to = field->w - x < n ? field->w - x : n;

	for (int32_t i = 0; i < n; i++)
		value[i] = FF_FIELD_NONEF;
	if (y >= 0 && y < field->h)
		ff_raster_values(&raster, (size_t)y * (size_t)field->w + (size_t)(x + from),
				 (size_t)(to - from), value + from);
}

/* Adds the lines of all squares from column x on, down the map; each row is read once. */
static void put_strip(const struct ff_field *field, const struct lines *lines, int32_t x)
{
	int32_t n = field->w - x < STRETCH ? field->w - x : STRETCH;
	double rows[2][STRETCH + 1];

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
	for (int32_t x = -1; x < field->w; x += STRETCH)
		put_strip(field, &some, x);
}

void ff_contour_each(const struct ff_field *field, double least, double most, int lines,
		     void (*put)(void *context, int k, const struct ff_contour_point ends[2]),
		     void *context)
{
	ff_contour_some(field, least, most, lines, 1, lines, put, context);
}

/* The context of draw_piece(). */
struct drawing {
	struct ff_image *image;
	int scale;
	uint8_t over[256]; /* [entry below a line] */
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

	/* A line that is drawn twice keeps its ink. */
	for (int c = 0; c < 256; c++)
		drawing.over[c] = c == FF_PALETTE_PAPER || c == FF_PALETTE_INK
					  ? (uint8_t)c
					  : ff_palette_ink(image->palette[c]);
	ff_contour_each(field, least, most, lines, draw_piece, &drawing);
}

enum { PART = 4 }; /* cells a piece: that many pieces are held, or those of one line */

/* Ends are numbered: 2 * piece + 0 or 1. */
struct piece {
	uint32_t side[2]; /* of its ends: 2 * place, plus 1 for those that go down */
	uint32_t next[2]; /* the end at the same point; its own number if there is none */
	uint8_t part[2];  /* of FF_CONTOUR_PARTS */
	bool used;
};

struct pieces {
	const struct ff_field *field;
	double least, most;
	int lines;
	struct piece *items;                       /* owned; [room]  line after line */
	uint32_t *seen;                            /* owned; [sides]  1 + an end there, or 0 */
	uint64_t count[FF_STYLE_CONTOURS_MAX + 2]; /* [k]  pieces of a line */
	size_t next[FF_STYLE_CONTOURS_MAX + 2];    /* [k]  the index of its next piece */
};

/* Returns the number of sides: ends lie from column and row -1 to those behind the last cells. */
static uint64_t sides_of(const struct ff_field *field)
{
	return 2 * ((uint64_t)field->w + 2) * ((uint64_t)field->h + 2);
}

static void count_piece(void *context, int k, const struct ff_contour_point ends[2])
{
	struct pieces *pieces = context;

	(void)ends;
	pieces->count[k]++;
}

static void count_pieces(struct pieces *pieces)
{
	for (int k = 0; k <= pieces->lines + 1; k++)
		pieces->count[k] = 0;
	ff_contour_each(pieces->field, pieces->least, pieces->most, pieces->lines, count_piece,
			pieces);
}

/* Returns the line after those from 'k' on that are held together, and the number of their pieces.
 */
static int group_lines(const struct pieces *pieces, int k, uint64_t *held)
{
	uint64_t most = (uint64_t)pieces->field->w * (uint64_t)pieces->field->h / PART;

	*held = pieces->count[k++];
	while (k <= pieces->lines && *held + pieces->count[k] <= most)
		*held += pieces->count[k++];
	return k;
}

/* Returns the largest number of pieces that are held together. */
static uint64_t room_of(const struct pieces *pieces)
{
	uint64_t room = 0, held;

	for (int k = 1; k <= pieces->lines;) {
		k = group_lines(pieces, k, &held);
		room = held > room ? held : room;
	}
	return room;
}

static void keep_piece(void *context, int k, const struct ff_contour_point ends[2])
{
	struct pieces *pieces = context;
	size_t at = pieces->next[k]++, wide = (size_t)pieces->field->w + 2;
	struct piece *piece = &pieces->items[at];

	for (int i = 0; i < 2; i++) {
		size_t place = (size_t)(ends[i].y + 1) * wide + (size_t)(ends[i].x + 1);

		piece->side[i] = (uint32_t)(2 * place + ends[i].down);
		piece->next[i] = (uint32_t)(2 * at) + (uint32_t)i;
		piece->part[i] = (uint8_t)(ends[i].part * FF_CONTOUR_PARTS + 0.5);
	}
	piece->used = false;
}

/* Joins the pieces from..to-1, which are those of a line. */
static void join_pieces(struct pieces *pieces, size_t from, size_t to)
{
	struct piece *items = pieces->items;

	for (size_t end = 2 * from; end < 2 * to; end++) {
		struct piece *piece = &items[end / 2];
		uint32_t *seen = &pieces->seen[piece->side[end % 2]], other = *seen;

		*seen = (uint32_t)end + 1;
		if (other-- == 0 || items[other / 2].part[other % 2] != piece->part[end % 2])
			continue;
		piece->next[end % 2] = other;
		items[other / 2].next[other % 2] = (uint32_t)end;
	}
	for (size_t end = 2 * from; end < 2 * to; end++)
		pieces->seen[items[end / 2].side[end % 2]] = 0;
}

struct place {
	int64_t x, y;
};

static struct place place_of(const struct pieces *pieces, size_t end)
{
	const struct piece *piece = &pieces->items[end / 2];
	uint32_t side = piece->side[end % 2], wide = (uint32_t)pieces->field->w + 2;
	int64_t x = (int64_t)(side / 2 % wide) - 1, y = (int64_t)(side / 2 / wide) - 1;
	int64_t off = piece->part[end % 2];

	return (struct place){
		x * FF_CONTOUR_PARTS + FF_CONTOUR_PARTS / 2 + (side % 2 == 1 ? 0 : off),
		y * FF_CONTOUR_PARTS + FF_CONTOUR_PARTS / 2 + (side % 2 == 1 ? off : 0)};
}

/* Adds the line from an end on, over all pieces that follow; '*last' is the pen's place. */
static void put_line(struct ff_svg *svg, struct pieces *pieces, size_t end, struct place *last)
{
	size_t first = end;
	struct place at = place_of(pieces, end);

	ff_svg_step(svg, 'm', at.x - last->x, at.y - last->y);
	*last = at;
	for (;;) {
		struct piece *piece = &pieces->items[end / 2];

		piece->used = true;
		end ^= 1; /* the other end of it */
		at = place_of(pieces, end);
		if (at.x != last->x || at.y != last->y)
			ff_svg_step(svg, 'l', at.x - last->x, at.y - last->y);
		*last = at;
		if (piece->next[end % 2] == end || piece->next[end % 2] == first)
			return;
		end = piece->next[end % 2];
	}
}

/* Adds the line of the pieces from..to-1: its parts with ends first. */
static void put_lines(struct ff_svg *svg, struct pieces *pieces, size_t from, size_t to)
{
	struct place last = {0, 0};

	for (int closed = 0; closed < 2; closed++)
		for (size_t end = 2 * from; end < 2 * to; end++) {
			const struct piece *piece = &pieces->items[end / 2];

			if (!piece->used && (closed == 1 || piece->next[end % 2] == end))
				put_line(svg, pieces, end, &last);
		}
}

static bool reserve_pieces(struct pieces *pieces)
{
	uint64_t room = room_of(pieces);

	if (room == 0)
		return true;
	if (room > UINT32_MAX / 2 || sides_of(pieces->field) > UINT32_MAX)
		return false;
	pieces->items = malloc((size_t)room * sizeof *pieces->items);
	pieces->seen = calloc((size_t)sides_of(pieces->field), sizeof *pieces->seen);
	return pieces->items != NULL && pieces->seen != NULL;
}

enum ff_status ff_contour_paths(struct ff_svg *svg, const struct ff_field *field, double least,
				double most, int lines,
				struct ff_colour (*colour)(const void *context, int k),
				const void *context, struct ff_error *err)
{
	struct pieces pieces = {.field = field, .least = least, .most = most, .lines = lines};
	enum ff_status st = FF_OK;

	count_pieces(&pieces);
	if (!reserve_pieces(&pieces))
		st = ff_status_nomem(err, "contours");
	for (int k = 1; k <= lines && st == FF_OK && !svg->failed;) {
		size_t from = 0;
		uint64_t held;
		int first = k;

		k = group_lines(&pieces, k, &held);
		if (held == 0)
			continue;
		for (int i = first; i < k; i++) {
			pieces.next[i] = from;
			from += (size_t)pieces.count[i];
		}
		ff_contour_some(field, least, most, lines, first, k - 1, keep_piece, &pieces);
		for (int i = first; i < k; i++) {
			if (pieces.count[i] == 0)
				continue;
			from = pieces.next[i] - (size_t)pieces.count[i];
			join_pieces(&pieces, from, pieces.next[i]);
			ff_svg_print(svg, "<path stroke=\"");
			ff_svg_colour(svg, colour(context, i));
			ff_svg_print(svg, "\" d=\"");
			put_lines(svg, &pieces, from, pieces.next[i]);
			ff_svg_print(svg, "\"/>\n");
		}
	}
	free(pieces.items);
	free(pieces.seen);
	return st;
}
