#include "core/sectors/routing.h"

#include "field.h"
#include "sectored.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* What is known beyond a sector's border: a field of whole numbers, thrown. */
static struct ff_sector_values throw_values(uint64_t *dice, struct ff_sectors_area area,
					    int32_t margin, int32_t most)
{
	int32_t w = area.w + 2 * margin, h = area.h + 2 * margin;
	struct ff_sector_values values = {
		.field = {.w = w,
			  .h = h,
			  .type = FF_FIELD_F64,
			  .unit = 1,
			  .f64 = oracle_cells((size_t)(w * h), sizeof(double))},
		.area = area,
		.base = 1000 * sectored_below(dice, 3)};

	for (int32_t i = 0; i < w * h; i++)
		values.field.f64[i] =
			sectored_below(dice, 5) == 0 ? FF_FIELD_NONEF : sectored_below(dice, most);
	return values;
}

/* The value at x,y of the map; INFINITY: none is known. */
static double value_at(const struct ff_sector_values *values, int32_t margin, int32_t x, int32_t y)
{
	x -= values->area.x;
	y -= values->area.y;
	if (x < 0 || x >= values->area.w || y < 0 || y >= values->area.h)
		return (double)INFINITY;
	return values->base + values->field.f64[(y + margin) * values->field.w + x + margin];
}

/* The least that cell x,y of the sector may start with: over its steps out of the sector. */
static double entry(const struct ff_cost *cost, const struct ff_model *model,
		    const struct ff_sectors *sectors, const struct ff_sector_values *values,
		    int32_t x, int32_t y)
{
	int32_t cell = y * cost->w + x;
	double least = (double)INFINITY;

	for (int d = 0; d < 8 && cost->cells[cell] != 255;
	     d += model->metric == FF_METRIC_OCTILE ? 1 : 2) {
		int32_t to;
		double value, price = cost->cells[cell];

		if (!oracle_permitted(cost, model->corners, x, y, d))
			continue;
		to = (int32_t)oracle_towards(cost, x, y, d);
		if (ff_sectors_of(sectors, (uint32_t)to) == ff_sectors_of(sectors, (uint32_t)cell))
			continue;
		if (model->step == FF_STEP_MEAN)
			price += cost->cells[to];
		if (model->metric == FF_METRIC_OCTILE)
			price *= d % 2 == 0 ? 408 : 577;
		value = value_at(values, 0, to % cost->w, to / cost->w) + price;
		least = value < least ? value : least;
	}
	return least;
}

/* Adds to the truth what the sector's cells start with; how many there are. */
static size_t add_entries(struct oracle *truth, struct ff_seed *seeds, const struct ff_cost *cost,
			  const struct ff_model *model, const struct ff_sectors *sectors,
			  struct ff_sectors_area area, const struct ff_sector_values *values)
{
	size_t count = 0;

	for (int32_t y = area.y; y < area.y + area.h; y++)
		for (int32_t x = area.x; x < area.x + area.w; x++) {
			double start = entry(cost, model, sectors, values, x, y);

			if (start < (double)INFINITY)
				seeds[count++] = (struct ff_seed){
					.cell = (uint32_t)((y - area.y) * area.w + x - area.x),
					.start = start};
		}
	truth->seeds.count += count;
	return count;
}

static bool has_seed(const struct ff_sector_map *map, struct ff_seed seed)
{
	for (size_t i = 0; i < map->seed_count; i++)
		if (map->seeds[i].cell == seed.cell && map->seeds[i].start == seed.start)
			return true;
	return false;
}

