/*
 * Slow truth: sweeps over the whole map lower values, in 64 bits, as long as any
 * neighbour allows it; a direction is the first of the best.  No queue, no order.
 */
#include "oracle.h"

#include <dirent.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
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

struct ff_model oracle_model(int k, enum ff_flow_rule flow)
{
	static const enum ff_metric metrics[] = {FF_METRIC_MANHATTAN, FF_METRIC_OCTILE};
	static const enum ff_step steps[] = {FF_STEP_CELL, FF_STEP_MEAN, FF_STEP_HOPS};
	static const enum ff_corners corners[] = {FF_CORNERS_STRICT, FF_CORNERS_LENIENT,
						  FF_CORNERS_CUT};

	return (struct ff_model){.metric = metrics[k / 9],
				 .step = steps[k / 3 % 3],
				 .corners = corners[k % 3],
				 .flow = flow};
}

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

bool oracle_permitted(const struct ff_cost *cost, enum ff_corners corners, int32_t x, int32_t y,
		      int direction)
{
	int32_t to_x = x + compass[direction].dx, to_y = y + compass[direction].dy;
	int sides = is_open(cost, x, to_y) + is_open(cost, to_x, y);
	int needed = corners == FF_CORNERS_STRICT ? 2 : corners == FF_CORNERS_LENIENT ? 1 : 0;

	/* On the way along an axis the sides are this cell and that one. */
	return is_open(cost, to_x, to_y) && (direction % 2 == 0 || sides >= needed);
}

/* Returns the cell in a direction, which must exist. */
static size_t next_to(const struct oracle *truth, size_t from, int direction)
{
	return (size_t)((int32_t)from + compass[direction].dy * truth->cost.w +
			compass[direction].dx);
}

uint64_t oracle_price(const struct oracle *truth, size_t from, int direction)
{
	size_t to = next_to(truth, from, direction);
	uint64_t costs = truth->cost.cells[from];

	if (truth->model.step == FF_STEP_HOPS)
		return 1;
	if (truth->model.step == FF_STEP_MEAN) /* units are half as large */
		costs += truth->cost.cells[to];
	if (truth->model.metric == FF_METRIC_MANHATTAN)
		return costs;
	return costs * (direction % 2 == 0 ? 408 : 577);
}

/* Returns the value in a direction, or ORACLE_NONE where the step is not permitted. */
static uint64_t value_towards(const struct oracle *truth, size_t from, int direction)
{
	if ((truth->ways[from] >> direction & 1) == 0)
		return ORACLE_NONE;
	return truth->field[next_to(truth, from, direction)];
}

/* Returns true if the metric has steps in a direction. */
static bool has_steps(const struct oracle *truth, int direction)
{
	return direction % 2 == 0 || truth->model.metric != FF_METRIC_MANHATTAN;
}

/* Lowers the value of a cell as far as its neighbours allow; returns true if it fell. */
static bool relax(struct oracle *truth, size_t cell)
{
	bool moved = false;

	for (int d = 0; d < 8; d++) {
		uint64_t there = value_towards(truth, cell, d);

		if (there == ORACLE_NONE || !has_steps(truth, d))
			continue;
		there += oracle_price(truth, cell, d);
		if (there >= truth->field[cell])
			continue;
		truth->field[cell] = there;
		moved = true;
	}
	return moved;
}

/* Returns the price of a straight step between two cells of the cost of this one, which a unit is
 * not where cells are split. */
static uint64_t full_price(const struct oracle *truth, size_t cell)
{
	uint64_t unit = truth->model.metric == FF_METRIC_MANHATTAN ? 1 : 408;

	if (truth->model.step == FF_STEP_HOPS)
		return truth->cost.cells[cell];
	return unit * (truth->model.step == FF_STEP_MEAN ? 2 : 1) * truth->cost.cells[cell];
}

/* Sets direction and ties of a cell that is not a goal. */
static void lead(struct oracle *truth, size_t cell)
{
	bool lowest = truth->model.flow == FF_FLOW_LOWEST, sum = truth->model.flow == FF_FLOW_SUM;
	bool path = !lowest && !sum;
	uint64_t best = path ? truth->field[cell] : ORACLE_NONE;

	for (int d = 0; d < 8; d++) {
		uint64_t there = value_towards(truth, cell, d);

		if (there == ORACLE_NONE ||
		    (path ? !has_steps(truth, d) : there >= truth->field[cell]))
			continue;
		if (path)
			there += oracle_price(truth, cell, d);
		if (sum)
			there += full_price(truth, next_to(truth, cell, d));
		if (there > best)
			continue;
		if (there < best || truth->flow[cell] == 8) {
			truth->flow[cell] = (uint8_t)d;
			truth->ties[cell] = 0;
		}
		truth->ties[cell]++;
		best = there;
	}
}

