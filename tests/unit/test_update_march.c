#include "core/update/update_run.h"

#include "core/solve/sight.h"
#include "edited.h"
#include "tap.h"

static const struct ff_model euclid = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};

static int times(int few, int many)
{
	return getenv("FULL") != NULL ? many : few;
}

static bool follows(struct edited *e)
{
	bool ok = true;

	for (uint32_t cell = 0; cell < edited_cells(e) && ok; cell++) {
		double value = ff_update_march_value(e->update, cell);

		ok = CHECK(value == e->field.f64[cell], "%s: cell %" PRIu32 ": %.17g from %.17g",
			   e->name, cell, value, e->field.f64[cell]);
	}
	return ok;
}

static void every_value_follows_from_those_around_it(void)
{
	uint64_t dice = ORACLE_SEED;
	bool ok = true;

	for (int i = times(2000, 100000); i > 0 && ok; i--) {
		int32_t w = 1 + (int32_t)(oracle_random(&dice) % 16);
		int32_t h = 1 + (int32_t)(oracle_random(&dice) % 16);
		struct edited e;

		edited_new(&e, &euclid, w, h, FF_FIELD_F64, oracle_random(&dice));
		ok = follows(&e);
		edited_free(&e);
	}
}

static void random_edits_of_random_maps_give_what_solving_afresh_gives(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int i = times(2000, 100000); i > 0; i--)
		if (!edited_sequence(&euclid, 16, 16, FF_FIELD_F64, &dice))
			break;
}

/* A map with few walls, of cost 1 but for some cells, and 'count' seeds with equal starts or not.
 */
static void open_map(struct edited *e, int32_t w, int32_t h, int walls, size_t count, bool even,
		     uint64_t dice)
{
	*e = (struct edited){.dice = dice, .model = euclid, .limit = FF_FIELD_NONEF};
	snprintf(e->name, sizeof e->name, "open %dx%d, %zu seeds, dice %" PRIx64, (int)w, (int)h,
		 count, dice);
	e->cost = (struct ff_cost){w, h, oracle_cells((size_t)w * (size_t)h, 1)};
	e->most_cost = 1;
	e->walls = walls;
	for (size_t i = 0; i < edited_cells(e); i++)
		e->cost.cells[i] = edited_draw(e, 50) == 0 ? 2 : edited_cost(e);
	while (e->seeds.count < count) {
		struct ff_seed *seed = &e->items[e->seeds.count++];

		seed->cell = edited_draw(e, (uint32_t)edited_cells(e));
		seed->start = even ? 0 : edited_draw(e, 30);
		e->cost.cells[seed->cell] = 1;
		e->seeds.items = e->items;
	}
	edited_settle(e);
	edited_open(e, FF_FIELD_F64);
}

/* Single cells become walls, or open, one after the other. */
static bool edit_cells(struct edited *e, int edits)
{
	bool ok = follows(e);

	for (int i = 0; i < edits && ok; i++) {
		uint32_t cell = edited_draw(e, (uint32_t)edited_cells(e));
		uint8_t cost = (uint8_t)(edited_draw(e, 4) == 0 ? 2 : 1);

		e->count = 0;
		e->moved = false;
		for (size_t k = 0; k < e->seeds.count; k++)
			if (e->items[k].cell == cell)
				cell = e->items[0].cell;
		if (cell != e->items[0].cell && e->cost.cells[cell] != FF_COST_WALL)
			cost = FF_COST_WALL;
		edited_change(e, cell, cost);
		ok = edited_repair(e, SIZE_MAX, SIZE_MAX) && follows(e);
	}
	return ok;
}

static void check_open_maps(int32_t w, int32_t h, int count)
{
	uint64_t dice = ORACLE_SEED;
	unsigned long edits = 0, rebuilt = 0;
	bool ok = true;

	for (int i = 0; i < count && ok; i++) {
		struct edited e;

		open_map(&e, w, h, (int)(oracle_random(&dice) % 12), 1 + (size_t)i % 6, i % 3 > 0,
			 oracle_random(&dice));
		ok = edit_cells(&e, 12);
		edits += 12;
		rebuilt += e.rebuilt;
		edited_free(&e);
	}
	CHECK(rebuilt < edits / 4, "%lu of %lu edits were given up", rebuilt, edits);
}

static void on_open_maps_straight_lines_come_and_go(void)
{
	check_open_maps(40, 30, times(60, 3000));
}