/* Integrates a sector from values around it and some goals in it, both ways. */
static void check_sector(struct ff_sector_map *map, const struct ff_cost *cost, uint32_t sector,
			 uint64_t *dice, const char *name)
{
	const struct ff_sectors *sectors = &map->graph->sectors;
	const struct ff_model *model = &map->graph->model;
	struct ff_sectors_area area = ff_sectors_area(sectors, sector);
	struct ff_sectors_area around = {0, 0, cost->w, cost->h};
	size_t cells = (size_t)(area.w * area.h), entries;
	struct ff_seed *goals = oracle_cells(2, sizeof *goals);
	struct ff_seeds given = {goals, 0};
	struct ff_sector_values values;
	struct oracle truth;
	double base, least = (double)INFINITY;

	if (sectored_below(dice, 2) == 0)
		around = ff_sectors_area(
			sectors,
			(uint32_t)sectored_below(dice, (int32_t)ff_sectors_count(sectors)));
	values = throw_values(dice, around, 0, sectored_below(dice, 2) == 0 ? 10 : 1000000);
	sectored_part(&truth, model, cost, area, cells + 2);
	truth.seeds.count = 0;
	for (int k = 0; k < 2; k++) {
		int32_t x = area.x + sectored_below(dice, area.w);
		int32_t y = area.y + sectored_below(dice, area.h);
		uint32_t cell = (uint32_t)(y * cost->w + x);

		if (cost->cells[cell] == 255 || sectored_below(dice, 2) == 0)
			continue;
		goals[given.count++] = (struct ff_seed){
			.cell = cell, .goal = (uint32_t)k, .start = sectored_below(dice, 5000)};
		truth.seeds.items[truth.seeds.count] = goals[given.count - 1];
		truth.seeds.items[truth.seeds.count++].cell = sectored_local(cost, area, cell);
	}
	entries = add_entries(&truth, truth.seeds.items + truth.seeds.count, cost, model, sectors,
			      area, &values);
	ff_sector_map_take(map, sector);
	CHECK(ff_sector_map_start(map, &given) == FF_OK &&
		      ff_sector_map_enter(map, &values) == FF_OK &&
		      map->seed_count == given.count + entries,
	      "%s, sector %" PRIu32 ": %zu seeds, not %zu", name, sector, map->seed_count,
	      given.count + entries);
	for (size_t i = 0; i < truth.seeds.count; i++) {
		CHECK(has_seed(map, truth.seeds.items[i]),
		      "%s, sector %" PRIu32 ": no seed at %" PRIu32 " with %.9g", name, sector,
		      truth.seeds.items[i].cell, truth.seeds.items[i].start);
		least = truth.seeds.items[i].start < least ? truth.seeds.items[i].start : least;
	}
	if (map->seed_count > 0) {
		base = ff_sector_map_order(map);
		CHECK(base == least, "%s, sector %" PRIu32 ": the least is %.9g, not %.9g", name,
		      sector, base, least);
		for (size_t i = 1; i < map->seed_count; i++)
			CHECK(map->seeds[i - 1].start <= map->seeds[i].start, "seed %zu", i);
		CHECK(map->seeds[0].start == 0, "the first has %.9g", map->seeds[0].start);
		oracle_solve(&truth);
		CHECK(ff_sector_map_integrate(map) == FF_OK && map->field.w == area.w &&
			      map->field.h == area.h,
		      "%s, sector %" PRIu32, name, sector);
		for (uint32_t i = 0; i < cells; i++) {
			double wanted = truth.field[i] == ORACLE_NONE ? FF_FIELD_NONEF
								      : (double)truth.field[i];

			CHECK(base + ff_field_raw(&map->field, i) == wanted,
			      "%s, sector %" PRIu32 ", cell %" PRIu32 ": %.9g, not %.9g", name,
			      sector, i, base + ff_field_raw(&map->field, i), wanted);
		}
	}
	for (size_t i = 0; i < cells; i++)
		CHECK(map->cost.cells[i] == truth.cost.cells[i], "%s: cost %zu", name, i);
	oracle_free(&truth);
	free(goals);
	free(values.field.cells);
}

static void sectors_are_entered_and_integrated_as_their_cells_say(void)
{
	int maps = getenv("FULL") != NULL ? 300 : 12;
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < maps * ORACLE_MODELS; k++) {
		struct ff_model model = oracle_model(k % ORACLE_MODELS, FF_FLOW_PATH);
		int32_t w = sectored_below(&dice, 8) == 0 ? 1 : 1 + sectored_below(&dice, 34);
		int32_t h = 1 + sectored_below(&dice, 34), size = 8 + sectored_below(&dice, 12);
		struct ff_cost cost = sectored_map(&dice, w, h, size);
		struct ff_portal_graph graph = {0};
		struct ff_sector_map map;
		char name[160];

		snprintf(name, sizeof name, "%s %s %s, map %d, %" PRId32 "x%" PRId32 " by %" PRId32,
			 ff_model_metrics[model.metric], ff_model_steps[model.step],
			 ff_model_corners[model.corners], k, w, h, size);
		CHECK(ff_portals_find(&graph, &model, &cost, size, NULL) == FF_OK &&
			      ff_sector_map_open(&map, &graph, &cost, FF_FIELD_U32, NULL) == FF_OK,
		      "%s", name);
		for (uint32_t s = 0; s < ff_sectors_count(&graph.sectors); s++)
			check_sector(&map, &cost, s, &dice, name);
		ff_sector_map_close(&map);
		ff_portal_graph_free(&graph);
		free(cost.cells);
	}
}

