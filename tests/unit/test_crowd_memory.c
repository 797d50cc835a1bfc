/*
 * Memory that runs out at each allocation in turn where a crowd is made.
 */
#include "guides.h"
#include "tap.h"
#include "walk/crowd.h"

/* By the linker's --wrap (Makefile) each allocation comes to us first. */
static struct {
	long count, fails_at; /* 0: none */
	long live;            /* blocks that are not given back */
} heap;

static void *taken(void *block)
{
	heap.live += block != NULL;
	return block;
}

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl*): these names are the linker's. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

void *__wrap_malloc(size_t size)
{
	return ++heap.count == heap.fails_at ? NULL : taken(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size)
{
	return ++heap.count == heap.fails_at ? NULL : taken(__real_calloc(n, size));
}

void *__wrap_realloc(void *block, size_t size)
{
	heap.live -= block != NULL;
	return taken(__real_realloc(block, size));
}

void __wrap_free(void *block)
{
	heap.live -= block != NULL;
	__real_free(block);
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl*) */

static struct scene scene;
static struct ff_guide guides[2];
static struct ff_walker items[2] = {{.radius = 0.3, .speed = 1},
				    {.x = 2, .radius = 0.3, .speed = 1, .guide = 1}};
static const struct ff_walkers walkers = {.items = items, .count = 2};

static enum ff_status open_crowd(void)
{
	struct ff_crowd *crowd = NULL;
	enum ff_status st = ff_crowd_open(&crowd, &walkers, guides, 2, &ff_crowd_defaults, NULL);

	CHECK((st == FF_OK) == (crowd != NULL), "status %d", (int)st);
	if (st == FF_OK) {
		long count = heap.count;

		ff_crowd_step(crowd);
		CHECK(heap.count == count, "a step allocates");
	}
	ff_crowd_close(crowd);
	return st;
}

static enum ff_status find_collisions(void)
{
	bool found = true;
	size_t a, b;
	enum ff_status st = ff_crowd_collides(&walkers, &found, &a, &b);

	CHECK((st == FF_OK) == !found, "status %d", (int)st);
	return st;
}

/* Fails each allocation of it in turn. */
static void survives(enum ff_status (*try)(void), long least)
{
	enum ff_status st = FF_E_NOMEM;
	long at = 0;

	while (st == FF_E_NOMEM && at < 100) {
		long live = heap.live;

		heap.count = 0;
		heap.fails_at = ++at;
		st = try();
		heap.fails_at = 0;
		CHECK(st == FF_OK || st == FF_E_NOMEM, "allocation %ld: status %d", at, (int)st);
		CHECK(heap.live == live, "allocation %ld: %ld blocks are left", at,
		      heap.live - live);
	}
	CHECK(at > least && at < 100, "%ld allocations", at - 1);
}

static void a_crowd_that_cannot_be_made_leaves_nothing_behind(void)
{
	survives(open_crowd, 10);
}

static void nor_do_collisions_that_cannot_be_looked_for(void)
{
	survives(find_collisions, 4);
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
