#include "core/sectors/routing.h"

#include "realmaps.h"
#include "sectored.h"
#include "tap.h"
#include "trips.h"

#include <inttypes.h>

/* ---- graphs ---- */

/* A map that is edited, and its graph, which is renewed each time. */
struct world {
	char name[160];
	struct ff_model model;
	struct ff_cost cost;
	struct ff_portal_graph graph;
	uint32_t *edited; /* [edit_count]  cells, some of them twice */
	size_t edit_count;
	size_t same, moved; /* sectors, of all edits: with the nodes that they had; without */
};

static struct ff_portal_graph fresh(const struct world *world, int32_t size)
{
	const struct ff_machine machine = {.cpu = ff_machine_best()};
	struct ff_portal_graph graph = {0};

	CHECK(ff_portals_find(&graph, &world->model, &world->cost, size, &machine) == FF_OK &&
		      ff_portals_price(&graph, &world->cost, &machine) == FF_OK,
	      "%s: it cannot be made", world->name);
	return graph;
}

static void begin(struct world *world, const struct ff_model *model, struct ff_cost cost,
		  int32_t size, const char *name)
{
	*world = (struct world){.model = *model, .cost = cost};
	snprintf(world->name, sizeof world->name,
		 "%s %s %s, %s, %" PRId32 "x%" PRId32 " by %" PRId32,
		 ff_model_metrics[model->metric], ff_model_steps[model->step],
		 ff_model_corners[model->corners], name, cost.w, cost.h, size);
	world->edited = oracle_cells((size_t)(cost.w * cost.h) * 2, sizeof *world->edited);
	world->graph = fresh(world, size);
}

static void end(struct world *world)
{
	ff_portal_graph_free(&world->graph);
	free(world->edited);
	free(world->cost.cells);
}

static bool are_portals(const struct ff_portal_graph *a, const struct ff_portal_graph *b)
{
	bool same = a->portal_count == b->portal_count;

	for (size_t p = 0; p < a->portal_count && same; p++)
		same = memcmp(a->portals[p].sectors, b->portals[p].sectors, 8) == 0 &&
		       memcmp(a->portals[p].first, b->portals[p].first, 8) == 0 &&
		       a->portals[p].length == b->portals[p].length &&
		       a->portals[p].direction == b->portals[p].direction;
	return same;
}

/* Every number of a graph without landmarks. */
static void compare(const char *name, const struct ff_portal_graph *a,
		    const struct ff_portal_graph *b)
{
	size_t sectors = ff_sectors_count(&b->sectors), side = (size_t)b->sectors.size;

	CHECK(a->sectors.w == b->sectors.w && a->sectors.h == b->sectors.h &&
		      a->sectors.size == b->sectors.size &&
		      a->sectors.columns == b->sectors.columns &&
		      a->sectors.rows == b->sectors.rows && a->model.metric == b->model.metric &&
		      a->model.step == b->model.step && a->model.corners == b->model.corners,
	      "%s: it is of another kind", name);
	CHECK(a->least == b->least, "%s: least %d, not %d", name, a->least, b->least);
	CHECK(a->clear_count == b->clear_count && memcmp(a->clear, b->clear, sectors) == 0 &&
		      memcmp(a->clear_cost, b->clear_cost, side * side) == 0,
	      "%s: clear sectors", name);
	CHECK(are_portals(a, b), "%s: portals", name);
	if (!CHECK(a->node_count == b->node_count && a->link_count == b->link_count,
		   "%s: %zu nodes, not %zu; %zu links, not %zu", name, a->node_count, b->node_count,
		   a->link_count, b->link_count))
		return;
	CHECK(memcmp(a->cells, b->cells, a->node_count * sizeof *a->cells) == 0, "%s: cells", name);
	CHECK(memcmp(a->first_node, b->first_node, (sectors + 1) * sizeof *a->first_node) == 0,
	      "%s: nodes of sectors", name);
	CHECK(memcmp(a->first_link, b->first_link, (a->node_count + 1) * sizeof *a->first_link) ==
		      0,
	      "%s: links of nodes", name);
	CHECK(memcmp(a->links, b->links, a->link_count * sizeof *a->links) == 0, "%s: links", name);
	CHECK(a->landmark_count == 0 && a->near == NULL && a->far == NULL && a->between == NULL &&
		      a->joined == NULL,
	      "%s: landmarks", name);
	if (CHECK(memcmp(a->first_cost, b->first_cost, (sectors + 1) * sizeof *a->first_cost) == 0,
		  "%s: costs of sectors", name) &&
	    CHECK(a->type == b->type, "%s: type %d, not %d", name, (int)a->type, (int)b->type))
		CHECK(memcmp(a->costs, b->costs, a->first_cost[sectors] * ff_field_size(a->type)) ==
			      0,
		      "%s: costs", name);
}

