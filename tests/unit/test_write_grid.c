#include "io/csv.h"

#include "core/map/field.h"
#include "oracle.h"
#include "rasters.h"
#include "tap.h"

#include <inttypes.h>

static void written_as(const struct ff_cells_data *what, const char *want)
{
	char *text = rasters_written(what, FF_FORMATS_CSV, NULL);

	CHECK(strcmp(text, want) == 0, "\"%s\", not \"%s\"", text, want);
	free(text);
}

static void whole_numbers_are_digits_and_none_is_what_was_asked_for(void)
{
	uint32_t cells[6] = {0, 7, FF_LABELS_NONE, FF_LABELS_NONE, UINT32_MAX - 1, 10};
	uint64_t longs[2] = {(UINT64_C(1) << 53) - 1, UINT64_MAX};
	struct ff_cells_data what = rasters_of(3, 2, FF_RASTER_U32, cells);

	what.raster.none = FF_LABELS_NONE;
	written_as(&what, "0,7,inf\ninf,4294967294,10\n");
	what.none = "-1";
	written_as(&what, "0,7,-1\n-1,4294967294,10\n");
	what.raster.w = 1;
	what.raster.h = 3;
	written_as(&what, "0\n7\n-1\n");
	what.raster.none = (double)NAN;
	written_as(&what, "0\n7\n4294967295\n");
	what = rasters_of(2, 1, FF_RASTER_U64, longs);
	what.raster.none = (double)UINT64_MAX;
	written_as(&what, "9007199254740991,inf\n");
}

static void units_and_a_zero_make_decimals(void)
{
	uint32_t cells[4] = {0, 408, 985, UINT32_MAX};
	uint64_t longs[2] = {UINT64_C(1) << 50, (UINT64_C(1) << 50) + 1};
	struct ff_cells_data what = rasters_of(4, 1, FF_RASTER_U32, cells);

	what.raster.unit = 408;
	what.raster.none = UINT32_MAX;
	written_as(&what, "0,1,2.414216,inf\n");
	what.raster.zero = 985;
	written_as(&what, "-2.414216,-1.414216,0,inf\n");
	what.raster.unit = 1;
	written_as(&what, "-985,-577,0,inf\n");
	what = rasters_of(2, 1, FF_RASTER_U64, longs);
	what.raster.unit = 816;
	written_as(&what, "1379779297601.254902,1379779297601.256127\n");
}

static void floats_have_up_to_six_decimals(void)
{
	float floats[4] = {0.5F, -0.70710678F, 1e-7F, -0.0F};
	double doubles[2] = {1.0 / 3, (double)INFINITY};
	struct ff_cells_data what = rasters_of(2, 2, FF_RASTER_F32, floats);

	written_as(&what, "0.5,-0.707107\n0,0\n");
	what = rasters_of(2, 1, FF_RASTER_F64, doubles);
	what.raster.none = (double)INFINITY;
	written_as(&what, "0.333333,inf\n");
}

static void two_channels_are_two_numbers_a_cell(void)
{
	float vectors[8] = {0, -1, -0.6F, 0.8F, 1, -0.0F, 0, 0};
	uint8_t cells[4] = {FF_N, FF_SW, FF_E, FF_NONE};
	struct ff_cells_data what = rasters_of(2, 2, FF_RASTER_F32, vectors);

	what.raster.channels = 2;
	written_as(&what, "0,-1,-0.6,0.8\n1,0,0,0\n");
	what.raster.cells = cells;
	what.raster.directions = &ff_flow_units[0].dx;
	written_as(&what, "0,-1,-0.707107,0.707107\n1,0,0,0\n");
}

static void each_encoding_has_its_numbers(void)
{
	uint8_t cells[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
	static const struct {
		const char *name, *line;
	} cases[FF_ENCODINGS] = {
		[FF_ENCODING_INDEX] = {"index", "0,1,2,3,4,5,6,7,8\n"},
		[FF_ENCODING_ESRI] = {"esri", "64,128,1,2,4,8,16,32,0\n"},
		[FF_ENCODING_DEGREES] = {"degrees", "90,45,0,315,270,225,180,135,-1\n"},
		[FF_ENCODING_BITS] = {"bits", "1,3,2,6,4,12,8,9,0\n"},
	};

	for (int k = 0; k < FF_ENCODINGS; k++) {
		struct ff_cells_data what = rasters_of(9, 1, FF_RASTER_F32, cells);

		what.raster.directions = ff_encoding_numbers[k];
		CHECK(strcmp(ff_encoding_names[k], cases[k].name) == 0, "%s", cases[k].name);
		written_as(&what, cases[k].line);
	}
}

/* Numbers of all lengths, so that each place of a cell meets the buffer's end. */
static void no_number_is_lost_where_a_buffer_ends(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int32_t w = 1; w < 200; w += 33) {
		int32_t h = 40000 / w;
		size_t n = (size_t)w * (size_t)h, i;
		uint32_t *labels = oracle_cells(n, sizeof *labels);
		float(*vectors)[2] = oracle_cells(n, sizeof *vectors);
		struct ff_cells_data what = rasters_of(w, h, FF_RASTER_U32, labels);
		char *text, *at;

		for (i = 0; i < n; i++) {
			labels[i] = (uint32_t)(oracle_random(&dice) >> oracle_random(&dice) % 64);
			vectors[i][0] = (float)(i % 8) / 8;
			vectors[i][1] = -(float)labels[i] / 64;
		}
		what.raster.none = FF_LABELS_NONE;
		what.none = "-1";
		at = text = rasters_written(&what, FF_FORMATS_CSV, NULL);
		for (i = 0; i < n; i++) {
			int64_t want = labels[i] == FF_LABELS_NONE ? -1 : (int64_t)labels[i];

			if (!CHECK(strtoll(at, &at, 10) == want &&
					   *at++ == ((i + 1) % (size_t)w == 0 ? '\n' : ','),
				   "w %" PRId32 ": cell %zu is not %" PRId64, w, i, want))
				break;
		}
		CHECK(*at == '\0', "more follows");
		free(text);
		what = rasters_of(w, h, FF_RASTER_F32, vectors);
		what.raster.channels = 2;
		at = text = rasters_written(&what, FF_FORMATS_CSV, NULL);
		for (i = 0; i < n; i++)
			if (!CHECK((float)strtod(at, &at) == vectors[i][0] && *at++ == ',' &&
					   (float)strtod(at, &at) == vectors[i][1] &&
					   *at++ == ((i + 1) % (size_t)w == 0 ? '\n' : ','),
				   "w %" PRId32 ": vector %zu", w, i))
				break;
		CHECK(*at == '\0', "more follows");
		free(text);
		free(labels);
		free(vectors);
	}
}

int main(void)
{
	temp_enter();
	RUN(whole_numbers_are_digits_and_none_is_what_was_asked_for);
	RUN(units_and_a_zero_make_decimals);
	RUN(floats_have_up_to_six_decimals);
	RUN(two_channels_are_two_numbers_a_cell);
	RUN(each_encoding_has_its_numbers);
	RUN(no_number_is_lost_where_a_buffer_ends);
	return tap_done();
}
