#include "core/map/map.h"

#include "tap.h"

/* Checks levels first..last: each should cost 'cost'. */
static void expect(const struct ff_levels_rules *rules, int first, int last, int cost)
{
	uint8_t got[256];

	ff_levels_fill(rules, got);
	for (int v = first; v <= last; v++)
		CHECK(got[v] == cost, "level %d costs %d, should cost %d", v, got[v], cost);
}

static void a_level_costs_itself_but_black_costs_1_and_white_is_wall(void)
{
	const struct ff_levels_rules rules = {0};

	expect(&rules, 0, 0, 1);
	for (int v = 1; v < 255; v++)
		expect(&rules, v, v, v);
	expect(&rules, 255, 255, FF_COST_WALL);
}

static void inverted_black_is_wall_and_white_costs_1(void)
{
	const struct ff_levels_rules rules = {.invert = 1};

	expect(&rules, 0, 0, FF_COST_WALL);
	for (int v = 1; v < 255; v++)
		expect(&rules, v, v, 255 - v);
	expect(&rules, 255, 255, 1);
}

static void all_from_the_wall_level_on_is_wall_and_the_rest_costs_1(void)
{
	for (int from = 1; from < 256; from++) {
		const struct ff_levels_rules rules = {.wall_from = from};

		expect(&rules, 0, from - 1, 1);
		expect(&rules, from, 255, FF_COST_WALL);
	}
}

static void the_wall_level_is_one_after_inversion(void)
{
	const struct ff_levels_rules rules = {.invert = 1, .wall_from = 200};

	expect(&rules, 0, 55, FF_COST_WALL);
	expect(&rules, 56, 255, 1);
}

static void a_remap_is_over_everything_else(void)
{
	const struct ff_levels_remap remaps[] = {
		{0, 0, FF_COST_WALL}, {10, 20, 7}, {100, 100, 254}, {255, 255, 3}};
	const struct ff_levels_rules rules = {.remaps = remaps, .count = 4};
	const struct ff_levels_rules walled = {.wall_from = 15, .remaps = remaps, .count = 4};

	expect(&rules, 0, 0, FF_COST_WALL);
	expect(&rules, 9, 9, 9);
	expect(&rules, 10, 20, 7);
	expect(&rules, 21, 21, 21);
	expect(&rules, 99, 99, 99);
	expect(&rules, 100, 100, 254);
	expect(&rules, 101, 101, 101);
	expect(&rules, 254, 254, 254);
	expect(&rules, 255, 255, 3);

	expect(&walled, 0, 0, FF_COST_WALL);
	expect(&walled, 1, 9, 1);
	expect(&walled, 10, 20, 7);
	expect(&walled, 21, 99, FF_COST_WALL);
	expect(&walled, 100, 100, 254);
	expect(&walled, 101, 254, FF_COST_WALL);
	expect(&walled, 255, 255, 3);
}

static void a_remap_names_levels_after_inversion(void)
{
	const struct ff_levels_remap remaps[] = {{0, 5, 9}};
	const struct ff_levels_rules rules = {.invert = 1, .remaps = remaps, .count = 1};

	expect(&rules, 250, 255, 9);
	expect(&rules, 249, 249, 6);
	expect(&rules, 5, 5, 250);
	expect(&rules, 0, 0, FF_COST_WALL);
}

static void a_remap_may_cover_all_levels(void)
{
	const struct ff_levels_remap remaps[] = {{0, 255, 42}};
	const struct ff_levels_rules rules = {.remaps = remaps, .count = 1};

	expect(&rules, 0, 255, 42);
}

int main(void)
{
	RUN(a_level_costs_itself_but_black_costs_1_and_white_is_wall);
	RUN(inverted_black_is_wall_and_white_costs_1);
	RUN(all_from_the_wall_level_on_is_wall_and_the_rest_costs_1);
	RUN(the_wall_level_is_one_after_inversion);
	RUN(a_remap_is_over_everything_else);
	RUN(a_remap_names_levels_after_inversion);
	RUN(a_remap_may_cover_all_levels);
	return tap_done();
}
