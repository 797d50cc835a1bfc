#include "io/csv.h"

#include "scene.h"
#include "tap.h"
#include "temp.h"
#include "written.h"

#include <inttypes.h>
#include <math.h>

/* A line of the file. */
struct line {
	unsigned long x, y, cost, direction;
	char class[16];
	char integration[32]; /* as it stands there */
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
	struct ff_output out = written_open("map.csv");
	struct ff_error err = {""};
	enum ff_status st =
		ff_csv_write_table(&out, &s->cost, &s->classes, &s->field, &s->flow, &err);

	CHECK(written_end(&out, st, &err) == FF_OK, "\"%s\"", err.text);
	return temp_read("map.csv", NULL);
}

/* The integration is short, and near enough to be told from all other numbers of units. */
static void check_integration(const char *text, const struct ff_field *field, size_t i)
{
	const char *point = strchr(text, '.');
	double raw = ff_field_raw(field, i), value = strtod(text, NULL);

	if (isinf(raw)) {
		CHECK(*text == '\0', "cell %zu: \"%s\"", i, text);
		return;
	}
	CHECK(*text != '\0' && strcmp(text, "-0") != 0 &&
		      (point == NULL || (strlen(point) <= 7 && text[strlen(text) - 1] != '0')),
	      "cell %zu: \"%s\"", i, text);
	if (field->type == FF_FIELD_F64)
		CHECK(fabs(value - ff_field_value(field, i)) < 5.001e-7 + fabs(value) * 0x1p-52,
		      "cell %zu: \"%s\", not %.9g", i, text, ff_field_value(field, i));
	else
		CHECK(round(value * field->unit + field->zero) == raw,
		      "cell %zu: \"%s\", not %.0f/%" PRIu32, i, text, raw, field->unit);
}

/* The direction's own vector exactly, any other to 6 decimals. */
static void check_flow(const struct line *line, const struct ff_flow *flow, size_t i)
{
	static const double unit[9][2] = {{0, -1}, {1, -1}, {1, 0},   {1, 1}, {0, 1},
					  {-1, 1}, {-1, 0}, {-1, -1}, {0, 0}};
	const double *v = unit[flow->cells[i]];
	double length = v[0] * v[1] != 0 ? sqrt(0.5) : 1, loose = 0;
	double dx = v[0] * length, dy = v[1] * length;

	if (flow->vectors != NULL) {
		dx = flow->vectors[i].dx;
		dy = flow->vectors[i].dy;
		loose = 5.001e-7;
	}
	CHECK(line->direction == flow->cells[i] && fabs(line->dx - dx) <= loose &&
		      fabs(line->dy - dy) <= loose,
	      "cell %zu: %lu, %.17g, %.17g", i, line->direction, line->dx, line->dy);
}

/* Every line says what the scene says, and the numbers read back exactly. */
static void compare(const struct scene *s)
{
	char *text = written(s), *at = text + sizeof header - 1;
	size_t n = (size_t)s->cost.w * (size_t)s->cost.h;
	struct line line;

	CHECK(strncmp(text, header, sizeof header - 1) == 0, "the header");
	for (size_t i = 0; i < n && CHECK(take_line(&at, &line), "line %zu is missing", i); i++) {
		size_t x = i % (size_t)s->cost.w, y = i / (size_t)s->cost.w;

		CHECK(line.x == x && line.y == y && line.cost == s->cost.cells[i], "%zu,%zu", x, y);
		CHECK(strcmp(line.class, ff_classes_names[s->classes.cells[i]]) == 0,
		      "%zu,%zu: \"%s\"", x, y, line.class);
		check_integration(line.integration, &s->field, i);
		check_flow(&line, &s->flow, i);
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

static void every_direction_and_the_largest_values_of_every_type_read_back(void)
{
	for (int type = FF_FIELD_U32; type < FF_FIELD_TYPES; type++) {
		struct scene s;

		scene_new(&s, 3, 4);
		free(s.field.cells);
		s.field.cells = oracle_cells(12, ff_field_size((enum ff_field_type)type));
		s.field.type = (enum ff_field_type)type;
		for (int i = 0; i < 12; i++) {
			s.flow.cells[i] = (uint8_t)(i % 9);
			s.cost.cells[i] = (uint8_t)(i * 23 + 1);
			s.classes.cells[i] = (uint8_t)(i % FF_CLASSES);
			if (type == FF_FIELD_U32)
				s.field.u32[i] = FF_FIELD_NONE32 - (uint32_t)i;
			else if (type == FF_FIELD_U64)
				s.field.u64[i] = i == 0 ? FF_FIELD_NONE64
							: (UINT64_C(1) << 53) - (uint64_t)i;
			else
				s.field.f64[i] = i == 0 ? FF_FIELD_NONEF : 0x1p33 - i / 128.0;
		}
		compare(&s);
		scene_free(&s);
	}
}

static void fields_of_every_model_read_back(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < ORACLE_MODELS; k++) {
		struct scene s;

		scene_random(&s, 31, 17, 30, 254, &dice);
		s.model = oracle_model(k, k % 2 == 0 ? FF_FLOW_PATH : FF_FLOW_GRADIENT);
		scene_solve(&s);
		compare(&s);
		s.field.zero = 70000; /* as of a flee map: values below 0 */
		compare(&s);
		scene_free(&s);
	}
}

/* 1/408 and the like, values that round to a whole number and vectors of no direction. */
static void decimals_are_rounded_to_six_places_without_zeros_behind(void)
{
	static const struct {
		double value;
		const char *text;
	} cases[] = {{0.5, "0.5"},
		     {1 / 408.0, "0.002451"},
		     {-1 / 408.0, "-0.002451"},
		     {1e-7, "0"},
		     {-1e-7, "0"},
		     {2.9999999, "3"},
		     {-2.9999999, "-3"},
		     {577 / 408.0, "1.414216"},
		     {100, "100"},
		     {0.000001, "0.000001"}};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct ff_flow_vector vector = {0.28F, -0.96F};
		char want[120], *text;
		struct scene s;

		scene_new(&s, 1, 1);
		free(s.field.cells);
		s.field.cells = oracle_cells(1, sizeof(double));
		s.field.type = FF_FIELD_F64;
		s.field.f64[0] = cases[k].value;
		s.flow.cells[0] = FF_N;
		s.flow.vectors = &vector;
		text = written(&s);
		snprintf(want, sizeof want, "%s0,0,1,reached,%s,0,0.28,-0.96\n", header,
			 cases[k].text);
		CHECK(strcmp(text, want) == 0, "%.17g: \"%s\"", cases[k].value, text);
		free(text);
		s.flow.vectors = NULL;
		scene_free(&s);
	}
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
			s.field.u32[i] = (uint32_t)i * (uint32_t)i;
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
		CHECK(ff_csv_write_table(&out, &s.cost, &s.classes, &s.field, &s.flow, &err) ==
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
	RUN(every_direction_and_the_largest_values_of_every_type_read_back);
	RUN(fields_of_every_model_read_back);
	RUN(decimals_are_rounded_to_six_places_without_zeros_behind);
	RUN(a_map_larger_than_any_buffer_is_written_whole);
	RUN(no_line_is_lost_where_a_buffer_ends);
	RUN(a_full_disk_is_passed_on);
	free(golden);
	return tap_done();
}
