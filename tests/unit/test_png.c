/*
 * Files that are read, and those that are written, are compared with libpng.
 */
#include "io/png.h"

#include "feed.h"
#include "png.h"
#include "support/libpng_source.h"
#include "tap.h"
#include "temp.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

static const struct {
	int type, depth;
} kinds[] = {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}, {2, 8}, {2, 16}, {3, 1},
	     {3, 2}, {3, 4}, {3, 8}, {4, 8}, {4, 16}, {6, 8}, {6, 16}};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* An image as libpng sees it: what the file stores, a byte a sample, or two. */
struct picture {
	uint32_t w, h;
	int depth, type, colours, clear;
	uint8_t *samples; /* free() it */
	png_color palette[256];
	uint8_t alpha[256];
	png_color_16 key;
};

/* False if libpng does not like the file. */
static bool look(const uint8_t *bytes, size_t n, struct picture *pic)
{
	struct libpng_source from = {bytes, n};
	png_structp png = libpng_source_begin(&from);
	png_infop info = png_create_info_struct(png);
	png_colorp palette;
	png_bytep alpha = NULL;
	png_color_16p key = NULL;
	int passes;
	size_t row;

	temp_require(info != NULL, "memory");
	memset(pic, 0, sizeof *pic);
	if (setjmp(png_jmpbuf(png)) != 0) {
		png_destroy_read_struct(&png, &info, NULL);
		free(pic->samples);
		return false;
	}
	png_read_info(png, info);
	pic->w = png_get_image_width(png, info);
	pic->h = png_get_image_height(png, info);
	pic->depth = png_get_bit_depth(png, info);
	pic->type = png_get_color_type(png, info);
	if (png_get_PLTE(png, info, &palette, &pic->colours) != 0)
		memcpy(pic->palette, palette, sizeof *palette * (size_t)pic->colours);
	memset(pic->alpha, 255, sizeof pic->alpha);
	if (png_get_tRNS(png, info, &alpha, &pic->clear, &key) != 0 && pic->type == 3)
		memcpy(pic->alpha, alpha, (size_t)pic->clear);
	else if (key != NULL)
		pic->key = *key;
	png_set_packing(png);
	passes = png_set_interlace_handling(png);
	png_read_update_info(png, info);
	row = png_get_rowbytes(png, info);
	pic->samples = oracle_cells(pic->h, row);
	while (passes-- > 0)
		for (size_t y = 0; y < pic->h; y++)
			png_read_row(png, pic->samples + y * row, NULL);
	png_read_end(png, info);
	png_destroy_read_struct(&png, &info, NULL);
	return true;
}

/* Decodes a file with the reader under test. */
static enum ff_status decode(const uint8_t *bytes, size_t n, struct ff_png *png,
			     struct ff_error *err)
{
	struct ff_input in = feed_open("a.png", bytes, n);
	enum ff_status st = ff_png_header(&in, png, err);

	if (st == FF_OK)
		st = ff_png_pixels(&in, png, err);
	ff_input_close(&in);
	return st;
}

/* Returns true if all samples, and their colours, equal those of libpng. */
static bool equals(const struct ff_png *png, const struct picture *pic)
{
	size_t count = (size_t)pic->w * pic->h;
	unsigned scale =
		pic->type == PNG_GREY && pic->depth < 8 ? 255U / ((1U << pic->depth) - 1) : 1;

	if ((uint32_t)png->w != pic->w || (uint32_t)png->h != pic->h || png->depth != pic->depth ||
	    (int)png->type != pic->type)
		return false;
	for (size_t i = 0; i < count * (size_t)png->samples; i++) {
		const uint8_t *s = pic->samples + i;
		uint32_t want = *s * scale;

		if (pic->depth == 16) {
			s = pic->samples + 2 * i;
			want = (uint32_t)(s[0] << 8 | s[1]);
		}
		if (ff_png_sample(png, i / (size_t)png->samples, (int)(i % (size_t)png->samples)) !=
		    want)
			return false;
	}
	if (pic->type == PNG_INDEXED)
		return png->colours == pic->colours && !png->keyed &&
		       memcmp(png->palette, pic->palette, 3 * (size_t)pic->colours) == 0 &&
		       memcmp(png->alpha, pic->alpha, 256) == 0;
	if (png->keyed != (pic->clear > 0))
		return false;
	if (!png->keyed)
		return true;
	if (pic->type == PNG_GREY)
		return png->key[0] == pic->key.gray;
	return png->key[0] == pic->key.red && png->key[1] == pic->key.green &&
	       png->key[2] == pic->key.blue;
}

