#include "io/csv.h"

#include "core/map/field.h"
#include "feed.h"
#include "marked.h"
#include "oracle.h"
#include "rasters.h"
#include "scene.h"
#include "tap.h"
#include "temp.h"
#include "written.h"

#include <inttypes.h>
#include <math.h>

static enum ff_status read_text(const char *text, int32_t w, int32_t h,
				struct ff_cells_table *field, struct ff_error *err)
{
	struct ff_input in = feed_open("f.csv", text, strlen(text));
	enum ff_status st;

	err->text[0] = '\0';
	mark(field, sizeof *field);
	st = ff_csv_read_table(&in, w, h, field, err);
	ff_input_close(&in);
	return st;
}

/* The text is right for a map of 2 x 2 cells; all NULL if it is not. */
static struct ff_cells_table right(const char *text)
{
	struct ff_cells_table field;
	struct ff_error err;
	enum ff_status st = read_text(text, 2, 2, &field, &err);

	if (!CHECK(st == FF_OK, "\"%s\": status %d, \"%s\"", text, (int)st, err.text))
		return (struct ff_cells_table){0};
	CHECK(field.field.w == 2 && field.field.h == 2 && field.field.type == FF_FIELD_F64 &&
		      field.field.unit == 1 && field.field.zero == 0,
	      "\"%s\": another field", text);
	return field;
}

static void refused(const char *text, const char *message)
{
	struct ff_cells_table field;
	struct ff_error err;
	enum ff_status st = read_text(text, 2, 2, &field, &err);

	CHECK(st == FF_E_INPUT && strcmp(err.text, message) == 0,
	      "\"%s\": status %d, \"%s\", not \"%s\"", text, (int)st, err.text, message);
	CHECK(is_marked(&field, sizeof field), "\"%s\": something was set", text);
}

static void every_column_is_read(void)
{
	struct ff_cells_table f = right("x,y,cost,class,integration,direction,dx,dy\n"
					"0,0,1,goal,0,8,0,0\n"
					"1,0,254,reached,254.5,6,-1,0.25\n"
					"0,1,255,wall,,8,0,0\n"
					"1,1,7,unreached,,8,-0.707107,.5\n");

	if (f.field.cells == NULL)
		return;
	CHECK(f.field.f64[0] == 0 && f.field.f64[1] == 254.5 && isinf(f.field.f64[2]) &&
		      isinf(f.field.f64[3]),
	      "%g %g %g %g", f.field.f64[0], f.field.f64[1], f.field.f64[2], f.field.f64[3]);
	CHECK(f.costs != NULL && f.costs[0] == 1 && f.costs[1] == 254 && isinf(f.costs[2]) &&
		      f.costs[3] == 7,
	      "costs");
	CHECK(f.classes != NULL &&
		      memcmp(f.classes, (uint8_t[]){FF_GOAL, FF_REACHED, FF_WALL, FF_UNREACHED},
			     4) == 0,
	      "classes");
	CHECK(f.directions != NULL && memcmp(f.directions, (uint8_t[]){8, 6, 8, 8}, 4) == 0,
	      "directions");
	CHECK(f.vectors != NULL && f.vectors[1].dx == -1 && f.vectors[1].dy == 0.25F &&
		      f.vectors[3].dx == -0.707107F && f.vectors[3].dy == 0.5F,
	      "vectors");
	ff_cells_table_free(&f);
	CHECK(f.field.cells == NULL && f.vectors == NULL, "still there");
}

