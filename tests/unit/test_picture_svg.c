/*
 * The layers that all vector pictures have, by their text.
 */
#include "draw/picture.h"

#include "marked.h"
#include "scene.h"
#include "sheets.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SIDE = 12 };

/* An image of the cells, 'grain' pixels each. */
static void enlarge(const uint8_t *cells, int32_t w, int32_t h, int grain, struct ff_image *image)
{
	CHECK(ff_canvas_new(image, (int64_t)w * grain, (int64_t)h * grain, NULL) == FF_OK, "none");
	for (int32_t i = 0; i < image->w * image->h; i++)
		image->pixels[i] = cells[i / image->w / grain * w + i % image->w / grain];
}

/* Fills what a path of m, h, v and z encloses: by the vertical edges left of each cell. */
static void fill(const char *d, int32_t w, int32_t h, uint8_t *filled)
{
	static int edges[SIDE + 1][SIDE + 1];
	int x = 0, y = 0, left = 0, top = 0;

	memset(edges, 0, sizeof edges);
	while (*d != '"') {
		char command = *d++;
		int n = command == 'z' ? 0 : (int)strtol(d, (char **)&d, 10);
		int to = command == 'v' ? y + n : command == 'z' ? top : y;

		for (int row = y < to ? y : to; row < (y < to ? to : y); row++)
			edges[row][x] ^= 1;
		if (command == 'm') {
			x = left += n;
			y = top += (int)strtol(d, (char **)&d, 10);
			continue;
		}
		CHECK(command != 'z' || x == left || y == top, "z is no straight line");
		x = command == 'h' ? x + n : command == 'z' ? left : x;
		y = to;
		CHECK(x >= 0 && y >= 0 && x <= w && y <= h, "%d,%d is not on the map", x, y);
	}
	for (int row = 0; row < h; row++)
		for (int column = 0, in = 0; column < w; column++) {
			in ^= edges[row][column];
			filled[row * w + column] = (uint8_t)in;
		}
}

/* Returns the outline of an entry as text, with a full stop before it; free() it. */
static char *outline(const struct ff_image *image, int grain, uint8_t colour, struct ff_error *err)
{
	struct ff_svg svg = {0};
	enum ff_status st;
	char *text = NULL;
	size_t size = 0;

	ff_svg_print(&svg, ".");
	CHECK(ff_picture_put_outline(&svg, image, grain, "cells", colour, err) == FF_OK, "\"%s\"",
	      err->text);
	st = ff_svg_take(&svg, &text, &size, err);
	return sheets_end(st, text, size, err);
}

static void an_outline_encloses_just_the_cells_of_its_kind(void)
{
	static const uint8_t kinds[] = {0, FF_PALETTE_WALL, FF_PALETTE_UNREACHED, FF_PALETTE_CLOSED,
					FF_PALETTE_NOT_COMPUTED};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 400; k++) {
		int32_t w = 1 + (int32_t)(oracle_random(&dice) % SIDE);
		int32_t h = 1 + (int32_t)(oracle_random(&dice) % SIDE);
		uint8_t cells[SIDE * SIDE], filled[SIDE * SIDE];
		struct ff_error err = {""};
		struct ff_image image;
		int grain = 1 + k % 3;

		for (int i = 0; i < w * h; i++)
			cells[i] = kinds[oracle_random(&dice) % (k % 2 == 0 ? 5 : 2)];
		enlarge(cells, w, h, grain, &image);
		for (int kind = 1; kind < 5; kind++) {
			char *text = outline(&image, grain, kinds[kind], &err);
			const char *path = sheets_path(text, "cells");
			bool any = memchr(cells, kinds[kind], (size_t)(w * h)) != NULL;

			CHECK((path != NULL) == any, "%d: any is %d", kind, any);
			if (path != NULL) {
				fill(path, w, h, filled);
				for (int i = 0; i < w * h; i++)
					CHECK(filled[i] == (cells[i] == kinds[kind]),
					      "%" PRId32 "x%" PRId32 ", %d: cell %d", w, h, kind,
					      i);
			}
			free(text);
		}
		free(image.pixels);
	}
}

