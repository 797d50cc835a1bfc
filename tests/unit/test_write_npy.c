#include "io/npy.h"

#include "core/map/field.h"
#include "oracle.h"
#include "rasters.h"
#include "tap.h"

#include <inttypes.h>

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

static void what_has_no_value_is_as_it_was_asked_for(void)
{
	uint32_t cells[3] = {UINT32_MAX, 7, INT32_MAX - 1};
	uint64_t wide[3] = {UINT64_MAX, 7, INT32_MAX}, wider[2] = {UINT64_MAX, 1};
	double doubles[3] = {(double)NAN, 7, INT32_MAX - 1},
	       fractions[3] = {(double)NAN, 7.0 / 408, (INT32_MAX - 1) / 408.0};
	float floats[3] = {1.5F, (float)INFINITY, 2}, nans[3] = {1.5F, (float)NAN, 2};
	struct ff_cells_data what = rasters_of(3, 1, FF_RASTER_U32, cells);

	what.raster.none = UINT32_MAX;
	what.npy_none = FF_CELLS_MAX;
	written_as(&what, "{'descr': '<u4', 'fortran_order': False, 'shape': (1, 3), }", cells, 12);
	/* The largest number that is not negative has the bits of -1. */
	what.npy_none = FF_CELLS_MINUS;
	written_as(&what, "{'descr': '<i4', 'fortran_order': False, 'shape': (1, 3), }", cells, 12);
	cells[2]++;
	written_as(&what, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 3), }", wide, 24);
	cells[2]--;
	what.npy_none = FF_CELLS_NAN;
	written_as(&what, "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 3), }", doubles,
		   24);
	what.raster.unit = 408;
	written_as(&what, "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 3), }", fractions,
		   24);
	what = rasters_of(2, 1, FF_RASTER_U64, wider);
	what.raster.none = (double)UINT64_MAX;
	what.npy_none = FF_CELLS_MINUS;
	written_as(&what, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2), }", wider, 16);
	what = rasters_of(3, 1, FF_RASTER_F32, floats);
	what.raster.none = (double)INFINITY;
	what.npy_none = FF_CELLS_NAN;
	written_as(&what, "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }", nans, 12);
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

/* What is converted goes through a buffer, in pieces. */
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
	RUN(whole_numbers_keep_their_type);
	RUN(others_are_floats_that_give_them_back);
	RUN(what_has_no_value_is_as_it_was_asked_for);
	RUN(doubles_are_rounded_to_floats);
	RUN(vectors_have_three_sides);
	RUN(encodings_are_bytes_but_for_degrees);
	RUN(large_arrays_are_whole);
	return tap_done();
}
