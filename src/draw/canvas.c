#include "draw/canvas.h"

#include <inttypes.h>
#include <string.h>

#include "core/base/memory.h"
#include "draw/colormap.h"
#include "draw/font_table.h"

const struct ff_canvas_font ff_canvas_small = {5, 8, &ff_font_table_5x8[0][0]};
const struct ff_canvas_font ff_canvas_large = {8, 16, &ff_font_table_8x16[0][0]};

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
	ff_colormap_fixed(image);
	return FF_OK;
}

/* What ff_canvas_cells() knows. */
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

static void dot(struct ff_image *image, int64_t x, int64_t y, uint8_t colour)
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
			dot(image, x0, y0, over[image->pixels[y0 * image->w + x0]]);
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
	/* Within half a pixel, so that small rings are round: (r + 1/2)^2 is r * (r + 1). */
	int least = inner <= 0 ? 0 : inner * (inner - 1) + 1, most = outer * (outer + 1);

	for (int dy = -outer; dy <= outer; dy++)
		for (int dx = -outer; dx <= outer; dx++) {
			int square = dx * dx + dy * dy;

			if (square >= least && square <= most)
				dot(image, x + dx, y + dy, colour);
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
					dot(image, x + bit, y + row, colour);
	}
	return x;
}
