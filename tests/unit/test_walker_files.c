#include "core/crowd/follow.h"
#include "feed.h"
#include "guides.h"
#include "io/walkers.h"
#include "oracle.h"
#include "tap.h"
#include "temp.h"
#include "written.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static enum ff_status read_bytes(const char *text, size_t n, struct ff_walkers *walkers,
				 struct ff_error *err)
{
	struct ff_input in = feed_open("a.csv", text, n);
	enum ff_status st;

	*walkers = (struct ff_walkers){0};
	err->text[0] = '\0';
	st = ff_walkers_read(&in, 0.25, 1.5, walkers, err);
	ff_input_close(&in);
	return st;
}

static void accepted(const char *text, size_t count, const struct ff_walker *want)
{
	struct ff_walkers walkers;
	struct ff_error err;
	enum ff_status st = read_bytes(text, strlen(text), &walkers, &err);

	if (CHECK(st == FF_OK && walkers.count == count, "\"%s\": status %d, \"%s\", %zu walkers",
		  text, (int)st, err.text, walkers.count))
		for (size_t i = 0; i < count; i++) {
			const struct ff_walker *a = &walkers.items[i], *b = &want[i];

			CHECK(a->id == b->id && a->group == b->group && a->guide == 0 &&
				      a->line == b->line,
			      "\"%s\", walker %zu: id %" PRIu64 ", group %" PRIu32 ", line %zu",
			      text, i, a->id, a->group, a->line);
			CHECK(a->x == b->x && a->y == b->y && a->radius == b->radius &&
				      a->speed == b->speed && a->start == b->start &&
				      a->metres == b->metres,
			      "\"%s\", walker %zu: %g,%g, radius %g, speed %g, start %g", text, i,
			      a->x, a->y, a->radius, a->speed, a->start);
		}
	ff_walkers_free(&walkers);
}

static void refused(const char *text, const char *message)
{
	struct ff_walkers walkers;
	struct ff_error err;
	enum ff_status st = read_bytes(text, strlen(text), &walkers, &err);

	CHECK(st == FF_E_INPUT && strcmp(err.text, message) == 0, "status %d, \"%s\", not \"%s\"",
	      (int)st, err.text, message);
	ff_walkers_free(&walkers);
}

static void columns_may_be_in_any_order(void)
{
	const struct ff_walker want[] = {
		{.id = 7,
		 .group = 1,
		 .x = 1.5,
		 .y = 2,
		 .radius = 0.5,
		 .speed = 2,
		 .start = 3,
		 .line = 2},
		{.id = 0, .group = 2, .x = -1, .y = 4, .radius = 0.25, .speed = 1.5, .line = 3},
	};

	accepted("id,group,x,y,radius,speed,start\n7,red,1.5,2,.5,2,3\n0,blue,-1,4,,,\n", 2, want);
	accepted("start,speed,radius,y,x,group,id\n3,2,.5,2,1.5,red,7\n,,,4,-1,blue,0", 2, want);
}

static void all_but_places_have_defaults(void)
{
	const struct ff_walker want[] = {
		{.id = 1, .x = 1, .y = 2, .radius = 0.25, .speed = 1.5, .line = 2},
		{.id = 2, .x = 3, .y = 4, .radius = 0.25, .speed = 1.5, .line = 5},
	};

	accepted("x,y\n1,2\n\n# nobody\n 3 , 4 # him\n", 2, want);
	accepted("\xef\xbb\xbfx,y\r\n1,2\r\n\r\n#\r\n3,4\r\n", 2, want);
}

static void places_may_be_metres(void)
{
	const struct ff_walker want[] = {
		{.id = 5,
		 .x = 1.5,
		 .y = -2,
		 .metres = true,
		 .radius = 0.25,
		 .speed = 1.5,
		 .line = 2},
		{.id = 6, .x = 1.5, .y = 2, .radius = 0.25, .speed = 1.5, .line = 3},
	};

	accepted("x,y,id\n1.5m,-2m,5\n1.5,2,6\n", 2, want);
	accepted("y,id,x\n-2m , 5, 1.5m\n2,6,1.5", 2, want);
	refused("x,y\n1m,2\n", "a.csv:2:4: y is not in metres, as the other coordinate is");
	refused("y,id,x\n1,2,2m\n", "a.csv:2:5: x is in metres, the other coordinate is not");
	refused("x,y\n1 m,2\n", "a.csv:2:3: a comma expected");
	refused("x,y\n1mm,2m\n", "a.csv:2:3: a comma expected");
	refused("x,y,radius\n1m,2m,.3m\n", "a.csv:2:9: the end of the line expected");
}

