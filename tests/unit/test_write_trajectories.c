#include "io/walkers.h"

#include "oracle.h"
#include "tap.h"
#include "temp.h"
#include "written.h"

#include <inttypes.h>
#include <math.h>

static enum ff_status write_them(const char *path, const struct ff_walkers *walkers,
				 const struct ff_trajectories *all)
{
	struct ff_output out = written_open(path);
	struct ff_error err = {""};

	return written_end(&out, ff_walkers_write_trajectories(&out, walkers, all, &err), &err);
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
	char *got;

	CHECK(write_them("t.csv", &walkers, &all) == FF_OK, "%s", "status");
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
}

static void no_moments_are_a_header(void)
{
	const struct ff_trajectories all = {0};
	const struct ff_walkers walkers = {0};

	CHECK(write_them("t.csv", &walkers, &all) == FF_OK &&
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
	CHECK(write_them("t.csv", &walkers, &all) == FF_OK, "%s", "status");
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
	CHECK(write_them("/dev/full", &walkers, &all) == FF_E_OUTPUT, "%s", "status");
	ff_trajectories_free(&all);
}

int main(void)
{
	temp_enter();
	RUN(velocities_are_what_was_walked_since_the_moment_before);
	RUN(no_moments_are_a_header);
	RUN(long_files_have_what_printf_would_write);
	RUN(what_cannot_be_written_is_an_error);
	return tap_done();
}
