/*
 * Decoding is compared with libpng, and in PngSuite; files written are parsed chunk by chunk, and
 * read back as maps.
 */
#include "io/png.h"

#include "feed.h"
#include "png.h"
#include "rasters.h"
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

/* An image to be packed: what the samples are is up to 'type'. */
struct map_picture {
	int32_t w, h;
	int depth, type;
	bool interlaced;
	int filter;              /* 0..4, or 5: another one for each row */
	const uint16_t *samples; /* [w*h*channels]  0 .. 2^depth - 1 */
};

static int channels_of(int type)
{
	return type == PNG_RGB ? 3 : type == PNG_GREY_ALPHA ? 2 : type == PNG_RGB_ALPHA ? 4 : 1;
}

/* A filter's guess from the bytes to the left, above, and above the left one. */
static int guess(int filter, int a, int b, int c)
{
	int p = a + b - c, pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);

	switch (filter) {
	case 1:
		return a;
	case 2:
		return b;
	case 3:
		return (a + b) / 2;
	case 4:
		return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
	default:
		return 0;
	}
}

/* Packs the samples of row y, every dx-th pixel from x on; returns the bytes. */
static size_t pack_row(const struct map_picture *p, int32_t x, int32_t y, int32_t dx, uint8_t *row)
{
	int channels = channels_of(p->type);
	size_t bits = 0;

	for (; x < p->w; x += dx)
		for (int c = 0; c < channels; c++) {
			unsigned v = p->samples[(y * p->w + x) * channels + c];

			for (int bit = p->depth - 1; bit >= 0; bit--, bits++) {
				if (bits % 8 == 0)
					row[bits / 8] = 0;
				row[bits / 8] |= (uint8_t)((v >> bit & 1) << (7 - bits % 8));
			}
		}
	return (bits + 7) / 8;
}

/* Adds the rows y, y + dy, ... of the columns x, x + dx, ... to 'raw'; returns the bytes. */
static size_t pack_pass(const struct map_picture *p, int32_t x, int32_t y, int32_t dx, int32_t dy,
			uint8_t *raw)
{
	enum { ROW = 1024 };
	uint8_t above[ROW] = {0}, row[ROW] = {0};
	int bits = channels_of(p->type) * p->depth, step = bits < 8 ? 1 : bits / 8;
	size_t at = 0;

	if (x >= p->w)
		return 0;
	for (int k = 0; y < p->h; y += dy, k++) {
		int n = (int)pack_row(p, x, y, dx, row),
		    filter = p->filter == 5 ? k % 5 : p->filter;

		raw[at++] = (uint8_t)filter;
		for (int i = 0; i < n; i++) {
			int a = i < step ? 0 : row[i - step], c = i < step ? 0 : above[i - step];

			raw[at++] = (uint8_t)(row[i] - guess(filter, a, above[i], c));
		}
		memcpy(above, row, (size_t)n);
	}
	return at;
}

/* The filtered rows of all passes; free() them. */
static uint8_t *pack(const struct map_picture *p, size_t *n)
{
	/* Where the n-th pixel of the 8 x 8 pattern begins a pass, and how far apart they stand. */
	static const int32_t first[7][2] = {{0, 0}, {4, 0}, {0, 4}, {2, 0}, {0, 2}, {1, 0}, {0, 1}};
	static const int32_t apart[7][2] = {{8, 8}, {8, 8}, {4, 8}, {4, 4}, {2, 4}, {2, 2}, {1, 2}};
	uint8_t *raw = oracle_cells((size_t)(p->h + 8) * (size_t)(p->w + 8) * 16, 1);

	*n = 0;
	if (!p->interlaced)
		*n = pack_pass(p, 0, 0, 1, 1, raw);
	for (int i = 0; i < 7 && p->interlaced; i++)
		*n += pack_pass(p, first[i][0], first[i][1], apart[i][0], apart[i][1], raw + *n);
	return raw;
}

/* A file with that image: header, 'extra' chunks (PLTE, tRNS), data. */
struct extra {
	const char *type;
	const void *data;
	size_t n;
};

static struct png_file file_of(const struct map_picture *p, const struct extra *extra, size_t count)
{
	struct png_file file =
		png_begin((uint32_t)p->w, (uint32_t)p->h, p->depth, p->type, p->interlaced);
	size_t n;
	uint8_t *raw = pack(p, &n);

	for (size_t i = 0; i < count; i++)
		png_chunk(&file, extra[i].type, extra[i].data, extra[i].n);
	png_data(&file, raw, n);
	png_end(&file);
	free(raw);
	return file;
}

static enum ff_status map_decode(const struct png_file *file, struct ff_cost *map,
				 struct ff_error *err)
{
	return feed(ff_png_read_map, "a.png", file->data, file->size, map, err);
}

/* The file is read as w * h cells that are these. */
static void accepted(const struct png_file *file, int32_t w, int32_t h, const uint8_t *cells,
		     const char *what)
{
	struct ff_cost map;
	struct ff_error err;
	enum ff_status st = map_decode(file, &map, &err);

	CHECK(st == FF_OK, "%s: \"%s\"", what, err.text);
	CHECK(st != FF_OK ||
		      (map.w == w && map.h == h && memcmp(map.cells, cells, (size_t)(w * h)) == 0),
	      "%s: other cells", what);
	free(map.cells);
}

/* The file is refused with that message, and nothing is set. */
static void refused(const struct png_file *file, enum ff_status status, const char *message)
{
	struct ff_cost map;
	struct ff_error err;
	enum ff_status st = map_decode(file, &map, &err);

	CHECK(st == status && strcmp(err.text, message) == 0, "status %d, \"%s\", not \"%s\"",
	      (int)st, err.text, message);
	CHECK(st == FF_OK || map.w == -1, "\"%s\": the map was set", message);
	free(map.cells);
}

static void finish_refused(struct png_file *file, const char *message)
{
	refused(file, FF_E_INPUT, message);
	free(file->data);
}

/* ---- what is read ---- */

static void every_depth_of_grey_is_read_with_every_filter_and_interlaced(void)
{
	static const int depths[] = {1, 2, 4, 8, 16};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 5 * 6 * 2 * 12; k++) {
		int depth = depths[k % 5], most = depth == 16 ? 255 : (1 << depth) - 1;
		struct map_picture p = {.depth = depth, .type = PNG_GREY, .filter = k / 5 % 6};
		uint16_t samples[19 * 19];
		uint8_t cells[19 * 19];
		struct png_file file;
		char what[80];

		p.w = 1 + (int32_t)(oracle_random(&dice) % 19);
		p.h = 1 + (int32_t)(oracle_random(&dice) % 19);
		p.interlaced = k / 30 % 2 == 1;
		p.samples = samples;
		for (int i = 0; i < p.w * p.h; i++) {
			int v = (int)(oracle_random(&dice) % (uint64_t)(most + 1));

			samples[i] = (uint16_t)(depth == 16 ? v * 257 : v);
			cells[i] = (uint8_t)(v * 255 / most);
		}
		file = file_of(&p, NULL, 0);
		snprintf(what, sizeof what, "%d bits, filter %d, %" PRId32 "x%" PRId32 "%s", depth,
			 p.filter, p.w, p.h, p.interlaced ? ", interlaced" : "");
		accepted(&file, p.w, p.h, cells, what);
		free(file.data);
	}
}

