#include "io/npy.h"

#include "core/map/field.h"
#include "oracle.h"
#include "raster.h"
#include "rasters.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { FILE_MAX = 1024 };

/* A file of version 'version' with that header and 'n' bytes of cells; its size. */
static size_t make(char *to, int version, const char *header, const void *cells, size_t n)
{
	size_t length = strlen(header) + 1, at = 8;

	memcpy(to, "\x93NUMPY", 6);
	to[6] = (char)version;
	to[7] = 0;
	for (size_t shift = 0; shift < (version == 1 ? 16U : 32U); shift += 8)
		to[at++] = (char)(length >> shift & 255);
	memcpy(to + at, header, length - 1);
	to[at + length - 1] = '\n';
	if (n > 0)
		memcpy(to + at + length, cells, n);
	return at + length + n;
}

/* An array of 2 x 2 or 2 x 2 x 2 has these values. */
static void has(const char *header, const char *cells, size_t n, size_t count, const double *values)
{
	char file[FILE_MAX];
	size_t size = make(file, 1, header, cells, n);
	struct ff_cells_file read = raster_right(file, size, "npy", 2, 2);

	CHECK(read.kind == FF_CELLS_NUMBERS, "%s: kind %d", header, (int)read.kind);
	raster_holds(&read, count, values);
}

#define HEADER(type) \
	"{'descr': '" type "', 'fortran_order': False, 'shape': (2, 2), }                        "
#define VALUES(...)                                                  \
	sizeof((double[]){__VA_ARGS__}) / sizeof(double), (double[]) \
	{                                                            \
		__VA_ARGS__                                          \
	}

static void every_type_is_read_in_either_byte_order(void)
{
	has(HEADER("|u1"), TEXT("\0\1\376\377"), VALUES(0, 1, 254, INFINITY));
	has(HEADER("|b1"), TEXT("\0\1\1\0"), VALUES(0, 1, 1, 0));
	has(HEADER("<u2"), TEXT("\0\0\1\0\376\377\377\377"), VALUES(0, 1, 65534, INFINITY));
	has(HEADER(">u2"), TEXT("\0\0\0\1\377\376\377\377"), VALUES(0, 1, 65534, INFINITY));
	has(HEADER("<u4"), TEXT("\0\0\0\0\1\2\3\4\377\377\377\377\376\377\377\377"),
	    VALUES(0, 0x04030201, INFINITY, 4294967294.0));
	has(HEADER(">u4"), TEXT("\0\0\0\0\1\2\3\4\377\377\377\377\377\377\377\376"),
	    VALUES(0, 0x01020304, INFINITY, 4294967294.0));
	has(HEADER("<u8"),
	    TEXT("\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\377\377\377\377\377\377\377\377"
		 "\377\377\377\377\377\377\37\0"),
	    VALUES(0, 1, INFINITY, 0x1p53 - 1));
	has(HEADER(">u8"),
	    TEXT("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\377\377\377\377\377\377\377\377"
		 "\0\37\377\377\377\377\377\377"),
	    VALUES(0, 1, INFINITY, 0x1p53 - 1));
	has(HEADER("|i1"), TEXT("\0\177\200\377"), VALUES(0, INFINITY, -128, -1));
	has(HEADER("<i2"), TEXT("\0\1\377\177\376\177\376\377"), VALUES(256, INFINITY, 32766, -2));
	has(HEADER(">i4"), TEXT("\0\0\1\0\177\377\377\377\0\0\0\1\377\377\377\376"),
	    VALUES(256, INFINITY, 1, -2));
	has(HEADER("<i8"),
	    TEXT("\1\0\0\0\0\0\0\0\377\377\377\377\377\377\377\177\2\0\0\0\0\0\0\0"
		 "\376\377\377\377\377\377\377\377"),
	    VALUES(1, INFINITY, 2, -2));
	has(HEADER("<f4"), TEXT("\0\0\0\0\0\0\300\77\0\0\200\177\0\0\300\177"),
	    VALUES(0, 1.5, INFINITY, INFINITY));
	has(HEADER(">f4"), TEXT("\0\0\0\0\77\300\0\0\177\200\0\0\277\300\0\0"),
	    VALUES(0, 1.5, INFINITY, -1.5));
	has(HEADER(">f8"),
	    TEXT("\0\0\0\0\0\0\0\0\77\370\0\0\0\0\0\0\177\360\0\0\0\0\0\0\177\370\0\0\0\0\0\0"),
	    VALUES(0, 1.5, INFINITY, INFINITY));
}

