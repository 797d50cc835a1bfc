#include "core/map/raster.h"

#include "core/map/field.h"
#include "tap.h"

#include <inttypes.h>

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

static void each_type_is_read_as_what_it_holds(void)
{
	uint8_t u8[2] = {0, 255};
	uint16_t u16[2] = {1, UINT16_MAX};
	uint32_t u32[2] = {2, UINT32_MAX};
	uint64_t u64[2] = {3, UINT64_MAX};
	float f32[2] = {0.5F, (float)INFINITY};
	double f64[2] = {1.0 / 3, (double)INFINITY};
	const struct {
		void *cells;
		double first, none;
		size_t size;
		bool whole;
	} cases[FF_RASTER_TYPES] = {
		[FF_RASTER_U8] = {u8, 0, 255, 1, true},
		[FF_RASTER_U16] = {u16, 1, UINT16_MAX, 2, true},
		[FF_RASTER_U32] = {u32, 2, UINT32_MAX, 4, true},
		[FF_RASTER_U64] = {u64, 3, (double)UINT64_MAX, 8, true},
		[FF_RASTER_F32] = {f32, 0.5, (double)INFINITY, 4, false},
		[FF_RASTER_F64] = {f64, 1.0 / 3, (double)INFINITY, 8, false},
	};

	for (int type = 0; type < FF_RASTER_TYPES; type++) {
		struct ff_raster raster =
			raster_of(2, (enum ff_raster_type)type, cases[type].cells);
		double units[2];

		CHECK(ff_raster_size(raster.type) == cases[type].size &&
			      ff_raster_whole(&raster) == cases[type].whole,
		      "type %d", type);
		ff_raster_units(&raster, 0, 2, units);
		CHECK(units[0] == cases[type].first && units[1] == cases[type].none,
		      "type %d: %g, %g", type, units[0], units[1]);
		raster.none = cases[type].none;
		ff_raster_units(&raster, 1, 1, units);
		CHECK(units[0] == (double)INFINITY, "type %d: none is %g", type, units[0]);
		CHECK(ff_raster_value(&raster, 1) == (double)INFINITY &&
			      ff_raster_value(&raster, 0) == cases[type].first,
		      "type %d: %g", type, ff_raster_value(&raster, 0));
	}
}

static void directions_are_looked_up_in_each_channel(void)
{
	uint8_t cells[3] = {FF_E, FF_NONE, FF_NW};
	struct ff_raster raster = raster_of(3, FF_RASTER_F32, cells);
	double units[6];

	raster.directions = ff_encoding_numbers[FF_ENCODING_DEGREES];
	ff_raster_units(&raster, 0, 3, units);
	CHECK(units[0] == 0 && units[1] == -1 && units[2] == 135, "%g, %g, %g", units[0], units[1],
	      units[2]);
	raster.channels = 2;
	raster.directions = &ff_flow_units[0].dx;
	CHECK(ff_raster_numbers(&raster) == 6, "%zu", ff_raster_numbers(&raster));
	for (size_t first = 0; first < 6; first++) {
		ff_raster_units(&raster, first, 6 - first, units);
		for (size_t n = first; n < 6; n++) {
			struct ff_flow_vector v = ff_flow_units[cells[n / 2]];
			double want = (double)(n % 2 == 0 ? v.dx : v.dy);

			CHECK(units[n - first] == want && ff_raster_raw(&raster, n) == want,
			      "%zu from %zu: %g", n, first, units[n - first]);
		}
	}
}

static void the_range_is_that_of_values_alone(void)
{
	static uint32_t cells[5000];
	struct ff_raster raster = raster_of(5000, FF_RASTER_U32, cells);
	struct ff_raster_range range;

	for (int i = 0; i < 5000; i++)
		cells[i] = UINT32_MAX;
	raster.none = UINT32_MAX;
	range = ff_raster_range(&raster);
	CHECK(range.least == 0 && range.most == 0 && range.whole, "%g..%g", range.least,
	      range.most);
	cells[1023] = 816;
	cells[4999] = 408;
	range = ff_raster_range(&raster);
	CHECK(range.least == 408 && range.most == 816 && range.whole, "%g..%g", range.least,
	      range.most);
	raster.unit = 408;
	raster.zero = 816;
	range = ff_raster_range(&raster);
	CHECK(range.least == -408 && range.most == 0 && range.whole, "%g..%g", range.least,
	      range.most);
	cells[3000] = 815;
	CHECK(!ff_raster_range(&raster).whole, "1/408 is whole");
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

int main(void)
{
	RUN(each_type_is_read_as_what_it_holds);
	RUN(directions_are_looked_up_in_each_channel);
	RUN(the_range_is_that_of_values_alone);
	RUN(a_range_is_single_if_floats_give_back_what_is_in_it);
	return tap_done();
}