/* Whether a sector has nodes on the same cells in both. */
static bool are_nodes(const struct ff_portal_graph *a, const struct ff_portal_graph *b, uint32_t s)
{
	uint32_t n = a->first_node[s + 1] - a->first_node[s];

	return n == b->first_node[s + 1] - b->first_node[s] &&
	       memcmp(a->cells + a->first_node[s], b->cells + b->first_node[s], n * sizeof(n)) == 0;
}

static void paint(struct world *world, int32_t x, int32_t y, int32_t w, int32_t h, uint8_t cost)
{
	for (int32_t j = y < 0 ? 0 : y; j < y + h && j < world->cost.h; j++)
		for (int32_t i = x < 0 ? 0 : x; i < x + w && i < world->cost.w; i++) {
			size_t cell = ff_cost_index(&world->cost, i, j);

			world->cost.cells[cell] = cost;
			world->edited[world->edit_count++] = (uint32_t)cell;
		}
}

/* What the edits since the last time say of a sector: 1 it has one of them; 2 it is beside one. */
static int edits_at(const struct world *world, const uint8_t *before, uint32_t sector)
{
	struct ff_sectors_area area = ff_sectors_area(&world->graph.sectors, sector);
	int seen = 0;

	for (int32_t y = area.y - 1; y <= area.y + area.h; y++)
		for (int32_t x = area.x - 1; x <= area.x + area.w; x++) {
			bool inside = x >= area.x && y >= area.y && x < area.x + area.w &&
				      y < area.y + area.h;
			size_t cell;

			if (!ff_cost_inside(&world->cost, x, y))
				continue;
			cell = ff_cost_index(&world->cost, x, y);
			if (before[cell] != world->cost.cells[cell])
				seen |= inside ? 1 : 2;
		}
	return seen;
}

/* Renews the graph after the edits, and holds it against a fresh one; 'before' is the map that it
 * was of.  Only changed cells are told, if 'exactly'. */
static void renew(struct world *world, const uint8_t *before, bool exactly)
{
	const struct ff_machine machine = {.cpu = ff_machine_best()};
	struct ff_portal_graph wanted = fresh(world, world->graph.sectors.size), old = world->graph;
	struct ff_portals_renewed done = {0};
	size_t count = 0, priced = 0, near = 0;
	bool euclid = world->model.metric == FF_METRIC_EUCLID;

	for (size_t i = 0; i < world->edit_count && exactly; i++)
		if (before[world->edited[i]] != world->cost.cells[world->edited[i]])
			world->edited[count++] = world->edited[i];
	if (exactly)
		world->edit_count = count;
	/* What the old graph says of nodes. */
	old.cells = oracle_cells(old.node_count + 1, sizeof *old.cells);
	memcpy(old.cells, world->graph.cells, old.node_count * sizeof *old.cells);
	old.first_node = oracle_cells(ff_sectors_count(&old.sectors) + 1, sizeof *old.first_node);
	memcpy(old.first_node, world->graph.first_node,
	       (ff_sectors_count(&old.sectors) + 1) * sizeof *old.first_node);
	CHECK(ff_portals_renew(&world->graph, &world->cost, world->edited, world->edit_count,
			       &machine, &done) == FF_OK,
	      "%s: it cannot be renewed", world->name);
	compare(world->name, &world->graph, &wanted);
	for (uint32_t s = 0; s < ff_sectors_count(&wanted.sectors) && exactly; s++) {
		int seen = edits_at(world, before, s);
		bool same = are_nodes(&old, &wanted, s);
		int want = (seen & (euclid ? 3 : 1)) != 0 ? FF_PORTALS_RENEW_FIELDS : 0;

		if ((seen & 1) != 0 || !same)
			want |= FF_PORTALS_RENEW_COSTS;
		CHECK(done.sectors[s] == want, "%s: of sector %" PRIu32 " it says %d, not %d",
		      world->name, s, done.sectors[s], want);
		priced += (want & FF_PORTALS_RENEW_COSTS) != 0 &&
			  !ff_portal_graph_implied(&wanted, s);
		near += (seen & 1) != 0;
		world->same += same;
		world->moved += !same;
	}
	CHECK(!exactly || (done.priced == priced && done.looked <= 4 * near),
	      "%s: %zu priced, not %zu; %zu looked at", world->name, done.priced, priced,
	      done.looked);
	free(done.sectors);
	free(old.cells);
	free(old.first_node);
	ff_portal_graph_free(&wanted);
	world->edit_count = 0;
}

