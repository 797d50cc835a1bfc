/*
 * Round numbers: 1, 2 and 5 times the powers of ten.
 */
#ifndef FF_DRAW_ROUNDS_H
#define FF_DRAW_ROUNDS_H

enum { FF_ROUNDS = 3 * 25 };

/* ff_rounds_number() is the k-th one, 0 <= k < FF_ROUNDS, ascending: 1e-6, 2e-6, ..., 5e18. */
double ff_rounds_number(int k);

/* ff_rounds_down() is the largest one that is not above a value (the first one, if all are), and
 * ff_rounds_up() the least one that is not below it (the last one, if all are). */
double ff_rounds_down(double value);
double ff_rounds_up(double value);

#endif
