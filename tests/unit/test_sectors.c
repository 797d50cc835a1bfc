#include "core/sectors/routing.h"

#include "field.h"
#include "sectors.h"

#include <math.h>

/* ---- cutting a map ---- */

/* Checks that each cell is in one area. */
static void check_cut(int32_t w, int32_t h, int32_t size)
{
	struct ff_sectors sectors = ff_sectors_cut(w, h, size);
	uint8_t *covered = calloc((size_t)(w * h), 1);

	CHECK(covered != NULL && ff_sectors_count(&sectors) == (uint32_t)(((w + size - 1) / size) *
									  ((h + size - 1) / size)),
	      "%" PRId32 "x%" PRId32 " by %" PRId32, w, h, size);
	for (uint32_t s = 0; s < ff_sectors_count(&sectors) && covered != NULL; s++) {
		struct ff_sectors_area area = ff_sectors_area(&sectors, s);
		bool last = area.x + area.w == w, lowest = area.y + area.h == h;

		CHECK(area.w >= 1 && area.h >= 1 && (last ? area.w <= size : area.w == size) &&
			      (lowest ? area.h <= size : area.h == size),
		      "%" PRId32 "x%" PRId32 " by %" PRId32 ": sector %" PRIu32 " is %" PRId32
		      "x%" PRId32,
		      w, h, size, s, area.w, area.h);
		for (int32_t y = area.y; y < area.y + area.h; y++)
			for (int32_t x = area.x; x < area.x + area.w; x++) {
				covered[y * w + x]++;
				CHECK(x < w && y < h &&
					      ff_sectors_of(&sectors, (uint32_t)(y * w + x)) == s,
				      "cell %" PRId32 ",%" PRId32, x, y);
			}
	}
	for (int32_t i = 0; i < w * h && covered != NULL; i++)
		CHECK(covered[i] == 1, "cell %" PRId32 " is in %d sectors", i, covered[i]);
	free(covered);
}

static void each_cell_is_in_the_one_sector_of_its_place(void)
{
	static const int32_t sides[] = {1, 2, 7, 8, 9, 15, 16, 17, 40};
	static const int32_t sizes[] = {8, 9, 10, 16, 17, 40, 41, 1024};
	enum { SIDES = sizeof sides / sizeof *sides };

	for (size_t i = 0; i < SIDES * SIDES; i++)
		for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
			check_cut(sides[i / SIDES], sides[i % SIDES], sizes[k]);
}

static void sectors_of_the_largest_maps_are_counted_and_placed(void)
{
	struct ff_sectors row = ff_sectors_cut(INT32_MAX, 1, 8);
	struct ff_sectors square = ff_sectors_cut(46340, 46340, 8);
	struct ff_sectors_area end = ff_sectors_area(&row, (1U << 28) - 1);

	CHECK(ff_sectors_count(&row) == 1U << 28, "%" PRIu32, ff_sectors_count(&row));
	CHECK(end.x == INT32_MAX - 7 && end.w == 7 && end.h == 1, "%" PRId32 "+%" PRId32, end.x,
	      end.w);
	CHECK(ff_sectors_of(&row, INT32_MAX - 1) == (1U << 28) - 1, "the last cell");
	CHECK(ff_sectors_of(&square, 46340U * 46340U - 1) == ff_sectors_count(&square) - 1,
	      "the last cell");
}

/* ---- goals of sectors ---- */

