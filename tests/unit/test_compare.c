#include "core/verify/compare.h"

#include "core/map/field.h"
#include "oracle.h"
#include "tap.h"

#include <float.h>
#include <inttypes.h>
#include <stdlib.h>

enum { SIDE = 9, CELLS = SIDE * SIDE };

/* All that a side can have, and what of it a comparison shall see. */
struct world {
	uint8_t classes[CELLS], costs[CELLS], directions[CELLS];
	double values[CELLS], codes[CELLS], vectors[2 * CELLS];
	struct ff_raster cost_raster, value_raster, code_raster, vector_raster;
};

enum { CLASSES = 1, COSTS = 2, DIRECTIONS = 4, VALUES = 8, CODES = 16, VECTORS = 32, ALL = 63 };

static struct ff_compare_side side_of(struct world *world, int32_t w, int32_t h, int layers)
{
	const struct ff_raster raster = {w, h, 1, FF_RASTER_F64, 1, 0, (double)NAN, NULL, NULL};

	world->cost_raster = world->value_raster = world->code_raster = world->vector_raster =
		raster;
	world->cost_raster.type = FF_RASTER_U8;
	world->cost_raster.none = 255;
	world->cost_raster.cells = world->costs;
	world->value_raster.cells = world->values;
	world->code_raster.cells = world->codes;
	world->vector_raster.cells = world->vectors;
	world->vector_raster.channels = 2;
	return (struct ff_compare_side){
		.classes = layers & CLASSES ? world->classes : NULL,
		.costs = layers & COSTS ? &world->cost_raster : NULL,
		.directions = layers & DIRECTIONS ? world->directions : NULL,
		.values = layers & VALUES ? &world->value_raster : NULL,
		.codes = layers & CODES ? &world->code_raster : NULL,
		.vectors = layers & VECTORS ? &world->vector_raster : NULL,
	};
}

static uint32_t below(uint64_t *state, uint32_t n)
{
	return (uint32_t)(oracle_random(state) % n);
}

static double any_value(uint64_t *state)
{
	static const double strange[] = {(double)INFINITY, (double)INFINITY, (double)NAN,
					 -(double)INFINITY};

	return below(state, 5) == 0 ? strange[below(state, 4)] : below(state, 4);
}

static void fill(struct world *world, uint64_t *state)
{
	for (int i = 0; i < CELLS; i++) {
		world->classes[i] = (uint8_t)below(state, FF_CLASSES);
		world->costs[i] = below(state, 3) == 0 ? 255 : (uint8_t)(1 + below(state, 3));
		world->directions[i] = (uint8_t)below(state, 3);
		world->values[i] = any_value(state);
		world->codes[i] = below(state, 2);
		world->vectors[2 * i] = below(state, 2);
		world->vectors[2 * i + 1] = below(state, 2);
	}
}

/* Copies a world and changes some cells. */
static void disturb(struct world *world, const struct world *from, uint64_t *state)
{
	struct world other;

	*world = *from;
	fill(&other, state);
	for (int i = 0; i < CELLS; i++) {
		if (below(state, 3) > 0)
			continue;
		world->classes[i] = other.classes[i];
		world->costs[i] = other.costs[i];
		world->directions[i] = other.directions[i];
		world->values[i] = other.values[i];
		world->codes[i] = other.codes[i];
		world->vectors[2 * i] = other.vectors[2 * i];
		world->vectors[2 * i + 1] = other.vectors[2 * i + 1];
	}
}

static bool is_number(double value)
{
	return value - value == 0;
}

static bool same_number(double a, double b, double abs)
{
	if (is_number(a) && is_number(b))
		return a > b ? a - b <= abs : b - a <= abs;
	return a == b || (a != a && b != b);
}