void oracle_new(struct oracle *truth, const struct ff_model *model, int32_t w, int32_t h,
		size_t seeds)
{
	static const uint64_t units[2][FF_STEPS] = {{1, 2, 1}, {408, 816, 1}};
	size_t n = (size_t)w * (size_t)h;

	*truth = (struct oracle){
		.model = *model,
		.cost = {.w = w, .h = h, .cells = oracle_cells(n, 1)},
		.seeds = {.items = oracle_cells(seeds, sizeof(struct ff_seed)), .count = seeds},
		.limit = (double)INFINITY,
		.unit = units[model->metric == FF_METRIC_OCTILE][model->step],
		.ways = oracle_cells(n, 1),
		.field = oracle_cells(n, sizeof(uint64_t)),
		.flow = oracle_cells(n, 1),
		.ties = oracle_cells(n, 1),
		.classes = oracle_cells(n, 1)};
	memset(truth->cost.cells, 1, n);
	memset(truth->seeds.items, 0, seeds * sizeof *truth->seeds.items);
}

void oracle_free(struct oracle *truth)
{
	free(truth->cost.cells);
	free(truth->seeds.items);
	free(truth->ways);
	free(truth->field);
	free(truth->flow);
	free(truth->ties);
	free(truth->classes);
}

/* Relaxes until nothing changes. */
static void settle(struct oracle *truth)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	bool moved = true;

	while (moved) {
		moved = false;
		for (size_t i = 0; i < n; i++)
			moved |= truth->cost.cells[i] < 255 && relax(truth, i);
		for (size_t i = n; moved && i > 0; i--)
			if (truth->cost.cells[i - 1] < 255)
				relax(truth, i - 1);
	}
}

/* Sets the classes, of which cells without a value have theirs. */
static void classify(struct oracle *truth)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;

	for (size_t i = 0; i < n; i++)
		truth->classes[i] = truth->cost.cells[i] == 255      ? FF_WALL
				    : truth->field[i] == ORACLE_NONE ? truth->classes[i]
								     : FF_REACHED;
	for (size_t i = 0; i < truth->seeds.count; i++) {
		const struct ff_seed *seed = &truth->seeds.items[i];

		if (truth->field[seed->cell] == (uint64_t)seed->start)
			truth->classes[seed->cell] = FF_GOAL;
	}
	memset(truth->count, 0, sizeof truth->count);
	for (size_t i = 0; i < n; i++)
		truth->count[truth->classes[i]]++;
}

void oracle_solve(struct oracle *truth)
{
	int32_t w = truth->cost.w;
	size_t n = (size_t)w * (size_t)truth->cost.h;

	for (size_t i = 0; i < n; i++) {
		truth->ways[i] = 0;
		for (int d = 0; d < 8; d++)
			truth->ways[i] |=
				(uint8_t)(oracle_permitted(&truth->cost, truth->model.corners,
							   (int32_t)i % w, (int32_t)i / w, d)
					  << d);
		truth->field[i] = ORACLE_NONE;
		truth->flow[i] = 8;
		truth->ties[i] = 0;
	}
	for (size_t i = 0; i < truth->seeds.count; i++) {
		const struct ff_seed *seed = &truth->seeds.items[i];

		if ((uint64_t)seed->start < truth->field[seed->cell])
			truth->field[seed->cell] = (uint64_t)seed->start;
	}
	settle(truth);
	for (size_t i = 0; i < n; i++) {
		truth->classes[i] = truth->field[i] == ORACLE_NONE ? FF_UNREACHED : FF_FARTHER;
		if (truth->field[i] != ORACLE_NONE && (double)truth->field[i] > truth->limit)
			truth->field[i] = ORACLE_NONE;
	}
	classify(truth);
	for (size_t i = 0; i < n; i++)
		if (truth->classes[i] == FF_REACHED)
			lead(truth, i);
}

