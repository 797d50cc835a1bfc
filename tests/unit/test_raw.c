#include "io/raw.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "rasters.h"
#include "tap.h"

static const enum ff_raster_type all_types[] = {FF_RASTER_U8,  FF_RASTER_U16, FF_RASTER_U32,
						FF_RASTER_U64, FF_RASTER_F32, FF_RASTER_F64};

/* Reads an integer of 'size' bytes, the lowest first. */
static uint64_t read_least(const char *bytes, size_t size)
{
	uint64_t number = 0;

	for (size_t i = size; i-- > 0;)
		number = number * 256 + (uint8_t)bytes[i];
	return number;
}

/* Reads a float of IEEE 754 by its bits. */
static double read_float(const char *bytes)
{
	uint64_t bits = read_least(bytes, 4);
	int exponent = (int)(bits >> 23 & 255);
	double part = (double)(bits & 0x7fffff) / 0x800000;

	if (exponent == 255)
		return part > 0 ? (double)NAN : bits >> 31 ? (double)-INFINITY : (double)INFINITY;
	part = exponent == 0 ? ldexp(part, -126) : ldexp(1 + part, exponent - 127);
	return bits >> 31 ? -part : part;
}

static void counts_and_codes_keep_their_type_and_all_else_is_floats(void)
{
	uint64_t cells[2] = {0, 0};

	for (size_t k = 0; k < 6; k++) {
		struct ff_cells_data data = rasters_of(2, 1, all_types[k], cells);
		bool whole = all_types[k] < FF_RASTER_F32;

		CHECK(ff_raw_type(&data) == (whole ? all_types[k] : FF_RASTER_F32), "type %zu", k);
		data.raster.unit = 2;
		CHECK(ff_raw_type(&data) == FF_RASTER_F32, "type %zu with a unit", k);
		data.raster.unit = 1;
		data.raster.zero = 9;
		CHECK(ff_raw_type(&data) == FF_RASTER_F32, "type %zu with a zero", k);
		data.raster.zero = 0;
		data.measures = true;
		CHECK(ff_raw_type(&data) == FF_RASTER_F32, "amounts of type %zu", k);
	}
}

/* Rows longer than the writer's pieces, of which it holds some at a time. */
static void numbers_of_any_type_come_back_in_their_order(void)
{
	enum { W = 2500, H = 13 };
	static const size_t sizes[] = {1, 2, 4, 8, 4, 4};
	union {
		uint8_t u8[W * H];
		uint16_t u16[W * H];
		uint32_t u32[W * H];
		uint64_t u64[W * H];
		float f32[W * H];
		double f64[W * H];
	} *cells = malloc(sizeof *cells);

	temp_require(cells != NULL, "out of memory");
	for (size_t k = 0; k < 6; k++) {
		struct ff_cells_data data = rasters_of(W, H, all_types[k], cells);
		size_t size, wrong = 0;
		char *file;

		data.raster.none = 77;
		for (size_t i = 0; i < W * H; i++)
			switch (all_types[k]) {
			case FF_RASTER_U8:
				cells->u8[i] = (uint8_t)(i % 200);
				break;
			case FF_RASTER_U16:
				cells->u16[i] = (uint16_t)(i % 200);
				break;
			case FF_RASTER_U32:
				cells->u32[i] = (uint32_t)(i % 200);
				break;
			case FF_RASTER_U64:
				cells->u64[i] = i % 200;
				break;
			case FF_RASTER_F32:
				cells->f32[i] = (float)(i % 200);
				break;
			default:
				cells->f64[i] = (double)(i % 200);
			}
		file = rasters_written(&data, FF_FORMATS_RAW, &size);
		CHECK(size == W * H * sizes[k], "type %zu: %zu bytes", k, size);
		for (size_t i = 0; i < W * H && size == W * H * sizes[k]; i++) {
			uint64_t none = UINT64_MAX >> (64 - 8 * sizes[k]);

			if (k < 4)
				wrong += read_least(file + i * sizes[k], sizes[k]) !=
					 (i % 200 == 77 ? none : i % 200);
			else
				wrong += read_float(file + i * 4) !=
					 (i % 200 == 77 ? (double)INFINITY : (double)(i % 200));
		}
		CHECK(wrong == 0, "type %zu: %zu numbers", k, wrong);
		free(file);
	}
	free(cells);
}

