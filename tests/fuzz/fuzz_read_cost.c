/*
 * The bytes of a map file, whatever they are: read once from a file and once
 * from a pipe, which must come to the same.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "format/read_cost.h"

enum { PIPE = 1 << 16 }; /* what a pipe takes while nobody reads */

struct outcome {
	enum ff_status status;
	struct ff_cost map;
	const struct ff_read_cost_format *format;
	struct ff_error err;
};

static void check_map(const struct outcome *out)
{
	size_t cells = (size_t)out->map.w * (size_t)out->map.h;

	assert(out->map.w >= 1 && out->map.h >= 1 && cells <= FF_COST_CELLS);
	assert(out->format->name != NULL);
	for (size_t i = 0; i < cells; i++)
		assert(out->format->grey || out->map.cells[i] == 1 ||
		       out->map.cells[i] == FF_COST_WALL);
}

static void check_failure(const struct outcome *out)
{
	assert(out->status == FF_E_INPUT || out->status == FF_E_LIMIT || out->status == FF_E_NOMEM);
	assert(out->map.w == -1 && out->map.h == -1 && out->map.cells == NULL);
	assert(out->format == NULL);
	assert(out->err.text[0] != '\0');
	for (const char *c = out->err.text; *c != '\0'; c++)
		assert((unsigned char)*c >= ' ' && *c != 127);
}

/* Reads what 'fd' holds, and closes it. */
static struct outcome read_from(int fd)
{
	struct outcome out = {.map = {-1, -1, NULL}};
	struct ff_input in = {.name = "map", .fd = fd};

	out.status = ff_read_cost(&in, &out.map, &out.format, &out.err);
	ff_input_close(&in);
	if (out.status == FF_OK)
		check_map(&out);
	else
		check_failure(&out);
	return out;
}

static struct outcome read_file(const uint8_t *data, size_t size)
{
	int fd = memfd_create("map", MFD_CLOEXEC);

	assert(fd >= 0 && write(fd, data, size) == (ssize_t)size);
	assert(lseek(fd, 0, SEEK_SET) == 0);
	return read_from(fd);
}

static struct outcome read_pipe(const uint8_t *data, size_t size)
{
	int ends[2];

	assert(pipe(ends) == 0 && write(ends[1], data, size) == (ssize_t)size);
	close(ends[1]);
	return read_from(ends[0]);
}

static void compare(const struct outcome *a, const struct outcome *b)
{
	assert(a->status == b->status);
	assert(strcmp(a->err.text, b->err.text) == 0);
	assert(a->format == b->format && a->map.w == b->map.w && a->map.h == b->map.h);
	if (a->status == FF_OK)
		assert(memcmp(a->map.cells, b->map.cells, (size_t)a->map.w * (size_t)a->map.h) ==
		       0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct outcome file = read_file(data, size);

	if (size <= PIPE) {
		struct outcome piped = read_pipe(data, size);

		compare(&file, &piped);
		free(piped.map.cells);
	}
	free(file.map.cells);
	return 0;
}