struct ff_field oracle_field(const struct oracle *truth, enum ff_field_type type)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	struct ff_field field = {.w = truth->cost.w,
				 .h = truth->cost.h,
				 .type = type,
				 .unit = (uint32_t)truth->unit,
				 .cells = oracle_cells(n, ff_field_size(type))};

	for (size_t i = 0; i < n; i++) {
		bool none = truth->field[i] == ORACLE_NONE;

		if (type == FF_FIELD_U32)
			field.u32[i] = none ? FF_FIELD_NONE32 : (uint32_t)truth->field[i];
		else if (type == FF_FIELD_U64)
			field.u64[i] = none ? FF_FIELD_NONE64 : truth->field[i];
		else
			field.f64[i] = none ? FF_FIELD_NONEF : (double)truth->field[i];
	}
	return field;
}

/* Names a map: "octile mean cut, ..." */
__attribute__((format(printf, 2, 3))) static void name(struct oracle *truth, const char *format,
						       ...)
{
	va_list args;
	int n = snprintf(truth->name, sizeof truth->name, "%s %s %s, ",
			 ff_model_metrics[truth->model.metric], ff_model_steps[truth->model.step],
			 ff_model_corners[truth->model.corners]);

	va_start(args, format);
	vsnprintf(truth->name + n, sizeof truth->name - (size_t)n, format, args);
	va_end(args);
}

/* Solves one pattern of walls with the goal on a given cell. */
static void try_pattern(struct oracle *truth, int32_t pattern, int32_t goal, bool equal,
			oracle_check *check)
{
	static const uint8_t costs[16] = {3, 1, 2, 1, 254, 1, 7, 2, 1, 1, 9, 3, 5, 1, 253, 4};
	int32_t w = truth->cost.w, h = truth->cost.h;

	for (int32_t i = 0; i < w * h; i++) {
		uint8_t open = equal ? 1 : costs[i];

		truth->cost.cells[i] = pattern >> i & 1 ? 255 : open;
	}
	truth->seeds.items[0].cell = (uint32_t)goal;
	truth->dice = (uint64_t)pattern;
	name(truth,
	     "%" PRId32 "x%" PRId32 ", wall bits %#" PRIx32 ", goal %" PRId32 ",%" PRId32
	     ", %s costs",
	     w, h, (uint32_t)pattern, goal % w, goal / w, equal ? "equal" : "different");
	oracle_solve(truth);
	check(truth);
}

void oracle_small_maps(const struct ff_model *model, int32_t w, int32_t h, oracle_check *check)
{
	bool both = model->metric == FF_METRIC_MANHATTAN && model->step == FF_STEP_CELL &&
		    model->corners == FF_CORNERS_STRICT;
	struct oracle truth;

	oracle_new(&truth, model, w, h, 1);
	for (int32_t pattern = 0; pattern < 1 << w * h; pattern++) {
		for (int32_t goal = 0; goal < w * h; goal++) {
			bool equal = (pattern + goal) % 2 == 0;

			if (pattern >> goal & 1)
				continue;
			try_pattern(&truth, pattern, goal, equal, check);
			if (both)
				try_pattern(&truth, pattern, goal, !equal, check);
		}
	}
	oracle_free(&truth);
}

static int compare_seeds(const void *a, const void *b)
{
	const struct ff_seed *p = a, *q = b;

	if (p->start != q->start)
		return p->start < q->start ? -1 : 1;
	return p->goal < q->goal ? -1 : 1;
}

/* Draws all seeds, with starts below 'starts' times 'unit'. */
static void draw_goals(struct oracle *truth, int32_t starts, uint64_t unit, uint64_t *dice)
{
	int32_t n = truth->cost.w * truth->cost.h;

	for (size_t i = 0; i < truth->seeds.count; i++) {
		uint32_t cell = (uint32_t)below(dice, n);

		if (truth->cost.cells[cell] == 255)
			truth->cost.cells[cell] = (uint8_t)(1 + below(dice, 4));
		truth->seeds.items[i] = (struct ff_seed){
			cell, (uint32_t)i, (double)((uint64_t)below(dice, starts) * unit)};
	}
	qsort(truth->seeds.items, truth->seeds.count, sizeof *truth->seeds.items, compare_seeds);
}

