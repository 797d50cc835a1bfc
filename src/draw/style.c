#include "draw/style.h"

#include <math.h>
#include <stdio.h>

#include "core/base/number.h"
#include "draw/surface.h"

enum { LEAST = -6 }; /* the power of ten of the first one */

double ff_style_round(int k)
{
	static const int digits[] = {1, 2, 5};
	int exponent = k / 3 + LEAST;
	double power = 1; /* exact, so that there is one rounding at most */

	for (int i = 0; i < (exponent < 0 ? -exponent : exponent); i++)
		power *= 10;
	return exponent < 0 ? digits[k % 3] / power : digits[k % 3] * power;
}

double ff_style_round_down(double value)
{
	int k = FF_STYLE_ROUNDS - 1;

	while (k > 0 && ff_style_round(k) > value)
		k--;
	return ff_style_round(k);
}

double ff_style_round_up(double value)
{
	int k = 0;

	while (k < FF_STYLE_ROUNDS - 1 && ff_style_round(k) < value)
		k++;
	return ff_style_round(k);
}

double ff_style_round_away(double value)
{
	static const double digits[] = {1,   1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2,   2.2,
					2.4, 2.5, 2.6, 2.8, 3,   3.2, 3.5, 3.8, 4,   4.2, 4.5, 4.8,
					5,   5.5, 6,   6.5, 7,   7.5, 8,   8.5, 9,   9.5, 10};
	double size = fabs(value), power;
	int k = FF_STYLE_ROUNDS - 3;

	if (value == 0)
		return 0;
	while (k > 0 && ff_style_round(k) > size)
		k -= 3;
	power = ff_style_round(k);
	for (size_t i = 0; i < sizeof digits / sizeof *digits; i++)
		if (digits[i] * power >= size)
			return copysign(digits[i] * power, value);
	return value; /* beyond all of them */
}

enum {
	CELL = 64,      /* pixels of the largest cell that is chosen without values */
	LARGEST = 4096, /* pixels of the longest side that values are given */
};

const char *const ff_style_layer_names[FF_STYLE_LAYERS] = {
#define NAME(id, name, word, ...) word,
	FF_STYLE_LAYER_ROWS(NAME)
#undef NAME
};

const struct ff_style_layer_range ff_style_layer_ranges[FF_STYLE_LAYERS] = {
#define RANGE(id, name, word, ...) {__VA_ARGS__},
	FF_STYLE_LAYER_ROWS(RANGE)
#undef RANGE
};

struct ff_style_range ff_style_range(const struct ff_style *style, const struct ff_scene *scene)
{
	return (struct ff_style_range){
		.first = ff_style_round_away(fmin(scene->least, 0)),
		.last = style->range != 0 ? style->range
					  : ff_style_round_away(fmax(scene->largest, 0)),
	};
}

struct ff_cost_range ff_style_costs(const struct ff_cost *cost)
{
	struct ff_cost_range costs = ff_cost_range(cost);

	if (costs.most > costs.least)
		costs.most =
			(uint32_t)fmin(ff_style_round_away(costs.most), ff_cost_wall(cost) - 1);
	return costs;
}

int ff_style_print(char to[FF_STYLE_PRINT], double value, int decimals)
{
	uint64_t digits = (uint64_t)(fabs(value) * (decimals > 0 ? 10 : 1) + 0.5);
	size_t n = 0;

	if (value < 0 && digits > 0)
		to[n++] = '-';
	n += ff_number_print(to + n, decimals > 0 ? digits / 10 : digits);
	if (decimals > 0) {
		to[n++] = '.';
		to[n++] = (char)('0' + digits % 10);
	}
	to[n] = '\0';
	return (int)n;
}

const char *ff_style_print_coordinate(char to[FF_STYLE_PRINT], double value)
{
	ff_style_print(to, value, floor(value) != value);
	return to;
}

void ff_style_print_place(char to[FF_GEOREFERENCE_NAME], const struct ff_style *style, int32_t h,
			  double x, double y)
{
	const struct ff_georeference cells = {-0.5, -0.5, 1, true};
	const struct ff_georeference *place = style->place.resolution > 0 ? &style->place : &cells;
	struct ff_georeference_point at = ff_georeference_to_world(place, h, x - 0.5, y - 0.5);
	char one[FF_STYLE_PRINT], other[FF_STYLE_PRINT];

	if (style->metres)
		ff_georeference_print(at.x, at.y, to);
	else
		snprintf(to, FF_GEOREFERENCE_NAME, "%s,%s", ff_style_print_coordinate(one, at.x),
			 ff_style_print_coordinate(other, at.y));
}

const char *ff_style_print_share(char to[FF_STYLE_PRINT], uint64_t part, uint64_t all)
{
	double percent = floor((double)part * 1000 / (double)all + 0.5) / 10;
	bool little = part > 0 && percent == 0;

	to[0] = '<';
	ff_style_print(to + little, little ? 0.1 : fmin(percent, part < all ? 99.9 : 100), 1);
	return to;
}

int ff_style_decimals(const struct ff_field *field)
{
	return field->unit == 1 && field->type != FF_FIELD_F64 ? 0 : 1;
}

int ff_style_characters(const struct ff_scene *scene)
{
	int decimals = ff_style_decimals(scene->field);
	char text[FF_STYLE_PRINT];
	int a = ff_style_print(text, scene->least, decimals);
	int b = ff_style_print(text, scene->largest, decimals);

	return a > b ? a : b;
}

void ff_style_scale(struct ff_style *style, int32_t w, int32_t h, int side, int characters)
{
	int32_t longer = w > h ? w : h, most = side / 4 * 5;
	int scale = side / longer < CELL ? side / longer : CELL;
	double high;

	if (style->scale > 0)
		return;
	if (style->overview > 0) {
		style->scale = 1;
		style->block = (longer - 1) / style->overview + 1;
		return;
	}
	style->scale = scale > 1 ? scale : 1;
	style->block = longer > most ? (longer - 1) / most + 1 : 1;
	if ((style->with & FF_STYLE_VALUES) == 0)
		return;
	/* Arrows stand below values. */
	high = (style->with & FF_STYLE_ARROWS) != 0 ? 0.4 : 1;
	while (scale <= LARGEST / longer && ff_type_within(scale, high * scale, characters).w == 0)
		scale++;
	if (scale <= LARGEST / longer)
		style->scale = scale;
}

void ff_style_print_scale(char to[FF_STYLE_PRINT], const struct ff_style *style)
{
	size_t n = 0;

	if (style->block > 1) {
		to[n++] = '1';
		to[n++] = '/';
	}
	n += ff_number_print(to + n, (uint64_t)(style->block > 1 ? style->block : style->scale));
	to[n] = '\0';
}
