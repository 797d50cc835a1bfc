#include "io/walkers.h"

#include "oracle.h"
#include "tap.h"
#include "temp.h"
#include "written.h"

static enum ff_status write_them(const char *path, const struct ff_walkers *walkers,
				 const struct ff_arrival *arrivals)
{
	struct ff_output out = written_open(path);
	struct ff_error err = {""};

	return written_end(&out, ff_walkers_write_arrivals(&out, walkers, arrivals, &err), &err);
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
	static const struct ff_arrival arrivals[5] = {{0, 12.75, false},
						      {1.5, (double)INFINITY, false},
						      {(double)INFINITY, (double)INFINITY, true},
						      {(double)INFINITY, (double)INFINITY, false},
						      {0.4, 0.4, false}};
	char *got;

	CHECK(write_them("a.csv", &walkers, arrivals) == FF_OK, "%s", "status");
	got = temp_read("a.csv", NULL);
	CHECK(strcmp(got, "id,group,start,came,arrived,seconds,state\n"
			  "7,red,0,0,12.75,12.75,arrived\n"
			  "18446744073709551615,,1.5,1.5,,,walking\n"
			  "2,a;b,0.1,,,,lost\n"
			  "3,it's,1000000,,,,waiting\n"
			  "4,red,0.333333,0.4,0.4,0,arrived\n") == 0,
	      "%s", got);
	free(got);
}

static void nobody_is_a_header(void)
{
	const struct ff_walkers walkers = {.count = 0};

	CHECK(write_them("a.csv", &walkers, NULL) == FF_OK &&
		      temp_holds("a.csv", "id,group,start,came,arrived,seconds,state\n"),
	      "%s", "status");
}

static void what_cannot_be_written_is_an_error(void)
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
		arrivals[i] = (struct ff_arrival){0, (double)i, false};
	}
	CHECK(write_them("/dev/full", &walkers, arrivals) == FF_E_OUTPUT, "%s", "many");
	walkers.count = 1;
	CHECK(write_them("/dev/full", &walkers, arrivals) == FF_E_OUTPUT, "%s", "one");
	free(walkers.items);
	free(arrivals);
}

int main(void)
{
	temp_enter();
	RUN(each_walker_is_a_line_and_what_has_not_happened_is_empty);
	RUN(nobody_is_a_header);
	RUN(what_cannot_be_written_is_an_error);
	return tap_done();
}