/* Checks the seeds of each sector and their order. */
static void check_goals(int32_t w, int32_t h, int32_t size, size_t count, uint64_t *dice)
{
	struct ff_sectors sectors = ff_sectors_cut(w, h, size);
	struct ff_seeds seeds = {oracle_cells(count + 1, sizeof *seeds.items), count};
	struct ff_sector_goals goals;
	size_t found = 0, with = 0;

	for (size_t i = 0; i < count; i++)
		seeds.items[i] = (struct ff_seed){(uint32_t)sectors_below(dice, w * h), (uint32_t)i,
						  (double)i};
	if (!CHECK(ff_sector_goals_make(&goals, &seeds, &sectors) == FF_OK, "status")) {
		free(seeds.items);
		return;
	}
	for (uint32_t s = 0; s < ff_sectors_count(&sectors); s++) {
		struct ff_seeds here = ff_sector_goals_of(&goals, s);
		size_t k = 0;

		for (size_t i = 0; i < count; i++) {
			if (ff_sectors_of(&sectors, (uint32_t)seeds.items[i].cell) != s)
				continue;
			CHECK(k < here.count && here.items[k].goal == i &&
				      here.items[k].cell == seeds.items[i].cell &&
				      here.items[k].start == seeds.items[i].start,
			      "sector %" PRIu32 ": seed %zu is not the one given as %zu", s, k, i);
			k++;
		}
		CHECK(here.count == k, "sector %" PRIu32 " has %zu, not %zu", s, here.count, k);
		found += k;
		with += k > 0;
	}
	CHECK(found == count && goals.seed_count == count && goals.count == with,
	      "%zu of %zu seeds, %zu of %zu sectors", found, goals.seed_count, with, goals.count);
	for (size_t i = 1; i < goals.count; i++)
		CHECK(goals.sectors[i - 1] < goals.sectors[i], "sector %zu of the list", i);
	ff_sector_goals_free(&goals);
	CHECK(goals.seeds == NULL && goals.sectors == NULL && goals.first == NULL &&
		      goals.count == 0,
	      "something is left");
	free(seeds.items);
}

static void each_sector_has_its_seeds_in_the_given_order(void)
{
	static const size_t counts[] = {0, 1, 2, 5, 100, 2000};
	uint64_t dice = ORACLE_SEED;

	for (size_t k = 0; k < 100; k++)
		check_goals(1 + sectors_below(&dice, 60), 1 + sectors_below(&dice, 60),
			    8 + sectors_below(&dice, 20), counts[k % 6], &dice);
}

/* ---- the field of some sectors ---- */

static double random_value(uint64_t *dice, enum ff_field_type type)
{
	double value = (double)(oracle_random(dice) % UINT64_C(0xffffffff));

	return type == FF_FIELD_U32 ? value : type == FF_FIELD_U64 ? value * 1000 : value / 1000;
}

/* Compares a part of the map with a grid of all of it. */
static void check_part(const struct ff_sector_field *field, const double *all,
		       struct ff_sectors_area part)
{
	struct ff_field copy = field_new(&manhattan, part.w, part.h, field->type);

	ff_sector_field_copy(field, part.x, part.y, &copy);
	for (int32_t i = 0; i < part.w * part.h; i++) {
		int32_t x = part.x + i % part.w, y = part.y + i / part.w;
		double wanted = all[y * field->sectors.w + x];

		CHECK(ff_field_raw(&copy, (size_t)i) == wanted &&
			      ff_sector_field_raw(field, x, y) == wanted,
		      "%" PRId32 ",%" PRId32 " is %g, not %g", x, y, ff_field_raw(&copy, (size_t)i),
		      wanted);
	}
	free(copy.cells);
}