static void grey_is_read_from_colour_and_opaque_types_too(void)
{
	static const int types[] = {PNG_RGB, PNG_GREY_ALPHA, PNG_RGB_ALPHA};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 3 * 2 * 6 * 2 * 4; k++) {
		struct map_picture p = {.w = 7, .h = 5, .depth = k / 3 % 2 ? 16 : 8};
		uint16_t samples[7 * 5 * 4], most = p.depth == 16 ? 257 : 1;
		int channels = channels_of(types[k % 3]);
		struct png_file file;
		uint8_t cells[7 * 5];
		char what[80];

		p.type = types[k % 3];
		p.filter = k / 6 % 6;
		p.interlaced = k / 36 % 2 == 1;
		p.samples = samples;
		for (int i = 0; i < 7 * 5; i++) {
			cells[i] = (uint8_t)oracle_random(&dice);
			for (int c = 0; c < channels; c++)
				samples[i * channels + c] =
					(uint16_t)(c % 2 == 1 && c == channels - 1
							   ? 255 * most
							   : cells[i] * most);
		}
		file = file_of(&p, NULL, 0);
		snprintf(what, sizeof what, "type %d, %d bits, filter %d", p.type, p.depth,
			 p.filter);
		accepted(&file, 7, 5, cells, what);
		free(file.data);
	}
}

static void grey_palettes_are_read_at_every_depth(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 4 * 2 * 20; k++) {
		int depth = 1 << k % 4, most = (1 << depth) - 1;
		struct map_picture p = {.w = 11, .h = 3, .depth = depth, .type = PNG_INDEXED};
		uint8_t palette[256][3], cells[11 * 3];
		struct extra extra = {"PLTE", palette, 3 * ((size_t)most + 1)};
		uint16_t samples[11 * 3];
		struct png_file file;
		char what[80];

		p.filter = k % 6;
		p.interlaced = k / 4 % 2 == 1;
		p.samples = samples;
		for (int i = 0; i <= most; i++)
			memset(palette[i], (int)(oracle_random(&dice) % 256), 3);
		for (int i = 0; i < 11 * 3; i++) {
			samples[i] = (uint16_t)(oracle_random(&dice) % (uint64_t)(most + 1));
			cells[i] = palette[samples[i]][0];
		}
		file = file_of(&p, &extra, 1);
		snprintf(what, sizeof what, "%d bits, interlaced %d", depth, p.interlaced);
		accepted(&file, 11, 3, cells, what);
		free(file.data);
	}
}

static void palette_entries_that_no_pixel_has_may_be_anything(void)
{
	static const uint8_t palette[] = {10, 10, 10, 200, 0, 0, 30, 30, 30, 40, 40, 40};
	static const uint8_t alpha[] = {255, 0, 255, 7};
	static const struct extra extra[] = {{"PLTE", palette, 12}, {"tRNS", alpha, 4}};
	static const uint16_t samples[] = {0, 2, 2, 0};
	const struct map_picture p = {
		.w = 2, .h = 2, .depth = 2, .type = PNG_INDEXED, .samples = samples};
	struct png_file file = file_of(&p, extra, 2);

	accepted(&file, 2, 2, (const uint8_t[]){10, 30, 30, 10}, "unused entries");
	free(file.data);
}

/* ---- pixels that are no cost ---- */

static void the_first_coloured_pixel_is_named(void)
{
	uint16_t samples[4 * 3 * 4];
	struct map_picture p = {.w = 4, .h = 3, .samples = samples};

	for (int k = 0; k < 4; k++) {
		int channels = k % 2 ? 4 : 3, most = k < 2 ? 255 : 65535;

		p.type = k % 2 ? PNG_RGB_ALPHA : PNG_RGB;
		p.depth = k < 2 ? 8 : 16;
		for (int c = 0; c < 3; c++) {
			struct png_file file;

			for (int i = 0; i < 4 * 3 * channels; i++)
				samples[i] = (uint16_t)most;
			samples[(1 * 4 + 3) * channels + c] = (uint16_t)(most - most / 255);
			samples[(2 * 4 + 0) * channels + c] = 0;
			file = file_of(&p, NULL, 0);
			finish_refused(&file, "a.png: pixel 3,1 is coloured: only grey is read as "
					      "cost (--legend FILE reads colours)");
		}
	}
}

static void a_coloured_palette_entry_is_told_by_its_pixel(void)
{
	static const uint8_t palette[] = {10, 10, 10, 20, 20, 21};
	static const struct extra extra = {"PLTE", palette, 6};
	static const uint16_t samples[] = {0, 0, 0, 1};
	const struct map_picture p = {
		.w = 2, .h = 2, .depth = 1, .type = PNG_INDEXED, .samples = samples};
	struct png_file file = file_of(&p, &extra, 1);

	finish_refused(&file, "a.png: pixel 1,1 is coloured: only grey is read as cost (--legend "
			      "FILE reads colours)");
}

static void the_first_pixel_that_is_not_opaque_is_named(void)
{
	uint16_t samples[4 * 3 * 4];
	struct map_picture p = {.w = 4, .h = 3, .samples = samples};

	for (int k = 0; k < 4; k++) {
		int channels = k % 2 ? 4 : 2, most = k < 2 ? 255 : 65535;
		struct png_file file;

		p.type = k % 2 ? PNG_RGB_ALPHA : PNG_GREY_ALPHA;
		p.depth = k < 2 ? 8 : 16;
		for (int i = 0; i < 4 * 3 * channels; i++)
			samples[i] = (uint16_t)most;
		samples[(0 * 4 + 2) * channels + channels - 1] = (uint16_t)(most - 1);
		samples[(2 * 4 + 3) * channels + channels - 1] = 0;
		file = file_of(&p, NULL, 0);
		finish_refused(
			&file,
			"a.png: pixel 2,0 is transparent: every pixel must be opaque (convert "
			"IN.png -background white -flatten OUT.png)");
	}
}

static void a_key_makes_its_grey_transparent_at_every_depth(void)
{
	static const int depths[] = {1, 2, 4, 8, 16};

	for (int k = 0; k < 5; k++) {
		uint16_t v = depths[k] == 16 ? 257 : 1;
		const uint16_t samples[] = {0, 0, v, 0}, clean[] = {0, 0, 0, 0};
		const uint8_t key[] = {(uint8_t)(v >> 8), (uint8_t)v};
		const struct extra extra = {"tRNS", key, 2};
		struct map_picture p = {
			.w = 2, .h = 2, .depth = depths[k], .type = PNG_GREY, .samples = samples};
		struct png_file file = file_of(&p, &extra, 1);

		finish_refused(
			&file,
			"a.png: pixel 0,1 is transparent: every pixel must be opaque (convert "
			"IN.png -background white -flatten OUT.png)");
		p.samples = clean;
		file = file_of(&p, &extra, 1);
		accepted(&file, 2, 2, (const uint8_t[]){0, 0, 0, 0}, "a key that no pixel has");
		free(file.data);
	}
}