static void minus_one_is_none_where_nothing_else_is_negative(void)
{
	has(HEADER("|i1"), TEXT("\0\377\1\377"), VALUES(0, INFINITY, 1, INFINITY));
	has(HEADER(">i4"), TEXT("\0\0\0\0\377\377\377\377\0\0\0\1\0\0\0\2"),
	    VALUES(0, INFINITY, 1, 2));
	has(HEADER("|i1"), TEXT("\0\377\376\377"), VALUES(0, -1, -2, -1));
	has("{'descr': '|i1', 'fortran_order': False, 'shape': (2, 2, 2), }",
	    TEXT("\1\0\377\0\0\1\0\377"), VALUES(1, 0, -1, 0, 0, 1, 0, -1));
	has(HEADER("<f4"), TEXT("\0\0\200\277\0\0\0\0\0\0\200\77\0\0\200\277"),
	    VALUES(-1, 0, 1, -1));
}

static void columns_may_come_first_and_vectors_have_two_numbers(void)
{
	has("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 2), }", TEXT("\1\2\3\4"),
	    VALUES(1, 3, 2, 4));
	has("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2, 2), }",
	    TEXT("\1\2\3\4\5\6\7\10"), VALUES(1, 2, 3, 4, 5, 6, 7, 8));
	has("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 2, 2), }",
	    TEXT("\1\2\3\4\5\6\7\10"), VALUES(1, 5, 3, 7, 2, 6, 4, 8));
	has("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2, 1)}", TEXT("\1\2\3\4"),
	    VALUES(1, 2, 3, 4));
}

static void headers_may_be_written_in_other_ways(void)
{
	has("{\"shape\":(2,2,),\"descr\":\"|u1\",\"fortran_order\":False}", TEXT("\1\2\3\4"),
	    VALUES(1, 2, 3, 4));
	for (int version = 1; version <= 3; version++) {
		char file[FILE_MAX];
		size_t size = make(file, version, HEADER("|u1"), "\1\2\3\4", 4);
		struct ff_cells_file read = raster_right(file, size, "npy", 2, 2);

		raster_holds(&read, VALUES(1, 2, 3, 4));
	}
}

static void any_part_of_a_file_is_an_error(void)
{
	char file[FILE_MAX];

	for (int version = 1; version <= 3; version++)
		raster_cut(file, make(file, version, HEADER("<u2"), "\1\2\3\4\5\6\7\10", 8), false);
}

static void wrong(const char *header, const char *cells, size_t n, const char *message)
{
	char file[FILE_MAX];

	raster_refused(file, make(file, 1, header, cells, n), message);
}

static void what_is_wrong_is_told_with_its_place(void)
{
	wrong(HEADER("<c8"), TEXT(""),
	      "a:1:21: a type of b1, u1, u2, u4, u8, i1, i2, i4, i8, f4 or f8 expected");
	wrong("{'descr': [('a', '<u2')], 'fortran_order': False, 'shape': (2, 2)}", TEXT(""),
	      "a:1:21: a type of b1, u1, u2, u4, u8, i1, i2, i4, i8, f4 or f8 expected");
	wrong("{'descr': '|u1', 'fortran_order': Maybe, 'shape': (2, 2)}", TEXT(""),
	      "a:1:45: True or False expected");
	wrong("{'descr': '|u1', 'fortran_order': False, 'shape': (2)}", TEXT(""),
	      "a:1:61: a shape of (h, w) or (h, w, 2) expected");
	wrong("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2, 3)}", TEXT(""),
	      "a:1:61: a shape of (h, w) or (h, w, 2) expected");
	wrong("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2, 1, 1)}", TEXT(""),
	      "a:1:61: a shape of (h, w) or (h, w, 2) expected");
	wrong("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 0)}", TEXT(""),
	      "a:1:65: a side is not in 1..2147483647");
	wrong("{'descr': '|u1', 'fortran_order': False, 'shape': (2, x)}", TEXT(""),
	      "a:1:65: a side is not a whole number");
	wrong("{'descr': '|u1', 'fortran_order': False}", TEXT(""), "a:1:50: \",\" expected");
	wrong("{'descr': '|u1', 'descr': '|u1', 'shape': (2, 2)}", TEXT(""),
	      "a:1:28: 'descr', 'fortran_order' and 'shape', each once, expected");
	wrong("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), 'x': 1}", TEXT(""),
	      "a:1:69: \"}\" expected");
	wrong(HEADER("|u1"), TEXT("\1\2\3"),
	      "a: is truncated: 2x2 cells take 98 bytes, but there are 97");
	wrong(HEADER("|u1"), TEXT("\1\2\3\4\5"), "a: goes on after its cells, at byte 98");
	wrong(HEADER("<u8"),
	      TEXT("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\40\0\0\0\0\0\0\0\0\0"),
	      "a: cell 0,1 is not below 2^53");
	wrong(HEADER("<f4"), TEXT("\0\0\0\0\0\0\200\377\0\0\200\177\0\0\300\177"),
	      "a: cell 1,0 is not above -2^53");
	raster_refused(TEXT("\x93NUMPY\4\0\1\0{                 "),
		       "a: is of version 4.0; expected 1.0, 2.0 or 3.0");
	raster_refused(TEXT("\x93NUMPY\2\0\1\0\1\0{               "),
		       "a: has a header of 65537 bytes, more than 65536");
}