static void check_sector_field(int32_t w, int32_t h, int32_t size, enum ff_field_type type,
			       uint64_t *dice)
{
	struct ff_sectors sectors = ff_sectors_cut(w, h, size);
	double *all = oracle_cells((size_t)(w * h), sizeof *all);
	uint8_t *has = oracle_cells(ff_sectors_count(&sectors), 1);
	struct ff_sector_field field, again;

	memset(has, 0, ff_sectors_count(&sectors));
	CHECK(ff_sector_field_open(&field, &sectors, &manhattan, type) == FF_OK &&
		      ff_sector_field_open(&again, &sectors, &manhattan, type) == FF_OK,
	      "no memory");
	for (int32_t i = 0; i < w * h; i++)
		all[i] = FF_FIELD_NONEF;
	for (int k = 0; k < 20; k++) {
		int32_t x = sectors_below(dice, w), y = sectors_below(dice, h);

		all[y * w + x] = random_value(dice, type);
		has[ff_sectors_of(&sectors, (uint32_t)(y * w + x))] = 1;
		CHECK(ff_sector_field_set(&field, x, y, all[y * w + x]) == FF_OK, "a value");
	}
	CHECK(type != FF_FIELD_U32 || ff_sector_field_set(&field, 0, 0, 0x1p33) == FF_E_LIMIT,
	      "33 bits fit 32");
	for (uint32_t s = 1; s < ff_sectors_count(&sectors); s++)
		CHECK((field.blocks[s] != NULL) == (has[s] == 1), "sector %" PRIu32, s);
	check_part(&field, all, (struct ff_sectors_area){0, 0, w, h});
	for (int k = 0; k < 20; k++) {
		int32_t x = sectors_below(dice, w), y = sectors_below(dice, h);

		check_part(&field, all,
			   (struct ff_sectors_area){x, y, 1 + sectors_below(dice, w - x),
						    1 + sectors_below(dice, h - y)});
	}
	{
		struct ff_field whole = field_new(&manhattan, w, h, type);

		ff_sector_field_copy(&field, 0, 0, &whole);
		CHECK(ff_sector_field_take(&again, 0, 0, &whole) == FF_OK, "no memory");
		check_part(&again, all, (struct ff_sectors_area){0, 0, w, h});
		free(whole.cells);
	}
	ff_sector_field_clear(&field);
	for (uint32_t s = 0; s < ff_sectors_count(&sectors); s++)
		CHECK(field.blocks[s] == NULL, "sector %" PRIu32 " is left", s);
	ff_sector_field_close(&field);
	ff_sector_field_close(&again);
	free(all);
	free(has);
}

static void a_field_holds_the_sectors_that_have_a_value_and_no_others(void)
{
	static const int32_t sides[] = {1, 7, 8, 9, 31, 40};
	enum { SIDES = sizeof sides / sizeof *sides };
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < SIDES * SIDES; i++)
		for (int type = 0; type < FF_FIELD_TYPES; type++)
			check_sector_field(sides[i / SIDES], sides[i % SIDES],
					   8 + sectors_below(&dice, 12), (enum ff_field_type)type,
					   &dice);
}

/* ---- fields of sectors ---- */

/* Draws a field of integers beyond a sector's border. */
static struct ff_sector_values draw_values(uint64_t *dice, struct ff_sectors_area area,
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
		.base = 1000 * sectors_below(dice, 3)};

	for (int32_t i = 0; i < w * h; i++)
		values.field.f64[i] =
			sectors_below(dice, 5) == 0 ? FF_FIELD_NONEF : sectors_below(dice, most);
	return values;
}

/* Returns the value at x,y of the map, or INFINITY. */
static double value_at(const struct ff_sector_values *values, int32_t margin, int32_t x, int32_t y)
{
	x -= values->area.x;
	y -= values->area.y;
	if (x < 0 || x >= values->area.w || y < 0 || y >= values->area.h)
		return (double)INFINITY;
	return values->base + values->field.f64[(y + margin) * values->field.w + x + margin];
}

/* Returns the least value that cell x,y of a sector gets by a step out of the sector. */
static double least_start(const struct ff_cost *cost, const struct ff_model *model,
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
		if (model->step == FF_STEP_HOPS)
			price = 1;
		value = value_at(values, 0, to % cost->w, to / cost->w) + price;
		least = value < least ? value : least;
	}
	return least;
}

/* Adds the starts of a sector's cells to the truth; returns how many there are. */
static size_t add_entries(struct oracle *truth, struct ff_seed *seeds, const struct ff_cost *cost,
			  const struct ff_model *model, const struct ff_sectors *sectors,
			  struct ff_sectors_area area, const struct ff_sector_values *values)
{
	size_t count = 0;

