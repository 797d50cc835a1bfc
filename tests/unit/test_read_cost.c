#include "io/formats.h"

#include "feed.h"
#include "png.h"
#include "tap.h"
#include "temp.h"

#include <inttypes.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum { MIB = 1024 * 1024 };

static const struct ff_format untouched;
static const struct ff_format *format; /* of the last one read */

static enum ff_status read_cost(struct ff_input *in, struct ff_cost *map, struct ff_error *err)
{
	format = &untouched;
	struct ff_cells_size size;
	enum ff_status st = ff_formats_size(in, FF_FORMATS_MAP, INT64_MAX, &format, &size, err);

	if (st != FF_OK)
		return st;
	st = format->read_map(in, map, err);
	CHECK(st != FF_OK || (map->w == size.w && map->h == size.h), "it had another size before");
	return st;
}

static const char movingai[] = "type octile\nheight 1\nwidth 3\nmap\n.@.\n";

/* The bytes are read, as that format, as 3 x 1 cells that add up to 'sum'. */
static void accepted(const void *bytes, size_t n, const char *name, bool grey, int sum)
{
	struct ff_cost map;
	struct ff_error err;
	enum ff_status st = feed(read_cost, "a.xyz", bytes, n, &map, &err);

	if (CHECK(st == FF_OK, "%s: \"%s\"", name, err.text)) {
		CHECK(strcmp(format->name, name) == 0 && format->costs != grey, "%s: it is \"%s\"",
		      name, format->name);
		CHECK(map.w == 3 && map.h == 1 && map.cells[0] + map.cells[1] + map.cells[2] == sum,
		      "%s: other cells", name);
	}
	free(map.cells);
}

static void refused(const void *bytes, size_t n, const char *message)
{
	struct ff_cost map;
	struct ff_error err;
	enum ff_status st = feed(read_cost, "a.xyz", bytes, n, &map, &err);

	CHECK(st == FF_E_INPUT && strcmp(err.text, message) == 0, "status %d, \"%s\"", (int)st,
	      err.text);
	CHECK(map.w == -1 && format == &untouched, "\"%s\": something was set", message);
}

static void a_format_is_told_by_its_content(void)
{
	struct png_file png = png_grey(3, 1, (const uint8_t *)"\7\10\11");

	accepted(png.data, png.size, "png", true, 24);
	accepted("P5 3 1 255 \7\10\11", 14, "pgm", true, 24);
	accepted("P2 3 1 255 7 8 9", 16, "pgm", true, 24);
	accepted("P2 3 1 1 0 1 0", 14, "pgm", true, 255);
	accepted(movingai, sizeof movingai - 1, "movingai", false, 257);
	free(png.data);
}

static void what_is_no_map_is_refused_by_name(void)
{
	refused("", 0, "a.xyz: is empty");
	refused("x", 1,
		"a.xyz: unknown format; expected PGM, PNG, MovingAI, rows of text (. and #) or a "
		".yaml with the key image");
	refused("GIF89a and so on, and on", 24,
		"a.xyz: is a GIF image; expected PNG or PGM: convert a.xyz a.png");
	refused("RIFF1234WAVE", 12,
		"a.xyz: unknown format; expected PGM, PNG, MovingAI, rows of text (. and #) or a "
		".yaml with the key image");
	refused("\xff\xd8\xff\xe0 a photograph", 18,
		"a.xyz: is a JPEG image; expected PNG or PGM: convert a.xyz a.png (its greys are "
		"not exact: see --wall-from)");
	refused("P6 3 1 255 abcdefghi", 20,
		"a.xyz: is a PPM image; expected PNG or PGM: convert a.xyz a.png");
	refused("\x89PNG\r\n\x1a", 7,
		"a.xyz: unknown format; expected PGM, PNG, MovingAI, rows of text (. and #) or a "
		".yaml with the key image");
	refused("\x89PNG\r\n\x1a\n", 8, "a.xyz: is truncated");
}

/* The bytes, which may go on, promise w * h cells that take so many bytes to read. */
static void promises(const void *bytes, size_t n, int32_t w, int32_t h, uint64_t memory)
{
	struct ff_input in = feed_open("a.xyz", bytes, n);
	struct ff_cells_size size = {0};
	struct ff_error err = {""};

	CHECK(ff_formats_size(&in, FF_FORMATS_MAP, INT64_MAX, &format, &size, &err) == FF_OK,
	      "\"%s\"", err.text);
	CHECK(size.w == w && size.h == h, "%d x %d", size.w, size.h);
	CHECK(size.bytes == memory, "%llu bytes, not %llu", (unsigned long long)size.bytes,
	      (unsigned long long)memory);
	ff_input_close(&in);
}

