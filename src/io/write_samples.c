#include "io/write_samples.h"

#include <math.h>
#include <stdio.h>

#include "core/base/number.h"

enum { CHUNK = 1024 };

static double scaled(const struct ff_write_raster *what, double units)
{
	double value = units / what->raster.unit;

	return what->scale > 0 ? floor(value * what->scale + 0.5) : value;
}

static bool is_sample(const struct ff_write_raster *what, double units)
{
	double sample = scaled(what, units);

	return units == (double)INFINITY ||
	       (units >= 0 && sample <= FF_WRITE_SAMPLES_MOST && floor(sample) == sample);
}

/* The largest scale, cut to 6 digits, with which 'most' is still a sample. */
static void name_scale(double most, char text[64])
{
	double scale = FF_WRITE_SAMPLES_MOST / most;
	int places = 5 - (int)floor(log10(scale));
	double power;
	int n;

	places = places < 0 ? 0 : places;
	power = pow(10, places);
	n = snprintf(text, 64, "%.*f", places, floor(scale * power) / power);
	while (places > 0 && text[n - 1] == '0')
		n--;
	text[places > 0 && text[n - 1] == '.' ? n - 1 : n] = '\0';
}

/* 'cell' is the first that is no sample. */
static enum ff_status refuse(const struct ff_write_raster *what, size_t cell, double units,
			     struct ff_error *err)
{
	struct ff_raster_range range;
	size_t w = (size_t)what->raster.w;
	char number[64], scale[64];
	const char *wrong;

	number[ff_number_fixed(number, units / what->raster.unit)] = '\0';
	wrong = units < 0                                     ? "below 0"
		: scaled(what, units) > FF_WRITE_SAMPLES_MOST ? "more than 65534"
							      : "not whole";
	if (units < 0 || !what->measures)
		return ff_status_fail(err, FF_E_LIMIT,
				      "%s: cell %zu,%zu is %s: no grey image holds what is %s: "
				      "name it .npy, .pfm, .csv or .asc",
				      what->name, cell % w, cell / w, number, wrong);
	range = ff_raster_range(&what->raster);
	name_scale(range.most / what->raster.unit, scale);
	return ff_status_fail(err, FF_E_LIMIT,
			      "%s: cell %zu,%zu is %s, which is %s%s: give --scale-values F with "
			      "an F of up to %s",
			      what->name, cell % w, cell / w, number, wrong,
			      what->scale > 0 ? " when scaled" : "", scale);
}

enum ff_status ff_write_samples_check(const struct ff_write_raster *what, struct ff_error *err)
{
	size_t all = ff_raster_numbers(&what->raster);
	double units[CHUNK];

	for (size_t first = 0; first < all; first += CHUNK) {
		size_t n = all - first < CHUNK ? all - first : CHUNK;

		ff_raster_units(&what->raster, first, n, units);
		for (size_t i = 0; i < n; i++)
			if (!is_sample(what, units[i]))
				return refuse(what, first + i, units[i], err);
	}
	return FF_OK;
}

void ff_write_samples(const struct ff_write_raster *what, size_t first, size_t count, uint16_t *to)
{
	double units[CHUNK];

	for (size_t n; count > 0; first += n, to += n, count -= n) {
		n = count < CHUNK ? count : CHUNK;
		ff_raster_units(&what->raster, first, n, units);
		for (size_t i = 0; i < n; i++)
			to[i] = (uint16_t)(units[i] == (double)INFINITY ? FF_WRITE_SAMPLES_NONE
									: scaled(what, units[i]));
	}
}