static void amounts_are_values_whatever_their_unit_and_zero(void)
{
	uint32_t cells[4] = {408 * 7 + 100, 100, UINT32_MAX, 100 - 51};
	static const double wanted[4] = {7, 0, INFINITY, -0.125};
	struct ff_cells_data data = rasters_of(2, 2, FF_RASTER_U32, cells);
	size_t size;
	char *file;

	data.measures = true;
	data.raster.unit = 408;
	data.raster.zero = 100;
	data.raster.none = UINT32_MAX;
	file = rasters_written(&data, FF_FORMATS_RAW, &size);
	CHECK(size == 16, "%zu bytes", size);
	for (size_t i = 0; i < 4 && size == 16; i++)
		CHECK(read_float(file + 4 * i) == wanted[i], "number %zu is %g", i,
		      read_float(file + 4 * i));
	free(file);
}

/* A C compiler reads back what strtof() does; tests/cli/run/game_files.t asks one. */
static void floats_of_c_read_back_as_the_same_ones(void)
{
	static float cells[] = {0,        -0.0F,  1,        0.1F,    1e-45F,       3.4028235e38F,
				1e10F,    -12.5F, INFINITY, 1 / 3.F, -0.70710678F, 16777215,
				-INFINITY};
	enum { COUNT = sizeof cells / sizeof *cells };
	struct ff_cells_data data = rasters_of(COUNT, 1, FF_RASTER_F32, cells);
	size_t size, count = 0;
	char *file, *at;

	data.name = "folder.x/d.h";
	file = rasters_written(&data, FF_FORMATS_C, &size);
	at = strstr(file, "= {\n\t{");
	CHECK(strstr(file, "static const float d_cells[d_cells_height][d_cells_width] = {") != NULL,
	      "%s", file);
	CHECK(at != NULL, "%s", file);
	for (at += 6; at != NULL && count < COUNT; count++) {
		float again = strtof(at, &at);

		CHECK(again == cells[count] && !signbit(again) == !signbit(cells[count]),
		      "number %zu: %.9g", count, (double)again);
		CHECK(isinf(again) || *at++ == 'F', "number %zu", count);
		CHECK(*at == (count + 1 < COUNT ? ',' : '}'), "number %zu", count);
		at++;
	}
	CHECK(strcmp(at, ",\n};\n\n#endif\n") == 0, "%s", at);
	free(file);
}

/* The letters of names, of which each has at most 63 beside its layer. */
static void names_are_identifiers(void)
{
	static const char *const names[][2] = {
		{"d.h", "d_speed_map"},       {"speed_map.h", "speed_map"},
		{"speed-map.h", "speed_map"}, {"a.speed-map.h", "a_speed_map"},
		{"-", "speed_map"},           {"9.h", "map_9_speed_map"},
		{".h", "map__speed_map"},     {"a b\n\"c.h", "a_b__c_speed_map"},
		{"x/int", "int_speed_map"},   {"\xc3\xbc.h", "map____speed_map"},
	};
	uint8_t cell = 1;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const struct ff_texts_line texts[] = {{"Layer", "speed-map"},
						      {"Options", "\n*/?\?/"}};
		struct ff_cells_data data = rasters_of(1, 1, FF_RASTER_U8, &cell);
		char wanted[100], *file;
		size_t size;

		data.name = names[i][0];
		data.texts = texts;
		data.text_count = 2;
		snprintf(wanted, sizeof wanted, "static const uint8_t %s[", names[i][1]);
		file = rasters_written(&data, FF_FORMATS_C, &size);
		CHECK(strstr(file, wanted) != NULL, "%s: %s", names[i][0], file);
		CHECK(strstr(file, " * Options: ?* /? ?/\n") != NULL, "%s", file);
		free(file);
	}
}

int main(void)
{
	temp_enter();
	RUN(counts_and_codes_keep_their_type_and_all_else_is_floats);
	RUN(numbers_of_any_type_come_back_in_their_order);
	RUN(amounts_are_values_whatever_their_unit_and_zero);
	RUN(floats_of_c_read_back_as_the_same_ones);
	RUN(names_are_identifiers);
	return tap_done();
}
