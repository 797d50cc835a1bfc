#include "core/verify/verify.h"

#include "core/solve/descend.h"
#include "core/solve/integrate.h"
#include "core/solve/solve.h"
#include "core/solve/strips.h"
#include "field.h"
#include "marked.h"
#include "nearest.h"

#include <math.h>

/* a field to verify, which the test changes */
struct claim {
	struct ff_field field;
	uint8_t *classes, *directions;
	struct ff_flow_vector *vectors;
};

/* As files have them: six decimals tell any two doubles from 2^33 on apart. */
static double to_6_decimals(double value)
{
	return fabs(value) >= 0x1p33 ? value : round(value * 1e6) / 1e6;
}

static struct claim claim_new(const struct oracle *truth)
{
	int32_t w = truth->cost.w, h = truth->cost.h;
	size_t n = (size_t)w * (size_t)h;
	struct claim claim = {.field = {.w = w,
					.h = h,
					.type = FF_FIELD_F64,
					.unit = 1,
					.f64 = oracle_cells(n, sizeof(double))},
			      .classes = oracle_cells(n, 1),
			      .directions = oracle_cells(n, 1),
			      .vectors = oracle_cells(n, sizeof(struct ff_flow_vector))};

	memcpy(claim.classes, truth->classes, n);
	return claim;
}

/* Slopes are not the oracle's: those of the true field. */
static void descend(const struct oracle *truth, struct claim *claim)
{
	struct ff_field field = oracle_field(truth, FF_FIELD_U64);
	struct ff_flow flow = {truth->cost.w, truth->cost.h, claim->directions, claim->vectors};

	CHECK(ff_descend(&truth->model, &truth->cost, &field, &truth->seeds, &flow, NULL, NULL) ==
		      FF_OK,
	      "%s: no flow", truth->name);
	free(field.cells);
}

/* The truth and its directions. */
static struct claim claim_of(const struct oracle *truth)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	struct claim claim = claim_new(truth);

	for (size_t i = 0; i < n; i++) {
		claim.field.f64[i] =
			truth->field[i] == ORACLE_NONE
				? FF_FIELD_NONEF
				: to_6_decimals((double)truth->field[i] / (double)truth->unit);
		claim.directions[i] = truth->flow[i];
		claim.vectors[i] = ff_flow_units[truth->flow[i]];
	}
	if (truth->model.flow == FF_FLOW_GRADIENT)
		descend(truth, &claim);
	return claim;
}

static void claim_free(struct claim *claim)
{
	free(claim->field.cells);
	free(claim->classes);
	free(claim->directions);
	free(claim->vectors);
}

enum { CLASSES = 1, DIRECTIONS = 2, VECTORS = 4, SIGHT = 8 };

/* Verifies the claim's field and those 'parts'. */
static struct ff_verify_result verified(const struct oracle *truth, const struct claim *claim,
					int parts)
{
	const struct ff_verify_question question = {.model = &truth->model,
						    .cost = &truth->cost,
						    .seeds = &truth->seeds,
						    .unit = (uint32_t)truth->unit,
						    .limit = truth->limit,
						    .sight = (parts & SIGHT) != 0};
	const struct ff_verify_claim said = {
		.field = &claim->field,
		.classes = parts & CLASSES ? claim->classes : NULL,
		.directions = parts & DIRECTIONS ? claim->directions : NULL,
		.vectors = parts & VECTORS ? claim->vectors : NULL,
	};
	struct ff_verify_result result;
	enum ff_status st;
	uint64_t wrong = 0;

	mark(&result, sizeof result);
	st = ff_verify(&question, &said, &result);
	CHECK(st == FF_OK, "%s: status %d", truth->name, (int)st);
	for (int kind = 0; kind < FF_VERIFY_KINDS; kind++)
		wrong += result.wrong[kind];
	CHECK(result.any == (wrong > 0), "%s: %" PRIu64 " are wrong", truth->name, wrong);
	return result;
}

static void accepted(const struct oracle *truth, const struct claim *claim, int parts)
{
	struct ff_verify_result r = verified(truth, claim, parts);

	CHECK(!r.any, "%s: %d,%d: %s", truth->name, r.x, r.y, r.what);
}

/* Refused, with one fault of that kind in cell 'i' and not a fault elsewhere. */
static void refused(const struct oracle *truth, const struct claim *claim, int parts,
		    enum ff_verify_kind kind, size_t i)
{
	struct ff_verify_result r = verified(truth, claim, parts);
	uint64_t others = 0;

	for (int k = 0; k < FF_VERIFY_KINDS; k++)
		others += k == (int)kind ? 0 : r.wrong[k];
	if (CHECK(r.wrong[kind] == 1 && others == 0,
		  "%s, cell %zu: %" PRIu64 " %s, %" PRIu64 " others", truth->name, i, r.wrong[kind],
		  ff_verify_names[kind], others))
		CHECK((size_t)(r.y * truth->cost.w + r.x) == i && r.what[0] != '\0',
		      "%s: %d,%d instead of cell %zu: %s", truth->name, r.x, r.y, i, r.what);
}

/* A wrong value is found at its cell or at a neighbour. */
static void refused_beside(const struct oracle *truth, const struct claim *claim, size_t i)
{
	struct ff_verify_result r = verified(truth, claim, 0);
	int32_t w = truth->cost.w;
	int dx = r.x - (int32_t)i % w, dy = r.y - (int32_t)i / w;

	CHECK(r.any && abs(dx) <= 1 && abs(dy) <= 1, "%s, cell %zu is %.17g: %d, %d,%d: %s",
	      truth->name, i, claim->field.f64[i], r.any, r.x, r.y, r.what);
	r = verified(truth, claim, CLASSES | DIRECTIONS | VECTORS);
	CHECK(r.wrong[FF_VERIFY_VALUE] > 0, "%s, cell %zu: no wrong value", truth->name, i);
}

