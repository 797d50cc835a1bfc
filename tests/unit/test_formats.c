/*
 * The table of formats: maps and layers told apart by content, and the values that each format
 * holds.
 */
#include "io/formats.h"

#include "feed.h"
#include "io/cells.h"
#include "oracle.h"
#include "png.h"
#include "raster.h"
#include "rasters.h"
#include "tap.h"
#include "temp.h"

#include <inttypes.h>
#include <math.h>
#include <sys/wait.h>

static const struct ff_format untouched;
static const struct ff_format *format; /* of the last one read */

static enum ff_status read_cost(struct ff_input *in, struct ff_cost *map, struct ff_error *err)
{
	format = &untouched;
	struct ff_cells_size size;
	enum ff_status st = ff_formats_size(in, FF_FORMATS_MAP, INT64_MAX, &format, &size, err);

	if (st != FF_OK)
		return st;
	st = format->read_map(in, map, err);
	CHECK(st != FF_OK || (map->w == size.w && map->h == size.h), "it had another size before");
	return st;
}

static const char movingai[] = "type octile\nheight 1\nwidth 3\nmap\n.@.\n";

/* The bytes are read, as that format, as 3 x 1 cells that add up to 'sum'. */
static void accepted(const void *bytes, size_t n, const char *name, bool grey, int sum)
{
	struct ff_cost map;
	struct ff_error err;
	enum ff_status st = feed(read_cost, "a.xyz", bytes, n, &map, &err);

	if (CHECK(st == FF_OK, "%s: \"%s\"", name, err.text)) {
		CHECK(strcmp(format->name, name) == 0 && format->costs != grey, "%s: it is \"%s\"",
		      name, format->name);
		CHECK(map.w == 3 && map.h == 1 && map.cells[0] + map.cells[1] + map.cells[2] == sum,
		      "%s: other cells", name);
	}
	free(map.cells);
}

static void refused(const void *bytes, size_t n, const char *message)
{
	struct ff_cost map;
	struct ff_error err;
	enum ff_status st = feed(read_cost, "a.xyz", bytes, n, &map, &err);

	CHECK(st == FF_E_INPUT && strcmp(err.text, message) == 0, "status %d, \"%s\"", (int)st,
	      err.text);
	CHECK(map.w == -1 && format == &untouched, "\"%s\": something was set", message);
}

static void a_format_is_told_by_its_content(void)
{
	struct png_file png = png_grey(3, 1, (const uint8_t *)"\7\10\11");

	accepted(png.data, png.size, "png", true, 24);
	accepted("P5 3 1 255 \7\10\11", 14, "pgm", true, 24);
	accepted("P2 3 1 255 7 8 9", 16, "pgm", true, 24);
	accepted("P2 3 1 1 0 1 0", 14, "pgm", true, 255);
	accepted(movingai, sizeof movingai - 1, "movingai", false, 257);
	free(png.data);
}

static void what_is_no_map_is_refused_by_name(void)
{
	refused("", 0, "a.xyz: is empty");
	refused("x", 1,
		"a.xyz: unknown format; expected PGM, PNG, MovingAI or rows of text (. and #)");
	refused("GIF89a and so on, and on", 24,
		"a.xyz: is a GIF image; expected PNG or PGM: convert a.xyz a.png");
	refused("RIFF1234WAVE", 12,
		"a.xyz: unknown format; expected PGM, PNG, MovingAI or rows of text (. and #)");
	refused("\xff\xd8\xff\xe0 a photograph", 18,
		"a.xyz: is a JPEG image; expected PNG or PGM: convert a.xyz a.png (its greys are "
		"not exact: see --wall-from)");
	refused("P6 3 1 255 abcdefghi", 20,
		"a.xyz: is a PPM image; expected PNG or PGM: convert a.xyz a.png");
	refused("\x89PNG\r\n\x1a", 7,
		"a.xyz: unknown format; expected PGM, PNG, MovingAI or rows of text (. and #)");
	refused("\x89PNG\r\n\x1a\n", 8, "a.xyz: is truncated");
}

