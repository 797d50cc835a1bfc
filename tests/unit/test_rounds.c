#include "draw/style.h"

#include "tap.h"

#include <stdlib.h>

static void they_are_those_that_are_written_so(void)
{
	char text[32];

	for (int k = 0; k < FF_STYLE_ROUNDS; k++) {
		snprintf(text, sizeof text, "%de%d", (int[]){1, 2, 5}[k % 3], k / 3 - 6);
		CHECK(ff_style_round(k) == strtod(text, NULL), "%s: %.17g", text,
		      ff_style_round(k));
	}
}

static void each_value_lies_between_two(void)
{
	static const double values[][3] = {
		{1, 1, 1},       {1.01, 1, 2},       {0.03, 0.02, 0.05}, {4999, 2000, 5000},
		{0.5, 0.5, 0.5}, {7e17, 5e17, 1e18}, {1e-9, 1e-6, 1e-6}, {1e30, 5e18, 5e18},
	};

	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		CHECK(ff_style_round_down(values[i][0]) == values[i][1] &&
			      ff_style_round_up(values[i][0]) == values[i][2],
		      "%g: %g, %g", values[i][0], ff_style_round_down(values[i][0]),
		      ff_style_round_up(values[i][0]));
}

int main(void)
{
	RUN(they_are_those_that_are_written_so);
	RUN(each_value_lies_between_two);
	return tap_done();
}
