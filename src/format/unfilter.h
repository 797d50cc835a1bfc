/*
 * The filters of PNG, taken back, for pixels of one byte.
 */
#ifndef FF_FORMAT_UNFILTER_H
#define FF_FORMAT_UNFILTER_H

#include <stdbool.h>
#include <stdint.h>

/*
 * ff_unfilter() makes pixels of inflated data, in place.
 *
 *   data  [h * (w + 1)]  rows of a filter byte and 'w' bytes; then [w*h] pixels
 *
 * Returns false if there is a filter that PNG does not have: 'data' are then
 * of no use.  No globals.
 */
bool ff_unfilter(uint8_t *data, int32_t w, int32_t h);

#endif
