/*
 * How good routes through sectors are on real maps: a part of the entries of their benchmarks.
 */
#include "core/sectors/routing.h"
#include "field.h"
#include "realmaps.h"
#include "tap.h"
#include "trips.h"

#include <math.h>

enum { SIZE = 16, CACHE = 1 << 24 };

/* A map, what is kept of it, and how good its routes are. */
struct ground {
	const char *name;
	struct trip trip;
	struct ff_route_search *search;
	struct ff_sector_cache *cache;
	struct ff_field field, whole; /* of a request; of the plain solver */
	void *scratch;
	size_t size, entries, every;
	double sum, worst; /* of the ratios */
};

static void check_entry(struct ground *ground, const struct ff_movingai_scen_entry *entry)
{
	const struct ff_machine machine = {.cpu = ff_machine_best()};
	struct trip *trip = &ground->trip;
	const struct ff_cost *cost = &trip->map.cost;
	uint32_t source = (uint32_t)ff_cost_index(cost, entry->start_x, entry->start_y);
	struct ff_routes routes = {.count = 0};
	struct ff_route *route;
	uint64_t integrated;
	double first, ours;

	trip->map.seeds.items[0].cell = (uint32_t)ff_cost_index(cost, entry->goal_x, entry->goal_y);
	if (!CHECK(ff_route_find(ground->search, &trip->map.seeds, &source, 1, &routes) == FF_OK &&
			   ff_corridor_fill(&trip->graph, cost, &trip->map.seeds, &routes,
					    ground->cache, &ground->field, &machine) == FF_OK,
		   "%s:%zu", ground->name, entry->line))
		return;
	route = &routes.items[0];
	first = route->cost;
	CHECK(ff_corridor_widen(&trip->graph, cost, &trip->map.seeds, &routes, &ground->field,
				&integrated, &machine) == FF_OK,
	      "%s:%zu", ground->name, entry->line);
	ours = route->cost / (double)trip->map.unit;
	CHECK(trip->map.model.metric != FF_METRIC_OCTILE ||
		      fabs(ours - entry->length) <=
			      entry->slack + ORACLE_OCTILE_ERROR * entry->length,
	      "%s:%zu: it is %.9g, not %.9g", ground->name, entry->line, ours, entry->length);
	if (ground->every++ % 10 == 0) {
		CHECK(ff_integrate(&trip->map.model, cost, &trip->map.seeds, route->cost,
				   &ground->whole, ground->scratch, ground->size,
				   &machine) == FF_OK,
		      "%s:%zu", ground->name, entry->line);
		CHECK(route->cost == ff_field_raw(&ground->whole, source),
		      "%s:%zu: %.17g, not %.17g", ground->name, entry->line, route->cost,
		      ff_field_raw(&ground->whole, source));
	}
	if (route->cost > 0) {
		double ratio = first / route->cost;

		ground->entries++;
		ground->sum += ratio;
		ground->worst = ratio > ground->worst ? ratio : ground->worst;
	}
	ff_corridor_clear(&trip->graph, &routes, &ground->field);
	ff_routes_free(&routes);
}

/* So many entries, as far apart as can be. */
static void check_entries(struct ground *ground, const char *path, size_t count)
{
	struct ff_movingai_scen scen;

	if (!realmaps_scen(path, &ground->trip.map.cost, &scen))
		return;
	CHECK(scen.count >= count, "%zu entries", scen.count);
	for (size_t i = 0; i < count && scen.count >= count; i++)
		check_entry(ground, &scen.items[i * scen.count / count]);
	free(scen.items);
}

/* What to do with each map. */
struct task {
	const struct ff_model *model;
	size_t count; /* of entries */
};

static void check_ground(const char *path, void *context)
{
	const struct task *task = context;
	const struct ff_model *model = task->model;
	size_t count = task->count;
	const struct ff_machine machine = {.cpu = ff_machine_best()};
	struct ground ground = {.name = strrchr(path, '/') + 1};
	struct ff_cost map;

	if (!realmaps_read(path, &map))
		return;
	ground.trip = trips_begin(model, map.w, map.h, 1);
	free(ground.trip.map.cost.cells);
	ground.trip.map.cost = map;
	trips_cut(&ground.trip, SIZE, true);
	ground.field = field_new(model, map.w, map.h, FF_FIELD_U32);
	memset(ground.field.cells, 0xff, (size_t)map.w * (size_t)map.h * sizeof(uint32_t));
	ground.whole = field_new(model, map.w, map.h, FF_FIELD_U32);
	ground.size = ff_integrate_scratch(model, FF_FIELD_U32, map.w, map.h, &machine);
	ground.scratch = oracle_cells(ground.size, 1);
	if (CHECK(ff_route_open(&ground.search, &ground.trip.graph, &map, &machine) == FF_OK &&
			  ff_sector_cache_open(&ground.cache, CACHE) == FF_OK,
		  "%s", path))
		check_entries(&ground, path, count);
	NOTE("%s, %s: %zu entries cost %.5f times the least in the mean, %.4f at worst",
	     ground.name, ff_model_metrics[model->metric], ground.entries,
	     ground.sum / (double)ground.entries, ground.worst);
	CHECK(ground.entries * 10 >= count * 9 && ground.sum / (double)ground.entries < 1.01 &&
		      ground.worst < 1.15,
	      "%s: %g in the mean, %g at worst", path, ground.sum / (double)ground.entries,
	      ground.worst);
	ff_route_close(ground.search);
	ff_sector_cache_close(ground.cache);
	free(ground.field.cells);
	free(ground.whole.cells);
	free(ground.scratch);
	trips_end(&ground.trip);
}

static void paths_on_real_maps_cost_little_more_than_the_least_and_that_when_widened(void)
{
	static const struct ff_model octile = {.metric = FF_METRIC_OCTILE};

	realmaps_each(check_ground, &(struct task){&octile, 100});
}

static void so_do_they_in_four_directions(void)
{
	if (getenv("FULL") == NULL)
		SKIP("FULL is not set");
	else
		realmaps_each(check_ground, &(struct task){&manhattan, 10});
}

int main(void)
{
	RUN(paths_on_real_maps_cost_little_more_than_the_least_and_that_when_widened);
	RUN(so_do_they_in_four_directions);
	return tap_done();
}