static void values_are_those_of_the_area_and_nothing_is_known_around_it(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int32_t margin = 0; margin < 2; margin++) {
		struct ff_sector_values values =
			throw_values(&dice, (struct ff_sectors_area){8, 16, 5, 3}, margin, 100);

		for (int32_t y = -2; y < 30; y++)
			for (int32_t x = -2; x < 30; x++)
				CHECK(ff_sector_values_at(&values, x, y) ==
					      value_at(&values, margin, x, y),
				      "%" PRId32 ",%" PRId32 ": %.9g", x, y,
				      ff_sector_values_at(&values, x, y));
		free(values.field.cells);
	}
}

/* How many cells around an area have a value. */
static size_t count_around(const struct ff_sector_values *values, struct ff_sectors_area area)
{
	size_t count = 0;

	for (int32_t y = area.y - 1; y <= area.y + area.h; y++)
		for (int32_t x = area.x - 1; x <= area.x + area.w; x++) {
			bool inside = x >= area.x && y >= area.y && x < area.x + area.w &&
				      y < area.y + area.h;

			count += !inside && value_at(values, 1, x, y) < (double)INFINITY;
		}
	return count;
}

/* With euclid: what is around the sector is in the margin, corners too, which waves bend around. */
static void check_euclid(struct ff_sector_map *map, const struct ff_cost *cost, uint32_t sector,
			 uint64_t *dice, const char *name)
{
	const struct ff_sectors *sectors = &map->graph->sectors;
	struct ff_sectors_area area = ff_sectors_area(sectors, sector);
	struct ff_sectors_area all = {0, 0, cost->w, cost->h};
	struct ff_sector_values values = throw_values(dice, all, 1, 20);
	size_t expected, facing = 0, cells = (size_t)(area.w * area.h);
	struct oracle truth;
	double base = 0;

	for (int32_t i = 0; i < cost->w * cost->h; i++)
		if (cost->cells[i] == FF_COST_WALL)
			values.field.f64[(i / cost->w + 1) * (cost->w + 2) + i % cost->w + 1] =
				(double)INFINITY;
	expected = count_around(&values, area);
	sectored_part(&truth, &manhattan, cost, area, 4 * cells + 4);
	truth.seeds.count = 0;
	ff_sector_map_take(map, sector);
	CHECK(ff_sector_map_enter(map, &values) == FF_OK, "%s", name);
	for (size_t i = 0; i < cells; i++) {
		int32_t x = area.x + (int32_t)i % area.w, y = area.y + (int32_t)i / area.w;

		for (int d = 0; d < 8 && truth.cost.cells[i] != 255; d += 2) {
			struct ff_seed seed = {0};
			double value;
			size_t to;

			if (!oracle_permitted(cost, FF_CORNERS_STRICT, x, y, d))
				continue;
			to = oracle_towards(cost, x, y, d);
			value = value_at(&values, 1, (int32_t)to % cost->w, (int32_t)to / cost->w);
			if (ff_sectors_of(sectors, (uint32_t)to) == sector ||
			    !(value < (double)INFINITY))
				continue;
			seed.cell = (uint32_t)(((int32_t)to / cost->w - area.y + 1) * (area.w + 2) +
					       (int32_t)to % cost->w - area.x + 1);
			seed.start = value;
			CHECK(has_seed(map, seed), "%s: no seed for cell %zu", name, to);
			facing++;
			/* One neighbour alone lets a wave pass by in a straight line. */
			truth.seeds.items[truth.seeds.count++] = (struct ff_seed){
				.cell = (uint32_t)i, .start = value + truth.cost.cells[i]};
		}
	}
	CHECK(map->seed_count == expected, "%s, sector %" PRIu32 ": %zu seeds, not %zu", name,
	      sector, map->seed_count, expected);
	if (facing > 0) {
		oracle_solve(&truth);
		base = ff_sector_map_order(map);
		CHECK(ff_sector_map_integrate(map) == FF_OK, "%s", name);
	}
	for (size_t i = 0; i < cells && facing > 0; i++) {
		size_t there =
			(i / (size_t)area.w + 1) * (size_t)(area.w + 2) + i % (size_t)area.w + 1;
		double value = base + ff_field_raw(&map->field, there);

		CHECK(ff_sector_map_local(
			      map, (uint32_t)ff_cost_index(cost, area.x + (int32_t)i % area.w,
							   area.y + (int32_t)i / area.w)) == there,
		      "%s: cell %zu is elsewhere", name, i);
		CHECK((value < FF_FIELD_NONEF) == (truth.field[i] != ORACLE_NONE) &&
			      (value == FF_FIELD_NONEF ||
			       (value <= (double)truth.field[i] * (1 + 1e-9) && value > base)),
		      "%s, sector %" PRIu32 ", cell %zu: %.9g, in steps %" PRIu64, name, sector, i,
		      value, truth.field[i]);
	}
	for (int32_t i = 0; i < map->cost.w * map->cost.h; i++) {
		int32_t x = i % map->cost.w - 1, y = i / map->cost.w - 1;
		bool inside = x >= 0 && y >= 0 && x < area.w && y < area.h;

		CHECK(map->cost.cells[i] == (inside ? truth.cost.cells[y * area.w + x] : 255),
		      "%s, sector %" PRIu32 ": cost %" PRId32 " is %d after all", name, sector, i,
		      map->cost.cells[i]);
	}
	oracle_free(&truth);
	free(values.field.cells);
}