/* A cell; a line or a block; at a border of sectors, more often than not. */
static void edit(struct world *world, uint64_t *dice)
{
	static const int32_t dearest[] = {1, 1, 3, 254};
	int32_t size = world->graph.sectors.size, w = 1, h = 1;
	int32_t x = sectored_below(dice, world->cost.w), y = sectored_below(dice, world->cost.h);
	uint8_t cost = (uint8_t)(1 + sectored_below(dice, dearest[sectored_below(dice, 4)]));

	if (sectored_below(dice, 2) == 0)
		x = x / size * size - sectored_below(dice, 2);
	if (sectored_below(dice, 3) == 0)
		y = y / size * size - sectored_below(dice, 2);
	if (sectored_below(dice, 5) == 0)
		w = 1 + sectored_below(dice, size);
	if (sectored_below(dice, 5) == 0)
		h = 1 + sectored_below(dice, size);
	if (sectored_below(dice, 20) == 0) {
		/* A whole one is clear, or nearly. */
		x = x / size * size;
		y = y / size * size;
		w = h = size;
		cost = 1;
	}
	paint(world, x, y, w, h, sectored_below(dice, 2) == 0 ? FF_COST_WALL : cost);
}

static void renew_often(struct world *world, uint64_t *dice, int times)
{
	size_t n = (size_t)(world->cost.w * world->cost.h);
	uint8_t *before = oracle_cells(n, 1);

	for (int k = 0; k < times; k++) {
		int edits = k % 5 == 4 ? 0 : 1 + sectored_below(dice, k % 3 == 0 ? 4 : 1);

		memcpy(before, world->cost.cells, n);
		for (int i = 0; i < edits && world->edit_count < n; i++)
			edit(world, dice);
		renew(world, before, k % 4 != 0);
	}
	free(before);
}

static void a_renewed_graph_is_the_fresh_one_of_the_map_after_any_edits(void)
{
	int maps = getenv("FULL") != NULL ? 400 : 10;
	uint64_t dice = ORACLE_SEED;
	size_t same = 0, moved = 0;

	for (int k = 0; k < maps * SECTORED_MODELS; k++) {
		static const int32_t sizes[] = {8, 10, 10, 33};
		struct ff_model model = sectored_model(k % SECTORED_MODELS);
		int32_t size = sizes[sectored_below(&dice, 4)];
		int32_t w = 1 + sectored_below(&dice, 45), h = 1 + sectored_below(&dice, 45);
		struct world world;
		char name[40];

		if (k % 9 == 0)
			w = 1;
		else if (k % 9 == 1)
			h = 1;
		snprintf(name, sizeof name, "map %d", k);
		begin(&world, &model, sectored_map(&dice, w, h, size), size, name);
		renew_often(&world, &dice, 10);
		same += world.same;
		moved += world.moved;
		end(&world);
	}
	CHECK(same > 4 * moved && moved > (size_t)maps * 20,
	      "%zu sectors kept their nodes, %zu not", same, moved);
}

