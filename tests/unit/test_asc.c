#include "io/asc.h"

#include "rasters.h"
#include "tap.h"

static void written_as(const struct ff_cells_data *what, const char *want)
{
	char *text = rasters_written(what, FF_FORMATS_ASC, NULL);

	CHECK(strcmp(text, want) == 0, "\"%s\", not \"%s\"", text, want);
	free(text);
}

#define HEAD "ncols 3\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value "

static void six_lines_stand_before_the_rows(void)
{
	uint8_t cells[6] = {0, 1, 2, 3, 4, 255};
	struct ff_cells_data what = rasters_of(3, 2, FF_RASTER_U8, cells);

	what.place = (struct ff_georeference){.x = -12.75, .y = 1e6 + 0.125, .resolution = 0.05};
	written_as(&what,
		   "ncols 3\nnrows 2\nxllcorner -12.75\nyllcorner 1000000.125\ncellsize 0.05\n"
		   "NODATA_value -9999\n0 1 2\n3 4 255\n");
	/* y of these grids points up: that of a world with y down is negated. */
	what.place = (struct ff_georeference){.x = 3, .y = 1, .resolution = 2, .down = true};
	written_as(&what, "ncols 3\nnrows 2\nxllcorner 3\nyllcorner -5\ncellsize 2\n"
			  "NODATA_value -9999\n0 1 2\n3 4 255\n");
}

static void cells_without_a_value_are_nodata(void)
{
	uint32_t cells[3] = {7, UINT32_MAX, 0};
	struct ff_cells_data what = rasters_of(3, 1, FF_RASTER_U32, cells);

	what.raster.none = UINT32_MAX;
	written_as(&what, HEAD "-9999\n7 -9999 0\n");
	what.raster.zero = 9;
	written_as(&what, HEAD "9999\n-2 9999 -9\n");
}

static void nodata_tells_of_decimals_and_of_more_than_31_bits(void)
{
	uint32_t cells[3] = {408, UINT32_MAX, 985};
	uint64_t longs[3] = {0, 0, INT32_MAX};
	struct ff_cells_data what = rasters_of(3, 1, FF_RASTER_U32, cells);

	what.raster.none = UINT32_MAX;
	what.raster.unit = 408;
	written_as(&what, HEAD "-9999.0\n1 -9999 2.414216\n");
	cells[2] = 816;
	written_as(&what, HEAD "-9999\n1 -9999 2\n");
	what = rasters_of(3, 1, FF_RASTER_U64, longs);
	written_as(&what, HEAD "-9999\n0 0 2147483647\n");
	longs[2]++;
	written_as(&what, HEAD "-9999.0\n0 0 2147483648\n");
}

int main(void)
{
	temp_enter();
	RUN(six_lines_stand_before_the_rows);
	RUN(cells_without_a_value_are_nodata);
	RUN(nodata_tells_of_decimals_and_of_more_than_31_bits);
	return tap_done();
}
