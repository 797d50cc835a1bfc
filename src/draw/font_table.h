/*
 * Glyphs as tables: made by scripts/make_font.
 */
#ifndef FF_DRAW_FONT_TABLE_H
#define FF_DRAW_FONT_TABLE_H

#include <stdint.h>

/* [glyph of ' ' .. '~'][row from the top]  leftmost pixel in the highest bit */
extern const uint16_t ff_font_table_5x8[95][8];
extern const uint16_t ff_font_table_8x16[95][16];

#endif
