#include "draw/contour.h"

#include "oracle.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 14, PIECES = 20000 };

struct segment {
	int64_t k;
	int64_t x0, y0, x1, y1; /* the lesser end first */
};

struct segments {
	struct segment items[PIECES];
	size_t count;
};

static struct segments wanted, got;

static void add(struct segments *to, int k, int64_t x0, int64_t y0, int64_t x1, int64_t y1)
{
	bool turn = x1 < x0 || (x1 == x0 && y1 < y0);

	if (x0 == x1 && y0 == y1)
		return;
	to->items[to->count++] =
		turn ? (struct segment){k, x1, y1, x0, y0} : (struct segment){k, x0, y0, x1, y1};
}

static int64_t place(int32_t cell, double part)
{
	return cell * INT64_C(100) + 50 + (int64_t)(part * 100 + 0.5);
}

static void keep(void *context, int k, const struct ff_contour_point ends[2])
{
	int64_t x[2], y[2];

	for (int i = 0; i < 2; i++) {
		x[i] = place(ends[i].x, ends[i].down ? 0 : ends[i].part);
		y[i] = place(ends[i].y, ends[i].down ? ends[i].part : 0);
	}
	add(context, k, x[0], y[0], x[1], y[1]);
}

/* The colour of line k, to know it by. */
static struct ff_colour name(const void *context, int k)
{
	(void)context;
	return (struct ff_colour){(uint8_t)k, 1, 2};
}

/* Reads the paths into 'got'; how many lines they have. */
static int read_paths(const char *text)
{
	int lines = 0;

	got.count = 0;
	while ((text = strstr(text, "stroke=\"#")) != NULL) {
		const char digits[] = {text[9], text[10], '\0'};
		int k = (int)strtol(digits, NULL, 16);
		int64_t x = 0, y = 0;

		text = strstr(text, " d=\"") + 4;
		while (*text != '"') {
			char command = *text++;
			int64_t from_x = x, from_y = y;

			x += strtol(text, (char **)&text, 10);
			y += strtol(text, (char **)&text, 10);
			if (command == 'l')
				add(&got, k, from_x, from_y, x, y);
			lines += command == 'm';
		}
	}
	return lines;
}

static int compare(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct segment));
}

static int draw(const struct ff_field *field, double most, int lines)
{
	struct ff_svg svg = {NULL, 0, 0, false};
	struct ff_error err = {""};
	int count;

	CHECK(ff_contour_paths(&svg, field, 0, most, lines, name, NULL, &err) == FF_OK, "\"%s\"",
	      err.text);
	ff_svg_print(&svg, "%c", '\0');
	count = read_paths(svg.text);
	free(svg.text);
	return count;
}

static void a_ramp_has_each_line_in_one_piece(void)
{
	static uint32_t values[SIDE * SIDE];
	const struct ff_field field = {.w = SIDE, .h = SIDE, .unit = 1, .u32 = values};

	for (int i = 0; i < SIDE * SIDE; i++)
		values[i] = (uint32_t)(i % SIDE * 100 + i / SIDE);
	CHECK(draw(&field, SIDE * 100, 9) == 9, "%d lines", draw(&field, SIDE * 100, 9));
}

static void a_hill_has_lines_that_close(void)
{
	static uint32_t values[SIDE * SIDE];
	const struct ff_field field = {.w = SIDE, .h = SIDE, .unit = 1, .u32 = values};

	for (int i = 0; i < SIDE * SIDE; i++)
		values[i] = (uint32_t)(abs(i % SIDE - 6) * 10 + abs(i / SIDE - 6) * 10);
	CHECK(draw(&field, 60, 3) == 3, "%d lines", draw(&field, 60, 3));
	for (size_t i = 0; i < got.count; i++) {
		int ends = 0;

		for (size_t j = 0; j < got.count; j++)
			ends += (got.items[j].x0 == got.items[i].x1 &&
				 got.items[j].y0 == got.items[i].y1) ||
				(got.items[j].x1 == got.items[i].x1 &&
				 got.items[j].y1 == got.items[i].y1);
		CHECK(ends == 2, "%d pieces meet at the end of piece %zu", ends, i);
	}
}

static void every_piece_is_in_a_line_and_nothing_else(void)
{
	static uint32_t values[SIDE * SIDE];
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 300; k++) {
		int32_t w = 1 + (int32_t)(oracle_random(&dice) % SIDE);
		int32_t h = 1 + (int32_t)(oracle_random(&dice) % SIDE);
		const struct ff_field field = {.w = w, .h = h, .unit = 1, .u32 = values};
		uint64_t steep = 1 + oracle_random(&dice) % 30;

		for (int i = 0; i < w * h; i++)
			values[i] = oracle_random(&dice) % 5 == 0
					    ? FF_FIELD_NONE32
					    : (uint32_t)(oracle_random(&dice) % steep * 7);
		wanted.count = 0;
		ff_contour_each(&field, 0, 100, 7, keep, &wanted);
		draw(&field, 100, 7);
		qsort(wanted.items, wanted.count, sizeof *wanted.items, compare);
		qsort(got.items, got.count, sizeof *got.items, compare);
		CHECK(got.count == wanted.count, "map %d: %zu pieces, wanted %zu", k, got.count,
		      wanted.count);
		for (size_t i = 0; i < got.count && i < wanted.count; i++)
			CHECK(compare(&got.items[i], &wanted.items[i]) == 0, "map %d: piece %zu", k,
			      i);
	}
}

static void a_level_field_has_no_lines(void)
{
	static uint32_t values[4];
	const struct ff_field field = {.w = 2, .h = 2, .unit = 1, .u32 = values};

	CHECK(draw(&field, 0, 5) == 0, "some");
	CHECK(draw(&field, 10, 5) == 0, "some");
}

int main(void)
{
	RUN(a_ramp_has_each_line_in_one_piece);
	RUN(a_hill_has_lines_that_close);
	RUN(every_piece_is_in_a_line_and_nothing_else);
	RUN(a_level_field_has_no_lines);
	return tap_done();
}
