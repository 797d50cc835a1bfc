/*
 * A thousand walkers on real maps: everybody arrives, and nobody is ever in a wall or another.
 * Large maps take half a minute, and are walked only at full length.
 */
#include "core/crowd/spawn.h"
#include "crowded.h"
#include "realmaps.h"

enum { WALKERS = 1000, SMALL = 1 << 16 /* cells */ };

/* Where the last entry of the map's scenarios ends. */
static bool read_goal(const char *path, const struct ff_cost *map, int32_t goal[2])
{
	struct ff_movingai_scen scen;

	if (!realmaps_scen(path, map, &scen))
		return false;
	goal[0] = scen.items[scen.count - 1].goal_x;
	goal[1] = scen.items[scen.count - 1].goal_y;
	free(scen.items);
	return true;
}

/* From everywhere; the walkers' list is owned by the caller. */
static struct ff_walkers throw_walkers(const struct crowded *c)
{
	struct ff_walkers walkers = {.items = oracle_cells(WALKERS, sizeof *walkers.items),
				     .count = WALKERS};
	const struct ff_spawn_area everywhere = {0, 0, c->map.w, c->map.h};
	struct ff_random random = ff_random_seed(1);
	size_t placed = 0;

	for (size_t i = 0; i < WALKERS; i++)
		walkers.items[i] = (struct ff_walker){.id = i, .radius = 0.3, .speed = 1};
	CHECK(ff_spawn_random(&walkers, WALKERS, FF_SPAWN_CROWD, &c->guide, &everywhere, &random,
			      &placed) == FF_OK &&
		      placed == WALKERS,
	      "room for %zu", placed);
	return walkers;
}

/* The longest way that any walker has, each step being one cell at most sqrt(2) long. */
static double longest_way(const struct crowded *c)
{
	size_t n = (size_t)c->map.w * (size_t)c->map.h;
	double longest = 0;

	for (size_t i = 0; i < n; i++)
		if (ff_field_has(&c->field, i))
			longest = fmax(longest, ff_field_value(&c->field, i));
	return longest;
}

static void walk_over(const char *path, void *model)
{
	struct ff_cost map;
	struct crowded c;
	struct ff_walkers walkers;
	struct ff_crowd *crowd = NULL;
	struct ff_crowd_rules rules;
	int32_t goal[2] = {0, 0};
	double most;

	if (!realmaps_read(path, &map))
		return;
	if ((getenv("FULL") == NULL && map.w * map.h > SMALL) || !read_goal(path, &map, goal)) {
		free(map.cells);
		return;
	}
	crowded_aim(&c, map, model, goal[0], goal[1], 1, 1);
	walkers = throw_walkers(&c);
	most = 2 * longest_way(&c) + 2000;
	ff_crowd_defaults(&rules);
	if (CHECK(ff_crowd_open(&crowd, &rules, NULL) == FF_OK &&
			  ff_crowd_enter(crowd, &walkers, &c.guide) == FF_OK,
		  "%s", path)) {
		while (crowd->arrived < WALKERS && (double)crowd->step * rules.dt < most) {
			ff_crowd_step(crowd);
			crowded_look(&c, crowd);
		}
		NOTE("%s: all of %zu there after %.0f s, the longest way is %.0f",
		     strrchr(path, '/') + 1, crowd->arrived, (double)crowd->step * rules.dt,
		     longest_way(&c));
		CHECK(crowd->arrived == WALKERS, "%s: after %g s only %zu have arrived", path, most,
		      crowd->arrived);
	}
	ff_crowd_free(crowd);
	free(walkers.items);
	crowded_free(&c);
}

static struct ff_model model_of(enum ff_metric metric)
{
	return (struct ff_model){.metric = metric, .flow = ff_model_metric[metric].flow};
}

static void a_thousand_from_everywhere_arrive_and_never_touch_a_wall_or_each_other(void)
{
	struct ff_model model = model_of(FF_METRIC_EUCLID); /* walk's own choice */

	realmaps_each(walk_over, &model);
}

static void so_they_do_with_the_other_metrics(void)
{
	struct ff_model steps = model_of(FF_METRIC_MANHATTAN);
	struct ff_model octile = model_of(FF_METRIC_OCTILE);

	if (getenv("FULL") == NULL) {
		SKIP("FULL is not set");
		return;
	}
	realmaps_each(walk_over, &steps);
	realmaps_each(walk_over, &octile);
}

int main(void)
{
	RUN(a_thousand_from_everywhere_arrive_and_never_touch_a_wall_or_each_other);
	RUN(so_they_do_with_the_other_metrics);
	return tap_done();
}