/* The file is decoded, and as libpng does it. */
static void same_as_libpng(const uint8_t *bytes, size_t n, const char *what)
{
	struct ff_error err = {""};
	struct ff_png png;
	struct picture pic;
	enum ff_status st = decode(bytes, n, &png, &err);

	CHECK(st == FF_OK, "%s: \"%s\"", what, err.text);
	if (CHECK(look(bytes, n, &pic), "%s: libpng does not read it", what)) {
		CHECK(st != FF_OK || equals(&png, &pic), "%s: other pixels", what);
		free(pic.samples);
	}
	if (st == FF_OK)
		free(png.pixels);
}

/* Bytes of the rows of a pass that has every dx-th and dy-th pixel from x,y on. */
static size_t rows_of(int32_t w, int32_t h, int32_t x, int32_t y, int32_t dx, int32_t dy, int bits,
		      uint8_t *raw)
{
	size_t across = w > x ? (size_t)((w - x + dx - 1) / dx) : 0, at = 0;
	size_t stride = (across * (size_t)bits + 7) / 8 + 1;

	for (; y < h && across > 0; y += dy, at += stride)
		raw[at] %= 5;
	return at;
}

/* A file of random bytes behind random filters. */
static struct png_file random_file(int32_t w, int32_t h, int type, int depth, bool interlaced,
				   uint64_t *dice)
{
	static const uint8_t passes[7][4] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
					     {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
	struct png_file file = png_begin((uint32_t)w, (uint32_t)h, depth, type, interlaced);
	int bits = depth * (type == 2 ? 3 : type == 4 ? 2 : type == 6 ? 4 : 1);
	/* each row of each pass at its longest */
	size_t room = ((size_t)w * (size_t)bits / 8 + 20) * ((size_t)h + 8) * (interlaced ? 4 : 1);
	uint8_t *raw = oracle_cells(room, 1), palette[768];
	size_t n = 0;

	for (size_t i = 0; i < sizeof palette; i++)
		palette[i] = (uint8_t)(oracle_random(dice) >> 20);
	if (type == PNG_INDEXED)
		png_chunk(&file, "PLTE", palette, (size_t)3 << depth);
	if (type == PNG_INDEXED && oracle_random(dice) % 2 == 0)
		png_chunk(&file, "tRNS", palette, 1 + oracle_random(dice) % (1U << depth));
	if ((type == PNG_GREY || type == PNG_RGB) && oracle_random(dice) % 4 == 0) {
		/* libpng cuts a key to the depth; so it has no more bits here. */
		for (int i = 0; i < 6 && depth < 16; i += 2) {
			palette[i] = 0;
			palette[i + 1] &= (uint8_t)((1 << depth) - 1);
		}
		png_chunk(&file, "tRNS", palette, type == PNG_GREY ? 2 : 6);
	}
	for (size_t i = 0; i < room; i++)
		raw[i] = (uint8_t)(oracle_random(dice) >> 20);
	if (!interlaced)
		n = rows_of(w, h, 0, 0, 1, 1, bits, raw);
	for (int i = 0; i < 7 && interlaced; i++)
		n += rows_of(w, h, passes[i][0], passes[i][1], passes[i][2], passes[i][3], bits,
			     raw + n);
	png_data(&file, raw, n);
	png_end(&file);
	free(raw);
	return file;
}

static void check_random(int32_t w, int32_t h, int kind, bool interlaced, uint64_t *dice)
{
	struct png_file file =
		random_file(w, h, kinds[kind].type, kinds[kind].depth, interlaced, dice);
	char what[80];

	snprintf(what, sizeof what, "%" PRId32 "x%" PRId32 ", type %d, %d bits, interlaced %d", w,
		 h, kinds[kind].type, kinds[kind].depth, interlaced);
	same_as_libpng(file.data, file.size, what);
	free(file.data);
}

static void every_kind_and_size_has_the_pixels_that_libpng_sees(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int32_t w = 1; w <= 70; w += w < 10 ? 1 : 12)
		for (int32_t h = 1; h <= 70; h += h < 9 ? 1 : 30)
			for (int k = 0; k < 2 * KINDS; k++)
				check_random(w, h, k / 2, k % 2 == 1, &dice);
}