static void a_rectangle_has_four_corners(void)
{
	uint8_t cells[20] = {0};
	struct ff_error err = {""};
	struct ff_image image;
	char *text;

	for (int y = 1; y < 3; y++)
		memset(cells + y * 5 + 1, FF_PALETTE_WALL, 3);
	enlarge(cells, 5, 4, 1, &image);
	text = outline(&image, 1, FF_PALETTE_WALL, &err);
	CHECK(strstr(text, "d=\"m1 1h3v2h-3z\"") != NULL, "%s", text);
	free(text);
	free(image.pixels);
}

static void the_status_of_a_failing_encoder_is_returned(void)
{
	const struct ff_style style = {.scale = 8};
	char *text = (char *)&style;
	struct ff_error err = {""};
	struct scene s;
	size_t size = 9;

	scene_of(&s, "g./");
	CHECK(ff_draw_heatmap_svg(&s.all, &style, &sheets_failing, &text, &size, NULL, &err) ==
		      FF_E_LIMIT,
	      "a status");
	CHECK(strcmp(err.text, "too large") == 0 && text == (const char *)&style && size == 9,
	      "\"%s\"", err.text);
	scene_free(&s);
}

static void a_file_describes_itself_whatever_the_maps_name(void)
{
	const struct ff_style style = {.scale = 8, .legend = FF_STYLE_LEGEND_NEVER};
	struct scene s;
	char *text;

	scene_of(&s, "g./");
	text = sheets_heatmap(&s.all, &style);
	CHECK(strstr(text, "width=\"16\" height=\"8\" viewBox=\"0 0 2 1\"") != NULL, "%s", text);
	CHECK(strstr(text, "<title>a&lt;b&gt;?.png</title>") != NULL, "%s", text);
	CHECK(strstr(text, "<metadata>\nOptions: --goal 0,0\nCost digest: &amp;\n</metadata>") !=
		      NULL,
	      "%s", text);
	CHECK(strstr(text, "base64,UE5H\"") != NULL, "%s", text);
	CHECK(strstr(text, "<image id=\"heatmap\" width=\"2\" height=\"1\" "
			   "preserveAspectRatio=\"none\" ") != NULL,
	      "%s", text);
	CHECK(strstr(text, "id=\"legend\"") == NULL, "a legend: %s", text);
	free(text);
	scene_free(&s);
}

static void paper_row(const void *context, int32_t y, uint8_t *colours)
{
	(void)context;
	(void)y;
	memset(colours, FF_PALETTE_PAPER, 5);
}

/* Makes the first three entries black, the context, and black. */
static void black_palette(const struct ff_picture *picture, struct ff_image *image)
{
	image->palette[0] = image->palette[2] = (struct ff_colour){0, 0, 0};
	image->palette[1] = *(const struct ff_colour *)picture->context;
}

/* Returns the number of stops of a bar of three colours, black, 'middle' and black. */
static int stops_of(struct ff_colour middle)
{
	const struct ff_style style = {.scale = 64, .legend = FF_STYLE_LEGEND_ALWAYS};
	const struct ff_picture picture = {
		.w = 5,
		.h = 4,
		.style = &style,
		.id = "cells",
		.row = paper_row,
		.palette = black_palette,
		.context = &middle,
		.legend = {.title = "cost", .levels = 3, .stride = 1, .first = 0, .last = 2},
	};
	struct ff_error err = {""};
	char *text = NULL;
	enum ff_status st;
	size_t size = 0;
	int count;

	st = ff_picture_put(&picture, &sheets_about, &text, &size, &err);
	text = sheets_end(st, text, size, &err);
	count = sheets_count(text, "<stop ");
	free(text);
	return count;
}

static void a_gradient_has_a_stop_wherever_any_part_of_a_colour_turns(void)
{
	CHECK(stops_of((struct ff_colour){0, 0, 0}) == 2, "black");
	CHECK(stops_of((struct ff_colour){2, 2, 2}) == 2, "nearly black");
	CHECK(stops_of((struct ff_colour){3, 0, 0}) == 3, "red");
	CHECK(stops_of((struct ff_colour){0, 3, 0}) == 3, "green");
	CHECK(stops_of((struct ff_colour){0, 0, 3}) == 3, "blue");
}

int main(void)
{
	RUN(an_outline_encloses_just_the_cells_of_its_kind);
	RUN(a_rectangle_has_four_corners);
	RUN(the_status_of_a_failing_encoder_is_returned);
	RUN(a_file_describes_itself_whatever_the_maps_name);
	RUN(a_gradient_has_a_stop_wherever_any_part_of_a_colour_turns);
	return tap_done();
}
