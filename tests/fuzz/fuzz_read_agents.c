/*
 * The bytes of a file of walkers.
 */
#include "fuzz.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/map/goals.h"
#include "io/walkers.h"

static void check_walker(const struct ff_walkers *walkers, const struct ff_walker *walker)
{
	assert(walker->line >= 2 && walker->group < walkers->group_count && walker->guide == 0);
	assert(walker->x >= -FF_GOALS_SIDE_MAX && walker->x <= FF_GOALS_SIDE_MAX);
	assert(walker->y >= -FF_GOALS_SIDE_MAX && walker->y <= FF_GOALS_SIDE_MAX);
	assert(walker->radius >= FF_WALKERS_RADIUS_MIN && walker->radius <= FF_WALKERS_RADIUS_MAX);
	assert(walker->speed >= FF_WALKERS_SPEED_MIN && walker->speed <= FF_WALKERS_SPEED_MAX);
	assert(walker->start >= 0 && walker->start <= FF_WALKERS_START_MAX);
}

/* The last walker, written in plain form, reads back the same, except digits that are cut. */
static void read_again(const struct ff_walkers *walkers)
{
	const struct ff_walker *a = &walkers->items[walkers->count - 1], *b;
	struct ff_walkers once = {0};
	struct ff_error err;
	struct ff_input in;
	char text[400];
	int n = snprintf(text, sizeof text,
			 "id,group,y,x,radius,speed,start\n%" PRIu64 ",%s,%.9f,%.9f,%.9f,%.9f,%.9f",
			 a->id, walkers->groups[a->group], a->y, a->x, a->radius, a->speed,
			 a->start);

	in = fuzz_input("agents", (const uint8_t *)text, (size_t)n);
	assert(ff_walkers_read(&in, 1, 1, &once, &err) == FF_OK && once.count == 1);
	b = once.items;
	assert(b->id == a->id && b->x - a->x < 1e-6 && a->x - b->x < 1e-6 && b->y - a->y < 1e-6);
	assert(strcmp(once.groups[b->group], walkers->groups[a->group]) == 0);
	ff_walkers_free(&once);
	ff_input_close(&in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ff_input in = fuzz_input("agents", data, size);
	struct ff_walkers walkers = {0};
	struct ff_error err = {""};
	enum ff_status st = ff_walkers_read(&in, 0.3, 1, &walkers, &err);

	if (st == FF_OK) {
		assert(walkers.count >= 1 && walkers.groups[0][0] == '\0');
		for (size_t i = 0; i < walkers.count; i++) {
			check_walker(&walkers, &walkers.items[i]);
			assert(i == 0 || walkers.items[i].line > walkers.items[i - 1].line);
		}
		read_again(&walkers);
	} else {
		fuzz_failed(st, &err, "agents");
	}
	ff_walkers_free(&walkers);
	ff_input_close(&in);
	return 0;
}
