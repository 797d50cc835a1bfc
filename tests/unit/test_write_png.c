/*
 * What was written is taken apart here, chunk by chunk, and also read back with
 * the reader of maps.
 */
#include "io/png.h"

#include "feed.h"
#include "png.h"
#include "tap.h"

#include <inttypes.h>

static const struct ff_texts_line texts[] = {{"Software", "flowfield"},
					     {"Options", "--goal 1,2"},
					     {"Empty", ""},
					     {"Cost digest", "\xe9"}};

enum { TEXTS = sizeof texts / sizeof *texts };

static struct ff_image random_image(uint64_t *dice, int colours)
{
	struct ff_image image = {.colours = colours};

	image.w = 1 + (int32_t)(oracle_random(dice) % 40);
	image.h = 1 + (int32_t)(oracle_random(dice) % 40);
	image.pixels = oracle_cells((size_t)(image.w * image.h), 1);
	for (int32_t i = 0; i < image.w * image.h; i++)
		image.pixels[i] = (uint8_t)(oracle_random(dice) % (uint64_t)colours);
	for (int i = 0; i < colours; i++) {
		uint64_t rgb = oracle_random(dice);

		image.palette[i] =
			(struct ff_colour){(uint8_t)rgb, (uint8_t)(rgb >> 8), (uint8_t)(rgb >> 16)};
	}
	return image;
}

static struct png_file written(const struct ff_image *image, size_t count)
{
	struct png_file file = {NULL, 0};
	struct ff_error err = {""};
	enum ff_status st = ff_png_write(image, texts, count, &file.data, &file.size, &err);

	CHECK(st == FF_OK, "%" PRId32 "x%" PRId32 ": \"%s\"", image->w, image->h, err.text);
	return file;
}

/* Takes the next chunk if it is of that type and sound; its data, or NULL. */
static const uint8_t *take(const struct png_file *file, size_t *at, const char *type, size_t *n)
{
	const uint8_t *chunk = file->data + *at;

	if (!CHECK(file->size - *at >= PNG_FRAME &&
			   png_get32(chunk) <= file->size - *at - PNG_FRAME,
		   "no %s: the file ends", type))
		return NULL;
	*n = png_get32(chunk);
	if (!CHECK(memcmp(chunk + 4, type, 4) == 0, "%s expected, not %.4s", type, chunk + 4) ||
	    !CHECK(png_get32(chunk + 8 + *n) == png_crc(chunk + 4, *n + 4), "checksum of %s", type))
		return NULL;
	*at += PNG_FRAME + *n;
	return chunk + 8;
}

/* What the header and the palette say. */
struct stored {
	int depth, colours;
	struct ff_colour palette[256];
};

static int used_colours(const struct ff_image *image)
{
	bool seen[256] = {false};
	int count = 0;

	for (size_t i = 0; i < (size_t)image->w * (size_t)image->h; i++) {
		count += !seen[image->pixels[i]];
		seen[image->pixels[i]] = true;
	}
	return count;
}

/* A row's bytes with the filter taken back, by the definition in the PNG specification. */
static void unfilter(uint8_t *row, const uint8_t *above, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (row[0] == 1 && i > 1)
			row[i] = (uint8_t)(row[i] + row[i - 1]);
		else if (row[0] == 2 && above != NULL)
			row[i] = (uint8_t)(row[i] + above[i]);
		else if (row[0] > 2)
			CHECK(false, "filter %d", row[0]);
}