static void change_value(const struct oracle *truth, struct claim *claim, size_t i)
{
	double own = claim->field.f64[i], unit = 1 / (double)truth->unit;

	if (truth->field[i] == ORACLE_NONE) {
		for (int value = -1; value < 3; value++) {
			claim->field.f64[i] = value;
			refused_beside(truth, claim, i);
		}
	} else {
		const double others[] = {own + unit,       own - unit,     own + 300,
					 own - 0.4 * unit, FF_FIELD_NONEF, (double)NAN};

		for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
			claim->field.f64[i] = others[k];
			refused_beside(truth, claim, i);
		}
	}
	claim->field.f64[i] = own;
}

static void change_class(const struct oracle *truth, struct claim *claim, size_t i)
{
	for (int other = 0; other < FF_CLASSES; other++) {
		if (other == truth->classes[i])
			continue;
		claim->classes[i] = (uint8_t)other;
		if ((other == FF_NOT_COMPUTED || other == FF_NOT_YET) &&
		    (truth->classes[i] == FF_UNREACHED || truth->classes[i] == FF_FARTHER))
			accepted(truth, claim, CLASSES | DIRECTIONS);
		else
			refused(truth, claim, CLASSES | DIRECTIONS, FF_VERIFY_CLASS, i);
	}
	claim->classes[i] = truth->classes[i];
}

/* The value that the direction leads to, by what the rule compares; ORACLE_NONE if to nowhere. */
static uint64_t worth(const struct oracle *truth, size_t i, int d)
{
	int32_t w = truth->cost.w;
	bool lowest = truth->model.flow == FF_FLOW_LOWEST, sum = truth->model.flow == FF_FLOW_SUM;
	uint64_t there;
	size_t to;

	if ((truth->ways[i] >> d & 1) == 0 ||
	    (!lowest && !sum && d % 2 != 0 && truth->model.metric == FF_METRIC_MANHATTAN))
		return ORACLE_NONE;
	to = oracle_towards(&truth->cost, (int32_t)i % w, (int32_t)i / w, d);
	there = truth->field[to];
	if (there == ORACLE_NONE || lowest)
		return there;
	if (sum)
		return there < truth->field[i] ? there + truth->unit * truth->cost.cells[to]
					       : ORACLE_NONE;
	return there + oracle_price(truth, i, d);
}

/* Returns true if the rule has no better direction; any way down is good enough for "gradient". */
static bool is_good(const struct oracle *truth, size_t i, int d)
{
	int32_t w = truth->cost.w;

	if (truth->model.flow != FF_FLOW_GRADIENT)
		return worth(truth, i, d) == worth(truth, i, truth->flow[i]);
	return (truth->ways[i] >> d & 1) != 0 &&
	       truth->field[oracle_towards(&truth->cost, (int32_t)i % w, (int32_t)i / w, d)] <
		       truth->field[i];
}

/* Returns true if the directions lead from x,y through cell 'i' or stop. */
static bool passes(const struct oracle *truth, const struct claim *claim, int32_t x, int32_t y,
		   size_t i)
{
	size_t at = (size_t)(y * truth->cost.w + x);

	for (int32_t k = 0; k < truth->cost.w * truth->cost.h && at != i; k++)
		at = oracle_towards(&truth->cost, (int32_t)at % truth->cost.w,
				    (int32_t)at / truth->cost.w, claim->directions[at]);
	return at == i;
}

static void change_direction(const struct oracle *truth, struct claim *claim, size_t i)
{
	bool reached = truth->classes[i] == FF_REACHED;
	uint8_t own = claim->directions[i];

	for (int d = 0; d <= FF_NONE; d++) {
		bool good = d == truth->flow[i];
		struct ff_verify_result r;

		if (reached && d < FF_NONE)
			good = is_good(truth, i, d);
		claim->directions[i] = (uint8_t)d;
		r = verified(truth, claim, CLASSES | DIRECTIONS);
		CHECK(r.wrong[FF_VERIFY_DIRECTION] == !good && r.wrong[FF_VERIFY_VALUE] == 0 &&
			      r.wrong[FF_VERIFY_CLASS] == 0,
		      "%s, cell %zu, direction %d: %d,%d: %s", truth->name, i, d, r.x, r.y,
		      r.any ? r.what : "accepted");
		CHECK(!good || !r.any, "%s, cell %zu, direction %d: %d,%d: %s", truth->name, i, d,
		      r.x, r.y, r.what);
		CHECK(!r.any || passes(truth, claim, r.x, r.y, i),
		      "%s, cell %zu, direction %d: %d,%d: %s", truth->name, i, d, r.x, r.y, r.what);
	}
	claim->directions[i] = own;
}

static void change_vector(const struct oracle *truth, struct claim *claim, size_t i)
{
	struct ff_flow_vector own = claim->vectors[i];
	const struct ff_flow_vector others[] = {{-own.dx, -own.dy},
						{-own.dy, own.dx},
						{1.001F * own.dx, 1.001F * own.dy},
						{0.5F * own.dx, 0.5F * own.dy},
						{0, 0},
						{NAN, 0}};
	bool reached = truth->classes[i] == FF_REACHED;

	for (size_t k = 0; reached && k < sizeof others / sizeof *others; k++) {
		claim->vectors[i] = others[k];
		refused(truth, claim, DIRECTIONS | VECTORS, FF_VERIFY_VECTOR, i);
	}
	for (int d = 0; !reached && d < FF_NONE; d++) {
		claim->vectors[i] = ff_flow_units[d];
		refused(truth, claim, DIRECTIONS | VECTORS, FF_VERIFY_VECTOR, i);
	}
	claim->vectors[i] = own;
}

static void change(const struct oracle *truth, struct claim *claim, size_t i)
{
	change_value(truth, claim, i);
	change_class(truth, claim, i);
	change_direction(truth, claim, i);
	change_vector(truth, claim, i);
}

