/*
 * Memory that runs out at each allocation in turn where a crowd is made.
 */
#include "core/crowd/crowd.h"
#include "guides.h"
#include "heap.h"
#include "tap.h"

static struct scene scene;
static struct ff_guide guides[2];
static struct ff_walker items[2] = {{.radius = 0.3, .speed = 1},
				    {.x = 2, .radius = 0.3, .speed = 1, .guide = 1}};
static const struct ff_walkers walkers = {.items = items, .count = 2};

static enum ff_status open_crowd(const void *with)
{
	struct ff_crowd *crowd = NULL;
	struct ff_crowd_rules rules;
	enum ff_status st;

	(void)with;
	ff_crowd_defaults(&rules);
	st = ff_crowd_open(&crowd, &rules, NULL);
	CHECK((st == FF_OK) == (crowd != NULL), "status %d", (int)st);
	if (st == FF_OK)
		st = ff_crowd_enter(crowd, &walkers, guides);
	if (st == FF_OK) {
		long count = heap.count;

		ff_crowd_step(crowd);
		CHECK(heap.count == count, "a step allocates");
	}
	ff_crowd_free(crowd);
	return st;
}

static enum ff_status find_collisions(const void *with)
{
	bool found = true;
	size_t a, b;
	enum ff_status st = ff_crowd_collides(&walkers, &found, &a, &b);

	(void)with;
	CHECK((st == FF_OK) == !found, "status %d", (int)st);
	return st;
}

static void a_crowd_that_cannot_be_made_leaves_nothing_behind(void)
{
	heap_survives(open_crowd, NULL, 8);
}

static void nor_do_collisions_that_cannot_be_looked_for(void)
{
	heap_survives(find_collisions, NULL, 4);
}

int main(void)
{
	scene_of(&scene, "....../...g../");
	scene.classes.cells[1] = FF_UNREACHED;
	guides[0] = guides[1] = guides_of(&scene);
	RUN(a_crowd_that_cannot_be_made_leaves_nothing_behind);
	RUN(nor_do_collisions_that_cannot_be_looked_for);
	scene_free(&scene);
	return tap_done();
}