/* Checks that the start of a file promises w * h cells. */
static void promises(const void *bytes, size_t n, int32_t w, int32_t h)
{
	struct ff_input in = feed_open("a.xyz", bytes, n);
	struct ff_cells_size size = {0};
	struct ff_error err = {""};

	CHECK(ff_formats_size(&in, FF_FORMATS_MAP, INT64_MAX, &format, &size, &err) == FF_OK,
	      "\"%s\"", err.text);
	CHECK(size.w == w && size.h == h, "%d x %d", size.w, size.h);
	ff_input_close(&in);
}

static void a_header_promises_the_size(void)
{
	struct png_file png = png_begin(7, 3, 8, PNG_GREY, false);

	promises(png.data, png.size, 7, 3);
	free(png.data);
	png = png_begin(INT32_MAX, INT32_MAX, 16, PNG_RGB_ALPHA, true);
	promises(png.data, png.size, INT32_MAX, INT32_MAX);
	free(png.data);
	promises("P5 7 3 255 ", 11, 7, 3);
	promises("P2 2147483647 2147483647 255 ", 29, INT32_MAX, INT32_MAX);
	promises("type octile\nheight 3\nwidth 7\nmap\n", 33, 7, 3);
	promises("type octile\nheight 2147483647\nwidth 2147483647\nmap\n", 51, INT32_MAX,
		 INT32_MAX);
}

static void write_text(const char *path, const char *head, const char *cell, size_t count)
{
	FILE *to = fopen(path, "wb");

	temp_require(to != NULL && fputs(head, to) >= 0, path);
	for (size_t i = 0; i < count; i++)
		fputs(cell, to);
	temp_require(fclose(to) == 0, path);
}

/* A child that writes a byte at a time into a pipe; the end to read from. */
static int dribble(const uint8_t *bytes, size_t n, pid_t *child)
{
	int ends[2];

	temp_require(pipe(ends) == 0 && (*child = fork()) >= 0, "pipe");
	if (*child > 0) {
		close(ends[1]);
		return ends[0];
	}
	for (size_t i = 0; i < n; i++)
		if (write(ends[1], bytes + i, 1) != 1)
			_exit(1);
	_exit(0);
}

static void a_map_may_come_through_a_pipe_byte_by_byte(void)
{
	struct png_file png = png_grey(3, 1, (const uint8_t *)"\7\10\11");
	const struct {
		const void *bytes;
		size_t n;
	} maps[] = {
		{png.data, png.size}, {"P5 3 1 255 \7\10\11", 14}, {movingai, sizeof movingai - 1}};

	for (size_t i = 0; i < 3; i++) {
		struct ff_error err = {""};
		struct ff_cost map = {.w = 0, .h = 0, .cells = NULL};
		struct ff_input in = {.name = "pipe"};
		pid_t child = -1;
		int status = -1;
		enum ff_status st;

		in.fd = dribble(maps[i].bytes, maps[i].n, &child);
		st = read_cost(&in, &map, &err);
		CHECK(st == FF_OK && map.w == 3 && map.h == 1, "\"%s\"", err.text);
		ff_input_close(&in);
		CHECK(waitpid(child, &status, 0) == child && status == 0, "the writer: %d", status);
		free(map.cells);
	}
	free(png.data);
}

/* A PNG of 400 x 300 cells that do not shrink, in pieces, with large texts around them. */
static struct png_file large_png(uint8_t *cells)
{
	enum { W = 400, H = 300, TEXT = 150000 };
	struct png_file file = png_begin(W, H, 8, PNG_GREY, false);
	uint8_t *raw = oracle_cells(H, W + 1), *text = oracle_cells(TEXT, 1), *packed;
	uint64_t dice = ORACLE_SEED;
	size_t n;

	memset(text, 'x', TEXT);
	for (size_t i = 0; i < W * H; i++)
		cells[i] = (uint8_t)(oracle_random(&dice) >> 20);
	for (size_t y = 0; y < H; y++) {
		raw[y * (W + 1)] = 0;
		memcpy(raw + y * (W + 1) + 1, cells + y * W, W);
	}
	packed = png_deflate(raw, H * (W + 1), &n);
	png_chunk(&file, "tEXt", text, 10);
	png_chunk(&file, "tEXt", text, TEXT);
	png_chunk(&file, "IDAT", packed, n / 2);
	for (size_t i = n / 2; i < n; i += n - i < 7001 ? n - i : 7001)
		png_chunk(&file, "IDAT", packed + i, n - i < 7001 ? n - i : 7001);
	png_chunk(&file, "tEXt", text, TEXT);
	png_end(&file);
	free(packed);
	free(text);
	free(raw);
	return file;
}