static void check_truth(const struct oracle *truth)
{
	struct claim claim = claim_of(truth);

	for (int parts = 0; parts < SIGHT; parts++)
		accepted(truth, &claim, parts);
	claim_free(&claim);
}

static void check_changes(const struct oracle *truth)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	struct claim claim = claim_of(truth);
	uint64_t dice = truth->dice;

	accepted(truth, &claim, CLASSES | DIRECTIONS | VECTORS);
	for (int k = 0; k < 4; k++)
		change(truth, &claim, oracle_random(&dice) % n);
	claim_free(&claim);
}

static void check_all_changes(const struct oracle *truth)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	struct claim claim = claim_of(truth);

	for (size_t i = 0; i < n; i++)
		change(truth, &claim, i);
	claim_free(&claim);
}

/* Each of the oracle's models with each rule that it has; with hops its "sum" is not ours, and
 * test_flows has another oracle for that and for "differences". */
enum { RULES = FF_FLOW_DIFFERENCES };

static struct ff_model ruled(int k)
{
	struct ff_model model = oracle_model(k / RULES, (enum ff_flow_rule)(k % RULES));

	if (ff_model_goes_anywhere(&model))
		model.flow = FF_FLOW_PATH;
	return model;
}

/* Sets the directions of a finished field. */
static void set_directions(const struct oracle *asked, struct ff_field *field, struct ff_flow *flow,
			   struct ff_classes *classes)
{
	struct ff_classes none = {0};
	struct ff_solve solve = {.model = &asked->model,
				 .cost = &asked->cost,
				 .seeds = &asked->seeds,
				 .limit = FF_FIELD_NONEF,
				 .field = field,
				 .flow = flow,
				 .classes = &none};
	bool done;

	CHECK(ff_descend(&asked->model, &asked->cost, field, &asked->seeds, flow, classes, NULL) ==
		      FF_OK,
	      "%s", asked->name);
	CHECK(ff_solve_spread(&solve, SIZE_MAX, &done) == FF_OK && done, "%s", asked->name);
}

static void random_maps(int count, oracle_check *check)
{
	for (int k = 0; k < RULES * ORACLE_MODELS; k++) {
		const struct ff_model model = ruled(k);

		oracle_random_maps(&model, count, check);
	}
}

static void the_truth_is_accepted(void)
{
	random_maps(40, check_truth);
}

static void every_change_on_every_3x2_map_is_found_and_nothing_else(void)
{
	for (int k = 0; k < RULES * ORACLE_MODELS; k++) {
		const struct ff_model model = ruled(k);

		oracle_small_maps(&model, 3, 2, check_all_changes);
	}
}

static void changes_on_random_maps_are_found_and_nothing_else(void)
{
	random_maps(getenv("FULL") != NULL ? 15 : 5, check_changes);
}

/* Checks that values of euclid that are off by a quantum are refused, there or where they lead. */
static void check_quantum(const struct oracle *truth, struct claim *claim)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	uint64_t dice = truth->dice;

	for (int k = 0; k < 8; k++) {
		size_t i = oracle_random(&dice) % n;
		double own = claim->field.f64[i];

		if (own == FF_FIELD_NONEF)
			continue;
		claim->field.f64[i] = own + (k % 2 == 0 ? 0x1p-16 : -0x1p-16);
		CHECK(verified(truth, claim, 0).wrong[FF_VERIFY_VALUE] > 0,
		      "%s, cell %zu: %.9g, should be %.9g", truth->name, i, claim->field.f64[i],
		      own);
		claim->field.f64[i] = own;
	}
}

/* Checks claims of the solver, with each flow rule, and with sight. */
static void check_solver(const struct oracle *truth)
{
	const bool euclid = truth->model.metric == FF_METRIC_EUCLID;
	const int parts =
		DIRECTIONS | VECTORS | (euclid && truth->limit < FF_FIELD_NONEF ? 0 : CLASSES);
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	struct ff_field field = field_of(truth->name, &truth->model, &truth->cost, &truth->seeds,
					 truth->limit, euclid ? FF_FIELD_F64 : FF_FIELD_U64);
	struct ff_labels nearest = {
		.w = field.w, .h = field.h, .cells = oracle_cells(n, sizeof *nearest.cells)};
	struct oracle asked = *truth;
	struct claim claim = claim_of(truth);
	struct ff_flow flow = {field.w, field.h, claim.directions, claim.vectors};
	struct ff_classes classes = {field.w, field.h, claim.classes, {0}};

	CHECK(find_nearest_goals(&truth->cost, &truth->seeds, &field, &nearest, NULL) == FF_OK,
	      "%s", truth->name);
	for (size_t i = 0; i < n; i++)
		claim.field.f64[i] = to_6_decimals(ff_field_value(&field, i));
	for (int rule = FF_FLOW_LOWEST; rule < FF_FLOWS; rule++) {
		asked.model.flow = (enum ff_flow_rule)rule;
		set_directions(&asked, &field, &flow, euclid ? &classes : NULL);
		accepted(&asked, &claim, parts);
		ff_sight_turn(&truth->cost, truth->model.corners, &nearest, &flow, 0, n);
		accepted(&asked, &claim, parts | SIGHT);
	}
	if (euclid)
		check_quantum(truth, &claim);
	free(field.cells);
	free(nearest.cells);
	claim_free(&claim);
}

/* Even ground has another engine: exact_claim(). */
static void check_uneven(const struct oracle *truth)
{
	if (!ff_solve_is_exact(&truth->model, &truth->cost))
		check_solver(truth);
}

static void answers_of_the_solver_are_accepted_with_every_flow_rule_and_sight(void)
{
	static const struct ff_model euclid = {.metric = FF_METRIC_EUCLID};

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_PATH);

		oracle_random_maps(&model, 150, check_solver);
	}
	oracle_random_maps(&euclid, 200, check_uneven);
}

/* w * h cells of cost 1 and the goal at 0,0. */
static struct oracle open_map(const struct ff_model *model, int32_t w, int32_t h)
{
	struct oracle truth;