/* "open", "wall", ...: what is known of a cell, as a letter. */
static char letter_of(const struct world *world, int i, int layers)
{
	if (layers & CLASSES)
		return "gruwnyf"[world->classes[i]];
	if (!(layers & COSTS))
		return '?';
	if (world->costs[i] == 255)
		return 'w';
	if (!(layers & VALUES))
		return '?';
	return is_number(world->values[i]) ? 'r' : 'u';
}

/* Returns true if a kind of change applies to a cell. */
static bool is_kind(enum ff_change kind, const struct world *a, const struct world *b, int i,
		    int layers, double abs)
{
	char old = letter_of(a, i, layers), new = letter_of(b, i, layers);
	bool values = (layers & VALUES) != 0 && !same_number(a->values[i], b->values[i], abs);
	bool had = is_number(a->values[i]), has = is_number(b->values[i]);

	switch (kind) {
	case FF_CHANGE_UNREACHABLE:
		return (old == 'r' || old == 'g' || old == 'f') && new == 'u';
	case FF_CHANGE_WALL_ADDED:
		return old != 'w' && new == 'w';
	case FF_CHANGE_UNCOMPUTED:
		return (old == 'g' || old == 'r' || old == 'u' || old == 'f') &&
		       (new == 'n' || new == 'y');
	case FF_CHANGE_COMPUTED:
		return (old == 'n' || old == 'y') &&
		       (new == 'g' || new == 'r' || new == 'u' || new == 'f');
	case FF_CHANGE_LOST:
		return (values && had && !has) || (old == 'r' && new == 'f');
	case FF_CHANGE_GOAL_REMOVED:
		return old == 'g' && new != 'g';
	case FF_CHANGE_GOAL_ADDED:
		return old != 'g' && new == 'g';
	case FF_CHANGE_WALL_REMOVED:
		return old == 'w' && new != 'w';
	case FF_CHANGE_REACHABLE:
		return old == 'u' && (new == 'r' || new == 'f');
	case FF_CHANGE_GAINED:
		return (values && !had && has) || (old == 'f' && new == 'r');
	case FF_CHANGE_GROUND:
		return (layers & COSTS) && a->costs[i] != b->costs[i] && a->costs[i] != 255 &&
		       b->costs[i] != 255;
	case FF_CHANGE_RISEN:
		return values && had && has && a->values[i] < b->values[i];
	case FF_CHANGE_FALLEN:
		return values && had && has && a->values[i] > b->values[i];
	case FF_CHANGE_CHANGED:
		return (values && !had && !has) || (old == 'n' && new == 'y') ||
		       (old == 'y' && new == 'n') ||
		       ((layers & CODES) && a->codes[i] != b->codes[i]);
	default:
		return ((layers & DIRECTIONS) && a->directions[i] != b->directions[i]) ||
		       ((layers & VECTORS) &&
			(!same_number(a->vectors[2 * i], b->vectors[2 * i], abs) ||
			 !same_number(a->vectors[2 * i + 1], b->vectors[2 * i + 1], abs)));
	}
}

static uint8_t truth_of(const struct world *a, const struct world *b, int i, int layers, double abs)
{
	for (int k = 0; k < FF_CHANGE_KINDS; k++)
		if (is_kind((enum ff_change)k, a, b, i, layers, abs))
			return (uint8_t)(k + 1 +
					 (is_kind(FF_CHANGE_TURNED, a, b, i, layers, abs)
						  ? FF_CHANGE_FLAG
						  : 0));
	return 0;
}

/* Paint that runs from each cell to those around it: the area's size and rectangle, of which w
 * and h are the far corner for now. */
static void spill(const uint8_t *cells, bool *seen, int32_t w, int32_t h, int32_t start,
		  struct ff_change_area *area)
{
	int32_t waiting[9 * CELLS], count = 0;