static void a_huge_array_takes_no_memory(void)
{
	static const char *const headers[] = {
		"{'descr': '<f8', 'fortran_order': False, 'shape': (2147483647, 2147483647, 2)}",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (2147483647, 1)}",
	};

	for (int i = 0; i < 2; i++) {
		char file[FILE_MAX];
		size_t n = make(file, 1, headers[i], "", 0);
		struct ff_cells_file read;
		struct ff_error err;

		CHECK(raster_read(file, n, 1000, &read, &err) == FF_E_LIMIT, "%s", err.text);
		CHECK(raster_read(file, n, INT64_MAX, &read, &err) ==
			      (i == 0 ? FF_E_NOMEM : FF_E_INPUT),
		      "%s", err.text);
	}
}

/* The file is a header that says this, and these bytes; on a machine that is little-endian. */
static void written_as(const struct ff_cells_data *what, const char *says, const void *data,
		       size_t n)
{
	size_t size, header;
	char *file = rasters_written(what, FF_FORMATS_NPY, &size);

	CHECK(size > 10 && memcmp(file, "\x93NUMPY\1\0", 8) == 0, "%s: %zu bytes", says, size);
	header = 10 + (size_t)(uint8_t)file[8] + 256 * (size_t)(uint8_t)file[9];
	CHECK(header % 64 == 0 && file[header - 1] == '\n', "the header has %zu bytes", header);
	CHECK(strncmp(file + 10, says, strlen(says)) == 0 &&
		      strspn(file + 10 + strlen(says), " ") == header - 11 - strlen(says),
	      "%s, not %s", file + 10, says);
	CHECK(size == header + n && memcmp(file + header, data, n) == 0, "%s: the numbers", says);
	free(file);
}

static void whole_numbers_keep_their_type(void)
{
	uint8_t u8[6] = {0, 1, 255, 3, 4, 5};
	uint16_t u16[2] = {1, 65535};
	uint32_t u32[6] = {0, 1, UINT32_MAX, 3, 4, 1 << 25};
	uint64_t u64[2] = {UINT64_MAX, UINT64_C(1) << 50};
	struct ff_cells_data what = rasters_of(3, 2, FF_RASTER_U8, u8);

	written_as(&what, "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }", u8, 6);
	what = rasters_of(1, 2, FF_RASTER_U16, u16);
	written_as(&what, "{'descr': '<u2', 'fortran_order': False, 'shape': (2, 1), }", u16, 4);
	what = rasters_of(3, 2, FF_RASTER_U32, u32);
	what.raster.none = UINT32_MAX;
	written_as(&what, "{'descr': '<u4', 'fortran_order': False, 'shape': (2, 3), }", u32, 24);
	what = rasters_of(2, 1, FF_RASTER_U64, u64);
	what.raster.none = (double)UINT64_MAX;
	written_as(&what, "{'descr': '<u8', 'fortran_order': False, 'shape': (1, 2), }", u64, 16);
}