void oracle_random_maps(const struct ff_model *model, int count, oracle_check *check)
{
	static const int32_t dearest[] = {1, 4, 254, 254}; /* low ones for the sake of ties */
	static const int32_t starts[] = {1, 1, 4, 1000000};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < count; k++) {
		int32_t w = 1 + below(&dice, 24), h = 1 + below(&dice, 24);
		int32_t walls = below(&dice, 61), most = dearest[below(&dice, 4)];
		int32_t start = starts[below(&dice, 4)];
		struct oracle truth;

		oracle_new(&truth, model, w, h, (size_t)(1 + below(&dice, 4)));
		for (int32_t i = 0; i < w * h; i++)
			truth.cost.cells[i] =
				(uint8_t)(below(&dice, 100) < walls ? 255 : 1 + below(&dice, most));
		draw_goals(&truth, start, start < 1000000 ? truth.unit : 1, &dice);
		if (below(&dice, 4) == 0) /* in halves of a unit */
			truth.limit = below(&dice, 40 * most) * (double)truth.unit / 2 +
				      below(&dice, 2) * 0.5;
		truth.dice = dice;
		name(&truth, "random map %d (%" PRId32 "x%" PRId32 ")", k, w, h);
		oracle_solve(&truth);
		check(&truth);
		oracle_free(&truth);
	}
}

void oracle_long_maps(const struct ff_model *model, oracle_check *check)
{
	static const int32_t lengths[] = {2, 3, 255, 511, 512, 513, 1024, 1025, 1537};
	static const int32_t breadths[] = {1, 2, 3};
	uint64_t dice = ORACLE_SEED;

	for (size_t k = 0; k < sizeof lengths / sizeof *lengths * 12; k++) {
		int32_t length = lengths[k / 12], breadth = breadths[k / 4 % 3];
		int32_t w = k % 4 < 2 ? length : breadth, h = k % 4 < 2 ? breadth : length;
		struct oracle truth;

		oracle_new(&truth, model, w, h, 2);
		for (int32_t i = 0; i < w * h; i++)
			truth.cost.cells[i] = (uint8_t)(breadth > 1 && below(&dice, 100) < 5 ? 255
							: k % 2 == 0                         ? 1
								     : 1 + below(&dice, 254));
		truth.seeds.items[0] = (struct ff_seed){.cell = (uint32_t)(w * h - 1), .goal = 0};
		truth.seeds.items[1] = (struct ff_seed){.cell = (uint32_t)(w / 3), .goal = 1};
		for (size_t i = 0; i < 2; i++)
			truth.cost.cells[truth.seeds.items[i].cell] = 2;
		truth.dice = dice;
		name(&truth, "long map %zu (%" PRId32 "x%" PRId32 ")", k, w, h);
		oracle_solve(&truth);
		check(&truth);
		oracle_free(&truth);
	}
}

/* Finds the model of a table; returns false if it is not one of ours. */
static bool find_model(const json_t *table, struct ff_model *model)
{
	static const struct {
		const char *name;
		enum ff_corners corners;
	} corners[] = {{"none", FF_CORNERS_STRICT},
		       {"strict", FF_CORNERS_STRICT},
		       {"any", FF_CORNERS_LENIENT},
		       {"always", FF_CORNERS_CUT}};
	const json_t *rules = json_object_get(table, "semantics");
	const char *flow = json_string_value(json_object_get(table, "flow_rule"));
	const char *corner = json_string_value(json_object_get(rules, "corner_rule"));
	const char *pays = json_string_value(json_object_get(rules, "step_pays"));
	json_int_t neighbours = json_integer_value(json_object_get(rules, "neighbours"));

	*model = (struct ff_model){
		.metric = neighbours == 8 ? FF_METRIC_OCTILE : FF_METRIC_MANHATTAN,
		.step = strcmp(pays, "mean") == 0 ? FF_STEP_MEAN : FF_STEP_CELL,
		.flow = flow != NULL && strncmp(flow, "lowest", 6) == 0 ? FF_FLOW_LOWEST
									: FF_FLOW_PATH,
	};
	for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
		if (corner != NULL && strcmp(corners[i].name, corner) == 0) {
			model->corners = corners[i].corners;
			return neighbours == 4 || neighbours == 8;
		}
	}
	return false;
}

