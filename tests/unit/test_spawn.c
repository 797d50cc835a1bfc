#include "core/crowd/spawn.h"

#include "oracle.h"
#include "scene.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>

/* A map all of whose open cells are reached, and its guide. */
struct place {
	struct scene s;
	struct ff_guide guide;
};

static void place_new(struct place *p, int32_t w, int32_t h)
{
	scene_new(&p->s, w, h);
	p->guide = (struct ff_guide){.map = &p->s.cost,
				     .cost = &p->s.cost,
				     .field = &p->s.field,
				     .flow = &p->s.flow,
				     .classes = &p->s.classes,
				     .model = &manhattan};
}

static void place_wall(struct place *p, int32_t x, int32_t y)
{
	size_t i = ff_cost_index(&p->s.cost, x, y);

	p->s.cost.cells[i] = FF_COST_WALL;
	p->s.classes.cells[i] = FF_WALL;
}

static void place_holes(struct place *p, int percent, uint64_t *dice)
{
	for (int32_t y = 0; y < p->s.cost.h; y++)
		for (int32_t x = 0; x < p->s.cost.w; x++)
			if (oracle_random(dice) % 100 < (uint64_t)percent)
				place_wall(p, x, y);
}

static struct ff_walkers crowd_of(size_t count, double radius, double start)
{
	struct ff_walkers walkers = {.items = oracle_cells(count + 1, sizeof *walkers.items),
				     .count = count};

	for (size_t i = 0; i < count; i++)
		walkers.items[i] = (struct ff_walker){
			.id = i, .x = -7, .y = -7, .radius = radius, .speed = 1, .start = start};
	return walkers;
}

/* Returns true if a disc overlaps no wall, in the map or around it. */
static bool truly_fits(const struct ff_guide *guide, double x, double y, double radius)
{
	const struct ff_cost *map = guide->map;
	double cx = floor(x + 0.5), cy = floor(y + 0.5);

	if (cx < 0 || cy < 0 || cx >= map->w || cy >= map->h ||
	    !ff_cost_open(guide->cost, (int64_t)cx, (int64_t)cy))
		return false;
	for (int32_t wy = -1; wy <= map->h; wy++)
		for (int32_t wx = -1; wx <= map->w; wx++) {
			double dx = fmax(0, fabs(x - wx) - 0.5), dy = fmax(0, fabs(y - wy) - 0.5);

			if (!ff_cost_open(map, wx, wy) &&
			    dx * dx + dy * dy < radius * radius - 1e-9)
				return false;
		}
	return true;
}

static bool truly_free(const struct ff_walkers *walkers, size_t before,
		       const struct ff_walker *walker, double x, double y)
{
	for (size_t j = 0; j < before; j++) {
		const struct ff_walker *other = &walkers->items[j];
		double dx = other->x - x, dy = other->y - y, sum = other->radius + walker->radius;

		if (other->start == walker->start && dx * dx + dy * dy < sum * sum)
			return false;
	}
	return true;
}

static void a_disc_fits_where_no_wall_is_nearer_than_its_radius(void)
{
	uint64_t dice = ORACLE_SEED;
	int fit = 0, all = 0;

	for (int m = 0; m < 60; m++) {
		struct place p;

		place_new(&p, 1 + (int32_t)(oracle_random(&dice) % 12),
			  1 + (int32_t)(oracle_random(&dice) % 12));
		place_holes(&p, m % 3 * 15, &dice);
		for (int k = 0; k < 300; k++, all++) {
			double x = (double)(oracle_random(&dice) % 280) / 20 - 1;
			double y = (double)(oracle_random(&dice) % 280) / 20 - 1;
			double radius = (double)(1 + oracle_random(&dice) % 30) / 16;
			bool fits = ff_spawn_fits(&p.guide, x, y, radius);

			CHECK(fits == truly_fits(&p.guide, x, y, radius), "map %d: %g at %g,%g: %d",
			      m, radius, x, y, fits);
			fit += fits;
		}
		scene_free(&p.s);
	}
	CHECK(fit > all / 20 && fit < all - all / 20, "%d of %d fit", fit, all);
}

static void a_centre_is_in_no_cell_that_is_closed_to_the_guide(void)
{
	struct place p;
	struct ff_cost closed = {.w = 5, .h = 5, .cells = oracle_cells(25, 1)};

	place_new(&p, 5, 5);
	memset(closed.cells, 1, 25);
	closed.cells[12] = FF_COST_WALL;
	p.guide.cost = &closed;
	CHECK(!ff_spawn_fits(&p.guide, 2.4, 2.4, 0.1) && ff_spawn_fits(&p.guide, 2.6, 2, 0.5), "%s",
	      "as a point only");
	scene_free(&p.s);
	free(closed.cells);
}