static void large_chunks_may_come_byte_by_byte(void)
{
	uint8_t *cells = oracle_cells(400, 300);
	struct png_file png = large_png(cells);
	struct ff_cost map = {.w = 0, .h = 0, .cells = NULL};
	struct ff_error err = {""};
	struct ff_input in = {.name = "pipe"};
	pid_t child = -1;
	int status = -1;

	in.fd = dribble(png.data, png.size, &child);
	CHECK(read_cost(&in, &map, &err) == FF_OK, "\"%s\"", err.text);
	CHECK(map.w == 400 && map.h == 300 && memcmp(map.cells, cells, 120000) == 0, "other cells");
	ff_input_close(&in);
	CHECK(waitpid(child, &status, 0) == child && status == 0, "the writer: %d", status);
	free(map.cells);
	free(png.data);
	free(cells);
}

/* Between its header and the rest, the file becomes another one. */
static void changed(const char *path, off_t length, bool overwritten, enum ff_status wanted,
		    const char *message)
{
	struct ff_cost map = {.w = 0, .h = 0, .cells = NULL};
	struct ff_error err = {""};
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
	uint8_t *cells = oracle_cells(400, 300);
	struct png_file png = large_png(cells);
	off_t lengths[] = {60000, 66000, 200000, (off_t)png.size - 1};

	temp_enter();
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		temp_write("png", png.data, png.size);
		changed("png", lengths[i], false, FF_E_INPUT, "png: is truncated");
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

static void an_error_while_reading_is_passed_on(void)
{
	struct ff_input in = {.name = "odd.png", .fd = -1};
	struct ff_error err = {""};
	struct ff_cost map = {.w = 0, .h = 0, .cells = NULL};

	CHECK(read_cost(&in, &map, &err) == FF_E_INPUT, "it was read");
	CHECK(strcmp(err.text, "odd.png: Bad file descriptor") == 0, "\"%s\"", err.text);
	ff_input_close(&in);
}

#define VALUES(...)                                                  \
	sizeof((double[]){__VA_ARGS__}) / sizeof(double), (double[]) \
	{                                                            \
		__VA_ARGS__                                          \
	}

static void a_table_has_its_integration_as_the_raster_and_all_columns(void)
{
	struct ff_cells_file read =
		raster_right(TEXT("x,y,cost,class,integration\n1,0,3,reached,1.5\n0,0,255,wall,\n"),
			     "csv", 2, 1);

	if (read.raster.cells == NULL)
		return;
	CHECK(read.kind == FF_CELLS_TABLE && read.raster.cells == read.table.field.cells, "kind %d",
	      (int)read.kind);
	CHECK(read.table.costs[1] == 3 && read.table.classes[0] == FF_WALL &&
		      read.table.directions == NULL,
	      "columns");
	raster_holds(&read, VALUES(INFINITY, 1.5));
}

static void a_table_of_which_much_is_missing_takes_no_memory(void)
{
	raster_refused(TEXT("x,y,integration\n2147483646,2147483646,1\n"),
		       "a: has 1 cells, but x and y make 2147483647x2147483647");
	raster_refused(TEXT("x,y,integration\n2147483647,0,1\n"),
		       "a:2: x is not an integer from 0 to 2147483646");
	raster_refused(TEXT("x,y,integration\n0\n"), "a:2: there is no y");
	raster_refused(TEXT("x,y,integration\n"), "a: has no cells");
	raster_refused(TEXT("x,y,integration\n1,1,0\n0,1,0\n1,0,0\n"),
		       "a: cell 0,0 is missing: the map has 2x2");
}

static void a_grid_is_numbers_between_commas(void)
{
	struct ff_cells_file read = raster_right(TEXT("0,1,2\n3,4,5\n"), "csv", 3, 2);

	CHECK(read.rounding == 0.5e-6 && read.relative == 0, "%g %g", read.rounding, read.relative);
	raster_holds(&read, VALUES(0, 1, 2, 3, 4, 5));
	read = raster_right(TEXT("\xef\xbb\xbf-1.25, +2e-1,inf\r\n NaN\t,,.5\r\n\r\n\n"), "csv", 3,
			    2);
	raster_holds(&read, VALUES(-1.25, 0.2, INFINITY, INFINITY, INFINITY, .5));
	read = raster_right(TEXT("7"), "csv", 1, 1);
	raster_holds(&read, VALUES(7));
	read = raster_right(TEXT(",\n,1"), "csv", 2, 2);
	raster_holds(&read, VALUES(INFINITY, INFINITY, INFINITY, 1));
}

static void what_is_wrong_with_a_grid_has_its_line_and_column(void)
{
	raster_refused(TEXT("1,2\n3\n"), "a:2:2: a row of 1 cells, but the first has 2");
	raster_refused(TEXT("1,2\n3,4,5\n"),
		       "a:2:5: a row of more cells than the first, which has 2");
	raster_refused(TEXT("1,2\n\n3,4\n"), "a:2:1: a row of 1 cells, but the first has 2");
	raster_refused(TEXT("1,2\n3, x\n"), "a:2:4: a number expected");
	raster_refused(TEXT("1,2\n3,-inf\n"), "a:2:3: a number expected");
	raster_refused(TEXT("1,2\n3,9007199254740992\n"), "a:2:3: a number below 2^53 expected");
	raster_refused(TEXT("1,2\n3,-1e99\n"), "a:2:3: a number above -2^53 expected");
	raster_refused(TEXT("1,2,3,4,5,6\n\r\n1\n1\n1\n"),
		       "a: has rows of fewer cells than the first, which has 6");
}

static void an_ascii_grid_has_keywords_and_then_cells(void)
{
	struct ff_cells_file read =
		raster_right(TEXT("ncols 2\nnrows 2\nxllcorner -3\nyllcorner 4.5\ncellsize 0.5\n"
				  "NODATA_value -9999\n0 1\n-9999 2.5\n"),
			     "asc", 2, 2);

	CHECK(read.georeference.x == -3 && read.georeference.y == 4.5 &&
		      read.georeference.resolution == 0.5,
	      "%g, %g, %g", read.georeference.x, read.georeference.y, read.georeference.resolution);
	raster_holds(&read, VALUES(0, 1, INFINITY, 2.5));
	read = raster_right(TEXT("NROWS\t1 yllCenter 1 XLLCENTER 2 ncols 3 cellsize 2\r\n1 NaN\r\n"
				 "-9999"),
			    "asc", 3, 1);
	CHECK(read.georeference.x == 1 && read.georeference.y == 0, "%g, %g", read.georeference.x,
	      read.georeference.y);
	raster_holds(&read, VALUES(1, INFINITY, INFINITY));
	read = raster_right(TEXT("ncols 3\nnrows 1\nnodata_value -3.4028234663852886e+38\n"
				 "-3.40282346638529e+38 -9999 1e1"),
			    "asc", 3, 1);
	CHECK(read.georeference.resolution == 1, "%g", read.georeference.resolution);
	raster_holds(&read, VALUES(INFINITY, -9999, 10));
	read = raster_right(TEXT("ncols 2\nnrows 1\nnodata_value nan\nnan 1"), "asc", 2, 1);
	raster_holds(&read, VALUES(INFINITY, 1));
}

static void what_is_wrong_with_an_ascii_grid_has_its_line_and_column(void)
{
	raster_refused(TEXT("ncols 2\nncols 2\n"),
		       "a:2:1: another keyword, or the cells, expected");
	raster_refused(TEXT("xllcenter 2\nxllcorner 2\n"),
		       "a:2:1: another keyword, or the cells, expected");
	raster_refused(TEXT("nrows 2\n1 2"), "a:2:1: ncols expected");
	raster_refused(TEXT("ncols 2\n1 2"), "a:2:1: nrows expected");
	raster_refused(TEXT("ncols 0\n"), "a:1:7: an integer from 1 to 2147483647 expected");
	raster_refused(TEXT("ncols 1\nnrows 1\ncellsize 0\n1"),
		       "a:3:10: a number above 0 expected");
	raster_refused(TEXT("ncols 1\nnrows 1\nxllcorner inf\n1"), "a:3:11: a number expected");
	raster_refused(TEXT("ncols 2\nnrows 1\n1 x"), "a:3:3: a number expected");
	raster_refused(TEXT("ncols 2\nnrows 1\n1 1e16"), "a:3:3: a number below 2^53 expected");
	raster_refused(TEXT("ncols 2\nnrows 1\n1 -1e16"), "a:3:3: a number above -2^53 expected");
	raster_refused(TEXT("ncols 2\nnrows 1\n1 2 3"), "a:3:5: the end expected");
	raster_refused(TEXT("ncols 3\nnrows 1\n1  2 "),
		       "a:3:6: is truncated: 3 cells expected, not 2");
	raster_refused(TEXT("ncols 31\nnrows 31\n1 2"), "a: is truncated");
}

static void a_float_map_stands_on_its_head(void)
{
	struct ff_cells_file read = raster_right(
		TEXT("Pf\n2 2\n-1.0\n\0\0\0\0\0\0\200\77\0\0\0\300\0\0\200\177"), "pfm", 2, 2);

	CHECK(read.relative == 0x1p-24, "%g", read.relative);
	raster_holds(&read, VALUES(-2, INFINITY, 0, 1));
	read = raster_right(TEXT("Pf 2 1 3.5 \77\200\0\0\177\300\0\0"), "pfm", 2, 1);
	raster_holds(&read, VALUES(1, INFINITY));
	read = raster_right(TEXT("PF\n# Layer: vectors\n1 2\n-1\n\0\0\200\77\0\0\0\0\0\0\0\0"
				 "\0\0\0\300\0\0\200\77\0\0\0\200"),
			    "pfm", 1, 2);
	CHECK(read.raster.channels == 2, "%d numbers", read.raster.channels);
	CHECK(read.texts.count == 1 && strcmp(ff_cells_text(&read, "Layer"), "vectors") == 0,
	      "%zu texts", read.texts.count);
	CHECK(ff_cells_text(&read, "Software") == NULL, "another text");
	raster_holds(&read, VALUES(-2, 1, 1, 0));
	raster_refused(TEXT("PF\n1 1\n-1\n\0\0\200\77\0\0\0\0\0\0\200\77"),
		       "a: the third number of cell 0,0 is not 0: only vectors are read from PF");
	raster_refused(TEXT("Pf\n1 1\n0\n\0\0\200\77"),
		       "a:3: the order of bytes is neither above nor below 0");
	raster_refused(TEXT("Pf\n1 1\nx\n\0\0\200\77"),
		       "a:3:1: the order of bytes is not a number");
	raster_refused(TEXT("Pf\n0 1\n1\n"), "a:2:1: the width is not in 1..2147483647");
	raster_refused(TEXT("Pf\n1 1\n1\n123"), "a: is truncated: 1x1 cells take 13 bytes, but "
						"there are 12");
	raster_refused(TEXT("Pf\n1 1\n1\n12345"), "a: goes on after its cells, at byte 13");
	raster_refused(TEXT("Pf\n2 1\n1\n\0\0\0\0\377\200\0\0"), "a: cell 1,0 is not above -2^53");
}

static void grey_samples_are_what_they_are(void)
{
	struct ff_cells_file read = raster_right(
		TEXT("P5\n# Scale: 4\n# Layer: integration\n# nothing\n#:x\n3 1\n65535\n"
		     "\0\0\0\6\377\377"),
		"pgm", 3, 1);

	CHECK(read.raster.type == FF_RASTER_U16 && read.rounding == 0.125, "%g", read.rounding);
	CHECK(read.texts.count == 2, "%zu texts", read.texts.count);
	raster_holds(&read, VALUES(0, 1.5, INFINITY));
	read = raster_right(TEXT("P5 2 1 255 \1\377"), "pgm", 2, 1);
	CHECK(read.rounding == 0, "%g", read.rounding);
	raster_holds(&read, VALUES(1, INFINITY));
	read = raster_right(TEXT("P5\n# Layer: cost\n2 1 255 \1\377"), "pgm", 2, 1);
	raster_holds(&read, VALUES(1, 255));
	read = raster_right(TEXT("P2 3 1 1000 0 7 1000"), "pgm", 3, 1);
	raster_holds(&read, VALUES(0, 7, 1000));
	raster_refused(TEXT("P2 2 1 9 0 10"), "a: pixel 1,0 is 10, but the largest is 9");
	raster_refused(TEXT("P5\n# Scale: 0\n1 1 9 \1"),
		       "a: its Scale is not a number from 0.000000001 to 1000000000");
	raster_refused(TEXT("P5\n# Scale: four\n1 1 9 \1"),
		       "a: its Scale is not a number from 0.000000001 to 1000000000");
	raster_refused(TEXT("P5 2 2 255 \1\2\3"), "a: is truncated");
	raster_refused(TEXT("P5 2 1 255 \1\2\3"),
		       "a: has 1 bytes too many after its pixels (lines that end with CR LF?)");
}

static void opaque_greys_are_numbers_and_other_images_pictures(void)
{
	static const uint8_t greys[] = {0, 1, 2, 255, 255};
	static const uint8_t indices[] = {0, 1, 0};
	static const uint8_t palette[] = {1, 2, 3, 4, 5, 6}, alpha[] = {9};
	struct png_file file = png_begin(2, 1, 16, PNG_GREY, 0);
	struct ff_cells_file read;

	png_chunk(&file, "tEXt", "Layer\0integration", 17);
	png_chunk(&file, "tEXt",
		  "Scale\0"
		  "2",
		  7);
	png_chunk(&file, "tEXt", "no keyword", 10);
	png_data(&file, greys, sizeof greys);
	png_end(&file);
	read = raster_right((char *)file.data, file.size, "png", 2, 1);
	CHECK(read.texts.count == 2, "%zu texts", read.texts.count);
	raster_holds(&read, VALUES(129, INFINITY));
	raster_cut((char *)file.data, file.size, false);
	free(file.data);

	file = png_begin(2, 1, 8, PNG_INDEXED, 0);
	png_chunk(&file, "PLTE", palette, sizeof palette);
	png_chunk(&file, "tRNS", alpha, sizeof alpha);
	png_data(&file, indices, sizeof indices);
	png_end(&file);
	read = raster_right((char *)file.data, file.size, "png", 2, 1);
	if (CHECK(read.kind == FF_CELLS_PICTURE && read.pixels != NULL, "no picture"))
		CHECK(memcmp(read.pixels, (uint8_t[]){4, 5, 6, 255, 1, 2, 3, 9}, 8) == 0,
		      "colours");
	ff_cells_free(&read);
	free(file.data);
}

static void any_part_of_a_file_is_an_error_or_a_smaller_one(void)
{
	raster_cut(TEXT("x,y,cost,class,integration\n1,0,3,reached,1.5\n0,0,255,wall,\n"), true);
	raster_cut(TEXT("0,1,inf\n3,4,5.25\n"), true);
	raster_cut(TEXT("ncols 2\nnrows 2\nxllcorner -3\ncellsize 0.5\nNODATA_value 1\n0 1\n2 3"),
		   false);
	raster_cut(TEXT("Pf\n2 1\n-1.0\n\0\0\0\0\0\0\200\77"), false);
	raster_cut(TEXT("P5\n# Scale: 10\n3 1\n65535\n\0\0\0\6\377\377"), false);
	raster_cut(TEXT("P2\n3 1\n9\n1 2 3"), false);
}

static void what_is_larger_than_the_limit_is_refused_first(void)
{
	static const struct {
		const char *bytes;
		size_t n;
	} files[] = {
		{TEXT("Pf\n2147483647 2147483647\n-1.0\n")},
		{TEXT("P5\n2147483647 2147483647\n255\n")},
		{TEXT("ncols 2147483647\nnrows 2147483647\n1")},
		{TEXT("1,2,3,4\n5,6,7,8\n")},
		{TEXT("x,y,integration\n0,0,0\n1,0,0\n2,0,0\n0,1,0\n1,1,0\n2,1,0\n")},
	};

	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		struct ff_cells_file read;
		struct ff_error err;
		enum ff_status st = raster_read(files[i].bytes, files[i].n, 5, &read, &err);

		CHECK(st == FF_E_LIMIT && strstr(err.text, "more than 5 cells") != NULL,
		      "%zu: status %d, \"%s\"", i, (int)st, err.text);
		/* Nor is memory taken for what is not there. */
		if (i < 3)
			CHECK(raster_read(files[i].bytes, files[i].n, INT64_MAX, &read, &err) !=
				      FF_OK,
			      "%zu: was read", i);
	}
}

