/*
 * A pass over the field counts the pieces of each line; further passes then take as
 * many lines as they may hold at a time, each of which is joined and written: what
 * is held follows the longest line, and the number of passes what there is to write.
 *
 * A line crosses a side of a square once at most, and a side has two squares: where
 * an end was seen before tells with which one it meets.
 */
#include "draw/isolines.h"

#include <stdlib.h>

#include "draw/contour.h"
#include "draw/style.h"

enum { PART = 4 }; /* of as many pieces as the map has cells are held, or those of a line */

/* Ends are numbered: 2 * piece + 0 or 1. */
struct piece {
	uint32_t side[2]; /* on which its ends are: 2 * place, and 1 for those that go down */
	uint32_t next[2]; /* the end at the same point; its own number: none */
	uint8_t part[2];  /* of FF_ISOLINES_PARTS */
	bool used;
};

struct pieces {
	const struct ff_field *field;
	double least, most;
	int lines;
	struct piece *items;                       /* owned; [room]  line after line */
	uint32_t *seen;                            /* owned; [sides]  an end there, and 1; 0 else */
	uint64_t count[FF_STYLE_CONTOURS_MAX + 2]; /* [k]  pieces of a line */
	size_t next[FF_STYLE_CONTOURS_MAX + 2];    /* [k]  where its next piece goes */
};

/* Ends lie from column and row -1 on, up to those behind the last cells. */
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

static void count(struct pieces *pieces)
{
	for (int k = 0; k <= pieces->lines + 1; k++)
		pieces->count[k] = 0;
	ff_contour_each(pieces->field, pieces->least, pieces->most, pieces->lines, count_piece,
			pieces);
}

/* From line 'k' on, those that are held at a time; returns the one behind, and their pieces. */
static int group(const struct pieces *pieces, int k, uint64_t *held)
{
	uint64_t most = (uint64_t)pieces->field->w * (uint64_t)pieces->field->h / PART;

	*held = pieces->count[k++];
	while (k <= pieces->lines && *held + pieces->count[k] <= most)
		*held += pieces->count[k++];
	return k;
}

/* The most pieces that are held at a time. */
static uint64_t room_of(const struct pieces *pieces)
{
	uint64_t room = 0, held;

	for (int k = 1; k <= pieces->lines;) {
		k = group(pieces, k, &held);
		room = held > room ? held : room;
	}
	return room;
}

static void keep(void *context, int k, const struct ff_contour_point ends[2])
{
	struct pieces *pieces = context;
	size_t at = pieces->next[k]++, wide = (size_t)pieces->field->w + 2;
	struct piece *piece = &pieces->items[at];

	for (int i = 0; i < 2; i++) {
		size_t place = (size_t)(ends[i].y + 1) * wide + (size_t)(ends[i].x + 1);

		piece->side[i] = (uint32_t)(2 * place + ends[i].down);
		piece->next[i] = (uint32_t)(2 * at) + (uint32_t)i;
		piece->part[i] = (uint8_t)(ends[i].part * FF_ISOLINES_PARTS + 0.5);
	}
	piece->used = false;
}

/* Joins the pieces from..to-1, which are those of a line. */
static void join(struct pieces *pieces, size_t from, size_t to)
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
		x * FF_ISOLINES_PARTS + FF_ISOLINES_PARTS / 2 + (side % 2 == 1 ? 0 : off),
		y * FF_ISOLINES_PARTS + FF_ISOLINES_PARTS / 2 + (side % 2 == 1 ? off : 0)};
}

/* The line from an end on, over all pieces that follow; '*last' is where the pen is. */
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

/* The line of the pieces from..to-1: those of its parts with ends first. */
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

static bool reserve(struct pieces *pieces)
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

enum ff_status ff_isolines_put(struct ff_svg *svg, const struct ff_field *field, double least,
			       double most, int lines,
			       struct ff_colour (*colour)(const void *context, int k),
			       const void *context, struct ff_error *err)
{
	struct pieces pieces = {.field = field, .least = least, .most = most, .lines = lines};
	enum ff_status st = FF_OK;

	count(&pieces);
	if (!reserve(&pieces))
		st = ff_status_nomem(err, "contours");
	for (int k = 1; k <= lines && st == FF_OK && !svg->failed;) {
		size_t from = 0;
		uint64_t held;
		int first = k;

		k = group(&pieces, k, &held);
		if (held == 0)
			continue;
		for (int i = first; i < k; i++) {
			pieces.next[i] = from;
			from += (size_t)pieces.count[i];
		}
		ff_contour_some(field, least, most, lines, first, k - 1, keep, &pieces);
		for (int i = first; i < k; i++) {
			if (pieces.count[i] == 0)
				continue;
			from = pieces.next[i] - (size_t)pieces.count[i];
			join(&pieces, from, pieces.next[i]);
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
