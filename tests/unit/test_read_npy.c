#include "io/npy.h"

#include "raster.h"

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

int main(void)
{
	RUN(every_type_is_read_in_either_byte_order);
	RUN(minus_one_is_none_where_nothing_else_is_negative);
	RUN(columns_may_come_first_and_vectors_have_two_numbers);
	RUN(headers_may_be_written_in_other_ways);
	RUN(any_part_of_a_file_is_an_error);
	RUN(what_is_wrong_is_told_with_its_place);
	RUN(a_huge_array_takes_no_memory);
	return tap_done();
}