static void what_is_no_file_of_cells_is_refused(void)
{
	static const char none[] = "a: unknown format; expected CSV (a grid, or columns x, y and "
				   "integration), NPY, PGM, PFM, ASC or PNG";

	raster_refused(TEXT(""), "a: is empty");
	raster_refused(TEXT("\n"), none);
	raster_refused(TEXT("GIF89a"), none);
	raster_refused(TEXT("x,y,cost\n"), none);
	raster_refused(TEXT("P6 1 1 255 \1\2\3"), none);
	raster_refused(TEXT("\"1\",2\n"), none);
}

static enum ff_status check(const struct ff_cells_data *what, enum ff_formats_id kind,
			    bool *rounded, struct ff_error *err)
{
	return ff_formats_check(&ff_formats[kind], what, rounded, err);
}

/* Grey images refuse it, with that line; all other formats take it. */
static void write_refused(const struct ff_cells_data *what, const char *want)
{
	for (int kind = 0; kind < FF_FORMATS; kind++) {
		bool grey = ff_formats[kind].most > 0, rounded;
		struct ff_error err = {""};
		enum ff_status st = check(what, (enum ff_formats_id)kind, &rounded, &err);

		CHECK(st == (grey ? FF_E_LIMIT : FF_OK) && strcmp(err.text, grey ? want : "") == 0,
		      "%s: %d, \"%s\"", ff_formats[kind].name, (int)st, err.text);
	}
}