	oracle_new(&truth, model, w, h, 1);
	snprintf(truth.name, sizeof truth.name, "open map");
	oracle_solve(&truth);
	return truth;
}

static void beyond_the_limit_cells_are_farther_or_cut_off(void)
{
	struct oracle truth = open_map(&manhattan, 7, 1);
	struct ff_verify_result r;
	struct claim claim;

	truth.limit = 3;
	truth.cost.cells[5] = FF_COST_WALL;
	oracle_solve(&truth);
	claim = claim_of(&truth);
	CHECK(claim.classes[4] == FF_FARTHER && claim.classes[6] == FF_UNREACHED, "%d, %d",
	      claim.classes[4], claim.classes[6]);
	accepted(&truth, &claim, CLASSES);
	claim.classes[4] = FF_UNREACHED;
	r = verified(&truth, &claim, CLASSES);
	CHECK(r.x == 4 && strcmp(r.what, "class is unreached, should be farther") == 0, "%d: %s",
	      r.x, r.what);
	claim.classes[4] = FF_FARTHER;
	claim.classes[6] = FF_FARTHER;
	r = verified(&truth, &claim, CLASSES);
	CHECK(r.x == 6 && strcmp(r.what, "class is farther, should be unreached") == 0, "%d: %s",
	      r.x, r.what);
	claim_free(&claim);
	oracle_free(&truth);
}

/* A map of which only the upper left corner was computed, and its far corner is called unreached:
 * beyond a wall with a gap, or a corner, where there is one. */
static void cells_called_unreached_must_not_be_reachable_from_values(void)
{
	static const struct {
		enum ff_metric metric;
		enum ff_corners corners;
		bool corner, gap, wrong; /* walls leave a corner between two areas, or a gap */
	} cases[] = {
		{FF_METRIC_MANHATTAN, FF_CORNERS_STRICT, false, false, false},
		{FF_METRIC_MANHATTAN, FF_CORNERS_STRICT, false, true, true},
		{FF_METRIC_MANHATTAN, FF_CORNERS_CUT, true, false, false},
		{FF_METRIC_OCTILE, FF_CORNERS_STRICT, true, false, false},
		{FF_METRIC_OCTILE, FF_CORNERS_CUT, true, false, true},
		{FF_METRIC_EUCLID, FF_CORNERS_CUT, true, false, false},
		{FF_METRIC_EUCLID, FF_CORNERS_STRICT, false, true, true},
	};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		const struct ff_model model = {.metric = cases[k].metric,
					       .corners = cases[k].corners,
					       .flow = FF_FLOW_LOWEST};
		struct ff_verify_result r;
		struct oracle map;
		struct claim claim;

		oracle_new(&map, &model, 8, 8, 1);
		for (size_t i = 0; i < 8; i++) {
			map.cost.cells[4 * 8 + i] = FF_COST_WALL;
			if (cases[k].corner) /* its areas meet at 3,3 and 4,4 */
				map.cost.cells[i * 8 + 4] = FF_COST_WALL;
		}
		if (cases[k].corner)
			map.cost.cells[4 * 8 + 4] = 1;
		if (cases[k].gap)
			map.cost.cells[4 * 8 + 7] = 1;
		oracle_solve(&map);
		claim = claim_of(&map);
		for (size_t i = 0; i < 64; i++) {
			if (map.cost.cells[i] == FF_COST_WALL || i == 0)
				continue;
			claim.field.f64[i] = FF_FIELD_NONEF;
			claim.classes[i] = FF_NOT_COMPUTED;
		}
		claim.classes[63] = FF_UNREACHED;
		r = verified(&map, &claim, CLASSES);
		CHECK(r.any == cases[k].wrong && r.wrong[FF_VERIFY_CLASS] == cases[k].wrong,
		      "case %zu: %d,%d: %s", k, r.x, r.y, r.what);
		claim_free(&claim);
		oracle_free(&map);
	}
}

/* A value that is too high may be a detour. */
static void a_part_of_euclid_may_be_above_the_whole_but_not_below(void)
{
	const struct ff_model model = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_PATH};
	struct ff_verify_result r;
	struct oracle truth;
	struct claim claim;
	struct ff_field field;

	for (uint8_t last = 1; last < 3; last++) { /* cost: even and uneven ground */
		oracle_new(&truth, &model, 1, 9, 1);
		truth.cost.cells[8] = last;
		oracle_solve(&truth);
		claim = claim_of(&truth);
		field = field_of("euclid", &model, &truth.cost, &truth.seeds, 5, FF_FIELD_F64);
		for (size_t i = 0; i < 9; i++) {
			claim.field.f64[i] = ff_field_value(&field, i);
			claim.classes[i] = i == 0 ? FF_GOAL : i <= 5 ? FF_REACHED : FF_NOT_COMPUTED;
		}
		accepted(&truth, &claim, CLASSES);
		claim.field.f64[5] = 5.5;
		accepted(&truth, &claim, CLASSES);
		claim.field.f64[5] = 5 - 0x1p-16;
		r = verified(&truth, &claim, CLASSES);
		CHECK(r.wrong[FF_VERIFY_VALUE] == 1 && r.y == 5, "%d,%d: %s", r.x, r.y, r.what);
		free(field.cells);
		claim_free(&claim);
		oracle_free(&truth);
	}
}

