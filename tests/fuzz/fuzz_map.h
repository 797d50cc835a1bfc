/*
 * The bytes of a map file, whatever they are: read once from a file and once
 * from a pipe, which must come to the same.
 */
#ifndef FUZZ_MAP_H
#define FUZZ_MAP_H

#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

#include "io/formats.h"

enum {
	FUZZ_MAP_PIPE = 1 << 16,  /* what a pipe takes while nobody reads */
	FUZZ_MAP_CELLS = 1 << 22, /* larger ones only take time */
};

struct fuzz_map {
	enum ff_status status;
	struct ff_cells_size size;
	struct ff_cost map;
	const struct ff_format *format;
	struct ff_error err;
};

/* Returns true if the bytes match a format. */
static inline bool fuzz_map_is(bool (*matches)(const struct ff_input *in), const uint8_t *data,
			       size_t size)
{
	uint8_t bytes[FF_CELLS_HEAD];
	struct ff_input head = {.data = bytes, .size = size < sizeof bytes ? size : sizeof bytes};

	memcpy(bytes, data, head.size);
	return matches(&head);
}

static inline void fuzz_map_check(const struct fuzz_map *got)
{
	size_t cells = (size_t)got->map.w * (size_t)got->map.h;

	assert(got->map.w == got->size.w && got->map.h == got->size.h);
	for (size_t i = 0; i < cells; i++)
		assert(!got->format->costs || got->map.cells[i] == 1 ||
		       got->map.cells[i] == FF_COST_WALL);
}

/* Reads the map of 'fd', and closes it. */
static inline struct fuzz_map fuzz_map_read(int fd)
{
	struct fuzz_map got = {.map = {-1, -1, NULL}};
	struct ff_input in = {.name = "map", .fd = fd};

	got.status =
		ff_formats_size(&in, FF_FORMATS_MAP, INT64_MAX, &got.format, &got.size, &got.err);
	assert((got.status == FF_OK) == (got.format != NULL));
	if (got.status == FF_OK) {
		assert(got.size.w >= 1 && got.size.h >= 1);
		got.status = ff_cost_fits(got.size.w, got.size.h, FUZZ_MAP_CELLS, "map", &got.err);
	}
	if (got.status == FF_OK)
		got.status = got.format->read_map(&in, &got.map, &got.err);
	ff_input_close(&in);
	if (got.status == FF_OK) {
		fuzz_map_check(&got);
	} else {
		fuzz_failed(got.status, &got.err, "map");
		assert(got.map.w == -1 && got.map.h == -1 && got.map.cells == NULL);
	}
	return got;
}

static inline struct fuzz_map fuzz_map_from_file(const uint8_t *data, size_t size)
{
	int fd = memfd_create("map", MFD_CLOEXEC);

	assert(fd >= 0 && write(fd, data, size) == (ssize_t)size);
	assert(lseek(fd, 0, SEEK_SET) == 0);
	return fuzz_map_read(fd);
}

static inline struct fuzz_map fuzz_map_from_pipe(const uint8_t *data, size_t size)
{
	int ends[2];

	assert(pipe(ends) == 0 && write(ends[1], data, size) == (ssize_t)size);
	close(ends[1]);
	return fuzz_map_read(ends[0]);
}

/* Reads the bytes both ways; the caller frees the cells. */
static inline struct fuzz_map fuzz_map(const uint8_t *data, size_t size)
{
	struct fuzz_map a = fuzz_map_from_file(data, size), b;

	if (size > FUZZ_MAP_PIPE)
		return a;
	b = fuzz_map_from_pipe(data, size);
	assert(a.status == b.status && strcmp(a.err.text, b.err.text) == 0);
	assert(a.format == b.format && a.map.w == b.map.w && a.map.h == b.map.h);
	if (a.status == FF_OK)
		assert(memcmp(a.map.cells, b.map.cells, (size_t)a.map.w * (size_t)a.map.h) == 0);
	free(b.map.cells);
	return a;
}

#endif