/* "If the image bit depth is less than 16 bits, the least significant bits are used." */
static void only_as_many_bits_of_a_key_count_as_a_sample_has(void)
{
	static const int depths[] = {1, 2, 4, 8};

	for (int k = 0; k < 4; k++) {
		static const uint16_t samples[] = {0, 1};
		const uint8_t key[] = {0x80, (uint8_t)(depths[k] < 8 ? 1 << depths[k] | 1 : 1)};
		const struct extra extra = {"tRNS", key, 2};
		const struct map_picture p = {
			.w = 2, .h = 1, .depth = depths[k], .type = PNG_GREY, .samples = samples};
		struct png_file file = file_of(&p, &extra, 1);

		finish_refused(
			&file,
			"a.png: pixel 1,0 is transparent: every pixel must be opaque (convert "
			"IN.png -background white -flatten OUT.png)");
	}
}

static void a_key_of_three_samples_means_all_three(void)
{
	static const uint8_t key[] = {0, 7, 0, 7, 0, 7}, other[] = {0, 7, 0, 8, 0, 7};
	static const uint16_t samples[] = {1, 1, 1, 7, 7, 7};
	const struct extra extra = {"tRNS", key, 6}, others = {"tRNS", other, 6};
	const struct map_picture p = {
		.w = 2, .h = 1, .depth = 8, .type = PNG_RGB, .samples = samples};
	struct png_file file = file_of(&p, &extra, 1);

	finish_refused(&file,
		       "a.png: pixel 1,0 is transparent: every pixel must be opaque (convert "
		       "IN.png -background white -flatten OUT.png)");
	file = file_of(&p, &others, 1);
	accepted(&file, 2, 1, (const uint8_t[]){1, 7}, "another key");
	free(file.data);
}

static void a_transparent_palette_entry_is_told_by_its_pixel(void)
{
	static const uint8_t palette[] = {10, 10, 10, 20, 20, 20}, alpha[] = {255, 254};
	static const struct extra extra[] = {{"PLTE", palette, 6}, {"tRNS", alpha, 2}};
	static const uint16_t samples[] = {0, 0, 1, 0};
	const struct map_picture p = {
		.w = 2, .h = 2, .depth = 1, .type = PNG_INDEXED, .samples = samples};
	struct png_file file = file_of(&p, extra, 2);

	finish_refused(&file,
		       "a.png: pixel 0,1 is transparent: every pixel must be opaque (convert "
		       "IN.png -background white -flatten OUT.png)");
	/* A short table leaves the rest opaque. */
	file = file_of(&p, (struct extra[]){extra[0], {"tRNS", alpha, 1}}, 2);
	accepted(&file, 2, 2, (const uint8_t[]){10, 10, 20, 10}, "a short table");
	free(file.data);
}

static void an_index_past_the_palette_is_named(void)
{
	static const uint8_t palette[768] = {0};
	uint16_t samples[4] = {0, 0, 0, 0};

	for (int depth = 1; depth <= 8; depth *= 2)
		for (int colours = 1; colours < 1 << depth; colours += 1 + colours / 2) {
			const struct map_picture p = {.w = 2,
						      .h = 2,
						      .depth = depth,
						      .type = PNG_INDEXED,
						      .samples = samples};
			const struct extra extra = {"PLTE", palette, 3 * (size_t)colours};
			struct png_file file;
			char message[80];

			samples[3] = (uint16_t)colours;
			file = file_of(&p, &extra, 1);
			snprintf(message, sizeof message,
				 "a.png: pixel 1,1 has colour %d of a palette of %d", colours,
				 colours);
			finish_refused(&file, message);
		}
}

static void only_multiples_of_257_are_16_bit_greys(void)
{
	static const uint16_t wrong[] = {1, 256, 258, 65534, 65280, 32768};

	for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
		const uint16_t samples[] = {0, 257, 65535, wrong[k]};
		const struct map_picture p = {
			.w = 2, .h = 2, .depth = 16, .type = PNG_GREY, .samples = samples};
		struct png_file file = file_of(&p, NULL, 0);
		char message[160];

		snprintf(message, sizeof message,
			 "a.png: pixel 1,1 has the 16-bit grey %d, which no 8-bit grey equals (257 "
			 "times 0..255 does; --cost-scale F reads finer ones)",
			 wrong[k]);
		finish_refused(&file, message);
	}
}

/* ---- files that are broken ---- */

enum { SAMPLES = 4 };

/* Small files of different kinds and their cells. */
static struct png_file sample_file(int k, const uint8_t **cells)
{
	static const uint8_t grey[] = {1, 254, 255, 0, 7, 7}, levels[] = {0, 85, 170, 255, 85, 0};
	static const uint8_t palette[] = {9, 9, 9, 8, 8, 8, 7, 7, 7}, alpha[] = {255, 255};
	static const uint8_t entries[] = {9, 8, 7, 7, 8, 9};
	static const uint16_t grey16[] = {257, 65278, 65535, 0, 1799, 1799};
	static const uint16_t samples[][6] = {
		{1, 254, 255, 0, 7, 7}, {0, 1, 2, 3, 1, 0}, {0, 1, 2, 2, 1, 0}};
	static const struct extra extra[] = {
		{"PLTE", palette, 9}, {"tRNS", alpha, 2}, {"tEXt", "Software\0by hand", 16}};
	struct map_picture p = {.w = 3, .h = 2, .type = PNG_GREY, .samples = samples[k % 3]};

	*cells = k == 1 ? levels : k == 2 ? entries : grey;
	switch (k) {
	case 0:
		p.depth = 8;
		return file_of(&p, extra + 2, 1);
	case 1:
		p.depth = 2;
		p.interlaced = true;
		return file_of(&p, NULL, 0);
	case 2:
		p.depth = 4;
		p.type = PNG_INDEXED;
		return file_of(&p, extra, 3);
	default:
		p.depth = 16;
		p.filter = 5;
		p.samples = grey16;
		return file_of(&p, NULL, 0);
	}
}

static void a_file_cut_anywhere_is_refused(void)
{
	for (int k = 0; k < SAMPLES; k++) {
		const uint8_t *cells;
		struct png_file file = sample_file(k, &cells);

		accepted(&file, 3, 2, cells, "whole");
		for (size_t n = 8; n < file.size; n++) {
			struct png_file cut = {file.data, n};

			refused(&cut, FF_E_INPUT, "a.png: is truncated");
		}
		free(file.data);
	}
}

static void a_byte_changed_anywhere_is_noticed(void)
{
	for (int k = 0; k < SAMPLES; k++) {
		const uint8_t *cells;
		struct png_file file = sample_file(k, &cells);

		for (size_t i = 8; i < file.size; i++)
			for (int change = 1; change < 256; change++) {
				struct ff_cost map;
				struct ff_error err;
				enum ff_status st;

				file.data[i] ^= (uint8_t)change;
				st = map_decode(&file, &map, &err);
				file.data[i] ^= (uint8_t)change;
				CHECK(st == FF_E_INPUT || st == FF_E_LIMIT,
				      "file %d, byte %zu ^ %d: status %d", k, i, change, (int)st);
				CHECK(strncmp(err.text, "a.png: is ", 10) == 0,
				      "file %d, byte %zu ^ %d: \"%s\"", k, i, change, err.text);
				free(map.cells);
			}
		free(file.data);
	}
}