/* Checks half of a map, with doubled values if no goal has a start cost. */
static void check_half(const struct oracle *truth)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	struct oracle asked = *truth;
	struct claim claim = claim_of(truth);
	struct ff_flow flow = {truth->cost.w, truth->cost.h, claim.directions, claim.vectors};
	struct ff_field field;
	uint64_t most = 0, half, times = 2;

	for (size_t i = 0; i < truth->seeds.count; i++)
		times = truth->seeds.items[i].start > 0 ? 1 : times;
	for (size_t i = 0; i < n; i++)
		if (truth->field[i] != ORACLE_NONE && truth->field[i] > most)
			most = truth->field[i];
	half = most / 2;
	field = field_of(truth->name, &truth->model, &truth->cost, &truth->seeds, (double)half,
			 FF_FIELD_U64);
	for (size_t i = 0; i < n; i++) {
		if (ff_field_has(&field, i))
			field.u64[i] *= times;
		else if (truth->cost.cells[i] != FF_COST_WALL)
			claim.classes[i] = FF_NOT_COMPUTED;
		claim.field.f64[i] = to_6_decimals(ff_field_value(&field, i));
	}
	for (int rule = FF_FLOW_LOWEST; rule < FF_FLOWS && most > 0; rule++) {
		asked.model.flow = (enum ff_flow_rule)rule;
		/* Nothing is left out: not half a field. */
		if (ff_model_goes_anywhere(&asked.model) &&
		    memchr(claim.classes, FF_NOT_COMPUTED, n) == NULL)
			continue;
		CHECK(ff_descend(&asked.model, &truth->cost, &field, &truth->seeds, &flow, NULL,
				 NULL) == FF_OK,
		      "%s", truth->name);
		accepted(&asked, &claim, CLASSES | DIRECTIONS | VECTORS);
	}
	free(field.cells);
	claim_free(&claim);
}

static void fields_of_half_a_map_are_accepted_with_every_flow_rule(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_PATH);

		oracle_random_maps(&model, 50, check_half);
	}
}

/* Returns the claim of a run that ends after 'budget' cells, which must not be all. */
static struct claim stopped(const struct oracle *truth, size_t budget)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	enum ff_field_type type = FF_FIELD_U64; /* settles cells in order */
	size_t size = ff_integrate_scratch(&truth->model, type, type == FF_FIELD_U64, truth->cost.w,
					   truth->cost.h, NULL);
	struct ff_field field = field_new(&truth->model, truth->cost.w, truth->cost.h, type);
	struct claim claim = claim_new(truth);
	struct ff_flow flow = {truth->cost.w, truth->cost.h, claim.directions, claim.vectors};
	struct ff_classes classes = {truth->cost.w, truth->cost.h, claim.classes, {0}};
	void *scratch = oracle_cells(size, 1);
	struct ff_integrate run;

	CHECK(ff_integrate_begin(&run, &truth->model, &truth->cost, &truth->seeds, truth->limit,
				 &field, field.type == FF_FIELD_U64, scratch, size,
				 NULL) == FF_OK &&
		      ff_integrate_step(&run, budget) == FF_OK,
	      "%s", truth->name);
	ff_integrate_stop(&run);
	set_directions(truth, &field, &flow, &classes);
	for (size_t i = 0; i < n; i++) {
		claim.field.f64[i] = to_6_decimals(ff_field_value(&field, i));
		if (claim.classes[i] == FF_UNREACHED)
			claim.classes[i] = FF_NOT_YET;
	}
	free(field.cells);
	free(scratch);
	return claim;
}

/* Forgets a cell whose value is below that of another: true if there is one. */
static bool forget_cheap(const struct oracle *truth, struct claim *claim, uint64_t *dice)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	double *values = claim->field.f64, most = 0;

	for (size_t i = 0; i < n; i++)
		if (values[i] < FF_FIELD_NONEF && values[i] > most)
			most = values[i];
	for (size_t tries = 0, i; tries < n; tries++)
		if (values[i = oracle_random(dice) % n] < most) {
			values[i] = FF_FIELD_NONEF;
			claim->classes[i] = FF_NOT_YET;
			return true;
		}
	return false;
}

static void check_stopped(const struct oracle *truth)
{
	uint64_t dice = truth->dice, all = truth->count[FF_GOAL] + truth->count[FF_REACHED];
	struct ff_verify_result r;

	/* The engine of stopped() solves the equation. */
	if (ff_solve_is_exact(&truth->model, &truth->cost))
		return;
	for (int rule = FF_FLOW_LOWEST; rule < FF_FLOWS && all > 1; rule++) {
		struct oracle asked = *truth;
		struct claim claim;

		asked.model.flow = (enum ff_flow_rule)rule;
		claim = stopped(&asked, 1 + (size_t)(oracle_random(&dice) % (all - 1)));
		accepted(&asked, &claim, CLASSES | DIRECTIONS | VECTORS);
		if (forget_cheap(truth, &claim, &dice)) {
			r = verified(&asked, &claim, CLASSES);
			CHECK(r.wrong[FF_VERIFY_VALUE] > 0, "%s: a cheaper cell is missing",
			      truth->name);
		}
		claim_free(&claim);
	}
}

static void no_cell_not_known_yet_may_be_cheaper_than_a_known_one(void)
{
	const struct ff_model euclid = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};

	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_PATH);

		oracle_random_maps(&model, 50, check_stopped);
	}
	oracle_random_maps(&euclid, 50, check_stopped);
}

/* Goals at 0,0 and 6,0; cell 3,0 is as far from both.  A pillar at 3,1 is on no line, but
 * 3,2 (cell 17) may not step past it. */
