/*
 * A PNG as libpng sees it: a second opinion on our own reader and writer.
 *
 *	show_png FILE              size, type, depth, entries of the palette, texts, time
 *	show_png FILE at X,Y...    those pixels as #rrggbb
 *	show_png FILE index X,Y... as they are stored: grey levels or palette indices
 *	show_png FILE count        each colour, and how many pixels have it
 *	show_png FILE pixels       all of them, row by row, as rrrrggggbbbbaaaa
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct picture {
	png_structp png;
	png_infop info;
	png_uint_32 w, h;
	int depth; /* bits a sample in the file */
	png_bytepp rows;
};

static _Noreturn void fail(const char *why)
{
	fprintf(stderr, "show_png: %s\n", why);
	exit(1);
}

static _Noreturn void png_fail(png_structp png, png_const_charp why)
{
	(void)png;
	fail(why);
}

static void png_warn(png_structp png, png_const_charp why)
{
	(void)png, (void)why;
}

/* 'stored': a byte a sample, untouched; else red, green, blue and alpha, 16 bits each. */
static struct picture read_picture(FILE *from, int stored)
{
	struct picture pic = {
		.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, png_fail, png_warn)};
	size_t row;

	pic.info = pic.png == NULL ? NULL : png_create_info_struct(pic.png);
	if (pic.info == NULL)
		fail("memory ran out");
	png_set_user_limits(pic.png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
	png_init_io(pic.png, from);
	png_read_info(pic.png, pic.info);
	pic.depth = png_get_bit_depth(pic.png, pic.info);
	if (stored) {
		png_set_packing(pic.png);
	} else {
		png_set_expand_16(pic.png);
		png_set_gray_to_rgb(pic.png);
		png_set_add_alpha(pic.png, 0xffff, PNG_FILLER_AFTER);
	}
	png_set_interlace_handling(pic.png);
	png_read_update_info(pic.png, pic.info);
	pic.w = png_get_image_width(pic.png, pic.info);
	pic.h = png_get_image_height(pic.png, pic.info);
	row = png_get_rowbytes(pic.png, pic.info);
	pic.rows = calloc(pic.h, sizeof *pic.rows);
	for (png_uint_32 y = 0; pic.rows != NULL && y < pic.h; y++)
		if ((pic.rows[y] = calloc(row, 1)) == NULL)
			fail("memory ran out");
	if (pic.rows == NULL)
		fail("memory ran out");
	png_read_image(pic.png, pic.rows);
	png_read_end(pic.png, pic.info);
	return pic;
}

static void free_picture(struct picture *pic)
{
	for (png_uint_32 y = 0; y < pic->h; y++)
		free(pic->rows[y]);
	free(pic->rows);
	png_destroy_read_struct(&pic->png, &pic->info, NULL);
}

static void show_facts(const struct picture *pic)
{
	png_colorp palette;
	png_textp texts;
	png_timep time;
	int count;

	printf("size %u %u\n", pic->w, pic->h);
	printf("type %d\n", png_get_color_type(pic->png, pic->info));
	printf("depth %d\n", pic->depth);
	if (png_get_PLTE(pic->png, pic->info, &palette, &count) != 0)
		printf("palette %d\n", count);
	png_get_text(pic->png, pic->info, &texts, &count);
	for (int i = 0; i < count; i++)
		printf("text %s: %s\n", texts[i].key, texts[i].text);
	if (png_get_tIME(pic->png, pic->info, &time) != 0)
		puts("time");
}

/* Prints the pixels named by the words X,Y... */
static void show_some(const struct picture *pic, char **words, int stored)
{
	for (; *words != NULL; words++) {
		char *end;
		unsigned long x = strtoul(*words, &end, 10), y;

		if (*end++ != ',')
			fail("a pixel is X,Y");
		y = strtoul(end, &end, 10);
		if (*end != '\0' || x >= pic->w || y >= pic->h)
			fail("there is no such pixel");
		if (stored) {
			printf("%d\n", pic->rows[y][x]);
		} else {
			const png_byte *p = pic->rows[y] + 8 * x;

			printf("#%02x%02x%02x\n", p[0], p[2], p[4]);
		}
	}
}

static void show_count(const struct picture *pic)
{
	enum { COLOURS = 1 << 24 };
	uint32_t *count = calloc(COLOURS, sizeof *count);

	if (count == NULL)
		fail("memory ran out");
	for (png_uint_32 y = 0; y < pic->h; y++)
		for (png_uint_32 x = 0; x < pic->w; x++) {
			const png_byte *p = pic->rows[y] + 8 * (size_t)x;

			count[p[0] << 16 | p[2] << 8 | p[4]]++;
		}
	for (int c = 0; c < COLOURS; c++)
		if (count[c] != 0)
			printf("#%06x %u\n", (unsigned)c, count[c]);
	free(count);
}

static void show_pixels(const struct picture *pic)
{
	char line[] = "rrrrggggbbbbaaaa\n";

	/* Many tests print whole pictures: printf() would take most of their time. */
	for (png_uint_32 y = 0; y < pic->h; y++)
		for (png_uint_32 x = 0; x < pic->w; x++) {
			for (int i = 0; i < 8; i++) {
				png_byte byte = pic->rows[y][8 * (size_t)x + (size_t)i];

				line[2 * i] = "0123456789abcdef"[byte >> 4];
				line[2 * i + 1] = "0123456789abcdef"[byte & 15];
			}
			fputs(line, stdout);
		}
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[2] : "facts";
	int stored = strcmp(what, "facts") == 0 || strcmp(what, "index") == 0;
	struct picture pic;
	FILE *from;

	if (argc < 2)
		fail("usage: show_png FILE [at X,Y... | index X,Y... | count | pixels]");
	if ((from = fopen(argv[1], "rb")) == NULL)
		fail("no such file");
	pic = read_picture(from, stored);
	fclose(from);
	if (strcmp(what, "facts") == 0)
		show_facts(&pic);
	else if (strcmp(what, "at") == 0 || strcmp(what, "index") == 0)
		show_some(&pic, argv + 3, stored);
	else if (strcmp(what, "count") == 0)
		show_count(&pic);
	else if (strcmp(what, "pixels") == 0)
		show_pixels(&pic);
	else
		fail("it knows at, index, count and pixels");
	free_picture(&pic);
	return fflush(stdout) != 0;
}
