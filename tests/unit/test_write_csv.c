#include "format/write_csv.h"

#include "scene.h"
#include "tap.h"
#include "temp.h"

#include <inttypes.h>
#include <math.h>

/* A line of the file. */
struct line {
	unsigned long x, y, cost, direction;
	char class[16];
	char integration[16]; /* as it stands there */
	double dx, dy;
};

/* Reads "A,B,..." into up to 9 fields in place; how many there are. */
static int split(char *text, char *fields[9])
{
	int n = 0;

	while (n < 9) {
		fields[n++] = text;
		text += strcspn(text, ",");
		if (*text == '\0')
			break;
		*text++ = '\0';
	}
	return n;
}

/* Takes a line of 'text'; false at the end, or where it is none of the format. */
static bool take_line(char **text, struct line *line)
{
	size_t n = strcspn(*text, "\n");
	char *fields[9], *end[6];

	if ((*text)[n] != '\n')
		return false;
	(*text)[n] = '\0';
	if (!CHECK(split(*text, fields) == 8, "\"%s\" has not 8 fields", *text))
		return false;
	*text += n + 1;
	line->x = strtoul(fields[0], &end[0], 10);
	line->y = strtoul(fields[1], &end[1], 10);
	line->cost = strtoul(fields[2], &end[2], 10);
	snprintf(line->class, sizeof line->class, "%s", fields[3]);
	snprintf(line->integration, sizeof line->integration, "%s", fields[4]);
	line->direction = strtoul(fields[5], &end[3], 10);
	line->dx = strtod(fields[6], &end[4]);
	line->dy = strtod(fields[7], &end[5]);
	for (int i = 0; i < 6; i++)
		if (!CHECK(*end[i] == '\0', "line %lu,%lu: \"%s\" follows a number", line->x,
			   line->y, end[i]))
			return false;
	return true;
}

static const char header[] = "x,y,cost,class,integration,direction,dx,dy\n";

/* The scene as a file; free() it. */
static char *written(const struct scene *s)
{
	struct ff_error err = {""};
	struct ff_output out;
	enum ff_status st;

	CHECK(ff_output_open(&out, "map.csv", &err) == FF_OK, "\"%s\"", err.text);
	st = ff_write_csv(&out, &s->cost, &s->classes, &s->field, &s->flow, &err);
	CHECK(st == FF_OK, "\"%s\"", err.text);
	CHECK(ff_output_close(&out, &err) == FF_OK && ff_output_commit(&out, &err) == FF_OK,
	      "\"%s\"", err.text);
	ff_output_discard(&out);
	return temp_read("map.csv", NULL);
}

/* Every line says what the scene says, and the numbers read back exactly. */
static void compare(const struct scene *s)
{
	static const double unit[9][2] = {{0, -1}, {1, -1}, {1, 0},   {1, 1}, {0, 1},
					  {-1, 1}, {-1, 0}, {-1, -1}, {0, 0}};
	char *text = written(s), *at = text + sizeof header - 1;
	size_t n = (size_t)s->cost.w * (size_t)s->cost.h;
	struct line line;

	CHECK(strncmp(text, header, sizeof header - 1) == 0, "the header");
	for (size_t i = 0; i < n && CHECK(take_line(&at, &line), "line %zu is missing", i); i++) {
		size_t x = i % (size_t)s->cost.w, y = i / (size_t)s->cost.w;
		const double *v = unit[s->flow.cells[i]];
		double length = v[0] * v[1] != 0 ? sqrt(0.5) : 1;
		char value[16] = "";

		if (s->field.cells[i] != FF_FIELD_NONE)
			snprintf(value, sizeof value, "%" PRIu32, s->field.cells[i]);
		CHECK(line.x == x && line.y == y && line.cost == s->cost.cells[i], "%zu,%zu", x, y);
		CHECK(strcmp(line.class, ff_classes_names[s->classes.cells[i]]) == 0,
		      "%zu,%zu: \"%s\"", x, y, line.class);
		CHECK(strcmp(line.integration, value) == 0, "%zu,%zu: \"%s\", not \"%s\"", x, y,
		      line.integration, value);
		CHECK(line.direction == s->flow.cells[i] && line.dx == v[0] * length &&
			      line.dy == v[1] * length,
		      "%zu,%zu: %lu, %.17g, %.17g", x, y, line.direction, line.dx, line.dy);
	}
	CHECK(*at == '\0', "more follows: \"%.20s\"", at);
	free(text);
}

