/*
 * Truth by patience: a value is lowered as long as any neighbour allows it, in
 * sweeps over the whole map, with 64-bit numbers; a direction is the first of
 * those that lead to the least value.  No queue, no order, no cleverness.
 */
#include "oracle.h"

#include "grid/classes.h"

#include <dirent.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Clockwise from north; y grows down. */
static const struct {
	int32_t dx, dy;
	const char *name;
} compass[8] = {
	{0, -1, "N"}, {1, -1, "NE"}, {1, 0, "E"},  {1, 1, "SE"},
	{0, 1, "S"},  {-1, 1, "SW"}, {-1, 0, "W"}, {-1, -1, "NW"},
};

void *oracle_cells(size_t n, size_t size)
{
	void *cells = malloc(n * size);

	if (cells == NULL) {
		puts("Bail out! out of memory");
		exit(1);
	}
	return cells;
}

/* Sebastiano Vigna's splitmix64. */
uint64_t oracle_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

static int32_t below(uint64_t *state, int32_t n)
{
	return (int32_t)(oracle_random(state) % (uint64_t)n);
}

static bool is_open(const struct ff_cost *cost, int32_t x, int32_t y)
{
	return x >= 0 && x < cost->w && y >= 0 && y < cost->h && cost->cells[y * cost->w + x] < 255;
}

size_t oracle_towards(const struct ff_cost *cost, int32_t x, int32_t y, int direction)
{
	if (direction == 8)
		return (size_t)(y * cost->w + x);
	return (size_t)((y + compass[direction].dy) * cost->w + x + compass[direction].dx);
}

bool oracle_permitted(const struct ff_cost *cost, int32_t x, int32_t y, int direction)
{
	int32_t to_x = x + compass[direction].dx, to_y = y + compass[direction].dy;

	return is_open(cost, to_x, to_y) && is_open(cost, x, to_y) && is_open(cost, to_x, y);
}

/* Lowers the value of x,y as far as its four neighbours allow; true if that moved it. */
static bool relax(struct oracle *truth, int32_t x, int32_t y)
{
	size_t cell = oracle_towards(&truth->cost, x, y, 8);
	bool moved = false;

	if (!is_open(&truth->cost, x, y))
		return false;
	for (int d = 0; d < 8; d += 2) {
		uint64_t there;

		if (!oracle_permitted(&truth->cost, x, y, d))
			continue;
		there = truth->field[oracle_towards(&truth->cost, x, y, d)];
		if (there == ORACLE_NONE || there + truth->cost.cells[cell] >= truth->field[cell])
			continue;
		truth->field[cell] = there + truth->cost.cells[cell];
		moved = true;
	}
	return moved;
}

static uint8_t lowest(const struct oracle *truth, int32_t x, int32_t y)
{
	uint64_t own = truth->field[oracle_towards(&truth->cost, x, y, 8)], least = own;
	uint64_t value[8];

	if (own == ORACLE_NONE)
		return 8;
	for (int d = 0; d < 8; d++) {
		value[d] = ORACLE_NONE;
		if (oracle_permitted(&truth->cost, x, y, d))
			value[d] = truth->field[oracle_towards(&truth->cost, x, y, d)];
		if (value[d] < least)
			least = value[d];
	}
	for (uint8_t d = 0; d < 8; d++)
		if (least < own && value[d] == least)
			return d;
	return 8;
}

/* Sets up 'truth' for w * h cells of cost 1 and so many goals at 0,0. */
static void start(struct oracle *truth, int32_t w, int32_t h, size_t goals)
{
	size_t n = (size_t)w * (size_t)h;

	*truth = (struct oracle){
		.cost = {.w = w, .h = h, .cells = oracle_cells(n, 1)},
		.goals = {.items = oracle_cells(goals, sizeof(struct ff_goal)), .count = goals},
		.field = oracle_cells(n, sizeof(uint64_t)),
		.flow = oracle_cells(n, 1),
		.classes = oracle_cells(n, 1)};
	memset(truth->cost.cells, 1, n);
	memset(truth->goals.items, 0, goals * sizeof *truth->goals.items);
}

static void finish(struct oracle *truth)
{
	free(truth->cost.cells);
	free(truth->goals.items);
	free(truth->field);
	free(truth->flow);
	free(truth->classes);
}

/* Works out the answers for the map and goals in 'truth'. */
static void solve(struct oracle *truth)
{
	int32_t w = truth->cost.w, h = truth->cost.h, n = w * h;
	bool moved = true;

	for (int32_t i = 0; i < n; i++)
		truth->field[i] = ORACLE_NONE;
	for (size_t i = 0; i < truth->goals.count; i++)
		truth->field[truth->goals.items[i].y * w + truth->goals.items[i].x] = 0;
	while (moved) {
		moved = false;
		for (int32_t i = 0; i < n; i++)
			moved |= relax(truth, i % w, i / w);
		for (int32_t i = n - 1; i >= 0; i--)
			moved |= relax(truth, i % w, i / w);
	}
	memset(truth->count, 0, sizeof truth->count);
	for (int32_t i = 0; i < n; i++) {
		truth->flow[i] = lowest(truth, i % w, i / w);
		truth->classes[i] = truth->cost.cells[i] == 255             ? FF_WALL
				    : truth->field[i] == ORACLE_NONE        ? FF_UNREACHED
				    : truth->field[i] == 0 /* costs >= 1 */ ? FF_GOAL
									    : FF_REACHED;
		truth->count[truth->classes[i]]++;
	}
}