/* Draws places and checks each; returns how many were drawn. */
static size_t draw_places(const struct place *p, struct ff_walkers *walkers, size_t count,
			  const struct ff_spawn_area *area, uint64_t seed)
{
	struct ff_random random = ff_random_seed(seed);
	size_t placed = 0, first = walkers->count - count;

	CHECK(ff_spawn_random(walkers, count, FF_SPAWN_CROWD, &p->guide, area, &random, &placed) ==
		      FF_OK,
	      "%s", "memory");
	CHECK(placed <= count, "%zu of %zu", placed, count);
	for (size_t i = first; i < first + placed; i++) {
		const struct ff_walker *walker = &walkers->items[i];
		int32_t cx = (int32_t)floor(walker->x + 0.5), cy = (int32_t)floor(walker->y + 0.5);

		CHECK(truly_fits(&p->guide, walker->x, walker->y, walker->radius), "%zu: %g,%g", i,
		      walker->x, walker->y);
		CHECK(truly_free(walkers, i, walker, walker->x, walker->y), "%zu: %g,%g", i,
		      walker->x, walker->y);
		CHECK(p->s.classes.cells[ff_cost_index(&p->s.cost, cx, cy)] == FF_REACHED,
		      "%zu: %g,%g", i, walker->x, walker->y);
		CHECK(cx >= area->x && cy >= area->y && cx < (int64_t)area->x + area->w &&
			      cy < (int64_t)area->y + area->h,
		      "%zu: %g,%g", i, walker->x, walker->y);
	}
	for (size_t i = first + placed; i < walkers->count; i++)
		CHECK(walkers->items[i].x == -7 && walkers->items[i].y == -7, "%zu", i);
	return placed;
}

static void drawn_discs_overlap_neither_walls_nor_each_other(void)
{
	static const double radii[] = {0.05, 0.3, 0.5, 0.7, 1.5};
	uint64_t dice = ORACLE_SEED;

	for (int m = 0; m < 40; m++) {
		double radius = radii[m % 5];
		struct ff_walkers walkers = crowd_of(90, radius, 0);
		struct ff_spawn_area area = {-3, 2, 40, 14};
		struct place p;

		place_new(&p, 30, 20);
		place_holes(&p, radius > 1 ? 2 : 20, &dice);
		for (size_t i = 0; i < 600; i++)
			if (p.s.classes.cells[i] == FF_REACHED && oracle_random(&dice) % 9 == 0)
				p.s.classes.cells[i] = i % 2 == 0 ? FF_GOAL : FF_UNREACHED;
		/* Some walkers are there already, at the same time or another. */
		for (size_t i = 0; i < 30; i++) {
			struct ff_walker *walker = &walkers.items[i];

			walker->x = (double)(oracle_random(&dice) % 3000) / 100;
			walker->y = (double)(oracle_random(&dice) % 2000) / 100;
			walker->radius = (double)(1 + oracle_random(&dice) % 100) / 100;
			walker->start = i % 3 == 0 ? 5 : 0;
		}
		CHECK(draw_places(&p, &walkers, 60, &area, (uint64_t)m) > 0, "map %d", m);
		free(walkers.items);
		scene_free(&p.s);
	}
}

static bool are_equal(const struct ff_walkers *a, const struct ff_walkers *b)
{
	for (size_t i = 0; i < a->count; i++)
		if (a->items[i].x != b->items[i].x || a->items[i].y != b->items[i].y)
			return false;
	return true;
}

static void equal_seeds_draw_equal_places_and_all_cells_alike(void)
{
	enum { COUNT = 4000 };
	struct ff_walkers a = crowd_of(COUNT, 0.01, 0), b = crowd_of(COUNT, 0.01, 0);
	struct ff_spawn_area area = {0, 0, 20, 20};
	size_t left = 0, high = 0, inner = 0;
	struct place p;

	place_new(&p, 20, 20);
	CHECK(draw_places(&p, &a, COUNT, &area, 9) == COUNT &&
		      draw_places(&p, &b, COUNT, &area, 9) == COUNT,
	      "%s", "room for all");
	CHECK(are_equal(&a, &b), "%s", "differ");
	for (size_t i = 0; i < COUNT; i++) {
		left += a.items[i].x < 9.5;
		high += a.items[i].y < 9.5;
		inner += fabs(a.items[i].x - floor(a.items[i].x + 0.5)) < 0.25;
	}
	CHECK(left > 1850 && left < 2150 && high > 1850 && high < 2150 && inner > 1850 &&
		      inner < 2150,
	      "%zu left, %zu high, %zu in the middle of cells", left, high, inner);
	CHECK(draw_places(&p, &b, COUNT, &area, 10) == COUNT && !are_equal(&a, &b), "%s",
	      "another seed");
	free(a.items);
	free(b.items);
	scene_free(&p.s);
}