static void others_are_floats_that_give_them_back(void)
{
	static const char single[] = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }",
			  twice[] = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 3), }";
	uint32_t cells[3] = {UINT32_MAX, 985, (1 << 23) - 1};
	float want[3] = {(float)INFINITY, (float)(985.0 / 408), (float)(cells[2] / 408.0)},
	      below[3] = {(float)INFINITY, -100, (float)cells[2] - 1085};
	double more[3] = {(double)INFINITY, 985.0 / 408, (cells[2] + 1) / 408.0};
	struct ff_cells_data what = rasters_of(3, 1, FF_RASTER_U32, cells);

	what.raster.none = UINT32_MAX;
	what.raster.unit = 408;
	written_as(&what, single, want, sizeof want);
	cells[2]++;
	written_as(&what, twice, more, sizeof more);
	cells[2]--;
	what.raster.unit = 1;
	what.raster.zero = 1085;
	written_as(&what, single, below, sizeof below);
}

static void doubles_are_rounded_to_floats(void)
{
	double cells[3] = {1.0 / 3, (double)INFINITY, 0};
	float want[3] = {(float)(1.0 / 3), (float)INFINITY, 0};
	struct ff_cells_data what = rasters_of(3, 1, FF_RASTER_F64, cells);

	what.raster.none = (double)INFINITY;
	written_as(&what, "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }", want,
		   sizeof want);
}

static void vectors_have_three_sides(void)
{
	uint8_t cells[2] = {FF_N, FF_SW};
	float vectors[4] = {0, -1, ff_flow_units[FF_SW].dx, ff_flow_units[FF_SW].dy};
	struct ff_cells_data what = rasters_of(1, 2, FF_RASTER_F32, vectors);

	what.raster.channels = 2;
	written_as(&what, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1, 2), }", vectors,
		   sizeof vectors);
	what.raster.cells = cells;
	what.raster.directions = &ff_flow_units[0].dx;
	written_as(&what, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1, 2), }", vectors,
		   sizeof vectors);
}

static void encodings_are_bytes_but_for_degrees(void)
{
	uint8_t cells[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
	uint8_t esri[9] = {64, 128, 1, 2, 4, 8, 16, 32, 0};
	float degrees[9] = {90, 45, 0, 315, 270, 225, 180, 135, -1};
	struct ff_cells_data what = rasters_of(9, 1, FF_RASTER_U8, cells);

	what.raster.directions = ff_encoding_numbers[FF_ENCODING_ESRI];
	written_as(&what, "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 9), }", esri,
		   sizeof esri);
	what.raster.type = FF_RASTER_F32;
	what.raster.directions = ff_encoding_numbers[FF_ENCODING_DEGREES];
	written_as(&what, "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 9), }", degrees,
		   sizeof degrees);
}

/* Conversion goes through a buffer, in pieces. */
static void large_arrays_are_whole(void)
{
	enum { W = 333, H = 100 };
	static uint32_t cells[W * H];
	static float want[W * H];
	struct ff_cells_data what = rasters_of(W, H, FF_RASTER_U32, cells);
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < W * H; i++) {
		cells[i] = (uint32_t)(oracle_random(&dice) >> 41);
		want[i] = (float)(cells[i] / 2.0);
	}
	written_as(&what, "{'descr': '<u4', 'fortran_order': False, 'shape': (100, 333), }", cells,
		   sizeof cells);
	what.raster.unit = 2;
	written_as(&what, "{'descr': '<f4', 'fortran_order': False, 'shape': (100, 333), }", want,
		   sizeof want);
}

int main(void)
{
	temp_enter();
	RUN(every_type_is_read_in_either_byte_order);
	RUN(minus_one_is_none_where_nothing_else_is_negative);
	RUN(columns_may_come_first_and_vectors_have_two_numbers);
	RUN(headers_may_be_written_in_other_ways);
	RUN(any_part_of_a_file_is_an_error);
	RUN(what_is_wrong_is_told_with_its_place);
	RUN(a_huge_array_takes_no_memory);
	RUN(whole_numbers_keep_their_type);
	RUN(others_are_floats_that_give_them_back);
	RUN(doubles_are_rounded_to_floats);
	RUN(vectors_have_three_sides);
	RUN(encodings_are_bytes_but_for_degrees);
	RUN(large_arrays_are_whole);
	return tap_done();
}