static void a_cell_that_sees_a_goal_points_straight_at_the_nearest(void)
{
	static const struct {
		size_t cell;
		double dx, dy;
		enum ff_direction direction;
		bool right;
	} cases[] = {
		{3, -1, 0, FF_W, true},    {3, 1, 0, FF_E, false}, /* the first one */
		{9, -2, -1, FF_NW, true},  {9, -1, 0, FF_W, false}, {9, -1, -1, FF_NW, false},
		{8, -1, -1, FF_NW, true},  {8, -1, 0, FF_W, false}, {16, -1, -1, FF_NW, true},
		{9, -2, -1, FF_SE, false}, {3, -1, 0, FF_E, false},
	};
	struct oracle truth;
	struct claim claim;

	oracle_new(&truth, &manhattan, 7, 3, 2);
	snprintf(truth.name, sizeof truth.name, "two goals");
	truth.seeds.items[1] = (struct ff_seed){.cell = 6, .goal = 1};
	truth.cost.cells[10] = FF_COST_WALL;
	oracle_solve(&truth);
	claim = claim_of(&truth);
	for (size_t i = 0; i < 21; i++) { /* as if all saw their goal */
		int32_t x = (int32_t)i % 7, y = (int32_t)i / 7;
		double dx = x <= 3 ? -x : 6 - x, dy = -y, far = sqrt(dx * dx + dy * dy);

		if (truth.classes[i] != FF_REACHED)
			continue;
		claim.vectors[i] = (struct ff_flow_vector){(float)(dx / far), (float)(dy / far)};
		claim.directions[i] = (uint8_t)(i == 17 ? FF_W : ff_flow_nearest(dx, dy));
	}
	accepted(&truth, &claim, CLASSES | DIRECTIONS | VECTORS | SIGHT);
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		size_t i = cases[k].cell;
		struct ff_flow_vector own = claim.vectors[i];
		uint8_t direction = claim.directions[i];
		double far = sqrt(cases[k].dx * cases[k].dx + cases[k].dy * cases[k].dy);
		struct ff_verify_result r;

		claim.vectors[i] = (struct ff_flow_vector){(float)(cases[k].dx / far),
							   (float)(cases[k].dy / far)};
		claim.directions[i] = (uint8_t)cases[k].direction;
		r = verified(&truth, &claim, CLASSES | DIRECTIONS | VECTORS | SIGHT);
		CHECK(r.any != cases[k].right, "case %zu: %d, %d,%d: %s", k, r.any, r.x, r.y,
		      r.what);
		claim.vectors[i] = own;
		claim.directions[i] = direction;
	}
	claim_free(&claim);
	oracle_free(&truth);
}

/* Exact distances on an empty map, their slope as vectors. */
static struct claim euclid_claim(const struct oracle *truth, int32_t goal_x, int32_t goal_y,
				 uint8_t cost)
{
	struct claim claim = claim_new(truth);

	for (int32_t i = 0; i < truth->cost.w * truth->cost.h; i++) {
		int32_t dx = goal_x - i % truth->cost.w, dy = goal_y - i / truth->cost.w;
		double far = sqrt((double)dx * dx + (double)dy * dy);

		claim.field.f64[i] = to_6_decimals(far * cost);
		claim.classes[i] = far > 0 ? FF_REACHED : FF_GOAL;
		claim.directions[i] = (uint8_t)(far > 0 ? ff_flow_nearest(dx, dy) : FF_NONE);
		claim.vectors[i] = (struct ff_flow_vector){far > 0 ? (float)(dx / far) : 0,
							   far > 0 ? (float)(dy / far) : 0};
	}
	return claim;
}

static void exact_distances_on_an_empty_map_are_accepted_with_euclid(void)
{
	static const struct ff_model euclid = {.metric = FF_METRIC_EUCLID,
					       .flow = FF_FLOW_GRADIENT};
	static const int32_t goals[][2] = {{0, 0}, {20, 17}, {40, 0}, {3, 30}};
	static const uint8_t costs[] = {1, 7, 254};

	for (size_t k = 0; k < 12; k++) {
		int32_t x = goals[k / 3][0], y = goals[k / 3][1];
		struct oracle truth;
		struct claim claim;

		oracle_new(&truth, &euclid, 41, 31, 1);
		snprintf(truth.name, sizeof truth.name, "euclid, goal %d,%d", x, y);
		memset(truth.cost.cells, costs[k % 3], 41 * 31);
		truth.seeds.items[0].cell = (uint32_t)(y * 41 + x);
		claim = euclid_claim(&truth, x, y, costs[k % 3]);
		accepted(&truth, &claim, CLASSES | DIRECTIONS | VECTORS);
		accepted(&truth, &claim, CLASSES | DIRECTIONS | VECTORS | SIGHT);
		for (size_t i = 0; i < 41 * 31; i += 97) {
			double own = claim.field.f64[i];

			claim.field.f64[i] = own + 0.7 * costs[k % 3];
			refused_beside(&truth, &claim, i);
			claim.field.f64[i] = own - 0.7 * costs[k % 3];
			refused_beside(&truth, &claim, i);
			claim.field.f64[i] = FF_FIELD_NONEF;
			refused_beside(&truth, &claim, i);
			claim.field.f64[i] = own;
		}
		claim_free(&claim);
		oracle_free(&truth);
	}
}

/* Returns the claim of the solver on ground of one cost. */
static struct claim exact_claim(const struct oracle *truth)
{
	int32_t w = truth->cost.w, h = truth->cost.h;
	size_t n = (size_t)w * (size_t)h;
	struct claim claim = claim_new(truth);
	struct ff_roots roots = {.of = {.w = w, .h = h, .cells = oracle_cells(n, 4)}};
	struct ff_field field = field_new(&truth->model, w, h, FF_FIELD_F64);
	struct ff_flow flow = {w, h, claim.directions, claim.vectors};
	struct ff_classes classes = {w, h, claim.classes, {0}};
	struct ff_strips *run;
	bool done = false;

	CHECK(ff_strips_open(&run, &truth->cost, &truth->seeds, (double)INFINITY, &field, &roots) ==
			      FF_OK &&
		      ff_strips_step(run, SIZE_MAX, &done) == FF_OK && done,
	      "%s: not solved", truth->name);
	ff_strips_close(run);
	field.roots = &roots;
	CHECK(ff_descend(&truth->model, &truth->cost, &field, &truth->seeds, &flow, &classes,
			 NULL) == FF_OK,
	      "%s: no flow", truth->name);
	for (size_t i = 0; i < n; i++)
		claim.field.f64[i] = to_6_decimals(field.f64[i]);
	free(field.cells);
	free(roots.of.cells);
	free(roots.items);
	return claim;
}

