/*
 * What each format can hold; and that each passes on what an output says.
 */
#include "io/formats.h"

#include "io/cells.h"
#include "oracle.h"
#include "rasters.h"
#include "tap.h"

static enum ff_status check(const struct ff_cells_data *what, enum ff_formats_id kind,
			    bool *rounded, struct ff_error *err)
{
	return ff_formats_check(&ff_formats[kind], what, rounded, err);
}

/* Grey images refuse it, with that line; all other formats take it. */
static void refused(const struct ff_cells_data *what, const char *want)
{
	for (int kind = 0; kind < FF_FORMATS; kind++) {
		bool grey = ff_formats[kind].most > 0, rounded;
		struct ff_error err = {""};
		enum ff_status st = check(what, (enum ff_formats_id)kind, &rounded, &err);

		CHECK(st == (grey ? FF_E_LIMIT : FF_OK) && strcmp(err.text, grey ? want : "") == 0,
		      "%s: %d, \"%s\"", ff_formats[kind].name, (int)st, err.text);
	}
}

static void taken(const struct ff_cells_data *what)
{
	struct ff_error err = {""};
	bool rounded;

	CHECK(check(what, FF_FORMATS_PNG16, &rounded, &err) == FF_OK &&
		      check(what, FF_FORMATS_PGM, &rounded, &err) == FF_OK,
	      "\"%s\"", err.text);
}

static void what_no_grey_image_can_hold_is_refused(void)
{
	static uint32_t cells[3 * 700];
	struct ff_cells_data what = rasters_of(700, 3, FF_RASTER_U32, cells);

	what.measures = true;
	what.raster.none = UINT32_MAX;
	cells[0] = UINT32_MAX;
	cells[1405] = 65534;
	taken(&what);
	cells[1406] = 65535;
	cells[1407] = 100000;
	refused(&what, "file: cell 6,2 is 65535, which is more than 65534: give --scale-values F "
		       "with an F of up to 0.65534");
	what.scale = 0.7;
	refused(&what, "file: cell 7,2 is 100000, which is more than 65534 when scaled: give "
		       "--scale-values F with an F of up to 0.65534");
	what.scale = 0.65534;
	taken(&what);
	what.scale = 0;
	what.measures = false;
	refused(&what, "file: cell 6,2 is 65535: no grey image holds what is more than 65534: name "
		       "it .npy, .pfm, .csv or .asc");
}

static void parts_of_units_are_refused_unless_they_are_rounded(void)
{
	uint32_t cells[4] = {0, 408, 985, 816};
	struct ff_cells_data what = rasters_of(2, 2, FF_RASTER_U32, cells);

	what.measures = true;
	what.raster.unit = 408;
	refused(&what, "file: cell 0,1 is 2.414216, which is not whole: give --scale-values F with "
		       "an F of up to 27145");
	what.scale = 1;
	taken(&what);
	cells[2] = 1224;
	what.scale = 0;
	taken(&what);
}

static void numbers_below_0_are_refused_however_scaled(void)
{
	uint32_t cells[2] = {9, 7};
	struct ff_cells_data what = rasters_of(2, 1, FF_RASTER_U32, cells);

	what.measures = true;
	what.raster.zero = 9;
	for (int k = 0; k < 2; k++) {
		what.scale = k * 0.05;
		refused(&what, "file: cell 1,0 is -2: no grey image holds what is below 0: name it "
			       ".npy, .pfm, .csv or .asc");
	}
}

/* As a user would follow the advice. */
static void the_scale_that_is_named_does(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 2000; k++) {
		uint64_t cells[1] = {1 +
				     (oracle_random(&dice) >> (11 + oracle_random(&dice) % 50))};
		struct ff_cells_data what = rasters_of(1, 1, FF_RASTER_U64, cells);
		struct ff_error err = {""};
		const char *last;
		uint16_t sample;
		bool rounded;

		what.measures = true;
		what.raster.unit = k % 2 == 0 ? 1 : 408;
		if (check(&what, FF_FORMATS_PGM, &rounded, &err) == FF_OK)
			continue;
		last = strrchr(err.text, ' ');
		what.scale = strtod(last, NULL);
		taken(&what);
		ff_cells_samples(&what, 0, 1, &sample);
		CHECK(sample > 65530, "%s: sample %d", err.text, sample);
		what.scale *= 1.0001;
		CHECK(check(&what, FF_FORMATS_PGM, &rounded, &err) == FF_E_LIMIT, "%s: so is more",
		      last);
	}
}

static void only_pfm_rounds_whole_numbers(void)
{
	uint32_t cells[2] = {0, (1 << 24) + 1};
	struct ff_cells_data what = rasters_of(2, 1, FF_RASTER_U32, cells);

	what.scale = 1e-3;
	for (int kind = 0; kind < FF_FORMATS; kind++) {
		bool rounded = kind != FF_FORMATS_PFM;
		struct ff_error err = {""};

		CHECK(check(&what, (enum ff_formats_id)kind, &rounded, &err) == FF_OK &&
			      rounded == (kind == FF_FORMATS_PFM),
		      "%s: \"%s\"", ff_formats[kind].name, err.text);
	}
}

static void a_full_disk_is_passed_on(void)
{
	static uint32_t cells[300 * 300];

	if (access("/dev/full", W_OK) != 0) {
		SKIP("there is no /dev/full");
		return;
	}
	for (int kind = 0; kind < FF_FORMATS; kind++)
		for (int32_t side = 1; side <= 300; side += 299)
			for (int unit = 1; unit < 3; unit++) {
				struct ff_cells_data what =
					rasters_of(side, side, FF_RASTER_U32, cells);
				struct ff_error err = {""};
				struct ff_output out;

				if (ff_formats[kind].write == NULL)
					continue;
				what.raster.unit = unit;
				CHECK(ff_output_open(&out, "/dev/full", &err) == FF_OK, "\"%s\"",
				      err.text);
				CHECK(ff_formats[kind].write(&out, &what, &err) == FF_E_OUTPUT &&
					      strcmp(err.text,
						     "/dev/full: No space left on device") == 0,
				      "%s: \"%s\"", ff_formats[kind].name, err.text);
				ff_output_discard(&out);
			}
}

int main(void)
{
	RUN(what_no_grey_image_can_hold_is_refused);
	RUN(parts_of_units_are_refused_unless_they_are_rounded);
	RUN(numbers_below_0_are_refused_however_scaled);
	RUN(the_scale_that_is_named_does);
	RUN(only_pfm_rounds_whole_numbers);
	RUN(a_full_disk_is_passed_on);
	return tap_done();
}
