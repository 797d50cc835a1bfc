/*
 * A stroke covers a pixel by its distance from the line.  Where several strokes of a colour cover
 * parts of a pixel, the largest part counts: overlapping strokes leave no seams.
 */
#include "draw/canvas.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "draw/palette.h"

const struct ff_canvas_font ff_canvas_small = {5, 8, &ff_canvas_font_5x8[0][0]};
const struct ff_canvas_font ff_canvas_large = {8, 16, &ff_canvas_font_8x16[0][0]};

enum ff_status ff_canvas_new(struct ff_image *image, int64_t w, int64_t h, struct ff_error *err)
{
	uint8_t *pixels;

	if (w > FF_IMAGE_SIDE || h > FF_IMAGE_SIDE || w * h > FF_IMAGE_PIXELS)
		return ff_status_fail(err, FF_E_LIMIT,
				      "a picture of %" PRId64 "x%" PRId64
				      " is too large: choose a smaller --scale",
				      w, h);
	if ((pixels = ff_memory_cells((int32_t)w, (int32_t)h, 1)) == NULL)
		return ff_status_nomem(err, "a picture");
	*image = (struct ff_image){.w = (int32_t)w, .h = (int32_t)h, .pixels = pixels};
	ff_palette_set(image);
	return FF_OK;
}

/* The context of draw_rows(). */
struct cells {
	struct ff_image *image;
	size_t w, scale;
	void (*row)(const void *context, int32_t y, uint8_t *colours);
	const void *context;
};

static void draw_rows(void *context, int first, int end)
{
	const struct cells *cells = context;
	size_t stride = (size_t)cells->image->w, scale = cells->scale, wide = cells->w * scale;

	for (int y = first; y < end; y++) {
		uint8_t *to = cells->image->pixels + (size_t)y * scale * stride;

		cells->row(cells->context, y, to);
		/* Backwards: a cell's pixels never reach down to the cells still to be read. */
		for (size_t x = cells->w; scale > 1 && x-- > 0;)
			memset(to + x * scale, to[x], scale);
		for (size_t i = 1; i < scale; i++)
			memcpy(to + i * stride, to, wide);
	}
}

void ff_canvas_cells(struct ff_image *image, int32_t w, int32_t h, int scale,
		     void (*row)(const void *context, int32_t y, uint8_t *colours),
		     const void *context, const struct ff_machine *machine)
{
	struct cells cells = {image, (size_t)w, (size_t)scale, row, context};

	ff_pool_rows(ff_machine_pool(machine), w, h, draw_rows, &cells);
}

void ff_canvas_rectangle(struct ff_image *image, int64_t x, int64_t y, int64_t w, int64_t h,
			 uint8_t colour)
{
	int64_t x0 = x < 0 ? 0 : x, x1 = x + w > image->w ? image->w : x + w;
	int64_t y0 = y < 0 ? 0 : y, y1 = y + h > image->h ? image->h : y + h;

	for (; y0 < y1 && x0 < x1; y0++)
		memset(image->pixels + y0 * image->w + x0, colour, (size_t)(x1 - x0));
}

void ff_canvas_frame(struct ff_image *image, int64_t x, int64_t y, int64_t w, int64_t h,
		     uint8_t colour)
{
	ff_canvas_rectangle(image, x, y, w, 1, colour);
	ff_canvas_rectangle(image, x, y + h - 1, w, 1, colour);
	ff_canvas_rectangle(image, x, y, 1, h, colour);
	ff_canvas_rectangle(image, x + w - 1, y, 1, h, colour);
}

static void set_pixel(struct ff_image *image, int64_t x, int64_t y, uint8_t colour)
{
	if (x >= 0 && y >= 0 && x < image->w && y < image->h)
		image->pixels[y * image->w + x] = colour;
}

/* J. E. Bresenham, "Algorithm for computer control of a digital plotter", 1965. */
void ff_canvas_line(struct ff_image *image, int64_t x0, int64_t y0, int64_t x1, int64_t y1,
		    const uint8_t over[256])
{
	int64_t w = x1 > x0 ? x1 - x0 : x0 - x1, h = y1 > y0 ? y1 - y0 : y0 - y1;
	int64_t right = x1 > x0 ? 1 : -1, down = y1 > y0 ? 1 : -1;
	int64_t error = w - h;

	for (;;) {
		int64_t twice = 2 * error;

		if (x0 >= 0 && y0 >= 0 && x0 < image->w && y0 < image->h)
			set_pixel(image, x0, y0, over[image->pixels[y0 * image->w + x0]]);
		if (x0 == x1 && y0 == y1)
			return;
		if (twice > -h) {
			error -= h;
			x0 += right;
		}
		if (twice < w) {
			error += w;
			y0 += down;
		}
	}
}

