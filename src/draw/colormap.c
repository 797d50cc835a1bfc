/*
 * The fixed colours are far from every level of every map: the maps have no
 * magenta, no violet, no pink, and gray stops short of black and white.
 */
#include "draw/colormap.h"

#include <stddef.h>

#include "draw/colormap_table.h"

enum { GRAY_FIRST = 24, GRAY_LAST = 184 };

static const struct ff_colour *const tables[FF_COLORMAPS] = {
	[FF_COLORMAP_VIRIDIS] = ff_colormap_table_viridis,
	[FF_COLORMAP_CIVIDIS] = ff_colormap_table_cividis,
	[FF_COLORMAP_TURBO] = ff_colormap_table_turbo,
	[FF_COLORMAP_GRAY] = NULL, /* computed */
};

const char *const ff_colormap_names[FF_COLORMAPS] = {
	[FF_COLORMAP_VIRIDIS] = "viridis",
	[FF_COLORMAP_CIVIDIS] = "cividis",
	[FF_COLORMAP_TURBO] = "turbo",
	[FF_COLORMAP_GRAY] = "gray",
};

static const struct ff_colour fixed[FF_COLORMAP_END - FF_COLORMAP_LEVELS] = {
	[FF_COLORMAP_PAPER - FF_COLORMAP_LEVELS] = {255, 255, 255},
	[FF_COLORMAP_INK - FF_COLORMAP_LEVELS] = {20, 22, 26},
	[FF_COLORMAP_FRAME - FF_COLORMAP_LEVELS] = {148, 152, 160},
	[FF_COLORMAP_WALL - FF_COLORMAP_LEVELS] = {235, 231, 222},
	[FF_COLORMAP_UNREACHED - FF_COLORMAP_LEVELS] = {246, 164, 188},
	[FF_COLORMAP_GOAL - FF_COLORMAP_LEVELS] = {255, 0, 144},
	[FF_COLORMAP_CLOSED - FF_COLORMAP_LEVELS] = {214, 196, 164},
	[FF_COLORMAP_NOT_COMPUTED - FF_COLORMAP_LEVELS] = {200, 212, 236},
	[FF_COLORMAP_NOT_YET - FF_COLORMAP_LEVELS] = {178, 216, 196},
	[FF_COLORMAP_EDITED - FF_COLORMAP_LEVELS] = {160, 0, 255},
};

struct ff_colour ff_colormap_level(enum ff_colormap map, int level)
{
	int most = FF_COLORMAP_LEVELS - 1;

	if (tables[map] == NULL) {
		uint8_t v = (uint8_t)(GRAY_FIRST +
				      (level * (GRAY_LAST - GRAY_FIRST) + most / 2) / most);

		return (struct ff_colour){v, v, v};
	}
	return tables[map][(level * 255 + most / 2) / most];
}

void ff_colormap_fixed(struct ff_image *image)
{
	for (int i = FF_COLORMAP_LEVELS; i < FF_COLORMAP_END; i++)
		image->palette[i] = fixed[i - FF_COLORMAP_LEVELS];
	image->colours = FF_COLORMAP_NOT_COMPUTED;
}

void ff_colormap_fill(struct ff_image *image, enum ff_colormap map)
{
	for (int level = 0; level < FF_COLORMAP_LEVELS; level++)
		image->palette[level] = ff_colormap_level(map, level);
}

/* By the luminance of WCAG 2 (its curve taken as a square), whose middle is 0.18. */
uint8_t ff_colormap_ink(struct ff_colour c)
{
	double r = c.r / 255.0, g = c.g / 255.0, b = c.b / 255.0;

	return 0.2126 * r * r + 0.7152 * g * g + 0.0722 * b * b > 0.18 ? FF_COLORMAP_INK
								       : FF_COLORMAP_PAPER;
}