static void walkers_are_added_to_those_that_are_there(void)
{
	struct ff_walkers walkers = {0};
	struct ff_error err = {""};

	for (int i = 0; i < 2; i++) {
		struct ff_input in = feed_open("a.csv", "x,y,group\n1,2,red\n", 18);

		CHECK(ff_walkers_read(&in, 1, 1, &walkers, &err) == FF_OK, "\"%s\"", err.text);
		ff_input_close(&in);
	}
	CHECK(walkers.count == 2 && walkers.group_count == 2 && walkers.items[1].group == 1 &&
		      strcmp(walkers.groups[0], "") == 0 && strcmp(walkers.groups[1], "red") == 0,
	      "%zu walkers, %" PRIu32 " groups", walkers.count, walkers.group_count);
	ff_walkers_free(&walkers);
}

static void mistakes_are_named_with_their_place(void)
{
	refused("", "a.csv: has no walker");
	refused("# 1\n\n", "a.csv: has no walker");
	refused("x,y\n", "a.csv: has no walker");
	refused("x,y\n1,2\n3\n", "a.csv:3:2: y is missing");
	refused("x,y\n1,2,3\n", "a.csv:2:4: the end of the line expected");
	refused("x y\n1,2\n", "a.csv:1:3: a comma expected");
	refused("x,y\n1 2\n", "a.csv:2:3: a comma expected");
	refused("x,y\n0x1,2\n", "a.csv:2:1: x is not a number");
	refused("y,x,y\n1,2,3\n", "a.csv:1:5: y is there twice");
	refused("x,y,id\n1,2,5\n1,3,4\n1,4,5\n1,5,4\n", "a.csv:4:5: id 5 is that of line 2, too");
	refused("x,y,radius\n1,2,1000.5\n", "a.csv:2:5: radius is not in 0.001..1000");
	refused("x,y,speed\n1,2,0.0009\n", "a.csv:2:5: speed is not in 0.001..1000");
	refused("x,y,start\n1,2,1000001\n", "a.csv:2:5: start is not in 0..1000000");
	refused("x,y,group\n1,2,a=b\n",
		"a.csv:2:5: a group's name of 1 to 31 bytes, none of = : \" among them expected");
}

static void no_byte_too_much_is_read(void)
{
	static const char text[] = "id,x,y,group\n1,2,3,red\n";

	for (size_t n = 0; n < sizeof text; n++) {
		struct ff_walkers walkers;
		struct ff_error err;
		enum ff_status st = read_bytes(text, n, &walkers, &err);

		/* A name that is cut is one, too. */
		CHECK((st == FF_OK) == (n >= 18) && (st == FF_OK || st == FF_E_INPUT),
		      "%zu bytes: status %d, \"%s\"", n, (int)st, err.text);
		ff_walkers_free(&walkers);
	}
}

static void names_of_groups_are_short_and_plain(void)
{
	CHECK(ff_walkers_name_fits("red", 3) && ff_walkers_name_fits("a b", 3) &&
		      ff_walkers_name_fits("\xc3\xa9t\xc3\xa9", 5) &&
		      ff_walkers_name_fits("0123456789012345678901234567890", 31),
	      "names");
	CHECK(!ff_walkers_name_fits("", 0) && !ff_walkers_name_fits(" a", 2) &&
		      !ff_walkers_name_fits("a ", 2) &&
		      !ff_walkers_name_fits("01234567890123456789012345678901", 32) &&
		      !ff_walkers_name_fits("a,b", 3) && !ff_walkers_name_fits("a:b", 3) &&
		      !ff_walkers_name_fits("a=b", 3) && !ff_walkers_name_fits("a\"b", 3) &&
		      !ff_walkers_name_fits("a#b", 3) && !ff_walkers_name_fits("a\tb", 3) &&
		      !ff_walkers_name_fits("a\0b", 3) && !ff_walkers_name_fits("a\x7f", 2),
	      "no names");
}

static const char header[] = "id,step,x,y,length,cost,time,class\n";