/* The stream holds the image's rows. */
static void check_pixels(const struct ff_image *image, const struct stored *stored,
			 const uint8_t *stream, size_t n)
{
	struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
	size_t stride = ((size_t)image->w * (size_t)stored->depth + 7) / 8 + 1;
	size_t size = stride * (size_t)image->h;
	uint8_t *rows = oracle_cells(size, 1);
	size_t bad = 0;

	if (CHECK(libdeflate_zlib_decompress(inflater, stream, n, rows, size, NULL) ==
			  LIBDEFLATE_SUCCESS,
		  "the stream"))
		for (size_t y = 0; y < (size_t)image->h; y++) {
			uint8_t *row = rows + y * stride;

			unfilter(row, y > 0 ? row - stride : NULL, stride);
			for (size_t x = 0; x < (size_t)image->w; x++) {
				uint8_t pixel = image->pixels[y * (size_t)image->w + x];
				int index = stored->depth == 8
						    ? row[1 + x]
						    : row[1 + x / 2] >> (4 - x % 2 * 4) & 15;

				bad += index >= stored->colours ||
				       memcmp(&stored->palette[index], &image->palette[pixel],
					      sizeof image->palette[0]) != 0 ||
				       (stored->depth == 8 && index != pixel);
			}
		}
	CHECK(bad == 0, "%zu pixels", bad);
	libdeflate_free_decompressor(inflater);
	free(rows);
}

static void check_file(const struct ff_image *image, const struct png_file *file, size_t count)
{
	int used = used_colours(image);
	bool few = used <= 16 && !image->numbers;
	struct stored stored = {.depth = few ? 4 : 8, .colours = few ? used : image->colours};
	size_t at = 8, n = 0, all = 0;
	uint8_t *stream = oracle_cells(file->size, 1);
	const uint8_t *data;

	CHECK(file->size > 8 && memcmp(file->data, "\x89PNG\r\n\x1a\n", 8) == 0, "signature");
	if ((data = take(file, &at, "IHDR", &n)) == NULL)
		goto out;
	CHECK(n == 13 && png_get32(data) == (uint32_t)image->w &&
		      png_get32(data + 4) == (uint32_t)image->h && data[8] == stored.depth &&
		      memcmp(data + 9, "\3\0\0\0", 4) == 0,
	      "the header");
	if ((data = take(file, &at, "PLTE", &n)) == NULL)
		goto out;
	CHECK(n == 3 * (size_t)stored.colours, "%zu bytes of palette", n);
	for (size_t i = 0; i < n / 3; i++)
		stored.palette[i] =
			(struct ff_colour){data[3 * i], data[3 * i + 1], data[3 * i + 2]};
	for (size_t i = 0; i < count; i++) {
		size_t keyword = strlen(texts[i].keyword);

		if ((data = take(file, &at, "tEXt", &n)) == NULL)
			goto out;
		CHECK(n == keyword + 1 + strlen(texts[i].text) &&
			      memcmp(data, texts[i].keyword, keyword + 1) == 0 &&
			      memcmp(data + keyword + 1, texts[i].text, n - keyword - 1) == 0,
		      "text %zu", i);
	}
	while (memcmp(file->data + at + 4, "IDAT", 4) == 0) {
		if ((data = take(file, &at, "IDAT", &n)) == NULL)
			goto out;
		memcpy(stream + all, data, n);
		all += n;
	}
	check_pixels(image, &stored, stream, all);
	CHECK(take(file, &at, "IEND", &n) != NULL && n == 0 && at == file->size, "%zu bytes of %zu",
	      at, file->size);
out:
	free(stream);
}

static void every_chunk_is_in_its_place_and_holds_what_it_should(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 300; k++) {
		struct ff_image image = random_image(&dice, k < 256 ? k + 1 : 256);
		struct png_file file = written(&image, (size_t)k % (TEXTS + 1));

		check_file(&image, &file, (size_t)k % (TEXTS + 1));
		free(file.data);
		free(image.pixels);
	}
}

/* Noise of few and of many colours, gradients, and cells drawn large. */
static void paint(struct ff_image *image, int kind, uint64_t *dice)
{
	for (int32_t y = 0; y < image->h; y++)
		for (int32_t x = 0; x < image->w; x++) {
			int noise = (int)(oracle_random(dice) % 16);
			int value = kind == 0   ? noise
				    : kind == 1 ? noise * 16 + x % 16
				    : kind == 2 ? (x + y * 3) / 16
				    : kind == 3 ? ((x / 16 * 37) ^ (y / 16 * 11)) % 256
						: (x / 16 + y / 16) % 16;

			image->pixels[(size_t)y * (size_t)image->w + (size_t)x] = (uint8_t)value;
		}
}

