#include "draw/font.h"

#include <stddef.h>

struct ff_type ff_type_for(int64_t pixels)
{
	if (pixels < 400)
		return (struct ff_type){&ff_font_sizes[1], 1};
	if (pixels < 1200)
		return (struct ff_type){&ff_font_sizes[2], 1};
	return (struct ff_type){&ff_font_sizes[3],
				pixels < 3200 ? 1 : (int)((pixels + 800) / 1600)};
}

struct ff_type ff_type_within(double w, double h, int characters)
{
	enum { GAP = 3 }; /* pixels between two numbers */

	for (int i = FF_FONT_SIZES - 1; i >= 0; i--)
		if (w >= characters * ff_font_sizes[i].w + GAP && h > ff_font_sizes[i].h)
			return (struct ff_type){&ff_font_sizes[i], 1};
	return (struct ff_type){NULL, 0};
}

int64_t ff_type_width(const struct ff_type *type, const char *text)
{
	int64_t characters = 0;

	for (; *text != '\0'; text++)
		characters += !ff_type_continues(*text);
	return characters * ff_type_w(type);
}
