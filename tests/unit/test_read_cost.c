#include "format/read_cost.h"

#include "feed.h"
#include "png.h"
#include "tap.h"
#include "temp.h"

#include <errno.h>
#include <sys/wait.h>

static const struct ff_read_cost_format untouched;
static const struct ff_read_cost_format *format; /* of the last one read */

static enum ff_status read_cost(struct ff_input *in, struct ff_cost *map, struct ff_error *err)
{
	format = &untouched;
	return ff_read_cost(in, map, &format, err);
}

static const char movingai[] = "type octile\nheight 1\nwidth 3\nmap\n.@.\n";

/* The bytes are read, as that format, as 3 x 1 cells that add up to 'sum'. */
static void accepted(const void *bytes, size_t n, const char *name, bool grey, int sum)
{
	struct ff_cost map;
	struct ff_error err;
	enum ff_status st = feed(read_cost, "a.xyz", bytes, n, &map, &err);

	if (CHECK(st == FF_OK, "%s: \"%s\"", name, err.text)) {
		CHECK(strcmp(format->name, name) == 0 && format->grey == grey, "%s: it is \"%s\"",
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
	refused("x", 1, "a.xyz: is neither a PNG nor a PGM image nor a MovingAI map");
	refused("GIF89a and so on, and on", 24,
		"a.xyz: is neither a PNG nor a PGM image nor a MovingAI map");
	refused("\xff\xd8\xff\xe0 a photograph", 18,
		"a.xyz: is neither a PNG nor a PGM image nor a MovingAI map");
	refused("P6 3 1 255 abcdefghi", 20,
		"a.xyz: is neither a PNG nor a PGM image nor a MovingAI map");
	refused("\x89PNG\r\n\x1a", 7, "a.xyz: is neither a PNG nor a PGM image nor a MovingAI map");
	refused("\x89PNG\r\n\x1a\n", 8, "a.xyz: is truncated");
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
	RUN(a_map_may_come_through_a_pipe_byte_by_byte);
	RUN(an_error_while_reading_is_passed_on);
	return tap_done();
}