static char *golden; /* tests/golden/classes.csv */

static void a_map_with_all_classes_equals_the_golden_file(void)
{
	char *text, *ours, *theirs = golden + sizeof header - 1;
	struct line got, want;
	struct scene s;

	if (!CHECK(golden != NULL, "there is no tests/golden/classes.csv here"))
		return;
	scene_of(&s, "g12#1./.#3#.#/1.4..9/##M#2g/1#.#../");
	text = written(&s);
	ours = text + sizeof header - 1;
	CHECK(strncmp(text, golden, sizeof header - 1) == 0, "the header");
	for (int i = 0; i < 6 * 5; i++) {
		if (!CHECK(take_line(&ours, &got) && take_line(&theirs, &want), "line %d", i))
			break;
		CHECK(got.x == want.x && got.y == want.y && got.cost == want.cost &&
			      got.direction == want.direction && got.dx == want.dx &&
			      got.dy == want.dy && strcmp(got.class, want.class) == 0 &&
			      strcmp(got.integration, want.integration) == 0,
		      "%lu,%lu: cost %lu, %s, %s, direction %lu, %g, %g", got.x, got.y, got.cost,
		      got.class, got.integration, got.direction, got.dx, got.dy);
	}
	CHECK(*ours == '\0' && *theirs == '\0', "more lines");
	free(text);
	scene_free(&s);
}

static void every_direction_and_the_largest_value_read_back(void)
{
	struct scene s;

	scene_new(&s, 3, 4);
	for (int i = 0; i < 12; i++) {
		s.flow.cells[i] = (uint8_t)(i % 9);
		s.cost.cells[i] = (uint8_t)(i * 23 + 1);
		s.field.cells[i] = FF_FIELD_NONE - (uint32_t)i;
		s.classes.cells[i] = (uint8_t)(i % 4);
	}
	compare(&s);
	scene_free(&s);
}

static void a_map_larger_than_any_buffer_is_written_whole(void)
{
	uint64_t dice = ORACLE_SEED;
	struct scene s;

	scene_random(&s, 157, 131, 30, 254, &dice);
	compare(&s);
	scene_free(&s);
}

static void no_line_is_lost_where_a_buffer_ends(void)
{
	struct scene s;

	/* Lines of all lengths, so that each place of a line meets the buffer's end. */
	for (int32_t w = 900; w < 1000; w += 7) {
		scene_new(&s, w, 3);
		for (int32_t i = 0; i < 3 * w; i++) {
			s.flow.cells[i] = (uint8_t)(i * 7 % 9);
			s.field.cells[i] = (uint32_t)i * (uint32_t)i;
		}
		compare(&s);
		scene_free(&s);
	}
}

static void a_full_disk_is_passed_on(void)
{
	struct ff_error err = {""};
	struct ff_output out;
	struct scene s;

	if (access("/dev/full", W_OK) != 0) {
		SKIP("there is no /dev/full");
		return;
	}
	for (int32_t w = 1; w < 5000; w *= 70) {
		scene_new(&s, w, 3);
		CHECK(ff_output_open(&out, "/dev/full", &err) == FF_OK, "\"%s\"", err.text);
		CHECK(ff_write_csv(&out, &s.cost, &s.classes, &s.field, &s.flow, &err) ==
			      FF_E_OUTPUT,
		      "%" PRId32 "x3 was written", w);
		CHECK(strcmp(err.text, "/dev/full: No space left on device") == 0, "\"%s\"",
		      err.text);
		ff_output_discard(&out);
		scene_free(&s);
	}
}

int main(void)
{
	golden = temp_read("tests/golden/classes.csv", NULL);
	temp_enter();
	RUN(a_map_with_all_classes_equals_the_golden_file);
	RUN(every_direction_and_the_largest_value_read_back);
	RUN(a_map_larger_than_any_buffer_is_written_whole);
	RUN(no_line_is_lost_where_a_buffer_ends);
	RUN(a_full_disk_is_passed_on);
	free(golden);
	return tap_done();
}
