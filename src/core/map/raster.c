#include "core/map/raster.h"

enum { CHUNK = 1024 };

struct ff_raster ff_raster_of_values(int32_t w, int32_t h, int channels, enum ff_raster_type type,
				     double none, void *cells)
{
	return (struct ff_raster){
		.w = w,
		.h = h,
		.channels = channels,
		.type = type,
		.unit = 1,
		.none = none,
		.cells = cells,
	};
}

struct ff_raster ff_raster_of_field(const struct ff_field *field)
{
	static const struct {
		enum ff_raster_type type;
		double none;
	} types[FF_FIELD_TYPES] = {
		[FF_FIELD_U32] = {FF_RASTER_U32, FF_FIELD_NONE32},
		[FF_FIELD_U64] = {FF_RASTER_U64, (double)FF_FIELD_NONE64},
		[FF_FIELD_F64] = {FF_RASTER_F64, FF_FIELD_NONEF},
	};

	return (struct ff_raster){
		.w = field->w,
		.h = field->h,
		.channels = 1,
		.type = types[field->type].type,
		.unit = field->unit,
		.zero = field->zero,
		.none = types[field->type].none,
		.cells = field->cells,
	};
}

struct ff_raster ff_raster_of_flow(const struct ff_flow *flow)
{
	struct ff_raster raster =
		ff_raster_of_values(flow->w, flow->h, 2, FF_RASTER_F32, (double)NAN, flow->vectors);

	if (flow->vectors == NULL) {
		raster.cells = flow->cells;
		raster.directions = &ff_flow_units[0].dx;
	}
	return raster;
}

struct ff_raster ff_raster_of_cost(const struct ff_cost *cost, double scale)
{
	bool wide = cost->wide != NULL;

	return (struct ff_raster){
		.w = cost->w,
		.h = cost->h,
		.channels = 1,
		.type = wide ? FF_RASTER_U16 : FF_RASTER_U8,
		.unit = wide ? scale : 1,
		.none = ff_cost_wall(cost),
		.cells = wide ? (void *)cost->wide : cost->cells,
	};
}

static void read_directions(const struct ff_raster *raster, size_t first, size_t count, double *to)
{
	const uint8_t *cells = raster->cells;
	size_t channels = (size_t)raster->channels, cell = first / channels,
	       channel = first % channels;

	for (size_t i = 0; i < count; i++) {
		to[i] = (double)raster->directions[cells[cell] * channels + channel];
		if (++channel == channels) {
			channel = 0;
			cell++;
		}
	}
}

void ff_raster_units(const struct ff_raster *raster, size_t first, size_t count, double *to)
{
#define COPY(type)                                                      \
	do {                                                            \
		const type *from = (const type *)raster->cells + first; \
		for (size_t i = 0; i < count; i++)                      \
			to[i] = (double)from[i];                        \
	} while (0)

	if (raster->directions != NULL)
		read_directions(raster, first, count, to);
	else if (raster->type == FF_RASTER_U8)
		COPY(uint8_t);
	else if (raster->type == FF_RASTER_U16)
		COPY(uint16_t);
	else if (raster->type == FF_RASTER_U32)
		COPY(uint32_t);
	else if (raster->type == FF_RASTER_U64)
		COPY(uint64_t);
	else if (raster->type == FF_RASTER_F32)
		COPY(float);
	else
		COPY(double);
	for (size_t i = 0; i < count; i++)
		to[i] = to[i] == raster->none ? (double)INFINITY : to[i] - raster->zero;
#undef COPY
}

void ff_raster_values(const struct ff_raster *raster, size_t first, size_t count, double *to)
{
	ff_raster_units(raster, first, count, to);
	for (size_t i = 0; i < count && raster->unit != 1; i++)
		to[i] /= raster->unit;
}

/* A function of its own, so that compilers vectorise it. */
static void widen_range(struct ff_raster_range *range, const double *units, size_t n)
{
	double least = range->least, most = range->most;

	for (size_t i = 0; i < n; i++) {
		double low = units[i], high = low < (double)INFINITY ? low : (double)-INFINITY;

		least = low < least ? low : least;
		most = high > most ? high : most;
	}
	range->least = least;
	range->most = most;
}

static bool are_whole(const double *units, size_t n, double unit)
{
	for (size_t i = 0; i < n; i++)
		if (units[i] < (double)INFINITY && fmod(units[i], unit) != 0)
			return false;
	return true;
}

struct ff_raster_range ff_raster_range(const struct ff_raster *raster)
{
	struct ff_raster_range range = {(double)INFINITY, (double)-INFINITY, true};
	size_t all = ff_raster_numbers(raster);
	bool known = ff_raster_whole(raster) && raster->unit == 1;
	double units[CHUNK];

	for (size_t first = 0; first < all; first += CHUNK) {
		size_t n = all - first < CHUNK ? all - first : CHUNK;

		ff_raster_units(raster, first, n, units);
		widen_range(&range, units, n);
		if (!known && range.whole)
			range.whole = are_whole(units, n, raster->unit);
	}
	if (range.most < range.least)
		range.least = range.most = 0;
	return range;
}

bool ff_raster_fits_float(const struct ff_raster *raster, const struct ff_raster_range *range)
{
	/* A float has 24 bits of mantissa; dividing by the unit may lose half of the last. */
	double most = raster->unit == 1 ? 0x1p24 : 0x1p23 - 1;

	return !ff_raster_whole(raster) || (range->most <= most && range->least >= -most);
}