	for (int32_t y = area.y; y < area.y + area.h; y++)
		for (int32_t x = area.x; x < area.x + area.w; x++) {
			double start = least_start(cost, model, sectors, values, x, y);

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

/* Compares a sector, integrated from values around it and goals in it, with the truth. */
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

	if (sectors_below(dice, 2) == 0)
		around = ff_sectors_area(
			sectors, (uint32_t)sectors_below(dice, (int32_t)ff_sectors_count(sectors)));
	values = draw_values(dice, around, 0, sectors_below(dice, 2) == 0 ? 10 : 1000000);
	sectors_part(&truth, model, cost, area, cells + 2);
	truth.seeds.count = 0;
	for (int k = 0; k < 2; k++) {
		int32_t x = area.x + sectors_below(dice, area.w);
		int32_t y = area.y + sectors_below(dice, area.h);
		uint32_t cell = (uint32_t)(y * cost->w + x);

		if (cost->cells[cell] == 255 || sectors_below(dice, 2) == 0)
			continue;
		goals[given.count++] = (struct ff_seed){
			.cell = cell, .goal = (uint32_t)k, .start = sectors_below(dice, 5000)};
		truth.seeds.items[truth.seeds.count] = goals[given.count - 1];
		truth.seeds.items[truth.seeds.count++].cell = sectors_local(cost, area, cell);
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
		      "%s, sector %" PRIu32 ": no seed at %zu with %.9g", name, sector,
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

static void sectors_have_the_values_of_their_cells_and_of_those_around(void)
{
	int maps = getenv("FULL") != NULL ? 300 : 12;
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < maps * ORACLE_MODELS; k++) {
		struct ff_model model = oracle_model(k % ORACLE_MODELS, FF_FLOW_PATH);
		int32_t w = sectors_below(&dice, 8) == 0 ? 1 : 1 + sectors_below(&dice, 34);
		int32_t h = 1 + sectors_below(&dice, 34), size = 8 + sectors_below(&dice, 12);
		struct ff_cost cost = sectors_draw(&dice, w, h, size);
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

/* Returns how many cells around an area have a value. */
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

/* Checks a sector with euclid: the margin has the values around it, at corners too. */
static void check_euclid(struct ff_sector_map *map, const struct ff_cost *cost, uint32_t sector,
			 uint64_t *dice, const char *name)
{
	const struct ff_sectors *sectors = &map->graph->sectors;
	struct ff_sectors_area area = ff_sectors_area(sectors, sector);
	struct ff_sectors_area all = {0, 0, cost->w, cost->h};
	struct ff_sector_values values = draw_values(dice, all, 1, 20);
	size_t expected, facing = 0, cells = (size_t)(area.w * area.h);
	struct oracle truth;
	double base = 0;

	for (int32_t i = 0; i < cost->w * cost->h; i++)
		if (cost->cells[i] == FF_COST_WALL)
			values.field.f64[(i / cost->w + 1) * (cost->w + 2) + i % cost->w + 1] =
				(double)INFINITY;
	expected = count_around(&values, area);
	sectors_part(&truth, &manhattan, cost, area, 4 * cells + 4);
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
			/* One neighbour alone lets the front pass by in a straight line. */
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

static void with_euclid_the_margin_has_the_values_around_and_is_wall_afterwards(void)
{
	static const struct ff_model euclid = {.metric = FF_METRIC_EUCLID};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 60; k++) {
		int32_t w = k % 8 == 0 ? 1 : 1 + sectors_below(&dice, 34);
		int32_t h = 1 + sectors_below(&dice, 34), size = 8 + sectors_below(&dice, 12);
		struct ff_cost cost = sectors_draw(&dice, w, h, size);
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

/* A sector entered from the whole field lowers nothing in its margin except by a little. */
static void with_euclid_values_in_the_margin_stay(void)
{
	static const struct ff_model euclid = {.metric = FF_METRIC_EUCLID};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 20; k++) {
		struct ff_cost cost = {.w = 40, .h = 30, .cells = oracle_cells(40 * 30, 1)};
		struct ff_seed goal = {.cell = (uint32_t)sectors_below(&dice, 40 * 30)};
		const struct ff_seeds seeds = {&goal, 1};
		struct ff_portal_graph graph = {0};
		struct ff_sector_values all = {.area = {0, 0, 40, 30}};
		struct ff_sector_map map;

		for (int32_t i = 0; i < 40 * 30; i++)
			cost.cells[i] = (uint8_t)(20 + sectors_below(&dice, 200));
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
			/* A front that knows less of its surroundings may be a little ahead. */
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

/* Costs that are 1 everywhere are not copied. */
static void clear_sectors_share_the_costs_of_the_graph(void)
{
	for (int k = 0; k < SECTORS_MODELS; k++) {
		struct ff_model model = sectors_model(k);
		struct ff_cost cost = {.w = 30, .h = 20, .cells = oracle_cells(600, 1)};
		struct ff_portal_graph graph = {0};
		struct ff_sector_map map;

		memset(cost.cells, 1, 600);
		cost.cells[0] = 2;
		CHECK(ff_portals_find(&graph, &model, &cost, 10, NULL) == FF_OK &&
			      ff_sector_map_open(&map, &graph, &cost,
						 k == SECTORS_EUCLID ? FF_FIELD_F64 : FF_FIELD_U32,
						 NULL) == FF_OK,
		      "no memory");
		for (uint32_t s = 0; s < 6; s++) {
			ff_sector_map_take(&map, s);
			CHECK((map.cost.cells == graph.clear_cost) ==
				      (s > 0 && k != SECTORS_EUCLID),
			      "model %d, sector %" PRIu32, k, s);
		}
		ff_sector_map_close(&map);
		ff_portal_graph_free(&graph);
		free(cost.cells);
	}
}

/* Two goals without a way between them have starts farther apart than 32 bits. */
static void starts_beyond_32_bits_take_64_and_so_do_later_fields(void)
{
	struct ff_cost cost = {.w = 20, .h = 10, .cells = oracle_cells(200, 1)};
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

/* ---- the cache ---- */

enum { SEEDS = 4, CELLS = 64, KEPT = 8192 };

/* The expected cache: a plain list, the field used last at the end. */
struct kept {
	uint32_t sector, exit;
	struct ff_seed seeds[SEEDS];
	size_t seed_count, bytes;
	enum ff_field_type type;
	int32_t w, h;
	uint8_t cells[CELLS * 8];
};

static struct {
	struct kept *items; /* [count] */
	size_t count, bytes;
	uint64_t hits, misses, evicted;
} list;

static struct ff_sector_cache *cache;
static size_t limit;

static bool is_same(const struct kept *a, const struct kept *b)
{
	bool same = a->sector == b->sector && a->exit == b->exit && a->seed_count == b->seed_count;

	for (size_t i = 0; i < a->seed_count && same; i++)
		same = a->seeds[i].cell == b->seeds[i].cell &&
		       a->seeds[i].start == b->seeds[i].start;
	return same;
}

static void drop_item(size_t i)
{
	list.bytes -= list.items[i].bytes;
	memmove(&list.items[i], &list.items[i + 1], (--list.count - i) * sizeof *list.items);
}

static void open_both(size_t bytes)
{
	list.items = oracle_cells(KEPT, sizeof *list.items);
	list.count = list.bytes = 0;
	list.hits = list.misses = list.evicted = 0;
	limit = bytes;
	CHECK(ff_sector_cache_open(&cache, limit) == FF_OK, "open");
}

static void close_both(void)
{
	ff_sector_cache_close(cache);
	free(list.items);
}

/* Returns the bytes of an entry besides cells and starts, which depend on the machine. */
static size_t entry_overhead(void)
{
	struct ff_sector_cache_figures figures;
	uint32_t cell = 0;
	struct ff_field field = {.w = 1, .h = 1, .type = FF_FIELD_U32, .u32 = &cell};
	struct ff_seed seed = {0};

	CHECK(ff_sector_cache_open(&cache, SIZE_MAX) == FF_OK, "open");
	CHECK(ff_sector_cache_put(cache, &(struct ff_sector_cache_key){.seeds = {&seed, 0}},
				  &field) == FF_OK,
	      "put");
	ff_sector_cache_figures_of(cache, &figures);
	ff_sector_cache_close(cache);
	return figures.bytes - sizeof cell;
}

static void compare_figures(void)
{
	struct ff_sector_cache_figures figures;

	ff_sector_cache_figures_of(cache, &figures);
	CHECK(figures.hits == list.hits && figures.misses == list.misses &&
		      figures.evicted == list.evicted,
	      "%" PRIu64 " hits, %" PRIu64 " misses, %" PRIu64 " evicted, not %" PRIu64 ", %" PRIu64
	      " and %" PRIu64,
	      figures.hits, figures.misses, figures.evicted, list.hits, list.misses, list.evicted);
	CHECK(figures.entries == list.count && figures.bytes == list.bytes,
	      "%zu entries of %zu bytes, "
	      "not %zu of %zu",
	      figures.entries, figures.bytes, list.count, list.bytes);
	CHECK(figures.bytes <= limit, "%zu bytes, no more than %zu", figures.bytes, limit);
}

/* Looks a field up in the cache and the list; returns true if it is there. */
static bool find_in_both(struct kept *wanted)
{
	struct ff_sector_cache_key key = {
		wanted->sector, wanted->exit, {wanted->seeds, wanted->seed_count}};
	const struct ff_field *field = ff_sector_cache_find(cache, &key);
	size_t i = 0;

	while (i < list.count && !is_same(&list.items[i], wanted))
		i++;
	if (!CHECK((field != NULL) == (i < list.count), "sector %" PRIu32 " is%s there",
		   wanted->sector, field == NULL ? " not" : ""))
		return field != NULL;
	if (field == NULL) {
		list.misses++;
		return false;
	}
	list.hits++;
	*wanted = list.items[i];
	CHECK(field->w == wanted->w && field->h == wanted->h && field->type == wanted->type &&
		      field->unit == 7 &&
		      memcmp(field->cells, wanted->cells,
			     (size_t)(field->w * field->h) * ff_field_size(field->type)) == 0,
	      "sector %" PRIu32 " comes back changed", wanted->sector);
	drop_item(i);
	list.bytes += wanted->bytes;
	list.items[list.count++] = *wanted;
	return true;
}

static void put_in_both(struct kept *item, size_t over)
{
	struct ff_sector_cache_key key = {
		item->sector, item->exit, {item->seeds, item->seed_count}};
	struct ff_field field = {
		.w = item->w, .h = item->h, .type = item->type, .unit = 7, .cells = item->cells};

	item->bytes = over + 16 * item->seed_count +
		      (size_t)(item->w * item->h) * ff_field_size(item->type);
	CHECK(ff_sector_cache_put(cache, &key, &field) == FF_OK, "put");
	if (item->bytes > limit)
		return;
	while (list.bytes + item->bytes > limit) {
		drop_item(0);
		list.evicted++;
	}
	list.bytes += item->bytes;
	list.items[list.count++] = *item;
}

/* Draws a field with one of few keys, so that many come again or differ in one thing only. */
static struct kept draw_field(uint64_t *dice, int32_t sectors)
{
	struct kept item = {.sector = (uint32_t)sectors_below(dice, sectors),
			    .exit = (uint32_t)sectors_below(dice, 2),
			    .seed_count = (size_t)sectors_below(dice, SEEDS + 1),
			    .type = (enum ff_field_type)sectors_below(dice, FF_FIELD_TYPES),
			    .w = 1 + sectors_below(dice, 8),
			    .h = 1 + sectors_below(dice, 8)};

	for (size_t i = 0; i < SEEDS; i++)
		item.seeds[i] = (struct ff_seed){
			i < item.seed_count ? (uint32_t)sectors_below(dice, 2) : 0,
			/* not part of the key */
			(uint32_t)sectors_below(dice, 9),
			i == 0 || i >= item.seed_count ? 0 : sectors_below(dice, 2) * 0.5};
	for (size_t i = 0; i < sizeof item.cells; i++)
		item.cells[i] = (uint8_t)oracle_random(dice);
	return item;
}

static void forget_sector(uint32_t sector)
{
	ff_sector_cache_invalidate(cache, sector);
	for (size_t i = list.count; i-- > 0;)
		if (list.items[i].sector == sector)
			drop_item(i);
}

/* Compares a cache with the list; a sector is invalidated in one of 'forgets' turns, or never if
 * that is 0. */
static void use_cache(size_t bytes, int32_t sectors, int turns, int32_t forgets)
{
	size_t over = entry_overhead();
	uint64_t dice = ORACLE_SEED + bytes;

	open_both(bytes);
	for (int k = 0; k < turns; k++) {
		struct kept item = draw_field(&dice, sectors);

		if (!find_in_both(&item))
			put_in_both(&item, over);
		if (forgets > 0 && sectors_below(&dice, forgets) == 0)
			forget_sector((uint32_t)sectors_below(&dice, sectors));
		compare_figures();
	}
	close_both();
}

static void a_cache_behaves_as_a_plain_list_ordered_by_use(void)
{
	static const struct {
		size_t bytes;
		int32_t sectors, turns, forgets;
	} uses[] = {{4000, 4, 3000, 0}, {20000, 4, 3000, 0},  {1000, 1, 3000, 0},
		    {300, 2, 2000, 0},  {0, 2, 100, 0},       {1, 2, 100, 0},
		    {4000, 4, 3000, 5}, {60000, 9, 3000, 20}, {0, 2, 50, 2}};

	for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
		use_cache(uses[i].bytes, uses[i].sectors, uses[i].turns, uses[i].forgets);
}

static void a_cache_without_a_limit_grows_and_keeps_everything(void)
{
	size_t over = entry_overhead();

	open_both(SIZE_MAX);
	for (uint32_t pass = 0; pass < 2; pass++)
		for (uint32_t s = 0; s < 5000; s++) {
			struct kept item = {.sector = s, .w = 1, .h = 1, .type = FF_FIELD_U32};

			memcpy(item.cells, &s, sizeof s);
			if (pass == 0)
				put_in_both(&item, over);
			else {
				const struct ff_field *field = ff_sector_cache_find(
					cache, &(struct ff_sector_cache_key){.sector = s});

				list.hits++;
				CHECK(field != NULL && field->u32[0] == s, "sector %" PRIu32, s);
			}
		}
	compare_figures();
	close_both();
}

/* Some of these share a slot, before and after the cache has grown. */
static void a_large_cache_forgets_sectors_too(void)
{
	size_t over = entry_overhead();

	open_both(SIZE_MAX);
	for (uint32_t s = 0; s < 5000; s++) {
		struct kept item = {.sector = s * 512, .w = 1, .h = 1, .type = FF_FIELD_U32};

		put_in_both(&item, over);
		if (s % 900 == 0)
			forget_sector(s / 9 * 3 * 512);
	}
	for (uint32_t s = 0; s < 5000; s += 3)
		forget_sector(s * 512);
	compare_figures();
	for (uint32_t s = 0; s < 5000; s++) {
		bool there = ff_sector_cache_find(cache, &(struct ff_sector_cache_key){
								 .sector = s * 512}) != NULL;

		CHECK(there == (s % 3 != 0), "sector %" PRIu32 " is%s there", s * 512,
		      there ? "" : " not");
	}
	close_both();
}

/* A field that just fits is kept alone. */
static void a_field_as_large_as_the_limit_is_kept_and_one_byte_more_is_not(void)
{
	size_t over = entry_overhead();
	struct kept item = {.sector = 1, .w = 8, .h = 8, .type = FF_FIELD_F64, .seed_count = 2};

	open_both(over + 32 + 512);
	put_in_both(&item, over);
	compare_figures();
	CHECK(list.count == 1 && find_in_both(&item), "it is not there");
	item.sector = 2;
	put_in_both(&item, over);
	compare_figures();
	close_both();
	open_both(over + 32 + 511);
	put_in_both(&item, over);
	compare_figures();
	CHECK(!find_in_both(&item), "it is there");
	close_both();
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(each_cell_is_in_the_one_sector_of_its_place);
	RUN(sectors_of_the_largest_maps_are_counted_and_placed);
	RUN(each_sector_has_its_seeds_in_the_given_order);
	RUN(a_field_holds_the_sectors_that_have_a_value_and_no_others);
	RUN(sectors_have_the_values_of_their_cells_and_of_those_around);
	RUN(with_euclid_the_margin_has_the_values_around_and_is_wall_afterwards);
	RUN(with_euclid_values_in_the_margin_stay);
	RUN(clear_sectors_share_the_costs_of_the_graph);
	RUN(starts_beyond_32_bits_take_64_and_so_do_later_fields);
	RUN(a_cache_behaves_as_a_plain_list_ordered_by_use);
	RUN(a_cache_without_a_limit_grows_and_keeps_everything);
	RUN(a_large_cache_forgets_sectors_too);
	RUN(a_field_as_large_as_the_limit_is_kept_and_one_byte_more_is_not);
	return tap_done();
}