/* Sets the checksums of all chunks right. */
static void mend(struct png_file *file)
{
	size_t at = 8;

	while (file->size - at >= PNG_FRAME &&
	       png_get32(file->data + at) <= file->size - at - PNG_FRAME) {
		size_t n = png_get32(file->data + at);

		png_put32(file->data + at + 8 + n, png_crc(file->data + at + 4, n + 4));
		at += PNG_FRAME + n;
	}
}

static void nonsense_behind_right_checksums_does_no_harm(void)
{
	uint64_t dice = ORACLE_SEED;
	int read = 0;

	for (int k = 0; k < 40000; k++) {
		const uint8_t *cells;
		struct png_file file = sample_file(k % SAMPLES, &cells);
		struct ff_cost map;
		struct ff_error err;
		enum ff_status st;

		for (uint64_t i = oracle_random(&dice) % 3; i < 3; i++) {
			size_t at = (size_t)(12 + oracle_random(&dice) % (file.size - 12));

			file.data[at] ^= (uint8_t)oracle_random(&dice);
		}
		mend(&file);
		st = map_decode(&file, &map, &err);
		CHECK(st == FF_OK || st == FF_E_INPUT || st == FF_E_LIMIT || st == FF_E_NOMEM,
		      "try %d: status %d", k, (int)st);
		CHECK(st == FF_OK || strstr(err.text, "a.png") != NULL, "try %d: \"%s\"", k,
		      err.text);
		for (int32_t i = 0; st == FF_OK && i < map.w * map.h; i++)
			read += map.cells[i];
		free(map.cells);
		free(file.data);
	}
	CHECK(read > 0, "nothing was read");
}

static void a_header_that_makes_no_sense_is_refused(void)
{
	for (int depth = 0; depth < 20; depth++)
		for (int type = 0; type < 9; type++) {
			bool any = depth == 1 || depth == 2 || depth == 4;
			bool fits = type == PNG_GREY      ? any || depth == 8 || depth == 16
				    : type == PNG_INDEXED ? any || depth == 8
				    : type == 2 || type == 4 || type == 6
					    ? depth == 8 || depth == 16
					    : false;
			struct png_file file = png_begin(1, 1, depth, type, false);

			finish_refused(&file, fits ? "a.png: is truncated"
						   : "a.png: is corrupt: the header makes no "
						     "sense");
		}
	for (int field = 10; field < 13; field++) {
		struct png_file file = png_begin(1, 1, 8, PNG_GREY, false);

		file.data[16 + field] = 2;
		mend(&file);
		finish_refused(&file, "a.png: is corrupt: the header makes no sense");
	}
	for (int k = 0; k < 4; k++) {
		struct png_file file = png_begin(k < 2    ? 1
						 : k == 2 ? 0
							  : 0x80000000,
						 k > 1    ? 1
						 : k == 1 ? 0
							  : 0xffffffff,
						 8, PNG_GREY, false);

		finish_refused(&file, "a.png: is corrupt: the header makes no sense");
	}
}

static void a_file_that_does_not_begin_with_a_header_is_refused(void)
{
	struct png_file file = png_begin(1, 1, 8, PNG_GREY, false);

	memcpy(file.data + 12, "IHDX", 4);
	mend(&file);
	refused(&file, FF_E_INPUT, "a.png: is corrupt: it does not begin with its header");
	memcpy(file.data + 12, "IHDR", 4);
	file.data[11] = 12;
	finish_refused(&file, "a.png: is corrupt: it does not begin with its header");
}

static void more_pixels_than_can_be_decoded_are_refused_before_any_are_read(void)
{
	/* what it cannot count: samples, their bytes, bytes of data, bits of a row */
	static const struct {
		uint32_t w, h;
		int depth, type;
	} sizes[] = {{32768, 32769, 8, PNG_GREY_ALPHA}, {32768, 32769, 1, PNG_INDEXED},
		     {32768, 16385, 8, PNG_GREY_ALPHA}, {16384, 16385, 16, PNG_RGB_ALPHA},
		     {1, (1 << 30) + 1, 1, PNG_GREY},   {1 << 30, 1, 2, PNG_GREY},
		     {1 << 20, 1 << 30, 8, PNG_GREY}};
	char message[160];
	struct png_file file = png_begin(INT32_MAX, INT32_MAX, 16, PNG_RGB_ALPHA, true);

	refused(&file, FF_E_NOMEM, "out of memory for a.png");
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		free(file.data);
		file = png_begin(sizes[i].w, sizes[i].h, sizes[i].depth, sizes[i].type, false);
		snprintf(message, sizeof message,
			 "a.png: %" PRIu32 "x%" PRIu32 " pixels of this kind are more than the PNG "
			 "decoder can count: save it as 8-bit grey, or as PGM",
			 sizes[i].w, sizes[i].h);
		refused(&file, FF_E_LIMIT, message);
	}
	free(file.data);
	file = png_begin(16384, 16384, 8, PNG_GREY, false);
	finish_refused(&file, "a.png: is truncated");
	/* Without memory for them. */
	file = png_begin(1 << 10, 1 << 20, 8, PNG_GREY, false);
	png_data(&file, (const uint8_t *)"", 1);
	png_end(&file);
	finish_refused(&file, "a.png: is corrupt: it has less data than pixels");
}

static void a_very_long_row_is_within_the_limit(void)
{
	int32_t w = (1 << 24) + 1;
	uint8_t *cells = oracle_cells((size_t)w, 1);
	struct png_file file;

	memset(cells, 3, (size_t)w);
	file = png_grey(w, 1, cells);
	accepted(&file, w, 1, cells, "16777217x1");
	free(file.data);
	file = png_grey(1, w, cells);
	accepted(&file, 1, w, cells, "1x16777217");
	free(file.data);
	free(cells);
}

/* ---- chunks ---- */

static const uint8_t cells_row[] = {0, 1, 2, 3}; /* of 3 x 1 cells, without a filter */
static const uint8_t black[] = {0, 0, 0};

static void data_may_come_in_pieces(void)
{
	size_t n;
	uint8_t *packed = png_deflate(cells_row, sizeof cells_row, &n);

	for (size_t cut = 0; cut <= n; cut++) {
		struct png_file file = png_begin(3, 1, 8, PNG_GREY, false);

		png_chunk(&file, "tEXt", "a\0b", 3);
		png_chunk(&file, "IDAT", packed, cut);
		png_chunk(&file, "IDAT", NULL, 0);
		png_chunk(&file, "IDAT", packed + cut, n - cut);
		png_chunk(&file, "tIME", "1234567", 7);
		png_end(&file);
		accepted(&file, 3, 1, cells_row + 1, "two pieces");
		free(file.data);
	}
	free(packed);
}

static void even_a_byte_of_data_must_not_stand_apart(void)
{
	size_t n;
	uint8_t *packed = png_deflate(cells_row, sizeof cells_row, &n);
	struct png_file file = png_begin(3, 1, 8, PNG_GREY, false);

	png_chunk(&file, "IDAT", packed, 1);
	png_chunk(&file, "tEXt", "a\0b", 3);
	png_chunk(&file, "IDAT", packed + 1, n - 1);
	png_end(&file);
	finish_refused(&file, "a.png: is corrupt: its data are not in one piece");
	free(packed);
}