	waiting[count++] = start;
	while (count > 0) {
		int32_t i = waiting[--count], x = i % w, y = i / w;

		if (cells[i] == 0 || seen[i])
			continue;
		seen[i] = true;
		area->cells++;
		area->x = x < area->x ? x : area->x;
		area->y = y < area->y ? y : area->y;
		area->w = x > area->w ? x : area->w;
		area->h = y > area->h ? y : area->h;
		for (int32_t v = y - 1; v <= y + 1; v++)
			for (int32_t u = x - 1; u <= x + 1; u++)
				if (u >= 0 && v >= 0 && u < w && v < h)
					waiting[count++] = v * w + u;
	}
}

static void check_areas(const struct ff_compare_result *result, int32_t w, int32_t h)
{
	bool seen[CELLS] = {false};
	struct ff_change_area areas[CELLS] = {{0}};
	uint32_t count = 0;

	for (int32_t i = 0; i < w * h; i++) {
		struct ff_change_area area = {0, w, h, -1, -1};
		uint32_t to = count;

		spill(result->cells, seen, w, h, i, &area);
		if (area.cells == 0)
			continue;
		area.w -= area.x - 1;
		area.h -= area.y - 1;
		for (; to > 0 && areas[to - 1].cells < area.cells; to--)
			areas[to] = areas[to - 1];
		areas[to] = area;
		count++;
	}
	CHECK(result->area_count == count, "%" PRIu32 " areas, not %" PRIu32, result->area_count,
	      count);
	for (uint32_t a = 0; a < result->listed && a < count; a++)
		CHECK(result->areas[a].cells == areas[a].cells &&
			      result->areas[a].x == areas[a].x &&
			      result->areas[a].y == areas[a].y &&
			      result->areas[a].w == areas[a].w && result->areas[a].h == areas[a].h,
		      "area %" PRIu32, a);
}

/* The worst of a kind, by a look at all cells. */
static void check_worst(const struct ff_compare_result *result, const struct world *a,
			const struct world *b, int32_t w, int32_t h, int layers)
{
	for (int k = 0; k < FF_CHANGE_KINDS; k++) {
		const struct ff_compare_tally *tally = &result->kinds[k];
		uint64_t cells = 0;
		double most = -2 * DBL_MAX;
		int first = -1, worst = -1;

		for (int i = 0; i < w * h; i++) {
			double old = layers & VALUES ? a->values[i] : (double)NAN;
			double new = layers &VALUES ? b->values[i] : (double)NAN;
			double bad = -DBL_MAX;

			if ((result->cells[i] & 0x7f) != k + 1)
				continue;
			if (k == FF_CHANGE_GROUND) {
				old = a->costs[i];
				new = b->costs[i];
			}
			cells++;
			if (first < 0)
				first = worst = i;
			if (k >= FF_CHANGE_CHANGED)
				continue;
			if (is_number(old) && is_number(new))
				bad = old > new ? old - new : new - old;
			else if (is_number(old) || is_number(new))
				bad = is_number(old) ? -old : -new;
			if (bad > most) {
				most = bad;
				worst = i;
			}
		}
		CHECK(tally->cells == cells, "%s: %" PRIu64, ff_change_names[k], tally->cells);
		if (cells == 0)
			continue;
		CHECK(tally->first.x == first % w && tally->first.y == first / w, "%s: first is %d",
		      ff_change_names[k], first);
		CHECK(tally->worst.x == worst % w && tally->worst.y == worst / w, "%s: worst is %d",
		      ff_change_names[k], worst);
	}
}

static void check_extremes(const struct ff_compare_result *result, const struct world *a,
			   const struct world *b, int32_t n, int layers, double abs)
{
	double rise = 0, fall = 0;

	for (int i = 0; i < n && (layers & VALUES) != 0; i++) {
		double by = b->values[i] - a->values[i];

		if (!is_number(by) || (by < 0 ? -by : by) <= abs)
			continue;
		rise = by > rise ? by : rise;
		fall = by < fall ? by : fall;
	}
	CHECK((result->rise.x >= 0) == (rise > 0), "rise");
	CHECK((result->fall.x >= 0) == (fall < 0), "fall");
	if (rise > 0)
		CHECK(result->rise.new - result->rise.old == rise, "rises by %g", rise);
	if (fall < 0)
		CHECK(result->fall.new - result->fall.old == fall, "falls by %g", fall);
}