static void lines_and_columns_may_stand_in_any_order_with_others_between(void)
{
	static const char *const texts[] = {
		"x,y,integration\n0,0,1\n1,0,2\n0,1,3\n1,1,4\n",
		"x,y,integration\n1,1,4\n0,0,1\n0,1,3\n1,0,2\n",
		"integration,y,x\n1,0,0\n2,0,1\n3,1,0\n4,1,1\n",
		"name,x,,y,integration,X\na,0,,0,1\nb,1,?,0,2,9\n,0,,1,3,\n\"q,1,,1,4,q\n",
		"x,y,integration\r\n0,0,1\r\n1,0,2\r\n0,1,3\r\n1,1,4\r\n",
		"x,y,integration\n0,0,1\n1,0,2\n0,1,3\n1,1,4",
		"x,y,integration\r\n0,0,1\r\n1,0,2\r\n0,1,3\r\n1,1,4",
		"x,y,integration\n\n0,0,1\n\r\n1,0,2\n0,1,3\n1,1,4\n\n\n",
		"x,y,integration,more\n0,0,1,\n1,0,2\n0,1,3\n1,1,4,5,6,7\n",
		"x,y,integration\n0,0,1.0\n1,0,2.000000\n0,1,03\n1,1,4.\x30\n",
	};

	for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
		struct ff_cells_table f = right(texts[k]);

		for (size_t i = 0; i < 4 && f.field.cells != NULL; i++)
			CHECK(f.field.f64[i] == (double)i + 1, "text %zu: cell %zu is %g", k, i,
			      f.field.f64[i]);
		CHECK(f.costs == NULL && f.classes == NULL && f.directions == NULL &&
			      f.vectors == NULL,
		      "text %zu: there is more", k);
		ff_cells_table_free(&f);
	}
}

static void every_class_is_read(void)
{
	for (int c = 0; c < FF_CLASSES; c++) {
		struct ff_cells_table f;
		char text[64];

		snprintf(text, sizeof text, "x,y,class,integration\n0,0,%s,\n",
			 ff_classes_names[c]);
		if (CHECK(read_text(text, 1, 1, &f, &(struct ff_error){""}) == FF_OK, "%s", text)) {
			CHECK(f.classes[0] == c, "%s: %d", text, f.classes[0]);
			ff_cells_table_free(&f);
		}
	}
}

static void numbers_are_read_exactly_up_to_2_to_the_53(void)
{
	static const struct {
		const char *text;
		double value;
	} cases[] = {{"9007199254740992", 0x1p53},
		     {"-9007199254740992", -0x1p53},
		     {"0.1", 0.1},
		     {"1.414216", 1.414216},
		     {".5", 0.5},
		     {"-3.25", -3.25},
		     {"-0", 0}};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct ff_cells_table f;
		struct ff_error err;
		char text[80];

		snprintf(text, sizeof text, "x,y,integration\n0,0,%s", cases[k].text);
		if (!CHECK(read_text(text, 1, 1, &f, &err) == FF_OK, "\"%s\"", err.text))
			continue;
		CHECK(f.field.f64[0] == cases[k].value, "%s is %.17g", cases[k].text,
		      f.field.f64[0]);
		ff_cells_table_free(&f);
	}
}

static void what_is_no_number_is_told_with_its_line(void)
{
	static const char header[] = "x,y,cost,class,integration,direction,dx,dy";
	static const struct {
		const char *line, *message;
	} cases[] = {
		{"2,0,1,goal,0,8,0,0", "x is not an integer from 0 to 1"},
		{"-1,0,1,goal,0,8,0,0", "x is not an integer from 0 to 1"},
		{"1,2,1,goal,0,8,0,0", "y is not an integer from 0 to 1"},
		{"1,0.0,1,goal,0,8,0,0", "y is not an integer from 0 to 1"},
		{",0,1,goal,0,8,0,0", "x is not an integer from 0 to 1"},
		{"1, 0,1,goal,0,8,0,0", "y is not an integer from 0 to 1"},
		{"1,0,0,goal,0,8,0,0", "cost is not a number above 0, up to 65534, or inf"},
		{"1,0,65535,goal,0,8,0,0", "cost is not a number above 0, up to 65534, or inf"},
		{"1,0,,goal,0,8,0,0", "cost is not a number above 0, up to 65534, or inf"},
		{"1,0,1,Goal,0,8,0,0",
		 "class is not goal, reached, farther, unreached, wall, not computed or not yet"},
		{"1,0,1,,0,8,0,0",
		 "class is not goal, reached, farther, unreached, wall, not computed or not yet"},
		{"1,0,1,goals,0,8,0,0",
		 "class is not goal, reached, farther, unreached, wall, not computed or not yet"},
		{"1,0,1,goal,x,8,0,0", "integration is not a number"},
		{"1,0,1,goal,1e3,8,0,0", "integration is not a number"},
		{"1,0,1,goal,inf,8,0,0", "integration is not a number"},
		{"1,0,1,goal,nan,8,0,0", "integration is not a number"},
		{"1,0,1,goal, ,8,0,0", "integration is not a number"},
		{"1,0,1,goal,9007199254740994,8,0,0", "integration is not a number"},
		{"1,0,1,goal,0,9,0,0", "direction is not an integer from 0 to 8"},
		{"1,0,1,goal,0,,0,0", "direction is not an integer from 0 to 8"},
		{"1,0,1,goal,0,8,,0", "dx is not a number"},
		{"1,0,1,goal,0,8,0,", "dy is not a number"},
		{"1,0,1,goal,0,8,0,0x1", "dy is not a number"},
		{"1,0,1,goal,0,8,2000000000,0", "dx is not a number"},
		{"1,0,1,goal,0,8,0", "there is no dy"},
		{"1,0", "there is no cost"},
		{"1", "there is no y"},
		{"0,0,1,goal,0,8,0,0", "cell 0,0 is there twice"},
	};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		char text[200], message[100];

		snprintf(text, sizeof text, "%s\n0,0,1,goal,0,8,0,0\n\n%s\n?\n", header,
			 cases[k].line);
		snprintf(message, sizeof message, "f.csv:4: %s", cases[k].message);
		refused(text, message);
	}
}

