#include "io/csv.h"

#include "feed.h"
#include "marked.h"
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
	CHECK(f.costs != NULL && memcmp(f.costs, (uint8_t[]){1, 254, 255, 7}, 4) == 0, "costs");
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
		{"1,0,0,goal,0,8,0,0", "cost is not an integer from 1 to 255"},
		{"1,0,256,goal,0,8,0,0", "cost is not an integer from 1 to 255"},
		{"1,0,,goal,0,8,0,0", "cost is not an integer from 1 to 255"},
		{"1,0,1,Goal,0,8,0,0",
		 "class is not goal, reached, unreached, wall, not computed or not yet"},
		{"1,0,1,,0,8,0,0",
		 "class is not goal, reached, unreached, wall, not computed or not yet"},
		{"1,0,1,goals,0,8,0,0",
		 "class is not goal, reached, unreached, wall, not computed or not yet"},
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

	st = ff_csv_write_table(&out, &s->cost, &s->classes, &s->field, &s->flow, &err);
	CHECK(written_end(&out, st, &err) == FF_OK, "\"%s\"", err.text);
	CHECK(ff_input_open(&in, "map.csv", &err) == FF_OK, "\"%s\"", err.text);
	if (!CHECK(ff_csv_read_table(&in, s->cost.w, s->cost.h, &f, &err) == FF_OK, "\"%s\"",
		   err.text)) {
		ff_input_close(&in);
		return;
	}
	ff_input_close(&in);
	CHECK(memcmp(f.costs, s->cost.cells, n) == 0 &&
		      memcmp(f.classes, s->classes.cells, n) == 0 &&
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

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
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
	return tap_done();
}
