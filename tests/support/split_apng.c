/*
 * split_apng FILE FOLDER FPS: the frames of an animation as FOLDER/frame_00000.png and so on, each
 * as often as it is shown at that rate, except that the last one is shown two seconds longer.
 * Pixels come from libpng, the rest from the chunks: nothing is shared with our own writer.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <png.h>
#include <zlib.h>

enum { HOLD = 2, HEAD = 8, FRAME = 12 /* signature, and what is around a chunk's data */ };

static _Noreturn void fail(const char *why)
{
	fprintf(stderr, "split_apng: %s\n", why);
	exit(1);
}

static uint32_t number(const uint8_t *at, int bytes)
{
	uint32_t n = 0;

	while (bytes-- > 0)
		n = n << 8 | *at++;
	return n;
}

static void put_number(uint8_t *at, uint32_t n)
{
	for (int i = 4; i-- > 0; n >>= 8)
		at[i] = (uint8_t)n;
}

/* A picture of one frame, as a file of its own: the chunks before the first frame, and its data. */
struct still {
	uint8_t *file; /* [size] */
	size_t head, size;
};

static void put_chunk(struct still *still, const char *type, const uint8_t *data, uint32_t n)
{
	uint8_t *to = still->file + still->size;

	put_number(to, n);
	memcpy(to + 4, type, 4);
	if (n > 0)
		memcpy(to + 8, data, n);
	put_number(to + 8 + n, (uint32_t)crc32(0, to + 4, n + 4));
	still->size += n + FRAME;
}

struct film {
	const char *folder;
	double fps;
	uint8_t *canvas;   /* [h][w][4] */
	uint32_t w, h;     /* of all frames */
	uint8_t frame[26]; /* the data of its fcTL */
	int count;         /* files written */
};

/* Puts a frame on the canvas, and writes that as often as it is shown. */
static void show_frame(struct film *film, struct still *still, int last)
{
	const uint8_t *f = film->frame;
	uint32_t w = number(f + 4, 4), h = number(f + 8, 4);
	uint32_t left = number(f + 12, 4), top = number(f + 16, 4);
	double seconds = (double)number(f + 20, 2) / number(f + 22, 2) - (last ? HOLD : 0);
	int over = f[25];
	png_image in = {.version = PNG_IMAGE_VERSION};
	png_image out = {.version = PNG_IMAGE_VERSION,
			 .width = film->w,
			 .height = film->h,
			 .flags = PNG_IMAGE_FLAG_FAST};
	uint8_t *pixels = calloc((size_t)w * h, 4);

	if (pixels == NULL || f[24] != 0 || left + w > film->w || top + h > film->h)
		fail("a frame that this program does not know");
	put_number(still->file + HEAD + 8, w);
	put_number(still->file + HEAD + 12, h);
	put_number(still->file + HEAD + 8 + 13, (uint32_t)crc32(0, still->file + HEAD + 4, 17));
	put_chunk(still, "IEND", NULL, 0);
	if (png_image_begin_read_from_memory(&in, still->file, still->size) == 0)
		fail(in.message);
	in.format = PNG_FORMAT_RGBA;
	if (png_image_finish_read(&in, NULL, pixels, 0, NULL) == 0)
		fail(in.message);
	for (size_t i = 0; i < (size_t)w * h; i++)
		if (!over || pixels[4 * i + 3] != 0)
			memcpy(film->canvas + 4 * ((top + i / w) * film->w + left + i % w),
			       pixels + 4 * i, 4);
	free(pixels);
	out.format = PNG_FORMAT_RGBA;
	for (long n = lround(seconds * film->fps); n > 0; n--) {
		char path[4096];

		snprintf(path, sizeof path, "%s/frame_%05d.png", film->folder, film->count++);
		if (png_image_write_to_file(&out, path, 0, film->canvas, 0, NULL) == 0)
			fail(out.message);
	}
	still->size = still->head;
}

int main(int argc, char **argv)
{
	struct film film = {.folder = argc == 4 ? argv[2] : NULL};
	struct still still = {0};
	struct stat about;
	uint8_t *file;
	FILE *from;
	size_t size;

	if (argc != 4)
		fail("usage: split_apng FILE FOLDER FPS");
	film.fps = strtod(argv[3], NULL);
	if ((from = fopen(argv[1], "rb")) == NULL || fstat(fileno(from), &about) != 0)
		fail("no such file");
	size = (size_t)about.st_size;
	file = malloc(size);
	still.file = malloc(size + FRAME);
	if (file == NULL || still.file == NULL || fread(file, 1, size, from) != size)
		fail("it cannot be read");
	fclose(from);
	if (size < HEAD + FRAME + 13 || mkdir(film.folder, 0777) != 0)
		fail("no PNG, or the folder is there already");
	memcpy(still.file, file, still.size = HEAD);
	film.w = number(file + HEAD + 8, 4);
	film.h = number(file + HEAD + 12, 4);
	film.canvas = calloc((size_t)film.w * film.h, 4);
	for (size_t at = HEAD, n; at + FRAME <= size; at += n + FRAME) {
		const char *type = (const char *)file + at + 4;
		const uint8_t *data = file + at + 8;

		if ((n = number(file + at, 4)) > size - at - FRAME || film.canvas == NULL)
			fail("it is cut off, or memory ran out");
		if (memcmp(type, "fcTL", 4) == 0 || memcmp(type, "IEND", 4) == 0) {
			if (still.head > 0)
				show_frame(&film, &still, *type == 'I');
			still.head = still.size;
			memcpy(film.frame, data, n == sizeof film.frame ? n : 0);
		} else if (memcmp(type, "fdAT", 4) == 0) {
			put_chunk(&still, "IDAT", data + 4, (uint32_t)n - 4);
		} else if (memcmp(type, "acTL", 4) != 0 && memcmp(type, "IDAT", 4) != 0) {
			put_chunk(&still, type, data, (uint32_t)n);
		}
	}
	free(file);
	free(still.file);
	free(film.canvas);
	return 0;
}
