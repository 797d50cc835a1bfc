#include "core/map/raster.h"

#include "oracle.h"
#include "tap.h"

#include <stdlib.h>

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
	return tap_done();
}