static void write_taken(const struct ff_cells_data *what)
{
	struct ff_error err = {""};
	bool rounded;

	CHECK(check(what, FF_FORMATS_PNG16, &rounded, &err) == FF_OK &&
		      check(what, FF_FORMATS_PGM, &rounded, &err) == FF_OK,
	      "\"%s\"", err.text);
}

static void what_no_grey_image_can_hold_is_refused(void)
{
	static uint32_t cells[3 * 700];
	struct ff_cells_data what = rasters_of(700, 3, FF_RASTER_U32, cells);

	what.measures = true;
	what.raster.none = UINT32_MAX;
	cells[0] = UINT32_MAX;
	cells[1405] = 65534;
	write_taken(&what);
	cells[1406] = 65535;
	cells[1407] = 100000;
	write_refused(&what,
		      "file: cell 6,2 is 65535, which is more than 65534: give --scale-values F "
		      "with an F of up to 0.65534");
	what.scale = 0.7;
	write_refused(&what, "file: cell 7,2 is 100000, which is more than 65534 when scaled: give "
			     "--scale-values F with an F of up to 0.65534");
	what.scale = 0.65534;
	write_taken(&what);
	what.scale = 0;
	what.measures = false;
	write_refused(&what,
		      "file: cell 6,2 is 65535: no grey image holds what is more than 65534: name "
		      "it .npy, .pfm, .csv or .asc");
}