/* Finds the nearest cell where a walker fits, by trying all. */
static bool truly_nearest(const struct ff_walkers *walkers, size_t i, const struct ff_guide *guide,
			  int32_t *at_x, int32_t *at_y)
{
	const struct ff_walker *walker = &walkers->items[i];
	double best = (double)INFINITY;

	for (int32_t y = 0; y < guide->map->h; y++)
		for (int32_t x = 0; x < guide->map->w; x++) {
			double dx = x - walker->x, dy = y - walker->y, off = dx * dx + dy * dy;

			if (off >= best || !truly_fits(guide, x, y, walker->radius) ||
			    !truly_free(walkers, i, walker, x, y))
				continue;
			best = off;
			*at_x = x;
			*at_y = y;
		}
	return best < (double)INFINITY;
}

static void a_walker_that_does_not_fit_moves_to_the_nearest_place(void)
{
	enum { COUNT = 40 };
	uint64_t dice = ORACLE_SEED;
	size_t all = 0, stayed = 0;

	for (int m = 0; m < 60; m++) {
		struct ff_walkers walkers = crowd_of(COUNT, 0.3, 0), before;
		bool moved[COUNT];
		size_t failed;
		struct place p;

		place_new(&p, 1 + (int32_t)(oracle_random(&dice) % 30),
			  1 + (int32_t)(oracle_random(&dice) % 30));
		place_holes(&p, (int)(oracle_random(&dice) % 95), &dice);
		for (size_t i = 0; i < COUNT; i++) {
			struct ff_walker *walker = &walkers.items[i];

			walker->x = (double)(oracle_random(&dice) % 160) / 4 - 5;
			walker->y = (double)(oracle_random(&dice) % 160) / 4 - 5;
			walker->radius = (double)(1 + oracle_random(&dice) % 10) / 10;
			walker->start = (double)(oracle_random(&dice) % 2);
		}
		before = crowd_of(COUNT, 0, 0);
		memcpy(before.items, walkers.items, COUNT * sizeof *walkers.items);
		CHECK(ff_spawn_snap(&walkers, FF_SPAWN_CROWD, &p.guide, moved, &failed) == FF_OK,
		      "map %d", m);
		for (size_t i = 0; i < COUNT && i <= failed; i++, all++) {
			struct ff_walker *was = &before.items[i], *is = &walkers.items[i];
			int32_t x = 0, y = 0;
			bool fits = truly_fits(&p.guide, was->x, was->y, was->radius) &&
				    truly_free(&before, i, was, was->x, was->y);
			bool found = fits || truly_nearest(&before, i, &p.guide, &x, &y);

			CHECK(moved[i] == !fits && found == (i < failed), "map %d, %zu: %d", m, i,
			      moved[i]);
			CHECK(fits || !found ? is->x == was->x && is->y == was->y
					     : is->x == x && is->y == y,
			      "map %d, %zu from %g,%g: %g,%g, not %d,%d", m, i, was->x, was->y,
			      is->x, is->y, (int)x, (int)y);
			stayed += fits;
			*was = *is;
		}
		free(walkers.items);
		free(before.items);
		scene_free(&p.s);
	}
	CHECK(stayed > 20 && all > stayed + 200, "%zu of %zu stayed", stayed, all);
}

