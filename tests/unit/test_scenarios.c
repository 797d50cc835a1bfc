/*
 * Real maps and the lengths of their shortest paths, as the MovingAI benchmarks
 * print them: octile steps on cost 1, diagonals with both sides open.
 */
#include "format/read_scen.h"

#include "field.h"
#include "format/read_movingai.h"
#include "oracle.h"
#include "tap.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>

static const struct ff_model octile = {.metric = FF_METRIC_OCTILE};

static int entries;
static double largest; /* deviation */

/* A map, and what is solved on it again and again. */
struct ground {
	struct ff_cost map;
	struct ff_field field;
	void *scratch;
	size_t size;
};

static void check_entry(const char *name, struct ground *ground,
			const struct ff_read_scen_entry *entry)
{
	const struct ff_cost *map = &ground->map;
	struct ff_seed seed = {.cell = (uint32_t)ff_cost_index(map, entry->goal_x, entry->goal_y)};
	const struct ff_seeds seeds = {&seed, 1};
	enum ff_status st;
	double ours;

	entries++;
	/* Who is farther away does not matter. */
	st = ff_integrate(&octile, map, &seeds, (entry->length + 1) * 408, &ground->field,
			  ground->scratch, ground->size, NULL);
	ours = ff_field_value(&ground->field, ff_cost_index(map, entry->start_x, entry->start_y));
	CHECK(st == FF_OK && fabs(ours - entry->length) <=
				     entry->slack + ORACLE_OCTILE_ERROR * entry->length,
	      "%s:%zu: it is %.9g, not %.9g", name, entry->line, ours, entry->length);
	if (fabs(ours - entry->length) > largest)
		largest = fabs(ours - entry->length);
}

static bool read_map(const char *path, struct ff_cost *map)
{
	struct ff_error err = {""};
	struct ff_input in;
	enum ff_status st = ff_input_open(&in, path, &err);

	if (st == FF_OK) {
		st = ff_read_movingai(&in, map, &err);
		ff_input_close(&in);
	}
	return CHECK(st == FF_OK, "%s", err.text);
}

static void check_entries(const char *path, struct ground *ground)
{
	struct ff_read_scen scen = {NULL, 0};
	struct ff_error err = {""};
	struct ff_input in;
	enum ff_status st = ff_input_open(&in, path, &err);

	if (st == FF_OK) {
		st = ff_read_scen(&in, ground->map.w, ground->map.h, &scen, &err);
		ff_input_close(&in);
	}
	CHECK(st == FF_OK, "%s", err.text);
	for (size_t i = 0; i < scen.count; i++)
		check_entry(path, ground, &scen.items[i]);
	free(scen.items);
}

/* All entries of NAME.map.scen, with the map next to it. */
static void check_scenario(const char *path)
{
	struct ground ground;
	char map[5000];

	snprintf(map, sizeof map, "%.*s", (int)(strlen(path) - strlen(".scen")), path);
	if (!read_map(map, &ground.map))
		return;
	ground.field = field_new(&octile, ground.map.w, ground.map.h, FF_FIELD_U32);
	ground.size = ff_integrate_scratch(&octile, FF_FIELD_U32, ground.map.w, ground.map.h, NULL);
	ground.scratch = oracle_cells(ground.size, 1);
	check_entries(path, &ground);
	free(ground.map.cells);
	free(ground.field.cells);
	free(ground.scratch);
}

static int is_scenario(const struct dirent *entry)
{
	size_t n = strlen(entry->d_name);

	return n > 9 && strcmp(entry->d_name + n - 9, ".map.scen") == 0;
}

static void paths_on_real_maps_are_as_long_as_their_benchmarks_say(void)
{
	struct dirent **found;
	int n = scandir(oracle_shared("maps"), &found, is_scenario, alphasort);

	if (n < 0) {
		SKIP("%s is not there", oracle_shared("maps"));
		return;
	}
	for (int i = 0; i < n; i++) {
		char path[5000];

		snprintf(path, sizeof path, "%s/%s", oracle_shared("maps"), found[i]->d_name);
		check_scenario(path);
		free(found[i]);
	}
	free(found);
	CHECK(entries >= 1000, "%d entries", entries);
	NOTE("%d entries of %d maps; the largest deviation is %.6f", entries, n, largest);
}

int main(void)
{
	RUN(paths_on_real_maps_are_as_long_as_their_benchmarks_say);
	return tap_done();
}
