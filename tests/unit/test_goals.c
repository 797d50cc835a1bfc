#include "grid/goals.h"

#include "tap.h"

#include <inttypes.h>
#include <string.h>

/* 4 x 3; the wall is at 2,1. */
static uint8_t cells[12] = {1, 9, 1, 254, 1, 1, FF_COST_WALL, 1, 1, 1, 1, 1};
static const struct ff_cost map = {.w = 4, .h = 3, .cells = cells};

static enum ff_status check(size_t count, struct ff_goal *items, struct ff_error *err)
{
	const struct ff_goals goals = {.items = items, .count = count};

	return ff_goals_check(&goals, &map, "corridor.png", err);
}

static void every_open_cell_is_a_goal_and_no_other(void)
{
	for (int64_t y = -2; y < 5; y++) {
		for (int64_t x = -2; x < 6; x++) {
			bool fine = x >= 0 && x < 4 && y >= 0 && y < 3 && !(x == 2 && y == 1);
			enum ff_status st = check(1, (struct ff_goal[]){{x, y}}, NULL);

			CHECK(st == (fine ? FF_OK : FF_E_INPUT),
			      "goal %" PRId64 ",%" PRId64 ": status %d", x, y, (int)st);
		}
	}
}

static void a_goal_far_outside_does_not_wrap_into_the_map(void)
{
	static const int64_t far[] = {INT64_MIN,     INT64_MIN + 1, -4294967296, -4294967295,
				      -2147483648,   2147483648,    4294967296,  4294967297,
				      INT64_MAX - 1, INT64_MAX};

	for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
		CHECK(check(1, (struct ff_goal[]){{far[i], 0}}, NULL) == FF_E_INPUT,
		      "goal %" PRId64 ",0", far[i]);
		CHECK(check(1, (struct ff_goal[]){{0, far[i]}}, NULL) == FF_E_INPUT,
		      "goal 0,%" PRId64, far[i]);
	}
}

static void no_goal_is_an_error_and_a_goal_twice_is_none(void)
{
	struct ff_error err = {""};

	CHECK(check(0, NULL, &err) == FF_E_INPUT, "no goal");
	CHECK(strstr(err.text, "corridor.png: ") == err.text && strstr(err.text, "goal") != NULL,
	      "\"%s\"", err.text);
	CHECK(check(3, (struct ff_goal[]){{0, 0}, {3, 2}, {0, 0}}, NULL) == FF_OK, "one twice");
}

static void the_error_names_the_map_and_the_goal_and_the_reason(void)
{
	struct ff_error err = {""};

	CHECK(check(3, (struct ff_goal[]){{0, 0}, {2, 1}, {9, 9}}, &err) == FF_E_INPUT,
	      "on a wall");
	CHECK(strcmp(err.text, "corridor.png: goal 2,1 is on a wall") == 0, "\"%s\"", err.text);
	CHECK(check(2, (struct ff_goal[]){{0, 0}, {-7, 1}}, &err) == FF_E_INPUT, "outside");
	CHECK(strstr(err.text, "corridor.png: goal -7,1 is outside") == err.text, "\"%s\"",
	      err.text);
	CHECK(strstr(err.text, "0..3") != NULL && strstr(err.text, "0..2") != NULL,
	      "\"%s\" does not say what would be inside", err.text);
}

int main(void)
{
	RUN(every_open_cell_is_a_goal_and_no_other);
	RUN(a_goal_far_outside_does_not_wrap_into_the_map);
	RUN(no_goal_is_an_error_and_a_goal_twice_is_none);
	RUN(the_error_names_the_map_and_the_goal_and_the_reason);
	return tap_done();
}