static void parts_of_units_are_refused_unless_they_are_rounded(void)
{
	uint32_t cells[4] = {0, 408, 985, 816};
	struct ff_cells_data what = rasters_of(2, 2, FF_RASTER_U32, cells);

	what.measures = true;
	what.raster.unit = 408;
	write_refused(&what,
		      "file: cell 0,1 is 2.414216, which is not whole: give --scale-values F with "
		      "an F of up to 27145");
	what.scale = 1;
	write_taken(&what);
	cells[2] = 1224;
	what.scale = 0;
	write_taken(&what);
}

static void numbers_below_0_are_refused_however_scaled(void)
{
	uint32_t cells[2] = {9, 7};
	struct ff_cells_data what = rasters_of(2, 1, FF_RASTER_U32, cells);

	what.measures = true;
	what.raster.zero = 9;
	for (int k = 0; k < 2; k++) {
		what.scale = k * 0.05;
		write_refused(&what,
			      "file: cell 1,0 is -2: no grey image holds what is below 0: name it "
			      ".npy, .pfm, .csv or .asc");
	}
}

/* As a user would follow the advice. */
static void the_scale_that_is_named_does(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 2000; k++) {
		uint64_t cells[1] = {1 +
				     (oracle_random(&dice) >> (11 + oracle_random(&dice) % 50))};
		struct ff_cells_data what = rasters_of(1, 1, FF_RASTER_U64, cells);
		struct ff_error err = {""};
		const char *last;
		uint16_t sample;
		bool rounded;

		what.measures = true;
		what.raster.unit = k % 2 == 0 ? 1 : 408;
		if (check(&what, FF_FORMATS_PGM, &rounded, &err) == FF_OK)
			continue;
		last = strrchr(err.text, ' ');
		what.scale = strtod(last, NULL);
		write_taken(&what);
		ff_cells_samples(&what, 0, 1, &sample);
		CHECK(sample > 65530, "%s: sample %d", err.text, sample);
		what.scale *= 1.0001;
		CHECK(check(&what, FF_FORMATS_PGM, &rounded, &err) == FF_E_LIMIT, "%s: so is more",
		      last);
	}
}