static void check_pair(struct world *a, struct world *b, int32_t w, int32_t h, int layers,
		       double abs)
{
	const struct ff_compare_question question = {.w = w,
						     .h = h,
						     .old = side_of(a, w, h, layers),
						     .new = side_of(b, w, h, layers),
						     .abs = abs,
						     .area_limit = 3};
	struct ff_compare_result result;
	uint64_t differing = 0, turned = 0;

	if (!CHECK(ff_compare(&question, &result) == FF_OK, "status"))
		return;
	for (int i = 0; i < w * h; i++) {
		uint8_t truth = truth_of(a, b, i, layers, abs);

		CHECK(result.cells[i] == truth, "layers %d: cell %d is %d, not %d", layers, i,
		      result.cells[i], truth);
		differing += truth != 0;
		turned += (truth & FF_CHANGE_FLAG) != 0;
	}
	CHECK(result.differing == differing && result.turned == turned, "counts");
	CHECK(result.listed == (result.area_count < 3 ? result.area_count : 3), "listed");
	check_areas(&result, w, h);
	check_worst(&result, a, b, w, h, layers);
	check_extremes(&result, a, b, w * h, layers, abs);
	ff_compare_free(&result);
}

static void random_worlds_differ_as_each_cell_says(void)
{
	struct world *a = calloc(2, sizeof *a), *b = a + 1;
	uint64_t state = 5;

	for (int round = 0; round < 3000 && CHECK(a != NULL, "memory"); round++) {
		int32_t w = 1 + (int32_t)below(&state, SIDE), h = 1 + (int32_t)below(&state, SIDE);

		fill(a, &state);
		disturb(b, a, &state);
		check_pair(a, b, w, h, round % (ALL + 1), below(&state, 3));
	}
	free(a);
}

static void layers_of_one_side_only_are_not_compared(void)
{
	struct world *a = calloc(2, sizeof *a), *b = a + 1;
	uint64_t state = 9;

	for (int one = 1; one < ALL && CHECK(a != NULL, "memory"); one++) {
		struct ff_compare_question question = {.w = SIDE, .h = SIDE};
		struct ff_compare_result result;

		fill(a, &state);
		fill(b, &state);
		question.old = side_of(a, SIDE, SIDE, one);
		question.new = side_of(b, SIDE, SIDE, ALL & ~one);
		CHECK(ff_compare(&question, &result) == FF_OK, "status");
		CHECK(result.differing == 0 && result.areas == NULL, "%" PRIu64, result.differing);
		ff_compare_free(&result);
	}
	free(a);
}

/* How two numbers compare: '=', '+', '-', or another kind's name. */
static const char *compare_numbers(double old, double new, double abs, double rel)
{
	struct ff_raster a = {1, 1, 1, FF_RASTER_F64, 1, 0, (double)NAN, &old, NULL}, b = a;
	struct ff_compare_question question = {
		.w = 1, .h = 1, .old.values = &a, .new.values = &b, .abs = abs, .rel = rel};
	struct ff_compare_result result;
	const char *said = "=";

	b.cells = &new;
	if (ff_compare(&question, &result) != FF_OK)
		return "no memory";
	if (result.differing > 0)
		said = ff_change_names[ff_change_of(result.cells[0])];
	ff_compare_free(&result);
	return said;
}

