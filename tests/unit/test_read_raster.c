#include "io/formats.h"

#include "png.h"
#include "raster.h"

#include <math.h>

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
	CHECK(!ff_cells_pair(&read), "a table was made vectors");
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
	CHECK(!ff_cells_pair(&read), "a picture was made vectors");
	ff_cells_free(&read);
	free(file.data);
}

static void half_as_many_cells_may_be_vectors(void)
{
	struct ff_cells_file read = raster_right(TEXT("1,0,0,-1\n"), "csv", 4, 1);

	CHECK(ff_cells_pair(&read) && read.w == 2 && read.raster.w == 2 &&
		      read.raster.channels == 2,
	      "%dx%d", read.w, read.raster.channels);
	CHECK(!ff_cells_pair(&read), "vectors of vectors");
	raster_holds(&read, VALUES(1, 0, 0, -1));
	read = raster_right(TEXT("1,0,0\n"), "csv", 3, 1);
	CHECK(!ff_cells_pair(&read) && read.w == 3, "three are one and a half");
	ff_cells_free(&read);
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

int main(void)
{
	RUN(a_table_has_its_integration_as_the_raster_and_all_columns);
	RUN(a_table_of_which_much_is_missing_takes_no_memory);
	RUN(a_grid_is_numbers_between_commas);
	RUN(what_is_wrong_with_a_grid_has_its_line_and_column);
	RUN(an_ascii_grid_has_keywords_and_then_cells);
	RUN(what_is_wrong_with_an_ascii_grid_has_its_line_and_column);
	RUN(a_float_map_stands_on_its_head);
	RUN(grey_samples_are_what_they_are);
	RUN(opaque_greys_are_numbers_and_other_images_pictures);
	RUN(half_as_many_cells_may_be_vectors);
	RUN(any_part_of_a_file_is_an_error_or_a_smaller_one);
	RUN(what_is_larger_than_the_limit_is_refused_first);
	RUN(what_is_no_file_of_cells_is_refused);
	return tap_done();
}