/* What a cell costs may be the least of the map, or be no more. */
static void the_least_cost_of_the_map_follows(void)
{
	static const uint8_t costs[] = {7, 5, 5, 9, 255, 254, 1, 255, 255, 3};
	uint64_t dice = ORACLE_SEED;
	struct ff_cost cost = {19, 12, oracle_cells(19 * 12, 1)};
	struct world world;
	uint8_t before[19 * 12];

	memset(cost.cells, 9, sizeof before);
	begin(&world, &manhattan, cost, 8, "of cost 9");
	for (size_t k = 0; k < sizeof costs; k++) {
		memcpy(before, world.cost.cells, sizeof before);
		if (k == 7)
			paint(&world, 0, 0, 19, 12, 255);
		else
			paint(&world, sectored_below(&dice, 19), sectored_below(&dice, 12), 1, 1,
			      costs[k]);
		if (k == 4)
			paint(&world, 0, 0, 19, 12, 200);
		renew(&world, before, true);
	}
	end(&world);
}

/* A way of cost 254 winds through the first of two sectors: too long for 32 bits. */
static void costs_come_to_take_64_bits_and_need_them_no_more(void)
{
	enum { SIDE = 211, WIDTH = SIDE + 8 };
	static const struct {
		int32_t x, y;
		uint8_t cost;
		enum ff_field_type type;
	} edits[] = {
		{SIDE + 3, 5, 9, FF_FIELD_U64},      /* in the other sector */
		{3, SIDE / 2, 255, FF_FIELD_U32},    /* half as long each */
		{SIDE + 3, 5, 8, FF_FIELD_U32},      /* */
		{3, SIDE / 2, 254, FF_FIELD_U64},    /* as it was */
		{SIDE, SIDE - 1, 255, FF_FIELD_U64}, /* no two nodes are that far apart, */
		{SIDE + 3, 5, 7, FF_FIELD_U64},      /* which nobody sees from here, */
		{3, SIDE / 2, 255, FF_FIELD_U32},    /* but it was that, still */
	};
	struct ff_model model = {.metric = FF_METRIC_OCTILE, .step = FF_STEP_MEAN};
	struct ff_cost cost = {WIDTH, SIDE, oracle_cells(WIDTH * SIDE, 1)};
	uint8_t *before = oracle_cells(WIDTH * SIDE, 1);
	struct world world;

	memset(cost.cells, 255, WIDTH * SIDE);
	for (int32_t y = 0; y < SIDE; y++)
		for (int32_t x = 0; x < SIDE + (y == 0 || y == SIDE - 1); x++)
			if (y % 2 == 0 || x == (y % 4 == 1 ? 0 : SIDE - 1))
				cost.cells[y * cost.w + x] = 254;
	begin(&world, &model, cost, SIDE, "a winding way");
	CHECK(world.graph.type == FF_FIELD_U64, "type %d", (int)world.graph.type);
	for (size_t k = 0; k < sizeof edits / sizeof *edits; k++) {
		memcpy(before, world.cost.cells, WIDTH * SIDE);
		/* Every other row is wall: the middle one is not. */
		paint(&world, edits[k].x, edits[k].y / 2 * 2 + (edits[k].x > SIDE), 1, 1,
		      edits[k].cost);
		renew(&world, before, false);
		CHECK(world.graph.type == edits[k].type, "edit %zu: type %d, not %d", k,
		      (int)world.graph.type, (int)edits[k].type);
	}
	free(before);
	end(&world);
}

static void one_thread_renews_as_many_do(void)
{
	struct ff_machine machine = {.pool = NULL, .cpu = ff_machine_best()};
	uint64_t dice = ORACLE_SEED;

	CHECK(ff_pool_open(4, &machine.pool) == FF_OK, "no pool");
	for (int k = 0; k < SECTORED_MODELS; k++) {
		struct ff_model model = sectored_model(k);
		struct world world;
		struct ff_portal_graph wanted;

		begin(&world, &model, sectored_map(&dice, 150, 110, 8), 8, "threads");
		for (int i = 0; i < 200; i++)
			edit(&world, &dice);
		wanted = fresh(&world, 8);
		CHECK(ff_portals_renew(&world.graph, &world.cost, world.edited, world.edit_count,
				       &machine, NULL) == FF_OK,
		      "model %d", k);
		compare(world.name, &world.graph, &wanted);
		ff_portal_graph_free(&wanted);
		end(&world);
	}
	ff_pool_close(machine.pool);
}