static void the_first_line_names_the_columns(void)
{
	static const char all[] =
		"f.csv:1: the first line must name the columns x, y and integration";

	refused("0,0,1\n1,0,2\n", all);
	refused("\nx,y,integration\n0,0,1\n", all);
	refused("x,y\n0,0\n", all);
	refused("x,integration\n0,0\n", all);
	refused("y,integration\n0,0\n", all);
	refused("X,Y,INTEGRATION\n0,0,0\n", all);
	refused("x, y,integration\n0,0,0\n", all);
	refused("x,y,integration,dx\n0,0,0,0\n", "f.csv:1: dx and dy come together");
	refused("dy,x,y,integration\n0,0,0,0\n", "f.csv:1: dx and dy come together");
}

static void a_file_that_lacks_cells_names_the_first(void)
{
	refused("", "f.csv: is empty");
	refused("x,y,integration\n", "f.csv: cell 0,0 is missing: the map has 2x2");
	refused("x,y,integration\n0,0,1\n1,1,1\n0,1,1\n",
		"f.csv: cell 1,0 is missing: the map has 2x2");
	refused("x,y,integration\n0,0,1\n1,0,1\n0,1,1",
		"f.csv: cell 1,1 is missing: the map has 2x2");
}

static void a_file_far_too_large_for_the_map_is_not_read(void)
{
	enum { SIZE = 1 << 20 };
	char *text = oracle_cells(SIZE, 1);
	struct ff_cells_table field;
	struct ff_error err;

	memset(text, '\n', SIZE - 1);
	text[SIZE - 1] = '\0';
	CHECK(read_text(text, 2, 2, &field, &err) == FF_E_LIMIT, "\"%s\"", err.text);
	CHECK(is_marked(&field, sizeof field), "something was set");
	free(text);
}

static void cut_or_changed_anywhere_a_file_is_read_or_refused(void)
{
	static const char whole[] = "x,y,cost,class,integration,direction,dx,dy\n"
				    "0,0,1,goal,0,8,0,0\n1,0,2,reached,2.5,6,-1,0\n";
	char text[sizeof whole];

	for (size_t i = 0; i + 1 < sizeof whole; i++)
		for (const char *other = "\n,\r0-.x\377"; *other != '\0'; other++) {
			struct ff_cells_table field;
			struct ff_error err;
			enum ff_status st;

			memcpy(text, whole, sizeof whole);
			text[i] = (char)(other[1] == '\0' ? '\0' : *other);
			st = read_text(text, 2, 1, &field, &err);
			CHECK(st == FF_OK ? field.field.cells != NULL
					  : st == FF_E_INPUT && err.text[0] != '\0',
			      "status %d, \"%s\"", (int)st, text);
			if (st == FF_OK)
				ff_cells_table_free(&field);
		}
}

