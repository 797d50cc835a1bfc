/*
 * make_map KIND W H [SEED]: a map of that kind on standard output, as an 8-bit
 * grey PNG unless an option says otherwise.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/map/map.h"
#include "support/mapgen.h"

/* Compresses for stb_image_write; returns a block for free(), or NULL. */
static unsigned char *compress(const unsigned char *data, int size, int *out_size, int level)
{
	struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
	size_t room, n = 0;
	unsigned char *out;

	if (compressor == NULL)
		return NULL;
	room = libdeflate_zlib_compress_bound(compressor, (size_t)size);
	out = malloc(room);
	if (out != NULL)
		n = libdeflate_zlib_compress(compressor, data, (size_t)size, out, room);
	libdeflate_free_compressor(compressor);
	if (n == 0 || n > INT_MAX / 2) {
		free(out);
		return NULL;
	}
	*out_size = (int)n;
	return out;
}

#define STBIW_ZLIB_COMPRESS compress
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>

static int usage(void)
{
	fputs("usage: make_map [--pgm | --movingai] KIND W H [SEED]\n", stderr);
	for (const struct mapgen_kind *kind = mapgen_kinds; kind->name != NULL; kind++)
		fprintf(stderr, "  %-11s %s\n", kind->name, kind->about);
	return 2;
}

static bool known(const char *name)
{
	const struct mapgen_kind *kind = mapgen_kinds;

	while (kind->name != NULL && strcmp(kind->name, name) != 0)
		kind++;
	return kind->name != NULL;
}

static bool number(const char *text, int64_t min, int64_t max, int64_t *out)
{
	return ff_number_parse(text, strlen(text), min, max, out) == FF_NUMBER_OK;
}

/* Each returns false only where standard output's own error flag does not tell. */

static void print_bytes(void *context, void *data, int size)
{
	fwrite(data, 1, (size_t)size, context);
}

static bool print_png(const struct ff_cost *map)
{
	/* The library counts a filter byte a row, too, and all in an int. */
	return ((int64_t)map->w + 1) * map->h <= INT_MAX / 2 &&
	       stbi_write_png_to_func(print_bytes, stdout, map->w, map->h, 1, map->cells, map->w);
}

static bool print_pgm(const struct ff_cost *map)
{
	printf("P5\n%d %d\n255\n", map->w, map->h);
	fwrite(map->cells, (size_t)map->w, (size_t)map->h, stdout);
	return true;
}

static bool print_movingai(const struct ff_cost *map)
{
	const uint8_t *cell = map->cells;

	printf("type octile\nheight %d\nwidth %d\nmap\n", map->h, map->w);
	for (int32_t y = 0; y < map->h; y++) {
		for (int32_t x = 0; x < map->w; x++)
			putchar(*cell++ == FF_COST_WALL ? '@' : '.');
		putchar('\n');
	}
	return true;
}

int main(int argc, char **argv)
{
	bool (*print)(const struct ff_cost *map) = print_png;
	char **arg = argv + 1;
	struct ff_cost map;
	int64_t w, h, seed = 1;
	bool done;

	if (argc > 1 && strcmp(*arg, "--pgm") == 0) {
		print = print_pgm;
		arg++;
	} else if (argc > 1 && strcmp(*arg, "--movingai") == 0) {
		print = print_movingai;
		arg++;
	}
	argc -= (int)(arg - argv);
	if (argc < 3 || argc > 4 || !known(arg[0]) || !number(arg[1], 1, FF_COST_CELLS_MAX, &w) ||
	    !number(arg[2], 1, FF_COST_CELLS_MAX, &h) || w * h > FF_COST_CELLS_MAX ||
	    (argc == 4 && !number(arg[3], 0, INT64_MAX, &seed)))
		return usage();
	map.w = (int32_t)w;
	map.h = (int32_t)h;
	map.cells = ff_memory_cells(map.w, map.h, 1);
	if (map.cells == NULL || !mapgen_fill(arg[0], map.w, map.h, (uint64_t)seed, map.cells)) {
		free(map.cells);
		fputs("make_map: memory ran out\n", stderr);
		return 5;
	}
	done = print(&map);
	free(map.cells);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		fprintf(stderr, "make_map: standard output: %s\n", strerror(errno));
		return 4;
	}
	if (!done)
		fputs("make_map: the PNG could not be made; --pgm takes any size\n", stderr);
	return done ? 0 : 5;
}