static void a_header_promises_the_size_and_what_it_takes(void)
{
	static const uint64_t most = (uint64_t)INT32_MAX * INT32_MAX;
	struct png_file png = png_begin(7, 3, 8, PNG_GREY, false);

	promises(png.data, png.size, 7, 3, 2 * png.size + 3 * (1 + 7) + 3 * 7);
	free(png.data);
	png = png_begin(7, 3, 16, PNG_RGB_ALPHA, false);
	promises(png.data, png.size, 7, 3, 2 * png.size + 3 * (1 + 7 * 8) + 3 * 7 * 8);
	free(png.data);
	png = png_begin(INT32_MAX, INT32_MAX, 16, PNG_RGB_ALPHA, true);
	promises(png.data, png.size, INT32_MAX, INT32_MAX, UINT64_MAX);
	free(png.data);
	promises("P5 7 3 255 ", 11, 7, 3, 11 + 21);
	promises("P2 2147483647 2147483647 255 ", 29, INT32_MAX, INT32_MAX, UINT64_MAX);
	promises("type octile\nheight 3\nwidth 7\nmap\n", 33, 7, 3, 33 + 21);
	promises("type octile\nheight 2147483647\nwidth 2147483647\nmap\n", 51, INT32_MAX,
		 INT32_MAX, 51 + most);
}

/* What reading a file took, beyond what was there before; measured in a child. */
static uint64_t taken(const char *path)
{
	uint64_t bytes = 0;
	int ends[2], status = -1;
	pid_t child = -1;

	malloc_trim(0);
	temp_require(pipe(ends) == 0 && (child = fork()) >= 0, "pipe");
	if (child == 0) {
		struct rusage before, after;
		struct ff_error err = {""};
		struct ff_cost map;
		struct ff_input in;

		temp_require(getrusage(RUSAGE_SELF, &before) == 0, "getrusage");
		temp_require(ff_input_open(&in, path, &err) == FF_OK, path);
		(void)read_cost(&in, &map, &err);
		temp_require(getrusage(RUSAGE_SELF, &after) == 0, "getrusage");
		bytes = (uint64_t)(after.ru_maxrss - before.ru_maxrss) * 1024;
		_exit(write(ends[1], &bytes, sizeof bytes) != sizeof bytes);
	}
	CHECK(read(ends[0], &bytes, sizeof bytes) == sizeof bytes, "%s: the child", path);
	close(ends[0]);
	close(ends[1]);
	CHECK(waitpid(child, &status, 0) == child && status == 0, "%s: the child", path);
	return bytes;
}

/* The file takes what its header promises, within a tenth less and twice as much. */
static void takes_what_it_promises(const char *path)
{
	struct ff_cells_size size = {0};
	struct ff_error err = {""};
	struct ff_input in;
	uint64_t nothing = taken("small"), peak = taken(path) - nothing;

	if (!CHECK(ff_input_open(&in, path, &err) == FF_OK, "\"%s\"", err.text))
		return;
	CHECK(ff_formats_size(&in, FF_FORMATS_MAP, INT64_MAX, &format, &size, &err) == FF_OK,
	      "\"%s\"", err.text);
	ff_input_close(&in);
	CHECK(peak > MIB && size.bytes >= peak / 10 * 9 && size.bytes <= 2 * peak,
	      "%s: %" PRIu64 " bytes, and %" PRIu64 " were promised", path, peak, size.bytes);
}

/* A file of 'n' bytes of data: all equal, or such that do not shrink. */
static void write_png(const char *path, int32_t side, int depth, int type, bool interlaced,
		      size_t n, bool noise)
{
	struct png_file file = png_begin((uint32_t)side, (uint32_t)side, depth, type, interlaced);
	uint8_t *raw = oracle_cells(n, 1);
	uint64_t dice = ORACLE_SEED;

	memset(raw, 0, n);
	/* No such byte may be a filter that does not exist. */
	for (size_t i = 0; i < n && noise; i += 8) {
		uint64_t bits = oracle_random(&dice) & 0x0303030303030303;

		memcpy(raw + i, &bits, n - i < 8 ? n - i : 8);
	}
	if (type == PNG_INDEXED)
		png_chunk(&file, "PLTE", "\1\1\1\2\2\2\3\3\3", 9);
	png_data(&file, raw, n);
	png_end(&file);
	temp_write(path, file.data, file.size);
	free(file.data);
	free(raw);
}

