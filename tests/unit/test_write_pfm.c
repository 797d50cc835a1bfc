#include "io/netpbm.h"

#include "oracle.h"
#include "rasters.h"
#include "tap.h"

static void written_as(const struct ff_cells_data *what, const char *header, const float *want,
		       size_t n)
{
	size_t size, skip = strlen(header);
	char *file = rasters_written(what, FF_FORMATS_PFM, &size);

	CHECK(strncmp(file, header, skip) == 0, "%.30s, not %s", file, header);
	CHECK(size == skip + n * sizeof *want && memcmp(file + skip, want, n * sizeof *want) == 0,
	      "%zu bytes", size);
	free(file);
}

static void rows_are_written_from_the_bottom_up(void)
{
	uint32_t cells[6] = {0, 204, UINT32_MAX, 408, 816, 1};
	float want[6] = {1, 2, (float)(1.0 / 408), 0, 0.5F, (float)INFINITY};
	struct ff_cells_data what = rasters_of(3, 2, FF_RASTER_U32, cells);

	what.raster.unit = 408;
	what.raster.none = UINT32_MAX;
	written_as(&what, "Pf\n3 2\n-1.0\n", want, 6);
}

static void vectors_get_a_third_number(void)
{
	float vectors[4] = {1, 0, 0, -1}, want[6] = {0, -1, 0, 1, 0, 0};
	struct ff_cells_data what = rasters_of(1, 2, FF_RASTER_F32, vectors);

	what.raster.channels = 2;
	written_as(&what, "PF\n1 2\n-1.0\n", want, 6);
}

/* Both sides longer than what is converted at once. */
static void long_rows_and_high_columns_are_whole(void)
{
	enum { N = 30000 };
	static uint8_t cells[N];
	static float rows[3 * N], columns[3 * N];
	struct ff_cells_data what;
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < N; i++) {
		cells[i] = (uint8_t)(oracle_random(&dice) % FF_DIRECTIONS);
		for (int c = 0; c < 2; c++) {
			const struct ff_flow_vector v = ff_flow_units[cells[i]];

			rows[3 * i + c] = c == 0 ? v.dx : v.dy;
			columns[3 * (N - 1 - i) + c] = rows[3 * i + c];
		}
	}
	what = rasters_of(N, 1, FF_RASTER_F32, cells);
	what.raster.channels = 2;
	what.raster.directions = &ff_flow_units[0].dx;
	written_as(&what, "PF\n30000 1\n-1.0\n", rows, (size_t)3 * N);
	what.raster.w = 1;
	what.raster.h = N;
	written_as(&what, "PF\n1 30000\n-1.0\n", columns, (size_t)3 * N);
}

int main(void)
{
	temp_enter();
	RUN(rows_are_written_from_the_bottom_up);
	RUN(vectors_get_a_third_number);
	RUN(long_rows_and_high_columns_are_whole);
	return tap_done();
}
