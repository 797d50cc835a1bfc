/*
 * Time that only moves forward.
 */
#ifndef FF_CLI_CLOCK_H
#define FF_CLI_CLOCK_H

/* ff_clock_ms() is the number of milliseconds since some fixed moment. */
double ff_clock_ms(void);

#endif