static void write_text(const char *path, const char *head, const char *cell, size_t count)
{
	FILE *to = fopen(path, "wb");

	temp_require(to != NULL && fputs(head, to) >= 0, path);
	for (size_t i = 0; i < count; i++)
		fputs(cell, to);
	temp_require(fclose(to) == 0, path);
}

static void what_a_header_promises_is_what_reading_takes(void)
{
	temp_enter();
#if defined(__SANITIZE_ADDRESS__)
	SKIP("AddressSanitizer keeps what is freed");
	return;
#endif
	write_png("small", 8, 16, PNG_RGB_ALPHA, true, 8 * 64 + 15, false);
	for (int k = 0; k < 2; k++) {
		write_png("grey8", 1500, 8, PNG_GREY, false, 1500 * 1501, k == 1);
		takes_what_it_promises("grey8");
		write_png("palette4", 2000, 4, PNG_INDEXED, false, 2000 * 1001, k == 1);
		takes_what_it_promises("palette4");
		write_png("grey16", 1000, 16, PNG_GREY, false, 1000 * 2001, k == 1);
		takes_what_it_promises("grey16");
		/* 15 rows in 8 have a filter */
		write_png("rgba16i", 1000, 16, PNG_RGB_ALPHA, true, 8 * 1000 * 1000 + 1875, k == 1);
		takes_what_it_promises("rgba16i");
	}
	write_text("p2", "P2 1000 1000 255\n", "123 ", 1000 * 1000);
	takes_what_it_promises("p2");
	write_text("p5", "P5 1500 1500 255\n", "x", 1500 * 1500);
	takes_what_it_promises("p5");
	write_text("map", "type octile\nheight 300000\nwidth 9\nmap\n", ".........\n", 300000);
	takes_what_it_promises("map");
}

/* A child that writes a byte at a time into a pipe; the end to read from. */
static int dribble(const uint8_t *bytes, size_t n, pid_t *child)
{
	int ends[2];

	temp_require(pipe(ends) == 0 && (*child = fork()) >= 0, "pipe");
	if (*child > 0) {
		close(ends[1]);
		return ends[0];
	}
	for (size_t i = 0; i < n; i++)
		if (write(ends[1], bytes + i, 1) != 1)
			_exit(1);
	_exit(0);
}

static void a_map_may_come_through_a_pipe_byte_by_byte(void)
{
	struct png_file png = png_grey(3, 1, (const uint8_t *)"\7\10\11");
	const struct {
		const void *bytes;
		size_t n;
	} maps[] = {
		{png.data, png.size}, {"P5 3 1 255 \7\10\11", 14}, {movingai, sizeof movingai - 1}};

	for (size_t i = 0; i < 3; i++) {
		struct ff_error err = {""};
		struct ff_cost map = {0, 0, NULL};
		struct ff_input in = {.name = "pipe"};
		pid_t child = -1;
		int status = -1;
		enum ff_status st;

		in.fd = dribble(maps[i].bytes, maps[i].n, &child);
		st = read_cost(&in, &map, &err);
		CHECK(st == FF_OK && map.w == 3 && map.h == 1, "\"%s\"", err.text);
		ff_input_close(&in);
		CHECK(waitpid(child, &status, 0) == child && status == 0, "the writer: %d", status);
		free(map.cells);
	}
	free(png.data);
}

/* A PNG of 400 x 300 cells that do not shrink, in pieces, with large texts around them. */
static struct png_file large_png(uint8_t *cells)
{
	enum { W = 400, H = 300, TEXT = 150000 };
	struct png_file file = png_begin(W, H, 8, PNG_GREY, false);
	uint8_t *raw = oracle_cells(H, W + 1), *text = oracle_cells(TEXT, 1), *packed;
	uint64_t dice = ORACLE_SEED;
	size_t n;

	memset(text, 'x', TEXT);
	for (size_t i = 0; i < W * H; i++)
		cells[i] = (uint8_t)(oracle_random(&dice) >> 20);
	for (size_t y = 0; y < H; y++) {
		raw[y * (W + 1)] = 0;
		memcpy(raw + y * (W + 1) + 1, cells + y * W, W);
	}
	packed = png_deflate(raw, H * (W + 1), &n);
	png_chunk(&file, "tEXt", text, 10);
	png_chunk(&file, "tEXt", text, TEXT);
	png_chunk(&file, "IDAT", packed, n / 2);
	for (size_t i = n / 2; i < n; i += n - i < 7001 ? n - i : 7001)
		png_chunk(&file, "IDAT", packed + i, n - i < 7001 ? n - i : 7001);
	png_chunk(&file, "tEXt", text, TEXT);
	png_end(&file);
	free(packed);
	free(text);
	free(raw);
	return file;
}