static void an_image_may_be_a_line(void)
{
	const int32_t n = getenv("FULL") != NULL ? 100000 : 10007;
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 2 * KINDS; k++) {
		check_random(1, n, k / 2, k % 2 == 1, &dice);
		check_random(n, 1, k / 2, k % 2 == 1, &dice);
	}
}

static void data_may_be_cut_into_chunks_anywhere(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < KINDS; k++) {
		struct png_file file =
			random_file(5, 3, kinds[k].type, kinds[k].depth, k % 2 == 1, &dice);
		/* Behind the header there may be others. */
		size_t at = PNG_START, n;

		while (memcmp(file.data + at + 4, "IDAT", 4) != 0)
			at += png_get32(file.data + at) + PNG_FRAME;
		n = png_get32(file.data + at);
		for (size_t cut = 0; cut <= n; cut++) {
			struct png_file pieces = {NULL, 0};

			png_bytes(&pieces, file.data, at);
			png_chunk(&pieces, "IDAT", NULL, 0);
			for (size_t i = 0; cut == n && i < n; i++)
				png_chunk(&pieces, "IDAT", file.data + at + 8 + i, 1);
			if (cut < n) {
				png_chunk(&pieces, "IDAT", file.data + at + 8, cut);
				png_chunk(&pieces, "IDAT", NULL, 0);
				png_chunk(&pieces, "IDAT", file.data + at + 8 + cut, n - cut);
			}
			png_chunk(&pieces, "IDAT", NULL, 0);
			png_chunk(&pieces, "tIME", "1234567", 7);
			png_end(&pieces);
			same_as_libpng(pieces.data, pieces.size, "pieces");
			free(pieces.data);
		}
		free(file.data);
	}
}

/* ---- other people's files ---- */

static const char *suite_folder(void)
{
	static char folder[4096];
	const char *shared = getenv("FLOWFIELD_SHARED");

	snprintf(folder, sizeof folder, "%s/pngsuite", shared == NULL ? "../shared" : shared);
	return folder;
}

static int is_png(const struct dirent *entry)
{
	size_t n = strlen(entry->d_name);

	return n > 4 && strcmp(entry->d_name + n - 4, ".png") == 0;
}

static void of_pngsuite_161_files_have_the_pixels_of_libpng_and_14_are_refused(void)
{
	struct dirent **entries;
	int n = scandir(suite_folder(), &entries, is_png, alphasort), sound = 0, broken = 0;

	if (n < 0) {
		SKIP("there is no %s", suite_folder());
		return;
	}
	for (int i = 0; i < n; i++) {
		const char *name = entries[i]->d_name;
		char path[5000];
		size_t size = 0;
		char *bytes;

		snprintf(path, sizeof path, "%s/%s", suite_folder(), name);
		bytes = temp_read(path, &size);
		if (name[0] == 'x') {
			struct ff_error err = {""};
			struct ff_png png;

			CHECK(decode((uint8_t *)bytes, size, &png, &err) == FF_E_INPUT,
			      "%s is broken, but was read", name);
			broken++;
		} else {
			same_as_libpng((uint8_t *)bytes, size, name);
			sound++;
		}
		free(bytes);
		free(entries[i]);
	}
	free(entries);
	CHECK(sound == 161 && broken == 14, "%d sound files, %d broken ones", sound, broken);
}

/* ---- pictures that are written ---- */

/* A picture of that size whose pixels are drawn from a number of colours; each occurs if there are
 * enough pixels. */
static struct ff_bitmap random_bitmap(uint64_t *dice, int32_t w, int32_t h, uint32_t colours)
{
	size_t n = (size_t)w * (size_t)h;
	struct ff_bitmap bitmap = {
		.w = w, .h = h, .pixels = oracle_cells(n, sizeof(struct ff_colour))};

	for (size_t i = 0; i < n; i++) {
		uint32_t rgb = i < colours ? (uint32_t)i : (uint32_t)oracle_random(dice) % colours;

		rgb *= 0x9e3779; /* odd, so that colours stay different in 24 bits */
		bitmap.pixels[i] =
			(struct ff_colour){(uint8_t)rgb, (uint8_t)(rgb >> 8), (uint8_t)(rgb >> 16)};
	}
	return bitmap;
}

