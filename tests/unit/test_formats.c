/*
 * Files that change while they are read, and the scale that a refusal names.
 */
#include "io/formats.h"

#include "io/cells.h"
#include "png.h"
#include "tap.h"
#include "temp.h"

#include <inttypes.h>

static void write_text(const char *path, const char *head, const char *cell, size_t count)
{
	FILE *to = fopen(path, "wb");

	temp_require(to != NULL && fputs(head, to) >= 0, path);
	for (size_t i = 0; i < count; i++)
		fputs(cell, to);
	temp_require(fclose(to) == 0, path);
}

/* Between its header and the rest, the file becomes another one. */
static void changed(const char *path, off_t length, bool overwritten, enum ff_status wanted,
		    const char *message)
{
	struct ff_cost map = {.w = 0, .h = 0, .cells = NULL};
	struct ff_error err = {""};
	const struct ff_format *format;
	struct ff_cells_size size;
	struct ff_input in;
	enum ff_status st;
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	temp_require(fd >= 0 && ff_input_open(&in, path, &err) == FF_OK, path);
	CHECK(ff_formats_size(&in, FF_FORMATS_MAP, INT64_MAX, &format, &size, &err) == FF_OK,
	      "\"%s\"", err.text);
	temp_require(ftruncate(fd, overwritten ? 70000 : length) == 0, path);
	temp_require(ftruncate(fd, length) == 0, path);
	st = format->read_map(&in, &map, &err);
	CHECK(st == wanted && strcmp(err.text, message) == 0, "status %d, \"%s\", not \"%s\"",
	      (int)st, err.text, message);
	CHECK(st == FF_OK || map.cells == NULL, "%s: something was set", path);
	ff_input_close(&in);
	close(fd);
	free(map.cells);
}

static void a_file_that_changes_while_it_is_read_is_whole_or_refused(void)
{
	enum { W = 400, H = 300 };
	uint8_t *cells = oracle_cells(H, W);
	uint64_t dice = ORACLE_SEED;
	struct png_file png;

	/* They do not shrink. */
	for (size_t i = 0; i < (size_t)W * H; i++)
		cells[i] = (uint8_t)(oracle_random(&dice) >> 20);
	png = png_grey(W, H, cells);
	for (int k = 0; k < 2; k++) {
		temp_write("png", png.data, png.size);
		changed("png", k == 0 ? 60000 : (off_t)png.size - 1, false, FF_E_INPUT,
			"png: is truncated");
	}
	temp_write("png", png.data, png.size);
	changed("png", 9000000, false, FF_OK, "");
	temp_write("png", png.data, png.size);
	changed("png", (off_t)png.size, true, FF_E_INPUT, "png: is corrupt: a checksum is wrong");
	write_text("pgm", "P5 500 500 255\n", "x", 250000);
	changed("pgm", 100000, false, FF_E_INPUT, "pgm: is truncated");
	write_text("pgm", "P5 500 500 255\n", "x", 250000);
	changed("pgm", 250016, false, FF_E_INPUT,
		"pgm: has 1 bytes too many after its pixels (lines that end with CR LF?)");
	write_text("map", "type octile\nheight 20000\nwidth 9\nmap\n", ".........\n", 20000);
	changed("map", 100000, false, FF_E_INPUT, "map: is truncated: 20000 rows of 9 expected");
	free(png.data);
	free(cells);
}

static void a_file_of_just_its_cells_is_not_held(void)
{
	enum { SIDE = 1000, HELD = 200000 };
	struct ff_cells_file read = {0};
	struct ff_error err = {""};
	struct ff_cost map = {0};
	struct ff_input in;

	write_text("map.pgm", "P5 1000 1000 255\n", "\1\2\3\4", SIDE * SIDE / 4);
	if (CHECK(ff_input_open(&in, "map.pgm", &err) == FF_OK, "\"%s\"", err.text)) {
		CHECK(ff_formats[FF_FORMATS_PGM].read_map(&in, &map, &err) == FF_OK, "\"%s\"",
		      err.text);
		CHECK(in.size < HELD, "%zu bytes are held", in.size);
		for (size_t i = 0; i < (size_t)SIDE * SIDE && map.cells != NULL; i++)
			if (!CHECK(map.cells[i] == i % 4 + 1, "cell %zu is %d", i, map.cells[i]))
				break;
		ff_input_close(&in);
	}
	free(map.cells);
	write_text("layer.pgm", "P5 1000 500 65534\n", "\1\2\3\4", SIDE * SIDE / 4);
	if (CHECK(ff_input_open(&in, "layer.pgm", &err) == FF_OK, "\"%s\"", err.text)) {
		const uint16_t *cells;

		CHECK(ff_formats[FF_FORMATS_PGM].read_layer(&in, &read, &err) == FF_OK, "\"%s\"",
		      err.text);
		CHECK(in.size < HELD, "%zu bytes are held", in.size);
		cells = read.raster.cells;
		for (size_t i = 0; i < (size_t)SIDE * SIDE / 2 && cells != NULL; i++)
			if (!CHECK(cells[i] == (i % 2 == 0 ? 0x102 : 0x304), "cell %zu is %d", i,
				   cells[i]))
				break;
		ff_input_close(&in);
	}
	ff_cells_free(&read);
}

int main(void)
{
	temp_enter();
	RUN(a_file_of_just_its_cells_is_not_held);
	RUN(a_file_that_changes_while_it_is_read_is_whole_or_refused);
	return tap_done();
}
