#include "io/walkers.h"

#include "core/crowd/follow.h"
#include "guides.h"
#include "tap.h"
#include "temp.h"

#include <inttypes.h>

static const char header[] = "id,step,x,y,length,cost,time,class\n";

/* The paths as a file; free() it. */
static char *listed(const struct ff_paths *paths, const struct ff_classes *classes)
{
	const struct ff_guide guides[2] = {{.classes = NULL}, {.classes = classes}};
	struct ff_walkers walkers = {0};
	struct ff_error err = {""};
	struct ff_output out;

	temp_require(ff_output_open(&out, "paths.csv", &err) == FF_OK, err.text);
	temp_require(paths->count == 0 || ff_walkers_add(&walkers, paths->count) != NULL, "memory");
	for (size_t i = 0; i < paths->count; i++)
		walkers.items[i].guide = 1;
	CHECK(ff_walkers_write_paths(&out, paths, &walkers, guides, &err) == FF_OK, "\"%s\"",
	      err.text);
	ff_walkers_free(&walkers);
	CHECK(ff_output_close(&out, &err) == FF_OK && ff_output_place(&out, true, &err) == FF_OK,
	      "\"%s\"", err.text);
	ff_output_commit(&out);
	return temp_read("paths.csv", NULL);
}

static void is_listed_as(const struct ff_paths *paths, const struct ff_classes *classes,
			 const char *lines)
{
	char *got = listed(paths, classes);

	CHECK(strncmp(got, header, sizeof header - 1) == 0 &&
		      strcmp(got + sizeof header - 1, lines) == 0,
	      "%s", got);
	free(got);
}

static void each_point_is_a_line(void)
{
	struct ff_path_point points[] = {{-0.25, 0, 0, 0, 0},
					 {1, 0.125, 1.25, 2.5, 0.625},
					 {1.9999996, 1, 1e6 + 1.0 / 3, 12345678901.5, 1e-7}};
	struct ff_path path = {UINT64_MAX, points, 3, 2, FF_REACHED, true};
	struct scene s;

	scene_of(&s, "..#/..g/");
	is_listed_as(&(struct ff_paths){&path, 1}, &s.classes,
		     "18446744073709551615,0,-0.25,0,0,0,0,reached\n"
		     "18446744073709551615,1,1,0.125,1.25,2.5,0.625,reached\n"
		     "18446744073709551615,2,2,1,1000000.333333,12345678901.5,0,goal\n");
	scene_free(&s);
}

static void who_has_no_way_has_one_line_without_numbers(void)
{
	struct ff_path_point points[] = {{3, 0.5, 0, 0, 0}, {0, 1, 0, 0, 0}};
	struct ff_path paths[] = {{5, points, 1, 0, FF_UNREACHED, false},
				  {2, points + 1, 1, 0, FF_GOAL, true}};
	struct scene s;

	scene_of(&s, "..#./g.#./");
	is_listed_as(&(struct ff_paths){paths, 2}, &s.classes,
		     "5,0,3,0.5,,,,unreached\n2,0,0,1,0,0,0,goal\n");
	is_listed_as(&(struct ff_paths){paths, 0}, &s.classes, "");
	scene_free(&s);
}

static void no_point_is_rounded_into_the_next_cell(void)
{
	struct ff_path_point points[] = {{0.49999999, 0.4999996, 0, 0, 0},
					 {0.4999991, -0.4999999, 0, 0, 0},
					 {-1e-9, 0, 0, 0, 0}};
	struct ff_path path = {1, points, 3, 2, FF_REACHED, true};
	struct scene s;

	scene_of(&s, "g#/##/");
	is_listed_as(&(struct ff_paths){&path, 1}, &s.classes,
		     "1,0,0.499999,0.499999,0,0,0,goal\n"
		     "1,1,0.499999,-0.5,0,0,0,goal\n"
		     "1,2,0,0,0,0,0,goal\n");
	scene_free(&s);
}

/* Longer than what is written at once. */
static void what_is_written_reads_back(void)
{
	const struct ff_model model = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};
	uint64_t dice = ORACLE_SEED;
	struct ff_path items[40];
	struct ff_paths paths = {items, 0};
	size_t lines = 0;
	struct ff_guide guide;
	struct scene s;
	char *got, *at;

	guides_scene(&s, &model, 40, 30, 20, 9, &dice);
	guide = guides_of(&s);
	for (int32_t i = 0; paths.count < 40; i += 17) {
		int32_t y = i / 40;
		const struct ff_walker walker = {
			.id = (uint64_t)i, .x = i % 40, .y = y, .speed = 1.5};

		if (s.classes.cells[i] != FF_WALL &&
		    CHECK(ff_trace(&guide, FF_TRACE_SMOOTH, &walker, true, &items[paths.count]) ==
				  FF_OK,
			  "%d", i))
			paths.count++;
	}
	got = listed(&paths, &s.classes);
	at = got + sizeof header - 1;
	for (size_t i = 0; i < paths.count; i++)
		for (size_t k = 0; k < items[i].count; k++, lines++) {
			const struct ff_path_point *p = &items[i].points[k];
			const double is[5] = {p->x, p->y, p->length, p->cost, p->time};

			if (items[i].reached) {
				CHECK(strtoull(at, &at, 10) == items[i].id &&
					      strtoull(at + 1, &at, 10) == k,
				      "%zu, %zu: %.60s", i, k, at);
				for (int n = 0; n < 5; n++) {
					double read = strtod(at + 1, &at);

					CHECK(fabs(read - is[n]) <= 1e-6, "%.9g, not %.9g", read,
					      is[n]);
				}
			}
			at = strchr(at, '\n') + 1;
		}
	CHECK(*at == '\0' && lines > 1000, "%zu lines, then %.40s", lines, at);
	free(got);
	for (size_t i = 0; i < paths.count; i++)
		free(items[i].points);
	scene_free(&s);
}

int main(void)
{
	temp_enter();
	RUN(each_point_is_a_line);
	RUN(who_has_no_way_has_one_line_without_numbers);
	RUN(no_point_is_rounded_into_the_next_cell);
	RUN(what_is_written_reads_back);
	return tap_done();
}