static void only_pfm_rounds_whole_numbers(void)
{
	uint32_t cells[2] = {0, (1 << 24) + 1};
	struct ff_cells_data what = rasters_of(2, 1, FF_RASTER_U32, cells);

	what.scale = 1e-3;
	for (int kind = 0; kind < FF_FORMATS; kind++) {
		bool rounded = kind != FF_FORMATS_PFM;
		struct ff_error err = {""};

		CHECK(check(&what, (enum ff_formats_id)kind, &rounded, &err) == FF_OK &&
			      rounded == (kind == FF_FORMATS_PFM),
		      "%s: \"%s\"", ff_formats[kind].name, err.text);
	}
}

static void a_full_disk_is_passed_on(void)
{
	static uint32_t cells[300 * 300];

	if (access("/dev/full", W_OK) != 0) {
		SKIP("there is no /dev/full");
		return;
	}
	for (int kind = 0; kind < FF_FORMATS; kind++)
		for (int32_t side = 1; side <= 300; side += 299)
			for (int unit = 1; unit < 3; unit++) {
				struct ff_cells_data what =
					rasters_of(side, side, FF_RASTER_U32, cells);
				struct ff_error err = {""};
				struct ff_output out;

				if (ff_formats[kind].write == NULL)
					continue;
				what.raster.unit = unit;
				CHECK(ff_output_open(&out, "/dev/full", &err) == FF_OK, "\"%s\"",
				      err.text);
				CHECK(ff_formats[kind].write(&out, &what, &err) == FF_E_OUTPUT &&
					      strcmp(err.text,
						     "/dev/full: No space left on device") == 0,
				      "%s: \"%s\"", ff_formats[kind].name, err.text);
				ff_output_discard(&out);
			}
}