static void renew_map(const char *path, void *context)
{
	uint64_t *dice = context;
	struct ff_cost map;

	if (!realmaps_read(path, &map))
		return;
	for (int k = 0; k < 2; k++) {
		struct ff_model model =
			oracle_model(sectored_below(dice, ORACLE_MODELS), FF_FLOW_PATH);
		struct ff_cost cost = {map.w, map.h, oracle_cells((size_t)(map.w * map.h), 1)};
		struct world world;

		memcpy(cost.cells, map.cells, (size_t)(map.w * map.h));
		begin(&world, &model, cost, k == 0 ? 10 : 16, strrchr(path, '/') + 1);
		renew_often(&world, dice, getenv("FULL") != NULL ? 40 : 2);
		end(&world);
	}
	free(map.cells);
}

static void graphs_of_real_maps_are_renewed(void)
{
	uint64_t dice = ORACLE_SEED;

	realmaps_each(renew_map, &dice);
}

/* A graph that has none before, either. */
static void landmarks_are_those_of_the_map_once_they_are_found_again(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < ORACLE_MODELS; k++) {
		struct ff_model model = sectored_model(k);
		struct ff_portal_graph wanted;
		struct world world;
		size_t sectors, n;

		begin(&world, &model, sectored_map(&dice, 61, 47, 8), 8, "landmarks");
		CHECK(ff_landmarks_find(&world.graph, &world.cost, NULL) == FF_OK, "landmarks");
		for (int i = 0; i < 5; i++)
			edit(&world, &dice);
		CHECK(ff_portals_renew(&world.graph, &world.cost, world.edited, world.edit_count,
				       NULL, NULL) == FF_OK,
		      "renew");
		wanted = fresh(&world, 8);
		compare(world.name, &world.graph, &wanted);
		CHECK(ff_landmarks_find(&world.graph, &world.cost, NULL) == FF_OK &&
			      ff_landmarks_find(&wanted, &world.cost, NULL) == FF_OK &&
			      world.graph.landmark_count == wanted.landmark_count,
		      "landmarks");
		sectors = ff_sectors_count(&wanted.sectors) * wanted.landmark_count;
		n = wanted.node_count * wanted.landmark_count;
		CHECK(memcmp(world.graph.near, wanted.near, sectors * sizeof(float)) == 0 &&
			      memcmp(world.graph.far, wanted.far, sectors * sizeof(float)) == 0 &&
			      memcmp(world.graph.between, wanted.between, n) == 0 &&
			      memcmp(world.graph.joined, wanted.joined, wanted.node_count) == 0,
		      "%s: they differ", world.name);
		ff_portal_graph_free(&wanted);
		end(&world);
	}
}

/* ---- fields that are kept ---- */

struct answer {
	struct ff_routes routes;
	struct ff_field field;
};

static struct answer ask(const struct trip *trip, const struct ff_portal_graph *graph,
			 struct ff_sector_cache *cache)
{
	bool euclid = graph->model.metric == FF_METRIC_EUCLID;
	int32_t w = trip->map.cost.w, h = trip->map.cost.h;
	struct answer answer = {.field = {.w = w,
					  .h = h,
					  .type = euclid ? FF_FIELD_F64 : FF_FIELD_U32,
					  .unit = ff_model_unit(&graph->model)}};
	struct ff_route_search *search = NULL;

	answer.field.cells = oracle_cells((size_t)(w * h), euclid ? 8 : 4);
	ff_field_clear(&answer.field, 0, (size_t)(w * h));
	CHECK(ff_route_open(&search, graph, &trip->map.cost, NULL) == FF_OK &&
		      ff_route_find(search, &trip->map.seeds, trip->sources, trip->count,
				    &answer.routes) == FF_OK &&
		      ff_corridor_fill(graph, &trip->map.cost, &trip->map.seeds, &answer.routes,
				       cache, &answer.field, NULL) == FF_OK,
	      "%s: no answer", trip->map.name);
	ff_route_close(search);
	return answer;
}

static void drop(struct answer *answer)
{
	ff_routes_free(&answer->routes);
	free(answer->field.cells);
}

