/*
 * Memory that runs out at each allocation in turn, where neither tests of flowfield.h nor runs on
 * small maps come: fields that grow to 64 bits, a cache that grows, walkers before they are a
 * crowd, and pictures of each kind.
 */
#include "core/crowd/crowd.h"
#include "core/sectors/routing.h"
#include "draw/draw.h"
#include "heap.h"
#include "io/apng.h"
#include "io/png.h"
#include "scene.h"
#include "sectors.h"

#include <inttypes.h>

struct map {
	const struct ff_cost *cost;
	const struct ff_model *model;
};

/* Integrates seeds farther apart than 32 bits, twice. */
static enum ff_status try_map(const void *with)
{
	const struct map *on = with;
	struct ff_seed items[2] = {{.cell = 0}, {.cell = 7, .start = 0x1p40}};
	struct ff_seeds seeds = {items, 2};
	struct ff_portal_graph graph;
	struct ff_sector_map map;
	enum ff_status st = ff_portals_find(&graph, on->model, on->cost, 8, NULL);

	if (st != FF_OK)
		return st;
	st = ff_sector_map_open(&map, &graph, on->cost, FF_FIELD_U32, NULL);
	for (uint32_t turn = 0; turn < 2 && st == FF_OK; turn++) {
		ff_sector_map_take(&map, 0);
		if ((st = ff_sector_map_start(&map, &seeds)) == FF_OK) {
			ff_sector_map_order(&map);
			st = ff_sector_map_integrate(&map);
		}
		CHECK(st != FF_OK || map.field.type == FF_FIELD_U64, "type");
	}
	ff_sector_map_close(&map);
	ff_portal_graph_free(&graph);
	return st;
}

/* A map of two halves without a way between them. */
static void fields_that_cannot_grow_to_64_bits_are_freed(void)
{
	struct ff_cost cost = {.w = 16, .h = 8, .cells = oracle_cells(128, 1)};

	memset(cost.cells, 3, 128);
	for (int32_t y = 0; y < 8; y++)
		cost.cells[y * 16 + 4] = 255;
	heap_survives(try_map, &(struct map){&cost, &manhattan}, 8);
	free(cost.cells);
}

/* Prices a serpentine of cost 254 in the first of two sectors. */
static enum ff_status try_large(const void *with)
{
	const struct map *on = with;
	struct ff_portal_graph graph;
	enum ff_status st = ff_portals_find(&graph, on->model, on->cost, 211, NULL);

	if (st != FF_OK)
		return st;
	st = ff_portals_price(&graph, on->cost, NULL);
	CHECK((st == FF_OK) == (graph.costs != NULL), "costs");
	ff_portal_graph_free(&graph);
	return st;
}

static void costs_that_cannot_grow_to_64_bits_are_freed(void)
{
	enum { SIDE = 211 };
	struct ff_model model = {
		.metric = FF_METRIC_OCTILE, .step = FF_STEP_MEAN, .flow = FF_FLOW_LOWEST};
	struct ff_cost cost = {
		.w = SIDE + 8, .h = SIDE, .cells = oracle_cells((SIDE + 8) * SIDE, 1)};

	memset(cost.cells, 255, (SIDE + 8) * SIDE);
	for (int32_t y = 0; y < SIDE; y++)
		for (int32_t x = 0; x < SIDE + (y == 0 || y == SIDE - 1); x++)
			if (y % 2 == 0 || x == (y % 4 == 1 ? 0 : SIDE - 1))
				cost.cells[y * cost.w + x] = 254;
	heap_survives(try_large, &(struct map){&cost, &model}, 18);
	free(cost.cells);
}

/* Puts more entries than slots: without memory for slots the cache goes on, without memory for an
 * entry that entry is missing. */
static enum ff_status try_cache(const void *with)
{
	enum { ENTRIES = 1030 };
	struct ff_sector_cache *cache = NULL;
	enum ff_status st = ff_sector_cache_open(&cache, SIZE_MAX), all = st;
	uint32_t lost = UINT32_MAX;

	(void)with;
	CHECK((st == FF_OK) == (cache != NULL), "open");
	for (uint32_t s = 0; s < ENTRIES && cache != NULL; s++) {
		struct ff_field field = {.w = 1, .h = 1, .type = FF_FIELD_U32, .u32 = &s};
		struct ff_sector_cache_key key = {.sector = s};

		if (ff_sector_cache_put(cache, &key, &field) != FF_OK) {
			all = FF_E_NOMEM;
			lost = s;
		}
	}
	for (uint32_t s = 0; s < ENTRIES && cache != NULL; s++) {
		const struct ff_field *field =
			ff_sector_cache_find(cache, &(struct ff_sector_cache_key){.sector = s});

		CHECK((field == NULL) == (s == lost) && (field == NULL || field->u32[0] == s),
		      "sector %" PRIu32, s);
	}
	ff_sector_cache_close(cache);
	return all;
}

static void a_cache_that_cannot_grow_goes_on_with_what_it_has(void)
{
	heap_survives(try_cache, NULL, 1030);
}

static enum ff_status try_goals(const void *with)
{
	const struct ff_cost *cost = with;
	struct ff_sectors sectors = ff_sectors_cut(cost->w, cost->h, 8);
	struct ff_seed items[3] = {{.cell = 40}, {.cell = 1}, {.cell = 39}};
	struct ff_sector_goals goals = {.count = 4711};
	enum ff_status st = ff_sector_goals_make(&goals, &(struct ff_seeds){items, 3}, &sectors);

	if (st == FF_OK)
		ff_sector_goals_free(&goals);
	else
		CHECK(goals.count == 4711 && goals.seeds == NULL && goals.sectors == NULL &&
			      goals.first == NULL,
		      "something is set");
	return st;
}