struct ff_field oracle_field(const struct oracle *truth)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	struct ff_field field = {truth->cost.w, truth->cost.h, oracle_cells(n, sizeof(uint32_t))};

	for (size_t i = 0; i < n; i++)
		field.cells[i] =
			truth->field[i] == ORACLE_NONE ? FF_FIELD_NONE : (uint32_t)truth->field[i];
	return field;
}

void oracle_small_maps(int32_t w, int32_t h, oracle_check *check)
{
	static const uint8_t costs[16] = {3, 1, 2, 1, 254, 1, 7, 2, 1, 1, 9, 3, 5, 1, 253, 4};
	struct oracle truth;

	start(&truth, w, h, 1);
	for (int32_t pattern = 0; pattern < 1 << w * h; pattern++) {
		for (int32_t try = 0; try < 2 * w * h; try++) {
			int32_t goal = try / 2;

			if (pattern >> goal & 1)
				continue;
			for (int32_t i = 0; i < w * h; i++) {
				uint8_t open = try % 2 == 0 ? 1 : costs[i];

				truth.cost.cells[i] = pattern >> i & 1 ? 255 : open;
			}
			truth.goals.items[0] = (struct ff_goal){goal % w, goal / w};
			truth.dice = (uint64_t)pattern;
			snprintf(truth.name, sizeof truth.name,
				 "%" PRId32 "x%" PRId32 ", wall bits %#" PRIx32 ", goal %" PRId32
				 ",%" PRId32 ", %s costs",
				 w, h, (uint32_t)pattern, goal % w, goal / w,
				 try % 2 == 0 ? "equal" : "different");
			solve(&truth);
			check(&truth);
		}
	}
	finish(&truth);
}

void oracle_random_maps(int count, oracle_check *check)
{
	static const int32_t dearest[] = {1, 4, 254, 254}; /* low ones for the sake of ties */
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < count; k++) {
		int32_t w = 1 + below(&dice, 24), h = 1 + below(&dice, 24);
		int32_t walls = below(&dice, 61), most = dearest[below(&dice, 4)];
		struct oracle truth;

		start(&truth, w, h, (size_t)(1 + below(&dice, 4)));
		for (int32_t i = 0; i < w * h; i++)
			truth.cost.cells[i] =
				(uint8_t)(below(&dice, 100) < walls ? 255 : 1 + below(&dice, most));
		for (size_t i = 0; i < truth.goals.count; i++) {
			int32_t x = below(&dice, w), y = below(&dice, h);
			uint8_t *cell = &truth.cost.cells[y * w + x];

			if (*cell == 255)
				*cell = (uint8_t)(1 + below(&dice, most));
			truth.goals.items[i] = (struct ff_goal){x, y};
		}
		truth.dice = dice;
		snprintf(truth.name, sizeof truth.name, "random map %d (%" PRId32 "x%" PRId32 ")",
			 k, w, h);
		solve(&truth);
		check(&truth);
		finish(&truth);
	}
}

void oracle_long_maps(oracle_check *check)
{
	static const int32_t lengths[] = {2, 3, 255, 511, 512, 513, 1024, 1025, 1537};
	static const int32_t breadths[] = {1, 2, 3};
	uint64_t dice = ORACLE_SEED;

	for (size_t k = 0; k < sizeof lengths / sizeof *lengths * 12; k++) {
		int32_t length = lengths[k / 12], breadth = breadths[k / 4 % 3];
		int32_t w = k % 4 < 2 ? length : breadth, h = k % 4 < 2 ? breadth : length;
		struct oracle truth;

		start(&truth, w, h, 2);
		for (int32_t i = 0; i < w * h; i++)
			truth.cost.cells[i] = (uint8_t)(breadth > 1 && below(&dice, 100) < 5 ? 255
							: k % 2 == 0                         ? 1
								     : 1 + below(&dice, 254));
		truth.goals.items[0] = (struct ff_goal){w - 1, h - 1};
		truth.goals.items[1] = (struct ff_goal){w / 3, 0};
		for (size_t i = 0; i < 2; i++)
			truth.cost.cells[truth.goals.items[i].y * w + truth.goals.items[i].x] = 2;
		truth.dice = dice;
		snprintf(truth.name, sizeof truth.name, "long map %zu (%" PRId32 "x%" PRId32 ")", k,
			 w, h);
		solve(&truth);
		check(&truth);
		finish(&truth);
	}
}