static void what_follows_the_end_does_not_count(void)
{
	struct png_file file = png_grey(3, 1, cells_row + 1);

	png_bytes(&file, "and more", 8);
	accepted(&file, 3, 1, cells_row + 1, "more after the end");
	free(file.data);
}

static void chunks_that_are_missing_or_out_of_place_are_told(void)
{
	static const char misplaced[] =
		"a.png: is corrupt: it has a critical part that is unknown or out of place";
	struct png_file file = png_begin(3, 1, 8, PNG_GREY, false);
	uint8_t header[13];

	png_end(&file);
	finish_refused(&file, "a.png: is corrupt: it has no data");

	file = png_begin(3, 1, 8, PNG_GREY, false);
	png_chunk(&file, "IDAT", NULL, 0);
	png_end(&file);
	finish_refused(&file, "a.png: is corrupt: it has no data");

	file = png_begin(3, 1, 8, PNG_GREY, false);
	png_data(&file, cells_row, sizeof cells_row);
	png_chunk(&file, "tEXt", "a\0b", 3);
	png_data(&file, cells_row, sizeof cells_row);
	png_end(&file);
	finish_refused(&file, "a.png: is corrupt: its data are not in one piece");

	file = png_begin(3, 1, 8, PNG_INDEXED, false);
	png_data(&file, cells_row, sizeof cells_row);
	png_end(&file);
	finish_refused(&file, "a.png: is corrupt: it has no palette");

	file = png_begin(3, 1, 8, PNG_INDEXED, false);
	png_data(&file, cells_row, sizeof cells_row);
	png_chunk(&file, "PLTE", black, 3);
	png_end(&file);
	finish_refused(&file, "a.png: is corrupt: it has no palette");

	file = png_begin(3, 1, 8, PNG_RGB, false);
	png_data(&file, cells_row, sizeof cells_row);
	png_chunk(&file, "PLTE", black, 3);
	png_end(&file);
	finish_refused(&file, misplaced);

	file = png_begin(3, 1, 8, PNG_RGB, false);
	png_chunk(&file, "tRNS", "\0\0\0\0\0", 6);
	png_chunk(&file, "PLTE", black, 3);
	png_data(&file, cells_row, sizeof cells_row);
	png_end(&file);
	finish_refused(&file, misplaced);

	file = png_begin(3, 1, 8, PNG_GREY, false);
	png_chunk(&file, "IDAT", NULL, 0);
	png_chunk(&file, "tEXt", "a\0b", 3);
	png_data(&file, cells_row, sizeof cells_row);
	png_end(&file);
	finish_refused(&file, "a.png: is corrupt: its data are not in one piece");

	file = png_begin(3, 1, 8, PNG_GREY, false);
	png_data(&file, cells_row, sizeof cells_row);
	png_chunk(&file, "IEND", "x", 1);
	finish_refused(&file, "a.png: is corrupt: its end is not empty");

	file = png_begin(3, 1, 8, PNG_GREY, false);
	png_data(&file, cells_row, sizeof cells_row);
	finish_refused(&file, "a.png: is truncated");

	file = png_begin(3, 1, 8, PNG_GREY, false);
	memcpy(header, file.data + 16, sizeof header);
	png_chunk(&file, "IHDR", header, sizeof header);
	png_data(&file, cells_row, sizeof cells_row);
	png_end(&file);
	finish_refused(&file, misplaced);

	file = png_begin(3, 1, 8, PNG_GREY, false);
	png_chunk(&file, "ABCD", black, 3);
	png_data(&file, cells_row, sizeof cells_row);
	png_end(&file);
	finish_refused(&file, misplaced);
}

static void a_chunk_without_a_proper_name_or_length_is_refused(void)
{
	static const char message[] = "a.png: is corrupt: a part has no proper name or length";
	static const char *const names[] = {"tEX ", "t\nXt", "tEX\200", "1EXt", "ID\033T"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct png_file file = png_begin(3, 1, 8, PNG_GREY, false);

		png_chunk(&file, names[i], "x", 1);
		png_data(&file, cells_row, sizeof cells_row);
		png_end(&file);
		finish_refused(&file, message);
	}
	for (uint32_t n = 0x7ffffffe; n <= 0x80000001; n++) {
		struct png_file file = png_begin(3, 1, 8, PNG_GREY, false);

		png_chunk(&file, "tEXt", "x", 1);
		png_put32(file.data + PNG_START, n);
		png_data(&file, cells_row, sizeof cells_row);
		png_end(&file);
		finish_refused(&file, n > 0x7fffffff ? message : "a.png: is truncated");
	}
}

static void a_palette_that_makes_no_sense_is_refused(void)
{
	static const uint8_t palette[771] = {0};
	static const struct {
		int type;
		size_t n;
		bool twice, fine;
	} cases[] = {
		{PNG_INDEXED, 3 * 4, false, true}, {PNG_INDEXED, 0, false, false},
		{PNG_INDEXED, 2, false, false},    {PNG_INDEXED, 771, false, false},
		{PNG_INDEXED, 768, false, true},   {PNG_INDEXED, 12, true, false},
		{PNG_GREY, 12, false, false},      {PNG_GREY_ALPHA, 12, false, false},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct png_file file = png_begin(3, 1, 8, cases[i].type, false);

		for (int k = 0; k <= (cases[i].twice ? 1 : 0); k++)
			png_chunk(&file, "PLTE", palette, cases[i].n);
		png_data(&file, cells_row, sizeof cells_row);
		png_end(&file);
		if (cases[i].fine)
			accepted(&file, 3, 1, black, "a palette");
		else
			refused(&file, FF_E_INPUT, "a.png: is corrupt: its palette makes no sense");
		free(file.data);
	}
}

static void a_transparency_that_makes_no_sense_is_refused(void)
{
	static const uint8_t bytes[257] = {0};
	static const struct {
		int type;
		size_t n;
	} cases[] = {{PNG_INDEXED, 2}, {PNG_INDEXED, 0},    {PNG_INDEXED, 257},
		     {PNG_GREY, 0},    {PNG_GREY, 1},       {PNG_GREY, 3},
		     {PNG_RGB, 2},     {PNG_GREY_ALPHA, 2}, {PNG_RGB_ALPHA, 6}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct png_file file = png_begin(3, 1, 8, cases[i].type, false);

		if (cases[i].type == PNG_INDEXED)
			png_chunk(&file, "PLTE", bytes, 3); /* of which there is one */
		png_chunk(&file, "tRNS", bytes, cases[i].n);
		png_data(&file, cells_row, sizeof cells_row);
		png_end(&file);
		finish_refused(&file, "a.png: is corrupt: its transparency makes no sense");
	}
	/* twice, behind the data, and before its palette */
	for (int k = 0; k < 3; k++) {
		struct png_file file = png_begin(3, 1, 8, k < 2 ? PNG_GREY : PNG_INDEXED, false);

		if (k != 1)
			png_chunk(&file, "tRNS", bytes, k < 2 ? 2 : 1);
		if (k == 0)
			png_chunk(&file, "tRNS", bytes, 2);
		png_data(&file, cells_row, sizeof cells_row);
		if (k == 1)
			png_chunk(&file, "tRNS", bytes, 2);
		png_end(&file);
		finish_refused(&file, "a.png: is corrupt: its transparency makes no sense");
	}
}