int main(void)
{
	RUN(a_format_is_told_by_its_content);
	RUN(what_is_no_map_is_refused_by_name);
	RUN(a_header_promises_the_size);
	RUN(a_map_may_come_through_a_pipe_byte_by_byte);
	RUN(large_chunks_may_come_byte_by_byte);
	RUN(a_file_that_changes_while_it_is_read_is_whole_or_refused);
	RUN(an_error_while_reading_is_passed_on);
	RUN(a_table_has_its_integration_as_the_raster_and_all_columns);
	RUN(a_table_of_which_much_is_missing_takes_no_memory);
	RUN(a_grid_is_numbers_between_commas);
	RUN(what_is_wrong_with_a_grid_has_its_line_and_column);
	RUN(an_ascii_grid_has_keywords_and_then_cells);
	RUN(what_is_wrong_with_an_ascii_grid_has_its_line_and_column);
	RUN(a_float_map_stands_on_its_head);
	RUN(grey_samples_are_what_they_are);
	RUN(opaque_greys_are_numbers_and_other_images_pictures);
	RUN(any_part_of_a_file_is_an_error_or_a_smaller_one);
	RUN(what_is_larger_than_the_limit_is_refused_first);
	RUN(what_is_no_file_of_cells_is_refused);
	RUN(what_no_grey_image_can_hold_is_refused);
	RUN(parts_of_units_are_refused_unless_they_are_rounded);
	RUN(numbers_below_0_are_refused_however_scaled);
	RUN(the_scale_that_is_named_does);
	RUN(only_pfm_rounds_whole_numbers);
	RUN(a_full_disk_is_passed_on);
	return tap_done();
}