static void each_walker_moves_by_its_own_guide(void)
{
	struct ff_cost closed = {.w = 3, .h = 1, .cells = oracle_cells(3, 1)};
	struct ff_walkers walkers = crowd_of(2, 0.2, 0);
	bool moved[2] = {false, false};
	struct ff_guide guides[2];
	size_t failed = 0;
	struct place p;

	place_new(&p, 3, 1);
	memcpy(closed.cells, ((uint8_t[]){FF_COST_WALL, FF_COST_WALL, 1}), 3);
	guides[0] = guides[1] = p.guide;
	guides[1].cost = &closed;
	walkers.items[1].guide = 1;
	CHECK(ff_spawn_snap(&walkers, FF_SPAWN_CROWD, guides, moved, &failed) == FF_OK &&
		      failed == 2,
	      "%zu", failed);
	CHECK(walkers.items[0].x == 0 && walkers.items[1].x == 2 && moved[0] && moved[1], "%g, %g",
	      walkers.items[0].x, walkers.items[1].x);
	scene_free(&p.s);
	free(walkers.items);
	free(closed.cells);
}

/* Many walkers in one wall or one place do not take long. */
static void a_large_crowd_is_moved(void)
{
	enum { COUNT = 10000, SIDE = 512 };
	uint64_t dice = ORACLE_SEED;

	for (int kind = 0; kind < 3; kind++) {
		struct ff_walkers walkers = crowd_of(COUNT, 0.3, 0);
		bool *moved = oracle_cells(COUNT, sizeof *moved);
		size_t failed = 0, there = 0;
		struct place p;

		place_new(&p, SIDE, SIDE);
		for (int32_t y = 100; y < 400; y++)
			for (int32_t x = 100; x < 400; x++)
				place_wall(&p, x, y);
		for (size_t i = 0; i < COUNT; i++) {
			walkers.items[i].x =
				kind == 0 ? -1000 : (double)(100 + oracle_random(&dice) % 300);
			walkers.items[i].y = kind == 2 ? walkers.items[i].x : 250;
		}
		CHECK(ff_spawn_snap(&walkers, FF_SPAWN_CROWD, &p.guide, moved, &failed) == FF_OK,
		      "%d", kind);
		for (size_t i = 0; i < COUNT; i++)
			there += moved[i] && ff_spawn_fits(&p.guide, walkers.items[i].x,
							   walkers.items[i].y, 0.3);
		CHECK(failed == COUNT && there == COUNT, "%d: %zu, %zu", kind, failed, there);
		free(walkers.items);
		free(moved);
		scene_free(&p.s);
	}
}

static void a_disc_that_touches_a_wall_fits_despite_rounding(void)
{
	struct place p;

	place_new(&p, 8, 8);
	place_wall(&p, 1, 4);
	CHECK(ff_spawn_fits(&p.guide, 2.3, 4, 0.8), "1.5 and 0.8 are 2.3");
	CHECK(!ff_spawn_fits(&p.guide, 2.3, 4, 0.800001), "too near");
	scene_free(&p.s);
}

static void a_disc_of_radius_one_is_put_in_the_middle_of_a_corridor_of_two(void)
{
	struct ff_walkers walkers = crowd_of(5, 1, 0);
	struct ff_spawn_area area = {0, 0, 40, 2};
	struct ff_random random = ff_random_seed(1);
	size_t placed = 0;
	struct place p;

	place_new(&p, 40, 2);
	CHECK(ff_spawn_random(&walkers, 5, FF_SPAWN_CROWD, &p.guide, &area, &random, &placed) ==
			      FF_OK &&
		      placed == 5,
	      "only %zu", placed);
	for (size_t i = 0; i < placed; i++)
		CHECK(walkers.items[i].y == 0.5, "at %g", walkers.items[i].y);
	free(walkers.items);
	scene_free(&p.s);
}

static void only_walkers_that_start_together_need_room_of_their_own(void)
{
	struct ff_walkers walkers = crowd_of(11, 0.5, 0);
	size_t failed = 0;
	bool moved[11];
	struct place p;

	place_new(&p, 20, 1);
	for (size_t i = 0; i < 11; i++) {
		walkers.items[i].x = i < 8 ? (double)i : 3;
		walkers.items[i].y = 0;
		walkers.items[i].start = i < 9 ? 0 : 5;
	}
	CHECK(ff_spawn_snap(&walkers, FF_SPAWN_CROWD, &p.guide, moved, &failed) == FF_OK &&
		      failed == 11,
	      "%zu", failed);
	CHECK(walkers.items[8].x == 8 && walkers.items[9].x == 3 && walkers.items[10].x == 2,
	      "to %g, %g, %g", walkers.items[8].x, walkers.items[9].x, walkers.items[10].x);
	free(walkers.items);
	scene_free(&p.s);
}