static void pictures_of_all_kinds_are_whole(void)
{
	static const int32_t sizes[][2] = {{301, 151}, {1, 42000}, {42000, 1}, {213, 207}};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 20; k++) {
		struct ff_image image = {.w = sizes[k % 4][0],
					 .h = sizes[k % 4][1],
					 .colours = 256,
					 .numbers = k == 5};
		struct png_file file;

		image.pixels = oracle_cells((size_t)image.w * (size_t)image.h, 1);
		for (int i = 0; i < 256; i++)
			image.palette[i] = (struct ff_colour){(uint8_t)i, (uint8_t)(i * 3), 1};
		paint(&image, k % 5, &dice);
		file = written(&image, TEXTS);
		check_file(&image, &file, TEXTS);
		free(file.data);
		free(image.pixels);
	}
}

static void a_grey_palette_reads_back_as_a_map(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 100; k++) {
		struct ff_image image = random_image(&dice, 256);
		struct png_file file;
		struct ff_cost map;
		struct ff_error err;

		for (int i = 0; i < 256; i++)
			image.palette[i] = (struct ff_colour){
				(uint8_t)(255 - i), (uint8_t)(255 - i), (uint8_t)(255 - i)};
		file = written(&image, TEXTS);
		CHECK(feed(ff_png_read_map, "a.png", file.data, file.size, &map, &err) == FF_OK,
		      "\"%s\"", err.text);
		CHECK(map.w == image.w && map.h == image.h, "%" PRId32 "x%" PRId32, map.w, map.h);
		for (int32_t i = 0; map.cells != NULL && i < image.w * image.h; i++)
			CHECK(map.cells[i] == 255 - image.pixels[i], "image %d, pixel %" PRId32, k,
			      i);
		free(map.cells);
		free(file.data);
		free(image.pixels);
	}
}

static void equal_pictures_are_equal_bytes(void)
{
	uint64_t dice = ORACLE_SEED;
	struct ff_image image = random_image(&dice, 200);
	struct png_file one = written(&image, TEXTS), two;

	for (int i = image.colours; i < 256; i++)
		image.palette[i].r ^= 255; /* not in the picture */
	two = written(&image, TEXTS);
	CHECK(one.size == two.size && memcmp(one.data, two.data, one.size) == 0, "%zu, %zu bytes",
	      one.size, two.size);
	free(one.data);
	free(two.data);
	free(image.pixels);
}

static void a_large_flat_picture_is_a_small_file(void)
{
	struct ff_image image = {.w = 2000, .h = 1000, .colours = 2};
	struct png_file file;

	image.pixels = oracle_cells(2000 * 1000, 1);
	memset(image.pixels, 1, 2000 * 1000);
	file = written(&image, 0);
	check_file(&image, &file, 0);
	CHECK(file.size < 20000, "%zu bytes", file.size);
	free(file.data);
	free(image.pixels);
}

static void more_pixels_than_the_limit_are_refused_unseen(void)
{
	static uint8_t mine;
	struct ff_image image = {.w = 32769, .h = 32768, .colours = 1, .pixels = NULL};
	struct ff_error err = {""};
	uint8_t *data = &mine;
	size_t size = 7;

	CHECK(ff_png_write(&image, NULL, 0, &data, &size, &err) == FF_E_LIMIT, "it was written");
	CHECK(strcmp(err.text, "a picture of 32769x32768 is too large") == 0, "\"%s\"", err.text);
	CHECK(data == &mine && size == 7, "something was set");
}

int main(void)
{
	RUN(every_chunk_is_in_its_place_and_holds_what_it_should);
	RUN(pictures_of_all_kinds_are_whole);
	RUN(a_grey_palette_reads_back_as_a_map);
	RUN(equal_pictures_are_equal_bytes);
	RUN(a_large_flat_picture_is_a_small_file);
	RUN(more_pixels_than_the_limit_are_refused_unseen);
	return tap_done();
}
