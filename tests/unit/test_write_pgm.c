#include "io/netpbm.h"

#include "oracle.h"
#include "rasters.h"
#include "tap.h"

static void written_as(const struct ff_cells_data *what, const char *header, const void *want,
		       size_t n)
{
	size_t size, skip = strlen(header);
	char *file = rasters_written(what, FF_FORMATS_PGM, &size);

	CHECK(strncmp(file, header, skip) == 0, "\"%.40s\", not \"%s\"", file, header);
	CHECK(size == skip + n && memcmp(file + skip, want, n) == 0, "\"%s\": %zu bytes", header,
	      size);
	free(file);
}

static void small_numbers_are_bytes(void)
{
	uint32_t cells[4] = {0, 254, UINT32_MAX, 7};
	uint8_t costs[4] = {1, 2, 255, 254};
	struct ff_cells_data what = rasters_of(2, 2, FF_RASTER_U32, cells);

	what.raster.none = UINT32_MAX;
	written_as(&what, "P5\n2 2\n255\n", "\x00\xfe\xff\x07", 4);
	what = rasters_of(4, 1, FF_RASTER_U8, costs);
	written_as(&what, "P5\n4 1\n255\n", "\x01\x02\xff\xfe", 4);
}

static void larger_ones_are_two_bytes_the_high_one_first(void)
{
	uint32_t cells[3] = {255, UINT32_MAX, 7};
	struct ff_cells_data what = rasters_of(3, 1, FF_RASTER_U32, cells);

	what.raster.none = UINT32_MAX;
	written_as(&what, "P5\n3 1\n65535\n", "\x00\xff\xff\xff\x00\x07", 6);
	cells[0] = 65534;
	written_as(&what, "P5\n3 1\n65535\n", "\xff\xfe\xff\xff\x00\x07", 6);
}

static void what_is_scaled_is_rounded(void)
{
	uint32_t cells[4] = {0, 204, 408, 985};
	struct ff_cells_data what = rasters_of(4, 1, FF_RASTER_U32, cells);

	what.raster.unit = 408;
	what.scale = 1;
	written_as(&what, "P5\n4 1\n255\n", "\x00\x01\x01\x02", 4);
	what.scale = 100;
	written_as(&what, "P5\n4 1\n255\n", "\x00\x32\x64\xf1", 4);
	what.scale = 1000;
	written_as(&what, "P5\n4 1\n65535\n", "\x00\x00\x01\xf4\x03\xe8\x09\x6e", 8);
}

static void texts_are_comments_that_keep_to_their_line(void)
{
	static char longest[200000];
	const struct ff_texts_line texts[] = {{"Layer", "cost"},
					      {"Options", "--a\n9 9\r\x7f\t\xc3\xa4"},
					      {"Empty", ""}},
				   many = {"Long", longest};
	uint8_t cells[1] = {3};
	struct ff_cells_data what = rasters_of(1, 1, FF_RASTER_U8, cells);
	char *file;
	size_t size;

	what.texts = texts;
	what.text_count = 3;
	written_as(&what, "P5\n# Layer: cost\n# Options: --a?9 9???\xc3\xa4\n# Empty: \n1 1\n255\n",
		   "\3", 1);
	memset(longest, 'x', sizeof longest - 1);
	what.texts = &many;
	what.text_count = 1;
	file = rasters_written(&what, FF_FORMATS_PGM, &size);
	CHECK(size == 11 + sizeof longest - 1 + 10 &&
		      strspn(file + 11, "x") == sizeof longest - 1 &&
		      memcmp(file + size - 10, "\n1 1\n255\n\3", 10) == 0,
	      "%zu bytes", size);
	free(file);
}

static void large_images_are_whole(void)
{
	enum { W = 777, H = 90 };
	static uint16_t cells[W * H];
	static uint8_t want[2 * W * H];
	struct ff_cells_data what = rasters_of(W, H, FF_RASTER_U16, cells);
	uint64_t dice = ORACLE_SEED;

	for (size_t i = 0; i < (size_t)W * H; i++) {
		cells[i] = (uint16_t)(oracle_random(&dice) % 65535);
		want[2 * i] = (uint8_t)(cells[i] >> 8);
		want[2 * i + 1] = (uint8_t)cells[i];
	}
	written_as(&what, "P5\n777 90\n65535\n", want, sizeof want);
}

int main(void)
{
	temp_enter();
	RUN(small_numbers_are_bytes);
	RUN(larger_ones_are_two_bytes_the_high_one_first);
	RUN(what_is_scaled_is_rounded);
	RUN(texts_are_comments_that_keep_to_their_line);
	RUN(large_images_are_whole);
	return tap_done();
}