static void tall_maps_are_repaired_too(void)
{
	check_open_maps(9, 70, times(30, 1500));
	check_open_maps(1, 100, times(10, 500));
	check_open_maps(30, 64, times(10, 500));
}

/* An area of goals has so many that their lines are not as long as can be. */
static void many_goals_have_short_lines(void)
{
	uint64_t dice = ORACLE_SEED;
	bool ok = true;

	for (int i = times(20, 1000); i > 0 && ok; i--) {
		struct edited e;
		struct ff_seed items[64];
		struct ff_seeds seeds = {items, 0};

		open_map(&e, 40, 40, 5, 1, true, oracle_random(&dice));
		for (; seeds.count < 64; seeds.count++) {
			uint32_t cell = edited_draw(&e, 1600);

			items[seeds.count] = (struct ff_seed){.cell = cell};
			e.cost.cells[cell] = e.map.cells[cell] = 1;
		}
		ff_update_close(e.update);
		e.seeds = seeds;
		edited_solve(&e);
		ok = CHECK(ff_update_open(&e.update, &euclid, &e.map, &e.seeds, e.limit,
					  &e.field) == FF_OK,
			   "%s: open", e.name) &&
		     follows(&e);
		for (int k = 0; k < 12 && ok; k++) {
			uint32_t cell = edited_draw(&e, 1600);
			uint8_t cost = e.cost.cells[cell] == FF_COST_WALL ? 1 : FF_COST_WALL;

			e.count = 0;
			for (size_t s = 0; s < seeds.count; s++)
				cost = items[s].cell == cell ? 2 : cost;
			edited_change(&e, cell, cost);
			ok = edited_repair(&e, 7, SIZE_MAX) && follows(&e);
		}
		edited_free(&e);
	}
}

/* How long lines are depends on how many sources there are, each as often as it is given. */
static void a_goal_that_is_given_once_more_may_shorten_all_lines(void)
{
	struct edited e;

	open_map(&e, 60, 60, 0, 1, true, ORACLE_SEED);
	ff_update_close(e.update);
	for (uint32_t i = 0; i < 16; i++)
		e.items[i] = (struct ff_seed){.cell = 2 * i};
	e.seeds.count = 16;
	e.count = 0;
	for (uint32_t i = 0; i < 3600; i++)
		e.cost.cells[i] = e.map.cells[i] = 1;
	edited_solve(&e);
	CHECK(ff_update_open(&e.update, &euclid, &e.map, &e.seeds, e.limit, &e.field) == FF_OK,
	      "%s: open", e.name);
	e.items[e.seeds.count++] = e.items[3];
	e.moved = true;
	qsort(e.items, e.seeds.count, sizeof *e.items, edited_by_start);
	edited_repair(&e, SIZE_MAX, SIZE_MAX);
	follows(&e);
	edited_free(&e);
}

/* Doors between seeds with different starts: who is a source depends on what the others see. */
static void a_seed_that_another_one_loses_sight_of_offers_lines_itself(void)
{
	uint64_t dice = ORACLE_SEED;
	bool ok = true;

	for (int i = times(600, 20000); i > 0 && ok; i--) {
		struct edited e;

		open_map(&e, 14, 14, (int)(oracle_random(&dice) % 30), 3, false,
			 oracle_random(&dice));
		ok = edit_cells(&e, 12);
		edited_free(&e);
	}
}

/* Whether a seed is a source depends on its own cost, too, if the start of another one is less. */
static void a_seed_that_comes_to_cost_more_may_become_a_source(void)
{
	struct edited e;

	open_map(&e, 12, 12, 0, 1, true, ORACLE_SEED);
	ff_update_close(e.update);
	memset(e.cost.cells, 1, 144);
	memset(e.cost.cells + 12, FF_COST_WALL, 4);
	e.cost.cells[5] = e.cost.cells[17] = FF_COST_WALL;
	memcpy(e.map.cells, e.cost.cells, 144);
	e.items[0] = (struct ff_seed){.cell = 0};
	e.items[1] = (struct ff_seed){.cell = 16, .start = 6};
	e.seeds.count = 2;
	edited_solve(&e);
	CHECK(ff_update_open(&e.update, &euclid, &e.map, &e.seeds, e.limit, &e.field) == FF_OK,
	      "%s: open", e.name);
	for (uint8_t cost = 3; cost <= 5; cost += 2) {
		e.count = 0;
		e.moved = false;
		edited_change(&e, 16, cost);
		edited_repair(&e, SIZE_MAX, SIZE_MAX);
		follows(&e);
	}
	edited_free(&e);
}