/* The scene, written and read. */
static void round_trip(const struct scene *s)
{
	size_t n = (size_t)s->cost.w * (size_t)s->cost.h;
	struct ff_error err = {""};
	struct ff_cells_table f;
	struct ff_output out = written_open("map.csv");
	struct ff_input in;
	enum ff_status st;

	st = ff_csv_write_table(&out, &s->cost, 0, &s->classes, &s->field, &s->flow, NULL, &err);
	CHECK(written_end(&out, st, &err) == FF_OK, "\"%s\"", err.text);
	CHECK(ff_input_open(&in, "map.csv", &err) == FF_OK, "\"%s\"", err.text);
	if (!CHECK(ff_csv_read_table(&in, s->cost.w, s->cost.h, &f, &err) == FF_OK, "\"%s\"",
		   err.text)) {
		ff_input_close(&in);
		return;
	}
	ff_input_close(&in);
	for (size_t i = 0; i < n; i++)
		CHECK((isinf(f.costs[i]) ? 255 : f.costs[i]) == s->cost.cells[i], "cost of %zu", i);
	CHECK(memcmp(f.classes, s->classes.cells, n) == 0 &&
		      memcmp(f.directions, s->flow.cells, n) == 0,
	      "costs, classes or directions differ");
	for (size_t i = 0; i < n; i++) {
		double raw = ff_field_raw(&s->field, i), value = ff_field_value(&s->field, i);
		double back = f.field.f64[i] * s->field.unit + s->field.zero;
		struct ff_flow_vector v = ff_flow_vector_at(&s->flow, i);

		if (s->field.type == FF_FIELD_F64)
			CHECK(f.field.f64[i] == value ||
				      fabs(f.field.f64[i] - value) <= 5.001e-7 + value * 0x1p-52,
			      "cell %zu: %.17g, not %.17g", i, f.field.f64[i], value);
		else
			CHECK(raw == back || round(back) == raw,
			      "type %d, cell %zu: %.17g, not %.17g", (int)s->field.type, i, back,
			      raw);
		CHECK(fabsf(f.vectors[i].dx - v.dx) < 6e-7F &&
			      fabsf(f.vectors[i].dy - v.dy) < 6e-7F,
		      "cell %zu: %g,%g", i, (double)f.vectors[i].dx, (double)f.vectors[i].dy);
	}
	ff_cells_table_free(&f);
}

static void what_was_written_reads_back_exactly(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 4 * ORACLE_MODELS; k++) {
		int32_t w = 1 + (int32_t)(oracle_random(&dice) % 40);
		struct scene s;

		scene_random(&s, w, 41 - w, k % 60, 254, &dice);
		s.model = oracle_model(k % ORACLE_MODELS,
				       k % 2 == 0 ? FF_FLOW_GRADIENT : FF_FLOW_PATH);
		scene_solve(&s);
		round_trip(&s);
		CHECK(scene_integrate(&s, FF_FIELD_U64) == FF_OK, "64 bits");
		s.field.zero = (double)(oracle_random(&dice) % 100000); /* as of a flee map */
		round_trip(&s);
		scene_free(&s);
	}
}

static void large_numbers_of_every_type_and_unit_read_back(void)
{
	static const uint32_t units[] = {1, 2, 4, 408, 816, 1632};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 18; k++) {
		enum ff_field_type type = (enum ff_field_type)(k % 3);
		struct scene s;

		scene_new(&s, 20, 5);
		free(s.field.cells);
		s.field.cells = oracle_cells(100, sizeof(uint64_t));
		s.field.type = type;
		s.field.unit = units[k / 3];
		for (size_t i = 0; i < 100; i++) {
			/* 10^15 units, or as many as 10^12 cost, or 32 bits. */
			uint64_t most = UINT64_C(1000000000000000);
			uint64_t raw = oracle_random(&dice) >> oracle_random(&dice) % 64;

			if (type == FF_FIELD_U32)
				s.field.u32[i] = (uint32_t)raw;
			else if (type == FF_FIELD_U64)
				s.field.u64[i] = raw % most;
			else
				s.field.f64[i] = (double)(raw % most) / 1048576;
		}
		round_trip(&s);
		scene_free(&s);
	}
}

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
		ff_csv_write_table(&out, &s->cost, 0, &s->classes, &s->field, &s->flow, NULL, &err);

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
		CHECK(ff_csv_write_table(&out, &s.cost, 0, &s.classes, &s.field, &s.flow, NULL,
					 &err) == FF_E_OUTPUT,
		      "%" PRId32 "x3 was written", w);
		CHECK(strcmp(err.text, "/dev/full: No space left on device") == 0, "\"%s\"",
		      err.text);
		ff_output_discard(&out);
		scene_free(&s);
	}
}