static void data_that_do_not_fit_the_header_are_refused(void)
{
	static const uint8_t filter5[] = {5, 1, 2, 3}, rows[] = {0, 1, 2, 3, 0, 1, 2, 3};
	struct png_file file = png_begin(3, 1, 8, PNG_GREY, false);

	png_data(&file, cells_row, sizeof cells_row - 1);
	png_end(&file);
	finish_refused(&file, "a.png: is corrupt: it has less data than pixels");

	file = png_begin(3, 1, 8, PNG_GREY, false);
	png_data(&file, rows, sizeof rows);
	png_end(&file);
	finish_refused(&file, "a.png: is corrupt: it has more data than pixels");

	file = png_begin(3, 1, 8, PNG_GREY, false);
	png_data(&file, filter5, sizeof filter5);
	png_end(&file);
	finish_refused(&file, "a.png: is corrupt: its data make no sense");

	file = png_begin(3, 1, 8, PNG_GREY, false);
	png_chunk(&file, "IDAT", "not a stream", 12);
	png_end(&file);
	finish_refused(&file, "a.png: is corrupt: its data are damaged");
}

static void a_wrong_checksum_inside_the_data_is_noticed(void)
{
	size_t n;
	uint8_t *packed = png_deflate(cells_row, sizeof cells_row, &n);
	struct png_file file = png_begin(3, 1, 8, PNG_GREY, false);

	packed[n - 1] ^= 1; /* the Adler-32 of the stream, under a right checksum of the chunk */
	png_chunk(&file, "IDAT", packed, n);
	png_end(&file);
	finish_refused(&file, "a.png: is corrupt: its data are damaged");
	free(packed);
}

static void bytes_behind_the_stream_do_not_count(void)
{
	for (size_t more = 0; more < 9; more++) {
		size_t n;
		uint8_t *packed = png_deflate(cells_row, sizeof cells_row, &n),
			*longer = oracle_cells(n + more, 1);
		struct png_file file = png_begin(3, 1, 8, PNG_GREY, false);

		memset(longer, 7, n + more);
		memcpy(longer, packed, n);
		png_chunk(&file, "IDAT", longer, n + more);
		png_end(&file);
		accepted(&file, 3, 1, cells_row + 1, "bytes behind the stream");
		free(file.data);
		free(packed);
		free(longer);
	}
}

static bool matches(const struct png_file *file, size_t n)
{
	return ff_png_matches(&(struct ff_input){.data = file->data, .size = n});
}

static void only_the_signature_makes_a_png(void)
{
	struct png_file file = png_grey(3, 1, cells_row + 1);

	CHECK(matches(&file, file.size) && matches(&file, 8), "it is none");
	for (size_t n = 0; n < 8; n++)
		CHECK(!matches(&file, n), "%zu bytes are one", n);
	for (int i = 0; i < 8; i++) {
		file.data[i] ^= 0x20;
		CHECK(!matches(&file, file.size), "byte %d does not matter", i);
		file.data[i] ^= 0x20;
	}
	free(file.data);
}

/* Kinds of ground of a legend, unsorted. */
static struct ff_ground ground_items[] = {
	{{255, 255, 255}, 255, "snow"}, {{0, 0, 0}, 7, ""},       {{255, 0, 0}, 254, "lava"},
	{{0, 255, 0}, 2, "grass"},      {{128, 128, 128}, 1, ""}, {{0, 0, 255}, 9, "water"}};
static const struct ff_grounds grounds = {ground_items, sizeof ground_items / sizeof *ground_items};

static enum ff_status read_colours(struct ff_input *in, struct ff_cost *map, struct ff_error *err)
{
	return ff_png_read_colours(in, &grounds, "l.txt", map, err);
}

/* The file has those costs, or is refused with that message. */
static void coloured(struct png_file *file, const uint8_t *want, const char *message)
{
	struct ff_cost map;
	struct ff_error err;
	enum ff_status st = feed(read_colours, "a.png", file->data, file->size, &map, &err);

	free(file->data);
	if (want == NULL)
		CHECK(st == FF_E_INPUT && strcmp(err.text, message) == 0 && map.w == -1,
		      "status %d, \"%s\", not \"%s\"", (int)st, err.text, message);
	else
		CHECK(st == FF_OK && memcmp(map.cells, want, 6) == 0, "%s: \"%s\"", message,
		      err.text);
	free(map.cells);
}

static void colours_of_every_type_are_kinds_of_ground(void)
{
	static const uint8_t rgb[18] = {255, 255, 255, 0, 255, 0,   0,   255, 0,
					0,   0,   255, 0, 0,   255, 128, 128, 128};
	static const uint8_t want[6] = {255, 2, 2, 9, 9, 1}, greys[6] = {7, 255, 1, 1, 7, 255};
	static const uint8_t grey[6] = {0, 255, 128, 128, 0, 255}, index[6] = {2, 0, 0, 1, 1, 3};
	static const uint8_t palette[15] = {0, 255, 0, 0, 0, 255, 255, 255, 255, 128, 128, 128};
	struct extra plte = {"PLTE", palette, 15};
	uint16_t samples[24];

	for (int depth = 8; depth <= 16; depth += 8) {
		struct map_picture p = {.w = 3, .h = 2, .depth = depth, .samples = samples};
		uint16_t times = depth == 8 ? 1 : 257;

		for (int i = 0; i < 18; i++)
			samples[i] = (uint16_t)(rgb[i] * times);
		p.type = PNG_RGB;
		coloured(&(struct png_file[]){file_of(&p, NULL, 0)}[0], want, "rgb");
		for (int i = 0; i < 24; i++)
			samples[i] = (uint16_t)(i % 4 == 3 ? (depth == 8 ? 255 : 65535)
							   : rgb[i / 4 * 3 + i % 4] * times);
		p.type = PNG_RGB_ALPHA;
		coloured(&(struct png_file[]){file_of(&p, NULL, 0)}[0], want, "rgb alpha");
		samples[19] = 0;
		coloured(&(struct png_file[]){file_of(&p, NULL, 0)}[0], NULL,
			 "a.png: pixel 1,1 is transparent: every pixel must be opaque (convert "
			 "IN.png -background white -flatten OUT.png)");
		for (int i = 0; i < 6; i++)
			samples[i] = (uint16_t)(grey[i] * times);
		p.type = PNG_GREY;
		coloured(&(struct png_file[]){file_of(&p, NULL, 0)}[0], greys, "grey");
		samples[4] = times;
		coloured(&(struct png_file[]){file_of(&p, NULL, 0)}[0], NULL,
			 "a.png: pixel 1,1 is #010101, which is not in l.txt");
		samples[3] = 258;
		if (depth == 16)
			coloured(
				&(struct png_file[]){file_of(&p, NULL, 0)}[0], NULL,
				"a.png: pixel 0,1 has a 16-bit colour that no 8-bit colour equals");
	}
	{
		struct map_picture p = {
			.w = 3, .h = 2, .depth = 8, .type = PNG_INDEXED, .samples = samples};

		for (int i = 0; i < 6; i++)
			samples[i] = index[i];
		coloured(&(struct png_file[]){file_of(&p, &plte, 1)}[0], want, "palette");
		samples[5] = 5;
		coloured(&(struct png_file[]){file_of(&p, &plte, 1)}[0], NULL,
			 "a.png: pixel 2,1 has colour 5 of a palette of 5");
	}
}

