/*
 * Real maps and the lengths of their shortest paths, as the MovingAI benchmarks
 * print them: octile steps on cost 1, diagonals with both sides open.
 */
#include "io/movingai.h"

#include "field.h"
#include "realmaps.h"

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
			const struct ff_movingai_scen_entry *entry)
{
	const struct ff_cost *map = &ground->map;
	struct ff_seed seed = {.cell = (uint32_t)ff_cost_index(map, entry->goal_x, entry->goal_y)};
	const struct ff_seeds seeds = {&seed, 1};
	enum ff_status st;
	double ours;

	entries++;
	/* Values beyond the length do not matter. */
	st = ff_integrate(&octile, map, &seeds, (entry->length + 1) * 408, &ground->field,
			  ground->scratch, ground->size, NULL);
	ours = ff_field_value(&ground->field, ff_cost_index(map, entry->start_x, entry->start_y));
	CHECK(st == FF_OK && fabs(ours - entry->length) <=
				     entry->slack + ORACLE_OCTILE_ERROR * entry->length,
	      "%s:%zu: it is %.9g, not %.9g", name, entry->line, ours, entry->length);
	if (fabs(ours - entry->length) > largest)
		largest = fabs(ours - entry->length);
}

/* All entries of a map. */
static void check_scenario(const char *path, void *context)
{
	struct ff_movingai_scen scen = {NULL, 0};
	struct ground ground;

	(void)context;
	if (!realmaps_read(path, &ground.map) || !realmaps_scen(path, &ground.map, &scen))
		return;
	ground.field = field_new(&octile, ground.map.w, ground.map.h, FF_FIELD_U32);
	ground.size = ff_integrate_scratch(&octile, FF_FIELD_U32, ground.map.w, ground.map.h, NULL);
	ground.scratch = oracle_cells(ground.size, 1);
	for (size_t i = 0; i < scen.count; i++)
		check_entry(path, &ground, &scen.items[i]);
	free(scen.items);
	free(ground.map.cells);
	free(ground.field.cells);
	free(ground.scratch);
}

static void paths_on_real_maps_have_the_lengths_of_their_benchmarks(void)
{
	realmaps_each(check_scenario, NULL);
	CHECK(entries >= 100 * REALMAPS || *tap.skipped != '\0', "%d entries", entries);
	NOTE("%d entries; the largest deviation is %.6f", entries, largest);
}

int main(void)
{
	RUN(paths_on_real_maps_have_the_lengths_of_their_benchmarks);
	return tap_done();
}