static void with_euclid_the_margin_has_what_is_around_and_is_wall_afterwards(void)
{
	static const struct ff_model euclid = {.metric = FF_METRIC_EUCLID};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 60; k++) {
		int32_t w = k % 8 == 0 ? 1 : 1 + sectored_below(&dice, 34);
		int32_t h = 1 + sectored_below(&dice, 34), size = 8 + sectored_below(&dice, 12);
		struct ff_cost cost = sectored_map(&dice, w, h, size);
		struct ff_portal_graph graph = {0};
		struct ff_sector_map map;
		char name[80];

		snprintf(name, sizeof name, "map %d, %" PRId32 "x%" PRId32 " by %" PRId32, k, w, h,
			 size);
		CHECK(ff_portals_find(&graph, &euclid, &cost, size, NULL) == FF_OK &&
			      ff_sector_map_open(&map, &graph, &cost, FF_FIELD_F64, NULL) == FF_OK,
		      "%s", name);
		for (uint32_t s = 0; s < ff_sectors_count(&graph.sectors); s++)
			check_euclid(&map, &cost, s, &dice, name);
		ff_sector_map_close(&map);
		ff_portal_graph_free(&graph);
		free(cost.cells);
	}
}

/* Of the whole field around it, entered, nothing is made less: not the margin, whose cells cost
 * what they do on the map, nor, but for what straight lines to goals behind the border had, the
 * sector. */
static void with_euclid_what_stands_in_the_margin_stays(void)
{
	static const struct ff_model euclid = {.metric = FF_METRIC_EUCLID};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 20; k++) {
		struct ff_cost cost = {40, 30, oracle_cells(40 * 30, 1)};
		struct ff_seed goal = {.cell = (uint32_t)sectored_below(&dice, 40 * 30)};
		const struct ff_seeds seeds = {&goal, 1};
		struct ff_portal_graph graph = {0};
		struct ff_sector_values all = {.area = {0, 0, 40, 30}};
		struct ff_sector_map map;

		for (int32_t i = 0; i < 40 * 30; i++)
			cost.cells[i] = (uint8_t)(20 + sectored_below(&dice, 200));
		all.field =
			field_of("whole", &euclid, &cost, &seeds, (double)INFINITY, FF_FIELD_F64);
		CHECK(ff_portals_find(&graph, &euclid, &cost, 10, NULL) == FF_OK &&
			      ff_sector_map_open(&map, &graph, &cost, FF_FIELD_F64, NULL) == FF_OK,
		      "no memory");
		for (uint32_t s = 0; s < ff_sectors_count(&graph.sectors); s++) {
			ff_sector_map_take(&map, s);
			CHECK(ff_sector_map_enter(&map, &all) == FF_OK, "no memory");
			ff_sector_map_order(&map);
			CHECK(ff_sector_map_integrate(&map) == FF_OK, "no memory");
			/* A wave that knows less of what is around may be a little ahead. */
			for (size_t i = 0; i < map.seed_count; i++)
				CHECK(ff_field_raw(&map.field, map.seeds[i].cell) >=
						      0.95 * map.seeds[i].start &&
					      ff_field_raw(&map.field, map.seeds[i].cell) <=
						      map.seeds[i].start,
				      "map %d, sector %" PRIu32 ": %.9g in the margin, not %.9g", k,
				      s, ff_field_raw(&map.field, map.seeds[i].cell),
				      map.seeds[i].start);
		}
		ff_sector_map_close(&map);
		ff_portal_graph_free(&graph);
		free(all.field.cells);
		free(cost.cells);
	}
}