static void large_and_small_discs_do_not_overlap(void)
{
	struct ff_walkers walkers = crowd_of(204, 0.3, 0);
	struct ff_spawn_area area = {0, 0, 40, 30};
	struct ff_random random = ff_random_seed(1);
	bool moved[204];
	size_t placed = 0, failed = 0;
	struct place p;

	place_new(&p, 40, 30);
	for (size_t i = 0; i < 3; i++) {
		walkers.items[i].x = 8 + 11 * (double)i;
		walkers.items[i].y = 12;
		walkers.items[i].radius = 5;
	}
	walkers.count = 203;
	CHECK(ff_spawn_random(&walkers, 200, FF_SPAWN_CROWD, &p.guide, &area, &random, &placed) ==
			      FF_OK &&
		      placed == 200,
	      "only %zu", placed);
	walkers.items[203].radius = 1.5;
	walkers.items[203].x = 20;
	walkers.items[203].y = 12;
	walkers.count = 204;
	CHECK(ff_spawn_snap(&walkers, FF_SPAWN_CROWD, &p.guide, moved, &failed) == FF_OK &&
		      failed >= 203,
	      "%zu", failed);
	for (size_t i = 0; i < failed; i++)
		CHECK(truly_free(&walkers, i, &walkers.items[i], walkers.items[i].x,
				 walkers.items[i].y),
		      "%zu is on another", i);
	free(walkers.items);
	scene_free(&p.s);
}

static void walkers_that_walk_alone_may_overlap(void)
{
	enum { COUNT = 500 };
	struct ff_walkers walkers = crowd_of(COUNT, 0.3, 0);
	struct ff_spawn_area cell = {3, 2, 1, 1};
	struct ff_random random = ff_random_seed(1);
	bool moved[COUNT];
	size_t placed = 0, failed = 0, there = 0;
	struct place p;

	place_new(&p, 9, 5);
	place_wall(&p, 5, 2);
	CHECK(ff_spawn_random(&walkers, COUNT, FF_SPAWN_ALONE, &p.guide, &cell, &random, &placed) ==
			      FF_OK &&
		      placed == COUNT,
	      "only %zu in one cell", placed);
	for (size_t i = 0; i < COUNT; i++)
		there += truly_fits(&p.guide, walkers.items[i].x, walkers.items[i].y, 0.3) &&
			 fabs(walkers.items[i].x - 3) <= 0.5 && fabs(walkers.items[i].y - 2) <= 0.5;
	CHECK(there == COUNT, "%zu", there);
	for (int32_t x = 2; x <= 4; x++) {
		place_wall(&p, x, 1);
		place_wall(&p, x, 3);
	}
	CHECK(ff_spawn_random(&walkers, COUNT, FF_SPAWN_ALONE, &p.guide, &cell, &random, &placed) ==
			      FF_OK &&
		      placed == COUNT,
	      "only %zu in a corridor, where most places are too near a wall", placed);
	for (size_t i = 0; i < COUNT; i++) {
		walkers.items[i].x = i % 2 == 0 ? 2 : 5;
		walkers.items[i].y = 2;
	}
	CHECK(ff_spawn_snap(&walkers, FF_SPAWN_ALONE, &p.guide, moved, &failed) == FF_OK &&
		      failed == COUNT,
	      "%zu", failed);
	for (size_t i = 0; i < COUNT; i++)
		CHECK(moved[i] == (i % 2 == 1) && walkers.items[i].x == (i % 2 == 0 ? 2 : 5) &&
			      walkers.items[i].y == (i % 2 == 0 ? 2 : 1),
		      "%zu to %g,%g", i, walkers.items[i].x, walkers.items[i].y);
	free(walkers.items);
	scene_free(&p.s);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(a_disc_fits_where_no_wall_is_nearer_than_its_radius);
	RUN(a_centre_is_in_no_cell_that_is_closed_to_the_guide);
	RUN(drawn_discs_overlap_neither_walls_nor_each_other);
	RUN(equal_seeds_draw_equal_places_and_all_cells_alike);
	RUN(a_walker_that_does_not_fit_moves_to_the_nearest_place);
	RUN(each_walker_moves_by_its_own_guide);
	RUN(a_large_crowd_is_moved);
	RUN(a_disc_that_touches_a_wall_fits_despite_rounding);
	RUN(a_disc_of_radius_one_is_put_in_the_middle_of_a_corridor_of_two);
	RUN(only_walkers_that_start_together_need_room_of_their_own);
	RUN(large_and_small_discs_do_not_overlap);
	RUN(walkers_that_walk_alone_may_overlap);
	return tap_done();
}
