/* Line integral convolution (B. Cabral, L. Leedom, "Imaging vector fields using line integral
 * convolution", 1993): each pixel has the mean of the noise along the way through it, so that a
 * grain runs along ways.  Light from the upper left shades the slopes that ways run down. */
#include "draw/draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "draw/picture.h"

enum {
	LIGHTS = 12, /* shades of a colour: levels of the heatmap */
	UNIT = 64,   /* of places and ways, in a pixel */
};

/* A pixel: the way there, UNIT long, or 0,0; noise; and its entry. */
struct pixel {
	int8_t dx, dy;
	uint8_t noise, entry;
};

struct relief {
	const struct ff_scene *scene;
	struct ff_heatmap map;
	double cell;          /* pixels along the side of a cell */
	int32_t w, h;         /* pixels */
	int reach;            /* pixels along the way, on either side */
	struct pixel *pixels; /* owned; [w*h] */
};

/* Returns noise, 0..255, by a mix of the bits of a place. */
static uint8_t noise_at(int32_t x, int32_t y)
{
	uint32_t bits = (uint32_t)x * 0x9e3779b1U ^ (uint32_t)y * 0x85ebca6bU;

	bits = (bits ^ bits >> 15) * 0x2c1b3c6dU;
	bits = (bits ^ bits >> 12) * 0x297a2d39U;
	return (uint8_t)(bits >> 24);
}

/* Sets pixels from the cells at their centres; their entries are colours without light. */
static void set_rows(void *context, int first, int end)
{
	const struct relief *relief = context;
	const struct ff_scene *scene = relief->scene;

	for (int32_t y = first; y < end; y++)
		for (int32_t x = 0; x < relief->w; x++) {
			int32_t column = (int32_t)((x + 0.5) / relief->cell);
			int32_t row = (int32_t)((y + 0.5) / relief->cell);
			size_t cell = ff_cost_index(
				scene->map, column < scene->map->w ? column : scene->map->w - 1,
				row < scene->map->h ? row : scene->map->h - 1);
			struct ff_flow_vector way = ff_flow_vector_at(scene->flow, cell);
			uint8_t level = ff_heatmap_level(&relief->map, cell);
			struct pixel *to =
				&relief->pixels[(size_t)y * (size_t)relief->w + (size_t)x];

			*to = (struct pixel){
				.dx = (int8_t)lround((double)way.dx * UNIT),
				.dy = (int8_t)lround((double)way.dy * UNIT),
				.noise = noise_at(x, y),
				.entry = ff_scene_closed(scene, cell)
						 ? FF_PALETTE_CLOSED
						 : ff_palette_class(
							   scene->classes->cells[cell],
							   (uint8_t)(level - level % LIGHTS)),
			};
		}
}

/* Adds the noise along the way from a pixel; 'sign' -1: back.  Returns the number of pixels. */
static int add_noise(const struct relief *relief, int32_t x, int32_t y, int sign, int *sum)
{
	int32_t wide = relief->w * UNIT, high = relief->h * UNIT;
	int count = 0;

	x = x * UNIT + UNIT / 2;
	y = y * UNIT + UNIT / 2;
	for (; count < relief->reach && x >= 0 && y >= 0 && x < wide && y < high; count++) {
		const struct pixel *at = &relief->pixels[(size_t)(y / UNIT) * (size_t)relief->w +
							 (size_t)(x / UNIT)];

		if (at->dx == 0 && at->dy == 0)
			break;
		*sum += at->noise;
		x += sign * at->dx;
		y += sign * at->dy;
	}
	return count;
}

/* Sets the entries of a row of pixels. */
static void relief_row(const void *context, int32_t y, uint8_t *entries)
{
	/* Means of noise lie near the middle; contrast makes up for that. */
	static const double contrast = 2, slope = 0.3;
	const struct relief *relief = context;
	const struct pixel *row = relief->pixels + (size_t)y * (size_t)relief->w;

	for (int32_t x = 0; x < relief->w; x++) {
		double light = 0.5;
		int sum = 0, count;

		entries[x] = row[x].entry;
		if (row[x].entry >= FF_PALETTE_LEVELS)
			continue;
		count = add_noise(relief, x, y, 1, &sum) + add_noise(relief, x, y, -1, &sum);
		if (count > 0)
			light += contrast * ((double)sum / count / 255 - 0.5) -
				 slope * (row[x].dx + row[x].dy) / (UNIT * sqrt(2));
		entries[x] += (uint8_t)(fmin(fmax(light, 0), 0.999) * LIGHTS);
	}
}

enum ff_status ff_draw_relief(const struct ff_scene *scene, const struct ff_style *style,
			      struct ff_page *page, struct ff_error *err)
{
	int32_t block = style->block > 1 ? style->block : 1, scale = block > 1 ? 1 : style->scale;
	struct relief relief = {
		.scene = scene,
		/* Overviews have a finer grain: their cells are many. */
		.reach = block > 1 ? 6 : 12,
		.cell = block > 1 ? 1.0 / block : scale,
		.w = (scene->map->w * scale - 1) / block + 1,
		.h = (scene->map->h * scale - 1) / block + 1,
	};
	struct ff_fill bar[256];
	struct ff_picture picture;
	enum ff_status st;

	if ((relief.pixels = ff_memory_cells(relief.w, relief.h, sizeof *relief.pixels)) == NULL)
		return ff_status_nomem(err, "a picture");
	ff_picture_begin(&picture, scene, style);
	ff_heatmap_open(&relief.map, &picture, false);
	ff_pool_rows(ff_machine_pool(page->machine), relief.w, relief.h, set_rows, &relief);
	picture.by_pixel = true;
	memcpy(bar, picture.fills, sizeof bar);
	picture.legend.fills = bar;
	for (int i = 0; i < FF_PALETTE_LEVELS; i++) {
		struct ff_colour colour = bar[i - i % LIGHTS + LIGHTS / 2].colour;
		int light = i % LIGHTS * 2 - (LIGHTS - 1);

		picture.fills[i].colour = ff_palette_mix(
			colour, light < 0 ? ff_palette_colour(FF_PALETTE_INK) : ff_palette_white,
			abs(light), LIGHTS * 2);
	}
	ff_picture_cells(&picture, relief_row, &relief);
	ff_legend_add(&picture.legend, FF_LEGEND_NONE, bar[0], "the grain runs along the ways");
	st = ff_picture_paint(&picture, page, err);
	free(relief.pixels);
	return st;
}