/* The paths as a file; free() it. */
static char *listed(const struct ff_paths *paths, const struct ff_classes *classes)
{
	const struct ff_cost map = {.w = classes->w, .h = classes->h};
	const struct ff_guide guides[2] = {{.classes = NULL}, {.cost = &map, .classes = classes}};
	struct ff_walkers walkers = {0};
	struct ff_error err = {""};
	struct ff_output out;

	temp_require(ff_output_open(&out, "paths.csv", &err) == FF_OK, err.text);
	temp_require(paths->count == 0 || ff_walkers_add(&walkers, paths->count) != NULL, "memory");
	for (size_t i = 0; i < paths->count; i++)
		walkers.items[i].guide = 1;
	CHECK(ff_walkers_write_paths(&out, paths, &walkers, guides, 1, NULL, &err) == FF_OK,
	      "\"%s\"", err.text);
	ff_walkers_free(&walkers);
	CHECK(ff_output_close(&out, &err) == FF_OK && ff_output_commit(&out, true, &err) == FF_OK,
	      "\"%s\"", err.text);
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
	struct ff_path path = {UINT64_MAX, points, 3, 2, FF_REACHED, true, 0, NULL, 0};
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
	struct ff_path paths[] = {{5, points, 1, 0, FF_UNREACHED, false, 0, NULL, 0},
				  {2, points + 1, 1, 0, FF_GOAL, true, 0, NULL, 0}};
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
	struct ff_path path = {1, points, 3, 2, FF_REACHED, true, 0, NULL, 0};
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
		    CHECK(ff_trace(&guide, FF_TRACE_SMOOTH, &walker, true, false, NULL,
				   &items[paths.count]) == FF_OK,
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

static enum ff_status write_them(const char *path, const struct ff_walkers *walkers,
				 const struct ff_trajectories *all,
				 const struct ff_georeference *place)
{
	struct ff_output out = written_open(path);
	struct ff_error err = {""};

	return written_end(
		&out, ff_walkers_write_trajectories(&out, walkers, all, 1, place, 8, &err), &err);
}

static void velocities_are_what_was_walked_since_the_moment_before(void)
{
	struct ff_walker items[4] = {{.id = 10}, {.id = 20}, {.id = 30}, {.id = UINT64_MAX}};
	const struct ff_walkers walkers = {.items = items, .count = 4};
	uint32_t who[3][3] = {{0, 2}, {0, 1, 2}, {1, 3}};
	struct ff_trajectories_place places[3][3] = {{{0, 0}, {5.5, 6.25}},
						     {{0.5, -0.25}, {1, 1}, {5.5, 6.25}},
						     {{0.99999, 1.00004}, {-0.00004, 7}}};
	struct ff_trajectories_moment moments[3] = {{0, who[0], places[0], 2},
						    {3 * 0.1, who[1], places[1], 3},
						    {6 * 0.1, who[2], places[2], 2}};
	const struct ff_trajectories all = {.moments = moments, .count = 3};
	static const struct ff_georeference place = {
		.x = -0.5, .y = -20, .resolution = 0.5, .down = true};
	char *got;

	CHECK(write_them("t.csv", &walkers, &all, NULL) == FF_OK, "%s", "status");
	got = temp_read("t.csv", NULL);
	CHECK(strcmp(got, "t,id,x,y,vx,vy\n"
			  "0,10,0.0000,0.0000,0.0000,0.0000\n"
			  "0,30,5.5000,6.2500,0.0000,0.0000\n"
			  "0.3,10,0.5000,-0.2500,1.6667,-0.8333\n"
			  "0.3,20,1.0000,1.0000,0.0000,0.0000\n"
			  "0.3,30,5.5000,6.2500,0.0000,0.0000\n"
			  "0.6,20,1.0000,1.0000,0.0000,0.0001\n"
			  "0.6,18446744073709551615,0.0000,7.0000,0.0000,0.0000\n") == 0,
	      "%s", got);
	free(got);
	CHECK(write_them("t.csv", &walkers, &all, &place) == FF_OK, "%s", "status");
	got = temp_read("t.csv", NULL);
	CHECK(strstr(got, "t,id,x,y,vx,vy,wx,wy\n") == got &&
		      strstr(got, "\n0,30,5.5000,6.2500,0.0000,0.0000,2.500001,-16.625\n") !=
			      NULL &&
		      strstr(got, "\n0.6,20,1.0000,1.0000,0.0000,0.0001,0.249995,-19.24998\n") !=
			      NULL,
	      "%s", got);
	free(got);
}

static void no_moments_are_a_header(void)
{
	const struct ff_trajectories all = {0};
	const struct ff_walkers walkers = {0};

	CHECK(write_them("t.csv", &walkers, &all, NULL) == FF_OK &&
		      temp_holds("t.csv", "t,id,x,y,vx,vy\n"),
	      "%s", "status");
}

/* Many lines, as printf() has them where it need not decide between two that are equally near. */
static void long_files_have_what_printf_would_write(void)
{
	enum { COUNT = 3000, MOMENTS = 5 };
	uint64_t dice = ORACLE_SEED;
	struct ff_walkers walkers = {.items = oracle_cells(COUNT, sizeof(struct ff_walker)),
				     .count = COUNT};
	struct ff_trajectories all = {0};
	char *text, *at, line[256];
	size_t size = 0;

	for (size_t i = 0; i < COUNT; i++)
		walkers.items[i] = (struct ff_walker){.id = i * i};
	for (int m = 0; m < MOMENTS; m++) {
		struct ff_trajectories_moment *moment = ff_trajectories_add(&all, m * 0.125, COUNT);

		temp_require(moment != NULL, "memory");
		for (uint32_t i = 0; i < COUNT; i++) {
			double scale = (double)(1 << oracle_random(&dice) % 14) / 1000003;

			moment->walkers[i] = i;
			moment->places[i].x = (double)(oracle_random(&dice) % 2000003) * scale;
			moment->places[i].y = (double)(oracle_random(&dice) % 2000003) * -scale;
		}
	}
	CHECK(write_them("t.csv", &walkers, &all, NULL) == FF_OK, "%s", "status");
	text = temp_read("t.csv", &size);
	CHECK(size > 500000, "%zu bytes", size);
	at = strchr(text, '\n') + 1;
	for (int m = 0; m < MOMENTS; m++)
		for (size_t i = 0; i < COUNT; i++) {
			struct ff_trajectories_place now = all.moments[m].places[i];
			struct ff_trajectories_place old = all.moments[m - (m > 0)].places[i];
			int n = snprintf(line, sizeof line, "%g,%" PRIu64 ",%.4f,%.4f,%.4f,%.4f\n",
					 m * 0.125, (uint64_t)(i * i), now.x, now.y,
					 (now.x - old.x) / 0.125 + 0, (now.y - old.y) / 0.125 + 0);
			char *zero = strstr(line, "-0.0000");

			if (zero != NULL) {
				memmove(zero, zero + 1, strlen(zero));
				n--;
			}
			CHECK(strncmp(at, line, (size_t)n) == 0, "%.80s, not %s", at, line);
			at = strchr(at, '\n') + 1;
		}
	CHECK(*at == '\0', "%.80s", at);
	free(text);
	free(walkers.items);
	ff_trajectories_free(&all);
}

static void what_cannot_be_written_is_an_error(void)
{
	struct ff_walker items[1] = {{.id = 10}};
	const struct ff_walkers walkers = {.items = items, .count = 1};
	struct ff_trajectories all = {0};

	for (int m = 0; m < 3000; m++) {
		struct ff_trajectories_moment *moment = ff_trajectories_add(&all, m, 1);

		temp_require(moment != NULL, "memory");
		moment->walkers[0] = 0;
		moment->places[0] = (struct ff_trajectories_place){1, 1};
	}
	CHECK(write_them("/dev/full", &walkers, &all, NULL) == FF_E_OUTPUT, "%s", "status");
	ff_trajectories_free(&all);
}

static enum ff_status arrival_write_them(const char *path, const struct ff_walkers *walkers,
					 const struct ff_arrival *arrivals,
					 const struct ff_georeference *place)
{
	struct ff_output out = written_open(path);
	struct ff_error err = {""};

	return written_end(&out, ff_walkers_write_arrivals(&out, walkers, arrivals, place, 4, &err),
			   &err);
}

static void each_walker_is_a_line_and_what_has_not_happened_is_empty(void)
{
	char groups[4][FF_WALKERS_NAME] = {"", "red", "a;b", "it's"};
	struct ff_walker items[5] = {{.id = 7, .group = 1},
				     {.id = UINT64_MAX, .group = 0, .start = 1.5},
				     {.id = 2, .group = 2, .start = 0.1},
				     {.id = 3, .group = 3, .start = 1e6},
				     {.id = 4, .group = 1, .start = 1 / 3.0}};
	const struct ff_walkers walkers = {
		.items = items, .count = 5, .groups = groups, .group_count = 4};
	static const double never = (double)INFINITY;
	const struct ff_arrival arrivals[5] = {{.entered = 0, .arrived = 12.75, .x = 2, .y = 1.25},
					       {.entered = 1.5, .arrived = never},
					       {.entered = never, .arrived = never, .lost = true},
					       {.entered = never, .arrived = never, .y = 3},
					       {.entered = 0.4, .arrived = 0.4, .x = -0.5}};
	/* A cell is 2 wide; 10,20 is the bottom left corner of a map of four rows. */
	static const struct ff_georeference place = {.x = 10, .y = 20, .resolution = 2};
	char *got;

	CHECK(arrival_write_them("a.csv", &walkers, arrivals, NULL) == FF_OK, "%s", "status");
	got = temp_read("a.csv", NULL);
	CHECK(strcmp(got, "id,group,start,came,arrived,seconds,state\n"
			  "7,red,0,0,12.75,12.75,arrived\n"
			  "18446744073709551615,,1.5,1.5,,,walking\n"
			  "2,a;b,0.1,,,,lost\n"
			  "3,it's,1000000,,,,waiting\n"
			  "4,red,0.333333,0.4,0.4,0,arrived\n") == 0,
	      "%s", got);
	free(got);
	CHECK(arrival_write_them("a.csv", &walkers, arrivals, &place) == FF_OK, "%s", "status");
	got = temp_read("a.csv", NULL);
	CHECK(strcmp(got, "id,group,start,came,arrived,seconds,state,wx,wy\n"
			  "7,red,0,0,12.75,12.75,arrived,15,24.5\n"
			  "18446744073709551615,,1.5,1.5,,,walking,11,27\n"
			  "2,a;b,0.1,,,,lost,11,27\n"
			  "3,it's,1000000,,,,waiting,11,21\n"
			  "4,red,0.333333,0.4,0.4,0,arrived,10.000001,27\n") == 0,
	      "%s", got);
	free(got);
}

static void nobody_is_a_header(void)
{
	const struct ff_walkers walkers = {.count = 0};

	CHECK(arrival_write_them("a.csv", &walkers, NULL, NULL) == FF_OK &&
		      temp_holds("a.csv", "id,group,start,came,arrived,seconds,state\n"),
	      "%s", "status");
}

static void arrival_what_cannot_be_written_is_an_error(void)
{
	enum { COUNT = 10000 };
	char groups[1][FF_WALKERS_NAME] = {"red"};
	struct ff_walkers walkers = {.items = oracle_cells(COUNT, sizeof(struct ff_walker)),
				     .count = COUNT,
				     .groups = groups,
				     .group_count = 1};
	struct ff_arrival *arrivals = oracle_cells(COUNT, sizeof *arrivals);

	for (size_t i = 0; i < COUNT; i++) {
		walkers.items[i] = (struct ff_walker){.id = i};
		arrivals[i] = (struct ff_arrival){.arrived = (double)i};
	}
	CHECK(arrival_write_them("/dev/full", &walkers, arrivals, NULL) == FF_E_OUTPUT, "%s",
	      "many");
	walkers.count = 1;
	CHECK(arrival_write_them("/dev/full", &walkers, arrivals, NULL) == FF_E_OUTPUT, "%s",
	      "one");
	free(walkers.items);
	free(arrivals);
}

int main(void)
{
	temp_enter();
	RUN(columns_may_be_in_any_order);
	RUN(all_but_places_have_defaults);
	RUN(places_may_be_metres);
	RUN(walkers_are_added_to_those_that_are_there);
	RUN(mistakes_are_named_with_their_place);
	RUN(no_byte_too_much_is_read);
	RUN(names_of_groups_are_short_and_plain);
	RUN(each_point_is_a_line);
	RUN(who_has_no_way_has_one_line_without_numbers);
	RUN(no_point_is_rounded_into_the_next_cell);
	RUN(what_is_written_reads_back);
	RUN(velocities_are_what_was_walked_since_the_moment_before);
	RUN(no_moments_are_a_header);
	RUN(long_files_have_what_printf_would_write);
	RUN(what_cannot_be_written_is_an_error);
	RUN(each_walker_is_a_line_and_what_has_not_happened_is_empty);
	RUN(nobody_is_a_header);
	RUN(arrival_what_cannot_be_written_is_an_error);
	return tap_done();
}
