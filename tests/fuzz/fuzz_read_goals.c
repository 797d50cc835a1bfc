/*
 * The bytes of a file of goals, for a map of 3 x 2 cells: read twice over, which
 * must add the same goals again, or refuse the second mask.
 */
#include "fuzz.h"

#include <math.h>

#include "io/goals.h"

enum { W = 3, H = 2 };

static enum ff_status read_bytes(const uint8_t *data, size_t size, struct ff_goals *goals,
				 size_t *room, struct ff_error *err)
{
	struct ff_input in = fuzz_input("goals", data, size);
	enum ff_status st = ff_goals_read(&in, W, H, goals, room, err);

	ff_input_close(&in);
	assert(goals->count <= *room);
	return st;
}

static void check_goal(const struct ff_goal *goal, const uint8_t *mask)
{
	assert(fabs(goal->x) <= FF_GOALS_SIDE_MAX && fabs(goal->y) <= FF_GOALS_SIDE_MAX);
	assert(goal->w >= 1 && goal->w <= FF_GOALS_SIDE_MAX);
	assert(goal->h >= 1 && goal->h <= FF_GOALS_SIDE_MAX);
	assert(goal->start >= 0 && goal->start <= FF_GOALS_START_MAX);
	if (goal->w > 1 || goal->h > 1)
		assert(goal->x == floor(goal->x) && goal->y == floor(goal->y));
	assert((goal->level != 0) == (mask != NULL));
	if (mask != NULL)
		assert(memchr(mask, goal->level, (size_t)W * H) != NULL && goal->start == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ff_goals goals = {NULL, 0, NULL};
	struct ff_error err = {""};
	size_t room = 0, once;
	enum ff_status st = read_bytes(data, size, &goals, &room, &err);

	once = goals.count;
	for (size_t i = 0; i < once; i++)
		check_goal(&goals.items[i], goals.mask);
	if (st == FF_OK) {
		bool mask = goals.mask != NULL;

		assert(once >= 1);
		st = read_bytes(data, size, &goals, &room, &err);
		assert(st == (mask ? FF_E_INPUT : FF_OK));
		assert(goals.count == (mask ? once : 2 * once));
		for (size_t i = once; i < goals.count; i++)
			assert(memcmp(&goals.items[i], &goals.items[i - once],
				      sizeof(double) * 2) == 0);
	} else {
		assert(once == 0 && goals.mask == NULL);
	}
	if (st != FF_OK)
		fuzz_failed(st, &err, "goals");
	free(goals.items);
	free((void *)goals.mask);
	return 0;
}