/* Returns why none of our models has the numbers of a table; NULL if one has. */
static const char *misfit(const json_t *table, struct ff_model *model)
{
	const json_t *rules = json_object_get(table, "semantics");
	const char *pays = json_string_value(json_object_get(rules, "step_pays"));
	const char *factor = json_string_value(json_object_get(rules, "diagonal_factor"));
	const json_t *source = json_object_get(rules, "source_cost"), *row, *cell;
	bool unit = true;
	size_t x, y;

	if (table == NULL)
		return "it is not JSON";
	if (rules == NULL || pays == NULL)
		return "it has no map";
	if (!find_model(table, model))
		return "its walkers move in other ways";
	json_array_foreach(json_object_get(table, "cost"), y, row)
	{
		json_array_foreach(row, x, cell)
		{
			if (json_integer_value(cell) < 1 || json_integer_value(cell) > 255)
				return "it has costs outside 1..255";
			unit &= json_integer_value(cell) == 1 || json_integer_value(cell) == 255;
		}
	}
	if (model->metric == FF_METRIC_OCTILE && (factor == NULL || strcmp(factor, "sqrt2") != 0))
		return "its diagonals are not sqrt(2) times as long as straight steps";
	if (!json_is_integer(source) || json_integer_value(source) != 0)
		return "its sources start above 0";
	if (strcmp(pays, "left") != 0 && strcmp(pays, "mean") != 0 &&
	    !(unit && strcmp(pays, "unit") == 0))
		return "its steps pay by another rule";
	return NULL;
}

static uint8_t direction_named(const json_t *text)
{
	for (uint8_t d = 0; d < 8; d++)
		if (json_is_string(text) && strcmp(json_string_value(text), compass[d].name) == 0)
			return d;
	return 8;
}

/* Returns the cell at x,y of an array of rows, or NULL. */
static const json_t *at(const json_t *rows, int32_t x, int32_t y)
{
	return json_array_get(json_array_get(rows, (size_t)y), (size_t)x);
}

static void read_table(struct oracle_table *table, const struct ff_model *model, const json_t *json)
{
	const json_t *cost = json_object_get(json, "cost");
	const json_t *field = json_object_get(json, "expected_integration");
	const json_t *flow = json_object_get(json, "expected_flow");
	const json_t *sources = json_object_get(json, "sources"), *point;
	int32_t w = (int32_t)json_integer_value(json_object_get(json, "width"));
	int32_t h = (int32_t)json_integer_value(json_object_get(json, "height"));
	size_t k;

	table->tolerance = json_number_value(json_object_get(json, "tolerance"));
	oracle_new(&table->truth, model, w, h, json_array_size(sources));
	json_array_foreach(sources, k, point)
	{
		json_int_t x = json_integer_value(json_array_get(point, 0));
		json_int_t y = json_integer_value(json_array_get(point, 1));

		table->truth.seeds.items[k] =
			(struct ff_seed){.cell = (uint32_t)(y * w + x), .goal = (uint32_t)k};
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
	name(&table->truth, "%s", table->name);
	oracle_solve(&table->truth);
}

bool oracle_near(const struct oracle_table *table, double ours, double wanted)
{
	double error =
		table->truth.model.metric == FF_METRIC_OCTILE ? ORACLE_OCTILE_ERROR * wanted : 0;

	return ours == wanted || fabs(ours - wanted) <= table->tolerance + error;
}

const char *oracle_shared(const char *folder)
{
	static char path[4096];
	const char *shared = getenv("FLOWFIELD_SHARED");

	snprintf(path, sizeof path, "%s/%s", shared == NULL ? "../shared" : shared, folder);
	return path;
}

static int is_json(const struct dirent *entry)
{
	size_t n = strlen(entry->d_name);

	return n > 5 && strcmp(entry->d_name + n - 5, ".json") == 0;
}

bool oracle_tables(void (*check)(const struct oracle_table *table))
{
	struct dirent **entries;
	int n = scandir(oracle_shared("oracles"), &entries, is_json, alphasort);

	if (n < 0)
		return false;
	for (int i = 0; i < n; i++) {
		char path[5000], title[256];
		struct oracle_table table = {.name = title};
		struct ff_model model;
		json_t *json;

		snprintf(path, sizeof path, "%s/%s", oracle_shared("oracles"), entries[i]->d_name);
		snprintf(title, sizeof title, "%.*s", (int)strlen(entries[i]->d_name) - 5,
			 entries[i]->d_name);
		json = json_load_file(path, 0, NULL);
		table.misfit = misfit(json, &model);
		if (table.misfit == NULL)
			read_table(&table, &model, json);
		check(&table);
		oracle_free(&table.truth);
		free(table.field);
		free(table.flow);
		json_decref(json);
		free(entries[i]);
	}
	free(entries);
	return true;
}