static void compare_answers(const struct trip *trip, struct answer a, struct answer b)
{
	size_t n = (size_t)(a.field.w * a.field.h), i = 0;

	while (i < n && ff_field_raw(&a.field, i) == ff_field_raw(&b.field, i))
		i++;
	CHECK(i == n, "%s: cell %zu has %.17g, and from a cold cache %.17g", trip->map.name, i,
	      i < n ? ff_field_raw(&a.field, i) : 0, i < n ? ff_field_raw(&b.field, i) : 0);
	for (size_t k = 0; k < trip->count; k++)
		CHECK(a.routes.items[k].reached == b.routes.items[k].reached &&
			      (!a.routes.items[k].reached ||
			       a.routes.items[k].cost == b.routes.items[k].cost) &&
			      a.routes.items[k].node_count == b.routes.items[k].node_count,
		      "%s: route %zu", trip->map.name, k);
}

/* Changes some cells, not of goals' or sources', but what goals cost; some of them on the borders
 * of sectors. */
static void change(struct trip *trip, uint64_t *dice, uint32_t *cells, size_t count)
{
	int32_t w = trip->map.cost.w, h = trip->map.cost.h, size = trip->graph.sectors.size;

	for (size_t i = 0; i < count; i++) {
		int32_t x = trips_below(dice, w), y = trips_below(dice, h);
		uint8_t cost = (uint8_t)(1 + trips_below(dice, 9));
		bool kept = false;
		uint32_t cell;

		if (trips_below(dice, 2) == 0)
			x = x / size * size;
		cell = (uint32_t)(y * w + x);
		if (trips_below(dice, 4) == 0)
			cell = trip->map.seeds.items[0].cell;
		for (size_t k = 0; k < trip->count; k++)
			kept |= trip->sources[k] == cell;
		for (size_t k = 0; k < trip->map.seeds.count; k++)
			kept |= trip->map.seeds.items[k].cell == cell;
		if (!kept && trips_below(dice, 3) == 0)
			cost = FF_COST_WALL;
		trip->map.cost.cells[cell] = cost;
		cells[i] = cell;
	}
}

static void fields_of_sectors_that_were_not_touched_are_kept_and_right(void)
{
	static const int32_t sizes[] = {8, 10, 13};
	uint64_t dice = ORACLE_SEED, hits = 0, misses = 0;

	for (int k = 0; k < trips_count(60); k++) {
		struct ff_model model =
			sectored_model(k % 3 == 0 ? SECTORED_EUCLID : k % SECTORED_MODELS);
		struct trip trip = trips_begin(&model, 20 + trips_below(&dice, 60),
					       20 + trips_below(&dice, 60), 2);
		struct ff_sector_cache *cache = NULL;
		struct ff_sector_cache_figures before, after;
		struct answer answer;

		snprintf(trip.map.name, sizeof trip.map.name, "trip %d", k);
		trips_build(&trip, k % 4, &dice);
		for (size_t i = 0; i < 2; i++) {
			uint32_t cell =
				(uint32_t)trips_below(&dice, trip.map.cost.w * trip.map.cost.h);

			trip.map.seeds.items[i].cell = cell;
			trip.map.seeds.items[i].start = i == 0 ? 0 : trips_below(&dice, 3000);
			trip.map.cost.cells[cell] = 1;
		}
		while (trip.count < 4) {
			uint32_t cell =
				(uint32_t)trips_below(&dice, trip.map.cost.w * trip.map.cost.h);

			trip.sources[trip.count++] = cell;
			trip.map.cost.cells[cell] = 1;
		}
		trips_cut(&trip, sizes[k % 3], false);
		CHECK(ff_sector_cache_open(&cache, SIZE_MAX) == FF_OK, "a cache");
		answer = ask(&trip, &trip.graph, cache);
		drop(&answer);
		for (int turn = 0; turn < 6; turn++) {
			struct ff_sector_cache *cold = NULL;
			struct ff_portals_renewed done;
			struct ff_portal_graph graph = {0};
			struct answer wanted;
			uint32_t cells[3];

			change(&trip, &dice, cells, 3);
			CHECK(ff_portals_renew(&trip.graph, &trip.map.cost, cells, 3, NULL,
					       &done) == FF_OK,
			      "%s: it cannot be renewed", trip.map.name);
			for (uint32_t s = 0; s < ff_sectors_count(&trip.graph.sectors); s++)
				if ((done.sectors[s] & FF_PORTALS_RENEW_FIELDS) != 0)
					ff_sector_cache_invalidate(cache, s);
			free(done.sectors);
			CHECK(ff_portals_find(&graph, &model, &trip.map.cost, sizes[k % 3], NULL) ==
					      FF_OK &&
				      ff_portals_price(&graph, &trip.map.cost, NULL) == FF_OK &&
				      ff_sector_cache_open(&cold, SIZE_MAX) == FF_OK,
			      "a fresh one");
			ff_sector_cache_figures_of(cache, &before);
			answer = ask(&trip, &trip.graph, cache);
			ff_sector_cache_figures_of(cache, &after);
			hits += after.hits - before.hits;
			misses += after.misses - before.misses;
			wanted = ask(&trip, &graph, cold);
			compare_answers(&trip, answer, wanted);
			drop(&answer);
			drop(&wanted);
			ff_sector_cache_close(cold);
			ff_portal_graph_free(&graph);
		}
		ff_sector_cache_close(cache);
		trips_end(&trip);
	}
	CHECK(hits > misses, "%" PRIu64 " hits, %" PRIu64 " misses", hits, misses);
}