/* Checks that values a little off are refused, and so are vectors that are a degree off. */
static void check_exact_cell(const struct oracle *truth, struct claim *claim, size_t i)
{
	static const float sine = 0.01745F, cosine = 0.99985F;
	struct ff_flow_vector v = claim->vectors[i];
	double own = claim->field.f64[i];

	for (int k = -1; k <= 1; k += 2) {
		claim->field.f64[i] = own + k * 1e-4;
		CHECK(verified(truth, claim, 0).wrong[FF_VERIFY_VALUE] > 0,
		      "%s, cell %zu: %g, should be %g", truth->name, i, claim->field.f64[i], own);
		claim->field.f64[i] = own;
		claim->vectors[i] = (struct ff_flow_vector){cosine * v.dx - (float)k * sine * v.dy,
							    cosine * v.dy + (float)k * sine * v.dx};
		refused(truth, claim, CLASSES | VECTORS, FF_VERIFY_VECTOR, i);
		claim->vectors[i] = v;
	}
}

static void exact_claims_are_accepted_and_those_a_little_off_are_not(void)
{
	static const struct ff_model euclid = {.metric = FF_METRIC_EUCLID,
					       .flow = FF_FLOW_GRADIENT};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 60; k++) {
		int32_t w = 2 + (int32_t)(oracle_random(&dice) % 12), h = 1 + k % 11;
		size_t n = (size_t)w * (size_t)h;
		struct oracle truth;
		struct claim claim;

		oracle_new(&truth, &euclid, w, h, 2);
		snprintf(truth.name, sizeof truth.name, "even map %d", k);
		for (size_t i = 0; i < n; i++)
			truth.cost.cells[i] =
				oracle_random(&dice) % 100 < (uint64_t)k ? FF_COST_WALL : 1;
		for (size_t i = 0; i < 2; i++) {
			truth.seeds.items[i].cell = (uint32_t)(oracle_random(&dice) % n);
			truth.cost.cells[truth.seeds.items[i].cell] = 1;
		}
		claim = exact_claim(&truth);
		accepted(&truth, &claim, CLASSES | DIRECTIONS | VECTORS);
		for (size_t i = 0; i < n; i++)
			if (claim.classes[i] == FF_REACHED)
				check_exact_cell(&truth, &claim, i);
		claim_free(&claim);
		oracle_free(&truth);
	}
}

/* Goals at 0,0 and 0,4: cell 5,1 sees both. */
static void vectors_that_lead_to_another_goal_or_past_it_are_refused_with_euclid(void)
{
	static const double others[][2] = {{-5, 3}, {-5, 1}, {5, -1}};
	static const struct ff_model euclid = {.metric = FF_METRIC_EUCLID,
					       .flow = FF_FLOW_GRADIENT};
	struct oracle truth;
	struct claim claim;

	oracle_new(&truth, &euclid, 9, 5, 2);
	snprintf(truth.name, sizeof truth.name, "two goals");
	truth.seeds.items[1] = (struct ff_seed){.cell = 36, .goal = 1};
	claim = exact_claim(&truth);
	accepted(&truth, &claim, CLASSES | VECTORS);
	for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
		double dx = others[k][0], dy = others[k][1], far = sqrt(dx * dx + dy * dy);

		claim.vectors[14] = (struct ff_flow_vector){(float)(dx / far), (float)(dy / far)};
		refused(&truth, &claim, CLASSES | VECTORS, FF_VERIFY_VECTOR, 14);
	}
	claim_free(&claim);
	oracle_free(&truth);
}

/* Small faults that add up along the way, and directions that only lead down. */
static void wrong_euclid_fields_are_refused(void)
{
	static const struct ff_model euclid = {.metric = FF_METRIC_EUCLID,
					       .flow = FF_FLOW_GRADIENT};
	static const double factors[] = {0.7, 0.8, 0.9, 1.1, 1.2, 1.3};
	struct ff_model path = euclid;
	struct oracle truth;
	struct claim claim;

	path.flow = FF_FLOW_PATH;
	oracle_new(&truth, &euclid, 41, 31, 1);
	snprintf(truth.name, sizeof truth.name, "euclid");
	memset(truth.cost.cells, 5, 41 * 31);
	truth.seeds.items[0].cell = 15 * 41 + 20;
	claim = euclid_claim(&truth, 20, 15, 5);
	for (size_t k = 0; k < sizeof factors / sizeof *factors; k++) {
		for (int i = 0; i < 41 * 31; i++)
			claim.field.f64[i] *= factors[k];
		CHECK(verified(&truth, &claim, 0).any, "times %g is accepted", factors[k]);
		for (int i = 0; i < 41 * 31; i++)
			claim.field.f64[i] /= factors[k];
	}
	claim.field.f64[15 * 41 + 20] = 1;
	CHECK(verified(&truth, &claim, 0).any, "a goal that starts at 1 is accepted");
	claim.field.f64[15 * 41 + 20] = 0;
	for (int32_t i = 0; i < 41 * 31; i += 7) {
		size_t far = (size_t)i;
		struct ff_flow_vector own = claim.vectors[far];
		uint8_t direction = claim.directions[far];

		if (direction == FF_NONE)
			continue;
		claim.vectors[far] = (struct ff_flow_vector){own.dy, -own.dx};
		CHECK(verified(&truth, &claim, VECTORS).any, "cell %d: a vector across", i);
		claim.vectors[far] = own;
		truth.model = path;
		claim.directions[far] = (uint8_t)((direction + 2) % 8);
		CHECK(verified(&truth, &claim, DIRECTIONS).any, "cell %d: a direction across", i);
		claim.directions[far] = direction;
		truth.model = euclid;
	}
	claim_free(&claim);
	oracle_free(&truth);
}