void ff_canvas_ring(struct ff_image *image, int64_t x, int64_t y, int inner, int outer,
		    uint8_t colour)
{
	/* Half a pixel of tolerance makes small rings round: (r + 1/2)^2 is r * (r + 1). */
	int least = inner <= 0 ? 0 : inner * (inner - 1) + 1, most = outer * (outer + 1);

	for (int dy = -outer; dy <= outer; dy++)
		for (int dx = -outer; dx <= outer; dx++) {
			int square = dx * dx + dy * dy;

			if (square >= least && square <= most)
				set_pixel(image, x + dx, y + dy, colour);
		}
}

int64_t ff_canvas_text(struct ff_image *image, const struct ff_canvas_font *font, int64_t x,
		       int64_t y, const char *text, uint8_t colour)
{
	for (; *text != '\0'; text++, x += font->w) {
		int glyph = *text >= ' ' && *text <= '~' ? *text - ' ' : '?' - ' ';

		for (int64_t row = 0; row < font->h; row++)
			for (int bit = 0; bit < font->w; bit++)
				if ((font->words[glyph * font->h + row] >> (15 - bit) & 1) != 0)
					set_pixel(image, x + bit, y + row, colour);
	}
	return x;
}

void ff_stroke_mix(struct ff_stroke *stroke, struct ff_image *image, uint8_t colour,
		   const uint8_t *grounds, size_t count, int *next)
{
	const struct ff_colour ink = image->palette[colour];

	for (int step = 0; step < FF_STROKE_STEPS; step++)
		for (int p = 0; p < 256; p++)
			stroke->over[step][p] = step > FF_STROKE_STEPS / 2 ? colour : (uint8_t)p;
	for (int p = 0; p < 256; p++)
		stroke->over[FF_STROKE_STEPS - 1][p] = colour;
	for (int step = 0; step < FF_STROKE_STEPS; step++)
		stroke->over[step][colour] = colour;
	assert(*next + (int)count * FF_STROKE_MIXES <= FF_PALETTE_LEVELS);
	for (size_t g = 0; g < count; g++) {
		struct ff_colour ground = image->palette[grounds[g]];
		int first =
			*next - 1; /* the entry of step 0 would be here; it is the ground itself */

		*next += FF_STROKE_MIXES;
		for (int step = 1; step <= FF_STROKE_MIXES; step++) {
			image->palette[first + step] =
				ff_palette_mix(ground, ink, step, FF_STROKE_STEPS - 1);
			stroke->over[step][grounds[g]] = (uint8_t)(first + step);
			for (int had = 1; had <= FF_STROKE_MIXES; had++)
				stroke->over[step][first + had] =
					(uint8_t)(first + (had > step ? had : step));
		}
	}
}

static double clamp(double least, double value, double most)
{
	return value < least ? least : value > most ? most : value;
}

void ff_stroke_line(struct ff_image *image, const double from[2], const double to[2], double radius,
		    const struct ff_stroke *stroke)
{
	double dx = to[0] - from[0], dy = to[1] - from[1], square = dx * dx + dy * dy;
	double reach = radius + 1;
	double top = (dy < 0 ? to[1] : from[1]) - reach,
	       bottom = (dy < 0 ? from[1] : to[1]) + reach;
	int32_t end = (int32_t)clamp(0, ceil(bottom), image->h);

	for (int32_t y = (int32_t)clamp(0, floor(top), image->h); y < end; y++) {
		/* The part of the line near enough to the row. */
		double a = 0, b = 1, middle = y + 0.5;

		if (dy != 0) {
			a = clamp(0, (middle - from[1] - (dy < 0 ? -reach : reach)) / dy, 1);
			b = clamp(0, (middle - from[1] + (dy < 0 ? -reach : reach)) / dy, 1);
		}
		double xa = from[0] + a * dx, xb = from[0] + b * dx;
		int32_t x = (int32_t)clamp(0, floor((xa < xb ? xa : xb) - reach), image->w);
		int32_t last = (int32_t)clamp(0, ceil((xa < xb ? xb : xa) + reach), image->w);
		uint8_t *pixels = image->pixels + (size_t)y * (size_t)image->w;

		for (; x < last; x++) {
			double px = x + 0.5 - from[0], py = middle - from[1];
			double t = square == 0 ? 0 : clamp(0, (px * dx + py * dy) / square, 1);
			double ox = px - t * dx, oy = py - t * dy;
			double cover = clamp(0, radius + 0.5 - sqrt(ox * ox + oy * oy), 1);
			int step = (int)(cover * (FF_STROKE_STEPS - 1) + 0.5);

			pixels[x] = stroke->over[step][pixels[x]];
		}
	}
}