static const struct ff_texts_line texts[] = {{"Software", "flowfield"},
					     {"Options", "--goal 1,2"},
					     {"Empty", ""},
					     {"Cost digest", "\xe9"}};

enum { TEXTS = sizeof texts / sizeof *texts };

/* A picture of that size whose pixels are drawn from a number of colours; each occurs if there are
 * enough pixels. */
static struct ff_bitmap random_bitmap(uint64_t *dice, int32_t w, int32_t h, uint32_t colours)
{
	size_t n = (size_t)w * (size_t)h;
	struct ff_bitmap bitmap = {w, h, oracle_cells(n, sizeof(struct ff_colour))};

	for (size_t i = 0; i < n; i++) {
		uint32_t rgb = i < colours ? (uint32_t)i : (uint32_t)oracle_random(dice) % colours;

		rgb *= 0x9e3779; /* odd, so that colours stay different in 24 bits */
		bitmap.pixels[i] =
			(struct ff_colour){(uint8_t)rgb, (uint8_t)(rgb >> 8), (uint8_t)(rgb >> 16)};
	}
	return bitmap;
}

static struct png_file written(const struct ff_bitmap *bitmap, size_t count)
{
	const struct ff_png_about about = {.texts = texts, .count = count};
	struct png_file file = {NULL, 0};
	struct ff_error err = {""};
	enum ff_status st = ff_png_write(bitmap, &about, &file.data, &file.size, &err);

	CHECK(st == FF_OK, "%" PRId32 "x%" PRId32 ": \"%s\"", bitmap->w, bitmap->h, err.text);
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

/* The header and the palette of a file. */
struct stored {
	int type, depth, colours;
	struct ff_colour palette[256];
};

static int by_bytes(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct ff_colour));
}