/* A double is enough to say which whole number of units is meant, though not to 0.001 of one. */
static void large_start_costs_are_no_fault(void)
{
	static const double starts[] = {1e6, 8.6e9, 6.88e10, 5.5e11, (double)FF_GOALS_START_MAX};

	for (int k = 0; k < 5 * ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k / 5, FF_FLOW_PATH);
		struct oracle truth;
		struct claim claim;

		oracle_new(&truth, &model, 9, 9, 1);
		snprintf(truth.name, sizeof truth.name, "model %d, start %g", k / 5, starts[k % 5]);
		truth.seeds.items[0].start = starts[k % 5] * (double)truth.unit;
		oracle_solve(&truth);
		claim = claim_of(&truth);
		accepted(&truth, &claim, CLASSES | DIRECTIONS | VECTORS);
		claim_free(&claim);
		oracle_free(&truth);
	}
}

/* Cells without a way to a goal, whose values are so large that a step's price is lost in them. */
static void huge_values_do_not_justify_each_other(void)
{
	for (int metric = 0; metric < FF_METRICS; metric++) {
		const struct ff_model model = {.metric = (enum ff_metric)metric};
		struct oracle truth;
		struct claim claim;

		oracle_new(&truth, &model, 5, 1, 1);
		snprintf(truth.name, sizeof truth.name, "metric %d", metric);
		truth.cost.cells[0] = 2;
		truth.cost.cells[2] = FF_COST_WALL;
		oracle_solve(&truth);
		claim = claim_of(&truth);
		claim.field.f64[1] = 1;
		accepted(&truth, &claim, 0);
		claim.field.f64[3] = claim.field.f64[4] = 0x1p60;
		CHECK(verified(&truth, &claim, 0).wrong[FF_VERIFY_VALUE] == 2, "%s", truth.name);
		claim_free(&claim);
		oracle_free(&truth);
	}
}

static void a_field_of_another_size_or_type_is_no_claim(void)
{
	struct oracle truth = open_map(&manhattan, 3, 2);
	struct claim claim = claim_of(&truth);
	const struct ff_verify_question question = {.model = &manhattan,
						    .cost = &truth.cost,
						    .seeds = &truth.seeds,
						    .unit = 1,
						    .limit = (double)INFINITY};
	const struct ff_verify_claim said = {.field = &claim.field};
	static const struct {
		int32_t w, h;
		enum ff_field_type type;
	} others[] = {{2, 3, FF_FIELD_F64}, {3, 1, FF_FIELD_F64}, {3, 2, FF_FIELD_U64}};

	for (size_t k = 0; k < 3; k++) {
		struct ff_verify_result result;

		claim.field.w = others[k].w;
		claim.field.h = others[k].h;
		claim.field.type = others[k].type;
		mark(&result, sizeof result);
		CHECK(ff_verify(&question, &said, &result) == FF_E_ARG, "case %zu", k);
		CHECK(is_marked(&result, sizeof result), "case %zu: something was set", k);
	}
	claim_free(&claim);
	oracle_free(&truth);
}

/* The left half of an open map is goals, and each cell of the other has a value. */
static uint64_t looks_for_sight(int32_t side)
{
	size_t n = (size_t)side * (size_t)side;
	const struct ff_model model = {.metric = FF_METRIC_MANHATTAN, .flow = FF_FLOW_LOWEST};
	struct ff_cost cost = {.w = side, .h = side, .cells = oracle_cells(n, 1)};
	struct ff_field field = {.w = side,
				 .h = side,
				 .type = FF_FIELD_F64,
				 .unit = 1,
				 .f64 = oracle_cells(n, sizeof(double))};
	struct ff_seeds seeds = {oracle_cells(n, sizeof *seeds.items), 0};
	const struct ff_verify_question question = {.model = &model,
						    .cost = &cost,
						    .seeds = &seeds,
						    .unit = 1,
						    .sight = true,
						    .limit = FF_FIELD_NONEF};
	const struct ff_verify_claim claim = {&field, NULL, NULL, NULL};
	struct ff_verify_result result;

	memset(cost.cells, 1, n);
	for (size_t i = 0; i < n; i++) {
		int32_t past = (int32_t)i % side - side / 2 + 1;

		field.f64[i] = past > 0 ? past : 0;
		if (past <= 0)
			seeds.items[seeds.count++] = (struct ff_seed){(uint32_t)i, 0, 0};
	}
	CHECK(ff_verify(&question, &claim, &result) == FF_OK && !result.any, "refused");
	free(cost.cells);
	free(field.cells);
	free(seeds.items);
	return result.looks;
}

static void cells_are_compared_with_goals_as_near_as_the_one_in_sight_only(void)
{
	CHECK(looks_for_sight(64) <= 16 * 64 * 64, "%" PRIu64, looks_for_sight(64));
	CHECK(looks_for_sight(192) <= 16 * 192 * 192, "%" PRIu64, looks_for_sight(192));
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(the_truth_is_accepted);
	RUN(every_change_on_every_3x2_map_is_found_and_nothing_else);
	RUN(changes_on_random_maps_are_found_and_nothing_else);
	RUN(answers_of_the_solver_are_accepted_with_every_flow_rule_and_sight);
	RUN(beyond_the_limit_cells_are_farther_or_cut_off);
	RUN(cells_called_unreached_must_not_be_reachable_from_values);
	RUN(a_part_of_euclid_may_be_above_the_whole_but_not_below);
	RUN(fields_of_half_a_map_are_accepted_with_every_flow_rule);
	RUN(no_cell_not_known_yet_may_be_cheaper_than_a_known_one);
	RUN(a_cell_that_sees_a_goal_points_straight_at_the_nearest);
	RUN(exact_distances_on_an_empty_map_are_accepted_with_euclid);
	RUN(exact_claims_are_accepted_and_those_a_little_off_are_not);
	RUN(vectors_that_lead_to_another_goal_or_past_it_are_refused_with_euclid);
	RUN(wrong_euclid_fields_are_refused);
	RUN(large_start_costs_are_no_fault);
	RUN(cells_are_compared_with_goals_as_near_as_the_one_in_sight_only);
	RUN(huge_values_do_not_justify_each_other);
	RUN(a_field_of_another_size_or_type_is_no_claim);
	return tap_done();
}
