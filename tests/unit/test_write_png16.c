#include "io/png.h"

#include "feed.h"
#include "rasters.h"
#include "tap.h"

#include <inttypes.h>

/* Reads it back with the reader of maps. */
static void holds(const struct ff_cells_data *what, const uint16_t *want)
{
	struct ff_error err = {""};
	struct ff_png png;
	struct ff_input in;
	uint8_t *data;
	size_t size;

	if (!CHECK(ff_png_write16(what, &data, &size, &err) == FF_OK, "\"%s\"", err.text))
		return;
	in = feed_open("file", data, size);
	if (CHECK(ff_png_header(&in, &png, &err) == FF_OK &&
			  ff_png_pixels(&in, &png, &err) == FF_OK,
		  "\"%s\"", err.text)) {
		CHECK(png.w == what->raster.w && png.h == what->raster.h && png.depth == 16 &&
			      png.type == FF_PNG_GREY && !png.interlaced,
		      "%" PRId32 "x%" PRId32, png.w, png.h);
		CHECK(memcmp(png.pixels, want, ff_raster_numbers(&what->raster) * 2) == 0,
		      "%" PRId32 "x%" PRId32 ": the samples", png.w, png.h);
		free(png.pixels);
	}
	ff_input_close(&in);
	free(data);
}

static void samples_are_the_numbers_and_none_is_65535(void)
{
	uint32_t cells[6] = {0, 65534, UINT32_MAX, 255, 256, 1};
	const uint16_t want[6] = {0, 65534, 65535, 255, 256, 1};
	struct ff_cells_data what = rasters_of(3, 2, FF_RASTER_U32, cells);

	what.raster.none = UINT32_MAX;
	holds(&what, want);
	what.raster.w = 1;
	what.raster.h = 6;
	holds(&what, want);
}

static void samples_are_scaled_and_rounded(void)
{
	double cells[4] = {0.49, 0.5, (double)INFINITY, 21844.8};
	const uint16_t want[4] = {1, 2, 65535, 65534};
	struct ff_cells_data what = rasters_of(4, 1, FF_RASTER_F64, cells);

	what.raster.none = (double)INFINITY;
	what.scale = 3;
	holds(&what, want);
}

static void all_sizes_are_whole(void)
{
	static const int32_t sizes[][2] = {{1, 1}, {5000, 3}, {1, 5000}, {333, 222}};
	uint64_t dice = ORACLE_SEED;

	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		size_t n = (size_t)(sizes[k][0] * sizes[k][1]);
		uint16_t *cells = oracle_cells(n, sizeof *cells);
		struct ff_cells_data what =
			rasters_of(sizes[k][0], sizes[k][1], FF_RASTER_U16, cells);

		for (size_t i = 0; i < n; i++)
			cells[i] = (uint16_t)(oracle_random(&dice) % 65535);
		holds(&what, cells);
		free(cells);
	}
}

static void bytes_are_as_they_are(void)
{
	static const int32_t sizes[][2] = {{1, 1}, {500, 3}, {1, 500}};
	uint64_t dice = ORACLE_SEED;

	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		size_t n = (size_t)(sizes[k][0] * sizes[k][1]), size;
		uint8_t *cells = oracle_cells(n, 1), *data;
		struct ff_cells_data what =
			rasters_of(sizes[k][0], sizes[k][1], FF_RASTER_U8, cells);
		struct ff_error err = {""};
		struct ff_cost map;

		for (size_t i = 0; i < n; i++)
			cells[i] = (uint8_t)oracle_random(&dice);
		if (CHECK(ff_png_write8(&what, &data, &size, &err) == FF_OK, "\"%s\"", err.text)) {
			CHECK(feed(ff_png_read_map, "a.png", data, size, &map, &err) == FF_OK &&
				      map.w == sizes[k][0] && map.h == sizes[k][1] &&
				      memcmp(map.cells, cells, n) == 0,
			      "size %zu: \"%s\"", k, err.text);
			free(map.cells);
			free(data);
		}
		free(cells);
	}
}

static void the_texts_are_there(void)
{
	const struct ff_texts_line texts[] = {{"Layer", "integration"}, {"Scale", "0.5"}};
	uint8_t cells[1] = {3};
	struct ff_cells_data what = rasters_of(1, 1, FF_RASTER_U8, cells);
	size_t size;
	char *file;

	what.texts = texts;
	what.text_count = 2;
	file = rasters_written(&what, FF_FORMATS_PNG16, &size);
	CHECK(memmem(file, size, "tEXtLayer\0integration", 21) != NULL, "Layer");
	CHECK(memmem(file, size, "tEXtScale\0000.5", 13) != NULL, "Scale");
	CHECK(memmem(file, size, "PLTE", 4) == NULL, "a palette");
	CHECK(memcmp(file + size - 12, "\0\0\0\0IEND", 8) == 0, "more follows");
	free(file);
}

static void images_that_are_too_large_are_refused(void)
{
	struct ff_cells_data what = rasters_of(1 << 20, 1 << 11, FF_RASTER_U8, NULL);
	struct ff_error err = {""};
	uint8_t *data;
	size_t size;

	CHECK(ff_png_write16(&what, &data, &size, &err) == FF_E_LIMIT &&
		      strcmp(err.text, "a picture of 1048576x2048 is too large") == 0,
	      "\"%s\"", err.text);
	CHECK(ff_png_write8(&what, &data, &size, &err) == FF_E_LIMIT, "bytes");
}

int main(void)
{
	temp_enter();
	RUN(samples_are_the_numbers_and_none_is_65535);
	RUN(samples_are_scaled_and_rounded);
	RUN(all_sizes_are_whole);
	RUN(bytes_are_as_they_are);
	RUN(the_texts_are_there);
	RUN(images_that_are_too_large_are_refused);
	return tap_done();
}
