#include "core/map/raster.h"

#include "core/map/field.h"
#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>

static struct ff_raster raster_of(int32_t w, enum ff_raster_type type, void *cells)
{
	return (struct ff_raster){.w = w,
				  .h = 1,
				  .channels = 1,
				  .type = type,
				  .unit = 1,
				  .none = (double)NAN,
				  .cells = cells};
}

/* By trying: what a float makes of the largest, and of those beside it. */
static void a_range_is_single_if_floats_give_back_what_is_in_it(void)
{
	static const uint32_t units[] = {1, 2, 408, 816, 1632};
	uint32_t cells[1];

	for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
		struct ff_raster raster = raster_of(1, FF_RASTER_U32, cells);
		double most = 0;

		raster.unit = units[u];
		for (uint32_t n = 1; n<(1U << 24) + 99; n += n % (1U << 23)> 9999 ? 1001 : 1) {
			struct ff_raster_range range = {0, n, true};
			double back = floor((double)(float)(n / raster.unit) * raster.unit + 0.5);

			if (!ff_raster_fits_float(&raster, &range))
				continue;
			most = n > most ? n : most;
			if (!CHECK(back == n, "unit %" PRIu32 ": %" PRIu32 " is %g", units[u], n,
				   back))
				break;
			range = (struct ff_raster_range){-(double)n, 0, true};
			CHECK(ff_raster_fits_float(&raster, &range), "-%" PRIu32, n);
		}
		CHECK(most >= (units[u] == 1 ? 0x1p24 - 1001 : 0x1p23 - 1002),
		      "unit %" PRIu32 ": up to %.0f", units[u], most);
		raster.type = FF_RASTER_F64;
		CHECK(ff_raster_fits_float(&raster, &(struct ff_raster_range){0, 1e15, true}),
		      "euclid");
	}
}

static void a_stretch_of_values_is_what_its_cells_are_one_by_one(void)
{
	enum { CELLS = 600 };
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 3 * 200; k++) {
		size_t start = oracle_random(&dice) % CELLS;
		int32_t n = (int32_t)(oracle_random(&dice) % (CELLS - start + 1));
		double *value = oracle_cells((size_t)n + 1, sizeof *value);
		struct ff_field field = {.w = CELLS,
					 .h = 1,
					 .type = (enum ff_field_type)(k % 3),
					 .unit = k % 2 ? 408 : 1,
					 .zero = k % 4 ? 0 : 77};
		struct ff_raster raster;

		field.cells = oracle_cells(CELLS, ff_field_size(field.type));
		for (int i = 0; i < CELLS; i++) {
			bool none = oracle_random(&dice) % 4 == 0;
			uint64_t raw = oracle_random(&dice) >> 11;

			if (field.type == FF_FIELD_U32)
				field.u32[i] =
					none ? FF_FIELD_NONE32 : (uint32_t)(raw % 4294967295);
			else if (field.type == FF_FIELD_U64)
				field.u64[i] = none ? FF_FIELD_NONE64 : raw;
			else
				field.f64[i] = none ? FF_FIELD_NONEF : (double)raw / 1024;
		}
		value[n] = -12345;
		raster = ff_raster_of_field(&field);
		ff_raster_values(&raster, start, (size_t)n, value);
		for (int32_t i = 0; i < n; i++)
			CHECK(value[i] == ff_field_value(&field, start + (size_t)i),
			      "type %d: %.17g, not %.17g", k % 3, value[i],
			      ff_field_value(&field, start + (size_t)i));
		CHECK(value[n] == -12345, "one too many is written");
		free(field.cells);
		free(value);
	}
}

int main(void)
{
	RUN(a_stretch_of_values_is_what_its_cells_are_one_by_one);
	RUN(a_range_is_single_if_floats_give_back_what_is_in_it);
	return tap_done();
}