static void written_as(const struct ff_cells_data *what, const char *want)
{
	char *text = rasters_written(what, FF_FORMATS_CSV, NULL);

	CHECK(strcmp(text, want) == 0, "\"%s\", not \"%s\"", text, want);
	free(text);
}

static void whole_numbers_are_digits_and_none_is_what_was_asked_for(void)
{
	uint32_t cells[6] = {0, 7, FF_LABELS_NONE, FF_LABELS_NONE, UINT32_MAX - 1, 10};
	uint64_t longs[2] = {(UINT64_C(1) << 53) - 1, UINT64_MAX};
	struct ff_cells_data what = rasters_of(3, 2, FF_RASTER_U32, cells);

	what.raster.none = FF_LABELS_NONE;
	written_as(&what, "0,7,inf\ninf,4294967294,10\n");
	what.none = "-1";
	written_as(&what, "0,7,-1\n-1,4294967294,10\n");
	what.raster.w = 1;
	what.raster.h = 3;
	written_as(&what, "0\n7\n-1\n");
	what.raster.none = (double)NAN;
	written_as(&what, "0\n7\n4294967295\n");
	what = rasters_of(2, 1, FF_RASTER_U64, longs);
	what.raster.none = (double)UINT64_MAX;
	written_as(&what, "9007199254740991,inf\n");
}

static void units_and_a_zero_make_decimals(void)
{
	uint32_t cells[4] = {0, 408, 985, UINT32_MAX};
	uint64_t longs[2] = {UINT64_C(1) << 50, (UINT64_C(1) << 50) + 1};
	struct ff_cells_data what = rasters_of(4, 1, FF_RASTER_U32, cells);

	what.raster.unit = 408;
	what.raster.none = UINT32_MAX;
	written_as(&what, "0,1,2.414216,inf\n");
	what.raster.zero = 985;
	written_as(&what, "-2.414216,-1.414216,0,inf\n");
	what.raster.unit = 1;
	written_as(&what, "-985,-577,0,inf\n");
	what = rasters_of(2, 1, FF_RASTER_U64, longs);
	what.raster.unit = 816;
	written_as(&what, "1379779297601.254902,1379779297601.256127\n");
}

static void floats_have_up_to_six_decimals(void)
{
	float floats[4] = {0.5F, -0.70710678F, 1e-7F, -0.0F};
	double doubles[2] = {1.0 / 3, (double)INFINITY};
	struct ff_cells_data what = rasters_of(2, 2, FF_RASTER_F32, floats);

	written_as(&what, "0.5,-0.707107\n0,0\n");
	what = rasters_of(2, 1, FF_RASTER_F64, doubles);
	what.raster.none = (double)INFINITY;
	written_as(&what, "0.333333,inf\n");
}

static void two_channels_are_two_numbers_a_cell(void)
{
	float vectors[8] = {0, -1, -0.6F, 0.8F, 1, -0.0F, 0, 0};
	uint8_t cells[4] = {FF_N, FF_SW, FF_E, FF_NONE};
	struct ff_cells_data what = rasters_of(2, 2, FF_RASTER_F32, vectors);

	what.raster.channels = 2;
	written_as(&what, "0,-1,-0.6,0.8\n1,0,0,0\n");
	what.raster.cells = cells;
	what.raster.directions = &ff_flow_units[0].dx;
	written_as(&what, "0,-1,-0.707107,0.707107\n1,0,0,0\n");
}