/*
 * In the right one of two sectors 'a' is a goal, and 'b', behind walls, one that costs 100 more. In
 * the left one the way past the wall leads over b, whose cost no value of the right one depends on:
 * after an edit the left one starts with what it did, and gets other values.
 */
static void with_euclid_a_goal_that_costs_another_amount_changes_the_sector_beside_it(void)
{
	static const char *const rows[] = {
		"........a#......", "........##......", "........##......", "........b.......",
		".#######........", "................", "................", "................"};
	struct trip trip = trips_begin(&trips_euclid, 16, 8, 2);
	struct ff_sector_cache *cache = NULL, *cold = NULL;
	struct ff_portals_renewed done = {0};
	uint32_t b = 3 * 16 + 8;
	struct answer before, after, wanted;

	for (uint32_t i = 0; i < 128; i++)
		trip.map.cost.cells[i] = rows[i / 16][i % 16] == '#' ? FF_COST_WALL : 1;
	trip.map.seeds.items[0].cell = 8;
	trip.map.seeds.items[1] = (struct ff_seed){.cell = b, .start = 100};
	trip.sources[trip.count++] = 0;
	trips_cut(&trip, 8, false);
	CHECK(ff_sector_cache_open(&cache, SIZE_MAX) == FF_OK &&
		      ff_sector_cache_open(&cold, SIZE_MAX) == FF_OK,
	      "caches");
	before = ask(&trip, &trip.graph, cache);
	trip.map.cost.cells[b] = 60;
	CHECK(ff_portals_renew(&trip.graph, &trip.map.cost, &b, 1, NULL, &done) == FF_OK, "renew");
	for (uint32_t s = 0; s < 2; s++)
		if ((done.sectors[s] & FF_PORTALS_RENEW_FIELDS) != 0)
			ff_sector_cache_invalidate(cache, s);
	after = ask(&trip, &trip.graph, cache);
	wanted = ask(&trip, &trip.graph, cold);
	CHECK(ff_field_raw(&before.field, 5 * 16 + 7) != ff_field_raw(&wanted.field, 5 * 16 + 7),
	      "the edit makes no difference: %g", ff_field_raw(&wanted.field, 5 * 16 + 7));
	compare_answers(&trip, after, wanted);
	drop(&before);
	drop(&after);
	drop(&wanted);
	free(done.sectors);
	ff_sector_cache_close(cache);
	ff_sector_cache_close(cold);
	trips_end(&trip);
}

int main(void)
{
	RUN(a_renewed_graph_is_the_fresh_one_of_the_map_after_any_edits);
	RUN(the_least_cost_of_the_map_follows);
	RUN(costs_come_to_take_64_bits_and_need_them_no_more);
	RUN(one_thread_renews_as_many_do);
	RUN(graphs_of_real_maps_are_renewed);
	RUN(landmarks_are_those_of_the_map_once_they_are_found_again);
	RUN(fields_of_sectors_that_were_not_touched_are_kept_and_right);
	RUN(with_euclid_a_goal_that_costs_another_amount_changes_the_sector_beside_it);
	return tap_done();
}