static void tolerances_hold_up_to_their_edge(void)
{
	static const char risen[] = "cost to goal risen", fallen[] = "cost to goal fallen";
	static const struct {
		double old, new, abs, rel;
		const char *said;
	} cases[] = {
		{10, 10, 0, 0, "="},
		{10, 11, 0, 0, risen},
		{10, 0x1.4000000000001p3, 0, 0, risen}, /* the next double */
		{10, 11, 1, 0, "="},
		{10, 9, 1, 0, "="},
		{10, 11.000001, 1, 0, risen},
		{10, 8.999999, 1, 0, fallen},
		{10.2, 10.3, 0.1, 0, "="}, /* which in binary is more than 0.1 apart */
		{10.2, 10.300001, 0.1, 0, risen},
		{10, 11, 0, 0.1, "="},
		{10, 9, 0, 0.1, "="},
		{9, 10, 0, 0.1, risen}, /* it is the old one's size that counts */
		{100, 129, 0, 0.29, "="},
		{100, 129.000001, 0, 0.29, risen},
		{0, 1, 0, 0.5, risen},
		{0, 1, 1, 0.5, "="},
		{100, 104, 5, 0.01, "="}, /* the larger of the two */
		{100, 104, 1, 0.05, "="},
		{9, 9.93, 0.95, 0.1, "="}, /* the new one's size would choose the smaller */
		{-10, -11, 0, 0.1, "="},
		{-10, -11.1, 0, 0.1, fallen},
		{0x1p60, 0x1p60 + 256, 0, 0, risen},
		{(double)INFINITY, (double)INFINITY, 0, 0, "="},
		{(double)NAN, (double)NAN, 0, 0, "="},
		{(double)INFINITY, -(double)INFINITY, 1e300, 1e300, "value changed"},
		{(double)NAN, (double)INFINITY, 1e300, 1e300, "value changed"},
		{5, (double)INFINITY, 1e300, 1e300, "value lost"},
		{5, (double)NAN, 1e300, 1e300, "value lost"},
		{(double)NAN, 5, 1e300, 1e300, "value gained"},
		{-(double)INFINITY, 5, 1e300, 1e300, "value gained"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const char *said =
			compare_numbers(cases[i].old, cases[i].new, cases[i].abs, cases[i].rel);

		CHECK(strcmp(said, cases[i].said) == 0, "%g, %g: %s", cases[i].old, cases[i].new,
		      said);
	}
}

static void numbers_of_two_types_are_compared_by_value(void)
{
	uint16_t old[3] = {0, 4080, 65535};
	float new[3] = {0, 10, INFINITY};
	const struct ff_raster a = {3, 1, 1, FF_RASTER_U16, 408, 0, 65535, old, NULL},
			       b = {3, 1, 1, FF_RASTER_F32, 1, 0, (double)NAN, new, NULL};
	struct ff_compare_question question = {.w = 3, .h = 1, .old.values = &a, .new.values = &b};
	struct ff_compare_result result;

	CHECK(ff_compare(&question, &result) == FF_OK, "status");
	CHECK(result.differing == 0, "%" PRIu64, result.differing);
	ff_compare_free(&result);
}

static void rounding_in_files_is_no_difference(void)
{
	double old = 1.414215, new = 1.4142156;
	struct ff_raster a = {1, 1, 1, FF_RASTER_F64, 1, 0, (double)NAN, &old, NULL}, b = a;
	struct ff_compare_question question = {
		.w = 1, .h = 1, .old.values = &a, .new.values = &b, .rounding = 1e-6};
	struct ff_compare_result result;

	b.cells = &new;
	CHECK(ff_compare(&question, &result) == FF_OK && result.differing == 0, "1e-6");
	ff_compare_free(&result);
	question.rounding = 0.5e-6;
	CHECK(ff_compare(&question, &result) == FF_OK && result.differing == 1, "0.5e-6");
	ff_compare_free(&result);
	question.relative = 0x1p-20;
	CHECK(ff_compare(&question, &result) == FF_OK && result.differing == 0, "2^-20");
	ff_compare_free(&result);
}

int main(void)
{
	RUN(random_worlds_differ_as_each_cell_says);
	RUN(layers_of_one_side_only_are_not_compared);
	RUN(tolerances_hold_up_to_their_edge);
	RUN(numbers_of_two_types_are_compared_by_value);
	RUN(rounding_in_files_is_no_difference);
	return tap_done();
}