/* No copy is made of costs that are 1 everywhere. */
static void clear_sectors_share_the_costs_of_the_graph(void)
{
	for (int k = 0; k < SECTORED_MODELS; k++) {
		struct ff_model model = sectored_model(k);
		struct ff_cost cost = {30, 20, oracle_cells(600, 1)};
		struct ff_portal_graph graph = {0};
		struct ff_sector_map map;

		memset(cost.cells, 1, 600);
		cost.cells[0] = 2;
		CHECK(ff_portals_find(&graph, &model, &cost, 10, NULL) == FF_OK &&
			      ff_sector_map_open(&map, &graph, &cost,
						 k == SECTORED_EUCLID ? FF_FIELD_F64 : FF_FIELD_U32,
						 NULL) == FF_OK,
		      "no memory");
		for (uint32_t s = 0; s < 6; s++) {
			ff_sector_map_take(&map, s);
			CHECK((map.cost.cells == graph.clear_cost) ==
				      (s > 0 && k != SECTORED_EUCLID),
			      "model %d, sector %" PRIu32, k, s);
		}
		ff_sector_map_close(&map);
		ff_portal_graph_free(&graph);
		free(cost.cells);
	}
}

/* Two goals that no way joins, the starts of which are farther apart than 32 bits hold. */
static void starts_beyond_32_bits_take_64_and_so_do_fields_from_then_on(void)
{
	struct ff_cost cost = {20, 10, oracle_cells(200, 1)};
	struct ff_seed items[2] = {{.cell = 0, .start = 7}, {.cell = 9, .start = 0x1p33}};
	struct ff_portal_graph graph = {0};
	struct ff_sector_map map;

	memset(cost.cells, 2, 200);
	for (int32_t y = 0; y < 10; y++)
		cost.cells[y * 20 + 5] = 255;
	CHECK(ff_portals_find(&graph, &manhattan, &cost, 10, NULL) == FF_OK &&
		      ff_sector_map_open(&map, &graph, &cost, FF_FIELD_U32, NULL) == FF_OK,
	      "open");
	ff_sector_map_take(&map, 0);
	CHECK(ff_sector_map_start(&map, &(struct ff_seeds){items, 2}) == FF_OK &&
		      ff_sector_map_order(&map) == 7 && ff_sector_map_integrate(&map) == FF_OK &&
		      map.field.type == FF_FIELD_U64,
	      "type %d", (int)map.field.type);
	CHECK(map.field.u64[4] == 8 && map.field.u64[9] == 0x200000000 - 7 &&
		      map.field.u64[6] == 0x200000000 - 1 && map.field.u64[5] == FF_FIELD_NONE64,
	      "%" PRIu64 " and %" PRIu64, map.field.u64[4], map.field.u64[9]);
	ff_sector_map_take(&map, 1);
	items[0].cell = 10;
	CHECK(ff_sector_map_start(&map, &(struct ff_seeds){items, 1}) == FF_OK &&
		      ff_sector_map_order(&map) == 7 && ff_sector_map_integrate(&map) == FF_OK &&
		      map.field.type == FF_FIELD_U64 && map.field.u64[9] == 18,
	      "the next one");
	ff_sector_map_close(&map);
	ff_portal_graph_free(&graph);
	free(cost.cells);
}

int main(void)
{
	RUN(sectors_are_entered_and_integrated_as_their_cells_say);
	RUN(values_are_those_of_the_area_and_nothing_is_known_around_it);
	RUN(with_euclid_the_margin_has_what_is_around_and_is_wall_afterwards);
	RUN(with_euclid_what_stands_in_the_margin_stays);
	RUN(clear_sectors_share_the_costs_of_the_graph);
	RUN(starts_beyond_32_bits_take_64_and_so_do_fields_from_then_on);
	return tap_done();
}