/* What is seen of a map. */
struct view {
	int32_t w;
	uint8_t *times; /* [w*h] */
};

static void note(void *context, int32_t x, int32_t y)
{
	const struct view *view = context;

	view->times[y * view->w + x]++;
}

/* All that a change can bring into sight or put out of it is seen through its window. */
static bool check_window(struct edited *e, uint32_t from, double reach)
{
	int32_t w = e->cost.w, h = e->cost.h, x = (int32_t)from % w, y = (int32_t)from / w;
	size_t n = edited_cells(e), steps = 0;
	int32_t at_x = (int32_t)edited_draw(e, (uint32_t)w);
	int32_t at_y = (int32_t)edited_draw(e, (uint32_t)h);
	struct ff_sight_window window = {at_x, at_y,
					 at_x + (int32_t)edited_draw(e, (uint32_t)(w - at_x)),
					 at_y + (int32_t)edited_draw(e, (uint32_t)(h - at_y))};
	struct view all[2], part[2];
	size_t left;
	void *scratch = oracle_cells(ff_sight_scratch(w, h), 1);
	bool ok = true;

	for (int k = 0; k < 2; k++) {
		all[k] = (struct view){w, calloc(n, 1)};
		part[k] = (struct view){w, calloc(n, 1)};
		ff_sight_cast(&e->cost, x, y, 1, reach, scratch, note, &all[k]);
		left = SIZE_MAX;
		ok = ok && CHECK(ff_sight_cast_through(&e->cost, x, y, 1, reach, &window, &left,
						       scratch, note, &part[k]),
				 "%s: too many steps", e->name);
		steps = SIZE_MAX - left;
		if (k == 0)
			for (int32_t cy = window.y0; cy <= window.y1; cy++)
				for (int32_t cx = window.x0; cx <= window.x1; cx++)
					e->cost.cells[cy * w + cx] = edited_cost(e);
	}
	for (int32_t i = 0; i < (int32_t)n && ok; i++) {
		bool inside = i % w >= window.x0 && i % w <= window.x1 && i / w >= window.y0 &&
			      i / w <= window.y1;

		for (int k = 0; k < 2 && ok; k++)
			ok = CHECK(part[k].times[i] <= all[k].times[i] &&
					   (part[k].times[i] == all[k].times[i] ||
					    (!inside && all[0].times[i] == all[1].times[i])),
				   "%s from %" PRIu32 ", window %d,%d..%d,%d: cell %d", e->name,
				   from, (int)window.x0, (int)window.y0, (int)window.x1,
				   (int)window.y1, (int)i);
	}
	for (size_t less = 0; less < 2 && less <= steps && ok; less++) {
		left = steps - less;
		ok = CHECK(ff_sight_cast_through(&e->cost, x, y, 1, reach, &window, &left, scratch,
						 note, &part[1]) == (less == 0),
			   "%s: %zu of %zu steps", e->name, steps - less, steps);
	}
	for (int k = 0; k < 2; k++) {
		free(all[k].times);
		free(part[k].times);
	}
	free(scratch);
	return ok;
}

static void all_that_a_change_hides_or_shows_is_seen_through_its_window(void)
{
	uint64_t dice = ORACLE_SEED;
	bool ok = true;

	for (int i = times(3000, 200000); i > 0 && ok; i--) {
		struct edited e;
		int32_t w = 1 + (int32_t)(oracle_random(&dice) % 24);
		int32_t h = 1 + (int32_t)(oracle_random(&dice) % 24);

		open_map(&e, w, h, (int)(oracle_random(&dice) % 30), 1, true, oracle_random(&dice));
		ok = check_window(&e, e.items[0].cell,
				  i % 4 == 0 ? edited_draw(&e, 20) : (double)INFINITY);
		edited_free(&e);
	}
}

int main(void)
{
	RUN(every_value_follows_from_those_around_it);
	RUN(random_edits_of_random_maps_give_what_solving_afresh_gives);
	RUN(on_open_maps_straight_lines_come_and_go);
	RUN(tall_maps_are_repaired_too);
	RUN(many_goals_have_short_lines);
	RUN(a_goal_that_is_given_once_more_may_shorten_all_lines);
	RUN(a_seed_that_another_one_loses_sight_of_offers_lines_itself);
	RUN(a_seed_that_comes_to_cost_more_may_become_a_source);
	RUN(all_that_a_change_hides_or_shows_is_seen_through_its_window);
	return tap_done();
}
