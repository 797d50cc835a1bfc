#include "draw/rounds.h"

enum { LEAST = -6 }; /* the power of ten of the first one */

double ff_rounds_number(int k)
{
	static const int digits[] = {1, 2, 5};
	int exponent = k / 3 + LEAST;
	double power = 1; /* exact, so that there is one rounding at most */

	for (int i = 0; i < (exponent < 0 ? -exponent : exponent); i++)
		power *= 10;
	return exponent < 0 ? digits[k % 3] / power : digits[k % 3] * power;
}

double ff_rounds_down(double value)
{
	int k = FF_ROUNDS - 1;

	while (k > 0 && ff_rounds_number(k) > value)
		k--;
	return ff_rounds_number(k);
}

double ff_rounds_up(double value)
{
	int k = 0;

	while (k < FF_ROUNDS - 1 && ff_rounds_number(k) < value)
		k++;
	return ff_rounds_number(k);
}