static void goals_of_sectors_are_made_whole_or_not_at_all(void)
{
	uint64_t dice = ORACLE_SEED;
	struct ff_cost cost = sectors_draw(&dice, 40, 30, 8);

	heap_survives(try_goals, &cost, 4);
	free(cost.cells);
}

static struct ff_walker items[2] = {{.radius = 0.3, .speed = 1},
				    {.x = 2, .radius = 0.3, .speed = 1, .guide = 1}};
static const struct ff_walkers walkers = {.items = items, .count = 2};

static enum ff_status find_collisions(const void *with)
{
	bool found = true;
	size_t a, b;
	enum ff_status st = ff_crowd_collides(&walkers, &found, &a, &b);

	(void)with;
	CHECK((st == FF_OK) == !found, "status %d", (int)st);
	return st;
}

static void collisions_are_found_or_memory_ran_out(void)
{
	heap_survives(find_collisions, NULL, 4);
}

static enum ff_status write_picture(const void *with)
{
	const struct ff_image_text text = {"Software", "flowfield"};
	const struct ff_png_about about = {.texts = &text, .count = 1};
	uint8_t *data;
	size_t size;
	enum ff_status st = ff_png_write(with, &about, &data, &size, NULL);

	if (st == FF_OK)
		free(data);
	return st;
}

static enum ff_status make_film(const void *with)
{
	const struct ff_bitmap *bitmap = with;
	struct ff_image_part all = {0, 0, bitmap->w, bitmap->h};
	struct ff_apng apng;
	uint8_t *data;
	size_t size;
	enum ff_status st = ff_apng_open(&apng, bitmap->w, bitmap->h, NULL, 0, NULL, 0, 12, NULL);

	for (int frame = 0; frame < 3 && st == FF_OK; frame++) {
		bitmap->pixels[frame].r ^= 1;
		st = ff_apng_add(&apng, bitmap, all, 1, NULL);
	}
	if (st == FF_OK && (st = ff_apng_end(&apng, &data, &size, NULL)) == FF_OK)
		free(data);
	ff_apng_free(&apng);
	return st;
}

/* Pictures of 16, 256 and more colours. */
static void pictures_and_films_are_made_whole_or_not_at_all(void)
{
	for (int colours = 16; colours <= 4096; colours *= 16) {
		struct ff_bitmap bitmap = {
			.w = 90, .h = 90, .pixels = oracle_cells(8100, sizeof(struct ff_colour))};

		for (int i = 0; i < 8100; i++)
			bitmap.pixels[i] = (struct ff_colour){(uint8_t)(i % colours),
							      (uint8_t)(i % colours >> 8), 0};
		heap_survives(write_picture, &bitmap, colours > 256 ? 5 : 4);
		heap_survives(make_film, &bitmap, 5);
		free(bitmap.pixels);
	}
}

/* A picture in pixels or SVG. */
struct drawing {
	const struct ff_scene *scene;
	struct ff_style style;
	bool vector;
	enum ff_status (*draw)(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_page *page, struct ff_error *err);
};

static enum ff_status encode(const struct ff_bitmap *bitmap, uint8_t **data, size_t *size,
			     struct ff_error *err)
{
	return ff_png_write(bitmap, &(struct ff_png_about){0}, data, size, err);
}

static enum ff_status draw_page(const void *with)
{
	const struct drawing *drawing = with;
	const struct ff_svg_about about = {"map", NULL, 0, encode};
	struct ff_page page = {.about = drawing->vector ? &about : NULL};
	enum ff_status st = drawing->draw(drawing->scene, &drawing->style, &page, NULL);

	CHECK((st == FF_OK) == (page.text != NULL || page.bitmap.pixels != NULL),
	      "status %d, something or nothing is set", (int)st);
	free(page.text);
	free(page.bitmap.pixels);
	return st;
}

/* Pages with marks over goals, lines that overlap themselves, and areas without a way. */
static void pages_are_painted_whole_or_not_at_all(void)
{
	const unsigned with = FF_STYLE_VALUES | FF_STYLE_STREAMLINES | FF_STYLE_CONTOURS |
			      FF_STYLE_SIGHT | FF_STYLE_GRID;
	const struct drawing drawings[] = {
		{NULL,
		 {.scale = 16, .with = with, .numbers = {[FF_STYLE_NUMBER_CONTOURS] = 5}},
		 false,
		 ff_draw_heatmap},
		{NULL,
		 {.scale = 16, .with = with, .numbers = {[FF_STYLE_NUMBER_CONTOURS] = 5}},
		 true,
		 ff_draw_heatmap},
		{NULL, {.scale = 1, .block = 3}, false, ff_draw_reach},
		{NULL, {.scale = 1, .block = 3}, true, ff_draw_reach},
		{NULL, {.scale = 3, .bare = true}, false, ff_draw_terrain},
	};
	struct scene s;

	scene_of(&s, "g..#...../..1##..../....#..../........./........./..9....../"
		     "........./.......##/.......#./");
	for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++) {
		struct drawing drawing = drawings[i];

		drawing.scene = &s.all;
		heap_survives(draw_page, &drawing, i < 2 ? 10 : 2);
	}
	scene_free(&s);
}

int main(void)
{
	RUN(fields_that_cannot_grow_to_64_bits_are_freed);
	RUN(costs_that_cannot_grow_to_64_bits_are_freed);
	RUN(a_cache_that_cannot_grow_goes_on_with_what_it_has);
	RUN(goals_of_sectors_are_made_whole_or_not_at_all);
	RUN(collisions_are_found_or_memory_ran_out);
	RUN(pictures_and_films_are_made_whole_or_not_at_all);
	RUN(pages_are_painted_whole_or_not_at_all);
	return tap_done();
}