static void large_chunks_may_come_byte_by_byte(void)
{
	uint8_t *cells = oracle_cells(400, 300);
	struct png_file png = large_png(cells);
	struct ff_cost map = {0, 0, NULL};
	struct ff_error err = {""};
	struct ff_input in = {.name = "pipe"};
	pid_t child = -1;
	int status = -1;

	in.fd = dribble(png.data, png.size, &child);
	CHECK(read_cost(&in, &map, &err) == FF_OK, "\"%s\"", err.text);
	CHECK(map.w == 400 && map.h == 300 && memcmp(map.cells, cells, 120000) == 0, "other cells");
	ff_input_close(&in);
	CHECK(waitpid(child, &status, 0) == child && status == 0, "the writer: %d", status);
	free(map.cells);
	free(png.data);
	free(cells);
}

/* Between its header and the rest, the file becomes another one. */
static void changed(const char *path, off_t length, bool overwritten, enum ff_status wanted,
		    const char *message)
{
	struct ff_cost map = {0, 0, NULL};
	struct ff_error err = {""};
	struct ff_cells_size size;
	struct ff_input in;
	enum ff_status st;
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	temp_require(fd >= 0 && ff_input_open(&in, path, &err) == FF_OK, path);
	CHECK(ff_formats_size(&in, FF_FORMATS_MAP, INT64_MAX, &format, &size, &err) == FF_OK,
	      "\"%s\"", err.text);
	temp_require(ftruncate(fd, overwritten ? 70000 : length) == 0, path);
	temp_require(ftruncate(fd, length) == 0, path);
	st = format->read_map(&in, &map, &err);
	CHECK(st == wanted && strcmp(err.text, message) == 0, "status %d, \"%s\", not \"%s\"",
	      (int)st, err.text, message);
	CHECK(st == FF_OK || map.cells == NULL, "%s: something was set", path);
	ff_input_close(&in);
	close(fd);
	free(map.cells);
}

static void a_file_that_changes_while_it_is_read_is_whole_or_refused(void)
{
	uint8_t *cells = oracle_cells(400, 300);
	struct png_file png = large_png(cells);
	off_t lengths[] = {60000, 66000, 200000, (off_t)png.size - 1};

	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		temp_write("png", png.data, png.size);
		changed("png", lengths[i], false, FF_E_INPUT, "png: is truncated");
	}
	temp_write("png", png.data, png.size);
	changed("png", 9000000, false, FF_OK, "");
	temp_write("png", png.data, png.size);
	changed("png", (off_t)png.size, true, FF_E_INPUT, "png: is corrupt: a checksum is wrong");
	write_text("pgm", "P5 500 500 255\n", "x", 250000);
	changed("pgm", 100000, false, FF_E_INPUT, "pgm: is truncated");
	write_text("pgm", "P5 500 500 255\n", "x", 250000);
	changed("pgm", 250016, false, FF_E_INPUT,
		"pgm: has 1 bytes too many after its pixels (lines that end with CR LF?)");
	write_text("map", "type octile\nheight 20000\nwidth 9\nmap\n", ".........\n", 20000);
	changed("map", 100000, false, FF_E_INPUT, "map: is truncated: 20000 rows of 9 expected");
	free(png.data);
	free(cells);
}

static void an_error_while_reading_is_passed_on(void)
{
	struct ff_input in = {.name = "odd.png", .fd = -1};
	struct ff_error err = {""};
	struct ff_cost map = {0, 0, NULL};

	CHECK(read_cost(&in, &map, &err) == FF_E_INPUT, "it was read");
	CHECK(strcmp(err.text, "odd.png: Bad file descriptor") == 0, "\"%s\"", err.text);
	ff_input_close(&in);
}

int main(void)
{
	RUN(a_format_is_told_by_its_content);
	RUN(what_is_no_map_is_refused_by_name);
	RUN(a_header_promises_the_size_and_what_it_takes);
	RUN(what_a_header_promises_is_what_reading_takes);
	RUN(a_map_may_come_through_a_pipe_byte_by_byte);
	RUN(large_chunks_may_come_byte_by_byte);
	RUN(a_file_that_changes_while_it_is_read_is_whole_or_refused);
	RUN(an_error_while_reading_is_passed_on);
	return tap_done();
}
