#include "core/crowd/follow.h"
#include "guides.h"
#include "io/walkers.h"
#include "oracle.h"
#include "tap.h"
#include "temp.h"
#include "written.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

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

static void no_point_is_rounded_into_the_next_cell(void)
{
	struct ff_path_point points[] = {{0.49999999, 0.4999996, 0, 0, 0},
					 {0.4999991, -0.4999999, 0, 0, 0},
					 {-1e-9, 0, 0, 0, 0}};
	struct ff_path path = {1, points, 3, 2, FF_REACHED, true, 0, NULL, 0};
	struct scene s;

	scene_of(&s, "g#/##/");
	is_listed_as(&(struct ff_paths){.items = &path, .count = 1}, &s.classes,
		     "1,0,0.499999,0.499999,0,0,0,goal\n"
		     "1,1,0.499999,-0.5,0,0,0,goal\n"
		     "1,2,0,0,0,0,0,goal\n");
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

int main(void)
{
	temp_enter();
	RUN(no_point_is_rounded_into_the_next_cell);
	RUN(long_files_have_what_printf_would_write);
	return tap_done();
}
