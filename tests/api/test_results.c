/*
 * Section "results" of flowfield.h: the version, a text for each status, and the line of
 * ff_error().
 */
#include <math.h>
#include <pthread.h>

#include "flowfield.h"
#include "unit/tap.h"

static void every_status_has_a_text_of_its_own(void)
{
	for (int a = FF_OK; a <= FF_E_ANSWER; a++) {
		const char *text = ff_status_text((enum ff_status)a);

		CHECK(text[0] != '\0', "status %d", a);
		for (int b = FF_OK; b < a; b++)
			CHECK(strcmp(text, ff_status_text((enum ff_status)b)) != 0, "%d and %d", a,
			      b);
	}
	CHECK(strcmp(ff_status_text((enum ff_status)99), "unknown status") == 0, "99");
}

static void the_version_is_that_of_the_build(void)
{
	char header[32];

	snprintf(header, sizeof header, "%d.%d.%d", FF_VERSION_MAJOR, FF_VERSION_MINOR,
		 FF_VERSION_PATCH);
	CHECK(strcmp(ff_version(), FF_VERSION) == 0, "%s", ff_version());
	CHECK(strcmp(header, FF_VERSION) == 0, "%s", header);
}

/* Fails as FF_E_ARG with that line. */
#define FAILS(call, line) \
	CHECK((call) == FF_E_ARG && strcmp(ff_error(), line) == 0, "\"%s\"", ff_error())

static void *line_of_a_new_thread(void *first)
{
	*(bool *)first = ff_error()[0] == '\0';
	ff_world_new(0, 1, NULL, NULL, NULL);
	return NULL;
}

static void a_failed_call_says_which_argument_and_its_range(void)
{
	static const uint8_t map[6] = {1, 1, 1, 1, 255, 1};
	static const struct ff_rules narrow = {.radius = -1}, far = {.max_cost = (double)NAN},
				     flees = {.flee = -6},
				     continuous = {.metric = FF_METRIC_EUCLID,
						   .step = FF_STEP_MEAN};
	struct ff_world *world, *other;
	struct ff_router *router;
	double points[2], dx;
	int32_t source[2] = {0, 9};
	size_t count;
	int done;

	CHECK(ff_error()[0] == '\0', "before the first failure");
	FAILS(ff_world_new(0, 2, map, NULL, &world),
	      "ff_world_new: w is 0; expected 1 to 2147483647");
	FAILS(ff_world_new(3, 2, NULL, NULL, &world), "ff_world_new: cost is NULL");
	FAILS(ff_world_new(3, 2, map, NULL, NULL), "ff_world_new: out is NULL");
	FAILS(ff_world_new(3, 2, map, &narrow, &world),
	      "ff_world_new: rules.radius is -1; expected 0 to 1000000");
	FAILS(ff_world_new(3, 2, map, &far, &world),
	      "ff_world_new: rules.max_cost is nan; expected 0 or more");
	FAILS(ff_world_new(3, 2, map, &flees, &world),
	      "ff_world_new: rules.flee is -6; expected -5 to -0.01");
	FAILS(ff_world_new(3, 2, map, &continuous, &world),
	      "ff_world_new: rules.step is FF_STEP_MEAN, which euclid does not have");
	CHECK(ff_world_new(3, 2, map, NULL, &world) == FF_OK, "a world");
	FAILS(ff_world_add_goal(world, 3, 0, 0), "ff_world_add_goal: x is 3; expected -0.5 to 2.5");
	FAILS(ff_world_add_goal(world, 2, 0, -1),
	      "ff_world_add_goal: start is -1; expected 0 to 1000000000000");
	FAILS(ff_world_add_goal_area(world, 1, 0, 3, 1, 0),
	      "ff_world_add_goal_area: w is 3; expected 1 to 2");
	FAILS(ff_world_edit(world, 0, 2, 1, 1, 1), "ff_world_edit: y is 2; expected 0 to 1");
	FAILS(ff_world_edit_cells(world, 0, 0, 1, 1, NULL), "ff_world_edit_cells: cost is NULL");
	FAILS(ff_world_edit(world, 0, 0, 1, 1, 256),
	      "ff_world_edit: cost is 256; expected 0 to 255");
	FAILS(ff_world_step(world, 1, &done), "ff_world_step: no solve has begun");
	FAILS(ff_world_step(world, 0, &done), "ff_world_step: cells is 0; expected 1 or more");
	FAILS(ff_world_path(world, 0, 0, points, 1, &count),
	      "ff_world_path: the world is not solved");
	CHECK(ff_world_add_goal(world, 1, 1, 0) == FF_OK && ff_world_solve(world) == FF_E_INPUT &&
		      strcmp(ff_error(), "ff_world_solve: goal 1,1 is on a wall") == 0,
	      "\"%s\"", ff_error());
	ff_world_clear_goals(world);
	CHECK(ff_world_add_goal(world, 0, 0, 0) == FF_OK && ff_world_solve(world) == FF_OK &&
		      strcmp(ff_error(), "ff_world_solve: goal 1,1 is on a wall") == 0,
	      "what succeeds leaves the line: \"%s\"", ff_error());
	FAILS(ff_world_copy(world, FF_LAYERS, &dx, 8), "ff_world_copy: there is no such layer");
	FAILS(ff_world_copy(world, FF_LAYER_VALUES, &dx, 8),
	      "ff_world_copy: bytes is 8; expected 48");
	CHECK(ff_world_new(2, 3, map, NULL, &other) == FF_OK, "another");
	FAILS(ff_world_compare(world, other, NULL), "ff_world_compare: difference is NULL");
	ff_world_free(other);
	ff_world_free(world);
	FAILS(ff_router_new(3, 2, map, NULL, 7, &router),
	      "ff_router_new: sector_size is 7; expected 8 to 1024");
	CHECK(ff_router_new(3, 2, map, NULL, 0, &router) == FF_OK, "a router");
	FAILS(ff_router_find(router, source, 1, 0, NULL),
	      "ff_router_find: source 0 is 0,9; expected 0,0 to 2,1");
	FAILS(ff_router_path(router, 0, points, 1, &count), "ff_router_path: there is no answer");
	CHECK(ff_router_find(router, source, 0, 0, NULL) == FF_E_INPUT &&
		      strcmp(ff_error(), "ff_router_find: there is no goal") == 0,
	      "\"%s\"", ff_error());
	ff_router_free(router);
}

static void each_thread_has_a_line_of_its_own(void)
{
	char line[512];
	bool first = false;
	pthread_t thread;

	ff_world_new(1, 1, NULL, NULL, NULL);
	snprintf(line, sizeof line, "%s", ff_error());
	CHECK(pthread_create(&thread, NULL, line_of_a_new_thread, &first) == 0 &&
		      pthread_join(thread, NULL) == 0,
	      "a thread");
	CHECK(first && strcmp(line, ff_error()) == 0, "\"%s\", not \"%s\"", ff_error(), line);
}

int main(void)
{
	RUN(every_status_has_a_text_of_its_own);
	RUN(the_version_is_that_of_the_build);
	RUN(a_failed_call_says_which_argument_and_its_range);
	RUN(each_thread_has_a_line_of_its_own);
	return tap_done();
}
