/*
 * The bytes as a map that is a PNG image, where they begin like one.  What is
 * accepted has the pixels that libpng sees, if it sees any.
 */
#include "fuzz_map.h"

#include "io/png.h"
#include "support/libpng_source.h"

/* Reads all rows, palettes and small samples expanded; false where libpng does not like the file.
 */
static bool decode(png_structp png, png_infop info, uint8_t **rows)
{
	int passes;
	size_t row, h;

	if (setjmp(png_jmpbuf(png)) != 0)
		return false;
	png_read_info(png, info);
	png_set_expand(png);
	passes = png_set_interlace_handling(png);
	png_read_update_info(png, info);
	row = png_get_rowbytes(png, info);
	h = png_get_image_height(png, info);
	*rows = fuzz_block(h, row);
	for (; passes > 0; passes--)
		for (size_t y = 0; y < h; y++)
			png_read_row(png, *rows + y * row, NULL);
	png_read_end(png, NULL);
	return true;
}

/* Every pixel is grey and opaque, and the cell's level. */
static void compare(const uint8_t *rows, int depth, int channels, const struct ff_cost *map)
{
	size_t bytes = depth == 16 ? 2 : 1, colours = channels >= 3 ? 3 : 1;

	for (size_t i = 0; i < (size_t)map->w * (size_t)map->h; i++)
		for (size_t c = 0; c < (size_t)channels; c++)
			for (size_t b = 0; b < bytes; b++) {
				uint8_t byte = rows[(i * (size_t)channels + c) * bytes + b];

				assert(byte == (c < colours ? map->cells[i] : 255));
			}
}

static void check_pixels(const uint8_t *data, size_t size, const struct ff_cost *map)
{
	struct libpng_source from = {data, size};
	png_structp png = libpng_source_begin(&from);
	png_infop info = png_create_info_struct(png);
	uint8_t *rows = NULL;

	assert(info != NULL);
	if (decode(png, info, &rows)) {
		assert(png_get_image_width(png, info) == (uint32_t)map->w);
		assert(png_get_image_height(png, info) == (uint32_t)map->h);
		compare(rows, png_get_bit_depth(png, info), png_get_channels(png, info), map);
	}
	free(rows);
	png_destroy_read_struct(&png, &info, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_map got;

	if (!fuzz_map_is(ff_png_matches, data, size))
		return 0;
	got = fuzz_map(data, size);
	if (got.status == FF_OK) {
		assert(strcmp(got.format->name, "png") == 0);
		check_pixels(data, size, &got.map);
	}
	free(got.map.cells);
	return 0;
}