/* Noise of few and of many colours, gradients, cells drawn large, and a line that is blended. */
static void paint(struct ff_bitmap *bitmap, int kind, uint64_t *dice)
{
	struct ff_colour *pixel = bitmap->pixels;

	for (int32_t y = 0; y < bitmap->h; y++)
		for (int32_t x = 0; x < bitmap->w; x++) {
			int noise = (int)(oracle_random(dice) % 16);
			int value = kind == 0   ? noise
				    : kind == 1 ? noise * 16 + x % 16
				    : kind == 2 ? (x + y * 3) / 16
				    : kind == 3 ? ((x / 16 * 37) ^ (y / 16 * 11)) % 256
				    : kind == 4 ? (x / 16 + y / 16) % 16
						: (x + y) / 8;
			bool line = kind == 5 && (x - y) % 40 == 0;

			*pixel++ = (struct ff_colour){(uint8_t)value, (uint8_t)(value * 3),
						      (uint8_t)(line ? noise * 16 : 1)};
		}
}

/* Checks that libpng sees the pixels of a written picture, in as few bits as its colours need
 * unless that is 0. */
static void check_written(const struct ff_bitmap *bitmap, uint32_t colours)
{
	size_t n = (size_t)bitmap->w * (size_t)bitmap->h, bad = 0;
	struct png_file file = {NULL, 0};
	struct ff_error err = {""};
	struct picture pic;

	CHECK(ff_png_write(bitmap, &(struct ff_png_about){0}, &file.data, &file.size, &err) ==
		      FF_OK,
	      "\"%s\"", err.text);
	if (!CHECK(look(file.data, file.size, &pic), "libpng does not read it"))
		return;
	CHECK(pic.w == (uint32_t)bitmap->w && pic.h == (uint32_t)bitmap->h &&
		      (colours == 0 || (pic.type == (colours > 256 ? PNG_RGB : PNG_INDEXED) &&
					pic.depth == (colours <= 16 ? 4 : 8) &&
					pic.colours == (colours > 256 ? 0 : (int)colours))),
	      "%" PRIu32 " colours: type %d, depth %d, %d", colours, pic.type, pic.depth,
	      pic.colours);
	for (size_t i = 0; i < n; i++) {
		const struct ff_colour *want = &bitmap->pixels[i];
		const png_color *entry = &pic.palette[pic.samples[i]];

		bad += pic.type == PNG_RGB ? memcmp(pic.samples + 3 * i, want, 3) != 0
					   : entry->red != want->r || entry->green != want->g ||
						     entry->blue != want->b;
	}
	CHECK(bad == 0, "%zu pixels", bad);
	free(pic.samples);
	free(file.data);
}

static void pictures_have_the_pixels_that_libpng_sees(void)
{
	static const uint32_t colours[] = {1, 2, 15, 16, 17, 255, 256, 257, 5000};
	/* In the last one rows that repeat are packed by our own packer. */
	static const int32_t sizes[][2] = {{1, 1}, {1, 42000}, {42000, 1}, {101, 53}, {1000, 611}};
	uint64_t dice = ORACLE_SEED;

	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		struct ff_bitmap bitmap = random_bitmap(&dice, sizes[k][0], sizes[k][1], 1);

		for (size_t i = 0; i < sizeof colours / sizeof *colours; i++) {
			uint32_t n = (uint32_t)bitmap.w * (uint32_t)bitmap.h;

			free(bitmap.pixels);
			bitmap = random_bitmap(&dice, sizes[k][0], sizes[k][1], colours[i]);
			check_written(&bitmap, n < colours[i] ? n : colours[i]);
		}
		for (int kind = 0; kind < 6; kind++) {
			paint(&bitmap, kind, &dice);
			check_written(&bitmap, 0);
		}
		free(bitmap.pixels);
	}
}

int main(void)
{
	RUN(every_kind_and_size_has_the_pixels_that_libpng_sees);
	RUN(an_image_may_be_a_line);
	RUN(data_may_be_cut_into_chunks_anywhere);
	RUN(of_pngsuite_161_files_have_the_pixels_of_libpng_and_14_are_refused);
	RUN(pictures_have_the_pixels_that_libpng_sees);
	return tap_done();
}