static void each_encoding_has_its_numbers(void)
{
	uint8_t cells[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
	static const struct {
		const char *name, *line;
	} cases[FF_ENCODINGS] = {
		[FF_ENCODING_INDEX] = {"index", "0,1,2,3,4,5,6,7,8\n"},
		[FF_ENCODING_ESRI] = {"esri", "64,128,1,2,4,8,16,32,0\n"},
		[FF_ENCODING_DEGREES] = {"degrees", "90,45,0,315,270,225,180,135,-1\n"},
		[FF_ENCODING_BITS] = {"bits", "1,3,2,6,4,12,8,9,0\n"},
	};

	for (int k = 0; k < FF_ENCODINGS; k++) {
		struct ff_cells_data what = rasters_of(9, 1, FF_RASTER_F32, cells);

		what.raster.directions = ff_encoding_numbers[k];
		CHECK(strcmp(ff_encoding_names[k], cases[k].name) == 0, "%s", cases[k].name);
		written_as(&what, cases[k].line);
	}
}

/* Numbers of all lengths, so that each place of a cell meets the buffer's end. */
static void no_number_is_lost_where_a_buffer_ends(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int32_t w = 1; w < 200; w += 33) {
		int32_t h = 40000 / w;
		size_t n = (size_t)w * (size_t)h, i;
		uint32_t *labels = oracle_cells(n, sizeof *labels);
		float(*vectors)[2] = oracle_cells(n, sizeof *vectors);
		struct ff_cells_data what = rasters_of(w, h, FF_RASTER_U32, labels);
		char *text, *at;

		for (i = 0; i < n; i++) {
			labels[i] = (uint32_t)(oracle_random(&dice) >> oracle_random(&dice) % 64);
			vectors[i][0] = (float)(i % 8) / 8;
			vectors[i][1] = -(float)labels[i] / 64;
		}
		what.raster.none = FF_LABELS_NONE;
		what.none = "-1";
		at = text = rasters_written(&what, FF_FORMATS_CSV, NULL);
		for (i = 0; i < n; i++) {
			int64_t want = labels[i] == FF_LABELS_NONE ? -1 : (int64_t)labels[i];

			if (!CHECK(strtoll(at, &at, 10) == want &&
					   *at++ == ((i + 1) % (size_t)w == 0 ? '\n' : ','),
				   "w %" PRId32 ": cell %zu is not %" PRId64, w, i, want))
				break;
		}
		CHECK(*at == '\0', "more follows");
		free(text);
		what = rasters_of(w, h, FF_RASTER_F32, vectors);
		what.raster.channels = 2;
		at = text = rasters_written(&what, FF_FORMATS_CSV, NULL);
		for (i = 0; i < n; i++)
			if (!CHECK((float)strtod(at, &at) == vectors[i][0] && *at++ == ',' &&
					   (float)strtod(at, &at) == vectors[i][1] &&
					   *at++ == ((i + 1) % (size_t)w == 0 ? '\n' : ','),
				   "w %" PRId32 ": vector %zu", w, i))
				break;
		CHECK(*at == '\0', "more follows");
		free(text);
		free(labels);
		free(vectors);
	}
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	golden = temp_read("tests/golden/classes.csv", NULL);
	temp_enter();
	RUN(every_column_is_read);
	RUN(lines_and_columns_may_stand_in_any_order_with_others_between);
	RUN(every_class_is_read);
	RUN(numbers_are_read_exactly_up_to_2_to_the_53);
	RUN(what_is_no_number_is_told_with_its_line);
	RUN(the_first_line_names_the_columns);
	RUN(a_file_that_lacks_cells_names_the_first);
	RUN(a_file_far_too_large_for_the_map_is_not_read);
	RUN(cut_or_changed_anywhere_a_file_is_read_or_refused);
	RUN(what_was_written_reads_back_exactly);
	RUN(large_numbers_of_every_type_and_unit_read_back);
	RUN(a_map_with_all_classes_equals_the_golden_file);
	RUN(every_direction_and_the_largest_values_of_every_type_read_back);
	RUN(fields_of_every_model_read_back);
	RUN(decimals_are_rounded_to_six_places_without_zeros_behind);
	RUN(a_map_larger_than_any_buffer_is_written_whole);
	RUN(no_line_is_lost_where_a_buffer_ends);
	RUN(a_full_disk_is_passed_on);
	RUN(whole_numbers_are_digits_and_none_is_what_was_asked_for);
	RUN(units_and_a_zero_make_decimals);
	RUN(floats_have_up_to_six_decimals);
	RUN(two_channels_are_two_numbers_a_cell);
	RUN(each_encoding_has_its_numbers);
	RUN(no_number_is_lost_where_a_buffer_ends);
	free(golden);
	return tap_done();
}