static size_t used_colours(const struct ff_bitmap *bitmap)
{
	size_t n = (size_t)bitmap->w * (size_t)bitmap->h, count = 1;
	struct ff_colour *sorted = oracle_cells(n, sizeof *sorted);

	memcpy(sorted, bitmap->pixels, n * sizeof *sorted);
	qsort(sorted, n, sizeof *sorted, by_bytes);
	for (size_t i = 1; i < n; i++)
		count += by_bytes(&sorted[i], &sorted[i - 1]) != 0;
	free(sorted);
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

/* The stream holds the picture's rows, with numbers of colours in order of appearance. */
static void check_pixels(const struct ff_bitmap *bitmap, const struct stored *stored,
			 const uint8_t *stream, size_t n)
{
	struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
	size_t bits = (size_t)stored->depth * (stored->type == PNG_RGB ? 3 : 1);
	size_t stride = ((size_t)bitmap->w * bits + 7) / 8 + 1;
	size_t size = stride * (size_t)bitmap->h;
	uint8_t *rows = oracle_cells(size, 1);
	const struct ff_colour *want = bitmap->pixels;
	size_t bad = 0;
	int seen = 0;

	if (CHECK(libdeflate_zlib_decompress(inflater, stream, n, rows, size, NULL) ==
			  LIBDEFLATE_SUCCESS,
		  "the stream"))
		for (size_t y = 0; y < (size_t)bitmap->h; y++) {
			uint8_t *row = rows + y * stride;

			unfilter(row, y > 0 ? row - stride : NULL, stride);
			for (size_t x = 0; x < (size_t)bitmap->w; x++, want++) {
				int index = stored->depth == 8
						    ? row[1 + x]
						    : row[1 + x / 2] >> (4 - x % 2 * 4) & 15;

				if (stored->type == PNG_RGB) {
					bad += memcmp(row + 1 + 3 * x, want, sizeof *want) != 0;
					continue;
				}
				seen += index == seen;
				bad += index >= seen || index >= stored->colours ||
				       memcmp(&stored->palette[index], want, sizeof *want) != 0;
			}
		}
	CHECK(bad == 0, "%zu pixels", bad);
	libdeflate_free_decompressor(inflater);
	free(rows);
}

static void check_file(const struct ff_bitmap *bitmap, const struct png_file *file, size_t count)
{
	size_t used = used_colours(bitmap);
	struct stored stored = {.type = used <= 256 ? PNG_INDEXED : PNG_RGB,
				.depth = used <= 16 ? 4 : 8,
				.colours = used <= 256 ? (int)used : 0};
	size_t at = 8, n = 0, all = 0;
	uint8_t *stream = oracle_cells(file->size, 1);
	const uint8_t *data;

	CHECK(file->size > 8 && memcmp(file->data, "\x89PNG\r\n\x1a\n", 8) == 0, "signature");
	if ((data = take(file, &at, "IHDR", &n)) == NULL)
		goto out;
	CHECK(n == 13 && png_get32(data) == (uint32_t)bitmap->w &&
		      png_get32(data + 4) == (uint32_t)bitmap->h && data[8] == stored.depth &&
		      data[9] == stored.type && memcmp(data + 10, "\0\0\0", 3) == 0,
	      "depth %d and type %d of %zu colours", data[8], data[9], used);
	n = 0;
	if (stored.type == PNG_INDEXED && (data = take(file, &at, "PLTE", &n)) == NULL)
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
	check_pixels(bitmap, &stored, stream, all);
	CHECK(take(file, &at, "IEND", &n) != NULL && n == 0 && at == file->size, "%zu bytes of %zu",
	      at, file->size);
out:
	free(stream);
}

static void every_chunk_is_in_its_place_and_holds_what_it_should(void)
{
	uint64_t dice = ORACLE_SEED;

	for (uint32_t k = 0; k < 300; k++) {
		struct ff_bitmap bitmap =
			random_bitmap(&dice, 1 + (int32_t)(oracle_random(&dice) % 40),
				      1 + (int32_t)(oracle_random(&dice) % 40), k + 1);
		struct png_file file = written(&bitmap, k % (TEXTS + 1));

		check_file(&bitmap, &file, k % (TEXTS + 1));
		free(file.data);
		free(bitmap.pixels);
	}
}

static void sixteen_colours_take_4_bits_256_take_8_and_more_take_24(void)
{
	static const uint32_t colours[] = {1, 2, 15, 16, 17, 255, 256, 257, 5000};
	static const int32_t sizes[][2] = {{1, 1}, {1, 100000}, {100000, 1}, {101, 53}};
	uint64_t dice = ORACLE_SEED;

	for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
		for (size_t k = 0; k < 4; k++) {
			struct ff_bitmap bitmap =
				random_bitmap(&dice, sizes[k][0], sizes[k][1], colours[i]);
			struct png_file file = written(&bitmap, TEXTS);

			check_file(&bitmap, &file, TEXTS);
			free(file.data);
			free(bitmap.pixels);
		}
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

static void pictures_of_all_kinds_are_whole(void)
{
	static const int32_t sizes[][2] = {{301, 151}, {1, 42000}, {42000, 1}, {213, 207}};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 24; k++) {
		int32_t w = sizes[k / 6][0], h = sizes[k / 6][1];
		struct ff_bitmap bitmap = {
			w, h, oracle_cells((size_t)w * (size_t)h, sizeof(struct ff_colour))};
		struct png_file file;

		paint(&bitmap, k % 6, &dice);
		file = written(&bitmap, TEXTS);
		check_file(&bitmap, &file, TEXTS);
		free(file.data);
		free(bitmap.pixels);
	}
}

static void greys_read_back_as_a_map(void)
{
	uint64_t dice = ORACLE_SEED;

	for (uint32_t k = 1; k <= 256; k++) {
		struct ff_bitmap bitmap = random_bitmap(&dice, 31, 17, k);
		struct png_file file;
		struct ff_cost map;
		struct ff_error err;

		for (int i = 0; i < 31 * 17; i++) {
			uint8_t grey = (uint8_t)(oracle_random(&dice) % k);

			bitmap.pixels[i] = (struct ff_colour){grey, grey, grey};
		}
		file = written(&bitmap, TEXTS);
		CHECK(feed(ff_png_read_map, "a.png", file.data, file.size, &map, &err) == FF_OK,
		      "\"%s\"", err.text);
		CHECK(map.w == 31 && map.h == 17, "%" PRId32 "x%" PRId32, map.w, map.h);
		for (int i = 0; map.cells != NULL && i < 31 * 17; i++)
			CHECK(map.cells[i] == bitmap.pixels[i].r, "%" PRIu32 " greys, pixel %d", k,
			      i);
		free(map.cells);
		free(file.data);
		free(bitmap.pixels);
	}
}

static void equal_pictures_are_equal_bytes(void)
{
	uint64_t dice = ORACLE_SEED;

	for (uint32_t colours = 200; colours < 400; colours += 100) {
		struct ff_bitmap bitmap = random_bitmap(&dice, 37, 23, colours);
		struct png_file one = written(&bitmap, TEXTS), two = written(&bitmap, TEXTS);

		CHECK(one.size == two.size && memcmp(one.data, two.data, one.size) == 0,
		      "%zu, %zu bytes", one.size, two.size);
		free(one.data);
		free(two.data);
		free(bitmap.pixels);
	}
}

static void a_large_flat_picture_is_a_small_file(void)
{
	uint64_t dice = ORACLE_SEED;
	struct ff_bitmap bitmap = random_bitmap(&dice, 2000, 1000, 1);
	struct png_file file = written(&bitmap, 0);

	check_file(&bitmap, &file, 0);
	CHECK(file.size < 20000, "%zu bytes", file.size);
	free(file.data);
	free(bitmap.pixels);
}

static void more_pixels_than_the_limit_are_refused_unseen(void)
{
	static uint8_t mine;
	struct ff_bitmap bitmap = {.w = 32769, .h = 32768, .pixels = NULL};
	struct ff_error err = {""};
	uint8_t *data = &mine;
	size_t size = 7;

	CHECK(ff_png_write(&bitmap, &(struct ff_png_about){0}, &data, &size, &err) == FF_E_LIMIT,
	      "it was written");
	CHECK(strcmp(err.text, "a picture of 32769x32768 is too large") == 0, "\"%s\"", err.text);
	CHECK(data == &mine && size == 7, "something was set");
	CHECK(ff_png_fits(30000, 30000, FF_PNG_INDEXED, 8, &err) == FF_OK, "\"%s\"", err.text);
	CHECK(ff_png_fits(30000, 30000, FF_PNG_RGB, 8, &err) == FF_E_LIMIT, "RGB fits");
}

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
	const struct ff_texts_line both[] = {{"Layer", "integration"}, {"Scale", "0.5"}};
	uint8_t cells[1] = {3};
	struct ff_cells_data what = rasters_of(1, 1, FF_RASTER_U8, cells);
	size_t size;
	char *file;

	what.texts = both;
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
	RUN(every_kind_and_size_has_the_pixels_that_libpng_sees);
	RUN(an_image_may_be_a_line);
	RUN(data_may_be_cut_into_chunks_anywhere);
	RUN(of_pngsuite_161_files_have_the_pixels_of_libpng_and_14_are_refused);
	RUN(every_depth_of_grey_is_read_with_every_filter_and_interlaced);
	RUN(grey_is_read_from_colour_and_opaque_types_too);
	RUN(grey_palettes_are_read_at_every_depth);
	RUN(palette_entries_that_no_pixel_has_may_be_anything);
	RUN(the_first_coloured_pixel_is_named);
	RUN(a_coloured_palette_entry_is_told_by_its_pixel);
	RUN(the_first_pixel_that_is_not_opaque_is_named);
	RUN(a_key_makes_its_grey_transparent_at_every_depth);
	RUN(only_as_many_bits_of_a_key_count_as_a_sample_has);
	RUN(a_key_of_three_samples_means_all_three);
	RUN(a_transparent_palette_entry_is_told_by_its_pixel);
	RUN(an_index_past_the_palette_is_named);
	RUN(only_multiples_of_257_are_16_bit_greys);
	RUN(a_file_cut_anywhere_is_refused);
	RUN(a_byte_changed_anywhere_is_noticed);
	RUN(nonsense_behind_right_checksums_does_no_harm);
	RUN(a_header_that_makes_no_sense_is_refused);
	RUN(a_file_that_does_not_begin_with_a_header_is_refused);
	RUN(more_pixels_than_can_be_decoded_are_refused_before_any_are_read);
	RUN(a_very_long_row_is_within_the_limit);
	RUN(data_may_come_in_pieces);
	RUN(even_a_byte_of_data_must_not_stand_apart);
	RUN(what_follows_the_end_does_not_count);
	RUN(chunks_that_are_missing_or_out_of_place_are_told);
	RUN(a_chunk_without_a_proper_name_or_length_is_refused);
	RUN(a_palette_that_makes_no_sense_is_refused);
	RUN(a_transparency_that_makes_no_sense_is_refused);
	RUN(data_that_do_not_fit_the_header_are_refused);
	RUN(a_wrong_checksum_inside_the_data_is_noticed);
	RUN(bytes_behind_the_stream_do_not_count);
	RUN(only_the_signature_makes_a_png);
	RUN(colours_of_every_type_are_kinds_of_ground);
	RUN(every_chunk_is_in_its_place_and_holds_what_it_should);
	RUN(sixteen_colours_take_4_bits_256_take_8_and_more_take_24);
	RUN(pictures_of_all_kinds_are_whole);
	RUN(greys_read_back_as_a_map);
	RUN(equal_pictures_are_equal_bytes);
	RUN(a_large_flat_picture_is_a_small_file);
	RUN(more_pixels_than_the_limit_are_refused_unseen);
	RUN(samples_are_the_numbers_and_none_is_65535);
	RUN(samples_are_scaled_and_rounded);
	RUN(all_sizes_are_whole);
	RUN(bytes_are_as_they_are);
	RUN(the_texts_are_there);
	RUN(images_that_are_too_large_are_refused);
	return tap_done();
}
