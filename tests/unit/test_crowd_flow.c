/*
 * Crowds where people have been counted: a bottleneck, and a corridor with two streams.
 *
 * Flow through bottlenecks, in persons by metre of width and second: about 1.3 is what the SFPE
 * handbook plans with; experiments found 1.85 and more (T. Kretz, A. Gruenebohm, M. Schreckenberg,
 * "Experimental study of pedestrian flow through a bottleneck", J. Stat. Mech. 2006, P10014)
 * and 1.9 (A. Seyfried and others, "New insights into pedestrian flow through bottlenecks",
 * Transportation Science 43(3), 2009, who also find that it grows with the width).
 */
#include "core/crowd/spawn.h"
#include "crowded.h"
#include "tap.h"

/* In cells; who is beyond LINE does not come back. */
enum { ROOM_W = 40, ROOM_H = 30, NECK = 7, LINE = ROOM_W + NECK };

static const struct ff_model model = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};

/* A cell is 0.5 m; people walk 1.34 m/s (Weidmann 1993) and are discs of 0.4 m. */
static const double metre = 1 / 0.5, speed = 1.34 / 0.5, radius = 0.2 / 0.5;

static void wall(struct ff_cost *map, int32_t x, int32_t y, int32_t w, int32_t h)
{
	for (int32_t row = y; row < y + h; row++)
		memset(map->cells + ff_cost_index(map, x, row), FF_COST_WALL, (size_t)w);
}

static struct ff_cost open_map(int32_t w, int32_t h)
{
	struct ff_cost map = {w, h, oracle_cells((size_t)(w * h), 1)};

	memset(map.cells, 1, (size_t)(w * h));
	return map;
}

/* Persons by metre and second through a bottleneck of so many cells, without the first and last
 * fifth of them. */
static double flow_through(int32_t width, size_t count)
{
	struct ff_cost map = open_map(ROOM_W + NECK + 4, ROOM_H);
	const struct ff_spawn_area room = {0, 0, ROOM_W - 4, ROOM_H};
	int32_t above = (ROOM_H - width) / 2;
	struct ff_random random = ff_random_seed(1);
	struct ff_walkers walkers = {.items = oracle_cells(count, sizeof *walkers.items),
				     .count = count};
	double *times = oracle_cells(count, sizeof *times), result = 0;
	struct ff_crowd_rules rules;
	struct ff_crowd *crowd = NULL;
	struct crowded c;
	size_t placed = 0, out = 0, first = count / 5, last = count * 4 / 5;

	wall(&map, ROOM_W, 0, NECK, above);
	wall(&map, ROOM_W, above + width, NECK, ROOM_H - above - width);
	crowded_aim(&c, map, &model, map.w - 1, 0, 1, ROOM_H);
	for (size_t i = 0; i < count; i++)
		walkers.items[i] = (struct ff_walker){.id = i, .radius = radius, .speed = speed};
	CHECK(ff_spawn_random(&walkers, count, FF_SPAWN_CROWD, &c.guide, &room, &random, &placed) ==
			      FF_OK &&
		      placed == count,
	      "room for %zu", placed);
	ff_crowd_defaults(&rules);
	if (CHECK(ff_crowd_open(&crowd, &rules, NULL) == FF_OK &&
			  ff_crowd_enter(crowd, &walkers, &c.guide) == FF_OK,
		  "%s", "no crowd")) {
		while (out < count && (double)crowd->step * rules.dt < 1000) {
			ff_crowd_step(crowd);
			crowded_look(&c, crowd);
			for (size_t i = 0; i < count; i++)
				if (out < count && crowd->from_x[i] < LINE && crowd->x[i] >= LINE)
					times[out++] = (double)crowd->step * rules.dt;
		}
		CHECK(out == count, "%zu of %zu came through", out, count);
		result = (double)(last - first) / (times[last] - times[first]) / (width / metre);
	}
	ff_crowd_free(crowd);
	crowded_free(&c);
	free(walkers.items);
	free(times);
	return result;
}

static void as_many_come_through_a_bottleneck_as_have_been_counted(void)
{
	for (int32_t width = 2; width <= 6; width++) {
		double flow = flow_through(width, 200);

		NOTE("%.1f m: %.2f persons by metre and second", width / metre, flow);
		CHECK(flow > 1.3 && flow < 1.9, "%d cells: %g", width, flow);
	}
}

int main(void)
{
	RUN(as_many_come_through_a_bottleneck_as_have_been_counted);
	return tap_done();
}
