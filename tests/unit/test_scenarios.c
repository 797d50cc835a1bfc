/*
 * Real maps and the lengths of their shortest paths, as the MovingAI benchmarks
 * print them: octile steps on cost 1, diagonals with both sides open.
 */
#include "format/read_movingai.h"

#include "base/number.h"
#include "field.h"
#include "oracle.h"
#include "tap.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>

static const struct ff_model octile = {.metric = FF_METRIC_OCTILE};

struct entry {
	int32_t w, h;
	int32_t from_x, from_y, to_x, to_y;
	const char *length; /* as it is printed */
};

static int entries;
static double largest; /* deviation */

/*
 * Half of the last printed place.  Zeros at the end may have been cut off, but
 * no file has lengths with less than two decimals; and our own error comes on top.
 */
static double tolerance(const struct entry *entry)
{
	const char *point = strchr(entry->length, '.');
	size_t places = point == NULL ? 0 : strlen(point + 1);
	double half = 0.5;

	for (size_t i = 0; i < places || i < 2; i++)
		half /= 10;
	return half + ORACLE_OCTILE_ERROR * strtod(entry->length, NULL);
}

/* A map, and what is solved on it again and again. */
struct ground {
	struct ff_cost map;
	struct ff_field field;
	void *scratch;
	size_t size;
};

static void check_entry(const char *name, struct ground *ground, const struct entry *entry)
{
	const struct ff_cost *map = &ground->map;
	double printed = strtod(entry->length, NULL), ours;
	struct ff_seed seed = {.cell = (uint32_t)(entry->to_y * map->w + entry->to_x)};
	const struct ff_seeds seeds = {&seed, 1};
	enum ff_status st;

	entries++;
	if (!CHECK(entry->w == map->w && entry->h == map->h, "%s: %" PRId32 "x%" PRId32, name,
		   entry->w, entry->h))
		return;
	/* Who is farther away does not matter. */
	st = ff_integrate(&octile, map, &seeds, (printed + 1) * 408, &ground->field,
			  ground->scratch, ground->size, NULL);
	ours = ff_field_value(&ground->field, ff_cost_index(map, entry->from_x, entry->from_y));
	CHECK(st == FF_OK && fabs(ours - printed) <= tolerance(entry),
	      "%s: from %" PRId32 ",%" PRId32 " to %" PRId32 ",%" PRId32 " it is %.9g, not %s",
	      name, entry->from_x, entry->from_y, entry->to_x, entry->to_y, ours, entry->length);
	if (fabs(ours - printed) > largest)
		largest = fabs(ours - printed);
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

/* bucket map w h from-x from-y to-x to-y length; false if that is not what the line says. */
static bool parse(char *line, struct entry *e)
{
	int32_t *numbers[] = {&e->w, &e->h, &e->from_x, &e->from_y, &e->to_x, &e->to_y};
	char *words[9], *rest = NULL;

	for (int i = 0; i < 9; i++) {
		words[i] = strtok_r(i == 0 ? line : NULL, " \t\r\n", &rest);
		if (words[i] == NULL)
			return false;
	}
	for (int i = 0; i < 6; i++) {
		int64_t number;

		if (ff_number_parse(words[i + 2], strlen(words[i + 2]), 0, INT32_MAX, &number) !=
		    FF_NUMBER_OK)
			return false;
		*numbers[i] = (int32_t)number;
	}
	e->length = words[8];
	return true;
}

static void check_entries(const char *path, struct ground *ground)
{
	FILE *file = fopen(path, "r");
	char line[1000];

	CHECK(file != NULL, "%s cannot be opened", path);
	if (file == NULL)
		return;
	while (fgets(line, sizeof line, file) != NULL) {
		struct entry e;

		if (strncmp(line, "version", 7) == 0)
			continue;
		if (CHECK(parse(line, &e), "%s: %s", path, line))
			check_entry(path, ground, &e);
	}
	fclose(file);
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