/* Why our metric answers this table with other numbers; NULL if it does not. */
static const char *misfit(const json_t *table)
{
	const json_t *rules = json_object_get(table, "semantics");
	const char *pays = json_string_value(json_object_get(rules, "step_pays"));
	const json_t *source = json_object_get(rules, "source_cost"), *row, *cell;
	bool unit = true;
	size_t x, y;

	if (table == NULL)
		return "it is not JSON";
	if (rules == NULL || pays == NULL)
		return "it has no map";
	if (json_integer_value(json_object_get(rules, "neighbours")) != 4)
		return "it steps to 8 neighbours, this metric to 4";
	if (!json_is_integer(source) || json_integer_value(source) != 0)
		return "its sources start above 0";
	json_array_foreach(json_object_get(table, "cost"), y, row)
	{
		json_array_foreach(row, x, cell)
		{
			if (json_integer_value(cell) < 1 || json_integer_value(cell) > 255)
				return "it has costs outside 1..255";
			unit &= json_integer_value(cell) == 1 || json_integer_value(cell) == 255;
		}
	}
	if (strcmp(pays, "left") != 0 && !(unit && strcmp(pays, "unit") == 0))
		return "its steps do not pay for the cell that they leave";
	return NULL;
}

static uint8_t direction_named(const json_t *name)
{
	for (uint8_t d = 0; d < 8; d++)
		if (json_is_string(name) && strcmp(json_string_value(name), compass[d].name) == 0)
			return d;
	return 8;
}

/* The cell at x,y of an array of rows; NULL if there is none. */
static const json_t *at(const json_t *rows, int32_t x, int32_t y)
{
	return json_array_get(json_array_get(rows, (size_t)y), (size_t)x);
}

static void read_table(struct oracle_table *table, const json_t *json)
{
	const json_t *cost = json_object_get(json, "cost");
	const json_t *field = json_object_get(json, "expected_integration");
	const json_t *flow = json_object_get(json, "expected_flow");
	const json_t *sources = json_object_get(json, "sources"), *point;
	int32_t w = (int32_t)json_integer_value(json_object_get(json, "width"));
	int32_t h = (int32_t)json_integer_value(json_object_get(json, "height"));
	size_t k;

	table->tolerance = json_number_value(json_object_get(json, "tolerance"));
	start(&table->truth, w, h, json_array_size(sources));
	json_array_foreach(sources, k, point)
	{
		table->truth.goals.items[k].x = json_integer_value(json_array_get(point, 0));
		table->truth.goals.items[k].y = json_integer_value(json_array_get(point, 1));
	}
	table->field = oracle_cells((size_t)(w * h), sizeof(double));
	table->flow = flow == NULL ? NULL : oracle_cells((size_t)(w * h), 1);
	for (int32_t i = 0; i < w * h; i++) {
		const json_t *value = at(field, i % w, i / w);

		table->truth.cost.cells[i] = (uint8_t)json_integer_value(at(cost, i % w, i / w));
		table->field[i] = value == NULL         ? (double)NAN
				  : json_is_null(value) ? (double)INFINITY
							: json_number_value(value);
		if (flow != NULL)
			table->flow[i] = direction_named(at(flow, i % w, i / w));
	}
	json_array_foreach(json_object_get(json, "expected_points"), k, point)
	{
		json_int_t x = json_integer_value(json_object_get(point, "x"));
		json_int_t y = json_integer_value(json_object_get(point, "y"));

		table->field[y * w + x] = json_number_value(json_object_get(point, "value"));
	}
	solve(&table->truth);
}

const char *oracle_folder(void)
{
	static char folder[4096];
	const char *shared = getenv("FLOWFIELD_SHARED");

	snprintf(folder, sizeof folder, "%s/oracles", shared == NULL ? "../shared" : shared);
	return folder;
}

static int is_json(const struct dirent *entry)
{
	size_t n = strlen(entry->d_name);

	return n > 5 && strcmp(entry->d_name + n - 5, ".json") == 0;
}

bool oracle_tables(void (*check)(const struct oracle_table *table))
{
	struct dirent **entries;
	int n = scandir(oracle_folder(), &entries, is_json, alphasort);

	if (n < 0)
		return false;
	for (int i = 0; i < n; i++) {
		char path[5000], name[256];
		struct oracle_table table = {.name = name};
		json_t *json;

		snprintf(path, sizeof path, "%s/%s", oracle_folder(), entries[i]->d_name);
		snprintf(name, sizeof name, "%.*s", (int)strlen(entries[i]->d_name) - 5,
			 entries[i]->d_name);
		json = json_load_file(path, 0, NULL);
		table.misfit = misfit(json);
		if (table.misfit == NULL)
			read_table(&table, json);
		check(&table);
		finish(&table.truth);
		free(table.field);
		free(table.flow);
		json_decref(json);
		free(entries[i]);
	}
	free(entries);
	return true;
}
